"""Clauses taken apart and put together again: copies, one clause for each thing, clauses that go on with the act before."""

from __future__ import annotations

from collections.abc import Container, Mapping
from itertools import pairwise
from typing import Any

from adjudicator.language.model import Act, Aid, Stated
from adjudicator.sentences.frames import EMPTY, Frame, Item, items
from adjudicator.sentences.roles import Filler, travel
from adjudicator.sentences.tree import Chunk, Clause, Nominal, Verb, same_again

PLACING = frozenset(("setup", "deploy", "enter", "return"))
"""Deeds for which the hex that something is in is its goal."""


MOVES = frozenset(("move", "retreat", "advance"))
MOVING = frozenset(("move", "enter", "advance", "retreat", "debark", "dismount", "mount", "cross", "exit", "reach"))


PUT = frozenset(("setup", "deploy", "enter", "add", "end", "stay"))
"""Deeds whose participle only says where something is: put, placed, stacked there."""
AT_ONCE = frozenset(("TO|IN|AGAINST", "IN", "AFTER"))
"""What leads in a clause of time that has no subject of its own: al retirarse, on retreating, after retreating."""


def circumstance(main: Clause, inner: Clause, word: str) -> bool:
    """A clause that says more of a thing of another: stacked in 2010, to cancel Outflanked; at 5K-2Pz entering 2012, for entering 2012."""
    verb = inner.verb
    if verb is None or inner.kind not in ("pcp", "inf") or verb.perfect or verb.negated or not inner.phrases or inner.subs:
        return False
    senses, heads = set(verb.senses), set(main.verb.senses) if main.verb is not None else set()
    things = inner.things()
    if inner.kind == "inf" and "call_off" in senses and "call_off" not in heads and all(thing.type == "MARKER" for thing in inner.phrases[0].things):
        first = inner.phrases[0]
        main.phrases += [Chunk(frozenset(("AGAINST",)), first.things, first.start, first.end), *inner.phrases[1:]]
        return True
    if inner.kind == "pcp" and verb.passive and not senses & heads and senses & {"end", "setup", "deploy"} and [thing.type for thing in things] == ["HEX"]:
        main.phrases.append(Chunk(frozenset(("FROM",)), things, inner.start, inner.end, True))
        return True
    if "do" in heads:
        heads |= {noun for thing in main.things() for noun in thing.nouns()}
    fires = heads & {"fire", "direct_fire", "opportunity_fire", "attack"} and set(word.split("|")) & {"FOR", "BY", "CAUSE", "IN"}
    put = inner.kind == "pcp" and verb.passive and bool(senses & PUT) and not any("BY" in phrase.rels for phrase in inner.phrases)
    if not put and (not senses & MOVING or senses & heads or verb.passive or inner.kind == "inf" and not fires):
        return False
    last = next(
        (phrase for phrase in reversed(main.phrases) if phrase.end <= verb.start and ("none" not in phrase.rels if main.verb is None else not phrase.before)),
        None,
    )
    if last is None or last.things[-1].type != "UNIT" or last.things[-1].end < last.end:
        return False
    if inner not in last.things[-1].clauses:
        last.things[-1].clauses.append(inner)
    return True


def told_meanwhile(main: Clause, frames: list[Frame]) -> None:
    """Hang what goes on meanwhile on the thing that does it."""
    said = {noun for thing in main.things() for noun in thing.nouns()} | set(main.verb.senses if main.verb is not None else ())
    reacts = any(frame.reacts & said for frame in frames)
    main.subs = [(word, [one for one in inners if word not in ("while", "because") or not meanwhile(main, one, reacts)]) for word, inners in main.subs]


def meanwhile(main: Clause, inner: Clause, reacts: bool = False) -> bool:
    """Fires at 5K-2Pz as it moves into 2011: what a clause with a pronoun says of the unit that was named last, as a relative clause would.

    `reacts`: the deed answers a move, so that whatever goes on meanwhile is what its target does: when 5K-2Pz enters 2011, 1Su85-AT fires.
    """
    verb = inner.verb
    led = [phrase for phrase in inner.phrases if phrase.before]
    last = next((phrase for phrase in reversed(main.phrases) if not phrase.before and phrase.things[-1].type == "UNIT"), None)
    if verb is None or verb.negated or verb.passive or verb.perfect or inner.subs or main.verb is None or main.asked:
        return False
    if reacts:
        doers = [thing for phrase in led or inner.phrases for thing in phrase.things if thing.type == "UNIT"]
        aimed = last if last is not None and not last.rels & {"WITH", "BY", "SUPPORT"} else None
        if len(doers) > 1 or doers and aimed is not None and doers[0].value != aimed.things[-1].value or not doers and aimed is None:
            return False
        other = copied(inner)
        other.phrases = [phrase for phrase in inner.phrases if all(thing.type in ("HEX", "PATH", "NOUN") for thing in phrase.things)]
        if doers and aimed is None:
            aimed = Chunk(frozenset(("AGAINST",)), [bare_of(doers[0])], main.end, main.end)
            main.phrases = [*(p for p in main.phrases if not ("IN" in p.rels and p.things[0].type == "PRON")), aimed]
            main.verb.clitics = [clitic for clitic in main.verb.clitics if clitic not in ("le", "lo")]
        assert aimed is not None
        aimed.things[-1].clauses.append(other)
        return True
    if last is None or last is not next((phrase for phrase in reversed(main.phrases) if not phrase.before), None):
        return False
    if len(led) != 1 or [thing.type for thing in led[0].things] != ["PRON"] or led[0].things[0].value not in ("it", "they", "he"):
        return False
    if not MOVING & set(verb.senses) or "none" in last.rels or [thing.type for thing in inner.things()] != ["PRON", "HEX"]:
        return False
    other = copied(inner)
    other.phrases = [phrase for phrase in inner.phrases if phrase is not led[0]]
    last.things[-1].clauses.append(other)
    return True


