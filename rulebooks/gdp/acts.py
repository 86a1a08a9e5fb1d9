"""The acts and questions of this book: what a declaration resolves to.  The rules about them stand in the chapters."""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction
from typing import Any, NamedTuple

from adjudicator.book import LEGALITY, InputError, act
from adjudicator.common import WarCase
from adjudicator.facts import Missing
from adjudicator.situation import Marker, Situation, Unit

GERMAN, SOVIET = "german", "soviet"
HQS = ("hq", "division_hq")
FORTIFICATIONS = ("trench", "minefield", "dragons_teeth", "bunker")


def is_hq(unit: Unit) -> bool:
    """Whether the counter is a headquarters, of a battalion or of the division (2.4)."""
    return unit.kind in HQS or (unit.stated("kind") is None and unit.id.upper().startswith("HQ"))


def is_division_hq(unit: Unit) -> bool:
    """Whether the counter is a division headquarters (2.4)."""
    return bool(unit.kind == "division_hq")


def is_engineer(unit: Unit) -> bool:
    """Engineers, and the German pioneers (16.0)."""
    return unit.kind in ("engineer", "pioneer", "raft_engineer")


def class_of(unit: Unit) -> str:
    """Foot, tracked or wheeled as the unit now moves: a debarked unit is foot for all purposes (9.6)."""
    if unit.debarked:
        return "foot"
    found: str = unit.fact("class")
    return found


def survives(unit: Unit) -> bool:
    """Whether a loss of one step only reduces the unit (2.3)."""
    return not unit.reduced and unit.max_steps > 1


def loss(unit: Unit, **more: Any) -> dict[str, Any]:
    """The change of the position when a unit takes one loss (2.3): it is reduced, or eliminated if it was."""
    if survives(unit):
        return {"unit": unit.id, "steps": -1, "reduced": True, **more}
    return {"unit": unit.id, "steps": -1, "eliminated": True, **more}


class GdpCase(WarCase):
    """What all acts of this book share."""

    def markers_at(self, place: str, *kinds: str) -> list[Marker]:
        """Markers of these kinds that lie in a hex or on a hexside."""
        first, _, second = place.partition("/")
        places = (place, f"{second}/{first}") if second else (place,)
        return [marker for marker in self.s.markers.values() if marker.kind in kinds and marker.facts.get("at") in places]

    def standing(self, unit: Unit) -> str | None:
        """Where a unit stands; a reinforcement that has no place yet is off the map (4.0)."""
        if unit.facts.get("at") is None and unit.stated("reinforcement") is not None:
            return None
        return super().standing(unit)

    def role_side(self, name: str | None, attacking: str | None) -> str | None:
        """A side by its name, or by its role in the combat."""
        if name in ("attacker", "defender"):
            if attacking not in self.book.sides:
                return None
            return attacking if name == "attacker" else self.book.enemy(attacking)
        return name

    def hqs(self, formation: str | None, side: str) -> list[Unit]:
        """The headquarters that serve a battalion: its own, and those of the division, as far as they are in play."""
        found = []
        for unit in self.s.units.values():
            if unit.id in self.s.eliminated or unit.facts.get("eliminated") or not is_hq(unit) or unit.side != side:
                continue
            if is_division_hq(unit) or (formation is not None and unit.formation == formation):
                found.append(unit)
        return found

    def riders(self, unit: Unit) -> list[Unit]:
        """Foot units that ride on this unit (9.5)."""
        return [other for other in self.s.units.values() if other.facts.get("riding") == unit.id and other.id not in self.s.eliminated]

    def features(self, first: str, second: str) -> list[str]:
        """What lies on or crosses the side between two hexes."""
        found: list[str] = self.s.side(first, second).features
        return found


# ---- activation ---------------------------------------------------------------------------------------------------------
@act("activate")
class Activate(GdpCase):
    """A chit's HQ names the units that move and fight."""

    def prepare(self) -> None:
        """The chit, the HQ that speaks, and the units it names."""
        self.chit: str | None = self.s.stated("chit")
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
            if answer.kind == "leave_out":
                out |= set(answer.slots.get("units") or ())
            else:
                chosen += self.units_of("units", answer.slots)
        self.chosen = [unit for unit in dict.fromkeys(chosen) if unit.id not in out]
        if not self.chosen:
            if self.chit is None:
                raise InputError("no_units")
            self.chosen = [unit for unit in self.s.placed() if unit.stated("formation") == self.chit and not is_hq(unit) and unit.id not in out]
        self.side = self.chosen[0].side if self.chosen else self.s.active

    responses = ("leave_out", "activate")


