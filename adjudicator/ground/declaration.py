"""What a line is understood as: facts, aids, acts, and the entry that holds them."""

from __future__ import annotations

from typing import Any, NamedTuple

REMARK = "remark"
"""The kind of an act that is none: what only sets the scene and which no rule reads."""

GAINSAID = "gainsaid"
"""The slot of a question that is asked the other way round: who asks whether a denial is right is asked the contrary, and the answer is turned."""
ENOUGH = "enough"
"""The slot of a question what a deed costs that asks whether so much is enough for it."""
DONE = "done"
"""A fact that tells of a deed done before, until the position says what is remembered of it (`adjudicator.play.deeds`)."""
SPARED = "spared"
"""What is said of who is said to lose nothing by a deed."""
LACKING = "lacking"
"""``lacking[26]``: so many steps of those it had are gone, until it is known how many those were."""
LEFT = "left"
"""``left[26]``: so many movement points are left to it, until it is known how its rulebook remembers that."""
WITHOUT = "without"
"""What is said not to lie on a hexside (`without[2010/2011]`): the position knows what is left on it."""
GROUND = "ground"
"""``ground[26].terrain``: a fact of the hex where 26 stands, until it is known which that is."""
MARKED = "marker"
"""``ground[26].marker``: a marker of that kind lies where 26 stands."""

ACTING = "(acting)"
"""What the thing of a list that is acting is called, until the position says which that is."""

STRENGTH_OF = "strength "
"""Before a unit, among claims: what it brings to a fight."""


class Stated(NamedTuple):
    """A fact in bracket names, such as `hexes[2119].terrain`, and its value."""

    path: str
    value: Any


class Aid(NamedTuple):
    """What helps an act: air points, a marker (id None: any of the kind), a unit.

    ``support``: it was said to support the act, and not only to be with those that do it.
    """

    kind: str
    id: str | None
    count: int  # type: ignore[assignment]  # a tuple has a method of that name, which nobody calls on an aid
    support: bool = True


class Seen(NamedTuple):
    """What was said of two units or hexes in passing: that they lie side by side, or so many hexes apart. It is compared with the position."""

    one: str
    other: str
    apart: int = 1


SOMEBODY = "?"
"""The id of a unit of which nothing but its side is known, where nobody is named."""


class Query(NamedTuple):
    """What a question wants of the ruling on the act that it supposes (slot ``ask`` of the act).

    what     may (is it allowed), must (does a rule compel it), why, cause (does a line stand in a ledger), value (a figure of the ruling),
             result (of a roll), aid (may that be added), any (is it worth anything), figure (one that a rule prints),
             times (how many times in a turn), when (in which phases or turns), rolls (on which), most (the greatest value of a fact): by trying it,
             state (is it so, or how is it, now or behind that act),
             dice (does it want a throw), price (is it done at that cost), stops (has the move to end there), loses (does that move
             cost a step), position (where, what is there, how far), less, greater (is that figure so if what is given holds),
             worth (how strong a unit is, what it may move: the lines of the ledger ``part`` that name it; ``name`` full: is it its whole strength;
             ``denied``: of no hex that is meant, ``number``: of one that is named),
             who (which units may do it, of all or of ``about``; with ``part`` must: which have to; with ``part`` loss: whom the act costs steps)
    name     of the cause, value, figure or fact that is asked for; of what a roll leads to
    marks    patterns of the keys, claims and groups of the ledger lines that the cause stands for
    number   a roll that is supposed; columns or factors that are named
    part     the ledger that it is asked of: attack, defense, cost; the span of time: turn, phase; the side of which a figure is asked
    sign     1 a gain, -1 a loss, 0 either; the first or last turn, the greatest or least value
    denied   asked of its contrary: is it forbidden
    level    the level that is named with the cause (Fatigue 2): only lines of that level are meant
    facts    what is asked whether it is so: names of facts, each with its value; of a figure the scenario that is named
    about    the units that the fact ``name`` is asked of
    """

    what: str
    name: str = ""
    marks: tuple[str, ...] = ()
    number: int | None = None
    part: str = ""
    sign: int = 0
    denied: bool = False
    level: int | None = None
    facts: tuple[tuple[str, Any], ...] = ()
    about: tuple[str, ...] = ()


class Plainly(str):
    """A text in plainer words, which keeps those of the player (`own`), and what he said that only led to it (`led`)."""

    own: str
    led: tuple[str, ...]

    def __new__(cls, plain: str, own: str, led: tuple[str, ...] = ()) -> Plainly:
        """The plain words, with those that they stand for."""
        made = super().__new__(cls, plain)
        made.own, made.led = own, led
        return made


def led_to(text: str) -> tuple[str, ...]:
    """What only led to a question that is put in plainer words."""
    return text.led if isinstance(text, Plainly) else ()


def own_words(text: str) -> str:
    """A text in the words of the player, where plainer ones stand for them."""
    return text.own if isinstance(text, Plainly) else text


class Act:
    """An act or a question: its kind, what fills its slots, and the columns of its text in the entry."""

    __slots__ = ("end", "kind", "slots", "start", "text")

    def __init__(self, kind: str, slots: dict[str, Any], text: str, start: int, end: int) -> None:
        self.kind = kind
        self.slots = slots
        self.text = text
        self.start = start
        self.end = end

    def __eq__(self, other: object) -> bool:
        """Acts are equal when kind and slots are: the wording does not count."""
        return isinstance(other, Act) and (self.kind, self.slots) == (other.kind, other.slots)

    __hash__ = None  # type: ignore[assignment]  # slots can change, so an act is no key

    def __repr__(self) -> str:
        return f"Act({self.kind!r}, {self.slots!r})"


Part = Stated | Act
"""What an entry is made of."""


class Entry:
    """One declaration: facts, then the act or question, then what others answer to it.

    doubtful  its words make other acts likelier by far
    unheld    the places of its words that name what nothing of it holds
    """

    __slots__ = ("doubtful", "parts", "text", "unheld")

    def __init__(self, text: str, parts: tuple[Part, ...], doubtful: bool = False, unheld: tuple[int, ...] = ()) -> None:
        self.text = text
        self.parts = parts
        self.doubtful = doubtful
        self.unheld = unheld

    @property
    def act(self) -> Act | None:
        """The first act or question, None in an entry of facts."""
        return next((part for part in self.parts if isinstance(part, Act)), None)

    @property
    def responses(self) -> tuple[Act, ...]:
        """The acts after the first."""
        return tuple(part for part in self.parts if isinstance(part, Act))[1:]

    @property
    def facts(self) -> tuple[Stated, ...]:
        """What the entry states."""
        return tuple(part for part in self.parts if isinstance(part, Stated))

    def __repr__(self) -> str:
        return f"Entry({self.parts!r})"
