"""Questions that lean on the deed before: *…: cost?*, *…. Is that enough?*, *My opponent says that … is illegal. Is he right?* In every book the same."""

from __future__ import annotations

from functools import cache
from typing import Any

import pytest

from adjudicator.book.situations import of_data
from adjudicator.commands.conformance import run_case
from adjudicator.play.game import Game
from tests.conftest import BOOKS, Part, cases_by_id, partly, rulebook

DEEDS = {"attack", "regular_attack", "move"}
MAY = [
    ("{}. Is that legal?", "{}: legal?", "{}. True?", "{}. Can it do that?", "Can I do this: {}?", "I say that {}. Right?", "I reckon {}. Am I right?"),
    ("{}. ¿Es legal?", "{}: ¿legal?", "{}. ¿Está bien?", "{}. ¿Puede hacerlo?", "¿Puedo hacer esto: {}?", "Digo que {}. ¿Correcto?", "{}. ¿Es eso correcto?"),
]
BARRED = [("My opponent claims that {} is illegal. Is he right?",), ("Mi rival dice que {} es ilegal. ¿Tiene razón?",)]
COST = [
    ("{}. What does that cost?", "{}: cost?", "{}, cost?", "{}: MPs used?", "{}: how many MP?", "{}. How many MPs is that?"),
    ("{}. ¿Cuánto cuesta eso?", "{}: ¿coste?", "{}, ¿coste?", "{}: ¿PM gastados?", "{}: ¿cuántos PM?", "{}. ¿Cuántos PM son?"),
]
LEFT = [("{}. How many MP does it have left?",), ("{}. ¿Cuántos PM le quedan?",)]
ENOUGH = [("{}. Does it have enough MP?", "{}. Are its MPs enough?"), ("{}. ¿Tiene bastantes PM?", "{}. ¿Le llegan los PM?")]
ODDS = [
    ("{}. What are the odds?", "{}: odds?", "{} - odds?", "{}; odds?", "{}. Odds?"),
    ("{}. ¿Qué proporción es?", "{}: ¿proporción?", "{} - ¿proporción?", "{}; ¿proporción?", "{}. ¿Proporción?"),
]
COLUMN = [
    ("{}. Which column do I use?", "{}. What column?", "{}: column?", "{}, column?", "{}: which column?"),
    ("{}. ¿Qué columna uso?", "{}. ¿Qué columna?", "{}: ¿columna?", "{}, ¿columna?", "{}: ¿en qué columna?"),
]
HAPPENS = [("{}. What happens?",), ("{}. ¿Qué pasa?",)]


@cache
def deeds(book: str) -> dict[str, tuple[Any, tuple[str, str]]]:
    """A legal deed of each kind in both languages, with its position."""
    found: dict[str, tuple[Any, tuple[str, str]]] = {}
    looked = 0
    for case in cases_by_id(book).values():
        said = case["declaration"]
        if case.get("rolls") or not isinstance(said, dict) or case["expect"].get("verdict", "legal") != "legal":
            continue
        texts = (said["en"].strip().rstrip("."), said["es"].strip().rstrip("."))
        if len(texts[0]) > 60 or any(mark in texts[0] for mark in ";:?,") or any(word in texts[0] for word in (" not ", " and ")):
            continue
        looked += 1
        if len(found) == 2 or looked > 200:
            break
        rulings = [ruled(book, case["situation"], text) for text in texts]
        kinds = {one[-1].kind for one in rulings if one is not None and len(one) == 1 and one[-1].verdict == "legal" and not one[-1].needs}
        if len(kinds) == 1 and kinds <= DEEDS - found.keys() and rulings[0] and rulings[1]:
            found[kinds.pop()] = case["situation"], texts
    return found


def ruled(book: str, situation: Any, text: str) -> list[Any] | None:
    """What is ruled on a line; None if it is not understood."""
    heard = Game(rulebook(book), of_data(rulebook(book), situation, "case")).hear(text)
    return None if heard.problem else list(heard.rulings)


def answers(book: str, kind: str, forms: list[tuple[str, ...]], part: Part) -> dict[str, Any]:
    """What is answered to each form of a question on that deed of a book."""
    situation, texts = deeds(book)[kind]
    lines = [form.format(text) for text, of_lang in zip(texts, forms, strict=True) for form in part(of_lang)]
    told = {line: ruled(book, situation, line) for line in lines}
    return {line: rulings and rulings[-1].computed.get("answer") for line, rulings in told.items()}


