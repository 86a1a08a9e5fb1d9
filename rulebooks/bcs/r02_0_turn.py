"""Chapter 2.0 to 2.2: the turn, who goes first, reinforcements, replacements."""

from __future__ import annotations

from adjudicator.book import Findings, Missing, Situation, Unit, cites, define, effect, forbid, kept, owes, permit, record, rule, says, value
from adjudicator.kit import went, wrong_phase

from .acts import UnitAct
from .acts_aftermath import Owed
from .acts_formation import RollPoints, SavePoints
from .acts_movement import Move
from .acts_turn import Arrive, ChangeEntry, Enter, FirstPlayer, NextPhase, Rebuild, Replacement, WaitOffMap
from .r01_vocabulary import is_av_unit
from .r01_vocabulary_paths import has_safe_path
from .r03_common import ORDER, followers, still_to_activate
from .r03_vocabulary_msr import route, why_not_legal
from .r04_vocabulary_ground import never_in
from .vocabulary import TURN, formation_of, hq_of, is_hq, is_trains, to_move_side, turned, unplaced


# ---- 2.0 The turn ---------------------------------------------------------------------------------------------------
@rule("2.0", FirstPlayer)
def when_first_player(roll: FirstPlayer) -> Findings:
    """Rolled for before the Activations."""
    yield from wrong_phase(roll, "first_player", "orders", "assignment")
    yield value("dice_each", 2)
    if roll.slots.get("question") and not roll.sides and (first := roll.s.stated("active")) is not None:
        yield value("answer", first)  # who goes first: whoever has won the roll


@rule("2.0", FirstPlayer, "roll")
def first_player(roll: FirstPlayer) -> Findings:
    """Two dice each; the higher sum goes first, a tie is rolled again."""
    first = roll.roll_total()
    second = roll.roll_total()
    if first == second:
        yield value("result", "reroll", "first_player_tie", total=first)
        return
    sides = roll.sides if len(roll.sides) == 2 else tuple(dict.fromkeys(f.side for f in roll.s.formations.values()))
    winner = sides[0 if first > second else 1] if len(sides) == 2 else ("first" if first > second else "second")
    yield value("result", winner, "first_player_wins", side=winner, high=max(first, second), low=min(first, second))
    if winner in sides:
        yield record(state="active", value=winner)


says("2.0", Replacement, "legality", "Replacements are used in the Reinforcement Phase.", lambda repl: wrong_phase(repl, "reinforcement"))


@rule("2.0", NextPhase)
def turn_order(step: NextPhase) -> Findings:
    """The phases of a turn follow each other; a new turn begins when all formations are Done (2.5j)."""
    if step.to is None:
        yield value("answer", followers(step))
    elif step.now is None or step.to not in ORDER:
        yield define("phase_said", phase=step.to)
    elif step.to in TURN and step.now in TURN[:-1]:
        later = TURN.index(step.to) >= TURN.index(step.now)
        yield permit("phase_next", phase=step.to, before=step.now) if later else forbid("phase_back", phase=step.to, before=step.now)
    elif step.to in TURN[:-1]:
        left = still_to_activate(step.s)
        yield forbid("turn_not_over", names=", ".join(f.id for f in left)) if left else permit("phase_next", phase=step.to, before=step.now)


@rule("2.0", NextPhase, "after")
def new_turn(step: NextPhase) -> Findings:
    """Every headquarters shows its unused side again."""
    if step.to is not None:
        yield record(state="phase", value=step.to)
    turn, goes_on = step.s.stated("turn"), step.to == "reinforcement" and step.now not in (None, *TURN[:-1])
    if goes_on:
        yield record(state="turn", value=(turn or 0) + 1)
        for name in ("active", "active_formation", "activation", "pending"):
            yield record(forget=name)
    if goes_on or step.to == "reinforcement" and turn not in (None, 1):
        for f in step.s.formations.values():
            yield record(formation=f.id, status="available", msr_blocked_this_turn=False)
            yield record(forget=f"formations[{f.id}].snafu")


