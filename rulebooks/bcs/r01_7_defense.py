"""Chapter 1.7 and 1.8: Prepared Defense, Fatigue."""

from __future__ import annotations

from adjudicator.book import Findings, Unit, cited, cites, define, forbid, kept, owes, permit, record, rule, says, value

from .acts import FormationAct
from .acts_aftermath import Owed
from .acts_combat import DEFENDER, CombatTable, Engagement, Shot
from .acts_formation import Fatigue, Preparation, PrepDef, SecondActivation, Snafu
from .acts_movement import Move, Screen, VoluntaryRetreat
from .acts_turn import ClaimPrepDef, PrepDefSaid, Unassign
from .r01_vocabulary import fatigue_level, level_name, shows, uses_prep_def
from .r03_common import fatigue_due, phase_of
from .r05_common import card_modifier, modifier, summing
from .r05_common_engagements import aim, tell_term
from .vocabulary import acts_now, change, deed, formation_of, is_hq

# ---- 1.7 Prepared Defense -------------------------------------------------------------------------------------------
says("1.7", PrepDefSaid, "after", "What the table shows of the marker.", lambda said: change(said.f, prep_def=not said.slots.get("not")))


@rule("1.7a", PrepDef)
def entered(act: PrepDef) -> Findings:
    """At least one Artillery Point, printed or assigned and before SNAFU, in the Preparation of an Initial Activation."""
    if act.do != "create":
        return
    if act.s.stated("phase") not in (None, "preparation", "hq_start"):
        yield forbid("prep_def_step", formation=act.f.id)
    if act.second:
        yield forbid("prep_def_second", formation=act.f.id)
    if not act.forbidden and act.f.arty_points < 1:
        yield forbid("prep_def_no_artillery", formation=act.f.id)
    elif not act.forbidden:
        yield permit("prep_def_made", formation=act.f.id)


@rule("1.7a", PrepDef, "after")
def marked(act: PrepDef) -> Findings:
    """The marker lies by the HQ, or no longer does."""
    if act.do != "decline":
        yield change(act.f, prep_def=act.do != "drop")


cites("1.7a", Preparation, "A Prepared Defense is made in the Preparation.", lambda act: bool(act.do))


@rule("1.7a", Preparation)
def defense_made(act: Preparation) -> Findings:
    """A Prepared Defense is made in an Initial Activation, with an Artillery Point."""
    if act.do != "create":
        return
    if act.second:
        yield forbid("prep_def_second", formation=act.f.id)
    elif act.f.arty_points < 1:
        yield forbid("prep_def_no_artillery", formation=act.f.id)


@rule("1.7b", PrepDef)
def dropped(act: PrepDef) -> Findings:
    """Dropped as the player likes, before the SNAFU roll or after it, unless Orders are in play; the roll stays Partial at best."""
    if act.do == "keep" and not act.f.prep_def:
        yield forbid("prep_def_none_to_keep", formation=act.f.id)
    elif act.do == "keep" and act.f.stated("arty_points") == 0:
        yield forbid("prep_def_no_artillery", formation=act.f.id)
    if act.do != "drop":
        return
    if not act.f.prep_def:
        yield forbid("prep_def_none_to_keep", formation=act.f.id)
    elif act.s.option("2.4"):
        yield forbid("prep_def_drop_orders", formation=act.f.id)
    else:
        yield permit("prep_def_dropped", formation=act.f.id)
        snafu = act.f.stated("snafu")
        if snafu is not None:
            yield define("prep_def_roll_stays", formation=act.f.id)
            yield value("result", "partial" if snafu == "complete" else snafu)


@rule("1.7b", Unassign, "after")
def artillery_gone(act: Unassign) -> Findings:
    """A formation without Artillery Points loses its Prepared Defense."""
    if act.artillery is None or act.old is None or act.old.stated("arty_points") is None:
        return
    if act.old.arty_points <= act.artillery and act.old.prep_def:
        yield define("prep_def_lost_artillery", formation=act.old.id)
        yield change(act.old, prep_def=False)


@rule("1.7b", Move, "after")
def lost_by_moving(move: Move) -> Findings:
    """Prepared Defense is lost when the HQ moves."""
    formation = formation_of(move.unit_) if is_hq(move.unit_) else None
    if formation is not None and formation.prep_def:
        yield define("hq_loses_defense", move.unit_, formation=formation.id)


@rule("1.7c", PrepDef)
def whatever_the_roll(act: PrepDef) -> Findings:
    """It is made or kept whatever the SNAFU result."""
    if act.do not in ("drop", "decline") and not act.forbidden:
        yield permit("prep_def_any_result", formation=act.f.id)


cites("1.7c", SecondActivation, "Prepared Defense bars no Second Activation.", lambda act: bool(act.f.prep_def))


cites("1.7c", Screen, "Prepared Defense bars no Screen.", lambda act: act.on and (f := formation_of(act.unit_)) is not None and bool(f.stated("prep_def")))


@rule("1.7c", Snafu, "roll")
def held_back(act: Snafu) -> Findings:
    """A Prepared Defense holds the result down to Partial."""
    if act.f.prep_def:
        yield define("snafu_prep_def", formation=act.f.id)


@rule("1.7c", CombatTable, "sums")
@summing(DEFENDER)
def prepared_defense(attack: CombatTable) -> Findings:
    """The defender's AR unit uses Prepared Defense."""
    unit = attack.rating()
    if uses_prep_def(unit):
        yield from modifier(attack, DEFENDER, card_modifier(attack, "combat_drm", "prep_def"), "drm_prep_def", unit=unit.id)


