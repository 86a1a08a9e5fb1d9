"""Chapters 17 to 21: what all scenarios have in common; the numbers are those of each scenario's table."""

from __future__ import annotations

from typing import Any

from adjudicator.book import Findings, Missing, Unit, forbid, kept, permit, record, some, term, value
from adjudicator.kit import controller, wrong_phase

from .acts_turn import PickChit, Question, SetUp
from .vocabulary import FORTIFICATIONS, GdpCase, letters_of


def scenario_of(case: GdpCase) -> str:
    """The scenario that is played."""
    found: str = case.slots.get("scenario") or case.s.scenario
    return found


def first_chit(pick: PickChit, name: str) -> Findings:
    """Who picks how many activation chits on purpose before the rest goes into the cup."""
    if scenario_of(pick) != name:
        return
    row = pick.table("first_activation")[name]
    picked = [item for acts in pick.s.history.values() for item in acts if item.get("picked_by") or item.get("act") == "pick_chit"]
    earlier = [item for acts in pick.s.history.values() for item in acts if item.get("act") == "activated"]
    used = max(len(picked), len(earlier))
    turn = pick.s.known("turn")
    if turn is not None and turn != 1:
        yield forbid("first_turn_only", turn=turn)
    if pick.who is not None and pick.who != row["side"]:
        yield forbid("other_side_picks", side=pick.who, picker=row["side"])
    elif used >= row["count"]:
        yield forbid("picks_used", count=row["count"], side=row["side"])
    else:
        yield permit("may_pick", side=row["side"], count=row["count"])
        yield record(did=row["side"], act="pick_chit")


def victory(winner: GdpCase, name: str) -> Findings:
    """Victory points for the places last occupied, for units that left the map, less what the table takes off; and who has won with them."""
    if scenario_of(winner) != name:
        return
    table = winner.table("victory")[name]
    side = table["side"]
    for place, (worth, hexes) in table["places"].items():
        known = [hex_ for hex_ in [place, *hexes] if hex_ in winner.s.hexes] or hexes
        if held := [hex_ for hex_ in known if controller(winner.s.hex(hex_)) == side]:
            count = len(held) if len(hexes) > 1 and winner.reading("A33") == "each" else 1
            yield term("vp", worth * count, "place_held", place=place, side=side)
    for place in table.get("lost", ()):
        found = [hex_ for hex_ in winner.s.hexes if hex_ == place or place in (winner.s.hexes[hex_].known("features") or ())]
        for hex_ in found or [place]:
            if controller(winner.s.hex(hex_)) != side:
                yield term("vp", -1, "place_lost", place=hex_)
    yield from _exits(winner, table, side)
    if entries := table.get("enemy_at_entries"):
        yield from _enemies_at_entries(winner, entries, side)
    total = winner.total("vp")
    who = side if total >= table["win"] else "draw" if total == table.get("draw") else winner.book.enemy(side)
    yield value("vp", total)
    yield value("winner", who, "winner", side=side, vp=total, needed=table["win"], winner=who)
    yield value("answer", who if not winner.slots.get("points") else total if winner.slots["side"] == side else 0)


def _exits(winner: GdpCase, table: dict[str, Any], side: str) -> Findings:
    wanted = table.get("exit")
    if not wanted:
        return
    for item in winner.s.exited or ():
        if item.get("side", side) != side or str(item.get("formation", "")).startswith("Rcn") or "Rcn" in str(item.get("unit", "")):
            continue
        if "at" not in item:
            raise Missing("exited")  # where it left is part of that
        at = str(item["at"])
        if "entries" in wanted:
            good = at in wanted["entries"] or at.removeprefix("entry_") in wanted["entries"]
        else:
            good = item.get("edge") == wanted["edge"] and (at == wanted["near"] or winner.distance(at, wanted["near"]) <= wanted["within"])
        if good and item.get("road_path") in wanted["road_to"]:
            yield term("vp", 1, "unit_left", unit=item.get("unit", "?"), at=at)


def _enemies_at_entries(winner: GdpCase, wanted: dict[str, Any], side: str) -> Findings:
    gates = [name for name, hex_ in winner.s.hexes.items() if any(f"entry_{letter}" in (hex_.known("features") or ()) for letter in wanted["entries"])]
    for unit in winner.s.placed():
        if unit.side != side and unit.road_path in wanted["road_to"] and any(winner.adjacent(unit.hex or "", gate) for gate in gates):
            yield term("vp", -1, "enemy_at_entry", unit=unit.id)


