"""Chapter 2, 2.3 to 2.5.1: the cup, the chits, the replacement chit."""

from __future__ import annotations

from adjudicator.book import Findings, Missing, Situation, Unit, define, effect, forbid, kept, owes, permit, record, rule, says, value
from adjudicator.kit import number

from .acts import Activate, ChitCase, Cup, Draw, Enter, PdCase, StopDrawing
from .acts_combat import Owed
from .acts_turn import Dice, EventRoll, OgRoll, Remove, ReplacementRoll
from .r02_1_components import base_limit, og_groups, printed
from .r02_5_events import JOINT, entry_of
from .vocabulary import GERMAN, activation_over, command_name, is_hq, replaces


def arrives_on(case: PdCase, chit: str) -> int | None:
    """The turn on which a chit comes into the cup: the number printed on it, 1 without one, None if the chit is not known."""
    chits = case.table("chits")
    if chit in chits["turn"]:
        return int(chits["turn"][chit])
    return 1 if chit in chits["action"] or any(chit in row for row in chits["start"].values()) else None


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
    return chit in case.table("chits")["replaced"] and joint_in_play(case.s, chit)


def replaced_by(case: PdCase, chit: str) -> str | None:
    """The joint chit that has taken the place of a chit by now, or None (2.4.2, 2.4.5)."""
    for joint, parts in case.table("chits")["replaced"].items():
        if chit in parts and joint_in_play(case.s, joint):
            return str(joint)
    return None


@rule("2.3", Draw)
def one_at_a_time(draw: Draw) -> Findings:
    """Chits are drawn at random, one at a time; what is not in the cup cannot be drawn."""
    cup = draw.s.cup
    if len(draw.chits) > 1:
        yield forbid("one_chit_at_a_time", chits=", ".join(draw.chits))
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


def is_action(case: PdCase, chit: str) -> bool:
    """Whether a chit is an action chit (2.5)."""
    return chit in case.table("chits")["action"]


def owner(case: PdCase, chit: str) -> str | None:
    """Whose command chit it is."""
    chits = case.table("chits")
    return next((side for part in ("start", "later") for side, names in chits[part].items() if chit in names), None)


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

    yield from activation_over(draw)
    if draw.s.cup is not None:
        yield record(state="cup", value=[name for name in draw.s.cup if name != chit])
    if is_action(draw, chit):
        yield record(state="drawn", value=[*(draw.s.drawn or ()), chit])


def drawn_so_far(case: PdCase, side: str) -> list[str]:
    """The command chits of a side in the boxes of its activation track; under the other reading (A6.31) one entry for each HQ."""
    track = case.s.activation_track or {}
    found = [str(name) for name in track.get(side) or ()]
    if case.reading("6.31") == "hqs":
        joint = "14th Army/Bernolak"
        return [name for chit in found for name in (("14th Army", "Bernolak") if chit == joint else (chit,))]
    return found


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
    return activate.by_chit == activate.s.chit == "OG" and "OG" in (track.get(activate.camp(activate.side)) or ())


def chits_to_draw(case: PdCase) -> list[str]:
    """The chits in the cup; where nobody said what is in it, all that there are."""
    cup: list[str] | None = case.s.cup
    chits = case.table("chits")
    return list(cup) if cup is not None else [*(chit for row in chits["start"].values() for chit in row), *chits["turn"], *chits["action"]]


@rule("2.3", Cup, each="chits")
def numbered_chits(cup: ChitCase, chit: str) -> Findings:
    """A chit with a turn number waits for that turn."""
    turn = arrives_on(cup, chit)
    if turn is not None and turn > 1:
        yield define("chit_turn", chit=chit, turn=turn)


# ---- 2.4 ---------------------------------------------------------------------------------------------------------------
@rule("2.4.1", OgRoll, "roll")
def roll_for_the_groups(roll: Dice) -> Findings:
    """A die on the table of the operational groups."""
    die = roll.roll()
    count = int(printed(roll, "og_roll", die, None if roll.dice else (0, 1, 2, 3)))
    yield record(did="og roll", act="roll", die=die)
    yield value("og", count, "og_number", die=die, count=count)
    yield value("result", count)


