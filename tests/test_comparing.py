"""Which of two is more, or less, is the one of which a plain question tells the greater figure, or the smaller; in every book."""

from __future__ import annotations

from fractions import Fraction

import pytest

from tests.conftest import BOOKS, Part, answer, cases, partly

FIGURES = (
    ("How far is {} from {h}?", (
        ("Which of {a} and {b} is farther from {h}?", "¿Cuál está más lejos de {h}, {a} o {b}?"),
        ("Which is closer to {h}, {a} or {b}?", "¿Cuál está más cerca de {h}, {a} o {b}?"),
        ("Is {a} farther from {h} than {b}?",), ("Is {a} nearer to {h} than {b}?",),
    )),
    ("How many steps has {}?", (
        ("Which has more steps, {a} or {b}?", "¿Cuál tiene más pasos, {a} o {b}?", "Which of {a} and {b} has the most steps?"),
        ("Which of {a} and {b} has fewer steps?",),
        ("Does {a} have more steps than {b}?", "¿Tiene {a} más pasos que {b}?"), ("Does {a} have fewer steps than {b}?",),
    )),
)  # fmt: skip
"""A plain question, and who is most, who is least, whether the first is more, whether it is less."""
EACH = 2


@partly(2, split=False)
@pytest.mark.parametrize("name", BOOKS)
def test_of_two_the_one_with_the_greater_figure(name: str, part: Part) -> None:
    asked = refused = 0
    for plain, forms in FIGURES:
        met = 0
        for case in cases(name)[:60]:
            units = [each for each in case["situation"].get("units") or () if isinstance(each.get("at"), str)][:3]
            if len(units) < 3 or met == EACH:
                continue
            one, two = (str(each["id"]) for each in units[:2])
            place = str(units[2]["at"])
            figures = [answer(name, case, plain.format(each, h=place)) for each in (one, two)]
            if not all(isinstance(figure, int | Fraction) and not isinstance(figure, bool) for figure in figures):
                continue
            first, second = figures
            most, least = (", ".join(n for n, f in zip((one, two), figures, strict=True) if f == best(figures)) for best in (max, min))
            met += 1
            for kind, right in zip(forms, (most, least, "yes" if first > second else "no", "yes" if first < second else "no"), strict=True):
                for form in kind:
                    found = answer(name, case, form.format(a=one, b=two, h=place))
                    asked += 1
                    refused += found is None
                    assert found in (None, right), (case["id"], form, figures)
    assert refused * 5 <= asked, (refused, asked)
