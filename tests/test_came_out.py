"""Results and dice that are told: every declared result in every frame is the result being carried out, a throw is that of the deed that is named with it."""

from __future__ import annotations

import os
from typing import Any

import pytest

from adjudicator.ground.declaration import Act, Stated
from adjudicator.ground.paths import parse
from adjudicator.language.words import phrases_of, read_words
from adjudicator.play.game import Game
from tests.conftest import ROOT, data_of, game_of, rulebook

HEXES = {"bcs": ("20.11", "20.12")}
FRAMES = {
    "en": ("The result is {}", "We got {}", "The table came up {}", "It came up {}", "The dice gave {}", "The result includes {}", "The combat came out {}",
           "The attack ended in {}", "{} came up", "The table says {}"),
    "es": ("El resultado es {}", "Ha salido {} en la tabla", "Nos salió {}", "Sale {}", "La tabla da {}", "El resultado trae {}", "He sacado {}",
           "El combate da {}"),
}  # fmt: skip
ASKED = {"en": "Can A1 advance to {}?", "es": "¿Puede A1 avanzar a {}?"}


def game(name: str, **more: Any) -> Game:
    """A fight of A1 against B1, whose result nobody has told."""
    here, there = HEXES.get(name, ("2010", "2011"))
    units = [{"id": "A1", "at": here}, {"id": "B1", "at": there}]
    return game_of(name, {"units": units, "pending": {"act": "attack", "hex": there, "attackers": ["A1"], **more}})


def results(name: str) -> dict[str, str]:
    """The results of a book that have words, with the first of them."""
    book = rulebook(name)
    files = [os.path.join(book.folder, "lexicon.yaml"), *(str(ROOT / "grammars" / f"lexicon.{lang}.yaml") for lang in ("en", "es"))]
    rows = [row for file in files for row in read_words(data_of(file).get("words") or {})]
    found = {concept: next(phrases_of(patterns)) for type_, concept, patterns in reversed(rows) if type_ == "RESULT"}
    path = parse("pending.result")
    return {concept: word for concept, word in found.items() if path is not None and book.declared.fault(path, concept) is None}


@pytest.mark.parametrize("lang", ["en", "es"])
@pytest.mark.parametrize("name", ["fpa", "pd", "ocs", "bcs"])
def test_a_result_that_is_told(name: str, lang: str) -> None:
    """Each result in one frame, each frame with one result."""
    one, told = game(name), list(results(name).items())
    assert told
    for number in range(max(len(told), len(FRAMES[lang]))):
        concept, word = told[number % len(told)]
        text = f"{FRAMES[lang][number % len(FRAMES[lang])].format(word)}. {ASKED[lang].format(HEXES.get(name, ('', '2011'))[1])}"
        parts = one.parse(text).parts
        assert Stated("pending.result", concept) in parts, text
        assert sum(isinstance(part, Act) for part in parts) == 1, text


def test_a_part_of_the_result_is_no_other_result() -> None:
    """What the result being carried out has is not stated anew; another one is, and told."""
    for text, result, notes in (
        ("The result includes DG. Does B1 become DG?", "Ae3 DL2o2 DG", []),
        ("Salió Ae3. ¿Puede A1 avanzar a 2011?", "Ae3 DL2o2 DG", []),
        ("Salió Ao1. ¿Puede A1 avanzar a 2011?", "Ao1", ["result_otherwise"]),
    ):
        one = game("ocs", result="Ae3 DL2o2 DG")
        record = one.hear(text)
        assert (one.situation.known_box("pending")["result"], [note.key for note in record.notes]) == (result, notes), text


@pytest.mark.parametrize(
    "text",
    [
        "I rolled a 4 for 12VG's Second Activation.",
        "We got a 4 on the roll for 12VG's Second Activation.",
        "A 4 for 12VG's Second Activation.",
        "The roll for 12VG's Second Activation came up 4.",
        "He sacado un 4 en la tirada de la Segunda Activación de 12VG.",
        "Para la Segunda Activación de 12VG he sacado un 4.",
        "Sale un 4 en la tirada de la Segunda Activación de 12VG.",
    ],
)
def test_dice_and_what_they_are_for(text: str) -> None:
    """A number is never left aside: it is the throw of the deed that is named with it."""
    one = game_of("bcs", {"formations": [{"id": "12VG", "side": "german"}]})
    assert one.parse(text).parts == (Act("second_activation", {"units": ("12VG",)}, text, 0, 0), Stated("rolls", [4])), text


def test_dice_for_what_is_asked() -> None:
    """A throw with its purpose before a question is the throw that is asked about."""
    for text in ("He sacado un 3 en la tirada de reemplazos, ¿puedo recuperar 1K-1Gr?", "Rolled a 3 for replacements. Can I rebuild 1K-1Gr?"):
        one = game_of("gdp", {"units": [{"id": "1K-1Gr"}]})
        assert one.parse(text).parts == (Act("rebuild", {"units": ("1K-1Gr",), "question": True}, "", 0, 0), Stated("rolls", [3])), text
