"""What a player looks up at the table: where things stand, what is left to do, attacks worth making, the same act done otherwise."""

from __future__ import annotations

import re
from itertools import combinations
from pathlib import Path

import pytest
from click.testing import CliRunner

from adjudicator.book import situations
from adjudicator.commands.cli import main
from adjudicator.ground.ruling import LEGAL
from adjudicator.language import Act
from adjudicator.play.headers import LoggedGame
from adjudicator.say.output import in_lines, paint, shown
from adjudicator.table.looking import attacks, changed, moment
from adjudicator.table.show import View

BASE = "16Pz, 371Inf and 509Tiger attack 2119 with 1 air point and KG Br"


@pytest.fixture
def game() -> LoggedGame:
    book, position = situations.load("fpa:german-turn")
    found = LoggedGame(full=True)
    found.begin(book, position)
    for line in ("phase german combat 1", "KG Br at 2219", "no river between 2119 and 2219", "no river between 2118 and 2119"):
        assert found.take(line).problem is None
    return found


def table(tmp_path: Path, *lines: str, lang: str = "en") -> str:
    typed = "\n".join(lines) + "\n"
    return CliRunner().invoke(main, ["table", str(tmp_path / "game.log"), "-s", "fpa:german-turn", "--lang", lang], input=typed).output


# ---- the same act, done otherwise --------------------------------------------------------------------------------------------------
TAIL = "attack 2119 with 1 air point and KG Br"


@pytest.mark.parametrize(
    ("said", "written"),
    [
        ("no KG", "16Pz, 371Inf and 509Tiger attack 2119 with 1 air point"),
        ("without KG Br", "16Pz, 371Inf and 509Tiger attack 2119 with 1 air point"),
        ("sin KG", "16Pz, 371Inf and 509Tiger attack 2119 with 1 air point"),
        ("no air", "16Pz, 371Inf and 509Tiger attack 2119 with KG Br"),
        ("2 air", "16Pz, 371Inf and 509Tiger attack 2119 with 2 air points and KG Br"),
        ("371Inf stays out", f"16Pz and 509Tiger {TAIL}"),
        ("without 371Inf", f"16Pz and 509Tiger {TAIL}"),
        ("371 stays out", f"16Pz and 509Tiger {TAIL}"),
        ("no 371", f"16Pz and 509Tiger {TAIL}"),
        ("371Inf does not attack", f"16Pz and 509Tiger {TAIL}"),
        ("371 no ataca", f"16Pz and 509Tiger {TAIL}"),
        ("only 16Pz and 509Tiger", f"16Pz and 509Tiger {TAIL}"),
        ("only 16Pz attacks", "16Pz attacks 2119 with 1 air point and KG Br"),
        ("solo 16Pz y 509", f"16Pz and 509Tiger {TAIL}"),
        ("with 11Pz", f"16Pz, 371Inf, 509Tiger and 11Pz {TAIL}"),
    ],
)
def test_a_change_is_the_act_written_anew(game: LoggedGame, said: str, written: str) -> None:
    """Whatever is changed comes to what the whole sentence comes to."""
    lines = changed(game, game.line(BASE), said)
    assert lines is not None and len(lines) == 1
    one, other = (game.referee.judge(act, [], [], False) for act in (lines[0].acts[0], game.line(written).acts[0]))
    assert (one.verdict, one.computed, one.ledgers["attack"].total) == (other.verdict, other.computed, other.ledgers["attack"].total)


