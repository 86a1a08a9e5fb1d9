"""Acts of movement: moves of units and HQs, turning counters over, Screens, jumps of HQs and Trains, and retreats of one's own will."""

from __future__ import annotations

from typing import Any

from adjudicator.book import LEGALITY, Findings, InputError, Missing, Situation, Unit, act, act_named, term

from .acts import BcsCase
from .acts_due import SOFT_JUMP, may_advance, owes_retreat, what_is_due
from .acts_going import going
from .r04_vocabulary import Price, way_to
from .vocabulary import acts_now, hq_of, is_hq, is_trains


class Step:
    """One hexside crossed: from where into which hex, the hexes that are still to come, and what it was found to cost."""

    __slots__ = ("before", "here", "last", "number", "open", "price")

    def __init__(self, before: str, here: str, number_: int, last: bool) -> None:
        self.before = before
        self.here = here
        self.number = number_
        self.last = last
        self.price: Price | None = None
        self.open: Missing | None = None  # the fact that the price hangs on

    def terms(self, *keys: str) -> Findings:
        """The parts of the price that these text keys tell, as terms of the ledger."""
        for cost, key, what in self.price.parts if self.price is not None else ():
            if key in keys:
                yield term("cost", cost, key, hex=self.here, what=what)


class UnitMove(BcsCase):
    """What is done with one unit of the active Formation; ``unit_`` is the unit."""

    def prepare(self) -> None:
        """The units named, and the first of them."""
        self.units: list[Unit] = self.movers
        if not self.units and self.slots.get("what") == "hq":  # 12VG moves its HQ
            own = hq_of(self.s, self.subject.id)
            self.units = [own] if own is not None else []
        self.at_least_one(self.units)
        self.unit_ = self.units[0]
        self.side = self.unit_.side
        self.start = self.standing(self.unit_)

    def answered(self, *kinds: str) -> list[Any]:
        """Later acts of the same entry that belong to this one, of these kinds."""
        found = [answer for answer in self.slots.get("responses") or () if answer.kind in kinds]
        return found or ([self] if "no_fire" in kinds and self.slots.get("holds_fire") else [])

    def here(self) -> str:
        """The hex it stands in; InputError if it is off the map."""
        if self.start is None:
            raise InputError("not_on_map", unit=self.unit_.id)
        return self.start


@act("move")
class Move(UnitMove):
    """A unit or an HQ moves along a path."""

    halts = "3.4e"
    step = "activities"
    stages = (LEGALITY, "step", "afford", "end", "cost", "halt", "after")
    legality = (LEGALITY, "step", "afford", "end")
    responses = ("no_fire", "no_stop", "end_activation", "stay", "jump")

    @classmethod
    def recast(cls, situation: Situation, slots: dict[str, Any]) -> str | None:
        """A retreat that is owed, an advance that was won, an arrival … where the position says so."""
        return going(situation, slots)

    def prepare(self) -> None:
        """The path, from hex to hex; a far hex means the cheapest way to it."""
        super().prepare()
        path = self.path_named()
        self.absent = self.start is None and len(path) > 1
        if self.absent:  # it did not come on the map as it was said to; what it would do there is judged all the same
            self.start = path[0]
        start = self.here()
        if self.slots.get("from") and self.slots["from"] != start:
            raise InputError("stands_elsewhere", unit=self.unit_.id, hex=start, named=self.slots["from"])
        if path and path[0] == start:
            path = path[1:]
        self.somewhere(path)
        self.goal = path[-1]
        self.searched = len(path) == 1 and not self.adjacent(start, path[0])
        self.unreachable = False
        self.doubt: Missing | None = None
        if self.searched:
            found, self.doubt = way_to(self.s, self.unit_, start, self.goal)
            self.unreachable = found is None
            path = found or []
        hexes = [start, *path]
        self.units = [unit for unit in self.units if unit is self.unit_ or (unit.side == self.side and unit.hex not in path)]
        self.steps = [Step(before, hexes[index + 1], index, index + 2 == len(hexes)) for index, before in enumerate(hexes[:-1])]
        self.end = hexes[-1]
        # a unit that stands where the move goes, or an enemy beside it, only says where that is
        self.units = [unit for unit in self.units if unit is self.unit_ or (unit.side == self.side and self.standing(unit) not in path)]
        self.stops: list[str] = []  # keys of what stops the unit where its move ends
        self.finishes = False

    def each(self, stage: str) -> Any:
        """Steps are looked at one by one; without a way there is nothing to look at."""
        if stage == "step":
            return self.steps
        return (None,) if self.steps or stage == LEGALITY else ()

    @property
    def cls(self) -> str:
        """The movement class of the side showing."""
        found: str = self.unit_.ma_class
        return found

    @property
    def cross_country(self) -> bool:
        """Whether the player leaves the roads aside."""
        return self.slots.get("how") == "cross_country"

    @property
    def not_moved(self) -> bool:
        """Whether this is the unit's first movement of the Activation."""
        return not self.unit_.moved and not acts_now(self.s, self.unit_.id, "move")


