"""Chapter 4: command chits, the German pace, HQs and the units they activate; and the chits of chapter 2 that activate HQs."""

from __future__ import annotations

from itertools import pairwise

from adjudicator.book import InputError, derives, rule
from adjudicator.ground.facts import Missing
from adjudicator.ground.ruling import Findings, define, effect, forbid, owes, permit, record, value, warn
from adjudicator.ground.searches import Cut, Trace, Unknown
from adjudicator.ground.situation import Situation, Unit
from adjudicator.kit.charts import names
from adjudicator.kit.geometry import adjacent, possible_neighbours

from .acts import GERMAN, Activate, AskCommand, Move, PdCase, command_name, hq_names, is_hq, is_ship
from .acts_combat import Attack, Owed
from .r05_zones import features, is_water, river

PACE = tuple(range(15))
HQ_LIMITS = tuple(range(1, 9))


# ---- who commands whom --------------------------------------------------------------------------------------------------
def lost_command(s: Situation, command: str) -> bool:
    """Whether the HQ of a command has been eliminated (11.1.6)."""
    for unit in s.units.values():
        if is_hq(unit) and command_name(unit) == command:
            return unit.id in s.eliminated
    return any(name in s.eliminated for name in hq_names(command))


def joint_command(s: Situation, command: str) -> str | None:
    """The joint HQ that has taken over a command (2.4.2, 8.0.4), if it is in play."""
    for joint, parts in s.book.tables["chits"]["replaced"].items():
        if command in parts and any(is_hq(unit) and command_name(unit) == joint and unit.hex is not None for unit in s.units.values()):
            return str(joint)
    return None


def formations_of(s: Situation, hq: Unit) -> tuple[str, ...]:
    """The colours that an HQ commands: its own, and for Malopolska those of the two armies it replaces (8.0.4)."""
    name = command_name(hq)
    return (name, *s.book.tables["chits"]["replaced"].get(name, ()))


def barless(hq: Unit) -> bool:
    """Whether an HQ has no colour bar, so that it activates any five units (4.2.1)."""
    return "formation" in hq.facts and hq.facts["formation"] is None and command_name(hq) != "Bernolak"


def independent(s: Situation, unit: Unit) -> bool:
    """Whether a unit is independent: without a colour bar, or with an HQ that has been eliminated (4.2.2, 11.1.6)."""
    command: str | None = unit.formation
    if command is None:
        return True
    return lost_command(s, command) and joint_command(s, command) is None


def under(s: Situation, unit: Unit, hq: Unit) -> bool:
    """Whether a unit belongs to the command of an HQ."""
    command: str | None = unit.formation
    return command is not None and command in formations_of(s, hq) and not (independent(s, unit) and command != command_name(hq))


# ---- 4.2.3, 4.2.4 -------------------------------------------------------------------------------------------------------
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


def activated_at(s: Situation, hq: Unit) -> str | None:
    """Where an HQ stood when it was activated: range counts from there (4.2.3)."""
    for act in reversed(s.history.get(hq.id, ())):
        if act.get("act") == "activated" and act.get("hex"):
            return str(act["hex"])
    for act in s.history.get(hq.id, ()):
        if act.get("act") == "move" and act.get("path") and act.get("turn", s.stated("turn")) == s.stated("turn"):
            path = act["path"]
            first: str = path.split("-")[0] if isinstance(path, str) else path[0]
            return first if first != hq.hex or len(path) > 1 else hq.hex
    return hq.hex


def began_at(s: Situation, unit: Unit) -> str | None:
    """Where a unit stood when its HQ was activated, as far as the history tells: before its moves of this turn."""
    if any(act.get("act") in ("move", "advance", "retreat") for act in s.history.get(unit.id, ())):
        return None
    return unit.hex


