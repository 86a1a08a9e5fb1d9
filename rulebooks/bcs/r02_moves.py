"""Chapter 2 where it speaks of moves: units off the map, and what Orders [optional] let an HQ and its units do."""

from __future__ import annotations

from adjudicator.book import rule
from adjudicator.common import distance
from adjudicator.ruling import Findings, forbid, permit
from adjudicator.situation import Entity

from .acts import formation_of, hq_of, is_combat_unit, is_hq
from .acts_movement import Move

CORRIDOR = 2  # hexes from the march route (2.4h)


@rule("2.1d", Move)
def only_from_the_map(move: Move) -> Findings:
    """A unit that waits off the map moves only after it has come on it."""
    if move.absent:
        yield forbid("still_off_map", units=[move.unit_.id], unit=move.unit_.id)


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
        yield forbid("off_the_route", where=[off], units=[move.unit_.id], unit=move.unit_.id, hex=off)
    else:
        yield permit("on_the_route", where=path, units=[move.unit_.id], unit=move.unit_.id)


@rule("2.4c", Move)
def without_orders(move: Move) -> Findings:
    """Without Orders the HQ stays where it is; its units do as they like."""
    formation = ordered(move)
    if formation is not None and is_hq(move.unit_) and not {"move_hq", "prep_def"} & set(formation.orders):
        yield forbid("no_orders_no_move", units=[move.unit_.id], unit=move.unit_.id, formation=formation.id)


@rule("2.4d", Move)
def ordered_to_defend(move: Move) -> Findings:
    """Under Prepared Defense Orders the marker may not be given up on purpose, so the HQ does not move."""
    formation = ordered(move)
    if formation is not None and is_hq(move.unit_) and "prep_def" in formation.orders:
        yield forbid("ordered_defense_stays", units=[move.unit_.id], unit=move.unit_.id, formation=formation.id)


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
            yield forbid("off_the_march", where=[step.here], units=[move.unit_.id], unit=move.unit_.id, hex=step.here)
            return
    yield permit("on_the_march", units=[move.unit_.id], unit=move.unit_.id)
