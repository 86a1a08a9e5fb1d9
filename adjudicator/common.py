"""What wargame rulebooks share: finding units and hexes, charts that a situation completes, geometry that may not be known.

A rulebook derives its acts from :class:`WarCase`.  Everything here reads the position plainly and raises
:class:`~adjudicator.facts.Missing` for what nobody stated; no rulebook and no word of any language is known here.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from fractions import Fraction
from typing import Any, ClassVar

from adjudicator.book import Case, InputError
from adjudicator.facts import Missing
from adjudicator.hexes import Grid
from adjudicator.searches import Trace, Unknown
from adjudicator.situation import Situation, Unit

_offsets: dict[int, tuple[Grid, ...]] = {}


# ---- geometry -----------------------------------------------------------------------------------------------------------
def pair(first: str, second: str) -> str:
    """The one name of a pair of hexes, the smaller first."""
    return f"{first}/{second}" if first < second else f"{second}/{first}"


def offsets(grid: Grid) -> tuple[Grid, ...]:
    """The grids that a grid without a known offset may turn out to be; itself where the offset is known."""
    if grid.even_lower is not None:
        return (grid,)
    key = id(grid._places)  # shared by a grid and all that were made from it by with_facts
    found = _offsets.get(key)
    if found is None:
        found = tuple(Grid(grid.columns, grid.rows_odd, grid.rows_even, lower, grid.separator) for lower in (True, False))
        _offsets[key] = found
    return found


def adjacent(s: Situation, first: str, second: str) -> bool:
    """Whether two hexes touch; Missing where that hangs on the map's offset and nobody stated it."""
    known: bool | None = s.grid.adjacent(first, second)
    if known is not None and not s.unknown:
        return known
    path = f"adjacent[{pair(first, second)}]"
    if path in s.tried:
        return bool(s.tried[path])
    if path in s.unknown:
        raise Missing(path, (True, False))
    if known is not None:
        return known
    guesses = {grid.adjacent(first, second) for grid in offsets(s.grid)}
    if guesses == {True} or guesses == {False}:
        return bool(guesses.pop())
    raise Missing(path, (True, False))


def distance(s: Situation, first: str, second: str) -> int:
    """Hexes from one to the other, the first not counted; Missing, with what it can be, where it is not known."""
    if first == second:
        return 0
    path = f"distance[{pair(first, second)}]"
    if path in s.tried:
        return int(s.tried[path])
    known: int | None = s.grid.distance(first, second)
    if known is not None:
        return known
    if s.grid.adjacent(first, second):
        return 1
    guesses = sorted({found for grid in offsets(s.grid) if (found := grid.distance(first, second)) is not None})
    if len(guesses) == 1:
        return guesses[0]
    raise Missing(path, tuple(guesses) or None)


def possible_neighbours(s: Situation, hex_: str) -> tuple[str, ...]:
    """All hexes that touch a hex or may turn out to."""
    try:
        found: tuple[str, ...] = s.grid.possible_neighbours(hex_)
    except ValueError:
        return ()
    return found


def names(units: Iterable[Any]) -> str:
    """Ids in a row."""
    return ", ".join(unit.id for unit in units)


def ids(units: Iterable[Any]) -> list[str]:
    """Ids as a list."""
    return [unit.id for unit in units]


# ---- charts -------------------------------------------------------------------------------------------------------------
def cell(s: Situation, table: str, row: str, column: str, values: Sequence[Any] | None = None) -> Any:
    """An entry of a printed chart: as the situation states it, else as the book prints it, else asked for.

    The fact is ``tables.<table>.<row>.<column>``; an entry of None counts as not printed.
    """
    path = f"tables.{table}.{row}.{column}"
    if path in s.tried:
        return s.tried[path]
    if not {path, f"tables.{table}.{row}", f"tables.{table}[{row}].{column}"} & s.unknown:
        for tables in (s.facts.get("tables") or {}, s.book.tables):
            rows = tables.get(table)
            entry = rows.get(row) if isinstance(rows, dict) else None
            if isinstance(entry, dict) and entry.get(column) is not None:
                return entry[column]
    raise Missing(path, tuple(values) if values is not None else None)


def entry(s: Situation, table: str, row: str, values: Sequence[Any] | None = None) -> Any:
    """An entry of a printed chart of one column, ``tables.<table>.<row>``; see :func:`cell`."""
    path = f"tables.{table}.{row}"
    if path in s.tried:
        return s.tried[path]
    if path not in s.unknown and f"tables.{table}[{row}]" not in s.unknown:
        for tables in (s.facts.get("tables") or {}, s.book.tables):
            rows = tables.get(table)
            found = rows.get(row) if isinstance(rows, dict) else None
            if found is not None:
                return found
    raise Missing(path, tuple(values) if values is not None else None)


