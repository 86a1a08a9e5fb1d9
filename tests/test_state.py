"""State with a shape: names of facts, types of what is stated, and the checks of both."""

from __future__ import annotations

import copy

import pytest

from adjudicator.book import InputError
from adjudicator.book.declared import spec_of
from adjudicator.book.situations import checked
from adjudicator.files.document import Document
from adjudicator.files.fault import Broken
from adjudicator.ground.facts import Missing, every, known, some
from adjudicator.ground.paths import PAIRS, canonical, parse
from adjudicator.ground.situation import Situation
from adjudicator.play.stating import bracketed
from adjudicator.say.words import Say
from adjudicator.study.state import page
from tests.conftest import BOOKS, ROOT, Part, cases, hear, partly, rulebook
from tests.test_unknown import stated

HEADS = {
    "fpa": {"path": "1510-1511"},
    "gdp": {
        "with": "x",
        "dropped": True,
        "carrying": ["x"],
        "cost": 2,
        "rolls": [3],
        "roll": 3,
        "result": "DR",
        "by": "x",
        "chit": "x",
        "kind": "trench",
        "when": "last_turn",
    },
    "pd": {"path": "1510-1511", "by": "x"},
    "ocs": {"path": "1510-1511"},
    "bcs": {
        "to": "20.11",
        "from": "20.10",
        "path": "20.10-20.11",
        "assist": "x",
        "modified": 7,
        "advanced": True,
        "cost": 3,
        "points": 2,
        "type": "destruction",
    },
}
"""What the cases of a book say that an act of the history may hold, whichever it is."""
OTHER_MAPS = {"pd-x-4.2.4-05", "bcs-x-b-4.5a-1"}  # they name hexsides and hexes that the printed map has not
WRONG = ("banana", "-7", "{x: y}")


def test_the_table_of_the_documents_is_that_of_the_rulebooks() -> None:
    assert (ROOT / "docs" / "state.md").read_text(encoding="utf-8") == page()


@pytest.mark.parametrize("name", HEADS)
def test_what_cases_may_say_of_an_act_may_be_said_of_any(name: str) -> None:
    book = rulebook(name)
    for act in spec_of(book)["keys"]["history"]["map"]["list"]["acts"]:
        Situation(book, checked(book, Document({"history": {"x": [{"act": act, **HEADS[name]}]}}, {})))


@pytest.mark.parametrize(
    ("name", "other"),
    [
        ("tables.crt.open[1:1][13]", "tables.crt.open[1:1].13"),
        ("tables.crt.2:1.1", "tables.crt[2:1].1"),
        ("air.german.have", "air[german].have"),
        ("hexsides[2218/2119]", "hexsides[2119/2218].features"),
        ("options.12.3", "options.12.3"),
        ("formations[99ID].support[801TD].av", "formations[99ID].support[801TD].av"),
        ("units[Bn 7.1].at", "units[Bn 7.1].at"),
    ],
)
def test_a_fact_may_be_named_in_several_ways(name: str, other: str) -> None:
    assert parse(name) == parse(other)
    assert canonical(name) == canonical(other) == canonical(canonical(name))


@pytest.mark.parametrize("name", ["", "=", "units[", "units[x", "hexes[1].a b[", "[x]"])
def test_what_names_no_fact(name: str) -> None:
    assert parse(name) is None


@partly()
@pytest.mark.parametrize("name", BOOKS)
def test_every_stated_fact_has_a_name_and_a_type(name: str, part: Part) -> None:
    """Whatever the cases state, by every name: it can be read back, and the rulebook declares it."""
    book = rulebook(name)
    for case in part(cases(name)):
        for fact in stated(name, case["situation"] or {}):
            path = parse(fact)
            assert path is not None and parse(str(path)) == path, (case["id"], fact)
            assert book.declared.why_not(fact) is None, (case["id"], fact)


@partly()
@pytest.mark.parametrize("name", BOOKS)
def test_every_case_is_a_situation_that_a_file_may_hold(name: str, part: Part) -> None:
    for case in part(cases(name)):
        if case["id"] not in OTHER_MAPS:
            checked(rulebook(name), Document(copy.deepcopy(case["situation"] or {}), {}))


