"""What an entry has said so far, for what the next clause leaves out."""

from __future__ import annotations

from adjudicator.ground.declaration import Seen
from adjudicator.language.errors import NotUnderstood
from adjudicator.language.model import Act
from adjudicator.sentences.tree import Clause, Nominal


class Memory:
    """What an entry has said so far: the units spoken of last, remarks that wait for an act to be told back with.

    `supposed`: an act of which nobody is named, good for a question about it; `lacks`: what is wrong with it if no question follows;
    `fallen`: units that were said to be eliminated; `seen`: what was said of places side by side; `waiting`: if-clauses of the question that follows;
    `promised`: deeds that a scene names, one of which the entry must do (`parts.Promise`);
    `groups`: things spoken of, for pronouns (`refs`); `left`: hexes that who acted last came from; `way`: a line of which the hexes are still to be told.
    """

    def __init__(self) -> None:
        self.last: tuple[str, ...] = ()
        self.asides: list[tuple[int, int]] = []
        self.promised: list[tuple[frozenset[str], frozenset[str], int, int]] = []
        self.said: list[str] = []
        self.fallen: tuple[str, ...] = ()
        self.subject: Nominal | None = None
        self.supposed: Act | None = None
        self.lacks: NotUnderstood | None = None
        self.waiting: list[tuple[str, list[Clause]]] = []
        self.groups: list[list[Nominal]] = []
        self.left: frozenset[str] = frozenset()
        self.seen: list[Seen] = []
        self.way: Clause | None = None

    def copy(self) -> Memory:
        """Another with the same content."""
        other = Memory()
        other.become(self)
        return other

    def become(self, other: Memory) -> None:
        """Take over what another one holds."""
        self.fallen, self.way = other.fallen, other.way
        self.promised = list(other.promised)
        self.groups, self.left, self.seen = other.groups, other.left, list(other.seen)
        self.supposed, self.lacks, self.waiting = other.supposed, other.lacks, list(other.waiting)
        self.last, self.asides, self.subject, self.said = other.last, list(other.asides), other.subject, list(other.said)