@pytest.mark.parametrize(
    ("start", "before", "act", "said", "written"),
    [
        ("pd:turn1", ["phase movement segment", "1Pz moves to 1129", "14 German moves to 1129", "phase combat segment"],
         "1Pz and 14 German attack 1229", "1Pz alone", "1Pz attacks 1229"),
        ("tests/evenings/gdp.yaml", ["2", "check supply", "draw 1Gr", "1Gr activates 1K-1Gr and 2K-1Gr", "1K-1Gr and 2K-1Gr move 2009-2010"],
         "1K-1Gr and 2K-1Gr attack 2011", "with Wsp-1Pz", "1K-1Gr and 2K-1Gr attack 2011 with Wsp-1Pz"),
        ("tests/evenings/gdp.yaml", ["2", "check supply", "draw 1Gr", "1Gr activates 1K-1Gr and 2K-1Gr", "1K-1Gr and 2K-1Gr move 2009-2010"],
         "1K-1Gr and 2K-1Gr attack 2011", "2K-1Gr stays out", "1K-1Gr attacks 2011"),
        ("ocs:example", ["phase combat segment"], "16MC, 79Mot and 12Pz attack 1510; 16MC and 12Pz use their internal stocks; Dump-1 pays 1 token for 79Mot",
         "79Mot stays out", "16MC and 12Pz attack 1510; 16MC and 12Pz use their internal stocks"),
        ("bcs:activation", ["phase activities"], "I/89 attacks 44.20 with KG-Holz assisting and 1 artillery point on suppression", "without KG-Holz",
         "I/89 attacks 44.20 with 1 artillery point on suppression"),
        ("bcs:activation", ["phase activities"], "I/89 attacks 44.20 with KG-Holz assisting and 1 artillery point on destruction", "2 artillery points",
         "I/89 attacks 44.20 with KG-Holz assisting and 2 artillery points on destruction"),
        ("tests/evenings/arnhem.yaml", ["Kraft moves to 1012", "end movement"], "Kraft attacks 1013", "with BrDf", "Kraft attacks 1013 with BrDf"),
    ],
)  # fmt: skip
def test_a_change_in_every_book(start: str, before: list[str], act: str, said: str, written: str) -> None:
    """Each act that is changed has the slots of the act that is written so from the first."""
    book, position = situations.load(start)
    found = LoggedGame(full=True)
    found.begin(book, position)
    for line in before:
        found.take(line)
    lines = changed(found, found.line(act), said)
    assert lines is not None
    assert [(part.kind, part.slots) for part in lines[0].acts] == [(part.kind, part.slots) for part in found.line(written).acts]


def test_what_is_taken_back_of_what_was_answered() -> None:
    """Help that the other side gave in a line of its own is left out when it is said that it does not."""
    book, position = situations.load("tests/evenings/arnhem.yaml")
    found = LoggedGame(full=True)
    found.begin(book, position)
    attack, answer = found.line("Kraft attacks 1013"), found.line("153 gives FPF to 129")
    for said in ("no FPF", "153 gives no FPF"):
        assert changed(found, attack, said, [answer]) == [attack]


@pytest.mark.parametrize("said", ["frost", "storm", "16Pz moves 2217", "nonsense", "no nonsense", "19Pz stays out", ""])
def test_what_is_no_change(game: LoggedGame, said: str) -> None:
    assert changed(game, game.line(BASE), said) is None


def test_what_if(tmp_path: Path) -> None:
    told = table(tmp_path, "phase german combat 1", "KG Br at 2219", BASE, "what if no KG", "what if 371Inf stays out", "3")
    columns = [line.rpartition("column ")[2] for line in told.splitlines() if "column " in line]
    assert columns == ["2:1", "1:1", "1:1", "2:1"]  # nothing of it is left behind


def test_what_if_another_die_or_another_target(tmp_path: Path) -> None:
    """The die alone; an act that these units could do in the stead of the one that waits."""
    told = table(tmp_path, "phase german combat 1", "KG Br at 2219", BASE, "what if 5", "what if 16Pz attacks 2118", "3")
    assert "AL1: the attacker loses one step" in told and "DR: the defender retreats" in told
    assert "2118 is empty" in told and "has had its attack" not in told


# ---- attacks worth making ----------------------------------------------------------------------------------------------------------
def test_attacks_worth_making(game: LoggedGame) -> None:
    """Every column that any legal attack by the units beside the hex reaches, once, with the fewest units that reach it."""
    found = attacks(game, "2119")
    assert found
    beside = [unit.id for hex_ in game.situation.grid.known_neighbours("2119") for unit in game.situation.known_at(hex_) if unit.known("side") == "german"]
    fewest: dict[str, int] = {}
    for count in range(1, len(beside) + 1):
        for units in combinations(beside, count):
            ruling = game.referee.judge(Act("attack", {"target": "2119", "units": units}, "", 0, 0), [], [], False)
            if ruling.verdict == LEGAL:
                fewest.setdefault(str(ruling.computed.get("column", ruling.computed.get("odds"))), count)
    assert {str(ruling.computed.get("column", ruling.computed.get("odds"))): len(units) for units, ruling in found} == fewest


