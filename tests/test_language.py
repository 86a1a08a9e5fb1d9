"""Sentences in two languages, each with what it must be understood as; rejects; anything at all never crashes."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from adjudicator.language import Act, Aid, Ambiguous, Entry, Language, Names, NotUnderstood, Stated, compile_language, explain, from_compiled, load

ROOT = Path(__file__).resolve().parent.parent
LANGUAGE: Language = load(ROOT / "rulebooks" / "fpa")
UNITS = [
    "16Pz",
    "371Inf",
    "509Tiger",
    "19Pz",
    "9Mech",
    "47R",
    "52R",
    "4GTk",
    "10Tk",
    "68Inf",
    "18AD",
    "KPG",
    "TG",
    "9SS",
    "7GTk",
    "1ArtDiv",
    "11Pz",
    "208Inf",
    "3GM",
    "Brehmer",
    "1SSPz",
]
NAMES = Names(UNITS, [("KG", "Br"), ("KG", "Ch")])


def _value(slot: str, text: str) -> Any:
    """A slot as written in a sentence file: `a,b` is a tuple, `air*2`, `KG:Br`, `unit:18AD`, `with:371Inf` (not in support) are aids."""
    if slot in ("aids", "without"):
        found = []
        for aid in filter(None, text.split(",")):
            kind, star, count = aid.partition("*")
            name = "?" if star else aid.partition(":")[2]
            kind = kind if star else aid.partition(":")[0]
            found.append(Aid("unit" if kind == "with" else kind, None if name == "?" else name, int(count) if star else 1, kind != "with"))
        return tuple(found)
    if slot == "places":
        return dict(pair.split(":") for pair in text.split(","))
    if slot == "described":
        described: dict[str, dict[str, str]] = {}
        for triple in text.split(","):
            unit, key, value = triple.replace("=", ":").split(":")
            described.setdefault(unit, {})[key] = value
        return described
    if text.startswith('"'):  # a value, or a row of values, with blanks in it
        text = json.loads(text)
    if "," in text:
        return tuple(part for part in text.split(",") if part)
    return int(text) if slot in ("count", "dice", "turn", "hexes", "points", "steps") and text.isdecimal() else text


def _meaning(text: str) -> tuple[Stated | Act, ...]:
    """The parts that a line `= ...` of a sentence file stands for."""
    parts: list[Stated | Act] = []
    for part in text.split(" ; "):
        path, stated, value = part.strip().partition(" := ")
        if stated:
            parts.append(Stated(path, json.loads(value)))
            continue
        kind, *slots = re.findall(r'[^\s"=]+="[^"]*"|\S+', part)
        parts.append(Act(kind, {s.partition("=")[0]: _value(s.partition("=")[0], s.partition("=")[2]) if "=" in s else True for s in slots}, "", 0, 0))
    return tuple(parts)


def _sentences() -> list[tuple[str, tuple[Stated | Act, ...]]]:
    """Every sentence of tests/sentences/fpa_*.txt with what it must be understood as."""
    rows: list[tuple[str, tuple[Stated | Act, ...]]] = []
    meaning: tuple[Stated | Act, ...] = ()
    for path in sorted((ROOT / "tests" / "sentences").glob("fpa_*.txt")):
        for line in path.read_text(encoding="utf-8").splitlines():
            if line.startswith("= "):
                meaning = _meaning(line[2:])
            elif line.strip() and not line.startswith("#"):
                rows.append((line, meaning))
    return rows


SENTENCES = _sentences()

REMARKS = [
    ("16Pz attacks 3010, two hexes from 9Mech", "two hexes from 9Mech"),
    ("16Pz attacks 3010 although 9Mech defends 2119", "although 9Mech defends 2119"),
    ("16Pz attacks 3010, which 9Mech entered before", "which 9Mech entered before"),
    ("16Pz ataca 3010 aunque 9Mech defiende 2119", "aunque 9Mech defiende 2119"),
]


@pytest.mark.parametrize(("text", "remark"), REMARKS)
def test_a_remark_is_kept_beside_the_act(text: str, remark: str) -> None:
    """What is said in passing is neither lost nor taken for part of the act."""
    assert LANGUAGE.parse(text, NAMES).parts == (Act("attack", {"units": ("16Pz",), "target": "3010", "passing": (remark,)}, "", 0, 0),)


def test_a_fact_said_in_passing_is_stated() -> None:
    """A relative clause that says how a unit stands is a fact."""
    entry = LANGUAGE.parse("16Pz, which is out of supply, attacks 3010", NAMES)
    assert entry.facts == (Stated("units[16Pz].supply", "out"),)
    assert entry.act == Act("attack", {"units": ("16Pz",), "target": "3010"}, "", 0, 0)
    assert LANGUAGE.parse("16Pz attacks 3010 although 9Mech is out of supply", NAMES).facts == (Stated("units[9Mech].supply", "out"),)


@pytest.mark.parametrize("text", ["16Pz attacks 3010, with KG Xy", "16Pz attacks 3010, which bananas", "16Pz attacks 3010, DR"])
def test_help_and_unknown_words_are_no_remarks(text: str) -> None:
    """A remark brings no help, and nothing in it is skipped."""
    with pytest.raises(NotUnderstood):
        LANGUAGE.parse(text, NAMES)


PLACED_NAMES = Names(UNITS, [("KG", "Br"), ("KG", "Ch")], {"16Pz": "2218", "19Pz": "2217", "68Inf": "2606", "9Mech": "2119"})


def _broken() -> list[tuple[str, ...]]:
    """(language, text, key, word, said) of tests/sentences/broken_??.txt."""
    rows = []
    for path in sorted((ROOT / "tests" / "sentences").glob("broken_*.txt")):
        for line in path.read_text(encoding="utf-8").splitlines():
            if line.strip() and not line.startswith("#"):
                rows.append((path.stem[-2:], *(field.strip() for field in line.split("|"))))
    return rows


@pytest.mark.parametrize(("text", "parts"), SENTENCES, ids=[row[0] for row in SENTENCES])
def test_sentence(text: str, parts: tuple[Any, ...]) -> None:
    assert LANGUAGE.parse(text, NAMES).parts == parts


@pytest.mark.parametrize(("lang", "text", "key", "word", "said"), _broken())
def test_broken(lang: str, text: str, key: str, word: str, said: str) -> None:
    """The mistake is named with its word and column, with what was expected there and what is near, in the player's language."""
    with pytest.raises(NotUnderstood) as caught:
        LANGUAGE.parse(text, PLACED_NAMES)
    assert (caught.value.message_key, caught.value.word) == (key, word)
    assert explain(caught.value, lang) == said
    assert text[caught.value.start : caught.value.end] in (word, "")


