"""Lines that hang on facts nobody stated (supply, command): see `adjudicator.ground.traces`."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

from adjudicator.ground.facts import Missing
from adjudicator.ground.searches import Unknown
from adjudicator.ground.traces import Trace
from adjudicator.ground.work import count


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


def leading_to(goals: Iterable[str], before: Callable[[str], Iterable[str]], most: int | None = None) -> frozenset[str]:
    """All places from which a line leads to one of the goals, the goals included: one search backwards in the stead of one for each unit.

    before(place): the places from which a line may step into this one; raises Missing where that is not known (then trace each line for itself)
    most: steps that a line may have, None = any number
    """
    found = dict.fromkeys(goals, 0)
    queue = list(found)
    for place in queue:
        steps = found[place] + 1
        if most is not None and steps > most:
            break
        for other in before(place):
            if other not in found:
                found[other] = steps
                queue.append(other)
    count(len(queue))
    return frozenset(found)
