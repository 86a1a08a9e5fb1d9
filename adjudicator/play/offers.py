"""A line that was refused, put right as far as it goes: a sentence that the program understands and can judge, for a player to accept or not.

It is found by leaving away the lightest words (`adjudicator.sentences.cuts`), and said in canonical words. It is a question and never a ruling: what was left
away may have meant something. Work is bounded by the number of sentences that are tried.
"""

from __future__ import annotations

from difflib import SequenceMatcher
from typing import TYPE_CHECKING

from adjudicator.ground.facts import InputError
from adjudicator.ground.folding import fold
from adjudicator.language import Ambiguous, NotUnderstood
from adjudicator.language.errors import Offer
from adjudicator.play.lines import Line, parted
from adjudicator.play.understood import again
from adjudicator.sentences.cuts import Light, Shorter

if TYPE_CHECKING:
    from adjudicator.play.game import Game

MOST = 10
"""Sentences that are tried for one line."""
WORDS = 110
"""So many words are read for it."""
LONGEST = 400
"""Letters of a line that is looked at."""
SLIPS = ("unknown_word", "unknown_unit", "unknown_hex")
"""Errors that a slip of the pen may be behind."""
NEAR, SPELLED = 0.8, 2
"""How like a word another must be to be meant, and how many of them are tried."""
_light: dict[int, Light] = {}


def offer(game: Game, text: str, error: NotUnderstood, lang: str) -> Offer | None:
    """What may have been meant by a line of which this is wrong, None if nothing is found."""
    text = parted(text)[0]
    if isinstance(error, Ambiguous) or len(text) > LONGEST:
        return None
    before, piece, behind, error = _piece(game, text, error)
    language = game.referee.language
    light = _light.get(id(language))
    if light is None:
        light = _light[id(language)] = Light(language.frames)
    left = WORDS
    for cut in (*_spelled(piece, error, lang), *light.cuts(piece, game.referee.names(), error, MOST)):
        left -= len(cut.text.split())
        if left < 0:
            break
        line = _line(game, before, cut, behind)
        if line is not None and _is_judged(game, line):
            return Offer(again(game, line, lang) or line.text, cut.lost)
    return None


def _piece(game: Game, text: str, error: NotUnderstood) -> tuple[str, str, str, NotUnderstood]:
    """The sentence to blame, what stands before and behind it, and what is wrong with it by itself."""
    pieces = text.split(";")
    for at, piece in enumerate(pieces):
        try:
            if len(pieces) > 1 and piece.strip():
                game.parse(piece.strip())
        except NotUnderstood as own:
            return "".join(f"{other.strip()}; " for other in pieces[:at]), piece.strip(), "".join(f"; {other.strip()}" for other in pieces[at + 1 :]), own
        except InputError:
            break
    return "", text, "", error


def _spelled(text: str, error: NotUnderstood, lang: str) -> list[Shorter]:
    """The sentence with the word to blame spelled as a known one that is very near."""
    if error.message_key not in SLIPS:
        return []
    names = [name.partition(" @ ")[0] for name in error.near.get(lang, error.nearest)]
    near = [name for name in names if SequenceMatcher(None, fold(name), fold(error.word)).ratio() >= NEAR]
    return [Shorter(text[: error.start] + name + text[error.end :], ()) for name in near[:SPELLED]]


def _line(game: Game, before: str, cut: Shorter, behind: str) -> Line | None:
    """The line with the shorter sentence in it, if it is understood."""
    try:
        language, names = game.referee.language, game.referee.names()
        try:
            language.glance(cut.text, names)
        except NotUnderstood:
            if not behind or "=" in behind:
                raise
            language.glance(f"{cut.text}{behind}", names)  # Combat in 3010; 16Pz attacks
        line = game.line(f"{before}{cut.text}{behind}")
    except (NotUnderstood, InputError):
        return None
    return line if line.acts else None


def _is_judged(game: Game, line: Line) -> bool:
    """Whether something comes of the line here: it is tried, and taken back."""
    from adjudicator.play.record import STATE, Record

    record = Record(0, line.text, STATE)
    mark, pool, watch = game.mark(), list(game.pool), game.watch
    game.watch = None
    try:
        game.play(record, line)
    finally:
        game.back(mark)
        game.pool, game.watch = pool, watch
    return record.problem is None and bool(record.rulings)
