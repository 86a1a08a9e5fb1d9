"""A step that was spoken of, in a pronoun: *47R loses a step and I take mine off 371Inf*, *371Inf loses one too*, *y yo se lo quito a la 371Inf*.

The pronoun is put as *a step*: what is taken off 371Inf is a step, never 371Inf itself. A loss without a verb is one: *one step off 371Inf*, *no steps off*,
*ningún paso menos* are *one step lost by 371Inf*, *no steps lost*.
"""

from __future__ import annotations

from adjudicator.language.syntax import first_verbs, small
from adjudicator.sentences.token import VERBAL, Token, in_place, says

SHARES, TAKING, LOST = small("shares"), small("taking_steps"), ("NOUN", "step")
OFF, LOSE = small("steps_off"), first_verbs("losing")
PARTING = frozenset(("AND", "COMMA", "SEMI", "COLON", "THEN"))
BEHIND = frozenset(("P", "OF", "TO", "ADV", "COMMA", "AND", "SEMI", "COLON", "QM", "RP"))
"""Classes of what may stand behind such a pronoun."""


def shared(rows: list[list[Token]]) -> list[list[Token]]:
    """The rows with each pronoun for a step, behind a clause that loses one, in words."""
    found: list[list[Token]] = []
    said: Token | None = None
    step: Token | None = None  # once another clause has begun: el paso lo pierde la 10 is one
    for row in map(_off, rows):
        new: list[Token] = []
        step = said
        for at, token in enumerate(row):
            step = said if token.classes[0] in PARTING else step
            if step is not None and _is_share(row, at):
                new += _step(step, token)
                continue
            if step is not None and at + 1 < len(row) and says(token, "CL", "it") and _takes(row[at + 1]):
                while new and new[-1].classes[0] == "CL":
                    new.pop()  # se lo quito
                continue
            new.append(token)
            if step is not None and at and says(row[at - 1], "CL", "it") and _takes(token):
                new += _step(step, token)
            if LOST in token.means.get("W", ()) and any(_takes(word) for word in row):
                said = token
        found.append(new)
    return found


def _off(row: list[Token]) -> list[Token]:
    """One step off 371Inf, un paso menos a la 371Inf, no steps off: lost."""
    for at in range(len(row) - 2, 0, -1) if row[-1].classes[0] != "QM" else ():
        many, step, off = row[at - 1 : at + 2]
        begins = at == 1 or PARTING & set(row[at - 2].classes[:1])
        if not begins or LOST not in step.means.get("W", ()) or off.text.casefold() not in OFF:
            continue
        behind = row[at + 2 :]
        whose = next((place for place, token in enumerate(behind[:3]) if token.classes[0] == "UNIT"), -1)
        tied = whose >= 0 and all(token.classes[0] in ("P", "TO", "OF", "DET") for token in behind[:whose])
        none = says(many, "DET", "no")
        alone = none and (not behind or bool(PARTING & set(behind[0].classes[:1])))
        if not (tied or alone) or not (none or many.classes[0] == "NUM" or says(many, "DET", "indef")):
            continue
        lost = in_place(off, "VP", LOSE[off.spanish], "VERB")
        by = [in_place(off, "P", "BY"), *(token for token in behind[:whose] if token.classes[0] == "DET")] if tied else []
        row = [*row[: at + 1], lost, *by, *behind[whose if tied else 0 :]]
    return row


def _is_share(row: list[Token], at: int) -> bool:
    """Whether a pronoun stands for a step: loses one, take mine off 47R."""
    before = [token for token in row[:at] if token.classes[0] != "ADV"][-1:]
    behind = row[at + 1 : at + 2]
    mere = not behind or bool(BEHIND & set(behind[0].classes)) and behind[0].classes[0] != "UNIT"
    return row[at].text.casefold() in SHARES and "PRON" in row[at].means and bool(before) and _takes(before[0]) and mere


def _takes(token: Token) -> bool:
    return token.classes[0] in (*VERBAL, "V") and any(str(value) in TAKING for name in VERBAL for _, value in token.means.get(name, ()))


def _step(step: Token, at: Token) -> list[Token]:
    """A step, in the place of another word."""
    one = Token(at.text, at.start, at.start, {"DET": [("DET", "indef")]})
    it = Token(at.text, at.start, at.end, {"W": [LOST]})
    one.spanish = it.spanish = step.spanish
    return [one, it]
