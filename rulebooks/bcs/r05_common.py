"""What rules about all fights share: who acts, at which hexes, sums, Terrain and the Combat Table."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import wraps
from typing import Any

from adjudicator.book import Entity, Finding, Findings, Missing, Situation, Unit, cited, shift, term
from adjudicator.kit import possible_neighbours

from .acts import FormationAct, UnitAct
from .acts_combat import AR_UNIT, ATTACKER, DEFENDER, Barrage, CombatTable, Fight, Outcome, Shooting
from .acts_movement import Move, UnitMove
from .r04_vocabulary_ground import chart, terrains
from .vocabulary import acts_now, formation_of
from .vocabulary_card import card, signed, table_code

LEDGER = {ATTACKER: "attack", DEFENDER: "defense"}
PASSABLE = {"primary", "secondary", "track", "rail"}  # on a hexside, no Terrain


class Summing:
    """Around everything that enters one side's sum: what stops it leaves that sum open."""

    def __init__(self, fight: Fight, side: str) -> None:
        self.fight = fight
        self.side = side

    def __enter__(self) -> None:
        return None

    def __exit__(self, kind: Any, error: Any, trace: Any) -> None:
        if isinstance(error, Missing):
            self.fight.open.add(self.side)


def summing(side: str) -> Callable[[Callable[..., Findings]], Callable[..., Findings]]:
    """Around a rule that adds to one side's sum; where a barrage has emptied the hex, nothing is added up for the defender."""

    def around(function: Callable[..., Findings]) -> Callable[..., Findings]:
        @wraps(function)
        def summed(fight: Any, *item: Any) -> Findings:
            if side == DEFENDER and getattr(fight, "wiped_out", False):
                return
            with Summing(fight, side):
                yield from function(fight, *item)

        return summed

    return around


def unless(faults: Iterable[Finding], otherwise: Finding) -> Iterable[Finding]:
    """All that is wrong, and where nothing is, what is said instead."""
    fine = True
    for fault in faults:
        fine = False
        yield fault
    if fine:
        yield otherwise


def modifier(fight: Fight, side: str, by: int, key: str, **slots: Any) -> Iterable[Finding]:
    """A modifier of one side: an entry of its ledger, and a line of the list of modifiers."""
    mark = (side, by, key)
    if mark in fight.said:
        return
    fight.said.add(mark)
    if side == DEFENDER and AR_UNIT in fight.s.tried:
        slots.pop("unit", None)  # the same for whichever he names
    yield term(LEDGER[side], by, key, "modifier", **slots)
    yield shift(by, key, side=side, **slots)


def card_modifier(fight: Fight, table: str, key: str) -> int:
    """The number of a modifier of the card."""
    row = (fight.book.tables[table].get(key) or {}) if key in fight.book.tables[table] else {}
    return int(card(fight.s, table, key, "by", signed(row.get("sign"))))


def beside(move: Move, what: Callable[[Unit], bool]) -> bool:
    """Whether an enemy of a kind stands next to a hex of the path, the first included."""
    near = {hex_ for here in (move.start or "", *(step.here for step in move.steps)) for hex_ in possible_neighbours(move.s, here)}
    return any(unit.side != move.side and what(unit) for hex_ in near for unit in move.s.at(hex_))


def observers(fight: Fight) -> list[Unit]:
    """The units that are named to observe."""
    points = getattr(fight, "points", None)
    return list(points.observers) if points is not None else []


def own_units(fight: Fight) -> list[Unit]:
    """The units that act in a fight."""
    if isinstance(fight, CombatTable):
        return [fight.attacker, *fight.assists]
    if isinstance(fight, Shooting):
        return list({shot.firer.id: shot.firer for shot in fight.shots}.values())
    return []


def at_work(act: FormationAct | UnitAct | UnitMove | Fight) -> Entity | None:
    """The formation whose units or points do something; None for an unassigned independent."""
    if isinstance(act, FormationAct):
        return act.f
    if isinstance(act, Barrage):
        return act.battery
    units = own_units(act) if isinstance(act, Fight) else act.units
    return formation_of(units[0]) if units else None


def targets(fight: Fight) -> list[str]:
    """The hexes that a fight is aimed at."""
    if isinstance(fight, Shooting):
        return fight.hexes
    return [fight.target] if isinstance(fight, (CombatTable, Barrage)) else []


def fired_just_before(attack: CombatTable) -> bool:
    """Whether the last thing that the Attack Unit did was an Attack by Fire at the hex."""
    done = [act for act in acts_now(attack.s, attack.attacker.id) if act.get("act") not in ("observe", "barrage")]
    return bool(done) and done[-1].get("act") == "attack_by_fire" and done[-1].get("hex", attack.target) == attack.target


def code_of(fight: Fight, table: str, modified: int) -> str:
    """The code of a cell, or that it is not known."""
    found = table_code(fight.book, fight.s, table, modified)
    code = (found or {}).get("code")
    return str(code) if code is not None else "undetermined"


def outcomes(fight: Fight, table: str, drm: int) -> dict[str, str]:
    """The result of every natural sum of two dice, neighbours with the same result together; unknown cells are undetermined."""
    bands: dict[str, str] = {}
    start = 2
    codes = [code_of(fight, table, total + drm) for total in range(2, 13)]
    for total in range(2, 13):
        code = codes[total - 2]
        if total == 12 or codes[total - 1] != code:
            bands[str(start) if start == total else f"{start}-{total}"] = code
            start = total + 1
    return bands


def read_cell(fight: Fight, table: str, modified: int) -> tuple[str | None, str | None, Missing | None]:
    """What a cell says: its code, or as much as is known of it and the fact to ask for."""
    path = f"tables.{table}.{modified}"
    found = None if path in fight.s.unknown else table_code(fight.book, fight.s, table, modified)
    if found is not None and found.get("code") is not None:
        return str(found["code"]), None, None
    return None, (found or {}).get("includes"), Missing(path)


def count_of(codes: tuple[str, ...], *letters: str) -> int:
    """Steps that the codes of some letters cost: A2 two."""
    return sum(int(code[1:] or 1) for code in codes if code[0] in letters and code[1:].isdigit())


def marked(fight: Fight, hex_: str) -> bool:
    """Whether a Traffic marker lies in a hex."""
    return any(marker.kind == "traffic" and marker.hex == hex_ for marker in fight.s.markers.values())


def urban(fight: Outcome) -> bool:
    """Whether the advance would lead into or out of an Urban hex (6.1b)."""
    return bool(fight.s.hex(fight.target).urban) or (fight.start is not None and bool(fight.s.hex(fight.start).urban))


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
