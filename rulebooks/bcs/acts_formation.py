"""Acts of formations and of the turn: set-up, arrivals, replacements, assignment, orders, the steps of an Activation, routes of supply,
objectives, and what a player may look at or lay claim to."""

from __future__ import annotations

import re
from typing import Any, ClassVar

from adjudicator.book import LEGALITY, InputError, act
from adjudicator.ground.situation import Entity, Situation, Unit

from .acts import STEPS as STEPS  # the rules take them from here, beside the acts that they date
from .acts import TURN, BcsCase, formation_of, hq_of, is_trains, trains_of


class FormationAct(BcsCase):
    """Something that a formation does; ``f`` is the formation."""

    stages: ClassVar[tuple[str, ...]] = (LEGALITY, "numbers", "roll", "after")

    def prepare(self) -> None:
        """The formation, and whose it is."""
        self.f: Entity = self.subject
        self.side = self.f.side

    @property
    def hq(self) -> Unit | None:
        """The formation's headquarters."""
        return hq_of(self.s, self.f.id)

    @property
    def trains(self) -> Unit | None:
        """The formation's Combat Trains."""
        return trains_of(self.s, self.f.id)

    @property
    def second(self) -> bool:
        """Whether this is a Second Activation."""
        return bool(self.s.activation == "second")


class UnitAct(BcsCase):
    """Something that is done with units; ``units`` are they, ``hex`` is where, if it is said."""

    stages: ClassVar[tuple[str, ...]] = (LEGALITY, "numbers", "roll", "after")

    def prepare(self) -> None:
        """The units, their side, and the hex that is named."""
        self.units: list[Unit] = self.movers
        if not self.units:
            raise InputError("no_units")
        self.side = self.units[0].side
        named = self.slots.get("at") or self.slots.get("to") or self.slots.get("target")
        self.hex: str = self.valid(named) if isinstance(named, str) else self.standing(self.units[0]) or ""

    @property
    def unit_(self) -> Unit:
        """The first of them."""
        return self.units[0]


# ---- set-up, looking, notes ---------------------------------------------------------------------------------------------------
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

    stages = (LEGALITY, "after")
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
        if not self.units and self.slots.get("at"):
            here = self.s.at(self.hex_of("at"))
            self.units = sorted(here, key=lambda unit: unit.facts.get("stack_position") or 1)[:1]
        if not self.units:
            raise InputError("no_units")
        self.under = bool(self.slots.get("target_units") or self.slots.get("under"))
        self.side = self.slots.get("side") or self.s.active


@act("note")
class Note(BcsCase):
    """Words that only remind of how things stand; a Fatigue Level that is told is taken down."""

    deniable = True

    stages = (LEGALITY, "after")
    silent = True

    def prepare(self) -> None:
        """Such words ask nothing."""
        if self.slots.get("question"):
            raise InputError("not_a_question")
        self.level: int | None = None
        self.told: list[Entity] = []
        said = re.search(r"\bfat\W?([0-4])\b", self.ruling.text, re.IGNORECASE)
        if said is not None and not self.slots.get("not"):
            self.level = int(said.group(1))
            self.told = [self.formation(name) for name in self.slots.get("about") or () if name in self.s.formations]


# ---- claims ---------------------------------------------------------------------------------------------------------------------
@act("safe_path")
class SafePath(BcsCase):
    """A unit shows its Safe Path, or claims that it has one."""

    def prepare(self) -> None:
        """The unit, the path shown, and the class of movement that it is for."""
        units = self.movers
        if not units:
            raise InputError("no_units")
        self.subject_unit = units[0]
        self.side = self.subject_unit.side
        self.start = self.standing(self.subject_unit) or ""
        self.path: list[str] = [self.valid(hex_) for hex_ in self.slots.get("path") or ()]
        if self.path and self.path[0] != self.start:
            self.path.insert(0, self.start)
        from .r01_safe_path import always

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


@act("prep_def_said")
class PrepDefSaid(FormationAct):
    """Whether a formation has a Prepared Defense marker, as the table shows it."""

    silent = True
    deniable = True
    stages = (LEGALITY, "after")


@act("use_support")
class UseSupport(UnitAct):
    """A unit is said to be helped by Support."""

    def prepare(self) -> None:
        """The Host, and the kind of Support that it is said to have."""
        super().prepare()
        self.av_type: str | None = self.slots.get("av_type")


