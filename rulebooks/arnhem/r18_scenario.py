"""Chapter 18: the Historical Scenario."""

from __future__ import annotations

from adjudicator.book import LEGALITY, Findings, define, forbid, says

from .acts import Drop, Enter, NextPhase, ends_game_turn
from .acts_combat import Attack, Fpf, any_gsp
from .edges import entry_hexes, instead
from .r09_support import points_left
from .r15_arrivals import comes_back
from .vocabulary import ALLIED, GERMAN


def elsewhere(enter: Enter, side: str) -> Findings:
    """The unit is told the hexes of its list, where it is at none of them."""
    unit = enter.mover
    if enter.side == side and unit.stated("entry") and not comes_back(enter):
        printed = entry_hexes(enter.s, unit)
        if enter.at not in printed and enter.at not in instead(enter.s, unit):
            yield define("listed_entry", unit, hexes=unit.entry, turn=unit.arrives)


says("18.13", Drop, LEGALITY, "The list of landings gives turn and hex of each airborne unit.",
     lambda drop: (unit := drop.mover).stated("entry") and drop.distance(drop.at, unit.entry) > 1 and
     define("listed_zone", unit, zone=unit.entry, turn=unit.arrives))  # fmt: skip
says("18.14", Enter, LEGALITY, "Allied ground units come in at 0105 or 0106.", lambda enter: elsewhere(enter, ALLIED))
says("18.15", Enter, LEGALITY, "German units come in on or between the mapedge hexes of their list.", lambda enter: elsewhere(enter, GERMAN))
says("18.16", (Attack, Fpf), LEGALITY, "The list gives the ground support points of each Game-Turn.",
     lambda fight: fight.gsp + fight.fpf_gsp > points_left(fight.s) and
     define("gsp_of_turn", turn=fight.s.turn, points=fight.s.table("gsp")[str(fight.s.turn)]["points"]), when=any_gsp)  # fmt: skip
says("18.17", NextPhase, LEGALITY, "The Allied player is first, and the game lasts ten Game-Turns.",
     lambda end: end.s.turn > 10 and forbid("game_is_over"), when=ends_game_turn)  # fmt: skip
says("18.17", NextPhase, "after", "After the tenth the game is over.", lambda end: end.last_turn and define("game_ends"), when=ends_game_turn)
