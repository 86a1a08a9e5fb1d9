"""Names that a sentence holds and nothing that was made of it does: *in the zone of 16MC*, told back as *in the zone*."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Any

from adjudicator.language.model import Act
from adjudicator.sentences.token import Area, says

if TYPE_CHECKING:
    from adjudicator.language.model import Stated
    from adjudicator.sentences.token import Token

NAMED = ("UNIT", "HEX")
"""Classes of names."""
ZONES = frozenset(("zoc", "zone"))
"""Nouns of what the position knows: whose it is may be told back."""
INSTEAD = "INSTEAD"
LEADING = frozenset((INSTEAD, "CONCESSION", "UNDER", "BEFORE", "AFTER", "CAUSE"))
"""Relations without which words that are told back would say something else."""
JOINED = frozenset(" []/-")
"""Signs of a text that holds more than one name may be."""


def unheld(row: Sequence[Token], parts: Sequence[Stated | Act]) -> tuple[int, ...]:
    """The places of names that can be nothing else, in the row, which no part holds or tells back."""
    held = held_by(parts)
    long = " ".join(text for text in held if not JOINED.isdisjoint(text))
    return tuple(at for at, token in enumerate(row) if (names := names_of(token)) and not any(name in held or name in long for name in names))


def led_in(row: Sequence[Token], text: str, said: str) -> tuple[str, bool]:
    """What is told back of a text, with the small words that lead it in, *before 47 moves*, *under fire*; whether it is done in the place of something."""
    start = text.find(said)
    end = next((at for at, token in enumerate(row) if token.start >= start), 0) if start > 0 else 0
    at = next((at for at in range(end - 1, max(-1, end - 3), -1) if not says(row[at], "DET")), -1)
    if at < 0 or not (row[at].classes[0] == "SUB" or says(row[at], "P", *LEADING)):
        return said, False
    return text[row[at].start : start + len(said)], says(row[at], "P", INSTEAD)


def held_by(parts: Sequence[Stated | Act]) -> set[str]:
    """All texts that parts hold."""
    return set(texts([part.slots if isinstance(part, Act) else part for part in parts]))


def names_of(token: Token) -> set[str]:
    """What a unit or hex that can be nothing else is called, and how it was written; none if it is no such name."""
    if len(token.means) != 1 or token.classes[0] not in NAMED or any(type_ != token.classes[0] for type_, _ in token.means[token.classes[0]]):
        return set()
    return {token.text, *(name for _, value in token.means[token.classes[0]] for name in (value if isinstance(value, Area) else (str(value),)))}


def texts(content: Any) -> Iterator[str]:
    """All texts within what was read, however deep."""
    if isinstance(content, str):
        yield content
    elif isinstance(content, dict):
        for pair in content.items():
            yield from texts(pair)
    elif isinstance(content, (tuple, list, set, frozenset)):
        for each in content:
            yield from texts(each)
    elif isinstance(content, Act):
        yield from texts(content.slots)


def told_whole(row: Sequence[Token], parts: Sequence[Stated | Act], text: str) -> tuple[int, ...]:
    """`unheld`, once what is told back of a sentence is told with whose it is: in the zone | of 16MC."""
    lost = unheld(row, parts)
    if not lost:
        return ()
    ends = {token.end: at for at, token in enumerate(row)}
    for act in (part for part in parts if isinstance(part, Act) and "passing" in part.slots):
        whole = []
        for said in act.slots["passing"]:
            start = text.find(said)
            end = start + len(said)
            for at in lost:
                zone = ends.get(end, at)
                between = row[zone + 1 : at]
                if (
                    between
                    and ZONES & {value for _, value in row[zone].means.get("W", ())}
                    and between[0].classes[0] == "OF"
                    and all(token.classes[0] in ("OF", "DET") for token in between)
                ):
                    end = row[at].end
            whole.append(text[start:end] if start >= 0 else said)
        act.slots["passing"] = tuple(whole)
    return unheld(row, parts)
