"""Clauses that set the scene: they state nothing that a rule reads and do nothing now, and somebody asks or acts beside them.

Where they put a unit is stated, what they say of places beside each other is compared with the position, and the whole clause is told back.
A number, a result, a limit or a denial of how things stand is no mere scene: then the clause is refused.
"""

from __future__ import annotations

from collections.abc import Iterable

from adjudicator.ground.declaration import Seen
from adjudicator.language.model import Stated
from adjudicator.sentences.account import HARD, LIMITS, STRICT, things_of, weighs
from adjudicator.sentences.clauses import MOVING
from adjudicator.sentences.frames import LIGHT, STATIVE, Frames, items
from adjudicator.sentences.tree import Clause, Nominal, Verb

SCENE = 40
"""What it costs a reading that a clause only sets the scene."""
NEVER = frozenset(("UNK", "NUM", "ODDS", "STATS", "RULE", "RESULT", "PATH"))
"""Things that a scene never holds."""
COUNTED = frozenset(("side", "hex", "unit", "direction"))
"""Nouns whose number only describes the scene."""
CHOOSING = frozenset(("decide", "announce", "claim", "call_off"))
"""Verbs that settle who may do what."""
LIGHTER = frozenset(("announce", "name", "create", "inspect"))
"""Verbs that leave the deed to their object, as those of the light verbs do."""
DONE = frozenset(("attack", "probe", "fire", "move", "retreat", "advance", "loss", "eliminate", "resolve"))
"""Deeds of units that no scene holds, unless the same units act beside it."""
DENYING = frozenset(("no", "each", "or", "other", "same"))


class Picture:
    """What a scene says of places: facts, and what is to be compared with the position."""

    def __init__(self) -> None:
        self.facts: list[Stated] = []
        self.seen: list[Seen] = []


class Setting:
    """How a clause may be looked at: the senses of verbs that do something, words that weigh, whether a question follows, whether anything does."""

    def __init__(self, deeds: Iterable[str], weighty: frozenset[str], asking: bool, more: bool) -> None:
        self.deeds = frozenset(deeds)
        self.weighty = weighty
        self.asking = asking
        self.more = more

    def may_hold(self, clause: Clause, verb: Verb) -> bool:
        """Whether what this verb says may be a mere scene: it is over, it is how things stand, or it names nothing but who does it."""
        senses = set(verb.senses)
        named = any(thing.type == "UNIT" for thing in clause.things())
        if named and ("do" in senses and "it" in verb.clitics or not verb.lemma and not verb.modal):
            return False  # 62R la efectúa el alemán, so does 62R: somebody does something
        if named and verb.passive and not verb.past and MOVING & senses:
            return False  # KPG is gone
        if verb.modal not in ("", "will", "go") or CHOOSING & senses:
            return False
        over = verb.past or verb.perfect
        if senses == {"do"} and not over and self.more:
            return False  # Ivan does | not pay: what he does is said behind it
        if not over and self.weighty & set(verb.senses[:1]):
            return False
        hard = [thing for thing in things_of(clause.phrases) if thing.type in HARD]
        if verb.negated and not over and hard:
            return False
        if self.more and not verb.negated and all(thing.type == "UNIT" for thing in hard) and sum(thing.type == "UNIT" for thing in hard) < 2:
            return not senses & self.deeds or all(word == "here" for word, _, _ in clause.adverbs)  # 16Pz sallies out; 10SS arrives
        now = bool(senses & self.deeds) and not over
        return self.asking and not (now and not verb.passive and senses <= self.deeds) or bool(senses) and not now


def promised(clause: Clause, frames: Frames) -> tuple[frozenset[str], bool]:
    """The deeds that a scene names as done now: its verb, of a unit, or the noun that a light verb has; one of them must be done beside it.

    And whether it must be just that deed, whoever does it; else it is enough that the same units do anything.
    """
    verb = clause.verb
    if verb is None or clause.kind == "bare" or verb.past or verb.perfect or verb.negated or verb.passive:
        return frozenset(), False
    units = any(thing.type == "UNIT" for thing in things_of(clause.phrases))
    if (LIGHT | LIGHTER) & set(verb.senses):
        named = (noun for item in items(clause) if item.how & {"subj", "obj"} and not item.inner for noun in item.thing.nouns()[:1])
        return frozenset(named) & frames.nouns if units or "do" in verb.senses else frozenset(), True
    return frozenset(verb.senses[:1]) & DONE if units else frozenset(), False


