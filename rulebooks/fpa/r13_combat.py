"""Chapter 13: combat."""

from __future__ import annotations

from typing import Any

from adjudicator.book import InputError, rule
from adjudicator.engine import judge
from adjudicator.facts import Missing
from adjudicator.ruling import Findings, Ruling, define, effect, forbid, permit, record, shift, term, unused, value
from adjudicator.situation import Marker, Unit

from .acts import (
    GERMAN,
    SOVIET,
    Advance,
    Aftermath,
    AskAttackers,
    AskChances,
    AskNeed,
    AskOdds,
    AskRetreats,
    Attack,
    Fight,
    FpaCase,
    Loss,
    Probe,
    Resolve,
    Retreat,
    Stay,
)
from .r02_components import is_artillery, is_garrison
from .r05_sequence import moment
from .r06_stacking import overstacked
from .r07_zoc import in_enemy_zoc, names, zones


# ---- 13.0 -------------------------------------------------------------------------------------------------------------------
@rule("13.0", Attack)
def adjacent_enemy(attack: Attack) -> Findings:
    """An attack goes against the units of an adjacent hex."""
    for unit in attack.attackers:
        here = attack.standing(unit)
        if here is None:
            yield forbid("not_on_map", units=[unit.id], unit=unit.id)
        elif not attack.s.grid.adjacent(here, attack.target):
            near = near_targets(attack, here)
            yield forbid("not_adjacent", units=[unit.id], where=[here, attack.target], unit=unit.id, hex=here, target=attack.target, near=near)
    mixed = [unit for unit in attack.attackers if unit.side != attack.side]
    if mixed:
        yield forbid("mixed_sides", units=[unit.id for unit in mixed], unit=names(mixed))
    if not attack.defenders:
        attack.s.complete()
        yield forbid("no_defender", where=[attack.target], target=attack.target)


def near_targets(attack: Fight, here: str) -> str:
    """The enemy-occupied hexes next to a unit."""
    grid = attack.s.grid
    return ", ".join(hex_ for hex_ in grid.neighbours(here) if any(unit.side != attack.side for unit in attack.s.at(hex_))) or "-"


@rule("13.0", (Attack, Probe))
def one_attack_per_unit(attack: Fight) -> Findings:
    """A unit attacks, or probes, once in a combat phase; stacked units may attack different hexes or none."""
    phase, turn = attack.s.stated("phase"), attack.s.stated("turn")
    for unit in attack.attackers:
        done = [item for item in attack.s.acts(unit.id, phase=phase, turn=turn) if item.get("act") in ("attack", "probe")]
        if done:
            yield forbid("already_attacked", units=[unit.id], unit=unit.id, hex=done[0].get("hex", "?"))
    ours = {unit.id for unit in attack.attackers}
    before = [attack.s.units.get(id_) for id_ in attack.s.acts_at(attack.target, act="attack", phase=phase, turn=turn) if id_ not in ours]
    again = any(unit is not None and unit.hex is not None for unit in before)
    if again and attack.reading("A-34") == "once":
        yield forbid("hex_attacked_before", where=[attack.target], target=attack.target)
    if not attack.forbidden:
        yield permit("may_attack", units=[unit.id for unit in attack.attackers], where=[attack.target])


# ---- 13.1 -------------------------------------------------------------------------------------------------------------------
def is_ranged(unit: Unit) -> bool:
    """The German 18th Artillery Division, the only unit with a range."""
    return unit.id.startswith("18") and unit.id.replace(" ", "").upper().startswith("18AD")


@rule("13.1", Attack)
def ranged_support(attack: Attack) -> Findings:
    """18AD supports a German attack exactly two hexes away if no Soviet unit is next to it, or a defence up to two hexes away;
    never from an enemy ZOC, once per phase."""
    for side, units in attack.support.items():
        for unit in units:
            if unit.side == GERMAN and side == GERMAN and is_ranged(unit):
                yield from _support_of(attack, unit, "attack" if attack.side == GERMAN else "defense")
            elif not is_artillery(unit):
                yield forbid("no_range", units=[unit.id], unit=unit.id)
    if attack.side == SOVIET:
        for unit in attack.defenders:
            if is_ranged(unit):
                yield define("gun_defends_itself", units=[unit.id], unit=unit.id)
    else:
        for unit in attack.attackers:
            if is_ranged(unit):
                yield define("gun_attacks_adjacent", units=[unit.id], unit=unit.id)
    for unit in idle_guns(attack):
        yield unused(f"units[{unit.id}]", "gun_in_range", unit=unit.id)


def idle_guns(attack: Attack) -> list[Unit]:
    """The ranged artillery that could have supported this combat and was not named."""
    ranged: list[Unit] | None = attack.s.lasting.get("ranged")
    if ranged is None:
        ranged = attack.s.lasting["ranged"] = [unit for unit in attack.s.units.values() if is_ranged(unit)]
    role = "attack" if attack.side == GERMAN else "defense"
    idle = []
    for unit in ranged:
        here = unit.hex
        if here is None or unit in attack.support[GERMAN] or unit in attack.attackers or unit in attack.defenders:
            continue
        try:
            if attack.s.grid.distance(here, attack.target) <= 2 and not any(finding.effect == "forbids" for finding in _support_of(attack, unit, role)):
                idle.append(unit)
        except Missing:
            continue
    return idle


