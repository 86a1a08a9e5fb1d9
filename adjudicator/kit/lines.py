"""Lines that hang on facts nobody stated (supply, command): see `adjudicator.ground.searches`."""

from __future__ import annotations

from typing import Any

from adjudicator.ground.facts import Missing
from adjudicator.ground.searches import Trace, Unknown


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
