"""Both retreat to 1511, las dos avanzan: who is meant where a line names nobody and a result is being carried out."""

from __future__ import annotations

from typing import TYPE_CHECKING

from adjudicator.language.syntax import small
from adjudicator.sentences.token import Token, lemmas, says, unit_of

if TYPE_CHECKING:
    from adjudicator.ground.situation import Situation

BACK, ON = small("retreating", "fleeing"), small("advancing")
LINK = ", "
WHO = ("defenders", "attackers")


def both_named(situation: Situation, text: str, row: list[Token]) -> str:
    """A text with the two units of a side in the place of *both*, where nobody was named before; any other text as it is. `row`: its words."""
    at = next((at for at, token in enumerate(row) if says(token, "PRON", "both") or token.classes[0] == "UNIT"), -1)
    if at < 0 or not says(row[at], "PRON", "both") or unit_of(row[at]):
        return text
    pending = situation.known_box("pending")
    goes = [lemmas(token) for token in row if token.classes[0] in ("V", "VI")]
    fit = WHO if any(each & BACK for each in goes) else WHO[1:] if any(each & ON for each in goes) else ()
    two = next((names for who in fit if len(names := list(pending.get(who) or ())) == 2), []) if pending.get("result") else []
    if not two or any(name not in situation.units for name in two):
        return text
    return text[: row[at].start] + LINK.join(two) + text[row[at].end :]
