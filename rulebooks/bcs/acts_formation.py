"""Acts of formations: activations, the steps of an Activation, objectives, routes of supply and the Trains."""

from __future__ import annotations

from typing import Any, ClassVar

from adjudicator.book import LEGALITY, Situation, Unit, act, act_named
from adjudicator.kit import Asked

from .acts import BcsCase, FormationAct, UnitAct
from .acts_due import JUMP, SOFT_JUMP
from .acts_going import going
from .vocabulary import TURN, acts_now, formation_of, is_trains


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


ActiveSide = act_named("active_side", "Words that say whose turn it is.", BcsCase, stages=(LEGALITY, "after"), silent=True)
Pass = act_named("pass", "A side does not activate anybody.", BcsCase, deniable=True)
WaiveSecond = act_named("waive_second", "A formation does without its Second Activation.", FormationAct, deniable=True, step="second_activation")


@act("second_activation")
class SecondActivation(FormationAct):
    """A formation tries for a Second Activation."""

    whole = True
    responses = ("roll",)
    fails = "failure"

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


@act("preparation")
class Preparation(FormationAct):
    """The Preparation step as a whole, in its strict order."""

    whole = True
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
        """What is kept: Replacements, OBJ markers, Artillery or Air Points, MPs."""
        points = next((name for name in ("artillery", "air", "mp") if self.slots.get(name)), "repl")
        self.what: str = self.slots.get("what") or points
        self.side = self.slots.get("side") or self.s.active


@act("roll_points")
class RollPoints(BcsCase):
    """The roll for the Replacements or Air Points of a turn."""

    def prepare(self) -> None:
        """Which points."""
        self.what: str = self.slots.get("what") or "repl"
        self.side = self.slots.get("side") or self.s.active


class MarkerAct(FormationAct):
    """Something that is done with markers: ``do`` says what, ``usual`` where the words do not."""

    usual: ClassVar[str] = "keep"

    def prepare(self) -> None:
        """What is done."""
        super().prepare()
        self.do: str = self.slots.get("do") or self.usual


CoordinationMarker = act_named("coordination_marker", "A Coordination marker comes off or is put on.", MarkerAct, usual="remove")
ObjMarkers = act_named("obj_markers", "OBJ markers are left where they are, taken away or moved.", MarkerAct)


RemoveBlocked = act_named("remove_msr_blocked", "The MSR Blocked marker comes off.", FormationAct, step="preparation")
Recovery = act_named("recovery", "A Recovery Activation.", FormationAct, step="preparation")


@act("fix_fail")
class FixFail(FormationAct):
    """A SNAFU Fail is turned into a Recovery Activation."""

    responses = ("recovery",)  # "... and recovers"

    step = "snafu"


AcceptFail = act_named("accept_fail", "A SNAFU Fail is taken as it is.", FormationAct, step="snafu")


@act("snafu")
class Snafu(FormationAct):
    """The SNAFU roll."""

    compelled = "3.2a"
    whole = True
    responses = ("roll",)  # "on to SNAFU: GF rolls" is one roll

    roll_read = True
    step = "snafu"


ROLLS = frozenset(("first_player", "snafu", "fatigue", "second_activation", "isolation"))
"""Phases, and steps of the Activation, that wait for a roll of their own name."""


@act("roll")
class DueRoll(FormationAct):
    """Dice are thrown, and nobody says what for."""

    @classmethod
    def recast(cls, situation: Situation, slots: dict[str, Any]) -> str | None:
        """The roll that is due: for the counter that was jumped, else the one of the step in which the Activation is."""
        if (situation.facts.get("pending") or {}).get("act") in (JUMP, SOFT_JUMP):
            slots["units"] = slots.get("units") or (situation.facts["pending"]["unit"],)
            return "jump_roll"
        phase = situation.stated("phase")
        return str(phase) if phase in ROLLS else None


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
        self.count = max(int(count or 1), 2 if self.slots.get("both") else 1, len(self.hexes))  # one here and another there: two
        self.saved = int(self.slots.get("extra") or 0) if not isinstance(self.slots.get("extra"), bool) else 1
        self.march = bool(self.slots.get("march"))


@act("traffic_markers")
class TrafficMarkers(MarkerAct):
    """Traffic markers are left where they are or taken away."""

    def prepare(self) -> None:
        """What is done, and with which of them."""
        super().prepare()
        at = self.slots.get("at")
        self.lying = [marker for marker in self.s.markers.values() if marker.kind == "traffic" and at in (None, marker.stated("at"))]


