"""Acts of the turn: set-up, looking, claims, arrivals, replacements, assignment, orders, and going on to the next phase."""

from __future__ import annotations

from typing import Any, ClassVar

from adjudicator.book import Entity, InputError, Situation, Unit, act, act_named
from adjudicator.ground.declaration import Act
from adjudicator.kit import Asked, possible_neighbours

from .acts import BcsCase, FormationAct, UnitAct
from .acts_going import going
from .r01_vocabulary_paths import always
from .vocabulary import formation_of, in_play


@act("setup")
class SetUp(UnitAct):
    """A unit is set up in a hex."""

    def prepare(self) -> None:
        """The units and the hex."""
        self.units = self.movers
        self.hex = self.hex_of("at")


@act("setup_area")
class SetUpArea(BcsCase):
    """Where a unit may be set up: within so many hexes of a hex."""

    silent = True

    def prepare(self) -> None:
        """The units and their area."""
        self.units = self.movers
        self.area = {"within": self.slots.get("within", 0), "of": self.hex_of("of")}


@act("look")
class Look(BcsCase):
    """A player looks at a counter."""

    def prepare(self) -> None:
        """Who looks at what; ``under`` if it is said to lie beneath another."""
        self.units = self.movers
        above = [unit for unit in map(self.unit, self.slots.get("target_units") or ()) if not self.units]
        if not self.units and (above or self.slots.get("at")):
            here = self.s.at(self.standing(above[0]) or "" if above else self.hex_of("at"))
            here = [unit for unit in here if unit not in above] or above
            self.units = sorted(here, key=lambda unit: unit.facts.get("stack_position") or 1)[:1]
        self.at_least_one(self.units)
        self.under = bool(self.slots.get("target_units") or self.slots.get("under"))
        self.side = self.slots.get("side") or self.s.active


@act("note")
class Note(BcsCase):
    """Words that only remind of how things stand."""

    deniable = True

    silent = True

    def prepare(self) -> None:
        """Such words ask nothing."""
        if self.slots.get("question"):
            raise InputError("not_a_question")


@act("safe_path")
class SafePath(BcsCase):
    """A unit shows its Safe Path, or claims that it has one."""

    def prepare(self) -> None:
        """The unit, the path shown, and the class of movement that it is for."""
        units = self.at_least_one(self.movers)
        self.subject_unit = units[0]
        self.side = self.subject_unit.side
        self.start = self.standing(self.subject_unit) or ""
        self.path: list[str] = [self.valid(hex_) for hex_ in self.slots.get("path") or ()]
        if self.path and self.path[0] != self.start:
            self.path.insert(0, self.start)
        self.automatic = always(self.subject_unit)
        self.cls: str = self.slots.get("what") or self.subject_unit.ma_class if not self.automatic else ""


@act("claim_prep_def")
class ClaimPrepDef(UnitAct):
    """A unit that is attacked is said to use its formation's Prepared Defense."""

    @classmethod
    def recast(cls, situation: Situation, slots: dict[str, Any]) -> str | None:
        """Of a formation it is only said whether it has the marker."""
        names = slots.get("units") or ()
        formations = all(name in situation.formations and name not in situation.units for name in names)
        return "prep_def_said" if names and formations and not slots.get("question") else None


PrepDefSaid = act_named("prep_def_said", "Whether a formation has a Prepared Defense marker, as the table shows it.", FormationAct, silent=True, deniable=True)


@act("use_support")
class UseSupport(UnitAct):
    """A unit is said to be helped by Support."""

    def prepare(self) -> None:
        """The Host, and the kind of Support that it is said to have."""
        super().prepare()
        self.av_type: str | None = self.slots.get("av_type")


ChangeEntry = act_named("change_entry", "Another Entry hex is chosen than before.", UnitAct)
RestoreSupport = act_named("restore_support", "A Dropped or Temporarily Dropped marker comes off.", UnitAct, responses=("restore_support",))


