"""Chapter 5.5a to d: retreats, whether and how units leave."""

from __future__ import annotations

from adjudicator.book import Findings, Unit, cites, define, drawn, forbid, kept, owes, permit, record, rule, says, value, warn
from adjudicator.book.engine import suppose

from .acts_aftermath import AskRetreatHexes, AutoRetreat, Ending, Going, Hold, Owed, Retreat, TakeResult
from .acts_combat import CombatTable, Engagement, Outcome
from .r05_common import count_of
from .r05_common_questions import ring, struck
from .r05_common_retreats import (
    HAVEN,
    NO_MA,
    STAYS,
    STEP,
    THREE,
    TRAPPED,
    Results,
    away,
    displaced,
    fate_now,
    fate_of,
    fate_of_leaver,
    haven,
    left_by_all,
    three_hexes,
)
from .vocabulary import hq_of, move_side


# ---- 5.5 Retreats ---------------------------------------------------------------------------------------------------
def stack_of(fight: Results) -> list[tuple[list[Unit], str, tuple[str, ...], bool, bool]]:
    """The stacks that suffer a retreat result: their units, hex, the codes, whether an Engagement gave it, whether the attacker died."""
    if isinstance(fight, Engagement):
        found: list[tuple[list[Unit], str, tuple[str, ...], bool, bool]] = []
        for shot in fight.shots:
            if shot.result is not None and "R" in shot.result.split() and shot.in_doubt is False:
                there = [unit for unit in fight.fighters(shot.hex, fight.side) if not fight.toll.dead(unit)]
                found.append((there, shot.hex, ("R",), True, False))
        return found
    if fight.codes is None or not {"S", "R"} & set(fight.codes):
        return []
    dead = fight.attacker is not None and fight.toll.dead(fight.attacker)
    paid = fight.pending.get("stayed") or () if isinstance(fight, Ending) else ()
    return [([unit for unit in fight.living if unit.id not in paid], fight.target, fight.codes, fight.engaged, dead)]


@rule("5.5", (CombatTable, Engagement, TakeResult, AutoRetreat, Hold), "retreat")
def fates(fight: Results) -> Findings:
    """Retreats of the Engagement Table are three hexes, to the Move side; those of the Combat Table are Situational or Automatic."""
    for units, hex_, codes, engaged, dead in stack_of(fight):
        for unit in units:
            if isinstance(fight, (AutoRetreat, Hold)) and unit not in fight.leavers:
                continue
            fight.fates.append(fate_of(fight, unit, hex_, codes, engaged, dead))
    for fate in fight.fates:
        if fate.rule == "5.5":
            away(fight, fate)
            yield define("retreats_three", fate.unit)
    if fight.fates:
        yield value("fates", {fate.unit.id: fate.kind for fate in fight.fates})


@rule("5.5", Retreat, each="going")
def a_result_asks_for_it(retreat: Retreat, going: Going) -> Findings:
    """Units retreat when a result makes them; an Engagement's retreat is three hexes."""
    fate = fate_now(retreat, going.unit)
    if retreat.pending.get("retreated") and going.unit.id in retreat.s.history and going.unit.hex != retreat.battle:
        yield forbid("retreated_already", going.unit)
    elif fate is None:
        yield forbid("no_retreat_pending", going.unit)
    elif fate.rule == "5.5":
        yield from three_hexes(retreat, going)


@rule("5.5", Retreat, "losses")
def losses_come_first(retreat: Retreat) -> Findings:
    """The steps of the result come before the retreat, if they have not been taken."""
    units = [going.unit for going in retreat.going]
    retreat.toll.involve(*units)
    if retreat.losses_due and retreat.codes:
        steps = count_of(retreat.codes, "T" if retreat.engaged else "D")
        first = next((unit for unit in units if unit.id == retreat.named_rating), units[0])
        if steps:
            retreat.toll.lose(first, steps)
            yield define("defender_loses", first, steps=steps)


