"""What is said in a round-about way is that deed and no other; a deed that is named is done or the line is refused."""

from __future__ import annotations

import pytest

from adjudicator.language import Act, Names, NotUnderstood
from tests.conftest import spoken
from tests.test_sentences_hung import UNITS

HEXES = {"fpa": "2010 2011 2012", "ocs": "2010 2011 2012", "gdp": "2010 2011 2012", "pd": "2010 2011 2012", "bcs": "20.10 20.11 20.12"}
SAME = [
    ("{one} attacks {b}", "I use {one} for an attack on {b}"),
    ("{one} attacks {b}", "{one} goes over to the attack on {b}"),
    ("{one} attacks {b}", "{one} attacks, with {b} as the target"),
    ("{one} ataca {b}", "{one} va al ataque de {b}"),
    ("{one} ataca {b}", "Uso {one} para un ataque a {b}"),
    ("{one} attacks {b}", "It's my phase and I have {one} attack {b}"),
    ("{one} moves from {a} through {b} to {c}", "Leaving {a}, {one} moves through {b} and ends in {c}"),
    ("{one} moves from {a} through {b} to {c}", "{one} moves through {b} to {c} from its hex {a}"),
    ("{one} moves to {b}", "{one} comes to {b}"),
    ("{one} retreats two hexes to {b}", "{one} retreats to {b}, which is two hexes"),
    ("{one} retrocede dos hexes a {b}", "{one} retrocede a {b}, que son dos hexes"),
    ("{one} advances through {b} to {c}", "Advance by {one}: it enters {b} and goes on to {c}"),
    ("{one} avanza por {b} a {c}", "Avance de {one}: entra en {b} y sigue hasta {c}"),
    ("{one} and {two} retreat to {b}", "{one} retreats to {b} and {two} moves with it"),
    ("{one} y {two} se retiran a {b}", "{one} se retira a {b} y {two} va con ella"),
]
NAMED = [
    ("{one}", "Avanzo con {one} dentro y {two} retrocede a {b}"),
    ("{one}", "{one} lends a hand while {two} attacks {b}"),
    ("{two}", "{one} lends a hand as helper while {two} attacks {b}"),
    ("{two}", "{one} moves to {b}, and {two} as well, in {c}"),
    ("{b}", "{one} shows up this turn and I put it in {b}"),
]


def parsed(book: str, text: str) -> tuple[object, ...]:
    """What a line with the names of a book is understood as."""
    one, two = UNITS[book].split()
    a, b, c = HEXES[book].split()
    return spoken(book).parse(text.format(one=one, two=two, a=a, b=b, c=c), Names([one, two], [], {})).parts


@pytest.mark.parametrize("book", UNITS)
@pytest.mark.parametrize(("plain", "said"), SAME)
def test_a_deed_told_in_another_way_is_that_deed_or_refused(book: str, plain: str, said: str) -> None:
    wanted = [(part.kind, {k: v for k, v in part.slots.items() if k not in ("passing", "phase")}) for part in parsed(book, plain) if isinstance(part, Act)]
    try:
        parts = parsed(book, said)
    except NotUnderstood:
        assert book not in ("fpa", "ocs"), said
        return
    assert [(part.kind, {k: v for k, v in part.slots.items() if k not in ("passing", "phase")}) for part in parts if isinstance(part, Act)] == wanted, said


@pytest.mark.parametrize("book", UNITS)
@pytest.mark.parametrize(("name", "said"), NAMED)
def test_who_is_named_as_doing_something_is_never_told_back(book: str, name: str, said: str) -> None:
    one, two = UNITS[book].split()
    _, b, c = HEXES[book].split()
    try:
        parts = parsed(book, said)
    except NotUnderstood:
        return
    read = str([{k: v for k, v in part.slots.items() if k != "passing"} if isinstance(part, Act) else part for part in parts])
    assert name.format(one=one, two=two, b=b, c=c) in read, said
