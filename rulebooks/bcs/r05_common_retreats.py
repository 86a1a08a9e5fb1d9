"""What rules about retreats share: what becomes of a unit that has to go, and where it goes."""

from __future__ import annotations

from typing import NamedTuple

from adjudicator.book import Findings, Missing, Unit, cited, define, forbid, permit, record
from adjudicator.kit import possible_neighbours

from .acts_aftermath import Going, Hold, Retreat
from .acts_combat import Engagement, Fight, Outcome
from .r01_vocabulary import uses_prep_def
from .r01_vocabulary_paths import has_safe_path
from .r04_vocabulary_ground import closed_to
from .r05_common import key_terrain
from .vocabulary import change, formation_of, hq_of, is_trains, move_side, trains_of

THREE = 3
LEG, TRUCK, TAC = "leg", "truck", "tac"
Results = Outcome | Engagement
GONE, HAVEN, OFF, STEP, STAYS, TRAPPED, NO_MA, URBAN = "three", "haven", "off", "step", "stays", "trapped", "no_ma", "urban"


class Fate(NamedTuple):
    """What a retreat result does to one unit: the rule that says so, and whether the unit leaves the hex."""

    unit: Unit
    kind: str
    rule: str
    goes: bool


def move_class(unit: Unit) -> str | None:
    """The class of movement on the Move side; where that side is not known, the one that shows (A33)."""
    facts = move_side(unit)
    found: str | None = facts.get("ma_class", unit.ma_class)
    return found


@cited("5.5e")
def haven(fight: Fight, unit: Unit, start: str) -> list[str]:
    """Hexes on or next to the unit's HQ, three or more hexes from where it retreats, that it could stop in."""
    hq = hq_of(fight.s, unit.formation)
    if hq is None:
        raise Missing(f"units[{unit.formation} HQ].at")
    if hq.hex is None:
        return []
    near = fight.distance(start, hq.hex)
    if near <= 1:
        return []  # no hex next to it is three away
    cls = move_class(unit)
    found = []
    for hex_ in (hq.hex, *possible_neighbours(fight.s, hq.hex)):
        if any(other.side != unit.side for other in fight.s.at(hex_)) or closed_to(fight.s, hex_, cls):
            continue
        if fight.distance(start, hex_) >= THREE:
            found.append(hex_)
    return found


def fate_of(fight: Fight, unit: Unit, hex_: str, codes: tuple[str, ...], engaged: bool, attacker_dead: bool) -> Fate:
    """What becomes of one unit by a retreat result; Missing where that hangs on a fact."""
    if fight.s.hex(hex_).urban:
        return Fate(unit, URBAN, "6.1b", False)
    situational = not engaged and "R" not in codes
    if situational:
        if attacker_dead:
            return Fate(unit, STAYS, "5.5d", False)
        if key_terrain(fight.s, hex_, not isinstance(fight, Retreat)) or uses_prep_def(unit):
            return Fate(unit, STEP, "5.5d", False)
    if unit.ma_class is None or unit.stated("ma") == 0:
        return Fate(unit, NO_MA, "5.5i", False)
    if unit.ma_class in (LEG, TRUCK):
        if not has_safe_path(unit):
            return Fate(unit, TRAPPED, "5.5c", False)
        if not situational and not engaged and unit.formation is not None:
            return Fate(unit, HAVEN, "5.5e", True) if haven(fight, unit, hex_) else Fate(unit, OFF, "5.5e", True)
    return Fate(unit, GONE, "5.5" if engaged else "5.5d" if situational else "5.5e", True)


def away(fight: Results, fate: Fate) -> None:
    """The unit leaves: three hexes, to its HQ, or off the map for a turn."""
    unit = fate.unit
    if fate.kind == OFF:
        fight.toll.tell(unit, removed=True, returns={"turn": "next", "at": "hq", "side": "move"})
        fight.toll.fact(unit, **move_side(unit), at="off_map")
        return
    fight.toll.tell(unit, retreat=THREE if fate.kind == GONE else "haven_hq")
    fight.toll.turn(unit)


def left_by_all(fight: Results) -> list[str]:
    """Hexes that the defenders have left, whether they died or retreated."""
    if isinstance(fight, Outcome):
        return [fight.target] if fight.vacated else []
    return [hex_ for hex_ in fight.left_hexes if all(fate.goes for fate in fight.fates if fate.unit.hex == hex_)]


def displaced(fight: Fight, there: list[Unit]) -> Findings:
    """What becomes of the HQs and Trains in a hex that they have to leave (4.7e, 4.7h)."""
    for unit in there:
        if unit.kind is None:
            continue
        formation = formation_of(unit)
        if is_trains(unit):
            fight.toll.tell(unit, retreat="legal_hex", state="ghost")
            yield record(state=f"units[{unit.id}].state", value="ghost")
            yield define("trains_displaced", unit)
            continue
        fight.toll.tell(unit, retreat="legal_hex")
        yield define("hq_displaced", unit)
        if formation is None:
            continue
        yield change(formation, prep_def=False, coordination=True)
        trains = trains_of(fight.s, formation.id)
        if trains is not None and trains.hex is not None and trains not in there:
            fight.toll.tell(trains, state="ghost")
            yield record(state=f"units[{trains.id}].state", value="ghost")


def fate_now(retreat: Retreat, unit: Unit) -> Fate | None:
    """The fate of a unit by the pending result; None where no result asks it to retreat."""
    codes = retreat.codes or ()
    if not retreat.pending or not {"S", "R"} & set(codes):
        return None
    dead = retreat.attacker is not None and retreat.attacker.id in retreat.s.eliminated
    return fate_of(retreat, unit, retreat.start_of(unit), codes, retreat.engaged, dead)


def fated(retreat: Retreat, kind: str) -> list[Unit]:
    """The units of a declared retreat that have this fate."""
    return [going.unit for going in retreat.going if (fate := fate_now(retreat, going.unit)) is not None and fate.kind == kind]


def fate_of_leaver(hold: Hold, unit: Unit) -> Fate:
    """What a result asks of a unit that is said to stay."""
    dead = hold.attacker is not None and hold.attacker.id in hold.s.eliminated
    return fate_of(hold, unit, hold.standing(unit) or hold.target, hold.codes or (), hold.engaged, dead)


def length(retreat: Retreat, going: Going) -> int | None:
    """Hexes between start and end; what was said, where no hex was named."""
    if going.to is None:
        return going.hexes
    return retreat.distance(retreat.start_of(going.unit), going.to)


def three_hexes(retreat: Retreat, going: Going) -> Findings:
    """Exactly three hexes, in a straight count from start to end."""
    if going.off_map:
        return
    far = length(retreat, going)
    if far is None:
        return
    if far != THREE:
        yield forbid("not_three_hexes", going.unit, where=[going.to or ""], hexes=far)
    elif going.hexes not in (None, THREE):
        yield forbid("said_other_distance", going.unit, said=going.hexes, hexes=far)
    else:
        yield permit("three_hexes", going.unit, where=[going.to or ""])
