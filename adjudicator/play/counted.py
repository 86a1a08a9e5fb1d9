"""How many of something are said to be there, counted in the position: four companies in 2115, eleven steps in 2214, Germans on three corners of 52R."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from fractions import Fraction
from typing import TYPE_CHECKING, Any

from adjudicator.play.standing import NATURE, Telling, meanings, relations, senses_of, told_of
from adjudicator.sentences.token import unit_of

if TYPE_CHECKING:
    from adjudicator.ground.ruling import Ruling
    from adjudicator.ground.things import Unit
    from adjudicator.sentences.token import Token

STATES = {"true": True, "false": False}
COUNTED = frozenset(("unit", "side", "hex", "player"))
HOLDING = frozenset(("KIND", "CLASS", "SIZE"))
FIGHTING = {"attacker": "attackers", "defender": "defenders"}
"""Nouns of those whom the result that is open names."""
OFF = "off_map"
NEXT = 3
"""So many words behind a number may say of what kind is counted."""
Meanings = list[tuple[str, Any]]


def count(shown: Telling, at: int, number: int, nouns: Meanings) -> bool | None:
    """Whether so many fit what is said. None: nothing is counted, or nobody says where."""
    situation = shown.situation
    side = next(iter(shown.sides), None)
    named = {str(value).rpartition(".")[2] for type_, value in nouns if type_ == "NOUN"}
    if (key := next((FIGHTING[noun] for noun in named if noun in FIGHTING), None)) is not None:
        listed = dict.get(situation.known_box("pending"), key)
        return number == len(listed) if listed else None
    if len(shown.own) > 1 and _between(shown) is None and (own := _of_named(shown, at, number, nouns)):
        return own
    called = shown.states.get("history") or {}
    deeds = [str(deed.get("act")) for name in told_of(shown) for deed in situation.history.known(name) or ()]
    if any(number == deeds.count(str(called.get(noun, noun))) for noun in named):
        return True  # has one engagement and one fire attack behind it
    pool = _pool(shown)
    if pool is None:
        return None
    if shown.hexes and not shown.own and (total := _total(shown, pool, named)) is not None:
        if total == number:
            _told(shown, at)
        return total == number
    states = _states(shown, at)
    counted = [(type_, value) for type_, value in nouns if type_ in HOLDING or type_ == "NOUN" and value in COUNTED]
    if not counted and not states and not side:
        return None
    pool = [unit for unit in pool if side is None or unit.known("side") == side]
    kinds = [(type_.lower(), value) for type_, value in counted if type_ in HOLDING]
    told = [fact for fact, _ in kinds[:1] if any(unit.known(fact) is not None for unit in pool)]  # what nobody knows of any of them is only their name
    pool = [unit for unit in pool if all(unit.known(fact) == value for fact, value in kinds[:1] if fact in told)]
    rest = [unit for unit in pool if unit.id not in shown.own]
    such = [unit for unit in pool if all(_is(unit, fact, value) for fact, value in states.values())]
    if states and number == len(such):
        shown.agreed.update(states)
    elif number not in (len(pool), len(rest), len({unit.known("at") for unit in pool})) or states and not all(unit in such for unit in pool):
        shown.untrue = shown.untrue or bool(counted and shown.hexes and not shown.own and not states)
        return False
    shown.agreed.update(states)
    _told(shown, at)
    return True


def _of_named(shown: Telling, at: int, number: int, nouns: Meanings) -> bool:
    """Five Soviet corps (4G, 6G, 7G, 9M, 74R), cinco cuerpos en total: whether so many are named, all of them such."""
    units = [shown.situation.units[name] for name in shown.own]
    natures = [(NATURE[type_], value) for type_, value in nouns if type_ in NATURE]
    counted = natures or any(type_ == "NOUN" and value in COUNTED - {"hex"} for type_, value in nouns)
    such = all(unit.known(fact) == value for unit in units for fact, value in natures[:1]) and all(
        unit.known("side") in shown.sides for unit in units if shown.sides
    )
    if not counted or not such or number != len(units):
        return False
    shown.agreed.update(
        place for place in range(at + 1, min(at + NEXT + 1, len(shown.row))) if {type_ for type_, _ in meanings(shown.row[place])} & {*NATURE, "SIDE"}
    )
    return True


def _told(shown: Telling, at: int) -> None:
    """The words of what is counted, and where: three German divisions in 2115."""
    for place, token in enumerate(shown.row):
        types = {type_ for type_, _ in meanings(token)}
        if "SIDE" in types or token.classes[0] == "HEX" and not shown.own or types & HOLDING and at < place <= at + NEXT:
            shown.agreed.add(place)


def _pool(shown: Telling) -> list[Unit] | None:
    """Those among whom is counted: in a hex, around somebody, or off the map."""
    units = shown.situation.units.values()
    if (between := _between(shown)) is not None:
        return between
    if any({("P", "NEAR"), ("P", "VIA")} & meanings(token) for token in shown.row) and shown.own:
        centre = [place for name in shown.own if isinstance(place := shown.situation.units[name].known("at"), str)]
        around = [(unit, place) for unit in units if isinstance(place := unit.known("at"), str)]
        return [unit for unit, place in around if any(shown.situation.grid.adjacent(place, one) for one in centre)]
    fights = [at for at, token in enumerate(shown.row) if "attack" in senses_of(shown, token) or ("NOUN", "attack") in meanings(token)]
    hit, attackers = (dict.get(shown.situation.known_box("pending"), key) for key in ("hex", "attackers"))
    if fights and attackers and not shown.own and set(shown.hexes) <= {hit}:
        shown.agreed.update(place for place, token in enumerate(shown.row) if token.classes[0] == "HEX")
        return [unit for unit in units if unit.id in attackers]
    if shown.hexes:
        return [unit for unit in units if unit.known("at") in shown.hexes]
    left = [at for at, token in enumerate(shown.row) if {"exit", "leave"} & senses_of(shown, token) and "VP" in token.classes]
    left = left or [at for at, token in enumerate(shown.row) if ("NOUN", "edge") in meanings(token)]  # five corps off the south edge
    if left and not shown.own:
        shown.agreed.update(left)
        return [unit for unit in units if unit.known("at") == OFF]
    return None


def _between(shown: Telling) -> list[Unit] | None:
    """Those nearer to each of two units, or hexes, than these lie to each other: two Polish divisions between 10 HQ and 46."""
    at = next((at for at, token in enumerate(shown.row) if "BETWEEN" in relations(token)), None)
    spots = [] if at is None else [token for token in shown.row[at + 1 :] if token.classes[0] == "HEX" or unit_of(token) in shown.situation.units]
    if at is None or len(spots) != 2:
        return None
    ends = [shown.situation.units[name].known("at") if (name := unit_of(token)) else str(token.means["HEX"][0][1]) for token in spots]
    grid, named = shown.situation.grid, {unit_of(token) for token in spots}
    whole = grid.distance(*ends) if all(isinstance(end, str) for end in ends) else None
    if whole is None:
        return None
    shown.agreed.update(place for place in range(at, len(shown.row)) if shown.row[place] in spots or place == at)
    apart = [(unit, [grid.distance(place, end) for end in ends]) for unit in shown.situation.units.values() if isinstance(place := unit.known("at"), str)]
    return [unit for unit, each in apart if unit.id not in named and all(far is not None and far < whole for far in each)]


def _total(shown: Telling, pool: Sequence[Unit], nouns: set[str]) -> int | None:
    """What those in a hex have together: steps, points of stacking. None where it is no such figure, or not all of them tell it."""
    words = shown.states.get("shown") or {}
    for noun in nouns - COUNTED:
        for key in str(words.get(noun, noun)).split():
            values = [value for unit in pool if isinstance(value := unit.known(key) if key in unit.known_facts() else None, int)]
            if values and len(values) == len(pool):
                return sum(values)
    return None


def _states(shown: Telling, at: int) -> dict[int, tuple[str, Any]]:
    """The states that are said of what a number counts, by the places of their words: three full units and three reduced ones."""
    found: dict[int, tuple[str, Any]] = {}
    for place in range(at + 1, min(at + NEXT, len(shown.row))):
        token: Token = shown.row[place]
        if token.classes[0] in ("AND", "NUM", "COMMA") or unit_of(token):
            break
        for type_, value in token.means.get("W", token.means[token.classes[0]])[:1]:
            if type_ == "STATUS":
                fact, _, state = str(value).partition(":")
                found[place] = fact, STATES.get(state, state)
    return found


def _is(unit: Unit, fact: str, value: Any) -> bool:
    known = unit.known(fact)
    return bool(known == value or value is False and known is None)


# ---- rulings
def worked_with(rulings: Iterable[Ruling]) -> set[Any]:
    """The numbers that rulings worked with: what they computed, the lines and sums of their ledgers, shifts, modifiers, what their findings tell."""
    rulings = tuple(rulings)
    found = counted_with(rulings)
    for ruling in rulings:
        rows = [finding for _, finding in (*ruling.findings, *ruling.shifts, *ruling.drms)]
        contents: list[Any] = [entry[0] for ledger in ruling.ledgers.values() for entry in ledger]
        contents += [abs(finding.by) for finding in rows if isinstance(finding.by, int)] + [content for finding in rows for content in finding.slots.values()]
        found.update(_numbers(contents))
    return found


def counted_with(rulings: Iterable[Ruling]) -> set[Any]:
    """The numbers that rulings came to: what they computed, the sums of their ledgers, what each unit adds to them (of a printed strength what is left)."""
    found: set[Any] = set()
    for ruling in rulings:
        sums: dict[tuple[str, str], Any] = {}
        for name, ledger in ruling.ledgers.items():
            for entry in ledger:
                sums[name, entry.group] = sums.get((name, entry.group), 0) + entry.value
        contents = [content for name, content in ruling.computed.items() if not name.startswith("_")]
        found.update(_numbers([*contents, *(ledger.total for ledger in ruling.ledgers.values()), *sums.values()]))
    return found


def _numbers(contents: Iterable[Any]) -> Iterator[Any]:
    for content in contents:
        if isinstance(content, (int, Fraction)) and not isinstance(content, bool):
            yield content
        elif isinstance(content, (list, tuple)):
            yield from _numbers(content)
        elif isinstance(content, dict):
            yield from _numbers(content.values())