def _support_of(attack: Attack, unit: Unit, role: str) -> Findings:
    here = attack.standing(unit)
    if here is None:
        yield forbid("not_on_map", units=[unit.id], unit=unit.id)
        return
    near = zones(attack.s, SOVIET).get(here)
    if unit in attack.attackers:
        yield forbid("gun_twice", units=[unit.id], unit=unit.id)
    elif role == "attack":
        if near:
            yield forbid("gun_next_to_enemy", units=[unit.id], where=[here], unit=unit.id, enemy=names(near))
    elif near and (in_enemy_zoc(attack.s, here, GERMAN) or attack.reading("A-16") == "adjacent"):
        yield forbid("gun_in_zoc", units=[unit.id], where=[here], unit=unit.id, enemy=names(near))
    if not near:
        attack.s.complete()
    distance = attack.s.grid.distance(here, attack.target)
    if distance > 2 or (distance == 1 and role == "attack" and not near and attack.reading("A-17") == "exactly"):
        yield forbid("gun_out_of_range", units=[unit.id], where=[here, attack.target], unit=unit.id, distance=distance)
    done = attack.s.acts(unit.id, phase=attack.s.stated("phase"), turn=attack.s.stated("turn"))
    used = [item for item in done if item.get("act") in (f"{role}_support", "attack", "probe")]
    if used:
        yield forbid("gun_used", units=[unit.id], unit=unit.id)


@rule("13.1", Attack, "aids")
def ranged_factors(attack: Attack) -> Findings:
    """In support the division adds its attack factor, in attack and in defence."""
    for side, units in attack.support.items():
        ledger = "attack" if side == attack.side else "defense"
        for unit in units:
            yield term(ledger, unit.attack, "gun_support", "support", unit=unit.id)
            yield record(did=unit.id, act="attack_support" if ledger == "attack" else "defense_support", hex=attack.target)


@rule("13.1", (Loss, Advance, Retreat))
def support_is_not_touched(deed: Aftermath) -> Findings:
    """In its support role the division takes no losses, does not retreat and does not advance."""
    for unit in deed.movers:
        if unit.id in deed.supporters:
            yield forbid("gun_not_touched", units=[unit.id], unit=unit.id)


# ---- 13.2 -------------------------------------------------------------------------------------------------------------------
@rule("13.2", Attack)
def guns_need_company(attack: Attack) -> Findings:
    """Soviet artillery attacks only from a hex that it shares with a non-artillery unit."""
    for unit in (unit for units in attack.support.values() for unit in units):
        if is_artillery(unit):
            yield forbid("soviet_guns_no_range", units=[unit.id], unit=unit.id)
    if attack.side != SOVIET:
        return
    for unit in attack.attackers:
        if is_artillery(unit):
            company = [other for other in attack.s.at(unit.hex or "") if other.side == SOVIET and not is_artillery(other)]
            if not company:
                attack.s.complete()
                yield forbid("guns_alone", units=[unit.id], where=[unit.hex], unit=unit.id)
            elif unit.supply == "out":
                yield forbid("guns_out_of_supply", units=[unit.id], unit=unit.id)
            else:
                yield permit("guns_in_company", units=[unit.id], unit=unit.id, company=names(company))


def lone_guns(attack: Attack) -> bool:
    """Whether only Soviet artillery stands in the target hex."""
    return attack.side == GERMAN and bool(attack.defenders) and all(is_artillery(unit) for unit in attack.defenders)


@rule("13.2", Attack, "modifiers")
def guards_mortars(attack: Attack) -> Findings:
    """3rd Guards Mortars doubles its factor against a clear hex, rivers or not."""
    for unit in attack.attackers:
        if unit.side == SOVIET and (unit.kind == "rocket_artillery" or unit.id.replace(" ", "").upper().startswith("3GM")):
            place = attack.s.hex(attack.target)
            if place.terrain == "clear" and not attack.fortified:
                yield term("attack", unit.attack, "mortars_doubled", "artillery", unit=unit.id)
            else:
                yield term("attack", 0, "mortars_not_doubled", "artillery", unit=unit.id)


@rule("13.2", Attack, "caps")
def artillery_cap(attack: Attack) -> Findings:
    """No more artillery factors count than non-artillery ground factors, in attack and in defence (A-18)."""
    for ledger, side in (("attack", attack.side), ("defense", attack.enemy)):
        guns, ground = attack.part(ledger, "artillery"), attack.part(ledger, "ground")
        if side != SOVIET or not guns or lone_guns(attack):
            continue
        cut = max(0, guns - ground)
        if ledger == "attack":
            by_hex = _cut_by_hex(attack)
            if by_hex != cut and attack.reading("A-18") == "hex":
                cut = by_hex
        if cut:
            yield term(ledger, -cut, "guns_capped", "cap", guns=guns, ground=ground)
        else:
            yield term(ledger, 0, "guns_within_cap", "cap", guns=guns, ground=ground)


def _cut_by_hex(attack: Attack) -> int:
    """What the cap takes away if it is counted in each hex that attacks."""
    by_unit: dict[str, Any] = {}
    for entry in attack.ruling.ledgers["attack"]:
        for id_ in str(entry.slots.get("unit", "")).split(", "):
            by_unit[id_] = by_unit.get(id_, 0) + entry.value
    cut = 0
    for hex_ in dict.fromkeys(unit.hex for unit in attack.attackers):
        here = [unit for unit in attack.attackers if unit.hex == hex_]
        guns = sum(by_unit.get(unit.id, 0) for unit in here if is_artillery(unit))
        ground = sum(by_unit.get(unit.id, 0) for unit in here if not is_artillery(unit))
        cut += max(0, guns - ground)
    return cut


@rule("13.2", Attack, "result")
def guns_alone_are_lost(attack: Attack) -> Findings:
    """Artillery attacked without a non-artillery unit in its hex is eliminated, without odds or die (A-19)."""
    if lone_guns(attack):
        yield value("result", "eliminated", "guns_alone_lost", where=[attack.target], units=[unit.id for unit in attack.defenders])
        for unit in attack.defenders:
            yield effect(unit=unit.id, eliminated=True)


