"""Whether somebody may help in a deed: *can 47 assist when 46 attacks 1510?*, *46 attacks 1510. Can 47 and 48 both assist it?*, *¿puede asistirle 47?*

It is put as *can 46 attack 1510 with 47 assisting?*
"""

from __future__ import annotations

from adjudicator.language.syntax import small, syntax
from adjudicator.sentences.token import Token, lemmas, says

ASSISTING = small("assisting")
ATTACK = syntax()["striking"]["en"].split()[0]
JOINED = frozenset(("AND", "COMMA", "DET", "ADV"))
"""Classes of words that may stand between those who help."""
WHO = frozenset(("UNIT", "PRON", "CL", "DET", "AND", "COMMA", "ADV", "P", "TO", "W"))


def assisted(rows: list[list[Token]]) -> list[list[Token]]:
    """The rows of a text with such questions asked of the deed that is helped."""
    found: list[list[Token]] = []
    for row in rows:
        aid = next((at for at, token in enumerate(row) if lemmas(token) & ASSISTING and "VI" in token.means), -1)
        may = next((at for at, token in enumerate(row) if says(token, "MOD", "can")), -1)
        if (
            row[-1].classes[0] != "QM"
            or aid < 0
            or may < 0
            or any({"QP", "QD", "NOT"} & set(token.classes[:1]) and "SUB" not in token.classes for token in row)
        ):
            found.append(row)
            continue
        begin = next((at for at, token in enumerate(row) if "SUB" in token.classes and says(token, "SUB", "while", "if", "when")), -1)
        against = next((at for at, token in enumerate(row[:-1]) if says(token, "P", "AGAINST") and row[at + 1].classes[0] == "HEX"), -1)
        before = bool(found) and begin < 0 and found[-1][-1].classes[0] != "QM"
        if begin < 0 and against == len(row) - 3 > aid and not row[0].spanish:  # can 47 assist 46 against 1510
            deed, rest = [*row[aid + 1 : against], _attack(row[against]), row[against + 1]], row[: aid + 1]
            before = False
        elif begin < 0:
            deed, rest = (found[-1], row[:-1]) if before else ([], [])
        else:
            end = next((at for at in range(begin + 1, len(row)) if row[at].classes[0] in ("COMMA", "QM")), len(row) - 1)
            deed, rest = row[begin + 1 : end], [*row[:begin], *row[end + 1 : -1]]
        made = _asked(deed, rest, row[-1])
        if made is None:
            found.append(row)
        elif before:
            found[-1:] = [made]
        else:
            found.append(made)
    return found


def _asked(deed: list[Token], rest: list[Token], mark: Token) -> list[Token] | None:
    """Can 46 attack 1510 with 47 assisting?, of the deed and of the words that ask."""
    verb = next((at for at, token in enumerate(deed) if "V" in token.classes), -1)
    if (
        verb <= 0
        or not all({"UNIT", "DET", "AND"} & set(token.classes[:1]) for token in deed[:verb])
        or not any("UNIT" in token.classes[:1] for token in deed[:verb])
    ):
        return None
    doers = {token.text for token in deed[:verb] if token.classes[0] == "UNIT"}
    units = [at for at, token in enumerate(rest) if token.classes[0] == "UNIT" and token.text not in doers]
    if not units or any(token.classes[0] not in (*WHO, "MOD") and not lemmas(token) & ASSISTING for token in rest):
        return None
    helpers = [token for token in rest[units[0] : units[-1] + 1] if token.classes[0] in ("UNIT", "AND", "COMMA")]
    if sum(token.classes[0] == "UNIT" for token in helpers) != len(units) or any(
        rest[at].classes[0] not in ("UNIT", *JOINED) for at in range(units[0], units[-1])
    ):
        return None
    aid = next(token for token in rest if lemmas(token) & ASSISTING)
    start = deed[0]
    does = Token(deed[verb].text, deed[verb].start, deed[verb].end, {"VI": deed[verb].means["V"]})
    words = (("MOD", "can"), ("P", "WITH"))
    can, with_ = (Token(value, start.start, start.start, {class_: [(class_, value)]}) for class_, value in words)
    helps = Token(aid.text, helpers[-1].end, helpers[-1].end, {"VG": aid.means["VI"]})
    for token in (can, with_, does, helps):
        token.spanish = start.spanish
    return [can, *deed[:verb], does, *deed[verb + 1 :], with_, *helpers, helps, mark]


def _attack(at: Token) -> Token:
    """Attacks, in the place of another word."""
    return Token(at.text, at.start, at.end, {"V": [("VERB", ATTACK)]})