@rule("4.2.5")
@derives("units.activated", "4.2.5")
def is_activated(unit: Unit) -> bool | None:
    """Out of command is a unit that was not within range when its HQ was activated; None where the position does not tell."""
    s = unit.situation
    name = s.stated("active_hq")
    hq = s.units.get(name) if name else None
    if hq is None or hq is unit or s.book.camp(unit.side) != s.book.camp(hq.side):
        return None
    if any(act.get("act") == "activated" and act.get("by") in (None, hq.id) for act in s.history.get(unit.id, ())):
        return True
    if is_hq(unit) or is_ship(unit):
        return None
    if s.stated("turn") == 1 and s.book.camp(unit.side) == GERMAN and under(s, unit, hq):
        return True
    reach = hq.stated("command_range")
    start, place = activated_at(s, hq), began_at(s, unit)
    if reach is None or start is None or place is None:
        return None
    return in_range(s, start, place, reach, hq.side)


# ---- 4.0 ----------------------------------------------------------------------------------------------------------------
def taking_part(case: PdCase) -> list[Unit]:
    """The units that an act moves or attacks with."""
    return case.movers if isinstance(case, Move) else case.attackers if isinstance(case, Attack) else []


@rule("4.0", (Move, Attack))
def moves_and_attacks_need_an_hq(case: Move | Attack) -> Findings:
    """Combat units move and attack only when an HQ has activated them; a free move of a random event needs none."""
    units = taking_part(case)
    if case.of_event():
        yield permit("event_needs_no_hq", units=[unit.id for unit in units], unit=names(units))
        return
    if case.s.stated("phase") in ("reinforcement segment", "setup") or case.pending.get("act") == "replacement":
        return
    for unit in units:
        if not is_hq(unit) and not is_ship(unit) and not unit.activated:
            yield forbid("not_activated", units=[unit.id], unit=unit.id)
        elif unit.stated("activated") or case.done(unit.id, "activated"):
            yield permit("is_activated", units=[unit.id], unit=unit.id)


@rule("4.0", Activate)
def hqs_act_again(activate: Activate) -> Findings:
    """An HQ may be activated more than once in a turn, if a chit allows it."""
    for hq in activate.hqs:
        if activate.done(hq.id, "activated"):
            yield define("hq_again", units=[hq.id], hq=hq.id)


@rule("4.2.5", Attack)
def out_of_command_in_defence(attack: Attack) -> Findings:
    """Being out of command changes nothing about defence."""
    idle = [unit for unit in attack.defenders if unit.stated("activated") is False]
    if idle:
        yield define("defends_all_the_same", units=[unit.id for unit in idle], unit=names(idle))


@rule("4.2.5", (Move, Attack))
def out_of_command(case: Move | Attack) -> Findings:
    """A unit out of command neither moves nor attacks while that activation lasts; nothing else changes for it."""
    if case.of_event() or case.s.stated("phase") in ("reinforcement segment", "setup") or case.pending.get("act") == "replacement":
        return
    for unit in taking_part(case):
        if not is_hq(unit) and not is_ship(unit) and not unit.activated:
            yield forbid("out_of_command", units=[unit.id], unit=unit.id)


@rule("4.2.3", (Move, Attack))
def range_was_measured_then(case: Move | Attack) -> Findings:
    """Range is measured at the moment the HQ is activated; units may leave it afterwards, and so may the HQ."""
    name = case.s.stated("active_hq")
    hq = case.s.units.get(name) if name else None
    if hq is not None:
        yield permit("range_at_activation", units=[hq.id], hq=hq.id)


@rule("4.2.1", (Move, Attack))
def of_the_active_command(case: Move | Attack) -> Findings:
    """The active HQ has activated units of its own colour, or independents, and no others."""
    name = case.s.stated("active_hq")
    hq = case.s.units.get(name) if name else None
    if hq is None or case.of_event():
        return
    for unit in taking_part(case):
        if is_hq(unit):
            if unit is not hq and not case.done(unit.id, "activated") and "formation" in unit.facts:
                yield forbid("other_hq_active", units=[unit.id, hq.id], unit=unit.id, hq=hq.id)
        elif not is_ship(unit) and not barless(hq) and "formation" in unit.facts and not under(case.s, unit, hq) and not independent(case.s, unit):
            yield forbid("other_command", units=[unit.id, hq.id], unit=unit.id, hq=hq.id, formation=unit.formation)


