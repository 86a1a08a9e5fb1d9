"""Chapter 11: headquarters, replacements, the Schleswig-Holstein."""

from __future__ import annotations

from adjudicator.book import rule
from adjudicator.ground.ruling import Findings, define, effect, forbid, permit, record, value
from adjudicator.ground.situation import Situation, Unit
from adjudicator.kit.charts import names

from .acts import Activate, Move, Replace, Sail, command_name, is_combat, is_hq, is_immobile, is_ship
from .acts_combat import Advance, Attack, Leaving, Loss, Resolve, Retreat
from .acts_turn import SavePoints
from .r04_command import formations_of, independent, lost_command, under
from .r06_movement import lone_hqs


# ---- 11.1: headquarters ---------------------------------------------------------------------------------------------------
def overrun(case: Move | Leaving) -> dict[str, list[Unit]]:
    """The lone enemy HQs in the way of the units of a move, retreat or advance, by hex."""
    found: dict[str, list[Unit]] = {}
    for unit in case.movers:
        if not is_combat(unit):
            continue
        for hex_ in case.ways[unit.id][1:]:
            hqs = lone_hqs(case, hex_, case.side)
            if hqs:
                found[hex_] = hqs
    return found


@rule("11.1.1", Retreat)
def hqs_retreat_with_their_stack(retreat: Retreat) -> Findings:
    """An HQ that began the combat stacked with combat units goes with them when they are made to retreat."""
    battle = retreat.battle
    if not retreat.pending or battle is None:
        return
    going = [unit for unit in retreat.movers if is_combat(unit)]
    for start in dict.fromkeys(retreat.ways[unit.id][0] for unit in going):
        hqs = [unit for unit in retreat.friends_at(start, retreat.side) if is_hq(unit) and unit not in retreat.movers]
        if hqs:
            yield define("hq_must_follow", units=[hq.id for hq in hqs], where=[start], unit=names(hqs), hex=start)
    for hq in (unit for unit in retreat.movers if is_hq(unit)):
        yield permit("hq_retreats_along", units=[hq.id], unit=hq.id)


@rule("11.1.2", Advance)
def hqs_advance_with_their_stack(advance: Advance) -> Findings:
    """An HQ may go along with attackers of its stack that advance, two hexes with mechanised units; never by itself."""
    for hq in (unit for unit in advance.movers if is_hq(unit)):
        way = advance.ways[hq.id]
        along = [unit for unit in advance.movers if is_combat(unit) and unit.id in advance.attacker_ids and advance.ways[unit.id][0] == way[0]]
        along += [unit for unit in advance.attackers if unit not in advance.movers and came_from(advance, unit) == way[0]]
        if not along:
            yield forbid("hq_alone", units=[hq.id], unit=hq.id)
            continue
        if len(way) > 2 and not any(unit.kind == "mech" and end_of(advance, unit) == way[-1] for unit in along):
            yield forbid("hq_too_far", units=[hq.id], unit=hq.id)
        elif not advance.forbidden:
            yield permit("hq_advances_along", units=[hq.id], unit=hq.id, other=names(along))


def came_from(advance: Advance, unit: Unit) -> str | None:
    """Where a unit that has advanced already stood before."""
    for act in reversed(advance.done(unit.id, "advance")):
        path = str(act.get("path") or "").split("-")
        if len(path) > 1 and unit.hex == path[-1]:
            return path[0]
    return None


def end_of(advance: Advance, unit: Unit) -> str | None:
    """Where an advancing unit ends."""
    return advance.ways[unit.id][-1] if unit.id in advance.ways else unit.hex


@rule("11.1.3", (Move, Leaving), "after")
def overrun_hqs_leave(case: Move | Leaving) -> Findings:
    """An overrun HQ leaves the game, and its command chit with it."""
    gone = [hq for hqs in overrun(case).values() for hq in hqs]
    if gone:
        yield value("overrun", [hq.id for hq in dict.fromkeys(gone)])
    for hq in dict.fromkeys(gone):
        yield from removed_hq(hq)


