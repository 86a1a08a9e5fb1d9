"""What the words of a line hint at: how likely each act is, by all of its words together and not by its grammar.

The weights of a rulebook stand in `hints.txt` of its folder; `benchmarks/make_hints.py` learns them from sentences whose acts are known (the rulebook's cases,
and the same cases in players' own words). A line of the file: what is hinted by, then numbers of acts and weights, parted by tabs; its first line names the
acts of a line (`attack`, `move+attack`), its second holds the weight that each has before a word is said. The likelihood of acts is the softmax of the sums.
Nothing is settled by it alone: it tells which reading is to be believed, and which is to be doubted (`adjudicator.play.second`).
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Mapping, Sequence
from math import exp, isfinite
from typing import Any

from adjudicator.language.folding import fold
from adjudicator.sentences.packed import behind, once
from adjudicator.sentences.shapes import letter_of, meanings
from adjudicator.sentences.token import Token

FILE = "hints.txt"
COST = "cost"
"""The act of what a move costs."""
UNLIKELY, RIVAL = 0.1, 0.8
"""A reading is doubted that its words make less likely than the one, where they make another likelier than the other."""


def load_hints(folder: str) -> Hints | None:
    """The weights of a rulebook's folder, looked up where they lie in the file; None if it has none. What is damaged hints at nothing."""
    try:
        with open(os.path.join(folder, FILE), "rb") as stream:
            text = stream.read()
    except FileNotFoundError:
        return None
    first, _, rest = text.partition(b"\n")
    second = rest.partition(b"\n")[0]
    start = len(first) + len(second) + 2
    labels, before = first.decode("utf-8", "replace").split(), _numbers(second.decode("utf-8", "replace"))
    if not labels or len(labels) != len(before):
        return None

    def find(hint: str) -> Sequence[float]:
        weights = _numbers(behind(hint, text, start) or "")
        return weights if len(weights) % 2 == 0 and all(0 <= number < len(labels) for number in weights[::2]) else ()

    return Hints(labels, before, find)


def _numbers(text: str) -> list[float]:
    """The numbers of a row, none if something else stands there."""
    try:
        found = [float(each) for each in text.split()]
    except ValueError:
        return []
    return found if all(map(isfinite, found)) else []


def label_of(parts: Iterable[Any]) -> str:
    """The acts of a line in one word, its facts left aside."""
    return "+".join(part.kind for part in parts if hasattr(part, "kind"))


def _priced(parts: Iterable[Any]) -> str:
    """The same, of a deed that is asked what it costs, or what is left behind it, as the question for that."""
    names = [(part.kind, getattr(part.slots.get("ask"), "name", "")) for part in parts if hasattr(part, "kind")]
    return "+".join(COST if COST in name.replace(" ", "-").split("-") else kind for kind, name in names)


def hinted_here(row: Sequence[Token], others: Iterable[str], situation: Any, due: Iterable[str]) -> set[str]:
    """What the position hints by: its phase, what it has open, whose units a line names, who stands in its hexes."""
    known = frozenset(others)
    active = situation.known("active")
    holders: dict[Any, Any] = {unit.known("at"): unit.known("side") for unit in situation.units.values()}
    found = {f"@phase:{situation.known('phase')}", f"@open:{situation.known_box('pending').get('act')}", *(f"@due:{what}" for what in due)}
    for token in row:
        letter = letter_of(token, known)
        unit = situation.units.get(token.text) if letter == "U" else None
        if letter == "U":
            found.add(f"@unit:{unit.known('side') == active if unit is not None else None}")
        elif letter == "H":
            found.add(f"@hex:{holders[token.text] == active if token.text in holders else None}")
    return {hint.replace(" ", "_") for hint in found}


def hinted_by(row: Sequence[Token], senses: Mapping[str, Sequence[str]], others: Iterable[str]) -> set[str]:
    """What the words of a line hint by: the words as written, what they mean, what kinds of things they name."""
    known = frozenset(others)
    found: set[str] = set()
    for token in row:
        letter = letter_of(token, known)
        if letter:
            found.add(f"<{letter}>")
        else:
            found.add(f"w:{fold(token.text)}")
            found.update(f"m:{meaning}" for meaning in meanings(token, senses))
    return found


class Hints:
    """The weights of one rulebook."""

    def __init__(self, labels: Sequence[str], before: Sequence[float], find: Callable[[str], Sequence[float] | None]) -> None:
        """The acts; the weight of each before a word is said; what a hint adds to them: number and weight by turns."""
        self.labels, self.before, self.find = labels, before, find
        self.known = {kind for label in self.labels for kind in label.split("+")}
        self._met: dict[str, list[tuple[int, float]]] = {}

    def _weights(self, hint: str) -> list[tuple[int, float]]:
        """What a hint adds to which acts."""
        row = self.find(hint) or ()
        return [(int(row[at]), row[at + 1]) for at in range(0, len(row), 2)]

    def chances(self, found: Iterable[str]) -> dict[str, float]:
        """How likely each act is, by what hints at it; they add up to 1."""
        sums = list(self.before)
        for hint in found:
            for number, weight in once(self._met, hint, self._weights):
                sums[number] += weight
        most = max(sums, default=0.0)
        sums = [exp(each - most) for each in sums]
        whole = sum(sums)
        return {label: each / whole for label, each in zip(self.labels, sums, strict=True)}

    def doubts(self, found: Iterable[str], parts: Iterable[Any]) -> bool:
        """Whether the words of a line make other acts likelier by far than those that it was read as."""
        hinted, every = set(found), list(parts)
        return self.doubt(hinted, label_of(every)) and self.doubt(hinted, _priced(every))

    def doubt(self, found: Iterable[str], label: str) -> bool:
        """Whether the words of a line that was read as these acts make others likelier by far; of acts of which nobody has learned any they say nothing."""
        if not label or self.known.isdisjoint(label.split("+")):
            return False
        chances = self.chances(found)
        return chances.get(label, 0.0) < UNLIKELY and max(chances.values(), default=0.0) > RIVAL
