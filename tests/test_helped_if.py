"""Who helps, said in a condition: what are the odds if 1K-1Gr attacks 2011 and Hummel-1Art supports it?"""

from __future__ import annotations

import pytest

from adjudicator.book.situations import of_data
from adjudicator.language import Names, NotUnderstood
from adjudicator.play.game import Game
from tests.conftest import cases_by_id, game_of, language, rulebook, some

ASKED = (
    "What odds would {0} have against {1} if {2} supports it?",
    "What are the odds if {0} attacks {1} and {2} supports it?",
    "¿Qué proporción sale si {0} ataca {1} y la apoya {2}?",
)
PLAIN = "What are the odds of {0} against {1} with the support of {2}?"


@pytest.mark.parametrize("form", some(ASKED, 1, 2))
def test_the_help_counts(form: str) -> None:
    """A supported attack of the cases: asked with the support in a condition, the odds are those of the attack with it, never those without."""
    book, tried = rulebook("gdp"), 0
    for case in cases_by_id("gdp").values():
        units = {str(unit["id"]): unit for unit in (case["situation"] or {}).get("units", [])}
        guns = next((name for name, unit in units.items() if unit.get("kind") == "artillery" and unit.get("side") == "german"), None)
        first = next((name for name, unit in units.items() if unit.get("kind") in ("infantry", "panzergrenadier") and unit.get("side") == "german"), None)
        met = next((str(unit["at"]) for unit in units.values() if unit.get("side") == "soviet" and str(unit.get("at", ""))[:1].isdigit()), None)
        if guns is None or first is None or met is None or case["situation"].get("pending"):
            continue
        found = []
        for text in (PLAIN.format(first, met, guns), form.format(first, met, guns)):
            record = Game(book, of_data(book, case["situation"], "case")).hear(text)
            found.append([(ruling.verdict, ruling.computed.get("odds"), ruling.computed.get("attack_total")) for ruling in record.rulings])
        if found[0] and found[1]:
            assert found[0] == found[1], (case["id"], found)
            tried += found[0][0][1] is not None
        if tried > 15:
            break
    assert tried > 3, tried


JOINED = {
    "active": "german",
    "phase": "german combat 1",
    "turn": 5,
    "weather": "thaw",
    "assume": "defaults",
    "hexes": {"3010": {"terrain": "clear", "features": []}},
    "units": [
        {"id": name, "side": "german", "kind": "panzer", "size": "division", "class": "mechanized", "at": at, "attack": 4, "defense": 4, "steps": 4}
        for name, at in (("16Pz", "3011"), ("19Pz", "2910"))
    ]
    + [{"id": "47R", "side": "soviet", "kind": "infantry", "size": "corps", "class": "non_mechanized", "at": "3010", "attack": 3, "defense": 4, "steps": 2}],
}


@pytest.mark.parametrize(
    "text",
    [
        "What odds does 16Pz have against 3010 if 19Pz joins in?",
        "What odds does 16Pz have against 3010 if 19Pz also attacks it?",
        "What odds does 16Pz have against 3010 if 19Pz attacks too?",
        "What are the odds if 16Pz attacks 3010 and 19Pz joins in?",
        "What are the odds if 16Pz attacks 3010 together with 19Pz?",
        "¿Qué proporción tiene 16Pz contra 3010 si se suma 19Pz?",
        "¿Qué proporción tiene 16Pz contra 3010 si también ataca 19Pz?",
        "16Pz attacks 3010. What odds if 19Pz joins in?",
        "¿Qué proporción hay si atacan 16Pz y 19Pz 3010 y hay tormenta?",
    ],
)
def test_both_attack(text: str) -> None:
    """Whoever attacks too, joins in, or is with the attacker in a condition, is counted: 8 to 4 is 2:1, never the 1:1 of one alone."""
    record = game_of("fpa", JOINED).hear(text)
    assert record.rulings and record.rulings[-1].computed.get("answer") == "2:1", record.problem


@pytest.mark.parametrize(
    "text", ["What are the odds if 16Pz attacks 3010 and it is a storm?", "What are the odds if 16Pz attacks 3010, but 47R is out of supply?"]
)
def test_what_else_is_supposed(text: str) -> None:
    """How somebody is, said behind the deed that is supposed, is supposed with it; it is no question of its own."""
    record = game_of("fpa", JOINED).hear(text)
    assert len(record.rulings) == 1 and record.rulings[0].act is not None, record.rulings
    assert record.rulings[0].act.slots.get("given"), record.rulings[0].act


@pytest.mark.parametrize(
    "text",
    [
        "Doesn't it move to 2012 with the support of 5K-2Pz?",
        "It doesn't move to 2012 with the support of 5K-2Pz",
        "The Germans do not move to 2012 supported by 5K-2Pz",
        "1K-1Gr attacks 2011; the Germans move to 2012 with the support of 5K-2Pz",
    ],
)
def test_nobody_helps_to_move(text: str) -> None:
    """A move of which only the help is named is refused: it is no move of nobody, and the help is not lost."""
    with pytest.raises(NotUnderstood):
        language("gdp").parse(text, Names(["5K-2Pz", "1K-1Gr"]))
