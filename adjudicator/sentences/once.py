"""What is to be done first, behind a question: *can 46 advance once 47 has left 1510?*, *must it move after it has been released?*

It is supposed as *if 47 leaves 1510* is: carried out, not only remembered.
"""

from __future__ import annotations

from adjudicator.language.syntax import small
from adjudicator.sentences.token import Token, says

NAMING = frozenset(("UNIT", "DET", "PRON", "HEX"))
"""Classes of words for who does what is no question of its own."""
FIRST = ("while", "after", "when")
"""What leads it in: once, as soon as, when, after."""
GOING = small("going_first")
REACH = 8
"""So many words at most stand before its verb."""
OVER = ("already", "just", "ever")
"""Adverbs of what is over, whatever is asked."""


def once(row: list[Token]) -> list[Token]:
    """The row with such a deed put as one that is supposed; any other row as it is."""
    if row[-1].classes[0] != "QM" or row[0].spanish:
        return row
    first, second = row[0], row[1]
    if says(first, "SUB", "while") and NAMING & set(second.classes[:1]) and any(token.classes[0] == "COMMA" for token in row):
        row = [Token(first.text, first.start, first.end, {"SUB": [("SUB", "if")]}), *row[1:]]  # when 47 retreats to 1511, may it?
    for at, token in enumerate(row):
        if not says(token, "SUB", *FIRST) or says(token, "SUB", "if"):
            continue
        has = next((place for place in range(at + 1, min(at + REACH, len(row) - 2)) if row[place].classes[0] == "HV"), 0)
        been = int(has > 0 and row[has + 1].classes[0] == "BEI")
        done = row[has + 1 + been] if has and has + 1 + been < len(row) else token
        between = row[at + 1 : has]
        if not has or "VP" not in done.means or any({"NOT", "COMMA", "V", "MOD"} & set(one.classes[:1]) or says(one, "ADV", *OVER) for one in between):
            continue
        rest = row[has + 2 + been :]
        rest = rest[: next((place for place, one in enumerate(rest) if one.classes[0] in ("COMMA", "QM")), 0)]
        goes = any(str(value) in GOING for _, value in done.means["VP"]) and any(one.classes[0] in ("HEX", "PATH") for one in rest)
        if not goes and not (been and any("W" in one.classes[:1] for one in rest)):
            continue  # once it has moved, has attacked 3010: that is over
        supposed = Token(token.text, token.start, token.end, {"SUB": [("SUB", "if")]})
        means = {"VP": done.means["VP"]} if been else {"V": done.means["VP"]}
        is_ = [Token(row[has].text, row[has].start, row[has + 1].end, {"BE": [("BE", "be")]})] if been else []
        row = [*row[:at], supposed, *between, *is_, Token(done.text, done.start, done.end, means), *row[has + 2 + been :]]
    return row
