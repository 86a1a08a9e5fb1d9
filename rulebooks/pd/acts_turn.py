"""The acts of the rest of the turn: supply, stacks at the end of a phase, dice on tables, what leaves the game, segments, victory."""

from __future__ import annotations

from typing import Any

from adjudicator.book import LEGALITY, InputError, Missing, Situation, Unit, act, act_named
from adjudicator.kit import Asked

from .acts import PdCase, Question
from .acts_combat import Aftermath, damaged_in
from .going import elsewhere, flying, going
from .vocabulary import EVENT, REPLACEMENT, lost_command, replaces


class SupplyCase(PdCase):
    """A supply line, shown or asked for, of a unit or of a hex."""

    def prepare(self) -> None:
        """Whose line, from where, along which hexes."""
        units = self.units_of()
        at = self.slots.get("at") or self.slots.get("from") or self.place_of(self.slots.get("place"))
        if not units and not at:
            raise InputError("no_units")
        self.subject: Unit | None = units[0] if units else None
        self.subjects = units
        self.side: str = units[0].side if units else self.slots.get("side") or self.s.active
        place = self.standing(units[0]) if units else at
        if place is None:
            raise InputError("not_on_map", unit=units[0].id)
        self.start: str = self.valid(place)
        path = [self.valid(name) for name in self.slots.get("path") or ()]
        source = self.slots.get("from")
        if units and source and path and source not in (self.start, *path):
            back = self.s.grid.adjacent(self.start, path[0]) is False  # told from its source to the unit
            path = [*(reversed(path) if back else path), self.valid(source)]
        goal = self.place_of(self.slots.get("goal"))
        if goal and goal not in path:
            path.append(goal)
        if self.slots.get("to"):
            path.append(self.valid(self.slots["to"]))
        self.path = [self.start, *path] if path and path[0] != self.start else path

    def place_of(self, feature: str | None) -> str | None:
        """The stated hex of a kind (Königsberg, Warsaw, a source) that words speak of; the nearest of several."""
        if feature is None:
            return None
        found = [name for name, hex_ in self.s.hexes.items() if feature in (hex_.stated("features") or ())]
        units = [unit.hex for unit in self.units_of() if unit.hex]
        return min(found, key=lambda name: (self.s.grid.distance(units[0], name) or 0, name)) if found and units else next(iter(found), None)


@act("trace")
class TraceSupply(SupplyCase):
    """A supply line that is shown, or said not to exist, and what becomes of the marker."""

    deniable = True

    stages = (LEGALITY, "status", "after")
    legality = (LEGALITY, "status")
    responses = ("mark", "claim_status", "trace")


@act("mark", "claim_status")
class Mark(SupplyCase):
    """A supply marker is put on a unit, turned over or taken off."""

    deniable = True

    stages = (LEGALITY, "status", "after")
    legality = (LEGALITY, "status")


@act("status")
class Status(Asked, SupplyCase):
    """Is this unit, or this hex, in supply?"""


Penalty = act_named("penalty", "Steps said to be lost, or units to die, of their lack of supply.", PdCase, deniable=True)
DefendWith = act_named("defend_with", "The part of its strength that a unit is said to defend with.", PdCase, deniable=True)
SavePoints = act_named("save_points", "Replacement points are kept for later (11.2).", PdCase)
Merge = act_named("merge", "The armies of Krakow and Karpaty become one by a random event (2.5.2).", PdCase, stages=(LEGALITY, "after"))


@act("end_phase")
class EndStack(PdCase):
    """Units stacked in a hex at the end of a phase (7.0)."""

    @classmethod
    def recast(cls, situation: Situation, slots: dict[str, Any]) -> str | None:
        """Who stands elsewhere ends up in the hex by going there."""
        return going(situation, slots) if elsewhere(situation, slots) and not slots.get("question") else None

    def prepare(self) -> None:
        """The hex and everything of that side in it."""
        named = self.units_of()
        self.at: str = self.valid(self.somewhere(self.slots.get("at") or (self.standing(named[0]) if named else None)))
        self.side: str = named[0].side if named else next((unit.side for unit in self.s.at(self.at)), "")
        if not self.side:
            raise InputError("empty_hex", hex=self.at)
        moving = {unit.id for unit in named}
        self.stack = named + [unit for unit in self.friends_at(self.at, self.side) if unit.id not in moving]


