"""Clauses that go on with the act before: more places of it, who is left out of it, its name, its end, the same again."""

from __future__ import annotations

from collections.abc import Container, Iterable, Mapping
from typing import Any

from adjudicator.ground.declaration import Seen
from adjudicator.language.model import Act, Aid
from adjudicator.sentences.clauses import AT_ONCE, MOVES
from adjudicator.sentences.frames import EMPTY, FIGHTS, Frame, Frames, items
from adjudicator.sentences.going import travel
from adjudicator.sentences.roles import Filler
from adjudicator.sentences.tree import Clause, Verb


def more_places(clause: Clause, acted: Act, text: str) -> bool:
    """… from 3009 and 10Tk from 3110: one more unit of the same attack with its own hex, or with a place that is told back."""
    row = items(clause)
    units = tuple(item.thing.value for item in row if item.thing.type == "UNIT")
    plain = [
        item for item in row if item.thing.type == "NOUN" and "from" in item.how and item.thing.num is None and item.thing.label is None and not item.inner
    ]
    if clause.kind == "gap" and acted.kind == "attack" and units and len(plain) == 1 and len(row) == len(units) + 1 and "target" in acted.slots:
        acted.slots["units"] = (*acted.slots.get("units", ()), *units)
        acted.slots["passing"] = (*acted.slots.get("passing", ()), text[plain[0].thing.start : plain[0].thing.end])
        return True
    hexes = tuple(item.thing.value for item in row if item.thing.type == "HEX" and "from" in item.how)
    if clause.kind != "gap" or acted.kind not in FIGHTS or not units or len(hexes) != 1 or len(row) != len(units) + 1 or "target" not in acted.slots:
        return False
    known = acted.slots.get("units", ())
    first = acted.slots.get("from", ())
    places = acted.slots.get("places") or {unit: first[0] for unit in known if len(first) == 1}
    acted.slots["units"] = (*known, *units)
    acted.slots["from"] = tuple(dict.fromkeys((*first, *hexes)))
    acted.slots["places"] = {**places, **dict.fromkeys(units, hexes[0])}
    return True


def called(clause: Clause, acted: Act, frames: list[Frame]) -> bool:
    """Three companies into 2011. That's an attack: the deed before is called by its name."""
    verb = clause.verb
    things = [thing for thing in clause.things() if thing.type != "PRON"]
    if verb is None or not {"be", "there"} & set(verb.senses) or verb.negated or verb.modal or clause.asked or clause.subs or len(things) != 1:
        return False
    if things[0].det not in ("indef", "poss") or things[0].mods or things[0].num is not None or things[0].of or things[0].own:
        return False
    kind = next((frame.kind for frame in frames if frame.aims and not frame.ask and frame.nouns & set(things[0].nouns())), "")
    goes = acted.kind in ("move", "advance") and isinstance(acted.slots.get("to"), str)
    if kind and goes and set(acted.slots) <= {"units", "all", "to", "from", "across", "aids", "passing", "described"}:
        acted.kind = kind
        acted.slots["target"] = acted.slots.pop("to")
    return bool(kind) and acted.kind == kind


def left_out(clause: Clause, acted: Act) -> bool:
    """…, but not 27: a unit that the act leaves out."""
    row = items(clause)
    if clause.link != "but_not" or clause.asked or clause.verb is not None and clause.verb.lemma or not row or any(item.thing.type != "UNIT" for item in row):
        return False
    _leave_out(acted, [item.thing.value for item in row])
    return True


def _leave_out(acted: Act, units: Iterable[Any]) -> None:
    """The act is done without these units."""
    acted.slots["without"] = (*acted.slots.get("without", ()), *(Aid("unit", unit, 1, False) for unit in units))


CONTRARY = {"retreat", "advance"}
"""Two deeds that are never one journey."""
GOING_TO = frozenset(("to", "path", "at", "edge"))
"""Slots of where those go who are gone along with."""


