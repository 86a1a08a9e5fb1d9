"""Who does it: the verb that each unit of a sentence stands beside."""

from __future__ import annotations

from collections.abc import Container, Mapping, Sequence

from adjudicator.sentences.clauses import MOVING
from adjudicator.sentences.frames import STATIVE
from adjudicator.sentences.token import VERBAL, Token, unit_of

WAYS = MOVING | STATIVE | {"join", "cross", "add"}
"""What verbs mean that say how one takes part."""


def together(row: Sequence[Token], units: Container[str], senses: Mapping[str, Sequence[str]]) -> bool:
    """Whether these units may do one thing together: not if each stands beside a verb of its own, and these mean different deeds."""
    named = [at for at, token in enumerate(row) if unit_of(token) in units]
    verbs = [verb for at in named if (verb := own_verb(row, at))]
    if len(verbs) < len(named) or len(set(verbs)) < 2:
        return True
    means = [list(senses.get(verb, ())) for verb in verbs]
    return all(means) and (bool(set.intersection(*map(set, means))) or any(each[0] in WAYS for each in means))


def own_verb(row: Sequence[Token], at: int) -> str:
    """The verb that a unit stands beside, if there is one: right before it, or right behind it."""
    before = next((place for place in range(at - 1, -1, -1) if row[place].classes[0] != "DET"), -1)
    while before > 0 and row[before - 1].classes[0] == "DET":  # le corrige el tiro la 1K-1Gr
        before -= 2
    behind = next((token for token in row[at + 1 :] if token.classes[0] != "ADV" and "CL" not in token.classes), None)  # la 17 la persigue
    for token in (*(row[before : before + 1] if before >= 0 else ()), behind):
        if token is not None and (token.classes[0] in VERBAL or "VG" in token.classes):
            return next(str(lemma) for name in token.classes if name in VERBAL for _, lemma in token.means[name])
    return ""
