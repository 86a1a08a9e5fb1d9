"""The unit in 3009, mi unidad de 3009: in a question, who is named by the hex where he stands alone is that unit."""

from __future__ import annotations

from collections.abc import Mapping
from itertools import takewhile
from typing import TYPE_CHECKING

from adjudicator.files.places import LANGUAGES
from adjudicator.ground.folding import fold
from adjudicator.language.syntax import small
from adjudicator.play.tongue import tongue
from adjudicator.say.words import Say
from adjudicator.sentences.token import Token, says, unit_of

if TYPE_CHECKING:
    from adjudicator.book import Rulebook
    from adjudicator.ground.situation import Situation

ONE_UNIT = small("one_unit")
OWNED = frozenset((("NOUN", "control"), ("PRON", "mine"), ("NOUN", "own"), ("QP", "who"), *(("VERB", verb) for verb in small("owning"))))
"""What asks whose something is."""
MERE = frozenset(("QP", "QD", "BE", "QM", "DET", "COMMA"))
"""Classes of words beside which it is asked who stands there."""

BEHIND = frozenset(("HV", "V", "VI", "DET", "COMMA"))
"""Classes of what goes on with what is asked of a unit, behind where it stands."""


def pointed(situation: Situation, text: str, row: list[Token]) -> str:
    """A question with the unit that stands alone in a hex in the place of the words that point at it; any other text as it is. `row`: its words."""
    if row[-1:] == [] or row[-1].classes[0] != "QM":
        return text
    named = False
    for at in range(len(row) - 4, -1, -1):
        lead, noun, tie, place = row[at : at + 4]
        points = lead.classes[0] == "DET" and says(lead, "DET", "def", "poss") and noun.text.casefold() in ONE_UNIT
        if not points or place.classes[0] != "HEX" or not (says(tie, "P", "IN") or tie.classes[0] == "OF"):
            continue
        there = [unit.id for unit in situation.known_at(str(place.value))]
        if len(there) == 1 and not all(MERE & set(token.classes[:1]) for token in (*row[:at], *row[at + 4 :])):
            text = text[: lead.start] + there[0] + text[place.end :]
            named = True
    return text if named else _standing(situation, _placed(situation, text, row), row)


def _placed(situation: Situation, text: str, row: list[Token]) -> str:
    """Is the town ours, who holds the town: with the only hex of the position that is one, or the only such hex that is named; any other text as it is."""
    begin = max((at for at, token in enumerate(row[:-1]) if token.classes[0] in ("STOP", "COMMA", "COLON", "SEMI", "QM")), default=-1) + 1
    asked = list(takewhile(lambda token: not says(token, "SUB", "if"), row[begin:])) if begin < len(row) and not says(row[begin], "SUB", "if") else []
    at = next((at for at, token in enumerate(asked[1:], 1) if _feature(token) and says(asked[at - 1], "DET", "def")), 0)
    if not at or any(token.classes[0] in ("HEX", "UNIT") for token in asked) or not any(_owned(token) for token in asked):
        return text
    named = [str(token.value) for token in row if token.classes[0] == "HEX"] or list(situation.hexes)
    built = {name: situation.hexes[name].known("features") or () for name in named if name in situation.hexes}
    found = [name for name, features in built.items() if _feature(asked[at]) in features]
    return text[: asked[at - 1].start] + found[0] + text[asked[at].end :] if len(found) == 1 else text


def _feature(token: Token) -> str:
    """What is built in a hex, of which a word says that it is one: the town."""
    return next((str(value) for type_, value in token.means.get("W", ()) if type_ == "FEATURE"), "")


def _owned(token: Token) -> bool:
    """Whether a word says whose something is."""
    return any(type_ == "SIDE" or (type_, value) in OWNED for meanings in token.means.values() for type_, value in meanings)


def _standing(situation: Situation, text: str, row: list[Token]) -> str:
    """Has 46 in 1509 a ZOC, does 46, in 1509, have one: without the hex where it stands, which no ZOC is asked of; any other text as it is."""
    for at in range(len(row) - 4, 0, -1):
        name, tie, place, behind = unit_of(row[at - 1]), row[at], row[at + 1], row[at + 2]
        comma = bool(name) and tie.classes[0] == "COMMA" and at + 3 < len(row)
        if comma:
            name, tie, place, behind = unit_of(row[at - 1]), row[at + 1], row[at + 2], row[at + 3]
        asks = any(("NOUN", "zoc") in token.means.get("W", ()) for token in row[at:]) and behind.classes[0] in BEHIND
        stands = place.classes[0] == "HEX" and name in situation.units and situation.units[name].known("at") == place.value
        if asks and stands and says(tie, "P", "IN"):
            text = text[: row[at - 1].end] + text[behind.end if behind.classes[0] == "COMMA" else place.end :]
    return text


def as_sides(book: Rulebook, players: Mapping[str, str], text: str, row: list[Token]) -> str:
    """Ivan does not pay: with the side of a player in the place of his name, which means nothing else."""
    sides = {fold(name): side for side, name in players.items()}
    lang = ""
    for token in reversed(row):
        side = sides.get(fold(token.text))
        if side is not None and all(type_ in ("WORD", "UNK") for kept in token.means.values() for type_, _ in kept):
            lang = lang or tongue(text) or LANGUAGES[0]
            text = text[: token.start] + str(Say(lang, book).show(side)) + text[token.end :]
    return text


def in_full(situation: Situation, text: str, row: list[Token]) -> str:
    """1K, 2K and 3K of 1Gr: with the whole name of each, where the position has units called so; any other text as it is."""
    for at in range(len(row) - 1, 1, -1):
        formation, short = unit_of(row[at]), list[tuple[Token, str]]()
        if not formation or row[at - 1].classes[0] != "OF":
            continue
        for token in reversed(row[: at - 1]):
            name = next((unit for unit in situation.units if unit.startswith(token.text) and unit[len(token.text) + 1 :] == formation), "")
            if not name and token.classes[0] not in ("COMMA", "AND", "DET"):
                break
            short += [(token, name)] if name else []
        for number, (token, name) in enumerate(short):
            text = text[: token.start] + name + text[row[at].end if not number else token.end :]
        if short:
            return text
    return text
