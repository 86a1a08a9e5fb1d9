"""Rulings that took long are remembered: a line is judged more than once on the same position (as a piece of a longer one, with other ways to read its
dice), and what is judged anew comes to the same.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple

from adjudicator.ground import work
from adjudicator.ground.ruling import Ruling
from adjudicator.ground.situation import Situation
from adjudicator.language import Act

LONG = 6 * work.REPLAY
"""A ruling that took fewer steps is made anew sooner than it is found."""
KEPT = 6
"""So many rulings are remembered, the latest."""


class Remembered(NamedTuple):
    """A ruling with all that it hangs on: the position (a copy), what was asked, after how many steps something was left untried, whether nothing was
    (``whole``), and what reading the position has left in it."""

    position: Situation
    asked: Any
    steps: int
    whole: bool
    ends: tuple[int | None, int | None]
    ruling: Ruling
    unsaid: dict[str, None]
    assumed: dict[str, Any] | None
    readings: dict[str, str]


class Judgements:
    """The latest rulings that took long."""

    def __init__(self) -> None:
        self.made: list[Remembered] = []

    def ruling(self, situation: Situation, asked: tuple[Act, list[Act], list[int], *tuple[Any, ...]], judge: Callable[[], Ruling]) -> Ruling:
        """The ruling that ``judge`` makes of what is asked (an act, its answers, dice, whatever else it hangs on), or made of it before."""
        ends = work.ends()
        if self.made and (made := self._found(situation, _said(asked), ends)) is not None:
            work.count(made.steps)
            if not made.whole:
                work.cut()
            found = made.ruling.copy()
            situation.unsaid, situation.used_readings = dict(made.unsaid), dict(made.readings)
            situation.assumed = found.assumed if made.assumed is None else dict(made.assumed)
            return found
        begun = work.done()
        ruling = judge()
        steps, whole = work.since(begun)
        if steps >= LONG:
            own = None if ruling.assumed is situation.assumed else dict(situation.assumed)  # the same: what is assumed later is told with it
            left = dict(situation.unsaid), own, dict(situation.used_readings)
            self.made = [Remembered(situation.copy(), _said(asked), steps, whole, ends, ruling.copy(), *left), *self.made[: KEPT - 1]]
        return ruling

    def _found(self, situation: Situation, said: Any, ends: tuple[int | None, int | None]) -> Remembered | None:
        """The ruling that was made of just this, if as much may be tried now."""
        for made in self.made:
            bounded = work.suffices(made.steps) if made.whole else made.ends == ends
            if bounded and made.asked == said and made.position.same(situation):
                return made
        return None


def _said(asked: tuple[Act, list[Act], list[int], *tuple[Any, ...]]) -> Any:
    """All that is asked, so that it can be compared and no change of the act changes it."""
    act, answers, dice, *ways = asked
    return (act.kind, dict(act.slots), act.text, list(answers), [(type(die), die) for die in dice], *ways)
