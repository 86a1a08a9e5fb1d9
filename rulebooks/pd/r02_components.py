"""Chapter 2: chits, charts and tables; fog of war."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

from adjudicator.book import rule
from adjudicator.ground.facts import Missing
from adjudicator.ground.ruling import Entry, Findings, define, effect, forbid, owes, permit, record, term, value
from adjudicator.kit.numbers import number

from .acts import RAIL, STRATEGIC, Activate, ChitCase, Cup, Draw, Move, PdCase, SetUp, StopDrawing
from .acts_combat import CallOff, Combat, Inspect, Owed
from .acts_turn import EventRoll, OgRoll, ReplacementRoll

# ---- 2.1.1, 2.1.2: halves and rounding -------------------------------------------------------------------------------------
HALF = Fraction(1, 2)


@rule("2.1.1", Combat, "odds")
def modifiers_multiply(attack: Combat) -> Findings:
    """A unit that several things halve is halved by each of them."""
    if attack.forbidden:
        return
    for ledger in ("attack", "defense"):
        entries: list[Entry] = list(attack.ruling.ledgers.get(ledger) or ())
        for unit in dict.fromkeys(entry.group for entry in entries if entry.group):
            halvings = [entry for entry in entries if entry.group == unit and entry.value < 0]
            if len(halvings) > 1:
                yield define("halved_twice", units=[unit], unit=unit, strength=str(attack.part(ledger, unit)))


def rounded(total: Fraction | int) -> Fraction | int:
    """A side's strength with all fractions added and then dropped; what would be nothing counts one half."""
    whole = int(total)
    return whole if whole or total <= 0 else HALF


@rule("2.1.2", Combat, "odds")
def fractions_are_added_first(attack: Combat) -> Findings:
    """All fractions of a side are added before anything is rounded down; a total of nothing counts one half (for a defence see 9.3.2)."""
    if attack.forbidden or "attack" not in attack.ruling.ledgers:
        return
    for ledger in ("attack", "defense"):
        exact = Fraction(attack.total(ledger))
        vanishes = ledger == "defense" and 0 < exact < 1
        final = 0 if vanishes and attack.reading("6.3") == "column" else rounded(exact)
        if final != exact:
            yield term(ledger, final - exact, "rounded_down" if final < exact else "counts_half")
        yield value(f"{ledger}_total", final)


# ---- 2.1.2 fog of war -----------------------------------------------------------------------------------------------------
@rule("2.1.2", CallOff)
def announced_attacks_stand(calling: CallOff) -> Findings:
    """With fog of war an announced attack cannot be called off unless it fails to reach 1-2."""
    pending = calling.pending
    if not calling.s.option("fog_of_war"):
        yield define("no_fog_of_war")
        return
    if pending.get("act") != "attack" or pending.get("result"):
        yield forbid("nothing_announced")
        return
    from adjudicator.book.engine import suppose

    ids = tuple(pending.get("attackers") or ()) or tuple(unit.id for unit in calling.attackers)
    thought = suppose(calling, "attack", {"units": ids, "target": calling.target})
    for need in thought.needs:
        if any("verdict" in outcome for outcome in need.outcomes.values()) or not need.outcomes and thought.verdict == "undetermined":
            raise Missing(need.fact, calling.values_of(need.fact))
    if "9.3.2" in thought.cites and any(number_ == "9.3.2" and finding.effect == "forbids" for number_, finding in thought.findings):
        yield permit("too_weak_to_stand", hex=calling.target, odds=str(thought.computed.get("odds", "")))
    else:
        yield forbid("announced_stands", hex=calling.target, odds=str(thought.computed.get("odds", "")))


@rule("2.1.2", Inspect)
def only_the_top_counter(inspect: Inspect) -> Findings:
    """With fog of war only the top counter of an enemy stack may be seen, except while the odds of an attack are worked out."""
    there = inspect.enemies_at(inspect.target, inspect.side)
    if not inspect.s.option("fog_of_war"):
        yield permit("stacks_are_open", where=[inspect.target], hex=inspect.target)
    elif not there:
        yield permit("nothing_there", where=[inspect.target], hex=inspect.target)
    elif inspect.pending.get("act") == "attack" and inspect.pending.get("hex") == inspect.target:
        yield permit("seen_for_the_odds", where=[inspect.target], hex=inspect.target)
    elif inspect.slots.get("top"):
        yield permit("top_is_seen", where=[inspect.target], hex=inspect.target)
    else:
        yield forbid("stack_hidden", where=[inspect.target], units=[unit.id for unit in there], hex=inspect.target)