@act("leave_out")
class LeaveOut(GdpCase):
    """Units in range that the HQ does not activate."""


@act("pass")
class Pass(GdpCase):
    """Discarding a chit without activating anybody."""

    stages = (LEGALITY, "after")


def is_division_name(case: GdpCase, chit: str) -> bool:
    """Whether a chit is that of a division HQ."""
    unit = case.s.units.get(chit)
    if unit is not None:
        return is_division_hq(unit)
    return chit.lower().replace(" ", "").replace("-", "") in ("hqdiv", "hqdivision", "division", "div")


# ---- movement -----------------------------------------------------------------------------------------------------------
class Leg(NamedTuple):
    """One part of a declared movement: going along a path, mounting, dismounting, debarking, clearing a fortification."""

    kind: str
    units: list[Unit]
    path: list[str]
    slots: dict[str, Any]


class Going:
    """Where a unit is in the course of a declared movement, and what it has spent."""

    __slots__ = (
        "_allowance", "_printed", "debarks", "embarks", "foot_allowance", "foot_printed", "hex", "missing", "moved", "over", "paid", "riding", "spent", "unit",
        "walking",
    )  # fmt: skip

    def __init__(self, unit: Unit, hex_: str | None) -> None:
        self.unit = unit
        self.hex = hex_
        self.missing: Missing | None = None  # the printed allowance is not known: whoever needs it stops
        self._printed = self.foot_printed = 0
        self._allowance: int | Fraction = 0
        self.foot_allowance: int | Fraction = 0
        self.spent: int | Fraction = 0  # in this activation, in the form it now has
        self.paid: int | Fraction = 0  # in the act that is judged
        self.moved = False
        self.over = False
        self.debarks = self.embarks = False
        self.walking = False
        self.riding: str | None = unit.riding

    def print_allowance(self) -> None:
        """Read the allowance off the counter; Missing, now and whenever it is needed, where nobody stated it."""
        try:
            self._printed = self._allowance = self.unit.ma
        except Missing as missing:
            self.missing = missing
            raise

    @property
    def printed(self) -> int:
        """The allowance printed on the counter."""
        if self.missing is not None:
            raise self.missing
        return self._printed

    @printed.setter
    def printed(self, points: int) -> None:
        self._printed = points

    @property
    def allowance(self) -> int | Fraction:
        """The allowance after the halvings so far."""
        if self.missing is not None:
            raise self.missing
        return self._allowance

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

    stages = (LEGALITY, "allowance", "halving", "work", "step", "price", "afford", "cost", "after")
    legality = (LEGALITY, "allowance", "halving", "work", "step", "price", "afford", "cost")
    responses = ("move", "mount", "dismount", "debark", "embark", "stay", "clear_fortification", "enter", "observe")

    def prepare(self) -> None:
        """The parts of the movement in order, and the steps they are made of."""
        self.legs: list[Leg] = []
        self.going: dict[str, Going] = {}
        self.timeline: list[Step | Leg] = []
        self.bills: dict[tuple[int, str], list[tuple[int | Fraction, Any]]] = {}
        self.fault: tuple[str, str] | None = None
        self.unseen: list[Missing] = []  # what a way that was sought hangs on
        self.with_raft = False
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
            if kind in ("enter", "move") and slots.get("at") and all(unit.hex is not None and unit.stated("reinforcement") is None for unit in units):
                kind, slots = "move", {**slots, "path": slots.get("path") or ((slots["at"],) if slots.get("to") else ()), "to": slots.get("to") or slots["at"]}
            if not units:
                raise InputError("no_units")
            path = ([slots["from"]] if slots.get("from") else []) + list(slots.get("path") or ())
            if slots.get("to"):
                path.append(slots["to"])
            if kind == "enter" and path and slots.get("at") and path[0] != slots["at"]:
                path.insert(0, slots["at"])
            for name in path:
                self.valid(name)
            self.with_raft = self.with_raft or bool(slots.get("raft")) or any(aid.kind == "unit" for aid in slots.get("aids") or ())
            if kind == "mount" and not slots.get("tank") and last:
                slots = {**slots, "tank": tuple(unit.id for unit in last)}
            walk = tuple(slots.get("walk") or ())
            mounted = {unit.id: leg for leg in self.legs if leg.kind == "mount" for unit in leg.units}
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

    def _walk(self, leg: Leg, count: int) -> int:
        movers = list(leg.units)
        on_board = {unit.id for unit in movers}
        riders = [self.unit(id_) for id_, state in self.going.items() if state.riding in on_board]
        riders += [unit for mover in movers for unit in self.riders(mover) if unit.id not in self.going]
        moving = list(dict.fromkeys([*movers, *riders]))
        for unit in moving:
            self.going.setdefault(unit.id, Going(unit, self.standing(unit)))
        starts = list(dict.fromkeys(self.going[unit.id].hex for unit in movers))
        if len(starts) > 1:
            raise InputError("one_stack_at_a_time", units=[unit.id for unit in movers])
        if starts[0] is None:
            raise InputError("not_on_map", unit=movers[0].id)
        path = list(leg.path[1:] if leg.kind == "enter" else leg.path)
        if path and path[0] == starts[0]:
            path = path[1:]
        elif leg.kind == "move" and leg.slots.get("from"):
            raise InputError("stands_elsewhere", unit=movers[0].id, hex=starts[0], named=leg.slots["from"])
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

    def _filled(self, start: str, named: list[str], mover: Unit) -> list[str]:
        """The named hexes, with gaps between them filled by the cheapest way (r09_movement.py)."""
        path: list[str] = []
        at = start
        for name in named:
            if name != at and self.s.grid.adjacent(at, name) is False:
                from .r09_movement import cheapest_way

                way = cheapest_way(self, mover, at, name)
                if way is None:
                    if self.unseen:
                        raise self.unseen[0]
                    self.fault = (at, name)
                    return [*path, name]
                path.extend(way)
            else:
                path.append(name)
            at = name
        return path

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


