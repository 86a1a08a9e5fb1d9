"""What has to hold for every case of every rulebook, whatever its rules say.

A case is judged once in each language, in one by the quick tests and in the other by the slow ones, and every question is put to those rulings.  All that
is wrong is told at once.
`python -m tests.test_cases [book…]` takes away every fact of every case, one after the other, and shuffles its words; the suite tries two facts of each.
"""

from __future__ import annotations

import copy
import json
import random
import re
import sys
import zlib
from collections.abc import Callable, Iterable, Iterator
from fractions import Fraction
from functools import partial, reduce
from operator import getitem
from pathlib import Path
from typing import Any

import pytest

from adjudicator.commands.conformance import compare, covers
from adjudicator.files.places import LANGUAGES
from adjudicator.ground.facts import InputError
from adjudicator.ground.ruling import ILLEGAL, LEGAL, UNDETERMINED, Ruling
from adjudicator.language import NotUnderstood
from adjudicator.play.referee import NoSuchAct, worst
from adjudicator.say.catalogue import catalogue
from adjudicator.say.json import as_json
from adjudicator.say.page import as_text
from adjudicator.say.words import Say
from tests.conftest import BOOKS, Part, Refused, cases, cases_by_id, every, hear, partly, rulebook

ALL = [(name, case["id"]) for name in BOOKS for case in cases(name)]
Situation = dict[str, Any]
Place = tuple[str | int, ...]


def find(name: str, id_: str) -> dict[str, Any]:
    return cases_by_id(name)[id_]


def judged(name: str, case: dict[str, Any], lang: str = "en", situation: Situation | None = None, full: bool = False) -> list[Ruling]:
    return hear(name, case["declaration"][lang], situation or case["situation"], tuple(case.get("rolls") or ()), full)


UNLIKE = frozenset((Path(__file__).parent / "sentences" / "open_cases.txt").read_text("utf-8").split())
"""Cases that are right in both languages while one of them tells back, or claims, what the other does not."""


SHUFFLED = frozenset(id_ for _, id_ in ALL if zlib.crc32(id_.encode()) % 16 == 0)
"""Cases of which the quick tests look whether the order of the position counts; of the others the slow ones do."""


LESSENED = frozenset(id_ for _, id_ in ALL if zlib.crc32(id_.encode()) >> 4 & 15 == 0)
"""Cases of which the quick tests take a fact away; of the others the slow and the long ones do."""


@every(ALL, 64, 0, 6)
def test_case_otherwise_told(name: str, id_: str) -> None:
    """The order of the other positions is no fact either, and a fact taken away turns no ruling round, nor a second one (`python -m tests.test_cases` takes
    away each of them)."""
    case = find(name, id_)
    places = drawn(id_, facts_of(name, case["situation"]))[id_ in LESSENED :]
    if id_ in SHUFFLED and not places:
        return
    told = judged(name, case, full=True)
    if id_ not in SHUFFLED:
        order_is_no_fact(name, case, told)
    left_standing(name, case, told, places)


def questioned(name: str, case: dict[str, Any], told: dict[str, list[Ruling]], more: Iterable[Callable[[], None]] = ()) -> None:
    """Rulings on a case in some language are right, every rule cited, and sound as JSON and as text; all that is wrong is told at once."""
    wrong = []
    questions = list(more)
    for lang, rulings in told.items():
        questions += [partial(right, name, case, rulings), partial(sound_json, name, rulings, lang), partial(sound_text, name, rulings, lang)]
    for question in questions:
        try:
            question()
        except AssertionError as error:
            wrong.append(str(error))
    assert wrong == []


def first_of(id_: str) -> tuple[str, str]:
    """The language in which the quick tests judge a case, and the other, drawn by its id."""
    first = zlib.crc32(id_.encode()) >> 8 & 1
    return LANGUAGES[first], LANGUAGES[1 - first]