# ---- 2.1.3 ----------------------------------------------------------------------------------------------------------------
@rule("2.1.3", Cup)
def chits_at_the_start(cup: Cup) -> Findings:
    """At set-up every chit without a turn number goes into the cup, and no other."""
    if cup.s.stated("phase") != "setup":
        return
    turns = cup.table("chits")["turn"]
    for chit in cup.chits:
        if chit in turns:
            yield forbid("chit_comes_later", chit=chit, turn=turns[chit])
        else:
            yield permit("chit_into_cup", chit=chit)


@rule("2.1.3", SetUp)
def set_up_before_play(setup: SetUp) -> Findings:
    """Units are placed by the set-up lists before play begins; reinforcements wait on the turn track."""
    phase, turn = setup.s.stated("phase"), setup.s.stated("turn")
    if phase is not None and phase != "setup":
        yield forbid("play_has_begun", phase=phase, turn=str(turn))
    for unit in setup.placed:
        if unit.stated("arrives") is not None:
            yield forbid("waits_on_the_track", units=[unit.id], unit=unit.id, turn=unit.arrives)


# ---- 2.2: what is printed on the map ----------------------------------------------------------------------------------------
@rule("2.2.1", Activate)
def turn_track(activate: Activate) -> Findings:
    """The turn track shows how many HQs of each side act this turn, and the pace that the German has to keep."""
    if activate.hqs and activate.by_chit is not None:
        from .r04_command import base_limit

        side = activate.camp(activate.side)
        yield define("track_limit", side=side, turn=activate.s.turn, limit=base_limit(activate, side))


@rule("2.2.2", Move, "price")
def terrain_effects(move: Move) -> Findings:
    """The terrain chart is printed on the map: its entries come from there."""
    from .r06_movement import hex_cost, road_cost

    step = move.item
    if move.how in (RAIL, STRATEGIC):
        return
    terrain = move.s.hex(step.here).terrain
    if terrain not in ("clear", "water") and road_cost(move, step.before, step.here) is None:
        yield define("chart_entry", where=[step.here], terrain=terrain, cost=str(hex_cost(move.s, terrain)))


def og_groups(case: PdCase, die: int) -> int:
    """How many operational groups a die lets act, by the printed table (2.2.7)."""
    return int(printed(case, "og_roll", die, (0, 1, 2, 3)))


def printed(case: PdCase, table: str, die: int, values: tuple[Any, ...] | None = None) -> Any:
    """The entry of a die in a printed table of one column; Missing if nobody stated it."""
    from adjudicator.kit.charts import entry

    return entry(case.s, table, str(die), values)


@rule("2.2.7", Activate)
def og_table(activate: Activate) -> Findings:
    """The table of the operational groups turns the die into a number of HQs."""
    if activate.by_chit == "OG" and activate.hqs and activate.dice:
        yield define("og_number", die=activate.dice[0], count=og_groups(activate, activate.dice[0]))


@rule("2.4.1", OgRoll, "roll")
def roll_for_the_groups(roll: OgRoll) -> Findings:
    """A die on the table of the operational groups."""
    die = roll.roll()
    count = int(printed(roll, "og_roll", die, None if roll.dice else (0, 1, 2, 3)))
    yield record(did="og roll", act="roll", die=die)
    yield value("og", count, "og_number", die=die, count=count)
    yield value("result", count)


@rule("2.2.7", OgRoll)
def the_table_says(roll: OgRoll) -> Findings:
    """The number of HQs stands on the table: a die that has been thrown cannot be read without it."""
    if roll.dice:
        yield define("og_number", die=roll.dice[0], count=str(printed(roll, "og_roll", roll.dice[0])))


# ---- 2.3, 2.5: the cup ------------------------------------------------------------------------------------------------------
def is_action(case: PdCase, chit: str) -> bool:
    """Whether a chit is an action chit (2.5)."""
    return chit in case.table("chits")["action"]


def arrives_on(case: PdCase, chit: str) -> int | None:
    """The turn on which a chit comes into the cup: the number printed on it, 1 without one, None if the chit is not known."""
    chits = case.table("chits")
    if chit in chits["turn"]:
        return int(chits["turn"][chit])
    return 1 if chit in chits["action"] or any(chit in row for row in chits["start"].values()) else None


