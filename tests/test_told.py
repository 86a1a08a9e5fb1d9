"""What is told counts: hexes of attackers, places of counters named in one breath, signs of numbers, dice that were refused, whose zone is meant."""

from __future__ import annotations

import copy
import random
from typing import Any

import pytest

from adjudicator.files.fault import Broken
from adjudicator.ground.declaration import Act, Stated
from adjudicator.ground.ruling import ILLEGAL, LEGAL
from adjudicator.ground.situation import Situation
from adjudicator.language import NotUnderstood
from adjudicator.play.game import Game
from adjudicator.play.referee import NoSuchAct
from tests.conftest import BOOKS, Part, Refused, cases, game_of, hear, heard, language, partly, rulebook

ZONED = [name for name in BOOKS if name in ("fpa", "pd", "bcs", "arnhem")]
SAMPLE = 60
REFUSALS = (NotUnderstood, NoSuchAct, Refused, Broken)
CORNER = {"bcs": "1.01"}  # a hex of the map far from everything


def attacks(name: str, most: int) -> list[tuple[Game, Act]]:
    """Some legal attacks of the cases of a rulebook, nothing said of where the attackers stand, and the games that they are made in."""
    found: list[tuple[Game, Act]] = []
    for case in random.Random(14).sample(cases(name), len(cases(name))):
        if len(found) == most:
            break
        if case["expect"].get("verdict") != LEGAL or case.get("rolls"):
            continue
        game = Game(rulebook(name), Situation(rulebook(name), case["situation"]), False)
        try:
            parts = game.parse(case["declaration"]["en"]).parts
        except REFUSALS:
            continue
        acts = [part for part in parts if isinstance(part, Act)]
        if len(parts) != 1 or not acts or acts[0].kind not in ("attack", "regular_attack") or not acts[0].slots.get("units"):
            continue
        plain = not acts[0].slots.keys() - {"units", "target", "target_units"}
        if plain and all(game.situation.units[id_].known("at") not in (None, "off_map") for id_ in acts[0].slots["units"]):
            found.append((game, acts[0]))
    return found


