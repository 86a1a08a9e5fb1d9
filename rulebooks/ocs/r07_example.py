"""Ejemplo: the order of a combat and what its example implies, lead units, reaction, overruns."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

from adjudicator.book import Findings, Missing, Unit, define, drm, effect, forbid, kept, permit, record, rule, value
from adjudicator.kit import names, told_elsewhere

from .acts import Dice, Fight, Lead, Overrun
from .acts_barrage import Barrage
from .acts_moves import Advance, Move, NextPhase, Release, ResultSaid, SurpriseSaid, Switch
from .acts_questions import AskChances, AskColumn, AskSupply
from .acts_results import Outcome
from .acts_supply import Supplying
from .vocabulary import BARRAGE, OVERRUN, SEGMENTS, OcsCase, action_rating, is_combat, part_named, parts
from .ways import plain, points_left, price_of, shut, way_along

REACTION = "reaction phase"
MOVE_PHASES = ("movement phase", REACTION, "exploitation phase")
TOLD = "told"  # moves are taken as the players tell them


@rule("Ejemplo", Fight)
def who_may_attack(fight: Fight) -> Findings:
    """Attacks belong to the combat segment, after the barrages; the units stand beside a hex that an enemy combat unit holds."""
    if not fight.announced or isinstance(fight, AskSupply):
        return
    (phase, segment), active = fight.now(), fight.s.stated("active")
    if fight.act == OVERRUN:
        if phase is not None and phase not in MOVE_PHASES:
            yield forbid("overrun_phase", phase=phase)
    else:
        if phase in ("movement phase", "reaction phase"):
            yield forbid("attack_phase", phase=phase)
        if segment == BARRAGE:
            yield forbid("attack_segment")
    if active in fight.book.sides and any(unit.side != active for unit in fight.attackers):
        yield forbid("not_active", side=fight.side, active=active)
    for unit in fight.attackers:
        if not fight.alive(unit):
            yield forbid("already_eliminated", unit)
            continue
        if not is_combat(unit):
            yield forbid("no_combat_unit", unit)
        start = fight.standing(unit)
        if start is None or not fight.adjacent(start, fight.target):
            yield forbid("not_adjacent", unit, where=[start, fight.target], start=start, hex=fight.target)
    yield from told_elsewhere(fight, fight.attackers)
    if not fight.defenders:
        yield forbid("nobody_to_attack", fight.target)
    if fight.s.stated("phase") == "exploitation phase" or fight.forbidden:
        return
    yield permit("may_attack", fight.attackers, fight.target, names=names(fight.attackers))


@rule("Ejemplo", Fight, "announce")
def announced(fight: Fight) -> Findings:
    """From its announcement on the combat is pending, and its dice can be read one throw after the other."""
    if not fight.announced:
        return
    pending = as_pending(fight)
    if fight.leads:
        pending["lead"] = dict(fight.leads)
    pending.update(_unpaid(fight))
    yield record(state="pending", value=pending)


@rule("Ejemplo", (Fight, Lead), "lead")
def leads(fight: Fight) -> Findings:
    """Each side uses the action rating of one unit that takes part, the attacker named first; the difference counts twice."""
    for side, id_ in fight.leads.items():
        if id_ not in [unit.id for unit in fight.sides.get(side, ())]:
            yield forbid("lead_takes_no_part", units=[id_], unit=id_)
    if fight.forbidden:
        return
    if isinstance(fight, AskChances) and len(fight.asked_leads) > 1:
        return
    if isinstance(fight, AskChances) and len(fight.asked_leads) == 1:
        fight.leads[fight.unit(fight.asked_leads[0]).side] = fight.asked_leads[0]
    ours = fight.lead(fight.side)
    first = action_rating(ours)
    yield value("attacker_ar", first)
    theirs = fight.lead(fight.enemy)
    second = action_rating(theirs)
    yield value("defender_ar", second)
    yield value("ar_differential", first - second, "ar_differential", ours=ours.id, theirs=theirs.id, first=first, second=second, total=f"{first - second:+d}")
    if not isinstance(fight, Lead):
        yield drm(first - second, "ar_drm", first=first, second=second)


@rule("Ejemplo", Fight)
def rating_that_is_told(fight: Fight) -> Findings:
    """An action rating that somebody claims of who leads is compared with what its mode leaves of it."""
    for unit, claimed in fight.ratings:
        have = action_rating(unit)
        yield (permit if have == claimed else forbid)("rating_is", unit, rating=have)


@rule("Ejemplo", Lead)
def lead_takes_part(fight: Lead) -> Findings:
    """Only a unit of the combat can lend its action rating; once surprise has been rolled for it is too late to choose."""
    for side, id_ in fight.leads.items():
        if id_ in [unit.id for unit in fight.sides.get(side, ())]:
            yield permit("leads", units=[id_], unit=id_, side=side)
        else:
            yield forbid("lead_takes_no_part", units=[id_], unit=id_)
    earlier = fight.before.get("lead") or {}
    if (fight.before.get("surprise") or {}).get("by") and any(earlier.get(side, id_) != id_ for side, id_ in fight.leads.items()):
        yield forbid("lead_is_chosen")


@rule("Ejemplo", Dice)
def one_roll(fight: Dice) -> Findings:
    """A combat that has its result is not rolled for again."""
    if fight.before.get("result") and "combat" in fight.said:
        yield forbid("combat_rolled", result=fight.before["result"])


@rule("Ejemplo", Lead, "after")
def leads_noted(fight: Lead) -> Findings:
    """The pending combat remembers its leads."""
    yield record(state="pending", value={**fight.before, "lead": dict(fight.leads)})


@rule("Ejemplo", (Fight, Dice), "after")
def carried_out_from_now_on(fight: Fight) -> Findings:
    """What the dice gave is pending; a DG in the result takes hold at once."""
    if isinstance(fight, (Lead, AskSupply, Supplying)):
        return
    place = fight.place
    pending = {**as_pending(fight), **_unpaid(fight)}
    pending["lead"] = {side: fight.leads.get(side) or units[0].id for side, units in fight.sides.items() if side in fight.leads or len(units) == 1}
    if place is not None and place.by is not None:
        pending["surprise"] = {"by": place.by}
        dice = [finding.by for number, finding in fight.ruling.shifts if number == "OCS Surprise"]
        if dice:
            pending["surprise"]["die"] = abs(dice[0])
    result = fight.computed("result")
    if isinstance(fight, Dice) and place is not None and place.by is not None:
        surprise = "no_surprise" if place.by == "none" else f"{place.by}_surprise"
        if fight.asks_who and not result:
            yield value("answer", "yes" if place.by == _whose_surprise(fight) else "no")
        else:
            yield value("answer", result or (fight.computed("column") if place.shifted and place.by != "none" else surprise))
    if result:
        pending["result"] = result
        attacker, defender, dg = parts(result)
        yield value("attacker", part_named(attacker))
        yield value("defender", part_named(defender))
        yield value("dg", dg)
        if dg:
            for unit in fight.defenders:
                if unit.mode != "DG":
                    yield effect(unit=unit.id, mode="DG")
    yield record(state="pending", value=pending)


def _whose_surprise(fight: Fight) -> str:
    """Of which role it is asked whether a throw gives it surprise; of the attacker where nobody is named."""
    whom = fight.units_of("whom")
    named = fight.role_of(fight.slots) or (whom[0].side if whom else None)
    return fight.role(named) if named else "attacker"


def _unpaid(fight: Fight) -> dict[str, Any]:
    """Who fights without combat supply, to be remembered."""
    refused = [unit.id for units in fight.sides.values() for unit in units if fight.unpaid(unit)]
    return {"unpaid": refused} if refused else {}


def as_pending(fight: Fight) -> dict[str, Any]:
    """What the position remembers of a combat."""
    attackers, defenders = ([unit.id for unit in units] for units in (fight.attackers, fight.defenders))
    known = fight.before.get("since")
    since = fight.since([*fight.attackers, *fight.defenders]) if fight.announced else {"since": known} if known else {}
    return {"act": fight.act, "attackers": attackers, "defenders": defenders, "hex": fight.target, **since}


@rule("Ejemplo", (Move, Overrun))
def released_units_react(case: Move | Overrun) -> Findings:
    """In the reaction phase those move and overrun that were released from the reserve."""
    if case.s.stated("phase") != REACTION or isinstance(case, Move) and not case.path:
        return
    for unit in case.movers if isinstance(case, Move) else case.attackers if case.announced else []:
        if not case.done(unit.id, "release"):
            yield forbid("not_released", unit)


@rule("Ejemplo", Overrun)
def cost_of_an_overrun(overrun: Overrun) -> Findings:
    """An overrun costs movement points; who has not enough of them cannot make it."""
    if overrun.forbidden:
        return
    card = overrun.s.facts.get("tables") or {}
    cost = card.get("overrun_mp") if "tables.overrun_mp" not in overrun.s.unknown else None
    if cost is None:
        raise Missing("tables.overrun_mp")
    price = Fraction(str(cost))
    yield value("cost", price)
    for unit in overrun.attackers:
        have = points_left(overrun, unit)
        yield value("allowance", have)
        if have < price:
            yield forbid("too_few_points", unit, cost=price, left=have)
        else:
            yield permit("enough_points", unit, cost=price, left=have)


@rule("Ejemplo", Overrun, "after")
def overrun_paid(overrun: Overrun) -> Findings:
    """The points of an overrun are spent."""
    for unit in overrun.attackers if overrun.computed("cost") is not None else ():
        yield record(did=unit.id, act="overrun", hex=overrun.target, cost=plain(overrun.computed("cost")))


@rule("Ejemplo", Barrage)
def barrage_comes_first(barrage: Barrage) -> Findings:
    """The barrage segment is the first part of a combat phase."""
    (phase, segment), active = barrage.now(), barrage.s.stated("active")
    if segment == "combat":
        yield forbid("barrage_segment")
    if phase in ("movement phase", REACTION):
        yield forbid("barrage_phase", phase=phase)
    if active in barrage.book.sides and any(unit.side != active for unit in barrage.guns):
        yield forbid("not_active", side=barrage.side, active=active)
    if phase in ("combat phase", None) and not barrage.forbidden:
        yield permit("barrage_now")


@rule("Ejemplo", AskColumn, "answer")
def column_and_cost_as_in_the_example(_question: AskColumn) -> Findings:
    """The strength of the guns names the column of the barrage table, and the table the tokens that it costs."""
    yield kept()


@rule("Ejemplo", NextPhase)
def order_of_play(change: OcsCase) -> Findings:
    """Movement, the other side's reaction, barrage and combat, exploitation; then it is the other side's turn to move."""
    before, wanted = change.s.stated("phase"), change.slots.get("phase")
    if wanted is None:
        if before is None:
            raise Missing("phase")
        yield value("answer", following(change, str(before)))
    elif before is not None and wanted in following(change, str(before)):
        yield permit("phase_follows", phase=wanted, before=before)
    else:
        yield define("phase_begins", phase=wanted)


def following(change: OcsCase, now: str) -> list[str]:
    """What may come after a phase or segment."""
    if now in SEGMENTS:
        now = f"{change.now()[1]} segment"
    turn = ["movement phase", "reaction phase", "barrage segment", "combat segment", "exploitation phase"]
    if now == "combat phase":
        return [turn[3]] if change.s.stated("segment") == BARRAGE else [turn[4]]
    return [turn[(turn.index(now) + 1) % len(turn)]] if now in turn else []


@rule("Ejemplo", NextPhase, "after")
def whose_phase(change: OcsCase) -> Findings:
    """The other side acts in the reaction phase, and moves next after the exploitation phase."""
    before, wanted, active = change.s.stated("phase"), change.slots.get("phase"), change.s.stated("active")
    if wanted is None:
        return
    yield record(forget="segment")
    reacting = (before == "reaction phase") != (wanted == "reaction phase")
    if active is not None and before is not None and (reacting or (before, wanted) == ("exploitation phase", "movement phase")):
        yield record(state="active", value=change.book.enemy(active))


@rule("Ejemplo", Release, each="units")
def out_of_the_reserve(release: Release, unit: Unit) -> Findings:
    """A unit in reserve may be released, and then act or stay."""
    if unit.stated("mode") not in (None, "reserve"):
        yield forbid("not_in_reserve", unit)
    elif not release.forbidden:
        yield permit("released", unit)


@rule("Ejemplo", Release, "after", each="units")
def released(release: Release, unit: Unit) -> Findings:
    """The marker comes off."""
    yield effect(unit=unit.id, mode="combat")
    yield record(did=unit.id, act="release", hex=unit.hex)


@rule("Ejemplo", Move)
def who_moves_when(move: Move) -> Findings:
    """The side whose phase it is moves, in the phases of movement; into a hex with the enemy an overrun leads, no move."""
    phase, active = move.now()[0], move.s.stated("active")
    if not move.path:
        return
    if phase is not None and phase not in MOVE_PHASES:
        yield forbid("move_phase", phase=phase)
    if active in move.book.sides and any(unit.side != active for unit in move.movers):
        yield forbid("not_active", side=move.movers[0].side, active=active)
    for hex_ in move.path:
        if why := shut(move, hex_):
            yield forbid(why, where=[hex_], hex=hex_)


@rule("Ejemplo", Move, "cost")
def movement_costs(move: Move) -> Findings:
    """Movement costs stand outside the article: they are asked for once, and the players may say that moves are taken as told."""
    if not move.path or move.forbidden or move.standing(move.movers[0]) is None:
        return
    path = "tables.move_mp"
    costs = move.s.tried.get(path) or (move.s.facts.get("tables") or {}).get("move_mp") if path not in move.s.unknown or path in move.s.tried else None
    if costs is None:
        raise Missing(path)
    if costs == TOLD:
        yield permit("move_as_told", move.movers, names=names(move.movers))
        return
    least = min((price_of(costs, name) for name in costs if name not in move.book.tables["terrain"]["hexsides"]), default=Fraction(0))
    lefts = {unit.id: points_left(move, unit) for unit in move.movers}
    price, way = way_along(move, least, min(lefts.values()))
    yield value("cost", price)
    if way is not None:
        move.path = way
    for unit in move.movers:
        left = lefts[unit.id]
        yield value("allowance", left)
        if way is None and price <= left:
            yield forbid("no_way_for_points", unit, move.path[-1], left=left)
        elif price > left:
            yield forbid("too_far_to_move", unit, cost=price, left=left)
        else:
            yield permit("far_enough", unit, cost=price, left=left)


@rule("Ejemplo", Move, "after")
def moved(move: Move) -> Findings:
    """The units stand where the move ends, and its points are spent."""
    for unit in move.movers if move.path else ():
        yield effect(unit=unit.id, at=move.path[-1])
        spent = {} if move.computed("cost") is None else {"cost": plain(move.computed("cost"))}
        yield record(did=unit.id, act="move", hex=move.path[-1], **spent)


@rule("Ejemplo", Move)
def released_need_not_move(move: Move) -> Findings:
    """A unit released from the reserve may stay where it is."""
    if move.stays and not move.path:
        yield permit("may_stay", move.movers, names=names(move.movers))


@rule("Ejemplo", ResultSaid)
def result_said(said: OcsCase) -> Findings:
    """A result read by the players is what is carried out from now on."""
    yield define("result_said", result=said.slots.get("result"))
    yield record(state="pending", value={**said.pending(), "result": said.slots.get("result")})


@rule("Ejemplo", Switch)
def switch_said(said: OcsCase) -> Findings:
    """What the table has agreed on before the game."""
    for name in ("step_rule", "rounding", "hedgehog_surprise"):
        if said.slots.get(name):
            yield define("switch_said", name=name, choice=said.slots[name])
            yield record(state=f"options.{name}", value=said.slots[name])


@rule("Ejemplo", SurpriseSaid)
def surprise_said(said: OcsCase) -> Findings:
    """Who has surprised, as the players tell it."""
    by = said.slots.get("by") or "none"
    yield define(f"surprise_{by}")
    yield record(state="pending", value={**said.pending(), "surprise": {"by": by, **({"die": said.slots["die"]} if said.slots.get("die") else {})}})


@rule("Ejemplo", Outcome, "order")
def in_the_order_of_the_example(outcome: Outcome) -> Findings:
    """The attacker has met his part before the defender chooses his."""
    if outcome.before and outcome.roles == ["defender"] and outcome.taken("attacker") + outcome.retreated("attacker"):
        yield define("attacker_is_done")


@rule("Ejemplo", Advance)
def advance_of_the_example(advance: Advance) -> Findings:
    """An option that was paid with a step leaves the others free to advance."""
    if advance.before.get("result") and advance.share("attacker").option and advance.taken("attacker") and not advance.retreated("attacker"):
        yield define("paid_with_steps")
