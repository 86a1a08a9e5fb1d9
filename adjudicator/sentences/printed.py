"""Questions about what a rule prints whatever the position: how many, when, who, where, whether (`figures.yaml` of a rulebook).

A figure is meant where the words of the question are all its own: each must be one that it needs, one that it may have besides, or one that says nothing by
itself; the order of the words does not matter.  So nothing that was said is lost, and what has another condition is another question.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from itertools import chain
from typing import Any, NamedTuple

from adjudicator.ground.declaration import Query
from adjudicator.language.model import Act, Stated
from adjudicator.language.syntax import small
from adjudicator.sentences.everyday import Everyday, Measured, number_asked
from adjudicator.sentences.frames import EMPTY, PLAIN
from adjudicator.sentences.token import Token, says, unit_of

CLOSED = frozenset(
    (
        "DET",
        "P",
        "OF",
        "TO",
        "BE",
        "BEI",
        "DO",
        "MOD",
        "MODI",
        "CL",
        "HV",
        "GEN",
        "COMMA",
        "COLON",
        "QM",
        "AND",
        "QP",
        "QD",
        "REL",
        "PRON",
        "PART",
        "SUB",
        "THEN",
        "SEMI",
        "LP",
        "RP",
    )
)
"""Classes of words that say nothing by themselves."""
WEIGHTY = frozenset(("DET:no", "PRON:nothing", "P:WITHOUT", "P:EXCEPT", "P:INSTEAD", "SUB:unless"))
"""Closed words that say something all the same."""
SLIGHT = frozenset(("one_time", "most", "free", *EMPTY)) - {"first", "together", "alone", "foot"}
"""Adverbs that leave a figure what it is."""
MERE = PLAIN - {"turn", "phase", "factor", "combat", "stack", "target", "destination"}
"""Nouns that leave a figure what it is; in a turn, in a phase, of a stack says more."""
FIGURE = "figure"
RANGE = re.compile(r"(\d+)-(\d+)")
BOUNDS = {"ADV:at_least": -1, "ADV:at_most": 1}
"""Words that ask for one end of a figure that is a range: 11-13."""
QUESTION = frozenset(("QP", "QD"))
BEGINS = frozenset(("P", "OF", "TO", "COMMA", "COLON", "SEMI", "THEN", "AND"))
"""Classes of what may stand before a question word."""
EITHER = ("when", "who", "where")
"""What is asked by naming the answers: is it done at once or later."""
PLACED = {"SCENARIO": "scenario"}
"""Words for what the position says of the game itself, and the fact: which of such figures is meant need not be said."""
STANDS_FOR = ("KIND:", "SIDE:", "SIZE:", "CLASS:")
"""Words that a unit which is named may stand for: what it is, the position knows."""
NAMED = {"UNIT": "unit", "HEX": "hex"}
"""Things that a figure may be asked of (`of`), and the slot that they go into."""
OF_WHOM = small("whose")
"""Words that ask whose something is: who."""
NAMED_SLOTS = frozenset(("units", "hexes"))
WHOSE, SIDE = "side", "SIDE:"
"""Who does it may be asked of one side as well: does the German player."""
PERSONS = frozenset(("first", "second", "he", "they"))
TWICE = "2:"
"""A word that a question has to say twice: from one ZOC to another."""
UNITS = "NOUN:unit"
"""Who may build one, where it is kinds of units that may."""
ELSEWHERE = frozenset(("where", "when"))
"""Question words that ask for something else, wherever they stand."""
BY_NOUN = "what"
"""The question word that a noun makes another one of: in which turn, what is the limit."""


class Fact(NamedTuple):
    """One figure of a rule: its question words, the words that its question must have (each one of several), those it may have, what it may be asked of,
    whether it is a range, a limit, one side, something that must be."""

    name: str
    ask: frozenset[str]
    needs: tuple[frozenset[str], ...]
    told: frozenset[str]
    of: frozenset[str]
    ranged: bool
    most: bool
    sided: bool
    owed: bool


class Printed:
    """The figures of a rulebook, and which of them a question is for."""

    def __init__(self, figures: Mapping[str, Any], asks: Mapping[str, Any], light: frozenset[str], everyday: Mapping[str, Any] | None = None) -> None:
        self.everyday = Everyday(everyday or {})
        self.facts = []
        sides = {word.partition(":")[2] for spec in figures.values() for word in f"{spec['words']} {spec.get('also', '')}".split() if word.startswith(SIDE)}
        for name, spec in figures.items():
            needs = tuple(frozenset(words.split("|")) for words in str(spec["words"]).split())
            also = frozenset(word for words in str(spec.get("also", "")).split() for word in words.split("|"))
            ask = frozenset(str(spec.get("ask", "how_many")).split())
            if "side" in spec:
                also |= {f"{SIDE}{spec['side']}"}
            ranged = RANGE.fullmatch(str(spec.get("is", ""))) is not None
            of, most, sided = frozenset(str(spec.get("of", "")).split()), bool(spec.get("most")), str(spec.get("is")) in sides
            owed = bool(self.everyday.duty & also.union(*needs)) or self.everyday.owed(str(spec.get("en", "")))
            self.facts.append(Fact(name, ask, needs, also.union(*needs), of, ranged, most, sided, owed))
        self.nouns = {ask: frozenset(str(words).split()) for ask, words in asks.items()}
        self.light = light

    def among(self, rows: list[list[Token]], at: int, senses: Mapping[str, list[str]], text: str, sides: Mapping[str, str]) -> tuple[Act | None, int]:
        """The question for a figure that the row `at` is by itself, or with all rows where they only lead to the last; and the row behind it."""
        leads = not at and all(row[-1].classes[0] != "QM" for row in rows[:-1])
        for end in dict.fromkeys((at + 1, len(rows) if leads else at + 1)):
            act = self.asked(list(chain.from_iterable(rows[at:end])), senses, text, sides)
            if act is not None:
                return act, end
        return None, at

    def asked(self, row: list[Token], senses: Mapping[str, list[str]], text: str, sides: Mapping[str, str], everyday: bool = False) -> Act | None:
        """The question for a figure that a row of words is; None if it is none, or might be for several.  `sides`: those of the units; `everyday`: in
        everyday words."""
        asked = [token for before, token in zip((None, *row), row, strict=False) if _wh(before, token)]
        if not self.facts or row[-1].classes[0] != "QM" and not (asked and asked[0] is row[0]):
            return None
        questions = {
            value.partition("_")[0] if value.startswith("when") else value for token in asked for class_ in QUESTION for _, value in token.means.get(class_, ())
        }
        said = [features(token, senses, _named(before, token), _does(before, token)) for before, token in zip((None, *row), row, strict=False)]
        said = [self.everyday.widened(token, each) for token, each in zip(row, said, strict=True)] if everyday else said
        count = Counter(chain.from_iterable(said))
        every = frozenset((*count, *(f"{TWICE}{word}" for word in count if count[word] > 1)))
        words = frozenset(questions or ({"yes", *EITHER, *([BY_NOUN] if everyday else ())} if "AND:or" in every else {"yes"}))
        how = self.everyday.asks(row, asked, words, every) if everyday else Measured(words)
        words, every = how.words, every | how.said
        elsewhere = questions & ELSEWHERE if not how.by else frozenset()
        number = number_asked(row, every) if everyday and words == {"yes"} else None
        units = tuple(dict.fromkeys(value for token in row for type_, value in token.means.get("UNIT", ()) if type_ == "UNIT"))
        said_placed = frozenset(word for word in every if word.partition(":")[0] in PLACED)
        sides_named = frozenset(word for word in every if word.startswith(SIDE))
        found: list[tuple[int, str, tuple[frozenset[str], ...], str]] = []
        for fact in self.facts:
            nouns = frozenset(chain.from_iterable(self.nouns.get(ask, ()) for ask in fact.ask)) if BY_NOUN in words else frozenset()
            if not fact.owed and words == {"yes"} and "yes" in fact.ask and self.everyday.duty & every:
                continue  # whether it must, not whether it may
            whether = words == {"yes"} and (WHOSE in fact.ask or everyday and fact.sided) and len(sides_named) == 1
            limit = number is not None and fact.most
            kinds = everyday and "who" in words and {BY_NOUN} == fact.ask and UNITS in fact.told
            if not fact.ask & words and not nouns & every and not whether and not limit and not kinds:
                continue
            if any(not {f"QP:{word}", f"QD:{word}"} & fact.told for word in (elsewhere - fact.ask)):
                continue  # who decides where it retreats: not who takes it off
            waived = (self.everyday.measures if how.bare else frozenset()) | (frozenset((UNITS,)) if kinds else frozenset())
            short = [need for need in fact.needs if not need & (every | waived) and (said_placed or not _placed(need))]
            if short and ("unit" not in fact.of or any(not _stand(need, units, sides) for need in short)):
                continue
            told = fact.told | nouns | (sides_named if whether else frozenset()) | (BOUNDS.keys() if fact.ranged else frozenset())
            told |= self.everyday.idle if everyday else frozenset()
            rows = zip((None, *row), row, said, strict=False)
            if all(token in how.by or limit and "NUM" in token.means or self._told(before, token, each, told, fact.of) for before, token, each in rows):
                part = next(iter(sides_named)).partition(":")[2] if whether else str(number) if limit else ""
                found.append((len(fact.needs), fact.name, _but_placed(fact.needs), part))
        most = max((each[0] for each in found), default=0)
        found = [each for each in found if each[0] == most]
        if everyday and len(found) > 1:  # the one that its words mean first of all
            first = frozenset(chain.from_iterable(self.everyday.widened(token, features(token, senses, only=token.classes[0])) for token in row))
            met = [sum(bool(need & first) for need in needs) for _, _, needs, _ in found]
            found = [each for each, fits in zip(found, met, strict=True) if fits == max(met)]
        alike = len({(needs, part) for _, _, needs, part in found}) == 1
        if not found or not alike and not units:
            return None
        told_of = tuple((PLACED[type_], value) for type_, _, value in (word.partition(":") for word in sorted(said_placed)))
        names = [name for _, name, _, _ in found]
        hexes = tuple(value for token in row if token.classes[0] == "HEX" for _, value in token.means["HEX"])
        named = {slot: values for slot, values in (("units", units), ("hexes", hexes)) if values}
        start, end = row[0].start, row[-1].end
        bound = next((sign for word, sign in BOUNDS.items() if word in every), -1 if "P:FROM" in said[0] else 0)  # from how many on
        query = Query("figure", " ".join(names), part=found[0][3], sign=bound, facts=told_of)
        return Act(FIGURE, {**named, "question": True, "ask": query}, text[start:end], start, end)

    def _told(self, before: Token | None, token: Token, said: frozenset[str], told: frozenset[str], of: frozenset[str]) -> bool:
        """Whether a word is one that the figure has, or says nothing by itself."""
        if said & told:
            return True
        if said & WEIGHTY or "NOT" in token.means:
            return False
        first = token.classes[0]
        if first in NAMED:
            return NAMED[first] in of and token.means[first][0][0] == first
        if "NUM" in token.means:
            return ("NUM", 1) in token.means["NUM"] and not token.text.isdigit()
        nouns = {value for type_, value in token.means.get("W", ()) if type_ == "NOUN"}
        if nouns and (before is not None and before.classes[0] == "DET" or not CLOSED & set(token.classes)):
            return bool(nouns & MERE)
        if CLOSED & set(token.classes):
            return True
        adverbs = {value for _, value in token.means.get("ADV", ())}
        return bool(adverbs & SLIGHT or said & self.light and first != "W")  # reduced units: which they are


def of_whom(acts: Iterable[Act], rows: Sequence[Sequence[Token]]) -> None:
    """A question who of a rule, put with a pronoun (in Spanish with nobody), is about the only unit of the sentence before it."""
    row = rows[-1] if len(rows) > 1 else ()
    points = any(says(token, "PRON", "it", "they", "he") or token.spanish for token in row)
    who = any(token.text.casefold() in OF_WHOM or says(token, class_, "who") for token in row for class_ in QUESTION)
    units = {unit for token in (rows[-2] if points and who else ()) if (unit := unit_of(token))}
    for act in acts:
        if act.kind == FIGURE and len(units) == 1 and not NAMED_SLOTS & act.slots.keys():
            act.slots["units"] = tuple(units)


def _wh(before: Token | None, token: Token) -> bool:
    """Whether a word asks: no conjunction and no relative pronoun, save where a question may begin."""
    if not QUESTION & token.means.keys():
        return False
    return not {"SUB", "REL"} & token.means.keys() or before is None or before.classes[0] in BEGINS


def _stand(need: frozenset[str], units: tuple[str, ...], sides: Mapping[str, str]) -> bool:
    """Whether units that are named may stand for one of these words: what they are, as far as it is known here."""
    known = [f"SIDE:{sides[unit]}" for unit in units if unit in sides]
    return bool(units) and all(word.startswith(STANDS_FOR) and (word in known or not (word.startswith("SIDE:") and known)) for word in need)


def _placed(need: frozenset[str]) -> bool:
    """Whether words are said by the position itself."""
    return all(word.partition(":")[0] in PLACED for word in need)


def _but_placed(needs: tuple[frozenset[str], ...]) -> tuple[frozenset[str], ...]:
    """What a question must say whatever the position."""
    return tuple(need for need in needs if not _placed(need))


def _named(before: Token | None, token: Token) -> bool:
    """Whether a word is a noun and nothing else: behind an article."""
    return before is not None and before.classes[0] == "DET" and token.classes[0] == "W"


def _does(before: Token | None, token: Token) -> bool:
    """Whether a word is a verb and nothing else: may I draw another."""
    return before is not None and before.classes[0] == "PRON" and before.value in PERSONS and token.classes[0] == "V"


def features(token: Token, senses: Mapping[str, list[str]], named: bool = False, does: bool = False, only: str = "") -> frozenset[str]:
    """What a word may say (`named`: as a noun, `does`: as a verb, `only`: in that class).

    ``TYPE:value`` of all its meanings, of a verb ``VERB:concept`` and its lemma, of a marker kind and id.
    """
    found: list[str] = []
    for class_, meanings in token.means.items():
        if named and class_ in ("V", "VI") or does and class_ == "W" or only not in ("", class_):
            continue
        for type_, value in meanings:
            if type_ == "VERB" or type_.startswith("WITH:"):
                found += [f"LEMMA:{value}", *(f"VERB:{sense}" for sense in senses.get(value, ()))]
            if type_ == "VERB":
                continue
            if type_ in ("MARKER", "UNIT") and isinstance(value, tuple):
                found += [f"{type_}:{str(part).replace(' ', '_')}" for part in value]
            elif type_ == "P":
                found += [f"P:{relation}" for relation in str(value).split("|")]
            else:
                found.append(f"{type_}:{str(value).replace(' ', '_')}")
    return frozenset(found)


def told_of_units(found: Sequence[Stated | Act], printed: Act, row: Sequence[Token]) -> bool:
    """Whether units were told of before a question that a printed figure answers whoever it is: then it is asked of them; who of a rule is asked of the one.

    Of who did something it is asked where it asks whether, with a pronoun (in Spanish with nobody): 46 assisted; must it advance?
    """
    did = any(isinstance(part, Act) and part.slots.get("units") for part in found)
    whether = not any(QUESTION & token.means.keys() for token in row) and any(says(token, "PRON", "it", "they", "he") or token.spanish for token in row)
    if did and whether and "units" not in printed.slots:
        return True
    units = {part.path[6:].partition("]")[0] for part in found if isinstance(part, Stated) and part.path.startswith("units[")}
    if len(units) == 1 and "units" not in printed.slots and any(says(token, class_, "who") for token in row for class_ in QUESTION):
        printed.slots["units"] = tuple(units)
    return "units" not in printed.slots and bool(units)
