"""``adjudicator check``: judge declarations against a position, one after the other."""

from __future__ import annotations

import sys
from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING, Any

import click

from adjudicator.commands import cli
from adjudicator.say.output import in_color, paint, tell, width

if TYPE_CHECKING:
    from adjudicator.book import Rulebook
    from adjudicator.ground.ruling import Ruling
    from adjudicator.ground.situation import Situation
    from adjudicator.language import Entry
    from adjudicator.play.referee import Referee
    from adjudicator.say.words import Say


@click.command("check")
@click.argument("declarations", nargs=-1)
@click.option("-r", "--rulebook", metavar="NAME", help="Rulebook, by id or title (default: the one the situation names).")
@click.option("-s", "--situation", metavar="FILE", help="YAML file with the position; '-' is standard input.")
@click.option("--roll", "rolls", multiple=True, metavar="N", help="Dice thrown, in the order asked for: --roll 3 --roll 5, or --roll 3,5.")
@click.option("--explain", is_flag=True, help="Show the whole derivation.")
@cli.common()
@click.pass_context
def check_command(
    ctx: click.Context, declarations: tuple[str, ...], rulebook: str | None, situation: str | None, rolls: tuple[str, ...], explain: bool,
    fmt: str, lang: str | None, rulebook_path: str | None,
) -> None:  # fmt: skip
    """Judge DECLARATIONS: what players say they do, or ask.

    Each is one entry in plain English or Spanish; facts may stand before the act, separated by ';'.  The position moves on from one
    to the next.  With '-', or without any where something is piped in, declarations are read from standard input, a line each.
    """
    lang = cli.start(ctx, lang)
    dice = dice_of(rolls)
    entries = _entries(declarations, situation)
    book, position = _opening(rulebook, situation, rulebook_path)
    from adjudicator import language
    from adjudicator.play.referee import Referee

    referee = Referee(book, position, language.load(book.folder))
    judged = Judge(referee, lang, explain)
    codes = []
    rows: list[dict[str, Any]] = []
    for number, text in enumerate(entries):
        code, found = judged.entry(text, dice)
        codes.append(code)
        dice = judged.left
        if fmt == "json":
            rows.extend(found)
        else:
            tell(("\n" if number else "") + judged.texts())
            if not sys.stdin.isatty():
                sys.stdout.flush()
    if not codes:
        raise cli.Fault("no_declaration")
    if fmt == "json":
        cli.echo_json(rows[0] if len(rows) == 1 else rows)
    ctx.exit(cli.gravest(codes))


def dice_of(rolls: Iterable[str]) -> list[int]:
    """The dice of ``--roll``; Fault if one is no number."""
    dice = []
    for roll in rolls:
        for part in roll.replace(",", " ").split():
            if not part.isascii() or not part.isdigit() or len(part) > 3:
                raise cli.Fault("bad_roll", roll=part)
            dice.append(int(part))
    return dice


def _entries(declarations: tuple[str, ...], situation: str | None) -> Iterator[str]:
    """The declarations, in order; standard input a line each, without empty lines and comments."""
    piped = not declarations and situation != "-" and not sys.stdin.isatty()
    if "-" in declarations and (situation == "-" or declarations.count("-") > 1):
        raise cli.Fault("two_stdin")
    if not declarations and not piped:
        raise cli.Fault("no_declaration")
    return _each(declarations or ("-",))


def _each(declarations: tuple[str, ...]) -> Iterator[str]:
    for text in declarations:
        if text == "-":
            for line in _stdin_lines():
                stripped = line.strip()
                if stripped and not stripped.startswith("#"):
                    yield stripped
        else:
            yield text


def _stdin_lines() -> Iterable[str]:
    reconfigure = getattr(sys.stdin, "reconfigure", None)
    if reconfigure is not None:
        reconfigure(encoding="utf-8-sig", errors="replace")
    return sys.stdin


def _opening(rulebook: str | None, situation: str | None, extra: str | None) -> tuple[Rulebook, Situation]:
    """The rulebook and the position to begin with."""
    book = cli.open_book(rulebook, extra) if rulebook is not None else None
    if situation is None:
        if book is None:
            raise cli.Fault("no_rulebook", known=", ".join(cli.installed(extra)))
        from adjudicator.ground.situation import Situation

        return book, Situation(book, {})
    from adjudicator.book import situations as position

    try:
        return position.load(situation, book, extra)
    except position.NoRulebook:
        raise cli.Fault("no_rulebook", known=", ".join(cli.installed(extra))) from None


