"""The acts and questions of this book: what a declaration resolves to.  The rules about them stand in the chapters."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, ClassVar

from adjudicator.book import LEGALITY, InputError, Marker, Missing, Situation, Unit, act, act_named
from adjudicator.ground.declaration import Act
from adjudicator.kit import Asked, PathStep, WarCase, filled, steps_along

from .bound import bound_for, goes_as, on_the_map, stand_in
from .vocabulary import GERMAN, SOVIET
from .ways import cheapest_way


class FpaCase(WarCase):
    """What all acts of this book share: the KG markers."""

    def kg(self, id_: str | None) -> Marker | None:
        """The KG marker of that id, if it lies on the map."""
        marker = self.s.markers.get(id_ or "")
        return marker if marker is not None and marker.hex is not None else None

    def kgs(self) -> list[Marker]:
        """All KG markers on the map."""
        return [marker for marker in self.s.markers.values() if marker.kind == "KG" and marker.hex is not None]


# ---- what an act is about: tests that rules name with ``when`` -----------------------------------------------------------------
def germans_act(deed: Any) -> bool:
    """Germans do it."""
    return bool(deed.side == GERMAN)


def of_soviets(line: LineCase) -> bool:
    """It is about the supply of Soviets on the map."""
    return line.side == SOVIET and line.what == "supply" and bool(line.start)


def soviets_act(deed: Any) -> bool:
    """Soviets do it."""
    return bool(deed.side == SOVIET)


def storm_possible(deed: FpaCase) -> bool:
    """There is a storm, or nobody has said what weather there is."""
    return deed.s.stated("weather") in (None, "storm")


def kg_claimed(move: Move) -> bool:
    """Germans claim the transport of a KG."""
    return bool(move.aids) and move.side == GERMAN


def kg_about(deed: Any) -> bool:
    """A KG is claimed, or markers lie on the map."""
    return bool(deed.s.markers) or bool(deed.aids if isinstance(deed, Move) else deed.claimed_kgs)


def area_named(move: Move) -> bool:
    """Germans move, and hexes of the closed area (12.5) are listed."""
    return move.side == GERMAN and bool(move.s.stated("restricted_area"))


def shown_in_full(deed: FpaCase) -> bool:
    """Somebody reads the ruling: remarks that cost a search are wanted."""
    return deed.full


# ---- fights and moves -----------------------------------------------------------------------------------------------------------
@act("move")
class Move(FpaCase):
    """Movement of a unit or stack along a path."""

    denial = "stay"
    halts = "7.2"

    stages: ClassVar[tuple[str, ...]] = (LEGALITY, "allowance", "supply", "step", "cost", "after")
    legality: ClassVar[tuple[str, ...]] = (LEGALITY, "allowance", "supply", "step", "cost")

    @classmethod
    def takes(cls, situation: Situation, slots: dict[str, Any], answer: Act, thrown: bool) -> bool:
        """The die of a crossing belongs to the move."""
        movers = answer.slots.get("units") or ()
        of_it = answer.kind == "roll" and answer.slots.get("purpose") in (None, "crossing") and bool(movers) and set(movers) <= set(slots.get("units") or ())
        return of_it or super().takes(situation, slots, answer, thrown)

    @classmethod
    def recast(cls, situation: Situation, slots: dict[str, Any]) -> str | None:
        """Before the game it is a setup, of who is not on the map an arrival, while a result is carried out a retreat or an advance."""
        return goes_as(slots, bound_for(situation, slots)) if cls is Move else None

    def prepare(self) -> None:
        """The stack, where it starts, and the hexes it goes through, one by one."""
        self.movers = self.led(self.units_of())
        starts = list(dict.fromkeys(self.standing(unit) for unit in self.movers))
        if len(starts) > 1:
            raise InputError("one_stack_at_a_time", units=[unit.id for unit in self.movers])
        if starts[0] is None:
            raise InputError("not_on_map", unit=self.movers[0].id)
        self.start = starts[0]
        named = [self.slots["from"]] if self.slots.get("from") else []
        named += list(self.slots.get("path") or ()) or [name for name in (self.slots.get("to"),) if name]
        if not named and not self.question:
            raise InputError("no_destination")
        for name in named:
            if not self.book.grid.valid(name):
                raise InputError("impossible_hex", hex=name)
        if named and named[0] == self.start:
            named = named[1:]
        self.aids = [aid.id for aid in self.slots.get("aids") or () if aid.kind == "KG"]
        self.allowances: dict[str, int] = {}
        self.unsure: list[tuple[str, int, int, Missing]] = []  # (mobility, least, most, what is missing) of one cost
        self.river: int | None = None
        self.free: list[dict[str, str]] = []  # what 12.4 frees of cost, once that is known
        self.zocs: dict[str, list[Unit]] = {}  # what r07_zoc.zoc_on_the_way has found out
        self.mobilities = [each for each in dict.fromkeys(unit.fact("class") for unit in self.movers) if each != "static"]
        self.searched = False
        self.fault: tuple[str, str] | None = None
        self.path = self.full_path(named)
        if not self.path and self.fault is None and not self.question:
            raise InputError("already_there", unit=self.movers[0].id, hex=self.start)

    def claimed_markers(self) -> list[Marker]:
        """The KG markers on the map that the declaration uses."""
        if None in self.aids:
            return self.kgs()
        return [marker for marker in (self.kg(id_) for id_ in self.aids) if marker is not None]

    def full_path(self, named: list[str]) -> list[str]:
        """The named hexes with the gaps between them filled by the cheapest way."""
        if not self.mobilities:  # nothing here can move: no way to be looked for
            return named

        def way(here: str, there: str) -> list[str] | None:
            self.path = [there]
            found = cheapest_way(self, here, there) or ([there] if self.forced else None)
            self.searched = self.searched or found is not None
            return found

        path, self.fault = filled(self.s, self.start, named, way)
        return path

    @property
    def steps(self) -> list[PathStep]:
        """Every step of the path."""
        return steps_along([self.start, *self.path])

    def each(self, stage: str) -> Iterable[Any]:
        """The rules of the stage ``step`` speak for every step."""
        return self.steps if stage == "step" else (None,)


Inspect = act_named("inspect", "Looking through an enemy stack.", FpaCase)


@act("end_phase")
class EndPhase(FpaCase):
    """Units standing stacked at the end of a phase."""

    def prepare(self) -> None:
        """The hex and everything of that side in it."""
        named = self.units_of()
        self.at: str = self.somewhere(self.slots.get("at") or (self.standing(named[0]) if named else None))
        if not self.book.grid.valid(self.at):
            raise InputError("impossible_hex", hex=self.at)
        there = [unit for unit in self.s.at(self.at) if unit not in named]
        side = named[0].side if named else (there[0].side if there else None)
        if side is None:
            raise InputError("empty_hex", hex=self.at)
        self.side: str = side
        self.stack = named + [unit for unit in there if unit.side == side]


@act("overstacked", "eliminate")
class Removal(FpaCase):
    """The opponent's cure of an overstacked hex (6.0)."""

    responses = ("eliminate",)

    def prepare(self) -> None:
        """The hex, and whom who removes."""
        removed = list(self.slots.get("units") or ())
        self.remover: str | None = self.slots.get("side")
        for answer in self.slots.get("responses") or ():
            removed += list(answer.slots.get("units") or ())
            self.remover = answer.slots.get("side") or self.remover
        self.removed = [self.unit(id_) for id_ in dict.fromkeys(removed)]
        self.at: str = self.somewhere(self.slots.get("at") or (self.standing(self.removed[0]) if self.removed else None))
        stack = self.s.at(self.at)
        if not stack:
            raise InputError("empty_hex", hex=self.at)
        self.side: str = self.removed[0].side if self.removed else stack[0].side
        self.stack = [unit for unit in stack if unit.side == self.side]