@rule("13.2", Advance)
def after_lone_guns(advance: Advance) -> Findings:
    """The hex of lost artillery is empty and may be advanced into (A-19)."""
    if advance.result == "eliminated":
        if advance.reading("A-19") == "none":
            yield forbid("no_advance_after", result=advance.result)
        else:
            yield define("guns_left_it_empty", where=[advance.to], hex=advance.to)


# ---- 13.3 -------------------------------------------------------------------------------------------------------------------
@rule("13.3", Attack)
def air_points(attack: Attack) -> Findings:
    """Any number of the turn's markers, not in storm; the Soviets in attack only."""
    for side in (attack.side, attack.enemy):
        count = attack.air[side]
        if not count:
            continue
        if attack.s.weather == "storm":
            yield forbid("air_storm", side=side)
        if side == SOVIET and attack.side != SOVIET:
            yield forbid("air_defense_soviet")
        box = (attack.s.air or {}).get(side) or {}
        available = box.get("have", 0) - box.get("used", 0)
        yield value("available", available)
        if count > available:
            yield forbid("air_not_available", side=side, count=count, available=available)


@rule("13.3", Attack, "aids")
def air_factors(attack: Attack) -> Findings:
    """Each marker is worth one factor."""
    used = attack.air[attack.side] or attack.air[attack.enemy]
    if used:
        yield value("odds_without_air", ratio(attack.total("attack"), attack.total("defense")))
    for side, ledger in ((attack.side, "attack"), (attack.enemy, "defense")):
        count = attack.air[side]
        if count:
            yield term(ledger, count, "air", "air", count=count)
            box = (attack.s.air or {}).get(side) or {}
            yield record(state=f"air.{side}.used", value=box.get("used", 0) + count)


# ---- 13.4 -------------------------------------------------------------------------------------------------------------------
def in_reach(attack: Attack, marker: Marker) -> bool:
    """Whether the target lies within two hexes of a KG marker, the marker's own hex not counted."""
    return bool(attack.s.grid.distance(marker.hex, attack.target) <= 2)


def spent(attack: Attack, marker: Marker) -> bool:
    """Whether the marker served in this role in this phase already (A-08)."""
    role = "attack_support" if attack.side == GERMAN else "defense_support"
    return bool(attack.s.acts(marker.id, act=role, phase=attack.s.stated("phase"), turn=attack.s.stated("turn")))


def chosen_kg(attack: Attack) -> Marker | None:
    """The marker that is claimed, or the first in reach that is free, for a bonus claimed without a name."""
    if not attack.claimed_kgs:
        return None
    id_ = attack.claimed_kgs[0]
    if id_ is not None:
        return attack.kg(id_)
    return next((marker for marker in attack.kgs() if in_reach(attack, marker) and not spent(attack, marker)), None)


def free_markers(attack: Attack) -> str:
    """The markers in reach that have not served yet."""
    return ", ".join(marker.id for marker in attack.kgs() if in_reach(attack, marker) and not spent(attack, marker)) or "-"


@rule("13.4", Attack)
def kg_entitled(attack: Attack) -> Findings:
    """One KG per combat, within two hexes of the target, once per phase and role; storm and ZOC do not matter."""
    if attack.claimed_kgs and getattr(attack, "kg_side", GERMAN) != GERMAN:
        yield forbid("kg_german_only")
        return
    if len(set(attack.claimed_kgs)) > 1:
        yield forbid("one_kg", markers=", ".join(str(id_) for id_ in attack.claimed_kgs))
    for id_ in dict.fromkeys(attack.claimed_kgs):
        marker = attack.kg(id_) if id_ is not None else chosen_kg(attack)
        if marker is None:
            yield forbid("kg_not_on_map" if id_ is not None else "no_kg_in_reach", marker=id_ or "KG")
        elif not in_reach(attack, marker):
            distance = attack.s.grid.distance(marker.hex, attack.target)
            yield forbid("kg_out_of_reach", where=[marker.hex, attack.target], marker=marker.id, distance=distance, others=free_markers(attack))
        elif spent(attack, marker) and attack.reading("A-08") == "once":
            yield forbid("kg_spent", marker=marker.id, others=free_markers(attack))
    for marker in attack.kgs():
        if marker.id not in attack.claimed_kgs and None not in attack.claimed_kgs and in_reach(attack, marker) and not spent(attack, marker):
            yield unused(f"markers[{marker.id}]", "kg_in_reach", marker=marker.id)


@rule("13.4", Attack, "shifts")
def kg_bonus(attack: Attack) -> Findings:
    """One column in favour of the Germans."""
    marker = chosen_kg(attack)
    if marker is not None:
        yield shift(1 if attack.side == GERMAN else -1, "kg_bonus", "kg", marker=marker.id)
        yield record(did=marker.id, act="attack_support" if attack.side == GERMAN else "defense_support", hex=attack.target)


@rule("13.4", Loss)
def markers_are_no_steps(loss: Loss) -> Findings:
    """A KG marker never satisfies a loss."""
    for id_ in loss.slots.get("markers") or ():
        yield forbid("kg_no_loss", marker=id_)


