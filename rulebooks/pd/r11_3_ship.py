"""Chapter 11, 11.3: the Schleswig-Holstein."""

from __future__ import annotations

from adjudicator.book import rule
from adjudicator.ground.ruling import Findings, define, effect, forbid, permit, record, value
from adjudicator.ground.situation import Situation

from .acts import Activate, Sail
from .acts_combat import Attack, Loss, Resolve, Retreat, Withdraw
from .vocabulary import command_name, is_ship

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
        if activate.hq is not None and command_name(activate.hq) not in activate.book.tables["groups"]["AGN"]:
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
            yield define("ship_untouched", unit)
