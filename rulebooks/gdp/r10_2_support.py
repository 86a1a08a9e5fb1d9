"""Chapter 10, combat, 10.2 and 10.3: artillery in support, event chits."""

from __future__ import annotations

from typing import Any

from adjudicator.book import Findings, Missing, Unit, define, drm, forbid, permit, record, rule, says, term, unused
from adjudicator.ground.holes import Holed

from .acts_combat import Attack, ChitCase, DrawChit, PlayChit, Support, drawn_chits
from .r11_0_artillery import gun_distance, gun_fired, range_of
from .vocabulary import GdpCase


# ---- 10.2 -------------------------------------------------------------------------------------------------------------------
@rule("10.2", Attack)
def guns_in_support(attack: Attack) -> Findings:
    """Unfired artillery in range adds its attack strength to an attack or a defence, never to that of its own hex; it needs no activation."""
    for side, guns in attack.support.items():
        for unit in dict.fromkeys(guns):
            if unit.id not in attack.given:
                yield from may_support(attack, unit, side, attack.target, attack.attackers if side == attack.side else [])
    if attack.late:
        yield forbid("attacker_names_first", attack.late)
    for unit in attack.s.placed():
        if not unit.known("artillery_range") or unit in attack.support.get(unit.side, ()) or unit in attack.attackers or unit.hex == attack.target:
            continue
        try:
            if gun_distance(attack, unit, attack.target) <= unit.artillery_range and not gun_fired(attack, unit):
                yield unused(f"units[{unit.id}]", "gun_in_range", unit=unit.id)
        except Missing:
            continue


def may_support(case: GdpCase, unit: Unit, side: str, target: str, attackers: list[Unit]) -> Findings:
    """What keeps a gun from supporting a combat."""
    if unit.side != side:
        yield forbid("other_sides_gun", unit, side=side)
        return
    if not unit.artillery_range:
        yield forbid("no_artillery", unit)
        return
    if unit in attackers:
        yield forbid("gun_attacks_itself", unit)
    if unit.hex is not None and unit.hex == target:
        yield forbid("gun_own_hex", unit, target)
        return
    if gun_fired(case, unit):
        yield forbid("gun_fired", unit)
    far = gun_distance(case, unit, target)
    if far > range_of(case, unit, far):
        yield forbid("gun_out_of_range", unit, target, distance=far, range=range_of(case, unit, far))
    elif not case.forbidden:
        yield permit("gun_supports", unit, target, distance=far, range=unit.artillery_range)


@rule("10.2", Attack, "support")
def support_strength(attack: Attack) -> Findings:
    """Guns lend their attack strength, in defence too; the attacker names his first."""
    for side, guns in attack.support.items():
        for unit in dict.fromkeys(guns):
            yield term("attack" if side == attack.side else "defense", unit.attack, "gun_strength", "support", unit=unit.id)


@rule("10.2", (Attack, Support), "announce")
def they_have_fired(case: Attack | Support) -> Findings:
    """Guns that are named have fired, to the end of the turn."""
    for unit in case.artillery:
        yield record(unit=unit.id, fired=True)
        yield record(did=unit.id, act="support", hex=case.target)
    if isinstance(case, Support):
        support = {side: list(given) for side, given in (case.pending.get("support") or {}).items()}
        for unit in case.artillery:
            support.setdefault(case.helped or unit.side, []).append(unit.id)
        yield record(state="pending", value={**case.pending, "support": support})


@rule("10.2", Attack)
def fired_guns_do_not_attack(attack: Attack) -> Findings:
    """A gun that has fired adds nothing to another attack in this turn."""
    yield from (forbid("gun_fired", unit) for unit in attack.attackers if gun_fired(attack, unit) and unit.artillery_range)


@rule("10.2", Support)
def support_of_a_combat(support: Support) -> Findings:
    """Support is added to a combat that has been declared."""
    attackers = support.attackers
    if not support.pending:
        yield forbid("no_combat_declared", support.guns, hex=support.target)
    for unit in support.guns:
        side = support.helped or unit.side
        if attackers and side == attackers[0].side and (support.pending.get("support") or {}).get(support.book.enemy(side)):
            yield forbid("attacker_names_first", unit)
        yield from may_support(support, unit, side, support.target, attackers)


# ---- 10.3 -------------------------------------------------------------------------------------------------------------------
def drawn_so_far(attack: Attack) -> dict[str, dict[str, Any]]:
    """The event chits of an attack that have been drawn, by role."""
    stated = attack.events_of()
    found: dict[str, dict[str, Any]] = {}
    for role in ("attacker", "defender"):
        drawn = attack.drawn.get(role)
        try:
            told: Any = stated.get(role) or {}  # as it was stated: what is not known of it asks
        except Missing:
            told = {}
        holes = {key: path for key, path in told.holes.items() if key not in (drawn or ())} if isinstance(told, Holed) else {}
        chit = Holed({**drawn, **told}, holes, told.ask) if drawn and holes else {**drawn, **told} if drawn else told
        if chit:
            found[role] = chit
    return found


