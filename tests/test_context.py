"""What stands around a complete question or deed is left aside and told back, if nothing hangs on it; else the line is refused (adjudicator.play.context)."""

from __future__ import annotations

from typing import Any

import pytest

from adjudicator.book.situations import of_data
from adjudicator.ground.situation import Situation
from adjudicator.play.game import Game
from adjudicator.play.record import Record
from tests.conftest import BOOKS, Part, cases, partly, rulebook

POSITION: dict[str, Any] = {
    "turn": 5,
    "phase": "german combat 1",
    "weather": "frost",
    "units": [
        {"id": "16Pz", "side": "german", "kind": "panzer", "class": "mechanized", "attack": 8, "defense": 8, "steps": 4, "at": "3011"},
        {"id": "47R", "side": "soviet", "kind": "rifle", "class": "non_mechanized", "attack": 5, "defense": 4, "steps": 2, "at": "3010"},
    ],
    "hexes": {"3010": {"terrain": "clear"}},
    "hexsides": {"3010/3011": []},
}


def heard(text: str) -> Record:
    return Game(rulebook("fpa"), Situation(rulebook("fpa"), POSITION)).hear(text)


@pytest.mark.parametrize(
    ("text", "left"),
    [
        ("Sanity check please: can 16Pz attack 3010?", "Sanity check please"),
        ("47R grumbles at 3010, dear me. Can 16Pz attack 3010?", "47R grumbles at 3010"),
        ("apisonadora: 16Pz ataca 3010", "apisonadora"),
        ("16Pz attacks 3010, zounds!", "zounds"),
    ],
)
def test_talk_is_told_back(text: str, left: str) -> None:
    record = heard(text)
    assert record.problem is None
    assert any(left in str(finding.slots) for _, finding in record.rulings[-1].warnings)


@pytest.mark.parametrize(
    "text",
    [
        "47R grumbles at 33 snorts. Can 16Pz attack 3010?",  # a number
        "99Zz grumbles. Can 16Pz attack 3010?",  # a counter that nobody knows
        "Only 47R grumbles. Can 16Pz attack 3010?",
        "If 47R grumbles, can 16Pz attack 3010?",
        "47R grumbles out of supply. Can 16Pz attack 3010?",  # the position does not say so
        "frsot: can 16Pz attack 3010?",  # a slip
    ],
)
def test_what_may_matter_is_refused(text: str) -> None:
    assert heard(text).problem is not None


@partly()
@pytest.mark.parametrize("name", BOOKS)
def test_talk_changes_no_ruling(name: str, part: Part) -> None:
    """Before cases of all books, in both languages: the verdict and the figures stay."""
    for case in part(cases(name)[::122]):
        for lang, talk in (("en", "Zounds, dear me! "), ("es", "Cáspita, compadre. ")):
            text = case["declaration"][lang]
            if ";" in text or "=" in text:
                continue
            plain, talked = (Game(rulebook(name), Situation(rulebook(name), case["situation"])) for _ in range(2))
            before, after = plain.hear(text, tuple(case.get("rolls") or ())), talked.hear(talk + text, tuple(case.get("rolls") or ()))
            if after.problem is None:
                assert [(each.verdict, each.values()) for each in after.rulings] == [(each.verdict, each.values()) for each in before.rulings], case["id"]


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("47R sits one hex from 16Pz, I reckon. Can 16Pz attack 3010?", "said_and_so"),
        ("47R lurks five hexes from 16Pz, I reckon. Can 16Pz attack 3010?", "seen_otherwise"),
        ("16Pz is down to four of its four steps. Can it attack 3010?", "said_and_so"),
        ("The counter says 8. Can 16Pz attack 3010?", "said_and_so"),
        ("con el ruso 47R en 3009, ¿puede 16Pz atacar 3010?", "placed_otherwise"),
        ("If 47R really lies one hex away, can 16Pz attack 3010?", "said_and_so"),
        ("Can 16Pz attack 3010, given its attack of 8?", "said_and_so"),
        ("En 3009 no hay nadie. ¿Puede 16Pz atacar 3010?", "said_and_so"),
        ("3010 is in the ZOC of 16Pz, I reckon. Can 16Pz attack 3010?", "said_and_so"),
    ],
)
def test_what_is_told_is_compared(text: str, told: str) -> None:
    record = heard(text)
    assert record.problem is None, text
    assert told in [finding.key for _, finding in record.rulings[-1].warnings] + [note.key for note in record.notes], text
    assert record.rulings[-1].computed["answer"] == "yes"


@pytest.mark.parametrize(
    "text",
    [
        "The counter says 97. Can 16Pz attack 3010?",
        "No Russian is anywhere near 16Pz, I reckon. Can it attack 3010?",
        "Pincer on 3010: 16Pz attacks",  # where it goes is no scene
        "For his 47R the Soviet claims a defence of 5. 16Pz attacks 3010",  # its attack is 5; a strength is claimed of the deed
        "If 47R really lies four hexes away, can 16Pz attack 3010?",
        "Can 16Pz attack 3010, given its attack of 6?",
        "En 3010 no hay nadie. ¿Puede 16Pz atacar 3010?",
        "3014 is in the ZOC of 16Pz, I reckon. Can 16Pz attack 3010?",
        "16Pz attacks 3010, and I'm taking the column",  # a claim is part of the deed
    ],
)
def test_what_is_not_so_is_refused(text: str) -> None:
    assert heard(text).problem is not None, text


