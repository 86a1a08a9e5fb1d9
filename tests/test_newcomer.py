"""What somebody asks who has read the rules and nothing else: no answer to half a question, no number without its die, no verdict without a reason."""

from __future__ import annotations

import pytest

from adjudicator.ground.ruling import LEGAL, UNDETERMINED
from adjudicator.play.game import Game
from tests.conftest import rulebook

FIGHT = "Soviet 7GTk 8-8 at 3011; Soviet 6GTk 8-8 at 3009; 3010 is clear; german 16Pz 4-4 at 3010; frost; 7GTk and 6GTk attack 3010; "
WAY = "3010 is woods; 3009 is clear; Dnestr between 3011 and 3010; no river between 3010 and 3009; {weather}; 16Pz 4-4 at 3011; {asked}"
ASKED = "how many movement points does 16Pz pay to go 3011-3010-3009"


@pytest.mark.parametrize("text", ["does a storm cancel the KG combat shift?", "does a storm cancel the KG bananas?"])
def test_what_is_asked_about_is_never_told_back(text: str) -> None:
    heard = Game(rulebook("fpa")).hear(text)
    assert heard.problem is not None and not heard.rulings


@pytest.mark.parametrize("weather", ["thaw", "storm", "frost"])
def test_a_way_costs_the_same_asked_and_declared(weather: str) -> None:
    """A river on the way asks for its die, or takes the one that is told."""
    asked = Game(rulebook("fpa")).hear(WAY.format(weather=weather, asked=f"{ASKED}?")).rulings[0]
    assert (asked.verdict == UNDETERMINED) == (weather != "frost")
    told = Game(rulebook("fpa")).hear(WAY.format(weather=weather, asked=f"{ASKED} with a river roll of 5?" if weather != "frost" else f"{ASKED}?")).rulings[0]
    done = Game(rulebook("fpa")).hear(WAY.format(weather=weather, asked="16Pz goes 3011-3010-3009" + ("; roll 5" if weather != "frost" else ""))).rulings[0]
    assert told.verdict == done.verdict == LEGAL and told.computed["answer"] == done.computed["cost"]


@pytest.mark.parametrize("asked", ["does 16Pz have to retreat?", "must 16Pz retreat?", "¿tiene que retirarse la 16Pz?"])
def test_what_must_be_is_never_illegal_behind_an_open_deed(asked: str) -> None:
    ruling = Game(rulebook("fpa")).hear(FIGHT + asked).rulings[-1]
    assert ruling.verdict == UNDETERMINED and ruling.needs


@pytest.mark.parametrize("text", ["Soviet rifle corps 47R 3-4 at 2506", "cuerpo de fusileros soviético 47R 3-4 en 2506"])
def test_a_rifle_corps_is_one(text: str) -> None:
    game = Game(rulebook("fpa"))
    game.hear(text)
    assert game.situation.units["47R"].kind == "rifle"


def test_what_no_rule_reads_is_said_in_words() -> None:
    problem = Game(rulebook("fpa")).hear("2607 is in supply").problem
    assert problem is not None and "key" not in problem.text("en") and "clave" not in problem.text("es")