@every(ALL, 96)
def test_case(name: str, id_: str) -> None:
    """Right in one language, drawn by its id, and no hostage to the order in which the position is listed, and not turned round by a fact taken away: one of
    every sixteenth case."""
    case, lang = find(name, id_), first_of(id_)[0]
    told = {lang: judged(name, case, lang, full=True)}
    questions: list[Callable[[], None]] = [partial(order_is_no_fact, name, case, told[lang], lang)] if id_ in SHUFFLED else []
    if id_ in LESSENED:
        questions.append(partial(left_standing, name, case, told[lang], drawn(id_, facts_of(name, case["situation"]))[:1], lang))
    questioned(name, case, told, questions)


@every(ALL, 96, 0, 96)
def test_case_in_the_other_language(name: str, id_: str) -> None:
    """Right in the other language too; of every third case, drawn by its id, the ruling is the same in both to the last number."""
    case = find(name, id_)
    lang, other = first_of(id_)
    told = {other: judged(name, case, other, full=True)}
    alike = zlib.crc32(id_.encode()) % 3 == 0 and id_ not in UNLIKE
    questioned(name, case, told, [lambda: same_ruling({**told, lang: judged(name, case, lang, full=True)})] if alike else [])


def right(name: str, case: dict[str, Any], rulings: list[Ruling]) -> None:
    """As the case expects, every rule number cited."""
    assert compare(case, rulings, worst(rulings), rulebook(name)) == {}
    cited = {number for ruling in rulings for number in ruling.cites}
    assert [number for number in case.get("rules") or () if not any(covers(other, number) for other in cited)] == []


def shape(rulings: list[Ruling]) -> Any:
    def plain(ruling: Ruling) -> Any:
        return ruling.kind, ruling.verdict, sorted(ruling.values().items(), key=str), sorted(ruling.cites), sorted(map(str, ruling.effects))

    return [plain(ruling) for ruling in rulings]


def same_ruling(told: dict[str, list[Ruling]]) -> None:
    """Both languages give the same ruling."""
    assert shape(told["en"]) == shape(told["es"])


def sound_json(name: str, rulings: list[Ruling], lang: str) -> None:
    """The JSON of the contract."""
    assert any(ruling.cites for ruling in rulings)
    for ruling in rulings:
        assert ruling.verdict != ILLEGAL or not ruling.act.slots.get("question"), "a question is answered, never judged"
        found = as_json(ruling, rulebook(name), lang)
        assert json.loads(json.dumps(found)) == found
        assert list(found)[:6] == ["rulebook", "edition", "declaration", "kind", "verdict", "findings"]
        assert found["verdict"] in (LEGAL, ILLEGAL, UNDETERMINED)
        assert all(finding["rule"] in found["cites"] and finding["text"] for finding in found["findings"])
        if found["verdict"] == ILLEGAL:
            assert any(finding["effect"] == "forbids" for finding in found["findings"])
        for ledger in found.values():
            if isinstance(ledger, dict) and "ledger" in ledger:
                assert Fraction(ledger["total"]) == sum(Fraction(entry["value"]) for entry in ledger["ledger"])
                assert all(entry["rule"] and entry["text"] for entry in ledger["ledger"])
        if "drms" in found:
            assert Fraction(str(found["drm"])) == sum(Fraction(str(row["by"])) for row in found["drms"])
        if "chances" in found.get("roll", {}):
            assert sum(Fraction(share) for share in found["roll"]["chances"].values()) == 1
        assert all(need["fact"] and need["text"] for need in found["needs"])


