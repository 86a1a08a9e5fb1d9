"""What a game understands of what is typed: the line, on the position that it has come to.

A line is refused, doubted, or taken for another one here; nothing is played (`Game` in game.py does that), but a sentence may be tried to see
what comes of it.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterable, Iterator, Sequence
from contextlib import AbstractContextManager, suppress
from itertools import pairwise
from typing import TYPE_CHECKING, Any

from adjudicator.ground.declaration import REMARK, Part
from adjudicator.ground.facts import InputError
from adjudicator.ground.ruling import ILLEGAL, LEGAL, Ruling
from adjudicator.language import Act, Entry, NotUnderstood, Stated
from adjudicator.play.both import both_named
from adjudicator.play.claims import points_claimed
from adjudicator.play.context import MARKS, pieces_of, without_doer
from adjudicator.play.deeds import reported
from adjudicator.play.lines import ASIDES, MOST, Line, is_piece, line_behind, moved, sits_out, usurped
from adjudicator.play.met import met, without
from adjudicator.play.naming import named
from adjudicator.play.noted import noted
from adjudicator.play.pointed import as_sides, in_full, pointed
from adjudicator.play.record import ODD, STATE, Note, Problem, Record
from adjudicator.play.referee import ASKS, DOES, NoSuchAct, worst
from adjudicator.play.standing import meanings
from adjudicator.play.stating import STANDING, bracketed, described, facing, headed, phase_alike, placed, worded
from adjudicator.play.told import gainsaid, untold
from adjudicator.say.heard import log_words
from adjudicator.sentences.held import held_by, names_of, texts
from adjudicator.sentences.printed import FIGURE, of_whom

if TYPE_CHECKING:
    from adjudicator.play.matter import Matter
    from adjudicator.sentences.token import Token

OPINIONS = 10
"""So many sentences of a line may be in doubt or refused: other wordings are looked for with each of them."""
NATURE = ("].kind", "].side")
"""What a unit is for good."""
UNKNOWN = frozenset(("VERB", "WORD", "ADJ"))
"""Types of words that no rulebook knows."""
NAMELESS = frozenset(("question", "ask", "not", "passing", "anywhere", "anyone", "somewhere", "exerts", "count"))
"""Slots of a question that names nobody and no place."""
SCORE, STACKED = "score", frozenset((("NOUN", "stacking"), ("NOUN", "stack")))
TAKEN = "taken_as"
"""The note on a line that is taken for what its words hint at."""


class Understanding(ABC):
    """The half of a game that understands lines.

    weighed   whether what the last line was understood as hung on the position, too
    said      what the next sentence may refer to; ``done``: what a deed may, to which questions put meanwhile are nothing
    trying    whether what is played is only looked at: then nothing is taken for something else
    players   who plays which side, if that was said
    """

    book: Any = None
    referee: Any = None
    situation: Any = None
    matter: Matter | None = None

    def __init__(self) -> None:
        self.said = self.done = ""
        self.weighed = False
        self.trying = False
        self.players: dict[str, str] = {}
        self._named: set[str] = set()  # sentences that said a fact as a ruling names it

    @abstractmethod
    def play(self, record: Record, *lines: Line) -> Line:
        """Judge the sentences of a line and carry them out; the line as it was taken in the end."""

    @abstractmethod
    def goes_on(self, line: Line) -> bool:
        """Whether a line only adds to what has been taken: dice, claims, answers."""

    @abstractmethod
    def tried(self) -> AbstractContextManager[None]:
        """Whatever is played meanwhile is taken back, and nobody hears of it."""

    def comes_of(self, line: Line) -> tuple[Ruling, ...]:
        """The rulings of a line that is taken back, none if it cannot be played."""
        record = Record(0, line.text, STATE)
        with self.tried(), self.referee.at_once():
            self.trying = True
            self.play(record, line)
        return tuple(record.rulings) if record.problem is None else ()

    def line(self, text: str) -> Line:
        """The line of a text.  Raises NotUnderstood, InputError."""
        line = points_claimed(self.book, reported(self._read(text)))
        if len(line.parts) < 2:
            return line
        from adjudicator.play.stood import sat_out, stood, struck

        self.weighed = self.weighed or len(line.acts) > 1  # where they stand decides what is a deed
        return sat_out(self, stood(self, struck(self, line)))

    def _read(self, text: str) -> Line:
        """`line`, as it stands behind what was done, or else behind what was asked, too."""
        return line_behind(text, self.parse, self.referee.words(text), (self.done, self.said), self._by_itself)

    def _by_itself(self, act: Act) -> bool:
        """Whether a deed that names nobody is that of whoever is at work (cleanup), not of those who were named before it."""
        cls = self.book.acts.get(act.kind) if self.book is not None else None
        return cls is not None and bool(cls.by_itself(self.situation))

    def understand(self, record: Record, text: str) -> Line | None:
        """The line of a text, or None and the record's problem.  What both players agreed on beside it is kept in the record."""
        line = self._understood(record, text)
        if line is not None and any(act.kind == FIGURE for act in line.acts):
            of_whom(line.acts, [self.referee.words(text[slice(*span)]) for span in pieces_of(text)])
        return line

    def _understood(self, record: Record, text: str) -> Line | None:
        if named(self.book, self.situation, text) is not None:  # as it was asked for
            return self.line(text)
        row = self.referee.words(said := as_sides(self.book, self.players, text, self.referee.words(text)) if self.players else text)
        for put in (in_full, pointed, both_named):
            if (text := put(self.situation, said, row)) is not said:
                said, row = text, self.referee.words(text)
        if there := met(self, text, row):
            record.notes += [Note("said_and_so", {"said": text[begin:end].strip(MARKS)}, True) for begin, end in there]
            text = without(text, there)
        if ";" in text:
            text, record.agreed = log_words().agreement(text)
        self.weighed = False
        fault: NotUnderstood | None = None
        line: Line | None = None
        odd: InputError | None = None
        try:
            line = noted(self, text, self.checked(self.line(text)), row if text is said else self.referee.words(text))
        except NotUnderstood as error:
            fault = error
        except InputError as error:
            odd = error
        stated = [part.path for part in line.parts if isinstance(part, Stated)] if line is not None else ()
        if (wrong := gainsaid(self, text, stated)) != "":
            record.problem = Problem(ODD, error=InputError("not_so", said=wrong))
            return None
        if fault is None and (rest := self._rest(record, text, line)) is not None:
            return rest
        if odd is not None:
            record.problem = Problem(ODD, error=odd)
            return None
        if line is not None and line.acts and all(act.kind != FIGURE and act.slots.get("question") and act.slots.keys() <= NAMELESS for act in line.acts):
            from adjudicator.play.by_rule import by_rule

            if (ruled := by_rule(self, text, True)) is not None:  # does interdiction slow the Germans: of nobody in particular
                return ruled
        if line is not None:
            if self._brings_counters(line) or self._lays_markers(line):  # what follows may name them
                if (pieces := self._piecewise(record, text, None)) is not None:
                    return pieces
                record.problem, self.weighed = None, False
            sure = not self._doubtful(text) and (";" in text or not self._asks_behind(line) and not self._meets_own(line))
            if sure or self.goes_on(line):
                return line
        self.weighed = True
        if ";" in text and len(text) <= MOST:
            pieces = self._piecewise(record, text, fault)
            if pieces is not None or fault is None:
                return pieces
        if fault is not None:
            from adjudicator.play.by_rule import by_rule
            from adjudicator.play.context import without_context

            if (ruled := by_rule(self, text)) is not None:
                record.problem = None
                return ruled
            if (alone := without_context(self, text, fault)) is not None:
                record.problem = None
                if alone.text != text:
                    record.notes.append(Note(TAKEN, {"line": alone.text}))
                return alone
        if record.problem is not None:
            return None
        if fault is not None:
            found = self._instead(text, fault)
        else:
            assert line is not None  # a line that is neither refused nor odd
            found = self._otherwise_meant(text, line)
        if isinstance(found, NotUnderstood) and fault is not None and (alone := self._rest(record, text, None)) is not None:
            return alone
        if isinstance(found, NotUnderstood):
            record.problem = Problem(ODD, error=found, column=found.start + 1)
            return None
        if fault is None and found.text == text:
            return found
        if not self._asks_alike(text, found.text):
            record.problem = Problem(ODD, error=fault, column=fault.start + 1) if fault is not None else None
            return line if fault is None else None
        record.notes.append(Note(TAKEN, {"line": found.text}))
        return found

    def _rest(self, record: Record, text: str, line: Line | None) -> Line | None:
        """A line without what it only tells of the position, which is told back; None if it is read so anyhow, or its rest is not understood."""
        if (found := untold(self, text, line is not None)) is None:
            return None
        rest, left = found
        own, before = Record(0, rest, STATE), (self.said, self.done)
        ahead = [text[begin:end].strip(MARKS) for begin, end in sorted(left) if not text[:begin].rstrip().endswith("?")]
        first = [each for token in self.referee.words(rest)[:3] for each in meanings(token)]
        if not any({each[0] for each in first} & {"QP", "QD"} and unit in first for unit in (("NOUN", "unit"), ("QP", "who"))) and ("DET", "poss") not in first:
            self.said = self.done = ". ".join(ahead) or self.said  # Dr2 on 26. How far must it retreat?
        try:
            plain: Line | None = None
            with suppress(NotUnderstood):
                plain = self.line(rest)
            if line is not None and plain is not None and (_deeds(line) == _deeds(plain) or not _in_deeds(line, left)):
                return None
            if line is None and plain is not None and {end for _, end in left} <= {end for _, end in pieces_of(text)}:
                return None  # then the parts were looked at already
            alone = self.understand(own, rest)
        except (NotUnderstood, InputError):
            return None
        finally:
            self.said, self.done = before
        if alone is None or own.problem is not None or not alone.acts or not (comes := self.comes_of(alone)):
            return None
        bears = line is not None and (usurped(alone, line) or worst(comes) == ILLEGAL and len(line.acts) == 1 and worst(self.comes_of(line) or comes) == LEGAL)
        idle = line is not None and all(map(sits_out, alone.acts))  # GR1 had no part in it. GR2 takes the A1: that is done; AL1: 46 takes it
        if bears or idle or not all(self.asked(act) for act in alone.acts) and without_doer(self, alone, left.values()):
            return None
        record.notes += [*(Note("said_and_so", {"said": text[begin:end].strip(MARKS)}, True) for begin, end in sorted(left)), *own.notes]
        record.agreed = own.agreed
        return alone

    def _asks_alike(self, text: str, other: str) -> bool:
        """Whether a line that is taken as another asks as that does (how many is never taken as whether), and nobody in it does what no rule knows."""
        from adjudicator.play.answering import same_question

        row = self.referee.words(text)
        if any(self._idle(row)):
            return False
        taken = self.referee.words(other)
        said, read = _hexes_said(row), _hexes_said(taken)
        if places(taken, False) & places(row, True):
            return False  # it fought 3010 a moment ago: nothing is done there now
        return (not read or not said or read <= said) and same_question(row, taken)

    def _idle(self, row: Sequence[Token]) -> Iterator[str]:
        """Units of which it is said that they do what no rule knows: 47 watching."""
        senses = self.referee.language.words.senses
        for one, token in pairwise(row):
            known = any(senses.get(str(lemma)) for _, lemma in token.means.get("VG", ())) or not {type_ for type_, _ in meanings(token)} <= UNKNOWN
            if one.classes[0] == "UNIT" and "VG" in token.classes and not known:
                yield str(one.value)

    def _doubtful(self, text: str) -> bool:
        """Whether the words of a line, or of a sentence of it, make other acts likelier than those that it was read as."""
        memo = self.referee.names().memo
        return any((entry := memo.get(piece.strip())) is not None and entry.doubtful for piece in (text.split(";") if ";" in text else (text,)))

    def checked(self, line: Line) -> Line:
        """The line, if no unit of a deed or question is said to be of another kind or side than the position says, or goes the way of units of another side."""
        units = self.situation.units
        if (left := next((part for part in line.acts if part.kind == REMARK and is_piece(self.referee.words, part)), None)) is not None:
            raise NotUnderstood("no_place", left.slots["passing"][0], left.start, left.end)
        if not line.acts or "=" in line.text:
            return line
        if any(act.kind == SCORE and act.slots.get("question") for act in line.acts):
            for token in self.referee.words(line.text):
                if STACKED & meanings(token):  # does it count for stacking: no points are meant
                    raise NotUnderstood("no_place", token.text, token.start, token.end)
        wrong = []
        idle = set(self._idle(self.referee.words(line.text))) if any(act.slots.get("passing") for act in line.acts) else set()
        for part in line.parts:
            if isinstance(part, Act):
                going = [name for name in part.slots.get("units", ()) if name in units] if "path" in part.slots else []
                wrong += [name for name in going if None not in (own := (units[name].known("side"), units[going[0]].known("side"))) and own[0] != own[1]]
            elif part.path.endswith(NATURE) and (name := part.path[6:].partition("].")[0]) in units:
                wrong += [name] if units[name].known(part.path.rpartition(".")[2]) not in (None, part.value) else []
            if isinstance(part, Act) and idle:
                wrong += idle & {*part.slots.get("units", ()), *(aid.id for aid in part.slots.get("aids", ()) if aid.id)}
            if isinstance(part, Act):  # without infantry: none of those who do it is
                away = {aid.kind for aid in part.slots.get("without", ()) if aid.id is None}
                doers = [units[name] for name in part.slots.get("units", ()) if away and name in units]
                wrong += [unit.id for unit in doers if away & {unit.known("kind"), unit.known("class")}]
            if isinstance(part, Act) and (number := _miscounted(part, self.situation)) is not None:
                told = next((token for token in self.referee.words(line.text) if number in [value for _, value in token.means.get("NUM", ())]), None)
                if told is not None:
                    raise NotUnderstood("no_place", told.text, told.start, told.end)
        at = line.text.find(wrong[0]) if wrong else -1
        if at >= 0:
            raise NotUnderstood("no_place", wrong[0], at, at + len(wrong[0]))
        return line

    def _instead(self, text: str, fault: NotUnderstood) -> Line | NotUnderstood:
        """What a refused line is taken for, or its fault."""
        from adjudicator.play.second import instead

        return instead(self, text, fault) or fault

    def _otherwise_meant(self, text: str, line: Line) -> Line | NotUnderstood:
        """What a line in doubt is taken for, what is asked of it, or the line itself."""
        from adjudicator.play.scened import scened
        from adjudicator.play.second import doubted
        from adjudicator.play.turned import turned

        return scened(self, text, line) or turned(self, text, line, self.referee.words(text)) or doubted(self, text, line) or line

    def meant(self, text: str, line: Line) -> Line | None:
        """A line, or what it is taken for where its words make it most unlikely; None if that has to be asked."""
        from adjudicator.play.second import doubted

        other = doubted(self, text, line) if self._doubtful(text) else None
        return None if isinstance(other, NotUnderstood) else other or line

    def _meets_own(self, line: Line) -> bool:
        """Whether a deed of the side that is not to act meets units of the one that is."""
        if all("target_units" not in act.slots or "anyone" in act.slots for act in line.acts):  # what somebody is worth
            return False
        from adjudicator.play.turned import against_own

        return against_own(self, line) is not None

    def _brings_counters(self, line: Line) -> bool:
        """Whether a sentence of a line describes a counter that the position does not have, and another follows."""
        new = [
            part for parts in line.sentences[:-1] for part in parts if isinstance(part, Stated) and part.path.startswith("units[") and part.path.endswith("]")
        ]
        return any(part.path[6:-1] not in self.situation.units for part in new)

    def _asks_behind(self, line: Line) -> bool:
        """Whether a line tells of a deed and then asks something."""
        return len(line.acts) > 1 and self.asked(line.acts[-1])

    def _piecewise(self, record: Record, text: str, fault: NotUnderstood | None) -> Line | None:
        """The line of sentences of which one is in doubt or refused: each is understood where the position stands when it is its turn."""
        sentences: list[tuple[Part, ...]] = []
        begin = opinions = 0
        before = len(record.notes)
        with self.tried():
            for piece in text.split(";"):
                start = begin + len(piece) - len(piece.lstrip())
                begin += len(piece) + 1
                if not piece.strip():
                    continue
                line = self.understand(record, piece.strip())
                opinions += self.weighed
                self.weighed = True
                if line is not None and opinions > OPINIONS:
                    line, record.problem = None, Problem(ODD, error=NotUnderstood("too_long", piece.strip()[:40], 0, len(piece.strip())))
                if line is None:
                    assert record.problem is not None
                    del record.notes[before:]  # nothing of the line is taken
                    if fault is not None:
                        record.problem = Problem(ODD, error=fault, column=fault.start + 1)
                    elif isinstance(record.problem.error, NotUnderstood):
                        record.problem.error.start += start
                        record.problem.error.end += start
                        record.problem = Problem(ODD, error=record.problem.error, column=record.problem.error.start + 1)
                    return None
                if begin < len(text):
                    line = self._lying(line)
                line = self.play(own := Record(0, piece, STATE), line)
                record.notes += [note for note in own.notes if note.key == TAKEN]
                sentences += [tuple([moved(part, start) for part in parts]) for parts in line.sentences]
            return Line(text, tuple(sentences), self.said)

    def _lays_markers(self, line: Line) -> bool:
        """Whether a sentence of a line, with another behind it, names a marker and its place and nothing else: OBJ at 17.10; 27 attacks 17.10."""
        return any(self._laid(parts) for parts in line.sentences[:-1])

    def _laid(self, parts: tuple[Part, ...]) -> list[tuple[str, Any]]:
        """What a sentence says of markers in a hex, if it has no verb and names nobody who puts them there."""
        act = parts[0] if len(parts) == 1 else None
        if not isinstance(act, Act) or "question" in act.slots or "units" in act.slots:
            return []
        return placed(self.book, self.situation, act.text, self.referee.words)

    def _lying(self, line: Line) -> Line:
        """A sentence that only names a marker and its place tells how things stand, if nobody may put it there now."""
        facts = self._laid(line.sentences[0]) if len(line.sentences) == 1 else []
        if not facts or any(ruling.verdict == LEGAL for ruling in self.comes_of(line)):
            return line
        return Line(line.text, (tuple(Stated(*fact) for fact in facts),), line.said)

    def parse(self, text: str) -> Entry:
        """The entry of one sentence; raises NotUnderstood, InputError."""
        if text[-1:].isdecimal() and (dice := log_words().dice(text)) is not None:
            return Entry(text, (Stated("rolls", tuple(dice)),))
        if "=" in text and (fact := bracketed(self.book, text)) is not None:
            return Entry(text, (Stated(*fact),))
        if ";" not in text and (said := named(self.book, self.situation, text)) is not None:
            return Entry(text, (Stated(*said),))
        if ";" in text and any(piece in self._named or named(self.book, self.situation, piece) for piece in map(str.strip, text.split(";"))):
            raise NotUnderstood("no_act", text, 0, len(text))  # such a fact leans on nothing
        try:
            entry: Entry = self.referee.parse(text)
            fault = self._unheld(entry) if entry.unheld else None
        except NotUnderstood as error:
            fault = error
        lone = entry.parts[0] if fault is None and len(entry.parts) == 1 else None
        claimed = ":" in text and isinstance(lone, Stated) and lone.path == "claims"  # die-roll modifier of clear: 0
        deed = ":" in text and fault is None and isinstance(entry.parts[0], Act) and "question" not in entry.parts[0].slots  # Fatigue of 12VG: 0
        remark = claimed or deed or isinstance(lone, Act) and (lone.kind == REMARK or "passing" in lone.slots and "units" not in lone.slots)
        if facing(self.book, text)[1] and (facts := placed(self.book, self.situation, text, self.referee.words)):
            return Entry(text, tuple(Stated(*fact) for fact in facts))
        if fault is None and not claimed and not deed and (not isinstance(lone, Act) or "question" in lone.slots or not remark and lone.slots.get("units")):
            return entry
        row = self.referee.words(text)
        if (phase := phase_alike(self.referee, text, row)) is not None:
            return Entry(text, (Stated("phase", phase),))
        headed(self.book, text, row)
        told = fault is not None or any(token.classes[0] in STANDING for token in row)
        facts = placed(self.book, self.situation, text, self.referee.words) if told else []
        if not facts and (fault is not None or remark) and (fact := worded(self.book, self.situation, text)) is not None:
            facts = [fact]
            self._named.add(text)
        if not facts and fault is not None and (counter := described(self.referee, text)) is not None:
            return counter
        if not facts and fault is not None:
            raise fault
        return Entry(text, tuple(Stated(*fact) for fact in facts)) if facts else entry

    def _unheld(self, entry: Entry) -> NotUnderstood | None:
        """The first name in a sentence that nothing of it holds and that the position does not bear out: a hex in which one of those stands that it holds."""
        units = self.situation.units
        if all(isinstance(part, Stated) and part.path.endswith(".eliminated") for part in entry.parts):
            return None  # who has eliminated it is no fact
        held = held_by(entry.parts)
        held |= {part.path[6:].partition("]")[0] for part in entry.parts if isinstance(part, Stated) and part.path.startswith("units[")}
        places = {unit.known("at") for unit in units.values() if unit.id in held}
        places |= set(texts(dict(self.situation.known_box("pending"))))
        row = self.referee.words(entry.text)
        for token in (row[at] for at in entry.unheld if at < len(row)):
            names = names_of(token)
            if token.classes[0] == "HEX" and names & places:
                continue
            if any(name in units and units[name].known("at") in held for name in names):
                continue
            return NotUnderstood("no_place", token.text, token.start, token.end)
        return None

    def nature(self, act: Act) -> str:
        """Whether an act says how things stand, asks, or does something; what only adds to a deed does."""
        kept: dict[Any, tuple[Act, str]] = self.situation.cache  # it hangs on the position, and is asked for again and again
        found = kept.get(("nature", id(act)))
        if found is None or found[0] is not act:
            try:
                found = act, str(self.referee.nature(act))
            except (InputError, NoSuchAct):
                found = act, DOES
            kept["nature", id(act)] = found
        return found[1]

    def asked(self, act: Act) -> bool:
        """Whether an act is a question."""
        return self.nature(act) == ASKS


