"""Chapter 10, combat, 10.0 and 10.1: who attacks, the odds, the dice."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

from adjudicator.book import Findings, Ruling, Unit, define, drm, forbid, permit, record, rule, says, term, value, warn
from adjudicator.book.engine import suppose
from adjudicator.kit import all_known, chances_told, is_legal, odds_asked, ratio, told_elsewhere

from .acts_combat import Attack
from .acts_turn import AskAttackers, AskChances, AskOdds, Question
from .terrain import bridge
from .vocabulary import hq_of, is_division_hq, is_engineer, is_hq

DRMS = (0, 1, 2, 3, 4)


# ---- 10.0 -------------------------------------------------------------------------------------------------------------------
@rule("10.0", Attack)
def adjacent_enemy(attack: Attack) -> Findings:
    """Activated units attack enemies in an adjacent hex; all defenders of the hex together."""
    for unit in attack.attackers:
        here = attack.standing(unit)
        if here is None:
            yield forbid("not_on_map", unit)
        elif not attack.adjacent(here, attack.target):
            yield forbid("not_adjacent", unit, here, attack.target, hex=here, target=attack.target)
        if unit.side != attack.side:
            yield forbid("mixed_sides", unit)
        if is_hq(unit):
            yield forbid("hq_attacks_not", unit)
    for unit in attack.left_out(attack.defenders):
        yield forbid("all_defend", unit, attack.target)
    yield from told_elsewhere(attack, attack.attackers)
    if not attack.defenders:
        attack.s.complete()
        yield forbid("no_defender", attack.target, target=attack.target)


@rule("10.0", Attack)
def one_attack_each(attack: Attack) -> Findings:
    """Each unit takes part in one attack in an activation; combat is never compulsory."""
    for unit in attack.attackers:
        if done := attack.done(unit.id, "attack", "overrun"):
            yield forbid("already_attacked", unit, hex=done[0].get("hex", "?"))
    if attack.slots.get("also"):
        yield forbid("one_hex_only", where=[attack.target, *attack.slots["also"]], hex=attack.target)
    if not attack.forbidden:
        yield permit("may_attack", attack.attackers, attack.target)


@rule("10.0", Attack, "announce")
def the_attack_stands(attack: Attack) -> Findings:
    """Who attacks what is settled: no other attack of these units in this activation, whatever becomes of this one."""
    yield from (record(did=unit.id, act=attack.kind, hex=attack.target) for unit in attack.attackers)
    yield record(state="pending", value=attack.announced)


@rule("10.0", Attack)
def range_at_the_attack(attack: Attack) -> Findings:
    """At the moment of the attack a unit has to be within its HQ's activation range, save for units that entered this turn."""
    chit = attack.s.chit
    hq = hq_of(attack, chit, attack.side) if chit is not None else None
    if hq is None or hq.hex is None:
        return
    for unit in attack.attackers:
        if unit.hex is None or unit.reinforcement is not None or attack.done(unit.id, "enter"):
            continue
        far = attack.distance(hq.hex, unit.hex)
        if far > hq.command_range and not (is_division_hq(hq) and attack.reading("A9") == "exempt"):
            yield forbid("out_of_range_to_attack", unit, hq, unit.hex, unit=unit.id, hq=hq.id, distance=far, range=hq.command_range)


@rule("10.0", AskAttackers, "answer")
def what_can_attack(question: Question) -> Findings:
    """Every unit that may attack the hex now."""
    target = question.hex_of("target")
    here = question.s.at(target)
    side = question.book.enemy(here[0].side) if here else question.s.active
    able = []
    for unit in question.s.placed():
        if unit.side != side or not question.s.grid.adjacent(unit.hex or "", target):
            continue
        if is_legal(question, trial(question, {"units": (unit.id,), "target": target})):
            able.append(unit.id)
    yield value("attackers", able)
    yield value("answer", ", ".join(able) or "none", "attackers", target, units=able, target=target, unit=", ".join(able) or "-")


