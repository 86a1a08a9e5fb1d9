"""``adjudicator coverage``: what became of every printed rule number, and whether the cases make the coded ones speak."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING, Any

import click

from adjudicator.commands import cli
from adjudicator.say.exits import BROKEN, ILLEGAL, LEGAL
from adjudicator.say.output import tell
from adjudicator.study.coverage import CODED, DEFINED, EXCUSED, STATUSES, TABLED, Coverage
from adjudicator.study.numbers import place_of

if TYPE_CHECKING:
    from adjudicator.say.words import Say


@click.command("coverage")
@click.argument("rulebook")
@click.option("--cases", "files", multiple=True, metavar="FILE")
@cli.common()
@click.pass_context
def coverage_command(ctx: click.Context, rulebook: str, files: tuple[str, ...], fmt: str, lang: str | None, rulebook_path: str | None) -> None:
    """List every printed rule number of RULEBOOK: coded, tabled, defined, or excused and why.

    Exit code 0 if every number is accounted for and every rule can speak, else 1.
    """
    lang = cli.start(ctx, lang)
    found = Coverage(cli.open_book(rulebook, rulebook_path))
    if not found.index:
        raise cli.Fault("no_index", BROKEN, book=found.book.id)
    own = os.path.join(found.book.folder, "cases.yaml")
    for path in files or ([own] if os.path.exists(own) else []):
        found.listen(path)
    if fmt == "json":
        cli.echo_json(as_json(found, lang))
    else:
        tell(as_text(found, lang))
    ctx.exit(ILLEGAL if found.missing or found.extra or found.faults else LEGAL)


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
