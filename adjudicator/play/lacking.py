"""What a part denies, compared with the position: nobody and nothing of a kind is there, a unit lacks it, has not done it, is not in that state.

Each comparison settles the words that it has borne out in the part that asks, or finds that it is otherwise. What a deed is said to do without is kept: its
act has to do without it.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import pairwise
from typing import TYPE_CHECKING, Any

from adjudicator.book.declared import spec_of
from adjudicator.play.alongside import sole
from adjudicator.play.recounted import took_part
from adjudicator.play.standing import (
    HERE,
    NATURE,
    STANDS,
    Telling,
    alone,
    denies,
    kinds_of,
    last_hex,
    lemma_of,
    lemmas_of,
    meanings,
    number,
    senses_of,
    told_of,
)
from adjudicator.sentences.token import unit_of

if TYPE_CHECKING:
    from adjudicator.ground.ruling import Ruling
    from adjudicator.ground.things import Unit
    from adjudicator.sentences.token import Token

NOTHING: tuple[Any, ...] = ((), [], 0, False, "none", "")
DOING = ("V", "VG", "VI")
STATES = {"true": True, "false": False}
REACH = 4
"""How many words behind a denial it may speak of."""
ENDS = frozenset(("COMMA", "AND", "THEN", "SUB", "REL"))


def lacks(shown: Telling, at: int) -> bool:
    """It has no safe path, off any road, they took no part, the stacks do not touch: what a word at a place denies is so."""
    alone(shown, at, shown.row[at], shown.states.get("standing") or {})
    sole(shown, shown.states.get("standing") or {})
    if at in shown.agreed:
        return True
    for check in (_no_ground, _no_such, _lacks, _no_marker, _not_so, _harmless, _without):
        if check(shown, at):
            return True
        if shown.untrue:
            return False
    return _apart(shown) or _idle(shown, at)


def reckoned_in(ruling: Ruling, row: Sequence[Token]) -> bool:
    """Whether words deny what the ruling reckons all the same: with no loss, where its result costs a step."""
    said = {str(value) for token in row for type_, value in meanings(token) if type_ in ("NOUN", "VERB")} if denies(row) else set()
    return any(said & {key, key.removesuffix("s"), key.removesuffix("es")} and value not in NOTHING for key, value in ruling.computed.items())


def _denied(shown: Telling, at: int) -> range:
    """The places of the words that a denial speaks of."""
    row = shown.row
    return range(at + 1, next((place for place in range(at + 1, len(row)) if row[place].classes[0] in ENDS), min(at + 1 + REACH, len(row))))


def _lacks(shown: Telling, at: int) -> bool:
    about: Mapping[str, Any] = shown.states.get("unit") or {}
    nouns = {str(value) for token in shown.row[at + 1 : at + 4] for type_, value in meanings(token) if type_ == "NOUN"}
    for name in told_of(shown)[-1:]:
        has = dict(dict.items(shown.situation.units[name].known_facts()))
        empty = [key for key, value in has.items() if {key, key.removesuffix("s")} & nouns and value in NOTHING]
        states = [str(about[noun]).partition("=") for noun in nouns if noun in about]
        if empty or any("/" in kinds and has.get(key) == kinds.split("/")[1] for key, _, kinds in states):
            return True  # it has no supply: it is out of it
    boxes: tuple[Mapping[str, Any], ...] = (shown.situation.facts, shown.situation.known_box("pending"))
    return any(key in nouns and _is_nothing(value) for box in boxes if isinstance(box, dict) for key, value in dict.items(box))


def _is_nothing(value: Any) -> bool:
    return all(_is_nothing(each) for each in dict.values(value)) if isinstance(value, dict) else value in NOTHING


def _natures(row: Sequence[Token], places: range) -> dict[int, list[tuple[str, str]]]:
    """Words of what units are, by their places: the fact and its value."""
    found = {place: [(NATURE[type_], str(value)) for type_, value in meanings(row[place]) if type_ in NATURE] for place in places}
    return {place: natures for place, natures in found.items() if natures}


def _is_such(unit: Unit, natures: Sequence[tuple[str, str]]) -> bool:
    return any(value in str(unit.known(fact) or "") for fact, value in natures)


def _no_such(shown: Telling, at: int) -> bool:
    """There are no tanks in it, without guns on either side, no HQ in 2110: nobody of the kind stands there, or has to do with it."""
    row, situation = shown.row, shown.situation
    natures = _natures(row, range(at + 1, min(at + 3, len(row))))
    if not natures or _near(shown, at) or any(senses_of(shown, row[place]) for place in _verbs(row)):
        return False
    here = any(set(meanings(token)) & HERE for token in row[at + 1 :] if token.classes[0] in ("ADV", "REL")) or any(("NOUN", "hex") in meanings(t) for t in row)
    places = shown.hexes or ([place] if here and (place := last_hex(shown)) else [])
    if any("reach" in senses_of(shown, token) for token in row[at + 1 :]):
        pool = list(situation.units.values())
    elif places:
        pool = [unit for unit in situation.units.values() if unit.known("at") in places]
    else:
        pending = situation.known_box("pending")
        names = {*shown.line, *(str(name) for key in ("attackers", "defenders") for name in dict.get(pending, key, ()) or ())}
        hexes = {str(token.means["HEX"][0][1]) for token in shown.words if token.classes[0] == "HEX"}
        pool = [unit for unit in situation.units.values() if unit.id in names or unit.known("at") in hexes]
    said = [each for every in natures.values() for each in every]
    if not pool or any(_is_such(unit, said) for unit in pool):
        shown.untrue = shown.untrue or bool(places) and any(_is_such(unit, said) for unit in pool)
        return False
    shown.agreed.update(natures)
    shown.agreed.update(place for place, token in enumerate(row) if token.classes[0] == "HEX" or ("DET", "each") in meanings(token))
    return True


def _no_ground(shown: Telling, at: int) -> bool:
    """There's no bridge, sin puente, no river between them: nothing of the kind lies in the hexes that are named, or between them, as far as they are known."""
    row, situation = shown.row, shown.situation
    said = {
        place: str(value)
        for place in _denied(shown, at)
        for type_, value in meanings(row[place])
        if type_ in ("RIVER", "FEATURE") and "W" in row[place].classes
    }
    parts = {part for name in spec_of(situation.book).get("hexsides") or () for part in str(name).split("_")} if not said else set()
    lone = {place: str(value) for place in _denied(shown, at) for type_, value in row[place].means.get("W", ()) if type_ == "NOUN" and value in parts}
    said = said or lone  # a bridge, which may be of several kinds
    if not said or any(unit_of(token) for token in row) or any(senses_of(shown, row[place]) for place in _verbs(row) if place not in said):
        return False
    hexes = [str(token.means["HEX"][0][1]) for token in row[at:] if token.classes[0] == "HEX"]
    hexes = hexes or [str(token.means["HEX"][0][1]) for token in shown.words if token.classes[0] == "HEX"]
    places = [place for name in shown.line if isinstance(place := situation.units[name].known("at"), str)]
    hexes = [*places, *hexes] if len(hexes) < 2 else hexes  # over the river to 1509, from where it stands
    sides = [situation.side(one, other).known("features") for one, other in pairwise(hexes) if situation.grid.adjacent(one, other)]
    inside = [situation.hex(place).known("features") for place in hexes]
    known = [each for each in (*sides, *inside) if each is not None]
    if not known or sides and None in sides or lone and not (sides and all(len(features) < 2 for features in sides)):
        return False  # what else is there may be one
    there = {name for features in known for each in features for name in (str(each), *(str(each).split("_") if lone else ()))} & set(said.values())
    shown.untrue = shown.untrue or bool(there)
    if there:
        return False
    shown.agreed.update(said)
    shown.agreed.update(place for place, token in enumerate(row) if token.classes[0] == "HEX" and place > at)
    shown.agreed.update(place for place in _denied(shown, at) if ("NOT", "nor") in meanings(row[place]))
    return True


