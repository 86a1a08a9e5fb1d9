"""Fights, and what carries out their results: what a declaration resolves to.  The rules about them stand in the chapters."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import pairwise
from types import SimpleNamespace
from typing import Any, ClassVar, NamedTuple

from adjudicator.book import LEGALITY, Findings, InputError, Situation, Unit, act, act_named
from adjudicator.ground.declaration import Act
from adjudicator.kit import Asked, Retreats, all_done, has, on_step, owed_by

from .acts import Deed, first_of
from .vocabulary import (
    ALLIED,
    ArnhemCase,
    can_strike,
    crossing,
    enemies_in,
    enemy_zone,
    engineer,
    is_gun,
    is_vehicle,
    may_share,
    moment,
    open_to_vehicles,
)


class Gift(NamedTuple):
    """Final protective fire of a gun (or of ground support points) for a friend that is attacked."""

    gun: Unit | None
    to: Unit | None
    gsp: int


answered, any_fpf = has("answered"), has("gifts")  # the other player has said what final protective fire he gives, be it none; he gives some
any_gsp, any_barrage = has("gsp", "fpf_gsp"), has("barraging", "gsp")


class Fight(ArnhemCase):
    """A combat that is declared: who attacks which hexes, what fires in support, what final protective fire is given."""

    def attackers_said(self) -> list[Unit]:
        """The units that the declaration names, in whatever place of the sentence, each once."""
        found = {unit.id: unit for slot in ("units", "guns") for unit in self.units_of(slot)}
        for aid in self.slots.get("aids") or ():
            if aid.kind == "unit":
                found[aid.id] = self.unit(aid.id)
        return list(found.values())

    def take(self, hexes: Iterable[str], units: list[Unit], gsp: int) -> None:
        """Sort who stands at the hexes that are attacked, and who fires at them from afar."""
        self.hexes = [self.valid(hex_) for hex_ in dict.fromkeys(hexes)]
        self.gsp = gsp
        self.movers = units
        self.side: str = units[0].side if units else self.slots.get("side") or ALLIED
        self.defenders = [unit for hex_ in self.hexes for unit in enemies_in(self.s, hex_, self.side)]
        self.barraging = [unit for unit in units if is_gun(unit) and not self.beside(unit)]
        self.close = [unit for unit in units if unit not in self.barraging]
        self.gifts: list[Gift] = []
        self.answered = False

    def beside(self, unit: Unit) -> bool:
        """Whether a unit stands next to one of the hexes, not across a river without a bridge."""
        return any(can_strike(self.s, unit, hex_) for hex_ in self.hexes)

    def give(self, answers: Iterable[Any]) -> None:
        """Take the final protective fire of the answers.  A gun whose friend is not named fires for the only defender."""
        alone = self.defenders[0] if len(self.defenders) == 1 else None
        for answer in answers:
            slots = answer.slots
            self.answered = True
            if slots.get("not") and not slots.get("question"):  # why can't it: asked as if it could
                continue
            named = self.units_of("to", slots)
            to = named[0] if len(named) == 1 else None if named else alone
            for gun in self.units_of("guns", slots):
                self.gifts.append(Gift(gun, to, 0))
            if slots.get("gsp"):
                self.gifts.append(Gift(None, to, slots["gsp"]))

    @property
    def firing(self) -> list[Unit]:
        """The guns that give final protective fire."""
        return [gift.gun for gift in self.gifts if gift.gun is not None]

    @property
    def fpf_gsp(self) -> int:
        """Ground support points that are given as final protective fire."""
        return sum(gift.gsp for gift in self.gifts)

    @property
    def alone(self) -> bool:
        """Whether only guns at a distance, or points, attack (8.15)."""
        return not self.close


def undecided(situation: Situation) -> dict[str, Any]:
    """The attack that has been declared and not resolved, {} if there is none."""
    pending = situation.facts.get("pending") or {}
    return pending if pending.get("act") == "attack" and not pending.get("result") else {}


def fighting(declared: dict[str, Any]) -> tuple[str, ...]:
    """Who attacks, guns at a distance included, in an attack that has been declared."""
    return (*declared.get("attackers", ()), *declared.get("guns", ()))


@act("attack", "barrage")
class Attack(Fight):
    """A combat, up to the result of the die."""

    left_free = "7.0"
    compelled = "7.12"
    stages: ClassVar[tuple[str, ...]] = (LEGALITY, "strength", "differential", "line", "column", "declared", "result", "after")
    responses = ("fpf",)

    @classmethod
    def takes(cls, situation: Situation, slots: dict[str, Any], answer: Act, thrown: bool) -> bool:
        """Final protective fire answers an attack as long as the die has not been thrown; a question about it is none."""
        return answer.kind == "fpf" and not thrown and not answer.slots.get("question")

    def prepare(self) -> None:
        """Who attacks what with what."""
        against = [self.standing(unit) for unit in self.units_of("target_units")]
        said = self.slots.get("target") or ()
        hexes = [*((said,) if isinstance(said, str) else said), *(hex_ for hex_ in against if hex_ is not None)]
        units = self.attackers_said()
        gsp = self.slots.get("gsp") or 0
        self.somewhere(hexes)
        if not units and not gsp:
            raise InputError("no_units")
        self.outcome: dict[str, Any] = {}  # what the result asks for, once it is known
        self.take(hexes, units, gsp)
        self.give(self.slots.get("responses") or ())


@act("fpf")
class Fpf(Fight):
    """Final protective fire told on its own: it belongs to the attack that has been declared."""

    deniable = True

    def prepare(self) -> None:
        """What is given to whom, and in which combat."""
        declared = undecided(self.s)
        self.declared = bool(declared)
        self.take(declared.get("hexes") or (), list(map(self.unit, fighting(declared))), 0)
        if not declared:
            given = self.units_of("guns") or self.units_of("to")
            self.side = self.book.enemy(given[0].side) if given else moment(self.s)[0] or self.s.active
            self.defenders = self.units_of("to")
        self.give([SimpleNamespace(slots=self.slots)])


# ---- what carries out a result --------------------------------------------------------------------------------------------------------------
def bar(s: Situation, unit: Unit, before: str, here: str) -> str | None:
    """The number that forbids a retreating unit a step: enemy or enemy zone 7.71, prohibited hexside 7.72, vehicles 5.24, rivers 13.25."""
    if not s.grid.valid(here) or s.hex(here).terrain == "offmap":  # asked for where nobody has told it
        return "15.43"
    over = crossing(s, before, here)
    if over.water == "river" and not over.bridge and not over.ferry:
        return "7.72"
    if is_vehicle(unit) and over.way is None and (over.water is not None or not open_to_vehicles(s, here)):
        return "5.24"
    if unit.side == ALLIED:
        helper = engineer(s)
        over_river = over.water == "river" and (not over.bridge or s.reading("V-20") == "any_river")
        if over_river or helper is not None and helper is not unit and helper.hex == before:
            return "13.25"
    if enemies_in(s, here, unit.side) or enemy_zone(s, here, unit.side):
        return "7.71"
    return None


RETREATS = Retreats(bar, may_share)
CITY_CUT = 2  # hexes by which a City shortens a retreat (11.1)


class Aftermath(Deed):
    """Something that carries out a result: ``pending`` says which."""

    def prepare(self) -> None:
        """The result being carried out, and the units that speak up for it."""
        self.pending: dict[str, Any] = self.s.pending or {}
        self.result: str | None = self.pending.get("result")
        self.owed: dict[str, int] = self.pending.get("owed") or {}
        self.acting(self.units_of())

    @property
    def staying(self) -> list[Unit]:
        """Those of its units that owe a retreat."""
        return [unit for unit in self.movers if self.owes(unit)]

    def started(self, unit: Unit) -> str:
        """Where a unit stands; of one that is gone, where the words say that it does, since a recorded game went on with it.  InputError if nowhere."""
        place = self.standing(unit)
        if place is None:
            path = self.slots.get("path") or ()
            place = next(iter(path[:1] if len(path) > 1 else ()), self.slots.get("from"))
        if place is None:
            raise InputError("not_on_map", unit=unit.id)
        return self.valid(place)

    def owes(self, unit: Unit) -> int:
        """Hexes that a unit still has to retreat."""
        return owed_by(self.pending, unit.id)

    @classmethod
    def settled(cls, pending: dict[str, Any]) -> bool:
        """Whether everybody has done what the result asks of him."""
        return all_done(pending)


class Driven(Aftermath):
    """A unit that falls back or goes forward after a combat."""

    denial = "stay"

    @classmethod
    def recast(cls, situation: Situation, slots: dict[str, Any]) -> str | None:
        """In a Movement Phase of its own, where no result is pending, it moves."""
        unit = first_of(situation, slots)
        if unit is None or situation.facts.get("pending") or not (slots.get("to") or slots.get("path")):
            return None
        return "move" if moment(situation) == (unit.stated("side"), "movement") else None

    def prepare(self) -> None:
        """Which unit, from where."""
        super().prepare()
        self.mover = self.only(self.movers)
        self.start = self.started(self.mover)


@act("retreat")
class Retreat(Driven):
    """A retreat after combat."""

    ways_asked = "retreats"

    def prepare(self) -> None:
        """Along which hexes."""
        super().prepare()
        start = self.start
        self.hexes_owed = self.owes(self.mover)
        named = self.somewhere(self.steps_to(start))
        if len(named) == 1 and not self.s.grid.adjacent(start, named[0]):  # a goal only: the way that the rules leave
            ways = RETREATS.best(self.s, self.mover, start, self.s.grid.distance(start, named[0]))
            named = list(next((way[1:] for way in ways if way[-1] == named[0]), named))
        self.path = named
        self.displaced = RETREATS.pushed(self.s, self.mover, (start, *named))


def barred(retreat: Retreat, number: str, key: str) -> Findings:
    """The steps that one number forbids a retreat."""
    for before, here in pairwise([retreat.start, *retreat.path]):
        if retreat.s.grid.adjacent(before, here) and bar(retreat.s, retreat.mover, before, here) == number:
            yield on_step(key, before, here, retreat.mover)


@act("eliminate")
class Eliminate(Aftermath):
    """A unit that cannot retreat is lost."""

    def prepare(self) -> None:
        """Which unit, where."""
        super().prepare()
        self.mover = self.only(self.movers)
        self.start = self.standing(self.mover)
        self.hexes_owed = self.owes(self.mover)


Stay = act_named("stay", "Not retreating (in a City), not advancing, not moving.", Aftermath, deniable=True)


@act("advance")
class Advance(Driven):
    """An advance after combat."""

    left_free = "7.96"

    def prepare(self) -> None:
        """Into which hex of which path of retreat."""
        super().prepare()
        start = self.start
        self.trails = [list(trail) for trail in (self.pending.get("paths") or {}).values()]
        if self.trails and self.reading("V-11") == "joint":
            self.trails = [list(dict.fromkeys(hex_ for trail in self.trails for hex_ in trail))]
        itself = {*(self.slots.get("path") or ()), *filter(None, (self.slots.get("to"),))} == {start}  # no other hex is named
        named = [start] if itself else self.steps_to(start)
        if not named:
            firsts = list(dict.fromkeys(trail[0] for trail in self.trails if trail))
            if len(firsts) != 1:
                raise InputError("no_destination")
            named = firsts
        self.to = named[-1]
        there = [trail[: trail.index(self.to) + 1] for trail in self.trails if self.to in trail]
        self.trail = next((trail for trail in there if self.s.grid.adjacent(start, trail[0])), there[0] if there else None)


Resolve = act_named("resolve", "What a pending result asks for.", Aftermath, stages=(LEGALITY,))
Owed = act_named("owed", "What the rules ask for next.", Aftermath, Asked)
AskRetreats = act_named("retreats", "Where a unit may retreat.", Aftermath, Asked)


@act("chances")
class AskChances(Asked, ArnhemCase):
    """What the chances of an attack are that is thought of, or that has been declared."""

    def prepare(self) -> None:
        """The slots of the attack."""
        declared = undecided(self.s)
        units = self.slots.get("units") or fighting(declared)
        target = self.slots.get("target") or tuple(declared.get("hexes", ()))
        if not units or not target:
            raise InputError("no_units" if target else "no_destination")
        self.attack = {"units": tuple(units), "target": target, "aids": self.slots.get("aids") or ()}