# ---- 13.5 -------------------------------------------------------------------------------------------------------------------
@rule("13.5", Attack, "shifts")
def heavy_tanks(attack: Attack) -> Findings:
    """Tigers in the fight, stacked with a German division: one column, however many there are."""
    fighting = attack.attackers if attack.side == GERMAN else attack.defenders
    tigers = [unit for unit in fighting if unit.side == GERMAN and unit.kind == "heavy_tank"]
    if not tigers and attack.side == GERMAN:
        idle = [other for hex_ in {unit.hex for unit in fighting} for other in attack.s.at(hex_ or "") if other.stated("kind") == "heavy_tank"]
        if idle:
            yield define("tigers_stay_out", units=[unit.id for unit in idle], unit=names(idle))
    for tiger in tigers:
        for other in attack.s.at(tiger.hex or ""):
            if other is tiger or other.side != GERMAN or is_garrison(other) or other.size != "division":
                continue
            if other not in fighting and attack.reading("A-28") == "attacks":
                continue
            yield shift(1 if attack.side == GERMAN else -1, "heavy_tanks", "tigers", unit=tiger.id, division=other.id)
            return
    if tigers:
        yield define("tigers_alone", units=[unit.id for unit in tigers], unit=names(tigers))


# ---- 13.6 -------------------------------------------------------------------------------------------------------------------
@rule("13.6", Probe)
def probe_into_zoc(probe: Probe) -> Findings:
    """Only Germans probe: an adjacent hex without Soviet units but in a Soviet ZOC."""
    if probe.side != GERMAN:
        yield forbid("only_germans_probe", units=[unit.id for unit in probe.attackers])
        return
    for unit in probe.attackers:
        here = probe.standing(unit)
        if here is None:
            yield forbid("not_on_map", units=[unit.id], unit=unit.id)
        elif not probe.s.grid.adjacent(here, probe.target):
            yield forbid("probe_not_adjacent", units=[unit.id], where=[here, probe.target], unit=unit.id, hex=here, target=probe.target)
    if probe.defenders:
        yield forbid("probe_occupied", where=[probe.target], target=probe.target, enemy=names(probe.defenders))
        return
    zoc = in_enemy_zoc(probe.s, probe.target, GERMAN)
    if not zoc:
        storm = bool(zones(probe.s, SOVIET).get(probe.target))
        yield forbid("probe_storm" if storm else "probe_no_zoc", where=[probe.target], target=probe.target, others=probes_at_hand(probe))
    else:
        yield permit("probe", where=[probe.target], target=probe.target, zoc=names(zoc))


def probes_at_hand(probe: Probe) -> str:
    """The hexes next to all the units that they could probe."""
    near = [set(probe.s.grid.neighbours(unit.hex)) for unit in probe.attackers if unit.hex]
    hexes = sorted(set.intersection(*near)) if near else []
    free = [hex_ for hex_ in hexes if in_enemy_zoc(probe.s, hex_, GERMAN) and not any(unit.side == SOVIET for unit in probe.s.at(hex_))]
    return ", ".join(free) or "-"


@rule("13.6", Attack)
def a_probe_was_the_attack(attack: Attack) -> Findings:
    """A probe counts as the unit's attack of the phase."""
    for unit in attack.attackers:
        done = attack.s.acts(unit.id, act="probe", phase=attack.s.stated("phase"), turn=attack.s.stated("turn"))
        if done:
            yield forbid("probed_already", units=[unit.id], unit=unit.id, hex=done[0].get("hex", "?"))


@rule("13.6", Probe, "after")
def probe_advances(probe: Probe) -> Findings:
    """The units advance into the hex; that was their attack."""
    for unit in probe.attackers:
        yield effect(unit=unit.id, at=probe.target)
        yield record(did=unit.id, act="probe", hex=probe.target)


# ---- 13.7 -------------------------------------------------------------------------------------------------------------------
@rule("13.7", (Attack, Probe))
def mechanized_phase(attack: Fight) -> Findings:
    """In a mechanized combat phase German mechanized units attack or probe again, nobody else."""
    now = moment(attack.s)
    if now.activity != "mech combat":
        return
    if attack.side != GERMAN:
        yield forbid("mech_phase_german", units=[unit.id for unit in attack.attackers])
        return
    for unit in attack.attackers:
        if unit.fact("class") != "mechanized":
            yield forbid("mech_phase_mechanized", units=[unit.id], unit=unit.id)
    yield permit("mech_phase", units=[unit.id for unit in attack.attackers])


@rule("13.7", (Advance, Retreat, Resolve))
def as_in_any_combat(deed: Aftermath) -> Findings:
    """Results of a mechanized combat phase are carried out as those of any other."""
    if moment(deed.s).activity == "mech combat":
        yield define("as_in_any_combat")


# ---- 13.8 -------------------------------------------------------------------------------------------------------------------
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


@rule("13.8.2", Attack, "shifts")
def concentric(attack: Attack) -> Findings:
    """Opposite hexsides, three alternate hexes, or more than three hexes: two columns for Germans, one for Soviets."""
    why = concentric_by(attack)
    if why:
        yield shift(2 if attack.side == GERMAN else 1, f"concentric_{why}", "concentric")
    elif len({unit.hex for unit in attack.attackers}) > 1 or attack.support[attack.side]:
        yield define("not_concentric", where=[attack.target], target=attack.target)


def concentric_by(attack: Attack) -> str | None:
    """Which of the three kinds of concentric attack this is, or None; ranged support adds no direction (A-17)."""
    grid = attack.s.grid
    hexes = {unit.hex for unit in attack.attackers if unit.hex}
    if len(hexes) < 2:
        return None
    directions = {grid.direction(attack.target, hex_) for hex_ in hexes if grid.adjacent(attack.target, hex_)}
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
        yield define("terrain_no_shift", where=[attack.target], terrain=terrain, hex=attack.target)


