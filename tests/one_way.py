"""The same lines get the same ruling by every way in.

Every case, evening and example log is a script: a head (rulebook, situation, headers) and lines.  It is played in all ways there are,
and each has to give what conformance gives: the same rulings and the same position at the end.

    python -m tests.one_way --all [fpa gdp …]     all ways for all scripts; without --all one way each, drawn by its id
"""

from __future__ import annotations

import io
import json
import sys
import tempfile
import zlib
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, NamedTuple

from click.testing import CliRunner

from adjudicator.book.situations import of_data
from adjudicator.commands.cli import main
from adjudicator.ground.facts import DICE
from adjudicator.ground.ruling import UNDETERMINED, Ruling
from adjudicator.ground.situation import Situation
from adjudicator.language import Stated
from adjudicator.log.reader import Log
from adjudicator.play.game import Game
from adjudicator.play.headers import LoggedGame
from adjudicator.play.record import STATE, Record
from adjudicator.play.referee import ASKS
from adjudicator.say.heard import log_words
from adjudicator.say.json import as_json, plain
from tests.conftest import BOOKS, ROOT, cases, rulebook
from tests.evenings import Player, begun, evenings, load

LANGUAGES = ("en", "es")
LOGS = sorted(ROOT.glob("examples/*/*.log"))
WARY = ("findings", "warnings", "readings", "roll", "assumed", "not_used", "cites", "text", "understood", "declaration", "not_weighed")
"""What a bulk run leaves out, or what words were chosen."""


class Script(NamedTuple):
    """What is played: the book, the situation (data) and its folder, and the lines.  ``rolls``: dice that lie there, as a case has them."""

    id: str
    book: str
    situation: dict[str, Any]
    lines: tuple[str, ...]
    rolls: tuple[int, ...] = ()
    joined: str = ""  # as the case has it


class Played(NamedTuple):
    """What came of it: what each ruling that stands says, and the position at the end."""

    rulings: list[dict[str, Any]]
    position: Any


# ---- scripts --------------------------------------------------------------------------------------------------------------------
def scripts(names: tuple[str, ...] = ()) -> Iterator[Script]:
    """Every case in both languages, every evening, every example log."""
    for name in names or tuple(BOOKS):
        for case in cases(name):
            for lang in LANGUAGES:
                yield of_case(name, case, lang)
    for script in (*(of_log(path.name, path) for path in LOGS), *(of_evening(name) for name in evenings())):
        if not names or script.book in names:
            yield script


def of_case(name: str, case: dict[str, Any], lang: str) -> Script:
    """The script of a case in one language."""
    text = case["declaration"][lang]
    lines = tuple(piece.strip() for piece in text.split(";") if piece.strip())
    return Script(f"{case['id']}.{lang}", name, case["situation"], lines, tuple(case.get("rolls") or ()), text)


def of_evening(name: str) -> Script:
    """The script of an evening: the log that comes of it."""
    with tempfile.TemporaryDirectory() as folder:
        played = load(name)
        path = Path(folder) / "game.log"
        begun(played, path)
        player = Player(path, played.lang)
        for typed in played.lines:
            player.type(typed.text)
        player.file.close()
        return of_log(name, path)


def of_log(id_: str, path: Path) -> Script:
    """The script of a log: its lines behind the headers, without remarks and without what both players agreed on."""
    found = Log(str(path))
    list(found.records())
    book = found.game.book
    assert book is not None
    game = LoggedGame(str(path.parent))
    lines = []
    for row in path.read_text(encoding="utf-8").splitlines():
        said = row.strip()
        if not said or said[0] in "#>":
            continue
        header = log_words().header(said)
        if header is None:
            lines.append(log_words().agreement(said.partition(" # ")[0].strip())[0])
        else:
            game.header(Record(0, said, "header"), *header)
    return Script(id_, book.id, game.source, tuple(lines))


# ---- what is compared -----------------------------------------------------------------------------------------------------------
def digest(ruling: dict[str, Any]) -> dict[str, Any]:
    """What every way has to tell of a ruling, out of its JSON."""
    found = {key: content for key, content in ruling.items() if key not in WARY}
    found["needs"] = sorted(need["fact"] for need in found.get("needs") or ())
    for key in ("shifts", "drms"):
        found[key] = sorted((row["by"], row.get("rule", "")) for row in found.get(key) or ())
    return found


def of_rulings(book: str, rulings: list[Ruling]) -> list[dict[str, Any]]:
    """The digests of rulings, without those of words that only say how things stand."""
    loud = [ruling for ruling in rulings if not (ruling.verdict == "legal" and rulebook(book).acts[ruling.kind].silent)]
    return [digest(json.loads(json.dumps(as_json(ruling, rulebook(book), "en")))) for ruling in loud]


