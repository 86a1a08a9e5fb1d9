"""A marker that is called by its state alone: *take the OoS off 26*, *can 26 lose its OoS?*, *¿le quito a 26 el OoS?*, *lo de fijada*: the OoS marker."""

from __future__ import annotations

from adjudicator.language.syntax import small
from adjudicator.sentences.token import VERBAL, Token, in_place, says

UNMARKING, OF_IT = small("unmarking"), small("that_of")
OWNS = frozenset(("DET", "GEN"))
"""Classes of the words that make a thing of a state."""


def unmarking(row: list[Token]) -> list[Token]:
    """The row with the marker that is taken off; any other row as it is."""
    removed = [at for at, token in enumerate(row) if UNMARKING & {str(value) for name in VERBAL for _, value in token.means.get(name, ())}]
    for at in range(1, len(row)) if removed else ():
        token = row[at]
        if not any(type_ == "STATUS" for type_, _ in token.means.get("W", ())) or ("NOUN", "marker") in _nouns(row, at - 1) | _nouns(row, at + 1):
            continue
        of_it = at > 1 and row[at - 1].classes[0] == "OF" and row[at - 2].text.casefold() in OF_IT  # lo de fijada
        if not of_it and (not (OWNS & set(row[at - 1].classes) or says(row[at - 1], "DET", "poss")) or _named(row, at + 1)):
            continue
        marker, state = in_place(token, "W", "marker", "NOUN"), Token(token.text, token.start, token.end, {"W": token.means["W"]})
        marker.spanish = state.spanish = token.spanish
        if of_it:
            return [*row[: at - 2], in_place(row[at - 2], "DET", "def"), marker, row[at - 1], state, *row[at + 1 :]]
        return [*row[:at], *((marker, state) if token.spanish else (state, marker)), *row[at + 1 :]]
    return row


def _nouns(row: list[Token], at: int) -> set[tuple[str, str]]:
    return {(type_, str(value)) for type_, value in row[at].means.get("W", ())} if 0 <= at < len(row) else set()


def _named(row: list[Token], at: int) -> bool:
    return at < len(row) and row[at].classes[0] in ("UNIT", "W")