# ---- 10.1 -------------------------------------------------------------------------------------------------------------------
@rule("10.1", Attack, each="attackers")
def pinned_units_do_not_attack(attack: Attack, unit: Unit) -> Findings:
    """A unit that direct fire has pinned takes no part in an attack in this turn."""
    if unit.pinned or attack.done(unit.id, "pinned"):
        yield forbid("pinned_attacks_not", unit)


@rule("10.1", Attack, when=lambda attack: "share" in attack.slots, each="attackers")
def whole_strength(attack: Attack, unit: Unit) -> Findings:
    """A unit brings all the strength that it has: a half only where supply leaves it no more (5.2)."""
    if attack.slots["share"] == "part" or unit.supply == "in":
        yield forbid("whole_strength", unit)


@rule("10.1", Attack, "strength")
def strengths(attack: Attack) -> Findings:
    """The attack strengths of all attackers against the defence strengths of all defenders."""
    yield from (term("attack", unit.attack, "attack_strength", "units", unit=unit.id) for unit in attack.attackers)
    defenders = [unit for unit in attack.defenders if not unit.riding]
    combat = [unit for unit in defenders if not is_hq(unit)]
    for unit in defenders:
        if is_hq(unit) and combat and unit.stated("defense") is None:
            continue
        yield term("defense", unit.defense, "defense_strength", "units", unit=unit.id)


@rule("10.1", Attack, "odds")
def the_odds(attack: Attack) -> Findings:
    """The attack total divided by the defence total; above 5-1 the column is 5-1, below 1-4 it is 1-4 (A1)."""
    attackers, defenders = attack.total("attack"), attack.total("defense")
    yield value("attack_total", attackers)
    yield value("defense_total", defenders)
    columns = attack.table("crt")["columns"]
    if attackers <= 0:
        yield value("column", columns[0], "no_strength")
        return
    if defenders <= 0:
        yield value("column", columns[-1], "no_defence")
        return
    high, low = max(attackers, defenders), min(attackers, defenders)
    exact = Fraction(high) / Fraction(low)
    if exact.denominator == 1:
        odds = f"{exact}:1" if attackers >= defenders else f"1:{exact}"
    else:
        reading = attack.reading("A1")
        up = reading == "up" or (reading == "attacker" and attackers > defenders) or (reading == "defender" and attackers < defenders)
        odds = ratio(attackers, defenders, up=True) if up and attackers >= defenders else _below(attackers, defenders, up)
    yield value("odds", odds, "odds", odds=odds, attack=attackers, defense=defenders)
    first, _, second = odds.partition(":")
    column = odds
    if second == "1" and int(first) > 5:
        column = columns[-1]
    elif first == "1" and int(second) > 4:
        column = columns[0]
    yield value("column", column, "column", column=column)


