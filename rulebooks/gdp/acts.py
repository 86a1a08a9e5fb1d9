"""Activation and movement as acts.  The rules about them stand in the chapters."""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction
from itertools import pairwise
from typing import TYPE_CHECKING, Any, ClassVar, NamedTuple

from adjudicator.book import LEGALITY, InputError, Situation, Unit, act, act_named
from adjudicator.kit import filled, possible_neighbours

from .handling import going, is_all, off_map, removing
from .terrain import cheapest_way, look_along
from .vocabulary import GdpCase, class_of, is_division_name, is_hq

if TYPE_CHECKING:
    from adjudicator.ground.declaration import Act


# ---- Activation -------------------------------------------------------------------------------------------------------------
@act("activate")
class Activate(GdpCase):
    """A chit's HQ names the units that move and fight."""

    @classmethod
    def takes(cls, situation: Situation, slots: dict[str, Any], answer: Act, thrown: bool) -> bool:
        """What another HQ activates is an activation of its own."""
        others = set(answer.slots.get("by") or ()) - set(slots.get("by") or ()) if answer.kind == "activate" and slots.get("by") else set()
        return not others and super().takes(situation, slots, answer, thrown)

    def prepare(self) -> None:
        """The chit, the HQ that speaks, and the units it names."""
        self.chit: str | None = self.s.chit
        named = self.units_of()
        self.hq: Unit | None = next((unit for unit in self.units_of("by") if is_hq(unit)), None)
        if self.hq is None and len(named) > 1 and is_hq(named[0]):
            self.hq = named[0]
        hexes = list(self.slots.get("hexes") or ())
        chosen = [unit for unit in named if unit is not self.hq]
        if not chosen:
            for hex_ in hexes:
                chosen += [unit for unit in self.s.at(hex_) if self.chit is None or unit.formation == self.chit or is_division_name(self, self.chit)]
        elif hexes and len({unit.hex for unit in chosen}) > 1:
            chosen = [unit for unit in chosen if unit.hex in hexes] or chosen
        out = set(self.slots.get("out") or ())
        for answer in self.slots.get("responses") or ():
            if answer.kind in ("leave_out", "pass"):
                out |= set(answer.slots.get("units") or ())
            else:
                chosen += self.units_of("units", answer.slots)
        self.chosen = [unit for unit in dict.fromkeys(chosen) if unit.id not in out]
        if not self.chosen:
            if self.chit is None:
                raise InputError("no_units")
            self.chosen = [unit for unit in self.s.placed() if unit.formation == self.chit and not is_hq(unit) and unit.id not in out]
        self.side = self.chosen[0].side if self.chosen else self.s.active

    responses = ("leave_out", "activate", "pass")


LeaveOut = act_named("leave_out", "Units in range that the HQ does not activate.", GdpCase)


@act("pass")
class Pass(GdpCase):
    """Discarding a chit without activating anybody."""

    responses = ("pass",)

    @classmethod
    def recast(cls, situation: Situation, slots: dict[str, Any]) -> str | None:
        """Companies that are not activated are left out by their HQ; an HQ that passes discards its own chit."""
        named = situation.units_named(slots.get("units"))
        return "leave_out" if named and not all(is_hq(unit) for unit in named) else None


# ---- Movement ---------------------------------------------------------------------------------------------------------------
class Leg(NamedTuple):
    """One part of a declared movement: going along a path, mounting, dismounting, debarking, clearing a fortification."""

    kind: str
    units: list[Unit]
    path: list[str]
    slots: dict[str, Any]


class Going:
    """Where a unit is in the course of a declared movement, and what it has spent."""

    __slots__ = (
        "_allowance",
        "_printed",
        "debarks",
        "embarks",
        "foot_allowance",
        "foot_printed",
        "hex",
        "moved",
        "over",
        "paid",
        "riding",
        "spent",
        "unit",
        "walking",
    )

    def __init__(self, unit: Unit, hex_: str | None) -> None:
        self.unit = unit
        self.hex = hex_
        self._printed: int | None = None
        self._allowance: int | Fraction | None = None
        self.foot_printed = 0
        self.foot_allowance: int | Fraction = 0
        self.spent: int | Fraction = 0  # in this activation, in the form it now has
        self.paid: int | Fraction = 0  # in the act that is judged
        self.moved = self.over = self.debarks = self.embarks = self.walking = False
        self.riding: str | None = unit.riding

    @property
    def printed(self) -> int:
        """The allowance printed on the counter; Missing where nobody stated it."""
        found: int = self.unit.ma if self._printed is None else self._printed
        return found

    @printed.setter
    def printed(self, points: int) -> None:
        self._printed = points

    @property
    def allowance(self) -> int | Fraction:
        """The allowance after the halvings so far."""
        return self.printed if self._allowance is None else self._allowance

    @allowance.setter
    def allowance(self, points: int | Fraction) -> None:
        self._allowance = points


