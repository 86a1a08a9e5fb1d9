"""A ruling as a page: the verdict and why, the figures, the table of rolls, what is missing, what was assumed."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from fractions import Fraction
from typing import TYPE_CHECKING, Any

from adjudicator.ground.paths import parse
from adjudicator.ground.ruling import ILLEGAL, UNDETERMINED, Ledger, Ruling
from adjudicator.say.json import TOP, is_told, reading_rows
from adjudicator.say.output import paint
from adjudicator.say.pieces import (
    IN_TABLES,
    TOTALS,
    effect_text,
    face_rows,
    heading,
    is_answer,
    outcome_text,
    ranges,
    reasons,
    share_rows,
    shifts_of,
    signed,
    why_answered,
)
from adjudicator.say.words import Say

if TYPE_CHECKING:
    from adjudicator.book import Rulebook

WIDTH = 100
MANY_ANSWERED = 12  # things of an answer that are counted only, where the lines below list them
MANY_ASSUMED = 6  # of more facts of one kind that are taken alike only the first is written out


def as_text(
    ruling: Ruling, book: Rulebook, lang: str = "en", explain: bool = False, color: bool = False, width: int = WIDTH, claims: Iterable[str] = ()
) -> str:
    """The ruling as a player reads it: verdict, why, the figures, the table of rolls, what is missing; and what is to be said of claims."""
    say = Say(lang, book)
    page = _Page(say, color, width)
    _reasons(page, ruling, explain)
    _figures(page, ruling, explain)
    _dice(page, ruling)
    _values(page, ruling)
    page.add(say.row("then"), dict.fromkeys(effect_text(say, effect) for effect in ruling.effects))
    _missing(page, ruling)
    if ruling.assumed:
        page.add(say.row("assumed"), _assumptions(say, ruling.assumed))
    page.add(say.row("unused"), (f"{say.finding(finding)} ({rule})" for rule, finding in ruling.unused))
    for reading in ruling.readings:
        _reading(page, reading, explain)
    for rule, finding in ruling.warnings:
        page.add(say.row("warning"), [f"{say.finding(finding)} ({rule})" if rule else say.finding(finding)])
    for claim in claims:
        page.add(say.row("claim"), [claim])
    if explain:
        page.add(say.row("rules"), [f"{book.id} {', '.join(ruling.cites)}"])
    head = [_head(page, ruling, book)]
    if is_answer(ruling) and ruling.asked:  # of the deed before it
        head.append(f"{page.paint('answer', say.core['verdicts']['answer'])}: {say.show(ruling.computed['answer'])}  {ruling.asked}")
    return "\n".join([*head, *page.lines()])


class _Page:
    """Lines with a label at the left and pieces that are broken only between each other."""

    def __init__(self, say: Say, color: bool, width: int) -> None:
        self.say = say
        self.color = color
        self.width = width
        self.rows: list[tuple[str, list[str], str]] = []

    def paint(self, style: str, text: str) -> str:
        """The text in a colour, where colour is wanted."""
        return paint(style, text) if self.color else text

    def add(self, label: str, pieces: Iterable[str], between: str = ", ") -> None:
        """One line; nothing if there are no pieces."""
        kept = [piece for piece in pieces if piece]
        if kept:
            self.rows.append((label, kept, between))

    def lines(self) -> Iterable[str]:
        """All lines, with the labels aligned."""
        wide = min(max((len(label) for label, _, _ in self.rows), default=0), 24)
        for label, pieces, between in self.rows:
            margin = " " * (wide + 4)
            head = f"  {self.paint('label', label.ljust(wide))}  "
            text = ""
            room = self.width - wide - 4
            for number, piece in enumerate(pieces):
                tail = between.rstrip() if number < len(pieces) - 1 else ""
                glue = between[len(between.rstrip()) :] if text else ""
                if text and len(text) + len(glue) + len(piece) + len(tail) > room:
                    yield from _wrapped(head, margin, text, room)
                    head, text, glue = margin, "", ""
                text += glue + piece + tail
            yield from _wrapped(head, margin, text, room)


def _wrapped(head: str, margin: str, text: str, room: int) -> Iterable[str]:
    """A line, broken at blanks where a single piece is longer than the room for it."""
    while len(text) > room > 20:
        cut = text.rfind(" ", 0, room + 1)
        if cut <= 0:
            break
        yield head + text[:cut].rstrip()
        head, text = margin, text[cut:].lstrip()
    yield head + text


def _head(page: _Page, ruling: Ruling, book: Rulebook) -> str:
    say = page.say
    style = "answer" if is_answer(ruling) and not ruling.asked else heading(ruling, book)
    verdict = say.core["verdicts"][style]
    if style == "answer":
        verdict += f": {_answered(say, ruling)}"
    effects = {ILLEGAL: ("forbids",), UNDETERMINED: ("forbids", "permits")}.get(ruling.verdict, ("permits",))
    rules = dict.fromkeys(rule for rule, finding in ruling.findings if finding.effect in effects)
    if style == "answer":
        if ruling.computed["answer"] == "no":
            rules = dict.fromkeys(rule for rule, finding in ruling.findings if finding.effect in why_answered(ruling) and finding.key)
        rules = rules or dict.fromkeys(rule for rule, _ in ruling.findings)
    cited = f"{book.id} {', '.join(rules or ruling.cites)}".strip()
    plain_head = f"{verdict}  {ruling.text}"
    gap = page.width - len(plain_head) - len(cited)
    text = f"{page.paint(style, verdict)}  {ruling.text}"
    return f"{text}{' ' * gap}{cited}" if gap >= 2 else f"{text}  ({cited})"


def _why(say: Say, ruling: Ruling) -> str:
    """The reasons of an answer in one text: what stands there already is not told again."""
    return "; ".join(reasons(say, ruling, why_answered(ruling))) if is_answer(ruling) else ""


def _answered(say: Say, ruling: Ruling) -> str:
    """The answer to a question; a long list is counted where it stands in the lines below."""
    said = str(say.show(ruling.computed["answer"]))
    count = said.count(", ") + 1
    if count > MANY_ANSWERED:
        listed = {str(say.show(content)) for name, content in ruling.computed.items() if name != "answer" and not name.startswith("_")}
        if said in listed or said in _why(say, ruling):
            return say.phrase("in_all", count=count)
    return said


def _reasons(page: _Page, ruling: Ruling, explain: bool) -> None:
    """Why it is so: every fault; of what is kept, as much as a line holds; with ``explain`` everything that was looked at."""
    say = page.say
    label = say.row("why")
    faults = reasons(say, ruling, ("forbids",))
    for fault in faults:
        page.add(label, [fault])
        label = ""
    if explain:
        for told in reasons(say, ruling, ("permits", "defines", "value"), explain):
            page.add(label, [told])
            label = ""
        return
    if faults:
        return
    kept = reasons(say, ruling, ("permits",))
    if is_answer(ruling) or not kept:
        kept = reasons(say, ruling, why_answered(ruling)) if is_answer(ruling) else kept
        page.add(label, kept[:4], "; ")
        return
    line: list[str] = []
    for told in kept:
        if line and len("; ".join([*line, told])) > 2 * (page.width - 12):
            break
        line.append(told)
    page.add(label, line, "; ")


def _figures(page: _Page, ruling: Ruling, explain: bool) -> None:
    say = page.say
    costs = [name for name in ruling.ledgers if name.startswith("cost ")]
    for key, ledger in ruling.ledgers.items():
        name = "cost" if costs == [key] else key
        if explain:
            wide = max(len(signed(entry.value)) for entry in ledger) if ledger else 0
            page.add(say.row(name), [str(ledger.total)])
            for entry in ledger:
                page.add("", [f"  {signed(entry.value).rjust(wide)}  {say.text(entry.key, entry.slots)} ({entry.rule})"])
        else:
            page.add(say.row(name), _sum(say, ledger), "")
    odds = next(((rule, finding) for rule, finding in ruling.findings if finding.to == "odds"), None)
    if "odds" in ruling.computed:
        why = f" = {say.finding(odds[1])} ({odds[0]})" if odds is not None and odds[1].key else ""
        page.add(say.row("odds"), [f"{ruling.computed['odds']}{why}"])
    for name, rows in (("shifts", shifts_of(ruling)), ("drms", ruling.drms)):
        pieces = [f"{signed(finding.by)} {say.finding(finding)} ({rule})" for rule, finding in rows]
        if len(pieces) > 1:
            total = sum(finding.by for _, finding in rows)
            pieces[-1] += f"  = {signed(total)}"
        page.add(say.row(name), pieces)
    for name in ("column", "drm", "modified"):
        if name in ruling.computed:
            rules = [rule for rule, finding in ruling.findings if finding.to == name]
            told = ruling.computed[name]
            shown = signed(told) if name == "drm" and isinstance(told, (int, Fraction)) else say.show(told)
            page.add(say.row(name), [f"{shown}{f' ({rules[-1]})' if rules else ''}"])


def _sum(say: Say, ledger: Ledger) -> list[str]:
    """``9 = 3 16Pz + 3 371Inf (13.8) + 1 air (13.3)``: a rule is named once for neighbours that rest on it."""
    pieces = [f"{ledger.total} ="]
    for number, entry in enumerate(ledger):
        following = ledger[number + 1] if number + 1 < len(ledger) else None
        sign = "" if number == 0 else " +" if entry.value >= 0 else " -"
        amount = abs(entry.value) if number else entry.value
        rule = "" if following is not None and following.rule == entry.rule else f" ({entry.rule})"
        pieces.append(f"{sign} {amount} {say.text(entry.key, entry.slots)}{rule}")
    return pieces


def _dice(page: _Page, ruling: Ruling) -> None:
    say = page.say
    if ruling.roll is not None and ruling.roll.stages:
        for number, stage in enumerate(ruling.roll.stages):
            told = [f"{stage.dice} {say.name(stage.name)}:", *share_rows(say, stage.chances)]
            page.add("" if number else say.row("roll"), [f"{told[0]} {told[1]}", *told[2:]])
    elif ruling.roll is not None and not is_told(ruling.roll):
        page.add(say.row("roll"), [say.phrase("to_be_thrown", dice=ruling.roll.dice)])
    elif ruling.roll is not None:
        page.add(say.row("roll"), face_rows(say, ruling.roll.table), " · ")
        page.add("", share_rows(say, ruling.roll.chances))
    elif "roll_table" in ruling.computed and "answer" not in ruling.computed:
        page.add(say.row("roll"), face_rows(say, ruling.computed["roll_table"]), " · ")
    silent = is_answer(ruling) and (not ruling.ledgers or "column" in ruling.computed or ruling.roll is not None)  # it stands in why, or is not asked for
    if "result" in ruling.computed and not silent:
        told = [f"{say.finding(finding)} ({rule})" for rule, finding in ruling.findings if finding.to in ("table_result", "result") and finding.key]
        page.add(say.row("result"), list(dict.fromkeys(told)) or [say.show(ruling.computed["result"])], "; ")


def _values(page: _Page, ruling: Ruling) -> None:
    """What was computed and stands on no other line."""
    say = page.say
    shown = {*TOP, *IN_TABLES, *TOTALS, "answer"}
    pieces = []
    for rule, finding in ruling.findings:
        if finding.effect == "value" and finding.key and finding.to not in (*TOP, *IN_TABLES):
            shown.add(finding.to)
            if not is_answer(ruling):
                pieces.append(f"{say.finding(finding)} ({rule})")
    totals = {str(ledger.total) for ledger in ruling.ledgers.values()}
    why = _why(say, ruling)
    for name, content in ruling.computed.items():
        told = name in shown or name.startswith("_") or (name in ruling.ledgers or name == "cost") and str(content) in totals
        if not told and not ((said := str(say.show(content))).count(", ") >= MANY_ANSWERED and said in why):
            label, shown_as = say.name(name), str(say.show(content))
            pieces.append(shown_as if label.lower() in shown_as.lower() else f"{label} {shown_as}")  # in supply
    page.add(say.row("values"), dict.fromkeys(pieces))


def _missing(page: _Page, ruling: Ruling) -> None:
    """What a player has to say, what hangs on it, and how to type it."""
    say = page.say
    label = say.row("needs")
    for need in ruling.needs:
        rules = f" ({', '.join(dict.fromkeys(need.rules))})" if need.rules else ""
        groups: dict[str, list[str]] = {}
        for name, outcome in need.outcomes.items():
            groups.setdefault(outcome_text(say, outcome), []).append(say.show(name))
        arrow = say.phrase("arrow")
        pieces = (
            [f"{ranges(names)} {arrow} {told}" for told, names in groups.items()]
            if any(need.outcomes.values())
            else [ranges(list(map(say.show, need.outcomes)))]
        )
        pieces = [piece for piece in pieces if piece]
        page.add(label, [f"{say.fact(need.fact)}{rules}{': ' if pieces else ''}" + "; ".join(pieces)])
        label = ""
        typed = say.typed(need.fact, say.example(need))
        if "…" not in typed:  # a whole printed table is not typed in a line
            page.add("", [f'{say.row("type")} "{typed}"'])


def _assumptions(say: Say, assumed: Mapping[str, Any]) -> list[str]:
    """What the defaults supplied; of many hexes or hexsides that are taken alike, the first and how many more."""
    alike: dict[tuple[str, str, str], list[str]] = {}
    for fact, content in assumed.items():
        path = parse(fact)
        kind = (path.head, path.fact) if path is not None and path.thing else ("", fact)
        shown = _any_of(say, fact, content) if isinstance(content, tuple) else say.show(content)
        if content is None:
            shown = say.show("off_map") if kind == ("units", "at") else say.phrase("unsaid")
        alike.setdefault((*kind, shown), []).append(fact)
    lines = []
    for (_, _, content), facts in alike.items():
        named = facts if len(facts) <= MANY_ASSUMED else facts[:1]
        lines += [f"{say.fact(fact)} = {content}" for fact in named]
        if len(named) < len(facts):
            lines[-1] += f" {say.phrase('and_more', count=len(facts) - 1)}"
    return lines


def _any_of(say: Say, fact: str, values: tuple[Any, ...]) -> str:
    """The values that a fact nobody stated is taken to be one of; of many, those that it is not."""
    possible = say.book.values_of(fact) if say.book is not None else None
    rest = [value for value in possible or () if value not in values]
    words = ranges([say.show(value) for value in values])
    return say.phrase("all_but", values=ranges([say.show(value) for value in rest])) if 0 < len(rest) < len(values) else words


def _reading(page: _Page, reading: Mapping[str, Any], explain: bool) -> None:
    say = page.say
    for row in reading_rows(say, reading):
        outcome = reading["other"][row["other"]]
        if outcome or explain:
            told = outcome_text(say, outcome) if outcome else say.phrase("same_outcome")
            other = say.phrase("otherwise", choice=row["other_text"])
            page.add(say.row("reading"), [f"{row['id']} ({row['rule']}): {row['text']}; {other}: {told}"])
