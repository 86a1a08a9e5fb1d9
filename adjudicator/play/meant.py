"""What a refused line may have meant, by all that it names and by the words that hint at a deed.

It is looked for among the shapes of sentences that are known to be understood, those of the rulebook's own cases (`shapes.txt` in its folder, made by
`benchmarks/make_shapes.py`). Whatever the line names has a place in what is offered, or the position says it anyhow.
"""

from __future__ import annotations

import os
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import pairwise, permutations
from typing import Any

from adjudicator.files.cache import compiled
from adjudicator.play.duties import duties
from adjudicator.play.trying import Trying
from adjudicator.sentences import shapes, sources
from adjudicator.sentences.hints import hinted_by, hinted_here
from adjudicator.sentences.placings import Mentioned
from adjudicator.sentences.rows import is_spanish
from adjudicator.sentences.shapes import Reworded, Shapes, Wording, compile_shapes
from adjudicator.sentences.token import Token

FILE = "shapes.txt"
STRENGTHS = ("attack", "defense", "steps", "ma", "strength", "ar", "range", "barrage")
"""Facts of a unit whose number may be said beside it."""
SPOKEN = frozenset("UFH")
"""Letters of what a sentence may speak of that an earlier one named."""
AROUND, ASIDE = 1.0, 3.0
"""What it costs to leave such a thing aside, and any thing of a line of which only the deed is looked for."""
ASKING = frozenset(("QP", "QD", "MOD", "MODF", "MODI", "DO", "QM"))
"""Classes of words that only ask."""
WAY = re.compile(r"(?<![\w.-])[\d.]+(?:-[\d.]+)+(?![\w-])")
"""Hexes of a way in a sentence."""
BARE = frozenset(("begin", "verb"))
"""Relations of a thing that no preposition leads in."""
AGAINST = 3.0
"""What counts against a sentence that leaves aside what it ought to name: it is never taken, and others are told from it."""
FEW = 4
"""Of so many hexes every order is looked at; of more, whether the last was named first or the first last."""
_shapes: dict[int, Shapes] = {}


def shapes_of(game: Trying) -> Shapes:
    """The shapes of a game's rulebook."""
    language = game.referee.language
    found = _shapes.get(id(language))
    if found is None:
        path = os.path.join(language.book, FILE)

        def build() -> dict[str, Any]:
            with open(path, encoding="utf-8", errors="replace") as stream:
                return compile_shapes(stream, language.words)

        files = [path, shapes.__file__, *sources(language.book)]
        table = compiled(files, build, f"shapes-{os.path.basename(language.book)}") if os.path.exists(path) else {"shapes": [], "met": {}}
        found = _shapes[id(language)] = Shapes(table, language.frames)
    return found


def heard(game: Trying, text: str) -> list[Token]:
    """The words of a line, as the game stands."""
    row: list[Token] = game.referee.language.words_of(text, game.referee.names())
    return row


def chances(game: Trying, row: Sequence[Token]) -> dict[str, float]:
    """How likely each act is by the words of a line and by what the position hints; empty if nobody has learned it for this rulebook."""
    hints = game.referee.language.hints
    return hints.chances({*said_by(game, row), *here(game, row)}) if hints is not None else {}


def said_by(game: Trying, row: Sequence[Token]) -> set[str]:
    """What the words of a line hint by."""
    return hinted_by(row, game.referee.language.words.senses, game.referee.names().others)


def here(game: Trying, row: Sequence[Token]) -> set[str]:
    """What the position hints by for a line."""
    return hinted_here(row, game.referee.names().others, game.situation, [duty.what for duty in duties(game.book, game.situation)])


