"""Who stands on whom, or alone, what somebody is of, who has to go, the title of a line: what a part tells, compared with the position.

Each comparison settles the words that it has borne out in the part that asks, or finds that it is otherwise.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING, Any

from adjudicator.play.recounted import DOING, MUST, SIDES
from adjudicator.play.standing import NATURE, STANDS, VERBAL, Telling, last_hex, lemma_of, lemmas_of, markers_of, meanings, relations, told_of
from adjudicator.play.titled import titled
from adjudicator.sentences.token import unit_of

if TYPE_CHECKING:
    from adjudicator.ground.things import Unit
    from adjudicator.sentences.token import Token

UPON = frozenset(("IN", "ABOVE", "OF"))
"""Relations of a word that says who stands on somebody, and nothing else (a: to, at, against)."""
LONG = 4


def alongside(shown: Telling) -> None:
    """Compare what a part says of who stands on whom, what one is of, who has to go."""
    words = shown.states.get("standing") or {}
    for at in range(len(shown.row)):
        _stacked(shown, at, words)
        _belongs(shown, at, words)
    _must_go(shown, words)
    sole(shown, words)
    _touches(shown, words)
    if (so := titled(shown.row, shown.situation, shown.groups)) is not None:
        shown.told = True
        for at in range(len(shown.row)):
            shown.settle(at, so)


def _stacked(shown: Telling, at: int, words: Mapping[str, Any]) -> None:
    """1/110 on top of 3/110, I/36 and II/36 share 24.15, están en el mismo hex: whether they stand in one hex, which is named, in that order."""
    row, things = shown.row, {**shown.situation.markers, **shown.situation.units}
    before, behind = ([name for token in part if (name := _named(token)) in things] for part in (row[:at], row[at + 1 :]))
    near = next((token for token in row[at + 1 :] if token.classes[0] in ("HEX", "SUB", *VERBAL) or _named(token)), None)
    upon = row[at].classes[0] == "P" and "IN" in relations(row[at]) and relations(row[at]) <= UPON and bool(before and behind)
    upon = upon and near is not None and _named(near) in things  # in 2012, while another attacks
    upon = upon or relations(row[at]) == {"WITH"} and row[at - 1].classes[0] == "BE" and bool(before and behind)  # is stacked with it
    same = ("NOUN", "hex") in meanings(row[at]) and ("DET", "same") in meanings(row[at - 1])
    share = (lemma_of(row[at]) | lemmas_of(row[at])) & set(words.get("share", ())) and {*VERBAL, "P"} & set(row[at].classes)
    if not (upon or same or share or ("ADV", "together") in meanings(row[at])) or not upon and len(shown.own) < 2:
        return
    told = [before[-1], behind[0]] if upon else shown.own
    places = {things[name].known("at") for name in told}
    if None in places or upon and before[-1] == behind[0]:
        return
    stack = [unit for unit in shown.situation.units.values() if unit.known("at") in places]
    so = len(places) == 1 and (not shown.hexes or places == set(shown.hexes))
    so = so and (not upon or all(things[told[0]].known(fact) < things[told[1]].known(fact) for fact in _orders(stack)))
    shown.untrue = shown.untrue or not so
    shown.far = shown.far or so  # a place like any other
    if so:
        shown.agreed.update(place for place, token in enumerate(row) if token.classes[0] == "HEX" or same and place == at - 1)
    shown.settle(at, so)


def _named(token: Token) -> str:
    """The unit or marker that a word names."""
    return next((name for _, name in markers_of(token)), unit_of(token))


def _orders(stack: list[Unit]) -> Iterator[str]:
    """Facts that number those of a stack from one on."""
    for fact in dict.keys(stack[0].known_facts()):
        numbers = [value for unit in stack if type(value := unit.known(fact)) is int]
        if len(stack) > 1 and sorted(numbers) == list(range(1, len(stack) + 1)):
            yield str(fact)


def _belongs(shown: Telling, at: int, words: Mapping[str, Any]) -> None:
    """30, which belongs to 8th Army; 239 es del 14th Army: whether what is named is a fact of those of whom it is said."""
    row, token = shown.row, shown.row[at]
    owner = next((unit_of(other) for other in row[at + 1 : at + LONG] if unit_of(other)), "")
    if not lemma_of(token) & set(words.get("belong", ())) or not owner or owner in shown.situation.units:
        return
    units = [shown.situation.units[name] for name in told_of(shown)]
    if units and all(any(owner == value for value in dict.values(unit.known_facts())) for unit in units):
        shown.told = True
        shown.settle(at, True)
    else:
        shown.wrong = True


def _must_go(shown: Telling, words: Mapping[str, Any]) -> None:
    """68Inf has to go, the Russians have to withdraw: whether they are named by the result that is open, as those who defended."""
    row, pending = shown.row, dict(dict.items(shown.situation.known_box("pending")))
    at = next((at for at, token in enumerate(row) if MUST in token.means.get("MOD", ())), None)
    going = set(words.get("withdrawn", ())) | set(words.get("gone", ()))
    if at is None or not pending.get("result") or any(token.classes[0] in ("NOT", "SUB", "QP", "QD", "HEX", "NUM") for token in row):
        return
    verb = next((place for place in range(at + 1, min(at + 3, len(row))) if lemma_of(row[place]) & going and {*DOING} & set(row[place].classes)), None)
    named = [str(name) for side in SIDES for name in pending.get(side) or ()]
    sides = {shown.situation.units[name].known("side") for name in named if name in shown.situation.units}
    if verb is None or verb + 1 < len(row) or not (shown.own or shown.sides):
        return
    if all(name in named for name in shown.own) and set(shown.sides) <= sides:
        shown.agreed.update(place for place, token in enumerate(row) if any(type_ == "SIDE" for type_, _ in meanings(token)))
        shown.agreed.add(verb)
        shown.told = True
        shown.settle(at, True)


def sole(shown: Telling, words: Mapping[str, Any]) -> None:
    """There's nothing but HQ-2Tk in 2012, en 20.11 sólo hay infantería: whether nobody else, or nothing of another kind, stands there."""
    row, situation = shown.row, shown.situation
    only = [at for at, token in enumerate(row) if ("ADV", "only") in meanings(token)]
    but = [at for at, token in enumerate(row) if "EXCEPT" in relations(token)]
    none = [at for at, token in enumerate(row) if ("PRON", "nothing") in meanings(token)]
    if denied := [at for at, token in enumerate(row) if token.classes[0] == "NOT"]:  # no hay más que la 46
        but += [at for at, one in enumerate(row[:-1]) if ("ADV", "more") in meanings(one) and "REL" in row[at + 1].classes]
        but += [at + 1 for at in but]
        none = none or denied
    hexes = {str(token.means["HEX"][0][1]) for token in row if token.classes[0] == "HEX"}
    place = next(iter(hexes), None) if hexes else last_hex(shown) if any(("ADV", "here") in meanings(token) for token in row) else None
    natures = {at: (NATURE[type_], value) for at, token in enumerate(row) for type_, value in token.means.get(token.classes[0], ()) if type_ in NATURE}
    idle = {*words.get("lie", ()), *words.get("bear", ())}
    verbs = [at for at, token in enumerate(row) if token.classes[0] in VERBAL and not lemma_of(token) & idle]
    if (
        not (only or none and but)
        or place is None
        or len(hexes) > 1
        or verbs
        or not (shown.own or natures)
        or any("NUM" in token.classes and not _named(token) for token in row)
    ):
        return
    if not any(token.classes[0] in STANDS or lemma_of(token) & idle for token in row) or situation.known("units_complete") is False:
        return
    here = [unit for unit in situation.units.values() if unit.known("at") == place]
    so = bool(here) and (
        {unit.id for unit in here} == set(shown.own) if shown.own else all(unit.known(fact) == value for unit in here for fact, value in natures.values())
    )
    shown.told = shown.far = shown.told or so
    shown.untrue = shown.untrue or not so
    spots = [at for at, token in enumerate(row) if token.classes[0] in ("HEX", "NOT") or lemma_of(token) & idle]
    shown.agreed.update((*only, *but, *none, *natures, *spots) if so else ())
    shown.settle((only or none)[0], so)


