"""What holds of every ruling of every book, tried over all cases: a question changes nothing, a ruling names its rule, what was done is
remembered, a question is answered, and nothing is searched without end.

`python -m tests.test_right [book…]` counts what fails, by kind; the suite tries a part of the cases.
"""

from __future__ import annotations

import random
import sys
from collections import Counter, defaultdict
from collections.abc import Callable, Iterator
from typing import Any

import pytest

from adjudicator.book import InputError
from adjudicator.book.engine import Engine
from adjudicator.files.fault import Broken
from adjudicator.ground.declaration import Act
from adjudicator.ground.position import Position
from adjudicator.ground.ruling import ILLEGAL, LEGAL, UNDETERMINED
from adjudicator.ground.situation import Situation
from adjudicator.language import NotUnderstood
from adjudicator.log.reader import STATE, Record
from adjudicator.play.game import Game
from adjudicator.play.lines import Line
from adjudicator.play.referee import ASKS, DOES, NoSuchAct, is_supposed
from adjudicator.say.pieces import heading
from tests.conftest import BOOKS, Part, Refused, cases, heard, partly, rulebook
from tests.test_advice import parts, without

REFUSALS = (NotUnderstood, NoSuchAct, InputError, Refused, Broken)
REPLAYS = 2_500  # of one ruling, the questions that it asks itself included
SAMPLE = 80
PART = 4  # of so many cases one is drawn for the suite, by each property another one

Fault = tuple[str, str]  # kind, what

# Deeds that change nothing: a claim, a look, something that is let be, a roll that comes to nothing.
CLAIMS = frozenset(("trace", "trace_msr", "safe_path", "claim_exemption", "claim_prep_def", "vp_hex", "penalty", "defend_with", "ignore", "odds_told"))
LOOKS = frozenset(("inspect", "look", "end_phase", "setup", "stack_order", "chits", "announce", "use_support"))
LET_BE = frozenset(
    ("stay", "delay", "call_off", "decline_advance", "accept_fail", "nobody", "wait_off_map", "prep_def", "trains_flip", "stop_drawing", "orders")
)
ROLLS = frozenset(("fatigue", "preparation", "resolve", "take_result", "roll_points", "first_player", "jump_roll", "cup", "move"))
ALREADY_SO = frozenset(("lost_chit", "odds_told"))  # the loss of the HQ takes its chit along; odds that are told are compared
NO_TRACE = CLAIMS | LOOKS | LET_BE | ROLLS | ALREADY_SO
OF_THE_DEAD = frozenset(("roll_return", "wait_off_map", "to_track"))


def dump(position: Position) -> Any:
    """Everything that a position holds, to be compared."""
    things = {group: {id_: _plain(thing.facts) for id_, thing in getattr(position, group).items()} for group in ("units", "markers", *position.lists)}
    places = {group: {name: _plain(getattr(position, group)[name].facts) for name in getattr(position, group)} for group in ("hexes", "hexsides")}
    history = {id_: [_plain(act) for act in acts] for id_, acts in dict.items(position.history) if acts}
    return things, places, history, _plain(position.facts), position.gone_perhaps(), _plain(position.options)


def _plain(content: Any) -> Any:
    if isinstance(content, dict):
        return {key: _plain(value) for key, value in dict.items(content) if key != "rolls"}
    if isinstance(content, (list, tuple)):
        return [_plain(value) for value in list.__iter__(content)] if isinstance(content, list) else [_plain(value) for value in content]
    return content


def game_of(name: str, case: dict[str, Any], situation: dict[str, Any] | None = None) -> Game:
    book = rulebook(name)
    return Game(book, Situation(book, case["situation"] or {} if situation is None else situation), full=False)


def rolls(case: dict[str, Any]) -> tuple[int, ...]:
    return tuple(case.get("rolls") or ())


