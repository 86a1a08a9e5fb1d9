"""Where a deed ends, told of the deed itself: *its retreat ends in 3010*, *46's advance ends in 3010*, *la retirada de 46 acaba en 3010*.

It is put as what they do: *it retreats to 3010*.
"""

from __future__ import annotations

from adjudicator.language.syntax import first_verbs, small
from adjudicator.sentences.token import Token, in_place, lemmas, says, verb_in_place

DOES = {"retreat": first_verbs("retreating"), "advance": first_verbs("advancing"), "move": first_verbs("going")}
"""The verb of each deed noun, by language."""
ENDS = small("ends_in")


def ended(row: list[Token]) -> list[Token]:
    """The row with each deed that ends somewhere as the deed of who does it."""
    for at in range(1, len(row) - 2):
        noun = next((str(value) for type_, value in row[at].means.get("W", ()) if type_ == "NOUN" and value in DOES), "")
        if not noun:
            continue
        begin, end, who = _whose(row, at)
        ends = who and end + 1 < len(row) and lemmas(row[end]) & ENDS and "V" in row[end].classes
        if ends and any("IN" in str(value).split("|") for _, value in row[end + 1].means.get("P", ())):
            return [*row[:begin], *who, verb_in_place(row[end], "V", DOES[noun]), in_place(row[end + 1], "P", "TO"), *row[end + 2 :]]
    return row


def _whose(row: list[Token], at: int) -> tuple[int, int, list[Token]]:
    """Where the phrase of a deed noun begins and ends, and who does it."""
    before = row[at - 1]
    if says(before, "DET", "poss"):
        return at - 1, at + 1, [in_place(before, "PRON", "it")]
    if "GEN" in before.means and at > 1 and row[at - 2].classes[0] == "UNIT":
        return at - 2 - (at > 2 and row[at - 3].classes[0] == "DET"), at + 1, [row[at - 2]]
    unit = at + 2 + (at + 2 < len(row) and row[at + 2].classes[0] == "DET")
    if says(before, "DET", "def") and unit < len(row) and row[at + 1].classes[0] == "OF" and row[unit].classes[0] == "UNIT":
        return at - 1, unit + 1, [row[unit]]
    return at, at, []
