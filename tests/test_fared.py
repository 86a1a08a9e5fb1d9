"""What is told around a question or a deed of how units have fared, of who and what is there and is not, is compared with the position.

The words are others than those that `adjudicator.play.fared`, `lacking` and `counted` were made with.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import Any

import pytest

from adjudicator.book.situations import of_data
from adjudicator.play.context import talk
from adjudicator.play.game import Game
from tests.conftest import BOOKS, Part, cases, partly, rulebook

Pair = tuple[str, str]
"""A remark that is so, and the same made false."""
GUNS = {"fpa": "artillery", "gdp": "artillery", "ocs": "artillery"}


def told(data: Any, lang: str) -> Iterator[Pair]:
    """What can be told of a position: steps left, who is lost, who pulled back where, who struck from where, how many stand in a hex, who stands together."""
    data, spanish = data or {}, lang == "es"
    units = {str(unit["id"]): unit for unit in data.get("units", ()) if isinstance(unit.get("at"), str) and unit["at"][:1].isdigit()}
    pending = data.get("pending") or {}
    hit, places = pending.get("hex"), [unit["at"] for unit in units.values()]
    for name, unit in units.items():
        now, most = unit.get("steps"), unit.get("max_steps")
        if isinstance(now, int) and isinstance(most, int) and 0 < now < most:
            said = "{} conserva {} de sus {} pasos" if spanish else "{} keeps {} of its {} steps"
            yield said.format(name, now, most), said.format(name, now + 1, most + 1)
            break
    for name in data.get("eliminated") or ():
        if units and str(name) not in units:
            said = "{} pereció, qué se le va a hacer" if spanish else "{} perished, alas"
            yield said.format(name), said.format(next(iter(units)))
            break
    for name in pending.get("defenders") or ():
        if str(name) in units and isinstance(hit, str) and units[str(name)]["at"] != hit:
            said = "{} retrocedió a {}" if spanish else "{} recoiled to {}"
            yield said.format(name, units[str(name)]["at"]), said.format(name, hit)
            break
    for name in pending.get("attackers") or ():
        if str(name) in units and isinstance(hit, str) and units[str(name)]["at"] != hit:
            said = "{} atacó desde {}" if spanish else "{} assaulted from {}"
            yield said.format(name, units[str(name)]["at"]), said.format(name, hit)
            break
    for place in dict.fromkeys(places):
        steps = [unit.get("steps") for unit in units.values() if unit["at"] == place]
        if len(steps) > 1 and all(isinstance(each, int) for each in steps):
            said = "En {1} se juntan {0} pasos en total" if spanish else "That makes {} steps in {}"
            yield said.format(sum(steps), place), said.format(sum(steps) + 2, place)
            break
    for name, unit in units.items():
        mates = [other for other, each in units.items() if other != name and each["at"] == unit["at"]]
        apart = [other for other, each in units.items() if each["at"] != unit["at"]]
        if mates and apart:
            said = "{} y {} comparten {}" if spanish else "{} and {} are stacked together in {}"
            yield said.format(name, mates[0], unit["at"]), said.format(name, apart[0], unit["at"])
            break


def guns(book: str, data: Any, lang: str) -> Iterator[Pair]:
    """That no guns stand in a hex."""
    units = [unit for unit in (data or {}).get("units", ()) if isinstance(unit.get("at"), str) and unit["at"][:1].isdigit()]
    firing = {unit["at"] for unit in units if GUNS.get(book, "-") in str(unit.get("kind"))}
    none = [unit["at"] for unit in units if unit["at"] not in firing]
    if book in GUNS and none:
        said = "En {} no hay artillería" if lang == "es" else "There is no artillery in {}"
        yield said.format(none[0]), said.format(next(iter(firing))) if firing else ""


def by_words(data: Any, lang: str) -> Iterator[Pair]:
    """What is told by what its words are: a printed figure, the supply of two, who had the result against whom, how many attacked, that there is no bridge."""
    data, spanish = data or {}, lang == "es"
    units = {str(unit["id"]): unit for unit in data.get("units", ()) if isinstance(unit.get("at"), str) and unit["at"][:1].isdigit()}
    for name, unit in units.items():
        if isinstance(unit.get("attack"), int):
            said = "{} lleva un {} impreso" if spanish else "{} has a {} printed on it"
            yield said.format(name, unit["attack"]), said.format(name, 77)
            break
    short, well = ([name for name, unit in units.items() if unit.get("supply") == state] for state in ("out", "in"))
    if len(short) > 1 and not spanish:
        said = "Both {} and {} sit there out of supply"
        yield said.format(*short), said.format(short[0], well[0]) if well else ""
    pending = data.get("pending") or {}
    attackers, defenders = ([str(name) for name in pending.get(side) or () if str(name) in units] for side in ("attackers", "defenders"))
    result = str(pending.get("result") or "").split(" ")[0]
    if attackers and defenders and len(result) > 1:
        said = "{} obtiene un {} contra {}" if spanish else "{} got a {} against {}"
        yield said.format(attackers[0], result, defenders[0]), said.format(defenders[0], result, attackers[0])
    if len(attackers) > 1 and len(attackers) == len(pending["attackers"]) and isinstance(pending.get("hex"), str):
        said = "Atacamos {1} con {0} unidades" if spanish else "{0} of my units were in on the attack against {1}"
        yield said.format(len(attackers), pending["hex"]), said.format(len(attackers) + 1, pending["hex"])
    for key, features in (data.get("hexsides") or {}).items():
        if isinstance(features, list) and "river" in features and "bridge" not in features:
            said = "Entre {} y {} no hay ningún puente" if spanish else "There is no bridge between {} and {}"
            yield said.format(*key.split("/")), said.replace("puente", "río").replace("bridge", "river").format(*key.split("/"))
            break


OPEN = {"47R obtiene un AS contra 16Pz"}
"""Who got a result against whom is not compared where both took part."""


@partly(3, split=False)
@pytest.mark.parametrize("book", BOOKS)
def test_what_is_so_is_borne_out_and_nothing_else(book: str, part: Part) -> None:
    """Before cases of all books: what is so is borne out by the position, what is not so may not be left aside, before a question or a deed."""
    borne: Counter[bool] = Counter()
    sample = [case for case in cases(book) if isinstance(case["declaration"], dict)]
    for number, case in part(enumerate(sample[:: max(1, len(sample) // 80)])):
        lang = ("en", "es")[number % 2]
        text, game = case["declaration"][lang].strip(), Game(rulebook(book), of_data(rulebook(book), case["situation"], "case"))
        for so, wrong in (*told(case["situation"], lang), *guns(book, case["situation"], lang), *by_words(case["situation"], lang)):
            for true, remark in ((True, so), (False, wrong)):
                line = f"{remark}. {text}"
                if remark:
                    found = talk(game, line, (0, len(remark) + 1), True, game.referee.words(line))
                    assert true or found is None or found.open or remark in OPEN, (case["id"], line)
                    borne[found is not None and found.mere] += true
    assert borne[True] > (3 if part.of == 1 else 2) * borne[False], borne


OCS = {
    "assume": "defaults",
    "phase": "combat phase",
    "segment": "combat",
    "active": "german",
    "hexes": {name: {"terrain": "open"} for name in ("2212", "2213", "2214")},
    "hexsides": {"2212/2213": [], "2213/2214": []},
    "units": [
        {"id": "100Jg", "side": "german", "kind": "infantry division", "attack": 10, "defense": 10, "ar": 4, "steps": 2, "max_steps": 3, "at": "2212"},
        {"id": "131Rif", "side": "soviet", "kind": "rifle division", "attack": 7, "defense": 7, "ar": 3, "steps": 2, "max_steps": 2, "at": "2215"},
    ],
    "pending": {"attackers": ["100Jg"], "defenders": ["131Rif"], "hex": "2214", "result": "Ao1 Do1", "retreated": True},
}
ASKED = "Can 100Jg advance into 2214?"
SCENES = [
    "Both stacks withdrew on the Ao1 Do1, alas",
    "The Russians fled as well",
    "131Rif gave ground to 2215",
    "100Jg, by the way, is missing a step",
    "No guns stand in 2214",
]
WRONG = "100Jg, by the way, is missing two steps"


@pytest.mark.parametrize("scene", SCENES)
def test_a_scene_changes_no_answer(scene: str) -> None:
    """What is so changes no answer."""
    heard = [Game(rulebook("ocs"), of_data(rulebook("ocs"), OCS, "case")).hear(line) for line in (ASKED, f"{scene}. {ASKED}")]
    assert all(each.problem is None for each in heard), scene
    plain, told = (each.rulings[-1] for each in heard)
    assert (plain.verdict, plain.values()) == (told.verdict, told.values())


def test_a_scene_that_is_not_so_is_never_told_back() -> None:
    """One step is gone, not two."""
    assert Game(rulebook("ocs"), of_data(rulebook("ocs"), OCS, "case")).hear(f"{WRONG}. {ASKED}").problem is not None


def test_nobody_is_left_aside_who_does_it() -> None:
    """305ID, one step down, attacks: what stands beside its name is told back, its name never."""
    units = [
        {"id": "305ID", "side": "german", "kind": "infantry", "attack": 8, "defense": 8, "ar": 3, "steps": 3, "max_steps": 4, "at": "2210"},
        {"id": "138R", "side": "soviet", "kind": "infantry", "attack": 4, "defense": 4, "ar": 2, "steps": 2, "at": "2211"},
    ]
    situation = {**OCS, "units": units, "hexes": {"2211": {"terrain": "open"}}, "hexsides": {"2210/2211": []}, "pending": {}}
    for line in ("305ID, a step down already, attacks 138R in 2211", "La 305ID, con un paso de menos, ataca a 138R en 2211"):
        game = Game(rulebook("ocs"), of_data(rulebook("ocs"), situation, "case"))
        assert [ruling.act.slots["units"] for ruling in game.hear(line).rulings if ruling.act] == [("305ID",)], line