def state(situation: Situation) -> Any:
    """Everything that a position knows."""
    groups = ("units", "hexes", "hexsides", "markers", *situation.lists)
    things = {name: {key: thing.facts for key, thing in getattr(situation, name).items()} for name in groups}
    return plain(raw([things, {**raw(situation.facts), "rulebook": None}, situation.gone_perhaps(), situation.history, situation.options]))


def raw(content: Any) -> Any:
    """Plain data out of data that asks for what it does not hold."""
    if isinstance(content, dict):
        return {key: raw(item) for key, item in dict.items(content)}
    return [raw(item) for item in content] if isinstance(content, (list, tuple)) else content


class Standing:
    """The rulings that stand: one that a later line adds to gives way to the new one."""

    def __init__(self) -> None:
        self.rulings: list[Ruling] = []

    def take(self, record: Record) -> None:
        """A line that was heard."""
        if record.problem is not None:
            raise AssertionError((record.text, record.problem.text("en")))
        self.rulings = [ruling for ruling in self.rulings if not any(ruling is other for other in record.replaced)] + record.rulings


# ---- the ways -------------------------------------------------------------------------------------------------------------------
def position(script: Script) -> Situation:
    """The position at the beginning."""
    return of_data(rulebook(script.book), script.situation, script.id)


def conformance(script: Script) -> Played:
    """As `conformance` plays a case: the whole on one line."""
    game = Game(rulebook(script.book), position(script))
    text = script.joined or "; ".join(script.lines)
    standing = Standing()
    standing.take(game.hear(text, script.rolls))
    return Played(of_rulings(script.book, standing.rulings), state(game.situation))


def told(script: Script) -> tuple[str, ...]:
    """The lines, with the dice that lie there told where they are asked for."""
    if not script.rolls:
        return script.lines
    game = Game(rulebook(script.book), position(script))
    game.pool = list(script.rolls)
    lines: list[str] = []
    owing: list[int] = []
    matter, already = None, False
    for line in script.lines:
        same = any(part.__class__ is Stated and part.path == "rolls" for part in game.line(line).parts)  # they are told in the line
        game.take(line)
        if game.matter is not matter:
            lines += [f"roll {' '.join(map(str, owing))}"] if owing else []
            matter, already = game.matter, False
        already = already or same
        lines.append(line)
        owing = list(matter.took) if matter is not None and not already else []
    owing += game.pool  # of an act of which nobody can tell whether it takes them
    return (*lines, *([f"roll {' '.join(map(str, owing))}"] if owing else []))


def one_by_one(script: Script) -> Played:
    """Line by line, as a program plays it."""
    game = LoggedGame(full=True, lenient=False)
    game.begin(rulebook(script.book), position(script))
    standing = Standing()
    for line in told(script):
        standing.take(game.take(line))
    return Played(of_rulings(script.book, standing.rulings), state(game.situation))


def joined(script: Script) -> Played:
    """All on one line, the dice among it."""
    game = Game(rulebook(script.book), position(script))
    standing = Standing()
    standing.take(game.hear("; ".join(told(script))))
    return Played(of_rulings(script.book, standing.rulings), state(game.situation))


def _file(script: Script, folder: str) -> str:
    path = Path(folder) / "start.yaml"
    path.write_text(json.dumps({**script.situation, "rulebook": script.book}, ensure_ascii=False), encoding="utf-8")
    return str(path)


def _check(script: Script, *arguments: str, given: str | None = None) -> Played:
    with tempfile.TemporaryDirectory() as folder:
        done = CliRunner().invoke(main, ["check", "-s", _file(script, folder), "--format", "json", "--lang", "en", *arguments], input=given)
    rows = json.loads(done.output)
    rows = rows if isinstance(rows, list) else [rows]
    wrong = [row for row in rows if "error" in row]
    if wrong:
        raise AssertionError(wrong)
    acts = rulebook(script.book).acts
    loud = [row for row in rows if row["kind"] != "facts" and not (row["verdict"] == "legal" and acts[row["kind"]].silent)]
    return Played([digest({key: content for key, content in row.items() if key != "claims"}) for row in loud], None)


def check(script: Script) -> Played:
    """`check` with a line for each argument."""
    return _check(script, "--", *told(script))


def standard_input(script: Script) -> Played:
    """`check -` with the lines on standard input."""
    return _check(script, "-", given="\n".join(told(script)) + "\n")


def _log(script: Script, indent: str, full: bool = True) -> Played:
    with tempfile.TemporaryDirectory() as folder:
        _file(script, folder)
        first, *others = told(script)
        text = "\n".join([f"rulebook {script.book}", "situation start.yaml", first, *(indent + line for line in others)]) + "\n"
        found = Log(str(Path(folder) / "game.log"), full=full, stream=io.BytesIO(text.encode()))
        standing = Standing()
        for record in found.records():
            standing.take(record)
    return Played(of_rulings(script.book, standing.rulings), state(found.game.situation))