def distance(slots: Mapping[str, Any]) -> Stated | None:
    """Two hexes off: how far the one who acts, or who watches, is from what is aimed at. None if either is not said in the clause itself."""
    near, amount, _, _ = slots["_away"]
    watchers = [unit for unit in slots.get("observers", ()) if unit == near]
    doer = next(iter((*watchers, *slots.get("units", ()), *slots.get("from_units", ()))), None)
    aim = slots.get("target") or next(iter(slots.get("target_units", ())), None)
    return None if doer is None or aim is None else Stated(f"distance[{'/'.join(sorted((doer, aim)))}]", amount)


def shown(frame: Frame, act: Act, inner: Clause) -> bool:
    """At 5K-2Pz, which enters 2012: what the target is doing says where it is."""
    hexes = [thing.value for thing in inner.things() if thing.type == "HEX"]
    if not frame.aims or inner.verb is None or inner.verb.negated or "target" in act.slots or "target_units" not in act.slots or len(hexes) != 1:
        return False
    act.slots["target"] = hexes[0]
    return True


def split(clause: Clause) -> list[Clause]:
    """Retreats 47R to 3009 and 52R to 2910: a deed of each thing, where each has its own goal."""
    verb = clause.verb
    loses = verb is not None and bool({"loss", "remove"} & set(verb.senses)) and not clause.asked
    counts = [p for p in clause.phrases if len(p.things) > 1 and all(t.num is not None or t.det == "indef" for t in p.things)]
    counted = counts[0] if counts and (loses or verb is None and len(clause.phrases) == 1) else None
    if counted is not None and all(thing.nouns() and (thing.of or thing.own) for thing in counted.things):
        shares: list[Clause] = []
        for thing in counted.things:  # two steps from 44GdR, one from 62R
            share = copied(clause)
            share.phrases = [p if p is not counted else Chunk(counted.rels, [thing], thing.start, thing.end, p.before) for p in clause.phrases]
            share.start, share.end = (thing.start, thing.end) if verb is None or shares else (clause.start, thing.end)
            share.subs = [] if shares else clause.subs
            shares.append(share)
        return shares
    more = next((p for p in clause.phrases if verb is not None and _same_deed(clause, p)), None)
    if more is not None:  # 14 moves to 0311, 17 to 0511, 25 to 0711
        alone = copied(clause)
        alone.phrases.remove(more)
        deeds = [alone]
        for thing in more.things:
            other = copied(clause)
            other.link, other.subs = "and", []
            other.phrases = [Chunk(more.rels, [bare_of(thing)], more.start, more.end, True), *(Chunk(p.rels, p.things, p.start, p.end) for p in thing.own)]
            deeds.append(other)
        return deeds
    phrase = next((p for p in clause.phrases if sum(bool(thing.own) for thing in p.things) > 1), None)
    if (
        phrase is None
        or verb is None
        or {"attack", "probe"} & set(verb.senses)
        or not any(t.type == "HEX" for thing in phrase.things for p in thing.own for t in p.things)
        or not PLACING & set(verb.senses)
        and not any("TO" in p.rels for thing in phrase.things for p in thing.own)
    ):
        return [clause]
    found: list[Clause] = []
    group: list[Nominal] = []
    first, last = phrase.things[0], phrase.things[-1]
    place = clause.phrases.index(phrase) + 1
    for after in clause.phrases[place : place + 1]:  # … and 52R from 3010 to 3110: the last goal is the last one's
        if last.own and any(after.rels & own.rels for own in first.own) and not any(after.rels & own.rels for own in last.own):
            last.own = [*last.own, after]
            clause = copied(clause)
            clause.phrases.remove(after)
    for thing in phrase.things:
        group.append(thing)
        if thing.own:
            other = copied(clause)
            place = other.phrases.index(phrase)
            own = [Chunk(p.rels, p.things, p.start, p.end) for p in thing.own]
            bare = [bare_of(one) for one in group]
            other.phrases[place : place + 1] = [Chunk(phrase.rels, bare, phrase.start, phrase.end, phrase.before), *own]
            if found:
                other.link = "and"
            found.append(other)
            group = []
    if group:
        return [clause]
    return found


