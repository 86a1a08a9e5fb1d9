"""Sentences that were refused, made shorter: which words may be left away, the lightest and likeliest first.

What comes of it is never a ruling: somebody is asked whether he means it (`adjudicator.play.offers`). A number, a unit, a hex, a result, a limit, a denial and
a question word are never left away, so the shorter sentence says less, and nothing else.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from typing import NamedTuple

from adjudicator.language.errors import NotUnderstood
from adjudicator.language.model import Names
from adjudicator.sentences.account import HARD, LIMITS, STRICT, WEIGHTY
from adjudicator.sentences.frames import STATIVE, Frame
from adjudicator.sentences.token import VERBAL, Token
from adjudicator.sentences.tokens import Openings, tokens

LONGEST = 5
"""Words in a row that are left away at most, if no border of a phrase or clause tells more."""
BORDERS = frozenset(
    ("P", "OF", "TO", "SUB", "REL", "COMMA", "SEMI", "COLON", "AND", "THEN", "V", "MOD", "BE", "DO", "HV", "QP", "QD", "ADV", "VG", "VP", "VI", "LP", "RP")
)
"""Classes of words that a phrase begins with."""
ALONE = frozenset(("V", "ADV", "VI", "VG", "VP"))
"""Classes of words that are a phrase by themselves."""
ASKS = frozenset(("QM", "QP", "QD", "NOT", "DASH"))
"""Classes of words that are never left away, whatever they mean; neither is what `account` calls hard."""
SIGNS = frozenset(("COMMA", "SEMI", "COLON", "LP", "RP"))
JOINTS = SIGNS | {"AND", "THEN", "P", "OF", "TO", "DET"}
SORTS = frozenset(("SIDE", "KIND", "SIZE", "CLASS"))
"""Types that only say of what sort a unit is."""
WEIGHTS = {
    **dict.fromkeys(SIGNS, 2.0),
    **dict.fromkeys(("AND", "THEN"), 3.0),
    **dict.fromkeys(("DET", "CL", "PRON", "OF", "TO", "GEN", "BE", "HV", "DO", "BEI", "HVG"), 0.0),
    "P": 1.0,
    **dict.fromkeys(("ADV", "PART"), 2.0),
    **dict.fromkeys(("MOD", "MODF", "MODI"), 6.0),
    **dict.fromkeys(("SUB", "REL"), 5.0),
}
"""What leaving a word away costs, by its class."""
DEED, VERB, NOUN, SORT, STRANGE = 9.0, 3.0, 4.0, 2.5, 1.5
"""The same for a word of a deed that the rulebook knows, any other verb, a noun of the hobby, the sort of a unit, a word of no rulebook."""
AWAY, UNCOVERED, JOINT, DANGLING, WHOSE, BARE = 3.0, 2.0, 6.0, 4.0, 4.0, 3.0
"""What it costs besides: away from the word to blame; a part of that word stays; only what joins others; what stands before loses what it belongs to, or
what stands behind whose it is; a name loses its preposition."""
FAR = 40
"""So many letters away from the word to blame cost one more."""

_EMPTY = re.compile(r"\(\s*\)")
_BLANK = re.compile(r"\s+([,;:.?)])")
_TWICE = re.compile(r"[,:](?=[,;:.?])()")


class Shorter(NamedTuple):
    """A shorter text, and the words that were left away."""

    text: str
    lost: tuple[str, ...]


class Light:
    """What the words of one rulebook weigh."""

    def __init__(self, frames: Iterable[Frame]) -> None:
        every = list(frames)
        self.verbs = {verb for frame in every if not frame.ask for verb in frame.verbs} - STATIVE
        self.nouns = {noun for frame in every for noun in frame.nouns}

    def weight(self, token: Token) -> float:
        """What it costs to leave a word away."""
        first = token.classes[0]
        if first in WEIGHTS:
            return WEIGHTS[first]
        if not VERBAL.isdisjoint(token.classes):
            senses = {value for name in VERBAL & token.means.keys() for type_, value in token.means[name] if type_ == "VERB"}
            return DEED if senses & self.verbs else VERB
        kept = token.means.get("W", ())
        types = {type_ for type_, _ in kept}
        if types <= {"WORD", "ADJ"}:
            return STRANGE
        if types & SORTS:
            return SORT
        return DEED if any(type_ == "NOUN" and value in self.nouns for type_, value in kept) else NOUN

    def cuts(self, text: str, names: Names, error: NotUnderstood, most: int) -> Iterator[Shorter]:
        """The `most` likeliest shorter texts. `names` are those that the text was read with."""
        assert isinstance(names.table, Openings)
        row = tokens(text, names.table)
        kept = [is_hard(token) for token in row]
        weights = [self.weight(token) for token in row]
        rated = [(self._cost(row, weights, group, error), group) for group in _groups(row, kept, error)]
        rated.sort(key=lambda entry: entry[0])
        met = {_tidy(text)}
        for _, group in rated:
            cut = _without(text, row, group)
            if cut.text in met or not cut.text.strip(" ,;:.?¿"):
                continue
            met.add(cut.text)
            yield cut
            if len(met) > most:
                return

    @staticmethod
    def _cost(row: list[Token], weights: list[float], group: tuple[int, ...], error: NotUnderstood) -> float:
        """What it costs to leave these words away."""
        first, last = row[group[0]], row[group[-1]]
        cost = sum(weights[at] for at in group)
        away = 0 if first.start <= error.end and last.end >= error.start else min(abs(first.start - error.end), abs(last.end - error.start))
        if away:
            cost += AWAY + away / FAR
        elif first.start > error.start or last.end < error.end:
            cost += UNCOVERED
        if all(row[at].classes[0] in JOINTS for at in group):
            cost += JOINT
        for begin, end in _runs(group):
            before = row[begin - 1].classes[0] if begin else ""
            after = row[end + 1].classes[0] if end + 1 < len(row) else "END"
            content = any("W" in row[at].classes for at in range(begin, end + 1))
            if before in ("P", "OF", "TO", "DET", "AND", "NOT", "NUM", "QD") and after in ("COMMA", "SEMI", "P", "AND", "OF", "END", "V", "QM"):
                cost += DANGLING
            if before in ("NOT", "NUM") and content:
                cost += DANGLING
            if after == "OF" and content:
                cost += WHOSE
            if before == "DET" and content and after not in ("W", "UNIT"):
                cost += BARE
            if after in ("UNIT", "HEX") and row[end].classes[0] in ("P", "OF") and not (after == "UNIT" and content):
                cost += BARE
        return cost


def is_hard(token: Token) -> bool:
    """Whether a word is never left away."""
    if token.classes[0] in HARD or token.classes[0] in ASKS:
        return True
    for class_, kept in token.means.items():
        for type_, value in kept:
            if type_ in HARD or class_ == "DET" and value in WEIGHTY or type_ == "ADV" and value in STRICT or class_ == "AND" and value != "and":
                return True
            if class_ == "P" and not LIMITS.isdisjoint(str(value).split("|")):
                return True
    return False


def _groups(row: list[Token], kept: list[bool], error: NotUnderstood) -> Iterator[tuple[int, ...]]:
    """Words that may be left away together: a phrase, a clause, neighbours, two phrases one of which is to blame."""
    found: set[tuple[int, ...]] = set()
    phrases = [group for group in _phrases(row) if not any(kept[at] for at in group)]
    found.update(phrases)
    found.update(group for group in _clauses(row) if not any(kept[at] for at in group))
    for begin in range(len(row)):
        for end in range(begin, min(len(row), begin + LONGEST)):
            if kept[end]:
                break
            found.add(tuple(range(begin, end + 1)))
    glued = {at for at in range(1, len(row)) if row[at].start == row[at - 1].end and row[at].classes[0] not in SIGNS}  # don't, 16Pz's
    blamed = [group for group in phrases if row[group[0]].start <= error.end and row[group[-1]].end >= error.start]
    for group in blamed:
        found.update((*group, *other) if group < other else (*other, *group) for other in phrases if other != group)
    yield from sorted(group for group in found if not any((at in group) != (at - 1 in group) for at in glued))


def _phrases(row: list[Token]) -> Iterator[tuple[int, ...]]:
    """The words parted where a phrase begins."""
    group: list[int] = []
    for at, token in enumerate(row):
        first = token.classes[0]
        if first in BORDERS and group and not (len(group) == 1 and row[group[0]].classes[0] in ("COMMA", "AND", "P", "OF", "TO", "THEN")):
            yield tuple(group)
            group = []
        group.append(at)
        if first in ALONE:
            yield tuple(group)
            group = []
    if group:
        yield tuple(group)


def _clauses(row: list[Token]) -> Iterator[tuple[int, ...]]:
    """The words parted by commas and the like."""
    group: list[int] = []
    for at, token in enumerate(row):
        group.append(at)
        if token.classes[0] in SIGNS and len(group) > 1:
            yield tuple(group)
            group = []
    if group:
        yield tuple(group)


def _runs(group: tuple[int, ...]) -> Iterator[tuple[int, int]]:
    """Neighbours among numbers in order: the first and the last of each run."""
    begin = before = group[0]
    for at in group[1:]:
        if at != before + 1:
            yield begin, before
            begin = at
        before = at
    yield begin, before


def _tidy(text: str) -> str:
    """A text from which words were taken, with the blanks and signs that are left put right."""
    text = _EMPTY.sub(" ", " ".join(text.split()))
    text = _TWICE.sub(r"\1", _BLANK.sub(r"\1", text))
    return text.lstrip(" ,;:.").strip()


def _without(text: str, row: list[Token], group: tuple[int, ...]) -> Shorter:
    """The text without these words."""
    out, lost, at = "", [], 0
    for begin, end in _runs(group):
        out += text[at : row[begin].start]
        at = row[end].end
        lost.append(text[row[begin].start : at])
    return Shorter(_tidy(out + text[at:]), tuple(lost))
