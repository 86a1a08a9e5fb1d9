"""What decides is weighed and never only told back: steps that are short, strengths and ratings that are claimed, what is denied, what hangs on a question.

Each line stands for a kind that was lost once; those of one kind must all come to the same.
"""

from __future__ import annotations

from typing import Any

import pytest

from adjudicator.book.situations import of_data
from adjudicator.play.game import Game
from adjudicator.play.referee import worst
from tests.conftest import rulebook

OURS: dict[str, Any] = {"id": "112ID", "side": "german", "kind": "infantry division", "attack": 12, "defense": 12, "ar": 3, "steps": 4, "at": "1509"}
THEIRS: dict[str, Any] = {
    "id": "55Rif", "side": "soviet", "kind": "rifle division", "attack": 8, "defense": 8, "ar": 2, "steps": 3, "max_steps": 4, "re": 2, "at": "1510",
}  # fmt: skip
NEAR: dict[str, Any] = {"id": "113ID", "side": "german", "kind": "infantry", "attack": 4, "defense": 4, "ar": 3, "steps": 2, "at": "1512"}
COMBAT: dict[str, Any] = {
    "assume": "defaults", "phase": "combat phase", "segment": "combat", "active": "german", "options": {"step_rule": "general"}, "units": [OURS, THEIRS],
}  # fmt: skip
RETREAT: dict[str, Any] = {
    **COMBAT, "units": [OURS, THEIRS, NEAR], "pending": {"attackers": ["112ID"], "defenders": ["55Rif"], "hex": "1510", "result": "Do3"},
}  # fmt: skip
GONE_BACK: dict[str, Any] = {
    **COMBAT, "units": [{**OURS, "at": "1508"}, {**THEIRS, "at": "1511"}],
    "history": {"112ID": [{"act": "retreat", "path": "1509-1508"}], "55Rif": [{"act": "retreat", "path": "1510-1511"}]},
    "pending": {"attackers": ["112ID"], "defenders": ["55Rif"], "hex": "1510", "result": "Ao1 Do1"},
}  # fmt: skip


def told(position: dict[str, Any], line: str) -> tuple[Any, dict[str, Any]]:
    """The verdict on a line, and all figures of its rulings; no verdict if it is refused."""
    book = rulebook("ocs")
    rulings = Game(book, of_data(book, position, "case")).hear(line).rulings
    return (worst(rulings) if rulings else None), {name: content for ruling in rulings for name, content in ruling.computed.items()}


@pytest.mark.parametrize(
    "line",
    [
        "A step short, 112ID attacks 1510 with 6",
        "112ID, a step short, attacks 1510 with 6",
        "112ID (down one step) attacks 1510 with 6",
        "112ID, missing a step, attacks 1510 with 6",
        "112ID has one step less; it attacks 1510 with 6",
        "Con un paso menos, la 112ID ataca 1510 con 6",
        "La 112ID, con un paso menos, ataca 1510 con 6",
        "La 112ID tiene un paso menos; ataca 1510 con 6",
    ],
)
def test_steps_that_are_short_beside_a_deed_halve_it(line: str) -> None:
    verdict, figures = told(COMBAT, line)
    assert (verdict, figures.get("attack_total")) == ("legal", 6)


@pytest.mark.parametrize(
    "line",
    [
        "112ID attacks 1510; 55Rif defends with {}",
        "112ID attacks 1510; a step short, my 55Rif defends with {}",
        "112ID attacks 1510; 55Rif holds with {}",
        "112ID attacks 1510; 55Rif resists with {}",
        "55Rif defends with {}",
        "55Rif lacks a step, so it holds with {}",
        "112ID ataca 1510. La 55Rif aguanta con {}",
        "A la 55Rif le falta un paso: defiende con {}",
        "La 55Rif tiene fuerza {} en defensa",
    ],
)
def test_the_strength_of_who_defends_is_weighed(line: str) -> None:
    assert told(COMBAT, line.format(8))[0] == "legal"
    assert told(COMBAT, line.format(4))[0] == "illegal"


@pytest.mark.parametrize(
    "line",
    [
        "How many tokens does it cost 112ID to attack 1510?",
        "What will it cost me in tokens to attack 1510 with 112ID?",
        "112ID attacks 1510. What does that cost me?",
        "¿Cuántos tokens necesito para atacar 1510 con la 112ID?",
        "La 112ID ataca 1510. ¿Cuántos tokens son?",
    ],
)
def test_what_an_attack_costs_is_answered(line: str) -> None:
    assert told(COMBAT, line)[1].get("answer") == 4


