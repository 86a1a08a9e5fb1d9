"""The order in which the rules of a stage speak: that of the printed numbers, unless a rule declares another place."""

from __future__ import annotations

import os
import re
from collections.abc import Callable, Iterable, Sequence
from typing import Any

from adjudicator.book.acts import BookFault
from adjudicator.book.rules import Rule

_PARTS = re.compile(r"\d+|[^\W\d_]+")


def natural(number: str, decimal: bool = False) -> tuple[tuple[int, int, str], ...]:
    """What printed numbers are sorted by: 5.9 before 5.10, 4.3 before 4.3a before 4.4.

    ``decimal``: each digit behind the point is a level of its own, as in the books of the seventies: 7.2 before 7.23 before 7.3.
    """
    if decimal:
        chapter, _, rest = number.partition(".")
        number = ".".join((chapter, *rest))
    return tuple((0, int(part), "") if part.isdigit() else (1, 0, part) for part in _PARTS.findall(number))


def printed(rules: Iterable[Rule], index: Callable[[], Iterable[str]], decimal: bool = False) -> list[Rule]:
    """Rules in the order of their numbers; in that of the printed index (read only then) where not all of them are numbers.

    Rules of one number keep the order in which they are defined.
    """
    rules = list(rules)
    if all(rule.number[:1].isdigit() for rule in rules):
        keys: dict[str, Any] = {number: natural(number, decimal) for number in {rule.number for rule in rules}}
        return sorted(rules, key=lambda rule: keys[rule.number])
    places = {number: place for place, number in enumerate(index())}
    return sorted(rules, key=lambda rule: places.get(rule.number, len(places)))


def arranged(rules: Sequence[Rule], everywhere: Iterable[Rule]) -> list[Rule]:
    """The rules of one stage of one act, given in printed order, with each declared one moved to its place.

    ``before="N"``: right in front of the first function of N, ``after="N"``: right behind the last.  Where N does not concern the
    act, the rule stays at its number.  Exceptions are left out: they speak with their rule.  ``everywhere``: all rules of the book;
    a name that none of them bears in this stage is a BookFault, and so is a circle.
    """
    order = [rule for rule in rules if not (rule.exception_to or rule.before or rule.after)]
    waiting = [rule for rule in rules if rule.before or rule.after]
    behind: dict[Rule, list[Rule]] = {}  # what has already been put behind a rule
    while waiting:
        for rule in waiting:
            targets = _meant(rule, rules, everywhere)
            if not any(other in waiting for other in targets):
                break
        else:
            raise BookFault(f"{_where(waiting[0])}: before and after go in a circle: {', '.join(other.number for other in waiting)}")
        waiting.remove(rule)
        if not targets:
            at = next((at for at, other in enumerate(order) if rules.index(other) > rules.index(rule)), len(order))
        elif rule.before:
            at = min(order.index(other) for other in targets)
        else:
            last = max(targets, key=order.index)
            done = behind.setdefault(last, [])
            at = max(order.index(other) for other in (last, *done)) + 1
            done.append(rule)
        order.insert(at, rule)
    return order


def _meant(rule: Rule, rules: Sequence[Rule], everywhere: Iterable[Rule]) -> list[Rule]:
    """The rules that a declared place names, by number or by function, as far as they speak here; for an exception its rule."""
    found: list[Rule] = []
    for name in rule.before or rule.after:
        here = [other for other in rules if name in names(other) and other.function is not rule.function]
        if not here and not any(name in names(other) and other.stage == rule.stage for other in everywhere):
            raise BookFault(f'{_where(rule)}: rule {rule.number}: no rule "{name}" speaks in stage "{rule.stage}"')
        for other in here:
            found += [parent for parent in rules if parent.number in other.exception_to] if other.exception_to else [other]
    return found


def names(rule: Rule) -> tuple[str, str]:
    """What a declared place may call a rule: its number or the name of its function."""
    return rule.number, rule.function.__name__


def _where(rule: Rule) -> str:
    code = rule.code
    return f"{os.path.basename(code.co_filename)}:{code.co_firstlineno}"
