"""Whether somebody is destroyed, asked in other words: *does it survive?*, *does it die?*, *is it gone?*, *do I lose 66Rif?*, *¿la pierdo?*"""

from __future__ import annotations

from adjudicator.ground.declaration import GAINSAID
from adjudicator.language.syntax import small, syntax
from adjudicator.sentences.token import VERBAL, Token, in_place, lemmas, says

SURVIVING, DYING, KILLED, LOSING = (small(name) for name in ("surviving", "dying", "killed", "losing"))
LOSES, OTHERS_LOSE = small("we_lose", "it_loses"), small("it_loses")
DESTROYED = {language == "es": verb for language, verb in syntax()["destroyed"].items()}
BREAKS = frozenset(("COMMA", "COLON"))
ANYBODY = ("someone", "nothing", "some", "all")
"""Pronouns of nobody who is spoken of."""
WHO = frozenset(("UNIT", "UNK", "PRON", "DET"))
"""Classes of words that name a unit, or point at one."""


def clause_begins(row: list[Token], at: int) -> int:
    """Where the clause of a word begins."""
    return next((place for place in range(at, 0, -1) if row[place - 1].classes[0] in BREAKS | {"SUB", "SEMI", "DASH"}), 0)


def faring(row: list[Token]) -> list[Token]:
    """Does it survive, does it die? Whether it is destroyed, or is not."""
    at = next((at for at, token in enumerate(row) if lemmas(token) & (SURVIVING | DYING)), -1)
    killed = next((at for at, token in enumerate(row) if token.text.casefold() in KILLED), 0)
    if row[-1].classes[0] != "QM":
        return row
    if killed and says(row[killed - 1], "BE", "become"):  # ¿queda eliminada?
        end = next(place for place in range(killed, len(row)) if {"SUB", "COMMA", "QM"} & set(row[place].classes[:1]))
        named = all(set(token.classes) & WHO for token in (*row[: killed - 1], *row[killed + 1 : end]))
        return [*row[: killed - 1], *_is_gone(row[killed - 1], row[killed]), *row[killed + 1 :]] if named else row
    first = clause_begins(row, killed)
    if killed and row[first].classes[0] == "BE" and all(set(token.classes) & WHO for token in row[first + 1 : killed]):  # is it gone
        return [*row[:killed], _gone(row[killed]), *row[killed + 1 :]]
    if (lost := _missed(row)) is not None:
        return lost
    if at < 0 or row[at].classes[0] not in VERBAL:
        return row
    begin, lives = clause_begins(row, at), bool(lemmas(row[at]) & SURVIVING)
    asks, behind = row[begin:at], row[at + 1 : -1]
    comma = next((place for place, token in enumerate(behind) if token.classes[0] == "COMMA"), len(behind))
    if any({"QP", "QD", "SUB", "REL", "NOT", "HV"} & set(token.classes[:1]) or "MOD" in token.classes and not says(token, "MOD", "will") for token in asks):
        return row
    end = next((place for place, token in enumerate(behind) if {"SUB", "COMMA"} & set(token.classes[:1])), len(behind))
    object_ = any({"NOUN"} == {type_ for type_, _ in token.means.get("W", ())} for token in behind[:end])  # the attack of 16Pz
    if object_ or any(says(token, "PRON", *ANYBODY) for token in (*asks, *behind[:end])):
        return row
    if any({"SUB", "P"}.isdisjoint(token.classes[:1]) for token in behind[comma + 1 : comma + 2]):
        return row  # it survives, may it advance?
    mark = turned(row[-1]) if lives else row[-1]
    if row[at].spanish:
        return [*row[:at], *_is_gone(row[at], row[at]), *behind, mark]
    does = next((place for place, token in enumerate(asks) if token.classes[0] in ("DO", "MOD")), -1)
    if does < 0:
        return row
    asks[does] = Token(asks[does].text, asks[does].start, asks[does].end, {"BE": [("BE", "be")]})
    return [*row[:begin], *asks, _gone(row[at]), *behind, mark]


def _missed(row: list[Token]) -> list[Token] | None:
    """Do I lose 66Rif, ¿la pierdo?, ¿se pierde?: whether it is destroyed; None if a step is lost, or nobody is."""
    at = next((at for at, token in enumerate(row) if token.text.casefold() in LOSES and lemmas(token) & LOSING), -1)
    begin = clause_begins(row, at) if at >= 0 else 0
    end = next((place for place in range(at + 1, len(row)) if {"SUB", "COMMA", "QM"} & set(row[place].classes[:1])), len(row))
    if at < 0 or any(_loss(token) or token.classes[0] in ("QP", "QD", "NUM", "NOT") for token in row[begin:end]):
        return None
    asks, who = row[begin:at], row[at + 1 : end]
    cause = next((who[place:] for place, token in enumerate(who) if place and token.classes[0] in ("P", "TO") and who[-1].type == "RESULT"), [])  # to the A1*
    named = all(
        set(token.classes) & WHO or says(token, "CL", "it", "self") or says(token, "P", "TO")
        for token in (*asks, *who)
        if token.classes[0] != "DO" and token not in cause
    )
    named = named and not any(says(token, "PRON", *ANYBODY) for token in who)
    if row[at].spanish:
        if row[at].text.casefold() in OTHERS_LOSE and not any(says(token, "CL", "self") for token in asks):
            return None  # ¿pierde la 46?
        there = [token for token in (*asks, *who) if token.classes[0] in ("UNIT", "AND")]
        return [*row[:begin], *_is_gone(row[at], row[at]), *there, *cause, *row[end:]] if named else None
    mine = len(asks) == 2 and asks[0].classes[0] in ("DO", "MOD") and says(asks[1], "PRON", "first")
    if not (mine and named and who):
        return None
    return [*row[:begin], in_place(asks[0], "BE", "be"), *who[: len(who) - len(cause)], _gone(row[at]), *cause, *row[end:]]


def _loss(token: Token) -> bool:
    """Whether a word is a step, or a loss."""
    return any(type_ == "NOUN" and value in ("step", "loss") for type_, value in token.means.get("W", ()))


def _gone(word: Token) -> Token:
    """The word for what is destroyed, in the place of one that says so."""
    lemma = DESTROYED[False]
    return Token(word.text, word.start, word.end, {"W": [("STATUS", "eliminated:true")], "V": [("PAST", lemma)], "VP": [("VERB", lemma)]})


def _is_gone(first: Token, last: Token) -> list[Token]:
    """Se elimina, in the place of words that say so."""
    se, gone = {"CL": [("CL", "self")]}, {"V": [("VERB", DESTROYED[True])]}
    found = [Token(first.text, first.start, first.start, se), Token(last.text, first.start, last.end, gone)]
    for token in found:
        token.spanish = True
    return found


def turned(mark: Token) -> Token:
    """A question mark behind what is asked the other way round."""
    return Token(mark.text, mark.start, mark.end, {"QM": [("QM", GAINSAID)]})