# ---- 4.1 ----------------------------------------------------------------------------------------------------------------
def drawn_so_far(case: PdCase, side: str) -> list[str]:
    """The command chits of a side in the boxes of its activation track; under the other reading (A6.31) one entry for each HQ."""
    track = case.s.activation_track or {}
    found = [str(name) for name in track.get(side) or ()]
    if case.reading("6.31") == "hqs":
        joint = "14th Army/Bernolak"
        return [name for chit in found for name in (("14th Army", "Bernolak") if chit == joint else (chit,))]
    return found


def base_limit(case: PdCase, side: str) -> int:
    """The number of HQs that the turn track allows a side this turn."""
    return int(case.track(str(case.s.turn), side, HQ_LIMITS))


@rule("2.3", Activate)
def only_so_many_hqs(activate: Activate) -> Findings:
    """The turn track says how many HQs of each side act; later chits of that side do nothing."""
    if not activate.hqs or activate.by_chit is None:
        return
    side = activate.camp(activate.side)
    used = len(drawn_so_far(activate, side)) - goes_on(activate)
    allowed = base_limit(activate, side)
    if used >= allowed:
        yield forbid("limit_reached", chit=activate.by_chit, limit=allowed, used=used)
    else:
        yield permit("within_limit", chit=activate.by_chit, number=used + 1, limit=allowed)


def goes_on(activate: Activate) -> bool:
    """Whether it is the chit of the operational groups that activates one more of them."""
    track = activate.s.activation_track or {}
    return activate.by_chit == activate.s.stated("chit") == "OG" and "OG" in (track.get(activate.camp(activate.side)) or ())


@rule("4.1.1", Activate)
def chit_and_its_hq(activate: Activate) -> Findings:
    """The chit just drawn activates the HQ that matches it; a chit lies in the boxes once a turn."""
    chit = activate.by_chit
    if chit is None:
        return
    drawn = activate.s.stated("chit")
    if drawn is not None and drawn != chit:
        yield forbid("other_chit", chit=chit, drawn=drawn)
    track = activate.s.activation_track or {}
    if chit in (track.get(activate.camp(activate.side)) or ()) and not goes_on(activate):
        yield forbid("chit_used", chit=chit)
    if chit in (*activate.table("groups"), *activate.table("chits")["replaced"]):
        return
    for hq in activate.hqs:
        if command_name(hq) != chit:
            yield forbid("not_its_hq", units=[hq.id], chit=chit, hq=hq.id)
        else:
            yield (define if activate.forbidden else permit)("chit_activates", units=[hq.id], chit=chit, hq=hq.id)


@rule("4.2", Activate)
def hq_in_play(activate: Activate) -> Findings:
    """The HQ of the chit is activated; one that is not on the map cannot be."""
    for hq in [*activate.hqs, *([activate.hq] if activate.hq else [])]:
        if hq.id in activate.s.eliminated or hq.hex is None and ("at" in hq.facts or hq.stated("arrives") is not None):
            yield forbid("hq_not_in_play", units=[hq.id], hq=hq.id)
        if not is_hq(hq):
            yield forbid("no_hq", units=[hq.id], hq=hq.id)
    active = activate.s.stated("active_hq")
    if activate.chosen and activate.hq is not None and active is not None and activate.hq.id != active and activate.hq not in activate.hqs:
        yield forbid("other_hq_active", units=[activate.hq.id], unit=activate.hq.id, hq=active)
    if activate.hqs and activate.by_chit is None and not activate.forbidden:
        yield permit("hq_acts", units=[hq.id for hq in activate.hqs], hq=names(activate.hqs))


