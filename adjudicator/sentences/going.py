"""One way told in several clauses: leaves 3005, crosses the river to 3007 and stops at 3009; supply for 47R: it goes through 1203 and ends at 1201."""

from __future__ import annotations

from itertools import groupby, pairwise

from adjudicator.language.model import Act
from adjudicator.sentences.beside import Filled
from adjudicator.sentences.frames import EMPTY, FIGHTS, LAND
from adjudicator.sentences.tree import Chunk, Clause, Nominal

GOING = frozenset(("move", "retreat", "withdraw", "advance", "trace", "cross"))
"""Verbs that a way may be told with."""
LEGS = GOING | {"enter", "exit", "leave", "reach", "stay", "end", "setup"}
"""Verbs that tell a stretch of it, its start or its end."""
LINES = frozenset(("supply", "comms", "path", "source"))
"""Nouns for a line that is drawn."""
HOW = EMPTY | {"under_way", "away", "forward"}
WAY = frozenset(("NOUN", *LAND))


def gathered(clauses: list[Clause]) -> list[Clause]:
    """The clauses with each way in one of them."""
    found: list[Clause] = []
    for clause, after in zip(clauses, [*clauses[1:], None], strict=True):
        _starts(clause)
        _goals(clause)
        announced = bool(found) and clause.link == "colon" and _is_announced(found[-1])
        if found and (announced or _is_base(found[-1])) and _is_leg(clause, found[-1]):
            _merge(found[-1], clause, after is None or not _is_leg(after, found[-1]))
        else:
            found.append(clause)
    return found


def waits(clause: Clause) -> bool:
    """I trace a supply line for 47R: whether a way follows that is still to be told."""
    return _is_base(clause) and bool(LINES & _nouns(clause)) and not any(_is_way(phrase) for phrase in clause.phrases) and not clause.asked


def _nouns(clause: Clause) -> set[str]:
    return {noun for thing in clause.things() for noun in thing.nouns()}


def _is_way(phrase: Chunk) -> bool:
    return all(thing.type in ("HEX", "PATH") and thing.det != "or" for thing in phrase.things)


def _is_plain(clause: Clause) -> bool:
    """Whether a clause says that something is done, now, whatever it is."""
    verb = clause.verb
    if clause.wh or clause.stranded or clause.kind == "gap" or any(thing.det == "no" for thing in clause.things()):
        return False
    return verb is None or not (verb.negated or verb.perfect or verb.past) and verb.modal in ("", "will", "go", "want", "can")


def _is_base(clause: Clause) -> bool:
    """Whether a clause may begin a way: somebody goes somewhere, or a line is drawn."""
    if not _is_plain(clause):
        return False
    senses = set(clause.verb.senses) if clause.verb is not None else set()
    way = any(_is_way(phrase) for phrase in clause.phrases)
    if senses & FIGHTS and not senses & {"move", "trace"}:
        return False
    if LINES & _nouns(clause):
        return not senses or bool(senses & (LEGS | {"do", "announce", "have", "be", "claim"}))
    first = set(clause.verb.senses[:1]) if clause.verb is not None else set()
    behind = [phrase for phrase in clause.phrases if not phrase.before]
    into = first == {"enter"} and len(behind) == 1 and _is_way(behind[0]) and "none" in behind[0].rels  # enters 3006, not at 2001
    starts = bool(first & {"exit", "leave"}) or {"setup", "next_phase"} <= senses and clause.verb is not None and not clause.verb.passive
    done = first == {"do"} and any(_is_way(phrase) and "none" in phrase.rels for phrase in behind)  # it does 2010, 2011 and stops in 2012
    return way and (clause.verb is None or starts or into or done or bool(senses & GOING) and not first & {"enter", "setup"})


def _is_announced(clause: Clause) -> bool:
    """Advance by 1Lt: a deed of going, of which the way is still to be told."""
    verb = clause.verb
    goes = verb is not None and bool(verb.senses) and verb.senses[0] in GOING
    return goes and _is_plain(clause) and any(thing.type == "UNIT" for thing in clause.things()) and not any(_is_way(p) for p in clause.phrases)


def _is_leg(clause: Clause, base: Clause) -> bool:
    """Whether a clause only goes on with the way of the one before."""
    verb = clause.verb
    reasons = all(word in ("because", "although") for word, _ in clause.subs)
    if verb is None or not _is_plain(clause) or verb.passive or not reasons or (verb.modal and not base.asked) or clause.asked and not base.asked:
        return False
    if clause.link not in ("", "and", "then", "comma", "colon") or any(word not in HOW for word, _, _ in clause.adverbs):
        return False
    line = bool(LINES & _nouns(base))
    if not set(verb.senses) & LEGS and not (verb.senses[:1] == ["be"] and LINES & _nouns(clause)):
        return False
    if not line and set(verb.senses[:1]) & {"exit"} or set(verb.senses) & FIGHTS and not set(verb.senses[:1]) & LEGS:
        return False
    hexes = [phrase for phrase in clause.phrases if _is_way(phrase)]
    rest = [thing for phrase in clause.phrases if phrase not in hexes for thing in phrase.things]
    if any(thing.of or thing.own or thing.clauses or thing.num is not None or thing.label is not None for thing in rest):
        return False
    return bool(hexes) and all(_is_light(thing) for thing in rest)