@act("mount")
class Mount(Movement):
    """A foot unit climbs a tank."""


@act("dismount")
class Dismount(Movement):
    """A foot unit leaves its tank."""


@act("debark")
class Debark(Movement):
    """A wheeled unit becomes foot."""


@act("embark")
class Embark(Movement):
    """A debarked unit takes to its wheels again."""


@act("enter")
class Enter(Movement):
    """A reinforcement comes on the map."""

    @classmethod
    def recast(cls, situation: Situation, slots: dict[str, Any]) -> str | None:
        """A unit that stands on the map and enters a hex moves."""
        units = [situation.units[name] for name in slots.get("units") or () if name in situation.units]
        return "move" if units and all(unit.hex is not None and unit.stated("reinforcement") is None for unit in units) else None


@act("delay")
class Delay(GdpCase):
    """Keeping a reinforcement back for a later turn."""


@act("clear_fortification")
class Clear(Movement):
    """Engineers take fortification markers away."""


@act("stay")
class Stay(GdpCase):
    """A unit that stops, or does not advance."""

    @classmethod
    def recast(cls, situation: Situation, slots: dict[str, Any]) -> str | None:
        """Several units named with the hex they stay in are a stack at the end of all movement."""
        return "end_phase" if slots.get("at") and len(slots.get("units") or ()) > 1 else None


