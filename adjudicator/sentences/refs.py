"""What pronouns stand for: things of the clauses before, the likeliest first.

*It*, *they*, *lo*, *les*, *both*, *there* and a verb without a subject are filled in from what was spoken of. Each way is tried in turn, the first that
makes sense is meant; a pronoun that no way fills stays as it is, and the act before may still say who is meant.
"""

from __future__ import annotations

import re
from collections.abc import Container, Iterable, Iterator, Mapping
from typing import TYPE_CHECKING, Any

from adjudicator.language.errors import NotUnderstood
from adjudicator.language.model import Act, Stated
from adjudicator.sentences.account import things_of
from adjudicator.sentences.clauses import MOVING, copied
from adjudicator.sentences.frames import FIGHTS, PLAIN
from adjudicator.sentences.tree import Chunk, Clause, Nominal

if TYPE_CHECKING:
    from adjudicator.ground.declaration import Part
    from adjudicator.sentences.beside import Filled
    from adjudicator.sentences.frames import Frame
    from adjudicator.sentences.memory import Memory

SPOKEN = ("UNIT", "HEX", "MARKER", "SIDE", "UNK")
UNITS = ("KIND", "SIZE", "CLASS")
"""Types of words that may stand for a unit that was spoken of."""
ONE, MANY = frozenset(("it", "he")), frozenset(("they", "both"))
CLITICS = frozenset(("it", "him"))
INTO = frozenset(("enter", "advance"))
"""Verbs of going into a hex: who does it from one hex has spoken of the other."""
STAYING = frozenset(("stay", "be", "become", "decline"))
"""Verbs of who is where he went before, or does nothing there."""
MAX_GROUPS, MAX_WAYS = 8, 4
NAMED = frozenset(("units", "all", "markers", "target", "at", "from", "to", "route"))
"""Slots that say who or where."""

Group = list[Nominal]


def spoken(clause: Clause) -> list[Group]:
    """The things that a clause speaks of, in the order of its words: those of one phrase that are of one type are one group; of a path its end."""
    found: list[Group] = []
    for phrase in clause.phrases:
        said = [thing.plain() if thing.type == "PATH" else thing for thing in things_of([phrase])]
        for type_ in SPOKEN:
            things = [thing for thing in said if thing.type == type_ and isinstance(thing.value, (str, tuple))]
            if things:
                found.append(things)
    return found


def remembered(before: list[Group], clause: Clause) -> list[Group]:
    """What may be meant behind a clause, the likeliest last: its subject above all, then what it says last."""
    new = spoken(clause)
    first = next(leading(clause, SPOKEN), None)
    subject = [group for group in new if first is not None and any(thing is first for thing in group)]
    return [*before, *(group for group in new if group not in subject), *subject][-MAX_GROUPS:]


def spoken_before(clause: Clause, memory: Memory) -> list[Group]:
    """What was spoken of before a clause, and in those that hang on it and stand before it: if 46 is out of supply, can it move?

    Si 46 está sin suministro, ¿puede mover?: who is spoken of there does what nobody is said to do.
    """
    main = clause.verb.start if clause.verb is not None else clause.end
    groups = memory.groups
    for inner in (one for _, inners in clause.subs for one in inners if one.end <= main and any(thing.type in SPOKEN for thing in one.things())):
        groups = remembered(groups, inner)
    if groups is not memory.groups and not any(thing.type == "UNIT" for thing in clause.things()):
        who = next((group for group in reversed(groups) if group[0].type == "UNIT"), [])
        memory.last = tuple(str(thing.value) for thing in who) or memory.last
    return groups


def met(inner: Clause, before: list[Group]) -> Clause:
    """26 is in 1510. What are the odds if 46 attacks it, if 46 attacks?: a deed that is supposed, of what was spoken of."""
    verb, things = inner.verb, inner.things()
    if verb is None or not FIGHTS & set(verb.senses) or verb.passive or any(thing.type == "HEX" for thing in things):
        return inner
    for group in (group for group in reversed(before) if group[0].type == "HEX" and len(group) == 1):
        other = copied(inner)
        other.phrases = [phrase for phrase in other.phrases if phrase.before or [thing.type for thing in phrase.things] != ["PRON"]]
        if all(thing.type == "UNIT" for thing in other.things()) and all(phrase.before for phrase in other.phrases):
            other.phrases.append(Chunk(frozenset(("AGAINST",)), [Nominal(group[0].means, verb.end, verb.end)], verb.end, verb.end))
            return other
    return inner


