"""Chapter 18: the Historical Scenario."""

from __future__ import annotations

from adjudicator.book import rule
from adjudicator.ground.ruling import Findings, define, forbid

from .acts import Drop, Enter, NextPhase, ends_game_turn
from .acts_combat import Attack, Fpf, any_gsp
from .edges import entry_hexes, instead
from .r09_support import points_left
from .r15_arrivals import comes_back
from .vocabulary import ALLIED, GERMAN


@rule("18.13", Drop)
def airborne_hexes(drop: Drop) -> Findings:
    """The list of landings gives turn and hex of each airborne unit."""
    unit = drop.unit_landed
    if unit.stated("entry") and drop.distance(drop.at, unit.entry) > 1:
        yield define("listed_zone", unit, zone=unit.entry, turn=unit.arrives)


def elsewhere(enter: Enter, side: str) -> Findings:
    """The unit is told the hexes of its list, where it is at none of them."""
    unit = enter.unit_moved
    if enter.side == side and unit.stated("entry") and not comes_back(enter):
        printed = entry_hexes(enter.s, unit)
        if enter.at not in printed and enter.at not in instead(enter.s, unit):
            yield define("listed_entry", unit, hexes=unit.entry, turn=unit.arrives)


@rule("18.14", Enter)
def allied_ground_hexes(enter: Enter) -> Findings:
    """Allied ground units come in at 0105 or 0106."""
    yield from elsewhere(enter, ALLIED)


@rule("18.15", Enter)
def german_hexes(enter: Enter) -> Findings:
    """German units come in on or between the mapedge hexes of their list."""
    yield from elsewhere(enter, GERMAN)


@rule("18.16", (Attack, Fpf), when=any_gsp)
def points_of_the_turn(fight: Attack | Fpf) -> Findings:
    """The list gives the ground support points of each Game-Turn."""
    if fight.gsp + fight.fpf_gsp > points_left(fight.s):
        yield define("gsp_of_turn", turn=fight.s.turn, points=fight.s.table("gsp")[str(fight.s.turn)]["points"])


@rule("18.17", NextPhase, when=ends_game_turn)
def ten_turns(end: NextPhase) -> Findings:
    """The Allied player is first, and the game lasts ten Game-Turns."""
    if end.s.turn > 10:
        yield forbid("game_is_over")


@rule("18.17", NextPhase, "after", when=ends_game_turn)
def last_turn(end: NextPhase) -> Findings:
    """After the tenth the game is over."""
    if end.last_turn:
        yield define("game_ends")