def sound_text(name: str, rulings: list[Ruling], lang: str) -> None:
    """The page: its verdict first, no hole, no line too long, no text that nobody wrote; what it asks for can be typed as it says."""
    book = rulebook(name)
    verdicts, core, own = catalogue(lang)["ruling"]["verdicts"], catalogue("en")["ruling"]["texts"], book.text_file("texts.yaml")
    for ruling in rulings:
        for explain in (False, True):
            text = as_text(ruling, book, lang, explain)
            answered = ruling.verdict == LEGAL and "answer" in ruling.computed
            behind = answered and text.startswith(verdicts[ruling.verdict])  # a question behind a deed has its own line
            assert text.split("\n")[1 if behind else 0].startswith(verdicts["answer" if answered else ruling.verdict])
            assert "\x1b" not in text
            assert not re.search(r"{\w+}", text), text
            assert ruling.text in text
            assert all(len(line) <= 100 or " " not in line.strip()[:60] for line in text.split("\n")[1:]), text
        say = Say(lang, book)
        wide = as_text(ruling, book, lang, width=500) if ruling.needs else ""
        for need in ruling.needs:
            typed = say.typed(need.fact, say.example(need))
            assert (f'"{typed}"' in wide) == ("…" not in typed) or need.outcomes  # a whole printed table is not typed in a line
        keys = [finding.key for _, finding in (*ruling.findings, *ruling.shifts, *ruling.drms, *ruling.warnings, *ruling.unused)]
        keys += [entry.key for ledger in ruling.ledgers.values() for entry in ledger]
        assert [key for key in keys if key and key not in own and key not in core] == []


def order_is_no_fact(name: str, case: dict[str, Any], first: list[Ruling], lang: str = "en") -> None:
    """The order in which units, hexes and hexsides are listed changes nothing."""
    other = copy.deepcopy(case["situation"])
    rng = random.Random(case["id"])
    for key in ("units", "markers"):
        if other.get(key):
            rng.shuffle(other[key])
    for key in ("hexes", "hexsides"):
        if isinstance(other.get(key), dict):
            pairs = list(other[key].items())
            rng.shuffle(pairs)
            other[key] = dict(pairs)
    if any("stack_position" in unit for unit in other.get("units") or ()):
        return
    second = judged(name, case, lang, other, full=True)
    assert [ruling.verdict for ruling in first] == [ruling.verdict for ruling in second]
    assert [comparable(ruling) for ruling in first] == [comparable(ruling) for ruling in second]


def comparable(ruling: Ruling) -> Any:
    def plain(value: Any) -> Any:
        return sorted(map(str, value)) if isinstance(value, list) else value

    return {key: plain(value) for key, value in ruling.values().items() if key != "answer"}


UNKNOWN = "unknown"


def facts_of(name: str, situation: Situation) -> Iterator[Place]:
    """Where in a position a terrain, hexside, printed value, distance or table entry is stated; none where things are assumed."""
    if "assume" in situation:
        return
    for key in situation.get("hexes") or {}:
        for fact in ("terrain", "features", "control", "captured_by_soviets_before"):
            if fact in (situation["hexes"][key] or {}):
                unsaid = fact == "features" and "terrain" not in situation["hexes"][key]
                yield ("hexes", key, fact) if fact != "features" or unsaid else (UNKNOWN, f"hexes[{key}].features")
    # where of a hexside of which nothing is said nothing is on it, not to state it states something
    for key in () if rulebook(name).facts["hexsides.features"].closed else situation.get("hexsides") or {}:
        yield "hexsides", key
    for index, unit in enumerate(situation.get("units") or ()):
        for fact in ("attack", "defense", "steps", "size", "max_steps", "ma", "artillery_range", "direct_range", "command_range"):
            if fact in unit:
                yield "units", index, fact
    for group in ("distance", "los"):
        for key in situation.get(group) or {}:
            yield group, key


def drawn(id_: str, places: Iterable[Place]) -> list[Place]:
    """Two of the facts of a case, by its id."""
    found = list(places)
    return random.Random(id_).sample(found, min(2, len(found)))


def lacking(situation: Situation, place: Place) -> Situation:
    """The position without what is stated there."""
    other = copy.deepcopy(situation)
    *way, last = place
    if way == [UNKNOWN]:
        other.setdefault(UNKNOWN, []).append(last)
    else:
        del reduce(getitem, way, other)[last]
    return other


SETTLED_BY_SILENCE = {  # the chart entry of this terrain is expressly unknown; a hex of no known terrain can be entered in this book
    ("bcs-1.9c-52", ("hexes", "10.12", "terrain")),
}


