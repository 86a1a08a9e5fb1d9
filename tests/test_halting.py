"""Whether somebody makes a unit stop: the same answer in whatever words it is asked, and never yes where it need not stop at all."""

from __future__ import annotations

from itertools import islice
from typing import Any

import pytest

from tests.conftest import Part, answer, moves_said, partly

ASKED = (
    "Must {unit} stop in {hex} because of {other}?",
    "Does {unit} have to stop in {hex} because of {other}?",
    "Does {other} stop {unit} in {hex}?",
    "Does {other} make {unit} stop in {hex}?",
    "Will {other} force {unit} to stop when it enters {hex}?",
    "¿Tiene que parar {unit} en {hex} por culpa de {other}?",
    "¿Para {other} a {unit} en {hex}?",
    "¿{other} detiene a {unit} en {hex}?",
    "¿{other} hace parar a {unit} cuando entre en {hex}?",
    "¿Obliga {other} a {unit} a parar en {hex}?",
)
TRIED = 25


def enemies(case: dict[str, Any], unit: str) -> list[str]:
    sides = {each["id"]: each.get("side") for each in case["situation"]["units"]}
    plain = [name for name in sides if " " not in name and any(char.isdigit() for char in name)]
    return [name for name in plain if sides[name] != sides[unit]]


@partly(3, split=False)
@pytest.mark.parametrize("name", ["fpa", "pd", "bcs"])
def test_who_makes_it_stop_is_asked_in_any_words(name: str, part: Part) -> None:
    tried, stopped = 0, set()
    for case, unit, goal in islice(moves_said(name), 0, None, 3):
        others = enemies(case, unit)
        must = answer(name, case, f"Must {unit} stop in {goal}?")
        if not others or must not in ("yes", "no"):
            continue
        tried += 1
        said = [{answer(name, case, form.format(unit=unit, hex=goal, other=other)) for form in part.turned(tried)(ASKED)} for other in others[:2]]
        assert all(len(each) == 1 and each <= {"yes", "no"} for each in said), (case["id"], unit, goal, others[:2], said)
        stopped |= {must} if {"yes"} in said else set()
        if tried == TRIED:
            break
    assert tried and "no" not in stopped


HOLM = {"id": "KG-Holm", "side": "german", "formation": "277VG", "attack_capable": True, "ma": 16, "ma_class": "tac", "shown": "move", "at": "20.10"}
TANKS = {"id": "741Tk", "side": "us", "formation": "2ID", "attack_capable": False, "av": 4, "av_type": "red", "range": 2, "ma": 5, "ma_class": "tac"}
FOOT = {"id": "1/23", "side": "us", "formation": "2ID", "attack_capable": True, "ma": 4, "ma_class": "leg", "shown": "deployed", "at": "20.12"}


@pytest.mark.parametrize("form", ASKED)
def test_he_alone_is_blamed_who_stops_it(form: str) -> None:
    situation = {
        "phase": "activities",
        "active": "german",
        "active_formation": "277VG",
        "activation": "initial",
        "formations": [{"id": "277VG", "side": "german", "snafu": "complete"}],
        "hexes": {"20.11": {"mp_cost": {"tac": 1}}},
        "units": [{**HOLM, "in_command": True}, {**TANKS, "shown": "deployed", "at": "20.12"}, FOOT],
    }
    for other, said in (("741Tk", "yes"), ("1/23", "no")):
        assert answer("bcs", {"situation": situation}, form.format(unit="KG-Holm", hex="20.11", other=other)) == said
