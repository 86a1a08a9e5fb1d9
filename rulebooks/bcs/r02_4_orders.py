"""Chapter 2.4: Orders."""

from __future__ import annotations

from adjudicator.book import Entity, Findings, Situation, cites, define, forbid, kept, owes, permit, rule, says
from adjudicator.kit import distance

from .acts import FormationAct
from .acts_aftermath import Owed
from .acts_combat import AttackByFire, Barrage, CombatTable, Fight
from .acts_formation import Fatigue, FixFail, PlaceObj, Preparation, PrepDef, Recovery, Snafu
from .acts_movement import Move
from .acts_turn import Orders
from .r03_common import phase_of
from .r03_vocabulary import OBJ_RADIUS, in_obj_zone
from .r04_vocabulary_ground import ROADS
from .r05_common import targets
from .vocabulary import acts_now, change, formation_of, hq_of, is_combat_unit, is_hq


# ---- 2.4 Orders [optional] ------------------------------------------------------------------------------------------
@rule("2.4", Orders)
def in_play(act: Orders) -> Findings:
    """Orders are an optional rule."""
    if not act.s.option("2.4"):
        yield forbid("orders_not_in_play")


@rule("2.4a", Orders)
def one_order(act: Orders) -> Findings:
    """One of four; only Prepared Defense and Recovery go together."""
    if act.old is not None:
        return
    kinds = set(act.orders)
    if len(kinds) > 1 and kinds != {"prep_def", "recovery"}:
        yield forbid("orders_combined", formation=act.f.id)
    elif kinds:
        yield permit("orders_given", formation=act.f.id)


says("2.4a", Orders, "after", "They stand until they are changed.", lambda act: change(act.f, orders=list(act.orders)))


def orders_of(move: Move, wanted: str) -> bool:
    """Whether Orders are in play and a combat unit's formation has these."""
    formation = formation_of(move.unit_)
    return move.s.option("2.4") and is_combat_unit(move.unit_) and formation is not None and wanted in formation.orders


cites("2.4b", Move, "Move HQ Orders bind the HQ; the units go where they like.", lambda move: orders_of(move, "move_hq"))


def ordered(move: Move) -> Entity | None:
    """The formation of the unit, if Orders are in play."""
    return formation_of(move.unit_) if move.s.option("2.4") else None


@rule("2.4b", Move)
def along_its_route(move: Move) -> Findings:
    """An HQ with a Move HQ Order keeps to its route; it may be slower, never go another way, nor past its end."""
    formation = ordered(move)
    if formation is None or not is_hq(move.unit_) or "move_hq" not in formation.orders:
        return
    route = list(formation.order_route or ())
    if not route:
        return
    path = [move.here(), *(step.here for step in move.steps)]
    start = route.index(path[0]) if path[0] in route else -1
    if start < 0 or route[start : start + len(path)] != path:
        off = next((hex_ for hex_ in path if hex_ not in route), path[-1])
        yield forbid("off_the_route", move.unit_, off)
    else:
        yield permit("on_the_route", move.unit_, where=path)


@rule("2.4c", Move)
def without_orders(move: Move) -> Findings:
    """Without Orders the HQ stays where it is; its units do as they like."""
    formation = ordered(move)
    if formation is not None and not is_hq(move.unit_):
        yield kept()
    elif formation is not None and not {"move_hq", "prep_def"} & set(formation.orders):
        yield forbid("no_orders_no_move", move.unit_, formation=formation.id)


@rule("2.4d", PrepDef)
def ordered_to_stay(act: PrepDef) -> Findings:
    """Made with the Order for it only; under that Order it is not dropped on purpose; one that a formation was set up in stays until turn 2."""
    if act.s.option("2.4") and "prep_def" in act.f.orders and act.do == "decline":
        yield forbid("prep_def_not_made", formation=act.f.id)
    if act.s.option("2.4") and "prep_def" not in act.f.orders and act.do == "create":
        yield forbid("prep_def_not_ordered", formation=act.f.id)
    if act.do != "drop" or not act.s.option("2.4"):
        return
    if "prep_def" in act.f.orders:
        yield forbid("prep_def_ordered", formation=act.f.id)
    if act.f.set_up == "prepared_defense" and act.s.stated("turn") == 1:
        yield forbid("prep_def_set_up", formation=act.f.id)


@rule("2.4d", Preparation)
def ordered_defense(act: Preparation) -> Findings:
    """Under Prepared Defense Orders it must be made or kept; without them none is made."""
    if not act.s.option("2.4") or act.do not in ("drop", "create"):
        return
    ordered = "prep_def" in act.f.orders
    if ordered and act.do == "drop":
        yield forbid("prep_def_ordered", formation=act.f.id)
    elif not ordered and act.do == "create":
        yield forbid("prep_def_not_ordered", formation=act.f.id)


@rule("2.4d", Snafu)
def defense_comes_first(act: Snafu) -> Findings:
    """Under Prepared Defense Orders it is made before the SNAFU roll, unless it cannot be."""
    f = act.f
    if not act.s.option("2.4") or act.second or "prep_def" not in f.orders or f.prep_def:
        return
    if f.stated("arty_points") != 0 and not f.stated("msr_blocked"):
        yield forbid("prep_def_not_made", formation=f.id)


