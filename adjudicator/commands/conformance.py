"""Numbered questions with right answers (docs/formats.md, "conformance cases"), and how far the program agrees with them."""

from __future__ import annotations

import os
from fractions import Fraction
from typing import Any

import click

from adjudicator.book import Rulebook
from adjudicator.commands import cli
from adjudicator.commands.cli import common
from adjudicator.files.places import LANGUAGES
from adjudicator.ground.facts import DICE
from adjudicator.ground.paths import parse
from adjudicator.ground.ruling import UNDETERMINED, Ruling
from adjudicator.say.output import tell, xml_attribute, xml_text
from adjudicator.study.cases import cases_of

_TOP = ("odds", "column", "result", "modified")


class Outcome:
    """What came of one case: per language the differences, and the rule numbers that were not cited."""

    __slots__ = ("differs", "id", "uncited")

    def __init__(self, id_: str) -> None:
        self.id = id_
        self.differs: dict[str, Any] = {}
        self.uncited: list[str] = []

    @property
    def cites_all(self) -> bool:
        """Whether both languages were answered and every number of the case was cited."""
        return not self.uncited and not any("error" in differs for differs in self.differs.values())

    @property
    def ok(self) -> bool:
        """Whether both languages agree with the case."""
        return not self.differs


def run_case(book: Rulebook, case: dict[str, Any]) -> Outcome:
    """Judge one case in both languages."""
    from adjudicator.book.situations import of_data
    from adjudicator.play.game import Game
    from adjudicator.play.referee import worst

    outcome = Outcome(case["id"])
    uncited: set[str] = set()
    for lang in LANGUAGES:
        text = case["declaration"].get(lang)
        if text is None:
            continue
        try:
            record = Game(book, of_data(book, case["situation"], case["id"])).hear(text, case.get("rolls") or ())
            rulings = record.loud(book)
            differs = compare(case, rulings, worst(rulings), book)
        except Exception as error:  # whatever is wrong with a case or a rule: the others are judged all the same
            outcome.differs[lang] = {"error": f"{type(error).__name__}: {error}"}
            continue
        if record.problem is not None:
            outcome.differs[lang] = {"error": record.problem.text("en", book)}
            continue
        if differs:
            outcome.differs[lang] = differs
        cited = {number for ruling in rulings for number in ruling.cites}
        uncited |= {number for number in case.get("rules") or () if not any(covers(other, number) for other in cited)}
    outcome.uncited = sorted(uncited)
    return outcome


def covers(cited: str, number: str) -> bool:
    """A finer citation counts as the coarser one (5.1m part iii for 5.1m, 6.2.2 for 6.2.2#2)."""
    return cited == number or cited.startswith((number + " ", number + "#")) or number.partition("#")[0] == cited


def compare(case: dict[str, Any], rulings: list[Ruling], verdict: str, book: Rulebook) -> dict[str, Any]:
    """Every key of the case's expectation that the rulings do not give, with what they give instead."""
    expect = case["expect"]
    differs: dict[str, Any] = {}
    if not rulings:
        return {"verdict": [expect.get("verdict"), None]}
    computed: dict[str, Any] = {}
    for ruling in rulings:
        computed.update(ruling.computed)
    if expect["verdict"] != verdict:
        differs["verdict"] = [expect["verdict"], verdict]
    for key, wanted in expect.items():
        if key in ("verdict", "needs", "computed", "shifts", "drms", "effects", "warning"):
            continue
        got = net(rulings, computed) if key == "drm" else computed.get(key)
        if wanted == UNDETERMINED and got is None:
            continue
        if not same(wanted, got):
            differs[key] = [wanted, got]
    for key, wanted in (expect.get("computed") or {}).items():
        got = computed.get(key)
        if not (wanted == UNDETERMINED and got is None) and not same(wanted, got):
            differs[f"computed.{key}"] = [wanted, got]
    for key in ("shifts", "drms"):
        if key in expect:
            got_rows = sorted((finding.by, rule) for ruling in told_once(rulings, key) for rule, finding in getattr(ruling, key) if finding.by)
            rows = sorted((row["by"], row.get("rule", "")) for row in expect[key] if row["by"])
            agree = [row[0] for row in rows] == [row[0] for row in got_rows]
            if not agree or any(rule and not covers(mine, rule) for (_, rule), (_, mine) in zip(rows, got_rows, strict=True)):
                differs[key] = [rows, got_rows]
    if "effects" in expect:
        effects = [effect for ruling in rulings for effect in ruling.effects]
        told = effects + together(effects)
        missing = [effect for effect in expect["effects"] if not happens(effect, told)]
        if missing or (not expect["effects"] and effects):
            differs["effects"] = [expect["effects"], effects]
    if "needs" in expect:
        wrong = _needs(expect, rulings)
        if wrong:
            differs["needs"] = wrong
    cited = {number for ruling in rulings for number in ruling.cites}
    if case.get("rules") and not any(covers(mine, number) for number in case["rules"] for mine in cited):
        differs["cites"] = [case["rules"], sorted(cited)]
    return differs


