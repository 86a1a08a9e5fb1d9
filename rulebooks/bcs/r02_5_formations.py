"""Chapter 2.5: who is activated when, and Second Activations."""

from __future__ import annotations

from adjudicator.book import Entity, Findings, Missing, Situation, forbid, kept, owes, permit, record, rule, says, shift, value
from adjudicator.kit import wrong_phase

from .acts import FormationAct
from .acts_aftermath import Owed
from .acts_formation import Activate, ActiveSide, Chits, Fatigue, FixFail, Pass, PlaceObj, Preparation, PrepDef, Recovery, SecondActivation, Snafu, WaiveSecond
from .r03_common import may_try_again, phase_of, still_to_activate
from .vocabulary import STEPS, acts_now, change, formation_named, of_now


# ---- 2.5 Activations ------------------------------------------------------------------------------------------------
@rule("2.5", Activate)
def when_activated(act: Activate) -> Findings:
    """In the Activations phase, by the side whose turn it is."""
    yield kept()
    yield from wrong_phase(act, "activations", "hq_start")
    for formation in act.formations:
        if formation.side != act.player:
            yield forbid("not_your_formation", formation=formation.id)
        active = act.s.stated("active")
        if active not in (None, "both", "none") and formation.side != active:
            yield forbid("not_active_side", formation=formation.id, side=active)


@rule("2.5", Activate)
def sides_take_turns(act: Activate) -> Findings:
    """When a formation's Activation is over the other side activates one, while it has any that has not been."""
    last = act.s.formations.get(act.s.stated("active_formation"))
    if last is None or last in act.formations or last.side != act.player or not activated_this_turn(act.s, last.id) or act.s.players > 2:
        return
    if waiting := [formation for formation in still_to_activate(act.s) if formation.side != act.player]:
        yield forbid("other_side_activates", formation=waiting[0].id, last=last.id)


@rule("2.5", Activate, "after", each="formations")
def begins(act: Activate, formation: Entity) -> Findings:
    """The formation is the active one, in its Initial Activation."""
    yield change(formation, status="used")
    yield record(did=formation.id, act="activation", activation="initial")
    yield record(state="active_formation", value=formation.id)
    yield record(state="activation", value="initial")


says("2.5", ActiveSide, "after", "The Active Player, as the table shows it.", lambda said: record(state="active", value=said.slots["side"]))
says("2.5a", Pass, "legality", "Whoever is to activate must activate, or try to.", lambda act: forbid("no_passing"))


@rule("2.5a", Owed, "answer")
def somebody_activates(owed: Owed) -> Findings:
    """Whoever's turn it is activates a formation, whether he likes it or not; when there is none left, the turn is over (2.5j)."""
    known = ("activations", "first_player") if owed.s.stated("active") is not None else ("activations",)
    if not owed.slots.get("phase") or owed.s.stated("phase") not in known or owed.s.stated("active_formation") is not None:
        return
    side = owed.s.stated("active")
    waiting = still_to_activate(owed.s, side) or still_to_activate(owed.s)
    if waiting:
        yield owes("activate" if side is not None else "activate_any", side, [f.id for f in waiting])
    elif owed.s.formations:
        yield owes("end_turn")


@rule("2.5b", Activate)
def one_at_a_time(act: Activate) -> Findings:
    """One formation at a time; only in group games may more go on side by side."""
    if len(act.formations) > 1 and act.s.players <= 2:
        yield forbid("one_formation", formation=", ".join(f.id for f in act.formations))
    elif len(act.formations) == 1:
        yield permit("one_formation_kept", formation=act.formations[0].id)
    else:
        yield permit("group_game", formation=", ".join(f.id for f in act.formations))


@rule("2.5b", (Snafu, Fatigue, Recovery, FixFail, PlaceObj, Preparation))
def only_the_active_one(act: FormationAct) -> Findings:
    """What belongs to an Activation is done by the formation that is active."""
    active = act.s.stated("active_formation")
    if active is not None and active != act.f.id and act.s.stated("phase") in STEPS:
        yield forbid("another_is_active", formation=act.f.id, active=active)


def activated_this_turn(s: Situation, formation: str) -> bool:
    """Whether a formation has had its Initial Activation this turn."""
    turn = s.stated("turn")
    return any(act.get("act") == "activation" and act.get("turn", turn) == turn for act in s.history.get(formation, ()))


@rule("2.5c", Activate, each="formations")
def once_each(act: Activate, formation: Entity) -> Findings:
    """Each formation has one Initial Activation in a turn."""
    if formation.status == "used" and formation.set_up != "used" or formation.status != "done" and activated_this_turn(act.s, formation.id):
        yield forbid("already_activated", formation=formation.id)
    else:
        yield kept()


says("2.5d", Activate, "legality", "Initial Activations need no roll.", lambda act: value("roll_needed", False))


@rule("2.5e", (SecondActivation, WaiveSecond))
def at_once(act: FormationAct) -> Findings:
    """Tried at once after the Initial Activation, or never."""
    order = list(act.s.history)
    yield kept()
    if act.f.id in order:
        later = order[order.index(act.f.id) + 1 :]
        if any(id_ in act.s.formations and any(item.get("act") == "activation" and of_now(act.s, {**item, "activation": act.s.stated("activation")})
               for item in act.s.history[id_]) for id_ in later):  # fmt: skip
            yield forbid("second_too_late", formation=act.f.id)
    if act.s.stated("phase") in ("activities", "preparation", "snafu", "obj_placement") and isinstance(act, SecondActivation):
        yield forbid("second_too_early", formation=act.f.id)
    if act.s.stated("activation") == "second":
        yield forbid("second_once", formation=act.f.id)