@rule("2.4d", Move)
def ordered_to_defend(move: Move) -> Findings:
    """Under Prepared Defense Orders the marker may not be given up on purpose, so the HQ does not move."""
    formation = ordered(move)
    if formation is not None and not is_hq(move.unit_):
        yield kept()
    elif formation is not None and "prep_def" in formation.orders:
        yield forbid("ordered_defense_stays", move.unit_, formation=formation.id)


@rule("2.4e", Recovery)
def ordered_recovery(act: FormationAct) -> Findings:
    """Where Orders are in play, only with the Order for it."""
    if act.s.option("2.4"):
        yield kept() if "recovery" in act.f.orders else forbid("recovery_not_ordered", formation=act.f.id)


@rule("2.4e", Snafu)
def recovery_instead(act: Snafu) -> Findings:
    """Under Recovery Orders the Activation is a Recovery, which has no SNAFU roll."""
    if act.s.option("2.4") and not act.second and "recovery" in act.f.orders:
        yield forbid("recovery_ordered", formation=act.f.id)


@rule("2.4e", FixFail)
def not_with_orders(act: FixFail) -> Findings:
    """There is no Fix the Fail where Orders are in play."""
    if act.s.option("2.4"):
        yield forbid("fix_orders", formation=act.f.id)


@rule("2.4e", Owed, "answer")
def what_is_ordered(owed: Owed) -> Findings:
    """What is ordered is done when the formation activates."""
    f = phase_of(owed, "hq_start", "preparation")
    if f is not None and owed.s.option("2.4") and f.stated("status") != "done":
        orders = f.stated("orders") or ()
        if "recovery" in orders:
            yield owes("recover", f.stated("side"), [f.id])
        if "prep_def" in orders and not f.stated("prep_def"):
            yield owes("prepare", f.stated("side"), [f.id])


@rule("2.4f", Orders)
def when_changed(act: Orders) -> Findings:
    """Changed in the Orders Phase only, save a Move HQ Order for a new one when the MSR was blocked this turn."""
    if act.s.stated("phase") in (None, "orders"):
        yield kept()
        return
    had = act.f.stated("orders") or []
    moves = (act.old == "move_hq" or (act.old is None and "move_hq" in had)) and list(act.orders) == ["move_hq"]
    if moves and act.f.msr_blocked_this_turn:
        yield permit("orders_new_move", formation=act.f.id)
    else:
        yield forbid("orders_changed", formation=act.f.id)


@rule("2.4g", Fatigue, "numbers")
def march_obj_free(check: Fatigue) -> Findings:
    """A March OBJ is no combat OBJ."""
    if acts_now(check.s, check.f.id, "march_obj_placed"):
        yield define("fatigue_march_obj", formation=check.f.id)


def has_road(s: Situation, hex_: str) -> bool:
    """Whether a road crosses one of the hex's sides."""
    return any(hex_ in key.split("/") and any(kind in ROADS for kind in side.facts.get("features") or ()) for key, side in s.hexsides.items())


@rule("2.4g", PlaceObj)
def march_obj(act: PlaceObj) -> Findings:
    """A March OBJ goes on any road hex, enemies or not, and only where Orders are in play."""
    if not act.march:
        return
    if not act.s.option("2.4"):
        yield forbid("orders_not_in_play")
    for hex_ in act.hexes:
        if has_road(act.s, hex_):
            yield permit("march_obj_placed", hex_)
        else:
            yield forbid("march_obj_no_road", hex_)


@rule("2.4g", (CombatTable, AttackByFire, Barrage))
def march_obj_makes_no_zone(fight: Fight) -> Findings:
    """An OBJ marker of a march lies near, and makes no zone."""
    for marker in fight.s.markers.values():
        if marker.kind != "obj" or marker.source != "march" or marker.hex is None:
            continue
        near = [hex_ for hex_ in targets(fight) if fight.distance(marker.hex, hex_) <= OBJ_RADIUS]
        if near and not in_obj_zone(fight.s, near[0]):
            yield define("march_obj_makes_no_zone", marker.hex)
            return


CORRIDOR = 2  # hexes from the march route (2.4h)


@rule("2.4h", Move)
def along_the_march_route(move: Move) -> Findings:
    """With a march objective beyond the HQ's starting radius, units outside that radius keep within two hexes of the route."""
    formation = ordered(move)
    if formation is None or not is_combat_unit(move.unit_) or "move_hq" not in formation.orders or move.unit_.reinforcement:
        return
    goals = [marker.hex for marker in move.objectives("march") if marker.hex is not None]
    route = list(formation.order_route or ())
    hq = hq_of(move.s, formation.id)
    if not goals or not route or hq is None:
        return
    began = hq.stated("began_at") or route[0]
    if distance(move.s, began, goals[0]) <= hq.command_range or distance(move.s, began, move.here()) <= hq.command_range:
        return
    if goals[0] in [move.here(), *(step.here for step in move.steps)]:
        return
    for step in move.steps:
        if min(distance(move.s, step.here, hex_) for hex_ in route) > CORRIDOR:
            yield forbid("off_the_march", move.unit_, step.here)
            return
    yield permit("on_the_march", move.unit_)
