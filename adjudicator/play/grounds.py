"""Ground that is said of those who stand there: "26 is in a village", "46 attacks 26 in the city", "46 attacks over the river".

Which hex that is, the position tells when the sentence is played. What it knows not is stated, what it knows otherwise is refused; what is only
supposed holds in any case. So it is with a river before the target; one that is known not to be there is told.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Any

from adjudicator.ground.declaration import ACTING, DONE, GROUND, LACKING, LEFT, MARKED, WITHOUT, Act, Part, Stated
from adjudicator.ground.facts import InputError
from adjudicator.ground.ruling import Finding, warn
from adjudicator.play.deeds import history

if TYPE_CHECKING:
    from adjudicator.ground.situation import Situation
    from adjudicator.ground.things import Hexside

GROUNDS = {"target_terrain": "terrain", "target_feature": "features"}
"""Slots of an attack that tell what lies in its target hex, and the facts that they give."""
LATER = (GROUND, DONE, LACKING, LEFT, WITHOUT)
"""What facts begin with that the position has to make facts of."""
RIVER = "across"
RIVERS = "river"
"""What rulebooks call water that is crossed, with words before it."""
_SIDE = re.compile(r"hexsides\[(.+?)/(.+?)\](?:\.features)?")


def grounded(parts: tuple[Part, ...], situation: Situation, supposed: bool = False) -> tuple[Part, ...]:
    """The parts of a sentence, with what is said of the ground as facts of hexes. Raises InputError if the position says otherwise."""
    parts = tuple(_acting(part, parts, situation) if isinstance(part, Stated) and ACTING in part.path else part for part in parts)
    if not any((GROUNDS.keys() | {RIVER}) & part.slots.keys() if isinstance(part, Act) else part.path.startswith(LATER) for part in parts):
        return parts
    found: list[Part] = []
    for part in parts:
        if isinstance(part, Act) and RIVER in part.slots:
            found += _river(part, situation, found)
        if isinstance(part, Act) and (said := GROUNDS.keys() & part.slots.keys()):
            target = _target(part, situation, found)
            for slot in sorted(said):
                found += _stated(situation, target, GROUNDS[slot], part.slots[slot], supposed)
            rest = {name: content for name, content in part.slots.items() if name not in said or target is None}
            found.append(Act(part.kind, rest, part.text, part.start, part.end))
        elif isinstance(part, Stated) and part.path.startswith(GROUND):
            name, _, key = part.path[len(GROUND) + 1 :].partition("].")
            if (place := _place(name, situation, found)) is None:
                raise InputError("not_on_map", unit=name)
            if key == MARKED:
                found += _marked(situation, place, part.value)
                continue
            found += _stated(situation, place, key, part.value, supposed)
        elif isinstance(part, Stated) and part.path.startswith(LACKING):
            found.append(_lacking(part, situation))
        elif isinstance(part, Stated) and part.path.startswith(LEFT):
            found.append(_left(part, situation))
        elif isinstance(part, Stated) and part.path.startswith(WITHOUT):
            found.append(_without(part, situation, found))
        elif isinstance(part, Stated) and part.path == DONE:
            found += history(situation, part.value)
        else:
            found.append(part)
    return tuple(found)


def _acting(part: Stated, parts: Sequence[Part], situation: Situation) -> Stated:
    """What is said of the formation that is acting: that of those who do something besides, else the active one. Raises InputError if nobody knows it."""
    group, _, rest = part.path.partition("[")
    singular = group.removesuffix("s")
    units = [name for act in parts if isinstance(act, Act) for name in act.slots.get("units") or () if name in situation.units]
    name = next((said for unit in units if isinstance(said := situation.units[unit].known(singular), str)), None) or situation.known(f"active_{singular}")
    if not isinstance(name, str):
        raise InputError("no_units")
    return Stated(f"{group}[{name}]{rest.partition(']')[2]}", part.value)


def _lacking(part: Stated, situation: Situation) -> Stated:
    """What a unit has left that lacks so many steps; where nobody knows how many it had, that it has lost them."""
    name = part.path[len(LACKING) + 1 : -1]
    whole = situation.units[name].known("max_steps") if name in situation.units else None
    if isinstance(whole, int) and whole >= part.value:
        return Stated(f"units[{name}].steps", whole - part.value)
    return Stated(f"history[{name}]", {"act": "loss", "steps": -part.value})


def _left(part: Stated, situation: Situation) -> Stated:
    """The fact by which a rulebook remembers what movement points a unit has left: those, or what it has spent of all. Raises InputError if there is none."""
    name, facts = part.path[len(LEFT) + 1 : -1], situation.book.facts
    whole = situation.units[name].known("ma") if name in situation.units else None
    if "units.mp_left" in facts:
        return Stated(f"units[{name}].mp_left", part.value)
    if "units.spent" in facts and isinstance(whole, int) and whole >= part.value:
        return Stated(f"units[{name}].spent", whole - part.value)
    raise InputError("no_points_left", unit=name)


def _without(part: Stated, situation: Situation, before: Sequence[Part]) -> Stated:
    """What lies on a hexside on which something is said not to lie: the rest of what is known; where nothing is, no river means nothing at all.

    Raises InputError where a road or a bridge is denied and nobody knows whether there is a river.
    """
    one, _, other = part.path[len(WITHOUT) + 1 : -1].partition("/")
    paths = (f"hexsides[{one}/{other}]", f"hexsides[{other}/{one}]")
    told = [each.value for each in before if isinstance(each, Stated) and each.path in paths]
    known = told[-1] if told else situation.side(one, other).known("features")
    if known is None and not any(RIVERS in name for name in part.value):
        raise InputError("side_unknown", side=f"{one}/{other}")
    rest = [name for name in known or () if name not in part.value]
    apart = rest and RIVERS in part.value and not any(set(rest) == set(each) for each in situation.book.values_of(f"{paths[0]}.features") or (rest,))
    return Stated(paths[0], [] if apart else rest)  # a bridge over no river is none


def _place(name: str, situation: Situation, before: Sequence[Part] = ()) -> str | None:
    """Where a unit stands by the facts just said, else by the position; a hex is where it is. None: on no hex that is known."""
    place: Any = name if name not in situation.units and situation.grid.valid(name) else None
    place = situation.units[name].known("at") if name in situation.units else place
    for part in before:
        if isinstance(part, Stated) and part.path == f"units[{name}]" and isinstance(part.value, dict):
            place = part.value.get("at", place)
        elif isinstance(part, Stated) and part.path == f"units[{name}].at":
            place = part.value
    return place if isinstance(place, str) and situation.grid.valid(place) else None


def _target(act: Act, situation: Situation, before: Sequence[Part] = ()) -> str | None:
    """The hex that an attack goes for."""
    target = act.slots.get("target") or next((_place(name, situation, before) for name in act.slots.get("target_units", ())), None)
    return target if isinstance(target, str) else None


def _goal(act: Act) -> str | None:
    """The only hex that somebody goes to."""
    way = act.slots.get("path") or (act.slots.get("to"),)
    return way[0] if len(way) == 1 and isinstance(way[0], str) else None


def _stated(situation: Situation, place: str | None, key: str, said: str, supposed: bool) -> Iterator[Stated]:
    """The fact of a hex, if it is not known yet; none of no hex."""
    if place is None:
        return
    if said in (situation.book.values_of(f"hexes[{place}].terrain") or ()):
        key = "terrain"  # a hill is a feature to one rulebook, terrain to another
    known = situation.hexes[place].known(key) if place in situation.hexes else None
    if known is None or supposed:
        yield Stated(f"hexes[{place}].{key}", list(dict.fromkeys((*(known or ()), said))) if key == "features" else said)
    elif said != known and (key != "features" or said not in known):
        raise InputError("ground_otherwise", hex=place, said=said, known=known or "none")


def _marked(situation: Situation, place: str, kind: str) -> Iterator[Stated]:
    """A marker of that kind in a hex, if none of the kind is known there."""
    if not any(marker.known("kind") == kind and marker.known("at") == place for marker in situation.markers.values()):
        yield from (Stated(f"markers[{kind} {place}].{key}", value) for key, value in (("kind", kind), ("at", place)))


def _sides(act: Act, situation: Situation, before: Sequence[Part] = ()) -> Iterator[Hexside]:
    """The hexsides between those that attack and their target, or the one that those who go to a hex beside them cross."""
    units = act.slots.get("units", ())
    target = _target(act, situation, before) or _goal(act) if units else None
    for place in dict.fromkeys(_place(name, situation, before) for name in units):
        if target is not None and place is not None and situation.grid.adjacent(place, target):
            yield situation.side(place, target)


def _river(act: Act, situation: Situation, before: Sequence[Part]) -> Iterator[Stated]:
    """The river that an attack is said to go over, where nothing is known of the hexsides; what is said to be unknown stays so."""
    water = _waters(act)
    sides = list(_sides(act, situation, before))
    if sides and all(side.known("features") is None and not situation.is_unknown(side.path("features")) for side in sides):
        yield from (Stated(f"hexsides[{side.id}]", water) for side in sides if water in (situation.book.values_of(side.path("features")) or ()))


def _waters(act: Act) -> list[str]:
    """What an act is said to go over."""
    said = act.slots.get(RIVER)
    return [str(each) for each in said] if isinstance(said, (list, tuple)) else [str(said)] if said is not None else []


def over_no_river(act: Act, situation: Situation) -> list[Finding]:
    """What is told if a river is said to lie before the target, and none does."""
    water = _waters(act)
    sides = list(_sides(act, situation)) if water else []
    closed = [side.known("features") or () for side in sides if side.known("features") is not None or not situation.book.values_of(side.path("features"))]
    none = len(closed) == len(sides) > 0 and not any(name in str(one) for each in closed for name in water for one in each)
    return [warn("side_otherwise", hex=_target(act, situation) or _goal(act), said=", ".join(water))] if none else []


def also(situation: Situation, path: str, value: Any) -> Any:
    """What lies on a hexside on which something else was said to lie: a river and then a bridge are both there, if the rulebook has them together."""
    found = _SIDE.fullmatch(path)
    known = situation.side(found[1], found[2]).known("features") if found is not None and isinstance(value, (list, tuple)) and value else None
    if not known or set(known) >= set(value) or set(value) >= set(known):
        return value
    return next((list(each) for each in situation.book.values_of(path) or () if set(each) == {*known, *value}), value)