def as_asked(game: Game, case: dict[str, Any]) -> Line:
    """The sentences of a case, each of its acts asked about."""
    line = game.line(case["declaration"]["en"])
    for sentence in line.sentences:
        for part in sentence:
            if isinstance(part, Act):
                part.slots["question"] = True
    return line


def natures(game: Game, line: Line) -> set[str]:
    return {game.referee.nature(act) for act in line.acts}


# ---- a question changes nothing --------------------------------------------------------------------------------------------
def questions_that_change(name: str, case: dict[str, Any]) -> Iterator[Fault]:
    """The position before and behind the declaration as a question, or as it is if it is one."""
    game = game_of(name, case)
    line = game.line(case["declaration"]["en"])
    if any(not isinstance(part, Act) for part in line.parts) or any(is_supposed(act) for act in line.acts):
        return  # facts are stated, and stay
    if natures(game, line) != {ASKS}:
        if len(line.acts) != 1 or natures(game, line) != {DOES}:
            return
        line = as_asked(game, case)
    before = dump(game.situation)
    try:
        record = Record(0, "", STATE)
        game.pool += rolls(case)
        game.play(record, line)
    except REFUSALS:
        return
    after = dump(game.situation)
    if before != after:
        yield "changed", next(f"{one} -> {other}"[:300] for one, other in zip(before, after, strict=True) if one != other)


# ---- no ruling without a rule ----------------------------------------------------------------------------------------------
def without_a_rule(name: str, case: dict[str, Any]) -> Iterator[Fault]:
    game = game_of(name, case)
    for ruling in heard(game, case["declaration"]["en"], rolls(case)):
        act = ruling.act
        if ruling.verdict == LEGAL and not ruling.cites:
            yield f"no number: {ruling.kind}", ruling.text
        if ruling.verdict == ILLEGAL and not any(finding.effect == "forbids" and rule for rule, finding in ruling.findings):
            yield f"no reason: {ruling.kind}", ruling.text
        if ruling.verdict == UNDETERMINED and not ruling.needs:
            yield f"nothing asked: {ruling.kind}", ruling.text
        if act is not None and ruling.verdict == LEGAL and game.referee.nature(act) == DOES:
            dead = [unit for unit in act.slots.get("units") or () if unit in (case["situation"] or {}).get("eliminated", ())]
            if dead and ruling.kind not in OF_THE_DEAD and not any(effect.get("unit") in dead for effect in ruling.effects):
                yield f"done by the dead: {ruling.kind}", ruling.text


def without_a_number(name: str, case: dict[str, Any]) -> Iterator[Fault]:
    """What is told as legal or illegal cites a number, also of each sentence of a case said alone, in both languages."""
    for text in case["declaration"].values():
        for said in dict.fromkeys((text, *text.split(";"))):
            game = game_of(name, case)
            game.trying = True
            game.pool += rolls(case)
            try:
                record = game.hear(said.strip())
            except REFUSALS:
                continue
            for ruling in record.loud(rulebook(name)):
                if heading(ruling, rulebook(name)) in (LEGAL, ILLEGAL) and not ruling.cites:
                    yield f"no number: {ruling.kind}", f"{ruling.verdict} {said}"


def without_a_subject(name: str, case: dict[str, Any]) -> Iterator[Fault]:
    """A deed whose doers are not told is refused, or finds them itself: it is never legal by no rule."""
    game = game_of(name, case)
    line = game.line(case["declaration"]["en"])
    if len(line.acts) != 1 or natures(game, line) != {DOES} or not line.acts[0].slots.get("units"):
        return
    slots = line.acts[0].slots
    whole = dict(slots)
    del slots["units"]
    record = Record(0, "", STATE)
    game.trying = True  # the line as it is, not what else it may have meant
    game.pool += rolls(case)
    try:
        game.play(record, line)
    finally:
        slots.update(whole)  # what was read is remembered, and is read so again
    for ruling in record.rulings:
        if ruling.verdict == LEGAL and not ruling.cites and not game.referee.book.acts[ruling.kind].silent:
            yield f"nobody does it: {ruling.kind}", ruling.text


