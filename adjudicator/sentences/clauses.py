"""Clauses put together: copies, what one says more of a thing of another, what is said of how things stand meanwhile."""

from __future__ import annotations

from collections.abc import Container, Mapping
from typing import Any

from adjudicator.language.errors import NotUnderstood
from adjudicator.language.model import Act, Stated
from adjudicator.language.syntax import small
from adjudicator.sentences.frames import Frame, Frames
from adjudicator.sentences.tree import Chunk, Clause, Nominal, Verb, same_again

MOVES = frozenset(("move", "retreat", "advance"))
MOVING = frozenset(("move", "enter", "advance", "retreat", "debark", "dismount", "mount", "cross", "exit", "reach"))
GOING = MOVING | {"leave", "join"}
LINKS = ("and", "then", "but", "so", "comma")
"""How a clause hangs on the one before it that has told who does it."""
SPEAKING = tuple(small("speaking"))
GOALS = frozenset(("to", "path", "route", "at", "target", "hexes"))
"""Slots of an act that tell where it leads."""
PUT = frozenset(("setup", "deploy", "enter", "add", "end", "stay"))
"""Deeds whose participle only says where something is: put, placed, stacked there."""
PLAIN = frozenset(("none",))
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
    met = main.phrases[-1] if main.verb is not None and main.phrases and not main.phrases[-1].before else None
    beside = met is not None and met.things[-1].type == "UNIT" and 0 <= verb.start - met.end < 3  # attacks 47R, placed in 3010
    here = inner.kind == "pcp" and verb.passive and not senses & heads and senses & {"end", "setup", "deploy"}
    if here and [thing.type for thing in things] == ["HEX"] and not beside:
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


def told_meanwhile(main: Clause, frames: Frames) -> None:
    """Hang what goes on meanwhile on the thing that does it."""
    said = {noun for thing in main.things() for noun in thing.nouns()} | set(main.verb.senses if main.verb is not None else ())
    reacts = bool(frames.reacts & said)
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
            main.verb.clitics = [clitic for clitic in main.verb.clitics if clitic not in ("him", "it")]
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


def accompanied(clause: Clause, slots: Mapping[str, Any], subject: Nominal | None, text: str) -> dict[str, Any]:
    """46 sat it out but leaves with 47 for 1511, ¿puede irse con 47?: who goes was spoken of before, 47 keeps him company."""
    verb, units = clause.verb, slots.get("units")
    if (
        verb is None
        or subject is None
        or subject.type != "UNIT"
        or not isinstance(units, tuple)
        or subject.value in units
        or not (GOING | {"join"}) & set(verb.senses)
    ):
        return {}
    company = {"WITH", "none"} if "join" in verb.senses else {"WITH"}
    theirs = [phrase for phrase in clause.phrases if any(thing.type in ("UNIT", "PRON", "SIDE") for thing in phrase.things)]
    linked = clause.link in LINKS or clause.asked
    mine = any(word.casefold().endswith(SPEAKING) for word in text[verb.start : verb.end].split())
    if not linked or mine or verb.passive or not theirs or any(phrase.before or not phrase.rels & company for phrase in theirs):
        return {}
    return {"units": (subject.value, *units)}


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


def bare_of(thing: Nominal) -> Nominal:
    """The thing without the phrases of its own."""
    other = Nominal(thing.means, thing.start, thing.end)
    for name in ("det", "num", "label", "mods", "of", "apposed", "clauses", "unknown"):
        setattr(other, name, getattr(thing, name))
    return other


def senses_of(verb: Verb) -> set[str]:
    """What a verb may mean."""
    return set(verb.senses)


def said_as(verb: Verb, senses: list[str] | None = None) -> Verb:
    """The verb again, in these senses if there are any."""
    other = Verb(verb.start, verb.end)
    for name in Verb.__slots__:
        setattr(other, name, getattr(verb, name))
    other.senses = senses or other.senses
    return other


def copied(clause: Clause) -> Clause:
    """The clause again, its lists free to change."""
    other = Clause(clause.kind)
    other.link, other.asked, other.stranded = clause.link, clause.asked, clause.stranded
    other.start, other.end = clause.start, clause.end
    other.verb = said_as(clause.verb) if clause.verb is not None else None
    other.phrases = list(clause.phrases)
    other.adverbs = list(clause.adverbs)
    other.wh = list(clause.wh)
    other.subs = list(clause.subs)
    return other


def elide(clause: Clause, model: Clause) -> None:
    """…, B over the bridge: the verb of the clause before."""
    clause.verb = model.verb
    if model.verb is not None and model.verb.negated and clause.link != "or":
        if not any(word == "only" for word, _, _ in clause.adverbs):
            raise NotUnderstood("no_place", "", clause.start, clause.end)  # 19Pz does not attack, 16Pz …: does it?
        clause.verb = copied(model).verb or model.verb
        clause.verb.negated = False  # 19Pz does not attack, only 16Pz
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


def continued(clause: Clause, model: Clause | None) -> Clause:
    """May I activate A in H, and B in J: a clause without a verb with the one of the clause before, if that asks, too; itself if it says nothing else of B."""
    if model is not None and (model.asked and len(clause.phrases) > 1 or not clause.asked):
        elide(clause, model)
    return clause


def lone(clause: Clause | None, end: int) -> bool:
    """Whether a clause ends here in an infinitive that names nothing, or names nothing itself: what follows is its object, and no deed of its own."""
    inners = [inner for _, inners in clause.subs for inner in inners] if clause is not None else []
    empty = clause is not None and clause.verb is not None and bool(clause.verb.senses) and not (clause.phrases or clause.wh or clause.verb.clitics)
    return empty or any(inner.verb is not None and not inner.phrases and not inner.verb.clitics and end - inner.verb.end < 3 for inner in inners)


def aiming(inner: Clause) -> list[Chunk]:
    """The phrases of an attack that is supposed, the units that are its object as those it goes against: the odds if 16Pz attacks 47R."""
    plain = [phrase for phrase in inner.phrases if "none" in phrase.rels]
    led = any(phrase.before for phrase in plain) or all(phrase.things[0].type != "HEX" for phrase in plain)
    for phrase in plain:
        if not phrase.before and phrase.things[0].type == "UNIT" and inner.verb is not None and not inner.verb.passive:
            phrase.rels, phrase.before = (frozenset(("AGAINST",)), False) if led else (phrase.rels, True)  # si atacan 16Pz y 19Pz 3010
    return inner.phrases


def goes_beside(clause: Clause, slots: Container[str]) -> bool:
    """16Pz moves next to 68Inf: it goes to a hex that was not said, in none of these slots."""
    verb = clause.verb
    if verb is None or not MOVING & set(verb.senses[:1]) or any(name in slots for name in GOALS):
        return False
    return any({"NEAR", "BESIDE"} & phrase.rels and phrase.start > verb.start and phrase.things[0].type == "UNIT" for phrase in clause.phrases if phrase.things)
