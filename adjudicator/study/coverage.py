"""What became of every printed number of a rulebook, and whether its cases make the coded ones speak."""

from __future__ import annotations

from typing import TYPE_CHECKING

from adjudicator.study.cases import cases_of
from adjudicator.study.lint import faults_of
from adjudicator.study.numbers import base, functions_of, index_of

if TYPE_CHECKING:
    from adjudicator.book import Rule, Rulebook

CODED, TABLED, DEFINED, EXCUSED, MISSING = "coded", "tabled", "defined", "excused", "missing"
STATUSES = (CODED, TABLED, DEFINED, EXCUSED, MISSING)


class Coverage:
    """What became of every number of a rulebook."""

    def __init__(self, book: Rulebook) -> None:
        self.book = book
        self.index = index_of(book)
        self.functions = functions_of(book)
        self.faults = faults_of(book)
        self.fired: dict[str, int] = {}
        self.cases = 0

    def status(self, number: str) -> str:
        """coded, tabled, defined, excused or missing (nobody accounts for it)."""
        if self.coded_in(number):
            return CODED
        said = self.index[number].get("status")
        if said == EXCUSED:
            return EXCUSED if self.index[number].get("why") else MISSING
        return said if said in (TABLED, DEFINED) else MISSING

    def coded_in(self, number: str) -> list[Rule]:
        """The rules of a number, those of its parts included."""
        return [rule for other, rules in self.functions.items() if other == number or base(other) == number and other not in self.index for rule in rules]

    @property
    def missing(self) -> list[str]:
        """Printed numbers that nobody accounts for."""
        return [number for number in self.index if self.status(number) == MISSING]

    @property
    def extra(self) -> list[str]:
        """Numbers of functions that the index does not know."""
        return [number for number in self.functions if number not in self.index and base(number) not in self.index]

    @property
    def coded(self) -> list[str]:
        """Numbers with a function that speaks in the judging of an act."""
        return [number for number, rules in self.functions.items() if any(rule.on for rule in rules)]

    def listen(self, path: str) -> None:
        """Judge the cases of a file and count in how many of them each number is cited.  Raises Broken."""
        from adjudicator.ground.situation import Situation
        from adjudicator.play.game import Game

        for case in cases_of(path):
            try:
                rulings = Game(self.book, Situation(self.book, case["situation"])).hear(case["declaration"]["en"], case.get("rolls") or ()).rulings
            except Exception:  # `conformance` says what is wrong with it
                continue
            self.cases += 1
            for number in {number for ruling in rulings for number in ruling.cites}:
                self.fired[number] = self.fired.get(number, 0) + 1

    def never(self) -> list[str]:
        """Coded numbers that no case makes speak."""
        return [number for number in self.coded if not self.fired.get(number)] if self.cases else []

    def always(self) -> list[str]:
        """Coded numbers that speak in every case."""
        return [number for number in self.coded if self.fired.get(number, 0) == self.cases] if self.cases else []
