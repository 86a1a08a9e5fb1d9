"""How things stand, said in a phrase or clause and compared with the position: side by side, in a zone, empty or held, on what ground, destroyed.

Each comparison settles the words that it has borne out in the part that asks, or finds that it is otherwise.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any, Protocol

from adjudicator.ground.declaration import Seen
from adjudicator.sentences.token import unit_of

if TYPE_CHECKING:
    from adjudicator.ground.situation import Situation
    from adjudicator.sentences.token import Token

BESIDE, NEAR, BETWEEN, PAST = "BESIDE", "NEAR", "BETWEEN", frozenset(("VIA", "AFTER"))
NEARBY = 2
"""Nobody is near: within so many hexes."""
GROUND = {"TERRAIN": "terrain", "FEATURE": "features"}
NATURE = {"KIND": "kind", "CLASS": "class", "SIZE": "size"}
HERE = frozenset((("ADV", "here"), ("REL", "rel"), ("PRON", "it"), ("CL", "it"), ("DET", "def")))
"""Meanings of what speaks of the place before."""
TAKEN = frozenset(("occupy", "control", "be", "there", "stand", "sit"))
STANDS = frozenset(("BE", "BEI", "HV"))
"""Classes of verbs of what is so."""
VERBAL = ("V", "VP", "VG", "VI")
LONG = 5
"""How many words further the thing stands that a relation speaks of."""
Meanings = set[tuple[str, Any]]
DENYING = frozenset((("DET", "no"), ("P", "WITHOUT"), ("PRON", "nothing")))
"""Meanings, besides not, of words that deny."""


class Telling(Protocol):
    """A part of a line that is compared (`adjudicator.play.shown`, which tells what each of these is)."""

    situation: Situation
    states: Mapping[str, Any]
    senses: Mapping[str, Sequence[str]]
    row: Sequence[Token]
    words: Sequence[Token]
    own: list[str]
    before: list[str]
    line: list[str]
    alone: list[str]
    hexes: list[str]
    start: int
    agreed: set[int]
    borne: bool
    seen: list[Seen]
    far: bool
    zone: bool
    gone: bool
    everybody: bool
    felt: bool
    wrong: bool
    untrue: bool

    def settle(self, at: int, agrees: bool) -> None:
        """A word of it is borne out, or it is otherwise."""


def meanings(token: Token) -> Meanings:
    """All that a word may mean."""
    return {each for kept in token.means.values() for each in kept if isinstance(each[1], str)}


def denies(row: Sequence[Token]) -> bool:
    """Whether words deny something: not, no, without, nobody."""
    return any(token.classes[0] == "NOT" or any(each[0] == token.classes[0] for each in meanings(token) & DENYING) for token in row)


def relations(token: Token) -> set[str]:
    """The relations that a word may say."""
    return {one for _, said in token.means.get("P", ()) for one in str(said).split("|")}


def beside(token: Token, words: Mapping[str, Any]) -> int | None:
    """Within how many hexes something lies that a word calls near, None if it does not."""
    if token.classes[0] == "P" and NEAR in relations(token):
        return 1 if BESIDE in relations(token) else NEARBY
    return 1 if lemmas(token) & set(words.get("beside", ())) else None


def lemmas(token: Token) -> set[str]:
    """What a word of no rulebook may be a form of."""
    return {str(value) for type_, value in meanings(token) if type_ in ("ADJ", "WORD")}


def compared(shown: Telling) -> None:
    """Compare what a part says of how things stand."""
    words = shown.states.get("standing") or {}
    for at, token in enumerate(shown.row):
        _near(shown, at, token, words)
        _empty(shown, at, token, words)
        _ground(shown, at, token)
        _off(shown, at, token, words)
        _nature(shown, at, token)
        alone(shown, at, token, words)
        _lack(shown, at, token)
    _only(shown)
    _held(shown)
    _zone(shown)
    _destroyed(shown)


def _before(shown: Telling) -> list[Token]:
    """The words of the line before the part."""
    start = shown.start
    return [token for token in shown.words if token.start < start]


def last_hex(shown: Telling) -> str | None:
    """The hex that was named last before a part, else the only one that the line names."""
    behind = [str(token.means["HEX"][0][1]) for token in _before(shown) if token.classes[0] == "HEX"]
    every = {str(token.means["HEX"][0][1]) for token in shown.words if token.classes[0] == "HEX"}
    return behind[-1] if behind else next(iter(every)) if len(every) == 1 else None


def _place(shown: Telling, name: str) -> str | None:
    place = shown.situation.units[name].known("at")
    return place if isinstance(place, str) else None


def _near(shown: Telling, at: int, token: Token, words: Mapping[str, Any]) -> None:
    """Right beside it, in front of 1-2Mot, past the 26, between A and B: whether it lies there."""
    reach = beside(token, words)
    said = relations(token) if token.classes[0] == "P" else set()
    past, between = said >= PAST, BETWEEN in said
    counted = any("NUM" in other.classes[:1] or ("NOUN", "hex") in meanings(other) for other in shown.row[max(0, at - 2) : at])
    if reach is None and not past and not between or counted:
        return
    spots = [place for place in range(at + 1, min(at + LONG, len(shown.row))) if _names(shown.row[place])][: 2 if between else 1]
    units = [unit_of(shown.row[place]) for place in spots]
    if not spots or (past or between) and not all(units) or between and len(units) < 2 or any(each and each not in shown.situation.units for each in units):
        return
    if shown.row[spots[0]].classes[0] == "PRON":  # beside it: what the part names lies beside what the line names
        units = [name for name in shown.alone if _place(shown, name)]
        if len(units) != 1:
            return
    things = [name or str(shown.row[place].means["HEX"][0][1]) for name, place in zip(units, spots, strict=True)]
    others = _others(shown, things, past)
    for thing in things:
        here = _place(shown, thing) if thing in shown.situation.units else thing
        apart = {other: shown.situation.grid.distance(here, place) for other, place in others.items()} if here is not None else {}
        if not apart or None in apart.values():
            return
        if not any(each is not None and each <= (reach or 1) for each in apart.values()):
            if len(apart) > 1 or reach != 1:
                shown.wrong = shown.untrue = True
                return
            shown.seen.append(Seen(next(iter(apart)), thing, 1))
    shown.far = True
    shown.agreed.update(range(at, spots[-1] + 1))
    shown.settle(at, True)


def _names(token: Token) -> bool:
    return bool(unit_of(token)) or token.classes[0] in ("HEX", "PRON")


def _others(shown: Telling, things: list[str], past: bool) -> dict[str, str]:
    """What a thing may lie beside: what else the part names, else the hex named last before it, else the units of the line; of a way any hex of it."""
    inside = {name: place for name in shown.own if name not in things and (place := _place(shown, name))}
    inside |= {name: name for name in shown.hexes if name not in things}
    if inside:
        return inside
    every = [str(token.means["HEX"][0][1]) for token in shown.words if token.classes[0] == "HEX"]
    if not past and (ways := [str(token.means["HEX"][0][1]) for token in _before(shown) if token.classes[0] == "HEX"]):
        every = ways[-1:]
    else:
        inside = {name: place for name in shown.line if name not in shown.own and (place := _place(shown, name))}
    return inside | {name: name for name in every if name not in things}


def _empty(shown: Telling, at: int, token: Token, words: Mapping[str, Any]) -> None:
    """2214 is empty."""
    if not lemmas(token) & set(words.get("empty", ())) or not any(other.classes[0] in STANDS for other in shown.row):
        return  # into the empty 2011: that is where it goes
    before = [str(other.means["HEX"][0][1]) for other in shown.row[:at] if other.classes[0] == "HEX"]
    spoken = any(("NOUN", "hex") in meanings(other) for other in shown.row[:at])  # the hex is empty, though 30R is in 2409
    place = before[-1] if before else shown.hexes[0] if len(shown.hexes) == 1 and not spoken else last_hex(shown) if not shown.hexes or spoken else None
    if place is None:
        return
    held = any(unit.known("at") == place for unit in shown.situation.units.values())
    shown.agreed.update(spot for spot, other in enumerate(shown.row) if other.classes[0] == "HEX")
    shown.settle(at, not held and shown.situation.known("units_complete") is not False)
    shown.untrue = shown.untrue or held


def _ground(shown: Telling, at: int, token: Token) -> None:
    """On the hill in 2525, sitting in a village, with the river in between."""
    first = next(iter(token.means[token.classes[0]]))
    situation = shown.situation
    if first[0] in GROUND:
        places = shown.hexes or [place for name in shown.own if (place := _place(shown, name))] or _places(shown)
        said = [situation.hexes[place].known(GROUND[first[0]]) for place in places if place in situation.hexes]
        if places and any(first[1] == each or isinstance(each, (list, tuple)) and first[1] in each for each in said):
            shown.settle(at, True)
    elif first[0] == "RIVER":
        hexes = {str(each.means["HEX"][0][1]) for each in shown.words if each.classes[0] == "HEX"}
        hexes |= {place for name in shown.line if (place := _place(shown, name))}
        sides = [situation.hexsides[key] for one in hexes for other in hexes if (key := f"{one}/{other}") in situation.hexsides]
        if any(str(first[1]) in str(one) for side in sides for one in side.known("features") or ()):
            shown.settle(at, True)


def _places(shown: Telling) -> list[str]:
    """Where that stands of which the part speaks without a name: the unit or hex named last before it, else the only unit of the line."""
    behind = [token for token in _before(shown) if token.classes[0] == "HEX" or unit_of(token) in shown.situation.units]
    if behind:
        name = unit_of(behind[-1])
        return [place] if (place := _place(shown, name) if name else str(behind[-1].means["HEX"][0][1])) else []
    return [place for name in shown.line if (place := _place(shown, name))] if len(shown.line) == 1 else []


def _nature(shown: Telling, at: int, token: Token) -> None:
    """Which is cavalry, they're plain infantry: said of the unit before."""
    if shown.own or not any(other.classes[0] in ("BE", "BEI") for other in shown.row[:at]):
        return
    before = [unit_of(other) for other in _before(shown) if unit_of(other) in shown.situation.units][-1:] or (shown.line if len(shown.line) == 1 else [])
    for type_, value in token.means[token.classes[0]][:1]:
        if type_ in NATURE and before:
            shown.settle(at, shown.situation.units[before[0]].known(NATURE[type_]) == value)


