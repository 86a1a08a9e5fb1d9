"""*He says that … Is he right?* is answered about what he says: who denies what is so is wrong, and a figure that is wrong in a question is answered no."""

from __future__ import annotations

import random
from functools import cache

import pytest

from adjudicator.book.situations import of_data
from adjudicator.ground.declaration import Act
from adjudicator.ground.facts import InputError
from adjudicator.language import NotUnderstood
from adjudicator.play.game import Game
from tests.conftest import BOOKS, Part, cases, partly, rulebook

EACH = 12
OTHER = {"yes": "no", "no": "yes"}
SAID = {  # each way to say it: what is asked, who claims that it may be, who denies it
    "en": ("Can {0}?", "My opponent says {1}. Is he right?", "My friend argues that {2}. Is that so?", "He believes {2}, is he right?"),
    "es": ("¿{1}?", "Mi rival afirma que {1}. ¿Tiene razón?", "Mi amigo sostiene que {2}. ¿Es así?"),
}
MAY = {"en": ("{u} {v}", "{u} can {v}", "{u} can not {v}"), "es": ("", "{u} puede {v}", "{u} no puede {v}")}


def answer(name: str, case: dict, text: str) -> str | None:  # type: ignore[type-arg]
    """The answer to a line on the position of a case."""
    record = Game(rulebook(name), of_data(rulebook(name), case["situation"], case["id"])).hear(text)
    return str(record.rulings[-1].computed.get("answer")) if record.problem is None and record.rulings else None


@cache
def deeds(name: str) -> list[tuple[dict, str, str]]:  # type: ignore[type-arg]
    """Cases with a plain deed of one unit: the case, the unit, where it goes or what it attacks."""
    found = []
    for case in random.Random(f"claimed {name}").sample(cases(name), len(cases(name))):
        if "attack" not in case["declaration"]["en"]:
            continue
        game = Game(rulebook(name), of_data(rulebook(name), case["situation"], case["id"]))
        try:
            acts = game.line(case["declaration"]["en"]).acts
        except (NotUnderstood, InputError):
            continue
        act = acts[0] if len(acts) == 1 else Act("", {}, "", 0, 0)
        units, target = act.slots.get("units", ()), act.slots.get("target")
        if act.kind == "attack" and len(units) == 1 and isinstance(target, str) and set(act.slots) == {"units", "target"}:
            found.append((case, str(units[0]), target))
        if len(found) == EACH:
            break
    return found


@partly(1)
@pytest.mark.parametrize("name", ["fpa", "gdp", "pd", "ocs"])
def test_who_denies_what_is_so_is_wrong(name: str, part: Part) -> None:
    told = 0
    for case, unit, target in part(deeds(name)):
        for lang, (asked, *claimed) in SAID.items():
            verb = f"attack {target}" if lang == "en" else f"atacar {target}"
            forms = [form.format(u=unit, v=verb) for form in MAY[lang]]
            plain = answer(name, case, asked.format(*forms))
            if plain not in OTHER:
                continue
            for form in claimed:
                right = plain if "{1}" in form else OTHER[plain]
                assert answer(name, case, form.format(*forms)) == right, (case["id"], form.format(*forms))
                told += 1
    assert told > 5


BARRING = {
    "en": ("{u} cannot attack {t}", "{u} is not allowed to attack {t}", "it is illegal for {u} to attack {t}", "{u} is barred from attacking {t}",
           "{u} attacking {t} is illegal", "{u} isn't able to attack {t}", "{u} must not attack {t}", "the rules forbid {u} to attack {t}"),
    "es": ("{u} no puede atacar {t}", "{u} tiene prohibido atacar {t}", "está prohibido que {u} ataque {t}"),
}  # fmt: skip


@partly(1)
@pytest.mark.parametrize("name", ["fpa", "gdp", "pd", "ocs"])
def test_what_is_said_to_be_forbidden_is_a_claim_and_no_deed(name: str, part: Part) -> None:
    """It was given up, or done: a statement that a deed cannot be is answered, and nothing happens."""
    told = 0
    for case, unit, target in deeds(name):
        plain = answer(name, case, f"Can {unit} attack {target}?")
        for form in part(form for forms in BARRING.values() for form in forms if plain in OTHER):
            game = Game(rulebook(name), of_data(rulebook(name), case["situation"], case["id"]))
            before = repr(game.situation.facts)
            record = game.hear(form.format(u=unit, t=target))
            assert record.problem is None and record.rulings[-1].computed.get("answer") == OTHER[str(plain)], (case["id"], form)
            assert repr(game.situation.facts) == before
            told += 1
    assert told > 10


@pytest.mark.parametrize("name", ["fpa", "gdp", "pd"])
def test_what_is_not_done_is_no_deed(name: str) -> None:
    """16Pz does not attack 3010: it had its attack of the phase then."""
    for case, unit, target in deeds(name):
        plain = Game(rulebook(name), of_data(rulebook(name), case["situation"], case["id"]))
        game = Game(rulebook(name), of_data(rulebook(name), case["situation"], case["id"]))
        game.hear(f"{unit} does not attack {target}")
        again, first = game.hear(f"{unit} attacks {target}"), plain.hear(f"{unit} attacks {target}")
        assert [ruling.verdict for ruling in again.rulings] == [ruling.verdict for ruling in first.rulings], case["id"]


@pytest.mark.parametrize("name", ["fpa", "gdp", "pd", "ocs"])
def test_a_wrong_figure_in_a_question_is_no(name: str) -> None:
    told = 0
    for case, unit, target in deeds(name):
        game = Game(rulebook(name), of_data(rulebook(name), case["situation"], case["id"]))
        record = game.hear(f"{unit} attacks {target}")
        column = record.rulings[-1].computed.get("column") if record.rulings else None
        if column is None or ":" not in str(column) or answer(name, case, f"Can {unit} attack {target}?") != "yes":
            continue
        first, _, second = str(column).strip("<>").partition(":")
        wrong = f"{int(first) + 3}:{second}"
        assert answer(name, case, f"Does {unit} attack {target} at {wrong}?") == "no", case["id"]
        assert answer(name, case, f"He says that {unit} does not attack {target} at {wrong}. Is he right?") == "yes", case["id"]
        told += 1
    assert told or name in ("gdp", "ocs")


@pytest.mark.parametrize("name", BOOKS)
def test_of_whom_nothing_is_claimed_nobody_is_right(name: str) -> None:
    """A claim of which it is not plain what it denies is no question of ours."""
    case = cases(name)[0]
    game = Game(rulebook(name), of_data(rulebook(name), case["situation"], case["id"]))
    unit = next(iter(game.situation.units), "16Pz")
    for text in (f"He says that {unit} is not in supply if it does not move. Is he right?", "Is he right?"):
        mark = game.mark()
        assert game.hear(text).problem is not None, text
        game.back(mark)