def test_odds_at_the_table(tmp_path: Path) -> None:
    told = table(tmp_path, "phase german combat 1", "odds 2119", "odds 0101", "ataques a 2119")
    assert "16Pz" in told
    assert "no attack on 0101" in told


def test_odds_count_who_waits_for_the_die(tmp_path: Path) -> None:
    """An attack without its die has not been made: its units may still attack otherwise."""
    best = [line for line in table(tmp_path, "phase german combat 1", "odds 2119").splitlines() if ": odds" in line]
    again = table(tmp_path, "16Pz and 509Tiger attack 2119", "odds 2119").splitlines()
    assert best and all(line in again for line in best)


# ---- where things stand ------------------------------------------------------------------------------------------------------------
def test_where_and_what(tmp_path: Path) -> None:
    told = table(tmp_path, "where is 208Inf?", "what stands in 2119", "where is 999Xyz")
    assert "208Inf 2-2 (4): 2620" in told
    assert "2119: clear" in told and "9Mech" in told
    spanish = table(tmp_path, "¿dónde está 208Inf?", "qué hay en 2119", lang="es")
    assert "208Inf 2-2 (4): 2620" in spanish and "2119: claro" in spanish


def test_status(tmp_path: Path) -> None:
    """Air, who has not attacked; a unit that has is not named."""
    told = table(tmp_path, "phase german combat 1", "KG Br at 2219", BASE, "3", "status")
    assert "air German: 3 points, 1 used" in told
    idle = next(line for line in told.splitlines() if "not attacked" in line)
    assert "19Pz" in idle and "16Pz" not in idle


def test_dice(tmp_path: Path) -> None:
    told = table(tmp_path, "dice", "phase german combat 1", "KG Br at 2219", BASE, "3", "dice")
    assert "no dice stand in the log" in told
    assert f": 3   {BASE}" in told and "dice thrown: 1 (1× 3)" in told


def test_the_slip_is_of_what_stands(tmp_path: Path) -> None:
    """An illegal act that was dropped, or one that was taken back, is on no slip."""
    told = table(tmp_path, "phase german combat 1", "KG Br at 2219", BASE, "3", "371Inf moves 2217", "", "slip")
    assert told.rindex(f'"{BASE}"') > told.rindex("not recorded")
    told = table(tmp_path, "2019", "undo", "slip")
    assert told.rindex(f'"{BASE}"') > told.rindex("taken back")


def test_prompt(game: LoggedGame) -> None:
    assert moment(View(game, "en")) == "German combat 1"
    assert moment(View(game, "es")) == "combate alemán 1"


@pytest.mark.parametrize("wide", [40, 60, 80])
def test_wrapped(wide: int) -> None:
    """No word is cut or lost, what follows is set further in, and what fits stays as it is."""
    line = "  NEXT German: " + "retreat 9Mech from 2119 to 2118, 2120, 2019, 2018 " * 5
    pieces = in_lines(line, wide)
    assert all(len(piece) <= wide for piece in pieces)
    assert " ".join(pieces).split() == line.split()
    assert all(piece.startswith("    ") for piece in pieces[1:])
    assert in_lines("2119: clear", wide) == ["2119: clear"]


def test_colours_take_no_room() -> None:
    """A coloured line is broken where the same line without colours is."""
    words = "LEGAL: every attacker is free to attack in this phase, and so on and so forth (13.0)"
    coloured = f"{paint('legal', 'LEGAL')}{words[5:]}"
    assert [re.sub(r"\x1b\[[0-9;]+m", "", shown(piece)) for piece in in_lines(coloured, 40)] == in_lines(words, 40)
    assert in_lines(paint("legal", "x" * 40), 40) == [paint("legal", "x" * 40)]
