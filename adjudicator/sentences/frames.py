"""Acts as the book's data declare them, and how the phrases of a clause fill their roles (`grammars/acts.yaml`)."""

from __future__ import annotations

from collections.abc import Container, Iterable, Iterator, Mapping
from functools import cached_property
from itertools import pairwise
from typing import Any

from adjudicator.ground.declaration import Query
from adjudicator.language.syntax import small
from adjudicator.sentences.token import Area
from adjudicator.sentences.tree import Chunk, Clause, Nominal

FORMAT = ("frames.py",)
STATIVE = frozenset(("lack", "be", "there", "have", "control", "separate", "left_with", "show"))
LOST, TOLD = 60, 10
"""What a thing without a role costs a reading: a hard one, and one that is told back."""
EMPTY = frozenset(
    (
        "left",
        "please",
        "tell",
        "now",
        "also",
        "still",
        "finally",
        "here",
        "directly",
        "legally",
        "voluntarily",
        "later",
        "instead",
        "first",
        "together",
        "simultaneously",
        "foot",
        "tag",
        "whether",
    )
)
"""Adverbs that no rule weighs and that claim nothing."""
LAND = frozenset(("RIVER", "TERRAIN", "FEATURE"))
"""Types of what lies in a hex or on its sides."""
PLAIN = frozenset(
    ("own", "hex", "unit", "marker", "player", "side", "target", "destination", "number", "place", "stack", "combat", "factor", "map", "game", "phase", "turn")
)
"""Nouns that only name what stands beside them: the hex 2119, the units in 2119."""
SIDED = ("concentric", "from_sides", "from_two", "from_three", "from_four", "from_five", "from_six")
"""Adverbs that tell from how many sides, or between what."""
NARROW = frozenset(("more", "less", "only", "half", "free", "full", "alone", "separately", "ever", "twice", "thrice", *SIDED))
"""Adverbs without which a question is another one."""
TIMES = frozenset(("start", "phase", "game", "next"))
"""Nouns that only say when, of a position that stands in that very moment."""
GAMES = frozenset(("game", "map"))
"""Nouns of what no unit is meant by, where it is the subject of a verb."""
SIDES = frozenset(("bridge",))
"""States that only a hexside has."""
AIMED = small("prepositions", "aimed")
"""Words that end a verb of several words, where what follows is its object."""
LIGHT = frozenset(("do", "be", "there", "have"))
"""Verbs that leave the deed to a noun."""
FIGHTS = frozenset(("attack", "probe"))
"""Deeds that are aimed at a hex, by their verbs, nouns and acts."""
AT = frozenset(("against", "versus"))
"""Relations of what is aimed at."""
ANY = frozenset(("from", "between", "without"))
GAME = {"WEATHER": "weather", "TIME": "time", "SCENARIO": "scenario"}
"""Words that say how the game stands, and the fact that each states."""
TAKEN_OVER = frozenset(
    ("units", "all", "from", "to", "path", "at", "target", "side", "sides", "target_side", "target_feature", "phase", "turn", "state")
).union(("last", "without", "order"))
"""Slots that more may fill than a thing in a role: what was said before, what stands beside an act, the verb."""
DESCRIBES = {"SIDE": "side", "KIND": "kind", "SIZE": "size", "CLASS": "class"}


NOTHING: frozenset[Any] = frozenset()


class Item:
    """One thing of a clause with what its place says of it (`how`: subj, obj, lead, relations), and the thing it hangs on."""

    __slots__ = ("before", "group", "how", "inner", "owner", "thing", "words")

    def __init__(self, thing: Nominal, how: frozenset[str], group: int, before: bool, inner: bool = False, owner: Nominal | None = None) -> None:
        self.thing = thing
        self.how = how
        self.group = group
        self.before = before
        self.inner = inner
        self.owner = owner
        self.words: frozenset[Any] = NOTHING

    def again(self) -> Item:
        """The item once more, its relations free to change."""
        other = Item(self.thing, self.how, self.group, self.before, self.inner, self.owner)
        other.words = self.said()
        return other

    def said(self) -> frozenset[Any]:
        """What a role may look for in the thing."""
        if self.words is NOTHING:
            self.words = said_of(self.thing)
        return self.words

    def __repr__(self) -> str:
        return f"{'/'.join(sorted(self.how))}{self.thing}"


