"""Acts on a hex map: units, hexes, charts and distances of the situation, read plainly; what nobody stated raises Missing."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Any, ClassVar, TypeVar

from adjudicator.book.acts import Case
from adjudicator.ground.facts import InputError
from adjudicator.ground.ruling import Findings, forbid
from adjudicator.ground.situation import Situation, Unit
from adjudicator.kit.charts import cell
from adjudicator.kit.geometry import adjacent, distance

T = TypeVar("T")


def one_side(situation: Situation, slots: dict[str, Any], others: dict[str, Any]) -> bool:
    """Whether two acts may be of the same side: not where each names units and no side is that of units of both."""
    first, second = (
        {unit.known("side") for name in said.get("units") or () if isinstance(name, str) and (unit := situation.units.get(name)) is not None}
        for said in (slots, others)
    )
    return not first or not second or bool(first & second)


def has(*names: str) -> Callable[[Any], bool]:
    """A condition of a rule (``when``): the act has anything by one of these names."""
    return lambda act: any(getattr(act, name) for name in names)


def done_by(side: str) -> Callable[[Any], bool]:
    """A condition of a rule (``when``): it is an act of that side."""
    return lambda act: bool(act.side == side)


class Asked:
    """Mixed into a case, before it: a question answered in one stage; what is not known leaves the answer open."""

    stages: ClassVar[tuple[str, ...]] = ("answer",)
    legality: ClassVar[tuple[str, ...]] = ()
    question = True


class WarCase(Case):
    """An act on a hex map: units, hexes and charts of the situation."""

    side: str

    def unit(self, id_: str) -> Unit:
        """The unit of that name; a name that only the declaration knows has no stated facts."""
        return self.s.units.get(id_) or Unit(self.s, id_, {"id": id_})

    def left_out(self, defenders: Iterable[Unit]) -> list[Unit]:
        """The defenders that the act leaves out: attacks only 47R, attacks 3010 but not 47R."""
        only = self.units_of("target_units") if self.slots.get("only") else []
        spared = [getattr(aid, "id", None) for aid in self.slots.get("without") or ()]
        return [unit for unit in defenders if only and unit not in only or unit.id in spared]

    def group(self, name: str) -> list[Unit]:
        """The unit of that name, or all that stand on the map of the formation of that name."""
        if name in self.s.units or not self.is_formation(name):
            return [self.unit(name)]
        return [unit for unit in self.s.units.values() if unit.known_to_be("formation", name) and unit.hex is not None]

    def is_formation(self, name: str) -> bool:
        """Whether units of the situation belong to a formation of that name."""
        return any(unit.known_to_be("formation", name) for unit in self.s.units.values())

    def units_of(self, slot: str = "units", slots: dict[str, Any] | None = None) -> list[Unit]:
        """The units of a slot, each once, in the order typed; a formation stands for its units on the map."""
        found: dict[str, Unit] = {}
        known = self.s.units
        for name in (self.slots if slots is None else slots).get(slot) or ():
            for unit in (known[name],) if name in known else self.group(name):
                found.setdefault(unit.id, unit)
        return list(found.values())

    def standing(self, unit: Unit) -> str | None:
        """Where a unit stands; None off the map.  A position that nobody stated is asked for."""
        if "at" not in unit.facts and unit.id not in self.s.eliminated:
            place: str | None = unit.at
            return place
        here = unit.hex
        return here if here is None else self.valid(here)

    def stands(self, unit: Unit) -> str:
        """Where a unit stands; InputError off the map."""
        found = self.standing(unit)
        if found is None:
            raise InputError("not_on_map", unit=unit.id)
        return found

    def at_least_one(self, things: T | None) -> T:
        """What an act is about; InputError if nothing was named."""
        if not things:
            raise InputError("no_units")
        return things

    def somewhere(self, place: T | None) -> T:
        """The hex, or the way, that an act names; InputError if it names none."""
        if not place:
            raise InputError("no_destination")
        return place

    def led(self, units: list[Unit]) -> list[Unit]:
        """The units that an act is about, of which the first tells whose act it is; InputError if there are none."""
        self.side = self.at_least_one(units)[0].side
        return units

    def only(self, units: Sequence[Unit]) -> Unit:
        """The one unit of an act that is about one; InputError for none or several."""
        if len(units) != 1:
            raise InputError("one_unit_at_a_time" if units else "no_units")
        return units[0]

    def valid(self, name: str) -> str:
        """The name itself; InputError if no such hex lies on the map and the situation knows no such place."""
        if not self.s.grid.valid(name) and name not in self.s.hexes:
            raise InputError("impossible_hex", hex=name)
        return name

    def hex_of(self, slot: str) -> str:
        """The hex of a slot; InputError if none was named or it does not lie on the map."""
        name: str | None = self.slots.get(slot)
        return self.valid(self.somewhere(name))

    def path_named(self, slots: dict[str, Any] | None = None) -> list[str]:
        """The hexes of ``path`` and ``to``, in order; InputError for one that cannot exist."""
        given = self.slots if slots is None else slots
        path = [*(given.get("path") or ()), *([given["to"]] if given.get("to") else [])]
        return [self.valid(name) for name in path]

    def steps_to(self, start: str) -> list[str]:
        """The hexes that are named (:meth:`path_named`) without the one in which the way begins."""
        path = self.path_named()
        return path[1:] if path[:1] == [start] else path

    def values_of(self, fact: str) -> tuple[Any, ...] | None:
        """The values that a fact of that bracket name can have, or None."""
        return self.book.values_of(fact)

    def table(self, name: str) -> Any:
        """A printed table, with the entries that the situation states laid over it."""
        return self.s.table(name)

    def cell(self, table: str, row: str, column: str, values: Sequence[Any] | None = None) -> Any:
        """An entry of a chart; Missing if nobody stated it."""
        return cell(self.s, table, row, column, values)

    def adjacent(self, first: str, second: str) -> bool:
        """Whether two hexes touch; Missing where that is not known."""
        return adjacent(self.s, first, second)

    def distance(self, first: str, second: str) -> int:
        """Hexes between two places; Missing where that is not known."""
        return distance(self.s, first, second)

    def done(self, id_: str, *acts: str) -> list[dict[str, Any]]:
        """What the history of a unit, formation or side holds of these acts for the present turn."""
        return self.of_this_turn(self.s.history.of(id_, *acts))

    def of_this_turn(self, deeds: Iterable[dict[str, Any]]) -> list[dict[str, Any]]:
        """Those of some deeds that were done in the present turn; one that tells no turn was."""
        now: list[Any] = []  # the turn, read where a deed tells its own
        found = []
        for item in deeds:
            if "when" in item and item["when"] in ("last_turn", "earlier_turn"):
                continue
            if "turn" in item:
                now = now or [self.s.stated("turn")]
                if item["turn"] != now[0]:
                    continue
            found.append(item)
        return found

    def enemies_at(self, hex_: str, side: str) -> list[Unit]:
        """Units of the other side in a hex; asks for the place of one that may be anywhere."""
        camp = self.book.camp
        self.s.all_placed(lambda unit: camp(unit.side) != camp(side))
        return [unit for unit in self.s.known_at(hex_) if camp(unit.side) != camp(side)]

    def friends_at(self, hex_: str, side: str) -> list[Unit]:
        """Units of a side, allies included, in a hex; asks for the place of one that may be anywhere."""
        camp = self.book.camp
        self.s.all_placed(lambda unit: camp(unit.side) == camp(side))
        return [unit for unit in self.s.known_at(hex_) if camp(unit.side) == camp(side)]


def wrong_phase(act: WarCase, wanted: str, *others: str) -> Findings:
    """A phase other than those that an act belongs to, where it is told which one it is."""
    phase = act.s.stated("phase")
    if phase is not None and phase not in (wanted, *others):
        yield forbid("wrong_phase", phase=phase, wanted=wanted)


def told_by_other(act: WarCase, units: Sequence[Unit]) -> Findings:
    """Units that are told to do it by the player of another side (``side``)."""
    side = act.slots.get("side")
    if side in act.book.sides:
        yield from (forbid("told_by_other", unit, side=side) for unit in units if unit.stated("side") not in (None, side))


def told_elsewhere(act: WarCase, units: Sequence[Unit]) -> Findings:
    """Units of an act that stand elsewhere than was said of them (``places``), or of all (``from``); and hexes of ``from`` where none of them stands.

    Who is only said to be with them (``aids``) stands where it was said of himself.
    """
    places: dict[str, str] = act.slots.get("places") or {}
    said = act.slots.get("from") or ()
    named = (said,) if isinstance(said, str) else tuple(said)
    if not named:
        return
    here = {unit.id: act.standing(unit) for unit in units}
    wrong = False
    beside = {aid.id for aid in act.slots.get("aids", ()) if aid.kind == "unit"}
    for unit in units:
        meant = ([places[unit.id]] if unit.id in places else []) if places or unit.id in beside else named
        place = here[unit.id]
        if meant and place is not None and place not in meant:
            wrong = True
            yield forbid("stands_elsewhere", unit, place, hex=place, named=", ".join(meant))
    empty = [hex_ for hex_ in named if hex_ not in here.values()]
    if empty and not wrong and all(place is not None for place in here.values()):
        yield forbid("stands_elsewhere", units, where=empty, hex=", ".join(dict.fromkeys(filter(None, here.values()))), named=", ".join(empty))
