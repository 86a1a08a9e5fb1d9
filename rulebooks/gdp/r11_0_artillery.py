"""Chapter 11, fire at a distance, 11.1 and 11.2: artillery and barrages."""

from __future__ import annotations

from typing import Any

from adjudicator.book import Findings, Missing, Unit, define, derives, effect, forbid, permit, record, rule, value

from .acts import Movement
from .acts_combat import Attack, Barrage, Support
from .acts_results import Advance, Loss
from .acts_turn import AskSight, Question
from .terrain import observer, sees
from .vocabulary import GdpCase, class_of, loss, survives

WHITE = ("artillery",)  # kinds of counters that carry a white triangle, and those that may carry a black one


def gun_distance(case: GdpCase, unit: Unit, target: str) -> int:
    """Hexes from a gun, not counting its own, to a hex, counting it; an off-map gun stands two hexes behind its place (18.4)."""
    place = case.standing(unit)
    if place is not None:
        return case.distance(place, target)
    near = unit.near
    if near is None:
        raise Missing(f"units[{unit.id}].{'at' if unit.known('at') is None else 'near'}")
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


# ---- 11.1 -------------------------------------------------------------------------------------------------------------------
@derives("units.artillery_range", "11.1")
def no_white_triangle(unit: Unit) -> int | None:
    """0 for counters that have no white triangle: other kinds, and those of which only the other triangle is stated."""
    return 0 if unit.kind not in WHITE or unit.stated("direct_range") else None


@rule("11.1", (Attack, Support))
def guns_in_any_activation(case: Attack | Support) -> Findings:
    """A gun supports combats of either side's activation, though it was activated and moved, and needs no line of sight."""
    if far := [unit for unit in case.artillery if unit.artillery_range]:
        yield define("guns_need_no_sight", far)


# ---- 11.2 -------------------------------------------------------------------------------------------------------------------
@rule("11.2", Barrage)
def guns_of_the_barrage(barrage: Barrage) -> Findings:
    """An activated, unfired gun bombards an enemy in its range; not if it took part in an attack in this turn."""
    for unit in barrage.firers:
        if not unit.artillery_range:
            yield forbid("no_artillery", unit)
            continue
        if barrage.done(unit.id, "attack", "overrun"):
            yield forbid("gun_attacked", unit)
        if gun_fired(barrage, unit):
            yield forbid("gun_fired", unit)
        far = gun_distance(barrage, unit, barrage.target)
        if far > range_of(barrage, unit, far):
            yield forbid("gun_out_of_range", unit, barrage.target, distance=far, range=range_of(barrage, unit, far))
        if barrage.s.time == "night" and far > 1 and barrage.reading("A15") == "barrage":
            yield forbid("night_barrage", unit)
    if not barrage.there:
        barrage.s.complete()
        yield forbid("no_target", barrage.target)


@rule("11.2", Barrage)
def observed(barrage: Barrage) -> Findings:
    """A friendly unit within ten hexes, one at night, must have a clear line to the target."""
    table = barrage.table("observation")
    limit = table["night"] if barrage.s.time == "night" and barrage.reading("A15") == "observation" else table["distance"]
    watchers = barrage.observers or [unit for unit in barrage.s.placed() if unit.side == barrage.side]
    watcher, far, faults = observer(barrage, watchers, barrage.target, limit, "observer_too_far")
    if watcher is not None:
        yield permit("observed", watcher, barrage.target, distance=far)
    elif barrage.observers:
        yield from faults
    elif not barrage.forbidden:
        barrage.s.complete()
        yield forbid("not_observed", barrage.target)


@rule("11.2", Barrage, "roll")
def barrage_dice(barrage: Barrage) -> Findings:
    """Three dice for each gun; more than the distance is a hit, and then equal dice count: three cost two units, two cost one."""
    for unit in barrage.firers if barrage.there else ():
        dice = barrage.roll_dice(3)
        far = gun_distance(barrage, unit, barrage.target)
        if sum(dice) <= far:
            yield value("result", "miss", "barrage_misses", unit, dice=sum(dice), distance=far)
            continue
        same = 4 - len(set(dice)) if len(set(dice)) < 3 else 1
        yield define("barrage_hits", unit, dice=sum(dice), distance=far)
        if same == 1:
            yield value("result", "hit_no_effect", "no_equal_dice")
        else:
            yield from _struck(barrage, 2 if same == 3 else 1)


