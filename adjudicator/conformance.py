"""Numbered questions with right answers (docs/formats.md, "conformance cases"), and how far the program agrees with them."""

from __future__ import annotations

import re
from fractions import Fraction
from typing import Any

from adjudicator.book import Rulebook
from adjudicator.ruling import UNDETERMINED, Ruling
from adjudicator.situation import Situation

LANGUAGES = ("en", "es")
_TOP = ("odds", "column", "result", "modified")


class Outcome:
    """What came of one case: per language the differences, and the rule numbers that were not cited."""

    __slots__ = ("differs", "id", "uncited")

    def __init__(self, id_: str) -> None:
        self.id = id_
        self.differs: dict[str, Any] = {}
        self.uncited: list[str] = []

    @property
    def ok(self) -> bool:
        """Whether both languages agree with the case."""
        return not self.differs


def run_case(book: Rulebook, language: Any, case: dict[str, Any]) -> Outcome:
    """Judge one case in both languages."""
    from adjudicator.referee import Referee, worst

    outcome = Outcome(case["id"])
    uncited: set[str] = set()
    for lang in LANGUAGES:
        text = case["declaration"].get(lang)
        if text is None:
            continue
        try:
            situation = Situation(book, case["situation"])
            rulings = Referee(book, situation, language).hear(text, case.get("rolls") or ())
        except Exception as error:
            from adjudicator.language import NotUnderstood, explain

            said = explain(error, "en") if isinstance(error, NotUnderstood) else f"{type(error).__name__}: {error}"
            outcome.differs[lang] = {"error": said}
            continue
        differs = compare(case, rulings, worst(rulings), book)
        if differs:
            outcome.differs[lang] = differs
        cited = {number for ruling in rulings for number in ruling.cites}
        uncited |= {number for number in case.get("rules") or () if not any(covers(other, number) for other in cited)}
    outcome.uncited = sorted(uncited)
    return outcome


def covers(cited: str, number: str) -> bool:
    """A finer citation counts as the coarser one (5.1m part iii for 5.1m, 6.2.2 for 6.2.2#2)."""
    return cited == number or cited.startswith((number + " ", number + "#")) or number.partition("#")[0] == cited


def compare(case: dict[str, Any], rulings: list[Ruling], verdict: str, book: Rulebook) -> dict[str, Any]:
    """Every key of the case's expectation that the rulings do not give, with what they give instead."""
    expect = case["expect"]
    differs: dict[str, Any] = {}
    if not rulings:
        return {"verdict": [expect.get("verdict"), None]}
    computed: dict[str, Any] = {}
    for ruling in rulings:
        computed.update(ruling.computed)
    if expect["verdict"] != verdict:
        differs["verdict"] = [expect["verdict"], verdict]
    for key, wanted in expect.items():
        if key in ("verdict", "needs", "computed", "shifts", "drms", "effects", "warning"):
            continue
        got = sum(finding.by for ruling in rulings for _, finding in ruling.drms) if key == "drm" else computed.get(key)
        if wanted == UNDETERMINED and got is None:
            continue
        if not same(wanted, got):
            differs[key] = [wanted, got]
    for key, wanted in (expect.get("computed") or {}).items():
        got = computed.get(key)
        if not (wanted == UNDETERMINED and got is None) and not same(wanted, got):
            differs[f"computed.{key}"] = [wanted, got]
    for key in ("shifts", "drms"):
        if key in expect:
            got_rows = sorted((finding.by, rule) for ruling in rulings for rule, finding in getattr(ruling, key) if finding.by)
            rows = sorted((row["by"], row.get("rule", "")) for row in expect[key] if row["by"])
            if [row[0] for row in rows] != [row[0] for row in got_rows] or any(rule and not covers(mine[1], rule) for (_, rule), mine in zip(rows, got_rows, strict=True)):
                differs[key] = [rows, got_rows]
    if "effects" in expect:
        effects = [effect for ruling in rulings for effect in ruling.effects]
        missing = [effect for effect in expect["effects"] if not any(all(same(value, other.get(key)) for key, value in effect.items()) for other in effects)]
        if missing or (not expect["effects"] and effects):
            differs["effects"] = [expect["effects"], effects]
    if "needs" in expect:
        wrong = _needs(expect, rulings)
        if wrong:
            differs["needs"] = wrong
    cited = {number for ruling in rulings for number in ruling.cites}
    if case.get("rules") and not any(covers(mine, number) for number in case["rules"] for mine in cited):
        differs["cites"] = [case["rules"], sorted(cited)]
    return differs


def _needs(expect: dict[str, Any], rulings: list[Ruling]) -> list[Any] | None:
    needs = [need for ruling in rulings for need in ruling.needs]
    if not expect["needs"]:
        stated = {"verdict", *(expect.get("computed") or {}), *(key for key in (*_TOP, "shifts", "drms") if key in expect)}
        asked = [need.fact for need in needs if need.fact != "rolls" and (not need.outcomes or any(stated & set(keys) for keys in need.outcomes.values()))]
        return [[], asked] if asked else None
    asked = [need.fact for need in needs]
    missing = [fact for fact in expect["needs"] if not any(about(fact) & about(other) or not about(fact) for other in asked)]
    return [expect["needs"], asked] if missing else None


def about(fact: str) -> set[str]:
    """The hex, hexside, unit, marker or table that a fact is about; the fact itself if it names none."""
    inside = re.findall(r"\[([^\]]*)\]", fact)
    if fact.startswith("tables."):
        return {".".join(fact.split("[")[0].split(".")[:2])}
    return set(inside[:1]) or {fact}


def same(wanted: Any, got: Any) -> bool:
    """Equal, numbers as exact fractions, lists in any order."""
    if isinstance(wanted, bool) or isinstance(got, bool):
        return wanted is got
    if isinstance(wanted, dict) and isinstance(got, dict):
        return set(map(str, wanted)) == set(map(str, got)) and all(same(value, {str(k): v for k, v in got.items()}[str(key)]) for key, value in wanted.items())
    if isinstance(wanted, (list, tuple)) and isinstance(got, (list, tuple)):
        return len(wanted) == len(got) and all(any(same(item, other) for other in got) for item in wanted)
    try:
        return Fraction(str(wanted)) == Fraction(str(got))
    except (ValueError, ZeroDivisionError):
        return str(wanted) == str(got)
