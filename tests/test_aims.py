"""What a deed is for, how he is who does it, and where somebody stands already are no deeds: said around cases of all books they change no ruling."""

from __future__ import annotations

import random
import re
from collections.abc import Iterator
from typing import Any

import pytest

from tests.conftest import BOOKS, Part, cases, partly, spoken
from tests.scenes import came, heard, told

FOR = {
    "en": ("{d} to lend {v} a hand", "{d} to take the pressure off {v}", "{d} in order to spare {v} the trouble", "{d} to make life easier for {v}"),
    "es": ("{d} para echarle una mano a {v}", "{d} para aliviar a {v}", "{d} para quitarle presión a {v}", "{d} a fin de proteger a {v}"),
}
HOW = {
    "en": ("{u}, tired but happy,{rest}", "{u}, full of spirit,{rest}", "{u}, eager for battle,{rest}"),
    "es": ("{u}, cansada pero contenta,{rest}", "{u}, llena de ánimo,{rest}", "{u}, harta de barro,{rest}"),
}
WHERE = {
    "en": ("{v} has been parked in {h}. {d}", "We find {v} in {h}. {d}", "{v} is sitting in {h} (what a pity). {d}"),
    "es": ("{v} está metida en {h}. {d}", "{v} anda por {h}. {d}", "{v} se encuentra en {h} (qué lástima). {d}"),
}


WORDS = ("no", "one", "two", "three", "four", "five", "six", "seven", "eight")


def said(case: Any, lang: str, drawn: random.Random) -> Iterator[str]:
    """The declaration of a case with each of these around it, where it begins with who acts."""
    text = case["declaration"][lang].strip().rstrip(".")
    units = {str(unit["id"]): unit for unit in (case["situation"] or {}).get("units", ()) if str(unit.get("at"))[:1].isdigit()}
    name = next((name for name in units if text.startswith(f"{name} ")), None)
    if name is None or any(mark in text for mark in ";=\n?:"):
        return
    rest = text[len(name) :]
    mates = [other for other in units if other not in text and units[other].get("side") == units[name].get("side")]
    if not rest.startswith((" and ", " y ", " e ")):
        yield drawn.choice(HOW[lang]).format(u=name, rest=rest)
    for other in mates[:1]:
        yield drawn.choice(FOR[lang]).format(d=text, v=other)
        yield drawn.choice(WHERE[lang]).format(d=text, v=other, h=units[other]["at"])


@partly(3, quick=False, split=False)
@pytest.mark.parametrize("book", BOOKS)
def test_what_is_no_deed_changes_no_ruling(book: str, part: Part) -> None:
    """Most such lines come to what the declaration alone comes to; hardly one comes to something else."""
    drawn = random.Random(f"aims {book}")
    sample = [case for case in cases(book) if isinstance(case["declaration"], dict)]
    same, odd, every = 0, [], 0
    for number, case in enumerate(drawn.sample(sample, min(60 // part.of, len(sample)))):
        lang = ("en", "es")[number % 2]
        plain = None
        for line in said(case, lang, drawn):
            plain = plain or heard(book, case, case["declaration"][lang])
            if plain.problem is None and plain.rulings:
                record = heard(book, case, line)
                every += 1
                same += record.problem is None and came(record) == came(plain)
                odd += [line] if record.problem is None and came(record) != came(plain) else []
    assert every and same >= 0.8 * every, (same, every)
    assert len(odd) <= 1 + every / 25, odd


@partly(3, split=False)
def test_so_many_hexes(part: Part) -> None:
    """Who falls back two, along a way, goes so many hexes; another number than that of the way is refused, or told as another."""
    lines = right = 0
    for book in ("fpa", "ocs", "pd"):
        for case in part(cases(book)):
            text = case["declaration"]["en"] if isinstance(case["declaration"], dict) else ""
            found = re.fullmatch(r"(\S+) retreats (\d{4}(?:-\d{4})+)", text.strip().rstrip("."))
            units = {str(unit["id"]): unit.get("at") for unit in (case["situation"] or {}).get("units", ())}
            if found is None or units.get(found[1]) != found[2].split("-")[0] or lines > 40:
                continue
            way = found[2].split("-")[1:]
            plain = heard(book, case, text)
            for number, word in ((len(way), WORDS[len(way)]), (len(way) + 2, WORDS[len(way) + 2])):
                record = heard(book, case, f"{found[1]} falls back {word}, {'-'.join(way)}")
                lines += 1
                so = number == len(way)
                right += record.problem is None and came(record) == came(plain) if so else record.problem is not None or told(record)
                assert so or record.problem is not None or came(record) == came(plain), (case["id"], word)
    assert lines > 8 and right >= 0.8 * lines, (right, lines)


def test_what_weighs_is_no_aim() -> None:
    """A deed of the book, a hex, a number, a question is no mere aim."""
    from adjudicator.language import Names
    from adjudicator.sentences.hedges import unhedged

    language, names = spoken("pd"), Names(["46", "62"])
    language.words_of("", names)
    for line in ("46 moves to 1510 to attack 1511", "46 moves to attack 62", "46 spends 2 points to cross the river", "Can 46 move to relieve 62?"):
        assert not unhedged([language.words_of(line, names)], language.words.senses, language.frames.deeds)[1], line
