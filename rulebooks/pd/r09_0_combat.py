"""Chapter 9, combat, 9.0 to 9.3: who attacks what, with what strength, on which column."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

from adjudicator.book import rule
from adjudicator.book.engine import suppose
from adjudicator.ground.facts import Missing
from adjudicator.ground.ruling import UNDETERMINED, Findings, define, effect, forbid, permit, record, shift, term, value, warn
from adjudicator.ground.situation import Situation, Unit
from adjudicator.kit.charts import cell, entry, names
from adjudicator.kit.numbers import number, ratio

from .acts import GERMAN, is_combat, is_hq, is_ship
from .acts_combat import AirAttack, Attack, Combat
from .r05_zones import bridged, features, river
from .r10_supply import halve

CHART_SHIFTS = (0, -1, -2, -3)
SETTLEMENTS = ("village", "town", "city")
COLUMNS = ("1:2", "1:1", "2:1", "3:1", "4:1", "5:1", "6:1", "7:1", "8:1")
Number = int | Fraction


# ---- 9.0 ----------------------------------------------------------------------------------------------------------------
@rule("9.0", Attack)
def who_may_attack(attack: Attack) -> Findings:
    """Combat units of the active player attack enemies in hexes next to their own; HQs never attack."""
    active = attack.s.stated("active")
    starts = attack.slots.get("from") or ()
    for unit in attack.attackers:
        if unit.id in attack.s.eliminated:
            yield forbid("out_of_play", units=[unit.id], unit=unit.id)
            continue
        if is_hq(unit):
            yield forbid("hq_attacks_not", units=[unit.id], unit=unit.id)
            continue
        if attack.hostile(unit, attack.side):
            yield forbid("mixed_sides", units=[unit.id], unit=unit.id)
        elif active is not None and attack.camp(unit.side) != active:
            yield forbid("not_the_active_side", units=[unit.id], unit=unit.id, active=active)
        place = attack.standing(unit)
        if place is None:
            yield forbid("unit_off_map", units=[unit.id], unit=unit.id)
        elif starts and place not in starts:
            yield forbid("stands_elsewhere", units=[unit.id], unit=unit.id, hex=place, named=", ".join(starts))
        elif not is_ship(unit) and not attack.adjacent(place, attack.target):
            yield forbid("not_adjacent", where=[place, attack.target], units=[unit.id], unit=unit.id, hex=place, target=attack.target)


@rule("9.0", Combat)
def what_may_be_attacked(attack: Combat) -> Findings:
    """No empty hex, and from the ground no HQ that stands alone: it is overrun by entering. Nobody has to attack."""
    there = attack.present
    if not there:
        attack.s.complete()
        yield forbid("nobody_there", where=[attack.target], hex=attack.target)
    elif not any(is_combat(unit) for unit in there) and not isinstance(attack, AirAttack):
        yield forbid("lone_hq_not_attacked", where=[attack.target], units=[unit.id for unit in there], hq=names(there), hex=attack.target)
    elif not attack.forbidden:
        yield permit("may_be_attacked", where=[attack.target], units=[unit.id for unit in there], unit=names(there), hex=attack.target)


# ---- 9.2 ----------------------------------------------------------------------------------------------------------------
@rule("9.2.1", Attack)
def one_attack_each(attack: Attack) -> Findings:
    """Any number of units from any side; each takes part in one attack only."""
    for unit in attack.attackers:
        done = attack.since_activation(unit.id, "attack")
        if done:
            yield forbid("attacked_already", units=[unit.id], unit=unit.id, hex=str(done[-1].get("hex", "?")))
    if attack.also:
        yield forbid("one_hex_each", where=[attack.target, *attack.also], units=[unit.id for unit in attack.attackers], unit=names(attack.attackers))
    if attack.forbidden:
        return
    if len({unit.hex for unit in attack.attackers}) > 1:
        yield permit("from_several_hexes", where=[attack.target], hex=attack.target)
    places = {unit.hex for unit in attack.attackers if unit.hex}
    busy = [unit for hex_ in places for unit in attack.s.at(hex_) if unit not in attack.attackers and attack.since_activation(unit.id, "attack")]
    if busy:
        yield permit("stackmates_attack_apart", units=[unit.id for unit in busy], unit=names(busy))


@rule("9.2.1", Attack)
def mountains_by_road(attack: Attack) -> Findings:
    """Into and out of mountain hexes units attack along roads only."""
    for unit, place in ground_attackers(attack):
        if attack.s.hex(attack.target).terrain != "mountain" and attack.s.hex(place).terrain != "mountain":
            continue
        if "road" in features(attack.s, place, attack.target):
            yield permit("mountain_attack_by_road", where=[place, attack.target], units=[unit.id], unit=unit.id)
        else:
            yield forbid("mountain_attack", where=[place, attack.target], units=[unit.id], unit=unit.id, hex=place, target=attack.target)


def ground_attackers(attack: Combat) -> list[tuple[Unit, str]]:
    """The attacking units that stand next to the target, with their hexes; the ship fires over the water (11.3)."""
    found = []
    for unit in attack.attackers:
        place = unit.hex
        if place is not None and place != attack.target and not is_hq(unit) and not is_ship(unit) and attack.s.grid.adjacent(place, attack.target):
            found.append((unit, place))
    return found


@rule("6.2.4", Attack)
def over_water(attack: Attack) -> Findings:
    """A side that is all water cannot be attacked across; any land makes it an ordinary one."""
    for unit, place in ground_attackers(attack):
        if "water" in features(attack.s, place, attack.target):
            yield forbid("water_side_attack", where=[place, attack.target], units=[unit.id], unit=unit.id, hex=place, target=attack.target)


@rule("9.2.2", Attack)
def the_whole_hex_defends(attack: Attack) -> Findings:
    """All units in the hex defend as one; none is attacked by itself or left out."""
    there = [unit for unit in attack.present if is_combat(unit)]
    spared = [unit for unit in there if (attack.singled and unit not in attack.singled) or unit.id in attack.spared]
    if spared:
        yield forbid("stack_defends_together", where=[attack.target], units=[unit.id for unit in there], hex=attack.target, unit=names(there))
    elif len(there) > 1:
        yield define("defend_together", where=[attack.target], units=[unit.id for unit in there], hex=attack.target, unit=names(there))


@rule("9.2.3", Attack)
def units_without_strength(attack: Attack) -> Findings:
    """A unit with an attack of 0 needs others that have some; it adds nothing, but may take losses and advance."""
    idle: list[Unit] = []
    strong = False
    open_fact: Missing | None = None
    for unit in attack.attackers:
        if is_hq(unit):
            continue
        try:
            if unit.attack > 0:
                strong = True
            else:
                idle.append(unit)
        except Missing as missing:
            open_fact = open_fact or missing
    if strong or attack.forbidden:
        for unit in idle:
            yield permit("zero_takes_part", units=[unit.id], unit=unit.id)
    elif open_fact is not None:
        raise open_fact
    else:
        yield forbid("no_strength", units=[unit.id for unit in idle], unit=names(idle))


@rule("9.2.4", Combat, "withdraw")
def cavalry_answers(attack: Combat) -> Findings:
    """Cavalry that leaves before the combat is judged at once; whoever stays defends the hex, and an emptied one is not fought over."""
    if attack.forbidden or not attack.withdrawals:
        return
    ids = [plane.id for plane in attack.planes] if isinstance(attack, AirAttack) else [unit.id for unit in attack.attackers]
    before = attack.s.facts.get("pending")
    attack.s.facts["pending"] = {"act": "attack", "attackers": ids, "defenders": [unit.id for unit in attack.present], "hex": attack.target}
    try:
        rulings = [suppose(attack, "withdraw", slots, full=True) for slots in attack.withdrawals]
    finally:
        attack.s.facts["pending"] = before
    for ruling in rulings:
        if ruling.verdict == UNDETERMINED:
            for need in ruling.needs:
                raise Missing(need.fact, attack.values_of(need.fact))
        for number_, finding in ruling.findings:
            attack.add(number_, finding)
        for name in ("zoc_losses", "overrun"):
            if name in ruling.computed:
                yield value(name, ruling.computed[name])
        for change in ruling.effects:
            yield effect(**change)
        for change in ruling.records:
            yield record(**change)
    if not attack.forbidden and not any(is_combat(unit) for unit in attack.defenders):
        yield permit("hex_left_before_combat", where=[attack.target], units=[unit.id for unit in attack.leaving], hex=attack.target)


# ---- 9.3 strengths ------------------------------------------------------------------------------------------------------
@rule("9.3", Combat, "strength")
def strengths(attack: Combat) -> Findings:
    """The attack strengths of all attackers against the defence strengths of all combat units in the hex."""
    if attack.forbidden or attack.leaving and not any(is_combat(unit) for unit in attack.defenders):
        return
    attack.s.complete()  # whoever else may stand in the hex defends it
    for unit in attack.attackers:
        yield term("attack", unit.attack, "attack_strength", unit.id, unit=unit.id)
    for unit in attack.defenders:
        if is_combat(unit):
            yield term("defense", unit.defense, "defense_strength", unit.id, unit=unit.id)


@rule("9.3", Attack, "rivers")
def across_rivers(attack: Attack) -> Findings:
    """Across an unbridged river, minor or major, a unit attacks with half its strength."""
    if attack.forbidden:
        return
    for unit, place in ground_attackers(attack):
        water = river(attack.s, place, attack.target, unit.side)
        if water:
            yield from halve(attack, "attack", unit, f"across_{water}", hex=place, target=attack.target)


@rule("6.2.2", Attack, "rivers")
def bridges_in_combat(attack: Attack) -> Findings:
    """A road or railway across the river is a bridge: the attack is not halved."""
    if attack.forbidden:
        return
    for unit, place in ground_attackers(attack):
        there = features(attack.s, place, attack.target)
        if ("minor_river" in there or "major_river" in there) and bridged(attack.s, place, attack.target, unit.side):
            yield define("bridged_attack", where=[place, attack.target], units=[unit.id], unit=unit.id, hex=place, target=attack.target)
        elif "temporary_bridge" in there:
            yield define("bridge_of_no_use", where=[place, attack.target], units=[unit.id], unit=unit.id, hex=place, target=attack.target)


@rule("9.3", Attack)
def river_named(attack: Attack) -> Findings:
    """Whoever says that he attacks over a river must have that river before him."""
    named = attack.slots.get("across")
    if not named or named not in ("minor_river", "major_river"):
        return
    sides = [attack.s.side(place, attack.target).stated("features") for _, place in ground_attackers(attack)]
    if sides and all(found is not None and named not in found for found in sides):
        yield forbid("no_such_river", where=[attack.target], hex=attack.target, river=named)


@rule("9.3", Attack, "limits")
def claimed_strength(attack: Attack) -> Findings:
    """Full or half strength is a matter of the rules, not of choice."""
    claimed = attack.slots.get("claimed")
    if claimed is None or attack.forbidden:
        return
    halvings = [line.group for line in attack.ruling.ledgers.get("attack") or () if line.group and line.value < 0]
    most = max((halvings.count(unit) for unit in halvings), default=0)
    if claimed == "full" and most:
        yield forbid("is_halved", units=[unit.id for unit in attack.attackers])
    elif claimed in ("halved", "quartered") and most != (1 if claimed == "halved" else 2):
        yield forbid("is_not_so_halved", units=[unit.id for unit in attack.attackers], times=most)


@rule("9.3", Combat, "odds")
def the_odds(attack: Combat) -> Findings:
    """Attack total to defence total, expressed as n to 1 or 1 to n and rounded in the defender's favour."""
    totals = totals_of(attack)
    if totals is None:
        return
    ours, theirs = totals
    if theirs <= 0:
        yield value("odds", highest(attack))
        return
    yield value("odds", ratio(ours, theirs), "odds_are", attack=str(ours), defense=str(theirs))


