"""Chapter 8: barrage, artillery next to the enemy, final protective fire."""

from __future__ import annotations

from adjudicator.book import LEGALITY, Findings, Unit, define, forbid, kept, permit, record, rule, says, term, unused, value
from adjudicator.kit import ids, names

from .acts_combat import Attack, Fight, Fpf, answered, any_barrage, any_fpf
from .r07_0_combat import unfought
from .vocabulary import beyond_rivers, crossing, enemies_in, is_gun, phase_before

says("8.0", Attack, "strength", "A gun may use its barrage and its final protective fire in the same Game-Turn.",
     lambda attack: (both := [gun for gun in attack.barraging if attack.did(gun, "fpf", turn=attack.s.stated("turn"))]) and
     define("barrage_after_fpf", both))  # fmt: skip


says("8.11", Attack, LEGALITY, "In its own Combat Phase artillery may fire at enemies within its range that are not adjacent.",
     lambda attack: [forbid("out_of_range", gun, target=", ".join(attack.hexes), range=gun.range) for gun in far]
     if (far := [gun for gun in attack.barraging if not any(in_range(attack, gun, hex_) for hex_ in attack.hexes)])
     else attack.barraging and permit("within_range", attack.barraging, target=", ".join(attack.hexes)), when=any_barrage)  # fmt: skip


def in_range(fight: Fight, gun: Unit, hex_: str) -> bool:
    """Whether a hex lies within the range of a gun."""
    return gun.hex is not None and fight.distance(gun.hex, hex_) <= gun.range


says("8.12", Attack, LEGALITY, "Range is counted without the gun's hex and with the target's (2.32).",
     lambda attack: [define("range_of", gun, far=min(attack.distance(gun.hex, hex_) for hex_ in attack.hexes), range=gun.range)
     for gun in attack.barraging if gun.hex is not None], when=any_barrage)  # fmt: skip
says("8.13", Attack, LEGALITY, "A barrage by itself attacks one hex.",
     lambda attack: attack.alone and len(attack.hexes) > 1 and forbid("one_hex_only", where=attack.hexes))  # fmt: skip
says("8.14", Attack, "after", "Barraging artillery suffers no result.",
     lambda attack: attack.barraging and attack.computed("result")[0] in "AB" and define("barrage_unhurt", attack.barraging), when=any_barrage)  # fmt: skip


@rule("8.15", Attack, "result", exception_to="7.61")
def only_d2_and_better(attack: Attack) -> Findings:
    """Where only guns at a distance or points attack, only D2, D3, D4 and De count."""
    if not attack.alone:
        return
    die = attack.roll()
    raw = attack.table("crt")["rows"][str(die)][attack.computed("column") - 1]
    yield value("table_result", raw)
    result = raw if raw in ("D2", "D3", "D4", "De") else "none"
    yield value("result", result, "crt" if result == raw else "barrage_no_effect", die=die, column=attack.computed("column"), result=raw)


says("8.21", Attack, "strength", "Guns add their Barrage Strength to an attack by adjacent units, or attack with it alone.",
     lambda attack: [term("attack", gun.barrage, "barrage", unit=gun.id) for gun in attack.barraging])  # fmt: skip
says("8.22", Attack, "strength", "In a combat against several hexes a gun needs one of them in range.",
     lambda attack: len(attack.hexes) > 1 and attack.barraging and define("one_in_range", attack.barraging))  # fmt: skip


says("8.31", Attack, LEGALITY, "A gun in contact with an enemy takes part; where it fires elsewhere, others have to attack that enemy (V-04).",
     lambda attack: [define("gun_is_engaged", gun, enemy=names(near)) for gun in attack.barraging if (near := unfought(attack, gun))])  # fmt: skip
says("8.31", Attack, "strength", "Adjacent guns attack with their Barrage Strength.",
     lambda attack: [term("attack", gun.barrage, "gun_beside", unit=gun.id) for gun in attack.close if is_gun(gun)])  # fmt: skip
says("8.33", Attack, "after", "An adjacent gun suffers every result.",
     lambda attack: (guns := [gun for gun in attack.close if is_gun(gun)]) and attack.computed("result")[0] in "AB"
     and define("gun_hit_too", guns))  # fmt: skip


says("8.34", Attack, LEGALITY, "A gun that is adjacent across rivers only is not forced to attack, fires where it likes, and suffers nothing.",
     lambda attack: [define("gun_behind_river", gun, where=over) for gun in attack.barraging if (over := beyond_rivers(attack.s, gun))])  # fmt: skip
says("8.4", (Attack, Fpf), LEGALITY, "After an attack is declared and before its die the other player may give final protective fire, or none.",
     lambda fight: permit("may_give_fpf" if fight.firing else "points_as_fpf" if fight.gifts else "no_fpf", fight.firing or None), when=answered)  # fmt: skip


