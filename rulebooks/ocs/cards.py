"""What the printed cards give, and the throws that follow each other on them.  No rule speaks here."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from adjudicator.book import Missing, Unit
from adjudicator.ground.throws import Throw

from .vocabulary import OVERRUN, OcsCase, Place, density, hedgehog, is_combat

ROW_NAMES = {"1": ("1", "<=1", "1 or less"), "15": ("15", ">=15", "15+", "15 or more")}


def row_of(total: int) -> str:
    """The row of a modified total: 1 or less is the first, 15 or more the last."""
    return str(max(1, min(15, total)))


def stated_cell(case: OcsCase, at: int, row: str) -> Any:
    """The entry of a player's own card, under whatever density he has it; None if he has none."""
    card = (case.s.facts.get("tables") or {}).get("crt")
    if not isinstance(card, dict):
        return None
    for name, heads in case.book.tables["crt"]["columns"].items():
        rows = (card.get(name) or {}).get(heads[at])
        if isinstance(rows, dict):
            for key in ROW_NAMES.get(row, (row,)):
                if rows.get(key) is not None:
                    return rows[key]
    return None


def cell(case: OcsCase, at: int, row: str) -> str:
    """The result of a cell; asked for where the sources disagree and nobody said what his chart has."""
    columns = case.book.tables["crt"]["columns"]
    path = f"tables.crt.open[{columns['open'][at]}][{row}]"
    if path in case.s.tried:
        return str(case.s.tried[path])
    if case.s.unknown:
        if "tables.crt" in case.s.unknown or "tables" in case.s.unknown:
            raise Missing("tables.crt")
        if any(f"tables.crt.{name}[{heads[at]}][{row}]" in case.s.unknown for name, heads in columns.items()):
            raise Missing(path, disputed(case, at, row))
    found = stated_cell(case, at, row)
    if found is not None:
        return str(found)
    several = disputed(case, at, row)
    if several:
        raise Missing(path, several)
    return str(case.book.tables["crt"]["rows"][row][at])


def disputed(case: OcsCase, at: int, row: str) -> tuple[str, ...] | None:
    """What the sources have in a cell on which they disagree."""
    found = case.book.tables["crt"]["disputed"].get(f"{row}/{at + 1}")
    return tuple(dict.fromkeys(found.values())) if found else None


def spans(found: Iterable[int]) -> str:
    """Totals of dice as a player says them: 8-12, or 3, 5-6; none without any."""
    rows: list[list[int]] = []
    for total in sorted(found):
        if rows and rows[-1][-1] == total - 1:
            rows[-1].append(total)
        else:
            rows.append([total])
    return ", ".join(str(row[0]) if len(row) == 1 else f"{row[0]}-{row[-1]}" for row in rows) or "none"


def surprise_modifier(fight: Any, difference: int | None = None) -> int:
    """What is added to the surprise roll: the difference of action ratings, less what the table's choice takes off for a hedgehog."""
    total = int(fight.computed("ar_differential") if difference is None else difference)
    level = hedgehog(fight, fight.target, fight.enemy)
    if level:
        chosen = fight.switch("hedgehog_surprise", ("none", "minus_one", "level"))
        total -= {"none": 0, "minus_one": 1, "level": level}[chosen]
    return total


def surprised(fight: Any, total: int) -> str:
    """Who surprises at a modified total."""
    limits = fight.book.tables["surprise"][OVERRUN if fight.act == OVERRUN else "attack"]
    return "attacker" if total >= limits["attacker"] else "defender" if total <= limits["defender"] else "none"


def shifted(fight: Any, by: str, at: int, die: int) -> int:
    """The column after the surprise die: right for the attacker, left for the defender, and never beyond the table."""
    last = len(fight.book.tables["crt"]["columns"]["open"]) - 1
    return max(0, min(last, at + (die if by == "attacker" else -die)))