def _is_light(thing: Nominal) -> bool:
    """Whether a thing of a leg is who goes, the line itself, or the ground that is crossed."""
    if thing.type == "PRON":
        return thing.value in ("it", "he", "they", "first")
    return thing.type in WAY and (thing.type in LAND or bool({*LINES, "road", "rail", "river", "edge", "map", "move"} & set(thing.nouns())))


def _starts(clause: Clause) -> None:
    """From its start in 2008, out of its starting hex 2008: from 2008."""
    for phrase, place in pairwise(list(clause.phrases)):
        if [thing.nouns()[:1] for thing in phrase.things] == [["start"]] and _is_way(place) and not phrase.things[0].label and "TO" not in place.rels:
            place.rels = frozenset(("FROM",))
            clause.phrases.remove(phrase)


def _goals(clause: Clause) -> None:
    """Moves through 3006 and 3007 to reach 3008; sets off for 3009, passing 3006 and 3007: the hexes of what hangs on it are of its way."""
    verb = clause.verb
    if verb is None or not set(verb.senses) & GOING or not any(_is_way(phrase) for phrase in clause.phrases):
        return
    for word, inners in list(clause.subs):
        if not inners:
            continue
        inner = inners[0]
        leads = word == "pcp" and inner.end <= verb.start and inner.verb is not None and bool({"leave", "exit"} & set(inner.verb.senses))
        if (word == "AFTER" or leads) and inner.verb is not None and set(inner.verb.senses) & LEGS and [len(phrase.things) for phrase in inner.phrases] == [1]:
            start = inner.phrases[0]
            if _is_way(start) and not inner.subs and not inner.verb.negated and not any("FROM" in phrase.rels for phrase in clause.phrases):
                clause.subs.remove((word, inners))
                clause.phrases.append(Chunk(frozenset(("FROM",)), start.things, start.start, start.end))  # after arriving in 0226, leaving 0226
            continue
        if len(inners) > 1 or inner.verb is None or inner.verb.negated or inner.verb.perfect or inner.subs or inner.wh or inner.kind not in ("inf", "pcp"):
            continue
        through = inner.kind == "pcp" and bool({"move", "cross"} & set(inner.verb.senses)) and any("none" in p.rels or "VIA" in p.rels for p in inner.phrases)
        last = (
            inner.kind == "inf"
            and bool({"reach", "end", "stay", "enter", "move"} & set(inner.verb.senses))
            or inner.kind == "pcp"
            and bool({"end", "stay", "reach"} & set(inner.verb.senses))
        )
        if not (through or last) or not inner.phrases or not all(_is_way(phrase) for phrase in inner.phrases) or "WITHOUT" in word:
            continue
        clause.subs.remove((word, inners))
        _add(clause, list(inner.phrases), through)
        clause.adverbs += inner.adverbs


def _add(clause: Clause, hexes: list[Chunk], inside: bool) -> None:
    """More hexes of the way: `inside` those before its goal."""
    goal = [phrase for phrase in clause.phrases if _is_way(phrase) and not phrase.before and not phrase.rels & {"FROM"}]
    more = [phrase for phrase in hexes if not (phrase.rels & {"FROM"} and "VIA" not in phrase.rels and "OF" not in phrase.rels)]
    starts = [phrase for phrase in hexes if phrase not in more]
    names = [name for phrase in goal for name in _names(phrase)]
    new = [name for phrase in more for name in _names(phrase)]
    if names and new and (names == new[-1:] or names[-1] == new[0]):  # to 3010; the route is 3006, 3007, 3010
        goal, names = ([], []) if names == new[-1:] else (goal, names)
    way = [*more, *goal] if inside else [*goal, *more]
    kept = [phrase for phrase in clause.phrases if phrase not in goal]
    clause.phrases = kept + starts
    for phrase in way:
        for thing in phrase.things:
            rels = frozenset(("TO",)) if thing is way[-1].things[-1] else frozenset(("VIA",))
            clause.phrases.append(Chunk(rels, [thing], thing.start, thing.end))


def _names(phrase: Chunk) -> list[str]:
    return [str(name) for thing in phrase.things for name in (thing.value if thing.type == "PATH" else [thing.value])]


