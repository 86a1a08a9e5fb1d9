"""Clauses in which nothing is done: they say how things stand, or what was done before.

The things of a clause are read from left to right: a subject (units, a hex, a hexside, a marker, a side) is taken up, what
follows is said of it. Whatever is no fact makes the whole clause none.
"""

from __future__ import annotations

from typing import Any

from adjudicator.language.model import Names, Stated
from adjudicator.sentences.frames import DESCRIBES, GAME, Item, items
from adjudicator.sentences.tree import Clause, Thing

SWITCH = {"in": "out", "out": "in", "true": "false", "false": "true"}
STRENGTHS = {"attack": "attack", "offense": "attack", "af": "attack", "defense": "defense", "df": "defense"}
LINES = {"supply": "supply", "comms": "comms"}
STATIVE = frozenset(("lack", "be", "there", "have", "control", "separate", "left_with", "show"))
CONSTANTS = {"complete": ("units_complete", True), "incomplete": ("units_complete", False), "assume": ("assume", "defaults")}
EMPTY = frozenset(("unit", "marker", "stack", "hex", "terrain", "number", "player", "side", "weather", "phase", "active", "game"))
AT = frozenset(("in", "subj", "obj", "from", "of", "to"))


def stated(clause: Clause, names: Names, new_names: set[str]) -> list[Stated] | None:
    """The facts of a clause, None if it is no clause of facts. Names of new units are added to `new_names`."""
    verb = clause.verb
    if (
        verb is not None
        and not verb.modal
        and {"have", "do"} & set(verb.senses)
        and clause.things()
        and all(thing.type in (*GAME, "PRON") for thing in clause.things())
    ):
        said = [Stated(GAME[thing.type], thing.value) for thing in clause.things() if thing.type in GAME]
        return said[:1] if said and not verb.negated else None
    if verb is not None and (
        verb.modal or not STATIVE & set(verb.senses) or verb.lemma not in ("be", "there", "have") and len(set(verb.senses) - STATIVE) and not _holds(clause)
    ):
        return None
    if any("restricted_area" in thing.nouns() or "overstacked" in thing.nouns() for thing in clause.things()):
        return None
    if verb is not None and verb.passive and verb.lemma not in ("control",) and not STATIVE & {"control", "separate", "left_with"} & set(verb.senses):
        return None
    kinds = {thing.type for thing in clause.things()}
    if kinds >= {"UNIT", "HEX"} and any(thing.nouns()[:1] == ["phase"] for thing in clause.things()):
        return None  # at the end of the phase they are stacked in 3010
    if any("next" in [value for _, value in means] for thing in clause.things() for means in (thing.means, *thing.mods)):
        return None  # the next phase is announced, not stated
    return _Facts(clause, names, new_names).read()


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