def said_of(thing: Nominal) -> frozenset[Any]:
    """What a role may look for in a thing: its types and words, and those of what stands before it."""
    return frozenset([word for means in (thing.means, *thing.mods) for meaning in means for word in _words(meaning)])


def _words(meaning: tuple[str, Any]) -> tuple[str, ...]:
    """The type of a meaning and its word: what a role, or a rule about neighbours, looks for before it looks closer."""
    type_, value = meaning
    return (type_, value) if isinstance(value, str) else (type_, "LIST") if isinstance(value, Area) else (type_,)


def led_by(clause: Clause, nouns: Container[str]) -> bool:
    """Whether the subject of the verb is one of these nouns, and nothing else."""
    led = [thing for phrase in clause.phrases if phrase.before and "none" in phrase.rels for thing in phrase.things]
    return clause.verb is not None and not clause.verb.passive and bool(led) and all(any(noun in nouns for noun in thing.nouns()) for thing in led)


def items(clause: Clause) -> list[Item]:
    """The things of a clause in order, each with its relations."""
    found: list[Item] = []
    verb = clause.verb
    passive = verb is not None and verb.passive
    asked = [thing for _, _, thing in clause.wh if thing is not None]  # what strength has 76ID: it may be the subject
    lead = [phrase for phrase in clause.phrases if phrase.before and "none" in phrase.rels and not _is_hint(phrase)]
    led = any(phrase.things[0] not in asked for phrase in lead) and verb is not None
    for group, phrase in enumerate(clause.phrases):
        how = frozenset(rel.lower() for rel in phrase.rels if rel != "none")
        if "none" in phrase.rels:
            if verb is None:
                how = frozenset(("subj", "obj"))
            elif phrase.before:
                taken = passive and lead == [phrase] and phrase.things[0].type == "HEX"  # 1509 was occupied by 44
                how = frozenset(("obj",)) if taken else frozenset(("subj", "lead")) if not passive else frozenset(("obj", "lead"))
            else:
                aimed = verb.lemma.rpartition(" ")[2] in AIMED and " " in verb.lemma and phrase.start - verb.end < 3  # voy a por la 26
                does = not passive and _has_object(verb) and phrase.things[0].type == "UNIT"
                taken = led or aimed or clause.kind == "pcp" and not passive
                how = frozenset(("obj",)) if taken else frozenset(("subj",)) if does else frozenset(("obj", "subj"))
        else:
            if phrase.before and not how & {"to", "via", "against"}:
                how |= {"lead"}
            if passive and "by" in how:
                units = all(thing.type == "UNIT" for thing in phrase.things)
                how = frozenset(("by", "subj")) if units else how | {"subj"}  # es activada por 10 HQ
        if "between" in how and [thing.type for thing in phrase.things] == ["HEX", "HEX"]:  # the bridge between 2010 and 2011
            side = Nominal([("PATH", tuple(str(thing.value) for thing in phrase.things))], phrase.start, phrase.end)
            found.append(Item(side, frozenset(("of",)), group, phrase.before))
            continue
        if "against" in how and "to" not in how:
            how |= {"versus"}  # against, contra: never Spanish *a*
        if "in" in how and not how & {"to", "by"}:
            how |= {"upon"}  # at, on, sobre: never Spanish *a*, *por*
        for thing in phrase.things:
            found += _of_thing(thing, how, group, phrase.before)
    for before, item in pairwise(found):  # …, junto a la 208Inf: beside the hex that was named, else with somebody
        if {"with", "near"} <= item.how:
            gap = clause.phrases[item.group].start - before.thing.end
            goes = verb is not None and bool({"move", "retreat", "advance", "enter"} & set(verb.senses))
            apart = before.thing.type in ("HEX", "PATH") and (goes or gap > 1) or "hex" in before.thing.nouns() or gap > 3 and item.before
            item.how -= {"with"} if apart else {"near"}
    for item in found if verb is not None and STATIVE.isdisjoint(verb.senses) else ():
        if item.thing.type in ("UNIT", "HEX") and item.thing.mod("NOUN") == "target" and not item.before and not item.inner and not item.how & {"from", "via"}:
            item.how = AT  # with the target 9Mech
    for ground, item in pairwise(found):  # through the wood in 2011: through 2011
        if ground.thing.type in ("TERRAIN", "FEATURE") and item.thing.type == "HEX" and item.how <= {"in", "of", "from", "by", "lead"}:
            item.how = (item.how - {"in"}) | ground.how if ground.how & {"to", "via", "from"} and "in" not in ground.how else item.how | ground.how
    for before, item in pairwise(found):
        if item.thing.type == "MARKER" and {"marker", "chit"} & set(before.thing.nouns()) and _touch(before.thing, item.thing):
            item.how, before.how = before.how, frozenset(("named",))  # with his black chit Hardened: it is that chit
        goal = {"target", "destination"} & set(item.thing.nouns()[:2]) and before.thing.type in ("UNIT", "HEX")
        if "as" in item.how and goal and not (item.thing.of or item.thing.own or item.thing.mods or before.before):
            before.how, item.how = AT, frozenset(("named",))  # with 9Mech as the target
        if "as" in item.how and item.thing.type == "UNIT" and before.thing.type in ("KIND", "SIZE", "CLASS"):
            item.how, before.how = before.how, frozenset(("named",))  # a tank corps such as 6GTk
    return found


