"""Make the shapes of sentences of rulebooks (`shapes.txt` in the folder of each) from the declarations of their cases.

`python -m benchmarks.make_shapes [BOOK …]`. A declaration that is not understood gives no shape. What a shape is: `adjudicator.sentences.shapes`.
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
from adjudicator.sentences.shapes import shape_of
from adjudicator.sentences.tokens import tokens

LONGEST = 300
"""Letters of a declaration that gives a shape."""


def shapes(book: Rulebook) -> Counter[tuple[str, str]]:
    """(language, shape) -> in how many cases it stands."""
    met: Counter[tuple[str, str]] = Counter()
    path = os.path.join(book.folder, "cases.yaml")
    for case in load_document(path).data if os.path.exists(path) else ():
        for lang, text in case["declaration"].items():
            game = Game(book, of_data(book, case["situation"], case["id"]))
            try:
                understood = len(text) <= LONGEST and bool(game.line(text).acts)
            except (NotUnderstood, InputError):
                continue
            names = game.referee.names()
            shape = shape_of(tokens(text, names.table), text, names.others, names.sides) if understood else None
            if shape:
                met[lang, shape] += 1
    return met


if __name__ == "__main__":
    for name in sys.argv[1:] or sorted(path.parent.name for path in Path("rulebooks").glob("*/cases.yaml")):
        book = load(name)
        found = shapes(book)
        with open(os.path.join(book.folder, "shapes.txt"), "w", encoding="utf-8") as stream:
            stream.writelines(f"{lang}\t{count}\t{shape}\n" for (lang, shape), count in sorted(found.items()))
        print(f"{name}: {len(found)} shapes of {found.total()} declarations")
