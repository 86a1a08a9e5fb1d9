"""Who does it, to whom and where, in a question that does not say so: units of the position are cast for it, or one of which only its side is known."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from adjudicator.book.engine import judge
from adjudicator.ground.declaration import SOMEBODY, Act, Query, Stated
from adjudicator.ground.facts import InputError, Missing
from adjudicator.ground.ruling import ILLEGAL, LEGAL, UNDETERMINED, Ruling
from adjudicator.play.plainly import as_question
from adjudicator.play.tried import TRIED

if TYPE_CHECKING:
    from adjudicator.ground.situation import Situation
    from adjudicator.ground.terms import Terms

TRIED_HEXES = 4
"""So many hexes of the position are tried for one that is not named."""
OF_A_HEX = frozenset(("hex", "where", "to", "target"))
"""Slots of a finding that make it one of a single hex."""
OF_A_MOMENT = OF_A_HEX | {"phase", "now", "turn"}
"""Slots of a finding that may be another one in another hex, or later: will it come back?"""
AIMLESS = frozenset(("units", "column", "asked", "question", "ask", "passing", "agreeing"))
"""Slots of what is reckoned that say nothing of whom it goes against."""
PLACES = frozenset(("to", "path", "target", "at", "edge"))
"""Slots that say whither."""


def cast(book: Terms, situation: Situation, slots: dict[str, Any]) -> bool:
    """Who does it, to whom and where, in a question that does not say so (slots ``anyone``, ``anywhere``).

    The units next to the hex that is meant, the enemy next to the unit that is meant; else one of which nothing but the side is known, who
    is put into the position (which is a copy).  Gives whether the hex is any hex, there being more than one where an enemy stands, or none.
    Raises InputError where not even that can be.
    """
    anyone, anywhere = slots.pop("anyone", False), slots.pop("anywhere", False)
    if "somewhere" in slots:
        slots[slots.pop("somewhere")] = _apart(situation)
    if anywhere and slots.get("target_units"):
        place = situation.units[slots["target_units"][0]].place if slots["target_units"][0] in situation.units else None
        if place:
            slots["target"], anywhere = place, False
    if anyone:
        target = slots.get("target")
        foe = situation.units.get(next(iter(slots.get("target_units") or ()), "")) if target is None else None
        if foe is not None and foe.place:  # whoever attacks 46
            target = slots["target"] = foe.place
        side = slots.get("side") or _other(book, situation.known_at(target) if target else []) or situation.known("active")
        own = [
            unit for unit in situation.units.values() if unit.known_to_be("side", side) or situation.is_unknown(unit.path("side"))
        ]  # the rules ask whose it is
        near = [unit for unit in own if target and unit.place and _beside(situation, unit.place, target)]
        slots["units"] = tuple(unit.id for unit in near) or (_placeholder(situation, side, target),)
    if anywhere and slots.get("units"):
        unit = situation.units.get(slots["units"][0])
        if unit is not None and situation.is_unknown(unit.path("at")):  # wherever it stands
            situation.state(unit.path("at"), _apart(situation))
        around = list(situation.grid.known_neighbours(unit.place)) if unit is not None and situation.grid.valid(unit.place or "") else []
        if unit is None or not around:
            raise InputError("no_destination")
        foes = [hex_ for hex_ in around if any(other.known("side") not in (None, unit.known("side")) for other in situation.known_at(hex_))]
        slots["target"] = (foes or around)[0]
        anywhere = len(set(foes)) != 1
        if not foes and unit.id != SOMEBODY and unit.known("side"):
            situation.state(f"units[{SOMEBODY}]", {"side": book.enemy(unit.known("side")), "at": slots["target"]})
    return bool(anywhere)


def faced(situation: Situation, slots: Mapping[str, Any], reckoned: bool) -> dict[str, str]:
    """The hex that a question is about and does not name: where all those stand who are named as the other side (the odds against 47R); where a deed is
    only ``reckoned``, the one hex of the enemy beside all who do it (what odds do 46 and 31 get?). {} if nobody can tell."""
    units = [situation.units.get(name) for name in slots.get("target_units") or slots["units"]]
    places = {unit.known("at") if unit is not None else None for unit in units}
    if "target_units" not in slots:
        if not reckoned or slots.keys() - AIMLESS or any(not situation.grid.valid(str(at)) for at in places):
            return {}
        sides = {unit.known("side") for unit in units if unit is not None}
        around = set.intersection(*(set(situation.grid.known_neighbours(str(at))) for at in places))
        places = {at for at in around if any(unit.known("side") not in (None, *sides) for unit in situation.known_at(at))}
    place = places.pop() if len(places) == 1 else None
    return {"target": place} if isinstance(place, str) else {}


def entering(parts: tuple[Stated | Act, ...], situation: Situation) -> tuple[Stated | Act, ...]:
    """What does it cost 9SS to come in at 0105: who is not on the map yet has no way to go there, so it is asked of its entry."""
    found = list(parts)
    for at, part in enumerate(parts if "enter" in situation.book.acts else ()):
        if not isinstance(part, Act) or part.kind != "cost" or "to" not in part.slots:
            continue
        units = [situation.units[name] for name in part.slots.get("units", ()) if name in situation.units]
        if units and not any(unit.place for unit in units):
            slots = {name: said for name, said in part.slots.items() if name != "to"}
            slots |= {"at": part.slots["to"], "question": True, "ask": Query("value", "cost")}
            found[at] = Act("enter", slots, part.text, part.start, part.end)
    return tuple(found)


def same_deed(recast: Callable[[str, dict[str, Any]], str], kind: str, slots: dict[str, Any], given: Sequence[Any]) -> dict[str, Any]:
    """If 22Pz advances into 2511, can it capture the trucks there: where what is supposed is the deed that is asked about, its slots; {} if it is another."""
    deed = given[0] if len(given) == 1 and isinstance(given[0], Act) else None
    if deed is None or deed.kind == kind or not slots.get("question") or not slots.get("units") or slots["units"] != deed.slots.get("units"):
        return {}
    try:
        same = recast(kind, dict(slots)) == recast(deed.kind, dict(deed.slots))
    except (Missing, LookupError):
        return {}
    return {**{name: said for name, said in deed.slots.items() if name not in ("passing", "places")}, **slots} if same else {}


def at_all(referee: Any, kind: str, slots: Mapping[str, Any], query: Query | None, text: str, dice: list[int], full: bool) -> Ruling | None:
    """The ruling on whether something may be done at all that names no hex: the act, or the last answer to it; None if something else is asked."""
    responses = slots.get("responses") or ()
    asking = responses[-1] if responses else None
    if not (slots if asking is None else asking.slots).get("question") or query is not None and query.what != "may" or referee.speaks_of_place(text):
        return None
    book, situation = referee.book, referee.situation
    ways = book.acts[kind].ways_asked if asking is None and slots.get("units") else ""
    some = judge(book, situation, ways, {"units": slots["units"]}, text, [], full) if ways else None
    if some is not None:
        some.computed.pop("answer", None)  # which ways there are is not whether there is one
        if some.verdict == UNDETERMINED or some.computed.get(ways):
            return some

    def judged(said: dict[str, Any]) -> Ruling:
        whole = said if asking is None else {**slots, "responses": [*responses[:-1], Act(asking.kind, said, asking.text, asking.start, asking.end)]}
        return judge(book, situation, kind, whole, text, dice, full)

    found = wherever(situation, slots if asking is None else asking.slots, judged)
    if some is not None and (found is None or found.verdict != ILLEGAL):
        some.verdict, found = ILLEGAL, some  # there is no way
    return found


def wherever(situation: Situation, slots: Mapping[str, Any], judged: Callable[[dict[str, Any]], Ruling]) -> Ruling | None:
    """The ruling on whether units may do it at all, where no hex is named: tried into each hex beside them.

    Legal if it may be done into one of them, which is told (``reach``); illegal if into none, by what forbids it everywhere, or else by all that does.
    None where nobody is named, or nobody knows where they stand.
    """
    units = [situation.units[name] for name in slots.get("units") or () if name in situation.units]
    places = {unit.place for unit in units}
    place = places.pop() if len(places) == 1 else None
    if place is None or slots.keys() & PLACES or not situation.grid.valid(place):
        return None
    found: dict[str, Ruling] = {}
    for hex_ in situation.grid.known_neighbours(place):
        try:
            found[hex_] = judged({**slots, "to": hex_})
        except InputError:
            return None
    legal = [hex_ for hex_, ruling in found.items() if ruling.verdict == LEGAL]
    open_ = [ruling for ruling in found.values() if ruling.verdict not in (LEGAL, ILLEGAL)]
    if legal:
        found[legal[0]].computed["reach"] = legal
        return found[legal[0]]
    if open_ or not found:
        return open_[0] if open_ else None
    ruling, *others = found.values()
    rows = [{(rule, finding.key) for rule, finding in each.findings} for each in found.values()]
    everywhere = [(rule, finding) for rule, finding in ruling.findings if all((rule, finding.key) in row for row in rows)]
    if any(finding.effect == "forbids" and not {"hex", "to"} & finding.slots.keys() for _, finding in everywhere):
        ruling.findings = everywhere
    else:
        more = [each for other in others for each in other.findings if each[1].effect == "forbids" and each not in ruling.findings]
        ruling.findings += more
        ruling.cites.update(dict.fromkeys(rule for rule, _ in more))
    return ruling


def nowhere_legal(referee: Any, act: Act, slots: Mapping[str, Any], role: str, full: bool) -> Ruling:
    """The answer to whether units that are not on the map may do what needs a hex (`role`), where none was named: no, if something forbids it in every
    hex that is tried and speaks of no hex. Tried are those of the units' own facts, some of the position, and one where nothing stands.

    Raises InputError where it is a matter of the hex.
    """
    situation = referee.situation
    units = [situation.units[name] for name in slots["units"] if name in situation.units]
    if not units or any(unit.place for unit in units):
        raise InputError("no_destination")
    own = [str(value) for unit in units for value in dict.values(unit.facts) if isinstance(value, str) and situation.grid.valid(value)]
    plain = {name: said for name, said in slots.items() if name not in ("question", "ask")}
    found = [
        referee.judge(Act(act.kind, {**plain, role: hex_}, act.text, act.start, act.end), [], [], full)
        for hex_ in dict.fromkeys([*own, *list(situation.hexes)[:TRIED_HEXES], _apart(situation)])
    ]
    ruling: Ruling = found[0]
    said = {meaning for token in referee.words(act.text) for means in token.means.values() for meaning in means}
    of_one = OF_A_HEX if ("MOD", "can") in said and ("ADV", "ever") not in said else OF_A_MOMENT
    always = [
        (rule, finding)
        for rule, finding in ruling.findings
        if finding.effect == "forbids" and not of_one & finding.slots.keys() and all((rule, finding) in other.findings for other in found)
    ]
    if not always:
        raise InputError("no_destination")
    ruling.findings, ruling.cites, ruling.act = always, dict.fromkeys(rule for rule, _ in always), act
    as_question(ruling, referee.book.acts[ruling.kind].fails)
    return ruling


def _apart(situation: Situation) -> str:
    """A hex in which nothing stands, nor beside it: any hex."""
    taken = {unit.place for unit in situation.units.values()}
    name: str
    for name in situation.grid.inner():
        if not taken & {name, *situation.grid.known_neighbours(name)}:
            return name
    raise InputError("no_destination")


def _other(book: Terms, there: list[Any]) -> str | None:
    side = there[0].known("side") if there else None
    return book.enemy(side) if side else None


def _placeholder(situation: Situation, side: str | None, target: str | None) -> str:
    """One more unit of that side, next to the hex that is meant, else beside any hex of the position."""
    if side is None:
        raise InputError("no_units")
    places = (unit.place for unit in situation.units.values() if unit.place)
    place = target or next(places, None) or next(iter(situation.hexes), None) or next(situation.grid.inner())
    near = [hex_ for hex_ in situation.grid.known_neighbours(place) if not situation.known_at(hex_)] if situation.grid.valid(place or "") else []
    if not near:
        raise InputError("no_units")
    situation.state(f"units[{SOMEBODY}]", {"side": side, "at": near[0]})
    return SOMEBODY


def sure(slots: dict[str, Any], nowhere: bool, ruling: Ruling, query: Query | None) -> bool:
    """Whether a ruling on somebody, or on some hex, holds for everybody and every hex: what forbids it names neither."""
    if SOMEBODY not in str(slots.get("units")) and not nowhere:
        return True
    if query is not None and (query.what in ("aid", "worth") or query.what in TRIED):
        return True
    if query is not None and query.what in ("cause", "value"):
        units = slots.get("units") or () if query.part != "defense" else slots.get("target_units") or ()
        ledger = ruling.ledgers.get(query.part, ())
        lost = any(need.fact.endswith("].at") for need in ruling.needs)  # who it is may be one of those of whom nobody knows where they are
        return lost or bool(units) and all(any(unit in str(entry.slots.get("unit", "")) for entry in ledger) for unit in units if unit != SOMEBODY)
    return ruling.verdict == ILLEGAL and any(
        finding.effect == "forbids" and not {"where", "hex", "target"} & finding.slots.keys() for _, finding in ruling.findings
    )


def _beside(situation: Any, place: str, target: str | None) -> bool:
    return target is not None and situation.grid.adjacent(place, target)