def _has_object(verb: Any) -> bool:
    """Whether a pronoun at a verb is whom it is done to, so that a name behind it does it: lo activa HQ-Div."""
    return not {"it", "them"}.isdisjoint(verb.clitics)


def _touch(one: Nominal, other: Nominal) -> bool:
    """Whether nothing stands between two things."""
    return 0 <= other.start - one.end < 2


def grouped(thing: Nominal) -> dict[str, Any]:
    """What an act says of its units by a group: all of this kind, class or size, so many."""
    meanings = [thing.means[0], *(means[0] for means in thing.mods)]
    group: dict[str, Any] = {DESCRIBES[type_]: value for type_, value in meanings if type_ in ("KIND", "CLASS", "SIZE")}
    count = thing.num if isinstance(thing.num, int) else {"both": 2, "three": 3}.get(thing.det)
    group |= {"count": count} if count is not None else {}
    return {"all": True, "group": group} if group else {"all": True}


def is_whole(det: str, row: list[Item]) -> bool:
    """Both, all three, all: whether it says just how many are named."""
    named: dict[tuple[int, str], int] = {}
    for item in row:
        key = (item.group, item.thing.type)
        named[key] = named.get(key, 0) + (len(item.thing.value) if isinstance(item.thing.value, Area) else 1)
    counts = set(named.values())
    return det == "both" and 2 in counts or det == "three" and any(count > 2 for count in counts) or det == "all" and any(count > 1 for count in counts)


def _is_hint(phrase: Chunk) -> bool:
    return all(thing.type in ("PHASE", "TURN", "WEATHER") or "turn" in thing.nouns() or "phase" in thing.nouns() for thing in phrase.things)


def _of_thing(thing: Nominal, how: frozenset[str], group: int, before: bool, owner: Nominal | None = None) -> Iterator[Item]:
    own = how
    if thing.type == "UNIT" and {"to", "in", "against"} <= how:
        own = how | {"obj"}
    if thing.type == "HEX" and thing.det == "no" and not thing.of:  # to 1424, not to 1423
        thing, own = thing.plain(), frozenset(("avoid",))
    yield Item(thing, own, group, before, owner is not None, owner)
    for phrase in (*thing.of, *thing.own):
        rels = frozenset(rel.lower() for rel in phrase.rels)
        if before and thing.type == "UNIT" and rels & {"in", "from"} and all(other.type == "HEX" for other in phrase.things):
            rels = frozenset(("from", "standing"))  # 16Pz in 2218 and 19Pz in 2217 attack
        for other in phrase.things:
            yield from _of_thing(other, rels, group, before, thing)


HEXES = frozenset(("HEX", "PATH"))
AID = frozenset(("MARKER", "MARKERKIND", "UNIT", "bonus", "air", "air_superiority"))
LOOKED_FOR: Mapping[str, frozenset[str]] = {
    "hex": frozenset(("HEX", "LIST")),
    **dict.fromkeys(("path", "route", "hexes"), HEXES),
    **dict.fromkeys(("aid", "markeraid"), AID),
    **dict.fromkeys(("num", "die"), frozenset(("NUM",))),
    "turn": frozenset(("turn",)),
}
"""What a thing must have among its types and words to fill a role of a type; of other types: the type itself."""


