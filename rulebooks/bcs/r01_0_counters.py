"""Chapter 1.0 and 1.1: set-up, and what a counter is, judged by the side that it shows."""

from __future__ import annotations

from typing import Any

from adjudicator.book import Findings, Missing, Unit, cited, cites, define, effect, forbid, kept, permit, record, rule, says

from .acts import FormationAct
from .acts_combat import ATTACKER, DEFENDER, Barrage, CombatTable, Engagement, Observe, RegularAttack, Shot
from .acts_formation import Activate, Recon, RollPoints, SecondActivation, WaiveSecond
from .acts_movement import Exit, Flip, Move, Screen, Step
from .acts_turn import Assign, Assignment, ClaimPrepDef, NextPhase, Orders, Replacement, SetUp, SetUpArea
from .r01_vocabulary import attack_capable, has_av, hosts_support, is_light, is_unprepared, support_of
from .r03_common import active_formation
from .r04_vocabulary import closed_headquarters, controls
from .r04_vocabulary_ground import classes_of, closed_to
from .r04_vocabulary_zones import screen_zone_units
from .r05_common import beside, card_modifier, observers, summing
from .r05_common_engagements import aim, tell_term
from .vocabulary import against, formation_of


# ---- 1.0 Basics -----------------------------------------------------------------------------------------------------
@rule("1.0e", SetUp)
def on_the_map(setup: SetUp) -> None:
    """Only hexes of the map are played on."""
    setup.valid(setup.hex)


says("1.0e", Exit, "legality", "Nothing moves off the map; only retreats leave it.", lambda move: forbid("no_move_off_map", move.unit_))


@rule("1.0f", SetUp, each="units")
def set_up(setup: SetUp, unit: Unit) -> Findings:
    """Within the named area, its edge included, and in no hex that the unit could not enter."""
    area = unit.setup
    if area is not None:
        if "of" not in area or "within" not in area:  # half of it was stated
            raise Missing(unit.path("setup"))
        within = setup.distance(area["of"], setup.hex)
        if within > area["within"]:
            yield forbid("setup_area", unit, setup.hex, hexes=within, limit=area["within"], of=area["of"])
        else:
            yield permit("setup_area_kept", unit, setup.hex, hexes=within, limit=area["within"], of=area["of"])
    classes = classes_of(unit)
    if not classes and unit.kind is None:
        classes = [unit.ma_class]
    if classes and all(closed_to(setup.s, setup.hex, cls) for cls in classes):
        yield forbid("setup_closed", unit, setup.hex)
    elif classes and closed_to(setup.s, setup.hex, unit.stated("ma_class")):
        yield define("setup_other_side", unit, setup.hex)


says("1.0f", SetUpArea, "after", "The area that the scenario names for a unit.", lambda said: (record(unit=unit.id, setup=said.area) for unit in said.units))
says("1.0f", SetUp, "after", "The unit stands there.", lambda setup: (effect(unit=unit.id, at=setup.hex) for unit in setup.units))
cites("1.0g", Replacement, "The first turn of a scenario has no Replacements.", lambda repl: bool(repl.s.stated("turn") == 1))


@cited("1.0g", SecondActivation)
def set_up_used(act: SecondActivation) -> bool:
    """A formation that was set up Used tries for a Second Activation on the first turn."""
    return bool(act.s.stated("turn") == 1 and act.f.set_up == "used")


@rule("1.0g", Assignment)
def none_in_first_turn(act: Assignment) -> Findings:
    """The first turn of a scenario has no Assignment Phase."""
    if act.s.stated("turn") is not None:
        yield forbid("assignment_turn_one") if act.s.turn == 1 else kept()


@rule("1.0g", Orders)
def set_up_prepared(act: Orders) -> Findings:
    """A formation that was set up in Prepared Defense stays so until turn 2."""
    if act.f.set_up == "prepared_defense" and act.s.stated("turn") == 1:
        yield kept() if "prep_def" in act.orders else forbid("prep_def_set_up", formation=act.f.id)


