"""Sentences that books brought: pairs that must differ or be alike, constructions, templates."""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import partial
from itertools import product
from typing import Any

import pytest

from adjudicator.language import Act, Entry, Names, NotUnderstood, Stated
from adjudicator.sentences import Spoken, load
from adjudicator.sentences.templates import Templates
from adjudicator.sentences.token import Token
from tests.conftest import Part, partly, spoken
from tests.spoken import NAMES as THEIRS
from tests.spoken import SENTENCES
from tests.test_sentences import ROOT

# ---- books whose cases pass in this layer
OCS = spoken("ocs")
OCS_NAMES = Names(["44ID", "71ID", "44GdR", "62R", "97Jg", "100Jg", "101Jg", "203Art", "95R"], [("dump", "Dump-1"), ("dump", "Dump-2")])


@pytest.mark.parametrize(
    ("text", "units"),
    [
        ("what are the chances of surprise if 44ID leads, and if 71ID leads?", ("44ID", "71ID")),
        ("what are the chances of surprise if 44GdR leads the defence, and if 62R does?", ("44GdR", "62R")),
        ("what is the chance of losing a step if 44ID leads?", ("44ID",)),
        ("¿qué probabilidad de sorpresa hay con el AR de 44ID y cuál con el de 71ID?", ("44ID", "71ID")),
        ("¿qué probabilidad de sorpresa hay si la defensa usa el AR de 44GdR, y cuál si usa el de 62R?", ("44GdR", "62R")),
    ],
)
def test_what_is_asked_of_each_of_several(text: str, units: tuple[str, ...]) -> None:
    """One deed that is supposed of several is one question about each of them."""
    (act,) = OCS.parse(text, OCS_NAMES).parts
    assert isinstance(act, Act) and act.kind == "chances" and act.slots["units"] == units and act.slots["leads"]


def test_two_different_deeds_supposed_are_no_one_question() -> None:
    with pytest.raises(NotUnderstood):
        OCS.parse("what are the chances of surprise if 44ID leads, and if 71ID retreats?", OCS_NAMES)


def test_a_result_is_claimed() -> None:
    assert OCS.parse("Combat dice total 5; claims Ao1 Do1", OCS_NAMES).parts[-1] == Stated("claims", {"result": "Ao1 Do1"})


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("44GdR and 62R lose a step", "44GdR or 62R loses a step"),
        ("44GdR retreats to 1511", "44GdR retreats to 1511 unless 62R stays"),
        ("44GdR loses a step", "44GdR has lost a step"),
        ("44GdR retreats", "44GdR retreats before losing a step"),
        ("44GdR loses one step", "44GdR loses at least one step"),
        ("44GdR loses two steps and 62R two", "44GdR loses two steps and 62R one"),
        ("97Jg gets an exploitation marker", "97Jg does not get an exploitation marker"),
        ("Exploitation markers on 97Jg and 100Jg, none on 101Jg", "Exploitation markers on 97Jg, 100Jg and 101Jg"),
        ("44GdR se retira 1510-1511 y queda desorganizada", "44GdR se retira 1510-1511 y no queda desorganizada"),
        ("44GdR pierde un paso y se retira", "44GdR no pierde un paso ni se retira"),
        ("44ID attacks 1510", "44ID attacks 1510 without paying combat supply"),
        ("44ID attacks 1510 with the AR of 71ID", "44ID attacks 1510 with its AR"),
        ("Surprise dice total 9", "Combat dice total 9"),
        ("What is the chance that the defender loses a step?", "What is the chance that the attacker loses a step?"),
        ("What is the chance that the defender loses a step?", "What is the chance that the defender does not lose a step?"),
        ("nobody advances", "nobody retreats"),
        ("44GdR and 62R become DG", "neither 44GdR nor 62R becomes DG"),
        ("44GdR y 62R quedan DG", "ni 44GdR ni 62R quedan DG"),
        ("44GdR satisfies the o1", "44GdR satisfies the o1 by retreating"),
        ("44GdR cumple el o1", "44GdR cumple el o1 retirándose"),
        ("44GdR loses two steps, 62R one", "44GdR loses two steps, 62R too"),
        ("62R takes a loss", "62R takes the zone loss"),
        ("44ID attacks 1510", "44ID attacks 1510 for free"),
        ("44GdR and 62R retreat two hexes to 1512", "44GdR and 62R retreat two hexes to 1512 in combat mode"),
        ("What is the chance that the attacker suffers losses?", "What is the chance that the attacker suffers no losses?"),
        ("What is the chance of a result that costs the attacker a loss?", "What is the chance of a result that costs the attacker neither loss nor option?"),
        ("Who gets exploitation?", "What combat roll gives exploitation?"),
        ("44GdR takes the o1", "44GdR refuses the o1"),
    ],
)
def test_pairs_of_ocs_differ(one: str, other: str) -> None:
    def meaning(text: str) -> Any:
        try:
            return OCS.parse(text, OCS_NAMES).parts
        except NotUnderstood as error:
            return (error.message_key, error.word)

    assert meaning(one) != meaning(other)


