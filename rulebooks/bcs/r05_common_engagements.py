"""What rules about Engagements share: the Target of a shot, and how its sums are told."""

from __future__ import annotations

from typing import Any

from adjudicator.book import Findings, Missing, Unit, shift, term

from .acts_combat import Engagement, Shot
from .r01_vocabulary import has_av, is_host, support_of
from .r05_common import LEDGER

REAL, SUPPORT = "real", "support"
DICE = 2


def real_targets(fight: Engagement, shot: Shot) -> list[Unit]:
    """Real AV units in the hex."""
    return [unit for unit in fight.fighters(shot.hex, fight.side) if has_av(unit)]


def hosts(fight: Engagement, shot: Shot) -> list[Unit]:
    """Hosts in the hex: those of formations with several Supports if there are any."""
    there = [unit for unit in fight.fighters(shot.hex, fight.side) if not has_av(unit) and is_host(unit)]
    several = [unit for unit in there if len(support_of(fight.s, unit.formation)) > 1]
    return several or there


def best(units: list[Unit]) -> list[Unit]:
    """Those with the highest AV or the longest range, between which the inactive player chooses (A30)."""
    if len(units) < 2:
        return units
    av, reach = max(unit.av for unit in units), max(unit.range or 1 for unit in units)
    both = [unit for unit in units if unit.av == av and (unit.range or 1) == reach]
    return both or [unit for unit in units if unit.av == av or (unit.range or 1) == reach]


def named_for(fight: Engagement, shot: Shot) -> tuple[list[str], bool]:
    """What the inactive player named as the Target of a shot: ids, and whether he named "the support"."""
    for after, slots in fight.named_targets:
        if after in (shot.number, len(fight.shots)):
            ids = [name for slot in ("units", "target_units", "support_units") for name in slots.get(slot) or ()]
            return ids, bool(slots.get("support") or slots.get("support_units"))
    return [], False


def choose(fight: Engagement, shot: Shot, units: list[Unit], what: str) -> Unit:
    """The one unit, the one that somebody named, or the one that the inactive player has still to choose."""
    named, _ = named_for(fight, shot)
    for name in (*named, *shot.aimed):
        for unit in units:
            if unit.id == name:
                return unit
    if len(units) == 1:
        return units[0]
    path = f"choices.{what}"
    chosen = fight.s.tried.get(path)
    if chosen is None:
        raise Missing(path, tuple(unit.id for unit in units))
    return fight.unit(chosen)


def aim(fight: Engagement, shot: Shot) -> None:
    """Settle the Target of a shot: Real AV first, then Support; Missing where a choice is open."""
    if shot.target is not None:
        return
    real = real_targets(fight, shot)
    if real:
        shot.target = choose(fight, shot, best(real), "target")
        return
    there = hosts(fight, shot)
    shot.host = choose(fight, shot, there, "host")
    shot.support = support_of(fight.s, shot.host.formation)
    shot.target = choose(fight, shot, best(shot.support), "target")


def reach_of(fight: Engagement, shot: Shot) -> int:
    """Hexes from the Firer to the hex fired at."""
    if fight.off_map(shot.firer):
        return 1
    here = fight.standing(shot.firer)
    return fight.distance(here, shot.hex) if here is not None else 0


def differs(fight: Engagement, shot: Shot) -> bool:
    """Whether a later shot is another one than the first: another Firer or Target."""
    first = fight.shots[0]
    return (shot.firer.id, shot.hex) != (first.firer.id, first.hex)


def tell_term(fight: Engagement, shot: Shot, side: str, by: int, key: str, group: str, **slots: Any) -> Findings:
    """An entry of a ledger, told once where several shots share their sums; a modifier is a line of the list of modifiers too."""
    shot.terms.append((side, by, key))
    if shot.number == 1 or differs(fight, shot):
        ledger = LEDGER[side] if shot.number == 1 else f"{LEDGER[side]} {shot.number}"
        yield term(ledger, by, key, group, **slots)
    if group == "modifier" and (side, by, key) not in fight.said:
        fight.said.add((side, by, key))
        yield shift(by, key, side=side, **slots)
