"""``adjudicator coverage``: what became of every printed rule number, and whether the cases make the coded ones speak."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING, Any, NamedTuple

import click

from adjudicator.commands import cli
from adjudicator.study.lint import faults_of

if TYPE_CHECKING:
    from adjudicator.book import Rule, Rulebook
    from adjudicator.say.words import Say

CODED, TABLED, DEFINED, EXCUSED, MISSING = "coded", "tabled", "defined", "excused", "missing"
STATUSES = (CODED, TABLED, DEFINED, EXCUSED, MISSING)


class Place(NamedTuple):
    """Where a function of a rule stands."""

    name: str
    file: str
    line: int

    def __str__(self) -> str:
        return f"{self.name}  {self.file}:{self.line}"


def place_of(rule: Rule) -> Place:
    """Name, file and line of the function of a rule; the file as seen from the working folder where that is shorter."""
    code = rule.code
    return Place(code.co_name, short_path(code.co_filename), code.co_firstlineno)


def short_path(path: str) -> str:
    """A path as a player would type it."""
    try:
        near = os.path.relpath(path)
    except ValueError:  # another drive
        return path
    return near if len(near) < len(path) and not near.startswith(f"..{os.sep}..{os.sep}..") else path


def base(number: str) -> str:
    """The number as printed: without the part of it (5.1m part iii) or the count of a number printed twice (6.2.2#2)."""
    return number.partition(" ")[0].partition("#")[0]


def functions_of(book: Rulebook) -> dict[str, list[Rule]]:
    """The rules of each number, each function once, in the order of the book."""
    found: dict[str, list[Rule]] = {}
    for rule in book.rules:
        mine = found.setdefault(rule.number, [])
        if all(rule.function is not other.function for other in mine):
            mine.append(rule)
    return found


def index_of(book: Rulebook) -> dict[str, dict[str, Any]]:
    """The index of printed numbers; raises Fault if the rulebook has none."""
    index = book.text_file("numbers.yaml")
    if not index:
        raise cli.Fault("no_index", cli.BROKEN, book=book.id)
    return {str(number): entry or {} for number, entry in index.items()}


class Coverage:
    """What became of every number of a rulebook."""

    def __init__(self, book: Rulebook) -> None:
        self.book = book
        self.index = index_of(book)
        self.functions = functions_of(book)
        self.faults = faults_of(book)
        self.fired: dict[str, int] = {}
        self.cases = 0

    def status(self, number: str) -> str:
        """coded, tabled, defined, excused or missing (nobody accounts for it)."""
        if self.coded_in(number):
            return CODED
        said = self.index[number].get("status")
        if said == EXCUSED:
            return EXCUSED if self.index[number].get("why") else MISSING
        return said if said in (TABLED, DEFINED) else MISSING

    def coded_in(self, number: str) -> list[Rule]:
        """The rules of a number, those of its parts included."""
        return [rule for other, rules in self.functions.items() if other == number or base(other) == number and other not in self.index for rule in rules]

    @property
    def missing(self) -> list[str]:
        """Printed numbers that nobody accounts for."""
        return [number for number in self.index if self.status(number) == MISSING]

    @property
    def extra(self) -> list[str]:
        """Numbers of functions that the index does not know."""
        return [number for number in self.functions if number not in self.index and base(number) not in self.index]

    @property
    def coded(self) -> list[str]:
        """Numbers with a function that speaks in the judging of an act."""
        return [number for number, rules in self.functions.items() if any(rule.on for rule in rules)]

    def listen(self, path: str) -> None:
        """Judge the cases of a file and count in how many of them each number is cited.  Raises Broken or Fault."""
        from adjudicator import language
        from adjudicator.commands.conformance import Suite
        from adjudicator.ground.situation import Situation
        from adjudicator.play.referee import Referee

        spoken = language.load(self.book.folder)
        for case in Suite("en", self.book).cases(path):
            try:
                rulings = Referee(self.book, Situation(self.book, case["situation"]), spoken).hear(case["declaration"]["en"], case.get("rolls") or ())
            except Exception:  # `conformance` says what is wrong with it
                continue
            self.cases += 1
            for number in {number for ruling in rulings for number in ruling.cites}:
                self.fired[number] = self.fired.get(number, 0) + 1

    def never(self) -> list[str]:
        """Coded numbers that no case makes speak."""
        return [number for number in self.coded if not self.fired.get(number)] if self.cases else []

    def always(self) -> list[str]:
        """Coded numbers that speak in every case."""
        return [number for number in self.coded if self.fired.get(number, 0) == self.cases] if self.cases else []


@click.command("coverage")
@click.argument("rulebook")
@click.option("--cases", "files", multiple=True, metavar="FILE", help="Conformance cases to listen to (default: the rulebook's cases.yaml).")
@cli.common()
@click.pass_context
def coverage_command(ctx: click.Context, rulebook: str, files: tuple[str, ...], fmt: str, lang: str | None, rulebook_path: str | None) -> None:
    """List every printed rule number of RULEBOOK: coded, tabled, defined, or excused and why.

    Exit code 0 if every number is accounted for and every rule can speak, else 1.
    """
    lang = cli.start(ctx, lang)
    found = Coverage(cli.open_book(rulebook, rulebook_path))
    own = os.path.join(found.book.folder, "cases.yaml")
    for path in files or ([own] if os.path.exists(own) else []):
        found.listen(path)
    if fmt == "json":
        cli.echo_json(as_json(found, lang))
    else:
        click.echo(as_text(found, lang))
    ctx.exit(cli.ILLEGAL if found.missing or found.extra or found.faults else cli.LEGAL)


def as_json(found: Coverage, lang: str) -> dict[str, Any]:
    """The coverage for other programs."""
    from adjudicator.say.words import Say

    say = Say(lang, found.book)
    numbers = []
    for number, entry in found.index.items():
        row: dict[str, Any] = {"number": number, "title": say.pick(entry.get("title")) or "", "status": found.status(number)}
        places = [place_of(rule) for rule in found.coded_in(number)]
        if places:
            row["functions"] = [place._asdict() for place in places]
        for key in ("table", "by"):
            if key in entry:
                row[key] = entry[key]
        if "why" in entry:
            row["why"] = say.pick(entry["why"])
        if found.cases and places:
            row["cases"] = found.fired.get(number, 0)
        numbers.append(row)
    return {
        "rulebook": found.book.id, "total": len(numbers), "counts": {status: sum(row["status"] == status for row in numbers) for status in STATUSES},
        "numbers": numbers, "missing": found.missing, "extra": found.extra, "cases": found.cases, "never": found.never(), "always": found.always(),
        "faults": found.faults,
    }  # fmt: skip


def as_text(found: Coverage, lang: str) -> str:
    """The coverage for people: a line for each number, then what is left to do."""
    from adjudicator.say.catalogue import fill
    from adjudicator.say.words import Say

    say = Say(lang, found.book)
    texts = say.catalogue["coverage"]
    wide = max(len(number) for number in found.index)
    kinds = max(len(texts[status]) for status in (CODED, TABLED, DEFINED, EXCUSED))
    lines = [fill(texts["title"], {"title": found.book.title, "count": str(len(found.index))})]
    for number, entry in found.index.items():
        status = found.status(number)
        title = say.pick(entry.get("title")) or ""
        lines.append(f"{number.rjust(wide)}  {texts[status].ljust(kinds)}  {title}: {_where(say, found, number, status)}".rstrip(": "))
    lines += [f"{number.rjust(wide)}  {texts['extra']}: {'; '.join(str(place_of(rule)) for rule in found.functions[number])}" for number in found.extra]
    counts = {status: str(sum(found.status(number) == status for number in found.index)) for status in STATUSES}
    lines.append("")
    if not found.cases:
        lines.append(texts["no_cases"])
    else:
        never, always = found.never(), found.always()
        coded = len(found.coded)
        lines.append(fill(texts["cases"], {"both": str(coded - len(never) - len(always)), "count": str(coded)}))
        lines += [fill(texts[key], {"numbers": ", ".join(numbers)}) for key, numbers in (("never_list", never), ("always_list", always)) if numbers]
    lines += [fill(texts["fault"], {"what": fault}) for fault in found.faults]
    lines.append(fill(texts["summary"], {**counts, "extra": str(len(found.extra))}))
    return "\n".join(lines)


def _where(say: Say, found: Coverage, number: str, status: str) -> str:
    """What accounts for a number: its functions, its table, the rule that defines it, or the reason."""
    entry = found.index[number]
    if status == CODED:
        by_file: dict[str, list[str]] = {}
        for rule in found.coded_in(number):
            place = place_of(rule)
            by_file.setdefault(place.file, []).append(f"{place.name} :{place.line}")
        return "; ".join(f"{file} {', '.join(names)}" for file, names in by_file.items())
    if status == TABLED:
        return f"tables.yaml {entry.get('table', '')}"
    if status == DEFINED:
        return say.pick(entry.get("by")) or str(entry.get("by", ""))
    return say.pick(entry.get("why")) or ""
