"""A deed that a line speaks of, in other words, and what the line asks of it: *can 9Mech fall back to 2310 with 11Pz's ZOC over it?*

The deed is looked for among the shapes of sentences that do something (`adjudicator.play.meant`), whatever the line asks; a thing of the line that has no place
in it may be left aside at a cost. What is asked of it is told by the words of the line: whether it may be, must be, why, or a figure of its ruling.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from adjudicator.ground import work
from adjudicator.ground.declaration import Act, Query
from adjudicator.ground.facts import InputError
from adjudicator.language import NotUnderstood
from adjudicator.play.likely import Likely, line_in
from adjudicator.play.lines import Line
from adjudicator.play.meant import deeds_meant
from adjudicator.play.referee import DOES
from adjudicator.play.standing import denies, relations
from adjudicator.play.trying import Trying
from adjudicator.play.understood import again
from adjudicator.sentences.rows import is_spanish
from adjudicator.sentences.shapes import Reworded
from adjudicator.sentences.token import Token

TRIES, DEEDS, ALIKE, FOUND = 24, 4, 2, 4
"""So many wordings are tried, so many deeds kept, so many of one act; so many lines are judged."""
FREE = 0.2
"""What costs no more to leave aside is not told."""
QUERIES = 4
"""So many questions are tried with each deed."""
MODALS = ("MOD", "MODF", "MODI")
WORDS = ("QP", "QD")


def composed(game: Trying, row: list[Token], by_words: Mapping[str, float]) -> Iterator[Likely]:
    """Such lines, the likeliest deed first, each judged."""
    if denies(row) or any("INSTEAD" in relations(token) for token in row):
        return  # what is not done, or is denied, is looked for in whole sentences alone
    asks = any("QM" in token.classes or token.text == "¿" for token in row)
    wanted = _queries(game, row) if asks else [None]
    found = 0
    for said, line in _deeds(game, row, by_words):
        for query in wanted[:QUERIES]:
            if found == FOUND or work.ran_out():
                return
            whole = line if not asks else _asked(game, row, line, query)
            if whole is not None and (rulings := game.comes_of(whole)):
                lost = [thing for thing in said.lost if thing.free > FREE]
                way = "deed" if not asks else query.what if query is not None else "may"
                yield Likely(said.score, whole, tuple(thing.text for thing in lost), rulings, said.limits, frozenset(thing.letter for thing in lost), way)
                found += 1


def _deeds(game: Trying, row: list[Token], by_words: Mapping[str, float]) -> Iterator[tuple[Reworded, Line]]:
    """The deeds that a line may speak of, each as a line that does it."""
    met: set[str] = set()
    told: dict[str, int] = {}
    for said in deeds_meant(game, row, by_words):
        if said.text in met or told.get(said.label, 0) == ALIKE:
            continue
        met.add(said.text)
        if len(met) > TRIES:
            return
        line = line_in(game, said.text)
        if line is None or len(line.acts) != 1 or not _does(game, line.acts[0]):
            continue
        told[said.label] = told.get(said.label, 0) + 1
        yield said, line
        if sum(told.values()) == DEEDS:
            return


def _does(game: Trying, act: Act) -> bool:
    """Whether an act does something."""
    try:
        return "question" not in act.slots and game.referee.nature(act) == DOES
    except InputError:
        return False


def _queries(game: Trying, row: Sequence[Token]) -> list[Query | None]:
    """What the words of a line may ask of a deed, the plainest first; None: whether it may be."""
    modals = {str(value) for token in row for name in MODALS for _, value in token.means.get(name, ())}
    words = {str(value) for token in row if token.classes[0] in WORDS for name in WORDS for _, value in token.means.get(name, ())}
    found: list[Query | None] = []
    if words - {"why"}:
        said = [_features(token) for token in row]
        found += [Query("value", value.gives) for value in game.referee.language.asks.values if any(value.words & each for each in said)]
    found += [Query("why")] if "why" in words else []
    found += [Query("must")] if "must" in modals else []
    return [*found, None] if "can" in modals else found


def _features(token: Token) -> set[str]:
    """What a word says: `TYPE` and `TYPE:value`."""
    return {name for kept in token.means.values() for type_, value in kept for name in (type_, f"{type_}:{value}")}


def _asked(game: Trying, row: Sequence[Token], line: Line, query: Query | None) -> Line | None:
    """A deed of which that is asked, in words that are read as just that."""
    act = line.acts[0]
    lang = "es" if is_spanish(list(row)) else "en"
    if query is None or query.what != "value":
        slots = {**act.slots, "question": True, **({"ask": query} if query is not None else {})}
        asked = Act(act.kind, slots, act.text, act.start, act.end)
        text = again(game, Line(line.text, (tuple(asked if part is act else part for part in line.parts),), line.said), lang)
    else:
        named = {word for value in game.referee.language.asks.values if value.gives == query.name for word in value.words}
        noun = next((token.text for token in row if named & _features(token)), "")
        word = next((token.text for name in reversed(WORDS) for token in row if token.classes[0] == name), "")
        text = f"{line.text}: {word} {noun}?"
    try:
        found = game.line(text) if text is not None else None
    except (NotUnderstood, InputError):
        return None
    return found if found is not None and found.acts else None
