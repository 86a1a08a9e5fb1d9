"""Logs of games that could have been played: legal moves, attacks with dice, probes, retreats, losses and advances.

Sixty units on the whole map of 1,340 hexes of First Panzer Army.  Every line is tried by the referee before it is written, so that
the logs are legal; the same seed gives the same log.  Run as a program: generate.py FOLDER LOGS LINES [SEED].
"""

from __future__ import annotations

import os
import random
import sys
from typing import Any

from adjudicator.play.headers import LoggedGame
from adjudicator.play.record import Record

GERMAN, SOVIET = "german", "soviet"
PHASES = (
    "soviet movement 1", "soviet combat 1", "soviet movement 2", "soviet combat 2",
    "german movement 1", "german combat 1", "german mech combat 1", "german movement 2", "german combat 2", "german mech combat 2",
)  # fmt: skip


def hexes() -> list[str]:
    """All hexes of the map."""
    return [f"{column:02}{row:02}" for column in range(1, 48) for row in range(1, 30 if column % 2 else 29)]


def write_situation(path: str, seed: int) -> None:
    """A whole map and sixty units around its middle."""
    rng = random.Random(seed)
    lines = ["rulebook: fpa", "assume: defaults", "restricted_area: []", "hexes:"]
    for name in hexes():
        terrain = rng.choices(("clear", "woods", "rough", "swamp"), (12, 3, 2, 1))[0]
        features = "[town]" if rng.random() < 0.03 else "[]"
        lines.append(f'  "{name}": {{terrain: {terrain}, features: {features}}}')
    lines.append("hexsides:")
    for column in range(5, 42, 6):
        lines.extend(f'  "{column:02}{row:02}/{column:02}{row + 1:02}": [river]' for row in range(3, 26, 4))
    lines.append("units:")
    places = rng.sample([f"{column:02}{row:02}" for column in range(12, 30) for row in range(6, 20)], 60)
    for number in range(30):
        kind, mobility = (("panzer", "mechanized"), ("infantry", "non_mechanized"))[number % 2]
        name = f"{number + 1}Pz" if number % 2 == 0 else f"{number + 201}Inf"
        lines.append(f'  - {{id: {name}, side: german, kind: {kind}, class: {mobility}, size: division, attack: {rng.randint(2, 5)}, '
                     f'defense: {rng.randint(2, 5)}, steps: 4, at: "{places[number]}"}}')  # fmt: skip
    for number in range(30):
        kind, mobility, end = (("tank", "mechanized", "Tk"), ("mech", "mechanized", "Mech"), ("rifle", "non_mechanized", "R"))[number % 3]
        lines.append(f'  - {{id: {number + 41}{end}, side: soviet, kind: {kind}, class: {mobility}, size: corps, attack: {rng.randint(3, 8)}, '
                     f'defense: {rng.randint(3, 8)}, steps: 2, supply: in, at: "{places[number + 30]}"}}')  # fmt: skip
    with open(path, "w", encoding="utf-8", newline="\n") as stream:
        stream.write("\n".join(lines) + "\n")


