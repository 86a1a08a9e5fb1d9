"""Learn how far a reading of a refused line is to be trusted (`grammars/trust.txt`; `adjudicator.play.trust`).

`python -m benchmarks.make_trust rows BOOK FILE` writes what tells of each reading of the refused lines of a book, and whether it is right (a line each, JSON);
`python -m benchmarks.make_trust learn FILE …` learns from such files, writes the trees and prints how many lines they take, and how many of those rightly, if
learned from seven eighths of the cases and tried on the rest.

Learned from are the questions of blind rounds (tests/wordings/BOOK-fresh-*.yaml and -blind-*.yaml) that the grammar refuses. They are read with hints
and shapes that were learned without their cases: those of the fresh rounds without all of these, of the blind ones without the half that is read.
Needs scikit-learn (the extra `learn`); nothing else does.
"""

from __future__ import annotations

import json
import random
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from adjudicator.book import Rulebook, load
from adjudicator.book.situations import of_data
from adjudicator.commands.conformance import run_case
from adjudicator.files.places import grammars_folder
from adjudicator.files.yaml import load_document
from adjudicator.play import meant, second
from adjudicator.play.against import NEVER
from adjudicator.play.game import Game, language_of
from adjudicator.play.lines import parted
from adjudicator.play.readings import key_of, readings
from adjudicator.play.tongue import tongue
from adjudicator.play.trust import FILE, features
from adjudicator.sentences.hints import FILE as HINTS
from adjudicator.sentences.hints import load_hints
from adjudicator.sentences.shapes import Shapes, compile_shapes
from benchmarks.make_hints import WORDINGS, learn, learned_from
from benchmarks.make_shapes import shapes

TREES, DEPTH, RATE, SHARE, LEAF = 200, 3, 0.05, 0.7, 8
"""How many trees, how deep, how much each corrects, of how many of the rows it is learned, how many must come to a leaf."""
PARTS = 8
BOUNDS = (0.9, 0.85, 0.8, 0.75, 0.7)


def halves(book: str) -> Iterator[tuple[list[Path], list[Path]]]:
    """Files that are read together, and those whose cases nothing may be learned from meanwhile."""
    fresh = sorted(WORDINGS.glob(f"{book}-fresh-*.yaml"))
    blind = sorted(WORDINGS.glob(f"{book}-blind-*.yaml"))
    yield fresh, fresh
    for half in (blind[::2], blind[1::2]):
        yield half, half + fresh


def sealed(book: Rulebook, left_out: set[str]) -> None:
    """Let the language of a rulebook know hints and shapes that were learned without these cases."""
    language = language_of(book)
    with tempfile.TemporaryDirectory() as folder:
        (Path(folder) / HINTS).write_text("".join(f"{line}\n" for line in learn(list(learned_from(book, left_out)))), encoding="utf-8")
        language._hints = (load_hints(folder),)
    lines = [f"{lang}\t{count}\t{label}\t{shape}\n" for (lang, label, shape), count in sorted(shapes(book, left_out).items())]
    meant._shapes[id(language)] = Shapes(compile_shapes(lines, language.words), language.frames)


def rows(book: Rulebook) -> Iterator[dict[str, Any]]:
    """The refused lines of a book, each with what tells of its readings."""
    known = {case["id"]: case for case in load_document(str(Path(book.folder) / "cases.yaml")).data}
    for files, without in halves(book.id):
        cases = [{**known.get(case["id"], {}), **case} for file in files for case in load_document(str(file)).data]
        sealed(book, {str(case["id"]) for file in without for case in load_document(str(file)).data})
        for case in cases:
            for lang, text in case["declaration"].items():
                game, rolls = Game(book, of_data(book, case["situation"], case["id"])), list(case.get("rolls") or ())
                mark = game.mark()
                record = game.hear(text, rolls)
                error = record.problem.error if record.problem is not None else None
                if error is None:
                    continue
                game.back(mark)
                game.pool = rolls
                text = parted(text)[0]
                row = meant.heard(game, text)
                by_words = meant.chances(game, row)
                found = readings(game, text, error, tongue(text) or lang, row, by_words)
                told = features(game, row, key_of(error), found, by_words)
                right: dict[str, bool] = {}
                for each in found:
                    if each.line.text not in right:
                        right[each.line.text] = not run_case(book, {**case, "declaration": {lang: each.line.text}}).differs
                yield {
                    "book": book.id,
                    "case": str(case["id"]),
                    "lang": lang,
                    "text": text,
                    "readings": [
                        {
                            "text": each.line.text,
                            "right": right[each.line.text],
                            "said": said,
                            "whole": not any(stands[name] for name in NEVER),
                            "lost": each.lost,
                            "verdict": [ruling.verdict for ruling in each.rulings],
                        }
                        for each, (said, stands) in zip(found, told, strict=True)
                    ],
                }