class _Facts:
    """Reads the things of one clause; `at` is where it has got to."""

    def __init__(self, clause: Clause, names: Names, new_names: set[str]) -> None:
        self.clause = clause
        self.names = names
        self.new_names = new_names
        self.row = _flat(items(clause))
        self.at = 0
        self.found: list[Stated] = []
        self.subjects: list[str] = []
        self.fresh: list[str] = []
        self.pending: dict[str, Any] = {}
        self.denied = (
            clause.verb is not None
            and (clause.verb.negated or "lack" in clause.verb.senses)
            or any(item.thing.det == "no" for item in self.row)
            or any("without" in item.how for item in self.row)
        )
        self.answered = False

    def read(self) -> list[Stated] | None:
        """All facts, or None."""
        controlled = self._control()
        if controlled is not None:
            return controlled
        while self.at < len(self.row):
            item = self.row[self.at]
            self.at += 1
            if not self._one(item):
                return None
        if self.pending and not self.subjects:
            return None
        if self.denied and not self.answered:
            return None  # 47R is not in 2119, 2119 is not German
        if self.fresh and not self.pending:
            return None  # a name alone makes no unit
        self._close()
        self.new_names.update(self.fresh)
        return self.found or None

    def _control(self) -> list[Stated] | None:
        sides = [side for item in self.row if (side := item.thing.means_any("SIDE") or item.thing.mod("SIDE"))]
        hexes = [item.thing.value for item in self.row if item.thing.type == "HEX" and isinstance(item.thing.value, str)]
        rest = [item for item in self.row if item.thing.type not in ("SIDE", "HEX") and not set(item.thing.nouns()) & {"control", "player", "side", "hex"}]
        said = self.clause.verb is not None and {"control", "have"} & set(self.clause.verb.senses) or any("control" in item.thing.nouns() for item in self.row)
        if len(set(sides)) != 1 or not hexes or rest or self.denied or not said:
            return None
        return [Stated(f"hexes[{name}].control", sides[0]) for name in hexes]

    def _close(self) -> None:
        for unit in self.subjects:
            if unit in self.fresh:
                self.found.append(Stated(f"units[{unit}]", dict(self.pending)))
            else:
                self.found += [Stated(f"units[{unit}].{key}", value) for key, value in self.pending.items()]
        self.subjects, self.pending = [], {}

    def _one(self, item: Item) -> bool:
        thing = item.thing
        type_ = thing.type
        if type_ in ("UNIT", "UNK"):
            return self._unit(item)
        if type_ in ("HEX", "PATH"):
            return self._hex(item)
        if type_ == "MARKER":
            return self._marker(item)
        if type_ == "RIVER" or type_ == "NOUN" and thing.mod("RIVER") is not None:
            return self._river(item)
        if type_ == "STATUS":
            return self._status(thing.value)
        if type_ in ("TERRAIN", "FEATURE"):
            return self._terrain(item)
        if type_ in DESCRIBES and self.subjects:
            return self._described(thing)
        if type_ == "SIDE":
            return self._side(thing)
        if type_ == "STATS":
            return self._stats(thing.value)
        if type_ in GAME:
            self.found.append(Stated(GAME[type_], thing.value))
            return True
        if thing.means_any("PHASE") is not None:
            self.found.append(Stated("phase", thing.means_any("PHASE")))
            return True
        if type_ == "NUM":
            return False
        return self._noun(thing, item)

    # ---- units
    def _unit(self, item: Item) -> bool:
        thing = item.thing
        name = str(thing.value)
        before = self.row[self.at - 2] if self.at > 1 else None
        if self.subjects and self.pending and (before is None or before.group != item.group):
            self._close()
        elif self.subjects and (before is None or before.group != item.group):
            return False
        if thing.type == "UNK" or name in self.new_names:
            if not any(char.isdigit() for char in name):
                return False
            self.fresh.append(name)
        self.subjects.append(name)
        return self._mods(thing)

    def _mods(self, thing: Thing) -> bool:
        """What stands with a unit in its own phrase: side, kind, values, state."""
        for means in thing.mods:
            kinds = dict(means)
            type_ = next((name for name in DESCRIBES if name in kinds), "")
            if type_:
                self.pending[DESCRIBES[type_]] = kinds[type_]
            elif "STATUS" in kinds:
                self._status(kinds["STATUS"])
            elif "STATS" in kinds:
                self._stats(kinds["STATS"])
            elif "NOUN" not in kinds or kinds["NOUN"] not in EMPTY:
                return False
        return thing.label is None or thing.label[0] == "STATS" and self._stats(thing.label[1])

    def _stats(self, values: tuple[int, ...]) -> bool:
        if not self.subjects:
            return False
        self.pending["attack"], self.pending["defense"] = values[0], values[1]
        if len(values) > 2:
            self.pending["ma"] = values[2]
        return True

    def _described(self, thing: Thing) -> bool:
        type_ = next(name for name in DESCRIBES if name == thing.type)
        self.pending[DESCRIBES[type_]] = thing.value
        return thing.num is None and thing.label is None

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
        self.pending[key] = word == "true" if word in ("true", "false") else word
        return True

    # ---- hexes and hexsides
    def _hex(self, item: Item) -> bool:
        thing = item.thing
        if self.subjects and thing.type == "PATH":
            return False
        if self.subjects and "to" in item.how and self.clause.verb is None:
            return False  # 68Inf a 2607: it goes there
        if self.subjects and thing.type == "HEX" and isinstance(thing.value, str) and item.how & {"in", "obj", "from"} and not thing.mods:
            self.pending["at"] = thing.value
            return True
        if self.subjects or not isinstance(thing.value, (str, tuple)):
            return False
        if self._sides(item):
            return True
        names = [thing.value] if thing.type == "HEX" else list(thing.value)
        while (after := self._after()) is not None and after.thing.type == "HEX" and after.group == item.group:
            names.append(after.thing.value)
            self.at += 1
        about = list(thing.mods)
        while (after := self._after()) is not None:
            other = after.thing
            if not self._of_ground(other):
                break
            about += [other.means, *other.mods]
            self.at += 1
        kinds = [(type_, value) for means in about for type_, value in means[:1]]
        if not any(type_ in ("TERRAIN", "FEATURE", "SIDE", "STATUS") for type_, _ in kinds):
            return False
        for name in names:
            self._of_hex(str(name), kinds)
        return True

    @staticmethod
    def _of_ground(thing: Thing) -> bool:
        return thing.type in ("TERRAIN", "FEATURE", "SIDE", "STATUS") or bool(set(thing.nouns()) & {"hex", "control", "terrain", "place"})

    def _of_hex(self, name: str, kinds: list[tuple[str, Any]]) -> None:
        features: list[str] | None = None
        for type_, value in kinds:
            if type_ == "TERRAIN" and not self.denied:
                self.found.append(Stated(f"hexes[{name}].terrain", value))
            elif type_ == "FEATURE":
                features = (features or []) + ([] if value == "none" else [value])
            elif type_ == "SIDE" and not self.denied:
                self.found.append(Stated(f"hexes[{name}].control", value))
            elif type_ == "STATUS":
                key, _, word = value.partition(":")
                self.found.append(Stated(f"hexes[{name}].{key}", word))
        if features is not None:
            self.answered = True
            self.found.append(Stated(f"hexes[{name}].features", [] if self.denied else list(dict.fromkeys(features))))

    def _terrain(self, item: Item) -> bool:
        """clear terrain in 2119, no town in 2607"""
        about = [item.thing.means, *item.thing.mods]
        while (after := self._after()) is not None and self._of_ground(after.thing):
            about += [after.thing.means, *after.thing.mods]
            self.at += 1
        after = self._after()
        if after is None or after.thing.type != "HEX" or self.subjects or not after.how & {"in", "of"}:
            return False
        while (after := self._after()) is not None and after.thing.type == "HEX":
            self._of_hex(after.thing.value, [means[0] for means in about])
            self.at += 1
        return True

    def _river(self, item: Item) -> bool:
        return self._sides(item)

    def _sides(self, item: Item) -> bool:
        """A hexside and what lies on it, in any order."""
        first = self.at
        group = [item]
        while (after := self._after()) is not None:
            thing = after.thing
            if not (thing.type in ("RIVER", "HEX", "PATH") or thing.mod("RIVER") is not None or set(thing.nouns()) & {"hex", "river"}):
                break
            if thing.type == "RIVER" and sum(len(_names(other.thing)) for other in group) == 2 and any(other.thing.type == "RIVER" for other in group):
                break
            group.append(after)
            self.at += 1
        hexes = [name for other in group for name in _names(other.thing)]
        rivers = [value for other in group for means in (other.thing.means, *other.thing.mods) for type_, value in means[:1] if type_ == "RIVER"]
        if not rivers or not hexes or len(hexes) % 2 or any(other.thing.type == "UNIT" for other in group):
            self.at = first
            return False
        named = ["river"] if any(river[:1].isupper() for river in rivers) else []
        self.answered = True
        features = [] if self.denied else list(dict.fromkeys([*named, *rivers]))
        for one, other_ in zip(hexes[::2], hexes[1::2], strict=True):
            self.found.append(Stated(f"hexsides[{one}/{other_}]", features))
        return True

    def _after(self) -> Item | None:
        return self.row[self.at] if self.at < len(self.row) else None

    def _marker(self, item: Item) -> bool:
        self._close()
        after = self._after()
        group = [item]
        while after is not None and after.thing.type == "MARKER" and after.group == item.group:
            group.append(after)
            self.at += 1
            after = self._after()
        if after is None or after.thing.type != "HEX" or "to" in after.how and self.clause.verb is None:
            return False
        self.at += 1
        for one in group:
            if tuple(one.thing.value) not in self.names.markers:
                self.found.append(Stated(f"markers[{one.thing.value[1]}].kind", one.thing.value[0]))
            self.found.append(Stated(f"markers[{one.thing.value[1]}].at", after.thing.value))
        return True

    # ---- the game
    def _side(self, thing: Thing) -> bool:
        after = self._after()
        nouns = after.thing.nouns() if after is not None else []
        if after is not None and "air" in nouns:
            self.at += 1
            return self._air(after.thing, thing.value)
        if after is not None and "active" in nouns:
            self.at += 1
            self.found.append(Stated("active", thing.value))
            return True
        self.pending["side"] = thing.value
        return True

    def _air(self, thing: Thing, side: str) -> bool:
        amount = thing.num
        after = self._after()
        if amount is None and after is not None and after.thing.type == "NUM":
            amount = after.thing.value
            self.at += 1
        if self.denied and thing.det == "no":
            amount, self.answered = 0, True
        if amount is None and thing.label is not None:
            amount = thing.label[1]
        if amount is None:
            return False
        used = any(("NOUN", "add") in means for means in thing.mods)
        self.found.append(Stated(f"air.{side}.{'used' if used else 'have'}", amount))
        return True

    def _noun(self, thing: Thing, item: Item) -> bool:
        nouns = thing.nouns()
        if not nouns or any({"NUM", "STATS", "ODDS", "UNK", "HEX"} & dict(means).keys() for means in thing.mods):
            return False
        noun = nouns[0]
        both = [value for means in thing.mods for type_, value in means if type_ == "NOUN" and value in STRENGTHS]
        if noun in STRENGTHS and both and thing.num is not None and thing.label is not None and self.subjects:
            self.pending[STRENGTHS[both[0]]], self.pending[STRENGTHS[noun]] = thing.num, thing.label[1]  # AF 3 DF 3
            return True
        if noun == "phase" and thing.mod("PHASE") is not None:
            self.found.append(Stated("phase", thing.mod("PHASE")))
            return True
        if noun in ("step", *STRENGTHS, *LINES) and any(dict(means).keys() & {*DESCRIBES, "STATUS", "TERRAIN", "FEATURE"} for means in thing.mods):
            return False
        if noun in EMPTY and any(dict(means).keys() & {"PHASE", "STATUS"} for means in thing.mods):
            return False
        side = thing.mod("SIDE")
        label = thing.label[1] if thing.label is not None else None
        if "turn" in nouns:
            after = self._after()
            if label is None and after is not None and after.thing.type == "NUM":
                label = after.thing.value
                self.at += 1
            if label is None:
                return False
            self.found.append(Stated("turn", label))
            return True
        if set(nouns) & {"air", "air_superiority"} and not self.subjects:
            side = side or self.pending.pop("side", None)
            after = self._after()
            if side is None and after is not None and after.thing.type == "SIDE":
                side = after.thing.value
                self.at += 1
            return side is not None and self._air(thing, side)
        if "step" in nouns and thing.num is not None and self.subjects:
            self.pending["steps"] = thing.num
            return True
        if noun != "option" and (noun == "active" or thing.mod("NOUN") == "active"):
            after = self._after()
            if side is None and after is not None and after.thing.type == "SIDE":
                side = after.thing.value
                self.at += 1
            side = side or self.pending.pop("side", None)
            if side is None:
                return False
            self.found.append(Stated("active", side))
            return True
        for name in nouns:
            if name in CONSTANTS:
                self.answered = True
                self.found.append(Stated(*CONSTANTS[name]))
                return True
            if name in STRENGTHS and self.subjects and (label is not None or thing.num is not None):
                amount = label if label is not None else thing.num
                self.pending[STRENGTHS[name]] = amount
                return True
            if name in LINES and self.subjects and (self.clause.verb is not None or item.how & {"in", "with", "without"}):
                self.answered = True
                self.pending[LINES[name]] = "out" if self.denied or "without" in item.how else "in"
                return True
        if noun == "option" and (label is not None):
            after = self._after()
            words = {value for means in thing.mods for _, value in means} | (set(after.thing.nouns()) if after is not None else set())
            off = self.denied or "off" in words or any(word in ("away", "off") for word, _, _ in self.clause.adverbs)
            if after is not None and set(after.thing.nouns()) & {"on", "off"}:
                self.at += 1
            self.answered = True
            self.found.append(Stated(f"options.{label}", not off))
            return True
        if noun == "off_map" and self.subjects:
            self.pending["at"] = "off_map"
            return True
        if noun == "map" and self.subjects and "from" in item.how:
            self.pending["at"] = "off_map"
            return True
        if noun in ("player", "side") and side is not None:
            return self._side(Thing([("SIDE", side)], thing.start, thing.end))
        if noun == "weather" and thing.mod("WEATHER") is not None:
            self.found.append(Stated("weather", thing.mod("WEATHER")))
            return True
        if noun in ("terrain", "hex") and (thing.mod("TERRAIN") or thing.mod("FEATURE")):
            return self._terrain(item)
        if thing.mods and any(dict(means).keys() & {"TERRAIN", "FEATURE"} for means in thing.mods):
            return False
        return noun in EMPTY and thing.num is None