def _off(shown: Telling, at: int, token: Token, words: Mapping[str, Any]) -> None:
    """Off any road, lejos de carreteras: whether nothing of the kind lies in the hex or along its sides."""
    away = ("ADV", "away") in meanings(token) or ("P", "FROM") in meanings(token) and "off" in lemmas_of(token)
    things = {str(value) for other in shown.row[at + 1 : at + 4] for type_, value in meanings(other) if type_ in ("FEATURE", "RIVER")}
    if not away or not things or any(unit_of(other) for other in shown.row[at + 1 : at + 4]):
        return
    situation = shown.situation
    places = shown.hexes or [place for name in shown.own if (place := _place(shown, name))] or _places(shown)
    known = situation.known("assume") is not None or all(place in situation.hexes for place in places)
    if not places or not known:
        return
    here = [feature for place in places if place in situation.hexes for feature in situation.hexes[place].known("features") or ()]
    here += [feature for key, side in situation.hexsides.items() if set(places) & set(key.split("/")) for feature in side.known("features") or ()]
    shown.agreed.update(range(at, at + 4))
    shown.settle(at, not things & {str(feature) for feature in here})


def alone(shown: Telling, at: int, token: Token, words: Mapping[str, Any]) -> None:
    """All alone in 1511, sin escolta: whether nobody of its side stands with the unit of which it is said."""
    row = shown.row
    denied = set(meanings(token)) & DENYING and at + 1 < len(row) and lemmas_of(row[at + 1]) & set(words.get("escort", ()))
    if not denied and ("ADV", "alone") not in meanings(token) or len(shown.own) != 1 or not shown.hexes:
        return
    unit = shown.situation.units[shown.own[0]]
    others = [each for each in shown.situation.units.values() if each.id != unit.id and each.known("at") == unit.known("at")]
    shown.agreed.update((at, at + 1) if denied else (at,))
    friends = any(each.known("side") == unit.known("side") for each in others)
    shown.untrue = shown.untrue or friends
    shown.settle(at, not friends)


