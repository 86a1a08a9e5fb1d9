"""What a reading leaves aside of its line is borne out or open: numbers that count what it names, limits that are so, what is stated."""

from __future__ import annotations

import random
from collections.abc import Iterator
from itertools import islice
from typing import Any

import pytest

from adjudicator.book.situations import of_data
from adjudicator.language import Act, NotUnderstood, Stated
from adjudicator.play import meant
from adjudicator.play.bearing import Bearing, Compared, is_so
from adjudicator.play.game import Game
from adjudicator.play.likely import Likely
from adjudicator.play.lines import Line
from tests.conftest import BOOKS, cases, game_of, rulebook

SAMPLE = 4
NUMBERS = {"en": ("zero", "one", "two", "three", "four", "five", "six", "seven"), "es": ("cero", "una", "dos", "tres", "cuatro", "cinco", "seis", "siete")}
UNITS = {"en": ("{number} units: {text}", "{text}, {number} units in all"), "es": ("{number} unidades: {text}", "{text}, {number} unidades en total")}


def together(name: str) -> Iterator[tuple[dict[str, Any], str, str, Line]]:
    """Cases of which one deed is done by several units: case, language, text, line."""
    for case in random.Random(name).sample(cases(name), len(cases(name))):
        for lang, text in case["declaration"].items():
            if ";" in text or "?" in text or sum(text.count(str(unit["id"])) for unit in case["situation"].get("units") or ()) < 2:
                continue
            try:
                line = Game(rulebook(name), of_data(rulebook(name), case["situation"], case["id"])).line(text.rstrip("."))
            except (NotUnderstood, ValueError):
                continue
            own = line.acts[0].slots.get("units", ()) if len(line.acts) == 1 else ()
            if 1 < len(own) < 6 and all(unit in text for unit in own):
                yield case, lang, text.rstrip("."), line


def bearing(game: Game, text: str, line: Line, said: str, limits: tuple[str, ...] = ()) -> Bearing:
    """What a reading said so leaves aside of a text."""
    row = meant.heard(game, text)
    return Bearing(game, row, Likely(0.0, line, (), (), limits), game.referee.words(said), Compared(game, row))


@pytest.mark.parametrize("name", [name for name in BOOKS if name != "arnhem"])
def test_a_number_is_borne_out_by_so_many_units_and_by_no_others(name: str) -> None:
    for case, lang, text, line in islice(together(name), SAMPLE):
        game, count = game_of(name, case["situation"]), len(line.acts[0].slots["units"])
        for form in UNITS[lang]:
            so, other = (bearing(game, form.format(number=NUMBERS[lang][number], text=text), line, text) for number in (count, count + 1))
            assert "number" not in so.open or NUMBERS[lang][count] in text, (form, text)
            assert other.open.get("number") or str(count + 1) in text or NUMBERS[lang][count + 1] in text, (form, text)


@pytest.mark.parametrize("name", [name for name in BOOKS if name != "arnhem"])
def test_who_does_one_deed_does_it_together_and_again_where_it_was_done(name: str) -> None:
    for case, _, text, line in islice(together(name), SAMPLE):
        game, act = game_of(name, case["situation"]), line.acts[0]
        assert bearing(game, f"{text} together", line, text, ("together",)).limits == ()
        alone = Line(text, ((Act(act.kind, {**act.slots, "units": act.slots["units"][:1]}, act.text, act.start, act.end),),), "")
        if len({game.situation.units[unit].known("at") for unit in act.slots["units"] if unit in game.situation.units}) > 1:
            assert bearing(game, f"{text} together", alone, text, ("together",)).limits == ("together",)
        done = any(deed.get("act") == act.kind for unit in act.slots["units"] for deed in game.situation.history.known(unit) or ())
        assert bearing(game, f"{text} again", line, text, ("again",)).limits == (() if done else ("again",))


@pytest.mark.parametrize("name", BOOKS)
def test_what_the_position_says_anyhow_is_so(name: str) -> None:
    for case in random.Random(name).sample(cases(name), SAMPLE):
        situation = game_of(name, case["situation"]).situation
        for unit in situation.units.values():
            for fact, value in dict.items(unit.known_facts()):
                assert is_so(Stated(f"units[{unit.id}].{fact}", value), situation)
                assert not is_so(Stated(f"units[{unit.id}].{fact}", "otherwise"), situation)


@pytest.mark.parametrize("text", ["46 dances around 26", "26 sings to 46", "46 baila con 26"])
def test_a_unit_that_is_called_by_a_number_is_known(text: str) -> None:
    """It is never said to be unknown, whatever else is wrong with the line."""
    game = game_of("pd", next(case for case in cases("pd") if {"46", "26"} <= set(of_data(rulebook("pd"), case["situation"], "x").units))["situation"])
    problem = game.hear(text).problem
    assert problem is not None and getattr(problem.error, "message_key", "") not in ("unknown_unit", "unknown_hex")
