"""A refused line without all that only tells how things stand: "The Russians ran too, so 71ID turns about and advances into 2412".

What the position bears out says nothing that a rule weighs. It is left aside and told back, and the rest is taken as what its own words hint at (`second`),
where the grammar refuses that, too.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from adjudicator.ground.facts import InputError
from adjudicator.language import NotUnderstood
from adjudicator.play.context import MARKS, NAMED_BY, asks, joined, named, pieces_of, talk, told_back
from adjudicator.play.likely import LONGEST
from adjudicator.play.second import instead
from adjudicator.play.standing import meanings

UNKNOWN = frozenset(("WORD", "ADJ", "UNK"))
"""Types of words that no rulebook knows."""

if TYPE_CHECKING:
    from adjudicator.play.context import Span
    from adjudicator.play.lines import Line
    from adjudicator.play.shown import Shown
    from adjudicator.play.trying import Trying


def bared(game: Trying, text: str) -> tuple[Line, str] | None:
    """What a line is taken for without what it tells of the position, and its rest; None if it tells nothing of the kind, or the rest leaves a doubt."""
    if len(text) > LONGEST or "=" in text:
        return None
    pieces, words = pieces_of(text), game.referee.words(text)
    left: dict[Span, Shown] = {}
    for span in (*joined(text, pieces), *pieces):
        if any(span[0] < end and begin < span[1] for begin, end in left) or (shown := talk(game, text, span, False, words)) is None:
            continue
        if shown.mere and not (shown.open or shown.strengths or shown.spent or _strange(shown)):
            left[span] = shown
    if not left or len(left) == len(pieces):
        return None
    rest = text
    for (begin, end), shown in left.items():
        rest = rest[:begin] + named(game, text, (begin, end), shown).ljust(end - begin) + rest[end:]
    rest = " ".join(rest.split()).rstrip(",;:")
    apart = "".join(" " if any(begin <= at < end for begin, end in left) else char for at, char in enumerate(text))
    if not any(token.classes[0] in NAMED_BY for token in game.referee.words(apart)) and not apart.rstrip().endswith("?"):
        return None  # what is done names nothing: then what was left aside is the deed
    try:
        game.line(rest)
    except NotUnderstood as error:
        line = instead(game, rest, error)
    except InputError:
        return None
    else:
        return None  # then the parts were looked at already
    if line is None:
        return None
    if not all(asks(game, act) for act in line.acts) and any(
        shown.doer and shown.doer not in repr([act.slots for act in line.acts]) for shown in left.values()
    ):
        return None  # whoever is named does it
    return told_back(game, line, line.text, 0, {text[begin:end].strip(MARKS): left[begin, end] for begin, end in sorted(left)}), rest


def _strange(shown: Shown) -> bool:
    """Whether it says something of a thing that nobody has compared: the river is frozen."""
    verbs = [at for at, token in enumerate(shown.row) if token.classes[0] == "BE"]
    words = [at for at, token in enumerate(shown.row) if {type_ for type_, _ in meanings(token)} <= UNKNOWN and token.classes[0] != "ADV"]
    return any(at not in shown.agreed and at > verb for at in words for verb in verbs)