# ---- combat -------------------------------------------------------------------------------------------------------------
@act("attack")
class Attack(GdpCase):
    """A normal attack on an enemy-occupied hex, up to its result."""

    stages = (LEGALITY, "strength", "support", "odds", "draw", "chits", "facing", "hexsides", "hex", "around", "aa", "events", "roll", "result", "after")
    responses = ("defend", "support", "add_aids", "claim", "draw_chit", "play_chit", "aa_fire")

    def prepare(self) -> None:
        """Who attacks what, and what both sides add to it."""
        self.attackers = self.units_of()
        if not self.attackers and self.slots.get("all"):
            self.attackers = [unit for from_ in self.slots.get("from") or () for unit in self.s.at(from_)]
        if not self.attackers:
            raise InputError("no_units")
        self.side = self.attackers[0].side
        self.enemy = self.book.enemy(self.side)
        self.target = self._target()
        self.support: dict[str, list[Unit]] = {self.side: [], self.enemy: []}
        self.aa: list[Unit] = []
        self.aa_chit: str | None = None
        self.played: list[dict[str, Any]] = list(self.events_of().get("black_played") or ())
        self.playing: list[tuple[str, str, str | None]] = []
        self.drawn: dict[str, dict[str, Any]] = {}
        self.void: dict[str, str] = {}
        self.cancelled_markers: set[str] = set()
        self.facing: list[Marker] = []
        for aid in self.slots.get("aids") or ():
            if aid.kind == "unit":
                if self.unit(aid.id).riding not in {unit.id for unit in self.attackers}:  # a rider is carried, not called to help
                    self.support[self.side].append(self.unit(aid.id))
            elif aid.kind not in (*FORTIFICATIONS, "pontoon"):
                raise InputError("unknown_aid", aid=aid.kind)
        for answer in self.slots.get("responses") or ():
            self._answer(answer)

    def _target(self) -> str:
        if self.slots.get("target"):
            return self.valid(self.slots["target"])
        here = {unit.hex for unit in self.attackers}
        for name in str(self.slots.get("hexside") or "").split("/"):
            if name and name not in here:
                return self.valid(name)
        for id_ in self.slots.get("target_units") or ():
            place = self.standing(self.unit(id_))
            if place is not None:
                return place
        raise InputError("no_destination")

    def _answer(self, answer: Any) -> None:
        slots = answer.slots
        if answer.kind == "play_chit":
            for name in slots.get("chits") or ():
                side = self.role_side(slots.get("side"), self.side) or self._by_role(slots.get("role"), self.enemy)
                self.playing.append((side, name, (slots.get("against") or (None,))[0]))
            return
        if answer.kind == "draw_chit":
            self._draw(slots)
            return
        if answer.kind == "aa_fire":
            self.aa += self.units_of("units", slots)
            self.aa_chit = (slots.get("against") or (None,))[0]
            return
        helpers = [self.unit(aid.id) for aid in slots.get("aids") or () if aid.kind == "unit"] + self.units_of("units", slots)
        for unit in helpers:
            side = self.role_side(slots.get("side"), self.side) or unit.stated("side") or self._by_role(slots.get("role"), self.enemy)
            self.support[side].append(unit)

    def _by_role(self, role: str | None, default: str) -> str:
        return {"attack": self.side, "attacker": self.side, "defense": self.enemy, "defender": self.enemy}.get(role or "", default)

    def _draw(self, slots: dict[str, Any]) -> None:
        """A chit that the declaration says was drawn; what it leaves open comes from ``events``."""
        numbers = list(slots.get("numbers") or ())
        names = list(slots.get("chits") or ())
        sides = [self.role_side(slots["side"], self.side)] if slots.get("side") else []
        roles = {"both": ("attacker", "defender")}.get(slots.get("role") or "", (slots["role"],) if slots.get("role") else ())
        if not roles and sides:
            roles = ("attacker" if sides[0] == self.side else "defender",)
        if not roles and max(len(numbers), len(names)) == 2:
            roles = ("attacker", "defender")
        for place, role in enumerate(roles or ("attacker",)):
            chit: dict[str, Any] = {}
            if place < len(names):
                chit["name"] = names[place]
            if slots.get("color"):
                chit["color"] = slots["color"]
            if place < len(numbers):
                chit["drm"] = numbers[place]
            self.drawn[role] = chit

    def events_of(self) -> dict[str, Any]:
        """The event chits drawn for this attack, as the situation states them."""
        found: dict[str, Any] = self.s.events or {}
        return found

    @property
    def defenders(self) -> list[Unit]:
        """All enemy units in the target hex, which are attacked together (10.0)."""
        return [unit for unit in self.s.at(self.target) if unit.side != self.side]

    @property
    def fighting(self) -> list[Unit]:
        """The attackers whose hexsides count: not those that shoot from afar (A19)."""
        return [unit for unit in self.attackers if unit.hex is not None]


@act("overrun")
class Overrun(Attack):
    """An attack in the course of a tracked unit's movement (called invasion in the book)."""


@act("support")
class Support(GdpCase):
    """Artillery added to an attack or defence that has been declared."""

    responses = ("claim",)

    def prepare(self) -> None:
        """Which guns, in which combat."""
        self.guns = self.units_of()
        if not self.guns:
            raise InputError("no_units")
        self.side = self.guns[0].side
        self.pending: dict[str, Any] = self.s.pending or {}
        target = self.slots.get("target") or self.pending.get("hex")
        for id_ in self.slots.get("supported") or ():
            target = target or self.standing(self.unit(id_))
        if not target:
            raise InputError("no_destination")
        self.target: str = target