@act("remove")
class Remove(PdCase):
    """A counter is taken out of the game by a random event (2.5.2)."""

    @classmethod
    def recast(cls, situation: Situation, slots: dict[str, Any]) -> str | None:
        """A chit that comes out of the cup without an event is drawn, or gives way to a joint one as reinforcements arrive."""
        named = [item[1] or item[0] if isinstance(item, tuple) else str(item) for item in (*(slots.get("chits") or ()), *(slots.get("markers") or ()))]
        chits = [name for name in named if name not in situation.markers]
        by_event = situation.chit == EVENT or situation.event is not None
        if by_event or not chits or len(chits) < len(named) or slots.get("units"):
            return None
        slots["chits"] = tuple(chits)
        if all(lost_command(situation, chit) for chit in chits):
            return "lost_chit"
        if situation.phase in ("reinforcement segment", "turn advance segment"):
            slots["out"] = True
            return "cup"
        return "draw"

    def prepare(self) -> None:
        """What is taken out: units, aircraft or chits."""
        self.chits: list[str] = [item[1] or item[0] if isinstance(item, tuple) else str(item) for item in self.slots.get("chits") or ()]
        named = [item[1] or item[0] if isinstance(item, tuple) else str(item) for item in self.slots.get("markers") or ()]
        names = [*named, *(self.slots.get("units") or ())]
        self.planes = [self.marker(name) for name in names if name in self.s.markers]
        self.chits += [name for name in named if name not in self.s.markers]
        self.gone = [unit for unit in self.units_of() if unit.id not in self.s.markers]
        if not self.chits and not self.planes and not self.gone:
            raise InputError("no_units")


LostChit = act_named("lost_chit", "The command chit of an HQ that is lost leaves the game (11.1.3).", PdCase, stages=(LEGALITY, "after"))
PointsLost = act_named("points_lost", "Movement points that units are said to lose to interdiction (12.2).", PdCase)


class Dice(PdCase):
    """A roll on one of the book's tables; what the dice do is read off them."""

    responses = ("damage", "claim")


@act("roll")
class Roll(Dice):
    """Dice that say what they are for."""

    def prepare(self) -> None:
        """What nobody said they are for is no roll."""
        raise InputError("which_roll")

    @classmethod
    def recast(cls, situation: Situation, slots: dict[str, Any]) -> str | None:
        """By what the dice are for, else by the chit or the segment in play."""
        purpose = slots.get("purpose")
        if purpose is None:
            chit, phase = situation.chit, situation.phase
            purpose = {EVENT: "event", REPLACEMENT: "replacement", "OG": "og"}.get(str(chit))
            purpose = purpose or {"interdiction segment": "interdiction"}.get(str(phase))
        kinds = {"event": "event_roll", "replacement": "replacement_roll", "og": "og_roll", "interdiction": "interdiction_roll", "return": "air_return"}
        return kinds.get(str(purpose))


EventRoll = act_named("event_roll", "Two dice on the table of random events (2.5.2).", Dice)


@act("replacement_roll", "roll_return")
class ReplacementRoll(Dice):
    """The die for Polish replacements (2.5.1)."""

    @classmethod
    def recast(cls, situation: Situation, slots: dict[str, Any]) -> str | None:
        """The return of an aircraft is another roll."""
        names = (*(slots.get("markers") or ()), *(slots.get("units") or ()))
        return "air_return" if any(name in situation.markers for name in names) else None


OgRoll = act_named("og_roll", "The die for the operational groups (2.4.1).", Dice)
NextPhase = act_named("next_phase", "Going on to another segment.", PdCase)
Announce = act_named("announce", "Saying what comes next.", PdCase)


@act("victory")
class Victory(PdCase):
    """A victory that is claimed: sudden death, or a level at the end."""

    def prepare(self) -> None:
        """What is claimed."""
        said: str | None = self.slots.get("what")
        self.ends = said == "game_end"  # asked whether the game ends, not who has won
        self.what = "sudden_death" if self.ends else said


def last_turn_over(victory: Victory) -> bool:
    """Whether the game is at its end because its turns are (1.0)."""
    s = victory.s
    return (
        s.known_to_be("phase", "end of game")
        or s.known_to_be("phase", "sudden death victory segment")
        and s.known_to_be("turn", victory.table("last_turn")["turn"])
    )


