"""Questions derived from an act: the act that is supposed, what is asked of its ruling, and that the answer is the ruling's own."""

from __future__ import annotations

import random
from pathlib import Path
from typing import Any

import pytest

from adjudicator.book.situations import of_data
from adjudicator.ground.declaration import Query
from adjudicator.ground.ruling import LEGAL, Ruling
from adjudicator.ground.situation import Situation
from adjudicator.language import Act, Names, NotUnderstood, Stated
from adjudicator.play.asked import YES, lines_of
from adjudicator.play.game import Game
from adjudicator.play.referee import Referee
from tests.conftest import BOOKS, Part, cases, partly, rulebook, spoken

ROOT = Path(__file__).resolve().parent.parent
SPOKEN = spoken("fpa")
NAMES = Names(("16Pz", "19Pz", "9Mech", "47R", "509Tiger", "18AD"), (("KG", "Br"), ("KG", "Ch")))
BOOK = rulebook("fpa")
CASES = [case for case in cases("fpa") if "column" in case["expect"]]


def act(text: str) -> Act:
    """The last act or question of a sentence."""
    return next(part for part in reversed(SPOKEN.parse(text, NAMES).parts) if isinstance(part, Act))


# ---- what is asked
@pytest.mark.parametrize(
    ("text", "what", "name"),
    [
        ("Which column do I roll on if 16Pz attacks 3010?", "value", "column"),
        ("¿En qué columna tiro si 16Pz ataca 3010?", "value", "column"),
        ("16Pz attacks 3010 from 3011. Does the river cost us a column?", "cause", "river"),
        ("Is it concentric if 16Pz and 19Pz attack 3010?", "cause", "concentric"),
        ("¿Es concéntrico si 16Pz y 19Pz atacan 3010?", "cause", "concentric"),
        ("16Pz attacks 3010. Is its attack halved?", "cause", "halved"),
        ("16Pz attacks 3010; what happens on a 4?", "value", "result"),
        ("Must 16Pz attack 3010?", "must", ""),
        ("Am I forced to advance with 16Pz?", "must", ""),
        ("¿Está obligada a avanzar 16Pz?", "must", ""),
        ("Why can't 16Pz attack 3010?", "why", ""),
        ("Is 16Pz forbidden to attack 3010?", "may", ""),
        ("How many hexes does a DR send you back?", "figure", "retreat_hexes"),
        ("I'm attacking 3010; can the Soviet use his air markers to defend it?", "aid", ""),
    ],
)
def test_what_is_asked(text: str, what: str, name: str) -> None:
    found = act(text).slots["ask"]
    assert (found.what, found.name) == (what, name)


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("Can 16Pz attack 3010?", "Must 16Pz attack 3010?"),
        ("Can 16Pz attack 3010?", "Is 16Pz forbidden to attack 3010?"),
        ("Can 16Pz attack 3010?", "Why can't 16Pz attack 3010?"),
        ("16Pz attacks 3010. Do we get a column?", "16Pz attacks 3010. Do we lose a column?"),
        ("16Pz attacks 3010. Does the river cost a column?", "16Pz attacks 3010. Does the town cost a column?"),
        ("How many hexes does a DR send you back?", "How many hexes does 9Mech move?"),
    ],
)
def test_pairs_differ(one: str, other: str) -> None:
    def meaning(text: str) -> Any:
        try:
            return SPOKEN.parse(text, NAMES).parts
        except NotUnderstood as error:
            return error.message_key

    assert meaning(one) != meaning(other)


def test_what_is_supposed_is_not_stated() -> None:
    """A supposition belongs to its question, and changes nothing of the game."""
    (found,) = SPOKEN.parse("What if there's a storm: is 47R in supply?", NAMES).parts
    assert isinstance(found, Act) and found.slots["given"] == (Stated("weather", "storm"),)


