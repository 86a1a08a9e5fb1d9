"""Which of several is more, or less: *which of 24ID and 31ID has more steps?*, *which is stronger against 1822?*, *does 46 pay fewer MPs than 47 to …?*

Of each it is asked how much, and the greatest, or least, is the answer; of one *than* another, whether it is that one alone.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

from adjudicator.language.syntax import small
from adjudicator.sentences.token import VERBAL, Token, in_place, lemmas, says, ties

MORE, LESS, THAN, STRONG, WEAK, NEAR, FAR = (small(name) for name in ("more", "less", "than", "stronger", "weaker", "nearer", "farther"))
AUXILIARY = frozenset(("DO", "BE", "HV"))
SKIPPED = frozenset(("DET", "CL"))
Measure = Callable[[Token], list[Token]]
"""The question how much it is for one of them."""


class Weighed(NamedTuple):
    """Who are compared, each with the question how much it is; whether the greatest is asked for, and the one of whom it is asked (than)."""

    ways: list[tuple[str, list[Token]]]
    most: bool
    than: str


POINTS = small("points")


def compared(row: list[Token], named: list[Token]) -> Weighed | None:
    """A question which of those that are named is more, or whether one is more than another; None if it is anything else."""
    body, than = row[:-1], ""
    if not named:
        at = next((at for at, token in enumerate(body) if token.text.casefold() in THAN and at + 1 < len(body) and body[at + 1].classes[0] == "UNIT"), -1)
        first = [token for token in body[:at] if token.classes[0] == "UNIT"] if at > 0 else []
        if len(first) != 1 or body[0].classes[0] not in (*AUXILIARY, *VERBAL):
            return None
        named, than = [first[0], body[at + 1]], first[0].text
        body = [token for place, token in enumerate(body) if token is not first[0] and place not in (at, at + 1)]
        body = body[1:] if body[0].classes[0] == "DO" else body
    else:
        body = body[1:] if body and body[0].classes[0] in ("QP", "QD") else []
    if not body or any(token.classes[0] not in ("UNIT", "NUM") for token in named) or any(token.classes[0] in ("QP", "QD", "MOD", "NOT") for token in body):
        return None
    at = next((at for at, token in enumerate(body) if token.text.casefold() in MORE | LESS | STRONG | WEAK | NEAR | FAR), -1)
    if at < 0:
        return None
    word = body[at].text.casefold()
    joined = f"{word} {body[at + 1].text.casefold()}" if at + 1 < len(body) else word
    measured = _measure(body, at, word, joined)
    if measured is None:
        return None
    measure, most = measured
    return Weighed([(token.text, [*measure(token), row[-1]]) for token in named], most, than)


def _measure(body: list[Token], at: int, word: str, joined: str) -> tuple[Measure, bool] | None:
    """How what is compared is asked of one, and whether the greatest is asked for."""
    hexes = [token for token in body if token.classes[0] == "HEX"]
    places = [token for token in body if token.classes[0] in ("HEX", "UNIT")]
    heavy = {word, joined} & (STRONG | WEAK)
    near = {word, joined} & (NEAR | FAR)
    others = [token for place, token in enumerate(body) if place not in (at, at + (joined in STRONG | WEAK | NEAR | FAR)) and token not in places]
    if (heavy or near) and any(token.classes[0] != "BE" and not (ties(token) or _deed(token)) for token in others):
        return None  # which is stronger without the river
    if heavy and len(hexes) == len(places) == 1:
        return (lambda one: [in_place(one, "P", "WITH"), in_place(one, "QP", "how_many"), in_place(one, "DO", "do"), one, _attack(one), hexes[0]]), bool(
            heavy & STRONG
        )
    if near and len(places) == 1:
        far = in_place(body[at], "QP", "where")
        return (lambda one: [far, in_place(one, "BE", "be"), one, in_place(one, "P", "FROM"), places[0]]), bool({word, joined} & FAR)
    noun = body[at + 1] if word in MORE | LESS and at + 1 < len(body) else None
    verb = next((place for place, token in enumerate(body[:at]) if token.classes[0] in (*VERBAL, "HV")), -1)
    if noun is None or "W" not in noun.means or verb < 0:
        return None
    does = body[verb].means.get("VI") or body[verb].means.get("V")
    between = [token for token in body[verb + 1 : at] if token.classes[0] not in SKIPPED]
    lead = [between.pop()] if between and between[-1].classes[0] in ("P", "OF") else []
    if does is None or any(token.classes[0] in VERBAL for token in between) or verb:
        return None
    rest = [*between, *body[at + 2 :]]
    act = Token(body[verb].text, body[verb].start, body[verb].end, {"VI": does})
    many = in_place(body[at], "QD", "how_many")
    return (lambda one: [*lead, many, noun, in_place(one, "DO", "do"), one, act, *rest]), word in MORE


def _attack(at: Token) -> Token:
    """Attack, in the place of another word."""
    return Token(at.text, at.start, at.end, {"VI": [("VERB", "attack")]})


def much(row: list[Token]) -> list[Token]:
    """What is 46 worth against 1510, how hard does it hit 1510, ¿cómo de fuerte es 46 contra 1510? With how much it attacks there; any other row as it is."""
    measures = small("measures")
    led = next((at for at in range(len(row) - 1) if row[at].classes[0] in ("COLON", "COMMA") and {"QP", "QD"} & set(row[at + 1].classes[:1])), -1)
    if led > 0:  # across the river: how hard does it hit 1510?
        return [*row[: led + 1], *much(row[led + 1 :])]
    body = row[:-1]
    led = bool(body) and says(body[0], "P", "WITH")
    body = body[led:]
    if row[-1].classes[0] != "QM" or len(body) < 4 or not {"QP", "QD"} & set(body[0].classes[:1]):
        return row
    asks = any(says(body[0], name, "what", "how", "how_many") for name in ("QP", "QD"))
    places = [token for token in body if token.classes[0] == "HEX"]
    weighs = [token for token in body if token.text.casefold() in measures]
    units = [token for token in body if token.classes[0] in ("UNIT", "AND")] or _spoken_of(body)
    if led and sum(token.classes[0] == "UNIT" for token in units) > 1 + sum(token.classes[0] == "AND" for token in units):
        return row  # with how much does 46 attack 26 in 1510
    against = any(any("AGAINST" in str(rel).split("|") for _, rel in token.means.get("P", ())) for token in body) or "VI" in body[-2].means
    light = ("QP", "QD", "BE", "DO", "PRON")
    if asks and units and weighs and not any(map(_deed, body)) and len(places) < 2 and any(map(_defends, body[2:])):
        rest = [token for token in body if token not in (*units, *places, *weighs) and not (ties(token) or _defends(token) or says(token, "P", "IN"))]
        inside = [in_place(body[0], "P", "IN"), *places] if places else []
        if all(token.classes[0] in light for token in rest):  # what is 46 worth in defence
            start = body[0]
            return [in_place(start, "P", "WITH"), in_place(start, "QP", "how_many"), in_place(start, "DO", "do"), *units, _defend(start), *inside, row[-1]]
    hurled = [token for token in body if lemmas(token) & small("hurled_at")] if says(body[0], "QP", "how_many") else []  # how much do they throw at 1510
    if led and any(map(_deed, body)):  # with how many points does it go into the attack on 1510
        hurled += [token for token in body if lemmas(token) & small("joining_in") or token.text.casefold() in measures | POINTS]
    weighs, against = [*weighs, *hurled], against or any(map(_deed, body)) or bool(hurled)
    if not (asks and units and weighs and against and len(places) == 1 and body[-1] is places[0]):
        return row
    if any(token not in (*units, *places, *weighs) and token.classes[0] not in light and not (ties(token) or _deed(token)) for token in body):
        return row
    start = body[0]
    return [in_place(start, "P", "WITH"), in_place(start, "QP", "how_many"), in_place(start, "DO", "do"), *units, _attack(start), places[0], row[-1]]


def _spoken_of(body: list[Token]) -> list[Token]:
    """Who was spoken of: what is it worth against 1510, ¿cuánto vale contra 1510?"""
    said = [token for token in body if says(token, "PRON", "it")]
    if said or not any(token.spanish for token in body):
        return said if len(said) == 1 else []
    return [in_place(body[0], "PRON", "it")]


def _defend(at: Token) -> Token:
    """Defend, in the place of another word."""
    return Token(at.text, at.start, at.end, {"VI": [("VERB", "defend")]})


def _defends(token: Token) -> bool:
    """Whether a word is the defence, as a noun or as a verb."""
    lemmas = {str(value) for name in VERBAL for _, value in token.means.get(name, ())}
    return bool(({token.text.casefold()} | lemmas) & small("defending"))


def _deed(token: Token) -> bool:
    """Whether a word is the attack, as a noun or as a verb."""
    return any(str(value) in small("striking") for name in VERBAL | {"W"} for _, value in token.means.get(name, ()))
