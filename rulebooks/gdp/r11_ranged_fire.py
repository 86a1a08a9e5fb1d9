"""Chapter 11: artillery, barrages, direct fire, opportunity fire."""

from __future__ import annotations

from typing import Any

from adjudicator.book import derives, rule
from adjudicator.ground.facts import Missing
from adjudicator.ground.hexes import GeometryUnknown
from adjudicator.ground.ruling import Findings, define, drm, effect, forbid, permit, record, value
from adjudicator.ground.situation import Unit
from adjudicator.kit.charts import names
from adjudicator.kit.geometry import pair

from .acts import GdpCase, Movement, class_of, is_hq, loss, survives
from .acts_combat import Advance, Attack, Barrage, DirectFire, Fire, Loss, OpportunityFire, Support
from .acts_turn import AskSight
from .r05_supply import defense_strength

# ---- what is printed on a counter ----------------------------------------------------------------------------------------
WHITE = ("artillery",)  # kinds of counters that carry a white triangle, and those that may carry a black one
BLACK = ("armor", "assault_gun", "antitank", "flak", "light_aa", "halftrack", "artillery")


@derives("units.artillery_range", "11.1")
def no_white_triangle(unit: Unit) -> int | None:
    """0 for counters that have no white triangle: other kinds, and those of which only the other triangle is stated."""
    return 0 if unit.kind not in WHITE or unit.stated("direct_range") else None


@derives("units.direct_range", "11.3")
def no_black_triangle(unit: Unit) -> int | None:
    """0 for counters that have no black triangle: other kinds, and those of which only the other triangle is stated."""
    return 0 if unit.kind not in BLACK or unit.stated("artillery_range") else None


# ---- ranges -------------------------------------------------------------------------------------------------------------
def gun_distance(case: GdpCase, unit: Unit, target: str) -> int:
    """Hexes from a gun, not counting its own, to a hex, counting it; an off-map gun stands two hexes behind its place (18.4)."""
    place = case.standing(unit)
    if place is not None:
        return case.distance(place, target)
    near = unit.near
    if near is None:
        raise Missing(f"units[{unit.id}].at")
    extra: int = case.table("setup")["off_map"]["Kursk"]["extra"]
    return case.distance(near, target) + extra


def range_of(case: GdpCase, unit: Unit, far: int) -> int:
    """The artillery range of a gun; two less off the map besides, if the table reads it so (A47)."""
    reach: int = unit.artillery_range
    less: int = case.table("setup")["off_map"]["Kursk"]["extra"] if unit.hex is None else 0
    return reach - less if less and reach - less < far <= reach and case.reading("A47") == "twice" else reach


def gun_fired(case: GdpCase, unit: Unit) -> bool:
    """Whether artillery has fired in this turn: in support, in a barrage or an attack, or is turned to its fired side by lack of supply."""
    return bool(unit.fired or case.done(unit.id, "support", "barrage") or unit.supply == "out")


# ---- sight --------------------------------------------------------------------------------------------------------------
def blocks(case: GdpCase, hex_: str) -> bool:
    """Whether a hex holds blocking terrain (black triangle); fortification markers never block, nor do units."""
    place = case.s.hex(hex_)
    terrain = place.terrain
    return bool(case.cell("tec", terrain, "blocks", (True, False)))


def on_summit(case: GdpCase, hex_: str) -> bool:
    """Whether a hex is a summit (red triangle)."""
    terrain = case.s.hex(hex_).stated("terrain")
    if terrain is None:
        return False
    rows = case.table("tec").get(terrain) or {}
    return bool(rows.get("summit", False))