class ChitCase(GdpCase):
    """Something done with event chits in an attack that has been declared."""

    def prepare(self) -> None:
        """The attack, its chits, and who does what."""
        self.pending: dict[str, Any] = self.s.pending or {}
        self.events: dict[str, Any] = self.s.events or {}
        attackers = [self.unit(id_) for id_ in self.pending.get("attackers") or ()]
        self.attacking: str | None = attackers[0].side if attackers else self.s.stated("active")
        self.chits: list[str] = list(self.slots.get("chits") or ())
        self.against: list[str] = list(self.slots.get("against") or ())
        role = self.slots.get("role")
        self.who: str | None = self.role_side(self.slots.get("side"), self.attacking)
        if self.who is None and role and self.attacking in self.book.sides:
            self.who = self.attacking if role in ("attacker", "attack") else self.book.enemy(self.attacking)

    def drawn_by(self, name: str) -> str | None:
        """The side that drew the chit of that name for this attack, or None."""
        for role in ("attacker", "defender"):
            chit = self.events.get(role) or {}
            if chit.get("name") == name and self.attacking:
                return self.attacking if role == "attacker" else self.book.enemy(self.attacking)
        return None


@act("play_chit")
class PlayChit(ChitCase):
    """Playing a black event chit."""


@act("draw_chit")
class DrawChit(ChitCase):
    """Drawing an event chit."""

    @classmethod
    def recast(cls, situation: Situation, slots: dict[str, Any]) -> str | None:
        """With no attack going on, the chit that is drawn is one of activation."""
        return None


@act("aa_fire")
class AaFire(ChitCase):
    """Anti-aircraft fire at an air event."""

    stages = (LEGALITY, "roll")
    legality = (LEGALITY,)

    def prepare(self) -> None:
        """The guns, the chit they fire at, and the combat hex."""
        super().prepare()
        self.guns = self.units_of()
        if not self.guns:
            raise InputError("no_units")
        self.side = self.guns[0].side
        self.target: str | None = self.slots.get("target") or self.pending.get("hex")


# ---- after combat ---------------------------------------------------------------------------------------------------------
class Aftermath(GdpCase):
    """Something that carries out a result: ``pending`` says which."""

    def prepare(self) -> None:
        """The result being carried out, and the units that speak up for it."""
        self.pending: dict[str, Any] = self.s.pending or {}
        self.movers = self.units_of()
        self.result: str | None = self.pending.get("result")
        self.battle: str | None = self.pending.get("hex")
        self.attackers: list[str] = list(self.pending.get("attackers") or ())
        self.defender_ids: list[str] | None = self.pending.get("defenders")
        helpers = self.pending.get("support") or ()
        self.supporters: list[str] = [id_ for row in helpers.values() for id_ in row] if isinstance(helpers, dict) else list(helpers)

    def defenders(self) -> list[Unit]:
        """Units that defended, as far as they are still in play."""
        if self.defender_ids is not None:
            return [self.unit(id_) for id_ in self.defender_ids if id_ not in self.s.eliminated]
        here = self.s.at(self.battle) if self.battle else []
        return [unit for unit in here if unit.id not in self.attackers]

    def chooser(self) -> str | None:
        """The side that is said to choose."""
        fighting = self.s.units.get(self.attackers[0]) if self.attackers else None
        return self.role_side(self.slots.get("side"), fighting.stated("side") if fighting is not None else None)

    def path_of(self) -> list[str]:
        """The hexes named, without the one the unit stands in."""
        path = list(self.slots.get("path") or ())
        if self.slots.get("to"):
            path.append(self.slots["to"])
        for name in path:
            self.valid(name)
        return path


@act("retreat")
class Retreat(Aftermath):
    """A retreat after combat."""

    stages = (LEGALITY, "step", "end", "after")
    legality = (LEGALITY, "step", "end")
    responses = ("claim",)

    def prepare(self) -> None:
        """Who retreats, on whose choice, from where to where."""
        super().prepare()
        if not self.movers:
            raise InputError("no_units")
        self.side = self.movers[0].side
        self.chosen_by = self.chooser()
        place = self.slots.get("from") or self.standing(self.movers[0])
        if place is None:
            raise InputError("not_on_map", unit=self.movers[0].id)
        self.start: str = place
        path = self.path_of()
        if path and path[0] == self.start:
            path = path[1:]
        if not path:
            raise InputError("no_destination")
        if len(path) == 1 and self.s.grid.adjacent(self.start, path[0]) is False:
            from .r10_combat import way_back

            path = way_back(self, self.start, path[0]) or path
        self.path = path

    def each(self, stage: str) -> Iterable[Any]:
        """Hex by hex, unit by unit."""
        if stage == "step":
            steps = list(zip([self.start, *self.path], self.path, strict=False))
            return [(unit, before, here, index) for unit in self.movers for index, (before, here) in enumerate(steps)]
        return (None,)


