"""Chapter 11, 11.2 and 11.3: replacements, the Schleswig-Holstein."""

from __future__ import annotations

from adjudicator.book import Findings, Situation, Unit, define, effect, forbid, permit, record, rule, says, value
from adjudicator.kit import entry, went

from .acts import Activate, Move, Replace, Sail
from .acts_combat import Attack, Loss, Resolve, Retreat, Withdraw
from .acts_turn import Dice, EventRoll, SavePoints
from .r09_0_combat import turned
from .vocabulary import command_name, hq_names, independent, is_combat, is_hq, is_immobile, is_ship, under


def comes_back(replace: Replace, unit: Unit) -> bool:
    """Whether the points are to bring back an eliminated unit."""
    return unit.id in replace.s.eliminated


@rule("11.2", Replace)
def what_may_be_rebuilt(replace: Replace) -> Findings:
    """A lost step of a supplied unit on the map, in an enemy zone too, or an eliminated unit; no one-step unit, no unit that cannot move,
    no HQ, no Slovak; and points are not saved up."""
    if not replace.of_event() and replace.pending.get("act") != "replacement" and replace.chit != "Polish replacement" and not points_told(replace):
        yield forbid("no_points")
    for unit in replace.subjects:
        if is_hq(unit) or is_ship(unit):
            yield forbid("no_steps", unit)
            continue
        if unit.side == "slovak":
            yield forbid("no_slovak_replacements", unit)
        side = replace.pending.get("side") or (None if replace.of_event() else "polish" if replace.chit == "Polish replacement" else replace.s.stated("active"))
        if side is not None and replace.camp(unit.side) != side and unit.side != "slovak":
            yield forbid("other_sides_points", unit, side=side)
        if is_immobile(unit):
            yield forbid("immobile_not_replaced", unit)
        if replace.forbidden:
            continue
        if not comes_back(replace, unit) and not unit.reduced and not unit.known_to_be("steps", 1):
            yield forbid("not_reduced", unit)
        elif (unit.stated("max_steps") if unit.reduced else unit.max_steps) == 1:  # 9.4.3: what has a back has two steps
            yield forbid("one_step_unit", unit)
        else:
            yield permit("may_be_rebuilt", unit)


says("11.2", SavePoints, "legality", "Points that are not spent at once are lost.", lambda saving: forbid("points_not_saved"))


@rule("11.2.1", EventRoll, "result")
def points_by_event(roll: Dice) -> Findings:
    """Points that an event gives are spent at the usual prices."""
    if roll.computed("replacement_points") is not None:
        yield define("usual_prices")


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
        costs = [cost if cost is not None else int(entry(replace.s, "replacement_cost", unit.kind, (1, 2))) for unit, cost in zip(subjects, costs, strict=True)]
    total = sum(cost for cost in costs if cost is not None)
    yield value("replacement_cost", total)
    available = points_available(replace)
    if available is not None and total > available:
        yield forbid("too_few_replacements", subjects, cost=total, points=available)
    if replace.points is not None and replace.points < total:
        yield forbid("too_few_replacements", subjects, cost=total, points=replace.points)
    for unit in subjects:
        if comes_back(replace, unit) and replace.at_full:
            yield forbid("back_reduced_only", unit)
    if not replace.forbidden:
        yield permit("points_spent", subjects, cost=total)


def points_told(replace: Replace) -> bool:
    """Whether nobody knows what is going on, but how many points are spent: then there are so many."""
    s = replace.s
    return replace.points is not None and s.stated("phase") is None and s.stated("turn") is None and not replace.pending


