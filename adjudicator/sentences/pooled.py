"""One deed told in two clauses: *An attack on 3010. 16Pz and 19Pz take part*, *16Pz attacks; the target is 3010*.

Where the clauses of an entry make no sense one by one, two neighbours of which one names the deed and the other only who does it, or
what it aims at, are read as one.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import pairwise

from adjudicator.sentences.account import HARD, things_of
from adjudicator.sentences.clauses import MOVING, copied
from adjudicator.sentences.frames import LIGHT, STATIVE, Frames
from adjudicator.sentences.outcome import carried, may_carry
from adjudicator.sentences.tree import Chunk, Clause, Nominal

POOLED = 20
"""What it costs a reading that two clauses are read as one."""
AIMED = frozenset(("target", "destination"))
"""Nouns of what a deed aims at."""
DOING = frozenset(("attackers", "attacker", "unit"))
"""Nouns of those that do it."""
JOINING = LIGHT | {"add", "use", "join", "lead", "abstain"}
"""Verbs that leave it to the other clause what is done; of *abstain* only what is not denied: they take part."""


def may_pool(clauses: list[Clause]) -> bool:
    """Whether two of the clauses may be one, seen at a glance: then `pooled` looks closer."""
    if any(word in ("while", "rel") and len(inners) == 1 and not _apart(clause, inners[0]) for clause in clauses for word, inners in clause.subs):
        return True
    return len(clauses) > 1 and (may_carry(clauses) or any(not _apart(*pair) for pair in pairwise(clauses)))


def pooled(clauses: Sequence[Clause], frames: Frames) -> Iterator[list[Clause]]:
    """The same clauses with two neighbours made one, for each two that tell one deed."""
    if len(carried(list(clauses), [])) < len(clauses):
        yield list(clauses)
    for at, clause in enumerate(clauses):
        for number, (word, inners) in enumerate(clause.subs):
            alone = copied(clause)
            alone.subs = [sub for place, sub in enumerate(clause.subs) if place != number]
            if word in ("while", "rel") and len(inners) == 1 and (both := _both(alone, inners[0], frames)) is not None:
                yield [*clauses[:at], both, *clauses[at + 1 :]]
        if at + 1 < len(clauses) and (both := _both(clause, clauses[at + 1], frames)) is not None:
            yield [*clauses[:at], both, *clauses[at + 2 :]]


def _apart(one: Clause, other: Clause) -> bool:
    """Whether two clauses tell two things, whatever deed they name."""
    if one.asked or other.asked or one.wh or other.wh or any(_is_over(clause) for clause in (one, other)):
        return True
    if any("AS" in phrase.rels and thing.nouns() for phrase in (*one.phrases, *other.phrases) for thing in phrase.things):
        return True  # how a deed is meant: as a retreat
    return any(_is_odd(thing) for thing in (*one.things(), *other.things())) or _names_doers(one) and _names_doers(other)  # or something would be lost


def _both(one: Clause, other: Clause, frames: Frames) -> Clause | None:
    """Two clauses as one, None if they tell two things."""
    if _apart(one, other):
        return None
    first, second = _kinds(one, frames), _kinds(other, frames)
    if first & second:
        host, guest = (other, one) if other.verb is not None and not LIGHT & set(other.verb.senses) else (one, other)
    elif first and _joins(other):
        host, guest = one, other
    elif second and _joins(one):
        host, guest = other, one
    else:
        return None
    return _joined(host, guest, one.link, first | second, frames)


def _is_odd(thing: Nominal) -> bool:
    """Whether a thing is of nobody's knowing, or a noun that says more than its name."""
    kinds = {type_ for means in (thing.means, *thing.mods) for type_, _ in means[:1]}
    return "UNK" in kinds or bool(thing.unknown) or bool(thing.nouns()) and (thing.num is not None or thing.label is not None or thing.det == "no")


def _is_owned(thing: Nominal) -> bool:
    """Whether a noun would be lost with those whose it is: the attack of 16Pz."""
    return bool(thing.nouns()) and any(other.type in HARD for other in things_of((*thing.of, *thing.own)))


def _is_over(clause: Clause) -> bool:
    verb = clause.verb
    return verb is not None and (verb.negated or verb.perfect or verb.past or verb.modal in ("can", "must", "may"))


def _kinds(clause: Clause, frames: Frames) -> set[str]:
    """The deeds that a clause may name, by its verb or by the noun of a note or of a light verb."""
    senses = set(clause.verb.senses) - STATIVE if clause.verb is not None else set()
    own = senses - LIGHT
    light = clause.verb is None or bool(LIGHT & set(clause.verb.senses))
    nouns = {noun for thing in clause.things() for noun in thing.nouns()} if light else set()
    if senses & MOVING:
        return set()  # the steps of a way are put together where ways are read
    near = frames.of_words(own | nouns)
    return {frame.kind for frame in near if not frame.ask and not frame.foreign and not (frame.verbs.isdisjoint(own) and frame.nouns.isdisjoint(nouns))}


def _joins(clause: Clause) -> bool:
    """Whether a clause names nothing but who takes part, or what is aimed at."""
    verb = clause.verb
    if verb is not None and verb.senses and not set(verb.senses) & JOINING or clause.subs:
        return False
    things = clause.things()
    named = [thing for thing in things if thing.type in ("UNIT", "HEX")]
    loose = [thing for thing in things if thing not in named and not (set(thing.nouns()) & (AIMED | DOING | {"hex"}) or _is_speaker(thing))]
    said = {noun for thing in things for noun in (*thing.nouns(), *(value for means in thing.mods for type_, value in means if type_ == "NOUN"))}
    light = verb is None or bool(verb.senses) and set(verb.senses) <= LIGHT  # the target is 3010; but take part, go
    return bool(named) and not loose and not (light and not said & (AIMED | DOING))


def _is_speaker(thing: Nominal) -> bool:
    return thing.type == "PRON" and thing.value == "first"


def _joined(host: Clause, guest: Clause, link: str, kinds: set[str], frames: Frames) -> Clause | None:
    nouns = {noun for frame in frames if frame.kind in kinds for noun in frame.nouns}
    named = nouns | AIMED | DOING | {"hex"}
    if any(named & set(thing.nouns()) and _is_owned(thing) for thing in guest.things()):
        return None
    both = copied(host)
    both.link, both.start, both.end = link, min(host.start, guest.start), max(host.end, guest.end)
    both.adverbs = [*host.adverbs, *guest.adverbs]
    both.subs = [*host.subs, *guest.subs]
    there = {str(thing.value) for thing in host.things()}
    aimed = any(AIMED & set(thing.nouns()) for thing in guest.things())
    for phrase in guest.phrases:
        things = [thing for thing in phrase.things if thing.type != "PRON" and not set(thing.nouns()) & named]
        things = [thing for thing in things if str(thing.value) not in there]
        if not things:
            continue
        plain = "none" in phrase.rels
        if plain and not aimed and all(thing.type == "UNIT" for thing in things) and (phrase.before or not _names_doers(both)):
            both.phrases = [one for one in both.phrases if not (one.before and all(map(_is_speaker, one.things)))]
            both.phrases.insert(0, Chunk(frozenset(("none",)), things, phrase.start, phrase.end, True))
        else:
            rels = frozenset(("AGAINST", "TO", "IN")) if plain else phrase.rels
            both.phrases.append(Chunk(rels, things, phrase.start, phrase.end))
    return both


def _names_doers(clause: Clause) -> bool:
    return any(phrase.before and thing.type == "UNIT" for phrase in clause.phrases for thing in phrase.things)