def leading(clause: Clause, types: Container[str]) -> Iterator[Nominal]:
    """The things of these types before the verb of a clause."""
    return (thing for phrase in clause.phrases if phrase.before for thing in phrase.things if thing.type in types)


def departed(clause: Clause) -> frozenset[str]:
    """The hexes that who acts in a clause comes from."""
    return frozenset(str(thing.value) for phrase in clause.phrases if phrase.rels == {"FROM"} for thing in phrase.things if thing.type == "HEX")


def every_way(clause: Clause, before: list[Group], left: Iterable[str], kinds: Mapping[str, Container[str]]) -> Iterator[Clause]:
    """The clause with what its pronouns stand for, in each way that may be meant, the likeliest first; ``left``: hexes that who acted last came from;
    ``kinds``: what units are."""
    goal, place = there(clause, before, left, "TO"), there(clause, before, left, "IN")
    ends = clause.verb is not None and clause.verb.senses[:1] == ["end"]  # 30 ends its move there: no move
    summed = _total(clause)
    if summed and len(before[-1] if before else ()) > 1:  # can 16Pz and 371Inf stay? That's eight steps: of both together
        raise NotUnderstood("no_place", str(summed[0].num), summed[0].start, summed[0].end)
    for other in (goal, place, clause) if ends else (goal, clause, place):
        if other is not None:
            yield from ways(other, before, kinds)
            yield other


def thither(clause: Clause, before: list[Group], left: Iterable[str]) -> Clause:
    """3011 is empty. What does it cost 16Pz to go there?: with the hex for *there* in a deed that hangs on it."""
    subs = [(word, [there(inner, before, left, "TO") or inner if inner.kind in ("inf", "pcp") else inner for inner in inners]) for word, inners in clause.subs]
    if all(one is other for (_, new), (_, old) in zip(subs, clause.subs, strict=True) for one, other in zip(new, old, strict=True)):
        return clause
    plain = copied(clause)
    plain.subs = subs
    return plain


def _total(clause: Clause) -> list[Nominal]:
    """That's eight steps: how many of what was spoken of; to the grammar a pronoun, or a clause behind *that*."""
    said = [clause] if clause.verb is not None else [clause, *(inner for word, inners in clause.subs if word == "that" for inner in inners)]
    led = [thing for one in said for phrase in one.phrases if phrase.before for thing in phrase.things if thing.num is None]
    spoken = [(thing.type, thing.value) for thing in led] in ([], [("PRON", "it")]) and (led or len(said) > 1)
    is_so = not clause.asked and bool(spoken) and any(one.verb is not None and one.verb.lemma == "be" for one in said)
    return [thing for one in said for thing in one.things() if thing.num is not None and "step" in thing.nouns()] if is_so else []


