"""Chapter 3.2: SNAFU."""

from __future__ import annotations

from collections.abc import Iterable

from adjudicator.book import Entity, Finding, Findings, Situation, Unit, define, forbid, kept, owes, permit, record, rule, says, shift, value

from .acts import BcsCase, FormationAct
from .acts_aftermath import Advance, Owed, Retreat
from .acts_combat import Barrage, CombatTable
from .acts_formation import AskMixed, CoordinationMarker, MarkerAct, Preparation, Snafu, TrainsMove
from .acts_movement import Flip, Move, UnitMove, VoluntaryRetreat
from .acts_turn import Arrive, AskHowMany, AskOptimal, NextPhase
from .r01_vocabulary import FRESH, fatigue_level
from .r03_common import as_far_as_known, goes_through, phase_of
from .r03_vocabulary import OBJS
from .r03_vocabulary_msr import optimal
from .r05_common_barrage import battery
from .vocabulary import acts_now, change, formation_named, formation_of, is_hq, is_trains
from .vocabulary_card import card


# ---- 3.2 SNAFU ------------------------------------------------------------------------------------------------------
@rule("3.2a", Snafu)
def once_an_activation(act: Snafu) -> Findings:
    """One roll for each Activation; none in a Recovery Activation."""
    if acts_now(act.s, act.f.id, "recovery", "fix_the_fail"):
        yield kept()  # by the rule of that Activation
    elif acts_now(act.s, act.f.id, "snafu"):
        yield forbid("snafu_once", formation=act.f.id)
    else:
        yield permit("snafu_once_each", formation=act.f.id)
        yield value("dice", 2)


@rule("3.2a", Owed, "answer")
def snafu_due(owed: Owed) -> Findings:
    """Every Activation needs its SNAFU roll."""
    f = phase_of(owed, "hq_start", "preparation", "snafu")
    if f is not None and f.stated("snafu") is None and f.stated("status") != "done":
        must = [finding for _, finding in owed.ruling.findings if finding.by and finding.by.get("what") == "recover" and not finding.by.get("may")]
        if not must:
            yield owes("snafu", f.stated("side"), [f.id])


@rule("3.2b", Snafu, "numbers")
def of_the_game(act: Snafu) -> Findings:
    """What the game or scenario adds."""
    by = act.s.game_drm
    if by:
        yield shift(by, "snafu_game")


FAIL, COMPLETE = 2, 7  # a modified roll of 2 or less fails, of 7 or more is Complete (line 4395)


def read_off(total: int) -> str:
    """The SNAFU result of a modified roll."""
    return "fail" if total <= FAIL else "complete" if total >= COMPLETE else "partial"


def capped(act: Snafu, result: str) -> str:
    """In Prepared Defense Partial at best (1.7c)."""
    return "partial" if result == "complete" and act.f.prep_def else result


@rule("3.2b", Snafu, "roll")
def outcomes(act: Snafu) -> Findings:
    """Two dice and all modifiers."""
    drm = sum(finding.by for _, finding in act.ruling.shifts)
    yield value("drm", drm)
    ranges: dict[str, list[int]] = {}
    for total in range(2, 13):
        ranges.setdefault(read_off(total + drm), []).append(total)
    spans = {(f"{totals[0]}-{totals[-1]}" if len(totals) > 1 else str(totals[0])): capped(act, result) for result, totals in ranges.items()}
    yield value("outcomes", spans)


says("3.2c", Snafu, "numbers", "The Coordination marker.", lambda act: shift(-1, "snafu_coordination", formation=act.f.id) if act.f.coordination else kept())


@rule("3.2c", CoordinationMarker)
def off_after_the_roll(act: MarkerAct) -> Findings:
    """A formation has one marker at most, and pays for it with a SNAFU roll before it comes off."""
    if act.do != "remove":
        yield forbid("coordination_one", formation=act.f.id) if act.f.coordination else permit("coordination_on", formation=act.f.id)
        return
    if not act.f.coordination:
        yield forbid("coordination_none", formation=act.f.id)
    elif not acts_now(act.s, act.f.id, "snafu") and act.f.stated("snafu") is None:
        yield forbid("coordination_before_roll", formation=act.f.id)
    else:
        yield kept()


says("3.2c", CoordinationMarker, "after", "What then lies at the HQ.", lambda act: change(act.f, coordination=act.do != "remove"))


@rule("3.2c", Snafu, "after")
def marker_paid(act: Snafu) -> Findings:
    """The Coordination marker comes off after the roll, unless the formation is Mixed."""
    if act.computed("result") is not None and (act.f.coordination or act.f.mixed):
        yield change(act.f, coordination=bool(act.f.mixed))


@rule("3.2d", Preparation, "after")
def mixed_marked(act: Preparation) -> Findings:
    """A formation that is Mixed takes a Coordination marker."""
    if act.f.mixed:
        yield change(act.f, coordination=True)


