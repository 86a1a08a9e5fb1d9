"""Chapter 7, 7.9: the advance after combat."""

from __future__ import annotations

from itertools import pairwise

from adjudicator.book import LEGALITY, Findings, Missing, define, forbid, kept, owes, permit, record, rule, says, value
from adjudicator.kit import ids, names, on_step, told_by_other, went

from .acts_combat import Advance, Aftermath, Attack, Owed, Stay
from .vocabulary import assaults, crossing, is_gun, may_share


@rule("7.9", Advance, "after")
def has_advanced(advance: Advance) -> Findings:
    """The unit stands in the hex; it fights no more in this phase."""
    unit = advance.mover
    yield from went(unit, advance.to, "advance", hex=advance.to)
    yield value("to", advance.to)
    if advance.pending:
        rest = [id_ for id_ in advance.pending.get("victors") or () if id_ != unit.id]
        yield record(state="pending", value={**advance.pending, "victors": rest})


says("7.9", Advance, LEGALITY, "When the enemy has retreated or is gone, the winners may advance.",
     lambda advance: forbid("no_advance_open", advance.mover) if not advance.pending or advance.pending.get("won") is None
     else forbid("retreats_first", advance.mover) if not advance.trails or not advance.settled(advance.pending) else not advance.forbidden
     and permit("may_advance", advance.mover, advance.to))  # fmt: skip


@rule("7.91", Attack, "after")
def who_may_advance(attack: Attack) -> Findings:
    """The attackers may go along the path that is left after D results, the defenders after Ae (after A1 and A2 by a reading, V-10), nobody after Br."""
    result = attack.computed("result")
    won, units = None, []
    if result[0] == "D":
        won, units = attack.side, attack.close
    elif result == "Ae" or result[0] == "A" and attack.reading("V-10") == "any_victor":
        won, units = attack.book.enemy(attack.side), attack.defenders
    yield record(state="pending", value={**attack.outcome, "won": won, "victors": ids(units)})
    if units:
        yield value("victors", ids(units))


def took_part(advance: Advance) -> list[str]:
    """The units of the winning side that fought in the combat and were adjacent."""
    pending = advance.pending
    if not pending.get("result"):
        raise Missing("pending.result")
    return list(pending.get("defenders" if pending["result"][0] == "A" else "attackers") or ())


@rule("7.91", Owed, "answer")
def an_advance_is_open(owed: Aftermath) -> Findings:
    """When everybody has retreated, the victors may advance."""
    pending = owed.pending
    hexes = list(dict.fromkeys(hex_ for trail in (pending.get("paths") or {}).values() for hex_ in trail))
    units = [id_ for id_ in pending.get("victors") or () if id_ not in owed.s.eliminated]
    free = [hex_ for hex_ in hexes if not owed.s.at(hex_)]
    if free and units and owed.settled(pending):
        yield owes("advance", pending["won"], units, free, may=True)


says("7.91", Advance, LEGALITY, "Units of the winning side that took part and were adjacent.",
     lambda advance: advance.pending.get("won") is not None and (forbid("did_not_win", advance.mover) if advance.pending["won"] != advance.mover.side
     else kept() if advance.mover.id in took_part(advance) else not is_gun(advance.mover) and forbid("took_no_part", advance.mover)))  # fmt: skip
says("7.91", Advance, LEGALITY, "Their own player decides it.", lambda advance: told_by_other(advance, [advance.mover]))
says("7.92", Advance, LEGALITY, "They may stop in any hex of the path.",
     lambda advance: advance.trail is not None and max(map(len, advance.trails), default=0) > 1
     and define("stops_on_path", advance.to, path="-".join(sorted(advance.trails, key=len)[-1])))  # fmt: skip


says("7.93", Advance, LEGALITY, "Enemy zones do not stop an advance.",
     lambda advance: [define("zones_ignored", hex_, enemy=names(near)) for hex_ in advance.trail or () if (near := advance.zone(hex_))][:1])  # fmt: skip
says("7.94", Advance, LEGALITY, "Artillery that was not adjacent never advances.",
     lambda advance: advance.pending and is_gun(advance.mover) and advance.pending.get("won") == advance.mover.side
     and advance.mover.id not in took_part(advance) and forbid("gun_stays", advance.mover))  # fmt: skip


@rule("7.95", Advance)
def along_the_path(advance: Advance) -> Findings:
    """Nobody strays from the path of retreat; prohibited hexsides, 5.24 and 13.25 hold on it."""
    if advance.pending.get("won") is None or not advance.trails:
        return
    if advance.trail is None:
        yield forbid("off_the_path", advance.mover, advance.to)
        return
    for before, here in pairwise([advance.start, *advance.trail]):
        if not advance.s.grid.adjacent(before, here) or advance.foes(here):
            yield forbid("off_the_path", advance.mover, here)
        elif crossing(advance.s, before, here).open_river and not assaults(advance.s, advance.mover):
            yield on_step("river_closed", before, here, advance.mover)


says("7.96", Stay, "after", "Who is not named: nobody else advances.",
     lambda stay: stay.pending and not stay.staying and record(state="pending", value={**stay.pending, "victors": [id_ for id_
     in stay.pending.get("victors") or () if stay.movers and id_ not in ids(stay.movers)]}))  # fmt: skip
says("7.96", Advance, LEGALITY, "A unit advances once, right after its combat; what has advanced fights no more in this phase.",
     lambda advance: advance.did(advance.mover, "advance") and forbid("advanced_before", advance.mover))  # fmt: skip
says("7.96", Stay, LEGALITY, "An advance is never forced.", lambda stay: stay.pending and not stay.staying and permit("no_duty_to_advance", stay.movers))
says("7.97", Advance, LEGALITY, "A path of several hexes has room for as many winners (5.31).",
     lambda advance: (there := [unit for unit in advance.s.at(advance.to) if unit is not advance.mover and unit.side == advance.side])
     and not all(may_share(unit, advance.mover) for unit in there) and define("hex_is_full", advance.mover, advance.to, other=names(there)))  # fmt: skip
