"""Registration: the decorators that put a function or a class of a rulebook under its printed number or kind."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterable
from functools import wraps
from types import CodeType
from typing import Any, NamedTuple, TypeVar

from adjudicator.book.acts import LEGALITY, BookFault, Case, RuleFunction
from adjudicator.ground.facts import Missing
from adjudicator.ground.provenance import listening
from adjudicator.ground.ruling import KEPT, Finding, Findings

ROWS = "__rows__"
"""Where a chapter keeps its rules of one expression, which have no name there."""
Condition = Callable[[Any], bool]
F = TypeVar("F", bound=Callable[..., Any])
C = TypeVar("C", bound=type[Case])
A = TypeVar("A", bound=Case)
B = TypeVar("B", bound=Case)


class Rule(NamedTuple):
    """One function of a chapter: its printed number, the acts and the stage it speaks in, and the rule it is an exception to."""

    number: str
    on: tuple[type[Case], ...]
    stage: str
    exception_to: tuple[str, ...]
    function: RuleFunction
    when: Condition | None = None
    before: tuple[str, ...] = ()
    after: tuple[str, ...] = ()

    @property
    def code(self) -> CodeType:
        """The code as the rulebook's author wrote it: file, line, names."""
        found: CodeType = _written(self.function).__code__
        return found


class Turn(NamedTuple):
    """One rule's turn to speak in a stage, and the exceptions that would silence it."""

    number: str
    function: RuleFunction
    exceptions: list[Rule]


class Stage(NamedTuple):
    """The rules of one stage of an act, in the order in which they speak; ``legality``: they decide whether the act is legal."""

    name: str
    legality: bool
    turns: list[Turn]


def rule(
    number: str,
    on: type[Case] | tuple[type[Case], ...] = (),
    stage: str = LEGALITY,
    exception_to: str | tuple[str, ...] = (),
    when: Condition | None = None,
    before: str | tuple[str, ...] = (),
    after: str | tuple[str, ...] = (),
    each: str | Callable[[Any], Iterable[Any]] | None = None,
) -> Callable[[F], F]:
    """Register a function under the number that is printed in the book.

    ``on``: the acts whose judging it takes part in; without it the function only defines a term that other rules use.
    ``exception_to``: if the function yields anything, the rule of that number is silent in this stage and act.
    ``when``: a plain test of the prepared act (whose side it is, whether aids were claimed) that never asks for a fact.  Where
    it is false the rule does not concern the act and is not even called.
    A function of two arguments, the act and an item, is given what its stage is gone through for (a step of a move).
    ``each``: what of the act it is asked for one by one, an attribute or method by its name ("units") or a function of the act; the
    item is its second argument.
    ``before``, ``after``: numbers, or names of functions, of the same stage that it speaks right in front of or right behind
    (one of the two), where that is not its printed place.
    """

    def register(function: F) -> F:
        found = function.__dict__.setdefault("rules", [])
        if bool(before) + bool(after) + bool(exception_to) > 1:
            raise BookFault(f"rule {number}: before, after and exception_to exclude each other; an exception speaks with its rule")
        spoken = _of_each(function, each) if each else _of_the_item(function) if on else function
        found.append(Rule(number, _acts(on), stage, _several(exception_to), spoken, when, _several(before), _several(after)))
        return function

    return register


def cited(number: str, on: type[Case] | tuple[type[Case], ...] = (), stage: str = LEGALITY) -> Callable[[F], F]:
    """Register a predicate or a look-up that the book prints under a number of its own: whose answer holds, is cited.

    Without ``on``: a helper of other rules.  A rule that says anything cites, beside itself, the helpers that it has used and whose
    answer held (was true, was not empty), and the helpers of these; save what a search asked of the hexes that it tried.
    ``on``: acts in whose ruling the number is cited where the predicate of the prepared act holds, as far as the facts are known.
    It says nothing itself.  Several of these may stand above one predicate.
    """

    def register(function: F) -> F:
        if on:
            function.__dict__.setdefault("rules", []).append(Rule(number, _acts(on), stage, (), _tested(function)))
            return function

        @wraps(function)
        def helper(*args: Any, **kwargs: Any) -> Any:
            heard = listening.get()
            if heard is None:
                return function(*args, **kwargs)
            before = len(heard)
            found = function(*args, **kwargs)
            if found:
                heard[number] = None
            elif len(heard) > before:  # what led to nothing is no reason
                for other in list(heard)[before:]:
                    del heard[other]
            return found

        helper.__dict__.setdefault("rules", []).append(Rule(number, (), "", (), helper))
        return helper  # type: ignore[return-value]

    return register


