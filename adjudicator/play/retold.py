"""What is told of a deed that has carried it out by itself: *5K-2Pz fires with 5 and 6; 1-1Rif loses a step*."""

from __future__ import annotations

from collections.abc import Sequence

from adjudicator.book.engine import stuck
from adjudicator.ground.declaration import Act
from adjudicator.ground.facts import DICE, Missing
from adjudicator.ground.ruling import ILLEGAL, LEGAL, Ruling, define

TELLING = frozenset(("loss", "eliminate"))
"""Acts that say what somebody suffers."""


def retold(earlier: Sequence[Ruling | None], act: Act, ruling: Ruling) -> Ruling | None:
    """The ruling on an act that only tells what the rulings before it in the same entry, or right before that, have done to the same units: it is legal,
    and does nothing more; undetermined while their dice have not been thrown.

    None where it tells anything else, or is allowed as a deed of its own (`ruling`).
    """
    units = act.slots.get("units")
    if ruling.verdict != ILLEGAL or not units or {"question", "not"} & act.slots.keys():
        return None
    if act.kind not in TELLING:
        return _met(earlier, act, ruling)
    thrown = next((other for other in earlier if other is not None and other.waits), None)
    if thrown is not None:  # what nobody has thrown for has not happened
        return stuck(Ruling(ruling.kind, ruling.text), [(Missing(DICE, None), next(iter(thrown.cites), ""), True)])
    done = [other for other in earlier if other is not None and other.verdict == LEGAL and other.kind not in TELLING]
    suffered = [effect for other in done for effect in other.effects]
    for unit in units:
        own = [effect for effect in suffered if effect.get("unit") == unit]
        lost = -sum(int(effect.get("steps") or 0) for effect in own)
        gone = any(effect.get("eliminated") for effect in own)
        if not own or not (gone if act.kind == "eliminate" else lost == int(act.slots.get("count") or 1) or gone):
            return None
    return _told(done, ruling, units)


def _met(earlier: Sequence[Ruling | None], act: Act, ruling: Ruling) -> Ruling | None:
    """The ruling on a deed against units that a legal deed of the same units has taken off the map before it: advances to 1136, where it overruns them."""
    met, units = act.slots.get("target_units") or (), set(act.slots["units"])
    done = [
        other
        for other in earlier
        if other is not None and other.verdict == LEGAL and other.act is not None and units <= set(other.act.slots.get("units") or ())
    ]
    gone = {effect.get("unit") for other in done for effect in other.effects if effect.get("removed") or effect.get("eliminated")}
    return _told(done, ruling, met) if met and gone >= set(met) else None


def _told(done: Sequence[Ruling], ruling: Ruling, units: Sequence[str]) -> Ruling:
    """The ruling that tells once more what those before it have done."""
    told = Ruling(ruling.kind, ruling.text)
    told.verdict, told.act = LEGAL, ruling.act
    told.cites = {rule: None for other in done for rule in other.cites}
    told.findings = [(next(iter(told.cites)), define("told_again", units=list(units)))]
    return told