@act("in_command")
class InCommand(UnitAct):
    """Is a unit in Command Radius, or out of command?"""

    question = True

    def prepare(self) -> None:
        """Which of the two is asked."""
        super().prepare()
        self.out = bool(self.slots.get("out")) or self.slots.get("inside") == "false"


@act("how_many")
class AskHowMany(Asked, BcsCase):
    """How many MPs, Fire Events, Artillery Points (slot ``what``) a unit or a formation has left now; ``march``: in a forced march."""

    def prepare(self) -> None:
        """Who has them."""
        self.what: str = self.slots["what"]
        self.units: list[Unit] = self.movers
        self.f: Entity | None = self.formation_slot("units")
        self.side = self.units[0].side if self.units else self.acting

    def of_unit(self, what: str) -> Unit | None:
        """The unit that is asked about, if this is what is asked; raises InputError if only a formation is named."""
        if self.what != what:
            return None
        self.at_least_one(self.units)
        return self.units[0]


AskStopped = act_named("ask_stopped", "Is a unit STOPPED, or FINISHED (slot ``what``)?", UnitAct, Asked)
AskOptimal = act_named("optimal", "Are the Trains of a formation at Optimal Distance?", FormationAct, Asked)


class HexAsked(Asked, BcsCase):
    """A question about a hex, or about the hex of a unit."""

    def prepare(self) -> None:
        """The hex."""
        units = self.movers
        named = self.slots.get("at")
        self.hex: str = self.somewhere(self.valid(named) if isinstance(named, str) else (self.standing(units[0]) or "") if units else "")


AskOverstacked = act_named("ask_overstacked", "Is a hex, or the hex of a unit, overstacked?", HexAsked)


@act("ask_zoc")
class AskZoc(HexAsked):
    """Is a hex, or the hex of a unit, in an enemy ZOC; does a unit have one (slot ``exerts``), or in that hex?"""

    def prepare(self) -> None:
        """The hex, and whose enemies are meant: of a side named its own zone, else those of the unit that is named or stands there, or of the active side."""
        super().prepare()
        here = self.movers or self.s.at(self.hex)
        of_the_units = bool(self.movers and self.slots.get("at"))  # does 1/110 have a ZOC in 31.11?
        self.side = "" if of_the_units or self.slots.get("side") else here[0].side if here else self.s.active

    def beside(self) -> list[Unit]:
        """The enemies next to the hex, as far as the position lists them."""
        return [unit for near in possible_neighbours(self.s, self.hex) for unit in self.s.known_at(near) if unit.side != self.side]


ClaimExemption = act_named("claim_exemption", "A reinforcement is said to be free of Isolation.", UnitAct)


@act("first_player")
class FirstPlayer(BcsCase):
    """Both sides roll for who goes first."""

    responses = ("roll",)

    def prepare(self) -> None:
        """The sides, in the order in which they roll."""
        said = self.slots.get("sides") or self.slots.get("side") or ()
        self.sides: tuple[str, ...] = (said,) if isinstance(said, str) else tuple(said)


@act("arrive")
class Arrive(UnitAct):
    """A reinforcement, a returning unit or a headquarters comes onto the map."""

    @classmethod
    def recast(cls, situation: Situation, slots: dict[str, Any]) -> str | None:
        """In the Activities a unit on the map moves, whoever waits beside it enters, and Trains are placed; in other phases nobody moves."""
        kind = going(situation, slots)
        return None if kind in ("move", "trains_move") and situation.stated("phase") != "activities" else kind


WaitOffMap = act_named("wait_off_map", "A unit stays off the map beside its Entry Area.", UnitAct)


