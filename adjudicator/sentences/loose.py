"""A sentence whose clauses do not hold together, read by its things: each in a role of the one act that its words name.

Nothing is guessed. Every word of weight gets a role, only one act may be named, and of the ways to put the things into its roles one alone
may be the nearest to what was said; else the sentence stays refused. What such a reading leaves aside is told back (docs/sentences.md).
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from itertools import combinations, pairwise
from typing import Any

from adjudicator.ground.declaration import Part
from adjudicator.language.errors import Ambiguous, NotUnderstood
from adjudicator.language.model import Act
from adjudicator.sentences.account import HARD, LIMITS, STRICT, WEIGHTY, things_of
from adjudicator.sentences.build import Builder
from adjudicator.sentences.chart import Parser
from adjudicator.sentences.doers import together
from adjudicator.sentences.frames import PLAIN, STATIVE, TIMES, Frame
from adjudicator.sentences.token import VERBAL, Token
from adjudicator.sentences.tree import Chunk, Clause, Nominal, Verb

TRIES = 24
"""Ways that are tried to put the things of one sentence into roles, for each word that may name the act."""
LEAST, LONGEST = 5, 60
"""Words: a shorter sentence says what it says, or is incomplete; a longer one is more than one act, and each way to read it takes long."""
DANGLING = frozenset(("P", "OF", "TO", "AND", "DET", "SUB", "COMMA", "DASH"))
"""Classes of words that nothing ends with."""
CHANGED, CHANGE = 2, 10
"""So many phrases may stand in another relation than the one they are said in; what each costs."""
GENERIC = frozenset(
    ["do", "add", "move", "enter", "advance", "place", "use", "announce", "roll", "leave", "exit", "end", "stay", "decide", "cost", "send", "go"]
)
"""Deeds that many verbs mean beside others: where another word names an act, that one is meant."""
BETWEEN = frozenset(("COMMA", "AND", "THEN", "QM", "ADV", "CL", "SEMI", "COLON"))
"""Classes of words that no phrase begins with."""
JOINS = frozenset(("COMMA", "AND", "COLON", "SUB", "THEN", "SEMI"))
"""Classes of words between two clauses."""
PHRASES = ("pp", "things", "hexes")
MEASURES = frozenset(("strength", "af", "df", "factor", "level", "allowance", "number", "step"))
"""Nouns of what a unit has: the unit is not what acts."""
AIDS = frozenset(("air", "bonus", "support", "point", "artillery", "shift", "step", "loss", "dice"))
"""Nouns of what may help, be spent or lost."""
UNNAMED = frozenset(("roll",))
"""Acts that a sentence about units is never meant by, if another word does not say so."""
NOTED = frozenset(("STATUS", "RESULT", "ORDER", "PHASE", "TURN"))
"""Types of words, besides the hard ones, that are never left aside."""
BESIDE = frozenset(("AFTER", "BEFORE", "FOR", "FROM", "INSTEAD", "CAUSE", "CONCESSION", *LIMITS))
"""Relations in which a deed is not what is done."""
SUBJECT, OBJECT, IN, TO, OF, WITH, VIA = (frozenset((word,)) for word in ("before", "none", "IN", "TO", "OF", "WITH", "VIA"))
MAY: Mapping[str, tuple[frozenset[str], ...]] = {
    "none": (SUBJECT, OBJECT, IN, TO, OF, WITH),
    "IN": (TO, OBJECT, OF),
    "OF": (SUBJECT, OBJECT, IN, WITH),
    "WITH": (SUBJECT, OBJECT),
    "FOR": (SUBJECT, OBJECT, OF, TO),
    "TO": (IN, OBJECT, SUBJECT),
    "BY": (SUBJECT, VIA),
    "VIA": (IN, TO),
}
"""Relations that a phrase may also stand in, by the one it is said in, the likeliest first."""
Read = Callable[[Clause, bool], tuple[list[Part], int]]


class Loose:
    """Reads sentences of one rulebook by their things."""

    def __init__(self, parser: Parser, frames: Iterable[Frame], senses: Mapping[str, list[str]]) -> None:
        self.parser = parser
        self.senses = senses
        self.frames = [frame for frame in frames if not frame.ask - {"tell"} and not frame.foreign]
        self.verbs = {verb for frame in self.frames for verb in frame.verbs} - STATIVE
        self.nouns: dict[str, set[str]] = {}
        self.own: dict[str, set[str]] = {}
        for frame in self.frames:
            self.own.setdefault(frame.kind, set()).update(frame.verbs)
            for noun in frame.nouns:
                self.nouns.setdefault(noun, set()).add(frame.kind)

    def read(self, row: list[Token], text: str, spanish: bool, left: Iterator[int], read: Read) -> list[Part]:
        """The parts of a row of tokens. `left` counts the ways down.

        `read` makes parts of a clause (and finds out what is wrong with it), and says what the reading costs. Raises NotUnderstood.
        """
        asks = row[-1].classes[0] == "QM"
        side_by_side = any(one.classes[0] == two.classes[0] == "HEX" or self._stops(one, two) for one, two in pairwise(row))
        if not LEAST <= len(row) <= LONGEST or row[-1].classes[0] in DANGLING or side_by_side or any(_forbids(token, asks) for token in row):
            raise self._refused(row, text)
        found: dict[str, tuple[int, list[Part]]] = {}
        known: dict[tuple[int, int], tuple[Any, int] | None] = {}
        for head in self._heads(row):
            best: tuple[int, list[Part]] | None = None
            try:
                sketch = Sketch(self, row, head, spanish, known)
            except NotUnderstood:
                continue
            if not sketch.kinds or any(_always_weighs(token) for token in sketch.free):
                continue
            for number, (changed, way) in enumerate(sketch.ways()):
                if number >= TRIES or best is not None and CHANGE * len(changed) > best[0] or next(left, None) is None:
                    break
                if way is None:
                    continue
                try:
                    parts, cost = read(way, not changed)
                except NotUnderstood as error:
                    if isinstance(error, Ambiguous):
                        raise
                    if not changed and error.message_key == "no_place":
                        sketch.blamed = error.start, error.end
                    continue
                acts = [part for part in parts if isinstance(part, Act)]
                cost += CHANGE * len(changed)
                if (best is None or cost < best[0]) and len(acts) == 1 and sketch.is_whole(acts[0], way, changed, text) and self._as_one(row, acts[0]):
                    best = cost, parts
            if best is not None:
                found.setdefault(_said(best[1]), best)
        if len(found) != 1:
            raise self._refused(row, text)
        return next(iter(found.values()))[1]

    def _as_one(self, row: list[Token], act: Act) -> bool:
        """Whether the units of an act may do it together: 16Pz attacks, 19Pz watches is no attack of both."""
        return together(row, act.slots.get("units") or (), self.senses)

    def _stops(self, token: Token, after: Token) -> bool:
        """We stop drawing, paramos de sacar: what is no longer done."""
        return {"end", "stay"} <= self.deeds(token) and (after.classes[0] == "OF" or "VG" in after.classes)

    @staticmethod
    def _refused(row: list[Token], text: str) -> NotUnderstood:
        return NotUnderstood("no_act", text[row[0].start : row[-1].end], row[0].start, row[-1].end)

    def names(self, row: list[Token]) -> bool:
        """Whether a word names a deed."""
        return any(self.deeds(token) for token in row) or self._noun(row)

    def _noun(self, row: list[Token]) -> bool:
        return any(value in self.nouns for token in row for type_, value in token.means.get("W", ()) if type_ == "NOUN")

    def cuts(self, row: list[Token]) -> Iterator[tuple[list[Token], list[Token]]]:
        """Two clauses that a row may be, one of which names a deed.  Each token is looked at once, however long the row is."""
        whole = [at for at, token in enumerate(row) if VERBAL & set(token.classes) or "BE" in token.classes]
        named = [at for at, token in enumerate(row) if self.names([token])]
        behinds, behind = [len(row)] * len(row), len(row)
        for at in reversed(range(len(row))):
            behinds[at] = behind
            behind = behind if row[at].classes[0] in JOINS else at
        for cut in range(1, len(row) - 2) if whole and named else ():
            behind = behinds[cut]
            if behind == len(row):
                break
            if row[cut].classes[0] not in JOINS or not whole[0] < cut or whole[-1] < behind or (named[0] < cut) == (named[-1] >= behind):
                continue
            listed = row[cut].classes[0] in ("AND", "COMMA") and row[cut - 1].classes[0] == row[behind].classes[0] and row[behind].classes[0] in ("UNIT", "HEX")
            if not listed:
                yield row[:cut], row[behind:]

    def _heads(self, row: list[Token]) -> list[int]:
        """Tokens that name an act: verbs, and -1 for the nouns."""
        verbs = [at for at, token in enumerate(row) if self.deeds(token) and not (at and row[at - 1].classes == ("DET",))]  # off the | map out | of 1529
        sure: list[int] = [at for at in verbs if not GENERIC & self.deeds(row[at])]
        if self._noun(row):
            sure.append(-1)
        return sure or verbs

    def deeds(self, token: Token) -> set[str]:
        """What a word may mean as a verb of an act."""
        if token.classes[0] not in VERBAL:
            return set()
        kept = [meaning for class_ in VERBAL for meaning in token.means.get(class_, ())]
        names = [str(name) for type_, name in kept if type_ in ("VERB", "PAST") or type_.startswith("WITH:")]
        return {sense for name in names for sense in self.senses.get(name, ())} & self.verbs


class Sketch:
    """One row of tokens round one word that names the act (-1: a noun)."""

    def __init__(self, loose: Loose, row: list[Token], head: int, spanish: bool, known: dict[tuple[int, int], tuple[Any, int] | None]) -> None:
        """`known` are the phrases of the row that were found before; `blamed` are the columns of what had no place as it was said."""
        self.known = known
        self.blamed: tuple[int, int] | None = None
        self.loose = loose
        self.row = row
        self.head = head
        self.spanish = spanish
        self.free: list[Token] = []
        self.labels: list[str] = []
        self.clause = self._flat()
        self.kinds = self._kinds()

    def _kinds(self) -> set[str]:
        """The kinds of acts that all its words for deeds may mean."""
        loose, verb = self.loose, self.clause.verb
        first = next((sense for sense in verb.senses if sense in loose.verbs), "") if verb is not None and self.head >= 0 else ""
        said = [{first}] if first else []
        said += [deeds for at, token in enumerate(self.row) if at != self.head and (deeds := loose.deeds(token)) and not deeds & GENERIC]
        named = [kind for kind in loose.own if all(kind in loose.nouns[noun] for noun in self.labels)]
        return {kind for kind in named if all(deeds & loose.own[kind] for deeds in said)}

    def _flat(self) -> Clause:
        """All phrases round the verb; `free` are the tokens that stand in none, `labels` the deeds that are named besides."""
        row, head = self.row, self.head
        builder = Builder(row, self.loose.senses, self.spanish)
        clause = Clause("fin")
        self.free, self.labels = [], []
        if head < 0:
            clause.verb = Verb(row[0].start, row[0].start)
            clause.verb.lemma, clause.verb.senses = "do", ["do"]
        at = 0
        while at < len(row):
            token = row[at]
            if at == head:
                class_ = next(class_ for class_ in token.classes if class_ in VERBAL)
                if clause.verb is None and at and row[at - 1].classes[0] in ("BE", "BEI") and class_ == "VP":
                    builder._verbal(clause, (row[at - 1].classes[0], at - 1))
                builder._verbal(clause, (class_, at))
                at += 1
                continue
            found = self._phrase(at)
            if found is not None:
                count = len(clause.phrases)
                builder._into(clause, found[0])
                self._named(clause, count)
                at += found[1]
                continue
            if token.classes[0] in ("ADV", "ST"):
                builder._leaf(clause, (token.classes[0], at))
            elif token.classes[0] == "MOD" and row[-1].classes[0] == "QM":
                clause.asked = True
                if clause.verb is None:
                    builder._verbal(clause, ("MOD", at))
            else:
                self.free.append(token)
            at += 1
        clause.start, clause.end = row[0].start, row[-1].end
        if clause.verb is None or head < 0 and not any(self._names(phrase) for phrase in clause.phrases):
            raise NotUnderstood("no_act", "", clause.start, clause.end)
        return clause

    def _names(self, phrase: Chunk) -> bool:
        """Whether a phrase names a deed that is done, not one that it comes after or away from."""
        return not phrase.rels & BESIDE and bool(set(phrase.things[0].nouns()) & self.loose.nouns.keys())

    def _phrase(self, at: int) -> tuple[Any, int] | None:
        """The longest phrase that begins here, and how many tokens it has."""
        row = self.row
        if row[at].classes[0] in BETWEEN or row[at].classes[0] in VERBAL:
            return None
        end = self.head if self.head > at else len(row)
        if (at, end) in self.known:
            return self.known[at, end]
        best: tuple[Any, int] | None = None
        part = [token.classes for token in row[at:end]]
        for rule in PHRASES:
            found = self.loose.parser.longest(part, rule)
            if found is not None and not _has(found[0], ("sub", "contact", "rel")) and (best is None or found[1] > best[1]):
                best = _moved(found[0], at), found[1]
        self.known[at, end] = best
        return best

    def _named(self, clause: Clause, count: int) -> None:
        """A phrase that only names a deed is a label beside the verb, or beside the noun that names it first."""
        for phrase in clause.phrases[count:]:
            thing = phrase.things[0]
            noun = next((noun for noun in thing.nouns() if noun in self.loose.nouns), None)
            first = self.head < 0 and not any(self._names(other) for other in clause.phrases[:count])
            if noun is None or phrase.rels & BESIDE:
                continue
            if len(phrase.things) == 1:  # a Voluntary Retreat for 2/394: what hangs on the deed is said of it
                clause.phrases += thing.of
                thing.of = []
            bare = (
                len(phrase.things) == 1
                and thing.num is None
                and thing.label is None
                and not thing.of
                and not thing.own
                and thing.det in ("", "def", "indef", "poss")
            )
            if first:
                phrase.rels = OBJECT  # comes under attack
            elif bare:
                clause.phrases.remove(phrase)
                self.labels.append(noun)

    def ways(self) -> Iterator[tuple[tuple[Chunk, ...], Clause | None]]:
        """The clause as it is said, then with one, two of its phrases in other relations; None for a way that `is_whole` would never take."""
        options: list[tuple[int, frozenset[str]]] = []
        for number, phrase in enumerate(self.clause.phrases):
            others = dict.fromkeys(rels for name in MAY if name in phrase.rels for rels in MAY[name] if rels != phrase.rels)
            if all(thing.type in ("UNIT", "HEX", "PATH", "MARKER", "NOUN") for thing in phrase.things):
                options += [(number, rels) for rels in others]
        spans = [(phrase.start, phrase.end) for phrase in self.clause.phrases]
        units = {number for number, phrase in enumerate(self.clause.phrases) if any(thing.type == "UNIT" for thing in phrase.things)}
        doers = {number for number in units if "AGAINST" not in self.clause.phrases[number].rels}
        yield (), self.clause
        blamed = [self.blamed is None or start <= self.blamed[1] and end >= self.blamed[0] for start, end in spans]
        for count in range(1, CHANGED + 1):
            for chosen in combinations(options, count):
                numbers = {number for number, _ in chosen}
                if len(numbers) < count or not any(blamed[number] for number in numbers):
                    continue
                if numbers & units and len(doers | numbers & units) > 1:
                    yield (), None  # of two that act none is turned round
                    continue
                clause = self._flat()
                phrases = [clause.phrases[number] for number, _ in chosen]
                for phrase, (_, rels) in zip(phrases, chosen, strict=True):
                    phrase.rels, phrase.before = OBJECT if rels == SUBJECT else rels, rels == SUBJECT
                clause.phrases.sort(key=lambda phrase: not phrase.before)
                yield tuple(phrases), clause

    def is_whole(self, act: Act, way: Clause, changed: tuple[Chunk, ...], text: str) -> bool:
        """Whether nothing of weight was left aside, and no other act was named; what was left aside is told back."""
        if act.kind not in self.kinds:
            return False
        frames = [frame for frame in self.loose.frames if frame.kind == act.kind]
        weighty = (
            {
                type_.partition(":")[2].partition("=")[0].partition(">")[0]
                for frame in frames
                for _, types, *_ in frame.roles
                for type_ in types
                if type_.startswith(("noun:", "count:"))
            }
            - PLAIN
            - TIMES
        )
        told = act.slots.get("passing", ())
        aside = list(self.free)
        for said in told:
            start = text.find(said)
            aside += [token for token in self.row if start <= token.start < start + len(said)]
        if any(self._weighs(token, act.kind, weighty) for token in aside) or act.kind in UNNAMED and "units" in act.slots:
            return False
        named = [noun for phrase in way.phrases if self._names(phrase) for noun in phrase.things[0].nouns() if noun in self.loose.nouns]
        if self.head < 0 and any(act.kind not in self.loose.nouns[noun] for noun in named[:1]):
            return False
        if (self.row[-1].classes[0] == "QM") != bool(act.slots.get("question")):
            return False
        places = {str(token.means["HEX"][0][1]): token.start for token in reversed(self.row) if "HEX" in token.means}
        order = [places.get(name, -1) for name in act.slots.get("path", ())]
        if order != sorted(order):
            return False
        if any(at != self.head and self._added(at) in act.slots.get("target_units", ()) for at in range(len(self.row))):
            return False
        if not _is_sure(act, way, changed):
            return False
        words = [token.text for token in self.free if token.classes[0] in VERBAL or token.classes[0] == "W"]
        if words:
            act.slots["passing"] = (*told, *words)
        return True

    def _added(self, at: int) -> str:
        """The unit that a verb of adding has right behind it: who is added is no target."""
        behind = next((token for token in self.row[at + 1 :] if token.classes[0] != "DET"), None)
        adds = "add" in self.loose.deeds(self.row[at]) and behind is not None and behind.classes[0] == "UNIT"
        return str(behind.means["UNIT"][0][1]) if adds and behind is not None else ""

    def _weighs(self, token: Token, kind: str, weighty: set[str]) -> bool:
        nouns = (value for type_, value in token.means.get("W", ()) if type_ == "NOUN")
        return _always_weighs(token) or any(value in weighty or kind not in self.loose.nouns.get(value, (kind,)) for value in nouns)


def _always_weighs(token: Token) -> bool:
    """Whether a word is never left aside, whatever act is meant."""
    first = token.classes[0]
    if first in HARD or first in ("NOT", "QP", "QD", "GEN", "THEN") or first == "AND" and token.means["AND"][0][1] not in ("and", "but"):
        return True
    if any(type_ in HARD or type_ in NOTED or type_ == "NOUN" and value in AIDS for type_, value in token.means.get("W", ())):
        return True
    if first == "DET" and token.means["DET"][0][1] in WEIGHTY:
        return True
    return any(value in STRICT for _, value in token.means.get("ADV", ())) or any(LIMITS & set(str(value).split("|")) for _, value in token.means.get("P", ()))


def _is_sure(act: Act, way: Clause, changed: tuple[Chunk, ...]) -> bool:
    """Whether what stands in another relation than it was said in can only be meant so."""
    slots = act.slots
    named = {str(unit) for unit in slots.get("units", ())}
    doers = [phrase for phrase in way.phrases if any(thing.type == "UNIT" and str(thing.value) in named for thing in things_of([phrase]))]
    path = slots.get("path", ())
    ways = [phrase for phrase in way.phrases if any(thing.type in ("HEX", "PATH") for thing in phrase.things)]
    last = next((at for at, phrase in enumerate(ways) if "TO" in phrase.rels), len(ways) - 1)
    if len(doers) > 1 or path and (last < len(ways) - 1 or len(set(path)) < len(path) or "at" in slots) or len(named) < len(slots.get("units", ())):
        return False
    if "target_units" in slots and named and not doers:
        return False  # who does it was said before, and somebody else here
    aimed = [phrase for phrase in way.phrases if any(thing.type == "UNIT" and str(thing.value) in slots.get("target_units", ()) for thing in phrase.things)]
    first = min(way.phrases, key=lambda phrase: phrase.start, default=None)
    if not named and aimed and (len(aimed) > 1 or aimed[0] is first and not (way.verb is not None and way.verb.passive)):
        return False  # PZ1 takes it on: who is named first, with nobody else who acts, is no target
    if path and len(ways) > 1 and any(phrase in changed for phrase in ways):
        return False
    if any(_owned(thing, named) for phrase in way.phrases for thing in phrase.things):
        return False
    if not changed:
        return True
    if "all" in slots or slots.get("from") and any(thing.type in ("HEX", "PATH") for phrase in changed for thing in phrase.things):
        return False
    units = [phrase for phrase in way.phrases if any(thing.type == "UNIT" for thing in phrase.things)]
    if any(phrase in changed for phrase in units) and sum("AGAINST" not in phrase.rels for phrase in units) > 1:
        return False
    return all(thing.type != "UNIT" or str(thing.value) in named for phrase in changed for thing in phrase.things)


def _owned(thing: Nominal, named: set[str]) -> bool:
    """Whether one that acts is only the owner of something: the strength of 13GdR."""
    owners = (other for phrase in thing.of for other in phrase.things)
    return thing.type == "NOUN" and thing.value in MEASURES and any(str(other.value) in named for other in owners)


def _forbids(token: Token, asks: bool) -> bool:
    """Whether a word may not stand in such a sentence: a denial, what is asked for, a condition, what was done before."""
    first = token.classes[0]
    if first in ("QP", "QD"):
        return asks or not {"REL", "SUB"} & set(token.classes)
    just = any(value == "just" for _, value in token.means.get("MOD", ()))
    return first in ("NOT", "HV", "HVG") or just or "SUB" in token.classes and token.means["SUB"][0][1] in ("if", "unless")


def _said(parts: list[Part]) -> str:
    """What parts say, whatever is told back beside them."""
    return repr([(part.kind, sorted((k, repr(v)) for k, v in part.slots.items() if k != "passing")) if isinstance(part, Act) else part for part in parts])


def _has(tree: Any, names: tuple[str, ...]) -> bool:
    return tree[0] in names or any(_has(child, names) for child in tree[1:] if isinstance(child, tuple))


def _moved(tree: Any, by: int) -> Any:
    """A tree of a part of a row as one of the whole row."""
    return (tree[0], *(_moved(child, by) if isinstance(child, tuple) else child + by for child in tree[1:]))
