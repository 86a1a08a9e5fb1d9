"""Chapter 5.4: barrages, and who observes them."""

from __future__ import annotations

from adjudicator.book import Findings, Missing, Situation, Unit, cited, define, forbid, kept, permit, record, rule, says, value

from .acts_combat import DESTRUCTION, NO_EFFECT, SUPPRESSION, AttackByFire, Barrage, CombatTable, Observe, Points
from .acts_formation import SavePoints
from .acts_turn import AskHowMany, Assign, Unassign
from .r01_vocabulary import points_used
from .r03_vocabulary import in_obj_zone, is_finished, is_stopped
from .r04_vocabulary_zones import clear_line
from .r05_common_barrage import Firing, Watching, artillery, barrages_before, battery, hits, losses_told, needed_of
from .vocabulary import acts_now, doers, is_trains


# ---- 5.4 Barrage ----------------------------------------------------------------------------------------------------
@rule("5.4a", SavePoints)
def artillery_not_saved(act: SavePoints) -> Findings:
    """Artillery Points are not kept for another Activation."""
    if act.what == "artillery":
        yield forbid("artillery_not_saved")


@rule("5.4a", (CombatTable, Barrage))
def points_of_the_formation(fight: Firing) -> Findings:
    """A formation fires its own points, each once in an Activation; a SNAFU Partial halves them, rounding down."""
    if not fight.points.artillery:
        return
    formation = battery(fight)
    if formation is None:
        if fight.s.active_formation is None:  # asked for where nobody has told it
            yield forbid("points_of_no_formation", fight.target)
        return
    used = points_used(formation)
    left = artillery(formation) - used
    if fight.points.artillery > left:
        yield forbid("too_few_points", fight.target, unit=formation.id, count=fight.points.artillery, left=max(left, 0))
    else:
        yield define("points_at_hand", fight.target, unit=formation.id, count=fight.points.artillery, left=left)


@rule("5.4a", AskHowMany, "answer")
def points_left(ask: AskHowMany) -> Findings:
    """The Artillery Points of a formation that it has not spent in this Activation."""
    if ask.what == "artillery" and ask.f is not None:
        yield value("answer", max(artillery(ask.f) - points_used(ask.f), 0))


@rule("5.4a", (CombatTable, Barrage), "announce")
def points_are_spent(fight: Firing) -> Findings:
    """Points are declared and spent before the first die."""
    points: Points = fight.points
    formation = battery(fight)
    if not points:
        return
    if points.artillery and formation is not None:
        yield record(formation=formation.id, arty_used=points_used(formation) + points.artillery)
    if points.air:
        used = int(((fight.s.facts.get("air") or {}).get(fight.side) or {}).get("used") or 0)
        yield record(state=f"air.{fight.side}.used", value=used + points.air)
    holder = formation.id if formation is not None else fight.side
    source = "air" if points.air and not points.artillery else "artillery"
    yield record(did=holder, act="barrage", hex=fight.target, type=points.type, points=points.count, source=source)


@cited("5.4b", (CombatTable, Barrage))
def strength(fight: Firing) -> bool:
    """Printed and assigned points are one strength (``arty_points`` is their sum), of this formation only."""
    return bool(fight.points.artillery)


@rule("5.4b", (Assign, Unassign))
def points_change_hands(act: Assign | Unassign) -> Findings:
    """Points are assigned and taken away in the Assignment Phase only."""
    if act.artillery:
        phase = act.s.stated("phase")
        if phase not in (None, "assignment"):
            yield forbid("points_in_assignment_only", phase=phase)
        else:
            yield kept()


@rule("5.4c", SavePoints)
def air_not_saved(act: SavePoints) -> Findings:
    """Air Points serve any Activation of the turn, but are not kept for another turn."""
    if act.what == "air" and act.slots.get("turn_later"):
        yield forbid("air_not_saved")
    elif act.what == "air":
        yield kept()


@rule("5.4c", (CombatTable, Barrage))
def air_points(fight: Firing) -> Findings:
    """Air points belong to the side, each is used once in a turn, and no SNAFU touches them."""
    count = fight.points.air
    if not count:
        return
    pool = fight.s.air.get(fight.side) or {}
    have = pool["have"] if "have" in pool else fight.s.ask_for(f"air[{fight.side}].have")
    left = int(have) - int(pool.get("used") or 0)
    if count > left:
        yield forbid("too_few_air_points", fight.target, side=fight.side, count=count, left=max(left, 0))
    else:
        yield permit("air_points_at_hand", fight.target, side=fight.side, count=count, left=left)


@rule("5.4d", AttackByFire, each="hexes")
def fire_is_no_barrage(fire: AttackByFire, hex_: str) -> Findings:
    """One barrage a hex does not restrict Attacks by Fire."""
    acts = [act for id_ in doers(fire.s, "barrage") for act in acts_now(fire.s, id_, "barrage") if act.get("hex") == hex_]
    if acts:
        yield permit("fire_after_barrage", hex_)


