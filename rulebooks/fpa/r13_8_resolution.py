"""Chapter 13, combat, 13.8: odds, columns, shifts."""

from __future__ import annotations

from typing import Any

from adjudicator.book import Findings, define, forbid, rule, shift, term, value

from .acts_combat import Attack, Resolve, Retreat, from_several_hexes
from .r13_0_combat import lone_guns
from .vocabulary import GERMAN, SOVIET, is_artillery


@rule("13.8", Attack, "strength")
def factors(attack: Attack) -> Findings:
    """The attack factors of all attackers against the defence factors of all units in the hex."""
    if lone_guns(attack):
        return
    for unit in attack.attackers:
        yield term("attack", unit.attack, "unit", "artillery" if unit.side == SOVIET and is_artillery(unit) else "ground", unit=unit.id)
    for unit in attack.defenders:
        yield term("defense", unit.defense, "unit", "artillery" if unit.side == SOVIET and is_artillery(unit) else "ground", unit=unit.id)


def ratio(attack: Any, defense: Any) -> str:
    """The odds as n:m, rounded down for the attacker: 11 to 4 is 2:1, 4 to 9 is 1:3."""
    if defense == 0:
        return f"{attack}:0"
    if attack >= defense:
        return f"{attack // defense}:1"
    return f"1:{-(-defense // attack)}" if attack else f"0:{defense}"


