"""Every case that tells one deed, said anew in general constructions: clefts, notes, *With X I attack H*, *H is attacked by X* (`anew.txt`).

`python -m tests.sentences.said_anew [BOOK] [--each N] [--show WORDS]` says the cases of a book (of all), every N-th, and prints of each construction
how often it was right, misread and refused; `--show` also the sentences of the constructions that hold these words.

A deed has its words from the declaration of its own case, or from those of other cases of its kind: a verb with the preposition before its target,
a noun with its own. So what fails is the construction, not the words: a case that is not understood as said plainly is left aside.
"""

from __future__ import annotations

import random
import re
import sys
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple

from adjudicator.commands.conformance import run_case
from adjudicator.files.places import grammars_folder
from adjudicator.ground.ruling import ILLEGAL, LEGAL
from adjudicator.language import Act, NotUnderstood, Stated
from adjudicator.sentences.forms import english_verb, spanish_verb
from adjudicator.sentences.frames import LIGHT
from adjudicator.sentences.token import VERBAL, Token
from adjudicator.sentences.tokens import tokens
from tests.conftest import BOOKS, cases, data_of, game_of, language, rulebook

LANGS = ("en", "es")
BESIDE = frozenset(("passing", "seen", "described", "places", "from"))
"""Slots that a saying may add or leave out where they say what is so anyway."""
AIMED, WAY, PLACED, ALONE = ({"units", "target"}, {"units", "target", "target_units"}), ({"units", "to"}, {"units", "path"}), ({"units", "at"},), ({"units"},)
"""Slots of the deeds that are said anew, by what they are."""
WEAK = LIGHT | {"use", "add", "need", "receive", "check", "roll", "try", "carry_out", "choose_deed"}
"""Verbs that name no deed by themselves."""


class Construction(NamedTuple):
    """A sentence to be filled; `of`: aim, way, place or any."""

    lang: str
    of: str
    text: str
    asks: bool


class Deed(NamedTuple):
    """One case and its act in one language: what of it is filled in."""

    case: Mapping[str, Any]
    act: Act
    lang: str
    of: str
    fields: Mapping[str, str]


@cache
def constructions() -> list[Construction]:
    """All of `anew.txt`."""
    found = []
    for line in Path(__file__).with_name("anew.txt").read_text("utf-8").splitlines():
        if line and not line.startswith("#"):
            lang, of, text = line.split(" ", 2)
            found.append(Construction(lang, of, text.lstrip("?"), text.startswith("?") or text.endswith("?")))
    return found


@cache
def _irregular(lang: str) -> Mapping[str, str]:
    return data_of(f"{grammars_folder()}/lexicon.{lang}.yaml")["irregular"]  # type: ignore[no-any-return]


# ---- the words of a deed
class Verb(NamedTuple):
    """Lemma and the preposition before the target or the place."""

    lemma: str
    before: str


class Noun(NamedTuple):
    """As it is typed, its preposition, and whether it is feminine."""

    text: str
    before: str
    feminine: bool


class Words:
    """The words that the cases of a book have for their deeds."""

    def __init__(self, book: str) -> None:
        self.spoken = language(book)
        self.verbs: dict[tuple[str, str], Counter[Verb]] = defaultdict(Counter)
        self.nouns: dict[tuple[str, str], Counter[Noun]] = defaultdict(Counter)
        own: dict[str, set[str]] = defaultdict(set)
        named: dict[str, set[str]] = defaultdict(set)
        for frame in self.spoken.frames:
            if not frame.ask - {"tell"}:
                own[frame.kind] |= frame.verbs - WEAK
                named[frame.kind] |= frame.nouns
        self.own, self.named = own, named

    def met(self, act: Act, lang: str, row: list[Token]) -> tuple[list[Verb], list[Noun]]:
        """The verbs and nouns for the deed in a row; they are kept for other cases of its kind."""
        goal = _goal(act)
        aim = next((at for at, token in enumerate(row) for kept in token.means.values() for _, value in kept if value == goal), -1)
        while aim > 0 and row[aim - 1].classes[0] in ("UNIT", "DET", "W") or aim > 0 and row[aim - 1].text in ("in", "en"):
            if row[aim - 1].text in ("in", "en") and row[max(aim - 2, 0)].classes[0] != "UNIT":
                break
            aim -= 1
        before = row[aim - 1].text if aim > 0 and {"P", "TO", "OF"} & set(row[aim - 1].classes) else ""
        verbs, nouns = [], []
        for at, token in enumerate(row):
            lemmas = [str(value) for class_ in VERBAL for type_, value in token.means.get(class_, ()) if type_ in ("VERB", "PAST")]
            if token.classes[0] in VERBAL and any(set(self.spoken.words.senses.get(lemma, ())[:3]) & self.own[act.kind] for lemma in lemmas):
                verbs.append(Verb(lemmas[0], before))
            if any(meaning[0] == "NOUN" and meaning[1] in self.named[act.kind] for meaning in token.means.get("W", ())):
                led = [other.text.lower() for other in row[max(at - 2, 0) : at]]
                feminine = bool({"una", "la"} & set(led)) or not {"un", "el", "al", "del"} & set(led) and bool(re.search(r"(?:a|ión|ad)\b", token.text))
                nouns.append(Noun(token.text, before, feminine))
        self.verbs[act.kind, lang].update(verbs)
        self.nouns[act.kind, lang].update(nouns)
        return verbs, nouns