@rule("13.8.3", Attack, "crossing")
def all_across_a_river(attack: Attack) -> Findings:
    """One left if every attacking unit attacks across a river hexside, in frost as well (A-44)."""
    if lone_guns(attack):
        return
    sides = [attack.s.side(hex_, attack.target) for hex_ in dict.fromkeys(unit.hex for unit in attack.attackers if unit.hex)]
    known = [side.stated("features") for side in sides]
    if any(features is not None and "river" not in features for features in known):
        if any(features and "river" in features for features in known):
            yield define("not_all_cross", where=[attack.target])
        return
    if all("river" in side.features for side in sides):
        yield shift(attack.table("tec")["river"]["shift"], "river_shift", "river")


@rule("13.8.4", Attack, "shifts", exception_to="13.8.3")
def town_shift(attack: Attack) -> Findings:
    """A town or fortified locality shifts in place of the terrain under it (A-24)."""
    if lone_guns(attack) or not attack.fortified:
        return
    place = attack.s.hex(attack.target)
    if place.stated("terrain") in (None, "rough") and attack.reading("A-24") == "adds" and place.terrain == "rough":
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


@rule("13.8.4", Attack, "shifts", exception_to="13.8.2")
def no_concentric_against_towns(attack: Attack) -> Findings:
    """No concentric bonus against a town or fortified locality."""
    if not lone_guns(attack) and concentric_by(attack) and attack.fortified:
        yield define("no_concentric_town", where=[attack.target], hex=attack.target)


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
            yield forbid("town_never_retreats", where=[retreat.battle], hex=retreat.battle)


@rule("13.8.4", Resolve)
def towns_hold(resolve: Resolve) -> Findings:
    """A DR against a town or fortified locality is ignored; the DL1 of a DL1+DR stays."""
    result = resolve.slots.get("result") or resolve.result or ""
    features = resolve.s.hex(resolve.battle).stated("features") if resolve.battle else ()
    if "DR" in result and features and ("town" in features or "fortified" in features):
        applied = "DL1" if "DL1" in result else "none"
        yield define("retreat_ignored", where=[resolve.battle], raw=result, result=applied, hex=resolve.battle)


# ---- 13.9 -------------------------------------------------------------------------------------------------------------------
@rule("13.9", Attack, "result")
def what_happens(attack: Attack) -> Findings:
    """The result that is applied."""
    raw = attack.computed("table_result")
    if raw is not None:
        yield value("result", raw, f"result_{raw}", result=raw)


@rule("13.9", Attack, "after")
def being_carried_out(attack: Attack) -> Findings:
    """The attack is over for the attackers; its result is to be carried out."""
    for unit in attack.attackers:
        yield record(did=unit.id, act="attack", hex=attack.target)
    support = [unit.id for units in attack.support.values() for unit in units]
    pending = {"act": "attack", "hex": attack.target, "result": attack.computed("result"), "attackers": [unit.id for unit in attack.attackers],
               "defenders": [unit.id for unit in attack.defenders], "support": support}  # fmt: skip
    yield record(state="pending", value=pending)


def possible_retreats(deed: FpaCase, unit: Unit, start: str) -> list[str]:
    """The hexes a unit may retreat to: one hex, on the map, free of enemies, open to its movement, not overstacked."""
    from .r12_movement import restricted

    found = []
    for hex_ in deed.s.grid.neighbours(start):
        if any(other.side != unit.side for other in deed.s.at(hex_)):
            continue
        if unit.side == SOVIET and restricted(deed.s, hex_) and deed.reading("A-15") == "closed":
            continue
        if is_garrison(unit) or list(overstacked(deed, hex_, [unit], unit.side, quiet=True)):
            continue
        found.append(hex_)
    return found


@rule("13.9", Retreat)
def retreat_one_hex(retreat: Retreat) -> Findings:
    """One hex, chosen by the German player for both sides, not where the unit could not move or would be overstacked."""
    if retreat.chooser not in (None, GERMAN):
        yield forbid("german_chooses", side=retreat.chooser)
    if retreat.result is not None and "DR" not in retreat.result:
        yield forbid("no_retreat_called_for", result=retreat.result)
    if retreat.result == "DL1+DR" and not retreat.pending.get("steps_taken") and retreat.defenders:
        yield forbid("loss_before_retreat")
    if retreat.pending.get("retreated"):
        yield forbid("already_retreated")
    fighters = [unit.id for unit in retreat.defenders]
    for unit in retreat.movers:
        here = retreat.standing(unit)
        if retreat.battle and unit.id not in fighters and (unit.id in retreat.attackers or here != retreat.battle):
            yield forbid("not_a_defender", units=[unit.id], unit=unit.id, hex=retreat.battle)
        elif here != retreat.start:
            yield forbid("stands_elsewhere", units=[unit.id], where=[here], unit=unit.id, hex=here, named=retreat.start)
    start = retreat.start or ""
    if len(retreat.path) > 1 or not retreat.s.grid.adjacent(start, retreat.to):
        yield forbid("retreat_not_one_hex", where=[start, retreat.to], start=start, hex=retreat.to, open=open_to(retreat))
        return
    enemies = [unit for unit in retreat.s.at(retreat.to) if unit.side != retreat.side]
    if enemies:
        yield forbid("retreat_enemy", where=[retreat.to], units=[unit.id for unit in enemies], hex=retreat.to, enemy=names(enemies), open=open_to(retreat))
        return
    retreat.s.complete()
    if retreat.forbidden:
        yield define("retreat_closed", where=[retreat.to], hex=retreat.to, open=open_to(retreat))
    else:
        yield permit("may_retreat", where=[retreat.to], units=[unit.id for unit in retreat.movers], hex=retreat.to)


