"""What is added to an attack is asked of that attack; what is paid besides the ground is a line of the move; through a hex goes on."""

from __future__ import annotations

import re
from typing import Any

import pytest

from adjudicator.ground.ruling import ILLEGAL, LEGAL
from tests.conftest import BOOKS, Part, cases_by_id, game_of, partly

ATTACKS = re.compile(r"^(?P<units>[^;,]+?) attacks? (?P<hex>[\d.]+) (?:with|using) (?P<aid>[^;,]+?)\.?$")
ADDED = ("If {units} attacks {hex}, can I commit {aid}?", "If {units} attacks {hex}, could it bring in {aid}?", "Si {units} ataca {hex}, ¿puedo emplear {aid}?")
EXTRA = (
    "Does {0} pay anything for the river if it moves {1}-{2}?",
    "Does the river cost {0} any additional MP if it moves {1}-{2}?",
    "¿Gasta {0} algún PM adicional por el río si mueve {1}-{2}?",
)


def heard(book: str, situation: Any, text: str) -> Any:
    """The last ruling on a line; None if it is not understood."""
    record = game_of(book, situation).hear(text, [])
    return None if record.problem is not None or not record.rulings else record.rulings[-1]


@partly(8)
@pytest.mark.parametrize("book", ["fpa", "gdp", "pd"])
def test_what_is_added_is_asked_of_the_attack_with_it(book: str, part: Part) -> None:
    """Who supposes the attack does not fight it first."""
    asked, wrong = 0, []
    cases = [(case, found) for case in cases_by_id(book).values() if (found := ATTACKS.match(str((case["declaration"] or {}).get("en", ""))))]
    for case, found in part(cases[:: max(1, len(cases) // 10)]):
        parts = found.groupdict()
        alone = heard(book, case["situation"], f"{parts['units']} attacks {parts['hex']}")
        whole = heard(book, case["situation"], f"{parts['units']} attacks {parts['hex']} with {parts['aid']}")
        if alone is None or whole is None or alone.verdict != LEGAL or whole.verdict not in (LEGAL, ILLEGAL):
            continue
        for text in ADDED:
            now = heard(book, case["situation"], text.format(**parts))
            if now is not None and now.computed.get("answer") in ("yes", "no"):
                asked += 1
                wrong += [] if now.computed["answer"] == ("yes" if whole.verdict == LEGAL else "no") else [(case["id"], text, now.computed["answer"])]
    assert not wrong, wrong
    assert asked or book != "fpa" or part.of > 1


@partly(8)
@pytest.mark.parametrize("book", ["fpa", "gdp", "pd", "bcs"])
def test_what_the_river_costs_is_a_line_of_the_move(book: str, part: Part) -> None:
    """It is answered yes just where the move has such a line, and where nothing but its being allowed is open, too."""
    asked = 0
    cases = [case for case in cases_by_id(book).values() if "river" in str((case["situation"] or {}).get("hexsides"))]
    for case in part(cases[:: max(1, len(cases) // 25)]):
        for unit in case["situation"].get("units", ()):
            beside = [
                name.split("/") for name, told in (case["situation"].get("hexsides") or {}).items() if str(unit.get("at")) in name and "river" in str(told)
            ]
            for one, two in beside[:1]:
                there = two if one == str(unit["at"]) else one
                move = heard(book, case["situation"], f"{unit['id']} moves {unit['at']}-{there}")
                if move is None or move.kind != "move":
                    continue
                rivers = [entry for name, ledger in move.ledgers.items() if name.startswith("cost") for entry in ledger if "river" in entry.key]
                for text in EXTRA:
                    now = heard(book, case["situation"], text.format(unit["id"], unit["at"], there))
                    if now is not None and now.computed.get("answer") in ("yes", "no"):
                        asked += 1
                        assert (now.computed["answer"] == "yes") == any(entry.value for entry in rivers), (case["id"], text)
    assert asked or book != "fpa" or part.of > 1


@pytest.mark.parametrize("book", BOOKS)
def test_who_pays_loses_no_step(book: str) -> None:
    """A price is none of steps."""
    case = next(case for case in cases_by_id(book).values() if (case["situation"] or {}).get("units"))
    unit = case["situation"]["units"][0]["id"]
    for text in (f"Does {unit} pay anything to cross it?", f"¿Paga {unit} algo más?"):
        now = heard(book, case["situation"], text)
        assert now is None or now.kind not in ("loss", "take_result"), (book, text)


def test_a_path_through_a_hex_goes_on_from_there() -> None:
    """Whether supply may be traced through a hex: the path does not end in it."""
    asked = set()
    for case in cases_by_id("gdp").values():
        if case["id"].startswith("gdp-5.1") and (case["situation"] or {}).get("units"):
            for unit in case["situation"]["units"][:2]:
                status = heard("gdp", case["situation"], f"Is {unit['id']} in supply?")
                path = str(status.computed.get("path", "")) if status is not None else ""
                if status is None or status.computed.get("answer") != "yes" or "-" not in path:
                    continue
                through = path.split("-")[1] if path.split("-")[0] == str(unit["at"]) else path.split("-")[0]
                for text in (f"Can {unit['id']} trace supply through {through}?", f"¿Puede {unit['id']} trazar suministro por {through}?"):
                    now = heard("gdp", case["situation"], text)
                    if now is not None:
                        asked.add(now.computed.get("answer"))
    assert asked <= {"yes"}


LEFT = ("How many MP does {0} have left?", "How many MP are left to {0}?", "What is the movement allowance of {0}?", "¿Cuántos PM le quedan a {0}?")
WHY = ("Is the defence of {0} halved for having lost a step?", "¿Se reduce a la mitad la defensa de {0} por haber perdido un paso?")


@partly(8)
@pytest.mark.parametrize("book", BOOKS)
def test_what_is_left_and_why_it_is_asked(book: str, part: Part) -> None:
    """What a unit has left that has not moved is what it has; why something is asked is no deed."""
    cases = [case for case in cases_by_id(book).values() if len((case["situation"] or {}).get("units", ())) > 1 and not case["situation"].get("history")]
    for case in part(cases[:: max(1, len(cases) // 6)]):
        unit = case["situation"]["units"][0]["id"]
        base = heard(book, case["situation"], f"How many MP does {unit} have?")
        for text in LEFT if base is not None and "answer" in base.computed else ():
            now = heard(book, case["situation"], text.format(unit))
            assert now is None or now.computed.get("answer") == base.computed["answer"], (case["id"], text)
        for text in WHY:
            now = heard(book, case["situation"], text.format(unit))
            assert now is None or now.kind not in ("loss", "take_result"), (case["id"], text)


@pytest.mark.parametrize("book", ["fpa", "gdp", "pd"])
def test_mps_are_paid_for_a_move_whatever_it_is_called(book: str) -> None:
    asked = 0
    cases = [case for case in cases_by_id(book).values() if len((case["situation"] or {}).get("hexsides") or ()) == 1 and not case["situation"].get("pending")]
    for case in cases[:: max(1, len(cases) // 6)]:
        one, two = next(iter(case["situation"]["hexsides"])).split("/")
        unit = next((unit["id"] for unit in case["situation"].get("units", ()) if str(unit.get("at")) == one), None)
        base = heard(book, case["situation"], f"How many MP does {unit} need to move to {two}?") if unit else None
        for text in (f"How many MP does {unit} need to slip away to {two}?", f"¿Cuántos PM le cuesta a {unit} escabullirse hasta {two}?") if base else ():
            now = heard(book, case["situation"], text)
            if now is not None:
                asked += 1
                assert str(now.computed.get("answer")) == str(base.computed.get("answer")), (case["id"], text)
    assert asked