def replaced_by(case: PdCase, chit: str) -> str | None:
    """The joint chit that has taken the place of a chit by now, or None (2.4.2, 2.4.5)."""
    from .r04_command import joint_in_play

    for joint, parts in case.table("chits")["replaced"].items():
        if chit in parts and joint_in_play(case.s, joint):
            return str(joint)
    return None


@rule("2.3", Activate)
def chit_is_in_play(activate: Activate) -> Findings:
    """A chit with a turn number comes into the cup on that turn: the Karpaty HQ waits on the map for its own until turn 3."""
    chit = activate.by_chit
    if chit is None:
        return
    turn = arrives_on(activate, chit)
    if turn is not None and turn > 1 and activate.s.turn < turn and not merged(activate, chit):
        yield forbid("chit_comes_later", chit=chit, turn=turn)


def merged(case: PdCase, chit: str) -> bool:
    """Whether a random event has brought a joint chit into play before its turn."""
    from .r04_command import joint_in_play

    return chit in case.table("chits")["replaced"] and joint_in_play(case.s, chit)


@rule("2.3", Draw)
def one_at_a_time(draw: Draw) -> Findings:
    """Chits are drawn at random, one at a time; what is not in the cup cannot be drawn."""
    cup = draw.s.stated("cup")
    for chit in draw.chits:
        turn = arrives_on(draw, chit)
        joint = replaced_by(draw, chit)
        if cup is not None and chit not in cup:
            yield forbid("not_in_cup", chit=chit)
        elif turn is not None and turn > 1 and draw.s.turn < turn and not merged(draw, chit):
            yield forbid("chit_comes_later", chit=chit, turn=turn)
        elif joint is not None:
            yield forbid("chit_replaced", chit=chit, joint=joint)
        elif used(draw, chit):
            yield forbid("chit_used", chit=chit)
        else:
            yield permit("may_be_drawn", chit=chit)


def used(case: PdCase, chit: str) -> bool:
    """Whether a chit has been drawn this turn."""
    track = case.s.activation_track or {}
    return any(chit in (row or ()) for row in track.values()) or chit in (case.s.drawn or ())


def command_chits_left(case: PdCase) -> list[str] | None:
    """The command chits still in the cup; None if the situation does not say."""
    cup = case.s.stated("cup")
    return None if cup is None else [chit for chit in cup if not is_action(case, chit)]


@rule("2.5", (Draw, StopDrawing, EventRoll, ReplacementRoll))
def action_chits(case: ChitCase) -> Findings:
    """Action chits do not count against the activations; once no command chit is left in the cup nothing more is drawn (A6.32), and action
    chits may stay in it.  Those drawn go back at the end of the turn."""
    chit = next(iter(case.chits), None) if isinstance(case, ChitCase) else case.s.stated("chit")
    drawn = case.s.drawn or ()
    left = command_chits_left(case)
    over = left == [] or case.reading("6.32") == "limits" and limits_reached(case)
    if isinstance(case, StopDrawing):
        if over:
            yield permit("drawing_over", left=", ".join(case.s.stated("cup") or ()))
        elif left is None:
            raise Missing("cup")
        else:
            yield forbid("command_chits_left", left=", ".join(left))
        return
    if isinstance(case, Draw) and chit is not None and is_action(case, chit) and chit in drawn:
        yield forbid("action_chit_drawn", chit=chit)
    if isinstance(case, Draw) and over and not any(not is_action(case, name) for name in case.chits):
        yield forbid("drawing_over_now", chit=chit)
    elif chit is not None and is_action(case, chit):
        yield permit("action_chit_free", chit=chit)


@rule("2.5", Activate)
def action_chits_do_not_count(activate: Activate) -> Findings:
    """Action chits drawn before do not use up activations; an action chit activates nobody."""
    chit = activate.by_chit
    if chit is not None and is_action(activate, chit):
        yield forbid("action_chit_activates_nobody", chit=chit)
    elif chit is not None and activate.s.drawn:
        yield permit("action_chits_not_counted", drawn=", ".join(activate.s.drawn))


