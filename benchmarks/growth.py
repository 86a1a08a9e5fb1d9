"""How the cost of one ruling grows with what nobody knows and with the map, and what a sentence costs that was never met."""

from __future__ import annotations

import copy
import gc
import statistics
from collections.abc import Callable
from pathlib import Path

from games import SIZES, cpu, exponent
from positions import BOOKS, name_of, whole

from adjudicator import book as books
from adjudicator.book.situations import of_data
from adjudicator.ground.facts import InputError
from adjudicator.ground.hexes import Grid
from adjudicator.language import NotUnderstood
from adjudicator.play.game import Game

HIDDEN = {"bcs": "mp_cost"}
"""The fact of a hex that is taken away; in the other books its terrain."""
ROUNDS = 2
"""So many of the latest rounds of questions in free wording are read, of each book."""


def unknown_facts(show: Callable[..., None]) -> None:
    """A question on a whole map with 150 counters whose answer hangs on hexes of which nobody knows what they cost."""
    for book in BOOKS:
        rules = books.load(book)
        times = []
        counts = (1, 2, 4, 6)
        for count in counts:
            data = whole(book, *SIZES.get(book, (40, 40)), 150)
            column, row = placed(book, data["units"][0]["at"])
            near = [name_of(book, column + dx, row + dy) for dx, dy in ((-1, 0), (-1, 1), (-1, -1), (-2, 0), (0, 1), (0, -1))]
            for hex_ in near[:count]:
                data["hexes"][hex_].pop(HIDDEN.get(book, "terrain"), None)
            position = of_data(rules, data)
            times.append(cpu(lambda: Game(rules, position.copy()).hear("where can X go?")) * 1000)  # noqa: B023
        text = " ms, ".join(f"{took:.0f}" for took in times) + f" ms; exponent {exponent([float(count) for count in counts], times):.2f}"
        show(f"where can X go, {book}, {', '.join(map(str, counts))} hexes unknown", text, "100 ms, 1.1")


def placed(book: str, name: str) -> tuple[int, int]:
    """Column and row of a hex."""
    digits = name.replace(".", "")
    return int(digits[:2]), int(digits[2:])


def map_size(show: Callable[..., None]) -> None:
    """A position made of its data and one answer on it, by the number of hexes; the counters stay the same."""
    for book in BOOKS:
        rules = copy.copy(books.load(book))  # its grid is another one here
        sizes, made, asked = [], [], []
        for side in (20, 40, 80):
            if book == "fpa":
                rules.grid = Grid(side, side, side, True)
            data = whole(book, side, side, 20)
            sizes.append(float(side * side))
            made.append(cpu(lambda: of_data(rules, data)))  # noqa: B023
            position = of_data(rules, data)
            asked.append(cpu(lambda: Game(rules, position.copy()).hear("where can X go?")))  # noqa: B023
        show(f"exponent in the hexes of a map, {book}: to make it, to answer", f"{exponent(sizes, made):.2f}, {exponent(sizes, asked):.2f}", "1.1")


def new_sentences(show: Callable[..., None]) -> None:
    """Sentences in free wording, none of a shape that was met before."""
    from tests.blind import questions

    for book in BOOKS:
        rules = books.load(book)
        rounds = sorted(
            (Path(__file__).resolve().parent.parent / "tests" / "wordings").glob(f"{book}-blind-*.yaml"), key=lambda path: (len(path.name), path.name)
        )[-ROUNDS:]
        asked: list[tuple[Game, str]] = []
        for case in [case for path in rounds for case in questions(rules, str(path))]:
            for text in case["declaration"].values():
                asked.append((Game(rules, of_data(rules, case["situation"], case["id"])), text))
                asked[-1][0].referee.names()
        gc.collect()
        gc.freeze()  # as at the table: what lies here from before is no part of a sentence
        times: dict[bool, list[float]] = {True: [], False: []}
        for game, text in asked:
            heard: list[bool] = []
            took = cpu(lambda: heard.append(understood(game, text)), 1) * 1000  # noqa: B023
            times[heard[0]].append(took)
        gc.unfreeze()
        both = sorted([*times[True], *times[False]])
        text = f"{statistics.median(both):.1f}, {share(both):.0f} ({share(times[True]):.0f} if understood), {both[-1]:.0f} ms"
        show(f"new sentence, {book}, {len(both)}: median, nine in ten, worst", text, "10 ms, 50 ms")


def understood(game: Game, text: str) -> bool:
    """Whether a text is understood."""
    try:
        game.referee.parse(text)
    except (NotUnderstood, InputError):
        return False
    return True


def share(times: list[float]) -> float:
    """What nine in ten keep below."""
    return sorted(times)[len(times) * 9 // 10] if times else 0.0
