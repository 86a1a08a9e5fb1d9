"""Chapter 5.2: Engagements."""

from __future__ import annotations

from adjudicator.book import Findings, Missing, Unit, cited, define, forbid, kept, permit, record, rule, says, value

from .acts_aftermath import SupportFire
from .acts_combat import ATTACKER, DEFENDER, NO_EFFECT, Engagement, Shot
from .r01_vocabulary import can_do, fire_events, has_av, is_host, support_of, uses_prep_def
from .r03_vocabulary import in_double_zone, is_stopped
from .r04_vocabulary_zones import av_zoc_units
from .r05_common import card_modifier, in_terrain, outcomes, read_cell, summing
from .r05_common_engagements import DICE, REAL, SUPPORT, aim, best, hosts, named_for, reach_of, real_targets, tell_term
from .vocabulary import acts_now, place_marker


# ---- 5.2 Engagements ------------------------------------------------------------------------------------------------
@rule("5.2", Engagement)
def the_active_side_fires_at_av(fight: Engagement) -> Findings:
    """Only the active player starts Engagements, and only against an AV, Real or of Support."""
    if fight.side != fight.acting:
        yield forbid("active_side_only", side=fight.side)
    phase = fight.s.stated("phase")
    if phase not in (None, "activities", "activations"):
        yield forbid("not_in_activities", phase=phase)
    for hex_ in fight.hexes:
        there = fight.fighters(hex_, fight.side)
        if not there:
            fight.s.complete()
        if not any(has_av(unit) or is_host(unit) for unit in there):
            yield forbid("no_av_to_engage", there, hex_)
        else:
            yield kept()


@rule("5.2", SupportFire)
def the_inactive_side_never_fires(fire: SupportFire) -> Findings:
    """Without the optional rule only the active player starts Engagements, and Support is a Target only."""
    if not fire.s.option("6.5") and fire.firing_unit is not None:
        yield forbid("support_never_fires", fire.firing_unit)


@rule("5.2a", Engagement, each="firers")
def real_av_fires(fight: Engagement, unit: Unit) -> Findings:
    """The Firer is a Real AV unit of the active side, the Target an AV unit; it need not be able to enter the hex, and EZOCs do not matter."""
    if unit.in_support:
        yield forbid("support_never_fires", unit)
    elif not has_av(unit):
        yield forbid("firer_without_av", unit)
    elif fight.standing(unit) is None and not fight.off_map(unit):
        yield forbid("not_on_map", unit)
    elif fire_events(unit) < fight.firing[unit.id]:
        yield forbid("engagement_takes_fire_events", unit, left=fire_events(unit), needed=fight.firing[unit.id])
    elif not any(has_av(other) or is_host(other) for hex_ in fight.hexes for other in fight.fighters(hex_, fight.side)):
        yield kept()


@rule("5.2a", Engagement, "range")
def in_range(fight: Engagement, shot: Shot) -> Findings:
    """The hex lies within the Firer's range and the Visibility."""
    if fight.forbidden:
        return
    far = reach_of(fight, shot)
    limit = 1 if far <= 1 else int(shot.firer.range or 1)
    if far > limit:
        yield forbid("out_of_range", shot.firer, shot.hex, distance=far, range=limit)
    elif far > 1 and far > fight.s.visibility:
        yield forbid("beyond_visibility", shot.firer, shot.hex, distance=far, visibility=fight.s.visibility)
    else:
        yield permit("in_range", shot.firer, shot.hex, distance=far)


def providers(fight: Engagement, unit: Unit, here: str) -> list[Unit]:
    """Enemies whose AV ZOC is left on a hex after the shots."""
    gone = {fate.unit.id for fate in fight.fates if fate.goes}
    found = []
    for enemy in av_zoc_units(fight.s, here, unit.side):
        dropped = enemy in fight.dropped and not has_av(enemy)
        if enemy.id not in gone and not fight.toll.dead(enemy) and not dropped:
            found.append(enemy)
    return found