def says(number: str, on: type[Case] | tuple[type[Case], ...], stage: str, text: str, finding: Callable[..., Any], when: Condition | None = None) -> Rule:
    """Register a rule of one expression: what it says of the act (and of the item), a finding or several, or nothing (None, False, [])."""
    asked = _of_the_item(finding)

    @wraps(finding)
    def said(case: Any) -> Iterable[Finding]:
        found = asked(case)
        if not found:
            return ()
        return (found,) if found.__class__ is Finding else filter(None, found)

    return _row(number, on, stage, text, said, when)


def cites(number: str, on: type[A] | tuple[type[A], ...], text: str, holds: Callable[[A], bool], stage: str = LEGALITY) -> Rule:
    """Register a number that says nothing of its own: it is cited in the ruling on these acts where this holds of them (see :func:`cited`)."""
    return _row(number, on, stage, text, _tested(holds), None)


def _tested(holds: Callable[[Any], Any]) -> RuleFunction:
    """A rule that does no more than cite its number, where something holds of the act as far as the facts are known."""

    @wraps(holds)
    def tested(case: Any) -> Findings:
        try:
            if holds(case):
                yield KEPT
        except Missing:
            pass

    return tested


def _row(number: str, on: type[Case] | tuple[type[Case], ...], stage: str, text: str, function: RuleFunction, when: Condition | None) -> Rule:
    """Keep a rule that has no name with its chapter."""
    function.__name__, function.__doc__ = f"rule {number}", text
    found = Rule(number, _acts(on), stage, (), function, when)
    function.__dict__["rules"] = [found]
    vars(sys.modules[function.__module__]).setdefault(ROWS, []).append(function)
    return found


def _written(function: Any) -> Any:
    """The function as the rulebook's author wrote it."""
    while hasattr(function, "__wrapped__"):
        function = function.__wrapped__
    return function


def _of_the_item(function: Callable[..., Any]) -> Callable[[Any], Any]:
    """A function that is given the item of its stage if it takes one."""
    written = _written(function)
    if written.__code__.co_argcount - len(written.__defaults__ or ()) < 2:
        return function

    @wraps(function)
    def spoken(case: Any) -> Any:
        return function(case, case.item)

    return spoken


def _of_each(function: Callable[[Any, Any], Iterable[Finding] | None], each: str | Callable[[Any], Iterable[Any]]) -> RuleFunction:
    @wraps(function)
    def spoken(case: Any) -> Findings:
        found: Any = getattr(case, each) if isinstance(each, str) else each(case)
        for item in found() if callable(found) else found:
            yield from function(case, item) or ()

    return spoken


def _acts(on: type[Case] | tuple[type[Case], ...]) -> tuple[type[Case], ...]:
    return on if isinstance(on, tuple) else (on,)


def _several(names: str | tuple[str, ...]) -> tuple[str, ...]:
    return (names,) if isinstance(names, str) else names


def derives(fact: str, number: str) -> Callable[[F], F]:
    """Register a function of a unit, hex or the situation that computes a fact from the position (``units.supply``)."""

    def register(function: F) -> F:
        function.__dict__.setdefault("rules", []).append(Rule(number, (), "", (), function))
        function.__dict__["derives"] = (fact, number)
        return function

    return register


def act(*kinds: str) -> Callable[[C], C]:
    """Register the class that judges an act or question of these kinds (grammars/acts.yaml)."""

    def register(cls: C) -> C:
        cls.kind = kinds[0]
        cls.__kinds__ = kinds  # type: ignore[attr-defined]
        return cls

    return register


def act_named(kinds: str | tuple[str, ...], text: str, base: type[B], *mixed: type, **flags: Any) -> type[B]:
    """A class for an act of these kinds that is no more than its name: whatever it does is what ``base`` does; ``mixed`` go before it, ``flags``
    are those of :class:`Case`."""
    found = type(_several(kinds)[0], (*mixed, base), {"__doc__": text, "__module__": sys._getframe(1).f_globals["__name__"], **flags})
    return act(*_several(kinds))(found)
