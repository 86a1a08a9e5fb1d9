"""Pictures: each hex and unit once, what a ruling was about as it was ruled, slips of a map, nothing raw, a page that holds together."""

from __future__ import annotations

import json
import re
import shutil
import tempfile
import xml.etree.ElementTree as ET
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner
from hypothesis import given, settings
from hypothesis import strategies as st

from adjudicator.book.situations import of_data
from adjudicator.commands.cli import main
from adjudicator.draw.letters import Letters
from adjudicator.draw.page import position_page
from adjudicator.draw.scene import Scene
from adjudicator.draw.subject import Subject, Watch, subject_of
from adjudicator.draw.svg import Svg, pieces
from adjudicator.files.places import LANGUAGES
from adjudicator.ground.ruling import Ruling
from adjudicator.ground.situation import Situation
from adjudicator.play.game import Game
from adjudicator.say.output import shown
from tests.conftest import BOOKS, ROOT, Part, cases, partly, rulebook

SVG = "{http://www.w3.org/2000/svg}"
EXAMPLES = ROOT / "examples"
LOGS = [*sorted(EXAMPLES.rglob("*.log")), ROOT / "docs" / "pictures" / "game.log"]
SAMPLE = 23  # of so many cases one is drawn where not all are
CHROMIUM = next(filter(None, map(shutil.which, ("chromium", "chromium-browser", "google-chrome"))), None)


def marks(tree: ET.Element, name: str) -> list[str]:
    return [element.attrib[f"data-{name}"] for element in tree.iter() if f"data-{name}" in element.attrib]


def position_of(name: str, case: dict[str, Any]) -> Situation:
    return of_data(rulebook(name), case["situation"], case["id"])


def ruled(name: str, case: dict[str, Any]) -> Iterator[tuple[Ruling, Situation]]:
    """The rulings of a case, each with the position that it was made in."""
    game = Game(rulebook(name), position_of(name, case), False)
    watch = Watch(game)
    for ruling in game.hear(case["declaration"]["en"], case.get("rolls") or ()).rulings:
        yield ruling, watch.before(ruling)


def check_whole(scene: Scene, text: str) -> None:
    """A picture is XML, and shows each hex, each unit and each marker that is on the map once."""
    tree = ET.fromstring(text)
    assert tree.tag == f"{SVG}svg"
    assert Counter(marks(tree, "hex")) == Counter(scene.spots.keys())
    units = Counter("?" if unit.known("hidden") is True else unit.id for unit in scene.position.units.values() if on_map(scene, unit.place))
    assert Counter(marks(tree, "unit")) == units
    assert Counter(marks(tree, "marker")) == Counter(marker.id for marker in scene.position.markers.values() if on_map(scene, marker.place))
    named = {element.attrib["id"] for element in tree.iter() if "id" in element.attrib}
    assert {element.attrib["href"][1:] for element in tree.iter() if "href" in element.attrib} <= named


def on_map(scene: Scene, place: str | None) -> bool:
    return place is not None and all(map(scene.grid.valid, place.split("/")))


def check_ruled(ruling: Ruling, subject: Subject, before: Situation) -> None:
    """What is drawn is what was ruled."""
    data = subject.data()
    assert json.loads(json.dumps(data)) == data
    for name in ("cut_by", "retreats", "targets"):
        listed = ruling.computed.get(name)
        if isinstance(listed, list) and listed and all(map(before.grid.valid, listed)):
            assert set(listed) <= subject.marks.keys()
    costs = [ledger for name, ledger in ruling.ledgers.items() if name.partition(" ")[0] == "cost"]
    for way in subject.ways:
        assert len(way.hexes) > 1 and all(map(before.grid.valid, way.hexes))
        if way.role == "attack":
            assert way.hexes[0] in {unit.place for unit in before.units.values()}
        elif way.costs and any(way.costs) and len(costs) == 1 and all("hex" in entry.slots for entry in costs[0]):
            priced = {entry.slots["hex"] for entry in costs[0]}
            if len(set(way.hexes)) == len(way.hexes) and priced <= set(way.hexes[1:]):
                assert sum(map(frac, filter(None, way.costs))) == costs[0].total
    if ruling.kind == "move" and ruling.verdict == "legal":
        ends = {effect["at"] for effect in ruling.effects if "unit" in effect and "at" in effect and before.grid.valid(effect["at"])}
        assert ends <= {way.hexes[-1] for way in subject.ways} | {unit.place for unit in before.units.values()}


