"""The words that acts and chapters share: formations, their headquarters and Trains, stacks, what was done, and how changes are told."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from fractions import Fraction
from typing import Any

from adjudicator.book import Entity, Finding, Missing, Situation, Unit, effect, record
from adjudicator.kit import number

NORMAL_STACK = 2  # combat units in a hex (4.2)
HQ, TRAINS = "hq", "trains"
TURN = ("setup", "reinforcement", "assignment", "orders", "first_player", "activations")  # phases of a turn (2.0)
STEPS = ("hq_start", "preparation", "snafu", "obj_placement", "activities", "cleanup", "fatigue", "isolation", "second_activation")  # of an Activation (3.0)


def formation_named(s: Situation, name: str) -> Entity:
    """The formation of that name; one that the situation does not list has no stated facts."""
    found: Entity | None = s.formations.get(name)
    return found if found is not None else Entity(s, name, {"id": name}, "formations")


def formation_of(unit: Unit) -> Entity | None:
    """The formation that a unit belongs or is assigned to; None for an unassigned independent (1.3b)."""
    name = unit.formation
    return formation_named(unit.situation, name) if name is not None else None


def in_play(unit: Unit) -> bool:
    """Whether the counter has not been eliminated."""
    return unit.id not in unit.situation.eliminated and not unit.facts.get("eliminated")


def is_hq(unit: Unit) -> bool:
    """Whether the counter is a headquarters."""
    return bool(unit.kind == HQ)


def is_trains(unit: Unit) -> bool:
    """Whether the counter is a formation's Combat Trains."""
    return bool(unit.kind == TRAINS)


def is_combat_unit(unit: Unit) -> bool:
    """Whether the counter fights on the map: no HQ, no Trains, not in Support."""
    return unit.kind is None and not unit.in_support


def hq_of(s: Situation, formation: str | None) -> Unit | None:
    """The headquarters of a formation, or None if none is known."""
    return _counter_of(s, formation, "HQ", is_hq)


def trains_of(s: Situation, formation: str | None) -> Unit | None:
    """The Combat Trains of a formation, or None if none are known."""
    return _counter_of(s, formation, "Trains", is_trains)


def _counter_of(s: Situation, formation: str | None, name: str, wanted: Callable[[Unit], bool]) -> Unit | None:
    """A formation's counter of a kind: one without a formation is that of the formation that it is named after."""
    named = s.units.get(f"{formation} {name}")
    if named is not None and named.facts.get("formation") is None and in_play(named):
        return named
    return next((unit for unit in s.telling(s.units.values(), "kind") if unit.facts.get("formation") == formation and wanted(unit) and in_play(unit)), None)


def unplaced(counter: Unit | None, name: str) -> Missing:
    """What is to be asked for where nobody knows of a counter of that name, or where it stands."""
    return Missing(f"units[{name}].at" if counter is None else counter.path("at"))


def lost_units(s: Situation) -> list[Unit]:
    """Units of which it is expressly not known where they are."""
    return [unit for unit in s.units.values() if s.is_unknown(unit.path("at"))]


def stack(s: Situation, hex_: str, about: Callable[[Unit], bool] = bool) -> list[Unit]:
    """The counters in a hex; Missing(units[at HEX]) where others may be there, or one of those that it is ``about``."""
    complete = s.facts.get("units_complete")
    if complete is False or complete is None and any(path.startswith("units[at ") for path in s.unknown):
        path = f"units[at {hex_}]"
        named = any(other.startswith("units[at ") for other in s.unknown)
        if path in s.unknown or not named:
            raise Missing(path)
    s.all_placed(about)
    return s.known_at(hex_)


def combat_units(s: Situation, hex_: str) -> list[Unit]:
    """The combat units in a hex."""
    return [unit for unit in stack(s, hex_) if is_combat_unit(unit)]


def enemies(s: Situation, side: str, *told: str) -> list[Unit]:
    """The other side's counters on the map; those alone of which one of some facts is told, if others have none of them."""
    found: list[Unit] = s.recall(
        ("enemies", side, told), lambda: [*s.telling(enemies(s, side), *told)] if told else [unit for unit in s.placed() if unit.side != side]
    )
    return found


