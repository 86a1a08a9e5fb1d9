"""A line that is refused is answered with the word to blame and one question: a sentence that the program understands and can judge."""

from __future__ import annotations

import json
import random
from pathlib import Path

import pytest
from click.testing import CliRunner

from adjudicator.commands.cli import main
from adjudicator.ground.situation import Situation
from adjudicator.language import Act, NotUnderstood, explain
from adjudicator.language.errors import question, underlined
from adjudicator.play.game import Game
from adjudicator.play.offers import offers
from tests.blind import questions, refusals
from tests.conftest import ROOT, rulebook, some
from tests.evenings import Player

FILES = sorted((ROOT / "tests" / "wordings").glob("*-blind-*.yaml"))
NEWEST = list({path.name.partition("-")[0]: path for path in FILES}.values())
"""The newest round of each book; the others are tried by the long tests."""
SAMPLE = 1  # questions of each round that are tried
SITUATION = {
    "rulebook": "fpa",
    "turn": 5,
    "phase": "german combat 1",
    "active": "german",
    "units": [
        {"id": "16Pz", "side": "german", "kind": "panzer", "attack": 3, "defense": 3, "at": "2218"},
        {"id": "9Mech", "side": "soviet", "attack": 6, "defense": 9, "at": "2119"},
    ],
}


@pytest.mark.parametrize("path", some([*NEWEST, *(path for path in FILES if path not in NEWEST)], len(NEWEST)), ids=lambda path: path.stem)
def test_what_is_offered_is_understood_and_judged(path: Path) -> None:
    """And it names no unit, hex or number that the line does not; the one question that is asked quotes it."""
    book = rulebook(path.name.partition("-")[0])
    every = questions(book, str(path))
    for case in random.Random(path.name).sample(every, min(SAMPLE, len(every))):
        for lang, game, text, error in refusals(book, case):
            error.offers = offers(game, text, error, lang)
            rolls = list(game.pool)
            for each in error.offers:
                assert each.text in " ".join(question(error.offers, lang))
                game.pool = list(rolls)
                mark = game.mark()
                record = game.take(each.text)
                assert record.problem is None and record.rulings, (text, each.text)
                game.back(mark)
            if error.offers and isinstance(error, NotUnderstood):
                assert "?" not in explain(error, lang).replace(error.word, "")


@pytest.mark.parametrize(
    ("typed", "offered"),
    [
        ("16Pz attacks blorp 2119", "16Pz attacks 2119"),
        ("16Pz attaks 2119", "16Pz attacks 2119"),
        ("frost; 16Pz attacks blorp 2119", "frost; 16Pz attacks 2119"),
        ("Can 16Pz blorp attack 2119?", "Can 16Pz attack 2119?"),
        ("16Pz ataca blorp 2119", "16Pz ataca 2119"),
        ("16Pz atac 2119", "16Pz ataca 2119"),
    ],
)
def test_the_lightest_words_are_left_away(typed: str, offered: str) -> None:
    assert _offered(typed)[0] == offered


@pytest.mark.parametrize("typed", ["16Pz does not attack blorp 2119", "16Pz attacks 2119 blorp with 99 blips", "Who blorp?", "blorp"])
def test_what_weighs_is_never_left_away(typed: str) -> None:
    """A number, a denial, a question word stay, or nothing is offered."""
    for proposal in _offered(typed):
        for word in ("not", "99", "Who"):
            assert word not in typed or word.lower() in proposal.lower(), proposal


def _game() -> Game:
    book = rulebook("fpa")
    return Game(book, Situation(book, SITUATION))


def _offered(typed: str) -> list[str]:
    game = _game()
    with pytest.raises(NotUnderstood) as caught:
        game.line(typed)
    return [each.text for each in offers(game, typed, caught.value, "es" if "ataca" in typed or "atac " in typed else "en")]


def test_nothing_changes_while_an_offer_is_looked_for() -> None:
    """The position, the open act and what the next line may refer to are as before."""
    game = _game()
    game.hear("16Pz attacks 2119")
    before = game.mark()
    with pytest.raises(NotUnderstood) as caught:
        game.line("16Pz attacks blorp 2119 once more")
    offers(game, "16Pz attacks blorp 2119 once more", caught.value, "en")
    assert (game.said, game.done) == before.said and game.situation.history == before.situation.history and game.open == before.matter.waiting  # type: ignore[union-attr]


def test_the_word_is_underlined() -> None:
    assert underlined("16Pz attacks blorp 2119", 13, 18, 40) == ["16Pz attacks blorp 2119", "             ^^^^^"]
    part, marks = underlined(f"{'word ' * 30}blorp {'word ' * 30}", 150, 155, 40)
    assert len(part) == 40 and part[marks.index("^") : len(marks)] == "blorp"
    assert underlined("blorp", 0, 5, 40) == []


