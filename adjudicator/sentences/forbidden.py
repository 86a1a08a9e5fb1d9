"""What is said to be impossible or forbidden: *16Pz cannot attack 3010*, *16Pz is not allowed to attack 3010*, *16Pz tiene prohibido atacar 3010*.

Nothing is done then, and nothing is given up: somebody claims something of the rules. So it is asked whether that is so (`hindered`, `enquiry`).
"""

from __future__ import annotations

from adjudicator.ground.declaration import GAINSAID
from adjudicator.language.syntax import small
from adjudicator.sentences.enquiry import NAMING, PARTING
from adjudicator.sentences.leave import BARRED, CAN, FORBIDDING
from adjudicator.sentences.token import Token, says

DEEDS = frozenset(("V", "VI", "VG", "VP"))
"""Classes of words that are a deed."""
VERBAL = DEEDS | {"BE", "HV", "DO", "MOD"}
SPOKEN = VERBAL | {"PRON", "CL", "NOT"}
"""Classes of the words of a sentence that speaks of whom the one before named."""
BINDING = small("binding")
"""Forms of verbs of duty which, denied, forbid: must not."""
GOING = small("going")
"""Verbs of a deed which, denied and with nothing else said, would be to stay."""
LINKS = frozenset(("SUB", "REL", "THEN", "QP", "QD"))
"""Classes of words on which a further clause hangs."""


def forbidden(rows: list[list[Token]]) -> list[list[Token]]:
    """The rows of a text; the last one that tells a deed is made the question whether that is so, if it only says that the deed cannot be."""
    acting = [at for at, row in enumerate(rows) if any(_is_deed(token) for token in row)]
    if not acting or any("QM" in token.classes for row in rows for token in row):
        return rows
    at = acting[-1]
    if len(acting) > 1 and at < len(rows) - 1:
        return rows
    asked = _asked(rows[at])
    return [*rows[:at], asked, *rows[at + 1 :]] if asked else rows


def _asked(row: list[Token]) -> list[Token]:
    """A row that denies that something may be done, as a question; [] if it says anything else."""
    if any(LINKS & set(token.classes[:1]) and not token.spanish for token in row) or any(PARTING & set(token.classes[:1]) for token in row):
        return []
    at = next((at for at, token in enumerate(row) if says(token, "MOD", CAN, "must", BARRED) or _verdict(token) or _forbids(token)), -1)
    if at < 0 or not any(NAMING & set(token.classes[:1]) for token in row) and not all(SPOKEN & set(token.classes[:1]) for token in row):
        return []
    before = [token for token in row[:at] if not {"NOT", "BE"} & set(token.classes[:1])]
    behind = [token for token in row[at + 1 :] if "NOT" not in token.classes[:1]]
    denials = sum("NOT" in token.classes[:1] for token in row)
    if denials and not any("NOT" in token.classes[:1] for token in (*row[max(at - 1, 0) : at], *row[at + 1 : at + 2])):
        return []  # 16Pz can attack, not 19Pz
    deed = next((place for place, token in enumerate(behind) if DEEDS & set(token.classes[:1])), -1)
    mark = Token("?", row[-1].end, row[-1].end, {"QM": [("QM", "?")]})
    if sum(bool(VERBAL & set(token.classes[:1])) for token in behind) > 1 + (deed < 0):
        return []
    if says(row[at], "MOD", CAN, "must"):
        if denials != 1 or deed < 0 or says(row[at], "MOD", "must") and row[at].text.casefold() not in BINDING:
            return []  # need not, no está obligada a: that is no ban
        if not any(NAMING & set(token.classes[:1]) for token in behind[deed + 1 :]) and not _lemmas(behind[deed]) & GOING:
            return []  # who cannot trace may only be told to be out of supply
        if any("AND" in token.classes[:1] for token in behind):
            return []  # 26 cannot trace and gets a marker: the marker is what is done
        return [
            *before,
            Token(row[at].text, row[at].start, row[at].end, {"MOD": [("MOD", CAN)]}),
            *behind,
            Token("?", mark.start, mark.end, {"QM": [("QM", GAINSAID)]}),
        ]
    if _verdict(row[at]) == "legal" and denials != 1 or _verdict(row[at]) == "illegal" and denials or not _verdict(row[at]) and denials:
        return []
    barred = Token(row[at].text, row[at].start, row[at].end, {"MOD": [("MOD", BARRED)]})
    if _verdict(row[at]) and at == len(row) - 1:  # 16Pz attacking 3010 is illegal
        return [Token(BARRED, row[0].start, row[0].start, {"ADV": [("ADV", BARRED)]}), *before, mark]
    if deed < 0:
        return []
    if says(row[at], "MOD", BARRED) or not _verdict(row[at]) and not says(row[at], "MODI", BARRED):
        return [*row, mark]
    whom = [token for token in behind[:deed] if not {"P", "TO"} & set(token.classes[:1])]
    doer = [token for token in before if NAMING & set(token.classes[:1]) or "DET" in token.classes[:1] or "W" in token.classes[:1]] or whom
    first = behind[deed]
    said = next((first.means[name] for name in ("VI", "VG", "V") if name in first.means), None)
    if not doer or said is None:
        return []
    return [*doer, barred, Token(first.text, first.start, first.end, {"VI": list(said)}), *behind[deed + 1 :], mark]


def _is_deed(token: Token) -> bool:
    """Whether a word is a deed, or a copula that may be one: it gets a marker, sigue aislada."""
    return bool(DEEDS & set(token.classes if token.classes[0] in ("BE", "BEI") else token.classes[:1]))


def _verdict(token: Token) -> str:
    """Whether a word says that something is legal or illegal; "" if it says neither."""
    return next((value for type_, value in token.means.get("W", ()) if type_ == "VERDICT" and value in ("legal", "illegal")), "")


def _lemmas(token: Token) -> set[str]:
    """The verbs that a word may be a form of."""
    return {str(value) for name in token.classes[:1] if name in DEEDS for _, value in token.means.get(name, ())}


def _forbids(token: Token) -> bool:
    """Whether a word is a verb of forbidding that somebody is the subject of, or what is made of it: barred from."""
    return bool(_lemmas(token) & FORBIDDING) or says(token, "MODI", BARRED)
