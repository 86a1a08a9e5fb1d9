"""The language that a line is written in, so that it can be answered in it."""

from __future__ import annotations

import re
from functools import cache
from typing import TYPE_CHECKING

from adjudicator.files.places import LANGUAGES
from adjudicator.ground.folding import fold
from adjudicator.say.catalogue import catalogue

if TYPE_CHECKING:
    from adjudicator.sentences.general import General

_LETTERS = re.compile(r"(?<![\w-])[^\W\d_]+(?![\w-])")  # a word that is no part of a name such as 16Pz


def tongue(text: str) -> str | None:
    """The language that a line is written in: by its small words, else by the words that only one language has; None where nothing tells."""
    small, general = _tongues()
    words = _LETTERS.findall(text)
    folded = [fold(word) for word in words]
    votes = {lang: sum(word in known for word in folded) for lang, known in small.items()}
    if len(set(votes.values())) == 1:
        plain = [(word, low) for word, low in zip(words, folded, strict=True) if len(word) > 2 and (word == low or word == words[0])]
        found = [{language for language, _, _ in general.find(word.lower(), low)} for word, low in plain]
        votes = {lang: sum(each == {lang} for each in found) for lang in LANGUAGES}
    best = max(votes.values())
    return next((lang for lang, count in votes.items() if count == best), None) if list(votes.values()).count(best) == 1 else None


@cache
def _tongues() -> tuple[dict[str, frozenset[str]], General]:
    """The small words of each language, and the general dictionaries."""
    from adjudicator.sentences.general import General

    small = {lang: frozenset(word for words in catalogue(lang)["tongue"].values() for word in words.split()) for lang in LANGUAGES}
    alike = frozenset.intersection(*small.values())
    return {lang: words - alike for lang, words in small.items()}, General()