PD = spoken("pd")


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("46 attacks 1510; die 4", "46 attacks 1510; 4 attacks 1510"),
        ("26 loses 4 steps", "26 and 4 lose a step"),
        ("46 attacks 26 in 1510", "46 attacks only 26 in 1510"),
        ("46 attacks 26 in 1510", "46 attacks 26 in 1510, but not 4"),
        ("26 no se retira", "26 no se retira y pierde un paso"),
        ("26 retreats to 1511", "26 retreats to 1511 before it is attacked"),
        ("26 is isolated", "26 becomes isolated"),
        ("26 traces supply 1510-1511", "26 traces supply 1510-1511 and is in supply"),
        ("26 cannot trace", "26 cannot trace except to Königsberg"),
        ("the AGN chit goes into the cup", "the AGN chit does not go into the cup"),
        ("46 moves to 1510 and 26 to 1511, 4 to 1512", "46 moves to 1510 and 26 to 1511"),
        ("1 point brings 26 back in 1510", "1 point brings 26 back at full strength in 1510"),
        ("10 HQ activates all", "10 HQ activates"),
        ("10 HQ activates all", "10 HQ activates 46"),
        ("10 HQ activa a todas", "10 HQ activa a algunas"),
    ],
)
def test_pairs_of_pd_differ(one: str, other: str) -> None:
    def meaning(text: str) -> Any:
        try:
            return PD.parse(text, Names(["46", "26", "4", "10 HQ"])).parts
        except NotUnderstood as error:
            return (error.message_key, error.word)

    assert meaning(one) != meaning(other)


# ---- templates: a known shape with other names -------------------------------------------------------------------------------------
@partly(3, split=False)
def test_a_known_shape_means_the_same_with_other_names(part: Part) -> None:
    """Units and hexes exchanged: what a template gives is what reading the words gives, and nearly every shape has one."""

    class Unused(Templates):
        def entry(self, text: str, row: list[Token], names: Names, read: Callable[[list[Token]], Entry]) -> Entry:
            return read(row)

    fast, slow = load(ROOT / "rulebooks" / "fpa"), load(ROOT / "rulebooks" / "fpa")
    slow.templates = Unused()
    units = sorted(THEIRS.units)
    other = dict(zip(units, units[1:] + units[:1], strict=True))
    sample = part([text for text, _ in SENTENCES][::7])
    for _ in range(2):
        for text in sample:
            _understood(fast, text, Names(THEIRS.units, THEIRS.markers))
    assert sum(template is not None for template in fast.templates.known.values()) > 0.8 * len(fast.templates.known) > 50
    for text in sample:
        turned = re.sub(rf"\b({'|'.join(map(re.escape, units))})\b", lambda found: other[found[1]], text)
        turned = re.sub(r"\b\d{4}\b", lambda found: f"{int(found[0]) + 101:04d}", turned)
        names = Names(THEIRS.units, THEIRS.markers)
        assert _understood(fast, turned, names) == _understood(slow, turned, Names(THEIRS.units, THEIRS.markers)), turned


