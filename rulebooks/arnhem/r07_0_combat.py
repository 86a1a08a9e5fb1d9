"""Chapter 7, 7.0 to 7.5: who fights whom, strengths, terrain."""

from __future__ import annotations

from adjudicator.book import LEGALITY, Findings, Unit, define, forbid, permit, record, rule, says, term, value, warn
from adjudicator.kit import answered, ids, names, told_elsewhere

from .acts import AskAttackers, AskContact, NextPhase, Question, ends_combat
from .acts_combat import Attack
from .vocabulary import assaults, can_strike, contacts, crossing, is_gun, moment, reaches


@rule("7.0", Attack)
def adjacent_enemies_fight(attack: Attack) -> Findings:
    """The phasing player's units attack adjacent enemies; each hex that is attacked holds one."""
    for hex_ in attack.hexes:
        if not any(unit.hex == hex_ for unit in attack.defenders):
            yield forbid("no_defender", hex_)
    mixed = [unit for unit in attack.movers if unit.side != attack.side]
    if mixed:
        yield forbid("of_both_sides", mixed)
    for unit in attack.movers:
        if unit.hex is None:
            yield forbid("not_on_map", unit)
    if not attack.forbidden:
        yield permit("may_attack" if attack.movers else "points_may_attack", attack.movers or None, target=", ".join(attack.hexes))


@rule("7.0", Attack, "differential")
def attack_less_defence(attack: Attack) -> Findings:
    """The attackers' strength less the defenders'."""
    ours, theirs = attack.total("attack"), attack.total("defense")
    yield value("attack_total", ours)
    yield value("defense_total", theirs)
    yield value("differential", ours - theirs, "differential", attack=ours, defense=theirs, by=ours - theirs)


says("7.0", Attack, "declared", "Who attacks and who is attacked is remembered for the phase.",
     lambda attack: (*[record(did=unit.id, act="attack" if unit in attack.close else "barrage", hexes=attack.hexes) for unit in attack.movers],
     *[record(did=unit.id, act="attacked", hex=unit.hex) for unit in attack.defenders], record(state="pending", value=being_fought(attack))))  # fmt: skip


def being_fought(attack: Attack) -> dict[str, object]:
    """The combat as it is kept until its result is carried out."""
    return {"act": "attack", "hexes": attack.hexes, "attackers": [unit.id for unit in attack.close], "guns": [unit.id for unit in attack.barraging]}


@rule("7.0", AskAttackers, "answer")
def who_can_attack(question: Question) -> Findings:
    """The enemies of whoever stands there that touch the hex and have not attacked, and the guns in whose range it lies."""
    s, target = question.s, question.hex_of("target")
    side = question.book.enemy(there[0].side) if (there := s.at(target)) else moment(s)[0] or s.active
    found = [unit for unit in s.placed() if unit.side == side and not question.did(unit, "attack") and not question.did(unit, "barrage")]
    near = [unit for unit in found if can_strike(s, unit, target)]
    far = [unit for unit in found if unit not in near and is_gun(unit) and question.distance(unit.hex or "", target) <= unit.range]
    yield from answered("attackers", ids((*near, *far)))


says("7.0", AskContact, "answer", "Adjacent, and not only across a river hexside without a bridge; with the units named, or with anybody.",
     lambda question: (value("answer", "yes" if (found := met(question)) else "no"), found and define("in_contact", question.movers,
     enemy=names(found))))  # fmt: skip


def met(question: Question) -> list[Unit]:
    """The enemies with whom the units of a question are in contact; of those that it names, if it names any."""
    wanted = question.units_of("others")
    return list({other.id: other for unit in question.movers for other in contacts(question.s, unit) if not wanted or other in wanted}.values())


def unfought(attack: Attack | NextPhase, unit: Unit) -> list[Unit]:
    """The enemies in contact with a unit that have not been attacked in this phase and did not advance (7.14, 7.96)."""
    return [other for other in contacts(attack.s, unit) if not attack.did(other, "attacked") and not attack.did(other, "advance")]


says("7.11", NextPhase, LEGALITY, "Each enemy unit in contact with a phasing unit must be attacked before the phase ends.",
     lambda end: (left := {other.id: other for unit in end.s.placed() if unit.side == end.side and not end.did(unit, "advance")
     for other in unfought(end, unit)}) and forbid("not_attacked", left.values()), when=ends_combat)  # fmt: skip
says("7.12", Attack, LEGALITY, "All friends adjacent to the defender take part.",
     lambda attack: (left_out := idle(attack)) and forbid("has_to_join", left_out))  # fmt: skip
says("7.12", NextPhase, "units", "Each phasing unit in an enemy zone must attack; here: one that had nobody left to attack.",
     lambda end: (spare := [unit for unit in end.s.placed() if unit.side == end.side and contacts(end.s, unit) and not fought(end, unit)])
     and warn("stood_idle", spare), when=ends_combat)  # fmt: skip


def idle(attack: Attack) -> list[Unit]:
    """Friends in contact with all the defenders who take no part and have no other enemy left over (V-04); guns beyond two are excused (14.12)."""
    if not attack.defenders:
        return []
    guns = sum(is_gun(unit) for unit in attack.movers)
    touching = [set(ids(contacts(attack.s, other))) for other in attack.defenders]
    free = [unit for unit in contacts(attack.s, attack.defenders[0]) if unit not in attack.movers and all(unit.id in near for near in touching)]
    found = [unit for unit in free if not fought(attack, unit) and all(other in attack.defenders for other in unfought(attack, unit))]
    return [unit for unit in found if not (is_gun(unit) and guns >= 2)]


def fought(deed: Attack | NextPhase, unit: Unit) -> bool:
    """Whether a unit has attacked, barraged or advanced in this phase: it fights no more."""
    return any(deed.did(unit, act) for act in ("attack", "barrage", "advance"))