def open_to(retreat: Retreat) -> str:
    """The hexes that are open to the unit, for a text; not asked for where they hang on something unknown."""
    try:
        return ", ".join(possible_retreats(retreat, retreat.movers[0], retreat.start or "")) or "-"
    except Missing:
        return "?"


@rule("13.9", Stay)
def retreats_are_not_voluntary(stay: Stay) -> Findings:
    """A defender that has to retreat and can does so; one that can't stays and takes a DL1."""
    if stay.result not in ("DR", "DL1+DR") or stay.pending.get("retreated"):
        return
    for unit in stay.movers:
        if unit in stay.defenders:
            open_hexes = possible_retreats(stay, unit, stay.battle or "")
            if open_hexes:
                yield forbid("must_retreat", units=[unit.id], where=open_hexes, unit=unit.id, hexes=", ".join(open_hexes))
            else:
                yield permit("retreat_blocked", units=[unit.id], unit=unit.id)


@rule("13.9", Retreat, "numbers")
def open_retreats(retreat: Retreat) -> Findings:
    """All hexes that are open to the unit."""
    yield value("retreats", possible_retreats(retreat, retreat.movers[0], retreat.start or ""))


@rule("13.9", Retreat, "after")
def retreated(retreat: Retreat) -> Findings:
    """The units stand in their new hex; the hex may be entered once all have left."""
    for unit in retreat.movers:
        yield effect(unit=unit.id, at=retreat.to)
        yield record(did=unit.id, act="retreat", **{"from": retreat.start}, hex=retreat.to)
    if retreat.pending:
        rest = [unit for unit in retreat.defenders if unit not in retreat.movers and unit.hex == retreat.battle]
        if not rest:
            yield record(state="pending", value={**retreat.pending, "retreated": True})


@rule("13.9", Attack, "strength")
def retreated_units_defend(attack: Attack) -> Findings:
    """A unit that retreated into the hex earlier in the phase adds its defence factor."""
    phase, turn = attack.s.stated("phase"), attack.s.stated("turn")
    for unit in attack.defenders:
        if unit.id in attack.s.history and attack.s.acts(unit.id, act="retreat", phase=phase, turn=turn):
            yield define("retreated_defends", units=[unit.id], unit=unit.id)


@rule("13.9", Loss)
def whose_loss(loss: Loss) -> Findings:
    """AL1 comes from the attackers, DL1 from the defenders, each side choosing its own; with mobile units in the hex never from
    the garrison."""
    result = loss.slots.get("result") or loss.result
    chooser = loss.slots.get("side")
    if loss.result and loss.slots.get("result") and not _covers(loss.result, loss.slots["result"]):
        yield forbid("other_result", result=loss.result, named=loss.slots["result"])
    defenders = loss.defenders
    for unit in loss.movers:
        if chooser and unit.side != chooser:
            yield forbid("own_losses", units=[unit.id], unit=unit.id, side=chooser)
        if not loss.pending or unit.id in loss.supporters:
            continue
        attacking, defending = unit.id in loss.attackers, unit in defenders
        if result == "AL1" and not attacking:
            yield forbid("not_an_attacker", units=[unit.id], unit=unit.id, names=", ".join(loss.attackers))
        elif result in ("DL1", "DL1+DR") and not defending:
            yield forbid("not_a_defender", units=[unit.id], unit=unit.id, hex=loss.battle)
        elif result == "EX" and not (attacking or defending):
            yield forbid("not_in_combat", units=[unit.id], unit=unit.id)
        elif result in ("AS", "DR", "none"):
            yield forbid("no_loss_called_for", result=result)
        if is_garrison(unit):
            mobile = [other for other in loss.s.at(unit.hex or "") if other.side == GERMAN and not is_garrison(other)]
            if mobile:
                yield forbid("mobile_first", units=[unit.id], unit=unit.id, mobile=names(mobile))
    if loss.movers and not loss.forbidden:
        yield permit("loss_taken", units=[unit.id for unit in loss.movers], unit=names(loss.movers))


def _covers(result: str, named: str) -> bool:
    return named == result or (result == "DL1+DR" and named == "DL1")


@rule("13.9", Loss, "after")
def step_lost(loss: Loss) -> Findings:
    """One step less, or the unit is gone."""
    for unit in loss.movers:
        count = loss.slots.get("count") or 1
        steps = unit.stated("steps")
        if steps is not None:
            yield value("steps_left", max(0, steps - count))
        if loss.slots.get("last") or (steps is not None and steps <= count):
            yield effect(unit=unit.id, eliminated=True)
        else:
            yield effect(unit=unit.id, steps=-count)
    if loss.pending:
        yield record(state="pending", value={**loss.pending, "steps_taken": True})


@rule("13.9", Advance)
def left_empty(advance: Advance) -> Findings:
    """A result opens the hex for an advance only if it leaves no defender in it."""
    if advance.result and advance.to == advance.battle:
        rest = [unit for unit in advance.s.at(advance.to) if unit.side != advance.side]
        yield define("still_held" if rest else "left_empty", where=[advance.to], hex=advance.to, result=advance.result)


@rule("13.9", Resolve)
def carry_out(resolve: Resolve) -> Findings:
    """Losses come before retreats; a force that can't retreat stays and loses one more step."""
    result = resolve.slots.get("result") or resolve.result
    if not resolve.pending or result is None:
        yield forbid("nothing_pending")
        return
    if resolve.slots.get("target") and resolve.battle and resolve.slots["target"] != resolve.battle:
        yield forbid("other_battle", hex=resolve.battle, named=resolve.slots["target"])
        return
    yield permit(f"result_{result}", where=[resolve.battle], result=result)