class Step(NamedTuple):
    """One hex entered by some units together; ``carried`` ride on others, ``on_foot`` have debarked before."""

    leg: Leg
    units: list[Unit]
    before: str
    here: str
    number: int
    first: bool
    carried: frozenset[str]
    on_foot: frozenset[str]


class Movement(GdpCase):
    """A unit's or stack's movement in one activation, in all its declared parts."""

    stages: ClassVar[tuple[str, ...]] = (LEGALITY, "allowance", "halving", "work", "step", "price", "afford", "cost", "after")
    legality: ClassVar[tuple[str, ...]] = (LEGALITY, "allowance", "halving", "work", "step", "price", "afford", "cost")
    responses = ("move", "mount", "dismount", "debark", "embark", "stay", "clear_fortification", "enter", "observe")

    @classmethod
    def takes(cls, situation: Situation, slots: dict[str, Any], answer: Act, thrown: bool) -> bool:
        """A stack of its own, from another hex, moves by itself."""
        parts = [slots, *(part.slots for part in slots.get("responses") or ())]
        so_far = {name for part in parts for name in (*(part.get("units") or ()), *(part.get("tank") or ()))}
        others = situation.units_named(answer.slots.get("units")) if answer.kind in ("move", "enter") else []
        places = {unit.known("at") for unit in situation.units_named(so_far)}
        apart = bool(others) and all(unit.id not in so_far and unit.known("at") not in places for unit in others)
        return not apart and super().takes(situation, slots, answer, thrown)

    def prepare(self) -> None:
        """The parts of the movement in order, and the steps they are made of."""
        self.legs: list[Leg] = []
        self.going: dict[str, Going] = {}
        self.timeline: list[Step | Leg] = []
        self.bills: dict[tuple[int, str], list[tuple[int | Fraction, Any]]] = {}
        self.fault: tuple[str, str] | None = None
        self.with_raft = False
        self.apart: list[Unit] = []
        self._read_legs()
        self.side = self.legs[0].units[0].side
        for leg in self.legs:
            for unit in [*leg.units, *self.tank_of(leg)]:
                self.going.setdefault(unit.id, Going(unit, self.standing(unit)))
        self._lay_out()
        self.lead = self._lead()

    def _read_legs(self) -> None:
        last: list[Unit] = []
        for kind, slots in [(self.kind, self.slots)] + [(answer.kind, answer.slots) for answer in self.slots.get("responses") or ()]:
            units = self.units_of("units", slots) or last
            mounted = {unit.id: leg for leg in self.legs if leg.kind == "mount" for unit in leg.units}
            if kind in ("dismount", "debark") and units and all(unit.id in mounted for unit in units):
                kind = "dismount"
            elif kind in ("mount", "dismount", "debark"):
                slots = {**slots, "units": tuple(unit.id for unit in units)}
                kind = self.book.acts[kind].recast(self.s, slots) or kind
            if kind in ("enter", "move") and slots.get("at") and all(unit.hex is not None and unit.reinforcement is None for unit in units):
                kind, slots = "move", {**slots, "path": slots.get("path") or ((slots["at"],) if slots.get("to") else ()), "to": slots.get("to") or slots["at"]}
            self.at_least_one(units)
            path = ([slots["from"]] if slots.get("from") else []) + list(slots.get("path") or ())
            if slots.get("to"):
                path.append(slots["to"])
            if kind == "enter" and path and slots.get("at") and path[0] != slots["at"]:
                path.insert(0, slots["at"])
            for name in path:
                self.valid(name)
            rafts = [unit for unit in units if unit.known("kind") == "raft_engineer"] if slots.get("raft") else []
            units = [unit for unit in units if unit not in rafts] or units  # with the raft engineers 1Raft-Eng: they only help
            self.with_raft = self.with_raft or bool(slots.get("raft")) or any(aid.kind == "unit" for aid in slots.get("aids") or ())
            if kind == "mount" and not slots.get("tank") and last:
                slots = {**slots, "tank": tuple(unit.id for unit in last)}
            walk = tuple(slots.get("walk") or ())
            if kind == "move" and all(unit.id in mounted for unit in units):
                units = [tank for leg in self.legs if leg.kind == "mount" for tank in self.tank_of(leg)] or units
            self.legs.append(Leg(kind, units, path, slots))
            if walk:
                self.legs.append(Leg("move", units, [self.valid(name) for name in walk], {}))
            elif kind == "mount" and slots.get("to"):
                self.legs.append(Leg("move", self.tank_of(self.legs[-1]) or units, [self.valid(slots["to"])], {}))
            last = units

    def tank_of(self, leg: Leg) -> list[Unit]:
        """The tank that a leg names."""
        return [self.unit(id_) for id_ in leg.slots.get("tank") or ()]

    def _lead(self) -> Unit:
        """The unit whose cost and allowance are shown: the one that goes furthest, a tank rather than its riders."""
        for leg in self.legs:
            if leg.kind == "mount" and self.tank_of(leg):
                return self.tank_of(leg)[0]
        last = next((leg for leg in reversed(self.legs) if leg.kind in ("move", "enter")), self.legs[-1])
        return next((unit for unit in last.units if not self.rides(unit, {other.id for other in last.units})), last.units[0])

    def rides(self, unit: Unit, others: set[str]) -> bool:
        """Whether a unit is carried by one of the others."""
        return self.going[unit.id].riding in others if unit.id in self.going else unit.riding in others

    def _lay_out(self) -> None:
        """Follow the units along the legs."""
        count = 0
        for leg in self.legs:
            for tank in self.tank_of(leg):
                for unit in leg.units:
                    self.going[unit.id].riding = tank.id
            if leg.kind == "enter":
                for unit in leg.units:
                    self.going[unit.id].hex = leg.path[0] if leg.path else leg.slots.get("at")
            if leg.kind != "move":
                self.timeline.append(leg)
            if leg.kind in ("move", "enter"):
                count = self._walk(leg, count)
            if leg.kind == "dismount":
                for unit in leg.units:
                    self.going[unit.id].riding = None
            for unit in leg.units:
                self.going[unit.id].debarks |= leg.kind == "debark"
                self.going[unit.id].embarks |= leg.kind == "embark"

    def _walk(self, leg: Leg, count: int, units: Iterable[Unit] = ()) -> int:
        movers = list(units or leg.units)
        on_board = {unit.id for unit in movers}
        riders = [self.unit(id_) for id_, state in self.going.items() if state.riding in on_board]
        riders += [unit for mover in movers for unit in self.riders(mover) if unit.id not in self.going]
        moving = list(dict.fromkeys([*movers, *riders]))
        for unit in moving:
            self.going.setdefault(unit.id, Going(unit, self.standing(unit)))
        starts = list(dict.fromkeys(self.going[unit.id].hex for unit in movers))
        if len(starts) > 1 and self.slots.get("together"):  # each goes by itself, once it has been said that they may not
            self.apart = movers
            for unit in movers:
                count = self._walk(leg, count, [unit])
            return count
        if len(starts) > 1:
            raise InputError("one_stack_at_a_time", units=[unit.id for unit in movers])
        if starts[0] is None:
            raise InputError("not_on_map", unit=movers[0].id)
        path = list(leg.path[1:] if leg.kind == "enter" else leg.path)
        if path and path[0] == starts[0]:
            path = path[1:]
        elif leg.kind == "move" and leg.slots.get("from") and not self.apart:
            raise InputError("stands_elsewhere", unit=movers[0].id, hex=starts[0], named=leg.slots["from"])
        elif leg.kind == "move" and len(path) > 1 and not self.apart and self._begins_elsewhere(starts[0], path):
            raise InputError("stands_elsewhere", unit=movers[0].id, hex=starts[0], named=path[0])
        at = starts[0]
        for name in self._filled(starts[0], path, movers[0]):
            carried = frozenset(unit.id for unit in moving if self.rides(unit, {other.id for other in moving}))
            on_foot = frozenset(unit.id for unit in moving if self.going[unit.id].debarks)
            first = not any(self.going[unit.id].moved for unit in moving)
            self.timeline.append(Step(leg, moving, at, name, count, first, carried, on_foot))
            count += 1
            at = name
            for unit in moving:
                self.going[unit.id].hex = at
                self.going[unit.id].moved = True
        return count

    def _begins_elsewhere(self, start: str, path: list[str]) -> bool:
        """Whether a way is told hex by hex, but from a hex that does not touch the one the unit stands in."""
        touch = [there in possible_neighbours(self.s, here) for here, there in pairwise([start, *path])]
        return not touch[0] and all(touch[1:])

    def _filled(self, start: str, named: list[str], mover: Unit) -> list[str]:
        """The named hexes, with gaps between them filled by the cheapest way."""
        path, fault = filled(self.s, start, named, lambda here, there: cheapest_way(self, mover, here, there))
        if fault is None:
            return path
        look_along(self, mover, *fault)
        self.fault = fault
        return [*path, fault[1]]

    @property
    def taking_part(self) -> list[Unit]:
        """The units that move, without riders, which go with their tank."""
        riders = {unit.id for leg in self.legs if leg.kind in ("mount", "dismount") for unit in leg.units}
        units = [unit for leg in self.legs if leg.kind != "stay" for unit in leg.units if unit.id not in riders and not self.going[unit.id].riding]
        return list(dict.fromkeys([*units, *(tank for leg in self.legs for tank in self.tank_of(leg))]))

    @property
    def movers(self) -> list[Unit]:
        """All units that a part of the movement names."""
        return list({unit.id: unit for leg in self.legs for unit in leg.units}.values())

    @property
    def steps(self) -> list[Step]:
        """The hexes entered, in order."""
        return [item for item in self.timeline if isinstance(item, Step)]

    def each(self, stage: str) -> Iterable[Any]:
        """Steps are judged one by one, allowances unit by unit."""
        if stage in ("step", "price"):
            return self.steps
        if stage == "afford":
            return self.timeline
        if stage in ("allowance", "halving", "cost"):
            return list(self.going.values())
        return self.legs if stage == "work" else (None,)

    def payers(self, step: Step) -> list[Going]:
        """The units that pay for a step: riders do not."""
        return [self.going[unit.id] for unit in step.units if unit.id not in step.carried]

    def class_in(self, state: Going, step: Step) -> str:
        """The class in which a unit takes a step."""
        if state.embarks:
            found: str = state.unit.fact("class")
            return found
        return "foot" if state.unit.id in step.on_foot else class_of(state.unit)

    def bill(self, step: Step, state: Going, printed: Any, amount: int | Fraction) -> str:
        """Note what a unit pays in a step; returns the ledger that it stands in."""
        self.bills.setdefault((step.number, state.unit.id), []).append((amount, printed))
        return f"cost {state.unit.id}" + (" on foot" if state.unit.id in step.on_foot else "")


