"""Chapter 9: ground support points."""

from __future__ import annotations

from adjudicator.book import LEGALITY, Situation, define, forbid, record, says, term, value
from adjudicator.kit import answered

from .acts import AskHowMany, NextPhase, ends_game_turn
from .acts_combat import Attack, Fpf, any_gsp
from .vocabulary import ALLIED

says("9.0", Attack, "strength", "Points are barrage in the own turn and final protective fire in the other's.",
     lambda attack: define("gsp_in_place", points=attack.gsp + attack.fpf_gsp), when=any_gsp)  # fmt: skip
says("9.11", Attack, "strength", "A point is a strength point.",
     lambda attack: (attack.gsp and term("attack", attack.gsp, "gsp", points=attack.gsp),
     attack.fpf_gsp and term("defense", attack.fpf_gsp, "gsp", points=attack.fpf_gsp)), when=any_gsp)  # fmt: skip


def points_left(s: Situation) -> int:
    """Points that the Allies have left: as stated, else those of the Game-Turn less those spent in it."""
    stated = s.stated("gsp")
    if stated is not None:
        return int(stated)
    spent = sum(deed.get("points", 0) for deed in s.acts(ALLIED, act="gsp", turn=s.stated("turn")))
    return int(s.table("gsp")[str(s.turn)]["points"] - spent)


says("9.12", Attack, "declared", "The points of a Game-Turn may be split between combats: what this one takes is gone.",
     lambda attack: (attack.s.stated("gsp") is not None and record(state="gsp", value=max(0, points_left(attack.s) - attack.gsp - attack.fpf_gsp)),
     record(did=ALLIED, act="gsp", points=attack.gsp + attack.fpf_gsp)), when=any_gsp)  # fmt: skip
says("9.13", Attack, "strength", "Points have no range: only 14.11 limits them.", lambda attack: define("gsp_no_range"), when=any_gsp)


says("9.14", (Attack, Fpf), LEGALITY, "No more points than the Game-Turn has left.",
     lambda fight: (wanted := fight.gsp + fight.fpf_gsp) > (left := points_left(fight.s))
     and forbid("too_few_gsp", points=wanted, left=left), when=any_gsp)  # fmt: skip


says("9.14", AskHowMany, "answer", "Points that are left in this Game-Turn.",
     lambda question: question.slots.get("what") == "gsp" and answered("gsp", points_left(question.s)))  # fmt: skip


says("9.14", NextPhase, "after", "What is left at the end of a Game-Turn is lost; the next one brings its own.",
     lambda end: not end.last_turn and (record(state="gsp", value=(points := end.s.table("gsp")[str(end.s.turn + 1)]["points"])),
     value("gsp", points)), when=ends_game_turn)  # fmt: skip
says("9.14", Attack, "declared", "Points that the Allies could give a unit that is attacked.",
     lambda attack: attack.side != ALLIED and not attack.alone and (left := points_left(attack.s)) and value("gsp_available", left))  # fmt: skip