@rule("5.4d", (CombatTable, Barrage))
def one_barrage_a_hex(fight: Firing) -> Findings:
    """A hex is the target of one barrage in an Activation, of either kind."""
    if not fight.points:
        return
    if barrages_before(fight):
        yield forbid("barraged_before", fight.target)
    else:
        yield define("not_barraged_before", fight.target)


@rule("5.4e", Barrage)
def in_an_obj_zone(fight: Barrage) -> Findings:
    """The hex holds a unit that can be barraged and lies in an OBJ Zone."""
    if not fight.in_hex:
        fight.s.complete()
        yield forbid("no_defender", fight.target)
    if not in_obj_zone(fight.s, fight.target):
        yield forbid("barrage_outside_zone", fight.target)
    else:
        yield permit("barrage_in_zone", fight.target)


@rule("5.4e", Barrage, "announce")
def the_observer_stops(fight: Barrage) -> Findings:
    """Outside an attack the observer is STOPPED."""
    unit = fight.observer
    if unit is None:
        yield define("observer_to_be_named", fight.target)
    elif not is_finished(unit) and not unit.stopped:
        fight.toll.stop(unit)
        yield define("observer_stops", unit)
    if not fight.dice and fight.points.type == DESTRUCTION:  # what is so before any die is thrown
        yield from fight.toll.findings(before=True)


def in_command_at_start(s: Situation, unit: Unit, here: str, target: str, far: int) -> tuple[str, dict[str, object]] | None:
    """The observer began the Activities Phase in Command Radius; Trains are exempt."""
    if is_trains(unit) or unit.began_in_command:
        return None
    return "observer_out_of_command", {}


def seen_far_enough(s: Situation, unit: Unit, here: str, target: str, far: int) -> tuple[str, dict[str, object]] | None:
    """No further than the Visibility."""
    if far > 1 and far > s.visibility:
        return "observer_beyond_visibility", {"distance": far, "limit": s.visibility}
    return None


def seen_clearly(s: Situation, unit: Unit, here: str, target: str, far: int) -> tuple[str, dict[str, object]] | None:
    """No Blocking Terrain on the line (4.5c)."""
    return None if clear_line(s, here, target) else ("observer_blocked", {})


@cited("5.4f")
def observation_fault(fight: Watching, unit: Unit, target: str) -> tuple[str, dict[str, object]] | None:
    """Why a unit cannot observe the hex (the key of a text, and its slots), or None if it can; Missing where that hangs on a fact.

    A sure fault is told although something else is not known."""
    formation = battery(fight)
    if unit.in_support or unit.side != fight.side or (formation is not None and unit.formation != formation.id):
        return "observer_of_another_formation", {}
    here = unit.hex
    if here is None and fight.off_map(unit) and isinstance(fight, CombatTable) and fight.distant:
        return in_command_at_start(fight.s, unit, "", target, 1)  # beyond the edge, next to the hex that it attacks (6.3a)
    if here is None:
        return "observer_off_map", {}
    missing: Missing | None = None
    far = fight.distance(here, target)
    limit = int(fight.table("observation")["distance"])
    if far > limit:
        return "observer_too_far", {"distance": far, "limit": limit}
    checks = (in_command_at_start, seen_far_enough, seen_clearly)
    for check in checks:
        try:
            fault = check(fight.s, unit, here, target, far)
        except Missing as error:
            missing = missing or error
            continue
        if fault is not None:
            return fault
    if missing is not None:
        raise missing
    return None


def observers(fight: Firing) -> list[Unit]:
    """The units that can observe the hex, the Attack Unit first; Missing if none can for sure and some may."""
    first = [fight.attacker] if isinstance(fight, CombatTable) else []
    missing: Missing | None = None
    found = []
    for unit in dict.fromkeys([*first, *fight.s.placed()]):
        if unit.stated("side") != fight.side:
            continue
        try:
            if observation_fault(fight, unit, fight.target) is None:
                found.append(unit)
        except Missing as error:
            missing = missing or error
    if not found and missing is not None:
        raise missing
    return found


@rule("5.4f", (CombatTable, Barrage))
def observed(fight: Firing) -> Findings:
    """Every barrage is observed by a unit of the active formation, HQ and Trains included, in whatever state, even FINISHED."""
    if not fight.points:
        return
    if fight.points.observers:
        for unit in fight.points.observers:
            fault = observation_fault(fight, unit, fight.target)
            if fault is not None:
                yield forbid(fault[0], units=[unit.id], where=[unit.hex or ""], unit=unit.id, hex=fight.target, **fault[1])
            else:
                yield define("observes", unit, where=[unit.hex or ""], hex=fight.target)
                if isinstance(fight, Barrage):
                    fight.observer = unit
        return
    found = observers(fight)
    if not found:
        yield forbid("nobody_observes", fight.target)
        return
    yield define("observes", found[0], where=[found[0].hex or ""], hex=fight.target)
    if isinstance(fight, Barrage):
        free = [unit for unit in found if is_stopped(unit) or is_finished(unit) or is_trains(unit)]
        fight.observer = free[0] if free else found[0] if len(found) == 1 else None


