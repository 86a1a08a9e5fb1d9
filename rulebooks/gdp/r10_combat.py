"""Chapter 10: combat."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

from adjudicator.book import rule
from adjudicator.common import names, possible_neighbours, ratio
from adjudicator.engine import suppose
from adjudicator.facts import Missing
from adjudicator.ruling import Findings, Ruling, define, drm, effect, forbid, owes, permit, record, term, unused, value, warn
from adjudicator.situation import Unit

from .acts import (
    AaFire,
    Advance,
    Aftermath,
    AskAttackers,
    AskChances,
    AskOdds,
    AskRetreats,
    Attack,
    DrawChit,
    Eliminate,
    GdpCase,
    Loss,
    Overrun,
    Owed,
    PlayChit,
    Question,
    Resolve,
    Retreat,
    Stay,
    Support,
    class_of,
    is_engineer,
    is_hq,
    loss,
)
from .r06_activation import hq_of
from .r07_stacking import stacking_fault
from .r08_zones import bridge, chart, zone
from .r09_movement import road_between
from .r11_ranged_fire import gun_distance, gun_fired

DRMS = (0, 1, 2, 3, 4)


# ---- 10.0 ---------------------------------------------------------------------------------------------------------------
@rule("10.0", Attack)
def adjacent_enemy(attack: Attack) -> Findings:
    """Activated units attack enemies in an adjacent hex; all defenders of the hex together."""
    for unit in attack.attackers:
        here = attack.standing(unit)
        if here is None:
            yield forbid("not_on_map", units=[unit.id], unit=unit.id)
        elif not attack.adjacent(here, attack.target):
            yield forbid("not_adjacent", units=[unit.id], where=[here, attack.target], unit=unit.id, hex=here, target=attack.target)
        if unit.side != attack.side:
            yield forbid("mixed_sides", units=[unit.id], unit=unit.id)
        if is_hq(unit):
            yield forbid("hq_attacks_not", units=[unit.id], unit=unit.id)
    starts = attack.slots.get("from") or ()
    for unit in attack.attackers:
        if starts and unit.hex is not None and unit.hex not in starts:
            yield forbid("stands_elsewhere", units=[unit.id], unit=unit.id, hex=unit.hex, named=", ".join(starts))
    if not attack.defenders:
        attack.s.complete()
        yield forbid("no_defender", where=[attack.target], target=attack.target)


@rule("10.0", Attack)
def one_attack_each(attack: Attack) -> Findings:
    """Each unit takes part in one attack in an activation; combat is never compulsory."""
    for unit in attack.attackers:
        done = attack.done(unit.id, "attack", "overrun")
        if done:
            yield forbid("already_attacked", units=[unit.id], unit=unit.id, hex=done[0].get("hex", "?"))
    if attack.slots.get("also"):
        yield forbid("one_hex_only", where=[attack.target, *attack.slots["also"]], hex=attack.target)
    if not attack.forbidden:
        yield permit("may_attack", units=[unit.id for unit in attack.attackers], where=[attack.target])


@rule("10.0", Attack)
def range_at_the_attack(attack: Attack) -> Findings:
    """At the moment of the attack a unit has to be within its HQ's activation range, save for units that entered this turn."""
    chit = attack.s.stated("chit")
    hq = hq_of(attack, chit, attack.side) if chit is not None else None
    if hq is None or hq.hex is None:
        return
    for unit in attack.attackers:
        if unit.hex is None or unit.stated("reinforcement") is not None or attack.done(unit.id, "enter"):
            continue
        far = attack.distance(hq.hex, unit.hex)
        if far > hq.command_range:
            yield forbid("out_of_range_to_attack", units=[unit.id, hq.id], where=[unit.hex], unit=unit.id, hq=hq.id, distance=far, range=hq.command_range)


# ---- 10.1 ---------------------------------------------------------------------------------------------------------------
@rule("10.1", Attack)
def pinned_units_do_not_attack(attack: Attack) -> Findings:
    """A unit that direct fire has pinned takes no part in an attack in this turn."""
    for unit in attack.attackers:
        if unit.pinned or attack.done(unit.id, "pinned"):
            yield forbid("pinned_attacks_not", units=[unit.id], unit=unit.id)


@rule("10.1", Attack, "strength")
def strengths(attack: Attack) -> Findings:
    """The attack strengths of all attackers against the defence strengths of all defenders."""
    for unit in attack.attackers:
        yield term("attack", unit.attack, "attack_strength", "units", unit=unit.id)
    defenders = [unit for unit in attack.defenders if not unit.riding]
    combat = [unit for unit in defenders if not is_hq(unit)]
    for unit in defenders:
        if is_hq(unit) and combat and unit.stated("defense") is None:
            continue
        yield term("defense", unit.defense, "defense_strength", "units", unit=unit.id)


@rule("10.1", Attack, "odds")
def the_odds(attack: Attack) -> Findings:
    """The attack total divided by the defence total; above 5-1 the column is 5-1, below 1-4 it is 1-4 (A1)."""
    attackers, defenders = attack.total("attack"), attack.total("defense")
    yield value("attack_total", attackers)
    yield value("defense_total", defenders)
    columns = attack.table("crt")["columns"]
    if attackers <= 0:
        yield value("column", columns[0], "no_strength")
        return
    if defenders <= 0:
        yield value("column", columns[-1], "no_defence")
        return
    high, low = max(attackers, defenders), min(attackers, defenders)
    exact = Fraction(high) / Fraction(low)
    if exact.denominator == 1:
        odds = f"{exact}:1" if attackers >= defenders else f"1:{exact}"
    else:
        reading = attack.reading("A1")
        up = reading == "up" or (reading == "attacker" and attackers > defenders) or (reading == "defender" and attackers < defenders)
        odds = ratio(attackers, defenders, up=True) if up and attackers >= defenders else _below(attackers, defenders, up)
    yield value("odds", odds, "odds", odds=odds, attack=attackers, defense=defenders)
    first, _, second = odds.partition(":")
    column = odds
    if second == "1" and int(first) > 5:
        column = columns[-1]
    elif first == "1" and int(second) > 4:
        column = columns[0]
    yield value("column", column, "column", column=column)


