"""The words that acts and chapters share: what a counter is, what a result says, what lies on the ground, whose zone reaches where.  No rule speaks here."""

from __future__ import annotations

import re
from collections.abc import Iterable
from fractions import Fraction
from typing import Any, NamedTuple

from adjudicator.book import InputError, Marker, Missing, Situation, Unit, cited, rule
from adjudicator.ground.folding import fold
from adjudicator.kit import WarCase, number, supposed_result

ATTACK, OVERRUN, BARRAGE = "attack", "overrun", "barrage"
SEGMENTS = {"barrage segment": ("combat phase", "barrage"), "combat segment": ("combat phase", "combat")}
FACTORS = {"quarter": Fraction(1, 4), "third": Fraction(1, 3), "half": Fraction(1, 2), "full": Fraction(1), "double": Fraction(2)}
CLASSES = ("armour", "mech", "other")


class Place(NamedTuple):
    """Where a combat stands between two throws: who has surprised, whether its die has been thrown, the column, the result."""

    by: str | None
    shifted: bool
    column: int
    result: str | None


def is_combat(unit: Unit) -> bool:
    """Whether a counter is a combat unit; of a headquarters the article does not say it, so it is asked for."""
    said = unit.stated("combat")
    if said is not None:
        return bool(said)
    if is_headquarters(unit):
        return bool(unit.combat)
    kind = fold(str(unit.kind))
    return not any(word in kind for word in unit.situation.book.meta["counters"]["not_combat"])


def is_headquarters(unit: Unit) -> bool:
    """Whether a counter is a headquarters."""
    return fold(str(unit.kind)) in unit.situation.book.meta["counters"]["headquarters"]


def is_organic_truck(unit: Unit) -> bool:
    """Whether a counter is a truck that belongs to a unit."""
    kind = fold(str(unit.kind))
    return any(all(word in kind for word in words.split()) for words in unit.situation.book.meta["counters"]["organic_truck"])


class OcsCase(WarCase):
    """What all acts of this book share."""

    def switch(self, name: str, values: tuple[str, ...]) -> str:
        """A choice that a table makes before the game (``options.step_rule``); asked for where nobody made it."""
        path = f"options.{name}"
        if path in self.s.tried:
            return str(self.s.tried[path])
        chosen = self.s.options.get(name)
        if chosen not in values or path in self.s.unknown:
            raise Missing(path, values)
        return str(chosen)

    def now(self) -> tuple[str | None, str | None]:
        """The phase and the segment of it, as far as they are stated: a segment may be stated as the phase."""
        phase, segment = self.s.stated("phase"), self.s.stated("segment")
        whole = SEGMENTS.get(str(phase))
        return (whole[0], segment or whole[1]) if whole is not None else (phase, segment)

    def pending(self) -> dict[str, Any]:
        """The combat or result being carried out; {} if there is none."""
        return supposed_result(self, self.s.stated("pending") or {})

    def deeds(self, id_: str, act: str) -> list[dict[str, Any]]:
        """What a unit did since the pending combat was announced (``since``: so many deeds of units lie before it)."""
        since = int((self.pending().get("since") or {}).get(id_, 0))
        return [item for item in (self.s.history.get(id_) or ())[since:] if item.get("act") == act]

    def since(self, units: Iterable[Unit]) -> dict[str, dict[str, int]]:
        """The entry of a pending combat that keeps apart what its units did before it."""
        found = {unit.id: len(done) for unit in units if (done := self.s.history.get(unit.id))}
        return {"since": found} if found else {}

    def of_pending(self, key: str) -> Any:
        """An entry of what is pending; asked for where the situation says that nobody knows it."""
        path = f"pending.{key}"
        if path in self.s.tried:
            return self.s.tried[path]
        if path in self.s.unknown:
            raise Missing(path)
        return self.pending().get(key)

    def needed_of_pending(self, key: str) -> Any:
        """The same, asked for where the situation does not have it."""
        found = self.of_pending(key)
        if found is None:
            raise Missing(f"pending.{key}")
        return found

    def alive(self, unit: Unit) -> bool:
        """Whether a counter is still in the game."""
        return unit.id not in self.s.eliminated and unit.facts.get("at") != "off_map"

    def enemies(self, hex_: str, side: str) -> list[Unit]:
        """Combat units of the other side in a hex."""
        return [unit for unit in self.s.at(hex_) if unit.side != side and is_combat(unit)]

    def in_tokens(self, slots: dict[str, Any]) -> int | None:
        """Tokens that somebody pays, supply points among them; None if no number was told."""
        if slots.get("tokens") is None and slots.get("points_of_supply") is None:
            return None
        each = int(self.book.tables["supply"]["tokens_per_sp"])
        return int(slots.get("tokens") or 0) + each * int(slots.get("points_of_supply") or 0)

    def unplaced(self, side: str, fighting: bool = False) -> None:
        """Raises Missing for the first unit of a side whose place nobody knows; with ``fighting`` only combat units count."""
        for unit in self.s.units.values():
            if unit.side == side and self.alive(unit) and unit.stated("at") is None and (not fighting or is_combat(unit)):
                raise Missing(unit.path("at"))

    def markers_of(self, kind: str, hex_: str | None = None) -> list[Marker]:
        """Markers of a kind, those in a hex if one is named."""
        return [marker for marker in self.s.markers.values() if marker.kind == kind and (hex_ is None or marker.facts.get("at") == hex_)]

    def marker(self, id_: str) -> Marker:
        """The marker of that name."""
        found = self.s.markers.get(id_)
        if found is None:
            raise InputError("unknown_marker", marker=id_)
        return found

    def maximum(self, unit: Unit) -> int:
        """Steps printed on the counter; without ``max_steps`` those that it has are all."""
        return self._steps_as(unit, "max_steps", "steps")

    def steps(self, unit: Unit) -> int:
        """Steps left; a unit of which only the printed steps are stated has all of them."""
        return self._steps_as(unit, "steps", "max_steps")

    def known_steps(self, unit: Unit) -> int | None:
        """Steps left as far as anybody knows; never asks."""
        try:
            return self.steps(unit)
        except Missing:
            return None

    def _steps_as(self, unit: Unit, wanted: str, other: str) -> int:
        """A number of steps; where only the other one is stated they are the same, unless steps were lost."""
        if unit.stated(wanted) is not None or unit.stated(other) is None or unit.path(wanted) in self.s.unknown:
            return int(unit.fact(wanted))
        self.s.assumed[unit.path(wanted)] = unit.stated(other)
        return int(unit.stated(other))


