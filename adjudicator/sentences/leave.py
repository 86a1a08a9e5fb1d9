"""The words of what only asks whether a deed may be: *do the rules let him?*, *does that break any rule?*, *¿tiene derecho a ello?*

A row of words does so if each of them says that something is allowed or forbidden, names the rules, or only points at what was said.
"""

from __future__ import annotations

from collections.abc import Sequence

from adjudicator.language.syntax import small
from adjudicator.sentences.token import VERBAL, Token

CAN, BARRED, TAG, ECHO = "can", "barred", "tag", "echo"
"""What is asked: whether it may be, whether a rule forbids it, whether it is as it was said; the auxiliary of that alone (does it?)."""
PERMITTING, FORBIDDING, OBEYING, BREAKING, RULES, RIGHTS, HAVING, PRO_VERBS = (
    small(name) for name in ("permitting", "forbidding", "obeying", "breaking", "rules", "rights", "having", "pro_verbs")
)
AUXILIARY = frozenset(("DO", "BE", "HV", "MOD"))
LIGHT = frozenset((*AUXILIARY, "BEI", "NOT", "CL", "DET"))
"""Classes of words that such a question may have besides."""
SPOKEN_OF = frozenset(("it", "they", "he", "first", "second"))
"""Pronouns of what was said, and of those who play."""
SILENT = frozenset(("please", "tell", "legally", "now", "here", "also", "still"))
"""Adverbs that add nothing to it."""
INTO = frozenset(("TO", "IN", "OF", "BY", "FOR"))
"""What ties the rules, or what was said, to it: by the rules, entitled to it."""


def leave_asked(row: Sequence[Token]) -> str:
    """What a row of words asks so; "" if it asks, or says, anything else."""
    if row and all("NOT" in token.means for token in row):  # 16Pz puede atacar 3010, ¿no?
        return TAG
    ruled = any(token.text.casefold() in RULES for token in row)
    asked = _echo(row)
    for at, token in enumerate(row):
        says = _says(token, ruled)
        if says:
            asked = BARRED if BARRED in (asked, says) else CAN if CAN in (asked, says) else says
        elif not (_points(token) or token.text.casefold() in RULES or _goes_with(row, at, asked)):
            return ""
    return asked


def _says(token: Token, ruled: bool) -> str:
    """What one word says of whether something may be; `ruled`: the rules are named beside it."""
    for class_, type_ in (("W", "VERDICT"), ("MOD", "MOD"), ("MODF", "MODF"), ("MODI", "MODI"), ("ADV", "ADV")):
        for kept, value in token.means.get(class_, ()):
            if kept == type_ and value in ("legal", "illegal", CAN, BARRED):
                return BARRED if value in ("illegal", BARRED) else CAN
            if kept == type_ == "ADV" and value == TAG:
                return TAG
    lemmas = {str(value) for name in VERBAL for _, value in token.means.get(name, ())}
    if lemmas & PERMITTING or token.text.casefold() in RIGHTS or ruled and lemmas & OBEYING:
        return CAN
    against = ruled and any("AGAINST" in str(value).split("|") and "TO" not in str(value) for _, value in token.means.get("P", ()))
    return BARRED if lemmas & FORBIDDING or ruled and lemmas & BREAKING or against else ""


def _points(token: Token) -> bool:
    """Whether a word only points at what was said, or at who plays."""
    means = {(type_, value) for kept in token.means.values() for type_, value in kept}
    spoken = any(type_ == "PRON" and value in (*SPOKEN_OF, "some") or type_ == "ADV" and value in SILENT for type_, value in means)
    return bool(LIGHT & set(token.classes[:1])) or spoken or ("NOUN", "player") in means


def _goes_with(row: Sequence[Token], at: int, asked: str) -> bool:
    """Whether a word goes with what asks: to do so, by the rules, a legal move."""
    token = row[at]
    if token.classes[0] in ("P", "TO", "OF"):
        return any(set(str(value).split("|")) & INTO for name in ("P", "TO", "OF") for _, value in token.means.get(name, ()))
    lemmas = {str(value) for name in VERBAL for _, value in token.means.get(name, ())}
    if lemmas & HAVING:
        return any(each.text.casefold() in RIGHTS for each in row[at + 1 :])  # have I the right to it
    if lemmas & PRO_VERBS:
        return bool(asked)  # can it do that, ¿puede hacerlo?
    if token.classes[0] == "THEN":
        return at > 0 and _goes_with(row, at - 1, asked)  # to do so
    return at == len(row) - 1 and at > 0 and "W" in token.classes and any(type_ == "VERDICT" for type_, _ in row[at - 1].means.get("W", ()))


def _echo(row: Sequence[Token]) -> str:
    """Does it? Is he? Will they not? The auxiliary of what was said, and who it was said of."""
    plain = [token for token in row if "NOT" not in token.means and not any(value in SILENT for _, value in token.means.get("ADV", ()))]
    pointed = len(plain) == 2 and plain[0].classes[0] in AUXILIARY and any(value in SPOKEN_OF for _, value in plain[1].means.get("PRON", ()))
    return ECHO if pointed else ""