def joins_in(clause: Clause, acted: Act, frames: list[Frame], sides: Mapping[str, str]) -> bool:
    """16Pz attacks 2119. 19Pz joins in, joins it from 2217, 19Pz too: it does the same; or does not join in: it is left out. Nobody joins his enemy."""
    verb, row = clause.verb, items(clause)
    words = {word for word, _, _ in clause.adverbs}
    same = "join" in verb.senses if verb is not None else bool({"also", "too"} & words)
    if verb is not None and (verb.modal or verb.perfect) or not same or clause.asked or clause.subs or clause.wh:
        return False
    who = [item.thing for item in row if item.thing.type == "UNIT" and (verb is None or {"subj", "with"} & item.how) and not item.thing.mods]
    places = [item.thing.value for item in row if item.thing.type == "HEX" and "from" in item.how]
    rest = [item.thing for item in row if item.thing.type != "UNIT" and item.thing.value not in places]
    said = all(thing.type == "PRON" or {"combat", acted.kind} & set(thing.nouns()) and thing.num is None for thing in rest)
    goes = not places and acted.slots.keys() & GOING_TO  # 14 HQ goes along
    aims = sorted((frame for frame in frames if frame.kind == acted.kind and (frame.aims or goes and frame.group)), key=lambda frame: frame.name != acted.kind)
    known, units = acted.slots.get("units"), [thing.value for thing in who]
    if not who or len(who) + len(places) + len(rest) != len(row) or not said or not aims or not isinstance(known, tuple) or "question" in acted.slots:
        return False
    if len({sides[unit] for unit in (*known, *units) if unit in sides}) > 1:
        return False
    if not words <= {"also", "too", *EMPTY} or len(places) > 1 or places and verb is not None and verb.negated:
        return False
    if verb is not None and verb.negated:
        _leave_out(acted, units)
        return True
    slot, aid = next(
        ((slot, "aid" in types) for frame in aims for slot, types, rels, *_ in frame.roles if _takes_with(frame, slot, types, rels)), ("units", False)
    )
    slot, aid = ("units", False) if goes else (slot, aid)
    new = (Aid("unit", unit, 1, False) if aid else unit for unit in units if unit not in known)
    acted.slots[slot] = (*acted.slots.get(slot, ()), *new)
    if places:
        first = acted.slots.get("from", ())
        acted.slots["places"] = {**(acted.slots.get("places") or {unit: first[0] for unit in known if len(first) == 1}), **dict.fromkeys(units, places[0])}
        acted.slots["from"] = tuple(dict.fromkeys((*first, *places)))
    return True


def _takes_with(frame: Frame, slot: str, types: Iterable[str], rels: Container[str]) -> bool:
    """Whether those who are with the doer have this role: with 19Pz."""
    return "with" in rels and bool({"unit", "aid"} & set(types)) and slot[-1:] != "2" and not (slot == "units" and frame.helped)


def adds_to(clause: Clause, acted: Act, frames: list[Frame], text: str, sides: Mapping[str, str]) -> bool:
    """Whether a clause only says more of the act before it, which then has it."""
    return (
        more_places(clause, acted, text)
        or chosen(clause, acted)
        or named_deed(clause, acted, frames)
        or left_out(clause, acted)
        or joins_in(clause, acted, frames, sides)
        or ended(clause, acted, frames)
        or rests(clause, acted)
        or continues(clause, acted, frames)
        or called(clause, acted, frames)
    )


def ended(clause: Clause, acted: Act, frames: list[Frame]) -> bool:
    """… and is in supply: the state that an act ends in, where it has a role for one."""
    row = items(clause)
    states = [item.thing.value for item in row if item.thing.type == "STATUS"]
    if (
        clause.link != "and"
        or clause.asked
        or clause.verb is None
        or clause.verb.negated
        or clause.verb.modal
        or clause.verb.senses[:1] != ["be"]
        or len(states) != 1
        or any(item.thing.type not in ("STATUS", "PRON") for item in row)
        or not any(frame.kind == acted.kind and "state" in frame.slots for frame in frames)
        or any(frame.claims and acted.kind in frame.after for frame in frames)
        or "state" in acted.slots
    ):
        return False
    acted.slots["state"] = states[0]
    return True