def test_nothing_is_said() -> None:
    for text in ("", "  ", ";", " ; "):
        with pytest.raises(NotUnderstood):
            LANGUAGE.parse(text, NAMES)


@pytest.mark.parametrize("lang", ["en", "es"])
def test_every_expectation_has_a_label(lang: str) -> None:
    """No identifier of the program is ever shown: what has no label is left out, and the core leaves nothing out."""
    from adjudicator.language.frames import _label

    plans = LANGUAGE._plans
    asked = {_label(item_type) for plan in plans for item_type in plan.by_type} | {name for plan in plans for name in (*plan.required, *plan.needs[:1])}
    assert sorted(asked - set(LANGUAGE.labels[lang])) == []


def _cases() -> list[tuple[str, dict[str, Any]]]:
    from ruamel.yaml import YAML

    path = next((p for p in (ROOT / "rulebooks/fpa/cases.yaml", ROOT.parent / "shared/cases/fpa.yaml") if p.exists()), None)
    if path is None:
        return []
    return [(case["id"], case) for case in YAML(typ="safe", pure=True).load(path.read_text(encoding="utf-8"))]


def _told_apart(parts: tuple[Stated | Act, ...]) -> list[Stated | Act]:
    """The parts, with `enters` as a move: the rulebook tells the two apart, since it knows which units are on the map."""
    return [
        Act("move", {"to" if k == "at" else k: v for k, v in part.slots.items()}, "", 0, 0)
        if isinstance(part, Act) and part.kind == "enter" and "at" in part.slots
        else part
        for part in parts
    ]


