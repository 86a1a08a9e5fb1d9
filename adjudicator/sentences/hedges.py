"""What a speaker says of how he feels, and what he says does not matter: storm or no storm; I don't trust that front; no me fío; what a mess.

It stands alone, before the first comma or colon, behind the last, or in brackets; it names nothing that weighs. It is taken out of the row and told back.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from itertools import pairwise
from types import MappingProxyType

from adjudicator.language.syntax import first_verbs, small
from adjudicator.sentences.aims import GENERAL, LIMITING, aimless
from adjudicator.sentences.frames import EMPTY
from adjudicator.sentences.token import VERBAL, Token, lemmas, says

ATTITUDES = small("attitudes")
"""Verbs that only say how one feels about something."""
EXCLAIMING = small("exclaiming")
"""Words with which one cries out: what a mess, how odd, vaya suerte."""
WISHING, DO = small("wishing"), frozenset(first_verbs("pro_verbs").values())
"""Verbs of what one would like, and of doing so."""
FINISHING = small("finishing")
"""Verbs of what is over, and the word for it."""
GAME = "SCENARIO", "game"
STOPPING = small("stopping")
"""Verbs of who goes no farther."""
LINKS = frozenset(("AND", "THEN", "SUB", "REL", "COMMA"))
"""Classes of words that join such an aside to what stands before it."""
SLIGHT = frozenset(("DET", "P", "OF", "ADV", "NOT", "CL", "PRON", "W"))
"""Classes of words that an aside about a feeling may hold."""
SPEAKING = tuple(small("speaking"))
"""Endings of verbs of those who speak: quiero, queremos."""
MINE = frozenset((("PRON", "first"), ("CL", "me")))
PLAIN = frozenset(("WORD", "ADJ", "NOUN", "WEATHER", "VERB"))
"""Types of the word of a pair."""
WEIGHED = frozenset(("no", "each", "both", "all", "three", "same", "any"))
"""Determiners that an aside never holds."""
DEEDS = frozenset(("V", "VI", "VG"))
DOES = frozenset((*VERBAL, "MOD", "BE", "HV", "CL", "DO"))
"""Classes of words of what somebody does, or is."""
ENDS = frozenset(("COMMA", "QM"))
STOPS = frozenset(("COMMA", "COLON"))
Span = tuple[int, int]


def unhedged(
    rows: list[list[Token]], senses: Mapping[str, Sequence[str]] = MappingProxyType({}), deeds: Collection[str] = ()
) -> tuple[list[list[Token]], list[Span]]:
    """The rows without such asides, and without what a deed is for, and where these stand. A line that says nothing else keeps them."""
    aims: list[Span] = []
    rows, told = _aside([_unapposed(aimless(row, senses, deeds, aims), senses, aims) for row in rows] if deeds else rows)
    return rows, told + aims


def _aside(rows: list[list[Token]]) -> tuple[list[list[Token]], list[Span]]:
    if not any(_begins_aside(token) for row in rows for token in row):
        return rows, []
    found: list[list[Token]] = []
    told: list[Span] = []
    for row in rows:
        row = _unfinished(row, told) if len(rows) > 1 or row[-1].classes[0] == "QM" else row
        kept = _unbracketed(_unstopped(_unwished(_unspared(list(row), told), told), told), told)
        if _is_aside(kept):
            told.append((kept[0].start, kept[-1].end))
        elif kept:
            found.append(_unsaid(kept, told))
    return (found, told) if found else (rows, [])


def _begins_aside(token: Token) -> bool:
    """Whether a word may stand in an aside, or lead one in."""
    ends = bool(FINISHING & lemmas(token)) or says(token, "W", *FINISHING)
    return ends or _wishes(token) or _may(token) or "NOT" in token.means or _spares(token) or says(token, "P", "WITHOUT") or token.text.casefold() in EXCLAIMING


def _unsaid(row: list[Token], told: list[Span]) -> list[Token]:
    """The row without asides that stand between its stops."""
    stops = [-1, *(at for at, token in enumerate(row) if token.classes[0] in STOPS), len(row)]
    for begin, end in reversed([*pairwise(stops)]):
        piece = row[begin + 1 : end]
        if piece and _is_aside(piece):
            told.append((piece[0].start, piece[-1].end))
            row = row[:begin] + row[end:] if begin >= 0 else row[end + 1 :]  # the stop before it goes with it
    return row


def _unspared(row: list[Token], told: list[Span]) -> list[Token]:
    """75Inf moves to 3317 rather than attack 3315: without the deed that another is done in place of, whose hexes are no part of its way."""
    at = next((at for at, token in enumerate(row[:-1]) if _spares(token) and _is_deed(row[at + 1])), -1)
    end = next((end for end in range(at + 1, len(row)) if row[end].classes[0] in ENDS), len(row))
    inner, rest = row[at:end], row[:at] + (row[end:] if at else row[end + 1 :])
    if at < 0 or not any(token.classes[0] in ("HEX", "PATH") for token in inner) or not any(DEEDS & set(token.classes[:1]) for token in rest):
        return row
    told.append((inner[0].start, inner[-1].end))
    return rest


def _unwished(row: list[Token], told: list[Span]) -> list[Token]:
    """Must I draw a chit even if I'd rather not, si no quiero: without what one would like."""
    at = next((at for at, token in enumerate(row) if at and says(token, "SUB", "if", "although")), len(row))
    end = next((end for end in range(at + 1, len(row)) if row[end].classes[0] in ENDS), len(row))
    inner = row[at + 1 : end]
    if not any(_wishes(token) for token in inner) or not all(_wishes(token) or _is_wisher(token) for token in inner):
        return row
    told.append((row[at].start, row[end - 1].end))
    return row[: at - (row[at - 1].classes[0] == "COMMA")] + row[end:]