@pytest.mark.parametrize("name", BOOKS)
def test_no_fact_is_taken_that_does_not_fit(name: str) -> None:
    """Of every fact that the cases state, values of another kind are refused where they are typed; a text takes any word."""
    book = rulebook(name)
    facts = {parse(fact): None for case in cases(name) for fact in (*stated(name, case["situation"] or {}), *(case["situation"] or {}), *book.declared.whole)}
    tried = set()
    for path in facts:
        assert path is not None
        if not path.keys and path.head in (*book.declared.things, *PAIRS, "rulebook", "assume", "history", "options"):  # of one of them, not of all
            for said in WRONG:
                with pytest.raises(InputError):
                    bracketed(book, f"{path} = {said}")
            continue
        wanted = book.declared.type_of(path)
        key = (path.head, path.spec, path.keys[1:] if path.head not in ("pending", "tables") else path.keys, str(wanted))
        if key in tried:
            continue
        tried.add(key)
        for said in WRONG:
            try:
                found = bracketed(book, f"{path} = {said}")
            except InputError:
                continue
            assert found is not None
            book.declared.check(*found)
            assert _takes_words(wanted) or said == "-7" and _takes_numbers(wanted), (str(path), said, wanted)


def _takes_words(wanted: object) -> bool:
    if isinstance(wanted, str):
        return bool({"str", "any", "ids", "list"} & set(wanted.split("|")))
    if isinstance(wanted, dict):
        return any(_takes_words(kind) for kind in (wanted.get("list"), *(wanted.get("either") or ())) if kind)
    return False


def _takes_numbers(wanted: object) -> bool:
    if isinstance(wanted, dict):
        return "range" in wanted and wanted["range"][0] <= -7 or any(map(_takes_numbers, wanted.get("either") or ()))
    return isinstance(wanted, str) and bool({"int", "number"} & set(wanted.split("|")))


@pytest.mark.parametrize(
    ("unknown", "fault"),
    [("unit[46].supply", "no_fact"),
     ("units[46].suply", "fact_not_read"), ("nonsense[x].y", "no_fact"), ("weather[x].y", "no_fact"), ("pending.rezult", "unknown_key"),
     ("history[16Pz].atack", "no_such_act"), ("options.99", "unknown_option")],
)  # fmt: skip
def test_names_under_unknown_are_checked(unknown: str, fault: str) -> None:
    with pytest.raises(Broken) as broken:
        checked(rulebook("fpa"), Document({"unknown": [unknown]}, {}))
    assert broken.value.phrase.key == fault


@pytest.mark.parametrize(
    "data",
    [{"pending": {"rezult": "DR"}}, {"pending": {"result": "banana"}}, {"pending": {"hex": 3314}}, {"pending": "none"}, {"air": {"german": 3}},
     {"options": {"12.3": "maybe"}}, {"history": {"16Pz": [{"act": "move", "hex": 3314}]}}, {"history": {"16Pz": [{"act": "fly"}]}},
     {"history": {"16Pz": [{"act": "move", "turn": []}]}}, {"tables": {"crtt": {}}}],
)  # fmt: skip
def test_state_of_another_shape_is_refused(data: dict[str, object]) -> None:
    with pytest.raises(Broken):
        checked(rulebook("fpa"), Document(data, {}))


@partly()
@pytest.mark.parametrize("name", BOOKS)
def test_what_a_ruling_asks_for_can_be_typed_as_it_offers(name: str, part: Part) -> None:
    """The bracket name of a need with the value that is offered is taken."""
    book = rulebook(name)
    say = Say("en", book)
    for case in part(cases(name)):
        if case["expect"].get("verdict") != "undetermined":
            continue
        for ruling in hear(name, case["declaration"]["en"], case["situation"], tuple(case.get("rolls") or ()), full=False):
            for need in ruling.needs:
                offered = say.example(need)
                if need.fact != "rolls" and offered != "…" and not need.fact.startswith("units[at "):
                    assert bracketed(book, f"{need.fact} = {offered}") is not None, (case["id"], need.fact, offered)


