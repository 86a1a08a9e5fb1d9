"""One line of play as understood: its sentences, each with the facts, acts, dice and claims in it.

Sentences joined with ``;`` and the same sentences on lines of their own are the same: each is read for itself, and what it leaves out
(`it`, `both`, `what are the odds?`) is taken from the last sentence in which something was done or asked.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from typing import TYPE_CHECKING, Any

from adjudicator.ground.declaration import REMARK, Part
from adjudicator.ground.facts import InputError
from adjudicator.language import Act, Entry, NotUnderstood, Stated
from adjudicator.language.folding import fold
from adjudicator.language.syntax import small
from adjudicator.sentences.lexicon import VALUES

if TYPE_CHECKING:
    from adjudicator.sentences.token import Token

LONGEST = 1000  # characters of the sentences before that are looked at
BEFORE = 6
"""So many sentences of its own line that stand before it a sentence may lean on."""
MOST = 20_000
"""Characters of a line, whichever way it comes in."""
FULL = 100
"""Deeds, questions, throws and claims in one line; facts may be as many as fit."""
APART = "; "
POINTING = small("pointing_back")
IDLE, FIGHT = "abstain", "attack"
"""What an act is called that says of units that they have no part in a fight, and that which they have no part in."""
NAMING = frozenset(("UNIT", "HEX", "COMMA", "AND", "DASH"))
"""Classes of names in a row."""
ASIDES = ("passing", "agreeing", "seen")
"""Slots in which an act keeps what was said beside it."""
_REMARK = re.compile(r"\s#")
Parse = Callable[[str], Entry]
_TOLD = ("rolls", "claims")
_NEW = ("turn", "phase")  # what is said of the turn before is over


class Line:
    """A line: its text, the parts of each of its sentences, all parts and the acts and questions among them, and what the next line may refer to."""

    __slots__ = ("acts", "parts", "said", "sentences", "text")

    def __init__(self, text: str, sentences: tuple[tuple[Part, ...], ...], said: str = "") -> None:
        self.text, self.sentences, self.said = text, sentences, said
        self.parts = sentences[0] if len(sentences) == 1 else tuple([part for parts in sentences for part in parts])
        self.acts: list[Any] = [part for part in self.parts if part.__class__ is Act]


def parted(text: str) -> tuple[str, str]:
    """A line without the remark behind it, and the remark."""
    said, *rest = _REMARK.split(text, maxsplit=1)
    return said.rstrip(), rest[0].strip() if rest else ""


def _leaning(act: Act) -> bool:
    """No deed that names nobody stands alone."""
    return False


def line_behind(text: str, parse: Parse, words: Sequence[Token], before: tuple[str, str], alone: Callable[[Act], bool]) -> Line:
    """The line of a text as it stands behind the first of what was said ``before``, or else behind the second; a question behind the second alone, and
    nothing but names behind neither, since they say no more there.  Raises NotUnderstood, InputError."""
    if all(NAMING.issuperset(token.classes) for token in words):
        parse(text)
    done, said = before
    if done != said and "?" not in text:
        with suppress(NotUnderstood):
            return line_of(text, parse, done, alone)
    return line_of(text, parse, said, alone)


def line_of(text: str, parse: Parse, said: str = "", alone: Callable[[Act], bool] = _leaning) -> Line:
    """The line of a text; ``said`` is what was said before it; ``alone``: whether a deed that names nobody has nothing to do with whoever was named there.

    Raises NotUnderstood, InputError."""
    if ";" not in text:
        parts, said = _sentence(text, parse, said, alone=alone)
        return Line(text, (parts,), said)
    if len(text) > MOST:
        raise NotUnderstood("too_long", text[:40], 0, len(text))
    sentences: list[tuple[Part, ...]] = []
    begin, before, done = 0, said, 0
    try:
        for piece in text.split(";"):
            start = begin + len(piece) - len(piece.lstrip())
            begin += len(piece) + 1
            if piece.strip():
                parts, said = _sentence(piece.strip(), parse, said, _said_in_words(text[:start]), alone)
                sentences.append(tuple([moved(part, start) for part in parts]) if start else parts)
                done += any(isinstance(part, Act) or part.path in _TOLD for part in parts)
                if done > FULL:
                    raise InputError("line_too_full", limit=FULL)
    except NotUnderstood:
        return Line(text, (_whole(text, parse),), before)  # which tells what is wrong, and where
    if not sentences:
        parse(text)
    return Line(text, tuple(_told_with(sentences)), said)


def _told_with(sentences: list[tuple[Part, ...]]) -> list[tuple[Part, ...]]:
    """The sentences of a line; what is only remarked in one of them is told back with the first that is done or asked in another."""
    first = next((part for parts in sentences for part in parts if part.__class__ is Act and part.kind != REMARK), None)
    remarks = [part for parts in sentences for part in parts if part.__class__ is Act and part.kind == REMARK]
    if first is None or not remarks:
        return sentences
    told = {name: said for name in ASIDES if (said := tuple(one for act in (first, *remarks) for one in act.slots.get(name, ())))}
    act = Act(first.kind, {**first.slots, **told}, first.text, first.start, first.end)
    kept = [tuple([act if part is first else part for part in parts if not any(part is each for each in remarks)]) for parts in sentences]
    return [parts for parts in kept if parts]


def in_order(parts: tuple[Part, ...], acts: Mapping[str, Any]) -> Sequence[Part]:
    """The parts of a sentence, an act that only adds to another one behind it: my guns fire in support while 1K-1Gr attacks."""
    main = next((part for part in parts if part.__class__ is Act and part.kind in acts and not acts[part.kind].follows), None)
    before = parts[: parts.index(main)] if main is not None else ()
    adds = [part for part in before if main is not None and part.__class__ is Act and part.kind in acts[main.kind].responses]
    if main is None or not adds:
        return parts
    rest = [part for part in parts if part not in adds]
    at = rest.index(main) + 1
    return [*rest[:at], *adds, *rest[at:]]


def _said_in_words(text: str) -> str:
    """What stands shortly before a sentence in its line, without the facts in bracket names: no sentence leans on those."""
    found = ";".join([piece for piece in text.rsplit(";", BEFORE + 1)[-BEFORE - 1 :] if "=" not in piece]).strip("; ")
    return found if len(found) < LONGEST else ""


def _whole(text: str, parse: Parse) -> tuple[Part, ...]:
    """The parts of a line read in one go; facts in bracket names are read for themselves, and blanks keep their places."""
    if "=" not in text:
        return parse(text).parts
    facts: tuple[Part, ...] = ()
    rest = ""
    for piece in text.split(";"):
        try:
            found = parse(piece.strip()).parts if "=" in piece else ()
        except NotUnderstood:
            found = ()
        facts += found
        rest += " " * (len(piece) + 1) if found else f"{piece};"
    return facts + parse(rest.rstrip("; ")).parts


def _sentence(text: str, parse: Parse, said: str, before: str = "", alone: Callable[[Act], bool] = _leaning) -> tuple[tuple[Part, ...], str]:
    """The parts of one sentence, and what the next one may refer to; ``before`` is what stands before it in its line."""
    try:
        parts = parse(text).parts
    except NotUnderstood as error:
        found = _behind(said, text, parse) or (_behind(before, text, parse) if before != said else None)
        if found is None:
            raise error from None
        return found, _told(said or before, text, found, True)
    bare = _first_act(parts)
    if bare is not None and not bare.slots and alone(bare):
        return parts, _told(said, text, parts, False)
    if said and "=" not in text and _leans(parts):
        found = _behind(said, text, parse)
        if found is not None and found != parts:
            return found, _told(said, text, found, True)
    act = _first_act(parts)
    if before and before != said and "=" not in text and act is not None and POINTING & {*fold(text).replace("?", " ").split()}:
        found = _behind(before, text, parse)
        meant = _first_act(found or ())
        if found is not None and meant is not None and _names_more(meant, act):
            return found, _told(before, text, found, True)  # 44ID is DG; it advances: of whom, of where a fact was told
    if before and "=" not in text and (_leans(parts) or act is not None and set(act.slots) == {"units"}) and _joins_in(before, text, parse):
        raise NotUnderstood("no_place", text, 0, len(text))  # 6Pz attacks 2419; 75Inf too, from 2519: it is read in one go
    return parts, _told(said, text, parts, False)


def _first_act(parts: tuple[Part, ...]) -> Act | None:
    for part in parts:
        if isinstance(part, Act) and part.kind != REMARK:
            return part
    return None


def _leans(parts: tuple[Part, ...]) -> bool:
    """Whether a sentence may mean something else behind another: it names nobody, or states a fact."""
    act = _first_act(parts)
    if act is not None:
        return not act.slots.get("units")
    facts = [part for part in parts if isinstance(part, Stated)]
    return all(part.path not in _NEW for part in facts) and not (facts and facts[0].path in _TOLD)


def _names_more(act: Act, other: Act) -> bool:
    """Whether an act is another one that has who does it, or where, besides."""
    own, less = ({name: content for name, content in one.slots.items() if name not in ("all", "from", *ASIDES)} for one in (act, other))
    return act.kind == other.kind and own != less and all(own.get(name) == content for name, content in less.items())


def _joins_in(said: str, text: str, parse: Parse) -> bool:
    """Whether a sentence adds nothing to what is said before it but somebody who does it, too."""
    try:
        first, both = parse(said).parts, parse(said + APART + text).parts
    except NotUnderstood:
        return False
    last, longer = (parts[-1] if parts and parts[-1].__class__ is Act else None for parts in (first, both))
    if last is None or longer is None or len(first) != len(both) or first[:-1] != both[:-1] or last.kind != longer.kind:
        return False
    aids = [aid for aid in longer.slots.get("aids", ()) if aid not in last.slots.get("aids", ())]
    more = longer.slots.get("units", ()) != last.slots.get("units", ()) or bool(aids)
    return more and all(aid.kind == "unit" for aid in aids)


def _behind(said: str, text: str, parse: Parse) -> tuple[Part, ...] | None:
    """The parts of a sentence behind others; None if it makes no sense there either."""
    if not said:
        return None
    try:
        first = tuple([part for part in parse(said).parts if not (part.__class__ is Act and part.kind == REMARK)])
        both = parse(said + APART + text).parts
    except NotUnderstood:
        return None
    lead = len(first) if both[: len(first)] == first else _fallen(first, both)
    if not lead or len(both) == lead:
        return None
    return tuple([moved(part, -len(said + APART)) for part in both[lead:]])


def _fallen(first: tuple[Part, ...], both: tuple[Part, ...]) -> int:
    """So many parts, with which a line begins, only tell that those are gone of whom it is said alone: 25Pz is eliminated; how many VP does that give?"""
    act = first[0] if len(first) == 1 else None
    units = act.slots.get("units", ()) if isinstance(act, Act) else ()
    told = {f"units[{unit}].eliminated" for unit in units}
    same = told and {part.path for part in both[: len(told)] if isinstance(part, Stated)} == told
    return len(told) if same else 0


def _told(said: str, text: str, parts: tuple[Part, ...], leaning: bool) -> str:
    """What the next sentence may refer to."""
    if _first_act(parts) is not None:
        longer = said + APART + text
        return longer if leaning and len(longer) < LONGEST else text
    facts = [part.path for part in parts if isinstance(part, Stated)]
    if facts and all(path.endswith("].eliminated") for path in facts):
        return text  # how many VP does that give?
    return "" if any(path in _NEW for path in facts) else said


def moved(part: Part, by: int) -> Part:
    """A part of which the columns stand so many further."""
    return Act(part.kind, part.slots, part.text, part.start + by, part.end + by) if isinstance(part, Act) else part


def is_piece(words: Callable[[str], Sequence[Token]], remark: Act) -> bool:
    """Whether a remark is only the end of a sentence, of which nobody knows what it is said of: … are clear."""
    row = [token for said in remark.slots.get("passing", ())[:1] for token in words(said)]
    named = any(token.classes[0] in ("UNIT", "HEX", "PRON") or token.type in ("SIDE", "MARKER") for token in row)
    return bool(row) and row[0].classes[0] == "BE" and not named and any(type_ in VALUES for token in row for type_, _ in token.means.get("W", ()))


def sits_out(act: Act) -> bool:
    """Whether an act only says of units that they do not do it, or have no part in a fight."""
    return act.kind == IDLE or act.kind == FIGHT and bool(act.slots.get("not")) and act.slots.keys() <= {"units", "not", *ASIDES}


def usurped(rest: Line, whole: Line) -> bool:
    """Whether the rest of a line gives a deed to those whom it is done to in the whole: *26, just released, overruns 46*: what was told named who does it."""
    for act in rest.acts:
        does = set(act.slots.get("units") or ())
        lists = [said for other in whole.acts if other.kind == act.kind for name, said in other.slots.items() if name not in ("units", *ASIDES)]
        if does and does <= {each for said in lists if isinstance(said, tuple) for each in said}:
            return True
    return False
