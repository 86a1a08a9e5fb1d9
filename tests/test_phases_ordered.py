"""Whether a phase comes before another is answered from their order, whatever phase it is: does the weather phase come before the supply phase?"""

from __future__ import annotations

import pytest

from tests.conftest import BOOKS, Part, cases, game_of, partly, rulebook

ASKED = (
    ("Is the {one} before the {other}?", False),
    ("Does the {one} come before the {other}?", False),
    ("Is the {one} after the {other}?", True),
    ("Does the {one} come after the {other}?", True),
)
OUTSIDE = ("setup", "end of", "start of", "activations", "snafu")
"""Of no turn, made of other phases, or a deed of the same name."""


@partly(4, split=False)
@pytest.mark.parametrize("name", [name for name in BOOKS if name != "bcs"])  # its phases are called like deeds
def test_of_two_phases_one_comes_first(name: str, part: Part) -> None:
    phases = [phase for phase in rulebook(name).values_of("phase") or () if not phase.startswith(OUTSIDE)]
    chosen = {
        (one, other) for one in phases for other in phases if one.replace("movement", "combat") == other.replace("movement", "combat")
    }  # either may be first
    situation = next(case["situation"] for case in cases(name) if case["situation"].get("turn") != 1)
    tried = right = 0
    for at, one in enumerate(phases):
        for next_, other in enumerate(phases[at + 1 : at + 4]):
            for form, turned in part.turned(at + next_)(ASKED) if (one, other) not in chosen else ():
                for first, second, answer in ((one, other, "yes"), (other, one, "no")):
                    said = form.format(one=(second if turned else first).replace("_", " "), other=(first if turned else second).replace("_", " "))
                    heard = game_of(name, situation).hear(said)
                    tried += 1
                    if heard.problem is None and heard.rulings[-1].verdict == "legal":
                        assert heard.rulings[-1].computed["answer"] == answer, said
                        right += 1
    assert right > 0.6 * tried, f"{right} of {tried}"
