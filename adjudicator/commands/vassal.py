"""``adjudicator vassal``: modules, saved games and logs of VASSAL (docs/vassal.md)."""

from __future__ import annotations

import io
import json
import os
import tempfile
from collections.abc import Callable, Iterable, Iterator
from typing import TYPE_CHECKING, Any, NamedTuple, TypeVar

import click

from adjudicator.commands import cli
from adjudicator.files.places import LANGUAGES
from adjudicator.say.exits import BROKEN, LEGAL, NOT_UNDERSTOOD
from adjudicator.say.output import json_text, tell

if TYPE_CHECKING:
    F = TypeVar("F", bound=Callable[..., Any])
    from adjudicator.vassal.binding import Binding
    from adjudicator.vassal.container import Container
    from adjudicator.vassal.convert import Converter, Written
    from adjudicator.vassal.module import Module

SHOWN = 12
"""Examples that a list in a message has at most."""


@click.group("vassal", cls=cli.Group)
@click.option("--lang", type=click.Choice(LANGUAGES), default=None, expose_value=False)
def vassal_command() -> None:
    """Read modules, saved games and logs of VASSAL."""


def _module(path: str | None) -> Module | None:
    from adjudicator.vassal.module import open_module

    return open_module(path) if path is not None else None


def _binding(path: str | None) -> Binding:
    from adjudicator.files.yaml import load_yaml
    from adjudicator.vassal.binding import Binding, read_binding

    return read_binding(path, load_yaml(path)) if path is not None else Binding()


def _words(lang: str) -> Any:
    from functools import partial

    from adjudicator.say.catalogue import reply

    return partial(reply, lang, "vassal")


class Opened(NamedTuple):
    """A file with a game in it."""

    box: Container
    text: str
    game: Converter


def _open(path: str, module: Module | None, bind: str | None, reveal: bool, lang: str, extra: str | None = None) -> Opened:
    from adjudicator.say.catalogue import catalogue
    from adjudicator.vassal.container import Container
    from adjudicator.vassal.convert import Converter

    binding = _binding(bind)
    is_attack = attacks_of(cli.open_book(binding.rulebook, extra)) if binding.plain and binding.rulebook else None
    box = Container(path)
    text = box.game()
    return Opened(box, text, Converter(text, module, binding, catalogue(lang)["vassal"]["say"], reveal, is_attack))


def attacks_of(book: Any) -> Callable[[str, list[str]], bool]:
    """Whether a line, with these units about, is a fight of the rulebook with something that is aimed at."""
    from adjudicator.ground.declaration import Act
    from adjudicator.language import Names, NotUnderstood
    from adjudicator.play.game import language_of

    def is_attack(text: str, units: list[str]) -> bool:
        try:
            parts = language_of(book).parse(text, Names(units, {})).parts
        except NotUnderstood:
            return False
        return any(isinstance(part, Act) and not part.slots.get("question") and {"target", "target_units"} & part.slots.keys() for part in parts)

    return is_attack


def _remarks(opened: Opened, lang: str) -> list[str]:
    """What a player should know of a conversion before believing it."""
    say = _words(lang)
    game = opened.game
    report, replay, module = game.report, game.replay, game.module
    out = []
    if module is None:
        out.append(say("no_module"))
    else:
        about = opened.box.about()
        if about.name and (about.name, about.version) != (module.about.name, module.about.version):
            out.append(say("other_module", found=f"{about.name} {about.version}", module=f"{module.about.name} {module.about.version}"))
        if module.lost_images:
            out.append(say("lost_images", names=", ".join(module.lost_images[:SHOWN])))
        if any(window.unverified for window in module.maps.values()) and not report.agree:
            out.append(say("unverified"))
    if replay.lost_boards:
        out.append(say("lost_boards", names=", ".join([*replay.lost_boards][:SHOWN])))
    if report.agree or report.differ:
        out.append(say("self_check", agree=report.agree, differ=len(report.differ)))
        out += [f"  {text}" for text in report.differ[:SHOWN]]
    if report.misfits:
        out.append(say("misfits", names=", ".join(report.misfits[:SHOWN])))
    if report.hidden:
        out.append(say("hidden", count=report.hidden))
    if replay.passed:
        out.append(say("passed", names=", ".join(f"{name} ({count})" for name, count in replay.passed.most_common(SHOWN))))
    return [game.discreet(text) for text in out]