def test_true_and_false_numbers() -> None:
    """Before questions of all books: how far two things lie apart. What is so changes no ruling, what is not so is never passed over in silence."""
    right = every = 0
    for name in BOOKS:
        book, done = rulebook(name), 0
        for case in cases(name)[::7]:
            game = Game(book, Situation(book, case["situation"]))
            placed = [
                (unit.id, unit.known("at"))
                for unit in game.situation.units.values()
                if game.situation.grid.distance(unit.known("at") or "", unit.known("at") or "") == 0
            ]
            text = case["declaration"]["en"]
            if not text.rstrip().endswith("?") or ";" in text or len(placed) < 2 or done == 6:
                continue
            done += 1
            (one, here), (other, there) = placed[:2]
            apart = game.situation.grid.distance(here, there)
            plain = game.hear(text, tuple(case.get("rolls") or ()))
            for number in (apart, (apart or 0) + 3):
                told = Game(book, Situation(book, case["situation"])).hear(
                    f"{one} sits, I reckon, {number} hexes from {other}. {text}", tuple(case.get("rolls") or ())
                )
                every += number == apart
                if told.problem is not None:
                    continue
                same = [(each.verdict, each.values()) for each in told.rulings] == [(each.verdict, each.values()) for each in plain.rulings]
                assert same if number == apart else (told.notes or any(each.warnings for each in told.rulings)), (name, case["id"], number)
                right += number == apart
    assert right > every / 2, (right, every)


def remarks(game: Game) -> list[tuple[str, str]]:
    """What can be told of a position, and the same made false: who stands beside whom, which hex is empty, in whose zone it lies, who is destroyed."""
    grid = game.situation.grid
    placed = {unit.id: str(unit.known("at")) for unit in game.situation.units.values() if grid.distance(unit.known("at") or "", unit.known("at") or "") == 0}
    sides = {name: game.situation.units[name].known("side") for name in placed}
    pairs = [(one, other) for one in placed for other in placed if one < other and sides[one] != sides[other]]
    near = [(one, other) for one, other in pairs if grid.distance(placed[one], placed[other]) == 1]
    far = [(one, other) for one, other in pairs if (grid.distance(placed[one], placed[other]) or 0) > 2]
    found = []
    for (one, other), (left, right) in zip(near[:1], far[:1], strict=False):
        found.append((f"{one} is right beside {other}", f"{left} is right beside {right}"))
        found.append((f"{placed[one]} is in the ZOC of {other}", f"{placed[left]} is in the ZOC of {right}"))
    empty = [place for at in placed.values() for place in grid.known_neighbours(at) if place not in placed.values()][:1]
    found += [(f"{place} is empty", f"{at} is empty") for place, at in zip(empty, placed.values(), strict=False)]
    gone = [name for name in game.situation.eliminated if name not in placed][:1]
    found += [(f"{name} has been wiped out", f"{here} has been wiped out") for name, here in zip(gone, placed, strict=False)]
    return found


@pytest.mark.slow
def test_true_and_false_remarks() -> None:
    """Around cases of all books: what is so changes no ruling, what is not so is refused or told with what is so."""
    right = every = 0
    for name in BOOKS:
        book, done = rulebook(name), 0
        for case in cases(name)[3::11]:
            text, rolls = case["declaration"]["en"], tuple(case.get("rolls") or ())
            if ";" in text or "=" in text or done == 6:
                continue
            game = Game(book, Situation(book, case["situation"]))
            told = remarks(game)
            plain = game.hear(text, rolls)
            if not told or plain.problem is not None:
                continue
            done += 1
            for pair in told:
                for so, remark in zip((True, False), pair, strict=True):
                    behind = f"{text} Well, {remark}." if text[-1] in "?." else f"{text}. Well, {remark}."
                    for around in (f"{remark}. {text}", behind):
                        heard = Game(book, Situation(book, case["situation"])).hear(around, rolls)
                        every += so
                        if heard.problem is not None:
                            continue
                        same = [(each.verdict, each.values()) for each in heard.rulings] == [(each.verdict, each.values()) for each in plain.rulings]
                        keys = {finding.key for ruling in heard.rulings for _, finding in ruling.warnings}
                        assert same if so else not same or keys & {"seen_otherwise"} or heard.stated or heard.notes, (name, case["id"], around, keys)
                        right += so
    assert right > every / 3, (right, every)


def test_of_several_each_has_what_is_counted_behind_it() -> None:
    book = rulebook("fpa")
    units = [{"id": name, "side": "german", "size": "division"} for name in ("16Pz", "371Inf", "208Inf")]
    for line in (
        "In 2218 I have 16Pz with 5 steps, 371Inf with 4 and 208Inf with 2. Are we over the stacking limit?",
        "16Pz (5 steps), 371Inf (4) and 208Inf (2) are in 2218. Is it overstacked?",
        "En 2218 están la 16Pz con 5 pasos, la 371Inf con 4 y la 208Inf con 2. ¿Está sobreapilado?",
    ):
        game = Game(book, of_data(book, {"rulebook": "fpa", "units": units}))
        (ruling,) = game.hear(line).rulings
        assert (ruling.computed["answer"], [game.situation.units[name].steps for name in ("16Pz", "371Inf", "208Inf")]) == ("yes", [5, 4, 2]), line
