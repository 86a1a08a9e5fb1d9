"""What is being played: the acts of a sentence with everything that is said to them, and their dice.

There is one place where dice are read.  They are told in rows (`roll 4 5`); a row holds whole throws, each as its single dice, or
each as one number, its total.  Which of the two it is, and how many are wanted, the rules tell that ask for them.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import pairwise
from typing import Any, NamedTuple

from adjudicator.book.acts import DICE_FAULTS
from adjudicator.book.engine import done_all_the_same
from adjudicator.ground import work
from adjudicator.ground.facts import DICE, InputError, Missing, span
from adjudicator.ground.ruling import ILLEGAL, LEGAL, UNDETERMINED, Need, Ruling
from adjudicator.ground.situation import Situation
from adjudicator.ground.throws import Total
from adjudicator.language import Act, NotUnderstood, Stated
from adjudicator.play.grounds import grounded
from adjudicator.play.naming import named
from adjudicator.play.referee import Referee
from adjudicator.play.stating import worded
from adjudicator.say.words import Say, examples

MOST_BEHIND = 2  # so many acts later it still counts that one has left open what it did
MOST_TRIED = 24  # so often an act that hangs on facts is judged to find out how many dice it wants


class Deed:
    """An act or a question with the acts that answer it, and what it came to."""

    __slots__ = ("act", "answers", "result")

    def __init__(self, act: Act) -> None:
        self.act = act
        self.answers: list[Act] = []
        self.result: Attempt | None = None

    @property
    def slots(self) -> dict[str, Any]:
        """What fills the slots of the act, the answers among them."""
        return {**self.act.slots, "responses": self.answers} if self.answers else self.act.slots

    @property
    def waits(self) -> bool:
        """Whether a throw of it has not been made."""
        return self.result is not None and self.result.waits


class Matter:
    """The acts of one sentence, and what has been said to them since: it is judged again whenever something is added.

    before    the position before it, while something may still be added
    facts     said since it began: they hold for it when it is judged again
    dice      rows of dice, as they were told
    pool      dice that lie there for whatever asks (`--roll`, ``rolls`` of a case), before this took any; ``took``: those it took
    under     for a question: what was being played when it was asked
    fresh     something has been added that has not been judged
    told      the ruling right before it, in the same entry; of a loss that is told, also on the line before
    last      what was played right before it, if that has left anything open, or what was played before that has (doubt.py)
    behind    so many matters lie between it and the one that has left something open
    """

    __slots__ = ("before", "behind", "claims", "deeds", "dice", "facts", "fresh", "last", "pool", "told", "took", "under")

    last: Matter | None

    def __init__(self, under: Matter | None = None, last: Matter | None = None) -> None:
        self.before: Situation | None = None
        open_ = last is not None and any(deed.result is not None and deed.result.ruling.needs for deed in last.deeds)
        if last is not None and (open_ or last.behind == MOST_BEHIND):
            last.last = None
        self.last = last if last is not None and (open_ or last.last is not None) else None
        self.behind: int = last.behind + 1 if last is not None and last.last is not None else 0
        self.deeds: list[Deed] = []
        self.told: Ruling | None = None
        self.facts: list[Stated | Act] = []
        self.dice: list[tuple[int, ...]] = []
        self.claims: list[tuple[Deed, dict[str, Any]]] = []
        self.pool: list[int] = []
        self.took: list[int] = []
        self.under = under
        self.fresh = True

    def copy(self) -> Matter:
        """The same, which does not change when something is added to this one."""
        other = Matter(self.under.copy() if self.under is not None else None)
        other.last, other.told, other.behind = self.last, self.told, self.behind
        other.before, other.fresh, other.pool, other.took = self.before, self.fresh, list(self.pool), list(self.took)
        other.facts, other.dice = list(self.facts), list(self.dice)
        deeds: dict[int, Deed] = {}
        for deed in self.deeds:
            twin = deeds[id(deed)] = Deed(deed.act)
            twin.answers, twin.result = list(deed.answers), deed.result
            other.deeds.append(twin)
        other.claims = [(deeds[id(deed)], claim) for deed, claim in self.claims]
        return other

    @property
    def waiting(self) -> Act | None:
        """The first of its acts whose throw has not been made."""
        return next((deed.act for deed in self.deeds if deed.waits), None)

    @property
    def takes_dice(self) -> bool:
        """Whether dice may be told for it: they have not been thrown, or nobody can tell whether they are wanted."""
        return self.fresh or any(deed.result is not None and (deed.waits or deed.result.uncertain) for deed in self.deeds)

    def asks_for(self, fact: str) -> bool:
        """Whether a ruling hangs on this fact."""
        return any(need.fact == fact for deed in self.deeds if deed.result is not None for need in deed.result.ruling.needs)


def of_the_whole(act: Act, matter: Matter | None, referee: Referee) -> Act:
    """I attack 3010 and put two points into it; how many dice is that: what is asked of an answer to a deed is asked of the deed with all its answers."""
    for deed in matter.deeds if matter is not None and "ask" in act.slots else ():
        if not deed.act.slots.get("question") and any(answer.kind == act.kind and referee.asks_of(act, answer) for answer in deed.answers):
            told = {name: said for name, said in deed.act.slots.items() if name != "passing"}
            slots = {**told, "question": True, "ask": act.slots["ask"], "responses": list(deed.answers)}
            return Act(deed.act.kind, slots, act.text, act.start, act.end)
    return act


class Attempt:
    """An act judged with some dice.  It does not know its deed, which knows it: so both go when nobody needs them any more.

    asked     whether it is a question, or says what is not done: nothing happens on the map
    worlds    the positions behind the acts before it, by the fact that those hang on and the place of its value (play/doubt.py)
    """

    __slots__ = ("_forced", "act", "asked", "dice", "referee", "ruling", "slots", "worlds")

    def __init__(self, referee: Referee, deed: Deed, dice: list[int], full: bool, ruling: Ruling | None = None) -> None:
        """Raises InputError, NoSuchAct."""
        self.referee = referee
        self.act, self.slots = deed.act, deed.slots
        self.dice = dice
        self._forced: Ruling | None = None
        self.worlds: dict[tuple[str, int], Any] = {}
        self.ruling = ruling or referee.judge(deed.act, deed.answers, dice, full)
        self.asked = referee.asks(deed.act, self.ruling.kind) or referee.leaves(deed.act, self.ruling.kind)

    @property
    def forced(self) -> Ruling:
        """What the act comes to when it is done although it is illegal or not wholly known."""
        if self._forced is None:
            self._forced = done_all_the_same(self.referee.book, self.referee.situation, self.ruling.kind, self.slots, self.dice)
        return self._forced

    @property
    def thrown(self) -> Ruling:
        """The ruling that tells which dice were taken: of an act that may not be done, the one of its being done all the same."""
        unthrown = bool(self.dice) and not self.ruling.dice_used
        denied = unthrown and self.ruling.computed.get("answer") == "no"
        barred = not self.asked and (self.ruling.verdict == ILLEGAL or unthrown and self.ruling.verdict == UNDETERMINED)
        return self.forced if denied or barred else self.ruling

    @property
    def waits(self) -> bool:
        """Whether a throw has not been made."""
        ruling = self.ruling
        if ruling.waits or ruling.needs and any(need.fact == DICE for need in ruling.needs):
            return True
        return ruling.verdict != LEGAL and not self.asked and self.forced.waits

    @property
    def uncertain(self) -> bool:
        """Whether nobody can tell how many dice it takes: it keeps what it is given."""
        if self.asked:
            return self.ruling.verdict != LEGAL
        if self.ruling.verdict == LEGAL and not self.ruling.needs:
            return False
        return self.forced.verdict == UNDETERMINED or not self.forced.throws

    def wanted(self) -> int | None:
        """How many of these dice it takes, or how many it wants if they are too few; None if nobody can tell, so that it keeps them all.

        What hangs on facts that nobody stated is judged with their values (with one that fits, where they cannot be listed): its dice are
        right if they are right for any of them.  Raises InputError for dice that can't be, whatever the facts are.
        """
        if not self.uncertain:
            return self.thrown.dice_used + self.thrown.short
        with work.apart():
            return self._wanted(len(self.dice))

    def _wanted(self, told: int) -> int | None:
        """`wanted`, where something is not known."""
        found: int | None = None
        fault: InputError | None = None
        sure, left = True, MOST_TRIED
        mine = Deed(self.act)
        mine.answers += self.slots["responses"] if self.slots is not self.act.slots else ()
        trying = [self._told(self.referee, mine, self.ruling)]
        while trying and left > 0:
            if work.is_spent():
                return None
            tried = next(trying[-1], None)
            if tried is None:
                trying.pop()
                continue
            left -= 1
            referee, deed = tried
            if deed is None:
                sure = False
                continue
            try:
                other = Attempt(referee, deed, self.dice, False)
                count = None if other.uncertain else other.thrown.dice_used + other.thrown.short
            except InputError as error:
                fault = fault or error
                continue
            if count == told:
                return told
            sure = sure and count != 0  # no die with this value; another one that nobody listed may want some
            if count is None:
                trying.append(self._told(referee, deed, other.ruling))
            found = found or count
        if not sure or left == 0:
            return None
        if found is None and fault is not None:
            raise fault
        return found or None

    @staticmethod
    def _told(referee: Referee, deed: Deed, ruling: Ruling) -> Iterator[tuple[Referee, Deed | None]]:
        """The act where the first fact that its ruling hangs on is told: with each of its values, as a player would type them; None in
        place of a value that cannot be told, and of a number that only stands for others."""
        need = next((need for need in ruling.needs if need.fact != DICE), None)
        if need is None:
            return
        book = referee.book
        say = Say("en", book)
        for value in examples(book, need):
            other = Referee(book, referee.situation.copy(), referee.language, referee.memory)
            twin = Deed(deed.act)
            twin.answers += deed.answers
            try:
                typed = say.typed(need.fact, value)
                fact = named(book, referee.situation, typed) or worded(book, referee.situation, typed)
                for part in (Stated(*fact),) if fact is not None else grounded(referee.parse(typed).parts, other.situation):
                    if isinstance(part, Stated):
                        other.situation.state(*part)
                    elif book.acts[deed.act.kind].takes(other.situation, twin.slots, part, False):
                        twin.answers.append(part)
                    else:
                        said = other.judge(part, [], [], False)
                        other.situation.apply(said.effects + said.records)
            except (InputError, NotUnderstood, LookupError, Missing):
                yield other, None
            else:
                yield other, twin if need.outcomes or not value.isdigit() else None
        if not _all_tried(need) or not need.outcomes and not need.fact.startswith("tables."):  # another place, other counters
            yield referee, None


def _all_tried(need: Need) -> bool:
    """Whether the outcomes of a fact leave no number out between two others: of a wide range only the ends were tried."""
    ends = [found if (found := span(name)) else (int(name), int(name)) if name.isdigit() else None for name in need.outcomes]
    numbers = sorted(row for row in ends if row is not None)
    return len(numbers) < len(ends) or all(last is not None and last + 1 == first for (_, last), (first, _) in pairwise(numbers))


class Thrown(NamedTuple):
    """An act judged with its dice: how many rows were taken, how many numbers of the next one, and why that one was not, if it was not."""

    attempt: Attempt
    taken: int
    fault: InputError | None = None


def throw(referee: Referee, deed: Deed, rows: Sequence[Sequence[int]], own: int, full: bool) -> Thrown:
    """Judge an act with the rows of dice told for it, each as single dice if that fits, else as totals.

    ``own``: so many of the rows are its own and have to be used up; what it does not take of the others is for others.  A row that
    does not fit is left out, with those behind it.
    """
    if not any(rows):
        return Thrown(Attempt(referee, deed, [], full), len(rows))
    read: list[int] = []
    attempt: Attempt | None = None
    for number, row in enumerate(rows):
        if not row or number >= own and attempt is not None and attempt.thrown.dice_used < len(read):
            continue
        fault: InputError | None = None
        for form in forms(row):
            tried, wrong = _tried(referee, deed, read + form, len(read), number >= own, full)
            if wrong is None:
                break
            fault = fault or wrong
        else:
            return Thrown(attempt or Attempt(referee, deed, read, full), number, fault)
        assert tried is not None
        attempt = tried
        read += form
    used = attempt.thrown.dice_used if attempt is not None else 0
    mine = sum(map(len, rows[:own]))
    if attempt is None or attempt.ruling.verdict == LEGAL and max(used, mine) < len(read):  # what it does not use has nothing to do with it
        attempt = Attempt(referee, deed, read[: max(used, mine)], full)
    return Thrown(attempt, len(rows))


def forms(row: Sequence[int]) -> list[list[int]]:
    """The ways to read a row: single dice, totals."""
    return [list(row), [Total(number) for number in row]]


def _tried(referee: Referee, deed: Deed, dice: list[int], before: int, shared: bool, full: bool) -> tuple[Attempt | None, InputError | None]:
    """The act with these dice, and why those behind the first ``before`` are no whole throws of it."""
    try:
        attempt = Attempt(referee, deed, dice, full)
        thrown = attempt.thrown
    except InputError as error:
        if error.key not in DICE_FAULTS:
            raise
        return None, error
    try:
        wanted = attempt.wanted() if thrown.dice_used < len(dice) and not shared else None
    except InputError as error:
        return None, error
    told = len(dice) - before
    if thrown.short and thrown.dice_used >= len(dice):
        return None, InputError("dice_few", told=told, wanted=told + thrown.short)
    if wanted is not None and wanted != len(dice):
        taken = max(0, wanted - before)
        return None, InputError(("dice_many" if wanted < len(dice) else "dice_few") if taken else "dice_none", told=told, wanted=taken)
    return attempt, None
