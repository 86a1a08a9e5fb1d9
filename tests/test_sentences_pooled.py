"""One deed told in two clauses or sentences is read as one; two deeds stay two; nothing is lost."""

from __future__ import annotations

import pytest

from adjudicator.language import Act, Names, NotUnderstood
from tests.conftest import spoken

NAMES = {"fpa": ["16Pz", "19Pz", "47R"], "ocs": ["44ID", "71ID", "62R"], "gdp": ["1K-1Gr", "2K-1Gr", "1-2Rif"], "pd": ["3Pz", "4Pz", "28"]}
SAID = [
    "{hex} is my target; I attack with {one}",
    "{one} attacks. The target is hex {hex}.",
    "The target is {hex} and {one} attacks.",
    "El objetivo es {hex}; ataco con {one}",
    "Let's have an attack on {hex}. I'm attacking with {one}.",
]
SAID_OF_TWO = [
    "Attack on {hex}. It's made by {one} and {two}.",
    "I attack {hex}. I use {one} and {two}.",
    "Ataque a {hex}. Participan {one} y {two}.",
]


def read(book: str, text: str) -> list[Act]:
    names = Names(NAMES[book], [], {})
    return [part for part in spoken(book).parse(text, names).parts if isinstance(part, Act)]


@pytest.mark.parametrize("book", NAMES)
@pytest.mark.parametrize("said", [*SAID, *SAID_OF_TWO])
def test_one_deed(book: str, said: str) -> None:
    one, two, _ = NAMES[book]
    acts = read(book, said.format(hex="2010", one=one, two=two))
    assert [(act.kind, act.slots.get("target"), act.slots.get("units")) for act in acts] == [("attack", "2010", (one, two) if said in SAID_OF_TWO else (one,))]


@pytest.mark.parametrize("book", NAMES)
@pytest.mark.parametrize("said", ["{one} attacks {hex}. {two} attacks 2111.", "{one} ataca {hex}; {two} ataca 2111"])
def test_two_deeds_stay_two(book: str, said: str) -> None:
    one, two, _ = NAMES[book]
    acts = read(book, said.format(hex="2010", one=one, two=two))
    assert [(act.slots["units"], act.slots["target"]) for act in acts] == [((one,), "2010"), ((two,), "2111")]


@pytest.mark.parametrize("book", NAMES)
@pytest.mark.parametrize("said", ["Attack on {hex}. It isn't made by {one}.", "The target is {hex} and 2111; {one} frobs"])
def test_no_deed(book: str, said: str) -> None:
    with pytest.raises(NotUnderstood):
        read(book, said.format(hex="2010", one=NAMES[book][0]))


@pytest.mark.parametrize("book", ["gdp", "pd", "fpa"])
@pytest.mark.parametrize(
    "said",
    ["I retreat {one} two hexes: it leaves 2015, passes 2014 and stops in 2013.", "Retiro {one} dos hexágonos: deja 2015, pasa por 2014 y se queda en 2013."],
)
def test_a_deed_and_its_way_are_one(book: str, said: str) -> None:
    acts = read(book, said.format(one=NAMES[book][0]))
    assert [(act.kind, act.slots.get("units"), act.slots.get("path", ())[-1:]) for act in acts] == [("retreat", (NAMES[book][0],), ("2013",))]


@pytest.mark.parametrize("book", ["fpa", "gdp", "pd"])
@pytest.mark.parametrize(
    "said",
    [
        "I {no}send {one} against 2010",
        "I'm {not_}sending {one} against 2010",
        "{one} is {not_}sent against 2010",
        "es:{not_}mando la {one} contra 2010",
        "es:La {one} {not_}es enviada contra 2010",
    ],
)
@pytest.mark.parametrize("denied", [False, True])
def test_who_is_sent_attacks(book: str, said: str, denied: bool) -> None:
    not_ = ("no " if said.startswith("es:") else "not ") if denied else ""
    acts = read(book, said.removeprefix("es:").format(one=NAMES[book][0], no="don't " if denied else "", not_=not_))
    assert [(act.kind, act.slots["units"], act.slots.get("target_units"), act.slots.get("not", False)) for act in acts] == [
        ("attack", (NAMES[book][0],), None, denied)
    ]
