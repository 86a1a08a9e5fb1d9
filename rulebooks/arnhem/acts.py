"""The acts of movement, arrivals and the turn, and the questions: what a declaration resolves to.  The rules about them stand in the chapters."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cached_property
from typing import Any, ClassVar

from adjudicator.book import LEGALITY, Findings, InputError, Number, Situation, Unit, act, act_named, forbid, permit, value
from adjudicator.kit import Asked, Bar, Movement, Price, done_by, has, sought, steps_along

from .vocabulary import ALLIED, COMBAT, GERMAN, HALF, MOVEMENT, PHASES, ArnhemCase, enemies_in, enemy_zone, is_engineer, moment, price


class Deed(ArnhemCase):
    """An act that needs no more than its slots."""

    def prepare(self) -> None:
        """Who does it."""
        self.acting(self.units_of())


def first_of(situation: Situation, slots: dict[str, Any]) -> Unit | None:
    """The first unit that the slots name, if the position knows it."""
    return next(iter(situation.units_named(slots.get("units"))), None)


class Going(ArnhemCase):
    """One unit that goes somewhere under its own power."""

    def prepare(self) -> None:
        """Which unit."""
        self.acting(self.units_of())
        self.mover = self.only(self.movers)

    def paid(self, cost: Number) -> Findings:
        """What the act costs, and whether the unit can pay for it (5.13)."""
        yield value("cost", cost)
        yield (forbid if cost > self.left else permit)("too_dear" if cost > self.left else "affordable", self.mover, cost=cost, left=self.left)

    def landed(self) -> bool:
        """Whether the unit has landed in this turn (15.32)."""
        return bool(self.s.acts(self.mover.id, act="drop", turn=self.s.stated("turn")))

    @cached_property
    def start(self) -> str:
        """Where the unit stands."""
        return self.stands(self.mover)

    @cached_property
    def left(self) -> Number:
        """Points that it can still spend: what it has paid to enter, and to move, is gone."""
        now = {"phase": self.s.stated("phase"), "turn": self.s.stated("turn")}
        spent: Number = sum(deed.get("cost", 0) for act in ("enter", "move") for deed in self.s.acts(self.mover.id, act=act, **now))
        return self.allowance() - spent

    def allowance(self) -> Number:
        """Its movement allowance in this phase: 3 after a landing."""
        full: Number = self.mover.ma
        return min(full, 3) if self.landed() else full

    def movement(self, limit: Number | None, zones: bool = True, terrain: bool = True) -> Movement:
        """How the unit moves with so many points; without zones or without what bars vehicles, to find out what keeps it away."""
        s, unit, side = self.s, self.mover, self.side

        def pay(before: str, here: str) -> Price:
            if enemies_in(s, here, side):
                return Price((), (Bar("5.12", "enemy_there"),))
            found = price(s, unit, before, here)
            return found if terrain else found._replace(bars=tuple(bar for bar in found.bars if bar.rule != "5.24"))

        return Movement(pay, lambda hex_: zones and bool(enemy_zone(s, hex_, side)), limit, HALF)

    def obstacle(self, start: str, goal: str) -> str:
        """The number that keeps the unit from a hex: 5.13 points, 6.0 zones, 5.24 vehicles, 5.2 hexsides that are prohibited."""
        ways = (("5.13", self.movement(None)), ("6.0", self.movement(None, False)), ("5.24", self.movement(None, False, False)))
        why = lambda: next((number for number, movement in ways if movement.way(self.s, start, goal) is not None), "5.2")  # noqa: E731
        return sought(self.s, ("obstacle", self.mover.id, self.side, start, goal), why)


@act("move")
class Move(Going):
    """Movement of a unit along a path."""

    denial = "stay"
    stages: ClassVar[tuple[str, ...]] = (LEGALITY, "allowance", "step", "cost", "after")
    legality: ClassVar[tuple[str, ...]] = (LEGALITY, "allowance", "step", "cost")

    @classmethod
    def recast(cls, situation: Situation, slots: dict[str, Any]) -> str | None:
        """In a Combat Phase what moves retreats, if it has to, or advances; a unit that has not arrived arrives."""
        unit = first_of(situation, slots)
        if cls is not Move or unit is None or not (slots.get("to") or slots.get("path")):
            return None
        pending = situation.facts.get("pending") or {}
        if pending.get("result"):
            if unit.id in pending.get("gone", ()) or unit.id not in (pending.get("owed") or {}):
                return "advance" if unit.id in (pending.get("victors") or ()) else None
            return "retreat"
        if unit.hex is None and slots.get("to") and not slots.get("path"):
            slots["at"] = slots["to"]
            return "drop" if unit.stated("arrival") == "airborne" else "enter"
        return None

    def prepare(self) -> None:
        """The unit, where it starts, and the hexes it goes through, one by one."""
        super().prepare()
        named = self.path_named()
        comes_back = len(named) > 1 and is_engineer(self.mover) and named[0] in self.s.table("loc_exit")[ALLIED]["hexes"]  # 13.3
        start = self.start = named[0] if comes_back and self.standing(self.mover) is None else self.stands(self.mover)
        if self.slots.get("from") and self.slots["from"] != start:
            named = [self.valid(self.slots["from"]), *named]
        if not named and not self.question:
            raise InputError("no_destination")
        named = named[1:] if named[:1] == [start] else named
        self.named = named or [start]
        self.priced: tuple[Any, Price] = (None, Price())  # the step that was looked at last, and its price
        self.why: str | None = None  # the number that keeps it from its goal, once somebody has asked
        left = self.left  # asked for before anything else
        whole = self.slots.get("path") or self.question
        if whole and all(self.s.grid.adjacent(a, b) for a, b in zip([start, *named], named, strict=False)):
            self.path, self.fault = named, None
        else:  # a destination only: the cheapest way
            key = ("way", self.mover.id, self.side, left, start, *named, bool(whole))
            self.path, self.fault = sought(self.s, key, lambda: self.movement(left).filled(self.s, start, named, bool(whole)))
        self.searched = self.path != named

    @property
    def goal(self) -> str:
        """The hex in which the move ends, or would."""
        return self.named[-1]

    def others(self, hex_: str) -> list[Unit]:
        """Who else stands in a hex."""
        return [unit for unit in self.s.at(hex_) if unit is not self.mover]

    def each(self, stage: str) -> Iterable[Any]:
        """The rules of the stage ``step`` speak for every step."""
        if stage != "step":
            return (None,)
        return [step._replace(last=step.last and self.fault is None) for step in steps_along([self.start, *self.path])]


@act("drop")
class Drop(Deed):
    """An airborne unit lands."""

    def prepare(self) -> None:
        """Which unit in which hex."""
        super().prepare()
        self.mover = self.only(self.movers)
        self.at = self.hex_of("at")


class Edge(Going):
    """One unit at the edge of the map."""

    stages: ClassVar[tuple[str, ...]] = (LEGALITY, "cost", "after")
    legality: ClassVar[tuple[str, ...]] = (LEGALITY, "cost")


@act("enter")
class Enter(Edge):
    """A unit comes in by ground."""

    left_free = "15.23"

    @classmethod
    def recast(cls, situation: Situation, slots: dict[str, Any]) -> str | None:
        """What comes by air lands; what stands on the map moves, or advances after a combat."""
        unit = first_of(situation, slots)
        if unit is None or not slots.get("at"):
            return None
        if unit.hex is not None:
            slots["to"] = slots["at"]
            return "advance" if (situation.facts.get("pending") or {}).get("result") else "move"
        return "drop" if unit.stated("arrival") == "airborne" else None

    def prepare(self) -> None:
        """Which unit in which hex, and how many have come in there this turn."""
        super().prepare()
        self.at = self.hex_of("at")
        turn = self.s.stated("turn")
        others = [unit for unit in self.s.units.values() if unit.side == self.side]
        self.number = 1 + sum(len(self.s.acts(unit.id, act="enter", hex=self.at, turn=turn)) for unit in others)


Exit = act_named("exit", "A unit leaves the map.", Edge, left_free="15.4")


@act("next_phase")
class NextPhase(Deed):
    """A phase ends and the next one begins; asked: which one comes."""

    stages: ClassVar[tuple[str, ...]] = (LEGALITY, "units", "points", "after")

    def prepare(self) -> None:
        """From where to where."""
        self.now: str | None = self.s.stated("phase")
        side, activity = moment(self.s)
        self.side = side or self.s.active
        self.after_movement, self.after_combat = activity == MOVEMENT, activity == COMBAT
        self.what: str | None = self.slots.get("what")
        self.to: str | None = self.slots.get("phase")
        self.ended: str | None = self.slots.get("ended")
        place = PHASES.index(self.now) if self.now in PHASES else -1
        self.following = PHASES[(place + 1) % 4] if place >= 0 else None
        self.ends_turn: bool = self.now == "german combat"
        self.last_turn = self.ends_turn and self.s.known_to_be("turn", 10)


ends_combat, ends_movement = has("after_combat"), has("after_movement")
ends_game_turn = has("ends_turn")
allies_act, germans_act = done_by(ALLIED), done_by(GERMAN)


class BridgeCase(Deed):
    """Something about a bridge; one that may be blown now need not be named."""

    def prepare(self) -> None:
        """Which hexside."""
        self.movers = self.units_of()
        self.side = self.slots.get("side") or GERMAN
        place = self.slots.get("hexside")
        offered = list(self.s.offered)
        if place is None and len(offered) == 1:
            place = offered[0]
        if place is None:
            raise InputError("which_bridge")
        first, _, second = place.partition("/")
        if not second or not self.s.grid.adjacent(self.valid(first), self.valid(second)):
            raise InputError("which_bridge")
        self.hexside: str = self.s.grid.side_key(first, second)
        self.features = self.s.side(first, second).features


Demolish = act_named("demolish", "An attempt to blow a bridge.", BridgeCase, stages=(LEGALITY, "result", "after"), left_free="12.14", denial="leave_bridge")
LeaveBridge = act_named("leave_bridge", "The bridge is not blown.", BridgeCase, deniable=True)


# ---- questions ----------------------------------------------------------------------------------------------------------------------------
class Question(Asked, Deed):
    """Something asked; what is not known leaves the answer open."""


AskReach = act_named(("can_reach", "where_go"), "Where a unit can move, or whether it can get to a hex.", Going, Asked)
AskCost = act_named("cost", "What a way costs.", Move, Asked, stages=("step", "cost"))
AskAllowance = act_named("allowance", "How many movement points a unit has left in this phase.", Going, Asked)
AskZone = act_named("ask_zoc", "Whether a zone of control reaches a hex.", Question)
AskContact = act_named("in_contact", "Whether units are in contact (7.0).", Question)
AskLine = act_named("status", "Whether a unit has a line of communications.", Question)
AskWinner = act_named("winner", "Who is winning, or has won.", Question)
AskHowMany = act_named("how_many", "How many victory points or ground support points a side has.", Question)
AskAttackers = act_named("attackers", "What can attack a hex.", Question)
