"""First-try rates on questions that were written from the paper book by somebody who had seen neither code nor words.

`python -m tests.blind [BOOK]` prints, for tests/wordings/BOOK-blind-*.yaml, how many were answered right, misread and refused.
Not a test: a sentence of a round is not put right by itself.
"""

from __future__ import annotations

import sys
from collections import Counter

from adjudicator.book import Rulebook
from adjudicator.commands.conformance import run_case
from adjudicator.files.yaml import load_document
from tests.conftest import ROOT, rulebook


def rates(book: Rulebook, path: str) -> Counter[str]:
    """Sentences in both languages: right, misread, refused."""
    found: Counter[str] = Counter()
    for case in load_document(path).data:
        differs = run_case(book, case).differs
        for lang in case["declaration"]:
            wrong = differs.get(lang)
            found["right" if not wrong else "refused" if "error" in wrong else "misread"] += 1
    return found


if __name__ == "__main__":
    for file in sorted((ROOT / "tests" / "wordings").glob("*-blind-*.yaml")):
        name = file.name.partition("-")[0]
        if name not in (sys.argv[1:] or [name]):
            continue
        told = rates(rulebook(name), str(file))
        print(f"{file.name}: " + ", ".join(f"{count} {what} ({100 * count / told.total():.0f} %)" for what, count in told.most_common()))
