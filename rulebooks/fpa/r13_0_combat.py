"""Chapter 13, combat, 13.0 to 13.7: who attacks, with what help."""

from __future__ import annotations

from typing import Any

from adjudicator.book import Findings, Marker, Missing, Unit, define, effect, forbid, permit, record, rule, shift, term, unused, value
from adjudicator.kit import names, went

from .acts import germans_act, kg_about, soviets_act
from .acts_combat import Advance, Aftermath, Attack, Fight, Loss, Probe, Resolve, Retreat, air_used, share_told, supported
from .vocabulary import GERMAN, SOVIET, in_enemy_zoc, is_artillery, is_garrison, is_ranged, mech_phase, zones


# ---- 13.0 -------------------------------------------------------------------------------------------------------------------
@rule("13.0", Attack)
def adjacent_enemy(attack: Attack) -> Findings:
    """An attack goes against the units of an adjacent hex."""
    for unit in attack.attackers:
        here = attack.standing(unit)
        if here is None:
            yield forbid("not_on_map", unit)
        elif not attack.s.grid.adjacent(here, attack.target):
            near = near_targets(attack, here)
            yield forbid("not_adjacent", unit, where=[here, attack.target], hex=here, target=attack.target, near=near)
    mixed = [unit for unit in attack.attackers if unit.side != attack.side]
    if mixed:
        yield forbid("mixed_sides", mixed)
    for unit in [attack.unit(id_) for id_ in attack.slots.get("target_units") or ()]:
        if unit.stated("side") == attack.side:
            yield forbid("own_unit", unit)
        elif (here := unit.hex) is not None and here != attack.target:
            yield forbid("stands_elsewhere", unit, here, named=attack.target)
    for unit in attack.left_out(attack.defenders):
        yield forbid("all_defend", unit, where=[attack.target], target=attack.target)
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
            yield forbid("already_attacked", unit, hex=done[0].get("hex", "?"))
    for hex_ in attack.slots.get("also") or ():
        yield forbid("one_hex_per_attack", attack.attackers, where=[attack.target, hex_], target=attack.target, hex=hex_)
    before = attack.s.acts_at(attack.target, "attack", phase, turn)
    if before:
        ours = {unit.id for unit in attack.attackers}
        others = [attack.s.units.get(id_) for id_ in before if id_ not in ours]
        if any(unit is not None and unit.hex is not None for unit in others) and attack.reading("A-34") == "once":
            yield forbid("hex_attacked_before", where=[attack.target], target=attack.target)
    if not attack.forbidden:
        yield permit("may_attack", attack.attackers, where=[attack.target])


@rule("13.0", Attack, when=share_told, each="attackers")
def whole_strength(attack: Attack, unit: Unit) -> Findings:
    """A unit brings all the strength that it has: a part of it only where its supply leaves it no more than half (8.3)."""
    if attack.slots["share"] == "part" or unit.side != SOVIET or unit.supply != "out":
        yield forbid("whole_strength", unit)


# ---- 13.1 -------------------------------------------------------------------------------------------------------------------
@rule("13.1", Attack)
def ranged_support(attack: Attack) -> Findings:
    """18AD supports a German attack exactly two hexes away if no Soviet unit is next to it, or a defence up to two hexes away;
    never from an enemy ZOC, once per phase."""
    for side, units in attack.support.items():
        for unit in units:
            if unit.side == GERMAN and side == GERMAN and is_ranged(unit):
                yield from _support_of(attack, unit, "attack" if attack.side == GERMAN else "defense")
            elif not is_artillery(unit):
                yield forbid("no_range", unit)
    if attack.side == SOVIET:
        for unit in attack.defenders:
            if is_ranged(unit):
                yield define("gun_defends_itself", unit)
    else:
        for unit in attack.attackers:
            if is_ranged(unit):
                yield define("gun_attacks_adjacent", unit)
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
        yield forbid("not_on_map", unit)
        return
    near = zones(attack.s, SOVIET)[here]
    if unit in attack.attackers:
        yield forbid("gun_twice", unit)
    elif role == "attack":
        if near:
            yield forbid("gun_next_to_enemy", unit, where=[here], enemy=names(near))
    elif near and (in_enemy_zoc(attack.s, here, GERMAN) or attack.reading("A-16") == "adjacent"):
        yield forbid("gun_in_zoc", unit, where=[here], enemy=names(near))
    if not near:
        attack.s.complete()
    distance = attack.s.grid.distance(here, attack.target)
    if distance > 2 or (distance == 1 and role == "attack" and not near):
        yield forbid("gun_out_of_range", unit, where=[here, attack.target], distance=distance)
    done = attack.s.acts(unit.id, phase=attack.s.stated("phase"), turn=attack.s.stated("turn"))
    used = [item for item in done if item.get("act") in (f"{role}_support", "attack", "probe")]
    if used:
        yield forbid("gun_used", unit)


