"""What the position itself answers: where units are, what is in a hex, how far two things are apart, what turn it is."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING, Any

from adjudicator.ground.declaration import Query
from adjudicator.ground.facts import InputError, Missing
from adjudicator.kit.geometry import adjacent

if TYPE_CHECKING:
    from adjudicator.ground.situation import Situation, Unit


def said_of(situation: Situation, query: Query) -> Any:
    """An answer of the position.  Raises Missing where nobody stated it, InputError where there is no such thing."""
    if query.name == "done":
        now = {query.part: situation.known(query.part)}
        deed = query.marks[0]
        done = [bool(situation.acts(unit, act=deed, **now, **dict(query.facts)) or not query.facts and _is_so(situation, unit, deed)) for unit in query.about]
        return "yes" if all(done) else "no" if not any(done) else ", ".join(unit for unit, one in zip(query.about, done, strict=True) if one)
    if query.name == "met":
        return "yes" if _met(situation, query) else "no"
    if query.name in ("turn", "active", "phase"):
        found = situation.stated(query.name)
        if found is None:
            raise Missing(query.name)
        return found
    if query.name == "lost":
        return sum(_lost(situation.units[name]) for name in query.about)
    if query.name == "count":
        return len(situation.known_at(query.about[0]))
    if query.name in ("terrain", "units"):
        there = ", ".join(unit.id for unit in situation.known_at(query.about[0])) or "none"
        return situation.hex(query.about[0]).terrain if query.name == "terrain" else there
    places = [name if situation.grid.valid(name) else _place(situation, name) for name in query.about]
    if query.name == "side":
        return ", ".join(dict.fromkeys(str(situation.units[name].side) for name in query.about))
    if query.name == "beside":
        own = situation.units[query.about[0]].known("side") if query.part and query.about[0] in situation.units else None
        near = (unit for hex_ in situation.grid.known_neighbours(places[0]) for unit in situation.known_at(hex_))
        return ", ".join(unit.id for unit in near if own is None or unit.known("side") != own) or "none"
    if query.name == "at":
        return places[0] if len(set(places)) == 1 else ", ".join(f"{unit}: {place}" for unit, place in zip(query.about, places, strict=True))
    apart = situation.grid.distance(*places)
    if apart is None:
        raise InputError("not_a_question")
    return apart if query.name == "distance" else "yes" if apart == 1 else "no"


def state_of(situation: Situation, deed: str) -> str:
    """The fact that is called like a deed and says of whom it is done: yes or no of a unit, a list of the game; "" if there is none."""
    facts = situation.book.facts
    spec = facts.get(f"units.{deed}")
    if spec is not None and spec.values is not None and {*map(str, spec.values)} == {"True", "False"}:
        return f"units.{deed}"
    return deed if deed in facts and facts[deed].values is None else ""


def _is_so(situation: Situation, name: str, deed: str) -> bool:
    """Whether the position says that something is done to a unit. What a rulebook takes for so where nobody says it is so of the side that acts."""
    fact, unit = state_of(situation, deed), situation.units.get(name)
    if fact.startswith("units.") and unit is not None:
        said = unit.stated(deed)
        return bool(said) if said is not None else bool(getattr(unit, deed)) and unit.known("side") == situation.known("active")
    listed = situation.stated(deed) if fact == deed else None
    return isinstance(listed, (list, tuple)) and name in listed


def _met(situation: Situation, query: Query) -> bool:
    """Whether a hex, or a unit where it stands, has been the aim of such a deed.  Raises Missing where nobody stated where one was aimed."""
    deed, *by = query.marks
    place = query.about[0] if situation.grid.valid(query.about[0]) else _place(situation, query.about[0])
    pending = dict(situation.known_box("pending"))
    if not by and pending.get("result") and (query.about[0] in (pending.get("defenders") or ()) or pending.get("hex") == query.about[0]):
        return True
    done = [(id_, act) for id_ in by or dict.keys(situation.history) for act in situation.acts(id_, act=deed, **{query.part: situation.known(query.part)})]
    if all("hex" in act for _, act in done):
        return any(act["hex"] == place for _, act in done)
    raise Missing(f"history[{next(id_ for id_, act in done if 'hex' not in act)}]")


def _lost(unit: Unit) -> int:
    """How many of its steps a unit has lost.  Raises Missing where nobody stated it."""
    left = unit.stated("steps")
    if left is None and "units.reduced" in unit.situation.book.facts and (unit.known("max_steps") or 2) <= 2:
        return int(bool(unit.reduced))  # of two sides the one that it shows
    return int(unit.max_steps - (unit.steps if left is None else left))


def place_of(situation: Situation, units: Iterable[str]) -> str:
    """The one hex in which units stand.  Raises Missing where nobody stated it, InputError where they are in several."""
    places = {_place(situation, unit) for unit in units}
    if len(places) != 1:
        raise InputError("not_a_question")
    return places.pop()


def _place(situation: Situation, name: str) -> str:
    """Where a unit is."""
    if name not in situation.units or not situation.units[name].place:
        raise Missing(f"units[{name}].at")
    return str(situation.units[name].place)


def everybody(situation: Situation, slots: Mapping[str, Any]) -> tuple[str, ...]:
    """The units that "all in 2218", "the stack in 2218" or "both panzers" stand for: those of the side that is named, else of the one that acts.

    Without a place they are those beside what is attacked, or with those who are excepted. () where not so many are known as were said.
    """
    places = slots.get("from") or slots.get("at") or ()
    spared = {aid.id for aid in slots.get("without") or () if aid.kind == "unit"}
    if not places and not slots.keys() & {"target", "target_units"}:  # all but 16Pz move to 2217: those with it
        places = {situation.units[name].known("at") for name in spared if name in situation.units}
        places = [hex_ for hex_ in places if isinstance(hex_, str) and len(places) == 1]
    here = [unit for hex_ in ((places,) if isinstance(places, str) else places) for unit in situation.at(hex_)]
    side = slots.get("side") or situation.stated("active")
    target = slots.get("target") or next((situation.units[name].known("at") for name in slots.get("target_units", ())), None)
    near = not places and isinstance(target, str)
    placed = [unit for unit in situation.units.values() if isinstance(unit.known("at"), str)] if near else []
    own = [unit for unit in here or placed if unit.stated("side") == side]
    own = [unit for unit in own if not near or adjacent(situation, str(target), str(unit.known("at")))]
    group = dict(slots.get("group") or {})
    count = group.pop("count", None)
    if all(unit.known("size") is None for unit in own):
        group.pop("size", None)  # divisions, where no counter tells its size
    if places and count == len(own):
        group.clear()  # both corps in 3009, where two stand
    named = [unit.id for unit in own or here if all(unit.known(key) == value for key, value in group.items()) and unit.id not in spared]
    return tuple(named) if count in (None, len(named)) else ()