def removed_hq(hq: Unit) -> Findings:
    """The HQ and its chit are out of the game (11.1.3)."""
    yield effect(unit=hq.id, removed=True)
    yield effect(chit=command_name(hq), removed=True)
    yield record(unit=hq.id, eliminated=True)


@rule("11.1.4", (Move, Leaving), "step")
def lone_hqs_are_overrun(case: Move | Leaving) -> Findings:
    """A lone HQ is overrun by a combat unit that enters its hex, and has the points for it; standing next to it is not enough."""
    unit, _, here = case.item[0], case.item[1], case.item[2]
    hqs = lone_hqs(case, here, case.side)
    guarded = [] if hqs else [other for other in case.enemies_at(here, case.side) if is_hq(other)]
    if guarded:
        yield define("hq_guarded", where=[here], units=[other.id for other in guarded], hq=names(guarded), hex=here)
    if hqs and is_combat(unit):
        yield define("must_enter", where=[here], units=[unit.id, *(hq.id for hq in hqs)], unit=unit.id, hq=names(hqs), hex=here)


@rule("11.1.5", (Move, Leaving), "step")
def bernolak_stays_in_slovakia(case: Move | Leaving) -> Findings:
    """The Slovak HQ never leaves Slovak territory."""
    unit, before, here = case.item[0], case.item[1], case.item[2]
    if is_hq(unit) and unit.side == "slovak":
        if case.s.hex(here).country != "slovakia":
            yield forbid("leaves_slovakia", where=[before, here], units=[unit.id], unit=unit.id, hex=here)
        else:
            yield permit("inside_slovakia", where=[here], units=[unit.id], unit=unit.id, hex=here)
    elif unit.side == "slovak":
        yield define("only_the_hq_is_bound", units=[unit.id], unit=unit.id)


@rule("11.1.5", Activate)
def bernolak_commands_slovaks(activate: Activate) -> Findings:
    """Bernolak commands Slovak units only."""
    hq = activate.hq
    slovaks = [unit for unit in activate.chosen if unit.side == "slovak"]
    if hq is not None and hq.side != "slovak" and slovaks:
        yield define("slovaks_have_bernolak", units=[unit.id for unit in slovaks], unit=names(slovaks))
    if hq is None or hq.side != "slovak":
        return
    foreign = [unit for unit in activate.chosen if unit.side != "slovak"]
    if foreign:
        yield forbid("slovaks_only", units=[unit.id for unit in foreign], hq=hq.id, unit=names(foreign))
    elif activate.chosen:
        yield permit("slovak_units", units=[unit.id for unit in activate.chosen], hq=hq.id)


@rule("11.1.6", Activate)
def orphans_are_independent(activate: Activate) -> Findings:
    """Units whose HQ has been eliminated are independent for the rest of the game; Malopolska takes back those of Krakow and Karpaty."""
    hq = activate.hq
    if hq is None:
        return
    for unit in activate.chosen:
        formation = None if is_hq(unit) or is_ship(unit) else unit.formation
        if formation is None or not lost_command(activate.s, formation):
            continue
        if independent(activate.s, unit):
            yield permit("orphan", units=[unit.id], unit=unit.id, formation=formation)
        elif formation in formations_of(activate.s, hq):
            yield permit("taken_back", units=[unit.id], unit=unit.id, formation=formation, hq=hq.id)


# ---- 11.2: replacements ---------------------------------------------------------------------------------------------------
def comes_back(replace: Replace, unit: Unit) -> bool:
    """Whether the points are to bring back an eliminated unit."""
    return unit.id in replace.s.eliminated