def sees(case: GdpCase, start: str, target: str) -> bool:
    """Whether the straight line between two hexes is free of blocking terrain; what lies in its end hexes does not matter."""
    if start == target:
        return True
    path = f"los[{pair(start, target)}]"
    stated = case.s.los or {}
    for key in (f"{start}/{target}", f"{target}/{start}"):
        if key in stated:
            return bool(stated[key] == "clear")
    if path in case.s.tried:
        return bool(case.s.tried[path] == "clear")
    try:
        line = case.s.grid.line(start, target)
    except GeometryUnknown:
        if case.s.grid.adjacent(start, target):
            return True
        raise Missing(path, ("clear", "blocked")) from None
    open_fact: Missing | None = None
    for hex_ in line[1:-1]:
        if not isinstance(hex_, str):
            continue  # exactly along a hexside
        try:
            if not blocks(case, hex_):
                continue
            if on_summit(case, start) and case.adjacent(start, hex_):
                continue
            return False
        except Missing as missing:
            open_fact = open_fact or missing
    if open_fact is not None:
        raise open_fact
    return True


# ---- 11.1 ---------------------------------------------------------------------------------------------------------------
@rule("11.1", (Attack, Support))
def guns_in_any_activation(case: Attack | Support) -> Findings:
    """A gun supports combats of either side's activation, though it was activated and moved, and needs no line of sight."""
    guns = case.guns if isinstance(case, Support) else [unit for row in case.support.values() for unit in row]
    far = [unit for unit in guns if unit.artillery_range]
    if far:
        yield define("guns_need_no_sight", units=[unit.id for unit in far], unit=names(far))


# ---- 11.2 ---------------------------------------------------------------------------------------------------------------
@rule("11.2", Barrage)
def guns_of_the_barrage(barrage: Barrage) -> Findings:
    """An activated, unfired gun bombards an enemy in its range; not if it took part in an attack in this turn."""
    for unit in barrage.firers:
        if not unit.artillery_range:
            yield forbid("no_artillery", units=[unit.id], unit=unit.id)
            continue
        if barrage.done(unit.id, "attack", "overrun"):
            yield forbid("gun_attacked", units=[unit.id], unit=unit.id)
        if gun_fired(barrage, unit):
            yield forbid("gun_fired", units=[unit.id], unit=unit.id)
        far = gun_distance(barrage, unit, barrage.target)
        if far > range_of(barrage, unit, far):
            yield forbid("gun_out_of_range", units=[unit.id], where=[barrage.target], unit=unit.id, distance=far, range=range_of(barrage, unit, far))
        if barrage.s.time == "night" and far > 1 and barrage.reading("A15") == "barrage":
            yield forbid("night_barrage", units=[unit.id], unit=unit.id)
    if not barrage.there:
        barrage.s.complete()
        yield forbid("no_target", where=[barrage.target], hex=barrage.target)


@rule("11.2", Barrage)
def observed(barrage: Barrage) -> Findings:
    """A friendly unit within ten hexes, one at night, must have a clear line to the target."""
    table = barrage.table("observation")
    limit = table["night"] if barrage.s.time == "night" and barrage.reading("A15") == "observation" else table["distance"]
    watchers = barrage.observers or [unit for unit in barrage.s.placed() if unit.side == barrage.side]
    faults = []
    open_fact: Missing | None = None
    for unit in watchers:
        here = barrage.standing(unit)
        if here is None:
            continue
        if unit.side != barrage.side:
            faults.append(forbid("enemy_observer", units=[unit.id], unit=unit.id))
            continue
        try:
            far = barrage.distance(here, barrage.target)
            if far > limit:
                faults.append(forbid("observer_too_far", units=[unit.id], where=[here], unit=unit.id, distance=far, limit=limit))
            elif not sees(barrage, here, barrage.target):
                faults.append(forbid("line_blocked", units=[unit.id], where=[here, barrage.target], unit=unit.id, start=here, hex=barrage.target))
            else:
                yield permit("observed", units=[unit.id], where=[barrage.target], unit=unit.id, hex=barrage.target, distance=far)
                return
        except Missing as missing:
            open_fact = open_fact or missing
    if barrage.forbidden:
        return
    if open_fact is not None:
        raise open_fact
    if not barrage.observers:
        barrage.s.complete()
        yield forbid("not_observed", where=[barrage.target], hex=barrage.target)
    yield from faults if barrage.observers else ()