class LineCase(FpaCase):
    """A supply line (Soviet) or communications line (German) of a unit or from a hex."""

    def prepare(self) -> None:
        """Whose line from which hex, and the path if one is shown."""
        units = self.units_of()
        self.subject: Unit | None = units[0] if units else None
        self.what: str = self.slots.get("what") or "supply"
        at = self.slots.get("at")
        self.start: str = (self.standing(self.subject) if self.subject else at) or ""  # empty: off the map
        self.at_least_one(self.start or self.subject)
        self.elsewhere: str | None = at if self.subject is not None and at and at != self.start else None
        path = list(self.slots.get("path") or ())
        for name in path:
            if not self.book.grid.valid(name):
                raise InputError("impossible_hex", hex=name)
        if path and path[0] != self.start and self.start and self.book.grid.adjacent(self.start, path[0]):
            path = [self.start, *path]
        self.path = path
        if self.subject is not None:
            self.side: str = self.subject.side
        else:
            self.side = SOVIET if self.what == "supply" else GERMAN
        edges = ("south", "west") if self.what == "communications" else ("north", "east", "south", "west")
        there = self.slots.get("to_edge") in (self.book.grid.on_edge(path[-1]) if path else ())  # … south to 4628
        self.on = self.slots.get("to_edge") in edges and not there


@act("trace", "claim_status")
class Line(LineCase):
    """A line that is shown, or claimed to be there."""

    stages = (LEGALITY, "status")
    legality = (LEGALITY, "status")


Status = act_named("status", "A question: is this unit or hex in supply, in communications, and why not.", LineCase, Asked)


class Deed(FpaCase):
    """An act that needs no more than its slots."""


@act("setup")
class SetUp(Deed):
    """Placing a unit before the game."""

    @classmethod
    def recast(cls, situation: Situation, slots: dict[str, Any]) -> str | None:
        """Who is placed while reinforcements come in enters, while replaced units come back returns (10.1, 11.2); while a result is
        carried out it is a retreat or an advance."""
        if cls is not SetUp:
            return None
        if situation.stated("phase") != "setup" and stand_in(situation, slots):
            return "stay"
        kind = bound_for(situation, slots)
        nowhere = any(unit.stated("at") is None for unit in situation.units_named(slots.get("units")))
        late = kind == "enter" and nowhere and situation.stated("phase") != "german reinforcement"
        return None if late or kind == "move" else goes_as(slots, kind)


