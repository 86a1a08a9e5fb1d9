"""Clauses that say in a round-about way who does what: clefts, who is presented first, where one has somebody, what the target of a deed is."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from adjudicator.language.errors import NotUnderstood
from adjudicator.language.folding import fold
from adjudicator.sentences.frames import FIGHTS
from adjudicator.sentences.token import Token
from adjudicator.sentences.tree import Chunk, Clause, Nominal, Verb

NONE = frozenset(("none",))


def cleft(clause: Clause) -> None:
    """Turn a clause of these constructions into the plain one that says the same. Raises NotUnderstood for a list that nobody says."""
    for phrase in clause.phrases:
        for thing in phrase.things[1:]:
            if (thing.type, thing.value) == ("PRON", "first") and phrase.things[0].type not in ("PRON", "SIDE") and phrase.things[0].num is None:
                raise NotUnderstood("no_place", "", thing.start, thing.end)  # this turn and I: it begins another clause
    for turn in (labelled, manned, measured, employed, permitted, held, standing, targeted, placed, presented, resumed, clefted, costed):
        turn(clause)


def labelled(clause: Clause) -> None:
    """From its hex 10.12: a noun that only says what the number behind it is."""
    for noun, place in zip(list(clause.phrases), clause.phrases[1:], strict=False):
        thing = noun.things[0]
        plain = len(noun.things) == 1 and thing.nouns()[:1] == ["hex"] and thing.num is None and not (thing.label or thing.of or thing.own or thing.mods)
        near = place.rels == NONE and place.things[0].type == "HEX" and 0 <= place.start - noun.end < 2
        if plain and near and noun.rels == {"FROM"}:
            noun.things, noun.end = place.things, place.end
            clause.phrases.remove(place)


def manned(clause: Clause) -> None:
    """Attacks 3010, held by 68Inf, which is defended by 68Inf: who has the hex is who is attacked there."""
    verb = clause.verb
    last = next((phrase for phrase in reversed(clause.phrases) if phrase.things[-1].type == "HEX"), None)
    if verb is None or last is None or not FIGHTS & set(verb.senses) or verb.passive:
        return
    hung = [(word, inner) for word, inners in clause.subs if word in ("pcp", "rel", "asked") for inner in inners if inner.start >= last.end]
    for word, inner in hung or [("", inner) for inner in last.things[-1].clauses]:
        if _holds(inner, word == "asked"):
            last.things[-1].clauses = [other for other in last.things[-1].clauses if other is not inner]
            clause.subs = [(name, left) for name, inners in clause.subs if (left := [other for other in inners if other is not inner])]
            clause.phrases.append(Chunk(frozenset(("AGAINST",)), inner.phrases[0].things, inner.start, inner.end))
            return


def _holds(inner: Clause, asked: bool) -> bool:
    """Held by 68Inf: units and nothing else, who have what is spoken of now."""
    verb, whom = inner.verb, inner.phrases
    if verb is None or not verb.passive or not STAYING & set(verb.senses) or verb.negated or verb.modal or verb.past or verb.perfect:
        return False
    if inner.subs or inner.adverbs or inner.wh and not asked or len(whom) != 1 or not whom[0].rels & {"BY", "none"}:
        return False
    return all(thing.type == "UNIT" and not (thing.mods or thing.of or thing.own) for thing in whom[0].things)


def costed(clause: Clause) -> None:
    """How many steps does the Dr2 cost 68Inf: so many as it loses with that result."""
    verb, asked = clause.verb, [thing for thing in clause.things() if thing.det.startswith("wh:")]
    if verb is None or verb.senses[:1] != ["cost"] or verb.negated or not any({"step", "loss"} & set(thing.nouns()[:1]) for thing in asked):
        return
    rest = [phrase for phrase in clause.phrases if not any(thing in asked for thing in phrase.things)]
    results = [p for p in rest if len(p.things) == 1 and p.rels == NONE and (p.things[0].type == "RESULT" or p.things[0].nouns()[:1] == ["result"])]
    units = [p for p in rest if all(thing.type == "UNIT" for thing in p.things) and p.rels & {"none", "TO"}]
    if len(results) != 1 or len(units) != 1 or len(rest) != 2 or clause.subs:
        return
    verb.lemma, verb.senses, verb.clitics = "lose", ["loss"], []
    clause.phrases = [p for p in clause.phrases if p not in rest]
    clause.phrases.append(Chunk(NONE, units[0].things, units[0].start, units[0].end, True))
    if results[0].things[0].type == "RESULT":
        clause.phrases.append(Chunk(frozenset(("WITH",)), results[0].things, results[0].start, results[0].end))


def measured(clause: Clause) -> None:
    """Retreats to 2118, which is two hexes: how far somebody goes."""
    for phrase in list(clause.phrases) if clause.verb is not None and {"move", "retreat", "advance"} & set(clause.verb.senses) else ():
        inner = phrase.things[-1].clauses[0] if len(phrase.things[-1].clauses) == 1 and phrase.things[-1].type in ("HEX", "PATH") else None
        far = inner.phrases[0] if inner is not None and len(inner.phrases) == 1 and inner.verb is not None and inner.verb.senses == ["be"] else None
        if inner is None or far is None or inner.verb is None or inner.verb.negated or inner.subs or inner.wh or len(far.things) > 1:
            continue
        if far.rels == NONE and far.things[0].num is not None and "hex" in far.things[0].nouns() and not (far.things[0].of or far.things[0].own):
            phrase.things[-1].clauses = []
            clause.phrases.append(Chunk(NONE, far.things, far.start, far.end))


def employed(clause: Clause) -> None:
    """I use 16Pz for an attack on 3010; 16Pz goes over to the attack on 3010: the deed that somebody is used for, or goes to, is what is done."""
    verb = clause.verb
    if verb is None or not _is_plain(clause) or clause.asked or clause.wh:
        return
    deeds = [p for p in clause.phrases if not p.before and p.rels & {"FOR", "TO"} and len(p.things) == 1 and p.things[0].type == "NOUN"]
    if len(deeds) != 1 or deeds[0].things[0].num is not None or deeds[0].things[0].label:
        return
    deed = deeds[0].things[0]
    goes = bool({"move", "enter", "advance", "next_phase", "cross"} & set(verb.senses)) and bool(FIGHTS & set(deed.nouns()[:1])) and "TO" in deeds[0].rels
    whom = [p for p in clause.phrases if not p.before and (p.rels == NONE or {"TO", "AGAINST"} <= p.rels) and all(t.type == "UNIT" for t in p.things)]
    used = "add" in verb.senses and not goes and len(whom) == 1 and deed.det in ("indef", "poss") and "FOR" in deeds[0].rels
    led = [p for p in clause.phrases if p.before and p.things[0].type == "UNIT"]
    if not (goes or used) or (used and led) or (goes and any(p.rels != NONE for p in led)) or not (used or led):
        return
    verb.lemma, verb.senses, verb.clitics = "do", ["do"], []
    for phrase in whom if used else ():
        phrase.rels, phrase.before = NONE, True
        clause.phrases = [phrase, *(p for p in clause.phrases if p is not phrase and not (p.before and p.things[0].type == "PRON"))]
    deeds[0].rels = NONE


def _is_plain(clause: Clause) -> bool:
    verb = clause.verb
    return verb is not None and not (verb.negated or verb.modal or verb.perfect or verb.past or verb.passive)


def held(clause: Clause) -> None:
    """I have 16Pz in 2218, tengo a 16Pz en 2218: it stands there."""
    verb = clause.verb
    if (
        verb is None
        or not _is_plain(clause)
        or "have" not in verb.senses
        or not {"do", "control"} & set(verb.senses)
        or clause.asked
        or clause.wh
        or clause.subs
    ):
        return
    doers, rest = [p for p in clause.phrases if p.before], [p for p in clause.phrases if not p.before]
    speaks = all(p.rels == NONE and [t.value if t.type == "PRON" else t.type for t in p.things] in (["first"], ["SIDE"]) for p in doers)
    if not speaks or len(doers) > 1 or len(rest) != 2 or rest[1].rels != {"IN"} or [thing.type for thing in rest[1].things] != ["HEX"]:
        return
    whom = rest[0]
    if whom.rels not in (NONE, {"TO", "IN", "AGAINST"}) or any(thing.type != "UNIT" or thing.mods for thing in whom.things) or rest[1].things[0].mods:
        return
    clause.kind, verb.lemma, verb.senses, verb.clitics = "cop", "be", ["be"], []
    clause.phrases = [Chunk(NONE, whom.things, whom.start, whom.end, True), rest[1]]


def standing(clause: Clause) -> None:
    """With 16Pz in 2218, can I attack 3010: where those stand with whom something is done is no place of the deed.

    With 47R in 3010, 16Pz attacks 2218: who does it is named, and where those stand only tells how things are.
    """
    for at, with_ in enumerate(clause.phrases if clause.verb is not None else ()):
        if not with_.before or with_.rels != {"WITH"} or any(thing.type != "UNIT" for thing in with_.things):
            continue
        behind = clause.phrases[at + 1 :]
        own = with_.things[-1].own
        place = own[0] if len(own) == 1 else behind[0] if behind and behind[0].before and not own else None
        if place is None or place.rels != {"IN"} or [thing.type for thing in place.things] != ["HEX"] or place.things[0].mods:
            continue
        rest = [phrase for phrase in behind if phrase is not place]
        if any(phrase.before and phrase.rels == NONE and [thing.type for thing in phrase.things[:1]] == ["UNIT"] for phrase in rest):
            scene = Clause("cop")
            scene.verb = Verb(with_.start, with_.start)
            scene.verb.lemma, scene.verb.senses = "be", ["be"]
            scene.start, scene.end = with_.start, place.end
            with_.things[-1].own = []
            scene.phrases = [Chunk(NONE, with_.things, with_.start, with_.end, True), place]
            clause.subs.append(("because", [scene]))
            clause.phrases = [phrase for phrase in clause.phrases if phrase is not with_ and phrase is not place]
        elif not own and not any(thing.own for thing in with_.things):
            for thing in with_.things:
                thing.own.append(Chunk(frozenset(("STANDS",)), place.things, place.start, place.end))
            clause.phrases.remove(place)
        return


def resumed(clause: Clause) -> None:
    """1510, 44ID advances into it; with 1510 empty, we attack it: the pronoun is the hex that the clause begins with, which has no other part in it."""
    first = clause.phrases[0] if len(clause.phrases) > 2 and clause.verb is not None else None
    if first is None or not first.before or first.rels not in (NONE, {"WITH"}) or [thing.type for thing in first.things] != ["HEX"]:
        return
    doers = [phrase for phrase in clause.phrases[1:] if phrase.before and phrase.rels == NONE and phrase.things[0].type in ("UNIT", "PRON")]
    again = [phrase for phrase in clause.phrases[1:] if not phrase.before and [(thing.type, thing.value) for thing in phrase.things] == [("PRON", "it")]]
    if len(doers) == 1 and len(again) == 1:
        again[0].things = first.things
        clause.phrases.remove(first)


def targeted(clause: Clause) -> None:
    """3010 is the target of an attack by 16Pz; is 3010 a legal target for it?: the deed is aimed there."""
    if clause.verb is None or clause.verb.lemma != "be" or not _is_plain(clause) or clause.subs or clause.wh:
        return
    aims = [
        p
        for p in clause.phrases
        if p.rels == NONE and len(p.things) == 1 and {"target", "destination"} & set(p.things[0].nouns()[:2]) and p.things[0].num is None
    ]
    ends = [p for p in clause.phrases if p.rels == NONE and p not in aims and all(thing.type in ("HEX", "UNIT") for thing in p.things)]
    if len(aims) != 1 or len(ends) != 1:
        return
    thing = aims[0].things[0]
    rest = [*thing.of, *thing.own, *(p for p in clause.phrases if p not in (aims[0], ends[0]))]
    deeds = [p for p in rest if p.rels & {"OF", "FOR"} and p.things[0].type == "NOUN" and len(p.things) == 1]
    if len(deeds) != 1:
        return
    deed = Chunk(NONE, deeds[0].things, deeds[0].start, deeds[0].end, True)
    clause.kind, clause.verb = "frag", None
    clause.phrases = [deed, *(p for p in rest if p is not deeds[0]), Chunk(frozenset(("AGAINST", "TO", "IN")), ends[0].things, ends[0].start, ends[0].end)]


def permitted(clause: Clause) -> None:
    """Is it legal for 16Pz to attack, ¿se le permite a 16Pz atacar?: who is allowed something does it."""
    for phrase in clause.phrases[:1] if clause.kind == "forto" else ():
        if phrase.before and phrase.rels & {"TO", "FOR"} and phrase.things[0].type in ("UNIT", "PRON", "SIDE"):
            phrase.rels = frozenset(("none",))


def clefted(clause: Clause) -> None:
    """16Pz is the one that flips, la que se voltea es 16Pz: units that are the one who does something do it."""
    verb = clause.verb
    if verb is None or verb.lemma != "be" or verb.perfect or clause.adverbs or clause.wh or len(clause.subs) > 1:
        return
    ones = [p for p in clause.phrases if len(p.things) == 1 and _is_one(p.things[0])]
    hexes = [p for p in clause.phrases if "none" in p.rels and [t.type for t in p.things] == ["HEX"]]
    aims = [p for p in hexes if any(("NOUN", "target") in means for means in p.things[0].mods)]
    units = [p for p in clause.phrases if "none" in p.rels and all(t.type == "UNIT" for t in p.things)]
    inners = [inner for _, subs in clause.subs for inner in subs] + [inner for p in ones for inner in p.things[0].clauses]
    told = [word for word, _ in clause.subs]
    begins = told == ["rel"] and len(inners) == 1 and inners[0].start <= clause.start  # la que mueve a 3010 es 16Pz: its goal is of what leads
    more = [p for p in clause.phrases if begins and p.before and p not in (*units, *ones, *aims) and p.start > inners[0].start]
    if (
        len(units) != 1
        or len(clause.phrases) != 1 + len(ones) + len(aims) + len(more)
        or len(ones) > 1
        or len(inners) != 1
        or told
        and told[0] not in (("TO", "inf", "pcp") if ones else ("rel",))
    ):
        return
    inner = inners[0]
    if inner.verb is None or inner.wh or any(phrase.before for phrase in inner.phrases):
        return
    inner.verb.modal = verb.modal or inner.verb.modal
    inner.verb.negated = inner.verb.negated != verb.negated
    units[0].before = True
    aimed = [Chunk(frozenset(("AGAINST", "TO", "IN")), [p.things[0].plain()], p.start, p.end) for p in aims]  # the one who attacks is 16Pz, the target 3010
    for phrase in more:
        phrase.before = False
    clause.kind, clause.verb, clause.phrases = "fin", inner.verb, [units[0], *inner.phrases, *more, *aimed]
    clause.adverbs, clause.subs = inner.adverbs, inner.subs


def _is_one(thing: Nominal) -> bool:
    """The one, the unit: who does something, told before or behind its name."""
    return thing.det == "def" and not (thing.mods or thing.of or thing.own) and (thing.value in (1, "someone") or thing.nouns()[:1] == ["unit"])


def placed(clause: Clause) -> None:
    """2708 is where I place 68Inf; attacks 3010, where 68Inf holds out: where something is done is said of it, who stays somewhere is there."""
    for word, inners in clause.subs:
        for inner in inners if word in ("asked", "while") else ():
            verb = inner.verb
            if (
                verb is None
                or verb.perfect
                or verb.past
                or verb.modal
                or verb.negated
                or inner.subs
                or [word for word, *_ in inner.wh] not in ([], ["where"], ["what"], ["who"])
            ):
                continue
            if _is_object(clause, inner, word):
                clause.kind, clause.verb, clause.subs, clause.adverbs = "fin", verb, [], [*clause.adverbs, *inner.adverbs]
                clause.phrases = [*inner.phrases, Chunk(NONE, clause.phrases[0].things, clause.phrases[0].start, clause.phrases[0].end)]
                return
            there = [p for p in clause.phrases if p.rels <= {"none", "IN"} and [thing.type for thing in p.things] == ["HEX"]]
            if clause.verb is not None and clause.verb.lemma == "be" and clause.phrases == there != [] and len(clause.subs) == len(inners) == 1:
                said = [p for p in inner.phrases if p.things[0].value != there[0].things[0].value]
                clause.kind, clause.verb, clause.subs, clause.adverbs = "fin", verb, [], [*clause.adverbs, *inner.adverbs]
                clause.phrases = [*said, Chunk(frozenset(("TO", "IN")), there[0].things, there[0].start, there[0].end)]
                return
            alone = sum(thing.type == "UNIT" for thing in inner.things()) == 1
            goes = clause.verb is not None and bool({"retreat", "loss"} & set(clause.verb.senses))  # 44GdR pulls out while 62R stays: that is done too
            if STAYING & set(verb.senses) and alone and (inner.wh or len(inner.things()) == 2 and not goes):
                verb.lemma, verb.senses = "be", ["be"]


def _is_object(clause: Clause, inner: Clause, word: str) -> bool:
    """3010 is what 16Pz attacks."""
    verb, named = clause.verb, [thing.type for phrase in clause.phrases for thing in phrase.things]
    asks = [wh for wh, *_ in inner.wh]
    led = [phrase for phrase in inner.phrases if phrase.before and "none" in phrase.rels]
    return word == "asked" and verb is not None and verb.lemma == "be" and named in (["HEX"], ["UNIT"]) and asks in (["what"], ["who"]) and bool(led)


def owned(clause: Clause, tokens: Sequence[Token], senses: Mapping[str, Sequence[str]]) -> None:
    """Has 16Pz got a ZOC: the two words are one verb, what is had and not what it came to. Has it got to 3010 is left as it is."""
    verb = clause.verb
    plain = [phrase for phrase in clause.phrases if phrase.rels <= {"none"}]
    if verb is None or not verb.perfect or len(plain) < 2 or any(thing.type in ("HEX", "PATH") for phrase in plain for thing in phrase.things):
        return
    words = [token for token in tokens if verb.start <= token.start < verb.end]
    for had in (token for token in words if "HV" in token.means):
        for got in words:
            if found := senses.get(f"{had.means['HV'][0][1]} {fold(got.text)}"):
                verb.lemma, verb.senses, verb.perfect = str(had.means["HV"][0][1]), list(found), False


def presented(clause: Clause) -> None:
    """Now 16Pz, which attacks 3010; next up is 16Pz, heading for 3010: who is named does what is said of it."""
    verb, phrase = clause.verb, clause.phrases[0] if clause.phrases else None
    if phrase is not None and verb is None and len(clause.phrases) == 1 and phrase.rels == NONE and phrase.things[-1].nouns()[:1] == ["turn"]:
        owner = phrase.things[-1].of[-1:]  # the turn of 16Pz, which attacks 3010
        if len(phrase.things) == 1 and owner and not phrase.things[0].label and all(thing.type == "UNIT" for thing in owner[0].things):
            owner[0].things[-1].clauses += phrase.things[0].clauses
            phrase = owner[0]
            clause.phrases = [phrase]
    if verb is not None and set(verb.senses) - {"be", "there"} or phrase is None or len(clause.phrases) > 1 or not phrase.rels <= {"none", "FROM", "OF", "BY"}:
        return
    if any(thing.type != "UNIT" for thing in phrase.things) or clause.wh or clause.asked or verb is not None and (verb.negated or verb.modal or verb.perfect):
        return
    hung = [("rel", inner) for inner in phrase.things[-1].clauses] + [(word, inner) for word, inners in clause.subs for inner in inners]
    word, inner = hung[0] if len(hung) == 1 else ("", None)
    does = inner.verb if inner is not None and word in ("rel", "pcp") else None
    if inner is None or does is None or does.passive or does.perfect or does.past or does.negated or {"be", "have"} & set(does.senses) or not does.senses:
        return
    if any(p.before for p in inner.phrases) or inner.wh:
        return
    phrase.things[-1].clauses = []
    clause.kind, clause.verb, clause.subs, clause.adverbs = "fin", does, inner.subs, [*clause.adverbs, *inner.adverbs]
    clause.phrases = [Chunk(frozenset(("none",)), phrase.things, phrase.start, phrase.end, True), *inner.phrases]


STAYING = frozenset(("stay", "control", "defend", "keep", "occupy"))
"""Verbs of those that merely are where they are."""