@rule("2.4.1", Activate)
def operational_groups(activate: Activate) -> Findings:
    """The die on the printed table says how many of Narew, Unrug and Wyskow act."""
    if activate.by_chit != "OG":
        return
    groups = activate.table("groups")["OG"]
    for hq in activate.hqs:
        if command_name(hq) not in groups:
            yield forbid("no_operational_group", hq)
        comes = activate.table("groups")["og_turn"].get(command_name(hq))
        turn = activate.s.stated("turn")
        if comes is not None and isinstance(turn, int) and turn < comes:
            yield forbid("group_not_yet", hq, turn=comes)
    if activate.forbidden or not activate.hqs:
        return

    die = die_of_the_groups(activate)
    number = og_groups(activate, die if die is not None else activate.roll())
    count = len({*(hq.id for hq in activate.hqs), *(hq.id for hq in groups_done(activate))})
    yield value("og", number)
    if count > number:
        yield forbid("too_many_groups", activate.hqs, count=count, limit=number)
    else:
        yield permit("groups_activated", activate.hqs, count=count, limit=number)


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
    if not owed.asked_in("command phase") or owed.s.chit != "OG":
        return
    die = die_of_the_groups(owed)
    if die is None:
        yield owes("roll_og", "polish")
        return

    done = groups_done(owed)
    left = og_groups(owed, die) - len(done)
    ready = [unit.id for unit in owed.s.placed() if is_hq(unit) and command_name(unit) in owed.table("groups")["OG"] and unit not in done]
    if left > 0 and ready:
        yield owes("activate_groups", "polish", ready, may=True, count=left)
    yield owes("draw_on", may=True, choices=chits_to_draw(owed))


says("2.4.2", Cup, "legality", "On turn 7 the Malopolska chit goes in for those of Krakow and Karpaty.", lambda cup: exchange(cup, "Malopolska"))


@rule("2.4.2", Activate)
def malopolska(activate: Activate) -> Findings:
    """From turn 7 the Malopolska chit stands for those of Krakow and Karpaty, and its HQ commands the units of both."""
    yield from joint(activate, "Malopolska")
    if activate.hq is not None and command_name(activate.hq) == "Malopolska" and activate.chosen:
        mine = [unit for unit in activate.chosen if unit.formation in ("Krakow", "Karpaty")]
        if mine:
            yield permit("commands_both", mine, hq=activate.hq.id)


def joint_in_play(s: Situation, chit: str) -> bool:
    """Whether a joint chit has replaced the single ones: from its turn on, or earlier by a random event."""
    turn = s.book.tables["chits"]["turn"][chit]
    if s.turn >= turn or chit in (s.merged or ()):
        return True
    return any(is_hq(unit) and command_name(unit) == chit and unit.hex is not None for unit in s.units.values())


@rule("2.4.2", Enter, each="arriving")
def commands_both_armies(enter: Enter, unit: Unit) -> Findings:
    """Its chit replaces those of Krakow and Karpaty, whose troops it commands."""
    if replaces(unit):
        yield define("malopolska_chit", unit)


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
            yield permit("acts_again", again, chit=chit)
    if activate.by_chit != chit:
        return
    foreign = [hq for hq in activate.hqs if command_name(hq) not in group]
    if foreign:
        yield forbid("other_army_group", foreign, chit=chit, group=", ".join(group))
    if len(activate.hqs) > 1:
        yield forbid("one_hq", activate.hqs, chit=chit)
    yield (define if activate.forbidden else permit)("chit_activates", activate.hqs, chit=chit)


says("2.4.5", Cup, "legality", "On turn 7 one chit for the 14th Army and Bernolak replaces two.", lambda cup: exchange(cup, "14th Army/Bernolak"))


def exchange(cup: ChitCase, joint: str) -> Findings:
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


@rule("2.4.5", Remove)
def joint_chit_by_event(remove: Remove) -> Findings:
    """The joint chit of the 14th Army and Bernolak comes into play in place of their own."""
    if remove.chits and remove.of_event() and entry_of(remove)["kind"] == "joint_chit":
        yield define("joint_chit_comes", joint=JOINT)


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
    yield kept()
    targets = parts if chit == "14th Army/Bernolak" else [chit]
    for hq in activate.hqs:
        if command_name(hq) not in targets:
            yield forbid("not_its_hq", hq, chit=chit)
    if not activate.forbidden and activate.hqs:
        yield permit("chit_activates", activate.hqs, chit=chit)


