"""Combat supply of a combat that lies there already: paid, drawn, taken from stocks, refused."""

from __future__ import annotations

from typing import Any

from adjudicator.book import LEGALITY, Situation, act, act_named

from .acts import FIGHTS, Fight, fight_behind
from .vocabulary import BARRAGE


@act("pay")
class Supplying(Fight):
    """Combat supply of the pending combat that is paid or refused after its announcement."""

    deniable = True

    stages = (LEGALITY, "after")
    said_as = "pay"
    responses = (*Fight.responses, *FIGHTS)

    @classmethod
    def recast(cls, situation: Situation, slots: dict[str, Any]) -> str | None:
        """A barrage is paid for on its own; what is paid before a fight is announced belongs to it."""
        if fight := fight_behind(situation, cls.said_as, slots):
            return fight
        if slots.get("question") and (situation.stated("pending") or {}).get("result") and not (slots.get("tokens") or slots.get("markers")):
            slots["left"] = True  # is there still something to pay: of the result
            return "met"
        return "barrage_pay" if (situation.stated("pending") or {}).get("act") == BARRAGE else None

    def prepare(self) -> None:
        """The combat, and who pays what for whom."""
        own = dict(self.slots)
        self.slots = {"responses": own.get("responses")}
        super().prepare()
        self.slots = own
        self._take_supply(self.said_as, own)


Drawing = act_named("draw", "Drawing combat supply from a dump.", Supplying, said_as="draw")
OwnStocks = act_named("stocks", "Using internal stocks.", Supplying, said_as="stocks")
Refusing = act_named("no_supply", "Refusing combat supply.", Supplying, said_as="no_supply")
