"""Terrain, and ground that a class of movement may not enter (4.1)."""

from __future__ import annotations

from typing import Any

from adjudicator.book import Missing, Situation, Unit, cited

ROADS = ("primary", "secondary", "track")  # a railway is no road (3.1a)


def road_on(s: Situation, first: str, second: str) -> bool:
    """Whether a road crosses the side between two hexes; what nobody mentions is not there."""
    return any(kind in ROADS for kind in s.on_side(first, second))


def chart(s: Situation, name: str, column: str) -> Any:
    """An entry of the Terrain Effects Chart; None where nobody typed it, Missing where it is expressly not known."""
    path = f"tables.tec.{name}.{column}"
    if path in s.tried:
        return s.tried[path]
    if path in s.unknown or f"tables.tec.{name}" in s.unknown or "tables.tec" in s.unknown:
        raise Missing(path)
    for tables in (s.facts.get("tables") or {}, s.book.tables):
        chart = tables.get("tec")
        row = chart.get(name) if isinstance(chart, dict) else None
        if isinstance(row, dict) and row.get(column) is not None:
            return row[column]
    return None


def terrains(s: Situation, hex_: str) -> tuple[str, ...]:
    """The kinds of terrain of a hex; none where nobody speaks of them; Missing where it is expressly not known."""
    place = s.hex(hex_)
    found = place.known("terrain")
    if found is None:
        if place.path("terrain") in s.unknown:
            raise Missing(place.path("terrain"))
        return ()
    return (found,) if isinstance(found, str) else tuple(found)


@cited("4.1d")
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


def classes_of(unit: Unit) -> list[str]:
    """The classes of movement that the two sides of a counter print, as far as they were told."""
    return [found for found in (unit.stated("ma_class"), (unit.facts.get("other_side") or {}).get("ma_class")) if found]


def never_in(unit: Unit, hex_: str) -> bool:
    """Whether a hex is closed to both sides of a counter."""
    classes = classes_of(unit)
    return bool(classes) and all(closed_to(unit.situation, hex_, cls) for cls in classes)


@cited("4.1d")
def step_closed(s: Situation, start: str, end: str, cls: str | None) -> bool:
    """Whether a class of movement cannot go from one hex into the next: prohibited ground or hexside, and neither bridge nor road."""
    if cls is None:
        return False
    side = s.on_side(start, end)
    if not closed_to(s, end, cls) and not any(cls in (chart(s, name, "prohibited_to") or ()) for name in side):
        return False
    return "bridge" not in side and not any(kind in side for kind in ROADS)