def _goal(act: Act) -> Any:
    slots = act.slots
    return slots.get("target") or slots.get("at") or slots.get("to") or (slots.get("path") or ("",))[-1]


def forms(lemma: str, lang: str) -> dict[str, str]:
    """The forms of a verb by their names here, with the words that belong to it."""
    head, _, rest = lemma.partition(" ")
    tail = f" {rest}" if rest else ""
    if lang == "en":
        made = list(english_verb(head, _irregular("en")))
        pairs = {"do": made[0][0], "sing": made[2][0], "plur": made[0][0], "doing": made[5][0], "done": made[4][0], "first": made[0][0]}
        return {name: f"{form}{tail}" for name, form in pairs.items()}
    self_ = head.endswith("se") and len(head) > 4
    bare = head[:-2] if self_ else head
    made = list(spanish_verb(bare, _irregular("es")))
    if bare == "ir":
        pairs = {"do": "ir", "sing": "va", "plur": "van", "first": "voy", "subj": "vaya", "subjs": "vayan", "doing": "yendo"}
    else:
        sub = 31  # VI, yo, as a an, amos áis, six of the past, twelve and six of others: then the subjunctive
        pairs = {"do": bare, "first": made[1][0], "sing": made[3][0], "plur": made[4][0], "subj": made[sub + 2][0], "subjs": made[sub + 5][0]}
        pairs["done"] = next(form for form, class_ in made if class_ == "VP")
        pairs["doing"] = next(form for form, class_ in made if class_ == "VG")
    se = {name: f"se {form}" if self_ and name not in ("do", "doing", "first") else form for name, form in pairs.items()}
    if self_:
        se["do"] = head
        se.pop("first")
    return {name: f"{form}{tail}" for name, form in se.items()}


