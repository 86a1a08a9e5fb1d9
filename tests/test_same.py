"""Many ways of saying one thing: whatever the words, the act is the same; and what is said otherwise is another act, or refused."""

from __future__ import annotations

from itertools import product
from typing import Any

import pytest

from adjudicator.language import Act, NotUnderstood
from tests.test_sentences import NAMES, SPOKEN

BESIDE = ("passing", "seen", "described")


def acts(text: str) -> list[tuple[str, dict[str, Any]]]:
    """The acts of a sentence without what is told back."""
    found = [part for part in SPOKEN.parse(text, NAMES).parts if isinstance(part, Act)]
    return [(act.kind, {key: value for key, value in act.slots.items() if key not in BESIDE}) for act in found]


# ---- a description beside names
ONE = ("{one}", "my tanks, {one},", "the tanks of {one}", "the tank corps {one}", "{one}, a tank corps,", "the tanks, that is {one},")
TWO = ("{one} and {two}", "two corps, {one} and {two},", "my tanks, {one} and {two},", "the two tank corps, {one} and {two},", "both corps, {one} and {two},")
UNO = ("{one}", "la división panzer {one}", "mis carros, {one},", "los carros de {one}", "los panzer de {one}", "{one}, mi división panzer,")
DOS = ("{one} y {two}", "las dos divisiones, {one} y {two},", "mis panzer, {one} y {two},", "las divisiones que están en 2218, {one} y {two},")


@pytest.mark.parametrize(("frame", "subject"), [*product(("{who} attack 3010", "I send {who} against 3010"), (*ONE, *TWO))])
def test_a_description_stands_for_the_units_that_are_named(frame: str, subject: str) -> None:
    who = subject.format(one="10Tk", two="4GTk")
    ((kind, slots),) = acts(frame.format(who=who).replace(",,", ",").rstrip(","))
    assert (kind, slots["units"], slots["target"]) == ("attack", ("10Tk", "4GTk") if "{two}" in subject else ("10Tk",), "3010")


@pytest.mark.parametrize(("frame", "subject"), [*product(("{who} ataca{n} 3010", "Lanzo {who} contra 3010"), (*UNO, *DOS))])
def test_una_descripcion_con_sus_nombres(frame: str, subject: str) -> None:
    who = subject.format(one="16Pz", two="11Pz")
    ((kind, slots),) = acts(frame.format(who=who, n="n" if "{two}" in subject else ""))
    assert (kind, slots["units"], slots["target"]) == ("attack", ("16Pz", "11Pz") if "{two}" in subject else ("16Pz",), "3010")


def test_a_description_of_another_number_is_refused() -> None:
    for text in ("Three corps, 10Tk and 4GTk, attack 3010", "Las tres divisiones, 16Pz y 11Pz, atacan 3010"):
        with pytest.raises(NotUnderstood):
            acts(text)


def test_where_a_description_says_that_units_stand_is_compared() -> None:
    (act,) = SPOKEN.parse("Lanzo las dos divisiones de 3011, 16Pz y 19Pz, contra 3010", NAMES).parts
    assert isinstance(act, Act) and {(seen.one, seen.other, seen.apart) for seen in act.slots["seen"]} == {("16Pz", "3011", 0), ("19Pz", "3011", 0)}


@pytest.mark.parametrize("text", ["10Tk goes in against 3010", "10Tk is sent against 3010", "Mando el 10Tk contra 3010", "3010 receives an attack by 10Tk"])
def test_whoever_goes_against_a_hex_attacks_it(text: str) -> None:
    assert acts(text) == [("attack", {"units": ("10Tk",), "target": "3010"})]