@act("enter")
class Enter(UnitAct):
    """A unit enters the map from its Entry Area and may move on."""

    responses = ("no_fire", "no_stop", "end_activation", "stay", "jump")  # of a unit that stands on the map and moves

    @classmethod
    def recast(cls, situation: Situation, slots: dict[str, Any]) -> str | None:
        """Who stands on the map and enters a hex moves, or advances; who waits at the Entry hex itself enters."""
        units = situation.units_named(slots.get("units"))
        kind = going(situation, slots)
        return None if kind == "move" and any(unit.facts.get("entry") == unit.hex for unit in units) else kind

    def prepare(self) -> None:
        """The Entry hex, and the way from there."""
        super().prepare()
        path = [self.valid(hex_) for hex_ in self.slots.get("path") or ()]
        self.hex = self.slots.get("at") or (path[0] if path else self.hex)
        self.path = path or [self.hex]


@act("replacement")
class Replacement(UnitAct):
    """Replacements rebuild steps of a unit on the map."""

    responses: ClassVar[tuple[str, ...]] = ("safe_path",)

    @classmethod
    def recast(cls, situation: Situation, slots: dict[str, Any]) -> str | None:
        """What lies in the Dead Pile is rebuilt, whatever it is called (2.2e)."""
        names = slots.get("units") or ()
        dead = bool(names) and all(name in situation.units and not in_play(situation.units[name]) for name in names)
        return "rebuild" if dead and cls is Replacement else None

    def prepare(self) -> None:
        """How many, of which kind, and the Safe Path that is shown."""
        super().prepare()
        count = self.slots.get("count")
        self.count: int = 1 if count is None else int(count)
        self.what: str | None = self.slots.get("what")
        shown = [answer.slots.get("path") for answer in self.slots.get("responses") or () if answer.kind == "safe_path"]
        self.path: list[str] = [self.valid(hex_) for hex_ in self.slots.get("path") or next(iter(shown), None) or ()]


@act("rebuild")
class Rebuild(Replacement):
    """A unit of the Dead Pile takes a Replacement and comes back."""

    responses = ("place", "arrive")

    def prepare(self) -> None:
        """Where it is put, in this clause or the next."""
        super().prepare()
        places = [answer.slots.get("at") or answer.slots.get("to") for answer in self.slots.get("responses") or ()]
        self.placed_at: str | None = self.slots.get("at") or next((self.valid(place) for place in places if isinstance(place, str)), None)
        self.hex = self.placed_at or self.hex


class Assignment(BcsCase):
    """What is done in the Assignment Phase."""

    def prepare(self) -> None:
        """The units, the formation that they go to and the one that they leave."""
        self.units: list[Unit] = self.movers
        to, old = self.named("to_formation"), self.named("from_formation")
        self.new: Entity | None = self.formation(to[0]) if to else None
        self.old: Entity | None = self.formation(old[0]) if old else None
        if self.old is None and self.units:
            self.old = formation_of(self.units[0])
        sides = [found.side for found in (self.new, self.old, *self.units) if found is not None]
        self.side = sides[0] if sides else self.s.active
        self.hex: str | None = self.slots.get("at") or (self.slots.get("to") if isinstance(self.slots.get("to"), str) else None)
        if self.hex is not None:
            self.valid(self.hex)
        self.into_support = bool(self.slots.get("support"))
        self.off_map = bool(self.slots.get("off_map"))