def pace_missed(case: PdCase) -> bool:
    """Whether the German missed the pace of the turn before (4.1.2)."""
    turn = case.s.turn
    if turn <= 1:
        return False
    before = str(turn - 1)
    goal = int(case.track(before, "vph", PACE))
    return goal > 0 and held_before(case, before) < goal


def held_before(case: PdCase, turn: str) -> int:
    """The VP hexes that the German controlled and supplied at the end of an earlier turn."""
    path = f"vph.{turn}"
    if path in case.s.tried:
        return int(case.s.tried[path])
    known = (case.s.vph or {}).get(turn)
    if known is None:
        raise Missing(path, PACE)
    return int(known)


def pace_made_good(case: PdCase) -> bool:
    """Whether the German has reached the missed goal by now (4.1.2)."""
    from .r13_victory import held_now

    return held_now(case) >= int(case.track(str(case.s.turn - 1), "vph", PACE))


@rule("4.1.2", Activate)
def german_pace(activate: Activate) -> Findings:
    """Fewer controlled and supplied VP hexes at the end of a turn than the track asks: one German activation fewer on the next, never more
    than one; reaching the goal late gives it back at once."""
    if not activate.hqs or activate.by_chit is None or activate.camp(activate.side) != GERMAN:
        return
    used = len(drawn_so_far(activate, GERMAN))
    allowed = base_limit(activate, GERMAN)
    if used != allowed - 1:
        return  # the one activation that may be lost decides nothing
    if not pace_missed(activate):
        return
    if pace_made_good(activate):
        yield permit("pace_made_good", chit=activate.by_chit)
    else:
        yield forbid("pace_missed", chit=activate.by_chit, limit=allowed - 1)


@rule("4.1.2", Activate, "numbers")
def limit_after_the_pace(activate: Activate) -> Findings:
    """The German limit of the turn, and the VP hexes that count for it."""
    yield from limit_now(activate)


@rule("4.1.2", Activate)
def limit_when_refused(activate: Activate) -> Findings:
    """What the limit is when it is the reason."""
    if activate.forbidden:
        yield from limit_now(activate)


def limit_now(activate: Activate) -> Findings:
    """The number of HQs that may act this turn."""
    if not activate.hqs or activate.by_chit is None:
        return
    side = activate.camp(activate.side)
    allowed = base_limit(activate, side)
    if side == GERMAN:
        from .r13_victory import held_now

        if activate.s.turn > 1 and (activate.s.vph or {}).get(str(activate.s.turn - 1)) is not None:
            yield value("vph", held_now(activate))
        if pace_missed(activate) and not pace_made_good(activate):
            allowed -= 1
            yield define("one_fewer", limit=allowed)
    yield value("limit", allowed)


# ---- 2.4: chits that activate otherwise -----------------------------------------------------------------------------------
@rule("2.4.1", Activate)
def operational_groups(activate: Activate) -> Findings:
    """The die on the printed table says how many of Narew, Unrug and Wyskow act."""
    if activate.by_chit != "OG":
        return
    groups = activate.table("groups")["OG"]
    for hq in activate.hqs:
        if command_name(hq) not in groups:
            yield forbid("no_operational_group", units=[hq.id], hq=hq.id)
        comes = activate.table("groups")["og_turn"].get(command_name(hq))
        turn = activate.s.stated("turn")
        if comes is not None and isinstance(turn, int) and turn < comes:
            yield forbid("group_not_yet", units=[hq.id], hq=hq.id, turn=comes)
    if activate.forbidden or not activate.hqs:
        return
    from .r02_components import og_groups

    die = die_of_the_groups(activate)
    number = og_groups(activate, die if die is not None else activate.roll())
    count = len({*(hq.id for hq in activate.hqs), *(hq.id for hq in groups_done(activate))})
    yield value("og", number)
    if count > number:
        yield forbid("too_many_groups", units=[hq.id for hq in activate.hqs], count=count, limit=number)
    else:
        yield permit("groups_activated", units=[hq.id for hq in activate.hqs], count=count, limit=number)