def points_available(replace: Replace) -> int | None:
    """The points that are left to be spent now; None where nobody said."""
    if replace.of_event() and (replace.dice or replace.s.event is not None) and replace.pending.get("replacement_points") is None:
        line = replace.table("events")[str(replace.event())]
        return int(line.get("points", 0))
    points = replace.pending.get("replacement_points")
    if isinstance(points, dict):
        points = points.get(replace.camp(replace.side), 0)
    return int(points) if points is not None else None


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
                yield from turned(unit)
            yield record(unit=unit.id, reduced=False)
        yield record(did=unit.id, act="replace", hex=replace.at or unit.hex)
    left = points_available(replace)
    spent = replace.computed("replacement_cost")
    if left is not None and spent is not None:
        yield record(state="pending", value={**replace.pending, "act": "replacement", "replacement_points": left - spent})


@rule("11.2.2", Replace, each="subjects")
def where_rebuilt_units_stand(replace: Replace, unit: Unit) -> Findings:
    """A unit that comes back is placed with its own HQ; one that never had a colour with any friendly HQ; one whose HQ is lost does not come
    back, but through Malopolska (A6.27). Enemy zones and overstacking do not matter then."""
    if not comes_back(replace, unit) or not is_combat(unit):
        return
    if replace.at is None:
        yield define("say_where", unit)
        return
    formation: str | None = unit.formation
    if formation is not None and independent(replace.s, unit):
        yield forbid("hq_lost", unit, formation=formation)
        return
    hqs = [hq for hq in replace.friends_at(replace.at, replace.side) if is_hq(hq)]
    own = [hq for hq in hqs if formation is None or under(replace.s, unit, hq)]
    if not own:
        key = "not_with_its_hq" if hqs or formation is not None else "no_hq_there"
        yield forbid(key, unit, hqs, replace.at, unit=unit.id, formation=str(formation))
    elif not replace.forbidden:
        yield permit("with_its_hq", unit, own[0], replace.at, unit=unit.id, hq=own[0].id)


@rule("11.2.2", Replace, each="subjects")
def steps_stay_where_they_are(replace: Replace, unit: Unit) -> Findings:
    """A unit on the map gets its step back where it stands."""
    if not comes_back(replace, unit) and replace.at is not None and unit.hex is not None and replace.at != unit.hex:
        yield forbid("stands_on_map", unit, hex=unit.hex)


@rule("11.2.2", Move, each="movers")
def rebuilt_units_move_at_once(move: Move, unit: Unit) -> Findings:
    """A unit that has just come back may move, regularly, or strategically if it is mechanised or motorised."""
    if move.just_rebuilt(unit):
        yield permit("rebuilt_moves", unit)


@rule("11.2.3", Replace, each="subjects")
def only_in_supply(replace: Replace, unit: Unit) -> Findings:
    """Nothing is rebuilt out of supply, nor with an HQ that is out of supply."""
    if not is_combat(unit):
        return
    if not comes_back(replace, unit):
        if unit.supply != "in":
            yield forbid("unsupplied_unit", unit)
        else:
            yield permit("supplied_unit", unit)
    elif replace.at is not None:
        hqs = [hq for hq in replace.friends_at(replace.at, replace.side) if is_hq(hq)]
        cut = [hq for hq in hqs if hq.supply != "in"]
        if cut and len(cut) == len(hqs):
            yield forbid("unsupplied_hq", cut, replace.at)


BALTIC = ("coastal", "baltic")


@rule("11.3", Withdraw)
def from_the_ship(withdraw: Withdraw) -> Findings:
    """The ship may attack by itself; then no cavalry withdraws."""
    attackers = [withdraw.unit(id_) for id_ in withdraw.attacker_ids if id_ not in withdraw.s.markers]
    if attackers and all(is_ship(unit) for unit in attackers):
        yield define("ship_alone", attackers)


def coastal(s: Situation, hex_: str) -> bool:
    """Whether a hex is a land hex on the Baltic."""
    found: list[str] = s.hex(hex_).features
    return "coastal" in found


def of_north(s: Situation, hq: Unit) -> bool:
    """Whether an HQ is one of Army Group North."""
    return any(command_name(hq) == command or hq.id in hq_names(command) for command in s.book.tables["groups"]["AGN"])