@rule("5.5", Retreat, "retreat", each="going")
def they_go(retreat: Retreat, going: Going) -> None:
    """The stack stands in its new hex, on its Move side."""
    unit = going.unit
    if going.off_map:
        where = {"turn": "next", "at": "entry_area", "edge": going.edge}
        retreat.toll.tell(unit, removed=True, returns={key: content for key, content in where.items() if content is not None})
        retreat.toll.fact(unit, **move_side(unit), at="off_map")
        return
    fate = fate_now(retreat, unit)
    retreat.toll.tell(unit, retreat="haven_hq" if fate is not None and fate.kind == HAVEN else THREE)
    if going.to is not None:
        retreat.toll.tell(unit, at=going.to)
    retreat.toll.turn(unit)


@rule("5.5", (Retreat, TakeResult, AutoRetreat, Hold), "after")
def the_toll(fight: Outcome) -> Findings:
    """What happened to everybody."""
    yield from fight.toll.findings()
    if isinstance(fight, Retreat):
        gone = [going for going in fight.going if not fight.unplaced(going)]
        for going in gone:
            yield record(did=going.unit.id, act="retreat", **{"from": fight.start_of(going.unit), "to": going.to or "off_map"})
        if fight.pending and not gone:
            yield record(state="pending", value={**fight.pending, "steps_taken": True})
        elif fight.pending:
            yield record(state="pending", value={**fight.pending, "retreated": True, "steps_taken": True})
    elif isinstance(fight, Ending) and fight.pending and fight.codes is not None:
        stayed = [fate.unit.id for fate in fight.fates if not fate.goes]
        more = {"vacated": True} if fight.vacated else {}
        yield record(state="pending", value={**fight.pending, **more, "steps_taken": True, "stayed": [*(fight.pending.get("stayed") or ()), *stayed]})


says("5.5", (Retreat, TakeResult, AutoRetreat, Hold), "unread", "Steps that nobody stated are asked for at the end.", lambda fight: fight.toll.ask_steps())


@rule("5.5", Hold, each="leavers")
def who_may_stay(hold: Hold, unit: Unit) -> Findings:
    """Who has to retreat may not stay; who pays with a step, or whom a result spares, does."""
    fate = fate_of_leaver(hold, unit)
    if fate.goes or fate.kind == NO_MA:
        yield forbid("may_not_stay", unit)
    else:
        yield permit("may_stay", unit)


@rule("5.5", (TakeResult, AutoRetreat))
def something_is_pending(fight: TakeResult | AutoRetreat) -> Findings:
    """A result has to be there to be taken; steps that it has cost already may be told again."""
    lost = fight.s.known("last_losses") or {}
    if not fight.pending and isinstance(fight, TakeResult) and fight.shares and all(steps <= lost.get(id_, 0) for id_, steps in fight.shares.items()):
        yield permit("told_again", [fight.unit(id_) for id_ in fight.shares])
    elif not fight.pending:
        yield forbid("nothing_pending")
    elif isinstance(fight, AutoRetreat) and "R" not in (fight.codes or ()):
        yield forbid("no_automatic_retreat")


@rule("5.5", Owed, "answer")
def retreats_to_be_made(owed: Owed) -> Findings:
    """The defenders that have to leave, with the hexes in which they may end, the best first (A13)."""
    if not owed.vacating or not owed.battle:
        return
    for unit in owed.beaten():
        if unit.hex == owed.battle:
            hexes = suppose(owed, "retreats", {"units": (unit.id,), "question": True}).computed.get("retreats") or ()
            yield owes("retreat" if hexes else "retreat_somewhere", unit.stated("side"), [unit.id], hexes, start=owed.battle)


cites("5.5a", Retreat, "The owner places the stack, and chooses among hexes that are equally good.", lambda _: True)


