"""Who goes, comes or is put somewhere does what is being carried out: every case of such an act, said in words that leave it open, keeps its ruling."""

from __future__ import annotations

from functools import cache
from typing import Any

import pytest

from adjudicator.commands.conformance import run_case
from tests.conftest import cases, every, hear, rulebook
from tests.neutral import BACK, GOES, PUT, TAKES, alone, went

ENDS = {
    "en": ("{who} {ends} up in {to}", "I choose {to} for {who}", "I set {who} down in {to}"),
    "es": ("{who} {acaba} en {to}", "Elijo {to} para {who}", "{who} {va_a_parar} a {to}"),
}
"""Where somebody comes to stand."""
MANNERS = {
    "retreat": [GOES, PUT, BACK, ENDS],
    "advance": [GOES, PUT, TAKES, ENDS],
    "enter": [GOES, PUT, TAKES, ENDS],
    "setup": [GOES, PUT, ENDS],
    "withdraw": [GOES, PUT, BACK],
}
CLEAR = {
    "pd-z-9.5-32": "a defender who owes nothing is said to retreat: in words that leave it open he goes forward",
    "pd-9.6.2-61": "a defender is said to advance: in words that leave it open he retreats",
    "pd-v-9.5-11": "a unit that nobody fought with is said to retreat: in words that leave it open it only moves",
}
"""Cases that their own clear verb makes, against the position."""


def told(case: dict[str, Any]) -> tuple[str, tuple[str, ...], str] | None:
    """(kind, who, hex) of a case that is one such act of one hex and nothing else."""
    act = alone("pd", case, MANNERS)
    if act is None or case["id"] in CLEAR:
        return None
    slots = {name: content for name, content in act.slots.items() if name not in ("passing", "from")}
    who = slots.pop("units", ())
    to = slots.pop("to", None) or slots.pop("at", None)
    return None if slots or not isinstance(to, str) or not who else (act.kind, who, to)


@cache
def going() -> dict[str, tuple[dict[str, Any], Any]]:
    """The cases that are one such act, by their ids."""
    return {case["id"]: (case, found) for case in cases("pd") if (found := told(case)) is not None}


def test_each_kind_of_act_is_there() -> None:
    assert {kind for _, (kind, _, _) in going().values()} == {"retreat", "advance", "enter", "setup"}


@every(going, fast=1, slow=1)
def test_the_position_decides(name: str) -> None:
    case, (kind, who, to) = going()[name]
    wrong = []
    for language, text in went(MANNERS[kind], who, to):
        differs = run_case(rulebook("pd"), {**case, "declaration": {language: text}}).differs
        wrong += [(text, differs[language])] if language in differs else []
    assert not wrong


STANDING = [{"id": "46", "side": "german", "kind": "inf", "attack": 3, "defense": 3, "ma": 3, "at": "1510"}]


@pytest.mark.parametrize(("phase", "verdict"), [("movement segment", "legal"), ("combat segment", "illegal")])
def test_where_nothing_stands_open_it_is_a_move(phase: str, verdict: str) -> None:
    situation = {"assume": "defaults", "turn": 2, "phase": phase, "active": "german", "units": STANDING, "tables": {"tec_mp": {"clear": 1}}}
    for _, text in went([GOES, PUT, ENDS], ("46",), "1509"):
        (ruling,) = hear("pd", text, situation)
        assert (ruling.verdict, ruling.kind) == (verdict, "move") or ruling.kind == "stay" and ruling.verdict == "illegal", text  # dejar is staying, too


@pytest.mark.parametrize(
    ("text", "kind"),
    [
        ("46 advances into 1509", "advance"),
        ("46 avanza a 1509", "advance"),
        ("46 retreats to 1509", "retreat"),
        ("46 se retira a 1509", "retreat"),
    ],
)
def test_a_clear_verb_stays_that_act(text: str, kind: str) -> None:
    """Behind a combat in which the unit has no part."""
    situation = {"assume": "defaults", "turn": 2, "phase": "combat segment", "active": "german", "units": STANDING, "tables": {"tec_mp": {"clear": 1}}}
    situation["pending"] = {"result": "Dr1", "attackers": ["31"], "defenders": ["26"], "hex": "1210"}
    (ruling,) = hear("pd", text, situation)
    assert (ruling.kind, ruling.verdict) == (kind, "illegal")