class Kind:
    """One type that a role takes, taken apart: `noun:dice=combat>numbers` is name, concept, value and the slot of its number;
    `count:step` is so many whole ones, `count:point=parts` may be one and a half."""

    __slots__ = ("concept", "name", "rest", "spec", "value", "words")

    def __init__(self, spec: str) -> None:
        self.spec = spec
        self.name, _, self.rest = spec.partition(">")[0].partition(":")
        self.concept, _, self.value = self.rest.partition("=")
        name = self.name
        self.words: frozenset[str] | None = None  # none of these in a thing: it does not fill the role; None: it may in any case
        if name in ("noun", "count", "all"):
            self.words = frozenset((self.concept, *(("PRON",) if name == "all" else ())))
        elif name != "some":
            self.words = LOOKED_FOR.get(name, frozenset((name.upper(),)))


class Role:
    """One role of an act: the slot it fills, the types and the relations of what fills it."""

    __slots__ = ("anyhow", "kinds", "many", "name", "rels", "several", "slot", "words")

    def __init__(self, slot: str, types: list[str], rels: frozenset[str], many: bool, several: bool, slots: frozenset[str]) -> None:
        self.slot, self.rels, self.many, self.several = slot, rels, many, several
        self.name = slot[:-1] if slot.endswith("2") and slot[:-1] in slots else slot
        self.anyhow = "*" in rels
        self.kinds = [Kind(spec) for spec in types]
        known = [kind.words for kind in self.kinds if kind.words is not None]
        self.words = frozenset().union(*known) if len(known) == len(self.kinds) else None