def rests(clause: Clause, acted: Act) -> bool:
    """68Inf moves to 3012 and ends its move there with 75Inf: nothing more is done; who stands there is compared with the position."""
    verb = clause.verb
    goal = (acted.slots.get("path") or (acted.slots.get("to"),))[-1]
    if acted.kind not in MOVES or goal is None or verb is None or verb.negated or verb.modal or clause.asked or clause.subs or clause.wh:
        return False
    if clause.link not in ("and", "then", "comma") or not {"end", "stay"} & set(verb.senses) or verb.perfect:
        return False
    others: list[str] = []
    for phrase in clause.phrases:
        if "WITH" in phrase.rels and all(thing.type == "UNIT" and not thing.mods for thing in phrase.things):
            others += [str(thing.value) for thing in phrase.things]
        elif any(thing.nouns()[:1] not in (["move"], ["phase"], ["retreat"], ["advance"]) or thing.num or thing.label for thing in phrase.things):
            return False
    if not clause.phrases or any(word not in (*EMPTY, "here", "together") for word, _, _ in clause.adverbs):
        return False
    acted.slots["seen"] = (*acted.slots.get("seen", ()), *(Seen(other, str(goal), 0) for other in others))
    return True


def chosen(clause: Clause, acted: Act) -> bool:
    """…, the German chooses: whose choice the retreat was."""
    sides = [thing.value for thing in clause.things() if thing.type == "SIDE"]
    if acted.kind != "retreat" or clause.verb is None or "decide" not in clause.verb.senses or len(sides) != 1 or len(clause.things()) != 1 or clause.asked:
        return False
    return bool(acted.slots.setdefault("side", sides[0]) == sides[0])


def named_deed(clause: Clause, acted: Act, frames: list[Frame]) -> bool:
    """…, that is a Shock Attack; un enfrentamiento: the name of the deed before, which may say more closely what it was."""
    verb = clause.verb
    if clause.asked or clause.subs or clause.wh or clause.link in ("and", "or", "then", "but", "but_not"):
        return False
    if verb is not None and (verb.lemma not in ("be", "there") or verb.negated or verb.modal or verb.perfect or verb.past):
        return False
    things = [thing for thing in clause.things() if thing.type != "PRON"]
    if len(things) != 1 or things[0].type != "NOUN" or things[0].num not in (None, 1) or things[0].label or things[0].of or things[0].own:
        return False
    if things[0].det not in ("", "indef", "def") or things[0].mods or any(word not in EMPTY for word, _, _ in clause.adverbs):
        return False
    nouns = set(things[0].nouns())
    named = [frame for frame in frames if frame.nouns & nouns and not frame.ask]
    for frame in named:
        if acted.kind in frame.refines:
            loose = frame.refines[acted.kind]
            if loose and not acted.slots.pop(loose, False):
                continue
            acted.kind = frame.kind
            return True
    return any(frame.kind == acted.kind for frame in named)


def continues(clause: Clause, acted: Act, frames: list[Frame]) -> bool:
    """… and on to the north edge, and uses KG Br: what fills a role of the act before that stands open."""
    verb = clause.verb
    if _so_does(clause, acted) or _goes_along(clause, acted):
        return True
    if clause.link not in ("and", "then", "but") or clause.asked or verb is not None and (verb.negated or verb.passive or verb.modal):
        return False
    if (
        verb is not None
        and not {"move", "next_phase", "be", "add", "reach"} & set(verb.senses)
        or any(phrase.before and verb is not None for phrase in clause.phrases)
    ):
        return False
    for frame in frames:
        if frame.kind == acted.kind and not frame.ask:
            done = Filler(frame, clause, items(clause), None).fill()
            for name, values in done.lists.items():
                done.slots[name] = tuple(values)
            travel(done)
            if (
                done.cost <= 0
                and done.slots
                and not done.facts
                and not done.claims
                and set(done.slots) <= {"to_edge", "aids", "across"}
                and not set(done.slots) & (set(acted.slots) - {"aids"})
            ):
                aids = (*acted.slots.get("aids", ()), *done.slots.pop("aids", ()))
                acted.slots.update(done.slots)
                if aids:
                    acted.slots["aids"] = aids
                return True
    return False