@act("advance")
class Advance(Aftermath):
    """An advance after combat."""

    stages = (LEGALITY, "step", "end", "after")
    legality = (LEGALITY, "step", "end")
    responses = ("stay", "claim")

    def prepare(self) -> None:
        """Who advances where."""
        super().prepare()
        if not self.movers:
            raise InputError("no_units")
        self.side = self.movers[0].side
        path = self.path_of() or ([self.battle] if self.battle else [])
        starts = {self.standing(unit) for unit in self.movers}
        if self.slots.get("from"):
            path = path[1:] if path and path[0] == self.slots["from"] else path
        if len(path) > 1 and path[0] in starts:
            path = path[1:]
        if not path:
            raise InputError("no_destination")
        beyond = self.battle and len(path) == 1 and path[0] != self.battle and self.battle not in starts
        if beyond and self.battle and self.s.grid.adjacent(self.battle, path[0]):
            path = [self.battle, *path]
        self.path = path

    def each(self, stage: str) -> Iterable[Any]:
        """Hex by hex, unit by unit."""
        if stage == "step":
            found = []
            for unit in self.movers:
                start = self.standing(unit)
                if start is not None:
                    found += [(unit, before, here, index) for index, (before, here) in enumerate(zip([start, *self.path], self.path, strict=False))]
            return found
        return (None,)


@act("loss")
class Loss(Aftermath):
    """A unit named for the loss that a result asks for."""

    stages = (LEGALITY, "after")
    responses = ("claim",)

    @classmethod
    def recast(cls, situation: Situation, slots: dict[str, Any]) -> str | None:
        """With no result to carry out the words only say what is lost."""
        return None if situation.facts.get("pending") or slots.get("result") else "note"


@act("eliminate")
class Eliminate(Aftermath):
    """A unit named as eliminated by a result, or because it cannot retreat."""

    stages = (LEGALITY, "after")

    @classmethod
    def recast(cls, situation: Situation, slots: dict[str, Any]) -> str | None:
        """With no result to carry out the words only say what is lost."""
        return None if situation.facts.get("pending") else "note"


@act("resolve")
class Resolve(Aftermath):
    """What a pending result does, as far as nobody has a choice."""

    stages = (LEGALITY, "numbers", "after")


@act("owed")
class Owed(Aftermath):
    """What the rules ask for next; ``phase`` among the slots: also of the phase itself."""

    stages = ("answer",)
    legality = ()
    question = True


# ---- fire at a distance -------------------------------------------------------------------------------------------------
class Fire(GdpCase):
    """Fire of one unit at a distant hex."""

    stages = (LEGALITY, "modifiers", "roll", "result", "after")

    def prepare(self) -> None:
        """Who fires at which unit in which hex."""
        self.firers = self.units_of()
        if not self.firers:
            raise InputError("no_units")
        self.side = self.firers[0].side
        self.pending: dict[str, Any] = self.s.pending or {}
        named = self.units_of("target_units")
        self.aimed: Unit | None = named[0] if named else None
        target = self.slots.get("target") or (self.standing(self.aimed) if self.aimed else None)
        if target is None:
            raise InputError("no_destination")
        self.target: str = self.valid(target)
        self.dice_thrown: list[int] = []

    @property
    def there(self) -> list[Unit]:
        """Enemy units in the target hex."""
        return [unit for unit in self.s.at(self.target) if unit.side != self.side]

    def place_of(self, unit: Unit) -> str | None:
        """Where a unit stands, or the hex that an off-map gun is measured from (18.4)."""
        place = self.standing(unit)
        return place if place is not None else unit.near


@act("direct_fire")
class DirectFire(Fire):
    """Direct fire in one's own activation."""

    responses = ("claim",)


@act("opportunity_fire")
class OpportunityFire(Fire):
    """Direct fire at a unit that moves."""

    responses = ("claim",)

    def prepare(self) -> None:
        """The target is fired at where it now is in its move, unless another hex is named."""
        super().prepare()
        self.event: str | None = self.pending.get("act")
        self.entered: str | None = self.pending.get("to") or self.pending.get("hex")


