"""What rules about barrages share: whose points, which dice, what is hit."""

from __future__ import annotations

from collections.abc import Iterable

from adjudicator.book import Entity, InputError, Unit, every
from adjudicator.kit import half_down

from .acts_combat import DESTRUCTION, NO_EFFECT, Barrage, CombatTable, Fight, Observe
from .r01_vocabulary import has_av, uses_prep_def
from .r05_common import in_terrain
from .vocabulary import of_now
from .vocabulary_card import card

Firing = CombatTable | Barrage
Watching = Firing | Observe
FACES = tuple(range(2, 8))  # the least roll that hits; 7: none does


def battery(fight: Watching) -> Entity | None:
    """The formation whose points are fired."""
    if isinstance(fight, (Barrage, Observe)):
        return fight.battery
    name = fight.attacker.formation
    return fight.formation(name) if name is not None else fight.forces


def artillery(formation: Entity) -> int:
    """Artillery points that a formation has in its present Activation, before any is spent: all, half after a SNAFU Partial."""
    points: int = formation.arty_points
    snafu = formation.snafu
    if snafu == "partial":
        return int(half_down(points))
    if snafu == "fail":
        left = card(formation.situation, "snafu_effects", "fail", "artillery", (0, points))
        if not isinstance(left, int):
            raise InputError("bad_value", fact="tables.snafu_effects.fail", value=str(left), known=f"0, {points}")
        return left
    return points


def told_apart(acts: Iterable[dict[str, object]], attack: dict[str, object]) -> bool:
    """Whether the barrage of an attack stands in the history as an act of its own."""
    return any(act.get("act") == "barrage" and act.get("hex") == attack.get("hex") for act in acts)


def barrages_before(fight: Firing) -> list[str]:
    """The kinds of the barrages that the hex suffered in this Activation, alone or within an attack."""
    found = []
    for acts in fight.s.history.values():
        for act in acts:
            if act.get("hex") != fight.target or not of_now(fight.s, act):
                continue
            if act.get("act") == "barrage":
                found.append(str(act.get("type") or DESTRUCTION))
            elif act.get("act") in ("regular_attack", "shock_attack") and act.get("barrage") and not told_apart(acts, act):
                found.append(str(act["barrage"]))
    waits = fight.s.facts.get("pending") or {}
    if waits.get("act") == "barrage" and waits.get("hex") == fight.target:  # its points have been declared (5.4d)
        found.append(DESTRUCTION)
    return found


def rows_of(fight: Fight, unit: Unit) -> list[str]:
    """The rows of the Barrage Table that apply to a unit; the one with the fewest losses is used."""
    here = unit.hex or ""
    rows = ["terrain"] if in_terrain(fight.s, here) or uses_prep_def(unit) else []
    if has_av(unit):
        if unit.hard:
            rows.append("hard")
        if unit.av_type == "stand_off":
            rows.append("stand_off")
    return rows or ["other"]


def least(fight: Fight, unit: Unit, column: str) -> int:
    """The least roll that costs the unit a step: the highest of its rows."""
    return max(int(card(fight.s, "barrage", row, column, FACES)) for row in rows_of(fight, unit))


def hits(fight: Fight, unit: Unit, column: str, die: int) -> bool:
    """Whether a die costs the unit a step.  A row that misses settles it, whatever another may be."""
    return every(lambda row: die >= int(card(fight.s, "barrage", row, column, FACES)), rows_of(fight, unit))


def needed_of(fight: Fight, units: list[Unit], column: str) -> list[int] | None:
    """The faces that cost a step, if they are the same for all units; None if they differ or there are none."""
    found = {least(fight, unit, column) for unit in units}
    return list(range(min(found), 7)) if len(found) == 1 else None


def losses_told(count: int) -> str:
    """A number of steps lost, in the words of a result."""
    return NO_EFFECT if not count else f"{count} loss" if count == 1 else f"{count} losses"
