"""A game played again: the position that a file begins with, then step by step what the players did."""

from __future__ import annotations

import html
import re
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from itertools import islice

from adjudicator.files.fault import Broken
from adjudicator.vassal.container import GAME, LOG
from adjudicator.vassal.module import Module, turn_values
from adjudicator.vassal.pieces import Piece, counters, place_of
from adjudicator.vassal.sequence import ESC, chain, commands, raw_tokens, tokens, whole

TAG = re.compile(r"<[^<>]{0,400}>")
SPEAKER = re.compile(r"^<([^<>]{1,80})>(?: - )?\s*(.*)$", re.S)
KNOWN = frozenset(("EXT", "NOTES", "PNOTES", "PNOTE", "SNOTE", "AUDIO", "FLARE", "CLOCK", "SGKC", "LOCKSPOTAB", "SEMAIL", "LOS", "SETUP_STACK", "CHECK"))
"""Commands that say nothing of the game."""
BOARDS, EVENTS, PLAYERS = 500, 1_000_000, 1_000
"""Boards of a map (and empty stacks at a point), what all steps did, and passwords: no game has so many, and each may be looked at for each counter."""
Place = tuple[str | None, int, int]


@dataclass
class Moved:
    """A counter went from one point to another."""

    piece: Piece
    start: Place
    end: Place
    undone: bool = False


@dataclass
class Changed:
    """A counter shows something else: flipped, lost a step, was uncovered."""

    piece: Piece
    old: str
    new: str


@dataclass
class Placed:
    """A counter came (`gone` False) or went."""

    piece: Piece
    gone: bool


@dataclass
class Said:
    """A line of chat; `speaker` is "" for what the program reports itself."""

    text: str
    speaker: str
    undone: bool = False


@dataclass
class Set:
    """A property changed: among others the results of dice, `<button>_result`."""

    name: str
    old: str
    new: str
    undone: bool = False


@dataclass
class TurnMark:
    """The turn tracker moved on: property -> value."""

    values: dict[str, str]
    tracker: int


Event = Moved | Changed | Placed | Said | Set | TurnMark


@dataclass
class Step:
    """What one deed of a player did; `index` counts from 1."""

    index: int
    events: list[Event] = field(default_factory=list)
    undoes: bool = False


