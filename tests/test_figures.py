"""What the rules print whatever the position: each entry of each rulebook's figures is found by its own questions, and by nothing that says more."""

from __future__ import annotations

import os
import random
from typing import Any

import pytest

from adjudicator.files.figures import numbers, spread
from adjudicator.language import Names, NotUnderstood
from adjudicator.language.model import Act
from adjudicator.sentences.printed import MERE, PLACED, features
from tests.conftest import data_of, every, game_of, rulebook, spoken

HERE = os.path.join(os.path.dirname(__file__), os.pardir, "rulebooks")
BOOKS = {
    name: spread(data_of(path), data_of(os.path.join(HERE, name, "tables.yaml")))
    for name in sorted(os.listdir(HERE))
    if os.path.exists(path := os.path.join(HERE, name, "figures.yaml"))
}
QUESTIONS = [(book, name, spec[tongue]) for book, specs in BOOKS.items() for name, spec in specs.items() for tongue in ("en", "es") if tongue in spec]


def figure(book: str, text: str) -> Any:
    """The name of the figure that a question is for; None if it is another question, or not understood."""
    try:
        parts = spoken(book).parse(text, Names((), ())).parts
    except NotUnderstood:
        return None
    act = parts[-1]
    return act.slots["ask"].name if isinstance(act, Act) and act.kind == "figure" else None


@every(QUESTIONS, fast=1, slow=2)
def test_each_figure_is_found_by_its_own_questions(book: str, name: str, text: str) -> None:
    assert figure(book, text) == name


@every([(book, text) for book, _, text in QUESTIONS], fast=1, slow=2)
def test_what_says_more_is_another_question(book: str, text: str) -> None:
    more = " on turn 4?" if "¿" not in text else " en el turno 4?"
    assert figure(book, text.rstrip("?") + more) is None


@every([(book, name) for book, specs in BOOKS.items() for name, spec in specs.items() if isinstance(spec.get("is"), str)])
def test_each_answer_in_words_is_told_in_both_languages(book: str, name: str) -> None:
    answer, labels = BOOKS[book][name]["is"], rulebook(book).meta["labels"]
    assert answer in ("yes", "no") or not any(char.isalpha() for char in answer) or {"en", "es"} <= set(labels[answer])


@pytest.mark.parametrize("book", BOOKS)
def test_a_figure_never_answers_for_another_noun(book: str) -> None:
    """One word of weight of its question replaced by another of the book: another question, which nobody takes for this one."""
    language, dice, names = spoken(book), random.Random(book), Names((), ())
    printed = language.asks.printed
    facts = {fact.name: fact for fact in printed.facts}
    slight = {*(f"NOUN:{noun}" for noun in MERE), *(noun for nouns in printed.nouns.values() for noun in nouns)}
    mine = [(name, text) for own, name, text in QUESTIONS if own == book]
    rows = {text: [token for token in language.words_of(text, names) if token.classes == ("W",)] for _, text in mine}
    tried = 0
    for name, text in dice.sample(mine, min(len(mine), 8)):
        others = [token for _, other in mine if ("¿" in other) is ("¿" in text) for token in rows[other]]
        for token in rows[text]:
            other = dice.choice(others)
            if features(other, language.words.senses) & (facts[name].told | slight):
                continue
            said = f"{text[: token.start]}{other.text}{text[token.end :]}"
            tried += 1
            assert figure(book, said) != name, said
            if tried < 4:
                record = game_of(book, {"units": []}).hear(said)
                assert not [note for note in record.notes if note.key == "taken_as" and figure(book, str(note.slots["line"]))], said
    assert tried


def test_the_figure_of_a_scenario_never_answers_in_another() -> None:
    for book, name, text in QUESTIONS:
        placed = [word.partition(":")[2] for word in str(BOOKS[book][name]["words"]).split() if word.partition(":")[0] in PLACED]
        if not placed or placed[0] not in text or f" in {placed[0]}" not in text:
            continue
        said = text.replace(f" in {placed[0]}", "")
        for other in ("Kursk", "Akhtyrka", "Mischurin-Rog", "Lutchessa"):
            record = game_of(book, {"scenario": other, "units": []}).hear(said)
            assert [numbers(BOOKS[book][name])[0] in ruling.cites for ruling in record.rulings] in ([], [other == placed[0]]), (said, other)


def test_every_number_that_prints_a_figure_is_one_of_the_book() -> None:
    for book, figures in BOOKS.items():
        printed = rulebook(book).text_file("numbers.yaml")
        assert not {number for spec in figures.values() for number in numbers(spec) if number not in printed}, book