def position(attack: Any, defense: Any) -> int:
    """Place on the line of columns: 1:2 is 0, 1:1 is 1, 7:1 is 7, 8:1 is 8 …; below 1:2 is -1."""
    if defense == 0:
        return 8
    if attack >= defense:
        return int(attack // defense)
    return 0 if 2 * attack >= defense else -1


@rule("13.8", Attack, "odds")
def odds(attack: Attack) -> Findings:
    """Attack total over defence total, rounded down."""
    if lone_guns(attack):
        return
    ours, theirs = attack.total("attack"), attack.total("defense")
    if attack.air[attack.side] or attack.air[attack.enemy]:
        yield value("odds_without_air", ratio(ours - attack.part("attack", "air"), theirs - attack.part("defense", "air")))
    yield value("attack_total", ours)
    yield value("defense_total", theirs)
    yield value("odds", ratio(ours, theirs), "odds", attack=ours, defense=theirs)


@rule("13.8.1", Attack, "column")
def column(attack: Attack) -> Findings:
    """The columns go from 1:2 to 7:1; final odds beyond them are automatic."""
    if lone_guns(attack):
        return
    columns = attack.table("crt")["columns"]
    start = position(attack.total("attack"), attack.total("defense"))
    shifts = sum(finding.by for _, finding in attack.ruling.shifts)
    if start > 8 and shifts < 0 and attack.reading("A-23") == "column":
        start = 8
    final = start + shifts
    name = "<1:2" if final < 0 else ">7:1" if final >= len(columns) else columns[final]
    yield value("column", name, "column", column=name)


@rule("13.8.2", Attack, "shifts", when=from_several_hexes)
def concentric(attack: Attack) -> Findings:
    """Opposite hexsides, three alternate hexes, or more than three hexes: two columns for Germans, one for Soviets."""
    why = concentric_by(attack)
    if why:
        yield shift(2 if attack.side == GERMAN else 1, f"concentric_{why}", "concentric")
    else:
        yield shift(0, "not_concentric", target=attack.target)


@rule("13.8.2", Attack, when=lambda attack: bool(attack.slots.keys() & {"concentric", "directions"}))
def concentric_claimed(attack: Attack) -> Findings:
    """Who says that an attack is concentric, or from how many directions it comes, is held to it."""
    said = attack.slots.get("directions")
    if said not in (None, len(attack.hexes)):
        yield forbid("other_directions", where=attack.hexes, said=said, hexes=", ".join(attack.hexes))
    if "concentric" in attack.slots and not concentric_by(attack):
        yield forbid("not_concentric", attack.target, target=attack.target)
    elif "concentric" in attack.slots and attack.fortified:
        yield forbid("no_concentric_town", attack.target)


def concentric_by(attack: Attack) -> str | None:
    """Which of the three kinds of concentric attack this is, or None; ranged support adds no direction (A-17)."""
    grid = attack.s.grid
    if len(attack.hexes) < 2:
        return None
    directions = {grid.direction(attack.target, hex_) for hex_ in attack.hexes if grid.adjacent(attack.target, hex_)}
    if any((direction + 3) % 6 in directions for direction in directions):
        return "opposite"
    if len(directions) == 3 and all((direction + 2) % 6 in directions for direction in directions):
        return "alternate"
    return "many" if len(directions) > 3 else None


@rule("13.8.3", Attack, "shifts")
def terrain_in_the_hex(attack: Attack) -> Findings:
    """The defender's terrain shifts the odds as the terrain effects chart says; every attacker across a river one left."""
    if lone_guns(attack):
        return
    place = attack.s.hex(attack.target)
    terrain = place.terrain
    by = attack.table("tec")[terrain]["shift"]
    if by:
        yield shift(by, "terrain_shift", "terrain", terrain=terrain, hex=attack.target)
    else:
        yield define("terrain_no_shift", attack.target, terrain=terrain)


@rule("13.8.3", Attack, "crossing")
def all_across_a_river(attack: Attack) -> Findings:
    """One left if every attacking unit attacks across a river hexside, in frost as well (A-44)."""
    if lone_guns(attack):
        return
    sides = [attack.s.side(hex_, attack.target) for hex_ in attack.hexes]
    known = [side.stated("features") for side in sides]
    if any(features is not None and "river" not in features for features in known):
        if any(features and "river" in features for features in known):
            yield shift(0, "not_all_cross")
        return
    if all("river" in side.features for side in sides):
        yield shift(attack.table("tec")["river"]["shift"], "river_shift", "river")


@rule("13.8.4", Attack, "shifts", exception_to="13.8.3")
def town_shift(attack: Attack) -> Findings:
    """A town or fortified locality shifts in place of the terrain under it (A-24)."""
    if lone_guns(attack) or not attack.fortified:
        return
    place = attack.s.hex(attack.target)
    if place.stated("terrain") in (None, "rough") and attack.reading("A-24") == "cumulative" and place.terrain == "rough":
        yield shift(attack.table("tec")["rough"]["shift"], "terrain_shift", terrain="rough", hex=attack.target)
    row = attack.table("tec")["fortified"]
    if "town" in place.features:
        yield shift(attack.table("tec")["town"]["shift"], "town_shift", "terrain", hex=attack.target)
    elif attack.side == GERMAN:
        yield shift(row["shift_soviet_or_captured"], "fortified_soviet", "terrain", hex=attack.target)
    elif place.captured_by_soviets_before:
        yield shift(row["shift_soviet_or_captured"], "fortified_captured", "terrain", hex=attack.target)
    else:
        yield shift(row["shift"], "fortified_german", "terrain", hex=attack.target)


@rule("13.8.4", Attack, "shifts", exception_to="13.8.2", when=from_several_hexes)
def no_concentric_against_towns(attack: Attack) -> Findings:
    """No concentric bonus against a town or fortified locality."""
    if not lone_guns(attack) and concentric_by(attack) and attack.fortified:
        yield shift(0, "no_concentric_town", hex=attack.target)


@rule("13.8.4", Attack, "result", exception_to="13.9")
def town_ignores_retreat(attack: Attack) -> Findings:
    """A DR against a town or fortified locality is ignored; the DL1 of a DL1+DR stays."""
    raw = attack.computed("table_result")
    if raw in ("DR", "DL1+DR") and attack.fortified:
        result = "DL1" if raw == "DL1+DR" else "none"
        yield value("result", result, "retreat_ignored", raw=raw, result=result, hex=attack.target)


@rule("13.8.4", Retreat)
def no_retreat_from_towns(retreat: Retreat) -> Findings:
    """Defenders of a town or fortified locality never retreat."""
    if retreat.battle:
        place = retreat.s.hex(retreat.battle)
        features = place.features if place.path("features") in retreat.s.unknown else place.stated("features") or ()
        if "town" in features or "fortified" in features:
            yield forbid("town_never_retreats", retreat.battle)


@rule("13.8.4", Resolve)
def towns_hold(resolve: Resolve) -> Findings:
    """A DR against a town or fortified locality is ignored; the DL1 of a DL1+DR stays."""
    result = resolve.slots.get("result") or resolve.result or ""
    features = resolve.s.hex(resolve.battle).stated("features") if resolve.battle else ()
    if "DR" in result and features and ("town" in features or "fortified" in features):
        applied = "DL1" if "DL1" in result else "none"
        yield define("retreat_ignored", resolve.battle, raw=result, result=applied)