class Recording:
    """The position, as far as the steps that were asked for have changed it."""

    def __init__(self, text: str, module: Module | None = None) -> None:
        """`text` is the game of a file. Reads all before its first step."""
        self.module = module
        self.pieces: dict[str, Piece] = {}
        self.standing: dict[Place, dict[Piece, None]] = {}
        """Counters by their point."""
        self.stacks: dict[Place, dict[Piece, None]] = {}
        """Stacks and decks by theirs."""
        self.roster: dict[str, tuple[str, str]] = {}
        """Password -> player's name and side. Never to be shown."""
        self.secrets: set[str] = set()
        """Passwords of players, wherever the file holds one. Never to be shown."""
        self.properties: dict[str, str] = {}
        self.turns: dict[int, dict[str, str]] = {}
        self.boards: dict[str, list[tuple[str, bool, int, int]]] = {}
        self.lost_boards: dict[str, None] = {}
        self.reports: set[str] = set()
        """What was reported and said, to know an undoing by."""
        self.events = 0
        self.passed: Counter[str] = Counter()
        """Commands that nobody reads, counted by their first word."""
        self.raw = raw_tokens(text, ESC)
        self.first = next((at for at, token in enumerate(self.raw) if token.startswith((LOG, "'" + LOG))), len(self.raw))
        self._silent = Step(0)
        for raw in self.raw[: self.first]:
            for command in commands(_unmarked(raw)):
                self._do(command, self._silent)
        self._gather()
        self._silent = Step(0)

    # ---- steps
    def steps(self) -> Iterator[Step]:
        """Every step in order, carried out as it is given."""
        for index, raw in enumerate(self.raw[self.first :], 1):
            step = Step(index)
            for command in commands(_unmarked(raw)):
                self._do(command.removeprefix(LOG), step)
            self.events += len(step.events)
            if self.events > EVENTS:
                raise Broken(GAME, None, "vassal_too_large", entry=f"{index:,}, > {EVENTS:,}")
            for event in step.events:
                if isinstance(event, Said) and not event.speaker:
                    step.undoes = step.undoes or self.undone(event.text) is not None
                if isinstance(event, Said):
                    self.reports.add(event.text.strip("*- "))
            yield step

    def _do(self, command: str, step: Step) -> None:
        head = command[:2]
        if head == "M/":
            self._move(tokens(command, "/"), step)
        elif head == "D/":
            self._change(tokens(command, "/"), step)
        elif head == "+/":
            self._add(tokens(command, "/"), step)
        elif head == "-/":
            self._remove(tokens(command, "/"), step)
        elif command.startswith("CHAT"):
            step.events.append(said(command[4:]))
        elif command in ("", "null", "begin_save", "end_save"):
            return
        else:
            self._other(command, step)

    def _other(self, command: str, step: Step) -> None:
        fields = tokens(command, "\t")
        head = fields[0]
        if head == "MutableProperty" and len(fields) > 3:
            self.properties[fields[1]] = fields[3]
            step.events.append(Set(fields[1], fields[2], fields[3]))
        elif head == "GlobalProperty":
            parts = tokens(fields[1] if len(fields) > 1 else "", ";")
            if len(parts) > 2:
                self.properties[parts[1]] = parts[2]
        elif head == "PLAYER" and len(fields) > 3:
            self.roster[fields[1]] = (fields[2], fields[3])
            self._keep_secret(fields[1:2])
        elif head == "UNDO":
            step.undoes = step.undoes or fields[1:2] == ["true"]
        elif head.endswith("BoardPicker"):
            self._boards(head[: -len("BoardPicker")], fields[1:])
        elif head.startswith("TURN") and len(fields) > 1:
            self._turn(head, fields[1], step)
        elif head == "SHOW_RESULTS" and len(fields) > 2:
            step.events.append(Set(f"{fields[1]}_faces", "", ",".join(fields[2:])))
        elif head.rstrip("0123456789") not in KNOWN:
            self.passed[head[:30]] += 1

    def _turn(self, head: str, state: str, step: Step) -> None:
        digits = re.search(r"(\d+)$", head)
        number = int(digits[1]) if digits is not None and len(digits[1]) < 4 else 0
        trackers = self.module.trackers if self.module is not None else []
        values = turn_values(trackers[number], state) if number < len(trackers) else {}
        if values != self.turns.get(number):
            self.turns[number] = values
            step.events.append(TurnMark(values, number))

    def _boards(self, name: str, fields: list[str]) -> None:
        rows: list[tuple[str, bool, int, int]] = []
        for at in range(0, len(fields) - 2, 3):
            board, turned, _ = fields[at].partition("/rev")
            column, row = whole(fields[at + 1]), whole(fields[at + 2])
            if column is not None and row is not None and len(rows) < BOARDS:
                rows.append((board, bool(turned), column, row))
        self.boards[name] = rows
        window = self.module.maps.get(name) if self.module is not None else None
        if window is not None and rows:
            self.lost_boards |= dict.fromkeys(window.lay(rows))

    def undone(self, text: str) -> str | None:
        """What a report says that was undone: in every language it is a word, a colon and the report or line of chat itself."""
        _, _, rest = text.partition(": ")
        rest = rest.strip("*- ")
        return rest if rest and rest in self.reports else None

    def _keep_secret(self, passwords: list[str]) -> None:
        """Passwords, which every text that is told is searched for."""
        self.secrets.update(passwords)
        if len(self.secrets) > PLAYERS:
            raise Broken(GAME, None, "vassal_too_large", entry=f"PLAYER > {PLAYERS:,}")

    # ---- counters
    def _add(self, fields: list[str], step: Step) -> None:
        if len(fields) < 4:
            return
        old = self.pieces.pop(fields[1], None)
        if old is not None:
            self._leave(old)
            self._lift(old)
        piece = Piece(fields[1], fields[2], fields[3])
        self.pieces[piece.id] = piece
        if step is not self._silent:
            self._stand(piece)
            if piece.kind != "piece":
                self._fill(piece)
            elif old is None:
                step.events.append(Placed(piece, False))

    def _gather(self) -> None:
        """When all are there: who stands in which stack, and where."""
        for piece in self.pieces.values():
            for id_ in piece.holds:
                inner = self.pieces.get(id_)
                if inner is not None and inner.kind == "piece":
                    inner.holder = piece
        for piece in self.pieces.values():
            self._stand(piece)

    def _fill(self, holder: Piece) -> None:
        for id_ in holder.holds:
            inner = self.pieces.get(id_)
            if inner is not None and inner.kind == "piece":
                self._leave(inner, holder)
                self._lift(inner)
                inner.holder = holder
                self._stand(inner)

    def _remove(self, fields: list[str], step: Step) -> None:
        piece = self.pieces.pop(fields[1], None) if len(fields) > 1 else None
        if piece is None:
            return
        self._lift(piece)
        if piece.kind == "piece":
            self._leave(piece)
            step.events.append(Placed(piece, True))
            return
        for id_ in piece.holds:
            inner = self.pieces.get(id_)
            if inner is not None and inner.holder is piece:
                self._lift(inner)
                inner.map, inner.x, inner.y = piece.map, piece.x, piece.y
                inner.holder = None
                self._stand(inner)

    def _change(self, fields: list[str], step: Step) -> None:
        piece = self.pieces.get(fields[1]) if len(fields) > 2 else None
        if piece is None:
            return
        old = fields[3] if len(fields) > 3 else piece.state
        if piece.kind != "piece":
            start = piece.where
            self._lift(piece)
            inside = [inner for id_ in piece.holds if (inner := self.pieces.get(id_)) is not None and inner.holder is piece]
            for inner in inside:
                self._lift(inner)
                inner.holder = None
                inner.map, inner.x, inner.y = start
            piece.settle(fields[2])
            self._stand(piece)
            for inner in inside:
                if inner.id not in piece.holds:
                    self._stand(inner)
            self._fill(piece)
            return
        before = piece.where
        told = place_of(tokens(chain(old)[-1], ";"))
        self._lift(piece)
        holder = piece.holder
        new = piece.settle(fields[2])
        if new != told:  # only then does the line itself say that it went elsewhere
            self._leave(piece)
            self._stand(piece)
            if new != before:
                step.events.append(Moved(piece, before, new))
        else:
            piece.holder = holder
            if holder is None:
                piece.map, piece.x, piece.y = before
            self._stand(piece)
        if _shows(old) != _shows(fields[2]):
            step.events.append(Changed(piece, old, fields[2]))

    def _move(self, fields: list[str], step: Step) -> None:
        if len(fields) < 9:
            return
        start, end = place_of(fields[6:9]), place_of(fields[2:5])
        self._keep_secret(fields[10:11])
        mover = self.pieces.get(fields[1])
        whole = mover is not None and mover.kind != "piece"
        if mover is None:
            movers = [*self.standing.get(start, ())]
        elif whole:
            movers = [inner for id_ in mover.holds if (inner := self.pieces.get(id_)) is not None and inner.holder is mover]
        else:
            movers = [mover]
        under = self.pieces.get(fields[5])
        target = self._stack_at(under, end)
        if whole and mover is not None and target is None and not self.standing.get(end):
            for piece in movers:
                step.events.append(Moved(piece, piece.where, end))
                self._lift(piece)
            self._lift(mover)
            mover.map, mover.x, mover.y = end
            self._stand(mover)
            for piece in movers:
                self._stand(piece)
            return
        for piece in movers:
            before = piece.where
            self._lift(piece)
            self._leave(piece)
            piece.map, piece.x, piece.y = end
            if target is not None:
                piece.holder = target
                target.holds[piece.id] = None
            self._stand(piece)
            if before != end:
                step.events.append(Moved(piece, before, end))

    def _stack_at(self, under: Piece | None, end: Place) -> Piece | None:
        """The stack that a counter joins: that of the one beneath, else any at that point."""
        if under is not None:
            holder = under if under.kind != "piece" else under.holder
            if holder is not None and (holder.map, holder.x, holder.y) == end:
                return holder
        return next((piece for piece in islice(self.stacks.get(end, ()), BOARDS) if piece.kind == "deck" or piece.holds), None)

    def _leave(self, piece: Piece, to: Piece | None = None) -> None:
        """Out of its stack."""
        holder = piece.holder
        if holder is not None and holder is not to:
            piece.map, piece.x, piece.y = piece.where
            holder.holds.pop(piece.id, None)
            piece.holder = None

    def _stand(self, piece: Piece) -> None:
        self._lying(piece).setdefault(piece.where, {})[piece] = None

    def _lift(self, piece: Piece) -> None:
        lying = self._lying(piece)
        row = lying.get(piece.where)
        if row is not None and piece in row:
            del row[piece]
            if not row:
                del lying[piece.where]

    def _lying(self, piece: Piece) -> dict[Place, dict[Piece, None]]:
        return self.standing if piece.kind == "piece" else self.stacks

    # ---- names
    def hex_of(self, place: Place) -> str | None:
        """The name of the hex at a place; None off the table or where no hex is known."""
        name, x, y = place
        window = self.module.maps.get(name) if self.module is not None and name is not None else None
        return window.place(x, y) if window is not None else None

    def counters(self) -> list[Piece]:
        """All counters, stacks and decks left out."""
        return counters(self.pieces.values())

    def in_deck(self, piece: Piece) -> bool:
        """Whether it lies in a deck: a card or a pool, no unit."""
        return piece.holder is not None and piece.holder.kind == "deck"


def _unmarked(token: str) -> str:
    """A top-level token as it is meant."""
    return tokens(token + ESC, ESC)[0]


def _shows(state: str) -> list[str]:
    """All parts of a state but the innermost, which says where it stands."""
    return chain(state)[:-1]


def said(text: str) -> Said:
    """A line of chat: marks of colour, HTML and the speaker's brackets taken off."""
    own = text[:1] in ("*", "-")
    if own:
        text = TAG.sub("", text[1:].lstrip("*-!?~`|").strip() if text[1:2] in "!?~`|" else text)
        return Said(" ".join(html.unescape(text).split()), "")
    found = SPEAKER.match(html.unescape(text))
    if found is None:
        return Said(" ".join(html.unescape(TAG.sub("", text)).split()), "")
    return Said(" ".join(TAG.sub("", found[2]).split()), " ".join(found[1].split()))
