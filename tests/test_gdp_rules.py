"""Disputes of Grossdeutschland Panzer beyond the conformance cases, in both languages, and the files of the rulebook."""

from __future__ import annotations

from typing import Any

import pytest

from adjudicator import book
from adjudicator.commands import conformance
from adjudicator.ground.situation import Situation
from adjudicator.play.game import Game, language_of
from adjudicator.play.referee import worst
from tests.conftest import heard

BOOK = book.load("gdp")
LANGUAGE = language_of(BOOK)
TEC: dict[str, Any] = {
    "clear": {"drm": 0, "move": [1, 1, 1], "blocks": False}, "wood": {"move": [2, "H", "ALL"], "drm": 1, "blocks": True},
    "hill": {"drm": 2, "move": [2, 2, 2], "blocks": False}, "road": {"move": [1, 0.5, 0.5]}, "river": {"move": ["+2", "NA", "NA"]},
}  # fmt: skip


def foot(id_: str, at: str | None, side: str = "german", **more: Any) -> dict[str, Any]:
    """A foot company; its battalion is the end of its name."""
    unit = {"id": id_, "side": side, "formation": id_.rpartition("-")[2], "kind": "infantry", "class": "foot", "attack": 4, "defense": 4, "ma": 4, **more}
    return unit if at is None else {**unit, "at": at}


def tank(id_: str, at: str, side: str = "german", **more: Any) -> dict[str, Any]:
    """A tank company."""
    return foot(id_, at, side, **{"kind": "armor", "class": "tracked", "attack": 8, "defense": 6, "ma": 8, **more})


def table(*units: dict[str, Any], sides: dict[str, list[str]] | None = None, **more: Any) -> dict[str, Any]:
    """A position in column 20, all clear."""
    rows = range(2001, 2026)
    hexes = {str(row): {"terrain": "clear", "features": []} for row in rows}
    hexsides: dict[str, list[str]] = {f"{row}/{row + 1}": [] for row in rows}
    hexes.update(more.pop("hexes", {}))
    return {
        "time": "day", "weather": "sunny", "phase": "activation", "active": "german", "tables": {"tec": TEC}, "hexes": hexes,
        "hexsides": {**hexsides, **(sides or {})}, "units": list(units), **more,
    }  # fmt: skip


EVENTS = {"attacker": {"name": "Charge", "color": "blue", "drm": -1}, "defender": {"name": "Off Target", "color": "red", "drm": 1}}
RIF = foot("1-1Rif", "2011", "soviet")