says("7.14", Attack, LEGALITY, "No unit attacks twice in a Combat Phase.",
     lambda attack: (twice := [unit for unit in attack.movers if fought(attack, unit)]) and forbid("attacked_before", twice))  # fmt: skip
says("7.14", Attack, LEGALITY, "Nor is one attacked twice.",
     lambda attack: (again := [unit for unit in attack.defenders if attack.did(unit, "attacked") or attack.did(unit, "advance")])
     and forbid("was_attacked", again))  # fmt: skip
says("7.15", Attack, LEGALITY, "What is no artillery attacks adjacent units only.",
     lambda attack: (*[forbid("not_adjacent", unit, target=", ".join(attack.hexes)) for unit in attack.close
     if unit.hex is not None and not any(attack.s.grid.adjacent(unit.hex, hex_) for hex_ in attack.hexes)], *told_elsewhere(attack, attack.close)))  # fmt: skip


says("7.21", Attack, LEGALITY, "A unit in the zones of several enemies attacks each of them that the others leave over, here or not at all.",
     lambda attack: [define("left_over", unit, enemy=names(alone)) for unit in attack.close if (alone := [other for other in unfought(attack, unit)
     if other not in attack.defenders and all(friend in attack.movers or fought(attack, friend) for friend in contacts(attack.s, other))])])  # fmt: skip
says("7.22", Attack, "strength", "Units in several hexes attack one hex together.",
     lambda attack: len(attack.movers) > 1 and define("together", attack.movers, target=", ".join(attack.hexes)))  # fmt: skip
says("7.23", Attack, LEGALITY, "In one combat against several hexes every attacker is adjacent to each of them; guns that fire from afar are exempt.",
     lambda attack: [forbid("not_adjacent_to_all", unit, where=far, target=", ".join(far)) for unit in attack.close if (far := [hex_
     for hex_ in attack.hexes if not can_strike(attack.s, unit, hex_)])])  # fmt: skip
says("7.3", Attack, "strength", "All units fight with their whole strength.",
     lambda attack: (*[term("attack", unit.attack, "unit", unit=unit.id) for unit in attack.close if not is_gun(unit)],
     *[term("defense", unit.defense, "unit", unit=unit.id) for unit in attack.defenders if not is_gun(unit)]))  # fmt: skip


# ---- terrain ------------------------------------------------------------------------------------------------------------------------------
says("7.41", Attack, "line", "Only the defender profits from terrain: that of his own hex gives the line of the table.",
     lambda attack: [define("terrain_of", unit, unit.hex, terrain=attack.s.hex(unit.hex or "").terrain) for unit in attack.defenders])  # fmt: skip
says("7.42", Attack, "line", "A stream helps the defender if not one attacker comes over another kind of hexside.",
     lambda attack: [define("stream_line", unit, unit.hex) for unit in attack.defenders if across(attack, unit.hex or "") == "stream"])  # fmt: skip


def kind_of_side(attack: Attack, unit: Unit, hex_: str) -> str:
    """Across what a unit attacks a hex: ``stream``, ``bridge`` or nothing."""
    over = crossing(attack.s, unit.hex or "", hex_)
    if assaults(attack.s, unit) and over.open_river:
        return "stream"
    return "bridge" if over.bridge else "stream" if over.water == "stream" else ""


def across(attack: Attack, hex_: str) -> str:
    """What all attackers of a hex attack across, "" if not one and the same; guns beside it count only where nobody else attacks (8.62)."""
    who = [unit for unit in attack.close if not is_gun(unit)] or attack.close
    kinds = {kind_of_side(attack, unit, hex_) for unit in who}
    return kinds.pop() if len(kinds) == 1 else ""


def lines_of(attack: Attack) -> list[str]:
    """The lines of the table that hold for the defenders: that of each hex, of the hexsides across which it is attacked, and of an assault (13.24)."""
    terrain = attack.book.tables["terrain"]
    assault = [hex_ for unit in attack.close if assaults(attack.s, unit) for hex_ in attack.hexes if not reaches(attack.s, unit.hex or "", hex_)]
    found = ["broken"] if assault else []
    for unit in attack.defenders:
        hex_ = unit.hex or ""
        found.append(terrain[attack.s.hex(hex_).terrain]["line"])
        side = across(attack, hex_)
        if side:
            found.append("broken" if side == "stream" else "grove")
    return found


says("7.44", Attack, "line", "If several lines apply, the best for the defender holds.",
     lambda attack: (lines := sorted({*lines_of(attack)}, key=attack.table("crt")["lines"].index)) and (value("terrain_line", lines[0]),
     len(lines) > 1 and define("best_line", line=lines[0], others=", ".join(lines[1:]))))  # fmt: skip
says("7.45", Attack, "line", "Several defenders all use the best line of any of them.",
     lambda attack: len(attack.defenders) > 1 and define("shared_line", attack.defenders, line=attack.computed("terrain_line")))  # fmt: skip
says("7.45", Attack, "line", "The Bridge line needs all attackers to attack across bridges.",
     lambda attack: [define("bridge_line", unit, unit.hex) for unit in attack.defenders if across(attack, unit.hex or "") == "bridge"])  # fmt: skip
says("7.51", Attack, "column", "An attack at a bad differential is allowed: it keeps an enemy busy.",
     lambda attack: attack.computed("differential") < 0 and define("bad_differential", by=attack.computed("differential")))  # fmt: skip
says("7.52", Attack, LEGALITY, "Nobody lowers the differential on purpose by leaving out a unit that has to take part.",
     lambda attack: (left_out := idle(attack)) and define("held_back", left_out))  # fmt: skip