@rule("2.0", Owed, "answer")
def first_player_due(owed: Owed) -> Findings:
    """Both sides roll for who goes first; on turn 1 the scenario says it (1.0g)."""
    if owed.slots.get("phase") and owed.s.stated("phase") == "first_player" and owed.s.stated("active") is None:
        sides = tuple(dict.fromkeys(str(f.stated("side")) for f in owed.s.formations.values()))
        yield owes("first_player", sides=sides) if owed.s.stated("turn") != 1 else owes("first_player_named")


# ---- 2.1 Reinforcements ---------------------------------------------------------------------------------------------
cites("2.1b", WaitOffMap, "All but HQs and Trains may stay off the map.", lambda wait: bool(wait.units))
cites("2.1b", Arrive, "HQs and Trains come on the map in the Reinforcement Phase.", lambda act: any(unit.kind is not None for unit in act.units))


@rule("2.1b", Enter, each="units")
def headquarters_are_placed(entry: Enter, unit: Unit) -> Findings:
    """HQs and Trains are put on the map in the Reinforcement Phase; only combat units enter later."""
    if unit.kind is not None and unit.hex is None and entry.s.stated("phase") not in (None, "reinforcement"):
        yield forbid("hq_placed_in_reinforcement", unit)


def returning(unit: Unit) -> bool:
    """Whether the unit was taken off by an Automatic Retreat."""
    return any(act.get("act") == "automatic_retreat" for act in unit.situation.history.get(unit.id, ()))


def by_hq(arrival: Arrive | Rebuild, unit: Unit) -> Findings:
    """On the HQ or next to it, where the terrain lets the unit stand."""
    hq = hq_of(arrival.s, unit.formation)
    if hq is None or hq.hex is None:
        raise unplaced(hq, f"{unit.formation} HQ")
    if arrival.slots.get("support"):
        return  # it stands in no hex
    if arrival.distance(hq.hex, arrival.hex) > 1:
        yield forbid("not_by_hq", unit, arrival.hex, hq=hq.id)
    if never_in(unit, arrival.hex):
        yield forbid("setup_closed", unit, arrival.hex)
    if arrival.enemies_at(arrival.hex, unit.side):
        yield forbid("enemy_there", unit, arrival.hex)


@rule("2.1c", Arrive, each="units")
def at_hq_or_hex(arrival: Arrive, unit: Unit) -> Findings:
    """At its HQ only while that has a Complete MSR, else the arrival waits; at a named hex unless an enemy holds it.  In the Reinforcement
    Phase or when the formation's Activation begins."""
    if returning(unit) or is_hq(unit) or is_trains(unit):
        return
    yield from wrong_phase(arrival, "reinforcement", "hq_start", "preparation")
    if unit.entry == "hq":
        yield from by_hq(arrival, unit)
        formation = formation_of(unit)
        if arrival.forbidden:
            yield kept()
        elif formation is not None:
            if formation.msr == "complete":
                yield permit("arrives_at_hq", unit, arrival.hex)
            else:
                yield forbid("arrival_delayed", unit, formation=formation.id)
                yield effect(unit=unit.id, arrives="delayed")
    elif unit.entry is not None and arrival.s.grid.valid(unit.entry):
        if arrival.hex != unit.entry:
            yield forbid("arrives_elsewhere", unit, arrival.hex, hex=unit.entry)
        elif arrival.enemies_at(arrival.hex, unit.side):
            yield forbid("arrives_never", unit, arrival.hex)
            yield effect(unit=unit.id, arrives="never")
        else:
            yield permit("arrives_there", unit, arrival.hex)


def area_of(s: Situation, unit: Unit) -> list[str]:
    """The hexes of a unit's Entry Area; none if it does not come by one."""
    area = s.entry_areas.get(unit.entry)
    if area is None:
        return [unit.entry] if unit.entry and s.grid.valid(unit.entry) else []
    return list(area.get("hexes") or ())