def frac(text: str) -> Any:
    from fractions import Fraction

    return Fraction(text)


def draw_case(name: str, case: dict[str, Any], lang: str) -> None:
    book, position = rulebook(name), position_of(name, case)
    scene = Scene(book, position, lang)
    if scene.spots:
        check_whole(scene, Svg(scene).picture())
    for ruling, before in ruled(name, case):
        subject = subject_of(ruling, book, before)
        check_ruled(ruling, subject, before)
        scene = Scene(book, before, lang, subject.hexes())
        if not scene.spots:
            continue
        text = Svg(scene).picture(subject, pieces(scene, subject))
        check_whole(scene, text)
        assert marks(ET.fromstring(text), "way") == ["-".join(way.hexes) for way in subject.ways]
        Letters(scene, subject, pieces(scene, subject)).text()


@partly()
@pytest.mark.parametrize("name", BOOKS)
def test_cases_are_drawn(name: str, part: Part) -> None:
    for number, case in part(enumerate(cases(name)[::SAMPLE])):
        draw_case(name, case, LANGUAGES[number % 2])


@partly(8, quick=False)
@pytest.mark.parametrize("name", BOOKS)
def test_more_cases_are_drawn(name: str, part: Part) -> None:
    """Every third: most positions of a book are alike."""
    for case in part(cases(name)[::3]):
        draw_case(name, case, "en")


def test_drawing_takes_nothing_for_granted() -> None:
    """To draw is to look: neither the position nor what it assumed changes."""
    for case in cases("pd")[:40]:
        position = position_of("pd", case)
        before = repr(position.assumed), repr({unit.id: unit.known_facts() for unit in position.units.values()})
        Svg(Scene(rulebook("pd"), position, "en")).picture()
        assert before == (repr(position.assumed), repr({unit.id: unit.known_facts() for unit in position.units.values()}))


# ---- what a ruling was about ------------------------------------------------------------------------------------------------
def about(name: str, situation: dict[str, Any], text: str) -> Subject:
    case = {"id": "x", "situation": {"rulebook": name, **situation}, "declaration": {"en": text}}
    ruling, before = list(ruled(name, case))[-1]
    return subject_of(ruling, rulebook(name), before)


MOVE = {
    "turn": 5, "weather": "frost", "phase": "german movement 1", "active": "german", "restricted_area": [],
    "hexes": {name: {"terrain": "clear"} for name in ("3010", "3011", "3012", "3013", "3110", "3111", "3112", "2911", "2912", "2910")},
    "hexsides": {"3010/3011": [], "3011/3012": [], "3012/3013": []},
    "units": [
        {"id": "68Inf", "side": "german", "kind": "infantry", "class": "non_mechanized", "size": "division", "attack": 2, "defense": 2, "at": "3010"},
        {"id": "47R", "side": "soviet", "kind": "rifle", "class": "non_mechanized", "size": "corps", "attack": 4, "defense": 4, "steps": 2, "at": "3113"},
    ],
}  # fmt: skip


def test_the_way_with_its_costs_and_the_zones_of_the_enemy() -> None:
    subject = about("fpa", MOVE, "68Inf moves 3011-3012")
    assert [(way.role, way.hexes, way.costs) for way in subject.ways] == [("move", ("3010", "3011", "3012"), ("1", "1"))]
    assert {name for name, found in subject.marks.items() if any(mark.what == "zone" for mark in found)} >= {"3112", "3013"}
    assert not any(mark.what == "zone" for mark in subject.marks.get("3010", ()))