def as_yaml(document: dict[str, Any]) -> str:
    """A document as YAML whose values are JSON: a row of a list a line."""
    lines = []
    for key, value in document.items():
        if isinstance(value, list) and value:
            lines += [f"{json.dumps(key)}:", *(f"  - {json.dumps(row, ensure_ascii=False)}" for row in value)]
        else:
            lines.append(f"{json.dumps(key)}: {json.dumps(value, ensure_ascii=False)}")
    return "\n".join(lines) + "\n"


def _position(game: Converter, bind: str | None, extra: str | None) -> dict[str, Any]:
    """The position, laid over the situation that the binding names; facts that do not fit the rulebook are left out, and told."""
    from adjudicator.book.situations import checked
    from adjudicator.files.yaml import load_document

    out = game.position
    if not game.binding.rulebook:
        return out
    book = cli.open_book(game.binding.rulebook, extra)
    _drop_misfits(game, book)
    if bind is None or not game.binding.situation:
        return out
    base = checked(book, load_document(os.path.join(os.path.dirname(bind), game.binding.situation)), extra=extra)
    known = {str(row["id"]): row for row in base.get("units") or ()}
    units = [{**known.pop(row["id"], {}), **row} for row in out["units"]]
    return {**base, **out, "units": [*units, *known.values()]}


def _drop_misfits(game: Converter, book: Any) -> None:
    from adjudicator.ground.paths import FactPath

    for group in ("units", "markers"):
        for row in game.position.get(group, ()):
            for key in [key for key in row if key not in ("id", "kind") or key == "kind" and group == "units"]:
                if book.declared.fault(FactPath(group, (row["id"], key)), row[key]) is not None:
                    game.report.misfits.append(f"{group}[{row['id']}].{key} = {row.pop(key)}")


def _log_text(opened: Opened, lines: Iterable[Written], situation: str, lang: str) -> tuple[str, dict[int, int]]:
    """A turn log, and the step of each of its lines."""
    from adjudicator.vassal.convert import in_one_line

    head = [in_one_line(f"# {os.path.basename(opened.box.path)}: {text}") for text in _remarks(opened, lang)]
    head += [in_one_line(f"situation {situation}")] if situation else []
    steps: dict[int, int] = {}
    rows = list(head)
    for line in lines:
        rows.append(line.text)
        steps[len(rows)] = line.step
    return "\n".join(rows) + "\n", steps


def _write(path: str, text: str | bytes) -> None:
    try:
        with open(path, "xb") as file:
            file.write(text if isinstance(text, bytes) else text.encode("utf-8", "replace"))
    except FileExistsError:
        raise cli.Fault("exists", path=path) from None
    except OSError as error:
        raise cli.Fault("vassal_write", BROKEN, path=path, why=error.strerror or "?") from None


def _sources(required: bool = False) -> Callable[[F], F]:
    """The options that name the module and the binding."""

    def decorate(function: F) -> F:
        function = click.option("--bind", "-b", metavar="FILE", required=required)(function)
        return click.option("--module", "-m", metavar="FILE", required=required)(function)

    return decorate


_reveal = click.option("--reveal", is_flag=True)


# ---- commands --------------------------------------------------------------------------------------------------------------------
@vassal_command.command("info")
@click.argument("file")
@cli.common()
@click.pass_context
def info_command(ctx: click.Context, file: str, fmt: str, lang: str | None, rulebook_path: str | None) -> None:
    """What FILE is: module, versions, players, maps, counters, dice."""
    lang = cli.start(ctx, lang)
    from adjudicator.vassal.container import Container
    from adjudicator.vassal.module import open_module
    from adjudicator.vassal.replay import Recording

    box = Container(file)
    about = box.about()
    found: dict[str, Any] = {"file": file, "name": about.name, "version": about.version, "vassal": about.vassal}
    if box.is_game:
        game = Recording(box.game())
        steps = sum(1 for _ in game.steps())
        found |= {"kind": "log" if steps else "save", "steps": steps, "counters": len(game.counters())}
        found["players"] = [{"name": name, "side": side} for name, side in game.roster.values()]
        found["maps"] = sorted({piece.where[0] for piece in game.counters() if piece.where[0] is not None})
    elif box.is_module:
        module = open_module(file)
        found |= {"kind": "module", "name": module.about.name, "version": module.about.version, "vassal": module.about.vassal, "sides": module.sides}
        found["maps"] = [{"name": window.name, "boards": sorted(window.boards)} for window in module.maps.values()]
        found |= {"counters": len(module.slots), "dice": [{"name": die.name, "dice": die.count, "sides": die.sides} for die in module.dice]}
    else:
        from adjudicator.files.fault import Broken

        raise Broken(file, None, "no_vassal_file")
    if fmt == "json":
        cli.echo_json(found)
        return
    say = _words(lang)
    for key, value in found.items():
        tell(f"{say(key)}: {_shown(value)}")


