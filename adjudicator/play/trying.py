"""What is asked of a game by those who try readings of a line on it."""

from __future__ import annotations

from typing import Any, Protocol

from adjudicator.ground.declaration import Entry
from adjudicator.ground.ruling import Ruling
from adjudicator.play.lines import Line


class Trying(Protocol):
    """A game on which readings are tried: its referee, its position, what a text says, and what would come of it."""

    @property
    def referee(self) -> Any:
        """The referee of its rulebook, which knows the language and the names."""

    @property
    def book(self) -> Any:
        """Its rulebook."""

    @property
    def situation(self) -> Any:
        """The position."""

    def parse(self, text: str) -> Entry:
        """The entry of one sentence. Raises NotUnderstood, InputError."""

    def line(self, text: str) -> Line:
        """The line of a text. Raises NotUnderstood, InputError."""

    def checked(self, line: Line) -> Line:
        """The line, if it says of no unit what the position does not say of it. Raises NotUnderstood."""

    def comes_of(self, line: Line) -> tuple[Ruling, ...]:
        """The rulings of a line that is taken back, none if it cannot be played."""

    def meant(self, text: str, line: Line) -> Line | None:
        """A line, or what it is taken for where its words make it most unlikely; None if that has to be asked."""