@rule("3.2d", AskMixed, "answer")
def is_it_mixed(asked: FormationAct) -> Findings:
    """A unit of it stands in the Blob of another formation, or the marker says so."""
    yield value("answer", "yes" if asked.f.mixed else "no", "mixed_yes" if asked.f.mixed else "mixed_no", formation=asked.f.id)


@rule("3.2d", Snafu, "numbers")
def mixed(act: Snafu) -> Findings:
    """Mixed formations, on top of the marker that they have; the marker is put down in Preparation at the latest."""
    yield kept()
    if act.f.mixed:
        if not act.f.coordination:
            yield shift(-1, "snafu_coordination", formation=act.f.id)
        yield shift(-1, "snafu_mixed", formation=act.f.id)


@rule("3.2d", CoordinationMarker)
def mixed_keeps_it(act: MarkerAct) -> Findings:
    """A formation that is still Mixed keeps its marker."""
    if act.do == "remove" and act.f.coordination and act.f.mixed:
        yield forbid("coordination_mixed", formation=act.f.id)


@rule("3.2d", NextPhase, "after")
def mixed_on_the_way(step: NextPhase) -> Findings:
    """A formation that is Mixed takes its Coordination marker in Preparation."""
    if goes_through(step, "preparation"):
        yield from as_far_as_known(mixed_marked, step)


def friendly(s: Situation, name: str, side: str) -> bool:
    """Whether a formation that has a blob is of a side; one of which nothing is known counts as friendly: only those matter."""
    found = formation_named(s, name).stated("side")
    if found is None:
        found = next((unit.stated("side") for unit in s.units.values() if unit.facts.get("formation") == name), None)
    return found in (None, side)


def blobs_met(s: Situation, unit: Unit, hexes: Iterable[str]) -> list[str]:
    """Friendly formations whose blobs a unit stands in or passes."""
    through = set(hexes)
    return [name for name, blob in s.blobs.items() if name != unit.formation and through & set(blob) and friendly(s, name, unit.side)]


def way_of(move: Move) -> list[str]:
    """The hexes of a move, the first included."""
    return [move.start or "", *(step.here for step in move.steps)]


def buddies_of(s: Situation, formation: str) -> set[str]:
    """The formations that never mix with this one."""
    return {name for pair in s.buddies if formation in pair for name in pair} - {formation}


def mixing(s: Situation, unit: Unit, hexes: Iterable[str]) -> list[Entity]:
    """The formations that a unit mixes with there: Trains, units out of command, unassigned ones and Buddies mix with nobody (3.2d)."""
    if is_trains(unit) or unit.formation is None:
        return []
    met = [name for name in blobs_met(s, unit, hexes) if name not in buddies_of(s, unit.formation)]
    if not met or not (is_hq(unit) or unit.in_command):
        return []
    return [formation_named(s, name) for name in met]


@rule("3.2d", Move, "end")
def mixed_or_not(move: Move) -> Findings:
    """Buddies, units out of command and the unassigned do not mix."""
    met = blobs_met(move.s, move.unit_, way_of(move))
    if not met:
        return
    others = mixing(move.s, move.unit_, way_of(move))
    if others:
        yield define("become_mixed", move.unit_, formation=", ".join(found.id for found in others))
    else:
        yield permit("not_mixed", move.unit_)


def coordinated(unit: Unit, others: list[Entity]) -> list[Finding]:
    """A Coordination marker for each formation that is involved."""
    own = formation_of(unit)
    return [change(found, coordination=True) for found in ([own] if own is not None else []) + others]


@rule("3.2d", Move, "after")
def mixed_now(move: Move) -> Findings:
    """A Coordination marker for each formation."""
    others = mixing(move.s, move.unit_, way_of(move))
    if others:
        yield from coordinated(move.unit_, others)


@rule("3.2d", (Advance, Retreat, VoluntaryRetreat, Arrive), "after")
def mixed_elsewhere(act: BcsCase) -> Findings:
    """The same of an advance, of the hex in which a retreat ends, and of reinforcements that are placed."""
    ends: list[tuple[Unit, str | None]] = []
    if isinstance(act, Advance):
        ends = [(unit, act.to) for unit in act.movers_]
    elif isinstance(act, Retreat):
        ends = [(going.unit, going.to) for going in act.going]
    elif isinstance(act, VoluntaryRetreat):
        ends = [(act.unit_, act.to)]
    elif isinstance(act, Arrive):
        ends = [(unit, act.hex) for unit in act.units]
    for unit, end in ends:
        others = mixing(act.s, unit, [end]) if end is not None else []
        if others:
            yield define("become_mixed", unit, formation=", ".join(found.id for found in others))
            yield from coordinated(unit, others)


@rule("3.2e", Snafu, "numbers")
def fatigue(act: Snafu) -> Findings:
    """The Fatigue Level; a Fresh formation is better off by one."""
    level = fatigue_level(act.f)
    if not level:
        yield kept()
    else:
        yield shift(-level, "snafu_fresh" if level == FRESH else "snafu_fatigue", formation=act.f.id, level=level)


