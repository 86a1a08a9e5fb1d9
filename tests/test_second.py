"""A second opinion on what a line means: refused lines that are taken all the same lose nothing, and are told; a doubt is asked about."""

from __future__ import annotations

import random
from pathlib import Path
from typing import Any

import pytest

from adjudicator.book.situations import of_data
from adjudicator.language import NotUnderstood
from adjudicator.play import meant
from adjudicator.play.against import says_nothing
from adjudicator.play.alike import omits
from adjudicator.play.bearing import Bearing, Compared
from adjudicator.play.game import Game
from adjudicator.play.likely import Likely
from adjudicator.play.readings import readings
from adjudicator.play.record import Record
from adjudicator.play.trust import features, tree_of, trusted
from adjudicator.sentences import placings
from adjudicator.sentences.hints import FILE, Hints, load_hints
from adjudicator.sentences.token import Token
from tests.blind import questions
from tests.conftest import BOOKS, ROOT, Part, cases, game_of, partly, rulebook
from tests.one_way import difference, joined, of_case, one_by_one, standard_input, table, validate

LEARNED = [name for name in BOOKS if list((ROOT / "tests" / "wordings").glob(f"{name}-taught-*.yaml"))]
SAMPLE = 32  # sentences in players' words of each book
THINGS = ("UNIT", "HEX", "NUM", "RESULT", "ODDS")


def heard(name: str, case: dict[str, Any], text: str) -> tuple[Game, Record]:
    """A line heard on the position of a case."""
    book = rulebook(name)
    game = Game(book, of_data(book, case["situation"], case["id"]))
    return game, game.hear(text, list(case.get("rolls") or ()))


def taken_as(record: Record) -> str | None:
    """What a line was taken for, None if it was read."""
    return next((str(note.slots["line"]) for note in record.notes if note.key == "taken_as"), None)


def in_own_words(name: str) -> list[tuple[dict[str, Any], str]]:
    """Cases with one of their wordings by players."""
    book = rulebook(name)
    found = [
        (case, text)
        for path in sorted((ROOT / "tests" / "wordings").glob(f"{name}-taught-*.yaml"))
        for case in questions(book, str(path))
        for text in case["declaration"].values()
    ]
    return random.Random(f"second {name}").sample(found, SAMPLE)


@partly(8, slow=True)
@pytest.mark.parametrize("name", LEARNED)
def test_what_is_taken_loses_no_thing_and_is_told(name: str, part: Part) -> None:
    """Each unit, hex and number of the line stands in what it was taken for, or is borne out by the position or the ruling."""
    taken = 0
    for case, text in part(in_own_words(name)):
        game, record = heard(name, case, text)
        said = taken_as(record)
        if said is None:
            continue
        taken += 1
        assert record.rulings and record.problem is None, text
        game = game_of(name, case["situation"])
        row = game.referee.words(text)
        reading = Likely(0.0, game.line(said), (), tuple(record.rulings))
        assert not Bearing(game, row, reading, game.referee.words(said), Compared(game, row)).open, (text, said)
    assert taken or part.of > 1, "no line was taken"


