"""Chapter 2, 2.5.2: the table of random events; what the two dice do."""

from __future__ import annotations

from typing import Any

from adjudicator.book import Findings, Marker, Unit, define, effect, forbid, owes, permit, record, rule, value
from adjudicator.kit import names

from .acts import ChitCase, Cup, Enter, Move, PdCase, Replace
from .acts_combat import Owed
from .acts_turn import Dice, EventRoll, Merge, Remove
from .r05_zones import entered_zones
from .vocabulary import EVENT, RAIL, STRATEGIC, is_combat, steps_of

JOINT = "14th Army/Bernolak"


def entry_of(case: PdCase) -> dict[str, Any]:
    """The line of the table of random events that was thrown."""
    found: dict[str, Any] = case.table("events")[str(case.event())]
    return found


def thrown(case: PdCase) -> Findings:
    """Show the event, and keep it for what is still done by virtue of the chit."""
    number = case.event()
    yield value("event", number)
    if case.s.event is None:
        yield record(state="event", value=number)


def too_late(case: PdCase, line: dict[str, Any]) -> bool:
    """Whether an event comes too late in the game to do anything."""
    return "before" in line and bool(case.s.turn >= line["before"])


@rule("2.5.2", EventRoll)
def event_chit(roll: Dice) -> Findings:
    """Two dice on the table of random events when the chit is drawn, applied before the next draw."""
    chit = roll.s.chit
    if chit is not None and chit != EVENT:
        yield forbid("other_chit", chit=EVENT, drawn=chit)
    else:
        yield permit("event_roll")


@rule("2.5.2", EventRoll, "roll")
def event_of_the_dice(roll: Dice) -> Findings:
    """What the sum of the dice brings."""
    yield from thrown(roll)
    line = entry_of(roll)
    yield value("result", roll.event(), "event_thrown", number=roll.event())
    kind = line["kind"]
    if too_late(roll, line):
        yield define("event_void", number=roll.event(), turn=line["before"])
    elif kind == "replacements":
        yield value("replacement_points", {line["side"]: line["points"]}, "event_points", side=line["side"], points=line["points"])
        yield record(state="pending", value={"act": "replacement", "replacement_points": line["points"], "side": line["side"]})
    elif kind == "free_move":
        yield value("limit", line["units"], "event_moves", side=line["side"], count=line["units"])
    else:
        yield define(f"event_{kind}", number=roll.event())


@rule("2.5.2", Owed, "answer")
def event_due(owed: Owed) -> Findings:
    """The event chit: first the dice, then what the table says, before the next chit is drawn."""
    if not owed.slots.get("phase") or owed.s.chit != EVENT:
        return
    number = owed.s.event
    if number is None:
        yield owes("roll_event")
        return
    line = owed.table("events")[str(number)]
    turn = owed.s.known("turn")
    done = sum(any(item.get("chit") == EVENT and item.get("turn", turn) == turn for item in items) for items in owed.s.history.values())
    left = line.get("units", 1) - done
    if left <= 0 or line["kind"] == "replacements" or isinstance(turn, int) and turn >= line.get("before", turn + 1):
        return
    yield owes(f"event_{line['kind']}", line.get("side"), may=line["kind"] == "free_move", count=left)


@rule("2.5.2", Move)
def free_moves(move: Move) -> Findings:
    """Events 3 and 8 move five Polish or two German units that neither begin in nor enter an enemy zone, not strategically nor by rail."""
    if not move.of_event():
        return
    yield from thrown(move)
    line = entry_of(move)
    if line["kind"] != "free_move":
        yield forbid("event_no_move", number=move.event())
        return
    yield value("limit", line["units"])
    wrong = [unit for unit in move.movers if unit.side != line["side"]]
    if wrong:
        yield forbid("event_other_side", wrong, number=move.event(), side=line["side"])
    if move.how in (STRATEGIC, RAIL):
        yield forbid("event_regular_only", move.movers, number=move.event())
    for unit in move.movers:
        near = entered_zones(move, unit)
        if near:
            yield forbid("event_in_zone", unit, where=[hex_ for hex_, _ in near], hex=near[0][0], enemy=names(near[0][1]))
    earlier = [id_ for id_ in move.s.history.doers("move") if any(item.get("chit") == EVENT for item in move.done(id_, "move"))]
    count = len({*earlier, *(unit.id for unit in move.movers)})
    if count > line["units"]:
        yield forbid("event_too_many", move.movers, number=move.event(), count=count, limit=line["units"])
    elif not move.forbidden:
        yield permit("event_free_move", move.movers, number=move.event())


@rule("2.5.2", Replace)
def replacements_by_event(replace: Replace) -> Findings:
    """Events 4, 6 and 7 give two points, to the Pole or to the German, to be spent at once."""
    if not replace.of_event():
        return
    if replace.pending.get("act") == "replacement" and not replace.dice and replace.s.event is None:
        return
    yield from thrown(replace)
    line = entry_of(replace)
    if line["kind"] != "replacements":
        yield forbid("event_no_points", number=replace.event())
        return
    yield value("replacement_points", {line["side"]: line["points"]})
    if replace.camp(replace.side) != line["side"]:
        yield forbid("event_other_side", number=replace.event(), side=line["side"], unit=names(replace.subjects))
    else:
        yield permit("event_points", side=line["side"], points=line["points"])