@act("change_entry")
class ChangeEntry(UnitAct):
    """Another Entry hex is chosen than before."""


@act("restore_support")
class RestoreSupport(UnitAct):
    """A Dropped or Temporarily Dropped marker comes off."""

    responses = ("restore_support",)  # "loses its marker and has Support again" is one deed


@act("in_command")
class InCommand(UnitAct):
    """Is a unit in Command Radius, or out of command?"""

    question = True

    def prepare(self) -> None:
        """Which of the two is asked."""
        super().prepare()
        self.out = bool(self.slots.get("out")) or self.slots.get("inside") == "false"


class HexAsked(BcsCase):
    """A question about a hex, or about the hex of a unit."""

    question = True
    stages = ("answer",)

    def prepare(self) -> None:
        """The hex."""
        units = self.movers
        named = self.slots.get("at")
        self.hex: str = self.valid(named) if isinstance(named, str) else (self.standing(units[0]) or "") if units else ""
        if not self.hex:
            raise InputError("no_destination")


@act("ask_overstacked")
class AskOverstacked(HexAsked):
    """Is a hex, or the hex of a unit, overstacked?"""


@act("ask_zoc")
class AskZoc(HexAsked):
    """Is a hex, or the hex of a unit, in an enemy ZOC?"""

    def prepare(self) -> None:
        """The hex, and whose enemies are meant: those of the unit that is named or stands there, else of the active side."""
        super().prepare()
        here = self.movers or self.s.at(self.hex)
        self.side = self.slots.get("side") or (here[0].side if here else self.s.active)


@act("claim_exemption")
class ClaimExemption(UnitAct):
    """A reinforcement is said to be free of Isolation."""


# ---- the turn ---------------------------------------------------------------------------------------------------------------------
@act("first_player")
class FirstPlayer(BcsCase):
    """Both sides roll for who goes first."""

    stages = (LEGALITY, "roll")

    def prepare(self) -> None:
        """The sides, in the order in which they roll."""
        said = self.slots.get("sides") or self.slots.get("side") or ()
        self.sides: tuple[str, ...] = (said,) if isinstance(said, str) else tuple(said)


@act("arrive")
class Arrive(UnitAct):
    """A reinforcement, a returning unit or a headquarters comes onto the map."""

    @classmethod
    def recast(cls, situation: Situation, slots: dict[str, Any]) -> str | None:
        """A unit on the map that goes back to a hex in the Activities moves; Trains that come back then are placed."""
        units = [situation.units[name] for name in slots.get("units") or () if name in situation.units]
        if units and situation.facts.get("phase") == "activities" and all(is_trains(unit) for unit in units):
            return "trains_move"
        if situation.facts.get("phase") != "activities" or not units or any(unit.hex is None for unit in units):
            return None
        slots.setdefault("to", slots.get("at"))
        return "move"


@act("wait_off_map")
class WaitOffMap(UnitAct):
    """A unit stays off the map beside its Entry Area."""


@act("enter")
class Enter(UnitAct):
    """A unit enters the map from its Entry Area and may move on."""

    responses = ("no_fire", "no_stop", "end_activation", "stay", "jump")  # of a unit that stands on the map and moves

    @classmethod
    def recast(cls, situation: Situation, slots: dict[str, Any]) -> str | None:
        """A unit that stands on the map and enters a hex moves; in the Reinforcement Phase it arrives."""
        units = [situation.units[name] for name in slots.get("units") or () if name in situation.units]
        if units and all(is_trains(unit) for unit in units):
            return "arrive"
        if situation.stated("phase") == "reinforcement" and not slots.get("path"):
            return "arrive"
        if not units or any(unit.hex is None or unit.facts.get("entry") == unit.hex for unit in units):
            return None
        slots["to"] = slots.get("to") or slots.get("at")
        return "move"

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


# ---- assignment ---------------------------------------------------------------------------------------------------------------------
class Assignment(BcsCase):
    """What is done in the Assignment Phase."""

    stages = (LEGALITY, "after")

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
        units = [situation.units[name] for name in slots.get("units") or () if name in situation.units]
        formation = next(iter(slots.get("formation") or ()), None)
        if not units or formation not in situation.formations or any(unit.stated("formation") is not None for unit in units):
            return None
        slots["to_formation"], slots["support"] = formation, True
        return "assign"


