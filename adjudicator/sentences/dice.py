"""Dice that a clause tells of: the die shows 3, I rolled a 4, a 3 on the weather die, a 5 and a 4."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import pairwise

from adjudicator.language.syntax import first_verbs, small
from adjudicator.sentences.account import things_of
from adjudicator.sentences.token import VERBAL, Token, in_place, lemmas, says
from adjudicator.sentences.tree import Chunk, Clause, Nominal, Signed

DICE = frozenset(("dice", "roll", "table"))
THROWING = frozenset(("roll", "show"))
GETTING = frozenset(("have", "there", "get", "reach", "add", "loss", "be", "remove", "happen", "score"))
"""Verbs that tell of dice only beside a word for them."""
GETS = small("throwing")
"""Verbs of who throws a die, beside a number alone: I get a 6."""
DO = first_verbs("pro_verbs")
ENOUGH, SUFFICING = small("enough"), small("suffice") | small("succeeding")
COMING = small("coming_of")
OF_DICE = frozenset(("weather", "air", "air_superiority", "return", "replacement", "crossing", "attack", "turn", "game", "phase"))
"""Nouns that say what a throw is for."""


GENERAL = frozenset(("weather", "air"))
"""Throws that are nobody's own: what comes of them is asked about by itself."""


SHOWN = THROWING | {"get", "draw", "bring", "reach"}
"""Verbs whose objects are dice, where they are several plain numbers."""
BETWEEN = frozenset(("COMMA", "AND", "DASH"))
"""What may stand between the numbers of a throw."""
OWN = OF_DICE - {"attack", "turn", "game", "phase"}
"""Nouns that say by themselves that dice are meant: a 3 for replacements."""
GIVING = THROWING | GETTING | SHOWN
"""Verbs that tell of dice beside what they are thrown for."""
LIGHT = frozenset(("DET", "P", "OF", "AND", "COMMA", "COLON", "DASH", "ADV", "THEN", "PRON", "SEMI", "HV", "BE"))
"""Classes of words that may stand beside the numbers of two sides."""
BOTH, COLON = frozenset(("air", "air_superiority")), "COLON"
"""Throws that both sides make."""
PLAYERS = frozenset(("player", "side", "roll", "dice", "score", "turn"))
"""Nouns that name no purpose of a throw."""
SPEAKING = tuple(small("speaking"))
"""Endings of verbs of those who speak: saco."""
MOST = 20
"""No die shows more."""


def told_with(row: list[Token], senses: Mapping[str, list[str]], named: bool = False) -> tuple[list[Token], list[int]]:
    """A sentence without the throw that is told in it, and its dice: barrages 2017 with the roll 4, 4, 4; …, and rolls 5 and 6; (dice 2-5).

    Only several dice of which nothing else is said, or one that ends it behind a colon; the whole sentence as it is where they are asked about, supposed or
    all that it tells. `named`: dice have names in this rulebook, so those of a plain roll alone are meant: …, roll 5 5 3 3 3.
    """
    if row[-1].classes[0] == "QM" or any(token.classes[0] == "SUB" for token in row):
        return row, []
    row = _sided(row, senses)
    for at in range(len(row)):
        begin, dice, stop = _throw(row, at, senses)
        ends = row[at].classes[0] == "COLON" and stop == len(row) and _acts_alone(row[:at])  # fires at 3010: a 4
        if len(dice) < 2 - ends or stop - begin == len(row) or named and not _plain_roll(row[begin:stop]):
            continue
        rest = row[:begin] + row[stop:]
        return rest[1:] if rest[0].classes[0] in BETWEEN else rest, dice
    return row, []


def _plain_roll(row: Sequence[Token]) -> bool:
    """Whether words say nothing but that these numbers were rolled."""
    words = [token for token in row if token.classes[0] not in BETWEEN and "NUM" not in token.means]
    return len(words) == 1 and ("NOUN", "roll") in words[0].means.get("W", ())


def _acts_alone(row: Sequence[Token]) -> bool:
    """Whether words tell a deed and name no die."""
    return any(token.classes[0] == "V" for token in row) and not any(value in OWN for token in row for _, value in token.means.get("W", ()))


