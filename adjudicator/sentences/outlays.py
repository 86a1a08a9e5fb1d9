"""What a deed comes to, asked in other words than *what does it cost X to do it*: the rows are put so.

*What does moving to 1311 cost 9Mech?*, *How much is it for 9Mech to move there?*, *What's the cost of 9Mech moving there?*,
*¿Qué coste tiene que 9Mech mueva allí?*
"""

from __future__ import annotations

from itertools import pairwise

from adjudicator.language.syntax import first_verbs, small
from adjudicator.sentences.token import VERBAL, Token, in_place, says

NAMED = frozenset(("UNIT", "HEX", "PATH"))
COSTING, COSTS = small("costing"), first_verbs("costing")
FIGURES = ("strength", "af", "df", "defense", "allowance", "step", "cf")
"""Nouns of what a unit is worth, which ask for it by themselves beside its name."""
PRICE, MP = ("NOUN", "cost"), ("NOUN", "mp")


def outlaid(row: list[Token]) -> list[Token]:
    """A question for the price of a deed that is named, put as what it costs to do it; any other row as it is."""
    if row[-1].classes[0] != "QM" or not any(token.classes[0] in NAMED for token in row):
        return row
    row = _figure_of(_parted_from(row))
    for put in (_doing_costs, _is_it_for, _price_of):
        if (found := put(row)) is not None:
            return found
    return row


def _parted_from(row: list[Token]) -> list[Token]:
    """To break away from 26 and go to 1509, to leave its ZOC and go there: to go from 26 to 1509. Whom a move parts from is no deed of its own."""
    for at, token in enumerate(row[:-5]):
        same = {"VI", "V", "VG"} & token.means.keys() if token.classes[0] in VERBAL else set()
        end = next((place for place in range(at + 2, min(at + 7, len(row) - 2)) if row[place].classes[0] == "AND"), 0) if same else 0
        away = row[at + 1 : end]
        if not any(one.classes[0] == "UNIT" for one in away) or not all({"DET", "W", "UNIT", "OF", "GEN"} & {*one.classes} or _from(one) for one in away):
            continue
        led, zone = _from(away[0]), any(("NOUN", "zoc") in one.means.get("W", ()) for one in away)
        goes = end + 1 + (row[end + 1].classes[0] == "CL")
        if led | zone and row[goes].classes[0] in VERBAL and same & row[goes].means.keys() and any(one.classes[0] in ("HEX", "PATH") for one in row[goes:]):
            begin = at - (row[at - 1].classes[0] == "CL")
            lead = [] if led else [Token(token.text, token.start, token.end, {"P": [("P", "FROM")]})]
            return [*row[:begin], *row[end + 1 : goes + 1], *lead, *away, *row[goes + 1 :]]
    return row


def _figure_of(row: list[Token]) -> list[Token]:
    """16Pz's attack strength?, movement allowance of 16Pz?: what is it? A figure of a unit that is only named."""
    named = [token for token in row[:-1] if any(("NOUN", noun) in token.means.get("W", ()) for noun in FIGURES)]
    tied = all(token.classes[0] in ("W", "UNIT", "DET") or token in named or {"OF", "GEN"} & token.means.keys() for token in row[:-1])
    if len(named) != 1 or not tied or not any({"OF", "GEN"} & token.means.keys() for token in row) or not any(token.classes[0] == "UNIT" for token in row):
        return row
    return [in_place(row[0], "QP", "what"), in_place(row[0], "BE", "be"), *row]


def _from(token: Token) -> bool:
    """Whether a word may say where something comes from."""
    return any("FROM" in str(value).split("|") for name in ("P", "OF") for _, value in token.means.get(name, ())) or token.classes[0] == "OF" and token.spanish


def _costs(token: Token) -> bool:
    """Whether a word may be a verb of what something costs, as it stands behind *does*."""
    return says(token, "VI", *COSTING)


def _cost(at: Token) -> Token:
    """The verb of what it costs, in the place of another word."""
    found = Token(at.text, at.start, at.end, {"V" if at.spanish else "VI": [("VERB", COSTS[at.spanish])]})
    found.spanish = at.spanish
    return found


def _to_do(doing: Token) -> list[Token]:
    """To move, of moving."""
    return [in_place(doing, "TO", "TO"), Token(doing.text, doing.start, doing.end, {"VI": doing.means["VG"]})]


def costing(at: Token, noun: Token, that: Token | None, who: list[Token], deed: list[Token]) -> list[Token]:
    """How many of something it costs somebody to do it, or that it is done: the row in the place of a word, without its mark."""
    many = in_place(at, "QD", "how_many")
    if that is not None:
        return [many, noun, _cost(at), in_place(that, "SUB", "that"), *deed]
    verb = Token(at.text, at.start, at.end, {"VI": [("VERB", COSTS[False])]})
    return [many, noun, in_place(at, "DO", "do"), in_place(at, "PRON", "it"), verb, *who, in_place(at, "TO", "TO"), *deed]