def merged(below: Any, above: Any) -> Any:
    """A printed table with what a situation states laid over it."""
    if isinstance(below, dict) and isinstance(above, dict):
        return {**below, **{key: merged(below.get(key), value) for key, value in above.items()}}
    return above


# ---- numbers ------------------------------------------------------------------------------------------------------------
def number(value: Any) -> int | Fraction:
    """An exact number of what a file holds: 0.5 and "1/2" are one half, "+2" is two."""
    if isinstance(value, int):
        return value
    exact = Fraction(str(value).replace("½", ".5"))
    return int(exact) if exact.denominator == 1 else exact


def half_up(value: int | Fraction) -> int:
    """Half, rounded up."""
    return -((-Fraction(value)) // 2)


def half_down(value: int | Fraction) -> int:
    """Half, rounded down."""
    return Fraction(value) // 2


def ratio(attack: int | Fraction, defense: int | Fraction, up: bool = False) -> str:
    """Two totals as n:1 or 1:n, rounded in the defender's favour, or up in the attacker's."""
    high, low = Fraction(max(attack, defense)), Fraction(min(attack, defense))
    if low <= 0:
        return f"{max(int(attack), 0)}:{max(int(defense), 0)}"
    if attack >= defense:
        return f"{-(-high // low) if up else high // low}:1"
    return f"1:{high // low if up else -(-high // low)}"


# ---- lines --------------------------------------------------------------------------------------------------------------
def verdict(test: Any, *args: str) -> bool | str | Unknown:
    """What a test says, for `searches.trace`: a missing fact is an unknown step."""
    try:
        found: bool | str = test(*args)
    except Missing as missing:
        return Unknown((missing.fact,))
    return found


def settled(found: Trace, values: Any = None) -> Trace:
    """The trace itself if its answer is known, else Missing for the facts that it hangs on."""
    if found.answer is None:
        first, *rest = found.path_facts or found.facts
        raise Missing(first, None, tuple((fact, None) for fact in rest))
    return found


# ---- acts ---------------------------------------------------------------------------------------------------------------
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

    def group(self, name: str) -> list[Unit]:
        """The unit of that name, or all that stand on the map of the formation of that name."""
        if name in self.s.units or not self.is_formation(name):
            return [self.unit(name)]
        return [unit for unit in self.s.units.values() if unit.stated("formation") == name and unit.hex is not None]

    def is_formation(self, name: str) -> bool:
        """Whether units of the situation belong to a formation of that name."""
        return any(unit.facts.get("formation") == name for unit in self.s.units.values())

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

    def valid(self, name: str) -> str:
        """The name itself; InputError if no such hex lies on the map and the situation knows no such place."""
        if not self.s.grid.valid(name) and name not in self.s.hexes:
            raise InputError("impossible_hex", hex=name)
        return name

    def hex_of(self, slot: str) -> str:
        """The hex of a slot; InputError if none was named or it does not lie on the map."""
        name: str | None = self.slots.get(slot)
        if name is None:
            raise InputError("no_destination")
        return self.valid(name)

    def values_of(self, fact: str) -> tuple[Any, ...] | None:
        """The values that a fact of that bracket name can have, or None."""
        group, _, rest = fact.partition("[")
        name = rest.partition("]")[2].removeprefix(".") or ("features" if group == "hexsides" else "")
        spec = self.book.facts.get(f"{group}.{name}" if rest else fact)
        return spec.values if spec is not None else None

    def table(self, name: str) -> Any:
        """A printed table, with the entries that the situation states laid over it."""
        stated = (self.s.facts.get("tables") or {}).get(name)
        return merged(self.book.tables.get(name), stated) if stated is not None else self.book.tables[name]

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
        turn = self.s.stated("turn")
        return [
            item for item in self.s.history.get(id_, ())
            if item.get("act") in acts and item.get("turn", turn) == turn and item.get("when") not in ("last_turn", "earlier_turn")
        ]  # fmt: skip

    def enemies_at(self, hex_: str, side: str) -> list[Unit]:
        """Units of the other side in a hex."""
        camp = self.book.camp
        return [unit for unit in self.s.at(hex_) if camp(unit.side) != camp(side)]

    def friends_at(self, hex_: str, side: str) -> list[Unit]:
        """Units of a side, allies included, in a hex."""
        camp = self.book.camp
        return [unit for unit in self.s.at(hex_) if camp(unit.side) == camp(side)]