Announce = act_named("announce", "Choosing the order of movement and combat.", Deed)
NextPhase = act_named("next_phase", "Going on to another phase.", Deed)
PhaseOver = act_named("phase_over", "A phase is said to be over: nothing is done by it.", Deed, silent=True)
Deploy = act_named("deploy", "Placing KG markers.", Deed, left_free="5.3")
KeepAir = act_named("keep_air", "Saving air markers for later.", Deed)


@act("enter")
class Enter(Deed):
    """The arrival of a reinforcement."""

    left_free = "10.1"

    @classmethod
    def recast(cls, situation: Situation, slots: dict[str, Any]) -> str | None:
        """A unit that stands on the map and enters a hex moves, retreats or, after a combat, advances; a replaced one returns."""
        kind = bound_for(situation, slots)
        return goes_as(slots, kind) if kind in ("return", "setup") else on_the_map(situation, slots)


@act("return")
class Return(Deed):
    """A replaced rifle corps coming back."""

    in_supply = True  # whether the hex has a supply line (8.2)

    @classmethod
    def recast(cls, situation: Situation, slots: dict[str, Any]) -> str | None:
        """A unit that stands on the map and goes back somewhere moves, retreats or advances."""
        return on_the_map(situation, slots)


@act("roll_return")
class RollReturn(Deed):
    """The die for the return of an eliminated corps."""

    def prepare(self) -> None:
        """Whose return."""
        super().prepare()
        if not self.units_of():
            raise InputError("no_units")


Exit = act_named("exit", "Leaving the map.", Deed, left_free="4.1")


@act("roll")
class DiceRoll(Deed):
    """A roll of the sequence of play: the weather, the air phase."""

    roll_read = True
    responses = ("roll",)

    @classmethod
    def takes(cls, situation: Situation, slots: dict[str, Any], answer: Act, thrown: bool) -> bool:
        """The other side's dice for the air phase belong to the same roll, also where those of the first have been told."""
        sides = {slots.get("side"), answer.slots.get("side")}
        both = answer.kind in cls.responses and None not in sides and len(sides) == 2
        return both or super().takes(situation, slots, answer, thrown)

    @classmethod
    def recast(cls, situation: Situation, slots: dict[str, Any]) -> str | None:
        """A die for Soviet units that are not on the map is the one for their return (11.1)."""
        units = situation.units_named(slots.get("units"))
        gone = [unit for unit in units if unit.stated("side") == SOVIET and unit.hex is None]
        return "roll_return" if units and gone == units and not slots.get("purpose") else None

    @property
    def purpose(self) -> str:
        """``weather`` or ``air``: what is said, else what the phase or the number of dice tells."""
        said = self.slots.get("purpose")
        if said:
            return str(said)
        phase = self.s.stated("phase")
        return "weather" if phase == "weather" else "air"


class Question(Asked, FpaCase):
    """Something asked; what is not known leaves the answer open."""


AskWeather = act_named("weather", "What is the weather this turn?", Question)
AskWinner = act_named("winner", "Who has won?", Question)


@act("score")
class Score(Question):
    """How many victory points something is worth."""

    stages = ("answer", "total")


AskControl = act_named("controls", "Who controls a hex?", Question)
AskAttackers = act_named("attackers", "What can attack a hex?", Question)
AskRetreats = act_named("retreats", "Where may a unit retreat?", Question)
AskNeed = act_named("need", "What does it take to reach a column against a hex?", Question)


@act("chances")
class AskChances(Question):
    """What are the chances of the attack that is pending or named?"""

    of = ("attack",)


AskOdds = act_named("odds_of", "What are the odds of an attack?", AskChances)
AskCost = act_named("cost", "What does a way cost?", Question)


@act("how_many")
class AskHowMany(Question):
    """How many air markers, victory points, or steps in a hex."""

    stages = ("answer", "total")

    @classmethod
    def recast(cls, situation: Situation, slots: dict[str, Any]) -> str | None:
        """How many steps somebody loses is asked of the result that is being carried out."""
        return "steps_due" if slots.get("lost") else None


@act("can_reach", "where_go")
class AskReach(Asked, Move):
    """Where a unit can move, or whether it can get to a hex."""

    stages = (LEGALITY, "allowance", "supply", "answer")

    @classmethod
    def recast(cls, situation: Situation, slots: dict[str, Any]) -> str | None:
        """Of a unit that does not stand on the map it is asked where it may be placed."""
        units = situation.units_named(slots.get("units"))
        if cls is not AskReach or not units or any({"at", "setup"}.isdisjoint(unit.facts) or unit.hex is not None for unit in units):
            return None
        if situation.stated("phase") == "setup":
            return "where_set_up"
        return "where_return" if units[0].stated("side") == SOVIET else "where_enter"

    def full_path(self, named: list[str]) -> list[str]:
        """A question names a goal, not a path."""
        self.goal = named[-1] if named else None
        return []


AreaSaid = act_named(
    "area", "What was said of the area that 12.5 closes to the Soviets: a fact, put on the table for what follows.", Deed, deniable=True, silent=True
)
