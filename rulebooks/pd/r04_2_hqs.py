"""Chapter 4, 4.2: the units that an HQ activates, and its range."""

from __future__ import annotations

from itertools import pairwise
from typing import Any

from adjudicator.book import Findings, Missing, Situation, Unit, define, derives, forbid, kept, permit, rule, value, warn
from adjudicator.ground.searches import Unknown
from adjudicator.ground.traces import Cut, Trace
from adjudicator.kit import adjacent, in_command_of, possible_neighbours

from .acts import Activate, Move, Question
from .acts_combat import Attack
from .acts_turn import AskCommand
from .r04_0_command import taking_part
from .vocabulary import GERMAN, barless, features, independent, is_hq, is_ship, is_water, river, under


@rule("4.2", Activate)
def hq_in_play(activate: Activate) -> Findings:
    """The HQ of the chit is activated; one that is not on the map cannot be."""
    for hq in [*activate.hqs, *([activate.hq] if activate.hq else [])]:
        if hq.id in activate.s.eliminated or hq.hex is None and ("at" in hq.facts or hq.arrives is not None):
            yield forbid("hq_not_in_play", hq)
        if not is_hq(hq):
            yield forbid("no_hq", hq)
    active = activate.s.active_hq
    if activate.chosen and activate.hq is not None and active is not None and activate.hq.id != active and activate.hq not in activate.hqs:
        yield forbid("other_hq_active", activate.hq, hq=active)
    elif activate.chit:
        yield kept()
    if activate.hqs and activate.by_chit is None and not activate.forbidden:
        yield permit("hq_acts", activate.hqs)


@rule("4.2.1", (Move, Attack))
def of_the_active_command(case: Move | Attack) -> Findings:
    """The active HQ has activated units of its own colour, or independents, and no others."""
    name = case.s.active_hq
    hq = case.s.units.get(name) if name else None
    if hq is None or case.of_event():
        return
    for unit in taking_part(case):
        if is_hq(unit):
            if unit is not hq and not case.done(unit.id, "activated") and "formation" in unit.facts:
                yield forbid("other_hq_active", unit, hq, unit=unit.id, hq=hq.id)
        elif not is_ship(unit) and not barless(hq) and "formation" in unit.facts and not under(case.s, unit, hq) and not independent(case.s, unit):
            yield forbid("other_command", unit, hq, unit=unit.id, hq=hq.id, formation=unit.formation)


@rule("4.2.1", Activate)
def own_colour_and_two_independents(activate: Activate) -> Findings:
    """All units of the HQ's colour and two independents; an HQ without a colour bar takes any five combat units."""
    hq = activate.hq
    if hq is None or not activate.chosen:
        return
    side = activate.camp(hq.side)
    for unit in activate.chosen:
        if activate.camp(unit.side) != side:
            yield forbid("enemy_unit", unit)
    troops = [unit for unit in activate.chosen if not is_hq(unit) and not is_ship(unit)]
    for other in (unit for unit in activate.chosen if is_hq(unit) and unit is not hq):
        yield forbid("hq_by_hq", other, hq=hq.id)
    earlier = activated_earlier(activate, hq)
    yield from (forbid("activated_already", unit, hq=hq.id) for unit in troops if unit in earlier and unit.stated("activated"))
    if barless(hq):
        count = len({unit.id for unit in troops} | {unit.id for unit in earlier})
        if count > 5:
            yield forbid("five_units", troops, hq=hq.id, count=count)
        else:
            yield permit("any_five", troops, hq=hq.id, count=count)
        return
    foreign = [unit for unit in troops if not under(activate.s, unit, hq) and not independent(activate.s, unit)]
    for unit in foreign:
        yield forbid("other_command", unit, hq, unit=unit.id, hq=hq.id, formation=unit.formation)
    free = independents(activate, hq)
    if len(free) > 2:
        yield forbid("two_independents", free, hq=hq.id)
    if troops and not foreign:
        yield permit("own_command", troops, hq=hq.id)


