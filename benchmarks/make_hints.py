"""Learn what the words of a line hint at (`hints.txt` in the folder of each rulebook; `adjudicator.sentences.hints`).

`python -m benchmarks.make_hints [BOOK …] [--without FILE …]`. Learned from are the declarations of a rulebook's cases, and the same cases said in other words
(tests/wordings/BOOK-*.yaml). Cases that stand in a FILE of questions are left out: then rates on that file are those of sentences never met.
Needs scikit-learn (the extra `learn`); nothing else does.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Iterator
from pathlib import Path

from adjudicator.book import Rulebook, load
from adjudicator.book.situations import of_data
from adjudicator.commands.conformance import run_case
from adjudicator.files.yaml import load_document
from adjudicator.ground.facts import InputError
from adjudicator.language import NotUnderstood
from adjudicator.play.game import Game
from adjudicator.play.meant import heard, here, said_by
from adjudicator.sentences.hints import FILE, label_of

WORDINGS = Path("tests/wordings")
STRONG = 3.0
"""How freely weights may grow (the inverse of the penalty on their squares)."""
ROUNDS = 60
LEAST = 0.08
"""Weights below are left out."""


def without(arguments: list[str]) -> tuple[list[str], set[str]]:
    """The books of a command line, and the ids of the cases that are left out."""
    at = arguments.index("--without") if "--without" in arguments else len(arguments)
    return arguments[:at], {str(case["id"]) for file in arguments[at + 1 :] for case in load_document(file).data}


def learned_from(book: Rulebook, left_out: set[str]) -> Iterator[tuple[set[str], str]]:
    """What the words of a sentence hint by, and the acts that it means."""
    known = {case["id"]: case for case in load_document(str(Path(book.folder) / "cases.yaml")).data}
    said = [(case, case["declaration"]) for case in known.values()]
    for file in sorted(WORDINGS.glob(f"{book.id}-*.yaml")):
        for each in load_document(str(file)).data:
            case = known.get(each["id"])
            if case is not None or "situation" in each and not run_case(book, each).differs:
                said.append((case or each, each["declaration"]))
    for case, declaration in said:
        if case["id"] in left_out:
            continue
        game = Game(book, of_data(book, case["situation"], case["id"]))
        label = ""
        for text in case["declaration"].values():
            try:
                label = label or label_of(game.line(text).parts)
            except (NotUnderstood, InputError):
                continue
        for text in declaration.values() if label else ():
            row = heard(game, text)
            words = said_by(game, row)
            yield words, label  # by words alone, as a line is doubted before anybody has looked at the position
            yield words | here(game, row), label


def learn(samples: list[tuple[set[str], str]]) -> Iterator[str]:
    """The lines of the file."""
    from sklearn.feature_extraction import DictVectorizer
    from sklearn.linear_model import LogisticRegression

    counted = DictVectorizer()
    table = counted.fit_transform([dict.fromkeys(found, 1) for found, _ in samples])
    model = LogisticRegression(C=STRONG, max_iter=ROUNDS)
    model.fit(table, [label for _, label in samples])
    yield "\t".join(model.classes_)
    yield "\t".join(f"{each:.2f}" for each in model.intercept_)
    for column, hint in enumerate(counted.feature_names_):
        row = [f"{number}\t{weight:.2f}" for number, weight in enumerate(model.coef_[:, column]) if abs(weight) >= LEAST]
        if row and not re.search(r"\s", hint):
            yield "\t".join((hint, *row))


if __name__ == "__main__":
    names, left_out = without(sys.argv[1:])
    for name in names or sorted(path.parent.name for path in Path("rulebooks").glob("*/cases.yaml")):
        book = load(name)
        samples = list(learned_from(book, left_out))
        (Path(book.folder) / FILE).write_text("".join(f"{line}\n" for line in learn(samples)), encoding="utf-8")
        print(f"{name}: {len(samples)} sentences")
