"""A place that is named and numbered is one place: Warsaw at 0419, Varsovia (0419), the wood in 2012 in a list of hexes."""

from __future__ import annotations

from adjudicator.sentences.token import Token

GROUND = frozenset(("FEATURE", "TERRAIN"))
"""Types of words for what a hex is like."""
BETWEEN = frozenset(("COMMA", "P", "DET", "LP", "W"))
LISTING = frozenset(("COMMA", "AND", "THEN", "ADV"))
FARTHEST = 4
"""So many words may stand from the name to the number."""


def spotted(row: list[Token]) -> list[Token]:
    """The tokens with each place that has a name and a number as one hex; its text is the name."""
    if not any(_is_name(token) or _is_ground(token) for token in row):
        return row
    out: list[Token] = []
    at = 0
    while at < len(row):
        end = _behind(row, at) if row[at].classes[0] == "HEX" and not _is_name(row[at]) else _spot(row, at, out)
        if end == at:
            out.append(row[at])
            at += 1
            continue
        name = next(token for token in row[at:end] if _is_name(token) or _is_ground(token))
        number = next(token for token in row[at:end] if _is_number(token))
        out.append(Token(name.text, row[at].start, row[end - 1].end, {"HEX": number.means["HEX"]}))
        at = end
    return out


def spots_told(row: list[Token]) -> tuple[str, ...]:
    """The names of places whose numbers stand beside them: they are told back."""
    return tuple(dict.fromkeys(token.text for token in row if token.classes[0] == "HEX" and token.end - token.start > len(token.text)))


def _is_number(token: Token) -> bool:
    return token.classes[0] == "HEX" and token.text == token.value


def _is_name(token: Token) -> bool:
    """Whether a token is the name of a place, which the position may know by its number."""
    return any(type_ == "PLACE" for type_, _ in token.means.get("W", ())) or token.classes[0] == "HEX" and not _is_number(token)


def _is_ground(token: Token) -> bool:
    return token.classes[0] == "W" and any(type_ in GROUND for type_, _ in token.means["W"])


def _fit(name: Token, number: Token) -> bool:
    """Whether the number is none that the position gives another name to."""
    return name.classes[0] != "HEX" or name.value == number.value


def _behind(row: list[Token], at: int) -> int:
    """Where the place ends whose number begins here: 0419 (Warsaw), 0419, Warsaw; `at` if no name follows."""
    if at + 2 >= len(row) or row[at + 1].classes[0] not in ("COMMA", "LP") or not _is_name(row[at + 2]) or not _fit(row[at + 2], row[at]):
        return at
    if row[at + 1].classes[0] == "LP":
        return at + 4 if at + 3 < len(row) and row[at + 3].classes[0] == "RP" else at
    return at + 3 if at + 3 == len(row) or row[at + 3].classes[0] in ("COMMA", "SEMI") else at


def _spot(row: list[Token], at: int, before: list[Token]) -> int:
    """Where the place ends whose name begins here: Warsaw at 0419; `at` if no number follows."""
    first = at + (row[at].classes[0] == "DET")
    if first >= len(row) or not (_is_name(row[first]) or _is_ground(row[first]) and _is_listed(before)):
        return at
    end = first + 1
    while end < len(row) and not _is_number(row[end]) and end - first < FARTHEST:
        token = row[end]
        if token.classes[0] not in BETWEEN or token.classes[0] == "W" and ("NOUN", "hex") not in token.means["W"]:
            return at
        if token.classes[0] == "P" and not any("IN" in str(value).split("|") for _, value in token.means["P"]):
            return at
        end += 1
    if end >= len(row) or not _is_number(row[end]) or not _fit(row[first], row[end]):
        return at
    if row[first + 1].classes[0] == "LP":
        return end + 2 if end + 1 < len(row) and row[end + 1].classes[0] == "RP" else at
    return end + 1


def _is_listed(before: list[Token]) -> bool:
    """Whether a list of hexes goes on here."""
    words = list(before)
    if words and words[-1].classes[0] == "P" and any("TO" in str(value).split("|") for _, value in words[-1].means["P"]):
        words.pop()  # first to 3006 and then into the swamp at 3007
    while words and words[-1].classes[0] in LISTING:
        words.pop()
    return len(words) < len(before) and bool(words) and words[-1].classes[0] == "HEX"