@partly()
@pytest.mark.parametrize("name", LEARNED)
def test_one_by_one_and_joined_are_the_same(name: str, part: Part) -> None:
    """A line behind another one on its line is understood as on a line of its own."""
    for case, text in part(in_own_words(name)[: SAMPLE // 4]):
        if ";" in text:
            continue
        _, alone = heard(name, case, text)
        if taken_as(alone) is None:
            continue
        _, both = heard(name, case, f"turn = {of_data(rulebook(name), case['situation'], case['id']).known('turn') or 1}; {text}")
        assert [ruling.verdict for ruling in both.rulings] == [ruling.verdict for ruling in alone.rulings], text


@pytest.mark.parametrize(
    ("id_", "lang", "text"),
    [
        ("fpa-wp-12.0-01", "es", "Avanzo un hex con la infantería 168Inf y la dejo en 2122."),
        ("fpa-x-13.3-06", "en", "Two air markers help my 16Pz in its attack on 3010."),
        ("gdp-x-w-22", "es", "Lanzo a 1K-1Gr al asalto de 2011."),
    ],
)
def test_what_is_read_and_cannot_be_played_is_taken_alike_on_every_way(id_: str, lang: str, text: str) -> None:
    """Its act lacks something as it was read: nobody is told to say more where its words leave little doubt."""
    name = id_.split("-")[0]
    case = next(case for case in cases(name) if case["id"] == id_)
    game, record = heard(name, case, text)
    assert taken_as(record) is not None
    game = game_of(name, case["situation"])
    assert not game.comes_of(game.line(text))
    script = of_case(name, {**case, "declaration": {lang: text}}, lang)
    for way in (one_by_one, joined, standard_input, validate, table):
        assert difference(script, way) is None, way.__name__


def test_trust_is_what_trees_add_up_to() -> None:
    tree = tree_of("chance\t0.5\t-1.0\tagree\t0.25\t0.5\t2.0\n")
    assert trusted({"chance": 0.5}, [tree]) == pytest.approx(0.269, abs=0.001)
    assert trusted({"chance": 0.6, "agree": 0.3}, [tree, (1.0,)]) == pytest.approx(0.953, abs=0.001)
    assert trusted({}, []) == 0.5


def test_what_is_learned_is_what_is_told_of_readings() -> None:
    """`benchmarks/make_trust.py` has been run since features were named anew; a book of which nothing was learned is trusted by how well a reading fits."""
    case = cases("pd")[0]
    game = Game(rulebook("pd"), of_data(rulebook("pd"), case["situation"], case["id"]))
    text = "11 wades the florb and attacks 2115"
    row = game.referee.words(text)
    by_words = meant.chances(game, row)
    told = {name for said, _ in features(game, row, "no_place", readings(game, text, *_refused(game, text), by_words), by_words) for name in said}
    learned = {cell for line in (ROOT / "grammars" / "trust.txt").read_text(encoding="utf-8").splitlines() for cell in line.split("\t") if cell[:1].isalpha()}
    assert {name for name in learned if not name.startswith(("way ", "score ", "error ", "verdict "))} <= told


def _refused(game: Game, text: str) -> tuple[NotUnderstood, str, list[Token]]:
    with pytest.raises(NotUnderstood) as error:
        game.line(text)
    return error.value, "en", game.referee.words(text)


@partly(1, quick=False)
def test_what_is_left_aside_is_told(part: Part) -> None:
    """Whole parts of a line round what it is taken for are told back with its ruling."""
    taken = 0
    for name, case, text in [(book, *each) for book in LEARNED for each in part(in_own_words(book)[: SAMPLE // 4])]:
        _, record = heard(name, case, f"By the way, my opponent is late again today. {text}")
        if taken_as(record) is not None and "opponent" not in str(taken_as(record)):
            taken += 1
            assert any("opponent" in str(finding.slots) for ruling in record.rulings for _, finding in ruling.warnings), text
    assert taken > (3 if part.of == 1 else 0)


def test_what_says_something_never_goes() -> None:
    """A preposition, a denial, a word of what was done before, a deed, a number, a thing, a noun of the hobby."""
    name = "pd"
    case = cases(name)[0]
    game = Game(rulebook(name), of_data(rulebook(name), case["situation"], case["id"]))
    deeds = game.referee.language.frames.deeds
    for word in ("beside", "not", "has", "attacks", "3", "supply", "ataca", "junto a", "nadie", "ha"):
        assert not all(says_nothing(game, token, deeds) for token in game.referee.words(word)), word
    for word in ("the", "is", "it", "la", "está"):
        assert all(says_nothing(game, token, deeds) for token in game.referee.words(word)), word


@pytest.mark.parametrize(
    ("name", "text", "told", "left"),
    [
        ("pd", "46 marches up to 1511 and overruns it", "46 moves to 1511", True),
        ("pd", "46 va hasta 1511 y lo arrolla", "46 mueve a 1511", True),
        ("pd", "46 marches up to 1511", "46 moves to 1511", False),
        ("pd", "46 slams into 1511", "46 attacks 1511", False),
        ("pd", "46 drives 1510-1511 and ends in 1512", "46 moves 1510-1511-1512", False),
        ("pd", "46 entra en 1511 y acaba en 1512", "46 mueve 1511-1512", False),
        ("pd", "46 moves into 1511 and attacks 1512", "46 moves 1511-1512", True),
        ("gdp", "1K-1Gr se retira a 2011 y ataca 2012", "1K-1Gr se retira a 2011", True),
    ],
)
def test_no_deed_of_a_line_is_left_out(name: str, text: str, told: str, left: bool) -> None:
    case = cases(name)[0]
    game = Game(rulebook(name), of_data(rulebook(name), case["situation"], case["id"]))
    assert omits(game, meant.heard(game, text), meant.heard(game, told), game.line(told)) == left


def test_a_deed_that_nobody_may_do_before_a_question_is_asked_about() -> None:
    """It only tells what is asked about, as a rule; where nobody knows, nothing is ruled."""
    found = 0
    for id_ in ("bcs-f4-15", "bcs-f6-17", "gdp-f5-18", "pd-f17-09"):
        name = id_.split("-")[0]
        every = (each for path in (ROOT / "tests" / "wordings").glob(f"{name}-fresh-*.yaml") for each in questions(rulebook(name), str(path)))
        case = next(each for each in every if each["id"] == id_)
        for text in case["declaration"].values():
            _, record = heard(name, case, text)
            asked = [ruling for ruling in record.rulings if "answer" in ruling.computed]
            wrong = [ruling for ruling in record.rulings if ruling.verdict == "illegal"]
            assert not (asked and wrong), text
            found += record.problem is not None and getattr(record.problem.error, "message_key", "") == "two_ways"
    assert found


@partly()
@pytest.mark.parametrize("name", LEARNED)
def test_declarations_of_cases_are_never_doubted(name: str, part: Part) -> None:
    """Nor taken for something else: what the rulebook itself says is read."""
    for case in part(random.Random(f"plain {name}").sample(cases(name), 20)):
        for text in case["declaration"].values():
            _, record = heard(name, case, text)
            assert taken_as(record) is None, text
            assert record.problem is None or getattr(record.problem.error, "ways", ()) == (), text


@pytest.mark.parametrize(
    "text",
    [
        "16Pz florbs 3010",  # things alone hint at nothing
        "16Pz 3010",
        "99Xyz goes and attacks 3010",  # nobody knows this unit
        "with 16Pz I would like an attack on 9999999",
        "",
    ],
)
def test_things_alone_are_never_taken_for_a_deed(text: str) -> None:
    case = next(case for case in cases("fpa") if "16Pz" in of_data(rulebook("fpa"), case["situation"], case["id"]).units)
    _, record = heard("fpa", case, text)
    assert taken_as(record) is None


def test_sums_of_weights_are_likelihoods() -> None:
    hints = Hints(["attack", "move"], [0.0, 0.0], {"w:storm": [0, 3.0], "w:walk": [1, 3.0, 0, -1.0]}.get)
    assert hints.chances(()) == {"attack": 0.5, "move": 0.5}
    assert hints.chances(["w:storm"])["attack"] == pytest.approx(0.953, abs=0.001)
    assert hints.doubt(["w:walk"], "attack")
    assert not hints.doubt(["w:storm"], "attack")
    assert not hints.doubt([], "move")
    assert not hints.doubt(["w:walk"], "")  # facts alone are nobody's act


@pytest.mark.parametrize("name", LEARNED)
def test_weights_are_found_where_they_lie(name: str) -> None:
    """The lines of a file are sorted: each is found, and nothing else is."""
    hints = Game(rulebook(name)).referee.language.hints
    lines = Path(rulebook(name).folder, FILE).read_text(encoding="utf-8").splitlines()
    assert (hints.labels, hints.before) == (lines[0].split(), [float(each) for each in lines[1].split()])
    for line in lines[2:]:
        hint, *weights = line.split("\t")
        assert hints.find(hint) == [float(each) for each in weights]
        assert not hints.find(f"{hint}#")
    assert not any(hints.find(hint) for hint in ("", "#", "w:", "~", lines[0].partition("\t")[0]))


@pytest.mark.parametrize("name", LEARNED)
def test_every_act_that_is_hinted_at_is_one_of_the_rulebook(name: str) -> None:
    """`benchmarks/make_hints.py` and `make_shapes.py` have been run since acts were named anew."""
    book = rulebook(name)
    hints = Game(book).referee.language.hints
    known = {*book.acts, *(kind for act in book.acts.values() for kind in act.responses)}
    assert {kind for label in hints.labels for kind in label.split("+")} <= known


@pytest.mark.parametrize(
    "text",
    [
        "",
        "attack move\n",
        "attack move\n1 2\nw:storm\tx\ty\n",
        "attack move\n1 2\nw:storm\t9\t1.0\n",
        "attack move\n1 2\nw:storm\t0\n",
        "attack\nmove\n",
        "\udcff\n1\n",
    ],
)
def test_what_is_damaged_hints_at_nothing(text: str, tmp_path: Path) -> None:
    (tmp_path / FILE).write_bytes(text.encode("utf-8", "surrogateescape"))
    hints = load_hints(str(tmp_path))
    assert hints is None or hints.chances(["w:storm", "w:\ud800"]) == hints.chances(())


def test_the_places_of_many_things_are_counted(monkeypatch: pytest.MonkeyPatch) -> None:
    """A line of eighty units is given up after so many ways to put them into places, whatever shapes there are."""
    looked = 0
    groups = placings._groups

    def counted(*args: Any) -> Any:
        nonlocal looked
        for each in groups(*args):
            looked += 1
            yield each

    monkeypatch.setattr(placings, "_groups", counted)
    monkeypatch.setattr(placings, "PLACINGS", 2000)
    case = next(case for case in cases("fpa") if case["id"] == "fpa-13.8.2-04")
    units = [{**unit, "id": f"X{number}"} for number, unit in enumerate(case["situation"]["units"] * 40)][:80]
    text = " ".join(str(unit["id"]) for unit in units)
    game = game_of("fpa", {**case["situation"], "units": units})
    record = game.hear(f"{text[:200]} attacks with {text[200:300]} and backed 3010 by")
    assert record.problem is not None and 0 < looked <= 6 * 2000  # a place within a place is counted on its way, too; a deed is looked for once more


@partly()
@pytest.mark.parametrize("name", LEARNED)
def test_what_hangs_on_something_is_never_taken_as_done(name: str, part: Part) -> None:
    """A condition of a statement, and what is done so that another may do something: neither is left out, nor do both do it together."""
    book = rulebook(name)
    tails = ("if {other} retreats", "unless {other} retreats", "so that {other} can advance", "si {other} se retira", "a menos que {other} se retire")
    deeds = ("{one} heads for {hex}", "{one} goes against {hex}", "{one} va a {hex}")
    tried = 0
    for case in random.Random(f"hangs {name}").sample(cases(name), 3):
        units = [unit for unit in case["situation"].get("units", ()) if "at" in unit]
        if len(units) < 2:
            continue
        one, other = random.Random(case["id"]).sample(units, 2)
        for deed, tail in part(zip(deeds * 2, tails, strict=False)):
            text = f"{deed} {tail}".format(one=one["id"], other=other["id"], hex=other["at"])
            game = Game(book, of_data(book, case["situation"], case["id"]))
            said = taken_as(game.hear(text))
            assert said is None or tail.startswith("so that") and other["id"] not in said, (text, said)
            tried += 1
    assert tried


def test_a_number_never_becomes_the_number_of_something_else() -> None:
    """An attack with a strength of 40 is none with 40 air points: that is asked."""
    units = [
        {"id": "25Pz", "side": "german", "kind": "panzer", "class": "mechanized", "attack": 6, "defense": 5, "steps": 4, "at": "3316"},
        {"id": "11R", "side": "soviet", "kind": "rifle", "class": "non_mechanized", "attack": 3, "defense": 4, "steps": 2, "at": "3315"},
    ]
    situation = {"turn": 6, "weather": "frost", "phase": "german combat 1", "active": "german", "units": units, "hexes": {"3315": {"terrain": "clear"}}}
    for text in ("25Pz attacks 3315 using 40 factors", "25Pz attacks 3315 with a strength of 40", "25Pz ataca 3315 con 40 factores"):
        record = heard("fpa", {"situation": situation, "id": "amounts"}, text)[1]
        assert (record.problem is not None and not record.rulings or record.wrong) and taken_as(record) is None, text
