"""What a reading leaves aside of its line, and what bears it out: the position, what comes of the reading, what it has itself in other words.

A unit or hex is borne out where the ruling names it, or one stands in the other. A number is, where it counts what the reading names (*two divisions, 46 and
4*; *three hexes, 0417, 0418 and 0419*), or where the position shows what it is said of (*the two Polish divisions in 1510*; `adjudicator.play.shown`). So is
the word of a limit (*without escort*, *together* of those who do one deed).
"""

from __future__ import annotations

from collections.abc import Container, Iterator, Mapping, Sequence
from typing import Any

from adjudicator.ground.declaration import Act, Stated
from adjudicator.ground.ruling import Ruling
from adjudicator.play.alike import amounts, clauses, does_it
from adjudicator.play.counted import COUNTED, HOLDING
from adjudicator.play.likely import Likely
from adjudicator.play.lines import ASIDES
from adjudicator.play.shown import Shown
from adjudicator.play.standing import meanings
from adjudicator.play.trying import Trying
from adjudicator.sentences.token import Token, unit_of

DEEP = 5
"""So deep are the findings of a ruling looked through for what they name."""
WHOM = HOLDING | {"SIDE"}
"""Types of words that units are counted by."""
NAMES = frozenset(("UNIT", "HEX", "NUM"))
NEAR = 4
"""So many words behind a number may say what it counts."""


class Compared:
    """The words of a line that the position bears out, clause by clause; of the numbers those alone that count somebody, or hexes.

    agreed   where the words begin that are borne out
    refuted  where the hexes begin in which the one unit of their clause does not stand
    """

    def __init__(self, game: Trying, row: Sequence[Token]) -> None:
        language = game.referee.language
        self.agreed: set[int] = set()
        self.refuted: set[int] = set()
        for clause in clauses(row):
            shown = Shown(game.situation, language.states, language.words.senses, clause, row, clause[0].start)
            numbers = {at for at, each in enumerate(clause) if each.classes[0] == "NUM"}
            self.agreed |= {clause[at].start for at in shown.agreed - numbers} | {clause[at].start for at in numbers if self._number(clause, at, shown)}
            if shown.wrong and len(shown.own) == 1:
                self.refuted |= {token.start for token in clause if token.classes[0] == "HEX"}

    @staticmethod
    def _number(clause: Sequence[Token], at: int, shown: Shown) -> bool:
        """Whether a number counts what is there, or is a figure of whom it is said to be, or stands with in brackets: sus 14 puntos, 71Art (14 points)."""
        number, before = clause[at].value, clause[at - 1] if at else None
        if counts(clause, at):
            return at in shown.agreed and number not in shown.open
        own = before is not None and ("LP" in before.classes or ("DET", "poss") in meanings(before))
        figures = [shown.situation.units[name].known_facts() for name in (shown.own or shown.before)[-1:]]
        return own and any(type(value) is int and value == number for facts in figures for value in dict.values(facts))

    def bears(self, token: Token) -> bool:
        """Whether a word is borne out."""
        return token.start in self.agreed


def counts(row: Sequence[Token], at: int) -> str:
    """What a number counts: `unit`, `hex`, `` for anything else, which may be what a deed takes."""
    for token in row[at + 1 : at + NEAR]:
        said = meanings(token)
        if any(type_ in HOLDING or type_ == "NOUN" and value in COUNTED - {"hex"} for type_, value in said):
            return "unit"
        if ("NOUN", "hex") in said:
            return "hex"
        if token.classes[0] not in ("W", "NUM", "OF", "DET") or any(type_ == "NOUN" for type_, _ in said):
            break
    return ""