@act("barrage")
class Barrage(Fire):
    """An artillery barrage."""

    responses = ("observe", "claim")

    def prepare(self) -> None:
        """The guns, the target, and those who observe it."""
        super().prepare()
        self.observers = [self.unit(id_) for id_ in self.slots.get("observers") or ()]
        for answer in self.slots.get("responses") or ():
            self.observers += self.units_of("units", answer.slots)


# ---- works --------------------------------------------------------------------------------------------------------------
class Work(GdpCase):
    """Engineers at a bridge."""

    stages = (LEGALITY, "roll", "after")

    def prepare(self) -> None:
        """Who works on which hexside or hex."""
        self.workers = self.units_of()
        if not self.workers:
            raise InputError("no_units")
        self.side = self.workers[0].side
        place = self.slots.get("hexside") or self.slots.get("at")
        if not place:
            raise InputError("no_destination")
        self.place: str = place


@act("demolish")
class Demolish(Work):
    """Blowing a bridge."""


@act("pontoon")
class Pontoon(Work):
    """Building a pontoon bridge."""


# ---- supply -------------------------------------------------------------------------------------------------------------
class SupplyCase(GdpCase):
    """A supply path, shown or asked for."""

    def prepare(self) -> None:
        """Whose path, along which hexes."""
        units = self.units_of()
        if not units:
            raise InputError("no_units")
        self.subject = units[0]
        self.side = self.subject.side
        place = self.standing(self.subject)
        if place is None:
            raise InputError("not_on_map", unit=self.subject.id)
        self.start: str = place
        path = list(self.slots.get("path") or ())
        for name in path:
            self.valid(name)
        if path and path[0] != self.start:
            path = [self.start, *path]
        self.path = path


@act("trace")
class TraceSupply(SupplyCase):
    """A supply path that is shown or claimed."""

    stages = (LEGALITY, "status")
    legality = (LEGALITY, "status")
    responses = ("trace",)


@act("status")
class Status(SupplyCase):
    """Is this unit in supply?"""

    stages = ("answer",)
    legality = ()
    question = True


@act("nominate")
class Nominate(GdpCase):
    """Naming the stack that is supplied automatically."""

    def prepare(self) -> None:
        """The units of the stack."""
        self.named = self.units_of()
        if not self.named:
            for hex_ in self.slots.get("hexes") or ():
                self.named += self.s.at(hex_)
        if not self.named:
            raise InputError("no_units")
        self.side = self.named[0].side


@act("supply_check")
class SupplyCheck(GdpCase):
    """What a supply phase does to a unit."""

    stages = ("answer",)
    legality = ()
    question = True

    def prepare(self) -> None:
        """The unit."""
        units = self.units_of() or [unit for unit in self.s.units.values() if unit.facts.get("supply_failures")]
        if not units:
            raise InputError("no_units")
        self.subject = units[0]
        self.side = self.subject.side


# ---- the rest of the turn -----------------------------------------------------------------------------------------------
@act("end_phase")
class EndStack(GdpCase):
    """Units stacked in a hex when all movement is over."""

    stages = (LEGALITY,)

    def prepare(self) -> None:
        """The hex and everything of that side in it."""
        named = self.units_of()
        place = self.slots.get("at") or (self.standing(named[0]) if named else None)
        if place is None:
            raise InputError("no_destination")
        self.at: str = self.valid(place)
        there = [unit for unit in self.s.at(self.at) if unit not in named]
        if not named and not there:
            raise InputError("empty_hex", hex=self.at)
        self.side = (named or there)[0].side
        self.stack = named + [unit for unit in there if unit.side == self.side]


@act("inspect")
class Inspect(GdpCase):
    """Looking at an enemy stack."""

    def prepare(self) -> None:
        """Who looks where."""
        self.lookers = self.units_of("from_units") or self.units_of()
        target = self.slots.get("target")
        if not target:
            for id_ in self.slots.get("target_units") or ():
                target = self.standing(self.unit(id_))
        if not target:
            raise InputError("no_destination")
        self.target: str = self.valid(target)
        self.side = self.lookers[0].side if self.lookers else self.s.active