def die_of_the_groups(case: PdCase) -> int | None:
    """The die that was thrown for the operational groups before any of them acts."""
    turn = case.s.stated("turn")
    return next((item["die"] for item in case.s.history.get("og roll", ()) if item.get("die") and item.get("turn", turn) == turn), None)


def groups_done(case: PdCase) -> list[Unit]:
    """The operational groups that have acted by their chit this turn."""
    groups = case.table("groups")["OG"]
    return [unit for unit in case.s.placed() if is_hq(unit) and command_name(unit) in groups and case.done(unit.id, "activated")]


@rule("2.4.1", Owed, "answer")
def groups_due(owed: Owed) -> Findings:
    """The chit of the operational groups: first the die, then as many of them as it says."""
    if not owed.slots.get("phase") or owed.s.stated("phase") != "command phase" or owed.s.stated("chit") != "OG":
        return
    die = die_of_the_groups(owed)
    if die is None:
        yield owes("roll_og", "polish")
        return
    from .r02_components import og_groups

    done = groups_done(owed)
    left = og_groups(owed, die) - len(done)
    ready = [unit.id for unit in owed.s.placed() if is_hq(unit) and command_name(unit) in owed.table("groups")["OG"] and unit not in done]
    if left > 0 and ready:
        yield owes("activate_groups", "polish", ready, may=True, count=left)
    yield owes("draw_on", may=True, choices=chits_to_draw(owed))


@rule("2.4.2", Activate)
def malopolska(activate: Activate) -> Findings:
    """From turn 7 the Malopolska chit stands for those of Krakow and Karpaty, and its HQ commands the units of both."""
    yield from joint(activate, "Malopolska")
    if activate.hq is not None and command_name(activate.hq) == "Malopolska" and activate.chosen:
        mine = [unit for unit in activate.chosen if unit.stated("formation") in ("Krakow", "Karpaty")]
        if mine:
            yield permit("commands_both", units=[unit.id for unit in mine], hq=activate.hq.id, unit=names(mine))


@rule("2.4.5", Activate)
def fourteenth_and_bernolak(activate: Activate) -> Findings:
    """From turn 7 one chit activates both the 14th Army and Bernolak, in place of their own."""
    yield from joint(activate, "14th Army/Bernolak")


def joint(activate: Activate, chit: str) -> Findings:
    """What a joint chit and the chits it replaces activate."""
    parts = list(activate.table("chits")["replaced"][chit])
    if activate.by_chit in parts:
        if joint_in_play(activate.s, chit):
            yield forbid("chit_replaced", chit=activate.by_chit, joint=chit)
        return
    if activate.by_chit != chit:
        return
    targets = parts if chit == "14th Army/Bernolak" else [chit]
    for hq in activate.hqs:
        if command_name(hq) not in targets:
            yield forbid("not_its_hq", units=[hq.id], chit=chit, hq=hq.id)
    if not activate.forbidden and activate.hqs:
        yield permit("chit_activates", units=[hq.id for hq in activate.hqs], chit=chit, hq=names(activate.hqs))


def joint_in_play(s: Situation, chit: str) -> bool:
    """Whether a joint chit has replaced the single ones: from its turn on, or earlier by a random event."""
    turn = s.book.tables["chits"]["turn"][chit]
    if s.turn >= turn or chit in (s.stated("merged") or ()):
        return True
    return any(is_hq(unit) and command_name(unit) == chit and unit.hex is not None for unit in s.units.values())


@rule("2.4.3", Activate)
def army_group_north(activate: Activate) -> Findings:
    """The AGN chit activates one HQ of the 3rd Army, the 4th Army or Falken, whether it has acted this turn or not."""
    yield from army_group(activate, "AGN")


