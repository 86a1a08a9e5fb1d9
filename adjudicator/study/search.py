"""Looking a rule up by what a player calls it: titles, summaries, tables and words of a rulebook, in all languages at once, best first.

Each printed number is a document: its title and what else players call it (`also`), its summary, its tables, and the titles of the numbers above
it. What is asked for is read as words (in any form that the general dictionaries know) and as phrases that the words files give the same meaning:
who asks for "tanques pesados" finds what is called "heavy tanks". Rare words count more than common ones.
"""

from __future__ import annotations

import math
import os
import re
from bisect import bisect_left
from collections.abc import Iterable, Iterator, Mapping
from functools import cached_property, partial
from itertools import islice, takewhile
from typing import TYPE_CHECKING, Any, NamedTuple

from adjudicator.files.cache import compiled
from adjudicator.files.places import LANGUAGES, grammars_folder
from adjudicator.files.yaml import load_yaml
from adjudicator.ground.folding import fold
from adjudicator.language.words import phrases_of, read_words
from adjudicator.say.catalogue import catalogue
from adjudicator.sentences.general import General
from adjudicator.sentences.lexicon import CLOSED

if TYPE_CHECKING:
    from adjudicator.book import Rulebook

WEIGHTS = {"title": 4.0, "also": 4.0, "summary": 1.5, "tables": 1.5, "above": 0.75}
AGAIN = 0.001  # what it counts that a word stands in another place too
NAMED = 3.0  # more for a title that says nothing else
INFLECTED = 0.9  # what another form of the word counts
BEGUN = 0.6  # what a word counts that only begins like the one asked for
BEGINS = 4  # letters that it takes
KIN = 0.5  # what a word counts that has the same root, where the book has nothing nearer: arrollamiento, arrollar
ROOT, SHARE = 5, 0.6  # so many letters in common at least, and so much of the shorter word
SMALL = 0.15  # what a small word counts, such as those that a question begins with
SYNONYM = 0.4  # what a phrase of the same meaning counts
BEHIND = 0.8  # of the best score of the words themselves, where a title has them: more it never counts
LEAST = 0.35  # of the best hit: what scores less is not told
NATURES = frozenset(("VERB", "VERBO", "NOUN"))  # types that name no kind of thing, as WEATHER or TERRAIN does
_WORD = re.compile(r"[^\W_]+")
_LETTERS = re.compile(r"[^\W\d_]")


class Hit(NamedTuple):
    """A printed number that was found, and how well it fits."""

    number: str
    score: float


