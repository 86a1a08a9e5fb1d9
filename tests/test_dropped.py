"""No word that limits a deed, or says what it is done in, is dropped: it is weighed, told back, or the line is refused."""

from __future__ import annotations

import pytest

from tests.conftest import game_of, hear

FIELD = {
    "time": "day",
    "weather": "sunny",
    "phase": "activation",
    "active": "german",
    "chit": "2Gr",
    "activated": ["5K-2Gr"],
    "hexes": {"3121": {"terrain": "clear"}, "3120": {"terrain": "clear"}},
    "hexsides": {"3120/3121": []},
    "tables": {"tec": {"clear": {"drm": 0}}},
    "units": [
        {"id": "5K-2Gr", "side": "german", "formation": "2Gr", "kind": "infantry", "class": "foot", "attack": 6, "defense": 4, "ma": 4, "at": "3120"},
        {"id": "2-3Rif", "side": "soviet", "formation": "3Rif", "kind": "infantry", "class": "foot", "attack": 3, "defense": 3, "ma": 4, "at": "3121"},
    ],
}
PAIR = {"units": [{"id": "16Pz", "side": "german", "at": "2218"}, {"id": "47R", "side": "soviet", "at": "2219"}], "weather": "frost"}


@pytest.mark.parametrize("text", ["both 16Pz attack 2219", "ambas 16Pz atacan 2219"])
def test_one_is_not_both(text: str) -> None:
    """Both of one is nobody's reading; what the line is taken for instead is told."""
    record = game_of("fpa", PAIR).hear(text)
    assert record.problem is not None or any(note.key.startswith("taken") for note in record.notes), record.notes


@pytest.mark.parametrize("text", ["16Pz attacks 2219 under fire", "under fire, 16Pz attacks 2219", "16Pz ataca 2219 bajo el fuego"])
def test_what_it_is_done_in_is_told_back(text: str) -> None:
    """A deed noun behind *under*, *despite* is none of the deed that is judged."""
    (act,) = [ruling.act for ruling in hear("fpa", text, PAIR)]
    assert act is not None and act.kind == "attack" and act.slots["passing"], act


@pytest.mark.parametrize(
    ("text", "side"),
    [
        ("5K-2Gr attacks 3121 and does not draw an event chit", "german"),
        ("5K-2Gr attacks 3121 and draws no event chit", "german"),
        ("5K-2Gr ataca 3121 y no saca ninguna ficha de evento", "german"),
        ("5K-2Gr attacks 3121 and the defender draws no event chit", "soviet"),
    ],
)
def test_who_draws_no_chit(text: str, side: str) -> None:
    """gdp 10.3: whose refusal it is, is who does the deed, unless another is named."""
    found = [finding.slots["side"] for ruling in hear("gdp", text, FIELD) for _, finding in ruling.findings if finding.key == "chit_must_be_drawn"]
    assert found == [side]


@pytest.mark.parametrize(
    ("text", "key", "said"),
    [
        ("16Pz attacks 2219 before 47R moves", "said_in_passing", "before 47R moves"),
        ("16Pz attacks 2219 rather than move", "said_undone", "rather than move"),
        ("16Pz ataca 2219 en vez de mover", "said_undone", "en vez de mover"),
        ("16Pz attacks 2219 under fire", "said_in_passing", "under fire"),
        ("16Pz ataca 2219 pese al bombardeo", "said_in_passing", "pese al bombardeo"),
    ],
)
def test_told_back_with_what_leads_in(text: str, key: str, said: str) -> None:
    """What is told back beside a deed keeps the small words that say how it hangs on the deed; in place of what it is done is said not to be done."""
    (ruling,) = hear("fpa", text, PAIR)
    assert [(finding.key, finding.slots["said"]) for _, finding in ruling.warnings if "said" in finding.slots] == [(key, said)]


@pytest.mark.parametrize(
    "text", ["16Pz attacks 2219 unless 47R withdraws", "unless 47R withdraws, 16Pz attacks 2219", "16Pz ataca 2219 a menos que 47R se retire"]
)
def test_a_condition_is_never_dropped(text: str) -> None:
    """An act that hangs on a condition is refused, as behind *if*."""
    assert game_of("fpa", PAIR).hear(text).problem is not None