def independents(activate: Activate, hq: Unit) -> list[Unit]:
    """The independent units that an HQ activates or has activated in this activation."""
    if activate.camp(hq.side) != hq.side:
        return []
    troops = [unit for unit in activate.chosen if not is_hq(unit) and not is_ship(unit)]
    every = dict.fromkeys([*troops, *activated_earlier(activate, hq)])
    return [unit for unit in every if independent(activate.s, unit) and not under(activate.s, unit, hq)]


def activations(s: Situation, unit: Unit, since: int = 0) -> list[Any]:
    """How often somebody has been activated this turn, since some deed; a deed of no stated order belongs to the activation that goes on."""
    turn = s.stated("turn")
    deeds = [act for act in s.history.get(unit.id, ()) if act.get("act") == "activated" and act.get("turn", turn) == turn]
    return [act for act in deeds if act.get("order", since) >= since]


def begun(s: Situation, hq: Unit) -> int:
    """Which deed of the game an HQ's present activation was: an army group's chit may give it a second one in a turn (2.4.3)."""
    return max((int(act.get("order", 0)) for act in activations(s, hq)), default=0)


def activated_earlier(activate: Activate, hq: Unit) -> list[Unit]:
    """The units that an HQ has activated already in this activation; one that it begins now has none."""
    if hq in activate.hqs:
        return []
    acted = [unit for unit in activate.s.units.values() if unit.id in activate.s.history and not is_hq(unit) and not is_ship(unit)]
    return [unit for unit in acted if any(act.get("by") == hq.id for act in activations(activate.s, unit, begun(activate.s, hq)))]


@rule("4.2.2", Activate)
def two_independents(activate: Activate) -> Findings:
    """Units without a colour bar are independent: any HQ in whose range they are activates some of them, as often as that comes up."""
    hq = activate.hq
    free = independents(activate, hq) if hq is not None and activate.chosen and not barless(hq) else []
    if hq is not None and free:
        yield (permit if len(free) <= 2 else define)("independents", free, hq=hq.id)


@rule("4.2.3", (Move, Attack))
def range_was_measured_then(case: Move | Attack) -> Findings:
    """Range is measured at the moment the HQ is activated; units may leave it afterwards, and so may the HQ."""
    name = case.s.active_hq
    hq = case.s.units.get(name) if name else None
    if hq is not None and not all(is_ship(unit) for unit in taking_part(case)):
        yield permit("range_at_activation", hq)


def activated_at(s: Situation, hq: Unit) -> str | None:
    """Where an HQ stood when it was activated: range counts from there (4.2.3)."""
    for act in reversed(activations(s, hq)):
        if act.get("hex"):
            return str(act["hex"])
    for act in s.history.get(hq.id, ()):
        if act.get("act") == "move" and act.get("path") and act.get("turn", s.stated("turn")) == s.stated("turn"):
            path = act["path"]
            first: str = path.split("-")[0] if isinstance(path, str) else path[0]
            return first if first != hq.hex or len(path) > 1 else hq.hex
    return hq.hex


@rule("4.2.3", Activate)
def within_command_range(activate: Activate) -> Findings:
    """A unit has to be within the HQ's range when the HQ is activated."""
    hq = activate.hq
    if hq is None or not activate.chosen:
        return
    start = activated_at(activate.s, hq) or activate.standing(hq)
    if start is None:
        return
    for unit in activate.chosen:
        if unit is hq or is_ship(unit):
            continue
        place = activate.standing(unit)
        if place is None:
            yield forbid("not_on_map_now", unit)
            continue
        far = activate.distance(start, place)
        yield value("distance", max(far, activate.computed("distance") or 0))  # of several units the farthest
        if all_activated(activate, unit, hq):
            continue
        reach = hq.command_range
        if far > reach:
            yield forbid("out_of_range", unit, hq, start, place, unit=unit.id, hq=hq.id, distance=far, range=reach)
        else:
            yield permit("in_range", unit, hq, unit=unit.id, hq=hq.id, distance=far, range=reach)


def all_activated(activate: Activate, unit: Unit, hq: Unit) -> bool:
    """Whether a German unit needs no range on turn 1 (4.2.6)."""
    if activate.camp(unit.side) != GERMAN or activate.s.turn != 1:
        return False
    return under(activate.s, unit, hq) or activate.reading("6.33") == "all"