def _goes_along(clause: Clause, acted: Act) -> bool:
    """16Pz retreats to 2118 and 1Trk goes with it: one more of those that go there."""
    verb, units = clause.verb, acted.slots.get("units")
    led = [phrase for phrase in clause.phrases if phrase.before and phrase.rels == {"none"}]
    joins = verb is not None and bool({"join", "joins"} & set(verb.senses))  # goes with it, joins it
    with_ = [phrase for phrase in clause.phrases if "WITH" in phrase.rels or joins and not phrase.before and phrase.things[0].type == "PRON"]
    goes = (
        verb is not None
        and (joins or bool({acted.kind, "move"} & set(verb.senses)))
        and not (verb.negated or verb.modal or verb.perfect or verb.past or verb.passive)
    )
    if not goes or acted.kind not in MOVES or clause.asked or clause.subs or not isinstance(units, tuple) or not {"to", "path"} & acted.slots.keys():
        return False
    new = tuple(str(thing.value) for phrase in led for thing in phrase.things if thing.type == "UNIT")
    others = [thing for phrase in with_ for thing in phrase.things]
    named = all(thing.type == "PRON" or thing.type == "UNIT" and thing.value in units for thing in others)
    if not (new and len(led) == 1 == len(with_) and len(clause.phrases) == 2 and named) or len(new) != len(led[0].things) or set(new) & set(units):
        return False
    acted.slots["units"] = (*units, *new)
    return True


def _so_does(clause: Clause, acted: Act) -> bool:
    """…, and so does 19Pz: one more of those that do it."""
    verb, units = clause.verb, tuple(thing.value for thing in clause.things() if thing.type == "UNIT")
    plain = verb is not None and verb.senses == ["do"] and not (verb.negated or verb.modal or verb.perfect or clause.asked or clause.subs)
    alone = len(clause.phrases) == 1 and len(units) == len(clause.things()) and clause.phrases[0].rels == {"none"}
    if not (plain and alone) or not isinstance(acted.slots.get("units"), tuple) or set(units) & set(acted.slots["units"]):
        return False
    if acted.slots.pop("not", None):  # 19Pz does not attack 2119, 16Pz does
        _leave_out(acted, acted.slots["units"])
        acted.slots["units"] = ()
    acted.slots["units"] = (*acted.slots["units"], *units)
    return True


def echoed(clause: Clause, acted: Act | None) -> None:
    """KG Ch in 2610 behind KG Br deploys in 2510; 52R to 3110 behind a retreat: the same act of another piece."""
    if acted is None or clause.verb is not None or clause.kind == "gap" or clause.link not in ("semi", "", "and", "but", "then"):
        return
    types = {thing.type for thing in clause.things()}
    rels = {rel for item in items(clause) if item.thing.type in ("HEX", "PATH") for rel in item.how}
    placing = acted.kind in ("deploy", "setup", "enter", "return") and "in" in rels and types == {"MARKER" if acted.kind == "deploy" else "UNIT", "HEX"}
    going = (
        acted.kind in ("move", "retreat", "advance")
        and types <= {"UNIT", "HEX", "PATH"}
        and ("to" in rels and ("UNIT" in types or clause.link in ("and", "then")) or clause.link == "then" and "UNIT" not in types)
    )
    if placing or going:
        clause.verb = Verb(clause.start, clause.start)
        clause.verb.lemma, clause.verb.senses = acted.kind, [acted.kind]
        for phrase in clause.phrases:
            phrase.before = phrase.before and any(thing.type in ("UNIT", "MARKER") for thing in phrase.things)


