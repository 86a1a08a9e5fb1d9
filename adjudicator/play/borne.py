"""What the words of a part say by what they are, whatever the construction: a kind of unit at a place, a state, a marker, a figure, a result.

Each is looked for among the facts of those of whom the part tells, in the book's own words: a noun that is called as a fact, or as its value, says it. Verbs
of having and standing say no more than what they have.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from adjudicator.play.carried import carried
from adjudicator.play.standing import NATURE, STANDS, VERBAL, Telling, denies, lemma_of, lemmas_of, meanings, relations, senses_of, told_of
from adjudicator.sentences.token import unit_of

if TYPE_CHECKING:
    from adjudicator.ground.things import Unit
    from adjudicator.sentences.token import Token

EVERY = frozenset((("PRON", "each"), ("PRON", "both"), ("DET", "both"), ("DET", "three"), ("PRON", "three")))
"""Meanings of words that say something of each of those who were named."""
TYPED = frozenset(("STATUS", "NUM", "RESULT", "KIND", "CLASS", "SIZE", "MARKERKIND", "FEATURE", "TERRAIN", "HEX", "NOUN"))
"""Types of what somebody may have, or be."""
LINKS = frozenset(("OF", "P", "DET", "ADV"))
"""Classes of what may stand between a thing and its place."""
STRENGTHS = frozenset(("attack", "defend"))
"""Senses of verbs of which a counter shows a figure."""
NAMELESS = frozenset(("NOUN", "WORD", "VERB", "PAST", "ADJ"))
"""Types of words that name nothing that a position has."""
VERBS = frozenset(VERBAL)
NEXT = 4
LONG = 4
"""So long at least is a word that a fact is called by."""
ENDS = frozenset(("COMMA", "SEMI", "THEN", "COLON", "DASH"))


def borne(shown: Telling) -> None:
    """Look for what a part says by its words alone; what others have compared is left as it is."""
    words = shown.states.get("standing") or {}
    for at, token in enumerate(shown.row):
        if at not in shown.agreed:
            _such(shown, at, token)
            _fact(shown, at, token)
            _became(shown, at, token)
            _where(shown, at, token)
    carried(shown, words)
    _limits(shown)
    _has(shown, words)


def subjects(shown: Telling) -> list[Unit]:
    """Those of whom a part tells: who is named in it or before it, and what a noun calls of their formations: its HQ, their trains."""
    units = shown.situation.units
    named = [units[name] for name in told_of(shown)]
    nouns = {str(value) for token in shown.row for type_, value in meanings(token) if type_ in ("NOUN", "KIND")}
    groups = {*shown.groups, *(unit.known("formation") for unit in named or (units[name] for name in shown.line))}
    theirs = [unit for unit in units.values() if unit.known("formation") in groups and str(unit.known("kind")) in nouns]
    return theirs if theirs and not shown.own else named


def groups_of(shown: Telling) -> list[Any]:
    """The formations of which a part tells, those that are named and those of the units."""
    own = [str(unit.known("formation")) for unit in subjects(shown)]
    return [things[name] for group in shown.situation.lists for things in [getattr(shown.situation, group)] for name in (*shown.groups, *own) if name in things]


# ---- who
def _such(shown: Telling, at: int, token: Token) -> None:
    """The rifles in 2314, el ruso de 2314, my cavalry: whether such a one stands there, or is the one that was named before."""
    natures = {NATURE[type_]: value for type_, value in token.means[token.classes[0]] if type_ in NATURE}
    sides = {value for other in shown.row[max(0, at - 2) : at + 2] for type_, value in meanings(other) if type_ == "SIDE"}
    if not natures and not any(type_ == "SIDE" for type_, _ in token.means[token.classes[0]]) or denies(shown.row):
        return
    spot = next((place for place in range(at + 1, min(at + NEXT, len(shown.row))) if shown.row[place].classes[0] not in (*LINKS, "W")), 0)
    linked = spot and shown.row[spot].classes[0] == "HEX" and relations(shown.row[spot - 1]) | _of(shown.row[spot - 1])
    if linked and linked & {"IN", "OF", "AT"}:
        hexes = {str(shown.row[spot].means["HEX"][0][1])}
        pool = [unit for unit in shown.situation.units.values() if unit.known("at") in hexes]
    elif natures and not shown.own and not any(VERBS & set(other.classes) for other in shown.row):
        pool, spot = subjects(shown)[-1:], 0  # an apposition
    else:
        return
    such = [unit for unit in pool if all(unit.known(fact) == value for fact, value in natures.items()) and (not sides or unit.known("side") in sides)]
    if such:
        shown.settle(at, True)
        shown.far = shown.far or bool(spot)
        shown.agreed.update(range(at, spot + 1))
        shown.agreed.update(
            place for place in (at - 1, at + 1) if 0 <= place < len(shown.row) and any(type_ == "SIDE" for type_, _ in meanings(shown.row[place]))
        )


def _of(token: Token) -> set[str]:
    return {one for _, said in token.means.get("OF", ()) for one in str(said).split("|")}


# ---- facts
def _fact(shown: Telling, at: int, token: Token) -> None:
    """Keeps its Prepared Defense marker, whose trains are off map: a noun that is called as a fact that is so, or as the value of one."""
    nouns = [str(value) for type_, value in token.means.get("W", ()) if type_ == "NOUN"]
    if not nouns or denies(shown.row) or not any((VERBS | STANDS) & set(other.classes) or "REL" in other.classes for other in shown.row):
        return
    for thing in (*subjects(shown), *groups_of(shown)):
        facts = {key: value for key, value in dict.items(thing.known_facts()) if key not in NATURE.values()}
        if any(facts.get(noun) is True or noun in [value for value in facts.values() if isinstance(value, str)] for noun in nouns):
            shown.settle(at, True)


def _became(shown: Telling, at: int, token: Token) -> None:
    """It has debarked, is riding on 6K-2Pz, failed SNAFU, assisted: a verb that is called as a fact that is so of those who are named, or as its value."""
    said = {word.rstrip("e") for word in (*senses_of(shown, token), *lemma_of(token)) if len(word) >= LONG}
    over = "VP" in token.classes or any(type_ == "PAST" for type_, _ in meanings(token)) or "VG" in token.classes and shown.row[at - 1].classes[0] == "BE"
    if not over or not said or denies(shown.row):
        return
    pending = dict(dict.items(shown.situation.known_box("pending")))
    for thing in (*subjects(shown), *groups_of(shown)):
        facts = {key: value for key, value in dict.items(thing.known_facts()) if key not in NATURE.values()}
        own = [key for key, value in facts.items() if value is True or value in (*shown.line, *shown.own)]
        own += [value for value in facts.values() if isinstance(value, str) and value not in shown.line]
        own += [key for key, value in pending.items() if isinstance(value, (list, tuple)) and thing.id in value]
        if any(name.startswith(word) for word in said for name in own):
            shown.told = True
            shown.settle(at, True)
            stood = [place for place in range(at, len(shown.row) - 1) if "FROM" in relations(shown.row[place]) and shown.row[place + 1].classes[0] == "HEX"]
            shown.agreed.update(place + 1 for place in stood if shown.row[place + 1].means["HEX"][0][1] == thing.known("at"))


def _where(shown: Telling, at: int, token: Token) -> None:
    """Storm turn: what the weather, the time or the phase is, also where the word could do something."""
    behind = shown.row[at + 1].classes[0] if at + 1 < len(shown.row) else ""
    for type_, value in token.means.get("W", ()):
        if type_ in ("WEATHER", "TIME", "PHASE") and behind not in ("HEX", "UNIT", "DET", "P") and shown.situation.known(type_.lower()) == value:
            shown.settle(at, True)


# ---- small words
def _limits(shown: Telling) -> None:
    """Only one step of four: so many, and no more, where just that is so."""
    for at, token in enumerate(shown.row):
        number = next((place for place in range(at + 1, len(shown.row)) if "NUM" in shown.row[place].classes), 0)
        if ("ADV", "only") in meanings(token) and number in shown.agreed and number and not shown.open:
            shown.agreed.add(at)


def _has(shown: Telling, words: Mapping[str, Any]) -> None:
    """Carries an OoS marker, lleva un 5 impreso, lies in its zone: what it has is borne out, and nothing else is said with it. So is which attacks with 12."""
    row, stand = shown.row, {shown.situation.units[name].known("at") for name in shown.own}
    hexes = [place for place, token in enumerate(row) if token.classes[0] == "HEX"]
    there = bool(stand and hexes) and shown.agreed.issuperset(hexes) and stand <= set(shown.hexes)
    for at, token in enumerate(row):
        said = [place for place in _clause(row, at) if types_of(row[place]) & TYPED or unit_of(row[place])]
        so = there or any(place in shown.agreed and not unit_of(row[place]) for place in said)
        if token.classes[0] in STANDS:
            shown.told = shown.told or so
        if not so or not set(token.classes) & VERBS or any(place not in shown.agreed and not types_of(row[place]) <= NAMELESS for place in said):
            continue
        counts = any("NUM" in row[place].classes for place in said)  # 3 puntos caen en 2119: that is done
        shows = counts and "REL" in row[0].classes and senses_of(shown, token) & STRENGTHS and not any(unit_of(row[place]) for place in said)
        verb = lemma_of(token) | lemmas_of(token)
        if shows or verb & set(words.get("bear", ())) or verb & set(words.get("lie", ())) and (shown.far or not counts):
            shown.agreed.add(at)
            shown.told = True


def types_of(token: Token) -> set[str]:
    """The types of all that a word may mean."""
    return {type_ for kept in token.means.values() for type_, _ in kept}


def _clause(row: Sequence[Token], at: int) -> Iterator[int]:
    for place in range(at + 1, len(row)):
        if row[place].classes[0] in ENDS:
            return
        yield place


def each_of(shown: Telling) -> list[str]:
    """Those of each of whom a part tells: both, las dos, cada una; none if it does not."""
    said = [value for token in shown.row for type_, value in meanings(token) if (type_, value) in EVERY]
    if not said:
        return []
    names = list(dict.fromkeys(shown.own if len(shown.own) > 1 else shown.before or shown.line))
    count = {"both": 2, "three": 3}.get(str(said[0]))
    if len(shown.own) < 2:  # both of them: those who were named together
        rows = [run for run in _runs(shown) if count in (None, len(run))]
        names = rows[-1] if rows else names
    return names[-(count or len(names)) :] if len(names) >= (count or 2) else []


def _runs(shown: Telling) -> Iterator[list[str]]:
    """Units that are named one behind the other in a line: 3Pz y 32Inf."""
    run: list[str] = []
    for token in shown.words:
        name = unit_of(token)
        if name in shown.situation.units:
            run = [*run, name]
        elif token.classes[0] not in ("AND", "COMMA", "DET"):
            if len(run) > 1:
                yield run
            run = []
    if len(run) > 1:
        yield run