@rule("2.4.4", Activate)
def army_group_south(activate: Activate) -> Findings:
    """The AGS chit does the same for the 8th, 10th and 14th Armies, Bernolak and Gienath."""
    yield from army_group(activate, "AGS")


def army_group(activate: Activate, chit: str) -> Findings:
    """What an army group's chit may activate."""
    group = activate.table("groups")[chit]
    if activate.by_chit in group and chit in drawn_so_far(activate, GERMAN):
        again = [hq for hq in activate.hqs if activate.done(hq.id, "activated")]
        if again:
            yield permit("acts_again", units=[hq.id for hq in again], hq=names(again), chit=chit)
    if activate.by_chit != chit:
        return
    foreign = [hq for hq in activate.hqs if command_name(hq) not in group]
    if foreign:
        yield forbid("other_army_group", units=[hq.id for hq in foreign], hq=names(foreign), chit=chit, group=", ".join(group))
    if len(activate.hqs) > 1:
        yield forbid("one_hq", units=[hq.id for hq in activate.hqs], hq=names(activate.hqs), chit=chit)
    yield (define if activate.forbidden else permit)("chit_activates", units=[hq.id for hq in activate.hqs], chit=chit, hq=names(activate.hqs))


# ---- 4.2.1, 4.2.2 -------------------------------------------------------------------------------------------------------
@rule("4.2.1", Activate)
def own_colour_and_two_independents(activate: Activate) -> Findings:
    """All units of the HQ's colour and two independents; an HQ without a colour bar takes any five combat units."""
    hq = activate.hq
    if hq is None or not activate.chosen:
        return
    side = activate.camp(hq.side)
    for unit in activate.chosen:
        if activate.camp(unit.side) != side:
            yield forbid("enemy_unit", units=[unit.id], unit=unit.id)
    troops = [unit for unit in activate.chosen if not is_hq(unit) and not is_ship(unit)]
    for other in (unit for unit in activate.chosen if is_hq(unit) and unit is not hq):
        yield forbid("hq_by_hq", units=[other.id], unit=other.id, hq=hq.id)
    earlier = activated_earlier(activate, hq)
    if barless(hq):
        count = len({unit.id for unit in troops} | {unit.id for unit in earlier})
        if count > 5:
            yield forbid("five_units", units=[unit.id for unit in troops], hq=hq.id, count=count)
        else:
            yield permit("any_five", units=[unit.id for unit in troops], hq=hq.id, count=count)
        return
    foreign = [unit for unit in troops if not under(activate.s, unit, hq) and not independent(activate.s, unit)]
    for unit in foreign:
        yield forbid("other_command", units=[unit.id, hq.id], unit=unit.id, hq=hq.id, formation=unit.formation)
    if not foreign:
        yield permit("own_command", units=[unit.id for unit in troops], hq=hq.id, unit=names(troops))


def activated_earlier(activate: Activate, hq: Unit) -> list[Unit]:
    """The units that an HQ has activated already in this activation."""
    acted = [unit for unit in activate.s.units.values() if unit.id in activate.s.history and not is_hq(unit) and not is_ship(unit)]
    return [unit for unit in acted if any(act.get("by") == hq.id for act in activate.done(unit.id, "activated"))]


