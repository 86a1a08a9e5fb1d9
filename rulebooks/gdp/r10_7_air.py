"""Chapter 10, combat, 10.7 and 10.8: anti-aircraft fire, attacks across water."""

from __future__ import annotations

from typing import Any

from adjudicator.book import Findings, Unit, define, drm, forbid, permit, record, rule, says, value

from .acts_combat import AaFire, AskChit, Attack, ChitAsked
from .r10_0_combat import DRMS, bridges_used, eased, hexsides_used
from .r10_2_support import chits
from .vocabulary import GdpCase


# ---- 10.7 -------------------------------------------------------------------------------------------------------------------
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
        yield forbid("aa_only_air", units, chit=name)
        return
    if not air:
        yield forbid("no_air_chit", units)
        return
    owner = attacking if air[0][0] == "attacker" else case.book.enemy(attacking) if attacking else None
    for unit in units:
        if not aa_dice(case, unit):
            yield forbid("no_aa_unit", unit)
        if unit.side == owner:
            yield forbid("own_air_chit", unit)
        if unit.hex is None:
            yield forbid("not_on_map", unit)
    if not case.forbidden:
        yield permit("aa_may_fire", units)


@rule("10.7", Attack)
def aa_units_named(attack: Attack) -> Findings:
    """Every AA or Flak unit of the other side may fire at an airstrike or a bombing attack."""
    if attack.aa:
        drawn = {**{role: chit for role, chit in attack.events_of().items() if role in ("attacker", "defender")}, **attack.drawn}
        yield from may_fire_at_air(attack, attack.aa, attack.aa_chit, drawn, attack.side)


@rule("10.7", Attack, "aa", each="aa")
def aa_cancels(attack: Attack, unit: Unit) -> Findings:
    """The sum of its dice must exceed the distance to the combat hex."""
    role = next((role for role, chit in chits(attack).items() if is_air(attack, chit)), None)
    if role is None or role in attack.void:
        return
    thrown = attack.roll_total(aa_dice(attack, unit))
    far = attack.distance(unit.hex or "", attack.target)
    if thrown > far:
        attack.void[role] = "10.7"
        yield define("aa_hits", unit, dice=thrown, distance=far)
    else:
        yield define("aa_misses", unit, dice=thrown, distance=far)


@rule("10.7", AaFire)
def aa_answers(fire: AaFire) -> Findings:
    """AA and Flak units fire at the air events of the other side in a combat that is going on."""
    if not fire.pending and not fire.events:
        yield forbid("no_combat_declared", fire.guns, hex=fire.target or "?")
        return
    yield from (forbid("aa_fired_already", unit) for unit in fire.guns if unit.id in (fire.events.get("aa_fired") or ()))
    drawn = {role: chit for role, chit in fire.events.items() if role in ("attacker", "defender")}
    yield from may_fire_at_air(fire, fire.guns, next(iter([*fire.against, *fire.chits]), None), drawn, fire.attacking)


says("10.7", AaFire, "announce", "Every AA or Flak unit rolls once at a chit.", lambda fire: record(state="events", value=fire.announced))


@rule("10.7", AaFire, "roll")
def aa_dice_thrown(fire: AaFire) -> Findings:
    """More than the distance cancels the event."""
    for unit in fire.guns:
        thrown = fire.roll_total(aa_dice(fire, unit))
        far = fire.distance(unit.hex or "", fire.target or "")
        hit = thrown > far
        yield value("result", "cancelled" if hit else "miss", "aa_hits" if hit else "aa_misses", unit, dice=thrown, distance=far)
        if hit:
            role = next(role for role in ("attacker", "defender") if is_air(fire, fire.events.get(role) or {}))
            yield record(state="events", value={**fire.announced, role: {**fire.events[role], "void": True}})
            return


@rule("10.7", AskChit, "answer")
def air_chit_shot_down(asked: ChitAsked) -> Findings:
    """An air chit that anti-aircraft fire has not cancelled counts, if the weather lets it."""
    for chit in (chit for chit in asked.meant if is_air(asked, chit) and asked.s.weather not in asked.table("weather")["no_air"]):
        down = bool(chit.get("void"))
        yield value("answer", asked.counting(not down), "air_chit_down" if down else "air_chit_up", chit=chit["name"])


# ---- 10.8 -------------------------------------------------------------------------------------------------------------------
@rule("10.8", Attack, "hexsides")
def across_water(attack: Attack) -> Findings:
    """+2 if all attack across streams, +4 if all attack across rivers; only +1 if any of them uses an intact bridge."""
    sides = hexsides_used(attack)
    water = {hex_: [name for name in features if name in attack.table("water")] for hex_, features in sides.items()}
    if not any(water.values()):
        return
    if not all(water.values()) or attack.guns_among(attack.side):
        yield define("not_all_across", where=[hex_ for hex_, crossed in water.items() if not crossed])
        return
    table = attack.table("water_drm")
    if bridges_used(attack):
        yield drm(eased(attack, table["bridge"]), "bridge_drm")
        return
    kinds = {name for crossed in water.values() for name in crossed}
    if len(kinds) == 1:
        name = kinds.pop()
        yield drm(eased(attack, int(attack.cell("tec", name, "drm", DRMS))), "water_drm", water=name)
    elif attack.reading("A20") == "lowest":
        by = min(int(attack.cell("tec", name, "drm", DRMS)) for name in kinds)
        yield drm(eased(attack, by), "mixed_water_drm", water=", ".join(sorted(kinds)))
