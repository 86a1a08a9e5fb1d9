"""A sentence whose clauses do not hold together is read by its things, if it names one act, and nothing of weight is left aside."""

from __future__ import annotations

import pytest

from adjudicator.language import Act, Names, NotUnderstood
from adjudicator.sentences.loose import Loose
from tests.conftest import spoken

SIDES = {
    "fpa": (("16Pz", "german"), ("9Mech", "soviet")),
    "gdp": (("1K-1Gr", "german"), ("1-1Rif", "soviet")),
    "pd": (("3Pz", "german"), ("28", "polish")),
    "ocs": (("44ID", "german"), ("62R", "soviet")),
}
ROUNDABOUT = [
    "2010 recibe un ataque de {one}.",
    "2010 gets an attack by {one}, then.",
    "Contra 2010, un ataque de {one}, y ya.",
]
NEVER = [
    "Hex 2010 does not come under attack from {one}.",
    "Hex 2010 comes under attack from {one} and 2111 is next.",
    "2010 recibe un ataque de {one} sin 3 de los suyos.",
    "If hex 2010 comes under attack from {one}, fine.",
    "Hex 2010 came under attack from {one} after {two} had retreated.",
]


def read(book: str, text: str) -> list[Act]:
    names = Names([unit for unit, _ in SIDES[book]], [], {}, sides=SIDES[book])
    return [part for part in spoken(book).parse(text, names).parts if isinstance(part, Act)]


@pytest.mark.parametrize("book", SIDES)
@pytest.mark.parametrize("said", ROUNDABOUT)
def test_things_get_the_roles_of_the_one_act(book: str, said: str) -> None:
    one, two = (unit for unit, _ in SIDES[book])
    acts = read(book, said.format(one=one, two=two))
    assert [(act.kind, act.slots.get("target"), act.slots.get("units")) for act in acts] == [("attack", "2010", (one,))]


@pytest.mark.parametrize("book", SIDES)
@pytest.mark.parametrize("said", NEVER)
def test_what_weighs_is_never_left_aside(book: str, said: str) -> None:
    one, two = (unit for unit, _ in SIDES[book])
    with pytest.raises(NotUnderstood):
        read(book, said.format(one=one, two=two))


@pytest.mark.parametrize("book", SIDES)
def test_those_of_one_side_act_together(book: str) -> None:
    """Whoever stands first: no unit attacks beside its enemy, where another reading has it attacked."""
    one, two = (unit for unit, _ in SIDES[book])
    for text in (f"{one} attacks {two} in 2010", f"Attack {two} in 2010 with {one}", f"{one} ataca a {two} en 2010"):
        for act in read(book, text):
            assert act.slots["units"] == (one,) and two not in act.slots["units"], text


def test_one_sentence_is_tried_in_bounded_ways(monkeypatch: pytest.MonkeyPatch) -> None:
    """So many ways for each word that may name the act, and no more."""
    tried = 0
    read_ = Loose.read

    def counted(self, row, text, spanish, read):  # type: ignore[no-untyped-def]
        def one(clause):  # type: ignore[no-untyped-def]
            nonlocal tried
            tried += 1
            return read(clause)

        return read_(self, row, text, spanish, one)

    monkeypatch.setattr(Loose, "read", counted)
    with pytest.raises(NotUnderstood):
        read("fpa", "16Pz blorps the attack " + " ".join(f"along 20{number}" for number in range(10, 30)))
    assert tried <= 40 * 4
