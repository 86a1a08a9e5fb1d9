"""The program's advice works: what an open ruling asks for can be typed, settles what it asks for, and gives the outcome that was announced.

Facts are taken out of the cases at random (one, two, three at once).  `python -m tests.test_advice [book…]` tries them all and lists
what fails, by kind (`--write` writes tests/advice_open.txt anew); the suite tries a sample.
"""

from __future__ import annotations

import copy
import random
import sys
from collections import Counter, defaultdict
from collections.abc import Iterator
from typing import Any

import pytest

from adjudicator.book import InputError
from adjudicator.files.fault import Broken
from adjudicator.ground.facts import DICE, span
from adjudicator.ground.ruling import UNDETERMINED, Need, Ruling
from adjudicator.ground.situation import Situation
from adjudicator.language import NotUnderstood
from adjudicator.play.game import Game
from adjudicator.play.referee import NoSuchAct
from adjudicator.say.words import Say
from tests.conftest import BOOKS, ROOT, Part, Refused, cases, heard, partly, rulebook

REFUSALS = (NotUnderstood, NoSuchAct, InputError, Refused, Broken)
OPEN = ROOT / "tests" / "advice_open.txt"
SAMPLE = 60  # positions tried of each book in the suite
ROUNDS = 8  # questions answered one after the other before a ruling has to be closed
MOST = 5  # facts asked for at once
VALUES = 10  # outcomes listed of one fact
KEEP = frozenset(("rulebook", "assume", "unknown", "options", "units_complete", "title", "scenario", "edition", "pending"))


class Unheard(AssertionError):
    """A sentence that was recommended and is refused."""


Fault = tuple[str, str, str]  # kind, fact, what


def parts(situation: dict[str, Any]) -> list[tuple[Any, ...]]:
    """The facts of a situation that can be left out, as ways to them."""
    found: list[tuple[Any, ...]] = []
    for head, content in situation.items():
        if head in KEEP:
            continue
        if isinstance(content, list) and all(isinstance(thing, dict) for thing in content):
            found += [(head, number, key) for number, thing in enumerate(content) for key in thing if key not in ("id", "kind", "side")]
        elif isinstance(content, dict):
            found += [(head, key) for key in content]
            found += [(head, key, fact) for key, facts in content.items() if isinstance(facts, dict) for fact in facts]
        else:
            found.append((head,))
    return found


def without(situation: dict[str, Any], ways: list[tuple[Any, ...]]) -> dict[str, Any]:
    """The situation without these facts."""
    left = copy.deepcopy(situation)
    for *road, last in ways:
        place: Any = left
        for key in road:
            place = place.get(key) if isinstance(place, dict) else place[key]
            if place is None:
                break
        else:
            place.pop(last, None)
    return left


def tries(name: str, seed: str = "advice") -> list[tuple[dict[str, Any], list[tuple[Any, ...]]]]:
    """Every case as it is, and with one, two and three facts left out."""
    drawn = random.Random(f"{seed} {name}")
    found: list[tuple[dict[str, Any], list[tuple[Any, ...]]]] = []
    for case in cases(name):
        ways = parts(case["situation"] or {})
        found.append((case, []))
        found += [(case, drawn.sample(ways, count)) for count in (1, 2, 3) if len(ways) >= count]
    return found


def rulings_of(name: str, case: dict[str, Any], situation: dict[str, Any], typed: list[str]) -> list[Ruling]:
    """The rulings on a case behind these sentences; raises what was wrong with one of them."""
    book = rulebook(name)
    game = Game(book, Situation(book, copy.deepcopy(situation)), full=True)
    for sentence in typed:
        try:
            heard(game, sentence)
        except REFUSALS as error:
            raise Unheard(sentence) from error
    return heard(game, case["declaration"]["en"], tuple(case.get("rolls") or ()))


def values_of(need: Need) -> list[tuple[str, dict[str, Any]]]:
    """Each value that can be typed, with the outcome that was announced: of a range its ends."""
    found = []
    for name, outcome in need.outcomes.items():
        ends = span(name)
        found += [(str(end), outcome) for end in dict.fromkeys(ends) if end is not None] if ends is not None else [(name, outcome)]
    return found


def differs(ruling: Ruling, outcome: dict[str, Any]) -> str:
    """What of an announced outcome has not come."""
    got = ruling.values()
    for key, value in outcome.items():
        if key == "rules":
            continue
        if key == "verdict" and ruling.verdict != value and value != UNDETERMINED:  # left open: told, the fact is looked at more deeply than tried
            return f"verdict {value} announced, {ruling.verdict} came"
        told = "answer" in outcome or "answer" not in got  # of a question its answer is told, and no number of the act that it is about
        if key not in ("verdict", "rules") and told and got.get(key) != value and outcome.get("verdict") != "illegal":
            return f"{key}: {value} announced, {got.get(key)} came"
    return ""


