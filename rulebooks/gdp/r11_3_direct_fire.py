"""Chapter 11, fire at a distance, 11.3 and 11.4: direct fire and opportunity fire."""

from __future__ import annotations

from adjudicator.book import Findings, Missing, Unit, define, derives, drm, effect, forbid, permit, record, rule, value

from .acts import Movement
from .acts_combat import Attack, DirectFire, Fire, OpportunityFire, Support
from .acts_results import Advance
from .r05_supply import defense_strength
from .terrain import blocks, sees
from .vocabulary import is_hq, loss

BLACK = ("armor", "assault_gun", "antitank", "flak", "light_aa", "halftrack", "artillery")


# ---- 11.3 -------------------------------------------------------------------------------------------------------------------
@derives("units.direct_range", "11.3")
def no_black_triangle(unit: Unit) -> int | None:
    """0 for counters that have no black triangle: other kinds, and those of which only the other triangle is stated."""
    return 0 if unit.kind not in BLACK or unit.stated("artillery_range") else None


@rule("11.3", (DirectFire, OpportunityFire))
def range_and_sight(fire: Fire) -> Findings:
    """A unit with a black triangle fires within its range along a clear line; not in fog, in a storm or at night."""
    if fire.s.weather in fire.table("weather")["no_direct_fire"]:
        yield forbid("weather_forbids_fire", weather=fire.s.weather)
    for unit in fire.firers:
        here = fire.standing(unit)
        if here is None:
            yield forbid("not_on_map", unit)
            continue
        if not unit.direct_range:
            yield forbid("no_direct_fire", unit)
            continue
        far = fire.distance(here, fire.target)
        if far > unit.direct_range:
            yield forbid("fire_out_of_range", unit, here, fire.target, distance=far, range=unit.direct_range)
        elif not sees(fire, here, fire.target):
            yield forbid("line_blocked", unit, here, fire.target, start=here, hex=fire.target)
        else:
            yield permit("in_range_and_sight", unit, fire.target, distance=far)


@rule("11.3", (DirectFire, OpportunityFire))
def target_of_the_fire(fire: Fire) -> Findings:
    """The fire is at one enemy unit in the hex."""
    there = fire.there
    if not there and not isinstance(fire, OpportunityFire):
        fire.s.complete()
        yield forbid("no_target", fire.target)
    aimed = fire.aimed
    if aimed is not None:
        if aimed.side == fire.side:
            yield forbid("own_target", aimed)
        elif aimed.hex is not None and aimed.hex != fire.target and not isinstance(fire, OpportunityFire):
            yield forbid("stands_elsewhere", aimed, hex=aimed.hex, named=fire.target)
        if aimed.riding:
            yield forbid("rider_no_target", aimed, tank=aimed.riding)


@rule("11.3", DirectFire, each="firers")
def one_shot_before_the_attack(fire: DirectFire, unit: Unit) -> Findings:
    """One direct fire in one's own activation, after moving and never after a normal attack; it is no support for an attack."""
    if fire.done(unit.id, "direct_fire"):
        yield forbid("one_shot", unit)
    if fire.done(unit.id, "attack", "overrun"):
        yield forbid("fire_after_attack", unit)


def chosen_target(fire: Fire) -> Unit:
    """The unit fired at: the one named, else the only one that can be."""
    if fire.aimed is not None:
        return fire.aimed
    there = [unit for unit in fire.there if not unit.riding]
    combat = [unit for unit in there if not is_hq(unit)] or there
    if len(combat) == 1:
        return combat[0]
    raise Missing("choices.target", None)


@rule("11.3", (DirectFire, OpportunityFire), "modifiers")
def into_blocking_terrain(fire: Fire) -> Findings:
    """A target in blocking terrain takes one off each die."""
    if blocks(fire, fire.target):
        yield drm(-1, "target_in_cover", hex=fire.target)


@rule("11.3", (DirectFire, OpportunityFire), "roll")
def direct_fire_dice(fire: Fire) -> Findings:
    """Two dice, each of which must exceed the distance; if their sum reaches defence plus distance the unit takes a loss.  A unit in its own
    movement is pinned too."""
    target = chosen_target(fire)
    unit = fire.firers[0]
    here = fire.standing(unit)
    if here is None:  # off the map: refused before
        return
    far = fire.distance(here, fire.target)
    by = sum(finding.by for _, finding in fire.ruling.drms)
    dice = fire.roll_dice(2)
    if any(die + by <= far for die in dice):
        yield value("result", "miss", "fire_misses", unit, dice="+".join(map(str, dice)), distance=far, by=by)
        return
    table = fire.table("flak")
    strength, _ = defense_strength(target)
    values = ("attack", "defense", "ma")
    perhaps = target.kind == "flak" and all(target.stated(name) in (None, table[name]) for name in values)
    if perhaps and all(target.fact(name) == table[name] for name in values):
        strength = table["against"]
        yield define("flak_reverse", target, defense=strength)
    needed = strength + far
    reduced = sum(dice) + 2 * by
    total = reduced if reduced >= needed or not by or sum(dice) < needed or fire.reading("A16") == "modified" else sum(dice)
    moving = isinstance(fire, OpportunityFire)
    if total >= needed:
        yield value("result", "hit_loss", "fire_hits", target, dice=total, needed=needed)
        change = loss(target)
        if moving and "eliminated" not in change:
            change["pinned"] = True
        yield effect(**change)
        yield from (effect(**loss(rider)) for rider in fire.riders(target))
    elif moving:
        yield value("result", "hit_pinned", "fire_pins", target, dice=total, needed=needed)
        yield effect(unit=target.id, pinned=True)
        yield from (effect(unit=rider.id, pinned=True, riding=None) for rider in fire.riders(target))
    else:
        yield value("result", "hit_no_effect", "fire_no_effect", target, dice=total, needed=needed)