def _file(folder: Path) -> str:
    path = folder / "start.yaml"
    path.write_text(json.dumps(SITUATION), encoding="utf-8")
    return str(path)


def test_check_shows_the_offer(tmp_path: Path) -> None:
    """In text a caret and the question, in JSON the sentence and what it leaves away."""
    line = "16Pz attacks blorp 2119"
    told = CliRunner().invoke(main, ["check", "-s", _file(tmp_path), "--lang", "en", line])
    assert told.exit_code == 4
    head, marks, *rest = told.output.splitlines()
    assert head.index("blorp") == marks.index("^^^^^") and marks.strip() == "^^^^^"
    assert 'do you mean "16Pz attacks 2119"? (without "blorp")' in rest[-1]
    error = json.loads(CliRunner().invoke(main, ["check", "-s", _file(tmp_path), "--format", "json", line]).output)["error"]
    assert (error["offer"], error["left_out"]) == ("16Pz attacks 2119", ["blorp"])


@pytest.mark.parametrize(("lang", "line", "yes"), [("en", "16Pz attacks blorp 2119", "y"), ("es", "16Pz ataca blorp 2119", "s")])
def test_the_table_takes_the_offer_with_one_key(tmp_path: Path, lang: str, line: str, yes: str) -> None:
    """Any other line is a new one; the offer is gone then."""
    log = tmp_path / "game.log"
    _file(tmp_path)
    log.write_text("situation start.yaml\n", encoding="utf-8")
    player = Player(log, lang)
    try:
        assert "2119" in player.type(line) and player.session.offered
        said = player.session.offered[0]
        player.type("helada" if lang == "es" else "frost")
        assert not player.session.offered
        player.type(yes)
        assert said not in log.read_text(encoding="utf-8")
        player.type(line)
        player.type("")  # an empty line takes it only where somebody sits at a terminal
        assert said not in log.read_text(encoding="utf-8")
        player.type(line)
        player.type(yes)
        assert log.read_text(encoding="utf-8").splitlines()[-1] == said
        assert any(isinstance(part, Act) for part in player.session.game.parse(said).parts)
        player.session.tty = True
        player.type("undo")
        player.type(line)
        player.type("")
        assert log.read_text(encoding="utf-8").splitlines()[-1] == said
    finally:
        player.file.close()


@pytest.mark.parametrize(
    ("lang", "line", "asks", "answer"),
    [
        ("en", "attack on 2119", "who does it?", "with 16Pz"),
        ("en", "attack on 2119", "who does it?", "16Pz"),
        ("en", "16Pz attacks", "which hex is attacked?", "2119"),
        ("es", "ataque sobre 2119", "¿quién lo hace?", "la 16Pz"),
        ("es", "16Pz ataca", "¿qué hexágono se ataca?", "2119"),
    ],
)
def test_what_is_missing_is_asked_for_and_the_answer_completes_the_line(tmp_path: Path, lang: str, line: str, asks: str, answer: str) -> None:
    """One question and no offer beside it; another declaration, or the line said whole, is no answer."""
    log = tmp_path / "game.log"
    _file(tmp_path)
    log.write_text("situation start.yaml\n", encoding="utf-8")
    player = Player(log, lang)
    try:
        told = player.type(line)
        assert asks in told and told.count("?") == 1 and not player.session.offered
        player.type(answer)
        entry = log.read_text(encoding="utf-8").splitlines()[-1]
        assert line in entry and answer in entry
        acts = [part for part in player.session.game.parse(entry).parts if isinstance(part, Act)]
        assert acts[0].slots["units"] == ("16Pz",) and acts[0].slots["target"] == "2119"
        player.type("undo")
        player.type(line)
        whole = "16Pz ataca 2119" if lang == "es" else "16Pz attacks 2119"
        player.type(whole)
        assert log.read_text(encoding="utf-8").splitlines()[-1] == whole
    finally:
        player.file.close()


def test_one_of_several_is_taken_by_its_number(tmp_path: Path) -> None:
    log = tmp_path / "game.log"
    _file(tmp_path)
    log.write_text("situation start.yaml\n", encoding="utf-8")
    player = Player(log, "en")
    try:
        told = player.type("16Pz does blorp 2219")
        assert len(player.session.offered) > 1 and all(f"{number}  {text}" in told for number, text in enumerate(player.session.offered, 1))
        second = player.session.offered[1]
        player.type("2")
        assert player.session.doubt is not None and player.session.doubt[0] == second or log.read_text(encoding="utf-8").splitlines()[-1] == second
    finally:
        player.file.close()
