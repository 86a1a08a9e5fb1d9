"""A ruling in few lines, as it is read out at a table: the verdict and why with the rule number, then only what somebody has to act on."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING, Any

from adjudicator.ground.ruling import ILLEGAL, LEGAL, UNDETERMINED, Ruling
from adjudicator.say.json import is_told, reading_rows
from adjudicator.say.output import paint
from adjudicator.say.pieces import effect_text, face_rows, heading, is_answer, outcome_text, reasons, share_rows, shifts_of, signed, why_answered
from adjudicator.say.words import Say

LONG = 400  # characters of a reason
PLAIN = frozenset(("unit", "at", "moved", "activated", "hex", "overstacked", "marker", "kind", "source"))  # what the words of a move say by themselves
MANY = 4  # names of a list that is not told a second time
ROWS = 12  # rows of a table of dice; of a longer one the chances are told

if TYPE_CHECKING:
    from adjudicator.book import Rulebook


def brief(ruling: Ruling, book: Rulebook, lang: str, color: bool = False) -> list[str]:
    """The lines of a ruling; ``why`` tells the rest."""
    say = Say(lang, book)
    style = "answer" if is_answer(ruling) else heading(ruling, book)
    verdict = str(say.core["verdicts"][style])
    if style == "answer":
        verdict += f" {say.show(ruling.computed['answer'])}"
    if color:
        verdict = paint(style, verdict)
    first, *rest = [_cut(reason) for reason in (*_reasons(say, ruling), "")][:12]
    lines = [f"{verdict}: {first}" if first else verdict, *(f"  {told}" for told in rest if told)]
    lines += [f"  {_cut(told)}" for told in (*_figures(say, ruling), *_remarks(say, ruling))]
    return lines


def _cut(text: str) -> str:
    """A long list, cut off."""
    return text if len(text) <= LONG else text[:LONG].rpartition(" ")[0] + " …"


def _reasons(say: Say, ruling: Ruling) -> list[str]:
    """Every fault; of what is in order the one rule that says most: the result, else the permission nearest to the act."""
    faults = reasons(say, ruling, ("forbids",))
    if faults:
        return faults
    if ruling.verdict == UNDETERMINED:
        need = next(iter(ruling.needs), None)
        return [f"{say.fact(need.fact)}? ({', '.join(need.rules)})" if need.rules else f"{say.fact(need.fact)}?"] if need is not None else []
    results = [f"{say.finding(finding)} ({rule})" for rule, finding in ruling.findings if finding.to in ("result", "result_includes") and finding.key]
    if results:
        return results[-1:]
    if is_answer(ruling):
        return reasons(say, ruling, why_answered(ruling))[:3]
    return reasons(say, ruling, ("permits",))[:1] or reasons(say, ruling, ("defines", "value"))[:1] or [", ".join(ruling.cites)]


def _figures(say: Say, ruling: Ruling) -> Iterator[str]:
    """The sums, odds, shifts and column on one line, the table of the dice that have to be thrown, and what they did."""
    if is_answer(ruling):
        return
    computed = ruling.computed
    parts = [f"{say.row(key)} {ledger.total}" for key, ledger in ruling.ledgers.items()]
    if "odds" in computed:
        parts.append(f"{say.row('odds')} {computed['odds']}")
    for key, rows in (("shifts", shifts_of(ruling)), ("drms", ruling.drms)):
        if rows:
            parts.append(f"{say.row(key)} {signed(sum(finding.by for _, finding in rows))}")
    parts += [f"{say.row('drm')} {signed(computed['drm'])}"] if "drm" in computed and ruling.ledgers and not ruling.drms else []
    parts += [f"{say.row(key)} {say.show(computed[key])}" for key in ("column", "modified") if key in computed]
    parts += [f"{say.name(key)} {say.show(computed[key])}" for key in ("allowance", "stops_at") if key in computed and ruling.verdict == ILLEGAL]
    if parts:
        yield ", ".join(dict.fromkeys(parts))
    if ruling.roll is not None and (ruling.waits or "result" not in computed):
        roll = ruling.roll
        purpose = f" {say.name(roll.stages[0].name)}" if len(roll.stages) else ""
        faces = face_rows(say, roll.table) if is_told(roll) else []
        table = " · ".join(faces) if len(faces) <= ROWS else f"{roll.dice}: {', '.join(share_rows(say, roll.chances))}"
        yield f"{say.row('roll')} {table or roll.dice + purpose}"
    if ruling.verdict == LEGAL and not ruling.waits:
        thrown = "result" in computed  # what the dice do to the counters is told whole, else what lies beyond where they stand now
        changes = [effect_text(say, effect) for effect in ruling.effects if thrown or not PLAIN.issuperset(effect)]
        if told := dict.fromkeys(filter(None, changes)):
            yield f"{say.row('then')} {', '.join(told)}"


def _remarks(say: Say, ruling: Ruling) -> Iterator[str]:
    """Warnings, aids that were not claimed, and what the other reading of the book would change."""
    for rule, finding in ruling.warnings:
        yield f"{say.row('warning')} {say.finding(finding)}" + (f" ({rule})" if rule else "")
    if ruling.unused:
        yield f"{say.row('unused')} " + ", ".join(f"{say.finding(finding)} ({rule})" for rule, finding in ruling.unused)
    for reading in ruling.readings:
        for row in reading_rows(say, reading):
            outcome = reading["other"][row["other"]]
            if outcome:
                told = _differing(say, ruling, outcome) or outcome_text(say, outcome)
                yield f"{say.row('reading')} {row['id']} ({row['rule']}): {say.phrase('otherwise', choice=row['other_text'])}: {told}"


def _differing(say: Say, ruling: Ruling, outcome: Mapping[str, Any]) -> str:
    """Of a long list of hexes or units only what another reading takes out of it and adds to it."""
    mine, other = (str(found.get("answer") or "").split(", ") for found in (ruling.computed, outcome))
    if min(len(mine), len(other)) < MANY:
        return ""
    changes = (("without", [item for item in mine if item not in other]), ("also", [item for item in other if item not in mine]))
    return ", ".join(say.phrase(key, items=", ".join(items)) for key, items in changes if items)
