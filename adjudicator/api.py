"""The way in for other programs: ``import adjudicator`` (README, "From Python").

    game = adjudicator.open_game(adjudicator.open_rulebook("fpa"))
    answer = game.hear("frost; 16Pz 3-3 mechanized at 2218; 16Pz moves to 2217")
    answer.verdict, answer.rulings[0].texts, answer.json()

Lines are heard as everywhere else: one game, each line on the position that the last one left, dice and answers with the act they belong to.
"""

from __future__ import annotations

import os
from collections.abc import Iterable, Mapping
from fractions import Fraction
from typing import Any, NamedTuple

from adjudicator import book as books
from adjudicator.book import Rulebook, UnknownRulebook, situations
from adjudicator.files.fault import Broken
from adjudicator.ground import ruling as judged
from adjudicator.ground.ruling import LEGAL
from adjudicator.ground.situation import Situation
from adjudicator.play.headers import LoggedGame
from adjudicator.play.record import Record
from adjudicator.play.referee import worst
from adjudicator.say.json import as_json
from adjudicator.say.page import as_text
from adjudicator.say.words import Say

__all__ = ["Answer", "Broken", "Game", "Need", "Reason", "Rulebook", "Ruling", "Situation", "UnknownRulebook", "open_game", "open_rulebook", "open_situation"]


class Reason(NamedTuple):
    """One finding: the printed rule number, ``permits``, ``forbids``, ``defines`` or another effect, and a sentence."""

    rule: str
    effect: str
    text: str


class Need(NamedTuple):
    """A fact that decides something: its bracket name, what it is called, the rules that ask for it, and what each of its values would give."""

    fact: str
    text: str
    rules: tuple[str, ...]
    outcomes: Mapping[str, Mapping[str, Any]]


class Ruling:
    """The answer to one act or question.

    verdict      ``legal``, ``illegal`` or ``undetermined``
    kind         what was done or asked (``attack``, ``move``, …); ``declaration``: its words
    reasons      every finding, in order; ``texts``: their sentences with the rule numbers
    numbers      what was computed: odds, column, result, cost, answer, …
    needs        the facts that it hangs on
    cites        every rule number used
    """

    def __init__(self, ruling: judged.Ruling, rulebook: Rulebook, lang: str) -> None:
        say = Say(lang, rulebook)
        self._ruling, self._rulebook, self._lang = ruling, rulebook, lang
        self.verdict: str = ruling.verdict
        self.kind: str = ruling.kind
        self.declaration: str = ruling.text
        self.reasons = tuple(Reason(rule, finding.effect, say.finding(finding)) for rule, finding in ruling.findings)
        self.numbers: Mapping[str, Fraction | int | str | Any] = dict(ruling.computed)
        self.needs = tuple(Need(need.fact, say.fact(need.fact), need.rules, need.outcomes) for need in ruling.needs)
        self.cites = tuple(ruling.cites)

    @property
    def texts(self) -> tuple[str, ...]:
        """Why, a sentence each, with the rule number."""
        return tuple(f"{reason.text} ({reason.rule})" if reason.rule else reason.text for reason in self.reasons)

    def text(self, explain: bool = False) -> str:
        """As `check` prints it; ``explain``: with the whole derivation."""
        return as_text(self._ruling, self._rulebook, self._lang, explain)

    def json(self) -> dict[str, Any]:
        """As docs/formats.md describes it."""
        return as_json(self._ruling, self._rulebook, self._lang)


class Answer:
    """What one line came to.

    rulings      one for each act or question in it; none for facts.  A line that adds to the one before (dice, the other side's answer) gives
                 the ruling of that one anew
    error        why the line was not understood, or can't be judged as typed; None if it could
    notes        what else there is to say: wrong claims of the players, a result that was left
    """

    def __init__(self, record: Record, rulebook: Rulebook, lang: str) -> None:
        self.line: str = record.text
        self.rulings = tuple(Ruling(ruling, rulebook, lang) for ruling in record.loud(rulebook))
        self.error: str | None = record.problem.text(lang, rulebook) if record.problem is not None else None
        self.notes = (*(wrong.text(lang) for wrong in record.wrong), *(note.text(lang) for note in record.notes))
        self.code: int = record.code
        self._verdict = worst(record.rulings)

    @property
    def verdict(self) -> str:
        """The gravest verdict of its rulings; ``legal`` if there is none."""
        return self._verdict if self.rulings else LEGAL

    def json(self) -> list[dict[str, Any]]:
        """Its rulings as JSON."""
        return [ruling.json() for ruling in self.rulings]


class Game:
    """A game being played (`open_game`): `hear` takes its lines one by one."""

    def __init__(self, rulebook: Rulebook, situation: Situation | None, lang: str) -> None:
        self.rulebook = rulebook
        self.lang = lang
        self._game = LoggedGame(full=True, lenient=False)
        self._game.begin(rulebook, situation)

    @property
    def situation(self) -> Situation:
        """The position as it stands now."""
        found: Situation = self._game.situation
        return found

    def hear(self, line: str, dice: Iterable[int] = ()) -> Answer:
        """Hear one line, in English or Spanish, and carry out what it says; ``dice`` lie there, in the order asked for.

        Never raises for what a player may type: see `Answer.error`.
        """
        return Answer(self._game.hear(line, dice), self.rulebook, self.lang)


def open_rulebook(name: str, folders: str | None = None) -> Rulebook:
    """The rulebook of that id or full title.  ``folders``: further folders that hold rulebooks, apart as in PATH.

    Raises UnknownRulebook, or Broken if one of its files is faulty.
    """
    return books.load(name, folders)


def open_situation(source: str | os.PathLike[str] | Mapping[str, Any], rulebook: Rulebook | None = None, folders: str | None = None) -> Situation:
    """The position of a YAML file, or of data of the same shape; checked.

    ``rulebook`` may be left out where the situation names one.  Raises Broken (what is wrong, file and line), UnknownRulebook, ValueError if
    nobody names a rulebook.
    """
    if not isinstance(source, Mapping):
        return situations.load(os.fspath(source), rulebook, folders)[1]
    if rulebook is None:
        named = source.get("rulebook")
        if not isinstance(named, str):
            raise situations.NoRulebook
        rulebook = books.load(named, folders)
    return situations.of_data(rulebook, dict(source), base=".", extra=folders)


def open_game(rulebook: Rulebook | None = None, situation: Situation | None = None, lang: str = "en") -> Game:
    """A game from a position on, or of a rulebook with nothing known of the position.  ``lang``: ``en`` or ``es``, for the answers.

    Raises ValueError if there is neither a rulebook nor a situation.
    """
    if situation is not None and rulebook is None:
        rulebook = books.load(situation.book.id) if not isinstance(situation.book, Rulebook) else situation.book
    if rulebook is None:
        raise ValueError("a game needs a rulebook or a situation")
    return Game(rulebook, situation, lang)
