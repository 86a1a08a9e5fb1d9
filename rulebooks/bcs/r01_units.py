"""Chapter 1.0 to 1.3: what a counter is, judged by the side that it shows, and set-up."""

from __future__ import annotations

from typing import Any

from adjudicator.book import rule
from adjudicator.ground.facts import Missing
from adjudicator.ground.ruling import Findings, define, effect, forbid, permit
from adjudicator.ground.situation import Situation, Unit
from adjudicator.kit.geometry import distance

from .acts import is_combat_unit
from .acts_formation import Look, SetUp

LEG, TRUCK, TAC = "leg", "truck", "tac"
CLASSES = (LEG, TRUCK, TAC)
ROADS = ("primary", "secondary", "track")  # a railway is no road (3.1a)


# ---- 1.1: what a counter is ------------------------------------------------------------------------------------------------
@rule("1.1a")
def attack_capable(unit: Unit) -> bool:
    """Whether the side showing prints the assault arrow."""
    return bool(unit.attack_capable)


@rule("1.1e")
def has_av(unit: Unit) -> bool:
    """Whether the side showing prints an Armor Value; one that nobody mentions is not there (an AV of 0 is one)."""
    if unit.facts.get("av") is not None or unit.stated("av_type") is not None:
        return True
    for fact in ("av", "av_type"):
        if unit.path(fact) in unit.situation.unknown:
            raise Missing(unit.path(fact))
    return bool(unit.in_support)


@rule("1.1e")
def is_dual(unit: Unit) -> bool:
    """Attack Capable and with an AV."""
    return has_av(unit) and attack_capable(unit)


@rule("1.1e")
def is_light(unit: Unit) -> bool:
    """Whether the AV that shows is a Light one."""
    return has_av(unit) and unit.av_type == "light"


@rule("1.1d")
def is_unprepared(unit: Unit) -> bool:
    """A combat unit that shows neither the assault arrow nor an AV."""
    return is_combat_unit(unit) and not has_av(unit) and not attack_capable(unit)


@rule("1.1c")
def shows(unit: Unit) -> str:
    """The side that counts: a counter printed on one side only is on its Move side."""
    if unit.sides == 1:
        return "move"
    side: str = unit.shown
    return side


@rule("1.1a")
def class_of(unit: Unit) -> str | None:
    """The movement class of the side showing; None where no MA is printed."""
    found: str | None = unit.ma_class
    return found


def side_value(unit: Unit, side: str, fact: str) -> Any:
    """A value that one side of the counter prints; None if that side prints none or says nothing of it."""
    if shows(unit) == side or unit.facts.get("other_side") is None:
        return unit.fact(fact) if fact in unit.facts else unit.stated(fact)
    return (unit.facts.get("other_side") or {}).get(fact)


def either_side(unit: Unit, fact: str) -> bool:
    """Whether one of the two sides prints such a value."""
    return unit.facts.get(fact) is not None or (unit.facts.get("other_side") or {}).get(fact) is not None


# ---- ground that a class of movement may not enter (4.1d; here since set-up asks for it first) --------------------------------------
def terrains(s: Situation, hex_: str) -> tuple[str, ...]:
    """The kinds of terrain of a hex; none where nobody speaks of them; Missing where it is expressly not known."""
    place = s.hex(hex_)
    found = place.known("terrain")
    if found is None:
        if place.path("terrain") in s.unknown:
            raise Missing(place.path("terrain"))
        return ()
    return (found,) if isinstance(found, str) else tuple(found)


def chart(s: Situation, name: str, column: str) -> Any:
    """An entry of the Terrain Effects Chart; None where nobody typed it, Missing where it is expressly not known."""
    path = f"tables.tec.{name}.{column}"
    if path in s.tried:
        return s.tried[path]
    if path in s.unknown or f"tables.tec.{name}" in s.unknown or "tables.tec" in s.unknown:
        raise Missing(path)
    for tables in (s.facts.get("tables") or {}, s.book.tables):
        row = (tables.get("tec") or {}).get(name)
        if isinstance(row, dict) and row.get(column) is not None:
            return row[column]
    return None