@rule("13.9", Resolve, "numbers")
def outcome(resolve: Resolve) -> Findings:
    """What the result comes to, as far as nobody has a choice; choices are listed."""
    result = resolve.slots.get("result") or resolve.result or ""
    defenders = resolve.defenders
    place = resolve.s.hex(resolve.battle or "")
    if "DR" in result and not resolve.pending.get("retreated"):
        features = place.features
        if "town" in features or "fortified" in features:
            result = "DL1" if "DL1" in result else "none"
    yield value("applied", result)
    losses = 1 if ("DL1" in result or result == "EX") and not resolve.pending.get("steps_taken") else 0
    if "DR" in result and not resolve.pending.get("retreated"):
        alive = [unit for unit in defenders if not (losses and len(defenders) == 1 and unit.steps <= 1)]
        blocked = [unit for unit in alive if not possible_retreats(resolve, unit, resolve.battle or "")]
        if blocked:
            yield value("retreat", "blocked", "retreat_blocked", where=[resolve.battle], units=[unit.id for unit in blocked], unit=names(blocked))
            losses += len(blocked) if len(blocked) > 1 and resolve.reading("A-30") == "unit" else 1
        elif alive:
            yield value("retreats", possible_retreats(resolve, alive[0], resolve.battle or ""))
    mobile = [unit for unit in defenders if not is_garrison(unit)] or defenders
    yield value("losses", losses)
    yield from _forced(mobile, losses)
    if result in ("AL1", "EX"):
        attackers = [resolve.unit(id_) for id_ in resolve.attackers if id_ not in resolve.s.eliminated]
        yield value("losses", 1 + losses if result == "EX" else 1)
        yield from _forced(attackers, 1)


def _forced(units: list[Unit], losses: int) -> Findings:
    """A loss that only one unit can take."""
    if losses and len(units) == 1:
        unit = units[0]
        steps = unit.steps
        yield value("steps_left", max(0, steps - losses))
        yield effect(unit=unit.id, eliminated=True) if steps <= losses else effect(unit=unit.id, steps=-losses)


# ---- 13.10 ------------------------------------------------------------------------------------------------------------------
@rule("13.10", Advance)
def into_the_empty_hex(advance: Advance) -> Findings:
    """One or more of the attackers may enter the hex that the defenders left empty, before the next combat."""
    pending = advance.pending
    if advance.battle and advance.to != advance.battle:
        yield forbid("advance_elsewhere", where=[advance.to], hex=advance.battle, named=advance.to)
    if len(advance.path) > 1:
        yield forbid("advance_one_hex", where=advance.path)
    if pending.get("later"):
        yield forbid("advance_too_late", later=", ".join(pending["later"]))
    if not pending and not advance.s.stated("pending"):
        yield forbid("nothing_to_advance_from")
    for unit in advance.movers:
        if pending and unit.id not in advance.attackers and unit.id not in advance.supporters:
            yield forbid("did_not_attack", units=[unit.id], unit=unit.id, names=", ".join(advance.attackers))
        elif unit.id in advance.s.eliminated:
            yield forbid("already_eliminated", units=[unit.id], unit=unit.id)
    if advance.result in ("AS", "AL1", "none"):
        yield forbid("no_advance_after", result=advance.result)
    enemies = [unit for unit in advance.s.at(advance.to) if unit.side != advance.side]
    if enemies:
        yield forbid("hex_not_empty", where=[advance.to], units=[unit.id for unit in enemies], hex=advance.to, enemy=names(enemies))
    else:
        advance.s.complete()
    if advance.forbidden:
        yield define("advance_closed", where=[advance.to], hex=advance.to)
    else:
        yield permit("may_advance", where=[advance.to], units=[unit.id for unit in advance.movers], hex=advance.to)


@rule("13.10", Stay)
def advances_are_voluntary(stay: Stay) -> Findings:
    """No attacker has to advance."""
    if stay.pending and stay.movers != stay.defenders:
        yield permit("no_duty_to_advance", units=[unit.id for unit in stay.movers])


@rule("13.10", Advance, "after")
def advanced(advance: Advance) -> Findings:
    """The units stand in the hex."""
    for unit in advance.movers:
        yield effect(unit=unit.id, at=advance.to)
        yield record(did=unit.id, act="advance", hex=advance.to)


# ---- questions --------------------------------------------------------------------------------------------------------------
def trial(question: FpaCase, units: list[str], target: str, **slots: Any) -> Ruling:
    """The ruling on an attack that is only thought of."""
    saved = question.s.tried, question.s.assumed
    try:
        return judge(question.book, question.s, "attack", {"units": units, "target": target, **slots}, "", (), full=False)
    finally:
        question.s.tried, question.s.assumed = saved


@rule("13.0", AskAttackers, "answer")
def what_can_attack(question: AskAttackers) -> Findings:
    """Every unit of the other side that may attack the hex alone, and those that would need company."""
    target = question.hex_of("target")
    here = question.s.at(target)
    side = question.book.enemy(here[0].side) if here else question.s.stated("active") or GERMAN
    if not here:
        yield define("no_defender", where=[target], target=target)
    able, why_not = [], []
    for unit in question.s.placed():
        if unit.side != side:
            continue
        if not question.s.grid.adjacent(unit.hex, target):
            continue
        ruling = trial(question, [unit.id], target)
        if ruling.verdict == "legal":
            able.append(unit.id)
        elif ruling.verdict == "undetermined":
            need = ruling.needs[0]
            raise Missing(need.fact, question.values_of(need.fact))
        else:
            why_not.append(f"{unit.id} ({', '.join(number for number, finding in ruling.findings if finding.effect == 'forbids')})")
    yield value("attackers", able, "attackers", where=[target], units=able, target=target, names=", ".join(able) or "-")
    yield value("answer", ", ".join(able) or "none")
    if why_not:
        yield define("not_attackers", where=[target], names=", ".join(why_not))