def totals_of(attack: Combat) -> tuple[Number, Number] | None:
    """The rounded totals of both sides; None while there are none."""
    ours, theirs = attack.computed("attack_total"), attack.computed("defense_total")
    return None if attack.forbidden or ours is None or theirs is None else (ours, theirs)


def highest(attack: Combat) -> str:
    """The last column of the combat table (9.3.2)."""
    found: str = attack.book.tables["odds"]["highest"]
    return found


# ---- shifts -------------------------------------------------------------------------------------------------------------
def ground_names(s: Situation, hex_: str) -> list[str]:
    """The rows of the terrain chart that a hex comes under: its terrain and its settlement; clear ground needs no row."""
    place = s.hex(hex_)
    terrain: str = place.terrain
    rows = [terrain] if terrain != "clear" else []
    return rows + [name for name in place.features if name in SETTLEMENTS]


def chart_shift(s: Situation, row: str) -> int:
    """The columns that the terrain chart takes for a row (2.2.2)."""
    return int(number(entry(s, "tec_shift", row, CHART_SHIFTS)))


@rule("9.3.1", Combat, "shifts")
def terrain_of_the_defender(attack: Combat) -> Findings:
    """The defender's terrain shifts columns as the terrain chart says, everything in the hex added up."""
    if totals_of(attack) is None:
        return
    rows = ground_names(attack.s, attack.target)
    for row in rows:
        by = chart_shift(attack.s, row)
        if by:
            yield shift(by, "terrain_shift", f"terrain {row}", terrain=row, hex=attack.target)
    if not rows:
        yield define("clear_no_shift", where=[attack.target], hex=attack.target)