@act("recon")
class Recon(UnitAct):
    """A Recon unit tries to place an OBJ marker."""

    responses = ("roll",)
    fails = "failure"

    step = "activities"

    def prepare(self) -> None:
        """The unit and the hex that it looks at."""
        units = self.at_least_one(self.movers)
        self.units = units
        self.side = self.unit_.side
        target = self.slots.get("target") or self.slots.get("at") or self.slots.get("to")
        if target is None and (named := self.slots.get("target_units")):
            target = self.standing(self.unit(named[0]))
        self.hex = self.valid(self.somewhere(target))
        stated = self.slots.get("from")
        self.start = self.valid(stated) if isinstance(stated, str) else self.standing(self.unit_) or ""


@act("fatigue")
class Fatigue(FormationAct):
    """The check for Fatigue at the end of an Activation."""

    whole = True
    responses = ("roll",)

    roll_read = True
    step = "fatigue"
    compelled = "1.8b"

    @classmethod
    def recast(cls, situation: Situation, slots: dict[str, Any]) -> str | None:
        """What the roll of this Activation has come to is only said again."""
        names = [str(name) for name in slots.get("units") or (situation.known("active_formation"),)]
        rolls = [roll for name in names for roll in acts_now(situation, name, "fatigue_checked")]
        if not slots.get("told") or not rolls or len(names) != 1:
            return None
        level = situation.formations[names[0]].known("fatigue") if names[0] in situation.formations else None
        return "note" if rolls[-1].get("result") == "increase" and slots.get("level") in (None, level) else None


@act("isolation")
class Isolation(UnitAct):
    """Isolation of units or of a whole formation."""

    whole = True
    responses = ("roll",)

    question = True

    def prepare(self) -> None:
        """The units: those named, or all of the formation."""
        self.units = self.movers
        if not self.units:
            f = self.subject
            self.units = [unit for unit in self.s.placed() if unit.formation == f.id and unit.kind is None]
        self.side = self.units[0].side if self.units else self.s.active


@act("trace_msr")
class TraceMsr(FormationAct):
    """A formation shows its MSR."""

    def prepare(self) -> None:
        """The hexes that it goes through, from the HQ to the Supply Source."""
        super().prepare()
        named = self.slots.get("path") or self.slots.get("hexes") or ()
        self.named_hexes = [self.valid(hex_) for hex_ in ((named,) if isinstance(named, str) else named)]


class TrainsAct(FormationAct):
    """Something that is done with Combat Trains: those named, else those of the formation; ``unit_`` is they."""

    def prepare(self) -> None:
        """The Trains, and whose they are."""
        super().prepare()
        self.unit_: Unit = self.at_least_one(next((unit for unit in self.movers if is_trains(unit)), self.trains))
        self.f = formation_of(self.unit_) or self.f
        self.side = self.unit_.side


@act("trains_move")
class TrainsMove(TrainsAct):
    """Combat Trains are moved or brought back: simply placed."""

    step = "activities"

    def prepare(self) -> None:
        """The Trains and the hex."""
        super().prepare()
        path = self.slots.get("path") or ()
        self.hex = self.valid(self.somewhere(self.slots.get("to") or self.slots.get("at") or (path[-1] if path else None)))


@act("place")
class Place(BcsCase):
    """A counter is placed on the map: what is meant hangs on which it is."""

    @classmethod
    def recast(cls, situation: Situation, slots: dict[str, Any]) -> str | None:
        """Set up, arrival, a move to its hex: whatever putting it there is in the position; who stands there stays, unless others have to go."""
        units = situation.units_named(slots.get("units"))
        there = bool(units) and all(unit.hex is not None and unit.hex == slots.get("at") for unit in units)
        if there and not situation.facts.get("pending") and situation.stated("phase") != "setup":
            return "stay"
        return going(situation, slots) or "arrive"


TrainsStay = act_named("trains_stay", "Combat Trains are left on the map.", FormationAct, step="preparation")
AskMixed = act_named("mixed", "Is a formation Mixed with another?", FormationAct, Asked)


@act("trains_flip", "keep_side")
class TrainsSide(TrainsAct):
    """Combat Trains are turned over, or left as they are."""

    def prepare(self) -> None:
        """The Trains and the side that they are to show."""
        super().prepare()
        self.to: str = "ghost" if self.slots.get("to") == "ghost" else "normal"


Cleanup = act_named("cleanup", "The Cleanup of an Activation.", FormationAct, step="cleanup", whole=True)