def _sided(row: list[Token], senses: Mapping[str, list[str]]) -> list[Token]:
    """Air roll: German 9, Soviet 5; the Germans total 9 for air and the Russian 4: each number is said of its side, behind what they are thrown for.

    Who speaks is the other side, which is said last: I threw 9 for air and the Russian 4.
    """
    groups: list[tuple[bool, list[Token]]] = []
    purpose: list[Token] = []
    if any(one.classes[0] == "NUM" and "W" in two.means and two.means["W"][0][0] != "SIDE" for one, two in pairwise(row)):
        return row  # two dice: so many of them
    for token in row:
        meanings = token.means.get("W", [])
        verb = any(not set(senses.get(str(lemma), ())).isdisjoint(SHOWN) for name in VERBAL for _, lemma in token.means.get(name, ()))
        speaks = verb and token.spanish and token.text.casefold().endswith(SPEAKING) and not any(_is_me(other) for other in row)
        if meanings[:1] and meanings[0][0] == "SIDE":
            groups.append((True, [token]))
        elif _is_me(token) or speaks:
            groups.append((True, [in_place(token, "PRON", "first")]))
        elif token.classes[0] == "NUM" and type(token.means["NUM"][0][1]) is int:
            groups += [(False, [])] if not groups or groups[-1][0] else []
            groups[-1][1].append(token)
        elif any(type_ == "PHASE" and value in BOTH for type_, value in meanings):
            purpose.append(Token(token.text, token.start, token.end, {"W": [("NOUN", value) for type_, value in meanings if type_ == "PHASE"]}))
        elif any(type_ == "NOUN" and (value in BOTH or token is row[0] and any(COLON in each.classes for each in row[1:2])) for type_, value in meanings):
            purpose.append(token)
        elif not (verb or any(type_ == "NOUN" and value in PLAYERS for type_, value in meanings) or not meanings and token.classes[0] in LIGHT):
            return row
    order = [said for said, _ in groups]
    pairs = [(groups[at + order[0]][1], groups[at + 1 - order[0]][1][0]) for at in (0, 2)] if order in ([True, False] * 2, [False, True] * 2) else []
    pairs.sort(key=lambda pair: _is_me(pair[1]))
    if len({side.text for _, side in pairs}) != 2 or len({len(numbers) for numbers, _ in pairs}) != 1 or _is_me(pairs[0][1]):
        return row
    if len(purpose) != 1:
        return row
    end = row[-1].end
    own = any(value in BOTH for _, value in purpose[0].means["W"])
    roll = [Token(purpose[0].text, purpose[0].end, purpose[0].end, {"W": [("NOUN", "roll")]})] if own else []
    found = [*purpose, *roll, Token(":", end, end, {"COLON": [("COLON", ":")]})]
    for at, (numbers, side) in enumerate(pairs):
        found += [Token(",", end, end, {"COMMA": [("COMMA", ",")]})] if at else []
        for place, number in enumerate(numbers):
            found += [Token("and", end, end, {"AND": [("AND", "and")]})] if place else []
            found.append(number)
        found += [Token("for", end, end, {"P": [("P", "FOR")]}), side]
    return found


def _is_me(token: Token) -> bool:
    """Whether it is who speaks."""
    return token.classes[0] == "PRON" and says(token, "PRON", "first")


def _throw(row: list[Token], at: int, senses: Mapping[str, list[str]]) -> tuple[int, list[int], int]:
    """Where the phrase of a throw begins whose word for it, or whose first number (a 5 and a 4), stands at a place; its dice, and where it ends."""
    token = row[at]
    none: tuple[int, list[int], int] = (at, [], at)
    noun = any(meaning in (("NOUN", "dice"), ("NOUN", "roll")) for meaning in token.means.get("W", ()))
    verb = any(not SHOWN.isdisjoint(senses.get(str(lemma), ())) for name in VERBAL for _, lemma in token.means.get(name, ()))
    bare = not at and token.classes[0] == "NUM"  # 4, 4 and 2 in the barrage of 7Btty-3Art
    listed = at > 1 and token.classes[0] == "COLON"  # 7Btty-3Art barrages 2017: 4, 4 and 2
    each = token.classes[0] == "DET" and ("DET", "indef") in token.means["DET"]
    plain = token.classes[0] == "P" and ("P", "WITH") in token.means["P"] and at + 1 < len(row) and row[at + 1].classes[0] == "NUM"  # with 5 and 6
    if not (noun or verb or bare or each or listed or plain):
        return none
    first = at if each or bare else at + 1
    while not (each or bare) and first < len(row) and row[first].classes[0] in ("OF", "COLON", "P") and first < at + 3:
        first += 1
    dice, stop = _shown(row, first)
    begin = at
    while begin and not (listed or plain) and (row[begin - 1].classes[0] == "DET" or row[begin - 1].classes[0] == "NUM" and row[begin - 1].value == len(dice)):
        begin -= 1
    if begin and not plain and (row[begin - 1].classes[0] == "P" or verb and row[begin - 1].classes[0] == "PRON"):
        begin -= 1
    elif plain:
        pass
    elif each or begin and not listed and row[begin - 1].classes[0] not in ("COMMA", "AND", "THEN", "LP") and "VG" not in token.classes:
        return none
    after = row[stop].classes[0] if stop < len(row) else ""
    if not begin and after == "P" and (verb or bare) and any({"FOR", "IN"} & set(str(rel).split("|")) for _, rel in row[stop].means["P"]):
        return begin, dice, stop + 1
    if listed:
        return (at, dice, stop) if not after else none
    if bare or after not in ("", "COMMA", "AND", "RP", "SEMI", "THEN") and not (noun and not begin and after == "UNIT"):
        return none
    if begin and stop < len(row) and row[begin - 1].classes[0] == "LP" and row[stop].classes[0] == "RP":
        return begin - 1, dice, stop + 1
    while begin and row[begin - 1].classes[0] in ("COMMA", "AND", "THEN"):
        begin -= 1
    return begin, dice, stop