def _shown(value: Any) -> str:
    if isinstance(value, list):
        return ", ".join(_shown(each) for each in value) or "-"
    if isinstance(value, dict):
        first, *rest = value.values()
        return f"{first} ({', '.join(_shown(each) for each in rest)})" if any(rest) else str(first)
    return str(value) if value != "" else "-"


@vassal_command.command("situation")
@click.argument("save")
@_sources()
@_reveal
@cli.common()
@click.pass_context
def situation_command(
    ctx: click.Context, save: str, module: str | None, bind: str | None, reveal: bool, fmt: str, lang: str | None, rulebook_path: str | None
) -> None:
    """The position that SAVE begins with, as a situation file."""
    lang = cli.start(ctx, lang)
    opened = _open(save, _module(module), bind, reveal, lang, rulebook_path)
    found = _position(opened.game, bind, rulebook_path)
    if fmt == "json":
        cli.echo_json(found)
        return
    for text in _remarks(opened, lang):
        tell(f"# {text}")
    tell(as_yaml(found).rstrip("\n"))


@vassal_command.command("log")
@click.argument("logs", nargs=-1, required=True)
@_sources()
@click.option("--out", "-o", metavar="FILE")
@_reveal
@cli.common()
@click.pass_context
def log_command(
    ctx: click.Context,
    logs: tuple[str, ...],
    module: str | None,
    bind: str | None,
    out: str | None,
    reveal: bool,
    fmt: str,
    lang: str | None,
    rulebook_path: str | None,
) -> None:
    """LOGS, one behind the other, as a turn log."""
    lang = cli.start(ctx, lang)
    game_module = _module(module)
    parts = []
    first: Converter | None = None
    situation = f"{os.path.basename(out)}.yaml" if out is not None else ""
    for path in logs:
        opened = _open(path, game_module, bind, reveal, lang, rulebook_path)
        lines = opened.game.lines()
        if fmt == "json":
            parts += [json_text({"file": path, "step": line.step, "text": line.text}, None) for line in lines]
        else:
            parts.append(_log_text(opened, lines, situation if first is None else "", lang)[0].rstrip("\n"))
        first = first or opened.game
    assert first is not None
    if out is None:
        tell("\n".join(parts))
        return
    _write(out, "\n".join(parts) + "\n")
    _write(f"{out}.yaml", as_yaml(_position(first, bind, rulebook_path)))


@vassal_command.command("check")
@click.argument("logs", nargs=-1, required=True)
@_sources(required=True)
@_reveal
@cli.common(("text", "json", "csv", "junit"))
@click.pass_context
def check_command(
    ctx: click.Context, logs: tuple[str, ...], module: str, bind: str, reveal: bool, fmt: str, lang: str | None, rulebook_path: str | None
) -> None:
    """Judge LOGS, and whether each begins where the one before it ended."""
    lang = cli.start(ctx, lang)
    from adjudicator.log.batch import validate

    game_module = _module(module)
    say = _words(lang)
    before: tuple[str, dict[str, tuple[str, str]]] | None = None
    broken = False
    bases = os.path.abspath(os.path.dirname(bind) or ".")
    with tempfile.TemporaryDirectory() as folder:
        made = []
        for number, path in enumerate(logs, 1):
            opened = _open(path, game_module, bind, reveal, lang, rulebook_path)
            game = opened.game
            start = game.places()
            if before is not None:
                moved = [(*end, start[id_][1]) for id_, end in before[1].items() if id_ in start and start[id_][1] != end[1]]
                broken |= bool(moved)
                key = "joint_broken" if moved else "joint"
                tell(say(key, first=before[0], second=path, count=len(moved)), err=True)
                for name, was, now in moved[:SHOWN]:
                    tell(f"  {game.discreet(name) or '?'}: {was} / {now}", err=True)
            lines = game.lines()
            before = (path, game.places())
            title = f"{number}-{os.path.basename(path)}.log"
            _write(os.path.join(folder, f"{title}.yaml"), as_yaml(_position(game, bind, rulebook_path)))
            _write(os.path.join(folder, title), _log_text(opened, lines, f"{title}.yaml", lang)[0])
            made.append(os.path.join(folder, title))
        allowed = os.pathsep.join(part for part in (rulebook_path, bases) if part)
        code = validate(made, fmt, lang, 0, None, allowed, lambda text: tell(text.replace(folder + os.sep, "")))
    ctx.exit(NOT_UNDERSTOOD if broken and code == LEGAL else code)