def left_standing(name: str, case: dict[str, Any], before: list[Ruling], places: Iterable[Place], lang: str = "en") -> None:
    """Whether the ruling still stands, or asks, without each of these facts: the same verdict and numbers, or open ones; never the opposite."""
    for fact in places:
        if (case["id"], fact) in SETTLED_BY_SILENCE:
            continue
        after = judged(name, case, lang, lacking(case["situation"], fact))
        verdict, was = worst(after), worst(before)
        assert verdict in (was, UNDETERMINED), (case["id"], fact, was, verdict)
        if was == LEGAL and verdict == LEGAL:
            for one, other in zip(before, after, strict=True):
                for key in ("odds", "column", "result", "modified"):
                    got = other.computed.get(key)
                    assert got is None or got == one.computed.get(key), (case["id"], fact, key)
        if verdict == UNDETERMINED and was != UNDETERMINED:
            assert any(ruling.needs for ruling in after), (case["id"], fact)


@partly()
@pytest.mark.parametrize("name", BOOKS)
def test_shuffled_words_never_break_it(name: str, part: Part) -> None:
    """Declarations with words swapped, dropped or doubled are judged or refused, never a crash; what is judged is cited."""
    shuffled(name, part(range(0, len(cases(name)), 48)))


@partly(6, quick=False)
@pytest.mark.parametrize("name", BOOKS)
def test_no_shuffled_words_break_it(name: str, part: Part) -> None:
    """As above, the words of one or two other cases for each of those (`python -m tests.test_cases` shuffles each case's)."""
    shuffled(name, part(range(4, len(cases(name)), 24)))


def shuffled(name: str, which: Iterable[int]) -> None:
    rng = random.Random(name)
    for case in (cases(name)[number] for number in which):
        for lang in ("en", "es"):
            words = case["declaration"][lang].split()
            rng.shuffle(words) if rng.random() < 0.3 else words.pop(rng.randrange(len(words)))
            if words and rng.random() < 0.3:
                words.insert(rng.randrange(len(words) + 1), rng.choice(words))
            try:
                rulings = hear(name, " ".join(words), case["situation"], tuple(case.get("rolls") or ()), full=False)
            except (NotUnderstood, NoSuchAct, InputError, Refused):
                continue
            for ruling in rulings:
                assert ruling.verdict in (LEGAL, ILLEGAL, UNDETERMINED)
                assert ruling.verdict != ILLEGAL or any(finding.effect == "forbids" for _, finding in ruling.findings)


@pytest.mark.parametrize("text", ["can KhG move to 3317?", "is it legal to move KhG to 3317?", "can KhG reach 3317?", "¿puede KhG mover a 3317?"])
def test_can_is_answered_and_never_illegal(text: str) -> None:
    """A static garrison does not move (2.7): the question is answered, whichever act or question of the book it comes to."""
    garrison = {"id": "KhG", "side": "german", "kind": "garrison", "class": "static", "attack": 2, "defense": 4, "steps": 2, "at": "3316"}
    position = {"turn": 6, "weather": "frost", "phase": "german movement 1", "active": "german", "hexes": {"3317": {"terrain": "clear"}}, "units": [garrison]}
    [ruling] = hear("fpa", text, position)
    assert (ruling.verdict, ruling.computed["answer"]) == (LEGAL, "no")
    assert "2.7" in ruling.cites


def main(names: list[str]) -> None:
    """Take away every fact of every case of these books, one after the other, and shuffle the words of each."""
    for name in names or BOOKS:
        taken = wrong = 0
        for case in cases(name):
            before = judged(name, case)
            for place in facts_of(name, case["situation"]):
                taken += 1
                try:
                    left_standing(name, case, before, [place])
                except AssertionError as error:
                    wrong += 1
                    print(f"  {str(error).splitlines()[0]}")
        shuffled(name, range(len(cases(name))))
        print(f"{name}: {taken} facts taken away, {wrong} rulings turned round", flush=True)


if __name__ == "__main__":
    main(sys.argv[1:])
