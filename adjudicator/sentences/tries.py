"""What is asked of an act that is tried: how many times, in which phases, from which turn on, on which rolls, how many at most (`play.tried`)."""

from __future__ import annotations

from collections.abc import Container, Iterable, Mapping, Sequence
from typing import Any, NamedTuple

from adjudicator.ground.declaration import Act, Query
from adjudicator.sentences.clauses import copied
from adjudicator.sentences.frames import LIGHT, Item
from adjudicator.sentences.tree import Chunk, Clause, Nominal, hanging

SPANS = frozenset(("turn", "phase"))
UNITS = frozenset(("unit", "attackers", "attacker", "defenders", "defender"))
"""Nouns of units that may be counted."""
THROWS, THROWN = frozenset(("roll", "dice", "number")), frozenset(("roll", "throw", "need", "show"))
"""Nouns and verbs that ask which numbers of a throw lead to something."""
BOUNDS = frozenset(("first_time", "last_time", "at_most", "at_least"))
"""Adverbs that say which end of what is tried is meant."""


OWED = frozenset(("loss", "retreat", "roll", "roll_return"))
"""What is done because a result calls for it: does it lose a step asks whether it has to."""
TIMES = {"twice": 2, "thrice": 3}
"""Adverbs that say how often."""
MEASURES = frozenset(("less", "greater"))
MORE = {"less": "less", "more": "greater"}
"""Adverbs that compare."""


class Sought(NamedTuple):
    """A question that is answered by trying an act.

    plain   the question without what asks
    query   what is asked; of rolls and amounts the deed or the fact is still to be filled in
    deed    the clause that says the act, where the question itself says something else: if 16Pz attacks 3010, so that 68Inf can retreat
    """

    plain: Clause
    query: Query
    deed: Clause | None = None


FIRST = "first"


def sought(clause: Clause) -> Sought | None:
    """What a question wants tried; None if it is no such question."""
    if clause.verb is not None and not clause.wh:
        return _compared(clause) or _thrown(clause) or _repeated(clause)
    if len(clause.wh) != 1 or clause.verb is None:
        return None
    word, _, thing = clause.wh[0]
    bounds = {name for name, _, _ in clause.adverbs} & BOUNDS
    span = _span(clause)
    named = thing.nouns()[:1] if thing is not None and thing.label is None and thing.num is None else []
    if word == "how_often":
        return Sought(without(clause, spans=True), Query("times", part=span))
    if word in ("when_first", "when_last"):
        return Sought(without(clause), Query("when", part="turn", sign=1 if word == "when_first" else -1))
    timed = word == "when" or word == "what" and bool(set(named) & SPANS)
    if timed and clause.verb.modal == "can":
        first = any(name == FIRST for name, _, _ in clause.adverbs) or any(each.mod("ORD") == "1" for each in clause.things() if each.type != "PHASE")
        sign = 1 if "first_time" in bounds or first else -1 if "last_time" in bounds else 0  # when can I first deploy a KG, my first KG
        part = named[0] if named else "turn" if sign else "phase"
        clause = copied(clause)
        clause.adverbs = [adverb for adverb in clause.adverbs if adverb[0] != FIRST]
        return Sought(without(clause, thing), Query("when", part=part, sign=sign if part == "turn" else 0))
    if word == "which_rolls":
        return Sought(without(clause), Query("rolls"))
    clause = copied(clause)
    aim = _hanging(clause, ("that", "inf", "FOR", "TO")) if word == "how_many" and bounds & {"at_most", "at_least"} else None
    if thing is not None and aim is not None:
        return Sought(without(clause, thing), Query("most", sign=-1 if "at_least" in bounds else 1), aim)
    return None


def which_unit(clause: Clause) -> bool:
    """Whether it is asked which unit, or which units, and none is named before the verb."""
    asked = [thing for _, _, thing in clause.wh if thing is not None and thing.nouns()[:1] == ["unit"]]
    return len(asked) == len(clause.wh) == 1 and not any(each.type == "UNIT" for phrase in clause.phrases if phrase.before for each in phrase.things)


def _repeated(clause: Clause) -> Sought | None:
    """Can 16Pz attack twice in a turn: whether it may be done so often."""
    count = next((TIMES[name] for name, _, _ in clause.adverbs if name in TIMES), 0)
    if clause.verb is None or not count or clause.verb.modal != "can" or clause.verb.negated or clause.subs or not clause.asked:
        return None
    plain = without(clause, spans=True)
    plain.adverbs = [adverb for adverb in plain.adverbs if adverb[0] not in TIMES]
    return Sought(plain, Query("times", part=_span(clause), number=count))