@rule("5.4f", Observe, each="observers")
def able_to_observe(act: Observe, unit: Unit) -> Findings:
    """Units of the formation that fires, in Command Radius when the phase began (not Trains), in whatever state."""
    here, formation, target = unit.hex, act.battery, act.target
    fault: tuple[str, dict[str, object]] | None
    if target is not None:
        fault = observation_fault(act, unit, target)
    elif unit.in_support or unit.side != act.side or (formation is not None and unit.formation != formation.id):
        fault = "observer_of_another_formation", {}
    else:
        fault = in_command_at_start(act.s, unit, here or "", "", 0)
    if fault is not None:
        yield forbid(fault[0], units=[unit.id], where=[here or ""], unit=unit.id, hex=target or "", **fault[1])
    else:
        yield permit("observes" if target else "may_observe", unit, where=[here or ""], hex=target or "")


@rule("5.4f", Observe, "after", each="observers")
def has_observed(act: Observe, unit: Unit) -> Findings:
    """Who observes is remembered for the barrage."""
    yield record(did=unit.id, act="observe", hex=act.target)


@rule("5.4g", (CombatTable, Barrage))
def suppression_takes_one_point(fight: Firing) -> Findings:
    """Suppression takes exactly one point, artillery or air, and does nothing outside an attack."""
    points: Points = fight.points
    if points.type != SUPPRESSION:
        return
    if points.count != 1:
        yield forbid("suppression_one_point", fight.target, count=points.count)
    elif isinstance(fight, Barrage):
        yield define("suppression_alone", fight.target)
    else:
        yield define("suppression_point", fight.target)


@rule("5.4h", (CombatTable, Barrage))
def destruction_limits(fight: Firing) -> Findings:
    """Destruction: three points at most in a Regular Attack, one in a Shock Attack, one outside any attack."""
    points: Points = fight.points
    if points.type != DESTRUCTION:
        return
    limit = int(fight.table("barrage_limits")[fight.limit if isinstance(fight, CombatTable) else "alone"])
    if points.count > limit:
        yield forbid("too_many_points", fight.target, count=points.count, limit=limit)
    else:
        yield define("points_within_limit", fight.target, count=points.count, limit=limit)


@rule("5.4h", (CombatTable, Barrage), "announce")
def dice_of_destruction(fight: Firing) -> Findings:
    """For each point a die for every combat unit in the hex; none for Support, HQs, Trains and Screens."""
    if fight.points.type != DESTRUCTION:
        return
    there = [unit for unit in fight.defenders if not unit.screen]
    fight.toll.involve(*[unit for unit in fight.in_hex if not unit.in_support])
    yield value("barrage_dice", fight.points.count * len(there), "barrage_dice", there, count=fight.points.count)
    if isinstance(fight, Barrage):
        yield value("dice", fight.points.count * len(there))
    try:
        faces = needed_of(fight, there, "artillery")
    except Missing:
        faces = None
    if faces is not None:
        yield value("needed", {"loss": faces}, "barrage_needs", needed=faces)


def throw(fight: Firing) -> int:
    """Throw the dice of a barrage: all points at one unit, then at the next; returns the steps lost."""
    lost = 0
    for unit in [unit for unit in fight.defenders if not unit.screen]:
        for _ in range(fight.points.count):
            if hits(fight, unit, "artillery", fight.roll()):
                lost += 1
                fight.toll.lose(unit)
    return lost


@rule("5.4h", CombatTable, "barrage")
def barrage_within_an_attack(attack: CombatTable) -> Findings:
    """The barrage comes before the attack; what it destroys does not defend any more."""
    if attack.points.type != DESTRUCTION or not attack.dice:
        return
    attack.barrage_hits = throw(attack)
    yield value("barrage_result", losses_told(attack.barrage_hits))
    yield value("result", losses_told(attack.barrage_hits), "barrage_costs", lost=losses_told(attack.barrage_hits))
    if attack.defenders and not attack.living:
        attack.wiped_out = True
    elif attack.dice_left() < 2:  # the dice of the attack itself have not been thrown
        yield from attack.toll.findings()


@rule("5.4h", Barrage, "fire")
def barrage_alone(fight: Barrage) -> Findings:
    """The dice of a barrage outside an attack."""
    if fight.points.type == SUPPRESSION:
        yield value("result", NO_EFFECT)
        return
    lost = losses_told(throw(fight))
    yield value("result", lost, "barrage_costs", lost=lost)


@rule("5.4h", Barrage, "after")
def the_toll(fight: Barrage) -> Findings:
    """What happened to everybody."""
    yield from fight.toll.findings()
    if fight.observer is not None:
        yield record(did=fight.observer.id, act="observe", hex=fight.target)


says("5.4h", Barrage, "unread", "Steps that nobody stated are asked for at the end.", lambda fight: fight.toll.ask_steps())
