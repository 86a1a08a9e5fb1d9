"""Clauses taken apart: what stands beside a deed is taken out of it, and what several things do each for itself becomes a clause of each."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from adjudicator.language.errors import NotUnderstood
from adjudicator.sentences.account import things_of
from adjudicator.sentences.clauses import PLAIN, PUT, bare_of, copied
from adjudicator.sentences.frames import EMPTY, FIGHTS
from adjudicator.sentences.tree import Chunk, Clause, Nominal, Verb

PLACING = frozenset(("setup", "deploy", "enter", "return", "arrive"))
"""Deeds for which the hex that something is in is its goal."""
OUT = frozenset(("abstain", "stay", "keep"))
"""Verbs of who has no part in a deed: holding back, staying out of it."""
TOGETHER = frozenset(("attack", "probe", "fire", "barrage", "support", "overrun"))
"""Deeds that those who stand elsewhere join in."""
WAYS = frozenset(("HEX", "PATH"))
"""What says where something is or goes."""
LEFT = frozenset(("leave", "keep"))
"""What is done to who has no part in a deed: leaving it out, keeping it back."""
PARTIES = frozenset(("attack", "defend"))
"""What the two parties of a combat do."""
HELPED = frozenset(("inf", "TO", "TO|IN|AGAINST"))
"""What leads in the deed of who is helped: help 15R defend, ayudar a 15R a defender."""


def _suffers(clause: Clause) -> None:
    """2117, attacked by 19Pz: a note in the passive, where its verb might be one of the past as well."""
    verb = clause.verb
    led = [thing.type for phrase in clause.phrases if phrase.before and "none" in phrase.rels for thing in phrase.things]
    behind = [phrase for phrase in clause.phrases if not phrase.before]
    doers = [phrase for phrase in behind if "BY" in phrase.rels and "TO" not in phrase.rels and all(thing.type == "UNIT" for thing in phrase.things)]
    if verb is None or not verb.past or verb.passive or verb.perfect or clause.asked or len(doers) != 1 or not led or set(led) - {"HEX", "UNIT"}:
        return
    if not any("none" in phrase.rels for phrase in behind) and FIGHTS & set(verb.senses):
        verb.past, verb.passive = False, True


def _joined_in(clause: Clause) -> None:
    """If 46 attacks and 47 joins in: if both attack."""
    for inners in [inners for word, inners in clause.subs if word == "if" and len(inners) > 1]:
        first = next((phrase for phrase in inners[0].phrases if phrase.before and phrase.rels == PLAIN and phrase.things[0].type == "UNIT"), None)
        for inner in inners[1:]:
            joins = inner.verb is not None and "join" in inner.verb.senses and not inner.verb.negated and len(inner.phrases) == 1
            if first is not None and joins and inner.phrases[0].before and all(thing.type == "UNIT" for thing in inner.things()):
                first.things += inner.phrases[0].things
                inners.remove(inner)


GOING = frozenset(("move", "advance", "retreat", "enter"))
"""Deeds on which others are taken along."""


def rallied(clauses: list[Clause]) -> list[Clause]:
    """16Pz attacks 2119 from 2218 | and 19Pz joins in from 2217, so does 19Pz, 19Pz too: who does the same as the one before does it with him."""
    found: list[Clause] = []
    for clause in clauses:
        deed = found[-1] if found else None
        if _is_shared(clause):
            _as_do(clause)
        if deed is not None and (taken := _taken(deed, clause)) is not None:
            taken[0].things = [*taken[0].things, *taken[1].things]
            continue
        if deed is None or not _is_shared(deed) or not _joins(clause, deed):
            found.append(clause)
            continue
        _takes_along(deed, clause)
    return found


def _taken(deed: Clause, clause: Clause) -> tuple[Chunk, Chunk] | None:
    """4Pz advances 1510-1511 | and takes 10 HQ along with it: who goes, and whom he takes, who does the same; None if nobody is taken along."""
    verb, doers = clause.verb, [phrase for phrase in deed.phrases if phrase.rels == PLAIN and phrase.before and phrase.things[-1].type == "UNIT"]
    if verb is None or deed.verb is None or not GOING & set(deed.verb.senses[:1]) or len(doers) != 1 or "takes_along" in verb.senses:
        return None  # a rulebook has a deed of its own for it
    if verb.negated or verb.passive or verb.perfect or verb.modal != deed.verb.modal or clause.asked != deed.asked or clause.wh or clause.subs:
        return None
    whom = [phrase for phrase in clause.phrases if all(thing.type == "UNIT" and not (thing.mods or thing.of or thing.own) for thing in phrase.things)]
    with_him = [phrase for phrase in clause.phrases if phrase.rels == {"WITH"} and [thing.type for thing in phrase.things] == ["PRON"]]
    along = {"along"} & {*verb.particles, *(word for word, _, _ in clause.adverbs)}
    taken = bool(along) or bool(with_him) and "bring_to" in verb.senses
    if clause.link not in ("and", "comma") or len(whom) != 1 or len(clause.phrases) != len(whom) + len(with_him) or not taken:
        return None
    return doers[0], whom[0]


def _as_do(deed: Clause) -> None:
    """…, as does 19Pz; …, as do 19Pz and 371Inf from 2217."""
    for _, inners in deed.subs:
        for inner in [one for one in inners if one.verb is not None and one.verb.senses[:1] == ["do"]]:
            inner.link, inner.asked = "so", deed.asked
            if _joins(inner, deed):
                _takes_along(deed, inner)
                inners.remove(inner)
    deed.subs = [(word, inners) for word, inners in deed.subs if inners]


def _takes_along(deed: Clause, clause: Clause) -> None:
    """Who is named in the clause does the deed, too."""
    who = [phrase for phrase in clause.phrases if any(thing.type == "UNIT" for thing in phrase.things)]
    things = [thing for phrase in who for thing in phrase.things]
    deed.phrases.append(Chunk(frozenset(("WITH",)), things, who[0].start, things[-1].end))
    deed.phrases += [Chunk(phrase.rels, phrase.things, phrase.start, phrase.end) for phrase in clause.phrases if "FROM" in phrase.rels]
    deed.end = max(deed.end, clause.end)


def _is_shared(deed: Clause) -> bool:
    """A deed that others may join in, of somebody who is named."""
    verb = deed.verb
    doers = [phrase for phrase in deed.phrases if "none" in phrase.rels and any(thing.type == "UNIT" for thing in phrase.things)]
    return verb is not None and bool(TOGETHER & set(verb.senses[:1])) and not (verb.negated or verb.passive or deed.wh) and bool(doers)


def _joins(clause: Clause, deed: Clause) -> bool:
    """Joins in, so does, too: a clause that says of units nothing but that they do the same, and from where."""
    verb, adverbs = clause.verb, {word for word, _, _ in clause.adverbs}
    within = deed.asked and (verb is None or clause.kind in ("bare", "inf"))  # can 16Pz attack 2119 and 19Pz join in
    if clause.asked != deed.asked and not within or clause.wh or clause.subs or not adverbs <= {"also", "too", "here", "together", *EMPTY}:
        return False
    if verb is None:
        same = bool({"also", "too"} & adverbs)
    else:
        alike = within or deed.verb is not None and (verb.modal, verb.past) == (deed.verb.modal, deed.verb.past)
        same = alike and not (verb.negated or verb.passive or verb.perfect) and ("join" in verb.senses or verb.senses[:1] == ["do"] and clause.link == "so")
    known = {thing.value for thing in deed.things() if thing.type in ("UNIT", "HEX")}
    units = [thing for thing in clause.things() if thing.type == "UNIT"]
    for phrase in clause.phrases:
        for thing in phrase.things:
            where = thing.type == "HEX" and "FROM" in phrase.rels
            spoken = thing.type == "PRON" or thing.type == "HEX" and thing.value in known or bool({"attack", "combat"} & set(thing.nouns()))
            who = thing.type == "UNIT" and phrase.rels in (PLAIN, {"WITH"}) and thing.value not in known
            more = thing.mods or thing.num is not None or thing.label or thing.of or thing.own or thing.det not in ("", "def", "poss", "it")
            if more or not (who or where or spoken):
                return False
    return same and bool(units)


def _kept_out(clause: Clause) -> None:
    """46 attacks 26 with 47 not joining in; …, 47 staying out of it; …, leaving 47 where it is: who is said beside the deed to have no part in it."""
    verb = clause.verb
    for inner in [one for word, inners in clause.subs if word == "pcp" for one in inners if one.verb is not None] if verb is not None else ():
        assert verb is not None and inner.verb is not None
        senses, denied = set(inner.verb.senses), inner.verb.negated
        led = (phrase for phrase in clause.phrases if phrase.start > verb.end or phrase.rels == {"WITH"})
        beside = next((phrase for phrase in led if inner.start - 2 <= phrase.end <= inner.start), None)
        if beside is not None and all(thing.type == "UNIT" for thing in beside.things):
            plain = all(thing.type == "PRON" or {"combat", "attack"} & set(thing.nouns()) for thing in inner.things())
            if beside.rels in (PLAIN, {"WITH"}) and not senses and not denied:
                raise NotUnderstood("no_place", "", inner.start, inner.end)  # 47 watching: nobody knows that it attacks
            if not plain or beside.rels not in (PLAIN, {"WITH"}) or inner.verb.perfect or not (denied or OUT & senses):
                continue
            clause.phrases.remove(beside)
        else:
            only = len(inner.phrases) == 1 and inner.phrases[0].rels == PLAIN and all(thing.type == "UNIT" for thing in inner.phrases[0].things)
            behind = inner.adverbs or inner.subs or inner.verb.particles or only and inner.phrases[0].end < inner.end
            if denied or not only or not behind or not LEFT & senses:
                continue
            beside = inner.phrases[0]
        clause.phrases.append(Chunk(frozenset(("WITHOUT",)), beside.things, beside.start, beside.end))
        clause.subs = [(word, [one for one in inners if one is not inner]) for word, inners in clause.subs]


def _helped(clause: Clause) -> None:
    """One air point helps 15R defend 2410; … is used to help 15R defend 2410: 15R defends it, with that."""
    for _, inners in clause.subs:
        for inner in inners:
            _helped(inner)
    verb = clause.verb
    if verb is None or "support" not in verb.senses or verb.negated or verb.passive or clause.wh:
        return
    deeds = [inner for word, inners in clause.subs if HELPED & {word} for inner in inners if inner.kind == "inf" and inner.verb is not None]
    behind = [phrase for phrase in clause.phrases if not phrase.before and all(thing.type == "UNIT" for thing in phrase.things)]
    helped = [phrase for phrase in behind if "none" in phrase.rels or {"TO", "AGAINST"} <= phrase.rels]
    led = [phrase for phrase in clause.phrases if phrase.before and phrase.rels == PLAIN]
    if len(deeds) != 1 or len(helped) != 1 or any(thing.type in ("UNIT", "SIDE", "PRON") for phrase in led for thing in phrase.things):
        return
    clause.verb = deeds[0].verb
    with_it = [Chunk(frozenset(("WITH",)), phrase.things, phrase.start, phrase.end) for phrase in led]
    doers = Chunk(PLAIN, helped[0].things, helped[0].start, helped[0].end, True)
    clause.phrases = [doers, *(phrase for phrase in clause.phrases if phrase not in (*led, *helped)), *with_it, *deeds[0].phrases]
    clause.adverbs += deeds[0].adverbs
    clause.subs = [*((word, inners) for word, inners in clause.subs if deeds[0] not in inners), *deeds[0].subs]


def _parties(clause: Clause) -> None:
    """Combat at 2411: 1-2Mot and 2-2Mot attacking, 10K-3Fus defending: a note of an attack by those who attack, on those who defend."""
    parties = [(inner, set(inner.verb.senses) & PARTIES) for word, inners in clause.subs if word == "pcp" for inner in inners if inner.verb is not None]
    fights = next((inner for inner, does in parties if does == {"attack"}), None)
    if clause.verb is not None and "attack" not in clause.verb.senses or clause.asked or fights is None or len({min(does) for _, does in parties if does}) < 2:
        return
    if any(not does or inner.phrases or inner.subs or inner.verb is None or inner.verb.negated or inner.verb.perfect for inner, does in parties):
        return
    since = clause.start
    for inner, does in parties:
        for phrase in clause.phrases:
            if since <= phrase.start < inner.start and phrase.rels in (PLAIN, {"WITH"}) and all(thing.type == "UNIT" for thing in phrase.things):
                phrase.before, phrase.rels = does == {"attack"}, PLAIN if does == {"attack"} else frozenset(("AGAINST",))
        since = inner.end
    clause.verb, clause.kind = clause.verb or fights.verb, "fin"
    clause.subs = [(word, inners) for word, inners in clause.subs if word != "pcp"]


def _standing_by(clause: Clause, led: bool = False) -> list[Clause]:
    """46 moves to 2011 with 26 in 2013: where the other stands is told, no way that is gone together. What is told so, taken out of the clause."""
    verb = clause.verb
    if verb is None or TOGETHER & set(verb.senses):
        return []
    doers = {thing.type for phrase in clause.phrases if "none" in phrase.rels for thing in phrase.things}
    led = led or bool(doers - WAYS) and ("PRON" not in doers or "UNIT" in doers)  # with 46 in 2010, I move to 2011: it is 46 that moves
    found = [told for _, inners in clause.subs for one in inners if one.kind in ("inf", "pcp") for told in _standing_by(one, led)]
    for at, phrase in enumerate(clause.phrases):
        if not led or phrase.rels != {"WITH"} or any(thing.type not in ("UNIT", "MARKER") for thing in phrase.things):
            continue
        others = [other for other in clause.phrases if other is not phrase]
        stands = next(
            (one for word, inners in clause.subs if word == "pcp" for one in inners if phrase.end <= one.start <= phrase.end + 2 and _is_at(one)), None
        )
        place = stands.phrases[0] if stands is not None else next((other for other in others[at : at + 1] if _is_where(other, phrase, verb)), None)
        if (PUT | PLACING) & set(verb.senses) and not any(thing.type in WAYS for other in others if other is not place for thing in other.things):
            continue  # ends its turn with 47 in 2010: nothing else is said of where
        told = _told_of(phrase, place)
        if not told:
            continue
        clause.phrases = [other for other in others if other is not place]
        clause.subs = [(word, [one for one in inners if one is not stands]) for word, inners in clause.subs]
        return [*found, *told, *_standing_by(clause, led)]
    return found


def _told_of(phrase: Chunk, place: Chunk | None) -> list[Clause]:
    """26 and 27 in 2013, 28 in 2014: what it tells of where they stand; nothing where that is not said of all."""
    found: list[Clause] = []
    group: list[Nominal] = []
    for thing in phrase.things:
        group.append(thing)
        own = next((other for other in thing.own if other.rels & {"IN", "STANDS"}), place if thing is phrase.things[-1] else None)
        if own is None or [other.type for other in own.things] != ["HEX"]:
            continue
        told = _being(Clause("cop"), group[0].start)
        thing.own = [other for other in thing.own if other is not own]
        who = Chunk(PLAIN, group, phrase.start if not found else group[0].start, thing.end, True)
        told.phrases = [who, Chunk(frozenset(("IN",)), own.things, own.start, own.end)]
        told.start, told.end = who.start, max(thing.end, own.end)
        found.append(told)
        group = []
    return found if not group else []


def _being(clause: Clause, start: int) -> Clause:
    """The clause with the verb that is not said."""
    clause.kind, clause.verb = "cop", Verb(start, start)
    clause.verb.lemma, clause.verb.senses = "be", ["be"]
    return clause


def stands_too(earlier: Clause | None, clause: Clause) -> None:
    """… with 26 in 2013 | and 27 in 2014: where the next one stands is told as well."""
    told = [inner for word, inners in earlier.subs if word == "while" for inner in inners] if earlier is not None else []
    unsaid = any(inner.verb is not None and inner.verb.start == inner.verb.end for inner in told)
    types = [{thing.type for thing in phrase.things} for phrase in clause.phrases]
    if unsaid and clause.verb is None and clause.link == "and" and len(types) == 2 and types[0] <= {"UNIT", "MARKER"} and types[1] == {"HEX"}:
        clause.phrases[1].before = "IN" not in clause.phrases[1].rels
        _being(clause, clause.start)


def torn(earlier: Clause | None, clause: Clause, text: str) -> bool:
    """Con el | KG Ch en 2211: a name torn from the article before it, which is then taken for a pronoun; attacks 47R, | placed in 3010: a participle.

    Loses a step, 79Mot | and 12Pz stay; retreats 1510-1511, nobody | becomes DG: who does the next deed.
    """
    if _ends_with(clause, text, lambda thing: (thing.type, thing.value) == ("PRON", "nothing")):
        return True
    if _ends_with(clause, text, _is_unit) and any(
        inner.kind == "inf" and inner.start >= clause.phrases[-1].end for _, inners in clause.subs for inner in inners
    ):
        return True
    if earlier is not None and clause.verb is not None and clause.link == "and" and _ends_with(earlier, text, _is_unit):
        led = clause.phrases[0] if clause.phrases else None
        if led is not None and led.before and led.rels == {"none"} and all(map(_is_unit, led.things)):
            return True
    if earlier is not None and earlier.verb is not None and clause.verb is not None and clause.verb.past and not (earlier.verb.past or earlier.verb.perfect):
        met = earlier.phrases[-1] if earlier.phrases else None
        bare = clause.kind == "fin" and not clause.link and not any(phrase.before for phrase in clause.phrases) and not clause.verb.clitics
        if bare and met is not None and met.things[-1].type == "UNIT" and met.end < clause.verb.start < met.end + 3:
            return True
    last = max(earlier.phrases, key=lambda phrase: phrase.end, default=None) if earlier is not None and clause.verb is None else None
    return last is not None and last.things[-1].type == "PRON" and last.things[-1].value != "all" and last.end < clause.start <= last.end + 1


def _is_unit(thing: Nominal) -> bool:
    return thing.type == "UNIT"


def _ends_with(clause: Clause, text: str, of_them: Callable[[Nominal], bool]) -> bool:
    """Whether behind the deed of somebody who is named stands a comma, and things of one kind alone."""
    last = clause.phrases[-1] if clause.phrases else None
    if clause.verb is None or last is None or last.before or last.rels != {"none"} or not all(map(of_them, last.things)):
        return False
    return text[: last.start].rstrip().endswith(",") and any(phrase.before for phrase in clause.phrases)


def has_beside(clause: Clause) -> bool:
    """47R is in 2001 | and has 68Inf beside it: who the one before is about has it, it is not spoken of next."""
    verb = clause.verb
    if verb is None or not {"have", "be"} & set(verb.senses) or clause.link not in ("and", "comma"):
        return False
    return all(phrase.start > verb.start for phrase in clause.phrases)


def spoken_of(clause: Clause) -> Iterator[Nominal]:
    """It is the turn of 16Pz: what a clause that is only told is about; not who is beside it (2011 is right next to 297ID)."""
    is_ = clause.verb is not None and clause.verb.lemma == "be"
    return things_of(phrase for phrase in clause.phrases if not is_ or phrase.rels & {"none", "OF"})


def is_meanwhile(clause: Clause) -> bool:
    """1511 with 26 in 1512: without a verb it is no deed of those who stand there."""
    led = [phrase for phrase in clause.phrases if "none" in phrase.rels and all(thing.type in WAYS for thing in phrase.things)]
    beside = [phrase for phrase in clause.phrases if phrase.rels == {"WITH"} and all(thing.type in ("UNIT", "MARKER") for thing in phrase.things)]
    return bool(led and beside) and clause.phrases[0] is led[0] and any("IN" in phrase.rels for phrase in clause.phrases if phrase is not led[0])


def _is_where(place: Chunk, phrase: Chunk, verb: Verb) -> bool:
    """In 2010, right behind who stands there; also where *in* was taken for a particle of the verb (retreats … with 26 in 1509)."""
    return place.rels == {"IN"} or bool(verb.particles) and not place.before and place.rels == PLAIN and place.start > phrase.end + 2


def _is_at(inner: Clause) -> bool:
    """Standing in 2310: a participle that only says where."""
    return inner.verb is not None and "be" in inner.verb.senses and not inner.verb.negated and len(inner.phrases) == 1 and "IN" in inner.phrases[0].rels


def split(clause: Clause) -> list[Clause]:
    """Retreats 47R to 3009 and 52R to 2910: a deed of each thing, where each has its own goal; before it what is told of who stands beside it."""
    _suffers(clause)
    _helped(clause)
    _parties(clause)
    _joined_in(clause)
    _kept_out(clause)
    told = _standing_by(clause)
    before = [one for one in told if clause.verb is not None and one.start < clause.verb.start]
    clause.subs += [("while", [one]) for one in told if one not in before]
    return [*before, *_shared(clause)]


def _shared(clause: Clause) -> list[Clause]:
    """A clause for each thing that does, suffers or pays its own part."""
    verb = clause.verb
    if verb is None and (notes := _each_way(clause)):
        return notes
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
        or FIGHTS & set(verb.senses)
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


def _each_way(clause: Clause) -> list[Clause]:
    """16Pz to 2119, 19Pz to 2219: without a verb too each goes to its own goal. [] if it is none."""
    things = [(thing, thing.own) for phrase in clause.phrases for thing in phrase.things] if len(clause.phrases) == 1 else []
    things = things or [(one.things[-1], [other]) for one, other in zip(clause.phrases[::2], clause.phrases[1::2], strict=False) if len(one.things) == 1]
    ways = [(thing, own) for thing, own in things if thing.type == "UNIT" and [(p.things[0].type, "TO" in p.rels) for p in own] == [("HEX", True)]]
    if len(ways) < 2 or len(ways) * (1 if len(clause.phrases) == 1 else 2) != max(len(things), len(clause.phrases)) or clause.asked or clause.adverbs:
        return []
    notes: list[Clause] = []
    for thing, own in ways:
        note = copied(clause)
        note.phrases = [Chunk(frozenset(("none",)), [bare_of(thing)], thing.start, thing.end, True), *own]
        note.start, note.end = thing.start, own[-1].end
        note.subs = [] if notes else clause.subs
        notes.append(note)
    return notes


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
