"""A unit or hex that a line names is held by what it was taken for, told back, or borne out by the position; else the line is refused."""

from __future__ import annotations

import zlib
from typing import Any

import pytest

from adjudicator.ground.declaration import Act
from adjudicator.play.record import STATE, Record
from adjudicator.sentences.held import told_whole
from tests.conftest import BOOKS, cases, cases_by_id, every, game_of


@pytest.mark.parametrize(
    ("name", "id_", "text"),
    [
        ("ocs", "ocs-ej-08", "I go for 1510 using the panzers (12Pz), the bikes (16MC) and 79Mot from across the river."),
        ("gdp", "gdp-mix-01", "I assault 2011 with 1K-1Gr, 2K-1Gr and throw in the guns of 7Btty-3Art, and the defending side commits 1x105-Art."),
        ("fpa", "fpa-4.2-01", "That was the last step of 9SS. How many VP does it bring?"),
    ],
)
def test_a_lost_name_refuses_the_line(name: str, id_: str, text: str) -> None:
    record = Record(0, text, STATE)
    assert game_of(name, cases_by_id(name)[id_]["situation"]).understand(record, text) is None or record.notes


def test_whose_zone_it_is_is_told_back() -> None:
    ruling = (
        game_of("ocs", cases_by_id("ocs")["ocs-q-t4-ret-b"]["situation"])
        .hear("44GdR retreats from 1510 to 1511. That's in the ZOC of 203Art, so 44GdR pays a step.")
        .rulings[0]
    )
    assert any("203Art" in str(finding.slots) for _, finding in ruling.warnings)


def drawn() -> list[tuple[str, str, str]]:
    """Sentences of cases, each beside another case's sentence of the same book, by lot."""
    found = []
    for name in BOOKS:
        rows = [case for case in cases(name) if zlib.crc32(case["id"].encode()) % 60 == 0]
        found += [(name, case["id"], str(case["declaration"][lang])) for case in rows for lang in ("en", "es")]
    return found


@every(drawn, 4, 2)
def test_every_name_is_somewhere(name: str, id_: str, text: str) -> None:
    """No sentence of a case loses a name that nothing bears out, also where a name is put behind it in brackets: then it is refused, told back or compared."""
    game = game_of(name, cases_by_id(name)[id_]["situation"])
    stranger = next((unit for unit in game.situation.units if unit not in text), None)
    if stranger is None or ";" in text:
        return
    said = f"{text.rstrip('.?! ')} ({stranger}).{'?' if '?' in text else ''}"
    record = Record(0, said, STATE)
    line = game.understand(record, said)
    if line is None:
        return
    parts: list[Any] = [part for parts in line.sentences for part in parts]
    told = " ".join(str(note.slots) for note in record.notes)
    lost = [token for token in (game.referee.words(said)[at] for at in told_whole(game.referee.words(said), parts, said)) if token.text == stranger]
    assert not lost or stranger in told or game.situation.units[stranger].known("at") in repr([part.slots for part in parts if isinstance(part, Act)]), parts


UNIT = {"id": "25Pz", "side": "german", "kind": "panzer", "class": "mechanized", "attack": 6, "defense": 5, "steps": 4, "max_steps": 6, "at": "3316"}


@pytest.mark.parametrize("comms", ["in", "out"])
@pytest.mark.parametrize("size", ["division", "battalion"])
@pytest.mark.parametrize(
    ("told", "asked"),
    [
        ("25Pz is eliminated", "how many VP does the loss of 25Pz give?"),
        ("25Pz is eliminated", "how many VP does its loss give?"),
        ("25Pz was eliminated.", "how many points is that?"),
        ("25Pz está eliminada", "¿cuántos PV da la pérdida de 25Pz?"),
    ],
)
def test_an_elimination_is_told_and_counted(told: str, asked: str, size: str, comms: str) -> None:
    """fpa 4.2: a German division out of communications gives its full steps, anybody else nothing; never the points of those that left the map."""
    points = 6 if size == "division" and comms == "out" else 0
    game = game_of("fpa", {"turn": 6, "weather": "frost", "units": [{**UNIT, "size": size, "comms": comms}]})
    entries = [told, asked] if not told.endswith(".") else [f"{told} {asked}"]
    rulings = [game.hear(entry) for entry in entries][-1].rulings
    assert rulings[-1].computed["answer"] == points and "4.2" in rulings[-1].cites
    assert "25Pz" in game.situation.eliminated


def test_who_was_there_is_not_put_there() -> None:
    """II/13 moves to the hex where I/13 was: the deed is done, and I/13 stays where the position has it."""
    units = [
        {"id": f"{name}/13", "side": "german", "formation": "5FJD", "attack_capable": True, "ma": 4, "ma_class": "leg", "at": "31.10"} for name in ("I", "II")
    ]
    game = game_of("bcs", {"units": units, "hexes": {"31.11": {"mp_cost": 1}}})
    record = game.hear("II/13 moves to 31.11 where I/13 was")
    assert record.problem is None and [ruling.act.kind for ruling in record.rulings if ruling.act] == ["move"]
    assert game.situation.units["I/13"].hex == "31.10" and game.situation.units["II/13"].hex == "31.11"