@rule("2.1c", Arrive, "after", each="units")
def has_arrived(arrival: Arrive, unit: Unit) -> Findings:
    """It stands there."""
    up = arrival.slots.get("side_up")
    if arrival.slots.get("support"):
        yield record(unit=unit.id, at="off_map", in_support=True, entered_support_turn=arrival.s.stated("turn"))
        return
    if not arrival.hex:
        raise Missing(unit.path("at"), tuple(sorted(area_of(arrival.s, unit))) or None)
    yield effect(unit=unit.id, at=arrival.hex, **({"state": "normal"} if is_trains(unit) else {}))
    if returning(unit):
        yield from to_move_side(unit)
    elif up in ("move", "deployed") and unit.stated("shown") != up:
        yield effect(unit=unit.id, side=up)
        yield record(unit=unit.id, **turned(unit, up))


@rule("2.1d", Arrive, each="units")
def by_entry_area(arrival: Arrive, unit: Unit) -> Findings:
    """HQs are placed in a hex of their Entry Area in the Reinforcement Phase; other units may be, or wait."""
    left = any(act.get("act") == "retreat_off_map" for act in arrival.s.history.get(unit.id, ()))
    if unit.entry is None and unit.hex is None and unit.kind is None and not (returning(unit) or left or arrival.slots.get("support")):
        raise Missing(unit.path("entry"), (arrival.hex, "hq") if arrival.hex else None)  # the Order of Arrival tells where it comes
    if unit.entry not in (None, "hq") and unit.kind is None and not arrival.s.grid.valid(unit.entry) and unit.entry not in arrival.s.entry_areas:
        raise Missing("entry_areas")
    if is_trains(unit) or returning(unit) or unit.entry in (None, "hq") or arrival.s.entry_areas.get(unit.entry) is None:
        return
    yield from wrong_phase(arrival, "reinforcement")
    if arrival.hex and arrival.hex not in area_of(arrival.s, unit):
        yield forbid("not_in_area", unit, arrival.hex, area=unit.entry)
    else:
        yield permit("in_area", unit, where=[arrival.hex or unit.entry], area=unit.entry)


@rule("2.1d", WaitOffMap, each="units")
def may_wait(wait: UnitAct, unit: Unit) -> Findings:
    """Combat units may wait beside their Entry Area as long as they like, HQs and Trains may not."""
    if is_hq(unit) or is_trains(unit):
        yield forbid("must_not_wait", unit)
    else:
        yield permit("may_wait", unit)


@rule("2.1d", Enter, each="units")
def own_activation(entry: Enter, unit: Unit) -> Findings:
    """Units that wait off the map enter in an Activation of their own formation, through a hex of their Entry Area."""
    active = entry.s.stated("active_formation")
    if active is not None and unit.formation != active:
        yield forbid("not_own_activation", unit, formation=active)
    if entry.s.entry_areas.get(unit.entry) is not None and entry.hex not in area_of(entry.s, unit):
        yield forbid("not_in_area", unit, entry.hex, area=unit.entry)
    elif not entry.forbidden:
        yield permit("in_area", unit, entry.hex, area=unit.entry or "")


@rule("2.1d", ChangeEntry, each="units")
def entry_is_final(act: UnitAct, unit: Unit) -> Findings:
    """HQs and Trains choose their exact Entry hex once; combat units choose it when they enter."""
    if unit.kind is not None:
        yield forbid("entry_final", unit)
    elif unit.hex is not None:
        yield forbid("entry_over", unit)
    else:
        yield permit("entry_open", unit)


@rule("2.1d", Enter, "after", each="units")
def entered(entry: Enter, unit: Unit) -> Findings:
    """MPs count as if the unit began in the Entry hex."""
    yield from went(unit, entry.path[-1], "move", to=entry.path[-1])


@rule("2.1d", Move)
def only_from_the_map(move: Move) -> Findings:
    """A unit that waits off the map moves only after it has come on it."""
    if move.absent:
        yield forbid("still_off_map", move.unit_)


@rule("2.1e", Arrive, each="units")
def enemies_at_entry(arrival: Arrive, unit: Unit) -> Findings:
    """EZOCs do nothing to an Entry hex; an enemy unit in it closes it."""
    if arrival.s.entry_areas.get(unit.entry) is None or arrival.hex not in area_of(arrival.s, unit):
        return
    found = arrival.enemies_at(arrival.hex, unit.side)
    if found:
        yield forbid("entry_held", unit, found[0], arrival.hex, enemy=found[0].id)
    else:
        yield permit("entry_free", unit, arrival.hex)