def held_by(fight: Engagement, unit: Unit, here: str) -> list[Unit]:
    """Enemies whose AV ZOC still covers the Firer's hex, if it moved there (4.4): those that left, died or lost their Support do not."""
    if not unit.moved and not acts_now(fight.s, unit.id, "move"):
        return []
    return providers(fight, unit, here)


def still_stopped(fight: Engagement, unit: Unit, here: str) -> Findings:
    """A STOP that an AV EZOC caused is lifted when none is left; another one, or a lost Engagement, keeps it."""
    left = providers(fight, unit, here)
    won = bool(fight.dropped or any(fate.goes for fate in fight.fates) or any(fight.toll.dead(other) for other in fight.toll.units.values()))
    if won and not left and not fight.s.hex(here).stop_terrain and not any(m.kind == "traffic" and m.hex == here for m in fight.s.markers.values()):
        fight.toll.tell(unit, state="may_move")
        fight.toll.fact(unit, stopped=False)
        yield define("stop_lifted", unit)
    else:
        fight.toll.stop(unit)
        yield define("stop_stays", unit, left, unit=unit.id)


@rule("5.2a", Engagement, "states", each="firers")
def the_firer_goes_on(fight: Engagement, unit: Unit) -> Findings:
    """A Firer with a Fire Event left goes on, if nothing STOPS it (4.4b: a STOP of the zones is lifted when no AV EZOC is left on its hex)."""
    here = fight.standing(unit)
    left = int(fight.toll.told.get(unit.id, {}).get("fire_events", 0))
    if left <= 0 or here is None or any(shot.firer is unit and shot.total is not None and shot.result is None for shot in fight.shots):
        return
    traffic = any(shot.firer is unit and shot.result is not None and "FT" in shot.result.split() for shot in fight.shots)
    if traffic:
        fight.toll.stop(unit)
        yield define("stopped_by_traffic", unit, hex=here)
    elif is_stopped(unit) or held_by(fight, unit, here):
        yield from still_stopped(fight, unit, here)
    else:
        fight.toll.tell(unit, state="may_move")
        yield define("goes_on", unit)


@rule("5.2b", Engagement)
def the_inactive_player_picks(fight: Engagement) -> Findings:
    """In the hex the inactive player picks the Target: Real AV before Support, Support of a formation with several before one with a
    single one; highest AV or longest range."""
    for shot in fight.shots:
        real = real_targets(fight, shot)
        named, by_support = named_for(fight, shot)
        if real:
            if by_support or shot.by_support:
                yield forbid("real_av_first", real, shot.hex, unit=real[0].id)
                continue
            wrong = [name for name in (*named, *shot.aimed) if any(unit.id == name for unit in real) and not any(unit.id == name for unit in best(real))]
            if wrong:
                yield forbid("not_the_best_target", shot.hex, units=wrong, unit=wrong[0], best=", ".join(unit.id for unit in best(real)))
            elsewhere = [name for name in named if name not in [unit.id for unit in real]]
            if elsewhere and not fight.stop:
                yield forbid("target_not_in_hex", units=elsewhere, unit=elsewhere[0], hex=shot.hex)
            continue
        there = hosts(fight, shot)
        if not there:
            continue
        ids = [unit.id for unit in there]
        supports = {unit.id for host in there for unit in support_of(fight.s, host.formation)}
        everybody = [unit for unit in fight.fighters(shot.hex, fight.side) if is_host(unit)]
        out = [name for name in (*named, *shot.aimed) if name in [unit.id for unit in everybody] and name not in ids]
        out += [name for name in (*named, *shot.aimed) if name in fight.s.units and fight.s.units[name].in_support and name not in supports]
        if out:
            yield forbid("several_supports_first", shot.hex, units=[*dict.fromkeys(out), *ids], unit=out[0], other=ids[0])
            continue
        hosting = next((unit for unit in there if unit.id in (*named, *shot.aimed)), there[0])
        mine = support_of(fight.s, hosting.formation)
        weak = [name for name in (*named, *shot.aimed) if any(unit.id == name for unit in mine) and not any(unit.id == name for unit in best(mine))]
        if weak:
            yield forbid("not_the_best_target", shot.hex, units=weak, unit=weak[0], best=", ".join(unit.id for unit in best(mine)))
    yield permit("no_zone_needed")


