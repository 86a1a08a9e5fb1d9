"""Declarations judged against a position, one after the other: what ``adjudicator check`` does."""

from __future__ import annotations

import sys
from collections.abc import Iterable, Iterator
from functools import cached_property
from typing import TYPE_CHECKING, Any, NamedTuple

from adjudicator.commands.base import Fault, echo_json, installed, open_book
from adjudicator.files.places import LANGUAGES
from adjudicator.language.errors import Offer, offer_data, question, underlined
from adjudicator.play.tongue import tongue
from adjudicator.say.exits import BY_VERDICT, ILLEGAL, LEGAL, gravest
from adjudicator.say.output import in_color, paint, tell, width

if TYPE_CHECKING:
    from adjudicator.book import Rulebook
    from adjudicator.draw.pictures import Pictures
    from adjudicator.ground.ruling import Ruling
    from adjudicator.ground.situation import Situation
    from adjudicator.play.headers import LoggedGame
    from adjudicator.play.record import Problem, Record
    from adjudicator.say.words import Say
    from adjudicator.study.search import Search


def check(
    declarations: tuple[str, ...], rulebook: str | None = None, situation: str | None = None, rolls: tuple[str, ...] = (), explain: bool = False,
    fmt: str = "text", lang: str = "en", extra: str | None = None, follow: bool = False, draw: bool = False,
    output: str | None = None,
) -> int:  # fmt: skip
    """Judge declarations and tell the answers, with ``follow`` each in the language of its question; returns the exit code.

    draw: with a map of what each ruling is about; output: with such a map in a file (docs/draw.md).
    Raises Fault, Broken and what opening a rulebook raises."""
    dice = dice_of(rolls)
    entries = _entries(declarations, situation)
    book, position = _opening(rulebook, situation, extra)
    from adjudicator.play.headers import LoggedGame

    game = LoggedGame(extra=extra, full=True, lenient=False)
    game.begin(book, position)
    game.pool = dice
    judge = Judge(game, lang, explain, follow, _pictures(game, draw, output), fmt == "json")
    number = -1
    for number, text in enumerate(entries):
        judge.hear(text)
        if fmt != "json":
            tell(("\n" if number else "") + judge.texts())
            if sys.stdin is None or not sys.stdin.isatty():
                sys.stdout.flush()
    if number < 0:
        raise Fault("no_declaration")
    if judge.left_over(" ".join(rolls)) and fmt != "json":
        tell("\n" + judge.texts())
    if fmt == "json":
        rows = [answer.row for answer in judge.answers]
        echo_json(rows[0] if len(rows) == 1 else rows)
    if output is not None and judge.pictures is not None:
        judge.pictures.write(output, [answer.ruling for answer in judge.answers if answer.ruling is not None], judge.lang)
    return gravest(answer.code for answer in judge.answers)


def _pictures(game: LoggedGame, draw: bool, output: str | None) -> Pictures | None:
    """What draws the rulings, where somebody wants to see them.  Fault for a name that is none of a picture."""
    if not draw and output is None:
        return None
    from adjudicator.draw.pictures import Pictures, form_of

    if output is not None and form_of(output) is None:
        raise Fault("bad_picture", file=output)
    return Pictures(game, draw)


def dice_of(rolls: Iterable[str]) -> list[int]:
    """The dice of ``--roll``; Fault if one is no number."""
    dice = []
    for roll in rolls:
        for part in roll.replace(",", " ").split():
            if not part.isascii() or not part.isdigit() or len(part) > 3:
                raise Fault("bad_roll", roll=part)
            dice.append(int(part))
    return dice


def _entries(declarations: tuple[str, ...], situation: str | None) -> Iterator[str]:
    """The declarations, in order; standard input a line each, without empty lines and comments."""
    piped = not declarations and situation != "-" and sys.stdin is not None and not sys.stdin.isatty()
    if "-" in declarations and (situation == "-" or declarations.count("-") > 1):
        raise Fault("two_stdin")
    if not declarations and not piped:
        raise Fault("no_declaration")
    return _each(declarations or ("-",))


def _each(declarations: tuple[str, ...]) -> Iterator[str]:
    for text in declarations:
        if text == "-":
            for line in _stdin_lines():
                stripped = line.strip()
                if stripped and stripped[0] not in "#>":
                    yield stripped
        else:
            yield text


def _stdin_lines() -> Iterable[str]:
    reconfigure = getattr(sys.stdin, "reconfigure", None)
    if reconfigure is not None:
        reconfigure(encoding="utf-8-sig", errors="replace")
    return sys.stdin or ()


