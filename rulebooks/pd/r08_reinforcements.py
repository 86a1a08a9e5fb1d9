"""Chapter 8: reinforcements."""

from __future__ import annotations

from adjudicator.book import Findings, Missing, Unit, define, effect, forbid, kept, owes, permit, record, rule, value
from adjudicator.kit import names, open_places, went

from .acts import Activate, ChitCase, Cup, Delay, Draw, Enter, Move, PdCase, Question
from .acts_combat import Owed
from .acts_turn import AskEntry, EndStack
from .r02_3_chits import arrives_on, merged, replaced_by
from .r07_stacking import fresh, over_limit
from .r10_0_supply import hex_supplied
from .r12_air import interdicted
from .vocabulary import GERMAN, MALOPOLSKA, RAIL, STRATEGIC, command_name, is_combat, is_hq, is_motorised, line_hex, lost_command, on_rails, replaces


@rule("8.0", Enter, each="arriving")
def in_its_entry_hex(enter: Enter, unit: Unit) -> Findings:
    """Reinforcements are placed on their turn in the hex that bears their entry."""
    if replaces(unit):
        return
    if unit.hex is not None:
        yield forbid("already_on_map", unit, hex=unit.hex)
        return
    if unit.id in enter.s.eliminated:
        yield forbid("eliminated_stays_out", unit)
        return
    if unit.arrives is None:
        yield forbid("no_reinforcement", unit)
        return
    if unit.arrives > enter.s.turn:
        yield forbid("arrives_later", unit, turn=unit.arrives)
    elif unit.arrives < enter.s.turn:
        yield define("was_delayed", unit, turn=unit.arrives)
    if enter.at != unit.entry and not (unit.kind == "train" and interdicted(enter.s, unit.entry)):
        yield forbid("other_entry", unit, enter.at, entry=unit.entry)
    elif not enter.forbidden:
        yield permit("enters", unit, enter.at)


@rule("8.0", Move)
def movement_on_arrival(move: Move) -> Findings:
    """A reinforcement counts as supplied and in command, and moves at once: regularly, strategically if its kind may, or by rail."""
    if move.s.phase != "reinforcement segment":
        for unit in move.movers:
            if move.how == RAIL and not on_rails(unit):
                yield define("rail_only_on_arrival", unit)
        return
    for unit in move.movers:
        arrives = unit.arrives
        if arrives is None:
            continue
        if arrives != move.s.turn and not (arrives < move.s.turn and move.done(unit.id, "enter")):
            yield forbid("not_this_turn", unit, turn=arrives)
        elif move.how == STRATEGIC and not is_hq(unit) and not is_motorised(unit):
            yield define("no_strategic_on_arrival", unit)
        else:
            yield permit("moves_on_arrival", unit)


@rule("8.0", Move)
def rail_into_enemy_country(move: Move) -> Findings:
    """A rail move into enemy country ends within three hexes of a friendly unit that is not moving in that phase."""
    if move.how != RAIL or move.s.phase != "reinforcement segment":
        return
    for unit in move.movers:
        way = move.ways[unit.id]
        end = way[-1]
        country = move.s.hex(end).country
        foreign = ("poland",) if move.camp(move.side) == GERMAN else ("germany", "slovakia")
        if country not in foreign:
            yield define("rail_ends_at_home", end)
            continue
        near: list[tuple[int, Unit]] = []
        for other in move.s.placed():
            if not move.hostile(other, move.side) and other not in move.movers and other.arrives != move.s.turn:
                near.append((move.distance(end, other.hex or ""), other))
        far, friend = min(near, key=lambda item: (item[0], item[1].id), default=(None, None))
        if far is not None:
            yield value("distance", far)
        else:
            move.s.complete()
        limit = move.table("rail_arrival")["distance"]
        if far is None or far > limit:
            yield forbid("too_far_from_friends", unit, end, distance=far if far is not None else "-", limit=limit)
        elif friend is not None:
            yield permit("near_friends", unit, friend, end, unit=friend.id, distance=far)


@rule("8.0", Owed, "answer")
def arriving_now(owed: Owed) -> Findings:
    """In the reinforcement segment the counters of the turn are placed in their entry hexes."""
    turn = owed.s.known("turn")
    if not owed.asked_in("reinforcement segment") or not isinstance(turn, int):
        return
    waiting: dict[tuple[str, str], list[str]] = {}
    for unit in owed.s.units.values():
        comes = unit.arrives
        if isinstance(comes, int) and comes <= turn and unit.hex is None and unit.id not in owed.s.eliminated:
            waiting.setdefault((owed.camp(unit.side), str(unit.stated("entry") or "?")), []).append(unit.id)
    for (side, entry), ids in waiting.items():
        yield owes("place", side, ids, [entry])