@rule("11.2", Replace)
def what_may_be_rebuilt(replace: Replace) -> Findings:
    """A lost step of a supplied unit on the map, in an enemy zone too, or an eliminated unit; no one-step unit, no unit that cannot move,
    no HQ, no Slovak; and points are not saved up."""
    if not replace.of_event() and replace.pending.get("act") != "replacement" and replace.chit != "Polish replacement":
        yield forbid("no_points")
    for unit in replace.subjects:
        if is_hq(unit) or is_ship(unit):
            yield forbid("no_steps", units=[unit.id], unit=unit.id)
            continue
        if unit.side == "slovak":
            yield forbid("no_slovak_replacements", units=[unit.id], unit=unit.id)
        side = replace.pending.get("side") or (None if replace.of_event() else "polish" if replace.chit == "Polish replacement" else replace.s.stated("active"))
        if side is not None and replace.camp(unit.side) != side and unit.side != "slovak":
            yield forbid("other_sides_points", units=[unit.id], unit=unit.id, side=side)
        if is_immobile(unit):
            yield forbid("immobile_not_replaced", units=[unit.id], unit=unit.id)
        if replace.forbidden:
            continue
        if not comes_back(replace, unit) and not unit.reduced and unit.stated("steps") != 1:
            yield forbid("not_reduced", units=[unit.id], unit=unit.id)
        elif unit.max_steps == 1:
            yield forbid("one_step_unit", units=[unit.id], unit=unit.id)
        else:
            yield permit("may_be_rebuilt", units=[unit.id], unit=unit.id)


def cost_of(replace: Replace, unit: Unit) -> int | None:
    """The points that a step of a unit costs; None for an armoured train, whose price is not printed (A6.28)."""
    found: int | None = replace.table("replacement_cost").get(unit.kind)
    return found


@rule("11.2.1", Replace)
def prices(replace: Replace) -> Findings:
    """Infantry 1; mechanised, motorised and cavalry 2; and what was eliminated comes back at its reduced strength only."""
    subjects = [unit for unit in replace.subjects if is_combat(unit) and not is_immobile(unit)]
    if not subjects:
        return
    costs = [cost_of(replace, unit) for unit in subjects]
    if any(cost is None for cost in costs):
        from adjudicator.kit.charts import entry

        costs = [cost if cost is not None else int(entry(replace.s, "replacement_cost", unit.kind, (1, 2))) for unit, cost in zip(subjects, costs, strict=True)]
    total = sum(cost for cost in costs if cost is not None)
    yield value("replacement_cost", total)
    available = points_available(replace)
    if available is not None and total > available:
        yield forbid("too_few_replacements", units=[unit.id for unit in subjects], cost=total, points=available)
    if replace.points is not None and replace.points < total:
        yield forbid("too_few_replacements", units=[unit.id for unit in subjects], cost=total, points=replace.points)
    for unit in subjects:
        if comes_back(replace, unit) and replace.at_full:
            yield forbid("back_reduced_only", units=[unit.id], unit=unit.id)
    if not replace.forbidden:
        yield permit("points_spent", units=[unit.id for unit in subjects], unit=names(subjects), cost=total)


def points_available(replace: Replace) -> int | None:
    """The points that are left to be spent now; None where nobody said."""
    if replace.of_event() and (replace.dice or replace.s.stated("event") is not None) and replace.pending.get("replacement_points") is None:
        line = replace.table("events")[str(replace.event())]
        return int(line.get("points", 0))
    points = replace.pending.get("replacement_points")
    if isinstance(points, dict):
        points = points.get(replace.camp(replace.side), 0)
    return int(points) if points is not None else None