# ---- what was done counts --------------------------------------------------------------------------------------------------
def forgotten(name: str, case: dict[str, Any]) -> Iterator[Fault]:
    """A legal deed that leaves no trace at all."""
    game = game_of(name, case)
    line = game.line(case["declaration"]["en"])
    if len(line.acts) != 1 or natures(game, line) != {DOES} or is_supposed(line.acts[0]):
        return
    told = [part for part in line.parts if not isinstance(part, Act)]
    if any(part.path not in ("rolls", "claims") for part in told):  # type: ignore[union-attr]
        return
    before = dump(game.situation)
    (ruling,) = heard(game, case["declaration"]["en"], rolls(case))
    if ruling.kind in NO_TRACE:
        return
    if ruling.verdict == LEGAL and not ruling.waits and not ruling.needs and "answer" not in ruling.computed and dump(game.situation) == before:
        yield f"forgotten: {ruling.kind}", ruling.text


MAY_GO_ON = ("move", "enter", "sail", "trains_move")  # as far as the points go, and back
AS_MANY_AS_THERE_ARE = ("engagement", "attack_by_fire", "recon", "shock_attack", "place_obj")  # two Fire Events a unit (bcs 1.6a)
THINK_AGAIN = ("setup", "orders", "assign", "unassign", "nominate", "observe", "mark", "trace", "trace_msr", "stay")  # it counts once
AGAIN = frozenset((*MAY_GO_ON, *AS_MANY_AS_THERE_ARE, *THINK_AGAIN))
"""Deeds that may be done again at once, for a reason."""
TWO_OPTIONS = "own-opt-11"  # a loss for each of the two points of Do2


def done_twice(name: str, case: dict[str, Any]) -> Iterator[Fault]:
    """A legal deed, done again at once, is illegal or changes nothing any more."""
    game = game_of(name, case)
    line = game.line(case["declaration"]["en"])
    if len(line.acts) != 1 or natures(game, line) != {DOES} or is_supposed(line.acts[0]) or line.acts[0].kind in AGAIN or case["id"] == TWO_OPTIONS:
        return
    (first,) = heard(game, case["declaration"]["en"], rolls(case))
    if first.verdict != LEGAL or first.waits or first.kind in AGAIN:
        return
    game.matter = None  # said again on its own, not in the same breath
    before = dump(game.situation)
    (again,) = heard(game, case["declaration"]["en"], rolls(case))
    if again.verdict == LEGAL and dump(game.situation) != before:
        yield f"done twice: {again.kind}", again.text


# ---- answers answer --------------------------------------------------------------------------------------------------------
EXPECTED = {LEGAL: "yes", ILLEGAL: "no"}


def unanswered(name: str, case: dict[str, Any]) -> Iterator[Fault]:
    """Of every deed, asked whether it may be done: yes or no as it is judged, with a number and a reason."""
    game = game_of(name, case)
    line = game.line(case["declaration"]["en"])
    if len(line.acts) != 1 or natures(game, line) != {DOES} or len(line.parts) != 1 or is_supposed(line.acts[0]):
        return
    (judged,) = heard(game_of(name, case), case["declaration"]["en"], rolls(case))
    record = Record(0, "", STATE)
    game.play(record, as_asked(game, case))
    if record.problem is not None or not record.rulings:
        return
    asked = record.rulings[-1]
    if game.referee.book.acts[asked.kind].question:
        return
    wanted = EXPECTED.get(judged.verdict)
    if wanted is None:
        if asked.verdict != UNDETERMINED and not rolls(case):
            yield f"undetermined, and answered: {asked.kind}", asked.text
    elif asked.verdict == UNDETERMINED:
        if not judged.waits and not judged.dice_used:
            yield f"{judged.verdict}, and not answered: {asked.kind}", asked.text
    elif asked.computed.get("answer") not in (wanted, *(("yes", "no") if judged.dice_used else ())):
        yield f"{judged.verdict}, answered {asked.computed.get('answer')}: {asked.kind}", asked.text
    elif not any(rule for rule, _ in asked.findings) and not asked.cites:
        yield f"no reason: {asked.kind}", asked.text