def chits(attack: Attack) -> dict[str, dict[str, Any]]:
    """The two event chits of an attack, by role; Missing for what was not drawn yet."""
    found = drawn_so_far(attack)
    open_facts = [f"events.{role}" for role in ("attacker", "defender") if role not in found]
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
    for role, chit in drawn_so_far(attack).items():
        yield define("chit_drawn", role=role, chit=chit.get("name") or chit.get("color") or "?")
        if chit.get("void"):  # shot down before (10.7)
            attack.void[role] = "10.7"
            yield define("air_chit_gone", role=role, chit=chit.get("name") or "?")


@rule("10.3", Attack)
def black_chits_played(attack: Attack) -> Findings:
    """A black chit in hand may be played on a drawn chit that it names, drawn by the other player, once in the game."""
    for side, name, against in attack.playing:
        drawn = {**{role: chit for role, chit in attack.events_of().items() if role in ("attacker", "defender")}, **attack.drawn}
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
        yield permit("black_cancels_marker", target, chit=name, victim=victim)
        return
    yield forbid("nothing_to_cancel", chit=name, victim=victim)


@rule("10.3", Attack, "chits")
def cancellers(attack: Attack) -> Findings:
    """A chit that names the other player's cancels it, the attacker's first; a black one cancels for good and cannot be cancelled."""
    drawn = drawn_so_far(attack)
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
        victim = drawn.get(role, {}).get("cancels")
        if role in void or other in void or not victim:
            continue
        rival = drawn.get(other, {})
        if str(rival.get("name", "")).lower() == str(victim).lower() and rival.get("color") != "black":
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
def play_a_black_chit(play: ChitCase) -> Findings:
    """Black chits are played while the attack stands, on the chit they name."""
    if not play.pending and not play.events:
        yield forbid("no_combat_declared", hex=play.slots.get("target") or "?", units=[])
    drawn = {role: chit for role, chit in play.events.items() if role in ("attacker", "defender") and isinstance(chit, dict)}
    for name in play.chits:
        against = play.against[0] if play.against else None
        yield from may_play(play, play.who or play.s.active, name, against, drawn, play.attacking, play.pending.get("hex"))


@rule("10.3", PlayChit, "after")
def black_chit_is_spent(play: ChitCase) -> Findings:
    """A black chit that is played is out of the game."""
    side = play.who or play.s.active
    played = [{"by": side, "name": name, "cancels": cancelled_by(play, name)} for name in play.chits]
    yield record(state="events", value={**play.events, "black_played": [*(play.events.get("black_played") or ()), *played]})
    yield from (record(did=side, act="play_black", chit=name) for name in play.chits)


says("10.3", Attack, "result", "The chits of an attack go when it is resolved.", lambda attack: record(forget="events"))


@rule("10.3", Attack)
def nobody_goes_without(attack: Attack) -> Findings:
    """Both sides draw, whether they like it or not."""
    yield from (forbid("chit_must_be_drawn", side=side) for side in attack.refused)
    yield from (forbid("one_chit_only", role=role) for role in attack.drawn_twice)


@rule("10.3", DrawChit)
def never_a_second_chit(draw: ChitCase) -> Findings:
    """Each player draws exactly one chit for an attack, blind, from his own cup."""
    roles = [draw.slots["role"]] if draw.slots.get("role") else []
    if not roles and draw.who and draw.attacking:
        roles = ["attacker" if draw.who == draw.attacking else "defender"]
    if "both" in roles:
        roles = ["attacker", "defender"]
    for role in roles or ["attacker"]:
        if draw.slots.get("not"):
            yield forbid("chit_is_a_must", role=role)
        elif draw.slots.get("again") or draw.events.get(role):
            yield forbid("one_chit_only", role=role)
    if draw.slots.get("not"):
        return
    if draw.slots.get("choose"):
        yield forbid("chits_drawn_blind")
    if not draw.forbidden:
        yield permit("chit_may_be_drawn" if draw.pending or draw.events else "chit_for_the_next_attack")


@rule("10.3", DrawChit, "after")
def chit_on_the_table(draw: ChitCase) -> Findings:
    """A chit that is drawn stays on the table until the attack is resolved."""
    if found := {role: chit for role, chit in drawn_chits(draw, draw.slots, draw.attacking, draw.events).items() if chit}:
        yield record(state="events", value={**draw.events, **found})
