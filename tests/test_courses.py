"""Games as players write them down beside the table: what comes of each line hangs on the lines before it, typed one by one or read as a log."""

from __future__ import annotations

from pathlib import Path

import pytest

from adjudicator.book.situations import of_data
from adjudicator.commands.conformance import covers
from adjudicator.files.yaml import load_document
from adjudicator.log.reader import Log
from adjudicator.play.game import Game
from tests.conftest import rulebook

FOLDER = Path(__file__).parent / "courses"


def blocks() -> list[tuple[str, list[tuple[str, str]]]]:
    """The book and the lines of each game, with what comes of each."""
    found = []
    for path in sorted(FOLDER.glob("*.txt")):
        text = "\n".join(line for line in path.read_text(encoding="utf-8").splitlines() if not line.startswith("#"))
        for block in text.strip().split("\n\n"):
            rows = [line.rpartition(" | ") for line in block.splitlines()]
            found.append((path.stem, [(said.strip(), wanted.strip()) for said, _, wanted in rows]))
    return found


@pytest.mark.parametrize(("book", "lines"), blocks())
def test_each_line_is_ruled_on(book: str, lines: list[tuple[str, str]]) -> None:
    rules = rulebook(book)
    game = Game(rules, of_data(rules, load_document(str(FOLDER / f"{book}.yaml")).data))
    for said, wanted in lines:
        heard = game.hear(said)
        assert heard.problem is None, (said, heard.problem and heard.problem.text("en", rules))
        verdict, _, number = wanted.partition(" ")
        assert (heard.rulings[-1].verdict if heard.rulings else "-") == verdict, said
        assert not number or any(covers(cited, number) for ruling in heard.rulings for cited in ruling.cites), said


@pytest.mark.parametrize(("book", "lines"), blocks())
def test_a_log_rules_alike(book: str, lines: list[tuple[str, str]], tmp_path: Path) -> None:
    log = tmp_path / "game.log"
    typed = [part for said, _ in lines for part in said.split("; ")]
    log.write_text(f"rulebook {book}\nsituation {FOLDER / book}.yaml\n" + "\n".join(typed) + "\n", encoding="utf-8")
    found = [ruling.verdict for record in Log(str(log)).records() for ruling in record.rulings]
    wanted = [verdict for said, wanted in lines for verdict in [wanted.partition(" ")[0]] if verdict != "-" and not said.startswith("roll")]
    assert all(verdict in ("legal", "illegal") for verdict in found)
    assert found.count("illegal") == wanted.count("illegal")