def _lack(shown: Telling, at: int, token: Token) -> None:
    """Estando fuera de mando y comunicaciones, with no supply: whether the units of which it is said are out of it."""
    behind = shown.row[at + 1 : at + 3]
    about: Mapping[str, Any] = shown.states.get("unit") or {}
    out = token.classes[0] == "P" and bool(relations(token) & {"FROM", "WITHOUT"})
    for other in behind:
        key, _, kind = next((str(about[value]) for type_, value in meanings(other) if type_ == "NOUN" and value in about), "").partition("=")
        if out and "/" in kind and (units := shown.own or shown.before[-1:] or shown.line[:1]):
            said = {shown.situation.units[name].known(key) for name in units}
            shown.agreed.update(range(at, at + 1 + behind.index(other) + 1))
            shown.settle(at, said == {kind.split("/")[1]})


def _only(shown: Telling) -> None:
    """Only foot infantry is coming; the only Axis unit beside it is 1Slov: whether no others attack, or stand there."""
    row, situation = shown.row, shown.situation
    at = next((at for at, token in enumerate(row) if ("ADV", "only") in meanings(token)), None)
    if at is None or any("NUM" in token.classes and not unit_of(token) for token in row):
        return
    attackers = [situation.units[str(name)] for name in dict.get(situation.known_box("pending"), "attackers", ()) or () if str(name) in situation.units]
    told = {(type_.lower(), value) for token in row[at + 1 : at + 3] for type_, value in token.means.get("W", ())[:1] if type_ in NATURE}
    comes = {"come", "attack", "approach", "move"} & {sense for token in row for sense in (*_senses(shown, token), *lemmas(token))}
    if told and comes and attackers and not shown.own and not shown.hexes:
        shown.agreed.update(range(at, at + 3))
        shown.settle(at, all(unit.known(fact) == value for unit in attackers for fact, value in told))
        return
    centre = [name for name in shown.line if name not in shown.own and _place(shown, name)][:1]
    near = any(beside(token, shown.states.get("standing") or {}) == 1 for token in row)
    if not near or len(shown.own) != 1 or not centre:
        return
    here, side = str(_place(shown, centre[0])), situation.units[centre[0]].known("side")
    others = [unit for unit in situation.units.values() if isinstance(place := unit.known("at"), str) and situation.grid.adjacent(here, place)]
    kept = frozenset(("ADV", "SUB", "BE", "P", "DET", "PRON"))
    shown.agreed.update(spot for spot, token in enumerate(row) if token.classes[0] in kept or any(type_ == "SIDE" for type_, _ in meanings(token)))
    shown.far = True
    shown.settle(at, [unit.id for unit in others if unit.known("side") != side] == shown.own)


