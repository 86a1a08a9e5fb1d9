"""Rulings in words: the JSON of the contract, the text for players, both languages."""

from __future__ import annotations

import re
from collections.abc import Iterator
from fractions import Fraction
from typing import Any

import pytest

from adjudicator.files.places import LANGUAGES, grammars_folder
from adjudicator.ground.paths import canonical
from adjudicator.ground.ruling import Finding, Ledger, LedgerEntry, Need, Roll, Ruling
from adjudicator.ground.situation import Situation
from adjudicator.language import Stated
from adjudicator.play import stating
from adjudicator.play.game import Game
from adjudicator.say.catalogue import catalogue, fill
from adjudicator.say.json import as_json, plain
from adjudicator.say.output import shown
from adjudicator.say.page import as_text
from adjudicator.say.pieces import effect_text, number_key, outcome_text, ranges
from adjudicator.say.words import Say
from tests.conftest import BOOKS, cases, data_of, hear, rulebook

ALL = [(name, case["id"]) for name in BOOKS for case in cases(name)]


def ruled(name: str, id_: str, lang: str = "en") -> list[Ruling]:
    case = next(case for case in cases(name) if case["id"] == id_)
    return hear(name, case["declaration"][lang], case["situation"], tuple(case.get("rolls") or ()))


def leaves(data: Any, path: str = "") -> Iterator[tuple[str, str]]:
    if isinstance(data, dict):
        for key, item in data.items():
            yield from leaves(item, f"{path}/{key}")
    elif isinstance(data, list):
        for number, item in enumerate(data):
            yield from leaves(item, f"{path}/{number}")
    else:
        yield path, str(data)


# ---- the catalogue -------------------------------------------------------------------------------------------------------------
def test_both_languages_have_the_same_texts_with_the_same_slots() -> None:
    whole = {lang: data_of(f"{grammars_folder()}/texts.{lang}.yaml") for lang in LANGUAGES}
    for lang, sections in whole.items():
        assert all(catalogue(lang)[name] == section for name, section in sections.items())
    english, spanish = (dict(leaves(whole[lang])) for lang in LANGUAGES)
    assert english.keys() == spanish.keys()
    for path, text in english.items():
        if path.startswith("/echo/"):  # each language has its own forms of a verb there
            continue
        assert sorted(set(re.findall(r"{\w+}", text))) == sorted(set(re.findall(r"{\w+}", spanish[path]))), path


def test_a_language_that_is_not_there_is_english() -> None:
    assert catalogue("fr") is catalogue("en")
    assert Say("fr").lang == "en"


@pytest.mark.parametrize(("text", "wanted"), [("{a} and {b}", "1 and {b}"), ("a { b", "a { b"), ("{a.b}", "{a.b}"), ("{}", "{}"), ("{a!z}", "{a!z}")])
def test_broken_texts_are_ugly_but_no_error(text: str, wanted: str) -> None:
    assert fill(text, {"a": "1"}) == wanted


def test_a_missing_text_shows_its_key_and_slots() -> None:
    assert Say("en").text("no_such_key", {"hex": "2119", "units": ["x"]}) == "no such key (hex 2119)"


# ---- facts as a player types them ------------------------------------------------------------------------------------------------
@pytest.mark.parametrize(
    ("text", "wanted"),
    [
        ("hexes[2119].terrain = clear", ("hexes[2119].terrain", "clear")),
        ("  hexes[2119].features =none ", ("hexes[2119].features", [])),
        ("hexes[2119].features = town+fortified", ("hexes[2119].features", ["town", "fortified"])),
        ("hexsides[2118/2119] = [river, Dnestr]", ("hexsides[2118/2119]", ["river", "Dnestr"])),
        ("hexes[1212].restricted_area = no", ("hexes[1212].restricted_area", False)),
        ("hexes[1212].restricted_area = true", ("hexes[1212].restricted_area", True)),
        ("units[99 X].steps = 3", ("units[99 X].steps", 3)),
        ("units[16Pz].at = 2119", ("units[16Pz].at", "2119")),
        ("units[16Pz].began_at = 2119", ("units[16Pz].began_at", "2119")),
        ("weather = FROST", ("weather", "frost")),
        ("vp = 30", ("vp", 30)),
        ("options.readings.A-24 = cumulative", ("options.readings.A-24", "cumulative")),
        ("16Pz attacks 2119", None),
        ("2119 = clear", None),
    ],
)
def test_bracket_names(text: str, wanted: tuple[str, Any] | None) -> None:
    assert stating.bracketed(rulebook("fpa"), text) == wanted


