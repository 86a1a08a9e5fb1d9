"""Whether a state lasts is whether it is so, whether it has ended the same the other way round: in every book, of states that are so and that are not."""

from __future__ import annotations

import random

import pytest

from tests.conftest import Part, answer, cases, partly

STATES = {
    "fpa": (("out of supply", "sin suministro"), ("reduced", "reducida"), ("out of communications", "incomunicada")),
    "gdp": (("out of supply", "sin suministro"), ("reduced", "reducida"), ("pinned", "fijada")),
    "pd": (("out of supply", "sin suministro"), ("reduced", "reducida")),
    "ocs": (("DG", "DG"),),
    "bcs": (("out of command", "fuera de mando"), ("reduced", "reducida")),
}
SAME = (
    "Does {u} remain {en}?", "Does {u} stay {en}?", "Is {u} {en} any more?", "Does {u} continue to be {en}?", "{u}: still {en}?",
    "Is it true that {u} is {en}?", "Do the rules treat {u} as {en}?", "Would you say {u} is {en}?", "¿Sigue {u} {es}?", "¿Sigue estando {u} {es}?",
    "¿Continúa {u} {es}?", "¿Permanece {u} {es}?", "{u}: ¿sigue {es}?", "¿Se considera que {u} está {es}?", "¿Es cierto que {u} está {es}?",
    "¿Tratan las reglas a {u} como {es}?",
)  # fmt: skip
OVER = ("Is {u} no longer {en}?", "Does {u} stop being {en}?", "Does {u} cease to be {en}?", "¿Ya no está {u} {es}?", "¿Deja {u} de estar {es}?")
MOST = 80
"""So many cases are looked at, drawn from all."""
OTHER = {"yes": "no", "no": "yes"}


@partly(4, split=False)
@pytest.mark.parametrize("name", STATES)
def test_what_lasts_is_so_and_what_has_ended_is_not(name: str, part: Part) -> None:
    asked = refused = 0
    for en, es in STATES[name]:
        met = set[object]()
        for case in part(random.Random(en).sample(cases(name), MOST)):
            unit = next((str(each["id"]) for each in case["situation"].get("units") or () if isinstance(each.get("at"), str)), "")
            plain = answer(name, case, f"Is {unit} {en}?") if unit else None
            if plain not in OTHER or plain in met:
                continue
            met.add(plain)
            for form in part.turned(len(met))((*SAME, *OVER)):
                found = answer(name, case, form.format(u=unit, en=en, es=es))
                asked += 1
                refused += found is None
                assert found in (None, plain if form in SAME else OTHER[str(plain)]), (case["id"], form, en)
            if len(met) == len(OTHER):
                break
    assert refused * 20 <= asked, (refused, asked)
