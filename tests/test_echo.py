"""What was understood is said again in words that mean the same: an echo typed again is the same act (docs/sentences.md)."""

from __future__ import annotations

import random

import pytest

from adjudicator.book.situations import of_data
from adjudicator.ground.situation import Situation
from adjudicator.language.errors import NotUnderstood
from adjudicator.language.model import Act, Names
from adjudicator.play.game import Game, language_of
from adjudicator.play.understood import more, understood
from adjudicator.say.words import Say
from adjudicator.sentences import echoes
from tests.conftest import ROOT, Part, cases, partly, rulebook

UNITS = ("16Pz", "19Pz", "11Pz", "371Inf", "68Inf", "208Inf", "9Mech", "7GTk", "4GTk", "47R", "52R", "18AD", "509Tiger", "503Tiger", "9SS", "KPG", "TG")
LEAST = 0.8
"""So much of what is done in the sentences that are kept must have an echo."""


def sentences() -> list[str]:
    """Every third sentence that is kept for fpa."""
    lines = [line.strip() for path in sorted((ROOT / "tests" / "sentences").glob("fpa_*.txt")) for line in path.read_text(encoding="utf-8").splitlines()]
    return [line for line in lines if line and line[0] not in "=#"][::3]


@partly(6, split=False)
@pytest.mark.parametrize("lang", ["en", "es"])
def test_an_echo_typed_again_is_the_same_act(lang: str, part: Part) -> None:
    """Whatever is said again is read back with the same kind and slots; most acts are said again."""
    book = rulebook("fpa")
    spoken = language_of(book)
    echo, say = echoes(spoken), Say(lang, book)
    names = Names(UNITS, (("KG", "Br"), ("KG", "Ch"), ("KG", "Go")))
    told = acts = 0
    for line in part(sentences()):
        try:
            parts = spoken.parse(line, names).parts
        except ValueError:
            continue
        for act in parts:
            if not isinstance(act, Act):
                continue
            acts += 1
            text = echo.act(act, lang, lambda said: spoken.parse(said, names), lambda _, value: say.show(value))
            if text is None:
                continue
            told += 1
            again = [part for part in spoken.parse(text, names).parts if isinstance(part, Act)]
            kept = {name: value for name, value in act.slots.items() if name not in ("passing", "seen")}
            assert [(part.kind, part.slots) for part in again] == [(act.kind, kept)], (line, text)
    assert told > LEAST * acts, (told, acts)


def position() -> Game:
    """A game of fpa with two units."""
    book = rulebook("fpa")
    units = [{"id": "16Pz", "side": "german", "at": "2218"}, {"id": "9Mech", "side": "soviet", "at": "2119"}]
    return Game(book, Situation(book, {"rulebook": "fpa", "turn": 5, "phase": "german combat 1", "active": "german", "units": units}))


@pytest.mark.parametrize(
    ("typed", "english", "spanish"),
    [
        ("16Pz goes for 9Mech in 2119", "16Pz attacks 9Mech in 2119.", "16Pz ataca 9Mech a 2119."),
        ("¿Puede 16Pz lanzarse contra 2119?", "Can 16Pz attack 2119?", "¿Puede 16Pz atacar 2119?"),
        ("storm; 16Pz attacks 2119", "storm; 16Pz attacks 2119.", "tormenta; 16Pz ataca 2119."),
    ],
)
def test_facts_and_acts_are_told_in_both_languages(typed: str, english: str, spanish: str) -> None:
    """The facts of a line stand before its act; both may be typed again."""
    game = position()
    record = game.hear(typed)
    assert understood(game, record.stated, record.rulings[-1].act) == {"en": english, "es": spanish}
    again = position().hear(english)
    assert [ruling.verdict for ruling in again.rulings] == [ruling.verdict for ruling in record.rulings]


@pytest.mark.parametrize(("name", "least"), [("fpa", 0.85), ("gdp", 0.65)])
def test_most_acts_of_the_cases_have_an_echo(name: str, least: float) -> None:
    """Of every twelfth case: the share may only rise."""
    book = rulebook(name)
    told = acts = 0
    for case in cases(name)[::12]:
        game = Game(book, of_data(book, case["situation"] or {}, case["id"]))
        for act in game.line(case["declaration"]["en"]).acts:
            acts += 1
            told += bool(understood(game, (), act, ("en",)))
    assert told >= least * acts, (told, acts)


def test_an_echo_is_shown_where_it_says_more_than_the_line() -> None:
    """It attacks it: both had to be found."""
    assert more("9Mech is in 2119. Can 16Pz attack it?", "Can 16Pz attack 9Mech?") is False
    assert more("Can it attack 2119?", "Can 16Pz attack 2119?") is True


@partly(10, split=False)
def test_any_row_of_words_is_understood_or_refused(part: Part) -> None:
    """Random rows of known words, names and signs: an entry, or an error with its columns inside the text."""
    spoken = language_of(rulebook("fpa"))
    names = Names(UNITS, (("KG", "Br"), ("KG", "Ch"), ("KG", "Go")))
    kinds = ("VERB", "NOUN", "P", "DET", "SIDE", "STATUS", "RESULT", "PHASE", "AND", "SUB", "QP", "BE", "MOD", "HV", "TERRAIN", "ADV", "PRON", "HEX", "MARKER")
    words = sorted({phrase for _, phrase in spoken.words.phrases(kinds)})
    signs = ["16Pz", "9Mech", "2119", "3010", "Vinnitsa", "5", "3:1", "?", ",", ";", "KG Br", "-", ":", "(", ")", "2218-2219"]
    chance = random.Random(13)
    for _ in range(600 // part.of):
        text = " ".join(chance.choice(words if chance.random() < 0.6 else signs) for _ in range(chance.randint(1, 8)))
        try:
            spoken.parse(text, names)
        except NotUnderstood as error:
            assert 0 <= error.start <= error.end <= len(text), text


@pytest.mark.parametrize(
    ("text", "word"),
    [
        ("turn five hundred", ""),
        ("the Germans have 3 air pints", "pints"),
        ("16Pz attacks 3010 with KG Xy", "Xy"),
        ("KG Brieth deploys in 2510", "Brieth"),
        ("16Pz attacks 3010 2119", "2119"),
        ("16Pz attacks 301", "301"),
        ("16Pz attacks Vinnitsa", "Vinnitsa"),
        ("16Pz attacks 2119; 777Pz attacks 2119", "777Pz"),
    ],
)
def test_a_word_that_is_not_known_is_named_and_never_absorbed(text: str, word: str) -> None:
    """What stands where a noun, a number or a name is expected is to blame, before anything that is missing."""
    names = Names(UNITS, (("KG", "Br"), ("KG", "Ch"), ("KG", "Go")))
    with pytest.raises(NotUnderstood) as caught:
        language_of(rulebook("fpa")).parse(text, names)
    assert not word or caught.value.word == word
