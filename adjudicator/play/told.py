"""A line without all that it only tells of the position: *44ID attacked 1510: 71ID advances into it*, *DR on 3010. 47R retreats to 3011*.

What the position bears out changes nothing of what the rest asks or does. It is left aside and told back wherever a line that is read as a whole would be
refused, or come to other deeds than its rest alone: 44ID attacks no more.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from adjudicator.play.context import MARKS, NAMED_BY, STATING, joined, named, pieces_of, talk
from adjudicator.play.likely import LONGEST
from adjudicator.play.shown import Shown
from adjudicator.play.standing import denies, lemma_of, meanings
from adjudicator.sentences.frames import LIGHT, STATIVE
from adjudicator.sentences.shapes import meanings as said
from adjudicator.sentences.token import VERBAL, says, unit_of

CONDITIONS = frozenset((("SUB", "if"), ("SUB", "unless")))
"""What begins a condition: nothing is told in it."""
UNKNOWN = frozenset(("WORD", "ADJ", "UNK"))
"""Types of words that no rulebook knows."""

if TYPE_CHECKING:
    from collections.abc import Collection, Mapping, Sequence

    from adjudicator.play.context import Span
    from adjudicator.play.trying import Trying
    from adjudicator.sentences.token import Token


def untold(game: Trying, text: str, read: bool = False) -> tuple[str, dict[Span, Shown]] | None:
    """The rest of a line, and what it tells beside that; None if it tells nothing of the kind, or the rest is the line again, or no deed
    or question by itself.

    ``read``: the line was understood, so that alone is left aside which says by its words that it is so, or over: no deed of now, no denial.
    """
    pieces, language = pieces_of(text), game.referee.language
    if len(pieces) < 2 or len(text) > LONGEST or "=" in text:
        return None
    begin, end = pieces[-1]
    if text[begin:end].rstrip().endswith("?") and (last := game.referee.words(text[begin:end].strip(" ?"))) and "REL" in last[0].classes:
        pieces[-1] = begin, begin + text[begin:end].rindex("?")  # who attacks 5K-2Pz, which carries 1K-1Gr?
    rows = {span: game.referee.words(text[slice(*span)].strip(MARKS)) for span in pieces}
    now = {span for span, row in rows.items() if read and _does(row, language) and not _fell(game, row)}
    telling = {span for span, row in rows.items() if _may_tell(row) and span not in now}
    if not telling:
        return None
    clauses = [] if read else [(begin, begin + at) for begin, end in pieces for at in _joints(game.referee.words(text[begin:end]))]
    ends = {end for (_, end), row in rows.items() if any(token.classes[0] in STATING for token in row)}
    wider = [span for span in joined(text, pieces) if span[1] in ends and not (read and _does(game.referee.words(text[slice(*span)]), language))]
    words = game.referee.words(text)
    left: dict[Span, Shown] = {}
    for span in (*wider, *(span for span in pieces if span in telling), *clauses):
        if any(span[0] < end and begin < span[1] for begin, end in left):
            continue
        shown = talk(game, text, span, False, words)
        if shown is not None and shown.mere and not (shown.open or shown.strengths or _strange(shown)):
            left[span] = shown
    if left and not {*pieces} - {piece for piece in pieces for begin, end in left if begin <= piece[0] < end}:
        left.pop(max(left))  # 5Lg stays in 1426: what is told last is done
    apart = "".join(" " if any(begin <= at < end for begin, end in left) else char for at, char in enumerate(text))
    if not left or not apart.strip(MARKS):
        return None
    if not any(token.classes[0] in NAMED_BY for token in game.referee.words(apart)) and not apart.rstrip().endswith("?"):
        return None  # what is done names nothing: then what was left aside is the deed
    rest = apart
    for (begin, end), shown in left.items() if not read else ():  # a rest that is read alone has to name whom it speaks of
        rest = rest[:begin] + named(game, text, (begin, end), shown).ljust(end - begin) + rest[end:]
    if read and any(("ADV", "here") in meanings(token) for token in game.referee.words(rest)):
        return None  # there is what was left aside
    plain = " ".join(rest.split()).strip(" ,;:")
    return (plain, left) if plain != text else None


def _joints(row: Sequence[Token]) -> list[int]:
    """Where a clause with a verb of its own, which denies nothing, is joined to what stands before it: … and 46 occupies it."""
    found = [(token.start, row[at:]) for at, token in enumerate(row) if at and token.classes[0] == "AND" and "REL" not in row[0].classes]
    found = [(start, behind) for start, behind in found if not {"REL", "SUB"} & set(behind[1].classes if behind[1:] else ())]
    return [start for start, behind in found if any("V" in token.classes for token in behind) and not denies(behind)]


def _fell(game: Trying, row: Sequence[Token]) -> bool:
    """Whether words say of units that are gone already that they are destroyed, and nothing else: 46 is wiped out, behind its loss."""
    named, senses = [unit for token in row if (unit := unit_of(token))], game.referee.language.words.senses
    verbs = [token for token in row if VERBAL & set(token.classes[:1])]
    falls = bool(verbs) and all("eliminate" in said(token, senses) for token in verbs)
    return falls and bool(named) and not denies(row) and all(set.__contains__(game.situation.eliminated, name) for name in named)


def _does(row: Sequence[Token], language: Any) -> bool:
    """Whether words tell a deed of now, or deny one, whatever the position says; a result that comes out is none, nor is touching, sharing and riding."""
    words = language.states.get("standing") or {}
    calm = {*words.get("touch", ()), *words.get("share", ()), *words.get("ride", ()), *words.get("carry", ())}
    if row[0].classes[0] == "VG" and not any(token.classes[0] == "UNIT" for token in row):
        return True  # staying in Prepared Defense: who acts does so
    came_out = any(type_ in ("RESULT", "EXPLOITS") for token in row for type_, _ in meanings(token))
    if came_out and not any(token.classes[0] in STATING or "V" in token.classes for token in row):
        return any(type_ == "NOUN" and value != "result" for token in row for type_, value in meanings(token))  # a marker for 14Pz for the e3
    bound = [*row[1:], row[0]]  # va montada: the participle says what is so
    now = any(
        _is_now(token, language.words.senses) and not lemma_of(token) & calm and "VP" not in after.classes for token, after in zip(row, bound, strict=True)
    )
    return denies(row) or _is_done(row, language) or now and not came_out


def gainsaid(game: Trying, text: str, stated: Collection[str]) -> str:
    """The first part of a line that tells what is plainly not so, before anything is done; "" if there is none. ``stated``: the facts that the line states."""
    pieces, language = pieces_of(text), game.referee.language
    for begin, end in pieces if len(pieces) > 1 and len(text) <= LONGEST and "=" not in text else ():
        row = game.referee.words(piece := text[begin:end].strip(MARKS))
        if "?" in text[begin:end] or not row or says(row[0], "SUB", "while", "after") or not all(CONDITIONS.isdisjoint(meanings(token)) for token in row):
            continue
        nouns = {at for at, token in enumerate(row) if at and row[at - 1].classes[0] in ("DET", "OF") and "W" in token.classes}  # al margen del combate
        now = [at for at, token in enumerate(row) if at not in nouns and _is_now(token, language.words.senses)]
        if not all(_stays(row, at, language.words.senses) for at in now) or _is_done(row, language):
            return ""
        if not any(token.classes[0] in ("BE", "HV", "V", "BEI") for token in row):
            continue
        if any(token.type == "UNK" for token in row):
            return ""  # it brings in what is not there yet, and what follows may speak of that
        if any(says(token, "P", "EXCEPT") or says(token, "THEN", "but") and at for at, token in enumerate(row)):
            continue  # every hill but the one in 3621
        if "pending.result" in stated and any(type_ == "RESULT" for token in row for type_, _ in meanings(token)):
            continue  # from now on it is that
        shown = Shown(game.situation, language.states, language.words.senses, row, game.referee.words(text), begin)
        if shown.untrue and not any(name in path for path in stated for name in (*shown.own, *shown.hexes)):
            return piece
    return ""


def _stays(row: Sequence[Token], at: int, senses: Mapping[str, Sequence[str]]) -> bool:
    """Whether a verb says where somebody still is: 5Pz sigue en 2211."""
    near = next((token for token in row[at + 1 :] if token.classes[0] != "P"), None)
    return near is not None and near.classes[0] == "HEX" and any("stay" in senses.get(lemma, ()) for lemma in lemma_of(row[at]))


def _is_done(row: Sequence[Token], language: Any) -> bool:
    """Whether words say that something is done now to somebody: 1K-1Gr is activated by its HQ."""
    now = [at for at, token in enumerate(row) if token.classes[0] == "BE" and ("BE", "was") not in meanings(token)]
    lemmas = {lemma for at in now for token in row[at + 1 : at + 3] if "VP" in token.classes for lemma in lemma_of(token)}
    return any(sense in language.frames.deeds for lemma in lemmas for sense in language.words.senses.get(lemma, ()))


def _may_tell(row: Sequence[Token]) -> bool:
    """Whether words may tell how things stand: a verb, a result, nouns alone."""
    for token in row:
        states = token.classes[0] in STATING or "V" in token.classes and token.classes[0] != "P"  # entre 46 y 47: no verb
        if states or any(type_ in ("RESULT", "EXPLOITS") for type_, _ in meanings(token)):
            return True
    return bool(row) and all("W" in token.classes or token.classes[0] == "DET" for token in row)


def _is_now(token: Token, senses: Mapping[str, Sequence[str]]) -> bool:
    """Whether a word is a verb of what is done now, or nobody knows when: 62R stays in 1510; no verb of having or being."""
    if not {"V", "VI"} & set(token.classes) or any(type_ == "PAST" for type_, _ in meanings(token)):
        return False
    meant = [sense for lemma in lemma_of(token) for sense in senses.get(lemma, ())]
    return "BE" in token.classes or bool(meant) and not (meant[0] in STATIVE | LIGHT and STATIVE & {*meant})


def _strange(shown: Shown) -> bool:
    """Whether it says something of a thing that nobody has compared: the river is frozen."""
    verbs = [at for at, token in enumerate(shown.row) if token.classes[0] == "BE"]
    words = [at for at, token in enumerate(shown.row) if {type_ for type_, _ in meanings(token)} <= UNKNOWN and token.classes[0] != "ADV"]
    return any(at not in shown.agreed and at > verb for at in words for verb in verbs)
