"""What a clause may say beside the roles of its act: side, phase, weather, claims, states, what is told back."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from adjudicator.ground.declaration import GROUND, Seen
from adjudicator.language.model import Aid, Stated
from adjudicator.sentences.account import HARD, Account, written
from adjudicator.sentences.claims import brings
from adjudicator.sentences.dice import DICE
from adjudicator.sentences.frames import DESCRIBES, FIGHTS, GAME, LOST, PLAIN, SIDES, TOLD, Frame, Item, grouped, is_whole
from adjudicator.sentences.scene import GROUNDS
from adjudicator.sentences.tree import Clause, Nominal

WHITHER = frozenset(("near", "to", "from", "in", "via", "against"))  # whom somebody goes to, or leaves
AROUND = frozenset(("under", "concession"))  # in what a deed is done, which is none of it
OF_ALL = frozenset(("reduced",))  # states of each unit of a group that was only counted


class Filled:
    """What became of a clause in one frame: slots, facts beside it, words told back, and the cost of the reading."""

    lost: Nominal | None = None
    narrows: Nominal | None = None
    pronoun = first = denied = undenied = both = apart = False
    cost = 0
    missing = ""

    def __init__(self, frame: Frame) -> None:
        self.frame = frame
        self.slots: dict[str, Any] = dict(frame.preset)
        self.lists: dict[str, list[Any]] = {}
        self.route: list[tuple[int, bool, tuple[str, ...], int]] = []
        self.facts: list[Stated] = []
        self.claims: dict[str, Any] = {}
        self.rolls: list[int] = []
        self.described: dict[str, dict[str, str]] = {}
        self.passing: list[tuple[int, int]] = []
        self.seen: list[Seen] = []
        self.places: dict[str, str] = {}
        self.waiting: list[str] = []
        self.weighed: list[Clause] = []

    def has(self, slot: str) -> bool:
        """Whether something fills the slot."""
        return slot in self.slots or slot in self.lists or slot in ("route", "to", "path") and bool(self.route)

    def set_out(self, slots: dict[str, Any]) -> None:
        """Where those set out from: one hex, or the hexes where each was said to stand."""
        many = next((many for name, _, _, many, _, _ in self.frame.roles if name == "from"), False)
        if "from" in slots and not many and isinstance(slots["from"], tuple):
            slots["from"] = slots["from"][0]
        if self.places and many and "from" not in slots:
            slots["from"] = tuple(dict.fromkeys(self.places.values()))


class Beside:
    """The part of a reading that is the same for every act."""

    def __init__(self, frame: Frame, clause: Clause, row: list[Item], opener: Nominal | None, sides: Mapping[str, str] | None = None) -> None:
        self.frame = frame
        self.sides = sides or {}
        self.clause = clause
        self.row = [item.again() for item in row]
        self.opener = opener
        self.done = Filled(frame)
        self.used: list[Any] = []
        self.account = Account()
        self.whole: list[list[tuple[str, Any]]] = []

    def _aid(self, item: Item) -> Aid | None: ...

    def _one_of_many(self, item: Item) -> bool:
        """Whether a hex is one of several in a row: a way, no place where something stands."""
        return any(other is not item and other.group == item.group and other.thing.type == "HEX" for other in self.row)

    def _units_before(self, item: Item) -> list[str]:
        """The units of the phrase that named some last before a thing: with 46 and 47 in 2013."""
        row = [other for other in self.row[: self.row.index(item)] if other.thing.type == "UNIT"]
        return [str(other.thing.value) for other in row if other.group == row[-1].group]

    def _odds(self, label: tuple[str, Any]) -> bool:
        """A pair of numbers that is claimed as odds."""
        if label[0] == "ODDS":
            self.done.claims["odds"] = label[1]
        elif label[0] == "STATS" and len(label[1]) == 2:
            self.done.claims["odds"] = f"{label[1][0]}:{label[1][1]}"
        else:
            return False
        return True

    def _without(self, item: Item) -> bool:
        away = bool(item.how & {"without", "except"})
        if not away and item.thing.det != "no":
            return False
        aid = self._aid(item)
        plain = aid is None and away and not any("without" in rels for _, _, rels, *_ in self.frame.roles)
        for slot, types, *_ in self.frame.roles if plain else ():  # without a road, except to the sea
            said = next((noun for noun in item.thing.nouns() if f"noun:{noun}" in types), item.thing.means_any("FEATURE") if "feature" in types else None)
            aid = Aid(said, None, 1) if said is not None and slot not in self.done.slots else aid
        if aid is None and away and not item.thing.mods and (kind := item.thing.means_any("KIND", "CLASS") or {"support"} & set(item.thing.nouns())):
            aid = Aid(kind if isinstance(kind, str) else "support", None, 1)  # without artillery
        if aid is not None:
            self.done.lists.setdefault("without", []).append(aid)
        return aid is not None

    def _of_all(self) -> None:
        """Eight units, all of them reduced, none of them reduced: what is said of a whole group is said of each that was counted."""
        for at, item in enumerate(self.row if self.frame.counts else ()):
            thing = item.thing
            everyone = (
                thing.type == "PRON" and thing.value in ("all", "they", "each", "both", "nothing") or thing.type == "NUM" and thing.det in ("each", "def")
            )
            behind = next(iter(self.row[at + (2 if thing.of else 1) :]), None) if everyone else item if thing.type == "STATUS" and thing.det == "all" else None
            if not any(other.thing.num is not None or other.thing.det == "indef" for other in self.row[:at]):
                continue
            means = next((means for means in (behind.thing.means, *behind.thing.mods) if "STATUS" in dict(means)), []) if behind is not None else []
            if everyone and behind is None and any(word == "full" for word, _, _ in self.clause.adverbs):
                means, behind = [("STATUS", "reduced:false")], item
            key, _, word = str(dict(means).get("STATUS", "")).partition(":")
            denied = thing.value == "nothing"
            if behind is None or key not in OF_ALL:
                if everyone and not denied and behind is not None and (key or behind.how & {"with", "in"}):
                    item.how = frozenset(("named",))  # …, all four with road markers
                    self.account.take(thing, "det", "num")
                continue
            self.whole.append([("STATUS", f"{key}:{'false' if (word == 'true') == denied else 'true'}")])
            self.done.undenied = self.done.undenied or denied
            for other in self.row[at : self.row.index(behind) + 1]:
                other.how = frozenset(("named",))
                self.account.take(other.thing, "head", "det", "num")

    def _stack(self, item: Item, at: int) -> bool:
        """The stack in 2218, everything in 2218, 2218 itself: all that stands there acts."""
        thing, done = item.thing, self.done
        if not self.frame.group or done.lists.get("units") or self.clause.verb is not None and self.clause.verb.passive:
            return False
        subject = "subj" in item.how and (item.before or "obj" not in item.how) or "with" in item.how
        if (
            thing.type == "HEX"
            and item.before
            and item.how <= {"subj", "lead"}
            and "all" not in done.slots
            and isinstance(thing.value, str)
            and not any(i.thing.type == "UNIT" for i in self.row)
        ):
            done.slots["all"] = True
            done.lists["from"] = [thing.value]
            return True
        stack = {"stack", "unit"} & set(thing.nouns()) or thing.type in ("KIND", "SIZE", "CLASS") or thing.type == "PRON" and thing.value == "all"
        after = self.row[at + 1] if at + 1 < len(self.row) else None
        if stack and subject and item.before and (after is None or after.how & {"to", "obj", "except", "without"}):
            return self._all_of(thing)
        if (
            stack
            and after is not None
            and after.thing.type == "HEX"
            and after.how & {"in", "of", "from"}
            and (subject or self.frame.kind not in FIGHTS)
            and not (after.inner is False and "to" in after.how and self.frame.through and "from" not in after.how)  # repliega sus unidades a 1511
        ):
            after.how = frozenset(("from",))
            return self._all_of(thing)
        return False

    def _all_of(self, thing: Nominal) -> bool:
        self.done.slots |= grouped(thing)
        if "group" in self.done.slots and not any(i.thing.type == "UNIT" and "subj" in i.how for i in self.row):  # else those are described
            self.account.take(thing, "det", "num")
        return True

    def _beside(self, item: Item) -> bool:
        """Side, phase, turn, weather, claims, pronouns: what belongs to any act."""
        thing, done, how = item.thing, self.done, item.how
        nouns = thing.nouns()
        if (
            how & {"without", "except", "above"}
            or thing.type == "SIDE"
            and "versus" in how
            and not self.frame.aims
            or thing.type == "PRON"
            and "between" in how
        ):
            return False  # what is taken away is never said in passing
        if "instead" in how:
            done.passing.append((thing.start, thing.end))
            return True
        if "near" in how and thing.type in ("UNIT", "HEX", "MARKER", "MARKERKIND") and not how & {"subj", "obj"}:
            done.passing.append((thing.start, thing.end))  # next to 68Inf: the position tells
            return True
        if how == {"to"} and thing.type == "UNIT" and "route" in self.frame.slots and any(other.thing.type in ("HEX", "PATH") for other in self.row):
            done.passing.append((thing.start, thing.end))  # retreats 1510-1511 to 95R: the position tells who is there
            return True
        if "stands" in how and item.owner is not None and isinstance(thing.value, str):  # the divisions in 3011, 16Pz and 19Pz: compared with where they are
            done.seen.append(Seen(str(item.owner.value), thing.value, 0))
            return True
        side = thing.means_any("SIDE")
        if side is not None:
            return self._side(item, side)
        if thing.type == "HEX" and "of" in how and item.owner is not None and item.owner.type == "UNIT" and isinstance(thing.value, str):
            done.cost += 4
            done.facts.append(Stated(f"units[{item.owner.value}].at", thing.value))  # la 2Pz de 0628
            return True
        if thing.type in ("UNIT", "HEX", "PATH", "MARKER") and len(thing.means) == 1:
            return False
        if thing.type == "PRON" and thing.value == "nothing":
            if self.clause.verb is None or not how & {"subj", "obj"}:
                return False
            done.pronoun, done.denied = True, True
            return True  # nobody advances, it pays nothing: the deed is denied
        whole = thing.type == "PRON" and (
            thing.value == "all" and not is_whole("all", self.row) or thing.value in ("some", "someone") and not self.clause.asked
        )
        after = next(iter(self.row[self.row.index(item) + 1 :]), None)
        if whole and self.frame.aims and after is not None and after.thing.type == "HEX" and after.how & {"in", "of"}:
            return True  # fires at all that is in 2012
        bare = thing.value == "someone" and not (thing.of or thing.clauses) and any(other.thing.type == "UNIT" for other in self.row)
        if whole and (not item.before or bare):
            return False  # activates all, or some: who is that?
        named = thing.type == "PRON" and thing.value in ("it", "he", "they", "both")
        if named and self.clause.asked and how and not how & {"subj", "obj", "lead", "with", "by"}:
            return False  # how many points for it: nobody was found that it stands for
        if thing.type == "PRON":
            if thing.value == "both" and "subj" in how and sum(other.thing.type == "UNIT" and "subj" in other.how for other in self.row) == 1:
                return False  # both 16Pz attack: they are not two
            done.pronoun = done.pronoun or named
            done.first = done.first or thing.value in ("first", "second")
            done.both = done.both or thing.value == "both"
            if thing.value == "each" and not self._apart():
                self._each(thing.start, thing.end)
            return True
        phase = thing.means_any("PHASE")
        if phase is not None:
            done.slots.setdefault("phase", phase)
            return True
        if thing.type == "MARKERKIND" and any(other.thing.type == "MARKER" and other.thing.value[0] == thing.value for other in self.row):
            return True
        if "turn" in nouns:
            if thing.turn is not None:
                done.slots["turn"] = thing.turn
                self.account.take(thing, "label")
            return thing.turn is not None or thing.label is None
        if thing.type in GAME:
            done.facts.append(Stated(GAME[thing.type], thing.value))
            return not (self.clause.asked and self.clause.verb is not None and "obj" in how and thing.det)  # can we roll a storm: it is asked for
        if thing.type == "ODDS" or thing.type == "STATS" and self.frame.aims and "obj" not in how:
            return self._odds(thing.means[0])
        if "odds" in nouns and (thing.label is None and thing.of or thing.label is not None and thing.label[0] == "ODDS"):
            if thing.label is not None:
                done.claims["odds"] = thing.label[1]
            self.account.take(thing, "label")
            return True
        claim = ("mp", thing.num) if "mp" in nouns and thing.num is not None else None
        if claim is None and self.frame.aims and "points" not in self.frame.slots:
            claim = brings(item, self.row[self.row.index(item) + 1 :])
        if claim is not None and not self.clause.asked:
            done.claims.update([claim])
            self.account.take(thing, "num", "label", "det")
            return True
        if thing.type == "NUM" and (item.inner and self._after_dice(item) or thing.det == "indef" and self._before_dice(item)):
            done.rolls.append(thing.value)
            return True
        if nouns and nouns[0] in ("dice", "roll", "crossing") and thing.label is not None and thing.label[0] != "NUM":
            return False
        if nouns and nouns[0] in ("dice", "roll", "crossing") and (thing.of or thing.label is not None or thing.num is not None):
            sides = [value for means in thing.mods for type_, value in means if type_ == "SIDE"]
            if sides and done.slots.get("side", sides[0]) != sides[0]:
                return False  # Germans roll 2 behind Soviets roll 4 is another roll
            if nouns[0] == "dice" and thing.label is None and thing.num is not None:
                if self.clause.verb is not None and "roll" not in self.clause.verb.senses:
                    return False
                done.claims["dice"] = thing.num  # throws two dice
                self.account.take(thing, "num")
            elif isinstance(thrown := thing.label[1] if thing.label is not None else thing.num, int):
                done.rolls.append(thrown)
                self.account.take(thing, "label", "num")
            return True
        if thing.type == "STATUS" and "to" not in how and self._status(item):
            done.cost += 8 if self.clause.asked else 0  # a state that is asked about is no fact
            return True
        describes = thing.type in DESCRIBES and done.lists.get("units") and not (thing.det == "def" and "obj" in how and self.clause.verb is not None)
        if describes and not any(other.group == item.group and other.thing.type == "UNIT" for other in self.row):  # 16Pz and the tanks: somebody else
            done.described.setdefault(done.lists["units"][-1], {})[DESCRIBES[thing.type]] = thing.value
            return True
        if "marker" in nouns and thing.mod("STATUS") is not None and "obj" in how:
            return False  # to get an OoS marker is no loss in want of supply
        if not self.frame.named.isdisjoint(nouns):
            done.passing += [(thing.start, thing.end)] if how & AROUND else []  # under fire, despite the attack: of others
            senses = self.clause.verb.senses if self.clause.verb is not None else ()
            drawn = self.frame.kind == "move" and "path" in nouns and how & {"subj", "obj"} and "trace" in senses
            done.cost += 24 if drawn else 4  # runs a line to Warsaw
            if thing.det == "both" and "unit" in nouns:
                done.both = done.pronoun = True
                self.account.take(thing, "det")
            return thing.num is None or nouns[0] in ("unit",)
        if {"defense", "offense", "attackers"} & set(nouns) and how & {"subj", "by"}:
            if self.frame.kind == "retreat" and not done.lists.get("units"):
                done.slots["all"] = True
            return True
        if thing.type == "TERRAIN":
            return self._ground(item)
        return bool(thing.type == "DIRECTION" and self.frame.kind in ("move", "retreat", "advance"))

    def _suffers(self) -> bool:
        """3010 receives an attack by 16Pz: whoever does it is named behind the deed."""
        return self.opener is not None and any(item.thing.type == "UNIT" and item.how & {"of", "by"} and not item.before for item in self.row)

    def _after_dice(self, item: Item) -> bool:
        return (at := self.row.index(item)) > 0 and bool({"dice", "roll", "crossing"} & set(self.row[at - 1].thing.nouns()))

    def _before_dice(self, item: Item) -> bool:
        """…, a 3 on the die."""
        after = self.row[self.row.index(item) + 1 :][:1]
        return bool(after and DICE & set(after[0].thing.nouns()[:1]) and after[0].thing.label is None and after[0].thing.num is None)

    def _ground(self, item: Item) -> bool:
        at = self.row.index(item)
        ends = [other.thing.value[-1] for other in self.row[at + 1 : at + 2] if other.thing.type == "PATH" and "to" in item.how]  # to the wood: 3011-3012
        near = [*ends, *(other.thing.value for other in (*self.row[at + 1 : at + 2], *self.row[max(0, at - 1) : at]) if other.thing.type == "HEX")]
        self.done.facts += [Stated(f"hexes[{place}].terrain", item.thing.value) for place in near[:1]]
        return bool(near)

    def _side(self, item: Item, side: str) -> bool:
        slots = self.done.slots
        passed = bool(item.how) and (item.how <= WHITHER or "near" in item.how) and "route" in self.frame.slots  # moves next to the Soviets
        self.done.passing += [(item.thing.start, item.thing.end)] if passed else []
        if passed or not item.how & {"subj", "lead"} and {"zone", "zoc"} & set(item.thing.nouns()):
            return True  # out of the Soviet ZOC: whose zone it is, not who does it
        if item.how & {"subj", "by", "with", "lead"} or not self.frame.aims:
            if self.frame.aims and "side" in slots and slots["side"] != side:
                slots.setdefault("target_side", side)
                return True
            return bool(slots.setdefault("side", side) == side)
        slots.setdefault("target_side", side)
        return True

    def _status(self, item: Item) -> bool:
        verb = self.clause.verb
        if verb is not None and (verb.negated or self.clause.asked and {"be", "have"} & set(verb.senses)) or item.thing.det:
            return False  # is it reduced: that is asked, not stated; the isolated Poles are others
        if verb is not None and self.clause.asked and item.how == {"obj"} and not (self.frame.aims or self.frame.group):
            return False  # ¿cuenta con suministro?
        key, _, word = item.thing.value.partition(":")
        if key in SIDES:
            return False
        at = self.row.index(item)
        before = self.row[at - 1].thing if at else None
        if before is not None and before.det and (before.type in DESCRIBES or {"unit", "stack"} & set(before.nouns())):
            return False  # 1K-1Gr attacks the company out of supply: it is of that one
        units = [other.thing.value for other in reversed(self.row[:at]) if other.thing.type == "UNIT"][:1] or list(self.done.lists.get("units") or ())[:1]
        if not units and item.before:  # without supply, 5K and 6K attack: those who do it
            units = [other.thing.value for other in self.row[at + 1 :] if other.thing.type == "UNIT" and other.before and "subj" in other.how]
        self.done.facts += [Stated(f"units[{unit}].{key}", {"true": True, "false": False}.get(word, word)) for unit in units]
        return bool(units)

    def _modifiers(self, item: Item) -> None:
        """What is said of a thing that has its role: described units, the side of a player, the last step, a state."""
        thing, done = item.thing, self.done
        for means in thing.mods:
            if any(means is other for other in self.used):
                continue
            kinds = dict(means)
            nouns = {value for type_, value in means if type_ == "NOUN"}
            if thing.type == "UNIT" and "STATUS" in kinds:
                key, _, word = kinds["STATUS"].partition(":")
                done.cost += 8 if self.clause.asked and self.clause.verb is not None and "be" in self.clause.verb.senses else 0  # that is asked, not stated
                if not item.before and any(slot == "state" and "status" in types for slot, types, *_ in self.frame.roles) and "state" not in done.slots:
                    done.slots["state"] = kinds["STATUS"]  # brings 26 back reduced
                    continue
                done.facts.append(Stated(f"units[{thing.value}].{key}", {"true": True, "false": False}.get(word, word)))
                continue
            type_ = next((name for name in DESCRIBES if name in kinds), "")
            if (
                thing.type == "UNIT"
                and "off_map" in nouns
                and not item.before
                and any(self._slot_of(slot, types, "off_map") for slot, types, *_ in self.frame.roles)
            ):
                continue  # takes II/902 off the map
            if thing.type == "UNIT" and "off_map" in nouns and self.frame.kind == "eliminate":
                continue  # I take 9SS off the map
            if thing.type == "UNIT" and "off_map" in nouns:
                done.cost += 0 if item.before or self.clause.verb is None else 8
                done.facts.append(Stated(f"units[{thing.value}].at", "off_map"))
            elif type_ and thing.type == "UNIT":
                done.described.setdefault(thing.value, {})[DESCRIBES[type_]] = kinds[type_]
            elif "SIDE" in kinds and {"zone", "zoc"} & set(thing.nouns()):
                continue  # whose zone it is, not who does it
            elif "SIDE" in kinds and any(role[0] == "sides" for role in self.frame.roles):
                done.lists.setdefault("sides", []).append(kinds["SIDE"])  # German two dice, then US two dice
            elif "SIDE" in kinds:
                if thing.type == "NOUN" and self.frame.aims and ({"unit", "stack", "marker"} & set(thing.nouns()) or item.how <= {"obj"}):
                    done.slots.setdefault("target_side", kinds["SIDE"])
                elif thing.type != "SIDE" and not (thing.type == "NOUN" and done.slots.get("side", kinds["SIDE"]) != kinds["SIDE"]):
                    done.slots.setdefault("side", kinds["SIDE"])
            elif thing.type in ("HEX", "PATH") and "TERRAIN" in kinds:
                done.facts.append(Stated(f"hexes[{thing.value}].terrain", kinds["TERRAIN"]))
            elif thing.type == "HEX" and "FEATURE" in kinds and self.frame.aims:
                done.slots["target_feature"] = kinds["FEATURE"]
            elif "last" in nouns and any(role[0] == "last" for role in self.frame.roles):
                done.slots["last"] = True
                done.slots.pop("count", None)
            elif (
                thing.type != "HEX"
                and any(self._slot_of(slot, types, noun) for slot, types, *_ in self.frame.roles for noun in nouns)
                or "MARKERKIND" in kinds
                and "bonus" in thing.nouns()
                or nouns & (PLAIN | self.frame.nouns | self.frame.verbs | self.frame.also)
                or "ORD" in kinds
                and {"loss", "step"} & set(thing.nouns())
                or any(f"count:{noun}" in types for noun in nouns for _, types, *_ in self.frame.roles)
            ):
                continue
            elif named := next((name for name in kinds if name.lower() in self.frame.slots), ""):
                done.slots.setdefault(named.lower(), kinds[named])
            elif "PHASE" in kinds:
                done.slots.setdefault("phase", kinds["PHASE"])
            elif thing.type == "PRON":
                continue
            else:
                last = any(end == thing.end for _, end in thing.unknown)
                strange = "UNK" in kinds and (
                    thing.type == "MARKERKIND" or any(char.isdigit() for char in str(kinds["UNK"]))
                )  # 777Pz attacks: a unit that nobody knows
                pointed = thing.type == "UNIT" and (thing.det in ("def", "poss") or "ADJ" in kinds)  # los cohetes 3GM, little 541
                if "marker" in thing.nouns() and "marker" in self.frame.weighty:  # the road march marker: which one is that?
                    done.cost += LOST
                    done.lost = done.lost or thing
                if "WORD" in kinds and (last or thing.type in HARD and not pointed) or strange:  # with 1 air po: a head that nobody knows is asked about
                    done.cost += LOST
                    done.lost = Nominal(list(means), *(thing.unknown[0] if thing.unknown else (thing.start, thing.end)))
                if self.clause.asked and item.how and item.how <= {"subj", "obj"} and not item.before and "MARKERKIND" in kinds:
                    done.cost += LOST  # cancel the KG combat shift: what is asked about is never told back
                    done.lost = done.lost or thing
                if self.clause.asked and thing.type == "NOUN" and set(thing.nouns()) & PLAIN and "VERB" not in kinds:  # different hexes are not hexes
                    done.narrows = done.narrows or thing
                done.cost += TOLD
                done.passing.append((thing.start, thing.end))
        for inner in thing.clauses:
            plain = len(inner.things()) < 2 and not any(thing.type in HARD or thing.det == "no" for thing in inner.things())
            senses = inner.verb.senses if inner.verb is not None and not inner.verb.negated and plain else []
            hung = [noun for other in inner.things() for noun in other.nouns()] if plain and inner.verb is not None and not inner.verb.negated else []
            hung = hung if "step" in thing.nouns() and not self.clause.asked else []  # the step that the zone costs
            roles = self.frame.roles
            if any(self._slot_of(slot, types, noun) for slot, types, *_ in roles for noun in hung) or any(
                self._slot_of(slot, [type_], sense) for slot, types, *_ in roles for type_ in types for sense in senses
            ):
                done.weighed.append(inner)
            else:
                done.cost += TOLD
        area = not isinstance(thing.value, str)
        for other in thing.apposed:
            if thing.type == "UNIT" and other.type == "STATUS":
                key, _, word = other.value.partition(":")
                done.facts.append(Stated(f"units[{thing.value}].{key}", {"true": True, "false": False}.get(word, word)))
            elif thing.type == "UNIT" and "step" in other.nouns() and other.num is not None:
                done.facts.append(Stated(f"units[{thing.value}].steps", other.num))
            elif thing.type in ("UNIT", "HEX") and other.type in GROUNDS and other.det in ("", "indef", "def") and not (other.mods or other.num or area):
                done.facts.append(Stated(f"{GROUND}[{thing.value}].{GROUNDS[other.type]}", other.value))  # 1510 (woods)
            elif thing.type == "PRON" and other.type == "SIDE":
                done.slots.setdefault("side", other.value)  # I, the German, take 68Inf off
            elif other.type in HARD or other.num is not None or other.label is not None:
                done.cost += LOST
                done.lost = other
            else:
                done.passing.append((other.start, other.end))

    def _apart(self) -> bool:
        """Each, each of them: what is said, as with an adverb, of every one of those that act; whether a role weighs that."""
        for slot, types, *_ in self.frame.roles:
            for type_ in types:
                name, _, value = type_.partition("=")
                if name == "adv:separately" and not slot.startswith("_"):
                    self.done.slots.setdefault(slot, written(value, "separately"))
                    return True
        return False

    def _each(self, start: int, end: int) -> bool:
        """16Pz and 19Pz each lose a step: told back; each two steps: another number, which some role has to weigh."""
        many = "count" in self.frame.slots and any(isinstance(item.thing.num, int) and item.thing.num > 1 for item in self.row)
        self.done.lost = self.done.lost or (Nominal([], start, end) if many else None)
        self.done.cost += LOST + 4 if many else 4
        self.done.passing.append((start, end))
        return True

    def _slot_of(self, slot: str, types: list[str], concept: str) -> bool:
        if slot in self.frame.taken_away:
            return False  # what is taken away is never said by a mere word
        for type_ in types:
            name, _, rest = type_.partition(">")[0].partition(":")
            wanted, _, value = rest.partition("=")
            if name == "noun" and wanted == concept and type_.partition(">")[2] != slot:  # at a level: the word alone says not at which
                if slot in self.frame.several:
                    self.done.lists.setdefault(slot, []).append(written(value, concept))
                else:
                    self.done.slots.setdefault(slot, written(value, concept))
                return True
        return False