def test_attackers_and_target() -> None:
    subject = about("fpa", {**MOVE, "phase": "german combat 1", "units": [*MOVE["units"][:1], {**MOVE["units"][1], "at": "3011"}]}, "68Inf attacks 3011")
    assert [way[:2] for way in subject.ways] == [("attack", ("3010", "3011"))]
    assert subject.units == {"68Inf": "attack"} and subject.data()["target"] == ["3011"]


def test_what_is_asked_for_is_marked() -> None:
    subject = about("fpa", {**MOVE, "hexes": {"3010": {"terrain": "clear"}}, "hexsides": {}}, "68Inf moves 3011")
    assert subject.sides == ["3010/3011"] or subject.data().get("asked")


def test_where_a_unit_can_go_with_what_it_costs() -> None:
    subject = about("fpa", {**MOVE, "assume": "defaults"}, "Where can 68Inf go?")
    reach = subject.data()["reach"]
    assert reach["3011"] == "1" and "3010" not in reach and max(map(int, reach.values())) == 9
    for hex_ in list(reach)[:12]:  # the same price as that of the move itself
        case = {"id": "x", "situation": {"rulebook": "fpa", **MOVE, "assume": "defaults"}, "declaration": {"en": f"68Inf moves to {hex_}"}}
        ruling, _ = list(ruled("fpa", case))[-1]
        assert str(ruling.computed["cost"]) == reach[hex_]


@pytest.mark.parametrize(("name", "kind"), [("pd", "retreats"), ("ocs", "retreats")])
def test_retreats_stand_in_the_order_of_the_rules(name: str, kind: str) -> None:
    """What is open has a rank, what stands behind it a worse one."""
    seen = 0
    for case in (case for case in cases(name) if "retreat" in case["declaration"]["en"] and case["declaration"]["en"].endswith("?")):
        for ruling, before in ruled(name, case):
            ranks = ruling.computed.get("_ranks")
            if ruling.kind != kind or not ranks:
                continue
            seen += 1
            subject = subject_of(ruling, rulebook(name), before)
            marked = {mark.what for found in subject.marks.values() for mark in found if mark.what in ("retreat", "behind")}
            best = [ranks[way] for way in ruling.computed["retreats"]]
            assert best == sorted(best) and best[0] == 1
            assert marked == {"retreat"} | ({"behind"} if len(ranks) > len(best) else set())
    assert seen


def test_what_cuts_a_line() -> None:
    case = next(case for case in cases("fpa") if case["id"] == "fpa-x-8.2-10")
    ruling, before = list(ruled("fpa", case))[-1]
    subject = subject_of(ruling, rulebook("fpa"), before)
    assert subject.data()["cut"] == ruling.computed["cut_by"] and subject.units == {"47R": "line"}


# ---- slips ------------------------------------------------------------------------------------------------------------------
def odd(name: str, situation: dict[str, Any]) -> list[tuple[str, tuple[str, ...]]]:
    book = rulebook(name)
    scene = Scene(book, Situation(book, situation), "en")
    if scene.spots:
        picture = ET.fromstring(Svg(scene).picture())
        assert {found.key for found in scene.odd} == set(marks(picture, "odd"))
    for found in scene.odd:
        for lang in LANGUAGES:
            assert "{" not in Scene(book, Situation(book, situation), lang).told(found)
    return [(found.key, found.hexes) for found in scene.odd]


def field(columns: range, rows: range, terrain: str = "clear") -> dict[str, dict[str, Any]]:
    return {f"{column:02d}{row:02d}": {"terrain": terrain} for column in columns for row in rows}


RING = ["1009", "1110", "1111", "1011", "0911", "0910"]  # round 1010, in order


def test_a_river_that_goes_round_has_no_loose_end() -> None:
    sides = {f"1010/{name}" if name > "1010" else f"{name}/1010": ["river"] for name in RING}
    hexes = field(range(8, 14), range(8, 14))
    assert odd("fpa", {"hexes": hexes, "hexsides": sides}) == []


