"""The same lines get the same ruling by every way in: each script goes one way, drawn by its id (tests/one_way.py plays all of them)."""

from __future__ import annotations

import zlib
from pathlib import Path

import pytest

from adjudicator.ground.ruling import ILLEGAL
from adjudicator.play.game import Game
from adjudicator.play.referee import is_supposed
from adjudicator.say.words import examples
from tests.conftest import BOOKS, Part, cases, every, partly, rulebook, some
from tests.evenings import evenings
from tests.one_way import LANGUAGES, LOGS, difference, drawn, of_case, of_evening, of_log, position, state, table, told


@every([(book, number) for book in BOOKS for number in range(len(cases(book)))], 96, 1, 8)
def test_a_case_goes_one_way(book: str, number: int) -> None:
    """In one of its languages, drawn as well."""
    case = cases(book)[number]
    script = of_case(book, case, LANGUAGES[zlib.crc32(case["id"].encode()) >> 8 & 1])
    assert difference(script, drawn(script)) is None


@pytest.mark.parametrize("path", some(LOGS, 3, 4), ids=lambda path: path.name)
def test_a_log_goes_one_way(path: Path) -> None:
    script = of_log(path.name, path)
    assert difference(script, drawn(script)) is None


@pytest.mark.parametrize("name", some(evenings(), 2, 4))
def test_an_evening_goes_one_way(name: str) -> None:
    script = of_evening(name)
    assert difference(script, drawn(script)) is None


@pytest.mark.parametrize(("lang", "line"), [("en", "3010 is empty now"), ("es", "3010 queda vacío tras el intercambio")])
def test_what_only_sets_the_scene_is_told_back(lang: str, line: str) -> None:
    """Alone it is noted, and told that nothing weighs it; in a line with an act it is told with the ruling on that."""
    game = Game(rulebook("fpa"))
    record = game.hear(line)
    assert (record.problem, record.rulings, [note.key for note in record.notes]) == (None, [], ["said_in_passing"])
    assert line in record.notes[0].text(lang)
    act = {"en": "what is the weather?", "es": "¿qué tiempo hace?"}[lang]
    (ruling,) = game.hear(f"{line}; {act}").rulings
    assert [finding.slots["said"] for _, finding in ruling.warnings] == [line]


SURPLUS = 9  # dice more than any throw, or row of throws, takes


@partly(8)
@pytest.mark.parametrize("book", BOOKS)
def test_dice_that_nobody_reads_are_an_error_that_says_how_many(book: str, part: Part) -> None:
    """Wherever they are told, and whatever else the act still hangs on; only one that is illegal, or hangs on what no line tells or
    on a number of which the values are not listed, keeps them."""
    played = [of_case(book, case, "en") for case in cases(book) if case.get("rolls")][::3]
    for script in part(played):
        lines = told(script)
        rolled = next(at for at in reversed(range(len(lines))) if lines[at].startswith("roll")) if any(map(_is_roll, lines)) else len(lines) - 1
        more = f"{lines[rolled]} {'1 ' * SURPLUS}" if _is_roll(lines[rolled]) else f"{lines[rolled]}; roll {'1 ' * SURPLUS}"
        typed = "; ".join((*lines[:rolled], more.rstrip(), *lines[rolled + 1 :]))
        for text, lying in ((typed, ()), (script.joined, (*script.rolls, *(1,) * SURPLUS))):
            game = Game(rulebook(book), position(script))
            record = game.hear(text, lying)
            if record.problem is not None:
                assert record.problem.error.key in ("dice_none", "dice_many", "impossible_die", "dice_contradict"), (script.id, text)
                continue
            needs = [need for ruling in record.rulings for need in ruling.needs]
            untold = any("…" in told or not need.outcomes and told[0].isdigit() for need in needs for told in (examples(game.book, need),))
            assert untold or any(ruling.verdict == ILLEGAL for ruling in record.rulings), (script.id, text)


def _is_roll(line: str) -> bool:
    return line.startswith("roll")


@pytest.mark.parametrize("lang", LANGUAGES)
def test_what_is_supposed_changes_nothing(lang: str) -> None:
    """`what happens if 44GdR retreats?` answers with all that comes of it, and nothing comes of it; so at the table."""
    supposed = [case for case in cases("ocs") if case["id"].startswith(("ocs-q-w4-ret-", "ocs-q-s4-ret-k"))]
    assert len(supposed) > 2
    assert any(case["declaration"]["en"].startswith("What happens") for case in supposed)
    for case in supposed:
        script = of_case("ocs", case, lang)
        game = Game(rulebook("ocs"), position(script))
        before = state(game.situation)
        record = game.hear(script.joined)
        happens = script.joined.startswith(("What happens", "¿Qué pasa"))  # else it is asked what comes of it
        assert any(is_supposed(ruling.act) if happens else game.referee.asks(ruling.act, ruling.kind) for ruling in record.rulings), script.joined
        assert state(game.situation) == before, script.joined
        assert table(script).position == before