@rule("2.2.2", Combat, "shifts")
def terrain_chart(attack: Combat) -> Findings:
    """The terrain chart is printed on the map; its entries are asked for."""
    if totals_of(attack) is None:
        return
    for row in ground_names(attack.s, attack.target):
        if not chart_shift(attack.s, row):
            yield define("chart_no_shift", where=[attack.target], terrain=row, hex=attack.target)


@rule("9.2.4#2", Combat, "shifts")
def combined_arms(attack: Combat) -> Findings:
    """An attack by mechanised units only loses a column; the ship or any unit of another kind beside them prevents that."""
    if totals_of(attack) is None or not attack.attackers or isinstance(attack, AirAttack):
        return
    if all(unit.kind == "mech" for unit in attack.attackers):
        yield shift(attack.book.tables["shifts"]["combined_arms"], "combined_arms", "combined arms", unit=names(attack.attackers))
        return
    others = [unit for unit in attack.attackers if unit.stated("kind") not in ("mech", None)]
    if others and any(unit.stated("kind") in ("mech", "mot") for unit in attack.attackers):
        yield define("not_only_mechanised", units=[unit.id for unit in others], unit=names(others))


@rule("9.2.5", Combat, "shifts")
def first_turn(attack: Combat) -> Findings:
    """Every German attack of turn 1 loses a column, aircraft and the ship alone included; Slovaks by themselves are no Germans."""
    if totals_of(attack) is None:
        return
    if attack.camp(attack.side) != GERMAN:
        if attack.s.stated("turn") == 1:
            yield define("first_turn_german_only")
        return
    if attack.s.turn != 1:
        return
    if attack.attackers and all(unit.side != GERMAN for unit in attack.attackers) and attack.reading("6.18") == "german":
        yield warn("slovaks_on_turn_1", unit=names(attack.attackers))
        return
    yield shift(attack.book.tables["shifts"]["first_turn"], "first_turn_shift", "first turn")