def _wishes(token: Token) -> bool:
    """Whether a word is one of liking to do something."""
    return says(token, "MOD", "want", "like") or says(token, "MODF", "want") or bool(WISHING & lemmas(token))


def _is_wisher(token: Token) -> bool:
    """Whether a word may stand beside one of liking, and says nothing of its own: I'd rather not do it."""
    return "NOT" in token.means or says(token, "DET", "no") or token.classes[0] in ("PRON", "DO", "TO", "CL") or bool(DO & lemmas(token))


def _unfinished(row: list[Token], told: list[Span]) -> list[Token]:
    """The game is over and …, se acabó Kursk: …: without that it is over."""
    end = next((end for end, token in enumerate(row) if not _tells_end(token)), len(row))
    types = {type_ if type_ == GAME[0] else value for token in row[:end] for type_, value in token.said()}
    if not {GAME[0], GAME[1]} & types or not FINISHING & types or end < len(row) and row[end].classes[0] not in ("COMMA", "COLON", "AND", "SEMI"):
        return row
    told.append((row[0].start, row[end - 1].end))
    return row[end + 1 :]


def _tells_end(token: Token) -> bool:
    """Whether a word may stand in *the game is over*."""
    said = {value for _, value in token.said()}
    return bool(FINISHING & said or GAME[1] in said) or token.type == GAME[0] or token.classes[0] in ("DET", "BE", "HV", "CL")


def _unstopped(row: list[Token], told: list[Span]) -> list[Token]:
    """9Mech moves 2606-2607-2608 without stopping in 2607, y no se para en 2607: a way that goes on says so itself."""
    leads = (at for at in range(1, len(row) - 1) if says(row[at], "P", "WITHOUT") or row[at].classes[0] == "AND" and "NOT" in row[at + 1].means)
    at = next(leads, len(row))
    end = next((end for end in range(at + 1, min(at + 4, len(row))) if STOPPING & lemmas(row[end])), 0)
    on_a_way = any(token.classes[0] in ("HEX", "PATH") for token in row[:at])
    if not end or not on_a_way or not all("NOT" in token.means or token.classes[0] == "CL" for token in row[at + 1 : end]):
        return row
    place = row[end + 1 : end + 3]
    end += 2 if place and says(place[0], "ADV", "here") else 3 if len(place) > 1 and says(place[0], "P", "IN") and place[1].classes[0] == "HEX" else 1
    if end < len(row) and row[end].classes[0] not in ENDS:
        return row
    told.append((row[at].start, row[end - 1].end))
    return row[:at] + row[end:]