@rule("11.2", Barrage, "roll")
def barrage_dice(barrage: Barrage) -> Findings:
    """Three dice for each gun; more than the distance is a hit, and then equal dice count: three cost two units, two cost one."""
    for unit in barrage.firers:
        dice = barrage.roll_dice(3)
        far = gun_distance(barrage, unit, barrage.target)
        if sum(dice) <= far:
            yield value("result", "miss", "barrage_misses", units=[unit.id], unit=unit.id, dice=sum(dice), distance=far)
            continue
        same = 4 - len(set(dice)) if len(set(dice)) < 3 else 1
        yield define("barrage_hits", units=[unit.id], unit=unit.id, dice=sum(dice), distance=far)
        if same == 1:
            yield value("result", "hit_no_effect", "no_equal_dice")
        else:
            yield from _struck(barrage, 2 if same == 3 else 1)


def _struck(barrage: Barrage, count: int) -> Findings:
    """Losses in the target hex; the owner chooses (A13)."""
    units = [unit for unit in barrage.there if not unit.riding]
    if len(units) == 1 and not survives(units[0]) and spared(barrage, units[0]) and (count > 1 or barrage.reading("A14") == "never"):
        yield value("result", "hit_no_effect", "barrage_spares", units=[units[0].id], unit=units[0].id)
        return
    if count == 1:
        yield value("result", "hit_1_loss", "barrage_one_loss")
        if len(units) == 1:
            yield from hit_by_barrage(barrage, units[0])
        else:
            yield from picked(barrage, units, 1)
            if barrage.reading("A13") == "owner":
                owner = {"act": "barrage", "result": "DC", "hex": barrage.target, "attackers": [], "defenders": [unit.id for unit in units]}
                yield record(state="pending", value=owner)  # the owner's choice is still to be made
        return
    if len(units) >= 2:
        yield value("result", "hit_2_losses", "barrage_two_losses")
        if len(units) == 2:
            for unit in units:
                yield from hit_by_barrage(barrage, unit)
        else:
            yield from picked(barrage, units, 2)
        return
    unit = units[0]
    if spared(barrage, unit):
        yield value("result", "hit_reduced_only", "barrage_spares", units=[unit.id], unit=unit.id)
        yield from hit_by_barrage(barrage, unit)
    else:
        yield value("result", "hit_eliminated", "barrage_eliminates", units=[unit.id], unit=unit.id)
        yield effect(unit=unit.id, eliminated=True)


def picked(barrage: Barrage, units: list[Unit], count: int) -> Findings:
    """Somebody has to pick the units that suffer (A13)."""
    owner = units[0].side
    yield value("chooser", owner if barrage.reading("A13") == "owner" else barrage.side, "barrage_chooser")
    yield effect(any_of=[unit.id for unit in units], count=count, steps=-1)


def spared(barrage: Barrage, unit: Unit) -> bool:
    """Tracked units, and units with a bunker or trench, are never eliminated by a single barrage."""
    printed = barrage.s.hex(barrage.target).stated("features") or ()
    sheltered = barrage.markers_at(barrage.target, "bunker", "trench") or any(name in ("bunker", "trench") for name in printed)
    return bool(sheltered) or class_of(unit) == "tracked"


def hit_by_barrage(barrage: Barrage, unit: Unit) -> Findings:
    """One loss to a unit and to its rider; what one barrage cannot eliminate stays (A14)."""
    if survives(unit) or not spared(barrage, unit) or barrage.computed("result") == "hit_1_loss":
        yield effect(**loss(unit))
        for rider in barrage.riders(unit):
            yield effect(**loss(rider))


@rule("11.2", Loss)
def losses_of_a_barrage(loss_: Loss) -> Findings:
    """What a barrage hit costs is said by its dice; who picks the units is read one way or the other (A13)."""
    if str(loss_.slots.get("result") or loss_.result or "").startswith("hit_"):
        yield define("barrage_losses", where=[loss_.battle] if loss_.battle else [])