def meant(game: Trying, row: list[Token], chances: Mapping[str, float], around: Sequence[Token] = ()) -> list[Reworded]:
    """Sentences that a line may have meant, the likeliest first, by the words and by how likely each act is; none of them is judged yet.

    ``around``: words around it; what they name is spoken of if the row itself names nothing of the kind.
    """
    language, names = game.referee.language, game.referee.names()
    query = Wording(row, language.words.senses, names.others, names.markers)
    query.things = [thing._replace(free=thing.free or _aside(game, thing, query.things)) for thing in query.things]
    own = query.things
    if around:
        spoken = SPOKEN.difference(thing.letter for thing in query.things)
        more = Wording(around, language.words.senses, names.others, names.markers).things
        query.things = own + [thing._replace(free=thing.free or AROUND) for thing in more if thing.letter in spoken]
    found = shapes_of(game).find(query, "es" if is_spanish(row) else "en", names.sides, chances)
    twice = [thing for thing in query.things if thing.letter == "H" and len(thing.spans) > 1 and {"FROM", "TO"} <= thing.rels]
    ways = ways_of(row)
    kept = []
    for said in found:
        wrong = [thing.text for thing in said.lost if thing.letter in "HU" and thing in own and not explained(game, thing, query.things, said.lost)]
        wrong += [thing.text for thing in twice if said.text.count(thing.text) < 2]  # from 2011 to 2012 and back to 2011
        text = walked(game, said.text, query.things, ways) if "-" in said.text else said.text
        wrong += ["-".join(way) for way in ways if not _goes(text, way)]
        kept.append(said._replace(text=text, score=said.score - AGAINST * bool(wrong), limits=(*said.limits, *wrong)))
    return sorted(kept, key=lambda said: -said.score)


def deeds_meant(game: Trying, row: list[Token], chances: Mapping[str, float]) -> list[Reworded]:
    """Sentences of deeds that a line may speak of, whatever it asks of them, the likeliest first; each thing of the line may be left aside at a cost."""
    language, names = game.referee.language, game.referee.names()
    plain = [token for token in row if token.classes[0] not in ASKING and token.text != "¿"]
    query = Wording(plain, language.words.senses, names.others, names.markers)
    query.things = [thing._replace(free=thing.free or _aside(game, thing, query.things) or ASIDE) for thing in query.things]
    ways = ways_of(row)
    found = shapes_of(game).find(query, "es" if is_spanish(row) else "en", names.sides, chances)
    return [said._replace(text=walked(game, said.text, query.things, ways)) if "-" in said.text else said for said in found]


def explained(game: Trying, thing: Mentioned, things: Sequence[Mentioned], lost: Sequence[Mentioned]) -> bool:
    """Whether a hex or a unit that a sentence leaves aside is where a unit that it names stands, or stands in a hex that it names.

    Never a unit that does something itself, where another is named that is only spoken of (16Pz drives past 9Mech).
    """
    units = game.situation.units
    kept = [str(other.value) for other in things if other not in lost]
    if thing.letter == "H":
        there = game.situation.known_box("pending").get("hex") == thing.value
        return there or any(name in units and units[name].known("at") == thing.value for name in kept)
    if thing.rels <= BARE and any(other.letter == "U" and other not in lost and not other.rels <= BARE for other in things):
        return False
    return str(thing.value) in units and units[str(thing.value)].known("at") in kept


def ways_of(row: Sequence[Token]) -> list[tuple[str, ...]]:
    """The ways of a line that are said hex by hex: 1509-1510-1511."""
    found: list[tuple[str, ...]] = []
    way: list[str] = []
    joined = False
    for token in (*row, None):
        if token is not None and token.classes[0] == "HEX" and (joined or not way):
            way.append(token.text)
            joined = False
        elif token is not None and token.classes[0] == "DASH" and way and not joined:
            joined = True
        else:
            found += [tuple(way)] if len(way) > 1 else []
            way, joined = [token.text] if token is not None and token.classes[0] == "HEX" else [], False
    return found


def _goes(text: str, way: Sequence[str]) -> bool:
    """Whether a sentence goes a way that was said hex by hex; its first hex may be where it begins."""
    return any("-".join(said) in text for said in (way, way[1:]) if len(said) > 1) or len(way) == 2 and way[0] != way[1] and way[1] in text


