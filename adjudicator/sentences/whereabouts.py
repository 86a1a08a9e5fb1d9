"""Plain questions about the position: where is it, what is in a hex, how far are two things apart, are they side by side, what turn is it (`play.asked`)."""

from __future__ import annotations

from collections.abc import Mapping

from adjudicator.ground.declaration import Query
from adjudicator.language.syntax import small
from adjudicator.sentences.frames import EMPTY, FIGHTS
from adjudicator.sentences.tree import Clause, Nominal

ASKED_OF = frozenset(("be", "there", "control"))
SPOTS = frozenset(("UNIT", "HEX"))
APART = frozenset(("FROM", "TO", "OF"))
WHOSE = small("whose")
SO_FAR = frozenset(("already", "not_yet", "before", "yet", "ever"))
"""Adverbs that ask for what was done until now."""


def whereabouts(clause: Clause, text: str) -> Query | None:
    """What is asked of the position by a clause of a text; None if it is no such question."""
    verb = clause.verb
    if verb is None or not ASKED_OF & set(verb.senses) or verb.negated or verb.past or verb.perfect or verb.modal or clause.subs or len(clause.wh) > 1:
        return None
    word, _, wanted = clause.wh[0] if clause.wh else ("", None, None)
    noun = wanted.nouns()[:1] if wanted is not None else next((thing.nouns()[:1] for thing in clause.things() if thing.type == "NOUN"), [])
    spots, apart, beside = _spots(clause)
    if "control" in verb.senses and word == "who" and spots and set(kinds := [thing.type for thing in spots]) == {"UNIT"}:
        return Query("position", "side", about=tuple(str(thing.value) for thing in spots))  # who owns 47R
    if "control" in verb.senses and (word != "what" or noun != ["hex"]):
        return None  # which hex does it occupy
    plain = all(thing is wanted or thing in spots or (thing.type, thing.value) == ("PRON", "it") or thing.nouns()[:1] == noun for thing in clause.things())
    if not plain or {adverb for adverb, _, _ in clause.adverbs} - EMPTY or any(thing.num is not None or thing.clauses or thing.label for thing in spots):
        return None
    names = tuple(str(thing.value) for thing in spots)
    kinds = [thing.type for thing in spots]
    if len(spots) == 2 and apart and (word == "where" and not noun or word == "how_many" and noun == ["hex"]):
        return Query("position", "distance", about=names)
    if len(spots) == 2 and beside and not word and not noun:
        return Query("position", "adjacent", about=names)
    if (word == "where" and not noun or word == "what" and noun == ["hex"]) and spots and set(kinds) == {"UNIT"} and not (apart or beside):
        return Query("position", "at", about=names)
    aimed = any("AGAINST" in phrase.rels and "IN" not in phrase.rels for phrase in clause.phrases)  # what is it worth against 1510
    if word in ("what", "who") and kinds == ["HEX"] and not (apart or beside or aimed) and noun in ([], ["terrain"], ["unit"]):
        return Query("position", "terrain" if noun == ["terrain"] else "units", about=names)
    if word == "what" and noun == ["side"] and set(kinds) == {"UNIT"} and not (apart or beside):
        return Query("position", "side", about=names)
    if word in ("what", "who") and len(spots) == 1 and beside and noun in ([], ["unit"], ["player"]):
        return Query("position", "beside", part="enemy" if noun == ["player"] else "", about=names)
    if word == "how_many" and kinds == ["HEX"] and not (apart or beside) and noun == ["unit"] and wanted is not None and not wanted.mods:
        return Query("position", "count", about=names)
    if not spots and word == "what" and noun == ["phase"] and wanted is not None and not wanted.mods:
        return Query("position", "phase")
    if not spots and word == "whose" and not noun:
        return Query("position", "active")
    if not spots and (word == "when" and not noun or word == "what" and noun == ["turn"]):
        return Query("position", "active" if WHOSE & set(text[clause.start : clause.end].lower().split()) else "turn")
    return None


