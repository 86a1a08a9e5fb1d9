"""Where a ruling comes from: the numbers of the helpers whose answer held while a rule was at work.

A helper that is printed under a number of its own (``adjudicator.book.cited``) notes it here whenever its answer holds.  The engine
listens to one rule at a time, and cites what was noted if the rule then says anything.
"""

from __future__ import annotations

from contextvars import ContextVar
from functools import wraps

TYPE_CHECKING = False  # not from typing, as in searches.py
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any, TypeVar

    F = TypeVar("F", bound=Callable[..., Any])

listening: ContextVar[dict[str, None] | None] = ContextVar("listening", default=None)  # the numbers heard so far, in order; None: nobody asks


def unheard(function: F) -> F:
    """For a search: what it asks of the hexes that it tries is not why the rule says what it says."""

    @wraps(function)
    def search(*args: Any, **kwargs: Any) -> Any:
        token = listening.set(None)
        try:
            return function(*args, **kwargs)
        finally:
            listening.reset(token)

    return search  # type: ignore[return-value]