@rule("5.5a", Retreat)
def own_units_only(retreat: Retreat) -> Findings:
    """Each player retreats his own units."""
    mover = retreat.slots.get("side")
    for going in retreat.going if mover in retreat.book.sides else ():
        if going.unit.side != mover:
            yield forbid("own_retreats", going.unit, side=mover)


@rule("5.5b", (CombatTable, Engagement), "vacated", each=left_by_all)
def headquarters_go_too(fight: Results, hex_: str) -> Findings:
    """HQs and Trains leave when an enemy enters their hex, and when the units with them retreat or die (A14)."""
    yield from displaced(fight, [unit for unit in fight.s.at(hex_) if unit.side != fight.side])


def nearer(fight: Retreat | AskRetreatHexes, start: str, to: str) -> list[Unit]:
    """The enemies that have struck and from which a hex lies no farther than the one that is left."""
    distance = fight.s.grid.distance
    return [enemy for enemy in fight.attackers if enemy.hex is not None and distance(to, enemy.hex) <= distance(start, enemy.hex)]


@rule("5.5b", Retreat, "end", each="going")
def guidelines(retreat: Retreat, going: Going) -> Findings:
    """Away from the enemy, out of EZOCs, towards the HQ: they order hexes that are equally good (A13); a hex that blocks an enemy MSR is out."""
    unit, to = going.unit, going.to
    if to is None or retreat.forbidden:
        return
    place = retreat.s.hex(to)
    path = place.path("blocks_enemy_msr")
    if (place.stated("blocks_enemy_msr") is not None or path in retreat.s.unknown) and place.blocks_enemy_msr:
        yield forbid("retreat_blocks_msr", unit, to)
        return
    start = retreat.start_of(unit)
    yield permit("guidelines", unit, to)
    for enemy in nearer(retreat, start, to):
        yield warn("retreat_towards_enemy", unit, enemy, to, enemy=enemy.id)
    hq = hq_of(retreat.s, unit.formation)
    if hq is not None and hq.hex is not None and retreat.s.grid.distance(to, hq.hex) > retreat.s.grid.distance(start, hq.hex):
        yield warn("retreat_from_hq", unit, hq, to, hq=hq.id)


@rule("5.5b", Hold)
def headquarters_follow(hold: Hold) -> Findings:
    """HQs and Trains go when the units that they are stacked with retreat or die (A14)."""
    if hold.pending.get("retreated") or hold.pending.get("destroyed"):
        for unit in hold.leavers:
            if unit.kind is not None:
                yield forbid("may_not_stay", unit)


@rule("5.5b", AskRetreatHexes, "answer")
def where_it_may_retreat(question: AskRetreatHexes) -> Findings:
    """The hexes in which a pending retreat may end, the best first: away from the enemies that have struck, without an EZOC, nearer the HQ (A13)."""
    unit = question.retreater
    start = question.standing(unit) or ""
    codes = tuple(str(question.pending.get("result") or "S").split())
    dead = any(other.id in question.s.eliminated for other in question.attackers)
    fate = fate_of(question, unit, start, codes, question.engagement_result(), dead)
    yield value("fate", fate.kind)
    if not fate.goes:
        yield value("retreats", [])
        yield value("answer", "none")
        return
    found = haven(question, unit, start) if fate.kind == "haven" else [] if fate.kind == "off" else ring(question, unit, start)
    ranks = {hex_: (bool(nearer(question, start, hex_)), bool(struck(question, unit, hex_))) for hex_ in found}
    places = sorted(set(ranks.values()))
    hq = hq_of(question.s, unit.formation)
    home = {hex_: question.s.grid.distance(hex_, hq.hex) or 0 if hq is not None and hq.hex is not None else 0 for hex_ in found}
    hexes = sorted(found, key=lambda hex_: (*ranks[hex_], home[hex_]))
    yield value("retreats", hexes)
    yield drawn("ranks", {hex_: 1 + places.index(ranks[hex_]) for hex_ in hexes})
    yield value("answer", ", ".join(hexes) or "none")