@rule("8.0", Enter, "after", each="arriving")
def entered(enter: Enter, unit: Unit) -> Findings:
    """The counters stand on the map."""
    yield from went(unit, enter.at, "enter", hex=enter.at)


@rule("8.0", AskEntry, "answer")
def where_it_is_placed(question: Question) -> Findings:
    """Its entry hex; of Malopolska the place of an old HQ, or a hex with units of its command (8.0.4)."""
    units = question.units_of()
    if question.s.stated("phase") == "setup":
        return
    here = [unit.hex for unit in question.s.placed() if unit.side == units[0].side and unit.hex is not None]
    entries = [] if any(replaces(unit) for unit in units) else [unit.entry for unit in units]
    yield from open_places(question, "enter", units, dict.fromkeys([*entries, *here]))


@rule("8.0.1", EndStack)
def arrivals_have_split(end: EndStack) -> Findings:
    """Reinforcements that were placed on top of others have to be apart by the end of the phase."""
    late = [unit for unit in fresh(end) if unit.arrives is not None]
    if late:
        yield define("split_by_now", late, end.at)


@rule("8.0.1", Enter)
def overstacked_entry(enter: Enter) -> Findings:
    """An overstacked entry hex is fine as long as the stack is split up in the same phase."""
    if over_limit(enter, [*enter.arriving, *enter.beside(enter.at)]):
        yield permit("split_this_phase", enter.arriving, enter.at)


@rule("8.0.2", (Enter, Move))
def placement_is_free(case: Enter | Move) -> Findings:
    """Being placed costs no points: the whole allowance is left."""
    units = case.arriving if isinstance(case, Enter) else case.movers
    fresh = [unit for unit in units if unit.arrives is not None and case.s.phase == "reinforcement segment"]
    fresh += [unit for unit in units if isinstance(case, Move) and unit not in fresh and case.done(unit.id, "enter")]
    if fresh:
        yield define("whole_allowance", fresh)
    if isinstance(case, Enter):
        yield value("cost", 0)


@rule("8.0.3", Enter)
def not_onto_enemies(enter: Enter) -> Findings:
    """Never onto enemy units, but into their zones; enemies on the entry hex hold the reinforcement back for a turn."""
    there = enter.enemies_at(enter.at, enter.side)
    if there:
        units = [unit.id for unit in enter.arriving]
        yield forbid("entry_occupied", enter.at, units=units, unit=names(enter.arriving), enemy=names(there))
        yield value("arrives", enter.s.turn + 1)
    else:
        enter.s.complete()
        yield permit("entry_free", enter.at)


def entry_blocked(case: PdCase, unit: Unit) -> list[Unit]:
    """The enemies that stand on the entry hex of a reinforcement."""
    return case.enemies_at(unit.entry, unit.side)


@rule("8.0.3", Delay, each="waiting")
def delayed(delay: Delay, unit: Unit) -> Findings:
    """A blocked reinforcement tries again on the next turn at the same place; one that is not blocked does not wait."""
    there = entry_blocked(delay, unit)
    if there:
        yield permit("waits", unit, hex=unit.entry, enemy=names(there))
        yield value("arrives", delay.s.turn + 1)
        turn = delay.slots.get("turn")
        if turn is not None and turn != delay.s.turn + 1:
            yield forbid("waits_one_turn", unit, turn=delay.s.turn + 1)
    else:
        yield forbid("no_reason_to_wait", unit, hex=unit.entry)


@rule("8.0.3#2", Enter, each="arriving")
def trains_dodge_interdiction(enter: Enter, unit: Unit) -> Findings:
    """An armoured train whose entry hex is interdicted may go to any supplied railway hex within five hexes; other units enter all the same."""
    if replaces(unit) or unit.stated("entry") is None:
        return
    entry = unit.entry
    bombed = interdicted(enter.s, entry)
    if not bombed:
        if enter.at != entry and unit.kind == "train":
            yield define("entry_not_interdicted", unit, entry)
        return
    if unit.kind != "train":
        yield define("enters_interdicted", unit, entry)
        return
    far = enter.distance(entry, enter.at)
    yield value("distance", far)
    if enter.at == entry:
        yield define("enters_interdicted", unit, entry)
        return
    limit = enter.table("train_arrival")["distance"]
    if far > limit:
        yield forbid("train_too_far", unit, enter.at, distance=far, limit=limit)
    if not line_hex(enter.s, enter.at, "rail"):
        yield forbid("train_off_rail", unit, enter.at)
    elif not hex_supplied(enter.s, enter.at, enter.side):
        yield forbid("train_unsupplied", unit, enter.at)
    if not enter.forbidden:
        yield permit("train_dodges", unit, enter.at, distance=far)


