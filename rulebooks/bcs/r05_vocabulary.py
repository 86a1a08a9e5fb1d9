"""What the words of chapter 5 mean: Terrain, Key Terrain."""

from __future__ import annotations

from adjudicator.book import cited
from adjudicator.ground.situation import Situation

from .r04_vocabulary_ground import chart, terrains

PASSABLE = {"primary", "secondary", "track", "rail"}  # on a hexside, no Terrain


def key_terrain(s: Situation, hex_: str, asked: bool = True) -> bool:
    """Whether a hex is Key Terrain (glossary); a victory symbol alone does not make it so.

    Unless it is ``asked``, a hex of which nothing at all is said is none."""
    place = s.hex(hex_)
    stated = place.stated("key_terrain")
    if stated is not None:
        return bool(stated)
    if place.stated("combat_terrain") is False and not terrains(s, hex_):
        return False
    found = [chart(s, name, "key_terrain") for name in terrains(s, hex_)]
    if any(found):
        return True
    if (found and None not in found) or place.stated("combat_terrain") is False:
        return False
    if not found and not asked and place.stated("combat_terrain") is None and place.path("key_terrain") not in s.unknown:
        return False
    return bool(place.key_terrain)


@cited("5.0a")
def in_terrain(s: Situation, hex_: str) -> bool:
    """Whether a hex holds "Terrain" in the sense of the chart; Missing where nobody said so."""
    place = s.hex(hex_)
    stated = place.stated("combat_terrain")
    if stated is not None:
        return bool(stated)
    found = [chart(s, name, "combat_terrain") for name in terrains(s, hex_)]
    if any(found):
        return True
    if found and None not in found:
        return False
    return bool(place.combat_terrain)
