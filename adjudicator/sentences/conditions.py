"""What state things are said to be in, by all words of the clause together: *12VG is Fresh*, *the fatigue of 12VG is 4*, *12VG has a Fresh Fatigue marker*.

``states`` of a rulebook's lexicon lists the words by what they are said of: ``unit``, or a list of its own (``formations``). Of each noun it says
which facts it gives: ``key=value`` · ``key=number`` (with its number) · ``key=true/false`` (it has it, or lacks it) · ``key`` (it only names the
fact) · ``units[{id}_HQ].key=…`` (of what is called after it) · ``""`` (it only says what the thing is, and makes a new one of the list known);
several with blanks between them. A type of words (``CLASS``) gives the fact that its values are of, or none. ``lying`` are the kinds of markers
that lie in hexes; ``lasting`` the deeds that leave a state behind, by what they are done to ("": to the counter itself): *1/394 has lost its
Support*, *1/394 was wiped out*;
``lacking`` is what it says of a counter that it has none of that: *1/394 has no Support*; ``ground`` what it says of a hex: *44.20 lies in an OBJ Zone*;
``began`` the facts of how it was when the phase began: *KG-Holz began the phase out of command*.

Such a clause states these facts and nothing else. It is never a deed; where it does not say which fact, it is refused.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from adjudicator.language.errors import Sure
from adjudicator.language.model import Names, Stated
from adjudicator.language.syntax import small
from adjudicator.sentences.account import LESS, STRICT, Span, weighs
from adjudicator.sentences.frames import EMPTY, Item, items
from adjudicator.sentences.scene import EMPTY as PLAIN
from adjudicator.sentences.scene import WORDS
from adjudicator.sentences.tree import Clause, Meaning

HAVING = small("having")
IDLE = (EMPTY | {"already", "still", "also", "just"}) - {"foot"}
ANY = ("", None, "def", "indef", "no")
"""Determiners that say no more than that it is one."""
OWNED = frozenset(("of", "whose"))


def conditions(
    clause: Clause,
    names: Names,
    new_names: set[str],
    states: Mapping[str, Any],
    told: list[Span] | None = None,
    counters: bool = False,
    text: str = "",
) -> list[Stated] | None:
    """The facts of a clause of states, None if it is none; of counters only if ``counters``. Raises Sure where it says no more than which state it is not.

    What is said beside the facts and weighs nothing is added to `told`; without it, such a clause is none.
    """
    verb = clause.verb
    if verb is None or verb.modal or clause.wh or clause.stranded or any(weighs(inner) for _, inners in clause.subs for inner in inners):
        return None
    row = items(clause)
    if any(item.thing.clauses or item.thing.apposed for item in row):
        return None
    lasting = _lasting(clause, row, names, states.get("lasting") or {}) or _began(clause, row, states.get("began") or {})
    if lasting is None and (
        verb.past or verb.perfect or verb.passive or "become" in verb.senses or not (set(verb.senses) & {"be", "there"} or verb.lemma in HAVING)
    ):
        return None
    if any(word in STRICT or word in LESS for word, _, _ in clause.adverbs) or not LESS.isdisjoint(verb.particles):
        return None
    found = (
        lasting
        or _ground(clause, row, states.get("ground") or {})
        or _lacking(clause, row, states.get("lacking") or {})
        or _lying(clause, row, states.get("lying") or {})
        or _Bag(clause, row, names, new_names, states, text).read(counters)
    )
    spare = [(start, end) for word, start, end in clause.adverbs if word not in IDLE]
    if found is None or spare and told is None:
        return None
    if told is not None:
        told += spare
    return found


def list_of(name: str, names: Names, new_names: set[str]) -> str:
    """The list of the rulebook that something of this name is in, "" if in none: a counter."""
    return names.lists.get(name) or next((group for group in names.groups if f"{group}[{name}]" in new_names), "")


def _units(row: list[Item]) -> list[str]:
    return [str(item.thing.value) for item in row if item.thing.type == "UNIT"]


def _plain(means: list[Meaning]) -> bool:
    return any(type_ == "NOUN" and value in PLAIN for type_, value in means)


def _lasting(clause: Clause, row: list[Item], names: Names, deeds: Mapping[str, Mapping[str, str]]) -> list[Stated] | None:
    """What a deed has left behind: the support of 1/394 is dropped, 1/394 has lost its support."""
    verb = clause.verb
    assert verb is not None
    rest = [item.thing for item in row if item.thing.type != "UNIT"]
    if verb.passive and not verb.negated and row and all(item.thing.type == "HEX" and {"subj", "lead", "obj"} & item.how for item in row):
        kind = next((deeds["hex"][sense] for sense in verb.senses if sense in deeds.get("hex", ())), "")  # 1510 is interdicted: such a marker lies there
        return [Stated(f"markers[{kind} {thing.value}].{key}", said) for thing in rest for key, said in (("kind", kind), ("at", thing.value))] if kind else None
    if verb.passive and not rest and not verb.negated and row and all({"subj", "lead", "obj"} & item.how for item in row):
        of_counters = deeds.get("") or {}
        fact = next((of_counters[sense] for sense in verb.senses if sense in of_counters), "")
        known = not any(names.lists.get(name) for name in _units(row))
        return [_fact(f"units[{name}]", fact) for name in _units(row)] if fact and known else None
    if not (verb.perfect or verb.passive) or verb.past and not verb.perfect or verb.progressive:
        return None
    noun = next((noun for thing in rest for noun in thing.nouns() if noun in deeds), "")
    fact = next((deeds[noun][sense] for sense in verb.senses if sense in deeds[noun]), "") if noun else ""
    owners = [item for item in row if item.thing.type == "UNIT"]
    mine = all(item.how & (OWNED if verb.passive or not any("subj" in other.how for other in owners) else {"subj", *OWNED}) for item in owners)
    if not fact or len(rest) != 1 or rest[0].mods or rest[0].num is not None or rest[0].label is not None or not owners or not mine:
        return None
    return [_fact(f"units[{name}]", fact, verb.negated) for name in _units(row)]


def _began(clause: Clause, row: list[Item], facts: Mapping[str, str]) -> list[Stated] | None:
    """KG-Holz began, or begins, the phase out of command: the state that its words say, as it was then."""
    verb = clause.verb
    said = [item.thing for item in row if item.thing.type == "STATUS"]
    rest = [noun for item in row if item.thing.type not in ("UNIT", "STATUS") for noun in item.thing.nouns()[:1]]
    if verb is None or verb.negated or "next_phase" not in verb.senses or len(said) != 1 or rest not in (["phase"], ["turn"], ["activation"]):
        return None
    key, _, word = str(said[0].value).partition(":")
    units = [item for item in row if item.thing.type == "UNIT"]
    if key not in facts or not units or len(units) + 2 != len(row) or not all("subj" in item.how for item in units):
        return None
    return [Stated(f"units[{item.thing.value}].{facts[key]}", WORDS.get(word, word)) for item in units]


def _lacking(clause: Clause, row: list[Item], facts: Mapping[str, str]) -> list[Stated] | None:
    """1/394 has no Support, does not have Support, lacks Support, is without Support."""
    verb = clause.verb
    units, rest = _units(row), [item for item in row if item.thing.type != "UNIT"]
    noun = next((noun for item in rest for noun in item.thing.nouns() if noun in facts), "")
    if verb is None or not noun or not units or len(rest) != 1 or rest[0].thing.mods or rest[0].thing.num is not None or rest[0].thing.label is not None:
        return None
    denials = verb.negated, rest[0].thing.det == "no", "without" in rest[0].how, "lack" in verb.senses
    owners = all("subj" in item.how for item in row if item.thing.type == "UNIT")
    return [_fact(f"units[{name}]", facts[noun]) for name in units] if sum(denials) == 1 and owners else None


def _ground(clause: Clause, row: list[Item], facts: Mapping[str, str]) -> list[Stated] | None:
    """44.20 lies in an OBJ Zone, is Combat Terrain, is no VP hex."""
    hexes = [item.thing.value for item in row if item.thing.type == "HEX" and item.how & {"subj", "lead"} and isinstance(item.thing.value, str)]
    rest = [item.thing for item in row if item.thing.type != "HEX"]
    fact = next((facts[noun] for thing in rest for noun in thing.nouns() if noun in facts), "")
    if not fact or len(rest) != 1 or len(hexes) + 1 != len(row) or rest[0].num is not None or rest[0].label is not None or rest[0].det not in ANY:
        return None
    denied = (clause.verb is not None and clause.verb.negated) != (rest[0].det == "no")
    return [_fact(f"hexes[{hex_}]", fact, denied) for hex_ in hexes] if all(_plain(means) for means in rest[0].mods) else None


def _fact(of: str, said: str, denied: bool = False) -> Stated:
    key, _, word = said.partition("=")
    value = WORDS.get(word, word)
    return Stated(f"{of}.{key}", not value if denied else value)


def _lying(clause: Clause, row: list[Item], kinds: Mapping[str, Mapping[str, str]]) -> list[Stated] | None:
    """There is an OBJ marker in 44.20, 44.20 has a Traffic marker."""
    verb = clause.verb
    hexes = [item.thing.value for item in row if item.thing.type == "HEX"]
    rest = [item.thing for item in row if item.thing.type != "HEX"]
    if verb is None or verb.negated or len(hexes) != 1 or not isinstance(hexes[0], str) or len(rest) != 1 or rest[0].num not in (None, 1):
        return None
    thing = rest[0]
    kind = next((noun for noun in thing.nouns() if noun in kinds), "")
    if not kind or thing.det in ("no", "each", "other") or thing.label is not None or not all(_plain(means) for means in thing.mods):
        return None
    return [Stated(f"markers[{kind} {hexes[0]}].{key}", value) for key, value in (*kinds[kind].items(), ("at", hexes[0]))]


class _Bag:
    """The words of one clause but for the things that they are said of."""

    def __init__(self, clause: Clause, row: list[Item], names: Names, new_names: set[str], states: Mapping[str, Any], text: str) -> None:
        self.clause, self.row, self.names, self.new_names, self.states, self.text = clause, row, names, new_names, states, text
        verb = clause.verb
        self.denied = verb is not None and (verb.negated or "lack" in verb.senses)
        self.denied = self.denied or any(item.thing.det == "no" or "without" in item.how for item in row)
        self.group = ""
        self.subjects: list[str] = []
        self.fresh: list[str] = []
        self.values: dict[str, Any] = {}
        self.switches: dict[str, tuple[Any, Any]] = {}
        self.loose: list[int] = []  # numbers that no noun has taken yet
        self.waiting = ""  # the fact whose number is still to come
        self.known = False

    def read(self, counters: bool) -> list[Stated] | None:
        """The facts; None if the clause is not about such things, or says more."""
        if (
            not self._about()
            or self.group == "units"
            and not (counters or self.fresh)
            or not all(self._thing(item) for item in self.row)
            or not self.known
            or self.loose
        ):
            return None
        if self.group == "units" and not self.fresh and any(type(value) is int for value in self.values.values()):
            return None  # a figure that is said of a counter beside an act is a claim
        if self.denied and (self.values or len(self.switches) != 1):
            if self.group == "units":
                return None
            raise Sure("no_place", self.text[self.clause.start : self.clause.end], self.clause.start, self.clause.end)  # 12VG is not Fresh: what is it?
        self.values.update({key: lacks if self.denied else has for key, (has, lacks) in self.switches.items()})
        if not self.values:
            return None
        self.new_names.update(self.fresh, (f"{self.group}[{name}]" for name in self.fresh if self.group != "units"))
        if self.fresh and self.group == "units":
            return [Stated(f"units[{name}]", dict(self.values)) for name in self.subjects]
        return [Stated(self._path(name, key), value) for name in self.subjects for key, value in self.values.items()]

    def _path(self, name: str, key: str) -> str:
        """The name of a fact; one that belongs to something else of the same name says so: units[{id} HQ].activation_value."""
        return key.replace("{id}_", f"{name} ") if "[" in key else f"{self.group}[{name}].{key}"

    def _about(self) -> bool:
        """Whose state it is: units, or things of one list."""
        whose = [item for item in self.row if item.thing.type in ("UNIT", "UNK")]
        things = [item.thing for item in whose]
        made = [group for group in self.names.groups if group in self.states]
        groups = {list_of(str(thing.value), self.names, self.new_names) or "units" if thing.type == "UNIT" else "" for thing in things}
        if groups == {""} and len(things) == 1 and any(char.isdigit() for char in str(things[0].value)):  # 12VG is a German formation
            said = {noun for item in self.row for noun in item.thing.nouns()}
            groups = {group for group in made if any(self.states[group].get(noun) == "" for noun in said)} or {"units"}
            self.fresh = [str(thing.value) for thing in things]
        if (
            len(groups) != 1
            or "" in groups
            or not all(item.how & {"subj", *OWNED} for item in whose)
            or any(thing.num is not None or thing.label is not None or thing.mods for thing in things)
        ):
            return False
        self.group = groups.pop()
        self.subjects = [str(thing.value) for thing in things]
        return self.group in self.states or self.group == "units"

    def _thing(self, item: Item) -> bool:
        """Take the words of one thing with their numbers; False if it says something else."""
        thing = item.thing
        if thing.type in ("UNIT", "UNK"):
            return True
        if thing.type == "HEX" and self.fresh and self.group == "units" and "in" in item.how and not thing.mods and isinstance(thing.value, str):
            return self._set("at", thing.value)
        self.counted: list[str] = []
        before, number = self.waiting, thing.value if thing.type == "NUM" else thing.num
        if thing.label is not None and thing.label[0] == "NUM":
            if number is not None:
                return False  # AV 5 AR 4: which number is whose
            number = thing.label[1]
        elif thing.label is not None and not self._word([thing.label]):
            return False
        if thing.type != "NUM" and not all(self._word(means) for means in (thing.means, *thing.mods)):
            return False
        key = self.counted[-1] if self.counted else before
        if number is None:
            self.waiting = key if key not in self.values else ""
            if self.waiting and self.loose:
                return self._set(self.waiting, self.loose.pop(0))
            return True
        self.waiting = ""
        if not key or key in self.values:
            self.loose.append(number)
            return True
        return self._set(key, number)

    def _word(self, means: list[Meaning]) -> bool:
        """Take one word; False if it says something else."""
        table = self.states.get("unit" if self.group == "units" else self.group) or {}
        for type_, value in means:
            if type_ == "SIDE" and (self.group != "units" or self.fresh):
                return self._set("side", value)
            if type_ == "STATUS" and self.fresh and self.group == "units":
                key, _, word = str(value).partition(":")
                return self._set(key, WORDS.get(word, word))
            if type_ == "NOUN" and value in table:
                return all(self._spec(spec) for spec in str(table[value]).split()) or True
            if type_ in table:  # of a type: the fact that its words give, "" for none
                return not table[type_] or self._set(table[type_], value)
        return _plain(means)

    def _spec(self, spec: str) -> bool:
        key, _, value = spec.partition("=")
        self.known = True
        if value == "number":
            self.counted.append(key)
            return True
        if "/" in value:
            has, lacks = value.split("/")
            return self._switch(key, WORDS.get(has, has), WORDS.get(lacks, lacks))
        return not value or self._set(key, WORDS.get(value, int(value) if value.isdecimal() else value))

    def _switch(self, key: str, has: Any, lacks: Any = None) -> bool:
        self.known = True
        self.switches[key] = (has, not has if lacks is None else lacks)
        return True

    def _set(self, key: str, value: Any) -> bool:
        self.known = True
        return bool(self.values.setdefault(key, value) == value)
