"""What stands around a question or a deed that is complete without it: "Sanity check please: …", "24R sits behind the river. Can 16Pz …?".

A line that is refused is read without such a part, which is told back as words that nobody weighed. It is never a question, a condition or a limit, a result, a die
or a number, and names no counter that the position does not have.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from adjudicator.ground.declaration import Act
from adjudicator.ground.facts import InputError
from adjudicator.language import Ambiguous, NotUnderstood
from adjudicator.play.lines import Line, moved
from adjudicator.sentences.account import HARD, LIMITS, STRICT, WEIGHTY
from adjudicator.sentences.near import NAMED

if TYPE_CHECKING:
    from adjudicator.play.trying import Trying
    from adjudicator.sentences.tokens import Token

MOST = 3
"""Parts of a line that may be left aside."""
NAMES = frozenset(("UNIT", "HEX"))
"""Things that may stand in such a part: if the position has them."""
ASKS = frozenset(("QM", "QP", "QD", "SUB", "REL"))
"""Classes of what makes a question or a condition."""
SAID = NAMED - {"VERB", "NOUN"}
"""Types of words that a misspelt one may have been meant for: then the part is no talk."""
_PIECE = re.compile(r"(?:[^.!?;:,…–—-]|[.!?;:,…–—-](?=\S))+(?:\s*[.!?;:,…–—-]+(?=\s|$))*\s*")


def without_context(game: Trying, text: str, fault: NotUnderstood) -> Line | None:
    """The line of a text without the parts around it that nothing can be made of; they are told back. None if it cannot be read so."""
    if isinstance(fault, Ambiguous) or "=" in text or ";" in text:
        return None
    pieces = [found for found in _PIECE.finditer(text) if found[0].strip()]
    left: list[tuple[int, int]] = []
    rest, at = text, fault.start
    for _ in range(min(MOST, len(pieces) - 1)):
        span = next(((one.start(), one.end()) for one in pieces if one.start() <= at < one.end()), None)
        if span is None or span in left or not is_talk(game, text[span[0] : span[1]], text):
            return None
        left.append(span)
        rest = rest[: span[0]] + " " * (span[1] - span[0]) + rest[span[1] :]
        start = len(rest) - len(rest.lstrip())
        try:
            line = game.line(rest.strip())
        except NotUnderstood as error:
            at = start + error.start
            continue
        except InputError:
            return None
        return told_back(line, text, start, [text[begin:end].strip(" .!;:,…–—-") for begin, end in sorted(left)]) if line.acts else None
    return None


def is_talk(game: Trying, piece: str, text: str) -> bool:
    """Whether nothing hangs on a part of a line; behind or before a comma only if it names nothing at all."""
    row = game.referee.words(piece.strip(" .!;:,…–—-"))
    if "?" in piece or not row:
        return False
    sentence = piece.rstrip()[-1:] in ".!…:" or piece.strip() == text.strip()[-len(piece.strip()) :] and text[: -len(piece.strip())].rstrip()[-1:] in ".!…?"
    return all(_is_light(game, token, sentence, at) for at, token in enumerate(row))


def _is_light(game: Trying, token: Token, sentence: bool, at: int) -> bool:
    meanings: Sequence[tuple[str, Any]] = [each for kept in token.means.values() for each in kept]
    types = {type_ for type_, _ in meanings}
    class_ = token.classes[0]
    if class_ in ASKS or class_ == "NOT":
        return False
    if types <= {"WORD", "UNK"}:
        if "UNK" in types and (at or any(char.isdigit() for char in token.text)):
            return False  # a counter that nobody knows
        return not any(game.referee.language.nearest(token.text, game.referee.names(), 1, SAID).values())
    named = types & HARD
    if named:
        if not sentence or not named <= NAMES:
            return False
        return all(str(value) in game.situation.units for type_, value in meanings if type_ == "UNIT")
    values = {str(value) for _, value in meanings}
    return not (class_ == "DET" and values & WEIGHTY or class_ == "ADV" and values & STRICT or class_ == "P" and {each for value in values for each in value.split("|")} & LIMITS)


def told_back(line: Line, text: str, start: int, said: list[str]) -> Line:
    """The line, its last act told with the words that were left aside."""
    last = line.acts[-1]
    act = Act(last.kind, {**last.slots, "passing": (*last.slots.get("passing", ()), *said)}, last.text, last.start, last.end)
    return Line(text, tuple(tuple(moved(act if part is last else part, start) for part in parts) for parts in line.sentences), line.said)