class Frame:
    """One act as it is declared."""

    def __init__(self, name: str, data: Mapping[str, Any], order: int) -> None:
        self.name = name
        self.order = order
        self.foreign = False
        self.rivals: frozenset[str] = frozenset()  # nouns of other deeds (`Frames`)
        self.kind: str = data.get("kind", name)
        self.verbs = frozenset(str(data.get("verbs", "")).split())
        self.nouns = frozenset(str(data.get("nouns", "")).split())
        ask = data.get("ask")
        ask = "yes" if ask is True else ask
        self.ask = frozenset(str(ask).split()) if ask else frozenset()
        self.wants = frozenset(str(data.get("wants", "")).split())
        self.note = frozenset(str(data.get("note", "")).split())
        self.note_rels = self.note | {word.upper() for word in self.note}
        self.after = frozenset(str(data.get("after", "")).split())
        self.claims = bool(data.get("claims"))
        self.outcome = bool(data.get("outcome"))
        self.stranded: str = data.get("stranded", "")
        self.past = bool(data.get("past"))
        self.once = bool(data.get("once"))
        self.because = bool(data.get("because"))
        self.attends = frozenset(str(data.get("attends", "")).split())
        self.refines: dict[str, str] = {name: slot for name, _, slot in (word.partition(".") for word in str(data.get("refines", "")).split())}
        self.negated = bool(data.get("negated"))
        self.beside = bool(data.get("beside"))
        self.aside = bool(data.get("aside"))
        self.over = data.get("aside") == "over"
        self.bare = bool(data.get("bare"))
        self.weighty = frozenset(str(data.get("weighty", "")).split())
        self.helpers = frozenset(("aids", *str(data.get("helpers", "")).split()))
        self.helped = "helpers" in data or "aid" in str((data.get("roles") or {}).get("aids", "")).replace("markeraid", "")
        self.supports = "supported" in (data.get("roles") or {})
        self.fallen = bool(data.get("fallen"))
        self.group = bool(data.get("group"))
        self.aims = bool(data.get("aims"))
        self.alone = bool(data.get("alone"))
        self.reacts = self.verbs | self.nouns if data.get("reacts") else frozenset()
        self.denied: str = data.get("denied", "")
        self.modal: str = data.get("modal", "")
        self.unlike = frozenset(str(data.get("unlike", "")).split())
        self.preset: dict[str, Any] = data.get("set") or {}
        if "gives" in data:  # the figure of the ruling that its question word asks for
            self.preset = {**self.preset, "question": True, "ask": Query("value", data["gives"])}
        self.needs: list[str] = str(data.get("needs", "")).split()
        self.also = frozenset(str(data.get("also", "")).split())
        self.carry: list[str] = str(data.get("carry", "")).split()
        self.named = self.nouns | self.verbs | self.also | PLAIN  # nouns that only name the act, or what stands beside them
        self.slots = frozenset(data.get("roles") or {})
        specs = " ".join(str(spec) for spec in (data.get("roles") or {}).values()).replace("|", " ").split()
        self.deeds = frozenset(spec[5:].partition("=")[0].partition(">")[0] for spec in specs if spec.startswith("deed:"))
        self.speaks = self.named | {spec.partition(":")[2].partition("=")[0].partition(">")[0] for spec in specs if ":" in spec}
        self.roles: list[tuple[str, list[str], frozenset[str], bool, bool, bool]] = []
        for slot, spec in (data.get("roles") or {}).items():
            types, _, rels = str(spec).partition(":" if " : " not in str(spec) else " : ")
            marks = "".join(mark for mark in "+!~" if mark in types)
            for mark in marks:
                types = types.replace(mark, "")
            self.roles.append((slot, types.strip().split("|"), frozenset(rels.split()), "+" in marks or "~" in marks, "!" in marks, "~" in marks))

        self.takes = [Role(slot, types, rels, many, several, self.slots) for slot, types, rels, many, _, several in self.roles]
        known = [role.words for role in self.takes if role.words is not None]
        self.words = frozenset().union(*known) if len(known) == len(self.takes) else None  # a thing with none of them fills no role
        self.takes_leaving = sorted(self.takes, key=lambda role: not role.slot.startswith("from"))
        self.into = frozenset(slot for slot, types, *_ in self.roles if "hex" in types and slot in ("to", "at"))
        self.at_hex = any(slot == "at" and "hex" in types for slot, types, *_ in self.roles)
        self.numbered = any(">" in type_ for _, types, *_ in self.roles for type_ in types)
        self.counts = any(type_.startswith("some:") for _, types, *_ in self.roles for type_ in types)
        self.aimed_with = any(slot == "target_units" and "with" in rels for slot, _, rels, *_ in self.roles)
        self.taken_away = frozenset(slot for slot, _, rels, *_ in self.roles if rels <= {"without"})
        self.several = frozenset(slot for slot, _, _, many, *_ in self.roles if many)
        self.through = any("via" in rels and {"route", "path", "route+", "path+"} & set(types) for _, types, rels, *_ in self.roles)

    @cached_property
    def musts(self) -> list[frozenset[str]]:
        """Sets of words, of each of which one must be said: without the slots that only they fill there is no such act."""
        needed = [[slot] for slot, _, _, _, needed, _ in self.roles if needed]
        given = {type_.partition(">")[2] for _, types, *_ in self.roles for type_ in types} | self.preset.keys() | TAKEN_OVER
        found: list[frozenset[str]] = []
        for slots in [*needed, self.carry] if self.carry else needed:
            kinds = [kind for role in self.takes if role.name in slots for kind in role.kinds]
            if given.isdisjoint(slots) and all(kind.words is not None for kind in kinds):
                words = {word for kind in kinds for word in (*(kind.words or ()), kind.concept) if word}
                found.append(frozenset(words | {slot.upper() for slot in slots}))
        return found

    def opens(self, clause: Clause, senses: frozenset[str], deeds: frozenset[str], wanted: frozenset[str]) -> bool:
        """Whether the clause may be this act."""
        if clause.verb is not None and self.verbs.isdisjoint(senses) and self.nouns.isdisjoint(deeds) and self.wants.isdisjoint(deeds):
            return False
        asked = clause.asked
        words = {word for word, _, _ in clause.wh}
        if self.ask:
            if self.ask != {"tell"} and not asked and not (clause.verb is None and self.bare and (self.wants | self.nouns) & deeds):
                return False
            if "tell" in self.ask and asked or "how_many" in words - self.ask:
                return False  # how many markers come to me: not what comes next
            if (
                "yes" in self.ask
                and words
                and not self.ask & words
                or not self.ask & {"yes", "tell"}
                and not self.ask & words
                and (words or not self.wants or clause.verb is not None)
            ):
                return False
        elif words:
            return False
        if self.stranded and clause.stranded != self.stranded and not any(self.stranded in rels for _, rels, _ in clause.wh):
            return False
        if self.modal and (clause.verb is None or clause.verb.modal != self.modal) or not self.unlike.isdisjoint(senses):
            return False
        if self.wants and not self.wants & wanted:
            return False
        if clause.verb is None and self.note and (self.noted(clause) or self._typed(clause)):
            return True
        if clause.verb is None and self.wants & wanted and (asked or self.bare):
            return True
        light = clause.verb is None or not self.verbs or not self.verbs.isdisjoint(LIGHT)
        return not (self.verbs.isdisjoint(senses) and self.nouns.isdisjoint(deeds) and (not light or self.wants.isdisjoint(deeds)))

    def noted(self, clause: Clause) -> bool:
        """16Pz against 2119: a relation that makes a note of this act."""
        return clause.verb is None and any(
            not self.note_rels.isdisjoint(phrase.rels) and ("TO" in phrase.rels and "to" in self.note or not {"IN", "OF"} & phrase.rels)
            for phrase in clause.phrases
        )

    def _typed(self, clause: Clause) -> bool:
        """68Inf 2606-2607, 99ID: Prepared Defense: a thing that makes a note of this act."""
        return any({thing.type.lower(), *thing.nouns()} & self.note for phrase in clause.phrases for thing in phrase.things)


