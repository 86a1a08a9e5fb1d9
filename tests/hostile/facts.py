"""Every fact that a book declares, stated in bracket names with whatever value, or said to be unknown.

What was taken can be shown, looked at, undone and opened again.
"""

from __future__ import annotations

import copy
import json
import random
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any

from adjudicator.book.situations import of_data
from adjudicator.files.fault import Broken
from adjudicator.say.heard import commands
from adjudicator.table.show import View
from tests.conftest import BOOKS, cases, rulebook
from tests.evenings import Player
from tests.hostile.found import NUMBERS, ODD, Found, attempt
from tests.hostile.sessions import alike

SAID = ("none", "unknown", "yes", "no", "off_map", "[]", "a, b", "x y", "open", *NUMBERS, *(str(odd) for odd in ODD))
LOOKS = ("show", "map", "status", "next", "help", "why", "slip", "dice", "undo", "redo", "keep")
ABOUT = ("show {}", "map {}", "what stands in {}", "where is {}", "odds {}", "where can {} go?", "what if {} is clear", "what can attack {}?", "{}")
DRAWN = ("map {}/x.svg", "map {}/x.html")


@cache
def _known(name: str) -> tuple[list[str], dict[str, list[str]]]:
    """The facts of the whole game, and those of each kind of thing."""
    declared, facts = rulebook(name).declared, rulebook(name).facts
    return [*declared.whole, *(fact for fact in facts if "." not in fact)], {group: list(keys) for group, keys in declared.things.items()}


def _values(name: str, data: dict[str, Any], path: str, dice: random.Random) -> str:
    """A value as it may be typed: one that the fact can have, or whatever."""
    listed = rulebook(name).values_of(path)
    if listed and dice.random() < 0.6:
        value = dice.choice(listed)
        return ", ".join(map(str, value)) or "none" if isinstance(value, (list, tuple)) else {True: "yes", False: "no", None: "none"}.get(value, str(value))
    ids = [str(unit["id"]) for unit in data.get("units") or () if isinstance(unit, dict) and "id" in unit]
    return dice.choice((*SAID, *ids, *map(str, data.get("hexes") or ())))


def path_of(name: str, data: dict[str, Any], dice: random.Random) -> str:
    """The name of a fact: of the game or of a thing of this position, mostly a declared one, at times of something within it."""
    whole, groups = _known(name)
    units = [str(unit["id"]) for unit in data.get("units") or () if isinstance(unit, dict) and "id" in unit] or ["x"]
    hexes = [*map(str, data.get("hexes") or ()), *(str(unit["at"]) for unit in data.get("units") or () if isinstance(unit, dict) and unit.get("at"))] or [
        "0101"
    ]
    if dice.random() < 0.4:
        path = dice.choice(whole)
        if path == "history":
            path += dice.choice(("", f"[{dice.choice(units)}]", f"[{dice.choice(units)}].{dice.choice(('move', 'attack', 'retreat'))}"))
        elif dice.random() < 0.3:
            path += "." + dice.choice(
                ("result", "hex", "german", "have", "x", "at", "crt", *list(data.get(path) or ("y",) if isinstance(data.get(path), dict) else ("z",)))
            )
        return path
    group = dice.choice(list(groups))
    places = [f"{dice.choice(hexes)}/{dice.choice(hexes)}", *map(str, data.get("hexsides") or ())]
    things = {
        "units": units,
        "hexes": hexes,
        "hexsides": places,
        "markers": ["x", *(str(each.get("id")) for each in data.get("markers") or () if isinstance(each, dict))],
    }
    others = [str(each.get("id")) for each in data.get(group) or () if isinstance(each, dict)] or ["x"]
    thing = f"{group}[{dice.choice(things.get(group, others))}]"
    return thing if dice.random() < 0.15 else f"{thing}.{dice.choice(groups[group])}"


def typed(name: str, data: dict[str, Any], text: str, folder: Path, dice: random.Random) -> list[str]:
    """What is typed: facts, looks at what is there, a declaration, taking back and bringing back."""
    things = [str(unit[key]) for unit in data.get("units") or () if isinstance(unit, dict) for key in ("id", "at") if unit.get(key)] or ["0101"]
    found = []
    for _ in range(dice.randint(3, 8)):
        kind = dice.random()
        if kind < 0.4:
            path = path_of(name, data, dice)
            found.append(f"{path} = {_values(name, data, path, dice)}")
        elif kind < 0.6:
            found.append(dice.choice(LOOKS))
        elif kind < 0.8:
            found.append(dice.choice(ABOUT).format(dice.choice(things)))
        elif kind < 0.83:
            found.append(dice.choice(DRAWN).format(folder))
        else:
            found.append(text)
    return found


def facts(count: int, seed: int, folder: Path, begin: int = 0) -> Iterator[Found]:
    """So many short evenings of this kind, of all books in turn; yields those that go wrong."""
    for number in range(begin, begin + count):
        dice = random.Random(f"{seed} {number}")
        name = BOOKS[number % len(BOOKS)]
        case = dice.choice(cases(name))
        data = {"rulebook": name, **copy.deepcopy(case["situation"] or {})}
        if dice.random() < 0.6:
            unknown = data["unknown"] = [*(data.get("unknown") or ())]
            unknown += [path for _ in range(dice.randint(1, 3)) if rulebook(name).declared.why_not(path := path_of(name, data, dice)) is None]
        lines = typed(name, data, case["declaration"]["en"], folder, dice)

        def run(name: str = name, data: dict[str, Any] = data, lines: list[str] = lines) -> None:
            of_data(rulebook(name), data)
            evening(folder, data, lines)

        if (found := attempt(name, number, (case["id"], data, lines), run)) is not None:
            yield found


def evening(folder: Path, data: dict[str, Any], lines: list[str]) -> None:
    """A session on a position: whatever is typed is answered, and its log, opened anew, is shown and gives the same game."""
    (folder / "s.yaml").write_text(json.dumps(data), encoding="utf-8")
    log = folder / "game.log"
    log.write_text("situation s.yaml\n", encoding="utf-8")
    player = Player(log, "en")
    try:
        if player.session.game.book is None:  # a file that YAML refuses, as a name of half a letter
            raise Broken(str(log), None, "unreadable")
        for text in lines:
            player.type(text)
            player.session.prompt()
            if player.session.over:
                return
        if player.session.doubt is not None:
            player.type(commands().names["en"]["undo"])
        alike(player)
    finally:
        player.file.close()
    again = Player(log, "es")
    try:
        View(again.session.game, "es").everything()
        again.session.open_matters()
        for _ in lines:
            again.type("undo")
        View(again.session.game, "es").everything()
    finally:
        again.file.close()