def ways(clause: Clause, before: list[Group], kinds: Mapping[str, Container[str]]) -> Iterator[Clause]:
    """The clause with its pronouns filled in, in each way that may be meant."""
    if not before:
        return
    spots = [(phrase, thing) for phrase in clause.phrases for thing in phrase.things if thing.type == "PRON" and thing.value in ONE | MANY]
    named = [] if spots else [(phrase, phrase.things[0]) for phrase in clause.phrases if len(phrase.things) == 1 and _names(phrase.things[0])]
    spots = spots or named[:1]
    if not spots and _unsaid(clause) and [thing.type for thing in before[-1]] == ["SIDE"]:  # the German has 8 VP; ¿gana?
        other = copied(clause)
        other.phrases.insert(0, Chunk(frozenset(("none",)), [Nominal(before[-1][0].means, clause.start, clause.start)], clause.start, clause.start, True))
        yield other
        return
    given = any("TO" in phrase.rels and (phrase.things[0].type in ("UNIT", "MARKER") or phrase.things[0].means_any("SIDE")) for phrase in clause.phrases)
    clitic = clause.verb is not None and bool((CLITICS - ({"him"} if given else set())) & set(clause.verb.clitics))  # le quito un paso a la 28
    if len(spots) == 2 and not clitic and len({id(phrase) for phrase, _ in spots}) == 2 and spots[0][0].before:
        yield from _both(clause, spots, before)
        return
    if len(spots) + clitic != 1 or any(thing.type == "PRON" and thing.value in ONE | MANY and not spots for thing in clause.things()):
        return
    own = {(thing.type, str(thing.value)) for thing in clause.things()}
    groups = [group for group in reversed(before) if not any((thing.type, str(thing.value)) in own for thing in group)]
    if spots and spots[0][1].value in MANY:
        groups.sort(key=lambda group: len(group) < 2)
    elif spots:
        thing = spots[0][1].value == "it"  # the Poles have left; does it attack: no side
        groups.sort(key=lambda group: (thing and group[0].type == "SIDE", len(group) > 1))
    lasts = any({"supply", "comms"} & set(thing.nouns()) or thing.type == "STATUS" for thing in clause.things())  # a corridor at 2228 is open; is it in supply
    leads = bool(spots) and (spots[0][0].before or lasts and clause.asked and spots[0][0] is clause.phrases[0])  # is it in supply?
    if leads and "none" in spots[0][0].rels and clause.verb is not None and ("be" not in clause.verb.senses or lasts):
        groups.sort(key=lambda group: group[0].type == "HEX")  # out of 3010; it goes back to 3011: no hex does anything
    bare = clause.link in ("and", "then") and not any(phrase.before and "none" in phrase.rels for phrase in clause.phrases)
    if spots and not named and bare and groups and groups[0][0].type == "UNIT":  # HQ-1Gr reaches 1K-1Gr and activates it: not itself
        groups.append(groups.pop(0))
    groups = _of_kind(named[0][1], groups, kinds) if named else groups
    for group in groups[:MAX_WAYS]:
        if spots and (spots[0][1].value == "both" and len(group) != 2 or named and group[0].type != _names(spots[0][1])):
            continue
        other = copied(clause)
        if spots:
            phrase, pronoun = spots[0]
            things = [_again(thing, pronoun) for thing in group]
            filled = _filled(phrase, pronoun, things)
            other.phrases[next(at for at, one in enumerate(other.phrases) if one is phrase)] = filled
        else:
            assert other.verb is not None
            things = [Nominal(thing.means, other.verb.start, other.verb.end) for thing in group]
            rels = frozenset(("TO",)) if "him" in other.verb.clitics else frozenset(("OBJ",))
            place = sum(phrase.before for phrase in other.phrases)
            other.phrases.insert(place, Chunk(rels, things, other.verb.start, other.verb.end))
        yield other


def _of_kind(thing: Nominal, groups: list[Group], kinds: Mapping[str, Container[str]]) -> list[Group]:
    """Those that are what is said, where some are, or others that were not spoken of: 47R is beside 68Inf; is the division in supply?"""
    said = {value for means in (thing.means, *thing.mods) for type_, value in means[:1] if type_ in UNITS}
    known = {name for name, words in kinds.items() if all(value in words for value in said)} if said else set()
    fit = [[one for one in group if one.type == "UNIT" and one.value in known] for group in groups]
    return [group for group in fit if group] if known else groups


def _unsaid(clause: Clause) -> bool:
    """Whether a question of yes or no names neither who does it nor anything on the map."""
    verb = clause.verb
    led = any(phrase.before and "none" in phrase.rels for phrase in clause.phrases)
    plain = verb is not None and clause.asked and not (clause.link or clause.wh or clause.subs or verb.clitics or led) and verb.lemma not in ("be", "there")
    return plain and not any(thing.type in SPOKEN for thing in clause.things())


def _filled(phrase: Chunk, pronoun: Nominal, things: list[Nominal]) -> Chunk:
    """The phrase with things in the place of its pronoun; *it and 19Pz*: the others stay."""
    return Chunk(phrase.rels, [one for thing in phrase.things for one in (things if thing is pronoun else [thing])], phrase.start, phrase.end, phrase.before)


def there(clause: Clause, before: list[Group], left: Iterable[str], rel: str) -> Clause | None:
    """95R is in 1511; 44GdR retreats there, ends its move there, moves in from 1510: the hex that was spoken of last is where one goes, or where it is done.

    None if it is denied, or said where; ``rel``: TO or IN.
    """
    verb = clause.verb
    led = any(phrase.before and "none" in phrase.rels for phrase in clause.phrases)
    own = clause.link in ("and", "then", "comma") and not led
    place = next((group[-1] for group in reversed(before) if group[-1].type == "HEX" and not (own and group[-1].value in left)), None)
    if place is None or verb is None or verb.negated or rel == "TO" and not MOVING & set(verb.senses) or rel == "IN" and not led and STAYING & set(verb.senses):
        return None  # goes to 1305 and stays there: that is the same
    told = [thing for phrase in clause.phrases if "none" in phrase.rels for thing in phrase.things if thing.type == "NOUN"]
    if rel == "IN" and not all(PLAIN & set(thing.nouns()) for thing in told):
        return None  # and there the losses end
    here = next((adverb for adverb in clause.adverbs if adverb[0] == "here"), None)
    named = [(phrase.rels, str(thing.value)) for phrase in clause.phrases for thing in phrase.things if thing.type in ("HEX", "PATH")]
    into = INTO & set(verb.senses) and [rels & {"FROM"} for rels, _ in named] == [{"FROM"}] and place.value not in {named[0][1], *left}
    if here is None and not into or any("FROM" not in rels for rels, _ in named):
        return None
    start, end = here[1:3] if here is not None else (verb.end, verb.end)
    other = copied(clause)
    other.adverbs = [adverb for adverb in clause.adverbs if adverb is not here]
    other.phrases.append(Chunk(frozenset((rel,)), [Nominal(place.means, start, end)], start, end))
    return other


