"""Chapter 1.3 to 1.6: Command Radius, Support and who may call on it, Fire Events."""

from __future__ import annotations

from typing import Any

from adjudicator.book import derives, rule
from adjudicator.ground.facts import Missing
from adjudicator.ground.situation import Entity, Situation, Unit
from adjudicator.kit.geometry import distance

from .acts import formation_of, hq_of, in_play, is_combat_unit, is_hq, is_trains
from .r01_units import attack_capable, closed_to, has_av

STARTS = ("move", "flip", "engagement", "attack_by_fire", "shock_attack", "recon", "voluntary_retreat")  # acts by which a unit begins its own part


# ---- 1.4 Command Radius ---------------------------------------------------------------------------------------------------
@derives("units.in_command", "1.4b")
def in_command(unit: Unit) -> bool | None:
    """Hexes from the headquarters as it stands now, counted through everything; None where that HQ is not known."""
    if is_hq(unit):
        return True
    if unit.formation is None:
        return True  # unassigned independents are free of it (1.4c)
    hq = hq_of(unit.situation, unit.formation)
    if hq is None or hq.hex is None or unit.hex is None:
        return None
    apart = distance(unit.situation, hq.hex, unit.hex)
    return apart == 0 or apart <= hq.command_range


@derives("units.began_in_command", "1.4d")
def began_in_command(unit: Unit) -> bool | None:
    """Whether the unit was in Command Radius when the phase began: as it is now, unless the situation says otherwise."""
    if is_trains(unit):
        return True  # exempt (5.4f)
    return bool(unit.in_command)


# ---- 1.5 Support ------------------------------------------------------------------------------------------------------------
@rule("1.5")
def support_of(s: Situation, formation: str | None) -> list[Unit]:
    """The units that a formation has in Support; Missing where that is expressly not known."""
    if formation is None:
        return []
    found = s.formations.get(formation)
    if found is not None:
        found.support  # noqa: B018 - asks where the situation says that it is not known
    return [unit for unit in s.units.values() if unit.facts.get("in_support") and unit.facts.get("formation") == formation and in_play(unit)]


@rule("1.5h")
def no_support(unit: Unit) -> str | None:
    """Why a unit cannot call on Support (the key of a text), or None if it can: it is a Host."""
    if not is_combat_unit(unit):
        return "support_not_capable"
    if has_av(unit):  # asked first: an AV unit has none, with an arrow or without
        return "support_dual" if unit.stated("attack_capable") else "support_not_capable"
    if not attack_capable(unit):
        return "support_not_capable"
    if unit.support_dropped:
        return "support_dropped"
    if not support_of(unit.situation, unit.formation):
        return "support_none"
    if unit.hex is not None and closed_to(unit.situation, unit.hex, "tac"):
        return "support_terrain"
    return None


@rule("1.5a")
def is_host(unit: Unit) -> bool:
    """Whether Support is there for the unit; Command Radius and the number of Hosts or steps do not matter."""
    return no_support(unit) is None


def hosts_support(unit: Unit) -> list[Unit]:
    """The Support units that a unit can call on now: those of its formation, none if it is no Host."""
    return support_of(unit.situation, unit.formation) if is_host(unit) else []


# ---- 1.6 Fire Events ----------------------------------------------------------------------------------------------------------
def of_now(s: Situation, act: dict[str, Any]) -> bool:
    """Whether an act of the history belongs to the present Activation."""
    return all(key not in act or s.stated(key) in (None, act[key]) for key in ("turn", "activation", "active_formation"))


def acts_now(s: Situation, id_: str, *kinds: str) -> list[dict[str, Any]]:
    """What somebody did in this Activation, of these kinds if any are named."""
    return [act for act in s.history.get(id_, ()) if of_now(s, act) and (not kinds or act.get("act") in kinds)]


def points_used(formation: Entity) -> int:
    """Artillery Points spent in this Activation: as stated, or as the barrages of the history add up, whichever is more (5.4a)."""
    fired = acts_now(formation.situation, formation.id, "barrage")
    return max(int(formation.arty_used or 0), sum(int(act.get("points") or 0) for act in fired if act.get("source") != "air"))


@rule("1.6f")
def started_since(unit: Unit) -> Unit | None:
    """Another unit of the side that began its part after this one had begun: from then on Fire Events and MPs left are lost."""
    s = unit.situation
    mine = acts_now(s, unit.id, *STARTS)
    if not mine:
        return None
    began = when(s, unit.id, mine[0])
    for id_ in s.history:
        other = s.units.get(id_)
        if other is None or other is unit or other.stated("side") != unit.side or not is_combat_unit(other):
            continue
        theirs = acts_now(s, id_, *STARTS)
        if theirs and when(s, id_, theirs[0]) > began:
            return other
    return None


def when(s: Situation, id_: str, act: dict[str, Any]) -> tuple[int, int]:
    """When an act was done: those that a situation was given with come first, unit by unit in the order listed, then those of the game."""
    order = act.get("order")
    return (0, list(s.history).index(id_)) if order is None else (1, int(order))


@rule("1.6a")
def fire_events(unit: Unit) -> int:
    """Fire Events that the unit has left: two, none after a SNAFU Fail."""
    formation = formation_of(unit)
    if formation is not None and formation.stated("snafu") == "fail":
        return 0
    left: int = unit.fire_events
    return left


def known_range(unit: Unit) -> int:
    """The printed range; 1 if none is printed."""
    return int(unit.range or 1)


def hq_known(unit: Unit) -> Unit:
    """The headquarters of a unit's formation; Missing where nobody said where it is."""
    hq = hq_of(unit.situation, unit.formation)
    if hq is None:
        raise Missing(f"units[{unit.formation} HQ].at")
    return hq
