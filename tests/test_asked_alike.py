"""Questions that ask the same are answered alike, in every book that answers one of them: each wording is put on the positions of the cases."""

from __future__ import annotations

import random
import re
from collections.abc import Callable
from typing import Any, NamedTuple

import pytest

from adjudicator.ground.facts import InputError
from adjudicator.language import NotUnderstood
from adjudicator.play.understanding import TAKEN
from tests.conftest import BOOKS, Part, cases, game_of, partly

TRIED = 6


def answers(name: str, situation: dict[str, Any], *lines: str, taken: bool = False) -> list[tuple[str, str, Any]] | None:
    """The kind, verdict and answer of each ruling on the last of some lines; None if one is refused, or taken as another (unless `taken`)."""
    game = game_of(name, situation)
    for line in lines:
        try:
            record = game.hear(line)
        except (NotUnderstood, InputError):
            return None
        if record.problem is not None or not taken and TAKEN in (note.key for note in record.notes):
            return None
    return [(ruling.kind, ruling.verdict, ruling.computed.get("answer")) for ruling in record.rulings]


def with_result(case: dict[str, Any]) -> dict[str, str] | None:
    """The one unit that an open result is on, and the result, which may make it retreat."""
    pending = case["situation"].get("pending") or {}
    units = {unit["id"] for unit in case["situation"].get("units", ())}
    defenders = [unit for unit in pending.get("defenders") or () if unit in units and " " not in unit]
    if len(defenders) != 1 or len(pending["defenders"]) != 1 or not re.match(r"[^Aa].*[RrOo]", str(pending.get("result", ""))):
        return None
    return {"u": defenders[0], "r": pending["result"]}


def two_with_result(case: dict[str, Any]) -> dict[str, str] | None:
    """Two units that an open result is on."""
    pending = case["situation"].get("pending") or {}
    units = {unit["id"] for unit in case["situation"].get("units", ())}
    both = [unit for unit in pending.get("defenders") or () if unit in units and " " not in unit]
    return {"u": both[0], "w": both[1]} if len(both) > 1 and pending.get("result") else None


def beside_a_hex(case: dict[str, Any]) -> dict[str, str] | None:
    """A unit, where it stands, and a hex beside it."""
    units = [unit for unit in case["situation"].get("units", ()) if " " not in unit["id"] and re.fullmatch(r"\d[\d.]*\d", str(unit.get("at", "")))]
    if not units or case["situation"].get("unknown"):
        return None
    unit = random.Random(case["id"]).choice(units)
    stands = str(unit["at"])
    below = re.sub(r"\d{2}$", lambda last: f"{int(last[0]) + 1:02}", stands)
    return {"u": unit["id"], "a": stands, "h": below}


def two_units(case: dict[str, Any]) -> dict[str, str] | None:
    """Two units, and a hex beside the second."""
    units = [unit for unit in case["situation"].get("units", ()) if " " not in unit["id"] and re.fullmatch(r"\d[\d.]*\d", str(unit.get("at", "")))]
    if len(units) < 2 or case["situation"].get("unknown"):
        return None
    one, other = random.Random(case["id"]).sample(units, 2)
    return {"u": one["id"], "w": other["id"], "h": re.sub(r"\d{2}$", lambda last: f"{int(last[0]) + 1:02}", str(other["at"]))}


class Alike(NamedTuple):
    """A question, what fills its places from a case (None: not that case), other ways to put it, and ways to ask the contrary."""

    name: str
    filled: Callable[[dict[str, Any]], dict[str, str] | None]
    plain: str
    others: tuple[str, ...]
    contrary: tuple[str, ...] = ()