class Player:
    """Plays both sides at random, legally."""

    def __init__(self, folder: str, situation: str, seed: int) -> None:
        self.rng = random.Random(seed)
        self.game = LoggedGame(folder)
        self.lines: list[str] = []
        for line in ("rulebook fpa", f"situation {situation}"):
            concept, _, rest = line.partition(" ")
            self.game.header(Record(1, line, "header"), concept, rest)
            self.lines.append(line)
        self.turn = 0
        self.hexes = set(hexes())

    def say(self, line: str) -> bool:
        """Judge a line and keep it if all is legal.  A die is thrown for each act that waits for one."""
        game = self.game
        entry = game.line(line)
        rulings = [game.referee.judge(act, [], [], False) for act in entry.acts]
        if any(ruling.verdict != "legal" for ruling in rulings):
            return False
        more = tuple(f"roll {self.rng.randint(1, 6)}" for ruling in rulings if ruling.waits)
        record = Record(1, line, "state")
        game.play(record, entry, *(game.line(text) for text in more))
        if record.code:
            raise AssertionError((line, more, record.problem, record.verdict))
        self.lines.append(line)
        self.lines.extend("  " + text for text in more)
        return True

    def play(self, count: int) -> list[str]:
        """So many lines."""
        while len(self.lines) < count:
            self.turn = self.turn % 8 + 1
            if self.turn == 1 and len(self.lines) > 2:
                break
            self.say(f"turn {self.turn}, weather {'thaw' if self.turn == 1 else self.rng.choice(('thaw', 'frost'))}, soviet air 3")
            for phase in PHASES:
                if self.turn == 1 and phase == "soviet combat 1":
                    pass
                self.say(f"phase {phase}")
                side = phase.split()[0]
                if "movement" in phase:
                    self.moves(side)
                else:
                    self.fights(side, "mech" in phase)
                if len(self.lines) >= count:
                    break
        return self.lines[:count]

    def units(self, side: str) -> list[Any]:
        """The units of a side on the map, in any order."""
        found = [unit for unit in self.game.situation.placed() if unit.side == side]
        self.rng.shuffle(found)
        return found

    def moves(self, side: str) -> None:
        """About half of the units go somewhere."""
        grid = self.game.situation.grid
        for unit in self.units(side):
            if self.rng.random() < 0.5:
                continue
            at, path = unit.hex, []
            for _ in range(self.rng.randint(1, 4)):
                at = self.rng.choice([hex_ for hex_ in grid.neighbours(at) if hex_ in self.hexes])
                path.append(at)
            verb = self.rng.choice(("moves", "moves", "mueve", "goes"))
            if "river" in [feature for a, b in zip([unit.hex, *path], path, strict=False) for feature in self.game.situation.side(a, b).features]:
                continue
            self.say(f"{unit.id} {verb} {'-'.join(path)}")

    def fights(self, side: str, mech: bool) -> None:
        """Attacks by everybody next to an enemy, and probes."""
        grid, situation, rng = self.game.situation.grid, self.game.situation, self.rng
        fought: set[str] = set()
        for enemy in self.units(GERMAN if side == SOVIET else SOVIET):
            target = enemy.hex
            if target is None:
                continue
            able = [unit for hex_ in grid.neighbours(target) for unit in situation.at(hex_) if unit.side == side and unit.id not in fought]
            able = [unit for unit in able if not mech or unit.fact("class") == "mechanized"]
            if not able:
                continue
            group = able[: rng.randint(1, 3)]
            ids = [unit.id for unit in group]
            named = ids[0] if len(ids) == 1 else f"{', '.join(ids[:-1])} {rng.choice(('and', 'y'))} {ids[-1]}"
            if self.say(f"{named} {('attacks' if len(ids) == 1 else 'attack')} {target}"):
                fought.update(ids)
                self.aftermath(side, target, ids)
        if side == GERMAN:
            for unit in self.units(GERMAN)[:8]:
                if unit.id not in fought and unit.hex and (not mech or unit.fact("class") == "mechanized"):
                    around = [hex_ for hex_ in grid.neighbours(unit.hex) if hex_ in self.hexes and not situation.at(hex_)]
                    if around and self.say(f"{unit.id} probes {rng.choice(around)}"):
                        fought.add(unit.id)

    def aftermath(self, side: str, target: str, ids: list[str]) -> None:
        """Losses, retreats and an advance, as the result says."""
        situation, rng = self.game.situation, self.rng
        result = (situation.facts.get("pending") or {}).get("result") or ""
        defenders = [unit for unit in situation.at(target) if unit.side != side]
        if "DL1" in result or result == "EX":
            self.say(f"{defenders[0].id} loses a step")
        if result in ("AL1", "EX"):
            self.say(f"{ids[0]} loses a step")
        if "DR" in result:
            for unit in situation.at(target)[:]:
                around = [hex_ for hex_ in situation.grid.neighbours(target) if hex_ in self.hexes]
                rng.shuffle(around)
                if not any(self.say(f"{unit.id} retreats {target}-{hex_}") for hex_ in around):
                    break
        if not situation.at(target):
            alive = [id_ for id_ in ids if situation.units[id_].hex]
            if alive:
                self.say(f"{alive[0]} advances into {target}")


def generate(folder: str, logs: int, lines: int, seed: int = 1) -> list[str]:
    """Write so many logs of so many lines (fewer if a game of eight turns is over) with one situation; returns their paths."""
    os.makedirs(folder, exist_ok=True)
    write_situation(os.path.join(folder, "start.yaml"), seed)
    paths = []
    for number in range(logs):
        path = os.path.join(folder, f"game{number + 1:04}.log")
        found = Player(folder, "start.yaml", seed * 1000 + number).play(lines)
        with open(path, "w", encoding="utf-8", newline="\n") as stream:
            stream.write("\n".join(found) + "\n")
        paths.append(path)
    return paths


if __name__ == "__main__":
    print(*generate(sys.argv[1], int(sys.argv[2]), int(sys.argv[3]), int(sys.argv[4]) if len(sys.argv) > 4 else 1), sep="\n")