@pytest.mark.parametrize("book", BOOKS)
def test_every_book_has_deeds_to_lean_on(book: str) -> None:
    """Else the tests below ask nothing."""
    assert deeds(book) or book == "arnhem"


@partly(3)
@pytest.mark.parametrize("book", BOOKS)
def test_whether_it_may_be(book: str, part: Part) -> None:
    """It is legal, whoever says so; who says that it is not is wrong; it has enough."""
    for kind in deeds(book):
        assert set(answers(book, kind, MAY, part).values()) == {"yes"}, answers(book, kind, MAY, part)
        assert set(answers(book, kind, BARRED, part).values()) == {"no"}, answers(book, kind, BARRED, part)
    if "move" in deeds(book):
        assert set(answers(book, "move", ENOUGH, part).values()) == {"yes"}


@partly(3)
@pytest.mark.parametrize("book", BOOKS)
def test_what_it_costs(book: str, part: Part) -> None:
    """The cost of the move before, in any wording; what is left is none of it."""
    if "move" not in deeds(book):
        return
    situation, texts = deeds(book)["move"]
    move = (ruled(book, situation, texts[0]) or [])[-1]
    if "cost" not in move.computed:
        return
    assert set(map(str, answers(book, "move", COST, part).values())) == {str(move.computed["cost"])}, answers(book, "move", COST, part)
    left = set(answers(book, "move", LEFT, part).values())
    assert len(left) == 1 and None not in left


@partly(3)
@pytest.mark.parametrize("book", ["fpa", "gdp", "pd"])
def test_its_odds_and_its_column(book: str, part: Part) -> None:
    """The odds of the attack before, and the column: never none."""
    for forms, name in ((ODDS, "odds"), (COLUMN, "column")):
        situation, texts = deeds(book)["attack"]
        attack = (ruled(book, situation, texts[0]) or [])[-1]
        told = answers(book, "attack", forms, part)
        assert set(told.values()) == {attack.computed[name]}, told


@pytest.mark.parametrize("book", BOOKS)
def test_what_happens(book: str) -> None:
    """What happens is what the ruling on the deed says."""
    for kind, (situation, texts) in deeds(book).items():
        for text, (form,) in zip(texts, HAPPENS, strict=True):
            rulings = ruled(book, situation, form.format(text))
            assert rulings is not None and [one.kind for one in rulings] == [kind], form.format(text)


@partly(3)
@pytest.mark.parametrize("book", BOOKS)
def test_what_is_only_supposed_is_asked_about(book: str, part: Part) -> None:
    """If it does, is that legal; suppose it does: the answer is that of the deed, and thanks are no advance."""
    forms = [
        ("If {}, is that legal?", "Suppose {}. Is that allowed?", "Say {}: legal or not?", "{}. Are we sure?", "We're arguing about this: {}. Who is right?"),
        ("Si {}, ¿es legal?", "Suponiendo que {}, ¿está permitido?", "Pongamos que {}: ¿legal o no?", "{}. ¿Seguro?", "¿Qué dice el reglamento si {}?"),
    ]
    wrong = [("Is there any problem if {}?", "Is anything wrong with this: {}?"), ("¿Hay algún problema si {}?", "¿Hay algo mal en esto: {}?")]
    told = [("{}. Thanks in advance", "Hi! {}. Thanks!", "{}. Why?", "{}. Which rule says so?"), ("{}. Gracias de antemano", "{}, supongo.", "{}. ¿Por qué?")]
    for kind, (situation, texts) in deeds(book).items():
        assert set(answers(book, kind, forms, part).values()) == {"yes"}, answers(book, kind, forms, part)
        assert set(answers(book, kind, wrong, part).values()) == {"no"}, answers(book, kind, wrong, part)
        for text, of_lang in zip(texts, told, strict=True):
            for form in part(of_lang):
                rulings = ruled(book, situation, form.format(text))
                assert rulings is not None and [(one.kind, one.verdict) for one in rulings] == [(kind, "legal")], form.format(text)