@pytest.mark.parametrize(
    ("text", "key"),
    [
        ("hexes[2119].colour = red", "unknown_fact"),
        ("weather = sunny", "bad_value"),
        ("hexes[2119].features = twon", "bad_value"),
        ("units[16Pz].steps = 99", "bad_value"),
    ],
)
def test_bracket_names_that_are_refused(text: str, key: str) -> None:
    from adjudicator.book import InputError

    with pytest.raises(InputError) as caught:
        stating.bracketed(rulebook("fpa"), text)
    assert caught.value.key == key
    for lang in LANGUAGES:
        assert "{" not in Say(lang, rulebook("fpa")).text(key, caught.value.slots)


@pytest.mark.parametrize(
    ("text", "wanted"),
    [
        ("options.step_rule = general", "general"),
        ("options.hedgehog_surprise = Minus_One", "minus_one"),
        ("options.rounding = up", "up"),
        ("options.rounding = yes", None),
    ],
)
def test_options_of_several_values(text: str, wanted: str | None) -> None:
    """An option that is no switch takes the values that its rulebook names, and no others."""
    from adjudicator.book import InputError

    book = rulebook("ocs")
    if wanted is None:
        with pytest.raises(InputError):
            stating.bracketed(book, text)
    else:
        assert stating.bracketed(book, text) == (text.partition(" ")[0], wanted)


# ---- a ruling built by hand --------------------------------------------------------------------------------------------------------
FACES = {"1": "DR", "2": "DR", "3": "AS", "4": "AL1", "5": "AL1", "6": "EX"}


def attack() -> Ruling:
    ruling = Ruling("attack", "16Pz attacks 3010")
    ruling.findings = [
        ("5.0", Finding("permits", "own_combat", {"phase": "german combat 1"})),
        ("13.0", Finding("permits", "may_attack", {"units": ["16Pz"], "where": ["3010"]})),
        ("13.8", Finding("value", "odds", {"attack": 9, "defense": Fraction(7, 2)}, "2:1", "odds")),
        ("13.8.1", Finding("value", "column", {"column": "1:1"}, "1:1", "column")),
    ]
    ruling.ledgers["attack"] = Ledger([LedgerEntry(8, "13.8", "unit", {"unit": "16Pz"}), LedgerEntry(1, "13.3", "air", {"count": 1})])
    ruling.ledgers["defense"] = Ledger(
        [LedgerEntry(7, "13.8", "unit", {"unit": "47R"}), LedgerEntry(Fraction(-7, 2), "8.3", "half_attack", {"unit": "47R", "full": 7})]
    )
    ruling.shifts = [
        ("13.8.3", Finding("shift", "river_shift", {}, -1)),
        ("13.4", Finding("shift", "kg_bonus", {"marker": "Br"}, 1)),
        ("13.5", Finding("shift", "heavy_tanks", {"unit": "509Tiger", "division": "16Pz"}, 0)),
    ]
    ruling.computed = {"odds": "2:1", "column": "1:1", "attack_total": 9, "defense_total": Fraction(7, 2), "odds_without_air": "2:1"}
    third, sixth = Fraction(1, 3), Fraction(1, 6)
    ruling.roll = Roll("1d6", FACES, {"DR": third, "AS": sixth, "AL1": third, "EX": sixth})
    ruling.assumed = {"hexes[3010].terrain": "clear"}
    ruling.unused = [("13.4", Finding("unused", "kg_in_reach", {"marker": "Ch"}, "markers[Ch]"))]
    ruling.readings = [
        {"id": "A-24", "used": "replaces", "other": {"cumulative": {"column": "1:2"}}, "rule": "13.8.3"},
        {"id": "A-28", "used": "hex", "other": {"attacks": {}}, "rule": "13.5"},
    ]
    ruling.effects = [{"unit": "47R", "steps": -1}, {"unit": "16Pz", "at": "3010"}, {"hex": "3010", "control": "german"}]
    ruling.cites = dict.fromkeys(["5.0", "13.0", "13.8"])
    return ruling


ENGLISH = """\
LEGAL  16Pz attacks 3010                                                               fpa 5.0, 13.0
  why       every attacker is free to attack in this phase (13.0);
            German combat 1 is a phase for these attacks (5.0)
  attack    9 = 8 16Pz (13.8) + 1 1 air (13.3)
  defence   7/2 = 7 47R (13.8) - 7/2 47R out of supply: half of 7 (8.3)
  odds      2:1 = 9 against 7/2, rounded down (13.8)
  shifts    -1 all cross the river (13.8.3), +1 KG Br in range (13.4),
            +0 Tigers, 509Tiger with 16Pz (13.5)  = +0
  column    1:1 (13.8.1)
  die       1 DR · 2 DR · 3 AS · 4 AL1 · 5 AL1 · 6 EX
            DR, AL1 1/3 each, AS, EX 1/6 each
  so        odds without air 2:1
  then      47R loses 1 step, 16Pz to 3010, 3010 comes under German control
  assumed   the terrain of 3010 = clear
  not used  KG Ch in range (13.4)
  reading   A-24 (13.8.3): a town replaces the rough under it; read the other way (town and rough
            shifts add up): column 1:2"""


