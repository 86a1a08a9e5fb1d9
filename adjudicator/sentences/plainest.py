"""Plain questions about the position in other words, put as `whereabouts` and the books read them.

*How far apart are 16Pz and 3010?*, *¿A qué distancia está …?*: how far is it. *Are 16Pz and 47R adjacent?* *Which phase are we in?* *Who is the active
player?*, *¿A quién le toca?* *Is there an enemy ZOC in 3010?*, *Is 3010 covered by one?* *¿Hay exceso en 3010?*
"""

from __future__ import annotations

from adjudicator.language.syntax import first_verbs, small
from adjudicator.sentences.token import Token, in_place, lemmas, says, verb_in_place

SPOTS = frozenset(("UNIT", "HEX"))
ASKING = frozenset(("QP", "QD", "BE", "DET"))
TYING = ASKING | {"P", "OF", "AND", "PART", "TO"}
CURRENT, TO_PLAY, BELONGING, WHOSE = small("current"), small("to_play"), small("belonging"), small("whose")
RETREATS = small("retreating")
OF_ALL, HAVING, FALLING = small("of_all"), small("having"), small("falling_to")
TOTALS = ("column", "odds", "drm", "modifier", "shift")
"""Nouns of figures of a fight."""
OWNS, CHOOSES, STRIKES = (first_verbs(name) for name in ("owning", "choosing", "striking"))


def plainest(row: list[Token]) -> list[Token]:
    """A question of a text, put plainly; any other row as it is."""
    if row[-1].classes[0] != "QM" or len(row) > 12 or any(says(token, "P", "WITHOUT", "EXCEPT") or token.classes[0] == "NOT" for token in row):
        return row  # is it without a ZOC: not whether it is in one
    row = _against(_of_all(row))
    spots = [token for token in row if token.classes[0] in SPOTS]
    rest = [token for token in row[:-1] if token not in spots]
    if len(spots) == 2:
        return _apart(row, spots, rest) or _side_by_side(row, spots, rest) or row
    if len(spots) == 1:
        return _reached(row, spots[0]) or _owned(row, spots[0], rest) or _retreated(row, spots[0], rest) or row
    return (_now(row, rest) or row) if not spots else row


def _noun(token: Token, *names: str) -> bool:
    return any(("NOUN", name) in token.means.get("W", ()) for name in names)


def _of_all(row: list[Token]) -> list[Token]:
    """The final column, ¿qué modificador total?: the figure itself, which is that of all."""
    if not any({"QP", "QD"} & token.means.keys() for token in row[:2]):
        return row
    beside = [(row[at - 1] if at else row[at], row[at + 1]) for at in range(len(row) - 1)]
    return [token for at, token in enumerate(row) if at == len(row) - 1 or token.text.lower() not in OF_ALL or not any(_noun(t, *TOTALS) for t in beside[at])]


def _against(row: list[Token]) -> list[Token]:
    """What modifier does 16Pz have against 3010, the column for it against 3010: which is it if it attacks there."""
    figure = next((token for token in row[:4] if _noun(token, *TOTALS)), None)
    units = [token for token in row if token.classes[0] == "UNIT"]
    if figure is None or not units or row[-2].classes[0] != "HEX" or not says(row[-3], "P", "AGAINST") or not {"QP", "QD"} & row[0].means.keys():
        return row
    rest = [token for token in row[:-3] if token is not figure and token not in units]
    if any(token.classes[0] not in (*TYING, "DO", "HV", "GEN", "CL") and not lemmas(token) & (HAVING | FALLING) for token in rest) or any(
        says(token, "P", "FROM", "IN") for token in rest
    ):
        return row
    who = row[row.index(units[0]) : row.index(units[-1]) + 1]
    attack = verb_in_place(row[-3], "V", STRIKES)
    return [in_place(row[0], "QP", "what"), in_place(row[0], "BE", "be"), figure, in_place(row[-3], "SUB", "if"), *who, attack, row[-2], row[-1]]


