"""A result that a line announces before it says what is done or asked: *DR on 3010. 47R retreats to 3011*, *Do1 on 44GdR: …*, *Sale DL1 en 2111: …*.

Where just that result is open there, it tells how things stand, and nothing is done by it.
"""

from __future__ import annotations

import re
from typing import Any

from adjudicator.language.syntax import small
from adjudicator.play.context import ENDS, MARKS, pieces_of
from adjudicator.play.standing import meanings
from adjudicator.play.titled import titled
from adjudicator.play.trying import Trying
from adjudicator.sentences.chart import VERBAL
from adjudicator.sentences.token import Token, unit_of

LIGHT = frozenset(("P", "OF", "TO", "DET", "BE", "PRON", "CL", "AND"))
"""Classes of words that an announcement may have besides."""
FALLING = small("throwing")
"""Verbs of how a throw comes out."""
SIDES = ("attackers", "defenders", "units")


def announced(game: Trying, text: str) -> int:
    """Where what a line says besides begins, behind the result that it announces and that is open, or a title that is so; 0 if it announces none."""
    pieces = pieces_of(text)
    if len(pieces) < 2:
        return 0
    piece = text[: pieces[0][1]].strip(MARKS)
    if titled(game.referee.words(piece), game.situation):
        return pieces[0][1]
    pending = game.situation.known_box("pending")
    result = pending.get("result")
    if not isinstance(result, str) or not result or text[: pieces[0][1]].rstrip()[-1:] not in ENDS:
        return 0
    spelled = r"\s*".join(map(re.escape, str(result).replace(" ", "")))
    found = re.search(rf"(?<![\w+]){spelled}(?![\w+])", piece, re.I)
    if found is None or not all(_plain(game, token, pending) for token in game.referee.words(piece[: found.start()] + piece[found.end() :])):
        return 0
    return pieces[0][1]


def _plain(game: Trying, token: Token, pending: Any) -> bool:
    """Whether a word beside the result says where or whom it has hit, or nothing."""
    if ("NOUN", "result") in meanings(token):
        return True
    if token.classes[0] == "HEX":
        return bool(token.means["HEX"][0][1] == pending.get("hex"))
    if unit := unit_of(token):
        named = {str(each) for side in SIDES for each in pending.get(side) or ()}
        known = game.situation.units[unit].known("at") if unit in game.situation.units else None
        return unit in named or known is not None and known == pending.get("hex")
    if VERBAL & set(token.classes):
        return any(str(value) in FALLING for name in VERBAL for _, value in token.means.get(name, ()))
    return token.classes[0] in LIGHT