def carries_on(clause: Clause, deeds: list[Act], acted: Act, frames: Frames, noted: bool, text: str) -> bool:
    """Whether the one deed of a clause only goes on with the act before, which then takes it in; `noted`: behind a note without a verb."""
    if len(deeds) != 1 or not (repeats(clause, deeds[0], acted, frames) or goes_on(clause, deeds[0], acted, frames.ways, noted)):
        return False
    if acted.end < deeds[0].end:
        acted.text, acted.end = text[acted.start : deeds[0].end], deeds[0].end
    return True


def repeats(clause: Clause, act: Act, acted: Act, frames: list[Frame]) -> bool:
    """…, so 46 is activated: a deed that is nobody's twice, said again of the same things."""
    things = {name: value for name, value in act.slots.items() if name != "passing"}
    if clause.asked or not things or not any(frame.once and frame.kind == act.kind == acted.kind for frame in frames):
        return False
    doers = {unit for name in ("units", "by") for unit in acted.slots.get(name, ())}
    return all(set(value) <= doers if name in ("units", "by") else acted.slots.get(name) == value for name, value in things.items())


def goes_on(clause: Clause, act: Act, acted: Act, ways: Container[str] = MOVES, noted: bool = False) -> bool:
    """… and goes on to 2608, and uses KG Br, and stops there: more of the act before (`noted`: a note without a verb), of the same units.

    `ways`: kinds of acts that follow a path.
    """
    again = act.kind == acted.kind and clause.link == "colon" and set(act.slots) == {"units"}
    if again and set(act.slots["units"]) <= {*acted.slots.get("units", ()), *acted.slots.get("by", ())}:
        return True  # I let the ship act under 3 HQ: the ship is activated
    if clause.asked:
        return False
    before = [phrase for phrase in clause.phrases if phrase.before and phrase.end > phrase.start]  # a subject that was only thought of has no width
    led = {thing.value for phrase in before for thing in phrase.things[:1] if thing.type in ("UNIT", "SIDE", "HEX", "MARKER")}
    units = acted.slots.get("units")
    if acted.kind in ways and act.slots.get("units") == units and units and led <= set(units) and _travels(clause, act, acted, ways, bool(led)):
        return True
    if led:
        return False
    if act.kind == "resolve" and noted and acted.kind in ("loss", "resolve") and set(acted.slots) <= {"result", "units", "at", "target", "passing"}:
        acted.kind = "resolve"  # a D2 for 26 and 27: we carry it out
        return set(act.slots) <= {"units"}
    goal = act.slots.get("to") or act.slots.get("at")
    arrives = acted.kind == "trace" and act.kind in ("move", "enter", "can_reach") and clause.link in ("and", "then", "comma") and "path" in acted.slots
    if arrives and isinstance(goal, str) and act.slots.get("units") in (units, None) and set(act.slots) <= {"units", "to", "at", "passing"}:
        acted.slots["path"] = (*acted.slots["path"], goal)  # the line goes through 0417 and reaches 0418
        return True
    if act.kind == "stay" and acted.kind in ("move", "advance") and act.slots == {"units": units}:
        return True
    if (
        acted.kind in ("exit", "advance")
        and act.kind in ("move", "enter")
        and set(acted.slots) <= {"units", "at", "from"}
        and set(act.slots) <= {"units", "to", "at"}
    ):
        goal = act.slots.get("to") or act.slots.get("at")  # leaves 2606 and goes to 2607
        start = acted.slots.get("from") or acted.slots.get("at")
        if goal and start and act.slots.get("units") == units:
            acted.kind, acted.slots = "move", {"units": units, "from": start, "to": goal}
            return True
    if act.kind == "add_aids" and acted.kind in ("attack", "move", "probe") and set(act.slots) <= {"aids", "units", "passing", "role"}:
        if act.slots.get("units", units) != units or act.slots.get("role", "attack") != "attack" or "question" in acted.slots:
            return False
        for slot in ("aids", "passing"):  # I add one air point and use KG Br for the column shift
            if slot in act.slots:
                acted.slots[slot] = (*acted.slots.get(slot, ()), *act.slots[slot])
        return True
    return False