# ---- in or out -------------------------------------------------------------------------------------------------------------
def in_and_out(name: str, case: dict[str, Any]) -> Iterator[Fault]:
    """Whether something is in supply, and whether it is out: one of the two is so."""
    game = game_of(name, case)
    line = game.line(case["declaration"]["en"])
    if len(line.acts) != 1 or line.acts[0].kind != "status" or line.acts[0].slots.get("why") or line.acts[0].slots.get("state") == "isolated":
        return
    (first,) = heard(game, case["declaration"]["en"])
    line.acts[0].slots["state"] = None if line.acts[0].slots.get("state") else "out"
    record = Record(0, "", STATE)
    game.play(record, line)
    answers = {first.computed.get("answer"), record.rulings[-1].computed.get("answer")}
    if answers not in ({"yes", "no"}, {None}):
        yield "neither in nor out", f"{first.text}: {answers}"


# ---- bounded ---------------------------------------------------------------------------------------------------------------
def endless(name: str, case: dict[str, Any]) -> Iterator[Fault]:
    """With up to six facts left out, a ruling takes so many replays at most."""
    drawn = random.Random(f"{name} {case['id']}")
    ways = parts(case["situation"] or {})
    situation = without(case["situation"] or {}, drawn.sample(ways, min(6, len(ways))))
    count = 0
    replay = Engine.replay

    def counted(self: Engine, tried: dict[str, Any], dice: tuple[int, ...]) -> Any:
        nonlocal count
        count += 1
        return replay(self, tried, dice)

    Engine.replay = counted  # type: ignore[method-assign]
    try:
        heard(game_of(name, case, situation), case["declaration"]["en"], rolls(case))
    finally:
        Engine.replay = replay  # type: ignore[method-assign]
        if count > REPLAYS:
            yield "too many replays", str(count)


PROPERTIES: dict[str, Callable[[str, dict[str, Any]], Iterator[Fault]]] = {
    "questions": questions_that_change, "rules": without_a_rule, "numbers": without_a_number, "subjects": without_a_subject, "deeds": forgotten,
    "twice": done_twice, "answers": unanswered,
    "in or out": in_and_out, "bounded": endless,
}  # fmt: skip


def failures(name: str, key: str, chosen: list[dict[str, Any]]) -> Iterator[tuple[str, Fault]]:
    for case in chosen:
        try:
            yield from ((case["id"], fault) for fault in PROPERTIES[key](name, case))
        except REFUSALS:
            continue
        except ValueError as error:  # several rulings where one was expected
            if "unpack" not in str(error):
                raise


@partly(16, slow=True)
@pytest.mark.parametrize("key", PROPERTIES)
@pytest.mark.parametrize("name", BOOKS)
def test_of_every_case(name: str, key: str, part: Part) -> None:
    chosen = cases(name)[list(PROPERTIES).index(key) % PART :: PART] if key != "bounded" else random.Random(name).sample(cases(name), SAMPLE)
    assert list(failures(name, key, part(chosen))) == []


def main(names: list[str]) -> None:
    for name in [name for name in names if name in BOOKS] or BOOKS:
        for key in [key for key in names if key in PROPERTIES] or PROPERTIES:
            kinds: Counter[str] = Counter()
            examples: dict[str, list[str]] = defaultdict(list)
            for id_, (kind, what) in failures(name, key, cases(name)):
                kinds[kind] += 1
                examples[kind].append(f"{id_}: {what}")
            print(f"{name} {key}: {len(cases(name))} cases, {sum(kinds.values())} faults", flush=True)
            for kind, count in kinds.most_common():
                print(f"  {count:5} {kind:40} {' | '.join(examples[kind][:3])[:420]}", flush=True)


if __name__ == "__main__":
    main(sys.argv[1:])