def _below(attackers: int, defenders: int, up: bool) -> str:
    """Odds that are not rounded up for the attacker."""
    high, low = max(attackers, defenders), min(attackers, defenders)
    count = -(-high // low) if up else high // low
    return f"{count}:1" if attackers >= defenders else f"1:{count}"


@rule("10.1", Attack, "hexsides")
def hexside_modifiers(attack: Attack) -> Findings:
    """What lies on the hexsides counts only if all attackers attack through it; water has a rule of its own (10.8)."""
    sides = hexsides_used(attack)
    water = attack.table("water")
    rows = {name for features in sides.values() for name in features if name not in ("bridge", *water, *attack.table("roads"))}
    for name in sorted(rows):
        if all(name in features for features in sides.values()):
            by = attack.cell("tec", name, "drm", DRMS)
            if by:
                yield drm(by, "hexside_drm", terrain=name)
        else:
            yield define("hexside_not_all", terrain=name)


def hexsides_used(attack: Attack) -> dict[str, list[str]]:
    """The hexes that the attackers attack from, with what lies on the sides to the target."""
    return {unit.hex: attack.features(unit.hex, attack.target) for unit in attack.fighting if unit.hex is not None}


def hex_terrain(attack: Attack) -> list[tuple[str, int]]:
    """The rows of the terrain chart that modify an attack on the hex, with their modifiers."""
    place = attack.s.hex(attack.target)
    rows = [place.terrain]
    rows += [name for name in place.features if name not in attack.table("roads") and not name.startswith("entry")]
    return [(name, int(attack.cell("tec", name, "drm", DRMS))) for name in rows]


@rule("10.1", Attack, "hex")
def terrain_of_the_hex(attack: Attack) -> Findings:
    """Every terrain in the defender's hex modifies the dice by its row of the chart."""
    for name, by in hex_terrain(attack):
        if by:
            yield drm(by, "terrain_drm", terrain=name)


@rule("16.0", Attack, "hex", exception_to="10.1")
def engineers_halve_the_terrain(attack: Attack) -> Findings:
    """With engineers among the attackers each terrain penalty of the hex is halved, rounded down."""
    helpers = [unit for unit in attack.attackers if is_engineer(unit)]
    if helpers:
        for name, by in hex_terrain(attack):
            if by:
                yield drm(by // 2, "terrain_halved", units=[unit.id for unit in helpers], terrain=name, full=by)


@rule("10.1", Attack, "roll")
def dice_and_table(attack: Attack) -> Findings:
    """Two dice, three at night or across a bridge hexside (A2); the modified total is held between 2 and 12."""
    count = dice_count(attack)
    yield value("dice", count)
    thrown = sum(attack.roll() for _ in range(count))
    total = thrown + sum(finding.by for _, finding in attack.ruling.drms)
    modified = max(2, min(12, total))
    yield value("modified", modified, "dice", dice=thrown, modified=modified)
    table = attack.table("crt")
    column = attack.computed("column")
    code = table["rows"][str(modified)][table["columns"].index(column)]
    pattern = table["suspect"].get(f"{column}/{modified}")
    if pattern is not None and pattern != code:
        if attack.reading("A3") == "pattern":
            code = pattern
        else:
            yield warn("suspect_cell", column=column, modified=modified, printed=code, pattern=pattern)
    elif pattern is not None:
        yield warn("impossible_code", column=column, modified=modified, pattern=pattern)
    yield value("result", code, "result_none" if code == "-" else f"result_{code}", result=code)


def dice_count(attack: Attack) -> int:
    """How many dice an attack throws."""
    if attack.s.time == "night":
        return 3
    return 3 if bridges_used(attack) and attack.reading("A2") == "both" else 2


def bridges_used(attack: Attack) -> list[str]:
    """Hexes from which attackers come over an intact bridge; pontoons do not count (12.1)."""
    found = []
    for hex_, features in hexsides_used(attack).items():
        if any(name in features for name in attack.table("water")) and "bridge" in features and bridge(attack.s, hex_, attack.target, pontoons=False):
            found.append(hex_)
    return found


# ---- 10.2 ---------------------------------------------------------------------------------------------------------------
@rule("10.2", Attack)
def guns_in_support(attack: Attack) -> Findings:
    """Unfired artillery in range adds its attack strength to an attack or a defence, never to that of its own hex; it needs no activation."""
    for side, guns in attack.support.items():
        for unit in dict.fromkeys(guns):
            yield from may_support(attack, unit, side, attack.target, attack.attackers if side == attack.side else [])
    for unit in attack.s.placed():
        if not unit.stated("artillery_range") or unit in attack.support.get(unit.side, ()) or unit in attack.attackers or unit.hex == attack.target:
            continue
        try:
            if gun_distance(attack, unit, attack.target) <= unit.artillery_range and not gun_fired(attack, unit):
                yield unused(f"units[{unit.id}]", "gun_in_range", unit=unit.id)
        except Missing:
            continue


def may_support(case: GdpCase, unit: Unit, side: str, target: str, attackers: list[Unit]) -> Findings:
    """What keeps a gun from supporting a combat."""
    if unit.side != side:
        yield forbid("other_sides_gun", units=[unit.id], unit=unit.id, side=side)
        return
    if not unit.artillery_range:
        yield forbid("no_artillery", units=[unit.id], unit=unit.id)
        return
    if unit in attackers:
        yield forbid("gun_attacks_itself", units=[unit.id], unit=unit.id)
    if unit.hex is not None and unit.hex == target:
        yield forbid("gun_own_hex", units=[unit.id], where=[target], unit=unit.id)
        return
    if gun_fired(case, unit):
        yield forbid("gun_fired", units=[unit.id], unit=unit.id)
    far = gun_distance(case, unit, target)
    if far > unit.artillery_range:
        yield forbid("gun_out_of_range", units=[unit.id], where=[target], unit=unit.id, distance=far, range=unit.artillery_range)
    elif not case.forbidden:
        yield permit("gun_supports", units=[unit.id], where=[target], unit=unit.id, distance=far, range=unit.artillery_range)


@rule("10.2", Attack, "support")
def support_strength(attack: Attack) -> Findings:
    """Guns lend their attack strength, in defence too; the attacker names his first."""
    for side, guns in attack.support.items():
        for unit in dict.fromkeys(guns):
            yield term("attack" if side == attack.side else "defense", unit.attack, "gun_strength", "support", unit=unit.id)
            yield record(unit=unit.id, fired=True)
            yield record(did=unit.id, act="support", hex=attack.target)


@rule("10.2", Attack)
def fired_guns_do_not_attack(attack: Attack) -> Findings:
    """A gun that has fired adds nothing to another attack in this turn."""
    for unit in attack.attackers:
        if gun_fired(attack, unit) and unit.artillery_range:
            yield forbid("gun_fired", units=[unit.id], unit=unit.id)


@rule("10.2", Support)
def support_of_a_combat(support: Support) -> Findings:
    """Support is added to a combat that has been declared."""
    attackers = [support.unit(id_) for id_ in support.pending.get("attackers") or ()]
    if not support.pending:
        yield forbid("no_combat_declared", units=[unit.id for unit in support.guns], hex=support.target)
    if support.pending.get("act") == "overrun":
        yield forbid("overrun_no_guns", units=[unit.id for unit in support.guns], unit=names(support.guns), side=support.side)
    for unit in support.guns:
        side = support.slots.get("side") or unit.side
        yield from may_support(support, unit, side, support.target, attackers)


# ---- 10.3 ---------------------------------------------------------------------------------------------------------------
def chits(attack: Attack) -> dict[str, dict[str, Any]]:
    """The two event chits of an attack, by role; Missing for what was not drawn yet."""
    stated = attack.events_of()
    found: dict[str, dict[str, Any]] = {}
    open_facts = []
    for role in ("attacker", "defender"):
        path = f"events.{role}"
        chit = dict(stated.get(role) or {}) if path not in attack.s.unknown else {}
        drawn = attack.drawn.get(role)
        if drawn:
            chit.update({key: content for key, content in drawn.items() if key not in chit})
        if not chit:
            open_facts.append(path)
        found[role] = chit
    if open_facts:
        raise Missing(open_facts[0], None, tuple((path, None) for path in open_facts[1:]))
    return found


def number_on(role: str, chit: dict[str, Any]) -> int:
    """What a chit adds to the attacker's dice: blue takes away, red adds, black has no number."""
    if chit.get("color") == "black":
        return 0
    if chit.get("drm") is None:
        raise Missing(f"events.{role}.drm")
    by = int(chit["drm"])
    if chit.get("color") == "blue":
        return -abs(by)
    return abs(by) if chit.get("color") == "red" else by


@rule("10.3", Attack, "draw")
def one_chit_each(attack: Attack) -> Findings:
    """Both players draw one event chit for every attack."""
    drawn = chits(attack)
    for role, chit in drawn.items():
        yield define("chit_drawn", role=role, chit=chit.get("name") or chit.get("color") or "?")


@rule("10.3", Attack)
def black_chits_played(attack: Attack) -> Findings:
    """A black chit in hand may be played on a drawn chit that it names, drawn by the other player, once in the game."""
    for side, name, against in attack.playing:
        drawn = {**{role: dict(chit) for role, chit in attack.events_of().items() if role in ("attacker", "defender")}, **attack.drawn}
        yield from may_play(attack, side, name, against, drawn, attack.side, attack.target)


def cancelled_by(case: GdpCase, name: str) -> str | None:
    """The chit, or the fortification, that a black chit cancels."""
    found: str | None = case.table("black_chits")["cancels"].get(name)
    return found


def may_play(case: GdpCase, side: str, name: str, against: str | None, drawn: dict[str, Any], attacking: str | None, target: str | None) -> Findings:
    """What keeps a black chit from being played."""
    table = case.table("black_chits")
    hand = (case.s.black_chits or {}).get(side)
    if hand is None or name not in hand:
        yield forbid("chit_not_in_hand", chit=name, side=side)
    spent = [item for item in case.s.history.get(side, ()) if item.get("act") == "play_black" and item.get("chit") == name]
    if spent:
        yield forbid("chit_spent", chit=name, side=side)
    victim = cancelled_by(case, name)
    played = {item.get("name") for item in (case.s.events or {}).get("black_played") or ()}
    if against is not None and (against in played or against in table["cancels"]):
        yield forbid("black_not_cancelled", chit=name, other=against)
        return
    if victim is None:
        yield forbid("no_black_chit", chit=name)
        return
    if against is not None and against.lower() != victim.lower():
        yield forbid("other_canceller", chit=name, victim=victim, other=against)
        return
    for role, chit in drawn.items():
        owner = attacking if role == "attacker" else case.book.enemy(attacking) if attacking else None
        if str(chit.get("name", "")).lower() == victim.lower():
            if owner == side:
                yield forbid("own_chit", chit=name, victim=victim)
            else:
                yield permit("black_cancels", chit=name, victim=victim)
            return
    kind = table["markers"].get(victim)
    if kind is not None and target is not None and case.markers_at(target, kind):
        yield permit("black_cancels_marker", chit=name, victim=victim, where=[target])
        return
    yield forbid("nothing_to_cancel", chit=name, victim=victim)


@rule("10.3", Attack, "chits")
def cancellers(attack: Attack) -> Findings:
    """A chit that names the other player's cancels it, the attacker's first; a black one cancels for good and cannot be cancelled."""
    drawn = chits(attack)
    void = attack.void
    for side, name, _ in attack.playing:
        victim = cancelled_by(attack, name)
        if victim is not None:
            attack.played.append({"by": side, "name": name, "cancels": victim})
            yield record(did=side, act="play_black", chit=name)
    for item in attack.played:
        victim = item.get("cancels") or cancelled_by(attack, str(item.get("name")))
        hit = next((role for role, chit in drawn.items() if victim and str(chit.get("name", "")).lower() == str(victim).lower()), None)
        kind = attack.table("black_chits")["markers"].get(str(victim))
        if hit is not None:
            void.setdefault(hit, "10.3")
            yield define("chit_cancelled", chit=drawn[hit].get("name"), by=item.get("name"))
        elif kind is not None:
            attack.cancelled_markers.add(kind)
            yield define("marker_cancelled", chit=item.get("name"), marker=kind)
    for role, other in (("attacker", "defender"), ("defender", "attacker")):
        victim = drawn[role].get("cancels")
        if role in void or other in void or not victim:
            continue
        if str(drawn[other].get("name", "")).lower() == str(victim).lower() and drawn[other].get("color") != "black":
            void[other] = "10.3"
            yield define("chit_cancelled", chit=victim, by=drawn[role].get("name"))
        kind = attack.table("black_chits")["markers"].get(str(victim))
        if kind is not None:
            attack.cancelled_markers.add(kind)


@rule("10.3", Attack, "events")
def event_modifiers(attack: Attack) -> Findings:
    """Blue chits take their number off the attacker's dice and red ones add it, whoever drew them."""
    for role, chit in chits(attack).items():
        if role not in attack.void:
            by = number_on(role, chit)
            yield drm(by, "event_drm", role=role, chit=chit.get("name") or chit.get("color") or "?")


@rule("10.3", PlayChit)
def play_a_black_chit(play: PlayChit) -> Findings:
    """Black chits are played while the attack stands, on the chit they name."""
    if not play.pending and not play.events:
        yield forbid("no_combat_declared", hex=play.slots.get("target") or "?", units=[])
    drawn = {role: chit for role, chit in play.events.items() if role in ("attacker", "defender") and isinstance(chit, dict)}
    for name in play.chits:
        against = play.against[0] if play.against else None
        yield from may_play(play, play.who or play.s.active, name, against, drawn, play.attacking, play.pending.get("hex"))


@rule("10.3", DrawChit)
def never_a_second_chit(draw: DrawChit) -> Findings:
    """Each player draws exactly one chit for an attack, blind, from his own cup."""
    roles = [draw.slots["role"]] if draw.slots.get("role") else []
    if not roles and draw.who and draw.attacking:
        roles = ["attacker" if draw.who == draw.attacking else "defender"]
    if "both" in roles:
        roles = ["attacker", "defender"]
    for role in roles or ["attacker"]:
        if draw.slots.get("again") or draw.events.get(role):
            yield forbid("one_chit_only", role=role)
    if not draw.pending and not draw.events:
        yield forbid("no_combat_declared", hex="?", units=[])
    if draw.slots.get("choose"):
        yield forbid("chits_drawn_blind")
    if not draw.forbidden:
        yield permit("chit_may_be_drawn")


# ---- 10.4 ---------------------------------------------------------------------------------------------------------------
WHAT = {"E": "all", "P": "half", "D": "one", "C": "reduce", "R": "retreat"}


@rule("10.4", Attack, "result")
def what_the_result_does(attack: Attack) -> Findings:
    """The code says which side loses what; the owner chooses, an HQ only if it is the sole defender."""
    code = attack.computed("result")
    if code in (None, "-"):
        return
    units = attack.attackers if code[0] == "A" else attack.defenders
    changes = list(carried_out(attack, code, units))
    yield from changes
    open_choice = any("any_of" in finding.by for finding in changes if finding.effect == "effect")
    pending = {
        "result": code, "hex": attack.target, "attackers": [unit.id for unit in attack.attackers],
        "defenders": [unit.id for unit in attack.defenders], "steps_taken": code[1] in "EPDC" and not open_choice,
    }  # fmt: skip
    yield record(state="pending", value=pending)


def carried_out(case: GdpCase, code: str, units: list[Unit]) -> Findings:
    """The changes of the position that a result brings, as far as nobody has a choice."""
    carriers = [unit for unit in units if not unit.riding]
    combat = [unit for unit in carriers if not is_hq(unit)] or carriers
    what = WHAT[code[1]]
    if what == "all":
        for unit in units:
            yield effect(unit=unit.id, eliminated=True)
        return
    if what == "retreat":
        yield value("retreat", 2, "must_retreat", units=[unit.id for unit in units], unit=names(units))
        return
    if what == "half":
        count = len(carriers) // 2
        if count and count == len(combat):
            what, combat = "all", combat
            for unit in combat:
                yield from _with_riders(case, {"unit": unit.id, "eliminated": True}, unit)
        elif count:
            yield effect(any_of=[unit.id for unit in combat], count=count, eliminated=True)
        return
    if len(combat) == 1:
        change = {"unit": combat[0].id, "eliminated": True} if what == "one" else loss(combat[0])
        yield from _with_riders(case, change, combat[0])
    elif combat:
        change = {"eliminated": True} if what == "one" else {"steps": -1}
        yield effect(any_of=[unit.id for unit in combat], count=1, **change)


def _with_riders(case: GdpCase, change: dict[str, Any], unit: Unit) -> Findings:
    """A loss to a tank is suffered by its rider too (9.5)."""
    yield effect(**change)
    for rider in case.riders(unit):
        yield effect(**({"unit": rider.id, "eliminated": True} if "steps" not in change else loss(rider)))


@rule("9.5", Attack, "result")
def riders_suffer_with_the_tank(attack: Attack) -> Findings:
    """Any result on a tank also hits the unit that rides on it."""
    code = attack.computed("result")
    units = attack.defenders if code and code[0] == "D" else attack.attackers
    hit = [rider for unit in units for rider in attack.riders(unit)]
    if hit and code not in (None, "-"):
        yield define("rider_hit_too", units=[unit.id for unit in hit], unit=names(hit))


@rule("10.4", Loss)
def whose_loss(loss_: Loss) -> Findings:
    """The owner of the units that suffer the result decides which of them pays; an HQ only as the sole defender."""
    result = loss_.slots.get("result") or loss_.result
    if loss_.result and loss_.slots.get("result") and loss_.slots["result"] != loss_.result:
        yield forbid("other_result", result=loss_.result, named=loss_.slots["result"])
    if result is None:
        yield forbid("nothing_pending")
        return
    suffering = loss_.attackers if result.startswith("A") else ids_of(loss_.defenders())
    if result in ("AR", "DR", "-"):
        yield forbid("no_loss_called_for", result=result)
    if loss_.pending.get("steps_taken"):
        yield forbid("loss_taken_already", result=result)
    chooser = loss_.chooser()
    for unit in loss_.movers:
        if chooser and unit.side != chooser:
            yield forbid("owner_chooses", units=[unit.id], unit=unit.id, side=chooser)
        if unit.id not in suffering:
            yield forbid("not_in_combat", units=[unit.id], unit=unit.id, result=result)
        others = [id_ for id_ in suffering if id_ != unit.id and id_ not in loss_.s.eliminated]
        if is_hq(unit) and others:
            yield forbid("hq_pays_last", units=[unit.id], unit=unit.id, other=", ".join(others))
        if unit.id in loss_.s.eliminated:
            yield forbid("already_eliminated", units=[unit.id], unit=unit.id)
    wanted = (len(suffering) // 2 if result == "AP" else 1) if result not in ("AE", "DE") else len(suffering)
    if len(loss_.movers) > wanted:
        yield forbid("too_many_losses", units=[unit.id for unit in loss_.movers], result=result, count=wanted)
    if loss_.movers and not loss_.forbidden:
        yield permit("loss_taken", units=[unit.id for unit in loss_.movers], unit=names(loss_.movers), result=result)


def ids_of(units: list[Unit]) -> list[str]:
    """Ids of units."""
    return [unit.id for unit in units]


@rule("10.4", Loss, "after")
def loss_is_taken(loss_: Loss) -> Findings:
    """AC and DC cost one unit a step; AD, DD, AP, AE and DE remove units."""
    result = loss_.slots.get("result") or loss_.result or ""
    for unit in loss_.movers:
        change = loss(unit) if result in ("AC", "DC") else {"unit": unit.id, "eliminated": True}
        yield from _with_riders(loss_, change, unit)
    if loss_.pending:
        yield record(state="pending", value={**loss_.pending, "steps_taken": True})


@rule("10.4", Eliminate)
def elimination_called_for(eliminate: Eliminate) -> Findings:
    """Units are eliminated by AE, AP, AD, DD and DE, by a loss on the reduced side, or because they cannot retreat."""
    result = eliminate.result
    if result is None:
        yield forbid("nothing_pending")
        return
    suffering = eliminate.attackers if result.startswith("A") else ids_of(eliminate.defenders())
    chooser = eliminate.chooser()
    for unit in eliminate.movers:
        if unit.id not in suffering:
            yield forbid("not_in_combat", units=[unit.id], unit=unit.id, result=result)
        if result in ("AC", "DC") and not (unit.reduced or unit.max_steps == 1):
            yield forbid("only_reduced", units=[unit.id], unit=unit.id)
        if chooser and unit.side != chooser and result[1] in "PDC":
            yield forbid("owner_chooses", units=[unit.id], unit=unit.id, side=chooser)
        others = [id_ for id_ in suffering if id_ != unit.id and id_ not in eliminate.s.eliminated]
        if is_hq(unit) and others and result[1] in "PDC":
            yield forbid("hq_pays_last", units=[unit.id], unit=unit.id, other=", ".join(others))
    if not eliminate.forbidden:
        yield permit("eliminated", units=ids_of(eliminate.movers), unit=names(eliminate.movers))


@rule("10.5", Eliminate)
def no_way_back(eliminate: Eliminate) -> Findings:
    """A unit that has to retreat is eliminated only if there is no legal way."""
    if eliminate.result in ("AR", "DR"):
        for unit in eliminate.movers:
            way = ways_back(eliminate, unit, unit.hex or "")
            if way:
                yield forbid("can_retreat", units=[unit.id], unit=unit.id, hexes=", ".join(way))
            else:
                yield permit("cannot_retreat", units=[unit.id], unit=unit.id)


@rule("10.4", Eliminate, "after")
def they_are_gone(eliminate: Eliminate) -> Findings:
    """The counters leave the map."""
    for unit in eliminate.movers:
        yield effect(unit=unit.id, eliminated=True)


@rule("10.4", Resolve)
def carry_out(resolve: Resolve) -> Findings:
    """A result that is being carried out."""
    if (resolve.slots.get("result") or resolve.result) is None:
        yield forbid("nothing_pending")
    else:
        yield permit("result", result=resolve.slots.get("result") or resolve.result)


@rule("10.4", Resolve, "numbers")
def outcome(resolve: Resolve) -> Findings:
    """What the result comes to; choices are listed."""
    code = resolve.slots.get("result") or resolve.result or "-"
    if code == "-" or (resolve.pending.get("steps_taken") and code[1] != "R"):
        return
    units = [resolve.unit(id_) for id_ in resolve.attackers if id_ not in resolve.s.eliminated] if code[0] == "A" else resolve.defenders()
    yield from carried_out(resolve, code, units)
    if code[1] == "R":
        for unit in units:
            if unit.hex is not None and not ways_back(resolve, unit, unit.hex):
                yield effect(unit=unit.id, eliminated=True)


# ---- 10.5 ---------------------------------------------------------------------------------------------------------------
def guides(case: GdpCase, unit: Unit) -> list[str]:
    """Where the HQs stand that give the direction of a retreat: the battalion's or the division's, as the owner likes (A12)."""
    found: list[str] = []
    open_facts = []
    for hq in case.hqs(unit.formation, unit.side):
        if hq is unit:
            continue
        try:
            place = case.standing(hq)
        except Missing as missing:
            open_facts.append(missing.fact)
            continue
        if place is not None:
            found.append(place)
    if not found and open_facts:
        raise Missing(open_facts[0], None, tuple((fact, None) for fact in open_facts[1:]))
    return found


def hex_closed(case: GdpCase, unit: Unit, before: str, here: str, last: bool) -> str | None:
    """The text that says why a unit may not retreat into a hex, or None."""
    if case.enemies_at(here, unit.side):
        return "retreat_into_enemy"
    if barred(case, unit, before, here):
        return "retreat_terrain"
    if zone(case.s, here, unit.side):
        return "retreat_into_zoc"
    there = [other for other in case.s.at(here) if other is not unit and other.side == unit.side]
    if last and len(there) >= 4:
        from .r07_stacking import limit_in, stacked

        if stacked([*there, unit]) > limit_in(case, here, [])[0]:
            return "retreat_overstacks"
    return None


def barred(case: GdpCase, unit: Unit, before: str, here: str) -> bool:
    """Whether the terrain chart or unbridged water forbids a unit a step; roads and bridges open it (9.1, 9.2)."""
    class_ = class_of(unit)
    features = case.features(before, here)
    if any(name in features for name in case.table("barriers")) or case.s.hex(here).stated("terrain") == "great_river":
        if bridge(case.s, before, here):
            return False
        if class_ != "foot" or case.s.hex(here).stated("terrain") == "great_river":
            return True
    if road_between(case, before, here):
        return False
    if class_ == "foot":
        rows = [name for name in features if name not in ("bridge", *case.table("roads"), *case.table("water"))]
    else:
        rows = [name for name in features if name not in ("bridge", *case.table("roads"))]
    terrain = case.s.hex(here).terrain
    return any(chart(case.s, name, class_, side=True) == "NA" for name in rows) or (terrain != "clear" and chart(case.s, terrain, class_) == "NA")


def ways_back(case: GdpCase, unit: Unit, start: str) -> list[str]:
    """The hexes that the first hex of a retreat may be, by the letter of 10.5."""
    goals = guides(case, unit)
    found = []
    for here in possible_neighbours(case.s, start):
        try:
            if not case.adjacent(start, here) or hex_closed(case, unit, start, here, False):
                continue
            nearer = not goals or any(case.distance(goal, here) < case.distance(goal, start) for goal in goals) or start in goals
        except Missing:
            continue
        if nearer:
            found.append(here)
    return sorted(found)


def way_back(retreat: Retreat, start: str, goal: str) -> list[str] | None:
    """The hex between start and goal of a retreat of which only the end was named."""
    for here in sorted(possible_neighbours(retreat.s, start)):
        if retreat.s.grid.adjacent(start, here) and retreat.s.grid.adjacent(here, goal):
            return [here, goal]
    return None


@rule("10.5", Retreat)
def who_retreats(retreat: Retreat) -> Findings:
    """AR sends back all attackers, DR all defenders, each unit by itself; the owner chooses the way unless he has no HQ left."""
    result = retreat.result
    chooser = retreat.chosen_by
    for unit in retreat.movers:
        if unit.id in retreat.s.eliminated:
            yield forbid("already_eliminated", units=[unit.id], unit=unit.id)
        if result is not None and result not in ("AR", "DR"):
            yield forbid("no_retreat_called_for", units=[unit.id], result=result)
        elif result is not None:
            called = list(retreat.attackers) if result == "AR" else ids_of(retreat.defenders())
            along = is_hq(unit) and result == "AR" and any(retreat.unit(id_).hex == unit.hex for id_ in called)
            if unit.id in retreat.supporters and unit.id not in called or (unit.id not in called and not along):
                yield forbid("not_made_to_retreat", units=[unit.id], unit=unit.id, result=result)
        if chooser and chooser != unit.side:
            if guides(retreat, unit):
                yield forbid("owner_retreats", units=[unit.id], unit=unit.id, side=chooser)
            else:
                yield permit("opponent_retreats", units=[unit.id], unit=unit.id, side=chooser)
    if not retreat.pending:
        yield forbid("nothing_pending")


@rule("10.5", Retreat)
def two_hexes(retreat: Retreat) -> Findings:
    """A retreat is exactly two hexes long and costs no points."""
    if len(retreat.path) != 2:
        yield forbid("retreat_two_hexes", where=retreat.path, count=len(retreat.path))


@rule("10.5", Retreat, "step")
def nearer_to_the_hq(retreat: Retreat) -> Findings:
    """Each hex is legal and nearer to the battalion's or division's HQ than the one before; equally far is not nearer."""
    unit, before, here, index = retreat.item
    if not retreat.adjacent(before, here):
        yield forbid("gap_in_path", where=[before, here], start=before, hex=here)
        return
    fault = None
    if retreat.enemies_at(here, unit.side):
        fault = "retreat_into_enemy"
    elif barred(retreat, unit, before, here):
        fault = "retreat_terrain"
    if fault:
        yield forbid(fault, where=[before, here], units=[unit.id], unit=unit.id, hex=here, start=before, enemy=names(retreat.enemies_at(here, unit.side)))
    goals = guides(retreat, unit)
    if not goals:
        if index == 0:
            yield define("no_hq_to_guide", units=[unit.id], unit=unit.id)
        return
    if any(retreat.distance(goal, here) < retreat.distance(goal, before) for goal in goals):
        yield permit("nearer_to_hq", where=[here], units=[unit.id], unit=unit.id, hex=here)
        return
    if before in goals:
        yield define("at_its_hq", where=[before], units=[unit.id], unit=unit.id)
        return
    blocked = not ways_back(retreat, unit, before)
    if not (blocked and retreat.reading("A12") == "sideways"):
        yield forbid("not_nearer", where=[before, here], units=[unit.id], unit=unit.id, hex=here, start=before)


@rule("10.5", Retreat, "end")
def retreat_within_limits(retreat: Retreat) -> Findings:
    """The stacking limit binds retreats."""
    yield from stacking_fault(retreat, retreat.path[-1], retreat.movers)


@rule("9.1", Retreat, "step")
def retreat_over_water(retreat: Retreat) -> Findings:
    """The movement prohibitions bind retreats."""
    unit, before, here, _ = retreat.item
    features = retreat.features(before, here)
    if any(name in features for name in retreat.table("barriers")) and class_of(unit) != "foot" and not bridge(retreat.s, before, here):
        yield forbid("needs_bridge", where=[before, here], units=[unit.id], unit=unit.id, water=", ".join(features), mobility=class_of(unit))


@rule("10.5", Retreat, "after")
def retreated(retreat: Retreat) -> Findings:
    """The units stand where the retreat ends."""
    for unit in retreat.movers:
        yield effect(unit=unit.id, at=retreat.path[-1])
        yield record(did=unit.id, act="retreat", path="-".join(retreat.path))
    if retreat.pending:
        gone = dict.fromkeys([*(retreat.pending.get("gone") or ()), *(unit.id for unit in retreat.movers)])
        yield record(state="pending", value={**retreat.pending, "gone": list(gone)})


@rule("10.4", Owed, "answer")
def losses_due(owed: Owed) -> Findings:
    """A loss that the owner has to lay on one of his units."""
    code = owed.result
    if not code or code[1:] not in ("P", "D", "C") or owed.pending.get("steps_taken"):
        return
    units = [owed.unit(id_) for id_ in owed.attackers if id_ not in owed.s.eliminated] if code[0] == "A" else owed.defenders()
    for finding in carried_out(owed, code, units):
        if finding.effect == "effect" and "any_of" in finding.by:
            side = owed.unit(finding.by["any_of"][0]).stated("side")
            yield owes("loss" if "steps" in finding.by else "eliminate", side, finding.by["any_of"], count=finding.by["count"])


@rule("10.5", Owed, "answer")
def retreats_due(owed: Owed) -> Findings:
    """Every unit that a result sends back, with the hexes its way may begin with, nearest to its HQ first."""
    if owed.result not in ("AR", "DR"):
        return
    gone = owed.pending.get("gone") or ()
    units = [owed.unit(id_) for id_ in owed.attackers if id_ not in owed.s.eliminated] if owed.result == "AR" else owed.defenders()
    for unit in units:
        if unit.id in gone or unit.hex is None or unit.riding:
            continue
        try:
            way = ways_back(owed, unit, unit.hex)
        except Missing:  # asked for when the way is named
            yield owes("retreat_somewhere", unit.stated("side"), [unit.id], start=unit.hex)
            continue
        if way:
            yield owes("retreat", unit.stated("side"), [unit.id], whole_ways(owed, unit, unit.hex, way), start=unit.hex)
        else:
            yield owes("eliminate", unit.stated("side"), [unit.id], count=1)


def whole_ways(case: GdpCase, unit: Unit, start: str, firsts: list[str]) -> list[str]:
    """Both hexes of every way back; a first hex alone where none can be told to follow."""
    found = []
    for here in firsts:
        after = [there for there in ways_back(case, unit, here) if there != start and not hex_closed(case, unit, here, there, True)]
        found += [f"{here}-{there}" for there in after] or [here]
    return sorted(found, key=lambda way: "-" not in way)


# ---- 10.6 ---------------------------------------------------------------------------------------------------------------
@rule("10.6", Advance)
def into_the_emptied_hex(advance: Advance) -> Findings:
    """Attackers may enter the hex that their attack has emptied; tracked and wheeled ones may go one hex further."""
    if not advance.pending:
        yield forbid("nothing_to_advance_from")
        return
    if advance.battle and advance.path[0] != advance.battle:
        yield forbid("advance_elsewhere", where=advance.path, hex=advance.battle, named=advance.path[0])
    if advance.result in ("AE", "AP", "AD", "AC", "AR", "-"):
        yield forbid("no_advance_after", result=advance.result)
    rest = [unit for unit in advance.s.at(advance.battle or "") if unit.side != advance.side]
    if rest:
        yield forbid("still_held", where=[advance.battle], units=[unit.id for unit in rest], hex=advance.battle, enemy=names(rest))
    else:
        advance.s.complete()
    for unit in advance.movers:
        if unit.id not in advance.attackers or (unit.id in advance.supporters and unit.id not in advance.attackers):
            yield forbid("did_not_attack", units=[unit.id], unit=unit.id)
        if unit.id in advance.s.eliminated:
            yield forbid("already_eliminated", units=[unit.id], unit=unit.id)
        limit = 1 if class_of(unit) == "foot" else 2
        if len(advance.path) > limit:
            yield forbid("advance_too_far", units=[unit.id], where=advance.path, unit=unit.id, limit=limit, mobility=class_of(unit))
    if not advance.forbidden:
        yield permit("may_advance", where=advance.path, units=[unit.id for unit in advance.movers], hex=advance.path[0])


@rule("10.6", Stay)
def no_duty_to_advance(stay: Stay) -> Findings:
    """An advance is never obligatory."""
    if (stay.s.stated("pending") or {}).get("result"):
        units = stay.units_of()
        yield permit("no_duty_to_advance", units=[unit.id for unit in units], unit=names(units))


@rule("9.6", Advance)
def debarked_units_advance_on_foot(advance: Advance) -> Findings:
    """A debarked unit is foot for all purposes."""
    for unit in advance.movers:
        if unit.debarked:
            yield define("foot_for_all", units=[unit.id], unit=unit.id)


@rule("10.6", Advance, "step")
def ground_of_the_advance(advance: Advance) -> Findings:
    """ZOC do not matter; forbidden terrain does, unless a sound bridge or a road leads there."""
    unit, before, here, _ = advance.item
    if not advance.adjacent(before, here):
        yield forbid("gap_in_path", where=[before, here], start=before, hex=here)
        return
    enemies = [other for other in advance.s.at(here) if other.side != advance.side]
    if enemies and here != advance.battle:
        yield forbid("enemy_in_path", where=[here], units=[other.id for other in enemies], hex=here, unit=names(enemies))
    if barred(advance, unit, before, here):
        yield forbid("advance_terrain", where=[before, here], units=[unit.id], unit=unit.id, hex=here)
    elif advance.features(before, here) and any(name in advance.features(before, here) for name in advance.table("water")):
        yield permit("advance_over_water", where=[before, here], units=[unit.id], unit=unit.id, hex=here)


@rule("10.6", Advance, "end")
def advance_within_limits(advance: Advance) -> Findings:
    """The stacking limit binds advances."""
    yield from stacking_fault(advance, advance.path[-1], advance.movers)


@rule("7.1", Advance, "end")
def limit_of_the_hex(advance: Advance) -> Findings:
    """Four units a hex."""
    if advance.computed("stacking") is not None:
        place, total = advance.path[-1], str(advance.computed("stacking"))
        yield define("stack_after_advance", where=[place], hex=place, stacking=total, limit=advance.computed("limit"))


@rule("7.1", Retreat, "end")
def limit_after_retreat(retreat: Retreat) -> Findings:
    """Four units a hex."""
    if retreat.computed("stacking") is not None:
        place, total = retreat.path[-1], str(retreat.computed("stacking"))
        yield define("stack_after_advance", where=[place], hex=place, stacking=total, limit=retreat.computed("limit"))


@rule("10.6", Advance, "after")
def advanced(advance: Advance) -> Findings:
    """The units stand in the hex; nobody is ever obliged to advance."""
    for unit in advance.movers:
        yield effect(unit=unit.id, at=advance.path[-1])
        yield record(did=unit.id, act="advance", hex=advance.path[-1])


# ---- 10.7 ---------------------------------------------------------------------------------------------------------------
def is_air(case: GdpCase, chit: dict[str, Any]) -> bool:
    """Whether a chit is an airstrike or a bombing or strafing attack."""
    plain = "".join(letter for letter in str(chit.get("name", "")).lower() if letter.isalpha())
    return any(plain == "".join(letter for letter in name.lower() if letter.isalpha()) for name in case.table("air_chits"))


def aa_dice(case: GdpCase, unit: Unit) -> int:
    """Two dice for AA and Flak, three for light ones; 0 for anything else."""
    kinds: dict[str, int] = case.table("anti_aircraft")["kinds"]
    return kinds.get(unit.kind, 0)


def may_fire_at_air(case: GdpCase, units: list[Unit], name: str | None, drawn: dict[str, Any], attacking: str | None) -> Findings:
    """What keeps anti-aircraft units from firing at an event."""
    air = [(role, chit) for role, chit in drawn.items() if is_air(case, chit)]
    if name is not None and not is_air(case, {"name": name}):
        yield forbid("aa_only_air", units=[unit.id for unit in units], chit=name)
        return
    if not air:
        yield forbid("no_air_chit", units=[unit.id for unit in units])
        return
    owner = attacking if air[0][0] == "attacker" else case.book.enemy(attacking) if attacking else None
    for unit in units:
        if not aa_dice(case, unit):
            yield forbid("no_aa_unit", units=[unit.id], unit=unit.id)
        if unit.side == owner:
            yield forbid("own_air_chit", units=[unit.id], unit=unit.id)
        if unit.hex is None:
            yield forbid("not_on_map", units=[unit.id], unit=unit.id)
    if not case.forbidden:
        yield permit("aa_may_fire", units=[unit.id for unit in units], unit=names(units))


@rule("10.7", Attack)
def aa_units_named(attack: Attack) -> Findings:
    """Every AA or Flak unit of the other side may fire at an airstrike or a bombing attack."""
    if attack.aa:
        drawn = {**{role: chit for role, chit in attack.events_of().items() if role in ("attacker", "defender")}, **attack.drawn}
        yield from may_fire_at_air(attack, attack.aa, attack.aa_chit, drawn, attack.side)


@rule("10.7", Attack, "aa")
def aa_cancels(attack: Attack) -> Findings:
    """The sum of its dice must exceed the distance to the combat hex."""
    for unit in attack.aa:
        role = next((role for role, chit in chits(attack).items() if is_air(attack, chit)), None)
        if role is None or role in attack.void:
            continue
        thrown = sum(attack.roll() for _ in range(aa_dice(attack, unit)))
        far = attack.distance(unit.hex or "", attack.target)
        if thrown > far:
            attack.void[role] = "10.7"
            yield define("aa_hits", units=[unit.id], unit=unit.id, dice=thrown, distance=far)
        else:
            yield define("aa_misses", units=[unit.id], unit=unit.id, dice=thrown, distance=far)


@rule("10.7", AaFire)
def aa_answers(fire: AaFire) -> Findings:
    """AA and Flak units fire at the air events of the other side in a combat that is going on."""
    if not fire.pending and not fire.events:
        yield forbid("no_combat_declared", hex=fire.target or "?", units=[unit.id for unit in fire.guns])
        return
    drawn = {role: chit for role, chit in fire.events.items() if role in ("attacker", "defender")}
    yield from may_fire_at_air(fire, fire.guns, next(iter([*fire.against, *fire.chits]), None), drawn, fire.attacking)


@rule("10.7", AaFire, "roll")
def aa_dice_thrown(fire: AaFire) -> Findings:
    """More than the distance cancels the event."""
    for unit in fire.guns:
        thrown = sum(fire.roll() for _ in range(aa_dice(fire, unit)))
        far = fire.distance(unit.hex or "", fire.target or "")
        hit = thrown > far
        yield value("result", "cancelled" if hit else "miss", "aa_hits" if hit else "aa_misses", units=[unit.id], unit=unit.id, dice=thrown, distance=far)
        if hit:
            return


# ---- 10.8 ---------------------------------------------------------------------------------------------------------------
@rule("10.8", Attack, "hexsides")
def across_water(attack: Attack) -> Findings:
    """+2 if all attack across streams, +4 if all attack across rivers; only +1 if any of them uses an intact bridge."""
    sides = hexsides_used(attack)
    water = {hex_: [name for name in features if name in attack.table("water")] for hex_, features in sides.items()}
    if not any(water.values()):
        return
    if not all(water.values()):
        yield define("not_all_across", where=[hex_ for hex_, crossed in water.items() if not crossed])
        return
    table = attack.table("water_drm")
    if bridges_used(attack):
        yield drm(table["bridge"], "bridge_drm")
        return
    kinds = {name for crossed in water.values() for name in crossed}
    if len(kinds) == 1:
        name = kinds.pop()
        yield drm(int(attack.cell("tec", name, "drm", DRMS)), "water_drm", water=name)
    elif attack.reading("A20") == "lowest":
        yield drm(min(int(attack.cell("tec", name, "drm", DRMS)) for name in kinds), "mixed_water_drm", water=", ".join(sorted(kinds)))


# ---- questions ------------------------------------------------------------------------------------------------------------
def trial(question: Question, slots: dict[str, Any], full: bool = False) -> Ruling:
    """The ruling on an attack that is only thought of."""
    return suppose(question, "attack", slots, full)


@rule("10.0", AskAttackers, "answer")
def what_can_attack(question: AskAttackers) -> Findings:
    """Every unit that may attack the hex now."""
    target = question.hex_of("target")
    here = question.s.at(target)
    side = question.book.enemy(here[0].side) if here else question.s.active
    able = []
    for unit in question.s.placed():
        if unit.side != side or not question.s.grid.adjacent(unit.hex or "", target):
            continue
        if trial(question, {"units": (unit.id,), "target": target}).verdict == "legal":
            able.append(unit.id)
    yield value("attackers", able)
    yield value("answer", ", ".join(able) or "none", "attackers", where=[target], units=able, target=target, unit=", ".join(able) or "-")


@rule("10.1", AskOdds, "answer")
def odds_of_an_attack(question: AskOdds) -> Findings:
    """The odds that an attack would have."""
    ruling = trial(question, question.slots)
    for name in ("odds", "column", "attack_total", "defense_total"):
        if name in ruling.computed:
            yield value(name, ruling.computed[name])
    if "odds" not in ruling.computed:
        for need in ruling.needs:
            raise Missing(need.fact, question.values_of(need.fact))
    for number, finding in ruling.findings:
        if finding.effect == "forbids":
            question.add(number, finding._replace(effect="defines"))
    yield value("answer", ruling.computed.get("odds", "none"))


@rule("10.1", AskChances, "answer")
def chances_of_an_attack(question: AskChances) -> Findings:
    """The chance of each result."""
    pending = question.s.pending or {}
    slots = dict(question.slots)
    slots.setdefault("units", tuple(pending.get("attackers") or ()))
    if not slots.get("target"):
        slots["target"] = pending.get("hex")
    ruling = trial(question, slots, full=True)
    for need in ruling.needs:
        raise Missing(need.fact, question.values_of(need.fact))
    if ruling.roll is not None:
        yield value("chances", {key: str(chance) for key, chance in ruling.roll.chances.items()})
        wanted = question.slots.get("result")
        if wanted:
            yield value("answer", str(ruling.roll.chances.get(wanted, 0)))


@rule("10.5", AskRetreats, "answer")
def where_it_may_retreat(question: AskRetreats) -> Findings:
    """The hexes that a retreat may begin with."""
    unit = question.units_of()[0]
    start = question.slots.get("at") or question.standing(unit)
    open_hexes = ways_back(question, unit, start or "")
    yield value("retreats", open_hexes)
    yield value("answer", ", ".join(open_hexes) or "none", "retreats", units=[unit.id], unit=unit.id, hexes=", ".join(open_hexes) or "-")


@rule("10.6", Owed, "answer")
def advance_open(owed: Owed) -> Findings:
    """The hex that the attack has emptied may be entered."""
    if not owed.result or owed.result[0] != "D" or not owed.battle or owed.s.at(owed.battle) or not owed.s.facts.get("units_complete", True):
        return
    units = [owed.unit(id_) for id_ in owed.attackers if id_ not in owed.supporters]
    units = [unit for unit in units if unit.hex not in (None, owed.battle)]
    if units:
        yield owes("advance", units[0].stated("side"), [unit.id for unit in units], may=True, hex=owed.battle)


__all__ = ["Aftermath", "Overrun"]