def combat_throws(fight: Any, difference: int | None = None) -> list[Throw]:
    """Surprise, its die, combat: what is left of them from where the combat stands.

    The functions are those that the rules use; what they read of the position is read once, here.  ``difference``: of the action
    ratings, where another lead is thought of.
    """
    place = fight.place
    heads = fight.book.tables["crt"]["columns"][density(fight, fight.target)]
    modifier = surprise_modifier(fight, difference) if place is not None and place.by is None else 0
    plus = sum(finding.by for _, finding in fight.ruling.drms) + (difference or 0)
    throws = [
        Throw("surprise", 2, 6, lambda at, total: Place(by := surprised(fight, total + modifier), by == "none", at.column, None), lambda at: at.by),
        Throw("shift", 1, 6, lambda at, die: at._replace(shifted=True, column=shifted(fight, at.by, at.column, die)), lambda at: heads[at.column],
              lambda at: not at.shifted),
        Throw("combat", 2, 6, lambda at, total: at._replace(result=cell(fight, at.column, row_of(total + plus))), lambda at: at.result),
    ]  # fmt: skip
    done = 0 if place is None or place.by is None else 1 if not place.shifted else 2
    return throws[done:]


HALVES = ("1/2", "[1/2]")
FAIR = 3  # a hedgehog of this level turns a bracketed half into DG


def own_observers(barrage: Any) -> list[Unit]:
    """Combat units of the firing side beside the target; none where the players say that nobody observes."""
    return [] if barrage.blind else [
        unit for hex_ in barrage.s.grid.neighbours(barrage.target) for unit in barrage.s.at(hex_)
        if unit.side == barrage.side and is_combat(unit) and barrage.alive(unit)
    ]  # fmt: skip


def stated_entry(case: OcsCase, at: int, total: int) -> Any:
    """The entry of a player's own card; None if he has none."""
    card = (case.s.facts.get("tables") or {}).get("barrage")
    rows = card.get(table(case)["columns"][at]) if isinstance(card, dict) else None
    return rows.get(str(total)) if isinstance(rows, dict) else None


def entry(case: OcsCase, at: int, total: int) -> str:
    """The result of a cell of the barrage table; asked for where the sources disagree and nobody said what his chart has."""
    printed = table(case)
    path = f"tables.barrage[{printed['columns'][at]}][{total}]"
    sources = printed["disputed"].get(f"{total}/{at + 1}")
    found = tuple(dict.fromkeys(sources.values())) if sources else None
    if path in case.s.tried:
        return str(case.s.tried[path])
    if path in case.s.unknown:
        raise Missing(path, found)
    said = stated_entry(case, at, total)
    if said is not None:
        return str(said)
    if found:
        raise Missing(path, found)
    return str(printed["rows"][str(total)][at])


def degrades(barrage: Any) -> bool:
    """Whether a bracketed half is only DG: a strong hedgehog, or nobody who observes."""
    return hedgehog(barrage, barrage.target, barrage.book.enemy(barrage.side)) >= FAIR or not own_observers(barrage)


def applied(result: str, die: int | None) -> tuple[int, bool] | None:
    """(steps, DG) of an entry; None while a half waits for its die."""
    if result == "-":
        return 0, False
    if result == "DG":
        return 0, True
    if result in HALVES:
        return None if die is None else (1 if die >= 4 else 0, True)
    return int(result), True


def barrage_throws(barrage: Any) -> list[Throw]:
    """The barrage roll, and the die behind a half."""
    at = barrage.column_used or 0
    weak = degrades(barrage)

    def read(result: str, die: int) -> str:
        found = applied(result, die) or (0, True)
        return "1" if found[0] else "DG"

    return [
        Throw("barrage", 2, 6, lambda _, total: entry(barrage, at, total), str),
        Throw("half", 1, 6, read, lambda result: "DG" if result == "[1/2]" else str(result), lambda result: result == "1/2" or result == "[1/2]" and not weak),
    ]


def table(case: OcsCase) -> Any:
    """The barrage table; asked for where the situation says that nobody has it."""
    if "tables.barrage" in case.s.unknown:
        raise Missing("tables.barrage")
    return case.book.tables["barrage"]
