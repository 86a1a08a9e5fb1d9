"""How far a reading of a refused line is to be trusted: learned from lines of which it is known what they meant.

Told by how likely its acts are by all words of the line (`sentences/hints.py`), by what other readings come to, by what it leaves aside, by the way that led to
it. `trust.txt` holds the trees that `benchmarks/make_trust.py` learned: a line for each, `feature bound below above` or a number, in order. What comes of them
added up is how likely the reading is the right one.
"""

from __future__ import annotations

import os
from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from math import exp, log, log1p
from typing import Any

from adjudicator.files.places import LANGUAGES, grammars_folder
from adjudicator.ground.facts import InputError
from adjudicator.language import NotUnderstood, Stated
from adjudicator.play.against import UNKNOWN, against, spoken
from adjudicator.play.alike import BREAKS, forgets, nouns, senses_of
from adjudicator.play.bearing import Bearing, Compared
from adjudicator.play.duties import duties
from adjudicator.play.likely import Likely, natures, outcome
from adjudicator.play.meant import chances, said_by
from adjudicator.play.readings import key_of, readings
from adjudicator.play.referee import ASKS, worst
from adjudicator.play.standing import denies
from adjudicator.play.tongue import tongue
from adjudicator.play.trying import Trying
from adjudicator.sentences.frames import LIGHT
from adjudicator.sentences.hints import label_of
from adjudicator.sentences.token import Token, unit_of

FILE = "trust.txt"
LEAST, MOST = 0.001, 0.999
"""Chances beyond these count as these."""
WORST = -12.0
"""How well another reading fits where there is none."""
Tree = tuple[Any, ...]
Stands = Mapping[str, int]
"""How often each thing stands against a reading (`adjudicator.play.against`)."""


def _odds(chance: float) -> float:
    """The logarithm of the odds."""
    chance = min(max(chance, LEAST), MOST)
    return log(chance / (1 - chance))


def features(game: Trying, row: list[Token], error: str, found: Sequence[Likely], by_words: Mapping[str, float]) -> list[tuple[dict[str, float], Stands]]:
    """What tells of each reading of a line; `error`: why the line was refused, `by_words`: how likely each act is."""
    hints = game.referee.language.hints
    words_alone = hints.chances(said_by(game, row)) if hints is not None else {}
    due = {duty.what for duty in duties(game.referee.book, game.situation)}
    labels = [label_of(each.line.parts) for each in found]
    outcomes = [outcome(each.rulings) for each in found]
    compared = Compared(game, row)
    senses = game.referee.language.words.senses
    says, parts = spoken(row, senses), 1 + sum(token.classes[0] in BREAKS for token in row[:-1])
    deeds = [senses_of(token, senses) & game.referee.language.frames.deeds - LIGHT for token in row]
    rows: list[tuple[dict[str, float], Stands]] = []
    for at, each in enumerate(found):
        told = game.referee.words(each.line.text)
        bearing = Bearing(game, row, each, told, compared)
        stands = against(game, each, bearing, told)
        verbs = {sense for token in told for sense in senses_of(token, senses)}
        verdict = worst(each.rulings) if each.rulings else ""
        rival = max((other.score for other, comes in zip(found, outcomes, strict=True) if comes != outcomes[at]), default=WORST)
        named = any(unit_of(token) or token.classes[0] == "HEX" for token in told)
        lost = sum(len(game.referee.words(part)) for part in each.lost)
        said: dict[str, float] = {
            f"way {each.way}": 1,
            f"score {each.way}": max(-10.0, min(8.0, each.score)),
            f"error {error}": 1,
            f"verdict {verdict}": 1,
            "chance": _odds(by_words.get(labels[at], 0.0)),
            "chance by words": _odds(words_alone.get(labels[at], 0.0)),
            "most": _odds(max(by_words.values(), default=0.0)),
            "margin": max(-8.0, min(8.0, each.score - rival)),
            "agree": sum(comes == outcomes[at] for comes in outcomes) / len(found),
            "ways that agree": len({other.way for other, comes in zip(found, outcomes, strict=True) if comes == outcomes[at]}),
            "same acts": labels.count(labels[at]) / len(found),
            "asks": natures(game, each.line) == {ASKS},
            "needs": min(sum(len(ruling.needs) for ruling in each.rulings), 2),
            "kept": len(told) / max(len(row), 1),
            "lost": log1p(lost),
            "nouns": min(len(nouns(row) - nouns(told)), 5),
            "named": named,
            "states": sum(isinstance(part, Stated) and part.path not in ("rolls", "claims") for part in each.line.parts),
            "due": any(act.kind in due for act in each.line.acts),
            "denies": denies(row) != denies(told),
            "covered": len(says & spoken(told, senses)) / max(len(says), 1),
            "fresh": len(spoken(told, senses) - says),
            "deeds aside": sum(bool(deed) and deed.isdisjoint(verbs) for deed in deeds),
            "unknown": sum(token.type in UNKNOWN and token.text not in {other.text for other in told} for token in row),
            "parts": parts,
            "asks aloud": any(token.classes[0] == "QM" for token in row),
            **stands,
        }
        for letter in ("unit", "hex", "number"):
            said[f"borne {letter}"] = bearing.borne.get(letter, 0)
            said[f"open {letter}"] = bearing.open.get(letter, 0)
        rows.append(({name: float(value) for name, value in said.items()}, stands))
    return rows


def trusted(said: Mapping[str, float], trees: Sequence[Tree] | None = None) -> float:
    """How likely a reading of which this is told is the right one, by the trees of the file or by others."""
    return 1 / (1 + exp(-sum(_leaf(tree, said) for tree in (_trees() if trees is None else trees))))


def trusted_by(score: float) -> float:
    """The same by how well it fits alone, for a rulebook of which nothing was learned."""
    return 1 / (1 + exp(-score))


def _leaf(tree: Tree, said: Mapping[str, float]) -> float:
    while len(tree) == 4:
        name, bound, below, above = tree
        tree = below if said.get(name, 0.0) <= bound else above
    return float(tree[0])


@cache
def _trees() -> tuple[Tree, ...]:
    """The trees of the file, none if it is not there."""
    path = os.path.join(grammars_folder(), FILE)
    if not os.path.exists(path):
        return ()
    with open(path, encoding="utf-8") as stream:
        return tuple(tree_of(line) for line in stream)


def tree_of(line: str) -> Tree:
    """The tree of a line of the file."""
    return _tree(iter(line.rstrip("\n").split("\t")))


def _tree(cells: Iterator[str]) -> Tree:
    """A tree from its cells: a feature, its bound and two trees, or a number."""
    first = next(cells)
    try:
        return (float(first),)
    except ValueError:
        return (first, float(next(cells)), _tree(cells), _tree(cells))


def rated(game: Trying, text: str, error: NotUnderstood | InputError, row: list[Token]) -> list[tuple[float, Likely, Stands]]:
    """What a line of which this is wrong may have meant, the most trusted first: trust, reading, what stands against it."""
    by_words = chances(game, row)
    every = readings(game, text, error, tongue(text) or LANGUAGES[0], row, by_words)
    found = [each for each in every if not forgets(game, row, game.referee.words(each.line.text))]
    learned = game.referee.language.hints is not None
    told = features(game, row, key_of(error), found, by_words)
    rows = [(trusted(said) if learned else trusted_by(reading.score), reading, stands) for reading, (said, stands) in zip(found, told, strict=True)]
    return sorted(rows, key=lambda each: -each[0])
