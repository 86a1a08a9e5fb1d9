"""Chapter 2, 2.1: modifiers of strengths, and rounding."""

from __future__ import annotations

from fractions import Fraction

from adjudicator.book import rule
from adjudicator.ruling import Entry, Findings, define, term, value

from .acts_combat import Combat

HALF = Fraction(1, 2)


@rule("2.1.1", Combat, "odds")
def modifiers_multiply(attack: Combat) -> Findings:
    """A unit that several things halve is halved by each of them."""
    if attack.forbidden:
        return
    for ledger in ("attack", "defense"):
        entries: list[Entry] = list(attack.ruling.ledgers.get(ledger) or ())
        for unit in dict.fromkeys(entry.group for entry in entries if entry.group):
            halvings = [entry for entry in entries if entry.group == unit and entry.value < 0]
            if len(halvings) > 1:
                yield define("halved_twice", units=[unit], unit=unit, strength=str(attack.part(ledger, unit)))


def rounded(total: Fraction | int) -> Fraction | int:
    """A side's strength with all fractions added and then dropped; what would be nothing counts one half."""
    whole = int(total)
    return whole if whole or total <= 0 else HALF


@rule("2.1.2", Combat, "odds")
def fractions_are_added_first(attack: Combat) -> Findings:
    """All fractions of a side are added before anything is rounded down; a total of nothing counts one half (for a defence see 9.3.2)."""
    if attack.forbidden or "attack" not in attack.ruling.ledgers:
        return
    for ledger in ("attack", "defense"):
        exact = Fraction(attack.total(ledger))
        vanishes = ledger == "defense" and 0 < exact < 1
        final = 0 if vanishes and attack.reading("6.3") == "column" else rounded(exact)
        if final != exact:
            yield term(ledger, final - exact, "rounded_down" if final < exact else "counts_half")
        yield value(f"{ledger}_total", final)