@act("move")
class Move(Movement):
    """Going along a path."""

    left_free = "9.0"

    @classmethod
    def recast(cls, situation: Situation, slots: dict[str, Any]) -> str | None:
        """Who goes somewhere enters, retreats, advances or is set up, if that is due."""
        return going(situation, slots)


@act("mount")
class Mount(Movement):
    """A foot unit climbs a tank."""

    @classmethod
    def recast(cls, situation: Situation, slots: dict[str, Any]) -> str | None:
        """Who has wheels and gets on nothing else takes to them again; who is picked up while a result strikes him leaves the map."""
        if slots.get("tank"):
            return None
        debarked = is_all(situation.units_named(slots.get("units")), "debarked") or is_all(situation.units_named(slots.get("units")), "class", "wheeled")
        return removing(situation, slots) or ("embark" if debarked else None)


@act("dismount")
class Dismount(Movement):
    """A foot unit leaves its tank."""

    @classmethod
    def recast(cls, situation: Situation, slots: dict[str, Any]) -> str | None:
        """Who rides on no tank gets off its own vehicles."""
        units = situation.units_named(slots.get("units"))
        return None if not units or is_all(units, "riding") or any(unit.known("class") in (None, "foot") for unit in units) else "debark"


@act("debark")
class Debark(Movement):
    """A wheeled unit becomes foot."""

    @classmethod
    def recast(cls, situation: Situation, slots: dict[str, Any]) -> str | None:
        """Foot that rides on a tank gets off that; foot that goes on foot somewhere just moves."""
        units = situation.units_named(slots.get("units"))
        if slots.get("walk") and all(unit.known("class") in (None, "foot") or unit.known("debarked") for unit in units):
            slots["path"] = slots.pop("walk")
            return "move"
        return "dismount" if is_all(units, "class", "foot") and is_all(units, "riding") else None


Embark = act_named("embark", "A debarked unit takes to its wheels again.", Movement)


@act("enter")
class Enter(Movement):
    """A reinforcement comes on the map."""

    @classmethod
    def recast(cls, situation: Situation, slots: dict[str, Any]) -> str | None:
        """Who is on the map moves, or does what is due."""
        if off_map(situation.units_named(slots.get("units"))) and not situation.known_to_be("phase", "setup"):
            return None
        other = going(situation, slots)
        units = situation.units_named(slots.get("units"))
        return other or ("move" if units and all(unit.hex is not None and unit.reinforcement is None for unit in units) else None)


Delay = act_named("delay", "Keeping a reinforcement back for a later turn.", GdpCase)
Clear = act_named("clear_fortification", "Engineers take fortification markers away.", Movement)


@act("stay")
class Stay(GdpCase):
    """A unit that stops, or does not advance."""

    @classmethod
    def recast(cls, situation: Situation, slots: dict[str, Any]) -> str | None:
        """Several units named with the hex they stay in are a stack at the end of all movement."""
        return "end_phase" if slots.get("at") and len(slots.get("units") or ()) > 1 else None
