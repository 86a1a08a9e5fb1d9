"""``adjudicator new-rulebook``: a rulebook that works, to be filled in an evening (docs/rulebook.md)."""

from __future__ import annotations

import os
import re

import click

from adjudicator.commands import cli
from adjudicator.say.exits import USAGE
from adjudicator.say.output import tell

_ID = re.compile(r"[a-z][a-z0-9_]{0,30}")

BOOK = """# Everything about the book that is neither a procedure (rNN_*.py), a printed table (tables.yaml), a text (texts.yaml),
# a word (lexicon.yaml) nor the index of printed numbers (numbers.yaml). See docs/rulebook.md.
title: "@TITLE@"
edition: "first edition"
errata: none
sides: [blue, red]
hex: "\\\\d{4}"
grid: {columns: 20, rows_odd: 20, rows_even: 20, even_lower: true}

# Optional rules by printed number: {"9.1": {en: "...", es: "..."}}.
options: {}

# What can be known of the position (docs/rulebook.md, "Facts").
facts:
  turn: {range: [1, 10]}
  phase: {absent: null}
  pending: {absent: null}
  units_complete: {absent: true}
  units.side: {values: [blue, red]}
  units.attack: {range: [0, 20]}
  units.defense: {range: [0, 20]}
  units.steps: {range: [1, 4]}
  units.at: {}
  hexes.terrain: {values: [clear, woods], default: clear}
  hexes.features: {values: [[]], absent: []}
  hexsides.features: {values: [[], [river]], default: []}
  markers.at: {}

# What the code words are called, where English and Spanish differ from the word itself.
labels:
  blue: {en: Blue, es: azul}
  red: {en: Red, es: rojo}
  clear: {en: clear, es: claro}
  woods: {en: woods, es: bosque}
  river: {en: river, es: río}
"""
TABLES = """# What the book prints as a table; each names the rule that prints it.
crt:
  rule: "9.0"
  columns: ["1:2", "1:1", "2:1", "3:1"]
  rows:
    "1": [DR, DR, DE, DE]
    "2": [NE, DR, DR, DE]
    "3": [NE, NE, DR, DR]
    "4": [AR, NE, NE, DR]
    "5": [AR, AR, NE, NE]
    "6": [AE, AR, AR, NE]
shifts:
  rule: "8.2"
  clear: 0
  woods: -1
"""
NUMBERS = """# Every printed rule number in its order: title and summary in our own words, and for those without a function a status:
# `tabled` (table), `defined` (by) or `excused` (why).
"1.0":
  title: {en: "Introduction", es: "Introducción"}
  summary: {en: "What the game is about.", es: "De qué trata el juego."}
  status: excused
  why: {en: "history, no rule", es: "historia, no hay regla"}
"8.0":
  title: {en: "Combat", es: "Combate"}
  summary: {en: "Units attack an adjacent hex that holds enemies.", es: "Las unidades atacan un hex adyacente con enemigos."}
"8.1":
  title: {en: "Odds", es: "Proporción"}
  summary: {en: "Attack factors against defence factors, rounded down.", es: "Factores de ataque contra factores de defensa, a la baja."}
"8.2":
  title: {en: "Terrain", es: "Terreno"}
  summary: {en: "Woods in the defender's hex shift one column to the left.", es: "El bosque en el hex del defensor desplaza una columna a la izquierda."}
"9.0":
  title: {en: "Combat results", es: "Resultados de combate"}
  summary: {en: "One die in the final column.", es: "Un dado en la columna final."}
"""
TEXTS = """# What the rules say to a player, by key; slots in braces.
no_units: {en: "say which units attack", es: "di qué unidades atacan"}
impossible_hex: {en: "there is no hex {hex} on this map", es: "no existe el hex {hex} en este mapa"}
not_on_map: {en: "{unit} is not on the map", es: "{unit} no está en el mapa"}
not_adjacent: {en: "{unit} in {hex} is not adjacent to {target}", es: "{unit} en {hex} no está junto a {target}"}
no_defender: {en: "no enemy unit stands in {target}", es: "no hay ninguna unidad enemiga en {target}"}
may_attack: {en: "every attacker is adjacent to {target}", es: "todos los atacantes están junto a {target}"}
unit: {en: "{unit}", es: "{unit}"}
odds: {en: "{attack} against {defense}, rounded down", es: "{attack} contra {defense}, a la baja"}
terrain_shift: {en: "{terrain} in {hex}", es: "{terrain} en {hex}"}
column: {en: "column {column}", es: "columna {column}"}
crt: {en: "die {die} in column {column}: {result}", es: "dado {die} en la columna {column}: {result}"}
"""
LEXICON = """# The book's own words in both languages. Notation: see grammars/lexicon.en.yaml and docs/sentences.md; forms of verbs are generated.
hex: '\\d{4}'
words: |
  SIDE
    blue: blue; azul[es]
    red: red; rojo[s]
  RESULT
    DE: de result; resultado de; defender eliminated; defensor eliminado
    DR: dr; defender retreats; retirada del defensor
    NE: ne; no effect; sin efecto
    AR: ar; attacker retreats; retirada del atacante
    AE: ae; attacker eliminated; atacante eliminado
# Acts of your own, and those of grammars/acts.yaml that this game has not:
acts:
  probe: null
  probe_as: null
"""
ACTS = '''"""The acts of this book: what a declaration resolves to.  The rules about them stand in the chapters."""

from __future__ import annotations

from adjudicator.book import LEGALITY, Case, InputError, Unit, act


@act("attack")
class Attack(Case):
    """An attack on a hex, up to the result of the roll."""

    stages = (LEGALITY, "strength", "odds", "shifts", "column", "result")

    def prepare(self) -> None:
        """Who attacks which hex."""
        names = self.slots.get("units") or ()
        self.attackers = [self.s.units.get(name) or Unit(self.s, name, {"id": name}) for name in names]
        if not self.attackers:
            raise InputError("no_units")
        self.target: str = self.slots["target"]
        if not self.book.grid.valid(self.target):
            raise InputError("impossible_hex", hex=self.target)
        self.side: str = self.attackers[0].side

    @property
    def defenders(self) -> list[Unit]:
        """Enemies in the target hex."""
        return [unit for unit in self.s.at(self.target) if unit.side != self.side]
'''
COMBAT = '''"""Chapter 8: combat."""

from __future__ import annotations

from adjudicator.book import Findings, forbid, permit, rule, shift, term, value

from .acts import Attack


@rule("8.0", Attack)
def adjacent_enemy(attack: Attack) -> Findings:
    """Units attack the enemies in one adjacent hex."""
    for unit in attack.attackers:
        here = unit.at if "at" not in unit.facts else unit.hex
        if here is None:
            yield forbid("not_on_map", unit)
        elif not attack.s.grid.adjacent(here, attack.target):
            yield forbid("not_adjacent", unit, where=[here, attack.target], hex=here, target=attack.target)
    if not attack.defenders:
        attack.s.complete()
        yield forbid("no_defender", where=[attack.target], target=attack.target)
    if not attack.forbidden:
        yield permit("may_attack", where=[attack.target], target=attack.target)


@rule("8.1", Attack, "strength")
def factors(attack: Attack) -> Findings:
    """All attack factors against all defence factors in the hex."""
    for unit in attack.attackers:
        yield term("attack", unit.attack, "unit", unit=unit.id)
    for unit in attack.defenders:
        yield term("defense", unit.defense, "unit", unit=unit.id)


@rule("8.1", Attack, "odds")
def odds(attack: Attack) -> Findings:
    """Attack total over defence total, rounded down."""
    ours, theirs = attack.total("attack"), attack.total("defense")
    ratio = f"{ours // theirs}:1" if theirs and ours >= theirs else f"1:{-(-theirs // ours)}" if ours else "0:1"
    yield value("odds", ratio, "odds", attack=ours, defense=theirs)


@rule("8.2", Attack, "shifts")
def woods(attack: Attack) -> Findings:
    """The terrain of the defender shifts the odds."""
    terrain = attack.s.hex(attack.target).terrain
    by = attack.table("shifts")[terrain]
    if by:
        yield shift(by, "terrain_shift", terrain=terrain, hex=attack.target)


@rule("8.1", Attack, "column")
def column(attack: Attack) -> Findings:
    """The odds after all shifts, kept within the table."""
    columns = attack.table("crt")["columns"]
    ours, theirs = attack.total("attack"), attack.total("defense")
    start = int(ours // theirs) if theirs and ours >= theirs else 0 if theirs else len(columns)
    last = start + sum(finding.by for _, finding in attack.ruling.shifts)
    yield value("column", columns[max(0, min(last, len(columns) - 1))], "column", column=columns[max(0, min(last, len(columns) - 1))])
'''
RESULTS = '''"""Chapter 9: combat results."""

from __future__ import annotations

from adjudicator.book import Findings, rule, value

from .acts import Attack


@rule("9.0", Attack, "result")
def combat_results(attack: Attack) -> Findings:
    """One die in the final column."""
    crt, column = attack.table("crt"), attack.computed("column")
    die = attack.roll()
    result = crt["rows"][str(die)][crt["columns"].index(column)]
    yield value("result", result, "crt", die=die, column=column, result=result)
'''
CASES = """# Questions with right answers (docs/formats.md): one in which 8.2 speaks, one in which it stays silent, one that is illegal.
- id: @ID@-8.2-01
  rules: ["8.2"]
  source: rule
  situation:
    hexes: {"0505": {terrain: woods}}
    units:
      - {id: A1, side: blue, attack: 6, defense: 4, at: "0504"}
      - {id: R1, side: red, attack: 3, defense: 3, at: "0505"}
  declaration: {en: "A1 attacks 0505", es: "A1 ataca 0505"}
  rolls: [1]
  expect: {verdict: legal, odds: "2:1", shifts: [{by: -1, rule: "8.2"}], column: "1:1", result: DR}
  why: "6 to 3 is 2:1, one left for the woods; a 1 in the column 1:1 is DR."
- id: @ID@-8.1-01
  rules: ["8.1"]
  source: rule
  situation:
    hexes: {"0505": {terrain: clear}}
    units:
      - {id: A1, side: blue, attack: 7, defense: 4, at: "0504"}
      - {id: R1, side: red, attack: 3, defense: 3, at: "0505"}
  declaration: {en: "A1 attacks 0505", es: "A1 ataca 0505"}
  expect: {verdict: legal, odds: "2:1", shifts: [], column: "2:1", needs: []}
  why: "7 to 3 is 2:1, rounded down; clear terrain shifts nothing."
- id: @ID@-8.0-01
  rules: ["8.0"]
  source: rule
  situation:
    units:
      - {id: A1, side: blue, attack: 6, defense: 4, at: "0501"}
      - {id: R1, side: red, attack: 3, defense: 3, at: "0505"}
  declaration: {en: "A1 attacks 0505", es: "A1 ataca 0505"}
  expect: {verdict: illegal}
  why: "0501 is not adjacent to 0505."
"""
TEST = '''"""Every case of this rulebook, in both languages.  Run: python -m pytest @PATH@"""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from adjudicator import book
from adjudicator.commands.conformance import run_case
from adjudicator.files.yaml import load_yaml
from adjudicator.study.lint import faults_of

HERE = Path(__file__).resolve().parent
BOOK = book.Rulebook(str(HERE))
CASES: list[dict[str, Any]] = load_yaml(str(HERE / "cases.yaml"))


def test_every_rule_can_speak() -> None:
    assert faults_of(BOOK) == []


@pytest.mark.parametrize("case", CASES, ids=[case["id"] for case in CASES])
def test_case(case: dict[str, Any]) -> None:
    outcome = run_case(BOOK, case)
    assert outcome.differs == {}
    assert outcome.uncited == []
'''
FILES = {
    "book.yaml": BOOK, "tables.yaml": TABLES, "numbers.yaml": NUMBERS, "texts.yaml": TEXTS, "lexicon.yaml": LEXICON, "acts.py": ACTS,
    "r08_combat.py": COMBAT, "r09_results.py": RESULTS, "cases.yaml": CASES, "test_@ID@.py": TEST,
}  # fmt: skip