@rule("9.5", Barrage, "roll")
def riders_under_fire(barrage: Barrage) -> Findings:
    """A rider shares the losses of its tank."""
    aboard = [unit for unit in barrage.there if unit.riding]
    if aboard and barrage.computed("result") not in (None, "miss", "hit_no_effect"):
        yield define("rider_hit_too", units=[unit.id for unit in aboard], unit=names(aboard))


@rule("11.2", Barrage, "after")
def barrage_is_over(barrage: Barrage) -> Findings:
    """A gun that bombarded has fired: no attack, no movement, no advance in this turn."""
    for unit in barrage.firers:
        yield record(unit=unit.id, fired=True)
        yield record(did=unit.id, act="barrage", hex=barrage.target)


@rule("11.2", Attack)
def no_attack_after_a_barrage(attack: Attack) -> Findings:
    """A gun that made a barrage takes part in no attack in this turn."""
    for unit in attack.attackers:
        if attack.done(unit.id, "barrage"):
            yield forbid("barraged_already", units=[unit.id], unit=unit.id)


@rule("11.2", Movement)
def no_move_after_a_barrage(move: Movement) -> Findings:
    """A unit may move and then bombard, never the other way round."""
    for unit in {unit.id: unit for leg in move.legs for unit in leg.units}.values():
        if move.done(unit.id, "barrage"):
            yield forbid("fired_then_moves", units=[unit.id], unit=unit.id)


@rule("11.2", Advance)
def no_advance_after_a_barrage(advance: Advance) -> Findings:
    """A gun that made a barrage never advances."""
    for unit in advance.movers:
        if advance.done(unit.id, "barrage"):
            yield forbid("no_advance_after_fire", units=[unit.id], unit=unit.id)


# ---- 11.3 ---------------------------------------------------------------------------------------------------------------
@rule("11.3", (DirectFire, OpportunityFire))
def range_and_sight(fire: Fire) -> Findings:
    """A unit with a black triangle fires within its range along a clear line; not in fog, in a storm or at night."""
    if fire.s.weather in fire.table("weather")["no_direct_fire"]:
        yield forbid("weather_forbids_fire", weather=fire.s.weather)
    for unit in fire.firers:
        here = fire.standing(unit)
        if here is None:
            yield forbid("not_on_map", units=[unit.id], unit=unit.id)
            continue
        if not unit.direct_range:
            yield forbid("no_direct_fire", units=[unit.id], unit=unit.id)
            continue
        far = fire.distance(here, fire.target)
        if far > unit.direct_range:
            yield forbid("fire_out_of_range", units=[unit.id], where=[here, fire.target], unit=unit.id, distance=far, range=unit.direct_range)
        elif not sees(fire, here, fire.target):
            yield forbid("line_blocked", units=[unit.id], where=[here, fire.target], unit=unit.id, start=here, hex=fire.target)
        else:
            yield permit("in_range_and_sight", units=[unit.id], where=[fire.target], unit=unit.id, hex=fire.target, distance=far)


@rule("11.3", (DirectFire, OpportunityFire))
def target_of_the_fire(fire: Fire) -> Findings:
    """The firing player picks one enemy unit in the hex, an HQ only if it is alone there."""
    there = fire.there
    if not there and not isinstance(fire, OpportunityFire):
        fire.s.complete()
        yield forbid("no_target", where=[fire.target], hex=fire.target)
    aimed = fire.aimed
    if aimed is not None:
        if aimed.side == fire.side:
            yield forbid("own_target", units=[aimed.id], unit=aimed.id)
        elif aimed.hex is not None and aimed.hex != fire.target and not isinstance(fire, OpportunityFire):
            yield forbid("stands_elsewhere", units=[aimed.id], unit=aimed.id, hex=aimed.hex, named=fire.target)
        if is_hq(aimed) and [unit for unit in there if unit is not aimed]:
            yield forbid("hq_no_target", units=[aimed.id], unit=aimed.id)
        if aimed.riding:
            yield forbid("rider_no_target", units=[aimed.id], unit=aimed.id, tank=aimed.riding)