_SIDE = re.compile(r"([AD])(?:L(\d+))?(?:o(\d+))?\s*(?:e(\d+))?")


class Part(NamedTuple):
    """One side's part of a combat result: steps to lose, option points, action rating for exploitation."""

    loss: int = 0
    option: int = 0
    exploitation: int | None = None


def parts(result: str) -> tuple[Part, Part, bool]:
    """(attacker, defender, DG) of a result such as "Ae3 DL2o2 DG" or "Ao1 e4 DL1o2"."""
    found = {"A": Part(), "D": Part()}
    for who, loss, option, exploitation in _SIDE.findall(result.replace("DG", "")):
        found[who] = Part(int(loss or 0), int(option or 0), int(exploitation) if exploitation else None)
    return found["A"], found["D"], "DG" in result


def part_named(part: Part) -> dict[str, int]:
    """A side's part of a result by name."""
    return {"loss": part.loss, "option": part.option, **({"exploitation": part.exploitation} if part.exploitation is not None else {})}


def action_rating(unit: Unit) -> int:
    """The action rating as mode leaves it: one less in DG, none in strategic mode."""
    mode = unit.mode
    if mode == "strategic":
        return 0
    rating = int(unit.ar)
    return rating - 1 if mode == "DG" else rating


def exerts_zone(unit: Unit) -> bool:
    """Whether a unit has a zone of control: it can attack, is in combat mode and in supply."""
    return bool(number(unit.attack) > 0 and unit.mode == "combat" and unit.supply == "in")


@cited("OCS ZOC")
def zone_of(case: OcsCase, hex_: str, side: str) -> list[Unit]:
    """Enemy units whose zone of control reaches a hex; a unit that may be anywhere is asked for its place."""
    found = [
        unit for other in case.s.grid.neighbours(hex_) for unit in case.s.at(other)
        if unit.side != side and case.alive(unit) and exerts_zone(unit)
    ]  # fmt: skip
    if not found:
        case.s.complete()
        case.unplaced(case.book.enemy(side), True)
    return found


def zones(s: Situation, hex_: str, side: str) -> list[Unit]:
    """`zone_of` for a position in which nothing is done: what a picture shows."""
    return zone_of(OcsCase(s.book, s, {}, "", ()), hex_, side)


@rule("OCS stacking")
def stacking_limit(case: OcsCase) -> int:
    """RE that may end in one hex."""
    return int(case.book.tables["limits"]["stacking"])


def prohibited(case: OcsCase, hex_: str) -> bool:
    """Whether no ground unit may enter a hex."""
    place = case.s.hex(hex_)
    if place.stated("terrain") is None and not case.s.assume and place.path("terrain") not in case.s.tried:
        from adjudicator.ground.facts import Missing

        raise Missing(place.path("terrain"), ("open", "sea"))
    return bool(place.terrain == "sea")


def density(case: OcsCase, hex_: str) -> str:
    """The density of a hex: which row of column heads it uses."""
    row = case.book.tables["terrain"]["hexes"].get(terrain_of(case, hex_))
    return str(row["density"]) if row else "open"


def class_of(unit: Unit) -> str:
    """armour, mech or other, also where it was told in other games' words."""
    found = str(unit.fact("class"))
    found = {"mechanized": "mech", "non_mechanized": "other", "static": "other"}.get(found, found)
    if found not in CLASSES:
        raise Missing(unit.path("class"), CLASSES)
    return found


def terrain_of(case: OcsCase, hex_: str) -> str:
    """The terrain of a hex; asked for where what was told is none of this game."""
    place = case.s.hex(hex_)
    found = {"clear": "open"}.get(place.terrain, str(place.terrain))
    if found not in case.book.tables["terrain"]["hexes"] and found != "sea":
        raise Missing(place.path("terrain"), case.book.facts["hexes.terrain"].values)
    return found


def hedgehog(case: OcsCase, hex_: str, side: str) -> int:
    """The level of the hedgehog in a hex, 0 without one."""
    return max((int(marker.level) for marker in case.markers_of("hedgehog", hex_) if marker.stated("side") in (None, side)), default=0)
