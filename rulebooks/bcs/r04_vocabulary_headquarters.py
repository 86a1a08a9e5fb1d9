"""Places where a headquarters may stand (4.7)."""

from __future__ import annotations

from adjudicator.ground.facts import Missing
from adjudicator.ground.ruling import Findings, forbid
from adjudicator.ground.situation import Entity, Situation, Unit

from .r01_vocabulary import side_value
from .r03_vocabulary_msr import line, why_not_legal
from .vocabulary import formation_of

HQ_BACK, TRAINS_BACK, UNIT_BACK = 3, 10, 3  # hexes that a jumped HQ, jumped Trains and a retreating unit go at least


def pocketed(formation: Entity | None) -> bool:
    """Whether the HQ sits in a pocket (4.7f)."""
    return formation is not None and bool(formation.in_pocket)


def legal_for_hq(s: Situation, unit: Unit, to: str, pocket: bool) -> Findings:
    """A prohibition if an HQ may not end a retreat in a hex."""
    reason = why_not_legal(s, to, unit.side, True, unit)
    formation = formation_of(unit)
    name = formation.id if formation is not None else ""
    if reason is not None:
        yield forbid(reason, unit, to, formation=name)
    elif s.hex(to).stated("legal_hex") is None and not pocket:
        if s.supply_sources:
            found = line(s, to, set(s.supply_sources), unit.side, True, unit)
            if found.answer is False and not pocketed(formation):
                yield forbid("msr_cut_to_source", unit, to, formation=name)
        elif not (formation is not None and formation.stated("in_pocket")):
            raise Missing(s.hex(to).path("legal_hex"), (True, False))


def class_after(unit: Unit) -> str | None:
    """The movement class of the Move side, on which a retreat ends (reading B21); that of the side showing where the other is not known."""
    found: str | None = side_value(unit, "move", "ma_class") or unit.stated("ma_class")
    return found
