"""A rulebook as positions and acts see it, which cannot import it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Protocol

if TYPE_CHECKING:
    from adjudicator.ground.facts import FactSpec
    from adjudicator.ground.hexes import Grid


class Terms(Protocol):
    """What `adjudicator.book.Rulebook` is to a position and to an act: the rulebook itself is made of acts."""

    id: str
    folder: str
    meta: dict[str, Any]
    sides: tuple[str, ...]
    each_turn: tuple[str, ...]
    facts: dict[str, FactSpec]

    tables: dict[str, Any]
    acts: dict[str, Any]
    grid: Grid
    spec: dict[str, Any] | None

    def camp(self, side: str) -> str:
        """The side whose player plays this one."""

    def enemy(self, side: str) -> str:
        """The other side of a game with two sides."""

    @property
    def readings(self) -> dict[str, dict[str, Any]]:
        """The places that a table may read as it likes: id -> default and choices."""

    @property
    def declared(self) -> Any:
        """The types of its facts (`adjudicator.book.declared.Declared`)."""

    def values_of(self, name: str) -> tuple[Any, ...] | None:
        """All values that the fact of that name can have, or None if they cannot be listed."""

    def plan(self, case: Any, cls: Any = None) -> list[Any]:
        """The stages of an act, each with the rules that concern it."""

    def size(self, cls: Any) -> int:
        """How many rules speak of an act."""

    def text_file(self, name: str) -> Any:
        """One of the data files that only some commands need."""

    def __hash__(self) -> int:
        """A rulebook is the same only as itself."""
