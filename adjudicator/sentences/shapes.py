"""Shapes of sentences that are understood: the words of a sentence with places for its units, hexes, numbers.

What a refused line may have meant is looked for among them. A line is compared by what its words mean (verbs, deeds, nouns, question words), not by its
grammar: each word that both have counts, the rarer the more; each word of the shape that the line lacks counts against it. Everything of weight that the line
names (`things`) must have a place in the shape, or be left aside by who asks. Nothing here judges; what comes of it is a question to a player, never a ruling
(`adjudicator.play.offers`).
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from math import log
from typing import Any, NamedTuple

from adjudicator.language.folding import fold
from adjudicator.language.names import Lookup
from adjudicator.language.syntax import small
from adjudicator.sentences.account import LIMITS, STRICT, WEIGHTY
from adjudicator.sentences.frames import Frame
from adjudicator.sentences.placings import SOFT, WAYS, Gap, Mentioned, Placings
from adjudicator.sentences.token import Token
from adjudicator.sentences.tokens import Openings, Words, tokens

PLACES = {"UNIT": "U", "HEX": "H", "MARKER": "M", "NUM": "N", "RESULT": "R", "ODDS": "O", "STATS": "S", "SIDE": "A", "RULE": "L", "TERRAIN": "T"}
"""Types of words that have a place in a shape, and its letter."""
SLOT = re.compile(r"\{([A-Z])(\d+)([+-]?)([a-z]?)((?:\.[^}]*)?)\}")
"""A place: its letter, its number (the same thing has the same), + for a list or - for a way, the side of a unit, the kind of a marker."""
LINKS = frozenset(("COMMA", "AND", "DASH"))
SMALL = frozenset((
    "DET", "OF", "TO", "AND", "COMMA", "SEMI", "COLON", "LP", "RP", "DASH", "CL", "PRON", "BE", "BEI",
    "DO", "HV", "HVG", "GEN", "P", "PART", "REL", "THEN", "QM",
))  # fmt: skip
"""Classes of words that say nothing by themselves of what is meant."""
REFUSING = frozenset(("ignore", "refuse", "decline", "stay", "call_off", "pass"))
"""Deeds that a denial may be meant by."""
LIMITING = frozenset((*(f"P:{rel}" for rel in LIMITS), *(f"ADV:{word}" for word in STRICT), "ADV:full", "ADV:together"))
"""Words that set a limit: what they count where the shape has none is more."""
CONDITIONS = frozenset(("SUB:if", "SUB:unless"))
"""What a deed hangs on stands behind them: in a statement a limit too, for it is not done now."""
LIMIT = 1.5
MISS, EXTRA, COMMON = 0.8, 0.25, 0.35
"""What a word counts that the shape has and the line has not, one that the line has and the shape has not, how often the shape was met."""
UNLIKELY = 0.0005
"""Acts that the words make less likely than this are not looked at."""
FLOOR = 0.02
"""Less likely than this counts no more against a sentence."""
BARE = 2.0
"""What it counts against a shape that no word hints at it: then the things alone speak for it."""
_ARTICLE = "|".join(small("articles"))
TWICE = re.compile(rf"\b({_ARTICLE}) (?:{_ARTICLE}) ", re.I)


class Reworded(NamedTuple):
    """A sentence that may have been meant: how well it fits, the text, the things of the line that it leaves aside, its acts.

    `limits`: words of the line that set a limit which the sentence does not name (only, without, again).
    """

    score: float
    text: str
    lost: tuple[Mentioned, ...]
    label: str
    limits: tuple[str, ...]


def meanings(token: Token, senses: Mapping[str, Sequence[str]]) -> frozenset[str]:
    """What a word may mean, for comparison."""
    first = token.classes[0]
    found: set[str] = set()
    for class_, kept in token.means.items():
        if class_ in SMALL and class_ != "P":
            continue
        for type_, value in kept:
            name = str(value)
            if class_ == "P":
                found.update(f"P:{rel}" for rel in name.split("|") if rel in LIMITS)
            elif type_ in ("VERB", "PAST") or type_.startswith("WITH:"):
                found.update(senses.get(name, (name,)))
            elif type_ == "NOUN":
                found.add(name)
            elif type_ in ("WORD", "ADJ"):
                found.add(f"w:{fold(name)}")
            elif class_ in ("QP", "QD"):
                found.add(f"Q:{name}")
            else:
                found.add(f"{type_}:{name}")
    if first == "DET" and token.means["DET"][0][1] in WEIGHTY:
        found.add(f"D:{token.means['DET'][0][1]}")
    return frozenset(found)


def letter_of(token: Token, others: frozenset[str]) -> str:
    """The letter of the place that a word takes, empty if it takes none."""
    class_ = token.classes[0]
    type_, value = token.means[class_][0]
    if class_ == "W" and type_ not in ("RESULT", "SIDE", "TERRAIN", "ODDS", "STATS"):
        return ""
    if type_ == "UNIT" and value in others:
        return "F"
    return PLACES.get(type_, "")


def around(row: Sequence[Token], at: int, senses: Mapping[str, Sequence[str]]) -> tuple[frozenset[str], frozenset[str]]:
    """The relations of the word before a thing, and the nouns next to it."""
    rels: frozenset[str] = frozenset()
    back = at - 1
    while back >= 0 and row[back].classes[0] in ("DET", "W", "PRON") and back > at - 4:
        back -= 1
    if back < 0:
        rels = frozenset(("begin",))
    elif row[back].classes[0] in ("P", "OF", "TO", "PART") or "P" in row[back].means:
        rels = frozenset(rel for kept in row[back].means.values() for _, value in kept for rel in str(value).split("|") if rel.isupper())
    elif row[back].classes[0] in ("V", "VI", "VG", "VP"):
        rels = frozenset(("verb",))
    nouns: set[str] = set()
    for other in (at - 1, at + 1, at + 2):
        if 0 <= other < len(row) and "W" in row[other].means:
            nouns.update(str(value) for type_, value in row[other].means["W"] if type_ == "NOUN")
    return rels, frozenset(nouns)


class Wording:
    """What a line names and what its words mean."""

    def __init__(self, row: Sequence[Token], senses: Mapping[str, Sequence[str]], others: Iterable[str], markers: Iterable[tuple[str, str]]) -> None:
        known = frozenset(others)
        ids = {name: (kind, name) for kind, name in markers}
        found: dict[tuple[str, str], Mentioned] = {}
        self.words: list[frozenset[str]] = []
        self.limits: list[tuple[str, frozenset[str]]] = []
        self.asks = any("QM" in token.classes for token in row) or any(token.text == "¿" for token in row)
        self.denies = any(token.classes[0] == "NOT" for token in row)
        for at, token in enumerate(row):
            letter = letter_of(token, known)
            value, said = token.means[token.classes[0]][0][1], token.text
            if not letter and token.text in ids:
                letter, value, said = "M", ids[token.text], " ".join(ids[token.text])
            free = 0.0
            if not letter and token.classes[0] == "DET" and value in ("indef", "both"):
                letter, free = "N", 0.1
                value = 1 if str(value) == "indef" else 2
            if not letter:
                words = meanings(token, senses)
                if words:
                    self.words.append(words)
                if words & LIMITING or words & CONDITIONS and not self.asks:
                    self.limits.append((token.text, words))
                continue
            rels, nouns = around(row, at, senses)
            if free and not nouns:
                continue
            if letter == "N":
                said = str(value)
                free = free or (0.4 if value == 1 else 0.0)
            key = (letter, repr(value)) if letter != "N" else (letter, str(at))
            before = found.get(key)
            spans = ((token.start, token.end), *(before.spans if before else ()))
            found[key] = Mentioned(letter, value, said, rels | (before.rels if before else frozenset()), nouns, free, spans)
        self.things = list(found.values())
        self.all = frozenset(word for words in self.words for word in words)


class Shape:
    """One shape: the acts that it means, its text, what its words mean, how often it was met; what it needs of each letter, which of them may be several."""

    __slots__ = ("_missed", "_own", "_rels", "_said", "_spelled", "_words", "asks", "count", "denies", "label", "lang", "lists", "needs", "text")

    def __init__(self, row: Sequence[Any]) -> None:
        """`row` is one of those that `compile_shapes` gave."""
        self.lang, self.count, self.label, self.text, self._spelled, self._rels, self.denies, self.needs, self.lists = row
        self.asks = self.text.endswith("?")
        self._words: list[frozenset[str]] | None = None
        self._own: frozenset[str] | None = None
        self._missed: list[float] | None = None
        self._said: tuple[list[str], list[Gap]] | None = None

    @property
    def words(self) -> Sequence[frozenset[str]]:
        """What each of its words means."""
        if self._words is None:
            self._words = [frozenset(words) for words in self._spelled]
        return self._words

    @property
    def own(self) -> frozenset[str]:
        """All that its words mean."""
        if self._own is None:
            self._own = frozenset().union(*self.words)
        return self._own

    def missed(self, worth: Mapping[str, float]) -> list[float]:
        """What each of its words counts that a line has not."""
        if self._missed is None:
            self._missed = [MISS * min(max((worth.get(word, 0.0) for word in words), default=0.0), 4.0) for words in self.words]
        return self._missed

    @property
    def said(self) -> tuple[list[str], list[Gap]]:
        """The parts of its text, and the places between them."""
        if self._said is None:
            parts: list[str] = []
            slots: list[Gap] = []
            at = 0
            for match, (rels, nouns) in zip(SLOT.finditer(self.text), self._rels, strict=True):
                letter, index, many, side, kind = match.groups()
                parts.append(self.text[at : match.start()])
                slots.append(Gap(letter, int(index), many, side, kind[1:], frozenset(rels), frozenset(nouns)))
                at = match.end()
            self._said = [*parts, self.text[at:]], slots
        return self._said


class Shapes:
    """The shapes of one rulebook."""

    def __init__(self, table: Mapping[str, Any], frames: Iterable[Frame]) -> None:
        """`table` is what `compile_shapes` gave."""
        self.shapes = [Shape(row) for row in table["shapes"]]
        every = max(len(self.shapes), 1)
        self.worth = {word: log(1 + every / count) for word, count in table["met"].items()}

    def find(self, query: Wording, lang: str, sides: Mapping[str, str], chances: Mapping[str, float]) -> list[Reworded]:
        """Sentences that a line may have meant, the likeliest first; `chances`: how likely each act is by the words alone (none: nothing is known of it).

        None of a line with so many things that their places cannot all be tried: which of them is the best would not be known.
        """
        have: dict[str, int] = {}
        least: dict[str, int] = {}
        for thing in query.things:
            have[thing.letter] = have.get(thing.letter, 0) + 1
            if not thing.free:
                least[thing.letter] = least.get(thing.letter, 0) + 1
        found: list[Reworded] = []
        placings = Placings(query.things, sides)
        extra = [(words, *self._extra(words)) for words in query.words]
        for shape in self.shapes:
            if shape.lang != lang or shape.asks != query.asks:
                continue
            chance = chances.get(shape.label, 0.0) if chances else 1.0
            if chance < UNLIKELY:
                continue
            fits = self._fits(shape, query, extra, have, least)
            if fits is None:
                continue
            score = fits + log(max(chance, FLOOR))
            limits = tuple(text for text, words in query.limits if not any(words & said for said in shape.words))
            found += [Reworded(score + more, text, lost, shape.label, limits) for more, text, lost in self._filled(shape, placings)]
        if placings.ran_out:
            return []
        found.sort(key=lambda said: (-said.score, said.text))
        return found

    def _fits(
        self, shape: Shape, query: Wording, extra: Iterable[tuple[frozenset[str], float, float]], have: Mapping[str, int], least: Mapping[str, int]
    ) -> float | None:
        """How well the words fit; None if the things of the line cannot have their places."""
        needs = shape.needs
        for letter, number in needs.items():
            if have.get(letter, 0) < number:
                return None
        for letter, count in least.items():
            if letter not in needs or letter not in shape.lists and needs[letter] < count:
                return None
        score = COMMON * log(1 + shape.count)
        both = 0.0
        hinted = False  # a question word alone hints at nothing
        for words, miss in zip(shape.words, shape.missed(self.worth), strict=True):
            common = words & query.all
            worth = max((self.worth.get(word, 0.0) for word in common), default=0.0)
            both += worth
            hinted |= any(not word.startswith("Q:") for word in common)
            score -= 0.0 if worth else miss
        if not hinted:
            if not ("U" in needs and sum(needs.values()) > 1):
                return None
            score -= BARE
        own = shape.own
        for words, limit, more in extra:
            if words.isdisjoint(own):
                score -= limit
                score -= more
        if query.denies and not shape.denies and not own & REFUSING:
            return None  # what is denied is never offered as done
        if shape.denies and not query.denies:
            score -= 4
        return score + both

    def _extra(self, words: frozenset[str]) -> tuple[float, float]:
        """What a word of the line counts that a shape has not: as a limit, and as a word."""
        least = min((self.worth[word] for word in words if word in self.worth), default=0.0)
        return LIMIT if words & LIMITING else 0.0, EXTRA * min(least, 4.0)

    def _filled(self, shape: Shape, placings: Placings) -> list[tuple[float, str, tuple[Mentioned, ...]]]:
        """The best ways to put the things of a line into the places of a shape: what each counts, the text, what is left aside."""
        parts, gaps = shape.said
        ways: list[tuple[float, dict[tuple[str, int], list[Mentioned]], list[Mentioned]]] = [(0.0, {}, [])]
        for letter in sorted({slot.letter for slot in gaps} | placings.letters):
            best = placings.of(letter, gaps)
            ways = [
                (score + more, {**chosen, **{(letter, number): each for number, each in placed.items()}}, [*lost, *left])
                for score, chosen, lost in ways
                for more, placed, left in best
                if placings.step()
            ]
        found = []
        for score, chosen, lost in sorted(ways, key=lambda way: -way[0])[:WAYS]:
            text = parts[0]
            for slot, part in zip(gaps, parts[1:], strict=True):
                text += self._said(chosen[slot.letter, slot.number], slot, shape.lang) + part
            found.append((score, TWICE.sub(r"\1 ", text), tuple(lost)))
        return found

    @staticmethod
    def _said(things: list[Mentioned], slot: Gap, lang: str) -> str:
        names = [thing.text if slot.letter != "H" else str(thing.text) for thing in things]
        if slot.many == "-" or slot.letter == "H" and len(names) > 1:
            return "-".join(names)
        return "".join(names) if len(names) < 2 else f"{', '.join(names[:-1])} {'and' if lang == 'en' else 'y'} {names[-1]}"


def shape_of(row: Sequence[Token], text: str, others: Iterable[str], sides: Mapping[str, str]) -> str | None:
    """The shape of a sentence, as it is written; None if it holds a word that nobody knows."""
    known = frozenset(others)
    numbers: dict[tuple[str, str], int] = {}
    letters: dict[str, int] = {}
    first = ""
    out, at, place = "", 0, 0
    row = list(row)
    while place < len(row):
        token = row[place]
        letter = letter_of(token, known)
        if "UNK" in token.means:
            return None
        if not letter:
            place += 1
            continue
        group = [token]
        many = ""
        behind = place + 1
        while behind + 1 < len(row) and letter in "UHFM":
            link = behind
            while link < len(row) and row[link].classes[0] in LINKS and link - behind < 2:
                link += 1
            if link == behind or link >= len(row) or letter_of(row[link], known) != letter:
                break
            way = row[behind].classes[0] == "DASH" or "DASH" in row[behind].means and letter == "H"
            if letter == "H" and not way or letter != "H" and way:
                break
            group.append(row[link])
            many = "-" if way else "+"
            behind = link + 1
        value = group[0].means[group[0].classes[0]][0][1]
        key = (letter, repr([each.means[each.classes[0]][0][1] for each in group])) if letter != "N" else (letter, str(place))
        if key not in numbers:
            letters[letter] = letters.get(letter, 0) + 1
            numbers[key] = letters[letter]
        side = ""
        if letter == "U":
            own = sides.get(str(value), "")
            first = first or own
            side = "" if not own else "a" if own == first else "b"
        kind = f".{value[0]}" if letter == "M" else ""
        out += text[at : group[0].start] + f"{{{letter}{numbers[key]}{many}{side}{kind}}}"
        at = group[-1].end
        place = behind if len(group) > 1 else place + 1
    return (out + text[at:]).strip()


def compile_shapes(lines: Iterable[str], words: Words) -> dict[str, Any]:
    """The shapes of a file, with what their words mean. A line: language, how often it was met, its acts, the shape, parted by tabs; any other is no shape."""
    table = Openings(words, Lookup(words, (), (), (), (), None))
    out: list[Any] = []
    met: dict[str, int] = {}
    for line in lines:
        lang, count, label, text, *more = (*line.rstrip("\n").split("\t"), "", "", "")
        if len(more) != 3 or not count.isdecimal() or len(count) > 9:
            continue
        said: list[list[str]] = []
        rels: list[tuple[list[str], list[str]]] = []
        row: list[Token] = []
        at = 0
        for match in (*SLOT.finditer(text), None):
            row += tokens(text[at : match.start() if match is not None else len(text)], table)
            if match is not None:
                row.append(Token(match.group(), 0, 0, {"SLOT": [("SLOT", "")]}))
                at = match.end()
        for place, token in enumerate(row):
            if token.classes[0] == "SLOT":
                before, nouns = around(row, place, words.senses)
                rels.append((sorted(before), sorted(nouns)))
            elif found := meanings(token, words.senses):
                said.append(sorted(found))
        needs: dict[str, set[str]] = {}
        for letter, number, *_ in SLOT.findall(text):
            needs.setdefault(letter, set()).add(number)
        lists = sorted(SOFT & set(needs) | {letter for letter, _, many, *_ in SLOT.findall(text) if many})
        denies = any(token.classes[0] == "NOT" for token in row)
        out.append((lang, int(count), label, text, said, rels, denies, {letter: len(numbers) for letter, numbers in needs.items()}, lists))
        for word in {word for words in said for word in words}:
            met[word] = met.get(word, 0) + 1
    return {"shapes": out, "met": met}