@rule("2.5e", Owed, "answer")
def may_go_again(owed: Owed) -> Findings:
    """A Second Activation is tried at once or never; on turn 1 who was set up Used has to try (1.0g)."""
    f = phase_of(owed, "isolation", "second_activation")
    if f is not None and may_try_again(owed.s, f) and not acts_now(owed.s, f.id, "recovery", "fix_the_fail"):
        must = owed.s.stated("turn") == 1 and f.stated("set_up") == "used"
        yield owes("second", f.stated("side"), [f.id], may=not must)


@rule("2.5f", SecondActivation)
def who_may_not(act: SecondActivation) -> Findings:
    """Not at Fat-4, and not after a Recovery Activation."""
    yield kept()
    if act.f.fatigue == 4:
        yield forbid("second_fat4", formation=act.f.id)
    if acts_now(act.s, act.f.id, "recovery"):
        yield forbid("second_after_recovery", formation=act.f.id)


@rule("2.5g", PrepDef)
def not_in_a_second(act: PrepDef) -> Findings:
    """None is created in a Second Activation."""
    if act.do == "create":
        yield forbid("prep_def_second", formation=act.f.id) if act.second else kept()


@rule("2.5g", Recovery)
def none_in_second(act: FormationAct) -> Findings:
    """No Recovery in a Second Activation."""
    second = act.slots.get("second") or act.s.stated("activation") == "second"
    yield forbid("recovery_second", formation=act.f.id) if second else kept()


@rule("2.5h", SecondActivation, "roll")
def roll_for_second(act: SecondActivation) -> Findings:
    """One die, one more if Fresh, against the Activation Value on the HQ."""
    bonus = 1 if act.f.fatigue == "fresh" else 0
    extra = act.total("second_roll")
    yield value("dice", 1)
    if bonus:
        yield shift(bonus, "second_fresh")
    yield value("drm", bonus + extra)
    hq = act.hq
    if hq is None:
        raise Missing(f"units[{act.f.id} HQ].activation_value")
    needed = hq.activation_value
    yield value("needed", {"success": [face for face in range(1, 7) if face + bonus + extra >= needed]}, "second_needs", formation=act.f.id, needed=needed)
    die = act.roll()
    yield value("modified", die + bonus + extra)
    success = die + bonus + extra >= needed
    yield value("result", "success" if success else "failure", "second_result", formation=act.f.id, total=die + bonus + extra, needed=needed)


@rule("2.5i", Activate, each="formations")
def done_is_done(act: Activate, formation: Entity) -> Findings:
    """A formation that is Done does not activate again this turn."""
    if formation.status == "done" and formation.set_up != "done":
        yield forbid("formation_done", formation=formation.id)


@rule("2.5i", SecondActivation)
def not_when_done(act: SecondActivation) -> Findings:
    """Waived or failed, it is over for this turn."""
    if act.f.status == "done":
        yield forbid("formation_done", formation=act.f.id)


@rule("2.5i", (Snafu, Preparation, Recovery, PlaceObj))
def no_step_is_left(act: FormationAct) -> Findings:
    """Once it is Done and another formation's turn has come, it goes through no step of an Activation."""
    if act.f.stated("status") == "done" and act.s.stated("phase") == "activations" and act.f.stated("set_up") != "done":
        yield forbid("formation_done", formation=act.f.id)


@rule("2.5i", SecondActivation, "after")
def used_or_done(act: SecondActivation) -> Findings:
    """Success begins Preparation anew; otherwise the formation is Done."""
    if act.computed("result") == "failure":
        yield change(act.f, status="done")
    elif act.computed("result") == "success":
        yield record(state="activation", value="second")
        yield record(did=act.f.id, act="activation", activation="second")
        yield record(formation=act.f.id, arty_used=0)


says("2.5i", WaiveSecond, "after", "Done for the turn.", lambda act: change(act.f, status="done"))


@rule("2.5m", Activate)
def out_of_the_chits(act: Activate) -> Findings:
    """With modified random selection the side with more of the three chits drawn chooses a formation among them."""
    drawn = act.s.stated("chits_drawn")
    if not drawn or not (act.s.option("2.5m") or act.s.option("2.5l")):
        return
    names = [str(chit) for chit in drawn]
    sides = [formation_named(act.s, name).side for name in names]
    for formation in act.formations:
        if formation.id not in names:
            yield forbid("chit_not_drawn", formation=formation.id)
        elif 2 * sides.count(formation.side) < len(sides):
            yield forbid("chits_of_others", formation=formation.id, side=formation.side)
        else:
            yield permit("chit_drawn", formation=formation.id)


@rule("2.5n", Chits)
def smooth(act: Chits) -> Findings:
    """As many chits as the smaller side has formations, as many 2s among them as the sides differ by, the rest 1s."""
    if not act.s.option("2.5n"):
        yield forbid("option_not_in_play", number="2.5n")
        return
    told = act.s.formation_counts or {}
    sides = list(dict.fromkeys([*told, *(formation.known("side") for formation in act.s.formations.values()), *act.book.sides]))[:2]
    for side in sides:
        if side not in told:
            raise Missing(f"formation_counts.{side}")
    counts = sorted(told.values())
    small, large = counts[0], counts[-1]
    twos = min(small, large - small)
    if (act.twos, act.ones) != (twos, small - twos):
        yield forbid("chits_wrong", twos=twos, ones=small - twos)
    else:
        yield permit("chits_right", twos=twos, ones=small - twos)
    yield value("chits", {"twos": twos, "ones": small - twos})