def faults_of(name: str, case: dict[str, Any], ways: list[tuple[Any, ...]]) -> Iterator[Fault]:
    """What is wrong with what a position is asked for."""
    situation = without(case["situation"] or {}, ways)
    try:
        rulings = rulings_of(name, case, situation, [])
    except REFUSALS:
        return
    except Exception as error:
        yield "crash", "", f"{type(error).__name__}: {error}"
        return
    for number, ruling in enumerate(rulings):
        if ruling.verdict != UNDETERMINED:
            continue
        if not ruling.needs:
            yield "asks for nothing", "", ruling.text
            return
        if len(ruling.needs) > MOST:
            yield "asks for too much", "", ", ".join(need.fact for need in ruling.needs)
        yield from of_needs(name, case, situation, ruling, number)
        yield from endless(name, case, situation, number)
        return


def of_needs(name: str, case: dict[str, Any], situation: dict[str, Any], ruling: Ruling, number: int) -> Iterator[Fault]:
    say = Say("en", rulebook(name))
    for place, need in enumerate(ruling.needs[:MOST]):
        if need.fact == DICE:
            continue
        if len(need.outcomes) > VALUES and all(name.lstrip("-").isdigit() or span(name) for name in need.outcomes):
            yield "long list", need.fact, ", ".join(need.outcomes)
        for value, outcome in values_of(need) or [(say.example(need), {})]:
            sentence = say.typed(need.fact, value)
            if "…" in sentence:  # nothing is recommended: a whole printed table is not typed in a line
                continue
            try:
                after = rulings_of(name, case, situation, [sentence])
            except Unheard as error:
                yield "not understood", need.fact, f"{sentence}: {error}"
                break
            except REFUSALS:  # with this value the entry itself can't be judged: no dice are thrown, the unit stands elsewhere
                continue
            except Exception as error:
                yield "crash", need.fact, f"{sentence}: {type(error).__name__}: {error}"
                break
            if number >= len(after):
                continue  # the act became another one
            if any(other.fact == need.fact for other in after[number].needs):
                yield "asked again", need.fact, sentence
                break
            if outcome.get("verdict") == UNDETERMINED and "=" not in sentence:
                continue  # the plain sentence says more than the fact: a hex of a terrain has no features
            if place == 0 and outcome and (wrong := differs(after[number], outcome)):
                yield "another outcome", need.fact, f"{sentence}: {wrong}"
                break


def endless(name: str, case: dict[str, Any], situation: dict[str, Any], number: int) -> Iterator[Fault]:
    """Answers what is asked for first, again and again: it must come to an end, and no question come twice."""
    say = Say("en", rulebook(name))
    typed: list[str] = []
    asked: list[str] = []
    for _ in range(ROUNDS):
        try:
            rulings = rulings_of(name, case, situation, typed)
        except Exception:
            return  # of_needs tells
        ruling = rulings[number] if number < len(rulings) else None
        need = next((need for need in ruling.needs if need.fact != DICE), None) if ruling is not None and ruling.verdict == UNDETERMINED else None
        if need is None or need.fact.endswith(".at"):
            return  # a place that is only an example leads anywhere
        if need.fact in asked:
            yield "asked twice", need.fact, "; ".join(typed)
            return
        asked.append(need.fact)
        typed.append(say.typed(need.fact, say.example(need)))
    yield "no end", "", "; ".join(typed)


@partly(8, slow=True)
@pytest.mark.parametrize("name", BOOKS)
def test_what_is_asked_for_can_be_answered(name: str, part: Part) -> None:
    """Of those that fail, tests/advice_open.txt lists book, kind and fact; the list may only get shorter."""
    listed = {tuple(line.split("\t")) for line in OPEN.read_text(encoding="utf-8").splitlines()}
    chosen = random.Random(name).sample(tries(name), SAMPLE)
    found = [(case["id"], ways, fault) for case, ways in part(chosen) for fault in faults_of(name, case, ways)]
    assert [fault for fault in found if (name, fault[2][0], about(fault[2][1])) not in listed] == []


def about(fact: str) -> str:
    """The kind of fact, whatever thing it is a fact of."""
    return fact.partition("[")[0] + fact.rpartition("]")[2] if "[" in fact else fact


def main(names: list[str]) -> None:
    found: set[str] = set()
    for name in [name for name in names if name in BOOKS] or BOOKS:
        kinds: Counter[tuple[str, str]] = Counter()
        examples: dict[tuple[str, str], list[str]] = defaultdict(list)
        chosen = tries(name)
        for case, ways in chosen:
            for kind, fact, what in faults_of(name, case, ways):
                key = (kind, about(fact))
                kinds[key] += 1
                examples[key].append(f"{case['id']} {ways}: {fact} {what}")
        print(f"{name}: {len(chosen)} positions, {sum(kinds.values())} faults", flush=True)
        for key, count in kinds.most_common():
            print(f"  {count:5} {key[0]:18} {key[1]:28} {examples[key][0][:300]}")
            found.add(f"{name}\t{key[0]}\t{key[1]}\n")
    if "--write" in names:
        OPEN.write_text("".join(sorted(found)), encoding="utf-8")


if __name__ == "__main__":
    main(sys.argv[1:])