LONG = ("{units} attack 3010", "{units} atacan 3010", "{unit} moves {way}", "{unit} mueve {way}; {units} attack 2119", "{units} attack 3010 with {unit}")


@pytest.mark.parametrize("said", LONG)
def test_a_shape_of_two_lengths_is_known_in_all_and_on_either_side(said: str) -> None:
    """Lists and ways: what was read in two lengths is read no more, and gives what reading it gives."""
    fast, read = load(ROOT / "rulebooks" / "fpa"), 0

    class Read(Templates):
        def entry(self, text: str, row: list[Token], names: Names, read: Callable[[list[Token] | None], Entry]) -> Entry:
            return super().entry(text, row, names, partial(counted, read))

    def counted(reads: Callable[[list[Token] | None], Entry], given: list[Token] | None) -> Entry:
        nonlocal read
        read += 1
        return reads(given)

    fast.templates = Read()
    units = [unit for unit in sorted(THEIRS.units) if not unit.isdecimal()][:8]
    joined = " y " if "atacan" in said else " and "
    for side, count in product(("german", "soviet"), (2, 3, 4, 5, 6, 7)):
        names = Names(units, sides=[(unit, side) for unit in units])
        way = "-".join(f"30{number:02d}" for number in range(10, 12 + count))
        text = said.format(units=joined.join((", ".join(units[1:count]), units[count])), unit=units[0], way=way)
        if count == 5 or side == "soviet":
            read = 0
        assert _understood(fast, text, names) == _understood(load(ROOT / "rulebooks" / "fpa"), text, Names(units, sides=tuple(names.sides.items()))), text
        assert not read or count < 5 and side == "german", text


def test_a_known_shape_means_the_same_whatever_markers_are_there() -> None:
    """A marker that a position does not have gets its kind, however often the same words were read where it has it."""
    spoken = load(ROOT / "rulebooks" / "fpa")
    known, new = ("KG", "Br"), Names(THEIRS.units, ())
    before = spoken.parse("KG Br at 2219", new).parts
    for hexes in ("2219", "2220", "2221"):
        spoken.parse(f"KG Br at {hexes}", Names(THEIRS.units, (known,)))
    assert spoken.parse("KG Br at 2219", Names(THEIRS.units, ())).parts == before and len(before) == 2


def test_a_known_shape_means_the_same_on_whatever_sides_its_units_are() -> None:
    spoken, anew = load(ROOT / "rulebooks" / "fpa"), load(ROOT / "rulebooks" / "fpa")
    units = sorted(THEIRS.units)[:4]
    alone, foes = Names(units), [Names(units, sides=((units[0], one), (units[1], other))) for one, other in (("german", "german"), ("german", "soviet"))]
    for text in (f"{units[0]} attacks with {units[1]} 3010", f"attack on {units[1]}, {units[0]} and 3010", f"{units[1]} is attacked, {units[0]}"):
        for names in (alone, alone, alone, *foes):
            assert _understood(spoken, text, names) == _understood(anew, text, Names(units, sides=tuple(names.sides.items()))), text
            anew.templates.known.clear()
            anew.templates.met.clear()


def _understood(spoken: Spoken, text: str, names: Names) -> Any:
    try:
        return [(part, (part.start, part.end, part.text) if isinstance(part, Act) else None) for part in spoken.parse(text, names).parts]
    except NotUnderstood as error:
        return error.message_key


# ---- gdp
GDP = spoken("gdp")
GDP_NAMES = Names(["5K-2Pz", "HQ-2Pz", "HQ-1Pz", "1K-1Gr", "2K-1Gr", "1-1Rif", "1Su85-AT"], [])


