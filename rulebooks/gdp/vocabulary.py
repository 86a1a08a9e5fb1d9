"""The words of this book that acts and chapters share: counters, losses, and what every act can ask of a position."""

from __future__ import annotations

from typing import Any

from adjudicator.book import Findings, Marker, Missing, Situation, Unit, forbid
from adjudicator.kit import WarCase

HQS = ("hq", "division_hq")
FORTIFICATIONS = ("trench", "minefield", "dragons_teeth", "bunker")


def is_hq(unit: Unit) -> bool:
    """Whether the counter is a headquarters, of a battalion or of the division (2.4)."""
    return unit.kind in HQS


def is_division_hq(unit: Unit) -> bool:
    """Whether the counter is a division headquarters (2.4)."""
    return unit.kind == "division_hq" or unit.kind == "hq" and (names_the_division(unit.id) or names_the_division(str(unit.known("formation"))))


def is_engineer(unit: Unit) -> bool:
    """Engineers, and the German pioneers (16.0)."""
    return unit.kind in ("engineer", "pioneer", "raft_engineer")


def class_of(unit: Unit) -> str:
    """Foot, tracked or wheeled as the unit now moves: a debarked unit is foot for all purposes (9.6)."""
    if unit.debarked:
        return "foot"
    found: str = unit.fact("class")
    return found


def survives(unit: Unit) -> bool:
    """Whether a loss of one step only reduces the unit (2.3)."""
    return not unit.reduced and unit.max_steps > 1


def loss(unit: Unit, **more: Any) -> dict[str, Any]:
    """The change of the position when a unit takes one loss (2.3): it is reduced, or eliminated if it was."""
    if survives(unit):
        return {"unit": unit.id, "steps": -1, "reduced": True, **more}
    return {"unit": unit.id, "steps": -1, "eliminated": True, **more}


def is_gun(unit: Unit) -> bool:
    """Whether a unit has, or may have, an artillery range."""
    try:
        return bool(unit.artillery_range)
    except Missing:
        return True


class GdpCase(WarCase):
    """What all acts of this book share."""

    def markers_at(self, place: str, *kinds: str) -> list[Marker]:
        """Markers of these kinds that lie in a hex or on a hexside."""
        first, _, second = place.partition("/")
        places = (place, f"{second}/{first}") if second else (place,)
        return [marker for marker in self.s.markers.values() if marker.kind in kinds and marker.hex in places]

    def standing(self, unit: Unit) -> str | None:
        """Where a unit stands; a reinforcement that has no place yet is off the map (4.0)."""
        if unit.facts.get("at") is None and unit.reinforcement is not None:
            return None
        return super().standing(unit)

    @property
    def taking_part(self) -> list[Unit]:
        """The units that an act moves or fights with."""
        return []

    @property
    def artillery(self) -> list[Unit]:
        """The guns that fire from a distance in this act."""
        return self.taking_part

    @property
    def battalions(self) -> set[str]:
        """The battalions of the units that take part."""
        return {unit.formation for unit in self.taking_part if unit.formation is not None}

    def role_side(self, name: str | None, attacking: str | None) -> str | None:
        """A side by its name, or by its role in the combat."""
        if name in ("attacker", "defender"):
            if attacking not in self.book.sides:
                return None
            return attacking if name == "attacker" else self.book.enemy(attacking)
        return name

    def hqs(self, formation: str | None, side: str) -> list[Unit]:
        """The headquarters that serve a battalion: its own, and those of the division, as far as they are in play."""
        found = []
        for unit in self.s.units.values():
            if unit.id in self.s.eliminated or not is_hq(unit) or unit.side != side:
                continue
            if is_division_hq(unit) or (formation is not None and unit.formation == formation):
                found.append(unit)
        return found

    def riders(self, unit: Unit) -> list[Unit]:
        """Foot units that ride on this unit (9.5)."""
        s = self.s
        told = not s.unknown and not any(path.endswith("].riding") for path in s.tried)  # then a unit of which nothing is said rides on nobody

        def found() -> dict[str, list[Unit]]:
            loads: dict[str, list[Unit]] = {}
            for other in s.units.values():
                if (not told or "riding" in other.facts or s.tried and other.id in s.named) and other.riding is not None:
                    loads.setdefault(other.riding, []).append(other)
            return loads

        loads: dict[str, list[Unit]] = s.recall("riders", found)
        return [other for other in loads.get(unit.id, ()) if other.id not in s.eliminated]

    def features(self, first: str, second: str) -> list[str]:
        """What lies on or crosses the side between two hexes."""
        return self.s.on_side(first, second)


def is_division_name(case: GdpCase, chit: str) -> bool:
    """Whether a chit is that of a division HQ."""
    unit = case.s.units.get(chit)
    if unit is not None:
        return is_division_hq(unit)
    return names_the_division(chit)


def names_the_division(name: str) -> bool:
    """Whether a name is that of the division's headquarters."""
    return name.lower().replace(" ", "").replace("-", "") in ("hqdiv", "hqdivision", "division", "div")


def hq_of(case: GdpCase, chit: str, side: str) -> Unit | None:
    """The HQ that a chit activates, if it is on the map."""
    for unit in case.s.units.values():
        if not is_hq(unit) or unit.side != side or unit.hex is None:
            continue
        if is_division_name(case, chit) if is_division_hq(unit) else unit.formation == chit:
            return unit
    return None


def fought(situation: Situation) -> dict[str, Any]:
    """The fight that is being carried out; a move that may still be fired at is none."""
    pending: dict[str, Any] = situation.pending or {}
    return {} if pending.get("act") == "move" else pending


def under_way(situation: Situation) -> dict[str, Any]:
    """The attack that has been announced and whose dice have not been thrown; empty if there is none."""
    pending = fought(situation)
    return pending if pending.get("result") is None and pending.get("act") in (None, "attack", "overrun") else {}


def settled(pending: dict[str, Any]) -> bool:
    """Whether nothing is left to be done of a result: it asks for nothing, its losses are taken, or all have retreated."""
    code = pending.get("result")
    if code is None or code[1:] != "R":
        return code == "-" or bool(pending.get("steps_taken"))
    called = pending.get("attackers" if code == "AR" else "defenders")
    return called is not None and set(called) <= set(pending.get("gone") or ())


def named(value: Any) -> list[str]:
    """The ids that an entry of the history holds, of which one may stand alone."""
    return [value] if isinstance(value, str) else list(value or ())


def by_division(case: GdpCase, side: str) -> list[str]:
    """The battalions of a side that a division HQ has activated in this turn (6.0)."""
    found: dict[str, None] = {}
    for name in case.s.history.doers("activated"):
        for item in case.done(name, "activated"):
            if is_division_name(case, name):
                found.update(dict.fromkeys(named(item.get("with") or item.get("target"))))
            elif is_division_name(case, str(item.get("by") or item.get("chit") or "")):
                found[name] = None
    foreign = {unit.formation for unit in case.s.units.values() if unit.known("side") not in (None, side)}
    return [name for name in found if name not in foreign]


def not_active(case: GdpCase, side: str, *units: str) -> Findings:
    """Units of the side whose chit is not being played."""
    active = case.s.stated("active")
    if active in case.book.sides and side != active:
        yield forbid("not_the_active_side", units=list(units), side=side, active=active)


def letters_of(table: dict[str, Any], name: str, unit: Unit) -> list[str]:
    """The letters at which a unit comes in that the set-up table of a scenario holds back; by its formation, or the end of its name."""
    found: list[str] | None = table["arrivals"].get(name, {}).get(unit.side, {}).get(unit.formation or unit.id.rpartition("-")[2])
    return found or []
