"""Who is said to have no part in a deed has none, and who joins in has; what is not done beside a deed is told back, never judged as it."""

from __future__ import annotations

from functools import cache

from adjudicator.book.situations import of_data
from adjudicator.ground.declaration import Act
from adjudicator.language import NotUnderstood
from adjudicator.play.game import Game
from adjudicator.play.record import Record
from tests.conftest import Part, cases_by_id, partly, rulebook

BOOKS = ("fpa", "gdp", "pd", "ocs", "bcs")
ALONE = {"en": "{a} attacks {t}", "es": "{a} ataca {t}"}
WITHOUT = {
    "en": (
        "{a}, not {b}, attacks {t}",
        "{a} but not {b} attacks {t}",
        "{a} attacks {t} without {b}",
        "{a} attacks {t}, but not {b}",
        "{a} attacks {t} with {b} not joining in",
        "{a} attacks {t}, {b} staying out of it",
        "{a} attacks {t}, {b} not taking part",
        "{a} attacks {t}, no {b}",
        "{a} attacks {t} while {b} holds back",
        "{a} attacks {t}, {b} watching",
        "{a} attacks {t} with {b} watching",
        "{a} attacks {t} leaving {b} where it is",
        "{b} does not attack {t}, {a} does",
    ),
    "es": (
        "{a} y no {b} ataca {t}",
        "{a} ataca {t} sin {b}",
        "{a} ataca {t}, pero no {b}",
        "{a} ataca {t} y {b} no participa",
        "{a} ataca {t}; {b} no se suma",
    ),
}
JOINED = {
    "en": ("{a} attacks {t} and {b} joins in", "{a} attacks {t}, {b} joins the attack", "{a} attacks {t}. {b} takes part too."),
    "es": ("{a} ataca {t} y {b} se suma al ataque", "{a} ataca {t} y {b} participa"),
}
EACH = 1


@cache
def _attacks(book_id: str) -> list[tuple[Game, str, str, str]]:
    """Positions of cases in which two units attack a hex: the game, both units, the hex."""
    book, found = rulebook(book_id), []
    for case in cases_by_id(book_id).values():
        if "attack" not in case["declaration"]["en"]:
            continue
        try:
            game = Game(book, of_data(book, case["situation"], case["id"]))
            parts = game.parse(case["declaration"]["en"]).parts
        except (NotUnderstood, ValueError):
            continue
        act = parts[0] if len(parts) == 1 else None
        if isinstance(act, Act) and act.kind == "attack" and not act.slots.get("question") and "target" in act.slots and len(act.slots.get("units", ())) == 2:
            found.append((game, *act.slots["units"], act.slots["target"]))
        if len(found) == EACH:
            break
    return found


def _ruled(game: Game, text: str) -> tuple[Record, list[tuple[object, ...]]]:
    mark = game.mark()
    record = game.hear(text)
    game.back(mark)
    return record, [(each.kind, each.verdict, each.computed) for each in record.rulings if each.act is not None and not each.act.slots.get("not")]


@partly()
def test_who_has_no_part_and_who_joins_in(part: Part) -> None:
    tried = understood = 0
    for game, a, b, target in (each for book_id in BOOKS for each in _attacks(book_id)):
        for lang, alone in ALONE.items():
            wanted = _ruled(game, alone.format(a=a, t=target))[1]
            both = _ruled(game, alone.replace("{a}", {"en": "{a} and {b}", "es": "{a} y {b}"}[lang]).replace("ataca", "atacan").format(a=a, b=b, t=target))[1]
            for forms, ruling in ((WITHOUT, wanted), (JOINED, both)):
                for form in part(forms[lang]):
                    record, found = _ruled(game, said := form.format(a=a, b=b, t=target))
                    tried += 1
                    if record.problem is None:
                        understood += 1
                        assert [each for each in found if each[0] == "attack"] == ruling, said
    assert tried * part.of > 80 and understood > 0.75 * tried


