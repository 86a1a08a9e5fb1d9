"""Plain questions about the position in other words, put as `whereabouts` and the books read them.

*How far apart are 16Pz and 3010?*, *¿A qué distancia está …?*: how far is it. *Are 16Pz and 47R adjacent?* *Which phase are we in?* *Who is the active
player?*, *¿A quién le toca?* *Is there an enemy ZOC in 3010?*, *Is 3010 covered by one?* *¿Hay exceso en 3010?*
"""

from __future__ import annotations

from adjudicator.language.syntax import small
from adjudicator.sentences.token import Token, says

SPOTS = frozenset(("UNIT", "HEX"))
ASKING = frozenset(("QP", "QD", "BE", "DET"))
TYING = ASKING | {"P", "OF", "AND", "PART"}
CURRENT, TO_PLAY = small("current"), small("to_play")


def plainest(row: list[Token]) -> list[Token]:
    """A question of a text, put plainly; any other row as it is."""
    if row[-1].classes[0] != "QM" or len(row) > 12:
        return row
    spots = [token for token in row if token.classes[0] in SPOTS]
    rest = [token for token in row[:-1] if token not in spots]
    if len(spots) == 2:
        return _apart(row, spots, rest) or _side_by_side(row, spots, rest) or row
    if len(spots) == 1:
        return _reached(row, spots[0]) or row
    return (_now(row, rest) or row) if not spots else row


def _noun(token: Token, *names: str) -> bool:
    return any(("NOUN", name) in token.means.get("W", ()) for name in names)


def _made(at: Token, class_: str, value: str) -> Token:
    found = Token(at.text, at.start, at.end, {class_: [(class_, value)]})
    found.spanish = at.spanish
    return found


def _apart(row: list[Token], spots: list[Token], rest: list[Token]) -> list[Token] | None:
    """What's the distance between 16Pz and 47R, how far apart are they, how many hexes are there between them: how far is 16Pz from 47R."""
    far = any(_noun(token, "distance") for token in rest) or says(row[0], "QP", "where") and any(says(token, "PART", "apart") for token in rest)
    far = far or says(row[0], "QD", "how_many") and any(_noun(token, "hex") for token in rest) and any(says(token, "P", "BETWEEN") for token in rest)
    if not far or any(token.classes[0] not in TYING and not _noun(token, "distance", "hex") for token in rest):
        return None
    return [_made(row[0], "QP", "where"), _made(row[0], "BE", "be"), spots[0], _made(spots[1], "P", "FROM"), spots[1], row[-1]]


def _side_by_side(row: list[Token], spots: list[Token], rest: list[Token]) -> list[Token] | None:
    """Are 16Pz and 47R adjacent: is one beside the other."""
    beside = next((token for token in rest if any("BESIDE" in str(value).split("|") for _, value in token.means.get("P", ()))), None)
    if beside is None or sorted(token.classes[0] for token in rest) != ["AND", "BE", "P"] or not says(rest[0], "BE", "be"):
        return None
    return [rest[0], spots[0], beside, spots[1], row[-1]]


def _reached(row: list[Token], spot: Token) -> list[Token] | None:
    """Is there an enemy ZOC in 3010, is it covered by one: is it in one. Are there too many units in 3010: is it overstacked."""
    at = row.index(spot)
    over = next((token for token in row if _noun(token, "zoc", "overstacked")), None)
    if over is None:
        return None
    there = says(row[0], "BE", "there") and at == len(row) - 2 and row[at - 1].classes[0] in ("PART", "P") and over is row[at - 2]
    if there and all(token.classes[0] in ("DET", "W") for token in row[1 : at - 1]):
        zone = [_made(row[at - 1], "P", "IN"), *row[1 : at - 1]] if _noun(over, "zoc") else row[1 : at - 1]
        return [_made(row[0], "BE", "be"), spot, *zone, row[-1]]
    covered = says(row[0], "BE", "be") and at == 1 and row[2].classes[0] == "P" and over is row[-2] and _noun(over, "zoc")
    if covered and all(token.classes[0] in ("DET", "W") for token in row[3:-1]):
        return [*row[:2], _made(row[2], "P", "IN"), *row[3:]]
    return None


def _now(row: list[Token], rest: list[Token]) -> list[Token] | None:
    """Which phase are we in, what's the current phase: what phase is it. Who is the active player, ¿a quién le toca?: whose turn is it."""
    asks = any({"QP", "QD"} & token.means.keys() for token in rest)
    now = [token for token in rest if CURRENT & set(token.text.lower().split())]
    others = [token for token in rest if (token not in now or _noun(token, "phase")) and token.classes[0] not in ASKING]
    if not asks or any("NOT" in token.classes for token in rest):
        return None
    phase = next((token for token in others if _noun(token, "phase")), None)
    if phase is not None:
        told = [token for token in others if token is not phase]
        if any(token.classes[0] not in ("PRON", "P", "PART") for token in told) or not now and not any(says(token, "PRON", "first") for token in told):
            return None
        return [_made(row[0], "QD", "what"), phase, _made(row[0], "BE", "be"), *([] if phase.spanish else [_made(row[0], "PRON", "it")]), row[-1]]
    who = any(says(token, "QP", "who") for token in rest)
    on = any(_noun(token, "active") for token in others) and all(_noun(token, "active", "side", "player") for token in others)
    turn = who and [_noun(token, "turn") or token.classes[0] == "OF" for token in others] == [True] * len(others) and any(_noun(t, "turn") for t in others)
    plays = who and [token.text.lower() in TO_PLAY or token.classes[0] == "CL" for token in others] == [True] * len(others) and bool(others)
    if not (on or turn or plays):
        return None
    return [_made(row[0], "QP", "whose"), _made(row[0], "BE", "be"), _made(row[0], "PRON", "it"), row[-1]]
