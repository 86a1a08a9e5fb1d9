"""The words that acts and chapters share: what a counter is, what lies on the ground, who commands whom. No rule speaks here."""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction
from typing import Any, NamedTuple

from adjudicator.book import Findings, Hex, Missing, Situation, Unit, cited, effect, record, some
from adjudicator.kit import WarCase, adjacent, of_ground, possible_neighbours

GERMAN, POLISH, SLOVAK = "german", "polish", "slovak"
EVENT, REPLACEMENT = "random event", "Polish replacement"
AIRCRAFT = ("interdiction", "ground_attack")
STRATEGIC, RAIL = "strategic", "rail"


def is_hq(unit: Unit) -> bool:
    """Whether the counter is a headquarters (4.2); one whose kind nobody stated is known by its name."""
    kind = unit.stated("kind")
    return kind == "hq" if kind is not None else unit.id.upper().endswith(" HQ")


def is_ship(unit: Unit) -> bool:
    """Whether the counter is the Schleswig-Holstein (11.3)."""
    return not is_hq(unit) and bool(unit.kind == "ship")


def is_combat(unit: Unit) -> bool:
    """Whether the counter is a combat unit: neither an HQ (9.4) nor the ship (11.3)."""
    return not is_hq(unit) and not is_ship(unit)


def on_rails(unit: Unit) -> bool:
    """Whether the unit's movement allowance is an R: it moves by rail only (6.5)."""
    return unit.known_to_be("ma", "R") or unit.known_to_be("kind", "train")


def is_motorised(unit: Unit) -> bool:
    """Mechanised or motorised, as the rules about roads and aircraft part units (6.4, 12.2)."""
    return bool(unit.kind in ("mech", "mot"))


def is_immobile(unit: Unit) -> bool:
    """Whether the unit has a movement allowance of zero (9.5.5, 10.3.3, 11.2)."""
    if is_hq(unit):
        return False
    back = unit.facts.get("other_side") or {}  # a counter that has been turned over: what can move on one side can on the other
    printed = back["ma"] if "ma" in back and "ma" not in unit.facts else unit.ma
    return bool(printed == 0)


def command_name(hq: Unit) -> str:
    """What an HQ commands, as its chit is called: its formation, or its own name where it has no colour bar."""
    formation = hq.formation
    return str(formation) if formation else hq.id.removesuffix(" HQ")


def hq_names(command: str) -> tuple[str, ...]:
    """The ids under which the HQ of a command may be listed: ``Lodz HQ``, and ``10 HQ`` for ``10th Army``."""
    digits = "".join(letter for letter in command.split(" ")[0] if letter.isdigit())
    return (f"{command} HQ", f"{digits} HQ") if digits else (f"{command} HQ",)


def as_path(found: Any) -> list[str]:
    """A path as the history states it, a list or hexes joined by dashes."""
    if isinstance(found, str):
        return found.split("-")
    return [str(hex_) for hex_ in found or ()]


def gone(unit: Unit) -> dict[str, Any]:
    """The change of the position when a unit leaves the game."""
    return {"unit": unit.id, "removed": True}


def hq_gone(case: WarCase, hq: Unit) -> Findings:
    """An HQ leaves the game with its command chit (11.1.3); the chit of the operational groups serves the others."""
    yield effect(**gone(hq))
    name = command_name(hq)
    if name not in case.book.tables["groups"]["OG"]:
        yield effect(chit=name, removed=True)


def lost_command(s: Situation, command: str) -> bool:
    """Whether the HQ of a command has been eliminated (11.1.6)."""
    for unit in s.units.values():
        if is_hq(unit) and command_name(unit) == command:
            return unit.id in s.eliminated
    return any(name in s.eliminated for name in hq_names(command))


def joint_command(s: Situation, command: str) -> str | None:
    """The joint HQ that has taken over a command (2.4.2, 8.0.4), if it is in play."""
    for joint, parts in s.book.tables["chits"]["replaced"].items():
        if command in parts and any(is_hq(unit) and command_name(unit) == joint and unit.hex is not None for unit in s.units.values()):
            return str(joint)
    return None


