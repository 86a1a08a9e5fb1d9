"""What everyday words mean in gdp shows in the position: every case of such an act, said in words that leave it open, keeps its ruling."""

from __future__ import annotations

from functools import cache
from typing import Any

import pytest

from adjudicator.commands.conformance import run_case
from adjudicator.ground.facts import InputError
from adjudicator.language import Act, NotUnderstood
from tests.conftest import cases, every, game_of, rulebook
from tests.neutral import GOES, PUT, TAKES, went

GOING = {"advance": [GOES, PUT, TAKES], "enter": [PUT, TAKES], "setup": [GOES, PUT]}
HANDLED: dict[str, dict[str, tuple[str, ...]]] = {
    "retreat": {
        "en": ("{who} goes {what}", "I move {who} {what}", "I take {who} {what}", "{who} runs back {what}", "{who} comes {what}", "I bring {who} {what}"),
        "es": ("{who} va {what}", "muevo {who} {what}", "llevo {who} {what}", "{who} pasa {what}", "{who} vuelve {what}", "saco {who} {what}"),
    },
    "loss": {
        "en": ("I flip {who}", "I turn {who} over", "I choose {who}", "I give it to {who}", "it goes to {who}", "I put it on {who}"),
        "es": ("volteo {who}", "giro {who}", "elijo {who}", "se lo asigno a {who}", "la baja es para {who}", "la sufre {who}"),
    },
    "eliminate": {"en": ("I remove {who}", "I take {who} off the map"), "es": ("quito {who}", "retiro {who} del mapa", "saco {who} del mapa")},
    "roll_return": {"en": ("I throw for {who}", "I roll the die for {who}", "a die for {who}"), "es": ("tiro por {who}", "lanzo el dado por {who}")},
    "debark": {
        "en": ("{who} gets off", "{who} climbs down", "{who} leaves its trucks", "I unload {who}"),
        "es": ("{who} se baja", "{who} deja los camiones", "{who} sale de los camiones"),
    },
    "mount": {
        "en": ("I put {who} on {what}", "{who} goes onto {what}", "{who} gets on {what}", "{what} loads {who}"),
        "es": ("pongo {who} sobre {what}", "meto {who} en {what}", "subo {who} a {what}"),
    },
    "barrage": {
        "en": ("{who} fires at {what}", "I shoot at {what} with {who}", "{who} opens fire on {what}"),
        "es": ("{who} dispara a {what}", "{who} abre fuego sobre {what}", "disparo a {what} con {who}"),
    },
    "direct_fire": {"en": ("{who} fires at {what}", "I shoot at {what} with {who}"), "es": ("{who} dispara contra {what}", "disparo a {what} con {who}")},
}
CLEAR = {"gdp-l-11.0-b": "a barrage by one that has no guns for it", "gdp-lot-02": "an advance by one that did not attack"}
"""Cases that their own clear verb makes, against the position."""


def told(case: dict[str, Any]) -> tuple[str, tuple[str, ...], str] | None:
    """(kind, who, hex or unit) of a case that is one such act of one unit and nothing else."""
    text = case["declaration"]["en"]
    if ";" in text or "?" in text:
        return None
    try:
        parts = game_of("gdp", case["situation"]).referee.parse(text).parts
    except (InputError, NotUnderstood):
        return None
    if len(parts) != 1 or not isinstance(parts[0], Act) or case["id"] in CLEAR:
        return None
    slots = {name: content for name, content in parts[0].slots.items() if name not in ("passing", "from", "described")}
    who = slots.pop("units", ())
    what = [slots.pop(name) for name in ("to", "at", "target", "target_units", "tank", "path") if name in slots]
    kind = parts[0].kind
    found = what[0] if what and isinstance(what[0], str) else ("-".join(what[0]) if kind == "retreat" else what[0][0]) if what else ""
    if (
        slots
        or len(what) > 1
        or not who
        or kind in GOING
        and "path" in parts[0].slots
        or kind in GOING
        and not found
        or kind in HANDLED
        and len(who) > 1
        or kind not in {*GOING, *HANDLED}
    ):
        return None
    return kind, who, found


@cache
def deeds() -> dict[str, tuple[dict[str, Any], Any]]:
    """The cases that are one such act, by their ids."""
    return {case["id"]: (case, found) for case in cases("gdp") if (found := told(case)) is not None}


def test_each_kind_of_act_is_there() -> None:
    assert {kind for _, (kind, _, _) in deeds().values()} == {*GOING, *HANDLED}


@every(deeds, fast=2, slow=2)
def test_the_position_decides(name: str) -> None:
    case, (kind, who, what) = deeds()[name]
    if kind in GOING:
        said = list(went(GOING[kind], who, what))
    else:
        said = [(lang, text.format(who=who[0], what=what)) for lang, texts in HANDLED[kind].items() for text in texts if what or "{what}" not in text]
    wrong = []
    for language, text in said:
        differs = run_case(rulebook("gdp"), {**case, "declaration": {language: text}}).differs
        wrong += [(text, differs[language])] if language in differs else []
    assert not wrong


@every(lambda: [name for name, (_, (kind, _, _)) in deeds().items() if kind in ("retreat", "advance", "loss", "eliminate")])
def test_nothing_is_done_that_is_not_due(name: str) -> None:
    """With no result to carry out, who goes somewhere moves, and who is chosen or put away loses nothing."""
    case, (kind, who, what) = deeds()[name]
    free = {key: value for key, value in case["situation"].items() if key != "pending"}
    game = game_of("gdp", free)
    ways = ("{who} goes {what}", "{who} va {what}", "muevo {who} {what}") if kind == "retreat" else ("I move {who} to {what}", "{who} va a {what}")
    for text in ways if what else ("I choose {who}", "elijo {who}", "it goes to {who}"):
        found = game.referee.kind_of(game.referee.parse(text.format(who=" and ".join(who) if " go" not in text else who[0], what=what)).parts[-1])
        assert found not in ("retreat", "advance", "loss", "eliminate"), text


@pytest.mark.parametrize("text", ["1K-1Gr retreats 2010-2009", "1K-1Gr se retira 2010-2009", "1K-1Gr attacks 2012", "1K-1Gr stays", "1K-1Gr loses a step"])
def test_a_clear_verb_keeps_its_deed(text: str) -> None:
    """A result that strikes somebody makes nothing else of what he is clearly said to do."""
    situation = {
        "phase": "activation",
        "active": "german",
        "chit": "1Gr",
        "units": [
            {"id": "1K-1Gr", "side": "german", "formation": "1Gr", "kind": "infantry", "class": "foot", "at": "2011"},
            {"id": "1-1Rif", "side": "soviet", "kind": "infantry", "class": "foot", "at": "2012"},
        ],
        "pending": {"result": "AR", "hex": "2012", "attackers": ["1K-1Gr"], "defenders": ["1-1Rif"]},
    }
    game = game_of("gdp", situation)
    act = game.referee.parse(text).parts[-1]
    assert game.referee.kind_of(act) == act.kind


def test_a_pronoun_beside_a_name_keeps_the_name() -> None:
    situation = {"units": [{"id": name, "side": "german", "kind": "infantry", "at": "2010"} for name in ("1K-1Gr", "2K-1Gr")]}
    referee = game_of("gdp", situation).referee
    for text in ("1K-1Gr is out of supply. It and 2K-1Gr attack 2011.", "1K-1Gr is low on supply: 2K-1Gr and it attack 2011."):
        assert sorted(referee.parse(text).parts[-1].slots["units"]) == ["1K-1Gr", "2K-1Gr"]