@rule("4.2.2", Activate)
def two_independents(activate: Activate) -> Findings:
    """Units without a colour bar are independent: any HQ in whose range they are activates up to two of them, as often as that comes up."""
    hq = activate.hq
    if hq is None or not activate.chosen or barless(hq) or activate.camp(hq.side) != hq.side:
        return
    troops = [unit for unit in activate.chosen if not is_hq(unit) and not is_ship(unit) and not under(activate.s, unit, hq)]
    free = [unit for unit in dict.fromkeys([*troops, *activated_earlier(activate, hq)]) if independent(activate.s, unit) and not under(activate.s, unit, hq)]
    if len(free) > 2:
        yield forbid("two_independents", units=[unit.id for unit in free], hq=hq.id, unit=names(free))
    elif free:
        yield permit("independents", units=[unit.id for unit in free], hq=hq.id, unit=names(free))


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
            yield forbid("not_on_map_now", units=[unit.id], unit=unit.id)
            continue
        far = activate.distance(start, place)
        yield value("distance", max(far, activate.computed("distance") or 0))  # of several units the farthest
        if all_activated(activate, unit, hq):
            continue
        reach = hq.command_range
        if far > reach:
            yield forbid("out_of_range", units=[unit.id, hq.id], where=[start, place], unit=unit.id, hq=hq.id, distance=far, range=reach)
        else:
            yield permit("in_range", units=[unit.id, hq.id], unit=unit.id, hq=hq.id, distance=far, range=reach)


def all_activated(activate: Activate, unit: Unit, hq: Unit) -> bool:
    """Whether a German unit needs no range on turn 1 (4.2.6)."""
    if activate.camp(unit.side) != GERMAN or activate.s.turn != 1:
        return False
    return under(activate.s, unit, hq) or activate.reading("6.33") == "all"


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
            yield forbid("range_cut", units=[unit.id, hq.id], where=cut, unit=unit.id, hq=hq.id, hexes=", ".join(cut))
        else:
            path = found.path or ()
            for before, here in pairwise(path):
                if "major_river" in features(activate.s, before, here) and river(activate.s, before, here, hq.side):
                    yield warn("range_over_river", where=[before, here], start=before, hex=here)
            yield permit("range_open", where=list(path), units=[unit.id], unit=unit.id, hq=hq.id)


@rule("4.2.3", AskCommand, "answer")
def is_it_in_range(question: AskCommand) -> Findings:
    """Whether an HQ could activate a unit where both now stand, as far as range goes."""
    named = question.slots.get("hq")
    units = [*question.units_of(), *([question.unit(named)] if named else [])]
    hq = next((unit for unit in units if is_hq(unit)), None) or question.commander(next((unit.stated("formation") for unit in units), None))
    unit = next((unit for unit in units if unit is not hq), None)
    if hq is None or unit is None:
        raise InputError("no_units")
    start, place = question.standing(hq), question.standing(unit)
    if start is None or place is None:
        raise InputError("not_on_map", unit=(unit if place is None else hq).id)
    far, reach = question.distance(start, place), hq.command_range
    inside = far <= reach and in_range(question.s, start, place, reach, hq.side)
    yield value("distance", far)
    key = "in_range" if inside else "out_of_range" if far > reach else "range_cut"
    yield value("answer", "yes" if inside else "no", key, units=[unit.id, hq.id], unit=unit.id, hq=hq.id, distance=far, range=reach, hexes="-")


@rule("4.2.6", Activate)
def german_first_turn(activate: Activate) -> Findings:
    """On turn 1 every German unit of a command is activated with its HQ, in range or not."""
    hq = activate.hq
    if hq is not None and activate.camp(hq.side) == GERMAN and activate.s.turn == 1:
        mine = [unit for unit in activate.chosen if unit is not hq and all_activated(activate, unit, hq)]
        if mine:
            yield permit("first_turn", units=[unit.id for unit in mine], unit=names(mine), hq=hq.id)
    if hq is not None and activate.s.stated("turn") == 1:
        others = [unit for unit in activate.chosen if unit is not hq and not is_ship(unit) and not all_activated(activate, unit, hq)]
        if others:
            yield define("no_grace", units=[unit.id for unit in others], unit=names(others))
    turn = activate.s.stated("turn")
    if hq is not None and activate.camp(hq.side) == GERMAN and activate.forbidden and isinstance(turn, int) and turn > 1:
        late = [unit for unit in activate.chosen if unit is not hq and under(activate.s, unit, hq)]
        if late:
            yield define("grace_over", units=[unit.id for unit in late], unit=names(late), turn=turn)


