"""Claims: what the players made of an act, compared with what it is."""

from __future__ import annotations

from fnmatch import fnmatchcase
from typing import TYPE_CHECKING, Any

from adjudicator.files.fault import Phrase
from adjudicator.ground.declaration import STRENGTH_OF, Query, Stated
from adjudicator.ground.folding import fold
from adjudicator.ground.paths import FactPath
from adjudicator.ground.ruling import LEGAL, UNDETERMINED, Ruling
from adjudicator.play.asked import lines_of
from adjudicator.play.lines import Line
from adjudicator.play.record import Note, Record, Wrong

if TYPE_CHECKING:
    from adjudicator.ground.terms import Terms

VP = "vp"
"""The fact, and the figure, of the points of the game."""


def points_claimed(book: Terms, line: Line) -> Line:
    """A line that tells points which the rulebook reckons by itself (the German has 8 VP; has he won?): claimed of the last that is done or asked in it."""
    told = [part for part in line.parts if isinstance(part, Stated) and part.path == VP]
    if not told or not line.acts or not isinstance(book.declared.type_of(FactPath(VP, ())), Phrase):
        return line
    rest = [tuple(part for part in parts if part not in told) for parts in line.sentences]
    return Line(line.text, tuple(parts for parts in (*rest, (Stated("claims", {VP: told[-1].value}),)) if parts), line.said)


def check_claims(record: Record, claims: dict[str, Any], ruling: Ruling, done: Ruling | None = None) -> None:
    """Compare what the players made of an act with what it is; the figures of a forbidden one are those of its being done all the same (``done``)."""
    judged, ruling = ruling, done or ruling
    for what, claimed in claims.items():
        if isinstance(claimed, Query):
            wrong = _outcome(record, claimed, ruling) if what == "outcome" else _line(record, claimed, ruling)
            record.wrong += [wrong] if wrong is not None else []
            continue
        said = str(claimed)
        if what in ("odds", "column"):
            wrong = _column(record, said, ruling)
        elif what == "verdict":
            if said == judged.verdict:
                wrong = None
            else:
                rules = tuple(rule for rule, finding in judged.findings if finding.effect == "forbids")
                wrong = Wrong(what, "claim_verdict", said, judged.verdict, tuple(dict.fromkeys(rules)) or tuple(judged.cites))
        else:
            wrong = _strength(record, what.removeprefix(STRENGTH_OF), said, ruling) if what.startswith(STRENGTH_OF) else _number(record, what, said, ruling)
        if wrong is not None:
            record.wrong.append(wrong)


def _strength(record: Record, unit: str, said: str, ruling: Ruling) -> Wrong | None:
    """What one unit brings to a fight: what its lines of the ledger come to, or the whole of its side if nobody else stands there."""
    for side in ("attack", "defense"):
        lines = [entry for entry in ruling.ledgers.get(side) or () if entry.slots.get("unit") == unit]
        if lines:
            alone = all(entry.slots.get("unit") in (unit, None) for entry in ruling.ledgers[side])
            right = {str(sum(entry.value for entry in lines)), *([str(ruling.computed.get(f"{side}_total"))] if alone else [])}
            return None if said in right else Wrong("strength", "claim_column", said, min(right, key=len), tuple(dict.fromkeys(entry.rule for entry in lines)))
    _unchecked(record, said, ruling)
    return None


def _line(record: Record, claim: Query, ruling: Ruling) -> Wrong | None:
    """One line of a ledger, by its cause."""
    lines = lines_of(ruling, claim)
    number = int(claim.number or 0)
    said = f"{'-' if claim.sign < 0 else '+' if claim.sign else ''}{number}"
    if not lines and (ruling.needs or not (ruling.ledgers or ruling.drms or ruling.shifts)):
        _unchecked(record, said, ruling)
        return None
    right = sum(line[1] for line in lines)
    rules = tuple(dict.fromkeys(rule for rule, _, _ in lines)) or tuple(ruling.cites)
    if not lines and number:
        return Wrong("line", "claim_none", said, "", rules)
    same = right == number * claim.sign if claim.sign else abs(right) == number
    return None if same else Wrong("line", "claim_column", said, f"{right:+}", rules)


def _outcome(record: Record, claim: Query, ruling: Ruling) -> Wrong | None:
    """Whether a throw came out as it is told."""
    result = ruling.computed.get("result")
    if result is None:
        _unchecked(record, claim.name, ruling)
        return None
    right = any(fnmatchcase(str(result), mark) for mark in claim.marks)
    return None if right else Wrong("result", "claim_result", claim.name, str(result), _rules(ruling, "result"))


def _column(record: Record, said: str, ruling: Ruling) -> Wrong | None:
    column, odds = ruling.computed.get("column"), ruling.computed.get("odds")
    if column is None:
        if odds is None and ruling.verdict == LEGAL and not ruling.needs and not ruling.computed.get("result"):
            return Wrong("odds", "claim_none", said, "", tuple(ruling.cites))
        if odds is None or ruling.needs:
            _unchecked(record, said, ruling)
            return None
        column = odds
    column = str(column)
    totals = f"{ruling.computed.get('attack_total')}:{ruling.computed.get('defense_total')}"
    if _ratio(said) == _ratio(column) or _beyond(said, column) or said == totals:  # 3 to 2: what both sides bring
        return None
    rules = _rules(ruling, "odds", "column", *(rule for rule, _ in ruling.shifts))
    raw = odds is not None and _ratio(said) == _ratio(odds)
    return Wrong("odds", "claim_raw_odds" if raw else "claim_column", said, column, rules)


def _ratio(text: Any) -> Any:
    first, _, second = str(text).partition(":")
    try:
        return int(first) / int(second)
    except (ValueError, ZeroDivisionError):
        return str(text)


def _beyond(said: str, column: str) -> bool:
    """Whether a claim lies beyond the table as the column does: 9:1 is >7:1."""
    ratio, edge = _ratio(said), _ratio(column[1:])
    if isinstance(ratio, str) or isinstance(edge, str):
        return False
    return bool(column[0] == ">" and ratio > edge or column[0] == "<" and ratio < edge)


_NUMBERS = {"mp": "cost", "result": "result", "vp": "vp", "steps": "steps_left"}


def _number(record: Record, what: str, said: str, ruling: Ruling) -> Wrong | None:
    name = _NUMBERS.get(what, what)
    right = ruling.computed.get(name)
    if right is None:
        if ruling.needs or ruling.verdict == UNDETERMINED or what in ("result", "dice"):
            _unchecked(record, said, ruling)
            return None
        return Wrong(what, "claim_none", said, "", tuple(ruling.cites))
    if said == str(right) or fold(said) == fold(str(right)):
        return None
    ledgers = [entry.rule for key, ledger in ruling.ledgers.items() if key.startswith(name) for entry in ledger]
    return Wrong(what, f"claim_{what}" if what in _NUMBERS else "claim_column", said, str(right), _rules(ruling, name, *ledgers))


def _rules(ruling: Ruling, *names: str) -> tuple[str, ...]:
    """The rules that gave these values, with further ones; all that were cited if none is known."""
    found = [rule for rule, finding in ruling.findings if finding.effect == "value" and finding.to in names]
    found += [name for name in names if name in ruling.cites]
    return tuple(dict.fromkeys(found)) or tuple(ruling.cites)


def _unchecked(record: Record, said: str, ruling: Ruling) -> None:
    facts = ", ".join(need.fact for need in ruling.needs) or "rolls"
    record.notes.append(Note("claim_unchecked", {"claimed": said, "facts": facts}))