@act("move_back")
class MoveBack(UnitMove):
    """A unit goes back: a retreat where a result asks for one, else a move like any other."""

    @classmethod
    def recast(cls, situation: Situation, slots: dict[str, Any]) -> str | None:
        """One of these it always is."""
        kind = going(situation, slots)
        return "retreat" if kind in (None, "move") and situation.facts.get("pending") else kind or "move"


@act("capture")
class Capture(UnitMove):
    """A hex is taken: an advance where one was won, the claim of an Urban hex that was fought for, else a move."""

    @classmethod
    def recast(cls, situation: Situation, slots: dict[str, Any]) -> str | None:
        """One of these it always is."""
        to = (slots.get("path") or (slots.get("to"),))[-1]
        kind = going(situation, slots) or "advance"
        fought = any(act.get("hex") == to for acts in situation.history.values() for act in acts)
        return "advance" if to is None or kind == "move" and fought and situation.hex(to).urban else kind


@act("flip")
class Flip(UnitMove):
    """A combat unit is turned to its other side."""

    step = "activities"

    @classmethod
    def recast(cls, situation: Situation, slots: dict[str, Any]) -> str | None:
        """Trains turn Ghost or Normal."""
        units = situation.units_named(slots.get("units"))
        return "trains_flip" if any(is_trains(unit) for unit in units) or slots.get("to") in ("normal", "ghost") else None

    def prepare(self) -> None:
        """The side that is to show, and the Safe Path that is shown for it."""
        super().prepare()
        path = [self.valid(hex_) for hex_ in self.slots.get("path") or ()]
        self.path: list[str] = path if not path or path[0] == self.start else [self.here(), *path]
        wanted = self.slots.get("to") or self.slots.get("class")
        hidden = self.unit_.facts.get("other_side") or {}
        if wanted in ("leg", "truck", "tac"):
            other = "deployed" if self.unit_.stated("shown") == "move" else "move"
            self.to = other if hidden.get("ma_class", wanted) == wanted else str(self.unit_.stated("shown"))
            self.new_class: str | None = wanted
        else:
            self.to = wanted or ("deployed" if self.unit_.shown == "move" else "move")
            self.new_class = hidden.get("ma_class")


@act("screen")
class Screen(UnitMove):
    """A Screen marker goes on a Recon unit, or comes off."""

    step = "activities"

    def prepare(self) -> None:
        """On or off."""
        super().prepare()
        self.on = not self.slots.get("off")


@act("jump")
class Jump(UnitMove):
    """A unit enters the hex of an enemy HQ or Trains and jumps them."""

    step = "activities"

    @classmethod
    def recast(cls, situation: Situation, slots: dict[str, Any]) -> str | None:
        """Jumping is moving into their hex; a jumped HQ that "jumps" goes elsewhere."""
        targets = situation.units_named(slots.get("target_units"))
        if targets and targets[0].hex is not None and slots.get("units"):
            slots["to"] = slots.get("at") or targets[0].hex
            return "move"
        if slots.get("units") and slots.get("at") and not targets:  # "the HQ jumps to 10.16": it is the one that was jumped
            slots["to"] = slots.pop("at")
            return "hq_retreat"
        return None

    def prepare(self) -> None:
        """Who is jumped."""
        super().prepare()
        self.targets = self.at_least_one([self.unit(name) for name in self.named("target_units")])


JumpRoll = act_named("jump_roll", "The roll for a Soft or a Hard Jump.", UnitMove, responses=("roll",), stages=(LEGALITY, "roll", "after"))


@act("voluntary_retreat")
class VoluntaryRetreat(UnitMove):
    """A unit or an HQ retreats of its own will."""

    step = "activities"
    stages = (LEGALITY, "loss", "after")

    def prepare(self) -> None:
        """From where, and where to.  InputError if enemies are named before a unit of the active side: it is not plain whose it is."""
        super().prepare()
        own = [unit for unit in self.units if unit.stated("side") == self.s.stated("active")]
        if own and own[0] is not self.unit_:
            raise InputError("no_units")
        self.to: str | None = self.valid(self.slots["to"]) if self.slots.get("to") else None
        self.steps_lost = 0
        if self.slots.get("from") and self.slots["from"] != self.here():
            raise InputError("stands_elsewhere", unit=self.unit_.id, hex=self.here(), named=self.slots["from"])


@act("hq_retreat")
class JumpedRetreat(UnitMove):
    """A jumped HQ or jumped Trains are put elsewhere."""

    def prepare(self) -> None:
        """Where to; ``off_map`` for Trains that leave the map."""
        super().prepare()
        path = self.slots.get("path") or ()
        to = self.slots.get("to") or (path[-1] if path else None)
        self.to: str | None = self.valid(to) if to else None
        self.off_map = bool(self.slots.get("off_map"))
        waits = self.s.stated("pending") or {}
        self.left = waits.get("hex") or self.slots.get("from") or self.start
        self.soft: bool = waits.get("act") == SOFT_JUMP
        if self.to is None and isinstance(self.slots.get("at"), str):
            self.to = self.valid(self.slots["at"])