@rule("1.0g", Activate)
def set_up_done(act: Activate) -> Findings:
    """On the first turn a formation that was set up Done does not activate; one that was set up Used only tries for a Second Activation."""
    if act.s.stated("turn") not in (None, 1):
        yield kept()
        return
    for formation in act.formations:
        if formation.set_up is not None:
            yield kept()
        if formation.set_up == "done":
            yield forbid("set_up_done", formation=formation.id)
        elif formation.set_up == "used" and not act.slots.get("second"):
            yield forbid("set_up_used", formation=formation.id)


@rule("1.0g", WaiveSecond)
def must_try(act: FormationAct) -> Findings:
    """A formation that was set up Used must try on the first turn."""
    if act.s.stated("turn") == 1 and act.f.set_up == "used":
        yield forbid("must_try_second", formation=act.f.id)


@rule("1.0g", RollPoints)
def no_replacements_at_first(act: RollPoints) -> Findings:
    """There is no roll for Replacements on the first turn."""
    if act.what != "repl":
        yield kept()
    elif act.s.turn == 1:
        yield forbid("no_replacement_roll")
    else:
        yield permit("points_rolled")


@rule("1.0g", NextPhase)
def set_up_used_must_try(step: NextPhase) -> Findings:
    """A formation that was set up Used cannot leave its try for a Second Activation on turn 1."""
    f = active_formation(step.s)
    if step.to == "activations" and f is not None and step.s.stated("turn") == 1 and f.stated("set_up") == "used" and f.stated("status") != "done":
        yield forbid("must_try_second", formation=f.id)


# ---- 1.1 Units ------------------------------------------------------------------------------------------------------
@rule("1.1a", RegularAttack)
def assault_arrow(attack: RegularAttack) -> Findings:
    """Only a unit that shows the assault arrow leads a Regular Attack."""
    unit = attack.attacker
    if unit.kind is not None or unit.in_support or (not is_unprepared(unit) and not attack_capable(unit)):
        yield forbid("no_assault_arrow", unit)
    else:
        yield kept()


cites("1.1a", Engagement, "Without a printed Range it is one hex.", lambda fight: any(shot.firer.range is None for shot in fight.shots))


@rule("1.1b", Replacement, each="units")
def never_beyond_full(repl: Replacement, unit: Unit) -> Findings:
    """Never more steps than are printed."""
    if type(repl) is Replacement:
        yield forbid("full_strength", unit, steps=unit.max_steps) if unit.steps + repl.count > unit.max_steps else kept()


@rule("1.1c", ClaimPrepDef, each="units")
def one_sided(claim: ClaimPrepDef, unit: Unit) -> Findings:
    """A counter printed on one side only counts as being on its Move side."""
    yield forbid("one_sided", unit) if unit.sides == 1 else kept()


cites("1.1c", Flip, "What counts as Deployed and as Move.", lambda _: True)


@rule("1.1c", CombatTable, "sums")
def one_sided_counters(attack: CombatTable) -> Findings:
    """A counter printed on one side only shows its Move side."""
    if attack.wiped_out:
        return
    unit = attack.rating()
    formation = formation_of(unit)
    if unit.sides == 1 and formation is not None and formation.prep_def:
        yield define("one_sided_move", unit)


@rule("1.1d", ClaimPrepDef, each="units")
def unprepared_never(claim: ClaimPrepDef, unit: Unit) -> Findings:
    """Unprepared units never use it."""
    if is_unprepared(unit):
        yield forbid("prep_def_unprepared", unit)


cites("1.1d", Move, "An Unprepared unit has no ZOC.", lambda move: is_unprepared(move.unit_) or beside(move, is_unprepared))
cites("1.1d", (CombatTable, Barrage), "An Unprepared unit may observe.", lambda fight: any(is_unprepared(unit) for unit in observers(fight)))