def test_both_languages_of_every_case_say_the_same() -> None:
    differing = []
    for name, case in _cases():
        situation = case["situation"]
        names = Names([u["id"] for u in situation.get("units", [])], [(m["kind"], m["id"]) for m in situation.get("markers", [])])
        english, spanish = (_told_apart(LANGUAGE.parse(case["declaration"][lang], names).parts) for lang in ("en", "es"))
        if english != spanish:
            differing.append((name, english, spanish))
    assert not differing


def test_a_name_two_units_fit_is_ambiguous() -> None:
    with pytest.raises(Ambiguous) as caught:
        LANGUAGE.parse("the 16th attacks 3010", Names(["16Pz", "16Inf"]))
    assert set(caught.value.candidates) == {"16Pz", "16Inf"}


def test_a_unit_whose_name_is_a_number() -> None:
    act = LANGUAGE.parse("46 and 31 attack 1510 with 1 air point", Names(["46", "31", "1"])).act
    assert act is not None and act.slots == {"units": ("46", "31"), "target": "1510", "aids": (Aid("air", None, 1),)}


def test_a_new_unit_is_known_to_later_clauses() -> None:
    entry = LANGUAGE.parse("99Pz 3-3 mechanized at 2218; 99Pz attacks 2119", Names())
    assert entry.parts[0] == Stated("units[99Pz]", {"attack": 3, "defense": 3, "class": "mechanized", "at": "2218"})
    assert entry.act is not None and entry.act.slots["units"] == ("99Pz",)


def test_the_compiled_words_are_json(tmp_path: Path) -> None:
    data = json.loads(json.dumps(compile_language(ROOT / "rulebooks" / "fpa")))
    language = from_compiled(data, str(tmp_path / "no" / "folder"))
    assert language.parse("16Pz attacks 3010", NAMES).act == Act("attack", {"units": ("16Pz",), "target": "3010"}, "", 0, 0)


_WORDS = st.sampled_from(
    [
        *UNITS,
        "KG",
        "Br",
        "attacks",
        "ataca",
        "3010",
        "-",
        ";",
        ",",
        "and",
        "y",
        "from",
        "de",
        "to",
        "a",
        "1",
        "3:1",
        "air point",
        "can",
        "?",
        "¿",
        "roll",
        "score",
        "the",
        "is",
        "supply",
        "DL1+DR",
        "german",
        "not",
        "moves",
        "what",
        "3-3",
        "river",
        "between",
        "town",
        "Vinnitsa",
        "12.3",
        "reading",
        "A-24",
        "combat/movement",
        "phase",
    ]
)


def _never_crashes(text: str) -> None:
    try:
        entry = LANGUAGE.parse(text, NAMES)
    except NotUnderstood as error:
        assert explain(error, "en") and explain(error, "es")
    else:
        assert isinstance(entry, Entry) and entry.parts


@given(st.text(max_size=60))
@settings(max_examples=200, deadline=None)
def test_any_text(text: str) -> None:
    _never_crashes(text)


@given(st.lists(_WORDS, max_size=12).map(" ".join))
@settings(max_examples=600, deadline=None)
def test_any_row_of_words(text: str) -> None:
    _never_crashes(text)


@pytest.mark.parametrize("text", ["\0", "16Pz \0 attacks", "😀 attacks 3010", "a" * 10_000, "16Pz and " * 1200, ";" * 300, "9" * 500, "-", "²:1", "x²"])
def test_odd_texts(text: str) -> None:
    _never_crashes(text)
