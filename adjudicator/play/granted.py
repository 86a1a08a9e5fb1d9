"""What a ruling takes for granted: facts that nobody stated, that a rule looked for, and that would make it another one."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from adjudicator.book.outcomes import WIDE
from adjudicator.ground import work
from adjudicator.ground.facts import InputError
from adjudicator.ground.ruling import UNDETERMINED, Ruling
from adjudicator.ground.situation import Situation, Unit

CHIEF = ("verdict", "answer", "odds", "column", "result", "modified", "cost", "shifts", "drms")
"""What makes two rulings another answer."""
WAITING = ("at", "arrives", "entry", "in_support")
"""Facts of a counter that tell where it is, or that it is still to come."""


def take_for_granted(situation: Situation, ruling: Ruling, judge: Callable[[], Ruling], full: bool) -> None:
    """List under ``assumed`` what a ruling goes without: of a fact the values that it holds for (None: it holds only while nothing is said of it),
    and counters that are taken to be off the map.  ``judge`` gives it anew for what is being tried; only a ``full`` ruling tries the facts of
    counters that were named in words alone.
    """
    looked_for = [name for name in situation.unsaid if name not in ruling.assumed and not situation.is_unknown(name)]
    for name in looked_for if ruling.verdict != UNDETERMINED else ():
        values = situation.book.values_of(name) if full or "[" not in name else None
        if values is not None and isinstance(values[0], (str, int)):
            holds = alike(situation, ruling, name, values, judge)
            if len(holds) < len(values):
                ruling.assumed[name] = holds or None
    if ruling.act is not None and ruling.act.slots:
        ruling.assumed.update((unit.path("at"), None) for unit in nowhere(situation))


def alike(situation: Situation, ruling: Ruling, name: str, values: tuple[Any, ...], judge: Callable[[], Ruling]) -> tuple[Any, ...]:
    """The values of a fact with which a ruling would be what it is without.

    Of many numbers those are tried that rules may know: the ends, and those that are told of anything, each with its neighbours; the others are
    like the next one below.  What there is no time for is taken for another outcome.
    """
    mine, same = ruling.values(), True
    found: list[Any] = []
    told = numbers(situation) if len(values) > WIDE and isinstance(values[0], int) else frozenset()
    with work.limited():
        for place, value in enumerate(values):
            if work.is_spent():
                break
            if not told or not 1 < place < len(values) - 1 or not told.isdisjoint((value - 1, value, value + 1)):
                situation.tried = {name: value}
                try:
                    other = judge().values()
                    same = all(mine[key] == other[key] for key in CHIEF if key in mine and key in other)
                except (InputError, LookupError):  # with this value it is no act at all
                    same = False
                finally:
                    situation.tried = {}
            if same:
                found.append(value)
    return tuple(found)


def numbers(situation: Situation) -> frozenset[int]:
    """The numbers that are told of units and deeds, and 0."""
    rows = [dict.values(unit.facts) for unit in situation.units.values()]
    rows += [dict.values(deed) for deeds in dict.values(situation.history) for deed in deeds]
    return frozenset((0, *(value for row in rows for value in row if type(value) is int)))


def nowhere(situation: Situation) -> list[Unit]:
    """The units of which nobody said where they are, nor that they are still to come or gone: rules take them to be off the map."""
    found: list[Unit] | None = situation.lasting.get("nowhere")
    if found is None:
        units = situation.units.values()
        found = situation.lasting["nowhere"] = [unit for unit in units if not any(dict.__contains__(unit.facts, key) for key in WAITING)]
    gone = set(situation.gone_perhaps()) if found else set()
    return [unit for unit in found if unit.known("at") is None and unit.id not in gone and not situation.is_unknown(unit.path("at"))]