@act("leave_support")
class LeaveSupport(Assignment):
    """A unit leaves Support and is placed on the map."""


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

    stages: ClassVar[tuple[str, ...]] = (LEGALITY, "after")

    def prepare(self) -> None:
        """From where to where, and the formation that is active."""
        self.now: str | None = self.s.stated("phase")
        self.to: str | None = self.slots.get("phase")
        self.f = self.formation(self.s.stated("active_formation"))
        self.side = self.f.stated("side") or self.s.stated("active")


# ---- activations ----------------------------------------------------------------------------------------------------------------------
@act("activate")
class Activate(FormationAct):
    """A side activates a formation."""

    step = "hq_start"

    @classmethod
    def recast(cls, situation: Situation, slots: dict[str, Any]) -> str | None:
        """Who activates nobody passes; a side alone is the active one."""
        if slots.get("not"):
            return "pass"
        return "active_side" if slots.get("side") and not slots.get("units") and not slots.get("about") and not slots.get("question") else None

    @classmethod
    def begins(cls, situation: Situation, slots: dict[str, Any]) -> tuple[str, ...]:
        """The Activations phase, once it is known who goes first; and the end of another formation's Activation that has nothing mandatory left."""
        now = situation.stated("phase")
        if now in TURN[1:-1] and (situation.stated("active") is not None or situation.stated("turn") == 1):
            return ("activations",)
        named = [name for name in slots.get("units") or () if name in situation.formations]
        over = now in ("isolation", "second_activation") and named and situation.stated("active_formation") not in named
        return ("activations",) if over else ()

    def prepare(self) -> None:
        """The formations that are named."""
        alone = [unit for unit in self.movers if unit.id in self.s.units and unit.formation is None]
        if alone:  # an unassigned independent: there is no formation to be activated
            self.f, self.formations, self.side = self.formation(alone[0].id), [], alone[0].side
            self.player = self.slots.get("side") or self.side
            return
        super().prepare()
        self.formations = [self.formation(name) for name in self.named() if self.is_formation(name)] or [self.f]
        self.player = self.slots.get("side") or self.side


@act("active_side")
class ActiveSide(BcsCase):
    """Words that say whose turn it is."""

    stages = (LEGALITY, "after")
    silent = True


@act("pass")
class Pass(BcsCase):
    """A side does not activate anybody."""

    deniable = True


@act("waive_second")
class WaiveSecond(FormationAct):
    """A formation does without its Second Activation."""

    deniable = True

    step = "second_activation"


@act("second_activation")
class SecondActivation(FormationAct):
    """A formation tries for a Second Activation."""

    @classmethod
    def recast(cls, situation: Situation, slots: dict[str, Any]) -> str | None:
        """Who does not try waives it."""
        return "waive_second" if slots.get("not") else None

    roll_read = True
    step = "second_activation"


@act("chits")
class Chits(BcsCase):
    """Chits are put in the cup (optional)."""

    def prepare(self) -> None:
        """How many of each number."""
        self.twos = int(self.slots.get("twos") or 0)
        self.ones = int(self.slots.get("ones") or 0)


# ---- the steps of an Activation -----------------------------------------------------------------------------------------------------
@act("preparation")
class Preparation(FormationAct):
    """The Preparation step as a whole, in its strict order."""

    step = "preparation"
    responses = ("prep_def", "remove_msr_blocked")

    def prepare(self) -> None:
        """What is to become of a Prepared Defense."""
        super().prepare()
        answers = [answer for answer in self.slots.get("responses") or () if answer.kind == "prep_def"]
        self.do: str | None = answers[0].slots.get("do") if answers else self.slots.get("do")


@act("prep_def")
class PrepDef(FormationAct):
    """A Prepared Defense is created, kept or dropped."""

    deniable = True

    @classmethod
    def recast(cls, situation: Situation, slots: dict[str, Any]) -> str | None:
        """A unit that is attacked claims that of its formation."""
        names = slots.get("units") or ()
        attacked = (situation.facts.get("pending") or {}).get("defenders") or ()
        return "claim_prep_def" if names and slots.get("do") != "drop" and all(name in attacked for name in names) else None

    def prepare(self) -> None:
        """Which of these."""
        super().prepare()
        self.do: str = self.slots.get("do") or ("keep" if self.f.prep_def else "create")
        if self.slots.get("not"):  # nothing is made, kept or dropped
            self.do = "decline"


