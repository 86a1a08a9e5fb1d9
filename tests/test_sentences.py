"""Sentences: the parser against lark's own, its forms of verbs, offices of words, pairs that must differ, and what fpa says."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest

from adjudicator.language import Act, Names, NotUnderstood, Stated
from adjudicator.sentences import compile_language
from adjudicator.sentences.build import Builder
from adjudicator.sentences.chart import BEST, Parser, compile_grammar
from adjudicator.sentences.forms import english_plural, english_verb, spanish_verb
from adjudicator.sentences.rows import sentences
from adjudicator.sentences.token import Token
from adjudicator.sentences.tokens import tokens
from tests.conftest import Part, every, partly, spoken
from tests.spoken import NAMES as THEIRS
from tests.spoken import SENTENCES
from tests.structures import of_clause

ROOT = Path(__file__).resolve().parent.parent
SPOKEN = spoken("fpa")
NAMES = Names(THEIRS.units, THEIRS.markers)
OPEN = {line.strip() for line in (ROOT / "tests" / "sentences" / "open_fpa.txt").read_text("utf-8").splitlines() if line.strip() and not line.startswith("#")}
SAMPLE = [text for text, _ in SENTENCES if len(text) < 40][::120]


def parts(text: str) -> tuple[Any, ...]:
    """What a sentence is understood as."""
    return SPOKEN.parse(text, NAMES).parts


def row(text: str) -> list[Token]:
    """The tokens of a sentence."""
    SPOKEN.place("", NAMES)
    return tokens(text, NAMES.table)


# ---- parser
@pytest.mark.slow
def test_the_trees_are_those_of_lark() -> None:
    """A row that lark's own Earley parser of the same grammar takes is taken here, the others are not, and the trees are its trees."""
    from lark import Lark
    from lark import Token as LarkToken
    from lark.exceptions import UnexpectedInput
    from lark.lexer import Lexer

    class Classes(Lexer):
        def __init__(self, conf: Any) -> None:
            pass

        def lex(self, data: Any) -> Any:
            for number, name in enumerate(data):
                yield LarkToken(name, str(number))

    text = (ROOT / "grammars" / "sentences.lark").read_text("utf-8")
    theirs = Lark(text, parser="earley", lexer=Classes, ambiguity="explicit")
    ours = Parser(compile_grammar(text))
    rows = [tuple(token.classes[0] for token in row(sentence)) for sentence in SAMPLE]
    rows += [classes[::-1] for classes in rows[::3]]
    for classes in [*dict.fromkeys(classes for classes in rows if len(classes) < 8)][::2]:
        try:
            forest: Any = theirs.parse(classes)  # type: ignore[arg-type]
        except UnexpectedInput:
            forest = None
        found = ours.parse([[name] for name in classes])
        assert bool(found) == (forest is not None), classes
        assert len(found) <= BEST
        if forest is not None:
            for _, tree in found:
                assert _holds(forest, tree), (classes, tree)


def _holds(node: Any, tree: Any) -> bool:
    """Whether one of the trees of a forest is this tree."""
    if not hasattr(node, "children"):
        return bool(tree == (node.type, int(node)))
    if node.data == "_ambig":
        return any(_holds(child, tree) for child in node.children)
    if node.data != tree[0]:
        return False
    return _rows(node.children, list(tree[1:]))


def _rows(children: list[Any], wanted: list[Any]) -> bool:
    """Whether children are these trees; helpers that are inlined may be ambiguous too."""
    if not children:
        return not wanted
    first = children[0]
    if hasattr(first, "children") and first.data == "_ambig" and first.children and str(first.children[0].data).startswith("_"):
        return any(_rows([*child.children, *children[1:]], wanted) for child in first.children)
    if hasattr(first, "children") and str(first.data).startswith("_") and first.data != "_ambig":
        return _rows([*first.children, *children[1:]], wanted)
    return bool(wanted) and _holds(first, wanted[0]) and _rows(children[1:], wanted[1:])


