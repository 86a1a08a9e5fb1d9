"""Which of its meanings a word has where it stands.

`resolve` gives each word the likeliest meaning from its neighbours. When a sentence so read makes no sense, `others` gives
further readings, each with one or two words taken otherwise; whoever reads the sentence tries them in that order.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import combinations
from typing import Any

from adjudicator.language.errors import Ambiguous
from adjudicator.language.folding import PREP_BITS
from adjudicator.language.lexer import Tok

MAX_READINGS = 60
"""So many readings of one sentence are tried at most."""
COUNTED = frozenset(("air", "step", "dice", "mp", "vp", "point", "marker", "shift", "unit", "roll", "stack"))
UNCOUNTED = frozenset(("back", "off_map", "supply", "comms", "alone", "road", "rail"))
"""Nouns that no number counts: 26 back is unit 26, coming back."""
NUMBERED = frozenset(("dice", "roll", "turn"))
DEEDS = frozenset(("attack", "probe", "move", "retreat", "advance", "support", "crossing", "roll", "replacement"))
SIGNS = {"-": "_DASH", "–": "_DASH", "—": "_DASH", "−": "_DASH", "/": "_DASH", ">": "_DASH", "→": "_DASH", ",": "COMMA"}
INFINITIVE = frozenset((PREP_BITS["to"], PREP_BITS["for"]))
OBJECTS = frozenset(("HEX", "UNIT", "FILL", "ART", "PREP", "ODDS"))
LINKS_OF_ID = frozenset(("COMMA", "AND", "FILL", "_DASH"))
NOUNS = ("NOUN", "STATUS", "FEATURE", "TERRAIN", "DIRECTION", "SIZE", "PHASE")
"""Meanings that a word has behind an article, a preposition or a number, when it could also be a verb."""


def resolve(row: list[Tok], text: str, asked: bool, forced: Mapping[int, str] = {}, counted: frozenset[str] = COUNTED) -> list[Tok]:
    """The row with one meaning for each word; `forced` = index -> type that it must have; `counted` = nouns that numbers count.

    Raises Ambiguous where several units or hexes answer to one name.
    """
    out: list[Tok] = []
    doing = False
    for at, tok in enumerate(row):
        if tok.type != "BE" and out and "READING" in (out[-1].type, out[-2].type if out[-1].type == "BE" and len(out) > 1 else ""):
            tok = Tok("NAME", text[tok.start : tok.end], tok.start, tok.end)
        elif tok.options is not None:
            tok = tok.copy()
            if tok.end - tok.start == 1:
                _letter(tok, text[tok.start])
            wanted = forced.get(at) if forced else None
            if wanted is not None and any(option[0] == wanted for option in tok.options or ()):
                _take(tok, wanted)
            elif tok.options is not None:
                _prefer(tok, row, out, at, doing, asked, counted)
        kind = tok.type
        if kind == "NAME" and tok.value in SIGNS:
            tok = Tok(SIGNS[tok.value], tok.value, tok.start, tok.end)
        elif kind == "DO":
            doing = True
        elif kind == "VERB":
            doing = False
        elif kind == "MARKERID" and not _before_id(out, tok.value[0]):
            tok = Tok("NAME", text[tok.start : tok.end], tok.start, tok.end)
        elif kind == "MARKERID" or kind == "MARKER":
            tok = _joined(out, tok)
        out.append(tok)
    return out


def others(row: list[Tok]) -> Iterator[dict[int, str]]:
    """Further readings: one word otherwise, then two."""
    choices = [(at, type_) for at, tok in enumerate(row) if tok.options is not None for type_ in dict.fromkeys(option[0] for option in tok.options)]
    if len(choices) == len({at for at, _ in choices}):
        return
    tried = 0
    for size in (1, 2):
        for taken in combinations(choices, size):
            if size == 2 and taken[0][0] == taken[1][0]:
                continue
            tried += 1
            if tried > MAX_READINGS:
                return
            yield dict(taken)


def _before_id(out: list[Tok], kind: str) -> bool:
    """Whether the short name of a marker of that kind may stand behind these words: KG Br, KG Br and Ch."""
    last = next((tok for tok in reversed(out) if tok.type not in LINKS_OF_ID and tok.value != "marker"), None)
    return last is not None and (last.type == "MARKERKIND" and last.value == kind or last.type == "MARKER" and last.value[0] == kind)


def _joined(out: list[Tok], tok: Tok) -> Tok:
    """A marker's name together with the words for its kind before it: `KG Br`, `the KG marker Breith`."""
    at = len(out)
    while at and (out[at - 1].type in ("FILL", "_DASH") or out[at - 1].value == "marker"):
        at -= 1
    start = tok.start
    if at and out[at - 1].type == "MARKERKIND":
        start = out[at - 1].start
        del out[at - 1 :]
    return Tok("MARKER", tok.value, start, tok.end)


