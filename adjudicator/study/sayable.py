"""What can be said in a rulebook: each act and question with its verbs, nouns and roles as they are declared, and a sentence of a case as an example."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING, Any, NamedTuple

from adjudicator.book.situations import of_data
from adjudicator.files.cache import compiled
from adjudicator.files.fault import Broken
from adjudicator.files.places import LANGUAGES
from adjudicator.ground.facts import InputError
from adjudicator.language import Act, NotUnderstood
from adjudicator.play.game import Game, language_of
from adjudicator.sentences import echoes
from adjudicator.sentences.frames import STATIVE
from adjudicator.study.cases import cases_of

if TYPE_CHECKING:
    from adjudicator.book import Rulebook

ONLY_ASKED = "tell"
"""What an act may have as its question word that is no question."""

PLAIN = STATIVE | {"do"}
"""Verbs that say nothing of what is done."""


class Sayable(NamedTuple):
    """An act or a question (`asked`): its kind, its verbs and nouns in one language, what its roles are called there, and a sentence, if a case has one."""

    kind: str
    asked: bool
    verbs: tuple[str, ...]
    nouns: tuple[str, ...]
    roles: tuple[str, ...]
    example: str


def sayable(book: Rulebook, lang: str) -> list[Sayable]:
    """All that the rulebook has rules about, acts before questions, by kind."""
    spoken = language_of(book)
    words = echoes(spoken).words[lang]
    labels = spoken.words.labels.get(lang, {})
    examples = _examples(book)
    rows: dict[tuple[bool, str], tuple[dict[str, None], dict[str, None], dict[str, None]]] = {}
    for frame in sorted(spoken.frames, key=lambda frame: frame.name != frame.kind):
        if frame.foreign or frame.kind not in book.acts:
            continue
        verbs, nouns, roles = rows.setdefault((bool(frame.ask - {ONLY_ASKED}), frame.kind), ({}, {}, {}))
        verbs.update({words["VERB"][verb]: None for verb in sorted(frame.verbs - PLAIN, key=lambda verb: (verb != frame.kind, verb)) if verb in words["VERB"]})
        nouns.update({words["NOUN"][noun]: None for noun in sorted(frame.nouns | frame.wants) if noun in words["NOUN"]})
        for slot, types, *_ in frame.roles:
            label = labels.get(slot) or next((labels[name] for name in (*types, *(type_.upper() for type_ in types)) if name in labels), None)
            if label is not None and not slot.startswith("_"):
                roles[label] = None
    return [
        Sayable(kind, asked, tuple(verbs), tuple(nouns), tuple(roles), examples.get(f"{kind}.{'asked' if asked else 'done'}.{lang}", ""))
        for (asked, kind), (verbs, nouns, roles) in sorted(rows.items())
    ]


def _examples(book: Rulebook) -> dict[str, str]:
    """`KIND.done.LANG`, `KIND.asked.LANG` -> the shortest sentence of a case that is just that; looked for once for each state of the book."""
    path = os.path.join(book.folder, "cases.yaml")
    if not os.path.exists(path):
        return {}

    def build() -> dict[str, str]:
        found: dict[str, str] = {}
        for case in sorted(cases_of(path), key=lambda case: len(case["declaration"].get(LANGUAGES[0], ""))):
            for lang, text in case["declaration"].items():
                for key in [key for key in _kinds(book, case, text) if f"{key}.{lang}" not in found]:
                    found[f"{key}.{lang}"] = text
        return found

    found: dict[str, str] = compiled([path, os.path.join(book.folder, "lexicon.yaml")], build, f"examples-{book.id}")
    return found


def _kinds(book: Rulebook, case: dict[str, Any], text: str) -> list[str]:
    """The kind of the one act of a sentence, and whether it is asked about; nothing for a sentence that holds more."""
    if ";" in text:
        return []
    try:
        acts = Game(book, of_data(book, case["situation"] or {}, case["id"])).line(text).acts
    except (NotUnderstood, InputError, Broken):
        return []
    if len(acts) != 1 or not isinstance(acts[0], Act) or "ask" in acts[0].slots:
        return []
    asked = acts[0].slots.get("question") or book.acts[acts[0].kind].question if acts[0].kind in book.acts else False
    return [f"{acts[0].kind}.{'asked' if asked else 'done'}"]