def lemmas_of(token: Token) -> set[str]:
    """A word as it is written, and what it may be a form of."""
    return {token.text.casefold(), *lemmas(token)}


def _held(shown: Telling) -> None:
    """1BW is already there, 6K-2Gr holds it, 24 and 10 hold 1012: whether they stand in the hex, or in the one named before."""
    words = {each for token in shown.row for each in meanings(token)}
    verbs = {sense for type_, value in words if type_ in ("VERB", "PAST", "BE") for sense in (*shown.senses.get(value, ()), value)}
    if len(shown.hexes) == 1 and shown.own and {"occupy", "control"} & verbs and not shown.zone and not any(token.classes[0] == "P" for token in shown.row):
        held = all(_place(shown, name) == shown.hexes[0] for name in shown.own)
        shown.far = held  # a place like any other
        shown.untrue = shown.untrue or any(_place(shown, name) not in (None, shown.hexes[0]) for name in shown.own)
        for at, token in enumerate(shown.row):
            if token.classes[0] in ("HEX", "UNIT", *VERBAL):
                shown.settle(at, held)
    if shown.far or shown.hexes or len(shown.own) != 1 or not verbs & TAKEN:
        return
    at = next(place for place, token in enumerate(shown.row) if unit_of(token) == shown.own[0])
    here = [place for place, token in enumerate(shown.row) if meanings(token) & HERE and place != at - 1 and ("PRON", "he") not in meanings(token)]
    place = last_hex(shown)
    if not here or place is None:
        return
    if _place(shown, shown.own[0]) == place:
        shown.far = True  # a place like any other
        shown.agreed.update(here)
        shown.agreed.update(spot for spot, token in enumerate(shown.row) if token.classes[0] in ("V", "VG", "VP", "BE"))
        shown.settle(at, True)
    elif _place(shown, shown.own[0]) is not None:
        shown.wrong = True


