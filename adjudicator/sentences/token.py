"""One word of a line, with all that it may mean."""

from __future__ import annotations

from typing import Any

ORDER = {name: at for at, name in enumerate((
    "UNIT", "HEX", "DET", "OF", "TO", "NUM", "NOT", "BE", "MOD", "DO", "HV", "HVG", "MODF", "AND", "THEN", "P", "QP", "QD", "SUB", "REL",
    "PRON", "CL", "ADV", "BEI", "MODI", "ST", "V", "W", "VP", "VG", "VI", "PART", "UNK",
))}  # fmt: skip
"""Which class of a word is tried first, where nothing else tells."""
Meaning = tuple[str, Any]
"""Type and value."""
VERBAL = frozenset(("V", "VI", "VP", "VG"))
"""Classes of the forms of a verb."""


class Area(tuple[str, ...]):
    """The hexes that one name stands for: Vinnitsa."""

    __slots__ = ()


class Token:
    """One word or phrase: its columns, its classes, the likeliest first, what it means in each, and whether its line is Spanish."""

    __slots__ = ("_said", "classes", "end", "means", "spanish", "start", "text")

    def __init__(self, text: str, start: int, end: int, means: dict[str, list[Meaning]], classes: tuple[str, ...] = ()) -> None:
        self.text = text
        self.start = start
        self.end = end
        self.means = means
        self.spanish = False
        self._said: frozenset[Meaning] | None = None
        state = "W" in means and any(meaning[0] == "STATUS" for meaning in means["W"])
        self.classes = classes or tuple(sorted(means, key=lambda name: 0 if state and name == "W" else ORDER.get(name, 50)))

    @property
    def type(self) -> str:
        """The type of its likeliest meaning."""
        return self.means[self.classes[0]][0][0]

    @property
    def value(self) -> Any:
        """The value of its likeliest meaning."""
        return self.means[self.classes[0]][0][1]

    def said(self) -> frozenset[Meaning]:
        """All that it may mean but numbers; looked up once, when it is known what it may mean in its line."""
        if self._said is None:
            self._said = frozenset(each for kept in self.means.values() for each in kept if isinstance(each[1], str))
        return self._said

    def __repr__(self) -> str:
        return f"{self.text}/{'|'.join(self.classes)}"


def unit_of(token: Token) -> str:
    """The unit that a word names first of all, or beside a number that it may be as well; "" if it names none."""
    return next((str(value) for type_, value in token.means.get("UNIT", ()) if type_ == "UNIT"), "")


def lemmas(token: Token) -> set[str]:
    """The verbs that a word may be a form of."""
    return {str(value) for name in VERBAL for _, value in token.means.get(name, ())}


def in_place(at: Token, class_: str, value: str, type_: str = "") -> Token:
    """A word of one meaning in the place of another; of the type that its class is called, if no other is said."""
    found = Token(at.text, at.start, at.end, {class_: [(type_ or class_, value)]})
    found.spanish = at.spanish
    return found


def verb_in_place(at: Token, class_: str, verbs: dict[bool, str]) -> Token:
    """A verb in the place of another word: of those of both languages the one of its line."""
    return in_place(at, class_, verbs[at.spanish], "VERB")


def says(token: Token, class_: str, *values: str) -> bool:
    """Whether a word of this class may mean one of these values."""
    return any(value in values for _, value in token.means.get(class_, ()))


TIES = frozenset(("TO", "IN", "AGAINST", "FROM", "OF", "BY", "FOR", "VIA"))
"""Relations that only tie words together."""
MUTE = ("please", "legally", "now", "still", "already")
"""Adverbs that add nothing to a question."""


def ties(token: Token) -> bool:
    """Whether a word is a small one that may be left out where a question is put in other words: for, of, now; never without, only, not."""
    if token.classes[0] == "ADV":
        return says(token, "ADV", *MUTE)
    return token.classes[0] in ("TO", "OF", "GEN", "DET") or token.classes[0] == "P" and bool({*str(token.means["P"][0][1]).split("|")} & TIES)
