"""What players say that both sides of a fight bring is compared with what they bring, in whatever words it is said."""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import Any

import pytest

from adjudicator.ground.ruling import ILLEGAL
from tests.conftest import Part, cases, game_of, partly

BOTH = {
    "en": (
        "{deed}, {a} against {d}",
        "{deed}: {a} to {d}",
        "{deed} with {a} factors against {d}",
        "{deed}. That makes {a} to {d}",
        "{deed}: attack {a}, defence {d}",
    ),
    "es": ("{deed}, {a} contra {d}", "{deed} con {a} factores contra {d}", "{deed}: ataque {a}, defensa {d}"),
}
DEFENCE = {"en": ("{deed}; the defence is {d}", "{deed}. The defenders defend with {d}"), "es": ("{deed}; la defensa es {d}",)}
ATTACK = {"en": ("{deed}, its attack is {a}", "{deed} with {a} points"), "es": ("{deed} con {a} puntos",)}
DRAWN = 8


def fights(book: str) -> Iterator[tuple[dict[str, Any], str, str, int, int]]:
    """Some cases of a lone attack whose totals are known, with the language and the text of the deed."""
    found = [case for case in cases(book) if "attack_total" in (case["expect"].get("computed") or {}) and case["expect"].get("verdict") != ILLEGAL]
    random.Random(3).shuffle(found)
    left = DRAWN
    for case in found:
        for lang, text in case["declaration"].items():
            heard = game_of(book, case["situation"]).hear(text)
            if len(heard.rulings) != 1 or not text[-1:].isdigit() or ":" in text or "," in text or heard.wrong or heard.rulings[0].kind != "attack":
                continue
            ours, theirs = heard.rulings[0].computed.get("attack_total"), heard.rulings[0].computed.get("defense_total")
            if "question" not in heard.rulings[0].act.slots and type(ours) is type(theirs) is int and left:
                left -= 1
                yield case, lang, text, ours, theirs
        if not left:
            return


@partly(3, split=False)
@pytest.mark.parametrize("book", ["fpa", "gdp", "pd"])
def test_a_strength_that_is_told_is_that_of_the_ruling_or_wrong(book: str, part: Part) -> None:
    tried = understood = 0
    for at, (case, lang, deed, ours, theirs) in enumerate(fights(book)):
        for forms, by in ((BOTH, (1, 0)), (BOTH, (0, 1)), (BOTH, (0, 0)), (DEFENCE, (0, 1)), (DEFENCE, (0, 0)), (ATTACK, (1, 0)), (ATTACK, (0, 0))):
            for form in part.turned(at)(forms[lang]):
                text = form.format(deed=deed, a=ours + by[0], d=theirs + by[1])
                if {str(ours + by[0]), str(theirs + by[1])} & {str(unit["id"]) for unit in case["situation"]["units"]}:
                    continue  # a unit that is called by that number
                heard = game_of(book, case["situation"]).hear(text)
                tried += 1
                if heard.problem is None:
                    understood += 1
                    assert bool(heard.wrong) == any(by), (case["id"], text)
    assert understood > 0.85 * tried > 40 / part.of, f"{understood} of {tried} understood"