class Bearing:
    """What a reading leaves aside of the units, hexes, numbers and limits of its line: what the ruling or the position bears out, and what nothing does."""

    def __init__(self, game: Trying, row: Sequence[Token], reading: Likely, told: Sequence[Token], compared: Compared) -> None:
        self.row, self.compared = row, compared
        units, senses = game.situation.units, game.referee.language.words.senses
        kept = {said for token in told for said in (token.text, str(token.means[token.classes[0]][0][1]))}
        named = set(
            _named(
                [[dict(ruling.computed), [finding.slots for _, finding in ruling.findings], *_ledgers(ruling), ruling.effects] for ruling in reading.rulings]
            )
        )
        places = {name: units[name].known("at") for name in units}
        counted_by = amounts(row)
        self.borne: dict[str, int] = {}
        self.open: dict[str, int] = {}
        for at, token in enumerate(row):
            unit = unit_of(token)
            letter = "unit" if unit else {"HEX": "hex", "NUM": "number"}.get(token.classes[0], "")
            value = unit or str(token.means[token.classes[0]][0][1])
            if not letter or token.text in kept or value in kept:
                continue
            if letter == "number":  # the turn that it is; any other number may be that of something else in a ruling
                so = value == str(game.situation.known("turn")) and "turn" in counted_by.get(int(value) if value.isdecimal() else -1, ())
                so = so or compared.bears(token) or _lists(row, at, reading.line.acts) or bool(at) and row[at - 1].type == "UNK"  # Luftflotte 1: a name
            else:
                so = value in named or letter == "unit" and places.get(value) in kept | named and not does_it(row, at, senses)  # GR2 assists: that is no place
            held = letter == "hex" and token.start not in compared.refuted
            so = so or held and any(place == value and name in kept for name, place in places.items())
            counted = self.borne if so else self.open
            counted[letter] = counted.get(letter, 0) + 1
        helps = _marks(row, game.situation.markers) - _marks(told, game.situation.markers) - named
        self.open.update({"marker": len(helps)} if helps else {})
        acts = reading.line.acts
        one = len(acts) == 1 and len(acts[0].slots.get("units", ())) > 1
        said = {("ADV", "together")} if one else set()
        said |= {("ADV", "again")} if _once_more(game, row, acts) else set()
        borne = {token.text for token in row if token.classes[0] not in NAMES and (compared.bears(token) or said & meanings(token))}
        self.limits = tuple(said for said in reading.limits if said not in borne)


def _marks(row: Sequence[Token], lying: Container[str]) -> set[str]:
    """The markers of the position that words name, which may help."""
    named = [value for token in row for kept in token.means.values() for type_, value in kept if type_ == "MARKER" and isinstance(value, tuple)]
    return {name for kind, own in named for name in (own, f"{kind} {own}") if name in lying}


def _once_more(game: Trying, row: Sequence[Token], acts: Sequence[Act]) -> bool:
    """Whether what is done has been done before: by one of those whom the line names."""
    history, kinds = game.situation.history, {act.kind for act in acts}
    return any(str(deed.get("act")) in kinds for token in row if unit_of(token) in game.situation.units for deed in history.known(unit_of(token)) or ())


def is_so(part: Stated, situation: Any) -> bool:
    """Whether what is stated is what the position says anyhow."""
    head, _, fact = part.path.rpartition("].")
    group, _, name = head.partition("[")
    if not group:
        return bool(dict.get(situation.facts, part.path) == part.value)
    things = getattr(situation, group) if group in ("units", "hexes", "hexsides", "markers", *situation.lists) else {}
    return name in things and bool(things[name].known(fact) == part.value)


def _lists(row: Sequence[Token], at: int, acts: Sequence[Act]) -> bool:
    """Whether a number counts those whom an act names together, or the hexes of its way."""
    number, what = row[at].value, counts(row, at)
    if type(number) is not int or not what or number < 2:
        return False
    lists = [content for act in acts for name, content in act.slots.items() if isinstance(content, tuple) and name not in ASIDES]
    names = [{str(each) for each in content} for content in lists]
    said = [{token.means[token.classes[0]][0][1] for token in row if token.classes[0] == "HEX"}, {unit_of(token) for token in row} - {""}]
    return any(len(each) == number and each <= said[what == "unit"] for each in names)


def _ledgers(ruling: Ruling) -> Iterator[Any]:
    """The numbers and slots of the lines of a ruling's ledgers, its shifts and modifiers."""
    for ledger in ruling.ledgers.values():
        yield [(entry.value, entry.slots) for entry in ledger]
    yield [(finding.by, finding.slots) for _, finding in (*ruling.shifts, *ruling.drms)]


def _named(content: Any, depth: int = 0) -> Iterator[str]:
    """The words and numbers in what a ruling found."""
    if isinstance(content, str):
        yield content
        yield from content.replace("/", " ").replace("[", " ").replace("]", " ").replace(",", " ").split()
    elif isinstance(content, int) and not isinstance(content, bool):
        yield str(content)
    elif depth < DEEP:
        if isinstance(content, Mapping):
            content = [*content, *content.values()]
        for each in content if isinstance(content, (list, tuple, set, frozenset)) else ():
            yield from _named(each, depth + 1)
