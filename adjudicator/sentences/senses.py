"""What the verb of a clause may mean, and the deeds that it says as nouns."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping

from adjudicator.language.errors import NotUnderstood
from adjudicator.sentences.frames import EMPTY, LIGHT, Frame, Item
from adjudicator.sentences.tree import Clause, Meaning, Nominal

SENT = frozenset(("use", "move", "bring_to", "advance", "enter", "retreat", "do", "roll", "add", "deploy"))
"""Verbs that make an attack of it where they name whom they are against."""
SENDABLE = frozenset(("UNIT", "MARKER", "PRON", "SIDE", "KIND", "SIZE", "CLASS"))
"""Things that are sent against somebody."""

GOERS = SENDABLE | {"MARKERKIND", "PHASE", "TURN"}
"""Things that go, or go along, and say nothing of a place."""
ASKS = frozenset(("need", "roll", "happen"))
"""Verbs whose question is no question about the deed behind them: what do I need to make it retreat."""
SAYING = frozenset(("claim", "announce", "decide", "need", "matter", "be", "there", "have", "inspect", "happen", "score"))
"""Verbs that a whole clause may be the object of."""


def meanings(clause: Clause) -> list[str]:
    """The concepts that the verb of a clause may mean, the likeliest first, with what stands beside it weighed."""
    verb = clause.verb
    if verb is None:
        return []
    senses = list(verb.senses)
    if verb.modal == "need" and {word for word, _, _ in clause.wh} & {"what", "how_many"}:
        senses.insert(0, "need")
    if senses[:2] == ["be", "become"]:
        senses = ["become", "be"]  # does 46 become isolated
    if verb.passive and {"move", "retreat"} <= set(senses):
        senses.insert(0, "retreat")  # 9Mech is driven to 1212: it does not drive
    if verb.passive and {"loss", "eliminate"} <= set(senses) and not any("step" in thing.nouns() for thing in clause.things()):
        senses.sort(key="eliminate".__ne__)  # 1K-1Gr is lost: no step of it
    if verb.modal == "again" and "enter" in senses:
        senses.insert(0, "return")
    if "roll" in senses and any(word == "back" for word, _, _ in clause.adverbs) and any(thing.type == "UNIT" for thing in clause.things()):
        senses.insert(0, "retreat")  # echo la 16Pz hacia atrás: no dice
    left = [thing for p in clause.phrases if not p.before and p.rels <= {"none", "TO", "IN", "AGAINST"} for thing in p.things]
    someone = any(thing.type == "UNIT" or "stack" in thing.nouns() for thing in left)
    inside = any(phrase.rels == {"IN"} and phrase.things[0].type == "HEX" for phrase in clause.phrases)
    theirs = clause.asked and not any(thing.type == "PRON" for thing in clause.things())  # can 4GTk leave in 3201
    if "leave" in senses and "move" not in senses and not theirs and someone and inside:  # I leave 4GTk in 3010
        closes = any("phase" in thing.nouns() for _, inners in clause.subs for inner in inners for thing in inner.things())
        senses = ["end" if closes else "stay", *(sense for sense in senses if sense not in ("exit", "leave"))]
    if senses[:1] in (["move"], ["enter"]) and not verb.passive and _nowhere(clause):
        senses = [sense for sense in senses if sense not in ("retreat", "advance", "remove")]  # 16Pz mueve: where to is missing, it does not retreat
    if any(sense.startswith("order:") for sense in senses):
        senses.insert(0, "announce")
    sent = all(thing.type in SENDABLE for phrase in clause.phrases if "none" in phrase.rels for thing in phrase.things)
    if (
        sent
        and not clause.wh
        and SENT & set(senses[:2])
        and not {"attack", "fire"} & set(senses)
        and any(phrase.rels == {"AGAINST"} for phrase in clause.phrases)
    ):
        senses.insert(0, "attack")  # goes in against 2119, I send 4GTk against 2119
    return senses


def _nowhere(clause: Clause) -> bool:
    """Whether a clause that asks nothing says who goes, and nothing of where or why."""
    if clause.asked or clause.wh or clause.subs or {word for word, _, _ in clause.adverbs} - EMPTY:
        return False
    return all(thing.type in GOERS for thing in clause.things())


def deeds_said(clause: Clause, row: list[Item]) -> dict[str, Nominal]:
    """Deeds that are said as a noun: of a note, behind a light verb or one that the game does not know."""
    verb = clause.verb
    if verb is not None and verb.senses and not LIGHT & set(verb.senses):
        return {}
    if verb is not None and verb.lemma == "be" and verb.past and not clause.asked:
        return {}  # it was a set-up
    deeds: dict[str, Nominal] = {}
    for item in row:
        aside = (
            (verb is None or not verb.senses) and any("AGAINST" in phrase.rels for phrase in clause.phrases) and "support" in item.thing.nouns()
        )  # 16Pz vs 2119, 18AD in support
        if item.how & {"obj", "subj", "in"} and not item.inner and not aside:
            for noun in item.thing.nouns():
                deeds.setdefault(noun, item.thing)
            for type_ in ("ORDER", "PHASE"):
                if item.thing.means_any(type_) is not None:
                    deeds.setdefault(type_.lower(), Nominal([], 0, 0))
    return deeds


def opener_of(frame: Frame, said: frozenset[str], deeds: Mapping[str, Nominal], row: Iterable[Item]) -> Nominal | None:
    """The thing that names an act where no sense of its verb, which is `said`, does."""
    opener = next((thing for noun, thing in deeds.items() if noun in frame.nouns), None) if frame.verbs.isdisjoint(said) else None
    if opener is None and frame.wants:
        named = frozenset(("phase", "weather")) - (frozenset(("phase",)) if "behind" in frame.slots else frozenset())  # what follows the supply phase
        return next((item.thing for item in row if frame.wants & (set(item.thing.nouns()) | ({item.thing.type.lower()} & named))), None)
    return opener


def wanted_of(clause: Clause, row: Iterable[Item]) -> frozenset[str]:
    """The nouns that a clause asks for; where it has no question word, all that it names."""
    asked = [thing for _, _, thing in clause.wh if thing is not None]
    found = [noun for thing in asked for noun in (*thing.nouns(), *_moments(thing.means))]
    if not found:
        found = [noun for item in row if "of" not in item.how for noun in (*item.thing.nouns(), *_moments(item.thing.means[:1]))]
    return frozenset(found)


def _moments(means: Iterable[Meaning]) -> Iterator[str]:
    """What may be asked for like a noun: a phase, the weather, a feature."""
    return (value if type_ == "FEATURE" else type_.lower() for type_, value in means if type_ in ("PHASE", "WEATHER", "FEATURE"))


def no_deed(senses: list[str]) -> bool:
    """Whether a question that hangs on a verb of these senses is not what is asked: can I keep it for the turn that comes."""
    return bool(senses) and (SAYING | LIGHT | ASKS).isdisjoint(senses)


def is_its_verb(clause: Clause, kind: str, frames: Iterable[Frame]) -> bool:
    """Whether an act is what the verb of a clause says; raises NotUnderstood for a deed that only hangs on it: does it go DG retreating to 1511?"""
    senses = set(clause.verb.senses) if clause.verb is not None else set()
    if senses and not any(frame.kind == kind and frame.verbs & senses for frame in frames):
        raise NotUnderstood("no_place", "", clause.start, clause.end)
    return True