@click.command("new-rulebook")
@click.argument("name")
@click.option("--title", metavar="TEXT")
@click.option("--into", metavar="FOLDER", default="rulebooks", show_default=True)
@cli.common()
@click.pass_context
def new_rulebook_command(ctx: click.Context, name: str, title: str | None, into: str, fmt: str, lang: str | None, rulebook_path: str | None) -> None:
    """Write a small rulebook that works: a book file, two tables, an index, words, texts, five rules, three cases and a test."""
    lang = cli.start(ctx, lang)
    from adjudicator.say.words import Say

    if not _ID.fullmatch(name):
        raise cli.Fault("bad_id", name=name)
    folder = os.path.join(into, name)
    if os.path.lexists(folder) or name in cli.installed(rulebook_path):
        raise cli.Fault("exists", path=folder if os.path.lexists(folder) else name)
    written = write(folder, name, title or name.upper())
    say = Say(lang)
    cases = os.path.join(folder, "cases.yaml")
    if fmt == "json":
        cli.echo_json({"rulebook": name, "folder": folder, "files": written})
        return
    texts = say.catalogue["scaffold"]
    tell(texts["done"].replace("{path}", folder).replace("{files}", str(len(written))))
    path = "" if os.path.samefile(into, cli_folder()) else f" --rulebook-path {into}"
    tell(texts["next"].replace("{cases}", cases + path).replace("{name}", name + path))


def cli_folder() -> str:
    """The folder of the bundled rulebooks, or the working folder where there is none."""
    from adjudicator.files.places import rulebooks_folder

    folder = rulebooks_folder()
    return folder if os.path.isdir(folder) else "."


def write(folder: str, name: str, title: str) -> list[str]:
    """Write all files of a new rulebook and return their names; raises Fault if the folder can't be written."""
    quoted = title.replace("\\", "").replace('"', "'")
    try:
        os.makedirs(folder)
        for file, text in FILES.items():
            with open(os.path.join(folder, file.replace("@ID@", name)), "x", encoding="utf-8", newline="\n") as stream:
                stream.write(text.replace("@ID@", name).replace("@TITLE@", quoted).replace("@PATH@", folder))
    except OSError as error:
        raise cli.Fault("can_not_write", USAGE, path=folder, what=error.strerror or str(error)) from None
    return [file.replace("@ID@", name) for file in FILES]