class Frames(list[Frame]):
    """The acts of a rulebook in their order, found by the words that open them."""

    def __init__(self, frames: Iterable[Frame]) -> None:
        super().__init__(frames)
        self._by_word: dict[str, set[int]] = {}
        self._noted: set[int] = set()
        self.deeds = {sense for frame in self for sense in frame.verbs if not frame.ask} - STATIVE
        self.beside = frozenset(noun for frame in self if frame.beside for noun in frame.nouns)
        self.nouns = frozenset(noun for frame in self if not frame.ask for noun in frame.nouns)
        self.alike = frozenset(noun for frame in self if not frame.ask for noun in frame.nouns & frame.verbs)  # a noun and a verb of the same act
        self.reacts = frozenset(word for frame in self for word in frame.reacts)
        self.kinds = frozenset(frame.kind for frame in self)
        self.denials = frozenset(frame.denied for frame in self)  # what it is when something is not done
        self.attends: dict[str, frozenset[str]] = {}
        for frame in self:
            if frame.attends:
                self.attends[frame.kind] = self.attends.get(frame.kind, NOTHING) | frame.attends
        self.asking_of = [frame for frame in self if frame.deeds]
        self.claiming = [frame for frame in self if frame.claims]
        self.notes = frozenset(word for frame in self for word in frame.note)
        self.outcomes = frozenset(frame.kind for frame in self if frame.outcome)
        self.of_states = any(type_.startswith("status") for frame in self if frame.outcome and frame.ask for _, types, *_ in frame.roles for type_ in types)
        self.ways = frozenset(frame.kind for frame in self if "route" in frame.slots and not frame.ask - {"tell"})
        self.amounts = any("odds" in frame.wants and "points" in frame.slots for frame in self)
        self.aimed = frozenset(frame.kind for frame in self if frame.aims and not frame.ask and frame.kind in frame.verbs)
        self.reckoned = frozenset(frame.kind for frame in self if "odds" in frame.wants and "target" in frame.slots)  # against whom is asked of
        for frame in self:
            frame.rivals = self.nouns - self.words_of(frame.kind) - frame.also - PLAIN - TIMES
        for number, frame in enumerate(self):
            for word in frame.verbs | frame.nouns | frame.wants:
                self._by_word.setdefault(word, set()).add(number)
            if frame.note:
                self._noted.add(number)

    def words_of(self, kind: str) -> frozenset[str]:
        """Senses of verbs and deed nouns that may mean acts of a kind."""
        return frozenset(word for frame in self if kind in (frame.kind, frame.name) or kind in frame.refines for word in (*frame.verbs, *frame.nouns))

    def near(self, clause: Clause, *words: Iterable[str]) -> list[Frame]:
        """Those that a clause with these words (senses of its verb, deeds, nouns asked for) may open, and few others."""
        return self.of_words({word for each in words for word in each}, self._noted if clause.verb is None else ())

    def of_words(self, words: Iterable[str], more: Iterable[int] = ()) -> list[Frame]:
        """Those that have one of these words as a verb or a noun, or to be asked for, and `more` by their numbers."""
        found = set(more)
        for word in words:
            found |= self._by_word.get(word, NOTHING)
        return [self[number] for number in sorted(found)]