@act("raise_blocked")
class RaiseBlocked(FormationAct):
    """An MSR Blocked marker is laid down or raised."""

    step = "preparation"

    def prepare(self) -> None:
        """The level that is named; the next one if none is."""
        super().prepare()
        level = self.slots.get("level")
        self.level: int = int(self.f.msr_blocked) + 1 if level is None else int(level)


@act("save_points")
class SavePoints(BcsCase):
    """Points that are not used are kept for later."""

    def prepare(self) -> None:
        """What is kept: Replacements, OBJ markers, Artillery or Air Points."""
        points = next((name for name in ("artillery", "air") if self.slots.get(name)), "repl")
        self.what: str = self.slots.get("what") or points
        self.side = self.slots.get("side") or self.s.active


@act("roll_points")
class RollPoints(BcsCase):
    """The roll for the Replacements or Air Points of a turn."""

    def prepare(self) -> None:
        """Which points."""
        self.what: str = self.slots.get("what") or "repl"
        self.side = self.slots.get("side") or self.s.active


@act("coordination_marker")
class CoordinationMarker(FormationAct):
    """A Coordination marker comes off or is put on."""

    def prepare(self) -> None:
        """Which of these."""
        super().prepare()
        self.do: str = self.slots.get("do") or "remove"


@act("remove_msr_blocked")
class RemoveBlocked(FormationAct):
    """The MSR Blocked marker comes off."""

    step = "preparation"


@act("recovery")
class Recovery(FormationAct):
    """A Recovery Activation."""

    step = "preparation"


@act("fix_fail")
class FixFail(FormationAct):
    """A SNAFU Fail is turned into a Recovery Activation."""

    responses = ("recovery",)  # "... and recovers"

    step = "snafu"


@act("accept_fail")
class AcceptFail(FormationAct):
    """A SNAFU Fail is taken as it is."""

    step = "snafu"


@act("snafu")
class Snafu(FormationAct):
    """The SNAFU roll."""

    roll_read = True
    step = "snafu"


@act("place_obj")
class PlaceObj(FormationAct):
    """OBJ markers are placed."""

    step = "obj_placement"

    def prepare(self) -> None:
        """How many markers, and the hexes that they go to."""
        super().prepare()
        hexes: list[str] = []
        at, target = self.slots.get("at"), self.slots.get("target")
        for named in (at, target, self.slots.get("also")):
            hexes += [named] if isinstance(named, str) else list(named or ())
        if not hexes:
            hexes = [here for name in self.slots.get("target_units") or () if (here := self.standing(self.unit(name))) is not None]
        self.hexes = [self.valid(hex_) for hex_ in dict.fromkeys(hexes)]
        self.targets = [self.unit(name) for name in self.slots.get("target_units") or ()]
        count = self.slots.get("count")
        self.count = int(count) if count is not None else 2 if self.slots.get("both") else max(1, len(self.hexes))
        self.saved = int(self.slots.get("extra") or 0) if not isinstance(self.slots.get("extra"), bool) else 1
        self.march = bool(self.slots.get("march"))


@act("obj_markers")
class ObjMarkers(FormationAct):
    """OBJ markers are left where they are, taken away or moved."""

    def prepare(self) -> None:
        """Which of these."""
        super().prepare()
        self.do: str = self.slots.get("do") or "keep"


@act("traffic_markers")
class TrafficMarkers(FormationAct):
    """Traffic markers are left where they are or taken away."""

    def prepare(self) -> None:
        """Which of these, and where."""
        super().prepare()
        self.do: str = self.slots.get("do") or "keep"
        at = self.slots.get("at")
        self.lying = [marker for marker in self.s.markers.values() if marker.kind == "traffic" and at in (None, marker.stated("at"))]