@settings(max_examples=12)
@given(st.sets(st.integers(0, 5), min_size=1, max_size=5))
def test_a_river_that_ends_in_nothing_is_seen(gaps: set[int]) -> None:
    """Take sides out of a river that goes round a hex: each run that is left has two loose ends."""
    left = [number for number in range(6) if number not in gaps]
    runs = sum((number + 1) % 6 in gaps for number in left)
    sides = {f"1010/{name}" if name > "1010" else f"{name}/1010": ["river"] for number, name in enumerate(RING) if number in left}
    found = odd("fpa", {"hexes": field(range(8, 14), range(8, 14)), "hexsides": sides})
    assert [key for key, _ in found] == ["loose_end"] * 2 * runs


def test_many_slips_of_one_kind_are_counted() -> None:
    book = rulebook("fpa")
    sides = {f"10{row:02d}/10{row + 1:02d}": ["river"] for row in range(8, 24, 2)}
    scene = Scene(book, Situation(book, {"hexes": field(range(8, 14), range(7, 27)), "hexsides": sides}), "en")
    assert len(scene.odd) == 16 and len(scene.oddities()) == 6 and "11 more" in scene.oddities()[-1]


def test_a_river_may_end_in_water_and_at_the_edge_of_what_is_known() -> None:
    hexes = field(range(8, 14), range(8, 14))
    assert odd("pd", {"hexes": {**hexes, "0810": {"terrain": "water"}}, "hexsides": {"0911/1011": ["minor_river"]}})
    assert not odd("pd", {"hexes": {**hexes, "1010": {"terrain": "water"}, "0912": {"terrain": "water"}}, "hexsides": {"0911/1011": ["minor_river"]}})
    assert not odd("fpa", {"hexes": {"1010": {"terrain": "clear"}, "1011": {"terrain": "clear"}}, "hexsides": {"1010/1011": ["river"]}})


def test_hexsides_between_hexes_that_do_not_touch() -> None:
    """Of a map whose offset is not printed the loader cannot know; the picture shows it, and whether the other offset would mend it."""
    assert ("not_neighbours", ("2010", "2310")) in odd("gdp", {"hexsides": {"2010/2310": ["river"], "2010/2011": []}})
    mixed = odd("gdp", {"hexsides": {"2010/2110": [], "2012/2112": [], "2014/2115": [], "2010/2109": []}})
    assert [key for key, _ in mixed] == ["not_neighbours", "other_numbering"]


def test_words_that_nobody_described() -> None:
    found = odd("bcs", {"hexes": {"10.10": {"terrain": "mud"}}, "hexsides": {"10.10/10.11": ["moat"]}})
    assert found == [("strange_terrain", ("10.10",)), ("strange_hexside", ("10.10", "10.11"))]


def test_units_far_from_all_that_was_typed_and_two_numberings() -> None:
    unit = {"id": "68Inf", "side": "german", "at": "4020"}
    assert odd("fpa", {"hexes": field(range(8, 13), range(8, 12)), "units": [unit]}) == [("off_the_map", ("4020",))]
    assert [key for key, _ in odd("fpa", {"hexes": {**field(range(8, 12), range(8, 10)), **field(range(30, 34), range(20, 22))}})] == ["parts"]


FAULTS: list[tuple[dict[str, Any], tuple[str, ...]]] = [  # what is typed wrongly, and the hexes to look at
    ({"hexes": {"9999": {"terrain": "clear"}}}, ()),
    ({"hexes": {"2119": {"terrain": "mud"}}}, ("2119",)),
    ({"hexes": {"2117": {"terrain": "clear", "features": ["twon"]}}}, ("2117",)),
    ({"hexsides": {"2119/2121": ["river"]}}, ("2119", "2121")),
    ({"hexsides": {"2119/2120": ["rivr"]}}, ("2119", "2120")),
    ({"units": [{"id": "A", "side": "german", "kind": "panzr", "at": "2218"}]}, ("2218",)),
    ({"units": [{"id": "B", "side": "german", "at": "2218"}, {"id": "B", "side": "german", "at": "2217"}]}, ("2217",)),
    ({"markers": [{"kind": "KG", "color": "red", "at": "2218"}]}, ("2218",)),
    ({"phase": "lunch"}, ()),
]