def _take(tok: Tok, type_: str) -> None:
    """Give the word its first meaning of that type; verbs and nouns keep all their meanings of that type."""
    found = [option for option in tok.options or () if option[0] == type_]
    tok.type, tok.value = found[0]
    tok.options = found if type_ in ("VERB", "NOUN") and len(found) > 1 else None


def _letter(tok: Tok, written: str) -> None:
    """A unit called A is meant by A only: a small a is the word."""
    rest = [option for option in tok.options or () if option[0] != "UNIT" or option[1] == written]
    if rest and len(rest) < len(tok.options or ()):
        tok.type, tok.value = rest[0]
        tok.options = rest if len(rest) > 1 or rest[0][0] == "NUM" else None


def _prefer(tok: Tok, row: list[Tok], out: list[Tok], at: int, doing: bool, asked: bool, counted: frozenset[str]) -> None:
    """Give the word the meaning that its neighbours make likely. Raises Ambiguous for a name of several units."""
    kinds = {option[0]: option[1] for option in reversed(tok.options or ())}
    after = row[at + 1] if at + 1 < len(row) else None
    if "UNIT" in kinds or "MARKER" in kinds:
        if tok.type == "NUM" and (_counts(after) or _numbered(out)):
            tok.type = "NUM"
            tok.options = None
            return
        _named(tok)
        return
    if tok.type == "NUM" and "NUM" not in kinds:  # a number that only a longer phrase begins with
        tok.options = None
        return
    if len(kinds) == 1 and "NUM" not in kinds:
        pick = next(iter(kinds))
    elif "MARKERID" in kinds and _before_id(out, kinds["MARKERID"][0]):
        pick = "MARKERID"
    elif "ORDER" in kinds:
        pick = "ORDER"
    elif "DO" in kinds and kinds.get("VERB") == "need" and any(tok.type == "Q" for tok in out):
        pick = "VERB"
    elif "DO" in kinds and _leads_to_verb(row, at):
        pick = "DO"
    elif "VERB" in kinds:
        pick = _verb_or_not(kinds, row, out, at, doing, counted)
    elif "Q" in kinds and (at == 0 or asked):
        named = after is not None and after.type in ("UNIT", "SIDE", "FILL", "NUM") and "REL" in kinds and not asked
        pick = "REL" if named else "Q"
    elif "Q" in kinds and "REL" in kinds and not asked and out and out[-1].type in ("COMMA", "UNIT", "HEX"):
        pick = "REL"
    elif "PREP" in kinds:
        pick = _prep_or_article(kinds, after, counted)
    elif "NUM" in kinds:
        pick = _number_or_article(kinds, after, row[at + 2] if at + 2 < len(row) else None, counted)
        if pick == "NUM" and "NOT" in kinds and not _counts(after):
            pick = "NOT"
        if pick == "ART":
            tok.type, tok.options = "ART", None
            return
    elif "BE" in kinds and "FILL" in kinds:
        pick = "FILL" if _is_filler(kinds["FILL"], after) else "BE"
    elif "DIRECTION" in kinds and "FILL" in kinds:
        near = any("edge" in other.nouns() for other in row[max(0, at - 3) : at + 3])
        pick = "DIRECTION" if near else "FILL"
    else:
        pick = next((kind for kind in ("CLASS", "KIND", "SIZE") if kind in kinds), (tok.options or [("NAME", "")])[0][0])
    _take(tok, pick if pick in kinds else next(iter(kinds)))


