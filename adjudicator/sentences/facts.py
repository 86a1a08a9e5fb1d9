"""Clauses in which nothing is done: they say how things stand.

The things of a clause are read from left to right: a subject (units, a hex, a hexside, a marker, a side) is taken up, what
follows is said of it. Whatever is no fact, or weighs and is not read, makes the whole clause none.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, TypeGuard

from adjudicator.ground.declaration import GROUND
from adjudicator.language.model import Act, Names, Stated
from adjudicator.sentences.account import LESS, STRICT, Account, Span, weighs
from adjudicator.sentences.conditions import conditions
from adjudicator.sentences.frames import DESCRIBES, EMPTY, GAME, SIDES, STATIVE, Frame, Item, is_whole, items
from adjudicator.sentences.remaining import points_left, remaining, scored
from adjudicator.sentences.scene import EMPTY as PLAIN
from adjudicator.sentences.scene import WORDS, Lands
from adjudicator.sentences.tree import Clause, Nominal

SWITCH = {"in": "out", "out": "in", "true": "false", "false": "true"}
IDLE = EMPTY | {"already", "still", "also", "just"}
"""Adverbs that add nothing to how things stand."""


def stated(clause: Clause, names: Names, new_names: set[str], states: Mapping[str, Any], told: list[Span] | None = None) -> list[Stated] | None:
    """The facts of a clause, None if it is no clause of facts. Names of new units are added to `new_names`.

    What is said beside the facts and weighs nothing is added to `told`; without it, such a clause is none.
    """
    verb = clause.verb
    if (told_so := scored(clause) or points_left(clause) or remaining(clause, states, told)) is not None:
        return told_so
    if (
        verb is not None
        and not verb.modal
        and {"have", "do"} & set(verb.senses)
        and clause.things()
        and all(thing.type in (*GAME, "PRON") for thing in clause.things())
    ):
        said = [Stated(GAME[thing.type], thing.value) for thing in clause.things() if thing.type in GAME]
        return said[:1] if len(said) == 1 and not verb.negated else None
    if verb is not None and not verb.modal and not verb.negated and {"show", "happen"} & set(verb.senses) and "result" in states:
        results = [thing for thing in clause.things() if thing.type == "RESULT"]
        if len(results) == 1 and len(clause.things()) == 1 and not results[0].mods and not clause.adverbs:
            return [Stated(states["result"], results[0].value)]  # it came up AS
    if (places := _occupied(clause)) is not None:
        return places
    if verb is not None and (
        verb.modal or not STATIVE & set(verb.senses) or verb.lemma not in ("be", "there", "have") and len(set(verb.senses) - STATIVE) and not _holds(clause)
    ):
        return None
    if any("restricted_area" in thing.nouns() or "overstacked" in thing.nouns() for thing in clause.things()):
        return None
    if verb is not None and verb.passive and verb.lemma not in ("control",) and not STATIVE & {"control", "separate", "left_with"} & set(verb.senses):
        return None
    doers = [p.before for p in clause.phrases if any(thing.type == "UNIT" for thing in p.things)]
    taken = verb is not None and "have" in verb.senses and verb.lemma not in ("be", "there") and False in doers
    if verb is not None and taken and (True in doers or clause.kind in ("pcp", "inf") or {"self", "me"} & set(verb.clitics)):
        return None  # se lleva el camion Truck-1, me llevo el camion: somebody does something with it
    kinds = {thing.type for thing in clause.things()}
    if kinds >= {"UNIT", "HEX"} and any(thing.nouns()[:1] == ["phase"] for thing in clause.things()):
        return None  # at the end of the phase they are stacked in 3010
    if verb is not None and set(verb.senses) == {"control"} and not verb.passive and kinds >= {"UNIT", "HEX"}:
        return None  # the tanks dominate 2111: from where they stand
    if any("next" in [value for _, value in means] for thing in clause.things() for means in (thing.means, *thing.mods)):
        return None  # the next phase is announced, not stated
    kept = conditions(clause, names, new_names, states, told)
    if kept is None and any(thing.type == "UNIT" and names.lists.get(str(thing.value)) for thing in clause.things()):
        return None  # it is no counter
    if kept is None and any(thing.type == "UNK" for thing in clause.things()):  # a counter described by its own words
        kept = conditions(clause, names, new_names, states, told, True)
    return kept or _Facts(clause, names, new_names, states).read(told) or conditions(clause, names, new_names, states, told, True)


def turned(clause: Clause, frames: Iterable[Frame]) -> list[Stated] | None:
    """Turn 5 begins, we go on to turn 5, turn 4 ends: which turn it is. None where the rulebook has an act for it, or more is said."""
    verb, things = clause.verb, clause.things()
    senses = set(verb.senses) if verb is not None else set()
    number = next((thing.label[1] for thing in things if thing.nouns()[:1] == ["turn"] and thing.label is not None and thing.label[0] == "NUM"), None)
    if verb is None or number is None or len(things) != 1 or things[0].mods or verb.negated or verb.modal or clause.asked or clause.subs:
        return None
    own = any("turn" in frame.slots and frame.verbs & senses and not any(role[4] for role in frame.roles if role[0] != "turn") for frame in frames)
    if own or not senses & {"next_phase", "end"}:
        return None
    return [Stated("turn", number)]


def _occupied(clause: Clause) -> list[Stated] | None:
    """24 and 10 already hold 1012, 31 is still defending 3011: where they stand; None if it is not said that they do so by now."""
    verb = clause.verb
    by_now = {word for word, _, _ in clause.adverbs}
    if verb is None or not HOLDING & set(verb.senses) or clause.asked or clause.wh or clause.subs or not by_now & BY_NOW or by_now - BY_NOW:
        return None
    led, held = [phrase for phrase in clause.phrases if phrase.before], [phrase for phrase in clause.phrases if not phrase.before]
    if verb.modal or verb.negated or verb.passive or verb.perfect or verb.past or len(led) != 1 or len(held) != 1 or held[0].rels - {"none", "IN"}:
        return None
    if any(thing.type != "UNIT" or _more(thing) for thing in led[0].things) or [thing.type for thing in held[0].things] != ["HEX"] or _more(held[0].things[0]):
        return None
    return [Stated(f"units[{thing.value}].at", held[0].things[0].value) for thing in led[0].things]


def _more(thing: Nominal) -> bool:
    return bool(thing.of or thing.own or thing.clauses or thing.apposed or thing.mods) or thing.num is not None or thing.label is not None


def _holds(clause: Clause) -> bool:
    """Whether a verb of several meanings says here who holds a hex, where a river runs, what is left of a unit."""
    types = {thing.type for thing in clause.things()} | {type_ for thing in clause.things() for means in thing.mods for type_, _ in means}
    senses = set(clause.verb.senses) if clause.verb else set()
    if "SIDE" in types and "HEX" in types and "UNIT" not in types and "control" in senses:
        return True
    if "RIVER" in types and "HEX" in types and "UNIT" not in types and senses & {"separate", "move", "trace", "have"}:
        return True
    if "have" in senses and types & {"TERRAIN", "FEATURE"} and "HEX" in types and "UNIT" not in types:
        return True
    return "left_with" in senses or "have" in senses and not types & {"HEX"}


HOLDING, BY_NOW = frozenset(("control", "stay", "defend")), frozenset(("already", "still"))
"""Verbs of who stands in a hex, and adverbs that say that he does so by now."""
VALUES = ("attack", "defense", "ma")


def share_place(before: Sequence[Stated | Act], new: Sequence[Stated | Act]) -> None:
    """A 3-4 and B 2-3 at X: new counters that were named in one breath stand in one hex, which is said once, behind the last."""
    place = next((part.value.get("at") for part in new if _is_counter(part)), None)
    for part in reversed(before) if place is not None else ():
        if not _is_counter(part) or "at" in part.value:
            break
        part.value["at"] = place


def _is_counter(part: Stated | Act) -> TypeGuard[Stated]:
    return isinstance(part, Stated) and part.path.startswith("units[") and part.path.endswith("]") and isinstance(part.value, dict)


def printed(states: Mapping[str, Any], values: tuple[int, ...]) -> list[tuple[str, int]]:
    """What the numbers of a counter stand for: attack, defence and movement, or what the rulebook says of so many (`printed` of its states)."""
    own: list[str] = states.get("printed") or []
    names = own if len(own) == len(values) else VALUES
    return [(name, value) for spec, value in zip(names, values, strict=False) for name in spec.split()]


class _Facts(Lands):
    """Reads the things of one clause; `at` is where it has got to."""

    def __init__(self, clause: Clause, names: Names, new_names: set[str], states: Mapping[str, Any]) -> None:
        self.clause = clause
        self.names = names
        self.new_names = new_names
        self.states = states
        having = clause.verb is not None and "have" in clause.verb.senses
        row = [item for item in items(clause) if not (having and item.before and item.thing.means == [("PRON", "first")])]
        self.row = _flat(row, states["unit"])  # I have 16Pz and 19Pz in 3011: whose they are the position says
        self.at = 0
        self.account = Account()
        self.found: list[Stated] = []
        self.subjects: list[str] = []
        self.fresh: list[str] = []
        self.standing: list[tuple[str, Any]] = []
        self.pending: dict[str, Any] = {}
        self.own: dict[str, dict[str, Any]] = {}
        self.denied = (
            clause.verb is not None
            and (clause.verb.negated or "lack" in clause.verb.senses)
            or any(item.thing.det == "no" for item in self.row)
            or any("without" in item.how for item in self.row)
        )
        self.answered = self.bare = False
        self.measure = ""  # what the last unit was counted in
        self.spare: list[Span] = []

    def read(self, told: list[Span] | None) -> list[Stated] | None:
        """All facts, or None."""
        controlled = self._control()
        if controlled is not None:
            return controlled
        while self.at < len(self.row):
            item = self.row[self.at]
            self.at += 1
            if not self._one(item):
                return None
        if self.subjects and self.clause.verb is None:
            for word, _, _ in self.clause.adverbs:
                key, _, value = str(self.states["unit"].get(word, "")).partition("=")
                if value and not self._set(key, value):  # a pie
                    return None
        if (self.pending or self.own) and not self.subjects:
            return None
        if self.denied and not self.answered or self.dropped:
            return None  # 47R is not in 2119, 2119 is not German
        if self.fresh and not self.pending and not self.own or self.bare and not {"side", "kind"} & self.pending.keys():
            return None  # a name alone makes no unit
        if self.subjects and not self.pending and not self.own and not self.standing:
            return None  # the bridge is blown by 1K-Eng: it does something
        self._close()
        spare = self._left()
        if spare is None or spare and told is None or not self.found:
            return None
        if told is not None:
            told += spare
        self.new_names.update(self.fresh)
        return self.found

    def _left(self) -> list[Span] | None:
        """What is told back beside the facts; None if something that weighs was not read."""
        spare = list(self.spare)
        for item in self.row:
            for part in self.account.loose(item.thing):
                if not (part == "det" and (item.thing.det == "no" or is_whole(item.thing.det, self.row)) or part == "num" and item.thing.num == 1):
                    return None
            for inner in item.thing.clauses:
                if weighs(inner):
                    return None
                spare.append((inner.start, inner.end))
        counted = any(part == "num" or part == "label" for _, part in self.account.taken) or any(item.thing.type == "STATS" for item in self.row)
        said = {word for word, _, _ in self.clause.adverbs} | set(self.clause.verb.particles if self.clause.verb is not None else ())
        if counted and said & LESS:
            return None  # 44GdR is down two steps: it has not two
        for word, start, end in self.clause.adverbs:
            if (
                word in IDLE
                or self.clause.verb is None
                and word in self.states["unit"]
                or word == "only"
                and counted
                or word in ("away", "off")
                and any("option" in item.thing.nouns() for item in self.row)
            ):
                continue
            if word in STRICT:
                return None
            spare.append((start, end))
        return None if self.clause.stranded else spare

    def _close(self) -> None:
        for unit in self.subjects:
            values = {**self.pending, **self.own.get(unit, {})}
            if unit in self.fresh:
                new = [Stated(f"units[{unit}]", values)]
                share_place(self.found, new)
                self.found += new
            else:
                self.found += [Stated(f"units[{unit}].{key}", value) for key, value in values.items()]
            self.found += [Stated(f"{GROUND}[{unit}].{key}", value) for key, value in self.standing]
        self.subjects, self.pending, self.own, self.standing = [], {}, {}, []

    def _set(self, key: str, value: Any) -> bool:
        """One more value of the units spoken of; two that differ are no fact."""
        return bool(self.pending.setdefault(key, value) == value)

    def _one(self, item: Item) -> bool:
        thing = item.thing
        type_ = thing.type
        if not self.subjects and self._hexside(item):
            return True
        if type_ in ("UNIT", "UNK"):
            return self._unit(item)
        if type_ in ("HEX", "PATH"):
            return self._hex(item)
        if type_ == "MARKER":
            return self._marker(item)
        if type_ == "MARKERKIND":
            return self._kind(item)
        if type_ == "RIVER" or type_ == "NOUN" and thing.mod("RIVER") is not None:
            return self._river(item)
        if type_ == "STATUS":
            return self._status(thing.value)
        if type_ in ("TERRAIN", "FEATURE"):
            return self._terrain(item)
        if type_ in DESCRIBES and self.subjects:
            return self._described(thing)
        if self.fresh and type_ == "NOUN" and (kind := thing.means_any(*DESCRIBES)) is not None:  # a garrison, which is a noun of its own too
            type_ = next(type_ for type_, value in thing.means if type_ in DESCRIBES and value == kind)
            return self._described(Nominal([(type_, kind)], thing.start, thing.end)) and not thing.mods and thing.num is None and thing.label is None
        if type_ == "SIDE":
            return self._side(thing)
        if type_ == "STATS":
            return self._stats(thing.value)
        if type_ in GAME:
            self.found.append(Stated(GAME[type_], thing.value))
            return not self.denied
        if thing.means_any("PHASE") is not None:
            self.found.append(Stated("phase", thing.means_any("PHASE")))
            return not self.denied
        if type_ == "PRON" and thing.value in ("someone", "all", "both", "they") and not item.before and self.subjects:
            return len(self.subjects) > 1 and not thing.mods  # 16Pz and 19Pz are both in 3011
        if type_ == "NUM":
            return self._share(thing)
        return self._noun(thing, item)

    def _share(self, thing: Nominal) -> bool:
        """Two of its three steps: what is left, and what there was."""
        whole = thing.of[0].things[0] if len(thing.of) == 1 and len(thing.of[0].things) == 1 else None
        key = str(self.states["unit"].get(next(iter(whole.nouns()), ""), "")).removesuffix("=number") if whole is not None else ""
        key = key if " " not in key else ""
        down = self.clause.verb is not None and "have" not in self.clause.verb.senses and not self.clause.verb.clitics  # is down to three of its four: compared
        if whole is None or key != "steps" or down or not self.subjects or self.denied or not isinstance(whole.num, int) or not isinstance(thing.value, int):
            return False
        self.account.take(whole, "num", "det")
        after = self._after()
        self.at += after is not None and after.thing is whole
        return self._set(key, thing.value) and self._set(f"max_{key}", whole.num)

    # ---- units
    def _unit(self, item: Item) -> bool:
        thing = item.thing
        name = str(thing.value)
        before = self.row[self.at - 2] if self.at > 1 else None
        if not {"subj", "obj"} & item.how:
            return False  # with 16Pz, past 9Mech
        if self.subjects and self.pending and (before is None or before.group != item.group):
            self._close()
        elif self.subjects and (before is None or before.group != item.group):
            return False
        if thing.type == "UNK" or name in self.new_names:
            if not any(char.isdigit() for char in name) and name not in self.new_names and (thing.label is None or thing.label[0] != "STATS"):
                if thing.type != "UNK" or len(name) < 2 or name[1:].islower():
                    return False
                self.bare = True  # KhG is a German garrison: only who is described so is a counter
            self.fresh.append(name)
        self.subjects.append(name)
        return (self._apart(item) if self._each(item) else self._mods(thing)) and self._beside(item)

    def _each(self, item: Item) -> bool:
        """Whether each unit of a row has values of its own: reduced A 3-4 and B infantry 2-3."""
        row = [
            one.thing.label is not None and one.thing.label[0] == "STATS" for one in self.row if one.group == item.group and one.thing.type == item.thing.type
        ]
        return len(row) > 1 and all(row)

    def _apart(self, item: Item) -> bool:
        """What stands with a unit that is described apart from the others is said of it alone; a side holds for those behind it too."""
        shared, self.pending = self.pending, {}
        read = self._mods(item.thing)
        alone, self.pending = self.pending, shared
        before = self.own.get(self.subjects[-2], {}) if len(self.subjects) > 1 else {}
        self.own[self.subjects[-1]] = ({"side": before["side"]} if "side" in before else {}) | alone
        return read

    def _beside(self, item: Item) -> bool:
        """What is said of this unit alone: A (6 steps) and B (3 steps), A in X and B in Y."""
        own: dict[str, Any] = {}
        for other in item.thing.apposed:
            if not self._described_by(other, own):
                return False
        shared = sum(one.group == item.group and one.thing.type == item.thing.type for one in self.row) > 1
        while shared and (after := self._after()) is not None and after.inner and after.group == item.group and after.thing.type == "HEX":
            if not after.how & {"in", "from"} or not isinstance(after.thing.value, str) or after.thing.mods or "at" in own:
                return False
            own["at"] = after.thing.value
            self.at += 1
        while shared and (after := self._after()) is not None and after.inner and after.group == item.group and after.how == {"with"}:
            if after.thing.type not in ("NOUN", "NUM") or not self._described_by(after.thing, own):
                return False
            self.account.take(after.thing, "num")
            self.at += 1
        if own:
            self.own.setdefault(str(item.thing.value), {}).update(own)
        if "at" in own:  # A, B in X and C in Y
            for name in self.subjects:
                self.own.setdefault(name, {}).setdefault("at", own["at"])
        return True

    def _described_by(self, thing: Nominal, own: dict[str, Any]) -> bool:
        """Each word of a description in brackets: 3-3 mechanized, 4 steps, reduced; behind another one a number alone is of the same: 371Inf (4)."""
        if thing.type == "NUM" and self.measure and not (thing.mods or thing.label or thing.of):
            own[self.measure] = thing.value
            return True
        amount = thing.num if thing.num is not None else thing.label[1] if thing.label is not None and thing.label[0] == "NUM" else None
        for means in (thing.means, *thing.mods, *([[thing.label]] if thing.label is not None and thing.label[0] != "NUM" else [])):
            type_, value = means[0]
            key, _, kind = str(next((self.states["unit"][noun] for name, noun in means if name == "NOUN" and noun in self.states["unit"]), "")).partition("=")
            if type_ == "STATUS":
                key, _, word = value.partition(":")
                own[key] = word == "true" if word in ("true", "false") else word
            elif type_ == "STATS":
                own.update(printed(self.states, value))
            elif type_ in DESCRIBES:
                own[DESCRIBES[type_]] = value
            elif kind == "number" and amount is not None and means is thing.means:
                own[key], amount, self.measure = amount, None, key
            else:
                return False
        return amount is None

    def _mods(self, thing: Nominal) -> bool:
        """What stands with a unit in its own phrase: side, kind, values, state."""
        for means in thing.mods:
            kinds = dict(means)
            type_ = next((name for name in DESCRIBES if name in kinds), "")
            if type_:
                self._set(DESCRIBES[type_], kinds[type_])
            elif "STATUS" in kinds:
                if not self._status(kinds["STATUS"]):
                    return False
            elif "STATS" in kinds:
                self._stats(kinds["STATS"])
            elif "NOUN" not in kinds or kinds["NOUN"] not in PLAIN:
                return False
        if thing.label is None:
            return True
        self.account.take(thing, "label")
        return thing.label[0] == "STATS" and self._stats(thing.label[1])

    def _stats(self, values: tuple[int, ...]) -> bool:
        if not self.subjects:
            return False
        return all(self._set(key, value) for key, value in printed(self.states, values))

    def _described(self, thing: Nominal) -> bool:
        return self._set(DESCRIBES[thing.type], thing.value) and thing.num is None and thing.label is None and not self.denied

    def _status(self, value: str) -> bool:
        key, _, word = value.partition(":")
        if self.denied:
            self.answered = True
            word = SWITCH.get(word, "")
            if not word:
                return False
        if not self.subjects:
            if self.found and self.found[-1].path.startswith("hexes["):
                self.found.append(Stated(f"{self.found[-1].path.split('.')[0]}.{key}", word))
                return True
            return False
        if key in SIDES:
            return False  # only a hexside is blown
        return self._set(key, word == "true" if word in ("true", "false") else word)

    def _noun(self, thing: Nominal, item: Item) -> bool:
        nouns = thing.nouns()
        if not nouns or any({"NUM", "STATS", "ODDS", "UNK", "HEX", "WORD"} & dict(means).keys() for means in thing.mods):
            return False
        about = self.states["unit"]
        noun = nouns[0]
        amount = thing.label[1] if thing.label is not None and thing.label[0] == "NUM" else thing.num
        numbers = {name: key.removesuffix("=number") for name, key in about.items() if key.endswith("=number")}
        both = [value for means in thing.mods for type_, value in means if type_ == "NOUN" and value in numbers]
        if noun in numbers and noun != "step" and both and thing.num is not None and thing.label is not None and self.subjects:
            self.account.take(thing, "num", "label")
            return self._set(numbers[both[0]], thing.num) and self._set(numbers[noun], thing.label[1])  # AF 3 DF 3
        if not about.keys().isdisjoint(nouns) and any(dict(means).keys() & {*DESCRIBES, "STATUS", "TERRAIN", "FEATURE"} for means in thing.mods):
            return False
        if noun in PLAIN and any(dict(means).keys() & {"PHASE", "STATUS"} for means in thing.mods) and thing.mod("PHASE") is None:
            return False
        if thing.label is not None and thing.label[0] == "STATS" and not self._stats(thing.label[1]):  # 6-6 AR 4
            return False
        if self.subjects and (found := next((name for name in nouns if name in about), None)) is not None:
            key, _, kind = str(about[found]).partition("=")
            if " " in kind:
                return False  # which says several things at once: see conditions
            if kind == "number" and amount is not None and not self.denied:
                self.account.take(thing, "num", "label")
                return self._set(key, amount)
            if "/" in kind and (self.clause.verb is not None or item.how & {"in", "with", "without"}):
                self.answered = True
                has, lacks = kind.split("/")
                outside = self.clause.verb is not None and "be" in self.clause.verb.senses and item.how == {"from"}  # estando fuera de C&C
                word = lacks if self.denied or outside or "without" in item.how else has
                return self._set(key, WORDS.get(word, word))
            if kind not in ("number", "") and "/" not in kind:
                return self._set(key, kind)
        if noun == "hex" and thing.num is not None and "by" in item.how and self.at > 1 and self.row[self.at - 2].thing.type == "STATUS":
            self.account.take(thing, "num")  # out of command by two hexes: how far out is told back
            self.spare.append((thing.start, thing.end))
            return True
        if noun == "map" and self.subjects and "from" in item.how:
            return self._set("at", "off_map")
        return self._of_game(thing, item)


def _flat(row: list[Item], about: Mapping[str, str]) -> list[Item]:
    """Where units are described, each word of a description stands for itself: a mechanized unit 3-3 is a class and two values."""
    if not any(item.thing.type in ("UNIT", "UNK") for item in row):
        return row
    out: list[Item] = []
    for item in row:
        thing = item.thing
        counted = any(noun == "step" or str(about.get(noun, "")).endswith("=number") for noun in thing.nouns()[:1])
        plain = thing.type in DESCRIBES or thing.means_any(*DESCRIBES) is not None or counted or thing.type == "NOUN" and set(thing.nouns()) & PLAIN
        gone = "step" in thing.nouns() and str(thing.mod("STATUS")).startswith("eliminated")  # two lost steps: none that it has
        if not plain or gone or not (thing.mods or thing.label) or counted and not thing.mods and thing.nouns()[0] != "step":
            out.append(item)
            continue
        if counted and thing.mods:
            alone = Nominal(thing.means, thing.start, thing.end)
            alone.num, alone.label = thing.num, thing.label if thing.label and thing.label[0] == "NUM" else None
            rows = [*thing.mods, *([[thing.label]] if thing.label and thing.label[0] != "NUM" else [])]
            out += [Item(Nominal(list(means), thing.start, thing.end), item.how, item.group, item.before, item.inner) for means in rows]
            out.append(Item(alone, item.how, item.group, item.before, item.inner))
            continue
        rows = [thing.means, *thing.mods, *([[thing.label]] if thing.label else [])]
        out += [Item(Nominal(list(means), thing.start, thing.end), item.how, item.group, item.before, item.inner) for means in rows]
    return out