def placed(setup: SetUp, name: str) -> Findings:
    """Where units may be set up, which begin reduced, and where fortifications go."""
    if scenario_of(setup) != name:
        return
    yield from wrong_phase(setup, "setup")
    table = setup.table("setup")
    for unit in setup.units:
        yield from _unit_placed(setup, name, table, unit)
    for kind in setup.kinds:
        yield from _marker_placed(setup, name, table, kind)
    if not setup.forbidden:
        yield permit("setup_right", setup.units, where=[setup.at] if setup.at else []) if setup.units or setup.kinds else kept()


def by_the_table(setup: SetUp, name: str) -> bool:
    """Whether the set-up table of the scenario, which stands behind its notes, says where the units begin."""
    table = setup.table("setup")
    rows, others = table["rows"].get(name, {}), table["others"].get(name, {})
    told = (unit.side in others or letters_of(table, name, unit) or {unit.id, unit.formation} & rows.get(unit.side, {}).keys() for unit in setup.units)
    return scenario_of(setup) == name and any(told)


def _unit_placed(setup: SetUp, name: str, table: dict[str, Any], unit: Unit) -> Findings:
    full = setup.slots.get("full") or unit.known_to_be("reduced", False)
    reduced = unit.id in (table["reduced"].get(name) or ())
    if reduced and (full or not unit.reduced) and not setup.slots.get("reduced"):
        yield forbid("starts_reduced", unit)
    elif reduced:
        yield permit("starts_reduced_so", unit)
    elif setup.slots.get("reduced"):
        yield forbid("starts_full", unit)
    rows = table["rows"].get(name, {}).get(unit.side, {})
    row = rows.get(unit.id) or rows.get(unit.formation)
    late = letters_of(table, name, unit)
    place = setup.at or unit.hex
    off = table["off_map"].get(name)
    if off and unit.formation == off["formation"]:
        if place is not None:
            yield forbid("never_on_map", unit)
        return
    if place is not None and row is None and late:
        yield forbid("comes_in_later", unit, letter="/".join(late))
    elif place is not None and row is None and (fact := table["others"].get(name, {}).get(unit.side)):
        fits = getattr(setup.s.hex(place), fact)
        yield permit(f"setup_{fact}", unit, place) if fits else forbid(f"setup_not_{fact}", unit, place)
    if row is None or place is None:
        return
    within, where = row
    anchors = _anchors(setup, name, table, str(where))
    near = some(lambda anchor: setup.distance(anchor, place) <= within, anchors) if anchors else where == place or unit.from_place <= within
    if near:
        yield permit("setup_near", unit, place, place=str(where), within=within)
    else:
        yield forbid("setup_far", unit, place, place=str(where), within=within)


def _anchors(setup: SetUp, name: str, table: dict[str, Any], where: str) -> list[str]:
    if where.isdigit():
        return [where]
    if found := table["places"].get(name, {}).get(where):
        return [found] if isinstance(found, str) else list(found)
    return [hex_ for hex_, facts in setup.s.hexes.items() if f"entry_{where}" in (facts.known("features") or ())] if len(where) == 1 else []


def _marker_placed(setup: SetUp, name: str, table: dict[str, Any], kind: str) -> Findings:
    rows = table["markers"].get(name) or {}
    side = setup.who
    if kind not in FORTIFICATIONS:
        return
    allowed = (rows.get(side) or {}).get(kind, 0)
    if not allowed:
        yield forbid("no_such_marker", marker=kind, side=str(side))
        return
    lying = [marker for marker in setup.s.markers.values() if marker.kind == kind]
    placed_before = sum(int(item.get("count", 1)) for item in setup.s.history.get(str(side), ()) if item.get("act") == "place" and item.get("kind") == kind)
    if len(lying) + placed_before >= allowed and not (setup.at and setup.markers_at(setup.at, kind)):
        yield forbid("markers_used", marker=kind, count=allowed)
    companions = rows.get("with")
    here = [unit for unit in setup.s.at(setup.at or "") if unit.side == side]
    if companions == "any":
        if not here:
            yield forbid("marker_without_unit", setup.at, marker=kind)
    elif not [unit for unit in here if unit.id in (companions or ())]:
        yield forbid("marker_without_engineer", setup.at, marker=kind, unit=", ".join(companions or ()))


def start_chits(question: Question, name: str) -> Findings:
    """The black chits with which the side asked about, or each side, begins a scenario."""
    scenario = question.slots.get("scenario") or question.s.scenario
    if scenario != name:
        return
    cups = question.table("event_cups")[name]
    sides = [side for side in question.book.sides if question.slots.get("side") in (side, None)] or list(question.book.sides)  # a role is no side
    chits = [chit for side in sides for chit in cups[f"{side}_black"]]
    yield value("chits", chits, "start_chits", names=", ".join(chits))
    yield value("answer", ", ".join(chits))