def stopped(unit: Unit) -> list[Finding]:
    """The unit is STOPPED."""
    return [effect(unit=unit.id, state="stopped"), record(unit=unit.id, stopped=True)]


def may_move(unit: Unit) -> list[Finding]:
    """Nothing STOPS the unit."""
    return [effect(unit=unit.id, state="may_move")]


def drop_support(unit: Unit, temporary: bool) -> list[Finding]:
    """A Dropped or Temporarily Dropped marker on the unit."""
    return [effect(unit=unit.id, support="dropped"), record(unit=unit.id, support_dropped="temporary" if temporary else True)]


def regain_support(unit: Unit) -> list[Finding]:
    """The Dropped marker comes off."""
    return [effect(unit=unit.id, support="available"), record(unit=unit.id, support_dropped=False)]


def move_side(unit: Unit) -> dict[str, Any]:
    """The facts that change when a unit is turned to its Move side: what that side prints, if it is known, and nothing of the other."""
    if unit.facts.get("sides") == 1 or unit.stated("shown") == "move":
        return {"shown": "move"}
    return turned(unit, "move")


def turned(unit: Unit, side: str) -> dict[str, Any]:
    """The facts that change when a counter is turned over; the values of the hidden side take the place of those that showed."""
    other = dict(unit.facts.get("other_side") or {})
    printed = ("ma", "ma_class", "av", "av_type", "range", "attack_capable", "hard", "breakthrough", "ar")
    hidden = {key: unit.facts[key] for key in printed if key in unit.facts}
    return {**other, "shown": side, "other_side": hidden} if other else {"shown": side}


def to_move_side(unit: Unit, **more: Any) -> list[Finding]:
    """The unit shows its Move side."""
    return [effect(unit=unit.id, side="move", **more), record(unit=unit.id, **move_side(unit))]


def against(says: Callable[..., Finding], key: str, unit: Unit, enemies: Sequence[Unit], hex_: str) -> list[Finding]:
    """What is said of a unit and the first of some enemies, because of whom it is so; nothing where there are none."""
    return [says(key, unit, enemies[0], hex_, unit=unit.id, enemy=enemies[0].id)] if enemies else []


def place_marker(kind: str, hex_: str, **more: Any) -> Finding:
    """A marker of a kind is laid down in a hex."""
    return effect(marker=kind, kind=kind, at=hex_, **more)


def change(formation: Entity, **facts: Any) -> Finding:
    """Facts of a formation that change."""
    return effect(formation=formation.id, **facts)


def points(value: Any, cls: str | None) -> Fraction | int | None:
    """A number of MPs, the same for all or by class; None where nothing is said for the class."""
    if isinstance(value, dict):
        value = value.get(cls)
    return None if value is None else number(value)


def of_now(s: Situation, act: dict[str, Any]) -> bool:
    """Whether an act of the history belongs to the present Activation."""
    return all(key not in act or s.stated(key) in (None, act[key]) for key in ("turn", "activation", "active_formation"))


def acts_now(s: Situation, id_: str, *kinds: str) -> list[dict[str, Any]]:
    """What somebody did in this Activation, of these kinds if any are named."""
    deeds = s.history.of(id_, *told_as(kinds)) if kinds else s.history.get(id_, ())
    return [act for act in deeds if of_now(s, act)]


def doers(s: Situation, *kinds: str) -> list[str]:
    """Who ever did something of these kinds, in the order of the history."""
    return s.history.doers(*told_as(kinds))


def told_as(kinds: tuple[str, ...]) -> tuple[str, ...]:
    """The words of the history for some kinds of acts: who "attacked" without more made a Regular Attack."""
    return (*kinds, "attack") if "regular_attack" in kinds else kinds


def has_assisted(s: Situation, id_: str) -> bool:
    """Whether somebody helped in a Regular Attack of this Activation."""

    def found() -> list[Any]:
        return [act.get("assist") for other in doers(s, "regular_attack") for act in acts_now(s, other, "regular_attack")]

    return id_ in s.recall("assists", found)


def deed(act: dict[str, Any]) -> str:
    """What an act of the history was; who "attacked" without more made a Regular Attack."""
    found = str(act.get("act"))
    return "regular_attack" if found == "attack" else found
