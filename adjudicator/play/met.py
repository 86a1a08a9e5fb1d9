"""Who is there, or near, where somebody goes: *26 retreats to 1511 onto 25 and 27*, *… to 2812 with 5Gds*, *… a 1511, junto a la 113ID*, *… into 16PzG's ZOC*.

They stand there, so they do nothing in the deed: the position says it anyhow, and it is told back.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from adjudicator.ground.facts import InputError, Missing
from adjudicator.language.errors import NotUnderstood
from adjudicator.language.syntax import small
from adjudicator.play.standing import relations
from adjudicator.sentences.token import Token, lemmas, says, unit_of

if TYPE_CHECKING:
    from adjudicator.play.trying import Trying

Span = tuple[int, int]
ONTO, STANDING, GOES = small("onto"), small("standing_in"), small("going", "fleeing", "advancing")
NAMES = frozenset(("DET", "AND", "COMMA", "PRON"))
STANDS = frozenset(("BE", "V", "ADV", "HV"))
"""Classes of the words that say that they stand there."""
ZONES = frozenset(("zoc", "zone"))
ASKED = "does {} exert a ZOC on {}?"
"""Whether the position bears out that a hex is in a zone."""


def met(game: Trying, text: str, row: list[Token]) -> list[Span]:
    """Where a text names, behind the hex that somebody goes to, those who stand there already, or near it. `row`: its words."""
    found: list[Span] = []
    for at in range(1, len(row) - 2):
        if row[at].classes[0] != "HEX" or not relations(row[at - 1]) & {"IN", "TO", "VIA"} or "FROM" in relations(row[at - 1]):
            continue
        begin = next((place + 1 for place in range(at, -1, -1) if row[place].classes[0] in ("SEMI", "QM")), 0)
        going = {_side(game, name) for name in _names(game, row[begin:at]) if _at(game, name) != row[at].value}
        goes = any(lemmas(token) & GOES for token in row[begin:at])
        if None not in going and (len(going) == 1 or not going and goes) and (end := _those(game, row, at, going) or _near(game, row, at, going)):
            found.append((row[at].end, row[end - 1].end))
    return found


def _those(game: Trying, row: list[Token], at: int, going: set[str | None]) -> int:
    """Where the words end for those of his side who stand in the hex at `at`; 0 if there are none."""
    first = at + 1 + (row[at + 1].classes[0] == "COMMA")
    where = "REL" in row[first].means or says(row[first], "QP", "where")
    if not going or not (where or row[first].text.casefold() in ONTO or row[first].classes[0] == "P" and "WITH" in relations(row[first])):
        return 0
    there, end, verb = 0, 0, False
    for place in range(first + 1, len(row)):
        token = row[place]
        if name := next(_names(game, [token]), ""):
            if _at(game, name) != row[at].value or _side(game, name) not in going:
                return 0
            there, end = there + 1, place + 1
        elif where and token.classes[0] in STANDS and _mere(token):
            verb = verb or token.classes[0] != "ADV"
            end = place + 1 if there else end
        elif token.classes[0] not in NAMES:
            break
    return end if there and (verb or not where) else 0


def _near(game: Trying, row: list[Token], at: int, going: set[str | None]) -> int:
    """Where the words end for enemies beside the hex at `at`, or for their zone; 0 if it is not so."""
    first = at + 1 + (row[at + 1].classes[0] == "COMMA")
    beside = row[first].classes[0] in ("P", "ADV") and "BESIDE" in relations(row[first])
    inside = row[first].classes[0] == "P" and bool(relations(row[first]) & {"IN", "TO"})
    zone, end, names = False, 0, list[str]()
    for place in range(first + 1, len(row)) if beside or inside else ():
        token = row[place]
        zoned = any(type_ == "NOUN" and value in ZONES for type_, value in token.means.get("W", ()))
        if new := list(_names(game, [token])):
            names, end = [*names, *new], place + 1
        elif inside and zoned:
            zone, end = True, place + 1
        elif token.classes[0] not in NAMES - {"COMMA", "PRON"} | {"GEN", "OF"}:
            break
    hex_ = str(row[at].value)
    if not names or zone != inside or any(_side(game, name) in going for name in names):
        return 0
    return end if all(_exerts(game, name, hex_) if zone else _touches(game, name, hex_) for name in names) else 0


def _touches(game: Trying, name: str, hex_: str) -> bool:
    place = _at(game, name)
    return isinstance(place, str) and game.situation.grid.adjacent(place, hex_)


def _exerts(game: Trying, name: str, hex_: str) -> bool:
    try:
        rulings = game.comes_of(game.line(ASKED.format(name, hex_)))
    except (NotUnderstood, InputError, Missing):
        return False
    return bool(rulings) and rulings[-1].computed.get("answer") == "yes"


def _mere(token: Token) -> bool:
    """Whether a word says no more than that somebody stands there."""
    return token.classes[0] == "BE" or says(token, "ADV", "already", "still", "also", "now") or bool(lemmas(token) & STANDING)


def _names(game: Trying, row: list[Token]) -> Iterator[str]:
    return (name for token in row if (name := unit_of(token)) in game.situation.units)


def _at(game: Trying, name: str) -> object:
    return game.situation.units[name].known("at")


def _side(game: Trying, name: str) -> str | None:
    side = game.situation.units[name].known("side")
    return None if side is None else str(side)


def without(text: str, spans: list[Span]) -> str:
    """The text without these pieces of it."""
    for begin, end in reversed(spans):
        text = text[:begin] + text[end:]
    return text