@pytest.mark.parametrize(
    ("text", "kinds", "last"),
    [
        ("5K-2Pz traces supply 2010-2011 to HQ-2Pz, which traces to HQ-1Pz in 2014", "trace trace", {"units": ("HQ-2Pz",)}),
        ("5K-2Pz traza suministro 2010-2011 hasta HQ-2Pz, que traza hasta HQ-1Pz en 2014", "trace trace", {"units": ("HQ-2Pz",)}),
        ("1K-1Gr mounts 5K-2Pz in 2010, they move 2011-2012, 1K-1Gr dismounts", "mount move dismount", {"units": ("1K-1Gr",)}),
        ("1K-1Gr must be the one to flip", "loss", {"units": ("1K-1Gr",)}),
        ("la que se voltea es 1K-1Gr", "loss", {"units": ("1K-1Gr",)}),
        ("1K-1Gr is not the one that flips", "loss", {"units": ("1K-1Gr",), "not": True}),
        ("1Su85-AT fires at 5K-2Pz as it advances into 2011", "fire", {"units": ("1Su85-AT",), "target": "2011"}),
        ("5K-2Pz avanza a 2011 y sigue hasta 2012", "advance", {"path": ("2011", "2012")}),
        ("1K-1Gr attacks 2010 across the river and 2K-1Gr from the dry side", "attack", {"units": ("1K-1Gr", "2K-1Gr"), "target": "2010"}),
        ("sale 1Gr", "draw_activation", {"units": ("1Gr",)}),
        ("red +1", "draw_chit", {"color": "red", "numbers": (1,)}),
    ],
)
def test_constructions_that_gdp_brought(text: str, kinds: str, last: dict[str, Any]) -> None:
    acts = [part for part in GDP.parse(text, GDP_NAMES).parts if isinstance(part, Act)]
    assert [act.kind for act in acts] == kinds.split()
    assert last.items() <= acts[-1].slots.items()


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("eight reduced units end in 2010", "2010 holds eight units, all of them reduced"),
        ("five full units end in 2010", "five units, none of them reduced, end up in 2010"),
        ("ocho unidades desgastadas quedan en 2010", "se amontonan en 2010 ocho unidades, todas ellas volteadas"),
        ("twelve reduced units end in 2010", "I finish with a dozen reduced units crammed into 2010"),
        ("1Su85-AT makes opportunity fire at 5K-2Pz, which enters 2012", "when 5K-2Pz enters 2012, 1Su85-AT makes opportunity fire"),
        ("1Su85-AT hace fuego de oportunidad contra 5K-2Pz al entrar en 2012", "en cuanto 5K-2Pz entra en 2012, 1Su85-AT le hace fuego de oportunidad"),
        ("1K-1Gr blows the bridge between 2010 and 2011", "1K-1Gr blows the bridge that lies between 2010 and 2011"),
        ("1K-1Gr vuela el puente entre 2010 y 2011", "1K-1Gr vuela el puente que une 2010 con 2011"),
        ("1K-1Gr clears the mines in 2013", "1K-1Gr clears the mines that lie in 2013"),
        ("2K-1Gr barrages 2017, observed by 1K-1Gr", "2K-1Gr lays a barrage on 2017 with 1K-1Gr spotting"),
        ("1K-1Gr attacks 2011", "I order 1K-1Gr to attack 2011"),
        ("1K-1Gr ataca 2011", "mando a 1K-1Gr atacar 2011"),
        ("1K-1Gr and 2K-1Gr attack 2011", "1K-1Gr joins 2K-1Gr in an assault on 2011"),
        ("1Gr activates 1K-1Gr in 2010", "1Gr activates 1K-1Gr sitting in 2010"),
    ],
)
def test_pairs_of_gdp_are_alike(one: str, other: str) -> None:
    """Where a thing lies, who does it, what is said of all: the same in other constructions."""
    assert _deeds(one) == _deeds(other) is not None


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("eight units, all of them reduced, end in 2010", "eight units, none of them reduced, end in 2010"),
        ("1K-1Gr attacks 2011", "1K-1Gr attacks 2011 with a barrage"),
        ("1Su85-AT makes opportunity fire at 5K-2Pz as it enters 2012", "1Su85-AT makes opportunity fire at 5K-2Pz as it enters 2013"),
        ("el alemán apoya a 1K-1Gr con 2K-1Gr", "el alemán apoya a 2K-1Gr con 1K-1Gr"),
        ("it is raining", "it is snowing"),
        ("the attacker gets Apathy", "the defender gets Apathy"),
    ],
)
def test_pairs_of_gdp_differ(one: str, other: str) -> None:
    assert _deeds(one) != _deeds(other)