def _both(clause: Clause, spots: list[tuple[Chunk, Nominal]], before: list[Group]) -> Iterator[Clause]:
    """Can it attack it: one who was spoken of, and another."""
    groups = [group for group in reversed(before) if group[0].type == "UNIT"][:MAX_WAYS]
    for one, other in ((one, other) for one in groups for other in groups if one is not other and one[0].value != other[0].value):
        again = copied(clause)
        for (phrase, pronoun), group in zip(spots, (one, other), strict=True):
            filled = _filled(phrase, pronoun, [_again(thing, pronoun) for thing in group])
            again.phrases[next(at for at, each in enumerate(again.phrases) if each is phrase)] = filled
        yield again


def _names(thing: Nominal) -> str:
    """What the hex, the town, that unit, the panzer division stand for: the type of what was spoken of before."""
    if thing.det not in ("def", "same") or thing.num is not None or thing.label is not None or thing.of or thing.own or thing.clauses or thing.apposed:
        return ""
    if thing.type in UNITS and all(type_ in UNITS for means in thing.mods for type_, _ in means[:1]):
        return "UNIT"
    if thing.type in ("MARKERKIND",) or thing.nouns()[:1] == ["marker"] and not thing.mods:
        return "MARKER"
    if thing.mods:
        return ""
    if thing.type == "FEATURE" or thing.nouns()[:1] == ["hex"]:
        return "HEX"
    return "UNIT" if thing.nouns()[:1] == ["unit"] else ""


def _again(thing: Nominal, pronoun: Nominal) -> Nominal:
    """The thing, where the pronoun stands, with what else is said of it there."""
    other = Nominal(thing.means, pronoun.start, pronoun.end)
    other.det = "it"
    other.mods = [means for means in (pronoun.means, *pronoun.mods) if means and means[0][0] in UNITS]
    return other


def only_place(clause: Clause, frame: Frame, slots: Mapping[str, Any], before: list[Group]) -> str | None:
    """The only hex spoken of, for a question that names nothing and asks of a place: in 2218 I have 16Pz and 371Inf, is that overstacked?"""
    if not clause.asked or clause.link == "or" or not frame.at_hex or slots.keys() & NAMED:
        return None
    hexes = {group[0].value for group in before if group[0].type == "HEX" and len(group) == 1}
    place = hexes.pop() if len(hexes) == 1 else None
    return place if isinstance(place, str) else None


AIMED = frozenset(("target", "target_units", "target_kind", "target_terrain", "target_feature", "at", "points", "pending", "markers"))
"""What tells against whom a deed goes, or that it is reckoned without a place."""


def faced(done: Filled, before: list[Part]) -> dict[str, Any]:
    """As its target the hex of the only others who were said to stand somewhere, if a deed leaves it out: 27 is in 1710. What odds do 46 and 31 get?"""
    frame, slots, doers = done.frame, done.slots, done.slots.get("units", ())
    if not frame.aims or "units" not in done.lists or "target" not in frame.slots or slots.keys() & AIMED or any(isinstance(part, Act) for part in before):
        return {}
    told = {part.path[6:-4]: part.value for part in before if isinstance(part, Stated) and re.fullmatch(r"units\[[^]]+\]\.at", part.path)}
    places = {place for unit, place in told.items() if unit not in doers}
    return {"target": places.pop()} if len(places) == 1 else {}


WHEREVER = 6
"""What it costs a reading that no place is named."""


def asked_of_no_place(clause: Clause, slots: Mapping[str, Any], before: list[Group]) -> bool:
    """Whether somebody may do it is asked where no hex has been named, and perhaps none is needed: can 4GTk come back?"""
    can = clause.asked and clause.verb is not None and clause.verb.modal in ("can", "will") and "reach" not in clause.verb.senses  # which wants a place
    return can and bool(slots.get("units")) and not any(group[0].type == "HEX" for group in before)