# ---- forms
@pytest.mark.parametrize(
    ("verb", "forms"),
    [
        ("atacar", "ataco ataca atacamos atacan ataqué ataquen atacado atacadas atacando atacarlo"),
        ("mover", "muevo mueve movemos mueven movió mueva moviendo"),
        ("retroceder", "retrocedo retrocede retrocedió retroceda"),
        ("perder", "pierdo pierde perdemos pierda perdió"),
        ("conducir", "conduzco conduce condujo conduzca"),
        ("elegir", "elijo elige elegimos eligió elija eligiendo"),
        ("seguir", "sigo sigue seguimos siguió siga siguiendo"),
        ("destruir", "destruyo destruye destruimos destruyó destruya destruyendo destruido"),
        ("llegar", "llego llega llegué llegue llegan"),
        ("avanzar", "avanzo avanza avancé avance"),
        ("tener", "tengo tiene tenemos tuvo tendrá tenga"),
        ("hacer", "hago hace hizo hará haga hecho"),
        ("poner", "pongo pone puso pondrá ponga puesto"),
        ("resolver", "resuelvo resuelve resuelto resolvió"),
        ("ir", "voy va vamos van fue vaya yendo ido"),
        ("salir", "salgo sale salió saldrá salga"),
        ("caer", "caigo cae cayó caiga caído"),
    ],
)
def test_spanish_forms(verb: str, forms: str) -> None:
    import ruamel.yaml

    irregular = ruamel.yaml.YAML(typ="safe").load(ROOT / "grammars" / "lexicon.es.yaml")["irregular"]
    made = {form for form, _ in spanish_verb(verb, irregular)}
    assert set(forms.split()) <= made


def test_english_forms() -> None:
    assert dict(english_verb("stop", {})) == {"stop": "V", "stops": "V", "stopped": "VP", "stopping": "VG"}
    assert {form for form, _ in english_verb("carry", {})} == {"carry", "carries", "carried", "carrying"}
    assert {form for form, _ in english_verb("take", {"take": "took taken"})} == {"take", "takes", "took", "taken", "taking"}
    assert [english_plural(word) for word in ("hex", "army", "unit")] == ["hexes", "armies", "units"]


# ---- every word has a place
def test_every_word_of_a_tree_has_a_place() -> None:
    """A unit, hex, number or denial that the builder leaves out is an error, never a ruling; here none is left out at all."""
    left = []
    for text, _ in SENTENCES[::7]:
        words = [token for token in row(text) if token.classes[0] != "SEMI"]
        for _, tree in SPOKEN.trees(words)[:1]:
            builder = Builder(words, SPOKEN.words.senses, False)
            try:
                builder.text(tree)
            except NotUnderstood:
                continue  # the tree is refused, and the next one is read
            left += [(text, words[number].text) for number in builder.left()]
    assert not left


@pytest.mark.parametrize(
    ("text", "word"),
    [
        ("16Pz attacks 2119 77", "77"),
        ("16Pz attacks 2119 with 1 air po", "po"),
        ("9Mech retreats 2119-2019 wi", "wi"),
        ("16Pz attaks 2119", "attaks"),
    ],
)
def test_what_has_no_place_is_refused(text: str, word: str) -> None:
    with pytest.raises(NotUnderstood) as caught:
        parts(text)
    assert caught.value.word.strip() in (word, text) and caught.value.message_key != "empty"


# ---- minimal pairs: with and without a word, the meaning differs
@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("16Pz attacks 2119", "16Pz does not attack 2119"),
        ("16Pz attacks 2119", "16Pz attacks 2119 again"),
        ("16Pz attacks 2119", "only 16Pz attacks 2119"),
        ("16Pz attacks 2119", "16Pz attacks 2119 without air points"),
        ("16Pz attacks 2119", "16Pz has attacked 2119"),
        ("16Pz attacks 2119", "can 16Pz attack 2119?"),
        ("16Pz attacks 2119", "16Pz attacks 2119 at full strength"),
        ("16Pz attacks 2119", "the Soviet 16Pz attacks 2119"),
        ("16Pz attacks 2119", "16Pz attacks 2119, which is rough"),
        ("16Pz attacks 2119 with 19Pz", "16Pz attacks 2119 without 19Pz"),
        ("9Mech retreats to 2019", "9Mech does not retreat to 2019"),
        ("16Pz and 19Pz each lose a step", "16Pz and 19Pz lose a step"),
        ("no unit advances", "the units in 2218 advance to 2119"),
        ("16Pz ataca 2119", "16Pz no ataca 2119"),
        ("16Pz ataca 2119", "16Pz vuelve a atacar 2119"),
        ("16Pz ataca 2119", "16Pz ya ha atacado 2119"),
        ("KG Br se queda en 2219", "KG Br está en 2219"),
        ("option 12.3", "option 12.3 off"),
        ("16Pz is reduced", "16Pz is not reduced"),
        ("16Pz has attacked 2119", "16Pz has not attacked 2119"),
        ("16Pz is in 2218", "only 16Pz is in 2218"),
        ("16Pz and 19Pz attack 2119", "16Pz or 19Pz attacks 2119"),
        ("18AD fires at 2119 with the support of 16Pz", "18AD fires at 2119 in support of 16Pz"),
        ("16Pz, which came from 2218, attacks 2119", "16Pz attacks 2119"),
        ("9Mech retreats", "does 9Mech have to retreat if it gets a DR?"),
        ("can 16Pz attack 2119?", "can only 16Pz attack 2119?"),
        ("La 16Pz está reducida", "La 16Pz no está reducida"),
    ],
)
def test_pairs_differ(one: str, other: str) -> None:
    assert _meaning(one) != _meaning(other)