def pictured(clause: Clause, setting: Setting) -> Picture | None:
    """The places of a clause that sets the scene, None if it does more."""
    found = Picture()
    return found if _scene(clause, setting, found) else None


def _scene(clause: Clause, setting: Setting, found: Picture) -> bool:
    verb = clause.verb
    if clause.asked or clause.wh or clause.stranded or clause.kind == "gap" or not (clause.phrases or clause.subs):
        return False
    if verb is not None and not setting.may_hold(clause, verb):
        return False
    if verb is None and any(thing.type == "WORD" for thing in clause.things()) and not any(thing.type in HARD for thing in clause.things()):
        return False  # frobnicate
    over = verb is not None and (verb.past or verb.perfect)
    if verb is None and any(thing.num not in (None, 1) for thing in things_of(clause.phrases)):
        return False  # four companies
    types = {thing.type for thing in things_of(clause.phrases)}
    if types >= {"UNIT", "STATUS"}:
        return False  # what state a unit is in is stated, or asked about
    if "MARKER" in types:
        return False  # is paid for with 1 token from Dump-1
    if any(word in STRICT and not (word == "not_yet" and over) for word, _, _ in clause.adverbs):
        return False
    plain = all(_plain(thing, setting.weighty) for thing in things_of(clause.phrases))
    if not plain or any(phrase.rels & LIMITS or phrase.negated for phrase in clause.phrases):
        return False
    inners = [one for _, subs in clause.subs for one in subs] + [one for thing in clause.things() for one in thing.clauses]
    if any(word in ("if", "unless") for word, _ in clause.subs):
        return False
    if "UNIT" in types and any(inner.kind == "pcp" and inner.verb is not None and MOVING & set(inner.verb.senses) and not inner.phrases for inner in inners):
        return False  # 16Pz is gone
    if any(weighs(inner) and not _scene(inner, setting, found) for inner in inners):
        return False
    return _look(clause, found)


def _plain(thing: Nominal, weighty: frozenset[str]) -> bool:
    """Whether a thing says nothing that would have to be weighed, and names no counter that nobody knows (1K-1Gr attacks 2K-1Rif)."""
    if thing.type in NEVER or any(type_ == "UNK" and any(map(str.isdigit, str(name))) for mod in thing.mods for type_, name in mod):
        return False
    if not weighty.isdisjoint(str(value).partition(":")[0] for _, value in thing.means) or thing.det in DENYING or thing.apposed:
        return False
    if thing.num is not None and thing.type != "UNIT" and not COUNTED & set(thing.nouns()):
        return False
    return thing.label is None or "turn" in thing.nouns()


def _look(clause: Clause, found: Picture) -> bool:
    """Where each unit of a clause is said to stand, and beside what; False if a hex is named that this does not account for."""
    unit = ""
    verb = clause.verb
    over = verb is not None and (verb.past or verb.perfect) and not STATIVE & set(verb.senses)
    came = verb is not None and verb.perfect and (not verb.senses or bool(MOVING & set(verb.senses)))
    placed = 0
    for item in items(clause):
        thing = item.thing
        beside = "near" in item.how
        if thing.type == "UNIT" and not beside:
            unit = str(thing.value)
        elif thing.type == "HEX" and not beside:
            if (
                not isinstance(thing.value, str)
                or not unit
                or verb is None
                and "to" in item.how
                or "from" in item.how
                or not (item.how & {"in", "to"} or came and verb is not None and {"enter", "reach"} & set(verb.senses))
                or over
                and not came
            ):
                return False
            placed += 1
            found.facts.append(Stated(f"units[{unit}].at", thing.value))
        elif unit and beside and thing.type in ("UNIT", "HEX") and isinstance(thing.value, str):
            placed += 1
            found.seen.append(Seen(unit, thing.value))
    if verb is None and unit:
        if clause.link in ("and", "or", "but"):
            return False  # …, and 19Pz, in 2217: one more of those before
        return bool(placed) or any(word == "here" for word, _, _ in clause.adverbs)
    return True
