"""Facts by name, what values they can have, and the signal that one of them is not known.

A fact is named with brackets, since ids and hexes hold dots and blanks: ``hexes[2119].terrain``, ``units[47R].supply``,
``hexsides[2218/2119]``, ``tables.crt``, ``weather``.  The dice still to be thrown are the fact ``rolls``.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Sequence
from typing import Any

DICE = "rolls"


class Missing(Exception):
    """A rule read a fact that nobody stated.

    ``fact`` is its bracket name.  ``values`` are all values it can have, in a fixed order, or None if they cannot be listed
    (a position, a name): then the engine cannot try them and only asks.  ``others`` are further (fact, values) pairs that
    the same question hangs on, so that a player is asked for all of them at once.  ``dice`` are so many dice of the fact
    ``rolls``; of several only the total counts, or their faces in any order (``as_total``).
    """

    def __init__(
        self, fact: str, values: tuple[Any, ...] | None = None, others: tuple[tuple[str, Any], ...] = (), dice: int = 1, as_total: bool = False
    ) -> None:
        super().__init__(fact)
        self.fact = fact
        self.values = values
        self.others = others
        self.dice = dice
        self.as_total = as_total


class InputError(ValueError):
    """A declaration that can't be judged as typed (impossible hex, unknown unit, dice that contradict it).

    ``key`` and ``slots`` name the text that says why; ``offers`` is what may have been meant instead, where somebody looked for it
    (play/offers.py), ``readings`` what was tried for it.
    """

    def __init__(self, key: str, **slots: Any) -> None:
        super().__init__(key)
        self.offers: Sequence[Any] = ()
        self.readings: Sequence[Any] | None = None
        self.key = key
        self.slots = slots


class FactSpec:
    """What a rulebook declares about one kind of fact (``units.attack``), see docs/rulebook.md, "facts".

    values     all values it can have, or None
    absent     value where nothing is said (a closed world: counters, markers and states not listed are absent)
    printed    whether the counter itself shows it: of one that was only named in words it is unknown all the same
    default    value that ``assume: defaults`` may put in its place
    derive     function of the thing that computes the fact from the position, or None where it can't tell
    rule       printed number that the default or the derivation rests on
    kind       table and column that tell of which wider kind a value is (woods are close terrain), or None
    """

    __slots__ = ("absent", "closed", "default", "defaulted", "derive", "kind", "printed", "rule", "values")

    def __init__(self, data: dict[str, Any]) -> None:
        self.closed = "absent" in data
        self.absent = data.get("absent")
        self.printed: bool = data.get("printed", False)
        self.defaulted = "default" in data
        self.default = data.get("default")
        self.rule: str = data.get("rule", "")
        self.kind: tuple[str, str, str] | None = tuple(data["kind"].split(".")) if "kind" in data else None
        self.derive: Any = None
        if "range" in data:
            low, high = data["range"]
            self.values: tuple[Any, ...] | None = tuple(range(low, high + 1))
        else:
            self.values = tuple(data["values"]) if "values" in data else None


def label(value: Any) -> str:
    """How a tried value is named in ``outcomes``: a list of features becomes words, nothing becomes ``none``."""
    if value is True or value is False:
        return "yes" if value else "no"
    if isinstance(value, (list, tuple)):
        return "+".join(str(part) for part in value) or "none"
    return "none" if value is None else str(value)


SPAN = re.compile(r"(-?\d+)(?:(?:-|\.\.)(-?\d+)|\+)")


def span(name: str) -> tuple[int, int | None] | None:
    """The numbers that a label of outcomes stands for: ``3-5`` (below 0: ``-3..-2``), or ``5+`` for all from 5 on (no end); None for one value."""
    found = SPAN.fullmatch(name)
    return (int(found[1]), int(found[2]) if found[2] else None) if found is not None else None


# ---- three-valued words ----------------------------------------------------------------------------------------------------
def known(test: Callable[..., Any], *args: Any) -> Any:
    """What a test says, or None where it hangs on a fact that is not known.  Never asks."""
    try:
        return test(*args)
    except Missing:
        return None


def some(test: Callable[[Any], Any], things: Iterable[Any]) -> bool:
    """Whether a test holds for one of these at least.

    One that it holds for is enough, whatever is not known of the others; where there is none, what is not known is asked for (Missing).
    """
    missed: Missing | None = None
    for thing in things:
        try:
            if test(thing):
                return True
        except Missing as missing:
            missed = missed or missing
    if missed is not None:
        raise missed
    return False


def every(test: Callable[[Any], Any], things: Iterable[Any]) -> bool:
    """Whether a test holds for all of these; one that it does not hold for is enough to say no.  Raises Missing as :func:`some` does."""
    return not some(lambda thing: not test(thing), things)


def either(*tests: Callable[[], Any]) -> bool:
    """Whether one of several tests holds; see :func:`some`."""
    return some(lambda test: test(), tests)


def both(*tests: Callable[[], Any]) -> bool:
    """Whether all of several tests hold; see :func:`every`."""
    return every(lambda test: test(), tests)