@rule("9.3.2", Combat, "shifts", exception_to=("9.3.1", "9.2.4#2", "9.2.5"))
def nothing_left_to_defend(attack: Combat) -> Findings:
    """A defence that is rounded down to nothing puts the attack on the highest column, whatever would shift it."""
    totals = totals_of(attack)
    if totals is not None and totals[1] <= 0:
        yield define("defense_vanished", where=[attack.target], hex=attack.target, column=highest(attack))


# ---- the column ---------------------------------------------------------------------------------------------------------
def share(column: str) -> Fraction:
    """What a column stands for: 3:1 is three, 1:2 one half."""
    first, _, second = column.replace("-", ":").partition(":")
    return Fraction(int(first), int(second))


def columns_of(attack: Combat) -> list[str] | None:
    """The columns of the combat table from left to right, if they are stated."""
    stated = (attack.s.stated("tables") or {}).get("crt_columns") or attack.book.tables.get("crt_columns")
    if not stated or "tables.crt_columns" in attack.s.unknown:
        return None
    return sorted((str(column).replace("-", ":") for column in stated), key=share)


def place_of(columns: list[str] | tuple[str, ...], ours: Number, theirs: Number) -> int:
    """Where the true ratio lies among the columns, -1 to the left of all; beyond the last it goes on by whole numbers (A6.5)."""
    exact = Fraction(ours) / Fraction(theirs)
    place = max((number_ for number_, column in enumerate(columns) if share(column) <= exact), default=-1)
    last = share(columns[-1])
    return place + int(exact - last) if exact > last else place


