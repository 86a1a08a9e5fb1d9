"""Questions with named alternatives: who takes the loss, 11ID or 217ID?, does it retreat to 2010 or 2011?, is it KPG or 75Inf that loses the step?

Behind an open question they are what its answer is compared with (`among`); a question of yes or no is asked for each of them alone (`ways`).
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from adjudicator.ground.declaration import Query
from adjudicator.language.errors import NotUnderstood
from adjudicator.language.model import Act, Names, Stated
from adjudicator.sentences.enquiry import BREAKS
from adjudicator.sentences.memory import Memory
from adjudicator.sentences.token import Token, says

NAMES = ("UNIT", "HEX")
LIGHT = frozenset(("DET", "P", "TO", "OF"))
"""Classes of what may stand before each of them."""
HANGING = frozenset(("SUB", "REL", "QP", "QD"))
EITHER = "EITHER"
"""Where the mark of a question keeps the alternatives that were said with it."""


def chosen(rows: list[list[Token]]) -> list[list[Token]]:
    """The rows with the alternatives of an open question put to its mark, whether they stand before it, behind it or as a sentence of their own."""
    found: list[list[Token]] = []
    for row in rows:
        body, mark = row[:-1], row[-1]
        if mark.classes[0] != "QM" or not any(token.classes[0] == "AND" for token in body) or sum(map(_asks, body)) > 1:  # who chooses which of 11ID and 217ID
            found.append(row)
            continue
        body = _of_those(body)
        before = found[-1] if found else []
        if (named := _named(body)) and any(_asks(token) for token in before):  # who takes the loss here - 11ID or 217ID?
            found[-1] = _asking(before[:-1] if before[-1].classes[0] == "QM" else before, mark, named)
            continue
        cuts = [at for at, token in enumerate(body) if token.classes[0] in BREAKS]
        last = next((at for at in cuts if _named(body[at + 1 :])), 0)
        first = next((at for at in reversed(cuts) if _named(body[:at])), 0)
        if last and any(_asks(token) for token in body[:last]):
            row = _asking(body[:last], mark, _named(body[last + 1 :]))
        elif first and any(_asks(token) for token in body[first + 1 : first + 4]):
            row = _asking(body[first + 1 :], mark, _named(body[:first]))
        found.append(row)
    return found


def _of_those(body: list[Token]) -> list[Token]:
    """Which of 11ID and 217ID takes the loss, of 11ID and 217ID which does: the same with its alternatives in front, parted by or."""
    start = next((at for at, token in enumerate(body) if token.classes[0] == "OF" and (not at or _asks(body[at - 1]))), -1)
    end = next((at for at in range(start + 1, len(body)) if body[at].classes[0] not in (*NAMES, "NUM", "AND", "DET")), start)
    if start < 0 or end <= start:
        return body
    row = [Token(token.text, token.start, token.end, {"AND": [("AND", "or")]}) if says(token, "AND", "and") else token for token in body[start + 1 : end]]
    rest = body[end + (body[end].classes[0] in BREAKS) :]
    if not _named(row) or not any(_asks(token) for token in (*body[:start], *rest[:1])):
        return body
    return [*row, Token(",", body[start].start, body[start].start, {"COMMA": [("COMMA", ",")]}), *body[:start], *rest]


def _asking(row: list[Token], mark: Token, named: Sequence[tuple[str, str]]) -> list[Token]:
    """An open question with its alternatives; which of the two, which of units, is who."""
    at = next(at for at, token in enumerate(row) if _asks(token))
    if at + 2 < len(row) and _asks(row[at], "what") and row[at + 1].classes[0] == "OF" and "DET" in row[at + 2].means:
        row = [*row[: at + 1], *(row[at + 3 :] if not says(row[at + 2], "DET", "def") or "NUM" not in row[at + 3].means else row[at + 4 :])]
    if at + 1 < len(row) and ("NUM", 1) in row[at + 1].means.get("NUM", ()):  # which one
        row = [*row[: at + 1], *row[at + 2 :]]
    bare = at + 1 < len(row) and "W" not in row[at + 1].means or at + 1 < len(row) and row[at + 1].classes[0] in ("V", "MOD", "HV", "BE")
    if all(type_ == "UNIT" for type_, _ in named) and _asks(row[at], "what") and bare:
        row = [*row[:at], Token(row[at].text, row[at].start, row[at].end, {"QP": [("QP", "who")]}), *row[at + 1 :]]
        row[at].spanish = mark.spanish
    return [*row, Token(mark.text, mark.start, mark.end, {"QM": [("QM", "?")], EITHER: list(named)}, ("QM",))]


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


def ways(row: list[Token]) -> list[tuple[str, list[Token]]]:
    """A question of yes or no once for each of its alternatives: does 11ID or 217ID take the loss. [] if it names none."""
    ors = [at for at, token in enumerate(row) if says(token, "AND", "or")]
    if len(ors) != 1 or row[-1].classes[0] != "QM" or any(_asks(token, "who", "what", "where", "when", "how_many", "why", "how") for token in row):
        return []
    at = ors[0]
    start, end = at, at + 1
    while start and (row[start - 1].classes[0] in (*NAMES, "DASH") or not _named(row[start : at + 2]) and row[start - 1].classes[0] in LIGHT):
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
    if len(named) != 2 or {"AND", "DASH", "HYPHEN", *NAMES} & set(beside) or any(token.classes[0] in HANGING for token in row[:start]):
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
    if isinstance(query, Query) and query.what == "who" and not query.about:
        act.slots["ask"] = query._replace(about=tuple(named))
    else:
        act.slots["either"] = tuple(named)
        if isinstance(query, Query) and query.what == "figure" and "UNIT" in dict(row[-1].means[EITHER]):  # the defender: the one of them that defends
            act.slots.setdefault("units", tuple(named))
    return parts


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
    every = ways(row)
    if not every:
        return among(read(row, text, names, new_names, before, memory, *how), row)
    read_so = [read(way, text, names, set(new_names), before, memory.copy(), *how) for _, way in every[1:]]
    read_so.insert(0, read(every[0][1], text, names, new_names, before, memory, *how))
    acts = [part for parts in read_so for part in parts if isinstance(part, Act)]
    if any(len(parts) != 1 for parts in read_so) or len(acts) != len(every) or len({act.kind for act in acts}) > 1:
        raise NotUnderstood("no_place", text[row[0].start : row[-1].end], row[0].start, row[-1].end)
    act = acts[0]
    return [Act(act.kind, {**act.slots, "either": tuple((name, one) for (name, _), one in zip(every, acts, strict=True))}, act.text, act.start, act.end)]