DISPUTES: list[tuple[str, dict[str, Any], tuple[str, str], list[int], str, dict[str, Any], str]] = [
    ("bridge by day", table(foot("1K-1Gr", "2010"), RIF, sides={"2010/2011": ["river", "bridge"]}, chit="1Gr", events=EVENTS),
     ("1K-1Gr attacks 2011 over the bridge", "1K-1Gr ataca 2011 por el puente"), [1, 2, 3], "legal", {"modified": 7, "result": "-"}, "10.8"),
    ("seven to five", table(foot("1K-1Gr", "2010", attack=7), foot("1-1Rif", "2011", "soviet", defense=5), chit="1Gr", events=EVENTS),
     ("1K-1Gr attacks 2011", "1K-1Gr ataca 2011"), [3, 4], "legal", {"odds": "2:1", "result": "DR"}, "10.1"),
    ("second attack", table(foot("1K-1Gr", "2010"), RIF, chit="1Gr", history={"1K-1Gr": [{"act": "attack", "hex": "2011"}]}),
     ("1K-1Gr attacks 2011 again", "1K-1Gr ataca 2011 otra vez"), [], "illegal", {}, "10.0"),
    ("pinned attacker", table(foot("1K-1Gr", "2010", pinned=True), RIF, chit="1Gr"),
     ("1K-1Gr attacks 2011", "1K-1Gr ataca 2011"), [], "illegal", {}, "10.1"),
    ("own hex support", table(foot("1-1Rif", "2011", "soviet"), foot("7Btty-3Art", "2010", artillery_range=8, kind="artillery"), active="soviet", chit="1Rif"),
     ("1-1Rif attacks 2010; 7Btty-3Art supports the defence", "1-1Rif ataca 2010; 7Btty-3Art apoya la defensa"), [], "illegal", {}, "10.2"),
    ("silent gun", table(foot("1K-1Gr", "2010"), RIF, foot("7Btty-3Art", "2005", artillery_range=8, kind="artillery", supply="out"), chit="1Gr"),
     ("1K-1Gr attacks 2011 with 7Btty-3Art in support", "1K-1Gr ataca 2011 con apoyo de 7Btty-3Art"), [], "illegal", {}, "5.2"),
    ("entry and attack", table(foot("9K-3Fus", "2010", reinforcement="A"), RIF, {"id": "HQ-3Fus", "side": "german", "formation": "3Fus", "kind": "hq",
     "command_range": 2, "at": "2025"}, chit="3Fus"), ("9K-3Fus attacks 2011", "9K-3Fus ataca 2011"), [], "legal", {"odds": "1:1"}, "4.0"),
    ("all of it", table(foot("1K-1Fus", "2010", **{"class": "wheeled", "ma": 8}), chit="1Fus", hexes={"2011": {"terrain": "wood"}}),
     ("1K-1Fus moves 2010-2011", "1K-1Fus mueve 2010-2011"), [], "legal", {"cost": 8, "allowance": 8}, "9.0"),
    ("one hex always", table(foot("1K-1Gr", "2010", ma=1), chit="1Gr", hexes={"2011": {"terrain": "wood"}}),
     ("1K-1Gr moves 2010-2011", "1K-1Gr mueve 2010-2011"), [], "legal", {"cost": 2, "allowance": 1}, "9.0"),
    ("slow stack", table(foot("1K-Eng", "2010", kind="engineer"), tank("Flame-Eng", "2010", ma=7), chit="Eng"),
     ("Flame-Eng and 1K-Eng move together 2011-2012-2013-2014-2015", "Flame-Eng y 1K-Eng mueven juntas 2011-2012-2013-2014-2015"), [], "illegal",
     {"cost": 5, "allowance": 4}, "9.3"),
    ("road out of a ZOC", table(tank("5K-2Pz", "2010"), RIF, chit="2Pz", sides={"2009/2010": ["road"]},
     hexes={"2009": {"terrain": "clear", "features": ["road"]}, "2010": {"terrain": "clear", "features": ["road"]}}),
     ("5K-2Pz moves by road 2010-2009", "5K-2Pz mueve por carretera 2010-2009"), [], "illegal", {"cost": 2}, "8.0"),
    ("two on a tank", table(tank("5K-2Pz", "2010"), foot("1K-1Gr", "2010"), foot("2K-1Gr", "2010", riding="5K-2Pz"), chit="2Pz"),
     ("1K-1Gr mounts 5K-2Pz", "1K-1Gr monta en 5K-2Pz"), [], "illegal", {}, "9.5"),
    ("debark too late", table(foot("1K-1Fus", "2010", **{"class": "wheeled", "ma": 8}), chit="1Fus"),
     ("1K-1Fus moves 2011-2012-2013-2014-2015 and debarks in 2015", "1K-1Fus mueve 2011-2012-2013-2014-2015 y desembarca en 2015"), [], "illegal", {}, "9.6"),
    ("both ways", table(foot("1K-1Fus", "2010", **{"class": "wheeled", "ma": 8}), chit="1Fus"),
     ("1K-1Fus debarks in 2010 and re-embarks", "1K-1Fus desembarca en 2010 y reembarca"), [], "illegal", {}, "9.6"),
    ("HQ last defender", table({"id": "HQ-1Gr", "side": "german", "formation": "1Gr", "kind": "hq", "defense": 1, "at": "2010"}, foot("1-1Rif", "2011",
     "soviet"),
     active="soviet", pending={"result": "DC", "hex": "2010", "attackers": ["1-1Rif"], "defenders": ["HQ-1Gr"]}),
     ("the German takes the loss from HQ-1Gr", "el aleman elige HQ-1Gr para la baja"), [], "legal", {}, "10.4"),
    ("second hex on foot", table(foot("1K-1Gr", "2010"), pending={"result": "DE", "hex": "2011", "attackers": ["1K-1Gr"], "steps_taken": True}),
     ("1K-1Gr advances 2011-2012", "1K-1Gr avanza 2011-2012"), [], "illegal", {}, "10.6"),
    ("light flak", table(RIF, foot("2-1Rif", "2011", "soviet"), foot("1K-1Gr", "2010"), foot("LtFlak-1Gr", "2004", kind="light_aa"), active="soviet",
     chit="1Rif",
     events={"attacker": {"name": "Airstrike", "color": "blue", "drm": -3}, "defender": {"name": "Off Target", "color": "red", "drm": 1}}),
     ("1-1Rif and 2-1Rif attack 2010; LtFlak-1Gr fires at the Airstrike", "1-1Rif y 2-1Rif atacan 2010; LtFlak-1Gr dispara contra Airstrike"),
     [2, 2, 2, 3, 4], "legal", {"modified": 5}, "10.7"),
    ("cloudy airstrike", table(foot("1K-1Gr", "2010"), RIF, chit="1Gr", weather="cloudy",
     events={"attacker": {"name": "Airstrike", "color": "blue", "drm": -3}, "defender": {"name": "Off Target", "color": "red", "drm": 1}}),
     ("1K-1Gr attacks 2011", "1K-1Gr ataca 2011"), [3, 3], "legal", {"modified": 7}, "14.1"),
    ("lone tank under fire", table(foot("7Btty-3Art", "2010", artillery_range=12, kind="artillery"), foot("1K-1Gr", "2012"), tank("1T34-2Tk", "2017", "soviet"),
     chit="3Art", los={"2012/2017": "clear"}), ("7Btty-3Art barrages 2017, observed by 1K-1Gr", "7Btty-3Art hace barrera contra 2017, observado por 1K-1Gr"),
     [5, 5, 5], "legal", {"result": "hit_reduced_only"}, "11.2"),
    ("one of each", table(tank("1Tiger-3Pz", "2010", direct_range=5), tank("1T34-2Tk", "2013", "soviet"), chit="3Pz"),
     ("1Tiger-3Pz fires direct at 1T34-2Tk", "1Tiger-3Pz hace fuego directo contra 1T34-2Tk"), [6, 3], "legal", {"result": "miss"}, "11.3"),
    ("fire after the attack", table(tank("1Tiger-3Pz", "2010", direct_range=5), tank("1T34-2Tk", "2013", "soviet"), chit="3Pz",
     history={"1Tiger-3Pz": [{"act": "attack", "hex": "2011"}]}), ("1Tiger-3Pz fires direct at 2013", "1Tiger-3Pz hace fuego directo contra 2013"), [],
     "illegal", {}, "11.3"),
    ("dismounting", table(tank("5K-2Pz", "2012"), foot("1K-1Fus", "2012"), tank("1Su85-AT", "2015", "soviet", direct_range=5),
     pending={"act": "dismount", "units": ["1K-1Fus"], "hex": "2012", "tank": "5K-2Pz"}),
     ("1Su85-AT makes opportunity fire at 1K-1Fus in 2012", "1Su85-AT hace fuego de oportunidad contra 1K-1Fus en 2012"), [], "illegal", {}, "9.5"),
    ("pontoon blown", table(foot("1K-Eng", "2010", kind="engineer"), chit="Eng", sides={"2010/2011": ["river"]},
     markers=[{"kind": "pontoon", "at": "2010/2011", "state": "completed", "id": "p1"}]),
     ("1K-Eng demolishes the pontoon 2010/2011", "1K-Eng demuele el ponton 2010/2011"), [2], "legal", {"result": "sunk"}, "12.0"),
    ("no pontoon in snow", table(foot("1K-Eng", "2010", kind="engineer"), chit="Eng", weather="snow", sides={"2010/2011": ["river"]}),
     ("1K-Eng builds a pontoon bridge on 2010/2011", "1K-Eng construye un puente de pontones en 2010/2011"), [], "illegal", {}, "12.1"),
    ("trench without engineers", table(foot("1K-1Gr", "2010"), scenario="Lutchessa", phase="setup"),
     ("German trench in 2010", "trinchera alemana en 2010"), [], "illegal", {}, "21.4"),
    ("four points", table(scenario="Akhtyrka", phase="end of scenario", exited=[], hexes={name: {"control": "soviet"} for name in ("3502", "3602", "3603",
     "3702")} | {
     name: {"control": "german"} for name in ("3802", "3803", "3804", "3902")}), ("who has won Akhtyrka?", "quien ha ganado Akhtyrka?"), [], "legal",
     {"vp": 4, "winner": "soviet"}, "19.3"),
]  # fmt: skip


