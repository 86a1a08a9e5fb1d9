"""What the words of chapter 1 mean: counters, Command Radius, Support, Fire Events, Prepared Defense, Fatigue."""

from __future__ import annotations

from typing import Any

from adjudicator.book import Entity, Missing, Situation, Unit, cited, derives, rule
from adjudicator.kit import distance

from .r04_vocabulary_ground import closed_to
from .vocabulary import acts_now, doers, enemies, formation_of, hq_of, in_play, is_combat_unit, is_hq, is_trains

MAX_FATIGUE = 4
FRESH = -1


def level_name(level: int) -> int | str:
    """A level as a marker shows it."""
    return "fresh" if level == FRESH else min(level, MAX_FATIGUE)


def hosts_support(unit: Unit) -> list[Unit]:
    """The Support units that a unit can call on now: those of its formation, none if it is no Host."""
    return support_of(unit.situation, unit.formation) if is_host(unit) else []


def points_used(formation: Entity) -> int:
    """Artillery Points spent in this Activation: as stated, or as the barrages of the history add up, whichever is more (5.4a)."""
    fired = acts_now(formation.situation, formation.id, "barrage")
    return max(int(formation.arty_used or 0), sum(int(act.get("points") or 0) for act in fired if act.get("source") != "air"))


LEG, TRUCK, TAC = "leg", "truck", "tac"


def side_value(unit: Unit, side: str, fact: str) -> Any:
    """A value that one side of the counter prints; None if that side prints none or says nothing of it."""
    if shows(unit) == side or unit.facts.get("other_side") is None:
        return unit.fact(fact) if fact in unit.facts else unit.stated(fact)
    return (unit.facts.get("other_side") or {}).get(fact)


def either_side(unit: Unit, fact: str) -> bool:
    """Whether one of the two sides prints such a value."""
    return unit.facts.get(fact) is not None or (unit.facts.get("other_side") or {}).get(fact) is not None


def is_av_unit(unit: Unit) -> bool:
    """Whether either side of the counter prints an AV (2.2a)."""
    return has_av(unit) or either_side(unit, "av") or either_side(unit, "av_type")


@rule("1.1a")
def attack_capable(unit: Unit) -> bool:
    """Whether the side showing prints the assault arrow."""
    return bool(unit.attack_capable)


@rule("1.1a")
def class_of(unit: Unit) -> str | None:
    """The movement class of the side showing; None where no MA is printed."""
    found: str | None = unit.ma_class
    return found


@rule("1.1c")
def shows(unit: Unit) -> str:
    """The side that counts: a counter printed on one side only is on its Move side."""
    if unit.sides == 1:
        return "move"
    side: str = unit.shown
    return side


@cited("1.1d")
def is_unprepared(unit: Unit) -> bool:
    """A combat unit that shows neither the assault arrow nor an AV."""
    return is_combat_unit(unit) and not has_av(unit) and not attack_capable(unit)


ARMOUR = ("av", "av_type", "in_support")
"""Facts one of which is told of whoever has an Armor Value."""


@rule("1.1e")
def has_av(unit: Unit) -> bool:
    """Whether the side showing prints an Armor Value; one that nobody mentions is not there (an AV of 0 is one)."""
    if unit.facts.get("av") is not None or unit.stated("av_type") is not None:
        return True
    for fact in ("av", "av_type") if unit.situation.unknown else ():
        if unit.path(fact) in unit.situation.unknown:
            raise Missing(unit.path(fact))
    return bool(unit.in_support)


def faces_armour(s: Situation, side: str) -> bool:
    """Whether a combat unit of the other side on the map has an Armor Value."""
    found: bool = s.recall(("armour", side), lambda: any(has_av(unit) for unit in enemies(s, side, *ARMOUR) if is_combat_unit(unit)))
    return found


@cited("1.1e")
def is_dual(unit: Unit) -> bool:
    """Attack Capable and with an AV."""
    return has_av(unit) and attack_capable(unit)


@cited("1.1e")
def is_light(unit: Unit) -> bool:
    """Whether the AV that shows is a Light one."""
    return has_av(unit) and unit.av_type == "light"