def trees(found: list[dict[str, Any]]) -> tuple[float, list[Any], list[str]]:
    """What all readings begin with, the trees, the names of the features."""
    from sklearn.ensemble import GradientBoostingClassifier
    from sklearn.feature_extraction import DictVectorizer

    counted = DictVectorizer(sparse=False)
    table = counted.fit_transform([reading["said"] for line in found for reading in line["readings"]])
    model = GradientBoostingClassifier(n_estimators=TREES, max_depth=DEPTH, learning_rate=RATE, subsample=SHARE, min_samples_leaf=LEAF, random_state=1)
    model.fit(table, [reading["right"] for line in found for reading in line["readings"]])
    begin = float(model._raw_predict_init(table[:1])[0][0])
    return begin, [each[0].tree_ for each in model.estimators_], list(counted.feature_names_)


def written(begin: float, found: list[Any], names: list[str]) -> Iterator[str]:
    """The lines of the file."""
    yield f"{begin:.4f}"

    def cells(tree: Any, node: int) -> Iterator[str]:
        if tree.children_left[node] < 0:
            yield f"{RATE * float(tree.value[node][0][0]):.4f}"
            return
        yield names[tree.feature[node]]
        yield f"{float(tree.threshold[node]):.4g}"
        yield from cells(tree, tree.children_left[node])
        yield from cells(tree, tree.children_right[node])

    for tree in found:
        yield "\t".join(cells(tree, 0))


def tried(found: list[dict[str, Any]]) -> None:
    """Print how many lines would be taken at which trust, and how many of those rightly, each learned without its case."""
    from adjudicator.play import trust

    keys = sorted({(line["book"], line["case"]) for line in found})
    random.Random(1).shuffle(keys)
    part = {key: at % PARTS for at, key in enumerate(keys)}
    taken: list[tuple[float, bool]] = []
    first = 0
    for number in range(PARTS):
        lines = list(written(*trees([line for line in found if part[line["book"], line["case"]] != number])))
        learned = tuple(trust.tree_of(line) for line in lines)
        for line in found:
            if part[line["book"], line["case"]] == number and line["readings"]:
                rates = sorted(((trust.trusted(reading["said"], learned), reading) for reading in line["readings"]), key=lambda each: -each[0])
                first += rates[0][1]["right"]
                best = next(((rate, reading["right"]) for rate, reading in rates if reading["whole"]), None)
                taken += [best] if best is not None else []
    print(
        f"{len(found)} lines refused, {sum(any(reading['right'] for reading in line['readings']) for line in found)} with a right reading, {first} as the first"
    )
    for bound in BOUNDS:
        rights = [right for rate, right in taken if rate >= bound]
        print(f"trusted {bound}: {len(rights)} taken, {sum(rights)} of them right ({100 * sum(rights) / max(len(rights), 1):.0f} %)")


if __name__ == "__main__":
    if sys.argv[1:2] == ["rows"]:
        second.SURE = 2.0  # nothing is taken for anything: every line that the grammar refuses counts
        with open(sys.argv[3], "w", encoding="utf-8") as stream:
            for line in rows(load(sys.argv[2])):
                stream.write(json.dumps(line) + "\n")
    else:
        every = [json.loads(line) for file in sys.argv[2:] for line in Path(file).read_text(encoding="utf-8").splitlines()]
        tried(every)
        text = "".join(f"{line}\n" for line in written(*trees(every)))
        (Path(grammars_folder()) / FILE).write_text(text, encoding="utf-8")