@rule("5.5c", (CombatTable, Engagement, TakeResult, AutoRetreat, Hold), "retreat")
def no_safe_path(fight: Results) -> Findings:
    """Leg and Truck units without a Safe Path take one step more and stay; without a retreat result nothing further happens."""
    for fate in fight.fates:
        if fate.kind == TRAPPED:
            fight.toll.lose(fate.unit)
            fight.toll.tell(fate.unit, stays=True)
            yield define("trapped", fate.unit)
        elif fate.goes and fate.unit.stated("safe_path") == []:
            yield define("tac_needs_no_path", fate.unit)
    if isinstance(fight, Outcome) and not fight.fates and fight.codes is not None and not {"S", "R"} & set(fight.codes):
        for unit in fight.living:
            fight.toll.tell(unit, stays=True)
        without = [unit for unit in fight.living if unit.stated("safe_path") == []]
        if without:
            yield define("no_retreat_no_loss", without, unit=without[0].id)


@rule("5.5c", Retreat, each="going")
def who_has_no_safe_path_stays(retreat: Retreat, going: Going) -> Findings:
    """Leg and Truck units without a Safe Path do not retreat."""
    fate = fate_now(retreat, going.unit)
    if fate is not None and fate.kind == TRAPPED:
        yield forbid("trapped_stays", going.unit)
    elif fate is not None and fate.goes:
        yield kept()


@rule("5.5d", (CombatTable, TakeResult, AutoRetreat, Hold), "retreat")
def situational(fight: Outcome) -> Findings:
    """Three hexes and to the Move side; in Key Terrain or with Prepared Defense a step instead, compulsorily (A12); nothing at all if the
    Attack Unit dies in the same result."""
    staying = [fate for fate in fight.fates if fate.kind == STEP]
    for index, fate in enumerate(staying):
        if index and fight.reading("A10") == "stack":
            fight.toll.tell(fate.unit, stays=True)
            continue
        fight.toll.lose(fate.unit)
        fight.toll.tell(fate.unit, stays=True)
        yield define("stays_for_a_step", fate.unit)
    for fate in fight.fates:
        if fate.kind == STAYS:
            fight.toll.tell(fate.unit, stays=True)
            yield define("situational_void", fate.unit)
        elif fate.rule == "5.5d" and fate.goes:
            away(fight, fate)
            yield define("retreats_three", fate.unit)


@rule("5.5d", Retreat, each="going")
def situational_retreat(retreat: Retreat, going: Going) -> Findings:
    """Three hexes; in Key Terrain or with Prepared Defense the unit has to stay."""
    fate = fate_now(retreat, going.unit)
    if fate is None:
        return
    if fate.kind == STEP:
        yield forbid("has_to_stay", going.unit)
    elif fate.kind == STAYS:
        yield forbid("situational_is_void", going.unit)
    elif fate.rule == "5.5d":
        yield from three_hexes(retreat, going)


@rule("5.5d", Hold)
def staying_is_the_rule(hold: Hold) -> Findings:
    """In Key Terrain, or with Prepared Defense, a Situational result is taken as a step."""
    yield from (permit("stays_for_a_step", unit) for unit in hold.leavers if fate_of_leaver(hold, unit).kind == STEP)


@rule("5.5d", TakeResult)
def a_step_is_no_choice(fight: TakeResult) -> Findings:
    """A step instead of the retreat only where the rules say so, never at will (A12)."""
    codes = set(fight.codes or ())
    if fight.slots.get("result") != "loss" or not {"S", "R"} & codes or any(code[0] in "DT" and code[1:].isdigit() for code in codes):
        return
    dead = fight.attacker is not None and fight.attacker.id in fight.s.eliminated
    for unit in fight.movers_:
        if unit in fight.living and fate_of(fight, unit, fight.standing(unit) or fight.target, tuple(codes), fight.engaged, dead).goes:
            yield forbid("may_not_stay", unit)