def _apart(row: list[Token], spots: list[Token], rest: list[Token]) -> list[Token] | None:
    """What's the distance between 16Pz and 47R, how far apart are they, how many hexes are there between them: how far is 16Pz from 47R."""
    far = any(_noun(token, "distance") for token in rest) or says(row[0], "QP", "where") and any(says(token, "PART", "apart") for token in rest)
    far = far or says(row[0], "QD", "how_many") and any(_noun(token, "hex") for token in rest) and any(says(token, "P", "BETWEEN") for token in rest)
    if not far or any(token.classes[0] not in TYING and not _noun(token, "distance", "hex") for token in rest):
        return None
    return [in_place(row[0], "QP", "where"), in_place(row[0], "BE", "be"), spots[0], in_place(spots[1], "P", "FROM"), spots[1], row[-1]]


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
        zone = [in_place(row[at - 1], "P", "IN"), *row[1 : at - 1]] if _noun(over, "zoc") else row[1 : at - 1]
        return [in_place(row[0], "BE", "be"), spot, *zone, row[-1]]
    covered = says(row[0], "BE", "be") and at == 1 and row[2].classes[0] == "P" and over is row[-2] and _noun(over, "zoc")
    if covered and all(token.classes[0] in ("DET", "W") for token in row[3:-1]):
        return [*row[:2], in_place(row[2], "P", "IN"), *row[3:]]
    return None


def _owned(row: list[Token], spot: Token, rest: list[Token]) -> list[Token] | None:
    """Whose is 3010, to whom does it belong, ¿de quién es 3010?: who controls it."""
    who = any(says(token, "QP", "who") or token.text.lower() in WHOSE for token in rest)
    belongs = any(token.text.lower() in BELONGING for token in rest) or row.index(spot) == len(row) - 2 and any(says(token, "BE", "be") for token in rest)
    led = row[0].classes[0] in ("OF", "P", "TO") or row[0].text.lower() in WHOSE
    small_ = all(token.classes[0] in (*TYING, "TO", "DO") or says(token, "QP", "who") or token.text.lower() in BELONGING for token in rest)
    if spot.classes[0] != "HEX" or not (who and belongs and led and small_):
        return None
    return [in_place(row[0], "QP", "who"), verb_in_place(row[0], "V", OWNS), spot, row[-1]]


def _retreated(row: list[Token], spot: Token, rest: list[Token]) -> list[Token] | None:
    """Who retreats 47R, which player does: who decides where it retreats."""
    at = next((at for at, token in enumerate(row) if "V" in token.means and _noun(token, "retreat") or says(token, "V", *RETREATS)), 0)
    led = row[:at]
    whom = [token for token in row[at + 1 : -1] if token is not spot]
    who = len(led) == 1 and says(led[0], "QP", "who") or len(led) == 2 and says(led[0], "QD", "what") and _noun(led[1], "player", "side")
    if not at or spot.classes[0] != "UNIT" or not who or [token.classes[0] for token in whom] not in ([], ["P"]) or row[-2] is not spot:
        return None
    retreats = Token(row[at].text, row[at].start, row[at].end, {"V": row[at].means["V"]})
    clitic = [in_place(row[at], "CL", "self")] if row[at].spanish else []
    return [in_place(row[0], "QP", "who"), verb_in_place(row[0], "V", CHOOSES), in_place(row[0], "QP", "where"), spot, *clitic, retreats, row[-1]]


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
        return [in_place(row[0], "QD", "what"), phase, in_place(row[0], "BE", "be"), *([] if phase.spanish else [in_place(row[0], "PRON", "it")]), row[-1]]
    who = any(says(token, "QP", "who") for token in rest)
    on = any(_noun(token, "active") for token in others) and all(_noun(token, "active", "side", "player") for token in others)
    turn = who and [_noun(token, "turn") or token.classes[0] == "OF" for token in others] == [True] * len(others) and any(_noun(t, "turn") for t in others)
    plays = who and [token.text.lower() in TO_PLAY or token.classes[0] == "CL" for token in others] == [True] * len(others) and bool(others)
    if not (on or turn or plays):
        return None
    return [in_place(row[0], "QP", "whose"), in_place(row[0], "BE", "be"), in_place(row[0], "PRON", "it"), row[-1]]