@partly(split=False)
@pytest.mark.parametrize("name", BOOKS)
def test_a_hex_named_for_the_attackers_is_where_they_stand(name: str, part: Part) -> None:
    """Named rightly it changes nothing; one more in which none of them stands makes the attack illegal."""
    tried = 0
    for game, act in attacks(name, SAMPLE // part.of):
        judge = game.referee.judge
        if judge(act, [], [], False).verdict != LEGAL:
            continue
        tried += 1
        stands = tuple(dict.fromkeys(game.situation.units[id_].known("at") for id_ in act.slots["units"]))
        right = Act(act.kind, {**act.slots, "from": stands}, act.text, act.start, act.end)
        wrong = Act(act.kind, {**act.slots, "from": (*stands, CORNER.get(name, "0101"))}, act.text, act.start, act.end)
        assert judge(right, [], [], False).verdict == LEGAL, act.text
        ruling = judge(wrong, [], [], False)
        assert ruling.verdict == ILLEGAL and any(finding.key == "stands_elsewhere" for _, finding in ruling.findings), act.text
    assert tried > 2 or part.of > 1


@partly(split=False)
@pytest.mark.parametrize("name", ZONED)
def test_whether_a_unit_has_a_zone_hangs_on_no_enemy(name: str, part: Part) -> None:
    """Has X a ZOC: the same answer with and without the enemies around it."""
    tried = 0
    for case in part(random.Random(7).sample(cases(name), SAMPLE)):
        units = [unit for unit in case["situation"].get("units") or () if unit.get("at") not in (None, "off_map", "track") and "side" in unit]
        if len({unit["side"] for unit in units}) < 2:
            continue
        subject = units[0]
        alone = copy.deepcopy(case["situation"])
        alone = {key: content for key, content in alone.items() if key in ("assume", "weather", "formations", "tables", "scenario", "hexes", "history")}
        answers = []
        for situation in ({**case["situation"]}, {**alone, "units": [subject]}):
            try:
                answers.append(hear(name, f"does {subject['id']} have a ZOC?", situation)[-1].computed.get("answer"))
            except REFUSALS:
                break
        if len(answers) == 2 and answers[0] is not None:
            tried += 1
            assert answers[0] == answers[1], (case["id"], subject["id"])
    assert tried > (10 if part.of == 1 else 0)


@pytest.mark.parametrize(
    ("name", "said"),
    [
        ("fpa", ("3-4", "2-3", "3315")),
        ("gdp", ("3-4", "2-3", "3117")),
        ("pd", ("3-4-2", "2-3-5", "1426")),
        ("ocs", ("3-4-2", "2-3-5", "2210")),
        ("arnhem", ("3-4", "2-3", "1010")),
    ],
)
def test_counters_named_in_one_breath_stand_in_one_hex(name: str, said: tuple[str, ...]) -> None:
    """A 3-4 and B 2-3 at X, with and without commas, in both languages; a semicolon parts them."""
    first, second, place = said
    for text in (
        f"60R {first} and 13R {second} at {place}",
        f"60R {first}, 13R {second} at {place}",
        f"60R {first} y 13R {second} en {place}",
    ):
        game = Game(rulebook(name), Situation(rulebook(name), {}), False)
        heard(game, text)
        assert all(unit.known("at") == place for unit in game.situation.units.values()) and len(game.situation.units) > 1, text
    game = Game(rulebook(name), Situation(rulebook(name), {}), False)
    heard(game, f"60R {first}; 13R {second} at {place}")
    assert game.situation.units["60R"].known("at") is None


FIGHT: dict[str, Any] = {
    "weather": "frost",
    "phase": "german combat 1",
    "active": "german",
    "hexes": {"3315": {"terrain": "clear"}},
    "hexsides": {"3315/3316": []},
    "units": [
        {"id": "25Pz", "side": "german", "kind": "panzer", "size": "division", "attack": 6, "defense": 5, "steps": 4, "at": "3316"},
        {"id": "11R", "side": "soviet", "kind": "rifle", "size": "corps", "attack": 3, "defense": 4, "steps": 2, "at": "3315"},
    ],
}


def test_dice_that_were_refused_are_not_thrown_again() -> None:
    """A die that cannot be is told again, rightly: it is the only one."""
    for refused in ((9,), (3, 4)):
        game = Game(rulebook("fpa"), Situation(rulebook("fpa"), copy.deepcopy(FIGHT)))
        assert game.hear("25Pz attacks 3315", refused).problem is not None
        again = game.hear("roll 3")
        assert again.problem is None
        assert all(ruling.computed.get("result") == "AS" for ruling in again.rulings)


@pytest.mark.parametrize(("name", "text"), [("bcs", "5FJD rolls for SNAFU with the +2"), ("bcs", "5FJD rolls for SNAFU with +2")])
def test_a_number_with_its_sign_is_no_die(name: str, text: str) -> None:
    parts = language(name).parse(text, Game(rulebook(name), Situation(rulebook(name), {"formations": [{"id": "5FJD"}]})).referee.names()).parts
    assert [part.path for part in parts if isinstance(part, Stated)] == ["claims"] and not any("rolls" in part.slots for part in parts if isinstance(part, Act))


@pytest.mark.parametrize("part", ["lejos de carreteras", "lejos de ríos", "sin carreteras", "sólo infantería"])
def test_words_that_are_borne_out_stand_in_their_part(part: str) -> None:
    """A part that ends where a reader looks further is read as well as any other (found by the long run: a word behind the last one)."""
    unit = {"id": "36", "side": "polish", "kind": "inf", "attack": 1, "defense": 1, "ma": 3, "at": "2016"}
    situation = {
        "assume": "defaults",
        "turn": 5,
        "phase": "supply phase",
        "units": [unit],
        "hexes": {"2020": {"features": ["warsaw"]}},
        "unknown": ["phase", "units[36].at"],
    }
    line = f"La 36 está en 2016, {part}, a cuatro hexes de Varsovia (2020) y sin alemanes a la vista. ¿Está en suministro?"
    record = game_of("pd", situation).hear(line)
    assert record.problem is not None or record.rulings