@rule("2.1e", Enter, each="units")
def entry_held(entry: Enter, unit: Unit) -> Findings:
    """An Entry hex that an enemy holds is closed."""
    found = [other for other in entry.enemies_at(entry.hex, unit.side) if not other.screen]
    if found:
        yield forbid("entry_held", unit, found[0], entry.hex, enemy=found[0].id)
    else:
        yield kept()


@rule("2.1f", Arrive, each="units")
def back_from_retreat(arrival: Arrive, unit: Unit) -> Findings:
    """Back in the next Reinforcement Phase on the HQ or next to it, on the Move side; no Complete MSR is needed."""
    if not returning(unit):
        return
    turn = arrival.s.stated("turn")
    yield from wrong_phase(arrival, "reinforcement")
    if turn is not None and any(act.get("act") == "automatic_retreat" and act.get("turn") == turn for act in arrival.s.history.get(unit.id, ())):
        yield forbid("returns_next_turn", unit)
    if arrival.slots.get("side_up") == "deployed":
        yield forbid("returns_move_side", unit)
    yield from by_hq(arrival, unit)
    if not arrival.forbidden:
        yield permit("returns_by_hq", unit, arrival.hex)


@rule("2.1f", Owed, "answer")
def returns_due(owed: Owed) -> Findings:
    """Units that an Automatic Retreat took off come back in the next Reinforcement Phase."""
    if not owed.slots.get("phase") or owed.s.stated("phase") != "reinforcement":
        return
    for unit in owed.s.units.values():
        left = [act for act in owed.s.history.get(unit.id, ()) if act.get("act") == "automatic_retreat"]
        if left and unit.hex is None and unit.id not in owed.s.eliminated and left[-1].get("turn") != owed.s.stated("turn"):
            yield owes("return", unit.stated("side"), [unit.id])


cites("2.1g", Arrive, "A unit arrives on either side.", lambda _: True)


@rule("2.1g", Arrive, each="units")
def any_side_up(arrival: Arrive, unit: Unit) -> Findings:
    """A unit arrives on whichever side it likes, Trains on their Normal side."""
    if is_trains(unit) and arrival.slots.get("side_up") == "ghost":
        yield forbid("trains_arrive_normal", unit)
    elif arrival.slots.get("side_up"):
        yield kept()


@rule("2.1g", Arrive)
def straight_into_support(arrival: Arrive) -> Findings:
    """A unit that arrives may be in Support at once (B38)."""
    if not arrival.slots.get("support"):
        return
    for unit in arrival.units:
        if not is_av_unit(unit):
            yield forbid("support_no_av", unit)
        elif arrival.reading("B38") == "next":
            yield forbid("support_next_assignment", unit)
        else:
            yield permit("arrives_in_support", unit)


@rule("2.1h", Arrive, each="units")
def trains_anywhere(arrival: Arrive, unit: Unit) -> Findings:
    """Trains come in their Entry Area, or on any Legal Hex that gives a Complete MSR."""
    if not is_trains(unit):
        return
    place = arrival.s.hex(arrival.hex)
    if arrival.hex in area_of(arrival.s, unit):
        yield permit("in_area", unit, arrival.hex, area=unit.entry)
        return
    if place.stated("completes_msr") is not None:
        fits = bool(place.legal_hex and place.completes_msr)
    else:
        hq = hq_of(arrival.s, unit.formation)
        if hq is None or hq.hex is None or not arrival.s.supply_sources:
            raise Missing(place.path("completes_msr"), (True, False))
        fits = why_not_legal(arrival.s, arrival.hex, unit.side, True) is None and isinstance(route(arrival.s, hq, arrival.hex), tuple)
    key = "trains_complete" if fits else "trains_not_complete"
    yield permit(key, unit, arrival.hex) if fits else forbid(key, unit, arrival.hex)


