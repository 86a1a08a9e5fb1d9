"""Questions that are answered by an act only thought of: whether it is legal, what it comes to, and why not."""

from __future__ import annotations

from adjudicator.book import Case, Missing
from adjudicator.ground.ruling import LEGAL, UNDETERMINED, Findings, Ruling, value


def all_known(question: Case, ruling: Ruling) -> None:
    """Assert that nothing is missing from the ruling on an act thought of; raises Missing for the first fact that is."""
    for need in ruling.needs:
        raise Missing(need.fact, question.book.values_of(need.fact))


def is_legal(question: Case, ruling: Ruling) -> bool:
    """Whether an act thought of is legal; what that hangs on is asked for (Missing)."""
    if ruling.verdict == UNDETERMINED:
        all_known(question, ruling)
    return ruling.verdict == LEGAL


def numbers(ruling: Ruling, *names: str) -> Findings:
    """Those of these values that an act thought of comes to."""
    return (value(name, ruling.computed[name]) for name in names if name in ruling.computed)


def why_not(question: Case, ruling: Ruling) -> None:
    """Tell with the answer what forbids an act thought of."""
    for number, finding in ruling.findings:
        if finding.effect == "forbids":
            question.add(number, finding._replace(effect="defines"))
