"""A step that was spoken of, in a pronoun: *47R loses a step and I take mine off 371Inf*, *371Inf loses one too*, *y yo se lo quito a la 371Inf*.

The pronoun is put as *a step*: what is taken off 371Inf is a step, never 371Inf itself.
"""

from __future__ import annotations

from adjudicator.language.syntax import small
from adjudicator.sentences.token import VERBAL, Token, says

SHARES, TAKING, LOST = small("shares"), small("taking_steps"), ("NOUN", "step")
PARTING = frozenset(("AND", "COMMA", "SEMI", "COLON", "THEN"))
BEHIND = frozenset(("P", "OF", "TO", "ADV", "COMMA", "AND", "SEMI", "COLON", "QM", "RP"))
"""Classes of what may stand behind such a pronoun."""


def shared(rows: list[list[Token]]) -> list[list[Token]]:
    """The rows with each pronoun for a step, behind a clause that loses one, in words."""
    found: list[list[Token]] = []
    said: Token | None = None
    step: Token | None = None  # once another clause has begun: el paso lo pierde la 10 is one
    for row in rows:
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