def _shown(row: list[Token], at: int) -> tuple[list[int], int]:
    """The numbers that stand in a row from a place, each with its article if it has one, and where they end."""
    if at < len(row) and row[at].classes[0] == "STATS":  # dice 4-4-4
        return list(row[at].value), at + 1
    dice: list[int] = []
    stop = at
    while at < len(row):
        while dice and at < len(row) and row[at].classes[0] in BETWEEN:
            at += 1
        at += at + 1 < len(row) and row[at].classes[0] == "DET" and ("DET", "indef") in row[at].means["DET"]
        if at >= len(row) or "NUM" not in row[at].classes:
            break
        face = row[at].means["NUM"][0][1]
        if not isinstance(face, int) or isinstance(face, Signed) or not 0 < face <= MOST:
            break
        dice.append(face)
        at += 1
        stop = at
    return dice, stop


def suffices(before: list[Token], row: list[Token]) -> bool:
    """I rolled a 4 for its Second Activation. Is that enough, does it succeed, ¿me basta? Whether a row only asks whether a throw that is told does it."""
    points = frozenset(("PRON", "DO", "DET", "CL", "BE", "MOD", "ADV"))
    enough = [token for token in row if token.text.casefold() in ENOUGH or lemmas(token) & SUFFICING]
    return bool(enough) and all(token in enough or points & set(token.classes) for token in row) and _throws(before)


def asked_of(throw: list[Token], mark: Token) -> list[Token]:
    """A throw that is told as a question; what it is for stands behind it: for its Second Activation I rolled a 4."""
    first = next((at for at, token in enumerate(throw) if token.classes[0] in ("HV", "PRON") or "V" in token.classes[:1] and lemmas(token) & GETS), 0)
    lead = any("FOR" in str(rel).split("|") for _, rel in throw[0].means.get("P", ()))
    row = [*throw[first:], *(token for token in throw[:first] if token.classes[0] != "COMMA")] if lead else throw
    made = _made(row) if row[0].spanish else None
    return [*(made or row), mark]


def _made(row: list[Token]) -> list[Token] | None:
    """He sacado un 4 para la Segunda Activación de la 11Pz, as whether it can make that with a 4; None if it is not so said."""
    aim = next((at for at, token in enumerate(row) if at and any("FOR" in str(rel).split("|") for _, rel in token.means.get("P", ()))), 0)
    numbers = [token for token in row[:aim] if token.classes[0] == "NUM"]
    of = next((at for at in range(aim + 1, len(row)) if row[at].classes[0] == "OF" and any(token.classes[0] == "UNIT" for token in row[at + 1 : at + 3])), 0)
    if not aim or not numbers or not of or row[-1].classes[0] != "UNIT":
        return None
    start = row[0]
    words = (("MOD", "can"), ("P", "WITH"))
    can, with_ = (Token(value, start.start, start.start, {class_: [(class_, value)]}) for class_, value in words)
    does = Token(start.text, start.start, start.end, {"VI": [("VERB", DO[True])]})
    for token in (can, with_, does):
        token.spanish = True
    return [can, row[-1], does, *row[aim + 1 : of], with_, *numbers]


def comes_to(before: list[Token], row: list[Token]) -> bool:
    """I rolled a 4 for the weather. What have we got? Whether a row only asks what comes of a throw that is told before it."""
    asks = bool(row) and any(says(row[0], class_, "what") for class_ in ("QP", "QD"))
    points = frozenset(("PRON", "DO", "HV", "CL", "BE", "ADV"))
    return asks and len(row) > 1 and all(points & set(token.classes) or lemmas(token) & COMING for token in row[1:]) and _throws(before)


def _throws(before: list[Token]) -> bool:
    """Whether a row tells of a throw: I rolled a 4 for the weather, a 4 for the weather."""
    numbers = any("NUM" in token.classes for token in before) and before[-1].classes[0] != "QM"
    throws = numbers and any(lemmas(token) & GETS or {("NOUN", "dice"), ("NOUN", "roll")} & set(token.means.get("W", ())) for token in before)
    throws |= numbers and before[0].classes[0] in ("DET", "NUM") and "NUM" in before[before[0].classes[0] == "DET"].classes  # a 4 for the weather
    return throws