def _named(tok: Tok) -> None:
    named = {(type_, value): None for type_, value in tok.options or () if type_ in ("UNIT", "MARKER")}
    if len(named) > 1:
        raise Ambiguous("", tok.start, tok.end, tuple(value if type_ == "UNIT" else " ".join(value) for type_, value in named))
    (tok.type, tok.value), tok.options = next(iter(named)), None


def _counts(after: Tok | None) -> bool:
    """Whether a number before this word counts it: 1 air point, not 46 attacks."""
    if after is None or after.may_be("PREP"):
        return False
    nouns = after.nouns()
    return after.type == "MARKERKIND" or any(noun in COUNTED for noun in nouns) or bool(nouns) and not after.may_be("VERB") and not UNCOUNTED & set(nouns)


def _numbered(out: list[Tok]) -> bool:
    """Whether a number after these words is that of a die or a turn, whatever units are called: die 4, a roll of 4, turn 4."""
    behind = [tok for tok in reversed(out) if tok.type not in ("PREP", "ART", "FILL", "BE")][:3]
    for tok in behind:
        if tok.value in NUMBERED and tok.type in ("NOUN", "VERB"):
            return True
        if tok.type != "NOUN":  # the die of the interdiction: 4
            break
    return False


def _leads_to_verb(row: list[Tok], at: int) -> bool:
    """makes an attack, wants to attack: what follows is the deed."""
    after = row[at + 1] if at + 1 < len(row) else None
    return after is not None and after.may_be("VERB") or any(noun in DEEDS for tok in row[at + 1 : at + 4] for noun in tok.nouns())


def _is_filler(value: str, after: Tok | None) -> bool:
    """Whether 's or esta stands for whose or which, and not for is: a noun follows."""
    return after is not None and after.may_be("NOUN") and not after.may_be("STATUS") and (value == "article" or not after.may_be("VERB"))


def _verb_or_not(kinds: dict[str, Any], row: list[Tok], out: list[Tok], at: int, doing: bool, counted: frozenset[str]) -> str:
    """A word that is a verb or something else: attack, move, stack, score, after, to."""
    before = out[-1] if out else None
    after = row[at + 1] if at + 1 < len(row) else None
    noun = next((kind for kind in NOUNS if kind in kinds), "")
    verb_seen = any(tok.type == "VERB" for tok in out)
    if kinds.get("NOUN") == "dice" and after is not None and after.type == "NUM":
        return "VERB" if at + 2 < len(row) and any(value in counted for value in row[at + 2].nouns()) else "NOUN"
    if "STATUS" in kinds and after is None and before is not None and before.type in ("BE", "UNIT") and not verb_seen:
        return "STATUS"
    if kinds.get("NOUN") in ("defense", "offense") and after is not None and after.may_be("VERB"):
        return "NOUN"
    if doing and noun == "NOUN":
        return "NOUN" if verb_seen and not (before is not None and before.type == "NOT") else "VERB"
    if before is not None and before.type == "PREP" and before.value in INFINITIVE and after is not None and after.type in OBJECTS:
        return "VERB"
    if noun and before is not None and (before.type in ("ART", "PREP", "NUM", "VERB") or before.value == "article"):
        return noun
    if "PREP" in kinds and verb_seen:
        return "PREP"
    if "FILL" in kinds and verb_seen:
        return "FILL"
    return "VERB"


def _prep_or_article(kinds: dict[str, Any], after: Tok | None, counted: frozenset[str]) -> str:
    if "NUM" in kinds and "ART" in kinds and after is not None and any(noun in counted for noun in after.nouns()):
        return "NUM"
    if "ART" in kinds and (after is None or after.type not in ("HEX", "UNIT", "SIDE", "FILL", "MARKER")):
        return "ART"
    return "PREP"


def _number_or_article(kinds: dict[str, Any], after: Tok | None, then: Tok | None, counts: frozenset[str]) -> str:
    named = then is not None and (then.may_be("MARKERID") or then.may_be("MARKER"))
    counted = after is not None and (after.type == "MARKERKIND" and not named or any(noun in counts for noun in after.nouns()))
    if counted:
        return "NUM"
    if str(kinds["NUM"]) == "1":
        return "ART"
    return "FILL" if "FILL" in kinds else "NUM"