def _same_deed(clause: Clause, phrase: Chunk) -> bool:
    """Units behind the verb, each with a goal of its own, where the subject has its goal: they do the same."""
    place = clause.phrases.index(phrase)
    before = clause.phrases[:place]
    rels = {rel for p in before if not p.before and all(thing.type in ("HEX", "PATH") for thing in p.things) for rel in p.rels} - {"none"}
    return bool(
        place
        and not phrase.before
        and phrase.rels == {"none"}
        and rels
        and before[0].before
        and before[0].things[0].type == "UNIT"
        and all(thing.type == "UNIT" and thing.own and all(p.rels & rels for p in thing.own) for thing in phrase.things)
    )


def bare_of(thing: Nominal) -> Nominal:
    """The thing without the phrases of its own."""
    other = Nominal(thing.means, thing.start, thing.end)
    for name in ("det", "num", "label", "mods", "of", "apposed", "clauses", "unknown"):
        setattr(other, name, getattr(thing, name))
    return other


def senses_of(verb: Verb) -> set[str]:
    """What a verb may mean."""
    return set(verb.senses)


def copy_of(item: Item) -> Item:
    """The item again, its relations free to change."""
    return Item(item.thing, item.how, item.group, item.before, item.inner, item.owner)


def copied(clause: Clause) -> Clause:
    """The clause again, its lists free to change."""
    other = Clause(clause.kind)
    other.link, other.asked, other.stranded = clause.link, clause.asked, clause.stranded
    other.start, other.end = clause.start, clause.end
    if clause.verb is not None:
        other.verb = Verb(clause.verb.start, clause.verb.end)
        for name in Verb.__slots__:
            setattr(other.verb, name, getattr(clause.verb, name))
    other.phrases = list(clause.phrases)
    other.adverbs = list(clause.adverbs)
    other.wh = list(clause.wh)
    other.subs = list(clause.subs)
    return other


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
    if (
        clause.kind != "gap"
        or acted.kind not in ("attack", "probe")
        or not units
        or len(hexes) != 1
        or len(row) != len(units) + 1
        or "target" not in acted.slots
    ):
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
    acted.slots["without"] = (*acted.slots.get("without", ()), *(Aid("unit", item.thing.value, 1, False) for item in row))
    return True


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
    passed = bool(way) and all("via" in item.how and "in" not in item.how or "via" in item.how and "by" in item.how for item in hexes)
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


def elide(clause: Clause, model: Clause) -> None:
    """…, B over the bridge: the verb of the clause before."""
    clause.verb = model.verb
    said = next((phrase.things[0] for phrase in model.phrases if not phrase.before and "none" in phrase.rels), None)
    counts = said is not None and bool(said.nouns()) and (said.num is not None or said.det == "indef")
    doer = clause.phrases[0].things[-1] if clause.phrases else None
    if counts and said is not None and doer is not None and doer.type in ("SIDE", "UNIT") and doer.label is not None and doer.label[0] == "NUM":
        more = Nominal(said.means, doer.end, doer.end)  # Dump-1 pays 1 token and the Soviets 2 from Dump-2
        more.num, doer.label = doer.label[1], None
        clause.phrases.insert(1, Chunk(frozenset(("none",)), [more], doer.end, doer.end))
    if said is not None and doer is not None and doer.type == "NOUN" and set(doer.nouns()) & set(said.nouns()):
        clause.phrases[0].before = False  # engages the support in 4420, then the support in 4319
    for phrase in clause.phrases[1:]:
        phrase.before = False
        if said is not None and said.nouns() and [thing.type for thing in phrase.things] in (["NUM"], ["PRON"], ["UNK"]):
            same_again(phrase.things[0], said)
    clause.asked = model.asked


def attended(parts: list[Stated | Act], frames: list[Frame]) -> list[Stated | Act]:
    """What is said before the deed that it attends (1 point suppresses 3010, then 16Pz attacks it) stands behind it, as if it had been said there."""
    attends: dict[str, frozenset[str]] = {}
    for frame in frames:
        if frame.attends:
            attends[frame.kind] = attends.get(frame.kind, frozenset()) | frame.attends
    out = list(parts)
    for first, second in reversed(list(pairwise(part for part in parts if isinstance(part, Act)))):
        aims = {one.slots["target"] for one in (first, second) if "target" in one.slots}
        if second.kind in attends.get(first.kind, ()) and len(aims) < 2:
            out.remove(first)
            out.insert(out.index(second) + 1, first)
    return out