@pytest.mark.parametrize(("name", "position", "texts", "dice", "verdict", "computed", "rule"), DISPUTES, ids=[row[0] for row in DISPUTES])
@pytest.mark.parametrize("lang", [0, 1], ids=["en", "es"])
def test_disputes(
    lang: int, name: str, position: dict[str, Any], texts: tuple[str, str], dice: list[int], verdict: str, computed: dict[str, Any], rule: str
) -> None:
    rulings = heard(Game(BOOK, Situation(BOOK, position)), texts[lang], dice)
    found: dict[str, Any] = {}
    for ruling in rulings:
        found.update(ruling.computed)
    assert worst(rulings) == verdict, [(number, finding.key) for ruling in rulings for number, finding in ruling.findings]
    assert {key: found.get(key) for key in computed} == computed
    assert any(conformance.covers(cited, rule) for ruling in rulings for cited in ruling.cites)


CLOSED = [
    (kind, class_, by_the_front, road, by_the_front and (kind, class_) in (("trench", "wheeled"), ("dragons_teeth", "tracked"), ("dragons_teeth", "wheeled")))
    for kind in ("trench", "minefield", "dragons_teeth", "bunker")
    for class_ in ("foot", "tracked", "wheeled")
    for by_the_front in (True, False)
    for road in (True, False)
]