def test_the_text_of_an_attack() -> None:
    assert as_text(attack(), rulebook("fpa"), "en") == ENGLISH


def test_the_text_of_an_attack_in_spanish() -> None:
    text = as_text(attack(), rulebook("fpa"), "es")
    assert text.startswith("LEGAL  16Pz attacks 3010")
    told = ("el terreno de 3010 = claro", "47R pierde 1 paso", "3010 pasa a control alemán", "1/3 cada uno")
    for part in ("ataque", "defensa", "proporción", "KG Br al alcance (13.4)", *told):
        assert part in text


def test_explain_shows_everything() -> None:
    text = as_text(attack(), rulebook("fpa"), "en", explain=True)
    assert "  +8  16Pz (13.8)" in text
    assert "no difference here" in text
    assert "A-28" in text
    assert "column 1:1 after all shifts (13.8.1)" in text


def test_the_json_of_an_attack() -> None:
    found = as_json(attack(), rulebook("fpa"), "en")
    assert found["attack"] == {"total": "9", "ledger": [{"value": "8", "rule": "13.8", "text": "16Pz"}, {"value": "1", "rule": "13.3", "text": "1 air"}]}
    assert found["defense"]["total"] == "7/2"
    assert found["odds"] == "2:1"
    assert [row["by"] for row in found["shifts"]] == [-1, 1, 0]
    assert found["roll"] == {"dice": "1d6", "table": FACES, "chances": {"DR": "1/3", "AS": "1/6", "AL1": "1/3", "EX": "1/6"}}
    assert found["not_used"] == ["markers[Ch]"]
    assert found["assumed"] == [{"fact": "hexes[3010].terrain", "value": "clear", "rule": "2.1"}]
    assert found["readings"][0]["id"] == "A-24"
    assert found["readings"][0]["outcome"] == {"column": "1:2"}
    assert found["computed"] == {"attack_total": 9, "defense_total": "7/2", "odds_without_air": "2:1"}
    assert "result" not in found
    assert "drms" not in found


def test_costs_are_named_cost() -> None:
    ruling = Ruling("move", "16Pz moves 3010")
    ruling.ledgers = {"cost mechanized": Ledger([LedgerEntry(2, "12.2", "hex_cost", {"hex": "3010", "terrain": "woods"})])}
    found = as_json(ruling, rulebook("fpa"))
    assert found["cost"]["total"] == "2"
    assert "cost mechanized" not in found
    ruling.ledgers["cost non_mechanized"] = Ledger([LedgerEntry(1, "12.2", "hex_cost", {"hex": "3010", "terrain": "any"})])
    assert as_json(ruling, rulebook("fpa"))["cost non_mechanized"]["total"] == "1"
    assert "cost (mechanized)      2 = 2 3010 woods (12.2)" in as_text(ruling, rulebook("fpa"))


def test_needs_say_what_hangs_on_them() -> None:
    ruling = Ruling("attack", "x")
    ruling.verdict = "undetermined"
    outcomes = {"1": {"verdict": "legal"}, "2": {"verdict": "legal"}, "3-8": {"verdict": "illegal", "rules": ["6.1"]}}
    ruling.needs = [Need("units[371Inf].steps", ("6.1",), outcomes), Need("units[1X].at", ("13.0",), {})]
    text = as_text(ruling, rulebook("fpa"))
    assert "tell me  the steps of 371Inf (6.1): 1-2 -> legal; 3-8 -> illegal (6.1)" in text
    assert '"371Inf has 1 step"' in text
    assert '"1X at 0101"' in text
    needs = as_json(ruling, rulebook("fpa"))["needs"]
    assert needs[0]["type"] == {"1": "371Inf has 1 step", "2": "371Inf has 2 steps"}


def test_dice_that_settle_no_result() -> None:
    ruling = Ruling("move", "x")
    ruling.roll = Roll("1d6", {"1": None, "2": None}, {"None": Fraction(1)})
    assert "die  1d6, still to be thrown" in as_text(ruling, rulebook("fpa"))
    assert as_json(ruling, rulebook("fpa"))["roll"] == {"dice": "1d6"}


def test_color_is_only_colour() -> None:
    plain_text = as_text(attack(), rulebook("fpa"))
    colored = shown(as_text(attack(), rulebook("fpa"), color=True))
    assert "\x1b[1;32mLEGAL\x1b[0m" in colored
    assert re.sub(r"\x1b\[[\d;]*m", "", colored) == plain_text