def _doing_costs(row: list[Token]) -> list[Token] | None:
    """What does moving to 1311 cost 9Mech, how many steps will retreating cost it: what it costs it to do it."""
    does = next((at for at, token in enumerate(row) if token.classes[0] in ("DO", "MOD") and "VG" in row[at + 1].means and at), 0)
    verb = next((at for at in range(does + 2, len(row) - 1) if _costs(row[at])), 0) if does else 0
    if not verb or not {"QP", "QD"} & {name for token in row[:does] for name in token.classes}:
        return None
    doing, behind = row[does + 1], row[verb + 1 : -1]
    if any(VERBAL & set(token.classes[:1]) for token in (*row[does + 2 : verb], *behind)):
        return None
    return [*row[: does + 1], in_place(doing, "PRON", "it"), _cost(row[verb]), *behind, *_to_do(doing), *row[does + 2 : verb], row[-1]]


def _is_it_for(row: list[Token]) -> list[Token] | None:
    """How much is it for 9Mech to move to 1311, ¿cuántos PM son para que 9Mech mueva a 1311?"""
    at = next((at for at, token in enumerate(row[:-3]) if token.classes[0] == "BE"), 0)
    if not at or not says(row[0], "QP", "how_many") and not says(row[0], "QD", "how_many") or not says(row[at], "BE", "be"):
        return None
    be, spanish = row[at], row[at].spanish
    if spanish and says(row[at + 1], "SUB", "that"):
        return [*row[:at], _cost(be), in_place(row[at + 1], "SUB", "that"), *row[at + 2 :]]
    who = next((place for place in range(at + 3, len(row) - 2) if "TO" in row[place].means and "VI" in row[place + 1].means), 0)
    if spanish or at > 1 or not who or row[at + 1].classes[0] != "PRON" or not says(row[at + 2], "P", "FOR"):
        return None
    return [*row[:at], in_place(be, "DO", "do"), row[at + 1], _cost(row[at + 2]), *row[at + 3 :]]


def _price_of(row: list[Token]) -> list[Token] | None:
    """What's the cost in MPs for 9Mech to move to 1311, what is the price of 9Mech moving there, cost of 9Mech to 1311?, ¿qué coste tiene que 9Mech
    mueva allí?, ¿cuál es el coste para 9Mech de entrar?"""
    asks = bool({"QP", "QD"} & set(row[0].classes[:1]))
    noun = next((at for at, token in enumerate(row[:4]) if PRICE in token.means.get("W", ())), -1)
    has = [token for token in row[asks:noun] if token.classes[0] not in ("BE", "DET") and MP not in token.means.get("W", ())]
    if noun < asks or has:
        return None
    end, counted = noun + 1, []
    if says(row[end], "P", "IN") and "W" in row[end + 1].means:  # the cost in steps
        counted, end = [row[end + 1]], end + 2
    spanish = row[noun].spanish
    if end < len(row) and noun == 1 and spanish and VERBAL & set(row[end].classes[:1]):
        end += 1  # ¿qué coste tiene que …?
    asked = [in_place(row[0], "QD" if counted else "QP", "how_many"), *counted]
    behind = row[end:-1]
    if not behind:
        return None
    that = next((at for at, token in enumerate(behind[:2]) if says(token, "SUB", "that") or says(token, "MOD", "must") and not at), -1)  # tiene que 9Mech mueva
    deed = next((at for at, token in enumerate(behind[1:4], 1) if token.classes[0] == "VI"), 0)
    if spanish and deed and behind[0].classes[0] in ("OF", "P") and (deed == 1 or behind[deed - 1].classes[0] == "OF"):
        return [*asked, _cost(row[noun]), *([in_place(behind[0], "P", "TO"), *behind[1 : deed - 1]] if deed > 1 else []), *behind[deed:], row[-1]]
    if spanish:
        if that < 0 or any(token.classes[0] not in ("OF", "P") for token in behind[:that]):
            return None
        return [*asked, _cost(row[noun]), in_place(behind[that], "SUB", "that"), *behind[that + 1 :], row[-1]]
    it = [in_place(row[asks], "DO", "do"), in_place(row[noun], "PRON", "it"), _cost(row[noun])]
    if says(behind[0], "P", "FOR") and any("TO" in token.means and "VI" in next_.means for token, next_ in pairwise(behind)):
        return [*asked, *it, *behind[1:], row[-1]]
    doing = next((at for at, token in enumerate(behind) if "VG" in token.means), 0)
    if not doing and (behind[0].classes[0] == "OF" or says(behind[0], "P", "FOR", "FROM")) and any(token.classes[0] == "UNIT" for token in behind):
        return [*asked, *it, *behind[not says(behind[0], "P", "FROM") :], row[-1]]  # the cost of 9Mech to 1311
    if not doing or behind[0].classes[0] != "OF" and not says(behind[0], "P", "FOR"):
        return None
    return [*asked, *it, *behind[1:doing], *_to_do(behind[doing]), *behind[doing + 1 :], row[-1]]