def _merge(base: Clause, leg: Clause, last: bool) -> None:
    """Put a leg (the `last` one?) into the clause that the way began in; a verb that only says where it starts gives way to the next one."""
    verb, more = base.verb, leg.verb
    assert more is not None
    if verb is not None and "move" in verb.senses and "advance" not in verb.senses and more.senses[:1] == ["advance"]:
        verb.senses = ["advance", *verb.senses]  # a way that ends in an advance is one
    if verb is not None and not set(verb.senses) & GOING or verb is not None and set(verb.senses[:1]) & {"setup", "exit", "leave", "enter"}:
        starts = set(verb.senses[:1]) & {"setup", "exit", "leave"}
        for phrase in base.phrases:
            if _is_way(phrase) and not phrase.before and starts and "FROM" not in phrase.rels:
                phrase.rels = frozenset(("FROM",))
        if not LINES & _nouns(base) and {"move", "enter"} & set(more.senses):
            base.verb = more
            more.modal = verb.modal
            more.senses = [*(["move"] if "move" not in more.senses and starts else []), *more.senses]  # starts in 3005, enters 3006
    hexes = [phrase for phrase in leg.phrases if _is_way(phrase)]
    if set(more.senses[:1]) & {"setup", "exit", "leave"} and not any(_is_way(phrase) and not phrase.before for phrase in base.phrases):
        for phrase in hexes:
            phrase.rels = frozenset(("VIA",))  # the line begins in 1206
    for phrase in leg.phrases:
        behind = next((other.things[0] for other in hexes if other.start >= phrase.end), None)
        if [thing.type for thing in phrase.things] == ["TERRAIN"] and behind is not None and behind.type == "HEX":
            behind.mods.append(phrase.things[0].means)  # ends in the wood in 2012: it is that hex which is wood
        elif not _is_way(phrase) and any(thing.type in LAND or "river" in thing.nouns() for thing in phrase.things):
            base.phrases.append(Chunk(frozenset(("ACROSS",)) if "none" in phrase.rels else phrase.rels, phrase.things, phrase.start, phrase.end))
    goal = [phrase for phrase in base.phrases if _is_way(phrase) and not phrase.before]
    passed = last and len(goal) == 1 and goal[0].rels <= {"TO"} and all("VIA" in phrase.rels and "TO" not in phrase.rels for phrase in hexes)
    _add(base, hexes, passed or any(word == "under_way" for word, _, _ in leg.adverbs))  # goes to 0220, and passes 0225 and 0224
    base.end = max(base.end, leg.end)
    base.subs += leg.subs


def routed(clause: Clause, acted: Act) -> bool:
    """The route is 3006, 3007 and 3010: the way of the move that was declared before."""
    way = [phrase for phrase in clause.phrases if _is_way(phrase)]
    rest = [thing for phrase in clause.phrases if phrase not in way for thing in phrase.things]
    senses = clause.verb.senses if clause.verb is not None else ["be"]
    if acted.kind not in ("move", "advance", "retreat") or "path" in acted.slots or clause.asked or not _is_plain(clause) or clause.subs or clause.adverbs:
        return False
    if senses[:1] not in (["be"], ["move"]) or len(rest) != 1 or "path" not in rest[0].nouns() or rest[0].of or rest[0].own:
        return False
    names = [name for phrase in way for name in _names(phrase)]
    if len(names) < 2 or acted.slots.get("to", names[-1]) != names[-1] and acted.slots["to"] not in names:
        return False
    acted.slots.pop("to", None)
    acted.slots["path"] = tuple(names[1:] if names[0] == acted.slots.get("from") else names)
    return True


def travel(done: Filled) -> None:
    """Put the hexes of a way in the order they are said in, a goal that is said first at the end. One hex is where it ends; the start is not said twice."""
    slots, route = done.slots, done.route
    if not route:
        return
    if len(route) > 1:
        inner = {name for _, _, leg, _ in route for name in leg[1:-1]}
        route = sorted(leg for leg in route if len(leg[2]) > 1 or leg[2][0] not in inner)
        goal, *rest = route
        told = [name for _, _, leg, _ in rest for name in leg]
        apart = goal[3] not in {group for *_, group in rest}
        listed = len({group for *_, group in rest}) == 1 or not goal[1] and goal[2][:1] == tuple(told[-1:])
        if len(goal[2]) == 1 and len(told) > 1 and goal[2][0] in told and apart and listed:
            route = rest  # to 3014, hex by hex: 3012, 3013, 3014; through the town: 2606, 2607, 2608
        elif not goal[1] and len(goal[2]) == 1 and all(via for _, via, *_ in rest):
            route = [*rest, goal]  # to 2012 by way of 2010 and 2011
    path = tuple([name for name, _ in groupby(name for _, _, leg, _ in route for name in leg)])
    if len(path) > 1 and path[0] == slots.get("from"):
        path = path[1:]
    if len(path) == 1:
        slots["to"] = path[0]
    else:
        slots["path"] = path