@pytest.mark.parametrize(
    "text",
    [
        "Is 16Pz halved if 19Pz attacks 3010?",
        "Can 16Pz attack 3010 for each victory point?",
        "I'm attacking 3010",
        "What do I need to roll to make 9Mech retreat if 16Pz attacks 3010?",
    ],
)
def test_what_is_not_wholly_understood_is_refused(text: str) -> None:
    with pytest.raises(NotUnderstood):
        SPOKEN.parse(text, NAMES)


# ---- what is answered: of every attack of the book's cases, what its ruling says
def game(case: dict[str, Any]) -> Game:
    """The position of a case."""
    found = Game(BOOK, of_data(BOOK, case["situation"], case["id"]))
    found.referee.language = SPOKEN
    return found


def judged(case: dict[str, Any]) -> tuple[Referee, Act, Ruling] | None:
    """The attack of a case and its ruling, if that is all there is to it."""
    referee = game(case).referee
    parts = referee.parse(case["declaration"]["en"]).parts
    if len(parts) != 1 or not isinstance(parts[0], Act) or parts[0].kind != "attack" or parts[0].slots.get("question"):
        return None
    return referee, parts[0], referee.judge(parts[0], [], [], True)


def asked(referee: Referee, deed: Act, query: Query) -> Ruling:
    """The ruling on a question about that attack."""
    return referee.judge(Act(deed.kind, {**deed.slots, "question": True, "ask": query}, deed.text, deed.start, deed.end), [], [], True)


@partly()
def test_answers_are_those_of_the_ruling(part: Part) -> None:
    """Column, odds and each cause of a shift are answered as the ruling on the act has them, and nothing happens on the map."""
    seen = 0
    for case in part(CASES):
        found = judged(case)
        if found is None or found[2].verdict != LEGAL or found[2].needs:
            continue
        referee, deed, ruling = found
        for name in ("column", "odds"):
            answer = asked(referee, deed, Query("value", name))
            assert answer.computed["answer"] == ruling.computed[name] and not answer.effects and not answer.records, case["id"]
        for name, _, marks in SPOKEN.asks.causes:
            query = Query("cause", name, marks)
            there = any(line[1] for line in lines_of(ruling, query))
            assert (asked(referee, deed, query).computed["answer"] == YES) == there, (case["id"], name)
            seen += there
        total = sum(finding.by for _, finding in ruling.shifts)
        assert asked(referee, deed, Query("value", "shifts")).computed["answer"] == total, case["id"]
    assert seen * part.of > 40


@partly(3)
def test_a_question_about_what_was_declared_is_answered_on_the_position_before_it(part: Part) -> None:
    """16Pz attacks 3010. Which column do I roll on? The same on one line and on two."""
    for case in part([case for case in CASES if not case.get("rolls")][::6]):
        text = case["declaration"]["en"]
        if "?" in text or ";" in text:
            continue
        whole = game(case).hear(f"{text}. Which column do I roll on?")
        lines = game(case)
        lines.hear(text)
        apart = lines.hear("which column do I roll on?")
        if whole.problem is None and whole.rulings[0].verdict == LEGAL and not whole.rulings[0].needs:
            assert whole.rulings[-1].computed["answer"] == whole.rulings[0].computed["column"] == apart.rulings[-1].computed["answer"], case["id"]


@pytest.mark.parametrize(("ordinal", "number"), [("in the first turn", "in turn 1"), ("on the third turn", "on turn 3")])
def test_an_ordinal_names_its_turn(ordinal: str, number: str) -> None:
    """What is asked of the first turn is asked of turn 1."""
    book = rulebook("fpa")
    told = [Game(book, Situation(book, {"rulebook": "fpa"})).hear(f"Do we roll for weather {when}?", []).rulings[0] for when in (ordinal, number)]
    assert told[0].computed == told[1].computed and told[0].cites == told[1].cites