def _struck(barrage: Barrage, count: int) -> Findings:
    """Losses in the target hex; the owner chooses (A13)."""
    units = [unit for unit in barrage.there if not unit.riding] or barrage.there
    if len(units) == 1 and not survives(units[0]) and spared(barrage, units[0]) and (count > 1 or barrage.reading("A14") == "never"):
        yield value("result", "hit_no_effect", "barrage_spares", units[0])
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
        yield value("result", "hit_reduced_only", "barrage_spares", unit)
        yield from hit_by_barrage(barrage, unit)
    else:
        yield value("result", "hit_eliminated", "barrage_eliminates", unit)
        yield effect(unit=unit.id, eliminated=True)


def picked(barrage: Barrage, units: list[Unit], count: int) -> Findings:
    """Somebody has to pick the units that suffer (A13)."""
    owner = units[0].side
    yield value("chooser", owner if barrage.reading("A13") == "owner" else barrage.side, "barrage_chooser")
    yield effect(any_of=[unit.id for unit in units], count=count, steps=-1)


def spared(barrage: Barrage, unit: Unit) -> bool:
    """Tracked units, and units with a bunker or trench, are never eliminated by a single barrage."""
    printed = barrage.s.hex(barrage.target).features
    sheltered = barrage.markers_at(barrage.target, "bunker", "trench") or any(name in ("bunker", "trench") for name in printed)
    return bool(sheltered) or class_of(unit) == "tracked"


def hit_by_barrage(barrage: Barrage, unit: Unit) -> Findings:
    """One loss to a unit and to its rider; what one barrage cannot eliminate stays (A14)."""
    if survives(unit) or not spared(barrage, unit) or barrage.computed("result") == "hit_1_loss":
        yield effect(**loss(unit))
        yield from (effect(**loss(rider)) for rider in barrage.riders(unit))


@rule("11.2", Loss)
def losses_of_a_barrage(loss_: Loss) -> Findings:
    """What a barrage hit costs is said by its dice; who picks the units is read one way or the other (A13)."""
    if str(loss_.slots.get("result") or loss_.result or "").startswith("hit_"):
        yield define("barrage_losses", where=[loss_.battle] if loss_.battle else [])


@rule("11.2", Barrage, "announce", each="firers")
def barrage_is_over(barrage: Barrage, unit: Unit) -> Findings:
    """A gun that bombarded has fired: no attack, no movement, no advance in this turn."""
    yield record(unit=unit.id, fired=True)
    yield record(did=unit.id, act="barrage", hex=barrage.target)


@rule("11.2", Attack)
def no_attack_after_a_barrage(attack: Attack) -> Findings:
    """A gun that made a barrage takes part in no attack in this turn."""
    yield from (forbid("barraged_already", unit) for unit in attack.attackers if attack.done(unit.id, "barrage"))


@rule("11.2", Movement)
def no_move_after_a_barrage(move: Movement) -> Findings:
    """A unit may move and then bombard, never the other way round."""
    yield from (forbid("fired_then_moves", unit) for unit in move.movers if move.done(unit.id, "barrage"))


@rule("11.2", Advance)
def no_advance_after_a_barrage(advance: Advance) -> Findings:
    """A gun that made a barrage never advances."""
    yield from (forbid("no_advance_after_fire", unit) for unit in advance.movers if advance.done(unit.id, "barrage"))


@rule("11.2", AskSight, "answer")
def sight_between(question: Question) -> Findings:
    """Whether a line between two places is clear."""
    places: list[Any] = list(question.slots.get("hexes") or ()) + [unit.hex for unit in question.units_of()]
    if len(places) >= 2 and places[0] and places[1]:
        clear = sees(question, places[0], places[1])
        yield value("answer", "yes" if clear else "no", "line_clear" if clear else "line_closed", where=places[:2], start=places[0], hex=places[1])