# ---- final protective fire ----------------------------------------------------------------------------------------------------------------
def silenced(fight: Fight, gun: Unit) -> tuple[str, dict[str, object]] | None:
    """Why a gun may give no final protective fire (8.41, 8.46): the key of the text and its slots; None if it may."""
    s, turn = fight.s, fight.s.stated("turn")
    before, last = phase_before(s)
    if fight.did(gun, "hit") or fight.did(gun, "hit", phase=before, turn=last):
        return "gun_was_hit", {}
    if fight.did(gun, "displaced"):
        return "displaced_gun", {}
    if s.acts(gun.id, act="fpf", turn=turn):
        return "fpf_given_before", {}
    near = adjacent_enemies(fight, gun)
    return ("enemy_beside_gun", {"enemy": names(near)}) if near else None


def adjacent_enemies(fight: Fight, gun: Unit) -> list[Unit]:
    """The enemies next to a gun, but not across a river; whether a bridge makes one is a reading (V-14)."""
    s, here = fight.s, gun.hex
    near = [(unit, crossing(s, here, hex_)) for hex_ in s.grid.neighbours(here) for unit in enemies_in(s, hex_, gun.side)] if here is not None else []
    return [unit for unit, over in near if over.water != "river" or over.bridge and s.reading("V-14") == "unbridged"]


@rule("8.41", (Attack, Fpf), when=any_fpf)
def which_guns_may(fight: Attack | Fpf) -> Findings:
    """Each gun of the other player may help one friend that is attacked, unless it was hit in this or the last Combat Phase, was displaced,
    or is next to an enemy other than across a river."""
    for gun in fight.firing:
        why = silenced(fight, gun)
        if gun.side == fight.side or not is_gun(gun):
            yield forbid("no_gun_of_the_defender", gun)
        elif why is None or why[0] != "fpf_given_before":
            yield forbid(why[0], gun, **why[1]) if why else kept()
    for gift in fight.gifts:
        if gift.to is None or gift.to not in fight.defenders:
            yield forbid("fpf_to_whom", gift.gun)
    if twice := [gun for place, gun in enumerate(fight.firing) if gun in fight.firing[:place]]:
        yield forbid("one_friend_each", twice)


@rule("8.41", Attack, "declared")
def who_could_help(attack: Attack) -> Findings:
    """Guns of the other side that may give final protective fire to one of the defenders, and have not been named."""
    hexes = [unit.hex for unit in attack.defenders if unit.hex and not attack.alone]
    theirs = [gun for gun in attack.s.telling(attack.s.placed(), "range") if gun.side != attack.side and is_gun(gun)] if hexes else []
    guns = [gun for gun in theirs if any(in_range(attack, gun, hex_) for hex_ in hexes) and silenced(attack, gun) is None]
    if guns:
        yield value("fpf_offered", ids(guns))
    for gun in guns if attack.full and not attack.answered else ():
        yield unused(f"units[{gun.id}].fpf", "fpf_available", unit=gun.id)


says("8.42", (Attack, Fpf), LEGALITY, "Range counts to the hex of the friend.",
     lambda fight: [forbid("out_of_range", gift.gun, target=gift.to.hex, range=gift.gun.range) for gift in fight.gifts if gift.gun is not None
     and gift.to is not None and gift.to.hex and not in_range(fight, gift.gun, gift.to.hex)], when=any_fpf)  # fmt: skip
says("8.43", Attack, "strength", "Final protective fire adds its strength to the defence; against several hexes to the sum.",
     lambda attack: [term("defense", gun.fpf, "fpf", unit=gun.id) for gun in attack.firing], when=any_fpf)  # fmt: skip
says("8.43", Attack, "declared", "It is remembered for the Game-Turn.",
     lambda attack: [record(did=gift.gun.id, act="fpf", hex=gift.to.hex if gift.to is not None else None) for gift in attack.gifts
     if gift.gun is not None], when=any_fpf)  # fmt: skip
says("8.44", Attack, "after", "The gun shares neither gain nor loss.",
     lambda attack: attack.firing and attack.computed("result") != "none" and define("fpf_shares_nothing", attack.firing), when=any_fpf)  # fmt: skip
says("8.45", (Attack, Fpf), LEGALITY, "No final protective fire where only artillery at a distance or points attack.",
     lambda fight: fight.alone and (isinstance(fight, Attack) or fight.declared) and forbid("no_fpf_against_barrage"), when=any_fpf)  # fmt: skip
says("8.46", (Attack, Fpf), LEGALITY, "Each gun gives final protective fire once in a Game-Turn.",
     lambda fight: [forbid("fpf_given_before", gun) for gun in fight.firing
     if fight.s.acts(gun.id, act="fpf", turn=fight.s.stated("turn"))], when=any_fpf)  # fmt: skip
says("8.5", Attack, "strength", "Artillery that is attacked uses its Defence Strength.",
     lambda attack: [term("defense", unit.defense, "gun_defends", unit=unit.id) for unit in attack.defenders if is_gun(unit)])  # fmt: skip
says("8.61", Attack, "strength", "Fire needs no line of sight.",
     lambda attack: attack.barraging and attack.full and define("no_sight_needed"), when=any_barrage)  # fmt: skip
says("8.62", Attack, "line", "Against barrage the defender's hex counts in full; hexsides only in an attack with adjacent units.",
     lambda attack: attack.alone and define("hex_counts_in_full", where=attack.hexes), when=any_barrage)  # fmt: skip
