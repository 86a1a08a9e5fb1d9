"""The position decides what is done in it: where a result waits to be carried out, plain words of going say the act that is due."""

from __future__ import annotations

from functools import cache
from typing import Any

import pytest

from adjudicator.book.situations import of_data
from adjudicator.commands.conformance import run_case
from adjudicator.play.game import Game
from tests.conftest import Part, cases, partly, rulebook

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
}  # fmt: skip
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

LOSSES = {
    "en": (
        "{who} loses a step", "{who} pays a step", "{who} gives up a step", "a step comes off {who}", "I take a step off {who}",
        "I take the step loss on {who}", "I put the loss on {who}",
        "the loss falls on {who}", "I assign the loss to {who}", "I remove a step from {who}", "{who} gets the loss", "the loss is {who}",
    ),
    "es": (
        "{who} pierde un paso", "{who} paga un paso", "{who} cede un paso", "quito un paso a {who}", "la pérdida va a {who}", "la baja se la asigno a {who}",
        "pongo la pérdida en {who}",
        "la pérdida recae en {who}", "{who} se lleva la pérdida", "{who} recibe la pérdida", "la pérdida es para {who}",
    ),
}  # fmt: skip
STAYS = {
    "en": (
        "{who} stays", "{who} holds its ground", "{who} keeps its hex", "I leave {who} where it is", "{who} does not leave", "{who} stays put",
        "I keep {who} where it is",
        "{who} stands its ground",
    ),
    "es": ("{who} se queda", "{who} mantiene su posición", "dejo {who} donde está", "{who} no abandona el hex", "{who} aguanta", "{who} permanece en su sitio"),
}  # fmt: skip
DECLINES = {
    "en": (
        "{who} does not advance",
        *STAYS["en"],
        "{who} forgoes the advance",
        "{who} skips the advance",
        "{who} does not follow",
        "{who} does not enter the hex",
    ),
    "es": ("{who} no avanza", *STAYS["es"], "{who} prescinde del avance", "{who} renuncia al avance", "{who} no sigue", "{who} no entra en el hex"),
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
        if len(acts) == 1 and getattr(acts[0], "kind", "") == kind and acts[0].slots.get("units") and not acts[0].slots.get("question"):
            where = acts[0].slots.get("to") or waits.get("hex", "")
            if kind == "retreat" and where == waits.get("hex"):
                continue  # nobody retreats to where he stands
            if kind == "advance" and waits.get("act") == "engagement":
                continue  # after fire who goes on moves: only who says that he advances does
            found.append((case, acts[0].slots["units"], where))
    return found


@pytest.mark.parametrize(
    ("kind", "ways", "least"), [("retreat", RETREATS, 20), ("advance", ADVANCES, 12), ("take_result", LOSSES, 10), ("decline_advance", DECLINES, 4)]
)
@partly(5)
def test_plain_words_say_what_is_due(kind: str, ways: dict[str, tuple[str, ...]], least: int, part: Part) -> None:
    """The first wording of each language has the verb of the act; where it gets the ruling of the case, so does every other."""
    weighed = 0
    for case, who, where in part(due(kind)[:: 1 + least // 20]):
        for lang, wordings in ways.items():
            plain, *others = [words.format(who=AND[lang].join(who), hex=where) for words in wordings]
            if run_case(BOOK, {**case, "declaration": {lang: plain}}).differs:
                continue  # a word of the case is missing here that its ruling hangs on
            weighed += 1
            for text in others:
                assert not run_case(BOOK, {**case, "declaration": {lang: text}}).differs, (case["id"], text)
    assert weighed >= (least if part.of == 1 else 1)


def test_who_owes_nothing_moves() -> None:
    """An attacker who goes elsewhere, and anybody where nothing waits, moves: a plain verb makes no illegal deed legal."""
    for case, who, where in due("retreat"):
        situation = {key: value for key, value in case["situation"].items() if key != "pending"}
        game = Game(BOOK, of_data(BOOK, situation, case["id"]))
        for text in (f"{who[0]} goes to {where}", f"{who[0]} va a {where}"):
            act = game.referee.parse(text).parts[0]
            assert game.referee.kind_of(act) in ("move", "trains_move"), (case["id"], text)
