"""Who bears a result that is told before: *AL1? Fine, 16Pz takes it*, *AL1: 16Pz takes it*, *an Ar1, and 16Pz is spared*.

A result with a question mark and a sentence behind it is only told; *it* is that result. Who is spared by it is told beside the deed (slot `reckoned`) and
compared with what it costs.
"""

from __future__ import annotations

from adjudicator.ground.declaration import SPARED, Query
from adjudicator.language.syntax import small
from adjudicator.sentences.token import VERBAL, Token, in_place, lemmas, says, unit_of

BEARING, SPARING = small("bearing_it"), small("being_spared")
ONLY = frozenset(("DET", "QM", "AND", "OF"))
"""Classes of what stands beside a result that is only told."""
JOINTS = frozenset(("COMMA", "AND", "THEN", "SEMI", "COLON", "SUB"))
SAID = frozenset(("DET", "UNIT", "AND", "CL", "BE", "ADV", "BEI"))
"""Classes of what is said beside who is spared."""


def borne_by(rows: list[list[Token]], text: str, claims: list[Query]) -> list[list[Token]]:
    """The rows with who bears the result said plainly; `claims` gets who is said to lose nothing."""
    found: list[list[Token]] = []
    for row in rows:
        if len(row) > 3 and says(row[0], "W", "legal") and row[1].classes[0] == "COMMA":  # fine, 16Pz takes it
            row = row[2:]
        if found and row[-1].classes[0] != "QM" and found[-1][-1].classes[0] == "QM" and _result(found[-1]) is not None:
            lead = found.pop()
            row = [*lead[:-1], in_place(lead[-1], "COLON", ":"), *row]
        told = any(_is_result(token) for other in (*found, row) for token in other)
        found.append(_it(_spared(row, text, claims) if told else row))
    return found


def _result(row: list[Token]) -> Token | None:
    """The result of words that tell nothing else."""
    told = [token for token in row if token.classes[0] not in ONLY]
    return told[0] if len(told) == 1 and _is_result(told[0]) else None


def _is_result(token: Token) -> bool:
    return any(type_ == "RESULT" for type_, _ in token.means.get("W", ()))


def _it(row: list[Token]) -> list[Token]:
    """AL1: 16Pz takes it: 16Pz takes the AL1."""
    cut = next((at for at, token in enumerate(row) if token.classes[0] in ("COLON", "COMMA", "DASH")), 0)
    result = _result(row[:cut]) if cut else None
    at = next((at for at in range(cut + 1, len(row)) if says(row[at], "PRON", "it")), 0)
    verb = at - 1 - (at > 1 and row[at - 1].classes[0] == "P")
    if result is None or not at or verb <= cut or not lemmas(row[verb]) & BEARING:
        return row
    return [*row[cut + 1 : at], result, *row[at + 1 :]]


def _spared(row: list[Token], text: str, claims: list[Query]) -> list[Token]:
    """…, así 16Pz se libra, … and 16Pz is spared: the row without it."""
    if row[-1].classes[0] == "QM":
        return row
    verb = next((at for at in range(len(row) - 1, 1, -1) if lemmas(row[at]) & SPARING), 0)
    begin = verb
    while begin and row[begin - 1].classes[0] in SAID and not (row[begin - 1].classes[0] == "AND" and row[begin].classes[0] != "UNIT"):
        begin -= 1
    names = [name for token in row[begin:verb] if (name := unit_of(token))]
    whole = verb and verb + 1 == len(row) and names and begin
    plain = whole and not any(set(token.classes) & {*VERBAL} for token in row[begin:verb] if token.classes[0] != "BE")
    if not plain or not any(unit_of(token) for token in row[:begin]):
        return row
    claims.append(Query(SPARED, text[row[begin].start : row[verb].end], about=tuple(names)))
    while begin and row[begin - 1].classes[0] in JOINTS:
        begin -= 1
    return row[:begin]
