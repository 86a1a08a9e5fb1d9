"""Chapter 13: dusk and night."""

from __future__ import annotations

from adjudicator.book import Findings, define, drm, forbid, rule, says
from adjudicator.kit import half_up

from .acts import Going, Movement
from .acts_combat import Attack, DirectFire, Fire, OpportunityFire
from .r10_2_support import drawn_so_far

# ---- 13.1 -------------------------------------------------------------------------------------------------------------------
says("13.1", Attack, "around", "At dusk normal attacks add one to the dice.", lambda attack: drm(1, "dusk_drm") if attack.s.time == "dusk" else None)


@rule("13.1", (DirectFire, OpportunityFire), "modifiers")
def dusk_fire(fire: Fire) -> Findings:
    """At dusk each die of direct fire loses one."""
    if fire.s.time == "dusk":
        yield drm(-1, "dusk_fire_drm")


# ---- 13.2 -------------------------------------------------------------------------------------------------------------------
@rule("13.2", Movement, "halving")
def night_movement(move: Movement) -> Findings:
    """At night all allowances are halved, rounded up, on top of the weather."""
    if move.s.time == "night":
        state: Going = move.item
        state.allowance = half_up(state.allowance)
        state.foot_allowance = half_up(state.foot_allowance)
        yield define("night_halves", state.unit, allowance=str(state.allowance))


@rule("13.2", Attack, "around")
def night_attacks(attack: Attack) -> Findings:
    """At night normal attacks throw three dice, without the penalty of dusk."""
    if attack.s.time == "night":
        yield define("three_dice_at_night")


@rule("13.2", (DirectFire, OpportunityFire))
def no_direct_fire_at_night(fire: Fire) -> Findings:
    """There is no direct fire at night."""
    if fire.s.time == "night":
        yield forbid("night_forbids_fire")


@rule("13.2", Attack, "draw")
def no_night_chits(attack: Attack) -> Findings:
    """A chit with the No Night sign is discarded at night, and no other is drawn for it."""
    if attack.s.time != "night":
        return
    for role, chit in drawn_so_far(attack).items():
        if chit.get("no_night"):
            attack.void[role] = "13.2"
            yield define("no_night_chit", role=role, chit=chit.get("name") or "?")