# ---- 2.5 ---------------------------------------------------------------------------------------------------------------
def command_chits_left(case: PdCase) -> list[str] | None:
    """The command chits still in the cup; None if the situation does not say."""
    cup = case.s.cup
    return None if cup is None else [chit for chit in cup if not is_action(case, chit)]


@rule("2.5", (Draw, StopDrawing, EventRoll, ReplacementRoll))
def action_chits(case: ChitCase) -> Findings:
    """Action chits do not count against the activations; once no command chit is left in the cup nothing more is drawn (A6.32), and action
    chits may stay in it.  Those drawn go back at the end of the turn."""
    chit = next(iter(case.chits), None) if isinstance(case, ChitCase) else case.s.chit
    drawn = case.s.drawn or ()
    left = command_chits_left(case)
    over = left == [] or case.reading("6.32") == "limits" and limits_reached(case)
    if isinstance(case, StopDrawing):
        if over:
            yield permit("drawing_over", left=", ".join(case.s.cup or ()))
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


def limits_reached(case: PdCase) -> bool:
    """Whether both sides have used all their activations (the other reading of 2.5)."""
    return all(len(drawn_so_far(case, side)) >= base_limit(case, side) for side in ("german", "polish"))


@rule("2.5", Activate)
def action_chits_do_not_count(activate: Activate) -> Findings:
    """Action chits drawn before do not use up activations; an action chit activates nobody."""
    chit = activate.by_chit
    if chit is not None and is_action(activate, chit):
        yield forbid("action_chit_activates_nobody", chit=chit)
    elif chit is not None and activate.s.drawn:
        yield permit("action_chits_not_counted", drawn=", ".join(activate.s.drawn))


@rule("2.5", Cup)
def action_chits_return(cup: ChitCase) -> Findings:
    """Action chits that were drawn go back into the cup when the turn advances, not before."""
    phase = cup.s.phase
    for chit in cup.chits:
        if not is_action(cup, chit) or cup.slots.get("out"):
            continue
        if chit in (cup.s.drawn or ()) and phase not in (None, "turn advance segment"):
            yield forbid("action_chit_waits", chit=chit)
        else:
            yield permit("action_chit_back", chit=chit)


@rule("2.5.1", Owed, "answer")
def replacements_due(owed: Owed) -> Findings:
    """The replacement chit: first the die, then the points, before the next chit is drawn."""
    pending = owed.pending
    if pending.get("act") == "replacement":
        points = number(pending.get("replacement_points") or 0)
        if points > 0:
            yield owes("replace", pending.get("side"), may=True, count=str(points))
    elif owed.slots.get("phase") and owed.s.chit == "Polish replacement" and not owed.s.acts("replacement roll", turn=owed.s.stated("turn")):
        yield owes("roll_replacement", "polish")


@rule("2.5.1", ReplacementRoll)
def replacement_chit(roll: ReplacementRoll) -> Findings:
    """The Polish replacement chit: a die for the Pole, applied before the next draw."""
    chit = roll.s.chit if roll.s.chit is not None else roll.s.known("active_hq")  # an HQ acts: its chit was drawn last
    if chit is not None and chit != "Polish replacement":
        yield forbid("other_chit", chit="Polish replacement", drawn=chit)
    elif roll.s.acts("replacement roll", turn=roll.s.stated("turn")):
        yield forbid("replacement_rolled")
    else:
        yield permit("replacement_roll")


@rule("2.5.1", ReplacementRoll, "roll")
def replacement_points(roll: ReplacementRoll) -> Findings:
    """The printed table turns the die into points."""
    die = roll.roll()
    points = number(printed(roll, "replacement", die, None if roll.dice else (0, 1, 2, 3)))
    yield value("replacement_points", {"polish": points}, "points_rolled", die=die, points=str(points))
    yield value("result", points)
    yield record(state="pending", value={"act": "replacement", "replacement_points": points, "side": "polish"})
    yield record(did="replacement roll", act="roll")