def formations_of(s: Situation, hq: Unit) -> tuple[str, ...]:
    """The colours that an HQ commands: its own, and for Malopolska those of the two armies it replaces (8.0.4)."""
    name = command_name(hq)
    return (name, *s.book.tables["chits"]["replaced"].get(name, ()))


def barless(hq: Unit) -> bool:
    """Whether an HQ has no colour bar, so that it activates any five units (4.2.1)."""
    return "formation" in hq.facts and hq.facts["formation"] is None and command_name(hq) != "Bernolak"


def independent(s: Situation, unit: Unit) -> bool:
    """Whether a unit is independent: without a colour bar, or with an HQ that has been eliminated (4.2.2, 11.1.6)."""
    command: str | None = unit.formation
    if command is None:
        return True
    return lost_command(s, command) and joint_command(s, command) is None


def under(s: Situation, unit: Unit, hq: Unit) -> bool:
    """Whether a unit belongs to the command of an HQ."""
    command: str | None = unit.formation
    return command is not None and command in formations_of(s, hq) and not (independent(s, unit) and command != command_name(hq))


def activation_over(case: WarCase) -> Findings:
    """The HQ and its units are no longer activated: the next chit is drawn, or another phase begins."""
    yield record(forget="active_hq")
    for unit in case.s.units.values():
        if "activated" in unit.facts:
            yield record(unit=unit.id, forget="activated")


CROSSINGS = ("road", "rail")


def features(s: Situation, first: str, second: str) -> list[str]:
    """What lies on or crosses the side between two hexes."""
    return s.on_side(first, second)


def has_road(s: Situation, first: str, second: str) -> bool:
    """Whether a road crosses the side between two hexes."""
    return "road" in features(s, first, second)


def line_hex(s: Situation, hex_: str, kind: str) -> bool:
    """Whether a hex has a road (``road``) or a railway (``rail``): one crosses any of its sides."""
    return some(lambda other: adjacent(s, hex_, other) and kind in features(s, hex_, other), possible_neighbours(s, hex_))


def damaged(s: Situation, first: str, second: str) -> bool:
    """Whether the temporary bridge between two hexes is damaged: a German combat unit has come next to it (6.2.2)."""
    ends = {first, second}
    for marker in s.markers.values():
        if marker.facts.get("kind") == "damaged_bridge" and set(str(marker.facts.get("at")).split("/")) == ends:
            return True
    near = set(ends)
    if s.reading("6.22") == "around":
        near.update(possible_neighbours(s, first), possible_neighbours(s, second))
    camp = s.book.camp
    for unit in s.units.values():
        if camp(unit.stated("side") or "") != "german":
            continue
        visited = {unit.hex} if unit.hex is not None else set()
        for act in s.history.get(unit.id, ()):
            if act.get("act") in ("move", "advance", "retreat"):
                visited.update(as_path(act.get("path") or act.get("hex")))
        if visited & near and is_combat(unit):
            return True
    return False


RIVERS = ("minor_river", "major_river")


def river_there(s: Situation, named: str, sides: Iterable[tuple[str, str]]) -> bool:
    """Whether the river that is spoken of lies on one of these sides; which river it is, is asked for where nobody stated what lies there."""
    wanted = [named] if named in RIVERS else list(RIVERS)
    found = [s.side(first, second) for first, second in sides]
    if named not in (*RIVERS, "river") or not found or any(set(wanted) & set(side.stated("features") or ()) for side in found):
        return True
    unsaid = next((side.path("features") for side in found if side.stated("features") is None), None)
    if unsaid is not None:
        raise Missing(unsaid, tuple(each for each in s.book.values_of(unsaid) or () if set(wanted) & set(each)) or None)
    return False


def bridged(s: Situation, first: str, second: str, side: str) -> bool:
    """Whether a river side has a bridge for a player: a road or railway crosses it, or a sound temporary bridge for the Pole (6.2.2)."""
    there = features(s, first, second)
    if any(name in there for name in CROSSINGS):
        return True
    return "temporary_bridge" in there and s.book.camp(side) == "polish" and not damaged(s, first, second)


