"""A game of VASSAL as a situation and as a turn log of ours.

A path is seldom recorded, and an attack never is: moves say where a unit came from and went to; declarations come from chat lines. What was
undone is left out, and moves of one unit with nothing between them but moves of its own side are one move.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from adjudicator.vassal.binding import Binding, Bound
from adjudicator.vassal.module import Module
from adjudicator.vassal.pieces import Piece
from adjudicator.vassal.replay import Changed, Event, Moved, Placed, Recording, Said, Set, TurnMark
from adjudicator.vassal.replay import Place as Point
from adjudicator.vassal.sequence import whole

THROW = re.compile(r"\*+ *(?P<name>[^*=]{1,40}?) *= *(?P<dice>-?\d+(?: *, *-?\d+)*)")
"""What buttons of old versions report: `*** d6 = 2 ***`."""
RESULT = "_result"
SHORTEST = 3
"""Letters that a password has at least where it is blotted out of a text."""
BLOT = "***"


class Written(NamedTuple):
    """A line of a turn log, and the step of the game that it comes from (0 = none)."""

    text: str
    step: int


def in_one_line(text: str) -> str:
    """A text as one line of a log, whatever the names in it hold: none of them may begin a line of its own."""
    return text if text.isprintable() else "".join(char if char.isprintable() else " " for char in text)


@dataclass
class Report:
    """What was noticed on the way: counts, and what does not fit."""

    steps: int = 0
    moves: int = 0
    dice: int = 0
    undone: int = 0
    hidden: int = 0
    agree: int = 0
    """Moves that the game's own report lines name by the same hexes as we do."""
    differ: list[str] = field(default_factory=list)
    """Report lines that name others."""
    misfits: list[str] = field(default_factory=list)
    """Facts of counters that the rulebook does not know in that form."""


@dataclass
class Leg:
    """A move of a unit that may go on."""

    id: str
    side: Any
    start: str | None
    end: str | None
    step: int
    by: list[str]
    trail: list[str]


