"""Who is left behind, what is used in the passive, who is helped: nobody does anything but who is said to."""

from __future__ import annotations

from typing import Any

from adjudicator.language import Act, Names
from tests.conftest import spoken

SIDES = {"32": "german", "15": "polish", "6Pz": "german", "7Pz": "german", "15R": "soviet", "3GTk": "soviet", "Eng-Rcn": "soviet"}
BOOKS = {
    "pd": {
        "I'm pulling 32 away from 15, from 1015 back to 1014": ("retreat", {"units": ("32",), "to": "1014"}),
        "32 breaks contact with 15 and goes to 1014": ("withdraw", {"units": ("32",), "to": "1014"}),
        "32 se despega de la 15 y va a 1014": ("retreat", {"units": ("32",), "to": "1014"}),
        "The replacement point is spent on rebuilding 15's lost step": ("replace", {"units": ("15",)}),
        "El punto de reemplazo se usa para reconstruir la 15": ("replace", {"units": ("15",)}),
    },
    "fpa": {
        "6Pz slips away from the Russians to 3013": ("move", {"units": ("6Pz",), "to": "3013"}),
        "15R retreats to 3310 in the teeth of 6Pz": ("retreat", {"units": ("15R",), "to": "3310"}),
        "Combat at 2410: 6Pz and 7Pz attacking, 15R defending": ("attack", {"units": ("6Pz", "7Pz"), "target": "2410", "target_units": ("15R",)}),
        "3GTk baja a 0929": ("move", {"units": ("3GTk",), "to": "0929"}),
        "One CAS marker gets used to help 15R defend 2410 against 7Pz": ("defend", {"units": ("15R",), "attackers": ("7Pz",), "at": "2410"}),
        "Se usa un marcador CAS para ayudar a 15R a defender 2410": ("defend", {"units": ("15R",), "at": "2410"}),
        "Two CAS markers are used by 7Pz to attack 2410": ("attack", {"units": ("7Pz",), "target": "2410"}),
    },
    "gdp": {"A pontoon bridge is laid by Eng-Rcn between 3015 and 3016": ("pontoon", {"units": ("Eng-Rcn",), "hexside": "3015/3016"})},
}


def test_nobody_does_anything_but_who_is_said_to() -> None:
    for book, lines in BOOKS.items():
        for text, (kind, slots) in lines.items():
            (act,) = spoken(book).parse(text, Names(list(SIDES), sides=SIDES.items())).parts
            assert isinstance(act, Act), text
            said: dict[str, Any] = {name: act.slots.get(name) for name in slots}
            assert (act.kind, said) == (kind, slots), text
            assert not {"side"} & act.slots.keys(), text