class Search:
    """The printed numbers of a rulebook, to be searched."""

    def __init__(self, book: Rulebook, index: Mapping[str, Mapping[str, Any]], tables: Mapping[str, Iterable[str]]) -> None:
        """``tables``: number -> what the tables are called that it prints."""
        self.book = book
        self.general = General()
        self.index = index
        self.small = {word for language in LANGUAGES for word in catalogue(language)["tongue"]["words"].split()}
        self._stems: dict[str, frozenset[str]] = {}
        self._fits: dict[str, dict[str, float]] = {}
        self.titles: dict[str, list[list[tuple[float, frozenset[str]]]]] = {}  # number -> of each of its titles what each word weighs, and its stems
        self.words: dict[str, dict[str, float]] = {}  # word -> number -> what it weighs there
        for number, entry in index.items():
            titles = [*_texts(entry.get("title")), *([number] if len(_LETTERS.findall(number)) > 2 else [])]  # a heading is a title too
            also = [text for line in _texts(entry.get("also")) for text in line.split(";")]
            self.titles[number] = [title for text in (*titles, *also) if (title := self._weighed(text))]
            above = [text for other in _above(number) for text in _texts(index.get(other, {}).get("title"))]
            texts = {"title": titles, "also": also, "summary": _texts(entry.get("summary")), "tables": tables.get(number, ()), "above": above}
            for field, found in texts.items():
                for word in {word for text in found for word in words_of(text)}:
                    places = self.words.setdefault(word, {})
                    more, less = sorted((WEIGHTS[field], places.get(number, 0.0)), reverse=True)
                    places[number] = more + AGAIN * less

    def stems(self, word: str) -> frozenset[str]:
        """The word and the words that it is a form of."""
        found = self._stems.get(word)
        if found is None:
            known = [fold(lemma) for _, _, lemma in self.general.find(word, word)]
            found = self._stems[word] = frozenset((word, *(known or [re.sub(r"(?<=...)s$", "", word)])))  # a plural that the dictionaries lack
        return found

    def find(self, asked: str, limit: int = 10) -> list[Hit]:
        """The numbers that fit best, best first; those far behind the best are left out."""
        wanted = [word for word in words_of(asked) if len(word) > 1 or word.isdigit()]  # scenario 4
        scores = self._scores(wanted)
        best = max(scores, key=scores.__getitem__, default="")
        fits = {word: self._fit(word).get(best, 0.0) / WEIGHTS["title"] for word in wanted}
        own = [fit for word, fit in fits.items() if word not in self.small]
        titled = any(fit >= INFLECTED for fit in fits.values()) or bool(own) and all(fit >= BEGUN for fit in own)
        most = BEHIND * scores[best] if titled else math.inf  # a title that says it is not overtaken
        for words in self._synonyms(wanted):
            for number, score in self._scores(words, whole=True).items():
                scores[number] = max(min(SYNONYM * score, most), scores.get(number, 0.0))
        place = {number: at for at, number in enumerate(self.index)}
        found = sorted(
            (Hit(number, score) for number, score in scores.items()), key=lambda hit: (-round(hit.score, 6), len(_above(hit.number)), place[hit.number])
        )
        return [hit for hit in found if hit.score >= LEAST * found[0].score][:limit]

    def language(self, asked: str) -> str | None:
        """The language in which the book has more of these words; None if neither."""
        wanted = set(words_of(asked)) - self.small
        spoken = {lang: self._spoken(lang) for lang in LANGUAGES}
        fits = {lang: sum(2 * (word in words) + bool(self.stems(word) & words) for word in wanted) for lang, words in spoken.items()}
        best = max(fits, key=lambda lang: fits[lang])
        return best if sum(count == fits[best] for count in fits.values()) == 1 else None

    def _spoken(self, lang: str) -> set[str]:
        """The words of the titles and summaries of one language."""
        fields = [entry.get(field) for entry in self.index.values() for field in ("title", "summary", "also")]
        texts = [text for each in fields if isinstance(each, dict) for text in [each.get(lang)] if isinstance(text, str)]
        return {word for text in texts for word in words_of(text)}

    def near(self, asked: str) -> list[str]:
        """Words of the book that look like those asked for."""
        from difflib import get_close_matches

        return list(dict.fromkeys(hit for word in words_of(asked) for hit in get_close_matches(word, self._ordered, 3, 0.7)))

    def _scores(self, asked: list[str], whole: bool = False) -> dict[str, float]:
        """Number -> how well it fits: rare words count more, and a number that lacks a word for less; for nothing, if the ``whole`` is wanted."""
        fits = {word: self._fit(word) for word in dict.fromkeys(asked)}
        numbers = {number for places in fits.values() for number in places} if not whole else set.intersection(*map(set, fits.values()))
        if not numbers:
            return {}
        rarity = {word: math.log(1 + len(self.index) / (1 + len(places))) * (SMALL if word in self.small else 1.0) for word, places in fits.items()}
        every, found = sum(rarity.values()), dict[str, float]()
        for number in numbers:
            here = [word for word, places in fits.items() if number in places]
            share = sum(rarity[word] for word in here) / every
            meant = frozenset().union(*map(self.stems, here))
            named = max((_named(title, meant) for title in self.titles[number]), default=0.0)
            found[number] = sum(rarity[word] * (fits[word][number] + NAMED * named) for word in here) * share**2
        return found

    def _weighed(self, title: str) -> list[tuple[float, frozenset[str]]]:
        """What each word of a title weighs, all of them together 1, and its stems; its small words count half."""
        words = {word: 0.5 if word in self.small else 1.0 for word in words_of(title) if len(word) > 1 or word.isdigit()}
        return [(weight / sum(words.values()), self.stems(word)) for word, weight in words.items()]

    def _fit(self, word: str) -> dict[str, float]:
        """Number -> what this word weighs there, in whatever form it stands."""
        found = self._fits.get(word)
        if found is None:
            found = self._fits[word] = {}
            others = {other: INFLECTED for stem in self.stems(word) for other in self._forms.get(stem, ())}
            if len(word) >= BEGINS:
                others = {**dict.fromkeys(self._begun(word), BEGUN), **others}
            if word not in self.words and not others:
                others = dict.fromkeys(filter(partial(_akin, word), self._begun(word[:ROOT])), KIN)
            for other, share in {**others, word: 1.0}.items():
                for number, weight in self.words.get(other, {}).items():
                    found[number] = max(share * weight, found.get(number, 0.0))
        return found

    def _begun(self, letters: str) -> Iterator[str]:
        """The words of the book that begin with these letters."""
        return takewhile(lambda other: other.startswith(letters), islice(self._ordered, bisect_left(self._ordered, letters), None))

    @cached_property
    def _ordered(self) -> list[str]:
        """The words of the book in their order: those that begin alike stand together."""
        return sorted(self.words)

    @cached_property
    def _forms(self) -> dict[str, list[str]]:
        """Word -> its forms that stand in the book."""
        found: dict[str, list[str]] = {}
        for word in self.words:
            for stem in self.stems(word):
                found.setdefault(stem, []).append(word)
        return found

    @cached_property
    def _meanings(self) -> tuple[dict[str, list[int]], list[list[str]]]:
        """Phrase -> concepts that it may stand for; concept -> its phrases: of the rulebook's words and of those that all rulebooks share."""
        lexicons = [os.path.join(grammars_folder(), f"lexicon.{language}.yaml") for language in LANGUAGES]
        own = os.path.join(self.book.folder, "lexicon.yaml")
        paths = [path for path in (own, *lexicons) if os.path.exists(path)]
        together: list[list[str]] = compiled(paths, lambda: _concepts(paths), f"meanings {self.book.id}")
        found: dict[str, list[int]] = {}
        for concept, phrases in enumerate(together):
            for phrase in phrases:
                found.setdefault(phrase, []).append(concept)
        return found, together

    def _same(self, phrase: str) -> list[list[str]]:
        """The phrases that mean the same, each in words."""
        concepts, together = self._meanings
        return [other.split() for concept in concepts.get(phrase, ()) for other in together[concept] if other != phrase]

    def _synonyms(self, asked: list[str]) -> list[list[str]]:
        """What was asked for with the whole of it, or one of its words, said otherwise."""
        found = self._same(" ".join(asked))
        if len(asked) > 1:
            for place, word in enumerate(asked):
                for stem in self.stems(word):
                    found += [[*asked[:place], *other, *asked[place + 1 :]] for other in self._same(stem)]
        elif asked:
            found += [other for stem in self.stems(asked[0]) for other in self._same(stem)]
        return [words for words in found if words]