@pytest.mark.parametrize(("line", "verdict"), [("112ID attacks 1510 for 4 tokens", "legal"), ("112ID ataca 1510 con 3 tokens", "illegal")])
def test_tokens_are_compared_with_the_price(line: str, verdict: str) -> None:
    assert told(COMBAT, line)[0] == verdict


@pytest.mark.parametrize(
    "line",
    [
        "112ID went back for its o1; now it advances into 1510",
        "112ID retreated for its o1. It advances into 1510",
        "112ID fell back, now it advances into 1510 all the same",
        "112ID has retreated; it advances into 1510",
        "La 112ID se retiró. Ahora avanza a 1510",
    ],
)
def test_who_went_back_does_not_go_on_retreating(line: str) -> None:
    book = rulebook("ocs")
    ruling = Game(book, of_data(book, GONE_BACK, "case")).hear(line).rulings[-1]
    assert (ruling.verdict, "Avances tras el Combate" in ruling.cites) == ("illegal", True)


@pytest.mark.parametrize(
    "line",
    [
        "Do3: one step off 55Rif and it runs 1510-1610-1611",
        "A step off 55Rif and it runs 1510-1610-1611",
        "Un paso menos a la 55Rif y se retira por 1610 a 1611",
        "55Rif loses one step and runs 1510-1610-1611",
    ],
)
def test_a_step_off_somebody_is_lost(line: str) -> None:
    verdict, figures = told(RETREAT, line)
    assert (verdict, figures.get("losses"), figures.get("retreat")) == ("legal", 1, 2)


@pytest.mark.parametrize(
    "line",
    [
        "Does 55Rif go DG if it retreats to 1511?",
        "Does 55Rif go DG on retreating to 1511?",
        "Does 55Rif go DG when retreating to 1511?",
        "Does 55Rif go DG retreating to 1511?",
        "1511 is mountain; does 55Rif go DG retreating there?",
        "¿Se desorganiza la 55Rif al retirarse a 1511?",
        "¿Queda DG la 55Rif al retirarse a 1511?",
        "Al retirarse a 1511, ¿se desorganiza la 55Rif?",
    ],
)
def test_a_deed_that_hangs_on_a_question_is_supposed(line: str) -> None:
    assert told(RETREAT, line)[1].get("answer") == "yes"
    units = [{**unit, "mode": "DG"} if unit is NEAR else unit for unit in RETREAT["units"]]
    assert told({**RETREAT, "units": units}, line)[1].get("answer") == "no"


@pytest.mark.parametrize("line", ["Tell me if 12VG has to roll SNAFU", "Wondering if 12VG rolls SNAFU", "Dime si la 12VG tiene que tirar SNAFU"])
def test_what_is_asked_without_a_mark_is_never_done(line: str) -> None:
    book = rulebook("bcs")
    position = {"phase": "snafu", "active": "german", "active_formation": "12VG", "activation": "initial", "formations": [{"id": "12VG", "side": "german"}]}
    game = Game(book, of_data(book, position, "case"))
    assert all(ruling.act.slots.get("question") for ruling in game.hear(line).rulings)


@pytest.mark.parametrize("line", ["2/394 takes no isolation loss", "No isolation loss for 2/394", "El 2/394 no sufre aislamiento"])
@pytest.mark.parametrize(("in_command", "verdict"), [(False, "illegal"), (True, "legal")])
def test_who_denies_what_is_so_is_wrong(line: str, in_command: bool, verdict: str) -> None:
    book = rulebook("bcs")
    unit = {"id": "2/394", "side": "us", "formation": "99ID", "attack_capable": True, "ar": 3, "ma": 4, "ma_class": "leg", "steps": 4}
    position = {
        "phase": "isolation", "active": "us", "active_formation": "99ID", "activation": "initial",
        "tables": {"isolation": {"out_of_command": {"safe_path": True, "steps": -1}}},
        "formations": [{"id": "99ID", "side": "us", "snafu": "complete", "msr": "complete", "msr_blocked": 0}],
        "units": [
            {**unit, "at": "10.17", "in_command": in_command, "safe_path": ["leg"]},
            {"id": "99ID HQ", "side": "us", "formation": "99ID", "kind": "hq", "command_range": 5, "at": "10.10"},
        ],
    }  # fmt: skip
    assert worst(Game(book, of_data(book, position, "case")).hear(line).rulings) == verdict
