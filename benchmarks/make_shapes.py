"""Make the shapes of sentences of rulebooks (`shapes.txt` in the folder of each) from the declarations of their cases.

`python -m benchmarks.make_shapes [BOOK …] [--without FILE …]`; cases of a FILE are left out (see `benchmarks.make_hints`). A declaration that is not understood
gives no shape. What a shape is: `adjudicator.sentences.shapes`.
"""

from __future__ import annotations

import os
import sys
from collections import Counter
from pathlib import Path

from adjudicator.book import Rulebook, load
from adjudicator.book.situations import of_data
from adjudicator.files.yaml import load_document
from adjudicator.ground.facts import InputError
from adjudicator.language import NotUnderstood
from adjudicator.play.game import Game
from adjudicator.sentences.hints import label_of
from adjudicator.sentences.shapes import shape_of
from adjudicator.sentences.tokens import tokens
from benchmarks.make_hints import without

LONGEST = 300
"""Letters of a declaration that gives a shape."""


def shapes(book: Rulebook, left_out: set[str]) -> Counter[tuple[str, str, str]]:
    """(language, acts, shape) -> in how many cases it stands."""
    met: Counter[tuple[str, str, str]] = Counter()
    path = os.path.join(book.folder, "cases.yaml")
    for case in load_document(path).data if os.path.exists(path) else ():
        for lang, text in case["declaration"].items() if case["id"] not in left_out else ():
            game = Game(book, of_data(book, case["situation"], case["id"]))
            try:
                label = label_of(game.line(text).parts) if len(text) <= LONGEST else ""
            except (NotUnderstood, InputError):
                continue
            names = game.referee.names()
            shape = shape_of(tokens(text, names.table), text, names.others, names.sides) if label else None
            if shape:
                met[lang, label, shape] += 1
    return met


if __name__ == "__main__":
    chosen, left_out = without(sys.argv[1:])
    for name in chosen or sorted(path.parent.name for path in Path("rulebooks").glob("*/cases.yaml")):
        book = load(name)
        found = shapes(book, left_out)
        with open(os.path.join(book.folder, "shapes.txt"), "w", encoding="utf-8") as stream:
            stream.writelines(f"{lang}\t{count}\t{label}\t{shape}\n" for (lang, label, shape), count in sorted(found.items()))
        print(f"{name}: {len(found)} shapes of {found.total()} declarations")