def ends(word: str, inner: Clause) -> bool:
    """Al retirarse de 1510 a 1511, on retreating to 1511: a deed that is told in a clause of time."""
    verb = inner.verb
    plain = word in AT_ONCE and verb is not None and verb.senses[:1] == ["retreat"] and not verb.negated
    return plain and any(thing.type in ("HEX", "PATH") for thing in inner.things())


def _travels(clause: Clause, act: Act, acted: Act, ways: Container[str], led: bool) -> bool:
    """Leaves 1510, passes 1511 and ends in 1512: start, way and goal of one journey, each told with a verb of its own."""
    ends = clause.verb is not None and bool({"ends", "end", "setup", "place", "deploy"} & set(clause.verb.senses))
    placed = act.kind in ("stay", "end_phase", "place", "setup") and ends or act.kind in ("enter", "arrive") and clause.link in ("and", "then", "comma")
    if not (act.kind in ways or placed) or set(act.slots) - {"units", "to", "path", "from", "at", "passing", "seen", "hexes"}:
        return False
    if {acted.kind, act.kind} == CONTRARY:
        return False  # it went back for its o1; now it advances into 1510
    slots, said = acted.slots, act.slots
    way = slots.get("path") or ((slots["to"],) if "to" in slots else ())
    more = said.get("path") or tuple(said[name] for name in ("to", "at") if name in said)
    if not more and "from" not in said or placed and not more:
        return False
    starts = "from" in said and "from" not in slots and said["from"] not in way  # goes to 1513; it sets out from 1510 and passes 1511
    if way and more and not (starts and len(way) == 1) and (led or clause.link not in ("and", "then", "comma")) and more != way[-1:]:
        return False  # another journey
    if any(name in said and slots.get(name, said[name]) != said[name] and said[name] not in way[-1:] for name in ("from", "hexes")):
        return False
    slots.update({name: said[name] for name in ("from", "hexes") if name in said and name not in slots and said[name] not in way[-1:]})
    hexes = [item for item in items(clause) if item.thing.type in ("HEX", "PATH") and "from" not in item.how]
    passed = bool(way and hexes) and all("via" in item.how and "in" not in item.how or "via" in item.how and "by" in item.how for item in hexes)
    if (passed or starts) and len(way) == 1 and clause.link != "then":
        way = (*more, *way)  # goes to 1513 and passes 1511 and 1512
    elif more != way[-1:]:
        way = (*way, *more)
    slots.pop("to", None)
    slots.pop("path", None)
    if way:
        slots["to" if len(way) == 1 else "path"] = way[0] if len(way) == 1 else way
    for name in ("passing", "seen"):
        if name in said:
            slots[name] = (*slots.get(name, ()), *said[name])
    acted.kind = act.kind if acted.kind == "move" and act.kind in ways else acted.kind  # goes through 1510 and advances to 1511
    return True


def shares_subject(clause: Clause, after: Clause) -> bool:
    """Whether a note of units alone stands before a clause whose subject are units, with *and* between them."""
    led = [phrase for phrase in after.phrases if phrase.before and phrase.rels == {"none"}]
    return (
        after.verb is not None
        and bool(led)
        and led[0].things[0].type == "UNIT"
        and bool(clause.phrases)
        and not (
            clause.subs
            or clause.adverbs
            or clause.link not in ("", "colon")
            or any(p.rels != {"none"} or t.type != "UNIT" for p in clause.phrases for t in p.things)
        )
    )
