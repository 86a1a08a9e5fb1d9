"""Clauses in which nothing is done: they say how things stand.

`read_facts` reads the items of a clause from left to right. A subject (units, hexes, hexsides, a marker, a side) is taken
up, what follows is said of it, and the next subject closes it. Whatever is no fact makes the whole clause none.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from adjudicator.language.clauses import Clause
from adjudicator.language.folding import PREP_BITS
from adjudicator.language.model import Item, Names, Stated

PLACE = PREP_BITS["in"] | PREP_BITS["none"] | PREP_BITS["from"]
WITHOUT = PREP_BITS["without"]
DENIED = ("not", "off")
SAID_OF_HEX = frozenset(("TERRAIN", "FEATURE", "STATUS", "SIDE"))
HOLDS = frozenset(("control", "have"))
STATES = frozenset(("have", "separate", "left_with"))
STRENGTHS = {"attack": "attack", "offense": "attack", "af": "attack", "defense": "defense", "df": "defense"}
LINES = {"supply": "supply", "comms": "comms"}
DONE = {"attack": "attack", "probe": "probe", "move": "move", "retreat": "retreat", "advance": "advance", "exit": "exit", "support": "attack_support"}
"""Verbs of what units did before, and what the history calls it."""


def says_how_things_stand(clause: Clause) -> bool:
    """Whether the verbs only say how things stand: who holds a hex, who has what, where a river runs."""
    if any(item.type in ("RULE", "READING") for item in clause.items):
        return True
    river = any(item.type == "RIVER" for item in clause.items) and not any(item.type == "UNIT" for item in clause.items)
    for verb in clause.verbs:
        meant = {verb.value, *(value for _, value in verb.options or ())}
        held = "control" in meant and any(item.type == "SIDE" for item in clause.items) and any(item.type == "HEX" for item in clause.items)
        if not (held or meant & STATES or river and meant & {"trace", "move", "separate"}):
            return False
    return True


def read_past(clause: Clause, more: Mapping[str, str]) -> list[Stated] | None:
    """What units did before this entry: `16Pz has already attacked 2118 this phase`. None if the clause says no such thing.

    `more`: what a rulebook calls deeds of its own in the history.
    """
    if not (clause.already or clause.perfect) or clause.asked or clause.negated or clause.passive:
        return None
    if clause.perfect and not clause.verbs and "elimination" in clause.said:
        fallen = [item.value for item in clause.items if item.type == "UNIT"]
        rest = [item for item in clause.items if item.type not in ("UNIT", "BE") and item.value != "elimination"]
        return [Stated(f"units[{unit}].eliminated", True) for unit in fallen] if not rest and fallen else None
    units = [item.value for item in clause.items if item.type == "UNIT" and item.before]
    units += [item.value[1] for item in clause.items if item.type == "MARKER" and item.before]
    meant = {value for verb in clause.verbs for value in (verb.value, *(option[1] for option in verb.options or ()))} & clause.said
    done = {**DONE, **more}
    act = next((done[value] for value in done if value in meant), None)
    if len({verb.start for verb in clause.verbs}) != 1:
        return None
    if "eliminate" in meant and units and all(item.type in ("UNIT", "BE", "VERB") for item in clause.items):
        return [Stated(f"units[{unit}].eliminated", True) for unit in units]
    if act is None:
        return _used_air(clause, meant)
    if not units:
        return None
    if act == "attack" and "probe" in clause.said:
        act = "probe"
    happened: dict[str, Any] = {"act": act}
    for item in clause.items:
        if item.type == "HEX" and len(item.value) == 1:
            happened["from" if item.prep & PREP_BITS["from"] and act != "exit" else "hex"] = item.value[0]
        elif item.type == "TURN" or item.type == "PHASE":
            happened[item.type.lower()] = item.value
        elif item.type == "UNIT" and item.before or item.type in ("MARKER", "VERB", "BE"):
            continue
        elif item.type != "NOUN" or item.value not in ("phase", "turn", "map", "attack", "probe", "move", "combat", "support"):
            return None
    found = [Stated(f"history[{unit}]", happened) for unit in units]
    if act == "exit":
        found += [Stated(f"units[{unit}].at", "off_map") for unit in units]
    return found


def _used_air(clause: Clause, meant: set[str]) -> list[Stated] | None:
    side = next((item.value for item in clause.items if item.type == "SIDE"), None)
    air = next((item for item in clause.items if item.type == "NOUN" and item.value == "air" and item.quantity >= 0), None)
    if side is None or air is None or not meant & {"add", "use"} or any(item.type in ("HEX", "UNIT") for item in clause.items):
        return None
    return [Stated(f"air.{side}.used", air.quantity)]


def read_facts(clause: Clause, names: Names, new_names: set[str]) -> list[Stated] | None:
    """The facts of a clause, None if it is no clause of facts. Names of new units are added to `new_names`."""
    return _Facts(clause, names, new_names).read()


class _Facts:
    """Reads the items of one clause; `at` is where it has got to."""

    def __init__(self, clause: Clause, names: Names, new_names: set[str]) -> None:
        self.clause = clause
        self.names = names
        self.new_names = new_names
        self.items = [item for item in clause.items if item.type != "BE" and item.type != "VERB"]
        self.at = 0
        self.found: list[Stated] = []
        self.subjects: list[str] = []
        self.fresh: list[str] = []
        self.pending: dict[str, Any] = {}
        self.denied = any(item.type == "NOUN" and item.value in DENIED or item.prep & WITHOUT for item in clause.items) or (
            clause.negated and bool(clause.verbs)
        )
        self.answered = False  # whether what is denied has been turned into a fact

    def read(self) -> list[Stated] | None:
        """All facts, or None."""
        if any("control" in (verb.value, *(value for _, value in verb.options or ())) for verb in self.clause.verbs) or self._holds():
            return self._control()
        while self.at < len(self.items):
            item = self.items[self.at]
            step = _READ.get(item.type)
            self.at += 1
            if step is None or not step(self, item):
                return None
        if self.pending and not self.subjects:
            return None
        if (self.denied or self.clause.negated) and not self.answered:
            return None  # nothing that is denied is taken for what is said: 47R is not in 2119, 2119 is not German
        self._close()
        self.new_names.update(self.fresh)
        return self.found or None

    def _holds(self) -> bool:
        """the Germans have 2607"""
        types = [item.type for item in self.items]
        return types == ["SIDE", "HEX"] and bool(self.clause.verbs)

    def _control(self) -> list[Stated] | None:
        sides = [item.value for item in self.items if item.type == "SIDE"]
        hexes = [name for item in self.items if item.type == "HEX" for name in item.value]
        rest = [item for item in self.items if item.type not in ("SIDE", "HEX") and not (item.type == "NOUN" and item.value == "control")]
        if len(sides) != 1 or not hexes or rest or self.clause.negated:
            return None
        return [Stated(f"hexes[{name}].control", sides[0]) for name in hexes]

    def _after(self, ahead: int = 0) -> Item | None:
        place = self.at + ahead
        return self.items[place] if place < len(self.items) else None

    def _close(self) -> None:
        """What was said of the units is now a fact of each."""
        for unit in self.subjects:
            if unit in self.fresh:
                self.found.append(Stated(f"units[{unit}]", dict(self.pending)))
            else:
                self.found += [Stated(f"units[{unit}].{key}", value) for key, value in self.pending.items()]
        self.subjects, self.pending = [], {}

    # ---- units
    def _unit(self, item: Item) -> bool:
        if self.subjects and self.pending and (item.group != self.items[self.at - 2].group or self.items[self.at - 2].type not in ("UNIT", "NAME")):
            self._close()
        name = str(item.value)
        if item.type != "UNIT" or name in self.new_names:
            self.fresh.append(name)
        self.subjects.append(name)
        return True

    def _number(self, item: Item) -> bool:
        """46 4-4 mechanized: a unit whose name is a number; or the number behind attack, defense, air."""
        after = self._after()
        ahead = 0
        while (beside := self._after(ahead)) is not None and beside.type in ("SIDE", "KIND", "CLASS", "SIZE") and beside.quantity < 0:
            ahead += 1
        if beside is not None and beside.type == "STATS":
            return self._unit(item)
        then = self._after(1)
        if after is not None and after.type == "SIDE" and then is not None and then.type == "NOUN" and then.value in ("air", "air_superiority"):
            self.at += 2
            then.quantity = item.value
            return self._air(then, after.value)
        return False

    def _stats(self, item: Item) -> bool:
        if not self.subjects:
            return False
        self.pending["attack"], self.pending["defense"] = item.value[0], item.value[1]
        if len(item.value) > 2:
            self.pending["ma"] = item.value[2]
        return True

    def _apposition(self, item: Item) -> bool:
        if item.quantity >= 0:
            return False
        self.pending[item.type.lower()] = item.value
        return True

    def _status(self, item: Item) -> bool:
        if not (self.subjects or self.pending):
            return False
        key, word = self._worded(item)
        if word is None:
            return False
        self.pending[key] = word
        return True

    def _worded(self, item: Item) -> tuple[str, bool | str | None]:
        """What a status word says, turned round where it is denied; None where its opposite is no single thing."""
        key, _, word = item.value.partition(":")
        if self.denied or self.clause.negated:
            self.answered = True
            word = {"in": "out", "out": "in", "true": "false", "false": "true"}.get(word)
            if word is None:
                return key, None  # not isolated: in supply, or merely out of it?
        return key, word == "true" if word in ("true", "false") else word

    # ---- hexes and hexsides
    def _hex(self, item: Item) -> bool:
        goes = item.prep & PREP_BITS["to"] and not item.prep & PREP_BITS["from"] and not self.clause.verbs
        if self.subjects and len(item.value) == 1 and item.prep & PLACE and not goes:
            self.pending["at"] = item.value[0]
            return True
        if self.subjects:
            return False
        if self._sides_of(item):
            return True
        hexes = list(item.value)
        while (after := self._after()) is not None and after.type == "HEX" and after.group == item.group:
            hexes += after.value
            self.at += 1
        about = []
        while (after := self._after()) is not None and (after.type in SAID_OF_HEX or after.type == "NOUN" and after.value in ("not", "hex", "control")):
            about.append(after)
            self.at += 1
        if not any(other.type in SAID_OF_HEX for other in about):
            return False
        for name in hexes:
            self.found += self._of_hex(name, about)
        return True

    def _of_hex(self, name: str, about: list[Item]) -> list[Stated]:
        """The facts about one hex."""
        found: list[Stated] = []
        features: list[str] | None = None
        for item in about:
            if item.type == "TERRAIN":
                if self.denied:
                    continue
                found.append(Stated(f"hexes[{name}].terrain", item.value))
            elif item.type == "FEATURE":
                features = (features or []) + ([] if item.value == "none" else [item.value])
            elif item.type == "SIDE":
                found.append(Stated(f"hexes[{name}].control", item.value))
            elif item.type == "STATUS":
                key, word = self._worded(item)
                if word is not None:
                    found.append(Stated(f"hexes[{name}].{key}", word))
        if features is not None:
            self.answered = True
            found.append(Stated(f"hexes[{name}].features", [] if self.denied else list(dict.fromkeys(features))))
        return found

    def _terrain(self, item: Item) -> bool:
        """clear terrain in 2119, no town in 2607"""
        after = self._after()
        if after is not None and after.type == "NOUN" and after.value in ("not", "none"):
            after = self._after(1)
            self.at += 1
        if after is None or after.type != "HEX" or not after.prep & PLACE or self.subjects:
            return False
        self.at += 1
        for name in after.value:
            self.found += self._of_hex(name, [item])
        return True

    def _river(self, item: Item) -> bool:
        return self._sides_of(item)

    def _sides_of(self, item: Item) -> bool:
        """A hexside and what lies on it, in any order."""
        first = self.at
        group = [item]
        while (after := self._after()) is not None and (after.type in ("RIVER", "HEX") or after.type == "NOUN" and after.value in (*DENIED, "river")):
            if after.type == "RIVER" and sum(len(other.value) for other in group if other.type == "HEX") == 2 and any(other.type == "RIVER" for other in group):
                break
            group.append(after)
            self.at += 1
        hexes = [name for other in group if other.type == "HEX" for name in other.value]
        rivers = [other.value for other in group if other.type == "RIVER"]
        if not rivers or not hexes or len(hexes) % 2:
            self.at = first
            return False
        named = ["river"] if any(river[:1].isupper() for river in rivers) else []  # the Dnestr is a river; a minor_river is what it is called
        self.answered = True
        features = [] if self.denied else list(dict.fromkeys([*named, *rivers]))
        for one, other in zip(hexes[::2], hexes[1::2], strict=True):
            self.found.append(Stated(f"hexsides[{one}/{other}]", features))
        return True

    # ---- the game
    def _side(self, item: Item) -> bool:
        after = self._after()
        if after is not None and after.type == "NOUN" and after.value in ("air", "air_superiority"):
            self.at += 1
            return self._air(after, item.value)
        if after is not None and after.type == "NOUN" and after.value == "active":
            self.at += 1
            self.found.append(Stated("active", item.value))
            return True
        if after is not None and after.type == "NUM" and (further := self._after(1)) is not None and further.type == "NOUN" and further.value == "air":
            self.at += 2
            self.found.append(Stated(f"air.{item.value}.have", after.value))
            return True
        self.pending["side"] = item.value
        return True

    def _air(self, item: Item, side: str) -> bool:
        amount = item.quantity
        after = self._after()
        if amount < 0 and after is not None and after.type == "NUM":
            amount = after.value
            self.at += 1
        used = any(verb.value in ("add", "use") for verb in self.clause.verbs)
        if (then := self._after()) is not None and then.type == "NOUN" and then.value == "used":
            self.at += 1
            used = True
        self.found.append(Stated(f"air.{side}.{'used' if used else 'have'}", amount if amount >= 0 else 1))
        return True

    def _noun(self, item: Item) -> bool:
        value = item.value
        if value in _NOUNS:
            return _NOUNS[value](self, item)
        if value == "step" and item.quantity >= 0 and self.subjects:
            self.pending["steps"] = item.quantity
            return True
        if value == "off_map" and self.subjects:
            self.pending["at"] = "off_map"
            return True
        if value in STRENGTHS and self.subjects:
            return self._strength(item)
        if value.startswith("units.") and self.subjects:
            return self._figure(item)
        if value in LINES and self.subjects and (self.clause.verbs or item.prep != 1):
            self.answered = True
            self.pending[LINES[value]] = "out" if self.denied else "in"
            return True
        return value in ("unit", "marker", "not", "off", "on", "available", "stack", "hex", "control", "have", "terrain") and item.quantity < 0

    def _strength(self, item: Item) -> bool:
        """attack 3 defense 3, AF 3; also 3 attack 3 defense, where the number before counts."""
        amount = item.quantity
        after = self._after()
        if amount < 0 and after is not None and after.type == "NUM":
            self.at += 1
            amount = after.value
        elif amount < 0 and after is not None and after.value in STRENGTHS and after.quantity >= 0:
            amount, after.quantity = after.quantity, -1
        self.pending[STRENGTHS[item.value]] = amount
        both = {STRENGTHS[other.value] for other in self.items if other.type == "NOUN" and other.value in STRENGTHS}
        return 0 <= amount < 100 and (len(both) > 1 or item.value in ("af", "df"))

    def _figure(self, item: Item) -> bool:
        """A value that the rulebook's words name as the fact it is (`units.ar`): AR 3, 3 RE."""
        amount = item.quantity
        after = self._after()
        if amount < 0 and after is not None and after.type == "NUM":
            self.at += 1
            amount = after.value
        self.pending[item.value.removeprefix("units.")] = amount
        return amount >= 0

    def _active(self, item: Item) -> bool:
        after = self._after()
        if after is None or after.type != "SIDE":
            return False
        self.at += 1
        self.found.append(Stated("active", after.value))
        return True

    def _points(self, item: Item) -> bool:
        """3 air points; Soviet; whose they are may stand before or behind."""
        side = self.pending.pop("side", None)
        after = self._after()
        if side is None and after is not None and after.type == "SIDE":
            self.at += 1
            side = after.value
        return not self.subjects and side is not None and self._air(item, side)

    def _named(self, item: Item) -> bool:
        """weather: frost; phase: German combat 1; the word alone says nothing."""
        after = self._after()
        return after is not None and after.type in ("WEATHER", "PHASE", "TURN", "SIDE")

    def _option(self, item: Item) -> bool:
        after = self._after()
        if after is None or after.type != "RULE":
            return False
        self.at += 1
        if (then := self._after()) is not None and then.type == "NOUN" and then.value in ("active", "used", "on"):
            self.at += 1
        self.answered = True
        self.found.append(Stated(f"options.{after.value}", not self.denied))
        return True

    def _reading(self, item: Item) -> bool:
        after = self._after()
        if after is None or after.type != "READING":
            return False
        chosen = self._after(1)
        self.at += 2
        text = self.clause.text[chosen.start : chosen.end] if chosen is not None else "other"
        self.found.append(Stated(f"options.readings.{after.value}", text))
        return True

    def _global(self, item: Item) -> bool:
        self.found.append(Stated({"WEATHER": "weather", "TURN": "turn", "PHASE": "phase"}[item.type], item.value))
        return True

    def _marker(self, item: Item) -> bool:
        self._close()
        after = self._after()
        if after is not None and after.type == "NOUN" and after.value == "marker":
            self.at += 1
            after = self._after()
        if after is None or after.type != "HEX" or len(after.value) != 1:
            return False
        self.at += 1
        if tuple(item.value) not in self.names.markers:
            self.found.append(Stated(f"markers[{item.value[1]}].kind", item.value[0]))
        self.found.append(Stated(f"markers[{item.value[1]}].at", after.value[0]))
        return True

    def _constant(self, item: Item) -> bool:
        path, value = {"complete": ("units_complete", True), "incomplete": ("units_complete", False), "assume": ("assume", "defaults")}[item.value]
        self.found.append(Stated(path, value))
        return True


_NOUNS = {
    "active": _Facts._active,
    "air": _Facts._points,
    "air_superiority": _Facts._points,
    "weather": _Facts._named,
    "phase": _Facts._named,
    "turn": _Facts._named,
    "option": _Facts._option,
    "reading": _Facts._reading,
    "complete": _Facts._constant,
    "incomplete": _Facts._constant,
    "assume": _Facts._constant,
}
_READ = {
    "UNIT": _Facts._unit,
    "NAME": _Facts._unit,
    "NUM": _Facts._number,
    "STATS": _Facts._stats,
    "CLASS": _Facts._apposition,
    "KIND": _Facts._apposition,
    "SIZE": _Facts._apposition,
    "STATUS": _Facts._status,
    "HEX": _Facts._hex,
    "TERRAIN": _Facts._terrain,
    "FEATURE": _Facts._terrain,
    "RIVER": _Facts._river,
    "SIDE": _Facts._side,
    "NOUN": _Facts._noun,
    "WEATHER": _Facts._global,
    "TURN": _Facts._global,
    "PHASE": _Facts._global,
    "MARKER": _Facts._marker,
}
