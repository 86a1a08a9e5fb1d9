"""Forms of questions that ask for what the program reckons, each as the plain one, in every book: leave, the limit, columns against, wishes."""

from __future__ import annotations

import random
from typing import Any

import pytest

from adjudicator.book.situations import of_data
from adjudicator.play.game import Game
from tests.conftest import BOOKS, Part, cases, cases_by_id, partly, rulebook
from tests.test_claimed import deeds
from tests.test_leaning import deeds as plain_deeds
from tests.test_leaning import ruled

OTHER = {"yes": "no", "no": "yes"}
MAY = (
    (
        "Do the rules allow it",
        "Do the rules let him",
        "Am I entitled to do that",
        "May it",
        "Do I get to do that",
        "Is that within the rules",
        "Have I the right to",
    ),
    ("Se lo permiten las reglas", "Lo permite el reglamento", "Tiene derecho a ello", "Cumple las reglas", "Está dentro de las reglas", "Me está permitido"),
)
BARRED = (
    ("Is that against the rules", "Does that break any rule", "Is it forbidden", "Do the rules forbid it", "Is there any rule against it"),
    ("Está prohibido", "Lo prohíbe alguna regla", "Incumple alguna regla", "Es ilegal", "Hay alguna regla en contra"),
)
CLAIMED = (
    ("My opponent says that {}. Does it?", "My mate insists that {}. Can he?"),
    ("Mi rival sostiene que {}. ¿Se lo permiten las reglas?", "Dice que {}. ¿Puede?"),
)


def answer(name: str, case: dict[str, Any], text: str) -> Any:
    """The answer to a line on the position of a case."""
    record = Game(rulebook(name), of_data(rulebook(name), case["situation"], case["id"])).hear(text)
    return record.rulings[-1].computed.get("answer") if record.problem is None and record.rulings else None


@pytest.mark.parametrize("name", ["fpa", "gdp", "pd", "bcs"])
def test_within_the_limit_is_not_overstacked(name: str) -> None:
    told = 0
    for case in random.Random(f"limit {name}").sample(cases(name), len(cases(name))):
        place = next((str(unit["at"]) for unit in case["situation"].get("units") or () if unit.get("at") in case["situation"].get("hexes", {})), "")
        plain = answer(name, case, f"Is {place} overstacked?") if place else None
        if plain not in OTHER:
            continue
        for line in (f"Is the stack in {place} within the limit?", f"¿Respeta {place} el límite de apilamiento?", f"Is the stack in {place} legal?"):
            assert answer(name, case, line) == OTHER[plain], (case["id"], line)
        assert answer(name, case, f"Does the stack in {place} exceed the limit?") == plain, case["id"]
        told += 1
        if told == 3:
            break
    assert told == 3


@partly(3)
@pytest.mark.parametrize("name", ["fpa", "gdp", "pd", "ocs"])
def test_what_somebody_wants_may_be_if_it_may(name: str, part: Part) -> None:
    told = 0
    for case, unit, target in part(deeds(name)[:3]):
        plain = answer(name, case, f"Can {unit} attack {target}?")
        if plain not in OTHER:
            continue
        for line in (
            f"My opponent wants {unit} to attack {target}. Do the rules let him?",
            f"Mi rival quiere que {unit} ataque {target}. ¿Se lo permiten las reglas?",
            f"Does {unit} get to attack {target}?",
        ):
            assert answer(name, case, line) == plain, (case["id"], line)
        assert answer(name, case, f"{unit} attacks {target}. Is that against the rules?") == OTHER[plain], case["id"]
        told += 1
    assert told


@pytest.mark.parametrize("name", ["fpa", "pd"])
def test_columns_that_are_lost_are_counted_from_zero_up(name: str) -> None:
    told = 0
    for case in cases(name):
        lost = -sum(row["by"] for row in case["expect"].get("shifts") or () if row["by"] < 0)
        said = case["declaration"]
        if not lost or not isinstance(said, dict) or case.get("rolls") or "?" in said["en"] or len(said["en"]) > 60:
            continue
        for text, form in (
            (said["en"], "How many columns does that cost?"),
            (said["en"], "Does that cost me a column?"),
            (said["es"], "¿Cuántas columnas pierde?"),
        ):
            found = answer(name, case, f"{text.strip().rstrip('.')}. {form}")
            assert found in (lost, "yes", None), (case["id"], form, found)
            told += found is not None
        if told > 5:
            break
    assert told > 5


