"""A place that is named and numbered is one place: Warsaw at 0419, Varsovia (0419), the wood in 2012 in a list of hexes, into the trench at 2012."""

from __future__ import annotations

from adjudicator.ground.declaration import GROUND, Stated
from adjudicator.sentences.token import Token

SPOTS = frozenset(("FEATURE", "TERRAIN", "MARKERKIND"))
"""Types of words for what a hex is like, and for what is dug there."""
BETWEEN = frozenset(("COMMA", "P", "OF", "DET", "LP", "W"))
LISTING = frozenset(("COMMA", "AND", "THEN", "ADV"))
ENTERING = frozenset(("enter", "reach"))
"""Verbs whose object is where somebody goes."""
SPOT = "SPOT"
"""What is said of the ground of a hex, among the meanings of its token; no class of its own."""
HEXES = {"TERRAIN": "terrain", "FEATURE": "features"}
"""What facts of a hex tell its ground."""
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
        means = {"HEX": number.means["HEX"], **({} if _is_name(name) else {SPOT: name.means["W"]})}
        out.append(Token(name.text, row[at].start, row[end - 1].end, means, ("HEX",)))
        at = end
    return out


def spots_told(row: list[Token], text: str) -> tuple[str, ...]:
    """The names of places whose numbers stand beside them: they are told back; what is said of the ground with its hex, which bears it out or not."""
    spots = [token for token in row if token.classes[0] == "HEX" and token.end - token.start > len(token.text) and not _grounds(token)]
    return tuple(dict.fromkeys(text[token.start : token.end] if SPOT in token.means else token.text for token in spots))


def spots_ground(row: list[Token]) -> list[Stated]:
    """The ground that is said of a hex where somebody goes: into the village at 1510."""
    return [Stated(f"{GROUND}[{token.value}].{key}", value) for token in row for key, value in _grounds(token)]


def _grounds(token: Token) -> list[tuple[str, str]]:
    return [(HEXES[type_], str(value)) for type_, value in token.means.get(SPOT, ())[:1] if type_ in HEXES]


def _is_number(token: Token) -> bool:
    return token.classes[0] == "HEX" and token.text == token.value


def _is_name(token: Token) -> bool:
    """Whether a token is the name of a place, which the position may know by its number."""
    return any(type_ == "PLACE" for type_, _ in token.means.get("W", ())) or token.classes[0] == "HEX" and not _is_number(token)


def _is_ground(token: Token) -> bool:
    return token.classes[0] == "W" and any(type_ in SPOTS for type_, _ in token.means["W"])


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
    if first >= len(row) or not (_is_name(row[first]) or _is_ground(row[first]) and (_is_listed(before) or _is_goal(before))):
        return at
    end = first + 1
    while end < len(row) and not _is_number(row[end]) and end - first < FARTHEST:
        token = row[end]
        if token.classes[0] not in BETWEEN or token.classes[0] == "W" and ("NOUN", "hex") not in token.means["W"]:
            return at
        if token.classes[0] == "P" and not any("IN" in str(value).split("|") for _, value in token.means["P"]):
            return at
        if token.classes[0] == "OF" and not _is_ground(row[first]):
            return at
        end += 1
    if end >= len(row) or not _is_number(row[end]) or not _fit(row[first], row[end]):
        return at
    if _is_ground(row[first]) and any(token.classes[0] == "DASH" for token in row[end + 1 : end + 2]):
        return at  # into the wood, 3011-3012: it is where the way ends
    if row[first + 1].classes[0] == "LP":
        return end + 2 if end + 1 < len(row) and row[end + 1].classes[0] == "RP" else at
    return end + 1


def _is_goal(before: list[Token]) -> bool:
    """Whether what comes next is where somebody goes: into the trench at 2012."""
    if not before or any(name in before[-1].classes for name in ("W", "UNIT")):
        return False
    means = [str(value) for kept in before[-1].means.values() for type_, value in kept if type_ in ("P", "VERB", "PAST")]
    return any("TO" in value.split("|") or value in ENTERING for value in means)


def _is_listed(before: list[Token]) -> bool:
    """Whether a list of hexes goes on here."""
    words = list(before)
    if words and words[-1].classes[0] == "P" and any("TO" in str(value).split("|") for _, value in words[-1].means["P"]):
        words.pop()  # first to 3006 and then into the swamp at 3007
    while words and words[-1].classes[0] in LISTING:
        words.pop()
    return len(words) < len(before) and bool(words) and words[-1].classes[0] == "HEX"
