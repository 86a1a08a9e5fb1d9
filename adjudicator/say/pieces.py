"""Pieces of a ruling in words, for the whole page and for the brief answer: reasons, dice, effects, outcomes."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from typing import TYPE_CHECKING, Any

from adjudicator.ground.ruling import ILLEGAL, LEGAL
from adjudicator.say.json import TOP
from adjudicator.say.words import Say

if TYPE_CHECKING:
    from adjudicator.book import Rulebook
    from adjudicator.ground.ruling import Finding, Ruling

IN_TABLES = ("roll_table", "table_result")
TOTALS = ("attack_total", "defense_total")
_ORDER = ("verdict", "answer", "result", "column", "drm", "modified", "odds", "cost", "stops_at", "destination", "vp", "supply", "comms")


def heading(ruling: Ruling, book: Rulebook) -> str:
    """The verdict as it is told: what only says how things stand, and no rule speaks of, is noted and not judged."""
    return "noted" if ruling.verdict == LEGAL and not ruling.cites and book.acts[ruling.kind].silent else ruling.verdict


def is_answer(ruling: Ruling) -> bool:
    """Whether the ruling answers a question: then ``legal`` only says that it could be answered."""
    return ruling.verdict == LEGAL and "answer" in ruling.computed


def reasons(say: Say, ruling: Ruling, effects: tuple[str, ...], explain: bool = False) -> list[str]:
    """What the rules with these effects say, each once, without what has a line of its own.

    What permits an act comes in falling order of rules: the nearest to the act first.
    """
    found: dict[str, dict[str, None]] = {}  # by text: the rules that say so
    own_line = () if explain else (*TOP, *IN_TABLES) if ruling.ledgers else ("odds", "column", "drm", "modified", *IN_TABLES)
    for effect in effects:
        rows = [row for row in ruling.findings if row[1].effect == effect and not (own_line and row[1].to in own_line)]
        if effect == "permits":
            rows.sort(key=lambda row: number_key(row[0]), reverse=True)
        for rule, finding in rows:
            found.setdefault(say.finding(finding), {})[rule] = None
    return [f"{text} ({', '.join(sorted(rules, key=number_key))})" for text, rules in found.items()]


def shifts_of(ruling: Ruling) -> list[tuple[str, Finding]]:
    """The shifts that a ruling sums up: what modifies the strength of one side stands in its ledger already, and the net of both is told instead."""
    return [row for row in ruling.shifts if "side" not in row[1].slots or not ruling.ledgers]


def why_answered(ruling: Ruling) -> tuple[str, ...]:
    """The effects of the findings that say why an answer is as it is: what was put to the test and kept is no reason for a no."""
    found = ("value", "defines", "permits")
    denied = ruling.computed.get("answer") == "no" and any(finding.effect in found[:2] and finding.key for _, finding in ruling.findings)
    return found[:2] if denied else found


def number_key(number: str) -> list[tuple[int, str]]:
    """Sort key of a printed rule number: 13.10 stands behind 13.9, 5.1m behind 5.1."""
    key = []
    for part in number.replace("#", ".").replace(" ", ".").split("."):
        digits = part[: len(part) - len(part.lstrip("0123456789"))]
        key.append((int(digits or 0), part[len(digits) :]))
    return key


def signed(number: Any) -> str:
    """A number with its sign."""
    return f"{number}" if number < 0 else f"+{number}"  # Fraction knows no format sign


def face_rows(say: Say, table: Mapping[str, Any]) -> list[str]:
    """The table of rolls; in a long one equal neighbours are put together."""
    rows = [(str(face), say.show(result)) for face, result in table.items()]
    if len(rows) <= 6:
        return [f"{face} {result}" for face, result in rows]
    pieces: list[list[str]] = []
    for face, result in rows:
        if pieces and pieces[-1][2] == result:
            pieces[-1][1] = face
        else:
            pieces.append([face, face, result])
    return [f"{first if first == last else f'{first}-{last}'} {result}" for first, last, result in pieces]


def share_rows(say: Say, chances: Mapping[str, Fraction]) -> list[str]:
    """The chance of each result, equal ones together."""
    by_share: dict[Fraction, list[str]] = {}
    for result, share in chances.items():
        by_share.setdefault(share, []).append(say.show(result))
    pieces = []
    groups = sorted(by_share.items(), reverse=True)
    for share, results in groups:
        if len(results) == 1:
            pieces.append(f"{results[0]} {share}")
        elif len(groups) > 1 and len(results) > 2 and len(results) == max(len(names) for names in by_share.values()):
            pieces.append(say.phrase("each_other", chance=share))
        else:
            pieces.append(say.phrase("each", results=", ".join(results), chance=share))
    return pieces


def effect_text(say: Say, effect: Mapping[str, Any]) -> str:
    """One change of the position in words."""
    pieces = []
    if "unit" in effect:
        unit = effect["unit"]
        steps = effect.get("steps")
        if isinstance(steps, int) and steps:
            pieces.append(say.phrase("effect_steps" if steps < 0 else "effect_gains", unit=unit, count=abs(steps)))
        if effect.get("eliminated") or effect.get("removed"):
            pieces.append(say.phrase("effect_eliminated", unit=unit))
        if "at" in effect:
            pieces.append(say.phrase("effect_off" if effect["at"] in ("off_map", None) else "effect_at", unit=unit, at=effect["at"]))
        known = ("unit", "steps", "eliminated", "removed", "at")
        pieces += [say.phrase("effect_fact", name=f"{unit}: {say.name(key)}", value=content) for key, content in effect.items() if key not in known]
    elif "marker" in effect:
        gone = effect.get("removed")
        if gone or "at" in effect:
            pieces.append(say.phrase("effect_marker_off" if gone else "effect_marker", marker=effect["marker"], at=effect.get("at", "?")))
        known = ("marker", "removed", "at", "kind", "side")
        pieces += [say.phrase("effect_fact", name=f"{effect['marker']}: {say.name(key)}", value=content) for key, content in effect.items() if key not in known]
    elif "chit" in effect:
        pieces.append(say.phrase("effect_marker_off", marker=effect["chit"], at="?"))
    elif "hex" in effect:
        for key, content in effect.items():
            if key == "control":
                pieces.append(say.phrase("effect_control", hex=effect["hex"], control=content))
            elif key != "hex":
                pieces.append(say.phrase("effect_fact", name=f"{effect['hex']}: {say.name(key)}", value=content))
    elif "state" in effect:
        pieces.append(say.phrase("effect_fact", name=say.fact(effect["state"]), value=effect.get("value")))
    elif say.book is not None and any(list_["one"] in effect for list_ in (say.book.meta.get("lists") or {}).values()):
        first, *rest = effect.items()  # a thing of one of the rulebook's lists: a formation
        pieces += [say.phrase("effect_fact", name=f"{first[1]}: {say.name(key)}", value=content) for key, content in rest]
    return ", ".join(pieces)


def ranges(names: list[str]) -> str:
    """Values that give the same, numbers in a row as a range."""
    runs: list[list[str]] = []
    for name in names:
        first, _, last = name.rstrip("+").partition("-") if name[:-1].isdigit() else name.partition("-")
        if name.endswith("+") and runs and runs[-1][1].isdigit() and first.isdigit() and int(first) == int(runs[-1][1]) + 1:
            runs[-1] = [f"{runs[-1][0]}+", f"{runs[-1][0]}+"]
        elif name.endswith("+"):
            runs.append([name, name])
        elif first.isdigit() and runs and runs[-1][1].isdigit() and int(first) == int(runs[-1][1]) + 1:
            runs[-1][1] = last if last.isdigit() else first
        else:
            runs.append([first, last] if first.isdigit() and last.isdigit() else [name, name])
    return ", ".join(first if first == last else f"{first}-{last}" for first, last in runs)


def outcome_text(say: Say, outcome: Mapping[str, Any]) -> str:
    """What one value of a missing fact, or another reading, would give: the verdict if that changes, else the chief figures."""
    if not outcome:
        return say.phrase("nothing_changes")
    if outcome.get("verdict") == ILLEGAL:
        rules = outcome.get("rules")
        return say.show(ILLEGAL) + (f" ({', '.join(rules)})" if rules else "")
    keys = [key for key in _ORDER if key in outcome]
    if "verdict" in keys:  # what is allowed is what is asked; the figures follow once it is known
        keys = [key for key in keys if key in ("verdict", "answer", "result", "column")]
        outcome = {key: outcome[key] for key in keys}
    if "column" in keys:
        keys = [key for key in keys if key != "odds"]
    hidden = {*IN_TABLES, "rules"} | ({"shifts", "drms", *TOTALS} if keys else set())
    keys += [key for key in outcome if key not in _ORDER and key not in hidden]
    pieces = []
    for key in keys[:3]:
        if key == "verdict":
            pieces.append(say.show(outcome[key]))
        elif key in ("shifts", "drms"):
            pieces.append(f"{say.name(key)} " + (", ".join(f"{signed(by)} ({rule})" for rule, by in outcome[key]) or say.show(None)))
        else:
            pieces.append(f"{say.name(key)} {say.show(outcome[key])}")
    return ", ".join(pieces) or say.phrase("nothing_changes")