def _unbracketed(row: list[Token], told: list[Span]) -> list[Token]:
    """68Inf (what a mess) attacks: without what only cries out in brackets."""
    begin = next((at for at, token in enumerate(row) if token.classes[0] == "LP"), -1)
    end = next((at for at in range(begin + 1, len(row)) if row[at].classes[0] == "RP"), -1) if begin >= 0 else -1
    if end < 0 or len(row) == end + 1 - begin or not _is_exclamation(row[begin + 1 : end]):
        return row
    told.append((row[begin].start, row[end].end))
    return row[:begin] + row[end + 1 :]


def _unapposed(row: list[Token], senses: Mapping[str, Sequence[str]], told: list[Span]) -> list[Token]:
    """16Pz, tired but happy, attacks: without what is said of who acts in words that no rulebook knows."""
    begin = next((at for at, token in enumerate(row) if token.classes[0] == "COMMA"), 0)
    end = next((at for at in range(begin + 1, len(row)) if row[at].classes[0] == "COMMA"), 0)
    if not begin or not end or row[begin - 1].classes[0] not in ("UNIT", "UNK") or any(DOES & set(token.classes[:1]) for token in row[:begin]):
        return row
    inner, behind = row[begin + 1 : end], row[end + 1 : end + 2]
    said = any(_is_general(token, senses) for token in inner) or all(_is_idle(token) for token in inner)
    if not behind or not DOES & set(behind[0].classes) or not said:
        return row
    if not all(_is_general(token, senses) or _is_slight(token) for token in inner):
        return row
    told.append((inner[0].start, inner[-1].end))
    return row[:begin] + row[end + 1 :]


def _is_general(token: Token, senses: Mapping[str, Sequence[str]]) -> bool:
    """Whether a word is in the general dictionary alone: an adjective, a noun, a participle of a verb that the rulebook has no sense of."""
    kinds = {(type_, str(value)) for kept in token.means.values() for type_, value in kept}
    types = {type_ for type_, _ in kinds}
    foreign = not any(senses.get(value) for type_, value in kinds if type_ in ("VERB", "PAST"))
    return types <= GENERAL | {"VERB", "PAST"} and (bool(types & GENERAL) or foreign) and bool({"W", "VP", "VG"} & set(token.classes))


def _is_idle(token: Token) -> bool:
    """Whether a word is an adverb that says nothing: just arrived."""
    return token.classes[0] == "ADV" and {value for _, value in token.means["ADV"]} <= EMPTY


def _is_slight(token: Token) -> bool:
    """Whether a small word ties such words together: of, with, but, very."""
    weighs = any(value in WEIGHED or value in LIMITING for type_, value in token.said() if type_ in ("DET", "ADV")) or ("P", "WITHOUT") in token.said()
    return token.classes[0] in ("P", "OF", "DET", "ADV", "AND", "THEN", "PART") and not weighs and token.means.get("AND") != [("AND", "or")]


def _is_deed(token: Token) -> bool:
    """Whether a word is a verb, or a noun that is a deed as well: an attack."""
    return bool((DEEDS | {"MOD", "MODI", "MODF"}) & set(token.means)) or any(type_ == "DEED" for type_, _ in token.means.get("W", ()))


def _spares(token: Token) -> bool:
    return any("INSTEAD" in str(value).split("|") for _, value in token.means.get("P", ()))


def _may(token: Token) -> bool:
    return _joins(token) or _feels(token)


def _joins(token: Token) -> bool:
    return token.means.get("AND") == [("AND", "or")]


def _feels(token: Token) -> bool:
    return any(value in ATTITUDES for class_ in ("V", "VI") for _, value in token.means.get(class_, ()))


def _is_aside(row: Sequence[Token]) -> bool:
    while row and not LINKS.isdisjoint(row[0].classes):
        row = row[1:]
    return _is_pair(row) or _is_doubt(row) or _is_feeling(row) or _is_exclamation(row) or _is_dismissal(row)


def _is_doubt(row: Sequence[Token]) -> bool:
    """We are not sure about this one, no lo tengo claro: what a speaker is not, in words that no rulebook knows."""
    mine = any(meaning in MINE for token in row for meaning in token.said())
    is_not = any(_is(token, "BE", "be") for token in row) and any("NOT" in token.means for token in row)
    types = {type_ for token in row for type_, _ in token.means.get("W", ())}
    return mine and is_not and types <= {"ADJ", "WORD"} and all({"PRON", "BE", "NOT", "P", "DET", "W", "ADV"} & set(token.classes) for token in row)


