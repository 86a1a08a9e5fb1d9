"""Whether something has to be done: a retreat, however it is called, is what the result calls for; who must do it asks no more than who it is about."""

from __future__ import annotations

from typing import Any

import pytest

from tests.conftest import BOOKS, Part, cases_by_id, game_of, partly

PLAIN = ("Must {} retreat?", "¿Tiene que retirarse {}?")
OTHERWISE = (
    "Does {} have to pull back?",
    "Must {} vacate its hex?",
    "Is {} obliged to quit {hex}?",
    "Does {} have to clear out of {hex}?",
    "¿Debe replegarse {}?",
    "¿Está obligada {} a evacuar {hex}?",
    "¿Tiene que dejar {} su hexágono?",
)


def answer(book: str, situation: Any, text: str) -> Any:
    """What is answered in a position; None where the line is refused or hangs on a fact."""
    record = game_of(book, situation).hear(text, [])
    return None if record.problem is not None or not record.rulings else record.rulings[-1].computed.get("answer")


def losers(situation: Any) -> list[tuple[str, str]]:
    """The units that were attacked where the result is not carried out yet, with their hex."""
    pending = situation.get("pending") or {}
    there = {unit["id"]: str(unit.get("at")) for unit in situation.get("units", ())}
    return [(unit, there[unit]) for unit in pending.get("defenders") or () if pending.get("result") and there.get(unit) == str(pending.get("hex"))]


def sample(book: str) -> list[tuple[Any, str, str]]:
    """Some positions with a result to be carried out, and the unit that was attacked."""
    every = [(case, *found) for case in cases_by_id(book).values() for found in losers(case["situation"] or {})[:1]]
    return every[:: max(1, len(every) // 12)]


@partly(6)
@pytest.mark.parametrize("book", BOOKS)
def test_a_retreat_that_is_called_for_is_called_what_you_like(book: str, part: Part) -> None:
    same, changed = 0, []
    for case, unit, place in part(sample(book)):
        plain = {answer(book, case["situation"], text.format(unit)) for text in PLAIN}
        assert len(plain) == 1, (case["id"], plain)
        for text in OTHERWISE:
            now = answer(book, case["situation"], text.format(unit, hex=place))
            if now is not None:
                same += now in plain
                changed += [] if now in plain else [(case["id"], text, now, plain)]
    assert not changed, changed[:5]
    assert same or book in ("arnhem",) or part.of > 1


@partly(6)
@pytest.mark.parametrize("book", BOOKS)
def test_together_is_another_question(book: str, part: Part) -> None:
    """Whether they must do it together is not whether they must: no where each may go by itself, else nothing is answered."""
    for case, unit, _ in part(sample(book)):
        other = next((each["id"] for each in case["situation"]["units"] if each["id"] != unit), None)
        for text in ("Must {} and {} pull back together?", "¿Tienen que replegarse {} y {} juntos?") if other else ():
            assert answer(book, case["situation"], text.format(unit, other)) in (None, "no"), (case["id"], text)


@pytest.mark.parametrize("revealed", [True, False])
def test_a_declared_attack_is_fought_unless_it_may_be_called_off(revealed: bool) -> None:
    case = cases_by_id("fpa")["fpa-6.3-01"]
    situation = {**case["situation"], "pending": {**case["situation"]["pending"], "revealed": revealed}}
    for text in ("Must 47R attack?", "¿Tiene que atacar 47R?", "Is 47R compelled to attack 3010?"):
        assert answer("fpa", situation, text) == ("yes" if revealed else "no"), text
    for text in ("Can I scrap the attack?", "¿Puedo suspender el ataque?"):
        assert answer("fpa", situation, text) == ("no" if revealed else "yes"), text


def test_terrain_that_is_urban_makes_an_urban_hex() -> None:
    """Whether a hex is urban may be said by its terrain alone."""
    for case, unit, _ in sample("bcs"):
        hexes = (case["situation"] or {}).get("hexes") or {}
        urban = [name for name, facts in hexes.items() if facts.get("urban") is True]
        if not urban:
            continue
        by_terrain = {name: {"terrain": "urban"} if name in urban else facts for name, facts in hexes.items()}
        text = f"Must {unit} retreat?"
        assert answer("bcs", case["situation"], text) == answer("bcs", {**case["situation"], "hexes": by_terrain}, text), case["id"]


@partly(6)
@pytest.mark.parametrize("book", BOOKS)
def test_what_a_result_costs_is_what_is_lost_with_it(book: str, part: Part) -> None:
    """How many steps a result takes, said of the result or of the unit."""
    same = 0
    for case, unit, _ in part(sample(book)):
        result = str(case["situation"]["pending"]["result"])
        for plain, others in (
            (f"How many steps does {unit} lose with {result}?", (f"How many steps does the {result} cost {unit}?",)),
            (f"¿Cuántos pasos pierde {unit} con el {result}?", (f"¿Cuántos pasos le cuesta el {result} a {unit}?",)),
            (f"How many steps does {unit} lose?", (f"How many steps does the result cost {unit}?", f"¿Cuántos pasos le cuesta el resultado a {unit}?")),
        ):
            base = answer(book, case["situation"], plain)
            for text in others if base is not None else ():
                now = answer(book, case["situation"], text)
                assert now in (None, base), (case["id"], text, now, base)
                same += now == base
    assert same or book != "pd" or part.of > 1


@partly(6)
@pytest.mark.parametrize("book", ["fpa", "pd"])
def test_what_happens_to_it_is_what_the_result_comes_to(book: str, part: Part) -> None:
    for case, unit, _ in part(sample(book)):
        game = game_of(book, case["situation"])
        record = game.hear(f"What happens to {unit}?", [])
        other = game_of(book, case["situation"]).hear(f"¿Qué le ocurre a {unit}?", [])
        assert record.problem is None and other.problem is None, case["id"]
        assert record.rulings[-1].kind == "resolve", case["id"]
        assert record.rulings[-1].computed == other.rulings[-1].computed, case["id"]


@pytest.mark.parametrize(("kind", "dice"), [("flak", 2), ("aa", 2), ("light_flak", 3), ("light_aa", 3)])
def test_how_many_dice_a_flak_rolls(kind: str, dice: int) -> None:
    situation = {"units": [{"id": "F-1", "side": "german", "kind": kind, "at": "2010"}]}
    for text in ("How many dice does F-1 roll against the Airstrike?", "¿Con cuántos dados tira F-1 contra el Airstrike?"):
        assert answer("gdp", situation, text) == dice, text
