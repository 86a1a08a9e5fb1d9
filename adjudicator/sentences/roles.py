"""The things of a clause in the roles of an act. The cheapest reading leaves nothing of weight without a role."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from adjudicator.language.model import Aid, Stated
from adjudicator.sentences.account import HARD, LIMITS, written
from adjudicator.sentences.beside import Filled
from adjudicator.sentences.frames import ANY, DESCRIBES, EMPTY, LOST, NARROW, PLAIN, TIMES, TOLD, Frame, Item, Kind, is_whole
from adjudicator.sentences.offices import LEAVING, TARGETED, Offices
from adjudicator.sentences.token import Area
from adjudicator.sentences.tree import Clause, Nominal, Signed

LIMITED = frozenset(rel.lower() for rel in LIMITS)
MIXED = 14
"""What it costs if those who act are of several sides, or of the one that they attack."""
WHENCE = frozenset(("after", "before", "during", "cause", "concession", "for", "against", "of", "to"))
"""Relations of what only says when, why or against what."""


class Filler(Offices):
    """Puts the things of one clause into the roles of one frame."""

    def __init__(self, frame: Frame, clause: Clause, row: list[Item], opener: Nominal | None, sides: Mapping[str, str] | None = None) -> None:
        super().__init__(frame, clause, row, opener, sides)
        self.several = False

    def fill(self, most: int = 10**6) -> Filled:
        """Every thing in its role, or at a cost beside them; not to the end where a thing of weight is lost and it costs more than `most`."""
        done = self.done
        self._helps()
        self._object_units()
        self._standing()
        self._of_all()
        self._what()
        for thing in [thing for _, _, thing in self.clause.wh if thing is not None and all(item.thing is not thing for item in self.row)]:
            if thing.type == "NOUN" and thing is not self.opener and not self._is_asked(thing):
                done.cost += LOST  # with what action rating does it defend is no question for its strength
                done.lost = done.lost or thing
        agents = any(item.thing.type == "UNIT" and "subj" in item.how and "obj" not in item.how for item in self.row)
        numbered = self.frame.numbered
        if self.opener is not None and self.opener.label is not None and not numbered:
            self._opened(self.opener, self.opener.label)
        for at, item in enumerate(self.row):
            thing = item.thing
            if numbered and thing is self.opener and not thing.det.startswith("wh:") and self._role(item, agents):
                self._modifiers(item)
                continue
            if thing is self.opener or thing.det.startswith("wh:"):
                if thing is self.opener:
                    self._own(thing)
                    if thing.det == "no":
                        done.denied = True
                        self.account.take(thing, "det")
                self._modifiers(item)
                if thing is not self.opener and thing.type == "NOUN" and thing.det in ("wh:what", "wh:how_many") and not self._is_asked(thing):
                    done.cost += LOST  # what combat roll gives exploitation is no question for units
                    done.lost = done.lost or thing
                continue
            marker = self.row[at - 1].thing if at and "bonus" in thing.nouns() else None  # the KG Go bonus
            if "named" in item.how or marker is not None and marker.type == "MARKER" and thing.start < marker.end + 2:
                self.account.take(thing)
                continue
            if not self._is_deed(item) and self._without(item):
                self.account.take(thing, "head", "det")
            elif self._stack(item, at) or self._role(item, agents) or self._beside(item):
                self.account.take(thing)
                self._modifiers(item)
            else:
                self._lose(item)
            if done.lost is not None and done.cost > most:
                return done
        self._settle()
        self._sided()
        return done

    def _sided(self) -> None:
        """Of two readings the one in which those of one side act together, on those of another."""
        doers = {self.sides[unit] for unit in self.done.lists.get("units", ()) if unit in self.sides}
        foes = {self.sides[unit] for unit in self.done.lists.get("target_units", ()) if unit in self.sides}
        helpers = {self.sides[aid.id] for aid in self.done.lists.get("aids", ()) if aid.kind == "unit" and aid.id in self.sides}
        if len(doers) > 1 and (self.frame.aims or self.frame.group) or doers & foes or foes & helpers or self.frame.aims and doers and helpers - doers:
            self.done.cost += MIXED
        aimed_at = [i for i in self.row if i.thing.type == "UNIT" and i.thing.value in self.done.lists.get("target_units", ())]
        if doers & foes and aimed_at and all(i.how == {"from", "by", "of"} and i.thing.value in self.sides for i in aimed_at):  # after the Recon of 87Cav
            self.done.passing += [(i.thing.start, i.thing.end) for i in aimed_at]
            del self.done.lists["target_units"]
            return
        own = [i.thing for i in aimed_at]
        spoken_of = "target" in self.done.slots or any(thing.det == "it" for thing in own)
        if (doers & foes and spoken_of or self.frame.aims and (len(helpers) > 1 or doers and helpers - doers)) and not self.clause.asked:
            self.done.cost += LOST  # nobody attacks a hex of the other side and a unit of his own, nor with the help of both sides
            self.done.lost = self.done.lost or next(iter(own), self.row[-1].thing)

    def _what(self) -> None:
        """On which column: what is asked for fills a role that stands anywhere (`*`), whatever stands before it."""
        for thing in [thing for _, rels, thing in self.clause.wh if thing is not None and rels - {"none"}]:
            item = Item(thing, frozenset(("subj",)), -1, True)
            for role in self.frame.takes:
                kind = next((kind for kind in role.kinds if role.anyhow and self._match(item, kind) is not None), None)
                if kind is not None and not self.done.has(role.slot):
                    self._put(role.slot, kind.spec, self._match(item, kind), False, item)

    def _opened(self, thing: Nominal, label: tuple[str, Any]) -> None:
        """The number of the noun that opens the frame: roll 3, return roll 5."""
        if self._odds(label):
            self.account.take(thing, "label")
        elif isinstance(label[1], int) and {"roll", "dice", "crossing", "replacement", "return", "weather"} & set(thing.nouns()):
            self.done.rolls.append(label[1])
            self.account.take(thing, "label")

    def _settle(self) -> None:
        """What no role and nothing beside them has taken: what weighs makes the reading wrong."""
        done, clause = self.done, self.clause
        for item in self.row:
            thing = item.thing
            if not self.account.has(thing) and thing is not self.opener or thing.det.startswith("wh:"):
                continue  # lost already, or what is asked for
            if thing.type in ("HEX", "PATH") and thing.mod("RESULT") is not None:  # attacks 3010 DR
                done.cost += LOST
                done.lost = done.lost or thing
            for part in self.account.loose(thing):
                if not (part == "num" and (thing.num == 1 or thing.type in ("UNIT", "MARKER")) or part == "det" and self._whole(item)):
                    done.cost += LOST
                    done.lost = done.lost or thing
        for word, start, end in clause.adverbs:
            if clause.verb is not None and word in clause.verb.particles:
                continue
            if self._adverb(word, start) or word == "separately" and self._each(start, end):
                continue
            if word in ("not_yet", "already") and not clause.asked or word in NARROW and clause.asked:
                done.cost += LOST
                done.lost = done.lost or Nominal([], start, end)
            elif word not in EMPTY and word not in ("can", "want", "already"):
                done.cost += 4
                done.passing.append((start, end))

    def _is_deed(self, item: Item) -> bool:
        """Draws no chit: whether none of it denies the deed, which is named by it."""
        roles = self.frame.takes if item.thing.det == "no" and "obj" in item.how and "without" not in item.how else ()
        return any(role.slot.startswith("_") and role.words is not None and not role.words.isdisjoint(item.words) for role in roles)

    def _whole(self, item: Item) -> bool:
        """Both, all three: whether that is just what is named."""
        thing = item.thing
        if thing.det in ("each", "both") and {"side", "player"} & set(thing.nouns()):
            return True
        again = any(word == "again" for word, _, _ in self.clause.adverbs) or self.clause.verb is not None and self.clause.verb.modal == "again"
        if thing.det == "all" and thing.type == "RESULT":
            return True  # takes the whole D2
        if thing.det == "same" and (item.how & {"in", "for"} or again):
            self.done.passing.append((thing.start, thing.end))
            return True
        stacked = bool({"stack", "unit"} & set(thing.nouns()) and self.done.has("units"))
        everyone = stacked or "all" in self.done.slots
        return is_whole(thing.det, self.row) or thing.det == "all" and (thing.type == "UNIT" or everyone) or thing.det == "both" and "all" in self.done.slots

    def _adverb(self, word: str, start: int) -> bool:
        """An adverb that a role takes; one before the subject says something of it alone (only 46 attacks)."""
        verb = self.clause.verb
        behind = any(phrase.before and phrase.end <= start for phrase in self.clause.phrases)  # 2/394 voluntarily retreats
        for slot, types, rels, *_ in self.frame.roles:
            for type_ in types:
                concept, _, value = type_.removeprefix("adv:").partition("=")
                if (
                    type_.startswith("adv:")
                    and concept == word
                    and (word not in TARGETED or "obj" not in rels or self._of_target(word, start))
                    and (verb is None or start > verb.start or behind and (slot in self.frame.carry or word == "separately" and not slot.startswith("_")))
                ):
                    self.done.cost -= 2 if slot in self.frame.carry else 0
                    self.done.slots.setdefault(slot, written(value, concept))
                    return True
        return False

    def _own(self, thing: Nominal) -> None:
        """The noun that opens the frame may also fill a role: supply line of 47R."""
        for slot, types, *_ in self.frame.roles:
            if not self.done.has(slot) and isinstance(thing.num, int) and any(f"count:{noun}" in types for noun in thing.nouns()):
                self.done.slots[slot] = thing.num  # how many of my three attackers
                self.account.take(thing, "num")
                return
            if not self.done.has(slot) and any(self._slot_of(slot, types, noun) for noun in thing.nouns()):
                return

    def _lose(self, item: Item) -> None:
        thing, done = item.thing, self.done
        if thing.type == "UNIT" and item.owner is not None and "zoc" in item.owner.nouns() and not self.clause.asked:
            done.passing.append((thing.start, thing.end))  # whose zone it is: the position tells
            return
        bare = item.how <= {"subj", "obj", "lead"} and bool(item.how)  # the big crossing: what is it?
        bare = bare or bool(self.frame.ask - {"tell"}) and bool(item.how & {"of", "for"})  # what is asked for is never told back
        bare = bare and not (thing.type == "ADJ" and not self.clause.asked)  # …, concentric
        limited = LIMITED & item.how or thing.type == "PRON" and "between" in item.how  # a step between them
        limited = limited or thing.type == "PRON" and thing.value in ("all", "some") and bool({"to", "with", "for", "of"} & item.how)
        limited = limited or (thing.type, thing.value) == ("PRON", "someone") and any(phrase.rels == {"FROM"} for phrase in (*thing.of, *thing.own))
        limited = limited or thing.type == "NOUN" and "as" in item.how or thing.type == "SIDE" and "versus" in item.how  # takes the option as a retreat
        limited = limited or not item.how & WHENCE and not self.frame.weighty.isdisjoint(str(value).partition(":")[0] for _, value in thing.means)
        limited = limited or self._is_rival(item) or "as" in item.how and self._behind_unit(item)
        limited = limited or "with" in item.how and self.frame.helped and thing.type == "WORD" and not thing.det  # with bananas: what helps is that?
        if bare or limited or thing.type in HARD or thing.det in ("no",) or thing.num is not None or thing.label is not None:
            done.cost += LOST
            done.lost = done.lost or thing
        else:
            done.cost += TOLD
            done.passing.append((thing.start, thing.end))
            side = thing.mod("SIDE")
            if side is not None:  # at the Soviet player's choice
                self._side(item, side)
            if (thing.type not in DESCRIBES or self.clause.asked and thing.type != "SIDE") and not set(thing.nouns()) & TIMES:
                done.narrows = done.narrows or thing

    def _behind_unit(self, item: Item) -> bool:
        """With 1K-1Gr as eyes: an office that nobody knows, of a unit that is not just one more of those who act."""
        at = self.row.index(item)
        return at > 0 and self.row[at - 1].thing.type == "UNIT" and item.thing.type != "SIDE"

    # ---- roles
    def _role(self, item: Item, agents: bool) -> bool:
        frame, done = self.frame, self.done
        own = item.how
        if own & {"of"} and item.owner is not None and item.owner is not self.opener and item.owner.type in ("NOUN", "PHASE"):
            own |= {"whose"}  # during 12VG's Activation, through the zone of A/9: of the thing, not of the deed
            own = frozenset(("whose",)) if self._only_owns(item, item.owner) else own
        if frame.through and own & {"via", "across"} and item.thing.type in ("HEX", "PATH"):
            own -= {"in", "for"}  # por 0418: on the way, not in it
        leaves = (
            item.thing.type == "HEX" and "from" in own and not item.inner and "from" in frame.slots and sum(other.thing.type == "HEX" for other in self.row) > 1
        )
        words = item.words
        there: bool | None = None  # a word of it only told what the act is: its head, or not
        for role in frame.takes_leaving if leaves else frame.takes:
            if role.words is not None and role.words.isdisjoint(words):
                continue
            if role.anyhow:
                if own & ANY and "of" not in own:
                    continue
            elif role.rels.isdisjoint(own):
                continue
            slot, name, many = role.slot, role.name, role.many
            self.several = role.several
            if not many and done.has(name):
                continue
            if (
                slot == "units"
                and agents
                and not own & {"subj"}
                and ("whose" in own or own == {"to"} and frame.group or not ("by" in own and "of" not in own and not item.inner) and self._object(own))
            ):
                continue
            if (
                slot in frame.helpers
                and item.thing.type == "UNIT"
                and frame.aims
                and (not agents and "with" in own or own & {"obj", "of"} and not own & {"with", "support"})
            ):
                continue
            if slot == "at" and frame.through and item.thing.type == "HEX" and (self._one_of_many(item) or "to" in own and "path" in done.slots):
                continue
            if slot == "at" and own <= LEAVING and any(self._goes_to(other) for other in self.row):
                continue  # enters from 1011 into 1012
            if slot == "also" and "obj" in own and not self._one_of_many(item):
                continue  # 3010 and 3110, then in 3110, not 3010 2119
            if slot == "target" and "subj" in own and not own & {"obj", "to", "in"} and not done.has("units") and not self._suffers():
                continue
            for kind in role.kinds:
                if kind.words is not None and kind.words.isdisjoint(words):
                    continue
                by_head = kind.concept in item.thing.nouns()
                if there is not None and (kind.name != "noun" or by_head is there or slot.startswith("_")):
                    continue
                value, type_ = self._match(item, kind), kind.spec
                if value is None or type_ == "markerkind" and any(other.thing.type == "MARKER" for other in self.row):
                    continue
                self._put(name, type_, value, many, item)
                if item.thing.det == "no" and "without" not in own and (not many or frame.ask or item.thing.type == "DEED"):
                    done.denied = True
                    self.account.take(item.thing, "det")
                self._numbers(item.thing, type_)
                if frame.ask and type_.startswith("noun:") and "side" in frame.slots and isinstance(side := item.thing.mod("SIDE"), str):
                    done.slots.setdefault("side", side)  # in a German ZOC: in one of the Germans
                if there is not None:
                    return True
                done.cost -= 2 if type_.startswith(("noun:", "status:", "count:", "pron:", "marker:", "turn")) else 0
                if kind.name != "noun" or not slot.startswith("_"):
                    return True
                there = by_head  # the orders Move HQ: they are orders, and which
                break
        return there is not None

    def _numbers(self, thing: Nominal, type_: str) -> None:
        """The number that a role of this type reads."""
        if type_.startswith(("count:", "aid", "markeraid", "markerkind", "num", "turn")):
            self.account.take(thing, "num", "label")
        if ">" in type_:  # surprise dice 9: the number has a slot of its own
            slot = type_.partition(">")[2]
            label, amount = thing.label, None if thing.label is None else thing.label[1]
            if label is not None and label[0] == "STATS" and len(label[1]) == 2:
                amount = ":".join(str(number) for number in label[1])
            role = next((role for role in self.frame.roles if role[0] == slot), None)
            if amount is not None and role is not None and "num" in role[1] and not isinstance(amount, int):
                return  # the die 1.5: no number of a die
            if amount is not None and role is not None and "odds" in role[1] and ":" not in str(amount):
                return  # column 3, column 20.11: no odds
            if amount is not None and role is not None and not role[3]:
                self.done.slots[slot] = amount
            elif amount is not None:
                self.done.lists.setdefault(slot, []).append(amount)
            self.account.take(thing, "label")
            return
        if thing.label is None:
            return
        if self._odds(thing.label):
            self.account.take(thing, "label")
        elif isinstance(thing.label[1], int) and {"roll", "dice"} & set(thing.nouns()):
            self.done.rolls.append(thing.label[1])
            self.account.take(thing, "label")

    def _put(self, slot: str, type_: str, value: Any, many: bool, item: Item) -> None:
        done = self.done
        if slot == "_nobody":
            done.undenied = True  # that nobody goes is said by the act itself
        if slot == "_stands" and self._units_before(item):
            done.facts += [Stated(f"units[{unit}].at", value) for unit in self._units_before(item)]
        elif slot == "_away":
            done.slots[slot] = (next(reversed(self._units_before(item)), None), value, item.thing.start, item.thing.end)
        elif slot == "_told":
            done.passing.append((item.thing.start, item.thing.end))
            if item.thing.type == "UNIT" and any(other.owner is not None and other.owner is item.owner for other in self.row[: self.row.index(item)]):
                done.cost += 12  # during 99ID's Activation, 1/117 enters: it is not of the Activation
        elif type_ == "route":
            done.route.append((item.thing.start, "to" not in item.how and bool(item.how & {"via", "by", "across"}), value, item.group))
        elif isinstance(value, (list, Area)):
            done.lists.setdefault(slot, []).extend(value)
        elif many and type_ != "path":
            twice = any(o.thing.type == "UNIT" and o.thing.value == value and o.group < item.group for o in self.row)
            done.cost += 20 if type_ == "unit" and twice and value in done.lists.get(slot, ()) else 0  # nobody is named twice
            done.lists.setdefault(slot, []).append(value)
            if slot == "units":
                done.waiting.append(str(value))
                self._places(item)
        elif type_ == "path":
            done.slots[slot] = tuple(done.slots.get(slot, ())) + value
        else:
            done.slots[slot] = value

    def _places(self, item: Item) -> None:
        """A from X and B from Y: each unit with its own hex; A over the river and B from Y: B alone."""
        if item.thing.own and not any(thing.type == "HEX" for phrase in item.thing.own for thing in phrase.things):
            self.done.waiting.clear()
            self.done.apart = True
        for phrase in (*item.thing.own, *item.thing.of):
            if any(rel in ("FROM", "IN") for rel in phrase.rels):
                for thing in phrase.things:
                    if thing.type == "HEX":
                        self.done.places[str(item.thing.value)] = thing.value
                        for waiting in self.done.waiting:
                            self.done.places.setdefault(waiting, thing.value)

    def _match(self, item: Item, kind: Kind) -> Any:
        """The value that a thing gives a role of this type, None if it is none."""
        thing = item.thing
        name, rest, concept, value = kind.name, kind.rest, kind.concept, kind.value
        if name == "some":
            return self._some(thing, rest)
        if name in ("pron", "all", "deed"):
            return self._special(thing, name, concept, value)
        if name == "noun":
            if concept in thing.nouns() or any(("NOUN", concept) in means for means in thing.mods) and thing.type == "NOUN":
                for means in thing.mods:
                    if ("NOUN", concept) in means:
                        self.used.append(means)
                return written(value, True if concept == "last" else concept)
            return None
        if name == "count":
            amount = self._count(thing, concept)
            return amount if isinstance(amount, int) or value == "parts" else None
        if name == "status" and rest:
            status = thing.means_any("STATUS")
            if status is not None and concept in (status, status.partition(":")[0]):
                if status.endswith((":out", ":isolated")) and concept != status:
                    self.done.slots["state"] = status.rpartition(":")[2]
                return value or status
            return None
        if name == "marker" and rest:
            return thing.value[1] if thing.type == "MARKER" and thing.value[0] == rest else None
        found = self._value(item, name)
        if found is not None and rest:  # feature:vp=vp
            return (value or found) if found == concept else None
        return found

    def _count(self, thing: Nominal, noun: str) -> Any:
        """How many of a noun a thing is, None if it is none of them or nobody says how many."""
        nouns = thing.nouns()
        if noun in nouns and thing.det == "both" and thing.num is None:
            self.account.take(thing, "det")
            return 2
        if thing.num is not None and noun not in nouns and any(("NOUN", noun) in means for means in thing.mods):
            return thing.num  # a 2-point bombardment
        if noun in nouns and thing.num is not None:
            if thing.det == "all":  # all its 8 points
                self.account.take(thing, "det")
            return thing.num
        if noun in nouns and thing.label is not None and (thing.label[0] == "NUM" or thing.label[0] == "RULE" and thing.label[1].count(".") == 1):
            return thing.label[1]  # strength 18
        if noun in nouns and thing.det == "indef" and thing.label is None and noun in ("step", "point", "loss", "artillery", "air"):
            return 1
        return None

    def _special(self, thing: Nominal, name: str, concept: str, value: str) -> Any:
        """`pron:nothing` nobody; `all:step=true` all its steps; `deed:loss` the deed of a clause that is asked about."""
        if name == "all" and thing.type == "PRON" and thing.value == "all":
            return written(value, True)
        if name == "pron" and thing.type == "PRON" and thing.value == concept:
            return value or True
        if name == "all" and concept in thing.nouns() and thing.det == "all" and thing.num is None:
            self.account.take(thing, "det")
            return written(value, True)
        if name == "deed" and concept == next((sense for type_, sense in thing.means if type_ == "DEED" and sense in self.frame.deeds), None):
            return value or concept
        return None

    def _some(self, thing: Nominal, noun: str) -> Any:
        """Eight reduced units, two full and one reduced: how many, and what is said of them."""
        means = [means for means in (thing.means, *thing.mods, *self.whole) if any(type_ == "STATUS" for type_, _ in means)]
        amount = thing.num if thing.num is not None else thing.value if thing.type == "NUM" else 1 if thing.det == "indef" else None
        if not isinstance(amount, int) or not (noun in thing.nouns() or thing.means_any("STATUS") or thing.type == "NUM" and (means or thing.of)):
            return None
        self.used += means
        self.account.take(thing, "num", "det", *(("label",) if thing.label == ("NUM", 1) else ()))
        states = [dict(found)["STATUS"].partition(":") for found in means]
        return {"count": amount, **{key: {"true": True, "false": False}.get(word, word) for key, _, word in states}}

    def _value(self, item: Item, name: str) -> Any:
        thing = item.thing
        if name == "hex" and self.several and isinstance(thing.value, Area):
            return thing.value
        if name == "hex":
            return thing.value if thing.type == "HEX" and isinstance(thing.value, str) else None
        if name == "path":
            return thing.value if thing.type == "PATH" else (thing.value,) if thing.type == "HEX" and isinstance(thing.value, str) else None
        if name == "route":
            return thing.value if thing.type == "PATH" else (thing.value,) if thing.type == "HEX" and isinstance(thing.value, str) else None
        if name == "hexes" and thing.type == "HEX" and "between" in item.how:  # the bridge between 1509 and 1510
            other = next((i for i in self.row[self.row.index(item) + 1 :][:1] if i.thing.type == "HEX" and "between" in i.how), None)
            if other is None:
                return None
            other.how = frozenset(("named",))
            return "/".join(sorted((str(thing.value), str(other.thing.value))))
        if name == "hexes":
            return "/".join(sorted(thing.value)) if thing.type == "PATH" and len(thing.value) == 2 else None
        if name == "unit":
            return thing.value if thing.type == "UNIT" else None
        if name == "marker":
            return thing.value[1] if thing.type == "MARKER" else None
        if name == "markerkind":
            return thing.value if thing.type == "MARKERKIND" else None
        if name == "aid":
            return self._aid(item)
        if name == "markeraid":
            return None if thing.type == "UNIT" else self._aid(item)
        if name == "turn":
            return thing.turn
        if name in ("num", "die"):
            fits = isinstance(thing.value, int) and (name == "num" or not isinstance(thing.value, Signed))
            return thing.value if thing.type == "NUM" and fits else None
        if name == "rule":  # a fraction is written like the number of a rule: 4.5, but not 13.8.3
            return thing.value if thing.type == "RULE" and thing.value.count(".") == 1 else None
        found = thing.means_any(name.upper())
        if (
            found is None
            and thing.type in ("NOUN", "PHASE")
            and (name != "river" or set(thing.nouns()) & PLAIN)
            and name in ("direction", "order", "phase", "result", "river", "scenario", "verdict", "weather")
        ):
            for means in thing.mods:
                if name.upper() in dict(means):
                    self.used.append(means)
                    return dict(means)[name.upper()]
        return found

    def _aid(self, item: Item) -> Aid | None:
        thing = item.thing
        if thing.num is not None and not isinstance(thing.num, int):
            return None  # one and a half air points
        if thing.type == "MARKER":
            return Aid(thing.value[0], thing.value[1], 1)
        if thing.type == "MARKERKIND":
            return Aid(str(thing.value), None, thing.num or 1)
        if thing.type == "UNIT":
            return Aid("unit", thing.value, 1, "support" in item.how or not self.frame.aims)
        nouns = thing.nouns()
        if "bonus" in nouns and thing.mod("MARKERKIND"):
            return Aid(str(thing.mod("MARKERKIND")), None, 1)
        if "air" in nouns or "air_superiority" in nouns and (thing.num is not None or "without" in item.how):
            return Aid("air", None, 1 if thing.num is None else thing.num)
        return Aid("bonus", None, max(thing.num or 1, 1)) if "bonus" in nouns else None