def walked(game: Trying, text: str, things: Sequence[Mentioned], ways: Sequence[Sequence[str]] = ()) -> str:
    """A sentence with the hexes of its way in the order in which they can be walked, whatever order they were named in: to 3009 by 3006, 3007 and 3008.

    A way that was said hex by hex (one of ``ways``) is never turned.
    """
    grid, units = game.situation.grid, game.situation.units
    own = min((thing for thing in things if thing.letter == "U" and thing.text in text), key=lambda thing: text.index(thing.text), default=None)
    start = units[str(own.value)].known("at") if own is not None and str(own.value) in units else None

    def ordered(match: re.Match[str]) -> str:
        named = match[0].split("-")
        if not all(grid.valid(name) for name in named):
            return match[0]
        if (said := next((way for way in ways if set(named) <= set(way)), None)) is not None:
            return "-".join(name for name in said if name in named)
        firm = [order for order in _orders(named) if all(grid.adjacent(one, other) for one, other in pairwise(order))]
        begins = [order for order in firm if order[0] == start] if start in named else []
        near = [order for order in firm if start is not None and grid.adjacent(order[0], start)] if tuple(named) not in firm else []
        return "-".join(next(iter((*begins, *near, *firm)), named))

    return WAY.sub(ordered, text)


def _orders(named: Sequence[str]) -> Iterator[tuple[str, ...]]:
    """Hexes as they were named, with the first last, with the last first, in any other order if they are few."""
    yield from (tuple(named), (*named[1:], named[0]), (named[-1], *named[:-1]))
    if len(named) <= FEW:
        yield from permutations(named)


WANTED = {"units": "U", "markers": "M", "result": "R", **dict.fromkeys(("HEX", "target", "also", "to", "route", "path", "at", "from"), "H")}
"""What an act cannot do without, and the letter of the things that it may be."""


def lacks(game: Trying, row: Sequence[Token], wanted: Iterable[str]) -> bool:
    """Whether a line names nothing that could be what it is missing: then it is asked for, and nothing else is offered."""
    names = game.referee.names()
    things = Wording(row, game.referee.language.words.senses, names.others, names.markers).things
    letters = {WANTED[name] for name in wanted if name in WANTED}
    return bool(letters) and letters.isdisjoint(thing.letter for thing in things)


def _aside(game: Trying, thing: Mentioned, things: list[Mentioned]) -> float:
    """What it costs to leave a thing aside because the position says it of another thing of the line; 0 if it does not."""
    situation = game.situation
    units = [situation.units[str(other.value)] for other in things if other.letter == "U" and other is not thing and str(other.value) in situation.units]
    hexes = [other.value for other in things if other.letter == "H" and isinstance(other.value, str)]
    value = thing.value
    if thing.letter == "H":
        return 0.5 if any(unit.known("at") == value for unit in units) else 0.0
    if thing.letter == "U":
        unit = situation.units.get(str(value))
        return 2.0 if unit is not None and unit.known("at") in hexes and len(units) else 0.0
    if thing.letter == "A":
        sides = {unit.known("side") for unit in units} or {situation.known("active")}
        return 0.3 if value in sides else 0.0
    if thing.letter == "F":
        return 0.5 if any(unit.known("formation") == value for unit in units) else 0.0
    if thing.letter == "R":
        return 0.3 if situation.known_box("pending").get("result") == value else 0.0
    if thing.letter == "T":
        return 0.3 if any(name in situation.hexes and situation.hexes[name].known("terrain") == value for name in hexes) else 0.0
    if thing.letter == "N":
        if "turn" in thing.nouns:
            return 0.3 if situation.known("turn") == value else 0.0
        return 1.2 if len(units) == value or any(unit.known(name) == value for unit in units for name in STRENGTHS) else 0.0
    return 0.0
