"""What each value of a fact that nobody knows would give: compared, put together, and told in few lines."""

from __future__ import annotations

from itertools import pairwise
from typing import Any

from adjudicator.ground.facts import label
from adjudicator.ground.ruling import ILLEGAL, Ruling

WIDE = 12  # a range of more values than this is tried at its ends first, unless it is the first fact of a ruling that is shown
LISTED = 10  # outcomes of one number that nobody knows


def difference(outcome: dict[str, Any], other: dict[str, Any]) -> dict[str, Any]:
    """The entries of one outcome that the other does not share."""
    return {key: content for key, content in outcome.items() if key not in other or other[key] != content}


def outcomes_of(branches: list[tuple[Any, Ruling]], flats: list[dict[str, Any]], shared: dict[str, Any]) -> dict[str, dict[str, Any]]:
    """Outcome of each value, without what all share; neighbours in a range that give the same are put together."""
    if len(branches) > 1 and all(flat == shared for flat in flats):
        return {}
    rows: list[tuple[Any, dict[str, Any]]] = []
    for (tried, branch), flat in zip(branches, flats, strict=True):
        differing = difference(flat, shared)
        if "column" in differing:
            differing.pop("roll_table", None)
        if any(not need.outcomes for need in branch.needs):  # more shifts may follow
            differing = {name: content for name, content in differing.items() if name not in ("shifts", "drms", "column")}
        if branch.verdict == ILLEGAL and "verdict" in differing:
            differing = {"verdict": ILLEGAL, "rules": list(dict.fromkeys(rule for rule, finding in branch.findings if finding.effect == "forbids"))}
        rows.append((tried, differing))
    numbers = all(isinstance(tried, int) and not isinstance(tried, bool) for tried, _ in rows)
    groups = together(coarse(rows) if numbers else rows, numbers)
    found = {}
    for first, last, differing in groups:
        name = label(first) if first == last else f"{first}-{last}" if not numbers or min(first, last) >= 0 else f"{min(first, last)}..{max(first, last)}"
        found[f"{first}+" if numbers and len(rows) > WIDE and last == rows[-1][0] else name] = differing
    return found


def together(rows: list[tuple[Any, dict[str, Any]]], numbers: bool) -> list[tuple[Any, Any, dict[str, Any]]]:
    """First and last value of those that give the same: numbers in a row. A word alone that makes no difference is left out."""
    groups: list[tuple[Any, Any, dict[str, Any]]] = []
    for tried, differing in rows:
        if numbers and groups and groups[-1][2] == differing:
            groups[-1] = (groups[-1][0], tried, differing)
        elif not (isinstance(tried, tuple) and any(first == () and outcome == differing for first, _, outcome in groups)):
            groups.append((tried, tried, differing))
    return groups


def coarse(rows: list[tuple[Any, dict[str, Any]]]) -> list[tuple[Any, dict[str, Any]]]:
    """The outcomes of many numbers without the figures that are another one for each of them: what is left changes a few times only."""
    if len(together(rows, True)) <= LISTED:
        return rows
    names = dict.fromkeys(name for _, outcome in rows for name in outcome)
    changes = {name: sum(one.get(name) != other.get(name) for (_, one), (_, other) in pairwise(rows)) for name in names}
    kept: set[str] = set()
    for name in sorted(names, key=lambda name: (name not in ("verdict", "rules"), changes[name])):
        fewer = [(tried, {key: outcome[key] for key in outcome if key in kept or key == name}) for tried, outcome in rows]
        if len(together(fewer, True)) <= LISTED:
            kept.add(name)
    return [(tried, {key: outcome[key] for key in outcome if key in kept}) for tried, outcome in rows]
