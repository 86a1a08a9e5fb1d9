"""Everyday words beside a figure of a rule: a question that nothing else understands is looked for among the figures once more (`everyday` of the questions).

Words that are one another there (come off, be lifted, be picked up: be removed) count as one another, some say nothing, and how far, how long, how strong,
what it costs are how many of something. Which figure is meant still has to be said by all words of the question.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import pairwise
from typing import Any, NamedTuple

from adjudicator.sentences.token import Token

HOW, HOW_MANY, HOW_OFTEN, WHAT = "how", "how_many", "how_often", "what"
AUXILIARY, VERBS = ("DO", "HV"), ("VERB:", "LEMMA:")
LEAVE = frozenset(("MOD:can", "MOD:may", "VERB:can", "VERB:may", "LEMMA:allow"))
MORE = frozenset(("more", "greater", "ABOVE"))
WORTH = "NOUN:worth"


class Measured(NamedTuple):
    """What a question asks: its question words, what they say of what is counted, whether that need not be said, the words that have said it already."""

    words: frozenset[str]
    said: frozenset[str] = frozenset()
    bare: bool = False
    by: tuple[Token, ...] = ()


class Everyday:
    """Words that are one another beside a figure, those that say nothing, what how asks for with the word behind it, verbs that ask how much by themselves."""

    def __init__(self, data: Mapping[str, Any]) -> None:
        alike: dict[str, set[str]] = {}
        for words in (data.get("alike") or {}).values():
            family = set(str(words).split())
            for word in family:
                alike.setdefault(word, set()).update(family)
        self.alike = {word: frozenset(family) for word, family in alike.items()}
        self.idle = frozenset(str(data.get("idle", "")).split())
        self.how = {word: frozenset(str(words or "").split()) for word, words in (data.get("how") or {}).items()}
        self.verbs = {verb: frozenset(str(words).split()) for verb, words in (data.get("verbs") or {}).items()}
        self.duty = frozenset(str((data.get("alike") or {}).get("owed", "")).split())
        self.owes = tuple(str(data.get("owes", "")).split("|"))
        self.measures = frozenset(str(data.get("measures", "")).split())

    def widened(self, token: Token, said: frozenset[str]) -> frozenset[str]:
        """What a word may say, and what is the same beside a figure; an auxiliary says nothing."""
        if token.classes[0] in AUXILIARY:
            return frozenset(word for word in said if not word.startswith(VERBS))
        named = frozenset(word.replace(" ", "_") for word in said)
        return said.union(named, *(self.alike[word] for word in named & self.alike.keys()))

    def owed(self, question: str) -> bool:
        """Whether a figure's own question asks whether something must be."""
        return any(f" {word} " in f" {question.casefold()} " for word in self.owes)

    def asks(self, row: Sequence[Token], asked: Sequence[Token], words: frozenset[str], every: frozenset[str]) -> Measured:
        """What a question in everyday words asks: how far is how many hexes."""
        for token, behind in pairwise(row):
            if token not in asked:
                continue
            for by in ((behind,) if says_how(token, HOW) else (), (token,)):
                measure = next((found for word in by if (found := self._measure(word)) is not None), None)
                if measure is not None:
                    return Measured(frozenset((HOW_MANY, WHAT)), measure, not measure, by)
            if says_how(token, HOW_OFTEN):
                return Measured(frozenset((HOW_MANY,)), frozenset(("WORD:times",)))
            if says_how(token, HOW_MANY) and (behind.classes[0] not in ("W", "NUM", "ADV") or "V" in behind.classes):
                return Measured(words, frozenset(), True)
            if says_how(token, WHAT) and any(f"NOUN:{value}" in self.measures for _, value in behind.means.get("W", ())):
                return Measured(words | {HOW_MANY})
        verbs = frozenset[str]().union(*(self.verbs[word] for word in every & self.verbs.keys())) if WHAT in words else frozenset[str]()
        worth = WHAT in words and WORTH in every
        return Measured(words | {HOW_MANY}, verbs, worth) if verbs or worth else Measured(words)

    def _measure(self, token: Token) -> frozenset[str] | None:
        words = {token.text.casefold(), *(str(value) for meanings in token.means.values() for _, value in meanings)}
        return next((self.how[word] for word in sorted(words & self.how.keys())), None)


def says_how(token: Token, word: str) -> bool:
    """Whether a token is this question word."""
    return any(value == word for class_ in ("QP", "QD") for _, value in token.means.get(class_, ()))


def number_asked(row: Sequence[Token], every: frozenset[str]) -> int | None:
    """The number of which it is asked whether so many may be: can two of them; more than one is two."""
    numbers = [value for token in row if token.classes[0] == "NUM" for type_, value in token.means["NUM"] if type_ == "NUM" and isinstance(value, int)]
    numbers = [value for value in numbers if value > 1] or numbers[:1]
    if len(numbers) != 1 or not every & LEAVE:
        return None
    more = any(value in MORE for token in row for meanings in token.means.values() for _, value in meanings)
    return numbers[0] + more