@rule("4.2.5", Activate)
def lasts_for_the_activation(activate: Activate) -> Findings:
    """Who is not activated now is out of command until this activation is over."""
    if activate.chosen and activate.hq is not None and activate.forbidden:
        yield define("out_of_command_now", units=[unit.id for unit in activate.chosen], hq=activate.hq.id)


def activation_over(case: PdCase) -> Findings:
    """The HQ and its units are no longer activated: the next chit is drawn, or another phase begins."""
    yield record(forget="active_hq")
    for unit in case.s.units.values():
        if "activated" in unit.facts:
            yield record(unit=unit.id, forget="activated")


def chits_to_draw(case: PdCase) -> list[str]:
    """The chits in the cup; where nobody said what is in it, all that there are."""
    cup: list[str] | None = case.s.stated("cup")
    chits = case.table("chits")
    return list(cup) if cup is not None else [*(chit for row in chits["start"].values() for chit in row), *chits["turn"], *chits["action"]]


@rule("4.1.1", Owed, "answer")
def chit_is_due(owed: Owed) -> Findings:
    """In the command phase a chit is drawn as long as command chits are in the cup; the one drawn activates its HQ, within the limit."""
    if not owed.slots.get("phase") or owed.s.stated("phase") != "command phase":
        return
    if owed.pending.get("act") == "replacement":
        yield owes("draw_on", may=True, choices=chits_to_draw(owed))
        return
    from .r02_components import command_chits_left, is_action

    chit = owed.s.stated("chit")
    if chit is None:
        if owed.s.stated("active_hq") is None and command_chits_left(owed) != []:
            yield owes("draw", choices=chits_to_draw(owed))
        return
    if is_action(owed, chit):
        yield owes("draw_on", may=True, choices=chits_to_draw(owed))
        return
    if chit == "OG":
        return
    groups, joint = owed.table("groups"), owed.table("chits")["replaced"]
    wanted = groups[chit] if chit in ("AGN", "AGS") else joint["14th Army/Bernolak"] if chit == "14th Army/Bernolak" else [chit]
    hqs = [unit for unit in owed.s.placed() if is_hq(unit) and command_name(unit) in wanted]
    if not hqs:
        yield owes("draw", choices=chits_to_draw(owed))
        return
    side = owed.camp(hqs[0].side)
    try:
        spent = len(drawn_so_far(owed, side)) >= base_limit(owed, side)
    except Missing:  # asked for when the HQ is activated
        spent = False
    if spent:
        yield owes("draw_next", side, choices=chits_to_draw(owed), chit=chit)
    else:
        yield owes("activate" if len(hqs) == 1 else "activate_one", side, [hq.id for hq in hqs], chit=chit)


@rule("4.1.1", Activate, "after")
def activated(activate: Activate) -> Findings:
    """The HQ and its units are remembered; the chit goes into the first empty box."""
    for hq in activate.hqs:
        yield record(state="active_hq", value=hq.id)
        yield record(did=hq.id, act="activated", hex=hq.hex)
    if activate.by_chit is not None and activate.hqs:
        side = activate.camp(activate.side)
        track = dict(activate.s.activation_track or {})
        if not goes_on(activate):
            track[side] = [*(track.get(side) or ()), activate.by_chit]
        yield record(state="activation_track", value=track)
        more = activate.by_chit == "OG" and len({*activate.hqs, *groups_done(activate)}) < (activate.computed("og") or 0)
        yield record(state="chit", value="OG" if more else None)
    if activate.hqs:
        yield record(state="active", value=activate.camp(activate.side))
    for unit in activate.chosen:
        yield effect(unit=unit.id, activated=True)
        yield record(did=unit.id, act="activated", hex=unit.hex, by=activate.hq.id if activate.hq else None)