def _touches(shown: Telling, words: Mapping[str, Any]) -> None:
    """1/110 in 21.11 touches both hexes: whether it lies beside each of those that the line names before."""
    row, situation = shown.row, shown.situation
    touch = [at for at, token in enumerate(row) if (lemma_of(token) | lemmas_of(token)) & set(words.get("touch", ())) and {*VERBAL} & set(token.classes)]
    every = [at for at, token in enumerate(row) if {("DET", "both"), ("DET", "each"), ("DET", "all"), ("DET", "three")} & meanings(token)]
    nouns = [at for at, token in enumerate(row) if ("NOUN", "hex") in meanings(token)]
    if not touch or not every or not nouns or len(shown.own) != 1 or any(token.classes[0] == "NOT" for token in row):
        return
    here = situation.units[shown.own[0]].known("at")
    before = {str(token.means["HEX"][0][1]) for token in shown.words if token.classes[0] == "HEX" and token.start < shown.start} - {here}
    so = isinstance(here, str) and len(before) > 1 and all(situation.grid.adjacent(here, place) for place in before)
    shown.told = shown.far = shown.told or so
    shown.untrue = shown.untrue or not so and len(before) > 1
    shown.agreed.update((*touch, *every, *nouns) if so else ())
    shown.settle(touch[0], so)
