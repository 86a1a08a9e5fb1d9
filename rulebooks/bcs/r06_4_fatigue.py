"""Chapter 6.4 [optional]: Planned Fatigue."""

from __future__ import annotations

from adjudicator.book import Findings, Missing, cites, define, effect, forbid, kept, owes, permit, record, rule, shift, term, value, warn

from .acts_aftermath import ForcedMarch, Owed, PayFatigue
from .acts_combat import AttackByFire, Barrage, CombatTable, Engagement, Fight
from .acts_formation import Activate, Fatigue, PlaceObj, Recovery, SecondActivation, Snafu
from .acts_movement import Move
from .acts_turn import AskHowMany
from .r01_vocabulary import FRESH, MAX_FATIGUE, fatigue_level
from .r03_common import FAT_4, phase_of
from .r04_vocabulary import allowance
from .r06_vocabulary import FORCED_MARCH, marches
from .vocabulary import acts_now, change, hq_of


# ---- 6.4 Planned Fatigue [optional] ---------------------------------------------------------------------------------
def on(case: PayFatigue | PlaceObj | Snafu | Fatigue | Activate | SecondActivation | Fight) -> bool:
    """Whether Planned Fatigue is in play."""
    return bool(case.s.option("6.4"))


@rule("6.4a", Snafu, "numbers", exception_to="3.2e")
def fresh_or_exhausted(roll: Snafu) -> Findings:
    """Of all levels only Fresh, +1, and Fat-4, -1, modify the SNAFU roll."""
    if not on(roll):
        return
    level = fatigue_level(roll.f)
    if level == FRESH:
        yield shift(1, "snafu_fresh", formation=roll.f.id)
    elif level == MAX_FATIGUE:
        yield shift(-1, "snafu_fat_4", formation=roll.f.id)
    else:
        yield define("snafu_no_fatigue", formation=roll.f.id)


@rule("6.4b", PayFatigue)
def only_with_the_option(pay: PayFatigue) -> Findings:
    """Fatigue is paid only where Planned Fatigue is in play, and only for what the list names."""
    if not pay.s.option("6.4"):
        yield forbid("planned_fatigue_off", formation=pay.f.id)
        return
    yield kept()
    for hex_ in pay.hexes if pay.what == "traffic" else ():
        if not any(marker.kind == "traffic" and marker.hex == hex_ for marker in pay.s.markers.values()):
            yield forbid("no_traffic_there", hex_)


def price(pay: PayFatigue) -> int:
    """Levels that a purchase costs."""
    names = {"second": "second_activation", "traffic": "traffic", "obj": "obj", "forced_march": "forced_march"}
    row = pay.table("planned_fatigue")[names.get(pay.what, pay.what)]
    times = len(pay.hexes) if pay.what == "traffic" and pay.hexes else pay.count if pay.what == "obj" else 1
    return int(row["levels"]) * max(times, 1)


@rule("6.4b", PayFatigue, "numbers")
def what_it_costs(pay: PayFatigue) -> Findings:
    """Each marker or purchase is paid for by itself."""
    yield value("fatigue_cost", price(pay), "fatigue_cost", cost=price(pay))


@rule("6.4b", PayFatigue, "after")
def it_is_paid(pay: PayFatigue) -> Findings:
    """The level rises, and what was bought happens."""
    level = fatigue_level(pay.f) + price(pay)
    yield change(pay.f, fatigue=level)
    if pay.what == "traffic":
        for hex_ in pay.hexes:
            yield effect(marker="traffic", at=hex_, removed=True)
    yield record(did=pay.f.id, act="forced_march" if pay.what == "forced_march" else "pay_fatigue", what=pay.what)
    if level >= MAX_FATIGUE:
        yield define("fat_4_at_once", formation=pay.f.id)


@rule("6.4b", Fatigue, "numbers", exception_to="1.8b")
def no_rolls_for_fatigue(check: Fatigue) -> Findings:
    """No roll is made: Fatigue rises only by what is paid."""
    if on(check):
        yield value("roll_needed", False, "fatigue_no_roll_planned", formation=check.f.id)
        if check.slots.get("question"):
            yield value("answer", "no")


@rule("6.4b", SecondActivation, "numbers")
def bought_for_the_second(attempt: SecondActivation) -> Findings:
    """A level buys +2 on the roll for a Second Activation."""
    if on(attempt) and any(act.get("what") == "second" for act in acts_now(attempt.s, attempt.f.id, "pay_fatigue")):
        yield term("second_roll", 2, "second_bought", formation=attempt.f.id)
        yield shift(2, "second_bought", formation=attempt.f.id)


@rule("6.4c", Owed, "answer")
def exhausted_recover(owed: Owed) -> Findings:
    """With Planned Fatigue a formation at Fat-4 has to recover."""
    f = phase_of(owed, "hq_start", "preparation")
    if f is not None and owed.s.option("6.4") and f.stated("fatigue") == FAT_4 and f.stated("status") != "done" and owed.s.stated("activation") != "second":
        yield owes("recover", f.stated("side"), [f.id])


@rule("6.4c", PayFatigue)
def nobody_pays_beyond_four(pay: PayFatigue) -> Findings:
    """A formation at Fat-4 pays for nothing, and none pays beyond it (A28)."""
    if not pay.s.option("6.4"):
        return
    level = fatigue_level(pay.f)
    if level >= MAX_FATIGUE:
        yield forbid("fat_4_cannot_pay", formation=pay.f.id)
    elif level + price(pay) > MAX_FATIGUE:
        yield forbid("beyond_fat_4", formation=pay.f.id, cost=price(pay), level=level)
    else:
        yield permit("can_pay", formation=pay.f.id, cost=price(pay))