@settings(max_examples=12)
@given(st.sets(st.integers(0, len(FAULTS) - 1), min_size=1, max_size=4))
def test_a_map_typed_in_wrongly_is_drawn_and_its_faults_are_ringed(chosen: set[int]) -> None:
    """Each fault names its file and line, its hexes have a ring or a sign, what is right is drawn, and the exit code is that of a broken file."""
    data: dict[str, Any] = {"rulebook": "fpa", "hexes": {"2010": {"terrain": "woods"}}}
    for number in chosen:
        for key, content in FAULTS[number][0].items():
            if isinstance(content, dict):
                data.setdefault(key, {}).update(content)
            else:
                data[key] = [*data.get(key, []), *content] if isinstance(content, list) else content
    with tempfile.TemporaryDirectory() as folder:
        path, picture = Path(folder) / "map.yaml", Path(folder) / "map.svg"
        path.write_text(json.dumps(data, indent=1), encoding="utf-8")
        told = CliRunner().invoke(main, ["draw", str(path)])
        done = CliRunner().invoke(main, ["draw", str(path), "-o", str(picture)])
        assert told.exit_code == done.exit_code == 5
        tree = ET.fromstring(picture.read_text(encoding="utf-8"))
    assert "2010" in marks(tree, "hex") and told.output.count(f"LOOK: {path}:") == done.output.count(f"LOOK: {path}:") >= len(chosen)
    wrong = {hex_ for number in chosen for hex_ in FAULTS[number][1]}
    assert len(marks(tree, "odd")) >= len(wrong)
    for hex_ in wrong:
        assert re.search(rf"{hex_}.?!", told.output), hex_


def test_a_file_that_holds_no_position_is_told_and_not_drawn(tmp_path: Path) -> None:
    for name, text in (("a", "rulebook: fpa\nhexes: ["), ("b", "- 1\n"), ("c", "rulebook: fpa\nhexes: |\n  2119\n")):
        path = tmp_path / f"{name}.yaml"
        path.write_text(text, encoding="utf-8")
        done = CliRunner().invoke(main, ["draw", str(path), "-o", str(tmp_path / "map.svg")])
        assert done.exit_code == 5 and f"{path}:" in done.output
        assert not (tmp_path / "map.svg").exists()


@pytest.mark.parametrize("name", ["fpa", "gdp", "bcs"])
def test_a_map_of_one_letter_a_hex_has_its_numbers(name: str) -> None:
    """Every counter stands in the row and column whose numbers are those of its hex."""
    book = rulebook(name)
    places = ["12.12", "30.25", "25.18"] if name == "bcs" else ["1212", "3025", "2518"]
    units = [{"id": letter, "side": book.sides[0], "at": place} for letter, place in zip("ABC", places, strict=True)]
    lines = Letters(Scene(book, Situation(book, {"units": units}), "en"), None, (), (70, 90)).text().splitlines()
    columns = {match.start(): int(match[0]) for match in re.finditer(r"\d+", lines[0])}
    for letter, place in zip("ABC", places, strict=True):
        line = next(line for line in lines[1:] if letter in line[4:])
        at = line.index(letter, 4)
        number = columns.get(at) or columns[at - 2] + 1
        assert (number, int(line[:2])) == (int(place[:2]), int(place[-2:]))


# ---- nothing raw --------------------------------------------------------------------------------------------------------------
NASTY = [
    "<script>alert(1)</script>",
    "\x1b[31mred",
    "a\u202eb\u2066c",
    '"><svg onload=x>',
    "]]>",
    "\x00\x07",
    "&amp;",
    "{id}",
    "'; --",
    "\ud800",
    "e\u0301 \u2028",
]


