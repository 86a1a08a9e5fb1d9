"""Who goes, comes or is put somewhere does what the position calls for: every case of such an act, said in words that leave it open, keeps its ruling."""

from __future__ import annotations

from functools import cache
from typing import Any

import pytest

from adjudicator.commands.conformance import run_case
from adjudicator.language import NotUnderstood
from tests.conftest import cases, every, hear, rulebook
from tests.neutral import BACK, BEARS, GOES, LEAVES, PUT, ROLLS, TAKES, alone, went

MANNERS: dict[str, list[dict[str, tuple[str, ...]]]] = {
    "retreat": [GOES, PUT],
    "advance": [GOES, PUT, TAKES],
    "enter": [GOES, PUT, TAKES],
    "return": [GOES, PUT, BACK],
    "setup": [GOES, PUT],
    "deploy": [GOES, PUT],
    "exit": [LEAVES],
    "loss": [BEARS],
    "roll_return": [ROLLS],
}
CLEAR = {
    "fpa-x-x-10": "set up in a movement phase",
    "fpa-x-x-11": "on the map, and said to be a reinforcement",
    "fpa-x-13.10-04": "an advance into a hex that was not fought for",
    "fpa-x-11.1-06": "a return rolled for who stands on the map",
}
"""Cases that their own clear verb makes, against the position."""


def told(case: dict[str, Any]) -> tuple[str, tuple[str, ...], str] | None:
    """(kind, who, hex) of a case that is one such act and nothing else; a retreat that the wrong side leads is told with its side."""
    try:
        act = alone("fpa", case, MANNERS)
    except NotUnderstood:  # of several sentences, understood one behind the other
        return None
    if act is None or case["id"] in CLEAR:
        return None
    slots = {name: content for name, content in act.slots.items() if name not in ("passing", "from", "described")}
    led = slots.pop("side", None)
    who = slots.pop("units", ()) or tuple(f"KG {id_}" for id_ in slots.pop("markers", ()))
    to = slots.pop("to", None) or slots.pop("at", None) or ""
    if act.kind == "loss":  # of which result, and how many steps, the result says
        slots = {name: content for name, content in slots.items() if name != "result" and (name, content) != ("count", 1)}
        if not who or who[0].startswith("KG") or "result" not in (case["situation"].get("pending") or {}):
            return None
        if any(unit["id"] == who[0] and led not in (None, unit["side"]) for unit in case["situation"]["units"]):
            return None
    if slots or not isinstance(to, str) or act.kind == "retreat" and led != str(case["situation"]["phase"]).split()[0]:
        return None
    return act.kind, who, to


@cache
def going() -> dict[str, tuple[dict[str, Any], Any]]:
    """The cases that are one such act, by their ids."""
    return {case["id"]: (case, found) for case in cases("fpa") if (found := told(case)) is not None}


def test_each_kind_of_act_is_there() -> None:
    assert {kind for _, (kind, _, _) in going().values()} == set(MANNERS)


@every(going, fast=1, slow=1)
def test_the_position_decides(name: str) -> None:
    case, (kind, who, to) = going()[name]
    wrong = []
    for language, text in went(MANNERS[kind], who, to):
        differs = run_case(rulebook("fpa"), {**case, "declaration": {language: text}}).differs
        wrong += [(text, differs[language])] if language in differs else []
    assert not wrong


OPEN = {"hexes": {"3009": {"terrain": "clear", "features": []}}, "hexsides": {"3009/3010": []}, "turn": 3, "weather": "frost"}
STANDING = [{"id": "16Pz", "side": "german", "kind": "panzer", "class": "mechanized", "size": "division", "attack": 4, "defense": 4, "steps": 4, "at": "3010"}]


@pytest.mark.parametrize(("phase", "verdict"), [("german movement 1", "legal"), ("german combat 1", "illegal")])
def test_where_nothing_stands_open_it_is_a_move(phase: str, verdict: str) -> None:
    situation = {**OPEN, "phase": phase, "active": "german", "units": STANDING}
    for _, text in went([GOES], ("16Pz",), "3009"):
        (ruling,) = hear("fpa", text, situation)
        assert ruling.verdict == verdict and ruling.kind in ("move", "enter"), text


@pytest.mark.parametrize(
    ("text", "kind"),
    [
        ("16Pz advances into 3009", "advance"),
        ("16Pz avanza a 3009", "advance"),
        ("16Pz retreats to 3009", "retreat"),
        ("16Pz se retira a 3009", "retreat"),
        ("16Pz sets up in 3009", "setup"),
        ("16Pz returns in 3009", "return"),
    ],
)
def test_a_clear_verb_stays_that_act(text: str, kind: str) -> None:
    """In a phase in which nothing stands open, and where none of them may be done."""
    situation = {**OPEN, "phase": "german combat 1", "active": "german", "units": STANDING}
    (ruling,) = hear("fpa", text, situation)
    assert (ruling.kind, ruling.verdict) == (kind, "illegal")


PHASES = [
    ("German combat 2 is over; on to the second mechanized combat phase of the Germans", "legal"),
    ("German combat 2 is done. Next phase: German mech combat 2", "legal"),
    ("Pasamos a la segunda fase de combate mecanizado de los alemanes", "legal"),
    ("We go on to the second mechanized combat phase of the Germans", "legal"),
    ("We go on to German combat 2", "illegal"),
    ("German combat 2 is over; we go on to the first combat phase of the Soviets", "illegal"),
]


@pytest.mark.parametrize(("text", "verdict"), PHASES)
def test_a_phase_that_is_over_is_not_gone_to(text: str, verdict: str) -> None:
    rulings = hear("fpa", text, {"turn": 3, "weather": "frost", "phase": "german combat 2", "active": "german"})
    assert [ruling.verdict for ruling in rulings if ruling.kind == "next_phase"] == [verdict]