@rule("6.4c", Activate)
def exhausted_must_recover(act: Activate) -> Findings:
    """A formation that begins an Initial Activation at Fat-4 has to recover."""
    if not on(act):
        return
    for formation in act.formations:
        if fatigue_level(formation) >= MAX_FATIGUE:
            yield warn("fat_4_must_recover", formation=formation.id)


@rule("6.4c", Snafu)
def exhausted_roll_no_snafu(act: Snafu) -> Findings:
    """Who began an Initial Activation at Fat-4 and can recover does not roll for SNAFU."""
    if not on(act) or fatigue_level(act.f) < MAX_FATIGUE or act.second or acts_now(act.s, act.f.id, "pay_fatigue", "forced_march"):
        return
    if act.f.msr == "complete":
        yield forbid("fat_4_must_recover", formation=act.f.id)


FREE_OBJS = {"complete": 1, "partial": 0, "fail": 0}
FAR = 15  # hexes from the HQ beyond which an OBJ marker costs (6.4b)


def beyond(place: PlaceObj, hex_: str) -> bool:
    """Whether a hex lies more than 15 hexes from the HQ."""
    hq = hq_of(place.s, place.f.id)
    if hq is None:
        if place.slots.get("hexes"):
            return int(place.slots["hexes"]) > FAR
        return False  # where no HQ is named nothing is made of the distance
    if hq.hex is None:
        raise Missing(hq.path("at"))
    return place.distance(hq.hex, hex_) > FAR


def obj_price(place: PlaceObj) -> int:
    """Levels for the markers that are placed: one for each that is not free, one for each beyond 15 hexes; both at once is one."""
    free = FREE_OBJS[place.f.snafu]
    before = sum(int(item.get("count", 1)) for item in acts_now(place.s, place.f.id, "obj_placed"))
    cost = 0
    for index in range(place.count):
        far = index < len(place.hexes) and beyond(place, place.hexes[index])
        cost += int(before + index >= free or far)
    return cost


@rule("6.4d", PlaceObj, exception_to="3.3c")
def fewer_free_markers(place: PlaceObj) -> Findings:
    """One free OBJ marker after a SNAFU Complete, none otherwise; each further one costs a level of Fatigue."""
    if not on(place) or place.march:
        return
    cost = obj_price(place)
    level = fatigue_level(place.f)
    if cost and level >= MAX_FATIGUE:
        yield forbid("fat_4_cannot_pay", formation=place.f.id)
    elif level + cost > MAX_FATIGUE:
        yield forbid("beyond_fat_4", formation=place.f.id, cost=cost, level=level)
    else:
        yield permit("planned_objs", formation=place.f.id, cost=cost)


@rule("6.4d", PlaceObj, "after")
def markers_are_paid(place: PlaceObj) -> Findings:
    """What the markers cost."""
    if not on(place) or place.march:
        return
    cost = obj_price(place)
    yield value("fatigue_cost", cost, "fatigue_cost", cost=cost)
    if cost:
        yield change(place.f, fatigue=fatigue_level(place.f) + cost)


@rule("6.4e", AskHowMany, "answer")
def points_to_march(ask: AskHowMany) -> Findings:
    """A forced march gives a unit three times its MA."""
    unit = ask.of_unit("mp")
    if unit is not None and ask.slots.get("march"):
        yield value("answer", allowance(unit) * (1 if marches(unit) else FORCED_MARCH))


@rule("6.4e", ForcedMarch)
def once_and_first(march: PayFatigue) -> Findings:
    """Once a turn, in an Initial Activation, after the SNAFU results."""
    if march.s.stated("activation") == "second":
        yield forbid("forced_march_initial", formation=march.f.id)
    if march.done(march.f.id, "forced_march"):
        yield forbid("forced_march_once", formation=march.f.id)
    if march.forbidden:
        yield kept()
    else:
        yield permit("forced_march", formation=march.f.id, times=FORCED_MARCH)


@rule("6.4e", ForcedMarch, "numbers")
def three_times_as_far(march: PayFatigue) -> Findings:
    """Every unit has three times its allowance, after SNAFU; there is no Second Activation."""
    yield value("ma_times", FORCED_MARCH)


@rule("6.4e", (CombatTable, Engagement, AttackByFire, Barrage))
def no_combat_on_a_forced_march(fight: Fight) -> Findings:
    """No combat of any kind and no Fire Events."""
    formation = fight.forces
    if formation is not None and acts_now(fight.s, formation.id, "forced_march"):
        yield forbid("forced_march_no_combat", formation=formation.id)


@rule("6.4e", Move, "cost")
def moves_on_a_forced_march(move: Move) -> Findings:
    """Three times the MA of each unit."""
    if move.unit_.mp_left is None and marches(move.unit_):
        yield define("marches", move.unit_, times=FORCED_MARCH)


@rule("6.4e", PlaceObj)
def no_objs_on_a_forced_march(place: PlaceObj) -> Findings:
    """No OBJ markers are placed."""
    if acts_now(place.s, place.f.id, "forced_march"):
        yield forbid("forced_march_no_obj", formation=place.f.id)


@rule("6.4e", SecondActivation)
def no_second_activation(attempt: SecondActivation) -> Findings:
    """No Second Activation follows."""
    if attempt.done(attempt.f.id, "forced_march"):
        yield forbid("forced_march_no_second", formation=attempt.f.id)


cites("6.4f", Recovery, "Fatigue is recovered as in the standard game.", lambda act: bool(act.s.option("6.4")))