@rule("11.3", DirectFire)
def one_shot_before_the_attack(fire: DirectFire) -> Findings:
    """One direct fire in one's own activation, after moving and never after a normal attack; it is no support for an attack."""
    for unit in fire.firers:
        if fire.done(unit.id, "direct_fire"):
            yield forbid("one_shot", units=[unit.id], unit=unit.id)
        if fire.done(unit.id, "attack", "overrun"):
            yield forbid("fire_after_attack", units=[unit.id], unit=unit.id)


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
    far = fire.distance(unit.hex or "", fire.target)
    by = sum(finding.by for _, finding in fire.ruling.drms)
    dice = fire.roll_dice(2)
    if any(die + by <= far for die in dice):
        yield value("result", "miss", "fire_misses", units=[unit.id], dice="+".join(map(str, dice)), distance=far, by=by)
        return
    table = fire.table("flak")
    strength, _ = defense_strength(target)
    values = ("attack", "defense", "ma")
    perhaps = target.kind == "flak" and all(target.stated(name) in (None, table[name]) for name in values)
    if perhaps and all(target.fact(name) == table[name] for name in values):
        strength = table["against"]
        yield define("flak_reverse", units=[target.id], unit=target.id, defense=strength)
    needed = strength + far
    reduced = sum(dice) + 2 * by
    total = reduced if reduced >= needed or not by or sum(dice) < needed or fire.reading("A16") == "modified" else sum(dice)
    moving = isinstance(fire, OpportunityFire)
    if total >= needed:
        yield value("result", "hit_loss", "fire_hits", units=[target.id], unit=target.id, dice=total, needed=needed)
        change = loss(target)
        if moving and "eliminated" not in change:
            change["pinned"] = True
        yield effect(**change)
        for rider in fire.riders(target):
            yield effect(**loss(rider))
    elif moving:
        yield value("result", "hit_pinned", "fire_pins", units=[target.id], unit=target.id, dice=total, needed=needed)
        yield effect(unit=target.id, pinned=True)
        for rider in fire.riders(target):
            yield effect(unit=rider.id, pinned=True, riding=None)
    else:
        yield value("result", "hit_no_effect", "fire_no_effect", units=[target.id], unit=target.id, dice=total, needed=needed)


@rule("11.3", DirectFire, "after")
def fire_is_over(fire: DirectFire) -> Findings:
    """The unit neither moves nor advances after it has fired, but it may attack."""
    for unit in fire.firers:
        yield record(did=unit.id, act="direct_fire", hex=fire.target)


@rule("11.3", Movement)
def no_move_after_direct_fire(move: Movement) -> Findings:
    """Fire and then move is never allowed."""
    for unit in {unit.id: unit for leg in move.legs for unit in leg.units}.values():
        if move.done(unit.id, "direct_fire"):
            yield forbid("fired_then_moves", units=[unit.id], unit=unit.id)


@rule("11.3", Attack)
def attack_after_direct_fire(attack: Attack) -> Findings:
    """Unlike a barrage, direct fire leaves the unit free to attack; its fire cannot be added to an attack."""
    fired = [unit for unit in attack.attackers if attack.done(unit.id, "direct_fire")]
    if fired:
        yield permit("attack_after_fire", units=[unit.id for unit in fired], unit=names(fired))
    for guns in attack.support.values():
        for unit in guns:
            if not unit.artillery_range and unit.direct_range:
                yield forbid("direct_no_support", units=[unit.id], unit=unit.id)


@rule("11.3", Support)
def direct_fire_is_no_support(support: Support) -> Findings:
    """Direct fire is never added to an attack as artillery is."""
    for unit in support.guns:
        if not unit.artillery_range and unit.direct_range:
            yield forbid("direct_no_support", units=[unit.id], unit=unit.id)


