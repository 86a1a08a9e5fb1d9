"""Chapter 4: the sequence of play."""

from __future__ import annotations

from adjudicator.book import LEGALITY, Findings, Missing, effect, forbid, permit, record, rule, says, value

from .acts import Drop, Enter, Exit, Move, NextPhase
from .acts_combat import Attack, Fpf
from .vocabulary import COMBAT, MOVEMENT, PHASES, moment


@rule("4.1", NextPhase)
def phases_follow_each_other(end: NextPhase) -> Findings:
    """First player's Movement and Combat Phase, then the second's; only the phase that is being played can end."""
    activity = moment(end.s)[1]
    if end.now is None:
        raise Missing("phase", PHASES)
    if end.what is not None and end.what != activity or end.to is not None and end.to != end.following or end.ended not in (None, end.now):
        yield forbid("not_that_phase", now=end.now, following=end.following)
    elif end.slots.get("side") not in (None, end.side):
        yield forbid("not_your_phase", now=end.now)
    else:
        yield permit("phase_over", now=end.now, following="end of the game" if end.last_turn else end.following)


@rule("4.1", NextPhase, "after")
def next_one_begins(end: NextPhase) -> Findings:
    """The next phase begins; after the German Combat Phase the next Game-Turn."""
    following = "end of the game" if end.last_turn else end.following
    yield effect(state="phase", value=following)
    if not end.last_turn and following is not None:
        yield record(state="active", value=following.partition(" ")[0])
    yield record(forget="pending")
    if end.ends_turn and not end.last_turn and end.s.known("turn") is not None:
        yield effect(state="turn", value=end.s.turn + 1)
        yield value("game_turn", end.s.turn + 1)
    yield value("then", following)


says("4.1", (Move, Drop, Enter, Exit), LEGALITY, "Only the player whose phase it is moves.",
     lambda deed: moment(deed.s)[0] not in (None, deed.side) and forbid("not_your_phase", now=deed.s.phase))  # fmt: skip
says("4.1", (Drop, Enter, Exit), LEGALITY, "Units come and go in a Movement Phase.",
     lambda deed: moment(deed.s)[1] not in (None, MOVEMENT) and forbid("not_in_this_phase", now=deed.s.phase))  # fmt: skip
says("4.1", Attack, LEGALITY, "Only the player whose Combat Phase it is attacks.",
     lambda attack: moment(attack.s) not in ((None, None), (attack.side, COMBAT)) and forbid("not_in_this_phase", now=attack.s.phase))  # fmt: skip
says("4.1", Fpf, LEGALITY, "Final protective fire is given between the declaration of an attack and its die.",
     lambda fpf: not fpf.declared and forbid("no_attack_open"))  # fmt: skip
