"""Chapter 6.2: formations that are destroyed, and that come back."""

from __future__ import annotations

from adjudicator.book import rule
from adjudicator.facts import Missing
from adjudicator.ruling import Findings, effect, record, value
from adjudicator.situation import Unit

from .acts import change, hq_of, in_play, trains_of
from .acts_aftermath import AboutFormation, AskDestroyed, AskReturns
from .r01_formations import support_of

FATIGUE_ON_RETURN = 2


def fighting(ask: AboutFormation) -> list[Unit]:
    """Combat units of the formation, intrinsic or assigned, in Support or not."""
    return [unit for unit in ask.s.units.values() if unit.stated("formation") == ask.f.id and unit.facts.get("kind") is None]


def waits_to_return(ask: AboutFormation, unit: Unit) -> bool:
    """Whether the unit is off the map after a retreat and comes back (5.5e, 5.5h)."""
    acts = [act.get("act") for act in ask.s.history.get(unit.id, ())]
    return "automatic_retreat" in acts or "retreat_off_map" in acts or (unit.facts.get("at") == "off_map" and not unit.in_support)


@rule("6.2a", AskDestroyed, "answer")
def last_unit_gone(ask: AskDestroyed) -> Findings:
    """Destroyed when the last unit that is not in Support has left play; units that wait to return from a retreat are in play (A26)."""
    ask.s.complete()
    alive = [unit for unit in fighting(ask) if not unit.in_support and in_play(unit) and unit.stated("steps") != 0]
    kept = [unit for unit in alive if unit.hex is not None or waits_to_return(ask, unit)]
    if kept:
        yield value("answer", "no", "formation_lives", formation=ask.f.id, unit=kept[0].id)
    else:
        yield value("answer", "yes", "formation_destroyed", formation=ask.f.id)
        yield change(ask.f, destroyed=True, arty_assigned=0)


@rule("6.2b", AskDestroyed, "answer")
def what_leaves(ask: AskDestroyed) -> Findings:
    """HQ, Support and Trains leave play; partial rebuilds are kept, assigned artillery becomes unassigned."""
    if ask.computed("answer") != "yes" or at_hq(ask):
        return
    leaving = [unit for unit in (hq_of(ask.s, ask.f.id), trains_of(ask.s, ask.f.id)) if unit is not None]
    leaving += list(support_of(ask.s, ask.f.id))
    for unit in leaving:
        yield effect(unit=unit.id, removed=True)
        if not unit.in_support:
            yield record(unit=unit.id, at="off_map")
    yield value("leaving", [unit.id for unit in leaving], "formation_leaves", formation=ask.f.id)


def arrivals(ask: AboutFormation) -> list[str] | None:
    """Units of the formation that are still to come, or None where nobody said."""
    told = ask.s.facts.get("arrivals")
    path = f"arrivals[{ask.f.id}]"
    if told is None or ask.f.id not in told:
        if path in ask.s.unknown:
            raise Missing(path)
        return None
    return list(told[ask.f.id] or ())


def at_hq(ask: AboutFormation) -> bool:
    """Whether a unit that is still to come arrives at the HQ: then HQ, Support and Trains stay on the map (6.2d)."""
    units = [ask.s.units[id_] for id_ in arrivals(ask) or () if id_ in ask.s.units]
    return any(unit.stated("entry") == "hq" for unit in units)


@rule("6.2c", AskDestroyed, "answer")
def whether_it_returns(ask: AskDestroyed) -> Findings:
    """It comes back if units that are not Support arrive later by the Order of Arrival; otherwise it is gone for good."""
    if ask.computed("answer") != "yes":
        return
    coming = arrivals(ask)
    if coming:
        yield value("returns", True, "formation_will_return", formation=ask.f.id, units=coming)
    elif coming is not None:
        yield value("returns", False, "formation_gone", formation=ask.f.id)


@rule("6.2d", AskDestroyed, "answer")
def headquarters_that_stay(ask: AskDestroyed) -> Findings:
    """With reinforcements that arrive at the HQ, HQ, Support and Trains stay on the map, and the formation has to activate."""
    if ask.computed("answer") == "yes" and at_hq(ask):
        yield value("must_activate", True, "formation_stays", formation=ask.f.id)


@rule("6.2c", AskReturns, "answer")
def with_the_first_unit(ask: AskReturns) -> Findings:
    """It returns in the turn in which the first such unit arrives; Support alone does not bring it back."""
    named = [ask.s.units[name] for name in ask.named() if name in ask.s.units and name != ask.f.id]
    fit = [unit for unit in named if not unit.in_support and not unit.support_only]
    yield value("answer", "yes" if fit or not named else "no", "formation_back" if fit or not named else "formation_not_back", formation=ask.f.id)


@rule("6.2d", AskReturns, "answer")
def how_it_returns(ask: AskReturns) -> Findings:
    """At Fat-2, whatever it was; dead units as they were at first, Support with the steps it had."""
    if ask.computed("answer") == "no":
        return
    yield change(ask.f, fatigue=FATIGUE_ON_RETURN, destroyed=False)
    yield value("fatigue", FATIGUE_ON_RETURN, "formation_fatigue", formation=ask.f.id)
    for unit in support_of(ask.s, ask.f.id):
        yield effect(unit=unit.id, steps_on_return=unit.steps)
