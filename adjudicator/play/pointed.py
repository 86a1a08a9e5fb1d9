"""The unit in 3009, mi unidad de 3009: in a question, who is named by the hex where he stands alone is that unit."""

from __future__ import annotations

from typing import TYPE_CHECKING

from adjudicator.language.syntax import small
from adjudicator.sentences.token import Token, says, unit_of

if TYPE_CHECKING:
    from adjudicator.ground.situation import Situation

ONE_UNIT = small("one_unit")
MERE = frozenset(("QP", "QD", "BE", "QM", "DET", "COMMA"))
"""Classes of words beside which it is asked who stands there."""

BEHIND = frozenset(("HV", "V", "VI", "DET", "COMMA"))
"""Classes of what goes on with what is asked of a unit, behind where it stands."""


def pointed(situation: Situation, text: str, row: list[Token]) -> str:
    """A question with the unit that stands alone in a hex in the place of the words that point at it; any other text as it is. `row`: its words."""
    if row[-1:] == [] or row[-1].classes[0] != "QM":
        return text
    named = False
    for at in range(len(row) - 4, -1, -1):
        lead, noun, tie, place = row[at : at + 4]
        points = lead.classes[0] == "DET" and says(lead, "DET", "def", "poss") and noun.text.casefold() in ONE_UNIT
        if not points or place.classes[0] != "HEX" or not (says(tie, "P", "IN") or tie.classes[0] == "OF"):
            continue
        there = [unit.id for unit in situation.known_at(str(place.value))]
        if len(there) == 1 and not all(MERE & set(token.classes[:1]) for token in (*row[:at], *row[at + 4 :])):
            text = text[: lead.start] + there[0] + text[place.end :]
            named = True
    return text if named else _standing(situation, text, row)


def _standing(situation: Situation, text: str, row: list[Token]) -> str:
    """Has 46 in 1509 a ZOC, does 46, in 1509, have one: without the hex where it stands, which no ZOC is asked of; any other text as it is."""
    for at in range(len(row) - 4, 0, -1):
        name, tie, place, behind = unit_of(row[at - 1]), row[at], row[at + 1], row[at + 2]
        comma = bool(name) and tie.classes[0] == "COMMA" and at + 3 < len(row)
        if comma:
            name, tie, place, behind = unit_of(row[at - 1]), row[at + 1], row[at + 2], row[at + 3]
        asks = any(("NOUN", "zoc") in token.means.get("W", ()) for token in row[at:]) and behind.classes[0] in BEHIND
        stands = place.classes[0] == "HEX" and name in situation.units and situation.units[name].known("at") == place.value
        if asks and stands and says(tie, "P", "IN"):
            text = text[: row[at - 1].end] + text[behind.end if behind.classes[0] == "COMMA" else place.end :]
    return text
