"""What the rules print whatever the position: each entry of each rulebook's figures is found by its own questions, and by nothing that says more."""

from __future__ import annotations

import os
from typing import Any

from adjudicator.files.figures import spread
from adjudicator.files.yaml import load_yaml
from adjudicator.language import Names, NotUnderstood
from adjudicator.language.model import Act
from adjudicator.sentences import load
from tests.conftest import every

HERE = os.path.join(os.path.dirname(__file__), os.pardir, "rulebooks")
BOOKS = {
    name: spread(load_yaml(path), load_yaml(os.path.join(HERE, name, "tables.yaml")))
    for name in sorted(os.listdir(HERE))
    if os.path.exists(path := os.path.join(HERE, name, "figures.yaml"))
}
QUESTIONS = [(book, name, spec[tongue]) for book, specs in BOOKS.items() for name, spec in specs.items() for tongue in ("en", "es") if tongue in spec]
LANGUAGES = {book: load(os.path.join(HERE, book)) for book in BOOKS}


def figure(book: str, text: str) -> Any:
    """The name of the figure that a question is for; None if it is another question, or not understood."""
    try:
        parts = LANGUAGES[book].parse(text, Names((), ())).parts
    except NotUnderstood:
        return None
    act = parts[-1]
    return act.slots["ask"].name if isinstance(act, Act) and act.kind == "figure" else None


@every(QUESTIONS)
def test_each_figure_is_found_by_its_own_questions(book: str, name: str, text: str) -> None:
    assert figure(book, text) == name


@every([(book, text) for book, _, text in QUESTIONS])
def test_what_says_more_is_another_question(book: str, text: str) -> None:
    more = " on turn 4?" if "¿" not in text else " en el turno 4?"
    assert figure(book, text.rstrip("?") + more) is None


@every([(book, name) for book, specs in BOOKS.items() for name, spec in specs.items() if isinstance(spec.get("is"), str)])
def test_each_answer_in_words_is_told_in_both_languages(book: str, name: str) -> None:
    answer = BOOKS[book][name]["is"]
    labels = load_yaml(os.path.join(HERE, book, "book.yaml"))["labels"]
    assert answer in ("yes", "no") or not any(char.isalpha() for char in answer) or {"en", "es"} <= set(labels[answer])
