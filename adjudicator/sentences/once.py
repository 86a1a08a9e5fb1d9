"""What is to be done first, behind a question: *can 46 advance once 47 has left 1510?*, *must it move after it has been released?*

It is supposed as *if 47 leaves 1510* is: carried out, not only remembered.
"""

from __future__ import annotations

from adjudicator.language.syntax import small
from adjudicator.sentences.token import Token, in_place, lemmas, says

NAMING = frozenset(("UNIT", "DET", "PRON", "HEX"))
"""Classes of words for who does what is no question of its own."""
FIRST = ("while", "after", "when")
"""What leads it in: once, as soon as, when, after."""
GOING, UNTIL, ON = small("going_first"), small("until"), small("on_doing")
HUNG = frozenset(("UNIT", "W", "ST", "VI"))
"""Classes of what a deed may hang on without a word that ties it."""
REACH = 8
"""So many words at most stand before its verb."""
OVER = ("already", "just", "ever")
"""Adverbs of what is over, whatever is asked."""


def once(row: list[Token]) -> list[Token]:
    """The row with such a deed put as one that is supposed; any other row as it is."""
    if row[-1].classes[0] != "QM":
        return row
    row = _going(_on_its_way(row))
    if says(row[0], "SUB", "while") and NAMING & set(row[1].classes[:1]) and any(token.classes[0] == "COMMA" for token in row):
        row = [in_place(row[0], "SUB", "if"), *row[1:]]  # when 47 retreats to 1511, may it?
    if row[0].spanish:
        return row
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


def _on_its_way(row: list[Token]) -> list[Token]:
    """Going 3612-3611-3610, where must 68Inf stop: as if 68Inf goes there."""
    comma = next((place for place, one in enumerate(row) if one.classes[0] == "COMMA"), 0)
    way = row[1:comma]
    who = [one for one in row[comma:] if one.classes[0] == "UNIT"]
    by = int(bool(way) and way[0].classes[0] == "P" and "VIA" in str(way[0].value).split("|"))
    if row[0].classes[0] != "VG" or not way[by:] or len(who) != 1 or not {one.classes[0] for one in way[by:]} <= {"PATH", "HEX", "DASH"}:
        return row
    goes = Token(row[0].text, row[0].start, row[0].end, {"V": [("VERB", lemma) for lemma in sorted(lemmas(row[0]))]})
    goes.spanish = row[0].spanish
    return [in_place(row[0], "SUB", "if"), *who, goes, *row[1:]]


def _going(row: list[Token]) -> list[Token]:
    """After moving to 1511, on moving there, after it moves to 1511, cuando 47 mueva a 1511, tras mover 47 a 1511: as if it moves there."""
    for at, token in enumerate(row[:-3]):
        led = says(token, "P", "AFTER") or token.text.casefold() in ON or says(token, "SUB", "while")  # on retreating to 1511, al retirarse a 1511
        whose = row[at - 1].classes[0] in ("OF", "P", "TO")  # any chance of GR1 moving to 2009
        hung = not (token.spanish or whose) and at > 1 and token.classes[0] in HUNG and row[at + 1].classes[0] == "VG"  # does it go DG retreating there?
        led = led or hung
        bare = led and {"VG", "VI"} & set(row[at + 1].classes[:1])
        said = says(token, "SUB", "while", "after") and token.text.casefold() not in UNTIL and NAMING & set(row[at + 1].classes[:1])
        end = next((place for place in range(at + 1, len(row)) if row[place].classes[0] in ("COMMA", "QM")), at)
        clause = row[at + 1 : end]
        verb = next((place for place, one in enumerate(clause) if set(one.classes) & {"V", "VG", "VI"} and lemmas(one) & GOING), -1)
        who, rest = clause[: max(verb, 0)], clause[verb + 1 :]
        place = any(one.classes[0] in ("HEX", "PATH") or says(one, "ADV", "here") for one in rest)
        if not (bare and verb == 0 or said and verb > 0) or not place or not all(one.classes[0] in NAMING for one in who):
            continue
        if any(one.classes[0] in ("NOT", "V", "MOD", "HV", "QP", "NUM") for one in rest):
            continue
        named = rest[: 1 + (rest[0].classes[0] == "DET")] if bare and rest[rest[0].classes[0] == "DET"].classes[0] == "UNIT" else []
        rest = rest[len(named) :]
        who = who or named or ([] if token.spanish else [in_place(token, "PRON", "it")])
        goes = Token(clause[verb].text, clause[verb].start, clause[verb].end, {"V": [("VERB", lemma) for lemma in sorted(lemmas(clause[verb]))]})
        goes.spanish = token.spanish
        return [*row[: at + hung], in_place(token, "SUB", "if"), *who, goes, *rest, *row[end:]]
    return row