# ---- what is filled in
def fields(case: Mapping[str, Any], act: Act, lang: str, verb: Verb | None, noun: Noun | None, light: bool) -> dict[str, str]:
    """All that a construction may hold of a deed, in one language; `light`: it is said by its noun."""
    units, slots = [str(unit) for unit in act.slots["units"]], act.slots
    en, many = lang == "en", len(units) > 1
    both = " and " if en else " y "
    found = {"X": f"{', '.join(units[:-1])}{both}{units[-1]}" if many else units[0], "X1": units[0]}
    if len(units) == 2:
        found["X2"] = units[1]
    else:
        found.pop("X1")
    places = {str(unit.get("at")) for unit in case["situation"].get("units", ()) if str(unit.get("id")) in units}
    stands = places.pop() if len(places) == 1 else ""
    if stands and stands[:1].isdigit():
        found["G"] = stands
    behind = ""
    path = slots.get("path") or ((slots["to"],) if "to" in slots else ())
    path = path[1:] if path[:1] == (stands,) else path
    if "target" in slots:
        foes = both.join(str(unit) for unit in slots.get("target_units", ()))
        found["H"] = f"{foes} {'in' if en else 'en'} {slots['target']}" if foes else slots["target"]
    if path:
        found["Z"] = path[-1]
        to = "to" if en else "a"
        if len(path) > 1:
            found["A"] = f"{', '.join(path[:-2])}{both if len(path) > 2 else ''}{path[-2]}"
            behind = f"{'through' if en else 'por'} {found['A']} {to} {found['Z']}"
        else:
            behind = f"{to} {found['Z']}"
    agree = {"it": ("it", "they"), "is": ("is", "are"), "wants": ("wants", "want"), "enters": ("goes in", "go in"), "one": ("one", "ones")}
    if not en:
        agree = {"one": ("la que", "las que"), "va": ("va", "van"), "quiere": ("quiere", "quieren"), "puede": ("puede", "pueden"), "está": ("está", "están")}
    found |= {name: pair[many] for name, pair in agree.items()}
    if noun is not None:
        article = ("an" if noun.text[:1].lower() in "aeiou" else "a") if en else ("una" if noun.feminine else "un")
        found |= {"n": noun.text, "an": f"{article} {noun.text}"}
        if "H" in found:
            found["on"] = f"{noun.before or ('on' if en else 'sobre')} {found['H']}"
    if light and noun is not None:
        verb, object_ = Verb("make" if en else "hacer", ""), f" {found['an']}"
    elif verb is not None:
        object_ = ""
    else:
        return {}
    kept = forms(verb.lemma, lang)
    rest = found.get("on", "") if light and "H" in found else f"{verb.before} {found['H']}" if "H" in found else behind
    if "at" in slots:
        found["P"] = slots["at"]
        rest = f"{verb.before or ('in' if en else 'en')} {found['P']}"
    whole = {name: f"{form}{object_} {rest}".replace("  ", " ").strip() for name, form in kept.items()}
    finite = "plur" if many else "sing"
    found |= {"do": whole["do"], "does": whole[finite], "does3": whole["sing"], "doing": whole["doing"]}
    if "first" in whole:
        found |= {"does1": whole["first"], "do1": whole["do"]}
    if not en:
        found["doSubj"] = whole["subjs" if many else "subj"]
    if not light and "H" in found and verb.before in ("", "a", "al"):
        found |= {"strikes": kept[finite], **({"strike1": kept["first"]} if "first" in kept else {})}
        if not (many and not en):
            found["done"] = kept["done"]
    if not light and path:
        found["goes"] = kept[finite]
    found |= {name[:1].upper() + name[1:]: text[:1].upper() + text[1:] for name, text in found.items() if name[:1].islower()}
    return found


def deeds(book: str, chosen: Iterable[Mapping[str, Any]]) -> Iterator[tuple[Mapping[str, Any], Act, str, list[Token]]]:
    """The cases that tell one deed of a kind that is said anew, in each language."""
    spoken = language(book)
    for case in chosen:
        game = game_of(book, case["situation"])
        for lang in LANGS:
            text = case["declaration"].get(lang, "")
            names = game.referee.names()
            try:
                parts = spoken.parse(text, names).parts
            except NotUnderstood:
                continue
            acts = [part for part in parts if isinstance(part, Act)]
            if len(parts) == 1 and len(acts) == 1 and "question" not in acts[0].slots and _of(acts[0]):
                yield case, acts[0], lang, tokens(text, names.table)


def _of(act: Act) -> str:
    slots = set(act.slots) - BESIDE
    units = act.slots.get("units")
    if not units or not isinstance(units, tuple) or "not" in slots:
        return ""
    kinds = {"aim": AIMED, "way": WAY, "place": PLACED, "any": ALONE}
    return next((name for name, rows in kinds.items() if slots in rows), "")


# ---- what comes of it
def understood(book: str, case: Mapping[str, Any], text: str) -> tuple[Act | None, str]:
    """The one act of a sentence, or why it is refused; facts that the position has are no part of it."""
    game = game_of(book, case["situation"])
    try:
        parts = language(book).parse(text, game.referee.names()).parts
    except NotUnderstood as error:
        return None, str(error)
    acts = [part for part in parts if isinstance(part, Act)]
    places = {f"units[{unit.get('id')}].at": unit.get("at") for unit in case["situation"].get("units", ())}
    other = [part for part in parts if isinstance(part, Stated) and places.get(part.path) != part.value]
    return (acts[0], "") if len(acts) == 1 and not other else (None, "")


def _answered(book: str, deed: Deed, text: str) -> bool:
    """Whether a question of another kind, or one that names a way otherwise, gets the yes or no that the case calls for."""
    record = game_of(book, deed.case["situation"]).hear(text)
    answers = [ruling.computed.get("answer") for ruling in record.loud(rulebook(book))]
    return answers == [{LEGAL: "yes", ILLEGAL: "no"}.get(deed.case["expect"]["verdict"])]


