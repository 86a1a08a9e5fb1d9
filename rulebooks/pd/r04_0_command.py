"""Chapter 4, 4.0 and 4.1: chits activate HQs; the German pace."""

from __future__ import annotations

from adjudicator.book import Findings, Missing, Unit, define, effect, forbid, owes, permit, record, rule, says, value

from .acts import Activate, Draw, Move, PdCase
from .acts_combat import Attack, Owed
from .acts_turn import HowMany
from .r02_1_components import base_limit
from .r02_3_chits import chits_to_draw, command_chits_left, drawn_so_far, goes_on, groups_done, is_action, owner
from .r13_victory import PACE, held_before, held_now
from .vocabulary import GERMAN, command_name, is_hq, is_ship


# ---- 4.0 ---------------------------------------------------------------------------------------------------------------
def taking_part(case: PdCase) -> list[Unit]:
    """The units that an act moves or attacks with."""
    return case.movers if isinstance(case, Move) else case.attackers if isinstance(case, Attack) else []


@rule("4.0", (Move, Attack))
def moves_and_attacks_need_an_hq(case: Move | Attack) -> Findings:
    """Combat units move and attack only when an HQ has activated them; a free move of a random event needs none."""
    units = taking_part(case)
    if case.of_event():
        yield permit("event_needs_no_hq", units)
        return
    if case.s.phase in ("reinforcement segment", "setup") or case.pending.get("act") == "replacement":
        return
    for unit in units:
        if not is_hq(unit) and not is_ship(unit) and not unit.activated:
            yield forbid("not_activated", unit)
        elif unit.stated("activated") or case.done(unit.id, "activated"):
            yield permit("is_activated", unit)


@rule("4.0", Activate, each="hqs")
def hqs_act_again(activate: Activate, hq: Unit) -> Findings:
    """An HQ may be activated more than once in a turn, if a chit allows it."""
    if activate.done(hq.id, "activated"):
        yield define("hq_again", hq)


# ---- 4.1 ---------------------------------------------------------------------------------------------------------------
@rule("4.1.1", Activate)
def chit_and_its_hq(activate: Activate) -> Findings:
    """The chit just drawn activates the HQ that matches it; a chit lies in the boxes once a turn."""
    chit = activate.by_chit
    if chit is None:
        return
    drawn = activate.s.chit
    if drawn is not None and drawn != chit:
        yield forbid("other_chit", chit=chit, drawn=drawn)
    track = activate.s.activation_track or {}
    if chit in (track.get(activate.camp(activate.side)) or ()) and not goes_on(activate):
        yield forbid("chit_used", chit=chit)
    if chit in (*activate.table("groups"), *activate.table("chits")["replaced"]):
        return
    for hq in activate.hqs:
        if command_name(hq) != chit:
            yield forbid("not_its_hq", hq, chit=chit)
        else:
            yield (define if activate.forbidden else permit)("chit_activates", hq, chit=chit)


@rule("4.1.1", Owed, "answer")
def chit_is_due(owed: Owed) -> Findings:
    """In the command phase a chit is drawn as long as command chits are in the cup; the one drawn activates its HQ, within the limit."""
    if not owed.asked_in("command phase"):
        return
    if owed.pending.get("act") == "replacement":
        yield owes("draw_on", may=True, choices=chits_to_draw(owed))
        return

    chit = owed.s.chit
    if chit is None:
        if owed.s.active_hq is None and command_chits_left(owed) != []:
            yield owes("draw", choices=chits_to_draw(owed))
        return
    if is_action(owed, chit):
        yield owes("draw_on", may=True, choices=chits_to_draw(owed))
        return
    if chit == "OG":
        return
    groups, joint = owed.table("groups"), owed.table("chits")["replaced"]
    wanted = groups[chit] if chit in ("AGN", "AGS") else joint["14th Army/Bernolak"] if chit == "14th Army/Bernolak" else [chit]
    hqs = [unit for unit in owed.s.placed() if is_hq(unit) and command_name(unit) in wanted]
    if not hqs:
        yield owes("draw", choices=chits_to_draw(owed))
        return
    side = owed.camp(hqs[0].side)
    try:
        spent = len(drawn_so_far(owed, side)) >= base_limit(owed, side)
    except Missing:  # asked for when the HQ is activated
        spent = False
    if spent:
        yield owes("draw_next", side, choices=chits_to_draw(owed), chit=chit)
    else:
        yield owes("activate" if len(hqs) == 1 else "activate_one", side, [hq.id for hq in hqs], chit=chit)


@rule("4.1.1", Draw, "after", each="chits")
def its_owner_acts(draw: Draw, chit: str) -> Findings:
    """The owner of the chit becomes the active player."""
    side = owner(draw, chit)
    if side is not None:
        yield record(state="active", value=side)