# ---- 2.2 Replacements -----------------------------------------------------------------------------------------------
@rule("2.2a", Replacement, each="units")
def right_kind(repl: Replacement, unit: Unit) -> Findings:
    """AV units take AV Replacements, all others the other kind."""
    kind = "av" if is_av_unit(unit) else "non_av"
    wrong = repl.what is not None and repl.what != kind
    yield forbid("replacement_kind", unit, kind=kind) if wrong else kept()


@rule("2.2b", Replacement)
def none_on_turn_one(repl: Replacement) -> Findings:
    """There are none on the first turn of a scenario."""
    if repl.s.stated("turn") is not None:
        yield forbid("replacements_turn_one") if repl.s.turn == 1 else kept()


cites("2.2b", RollPoints, "The first turn has no Replacements.", lambda act: act.what == "repl")


@rule("2.2c", Replacement)
def one_each(repl: Replacement) -> Findings:
    """One for a unit in a Reinforcement Phase, and no more than there are."""
    turn = repl.s.stated("turn")
    for unit in repl.units:
        before = [act for act in repl.s.history.get(unit.id, ()) if act.get("act") == "replacement" and act.get("turn", turn) == turn]
        yield forbid("replacement_one", unit) if repl.count > 1 or before else kept()
        pool = repl.s.replacements.get(unit.side)
        kind = "av" if is_av_unit(unit) else "non_av"
        if pool is not None and pool.get(kind, 0) < repl.count * len(repl.units):
            yield forbid("replacement_pool", kind=kind, have=pool.get(kind, 0))


says("2.2c", SavePoints, "legality", "Replacements that are not used are lost.", lambda act: forbid("replacements_not_saved") if act.what == "repl" else None)


@rule("2.2c", Replacement, "after", each="units")
def step_back(repl: Replacement, unit: Unit) -> Findings:
    """A step more."""
    yield effect(unit=unit.id, steps=repl.count)
    yield record(did=unit.id, act="replacement")
    if isinstance(repl, Rebuild) and repl.placed_at is not None:
        yield record(unit=unit.id, at=repl.placed_at)


@rule("2.2c", Replacement, "after")
def used_up(repl: Replacement) -> Findings:
    """What was taken is no more there for others."""
    for unit in repl.units[:1]:
        kind = "av" if is_av_unit(unit) else "non_av"
        have = (repl.s.replacements.get(unit.side) or {}).get(kind)
        if have is not None:
            yield record(state=f"replacements.{unit.side}.{kind}", value=max(int(have) - repl.count * len(repl.units), 0))


@rule("2.2d", Replacement)
def on_the_map(repl: Replacement) -> Findings:
    """A Complete MSR, and a Safe Path: Leg for non-AV, Tactical for AV Replacements."""
    if isinstance(repl, Rebuild):
        return
    for unit in repl.units:
        if repl.forbidden:
            yield kept()
            return
        formation = formation_of(unit)
        if formation is not None and formation.msr != "complete":
            yield forbid("msr_not_complete", unit, formation=formation.id)
        cls = "tac" if is_av_unit(unit) else "leg"
        if not repl.path and not (repl.standing(unit) is None and unit.reinforcement) and not has_safe_path(unit, cls):
            yield forbid("no_safe_path", unit, cls=cls)
        elif not repl.forbidden:
            yield permit("replacement_taken", unit)


@rule("2.2e", Rebuild, each="units")
def from_the_dead_pile(repl: Rebuild, unit: Unit) -> Findings:
    """With a Complete MSR on the HQ or next to it, EZOCs or not; without one it is rebuilt but waits off the map."""
    if unit.id not in repl.s.eliminated and unit.stated("steps") not in (0, None):
        yield forbid("not_dead", unit)
    formation = formation_of(unit)
    if repl.placed_at is None or formation is None:
        yield permit("rebuilt_waits_off_map", unit)
        yield effect(unit=unit.id, at="off_map")
        return
    yield from by_hq(repl, unit)
    if formation.msr == "complete":
        yield permit("rebuilt_at_hq", unit, repl.hex)
    else:
        yield forbid("rebuilt_waits", unit, formation=formation.id)