@rule("2.5.2", Remove)
def out_of_the_game(remove: Remove) -> Findings:
    """2: a German ground attack aircraft. 9 and 12: a German unit that has two steps at the moment. 11: an undamaged German aircraft.
    10: the chits that the joint one replaces."""
    chit = remove.s.chit
    if chit is not None and chit != EVENT or chit is None and remove.s.event is None and not remove.dice:
        yield forbid("no_event")
        return
    yield from thrown(remove)
    line = entry_of(remove)
    kind = line["kind"]
    gone: list[Unit | Marker] = [*remove.gone, *remove.planes]
    if kind in ("lose_aircraft", "lose_unit") and len(gone) > 1:
        yield forbid("only_one_leaves", unit=names(gone), number=remove.event())
    for plane in remove.planes:
        yield from plane_leaves(remove, plane, line)
    for unit in remove.gone:
        yield from unit_leaves(remove, unit, line)
    if remove.chits:
        yield from chits_leave(remove, remove.chits, line)


def plane_leaves(remove: Remove, plane: Marker, line: dict[str, Any]) -> Findings:
    """Whether an event takes this aircraft."""
    if line["kind"] != "lose_aircraft":
        yield forbid("event_no_aircraft", plane=plane.id, number=remove.event())
        return
    if plane.side != "german":
        yield forbid("not_german", plane=plane.id)
    if line["aircraft"] != "any" and plane.kind != line["aircraft"]:
        yield forbid("wrong_aircraft", plane=plane.id, kind=plane.kind)
    if line.get("undamaged") and plane.damaged:
        yield forbid("plane_is_damaged", plane=plane.id)
    if not remove.forbidden:
        yield permit("leaves_game", plane=plane.id, number=remove.event())


def unit_leaves(remove: Remove, unit: Unit, line: dict[str, Any]) -> Findings:
    """Whether an event takes this unit."""
    if line["kind"] != "lose_unit":
        yield forbid("event_no_unit", unit, number=remove.event())
        return
    if unit.side != line["side"]:
        yield forbid("not_german_unit", unit)
        return
    if not is_combat(unit):
        yield forbid("not_two_steps", unit, steps=0)
        return
    steps = steps_of(unit)
    if steps != line["steps"]:
        yield forbid("not_two_steps", unit, steps=steps)
    elif unit.hex is None and "at" in unit.facts:
        yield forbid("not_on_map_now", unit)
    else:
        yield permit("unit_leaves_game", unit, number=remove.event())


def chits_leave(case: PdCase, chits: list[str], line: dict[str, Any]) -> Findings:
    """Whether an event takes these chits out of the cup."""
    joint = {"joint_chit": JOINT, "merge": "Malopolska"}.get(line["kind"])
    parts = case.table("chits")["replaced"][joint] if joint else []
    wrong = [chit for chit in chits if chit not in parts]
    if wrong:
        yield forbid("event_no_chit", chit=", ".join(wrong), number=case.event())
        return
    if too_late(case, line):
        yield forbid("event_void", number=case.event(), turn=line["before"])
        return
    if joint == JOINT:
        track = case.s.activation_track or {}
        acted = [part for part in parts if any(part in (row or ()) for row in track.values())]
        if acted:
            yield forbid("at_end_of_turn", chit=", ".join(acted))
            return
    yield permit("chits_leave", chit=", ".join(parts), joint=joint, number=case.event())
    for part in parts:
        yield effect(chit=part, removed=True)
    yield record(state="merged", value=[*(case.s.merged or ()), joint])


@rule("2.5.2", Remove, "after")
def they_leave(remove: Remove) -> Findings:
    """The counters are out of the game."""
    for unit in remove.gone:
        yield effect(unit=unit.id, removed=True)
        yield record(unit=unit.id, eliminated=True)
    for plane in remove.planes:
        yield effect(unit=plane.id, removed=True)
        yield record(marker=plane.id, removed=True)


@rule("2.5.2", Enter)
def armies_merge(enter: Enter) -> Findings:
    """Event 5 brings the Malopolska HQ in at once; on turn 7 or later it does nothing."""
    if not enter.of_event():
        return
    yield from thrown(enter)
    line = entry_of(enter)
    if line["kind"] != "merge":
        yield forbid("event_no_merger", number=enter.event())
    elif too_late(enter, line):
        yield forbid("event_void", number=enter.event(), turn=line["before"])
    else:
        yield permit("event_merge", number=enter.event())


@rule("2.5.2", Merge)
def merger_announced(merge: PdCase) -> Findings:
    """The armies of Krakow and Karpaty merge by event 5, before turn 7."""
    if not merge.of_event():
        yield forbid("other_chit", chit=EVENT, drawn=str(merge.chit))
        return
    yield from thrown(merge)
    line = entry_of(merge)
    if line["kind"] != "merge":
        yield forbid("event_no_merger", number=merge.event())
    elif too_late(merge, line):
        yield forbid("event_void", number=merge.event(), turn=line["before"])
    else:
        yield permit("event_merge", number=merge.event())
        yield record(state="merged", value=[*(merge.s.merged or ()), "Malopolska"])


@rule("2.5.2", Cup)
def chits_by_event(cup: ChitCase) -> Findings:
    """Events 5 and 10 bring a joint chit into the cup before its turn."""
    if not cup.of_event() or not cup.chits or cup.chits == [EVENT]:
        return
    yield from thrown(cup)
    line = entry_of(cup)
    joint = {"joint_chit": JOINT, "merge": "Malopolska"}.get(line["kind"])
    if cup.slots.get("out"):
        yield from chits_leave(cup, cup.chits, line)
    elif any(chit != joint for chit in cup.chits):
        yield forbid("event_no_chit", chit=", ".join(cup.chits), number=cup.event())
    elif too_late(cup, line):
        yield forbid("event_void", number=cup.event(), turn=line["before"])
    else:
        yield permit("event_merge", number=cup.event())
        yield record(state="merged", value=[*(cup.s.merged or ()), joint])
