"""One act against one position, to its ruling.  What becomes of an entry is the game's business (game.py)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from contextlib import contextmanager, suppress
from fractions import Fraction
from typing import TYPE_CHECKING, Any

from adjudicator.book import Rulebook
from adjudicator.book.acts import DICE_FAULTS, Figure
from adjudicator.book.engine import DEPTH, done_all_the_same, judge, merge, stuck
from adjudicator.ground import work
from adjudicator.ground.declaration import ENOUGH, GAINSAID, Act, Aid, Entry, Query, Seen, Stated, led_to
from adjudicator.ground.facts import InputError, Missing
from adjudicator.ground.ruling import ILLEGAL, LEGAL, UNDETERMINED, Finding, Ruling, define, warn
from adjudicator.ground.situation import Situation
from adjudicator.play import afterwards
from adjudicator.play.asked import answered
from adjudicator.play.casting import at_all, cast, faced, nowhere_legal, same_deed, sure
from adjudicator.play.compelled import left_undone, needs_no_more, of_result
from adjudicator.play.granted import take_for_granted
from adjudicator.play.grounds import grounded, over_no_river
from adjudicator.play.lacking import reckoned_in
from adjudicator.play.memory import Judgements
from adjudicator.play.ordered import ORDERED, of_phases
from adjudicator.play.plainly import as_answers, as_question, heading, sufficing, turned_round
from adjudicator.play.standing import meanings
from adjudicator.play.tried import moments, side_of, to_suppose
from adjudicator.play.whereabouts import everybody, place_of

if TYPE_CHECKING:
    from adjudicator.sentences import Spoken

RECASTS = 3  # what words really are here may again be something else: entering a hex is a move, a move after a fight an advance
MOST_REPEATS = 20  # nobody does anything more often
MOST = 999  # no rule counts further than that; a number of anything that is larger is a slip, and would be counted one by one
KEPT_NAMES = 8  # tables of names kept in memory: the many logs of one scenario share one
_names: dict[tuple[Any, ...], Any] = {}
SAYS, ASKS, DOES = "says", "asks", "does"
SEVERITY = {LEGAL: 0, UNDETERMINED: 1, ILLEGAL: 2}
COMPARED = frozenset(("less", "greater"))
"""What is answered by a figure with what is supposed, and without."""
PRESENCE = "claim_status"
"""That something is, or has: with no more said of it, that it is there."""
ELIMINATE = "eliminate"
ASIDE = ("question", "ask", "given", "passing", "agreeing", "seen", "reckoned", "avoids", GAINSAID)
"""Slots of a question beside those of the act that it is about."""
LISTS = ("attackers", "targets", "where_go", "retreats")
"""Questions of the core for all that may be so."""


class NoSuchAct(LookupError):
    """The rulebook has no act or question of this kind; ``args`` = (kind,)."""


class Referee:
    """Understands sentences and judges acts against a position, which it never changes."""

    def __init__(self, book: Rulebook, situation: Situation, language: Spoken, memory: Judgements | None = None) -> None:
        self.book = book
        self.situation = situation
        self.language = language
        self.in_use: Any = None  # the names by which the last sentence was read
        self._named: Any = None  # how many there were when they were put together
        self._last: Any = None  # the names that were in use last
        self.missing = ""  # of a question that does not say who does it, or where: what it would have to say
        self.nowhere = False  # the hex is any hex
        self.memory = memory or Judgements()
        self.hurried = False  # what is taken for granted is not looked for

    def names(self) -> Any:
        """What the position adds to the language: the names of units and markers."""
        situation = self.situation
        entities = [len(getattr(situation, group)) for group in situation.lists] if situation.lists else None
        size = (len(situation.units), len(situation.markers), situation.hexes.named(), entities)
        if self.in_use is None or size != self._named:
            from adjudicator.language import Names

            units, others = tuple(situation.units), (*situation.gone_perhaps(), *situation.groups())
            named = [(marker.known("kind") or "", marker.id) for marker in situation.markers.values()]
            markers = tuple((kind, id_) for kind, id_ in named if kind != id_)  # the only one of a kind has no name of its own
            hexes = situation.hexes.named()
            sides = tuple((unit.id, side) for unit in situation.units.values() if isinstance(side := unit.known("side"), str))
            kinds = tuple((unit.id, tuple(str(unit.known(name)) for name in ("kind", "class", "size"))) for unit in situation.units.values())
            lists = situation.listed()
            key = (id(self.language), units, others, markers, hexes, sides, kinds, tuple(lists.items()))
            self.in_use = _names.get(key)
            if self.in_use is None:
                while len(_names) >= KEPT_NAMES:
                    del _names[next(iter(_names))]
                self.in_use = _names[key] = Names(units, markers, None, hexes, others, self._last, sides, lists, tuple(situation.lists), kinds)
            self._last = self.in_use
            self._named = size
        return self.in_use

    def parse(self, text: str) -> Entry:
        """The entry as understood; raises NotUnderstood or Ambiguous."""
        return spread(self.book, self.language.parse(text, self.names()))

    def words(self, text: str) -> list[Any]:
        """The words of a text with all that they may mean."""
        return self.language.words_of(text, self.names())

    def note(self, path: str) -> None:
        """A fact stated later than the position was built may make a name known."""
        if path.startswith(("units[", "markers[")):
            self.in_use = None

    def kind_of(self, act: Act, slots: dict[str, Any] | None = None) -> str:
        """The kind that the words of an act really are in this position, which may put what is said in other `slots`.  Raises NoSuchAct."""
        if act.kind not in self.book.acts:
            raise NoSuchAct(act.kind)
        try:
            return self.recast(act.kind, dict(act.slots) if slots is None else slots)
        except Missing:
            return act.kind

    def recast(self, kind: str, slots: dict[str, Any]) -> str:
        """The kind that words of this kind really are in this position.  Raises Missing where that hangs on a fact that is not known."""
        for _ in range(RECASTS):
            other = self.book.acts[kind].recast(self.situation, slots)
            if other is None or other == kind:
                break
            kind = other
        return kind

    def judge_either_way(self, missing: Missing, act: Act, responses: list[Act], dice: list[int], full: bool) -> Ruling:
        """What an act is hangs on a fact that is not known: it is judged with every value of it, and the fact asked for."""
        opens = [(missing, "", True)]
        before = self.situation.tried
        if not missing.values or len(before) >= DEPTH:
            ruling = stuck(Ruling(act.kind, act.text), opens)
        else:
            branches: list[tuple[Any, Ruling]] = []
            wrong = 0
            try:
                with work.limited():  # one ruling, whatever the act turns out to be
                    for value in missing.values:
                        self.situation.tried = {**before, missing.fact: value}
                        try:
                            branches.append((value, self.judge(act, responses, dice, full)))
                        except InputError as error:  # with this value the words cannot be judged at all
                            wrong += 1
                            branches.append((value, Ruling(act.kind, act.text)))
                            branches[-1][1].verdict = UNDETERMINED
                            if error.key in DICE_FAULTS or wrong == len(missing.values):
                                raise
            finally:
                self.situation.tried = before
            ruling = merge(missing.fact, "", opens, branches)
            if any(branch.kind != ruling.kind for _, branch in branches):
                ruling.kind = act.kind  # as the words have it
        ruling.act = act
        return ruling

    def nature(self, act: Act) -> str:
        """Whether an act SAYS how things stand (a fact in other words), ASKS, or DOES something."""
        if act.slots.get("question"):
            return ASKS
        try:
            cls = self.book.acts[self.kind_of(act)]
        except LookupError:
            return DOES
        return SAYS if cls.silent else ASKS if is_supposed(act) or cls.question and not cls.roll_read else DOES

    def undone(self, act: Act) -> bool:
        """Whether an act is only said not to be done, and no rule makes anything of that."""
        if not act.slots.get("not") or act.slots.get("question"):
            return False
        kind = act.kind
        with suppress(InputError, NoSuchAct):  # of what nobody does, nothing need be known
            kind = self.kind_of(act)
        cls = self.book.acts.get(kind)
        return cls is not None and not (cls.deniable or cls.question or cls.left_free)

    def leaves(self, act: Act, kind: str) -> bool:
        """Whether an act is said not to be done which a rule leaves free: nothing happens then, either."""
        return bool(act.slots.get("not") and self.book.acts[kind].left_free) and not self.book.acts[kind].deniable

    def asks(self, act: Act | None, kind: str) -> bool:
        """Whether words that are an act of this kind only ask; a roll to be read is made.  Raises LookupError."""
        cls = self.book.acts[kind]
        return cls.question and not cls.roll_read or act is not None and bool(act.slots.get("question"))

    @contextmanager
    def at_once(self) -> Iterator[None]:
        """Meanwhile no ruling says what it takes for granted: that is found by judging it again and again."""
        kept, self.hurried = self.hurried, True
        try:
            yield
        finally:
            self.hurried = kept

    def judge(self, act: Act, responses: list[Act], dice: list[int], full: bool) -> Ruling:
        """Judge one act with the answers that belong to it; changes nothing.  Raises NoSuchAct, InputError."""
        if self.situation.tried:
            return self._judge(act, responses, dice, full)

        def anew() -> Ruling:
            self.situation.unsaid = {}
            ruling = self._judge(act, responses, dice, full)
            if not self.hurried:
                take_for_granted(self.situation, ruling, lambda: self._judge(act, responses, dice, False), full)
            return ruling

        return self.memory.ruling(self.situation, (act, responses, dice, full, self.hurried, self.missing, self.nowhere), anew)

    def _judge(self, act: Act, responses: list[Act], dice: list[int], full: bool) -> Ruling:
        """`judge`, with no look at what nobody stated."""
        kind = act.kind
        cls = self.book.acts.get(kind)
        if cls is None:
            raise NoSuchAct(kind)
        for said in (act, *responses):
            counted(said.slots.values())
        slots = dict(act.slots)
        if slots.pop(GAINSAID, False) or any(GAINSAID in answer.slots for answer in responses):
            others = [Act(one.kind, {name: said for name, said in one.slots.items() if name != GAINSAID}, one.text, one.start, one.end) for one in responses]
            return turned_round(self._judge(Act(kind, slots, act.text, act.start, act.end), others, dice, full), act)
        if (amount := slots.pop(ENOUGH, None)) is not None:
            return sufficing(self._judge(Act(kind, slots, "", act.start, act.end), responses, dice, full), act, amount)
        if "most" in slots:
            from adjudicator.play.whose import greatest

            return greatest(lambda one: self.judge(one, responses, dice, full), act)
        if named := slots.pop("either", ()):
            from adjudicator.play.whose import among

            return among(lambda one: self.judge(one, responses, dice, full), Act(kind, slots, act.text, act.start, act.end), named, slots.pop("many", False))
        if role := slots.pop("wherever", ""):
            return nowhere_legal(self, act, slots, role, full)
        if ORDERED & slots.keys():
            follows = lambda phase, left: self.supposing([Stated("phase", phase)]).judge(Act(kind, left, act.text, act.start, act.end), [], [], full)  # noqa: E731
            return of_phases(slots, self.book.values_of("phase") or (), follows)
        query = slots.pop("ask", None)
        given = to_suppose(self.situation, (*slots.pop("given", ()), *moments(responses)))
        if query is None and self._tells_gone(kind, slots):
            facts = tuple((f"units[{unit}].eliminated", True) for unit in slots["units"])
            kind, query = Figure.kind, Query("state", facts=facts, about=slots["units"])
        if cls.question and slots.get("units") and "target" not in slots:
            slots |= faced(self.situation, slots, kind in self.language.frames.reckoned and not self.situation.known("pending"))
        if "among" in slots:  # with those that stand there
            slots["at"] = place_of(self.situation, slots.pop("among"))
        anywhere = "anywhere" in slots and "target_units" not in slots
        if "without" in slots and (kind in self.book.acts and self.book.acts[kind].question):  # as if they were not there
            away = [aid.id for aid in slots.pop("without") if aid.kind == "unit" and aid.id in self.situation.units]
            if len(away) != len(act.slots["without"]):
                raise InputError("no_rule")
            given = (*given, *(Stated(f"units[{name}].at", "off_map") for name in away))
        if query is not None and query.what in COMPARED:
            return self.compared(act, query, responses, dice, full)
        if query is not None and query.what == "apart":
            from adjudicator.play.whose import apart

            return apart(lambda one: self.judge(one, [], [], False), act, query)
        if query is not None and query.what == "who" and query.part != "loss" and not given:
            from adjudicator.play.whose import whose

            return whose(self.book, self.situation, lambda one: self.judge(one, [], [], False), act, query)
        if whole := same_deed(self.recast, kind, slots, given):
            slots, given = whole, ()
        if given or anywhere or "anyone" in slots or "somewhere" in slots:
            other = self.supposing(given)
            other.nowhere = cast(self.book, other.situation, slots)
            again = Act(kind, {**slots, "ask": query} if query is not None else slots, act.text, act.start, act.end)
            other.missing = "no_units" if "anyone" in act.slots else "no_destination" if anywhere else ""
            with work.limited(2 if "anyone" in act.slots else 1):  # of somebody whom nobody named, little is known
                ruling = other.judge(again, responses, dice, full)
            ruling.act = act
            return ruling
        remarks, seen, agreeing, claimed, avoided = [slots.pop(name, ()) for name in ("passing", "seen", "agreeing", "reckoned", "avoids")]
        told = [said for answer in responses[-1:] for said in answer.slots.get("passing", ())]
        if responses:
            slots["responses"] = responses
        try:
            if slots.get("all") and not slots.get("units"):
                slots["units"] = everybody(self.situation, slots)
                slots.pop("group", None)
            kind = of_result(self.situation, kind, slots) if query is not None and query.what == "must" else kind
            kind = self.recast(kind, slots)
        except Missing as missing:
            return self.judge_either_way(missing, act, responses, dice, full)
        asked = slots.get("question")
        if asked and self.book.acts[kind].silent:
            raise NoSuchAct(kind)  # words that only remind of how things stand answer nothing
        if not asked and not responses and self.leaves(act, kind):
            return left_undone(act, self.book.acts[kind].left_free)
        denied = {answer.kind for answer in responses if answer.slots.get("not")} | ({kind} if slots.get("not") else set())
        listed = act.kind in LISTS and act.slots.get("not")  # which units can't attack: those that can would be told
        if listed or not asked and any(not (cls.deniable or cls.question) for name in denied if (cls := self.book.acts.get(name)) is not None):
            raise InputError("denied")
        try:
            ruling = judge(self.book, self.situation, kind, slots, heading(act, responses), dice, full)
        except InputError as error:  # must 25Pz attack: what is free to do is, whatever was left out
            free = query is not None and query.what == "must" and needs_no_more(self.book, self.situation, kind, slots)
            tried = at_all(self, kind, slots, query, act.text, dice, full) if not free and error.key == "no_destination" else None
            if not free and tried is None:
                raise
            ruling = tried or Ruling(kind, act.text)
        if query is not None and query.what == "worth":  # of no hex that is meant, or of that which is named
            query = query._replace(denied=self.nowhere, number=None if anywhere or self.missing or "target" not in act.slots else 1)
        if self.missing and not sure(slots, self.nowhere, ruling, query):
            raise InputError(self.missing)
        cls = self.book.acts[kind]
        unspoken = ruling.verdict == LEGAL and not ruling.cites and ruling.roll is None and not ruling.waits  # what waits for its dice has no rule to tell yet
        if unspoken and cls.question and query is None and not ruling.computed:
            raise NoSuchAct(kind)  # no rule has an answer
        if unspoken and not asked and not cls.silent and not cls.question:
            raise InputError("no_rule" if slots.get("units") else "no_units")  # nothing has judged it
        ruling.act = act
        ruling.warnings += [("", warn("said_not_so" if reckoned_in(ruling, self.words(said)) else "said_and_so", said=said)) for said in agreeing]
        ruling.warnings += [("", each) for each in (*(each for said in seen for each in self._otherwise(said)), *over_no_river(act, self.situation))]
        if weighed := [said for said in (*remarks, *told) if said not in led_to(act.text)]:
            from adjudicator.play.answering import check_remarks

            asks = bool(asked) or query is not None or self.asks(None, kind)
            check_remarks(weighed, self.words, self.language, self.situation, act, asks)
            afterwards.compare(ruling, ((said, self.words(said)) for said in weighed if not asks), self.situation, self.language.states)
        afterwards.keeps_off(ruling, avoided)
        afterwards.reckoned_otherwise(ruling, claimed)
        ruling.warnings += [("", each) for remark in (*remarks, *told) for each in self._told(remark, act.text)]
        if query is not None and query.what == "state" and remarks and not ruling.cites:
            raise InputError("not_answered", said=act.text)  # can it ever be out: what no rule speaks of is asked just as it stands
        if asked and "answer" not in ruling.computed and any("answer" in outcome for need in ruling.needs for outcome in need.outcomes.values()):
            ruling.verdict = UNDETERMINED  # what comes next, where nobody knows the phase
        if query is not None:
            answered(self.book, self.situation, kind, slots, query, ruling, dice)
        elif asked and not self.book.acts[kind].question or ruling.verdict == ILLEGAL and self.asks(None, kind):
            as_question(ruling, self.book.acts[kind].fails)
        elif self.asks(None, kind):
            as_answers(ruling, (ILLEGAL,), denied=bool(slots.get("not")) and not asked and not cls.deniable)
        if "answer" in ruling.computed or any(answer.slots.get("question") for answer in responses):
            from adjudicator.play.answering import answers

            if not (all_said := answers(self.words, act, responses, ruling, self.situation.units)) and not ruling.needs:
                raise InputError("not_answered", said=responses[-1].text if responses else act.text)
            ruling.verdict = ruling.verdict if all_said else UNDETERMINED  # what else was asked hangs on what is needed
            ruling.asked = next((answer.text for answer in reversed(responses) if answer.slots.get("question") and not asked), "")
        return ruling

    def _tells_gone(self, kind: str, slots: dict[str, Any]) -> bool:
        """Whether the position answers whether units are no more: whoever is gone need not be able to go."""
        units = set(slots.get("units") or ())
        if not units or slots.keys() - {"units", "question"}:
            return False
        if kind == ELIMINATE:
            return "question" in slots and units <= set(self.situation.eliminated)
        return self.book.acts[kind].asks_gone and units <= self.situation.units.keys()

    def speaks_of_place(self, text: str) -> bool:
        """Whether a text speaks of a place, even one that nobody can tell: that hex, there."""
        return any(token.classes[0] in ("HEX", "UNK") or {("NOUN", "hex"), ("ADV", "here")} & meanings(token) for token in self.words(text))

    def compared(self, act: Act, query: Query, responses: list[Act], dice: list[int], full: bool) -> Ruling:
        """Whether a figure is less, or greater, if what is given holds: it is asked for with it and without."""
        inner = {"ask": query._replace(what="value", part="")} if query.part == "value" else {}
        slots = {name: said for name, said in act.slots.items() if name != "ask"}
        found: list[Ruling] = []
        given = slots.pop("given", ())
        for each in (given, tuple(other for part in given if (other := contrary(self.book, part)) is not None)):
            found.append(self.judge(Act(act.kind, {**slots, "given": each, **inner}, act.text, act.start, act.end), responses, dice, full))
        ruling, plain = found
        ruling.act = act
        now, before = (each.computed.get("answer") for each in found)
        if not (isinstance(now, (int, Fraction)) and isinstance(before, (int, Fraction))):
            ruling.verdict, ruling.needs = UNDETERMINED, ruling.needs or plain.needs
            return ruling
        ruling.computed["answer"] = "yes" if (now < before if query.what == "less" else now > before) else "no"
        ruling.findings.append((next(iter(ruling.cites), ""), define("compared", now=now, else_=before)))
        return ruling

    def _told(self, remark: str, text: str) -> list[Finding]:
        """What is told of words said in passing: a distance that is another one, that it is so, or that nobody weighs them."""
        from adjudicator.play.shown import Shown
        from adjudicator.sentences.held import led_in

        shown = Shown(self.situation, self.language.states, self.language.words.senses, self.words(remark), self.words(text))
        if shown.untrue and (shown.own or shown.hexes):
            raise InputError("left_aside", said=remark)  # 2010 is empty: it is not
        if shown.far and not shown.wrong and not shown.open:
            return [each for said in shown.seen for each in self._otherwise(said)] or [warn("said_and_so", said=remark)]
        told, undone = led_in(self.words(text), text, remark)
        return [warn("said_undone" if undone else "said_in_passing", said=told)]

    def _otherwise(self, said: Seen) -> list[Finding]:
        """That two things lie so many hexes apart, if that is not what was said."""
        apart = self._apart(said)
        return [] if apart in (None, said.apart) else [warn("seen_otherwise", one=said.one, other=said.other, said=said.apart, apart=apart)]

    def _apart(self, said: Seen) -> int | None:
        """How many hexes lie between two units or hexes, None where that is not known."""
        units = self.situation.units
        places = [units[name].known("at") if name in units else name for name in (said.one, said.other)]
        return self.situation.grid.distance(*places) if all(isinstance(place, str) for place in places) else None

    def asks_of(self, question: Act, act: Act) -> bool:
        """Whether a question is about this very act: what is asked of the ruling on it, or of nothing else."""
        one, other = (aside(each) for each in (question, act))
        if "ask" in question.slots and question.kind == act.kind:
            return one == other
        cls = self.book.acts.get(question.kind)
        return cls is not None and act.kind in cls.of and all(other.get(name) == said for name, said in one.items() if said is not True)  # which column

    def gone(self, act: Act) -> bool:
        """Whether units that leave the hex where they stand could be taken away, or put where they go, though no rule says what comes of it."""
        slots, units = act.slots, [self.situation.units.get(name) for name in act.slots.get("units") or ()]
        path = slots.get("path") or ()
        start, goal = slots.get("from") or slots.get("at") or next(iter(path[:-1]), None), slots.get("to") or next(iter(path[-1:]), None)
        here = [unit for unit in units if unit is not None and unit.known("at") is not None and start in (None, unit.known("at"))]
        if slots.get("not"):
            if act.kind == PRESENCE and not slots.keys() - {"units", "not", "passing"} or any(unit is not None and unit.known("at") in path for unit in units):
                goal = "off_map"  # were it not there
            else:
                return True
        if goal is None and start is None:
            return True
        if not here or len(here) != len(units) or self.book.acts[act.kind].question:
            return False
        for unit in here:
            self.situation.state(f"units[{unit.id}].at", goal or "off_map")
        return True

    def supposing(self, given: Iterable[Stated | Act]) -> Referee:
        """A referee of a copy of the position in which this is so, and was done."""
        other = Referee(self.book, self.situation.copy(), self.language)
        other.hurried = self.hurried
        for part in grounded(tuple(given), self.situation, True):
            if isinstance(part, Act):
                kind = other.kind_of(part, slots := dict(part.slots))
                if self.book.acts[kind].silent and not self.book.acts[part.kind].silent:
                    raise InputError("no_rule")  # what is supposed comes to nothing here, so nothing is known of what follows
                done = done_all_the_same(self.book, other.situation, kind, slots, ())
                other.situation.apply(done.effects + done.records)
                if not done.effects and not done.records and not other.gone(part):
                    raise InputError("no_rule")
            else:
                other.situation.state(part.path, part.value)
                if part.path == "phase" and (side := side_of(self.book, part.value)) is not None:
                    other.situation.state("active", side)
        return other


def contrary(book: Rulebook, part: Stated | Act) -> Stated | Act | None:
    """What holds where a supposition does not: the other value of a fact that has two. None where that is what the position says."""
    if isinstance(part, Act):
        values, said = ("in", "out"), part.slots.get("state")
        return Act(part.kind, {**part.slots, "state": values[said == values[0]]}, part.text, part.start, part.end) if said in values else None
    values = book.values_of(part.path) or ()
    return Stated(part.path, values[part.value == values[0]]) if len(values) == 2 and part.value in values else None


def aside(act: Act) -> dict[str, Any]:
    """What an act says of itself, without what is asked or told beside it."""
    return {name: said for name, said in act.slots.items() if name not in ASIDE}


def behind(question: Act, act: Act) -> Act:
    """A question with what it leaves to the act that it is about."""
    return Act(question.kind, {**aside(act), **question.slots}, question.text, question.start, question.end)


def counted(contents: Iterable[Any]) -> None:
    """Raise InputError for a number that is larger than anything is counted to, wherever it stands in what fills the slots of an act."""
    for content in contents:
        number = content.count if isinstance(content, Aid) else content
        if isinstance(number, int) and abs(number) > MOST:
            raise InputError("too_large", number=number, most=MOST)
        if isinstance(content, list | tuple) and not isinstance(content, Aid):
            counted(content)


def is_supposed(act: Act | None) -> bool:
    """Whether an act is only thought of: what happens if …?"""
    return act is not None and bool(act.slots.get("supposed"))


def spread(book: Rulebook, entry: Entry) -> Entry:
    """The entry with an act that is said to be done twice as two acts, where its class has a slot for that (``repeats``)."""
    parts: list[Stated | Act] = []
    for part in entry.parts:
        times = repeats(book, part) if isinstance(part, Act) else 1
        if isinstance(part, Act) and times > 1:
            slots = {name: content for name, content in part.slots.items() if name != book.acts[part.kind].repeats}
            part = Act(part.kind, slots, part.text, part.start, part.end)
        parts += [part] * times
    return Entry(entry.text, tuple(parts)) if len(parts) > len(entry.parts) else entry


def repeats(book: Rulebook, act: Act) -> int:
    """How many times the words have an act done."""
    cls = book.acts.get(act.kind)
    count = act.slots.get(cls.repeats) if cls is not None and cls.repeats else None
    return count if isinstance(count, int) and 1 < count <= MOST_REPEATS else 1


def worst(rulings: Iterable[Ruling]) -> str:
    """The gravest verdict of several rulings."""
    return max((ruling.verdict for ruling in rulings), key=SEVERITY.__getitem__, default=LEGAL)