@act("recon")
class Recon(UnitAct):
    """A Recon unit tries to place an OBJ marker."""

    step = "activities"

    def prepare(self) -> None:
        """The unit and the hex that it looks at."""
        units = self.movers
        if not units:
            raise InputError("no_units")
        self.units = units
        self.side = self.unit_.side
        target = self.slots.get("target") or self.slots.get("at") or self.slots.get("to")
        if target is None:
            named = [self.unit(name) for name in self.slots.get("target_units") or ()]
            target = self.standing(named[0]) if named else None
        if target is None:
            raise InputError("no_destination")
        self.hex = self.valid(target)
        stated = self.slots.get("from")
        self.start = self.valid(stated) if isinstance(stated, str) else self.standing(self.unit_) or ""


@act("fatigue")
class Fatigue(FormationAct):
    """The check for Fatigue at the end of an Activation."""

    roll_read = True
    step = "fatigue"


@act("isolation")
class Isolation(UnitAct):
    """Isolation of units or of a whole formation."""

    question = True

    def prepare(self) -> None:
        """The units: those named, or all of the formation."""
        self.units = self.movers
        if not self.units:
            f = self.subject
            self.units = [unit for unit in self.s.placed() if unit.formation == f.id and unit.kind is None]
        self.side = self.units[0].side if self.units else self.s.active


# ---- routes of supply and the Trains ----------------------------------------------------------------------------------------------------
@act("trace_msr")
class TraceMsr(FormationAct):
    """A formation shows its MSR."""

    def prepare(self) -> None:
        """The hexes that it goes through, from the HQ to the Supply Source."""
        super().prepare()
        named = self.slots.get("path") or self.slots.get("hexes") or ()
        self.named_hexes = [self.valid(hex_) for hex_ in ((named,) if isinstance(named, str) else named)]


@act("trains_move")
class TrainsMove(FormationAct):
    """Combat Trains are moved or brought back: simply placed."""

    step = "activities"

    def prepare(self) -> None:
        """The Trains and the hex."""
        super().prepare()
        units = [unit for unit in self.movers if is_trains(unit)]
        found = units[0] if units else self.trains
        if found is None:
            raise InputError("no_units")
        self.unit_ = found
        self.f = formation_of(found) or self.f
        self.side = found.side
        path = self.slots.get("path") or ()
        to = self.slots.get("to") or self.slots.get("at") or (path[-1] if path else None)
        if to is None:
            raise InputError("no_destination")
        self.hex = self.valid(to)


@act("place")
class Place(BcsCase):
    """A counter is placed on the map: what is meant hangs on which it is."""

    @classmethod
    def recast(cls, situation: Situation, slots: dict[str, Any]) -> str | None:
        """Trains that are moved are placed; everything else that is placed arrives, or leaves Support."""
        units = [situation.units[name] for name in slots.get("units") or () if name in situation.units]
        if any(unit.facts.get("in_support") for unit in units):
            return "leave_support"
        if units and (situation.facts.get("pending") or {}).get("act") in ("jump", "soft_jump") and all(unit.kind is not None for unit in units):
            return "hq_retreat"
        if units and situation.stated("phase") == "activities" and all(unit.hex is not None and unit.kind is None for unit in units):
            slots.setdefault("to", slots.get("at"))  # "goes back to"
            return "move"
        if any(is_trains(unit) for unit in units) and situation.stated("phase") not in ("reinforcement", "setup"):
            return "trains_move"
        return "setup" if situation.stated("phase") == "setup" else "arrive"


@act("trains_stay")
class TrainsStay(FormationAct):
    """Combat Trains are left on the map."""

    step = "preparation"


@act("mixed")
class AskMixed(FormationAct):
    """Is a formation Mixed with another?"""

    question = True
    stages = ("answer",)


@act("trains_flip", "keep_side")
class TrainsSide(FormationAct):
    """Combat Trains are turned over, or left as they are."""

    def prepare(self) -> None:
        """The Trains and the side that they are to show."""
        super().prepare()
        units = [unit for unit in self.movers if is_trains(unit)]
        found = units[0] if units else self.trains
        if found is None:
            raise InputError("no_units")
        self.unit_ = found
        self.f = formation_of(found) or self.f
        self.side = found.side
        self.to: str = "ghost" if self.slots.get("to") == "ghost" else "normal"


@act("cleanup")
class Cleanup(FormationAct):
    """The Cleanup of an Activation."""

    step = "cleanup"