def test_how_much_is_answered_by_the_figure() -> None:
    """Not by whether it is paid; whatever stands before a colon."""
    book = rulebook("bcs")
    hq = {"id": "277VG HQ", "side": "german", "formation": "277VG", "kind": "hq", "command_range": 5, "at": "20.30"}
    stopping = {"side": "us", "attack_capable": True, "ma": 4, "ma_class": "leg", "shown": "deployed"}
    formation = {"id": "277VG", "side": "german", "snafu": "complete", "fatigue": 0}
    situation = {
        "rulebook": "bcs",
        "phase": "obj_placement",
        "active": "german",
        "active_formation": "277VG",
        "activation": "initial",
        "options": {"6.4": True},
        "formations": [formation],
        "units": [hq, {**stopping, "id": "1/23", "at": "20.12"}, {**stopping, "id": "2/23", "at": "20.28"}],
        "markers": [{"kind": "obj", "source": "snafu", "at": "20.28"}],
    }
    for text in ("Planned fatigue: how much fatigue do I pay for an extra OBJ on 20.12?", "How much fatigue do I pay for an extra OBJ on 20.12?"):
        record = Game(book, Situation(book, situation)).hear(text, [])
        assert record.problem is None and record.rulings[-1].computed["answer"] == 1, text


@pytest.mark.parametrize("name", BOOKS)
def test_how_a_thing_stands_is_answered_with_a_number(name: str) -> None:
    """Whether a unit is reduced, eliminated, in supply, whether a hex is clear: what is answered names its rule."""
    book, answered = rulebook(name), 0
    for case in random.Random(f"stands {name}").sample(cases(name), 4):
        data = case["situation"] or {}
        for unit in [unit["id"] for unit in data.get("units", ()) if "at" in unit][:1]:
            for text in ("is {} reduced?", "is {} dead?", "is {} in supply?", "¿está {} reducida?"):
                for ruling in Game(book, of_data(book, data, case["id"])).hear(text.format(unit)).rulings:
                    answered += "answer" in ruling.computed
                    assert ruling.cites or "answer" not in ruling.computed, (case["id"], text, unit)
    assert answered


@pytest.mark.parametrize("text", ["is {} activated?", "has {} been activated?", "¿está activada {}?"])
def test_whether_it_is_activated_is_as_rules_take_it(text: str) -> None:
    """gdp 6.0, pd 4.0: who may act because he is activated is activated, also where no history tells of it."""
    own = {"side": "german", "at": "3120"}
    gdp = {"active": "german", "activated": ["A1"], "units": [{"id": "A1", **own}, {"id": "A2", **own}]}
    pd = {"active": "german", "units": [{"id": "A1", **own}, {"id": "A2", "activated": False, **own}, {"id": "B1", "side": "polish", "at": "3121"}]}
    for name, data, rule in (("gdp", gdp, "6.0"), ("pd", pd, "4.0")):
        for unit in data["units"]:
            (ruling,) = Game(rulebook(name), of_data(rulebook(name), data, text)).hear(text.format(unit["id"])).rulings
            assert ruling.computed["answer"] == ("yes" if unit["id"] == "A1" else "no") and rule in ruling.cites, (name, unit)


@pytest.mark.parametrize(
    "text",
    [
        "{} VP for the Soviets, who has won?",
        "With {} VP, who wins?",
        "{} VP. Who wins?",
        "{} PV para los soviéticos, ¿quién ha ganado?",
        "Con {} PV, ¿quién gana?",
    ],
)
@pytest.mark.parametrize(("points", "winner"), [(33, "soviet"), (28, "draw"), (12, "german")])
def test_an_amount_before_a_question_is_told(text: str, points: int, winner: str) -> None:
    """fpa 4.3: the points that stand before the question are those that it is about."""
    book = rulebook("fpa")
    (ruling,) = Game(book, of_data(book, {"turn": 8, "phase": "end of turn 8"}, text)).hear(text.format(points)).rulings
    assert ruling.computed["answer"] == winner
