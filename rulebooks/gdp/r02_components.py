"""Chapter 2: counters, headquarters, chits, markers."""

from __future__ import annotations

import re

from adjudicator.book import Findings, Unit, define, derives, forbid, kept, permit, record, rule, value, warn

from .acts import Activate
from .acts_results import Loss
from .acts_turn import DrawActivation, HowMany, Note
from .vocabulary import GdpCase, fought, is_division_hq, is_division_name, is_hq, not_active, survives

WORD = re.compile(r"[^\W\d_]+")


@rule("2.0", Activate)
def band_of_the_second_motorised(activate: Activate) -> Findings:
    """Erratum: the HQ of 2Mot shows the band of another battalion, and is that of 2Mot all the same."""
    if any(hq.formation == "2Mot" for hq in activate.hqs("2Mot", str(activate.side))):
        yield from (kept() for unit in activate.chosen[:1] if unit.formation == "2Mot")


@derives("units.kind", "2.3")
def kind_by_name(unit: Unit) -> str | None:
    """What a counter is by the abbreviations in its name (17.0): 1K-Eng are engineers."""
    kinds = unit.situation.book.tables["kind_by_name"]
    found: str | None = next((kinds[word] for word in WORD.findall(unit.id) if word in kinds), None)
    return found


@rule("2.3", Loss, "after")
def one_loss_flips(loss: Loss) -> Findings:
    """The first loss turns a counter over, the second eliminates it; one without a back is eliminated at once."""
    if loss.result in ("AC", "DC"):
        for unit in loss.movers:
            key = "loss_eliminates" if unit.reduced else "loss_flips" if unit.max_steps > 1 else "no_reduced_side"
            yield define(key, unit)


@rule("2.3", HowMany, "answer")
def steps_of_a_unit(question: GdpCase) -> Findings:
    """A counter has two steps, one where it is reduced or has no back."""
    if question.slots.get("what") == "steps" and not fought(question.s).get("result"):
        for unit in question.units_of():
            yield value("answer", 2 if survives(unit) else 1, "steps_left", unit, steps=2 if survives(unit) else 1)


@rule("2.4", Activate)
def lost_headquarters(activate: Activate) -> Findings:
    """With its HQ lost a battalion's chit activates one stack of it a turn; a division HQ can still take the whole battalion."""
    chit = activate.chit
    if chit is None or not activate.chosen:
        return
    formation = activate.chosen[0].formation
    if any(not is_division_hq(unit) for unit in activate.hqs(formation, activate.side)):
        return
    if is_division_name(activate, chit):
        yield permit("division_replaces_hq", activate.chosen, formation=formation)
        return
    if formation != chit:
        return
    combat = [unit for unit in activate.chosen if not is_hq(unit)]
    stacks = list(dict.fromkeys(unit.hex for unit in combat if unit.hex is not None))
    if len(stacks) > 1:
        yield forbid("one_stack_without_hq", combat, where=stacks, formation=formation, hexes=", ".join(stacks))
        return
    done = [item for item in activate.done(formation, "activated") if item.get("hex") is not None]
    used = [unit for unit in activate.s.units.values() if unit.formation == formation and activate.done(unit.id, "activated") and unit not in combat]
    if done or used:
        yield forbid("one_stack_a_turn", combat, formation=formation)
    else:
        yield permit("one_stack_activated", combat, formation=formation)


@rule("2.4", DrawActivation, "after")
def without_its_hq(draw: DrawActivation) -> Findings:
    """A battalion whose HQ is lost activates one stack only."""
    if draw.chit not in draw.s.units and not any(is_hq(unit) and unit.formation == draw.chit and unit.hex is not None for unit in draw.s.units.values()):
        yield warn("lost_hq_one_stack", chit=draw.chit)


@rule("2.5", Activate)
def chit_of_the_owner(activate: Activate) -> Findings:
    """A chit lets the player of its nationality activate units, and no other."""
    if mixed := [unit for unit in activate.chosen if unit.side != activate.side]:
        yield forbid("mixed_sides", mixed)
    else:
        yield from not_active(activate, activate.side, *(unit.id for unit in activate.chosen))
        if activate.s.stated("chit"):
            yield kept()


@rule("2.6", Note, "after")
def markers_say_so(note: GdpCase) -> Findings:
    """What the table shows: the chit in play, the hour, markers."""
    slots = note.slots
    if slots.get("chit"):
        yield record(state="chit", value=slots["chit"][-1])
    yield from (record(state=name, value=slots[name]) for name in ("time", "weather", "scenario") if slots.get(name))
    if slots.get("hexside") and not note.markers_at(slots["hexside"], "sunk_bridge"):
        yield record(marker=f"sunk_bridge {slots['hexside']}", kind="sunk_bridge", at=slots["hexside"])
    for unit in note.units_of():
        if is_hq(unit) and unit.id not in note.s.eliminated and not slots.get("result") and unit.supply_failures is None:
            yield record(unit=unit.id, eliminated=True)
