"""Every figure that is declared once can be asked for behind the deed that has it, in both languages and however it is reckoned."""

from __future__ import annotations

from typing import Any

import pytest

from adjudicator.ground.ruling import Ruling
from adjudicator.play.asked import figure_in
from tests.conftest import Part, cases_by_id, game_of, language, partly

NOUNS = {
    "column": ("column", "columna"),
    "odds": ("odds", "proporción"),
    "attack_total": ("attack strength", "fuerza de ataque"),
    "ar_differential": ("differential", "diferencial"),
    "drm": ("modifier", "modificador"),
    "dice": ("dice", "dados"),
    "barrage_dice": ("dice", "dados"),
    "cost": ("MPs", "MP"),
    "tokens": ("tokens", "tokens"),
    "mp_left": ("MPs", "MP"),
    "mp_left-cost": ("MPs", "MP"),
    "allowance-cost": ("MPs", "MP"),
    "losses": ("steps", "pasos"),
    "retreat": ("hexes", "hexes"),
    "replacement_cost": ("replacement points", "puntos de reemplazo"),
    "fatigue_cost": ("Fatigue levels", "niveles de Fatiga"),
}
"""What a figure is called by those who ask for it."""
WHICH = ("What is the {n}?", "Which {n} do we use?", "¿Cuál es la {n}?", "¿Qué {n} usamos?")
PRICE = ("How many {n} does that cost?", "How many {n} is that?", "How many {n} do I have to spend?", "¿Cuántos {n} cuesta?", "¿Cuántos {n} gasto?")
THROW = ("How many {n} do I roll?", "With how many {n} is it resolved?", "¿Cuántos {n} tiro?", "¿Con cuántos {n} se resuelve?")
FRAMES = {
    "column": (*WHICH, "Which {n} do we roll on?", "¿En qué {n} se resuelve?", "¿En qué {n} tiramos?"),
    "odds": WHICH[:1],
    "attack_total": (*WHICH[:1], "How much is the {n}?", *WHICH[2:3], "¿Cuánta {n} es?"),
    "ar_differential": (WHICH[0], "¿Cuál es el {n}?"),
    "drm": (WHICH[0], "What {n} applies?", "How much is the {n}?", "¿Cuál es el {n}?", "¿Qué {n} se aplica?"),
    "dice": (*THROW, "How many {n} is that?", "¿Cuántos {n} son?"),
    "barrage_dice": THROW,
    **dict.fromkeys(("mp_left", "mp_left-cost", "allowance-cost"), ("How many {n} are left?", "How many {n} does it have left?", "¿Cuántos {n} le quedan?")),
    "losses": ("How many {n} does that cost?", "How many {n} are lost?", "¿Cuántos {n} se pierden?"),
    "retreat": ("How many {n} must it retreat?", "¿Cuántos {n} debe retirarse?"),
}
DEEDS = {
    "fpa": {"fpa-8.3-05": "column odds attack_total", "fpa-3.2-07": "cost allowance-cost", "fpa-13.9-11": "losses"},
    "gdp": {"gdp-10.1-09": "column dice", "gdp-l-15.2-a": "cost mp_left-cost"},
    "pd": {
        "pd-2.1.1-01": "column attack_total",
        "pd-5.1-01": "cost allowance-cost",
        "pd-right-12": "replacement_cost",
        "pd-9.4.4-06": "losses",
        "pd-9.5.7-02": "retreat",
    },
    "ocs": {"ocs-right-03": "column attack_total ar_differential", "own-bar-03": "tokens column", "own-y-03": "losses"},
    "bcs": {
        "bcs-x-c-5.1a-1": "dice drm",
        "bcs-q-4.2b-01": "dice drm",
        "bcs-x-c3-6.1a-1": "cost mp_left",
        "bcs-q-1.1d-04": "barrage_dice",
        "bcs-6.4d-01": "fatigue_cost",
        "bcs-x-3.2b-2": "drm",
    },
}
"""Deeds of cases, and the figures of their rulings."""
APART = {"shifts", "effect", "result", "differential", "defense_total", "steps_left", "obj_markers", "hexes_left"}
"""Figures that are asked for with their cause, or that hang on the dice."""


def rulings(book: str, situation: Any, line: str) -> list[Ruling]:
    """All rulings on a line; none if it was not understood."""
    told = game_of(book, situation).hear(line)
    return [] if told.problem is not None else told.rulings


@partly(3)
@pytest.mark.parametrize(("book", "id_"), [(book, id_) for book, deeds in DEEDS.items() for id_ in deeds])
def test_each_figure_of_a_deed_is_told_with_its_rules(book: str, id_: str, part: Part) -> None:
    case = cases_by_id(book)[id_]
    for figure in DEEDS[book][id_].split():
        name = "cost" if figure == "tokens" else figure
        for frame in part(FRAMES.get(figure, PRICE)):
            tongue = "es" if frame.startswith("¿") else "en"
            question = frame.format(n=NOUNS[figure][tongue == "es"])
            deed, *told = rulings(book, case["situation"], f"{case['declaration'][tongue].strip().rstrip('.')}. {question}") or [None]
            assert deed is not None and len(told) == 1, (id_, question)
            assert told[0].computed.get("answer") == figure_in(deed, name), (id_, question, told[0].computed)
            assert told[0].cites, (id_, question)