def _compared(clause: Clause) -> Sought | None:
    """Has 68Inf fewer MP if it is out of command, is its strength lower if …: the figure with what is supposed, and without."""
    if not any(word == "if" for word, _ in clause.subs):
        return None
    said = next((MORE[name] for name, _, _ in clause.adverbs if name in MORE), "")
    plain = copied(clause)
    plain.adverbs = [adverb for adverb in clause.adverbs if adverb[0] not in MORE]
    for phrase in clause.phrases:
        for thing in phrase.things:
            word = next((value for means in (thing.means, *thing.mods) for type_, value in means if type_ == "ADJ" and value in MEASURES), "")
            if not word:
                continue
            if said:
                return None
            said, index = word, plain.phrases.index(phrase)
            plain.phrases.remove(phrase)
            if thing.type == "ADJ" and len(phrase.things) == 1:
                continue
            other = thing.plain()
            other.mods = [means for means in thing.mods if ("ADJ", word) not in means]
            other.of, other.own = thing.of, thing.own
            plain.phrases.insert(index, Chunk(phrase.rels, [other], phrase.start, phrase.end, phrase.before))
    wanted = next((thing for thing in plain.things() if thing.type == "NOUN" and thing.num is None and thing.label is None), None)
    if not said or wanted is None:
        return None
    plain.wh = [("how_many", frozenset(("none",)), wanted)]
    return Sought(plain, Query(said))


def _thrown(clause: Clause) -> Sought | None:
    """Must 16Pz roll a die to probe 3010, does a probe of 3010 need a die: whether the deed behind it waits for dice."""
    verb = clause.verb
    dice = [thing for thing in clause.things() if set(thing.nouns()) & {"dice", "roll"} and thing.num in (None, 1) and thing.label is None and not thing.of]
    if verb is None or verb.negated or not ("roll" in verb.senses and verb.modal in ("must", "need") or "need" in verb.senses and dice):
        return None
    plain = without(clause, dice[0] if len(dice) == 1 else None)
    plain.subs = []
    assert plain.verb is not None
    inner = _hanging(copied(clause), ("TO", "FOR", "inf"))
    if inner is not None and inner.verb is not None and inner.kind == "inf" and inner.phrases:
        plain.verb.lemma, plain.verb.senses, plain.phrases = inner.verb.lemma, inner.verb.senses, [*plain.phrases, *inner.phrases]
        return Sought(plain, Query("dice"))
    deed = next((phrase for phrase in plain.phrases if phrase.rels & {"FOR", "IN"} and phrase.things[0].type == "NOUN"), None)
    if deed is None or not dice:
        return None
    noun = deed.things[0]
    plain.verb.lemma, plain.verb.senses = noun.nouns()[0], noun.nouns()[:1]
    plain.phrases = [*(phrase for phrase in plain.phrases if phrase is not deed), *noun.of, *noun.own]
    return Sought(plain, Query("dice"))


def which_of(clause: Clause) -> Clause | None:
    """How many attackers, how many of my units: which of them, who are counted (`play.answering`). None if it asks for anything else."""
    if [word for word, *_ in clause.wh] != ["how_many"]:
        return None
    thing = clause.wh[0][2]
    group = [thing] if thing is not None and thing.type != "NUM" else next(([p.things[0]] for p in clause.phrases if "OF" in p.rels and p.before), [])
    if not group or not set(group[0].nouns()) & UNITS:
        return None
    plain = copied(clause)
    plain.wh = [("what", clause.wh[0][1], thing)]
    return plain


def _hanging(clause: Clause, words: tuple[str, ...]) -> Clause | None:
    """The one clause that hangs on a question so; of for 68Inf to retreat with who does it."""
    found = [inner for word, inners in clause.subs if word in words for inner in inners if inner.verb is not None]
    doer = next((phrase for phrase in clause.phrases if "FOR" in phrase.rels and not phrase.before and phrase.things[0].type == "UNIT"), None)
    if len(found) == 1 and found[0].kind == "inf" and doer is not None and doer.end <= found[0].start:
        clause.phrases = [phrase for phrase in clause.phrases if phrase is not doer]
        found = [copied(found[0])]
        found[0].kind = "fin"
        found[0].phrases.insert(0, Chunk(frozenset(("none",)), doer.things, doer.start, doer.end, True))
    return found[0] if len(found) == 1 else None


def _is_span(thing: Nominal) -> bool:
    """A turn, each turn, one phase, the same turn: how long, and no turn by its number."""
    return thing.nouns()[:1] in (["turn"], ["phase"]) and thing.label is None and thing.num in (None, 1) and not (thing.of or thing.own or thing.clauses)


def _span(clause: Clause) -> str:
    spans = [thing.nouns()[0] for thing in clause.things() if _is_span(thing) and thing.det not in ("each", "all")]
    return "turn" if "turn" in spans or not spans else "phase"