@act("roll_return")
class ReplacementRoll(GdpCase):
    """The die for a replacement, for a unit that is to be rebuilt."""

    stages = (LEGALITY, "roll", "result", "after")
    legality = (LEGALITY, "roll", "result")
    responses = ("rebuild", "roll_return", "return")

    def prepare(self) -> None:
        """The unit and the field replacement unit that is to help it."""
        units = self.units_of()
        helpers = [self.unit(aid.id) for aid in self.slots.get("aids") or () if aid.kind == "unit"]
        self.declared: bool = self.kind == "rebuild"
        for answer in self.slots.get("responses") or ():
            units += self.units_of("units", answer.slots)
            helpers += [self.unit(aid.id) for aid in answer.slots.get("aids") or () if aid.kind == "unit"]
            self.declared = True
        self.helpers = [unit for unit in [*helpers, *units] if unit.kind == "field_replacement"]
        self.subjects = [unit for unit in dict.fromkeys(units) if unit.kind != "field_replacement"]
        self.side = self.subjects[0].side if self.subjects else self.slots.get("side") or self.s.active


@act("rebuild", "return")
class Rebuild(ReplacementRoll):
    """A reduced unit is rebuilt."""


@act("roll_weather")
class WeatherRoll(GdpCase):
    """The roll for the weather of the turn."""

    stages = (LEGALITY, "roll")
    legality = (LEGALITY,)
    responses = ("weather", "roll_weather")


@act("weather")
class AskWeather(WeatherRoll):
    """What the weather is."""

    question = False


@act("pick_chit")
class PickChit(GdpCase):
    """Choosing an activation chit on purpose."""

    def prepare(self) -> None:
        """Who picks."""
        self.who: str | None = self.slots.get("side")
        for answer in self.slots.get("responses") or ():
            self.who = answer.slots.get("side") or self.who

    responses = ("pick_chit",)


@act("setup")
class SetUp(GdpCase):
    """Placing units or markers before the game."""

    def prepare(self) -> None:
        """What goes where."""
        self.units = self.units_of()
        self.at: str | None = self.slots.get("at")
        self.kinds: list[str] = list(self.slots.get("kinds") or ())
        self.who: str | None = self.slots.get("side")
        for answer in self.slots.get("responses") or ():
            self.units += self.units_of("units", answer.slots)
            self.kinds += list(answer.slots.get("kinds") or ())
            self.at = answer.slots.get("at") or self.at
            self.who = answer.slots.get("side") or self.who
        self.who = self.who or self.s.stated("active")
        if not self.units and not self.kinds:
            self.units = list(self.s.placed())

    responses = ("setup",)


@act("note")
class Note(GdpCase):
    """Words that only say how things stand: the chit in play, the hour, a bridge that is sunk, an HQ that is lost."""

    stages = ("after",)
    legality = ()
    silent = True


@act("roll")
class Roll(GdpCase):
    """Dice for the weather or for a replacement."""

    responses = ("weather",)

    @classmethod
    def recast(cls, situation: Situation, slots: dict[str, Any]) -> str | None:
        """By what the dice are for."""
        return {"weather": "roll_weather"}.get(str(slots.get("purpose")))


@act("deploy")
class Deploy(GdpCase):
    """Placing a marker: a pontoon in play, a fortification before it."""

    @classmethod
    def recast(cls, situation: Situation, slots: dict[str, Any]) -> str | None:
        """By what is placed."""
        slots["kinds"] = slots.get("markers") or slots.get("kinds") or ()
        return "pontoon" if "pontoon" in slots["kinds"] else "setup"


@act("exit")
class Exit(GdpCase):
    """Leaving the map."""


@act("winner")
class Winner(GdpCase):
    """Who has won."""

    stages = ("points", "answer")
    legality = ()
    question = True


@act("how_many")
class HowMany(GdpCase):
    """Questions for a number."""

    stages = ("answer",)
    legality = ()
    question = True


# ---- questions about acts ---------------------------------------------------------------------------------------------------
class Question(GdpCase):
    """A question about an act that is only thought of."""

    stages = ("answer",)
    legality = ()
    question = True


@act("cost")
class AskCost(Question):
    """What a move costs."""


@act("can_reach")
class AskReach(Question):
    """Can this unit get there?"""


@act("where_go")
class AskWhere(Question):
    """Where this unit can get."""


@act("retreats")
class AskRetreats(Question):
    """Where this unit may retreat to."""


@act("attackers")
class AskAttackers(Question):
    """What can attack this hex?"""


@act("odds_of")
class AskOdds(Question):
    """The odds of an attack that is named."""


@act("chances")
class AskChances(Question):
    """The chances of an attack that is named."""


@act("sight")
class AskSight(Question):
    """Whether one hex can be seen from another."""