def shifted(attack: Combat, columns: list[str] | tuple[str, ...]) -> int:
    """The place of the final column after all shifts; before or after the cap is reading 6.5."""
    totals = totals_of(attack)
    if totals is None or totals[1] <= 0:
        return len(columns) - 1
    by: int = sum(finding.by for _, finding in attack.ruling.shifts)
    start = place_of(columns, *totals)
    if start >= len(columns) and by < 0 and attack.reading("6.5") == "cap":
        start = len(columns) - 1
    return start + by


@rule("9.3.2", Combat, "limits")
def below_the_lowest(attack: Combat) -> Findings:
    """Final odds below 1-2 after all shifts: the attack is impossible and called off."""
    totals = totals_of(attack)
    if totals is None:
        return
    known = columns_of(attack)
    place = shifted(attack, known or COLUMNS)
    by = sum(finding.by for _, finding in attack.ruling.shifts)
    if place < 0 and known is None and by and totals[1] > 0 and place_of(COLUMNS, *totals) >= 0:
        raise Missing("tables.crt_columns")  # more columns than the usual ones might keep it on the table
    if place < 0:
        yield forbid("below_lowest", where=[attack.target], odds=str(attack.computed("odds")), shifts=str(by))
    elif by < 0 or place == 0:
        yield permit("not_below_lowest", odds=str(attack.computed("odds")), shifts=str(by))


@rule("9.0", Attack, "announce")
def the_attack_stands(attack: Attack) -> Findings:
    """Who attacks what is settled: cavalry may now withdraw, then the die is thrown."""
    for unit in attack.attackers:
        yield record(did=unit.id, act="attack", hex=attack.target)
    ids = [unit.id for unit in attack.attackers]
    there = [unit.id for unit in attack.present]
    since = attack.since([*attack.attackers, *attack.present])
    yield record(state="pending", value={"act": "attack", "attackers": ids, "defenders": there, "hex": attack.target, **since})


@rule("9.3.2", Combat, "column")
def the_column(attack: Combat) -> Findings:
    """The column that the die is thrown on; above 8-1 it is 8-1."""
    if totals_of(attack) is None:
        return
    columns = columns_of(attack)
    if columns is None:
        raise Missing("tables.crt_columns")
    place = shifted(attack, columns)
    if place >= len(columns):
        yield define("above_highest", column=columns[-1])
    yield value("column", columns[min(place, len(columns) - 1)])


@rule("2.2.3", Combat, "roll")
def the_die(attack: Combat) -> Findings:
    """One die on the combat results table, which is printed on the map."""
    column = attack.computed("column")
    if column is None:
        return
    die = attack.roll()
    found = result_at(attack.s, str(column), die)
    yield value("table_result", found)
    yield value("result", found, "rolled", die=die, column=column, result=found)


def result_at(s: Situation, column: str, die: int) -> str:
    """An entry of the combat results table; its columns may be written 2:1 or 2-1."""
    tables: dict[str, Any] = s.facts.get("tables") or {}
    crt = tables.get("crt") or {}
    name = column if column in crt or column.replace(":", "-") not in crt else column.replace(":", "-")
    return str(cell(s, "crt", name, str(die)))