class Converter:
    """One game, read with a module and a binding (or without either); `say` puts deeds into lines. `position` is what it begins with.

    `is_attack` says of a line of chat and the ids of all units whether it declares an attack; asked only if the binding wants it.
    """

    def __init__(
        self,
        text: str,
        module: Module | None,
        binding: Binding,
        say: Mapping[str, str],
        reveal: bool = False,
        is_attack: Callable[[str, list[str]], bool] | None = None,
    ) -> None:
        self.replay = Recording(text, module)
        self.module = module
        self.binding = binding
        self.say = {**say, **binding.say}
        self.reveal = reveal
        self.is_attack = is_attack if binding.plain else None
        self.report = Report()
        windows = module.maps.values() if module is not None else ()
        self._moves = [_pattern(text) for text in dict.fromkeys(text for window in windows for text in window.formats if text)]
        self._legs: dict[str, Leg] = {}
        self._out: list[Written] = []
        self._declared: int | None = None
        self._said = ""
        self._waiting: list[Written] = []
        self.position = self._position()

    # ---- who and where
    def bound(self, piece: Piece) -> Bound | None:
        """What a counter is now; None if the binding leaves it out."""
        return self.binding.bound(piece, self.module.prototypes if self.module is not None else {})

    def is_hidden(self, piece: Piece) -> bool:
        """Whether it lies in a deck, or is seen by one side only."""
        if self.replay.in_deck(piece):
            return True
        window = self.module.maps.get(piece.where[0] or "") if self.module is not None else None
        return not self.reveal and (piece.hidden_by is not None or window is not None and bool(window.owners))

    def hex_of(self, place: Point) -> str | None:
        """The hex of a place, on the map that the binding names or on any; None elsewhere."""
        return None if self.binding.map and place[0] != self.binding.map else self.replay.hex_of(place) or None

    def discreet(self, text: str) -> str:
        """A text without the passwords of the players."""
        for secret in self.replay.secrets:
            if len(secret) >= SHORTEST and secret in text:
                text = re.sub(rf"(?<!\w){re.escape(secret)}(?!\w)", BLOT, text)
        return text

    def places(self) -> dict[str, tuple[str, str]]:
        """Every counter that is seen: id in the game -> its name and where it stands, to compare the end of one file with the start of the next."""
        return {
            piece.id: (piece.name or piece.image, self.hex_of(piece.where) or f"{piece.where[0]} {piece.where[1]},{piece.where[2]}")
            for piece in self.replay.counters() if not self.is_hidden(piece)
        }  # fmt: skip

    # ---- situation
    def _position(self) -> dict[str, Any]:
        out: dict[str, Any] = {"rulebook": self.binding.rulebook} if self.binding.rulebook else {}
        for values in self.replay.turns.values():
            out.update(self._turn(values))
        out["units"] = []
        for piece in self.replay.counters():
            if self.is_hidden(piece):
                self.report.hidden += not self.replay.in_deck(piece)
            else:
                self._list(piece, self.hex_of(piece.where), out)
        return out

    def _list(self, piece: Piece, at: str | None, out: dict[str, Any]) -> None:
        found = self.bound(piece)
        if found is None:
            return
        row = {"id": found.id, **found.facts}
        if self.module is not None:
            row["at"] = at or "off_map"
        if found.kind == "unit":
            out["units"].append(row)
        elif at is not None:
            out.setdefault("markers", []).append(row)

    def _turn(self, values: dict[str, str]) -> dict[str, str | int]:
        """Turn, phase and side of a turn tracker, as the binding reads them."""
        how = self.binding.turn
        out: dict[str, str | int] = {}
        number = whole(values.get(str(how.get("turn", "")), ""))
        if number is not None and number >= 0:
            out["turn"] = number
        for key, table in (("phase", "phases"), ("active", "sides")):
            said, choices = values.get(str(how.get(key, ""))), how.get(table)
            name = (choices.get(said) if isinstance(choices, dict) else said) if said is not None else None
            if name:
                out[key] = str(name)
        return out

    # ---- log
    def lines(self) -> list[Written]:
        """The whole game as lines of a turn log, without its head; units that come later are off the map in `position`."""
        rows = list(self._events())
        cancelled = self._cancelled(rows)
        for step, event, hidden in rows:
            if id(event) in cancelled:
                continue
            if isinstance(event, Moved):
                self.report.moves += 1
                if not hidden:
                    self._moved(event, step)
            elif isinstance(event, Said):
                self._chat(event, step)
            elif isinstance(event, TurnMark):
                told = [f"{key} {value}" for key, value in self._turn(event.values).items() if key != "active"]
                self._tell(told or [f"# {' '.join(f'{name}={value}' for name, value in event.values.items())}"], step)
            elif isinstance(event, Set):
                if event.name.endswith(RESULT):
                    self._thrown(event.name[: -len(RESULT)], event.new, step)
            elif not hidden:
                self._shown(event, step)
        self._flush()
        return [Written(in_one_line(line.text), line.step) for line in self._out]

    def _events(self) -> Iterator[tuple[int, Event, bool]]:
        known = set(self.replay.pieces)
        for step in self.replay.steps():
            self.report.steps += 1
            reported: set[tuple[str | None, str | None]] = set()
            for event in step.events:
                hidden = not isinstance(event, (Said, Set, TurnMark)) and self.is_hidden(event.piece)
                if isinstance(event, (Moved, Said, Set)):
                    event.undone = step.undoes
                if isinstance(event, Moved):
                    reported.add((self.replay.hex_of(event.start), self.replay.hex_of(event.end)))
                if isinstance(event, Placed) and not event.gone and not hidden and event.piece.id not in known:
                    known.add(event.piece.id)
                    self._list(event.piece, None, self.position)
                yield step.index, event, hidden
            for event in step.events:
                if isinstance(event, Said) and not event.speaker and not step.undoes:
                    self._compare(event.text, reported)

    def _compare(self, text: str, moved: set[tuple[str | None, str | None]]) -> None:
        """A report of a move against the hexes that we found."""
        for pattern in self._moves:
            found = pattern.fullmatch(text.strip("* "))
            if found is not None and moved:
                pair = (found["from"], found["to"])
                if pair in moved:
                    self.report.agree += 1
                else:
                    self.report.differ.append(self.discreet(text))
                return

    def _cancelled(self, rows: list[tuple[int, Event, bool]]) -> set[int]:
        """What was undone, and what undid it: moves back, properties set back, what was said and thrown."""
        out: set[int] = set()
        before: dict[object, list[Event]] = {}
        for _, event, _ in rows:
            key, back, undoes = self._deed(event)
            row = before.setdefault(key, [])
            if undoes and row and self._deed(row[-1])[1] == back:
                self.report.undone += 1
                out |= {id(event), id(row.pop())}
            elif key is not None:
                row.append(event)
        return out

    def _deed(self, event: Event) -> tuple[object, frozenset[object], bool]:
        """What an event is about, what it changes between (in any order), and whether it undoes."""
        if isinstance(event, Moved):
            return event.piece.id, frozenset((event.start, event.end)), event.undone
        if isinstance(event, Set):
            return f"property {event.name}", frozenset((event.old, event.new)), event.undone
        if isinstance(event, Said):
            undone = self.replay.undone(event.text) if event.undone else None
            return f"said {undone or event.text.strip('*- ')}", frozenset(), undone is not None
        return None, frozenset(), False

    def _moved(self, event: Moved, step: int) -> None:
        found = self.bound(event.piece)
        start, end = self.hex_of(event.start), self.hex_of(event.end)
        if found is None or start == end:
            return
        if found.kind == "marker":
            self._tell([f"markers[{found.id}].at = {end or 'off_map'}"], step)
            return
        side = found.facts.get("side")
        if any(leg.side != side for leg in self._legs.values()):
            self._flush()
        leg = self._legs.get(found.id)
        if leg is not None and leg.end == start and start is not None:
            leg.by.append(start)
            leg.end, leg.step = end, step
        else:
            if leg is not None:
                self._flush()
            leg = self._legs[found.id] = Leg(found.id, side, start, end, step, [], [])
        leg.trail = [name for x, y in event.piece.trail() if (name := self.hex_of((event.end[0], x, y))) is not None]

    def _flush(self) -> None:
        """Write the moves that nothing follows."""
        out, self._waiting = self._waiting, []
        groups: dict[tuple[str | None, str | None, tuple[str, ...]], list[Leg]] = {}
        for leg in self._legs.values():
            if leg.start != leg.end:
                groups.setdefault((leg.start, leg.end, tuple(_path(leg))), []).append(leg)
        self._legs = {}
        say = self.say
        for (start, end, path), legs in groups.items():
            step = max(leg.step for leg in legs)
            ids = [leg.id for leg in legs]
            if start is None or end is None:
                out += [Written(say["enter" if start is None else "leave"].format(unit=name, units=name, start=start, end=end, path=""), step) for name in ids]
                continue
            by = [name for name in legs[0].by if name not in (start, end)]
            slots = {"units": " + ".join(ids), "unit": ids[0], "start": start, "end": end, "path": "-".join(path)}
            told = [say["path" if path else "move"].format(**slots), *([f"# {' '.join(by)}"] if by and not path else [])]
            out += [Written(text, step) for text in told]
        self._out += sorted(out, key=lambda line: line.step)

    def _tell(self, lines: list[str], step: int) -> None:
        lines = [text for text in lines if self._out[-1:] != [Written(text, step)]]
        if lines:
            self._flush()
            self._out += [Written(text, step) for text in lines]
            self._declared = None

    def _shown(self, event: Event, step: int) -> None:
        """What a counter shows now, or that it came or went."""
        if isinstance(event, Placed):
            found = self.bound(event.piece)
            if found is not None and found.kind == "unit":
                at = None if event.gone else self.hex_of(event.piece.where)
                if event.gone or at is not None:
                    self._tell([f"units[{found.id}].at = {at or 'off_map'}"], step)
        elif isinstance(event, Changed):
            now = self.bound(event.piece)
            if now is None or now.kind != "unit":
                return
            old, new = (self.bound(Piece(event.piece.id, event.piece.type, state)) for state in (event.old, event.new))
            if old is not None and new is not None:
                lines = [f"units[{now.id}].{key} = {_word(value)}" for key, value in new.facts.items() if old.facts.get(key) != value]
                self._tell(lines, step)

    def _chat(self, event: Said, step: int) -> None:
        text = self.discreet(event.text)
        if event.speaker:
            declared = self._declaration(text)
            if declared:
                self._tell([declared], step)
                self._declared = len(self._out)
            self._said = f"{self.discreet(event.speaker)}: {text}"
            self._waiting.append(Written(f"> {self._said}", step))
            return
        thrown = THROW.match(text)
        if thrown is not None and not self._has_results():
            self._thrown(thrown["name"].strip(), thrown["dice"].replace(" ", ""), step)

    def _declaration(self, text: str) -> str:
        """What a line of chat declares, "" for mere talk."""
        for pattern in self.binding.declarations:
            found = pattern.search(text)
            if found is not None:
                return str(found.groupdict().get("text") or found[0]).strip()
        units = [row["id"] for row in self.position["units"]]
        return text if self.is_attack is not None and self.is_attack(text, units) else ""

    def _has_results(self) -> bool:
        """Whether this game writes the results of dice down as properties."""
        return any(name.endswith(RESULT) for name in self.replay.properties)

    def _thrown(self, name: str, result: str, step: int) -> None:
        dice = [each for each in result.split(",") if each.lstrip("-").isdecimal()]
        use = self.binding.dice.get(name, "roll")
        self.report.dice += len(dice)
        if use == "ignore" or not dice:
            return
        if self._declared is not None:
            self._flush()
            self._out.insert(self._declared, Written(f"  roll {' '.join(dice)}", step))
            self._declared = None
            return
        self._flush()
        self._out.append(Written(f"# roll {' '.join(dice)}  ({name}, step {step}); said before: {self._said or '-'}", step))