@rule("11.2.2", Replace)
def where_rebuilt_units_stand(replace: Replace) -> Findings:
    """A unit that comes back is placed with its own HQ; one that never had a colour with any friendly HQ; one whose HQ is lost does not come
    back, but through Malopolska (A6.27). Enemy zones and overstacking do not matter then."""
    for unit in replace.subjects:
        if not comes_back(replace, unit) or not is_combat(unit):
            continue
        if replace.at is None:
            yield define("say_where", units=[unit.id], unit=unit.id)
            continue
        formation: str | None = unit.formation
        if formation is not None and independent(replace.s, unit):
            yield forbid("hq_lost", units=[unit.id], unit=unit.id, formation=formation)
            continue
        hqs = [hq for hq in replace.friends_at(replace.at, replace.side) if is_hq(hq)]
        own = [hq for hq in hqs if formation is None or under(replace.s, unit, hq)]
        if not own:
            key = "not_with_its_hq" if hqs or formation is not None else "no_hq_there"
            yield forbid(key, units=[unit.id, *(hq.id for hq in hqs)], where=[replace.at], unit=unit.id, hex=replace.at, formation=str(formation))
        elif not replace.forbidden:
            yield permit("with_its_hq", units=[unit.id, own[0].id], where=[replace.at], unit=unit.id, hq=own[0].id, hex=replace.at)


@rule("11.2.2", Replace)
def steps_stay_where_they_are(replace: Replace) -> Findings:
    """A unit on the map gets its step back where it stands."""
    for unit in replace.subjects:
        if not comes_back(replace, unit) and replace.at is not None and unit.hex is not None and replace.at != unit.hex:
            yield forbid("stands_on_map", units=[unit.id], unit=unit.id, hex=unit.hex)


@rule("11.2.3", Replace)
def only_in_supply(replace: Replace) -> Findings:
    """Nothing is rebuilt out of supply, nor with an HQ that is out of supply."""
    for unit in replace.subjects:
        if not is_combat(unit):
            continue
        if not comes_back(replace, unit):
            if unit.supply != "in":
                yield forbid("unsupplied_unit", units=[unit.id], unit=unit.id)
            else:
                yield permit("supplied_unit", units=[unit.id], unit=unit.id)
        elif replace.at is not None:
            hqs = [hq for hq in replace.friends_at(replace.at, replace.side) if is_hq(hq)]
            cut = [hq for hq in hqs if hq.supply != "in"]
            if cut and len(cut) == len(hqs):
                yield forbid("unsupplied_hq", units=[hq.id for hq in cut], where=[replace.at], hq=names(cut))


@rule("11.2.1", Replace, "after")
def rebuilt(replace: Replace) -> Findings:
    """The steps come back, and the points are gone."""
    for unit in replace.subjects:
        if comes_back(replace, unit):
            if replace.at is not None:
                yield effect(unit=unit.id, at=replace.at, reduced=True, steps=1)
                yield record(unit=unit.id, at=replace.at, reduced=True)
        else:
            yield effect(unit=unit.id, steps=1)
            if unit.facts.get("reduced"):
                from .r09_1_results import turned

                yield from turned(unit)
            yield record(unit=unit.id, reduced=False)
        yield record(did=unit.id, act="replace", hex=replace.at or unit.hex)
    left = points_available(replace)
    spent = replace.computed("replacement_cost")
    if left is not None and spent is not None:
        yield record(state="pending", value={**replace.pending, "act": "replacement", "replacement_points": left - spent})


@rule("11.2.2", Move)
def rebuilt_units_move_at_once(move: Move) -> Findings:
    """A unit that has just come back may move, regularly, or strategically if it is mechanised or motorised."""
    for unit in move.movers:
        if move.done(unit.id, "replace", "rebuilt") and not move.done(unit.id, "activated", "move"):
            yield permit("rebuilt_moves", units=[unit.id], unit=unit.id)


@rule("11.2", SavePoints)
def points_are_not_saved(saving: SavePoints) -> Findings:
    """Points that are not spent at once are lost."""
    yield forbid("points_not_saved")


# ---- 11.3: the Schleswig-Holstein -------------------------------------------------------------------------------------------
BALTIC = ("coastal", "baltic")


def coastal(s: Situation, hex_: str) -> bool:
    """Whether a hex is a land hex on the Baltic."""
    found: list[str] = s.hex(hex_).features
    return "coastal" in found


