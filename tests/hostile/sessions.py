"""Random evenings: after every line the log, read anew, gives the position of the session; nothing ends it, and nothing is lost."""

from __future__ import annotations

import random
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from adjudicator.log.reader import Log
from adjudicator.say.heard import commands
from adjudicator.table.replay import replay
from tests.conftest import cases
from tests.evenings import Player, begun, evenings, load
from tests.hostile.found import Found, attempt, mangled

STRAY = ("undo", "undo", "undo", "redo", "redo", "keep late", "keep", "next", "status", "why", "slip", "what if 1", "1", "3", "5", "6", "2 4", "roll",
         "none", "yes", "clear", "note x; # y", "# c", "", "nonsense", "map", "players A # b", "reading x y", "claims legal", "claims 3:1", "show",
         "turn 6", "pending = none", "units[x].at = 0101")  # fmt: skip
LONGEST = 40


def stands(game: Any) -> dict[str, Any]:
    """All that is known of the position."""
    s = game.situation
    things = {name: {id_: dict(thing.facts) for id_, thing in getattr(s, name).items()} for name in ("units", "markers", "hexes", "hexsides", *s.lists)}
    return {**things, "facts": dict(s.facts), "history": dict(dict.items(s.history)), "eliminated": set(s.eliminated), "options": dict(s.options)}


def typed(name: str, dice: random.Random) -> list[str]:
    """What is typed: an evening with lines left out and mutated, declarations of cases, taking back and bringing back, and nonsense.

    Most of it can be played, since a line that is refused changes nothing that could go wrong, and is looked at longest (`declarations` tries those).
    """
    script = load(name)
    pool = [line.text for line in script.lines]
    others = cases(name.partition(".")[0])
    names = commands().names[script.lang]
    found: list[str] = []
    at = dice.choice((0, 0, dice.randrange(max(1, len(pool) // 2))))
    while len(found) < LONGEST:
        kind = dice.random()
        if kind < 0.66:
            found.append(pool[at % len(pool)])
            at += 2 if dice.random() < 0.05 else 1
        elif kind < 0.70:
            found.append(mangled(pool[at % len(pool)] if dice.random() < 0.5 else dice.choice(pool), dice))
        elif kind < 0.74:
            found.append(dice.choice(others)["declaration"][script.lang])
        elif kind < 0.86:
            found.append(names[dice.choice(("undo", "undo", "redo"))])
        else:
            found.append(dice.choice(STRAY))
    return found


def sessions(lines: int, seed: int, folder: Path, begin: int = 0) -> Iterator[Found]:
    """Sessions of so many lines in all, of all evenings in turn; yields those that go wrong."""
    all_ = evenings()
    done, number = 0, begin
    while done < lines:
        dice = random.Random(f"{seed} {number}")
        name = all_[number % len(all_)]
        script, log = load(name), folder / f"game{number}.log"
        begun(script, log)
        player = Player(log, script.lang)
        said: list[str] = []
        for text in typed(name, dice):
            said.append(text)
            done += 1
            if (found := attempt(name, number, list(said), lambda text=text, player=player: _line(player, text))) is not None:  # type: ignore[misc]
                yield found
                if found.what != "slow":
                    break
            if player.session.over:
                break
        if not player.session.over and (found := attempt(name, number, list(said), lambda player=player: alike(player))) is not None:  # type: ignore[misc]
            yield found
        player.file.close()
        log.unlink()
        number += 1


def _line(player: Player, text: str) -> None:
    before = player.path.read_bytes()
    session = player.session
    doubted = session.doubt
    player.type(text)
    if session.over:
        return
    assert not session.faulty, "a fault within the line"
    if player.path.read_bytes() != before or session.doubt is not doubted:
        alike(player, not player.path.read_bytes().startswith(before))


def alike(player: Player, whole: bool = True) -> None:
    """The log as it lies on the disk gives the game of the session; ``whole``: `validate` finds no fault in it, either."""
    session = player.session
    found = replay(player.path.read_bytes(), str(player.path), None, session.lang)
    problems = [record.problem.text("en") for record in Log(str(player.path), None).records() if record.problem is not None] if whole else []
    assert not problems and not found.errors and not found.faults, f"the log cannot be read: {problems[:1] or found.faults[:1]}"
    assert stands(session.game) == stands(found.game), "live and log differ"
    assert (session.waiting is None) == (found.waiting is None), "waiting, live and in the log"