def validate(script: Script) -> Played:
    """A log, no line set further in."""
    return _log(script, "")


def indented(script: Script) -> Played:
    """A log, every line but the first set further in."""
    return _log(script, "    ")


def table(script: Script) -> Played:
    """The table, typed at over a pipe; what is in doubt is kept."""
    rulings: list[Ruling] = []
    with tempfile.TemporaryDirectory() as folder:
        _file(script, folder)
        path = Path(folder) / "game.log"
        path.write_text(f"rulebook {script.book}\nsituation start.yaml\n", encoding="utf-8")
        player = Player(path, "en")
        tell = player.session.voice.ruling

        def heard(ruling: Ruling, book: Any, recorded: bool) -> None:
            rulings.append(ruling)
            tell(ruling, book, recorded)

        player.session.voice.ruling = heard  # type: ignore[method-assign]
        lines = told(script)
        asked = False
        for line, following in zip(lines, (*lines[1:], ""), strict=True):
            asked = asked or beside_a_question(player.session.game, line)
            player.type(line)
            doubt = player.session.doubt
            unsure = [ruling for ruling in doubt[1].rulings if ruling.verdict == UNDETERMINED] if doubt is not None else []
            dice = any(need.fact == DICE for ruling in unsure for need in ruling.needs[:1])
            if doubt is not None and not (dice and following.startswith("roll")):  # the dice that decide come next
                player.type("keep")
        player.file.close()
        situation = player.session.game.situation
    return Played(of_rulings(script.book, rulings), None if asked else state(situation))


def beside_a_question(game: Game, line: str) -> bool:
    """Whether a line states facts in front of a question: the table records neither (docs/table.md)."""
    with game.tried():
        found = game.understand(Record(0, line, STATE), line)
    if found is None:
        return False  # an answer to what is asked for
    told = any(isinstance(part, Stated) and part.path not in ("rolls", "claims") for part in found.parts)
    return told and bool(found.acts) and all(game.referee.nature(act) == ASKS for act in found.acts)


WAYS: tuple[Callable[[Script], Played], ...] = (one_by_one, joined, check, standard_input, validate, indented, table)


def difference(script: Script, way: Callable[[Script], Played], right: Played | None = None) -> str | None:
    """How a way differs from conformance; None if it does not."""
    right = right or conformance(script)
    try:
        found = way(script)
    except AssertionError as error:
        return f"{way.__name__}: {error}"
    if way is table:  # which tells every ruling that was given on the way, too
        lost = [ruling for ruling in right.rulings if ruling not in found.rulings]
        if lost:
            return f"table: never told {lost}\n   but {found.rulings}"
    elif found.rulings != right.rulings:
        return f"{way.__name__}: {found.rulings}\n  instead of {right.rulings}"
    if found.position is not None and found.position != right.position:
        first = [(mine, other) for mine, other in zip(flat(found.position), flat(right.position), strict=False) if mine != other][:3]
        return f"{way.__name__}: the position differs: {first}"
    return None


def flat(content: Any, at: str = "") -> list[tuple[str, Any]]:
    """Plain data as a list of places and values, to tell a difference by."""
    if isinstance(content, dict):
        return [row for key in sorted(content) for row in flat(content[key], f"{at}.{key}")]
    if isinstance(content, list) and any(isinstance(item, (dict, list)) for item in content):
        return [row for number, item in enumerate(content) for row in flat(item, f"{at}.{number}")]
    return [(at, content)]


def drawn(script: Script) -> Callable[[Script], Played]:
    """One of the ways, by the script's id."""
    return WAYS[zlib.crc32(script.id.encode()) % len(WAYS)]


def run(names: tuple[str, ...], every: bool) -> int:
    """Play the scripts of these books; tells what differs, returns how often."""
    counts = {way.__name__: [0, 0] for way in WAYS}
    for script in scripts(names):
        right = conformance(script)
        for way in WAYS if every else (drawn(script),):
            wrong = difference(script, way, right)
            counts[way.__name__][0] += 1
            if wrong is not None:
                counts[way.__name__][1] += 1
                print(f"{script.id}: {wrong[:2000]}", flush=True)
    print("; ".join(f"{way}: {count} played, {wrong} differ" for way, (count, wrong) in counts.items()))
    return sum(wrong for _, wrong in counts.values())


if __name__ == "__main__":
    chosen = tuple(name for name in sys.argv[1:] if not name.startswith("-"))
    raise SystemExit(1 if run(chosen, "--all" in sys.argv) else 0)