def without(clause: Clause, thing: Nominal | None = None, spans: bool = False) -> Clause:
    """The clause without its question word, its bounds, and (`spans`) without what says how long."""
    plain = copied(clause)
    plain.wh = []
    plain.adverbs = [adverb for adverb in clause.adverbs if adverb[0] not in BOUNDS]
    kept: list[Chunk] = []
    for phrase in plain.phrases:
        things = [each for each in phrase.things if each is not thing and not (spans and _is_span(each))]
        if things:
            kept.append(phrase if len(things) == len(phrase.things) else Chunk(phrase.rels, things, phrase.start, phrase.end, phrase.before))
    plain.phrases = kept
    return plain


def amount_of(thing: Nominal | None, plain: Clause, states: Any) -> str:
    """The fact that is asked for: how many steps has 371Inf. "" if it is none."""
    units = [each.value for each in plain.things() if each.type == "UNIT"]
    noun = thing.nouns()[0] if thing is not None and thing.nouns() else ""
    key, _, kind = str(states["unit"].get(noun, "")).partition("=")
    return f"units[{units[0]}].{key}" if kind == "number" and len(units) == 1 and len(plain.things()) == 1 else ""


def thrown(clause: Clause) -> Clause | None:
    """What must it roll to get it, on which rolls does it rise: the question with all that it names in one clause; None if it is none."""
    senses = set(clause.verb.senses) if clause.verb is not None else set()
    named = any(word == "which_rolls" or thing is not None and THROWS & set(thing.nouns()) and word in ("what", "how_many") for word, _, thing in clause.wh)
    bare = any(phrase.before and any(thing.type == "NOUN" and not thing.det for thing in phrase.things) for phrase in clause.phrases)  # which column
    if not named and (bare or not (senses & THROWN and any(word == "what" and thing is None for word, _, thing in clause.wh))):
        return None
    plain = copied(clause)
    if any(inner.verb is not None and {"retreat", "eliminate"} & set(inner.verb.senses) for word, inners in clause.subs if word != "if" for inner in inners):
        return None  # what must it roll to push 47R back: which fight that is was not said
    aims = [inner for word, inners in clause.subs if word != "if" for inner in inners if inner.verb is not None and not inner.subs]
    plain.phrases += [phrase for inner in aims for phrase in inner.phrases]
    plain.subs = [(word, [inner for inner in inners if inner not in aims]) for word, inners in clause.subs]
    if senses & (THROWN | LIGHT):  # what it is thrown for is the deed: which roll does 7AD need for its Second Activation
        purpose = [phrase for phrase in plain.phrases if "FOR" in phrase.rels and all(thing.type == "NOUN" for thing in phrase.things)]
        plain.phrases = [Chunk(frozenset(("none",)), p.things, p.start, p.end) if p in purpose else p for p in plain.phrases]
        plain.verb = None
    return plain


def rolled_for(clause: Clause, row: list[Item], dice: str) -> tuple[Query, list[Nominal]]:
    """The totals of a throw that lead to something: to a loss or a result that is named, else to what the throw is made for; how many `dice` it takes."""
    asked = [thing for _, _, thing in clause.wh if thing is not None]
    aims = [item.thing for item in row if item.thing not in asked and (item.thing.type == "RESULT" or "loss" in item.thing.nouns())]
    marks = tuple(str(thing.value) if thing.type == "RESULT" else "loss*" for thing in aims)
    counted = any(word == "how_many" for word, _, _ in clause.wh)
    return Query("value", dice if counted else "rolls", () if counted else marks), [*aims, *asked]


def supposed_die(clause: Clause) -> tuple[Clause, list[int]]:
    """With a 5 on the die, in which turn does it come back: the throw that a question supposes, and the question without it."""
    for at, phrase in enumerate(clause.phrases):
        thing = phrase.things[0]
        if (
            len(phrase.things) != 1
            or thing.type != "NUM"
            or thing.det != "indef"
            or not isinstance(thing.value, int)
            or not phrase.rels & {"WITH", "IN", "FOR"}
        ):
            continue
        plain = copied(clause)
        after = clause.phrases[at + 1] if at + 1 < len(clause.phrases) else None
        dice = after is not None and {"dice", "roll"} & set(after.things[0].nouns()) and after.things[0].label is None
        plain.phrases = [each for each in clause.phrases if each is not phrase and not (dice and each is after)]
        return plain, [thing.value]
    return clause, []