ALIKE = (
    Alike(
        "who chooses where it goes",
        with_result,
        "who decides where {u} retreats to?",
        (
            "who chooses where {u} goes?",
            "who gets to choose where {u} retreats?",
            "who picks the hex {u} retreats to?",
            "whose choice is it where {u} goes?",
            "{r} on {u}: who chooses where it goes?",
            "{u} got a {r}. Who chooses where it goes?",
            "¿quién elige adónde va {u}?",
            "¿quién decide a qué hex se retira {u}?",
            "¿quién elige el hex al que se retira {u}?",
            "A {u} le toca {r}. ¿Quién elige adónde va?",
        ),
    ),
    Alike(
        "how far it must go",
        with_result,
        "how many hexes must {u} retreat?",
        (
            "how far must {u} retreat?",
            "how far does {u} have to go back?",
            "how far must {u} go?",
            "¿cuánto tiene que retroceder {u}?",
            "¿cuántos hexes retrocede {u}?",
        ),
    ),
    Alike(
        "whether they must retreat together",
        two_with_result,
        "must {u} and {w} retreat together?",
        (
            "do {u} and {w} have to retreat together?",
            "must {u} and {w} stay together when they retreat?",
            "must {u} and {w} retreat as one?",
            "¿tienen que retirarse juntas {u} y {w}?",
            "al retirarse, ¿tienen que ir juntas {u} y {w}?",
        ),
    ),
    Alike(
        "with somebody gone",
        two_units,
        "{u} is eliminated. Can {w} move to {h}?",
        (
            "With {u} gone, can {w} move to {h}?",
            "With {u} wiped out, can {w} move to {h}?",
            "Once {u} is gone, can {w} move to {h}?",
            "{u} is gone: can {w} move to {h}?",
            "Con {u} eliminada, ¿puede {w} mover a {h}?",
            "Una vez eliminada {u}, ¿puede {w} mover a {h}?",
            "Eliminada {u}, ¿puede {w} mover a {h}?",
        ),
    ),
    Alike(
        "what happens to it",
        with_result,
        "what happens to {u}?",
        (
            "what becomes of {u}?",
            "what's left of {u}?",
            "{r} on {u}: what becomes of it?",
            "{r} on {u}, which is tired. What happens to it?",
            "¿qué pasa con {u}?",
            "¿qué queda de {u}?",
            "Un {r} a {u}: ¿qué queda de ella?",
        ),
    ),
    Alike(
        "whether it has a ZOC",
        beside_a_hex,
        "does {u} exert a ZOC?",
        (
            "does {u} still have a ZOC?",
            "does {u} keep its ZOC?",
            "does {u}, on its own in {a}, exert a ZOC?",
            "¿conserva {u} su ZOC?",
            "¿sigue teniendo ZOC {u}?",
            "¿tiene ZOC {u}, que está en {a}?",
        ),
        (
            "has {u} lost its ZOC?",
            "does {u} lose its ZOC?",
            "is {u} without a ZOC?",
            "does {u} no longer have a ZOC?",
            "¿ha perdido {u} su ZOC?",
            "¿se queda {u} sin ZOC?",
        ),
    ),
    Alike(
        "whether its ZOC covers a hex",
        beside_a_hex,
        "does {u} exert a ZOC into {h}?",
        (
            "does {u}, in {a}, exert a ZOC on {h}?",
            "does {u}, sitting in {a}, exert a ZOC on {h}?",
            "does {u}, alone in {a}, exert a ZOC on {h}?",
            "does {u}, which is alone in {a}, exert a ZOC on {h}?",
            "does {u}'s ZOC cover {h}?",
            "¿cubre {h} la ZOC de {u}?",
            "¿tiene {u}, en {a}, ZOC sobre {h}?",
            "¿tiene ZOC sobre {h} {u}, que está sola en {a}?",
        ),
    ),
    Alike(
        "where it goes from",
        beside_a_hex,
        "can {u} move to {h}?",
        (
            "can {u}, sitting in {a}, move to {h}?",
            "can {u}, on its own in {a}, move to {h}?",
            "¿puede {u}, sola en {a}, mover a {h}?",
            "¿puede {u}, que está sola en {a}, mover a {h}?",
        ),
    ),
)


@partly(3, split=False)
@pytest.mark.parametrize("alike", ALIKE, ids=lambda alike: alike.name)
def test_other_words_for_a_question_are_answered_alike(alike: Alike, part: Part) -> None:
    tried = told = refused = 0
    for name in BOOKS:
        found, dice = 0, random.Random(name)
        for case in dice.sample(cases(name), len(cases(name))):
            if found == TRIED // part.of or (filled := alike.filled(case)) is None:
                continue
            plain = answers(name, case["situation"], alike.plain.format(**filled))
            if not plain or any(verdict != "legal" or answer is None and kind != "resolve" for kind, verdict, answer in plain):
                continue
            found, tried = found + 1, tried + 1
            for other in part.turned(found)((*alike.others, *alike.contrary)):
                line = other.format(**filled)
                said = answers(name, case["situation"], line)
                if other in alike.contrary and said:
                    said[-1] = (*said[-1][:2], {"yes": "no", "no": "yes"}.get(said[-1][2]))
                told, refused = told + ("{r}" in other), refused + ("{r}" in other and said is None)
                printed = said is not None and said[-1][0] == "figure" and said[-1][1:] == plain[-1][1:]
                assert said is None and "{r}" in other or printed or said is not None and said[-1] == plain[-1], (case["id"], line, said, plain)
    assert tried * part.of > TRIED and refused <= told / 5  # not every result of a book is one of its tables