def _path(leg: Leg) -> list[str]:
    """The hexes of a recorded trail, if it leads from the start to the end."""
    row = [name for at, name in enumerate(leg.trail) if at == 0 or leg.trail[at - 1] != name]
    if leg.start in row and leg.end is not None:
        row = row[row.index(leg.start) :]
        if row[-1] != leg.end:
            row.append(leg.end)
        return row if len(row) > 2 else []
    return []


def _word(value: Any) -> str:
    return {True: "yes", False: "no"}[value] if isinstance(value, bool) else str(value)


def _pattern(text: str) -> re.Pattern[str]:
    """How a map reports a move, as a pattern with the two hexes.  What has been found of it is not looked for again, however many slots there are."""
    first, *rest = re.split(r"\$(\w+)\$", text)
    out, seen = re.escape(first), set[str]()
    for at in range(0, len(rest), 2):
        name = {"previousLocation": "from", "location": "to"}.get(rest[at], "")
        slot = f"(?P<{name}>.+?)" if name and name not in seen else ".*?"
        seen.add(name)
        out += f"(?>{slot}{re.escape(rest[at + 1])})" if at + 2 < len(rest) else slot + re.escape(rest[at + 1].rstrip(" *"))
    return re.compile(out if {"from", "to"} <= seen else r"(?!)(?P<from>)(?P<to>)")