def _flat(row: list[Item]) -> list[Item]:
    """Where units are described, each word of a description stands for itself: a mechanized unit 3-3 is a class and two values."""
    if not any(item.thing.type in ("UNIT", "UNK") for item in row):
        return row
    out: list[Item] = []
    for item in row:
        thing = item.thing
        counted = "step" in thing.nouns()
        plain = thing.type in DESCRIBES or counted or thing.type == "NOUN" and set(thing.nouns()) & EMPTY
        if not plain or not (thing.mods or thing.label):
            out.append(item)
            continue
        if counted and thing.mods:
            alone = Thing(thing.means, thing.start, thing.end)
            alone.num, alone.label = thing.num, thing.label if thing.label and thing.label[0] == "NUM" else None
            rows = [*thing.mods, *([[thing.label]] if thing.label and thing.label[0] != "NUM" else [])]
            out += [Item(Thing(list(means), thing.start, thing.end), item.how, item.group, item.before, item.inner) for means in rows]
            out.append(Item(alone, item.how, item.group, item.before, item.inner))
            continue
        rows = [thing.means, *thing.mods, *([[thing.label]] if thing.label else [])]
        out += [Item(Thing(list(means), thing.start, thing.end), item.how, item.group, item.before, item.inner) for means in rows]
    return out


def _names(thing: Thing) -> list[str]:
    if thing.type == "HEX" and isinstance(thing.value, str):
        return [thing.value]
    return list(thing.value) if thing.type == "PATH" else []
