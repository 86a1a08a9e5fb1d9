"""What a fight does to the units in it, put together while its rules speak and told at its end."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from adjudicator.book import Finding, Missing, Unit, effect, record

from .vocabulary import is_combat_unit, move_side


class Toll:
    """What a fight does to the units in it, put together while its rules speak and told at its end, one effect for each unit."""

    def __init__(self) -> None:
        self.told: dict[str, dict[str, Any]] = {}
        self.facts: dict[str, dict[str, Any]] = {}
        self.lost: dict[str, int] = {}
        self.units: dict[str, Unit] = {}
        self.killed: set[str] = set()
        self.over = False  # told already
        self.partial = False  # the cell that decides is known in part only: nothing is said of steps

    def involve(self, *units: Unit) -> None:
        """These units are told of, with the steps they lost even if that is none."""
        for unit in units:
            self.units.setdefault(unit.id, unit)

    def tell(self, unit: Unit, **keys: Any) -> None:
        """Something that is told of a unit."""
        self.involve(unit)
        self.told.setdefault(unit.id, {}).update(keys)

    def fact(self, unit: Unit, **facts: Any) -> None:
        """Facts of a unit that change."""
        self.involve(unit)
        self.facts.setdefault(unit.id, {}).update(facts)

    def lose(self, unit: Unit, steps: int = 1) -> None:
        """The unit loses steps; more than it has are ignored."""
        self.involve(unit)
        left = self.left(unit)
        self.lost[unit.id] = self.lost.get(unit.id, 0) + (steps if left is None else min(steps, left))

    def kill(self, unit: Unit) -> None:
        """The unit is destroyed outright."""
        self.involve(unit)
        self.killed.add(unit.id)

    def left(self, unit: Unit) -> int | None:
        """Steps that the unit still has; None where nobody said how many it had."""
        steps = unit.stated("steps")
        return None if steps is None else max(0, int(steps) - self.lost.get(unit.id, 0))

    def dead(self, unit: Unit) -> bool:
        """Whether the unit is known to be destroyed."""
        return unit.id in self.killed or (bool(self.lost.get(unit.id)) and self.left(unit) == 0)

    def ask_steps(self) -> None:
        """Asks for the steps of a unit that lost some and may be destroyed, since nobody said how many it had."""
        for unit in self.units.values():
            if self.lost.get(unit.id) and unit.id not in self.killed and self.left(unit) is None:
                raise Missing(unit.path("steps"))

    def findings(self, before: bool = False) -> Iterable[Finding]:
        """The effects, and the facts that change with them; once only.  ``before`` any die is thrown nothing is said of steps."""
        if self.over:
            return
        self.over = True
        self.partial = self.partial or before
        taken = {} if self.partial else {id_: steps for id_, steps in self.lost.items() if steps}
        if taken or any(unit.situation.known("last_losses") for unit in [*self.units.values()][:1]):
            yield record(state="last_losses", value=taken or None)  # who writes the losses down again takes none
        for id_, unit in self.units.items():
            told = dict(self.told.get(id_, {}))
            if self.dead(unit):
                told = {key: told[key] for key in ("fire_events",) if key in told}
            if not self.partial and (is_combat_unit(unit) or unit.in_support or unit.kind is not None):
                told = {"steps": -self.lost.get(id_, 0), **told}
            if told:
                yield effect(unit=id_, **told)
            if self.dead(unit):
                yield effect(unit=id_, destroyed=True)
                yield record(unit=id_, eliminated=True)
            elif self.facts.get(id_):
                yield record(unit=id_, **self.facts[id_])

    def stop(self, unit: Unit) -> None:
        """The unit is STOPPED."""
        self.tell(unit, state="stopped")
        self.fact(unit, stopped=True)

    def finish(self, unit: Unit) -> None:
        """The unit is FINISHED."""
        self.tell(unit, state="finished")
        self.fact(unit, finished=True)

    def turn(self, unit: Unit) -> None:
        """The unit shows its Move side."""
        self.tell(unit, side="move")
        self.fact(unit, **move_side(unit))