@rule("13.1", AskAttackers, "answer")
def who_can_support(question: AskAttackers) -> Findings:
    """The ranged artillery that stands two hexes away attacks nobody alone, but may support."""
    target = question.hex_of("target")
    for unit in question.s.placed():
        if unit.side == GERMAN and is_ranged(unit) and question.s.grid.distance(unit.hex, target) == 2:
            yield define("gun_supports_only", units=[unit.id], where=[target], unit=unit.id, target=target)


@rule("13.8", AskNeed, "answer")
def what_it_takes(question: AskNeed) -> Findings:
    """The attack factors that reach a column against a hex, before and after the shifts that are certain."""
    target = question.hex_of("target")
    if question.slots.get("units"):
        units = list(question.slots["units"])
    else:
        here = question.s.at(target)
        side = question.book.enemy(here[0].side) if here else GERMAN
        near = [unit for unit in question.s.placed() if unit.side == side and question.s.grid.adjacent(unit.hex, target)]
        units = [unit.id for unit in near if trial(question, [unit.id], target).verdict == "legal"]
    if not units:
        yield define("nobody_attacks", where=[target], target=target)
        yield value("answer", "none")
        return
    slots = {"aids": question.slots.get("aids") or ()}
    ruling = trial(question, units, target, **slots)
    for need in ruling.needs:
        if need.fact != "rolls":
            raise Missing(need.fact, question.values_of(need.fact))
    question.ruling.cites.update(ruling.cites)
    wanted = question.slots.get("odds") or "1:1"
    first, _, second = wanted.partition(":")
    place = int(first) if second == "1" else 0 if wanted == "1:2" else -1
    shifts = sum(finding.by for _, finding in ruling.shifts)
    start = place - shifts
    defense = ruling.computed.get("defense_total") or 0
    factors_needed = max(0, start * defense if start >= 1 else -(-defense // 2) if start == 0 else 1)
    have = ruling.computed.get("attack_total") or 0
    yield value("needed", factors_needed, "needed", units=units, target=target, odds=wanted, needed=factors_needed, defense=defense, shifts=f"{shifts:+d}")
    yield value("attack_total", have)
    yield value("defense_total", defense)
    yield value("column", ruling.computed.get("column"))
    missing = max(0, factors_needed - have)
    yield value("answer", missing or "yes", "need_missing" if missing else "need_met", have=have, missing=missing, names=", ".join(units))


@rule("13.9", AskRetreats, "answer")
def where_it_may_retreat(question: AskRetreats) -> Findings:
    """Every hex that is open to a retreat of the unit."""
    named = question.units_of() or question.s.at(question.slots.get("at") or "")
    if not named:
        raise InputError("no_units")
    unit = named[0]
    start = question.slots.get("from") or question.standing(unit)
    if start is None:
        yield define("not_on_map", units=[unit.id], unit=unit.id)
        return
    open_hexes = possible_retreats(question, unit, start)
    yield value("retreats", open_hexes, "retreats" if open_hexes else "no_retreat", units=[unit.id], unit=unit.id, hexes=", ".join(open_hexes))
    yield value("answer", ", ".join(open_hexes) or "none")


@rule("13.9", AskChances, "answer")
def chances(question: AskChances) -> Findings:
    """The chance of each result of an attack that is named, or that has been declared and not yet rolled."""
    pending = question.s.pending or {}
    units = list(question.slots.get("units") or pending.get("attackers") or ())
    target = question.slots.get("target") or pending.get("hex")
    if not units and target:
        here = question.s.at(target)
        side = question.book.enemy(here[0].side) if here else GERMAN
        near = [unit for unit in question.s.placed() if unit.side == side and question.s.grid.adjacent(unit.hex, target)]
        units = [unit.id for unit in near if trial(question, [unit.id], target).verdict == "legal"]
    if not units or not target:
        yield define("nobody_attacks", target=target or "?")
        return
    saved = question.s.tried, question.s.assumed
    try:
        ruling = judge(question.book, question.s, "attack", {"units": units, "target": target, "aids": question.slots.get("aids") or ()}, "", (), True)
    finally:
        question.s.tried, question.s.assumed = saved
    for need in ruling.needs:
        raise Missing(need.fact, question.values_of(need.fact))
    question.ruling.cites.update(ruling.cites)
    for number, finding in ruling.findings:
        if finding.effect == "forbids":
            question.add(number, finding._replace(effect="defines"))
    if ruling.verdict != "legal":
        yield value("answer", "none")
        return
    for name in ("odds", "column"):
        if name in ruling.computed:
            yield value(name, ruling.computed[name])
    if isinstance(question, AskOdds):
        for name in ("attack_total", "defense_total"):
            yield value(name, ruling.computed.get(name))
        yield value("answer", ruling.computed.get("column"))
        return
    if ruling.roll is not None:
        table = {name: str(share) for name, share in ruling.roll.chances.items()}
        yield value("chances", table)
        yield value("roll_table", ruling.roll.table)
        wanted = question.slots.get("result")
        yield value("answer", table.get(wanted, "0") if wanted else ", ".join(f"{name} {share}" for name, share in table.items()))
    else:
        yield value("result", ruling.computed.get("result"))
        yield value("chances", {str(ruling.computed.get("result")): "1"})
        yield value("answer", ruling.computed.get("result"))