@rule("5.2b", Engagement, "range")
def only_from_the_next_hex(fight: Engagement, shot: Shot) -> Findings:
    """A Target in Terrain, or one that uses Prepared Defense, is engaged from an adjacent hex only."""
    if fight.forbidden or reach_of(fight, shot) <= 1:
        return
    if in_terrain(fight.s, shot.hex):
        yield forbid("terrain_only_adjacent", shot.firer, shot.hex)
    aim(fight, shot)
    unit = shot.host or shot.target
    if unit is not None and uses_prep_def(unit):
        yield forbid("prepared_only_adjacent", shot.firer, unit, shot.hex, unit=unit.id)


@rule("5.2b", Engagement, "sums")
@summing(ATTACKER)
def double_objective(fight: Engagement, shot: Shot) -> Findings:
    """A Target inside a Double OBJ Zone."""
    if in_double_zone(fight.s, shot.hex):
        yield from tell_term(fight, shot, ATTACKER, card_modifier(fight, "engagement_drm", "double_obj"), "drm_double_obj", "modifier", hex=shot.hex)


@rule("5.2c", Engagement)
def light_av_and_screens(fight: Engagement) -> Findings:
    """Light AV, units in Screen and Support are Targets only."""
    for unit in fight.firers():
        if unit.in_support:
            yield kept()
        if not unit.in_support and has_av(unit) and (unit.screen or not can_do(unit, "engage")):
            yield forbid("screen_never_fires" if unit.screen else "light_never_fires", unit)
    for hex_ in fight.hexes:
        screens = [unit for unit in fight.fighters(hex_, fight.side) if unit.screen and has_av(unit)]
        if screens:
            yield permit("screen_may_be_engaged", screens, hex_, unit=screens[0].id)


@rule("5.2c", Engagement, "losses", each="shots")
def screens_lose_nothing(fight: Engagement, shot: Shot) -> Findings:
    """Against a unit in Screen "both lose" is no loss and a retreat of three hexes."""
    if shot.table_result == "F1 T1" and shot.result == "R":
        yield define("screen_both_lose", shot.hex)


@rule("5.2d", Engagement, "ratings")
@summing(ATTACKER)
def av_and_rating(fight: Engagement, shot: Shot) -> Findings:
    """Firer's AV and Action Rating against the Target's; a Support unit defends with its AV and its Host's rating."""
    firer = shot.firer
    yield from tell_term(fight, shot, ATTACKER, firer.av, "armor_value", "base", unit=firer.id)
    yield from tell_term(fight, shot, ATTACKER, firer.ar, "action_rating", "base", unit=firer.id)


@rule("5.2d", Engagement, "ratings")
@summing(DEFENDER)
def av_and_rating_of_the_target(fight: Engagement, shot: Shot) -> Findings:
    """The Target's AV and Action Rating, for a Support unit those of its Host."""
    aim(fight, shot)
    target = shot.target
    if target is None:
        return
    rated = shot.host or target
    yield value("target", target.id, "target_is", unit=target.id)
    yield value("line", SUPPORT if shot.host is not None else REAL)
    yield from tell_term(fight, shot, DEFENDER, target.av, "armor_value", "base", unit=target.id)
    yield from tell_term(fight, shot, DEFENDER, rated.ar, "action_rating", "base", unit=rated.id)


@rule("5.2d", Engagement, "sums")
@summing(DEFENDER)
def multiple_support(fight: Engagement, shot: Shot) -> Findings:
    """More than one Support in the Target's formation, each within range of the Firer; not beside Prepared Defense (A31)."""
    aim(fight, shot)
    if shot.host is None or len(shot.support) < 2 or uses_prep_def(shot.host):
        return
    far = reach_of(fight, shot)
    if all(far <= 1 or far <= (unit.range or 1) for unit in shot.support):
        by = card_modifier(fight, "engagement_drm", "multiple_support")
        yield from tell_term(fight, shot, DEFENDER, by, "drm_multiple_support", "modifier", unit=shot.host.id)