def together(effects: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """What several effects tell of the same thing, taken together; of two that contradict each other the later holds."""
    merged: dict[tuple[str, str], dict[str, Any]] = {}
    for effect in effects:
        subject = next(iter(effect), "")
        if subject != "marker":
            merged.setdefault((subject, str(effect.get(subject))), {}).update(effect)
    return list(merged.values())


def happens(wanted: dict[str, Any], effects: list[dict[str, Any]]) -> bool:
    """Whether one of the effects is the wanted one; what is left undetermined must not be stated."""
    known = {key: value for key, value in wanted.items() if value != UNDETERMINED}
    if len(known) < len(wanted):
        subject = next(iter(wanted))
        about_it = [other for other in effects if same(wanted[subject], other.get(subject))]
        return not any(key in other for other in about_it for key in wanted if key not in known) and (
            len(known) == 1 or any(all(same(value, other.get(key)) for key, value in known.items()) for other in about_it)
        )
    return any(all(same(value, other.get(key)) for key, value in wanted.items()) for other in effects)


def net(rulings: list[Ruling], computed: dict[str, Any]) -> Any:
    """The die modifier: what a rulebook computed it to be, else the sum of all that were given; None while it hangs on a fact."""
    if "drm" in computed:
        return computed["drm"]
    if any(need.fact != DICE for ruling in rulings for need in ruling.needs) and not any(ruling.drms for ruling in rulings):
        return None
    return sum(finding.by for ruling in told_once(rulings, "drms") for _, finding in ruling.drms)


def told_once(rulings: list[Ruling], key: str) -> list[Ruling]:
    """The rulings whose shifts or modifiers count: a question about a deed tells them once more."""
    deeds = [ruling for ruling in rulings if "answer" not in ruling.computed and not (ruling.act is not None and ruling.act.slots.get("question"))]
    return deeds if any(getattr(ruling, key) for ruling in deeds) else rulings


def _needs(expect: dict[str, Any], rulings: list[Ruling]) -> list[Any] | None:
    needs = [need for ruling in rulings for need in ruling.needs]
    if not expect["needs"]:
        stated = {"verdict", *(expect.get("computed") or {}), *(key for key in (*_TOP, "shifts", "drms") if key in expect)}
        asked = [need.fact for need in needs if need.fact != "rolls" and (not need.outcomes or any(stated & set(keys) for keys in need.outcomes.values()))]
        return [[], asked] if asked else None
    asked = [need.fact for need in needs]
    wanted = [
        str(entry["fact"] if isinstance(entry, dict) and "fact" in entry else entry) for entry in expect["needs"]
    ]  # as a ruling lists them, or the name alone
    missing = [fact for fact in wanted if not any(about(fact) & about(other) or other.startswith(f"{fact}.") for other in asked)]
    return [expect["needs"], asked] if missing else None


def about(fact: str) -> set[str]:
    """The hex, hexside, unit, marker or table that a fact is about; the fact itself if it names none."""
    path = parse(fact)
    if path is None:
        return {fact}
    if path.head == "tables":
        return {".".join((path.head, *path.keys[:1]))}
    return {path.thing or fact}


def same(wanted: Any, got: Any) -> bool:
    """Equal, numbers as exact fractions, lists in any order."""
    if isinstance(wanted, bool) or isinstance(got, bool):
        return wanted is got
    if isinstance(wanted, dict) and isinstance(got, dict):
        return set(map(str, wanted)) == set(map(str, got)) and all(same(value, {str(k): v for k, v in got.items()}[str(key)]) for key, value in wanted.items())
    if isinstance(wanted, (list, tuple)) and isinstance(got, (list, tuple)):
        return len(wanted) == len(got) and all(any(same(item, other) for other in got) for item in wanted)
    if isinstance(wanted, (list, tuple)) and isinstance(got, str):  # an answer of several names
        return same(wanted, got.split(", ") if got not in ("", "none") else [])
    if isinstance(wanted, str) and isinstance(got, (list, tuple)):
        return same(got, wanted)
    try:
        return Fraction(str(wanted)) == Fraction(str(got))
    except (ValueError, ZeroDivisionError):
        return str(wanted) == str(got)


# ---- the command ---------------------------------------------------------------------------------------------------------------
class Suite:
    """Files of cases being run: rulebooks and languages are built once, a fault of one case is that case's alone."""

    def __init__(self, lang: str, book: Rulebook | None = None, extra: str | None = None) -> None:
        from adjudicator.say.words import Say

        self.say = Say(lang)
        self.book = book
        self.extra = extra
        self._books: dict[str, Rulebook | None] = {} if book is None else {book.id: book}

    def cases(self, path: str) -> list[Any]:
        """The cases of a file; raises Broken if it can't be read or holds no list."""
        return cases_of(path)

    def book_of(self, path: str, case: dict[str, Any]) -> Rulebook:
        """The rulebook of a case: the one given, else the one its situation names, else the one its file or folder is called after."""
        from adjudicator import book as books
        from adjudicator.commands.cli import Fault

        if self.book is not None:
            return self.book
        named = (case.get("situation") or {}).get("rulebook")
        place = os.path.abspath(path)
        names = [named] if named else [os.path.splitext(os.path.basename(place))[0], os.path.basename(os.path.dirname(place))]
        for name in map(str, names):
            if name not in self._books:
                try:
                    self._books[name] = books.load(name, self.extra)
                except books.UnknownRulebook:
                    if named:
                        raise
                    self._books[name] = None
            if (book := self._books[name]) is not None:
                return book
        raise Fault("case_rulebook", file=path)

    def run(self, path: str) -> list[Outcome]:
        """All cases of a file, in order."""
        outcomes = []
        for number, case in enumerate(self.cases(path)):
            fault = self._malformed(case)
            if fault is not None:
                id_ = case.get("id") if isinstance(case, dict) else None
                outcome = Outcome(str(id_ or f"#{number + 1}"))
                outcome.differs["case"] = {"error": fault}
            else:
                book = self.book_of(path, case)
                outcome = run_case(book, case)
            outcomes.append(outcome)
        return outcomes

    def _malformed(self, case: Any) -> str | None:
        """What keeps a case from being a case, or None."""
        texts = self.say.catalogue["conformance"]
        if not isinstance(case, dict):
            return str(texts["not_a_mapping"])
        kinds = (("id", str), ("declaration", dict), ("situation", dict), ("expect", dict))
        key = next((key for key, kind in kinds if not isinstance(case.get(key), kind)), None)
        if key is None and "verdict" not in case["expect"]:
            key = "expect.verdict"
        if key is None:
            key = next((f"declaration.{lang}" for lang in LANGUAGES if not isinstance(case["declaration"].get(lang), str)), None)
        return None if key is None else texts["needs_key"].replace("{key}", key)


def as_json(results: list[tuple[str, list[Outcome]]]) -> dict[str, Any]:
    """The results as docs/formats.md describes them."""
    from adjudicator.say.json import plain

    outcomes = [outcome for _, found in results for outcome in found]
    failed = sum(not outcome.ok for outcome in outcomes)
    many = len(results) > 1
    return {
        "total": len(outcomes), "passed": len(outcomes) - failed, "failed": failed, "cite_all": sum(outcome.cites_all for outcome in outcomes),
        "cases": [
            {"id": outcome.id, **({"file": path} if many else {}), "ok": outcome.ok, "differs": plain(outcome.differs), "uncited": outcome.uncited}
            for path, found in results for outcome in found
        ],
    }  # fmt: skip


def told(say: Any, outcome: Outcome) -> list[str]:
    """What differed in a case, a line each; what is the same in both languages once."""
    by_text: dict[str, list[str]] = {}
    for lang, differs in outcome.differs.items():
        for key, content in differs.items():
            by_text.setdefault(_difference(say, key, content), []).append(lang)
    every = [lang for lang in LANGUAGES if lang in outcome.differs]
    lines = []
    for text, langs in by_text.items():
        where = "" if langs == ["case"] else f"{say.catalogue['conformance']['both'] if len(langs) > 1 and langs == every else ', '.join(langs)}: "
        lines.append(where + text)
    return lines


def _difference(say: Any, key: str, content: Any) -> str:
    from adjudicator.say.catalogue import fill

    texts = say.catalogue["conformance"]
    if key == "error":
        return str(content)
    wanted, got = (str(plain_text(item)) for item in content)
    template = {"needs": "asks", "cites": "cites_none"}.get(key, "wanted")
    return fill(texts[template], {"key": key, "wanted": wanted, "got": got})


def plain_text(content: Any) -> str:
    """A value in a line of differences."""
    if isinstance(content, (list, tuple)):
        return "[" + ", ".join(plain_text(item) for item in content) + "]"
    if isinstance(content, dict):
        return "{" + ", ".join(f"{key}: {plain_text(item)}" for key, item in content.items()) + "}"
    return str(content)


def as_text(results: list[tuple[str, list[Outcome]]], say: Any) -> str:
    """The results as lines: what differed in each failing case, the numbers not cited, the tally."""
    from adjudicator.say.catalogue import fill

    texts = say.catalogue["conformance"]
    lines: list[str] = []
    outcomes = [outcome for _, found in results for outcome in found]
    for outcome in outcomes:
        if not outcome.ok:
            lines.append(f"{texts['failed']} {outcome.id}")
            lines += [f"    {line}" for line in told(say, outcome)]
    for outcome in outcomes:
        if outcome.uncited:
            lines.append(f"{outcome.id}  {fill(texts['not_cited'], {'numbers': ', '.join(outcome.uncited)})}")
    failed = sum(not outcome.ok for outcome in outcomes)
    lines.append(fill(texts["cite_every"], {"count": str(sum(outcome.cites_all for outcome in outcomes))}))
    lines.append(fill(texts["summary"], {"passed": str(len(outcomes) - failed), "failed": str(failed)}))
    return "\n".join(lines)


def as_junit(results: list[tuple[str, list[Outcome]]], say: Any) -> str:
    """The results for a build server."""
    total = sum(len(found) for _, found in results)
    failed = sum(not outcome.ok for _, found in results for outcome in found)
    lines = ['<?xml version="1.0" encoding="UTF-8"?>', f'<testsuites name="adjudicator" tests="{total}" failures="{failed}">']
    for path, found in results:
        bad = sum(not outcome.ok for outcome in found)
        lines.append(f'  <testsuite name={xml_attribute(path)} tests="{len(found)}" failures="{bad}">')
        for outcome in found:
            head = f"    <testcase classname={xml_attribute(os.path.splitext(os.path.basename(path))[0])} name={xml_attribute(outcome.id)}"
            body = []
            if not outcome.ok:
                rows = told(say, outcome)
                body.append(f"      <failure message={xml_attribute(rows[0])}>{xml_text(chr(10).join(rows))}</failure>")
            if outcome.uncited:
                body.append(f"      <system-out>not cited: {xml_text(', '.join(outcome.uncited))}</system-out>")
            lines += [f"{head}>", *body, "    </testcase>"] if body else [f"{head}/>"]
        lines.append("  </testsuite>")
    return "\n".join([*lines, "</testsuites>"])


@click.command("conformance")
@click.argument("files", nargs=-1, required=True)
@click.option("-r", "--rulebook", metavar="NAME")
@common(("text", "json", "junit"))
@click.pass_context
def conformance_command(ctx: click.Context, files: tuple[str, ...], rulebook: str | None, fmt: str, lang: str | None, rulebook_path: str | None) -> None:
    """Judge the questions in FILES in both languages and compare the answers with the right ones.

    Exit code 0 if all pass, else 1; 5 if a file is broken.
    """
    lang = cli.start(ctx, lang)
    book = cli.open_book(rulebook, rulebook_path) if rulebook is not None else None
    suite = Suite(lang, book, rulebook_path)
    results = [(path, suite.run(path)) for path in files]
    if fmt == "json":
        cli.echo_json(as_json(results))
    else:
        tell(as_junit(results, suite.say) if fmt == "junit" else as_text(results, suite.say))
    ctx.exit(0 if all(outcome.ok for _, found in results for outcome in found) else 1)
