"""Chapter 12: blowing bridges."""

from __future__ import annotations

from typing import Any

from adjudicator.book import LEGALITY, Finding, Findings, Situation, define, effect, forbid, owes, permit, record, rule, says, value
from adjudicator.kit import printed_neighbours

from .acts import BridgeCase, Demolish, Drop, Enter, LeaveBridge, Move, allies_act
from .acts_combat import Advance, Owed, Retreat
from .vocabulary import BLOWN, BRIDGES, GERMAN, SAFE

CAN_BLOW = ("canal_bridge", "rail_bridge")


def bridges_beside(s: Situation, hexes: list[str]) -> list[str]:
    """The bridges on the sides of these hexes that can be blown and that nobody has tried to blow."""
    sides = [s.side(hex_, near) for hex_ in hexes for near in printed_neighbours(s, hex_)]
    can_blow = [side for side in sides if not {*CAN_BLOW}.isdisjoint(side.known("features") or ())]
    return list(dict.fromkeys(side.id for side in can_blow if not {BLOWN, SAFE} & set(side.features)))


def marked(deed: Any, side: str, word: str) -> Finding:
    """The bridge on a hexside is down, or safe, from now on."""
    features = [name for name in deed.s.side(*side.split("/")).features if name not in (BLOWN, SAFE)]
    return effect(state=f"hexsides[{side}]", value=[*features, word])


@rule("12.11", (Move, Drop, Enter, Retreat, Advance), "after", when=allies_act)
def germans_may_blow(deed: Any) -> Findings:
    """The moment the first Allied unit enters a hex with a canal or rail bridge on one of its sides, the Germans may try to blow it (V-17)."""
    ends = deed.reading("V-17") == "ends"
    if isinstance(deed, Move):
        hexes = deed.path[-1:] if ends else deed.path
    elif isinstance(deed, Advance):
        hexes = [deed.to] if ends or not deed.trail else deed.trail
    else:
        hexes = deed.path if isinstance(deed, Retreat) else [deed.at]
    before = list(deed.s.offered)
    offered = [side for side in bridges_beside(deed.s, hexes) if side not in before]
    for side in before:  # not taken up at once
        yield marked(deed, side, SAFE)
    if offered or before:
        yield record(state="offered", value=offered)
    if offered:
        yield value("demolition_offered", offered)
        yield define("may_be_blown", where=offered, bridges=", ".join(offered))


@rule("12.11", Demolish)
def at_that_moment_only(demolish: BridgeCase) -> Findings:
    """The attempt is made at once, by the German player."""
    if demolish.side != GERMAN:
        yield forbid("germans_only")
    if not any(name in BRIDGES for name in demolish.features):
        yield forbid("no_bridge_there", where=demolish.hexside.split("/"), side=demolish.hexside)
    elif demolish.hexside not in demolish.s.offered:
        yield forbid("not_at_this_moment", where=demolish.hexside.split("/"), side=demolish.hexside)
    else:
        yield permit("may_blow", where=demolish.hexside.split("/"), side=demolish.hexside)


says("12.11", Owed, "answer", "The bridges that the German player may try to blow now.",
     lambda owed: (offered := list(owed.s.offered)) and owes("demolish", GERMAN, (), offered, may=True))  # fmt: skip


@rule("12.12", Demolish, "result")
def one_or_two_blows_it(demolish: BridgeCase) -> Findings:
    """One die: 1 or 2 blows the bridge."""
    die = demolish.roll()
    blown = die <= 2
    yield value("result", "down" if blown else "stands", "bridge_down" if blown else "bridge_stands", die=die, side=demolish.hexside)
    yield value("demolished", blown)


says("12.13", Demolish, "after", "Of a blown bridge an ordinary canal or river hexside is left, and its road or trail is cut.",
     lambda demolish: demolish.computed("demolished") and (marked(demolish, demolish.hexside, BLOWN),
     define("side_without_bridge", side=demolish.hexside)))  # fmt: skip
says("12.14", Demolish, LEGALITY, "There is one attempt for a bridge.",
     lambda demolish: forbid("tried_before" if SAFE in demolish.features else "is_down", side=demolish.hexside)
     if SAFE in demolish.features or BLOWN in demolish.features else demolish.hexside in demolish.s.offered
     and permit("first_attempt", side=demolish.hexside))  # fmt: skip
says("12.14", LeaveBridge, LEGALITY, "Declined is as good as failed.",
     lambda leave: permit("stands_for_good", side=leave.hexside) if leave.hexside in leave.s.offered
     else forbid("not_at_this_moment", where=leave.hexside.split("/"), side=leave.hexside))  # fmt: skip
says("12.14", LeaveBridge, "after", "The bridge is safe from now on.",
     lambda leave: (marked(leave, leave.hexside, SAFE), record(state="offered", value=offers_but(leave))))  # fmt: skip
says("12.14", Demolish, "after", "A bridge that the attempt has not blown stands for the rest of the game.",
     lambda demolish: not demolish.computed("demolished")
     and (marked(demolish, demolish.hexside, SAFE), define("stands_for_good", side=demolish.hexside)))  # fmt: skip
says("12.14", Demolish, "after", "The attempt has been made.", lambda demolish: record(state="offered", value=offers_but(demolish)))
says("12.15", Demolish, LEGALITY, "Highway bridges cannot be blown.",
     lambda demolish: "highway_bridge" in demolish.features and forbid("highway_bridge", side=demolish.hexside))  # fmt: skip


def offers_but(deed: BridgeCase) -> list[str]:
    """The bridges that may still be blown when this one is done with."""
    return [side for side in deed.s.offered if side != deed.hexside]


says("12.17", Demolish, "after", "Note is kept of the bridges that are down.",
     lambda demolish: demolish.computed("demolished") and value("bridges_down", sorted([demolish.hexside,
     *(side.id for side in demolish.s.hexsides.values() if BLOWN in side.features)])))  # fmt: skip