def _deeds(text: str) -> Any:
    """What a sentence of gdp says, what is told back aside; None where it is refused."""
    try:
        parts = GDP.parse(text, Names(GDP_NAMES.units, [("chit", "Apathy")])).parts
    except NotUnderstood:
        return None
    light = ("passing", "described")
    return [(part.kind, {key: value for key, value in part.slots.items() if key not in light}) if isinstance(part, Act) else part for part in parts]


def test_a_path_alone_is_nobody_s() -> None:
    """Behind a retreat of one unit a bare path is not one more move of it: the table asks for the next one."""
    with pytest.raises(NotUnderstood):
        GDP.parse("1-1Rif retreats 2011-2012-2013; 2012-2013", GDP_NAMES)


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("10 HQ activates 46", "46 is activated by 10 HQ"),
        ("10 HQ activa a 46", "46 es activada por 10 HQ"),
        ("10 HQ activa a 46 y a 26", "46 y 26 son activadas por 10 HQ"),
        ("10 HQ activates all", "10 HQ activates everything"),
        ("46 attacks 1510", "46 attacks 1510 alone"),
    ],
)
def test_pairs_of_pd_are_alike(one: str, other: str) -> None:
    names = Names(["46", "26", "4", "10 HQ"])
    assert [(part.kind, part.slots) for part in PD.parse(one, names).parts] == [(part.kind, part.slots) for part in PD.parse(other, names).parts]  # type: ignore[union-attr]


@pytest.mark.parametrize("text", ["German Netz 3-3-3 at 1425", "Netz 3-3-3 at 1425", "Netz 3-3-3 alemana en 1425"])
def test_a_new_unit_has_a_name_without_digits(text: str) -> None:
    """With its values a word in capitals is the name of a unit; without them it is asked about."""
    (fact,) = PD.parse(text, Names([])).parts
    assert isinstance(fact, Stated) and fact.path == "units[Netz]" and fact.value["at"] == "1425" and fact.value["ma"] == 3
    with pytest.raises(NotUnderstood):
        PD.parse("German Netz at 1425", Names([]))


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("44GdR loses two steps and 62R loses one", "44GdR loses two steps, 62R one"),
        ("44GdR pierde un paso y 62R pierde uno", "44GdR pierde un paso y 62R otro"),
        ("Two steps from 44GdR; one step from 62R", "Two steps from 44GdR, one from 62R"),
        ("ni 44GdR ni 62R quedan DG", "neither 44GdR nor 62R becomes DG"),
        ("¿qué probabilidad hay de salir sin bajas ni opción?", "¿qué probabilidad hay de que no sufra ni bajas ni opción?"),
    ],
)
def test_pairs_of_ocs_are_alike(one: str, other: str) -> None:
    assert [(p.kind, p.slots) for p in OCS.parse(one, OCS_NAMES).parts] == [(p.kind, p.slots) for p in OCS.parse(other, OCS_NAMES).parts]  # type: ignore[union-attr]