def table_of(shot: Shot) -> str:
    """The line of the Engagement Table that a shot uses."""
    return "engagement_support" if shot.host is not None else "engagement_real"


@rule("5.2d", Engagement, "net")
def net_modifier(fight: Engagement, shot: Shot) -> Findings:
    """The Firer's sum less the Target's modifies the dice."""
    mine = sum(by for side, by, _ in shot.terms if side == ATTACKER)
    theirs = sum(by for side, by, _ in shot.terms if side == DEFENDER)
    shot.drm = mine - theirs
    if shot.number == len(fight.shots):
        sums = [shot.drm for shot in fight.shots]
        yield value("drm", sums[0] if len(set(sums)) == 1 else sums, "net_modifier", attack=mine, defense=theirs)
        if len(set(sums)) == 1:
            yield value("attack_total", mine)
            yield value("defense_total", theirs)
            yield value("outcomes", outcomes(fight, table_of(shot), shot.drm))


says("5.2d", Engagement, "announce", "Two dice for every shot.", lambda fight: value("dice", DICE * len(fight.shots)))


def screened(fight: Engagement, shot: Shot, codes: list[str]) -> list[tuple[str, list[str]]]:
    """5.2c iii: what "both lose" comes to against a Screen."""
    if shot.target is not None and shot.host is None and shot.target.screen and {"F1", "T1"} <= set(codes):
        return [("screen_both_lose", ["R"])]
    return []


@cited("5.2f")
def both_lose_far_away(fight: Engagement, shot: Shot, codes: list[str]) -> list[tuple[str, list[str]]]:
    """[Optional] Beyond one hex "both lose" is no effect."""
    if fight.s.option("5.2f") and {"F1", "T1"} <= set(codes) and reach_of(fight, shot) > 1:
        return [("both_lose_no_effect", [])]
    return []


def out_of_the_targets_range(fight: Engagement, shot: Shot, codes: list[str]) -> list[tuple[str, list[str]]]:
    """5.2d iv: beyond the Target's range the results against the Firer are void (A2)."""
    far = reach_of(fight, shot)
    if far <= 1 or shot.target is None or not codes or far <= (shot.target.range or 1):
        return []
    kept = [code for code in codes if code[0] != "F"]
    if len(kept) == len(codes) and kept and fight.reading("A2") == "firer":
        return []
    if fight.reading("A2") == "all":
        kept = []
    return [("beyond_targets_range", kept)] if kept != codes else []


def apply_shot(fight: Engagement, shot: Shot, codes: list[str]) -> None:
    """Losses and what must be placed, so that the next shot finds it so."""
    toll, target = fight.toll, shot.target
    if target is None:
        return
    toll.involve(shot.firer, target)
    if shot.host is not None:
        toll.involve(shot.host)
    for code in codes:
        if code[0] == "F" and code[1:].isdigit():
            toll.lose(shot.firer, int(code[1:]))
        elif code[0] in "TS" and code[1:].isdigit():
            toll.lose(target, int(code[1:]))
    if "DROP" in codes:
        fight.dropped += [unit for unit in fight.fighters(shot.hex, fight.side) if is_host(unit) and unit not in fight.dropped]
    if "R" in codes or (shot.host is None and toll.dead(target) and not any(unit is not target for unit in real_targets(fight, shot))):
        fight.left_hexes.add(shot.hex)


