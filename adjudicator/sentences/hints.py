"""What the words of a line hint at: how likely each act is, by all of its words together and not by its grammar.

The weights of a rulebook stand in `hints.txt` of its folder; `benchmarks/make_hints.py` learns them from sentences whose acts are known (the rulebook's cases,
and the same cases in players' own words). A line of the file: what is hinted by, then numbers of acts and weights, parted by tabs; its first line names the
acts of a line (`attack`, `move+attack`), its second holds the weight that each has before a word is said. The likelihood of acts is the softmax of the sums.
Nothing is settled by it alone: it tells which reading is to be believed, and which is to be doubted (`adjudicator.play.second`).
"""

from __future__ import annotations

import os
from collections.abc import Iterable, Mapping, Sequence
from math import exp
from typing import Any

from adjudicator.files.cache import compiled
from adjudicator.language.folding import fold
from adjudicator.sentences.shapes import letter_of, meanings
from adjudicator.sentences.tokens import Token

FILE = "hints.txt"
UNLIKELY, RIVAL = 0.1, 0.8
"""A reading is doubted that its words make less likely than the one, where they make another likelier than the other."""
BEFORE = ""
"""What stands for the weights before a word is said."""


def load_hints(folder: str) -> Hints | None:
    """The weights of a rulebook's folder, from the cache as long as the file has not changed; None if it has none."""
    path = os.path.join(folder, FILE)
    if not os.path.exists(path):
        return None

    def build() -> dict[str, Any]:
        with open(path, encoding="utf-8") as stream:
            return compile_hints(stream)

    return Hints(compiled([path], build, f"hints-{os.path.basename(folder)}"))


def label_of(parts: Iterable[Any]) -> str:
    """The acts of a line in one word, its facts left aside."""
    return "+".join(part.kind for part in parts if hasattr(part, "kind"))


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

    def __init__(self, table: Mapping[str, Any]) -> None:
        """`table` is what `compile_hints` gave."""
        self.labels: Sequence[str] = table["labels"]
        self.weights: Mapping[str, Sequence[float]] = table["weights"]
        self.known = {kind for label in self.labels for kind in label.split("+")}

    def chances(self, found: Iterable[str]) -> dict[str, float]:
        """How likely each act is, by what hints at it; they add up to 1."""
        sums = list(self.weights[BEFORE])
        for hint in found:
            weights = self.weights.get(hint, ())
            for at in range(0, len(weights), 2):
                sums[int(weights[at])] += weights[at + 1]
        most = max(sums, default=0.0)
        sums = [exp(each - most) for each in sums]
        whole = sum(sums)
        return {label: each / whole for label, each in zip(self.labels, sums, strict=True)}

    def doubt(self, found: Iterable[str], label: str) -> bool:
        """Whether the words of a line that was read as these acts make others likelier by far; of acts that nobody has learned they say nothing."""
        if not label or not set(label.split("+")) <= self.known:
            return False
        chances = self.chances(found)
        return chances.get(label, 0.0) < UNLIKELY and max(chances.values(), default=0.0) > RIVAL


def compile_hints(lines: Iterable[str]) -> dict[str, Any]:
    """The weights of a file."""
    rows = iter(lines)
    labels = next(rows, "").split()
    weights = {BEFORE: [float(each) for each in next(rows, "").split()]}
    for line in rows:
        hint, *said = line.rstrip("\n").split("\t")
        weights[hint] = [float(each) for each in said]
    return {"labels": labels, "weights": weights}
