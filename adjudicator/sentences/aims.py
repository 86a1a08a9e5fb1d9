"""What a deed is for, where that is none of the book's: 46 moves to 1511 to lend 31 a hand, … para quitarle presión a 31.

Such a phrase ends its sentence. Its verb is no deed of the rulebook, or what it does it to is a thing that no rulebook knows, and it names no place, number,
result or denial. It is taken out of the row and told back: whoever it names has no part in the deed.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence

from adjudicator.sentences.token import VERBAL, Token

BEFORE = frozenset(("MODF", "QP", "QD", "QM", "SUB", "NOT"))
"""Classes of words with which a sentence asks, wants or supposes what follows."""
WITHIN = frozenset(("DET", "P", "OF", "TO", "CL", "PRON", "UNIT", "W", "PART", "ADV", "AND"))
"""Classes of words that such a phrase may hold."""
KNOWN = frozenset(("NOUN", "STATUS", "RESULT", "KIND", "FEATURE", "TERRAIN", "RIVER", "PHASE", "MARKERKIND", "ADVERB", "DIRECTION"))
"""Types of words that a rulebook weighs."""
WEIGHED = frozenset(("no", "each", "both", "all", "three", "same", "any"))
LIMITING = frozenset(("only", "again", "together", "alone", "not_yet"))
GENERAL = frozenset(("WORD", "ADJ"))
"""Types of words that no rulebook knows."""
Span = tuple[int, int]


def aimless(row: list[Token], senses: Mapping[str, Sequence[str]], deeds: Collection[str], told: list[Span]) -> list[Token]:
    """The row without what its deed is for."""
    at = next((at for at in range(2, len(row) - 1) if _leads(row, at)), -1)
    if at < 0 or not _is_deed(row[:at], senses, deeds):
        return row
    end = next((end for end in range(at + 1, len(row)) if row[end].classes[0] in ("COMMA", "SEMI")), len(row))
    verb, inner = row[_verb(row, at)], row[_verb(row, at) + 1 : end]
    if end < len(row) or any(_weighs(token) for token in inner):
        return row
    foreign = not any(sense in deeds for class_ in verb.means for _, lemma in verb.means[class_] for sense in senses.get(str(lemma), ()))
    if not foreign and not any(_is_foreign(token, inner[place + 1 : place + 2]) for place, token in enumerate(inner)):
        return row
    told.append((row[at].start, row[end - 1].end))
    return row[:at]


def _verb(row: Sequence[Token], at: int) -> int:
    """Where the infinitive behind a leading word stands."""
    return at + 2 if "CL" in row[at + 1].classes and at + 2 < len(row) else at + 1


def _leads(row: Sequence[Token], at: int) -> bool:
    """Whether a word leads in what something is for: to, in order to, para, a fin de."""
    leads = "TO" in row[at].means or row[at].spanish and ("P", "FOR") in row[at].means.get("P", ())  # rolls for Fatigue: no verb behind it
    return leads and "VI" in row[_verb(row, at)].means and row[at - 1].classes[0] not in ("BE", "BEI", "HV", "MOD", "MODF", "MODI", "V", "VG")


def _is_deed(row: Sequence[Token], senses: Mapping[str, Sequence[str]], deeds: Collection[str]) -> bool:
    """Whether words tell a deed of somebody, or in some place, which nobody asks for or denies."""
    if any(BEFORE & set(token.classes[:1]) for token in row) or not any(token.classes[0] in ("UNIT", "UNK", "HEX", "PATH") for token in row):
        return False
    if any(type_ == "NOUN" and value in deeds for token in row for type_, value in token.means.get("W", ())):
        return True
    lemmas = [
        str(lemma)
        for token in row
        if token.classes[0] in VERBAL or "V" in token.means
        for class_ in ("V", "VG", "VP")
        for _, lemma in token.means.get(class_, ())
    ]
    return any(sense in deeds for lemma in lemmas for sense in senses.get(lemma, ())[:1])


def _weighs(token: Token) -> bool:
    """Whether a word may be none of such a phrase: a hex, a number, a denial, a verb of its own, a thing that a rule knows."""
    types = {type_ for type_, _ in token.means.get("W", ())} if token.classes[0] == "W" else set()
    said = {value for class_, value in token.said() if class_ in ("DET", "ADV", "PRON")}
    return not WITHIN & set(token.classes[:1]) or bool(types & KNOWN) or bool(said & (WEIGHED | LIMITING)) or ("P", "WITHOUT") in token.said()


def _is_foreign(token: Token, behind: Sequence[Token]) -> bool:
    """Whether a word is a thing that no rulebook knows, not what a unit behind it is called."""
    types = {type_ for type_, _ in token.means.get("W", ())}
    return "W" in token.classes and bool(types) and types <= GENERAL and not (behind and behind[0].classes[0] in ("UNIT", "W"))
