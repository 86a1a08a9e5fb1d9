"""Every deed of every book told in the past is history, in both languages: *has already attacked*, *acaba de atacar*, *ha hecho un ataque*."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from typing import Any

import pytest

from adjudicator.book.situations import of_data
from adjudicator.files.places import LANGUAGES
from adjudicator.ground.declaration import DONE, REMARK, Act, Stated
from adjudicator.language.errors import NotUnderstood
from adjudicator.play.game import Game, language_of
from adjudicator.say.words import Say
from adjudicator.sentences import echoes
from adjudicator.sentences.echo import Echo
from adjudicator.sentences.forms import english_verb, infinitive, spanish_verb
from adjudicator.sentences.frames import LIGHT, Frame
from tests.conftest import BOOKS, cases, game_of, rulebook

MADE = {"en": ("has already made", "has already carried out"), "es": ("ya ha hecho", "ya ha realizado")}
"""Light verbs of the past."""


@cache
def acts(name: str) -> list[tuple[Act, Game]]:
    """One deed of units of each kind, with the fewest things said of it, and a game of its case."""
    found: dict[str, tuple[Act, Game]] = {}
    book = rulebook(name)
    for case in cases(name):
        game = Game(book, of_data(book, case["situation"] or {}, case["id"]))
        try:
            parts = game.parse(case["declaration"]["en"]).parts
        except ValueError:
            continue
        for act in parts:
            plain = isinstance(act, Act) and len(act.slots.get("units", ())) == 1 and not {"question", "not", "described", "result", "count"} & act.slots.keys()
            if plain and act.kind in book.declared.acts and len(act.slots) < len(found.get(act.kind, (act,))[0].slots) + (act.kind not in found):
                found[act.kind] = act, game
    return list(found.values())


def said(name: str, lang: str) -> Iterator[tuple[Act, Game, str, list[str]]]:
    """Deeds with the plain sentence of each, which is read as it, and the same told in the past."""
    spoken = language_of(rulebook(name))
    echo, say = echoes(spoken), Say(lang, rulebook(name))
    for act, game in acts(name):
        for frame in echo.frames:
            if frame.kind != act.kind or frame.ask or not Echo._holds(frame, act):
                continue
            phrases = echo._phrases(frame, act, lang, lambda _, value: say.show(value))
            for concept in sorted(frame.verbs - LIGHT) if phrases is not None else ():
                verb = echo.words[lang]["VERB"].get(concept)
                if verb is not None:
                    plain, past = _verb(echo, verb, lang, act.slots["units"][0], " ".join(phrases or ()))
                    if _reads(game, plain) == [act]:
                        yield act, game, plain, past
            if phrases is not None:
                yield act, game, "", _nouns(echo, frame, lang, act.slots["units"][0], " ".join(phrases), game, act)


def _verb(echo: Echo, verb: str, lang: str, who: str, rest: str) -> tuple[str, list[str]]:
    lemma, _, tail = verb.partition(" ")
    own = "se " if lang == "es" and infinitive(lemma) != lemma else ""
    made = (english_verb if lang == "en" else spanish_verb)(lemma, echo.irregular)
    done = " ".join(filter(None, (next(form for form, class_ in made if class_ == "VP"), tail)))
    plain = f"{who} {echo._forms(verb, lang)[1]} {rest}"
    if lang == "en":
        return plain, [f"{who} has already {done} {rest}", f"{who} has just {done} {rest}", f"{who} has {done} {rest} this turn"]
    return plain, [f"{who} ya {own}ha {done} {rest}", f"{who} acaba de {verb} {rest}", f"{who} {own}ha {done} {rest} en este turno"]


def _nouns(echo: Echo, frame: Frame, lang: str, who: str, rest: str, game: Game, act: Act) -> list[str]:
    """The deed as a noun behind a light verb, where it is read so in the present."""
    found = []
    for noun in sorted(frame.nouns):
        one = echo.words[lang]["NOUN"].get(noun)
        if one is not None and _reads(game, f"{who} {'makes a' if lang == 'en' else 'hace un'} {one} {rest}") == [act]:
            found += [f"{who} {made} {'a' if lang == 'en' else 'un'} {one} {rest}" for made in MADE[lang]]
    return found


def _flat(slots: dict[str, Any]) -> Iterator[str]:
    """The units and hexes that a deed names."""
    for content in slots.values():
        yield from (each for each in (content if isinstance(content, tuple) else (content,)) if isinstance(each, str) and each[:1].isdigit())


def _reads(game: Game, text: str) -> list[Any] | None:
    try:
        return list(game.referee.language.parse(text, game.referee.names()).parts)
    except NotUnderstood:
        return None


@pytest.mark.slow
@pytest.mark.parametrize("name", BOOKS)
def test_a_deed_of_the_past_is_history(name: str) -> None:
    """Never an act now; and what the history remembers is stated, with the hex of the deed."""
    for lang in LANGUAGES:
        wrong, count = gone_wrong(name, lang)
        assert len(wrong) <= count // 10, wrong


def gone_wrong(name: str, lang: str) -> tuple[list[tuple[str, list[Any]]], int]:
    """What was told in the past and read as something else, of how many."""
    wrong, count = [], 0
    for act, game, _, past in said(name, lang):
        for text in past:
            parts = _reads(game, text) or []
            count += 1
            told = [part for part in parts if isinstance(part, Stated) and (part.path == DONE or part.path.startswith("history["))]
            gone = any(isinstance(part, Stated) and part.path.endswith(("eliminated", ".at")) for part in parts)
            lost = {each for each in _flat(act.slots) if each not in repr(parts)}
            if lost or not (told or gone) or any(isinstance(part, Act) and part.kind != REMARK for part in parts):
                wrong.append((text, parts))
    return wrong, count


def heard(name: str, situation: dict[str, Any], text: str) -> Any:
    """A game in which a line was heard, and its record."""
    game = game_of(name, situation)
    return game, game.hear(text)


FPA = {
    "turn": 5,
    "phase": "german combat 1",
    "active": "german",
    "units": [
        {"id": "18AD", "side": "german", "kind": "artillery", "at": "2412"},
        {"id": "208Inf", "side": "german", "at": "2410"},
        {"id": "9Mech", "side": "soviet", "at": "2411"},
    ],
}


@pytest.mark.parametrize(
    ("text", "deed"),
    [
        ("18AD has already backed up 208Inf against 2411 this phase", {"act": "attack_support", "hex": "2411", "phase": "german combat 1", "turn": 5}),
        ("la 18AD ya apoyó en esta misma fase el ataque de la 208Inf a 2411", {"act": "attack_support", "hex": "2411", "phase": "german combat 1", "turn": 5}),
        ("208Inf attacked 2411 last turn", {"act": "attack", "hex": "2411", "phase": "german combat 1", "turn": 4}),
        ("208Inf ha hecho ya un ataque contra 2411", {"act": "attack", "hex": "2411", "phase": "german combat 1", "turn": 5}),
        ("208Inf acaba de atacar 2411", {"act": "attack", "hex": "2411", "phase": "german combat 1", "turn": 5}),
        ("208Inf attacked 2411 in the previous phase", {"act": "attack", "hex": "2411", "phase": "earlier", "turn": 5}),
    ],
)
def test_what_is_remembered(text: str, deed: dict[str, Any]) -> None:
    """The act as the book's history calls it, its hex, and when it was."""
    game, record = heard("fpa", FPA, text)
    assert record.problem is None and not record.rulings
    assert game.situation.history[text.removeprefix("la ").split()[0]] == [deed]


