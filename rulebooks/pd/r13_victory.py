"""Chapter 13: victory."""

from __future__ import annotations

from adjudicator.book import Findings, Hex, Missing, Unit, forbid, owes, permit, rule, value
from adjudicator.kit import controller, names, surely

from .acts import PdCase
from .acts_combat import Owed
from .acts_turn import Controls, HowMany, Score, Victory, VpHex, Winner, last_turn_over
from .r10_0_supply import hex_supplied
from .vocabulary import GERMAN, has_feature, is_vp, vp_name

PACE = tuple(range(15))


@rule("13.1", Controls, "answer")
def who_holds_it(question: PdCase) -> Findings:
    """At the start the Pole controls every VP hex."""
    hex_ = question.s.hex(question.hex_of("at"))
    side = question.camp(controller(hex_))
    yield value("answer", side, "held_by", hex_.id, side=side)


# ---- 13.2 --------------------------------------------------------------------------------------------------------------
def in_warsaw(case: PdCase) -> list[Unit]:
    """The German player's units in Warsaw hexes."""
    return [unit for unit in case.s.placed() if case.camp(unit.side) == GERMAN and has_feature(case.s.hex(unit.hex or ""), "warsaw")]


def sudden_death(case: PdCase) -> list[Unit]:
    """The supplied units in Warsaw that end the game; Missing for what it hangs on."""
    return surely(case.s, in_warsaw(case), lambda unit: unit.supply == "in")


@rule("13.2", Victory)
def sudden_death_victory(victory: Victory) -> Findings:
    """A supplied German unit in any Warsaw hex at the end of a turn ends the game in German victory."""
    if victory.what not in (None, "sudden_death") or victory.ends and last_turn_over(victory):
        return
    if victory.slots.get("side") == "polish":
        yield forbid("pole_has_no_sudden_death")
        return
    found = sudden_death(victory)
    denied = bool(victory.slots.get("not"))
    if found:
        yield (forbid if denied else permit)("warsaw_taken", found, hex=found[0].hex)
        return
    cut = in_warsaw(victory)
    if cut:
        yield (permit if denied else forbid)("warsaw_unsupplied", cut)
    else:
        yield (permit if denied else forbid)("warsaw_not_taken")


@rule("13.2", Owed, "answer")
def warsaw_has_fallen(owed: Owed) -> Findings:
    """A supplied German unit in Warsaw at the end of a turn ends the game."""
    if not owed.asked_in("sudden death victory segment"):
        return
    try:
        found = sudden_death(owed)
    except Missing:  # asked for when the victory is claimed
        found = in_warsaw(owed)
    if found:
        yield owes("sudden_death", GERMAN, [unit.id for unit in found])


@rule("13.2", Winner, "answer")
def sudden_death_first(winner: PdCase) -> Findings:
    """Without sudden death the level decides at the end."""
    if sudden_death(winner):
        yield value("answer", "German sudden death victory", "warsaw_taken", unit=names(sudden_death(winner)), hex=sudden_death(winner)[0].hex)


def vp_hexes(case: PdCase) -> list[Hex]:
    """The VP hexes that the situation lists."""
    return [hex_ for hex_ in case.s.hexes.values() if is_vp(hex_)]


def held_now(case: PdCase) -> int:
    """The VP hexes that the German controls and supplies (4.1.2, 13.2.1): controlled = last entered, supplied = a line leads to it (A6.34)."""
    return len([hex_ for hex_ in vp_hexes(case) if case.camp(controller(hex_)) == GERMAN and hex_supplied(case.s, hex_.id, GERMAN)])


def held_before(case: PdCase, turn: str) -> int:
    """The VP hexes that the German controlled and supplied at the end of an earlier turn."""
    path = f"vph.{turn}"
    if path in case.s.tried:
        return int(case.s.tried[path])
    known = (case.s.vph or {}).get(turn)
    if known is None:
        raise Missing(path, PACE)
    return int(known)


@rule("13.2.1", (Winner, Score, HowMany), "points")
def supplied_vp_hexes(question: PdCase | Score | HowMany) -> Findings:
    """The VP hexes that the German controls and supplies."""
    if isinstance(question, HowMany) and question.what != "vp":
        return
    turn = question.slots.get("turn")
    earlier = turn is not None and (turn != question.s.stated("turn") or str(turn) in (question.s.vph or {}))
    held = held_before(question, str(turn)) if earlier else held_told(question)
    yield value("vph", held)
    yield value("vp", held)


def held_told(case: PdCase) -> int:
    """The VP hexes that the German holds now, for who asks: where none of them is listed, nobody has said who holds any."""
    return held_now(case) if vp_hexes(case) or case.s.stated("turn") is None else held_before(case, str(case.s.turn))


def level_of(case: PdCase, count: int) -> str | None:
    """The victory level of a number of VP hexes; no level is printed for none at all (A6.35)."""
    if count == 0 and case.reading("6.35") == "none":
        return None
    for most, level in case.table("victory")["levels"]:
        if count <= most:
            return str(level)
    return None


@rule("13.2.1", Winner, "answer")
def level_of_victory(winner: PdCase) -> Findings:
    """1-2 Polish crushing, 3-7 major, 8-9 minor; 10 German historical, 11-13 major, 14 crushing."""
    if winner.computed("answer") is None:
        level = level_of(winner, held_told(winner))
        yield value("answer", level or "none", "victory_level", count=winner.computed("vph"), level=level or "-")


@rule("13.2.1", (Score, HowMany), "answer")
def how_many_vp_hexes(question: Score | HowMany) -> Findings:
    """The count is the answer."""
    if question.computed("vph") is not None:
        yield value("answer", question.computed("vph"), "vph_count", count=question.computed("vph"))


@rule("13.2.1", Victory)
def level_claimed(victory: Victory) -> Findings:
    """A level that is claimed at the end of the game has to be that of the supplied VP hexes."""
    if victory.what in (None, "sudden_death"):
        return
    count = held_now(victory)
    level = level_of(victory, count)
    yield value("vph", count)
    yield value("answer", level or "none")
    claimed = str(victory.what).replace("_", " ").lower()
    right = level is not None and (claimed in level.lower() or level.lower().replace(" victory", "") == claimed)
    if right:
        yield permit("victory_level", count=count, level=level)
    else:
        yield forbid("other_level", count=count, level=level or "-", claimed=claimed)


@rule("13.2.2", VpHex)
def the_fourteen(claim: VpHex) -> Findings:
    """Fourteen places, one point each."""
    hex_ = claim.s.hex(claim.at) if claim.at is not None else None
    named = claim.named or (hex_.name if hex_ is not None else None)
    counts = is_vp(hex_) if hex_ is not None else vp_name(claim.s, named) is not None
    denied = bool(claim.slots.get("not"))
    what = named or claim.at
    if counts and not denied:
        yield permit("counts_as_vp", where=[claim.at] if claim.at else [], place=what)
    elif counts:
        yield forbid("counts_as_vp", where=[claim.at] if claim.at else [], place=what)
    elif denied:
        yield permit("no_vp_hex", where=[claim.at] if claim.at else [], place=what)
    else:
        yield forbid("no_vp_hex", where=[claim.at] if claim.at else [], place=what)