Winner = act_named("winner", "Who has won, and how.", PdCase, Asked, stages=("points", "answer"))


@act("vp_hex")
class VpHex(PdCase):
    """A hex that is said to count as a VP hex."""

    deniable = True

    def prepare(self) -> None:
        """The hex, or the name that no hex of the situation bears."""
        at = self.slots.get("at")
        self.at: str | None = at[0] if isinstance(at, tuple) else at
        self.named: str | None = self.slots.get("name")
        if self.at is None and self.named is not None:
            self.at = next((str(key) for key in self.s.hexes if self.s.hex(key).name == self.named), None)
        if self.at is None and self.named is None:
            raise InputError("no_destination")


@act("score")
class Score(Asked, PdCase):
    """How many VP hexes the German holds."""

    stages = ("points", "answer")

    @classmethod
    def recast(cls, situation: Situation, slots: dict[str, Any]) -> str | None:
        """A hex that is named is asked about by itself."""
        return "vp_hex" if slots.get("at") else None


@act("how_many")
class HowMany(Asked, Aftermath):
    """Questions for a number."""

    stages = ("points", "answer")

    def prepare(self) -> None:
        """Of what: VP hexes (``vp``), the steps that units have (``steps``) or lose (``loss``), room (``stacking``), HQs that may act (``activations``)."""
        super().prepare()
        self.what: str = self.slots.get("what") or "vp"
        self.subjects = self.movers
        if self.what in ("steps", "loss") and not self.subjects:
            raise InputError("no_units")


Controls = act_named("controls", "Who controls a hex?", PdCase, Asked)
Bridge = act_named("bridge", "Words that only say that a temporary bridge is damaged (6.2.2).", PdCase, stages=("after",), legality=(), silent=True)
Note = act_named("note", "Words that only say how things stand.", PdCase, stages=("after",), legality=(), silent=True)


@act("deploy")
class Deploy(PdCase):
    """Interdicting aircraft are placed (12.2)."""

    def prepare(self) -> None:
        """Which aircraft, where."""
        self.planes = self.at_least_one([self.marker(name) for name in flying(self.s, self.slots)])
        self.at: str = self.valid(self.slots.get("at") or self.slots.get("to") or self.slots.get("target") or "")


class AirDice(PdCase):
    """A die for the aircraft."""

    responses = ("damage", "claim")


@act("interdiction_roll")
class InterdictionRoll(AirDice):
    """The die of the interdiction segment (12.2)."""

    def prepare(self) -> None:
        """Which aircraft is said to be damaged."""
        self.damaged = damaged_in(self)


AskEntry = act_named("where_enter", "Where a unit that is still to come is placed.", Question)


@act("air_return")
class AirReturn(AirDice):
    """The die for an aircraft that comes back from repairs (12.3)."""

    def prepare(self) -> None:
        """Which aircraft; those that are due if none is named."""
        self.planes = [self.marker(name) for name in flying(self.s, self.slots)]
        if not self.planes:
            turn = self.s.stated("turn")
            self.planes = [plane for plane in self.aircraft() if plane.damaged and plane.returns == turn]


AskCost = act_named("cost", "What a move costs.", Question)
AskReach = act_named("can_reach", "Can this unit get there?", Question)
AskCommand = act_named("in_command", "Is this unit within the command range of that HQ?", Question)
AskZone = act_named("ask_zoc", "Does a unit exert a zone of control (slot ``exerts``), is it in one, does one reach a hex?", Question)


@act("where_go")
class AskWhere(Question):
    """Where this unit can get."""

    @classmethod
    def recast(cls, situation: Situation, slots: dict[str, Any]) -> str | None:
        """Of units that are still to come it is asked where they are placed."""
        units = situation.units_named(slots.get("units"))
        coming = [unit for unit in units if "at" not in unit.facts and (situation.stated("phase") == "setup" or "arrives" in unit.facts or replaces(unit))]
        return "where_enter" if coming and len(coming) == len(units) else None

    def prepare(self) -> None:
        """Whose reach; and what it will turn out to hang on."""
        self.subjects = self.at_least_one(self.units_of())
        self.unseen: list[Missing] = []
