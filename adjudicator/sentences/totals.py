"""What both sides of a fight come to, in other words: the strength of the attack, the strength of the defence, what is added to the die.

*How strong is the attack?* *What's the defence total?* *How many factors attack?* *With how many points?* *¿Cuánto suma la defensa?*: what is the strength of
the one or the other. *By how much is the die modified?*, *¿cuánto le sumo a la tirada?*: what is the modifier. All of it of the deed that was told before.
*¿A cuánto atacan?*, *what do they get against 3010?*: at what odds.
"""

from __future__ import annotations

from adjudicator.language.syntax import first_verbs, small
from adjudicator.sentences.plainest import STRIKES
from adjudicator.sentences.token import Token, in_place, lemmas, says, verb_in_place

AMOUNTS = ("strength", "factor", "vp", "point", "af")
"""Nouns of what a side brings to a fight."""
ROLLING = small("falling_to")
STRONG, TOTAL = small("strong"), small("summing")
ATTACKING, DEFENDING, CHANGING = small("striking"), small("defending"), small("changing")
FIGURES = ("column", "drm", "modifier")
"""Nouns of what a fight is thrown on and with."""
SIDES = ("attack", "defense", "df")
LEADS = frozenset(("WITH", "BY", "AT"))
LIGHT = frozenset(("DET", "BE", "DO", "OF", "CL", "PART"))
"""Classes of small words that say nothing of their own here."""
LONGEST = 9
FALLING, GETTING, GETTING_ON = small("coming_out"), small("getting"), small("getting_on")
PARTED = frozenset(("COMMA", "COLON", "SEMI", "DASH"))
HAS = first_verbs("having")
GOT = frozenset(("UNIT", "AND", "COMMA", "DET", "DO", "HEX", "P", "HV"))
"""Classes of what stands beside the verb of what somebody gets against whom."""


def fought(rows: list[list[Token]]) -> bool:
    """Whether a fight is told in a text."""
    told = [row for row in rows if row[-1].classes[0] != "QM"]
    noted = [row for row in told if any(says(token, "P", "AGAINST") for token in row) and {"UNIT", "HEX"} <= {token.classes[0] for token in row}]
    return bool(noted) or any(lemmas(token) & ATTACKING or _noun(token) == "attack" for row in told for token in row)


def totalled(row: list[Token], fight: bool) -> list[Token]:
    """A question for the strength of a side, its column or what the die is changed by, put plainly; any other row as it is.

    Of a verb alone (with how many points does it defend) only behind a fight that is told or supposed: else it is asked of a unit.
    """
    if row[-1].classes[0] != "QM":
        return row
    if (found := _supposed(row) or _held_against(row) or _odds(row, fight) or _got(row, fight)) is not None:
        return found
    return _figure(row, fight) or row


def _supposed(row: list[Token]) -> list[Token] | None:
    """The same behind a fight that is supposed: how many factors does 3010 defend with if 16Pz attacks it?"""
    at = next((at for at, token in enumerate(row) if says(token, "SUB", "if", "while")), -1)
    if at < 0:
        return None
    if at and "VG" in row[at + 1].means and lemmas(row[at + 1]) & ATTACKING and any(_amount(token) for token in row[:at]):
        return [*row[:at], *row[at + 1 :]]  # how many points has it when attacking 1510?
    end = len(row) - 1 if at else next((at for at, token in enumerate(row) if token.classes[0] == "COMMA"), 0)
    clause, main = row[at:end], [*row[:at], *row[end + (not at) :]]
    whom = [token for token in main if token.classes[0] == "HEX"]
    where = [token for token in clause if token.classes[0] == "HEX"] or whom
    if not any(token.classes[0] == "UNIT" for token in clause) or not any(lemmas(token) & ATTACKING for token in clause) or len(where) != 1 or len(whom) > 1:
        return None
    if whom and whom[0].text != where[0].text:
        return None
    plain = _figure([token for token in main if token not in whom], True)
    if plain is None:
        return None
    if where is whom:  # if 16Pz attacks it
        clause = [*(token for token in clause if not (says(token, "PRON", "it", "they") or says(token, "CL", "it"))), *whom]
    return [*plain[:-1], *clause, row[-1]]


def _held_against(row: list[Token]) -> list[Token] | None:
    """What does 3010 defend with against 16Pz?: what is the defence if that attacks it."""
    at = next((at for at, token in enumerate(row) if says(token, "P", "AGAINST") and len(token.means["P"]) == 1), 0)
    whom = [token for token in row[:at] if token.classes[0] == "HEX"]
    who = row[at + 1 : -1]
    if len(whom) != 1 or not who or who[-1].classes[0] != "UNIT" or any(token.classes[0] not in ("UNIT", "DET", "AND", "COMMA") for token in who):
        return None
    if not any(lemmas(token) & DEFENDING for token in row[:at]):
        return None
    plain = _figure([*(token for token in row[:at] if token not in whom), row[-1]], True)
    if plain is None:
        return None
    return [*plain[:-1], in_place(row[at], "SUB", "if"), *who, verb_in_place(row[at], "V", STRIKES), *whom, row[-1]]