@partly(3, split=False)
@pytest.mark.parametrize("book", ["fpa", "gdp", "pd"])
def test_whether_units_may_be_in_a_hex_is_no_question_of_where_they_stand(book: str, part: Part) -> None:
    """Can X, Y and Z be in H: as if it were asked whether they fit, in both languages; never a plain yes because they stand there."""
    weighed = 0
    for case in cases_by_id(book).values():
        stands: dict[str, list[str]] = {}
        for unit in case["situation"].get("units") or ():
            stands.setdefault(str(unit.get("at")), []).append(unit["id"])
        at, crowd = max(stands.items(), key=lambda one: len(one[1]), default=("", []))
        if len(crowd) < 2 or at not in case["situation"].get("hexes", {}) or weighed * part.of > 24:
            continue
        weighed += 1
        for fits, forms, word in (
            ("Do {} fit in {}?", ("Can {} be in {}?", "Could {} be in {}?"), " and "),
            ("¿Caben {} en {}?", ("¿Pueden estar {} en {}?", "¿{} pueden estar en {}?"), " y "),
        ):
            expected, *others = [ruled(book, case["situation"], form.format(word.join(crowd), at)) for form in (fits, *forms)]
            assert expected is not None
            for rulings in others:
                assert rulings is not None, (case["id"], crowd)
                assert [(one.kind, one.computed) for one in rulings] == [(one.kind, one.computed) for one in expected], (case["id"], crowd)
    assert weighed * part.of > 4


def test_whether_it_may_be_is_never_whether_it_must() -> None:
    """1-1Rif retreats 2011-2012. Is that legal? It has to retreat, but not so."""
    case = cases_by_id("gdp")["gdp-x-10.5-08"]
    for line in ("1-1Rif retreats 2011-2012. Is that legal?", "1-1Rif se retira 2011-2012. ¿Es legal?", "1-1Rif retreats 2011-2012. Can it do that?"):
        rulings = ruled("gdp", case["situation"], line)
        assert rulings is not None and rulings[-1].computed["answer"] == "no", line


def test_plurals_are_known() -> None:
    """A noun of the lexicon is known in its plural, an adjective in its forms; what is a verb too stays one."""
    words = Game(rulebook("fpa"), of_data(rulebook("fpa"), cases_by_id("fpa")["fpa-13.0-04"]["situation"], "case")).referee.words
    known = {"battles": "attack", "turnos": "turn", "routes": "path", "modificadores": "bonus", "victories": "win", "apoyos": "support"}
    for word, concept in known.items():
        means = [meaning for token in words(word) for kept in token.means.values() for meaning in kept]
        assert ("NOUN", concept) in means, (word, means)
    assert words("opens")[0].classes[0] == "V"


@partly(3, split=False)
@pytest.mark.parametrize("book", ["fpa", "gdp", "pd"])
def test_a_question_behind_a_deed_tells_its_shifts_once_more(book: str, part: Part) -> None:
    """Shifts and modifiers that a case expects are those of the deed, whatever is asked behind it."""
    tried = 0
    for case in cases_by_id(book).values():
        said, expect = case["declaration"], case["expect"]
        rows = [row for key in ("shifts", "drms") for row in expect.get(key) or () if row["by"]]
        if not rows or case.get("rolls") or not isinstance(said, dict) or len(said["en"]) > 80 or any(mark in said["en"] for mark in ";?"):
            continue
        asked = {"en": f"{said['en'].strip().rstrip('.')}. Which column do I use?", "es": f"{said['es'].strip().rstrip('.')}. ¿Qué columna uso?"}
        differs = run_case(
            rulebook(book), {**case, "declaration": asked, "expect": {key: expect[key] for key in ("verdict", "shifts", "drms") if key in expect}}
        ).differs
        told = [each for each in differs.values() if "error" not in each]
        assert not any({"shifts", "drms"} & each.keys() for each in told), (asked, differs)
        tried += len(told) < len(differs) or not differs
        if tried == 6 // part.of:
            break
    assert tried


@partly(3)
@pytest.mark.parametrize("book", ["fpa", "pd", "bcs"])
def test_what_a_number_on_the_die_would_be(book: str, part: Part) -> None:
    """What if I roll a 4? is asked of the attack before, in any wording."""
    forms = [
        ("{}. What happens on a 4?", "{}. What if I roll a 4?", "{}. What happens if I roll a 4?"),
        ("{}. ¿Qué pasa con un 4?", "{}. ¿Y si saco un 4?", "{}. ¿Qué pasa si saco un 4?"),
    ]
    kind = next(kind for kind in deeds(book) if kind != "move")
    told = answers(book, kind, forms, part)
    assert len(set(map(str, told.values()))) == 1, told
    situation, _ = deeds(book)[kind]
    assert all((ruled(book, situation, line) or [None])[-1] is not None for line in told)
