"""What the position decides: acts of the cases, said in words that may mean many things, get the ruling of their case."""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import suppress
from functools import cache
from typing import Any

import pytest

from adjudicator.book.situations import of_data
from adjudicator.commands.conformance import compare
from adjudicator.ground.declaration import Act
from adjudicator.language import NotUnderstood
from adjudicator.play.game import Game
from adjudicator.play.referee import worst
from tests.conftest import ROOT, Part, cases, data_of, heard, partly, rulebook

BOOK = rulebook("ocs")
SAID: dict[str, dict[str, list[str]]] = data_of(ROOT / "tests" / "sentences" / "ocs_neutral.yaml")
"""Kind of act, language -> ways to say it.  {U} who, {A} where from, {Z} where to, {T} how many tokens, {D} whose dump, {N} the number thrown, {steps};
[goes|go] of one and of several."""
NUMBERS = {"en": ("no", "a", "two", "three", "four"), "es": ("cero", "un", "dos", "tres", "cuatro")}
STEPS = {"en": ("step", "steps"), "es": ("paso", "pasos")}
THROWS = ("surprise", "combat")
OPEN = frozenset(("own-w-22",))
"""Nobody knows whether the unit has a barrage strength: words that are none of a barrage are read as an attack."""


def fields(act: Act, game: Game, pending: dict[str, Any], lang: str) -> tuple[str, dict[str, str], bool] | None:
    """Kind, what fills the ways to say an act, and whether several do it; None where the act says more than that."""
    slots, units = act.slots, act.slots.get("units") or ()
    who = {"U": (", ".join(units[:-1]) + {"en": " and ", "es": " y "}[lang] if units[1:] else "") + units[-1] if units else ""}
    fought = {*(pending.get("attackers") or ()), *(pending.get("defenders") or ())}
    here = str(game.situation.units[units[0]].facts.get("at")) if units else ""
    if act.kind == "retreat" and fought.issuperset(units) and set(slots) in ({"units", "path"}, {"units", "to"}):
        path = slots.get("path") or (here, slots["to"])
        return ("retreat", {**who, "A": path[0], "Z": path[-1]}, len(units) > 1) if path[0] == here and len(path) == 2 else None
    if act.kind in ("advance", "attack", "barrage", "overrun") and set(slots) in ({"units", "to"}, {"units", "target"}):
        goal = slots.get("to") or slots["target"]
        won = pending.get("hex") if pending.get("result") else None
        return (act.kind, {**who, "Z": goal}, len(units) > 1) if act.kind != "advance" or goal == won else None
    if act.kind == "loss" and set(slots) == {"units", "count"} and len(units) == 1 and slots["count"] > 0:
        count = slots["count"]
        return "loss", {**who, "steps": f"{NUMBERS[lang][count]} {STEPS[lang][count > 1]}"}, count > 1
    if act.kind == "stay" and units and set(slots) <= {"units", "at"} and slots.get("at", here) != "None":
        return "stay", {**who, "A": slots.get("at", here)}, len(units) > 1
    if act.kind == "exploit" and set(slots) == {"units"} and len(units) == 1:
        return "exploit", who, False
    if act.kind == "pay" and set(slots) == {"markers", "tokens"}:
        return "pay", {"T": f"{slots['tokens']}T", "D": slots["markers"][0]}, False
    if (
        act.kind == "dice"
        and set(slots) == {"numbers", "purposes"}
        and len(slots["numbers"]) == len(slots["purposes"]) == 1
        and slots["purposes"][0] in THROWS
        and not game.situation.unknown
    ):
        thrown = pending.get("surprise") or {}
        due = "combat" if thrown.get("by") == "none" or "die" in thrown else "surprise" if not thrown else ""
        return (slots["purposes"][0] if slots["purposes"][0] == due else ""), {"N": str(slots["numbers"][0])}, False
    return None


def told(way: str, said: dict[str, str], several: bool) -> str:
    """One way to say it, filled."""
    way = re.sub(r"\[([^|\]]*)\|([^\]]*)\]", lambda match: match.group(1 + several), way)
    return re.sub(r"\{(\w+)\}", lambda match: said[match.group(1)], way)


@cache
def understood(lang: str, part: Part) -> list[tuple[dict[str, Any], Game, str, list[Act]]]:
    """Each case, a game of its position, its text and the acts in it; without those that are only understood line by line."""
    found = []
    for case in part(cases("ocs")):
        game, text = Game(BOOK, of_data(BOOK, case["situation"], case["id"])), case["declaration"][lang]
        with suppress(NotUnderstood):
            found.append((case, game, text, [part for part in game.referee.parse(text).parts if isinstance(part, Act)]))
    return found


def neutral(kind: str, lang: str, part: Part) -> Iterator[tuple[dict[str, Any], str]]:
    """Each case with such an act, each time in the next two ways to say it; the rest of the entry as the case has it."""
    at, ways = 0, SAID[kind][lang]
    for case, game, text, acts in understood(lang, part):
        for act in acts:
            found = fields(act, game, case["situation"].get("pending") or {}, lang)
            whole = text[: act.start].endswith(("", "; ")[act.start > 0]) and text[act.end : act.end + 1] in ("", ";")
            hangs = any(other is not act and act.start <= other.start < act.end for other in acts)  # a deed that is said within this one
            if found is None or found[0] != kind or case["id"] in OPEN or not whole or hangs or act.kind == "dice" and len(acts) > 1:
                continue
            for _ in range(2):
                said = text[: act.start] + told(ways[at % len(ways)], *found[1:]) + text[act.end :]
                at += 1
                yield case, said[0].upper() + said[1:]


@partly(4)
@pytest.mark.parametrize(("kind", "lang"), [(kind, lang) for kind, langs in SAID.items() for lang in langs])
def test_neutral_words_get_the_ruling_of_the_case(kind: str, lang: str, part: Part) -> None:
    wrong: dict[str, Any] = {}
    for case, said in neutral(kind, lang, part):
        try:
            rulings = heard(Game(BOOK, of_data(BOOK, case["situation"], case["id"])), said, case.get("rolls") or ())
            differs: Any = compare(case, rulings, worst(rulings), BOOK)
        except (ValueError, LookupError, AssertionError) as error:
            differs = str(error)
        if differs:
            wrong[f"{case['id']}: {said}"] = differs
    assert not wrong
