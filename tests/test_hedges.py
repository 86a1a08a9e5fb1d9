"""What a speaker feels, and what he says does not matter, changes no ruling and is told back."""

from __future__ import annotations

import pytest

from adjudicator.ground.facts import InputError
from adjudicator.language import Names, NotUnderstood
from adjudicator.sentences.hedges import unhedged
from tests.conftest import BOOKS, Part, cases_by_id, game_of, partly, spoken

MARKS = "\n;:?,."
"""Signs of a declaration of more than one part."""
AHEAD = {
    "en": ["Storm or no storm, {}", "With or without snow, {}", "What a mess. {}", "How annoying: {}"],
    "es": ["Con tormenta o sin ella, {}", "No me fío de ese frente. {}", "Menudo jaleo: {}", "Qué lástima. {}"],
}
BEHIND = {
    "en": ["{}, I don't trust that front", "{}, they do not worry me", "{}, what a nuisance", "{}, how odd"],
    "es": ["{}, que no me fío", "{}, no me molestan", "{}, vaya chasco", "{}, qué pena"],
}


def heard(book: str, situation: object, text: str) -> tuple[list[tuple[str, str, str]], str] | None:
    """What is ruled on a line, and what is told back; None if it is not understood."""
    told = game_of(book, situation).hear(text)
    if told.problem:
        return None
    ruled = [(one.kind, one.verdict, str({key: value for key, value in one.computed.items() if key != "roll_table"})) for one in told.rulings]
    return ruled, str([one.act.slots.get("passing", ()) for one in told.rulings])


@partly(3, split=False)
@pytest.mark.parametrize("book", BOOKS)
def test_a_hedge_changes_no_ruling(book: str, part: Part) -> None:
    """A sample of the cases in both languages, with a hedge before or behind."""
    plain = [case for case in cases_by_id(book).values() if not case.get("rolls") and isinstance(case["declaration"], dict)]
    sample = [case for case in plain if not any(mark in text.strip().rstrip(".") for text in case["declaration"].values() for mark in MARKS)]
    lines = same = 0
    for number, case in part(enumerate(sample[:: max(1, len(sample) // 12)])):
        for lang, text in case["declaration"].items():
            said = text.strip().rstrip(".")
            base = heard(book, case["situation"], said)
            for ways in (AHEAD[lang], BEHIND[lang]) if base else ():
                assert base is not None
                line = ways[number % len(ways)].format(said)
                now = heard(book, case["situation"], line)
                lines += 1
                aside = ways[number % len(ways)].replace("{}", "").strip(" ,.:")
                same += now is not None and now[0] == base[0] and (aside in now[1] or aside.replace("'", "\\'") in now[1])
    assert lines >= 2 and same == lines, (same, lines)


def test_what_weighs_is_no_hedge() -> None:
    """A pair of units or states, a feeling with a deed, a unit or a number in it, a line that says nothing else: nothing is taken out."""
    names = Names(["46", "62"])
    spoken("pd").words_of("", names)
    for line in (
        "62 or no 62, 46 attacks 1510",
        "46 attacks 1510, I don't trust 62",
        "46 attacks 1510, I mind losing two steps",
        "46 attacks 1510, they don't bother me without two steps",
        "46 attacks 1510 or not",
        "46 ataca 1510, no me molestan las dos",
        "46 attacks 1510, what odds",
        "46 attacks 1510, how many steps",
        "46 ataca 1510, qué columna",
        "46 ataca 1510, vaya a 1511",
        "Storm or no storm",
    ):
        assert not unhedged([spoken("pd").words_of(line, names)])[1], line


SPARED = {
    "en": ("{} rather than attack {hex}", "{} instead of attacking {hex}", "Rather than attack {hex}, {}", "{} rather than go to {hex}"),
    "es": ("{} en vez de atacar {hex}", "{} en lugar de ir a {hex}"),
}


@pytest.mark.parametrize("book", [book for book in BOOKS if book != "arnhem"])
def test_the_hexes_of_a_deed_that_is_not_done_are_no_part_of_the_one_that_is(book: str) -> None:
    tried = 0
    for case in cases_by_id(book).values():
        if tried == 3:
            break
        if case.get("source") != "rule" or case["declaration"]["en"].count(" ") > 4 or " move" not in case["declaration"]["en"]:
            continue
        try:
            acts = game_of(book, case["situation"]).line(case["declaration"]["en"]).acts
        except (NotUnderstood, InputError):
            continue
        if len(acts) != 1 or acts[0].kind != "move" or set(acts[0].slots) != {"units", "to"}:
            continue
        units, to = acts[0].slots["units"], acts[0].slots["to"]
        for lang, verb in (("en", "moves to"), ("es", "mueve a")):
            plain = heard(book, case["situation"], f"{units[0]} {verb} {to}")
            other = next(hex_ for hex_ in ("31.12", "12.12", "2222") if ("." in hex_) == ("." in to) and hex_ != to)
            for form in SPARED[lang]:
                told = heard(book, case["situation"], form.format(f"{units[0]} {verb} {to}", hex=other))
                assert plain is not None and told is not None and told[0] == plain[0] and other in told[1], (case["id"], form)
        tried += 1
    assert tried == 3
