"""Verb frames: what a clause about an act or a question needs, and which of its words fills which slot.

A frame is data (grammars/frames.yaml, docs/sentences.md). `compile_frame` makes it plain JSON, `Plan` makes it ready for use.

Longer than 500 lines because a new language layer is about to take its place.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING, Any

from adjudicator.language.errors import NotUnderstood
from adjudicator.language.folding import PREP_BITS
from adjudicator.language.model import Act, Aid, Item, Stated

if TYPE_CHECKING:
    from adjudicator.language.clauses import Clause

NONE, FROM, TO, IN, BY = (PREP_BITS[name] for name in ("none", "from", "to", "in", "by"))
WITH, SUPPORT, AGAINST, WITHOUT = (PREP_BITS[name] for name in ("with", "support", "against", "without"))
SAID = "said"
"""`=supply:said` takes the value that was said."""
APPOSITION = frozenset(("KIND", "SIZE", "CLASS"))
TOLD = {"ODDS": "odds", "TURN": "turn", "PHASE": "phase", "SIDE": "side"}
"""What every act may have besides its own slots."""
SWITCHES = {"true": True, "false": False}
NEVER_DROPPED = frozenset(("MARKER", "RESULT", "ORDER", "STATS"))
"""Types that say too much to be passed over, though a noun of the same name may be."""
LIKELY = ("AID", "UNIT", "MARKER", "path", "HEX", "RESULT", "ODDS", "NUM", "PHASE", "ORDER")
"""What is named first among the things that were expected."""
STACKS = frozenset(("stack", "unit", "defense", "offense", "attackers"))
UNCOUNTED = frozenset(("attack", "move", "retreat", "advance"))
NEVER_STAR = ("from", "without", "between")
FLAGS = "+~!<>^&"


# ---- compiling


def read_frames(document: Any) -> Iterator[tuple[str, Mapping[str, Any]]]:
    """(name, frame) of a document of frames."""
    for name, frame in document.items():
        yield str(name), frame


def compile_frame(kind: str, frame: Mapping[str, Any], preps: Mapping[str, int]) -> dict[str, Any]:
    """A frame as plain JSON. Raises ValueError for an unknown preposition."""
    slots = [_compile_slot(kind, name, str(text), preps) for name, text in (frame.get("slots") or {}).items()]
    mains = frame.get("main", kind)
    return {
        "kind": frame.get("kind", kind),
        "main": [row.split() for row in (mains if isinstance(mains, list) else [mains])],
        "slots": slots,
        "may": frame.get("may", []),
        "set": frame.get("set", {}),
        "question": frame.get("question"),
        "bare": bool(frame.get("bare")),
        "after": frame.get("after", ""),
        "aims": bool(frame.get("aims")),
        "inherit": frame.get("inherit", True),
        "claims": bool(frame.get("claims")),
        "needs": str(frame.get("needs", "")).split(),
        "group": bool(frame.get("group")),
        "subject": bool(frame.get("subject")),
    }


def _compile_slot(kind: str, name: str, text: str, bits: Mapping[str, int]) -> dict[str, Any]:
    head, *preps = text.split()
    flags = head[len(head.rstrip(FLAGS)) :]
    mask = 0
    for prep in preps:
        if prep == "*":
            mask |= sum(bit for other, bit in bits.items() if other not in NEVER_STAR)
        elif prep in bits:
            mask |= bits[prep]
        else:
            raise ValueError(f"frame {kind}, slot {name}: no preposition {prep!r}")
    types: dict[str, Any] = {}
    for item_type in head.rstrip(FLAGS).split("|"):
        concept, _, value = item_type[1:].partition(":")
        types["=" + concept if item_type.startswith("=") else item_type] = (value or concept) if item_type.startswith("=") else None
    return {
        "name": name.rstrip("23"),
        "types": types,
        "many": "+" in flags or "~" in flags,
        "single": "~" in flags,
        "required": "!" in flags,
        "mask": mask or 1,
        "only": "^" in flags,
        "side": ("<" if "<" in flags else ">" if ">" in flags else "") + ("&" if "&" in flags else ""),
    }


# ---- filling


class Filled:
    """The slots of one clause while they are being filled."""

    __slots__ = ("claims", "facts", "follows", "lists", "places", "rolls", "route", "said_with", "shared", "slots", "unsure", "waiting")

    def __init__(self, preset: Mapping[str, Any]) -> None:
        self.slots: dict[str, Any] = dict(preset)
        self.lists: dict[str, list[Any]] = {}
        self.route: list[tuple[int, tuple[str, ...]]] = []
        self.claims: dict[str, Any] = {}
        self.facts: list[Stated] = []  # told in passing: the STOPPED 16Pz, in the storm, the wood 2119
        self.rolls: list[int] = []
        self.places: dict[str, str] = {}
        self.waiting: list[str] = []
        self.shared: tuple[int, str] = (-1, "")
        self.said_with = -1  # the group of the item before
        self.unsure = False
        self.follows = False  # the subject may be that of the act before: moves to 2119 and attacks 3GTk


class Plan:
    """A frame made ready: slots by item type."""

    __slots__ = (
        "after",
        "aims",
        "bare",
        "by_type",
        "claims",
        "group",
        "inherit",
        "kind",
        "mains",
        "may",
        "needs",
        "preset",
        "question",
        "required",
        "single",
        "subject",
        "units_slot",
    )

    def __init__(self, frame: Mapping[str, Any]) -> None:
        self.kind: str = frame["kind"]
        self.by_type: dict[str, list[tuple[str, int, int, bool, str, str, str | None]]] = {}
        self.required: list[str] = []
        self.single = [slot["name"] for slot in frame["slots"] if slot["single"]]
        self.bare: bool = frame["bare"]
        self.after: str = frame["after"]
        self.units_slot = False
        for slot in frame["slots"]:
            for item_type, value in slot["types"].items():
                self.by_type.setdefault(item_type, []).append(
                    (slot["name"], slot["mask"], ~slot["mask"] if slot["only"] else 0, slot["many"], slot["side"], item_type, value)
                )
            if slot["required"]:
                self.required.append(slot["name"])
            self.units_slot |= slot["name"] == "units"
        self.aims: bool = frame["aims"]
        self.may = frozenset(frame["may"])
        self.mains = [frozenset(row) for row in frame["main"]]
        self.preset: dict[str, Any] = frame["set"]
        self.question = frame["question"]
        self.inherit: bool = frame["inherit"]
        self.claims: bool = frame["claims"]
        self.needs: list[str] = frame["needs"]
        self.group: bool = frame["group"]
        self.subject: bool = frame["subject"]

    def fill(self, clause: Clause, acted: Act | None) -> list[Stated | Act]:
        """Put each item into a slot; `acted` = the act before this clause that had units.

        Raises NotUnderstood for the first item that has no slot, or for a slot left empty.
        """
        filled = Filled(self.preset)
        filled.follows = self.subject and self.inherit and acted is not None and "units" in acted.slots
        main = max((row for row in self.mains if row <= clause.said), key=len)
        allowed = self.may | frozenset([concept.lstrip("!") for concept in main])
        for item in clause.items:
            kind = item.type
            if kind == "BE":
                continue
            if kind == "VERB":
                if item.value != "die" and not clause.means(item, allowed):
                    raise self._no_place(item, clause, filled)
            elif not self._place(item, filled, allowed, clause):
                raise self._no_place(item, clause, filled)
            filled.said_with = item.group
        return self._finish(filled, clause, acted)

    def _no_place(self, item: Item, clause: Clause, filled: Filled) -> NotUnderstood:
        """The word has no place; expected were the slots that stand open."""
        found = {_label(item_type) for item_type, slots in self.by_type.items() for slot, _mask, _not, many, *_ in slots if many or slot not in filled.slots}
        expected = sorted(found, key=lambda label: (LIKELY.index(label) if label in LIKELY else len(LIKELY), label))
        return NotUnderstood("no_place", clause.text[item.start : item.end], item.start, item.end, tuple(expected))

    # ---- one item
    def _place(self, item: Item, filled: Filled, allowed: frozenset[str], clause: Clause) -> bool:
        kind = item.type
        if item.prep & WITHOUT:
            filled.lists.setdefault("without", []).append(_aid(item))
            return True
        if kind == "UNIT":
            return self._unit(item, filled, clause)
        if kind == "HEX":
            return self._hex(item, filled, clause)
        if kind == "NOUN":
            return self._noun(item, filled, allowed, clause)
        names = ("marker", "aid") if kind == "MARKER" else ("markerkind", "aid") if kind == "MARKERKIND" else (kind.lower(),)
        if self._into(names, item, filled):
            return True
        if kind in TOLD:
            return self._told(item, filled, clause)
        if kind == "STATUS":
            return self._status(item, filled, allowed, clause)
        if kind in APPOSITION:
            return f"{kind.lower()}:{item.value}" in allowed
        if kind not in NEVER_DROPPED and kind.lower() in allowed:
            return True
        return self._besides(item, filled, clause)

    @staticmethod
    def _besides(item: Item, filled: Filled, clause: Clause) -> bool:
        """The weather and the terrain of a hex, said in passing, are facts: `in the storm`, `the wood 2119`, `2119, a swamp`."""
        place = clause.items.index(item)
        if item.type == "WEATHER" and (item.prep != NONE or any(other.type == "RIVER" for other in clause.items[max(0, place - 1) : place + 2])):
            filled.facts.append(Stated("weather", item.value))
            return True
        if item.type != "TERRAIN":
            return False
        items = [other for other in clause.items if other.type != "BE"]
        place = items.index(item)
        behind, before = items[place + 1 : place + 2], items[max(0, place - 1) : place]
        hexes = [other.value[0] for other in behind if other.type == "HEX"] or [other.value[-1] for other in before if other.type == "HEX"]
        if hexes:
            filled.facts.append(Stated(f"hexes[{hexes[0]}].terrain", item.value))
        return bool(hexes)

    def _into(self, names: tuple[str, ...], item: Item, filled: Filled, first: str = "", led: bool = True) -> bool:
        """Put an item into the first slot of these types that stands open for it; `first` = the slot to try before the others.

        Without a subject before the verb (`led`), a slot for what stands before it may also be filled behind it.
        """
        for name in names:
            open_slots = self.by_type.get(name, ())
            if first and len(open_slots) > 1:
                open_slots = sorted(open_slots, key=lambda slot: slot[0] != first)
            for slot, mask, never, many, where, item_type, word in open_slots:
                if not mask & item.prep or never & item.prep or ("<" in where and not item.before and led) or (">" in where and item.before):
                    continue
                if "&" in where and item.group != filled.said_with:
                    continue
                if many:
                    filled.lists.setdefault(slot, []).append(word if word is not None else _one(item, item_type))
                elif item_type == "route":
                    filled.route.append((_leg(item), item.value))
                elif slot in filled.slots and item_type != "path":
                    continue
                elif item_type == "path":
                    filled.slots[slot] = filled.slots.get(slot, ()) + tuple(item.value)
                elif item_type.startswith("count:"):
                    filled.slots[slot] = item.quantity
                elif item_type.startswith("="):
                    filled.slots[slot] = True if slot == "last" or word == "true" else int(word) if word and word.isdecimal() else word
                else:
                    filled.slots[slot] = _one(item, item_type)
                return True
        return False

    def _unit(self, item: Item, filled: Filled, clause: Clause) -> bool:
        group, slot = filled.shared
        if item.group == group and slot:  # named in one breath with the unit before
            filled.lists[slot].append(_aid(item) if slot == "aids" else item.value)
        elif "target_unit" in self.by_type and self._is_target(item, filled, clause):
            filled.lists.setdefault("target_units", []).append(item.value)
            slot = "target_units"
        else:
            helps = item.prep & SUPPORT or (item.prep & WITH and clause.led and not item.before and not item.prep & FROM)
            before = {name: len(values) for name, values in filled.lists.items()}
            names, led = ("aid", "unit") if helps else ("unit", "aid"), clause.led or "aid" in self.by_type
            if not (filled.follows and not led and self._into(names, item, filled)) and not self._into(names, item, filled, "", led):
                return False
            slot = next((name for name, values in filled.lists.items() if len(values) > before.get(name, 0)), "")
        filled.shared = (item.group, slot)
        if slot == "units":
            filled.waiting.append(item.value)
        return True

    def _is_target(self, item: Item, filled: Filled, clause: Clause) -> bool:
        """Whether a unit is the one attacked."""
        if item.before:
            return clause.passive and not item.prep & BY
        if clause.passive or item.prep & (BY | SUPPORT):
            return False
        if item.prep == NONE:
            return "units" in filled.lists or clause.by_means
        return bool(item.prep & (TO | AGAINST)) or bool(item.prep & IN) and not item.prep & FROM

    def _hex(self, item: Item, filled: Filled, clause: Clause) -> bool:
        if (
            self.group
            and item.before
            and item.prep == NONE
            and len(item.value) == 1
            and not clause.passive
            and not clause.led
            and not clause.be_done
            and ("all" not in filled.slots or "to" not in filled.slots)
            and "from" not in filled.lists
            and "hex" in self.by_type
        ):
            filled.slots["all"] = True  # 2218 attacks 2119: the stack there does
            return self._start(item, filled)
        names = ("hex", "hexes", "path", "route") if len(item.value) == 1 else ("hexes", "path", "route")
        first = ""
        if "target_unit" in self.by_type and len(item.value) == 1:
            if clause.passive:
                first = "target"
            elif filled.unsure and not item.prep & FROM and "target" in filled.slots:
                filled.lists.setdefault("from", []).append(filled.slots.pop("target"))
                filled.unsure = False
            elif item.prep == FROM or item.prep & FROM and filled.waiting and item.before or item.prep & FROM and "target" in filled.slots:
                first = "from"
            elif item.prep & FROM and not item.before and "target" not in filled.slots:
                filled.unsure = True
        known = len(filled.lists.get("from", ()))
        if not self._into(names, item, filled, first):
            return False
        if len(filled.lists.get("from", ())) > known:
            filled.places.update(dict.fromkeys(filled.waiting, item.value[0]))
            filled.waiting.clear()
        return True

    def _start(self, item: Item, filled: Filled) -> bool:
        """Where a stack that is named by its hex begins."""
        for slot, _mask, _not, many, *_ in self.by_type.get("hex", ()):
            if slot == "from":
                if many:
                    filled.lists.setdefault("from", []).append(item.value[0])
                else:
                    filled.slots["from"] = item.value[0]
                return True
        return False

    def _noun(self, item: Item, filled: Filled, allowed: frozenset[str], clause: Clause) -> bool:
        if item.value == "die":
            filled.rolls.extend(item.quantity)  # type: ignore[arg-type]  # dice said in passing carry all their numbers here
            return True
        senses = clause.senses.get(item.end) or (item.value,)
        numbered = item.quantity >= 0 and clause.text[item.start].isdigit()
        if numbered and item.value in UNCOUNTED and not any(self._meant(item, value, filled) for value in senses):
            return False  # 46 and 31 attack: 31 is no number of attacks
        return (
            any(self._meant(item, value, filled) for value in senses)
            or any(value in allowed or "n:" + value in allowed for value in senses)
            or self._stacked(item, filled)
        )

    def _meant(self, item: Item, value: str, filled: Filled) -> bool:
        """Put a noun into a slot, in one of its meanings."""
        counts = item.quantity >= 0
        if value == "air" or value == "air_superiority" and counts:
            names: tuple[str, ...] = ("count:air", "aid") if counts else ("=air", "aid")
        elif counts:
            names = ("aid",) if value == "marker" else (f"count:{value}", "=" + value)
        else:
            names = ("=" + value,)
        if self._into(names, item, filled):
            return True
        if value in STACKS and self.group and "units" not in filled.lists and (item.before or value in ("stack", "unit")):
            filled.slots["all"] = True
            return True
        if value == "mp" and counts and not self.question:
            filled.claims["mp"] = item.quantity
            return True
        return False

    @staticmethod
    def _stacked(item: Item, filled: Filled) -> bool:
        if item.value in ("all", "stack", "unit"):
            filled.slots["all"] = True
            return True
        return False

    def _told(self, item: Item, filled: Filled, clause: Clause) -> bool:
        if item.type == "ODDS" and self.question:
            return False
        if item.type == "SIDE" and not item.before and self.group and self.aims and "side" not in filled.slots and filled.lists.get("units"):
            filled.slots.setdefault("target_side", item.value)
            return True
        if item.type == "SIDE" and filled.slots.get("side", item.value) != item.value and not item.before and self.aims:
            filled.slots.setdefault("target_side", item.value)
            return True
        return bool(filled.slots.setdefault(TOLD[item.type], item.value) == item.value)

    def _status(self, item: Item, filled: Filled, allowed: frozenset[str], clause: Clause) -> bool:
        key, _, word = item.value.partition(":")
        for slot, _mask, _not, _many, _where, _type, concept in self.by_type.get("=" + key, ()):
            if slot not in filled.slots:
                filled.slots[slot] = word if concept == SAID else concept
                if word == "out":
                    filled.slots["state"] = word
                return True
        if key not in allowed:
            return False
        unit = _described(item, clause) if word in SWITCHES else None
        if unit is not None:
            filled.facts.append(Stated(f"units[{unit}].{key}", SWITCHES[word]))
        return True

    # ---- the whole
    def _finish(self, filled: Filled, clause: Clause, acted: Act | None) -> list[Stated | Act]:
        kind, slots = self.kind, filled.slots
        for name, values in filled.lists.items():
            slots[name] = tuple(values)
        if "aids" in slots and "support" in clause.said:  # 16Pz attacks with 18AD in support
            slots["aids"] = tuple(aid._replace(support=True) for aid in slots["aids"])
        _travel(filled, slots)
        if kind == "claim":
            return _claim(slots, clause)
        for name in self.single:
            if len(slots.get(name, ())) == 1:
                slots[name] = slots[name][0]
        self._stack(slots, clause)
        self._take_over(slots, clause, acted)
        self._check(slots, clause)
        if "units" in slots:
            slots.pop("all", None)
        if len(set(slots.get("from", ()))) > 1 and len(filled.places) == len(slots.get("units", ())) and isinstance(slots["from"], tuple):
            slots["places"] = filled.places
        rolls = [*filled.rolls, *slots.pop("rolls", ())]
        out: list[Stated | Act] = [*filled.facts]
        if kind == "roll" and not slots and not rolls and acted is not None:
            raise NotUnderstood("missing", clause.text[clause.start : clause.end], clause.end, clause.end, ("NUM",))
        if rolls:
            out.append(Stated("rolls", rolls))
            if kind == "roll" and (not {"purpose", "dice", "units", "side", "odds"} & slots.keys() or acted is not None and slots.get("purpose") == "crossing"):
                return out
        if clause.negated and "why" in clause.said and not self.question:
            pass  # why can't 203Art advance: whether it can is what the answer rests on
        elif clause.negated and kind in ("advance", "retreat", "move"):
            kind, slots = "stay", {key: value for key, value in slots.items() if key in ("units", "side", "all")}
        elif clause.negated:
            slots["not"] = True
        if "odds" in slots and kind not in ("need", "odds_of", "chances"):
            filled.claims["odds"] = slots.pop("odds")
        if filled.claims:
            out.append(Stated("claims", filled.claims))
        if clause.described:
            slots["described"] = clause.described
        if clause.asked and not self.question:
            slots["question"] = True
        out.insert(len(filled.facts), Act(kind, slots, clause.text[clause.start : clause.end], clause.start, clause.end))
        return out

    def _stack(self, slots: dict[str, Any], clause: Clause) -> None:
        """A stack that is named by its hex: all that stands there acts."""
        if not self.group or "units" in slots:
            return
        if "all" in slots and "from" not in slots and "at" not in slots and len(slots.get("path", ())) == 2 and not clause.dashed:
            slots["from"], slots["to"] = slots.pop("path")
        if "from" in slots and not clause.pronoun:
            slots["all"] = True

    def _take_over(self, slots: dict[str, Any], clause: Clause, acted: Act | None) -> None:
        """A clause without a subject speaks of the units of the act before it."""
        if not self.inherit or not self.units_slot or acted is None or "units" not in acted.slots or "units" in slots or "all" in slots:
            return
        named = {"at", "markers", "side"} & slots.keys() or (self.preset and not self.subject) or self.kind in ("roll", "call_off", "resolve", "overstacked")
        if clause.pronoun or "units" in self.required or not named:
            slots["units"] = acted.slots["units"]

    def _check(self, slots: dict[str, Any], clause: Clause) -> None:
        """Raise NotUnderstood for what the act cannot do without."""
        missing: tuple[str, ...] = ()
        for name in self.required:
            if name == "route" and {"to", "path"} & slots.keys():
                continue
            if name not in slots and not (name == "units" and "all" in slots):
                missing = (name,)
                break
        else:
            if self.needs and not clause.negated and not any(name in slots for name in self.needs):
                missing = (self.needs[0],)
            elif self.subject and not clause.negated and not {"units", "all"} & slots.keys():
                missing = ("units",)
        if missing:
            at = clause.start if missing == ("units",) else clause.end
            raise NotUnderstood("missing", clause.text[clause.start : clause.end], at, at, missing)


def _described(item: Item, clause: Clause) -> str | None:
    """The unit that a state is said of: the STOPPED 16Pz; before the verb also 16Pz STOPPED, which behind it is what comes of the act."""
    for other in clause.items:
        if other.type == "UNIT" and (other.start >= item.end or item.before):
            between = clause.text[item.end : other.start] if other.start >= item.end else clause.text[other.end : item.start]
            if not between.strip(" ,"):
                return str(other.value)
    return None


def _travel(filled: Filled, slots: dict[str, Any]) -> None:
    """Put the hexes of a way in order: through, then to. One hex is where it ends; the start is not said twice."""
    route = filled.route
    if not route:
        return
    if len(route) > 1:
        inner = {name for _, leg in route for name in leg[1:-1]}  # 2606-2607-2608 through Proskurov
        route = [leg for leg in route if len(leg[1]) > 1 or leg[1][0] not in inner]
        route.sort(key=lambda leg: leg[0])
    path = tuple([name for _, leg in route for name in leg])
    if len(path) > 1 and path[0] in (slots.get("from"), slots.get("from2")):
        path = path[1:]
    if len(path) == 1:
        slots["to"] = path[0]
    else:
        slots["path"] = path


def _leg(item: Item) -> int:
    """Order of a leg of a way: what it goes through comes before what it goes to; the rest keeps its place."""
    return 0 if item.prep & BY and not item.prep & TO else 1


def _claim(slots: dict[str, Any], clause: Clause) -> list[Stated | Act]:
    claims = {key[6:]: value for key, value in slots.items() if key.startswith("claim_")}
    if not claims:
        raise NotUnderstood("missing", clause.text[clause.start : clause.end], clause.end, clause.end, ("ODDS", "VERDICT", "RESULT"))
    return [Stated("claims", claims)]


def _one(item: Item, item_type: str) -> Any:
    """The value of an item in a slot of that type."""
    if item_type == "aid":
        return _aid(item)
    if item_type == "marker":
        return item.value[1]
    if item_type == "hex":
        return item.value[0]
    if item_type == "hexes":
        return "/".join(sorted(item.value))
    return item.quantity if item_type.startswith("count:") else item.value


def _aid(item: Item) -> Aid:
    if item.type == "MARKER":
        return Aid(item.value[0], item.value[1], 1)
    if item.type == "UNIT":
        return Aid("unit", item.value, 1, bool(item.prep & SUPPORT))
    return Aid("air" if item.value == "air_superiority" else str(item.value), None, max(item.quantity, 1) if item.quantity != 0 else 0)


def _label(item_type: str) -> str:
    """The key of the label for what fills a slot of this type."""
    if item_type.startswith("count:"):
        return item_type
    if item_type.startswith("="):
        return item_type[1:]
    if item_type in ("path", "route", "hexes"):
        return "path"
    return {"target_unit": "UNIT", "markerkind": "MARKER"}.get(item_type, item_type.upper())
