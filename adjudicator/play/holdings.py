"""Whose places are, who has left the map, what scenario it is, which chit was drawn: what a part tells of the game, compared with the position.

Each comparison settles the words that it has borne out in the part that asks, or finds that it is otherwise.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from adjudicator.play.fared import OTHERWISE
from adjudicator.play.standing import STANDS, VERBAL, Telling, lemma_of, meanings, number, told_of
from adjudicator.sentences.token import unit_of

if TYPE_CHECKING:
    from adjudicator.sentences.token import Token

MINE = frozenset((("PRON", "mine"), ("PRON", "first")))
"""Meanings of words with which a speaker tells of his own things."""
LONG = 5
"""So many words behind a number stands what is counted."""
ENDS = frozenset(("THEN", "SUB", "REL", "SEMI", "COLON", "DASH"))


def holdings(shown: Telling) -> None:
    """Compare what a part says of whose places are, of who has left the map, of the scenario, of chits."""
    words = shown.states.get("standing") or {}
    said = False
    for clause in _clauses(shown.row):
        said = _control(shown, clause, words, said)
    _exited(shown)
    _scenario(shown)
    _drawn(shown, words)


def _clauses(row: Sequence[Token]) -> Iterator[range]:
    """The clauses of a part, each as its places: 4513 and 4612 are Russian, 4613 still German."""
    begin = 0
    for at in range(len(row) + 1):
        over = at == len(row) or row[at].classes[0] in ENDS
        over = over or row[at].classes[0] in ("AND", "COMMA") and _is_told(row[begin:at]) and _is_told(row[at + 1 :])
        if over:
            if at > begin:
                yield range(begin, at)
            begin = at + 1


def _is_told(row: Sequence[Token]) -> bool:
    """Whether words name a place and say whose it is."""
    return any(token.classes[0] == "HEX" for token in row) and any(
        type_ == "SIDE" or (type_, value) in MINE for token in row for type_, value in meanings(token)
    )


# ---- whose
def _control(shown: Telling, clause: range, words: Mapping[str, Any], said: bool) -> bool:
    """K, N and S ended up German, 4513 and 4612 are mine, I've got 4248 and 3651, 4613 lo conserva el alemán: whether they are all of that side.

    ``said``: the clause before it had the verb.
    """
    row = shown.row
    every = [at for at in clause if row[at].classes[0] == "HEX"]
    values = {at: row[at].means["HEX"][0][1] for at in every}
    spots = [at for at in every if isinstance(values[at], str)]
    every = [at for at in every if at in spots or {values[spot] for spot in spots} <= {*values[at]}]  # two of the hexes of that town
    sides = {at: str(value) for at in clause for type_, value in row[at].means.get("W", ()) if type_ == "SIDE"}
    holds = {*words.get("bear", ()), *words.get("lie", ())}
    verbs = [at for at in clause if row[at].classes[0] in STANDS or row[at].classes[0] in VERBAL and (lemma_of(row[at]) & holds)]
    mine = [at for at in clause if meanings(row[at]) & MINE or at in verbs and row[at].text.casefold().endswith(tuple(words.get("mine", ())))]
    names = any(unit_of(row[at]) or row[at].classes[0] in OTHERWISE for at in clause)
    if not spots or not (verbs or said) or names or len({*sides.values()}) != 1 and not (mine and not sides):
        return False
    own = [_whose(shown, str(row[at].means["HEX"][0][1])) for at in spots]
    if None in own:
        return False
    so = len({*own}) == 1 and (not sides or own[0] in sides.values())
    if not so and not sides:
        return False  # nobody knows what he has there
    shown.untrue = shown.untrue or not so
    shown.told = shown.told or so
    shown.agreed.update((*sides, *verbs, *every) if so else ())
    counts = [at for at in clause if number(row[at]) == len(spots) and any(("NOUN", "hex") in meanings(token) for token in row[at : at + LONG])]
    shown.agreed.update(counts if so else ())
    for at in spots:
        shown.settle(at, so)
    return so


def _whose(shown: Telling, place: str) -> str | None:
    """Whose a hex is, as the position says; else of those who stand in it."""
    here = shown.situation.hexes.get(place)
    if here is not None and isinstance(control := here.known("control"), str):
        return control
    sides = {unit.known("side") for unit in shown.situation.units.values() if unit.known("at") == place}
    return str(sides.pop()) if len(sides) == 1 else None


# ---- gone off the map
def _exited(shown: Telling) -> None:
    """10K and 11K left by the east edge at 3654: whether those who have left the map did so there."""
    row = shown.row
    out = [dict(dict.items(each)) for each in shown.situation.known("exited") or () if isinstance(each, dict)]
    gone = {str(each.get("unit")): each for each in out}
    named = {at: row[at].text for at in range(len(row)) if row[at].text in gone}
    if not named or any(token.classes[0] in OTHERWISE for token in row) or not any(token.classes[0] in VERBAL or "VP" in token.classes for token in row):
        return
    facts = [gone[name] for name in named.values()]
    for at, token in enumerate(row):
        said = [str(value) for type_, value in meanings(token) if type_ in ("HEX", "DIRECTION")]
        if said and "W" in token.classes or token.classes[0] == "HEX":
            shown.settle(at, all(any(one in map(str, fact.values()) for one in said) for fact in facts))
    shown.told = True
    for at in named:
        shown.settle(at, True)


# ---- the game
def _scenario(shown: Telling) -> None:
    """Kursk is over: whether that scenario is played."""
    for at, token in enumerate(shown.row):
        for type_, value in token.means.get("W", ()):
            if type_ == "SCENARIO" and (played := shown.situation.known("scenario")) is not None:
                shown.settle(at, played == value)


def _drawn(shown: Telling, words: Mapping[str, Any]) -> None:
    """He has drawn Airstrike against 2010, me salió Airstrike contra 2011: whether such a chit lies there for the deed that is open, in that hex."""
    row, pending = shown.row, shown.situation.known_box("pending")
    named = {str(name): box for name, box in _names(shown.situation.known_box("events"))}
    spots = [at for at, token in enumerate(row) if token.text in named]
    verbs = [at for at, token in enumerate(row) if lemma_of(token) & set(words.get("come_out", ())) and {*VERBAL, "BEI"} & set(token.classes)]
    if not spots or not verbs or any(token.classes[0] in OTHERWISE for token in row) or told_of(shown) and shown.own:
        return
    shown.told = True
    for at in spots:
        shown.settle(at, True)
    shown.agreed.update(verbs)
    for at, token in enumerate(row):
        if token.classes[0] == "HEX":
            shown.settle(at, token.means["HEX"][0][1] == dict.get(pending, "hex"))


def _names(box: Any) -> Iterator[tuple[Any, Any]]:
    """What the things of a record are called."""
    for each in dict.values(box) if isinstance(box, dict) else ():
        if isinstance(each, dict) and (name := dict.get(each, "name")) is not None:
            yield name, each