def test_who_denies_what_comes_of_a_deed_is_wrong() -> None:
    """Behind a deed, too: it does not go DG, is he right?"""
    told = 0
    for case in cases("ocs"):
        said = case["declaration"]
        if not isinstance(said, dict) or "retreats" not in said["en"] or "?" in said["en"] or len(said["en"]) > 50:
            continue
        deed = said["en"].strip().rstrip(".")
        plain = answer("ocs", case, f"{deed}. Does it go DG?")
        if plain in OTHER:
            assert answer("ocs", case, f"{deed}. My mate claims it is not DG. Is he right?") in (OTHER[plain], None), case["id"]
            told += 1
        if told == 4:
            break
    assert told == 4


def test_did_they_win_is_yes_or_no() -> None:
    case = cases_by_id("gdp")["gdp-18.3-01"]
    told = {line: answer("gdp", case, line) for line in ("Did the Germans win?", "Did the Soviets win?", "¿Ha ganado el alemán?", "Who won?")}
    assert set(told.values()) - {told["Who won?"]} == {"yes", "no"} and told["Did the Germans win?"] == told["¿Ha ganado el alemán?"], told


@partly(6)
@pytest.mark.parametrize("book", [book for book in BOOKS if book != "arnhem"])
def test_leave_is_asked_in_any_words(book: str, part: Part) -> None:
    """What is legal may be, and no rule forbids it; one form of each kind a deed, another in each book."""
    at = BOOKS.index(book)
    for number, (situation, texts) in enumerate(plain_deeds(book).values()):
        for text, may, barred, claimed in zip(texts, MAY, BARRED, CLAIMED, strict=True):
            open_, close = ("¿", "?") if text is texts[1] else ("", "?")
            told = {f"{text}. {open_}{form}{close}": "yes" for form in may[(at + number) % 2 :: 2]}
            told |= {f"{text}. {open_}{form}{close}": "no" for form in barred[(at + number) % 2 :: 2]}
            told[claimed[(at + number) % 2].format(text)] = "yes"
            for line, right in part(told.items()):
                rulings = ruled(book, situation, line)
                assert rulings and rulings[-1].computed.get("answer") == right, line


PHASES = {
    "fpa": {"German reinforcement phase": "german reinforcement", "German combat 2": "german combat 2"},
    "gdp": {"supply phase": "supply", "weather phase": "weather"},
    "pd": {"command phase": "command phase", "supply phase": "supply phase"},
    "bcs": {"Assignment Phase": "assignment", "Cleanup Phase": "cleanup"},
}


@pytest.mark.parametrize("book", PHASES)
def test_what_follows_a_phase_that_is_named_is_not_what_follows_the_one_that_is_on(book: str) -> None:
    case = cases(book)[0]
    for said, phase in PHASES[book].items():
        there = {"situation": {**case["situation"], "phase": phase}, "id": case["id"]}
        right = answer(book, there, "What comes next?")
        for other in PHASES[book].values():
            here = {"situation": {**case["situation"], "phase": other}, "id": case["id"]}
            for line in (f"What follows the {said}?", f"Which phase comes after the {said}?"):
                assert answer(book, here, line) == right, (line, other)


@pytest.mark.parametrize("name", ["fpa", "pd"])
def test_where_a_move_is_stopped_is_what_its_ruling_tells(name: str) -> None:
    told = 0
    for case in cases(name):
        said, place = case["declaration"], (case["expect"].get("computed") or {}).get("stops_at")
        if place is None or not isinstance(said, dict) or set(said["en"] + said["es"]) & set("?;:"):
            continue
        for line in (f"{said['en'].rstrip('.')}. Where must it stop?", f"{said['es'].rstrip('.')}. ¿En qué hex se tiene que parar?"):
            assert answer(name, case, line) in (place, None), (case["id"], line)
            told += answer(name, case, line) == place
        if told >= 3:
            break
    assert told


@pytest.mark.parametrize(
    "line",
    [
        "Air roll: Soviet 11, German 8. How many air markers do the Soviets get?",
        "Air phase: the Germans total 8 and the Soviets 11. How many markers do the Soviets get?",
        "Tirada aérea: el alemán saca 8, el ruso 11. ¿Cuántos marcadores aéreos recibe el soviético?",
    ],
)
def test_the_dice_of_both_sides_are_each_their_own(line: str) -> None:
    case = {"id": "air", "situation": {"turn": 3, "weather": "frost", "phase": "air", "active": "german"}}
    assert answer("fpa", case, line) == 3
