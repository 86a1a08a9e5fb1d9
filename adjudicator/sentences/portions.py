"""How many of a number: *how many of its five MPs has 46?*, *of its five MPs, how many may it use?*, *de sus cinco PM, ¿cuántos tiene?*

It is put as *how many MPs has 46?*; the number that it is a part of is told back, and compared there with the position.
"""

from __future__ import annotations

from itertools import pairwise

from adjudicator.language.syntax import small
from adjudicator.sentences.token import VERBAL, Token, says

Span = tuple[int, int]
OTHERS = frozenset(("UNIT", "KIND", "CLASS", "SIZE", "SIDE", "HEX"))
"""Types of words for who is asked about: how many of its four battalions."""
WHO = frozenset(("unit", "attacker", "attackers", "defender", "defenders", "offense", "defense", "stack", "formation", "hex", "player", "side"))
USING = small("using")
ASKS = frozenset(("MOD", "DO", "HV", "V", "BE"))
BEFORE = frozenset(("COLON", "SEMI", "DASH"))


def portions(rows: list[list[Token]], told: list[Span]) -> tuple[list[list[Token]], list[Span]]:
    """The rows with such questions put plainly, and what else is told."""
    found: list[list[Token]] = []
    for row in rows:
        at = next((at for at, token in enumerate(row) if row[-1].classes[0] == "QM" and says(token, "QP", "how_many")), -1)
        begin, end = _whole(row, at + 1) if at >= 0 else (0, 0)
        if end:  # how many of its five MPs
            told = [*told, (row[begin].start, row[end - 1].end)] if end - begin > 3 else told
            row = [*row[: at + 1], row[end - 1], *row[end:]]
        elif at > 0 and "W" not in row[at + 1].classes:
            first = next((place for place in range(at) if not place or row[place - 1].classes[0] in BEFORE), 0)
            first = max((place + 1 for place in range(at) if row[place].classes[0] in BEFORE), default=first)
            begin, end = _whole(row, first)
            if end and end + 1 == at and row[end].classes[0] == "COMMA":  # of its five MPs, how many
                told = [*told, (row[begin].start, row[end - 1].end)] if end - begin > 3 else told
                row = [*row[:begin], row[at], row[end - 1], *row[at + 1 :]]
            elif (noun := _spoken_of(row, at)) is not None:
                row = [*row[: at + 1], noun, *row[at + 1 :]]
        elif at == 0 and found and found[-1][-1].classes[0] != "QM" and (noun := _spoken_of([*found[-1], *row], len(found[-1]))) is not None:
            row = [row[0], noun, *row[1:]]  # it has five artillery points. How many can it use?
        found.append(row)
    return found, told


def _spoken_of(row: list[Token], at: int) -> Token | None:
    """What the number told last counts, where somebody asks how many of that he may use or has: five artillery points, how many can it use?"""
    asked = row[at + 1 :]
    uses = any(str(value) in USING for token in asked for name in VERBAL for _, value in token.means.get(name, ()))
    if (
        not uses
        or asked[0].classes[0] not in ASKS
        or "W" in asked[0].classes
        or any("W" in token.classes[:1] and token.means["W"][0][0] == "NOUN" for token in asked)
    ):
        return None
    told = [noun for one, noun in pairwise(row[:at]) if one.classes[0] == "NUM" and noun.classes[0] == "W" and noun.means["W"][0][0] == "NOUN"]
    return told[-1] if told and not WHO & {value for _, value in told[-1].means["W"]} else None


def _whole(row: list[Token], at: int) -> tuple[int, int]:
    """Where *of its five MPs* begins and ends that stands here; (0, 0) if it does not."""
    if at + 3 >= len(row) or row[at].classes[0] != "OF" or not says(row[at + 1], "DET", "poss", "def"):
        return 0, 0
    end = at + 2 + (row[at + 2].classes[0] == "NUM")
    noun = row[end].means.get("W", ())
    things = [value for type_, value in noun if type_ == "NOUN"]
    if not things or WHO & set(things) or OTHERS & {type_ for type_, _ in noun} or row[end].classes[0] != "W" or "W" in row[end + 1].classes[:1]:
        return 0, 0
    return at, end + 1