def test_what_is_not_done_is_told_beside_what_is() -> None:
    book = rulebook("fpa")
    units = [{"id": "16Pz", "at": "2010", "side": "german"}, {"id": "1R", "at": "2011", "side": "soviet"}]
    situation = {"units": units, "hexes": {"2010": {"terrain": "clear"}, "2011": {"terrain": "clear"}}}
    for said, told in {
        "The river's frozen so there's no crossing roll; 16Pz attacks 2011.": 1,
        "16Pz attacks 2011 and doesn't use any air points.": 1,
        "16Pz attacks 2011. It has not moved.": 0,
    }.items():
        record = Game(book, of_data(book, situation, "x")).hear(said)
        assert record.problem is None and record.rulings[-1].kind == "attack", said
        assert sum(note.key == "said_undone" for note in record.notes) == told, said
    for said in ("16Pz does not use air points", "16Pz loses no steps", "16Pz does not take the loss; 16Pz takes the loss"):
        assert Game(book, of_data(book, situation, "x")).hear(said).problem is not None, said


PURPOSES = {
    "en": (
        "{a} attacks {t} to open the road",
        "{a} attacks {t} to get {d} out of the way",
        "{a} attacks {t}, hoping to push {d} back",
        "{a} attacks {t} so that {b} can advance later",
        "To clear the way, {a} attacks {t}",
        "{a} attacks {t} before it gets reinforced",
    ),
    "es": ("{a} ataca {t} para abrir el camino", "{a} ataca {t} para que {b} pueda avanzar", "Para despejar la carretera, {a} ataca {t}"),
}


@partly(3)
def test_what_an_attack_is_for_is_told_back_and_is_no_deed(part: Part) -> None:
    tried = understood = 0
    for game, a, b, target in (each for book_id in BOOKS for each in _attacks(book_id)):
        foe = next((unit.id for unit in game.situation.at(target)), "")
        for lang, alone in ALONE.items():
            wanted = _ruled(game, alone.format(a=a, t=target))[1]
            for form in part(PURPOSES[lang]):
                if "{d}" in form and not foe:
                    continue
                record, found = _ruled(game, said := form.format(a=a, b=b, d=foe, t=target))
                tried += 1
                if record.problem is None:
                    understood += 1
                    assert found == wanted, said
    assert tried * part.of > 30 and understood > 0.7 * tried


GROUPS = {
    "both panzers attack 2011": 15,
    "my two panzer divisions attack 47R": 15,
    "los panzers atacan 2011": 15,
    "the infantry attacks 2011": 4,
    "the panzers in 2010 attack 2011": 8,
    "all my units attack 2011": 19,
    "todas mis unidades atacan 2011": 19,
    "everything except 371Inf attacks 2011": 15,
}


def test_a_group_is_those_of_the_kind_beside_the_target_and_no_others() -> None:
    book = rulebook("fpa")
    units = [
        {"id": "16Pz", "at": "2010", "side": "german", "attack": 8, "kind": "panzer"},
        {"id": "19Pz", "at": "2012", "side": "german", "attack": 7, "kind": "panzer"},
        {"id": "371Inf", "at": "2112", "side": "german", "attack": 4, "kind": "infantry"},
        {"id": "25Pz", "at": "2510", "side": "german", "attack": 9, "kind": "panzer"},
        {"id": "47R", "at": "2011", "side": "soviet", "defense": 3},
    ]
    for said, total in GROUPS.items():
        record = Game(book, of_data(book, {"active": "german", "units": units}, "x")).hear(said)
        assert record.problem is None and [ruling.computed.get("attack_total") for ruling in record.rulings] == [total], said
    asked = Game(book, of_data(book, {"active": "german", "units": units}, "x")).hear("If 16Pz attacks 2011 and 371Inf joins in, what are the odds?")
    assert asked.problem is None and asked.rulings[-1].act is not None and asked.rulings[-1].act.slots["units"] == ("16Pz", "371Inf")
    for said in ("all three panzers attack 2011", "my three panzers attack 2011", "both panzers move"):
        assert Game(book, of_data(book, {"active": "german", "units": units}, "x")).hear(said).problem is not None, said