@rule("5.2d", Engagement, "fire")
def the_shot(fight: Engagement, shot: Shot) -> Findings:
    """Two dice and the modifier; against a Real AV and against Support there is a line each.  Shots at a hex that the Target has left are off."""
    if shot.hex in fight.left_hexes or fight.toll.dead(shot.firer):
        yield define("no_target_left", shot.hex)
        return
    if shot.drm is None:
        return
    shot.total = fight.roll_total() + shot.drm
    code, includes, missing = read_cell(fight, table_of(shot), shot.total)
    shot.in_doubt = code is None
    if code is None and includes is None:
        fight.toll.partial = True  # nobody knows who lost what
    fight.unread += [missing] if missing is not None else []
    known = code if code is not None else includes
    if known is not None:
        shot.table_result = str(known)
        codes = list(shot.table_result.split())
        for key, kept in (*screened(fight, shot, codes), *both_lose_far_away(fight, shot, codes), *out_of_the_targets_range(fight, shot, codes)):
            codes[:] = kept
            yield define(key, shot.hex, units=[shot.firer.id, shot.target.id if shot.target is not None else ""])
        shot.result = " ".join(codes) or NO_EFFECT
        apply_shot(fight, shot, codes)
    fired = [other for other in fight.shots if other.total is not None]
    yield value("modified", fight.many([other.total for other in fired]))
    if all(not other.in_doubt for other in fired):
        found = fight.many([other.result for other in fired])
        yield value("result", found, "engagement_result", result=shot.result, modified=shot.total)
        tables = [other.table_result for other in fired]
        if tables != [other.result for other in fired]:
            yield value("table_result", fight.many(tables))
    elif shot.in_doubt and includes is not None:
        yield value("result_includes", shot.table_result)


@rule("5.2d", Engagement, "losses", each="shots")
def traffic_where_he_fired(fight: Engagement, shot: Shot) -> Findings:
    """A Traffic marker goes to the Firer's hex."""
    if shot.result is not None and "FT" in shot.result.split():
        here = fight.standing(shot.firer)
        if here is not None:
            yield place_marker("traffic", here)
            yield define("traffic_at_firer", here)


@rule("5.2d", Engagement, "after")
def the_toll(fight: Engagement) -> Findings:
    """What happened to everybody."""
    yield from fight.toll.findings()
    for shot in fight.shots:
        target = shot.target.id if shot.target is not None else None
        yield record(did=shot.firer.id, act="engagement", hex=shot.hex, target=target, result=shot.result)
    leaving = [fate.unit.id for fate in fight.fates if fate.goes]
    if leaving:
        last = next(shot for shot in reversed(fight.shots) if shot.result is not None and "R" in shot.result.split())
        pending = {"act": "engagement", "hex": last.hex, "result": last.result, "attackers": [last.firer.id], "defenders": leaving, "steps_taken": True}
        yield record(state="pending", value=pending)


@rule("5.2d", Engagement, "unread")
def what_the_card_would_say(fight: Engagement) -> None:
    """Cells that the book does not give, and steps that nobody stated, are asked for at the end."""
    if fight.unread:
        first, *rest = fight.unread
        raise Missing(first.fact, None, tuple((other.fact, None) for other in rest))
    fight.toll.ask_steps()


@cited("5.2e", Engagement, "announce")
def support_is_the_target(fight: Engagement) -> bool:
    """What the result does falls on the Support unit and on the stack it supports."""
    return any(shot.host is not None for shot in fight.shots)


@rule("5.2e", Engagement, "losses")
def support_dropped(fight: Engagement) -> Findings:
    """Losses fall on the Support unit, never on its Host; a Drop strips every unit of the stack of its Support."""
    for unit in fight.dropped:
        fight.toll.tell(unit, support="dropped")
        fight.toll.fact(unit, support_dropped="temporary")
    if fight.dropped:
        yield define("support_dropped_now", fight.dropped, unit=", ".join(unit.id for unit in fight.dropped))
    for shot in fight.shots:
        if shot.host is not None and shot.result is not None and "S1" in shot.result.split() and shot.target is not None:
            yield define("support_unit_loses", shot.target, shot.host, unit=shot.target.id, host=shot.host.id)


@rule("5.2f", Engagement, "losses")
def optional_long_range(fight: Engagement) -> Findings:
    """[Optional] Beyond one hex "both lose" is no effect; at one hex nothing changes."""
    if fight.s.option("5.2f"):
        for shot in fight.shots:
            if shot.table_result == "F1 T1":
                yield define("both_lose_no_effect" if reach_of(fight, shot) > 1 else "both_lose_adjacent", shot.hex)