def _verbs(row: Sequence[Token]) -> list[int]:
    """The places of verbs; what stands behind a preposition is none: within reach."""
    return [at for at, token in enumerate(row) if token.classes[0] in DOING and not (at and row[at - 1].classes[0] == "P")]


def _near(shown: Telling, at: int) -> bool:
    """Whether it is said of what lies near, or in sight."""
    words = shown.states.get("standing") or {}
    around = {*words.get("around", ()), *words.get("beside", ())}
    return any(lemmas_of(token) & around or ("P", "NEAR") in meanings(token) for token in shown.row[at + 1 :])


def _no_marker(shown: Telling, at: int) -> bool:
    """Sin ningún marcador OBJ en el mapa, there's no dump within reach: no marker of the kind lies there, or anywhere."""
    row = shown.row
    kinds = {place: kinds_of(shown, row[place]) for place in range(at + 1, min(at + 3, len(row)))}
    said = {kind for each in kinds.values() for kind in each}
    if not said or any(senses_of(shown, row[place]) for place in _verbs(row)):
        return False
    lies = [marker for marker in shown.situation.markers.values() if marker.known("kind") in said and (not shown.hexes or marker.known("at") in shown.hexes)]
    if lies:
        return False
    shown.agreed.update(place for place, each in kinds.items() if each)
    shown.agreed.update(place for place, token in enumerate(row) if token.classes[0] == "HEX" or "reach" in senses_of(shown, token))
    return True