@settings(max_examples=60)
@given(st.lists(st.one_of(st.sampled_from(NASTY), st.text(max_size=12)), min_size=3, max_size=3, unique=True))
def test_names_of_strangers_reach_nothing_raw(names: list[str]) -> None:
    book = rulebook("bcs")
    situation = {
        "hexes": {"10.10": {"terrain": names[0], "features": [names[1]], "name": names[2]}, "10.11": {"terrain": "open"}},
        "hexsides": {"10.10/10.11": [names[0]]},
        "units": [{"id": names[1], "side": "us", "at": "10.10", "av": names[0]}, {"id": names[2] + "2", "side": names[0], "at": names[1]}],
        "markers": [{"kind": names[0], "id": names[2], "at": "10.11"}],
    }  # fmt: skip
    scene = Scene(book, Situation(book, situation), "en")
    for text in (Svg(scene).picture(title=names[0]), position_page(book, Situation(book, situation), "en", names[1])):
        assert "<script" not in text and "onload=x>" not in text
        assert not re.search("[\x00-\x08\x0b-\x1f\x7f-\x9f\u202a-\u202e\u2066-\u2069\ud800-\udfff]", text)
    ET.fromstring(Svg(scene).picture(title=names[0]))
    letters = shown(Letters(scene).text())
    assert not re.search("[\x00-\x08\x0b-\x1f\x7f-\x9f\u202a-\u202e\u2066-\u2069]", letters)


# ---- large maps, letters ----------------------------------------------------------------------------------------------------
def test_a_map_of_9801_hexes() -> None:
    book = rulebook("ocs")
    position = Situation(book, {"hexes": field(range(1, 100), range(1, 100), "woods"), "hexsides": {"5050/5051": ["major_river"]}})
    scene = Scene(book, position, "en")
    text = Svg(scene).picture()
    assert len(scene.spots) == 9801 and Counter(marks(ET.fromstring(text), "hex")).most_common(1)[0][1] == 1
    assert len(text) < 4_000_000
    again = Scene(book, position.copy(), "en", ["5050"], scene)
    assert not again.fresh and again.spots is scene.spots
    lines = Letters(scene, None, (), (80, 24)).lines(False)
    assert max(map(len, lines)) <= 80 and len(lines) <= 24


@settings(max_examples=20)
@given(st.integers(20, 200), st.integers(10, 70))
def test_letters_fit_the_window(wide: int, high: int) -> None:
    book = rulebook("pd")
    position = pd_start()
    subject = Subject("legal")
    subject.mark(["1129"], "target")
    letters = Letters(Scene(book, position, "es"), subject, (), (wide, high))
    plain, colored = letters.lines(False), letters.lines(True)
    assert max(map(len, plain)) <= wide and len(plain) <= high
    bare = [re.sub("\x1b\\[[0-9;]*m", "", shown(line)).rstrip() for line in colored]
    assert bare == plain  # colour carries nothing alone
    assert "\x1b" not in "".join(plain)


def pd_start() -> Situation:
    from adjudicator.book import situations

    return situations.load(str(EXAMPLES / "pd" / "turn1.yaml"))[1].copy()


def test_letters_name_units_hexes_and_what_lies_between() -> None:
    from adjudicator.book import situations

    book, position = situations.load(str(EXAMPLES / "german-turn" / "start.yaml"))
    text = Letters(Scene(book, position, "en"), None, (), (200, None)).text()
    for word in ("2119", "9Mech 9-9", "16Pz 3-3", "371Inf +1", "≈", "river"):
        assert word in text, word


@pytest.mark.parametrize("wide", [40, 60, 80, 120])
def test_no_cost_is_cut_short_on_a_map_of_letters(wide: int) -> None:
    """What stands beside an arrow or a sign is the whole cost, or nothing."""
    book, cost = rulebook("pd"), "2½"
    position = Situation(book, {"hexes": {"1509": {"terrain": "clear"}, "1608": {"terrain": "swamp"}, "1609": {"terrain": "woods"}}})
    subject = Subject()
    subject.mark(["1608"], "reach", "5/2")
    subject.mark(["1609"], "retreat", "12")
    text = Letters(Scene(book, position, "en"), subject, (), (wide, 24)).text(legend=False)
    assert not re.search(r"\+2(?!½)|←1(?!2)|[^½]/2", text)
    assert cost in text or "+" in text