@cited("1.7c", Engagement, "range")
def prepared_targets(fight: Engagement) -> bool:
    """Units that use Prepared Defense are Targets for the next hex only."""
    shot: Shot = fight.item
    if fight.forbidden:
        return False
    aim(fight, shot)
    unit = shot.host or shot.target
    return bool(unit is not None and uses_prep_def(unit))


@rule("1.7c", Engagement, "sums")
@summing(DEFENDER)
def prepared_target(fight: Engagement, shot: Shot) -> Findings:
    """A Target that uses Prepared Defense; with Multiple Support it shares one modifier."""
    aim(fight, shot)
    unit = shot.host or shot.target
    if unit is not None and uses_prep_def(unit):
        yield from tell_term(fight, shot, DEFENDER, card_modifier(fight, "engagement_drm", "prep_def"), "drm_prep_def", "modifier", unit=unit.id)


@rule("1.7d", ClaimPrepDef, each="units")
def eligible(claim: ClaimPrepDef, unit: Unit) -> Findings:
    """The formation has the marker now, and the unit shows its Deployed side."""
    formation = formation_of(unit)
    yield kept()
    if formation is None or not formation.prep_def:
        yield forbid("prep_def_none", unit)
    if shows(unit) == "move":
        yield forbid("prep_def_move_side", unit)


@rule("1.7d", CombatTable, "sums")
def not_eligible(attack: CombatTable) -> Findings:
    """The marker alone is not enough: the unit must be Deployed and in Command Radius."""
    if attack.wiped_out:
        return
    unit = attack.rating()
    formation = formation_of(unit)
    if formation is not None and formation.prep_def:
        if uses_prep_def(unit):
            yield define("prep_def_used", unit)
        else:
            yield define("prep_def_not_used", unit)


# ---- 1.8 Fatigue ----------------------------------------------------------------------------------------------------
cites("1.8a", (Snafu, Fatigue), "Fresh, then 0 to 4.", lambda _: True)


WORST_FATIGUE = 4  # Fat-4 (1.8a)
COMBAT_OBJ, FIRE, ATTACK = 1, 2, 3  # the highest roll that raises Fatigue, by the worst thing done (1.8b)


def worst_thing(case: FormationAct) -> int:
    """The highest roll that raises Fatigue after what was done in this Activation; 0 if nothing that counts was."""
    done = set()
    for id_ in (case.f.id, *(unit.id for unit in case.s.units.values() if unit.facts.get("formation") == case.f.id)):
        for item in acts_now(case.s, id_):
            if item.get("act") == "recon" and item.get("result") != "success":
                continue
            done.add(deed(item))
    if done & {"regular_attack", "shock_attack"}:
        return ATTACK
    if done & {"engagement", "attack_by_fire"} or case.second:
        return FIRE
    return COMBAT_OBJ if done & {"obj_placed", "recon"} else 0


@rule("1.8b", Fatigue)
def one_roll(check: Fatigue) -> Findings:
    """A formation rolls once in each Activation."""
    yield forbid("fatigue_rolled", formation=check.f.id) if acts_now(check.s, check.f.id, "fatigue_checked") else kept()


@rule("1.8b", Fatigue, "numbers")
def worst_line(check: Fatigue) -> Findings:
    """One die for the worst thing done, however often; none after a Fail or where nothing on the list was done."""
    if check.s.option("6.4"):
        return
    recovered = acts_now(check.s, check.f.id, "recovery", "fix_the_fail")
    highest = 0 if recovered or check.f.snafu == "fail" else worst_thing(check)
    if not highest:
        yield value("roll_needed", False, "fatigue_no_roll", formation=check.f.id)
        if check.slots.get("question"):
            yield value("answer", "no")
        yield change(check.f, fatigue=check.f.fatigue)
        return
    yield value("dice", 1)
    yield value("needed", {"increase": list(range(1, highest + 1))}, f"fatigue_line_{highest}", formation=check.f.id)


@rule("1.8b", Fatigue, "roll")
def rises(check: Fatigue) -> Findings:
    """One level at most for each Activation, never beyond Fat-4."""
    needed = check.computed("needed")
    if not needed:
        return
    die = check.roll()
    due, worst = die in needed["increase"], fatigue_level(check.f) == WORST_FATIGUE
    raised = due and not worst
    level = level_name(fatigue_level(check.f) + raised)
    text = "fatigue_rises" if raised else "fatigue_most" if due else "fatigue_stays"
    yield value("result", "increase" if raised else "no increase", text, formation=check.f.id, level=level)
    yield change(check.f, fatigue=level)
    yield record(did=check.f.id, act="fatigue_checked", result="increase" if raised else "no increase")


@rule("1.8b", Owed, "answer")
def fatigue_roll_due(owed: Owed) -> Findings:
    """Who has fought, or gone on in a Second Activation, rolls for Fatigue."""
    f = phase_of(owed, "cleanup", "fatigue")
    if f is not None and not owed.s.option("6.4") and f.stated("status") != "done" and fatigue_due(owed, f):
        yield owes("fatigue", f.stated("side"), [f.id])


cites("1.8c", VoluntaryRetreat, "An HQ that retreats of its own will pays with Fatigue.", lambda act: is_hq(act.unit_))
says("1.8c", SecondActivation, "legality", "Fat-4 bars it.", lambda act: forbid("second_fat4", formation=act.f.id) if act.f.fatigue == 4 else kept())
