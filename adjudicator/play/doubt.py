"""What follows an act that has left open what it did: judged whatever the fact is that that hangs on."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

from adjudicator.book.engine import merge, stuck
from adjudicator.ground import work
from adjudicator.ground.declaration import Act
from adjudicator.ground.facts import DICE, InputError, Missing
from adjudicator.ground.ruling import ILLEGAL, LEGAL, UNDETERMINED, Ruling
from adjudicator.ground.situation import Situation
from adjudicator.play.duties import RESOLVE
from adjudicator.play.matter import Attempt, Deed, Matter
from adjudicator.play.referee import Referee
from adjudicator.sentences.held import texts

MOST_WORLDS = 12  # values of a fact that are tried for what follows an act that hangs on it


def doubt_of(attempt: Attempt | None) -> str | None:
    """The fact that what an act does to the position hangs on, if there is one."""
    if attempt is None or attempt.asked:
        return None
    return next((need.fact for need in attempt.ruling.needs if need.fact != DICE), None)


def _chain(matter: Matter) -> list[Matter]:
    """What was played right before this since something was left open, the first of it first."""
    found: list[Matter] = []
    while matter.last is not None:
        matter = matter.last
        found.insert(0, matter)
    return found


def doubtful(matter: Matter, results: Sequence[Attempt], act: Act) -> list[Attempt]:
    """The acts before this one, in its sentence and right before that, if one of them has left open what it did.

    One that nobody threw for did nothing, where this is another of its kind.
    """
    last = [deed.result for other in _chain(matter) for deed in other.deeds if deed.result is not None]
    last = [result for result in last if result.act.kind != act.kind or not result.waits]
    before = [*(last if any(map(doubt_of, last)) else ()), *results]
    return before if any(map(doubt_of, before)) else []


def position_before(matter: Matter, earlier: Sequence[Attempt], results: Sequence[Attempt]) -> Situation | None:
    """The position before acts that :func:`doubtful` has found, if nothing has changed it since but these."""
    since = [*(_chain(matter) if len(earlier) > len(results) else ()), matter]
    return since[0].before if not any(other.facts for other in since) else None


def carry_out(situation: Situation, result: Attempt) -> None:
    """Change the position: as the ruling says, or, if the act is not legal or not wholly known, as far as the act says."""
    if result.asked:
        return
    ruling = result.ruling
    if ruling.verdict == ILLEGAL and never_thrown(result):
        return  # an attack that may not be, for which nobody threw, was not made
    changes = ruling.effects + ruling.records if ruling.records else ruling.effects
    if not changes or ruling.waits or ruling.verdict != LEGAL or ruling.needs:
        sure = ruling.effects + ruling.records if ruling.verdict != ILLEGAL and ruling.needs else []  # whatever the facts are
        changes = result.forced.effects + result.forced.records
        known = {_subject(change) for change in changes}
        changes = changes + [change for change in sure if _subject(change) not in known]
    if changes:
        situation.apply(changes)
        pending = situation.known_box("pending")
        found = ruling.computed.get("result")  # whatever the facts are that nobody stated
        if found is not None and pending and pending.get("act") == result.act.kind and "result" in pending and pending["result"] is None:
            situation.state("pending", {**pending, "result": found})


def _subject(change: dict[str, Any]) -> tuple[str, str]:
    """What an effect or a record is about."""
    name = next(iter(change), "")
    return name, str(change.get(name))


def never_thrown(result: Attempt) -> bool:
    """Whether an act that is done all the same comes to nothing without a throw that was not made: it waits for it, or leaves its result open."""
    forced = result.forced
    told = [record["value"] for record in forced.records if record.get("state") == "pending" and isinstance(record["value"], dict)]
    opened = any(box.get("act") == forced.kind and box.get("result", "") is None for box in told)
    return not forced.throws and (forced.waits or opened)


def refused(deed: Deed) -> Ruling:
    """A ruling that stands for words which cannot be judged as things stand."""
    ruling = Ruling(deed.act.kind, deed.act.text)
    ruling.verdict = ILLEGAL
    return ruling


def in_doubt(deed: Deed, attempt: Attempt, earlier: Sequence[Attempt], start: Situation | None) -> Ruling:
    """The ruling on an act behind others, of which one has left open what it did: what holds whatever the fact is that that hangs on.

    ``start`` is the position before them all.  Where that is not at hand, or the fact has too many values, an act that is illegal as
    things stand is undetermined if it is about the same units or hexes, or if another result being carried out would make it legal.
    """
    referee, ruling = attempt.referee, attempt.ruling
    fact = next(found for other in earlier if (found := doubt_of(other)) is not None)
    values = referee.book.values_of(fact)
    opens = [(Missing(fact, values), "", True)]
    if start is None or start.known("phase") != referee.situation.known("phase") or values is None or len(values) > MOST_WORLDS:
        blurred = referee.situation.copy()
        if blurred.known_box("pending") or any(other.ruling.kind == RESOLVE for other in earlier):
            blurred.forget("pending")
        open_ = _left_open(earlier, referee.situation, deed)
        anew = ruling.verdict == ILLEGAL or open_ and blurred.known_box("pending").get("result") is None
        there = _there(Referee(referee.book, blurred, referee.language), deed, attempt) if anew else ruling
        changed = ruling.verdict == ILLEGAL and open_ and any(other.ruling.verdict == UNDETERMINED for other in earlier)
        if open_ and ruling.verdict == there.verdict == ILLEGAL and not changed:  # it was done, and what it did to those that it met is open
            met = {name for other in earlier if doubt_of(other) is not None for name in _named(blurred, other.act) - set(other.act.slots.get("units", ()))}
            blurred.doubt(sorted(met & set(blurred.units)))
            there = _there(Referee(referee.book, blurred, referee.language), deed, attempt)
        found_ = ruling if there.verdict == ruling.verdict and not changed else stuck(Ruling(ruling.kind, ruling.text), opens)
    else:
        branches = []
        with work.limited():  # one ruling, however many positions it is made on
            for number, value in enumerate(values):
                world = _world(referee, start, (fact, number, value), earlier)
                if world is not None:
                    attempt.worlds[fact, number] = world
                there = _there(Referee(referee.book, world.position, referee.language), deed, attempt) if world is not None else _unjudged(attempt)
                branches.append((value, there))
        earlier[-1].worlds.clear()
        found_ = merge(fact, "", opens, branches)
        found_ = ruling if found_.verdict == ruling.verdict or ruling.verdict == LEGAL and found_.verdict == UNDETERMINED else found_
    if found_.verdict == ILLEGAL and not any(finding.effect == "forbids" for _, finding in found_.findings):
        found_ = stuck(Ruling(ruling.kind, ruling.text), opens)  # what no rule forbids hangs on that fact
    found_.act = deed.act
    return found_


def _named(situation: Situation, act: Act) -> set[str]:
    """The counters and hexes that an act names, and the hexes where those counters stand."""
    said = [name for content in act.slots.values() for name in (content if isinstance(content, tuple) else (content,)) if isinstance(name, str)]
    return {*said, *(unit.place for name in said if (unit := situation.units.get(name)) is not None and unit.place is not None)} - {""}


def _left_open(earlier: Sequence[Attempt], situation: Situation, deed: Deed) -> bool:
    """Whether an act before has not come to what it does, and is about the same units or hexes, or both are about the result that is open."""
    here = _named(situation, deed.act)
    involved = set(texts(dict(situation.known_box("pending"))))
    here |= involved if here & involved else set()
    return any(doubt_of(other) is not None and other.forced.partial and _named(situation, other.act) & here for other in earlier)


def _there(referee: Referee, deed: Deed, attempt: Attempt) -> Ruling:
    """The ruling on an act on another position."""
    try:
        return referee.judge(deed.act, deed.answers, attempt.dice, False)
    except InputError:
        return _unjudged(attempt)


def _unjudged(attempt: Attempt) -> Ruling:
    """The ruling on an act that cannot be judged there."""
    ruling = Ruling(attempt.ruling.kind, attempt.ruling.text)
    ruling.verdict = UNDETERMINED
    return ruling


class World(NamedTuple):
    """The position behind some acts if a fact has a value: where it began, behind which acts, and the steps that were counted on the way.

    The next act goes on in it, so it serves once."""

    start: Situation
    position: Situation
    behind: tuple[Attempt, ...]
    steps: int


def _world(referee: Referee, start: Situation, tried: tuple[str, int, Any], earlier: Sequence[Attempt]) -> World | None:
    """The position behind acts if a fact has a value (which of them, and what it is), from the one behind all but the last act where that is kept.

    None if they cannot be done there."""
    fact, number, value = tried
    known: World | None = earlier[-1].worlds.pop((fact, number), None)
    begun = work.done()
    if known is not None and known.start is start and known.behind == (*earlier[:-1],):
        work.count(known.steps)
        there, left = known.position, earlier[-1:]
    else:
        there, left = start.copy(), earlier
        there.tried = {fact: value}
    try:
        for other in left:
            again = Deed(other.act)
            again.answers += other.slots.get("responses") or () if other.slots is not other.act.slots else ()
            carry_out(there, Attempt(Referee(referee.book, there, referee.language), again, other.dice, False))
    except InputError:
        return None
    return World(start, there, (*earlier,), work.since(begun)[0])