@rule("3.2f", Snafu, "numbers")
def optimal_distance(act: Snafu) -> Findings:
    """Trains at Optimal Distance."""
    if act.f.msr != "complete":
        return
    if optimal(act.f):
        yield shift(1, "snafu_optimal", formation=act.f.id, hexes=act.f.msr_distance)
    else:
        yield define("snafu_not_optimal", formation=act.f.id, hexes=act.f.msr_distance)


@rule("3.2f", AskOptimal, "answer")
def is_optimal(ask: FormationAct) -> Findings:
    """Whether the Trains stand at Optimal Distance along the MSR."""
    key = "snafu_optimal" if optimal(ask.f) else "snafu_not_optimal"
    yield value("answer", "yes" if key == "snafu_optimal" else "no", key, formation=ask.f.id, hexes=ask.f.msr_distance)


@rule("3.2g", Snafu, "numbers")
def ghost_trains(act: Snafu) -> Findings:
    """Trains on their Ghost side."""
    trains = act.trains
    if act.f.msr == "complete" and trains is not None:
        yield shift(-1, "snafu_ghost", formation=act.f.id) if trains.state == "ghost" else kept()


@rule("3.2h", Snafu, "numbers")
def beams(act: Snafu) -> Findings:
    """Crossing the Beams, with however many."""
    if act.f.msr != "complete":
        return
    if act.f.crossing_beams:
        yield shift(-1, "snafu_beams", formation=act.f.id)
    else:
        yield define("snafu_no_beams", formation=act.f.id)


@rule("3.2i", Snafu, "numbers")
def tracks(act: Snafu) -> Findings:
    """An MSR that uses Tracks: one off in good trafficability, two in poor."""
    if act.f.msr != "complete":
        return
    if act.f.tracks:
        yield shift(-1 if act.s.trafficability == "good" else -2, "snafu_tracks", formation=act.f.id)
    else:
        yield kept()


@rule("3.2j", Snafu, "numbers")
def blocked(act: Snafu) -> Findings:
    """The MSR Blocked marker, on top of that."""
    if act.f.msr != "complete":
        level = act.f.msr_blocked
        yield shift(-level, "snafu_blocked", formation=act.f.id, level=level) if level else kept()


@rule("3.2k", (Flip, TrainsMove))
def after_a_fail(act: Flip | TrainsMove) -> Findings:
    """What a SNAFU Fail leaves to do besides Screens and Prepared Defense stands on the chart card alone."""
    unit = act.unit_
    formation = formation_of(unit)
    if formation is None or act.s.stated("phase") != "activities" or formation.stated("snafu") != "fail":
        return
    what = "flip" if isinstance(act, Flip) else "trains"
    if card(act.s, "snafu_effects", "fail", what, (True, False)):
        yield kept()
    else:
        yield forbid("fail_bars", unit, formation=formation.id)


@rule("3.2k", Snafu, "roll")
def result(act: Snafu) -> Findings:
    """It holds for the whole Activation: markers, artillery, movement."""
    total = act.roll_total() + act.computed("drm")
    found = capped(act, read_off(total))
    yield value("modified", total)
    yield value("result", found, "snafu_result", formation=act.f.id, total=total, result=found)
    if found != read_off(total):
        yield value("table_result", read_off(total))
    yield value("obj_markers", OBJS[found])
    points = act.f.stated("arty_points")
    if points is not None and found != "fail":
        yield value("arty_points", points if found == "complete" else points // 2)
    yield value("ma", {"complete": "full", "partial": "halved", "fail": "none"}[found])
    yield change(act.f, snafu=found)
    yield record(did=act.f.id, act="snafu", modified=total, result=found)


@rule("3.2k", (Move, VoluntaryRetreat))
def nothing_after_a_fail(act: UnitMove) -> Findings:
    """A SNAFU Fail leaves no MA; only HQs may then retreat of their own will."""
    formation = formation_of(act.unit_)
    if isinstance(act, Move) and formation is not None and formation.stated("snafu") == "fail":
        yield forbid("fail_no_move", act.unit_, formation=formation.id)


@rule("3.2k", (CombatTable, Barrage))
def half_the_artillery(fight: CombatTable | Barrage) -> Findings:
    """After a SNAFU Partial a formation has half its artillery, rounded down."""
    yield from halved(battery(fight) if fight.points.artillery else None)


@rule("3.2k", AskHowMany, "answer")
def half_of_what_is_left(ask: AskHowMany) -> Findings:
    """So it has when it is asked."""
    yield from halved(ask.f if ask.what == "artillery" else None)


def halved(formation: Entity | None) -> Findings:
    """That a formation has half its artillery."""
    if formation is not None and formation.stated("snafu") == "partial" and formation.stated("arty_points") is not None:
        yield define("partial_halves_artillery", unit=formation.id, points=formation.arty_points, half=formation.arty_points // 2)
