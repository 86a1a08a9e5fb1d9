"""What belongs to a deed is never told back by the way: who assists, who pays or does not; what a line is taken for has its words; no die is lost."""

from __future__ import annotations

from typing import Any

import pytest

from adjudicator.ground.declaration import Act
from adjudicator.language import NotUnderstood
from tests.conftest import BOOKS, Part, cases, game_of, partly

BCS: dict[str, Any] = {
    "phase": "activities",
    "active": "german",
    "active_formation": "GF",
    "activation": "initial",
    "formations": [{"id": "GF", "side": "german", "snafu": "complete", "status": "used"}, {"id": "UF", "side": "us"}],
    "units": [
        {"id": "GR1", "side": "german", "formation": "GF", "attack_capable": True, "ar": 4, "ma": 4, "ma_class": "leg", "at": "12.10"},
        {"id": "GR2", "side": "german", "formation": "GF", "attack_capable": True, "ar": 4, "ma": 4, "ma_class": "leg", "at": "12.10"},
        {"id": "US1", "side": "us", "formation": "UF", "attack_capable": True, "ar": 3, "ma": 4, "ma_class": "leg", "at": "12.11"},
    ],
    "hexes": {"12.11": {"terrain": "open"}},
}
OCS: dict[str, Any] = {
    "phase": "combat phase",
    "segment": "combat",
    "active": "german",
    "assume": "defaults",
    "hexes": {"1510": {"terrain": "open"}, "1511": {"terrain": "open"}},
    "units": [
        {"id": "44ID", "side": "german", "attack": 12, "defense": 12, "ar": 3, "steps": 3, "max_steps": 3, "at": "1510"},
        {"id": "68R", "side": "soviet", "attack": 8, "defense": 8, "ar": 2, "steps": 3, "max_steps": 3, "at": "1511"},
    ],
}
GDP: dict[str, Any] = {
    "phase": "activation",
    "active": "soviet",
    "time": "day",
    "weather": "sunny",
    "units": [
        {"id": "5K-2Pz", "side": "german", "formation": "2Pz", "kind": "tank", "at": "2312"},
        {"id": "AT-1Rif", "side": "soviet", "formation": "1Rif", "kind": "rifle", "at": "2313"},
    ],
}
REFUSED = [
    ("bcs", BCS, "GR1 attacks 12.11, GR2 assists, 1 point suppression"),
    ("bcs", BCS, "GR1 attacks 12.11, GR2 assists, 1 point for suppression"),
    ("ocs", OCS, "44ID attacks 1511; Ivan does not pay"),
    ("ocs", OCS, "44ID ataca 1511; Ivan no paga"),
    ("ocs", OCS, "44ID attacks 1511, Ivan not paying"),
    ("ocs", OCS, "mostrar 68R"),
    ("gdp", GDP, "5K-2Pz overruns 2313, attacker draws blue -1, defender red +1; roll 3 4"),
]


@pytest.mark.parametrize(("name", "situation", "text"), REFUSED)
def test_what_nothing_takes_refuses_the_line(name: str, situation: dict[str, Any], text: str) -> None:
    assert game_of(name, situation).hear(text).problem is not None


@pytest.mark.parametrize("text", ["68R retreats to 1512, not advances", "68R se retira a 1512, no avanza"])
def test_what_is_not_done_is_no_deed(text: str) -> None:
    entry = game_of("ocs", OCS).parse(text)
    assert [act.kind for act in entry.parts if isinstance(act, Act)] == ["retreat", "stay"]


def test_who_does_the_next_deed_has_no_part_in_the_one_before() -> None:
    game = game_of("ocs", {**OCS, "units": [*OCS["units"], {"id": "12Pz", "side": "german", "at": "1510"}]})
    acts = [act for act in game.parse("44ID loses a step for the o1, 68R and 12Pz stay").parts if isinstance(act, Act)]
    assert [(act.kind, act.slots["units"]) for act in acts] == [("loss", ("44ID",)), ("stay", ("68R", "12Pz"))]


@pytest.mark.parametrize(
    ("name", "situation", "deed"), [("ocs", OCS, "44ID attacks 1511"), ("bcs", BCS, "GR1 attacks 12.11"), ("gdp", GDP, "5K-2Pz attacks 2313")]
)
@pytest.mark.parametrize("throw", ["roll 5 5 3 3 3", "roll 5 4", "tirada 5 4"])
def test_no_die_of_a_deed_is_lost(name: str, situation: dict[str, Any], deed: str, throw: str) -> None:
    rolls = [list(part.value) for part in game_of(name, situation).parse(f"{deed}, {throw}").parts if not isinstance(part, Act)]
    assert rolls == [[int(die) for die in throw.split()[1:]]]


@pytest.mark.parametrize(("said", "defence"), [("Ivan does not pay", 4), ("Ivan no paga", 4), ("Ivan pays", 8)])
def test_players_are_called_by_their_names(said: str, defence: int) -> None:
    game = game_of("ocs", {**OCS, "markers": [{"kind": "dump", "id": "Dump-2", "side": "soviet", "at": "1512", "sp": 3, "t": 2}]})
    game.players = {"german": "Karl", "soviet": "Ivan"}
    record = game.hear(f"44ID attacks 1511; {said}")
    assert record.problem is None and record.rulings[0].computed["defense_total"] == defence


def told(name: str) -> list[tuple[dict[str, Any], str]]:
    """Declarations of several sentences that ask nothing, with their cases."""
    return [(case, text) for case in cases(name) for text in case["declaration"].values() if ";" in text and "?" not in text]


def answers(name: str, case: dict[str, Any], text: str) -> bool:
    """Whether a declaration tells a deed and, behind it, what belongs to it."""
    game = game_of(name, case["situation"])
    try:
        acts = [part for part in game.parse(text).parts if isinstance(part, Act)]
    except NotUnderstood:
        return False
    cls = game.book.acts.get(acts[0].kind) if len(acts) > 1 else None
    return cls is not None and any(act.kind in cls.responses for act in acts[1:])


@partly(16)
@pytest.mark.parametrize("name", BOOKS)
def test_with_commas_it_is_the_same_or_refused(name: str, part: Part) -> None:
    """A deed with its answers between commas is ruled on as between semicolons, or refused; of twenty one at most is read as something else."""
    tried = other = 0
    for case, text in part(told(name)):
        if not answers(name, case, text):
            continue
        rolls = list(case.get("rolls") or ())
        record = game_of(name, case["situation"]).hear(text.replace("; ", ", "), rolls)
        tried += 1
        if record.problem is None:
            plain = game_of(name, case["situation"]).hear(text, rolls)
            same = [(ruling.verdict, ruling.computed) for ruling in plain.rulings] == [(ruling.verdict, ruling.computed) for ruling in record.rulings]
            other += not same
    assert other * 20 <= tried + 19, (other, tried)