@rule("13.1", Attack, "aids", when=supported)
def ranged_factors(attack: Attack) -> Findings:
    """In support the division adds its attack factor, in attack and in defence."""
    for side, units in attack.support.items():
        ledger = "attack" if side == attack.side else "defense"
        for unit in units:
            yield term(ledger, unit.attack, "gun_support", "support", unit=unit.id)
            yield record(did=unit.id, act="attack_support" if ledger == "attack" else "defense_support", hex=attack.target)


@rule("13.1", (Loss, Advance, Retreat), each="movers")
def support_is_not_touched(deed: Aftermath, unit: Unit) -> Findings:
    """In its support role the division takes no losses, does not retreat and does not advance."""
    if unit.id in deed.supporters:
        yield forbid("gun_not_touched", unit)


# ---- 13.2 -------------------------------------------------------------------------------------------------------------------
@rule("13.2", Attack)
def guns_need_company(attack: Attack) -> Findings:
    """Soviet artillery attacks only from a hex that it shares with a non-artillery unit."""
    for unit in (unit for units in attack.support.values() for unit in units):
        if is_artillery(unit):
            yield forbid("soviet_guns_no_range", unit)
    if attack.side != SOVIET:
        return
    for unit in attack.attackers:
        if is_artillery(unit):
            company = [other for other in attack.s.at(unit.hex or "") if other.side == SOVIET and not is_artillery(other)]
            if not company:
                attack.s.complete()
                yield forbid("guns_alone", unit, where=[unit.hex])
            elif unit.supply == "out":
                yield forbid("guns_out_of_supply", unit)
            else:
                yield permit("guns_in_company", unit, company=names(company))


def lone_guns(attack: Attack) -> bool:
    """Whether only Soviet artillery stands in the target hex."""
    if attack.only_guns is None:
        attack.only_guns = attack.side == GERMAN and bool(attack.defenders) and all(is_artillery(unit) for unit in attack.defenders)
    return attack.only_guns


@rule("13.2", Attack, "modifiers", when=soviets_act, each="attackers")
def guards_mortars(attack: Attack, unit: Unit) -> Findings:
    """3rd Guards Mortars doubles its factor against a clear hex, rivers or not."""
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
        guns = attack.part(ledger, "artillery") if side == SOVIET else 0
        if not guns or lone_guns(attack):
            continue
        ground = attack.part(ledger, "ground")
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


@rule("13.2", Attack, "result", when=germans_act)
def guns_alone_are_lost(attack: Attack) -> Findings:
    """Artillery attacked without a non-artillery unit in its hex is eliminated, without odds or die (A-19)."""
    if lone_guns(attack):
        yield value("result", "eliminated", "guns_alone_lost", attack.defenders, where=[attack.target])
        for unit in attack.defenders:
            yield effect(unit=unit.id, eliminated=True)


@rule("13.2", Advance)
def after_lone_guns(advance: Advance) -> Findings:
    """The hex of lost artillery is empty and may be advanced into (A-19)."""
    if advance.result == "eliminated":
        if advance.reading("A-19") == "none":
            yield forbid("no_advance_after", result=advance.result)
        else:
            yield define("guns_left_it_empty", advance.to)


# ---- 13.3 -------------------------------------------------------------------------------------------------------------------
@rule("13.3", Attack, when=air_used)
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


@rule("13.3", Attack, "aids", when=air_used)
def air_factors(attack: Attack) -> Findings:
    """Each marker is worth one factor."""
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


@rule("13.4", Attack, when=kg_about)
def kg_entitled(attack: Attack) -> Findings:
    """One KG per combat, within two hexes of the target, once per phase and role; storm and ZOC do not matter."""
    if attack.claimed_kgs and attack.kg_side != GERMAN:
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