def afloat(s: Situation, hex_: str) -> bool:
    """Whether the ship may be in a hex: all-water or coastal hexes of the Baltic."""
    found: list[str] = s.hex(hex_).features
    return any(name in found for name in BALTIC)


@rule("11.3", Attack)
def the_ship_attacks(attack: Attack) -> Findings:
    """It attacks coastal hexes only, next to it or its own, alone or with others, and does so once a turn."""
    for ship in (unit for unit in attack.attackers if is_ship(unit)):
        place = attack.standing(ship)
        if not coastal(attack.s, attack.target):
            yield forbid("ship_attacks_coast", where=[attack.target], units=[ship.id], hex=attack.target)
        elif place is not None and place != attack.target and not attack.adjacent(place, attack.target):
            yield forbid("not_adjacent", where=[place, attack.target], units=[ship.id], unit=ship.id, hex=place, target=attack.target)
        elif not attack.forbidden:
            key = "ship_alone" if len(attack.attackers) == 1 else "ship_with_others"
            yield permit(key, where=[attack.target], units=[ship.id])


@rule("11.3", Attack)
def the_ship_is_no_target(attack: Attack) -> Findings:
    """Nobody can attack the ship: it takes no losses and never retreats (A6.36)."""
    ships = [unit for unit in attack.enemies_at(attack.target, attack.side) if is_ship(unit)]
    if ships and not attack.present:
        yield forbid("ship_no_target", where=[attack.target], units=[ship.id for ship in ships], unit=names(ships))


@rule("11.3", Activate)
def who_commands_the_ship(activate: Activate) -> Findings:
    """Any HQ of Army Group North activates it, in range or not, once in a turn."""
    for ship in (unit for unit in activate.chosen if is_ship(unit)):
        if activate.hq is not None and activate.hq.hex and ship.hex:
            yield value("distance", activate.distance(activate.hq.hex, ship.hex))
        if activate.hq is not None and command_name(activate.hq) not in activate.book.tables["groups"]["AGN"]:
            yield forbid("ship_under_north_only", units=[ship.id], hq=activate.hq.id)
        if activate.done(ship.id, "activated"):
            yield forbid("ship_once_a_turn", units=[ship.id])
        elif not activate.forbidden:
            yield permit("ship_needs_no_range", units=[ship.id])


@rule("11.3", Sail)
def where_it_sails(sail: Sail) -> Findings:
    """To any coastal or all-water hex of the Baltic, whoever stands there: it uses the water of the hex."""
    for hex_ in sail.path:
        if not afloat(sail.s, hex_):
            yield forbid("ship_on_land", where=[hex_], units=[sail.ship.id], hex=hex_)
    there = [unit for unit in sail.s.at(sail.path[-1]) if unit is not sail.ship]
    if not sail.forbidden:
        key = "ship_shares_hex" if there else "ship_sails"
        yield permit(key, where=[sail.path[-1]], units=[sail.ship.id], hex=sail.path[-1])


@rule("11.3", Sail, "after")
def it_lies_there(sail: Sail) -> Findings:
    """The ship lies in its new hex."""
    yield effect(unit=sail.ship.id, at=sail.path[-1])
    yield record(did=sail.ship.id, act="move", path="-".join(sail.path))


@rule("11.3", Resolve, "result")
def it_ignores_results(resolve: Resolve) -> Findings:
    """The attacker's part of a result passes it by."""
    if any(is_ship(unit) for unit in resolve.attackers) and "A" in (resolve.result or ""):
        yield define("ship_untouched", units=[unit.id for unit in resolve.attackers if is_ship(unit)])


@rule("11.3", (Loss, Retreat))
def it_never_suffers(case: Loss | Retreat) -> Findings:
    """The ship neither retreats nor takes losses of any kind."""
    for unit in case.movers:
        if is_ship(unit):
            yield define("ship_untouched", units=[unit.id])