@rule("1.1d", Move, "step")
def unprepared_units(move: Move, step: Step) -> Findings:
    """Unprepared units jump nobody and stay out of Screen Zones and Victory Point hexes that are not theirs."""
    unit = move.unit_
    if not is_unprepared(unit):
        return
    if closed_headquarters(move.s, unit, step.here) == "jump_unprepared":
        yield forbid("jump_unprepared", unit, step.here)
    yield from against(forbid, "unprepared_in_screen_zone", unit, screen_zone_units(move.s, step.here, move.side), step.here)
    if move.s.hex(step.here).vp and controls(move.s, step.here) != move.side:
        yield forbid("unprepared_vp", unit, step.here)


@rule("1.1d", CombatTable)
def unprepared_units_attack_nobody(attack: CombatTable) -> Findings:
    """Unprepared units neither attack nor assist."""
    for unit in (attack.attacker, *attack.assists):
        if is_unprepared(unit):
            yield forbid("unprepared", unit)
    if any(is_unprepared(unit) for unit in attack.defenders):
        yield kept()  # they defend, and count as a second unit


@rule("1.1e", CombatTable, each="claimed")
def support_for_the_attack(attack: CombatTable, slots: dict[str, Any]) -> Findings:
    """Only Red Support helps an attack; Limited, Light and Stand-Off Support help in defence only."""
    if has_av(attack.attacker):
        return  # 1.5h
    names = [name for slot in ("support_units", "what_units", "units", "target_units") for name in slots.get(slot) or ()]
    named = [attack.s.units[name] for name in names if name in attack.s.units and attack.s.units[name].in_support]
    for unit in named or support_of(attack.s, attack.attacker.formation):
        if unit.av_type != "red":
            yield forbid("support_not_red", unit)
        else:
            yield permit("support_red", unit)


@rule("1.1e", CombatTable, "net")
def support_that_defends_only(attack: CombatTable) -> Findings:
    """Support that is not Red gives an attacking Host nothing."""
    found = [] if has_av(attack.attacker) else hosts_support(attack.attacker)
    if found and not any(unit.av_type == "red" for unit in found):
        yield define("support_defends_only", found, unit=found[0].id)


@rule("1.1e", Engagement, each="firers")
def light_units_do_not_fire(fight: Engagement, unit: Unit) -> Findings:
    """A Light AV unit, Dual or not, begins no Engagement."""
    if not unit.in_support and is_light(unit):
        yield forbid("light_never_fires", unit)


@rule("1.1e", Engagement, "sums")
@summing(ATTACKER)
def limited_firer(fight: Engagement, shot: Shot) -> Findings:
    """A Limited AV that fires has a penalty; its number is not printed in the book."""
    if shot.firer.av_type == "limited":
        by = card_modifier(fight, "engagement_drm", "limited_firer")
        yield from tell_term(fight, shot, ATTACKER, by, "drm_limited_firer", "modifier", unit=shot.firer.id)


@rule("1.1e", Engagement, "sums")
@summing(DEFENDER)
def stand_off_target(fight: Engagement, shot: Shot) -> Findings:
    """A Real Stand-Off AV as the Target has a modifier; its number is not printed in the book (A22)."""
    aim(fight, shot)
    target = shot.target
    if target is not None and shot.host is None and target.av_type == "stand_off":
        by = card_modifier(fight, "engagement_drm", "stand_off_target")
        yield from tell_term(fight, shot, DEFENDER, by, "drm_stand_off", "modifier", unit=target.id)


cites("1.1f", (Recon, Screen), "Which units are Recon.", lambda _: True)


@rule("1.1g", Replacement, each="units")
def rebuildable(repl: Replacement, unit: Unit) -> Findings:
    """Units with the yellow dot never take any."""
    yield kept() if unit.rebuildable else forbid("not_rebuildable", unit)


@cited("1.1h", (Barrage, Observe))
def static_observer(act: Barrage | Observe) -> bool:
    """Independent static units belong to no formation, and so observe for none."""
    watching = act.observers if isinstance(act, Observe) else act.points.observers if act.points else ()
    return any(unit.known_to_be("static", True) and unit.known_to_be("independent", True) for unit in watching)


@rule("1.1h", Assign, each="units")
def static_units(act: Assign, unit: Unit) -> Findings:
    """Static units defend where they are, and that is all."""
    if unit.static and unit.independent:
        yield define("static_unit", unit)