@rule("13.4", Attack, "shifts", when=kg_about)
def kg_bonus(attack: Attack) -> Findings:
    """One column in favour of the Germans."""
    marker = chosen_kg(attack)
    if marker is not None:
        yield shift(1 if attack.side == GERMAN else -1, "kg_bonus", "kg", marker=marker.id)
        yield record(did=marker.id, act="attack_support" if attack.side == GERMAN else "defense_support", hex=attack.target)


@rule("13.4", Loss)
def markers_are_no_steps(loss: Aftermath) -> Findings:
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
            yield define("tigers_stay_out", idle)
    for tiger in tigers:
        for other in attack.s.at(tiger.hex or ""):
            if other is tiger or other.side != GERMAN or is_garrison(other) or other.size != "division":
                continue
            if other not in fighting and attack.reading("A-28") == "attacks":
                continue
            yield shift(1 if attack.side == GERMAN else -1, "heavy_tanks", "tigers", unit=tiger.id, division=other.id)
            return
    if tigers:
        yield define("tigers_alone", tigers)


# ---- 13.6 -------------------------------------------------------------------------------------------------------------------
@rule("13.6", Probe)
def probe_into_zoc(probe: Probe) -> Findings:
    """Only Germans probe: an adjacent hex without Soviet units but in a Soviet ZOC."""
    if probe.side != GERMAN:
        yield forbid("only_germans_probe", probe.attackers)
        return
    for unit in probe.attackers:
        here = probe.standing(unit)
        if here is None:
            yield forbid("not_on_map", unit)
        elif not probe.s.grid.adjacent(here, probe.target):
            yield forbid("probe_not_adjacent", unit, where=[here, probe.target], hex=here, target=probe.target)
    if probe.defenders:
        yield forbid("probe_occupied", where=[probe.target], target=probe.target, enemy=names(probe.defenders))
        return
    zoc = in_enemy_zoc(probe.s, probe.target, GERMAN)
    if not zoc:
        storm = bool(zones(probe.s, SOVIET)[probe.target])
        yield forbid("probe_storm" if storm else "probe_no_zoc", where=[probe.target], target=probe.target, others=probes_at_hand(probe))
    else:
        yield permit("probe", where=[probe.target], target=probe.target, zoc=names(zoc))


def probes_at_hand(probe: Probe) -> str:
    """The hexes next to all the units that they could probe."""
    near = [set(probe.s.grid.neighbours(unit.hex)) for unit in probe.attackers if unit.hex]
    hexes = sorted(set.intersection(*near)) if near else []
    free = [hex_ for hex_ in hexes if in_enemy_zoc(probe.s, hex_, GERMAN) and not any(unit.side == SOVIET for unit in probe.s.at(hex_))]
    return ", ".join(free) or "-"


@rule("13.6", Attack, when=germans_act, each="attackers")
def a_probe_was_the_attack(attack: Attack, unit: Unit) -> Findings:
    """A probe counts as the unit's attack of the phase."""
    done = attack.s.acts(unit.id, act="probe", phase=attack.s.stated("phase"), turn=attack.s.stated("turn"))
    if done:
        yield forbid("probed_already", unit, hex=done[0].get("hex", "?"))


@rule("13.6", Probe, "after", each="attackers")
def probe_advances(probe: Probe, unit: Unit) -> Findings:
    """The units advance into the hex; that was their attack."""
    yield from went(unit, probe.target, "probe", hex=probe.target)


# ---- 13.7 -------------------------------------------------------------------------------------------------------------------
@rule("13.7", (Attack, Probe), when=mech_phase)
def mechanized_phase(attack: Fight) -> Findings:
    """In a mechanized combat phase German mechanized units attack or probe again, nobody else."""
    if attack.side != GERMAN:
        yield forbid("mech_phase_german", attack.attackers)
        return
    for unit in attack.attackers:
        if unit.fact("class") != "mechanized":
            yield forbid("mech_phase_mechanized", unit)
    yield permit("mech_phase", attack.attackers)


@rule("13.7", (Advance, Retreat, Resolve), when=mech_phase)
def as_in_any_combat(deed: Aftermath) -> Findings:
    """Results of a mechanized combat phase are carried out as those of any other."""
    yield define("as_in_any_combat")