@rule("2.5", Cup)
def action_chits_return(cup: Cup) -> Findings:
    """Action chits that were drawn go back into the cup when the turn advances, not before."""
    phase = cup.s.stated("phase")
    for chit in cup.chits:
        if not is_action(cup, chit) or cup.slots.get("out"):
            continue
        if chit in (cup.s.drawn or ()) and phase not in (None, "turn advance segment"):
            yield forbid("action_chit_waits", chit=chit)
        else:
            yield permit("action_chit_back", chit=chit)


def limits_reached(case: PdCase) -> bool:
    """Whether both sides have used all their activations (the other reading of 2.5)."""
    from .r04_command import base_limit, drawn_so_far

    return all(len(drawn_so_far(case, side)) >= base_limit(case, side) for side in ("german", "polish"))


@rule("2.3", Draw, "after")
def drawn(draw: Draw) -> Findings:
    """The chit is in play; an action chit is kept apart until the end of the turn."""
    chit = next(iter(draw.chits), None)
    if chit is None:
        return
    yield record(state="chit", value=chit)
    yield record(did=chit, act="drawn")
    if draw.pending.get("act") == "replacement":
        yield record(forget="pending")  # points that were not spent are lost
    yield record(forget="event")
    from .r04_command import activation_over

    yield from activation_over(draw)
    if draw.s.stated("cup") is not None:
        yield record(state="cup", value=[name for name in draw.s.cup if name != chit])
    if is_action(draw, chit):
        yield record(state="drawn", value=[*(draw.s.drawn or ()), chit])


@rule("2.5.1", Owed, "answer")
def replacements_due(owed: Owed) -> Findings:
    """The replacement chit: first the die, then the points, before the next chit is drawn."""
    pending = owed.pending
    if pending.get("act") == "replacement":
        points = number(pending.get("replacement_points") or 0)
        if points > 0:
            yield owes("replace", pending.get("side"), may=True, count=str(points))
    elif owed.slots.get("phase") and owed.s.stated("chit") == "Polish replacement" and not owed.s.history.get("replacement roll"):
        yield owes("roll_replacement", "polish")


@rule("2.5.1", ReplacementRoll)
def replacement_chit(roll: ReplacementRoll) -> Findings:
    """The Polish replacement chit: a die for the Pole, applied before the next draw."""
    chit = roll.s.stated("chit")
    if chit is not None and chit != "Polish replacement":
        yield forbid("other_chit", chit="Polish replacement", drawn=chit)
    else:
        yield permit("replacement_roll")


@rule("2.2.6", ReplacementRoll)
def replacement_table(roll: ReplacementRoll) -> Findings:
    """The table for Polish replacements is printed on the map: a die that has been thrown cannot be read without it."""
    if roll.dice:
        yield define("table_used", points=str(printed(roll, "replacement", roll.dice[0])))


@rule("2.5.1", ReplacementRoll, "roll")
def replacement_points(roll: ReplacementRoll) -> Findings:
    """The printed table turns the die into points."""
    die = roll.roll()
    points = number(printed(roll, "replacement", die, None if roll.dice else (0, 1, 2, 3)))
    yield value("replacement_points", {"polish": points}, "points_rolled", die=die, points=str(points))
    yield value("result", points)
    yield record(state="pending", value={"act": "replacement", "replacement_points": points, "side": "polish"})
    yield record(did="replacement roll", act="roll")


# ---- 2.4.2, 2.4.5: chits taken out ----------------------------------------------------------------------------------------
@rule("2.4.2", Cup)
def malopolska_chit(cup: Cup) -> Findings:
    """On turn 7 the Malopolska chit goes in for those of Krakow and Karpaty."""
    yield from exchange(cup, "Malopolska")


@rule("2.4.5", Cup)
def joint_german_chit(cup: Cup) -> Findings:
    """On turn 7 one chit for the 14th Army and Bernolak replaces two."""
    yield from exchange(cup, "14th Army/Bernolak")


def exchange(cup: Cup, joint: str) -> Findings:
    """Chits that a joint chit replaces come out of the cup and do not go back."""
    for chit in cup.chits:
        if chit not in cup.table("chits")["replaced"][joint]:
            continue
        gone = replaced_by(cup, chit) == joint
        if cup.slots.get("out") and gone:
            yield permit("chit_taken_out", chit=chit, joint=joint)
            yield effect(chit=chit, removed=True)
        elif cup.slots.get("out"):
            yield forbid("chit_stays", chit=chit)
        elif gone:
            yield forbid("chit_replaced", chit=chit, joint=joint)
