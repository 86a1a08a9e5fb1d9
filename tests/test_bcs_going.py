"""What putting a unit elsewhere is, the position decides: every case of the book in which a unit goes to a hex, said in words that name no act."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from adjudicator.book.situations import of_data
from adjudicator.commands.conformance import run_case
from adjudicator.ground.declaration import Act
from adjudicator.language import NotUnderstood
from adjudicator.play.game import Game
from tests.conftest import Part, cases, partly, rulebook
from tests.neutral import BACK, GOES, PUT, TAKES, went

BOOK = rulebook("bcs")
KINDS = frozenset(("move", "retreat", "hq_retreat", "advance", "arrive", "setup", "enter", "trains_move", "leave_support", "withdraw"))
PLAIN = frozenset(("units", "to", "at", "path", "from", "passing", "seen"))
MORE = {
    "en": ("{who} ends up in {to}", "{who} follows into {to}", "{who} to {to}", "I set {who} down in {to}"),
    "es": ("{who} acaba en {to}", "{who} se coloca en {to}", "{who} a {to}", "Me llevo {who} a {to}"),
}
STRIDE = 7  # each case is said in every seventh of these ways, another seventh for the next case; in the slow tests every fourth case


def gone() -> Iterator[tuple[dict[str, Any], str, str]]:
    """Cases of one act that puts one unit in one hex, of which no more is said: case, unit, hex."""
    for case in cases("bcs"):
        if "?" in case["declaration"]["en"]:
            continue
        game = Game(BOOK, of_data(BOOK, case["situation"], case["id"]))
        try:
            act, *others = game.referee.parse(case["declaration"]["en"]).parts
        except NotUnderstood:
            continue  # it is about what was done before
        if others or not isinstance(act, Act) or set(act.slots) - PLAIN or len(act.slots.get("units") or ()) != 1:
            continue
        path = act.slots.get("path") or ()
        goal = act.slots.get("to") or act.slots.get("at") or (path[-1] if path else None)
        if isinstance(goal, str) and len(path) <= 2 and act.slots["units"][0] in game.situation.units and game.referee.kind_of(act) in KINDS:
            yield case, act.slots["units"][0], goal


@partly(quick=False)
def test_words_of_motion_mean_what_is_open_in_the_position(part: Part) -> None:
    found = list(gone())
    wrong = []
    for number, (case, unit, goal) in part(enumerate(found)):
        ways = list(went([GOES, PUT, TAKES, BACK, MORE], (unit,), goal))
        for lang, text in ways[number % STRIDE :: STRIDE]:
            if run_case(BOOK, {**case, "declaration": {lang: text}}).differs:
                wrong.append((case["id"], text))
    assert len(found) > 150
    assert not wrong, wrong


THROWS = {
    "en": ("I roll", "I throw the dice", "{who} rolls", "I roll the dice for {who}"),
    "es": ("Tiro", "Tiro los dados", "{who} tira", "Tiro los dados por {who}"),
}


@partly(3, split=False)
def test_dice_that_are_thrown_are_those_that_are_due(part: Part) -> None:
    weighed = 0
    for at, case in enumerate(cases("bcs")):
        game = Game(BOOK, of_data(BOOK, case["situation"], case["id"]))
        phase = case["situation"].get("phase")
        if not case.get("rolls") or phase not in ("snafu", "fatigue", "second_activation"):
            continue
        act, *others = game.referee.parse(case["declaration"]["en"]).parts
        who = act.slots.get("units") or () if isinstance(act, Act) else ()
        if others or not isinstance(act, Act) or act.kind != phase or set(act.slots) != {"units"} or who[0] != game.situation.stated("active_formation"):
            continue
        for lang, ways in THROWS.items():
            for text in part.turned(at)(ways):
                weighed += 1
                assert not run_case(BOOK, {**case, "declaration": {lang: text.format(who=who[0])}}).differs, (case["id"], text)
    assert weighed * part.of > 100