@rule("11.3", Advance)
def no_advance_after_direct_fire(advance: Advance) -> Findings:
    """A unit that made direct fire does not advance after combat."""
    for unit in advance.movers:
        if advance.done(unit.id, "direct_fire"):
            yield forbid("no_advance_after_fire", units=[unit.id], unit=unit.id)


# ---- 11.4 ---------------------------------------------------------------------------------------------------------------
@rule("11.4", OpportunityFire)
def fire_at_the_hex_entered(fire: OpportunityFire) -> Findings:
    """An enemy is fired at in the hex that it enters, when it enters it; not for a hex it has left, not in an advance or retreat, and not
    if it does not move."""
    target = fire.aimed
    moving = list(fire.pending.get("units") or fire.pending.get("attackers") or ())
    if fire.event is None:
        yield forbid("nobody_moves", where=[fire.target], hex=fire.target)
        return
    if fire.event in ("advance", "retreat"):
        yield forbid("no_fire_at_advance", where=[fire.target], hex=fire.target, act=fire.event)
    if fire.event in ("attack", "barrage"):
        yield forbid("nobody_moves", where=[fire.target], hex=fire.target)
    if fire.entered is not None and fire.target != fire.entered:
        yield forbid("no_fire_backwards", where=[fire.target, fire.entered], hex=fire.target, entered=fire.entered)
    if target is not None and moving and target.id not in moving and fire.pending.get("tank") != target.id:
        yield forbid("target_does_not_move", units=[target.id], unit=target.id)
    for unit in fire.firers:
        shots = [item for item in fire.done(unit.id, "opportunity_fire") if item.get("hex") == fire.target]
        again = [item for item in shots if target is None or item.get("target") in (None, target.id)]
        if again:
            yield forbid("one_shot_per_hex", units=[unit.id], where=[fire.target], unit=unit.id, hex=fire.target)
    if not fire.forbidden:
        yield permit("may_fire", units=[unit.id for unit in fire.firers], where=[fire.target], hex=fire.target)


@rule("9.6", OpportunityFire)
def debarking_is_movement(fire: OpportunityFire) -> Findings:
    """Debarking counts as movement for opportunity fire."""
    if fire.event == "debark":
        yield permit("debarking_is_movement", where=[fire.target], hex=fire.target)


@rule("5.2", OpportunityFire)
def no_opportunity_fire_out_of_supply(fire: OpportunityFire) -> Findings:
    """A unit out of supply makes no direct fire of any kind."""
    for unit in fire.firers:
        if unit.supply == "out":
            yield forbid("out_of_supply_silent", units=[unit.id], unit=unit.id)


@rule("11.4", OpportunityFire, "after")
def opportunity_is_used(fire: OpportunityFire) -> Findings:
    """As often as enemies enter hexes in range."""
    for unit in fire.firers:
        yield record(did=unit.id, act="opportunity_fire", hex=fire.target, target=fire.aimed.id if fire.aimed else None)


@rule("11.4", Movement)
def pinned_units_stop(move: Movement) -> Findings:
    """A unit that fire has pinned stops moving; one that was missed goes on."""
    for unit in {unit.id: unit for leg in move.legs for unit in leg.units}.values():
        if unit.pinned or move.done(unit.id, "pinned"):
            yield forbid("pinned_stops", units=[unit.id], unit=unit.id)
            continue
        shots = [item for acts in move.s.history.values() for item in acts if item.get("act") == "opportunity_fire" and item.get("target") == unit.id]
        if shots:
            yield permit("missed_goes_on", units=[unit.id], unit=unit.id)


@rule("11.2", AskSight, "answer")
def sight_between(question: AskSight) -> Findings:
    """Whether a line between two places is clear."""
    places: list[Any] = list(question.slots.get("hexes") or ()) + [unit.hex for unit in question.units_of()]
    if len(places) >= 2 and places[0] and places[1]:
        clear = sees(question, places[0], places[1])
        yield value("answer", "yes" if clear else "no", "line_clear" if clear else "line_closed", where=places[:2], start=places[0], hex=places[1])