def river(s: Situation, first: str, second: str, side: str) -> str | None:
    """The river without a bridge between two hexes, ``minor_river`` or ``major_river``, or None."""
    there = features(s, first, second)
    found = "major_river" if "major_river" in there else "minor_river" if "minor_river" in there else None
    return None if found is None or bridged(s, first, second, side) else found


def has_feature(hex_: Hex, name: str) -> bool:
    """Whether a hex bears what only a map can tell (``vp``, ``warsaw``): stated, or asked for where nobody knows what it bears."""
    return name in (hex_.stated("features") or ())


@cited("13.2.2")
def vp_name(s: Situation, name: str | None) -> str | None:
    """The name of a VP hex as the list has it, or None if it is not on the list (13.2.2)."""
    if name is None:
        return None
    table = s.book.tables["vp_hexes"]
    plain = table["misprints"].get(name, name)
    return plain if plain in table["names"] else None


def is_vp(hex_: Hex) -> bool:
    """Whether a hex is a VP hex: stated to be one, or called by one of the fourteen names."""
    return vp_name(hex_.situation, hex_.name) is not None or has_feature(hex_, "vp")


def is_water(s: Situation, hex_: str) -> bool:
    """Whether a hex is all water."""
    place = s.hex(hex_)
    return place.known_to_be("terrain", "water") or "baltic" in (place.stated("features") or ()) or bool(place.terrain == "water")


def barred(s: Situation, first: str, second: str, side: str) -> str | None:
    """The text that says why the ground closes a step to every ground unit of a player (6.2.3, 6.2.4), or None."""
    if is_water(s, second):
        return "water_hex"
    there = features(s, first, second)
    if "water" in there:
        return "water_side"
    if "major_river" in there and not bridged(s, first, second, side):
        return "major_river"
    if s.hex(second).terrain == "mountain" and "road" not in there:
        return "mountain_without_road"
    return None


class Ground(NamedTuple):
    """What a step into a neighbouring hex goes over: what bars it, the river without a bridge, whether along a road, the terrain that is entered."""

    bar: str | None
    river: str | None = None
    road: bool = False
    terrain: str = ""


def ground(s: Situation, first: str, second: str, side: str) -> Ground | None:
    """The ground of a step, worked out once; None where a temporary bridge lies, which is another matter for each player and from day to day."""

    def look() -> Ground | None:
        if not is_water(s, second) and "temporary_bridge" in features(s, first, second):
            return None
        bar = barred(s, first, second, side)
        return Ground(bar) if bar else Ground(None, river(s, first, second, side), has_road(s, first, second), s.hex(second).terrain)

    return of_ground(s, "steps", (first, second), look)


MALOPOLSKA = "Malopolska"


def replaces(unit: Unit) -> bool:
    """Whether the unit is the Malopolska HQ, which comes in by a rule of its own."""
    return is_hq(unit) and command_name(unit) == MALOPOLSKA


SETTLEMENTS = ("village", "town", "city")
Number = int | Fraction
LOSS_SETTLEMENTS = ("town", "city")
RETREAT_SETTLEMENTS = ("village", "town", "city")


def settlement(s: Situation, hex_: str, kinds: tuple[str, ...]) -> str | None:
    """The village, town or city in a hex, if it is one of these kinds (A6.10: three classes, never merged)."""
    return next((name for name in s.hex(hex_).features if name in kinds), None)


LIMIT = 2  # combat units in a hex (7.0)


MOST_STEPS = 2  # a counter has a front and at most a back (9.4)


def steps_left(unit: Unit) -> int | None:
    """The steps that a unit still has; None if neither they nor its full number were stated."""
    if unit.known("reduced") is True:
        return 1
    stated = unit.stated("steps")
    if stated is not None:
        return int(stated)
    if unit.reduced:
        return 1
    full = unit.stated("max_steps")
    return int(full) if full is not None else None


def steps_of(unit: Unit) -> int:
    """The steps that a unit has at the moment: a reduced one has one (9.4)."""
    known = steps_left(unit)
    return known if known is not None else 1 if unit.reduced else int(unit.max_steps)
