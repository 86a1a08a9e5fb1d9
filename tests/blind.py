"""First-try rates on questions that were written from the paper book by somebody who had seen neither code nor words.

`python -m tests.blind [BOOK]` prints, for tests/wordings/BOOK-blind-*.yaml, how many were answered right, misread and refused.
`python -m tests.blind --accept [BOOK or FILE …]` accepts what is offered where a line is refused, and prints of how many refused lines something is
offered, how often that is answered right, and how many are right in all after that one answer. FILE is a file of such questions; its name begins with
the book's.
Not a test: a sentence of a round is not put right by itself.
"""

from __future__ import annotations

import re
import sys
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from adjudicator.book import Rulebook
from adjudicator.book.situations import of_data
from adjudicator.commands.conformance import run_case
from adjudicator.ground.facts import InputError
from adjudicator.language import NotUnderstood
from adjudicator.play.game import Game
from adjudicator.play.offers import offers
from tests.conftest import ROOT, cases_by_id, data_of, rulebook


def questions(book: Rulebook, path: str) -> list[dict[str, Any]]:
    """The questions of a file; one without a situation says the case of the rulebook with that id in other words."""
    found: list[dict[str, Any]] = data_of(path)
    if all("situation" in case for case in found):
        return found
    known = cases_by_id(book.id)
    return [{**known[case["id"]], **case} for case in found]


def rates(book: Rulebook, path: str) -> Counter[str]:
    """Sentences in both languages: right, misread, refused."""
    found: Counter[str] = Counter()
    for case in questions(book, path):
        differs = run_case(book, case).differs
        for lang in case["declaration"]:
            wrong = differs.get(lang)
            found["right" if not wrong else "refused" if "error" in wrong else "misread"] += 1
    return found


def refusals(book: Rulebook, case: dict[str, Any]) -> Iterator[tuple[str, Game, str, NotUnderstood | InputError]]:
    """Language, game, text and error of each wording of a case that is not understood, or that nothing can be made of here."""
    for lang, text in case["declaration"].items():
        game, rolls = Game(book, of_data(book, case["situation"], case["id"])), list(case.get("rolls") or ())
        mark = game.mark()
        record = game.hear(text, rolls)
        if record.problem is not None and record.problem.error is not None:
            game.back(mark)
            game.pool = rolls
            yield lang, game, text, record.problem.error


def accepted(book: Rulebook, path: str) -> Counter[str]:
    """Sentences in both languages: all, right at once, refused, offered, offered first and right, any of those offered and right."""
    found: Counter[str] = Counter()
    for case in questions(book, path):
        differs = run_case(book, case).differs
        found["all"] += len(case["declaration"])
        found["right"] += sum(not differs.get(lang) for lang in case["declaration"])
        found["refused"] += sum("error" in wrong for wrong in differs.values())
        for lang, game, text, error in refusals(book, case):
            right = [not run_case(book, {**case, "declaration": {lang: each.text}}).differs for each in offers(game, text, error, lang)]
            found["offered"] += bool(right)
            found["first"] += right[:1] == [True]
            found["any"] += any(right)
    return found


def report(name: str, told: Counter[str]) -> None:
    """Print what accepting comes to."""
    shares = ", ".join(f"{told['right'] + told[way]} right ({100 * (told['right'] + told[way]) / max(told['all'], 1):.0f} %)" for way in ("first", "any"))
    print(
        f"{name}: {told['all']} sentences, {told['right']} right at once, {told['refused']} refused; of these {told['offered']} with an offer, the first of "
        f"them right {told['first']}, one of at most three right {told['any']}; after one answer {shares}"
    )


if __name__ == "__main__":
    chosen = [word for word in sys.argv[1:] if not word.startswith("-")]
    files = [Path(word) for word in chosen if word.endswith(".yaml")]
    every: Counter[str] = Counter()
    for file in files or sorted((ROOT / "tests" / "wordings").glob("*-blind-*.yaml")):
        name = re.split("[-.]", file.name)[0]
        if not files and name not in (chosen or [name]):
            continue
        if "--accept" in sys.argv:
            each = accepted(rulebook(name), str(file))
            every += each
            report(file.name, each)
            continue
        told = rates(rulebook(name), str(file))
        print(f"{file.name}: " + ", ".join(f"{count} {what} ({100 * count / told.total():.0f} %)" for what, count in told.most_common()))
    if every:
        report("all", every)
