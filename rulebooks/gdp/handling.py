"""What everyday words of going, putting, choosing and throwing mean here: the position says which deed is due.

Nothing here permits anything: the deed that is found is judged by its own rules.  Where nothing is due, the words keep their own sense.
"""

from __future__ import annotations

from typing import Any

from adjudicator.book import Situation, Unit
from adjudicator.ground.declaration import Aid

from .vocabulary import fought, is_gun, is_hq, under_way

RETREATS = ("AR", "DR")


def is_all(units: list[Unit], fact: str, value: Any = None) -> bool:
    """Whether there are units and all of them are known to have a fact (with this value)."""
    found = [unit.known(fact) for unit in units]
    return bool(found) and all(one == value if value is not None else bool(one) for one in found)


def way_of(slots: dict[str, Any]) -> tuple[str, ...]:
    """The hexes named of a way, wherever the words have put them."""
    return tuple(name for name in (slots.get("at"), *(slots.get("path") or ()), slots.get("to")) if name)


def set_way(slots: dict[str, Any], way: tuple[str, ...]) -> None:
    """Say a way as a movement does."""
    for name in ("at", "path", "to"):
        slots.pop(name, None)
    slots.update({"path": way} if len(way) > 1 else {"to": way[0]})


def struck(situation: Situation, units: list[Unit]) -> str | None:
    """The result that strikes all these units and is not carried out on them yet."""
    pending = fought(situation)
    result = pending.get("result")
    if not result or result == "-" or not units or any(unit.id in (pending.get("gone") or ()) for unit in units):
        return None
    attackers, defenders = pending.get("attackers") or (), pending.get("defenders")
    if result[0] == "A":
        hit = all(unit.id in attackers for unit in units)
    else:
        hit = all(unit.id in defenders if defenders is not None else unit.hex == pending.get("hex") and unit.id not in attackers for unit in units)
    return str(result) if hit else None


def follows_up(situation: Situation, slots: dict[str, Any]) -> bool:
    """Whether units go into the hex that they have just won: a result is there, they attacked, and nothing but the advance is left."""
    pending = fought(situation)
    won = pending.get("result", "-") != "-" and pending.get("hex") in way_of(slots)[:2] and not slots.get("how")
    units = slots.get("units") or ()
    return won and bool(units) and set(units) <= set(pending.get("attackers") or ())


def off_map(units: list[Unit]) -> bool:
    """Whether these units are reinforcements that have not come in."""
    return bool(units) and all(unit.reinforcement is not None and unit.hex is None for unit in units)


def going(situation: Situation, slots: dict[str, Any]) -> str | None:
    """What units do that are said to go somewhere or to be put there; None where nothing is due."""
    units, way = situation.units_named(slots.get("units")), way_of(slots)
    if not units or not way:
        return None
    if situation.known_to_be("phase", "setup"):
        slots.setdefault("at", way[-1])
        return "setup"
    if off_map(units):
        if not slots.get("at"):
            slots.pop("to", None)
            slots.update({"at": way[0], "path": way[1:]})
        return "enter"
    if struck(situation, units) in RETREATS and not slots.get("how"):
        set_way(slots, way)
        return "retreat"
    if follows_up(situation, slots):
        set_way(slots, way)
        return "advance"
    return None


def joining(situation: Situation, slots: dict[str, Any]) -> str | None:
    """What becomes of units that are added where no attack is announced: told with those whom they join they fight with them, brought to a hex they move."""
    if under_way(situation) or slots.get("role") not in (None, "attack"):
        return None
    helpers = [aid.id for aid in slots.get("aids") or () if aid.kind == "unit"]
    if slots.get("at") and helpers and not slots.get("units") and not slots.get("supported"):
        slots["units"] = tuple(helpers)
        slots.pop("aids")
        other = going(situation, slots)
        if other is None:
            set_way(slots, way_of(slots))
        return other or "move"
    units = situation.units_named(slots.get("units"))
    if not units or not slots.get("target") or slots.get("aids"):
        return None
    guns = [unit.id for unit in units if is_gun(unit)]
    doers = tuple(dict.fromkeys((*(slots.get("supported") or ()), *(unit.id for unit in units if unit.id not in guns))))
    if not doers:
        return None
    slots.pop("supported", None)
    slots.update({"units": doers, "aids": [Aid("unit", id_, 1, True) for id_ in guns]})
    return "attack"


def removing(situation: Situation, slots: dict[str, Any]) -> str | None:
    """``eliminate`` for units that leave the map while a result strikes them."""
    return "eliminate" if struck(situation, situation.units_named(slots.get("units"))) is not None else None


def choosing(situation: Situation, slots: dict[str, Any]) -> str | None:
    """What is chosen: who pays a loss that is due, who is activated by the chit in play, who is supplied automatically; or a chit."""
    units = situation.units_named(slots.get("units"))
    if slots.get("units") and not units:
        return "activate" if situation.chit is not None else "pick_chit"
    result = struck(situation, units)
    if result is not None and result not in RETREATS and not (fought(situation).get("steps_taken")):
        return "loss"
    if situation.known_to_be("phase", "activation") and situation.chit is not None and units and not all(is_hq(unit) for unit in units):
        return "activate"
    return "nominate" if units and situation.known_to_be("phase", "supply") else None


def flipping(situation: Situation, slots: dict[str, Any]) -> str | None:
    """``end_marker`` for a counter that is turned back at the end of the turn, when no result is carried out."""
    if slots.get("result") or slots.get("count") or fought(situation).get("result") or not situation.known_to_be("phase", "end of turn"):
        return None
    slots["what"] = "fired"
    return "end_marker"


def firing(situation: Situation, slots: dict[str, Any]) -> str:
    """Which fire it is: guns that fire over distance alone support the attack on that hex or lay a barrage; the others fire directly."""
    units = situation.units_named(slots.get("units"))
    if not units or any(unit.known("direct_range") or not (unit.known("artillery_range") or unit.known("kind") == "artillery") for unit in units):
        return "direct_fire"
    aimed = [situation.units[name].known("at") for name in slots.get("target_units") or () if name in situation.units]
    hexes = {slots.get("target"), *aimed} - {None}
    if hexes and hexes == {under_way(situation).get("hex")}:
        slots["target"] = hexes.pop()
        for name in ("target_units", "from"):
            slots.pop(name, None)
        return "support"
    return "barrage"