def _spots(clause: Clause) -> tuple[list[Nominal], bool, bool]:
    """The units and hexes of a clause, whether the last is one that another is away from, or beside."""
    found: list[Nominal] = []
    apart = beside = False
    for phrase in clause.phrases:
        for thing in phrase.things:
            inner = [other for each in (*thing.of, *thing.own) for other in each.things]
            found += [each for each in (thing, *inner) if each.type in SPOTS]
            apart |= bool(inner) or bool(phrase.rels & APART) and "IN" not in phrase.rels or {"TO", "IN"} <= phrase.rels and bool(found[:-1])
            beside |= "BESIDE" in phrase.rels
    return found, apart, beside


def lost_before(clause: Clause) -> Query | None:
    """How many steps has 16Pz lost, is it down, does it lack: what is missing of its full steps; None if it is no such question, or one of this combat."""
    verb = clause.verb
    word, _, wanted = clause.wh[0] if len(clause.wh) == 1 else ("", None, None)
    if verb is None or verb.negated or verb.modal or clause.subs or word != "how_many" or wanted is None:
        return None
    short = verb.senses == ["be"] and (verb.particles == ["down"] or [adverb for adverb, _, _ in clause.adverbs] == ["short"])
    if not short and not ("loss" in verb.senses and verb.perfect) and not ("lack" in verb.senses and not verb.perfect):
        return None
    units = [thing for thing in clause.things() if thing is not wanted and not (verb.perfect and thing.nouns()[:1] == ["loss"])]
    if wanted.nouns()[:1] != ["step"] or wanted.mods or not units or any(thing.type != "UNIT" or thing.of or thing.clauses for thing in units):
        return None
    return Query("position", "lost", about=tuple(str(thing.value) for thing in units))


def done_before(clause: Clause, deeds: Mapping[str, str]) -> Query | None:
    """Has 16Pz attacked, did it move this turn, has it been attacked: what the history tells, never whether it may; None if it is no such question.
    `deeds`: senses of verbs.

    Raises LookupError where it asks for more of what was done.
    """
    verb = clause.verb
    deed = next((deeds[sense] for sense in verb.senses if sense in deeds), "") if verb is not None else ""
    if verb is None or not deed or not clause.asked or not (verb.perfect or verb.past) or verb.modal or clause.wh:
        return None
    whom = _attacked(clause) if deed in FIGHTS and not verb.passive else []
    met = bool(whom) or verb.passive and (deed in FIGHTS or any(thing.type == "HEX" for thing in clause.things()))
    doers = [thing for phrase in clause.phrases if not met or whom or "BY" in phrase.rels for thing in phrase.things if not any(thing is each for each in whom)]
    units = [str(thing.value) for thing in doers if thing.type == "UNIT"]
    rest = [thing for thing in clause.things() if thing.type != "UNIT" and not _span(thing) and (thing.type, thing.value) != ("PRON", "someone")]
    where = tuple(("hex", thing.value) for thing in rest if thing.type == "HEX" and (met or deed in FIGHTS))
    span = "phase" if any(thing.nouns()[:1] == ["phase"] for thing in clause.things()) else "turn"
    plain = not verb.negated and not clause.subs and not {adverb for adverb, _, _ in clause.adverbs} - EMPTY - SO_FAR
    if met:
        met_there = [str(thing.value) for thing in clause.things() if thing.type in SPOTS and not any(thing is each for each in doers)]
        if len(rest) > len(where) or len(met_there) != 1 or not plain:
            raise LookupError(deed)
        return Query("position", "met", (deed, *units), part=span, about=(met_there[0],))
    if len(rest) > len(where) or len(where) > 1 or not units or not plain:
        raise LookupError(deed)
    return Query("position", "done", (deed,), part=span, facts=where, about=tuple(units))


def _attacked(clause: Clause) -> list[Nominal]:
    """Whom somebody has attacked: the unit behind the verb where another stands before it, or which is said with a: ¿han atacado a 68Inf?"""
    units = [phrase for phrase in clause.phrases if any(thing.type == "UNIT" for thing in phrase.things)]
    lead = any(phrase.before for phrase in clause.phrases)
    return [thing for phrase in units if "TO" in phrase.rels or lead and not phrase.before and "none" in phrase.rels for thing in phrase.things]


def _span(thing: Nominal) -> bool:
    """This turn, this phase."""
    return thing.nouns()[:1] in (["turn"], ["phase"]) and thing.label is None and thing.num is None and not (thing.mods or thing.of or thing.own)
