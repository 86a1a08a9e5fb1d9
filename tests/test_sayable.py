"""What can be said in a rulebook is listed from its acts, and each example is a sentence that is just that act."""

from __future__ import annotations

import json

import pytest
from click.testing import CliRunner

from adjudicator.commands.cli import main
from adjudicator.files.places import LANGUAGES
from adjudicator.study.sayable import sayable
from tests.conftest import language, rulebook, some


@pytest.mark.parametrize("name", some(("arnhem", "fpa"), 1))
def test_every_act_of_a_rulebook_is_listed(name: str) -> None:
    """The examples are looked for once for both languages."""
    for lang in LANGUAGES:
        listed(name, lang)


def listed(name: str, lang: str) -> None:
    book = rulebook(name)
    rows = sayable(book, lang)
    kinds = {frame.kind for frame in language(name).frames if frame.kind in book.acts}
    assert {row.kind for row in rows} == kinds
    attack = next(row for row in rows if row.kind == "attack" and not row.asked)
    assert {"en": "attack", "es": "atacar"}[lang] in attack.verbs and attack.roles and attack.example
    done = [row for row in rows if not row.asked and row.verbs]
    assert sum(bool(row.example) for row in done) > 0.8 * len(done)


def test_the_command_tells_them_in_both_languages() -> None:
    for lang, verb in (("en", "attack"), ("es", "atacar")):
        told = CliRunner().invoke(main, ["rulebooks", "arnhem", "--words", "--lang", lang])
        assert told.exit_code == 0 and f"attack  {verb}" in told.output
    rows = json.loads(CliRunner().invoke(main, ["rulebooks", "arnhem", "--words", "--format", "json"]).output)
    assert {"kind", "asked", "verbs", "nouns", "roles", "example"} == rows[0].keys()
    assert CliRunner().invoke(main, ["rulebooks", "--words"]).exit_code == 2