def _opening(rulebook: str | None, situation: str | None, extra: str | None) -> tuple[Rulebook, Situation]:
    """The rulebook and the position to begin with."""
    book = open_book(rulebook, extra) if rulebook is not None else None
    if situation is None:
        if book is None:
            raise Fault("no_rulebook", known=", ".join(installed(extra)))
        from adjudicator.ground.situation import Situation

        return book, Situation(book, {})
    from adjudicator.book import situations as position

    try:
        return position.load(situation, book, extra)
    except position.NoRulebook:
        raise Fault("no_rulebook", known=", ".join(installed(extra))) from None


def quoted(number: str) -> str:
    """A rule number as it is typed on a command line: a heading of several words in quotation marks."""
    return f'"{number}"' if " " in number else number


ASKS = "?"  # what a question ends with, in every language
OFFERS = 20  # lines of one run for which a sentence is looked for that is understood: nobody reads more
SEE = 3  # rules that are named to who asks what can't be judged


class Answer(NamedTuple):
    """One answer: its object in JSON, its exit code, the ruling if it is one, and what is to be said of claims."""

    row: dict[str, Any]
    code: int
    ruling: Ruling | None = None
    notes: tuple[str, ...] = ()


class Judge:
    """Lines to answers: rulings, facts noted, or what was not understood.

    A line that adds to the one before (its dice, an answer) is answered with the whole ruling, which takes the place of the one before.
    """

    def __init__(self, game: LoggedGame, lang: str, explain: bool = False, follow: bool = False, pictures: Pictures | None = None, both: bool = False) -> None:
        """`both`: what was understood is wanted in both languages."""
        assert game.book is not None
        self.game = game
        self.book: Rulebook = game.book
        self.explain = explain
        self.follow = follow
        self.pictures = pictures
        self.both = both
        self.offers = OFFERS
        self._speak(lang)
        self.answers: list[Answer] = []
        self.last: list[Answer] = []

    def _speak(self, lang: str) -> None:
        """Answer in this language from now on."""
        from adjudicator.say.words import Say

        self.lang = lang
        self.say: Say = Say(lang, self.book)

    def hear(self, text: str) -> None:
        """Judge one line; ``last`` holds what there is to be said of it, ``answers`` everything that stands."""
        if self.follow and (lang := tongue(text)) is not None and lang != self.lang:
            self._speak(lang)
        record = self.game.take(text)
        self.answers = [answer for answer in self.answers if not any(answer.ruling is ruling for ruling in record.replaced)]
        self._answer(text, record)

    def left_over(self, said: str) -> bool:
        """Whether dice are left that nobody asked for."""
        problem = self.game.dice_left()
        if problem is None:
            return False
        from adjudicator.play.record import ENTRY, Record

        record = Record(0, said, ENTRY)
        record.problem = problem
        self._answer(said, record)
        return True

    def _answer(self, text: str, record: Record) -> None:
        from adjudicator.play.understood import counters, more, understood
        from adjudicator.say.json import as_json, plain

        wrong = [
            {"what": item.what, "claimed": item.claimed, "right": item.right, "rules": list(item.rules), "text": item.text(self.lang)} for item in record.wrong
        ]
        notes = (*(str(item["text"]) for item in wrong), *(note.text(self.lang) for note in record.notes))
        claims = {"claims": wrong} if wrong else {}
        self.last = []
        rulings = record.loud(self.book)
        for ruling in rulings:
            code = BY_VERDICT[ruling.verdict]
            row = as_json(ruling, self.book, self.lang)
            if said := understood(self.game, record.stated if ruling is rulings[0] else (), ruling.act, LANGUAGES if self.both else (self.lang,)):
                row["understood"] = said
            fresh = ruling is rulings[0] and any(path.startswith("units[") and isinstance(value, dict) for path, value in record.stated)
            told = said.get(self.lang, "") or (counters(self.game, record.stated, self.lang) if fresh else "")
            if told and (fresh or more(text, told)):  # a new counter is announced
                notes = (f"{self.say.core['understood']}: {told}", *notes)
            if self.pictures is not None and self.pictures.shown:
                row["drawing"] = self.pictures.data(ruling)
            if ruling is rulings[-1]:
                self.last.append(Answer({**row, **claims}, gravest([code, ILLEGAL]) if wrong else code, ruling, notes))
            else:
                self.last.append(Answer(row, code, ruling))
        if record.problem is not None:
            self.last.append(Answer(self._refused(text, record.problem), record.problem.code))
        elif not rulings:
            stated = [{"fact": path, "value": plain(content)} for path, content in record.stated]
            noted = {"rulebook": self.book.id, "declaration": text, "kind": "facts", "verdict": "legal", "stated": stated, **claims}
            self.last.append(Answer(noted, ILLEGAL if wrong else LEGAL, None, notes))
        self.answers += self.last

    def _refused(self, text: str, problem: Problem) -> dict[str, Any]:
        from adjudicator.language import NotUnderstood
        from adjudicator.log.lines import LINE_LIMIT

        if len(text) > LINE_LIMIT:  # no line that anybody typed: its beginning will do
            text = f"{text[:200]}…"
        if self.offers and problem.error is not None:
            from adjudicator.play.offers import offers

            problem.error.offers = offers(self.game, text, problem.error, self.lang)
            self.offers -= 1
        if isinstance(problem.error, NotUnderstood):
            found = not_understood(text, problem.error, self.lang)
        else:
            found = {"declaration": text, "error": {"kind": "impossible", "message": problem.text(self.lang, self.book)}}
        if problem.error is not None and problem.error.offers:
            found["error"] |= {"question": question(problem.error.offers, self.lang)[0], **offer_data(problem.error.offers)}
        rules = self._speaking_of(text) if ASKS in text else []
        return {**found, "rules": rules} if rules else found

    def _asked(self, error: dict[str, Any]) -> list[str]:
        """The lines that ask whether what is offered was meant."""
        each = [error, *error.get("others", ())] if "offer" in error else []
        return question([Offer(one["offer"], tuple(one["left_out"])) for one in each], self.lang)

    @cached_property
    def search(self) -> Search:
        """The rules of the book, made ready when the first question is refused."""
        from adjudicator.study.explain import searched

        return searched(self.book)

    def _speaking_of(self, text: str) -> list[dict[str, str]]:
        """The rules that speak of what was asked: who asks about a rule and no position finds it there."""
        from adjudicator.study.numbers import index_of

        asked = next(part for part in reversed(text.split(";")) if ASKS in part or part is text)
        index = index_of(self.book)
        hits = self.search.find(asked, SEE) if index else []
        return [{"number": hit.number, "title": self.say.pick(index[hit.number].get("title")) or ""} for hit in hits]

    def texts(self) -> str:
        """The answers of the last line as text."""
        return "\n".join(self._text(*answer) for answer in self.last)

    def _text(self, row: dict[str, Any], code: int, ruling: Ruling | None, notes: tuple[str, ...]) -> str:
        from adjudicator.say.page import as_text

        if ruling is not None:
            told = as_text(ruling, self.book, self.lang, self.explain, in_color(), width(), list(notes))
            return f"{told}\n\n{self.pictures.text(ruling, self.lang)}" if self.pictures is not None and self.pictures.shown else told
        verdicts = self.say.core["verdicts"]
        error = row.get("error")
        style = "noted" if error is None else "illegal"
        word = verdicts["noted"] if error is None else verdicts[error["kind"]]
        head = paint(style, word) if in_color() else word
        if error is None:
            lines = [f"{self.say.fact(each['fact'])}: {self.say.show(each['value'])}" for each in row["stated"] if each["fact"] != "claims"]
        else:
            lines = [error["message"], *self._asked(error)]
            rules = row.get("rules") or ()
            names = ", ".join(f"{rule['number']} {rule['title']}".rstrip() for rule in rules)
            lines += [self.say.message("see_rules", book=self.book.id, number=quoted(rules[0]["number"]), names=names)] if rules else []
            lines = [*_marks(row["declaration"], error, len(word)), *lines]
        return "\n".join([f"{head}  {row['declaration']}", *(f"  {line}" for line in (*lines, *notes))])


def _marks(text: str, error: dict[str, Any], indent: int) -> list[str]:
    """Marks under the word to blame, below a line that begins so far to the right; below a long line the part of it that they stand under."""
    if "column" not in error or not text.isprintable():
        return []
    short = indent + 2 + len(text) <= width()
    found = underlined(text, error["column"] - 1, error["end"], len(text) if short else width() - 4)
    return [" " * indent + found[1]] if found and short else found


def not_understood(text: str, error: Any, lang: str) -> dict[str, Any]:
    """The JSON object of a declaration that was not understood or is ambiguous."""
    from adjudicator.language import Ambiguous, explain

    kind = "ambiguous" if isinstance(error, Ambiguous) else "not_understood"
    found: dict[str, Any] = {"kind": kind, "message": explain(error, lang), "word": error.word, "column": error.start + 1, "end": error.end}
    if error.expected:
        found["expected"] = list(error.expected)
    if error.nearest:
        found["candidates" if kind == "ambiguous" else "nearest"] = list(error.nearest)
    return {"declaration": text, "error": found}