def _meaning(text: str) -> Any:
    try:
        return parts(text)
    except NotUnderstood as error:
        return (error.message_key, error.word)


# ---- structures
@pytest.mark.parametrize(
    ("text", "meaning"),
    [
        ("16Pz from 2218 and 19Pz from 2217 attack 2119", {"places": {"16Pz": "2218", "19Pz": "2217"}}),
        ("4GTk attacks 3010 from 3009 and 10Tk from 3110", {"places": {"4GTk": "3009", "10Tk": "3110"}}),
        ("2119 is attacked by 16Pz and 19Pz", {"units": ("16Pz", "19Pz"), "target": "2119"}),
        ("47R's attack on 3010 is called off", {"units": ("47R",), "target": "3010"}),
        ("68Inf moves to 2607 and goes on to 2608", {"path": ("2607", "2608")}),
        ("16Pz calls the attack on 3010 off", {"target": "3010"}),
    ],
)
def test_structures(text: str, meaning: dict[str, Any]) -> None:
    act = next(part for part in parts(text) if isinstance(part, Act))
    assert {key: act.slots.get(key) for key in meaning} == meaning


def structures() -> list[tuple[str, str]]:
    """Sentence and abstract syntax, as tests/structure/*.txt write them."""
    lines = [line for path in sorted((ROOT / "tests" / "structure").glob("*.txt")) for line in path.read_text("utf-8").splitlines()]
    lines = [line.strip() for line in lines if line.strip() and not line.startswith("#")]
    return list(zip(lines[::2], [line.removeprefix("= ") for line in lines[1::2]], strict=True))


@every(structures)
def test_the_abstract_syntax_of_constructions(text: str, syntax: str) -> None:
    found = []
    for one in sentences(tokens(text, NAMES.table) if SPOKEN.place("", NAMES) is None else []):
        for _, tree in SPOKEN.trees(one):
            try:
                found += [of_clause(clause) for clause in SPOKEN.clauses(one, tree)[0]]
                break
            except NotUnderstood:
                continue
    assert " ; ".join(found) == syntax


def test_each_thing_with_its_own_goal_is_a_deed_of_its_own() -> None:
    found = parts("The German retreats 47R to 3009 and 52R to 2910")
    assert [(part.kind, part.slots["units"], part.slots["to"]) for part in found] == [("retreat", ("47R",), "3009"), ("retreat", ("52R",), "2910")]


def test_what_is_said_in_passing() -> None:
    stated, act = parts("16Pz, which is reduced, attacks 2119")
    assert (stated, act.slots.get("passing")) == (Stated("units[16Pz].reduced", True), None)
    (act,) = parts("16Pz attacks 2119 quickly")
    assert act.slots["passing"] == ("quickly",)


def test_a_new_unit_is_stated_and_then_known() -> None:
    found = parts("88Pz 3-3 at 2218; 88Pz attacks 2119")
    assert found[0] == Stated("units[88Pz]", {"attack": 3, "defense": 3, "at": "2218"})
    with pytest.raises(NotUnderstood):
        parts("88Pz attacks 2119")


# ---- fpa
@partly(3, slow=True)
def test_sentences_of_fpa(part: Part) -> None:
    """Every sentence of tests/sentences/fpa_*.txt but those of open_fpa.txt is understood as they say."""
    wrong = []
    for text, wanted in part(SENTENCES):
        rest = list(wanted)
        try:
            for part in parts(text):
                rest.remove(part)
        except (NotUnderstood, ValueError):
            rest = [None]  # type: ignore[list-item]
        if rest and text not in OPEN:
            wrong.append(text)
    assert not wrong


def test_no_word_of_a_language_stands_in_the_grammar() -> None:
    text = re.sub(r"//.*", "", (ROOT / "grammars" / "sentences.lark").read_text("utf-8"))
    assert not re.search(r"[\"']", text)


def test_a_language_is_plain_data() -> None:
    import json

    compiled = compile_language(ROOT / "rulebooks" / "fpa")
    assert json.loads(json.dumps(compiled))["words"]["senses"]


@partly(8, split=False)
def test_nothing_but_an_error_comes_of_rubbish(part: Part) -> None:
    """Sentences with words left out, put in and mixed up are understood or refused; nothing else happens."""
    import random

    chance = random.Random(11)
    texts = [text for text, _ in SENTENCES]
    for _ in range(400 // part.of):
        words = chance.choice(texts).split()
        words.insert(chance.randrange(len(words) + 1), chance.choice(chance.choice(texts).split()))
        if chance.random() < 0.5:
            chance.shuffle(words)
        try:
            assert parts(" ".join(words))
        except NotUnderstood:
            pass