def _is_dismissal(row: Sequence[Token]) -> bool:
    """Never mind the range; no quiero bajas: what somebody does not care for, or does not want."""
    cut = next((at for at, token in enumerate(row) if "NOT" in token.means), -1)
    at = next((at for at in range(cut + 1, len(row)) if {("MOD", "want"), ("MODF", "want")} & row[at].said() or _feels(row[at])), -1)
    if not 0 <= cut < at or any("PRON" not in token.classes and "DO" not in token.classes for token in (*row[:cut], *row[cut + 1 : at])):
        return False
    mine = any(meaning in MINE for token in row[:at] for meaning in token.said()) or row[at].text.casefold().endswith(SPEAKING)
    return (mine or not cut and _feels(row[at])) and at + 1 < len(row) and all(_is_plain(token) for token in row[at + 1 :])


def _is_plain(token: Token) -> bool:
    """Whether a word is small, or a thing and not a unit, place, number, result or state."""
    types = {type_ for type_, _ in token.means.get("W", ())}
    small_ = token.classes[0] in ("DET", "P", "OF") and not any(_is(token, "DET", value) for value in ("each", "both", "three", "same"))
    return small_ or "W" in token.classes and types <= PLAIN | {"RIVER", "FEATURE", "TERRAIN"}


def _is_exclamation(row: Sequence[Token]) -> bool:
    """What a mess, how annoying, vaya suerte: a word that cries out, and others that no rulebook knows."""
    words = [token for token in row[1:] if not _is(token, "DET", "indef")]
    if not 0 < len(words) <= 3 or row[0].text.casefold() not in EXCLAIMING:
        return False
    types = [{type_ for kept in token.means.values() for type_, _ in kept} for token in words]
    return all(each <= GENERAL | {"VERB"} and each & GENERAL for each in types)


def _is_pair(row: Sequence[Token]) -> bool:
    """Storm or no storm; con tormenta o sin ella; with or without snow."""
    cut = next((at for at, token in enumerate(row) if _joins(token)), 0)
    one, other = list(row[:cut]), list(row[cut + 1 :])
    if not one or len(other) < 2 or len(row) > 8:
        return False
    if _is(one[0], "P", "WITH") and _is(other[0], "P", "WITHOUT"):
        one, other = _bare(one[1:]), _bare(other[1:])
        pronoun = len(other) == 1 and "PRON" in other[0].means and bool(one)
        return (pronoun or not one or [token.text.lower() for token in one] == [token.text.lower() for token in other]) and _are_plain(
            one if pronoun else other
        )
    denied = "NOT" in other[0].means or _is(other[0], "DET", "no")
    return denied and [token.text.lower() for token in one] == [token.text.lower() for token in other[1:]] and _are_plain(one)


def _is(token: Token, class_: str, value: str) -> bool:
    return (class_, value) in token.means.get(class_, ())


def _bare(row: list[Token]) -> list[Token]:
    return row[1:] if row and "DET" in row[0].means and not _is(row[0], "DET", "no") else row


def _are_plain(row: Sequence[Token]) -> bool:
    """Whether words name a thing that nobody has to weigh: no unit, hex, number, side or state."""
    return 0 < len(row) <= 3 and all(type_ in PLAIN for token in row for kept in token.means.values() for type_, _ in kept)


def _is_feeling(row: Sequence[Token]) -> bool:
    """I don't trust that front; they don't bother me; no me molestan: the speaker is in it, no deed and nothing that weighs."""
    at = next((at for at, token in enumerate(row) if _feels(token)), -1)
    if at < 0 or not any(meaning in MINE for token in row for kept in token.means.values() for meaning in kept if isinstance(meaning[1], str)):
        return False
    verbs = [token for token in row[:at] if "DO" not in token.classes]
    for token in (*verbs, *row[at + 1 :]):
        if SLIGHT.isdisjoint(token.classes) or any(_is(token, "DET", value) for value in WEIGHED):
            return False
        if token.classes[0] in ("UNIT", "HEX", "NUM") or any(type_ in ("STATUS", "RESULT", "ADVERB") for type_, _ in token.means.get("W", ())):
            return False
        if token.classes[0] in VERBAL and "W" not in token.means:
            return False
    return True
