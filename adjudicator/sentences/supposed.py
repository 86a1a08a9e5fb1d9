"""What is only supposed: the forms in which a condition may be said, made those in which it would be stated.

*If 19Pz stood in 3011 and 16Pz in 3009*, *if it is out of supply*, *if 16Pz attacked 3010*.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from adjudicator.ground.declaration import Aid, Part, Query
from adjudicator.language.errors import NotUnderstood
from adjudicator.language.model import Act, Stated
from adjudicator.sentences.clauses import copied, elide
from adjudicator.sentences.tree import Chunk, Clause, Nominal

QUALITIES = frozenset(("STATUS", "SIDE"))
OF_THE_ACT = frozenset(("cause", "value", "result", "roll", "rolls", "aid", "state", "price", "stops", "loses", "dice"))
"""What is asked of the ruling on the act that is supposed, and not of another one."""
HELPS = frozenset(("add_aids", "defend", "support"))
"""Acts that answer an attack."""
SHARED = frozenset(("odds_of", "attack"))
"""Acts that those who attack as well have a part in."""
HELPING = {"support": "SUPPORT", "join": "WITH"}
"""Senses of verbs of who helps a deed, and the relation in which the deed would name him."""


def condition(inner: Clause) -> Clause:
    """The clause of a condition as a statement would have it: no past is meant, *it is* with a state is said of what was named."""
    verb = inner.verb
    things = inner.things()
    bare = verb is not None and verb.senses in (["there"], ["be"]) and bool(things) and all(thing.type in QUALITIES for thing in things)
    if verb is None or not (verb.past and not verb.perfect and not verb.passive or bare):
        return inner
    plain = copied(inner)
    assert plain.verb is not None
    plain.verb.past = False
    if bare:
        plain.verb.lemma, plain.verb.senses = "be", ["be"]
        pronoun = Nominal([("PRON", "it")], plain.start, plain.start)
        plain.phrases.insert(0, Chunk(frozenset(("none",)), [pronoun], plain.start, plain.start, True))
    return plain


def shared(clauses: Sequence[Clause]) -> list[Clause]:
    """Behind a question with a condition, a clause without a verb that says just what the condition says of other things belongs to it."""
    found: list[Clause] = []
    for clause in clauses:
        inners = [inner for word, inners in found[-1].subs if word == "if" for inner in inners] if found and found[-1].asked else []
        if clause.kind == "gap" and inners and clause.link in ("and", "comma") and inners[-1].verb is not None and _said(clause) == _said(inners[-1]):
            other = copied(clause)
            elide(other, inners[-1])
            other.asked, other.kind, other.link = False, inners[-1].kind, "and"
            next(inners for word, inners in reversed(found[-1].subs) if word == "if").append(other)
            found[-1].end = clause.end
            continue
        if inners and _goes_on(clause):  # if both attack, but 19Pz is out of supply
            other = copied(clause)
            other.asked, other.link = False, "and"
            found[-1] = copied(found[-1])
            found[-1].subs = [(word, [*inners, other] if word == "if" else inners) for word, inners in found[-1].subs]
            found[-1].end = clause.end
            continue
        found.append(clause)
    return found


def _goes_on(clause: Clause) -> bool:
    """Whether a clause behind a condition states something as it does, and asks nothing: its subject stands first, and it says how somebody is."""
    verb = clause.verb
    plain = verb is not None and clause.kind == "cop" and not verb.modal and not clause.wh and not clause.subs and clause.link in ("and", "but")
    return plain and bool(clause.phrases) and clause.phrases[0].before and "none" in clause.phrases[0].rels


def _said(clause: Clause) -> list[tuple[frozenset[str], str]]:
    return [(phrase.rels, phrase.things[0].type) for phrase in clause.phrases]


def is_moment(clause: Clause) -> bool:
    """And in German combat 2? A question that names a phase and nothing else: the next one is asked of it."""
    things = clause.things()
    named = len(things) == 1 and things[0].means_any("PHASE") is not None and not things[0].mods
    return clause.asked and clause.verb is None and named and not clause.subs and not clause.wh and "IN" in clause.phrases[0].rels


def moment(clause: Clause) -> Clause:
    """Such a question as a condition."""
    plain = copied(clause)
    plain.asked = False
    return plain


def becomes(clause: Clause, word: str) -> bool:
    """¿Queda DG al retirarse a 2405?: whether what hangs on a question so is supposed for how something stands."""
    return word == "TO|IN|AGAINST" and clause.verb is not None and clause.verb.senses[:1] == ["be"]


def helping(inners: Sequence[Clause], joined: bool = False) -> tuple[list[Clause], list[Chunk]]:
    """If 1K-1Gr attacks 2011 and Hummel-1Art supports it: the conditions without those that only say who helps in the first, and their units as phrases.

    `joined`: the question names the deed, so that the first may say it, too.
    """
    kept: list[Clause] = [] if joined else list(inners[:1])
    helps: list[Chunk] = []
    for inner in inners[len(kept) :]:
        verb, things = inner.verb, inner.things()
        rel = next((HELPING[sense] for sense in verb.senses if sense in HELPING), "") if verb is not None and not (verb.negated or verb.passive) else ""
        units = [thing for thing in things if thing.type == "UNIT"]
        rel = rel if not joined or rel == "WITH" else ""  # a condition of its own says what support does
        if rel and units and not (inner.subs or inner.adverbs) and all(thing.type in ("UNIT", "PRON") and not thing.clauses for thing in things):
            helps.append(Chunk(frozenset((rel,)), units, units[0].start, units[-1].end))
        else:
            kept.append(inner)
    return kept, helps


def joining(acted: Act | None, inners: Sequence[Clause]) -> dict[str, Any] | None:
    """16Pz attacks 3010. What odds if 19Pz joins in? What is asked of the attack before, of all who are in it then; None if nobody only joins in."""
    others, joined = helping(inners, joined=True)
    if others or not joined or acted is None or acted.kind != "attack" or not acted.slots.keys() >= {"target", "units"}:
        return None
    units = (*acted.slots["units"], *(thing.value for phrase in joined for thing in phrase.things))
    return {**acted.slots, "units": tuple(dict.fromkeys(units)), "question": True, "ask": Query("value", "odds")}


def supposing(lead: list[Part], found: list[Part]) -> list[Part]:
    """What was supposed belongs to the question: it is tried on a copy of the position (slot `given`), save the act that is asked about."""
    act = next((part for part in reversed(found) if isinstance(part, Act)), None)
    if act is None:
        return [*lead, *found]
    about = act.slots["ask"].what in OF_THE_ACT if "ask" in act.slots else False
    for part in lead if about else ():
        if isinstance(part, Act) and any(act.slots.get(name) != value for name, value in part.slots.items() if name not in ("anyone", "passing", "places")):
            raise NotUnderstood("no_place", part.text, part.start, part.end)  # it is asked of another act
    if act.kind in ("next_phase", "resolve", "eliminate", "loss") and any(isinstance(part, Act) for part in lead):
        raise NotUnderstood("no_act", act.text, act.start, act.end, ("VERB",))  # what happens if it attacks is no question about what lies there
    lead = _helping(lead, act)
    if (whole := _added(lead, act)) is not None:
        found, lead, act = [whole if part is act else part for part in found], [part for part in lead if isinstance(part, Stated)], whole
    told = [part for part in lead if isinstance(part, Stated) and part.path in ("rolls", "claims")]
    if sum(isinstance(part, Act) for part in lead) > 1:  # which of them is asked about?
        raise NotUnderstood("no_act", act.text, act.start, act.end, ("VERB",))
    given = [part for part in lead if part not in told and not (about and isinstance(part, Act))]
    storms = [part for part in found if isinstance(part, Stated) and part.path == "weather"]  # in a storm, with frost
    if len({part.value for part in storms}) < 2:
        given += storms
    elif act.kind == "weather":  # which weather have we, thaw or frost?
        found = [part for part in found if part not in storms]
    else:
        raise NotUnderstood("no_place", act.text, act.start, act.end)
    if (
        act.kind == "figure"
        and act.slots["ask"].what == "state"
        and any(part.path.startswith(("done", "history[")) for part in given if isinstance(part, Stated))
    ):
        raise NotUnderstood("no_place", act.text, act.start, act.end)  # finished once it has attacked: the position does not tell what comes of a deed
    if given:
        act.slots["given"] = (*act.slots.get("given", ()), *given)
    return [*told, *(part for part in found if part not in given)]


def _added(lead: list[Part], act: Act) -> Act | None:
    """If 16Pz attacks 3010, does it get the bonus of the KG: what is added is asked of that attack, it is not fought before. None if nothing is."""
    fights = [part for part in lead if isinstance(part, Act)]
    if act.kind not in HELPS - {"defend"} or not act.slots.get("question") or "ask" in act.slots or [part.kind for part in fights] != ["attack"]:
        return None
    slots = {name: value for name, value in fights[0].slots.items() if name not in ("given", "passing")}
    if not slots.keys() >= {"units", "target"} or set(act.slots.get("units", ())) & set(slots["units"]):
        return None
    help_ = Act(act.kind, {name: value for name, value in act.slots.items() if name != "question"}, act.text, act.start, act.end)
    return Act("attack", {**slots, "question": True, "ask": Query("aid"), "responses": (help_,)}, act.text, act.start, act.end)


def _helping(lead: list[Part], act: Act) -> list[Part]:
    """What odds does 16Pz have if 18AD supports it: who helps the deed that is asked about is an aid of it, and no deed supposed before."""
    if act.kind in SHARED and "ask" not in act.slots and act.slots.keys() >= {"target", "units"}:
        for part in [part for part in lead if isinstance(part, Act) and part.kind == "attack"]:  # if 19Pz attacks it too: both do
            who, aim = part.slots.get("units", ()), part.slots.get("target", act.slots["target"])
            if not who or aim != act.slots["target"] or part.slots.keys() - {"units", "target", "anywhere"} or "not" in part.slots:
                raise NotUnderstood("no_place", part.text, part.start, part.end)
            act.slots["units"] = tuple(dict.fromkeys((*act.slots["units"], *who)))
            lead = [other for other in lead if other is not part]
    helps = [part for part in lead if isinstance(part, Act) and part.kind in HELPS - {"defend"} and part.slots.get("role", "attack") == "attack"]
    units, own = set(act.slots.get("units", ())), {"units", "aids", "supported", "role", "target"}
    for part in helps if units and "target" in act.slots else ():
        fought = set(part.slots.get("supported", units)) <= units and part.slots.get("target", act.slots["target"]) == act.slots["target"]
        if fought and part.slots.keys() <= own and units.isdisjoint(part.slots.get("units", ())):
            aids = (*(Aid("unit", unit, 1, True) for unit in part.slots.get("units", ())), *part.slots.get("aids", ()))
            act.slots["aids"] = (*act.slots.get("aids", ()), *aids)
            lead = [other for other in lead if other is not part]
    return lead


def judged_only(lead: Sequence[Part], found: Sequence[Part]) -> list[Part]:
    """What happens if 44GdR retreats: what is supposed is judged, and nothing comes of it; whom that was asked of is told back."""
    deeds = [part for part in lead if isinstance(part, Act)]
    told = tuple(said for part in found if isinstance(part, Act) for said in part.slots.get("passing", ()))
    for act in deeds:
        act.slots |= {"supposed": True, **({"passing": (*act.slots.get("passing", ()), *told)} if told else {})}
    return supposing([part for part in lead if isinstance(part, Stated)], [*deeds])
