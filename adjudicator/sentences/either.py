"""Questions with named alternatives: who takes the loss, 11ID or 217ID?, does it retreat to 2010 or 2011?, is it KPG or 75Inf that loses the step?

Behind an open question they are what its answer is compared with (`among`); a question of yes or no is asked for each of them alone (`ways`).
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from itertools import pairwise
from typing import Any

from adjudicator.ground.declaration import Query
from adjudicator.language.errors import NotUnderstood
from adjudicator.language.model import Act, Names, Stated
from adjudicator.language.syntax import small
from adjudicator.sentences.comparing import compared
from adjudicator.sentences.enquiry import BREAKS
from adjudicator.sentences.memory import Memory
from adjudicator.sentences.token import VERBAL, Token, says

NAMES = ("UNIT", "HEX")
LIGHT = frozenset(("DET", "P", "TO", "OF"))
"""Classes of what may stand before each of them."""
POINTING = frozenset(("PRON", "NUM", "W", "UNIT"))
"""Classes of words that point at alternatives which are named behind them: which of the two, of my two units."""
LISTS = frozenset(("COLON", "DASH"))
"""What a list of alternatives may stand behind."""
OPEN = ("who", "what", "where", "how_many")
"""What may be asked of them."""
AUXILIARY = frozenset(("MOD", "DO", "BE", "HV"))
"""Classes of verbs that a question begins with."""
EITHER_OF = small("either")
HANGING = frozenset(("SUB", "REL", "QP", "QD"))
EITHER, WORDS, MANY = "EITHER", "WORDS", "MANY"
"""Where the mark of a question keeps the alternatives that were said with it, their words, and whether they are counted."""


def chosen(rows: list[list[Token]]) -> list[list[Token]]:
    """The rows with the alternatives of an open question put to its mark, whether they stand before it, behind it or as a sentence of their own."""
    found: list[list[Token]] = []
    for row in rows:
        body, mark = row[:-1], row[-1]
        joined = any(token.classes[0] in ("AND", *LISTS) for token in body)
        if mark.classes[0] != "QM" or not joined or sum(map(_asks, body)) > 1:  # who chooses which of 11ID and 217ID
            found.append(row)
            continue
        body = _of_those(_or_both(_one_who(_apposed(body))))
        before = found[-1] if found else []
        if _named(body) and _open(before):  # who takes the loss here - 11ID or 217ID?
            found[-1] = _asking(before[:-1] if before[-1].classes[0] == "QM" else before, mark, body)
            continue
        cuts = [at for at, token in enumerate(body) if token.classes[0] in BREAKS]
        last = next((at for at in cuts if _named(body[at + 1 :]) or body[at].classes[0] in LISTS and _named(_ored(body[at + 1 :]))), 0)
        first = next((at for at in reversed(cuts) if _named(body[:at]) or _of_them(body[at + 1 :]) and _named(_ored(body[:at]))), 0)
        if last and _open(body[:last]):
            row = _asking(body[:last], mark, _ored(body[last + 1 :]))
        elif first and _open(body[first + 1 : first + 5]):
            row = _asking(body[first + 1 :], mark, _ored(body[:first]))
        found.append(row)
    return found


def _ored(row: list[Token]) -> list[Token]:
    """11ID, 217ID and 46: the same parted by or."""
    at = next((at for at in range(len(row) - 1, 0, -1) if row[at].classes[0] in ("AND", "COMMA")), 0)
    return [*row[:at], Token(row[at].text, row[at].start, row[at].end, {"AND": [("AND", "or")]}), *row[at + 1 :]] if at else row


def _of_them(row: Sequence[Token]) -> bool:
    """Whether a row asks which of the two, which of them, or who: of those that stand before it."""
    at = next((at for at, token in enumerate(row[:2]) if _asks(token)), -1)
    return at >= 0 and (_asks(row[at], "who") or at + 1 < len(row) and row[at + 1].classes[0] == "OF")


def _open(row: Sequence[Token]) -> bool:
    """Whether a row asks who, what or where, or how many of those that are named; how many MP asks for something else."""
    counts = any(_asks(token, "how_many") and "W" not in next_.classes[:1] for token, next_ in pairwise(row))
    return counts or any(_asks(token) for token in row)


def _apposed(body: list[Token]) -> list[Token]:
    """Which of the two, 11ID or 217ID, takes the loss: the same with its alternatives in front."""
    cuts = [at for at, token in enumerate(body) if token.classes[0] in BREAKS]
    for start, end in pairwise(cuts):
        head = body[:start]
        if len(cuts) > 1 and head and any(map(_asks, head[:2])) and all({*LIGHT, *POINTING} & set(token.classes) for token in head[1:]):
            last = max(end, *(at for at in cuts if at >= end and _named(_ored(body[start + 1 : at]))), start)
            if _named(row := _ored(body[start + 1 : last])):
                return [*row, body[start], *head, *body[last + 1 :]]
    return body


def _or_both(body: list[Token]) -> list[Token]:
    """11ID, 217ID or both: whoever it is, both are."""
    if len(body) < 4 or not says(body[-2], "AND", "or") or not any(says(body[-1], name, "both", "nothing", "no", "three") for name in ("DET", "PRON")):
        return body
    rest = body[: -3 if body[-3].classes[0] == "COMMA" else -2]
    cut = max((at for at, token in enumerate(rest) if token.classes[0] == "COLON"), default=-1)
    cut = cut if cut >= 0 else next((at for at, token in enumerate(rest) if token.classes[0] in BREAKS), -1)
    return [*rest[: cut + 1], *_ored(rest[cut + 1 :])] if _named(_ored(rest[cut + 1 :])) else body


def _one_who(body: list[Token]) -> list[Token]:
    """¿Es 11ID o 217ID quien pierde el paso? Who does, of those that are named."""
    end = next((at for at, token in enumerate(body) if at and "REL" in token.means and "UNIT" not in token.means), 0)
    if body[0].classes[0] != "BE" or not _named(body[1:end]):
        return body
    who = Token(body[end].text, body[end].start, body[end].end, {"QP": [("QP", "who")]})
    who.spanish = body[end].spanish
    return [*body[1:end], Token(",", body[0].start, body[0].start, {"COMMA": [("COMMA", ",")]}), who, *body[end + 1 :]]


def _of_those(body: list[Token]) -> list[Token]:
    """Which of 11ID and 217ID takes the loss, of 11ID and 217ID how many do: the same with its alternatives in front, parted by or."""
    starts = [at for at, token in enumerate(body) if _parts_off(token) and (not at or _asks(body[at - 1], *OPEN) or at > 1 and _one(body[at - 2 : at]))]
    start = starts[0] if starts else len(body)
    joined = (*NAMES, "NUM", "AND", "DET", "COMMA")
    end = next((at for at in range(start + 1, len(body)) if body[at].classes[0] not in joined), len(body))
    while end > start + 1 and body[end - 1].classes[0] == "COMMA":
        end -= 1
    if end <= start:
        return body
    row = _ored(body[start + 1 : end])
    rest = body[end + (end < len(body) and body[end].classes[0] in BREAKS) :]
    if not _named(row) or not any(_asks(token, *OPEN) for token in (*body[:start], *rest[:1])):
        return body
    return [*row, Token(",", body[start].start, body[start].start, {"COMMA": [("COMMA", ",")]}), *body[:start], *rest]


def _parts_off(token: Token) -> bool:
    """Of, between: whether a word says whom somebody is one of."""
    return token.classes[0] == "OF" or says(token, "P", "BETWEEN")


def _one(row: Sequence[Token]) -> bool:
    """Which one."""
    return len(row) == 2 and _asks(row[0]) and ("NUM", 1) in row[1].means.get("NUM", ())


def _asking(row: list[Token], mark: Token, alternatives: Sequence[Token]) -> list[Token]:
    """An open question with its alternatives; which of the two, which of units, is who."""
    named = _named(alternatives)
    words = [("WORD", token) for token in alternatives if token.classes[0] in (*NAMES, "NUM")]
    at = next(at for at, token in enumerate(row) if _asks(token) or _asks(token, "how_many") and _open(row[at : at + 2]))
    many = [("MANY", True)] if _asks(row[at], "how_many") else []
    if many and all(type_ == "UNIT" for type_, _ in named):  # how many of them: who does, counted (play.answering)
        row = [*row[:at], Token(row[at].text, row[at].start, row[at].end, {"QP": [("QP", "who")]}), *row[at + 1 :]]
        row[at].spanish = mark.spanish
    if at + 2 < len(row) and _asks(row[at], "what") and row[at + 1].classes[0] == "OF" and "DET" in row[at + 2].means:
        row = [*row[: at + 1], *(row[at + 3 :] if not says(row[at + 2], "DET", "def") or "NUM" not in row[at + 3].means else row[at + 4 :])]
    if at + 1 < len(row) and ("NUM", 1) in row[at + 1].means.get("NUM", ()):  # which one
        row = [*row[: at + 1], *row[at + 2 :]]
    bare = at + 1 < len(row) and "W" not in row[at + 1].means or at + 1 < len(row) and row[at + 1].classes[0] in ("V", "MOD", "HV", "BE")
    if all(type_ == "UNIT" for type_, _ in named) and _asks(row[at], "what") and bare:
        row = [*row[:at], Token(row[at].text, row[at].start, row[at].end, {"QP": [("QP", "who")]}), *row[at + 1 :]]
        row[at].spanish = mark.spanish
    return [*row, Token(mark.text, mark.start, mark.end, {"QM": [("QM", "?")], EITHER: list(named), WORDS: words, MANY: many}, ("QM",))]


def _asks(token: Token, *words: str) -> bool:
    return any(says(token, class_, *(words or ("who", "what", "where"))) for class_ in ("QP", "QD"))


def _named(row: Sequence[Token]) -> list[tuple[str, str]]:
    """The units, or hexes, of a row that names at least two of one type with or between them, and nothing else; [] if it says more."""
    found: list[tuple[str, str]] = []
    joins = [token for token in row if token.classes[0] in ("AND", "COMMA")]
    for at, token in enumerate(row):
        if found and token.classes[0] == "HEX" and row[at - 1].classes[0] == "DASH":  # by 2405-2404 or 2405-2305
            found[-1] = "HEX", f"{found[-1][1]}-{token.value}"
            continue
        type_ = next((name for name in NAMES if name in token.means), "")
        if type_ and token.classes[0] in (*NAMES, "NUM"):
            found.append((type_, str(token.means[type_][0][1])))
        elif (
            token not in joins
            and token.classes[0] != "DASH"
            and not LIGHT & set(token.classes[:1])
            and not (at + 1 < len(row) and token.classes[0] == "W" and "UNIT" in row[at + 1].means)
        ):
            return []
    last = next((token for token in reversed(joins)), None)
    whole = last is not None and says(last, "AND", "or") and len(found) == len(joins) + 1 and len({type_ for type_, _ in found}) == 1
    return found if whole and len(set(found)) == len(found) else []


def _either_of(row: list[Token]) -> list[Token]:
    """Can either of 11ID and 217ID retreat: 11ID or 217ID."""
    at = next((at for at, token in enumerate(row[:-3]) if token.text.casefold() in EITHER_OF), -1)
    begin = at + 1 + (row[at + 1].classes[0] == "OF")
    end = next((place for place in range(begin, len(row)) if row[place].classes[0] not in (*NAMES, "NUM", "AND", "DET", "COMMA")), begin)
    return [*row[:at], *_ored(row[begin:end]), *row[end:]] if at >= 0 and _named(_ored(row[begin:end])) else row


def ways(row: list[Token]) -> list[tuple[str, list[Token]]]:
    """A question of yes or no once for each of its alternatives: does 11ID or 217ID take the loss. [] if it names none."""
    row = _either_of(row)
    ors = [at for at, token in enumerate(row) if says(token, "AND", "or")]
    if len(ors) != 1 or row[-1].classes[0] != "QM" or any(_asks(token, "who", "what", "where", "when", "how_many", "why", "how") for token in row):
        return []
    at = ors[0]
    start, end = at, at + 1
    kind = next((token.classes[0] for token in row[at:] if token.classes[0] in NAMES), "")
    mine = (kind, "DASH") if kind == "HEX" else (kind,)
    while start and (row[start - 1].classes[0] in mine or not _named(row[start : at + 2]) and row[start - 1].classes[0] in LIGHT):
        start -= 1
    while start > 1 and row[start - 1].classes[0] in LIGHT:
        start -= 1
    while end < len(row) and row[end].classes[0] in LIGHT:
        end += 1
    end += 1
    while end + 1 < len(row) and row[end].classes[0] == "DASH" and row[end + 1].classes[0] == "HEX":
        end += 2
    named = _named(row[start:end])
    beside = [token.classes[0] for token in (*row[start - 1 : start], *row[end : end + 1])]
    if len(named) != 2 or {"AND", "DASH", "HYPHEN", kind} & set(beside) or any(token.classes[0] in HANGING for token in row[:start]):
        return []
    lead = [token for token in row[start:at] if token.classes[0] in LIGHT]
    other = row[at + 1 : end] if any(token.classes[0] in LIGHT for token in row[at + 1 : end]) else [*lead, *row[at + 1 : end]]
    return [(named[0][1], [*row[:start], *row[start:at], *row[end:]]), (named[1][1], [*row[:start], *other, *row[end:]])]


def among(parts: list[Stated | Act], row: list[Token]) -> list[Stated | Act]:
    """What was read of an open question, with the alternatives that its answer is compared with."""
    named = [value for _, value in row[-1].means.get(EITHER, ())] if row else []
    act = next((part for part in reversed(parts) if isinstance(part, Act)), None)
    if not named or act is None:
        return parts
    query = act.slots.get("ask")
    if isinstance(query, Query) and query.what == "who" and not query.about and not _counted(row):
        act.slots["ask"] = query._replace(about=tuple(named))
    else:
        act.slots.update(_counted(row), either=tuple(named))
        if isinstance(query, Query) and query.what == "figure" and "UNIT" in dict(row[-1].means[EITHER]):  # the defender: the one of them that defends
            act.slots.setdefault("units", tuple(named))
    return parts


def _counted(row: list[Token]) -> dict[str, bool]:
    """The slot of an act of which it is asked how many of the alternatives it is."""
    return {"many": True} if row[-1].means.get(MANY) else {}


def asked_each(
    row: list[Token],
    read: Callable[..., list[Stated | Act]],
    text: str,
    names: Names,
    new_names: set[str],
    before: list[Stated | Act],
    memory: Memory,
    *how: bool,
) -> list[Stated | Act]:
    """The parts of a row (`read`), of each alternative that a question of yes or no names. Raises NotUnderstood unless each is one question."""
    if (weighed := compared(row, [token for _, token in row[-1].means.get(WORDS, ())])) is not None and not _counted(row):
        with suppress(NotUnderstood):
            (act,) = _each_read(weighed.ways, row, read, text, names, set(new_names), before, memory.copy(), *how)
            return [Act(act.kind, {**act.slots, "either": _unsaid(act), "most": weighed.most, "than": weighed.than}, act.text, act.start, act.end)]
    every = ways(row)
    if not every and row[-1].means.get(EITHER):
        return _asked_openly(row, read, text, names, new_names, before, memory, *how)
    if not every:
        try:
            return (
                read(row, text, names, set(new_names), before, memory.copy(), *how)
                if (anybody := _anybody(row, names))
                else read(row, text, names, new_names, before, memory, *how)
            )
        except NotUnderstood:
            for (_, way), *_ in _put_to_each(anybody) if anybody else ():
                with suppress(NotUnderstood):
                    return _whoever(read(way, text, names, set(new_names), before, memory.copy(), *how), anybody)
            raise
    return [*_each_read(every, row, read, text, names, new_names, before, memory, *how)]


def _asked_openly(row: list[Token], read: Callable[..., list[Stated | Act]], text: str, *known: Any) -> list[Stated | Act]:
    """Which can attack, 11ID or 217ID? What is asked of leave is asked of each; what else is only where the question as it stands is not understood."""
    fault: NotUnderstood | None = None
    leave = any(says(token, "MOD", "can") for token in row)
    names, new_names, before, memory, *how = known
    if not leave:
        try:
            return among(read(row, text, names, set(new_names), before, memory.copy(), *how), row)
        except NotUnderstood as error:
            fault = error.with_traceback(None)
    for every in _put_to_each(row):
        with suppress(NotUnderstood):
            (act,) = _each_read(every, row, read, text, *known)
            return [Act(act.kind, {**act.slots, "either": _unsaid(act), **_counted(row)}, act.text, act.start, act.end)]
    if fault is not None:
        raise fault
    return among(read(row, text, *known), row)


def _unsaid(act: Act) -> tuple[tuple[str, Act], ...]:
    """The alternatives of an act without words of their own: which of them it is, is asked of them together."""
    return tuple((name, Act(one.kind, one.slots, "", one.start, one.end)) for name, one in act.slots["either"])


def _put_to_each(row: list[Token]) -> Iterator[list[tuple[str, list[Token]]]]:
    """An open question as one of yes or no for each of its alternatives, in the place of who does it, or of whom it is done to."""
    at = next(at for at, token in enumerate(row) if _asks(token))
    begin = next((place + 1 for place in range(at - 1, -1, -1) if row[place].classes[0] in BREAKS), 0)
    rest, lead = row[at + 1 : -1], row[begin:at]
    if rest and rest[0].classes[0] not in (*AUXILIARY, "V"):  # which battery; not which reduced battery
        if "W" not in rest[0].means or any(type_ in ("STATUS", "ADJ", "NUM") for kept in rest[0].means.values() for type_, _ in kept):
            return
        rest = rest[1:]
    if not rest or rest[0].classes[0] not in (*AUXILIARY, "V"):
        return
    named = row[-1].means[EITHER]
    if len(rest) < 2 or any("-" in str(value) and type_ == "HEX" for type_, value in named) or any(not LIGHT & set(token.classes) for token in lead):
        return
    mark = Token(row[-1].text, row[-1].start, row[-1].end, {"QM": [("QM", "?")]})
    where = [] if lead or named[0][0] != "HEX" or rest[-1].classes[0] in ("P", "TO") else [Token("to", row[at].start, row[at].end, {"P": [("P", "TO")]})]
    ones = [(token.value if isinstance(token.value, str) else token.text, token) for _, token in row[-1].means[WORDS]]
    inverted = rest[0].classes[0] in AUXILIARY
    does = [(name, [*row[:begin], *rest[:inverted], one, *rest[inverted:], mark]) for name, one in ones]
    done = [(name, [*row[:begin], *rest, *where, *lead, one, mark]) for name, one in ones]
    subject = inverted and rest[1].classes[0] not in (*VERBAL, "ADV", "BEI", "NOT", "CL")
    yield from (done,) if lead or where or subject else (does, done)


def _anybody(row: list[Token], names: Names) -> list[Token]:
    """A question who, or which units, may do something or be done it, with one unit for whoever it is; [] if it asks for anything else."""
    asks = [at for at, token in enumerate(row[:2]) if _asks(token, "who", "what")]
    leave = any(says(token, "MOD", "can") for token in row)
    units = asks and row[-1].classes[0] == "QM" and (_asks(row[asks[0]], "who") or ("NOUN", "unit") in row[asks[0] + 1].means.get("W", ()))
    said = {token.text for token in row}
    somebody = next((name for name in names.sides if name not in said), "") if leave and units else ""
    if not somebody or any(_asks(token, *OPEN) for token in row[asks[0] + 1 :]):
        return []
    mark = row[-1]
    word = Token(somebody, mark.start, mark.start, {"UNIT": [("UNIT", somebody)]})
    return [*row[:-1], Token(mark.text, mark.start, mark.end, {"QM": [("QM", "?")], EITHER: [("UNIT", somebody)], WORDS: [("WORD", word)]}, ("QM",))]


def _whoever(parts: list[Stated | Act], row: list[Token]) -> list[Stated | Act]:
    """What was read of one unit asked of whoever it is. Raises NotUnderstood where it is not one question of just that unit."""
    act = parts[0] if len(parts) == 1 else None
    somebody, query = row[-1].means[EITHER][0][1], act.slots.get("ask") if isinstance(act, Act) else None
    if not isinstance(act, Act) or act.slots.get("units") != (somebody,) or not act.slots.get("question") or query is not None:
        raise NotUnderstood("no_place", "", row[0].start, row[-1].end)
    slots = {name: said for name, said in act.slots.items() if name != "units"}
    if somebody in repr(slots):
        raise NotUnderstood("no_place", "", row[0].start, row[-1].end)
    return [Act(act.kind, {**slots, "ask": Query("who")}, act.text, act.start, act.end)]


def _each_read(
    every: list[tuple[str, list[Token]]],
    row: list[Token],
    read: Callable[..., list[Stated | Act]],
    text: str,
    names: Names,
    new_names: set[str],
    before: list[Stated | Act],
    memory: Memory,
    *how: bool,
) -> list[Act]:
    """The parts of a question that is asked of each alternative. Raises NotUnderstood unless each is one question."""
    read_so = [read(way, text, names, set(new_names), before, memory.copy(), *how) for _, way in every[1:]]
    read_so.insert(0, read(every[0][1], text, names, new_names, before, memory, *how))
    acts = [part for parts in read_so for part in parts if isinstance(part, Act)]
    if any(len(parts) != 1 for parts in read_so) or len(acts) != len(every) or len({act.kind for act in acts}) > 1:
        raise NotUnderstood("no_place", text[row[0].start : row[-1].end], row[0].start, row[-1].end)
    act = acts[0]
    return [Act(act.kind, {**act.slots, "either": tuple((name, one) for (name, _), one in zip(every, acts, strict=True))}, act.text, act.start, act.end)]