def test_the_history_is_compared() -> None:
    """What it has already is no second deed; what it has otherwise is told; a phase that no list knows is that of the deed it has."""
    before = {"208Inf": [{"act": "attack", "hex": "2411", "phase": "german combat 1", "turn": 5}]}
    for text, count, notes in (
        ("208Inf has already attacked 2411", 1, []),
        ("208Inf already attacked 2411 in the regular combat phase", 1, []),
        ("208Inf has already attacked 2511", 2, ["done_otherwise"]),
    ):
        game, record = heard("fpa", {**FPA, "history": before}, text)
        assert (len(game.situation.history["208Inf"]), [note.key for note in record.notes]) == (count, notes), text
    _, record = heard("fpa", FPA, "208Inf already attacked 2411 in the regular combat phase")
    assert record.problem is not None


def test_a_report_alone_is_judged() -> None:
    """What a line tells of nothing but one deed, of no moment that it names, is reported to be judged; beside a question or a deed it is history."""
    for text in ("2411 was attacked by 208Inf", "la 208Inf ha atacado 2411"):
        _, record = heard("fpa", FPA, text)
        assert [ruling.kind for ruling in record.rulings] == ["attack"], text
    _, record = heard("fpa", FPA, "la 208Inf ha atacado 2411; 18AD fires at 2411")
    assert record.stated[0].path == "history[208Inf]"
    for text in ("la 208Inf ya ha atacado 2411", "208Inf has attacked 2411", "la 208Inf ha atacado 2411 en este turno"):
        _, record = heard("fpa", FPA, text)
        assert not record.rulings and record.problem is None, text


def test_who_falls_and_what_lies_where() -> None:
    """Whoever eliminates another is not eliminated; what was put somewhere lies there."""
    for text in ("208Inf has eliminated 9Mech", "208Inf ha eliminado a 9Mech", "9Mech has been eliminated by 208Inf"):
        game, record = heard("fpa", FPA, text)
        assert record.problem is None and game.situation.eliminated == {"9Mech"}, text
    markers = [{"kind": "KG", "id": "Br", "at": "2219"}]
    for text in ("KG Br has been placed in 2510", "he puesto KG Br en 2510; 208Inf attacks 2411"):
        game, record = heard("fpa", {**FPA, "markers": markers}, text)
        assert record.problem is None and game.situation.markers["Br"].at == "2510", text
