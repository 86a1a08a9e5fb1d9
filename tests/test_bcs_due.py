"""The position decides what is done in it: where a result waits to be carried out, plain words of going say the act that is due."""

from __future__ import annotations

from functools import cache
from typing import Any

import pytest

from adjudicator.book.situations import of_data
from adjudicator.commands.conformance import run_case
from adjudicator.play.game import Game
from tests.conftest import cases, rulebook

BOOK = rulebook("bcs")
AND = {"en": " and ", "es": " y "}
RETREATS = {
    "en": (
        "{who} retreats to {hex}",
        "{who} goes to {hex}",
        "{who} runs back to {hex}",
        "{who} comes back to {hex}",
        "{who} ends up in {hex}",
        "{who} stops in {hex}",
        "I put {who} in {hex}",
        "I take {who} back to {hex}",
        "{who} enters {hex}",
        "{who} returns to {hex}",
        "{who} leaves for {hex}",
    ),
    "es": (
        "{who} se retira a {hex}",
        "{who} va a {hex}",
        "{who} vuelve a {hex}",
        "{who} acaba en {hex}",
        "{who} para en {hex}",
        "pongo {who} en {hex}",
        "llevo {who} a {hex}",
        "{who} se mete en {hex}",
        "dejo {who} en {hex}",
        "{who} se queda en {hex}",
    ),
}
ADVANCES = {
    "en": (
        "{who} advances into {hex}",
        "{who} goes into {hex}",
        "{who} follows up into {hex}",
        "{who} takes {hex}",
        "I put {who} in {hex}",
        "{who} comes into {hex}",
        "{who} goes in",
    ),
    "es": (
        "{who} avanza a {hex}",
        "{who} entra en {hex}",
        "{who} pasa a {hex}",
        "{who} ocupa {hex}",
        "meto {who} en {hex}",
        "{who} sigue hasta {hex}",
        "{who} ocupa el hex",
    ),
}


@cache
def due(kind: str) -> list[tuple[dict[str, Any], tuple[str, ...], str]]:
    """Cases of one act that a pending result asks for, with who goes where."""
    found = []
    for case in cases("bcs"):
        waits = case["situation"].get("pending")
        if not waits:
            continue
        acts = Game(BOOK, of_data(BOOK, case["situation"], case["id"])).referee.parse(case["declaration"]["en"]).parts
        where = acts[0].slots.get("to") if len(acts) == 1 and getattr(acts[0], "kind", "") == kind else None
        if where is not None and acts[0].slots.get("units") and not acts[0].slots.get("question"):
            found.append((case, acts[0].slots["units"], where))
    return found


@pytest.mark.parametrize(("kind", "ways", "least"), [("retreat", RETREATS, 50), ("advance", ADVANCES, 12)])
def test_plain_words_say_what_is_due(kind: str, ways: dict[str, tuple[str, ...]], least: int) -> None:
    """The first wording of each language has the verb of the act; where it gets the ruling of the case, so does every other."""
    weighed = 0
    for case, who, where in due(kind):
        for lang, wordings in ways.items():
            plain, *others = [words.format(who=AND[lang].join(who), hex=where) for words in wordings]
            if run_case(BOOK, {**case, "declaration": {lang: plain}}).differs:
                continue  # a word of the case is missing here that its ruling hangs on
            weighed += 1
            for text in others:
                assert not run_case(BOOK, {**case, "declaration": {lang: text}}).differs, (case["id"], text)
    assert weighed >= 2 * least


def test_who_owes_nothing_moves() -> None:
    """An attacker who goes elsewhere, and anybody where nothing waits, moves: a plain verb makes no illegal deed legal."""
    for case, who, where in due("retreat"):
        situation = {key: value for key, value in case["situation"].items() if key != "pending"}
        game = Game(BOOK, of_data(BOOK, situation, case["id"]))
        for text in (f"{who[0]} goes to {where}", f"{who[0]} va a {where}"):
            act = game.referee.parse(text).parts[0]
            assert game.referee.kind_of(act) in ("move", "trains_move"), (case["id"], text)
