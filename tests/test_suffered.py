"""How units fare in a deed, asked behind it in the same line: the deed's own ruling tells, in every book and in any everyday wording."""

from __future__ import annotations

import copy
import random
from itertools import islice
from typing import Any

import pytest

from adjudicator.book import InputError
from adjudicator.book.engine import judge
from adjudicator.ground.facts import known
from adjudicator.ground.situation import Situation
from adjudicator.play.record import Record
from tests.conftest import Part, cases, cases_by_id, game_of, partly, rulebook

NOTHING_OPEN = frozenset(("nothing_pending", "no_result_pending"))
"""Texts by which a rule says that no result is being carried out."""


GONE = {
    "en": ("Is {u} destroyed?", "Does {u} die?", "Is {u} gone?", "Is {u} wiped out?", "Is {u} killed?"),
    "es": ("¿Se elimina {u}?", "¿Muere {u}?", "¿Queda destruida {u}?"),
}
LIVES = {"en": ("Does {u} survive?", "Will {u} pull through?", "Does {u} live through it?"), "es": ("¿Sobrevive {u}?", "¿Y sobrevive {u}?")}
COSTS = {"en": ("Does that cost {u} a step?", "Does {u} lose a step?"), "es": ("¿Le cuesta un paso a {u}?", "¿Pierde {u} un paso?")}
COUNTS = {"en": ("How many steps does that cost {u}?", "How many steps does {u} lose?"), "es": ("¿Cuántos pasos le cuesta a {u}?",)}


def hurt(name: str) -> list[tuple[dict[str, Any], str, dict[str, Any], bool]]:
    """Cases with a deed of one sentence, in which a unit of the position loses steps: the case, the unit, what befalls it, whether it is gone then."""
    found = []
    for case in random.Random(f"suffered {name}").sample(cases(name), len(cases(name))):
        hits = [
            effect for effect in case["expect"].get("effects") or () if isinstance(effect.get("steps"), int) and effect["steps"] < 0 or effect.get("eliminated")
        ]
        told = case["declaration"]["en"] + case["declaration"]["es"] if isinstance(case["declaration"], dict) else "?"
        if len(hits) == 1 and "unit" in hits[0] and " loses " not in told and not set("?;:.,") & set(told.rstrip(".")) and case["expect"]["verdict"] == "legal":
            game = game_of(name, case["situation"])
            record = game.hear(case["declaration"]["en"], list(case.get("rolls") or ()))
            gone = known(game.situation.eliminated.__contains__, hits[0]["unit"])
            deed = record.rulings[0].act if record.problem is None and record.rulings else None
            carried = len(asked(name, case, "en", f"Is {hits[0]['unit']} destroyed?").rulings) > 1
            if carried and gone is not None and deed is not None and not game.referee.book.acts[deed.kind].question:
                found.append((case, str(hits[0]["unit"]), hits[0], bool(gone)))  # a result that is told is the one being carried out
        if len(found) == 4:
            break
    return found


def asked(name: str, case: dict[str, Any], lang: str, question: str) -> Record:
    line = f"{case['declaration'][lang].rstrip('.')}. {question}"
    return game_of(name, case["situation"]).hear(line, list(case.get("rolls") or ()))


@partly(4)
@pytest.mark.parametrize("name", ["fpa", "gdp", "pd", "ocs", "bcs"])
def test_what_a_deed_costs_is_told_by_its_ruling(name: str, part: Part) -> None:
    told = 0
    for case, unit, effect, gone in part(hurt(name)):
        steps = -effect["steps"] if isinstance(effect.get("steps"), int) else None
        for lang in ("en", "es"):
            for forms, expected in ((GONE, gone), (LIVES, not gone), (COSTS, True if not gone and name != "bcs" else None), (COUNTS, steps)):
                for form in islice(random.Random(case["id"]).sample(forms[lang], len(forms[lang])), 2):
                    record = asked(name, case, lang, form.format(u=unit))
                    if expected is None or len(record.rulings) < 2 and record.problem is None:
                        continue
                    assert record.problem is None, (case["id"], form)
                    answer = record.rulings[-1].computed.get("answer")
                    assert str(answer) == str(("yes" if expected else "no") if isinstance(expected, bool) else expected), (case["id"], form)
                    told += 1
    assert told


def test_what_may_come_besides_is_not_what_has_come() -> None:
    """Another step, the last one, whether it can: never answered by the step that the deed has cost."""
    case = cases_by_id("gdp")["gdp-wq-9.5-01"]
    for question in (
        "Does 5K-2Pz lose another step?",
        "¿Pierde 5K-2Pz otro paso?",
        "Does 5K-2Pz lose its last step?",
        "Does 5K-2Pz survive the attack on 2010?",
    ):
        record = asked("gdp", case, "en", question)
        assert record.problem is not None or record.rulings[-1].computed.get("answer") != "yes", question


def test_who_survives_is_never_said_to_die() -> None:
    """Alone it states nothing: a unit that survives is not eliminated."""
    case = next(case for case in cases("fpa") if any(unit.get("id") == "47R" for unit in case["situation"].get("units") or ()))
    for line in ("47R survives.", "47R sobrevive.", "If 47R survives, can it retreat?"):
        record = game_of("fpa", case["situation"]).hear(line)
        assert record.problem is not None or not any(ruling.effects for ruling in record.rulings), line


@pytest.mark.parametrize("name", ["fpa", "gdp", "pd", "ocs"])
def test_who_asks_what_a_result_would_do_is_not_told_that_none_is_open(name: str) -> None:
    """Each result that a case carries out, named in a question where nothing is open: the rules speak of it, or what is missing is asked for."""
    book, tried = rulebook(name), 0
    for case in cases(name):
        situation = dict(case["situation"] or {})
        pending = situation.pop("pending", None) or {}
        for unit in pending.get("defenders") or ():
            if "result" not in pending or "pending" in str(situation.get("unknown")) or unit in (situation.get("eliminated") or ()):
                continue
            for kind in ("loss", "eliminate", "ignore"):
                if kind not in book.acts:
                    continue
                slots = {"units": (unit,), "result": pending["result"], "question": True}
                try:
                    ruling = judge(book, Situation(book, copy.deepcopy(situation)), kind, slots, "", (), False)
                except InputError as error:
                    assert error.key not in NOTHING_OPEN
                    continue
                tried += 1
                assert not NOTHING_OPEN & {finding.key for _, finding in ruling.findings}, (case["id"], kind)
    assert tried > 20