def _not_so(shown: Telling, at: int) -> bool:
    """It is not disorganised, sin DG: those of whom it is said are in another state. Nobody on road march: so is everybody in the hexes of the line."""
    row, nobody = shown.row, ("PRON", "nothing") in meanings(shown.row[at])
    hexes = {str(token.means["HEX"][0][1]) for token in shown.words if token.classes[0] == "HEX"}
    every = shown.situation.units.values()
    units = (
        [unit for unit in every if unit.id in shown.line or unit.known("at") in hexes] if nobody else [shown.situation.units[each] for each in told_of(shown)]
    )
    stands = nobody or any(token.classes[0] in STANDS for token in row)
    for place in _denied(shown, at):
        states = [str(value).partition(":") for type_, value in meanings(row[place]) if type_ == "STATUS"]
        if not states or not units or any(token.classes[0] == "MOD" for token in row) or not stands:
            continue
        usual = shown.situation.absent("units") if nobody else {}
        known = [usual.get(fact) if (has := unit.known(fact)) is None else has for unit in units for fact, _, _ in states]
        if None in known or any(STATES.get(value, value) in known for _, _, value in states):
            return False
        shown.agreed.add(place)
        return True
    return False


def _without(shown: Telling, at: int) -> bool:
    """Sin moverse de 2010, no losses, y no meto artillería: what is done is another deed, and none of that kind has a part in it."""
    row, places = shown.row, _denied(shown, at)
    natures = _natures(row, places)
    verbs = [place for place in places if row[place].classes[0] in DOING]
    over = any(token.classes[0] == "HV" for token in row[max(0, at - 2) : at]) or any(type_ == "PAST" for place in verbs for type_, _ in meanings(row[place]))
    if not {("P", "WITHOUT"), ("DET", "no"), ("NOT", "not"), ("NOT", "nor")} & meanings(row[at]) or row[at].classes[0] not in ("P", "DET", "NOT"):
        return False
    if row[at].classes[0] == "NOT" and any(token.classes[0] == "TO" for token in row[at : at + REACH]):
        return False  # with nowhere else to go
    stands = bool(natures) and (bool(shown.hexes) or any(token.classes[0] in STANDS for token in row))  # there is no artillery in 2010
    other = any(row[place].classes[0] in ("UNIT", "NUM", "MOD", "HV", "UNK") for place in places)
    if not places or shown.own or stands or other or row[at].classes[0] == "NOT" and over:
        return False
    done = {senses[0] for place in verbs for lemma in lemma_of(row[place]) if (senses := shown.senses.get(lemma))}  # what it means first
    nouns = {str(value) for place in places for type_, value in row[place].means.get("W", ()) if type_ == "NOUN"}
    if {("P", "WITHOUT"), ("DET", "no")} & meanings(row[at]) and not verbs:
        done = nouns
    elif row[at].classes[0] == "NOT" and natures:
        done = set()
    elif not done or row[at].classes[0] not in ("P", "NOT") or row[at].classes[0] == "NOT" and "VI" in row[verbs[0]].classes[:1]:
        return False
    if not done and not natures:
        return False
    units = [name for name in (told_of(shown) or shown.line[:1]) if shown.situation.units[name].known("at") in shown.hexes]
    if shown.hexes and not units:
        return False
    shown.undone |= done
    shown.absent += [each for every in natures.values() for each in every]
    shown.agreed.update(place for place in places if place in natures or row[place].classes[0] in (*DOING, "HEX"))
    return True


def _harmless(shown: Telling, at: int) -> bool:
    """Foot soldiers don't bother it, they have no ZOC: so what is done has to be legal."""
    row, words = shown.row, shown.states.get("standing") or {}
    minded = [place for place in _denied(shown, at) if lemma_of(row[place]) & set(words.get("hinder", ()))]
    zones = [place for place in _denied(shown, at) if ("NOUN", "zoc") in meanings(row[place]) and row[at].classes[0] == "DET"]
    if not minded and not zones or any(number(token) is not None for token in row):
        return False
    shown.agreed.update((*minded, *zones, *_natures(row, range(len(row)))))
    shown.harmless = True
    return True


def _apart(shown: Telling) -> bool:
    """The two stacks don't touch each other."""
    touching = set((shown.states.get("standing") or {}).get("touch", ()))
    if not any(lemma_of(token) & touching for token in shown.row):
        return False
    places = list(dict.fromkeys(place for name in (shown.own if len(shown.own) > 1 else shown.line) if (place := shown.situation.units[name].known("at"))))
    if len(places) != 2 or shown.situation.grid.distance(*places) in (None, 0, 1):
        return False
    for at, token in enumerate(shown.row):
        if token.classes[0] in ("DET", "PRON") or number(token) == 2 or lemma_of(token) & touching:
            shown.agreed.add(at)
    return True


def _idle(shown: Telling, at: int) -> bool:
    """It took no part in the fight."""
    before = shown.wrong
    took_part(shown)
    idle, shown.wrong = at in shown.agreed, before
    return idle