@rule("11.3", (Attack, Sail))
def under_the_active_hq(case: Attack | Sail) -> Findings:
    """While an HQ of another group is the active one the ship lies idle."""
    hq = case.s.units.get(case.s.active_hq or "")
    ships = [unit for unit in (case.attackers if isinstance(case, Attack) else [case.ship]) if is_ship(unit)]
    if hq is not None and ships and not of_north(case.s, hq) and not case.of_event():
        yield forbid("ship_under_north_only", ships, hq=hq.id)


@rule("11.3", Attack)
def the_ship_attacks(attack: Attack) -> Findings:
    """It attacks coastal hexes only, next to it or its own, alone or with others, and does so once a turn."""
    for ship in (unit for unit in attack.attackers if is_ship(unit)):
        place = attack.standing(ship)
        if not coastal(attack.s, attack.target):
            yield forbid("ship_attacks_coast", ship, attack.target)
        elif place is not None and place != attack.target and not attack.adjacent(place, attack.target):
            yield forbid("not_adjacent", ship, place, attack.target, hex=place, target=attack.target)
        elif not attack.forbidden:
            key = "ship_alone" if len(attack.attackers) == 1 else "ship_with_others"
            yield permit(key, ship, attack.target)


@rule("11.3", Attack)
def the_ship_is_no_target(attack: Attack) -> Findings:
    """Nobody can attack the ship: it takes no losses and never retreats (A6.36)."""
    ships = [unit for unit in attack.s.at(attack.target) if attack.hostile(unit, attack.side) and is_ship(unit)]
    if ships and not attack.present:
        yield forbid("ship_no_target", ships, attack.target)


@rule("11.3", Activate)
def who_commands_the_ship(activate: Activate) -> Findings:
    """Any HQ of Army Group North activates it, in range or not, once in a turn."""
    for ship in (unit for unit in activate.chosen if is_ship(unit)):
        if activate.hq is not None and activate.hq.hex and ship.hex:
            yield value("distance", activate.distance(activate.hq.hex, ship.hex))
        if activate.hq is not None and not of_north(activate.s, activate.hq):
            yield forbid("ship_under_north_only", ship, hq=activate.hq.id)
        if activate.done(ship.id, "activated"):
            yield forbid("ship_once_a_turn", ship)
        elif not activate.forbidden:
            yield permit("ship_needs_no_range", ship)


def afloat(s: Situation, hex_: str) -> bool:
    """Whether the ship may be in a hex: all-water or coastal hexes of the Baltic."""
    found: list[str] = s.hex(hex_).features
    return any(name in found for name in BALTIC)


@rule("11.3", Sail)
def where_it_sails(sail: Sail) -> Findings:
    """To any coastal or all-water hex of the Baltic, whoever stands there: it uses the water of the hex."""
    for hex_ in sail.path:
        if not afloat(sail.s, hex_):
            yield forbid("ship_on_land", sail.ship, hex_)
    there = [unit for unit in sail.s.at(sail.path[-1]) if unit is not sail.ship]
    if not sail.forbidden:
        key = "ship_shares_hex" if there else "ship_sails"
        yield permit(key, sail.ship, sail.path[-1])


@rule("11.3", Sail, "after")
def it_lies_there(sail: Sail) -> Findings:
    """The ship lies in its new hex."""
    yield from went(sail.ship, sail.path[-1], "move", path="-".join(sail.path))


@rule("11.3", Resolve, "result")
def it_ignores_results(resolve: Resolve) -> Findings:
    """The attacker's part of a result passes it by."""
    if any(is_ship(unit) for unit in resolve.attackers) and "A" in (resolve.result or ""):
        yield define("ship_untouched", units=[unit.id for unit in resolve.attackers if is_ship(unit)])


@rule("11.3", (Loss, Retreat), each="movers")
def it_never_suffers(case: Loss | Retreat, unit: Unit) -> Findings:
    """The ship neither retreats nor takes losses of any kind."""
    if is_ship(unit):
        yield define("ship_untouched", unit)