def range_open(s: Situation, start: str, before: str, here: str, side: str) -> bool | str | Unknown:
    """Whether command range goes from one hex into the next: not into water, over water sides, into or through mountain off a road."""
    try:
        if not adjacent(s, before, here):
            return False
        if is_water(s, here):
            return "range_water"
        there = features(s, before, here)
        if "water" in there:
            return "range_water"
        if "road" not in there and (s.hex(here).terrain == "mountain" or before != start and s.hex(before).terrain == "mountain"):
            return "range_mountain"
        if "major_river" in there and river(s, before, here, side) and s.reading("6.1") == "blocked":
            return "range_river"
    except Missing as missing:
        return Unknown((missing.fact,))
    return True


def command_path(s: Situation, start: str, goal: str, reach: int, side: str) -> Trace:
    """The shortest way that command range can take from an HQ to a hex, no longer than its range."""
    before: dict[str, str] = {start: ""}
    perhaps: dict[str, tuple[str, ...]] = {start: ()}  # hex -> what the way there hangs on
    barred: dict[str, str] = {}
    sure, open_ = [start], [start]
    for left in range(reach - 1, -1, -1):
        following: list[str] = []
        guesses: list[str] = []
        for here in dict.fromkeys([*sure, *open_]):
            for there in possible_neighbours(s, here):
                if (s.grid.distance(there, goal) or 0) > left:  # too far from there
                    continue
                verdict = range_open(s, start, here, there, side) if there not in before else False
                if isinstance(verdict, str):
                    barred[there] = verdict
                if verdict is True and here in sure:
                    before[there] = here
                    following.append(there)
                if there not in perhaps and (verdict is True or isinstance(verdict, Unknown)):
                    perhaps[there] = perhaps[here] + (verdict.facts if isinstance(verdict, Unknown) else ())
                    guesses.append(there)
        if goal in before:
            way = [goal]
            while before[way[-1]]:
                way.append(before[way[-1]])
            return Trace(True, tuple(reversed(way)))
        sure, open_ = following, guesses
    if goal in perhaps:
        return Trace(None, path_facts=tuple(sorted(set(perhaps[goal]))), facts=tuple(sorted(set(perhaps[goal]))))
    return Trace(False, cut_by=tuple(Cut(hex_, reason) for hex_, reason in sorted(barred.items())))


def in_range(s: Situation, hq_hex: str, unit_hex: str, reach: int, side: str) -> bool:
    """Whether a hex is within the command range of an HQ; Missing for what it hangs on."""
    found = command_path(s, hq_hex, unit_hex, reach, side)
    if found.answer is None:
        first, *rest = found.path_facts or found.facts
        raise Missing(first, None, tuple((fact, None) for fact in rest))
    return found.answer


@rule("4.2.3", AskCommand, "answer")
def is_it_in_range(question: Question) -> Findings:
    """Whether an HQ could activate a unit where both now stand, as far as range goes."""
    hq, unit, start, place = in_command_of(question, is_hq, lambda unit: question.commander(unit.formation))
    far, reach = question.distance(start, place), hq.command_range
    inside = far <= reach and in_range(question.s, start, place, reach, hq.side)
    yield value("distance", far)
    key = "in_range" if inside else "out_of_range" if far > reach else "range_cut"
    asked = inside != bool(question.slots.get("outside"))
    yield value("answer", "yes" if asked else "no", key, unit, hq, unit=unit.id, hq=hq.id, distance=far, range=reach, hexes="-")


@rule("4.2.4", Activate)
def what_stops_range(activate: Activate) -> Findings:
    """Range does not reach through water, nor into mountains off the road; it does reach over rivers, and enemies and supply do not matter."""
    hq = activate.hq
    if hq is None or not activate.chosen:
        return
    start = activated_at(activate.s, hq) or activate.standing(hq)
    for unit in activate.chosen:
        place = activate.standing(unit)
        if start is None or place is None or unit is hq or is_ship(unit) or all_activated(activate, unit, hq):
            continue
        reach = hq.command_range
        if activate.distance(start, place) > reach:
            continue
        found = command_path(activate.s, start, place, reach, hq.side)
        if found.answer is None:
            first, *rest = found.path_facts or found.facts
            raise Missing(first, None, tuple((fact, None) for fact in rest))
        if found.path is not None and len(activate.chosen) == 1:
            yield value("distance", len(found.path) - 1)  # around what range does not cross
        if not found.answer:
            longer = command_path(activate.s, start, place, reach + 4, hq.side)
            if longer.path is not None:
                yield value("distance", len(longer.path) - 1)
            cut = sorted({cut.hex for cut in found.cut_by if cut.reason})
            yield forbid("range_cut", unit, hq, where=cut, unit=unit.id, hq=hq.id, hexes=", ".join(cut))
        else:
            path = found.path or ()
            for before, here in pairwise(path):
                if "major_river" in features(activate.s, before, here) and river(activate.s, before, here, hq.side):
                    yield warn("range_over_river", before, here, start=before, hex=here)
            yield permit("range_open", unit, where=list(path), hq=hq.id)