class Judge:
    """Entries to answers: rulings, facts noted, or what was not understood."""

    def __init__(self, referee: Referee, lang: str, explain: bool = False) -> None:
        from adjudicator.say.words import Say

        self.referee = referee
        self.book = referee.book
        self.lang = lang
        self.explain = explain
        self.say: Say = Say(lang, referee.book)
        self.left: list[int] = []
        self.last: list[Any] = []
        self.notes: dict[int, list[str]] = {}
        self.ruling: Ruling | None = None

    def entry(self, text: str, dice: list[int]) -> tuple[int, list[dict[str, Any]]]:
        """Judge one entry: exit code and JSON objects.  ``last`` keeps the answers for :meth:`texts`, ``left`` the dice not used."""
        from adjudicator.book import InputError
        from adjudicator.language import NotUnderstood
        from adjudicator.play.referee import NoSuchAct
        from adjudicator.play.stating import entry_of
        from adjudicator.say.json import as_json, plain

        self.left = dice
        self.notes = {}
        try:
            entry = entry_of(self.book, text, self.referee.parse)
            rulings = self.referee.follow(entry, dice)
        except NotUnderstood as error:
            self.last = [not_understood(text, error, self.lang)]
        except InputError as error:
            self.last = [_refused(text, self.say.text(error.key, error.slots))]
        except NoSuchAct as error:
            self.last = [_refused(text, self.say.text("no_such_act", {"title": self.book.title, "kind": error.args[0]}))]
        else:
            self.left = dice[sum(ruling.dice_used for ruling in rulings) :]
            told, notes = self._claims(entry, rulings)
            if not rulings:
                rows = [{"fact": path, "value": plain(content)} for path, content in entry.facts]
                noted = {"rulebook": self.book.id, "declaration": text, "kind": "facts", "verdict": "legal", "stated": rows}
                self.last = [{**noted, "claims": told} if told else noted]
                self.notes = {0: notes}
                return cli.ILLEGAL if told else cli.LEGAL, self.last
            self.last = list(rulings)
            self.notes = {len(rulings) - 1: notes}
            found = [as_json(ruling, self.book, self.lang) for ruling in rulings]
            if told:
                found[-1]["claims"] = told
            return cli.gravest([*(cli.BY_VERDICT[ruling.verdict] for ruling in rulings), cli.ILLEGAL if told else cli.LEGAL]), found
        return cli.NOT_UNDERSTOOD, self.last

    def _claims(self, entry: Entry, rulings: list[Ruling]) -> tuple[list[dict[str, Any]], list[str]]:
        """What the players made of it and is not so, and what is to be said about all their claims."""
        claims = [part.value for part in entry.facts if part.path == "claims"]
        if rulings:
            self.ruling = rulings[-1]
        if not claims or self.ruling is None:
            return [], []
        from adjudicator.log.reader import ENTRY, Record, check_claims

        record = Record(1, entry.text, ENTRY)
        for claim in claims:
            check_claims(record, claim, self.ruling)
        wrong = [
            {"what": item.what, "claimed": item.claimed, "right": item.right, "rules": list(item.rules), "text": item.text(self.lang)} for item in record.wrong
        ]
        return wrong, [str(item["text"]) for item in wrong] + [note.text(self.lang) for note in record.notes]

    def texts(self) -> str:
        """The answers of the last entry as text."""
        return "\n".join(self._text(answer, self.notes.get(number, [])) for number, answer in enumerate(self.last))

    def _text(self, answer: Any, notes: list[str]) -> str:
        from adjudicator.say.page import as_text

        if not isinstance(answer, dict):
            return as_text(answer, self.book, self.lang, self.explain, in_color(), width(), notes)
        verdicts = self.say.core["verdicts"]
        error = answer.get("error")
        style = "noted" if error is None else "illegal"
        word = verdicts["noted"] if error is None else verdicts[error["kind"]]
        head = paint(style, word) if in_color() else word
        if error is None:
            lines = [f"{self.say.fact(row['fact'])}: {self.say.show(row['value'])}" for row in answer["stated"] if row["fact"] != "claims"]
        else:
            lines = [error["message"]]
        return "\n".join([f"{head}  {answer['declaration']}", *(f"  {line}" for line in (*lines, *notes))])


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


def _refused(text: str, message: str) -> dict[str, Any]:
    return {"declaration": text, "error": {"kind": "impossible", "message": message}}
