"""Chapter 4: reinforcements and replacements."""

from __future__ import annotations

from adjudicator.book import Findings, Missing, Unit, define, drm, effect, forbid, owes, permit, record, rule, value
from adjudicator.kit import names, wrong_phase

from .acts import Delay, Enter, Leg, Movement
from .acts_combat import Attack
from .acts_results import Aftermath, Owed
from .acts_turn import ReplacementRoll
from .r05_supply import path_open
from .terrain import zone
from .vocabulary import GdpCase, class_of, letters_of


# ---- 4.0 --------------------------------------------------------------------------------------------------------------------
def entries(case: GdpCase, unit: Unit) -> list[str]:
    """Letters at which a reinforcement may come in."""
    letter, scenario = unit.reinforcement, case.s.known("scenario")
    if letter is None:
        if unit.hex is None and letters_of(case.table("setup"), str(scenario), unit):
            raise Missing(unit.path("reinforcement"))  # it is known where, not whether in this turn
        return []
    choice = ((case.table("setup").get("entry_choice") or {}).get(scenario) or {}).get(unit.formation)
    return list(dict.fromkeys([str(letter), *(choice or ())]))


@rule("4.0", Movement, "work")
def enters_at_its_letter(move: Movement, leg: Leg) -> Findings:
    """A reinforcement comes in at the hex of its letter; if enemies or terrain close it, at the nearest usable one of that map side."""
    if leg.kind != "enter":
        return
    place = leg.path[0] if leg.path else leg.slots.get("at")
    for unit in leg.units:
        if unit.reinforcement is None and unit.hex is not None:
            yield forbid("already_on_map", unit, hex=unit.hex)
            continue
        yield from _entry(move, unit, str(place))


def _entry(move: Movement, unit: Unit, place: str) -> Findings:
    letters = entries(move, unit)
    if not letters:
        yield forbid("no_reinforcement", unit)
        return
    marks = [f"entry_{letter}" for letter in letters]
    if move.enemies_at(place, move.side):
        yield forbid("entry_occupied", unit, place)
        return
    features = move.s.hex(place).known("features")
    if features is None:
        raise Missing(f"hexes[{place}].features", ([], marks))
    if any(mark in features for mark in marks):
        yield permit("enters_at_entry", unit, place, letter="/".join(letters))
        return
    own = [name for name, hex_ in move.s.hexes.items() if any(mark in (hex_.known("features") or ()) for mark in marks)]
    unseen = [hex_ for hex_ in move.s.hexes.values() if hex_.known("features") is None]
    if unseen and not own:
        raise Missing(unseen[0].path("features"))
    usable = [name for name in own if not move.enemies_at(name, move.side)]
    if usable or not own:
        yield forbid("own_entry_first", unit, where=[place, *usable], hex=place, letter="/".join(letters))
        return
    edge = move.s.hex(own[0]).edge
    if move.s.hex(place).edge != edge:
        yield forbid("other_map_side", unit, place, edge=edge)
        return
    if nearer := _nearer(move, own[0], place, edge):
        yield forbid("nearer_entry", unit, nearer, hex=place, nearer=nearer)
    else:
        yield permit("enters_beside", unit, place, letter="/".join(letters))


def _nearer(move: Movement, entry: str, place: str, edge: str) -> str | None:
    try:
        far = move.distance(entry, place)
    except Missing:
        return None
    for name, hex_ in move.s.hexes.items():
        if name in (entry, place) or not hex_.known_to_be("edge", edge) or move.enemies_at(name, move.side):
            continue
        try:
            if move.distance(entry, name) < far:
                return name
        except Missing:
            continue
    return None


@rule("4.0", Movement, "work")
def in_range_when_it_enters(move: Movement, leg: Leg) -> Findings:
    """In the turn of its entry a reinforcement counts as inside activation range, wherever its HQ is."""
    if leg.kind == "enter":
        yield define("reinforcement_in_range", leg.units)


@rule("4.0", Movement)
def nothing_before_it_enters(move: Movement) -> Findings:
    """Before it has entered a reinforcement neither moves nor fights."""
    if not isinstance(move, Enter) and move.legs[0].kind == "move":
        yield from (forbid("not_entered_yet", unit) for unit in move.legs[0].units if unit.hex is None)


@rule("4.0", Attack)
def reinforcements_fight_at_once(attack: Attack) -> Findings:
    """On its turn of entry a reinforcement fights by the normal rules and counts as in activation range."""
    fresh = [unit for unit in attack.attackers if unit.reinforcement is not None or attack.done(unit.id, "enter")]
    if off := [unit for unit in fresh if unit.hex is None]:
        yield forbid("not_entered_yet", off)
    elif fresh:
        yield define("reinforcement_in_range", fresh)


