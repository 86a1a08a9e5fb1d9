"""What is said beside an act and told back: `moves to 2011, two hexes from US1`, `although it is out of command`, `having missed 9Mech`.

A sentence that makes no sense in any grouping (`asides`) is read once more without its remarks. A remark describes what was named before
it: it begins with a relative pronoun, a reason, a distance or what was done before (verbs `having_…`), or it names what the thing is. It
does nothing and brings no help. What it says as a fact is stated; the rest is told back as not weighed. An unknown word in it remains an
error.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise

from adjudicator.language.folding import PREP_BITS
from adjudicator.language.lexer import Tok

Span = tuple[int, int]
"""From the first token of a remark to behind its last."""
NEAR = PREP_BITS["between"]
NAMING = ("STATUS", "TERRAIN", "FEATURE", "KIND", "SIZE", "CLASS", "NOUN")
"""What an apposition begins with."""
AIDING = ("MARKER", "MARKERKIND", "MARKERID", "RULE", "ODDS", "ORDER", "Q", "AUX", "NOT")
"""What is never said in passing."""
COUNTS_ALONE = ("NUM", "ART")


def _is_comma(tok: Tok) -> bool:
    return tok.type == "NAME" and tok.value == ","


def is_reason(tok: Tok) -> bool:
    """although, aunque: a remark begins here, with or without a comma."""
    return tok.type == "REL" and tok.value == "reason"


def _is_small(tok: Tok) -> bool:
    """A filler before what the remark begins with."""
    return tok.type in ("FILL", "PAST") and tok.options is None


def _is_participle(tok: Tok) -> bool:
    """having moved, tras mover: verbs of what was done before (`having_…`)."""
    return tok.type == "VERB" and str(tok.value).startswith("having")


def _begins_relative(row: list[Tok], start: int) -> bool:
    return any(type_ == "REL" for type_, _ in row[start].options or [(row[start].type, "")]) and start > 0


def may_be_remark(row: list[Tok], start: int, end: int) -> bool:
    """Whether the tokens only describe."""
    if any(tok.type == "NAME" and not _is_comma(tok) for tok in row[start:end]):
        return False
    if is_reason(row[start]) or _begins_relative(row, start):
        return True
    at = start
    while at < end and _is_small(row[at]):
        at += 1
    if at >= end:
        return False
    head = row[at]
    led = _is_participle(head)
    if any(tok.may_be(kind) for tok in row[start:end] for kind in AIDING) or any(tok.type == "VERB" for tok in row[at + led : end]):
        return False
    if led:
        return True
    if head.may_be("NUM") and at + 1 < end and row[at + 1].value == "hexword":
        return True
    if head.type == "PREP":
        return bool(head.value & NEAR)
    return head.type in NAMING or head.type in COUNTS_ALONE and at + 1 < end and any(row[at + 1].may_be(kind) for kind in NAMING)


def spans(row: list[Tok]) -> list[Span]:
    """The remarks of a row."""
    edges = [-1, *(at for at, tok in enumerate(row) if _is_comma(tok)), len(row)]
    found: list[Span] = []
    for before, after in pairwise(edges):
        start = before + 1
        if start < after and len(edges) > 2 and may_be_remark(row, start, after):
            found.append((start, after))
            continue
        reason = next((at for at in range(start + 1, after) if is_reason(row[at])), None)
        if reason is not None and may_be_remark(row, reason, after):
            found.append((reason, after))
    return found


def without(row: list[Tok], left_out: list[Span]) -> list[Tok]:
    """The row without some remarks and the commas around them."""
    gone = {at for start, end in left_out for at in range(start, end)}
    for start, end in left_out:
        if start and _is_comma(row[start - 1]):
            gone.add(start - 1)
        if end < len(row) and _is_comma(row[end]):
            gone.add(end)
    return [tok for at, tok in enumerate(row) if at not in gone]


def readings(row: list[Tok]) -> Iterator[tuple[list[Tok], list[Span]]]:
    """The row without each remark, the last first, then without all of them; what would leave nothing is no remark."""
    found = spans(row)
    for left_out in [*([span] for span in reversed(found)), *([found] if len(found) > 1 else [])]:
        shorter = without(row, left_out)
        if shorter:
            yield shorter, left_out


def clause_of(row: list[Tok], span: Span) -> list[Tok]:
    """A relative remark as a clause of its own: the unit or hex named last before it, else first behind it, and what is said of it."""
    start, end = span
    begin = start + 1 if is_reason(row[start]) or _begins_relative(row, start) else start
    while begin < end and row[begin].type == "PRON":
        begin += 1
    if begin < end and any(row[begin].may_be(kind) for kind in ("UNIT", "HEX")) and is_reason(row[start]):
        return row[begin:end]  # although 9Mech is out of supply: it has a subject of its own
    subject = next((tok for tok in [*reversed(row[:start]), *row[end:]] if tok.may_be("UNIT")), None)
    return [subject, *row[begin:end]] if subject is not None and begin < end else []