@rule("4.1d")
def closed_to(s: Situation, hex_: str, cls: str | None) -> bool:
    """Whether a hex is prohibited to a class of movement (roads and bridges apart)."""
    if cls is None:
        return False
    place = s.hex(hex_)
    stated = place.stated("prohibited_to")
    if stated is not None:
        return cls in stated
    if place.path("prohibited_to") in s.unknown:
        raise Missing(place.path("prohibited_to"), ((), (cls,)))
    return any(cls in (chart(s, name, "prohibited_to") or ()) for name in terrains(s, hex_))


def road_on(s: Situation, first: str, second: str, kinds: tuple[str, ...] = ROADS) -> bool:
    """Whether a road of these kinds crosses the side between two hexes; what nobody mentions is not there."""
    return any(kind in kinds for kind in s.side(first, second).features)


@rule("4.1d")
def step_closed(s: Situation, start: str, end: str, cls: str | None) -> bool:
    """Whether a class of movement cannot go from one hex into the next: prohibited ground or hexside, and neither bridge nor road."""
    if cls is None:
        return False
    side = s.side(start, end).features
    if not closed_to(s, end, cls) and not any(cls in (chart(s, name, "prohibited_to") or ()) for name in side):
        return False
    return "bridge" not in side and not any(kind in side for kind in ROADS)


# ---- 1.0 ---------------------------------------------------------------------------------------------------------------------
@rule("1.0f", SetUp)
def set_up(setup: SetUp) -> Findings:
    """Within the named area, its edge included, and in no hex that the unit could not enter."""
    for unit in setup.units:
        area = unit.setup
        if area is not None:
            within = setup.distance(area["of"], setup.hex)
            if within > area["within"]:
                yield forbid("setup_area", where=[setup.hex], units=[unit.id], unit=unit.id, hexes=within, limit=area["within"], of=area["of"])
            else:
                yield permit("setup_area_kept", where=[setup.hex], units=[unit.id], unit=unit.id, hexes=within, limit=area["within"], of=area["of"])
        classes = [found for found in (unit.stated("ma_class"), (unit.facts.get("other_side") or {}).get("ma_class")) if found]
        if not classes and unit.kind is None:
            classes = [unit.ma_class]
        if classes and all(closed_to(setup.s, setup.hex, cls) for cls in classes):
            yield forbid("setup_closed", where=[setup.hex], units=[unit.id], unit=unit.id, hex=setup.hex)
        elif classes and closed_to(setup.s, setup.hex, unit.stated("ma_class")):
            yield define("setup_other_side", where=[setup.hex], units=[unit.id], unit=unit.id, hex=setup.hex)


@rule("1.0f", SetUp, "after")
def put_up(setup: SetUp) -> Findings:
    """The unit stands there."""
    for unit in setup.units:
        yield effect(unit=unit.id, at=setup.hex)


@rule("1.0e", SetUp)
def on_the_map(setup: SetUp) -> Findings:
    """Only hexes of the map are played on."""
    setup.valid(setup.hex)
    return
    yield


# ---- 1.10 fog of war ------------------------------------------------------------------------------------------------------------
@rule("1.10", Look)
def fog_of_war(look: Look) -> Findings:
    """Of an enemy stack only the top unit is shown; Support, artillery and Prepared Defense lie open, other artillery does not."""
    for unit in look.units:
        if unit.side == look.side:
            yield permit("own_unit", units=[unit.id], unit=unit.id)
            continue
        if unit.in_support or unit.kind is not None:
            yield permit("lies_open", units=[unit.id], unit=unit.id)
            continue
        here = look.standing(unit)
        others = [other for other in look.friends_at(here or "", unit.side) if is_combat_unit(other)]
        place = unit.stack_position
        if len(others) > 1 and place is None and not look.under:
            raise Missing(unit.path("stack_position"), tuple(range(1, len(others) + 1)))
        if look.under or (place or 1) > 1:
            yield forbid("not_top", units=[unit.id], unit=unit.id, hex=here or "")
        else:
            yield permit("top_unit", units=[unit.id], unit=unit.id)


def apart(s: Situation, first: str, second: str) -> int:
    """Hexes from one hex to another; Missing where that is not known."""
    return distance(s, first, second)