StackOrder = act_named("stack_order", "A unit is put on top of others of its hex.", UnitMove)


@act("take_back")
class TakeBack(UnitMove):
    """A move that was made is taken back."""

    responses = ("take_back",)

    @classmethod
    def recast(cls, situation: Situation, slots: dict[str, Any]) -> str | None:
        """Who has to retreat and is taken back to a hex retreats there; who stands nowhere is put there."""
        units = situation.units_named(slots.get("units"))
        if slots.get("to") and units and all(unit.hex is None for unit in units):
            slots["at"] = slots.pop("to")
            return "place"
        return what_is_due(situation, slots)


MoveObj = act_named("move_obj", "An OBJ marker that lies on the map is put elsewhere.", BcsCase)


@act("exit")
class Exit(UnitMove):
    """A unit moves off the map."""

    @classmethod
    def recast(cls, situation: Situation, slots: dict[str, Any]) -> str | None:
        """Off the map go jumped Trains and units that retreat; in the Assignment Phase, units that are unassigned; in Preparation, Trains."""
        units = situation.units_named(slots.get("units"))
        if slots.get("at") and units and all(unit.hex is None and "entry" in unit.facts for unit in units):
            return going(situation, slots)  # from off the map into 01.10
        slots["off_map"] = True
        if situation.stated("phase") == "assignment":
            return "unassign"
        if not situation.facts.get("pending"):
            trains = units and all(is_trains(unit) for unit in units)
            return "preparation" if trains and situation.stated("phase") in ("hq_start", "preparation") else None
        return "hq_retreat" if units and all(is_trains(unit) or is_hq(unit) for unit in units) else "retreat"


@act("stay")
class Stay(BcsCase):
    """A unit stays where it is."""

    silent = True

    @classmethod
    def recast(cls, situation: Situation, slots: dict[str, Any]) -> str | None:
        """Who won a fight and stays does not advance; who has to retreat and stays holds the hex; who is left where it does not stand goes there."""
        units = situation.units_named(slots.get("units"))
        if units and slots.get("at") and all(unit.hex != slots["at"] for unit in units):
            return going(situation, slots)
        waits = situation.facts.get("pending") or {}
        if {"S", "R"} & set(str(waits.get("result") or "").split()) and set(slots.get("units") or ()) & set(waits.get("defenders") or ()):
            return "hold"
        units = situation.units_named(slots.get("units"))
        return "decline_advance" if units and all(may_advance(situation, waits, unit) for unit in units) else None


@act("end_activation", "no_stop", "stays_stopped")
class Said(BcsCase):
    """Words that belong to a move and say something of it, or how things stand."""

    silent = True

    @classmethod
    def recast(cls, situation: Situation, slots: dict[str, Any]) -> str | None:
        """Who has to leave a hex and stops in another has gone there."""
        return what_is_due(situation, slots)


class Question(BcsCase):
    """A question about where a unit can go."""

    question = True

    def prepare(self) -> None:
        """The unit and where it stands or is to start."""
        self.units: list[Unit] = self.at_least_one(self.movers)
        self.unit_ = self.units[0]
        self.side = self.unit_.side
        self.start: str = self.slots.get("from") or self.standing(self.unit_) or ""
        if not self.start:
            raise InputError("not_on_map", unit=self.unit_.id)
        path = self.path_named()
        self.path = path[1:] if path and path[0] == self.start else path


@act("can_reach")
class AskReach(Question):
    """Can a unit get to a hex?"""

    @classmethod
    def recast(cls, situation: Situation, slots: dict[str, Any]) -> str | None:
        """Of a unit that waits beside the map it is asked whether it may enter there; of one that has to go, whether it may retreat there."""
        due = what_is_due(situation, slots)
        if due is not None:
            slots["question"] = True
            return due
        units = situation.units_named(slots.get("units"))
        if not units or slots.get("from") or any(unit.hex is not None or "entry" not in unit.facts for unit in units):
            return None
        slots.update(at=slots.pop("to", None), question=True)
        return "arrive"


@act("where_go")
class AskWhere(Question):
    """Where can a unit get to?"""

    @classmethod
    def recast(cls, situation: Situation, slots: dict[str, Any]) -> str | None:
        """Of a unit that has to leave its hex it is asked where it may retreat."""
        waits = situation.facts.get("pending") or {}
        units = situation.units_named(slots.get("units"))
        return "retreats" if units and all(owes_retreat(waits, unit) for unit in units) else None


AskCost = act_named("cost", "What does a way cost?", Question)