def test_a_long_table_of_rolls_is_put_together() -> None:
    ruling = Ruling("attack", "x")
    ruling.roll = Roll("2d6", {str(n): "NE" if n < 8 else "DR" for n in range(2, 13)}, {"NE": Fraction(7, 12), "DR": Fraction(5, 12)})
    assert "2-7 NE · 8-12 DR" in as_text(ruling, rulebook("fpa"))


# ---- small things ----------------------------------------------------------------------------------------------------------------
@pytest.mark.parametrize(
    ("names", "wanted"), [(["1", "2", "3-8"], "1-8"), (["1", "3"], "1, 3"), (["clear", "woods"], "clear, woods"), (["0-2", "4"], "0-2, 4"), ([], "")]
)
def test_ranges(names: list[str], wanted: str) -> None:
    assert ranges(names) == wanted


def test_plain_data() -> None:
    assert plain({1: (Fraction(1, 2), None, {"b", "a"}, object)}) == {"1": ["1/2", None, ["a", "b"], "<class 'object'>"]}


def test_rule_numbers_in_their_order() -> None:
    numbers = ["13.10", "13.9", "5.1m", "5.1", "6.2.2#2", "6.2.2", "0.1"]
    assert sorted(numbers, key=number_key) == ["0.1", "5.1", "5.1m", "6.2.2", "6.2.2#2", "13.9", "13.10"]


@pytest.mark.parametrize(
    ("effect", "wanted"),
    [
        ({"unit": "A", "steps": -2}, "A loses 2 steps"),
        ({"unit": "A", "steps": 1}, "A gains 1 step"),
        ({"unit": "A", "eliminated": True}, "A eliminated"),
        ({"unit": "A", "at": "off_map"}, "A leaves the map"),
        ({"unit": "A", "reduced": True}, "A: reduced becomes yes"),
        ({"marker": "Br", "at": "3010"}, "Br to 3010"),
        ({"marker": "Br", "removed": True}, "Br removed"),
        ({"state": "weather", "value": "frost"}, "the weather becomes frost"),
        ({"did": "A", "act": "move"}, ""),
    ],
)
def test_effects(effect: dict[str, Any], wanted: str) -> None:
    assert effect_text(Say("en", rulebook("fpa")), effect) == wanted


@pytest.mark.parametrize(
    ("outcome", "wanted"),
    [
        ({}, "no change by itself"),
        ({"verdict": "illegal", "rules": ["7.2"]}, "illegal (7.2)"),
        ({"verdict": "legal", "cost": 3}, "legal"),
        ({"column": "2:1", "odds": "2:1", "shifts": [("1", 1)]}, "column 2:1"),
        ({"shifts": [("13.4", 1)]}, "shifts +1 (13.4)"),
        ({"roll_table": {}}, "no change by itself"),
    ],
)
def test_outcomes(outcome: dict[str, Any], wanted: str) -> None:
    assert outcome_text(Say("en", rulebook("fpa")), outcome) == wanted


@pytest.mark.parametrize(
    ("book", "fact", "rest"),
    [
        ("pd", "sources.polish = 2111", "Polish Kres 3-2-4 at 2012; is Kres in supply?"),
        ("pd", "tables.crt_columns = 1:1, 2:1", "German Netz 3-3-3 at 1425; Polish Kres 3-2-4 at 1426; Netz attacks 1426"),
        ("fpa", "hexes[2519].terrain = clear", "17Pz 4-4 at 2518; 8R 3-4 at 2519; 17Pz attacks 2519; what are the odds?"),
    ],
)
@pytest.mark.parametrize("behind", [False, True])
def test_a_bracket_name_beside_other_sentences_changes_nothing_of_them(book: str, fact: str, rest: str, behind: bool) -> None:
    first, _, others = rest.partition("; ")
    alone = Game(rulebook(book), Situation(rulebook(book), {"rulebook": book})).line(rest)
    both = Game(rulebook(book), Situation(rulebook(book), {"rulebook": book})).line(f"{first}; {fact}; {others}" if behind else f"{fact}; {rest}")

    def known(line: Any) -> list[Any]:
        return [(part.kind, part.slots) if hasattr(part, "kind") else part for part in line.parts]

    stated = Stated(*(stating.bracketed(rulebook(book), fact) or ()))
    assert stated in known(both)
    assert [part for part in known(both) if part != stated] == known(alone)


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("name", BOOKS)
def test_whatever_can_be_asked_for_has_a_name(name: str, lang: str) -> None:
    say = Say(lang, rulebook(name))
    labels = rulebook(name).meta.get("labels") or {}
    asked = ["units[X]", "hexes[X]", *(canonical(key.removeprefix("fact.")) for key in labels if key.startswith("fact."))]
    for fact in asked:
        text = say.fact(fact)
        assert text == text.strip() and not text.startswith(("of ", "de ")), (fact, text)
