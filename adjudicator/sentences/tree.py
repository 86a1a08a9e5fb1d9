"""What a sentence is built into: clauses with a verb and phrases, phrases of things. No act and no rulebook is known here."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

Meaning = tuple[str, Any]
"""Type and value of a word: ("NOUN", "attack"), ("UNIT", "16Pz"), ("HEX", "2119")."""


class Signed(int):
    """A number that was written with its sign: a modifier or the value of a chit, never a die."""


class Nominal:
    """A noun phrase: what its head may mean, its modifiers, number and determiner, what hangs on it.

    `of`: the things behind *of* or before 's. `own`: phrases that belong to this thing alone (A from X and B from Y). `clauses`: relative clauses.
    `label`: a number behind the head (turn 3). `unknown`: columns of words that no list knows. `type`, `value`: of its likeliest meaning.
    """

    __slots__ = ("apposed", "clauses", "det", "end", "label", "means", "mods", "num", "of", "own", "start", "type", "unknown", "value")

    def __init__(self, means: list[Meaning], start: int, end: int) -> None:
        self.become(means)
        self.start = start
        self.end = end
        self.det = ""
        self.num: int | None = None
        self.label: Meaning | None = None
        self.mods: list[list[Meaning]] = []
        self.of: list[Chunk] = []
        self.own: list[Chunk] = []
        self.apposed: list[Nominal] = []
        self.clauses: list[Clause] = []
        self.unknown: list[tuple[int, int]] = []

    def become(self, means: list[Meaning]) -> None:
        """Mean something else."""
        self.means = means
        self.type: str
        self.value: Any
        self.type, self.value = means[0] if means else ("UNK", None)

    def means_any(self, *types: str) -> Any:
        """The value of its first meaning of one of these types, None if it has none."""
        for type_, value in self.means:
            if type_ in types:
                return value
        return None

    def plain(self) -> Nominal:
        """The thing by itself, of a path its end."""
        return Nominal([("HEX", self.value[-1])] if self.type == "PATH" else self.means, self.start, self.end)

    def nouns(self) -> list[str]:
        """What it may mean as a noun."""
        return [value for type_, value in self.means if type_ == "NOUN"]

    @property
    def turn(self) -> int | None:
        """The number of a turn: turn 3; None of anything else, and of a number that no turn has (turn 3/2)."""
        return self.label[1] if self.label is not None and isinstance(self.label[1], int) and "turn" in self.nouns() else None

    def mod(self, *types: str) -> Any:
        """The value of its first modifier of one of these types."""
        return next((value for means in self.mods for type_, value in means if type_ in types), None)

    def __repr__(self) -> str:
        parts = [
            f"{self.det} " if self.det else "",
            f"{self.num}x" if self.num is not None else "",
            "|".join(f"{type_}:{value}" for type_, value in self.means),
        ]
        parts += [f" mods={self.mods}" if self.mods else "", f" of={self.of}" if self.of else "", f" own={self.own}" if self.own else ""]
        return "<" + "".join(parts) + (f" label={self.label}" if self.label else "") + ">"


class Chunk:
    """Things with the relations that a preposition before them may say (none: {"none"}); `before`: it stands before the verb."""

    __slots__ = ("before", "clause", "end", "negated", "rels", "start", "things")

    def __init__(self, rels: frozenset[str], things: list[Nominal], start: int, end: int, before: bool = False) -> None:
        self.rels = rels
        self.things = things
        self.start = start
        self.end = end
        self.before = before
        self.negated = False
        self.clause: Clause | None = None

    def __repr__(self) -> str:
        return f"{'<' if self.before else ''}{'|'.join(sorted(self.rels))}{self.things}{f' {self.clause}' if self.clause else ''}"


class Verb:
    """The verb of a clause: lemma, concepts, and what stands with it."""

    __slots__ = (
        "clitics",
        "end",
        "goes_on",
        "lemma",
        "modal",
        "negated",
        "particles",
        "passive",
        "past",
        "perfect",
        "progressive",
        "recent",
        "senses",
        "start",
    )

    def __init__(self, start: int, end: int) -> None:
        self.lemma = ""
        self.senses: list[str] = []
        self.start = start
        self.end = end
        self.modal = ""
        self.negated = False
        self.passive = False
        self.past = False
        self.perfect = False
        self.recent = False  # ha atacado: of what has just happened, too
        self.progressive = False
        self.particles: list[str] = []
        self.clitics: list[str] = []
        self.goes_on = False  # … and attacks 68Inf: who does it was said before

    def __repr__(self) -> str:
        marks = [name for name in ("negated", "passive", "past", "perfect", "progressive") if getattr(self, name)]
        return f"{self.lemma}{self.senses}{'.' + self.modal if self.modal else ''}{marks or ''}{self.particles or ''}{self.clitics or ''}"


class Clause:
    """One clause: verb (none in a note), phrases in order, adverbs, question word, clauses that hang on it.

    `kind`: fin, inv (verb before subject), cop (to be), frag (no verb), bare (no subject), pcp, inf. `link`: what joins it to the clause before.
    `subs`: (conjunction, clauses).  `wh`: (question word, relations, its thing).
    """

    __slots__ = ("adverbs", "asked", "end", "kind", "link", "phrases", "start", "stranded", "subs", "verb", "wh")

    def __init__(self, kind: str) -> None:
        self.kind = kind
        self.link = ""
        self.asked = False
        self.verb: Verb | None = None
        self.phrases: list[Chunk] = []
        self.adverbs: list[tuple[str, int, int]] = []
        self.wh: list[tuple[str, frozenset[str], Nominal | None]] = []
        self.subs: list[tuple[str, list[Clause]]] = []
        self.stranded = ""
        self.start = 10**9
        self.end = 0

    def things(self) -> list[Nominal]:
        """All things of its phrases."""
        return [thing for phrase in self.phrases for thing in phrase.things]

    def __repr__(self) -> str:
        parts = [f"{self.kind}{'?' if self.asked else ''} {self.verb}"]
        parts += [str(self.phrases)] if self.phrases else []
        parts += [f"adv={[word for word, _, _ in self.adverbs]}"] if self.adverbs else []
        parts += [f"wh={self.wh}"] if self.wh else []
        parts += [f"subs={self.subs}"] if self.subs else []
        return "(" + " ".join(parts) + ")"


def hanging(clause: Clause) -> list[Clause]:
    """The clauses that hang on a clause, or on one of its things."""
    return [one for _, inners in clause.subs for one in inners] + [one for thing in clause.things() for one in thing.clauses]


def verbs_of(clauses: Iterable[Clause]) -> dict[int, set[str]]:
    """Where the verbs of clauses and of those that hang on them stand, and their senses."""
    found: dict[int, set[str]] = {}
    for clause in clauses:
        found |= {clause.verb.start: set(clause.verb.senses)} if clause.verb is not None else {}
        found |= verbs_of(hanging(clause))
    return found


def asks_something(clause: Clause) -> bool:
    """Whether a question word stands in a clause, or in one that hangs on it."""
    return bool(clause.wh) or any(asks_something(one) for one in hanging(clause))


def may_do(clauses: list[Clause]) -> bool:
    """Whether the last of some clauses has a modal verb, which the next goes on with: puede entrar en 1012 y acabar allí la fase."""
    return bool(clauses) and clauses[-1].verb is not None and bool(clauses[-1].verb.modal)


def same_again(thing: Nominal, said: Nominal) -> None:
    """… loses two steps, 62R one: a number alone, *one* or *otro* behind a counted noun is so many of the same."""
    if not said.nouns():
        return
    if thing.type == "NUM":
        thing.num = thing.value
    elif thing.type in ("PRON", "UNK") and (thing.value == "someone" or thing.det == "indef"):
        thing.det = thing.det or "indef"
    else:
        return
    thing.become(said.means)


def dislocated(clause: Clause) -> None:
    """El paso lo pierde la 10, el 1510 lo ataco con la 46: what a pronoun at the verb says again, in front of it, is its object."""
    verb = clause.verb
    if verb is None or "it" not in verb.clitics:
        return
    plain = [phrase for phrase in clause.phrases if "none" in phrase.rels]
    led, doers = [phrase for phrase in plain if phrase.before], [phrase for phrase in plain if not phrase.before]
    if len(led) != 1:
        return
    acts = all(thing.type in ("UNIT", "SIDE") for phrase in doers for thing in phrase.things)
    if doers and acts and len(doers) == 1 or not doers and led[0].things[0].type not in ("UNIT", "SIDE", "PRON", "KIND", "SIZE", "CLASS"):
        verb.clitics = [word for word in verb.clitics if word != "it"]
        led[0].before = False
        for doer in doers:
            doer.before = True
            clause.phrases.remove(doer)
            clause.phrases.insert(0, doer)


def denied(clause: Clause) -> None:
    """No unit advances: the deed is denied.  46, not 47, attacks; attacks 2119, no artillery: it is done without them."""
    end = clause.verb.end if clause.verb is not None else None
    for phrase in list(clause.phrases):
        none = [thing for thing in phrase.things if thing.det == "no"]
        last = max((other.end for other in clause.phrases if other.end <= phrase.start), default=0)
        behind = end is not None and phrase.start > end + 1 and not phrase.before and phrase.start <= max(last, end) + 2  # an object between, or a comma
        if none and behind and "none" in phrase.rels and len(none) == len(phrase.things) and not any(thing.type in ("HEX", "UNIT") for thing in none):
            phrase.rels = frozenset(("WITHOUT",))
            for thing in none:
                thing.det = ""
            continue
        if 0 < len(none) < len(phrase.things) and all(thing.type == "UNIT" for thing in none):
            for thing in none:
                phrase.things.remove(thing)
                thing.det = ""
                clause.phrases.append(Chunk(frozenset(("WITHOUT",)), [thing], thing.start, thing.end, phrase.before))
            continue
        if none and phrase.before and "none" in phrase.rels and clause.verb is not None and clause.verb.senses not in (["be"], ["there"]):
            clause.verb.negated = not clause.verb.negated
            for thing in none:
                thing.det = "any"
        for thing in phrase.things if not none else ():
            if phrase.before and "none" in phrase.rels and (thing.type, thing.value) == ("PRON", "nothing") and clause.verb is not None:
                clause.verb.negated = not clause.verb.negated  # nobody advances


def lies(clause: Clause, thing: Nominal, inner: Clause) -> bool:
    """The mines that lie in 2013, the bridge that joins 2010 and 2011: where a thing lies is said of it as by a mere preposition.

    What the relative clause swallowed behind the place (… with the engineers of 1K-Eng) goes back to the clause it hangs on.
    """
    verb = inner.verb
    if verb is None or verb.negated or verb.modal or verb.past or inner.subs or inner.adverbs or inner.wh or not inner.phrases:
        return False
    if not {"be", "there", "separate"} & set(verb.senses) or thing.type not in ("MARKERKIND", "RIVER") and thing.nouns()[:1] != ["stack"]:
        return False
    first, *rest = inner.phrases
    hexes = [other.type for phrase in inner.phrases[:2] for other in phrase.things]
    if "separate" in verb.senses and hexes[:2] == ["HEX", "HEX"]:
        both = [other for phrase in inner.phrases[:2] for other in phrase.things][:2]
        first, rest = Chunk(frozenset(("BETWEEN",)), both, first.start, both[1].end), inner.phrases[2 if len(first.things) == 1 else 1 :]
    elif not first.rels & {"IN", "BETWEEN"} or any(other.type not in ("HEX", "PATH") for other in first.things):
        return False
    if "BETWEEN" in first.rels and len(first.things) == 2:
        side = Nominal([("PATH", tuple(str(other.value) for other in first.things))], first.start, first.end)
        first = Chunk(frozenset(("OF",)), [side], first.start, first.end)
    thing.own.append(first)
    for phrase in rest:
        phrase.before = False
        clause.phrases.append(phrase)
    return True