@vassal_command.command("annotate")
@click.argument("log")
@_sources(required=True)
@click.option("--out", "-o", metavar="FILE", required=True)
@cli.common()
@click.pass_context
def annotate_command(ctx: click.Context, log: str, module: str, bind: str, out: str, fmt: str, lang: str | None, rulebook_path: str | None) -> None:
    """LOG again, with each verdict as a line of chat behind its step."""
    lang = cli.start(ctx, lang)
    from adjudicator.vassal.container import copied_with
    from adjudicator.vassal.notes import annotated

    opened = _open(log, _module(module), bind, False, lang, rulebook_path)
    notes: dict[int, list[str]] = {}
    for step, text in _verdicts(opened, bind, lang, rulebook_path):
        notes.setdefault(step, []).append(text)
    _write(out, copied_with(opened.box, annotated(opened.text, notes)))
    count = sum(map(len, notes.values()))
    if fmt == "json":
        cli.echo_json({"file": out, "notes": count})
    else:
        tell(_words(lang)("annotated", count=count, file=out))


def _verdicts(opened: Opened, bind: str, lang: str, extra: str | None) -> Iterator[tuple[int, str]]:
    """What the referee says of each entry of a log: step and sentence."""
    from adjudicator.log.forms import Text
    from adjudicator.log.reader import Log
    from adjudicator.play.record import is_entry
    from adjudicator.say.catalogue import catalogue

    shape = Text(lang)
    verdicts = catalogue(lang)["ruling"]["verdicts"]
    lines = opened.game.lines()
    bases = os.path.abspath(os.path.dirname(bind) or ".")
    with tempfile.TemporaryDirectory() as folder:
        name = os.path.join(folder, "game.log")
        _write(f"{name}.yaml", as_yaml(_position(opened.game, bind, extra)))
        text, steps = _log_text(opened, lines, "game.log.yaml", lang)
        reader = Log(name, os.pathsep.join(part for part in (extra, bases) if part), stream=io.BytesIO(text.encode("utf-8", "replace")))
        for record in reader.records():
            if not is_entry(record) or not steps.get(record.line):
                continue
            told = [message for _, message in shape.messages(reader, record)]
            cites = list(dict.fromkeys(number for ruling in record.rulings for number in ruling.cites))
            verdict = str(verdicts.get(record.verdict, verdicts["not_understood"]))
            why = "; ".join(told) or ", ".join(cites[-4:])
            yield max(steps.get(line, 0) for line in range(record.line, record.last + 1)), f"[adjudicator] {record.text.strip()}: {verdict} {why}".rstrip()


@vassal_command.command("bind")
@click.argument("module")
@click.option("--rulebook", "-r", metavar="NAME", required=True)
@cli.common()
@click.pass_context
def bind_command(ctx: click.Context, module: str, rulebook: str, fmt: str, lang: str | None, rulebook_path: str | None) -> None:
    """A first draft of a binding: every counter of MODULE, to be looked through."""
    lang = cli.start(ctx, lang)
    from adjudicator.say.catalogue import catalogue
    from adjudicator.vassal.binding import draft
    from adjudicator.vassal.module import open_module

    book = cli.open_book(rulebook, rulebook_path)
    facts = [name.removeprefix("units.") for name in book.meta.get("facts", {}) if name.startswith("units.")]
    found = draft(open_module(module), book.id, facts, catalogue(lang)["vassal"]["declaration"])
    if fmt == "json":
        cli.echo_json(found)
    else:
        tell(as_yaml(found).rstrip("\n"))


@vassal_command.command("map")
@click.argument("module")
@click.option("--map", "name", metavar="NAME")
@cli.common()
@click.pass_context
def map_command(ctx: click.Context, module: str, name: str | None, fmt: str, lang: str | None, rulebook_path: str | None) -> None:
    """A blank map of MODULE: every hex a line, with its neighbours and zone, to fill in terrain."""
    cli.start(ctx, lang)
    from adjudicator.vassal.module import open_module

    opened = open_module(module)
    found: list[tuple[str, tuple[int, int], list[str], str | None]] = []
    for window in opened.maps.values():
        if name is None or window.name == name:
            found = list(window.hexes())
        if found:
            break
    if not found:
        raise cli.Fault("vassal_no_hexes", BROKEN, file=module)
    if fmt == "json":
        cli.echo_json([{"hex": hex_, "x": x, "y": y, "neighbours": around, "zone": zone} for hex_, (x, y), around, zone in found])
        return
    tell("hexes: |")
    for hex_, _, around, zone in sorted(found):
        tell(f"  {hex_} -  # {' '.join(around)}{f'; {zone}' if zone else ''}")