def only_dice(row: list[Token]) -> list[int]:
    """The dice of a sentence that is nothing but numbers, behind a deed: 1Su85-AT fires at 6K-2Pz. 4, 3."""
    dice, stop = _shown(row, 0)
    return dice if stop == len(row) else []


class Rolled:
    """Dice that were thrown: their numbers in order, and what for."""

    def __init__(self, rolls: list[int], purpose: str, turn: int | None) -> None:
        self.rolls = rolls
        self.purpose = purpose
        self.turn = turn


def thrown(clause: Clause, coloured: bool, asking: bool) -> Rolled | None:
    """The dice of a clause that tells of nothing else, None if it is none; in a book whose dice are told apart (`coloured`) only plain numbers."""
    verb = clause.verb
    if clause.asked or clause.subs or clause.stranded or verb is not None and (verb.negated or verb.modal):
        return None
    things = list(things_of(clause.phrases))
    nouns = {noun for thing in things for noun in thing.nouns()[:1]}
    named = bool(nouns & (DICE | OWN)) and not coloured
    senses = set(verb.senses) if verb is not None else set()
    sides = [thing for thing in things if thing.type == "SIDE" or thing.mod("SIDE") is not None]
    weather = any("weather" in thing.nouns() or any("weather" in dict(means).values() for means in thing.mods) for thing in things)
    if sides and not (asking and weather):
        return None  # whose throw it is, is a matter of the act
    bare = verb is None and all(thing.type == "NUM" and thing.det == "indef" for thing in things)
    gets = (
        not coloured
        and verb is not None
        and verb.lemma in GETS
        and all(thing.type == "PRON" or thing.type == "NUM" and thing.det == "indef" for thing in things)
    )
    if not (named and (verb is None or senses & GIVING) or bare or gets or verb is not None and senses & THROWING and not coloured):
        return None
    rolls: list[int] = []
    purpose, turn = "", None
    for thing in things:
        if not all(any(type_ in ("SIDE", "RIVER", "ORD") or value in OF_DICE | DICE for type_, value in means) for means in thing.mods):
            return None
        kind = thing.nouns()[0] if thing.nouns() else ""
        number = _number(thing)
        if kind == "turn" and thing.label is not None:
            turn = thing.turn
            if turn is None:
                return None
        elif thing.type == "NUM" or kind in DICE and number is not None:
            if not isinstance(number, int):
                return None
            rolls.append(number)
        elif kind in OF_DICE or kind in DICE:
            if number is not None:
                return None
        elif thing.type not in ("PRON", "SIDE", "WEATHER", "RIVER") or thing.num is not None or thing.label is not None:
            return None
        purpose = purpose or next((noun for noun in (*thing.nouns(), *(value for means in thing.mods for _, value in means)) if noun in OF_DICE - {"turn"}), "")
    return Rolled(rolls, {"air_superiority": "air"}.get(purpose, purpose), turn) if rolls else None


def _number(thing: Nominal) -> int | None:
    if thing.type == "NUM":
        return thing.value if isinstance(thing.value, int) and not isinstance(thing.value, Signed) and thing.num is None else None
    if thing.label is not None and thing.label[0] == "NUM" and str(thing.label[1]).isdecimal():
        return int(thing.label[1])  # no die shows 1.5
    return None


def thrown_for(clause: Clause, deeds: frozenset[str]) -> tuple[Clause, list[int]] | None:
    """The deed that dice are said to be thrown for, as a note of it, and the dice: a 4 for 12VG's Second Activation, sale un 3 para el SNAFU de 12VG.

    None if the clause says anything else; `deeds`: the nouns of deeds.
    """
    verb = clause.verb
    if clause.asked or clause.wh or clause.subs or clause.stranded or verb is not None and (verb.negated or verb.modal or not set(verb.senses) & GIVING):
        return None
    named = [thing for thing in clause.things() if deeds & set(thing.nouns()[:1]) and not set(thing.nouns()) & DICE and thing.num is None]
    rest = [thing for thing in clause.things() if thing not in named]
    numbers = [number for thing in rest if (number := _number(thing)) is not None]
    plain = all(thing.type in ("PRON", "NUM") or thing.nouns()[:1] and thing.nouns()[0] in DICE for thing in rest)
    if len(named) != 1 or not numbers or not plain or any(thing.mods or thing.of or thing.own or thing.det == "no" for thing in rest):
        return None
    note = Clause("frag")
    note.start, note.end = clause.start, clause.end
    note.phrases = [Chunk(frozenset(("none",)), named, named[0].start, named[0].end)]
    return note, numbers