@rule("8.0.4", Enter)
def malopolska_hq(enter: Enter) -> Findings:
    """On turn 7 it takes the place of the Krakow or the Karpaty HQ, which both leave; if both are dead it joins a supplied unit of its
    command.  The fifth random event brings it in before."""
    parts = enter.table("chits")["replaced"][MALOPOLSKA]
    for unit in enter.arriving:
        if not replaces(unit):
            continue
        if unit.hex is not None:
            yield forbid("already_on_map", unit, hex=unit.hex)
        by_event = enter.of_event() and enter.event() == 5
        turn = enter.table("chits")["turn"][MALOPOLSKA]
        if enter.s.turn < turn and not by_event:
            yield forbid("arrives_later", unit, turn=turn)
        yield value("formations", list(parts))
        alive = [hq for part in parts if (hq := enter.commander(part)) is not None and hq.hex is not None]
        if alive:
            if enter.at not in {hq.hex for hq in alive}:
                yield forbid("malopolska_elsewhere", unit, enter.at, places=", ".join(str(hq.hex) for hq in alive))
            elif not enter.forbidden:
                yield permit("malopolska_replaces", unit, alive, enter.at, unit=names(alive))
            continue
        yield from with_its_troops(enter, unit, parts)


def with_its_troops(enter: Enter, hq: Unit, parts: list[str]) -> Findings:
    """Both old HQs are gone: the new one joins a supplied unit of either army."""
    open_fact: Missing | None = None
    for unit in enter.s.at(enter.at):
        if is_combat(unit) and unit.formation in parts:
            try:
                if unit.supply == "in":
                    yield permit("malopolska_joins", hq, unit, enter.at, unit=unit.id)
                    return
            except Missing as missing:
                open_fact = missing
    if open_fact is not None:
        raise open_fact
    yield forbid("malopolska_no_troops", hq, enter.at)


@rule("8.0.4", Activate)
def troops_of_malopolska(activate: Activate) -> Findings:
    """The Malopolska HQ commands the troops of both armies."""
    hq = activate.hq
    if hq is None or command_name(hq) != MALOPOLSKA:
        return
    parts = activate.table("chits")["replaced"][MALOPOLSKA]
    mine = [unit for unit in activate.chosen if unit.formation in parts]
    if mine:
        yield permit("commands_both", mine, hq=hq.id)


@rule("8.0.4", Enter, "after", each="arriving")
def old_hqs_leave(enter: Enter, unit: Unit) -> Findings:
    """The two old HQs and their chits leave the game."""
    if not replaces(unit):
        return
    for part in enter.table("chits")["replaced"][MALOPOLSKA]:
        hq = enter.commander(part)
        if hq is not None and hq.hex is not None:
            yield effect(unit=hq.id, removed=True)
            yield record(unit=hq.id, at="off_map")
        yield effect(chit=part, removed=True)
    yield record(state="merged", value=[*(enter.s.merged or ()), MALOPOLSKA])


# ---- 8.1 ---------------------------------------------------------------------------------------------------------------
@rule("8.1", Owed, "answer")
def chits_for_the_cup(owed: Owed) -> Findings:
    """Chits of the turn go into the cup, and those that they replace come out of it."""
    turn, cup = owed.s.known("turn"), owed.s.cup
    if not owed.asked_in("reinforcement segment") or turn is None or cup is None:
        return
    chits = owed.table("chits")
    new = [chit for chit, number in chits["turn"].items() if number == turn and chit not in cup and not lost_command(owed.s, chit)]
    old = [chit for chit in cup if replaced_by(owed, chit) is not None]
    if new:
        yield owes("chits_in", None, new)
    if old:
        yield owes("chits_out", None, old)


@rule("8.1", (Draw, Activate))
def chits_that_come_in_the_game(case: Draw | Activate) -> Findings:
    """A chit that arrives on a later turn is in the cup from that turn on."""
    chits = case.chits if isinstance(case, Draw) else [case.by_chit] if case.by_chit is not None else []
    if any((arrives_on(case, chit) or 1) > 1 for chit in chits):
        yield kept()


@rule("8.1", Cup)
def chits_that_arrive(cup: ChitCase) -> Findings:
    """The chits due this turn go into the cup."""
    if cup.slots.get("out") or cup.s.phase == "setup":
        return
    for chit in cup.chits:
        turn = arrives_on(cup, chit)
        if turn is None or replaced_by(cup, chit):
            continue
        if cup.s.turn < turn and not merged(cup, chit):
            yield forbid("chit_comes_later", chit=chit, turn=turn)
        else:
            yield permit("chit_into_cup", chit=chit)