def began_at(s: Situation, unit: Unit) -> str | None:
    """Where a unit stood when its HQ was activated, as far as the history tells: before its moves of this turn."""
    turn = s.stated("turn")
    if any(act.get("act") in ("move", "advance", "retreat") and act.get("turn", turn) == turn for act in s.history.get(unit.id, ())):
        return None
    return unit.hex


@rule("4.2.5")
@derives("units.activated", "4.2.5")
def is_activated(unit: Unit) -> bool | None:
    """Out of command is a unit that was not within range when its HQ was activated; None where the position does not tell."""
    s = unit.situation
    name = s.active_hq
    hq = s.units.get(name) if name else None
    if hq is None or hq is unit or s.book.camp(unit.side) != s.book.camp(hq.side):
        return None
    if any(act.get("by") in (None, hq.id) for act in activations(s, unit, begun(s, hq))):
        return True
    if is_hq(unit) or is_ship(unit):
        return None
    if s.known_to_be("turn", 1) and s.book.camp(unit.side) == GERMAN and under(s, unit, hq):
        return True
    reach = hq.stated("command_range")
    start, place = activated_at(s, hq), began_at(s, unit)
    if reach is None or start is None or place is None:
        return None
    return in_range(s, start, place, reach, hq.side)


@rule("4.2.5", Attack)
def out_of_command_in_defence(attack: Attack) -> Findings:
    """Being out of command changes nothing about defence."""
    idle = [unit for unit in attack.defenders if unit.known_to_be("activated", False)]
    if idle:
        yield define("defends_all_the_same", idle)


@rule("4.2.5", (Move, Attack))
def out_of_command(case: Move | Attack) -> Findings:
    """A unit out of command neither moves nor attacks while that activation lasts; nothing else changes for it."""
    if case.of_event() or case.s.phase in ("reinforcement segment", "setup") or case.pending.get("act") == "replacement":
        return
    for unit in taking_part(case):
        if not is_hq(unit) and not is_ship(unit) and not unit.activated:
            yield forbid("out_of_command", unit)


@rule("4.2.5", Activate)
def lasts_for_the_activation(activate: Activate) -> Findings:
    """Who is not activated now is out of command until this activation is over."""
    if activate.chosen and activate.hq is not None and activate.forbidden:
        yield define("out_of_command_now", activate.chosen, hq=activate.hq.id)


@rule("4.2.6", Activate)
def german_first_turn(activate: Activate) -> Findings:
    """On turn 1 every German unit of a command is activated with its HQ, in range or not."""
    hq = activate.hq
    if hq is not None and activate.camp(hq.side) == GERMAN and activate.s.turn == 1:
        mine = [unit for unit in activate.chosen if unit is not hq and all_activated(activate, unit, hq)]
        if mine:
            yield permit("first_turn", mine, hq=hq.id)
    if hq is not None and activate.s.known_to_be("turn", 1):
        others = [unit for unit in activate.chosen if unit is not hq and not is_ship(unit) and not all_activated(activate, unit, hq)]
        if others:
            yield define("no_grace", others)
    turn = activate.s.stated("turn")
    if hq is not None and activate.camp(hq.side) == GERMAN and activate.forbidden and isinstance(turn, int) and turn > 1:
        late = [unit for unit in activate.chosen if unit is not hq and under(activate.s, unit, hq)]
        if late:
            yield define("grace_over", late, turn=turn)
