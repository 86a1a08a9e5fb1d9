"""Exit codes, and which of many counts."""

from __future__ import annotations

TYPE_CHECKING = False  # see files/cache.py
if TYPE_CHECKING:
    from collections.abc import Iterable

LEGAL, ILLEGAL, USAGE, UNDETERMINED, NOT_UNDERSTOOD, BROKEN = range(6)
PRECEDENCE = (BROKEN, NOT_UNDERSTOOD, ILLEGAL, UNDETERMINED, LEGAL)
BY_VERDICT = {"legal": LEGAL, "illegal": ILLEGAL, "undetermined": UNDETERMINED}


def gravest(codes: Iterable[int]) -> int:
    """Of many exit codes the first of 5, 4, 1, 3, 0 that occurs."""
    seen = set(codes)
    return next((code for code in PRECEDENCE if code in seen), LEGAL)