# ---- bcs
BCS = spoken("bcs")
BCS_NAMES = Names(["12VG", "12VG HQ", "12VG Trains", "99ID", "I/89", "II/89", "2/394", "12PzJ", "A", "GR1", "US1"])


@pytest.mark.parametrize(
    ("text", "kinds", "last"),
    [
        ("I/89 moves to 10.11 and attacks 2/394 in 10.12", "move attack", {"units": ("I/89",), "target": "10.12", "target_units": ("2/394",)}),
        ("I/89 mueve a 10.12", "move", {"units": ("I/89",), "to": "10.12"}),
        ("I/89 attacks A in 10.12", "attack", {"units": ("I/89",), "target_units": ("A",)}),
        ("2/394 voluntarily retreats five hexes to 10.15", "voluntary_retreat", {"hexes": 5, "to": "10.15"}),
        ("the support of US1 fires at the support of GR1 before the attack", "support_fire", {"firing": "US1", "target_units": ("GR1",)}),
        ("12VG makes its Fatigue roll", "fatigue", {"units": ("12VG",)}),
        ("12VG gets a Recovery Order", "orders", {"units": ("12VG",), "orders": ("recovery",)}),
        ("I/89 moves with forced march to 10.15", "forced_march", {"units": ("I/89",), "to": "10.15"}),
        ("12PzJ leaves Support", "leave_support", {"units": ("12PzJ",)}),
        ("I/89 uses its Support", "use_support", {"units": ("I/89",)}),
        ("¿puede la 12VG activarse otra vez?", "second_activation", {"units": ("12VG",), "question": True}),
        ("II/89 attacks 10.12 with I/89, which has already Assisted once, Assisting", "attack", {"units": ("II/89",), "assist": ("I/89",)}),
    ],
)
def test_constructions_that_bcs_brought(text: str, kinds: str, last: dict[str, Any]) -> None:
    acts = [part for part in BCS.parse(text, BCS_NAMES).parts if isinstance(part, Act)]
    assert [act.kind for act in acts] == kinds.split()
    assert last.items() <= acts[-1].slots.items()


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("44GdR goes into exploitation mode", "44GdR goes into combat mode"),
        ("How many tokens must the Soviet pay to defend with 44GdR?", "How many tokens must the Soviet pay to attack with 44GdR?"),
        ("62R is in 1511. If 44GdR retreats into that hex, does 62R become DG?", "62R is in 1512. If 44GdR retreats into that hex, does 62R become DG?"),
    ],
)
def test_more_pairs_of_ocs_differ(one: str, other: str) -> None:
    assert OCS.parse(one, OCS_NAMES).parts != OCS.parse(other, OCS_NAMES).parts


@pytest.mark.parametrize("text", ["46 moves through 1510 and advances to 1511", "46 goes into 1510 and advances to 1511"])
def test_what_goes_on_is_one_advance(text: str) -> None:
    """A way that ends in an advance is one."""
    (act,) = PD.parse(text, Names(["46", "26", "4"])).parts
    assert isinstance(act, Act) and (act.kind, act.slots["path"]) == ("advance", ("1510", "1511"))


def test_it_is_one_unit() -> None:
    act = PD.parse("46 is still ringed by 26 and 4. Does it become isolated?", Names(["46", "26", "4"])).parts[-1]
    assert isinstance(act, Act) and act.slots["units"] == ("46",)


@pytest.mark.parametrize("who", ["8 HQ", "HQ 8", "8th army HQ", "the headquarters of the 8th army", "el HQ del 8º ejército", "HQ del ejército 8"])
def test_a_headquarters_is_called_by_its_army(who: str) -> None:
    book = load(ROOT / "rulebooks" / "pd")
    verb = "activa a" if " ejército" in who or who == "HQ 8" else "activates"
    (act,) = book.parse(f"{who} {verb} 221", Names(["8 HQ", "221", "10 HQ"])).parts
    assert isinstance(act, Act) and act.slots["by"] == ("8 HQ",)
