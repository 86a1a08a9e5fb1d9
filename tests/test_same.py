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


# ---- one way told in several clauses
WAYS = (
    "68Inf moves 3006-3007-3008-3009",
    "68Inf moves through 3006, 3007 and 3008 to 3009",
    "68Inf moves to 3006, then 3007 and 3008, and finally 3009",
    "68Inf moves to 3006, goes on to 3007 and 3008 and stops in 3009",
    "68Inf goes through 3006, crosses 3007 and 3008, and it finishes in 3009",
    "68Inf sets off for 3009, passing 3006, 3007 and 3008",
    "68Inf heads for 3009 by 3006, 3007 and 3008",
    "68Inf moves along 3006, 3007 and 3008 to reach 3009",
    "68Inf enters 3006, goes through 3007 and 3008 and comes to a halt in 3009",
    "I drive 68Inf through 3006, 3007, 3008, and it ends up in 3009",
    "68Inf moves to 3009; the route is 3006, 3007, 3008 and 3009",
    "La 68Inf va por 3006, 3007 y 3008 hasta llegar a 3009",
    "La 68Inf atraviesa 3006, 3007 y 3008 para acabar en 3009",
    "La 68Inf va por 3006, sigue por 3007 y 3008 y finaliza en 3009",
    "Llevo la 68Inf hasta 3009; la ruta es 3006, 3007, 3008 y 3009",
    "La 68Inf se dirige a 3009 pasando por 3006, 3007 y 3008",
    "Muevo la 68Inf: 3006, después 3007 y 3008, y por último 3009",
)


@pytest.mark.parametrize("text", WAYS)
def test_a_way_is_one_however_many_clauses_tell_it(text: str) -> None:
    ((kind, slots),) = acts(text)
    assert (kind, slots["units"], slots["path"]) == ("move", ("68Inf",), ("3006", "3007", "3008", "3009"))


@pytest.mark.parametrize("text", ["68Inf starts in 3005, enters 3006 and stops in 3007", "La 68Inf parte de 3005, pasa por 3006 y acaba en 3007"])
def test_where_a_way_starts(text: str) -> None:
    ((kind, slots),) = acts(text)
    assert (kind, slots["from"], slots["path"]) == ("move", "3005", ("3006", "3007"))


LINES = (
    "Supply line of 47R: 1204-1203-1202-1201",
    "I trace supply for 47R. It leaves 1204, goes through 1203 and 1202 and ends at 1201",
    "Trazo el suministro del 47R. Sale de 1204, pasa por 1203 y 1202 y termina en 1201",
    "Suministro del 47R: sale de 1204, recorre 1203 y 1202, y la fuente es 1201",
)


@pytest.mark.parametrize("text", LINES)
def test_a_line_is_one_however_many_clauses_tell_it(text: str) -> None:
    ((kind, slots),) = acts(text)
    way = (*((slots["from"],) if "from" in slots else ()), *slots["path"])
    assert (kind, slots["what"], slots["units"], way) == ("trace", "supply", ("47R",), ("1204", "1203", "1202", "1201"))


@pytest.mark.parametrize(
    "text",
    [
        "68Inf moves to 3006 and 47R moves to 3007",
        "68Inf moves to 3006 and does not stop in 3007",
        "68Inf moves to 3006 or 3007",
        "68Inf moves to 3006 and attacks 3007",
        "9SS enters at 0105 and moves to 0106",
        "La 9SS entra por 0105 y mueve a 0106",
    ],
)
def test_another_deed_is_no_part_of_the_way(text: str) -> None:
    try:
        found = acts(text)
    except NotUnderstood:
        return
    assert all("3007" not in slots.get("path", ()) and "0106" not in slots.get("path", ()) for kind, slots in found)


# ---- aids said in a clause of their own
AIDED = (
    "16Pz attacks 3010 with 1 air point and KG Br",
    "16Pz attacks 3010. I add one air point and use KG Br as well",
    "16Pz attacks 3010 with 1 air point; I throw in KG Br for the column shift",
    "16Pz attacks 3010 with one air point, and I count on KG Br",
    "La 16Pz ataca 3010 con 1 punto aéreo y cuento con KG Br",
    "La 16Pz ataca 3010. Gasto un punto aéreo y uso también KG Br",
)


@pytest.mark.parametrize("text", AIDED)
def test_aids_said_behind_the_attack_are_its_aids(text: str) -> None:
    ((kind, slots),) = acts(text)
    assert (kind, slots["units"], {(aid.kind, aid.id, aid.count) for aid in slots["aids"]}) == ("attack", ("16Pz",), {("air", None, 1), ("KG", "Br", 1)})


def test_aids_of_the_other_side_are_another_act() -> None:
    assert [kind for kind, _ in acts("16Pz attacks 3010; the Soviet adds 1 air point")] == ["attack", "add_aids"]


def test_somebody_is_made_to_do_something() -> None:
    assert [kind for kind, _ in acts("16Pz attacks 3010 and I have 18AD support it")] == ["attack", "support"]
    assert acts("has 16Pz attacked 3010?")[0][1]["question"]