@act("assign")
class Assign(Assignment):
    """Units or points are given to a formation."""

    @classmethod
    def recast(cls, situation: Situation, slots: dict[str, Any]) -> str | None:
        """What is only taken from a formation is unassigned."""
        named = [name for name in slots.get("units") or () if name in situation.formations and name not in situation.units]
        onward = any(answer.slots.get("to_formation") for answer in slots.get("responses") or ())
        return "unassign" if slots.get("from_formation") and not slots.get("to_formation") and not named and not onward else None

    responses = ("enter_support", "place", "arrive", "assign")

    @classmethod
    def takes(cls, situation: Situation, slots: dict[str, Any], answer: Act, thrown: bool) -> bool:
        """Another assignment only says where to, or says it once more, if it gives nothing else away."""
        if answer.kind != "assign":
            return super().takes(situation, slots, answer, thrown)
        to = slots.get("to_formation")
        known = {*(slots.get("units") or ()), slots.get("from_formation"), to}
        told = [points for points in ("artillery", "air") if answer.slots.get(points) is not None]
        again = answer.slots.get("to_formation") in (None, to) and not told
        same = all(answer.slots[points] == slots.get(points) for points in told)
        return known.issuperset(answer.slots.get("units") or ()) and (again if to else same)

    def prepare(self) -> None:
        """Points and their kind, if points are meant."""
        super().prepare()
        self.artillery: int | None = self.slots.get("artillery")
        self.air: int | None = self.slots.get("air")
        if self.new is None:
            named = [name for name in self.named() if self.is_formation(name) and name not in self.s.units]
            self.new = self.formation(named[-1]) if named else None
        for answer in self.slots.get("responses") or ():
            if answer.kind == "assign" and answer.slots.get("to_formation"):
                to = answer.slots["to_formation"]
                self.new = self.formation(to if isinstance(to, str) else to[0])
            self.into_support = self.into_support or answer.kind == "enter_support"
            place = answer.slots.get("at") or answer.slots.get("to")
            self.hex = self.valid(place) if isinstance(place, str) else self.hex
        if not self.units and self.artillery is None and self.air is None:
            raise InputError("no_units")


@act("unassign")
class Unassign(Assignment):
    """Units or points are taken from their formation."""

    responses = ("exit", "wait_off_map", "place", "stay", "retreat")  # "... and is sent off the map"

    def prepare(self) -> None:
        """Points, if points are meant; and what is said of where the unit goes."""
        super().prepare()
        for answer in self.slots.get("responses") or ():
            self.off_map = self.off_map or answer.kind in ("exit", "wait_off_map") or bool(answer.slots.get("off_map"))
            place = answer.slots.get("at") or answer.slots.get("to")
            if answer.kind == "place" and isinstance(place, str):
                self.hex = self.valid(place)
        self.artillery: int | None = self.slots.get("artillery")
        if self.old is None:
            named = [name for name in self.named() if self.is_formation(name) and name not in self.s.units]
            self.old = self.formation(named[0]) if named else None


@act("enter_support")
class EnterSupport(Assignment):
    """A unit goes into Support."""

    @classmethod
    def recast(cls, situation: Situation, slots: dict[str, Any]) -> str | None:
        """An unassigned unit that goes into the Support of a formation is assigned to it."""
        units = situation.units_named(slots.get("units"))
        formation = next(iter(slots.get("formation") or ()), None)
        if not units or formation not in situation.formations or any(unit.stated("formation") is not None for unit in units):
            return None
        slots["to_formation"], slots["support"] = formation, True
        return "assign"


LeaveSupport = act_named("leave_support", "A unit leaves Support and is placed on the map.", Assignment)


@act("orders")
class Orders(FormationAct):
    """A formation is given Orders (optional)."""

    def prepare(self) -> None:
        """The new Orders; ``old`` if one is replaced by another."""
        super().prepare()
        given = self.slots.get("orders") or self.slots.get("to_order") or ()
        self.orders: list[str] = [given] if isinstance(given, str) else list(given)
        self.old: str | None = self.slots.get("from_order")
        if self.old is not None and not self.orders:
            self.orders = [self.old]  # a new one of the same kind


@act("next_phase")
class NextPhase(FormationAct):
    """Going on to another phase of the turn or step of the Activation; asked: which one comes."""

    def prepare(self) -> None:
        """From where to where, and the formation that is active."""
        self.now: str | None = self.s.stated("phase")
        self.to: str | None = self.slots.get("phase")
        self.f = self.formation(self.s.stated("active_formation"))
        self.side = self.f.stated("side") or self.s.stated("active")