@rule("11.3", DirectFire, "announce")
def fire_is_over(fire: DirectFire) -> Findings:
    """The unit neither moves nor advances after it has fired, but it may attack."""
    yield from (record(did=unit.id, act="direct_fire", hex=fire.target) for unit in fire.firers)


@rule("11.3", Movement)
def no_move_after_direct_fire(move: Movement) -> Findings:
    """Fire and then move is never allowed."""
    yield from (forbid("fired_then_moves", unit) for unit in move.movers if move.done(unit.id, "direct_fire"))


@rule("11.3", Attack)
def attack_after_direct_fire(attack: Attack) -> Findings:
    """Unlike a barrage, direct fire leaves the unit free to attack; its fire cannot be added to an attack."""
    if fired := [unit for unit in attack.attackers if attack.done(unit.id, "direct_fire")]:
        yield permit("attack_after_fire", fired)


@rule("11.3", (Attack, Support))
def direct_fire_is_no_support(case: Attack | Support) -> Findings:
    """Direct fire is never added to an attack as artillery is."""
    yield from (forbid("direct_no_support", unit) for unit in case.artillery if not unit.artillery_range and unit.direct_range)


@rule("11.3", Advance)
def no_advance_after_direct_fire(advance: Advance) -> Findings:
    """A unit that made direct fire does not advance after combat."""
    yield from (forbid("no_advance_after_fire", unit) for unit in advance.movers if advance.done(unit.id, "direct_fire"))


# ---- 11.4 -------------------------------------------------------------------------------------------------------------------
@rule("11.4", (DirectFire, OpportunityFire))
def target_in_a_stack(fire: Fire) -> Findings:
    """The firing player picks the unit of a stack that he fires at: an HQ only if it is alone in its hex."""
    if fire.aimed is not None and is_hq(fire.aimed) and any(unit is not fire.aimed for unit in fire.there):
        yield forbid("hq_no_target", fire.aimed)


@rule("11.4", OpportunityFire)
def fire_at_the_hex_entered(fire: OpportunityFire) -> Findings:
    """An enemy is fired at in the hex that it enters, when it enters it; not for a hex it has left, not in an advance or retreat, and not
    if it does not move."""
    target = fire.aimed
    moving = list(fire.pending.get("units") or fire.pending.get("attackers") or ())
    if fire.event is None:
        yield forbid("nobody_moves", fire.target)
        return
    if fire.event in ("advance", "retreat"):
        yield forbid("no_fire_at_advance", fire.target, act=fire.event)
    if fire.event in ("attack", "barrage"):
        yield forbid("nobody_moves", fire.target)
    if fire.entered is not None and fire.target != fire.entered:
        yield forbid("no_fire_backwards", fire.target, fire.entered, hex=fire.target, entered=fire.entered)
    if target is not None and moving and target.id not in moving and fire.pending.get("tank") != target.id:
        yield forbid("target_does_not_move", target)
    for unit in fire.firers:
        shots = [item for item in fire.done(unit.id, "opportunity_fire") if item.get("hex") == fire.target]
        if any(target is None or item.get("target") in (None, target.id) for item in shots):
            yield forbid("one_shot_per_hex", unit, fire.target)
    if not fire.forbidden:
        yield permit("may_fire", fire.firers, fire.target)


@rule("11.4", OpportunityFire, "announce", each="firers")
def opportunity_is_used(fire: OpportunityFire, unit: Unit) -> Findings:
    """As often as enemies enter hexes in range."""
    yield record(did=unit.id, act="opportunity_fire", hex=fire.target, target=fire.aimed.id if fire.aimed else None)


@rule("11.4", Movement, each="movers")
def pinned_units_stop(move: Movement, unit: Unit) -> Findings:
    """A unit that fire has pinned stops moving; one that was missed goes on."""
    if unit.pinned or move.done(unit.id, "pinned"):
        yield forbid("pinned_stops", unit)
        return
    if unit.id in move.s.recall(
        "shots",
        lambda: [item.get("target") for id_ in move.s.history.doers("opportunity_fire") for item in move.s.history.of(id_, "opportunity_fire")],
    ):
        yield permit("missed_goes_on", unit)
