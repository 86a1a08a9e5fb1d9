"""An act being judged: what its class declares, what rules read of it, and what they say."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING, Any, ClassVar

from adjudicator.ground.declaration import REMARK
from adjudicator.ground.facts import InputError, Missing
from adjudicator.ground.ruling import Finding, Ledger, LedgerEntry, Ruling
from adjudicator.ground.situation import Situation
from adjudicator.ground.throws import Chain, Total

if TYPE_CHECKING:
    from adjudicator.ground.declaration import Act
    from adjudicator.ground.terms import Terms

LEGALITY = "legality"
DICE_FAULTS = ("impossible_die", "impossible_total", "single_dice")  # errors of dice that a throw can't show
_PLAIN = frozenset(("permits", "defines", "forbids"))  # effects that are no more than a finding
_MODIFIERS = ("shift", "drm")
RuleFunction = Callable[[Any], Iterable[Finding] | None]


class BookFault(Exception):
    """A rulebook contradicts itself; names the file or the rules."""


class Case:
    """One act being judged, in one replay.  A rulebook derives a class per kind of act and registers it with :func:`act`.

    stages      names of stages in order; rules say in which one they speak (those in which none does are passed over)
    legality    those of them that decide whether the act is legal; the others give numbers
    question    a question: a fact that is missing anywhere leaves the answer undetermined
    of          of a question: the acts that it is about; right behind one of them it is asked of that one, if it names no other units or place
    roll_read   no more than a roll to be read: once the dice are thrown, a fact that is missing leaves its result undetermined; a roll
                that may not be made is illegal, even where the act is a question
    silent      only says how things stand: carried out, and no ruling of its own beside others
    responses   kinds that, later in the same entry, belong to this act (the other side's answer)
    repeats     the slot that says how often the act is done: each time is judged as an act of its own
    compelled   number of the rule that compels whoever may do it to do it
    left_free   number of the rule that leaves it to whoever may do it
    halts       of a move: number of the rule that says where it has to end
    denial      the kind of act that not doing it is, where rules say whether that is allowed
    deniable    words that say it is *not* done mean something (slot ``not``); for all others they are an error, never the deed itself
    follows     it only adds to another act: said before that one in the same sentence, it waits for it
    asks_gone   a question whether somebody is no more: of counters, how the position has them
    ways_asked  the question whose answer is where it may be done, in what it computes of that name: who asks whether it may be at all asks that
    fails       the result with which it does not succeed: who asks whether it may be done, and tells its die, asks for that
    """

    stages: ClassVar[tuple[str, ...]] = (LEGALITY, "numbers", "roll", "result", "after")
    legality: ClassVar[tuple[str, ...]] = (LEGALITY,)
    question: ClassVar[bool] = False
    of: ClassVar[tuple[str, ...]] = ()
    roll_read: ClassVar[bool] = False
    kind: ClassVar[str] = ""
    responses: ClassVar[tuple[str, ...]] = ()
    silent: ClassVar[bool] = False
    repeats: ClassVar[str] = ""
    deniable: ClassVar[bool] = False
    follows: ClassVar[bool] = False
    compelled: ClassVar[str] = ""
    left_free: ClassVar[str] = ""
    halts: ClassVar[str] = ""
    denial: ClassVar[str] = ""
    asks_gone: ClassVar[bool] = False
    ways_asked: ClassVar[str] = ""
    fails: ClassVar[str] = ""
    forced = False  # the act was done although it may be illegal: a log goes on

    @classmethod
    def recast(cls, situation: Situation, slots: dict[str, Any]) -> str | None:
        """The kind of act that these words really are in this position (an attack on an empty hex), or None."""
        return None

    @classmethod
    def takes(cls, situation: Situation, slots: dict[str, Any], answer: Act, thrown: bool) -> bool:
        """Whether a later act belongs to this one (the other side's answer) and is no act of its own; ``thrown``: its dice were told before."""
        return answer.kind in cls.responses and not (thrown and answer.kind in cls.__dict__.get("__kinds__", ()))  # the same roll again is one of its own

    @classmethod
    def begins(cls, situation: Situation, slots: dict[str, Any]) -> tuple[str, ...]:
        """The phases that a game in course goes through with this deed, in order: a player need not say them.  Only phases that nothing
        mandatory keeps the game from leaving; a position that is judged by itself stands in the phase that it states."""
        return ()

    @classmethod
    def by_itself(cls, situation: Situation) -> bool:
        """Whether words that name nobody mean whoever is at work, and not those who were named before them."""
        return False

    @classmethod
    def settled(cls, pending: dict[str, Any]) -> bool:
        """Of the class that carries out results: whether it is plain from the words alone that nothing of this one is left to be done."""
        return False

    def __init__(self, book: Terms, situation: Situation, slots: dict[str, Any], text: str, dice: tuple[int, ...]) -> None:
        self.book = book
        self.s = situation
        self.slots = slots
        self.dice = dice
        self.thrown = 0  # numbers read so far
        self.throws: list[int] = []  # how many each throw took
        self.short = 0  # dice that the last throw lacks: it was told in part
        self.full = True  # False in a bulk run: no warnings that cost a search
        self.item: Any = None
        self.spoken: dict[RuleFunction, bool] = {}  # exceptions of the present stage and item: whether they said anything
        self.ruling = Ruling(self.kind, text)
        self.forbidden = False
        self.missed: list[str] = []  # numbers of the rules that a missing fact has stopped
        self.stopped: dict[str, Missing] = {}  # the first of these facts in each stage
        self.claims: dict[str, str] = {}
        self.heard: dict[str, None] = {}  # numbers of the helpers that the rule at work has used

    def each(self, stage: str) -> Iterable[Any]:
        """What a stage is gone through for (the steps of a move): its rules speak once for every item, kept in ``item``."""
        return (None,)

    def prepare(self) -> None:
        """Resolve the slots into units and hexes.  Raises InputError if they can't be, Missing if a fact is not known."""

    def chain(self) -> Chain | None:
        """For an act that waits for several throws: where it stands and what is still to be thrown.  None: every die is tried."""
        return None

    # ---- what rules ask for ---------------------------------------------------------------------------------------
    def roll(self, sides: int = 6) -> int:
        """The next die that was thrown; Missing("rolls") while it has not been."""
        face = self._face(sides)
        self.throws.append(1)
        return face

    def _face(self, sides: int) -> int:
        if self.thrown < len(self.dice):
            face = self.dice[self.thrown]
            if not 1 <= face <= sides:
                raise InputError("impossible_die", face=face, sides=sides)
            self.thrown += 1
            return face
        raise Missing("rolls", tuple(range(1, sides + 1)))

    def roll_dice(self, count: int, sides: int = 6, as_total: bool = False) -> list[int]:
        """The next dice, of which it does not matter which is which: the engine tries each combination once, not each order.

        One number may be told for all of them, their total, if no more than that counts (``as_total``).
        """
        if count > 1 and self.thrown < len(self.dice) and isinstance(self.dice[self.thrown], Total):
            return self._shared(count, sides, as_total)
        faces: list[int] = []
        try:
            while len(faces) < count:
                faces.append(self._face(sides))
        except Missing as missing:
            self.short = count - len(faces) if faces else 0
            raise Missing(missing.fact, missing.values, (), count - len(faces), as_total) from None
        self.throws.append(count)
        return faces

    def _shared(self, count: int, sides: int, as_total: bool) -> list[int]:
        """Faces that add up to the total that was told."""
        told = self.dice[self.thrown]
        if not as_total:
            raise InputError("single_dice", count=count, sides=sides)
        if not count <= told <= count * sides:
            raise InputError("impossible_total", total=told, least=count, most=count * sides)
        self.thrown += 1
        self.throws.append(1)
        base, more = divmod(told, count)
        return [base + (place < more) for place in range(count)]

    def roll_total(self, count: int = 2, sides: int = 6) -> int:
        """The total of the next dice, where no more than the total counts: the engine tries each total once."""
        return sum(self.roll_dice(count, sides, True))

    def reading(self, id_: str) -> str:
        """How this table reads an ambiguous place; the book's default unless ``options.readings`` says otherwise."""
        return self.s.reading(id_)

    def table(self, name: str) -> Any:
        """A printed table; entries that the situation states come first."""
        return self.book.tables[name]

    def all_known(self, but: str = "") -> None:
        """Assert that no rule has been stopped so far (but those of one stage); raises Missing for the fact that stopped the first."""
        for stage, missing in self.stopped.items():
            if stage != but:
                raise missing

    def total(self, ledger: str) -> Any:
        """The sum of a ledger; asks for what has kept a rule from adding to one.  What only forbids, in the stage ``legality``, adds nothing."""
        self.all_known(LEGALITY)
        return self.so_far(ledger)

    def so_far(self, ledger: str) -> Any:
        """The sum of a ledger so far, whatever is missing elsewhere."""
        found = self.ruling.ledgers.get(ledger)
        return found.total if found is not None else 0

    def part(self, ledger: str, *groups: str) -> Any:
        """The sum of some groups of a ledger; asks as :meth:`total` does."""
        self.all_known(LEGALITY)
        found = self.ruling.ledgers.get(ledger)
        return found.part(*groups) if found is not None else 0

    def computed(self, name: str) -> Any:
        """A value that an earlier rule computed, or None."""
        return self.ruling.computed.get(name)

    # ---- what rules say -------------------------------------------------------------------------------------------
    def add(self, rule: str, finding: Finding) -> None:
        """Enter what a rule says into the ruling; raises BookFault if another rule already spoke about the same claim."""
        ruling = self.ruling
        ruling.cites[rule] = None
        if self.heard:
            ruling.cites.update(self.heard)
            self.heard.clear()
        effect = finding[0]
        if effect in _PLAIN:
            if effect == "forbids":
                self.forbidden = not self.forced  # done all the same: no effect is left out because of what is wrong with it
            ruling.findings.append((rule, finding))
            return
        _, key, slots, by, to, claim, group = finding
        if effect == "value":
            ruling.computed[to] = by
            if key:
                ruling.findings.append((rule, finding))
        elif effect == "effect":
            ruling.effects.append(by)
        elif effect == "record":
            ruling.records.append(by)
        elif effect == "term":
            ledger = ruling.ledgers.get(to)
            if ledger is None:
                ledger = ruling.ledgers[to] = Ledger()
            ledger.append(LedgerEntry(by, rule, key, slots, group))
        elif effect in _MODIFIERS:
            if claim and self.claims.setdefault(claim, rule) != rule:
                raise BookFault(f"{self.book.id}: {self.claims[claim]} and {rule} both decide {claim}; link them as rule and exception")
            (ruling.shifts if effect == "shift" else ruling.drms).append((rule, finding))
        elif effect == "warns":
            ruling.warnings.append((rule, finding))
        elif effect == "unused":
            ruling.unused.append((rule, finding))
        elif effect != "kept":
            ruling.findings.append((rule, finding))


class Figure(Case):
    """How many at most, how many for each: a figure that a rule prints, whatever the position (``figures.yaml`` of the rulebook)."""

    kind = "figure"
    stages: ClassVar[tuple[str, ...]] = ("answer",)
    legality: ClassVar[tuple[str, ...]] = ()
    question = True


class Remark(Case):
    """What only sets the scene and which no rule reads: 3010 is empty now.  It is told back; what it says of places is compared with the position."""

    kind = REMARK
    stages: ClassVar[tuple[str, ...]] = ()
    legality: ClassVar[tuple[str, ...]] = ()
    silent = True