def _odds(row: list[Token], fight: bool) -> list[Token] | None:
    """¿A cuánto atacan a 3010?, ¿a cuánto sale?: at what odds, of a fight that is told or asked about."""
    at = next((at for at, token in enumerate(row[:-3]) if token.classes[0] == "P" and says(row[at + 1], "QP", "how_many")), -1)
    if at < 0 or "IN" not in _said(row[at]) or at and row[at - 1].classes[0] not in PARTED:
        return None
    told, body = fight or bool(at) and fought([row[:at]]), row[at + 2 :]
    strikes = any(lemmas(token) & ATTACKING or _noun(token) == "attack" for token in body)
    falls = any(lemmas(token) & FALLING for token in body[:2]) and (told or any(says(token, "P", "AGAINST") for token in body))
    asked = row[at + 1]
    return [*row[:at], in_place(asked, "QD", "what"), in_place(asked, "W", "odds", "NOUN"), *body] if strikes or falls else None


def _got(row: list[Token], fight: bool) -> list[Token] | None:
    """What do 16Pz and 19Pz get against 3010?, ¿qué saca 16Pz contra 3010?; of a fight that is told, what do we get?: what odds."""
    end = row[-5:]
    if len(end) == 5 and says(end[0], "QP", "what") and end[1].classes[0] == "DO" and end[2].classes[0] == "PRON" and lemmas(end[3]) & GETTING:
        led = row[:-5]
        told = led[-1].classes[0] in PARTED and fought([led[:-1]]) if led else fight
        return [*led, *_asking(end, "odds")] if told else None
    at = next((at for at, token in enumerate(row) if token.classes[0] == "UNIT"), 0)
    verb = next((at for at, token in enumerate(row) if lemmas(token) & GETTING and "V" in token.classes), 0)
    if not (at and verb) or not says(row[0], "QP", "what") or any(token.classes[0] not in GOT for place, token in enumerate(row[1:-1], 1) if place != verb):
        return None
    behind = row[max(at, verb) + 1 :]
    whom = [token for token in behind if token.classes[0] == "HEX" or token.classes[0] == "UNIT" and verb > at]
    against = any(says(token, "P", "AGAINST") for token in behind) or lemmas(row[verb]) & GETTING_ON or any("IN" in _said(token) for token in behind)
    if len(whom) != 1 or not against:
        return None
    who = [token for token in row[1:-1] if token.classes[0] in ("UNIT", "AND", "COMMA", "DET") and token not in whom]
    while who[-1].classes[0] != "UNIT":
        who.pop()
    odds, have, on = in_place(row[0], "W", "odds", "NOUN"), verb_in_place(row[verb], "V", HAS), in_place(row[verb], "P", "AGAINST")
    return [in_place(row[0], "QD", "what"), odds, have, *who, on, *whom, row[-1]]


def _said(token: Token) -> list[str]:
    return [one for _, value in token.means.get("P", ()) for one in str(value).split("|")]


def _figure(row: list[Token], fight: bool) -> list[Token] | None:
    """What is the strength of the attack, the defence, the column, the modifier; None where a row asks for none of them."""
    body = row[:-1]
    if not 3 <= len(row) <= LONGEST:
        return None
    led = bool(says(body[0], "P", *LEADS))
    asked, rest = body[led], body[led + 1 :]
    much = says(asked, "QP", "how_many") or says(asked, "QP", "how") and bool(rest) and rest[0].text.lower() in STRONG
    if not rest or not much and not (says(asked, "QP", "what") or says(asked, "QD", "what")):
        return None
    figure = next((name for name in FIGURES if ("NOUN", name) in rest[0].means.get("W", ())), "")
    if fight and figure and not much and all(_light(token) or lemmas(token) & (ROLLING | TOTAL) for token in rest[1:]):
        return _asking(row, figure)  # which column do I roll on?
    side, amount, die, changed = "", much and rest[0].text.lower() in STRONG, False, False
    for token in rest:
        noun, word = _noun(token), token.text.lower()
        if noun in SIDES or fight and lemmas(token) & (ATTACKING | DEFENDING):
            amount = amount or led and much or fight and noun not in SIDES and says(body[-1], "P", "WITH")  # what does it defend with
            now = "defense" if noun in SIDES[1:] or lemmas(token) & DEFENDING else "attack"
            if side not in ("", now):
                return None
            side = now
        elif _amount(token):
            amount = True
        elif word in TOTAL or lemmas(token) & TOTAL:
            amount = True
            changed = changed or bool(lemmas(token) & CHANGING)
        elif noun in ("dice", "roll"):
            die = True
        elif lemmas(token) & CHANGING:
            changed = True
        elif not (_light(token) or word in STRONG):
            return None
    if die:
        return _asking(row, "drm") if changed and much and not side else None
    alone = led and much and all(_amount(token) for token in rest)
    if not (amount and side or alone):
        return None
    return _asking(row, "defense") if side == "defense" else _asking(row, "strength", "attack")


def _light(token: Token) -> bool:
    return token.classes[0] in LIGHT or says(token, "P", "IN", "TO", "WITH", "ON") or says(token, "PRON", "first", "it", "they")


def _noun(token: Token) -> str:
    return next((str(value) for type_, value in token.means.get("W", ()) if type_ == "NOUN"), "")


def _amount(token: Token) -> bool:
    return any(type_ == "NOUN" and value in AMOUNTS for type_, value in token.means.get("W", ()))


def _asking(row: list[Token], *names: str) -> list[Token]:
    """What is the first of the names, of the second."""
    found = [in_place(row[0], "QP", "what"), in_place(row[0], "BE", "be")]
    for at, name in enumerate(names):
        found += [in_place(row[0], "OF", "OF")] if at else []
        found += [in_place(row[0], "DET", "def"), in_place(row[0], "W", name, "NOUN")]
    return [*found, row[-1]]