def test_two_units_may_both_be_gone() -> None:
    """Each lost a step and nobody knows how many it had; what is known of a third stays known."""
    units = [{"id": id_, "side": "german", "kind": "infantry", "at": "1509"} for id_ in ("A", "B", "C")]
    s = Situation(rulebook("ocs"), {"units": units, "unknown": [f"units[{id_}].steps" for id_ in "ABC"]})
    s.apply([{"unit": "C", "steps": -1}])
    s.state("units[C].eliminated", True)
    s.apply([{"unit": "A", "steps": -1}, {"unit": "B", "steps": -1}])
    assert "C" in s.eliminated and sorted(s.gone_perhaps()) == ["A", "B", "C"]
    for id_ in ("A", "B"):
        with pytest.raises(Missing) as asked:
            assert id_ in s.copy().eliminated
        assert asked.value.fact == f"units[{id_}].eliminated"


@pytest.mark.parametrize(("name", "fact"), [("bcs", "los[20.10/20.12]"), ("gdp", "los[2010/2012]")])
def test_a_line_of_sight_can_be_typed(name: str, fact: str) -> None:
    book = rulebook(name)
    assert bracketed(book, f"{fact} = clear") == (fact, "clear")
    for wrong in ("3", "yes", "none"):
        with pytest.raises(InputError):
            bracketed(book, f"{fact} = {wrong}")


def test_words_of_three_values() -> None:
    def heavy(unit: str) -> bool:
        if unit == "?":
            raise Missing("units[?].kind")
        return unit == "tiger"

    assert some(heavy, ["?", "tiger"]) and not every(heavy, ["?", "fusiliers"])
    assert not some(heavy, ["fusiliers"]) and every(heavy, ["tiger"])
    for word, things in ((some, ["?", "fusiliers"]), (every, ["?", "tiger"])):
        with pytest.raises(Missing):
            word(heavy, things)
    assert known(heavy, "?") is None and known(heavy, "tiger") is True


def test_ways_to_read_what_is_not_known() -> None:
    units = [{"id": "16Pz", "side": "german", "at": "2218"}, {"id": "9Mech", "side": "soviet", "at": "2119", "steps": 2}]
    situation = Situation(rulebook("fpa"), {"units": units, "turn": 3, "unknown": ["units[9Mech].at", "units[9Mech].steps", "turn", "air.german.have"],
                                            "air": {"german": {"have": 2, "used": 1}}})  # fmt: skip
    unit = situation.units["9Mech"]
    for read in (lambda: unit.hex, lambda: unit.at, lambda: unit.stated("steps"), lambda: situation.turn, lambda: situation.stated("turn"),
                 lambda: situation.at("2218"), lambda: list(situation.placed()), lambda: situation.air["german"]["have"]):  # fmt: skip
        with pytest.raises(Missing):
            read()
    assert unit.known("at") is None and unit.place is None and situation.known("turn") is None and not unit.known_to_be("steps", 2)
    assert [one.id for one in situation.known_at("2218")] == ["16Pz"] and situation.air["german"]["used"] == 1
    with pytest.raises(Missing):
        situation.copy().stated("turn")
    situation.state("units[9Mech].at", "2219")
    situation.apply([{"state": "turn", "value": 4}])
    assert [one.id for one in situation.at("2219")] == ["9Mech"] and situation.turn == 4
    situation.apply([{"unit": "9Mech", "steps": -1}])  # of how many, nobody knows: it may be gone
    with pytest.raises(Missing):
        situation.at("2219")


@pytest.mark.parametrize("name", BOOKS)
def test_a_key_may_have_another_name(name: str) -> None:
    """The target of an act in the history is its hex, where the act has no target of its own."""
    book = rulebook(name)
    acts = checked(book, Document({}, {})) or book.spec["keys"]["history"]["map"]["list"]["acts"]
    hex_ = next(hex_ for number in range(10, 20) for hex_ in (f"{number}10", f"{number}.10") if book.grid.valid(hex_))
    renamed = [act for act, keys in acts.items() if keys["target"] == {"is": "hex"}]
    assert len(renamed) > 1
    for act in renamed:
        data = {"history": {"X": [{"act": act, "target": hex_}]}}
        assert checked(book, Document(data, {}))["history"] == {"X": [{"act": act, "hex": hex_}]}
        for wrong in ({"act": act, "target": hex_, "hex": hex_}, {"act": act, "target": 7}):
            with pytest.raises(Broken):
                checked(book, Document({"history": {"X": [wrong]}}, {}))