def _zone(shown: Telling) -> None:
    """2114 is in the zone of 3-3Rif, 2-1Rif dominates 2111: whether it lies beside it; what a zone is the ruling knows."""
    said = [at for at, token in enumerate(shown.row) if ("NOUN", "zoc") in meanings(token)]
    controls = [at for at, token in enumerate(shown.row) if token.classes[0] == "V" and _senses(shown, token) == {"control"}]
    if not said and not (controls and shown.hexes) or len(shown.own) != 1:
        return
    places = shown.hexes or ([last] if (last := last_hex(shown)) else [])
    here = _place(shown, shown.own[0])
    apart = [shown.situation.grid.distance(here, place) for place in places] if here else []
    if len(apart) != 1 or apart[0] is None:
        return
    at = next(place for place, token in enumerate(shown.row) if unit_of(token) == shown.own[0])
    shown.zone = True
    shown.agreed.update((*said, *controls, at), (place for place, token in enumerate(shown.row) if token.classes[0] == "HEX"))
    shown.settle(at, apart[0] == 1)
    shown.untrue = shown.untrue or apart[0] > 1


def _senses(shown: Telling, token: Token) -> set[str]:
    return {sense for type_, value in meanings(token) if type_ in ("VERB", "PAST") for sense in shown.senses.get(value, ())}


def _destroyed(shown: Telling) -> None:
    """20Rum has been wiped out, now that 47R is dead: whether it is gone."""
    last = any(("NOUN", "last") in meanings(token) for token in shown.row)
    said = [
        at
        for at, token in enumerate(shown.row)
        if last
        and "loss" in _senses(shown, token)  # it has lost its last step
        or ("VP" in token.classes or token.classes[0] == "VI" and at and shown.row[at - 1].classes[0] in ("P", "DET"))
        and "eliminate" in _senses(shown, token)
        or ("STATUS", "eliminated:true") in meanings(token)
    ]
    if not said or any(("P", "BY") in meanings(token) for token in shown.row):
        return
    gone = list(_gone(shown))
    named = [at for at, token in enumerate(shown.row) if unit_of(token) or token.classes[0] == "UNK"]
    if last:
        shown.agreed.update(at for at, token in enumerate(shown.row) if ("NOUN", "last") in meanings(token))
    if named and all(shown.row[at].text in gone or unit_of(shown.row[at]) in gone for at in named):
        shown.agreed.update(named)
        shown.gone = True
        for at in said:
            shown.settle(at, True)


def _gone(shown: Telling) -> Iterator[str]:
    """Units that are off the map for good: destroyed, or named by the result that is open and on the map no more."""
    situation = shown.situation
    yield from (str(name) for name in set(situation.eliminated))
    pending = situation.known_box("pending")
    for key in ("defenders", "attackers"):
        yield from (str(name) for name in dict.get(pending, key, ()) or () if name not in situation.units)