def _named(title: list[tuple[float, frozenset[str]]], meant: frozenset[str]) -> float:
    """How much of a title was said."""
    return sum([weight for weight, stems in title if not meant.isdisjoint(stems)])


def _concepts(paths: list[str]) -> list[list[str]]:
    """The phrases of words files, those together that mean the same."""
    concepts: dict[tuple[str, str], dict[str, None]] = {}
    for path in paths:
        document = load_yaml(path) or {}
        for kind, marker in (document.get("markers") or {}).items():
            named = (kind, *(phrases_of(marker["words"]) if isinstance(marker, dict) and "words" in marker else ()))
            concepts.setdefault(("MARKER", kind), {}).update((" ".join(words_of(phrase)), None) for phrase in named)
        for type_, concept, patterns in read_words(document.get("words") or {}):
            if type_ not in CLOSED:
                phrases = concepts.setdefault((type_, concept), {})
                said = [" ".join(words_of(phrase)) for phrase in phrases_of(patterns)]
                phrases.update(dict.fromkeys(said))
                if type_ not in NATURES:
                    phrases.update(dict.fromkeys(f"{type_.lower()} {phrase}".strip() for phrase in said))  # mud is weather
    return [list(phrases) for phrases in concepts.values()]


def _akin(word: str, other: str) -> bool:
    """Whether two words most likely have one root: they begin alike, as far as the shorter goes for the most part."""
    alike = sum(1 for _ in takewhile(lambda pair: pair[0] == pair[1], zip(word, other, strict=False)))
    return alike >= max(ROOT, SHARE * min(len(word), len(other)))


def _above(number: str) -> list[str]:
    """The numbers that a number may stand under: 13.8 and 13.0 over 13.8.3, 5.1 and 5.0 over 5.1a."""
    found, rest = [], re.sub(r"(?<=\d)(?:[a-z]|#\d)$", "", number)
    while rest:
        found += [rest] if rest != number else []
        rest = rest.rpartition(".")[0] if "." in rest else ""
    return [each if "." in each else f"{each}.0" for each in found if each + ".0" != number]


def words_of(text: str) -> list[str]:
    """The words of a text, made comparable."""
    return _WORD.findall(fold(text))


def _texts(entry: Any) -> list[str]:
    return [str(text) for text in entry.values()] if isinstance(entry, Mapping) else [str(entry)] if entry else []