@rule("4.0", Delay)
def may_be_delayed(delay: GdpCase) -> Findings:
    """A player may keep his reinforcements back for a later turn; their chit goes into the cup all the same."""
    units = delay.units_of()
    yield permit("entry_delayed", units)


# ---- 4.1 --------------------------------------------------------------------------------------------------------------------
@rule("4.1", ReplacementRoll)
def after_a_night_turn(roll: ReplacementRoll) -> Findings:
    """Replacements are rolled for at the end of every night turn, once for each side."""
    time = roll.s.stated("time")
    if time is not None and time != "night":
        yield forbid("replacements_at_night", time=time)
    yield from wrong_phase(roll, "end of turn")
    if roll.done(roll.side, "replacement", "replacement_roll"):
        yield forbid("one_replacement", side=roll.side)
    yield record(did=roll.side, act="replacement_roll")


@rule("4.1", ReplacementRoll)
def reduced_foot_unit(roll: ReplacementRoll) -> Findings:
    """Only a reduced foot unit on the map is rebuilt; what was eliminated never comes back."""
    if len(roll.subjects) > 1:
        yield forbid("one_replacement", side=roll.side)
    for unit in roll.subjects:
        if unit.id in roll.s.eliminated:
            yield forbid("eliminated_stays_out", unit)
            continue
        if class_of(unit) != "foot":
            yield forbid("only_foot_rebuilt", unit)
        if not unit.reduced:
            yield forbid("not_reduced", unit)
        if unit.side != roll.side:
            yield forbid("mixed_sides", unit)


@rule("4.1", ReplacementRoll, each="subjects")
def quiet_and_connected(roll: ReplacementRoll, unit: Unit) -> Findings:
    """Not in an enemy ZOC, not within an enemy's direct fire range, and with an open path to its battalion or division HQ."""
    here = unit.hex
    if here is None:
        return
    if near := zone(roll.s, here, unit.side):
        yield forbid("rebuild_in_zoc", unit, here, enemy=names(near))
    for enemy in roll.s.placed():
        if enemy.side != unit.side and enemy.direct_range and roll.distance(enemy.hex or "", here) <= enemy.direct_range:
            yield forbid("rebuild_under_fire", unit, enemy, here, unit=unit.id, enemy=enemy.id)
    goals = roll.hqs(unit.formation, unit.side)
    if not path_open(roll, unit, here, goals):
        yield forbid("rebuild_cut_off", unit, here)


def helped(roll: ReplacementRoll) -> Unit | None:
    """The field replacement unit in the hex of the unit that is to be rebuilt, if it is fully supplied."""
    for unit in roll.subjects:
        for other in roll.s.at(unit.hex or ""):
            if other.kind == "field_replacement" and other.side == unit.side and other.supply == "in" and unit.side == "german":
                return other
    return None


@rule("4.1", ReplacementRoll, each="helpers")
def field_replacement_unit(roll: ReplacementRoll, helper: Unit) -> Findings:
    """A field replacement unit helps only in the same hex, and only fully supplied; only the German has one."""
    if helper.supply != "in":
        yield forbid("field_replacement_unsupplied", helper, supply=helper.supply)
    for unit in roll.subjects:
        if helper.hex != unit.hex:
            yield forbid("field_replacement_elsewhere", helper, unit, unit=helper.id, other=unit.id)


@rule("4.1", ReplacementRoll, "roll")
def replacement_die(roll: ReplacementRoll) -> Findings:
    """1 to 3 rebuilds one reduced foot unit, 4 to 6 none; the weather modifies the die."""
    helper = helped(roll)
    if helper is not None and not roll.dice:
        yield value("result", "rebuild", "field_replacement_rebuilds", helper)
        return
    table = roll.table("replacement")
    if by := table["weather"][roll.s.weather]:
        yield drm(by, "weather_drm", weather=roll.s.weather)
    modified = roll.roll() + by
    yield value("modified", modified)
    rebuilt = modified <= table["success"] or helper is not None
    yield value("result", "rebuild" if rebuilt else "none", "replacement_result", modified=modified, success=table["success"])


@rule("4.1", ReplacementRoll, "result")
def denied(roll: ReplacementRoll) -> Findings:
    """A rebuilding that the die denies does not happen."""
    if roll.computed("result") == "none" and roll.declared:
        yield forbid("die_denies", roll.subjects)


@rule("4.1", ReplacementRoll, "after")
def rebuilt(roll: ReplacementRoll) -> Findings:
    """The unit turns back to its full side."""
    if roll.computed("result") == "rebuild":
        yield from (effect(unit=unit.id, steps=1, reduced=False) for unit in roll.subjects)


@rule("4.1", Owed, "answer")
def replacements_after_night(owed: Aftermath) -> Findings:
    """At the end of a night turn each player may roll for a replacement."""
    if owed.slots.get("phase") and owed.s.known_to_be("phase", "end of turn") and owed.s.known_to_be("time", "night"):
        yield owes("replacement", may=True)
