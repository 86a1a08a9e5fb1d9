"""How things stand, said in a phrase or clause and compared with the position: side by side, in a zone, empty or held, on what ground, destroyed.

Each comparison settles the words that it has borne out in the part that asks, or finds that it is otherwise.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction
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
THERE = frozenset((("ADV", "here"), ("BE", "there")))
TAKEN = frozenset(("occupy", "control", "be", "there", "stand", "sit"))
STANDS = frozenset(("BE", "BEI", "HV"))
"""Classes of verbs of what is so."""
VERBAL = ("V", "VP", "VG", "VI")
LYING = ("FEATURE", "RIVER")
"""What lies in a hex or along its sides."""
VERBS = frozenset(("VERB", "PAST"))
TOGETHER = {("DET", "both"): 2, ("PRON", "both"): 2, ("DET", "three"): 3}
"""Words that say of how many something is told."""
LONG = 5
"""How many words further the thing stands that a relation speaks of."""
Meanings = frozenset[tuple[str, Any]]
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
    groups: list[str]
    open: list[int]
    alone: list[str]
    hexes: list[str]
    sides: list[str]
    start: int
    agreed: set[int]
    borne: bool
    seen: list[Seen]
    far: bool
    zone: bool
    gone: bool
    everybody: bool
    felt: bool
    told: bool
    wrong: bool
    untrue: bool
    harmless: bool
    undone: set[str]
    absent: list[tuple[str, str]]

    def settle(self, at: int, agrees: bool) -> None:
        """A word of it is borne out, or it is otherwise."""


def meanings(token: Token) -> Meanings:
    """All that a word may mean."""
    return token.said()


def markers_of(token: Token) -> list[tuple[str, str]]:
    """The kinds and names of the markers that a word may name."""
    return [value for kept in token.means.values() for type_, value in kept if type_ == "MARKER" and isinstance(value, tuple)]


def number(token: Token) -> Any:
    """The number that a word is, or stands for."""
    value = token.means["NUM"][0][1] if "NUM" in token.means and not unit_of(token) else None
    if isinstance(value, int):
        return int(value)
    return decimal(value) or next((count for said, count in TOGETHER.items() if said in meanings(token)), None)


def decimal(value: object) -> Fraction | None:
    """The number that is written with a point: 1.5."""
    return Fraction(value) if isinstance(value, str) and value[:1].isdigit() else None


def lemma_of(token: Token) -> set[str]:
    """What verb a word may be a form of."""
    return {str(value) for type_, value in meanings(token) if type_ in VERBS}


def senses_of(shown: Telling, token: Token) -> set[str]:
    """What a verb may mean."""
    return {sense for lemma in lemma_of(token) for sense in shown.senses.get(lemma, ())}


def stays(shown: Telling, token: Token) -> bool:
    """Whether a verb says that somebody still is where he was."""
    return "stay" in senses_of(shown, token)


def told_of(shown: Telling) -> list[str]:
    """Of whom a part tells: the units that it names, else the one named last before it, else the only one of the line."""
    return shown.own or shown.before[-1:] or (shown.line if len(shown.line) == 1 else [])


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
    said = {*words.get("beside", ()), *words.get("touch", ())}
    return 1 if (lemmas(token) | lemma_of(token)) & said else None


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
        alone(shown, at, token, words)
        _lack(shown, at, token)
    _only(shown)
    _lies(shown)
    _zone(shown)
    _held(shown)


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
    between = between and not any("NUM" in other.classes[:1] for other in shown.row)  # between A and B there are 3 hexes
    counted = any("NUM" in other.classes[:1] or ("NOUN", "hex") in meanings(other) for other in shown.row[max(0, at - 2) : at])
    if reach is None and not past and not between or counted:
        return
    spots = [place for place in range(at + 1, min(at + LONG, len(shown.row))) if _names(shown.row[place])][: 2 if between else 1]
    if not spots and not past and len(shown.own) > 1 and reach == 1:
        spots = [place for place in range(at) if unit_of(shown.row[place]) in shown.own][-1:]  # 1/5 and 2/5 are adjacent
    if between and not spots:
        _in_between(shown, at)
        return
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
    shown.agreed.update(range(at, spots[-1] + 1) if spots[-1] > at else spots)
    told = [place for place in range(at) if shown.row[place].classes[0] == "HEX" and shown.row[place].means["HEX"][0][1] in others]
    shown.agreed.update(place for place in told if not place or shown.row[place - 1].classes[0] not in ("P", "TO"))  # into 2413 next to it: where it goes
    shown.settle(at, True)


def _in_between(shown: Telling, at: int) -> None:
    """With 1439 in between: whether it lies on a shortest way between the two units of the line."""
    spots = [place for place in range(max(0, at - 3), at) if shown.row[place].classes[0] == "HEX"]
    ends = [place for name in shown.line if (place := _place(shown, name))]
    if len(spots) != 1 or len(ends) != 2:
        return
    here, distance = str(shown.row[spots[0]].means["HEX"][0][1]), shown.situation.grid.distance
    apart = [distance(ends[0], here), distance(here, ends[1]), distance(*ends)]
    if None not in apart and apart[0] + apart[1] == apart[2]:
        shown.far = True
        shown.settle(spots[0], True)
        shown.agreed.add(at)


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
    """2214 is empty, they have fled from it: whether nobody stands there, of those who did."""
    row = shown.row
    over = "VP" in token.classes or any(type_ == "PAST" for type_, _ in meanings(token))
    went = {each for key in ("withdrawn", "leave", "gone") for each in words.get(key, ())}
    near = [*row[at + 1 : at + 4], *(row[:1] if "VP" in token.classes else ())]
    left = (
        over
        and not shown.own
        and len(shown.hexes) == 1
        and any(other.classes[0] == "HEX" for other in near)
        and bool(lemma_of(token) & went or senses_of(shown, token) & {"leave", "exit"})
    )
    bare = bool((lemmas(token) | lemma_of(token)) & set(words.get("empty", ())))
    emptied = "VP" in token.classes and any(other.classes[0] == "HEX" for other in row[at + 1 : at + 3])  # the exchange emptied 2214
    if not left and (not bare or not emptied and not any(other.classes[0] in STANDS for other in row)):
        return  # into the empty 2011: that is where it goes
    before = [str(other.means["HEX"][0][1]) for other in row[:at] if other.classes[0] == "HEX"]
    spoken = any(("NOUN", "hex") in meanings(other) for other in row[:at])  # the hex is empty, though 30R is in 2409
    place = before[-1] if before else shown.hexes[0] if len(shown.hexes) == 1 and not spoken else last_hex(shown) if not shown.hexes or spoken else None
    if place is None or left and any(relations(other) & {"TO", "INTO", "AGAINST"} for other in row[at:] if other.classes[0] in ("P", "TO")):
        return
    pending = shown.situation.known_box("pending")
    whom = [str(name) for name in dict.get(pending, "defenders", ()) or ()] if left and dict.get(pending, "hex") == place else []
    here = [unit for unit in shown.situation.units.values() if unit.known("at") == place]
    here = [unit for unit in here if unit.id in whom or not whom and (not left or not shown.sides or unit.known("side") in shown.sides)]
    shown.agreed.update(spot for spot, other in enumerate(row) if other.classes[0] == "HEX" or left and other.classes[0] in (*STANDS, "HV"))
    shown.settle(at, not here and shown.situation.known("units_complete") is not False)
    shown.told = shown.told or left
    sure = not left or "VP" in token.classes or all(type_ != "VERB" for type_, _ in token.means[token.classes[0]])  # dejo, dejó
    shown.untrue = shown.untrue or bool(here) and sure


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


def _off(shown: Telling, at: int, token: Token, words: Mapping[str, Any]) -> None:
    """Off any road, lejos de carreteras: whether nothing of the kind lies in the hex or along its sides."""
    away = ("ADV", "away") in meanings(token) or ("P", "FROM") in meanings(token) and "off" in lemmas_of(token)
    named = [(place, str(value)) for place, other in enumerate(shown.row[at + 1 : at + 4], at + 1) for type_, value in meanings(other) if type_ in LYING]
    things = {value for _, value in named}
    if not away or not things or any(unit_of(other) for other in shown.row[at + 1 : at + 4]):
        return
    situation = shown.situation
    places = shown.hexes or [place for name in shown.own if (place := _place(shown, name))] or _places(shown)
    known = situation.known("assume") is not None or all(place in situation.hexes for place in places)
    if not places or not known:
        return
    here = [feature for place in places if place in situation.hexes for feature in situation.hexes[place].known("features") or ()]
    here += [feature for key, side in situation.hexsides.items() if set(places) & set(key.split("/")) for feature in side.known("features") or ()]
    shown.agreed.update(range(at, max(place for place, _ in named) + 1))
    shown.settle(at, not things & {str(feature) for feature in here})


def alone(shown: Telling, at: int, token: Token, words: Mapping[str, Any]) -> None:
    """All alone in 1511, sin escolta: whether nobody of its side stands with the unit of which it is said."""
    row = shown.row
    denied = set(meanings(token)) & DENYING and at + 1 < len(row) and lemmas_of(row[at + 1]) & set(words.get("escort", ()))
    if not denied and ("ADV", "alone") not in meanings(token):
        return
    mine = [name for name in shown.line if shown.sides and shown.situation.units[name].known("side") in shown.sides]  # the Russian left his guns without escort
    left = [place for place, other in enumerate(row) if lemma_of(other) & set(words.get("leave", ()))]  # whoever left it so
    subject = mine if not shown.own and (left or not shown.hexes) else shown.own if shown.hexes or left else []
    if len(subject) != 1:
        return
    unit = shown.situation.units[subject[0]]
    others = [each for each in shown.situation.units.values() if each.id != unit.id and each.known("at") == unit.known("at")]
    shown.agreed.update((at, at + 1) if denied else (at,))
    shown.agreed.update(place for at in left for place in (at - 1, at) if place == at or place >= 0 and row[place].classes[0] == "HV")
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
    comes = {"come", "attack", "approach", "move"} & {sense for token in row for sense in (*senses_of(shown, token), *lemmas(token))}
    if told and comes and attackers and not shown.own and not shown.hexes:
        shown.agreed.update(range(at, min(at + 3, len(row))))
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


def kinds_of(shown: Telling, token: Token) -> set[str]:
    """The kinds of markers that a word names."""
    lying, known = shown.states.get("lying") or {}, {marker.known("kind") for marker in shown.situation.markers.values()}
    found = {str(value) for type_, value in meanings(token) if type_ == "MARKERKIND" or type_ == "NOUN" and value in known}
    return found | {str(lying[value]["kind"]) for type_, value in meanings(token) if type_ == "NOUN" and isinstance(lying.get(value), dict)}


def _lies(shown: Telling) -> None:
    """With German interdiction on 1513, behind a minefield in 2525, T1 is a trench in 2135: whether such a marker lies there."""
    row, places = shown.row, (shown.hexes or _places(shown))[-1:]
    for at, token in enumerate(row):
        said = set() if at in shown.agreed else kinds_of(shown, token)
        here = [marker for marker in shown.situation.markers.values() if marker.known("kind") in said and marker.known("at") in places]
        sides = [place for place in range(max(0, at - 2), min(at + 3, len(row))) if any(type_ == "SIDE" for type_, _ in meanings(row[place]))]
        if not here or denies(row) or sides and not any(marker.known("side") in shown.sides for marker in here):
            continue
        shown.agreed.update((*sides, *(place for place, other in enumerate(row) if other.classes[0] == "HEX" and other.means["HEX"][0][1] in places)))
        shown.far = shown.far or all(_place(shown, name) in places for name in shown.own)  # a place like any other
        shown.settle(at, True)


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
    _there(shown)
    if shown.zone or shown.far or shown.hexes or len(shown.own) != 1 or not verbs & TAKEN:
        return
    at = next((place for place, token in enumerate(shown.row) if unit_of(token) == shown.own[0]), -1)
    here = [place for place, token in enumerate(shown.row) if meanings(token) & HERE and place != at - 1 and ("PRON", "he") not in meanings(token)]
    ground = {("NOUN", "hex"), *((type_, value) for type_, value in words if type_ in GROUND)}
    here = [place for place in here if not _is_the(shown.row[place]) or any(meanings(token) & ground for token in shown.row[place + 1 : place + 3])]
    place = last_hex(shown)
    on_it = any(("PRON", "it") in meanings(shown.row[spot]) for spot in here) and not any(token.classes[0] == "HEX" for token in _before(shown))
    if not here or place is None or at < 0 or on_it:  # sitting on it: on the tank
        return
    if _place(shown, shown.own[0]) == place:
        shown.far = True  # a place like any other
        shown.agreed.update(here)
        shown.agreed.update(spot for spot, token in enumerate(shown.row) if token.classes[0] in ("V", "VG", "VP", "BE"))
        shown.settle(at, True)
    elif _place(shown, shown.own[0]) is not None:
        shown.wrong = True


def _is_the(token: Token) -> bool:
    return token.classes[0] == "DET" and ("DET", "def") in meanings(token)


def _there(shown: Telling) -> None:
    """30 covers 0417 and 0418, but my 25 and 14 are there: whether each of them stands in one of the hexes named before."""
    row = shown.row
    spots = [at for at, token in enumerate(row) if meanings(token) & THERE]
    if not spots or not any(other.classes[0] in STANDS or "have" in senses_of(shown, other) for other in row):
        return
    for at in spots:
        names = {place: unit_of(other) for place, other in enumerate(row) if place > at - LONG and unit_of(other) in shown.situation.units}
        before = {str(other.means["HEX"][0][1]) for other in (*_before(shown), *row[:at]) if other.classes[0] == "HEX"}
        called = {place: _called(shown, other, before) for place, other in enumerate(row) if place not in names}  # the HQ and the trains
        names |= {place: name for place, name in called.items() if name}
        if len(names) < 2 or ("BE", "there") in meanings(row[at]) and min(names) > at:
            continue
        if before and all(_place(shown, name) in before for name in names.values()):
            shown.agreed.update(names)
            shown.agreed.update(place for place, other in enumerate(row) if {("DET", "all"), ("PRON", "all")} & meanings(other))
            shown.far = True
            shown.settle(at, True)


def _called(shown: Telling, token: Token, places: set[str]) -> str:
    """The unit in one of these hexes that a noun calls by what it is: the HQ."""
    said = {str(value) for type_, value in token.means.get("W", ()) if type_ in ("NOUN", "KIND")} if "W" in token.classes else set()
    return next((unit.id for unit in shown.situation.units.values() if unit.known("at") in places and unit.known("kind") in said), "")


def _zone(shown: Telling) -> None:
    """2114 is in the zone of 3-3Rif, 2-1Rif dominates 2111, 30 covers 0417 and 0418: whether it lies beside it; what a zone is the ruling knows."""
    row, words = shown.row, shown.states.get("standing") or {}
    said = [at for at, token in enumerate(row) if ("NOUN", "zoc") in meanings(token)]
    covers = [at for at, token in enumerate(row) if token.classes[0] in VERBAL and lemma_of(token) & set(words.get("cover", ()))]
    controls = [at for at, token in enumerate(row) if token.classes[0] == "V" and senses_of(shown, token) == {"control"}] + (
        covers if shown.hexes or said else []
    )
    subject = next((at for at, token in enumerate(row) if unit_of(token) in shown.own), None)
    if not said and not (controls and shown.hexes) or subject is None or len(shown.own) != 1 and not covers or covers and subject > covers[0] and not said:
        return
    stop = next((at for at in range(subject, len(row)) if row[at].classes[0] in ("THEN", "SUB") or at > subject and unit_of(row[at])), len(row))
    spots = [at for at in range(stop) if row[at].classes[0] == "HEX"]
    places = [str(row[at].means["HEX"][0][1]) for at in spots] or ([last] if (last := last_hex(shown)) else [])
    here = _place(shown, unit_of(row[subject]))
    apart = [shown.situation.grid.distance(here, place) for place in places] if here else []
    if not apart or None in apart or len(apart) > 1 and not covers:
        return
    shown.zone = True
    shown.agreed.update((*said, *controls, subject, *spots))
    shown.settle(subject, all(each == 1 for each in apart))
    shown.untrue = shown.untrue or any(each is not None and each > 1 for each in apart)
