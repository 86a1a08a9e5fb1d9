"""Clauses that were read as deeds and only set the scene: "The pontoon is finished. 9K attacks over it", "14Pz has its marker. Can it attack?".

A deed in a line that its words make most unlikely, that is illegal and of another kind than all else there, was hardly meant as one: what a question or the
deed beside it needs told is no act now. Where that names nothing that the rest does not name it is told back; else it is asked which of the two is meant.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import pairwise
from typing import Any

from adjudicator.ground.declaration import REMARK, Act, Stated
from adjudicator.ground.ruling import ILLEGAL, LEGAL, Ruling
from adjudicator.language import NotUnderstood
from adjudicator.play.context import MARKS, talk
from adjudicator.play.likely import LONGEST
from adjudicator.play.lines import ASIDES, Line
from adjudicator.play.meant import chances, heard
from adjudicator.play.referee import ASKS, DOES
from adjudicator.play.shown import Shown
from adjudicator.play.trying import Trying
from adjudicator.sentences.hints import UNLIKELY, label_of

STOPPED = "stops_at"
"""What rulings call the hex that stops a move."""
REST = 0.7
"""How likely a deed must be by all words of a line that another in it is taken for its scene."""


def scened(game: Trying, text: str, line: Line) -> NotUnderstood | Line | None:
    """The line with what only sets its scene told back, or the question whether it does; None if nothing in it is such a clause."""
    if len(line.acts) < 2 or len(line.sentences) != 1 or len(text) > LONGEST:
        return None
    by_words = chances(game, heard(game, text))
    if not by_words or by_words.get(label_of(line.parts), 0.0) >= UNLIKELY:
        return None
    rulings = game.comes_of(line)
    ruled = [act for act in line.acts if any(ruling.act is act for ruling in rulings)]
    wrong = [act for act in ruled if any(ruling.act is act and ruling.verdict == ILLEGAL for ruling in rulings)]
    if len(wrong) != 1 or not 1 < len(ruled) == len(rulings):
        return _forbidden(game, line, rulings, wrong)  # a question about a deed is ruled on with it
    return _scene(game, line, ruled, wrong[0], by_words) or _forbidden(game, line, rulings, wrong)


def _forbidden(game: Trying, line: Line, rulings: Sequence[Ruling], wrong: Sequence[Act]) -> NotUnderstood | Line | None:
    """The question whether deeds that nobody may do are done, or only tell what is asked about; None if nothing is asked behind them."""
    deeds = [act for act in wrong if game.referee.nature(act) == DOES]
    if len(rulings) < 2 or not deeds or rulings[-1].act is None or game.referee.nature(rulings[-1].act) != ASKS:
        return None
    query = rulings[-1].act.slots.get("ask")
    if query is not None and query.name != STOPPED and game.referee.asks_of(rulings[-1].act, deeds[0]):
        return None  # what does it cost: of the deed, whoever may do it
    if query is not None and query.name == STOPPED and game.referee.asks_of(rulings[-1].act, deeds[0]):
        deed = deeds[0]  # where is it stopped: of the deed itself, which goes no further
        return Line(line.text, tuple(kept for parts in line.sentences if (kept := tuple(part for part in parts if part is not deed))), line.said)
    error = NotUnderstood("two_ways", deeds[0].text, deeds[0].start, deeds[0].end)
    alone = line
    for act in deeds:
        alone = without(alone, act)
    if alone.acts and all(_shown(game, line, act) for act in deeds):
        return alone
    if alone.acts and game.comes_of(alone):
        error.ways = (alone, line)
    return error


def _scene(game: Trying, line: Line, ruled: Sequence[Act], scene: Act, by_words: Mapping[str, float]) -> NotUnderstood | Line | None:
    """The line with the deed that is its scene told back, or the question whether it is."""
    rest = [act for act in line.acts if act is not scene]
    behind = line.acts[line.acts.index(scene) + 1 :]
    if any(act.kind in (scene.kind, REMARK) for act in rest) or behind and not any(behind[0] is act for act in ruled):
        return None  # what is answered by another act is done
    asked = scene is not ruled[-1] and game.referee.nature(ruled[-1]) == ASKS
    alone = without(line, scene)
    if not asked and by_words.get(label_of(alone.parts), 0.0) < REST:
        return None
    if names(game, [scene]) <= names(game, rest) and not _compared(game, line, scene).untrue:
        return alone
    if scene is line.acts[-1]:
        return None  # what is told last, of more than all before, is done
    if _shown(game, line, scene):
        return alone
    error = NotUnderstood("two_ways", scene.text, scene.start, scene.end)
    error.ways = (alone, line)
    return error


def _compared(game: Trying, line: Line, act: Act) -> Shown:
    """What was read as a deed, compared with the position."""
    language, words = game.referee.language, game.referee.words
    return Shown(game.situation, language.states, language.words.senses, words(line.text[act.start : act.end].strip(MARKS)), words(line.text), act.start)


def _shown(game: Trying, line: Line, act: Act) -> bool:
    """Whether what was read as a deed only tells how things stand, all of it borne out by the position."""
    shown = talk(game, line.text, (act.start, act.end), True, game.referee.words(line.text))
    return shown is not None and shown.mere and not shown.open


def without(line: Line, scene: Act, so: bool = False) -> Line:
    """The line without a deed, which is told back with the last of the others; `so`: as what is so."""
    last, aside = next(act for act in reversed(line.acts) if act is not scene), ASIDES[so]
    told = Act(last.kind, {**last.slots, aside: (*last.slots.get(aside, ()), scene.text.strip(" .,;:"))}, last.text, last.start, last.end)
    return Line(line.text, tuple(tuple(told if part is last else part for part in parts if part is not scene) for parts in line.sentences), line.said)


def gone(game: Trying, act: Act) -> list[Stated]:
    """That units are out of play, where nothing is carried out that could remove them: 47R is eliminated, 47R queda eliminado. Empty for what is a deed."""
    situation = game.situation
    if "gone" in game.book.acts:
        return []  # the rulebook says by itself what such words are
    if (
        act.kind != "eliminate"
        or not act.slots.get("units")
        or act.slots.keys() - {"units", "turn"}
        or situation.is_unknown("pending")
        or situation.known_box("pending")
    ):
        return []
    if act.slots.get("turn", (now := situation.known("turn"))) != (now if now is not None else act.slots.get("turn")):
        return []
    classes = [token.classes for token in heard(game, act.text) if token.classes[0] != "DET"]
    if not any("BE" in row[:1] and "VP" in behind and classes[0][0] == "UNIT" for row, behind in pairwise(classes)):
        return []  # somebody eliminates them
    if any(ruling.verdict == LEGAL for ruling in game.comes_of(Line(act.text, ((act,),)))):
        return []
    turn = [Stated("turn", act.slots["turn"])] if now is None and "turn" in act.slots else []
    return [*turn, *(Stated(f"units[{unit}].eliminated", True) for unit in act.slots["units"])]


def names(game: Trying, acts: Iterable[Act]) -> set[str]:
    """The units and hexes that acts name, and where those units stand."""
    units, grid = game.situation.units, game.situation.grid
    said = {value for act in acts for name, content in act.slots.items() if name not in ASIDES for value in _flat(content)}
    found = {value for value in said if value in units or value[:1].isdigit() and grid.valid(value)}
    return found | {place for value in found if value in units and isinstance(place := units[value].known("at"), str)}


def _flat(content: Any) -> Iterator[str]:
    """The texts in what a slot holds."""
    if isinstance(content, str):
        yield content
    elif isinstance(content, dict):
        for value in (*content, *content.values()):
            yield from _flat(value)
    elif isinstance(content, (tuple, list)):
        for value in content:
            yield from _flat(value)
    elif isinstance(content, Act):
        yield from _flat(content.slots)