@pytest.mark.parametrize("book", DEEDS)
def test_each_figure_that_is_declared_has_a_deed_here(book: str) -> None:
    asks, here = language(book).asks, {figure for figures in DEEDS[book].values() for figure in figures.split()}
    elsewhere = {figure for deeds in DEEDS.values() for figures in deeds.values() for figure in figures.split()}
    for value in asks.values:
        for name in [*value.gives.split(), *value.left.split()]:
            assert name in APART | here | elsewhere, name


@partly(2)
@pytest.mark.parametrize("book", DEEDS)
def test_who_and_how_many_are_never_answered_yes(book: str, part: Part) -> None:
    lines = ("Who decides that?", "¿cuántos son?", "which one is it?", "¿cuál es?")
    for id_ in part(list(DEEDS[book])[:2]):
        case = cases_by_id(book)[id_]
        for line in lines:
            tongue = "es" if line.startswith("¿") else "en"
            for sign in (". ", ", "):
                for told in rulings(book, case["situation"], f"{case['declaration'][tongue].strip().rstrip('.')}{sign}{line}")[-1:]:
                    assert told.computed.get("answer") not in ("yes", "no"), (id_, sign, line)


WORTH = (
    ("What does {foe} defend with?", "defense"),
    ("What strength does {foe} defend with in {hex}?", "defense"),
    ("{foe} is out of supply. How many factors does it defend with?", "defense"),
    ("¿Con cuántos factores defiende {foe}?", "defense"),
    ("{foe} está sin suministro: ¿con cuánto defiende?", "defense"),
    ("What does {unit} attack {hex} with?", "attack"),
    ("¿Con qué ataca {unit} a {hex}?", "attack"),
)
CHOICES = (
    ("Who chooses who takes the loss in {hex}?", "¿Qué jugador decide qué unidad de {hex} pierde el paso?"),
    ("Who decides where {foe} retreats?", "¿Quién decide adónde se retira {foe}?"),
)
"""Choices: of the loss, of the way back."""
DUELS = {"fpa": ("fpa-8.3-05", "47R", "68Inf", "3010"), "gdp": ("gdp-10.1-09", "1K-1Gr", "1-1Rif", "2011"), "pd": ("pd-2.1.1-01", "46", "26", "1510")}
CHOSEN = {"fpa": ("german", "german"), "gdp": ("soviet", "german"), "pd": ("polish", "polish")}


@pytest.mark.parametrize("book", DUELS)
def test_with_what_it_fights_is_told_wherever_it_is_asked(book: str) -> None:
    id_, unit, foe, hex_ = DUELS[book]
    for frame, part in WORTH:
        line = frame.format(unit=unit, foe=foe, hex=hex_)
        told = rulings(book, cases_by_id(book)[id_]["situation"], line)
        assert told, line
        assert told[-1].computed["answer"] == sum(entry.value for entry in told[-1].ledgers[part]), line


@pytest.mark.parametrize("book", DUELS)
def test_who_chooses_is_told_by_whose_units_they_are(book: str) -> None:
    id_, _, foe, hex_ = DUELS[book]
    for frames, side in zip(CHOICES, CHOSEN[book], strict=True):
        for frame in frames:
            line = frame.format(foe=foe, hex=hex_)
            told = rulings(book, cases_by_id(book)[id_]["situation"], line)
            assert [ruling.computed.get("answer") for ruling in told[-1:]] == [side], line


AIMED = {
    "fpa": ("fpa-8.3-05", "3010 47R", 1),
    "gdp": ("gdp-10.1-09", "2011 1K-1Gr", 2),
    "pd": ("pd-2.1.1-01", "1510 46", 1),
    "bcs": ("bcs-x-c-5.1a-1", "20.11 GR1", 2),
}


@pytest.mark.parametrize("book", AIMED)
def test_dice_are_counted_for_the_deed_that_they_are_for(book: str) -> None:
    id_, things, count = AIMED[book]
    hex_, unit = things.split()
    for line in (
        "How many dice do I roll to attack {h} with {u}?",
        "¿Cuántos dados tiro para atacar {h} con {u}?",
        "{u} attacks {h}. How many dice do I roll?",
    ):
        told = rulings(book, cases_by_id(book)[id_]["situation"], line.format(h=hex_, u=unit))
        assert [ruling.computed.get("answer") for ruling in told[-1:]] == [count], line


RESTRICTED = (
    "How many reduced units may stack in {hex}?", "Which reduced units can attack {hex}?", "How many reduced units can attack {hex}?",
    "¿Cuántas unidades reducidas pueden apilarse en {hex}?", "¿Qué unidades reducidas pueden atacar {hex}?",
)  # fmt: skip


@pytest.mark.parametrize("name", ["fpa", "gdp", "pd", "ocs", "bcs"])
def test_of_those_in_a_state_alone_is_not_of_all(name: str) -> None:
    """A state of what is counted is weighed, or told to be left aside, or the question is refused: never is it lost."""
    case = next(case for case in cases_by_id(name).values() if any(isinstance(unit.get("at"), str) for unit in case["situation"].get("units") or ()))
    place = next(unit["at"] for unit in case["situation"]["units"] if isinstance(unit.get("at"), str))
    for form in RESTRICTED:
        record = game_of(name, case["situation"]).hear(form.format(hex=place))
        assert not record.rulings or record.notes or any("reduced" in repr(ruling.act) for ruling in record.rulings), form