def _hexes_said(row: Sequence[Token]) -> set[Any]:
    """How many hexes words speak of."""
    return {value for one, token in pairwise(row) if ("NOUN", "hex") in meanings(token) for type_, value in one.means.get("NUM", ()) if type_ == "NUM"}


def places(row: Sequence[Token], over: bool) -> set[Any]:
    """The hexes of the clauses that tell what was done before (`over`), or of the others."""
    found: dict[bool, set[Any]] = {True: set(), False: set()}
    begin = 0
    for at, token in enumerate([*row, None]):
        if token is None or token.classes[0] in ("COMMA", "SEMI", "COLON"):
            clause, begin = row[begin:at], at + 1
            past = any("HV" in each.classes[:1] or ("ADV", "already") in meanings(each) for each in clause)
            found[past] |= {value for each in clause if each.classes[0] == "HEX" for _, value in each.means["HEX"]}
    return found[over]


def _miscounted(act: Act, situation: Any) -> int | None:
    """How many hexes somebody is said to go who goes another way: three hexes, 1511-1512; three hexes to 1512, which is two off."""
    number, way, units = act.slots.get("hexes"), act.slots.get("path") or (), act.slots.get("units") or ()
    at = situation.units[units[0]].known("at") if units and units[0] in situation.units else None
    if not isinstance(number, int) or not isinstance(at, str):
        return None
    goal = act.slots.get("to")
    far = len(way) - (way[0] == at) if way else situation.grid.distance(at, goal) if isinstance(goal, str) else None
    return None if far is None or far == number or not way and number < far else number  # one who goes too far is judged


def _deeds(line: Line) -> list[Any]:
    """What a line asks and does, without what is told beside it."""
    return [(act.kind, {name: said for name, said in act.slots.items() if name not in ASIDES}) for act in line.acts]


def _in_deeds(line: Line, left: Iterable[tuple[int, int]]) -> bool:
    """Whether anything that a line asks or does is told where those parts of it stand, and no fact is."""
    named = [part.path.partition("[")[2].partition("]")[0] for part in line.parts if isinstance(part, Stated)]
    spans = [(begin, end) for begin, end in left if not any(name and name in line.text[begin:end] for name in named)]
    return any(act.start < end and begin < act.end for act in line.acts for begin, end in spans)