def meant(act: Act, deed: Deed) -> tuple[str, str]:
    """What an act says, for comparing; where who acts stands is no part of the way."""
    slots = {name: value for name, value in act.slots.items() if name not in BESIDE and not (name == "ask" and value.what == "may")}
    if slots.get("path", ())[:1] == (deed.fields.get("G"),):
        slots["path"] = slots["path"][1:]
    if len(slots.get("path", ())) == 1:
        slots["to"] = slots.pop("path")[0]
    return act.kind, repr(sorted((name, value) for name, value in slots.items()))


def verdict(book: str, deed: Deed, text: str, asks: bool) -> str:
    """right, misread or refused. A statement has to give the ruling of the case, a question to ask about just its act."""
    act, error = understood(book, deed.case, text)
    if error:
        return "refused"
    wanted = Act(deed.act.kind, {**deed.act.slots, **({"question": True} if asks else {})}, "", 0, 0)
    if act is not None and meant(act, deed) == meant(wanted, deed):
        return "right"
    if asks and act is not None and act.kind in (wanted.kind, "can_reach") and _answered(book, deed, text):
        return "right"
    if asks:
        return "misread"
    wrong = run_case(rulebook(book), {**deed.case, "declaration": {deed.lang: text}}).differs.get(deed.lang)
    return "right" if not wrong else "refused" if "error" in wrong else "misread"


def said(book: str, each: int = 1, seed: int = 8) -> Iterator[Deed]:
    """The deeds of a book with their words: of one case of so many (`each`), drawn by `seed`."""
    words = Words(book)
    chosen = random.Random(seed).sample(cases(book), max(2, len(cases(book)) // each)) if each > 1 else cases(book)
    rows = [(case, act, lang, words.met(act, lang, row)) for case, act, lang, row in deeds(book, chosen)]
    for case, act, lang, (verbs, nouns) in rows:
        verb = verbs[0] if verbs else next((verb for verb, _ in words.verbs[act.kind, lang].most_common(1)), None)
        noun = nouns[0] if nouns else next((noun for noun, _ in words.nouns[act.kind, lang].most_common(1)), None)
        for light in (False, True) if verbs or not nouns else (True, False):
            made = fields(case, act, lang, verb, noun, light)
            deed = Deed(case, act, lang, _of(act), made)
            if made and verdict(book, deed, "{X} {does}.".format_map(made), False) == "right":
                yield deed
                break


def sentences(deed: Deed) -> Iterator[tuple[Construction, str]]:
    """The deed in each construction that can hold it."""
    for construction in constructions():
        if construction.lang == deed.lang and construction.of in ("any", deed.of):
            try:
                yield construction, construction.text.format_map(deed.fields)
            except KeyError:
                continue


def measured(book: str, each: int, show: Iterable[str] = ()) -> dict[Construction, Counter[str]]:
    """How each construction came out."""
    found: dict[Construction, Counter[str]] = defaultdict(Counter)
    for deed in said(book, each):
        for construction, text in sentences(deed):
            came = verdict(book, deed, text, construction.asks)
            found[construction][came] += 1
            if came != "right" and any(words in construction.text for words in show):
                act, error = understood(book, deed.case, text)
                print(f"  {came} {book} {deed.case['id']} {text} | {error or (act and meant(act, deed))} | {meant(deed.act, deed)}")
    return found


if __name__ == "__main__":
    told = sys.argv[1:]
    step = int(told[told.index("--each") + 1]) if "--each" in told else 1
    seen = told[told.index("--show") + 1 :] if "--show" in told else []
    table: dict[Construction, Counter[str]] = defaultdict(Counter)
    for name in [name for name in told if name in BOOKS] or BOOKS:
        for one, counts in measured(name, step, seen).items():
            table[one] += counts
    for one, counts in sorted(table.items(), key=lambda item: (item[0].lang, item[1]["right"] / item[1].total())):
        total = counts.total()
        print(f"{100 * counts['right'] / total:5.1f} {counts['misread']:4} {counts['refused']:4} of {total:4}  {one.lang} {one.of:5} {one.text}")
    every: Counter[str] = sum(table.values(), Counter())
    print({name: f"{100 * count / every.total():.1f}" for name, count in every.items()}, every.total())