def anybody(clause: Clause, kinds: Mapping[str, str]) -> tuple[str, dict[str, Any]] | None:
    """Does anybody lose a step on this AS: the kind of what a result calls for, by the senses of its verb, and that result. None if it is no such question."""
    someone = [phrase for phrase in clause.phrases if "none" in phrase.rels and [(each.type, each.value) for each in phrase.things] == [("PRON", "someone")]]
    kind = next((kinds[sense] for sense in clause.verb.senses if sense in kinds), "") if clause.verb is not None else ""
    rest = [thing for phrase in clause.phrases if phrase not in someone for thing in phrase.things]
    if len(someone) != 1 or not kind or clause.wh or clause.subs or any(thing.mods or thing.num not in (None, 1) for thing in rest):
        return None
    if any(thing.type != "RESULT" and thing.nouns()[:1] not in (["step"], ["result"]) for thing in rest):
        return None
    results = [thing.value for thing in rest if thing.type == "RESULT"]
    return kind, {"result": results[0]} if results else {}


def of_cause(clause: Clause, row: Iterable[Item], used: list[Nominal]) -> Clause:
    """By how many columns does the town shift its attack: where the cause (one of `used`) is what does it, the verb says no deed."""
    units = any(item.thing.type in ("UNIT", "PRON", "SIDE") and "subj" in item.how and not item.inner for item in row)
    if clause.verb is None or units or not any(item.thing is thing and "subj" in item.how for thing in used for item in row):
        return clause
    other = copied(clause)
    assert other.verb is not None
    other.verb.lemma, other.verb.senses = "have", ["have"]
    return other


def unweighed(clause: Clause, found: Sequence[Any], text: str, deeds: Container[str]) -> Nominal | Clause | None:
    """What a question says that nothing has weighed which was found for it; ``deeds``: the nouns of deeds."""
    aside = [said for part in found if isinstance(part, Act) for said in part.slots.get("passing", ())]
    stays = any(isinstance(part, Act) and part.kind == "stay" for part in found)
    return (
        (_how_it_stays(clause, text, aside) if stays else None)
        or _after(clause, text, aside, deeds)
        or _narrowed(clause, found, text, aside)
        or _lost(clause, found, text)
    )


def _how_it_stays(clause: Clause, text: str, aside: Sequence[str]) -> Nominal | Clause | None:
    """Does it stay unmoved, ¿queda anulada?: how it is then is what is asked."""
    stays = [one for one in (clause, *hanging(clause)) if one.verb is not None and "stay" in one.verb.senses]
    bound = [one for each in stays for word, inners in each.subs if word in ("pcp", "that") for one in inners if not one.phrases]
    called = [thing for each in stays for thing in each.things() if any("STATUS" not in dict(means) for means in thing.mods)]
    told = (thing for thing in called if any(text[thing.start : thing.end] in said or said in text[thing.start : thing.end] for said in aside))
    return next(iter(bound), None) or next(told, None)


def _after(clause: Clause, text: str, aside: Sequence[str], deeds: Container[str]) -> Nominal | None:
    """Is it finished after an attack: the deed after which it is asked."""
    behind = [phrase for phrase in clause.phrases if "AFTER" in phrase.rels]
    behind += [phrase for word, inners in clause.subs if word == "after" for one in inners if one.verb is None for phrase in one.phrases]
    named = [thing for phrase in behind for thing in phrase.things if any(noun in deeds for noun in thing.nouns())]
    return next((thing for thing in named if any(text[thing.start : thing.end] in said for said in aside)), None)


def _narrowed(clause: Clause, found: Sequence[Any], text: str, aside: Sequence[str]) -> Nominal | None:
    """How many reduced units, which units reduced to one step: the thing asked for."""
    for inner in (clause, *hanging(clause)):
        bare = [thing for phrase in inner.phrases[:1] for thing in phrase.things[:1] if "unit" in thing.nouns()]
        for thing in [named for _, _, one in inner.wh for named in (bare if one is None else [one])]:
            until = inner.verb.start if inner.verb is not None and inner.verb.start > thing.start else thing.end
            states = [str(value) for means in (thing.means, *thing.mods) for type_, value in means[:1] if type_ == "STATUS"]
            bound = [one for link, inners in inner.subs for one in inners if link == "pcp" and not one.phrases and thing.start < one.start < until]
            if bound or any(said in text[thing.start : until] for said in aside) or any(state.rpartition(":")[2] not in repr(found) for state in states):
                return thing
    return None


def _lost(clause: Clause, found: Sequence[Any], text: str) -> Nominal | None:
    """What does it take to get to 3010: not what it has; a hex that hangs on what is asked."""
    hexes = [each for _, inners in clause.subs for inner in inners for each in _hexes_of(inner)] if clause.wh else []
    told = repr(found)
    return next((thing for thing in hexes if repr(thing.value) not in told and text[thing.start : thing.end] not in told), None)


def _hexes_of(clause: Clause) -> list[Nominal]:
    """The hexes of a clause and of all that hangs on it."""
    return [thing for thing in clause.things() if thing.type == "HEX"] + [each for _, inners in clause.subs for inner in inners for each in _hexes_of(inner)]