@rule("4.1.1", Activate, "after")
def activated(activate: Activate) -> Findings:
    """The HQ and its units are remembered; the chit goes into the first empty box."""
    order = sum(len(acts) for acts in activate.s.history.values())
    for hq in activate.hqs:
        yield record(state="active_hq", value=hq.id)
        yield record(did=hq.id, act="activated", hex=hq.hex, order=order)
    if activate.by_chit is not None and activate.hqs:
        side = activate.camp(activate.side)
        track = dict(activate.s.activation_track or {})
        if not goes_on(activate):
            track[side] = [*(track.get(side) or ()), activate.by_chit]
        yield record(state="activation_track", value=track)
        more = activate.by_chit == "OG" and len({*activate.hqs, *groups_done(activate)}) < (activate.computed("og") or 0)
        yield record(state="chit", value="OG" if more else None)
    if activate.hqs:
        yield record(state="active", value=activate.camp(activate.side))
    for unit in activate.chosen:
        yield effect(unit=unit.id, activated=True)
        yield record(did=unit.id, act="activated", hex=unit.hex, by=activate.hq.id if activate.hq else None, order=order)


def pace_missed(case: PdCase) -> bool:
    """Whether the German missed the pace of the turn before (4.1.2)."""
    turn = case.s.turn
    if turn <= 1:
        return False
    before = str(turn - 1)
    goal = int(case.track(before, "vph", PACE))
    return goal > 0 and held_before(case, before) < goal


def pace_made_good(case: PdCase) -> bool:
    """Whether the German has reached the missed goal by now (4.1.2)."""
    return held_now(case) >= int(case.track(str(case.s.turn - 1), "vph", PACE))


@rule("4.1.2", Activate)
def german_pace(activate: Activate) -> Findings:
    """Fewer controlled and supplied VP hexes at the end of a turn than the track asks: one German activation fewer on the next, never more
    than one; reaching the goal late gives it back at once."""
    if not activate.hqs or activate.by_chit is None or activate.camp(activate.side) != GERMAN:
        return
    used = len(drawn_so_far(activate, GERMAN))
    allowed = base_limit(activate, GERMAN)
    if used != allowed - 1:
        return  # the one activation that may be lost decides nothing
    if not pace_missed(activate):
        return
    if pace_made_good(activate):
        yield permit("pace_made_good", chit=activate.by_chit)
    else:
        yield forbid("pace_missed", chit=activate.by_chit, limit=allowed - 1)


says("4.1.2", Activate, "numbers", "The German limit of the turn, and the VP hexes that count for it.", lambda activate: limit_told(activate))
says("4.1.2", Activate, "legality", "What the limit is when it is the reason.", lambda activate: limit_now(activate) if activate.forbidden else None)


@rule("4.1.2", HowMany, "answer")
def how_many_activations(question: HowMany) -> Findings:
    """How many HQs a side may activate this turn."""
    if question.what == "activations":
        side = question.camp(question.slots.get("side") or str(question.s.active))
        allowed = base_limit(question, side)
        if side == GERMAN and pace_missed(question) and not pace_made_good(question):
            allowed -= 1
            yield define("one_fewer", limit=allowed)
        yield value("answer", allowed)
        yield value("limit", allowed)


@rule("4.1.2", HowMany, "answer")
def hexes_of_the_pace(question: HowMany) -> Findings:
    """How many VP hexes the turn track asks the German to control and supply at the end of a turn."""
    if question.what == "pace":
        turn = question.slots.get("turn") or question.s.turn
        goal = int(question.track(str(turn), "vph", PACE))
        yield value("answer", goal, "pace_goal", turn=turn, count=goal)


def limit_told(activate: Activate) -> Findings:
    """The number of HQs that may act; that a pace nobody knows may have taken one of them is not asked for while more than one is left."""
    try:
        yield from list(limit_now(activate))
    except Missing as missing:
        side = activate.camp(activate.side)
        if not missing.fact.startswith(("vph", "tables.trt")) or len(drawn_so_far(activate, side)) >= base_limit(activate, side) - 1:
            raise


def limit_now(activate: Activate) -> Findings:
    """The number of HQs that may act this turn."""
    if not activate.hqs or activate.by_chit is None:
        return
    side = activate.camp(activate.side)
    allowed = base_limit(activate, side)
    if side == GERMAN:
        if activate.s.turn > 1 and (activate.s.vph or {}).get(str(activate.s.turn - 1)) is not None:
            yield value("vph", held_now(activate))
        if pace_missed(activate) and not pace_made_good(activate):
            allowed -= 1
            yield define("one_fewer", limit=allowed)
    yield value("limit", allowed)