@rule("1.1e")
def row_of(unit: Unit) -> str:
    """The row of the table of Unit Capabilities that a unit stands in, by the side that it shows."""
    if is_hq(unit):
        return "hq"
    if is_trains(unit):
        return "trains"
    if unit.in_support:
        return "support"
    if has_av(unit):
        if unit.stated("attack_capable"):
            return "dual"
        kind: str = unit.av_type
        if kind in ("red", "light") and unit.stated("attack_capable") is None and unit.path("attack_capable") in unit.situation.unknown:
            return "dual" if attack_capable(unit) else kind
        return kind
    return "attack_capable" if attack_capable(unit) else "unprepared"


@cited("1.1e")
def can_do(unit: Unit, what: str) -> bool:
    """Whether the table of Unit Capabilities ticks something for the unit; breakthrough armour adds Shock Attacks to its row."""
    table = unit.situation.book.tables["capabilities"]
    if table[row_of(unit)].get(what) is True:
        return True
    return what in table["breakthrough"] and bool(unit.breakthrough)


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


@rule("1.5")
def support_of(s: Situation, formation: str | None) -> list[Unit]:
    """The units that a formation has in Support; Missing where that is expressly not known."""
    if formation is None:
        return []
    found = s.formations.get(formation)
    if found is not None:
        found.support  # noqa: B018 - asks where the situation says that it is not known
    return [unit for unit in s.units.values() if unit.facts.get("in_support") and unit.facts.get("formation") == formation and in_play(unit)]


@cited("1.5a")
def is_host(unit: Unit) -> bool:
    """Whether Support is there for the unit; Command Radius and the number of Hosts or steps do not matter."""
    return no_support(unit) is None


@cited("1.5h")
def no_support(unit: Unit) -> str | None:
    """Why a unit cannot call on Support (the key of a text), or None if it can: it is a Host."""
    if not is_combat_unit(unit):
        return "support_not_capable"
    if (said := unit.has_support) is not None:  # so the players say, of a counter whose formation may not be known
        return "support_dropped" if unit.support_dropped else None if said else "support_none"
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


@rule("1.6a")
def fire_events(unit: Unit) -> int:
    """Fire Events that the unit has left: two less those that it is told to have used in this Activation, none after a SNAFU Fail."""
    formation = formation_of(unit)
    if formation is not None and formation.stated("snafu") == "fail":
        return 0
    left: int = unit.fire_events
    used = acts_now(unit.situation, unit.id, *FIRING) if unit.stated("fire_events") is None else ()
    return max(0, left - len(used))


FIRING = ("engagement", "attack_by_fire", "shock_attack", "recon")  # acts that take a Fire Event each (1.6b)
STARTS = ("move", "flip", "engagement", "attack_by_fire", "shock_attack", "recon", "voluntary_retreat")  # acts by which a unit begins its own part


def when(s: Situation, id_: str, act: dict[str, Any]) -> tuple[int, int]:
    """When an act was done: those that a situation was given with come first, unit by unit in the order listed, then those of the game."""
    order = act.get("order")
    return (0, list(s.history).index(id_)) if order is None else (1, int(order))


@cited("1.6f")
def started_since(unit: Unit) -> Unit | None:
    """Another unit of the side that began its part after this one had begun: from then on Fire Events and MPs left are lost."""
    found: Unit | None = unit.situation.recall(("started since", unit.id), lambda: _started_since(unit))
    return found


def _started_since(unit: Unit) -> Unit | None:
    s: Situation = unit.situation
    mine = acts_now(s, unit.id, *STARTS)
    if not mine:
        return None
    began = when(s, unit.id, mine[0])
    for id_ in doers(s, *STARTS):
        other = s.units.get(id_)
        if other is None or other is unit or other.stated("side") != unit.side or not is_combat_unit(other):
            continue
        theirs = acts_now(s, id_, *STARTS)
        if theirs and when(s, id_, theirs[0]) > began:
            return other
    return None


@cited("1.7d")
def uses_prep_def(unit: Unit) -> bool:
    """Whether a unit may use its formation's Prepared Defense now: the marker is there, the unit Deployed and in Command Radius.  The
    Unprepared never may (1.1d)."""
    formation = formation_of(unit)
    if formation is None or not formation.prep_def or not is_combat_unit(unit) or is_unprepared(unit):
        return False
    return shows(unit) == "deployed" and bool(unit.in_command)


@rule("1.8a")
def fatigue_level(formation: Entity) -> int:
    """0 to 4, and -1 for Fresh: the SNAFU modifier is its negative."""
    level = formation.fatigue
    return FRESH if level == "fresh" else int(level)