@pytest.mark.parametrize(("kind", "class_", "by_the_front", "road", "closed"), CLOSED)
def test_what_a_fortification_closes_to_a_move_it_closes_to_advances_and_retreats(kind: str, class_: str, by_the_front: bool, road: bool, closed: bool) -> None:
    """15.2 with 10.5 and 10.6: NA through a green side, road or no road; a minefield has no rear, and is closed to nobody."""
    company = foot("1K-1Gr", "2012", **{"class": class_, "ma": 8})
    hq = foot("HQ-1Gr", "2005", kind="hq")
    marker = [{"kind": kind, "id": "F1", "at": "2011", "faces": ["2012" if by_the_front else "2010"]}]
    sides = {"2011/2012": ["road"], "2010/2011": ["road"]} if road else {}
    fought = {"act": "attack", "steps_taken": True}
    acts: list[tuple[str, dict[str, Any]]] = [
        ("1K-1Gr moves 2012-2011", {"chit": "1Gr", "activated": ["1K-1Gr"]}),
        ("1K-1Gr advances into 2011", {"pending": {**fought, "result": "DE", "hex": "2011", "attackers": ["1K-1Gr"], "defenders": []}}),
        ("1K-1Gr retreats 2012-2011-2010", {"pending": {**fought, "result": "DR", "hex": "2012", "attackers": ["1-1Rif"], "defenders": ["1K-1Gr"]}}),
        ("where may 1K-1Gr retreat?", {"pending": {**fought, "result": "DR", "hex": "2012", "attackers": ["1-1Rif"], "defenders": ["1K-1Gr"]}}),
    ]
    for text, more in acts:
        units = [company, hq, *([foot("1-1Rif", "2013", "soviet")] if "retreat" in text else [])]
        rulings = heard(Game(BOOK, Situation(BOOK, table(*units, sides=sides, markers=marker, **more))), text)
        if text.startswith("where"):
            assert ("2011" in rulings[-1].computed.get("retreats", ())) is not closed, text
        else:
            assert worst(rulings) == ("illegal" if closed else "legal"), text
            assert not closed or any(conformance.covers(cited, "15.2") for ruling in rulings for cited in ruling.cites)
