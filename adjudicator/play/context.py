"""What stands around a question or a deed that is complete without it: "Sanity check please: …", "24R sits behind the river. Can 16Pz …?".

A line that is refused is read without such a part, which is told back as words that nobody weighed. It is never a question, a condition, a denial or a limit,
a result or a number, and names no counter that the position does not have; around a deed, or within a sentence, it names nothing at all.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from difflib import SequenceMatcher
from typing import TYPE_CHECKING, Any

from adjudicator.ground.declaration import Act
from adjudicator.ground.facts import InputError
from adjudicator.language import Ambiguous, NotUnderstood
from adjudicator.language.folding import fold
from adjudicator.play.likely import LONGEST
from adjudicator.play.lines import Line, moved
from adjudicator.play.referee import ASKS
from adjudicator.sentences.account import HARD, LIMITS, STRICT, WEIGHTY
from adjudicator.sentences.lexicon import VALUES
from adjudicator.sentences.near import NAMED

if TYPE_CHECKING:
    from adjudicator.play.trying import Trying
    from adjudicator.sentences.tokens import Token

MOST = 3
"""Parts of a line that may be left aside."""
NAMES = frozenset(("UNIT", "HEX"))
"""Things that may stand in such a part: if the position has them."""
QUESTION = frozenset(("QM", "QP", "QD", "SUB", "REL", "NOT"))
"""Classes of what makes a question, a condition or a denial."""
WEIGHED = WEIGHTY | STRICT | LIMITS
SAID = (NAMED | VALUES) - {"VERB", "NOUN", "HEX", "MARKER"}
"""Types of words that state something."""
ALIKE = 0.8
"""How alike a word is to one that it may be a slip of."""
ENDS, MARKS = ".!…:", " .!;:,…–—-"
"""What ends a sentence, and what stands around a part."""
_PIECE = re.compile(r"(?:[^.!?;:,…–—-]|[.!?;:,…–—-](?=\S))+(?:\s*[.!?;:,…–—-]+(?=\s|$))*\s*")


def without_context(game: Trying, text: str, fault: NotUnderstood) -> Line | None:
    """The line of a text without the parts around it that nothing can be made of; they are told back. None if it cannot be read so."""
    if isinstance(fault, Ambiguous) or len(text) > LONGEST or "=" in text or ";" in text:
        return None
    pieces = pieces_of(text)
    left: list[tuple[int, int]] = []
    rest, at = text, fault.start
    for _ in range(min(MOST, len(pieces) - 1)):
        span = next((one for one in pieces if one[0] <= at < one[1] and one not in left), None)
        if span is None or not is_talk(game, text, span):
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
        asked = bool(line.acts) and all(game.referee.nature(act) == ASKS for act in line.acts)
        if not line.acts or not asked and not all(is_talk(game, text, each, asked) for each in left):
            return None
        return told_back(line, text, start, [text[begin:end].strip(MARKS) for begin, end in sorted(left)])
    return None


def pieces_of(text: str) -> list[tuple[int, int]]:
    """Where the parts of a text begin and end: what stands between full stops, commas, colons, dashes."""
    return [(found.start(), found.end()) for found in _PIECE.finditer(text) if found[0].strip()]


def is_talk(game: Trying, text: str, span: tuple[int, int], asked: bool = True) -> bool:
    """Whether a part of a line may be left aside: a sentence around a question may speak of what the position has, any other part of nothing at all."""
    piece = text[span[0] : span[1]]
    row = game.referee.words(piece.strip(MARKS))
    if "?" in piece or not row:
        return False
    before, end = text[: span[0]].rstrip(" ¿¡")[-1:], piece.rstrip()[-1:]
    whole = before in ("", *ENDS) and (end in ENDS or not text[span[1] :].strip())
    states = [str(value).partition(":") for token in row for kept in token.means.values() for type_, value in kept if type_ == "STATUS"]
    units = [game.situation.units[value] for token in row for type_, value in token.means.get("UNIT", ()) if type_ == "UNIT" and value in game.situation.units]
    if not all(any(unit.known(fact) == value for unit in units) for fact, _, value in states):
        return False  # it is out of supply: so the position has to say
    return all(_is_light(game, token, whole and asked, first=not at) for at, token in enumerate(row))


def _is_light(game: Trying, token: Token, speaks: bool, first: bool) -> bool:
    """Whether a word may be left aside; ``speaks``: of things of the position as well."""
    meanings: Sequence[tuple[str, Any]] = [each for kept in token.means.values() for each in kept]
    types = {type_ for type_, _ in meanings}
    if types <= {"WORD", "UNK"}:
        if "UNK" in types and (not first or any(char.isdigit() for char in token.text)):
            return False  # a counter that nobody knows
        near = game.referee.language.nearest(token.text, game.referee.names(), 1, SAID)
        return not any(SequenceMatcher(None, fold(token.text), fold(word)).ratio() >= ALIKE for words in near.values() for word in words)
    if types & HARD - NAMES or types & SAID and not speaks or token.classes[0] in QUESTION:
        return False
    if types & NAMES:
        return speaks and all(str(value) in game.situation.units for type_, value in meanings if type_ == "UNIT")
    if not speaks and types & NAMED:
        return False
    said = {each for _, value in meanings for each in str(value).split("|")}
    return not said & WEIGHED


def told_back(line: Line, text: str, start: int, said: list[str]) -> Line:
    """The line, its last act told with the words that were left aside."""
    last = line.acts[-1]
    act = Act(last.kind, {**last.slots, "passing": (*last.slots.get("passing", ()), *said)}, last.text, last.start, last.end)
    return Line(text, tuple(tuple(moved(act if part is last else part, start) for part in parts) for parts in line.sentences), line.said)
