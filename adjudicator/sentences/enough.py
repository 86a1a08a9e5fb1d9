"""Is so much enough for a deed: *are 3 MPs enough for 46 to move to 1511?*, *do two tokens suffice to barrage 1510?*, *¿bastan 3 PM para que 46 mueva allí?*

It is what the deed costs, compared with that number (slot ``enough``). Whether what somebody has is enough is whether he may: *are its MPs enough to …?*
"""

from __future__ import annotations

from adjudicator.ground.declaration import ENOUGH as SLOT
from adjudicator.language.syntax import small
from adjudicator.sentences.outlays import costing
from adjudicator.sentences.token import VERBAL, Token, lemmas, says, ties

ENOUGH, SUFFICE, DOING = small("enough"), small("suffice"), small("pro_verbs")
HEAD = frozenset(("BE", "DO", "MOD", "CL", "P", "ADV", "DET", "GEN"))
"""Classes of what may stand before and beside the number."""
WHO = frozenset(("UNIT", "PRON", "AND", "DET"))
BREAKS = frozenset(("COMMA", "COLON", "SEMI", "DASH", "THEN"))


def sufficient(row: list[Token]) -> list[Token]:
    """A question whether a number is enough for a deed, put as what that costs; any other row as it is."""
    if row[-1].classes[0] != "QM":
        return row
    begin = max((at + 1 for at, token in enumerate(row) if token.classes[0] in BREAKS), default=0)
    clause = row[begin:-1]
    word = next((at for at, token in enumerate(clause[:8]) if token.text.casefold() in ENOUGH or lemmas(token) & SUFFICE), -1)
    if word < 0:  # will 3 MPs do
        word = next((at for at, token in enumerate(clause[:6]) if at > 2 and clause[0].classes[0] == "MOD" and lemmas(token) & DOING), -1)
    noun = next((at for at, token in enumerate(clause[:8]) if "W" in token.means and at != word and not VERBAL & set(token.classes[:1])), -1)
    if word < 0 or noun < 0 or any(token.classes[0] in ("QP", "QD", "NOT") for token in clause[: max(word, noun)]):
        return row
    counted = noun > 0 and clause[noun - 1].classes[0] == "NUM"
    beside = [token for at, token in enumerate(clause[: max(word, noun)]) if at not in (word, noun, noun - 1 if counted else noun)]
    parted = _deed(clause[max(word, noun) + 1 :])
    owner = [token for token in beside if token.classes[0] in WHO - {"DET"}]
    strange = [
        token for token in beside if token.classes[0] not in HEAD | WHO or token.classes[0] in ("P", "ADV") and not (ties(token) or says(token, "P", "WITH"))
    ]
    if parted is None or strange or owner and (counted or parted[1]):
        return row
    that, who, deed = parted
    start = row[begin]
    if not counted:  # are its MPs enough to move there
        if that is not None or not (owner or who):
            return row
        can = Token(start.text, start.start, start.end, {"MOD": [("MOD", "can")]})
        return [*row[:begin], can, *(owner or who), *deed, row[-1]]
    mark = Token(row[-1].text, row[-1].start, row[-1].end, {"QM": row[-1].means["QM"], SLOT: clause[noun - 1].means["NUM"]}, ("QM",))
    return [*row[:begin], *costing(start, clause[noun], that, who, deed), mark]


def _deed(behind: list[Token]) -> tuple[Token | None, list[Token], list[Token]] | None:
    """What a number is enough for: that somebody does something, or who does it (nobody: whoever asks) and the deed."""
    if behind and behind[0].classes[0] == "SUB" and behind[0].spanish and len(behind) > 2:
        return behind[0], [], behind[1:]
    verb = next((at for at, token in enumerate(behind[:8]) if VERBAL & set(token.classes[:1]) and "VI" in token.means), -1)
    if verb < 1 or any(not (token.classes[0] in WHO or ties(token)) for token in behind[:verb]):
        return None
    return None, [token for token in behind[:verb] if token.classes[0] in WHO], behind[verb:]


def compared(row: list[Token]) -> dict[str, object]:
    """The slot of an act that is asked whether a number is enough for it."""
    found = row[-1].means.get(SLOT)
    return {SLOT: found[0][1]} if found else {}