def _below(attackers: int, defenders: int, up: bool) -> str:
    """Odds that are not rounded up for the attacker."""
    high, low = max(attackers, defenders), min(attackers, defenders)
    count = -(-high // low) if up else high // low
    return f"{count}:1" if attackers >= defenders else f"1:{count}"


@rule("10.1", Attack, "hexsides")
def hexside_modifiers(attack: Attack) -> Findings:
    """What lies on the hexsides counts only if all attackers attack through it; water has a rule of its own (10.8)."""
    sides = hexsides_used(attack)
    water = attack.table("water")
    rows = {name for features in sides.values() for name in features if name not in ("bridge", *water, *attack.table("roads"))}
    for name in sorted(rows):
        if all(name in features for features in sides.values()) and not attack.guns_among(attack.side):
            if by := eased(attack, int(attack.cell("tec", name, "drm", DRMS))):
                yield drm(by, "hexside_drm", terrain=name)
        else:
            yield define("hexside_not_all", terrain=name)


def eased(attack: Attack, by: int) -> int:
    """The modifier of a hexside: engineers halve only those of the hex, unless the table reads it otherwise (A18)."""
    helped = by > 0 and any(is_engineer(unit) for unit in attack.attackers)
    return by // 2 if helped and attack.reading("A18") == "hexsides" else by


def hexsides_used(attack: Attack) -> dict[str, list[str]]:
    """The hexes that the attackers attack from, with what lies on the sides to the target."""
    return {unit.hex: attack.features(unit.hex, attack.target) for unit in attack.fighting if unit.hex is not None}


def hex_terrain(attack: Attack) -> list[tuple[str, int]]:
    """The rows of the terrain chart that modify an attack on the hex, with their modifiers."""
    place = attack.s.hex(attack.target)
    rows = [place.terrain]
    rows += [name for name in place.features if name not in attack.table("roads") and not name.startswith("entry")]
    return [(name, int(attack.cell("tec", name, "drm", DRMS))) for name in rows]


@rule("10.1", Attack, "hex")
def terrain_of_the_hex(attack: Attack) -> Findings:
    """Every terrain in the defender's hex modifies the dice by its row of the chart."""
    yield from (drm(by, "terrain_drm", terrain=name) for name, by in hex_terrain(attack) if by)


says("10.1", Attack, "hexsides", "Two dice, three at night or across a bridge hexside (A2).", lambda attack: value("dice", dice_count(attack)))


@rule("10.1", Attack, "roll")
def dice_and_table(attack: Attack) -> Findings:
    """The modified total is held between 2 and 12."""
    count = dice_count(attack)
    thrown = attack.roll_total(count)
    total = thrown + sum(finding.by for _, finding in attack.ruling.drms)
    modified = max(2, min(12, total))
    yield value("modified", modified, "dice", dice=thrown, modified=modified)
    table = attack.table("crt")
    column = attack.computed("column")
    code = table["rows"][str(modified)][table["columns"].index(column)]
    pattern = table["suspect"].get(f"{column}/{modified}")
    if pattern is not None and pattern != code:
        if attack.reading("A3") == "pattern":
            code = pattern
        else:
            yield warn("suspect_cell", column=column, modified=modified, printed=code, pattern=pattern)
    elif pattern is not None:
        yield warn("impossible_code", column=column, modified=modified, pattern=pattern)
    yield value("result", code, "result_none" if code == "-" else f"result_{code}", result=code)


def dice_count(attack: Attack) -> int:
    """How many dice an attack throws."""
    if attack.s.time == "night":
        return 3
    return 3 if bridges_used(attack) and attack.reading("A2") == "both" else 2


def bridges_used(attack: Attack) -> list[str]:
    """Hexes from which attackers come over an intact bridge; pontoons do not count (12.1)."""
    found = []
    for hex_, features in hexsides_used(attack).items():
        if any(name in features for name in attack.table("water")) and "bridge" in features and bridge(attack.s, hex_, attack.target, pontoons=False):
            found.append(hex_)
    return found


def trial(question: Question, slots: dict[str, Any], full: bool = False) -> Ruling:
    """The ruling on an attack that is only thought of."""
    return suppose(question, "attack", slots, full)


@rule("10.1", AskOdds, "answer")
def odds_of_an_attack(question: Question) -> Findings:
    """The odds that an attack would have."""
    yield from odds_asked(question, trial(question, {name: said for name, said in question.slots.items() if name != "column"}))


@rule("10.1", AskChances, "answer")
def chances_of_an_attack(question: Question) -> Findings:
    """The chance of each result."""
    pending = question.s.pending or {}
    slots = dict(question.slots)
    slots.setdefault("units", tuple(pending.get("attackers") or ()))
    if not slots.get("target"):
        slots["target"] = pending.get("hex")
    ruling = trial(question, slots, full=True)
    all_known(question, ruling)
    if ruling.roll is not None:
        yield from chances_told(question, ruling.roll)