@pytest.mark.parametrize("text", ["5K-2Gr attacks 3121 with {}", "5K-2Gr attacks 3121 with the {}", "5K-2Gr ataca 3121 con el {}"])
@pytest.mark.parametrize(("sign", "right"), [("+1", True), ("+9", False), ("-1", False)])
def test_a_number_with_its_sign_is_a_modifier(text: str, sign: str, right: bool) -> None:
    """What a deed is done with is claimed of its modifiers, and no die (gdp 10.3: red adds, blue takes away)."""
    record = game_of("gdp", FIELD).hear(f"{text.format(sign)}; attacker draws red +2; defender draws blue -1; roll 5 4")
    assert record.rulings and not record.rulings[-1].needs and record.problem is None
    assert [item.claimed for item in record.wrong] == ([] if right else [sign])


ROAM = {
    "phase": "german movement 1",
    "weather": "frost",
    "hexes": {name: {"terrain": "clear", "features": []} for name in ("2218", "2217", "2216", "2318", "2317", "2117")},
    "units": [{"id": "16Pz", "side": "german", "kind": "panzer", "class": "mechanized", "size": "division", "steps": 4, "at": "2218"}],
}


@pytest.mark.parametrize(
    ("text", "off"),
    [
        ("16Pz moves to 2216 without entering {}", "2217"),
        ("16Pz moves to 2216, not through {}", "2217"),
        ("16Pz moves to 2216 but not through {}", "2217"),
        ("16Pz mueve a 2216 sin pasar por {}", "2217"),
        ("16Pz mueve a 2216, no por {}", "2217"),
        ("16Pz moves to 2216, not to {}", "2117"),
        ("16Pz moves 2218-2318-2317-2216 without entering {}", "2217"),
    ],
)
def test_a_hex_that_is_kept_off(text: str, off: str) -> None:
    """A way that leads into a hex that is said to be kept off is refused, never taken for another deed; any other is judged."""
    record = game_of("fpa", ROAM).hear(text.format(off))
    if off == "2217" and "2318" not in text:
        assert record.problem is not None and record.problem.error is not None and record.problem.error.slots["hex"] == off
    else:
        assert record.problem is None and record.rulings[0].act is not None and record.rulings[0].act.slots["avoids"] == (off,)


@pytest.mark.parametrize(
    "text", ["16Pz attacks 2219 using the KG Br bonus", "16Pz attacks 2219 with the bonus of KG Br", "16Pz ataca 2219 con la bonificación de KG Br"]
)
def test_the_bonus_of_a_marker_is_one_aid(text: str) -> None:
    """A marker and the noun for what it brings are no two aids (fpa 13.4)."""
    (ruling,) = hear("fpa", text, {**PAIR, "markers": [{"kind": "KG", "id": "Br", "at": "2217"}]})
    assert ruling.act is not None and [(aid.kind, aid.id) for aid in ruling.act.slots["aids"]] == [("KG", "Br")]


@pytest.mark.parametrize("text", ["all but 371Inf move to 2217", "all units except 371Inf move to 2217", "todas menos 371Inf mueven a 2217"])
def test_all_but_one_move(text: str) -> None:
    """Who is excepted stays; those with it are the others, and nobody of another hex."""
    more = [{**ROAM["units"][0], "id": "371Inf"}, {**ROAM["units"][0], "id": "19Pz", "at": "2218"}, {**ROAM["units"][0], "id": "9SS", "at": "2317"}]
    record = game_of("fpa", {**ROAM, "active": "german", "units": [*ROAM["units"], *more]}).hear(text)
    assert record.problem is None and {effect["unit"] for effect in record.rulings[0].effects if "at" in effect} == {"16Pz", "19Pz"}


@pytest.mark.parametrize("text", ["16Pz moves to 2217 until 19Pz moves", "16Pz mueve a 2217 hasta que 19Pz mueva", "16Pz moves to 2217 before 19Pz moves"])
def test_who_moves_later_moves_not_now(text: str) -> None:
    """A unit up to which, or to whose deed, somebody goes does not go with him."""
    units = [*ROAM["units"], {**ROAM["units"][0], "id": "19Pz"}]
    record = game_of("fpa", {**ROAM, "active": "german", "units": units}).hear(text)
    assert record.problem is not None or {effect["unit"] for effect in record.rulings[0].effects if "at" in effect} == {"16Pz"}
