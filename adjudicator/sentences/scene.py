"""Facts of hexes, hexsides, markers, sides and the game, as a clause states them (`facts`)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from adjudicator.ground.declaration import MARKED, WITHOUT
from adjudicator.language.model import Names, Stated
from adjudicator.sentences.account import Account
from adjudicator.sentences.frames import Item
from adjudicator.sentences.token import Area
from adjudicator.sentences.tree import Clause, Nominal

EMPTY = frozenset(("unit", "marker", "stack", "hex", "terrain", "number", "player", "side", "weather", "phase", "active", "game"))
"""Nouns that only name what stands beside them."""
WORDS = {"true": True, "false": False}
GROUNDS = {"TERRAIN": "terrain", "FEATURE": "features"}
"""Types of what lies in a hex, and the facts that they give."""


class Lands:
    """The part of a reader of facts that is about no unit."""

    clause: Clause
    names: Names
    states: Mapping[str, Any]
    row: list[Item]
    at: int
    account: Account
    found: list[Stated]
    subjects: list[str]
    standing: list[tuple[str, Any]]
    pending: dict[str, Any]
    denied: bool
    answered: bool
    dropped: bool = False

    def _set(self, key: str, value: Any) -> bool:
        raise NotImplementedError

    def _close(self) -> None:
        raise NotImplementedError

    def _after(self) -> Item | None:
        return self.row[self.at] if self.at < len(self.row) else None

    # ---- hexes and hexsides
    def _control(self) -> list[Stated] | None:
        sides = [side for item in self.row if (side := item.thing.means_any("SIDE") or item.thing.mod("SIDE"))]
        places = [item.thing.value for item in self.row if item.thing.type == "HEX"]
        hexes = [name for place in places for name in ((place,) if isinstance(place, str) else place)]
        rest = [item for item in self.row if item.thing.type not in ("SIDE", "HEX") and not set(item.thing.nouns()) & {"control", "player", "side", "hex"}]
        said = self.clause.verb is not None and {"control", "have"} & set(self.clause.verb.senses) or any("control" in item.thing.nouns() for item in self.row)
        loose = any(list(self.account.loose(item.thing)) for item in self.row)
        if len(set(sides)) != 1 or not hexes or rest or self.denied or not said or loose:
            return None
        return [Stated(f"hexes[{name}].control", sides[0]) for name in hexes]

    def _hex(self, item: Item) -> bool:
        thing = item.thing
        if self.subjects and thing.type == "PATH":
            return False
        if self.subjects and "to" in item.how and self.clause.verb is None:
            return False  # 68Inf a 2607: it goes there
        if (
            self.subjects
            and thing.type == "HEX"
            and isinstance(thing.value, str)
            and item.how & {"in", "obj", "from"}
            and all(means[0][0] in GROUNDS for means in thing.mods)
        ):
            self._of_hex(thing.value, [means[0] for means in thing.mods])  # sitting in the town of 3308
            return self._set("at", thing.value)
        if self.subjects or not isinstance(thing.value, (str, tuple)) or item.how == {"to"}:
            return False  # and then into 2012, which is marsh: somebody goes there
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
            about += [other.means, *(means for means in other.mods if not means[0][0] == other.type == "TERRAIN")]  # open sea is sea
            self.at += 1
        if not about and len(names) == 1 and after is not None and after.thing.type == "UNIT" and self._labels(item, after):
            return self._set("at", thing.value)  # 3011: 16Pz and 68Inf
        kinds = [(type_, value) for means in about for type_, value in means[:1]]
        if not any(type_ in ("TERRAIN", "FEATURE", "SIDE", "STATUS") for type_, _ in kinds) or len({each for each in kinds if each[0] == "TERRAIN"}) > 1:
            return False
        for name in (hex_ for each in names for hex_ in (each if isinstance(each, Area) else (each,))):
            self._of_hex(str(name), kinds)
        return True

    def _labels(self, item: Item, after: Item) -> bool:
        """Whether a hex before units says where they stand."""
        verb = self.clause.verb
        return "in" in item.how or verb is None and item.before and not after.before or verb is not None and "there" in verb.senses

    @staticmethod
    def _of_ground(thing: Nominal) -> bool:
        return thing.type in ("TERRAIN", "FEATURE", "SIDE", "STATUS") or bool(set(thing.nouns()) & {"hex", "control", "terrain", "place"})

    def _of_hex(self, name: str, kinds: list[tuple[str, Any]]) -> None:
        features: list[str] | None = None
        denied = self.denied and self._denies("TERRAIN", "SIDE")  # is clear, no river between: that is denied of the river alone
        self.dropped = self.dropped or denied and any(type_ in ("TERRAIN", "SIDE") for type_, _ in kinds)
        for type_, value in kinds:
            if type_ == "TERRAIN" and not denied:
                self.found.append(Stated(f"hexes[{name}].terrain", value))
            elif type_ == "FEATURE":
                features = (features or []) + ([] if value == "none" else [value])
            elif type_ == "SIDE" and not denied:
                self.found.append(Stated(f"hexes[{name}].control", value))
            elif type_ == "STATUS":
                key, _, word = value.partition(":")
                self.found.append(Stated(f"hexes[{name}].{key}", word))
        if features is not None:
            without = self.denied and self._denies("FEATURE")
            self.answered = self.answered or without
            self.found.append(Stated(f"hexes[{name}].features", [] if without else list(dict.fromkeys(features))))

    def _denies(self, *types: str) -> bool:
        """Whether a denial is of the whole clause, or of a thing of these types."""
        verb = self.clause.verb
        whole = verb is not None and (verb.negated or "lack" in verb.senses)
        return whole or any((item.thing.det == "no" or "without" in item.how) and item.thing.type in types for item in self.row)

    def _terrain(self, item: Item) -> bool:
        """clear terrain in 2119, no town in 2607"""
        about = [item.thing.means, *item.thing.mods]
        while (after := self._after()) is not None and self._of_ground(after.thing):
            about += [after.thing.means, *after.thing.mods]
            self.at += 1
        after = self._after()
        if self.subjects and (after is None or after.thing.type != "HEX"):
            return self._stands_on(item, about)
        if after is None or after.thing.type != "HEX" or not after.how & {"in", "of"}:
            return False
        if self.subjects:  # who is in the orchard of 2012
            after.how = item.how
            self._of_hex(after.thing.value, [means[0] for means in about])
            return "in" in item.how and not self.denied
        while (after := self._after()) is not None and after.thing.type == "HEX":
            self._of_hex(after.thing.value, [means[0] for means in about])
            self.at += 1
        return True

    def _stands_on(self, item: Item, about: list[list[tuple[str, Any]]]) -> bool:
        """16Pz is in the woods, holds a village: what the hex is where it stands, wherever that is (`adjudicator.play.grounds`)."""
        said = [means[0] for means in about if not (means[0][0] == "NOUN" and means[0][1] in EMPTY)]
        held = "obj" in item.how and self.clause.verb is not None and "control" in self.clause.verb.senses
        whole = item.thing.num in (None, 1) and item.thing.label is None and item.thing.det in ("", "def", "indef")
        if self.denied or not whole or not (held or "in" in item.how) or not said or not all(type_ in GROUNDS for type_, _ in said):
            return False
        self.standing += [(GROUNDS[type_], value) for type_, value in said]
        return True

    def _river(self, item: Item) -> bool:
        after = self._after()
        if after is not None and after.thing.type == "WEATHER" and not self.denied and not item.thing.mods:
            return True  # the river is frozen: so is the weather, which is read next
        ground = [part.path[6:-9] for part in self.found if part.path.startswith("hexes[") and part.path.endswith("].terrain")]
        lacks = item.thing.det == "no" or "without" in item.how
        if lacks and after is None and not item.thing.mods and len(ground) == 2 == len(self.found):
            self.answered = True  # 2110 and 2111 are clear, no river: between the two
            self.found.append(Stated(f"{WITHOUT}[{'/'.join(ground)}]", [str(value) for type_, value in item.thing.means if type_ == "RIVER"]))
            return True
        return self._sides(item)

    def _hexside(self, item: Item) -> bool:
        """Road between 2012 and 2013, the hexside 2012/2013 has no road: what lies on a hexside, of things that may lie elsewhere too."""
        after = self._after()
        thing, side = (item.thing, after.thing if after is not None else None) if item.thing.type != "PATH" else (after.thing if after else None, item.thing)
        feature = next(
            (self.states["hexside"][value] for type_, value in thing.means if type_ in ("NOUN", "FEATURE", "MARKERKIND") and value in self.states["hexside"])
            if thing is not None
            else iter(()),
            None,
        )
        if feature is None or thing is None or thing.mods or thing.label or side is None or side.type != "PATH" or len(side.value) != 2:
            return False
        self.at += 1
        self.answered = True
        self.found.append(Stated(f"{WITHOUT if self.denied else 'hexsides'}[{'/'.join(side.value)}]", [feature]))
        return True

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
        after = self._after()
        if after is not None and after.thing.type == "STATUS" and not self.denied:  # the bridge 2010/2011 is down
            self.at += 1
            key, _, word = str(after.thing.value).partition(":")
            self.found += [Stated(f"hexsides[{one}/{other_}].{key}", WORDS.get(word, word)) for one, other_ in zip(hexes[::2], hexes[1::2], strict=True)]
            return True
        named = ["river"] if any(river[:1].isupper() for river in rivers) else []
        self.answered = True
        features = list(dict.fromkeys([*named, *rivers]))
        for one, other_ in zip(hexes[::2], hexes[1::2], strict=True):
            self.found.append(Stated(f"{WITHOUT if self.denied else 'hexsides'}[{one}/{other_}]", features))
        return True

    def _marker(self, item: Item) -> bool:
        if self.clause.verb is None and {"from", "of"} & item.how and "subj" not in item.how:
            return False  # 3 tokens, from Dump-1, back in 1503: what comes from it
        self._close()
        after = self._after()
        group = [item]
        while after is not None and after.thing.type == "MARKER" and after.group == item.group:
            group.append(after)
            self.at += 1
            after = self._after()
        if after is None or after.thing.type != "HEX" or "to" in after.how and self.clause.verb is None or not after.how & {"in", "obj", "to", "from"}:
            return False
        self.at += 1
        for one in group:
            if tuple(one.thing.value) not in self.names.markers:
                self.found.append(Stated(f"markers[{one.thing.value[1]}].kind", one.thing.value[0]))
            self.found.append(Stated(f"markers[{one.thing.value[1]}].at", after.thing.value))
        return True

    def _kind(self, item: Item) -> bool:
        """There is a trench in 2011, 26 is in a trench: a marker that has no name of its own."""
        if (
            self.subjects
            and "in" in item.how
            and not item.how & {"to", "from"}
            and not self.denied
            and item.thing.num in (None, 1)
            and not item.thing.mods
            and item.thing.label is None
        ):
            self.standing.append((MARKED, item.thing.value))
            return True
        after = self._after()
        verb = self.clause.verb
        place = after.thing.value if after is not None and after.thing.type == "HEX" and "in" in after.how else None
        if (
            not isinstance(place, str)
            or self.subjects
            or self.denied
            or verb is None
            or not {"be", "there"} & set(verb.senses)
            or item.thing.num not in (None, 1)
        ):
            return False
        self.at += 1
        self.found += [Stated(f"markers[{item.thing.value} {place}].{key}", value) for key, value in (("kind", item.thing.value), ("at", place))]
        return not item.thing.mods and item.thing.label is None

    # ---- the game
    def _side(self, thing: Nominal) -> bool:
        after = self._after()
        nouns = after.thing.nouns() if after is not None else []
        if after is not None and "active" in nouns:
            self.at += 1
            self.found.append(Stated("active", thing.value))
            return not self.denied
        strange = after is not None and any("WORD" in dict(means) for means in after.thing.mods)  # 3 air pints
        if after is not None and not strange and any("{side}" in str(self.states["game"].get(noun, "")) for noun in nouns):
            self.at += 1
            return self._counted(after.thing, str(thing.value))
        before = self.row[self.at - 2].thing if self.at > 1 else None
        if after is not None and "vp" in nouns and thing.det != "indef" or before is not None and "vp" in before.nouns() and before.num is not None:
            return True  # who has them is plain
        self.pending["side"] = thing.value
        return True

    def _counted(self, thing: Nominal, side: str = "") -> bool:
        """3 German air points, turn 5: an amount of something."""
        key = str(next((self.states["game"][noun] for noun in thing.nouns() if noun in self.states["game"]), ""))
        if not key.endswith("=number"):
            return False
        amount = thing.num
        after = self._after()
        if amount is None and thing.label is not None:
            amount = thing.label[1]
        if amount is None and after is not None and after.thing.type == "NUM":
            amount = after.thing.value
            self.at += 1
        if self.denied and thing.det == "no":
            amount, self.answered = 0, True
        if not isinstance(amount, int):
            return False
        self.account.take(thing, "num", "label", "det")
        path = key.removesuffix("=number").replace("{side}", side)
        used = any(("NOUN", "add") in means for means in thing.mods)
        self.found.append(Stated(path.removesuffix(".have") + ".used" if used else path, amount))
        return True

    def _of_game(self, thing: Nominal, item: Item) -> bool:
        nouns = thing.nouns()
        noun = nouns[0]
        side = thing.mod("SIDE")
        after = self._after()
        if noun == "phase" and thing.mod("PHASE") is not None:
            self.found.append(Stated("phase", thing.mod("PHASE")))
            return not self.denied
        if noun == "result" and not thing.mods:
            result = after.thing if after is not None else None
            if result is None or result.type != "RESULT" or result.mods or self.denied or "result" not in self.states:
                return False
            self.at += 1
            self.found.append(Stated(self.states["result"], result.value))
            return True
        if "turn" in nouns:
            return self._counted(thing)
        key = str(next((self.states["game"][name] for name in nouns if name in self.states["game"]), ""))
        if "{side}" in key and not self.subjects:
            side = side or self.pending.pop("side", None)
            if side is None and after is not None and after.thing.type == "SIDE":
                side = after.thing.value
                self.at += 1
            return side is not None and self._counted(thing, side)
        if key.endswith("=number") and not self.subjects:
            self.pending.pop("side", None)
            return self._counted(thing)
        if noun != "option" and (noun == "active" or thing.mod("NOUN") == "active"):
            if side is None and after is not None and after.thing.type == "SIDE":
                side = after.thing.value
                self.at += 1
            side = side or self.pending.pop("side", None)
            if side is None or self.denied:
                return False
            self.found.append(Stated("active", side))
            return True
        if key and "=" in key:
            name, _, value = key.partition("=")
            self.answered = True
            self.found.append(Stated(name, WORDS.get(value, value)))
            return True
        if noun == "option" and thing.label is not None:
            words = {value for means in thing.mods for _, value in means} | (set(after.thing.nouns()) if after is not None else set())
            off = self.denied or "off" in words or any(word in ("away", "off") for word, _, _ in self.clause.adverbs)
            if after is not None and set(after.thing.nouns()) & {"on", "off"}:
                self.at += 1
            self.answered = True
            self.account.take(thing, "label")
            self.found.append(Stated(f"options.{thing.label[1]}", not off))
            return True
        if noun in ("player", "side") and side is not None:
            return self._side(Nominal([("SIDE", side)], thing.start, thing.end))
        if noun == "weather" and thing.mod("WEATHER") is not None:
            self.found.append(Stated("weather", thing.mod("WEATHER")))
            return not self.denied
        if noun in ("terrain", "hex") and (thing.mod("TERRAIN") or thing.mod("FEATURE")):
            return self._terrain(item)
        if thing.mods and any(dict(means).keys() & {"TERRAIN", "FEATURE"} for means in thing.mods):
            return False
        return noun in EMPTY and thing.num is None


def _names(thing: Nominal) -> list[str]:
    if thing.type == "HEX" and isinstance(thing.value, str):
        return [thing.value]
    return list(thing.value) if thing.type == "PATH" else []
