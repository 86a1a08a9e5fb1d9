"""Turn logs: what is read, what is found, what is said, and that nothing wrong stops the rest."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Any

import pytest

from adjudicator.book import folders
from adjudicator.log import reader as log
from adjudicator.log.batch import validate
from adjudicator.log.reader import Log, Record
from adjudicator.play.headers import LoggedGame

ROOT = Path(__file__).resolve().parent.parent
EXAMPLES = ROOT / "examples"
HEAD = """rulebook fpa
turn 5, weather frost, german air 3
phase german combat 1
16Pz german 3-3 4 steps panzer at 2218
9Mech soviet 9-9 2 steps mechanized at 2119
units[16Pz].size = division
units[9Mech].kind = mech
units[9Mech].size = corps
2119 is clear
2119 has no features
no river between 2218 and 2119
KG Br at 2219
"""


def write(folder: Path, text: str | bytes, name: str = "game.log") -> str:
    path = folder / name
    path.write_bytes(text if isinstance(text, bytes) else text.encode("utf-8"))
    return str(path)


def read(folder: Path, text: str | bytes) -> tuple[list[Record], Log]:
    found = Log(write(folder, text))
    return list(found.records()), found


def check(paths: list[str], **more: Any) -> tuple[int, list[str]]:
    lines: list[str] = []
    return validate(paths, lang=more.pop("lang", "en"), echo=lines.append, **more), lines


def at(records: list[Record], line: int) -> Record:
    return next(record for record in records if record.line == line)


# ---- what a log says ------------------------------------------------------------------------------------------------------------
def test_an_entry_with_its_dice_and_what_follows(tmp_path: Path) -> None:
    records, found = read(tmp_path, HEAD + "16Pz attacks 2119 with 3 air points and KG Br\n  # the die\n\n  roll 3\n  9Mech retreats 2119-2019\n")
    attack = at(records, 13)
    assert attack.rulings[0].computed["column"] == "1:1"
    assert attack.dice == [3]
    assert attack.rulings[0].computed["result"] == "AS"
    assert attack.last == 16
    retreat = at(records, 17)
    assert retreat.verdict == "illegal"
    assert "13.9" in retreat.rulings[0].cites
    assert found.game.situation.units["9Mech"].hex == "2019"  # carried out all the same
    assert [record.text for record in records if record.kind == log.REMARK] == ["  # the die"]


def test_remarks_are_kept_and_hide_nothing(tmp_path: Path) -> None:
    records, _ = read(tmp_path, HEAD + "# a comment\n> said so\n16Pz moves 2217  # in the wrong phase\n")
    assert [record.text for record in records if record.kind == log.REMARK] == ["# a comment", "> said so"]
    assert at(records, 15).verdict == "illegal"


def test_both_languages_in_one_log(tmp_path: Path) -> None:
    text = HEAD.replace("rulebook", "reglamento").replace("phase german combat 1", "fase combate alemán 1")
    records, found = read(tmp_path, text + "16Pz ataca 2119 con 3 puntos aéreos y KG Br; reclama 1:1\n  tirada 3\n")
    assert found.game.situation.phase == "german combat 1"
    assert at(records, 13).code == 0
    assert at(records, 13).dice == [3]


def test_headers(tmp_path: Path) -> None:
    text = HEAD.replace("turn 5", "edition of another year\noption 12.3 on\nlectura A-24 cumulative\ntitle A game\nplayers Ana, Luis\nturn 5")
    records, found = read(tmp_path, text)
    assert [record.kind for record in records[:6]] == [log.HEADER] * 6
    assert found.game.situation.option("12.3")
    assert found.game.situation.options["readings"] == {"A-24": "cumulative"}
    assert "another year" in records[1].notes[0].text("en")
    assert not any(record.code for record in records)


def test_options_survive_the_situation(tmp_path: Path) -> None:
    write(tmp_path, "rulebook: fpa\nturn: 3\n", "start.yaml")
    records, found = read(tmp_path, "rulebook fpa\noption 12.3\nsituation start.yaml\noption 12.3 off\n")
    assert not any(record.code for record in records)
    assert found.game.situation.options == {"12.3": False}
    assert found.game.situation.turn == 3


def test_the_situation_may_name_the_rulebook(tmp_path: Path) -> None:
    write(tmp_path, "rulebook: fpa\nturn: 3\n", "start.yaml")
    records, found = read(tmp_path, "situation start.yaml\nweather frost\n")
    assert not any(record.code for record in records)
    assert found.game.book is not None
    assert found.game.book.id == "fpa"


@pytest.mark.parametrize(
    ("lines", "line", "word"),
    [
        ("16Pz attacks 2119\n", 1, "rulebook"),
        ("rulebook nonsense\n16Pz attacks 2119\n", 1, "nonsense"),
        ("rulebook fpa\nrulebook ocs\n", 2, "second time"),
        ("rulebook fpa\nsituation nowhere.yaml\nweather frost\n", 2, "nowhere.yaml"),
        ("rulebook fpa\nsituation bad.yaml\nweather frost\n", 2, "bad.yaml:2"),
        ("rulebook fpa\nsituation list.yaml\nweather frost\n", 2, "a list"),
        ("rulebook fpa\nsituation other.yaml\n", 2, "no_such"),
        ("rulebook fpa\nweather frost\nsituation start.yaml\n", 3, "before the first"),
        ("rulebook fpa\noption 77.7 on\n", 2, "77.7"),
        ("rulebook fpa\noption 12.3 perhaps\n", 2, "perhaps"),
        ("rulebook fpa\nreading A-99 x\n", 2, "A-99"),
        ("rulebook fpa\nreading A-24 perhaps\n", 2, "perhaps"),
        ("rulebook\n", 1, "rulebook"),
        ("\n\nrulebook fpa\nsituation\n", 4, "situation"),
    ],
)
def test_broken_headers(tmp_path: Path, lines: str, line: int, word: str) -> None:
    write(tmp_path, "rulebook: fpa\nturn: 3\n", "start.yaml")
    write(tmp_path, "rulebook: fpa\nturm: 3\n", "bad.yaml")
    write(tmp_path, "- 1\n- 2\n", "list.yaml")
    write(tmp_path, "rulebook: no_such\n", "other.yaml")
    records, _ = read(tmp_path, lines)
    bad = [record for record in records if record.problem is not None]
    assert bad[0].line == line
    assert bad[0].code == 5
    assert bad[0].problem is not None
    assert word in bad[0].problem.text("en")
    assert bad[0].problem.text("es")
    code, out = check([write(tmp_path, lines)])
    assert code == 5
    assert f"game.log:{line}: BROKEN" in "\n".join(out)


def test_a_broken_situation_does_not_stop_the_log(tmp_path: Path) -> None:
    records, _ = read(tmp_path, HEAD.replace("turn 5", "situation nowhere.yaml\nturn 5") + "16Pz attacks 2119\n")
    assert [record.code for record in records if record.code] == [5]
    assert records[-1].verdict == "legal"


# ---- bad bytes ------------------------------------------------------------------------------------------------------------------
def test_line_ends_and_mark(tmp_path: Path) -> None:
    for text in (HEAD.replace("\n", "\r\n"), HEAD.replace("\n", "\r"), "\ufeff" + HEAD):
        records, _ = read(tmp_path, text)
        assert not any(record.code for record in records)
        assert len(records) == 12
        assert [record.line for record in records] == list(range(1, 13))


def test_rubbish_is_said_once_and_passed_over(tmp_path: Path) -> None:
    records, _ = read(tmp_path, HEAD.encode() + b"16Pz attacks 2119\n\xff\n  roll 1\n")  # in the middle of an entry
    assert at(records, 14).code == 5
    rubbish = b"\x00\xff\xfe\x01\n\xc3\x28\n" + bytes(range(1, 9)) + b"\n"
    records, _ = read(tmp_path, HEAD.encode() + rubbish + b"16Pz attacks 2119\n")
    bad = [record for record in records if record.problem is not None]
    assert [(record.line, record.code) for record in bad] == [(13, 5)]
    assert records[-1].verdict == "legal"
    assert records[-1].line == 16


def test_a_file_that_is_no_log(tmp_path: Path) -> None:
    for raw in (os.urandom(50_000), b"\x00" * 100_000, b"x" * 3_000_000, "rulebook fpa\n".encode("utf-16")):
        code, out = check([write(tmp_path, raw)])
        assert code == 5
        assert len(out) < 600
    assert check([write(tmp_path, b"")])[0] == 0


def test_a_log_cut_in_the_middle_of_a_line(tmp_path: Path) -> None:
    records, _ = read(tmp_path, HEAD + "16Pz attacks 2119 with 1 air po")
    assert records[-1].code == 5
    assert records[-1].problem is not None
    assert "breaks off" in records[-1].problem.text("en")
    records, _ = read(tmp_path, HEAD + "16Pz attacks 2119")  # whole, but without a line end
    assert records[-1].code == 0


def test_missing_files_and_folders(tmp_path: Path) -> None:
    good = write(tmp_path, HEAD)
    code, out = check([str(tmp_path / "none.log"), str(tmp_path), good, "bad\0name"])
    assert code == 5
    text = "\n".join(out)
    assert "does not exist" in text
    assert "is a folder" in text
    assert "game.log: 1 entries" not in text or "0 illegal" in text
    assert text.count("BROKEN") == 3


# ---- what is not understood, what is unknown --------------------------------------------------------------------------------------
def test_not_understood_has_line_and_column_and_reading_goes_on(tmp_path: Path) -> None:
    records, _ = read(tmp_path, HEAD + "16Pz frobnicates 2119\n16Pz attacks 2119\n  roll 1\n")
    bad = at(records, 13)
    assert bad.code == 4
    assert bad.problem is not None
    assert bad.problem.column == 6
    assert at(records, 14).verdict == "legal"
    _, out = check([write(tmp_path, HEAD + "16Pz frobnicates 2119\n")])
    assert any(":13: NOT UNDERSTOOD" in line for line in out)
    assert any("column 6" in line for line in out)


def test_impossible_hex_is_an_error_of_the_entry(tmp_path: Path) -> None:
    records, _ = read(tmp_path, HEAD + "16Pz attacks 9999\n")
    assert at(records, 13).code == 4


def test_an_impossible_die_is_an_error_of_its_own_line(tmp_path: Path) -> None:
    attack = "16Pz attacks 2119 with 3 air points and KG Br\n"
    records, found = read(tmp_path, HEAD + attack + "# so\n  roll 9\n  roll 3\n  9Mech retreats 2119-2019\n")
    assert (at(records, 13).code, at(records, 13).dice) == (0, [3])
    assert at(records, 15).problem is not None
    assert found.game.situation.units["9Mech"].hex == "2019"
    records, found = read(tmp_path, HEAD + attack + "  roll 9\n\nthe fuse is lit\nroll 9\n")
    assert [at(records, line).code for line in (13, 14, 16, 17)] == [0, 4, 4, 4]
    assert found.game.situation.facts["pending"]["result"] is None


def test_dice_and_claims_of_what_was_not_understood_go_with_it(tmp_path: Path) -> None:
    records, _ = read(tmp_path, HEAD + "frobnicate\n  roll 4\n  claims 5:1\n2018 is clear\n")
    assert (at(records, 13).code, at(records, 13).last) == (4, 15)
    assert not any(record.notes for record in records)


def test_a_result_that_nobody_carried_out_is_noted(tmp_path: Path) -> None:
    text = HEAD + "371Inf german 3-3 4 steps infantry at 2218\n16Pz attacks 2119 with 3 air points and KG Br\n  roll 1\n"
    records, _ = read(tmp_path, text + "371Inf attacks 2119\n")
    assert [note.key for note in at(records, 16).notes] == ["left_over"]
    records, _ = read(tmp_path, text + "9Mech retreats 2119-2019\n371Inf attacks 2119\n")
    assert not at(records, 17).notes


def test_a_log_without_entries(tmp_path: Path) -> None:
    for text in ("", "rulebook fpa\n# nothing\n"):
        code, lines = check([write(tmp_path, text)])
        assert code == 0
        assert lines[1].strip() == "no entries"


def test_bracket_facts(tmp_path: Path) -> None:
    lines = "units[16Pz].steps = 3\nhexsides[2218/2217] = river\nhexes[2217].restricted_area = yes\n"
    lines += "units[16Pz].steps = many\nunits[16Pz].colour = red\nweather = thaw\n"
    records, found = read(tmp_path, HEAD + lines)
    situation = found.game.situation
    assert situation.units["16Pz"].steps == 3
    assert situation.side("2217", "2218").features == ["river"]
    assert situation.hex("2217").restricted_area is True
    assert situation.weather == "thaw"
    assert [at(records, line).code for line in (16, 17)] == [4, 4]


def test_a_fault_of_a_rulebook_ends_no_log(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def fails(*args: Any, **more: Any) -> Any:
        raise ZeroDivisionError("oops")

    monkeypatch.setattr("adjudicator.play.referee.Referee.judge", fails)
    records, _ = read(tmp_path, HEAD.replace("phase german combat 1\n", "") + "16Pz attacks 2119\nweather thaw\n")
    assert [record.code for record in records if record.code] == [5]
    bad = next(record for record in records if record.problem)
    assert bad.problem is not None
    assert "ZeroDivisionError" in bad.problem.text("en")
    assert records[-1].text == "weather thaw"


# ---- the course of a game ---------------------------------------------------------------------------------------------------------
def test_illegal_entries_are_carried_out(tmp_path: Path) -> None:
    records, found = read(tmp_path, HEAD + "16Pz moves 2217-2117\nphase german movement 2\n16Pz moves 2818\n")
    assert [at(records, line).verdict for line in (13, 14, 15)] == ["illegal", "illegal", "undetermined"]
    assert "5.0" in at(records, 14).rulings[0].cites
    assert found.game.situation.units["16Pz"].hex == "2818"


def test_an_illegal_attack_is_remembered_with_its_result(tmp_path: Path) -> None:
    text = HEAD + "16Pz attacks 2119 with 9 air points and KG Br\n  roll 2\n  9Mech retreats 2119-2019\n"
    records, found = read(tmp_path, text)
    assert at(records, 13).verdict == "illegal"
    assert at(records, 15).verdict in ("legal", "undetermined")
    assert found.game.situation.pending["result"] == "DR"
    assert found.game.situation.units["9Mech"].hex == "2019"


def test_phases_in_order_and_out_of_order(tmp_path: Path) -> None:
    records, found = read(tmp_path, HEAD + "phase german mech combat 1\nphase soviet combat 1\nphase soviet combat 1\n")
    assert at(records, 13).verdict == "legal"
    assert at(records, 14).verdict == "illegal"
    assert at(records, 15).verdict is None
    assert found.game.situation.phase == "soviet combat 1"
    assert found.game.situation.active == "soviet"


def test_a_line_that_names_no_phase_is_no_deed(tmp_path: Path) -> None:
    """It is headed as a phase or a turn is, so it is refused with what there is, however much its words sound like an act."""
    for book, line in (
        ("fpa", "phase soviet combat"),
        ("fpa", "fase: combate"),
        ("gdp", "phase movement"),
        ("bcs", "phase recovery"),
        ("bcs", "turn recovery"),
    ):
        found = read(tmp_path, f"rulebook {book}\n{line}\n")[0][-1]
        assert found.problem is not None and getattr(found.problem.error, "key", "") == "bad_value", line


def test_a_new_phase_or_turn_ends_the_pending_result(tmp_path: Path) -> None:
    attack = "16Pz attacks 2119 with 3 air points and KG Br\n  roll 1\n"
    _, found = read(tmp_path, HEAD + attack)
    assert found.game.situation.pending["result"] == "DR"
    for line in ("phase german mech combat 1\n", "turn 6, weather frost\n"):
        _, found = read(tmp_path, HEAD + attack + line)
        assert not found.game.situation.pending


def test_a_new_turn_forgets_weather_and_air(tmp_path: Path) -> None:
    records, found = read(tmp_path, HEAD + "turn 8\n")
    assert found.game.situation.stated("weather") is None
    assert found.game.situation.stated("air") is None
    assert "turn 8 after turn 5" in records[-1].notes[0].text("en")


def test_the_first_phase_of_a_stated_turn_does_not_begin_another(tmp_path: Path) -> None:
    _, found = read(tmp_path, "rulebook fpa\nturn 5\nphase weather\n")
    assert found.game.situation.turn == 5


def test_a_roll_may_come_late(tmp_path: Path) -> None:
    records, found = read(tmp_path, HEAD + "16Pz attacks 2119 with 3 air points and KG Br\n2019 is clear\nroll 1\n")
    assert at(records, 13).rulings[0].computed.get("result") is None
    assert at(records, 15).rulings[0].computed["result"] == "DR"
    assert found.game.situation.pending["result"] == "DR"
    records, found = read(tmp_path, HEAD + "16Pz attacks 2119 with 3 air points and KG Br\n  9Mech retreats 2119-2019\n")
    assert not [finding for _, finding in at(records, 14).rulings[0].findings if finding.effect == "forbids"]
    records, _ = read(tmp_path, HEAD + "roll 1\n")
    assert records[-1].code == 4


def test_the_same_unit_attacks_once_even_without_a_die(tmp_path: Path) -> None:
    records, _ = read(tmp_path, HEAD + "16Pz attacks 2119\n16Pz attacks 2119\n")
    assert [at(records, line).verdict for line in (13, 14)] == ["legal", "illegal"]


# ---- claims -----------------------------------------------------------------------------------------------------------------------
@pytest.mark.parametrize(
    ("claim", "wrong"),
    [("claims 1:1", ""), ("claims 2:1", "right is 1:1"), ("claims 1:2", "before the shifts"), ("claims legal", ""), ("claims illegal", "it is legal")],
)
def test_claims_of_odds_and_verdict(tmp_path: Path, claim: str, wrong: str) -> None:
    for text in (f"16Pz attacks 2119 with 3 air points and KG Br; {claim}\n", f"16Pz attacks 2119 with 3 air points and KG Br\n  roll 3\n  {claim}\n"):
        records, _ = read(tmp_path, HEAD + text)
        record = at(records, 13)
        assert record.verdict == "legal"
        assert record.code == (1 if wrong else 0)
        if wrong:
            assert wrong in record.wrong[0].text("en")
            assert record.wrong[0].rules
            assert record.wrong[0].text("es")
    code, out = check([write(tmp_path, HEAD + f"16Pz attacks 2119 with 3 air points and KG Br; {claim}\n")])
    assert code == (1 if wrong else 0)
    assert any("WRONG CLAIM" in line for line in out) == bool(wrong)


def test_claims_of_points(tmp_path: Path) -> None:
    head = HEAD.replace("combat 1", "movement 1") + "hexes[2217].terrain = clear\nhexes[2217].features = none\nhexsides[2217/2218] = none\n"
    records, _ = read(tmp_path, head + "16Pz moves 2217\n  claims 1 MP\n")
    assert at(records, 16).code == 0
    records, _ = read(tmp_path, head + "16Pz moves 2217; claims 3 MP\n")
    assert at(records, 16).wrong[0].right == "1"
    assert at(records, 16).wrong[0].rules == ("12.2",)


def test_a_claim_that_cannot_be_checked_is_no_fault(tmp_path: Path) -> None:
    records, _ = read(tmp_path, HEAD.replace("2119 is clear\n2119 has no features\n", "") + "16Pz attacks 2119 with 3 air points and KG Br; claims 1:1\n")
    record = records[-1]
    assert record.code in (0, 3)
    assert "not checked" in record.notes[0].text("en")


def test_a_claim_about_nothing(tmp_path: Path) -> None:
    records, _ = read(tmp_path, "rulebook fpa\nclaims 3:1\n")
    assert records[-1].code == 4


# ---- examples -----------------------------------------------------------------------------------------------------------------------
def test_the_german_turn() -> None:
    found = Log(str(EXAMPLES / "german-turn" / "turn.log"))
    records = list(found.records())
    wrong = [item for record in records for item in record.wrong]
    assert [(item.claimed, item.right) for item in wrong] == [("3:1", "4:1")]
    assert {"13.8", "13.8.2", "13.4"} <= set(wrong[0].rules)
    warned = [ruling.act.slots["units"] for record in records for ruling in record.rulings for _, warning in ruling.warnings if warning.key == "kg_cut"]
    assert warned == [("208Inf",), ("100J",)]
    assert all(ruling.verdict == "legal" for record in records for ruling in record.rulings)
    places = {unit.id: unit.hex for unit in found.game.situation.units.values()}
    expected = {"16Pz": "1819", "19Pz": "2017", "9Mech": "1920", "371Inf": "2019", "11Pz": "2020", "168Inf": "2122", "208Inf": "2120", "509Tiger": "2018"}
    assert {id_: places[id_] for id_ in expected} == expected
    assert found.game.situation.units["9Mech"].steps == 1
    assert found.game.situation.air == {"german": {"have": 3, "used": 1}}
    assert check([found.path])[0] == 1


def test_the_spanish_log() -> None:
    code, out = check([str(EXAMPLES / "es-log" / "partida.log")], lang="es")
    assert code == 1
    assert any("ILEGAL" in line and "16Pz mueve 3012-3111" in line for line in out)


# ---- the position while a log is read -------------------------------------------------------------------------------------------------
def test_the_table_of_occupied_hexes_stays_right() -> None:
    found = Log(str(EXAMPLES / "german-turn" / "turn.log"))
    for _ in found.records():
        if found.game.situation is None:
            continue
        situation = found.game.situation
        kept = {hex_: [unit.id for unit in units] for hex_, units in situation.where().items()}
        fresh = {hex_: [unit.id for unit in units] for hex_, units in situation.copy().where().items()}
        assert kept == fresh


def test_a_copy_is_apart() -> None:
    found = Log(str(EXAMPLES / "german-turn" / "turn.log"))
    list(found.records())
    situation = found.game.situation
    other = situation.copy()
    other.apply([{"unit": "16Pz", "at": "0101"}, {"did": "16Pz", "act": "move", "hex": "0101"}, {"state": "air.german.used", "value": 3}])
    other.state("hexes[1819].terrain", "swamp")
    assert situation.units["16Pz"].hex == "1819"
    assert situation.hex("1819").terrain == "clear"
    assert situation.air["german"]["used"] == 1
    now = {key: situation.facts.get(key) for key in ("phase", "turn")}
    assert situation.acts_at("0101", "move", **now) == []
    assert other.acts_at("0101", "move", **now) == ["16Pz"]
    assert other.units["16Pz"].situation is other


def test_a_stated_fact_is_an_attribute_and_can_change() -> None:
    found = Log(str(EXAMPLES / "german-turn" / "turn.log"))
    list(found.records())
    situation = found.game.situation
    unit, before = situation.units["9Mech"], situation.copy()
    assert unit.steps == unit.facts["steps"] == 1
    situation.state("units[9Mech].steps", 2)
    assert unit.steps == unit.facts["steps"] == 2
    situation.apply([{"unit": "9Mech", "forget": "steps"}])
    assert unit.stated("steps") is None
    assert before.units["9Mech"].steps == 1


@pytest.mark.parametrize("name", sorted(folders()))
@pytest.mark.parametrize("text", ["roll 2 3", "tirada 2, 3", "die 2 3", "Dados: 2 3"])
def test_a_line_of_dice_is_one_in_every_rulebook(name: str, text: str) -> None:
    game = LoggedGame()
    game.start(name)
    entry = game.understand(Record(1, text, log.STATE), text)
    assert entry is not None
    assert [(part.path, part.value) for part in entry.parts] == [("rolls", (2, 3))]


PAID = """rulebook: ocs
assume: defaults
active: german
phase: combat phase
segment: combat
hexes: {"1509": {terrain: open}, "1510": {terrain: open}, "1511": {terrain: open}}
units:
 - {id: 44ID, side: german, attack: 12, defense: 12, ar: 3, steps: 3, max_steps: 3, at: "1510"}
 - {id: 68R, side: soviet, attack: 8, defense: 8, ar: 2, steps: 3, max_steps: 3, at: "1511"}
markers: [{kind: dump, id: Dump-1, side: german, at: "1509", sp: 4, t: 0}]
"""


def test_what_makes_an_entry_illegal_is_told_at_its_own_line(tmp_path: Path) -> None:
    """An attack that is legal, and what is paid for it, which is not: the fault stands in the second line."""
    write(tmp_path, PAID, "paid.yaml")
    path = write(tmp_path, "rulebook ocs\nsituation paid.yaml\n44ID attacks 1511\nDump-1 pays 2 tokens\n")
    code, told = check([path])
    assert code == 1
    assert any(":4: ILLEGAL  Dump-1 pays 2 tokens" in line for line in told), told
    record = at(read(tmp_path, "rulebook ocs\nsituation paid.yaml\n44ID attacks 1511\nDump-1 pays 2 tokens\n")[0], 3)
    assert record.fault == (4, "Dump-1 pays 2 tokens") and record.last == 4
