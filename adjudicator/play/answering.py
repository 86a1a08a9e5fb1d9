"""Whether an answer is one to the question that was put, and whether what is told back was something that happens first.

A question that is answered as another one is worse than none: who is asked for is no number, how many is never yes or no. It is looked for in the words of the
clause itself, whichever way it was understood.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from collections.abc import Set as AbstractSet
from fractions import Fraction
from itertools import pairwise
from typing import TYPE_CHECKING, Any

from adjudicator.ground.declaration import Act
from adjudicator.ground.facts import InputError, known
from adjudicator.ground.ruling import UNDETERMINED
from adjudicator.play.lines import ASIDES
from adjudicator.play.meant import STRENGTHS
from adjudicator.play.standing import denies, relations
from adjudicator.play.titled import titled
from adjudicator.sentences.fated import HOW_FAR
from adjudicator.sentences.frames import FIGHTS
from adjudicator.sentences.hindered import HINDERING
from adjudicator.sentences.printed import OF_WHOM
from adjudicator.sentences.rows import is_spanish
from adjudicator.sentences.token import lemmas, says, unit_of

if TYPE_CHECKING:
    from adjudicator.ground.ruling import Ruling
    from adjudicator.ground.situation import Situation
    from adjudicator.sentences import Spoken
    from adjudicator.sentences.token import Token

BEFORE = frozenset(("P", "OF", "TO", "AND", "COMMA", "COLON", "SEMI", "ADV", "THEN"))
"""Classes of what may stand before the question word of a clause."""
APART = frozenset(("COMMA", "SEMI", "COLON"))
PLAIN = ("yes", "no")
WHOSE = frozenset(("who", "what", "how_many"))
"""Question words that never ask for yes or no, even behind a clause of their own."""
NAMED = frozenset(("who", "where", "when", "why", "which_rolls"))
"""Question words that ask for something of one kind."""
INVERTED = frozenset(("BE", "HV", "DO", "MOD"))
"""Classes of the verb that a question begins with."""
ASKED = frozenset(("BE", "DET", "OF"))
"""Classes of what may stand between a question word and what is asked for."""
MODAL, MUST, MAY = ("MOD", "MODI"), frozenset(("must", "need")), frozenset(("can",))
"""Classes of the words of what must be and may be, and their meanings."""
MYSELF, CLAIMED = frozenset((("PRON", "first"), ("CL", "me"), ("CL", "us"))), frozenset(("shift", "column", "bonus", "modifier", "drm"))
"""Meanings of words of who speaks; nouns of what one claims of a ruling."""
DEED, HANGS, COSTS = ("V", "VI"), frozenset(("if", "while", "after")), frozenset(("cost", "pay"))
"""Classes of a verb that does something now; words that a deed hangs on; senses of verbs of a price."""
CHOOSES, ADDS = frozenset(("decide", "single_out")), frozenset(("add", "use", "play", "spend"))
"""Senses of verbs of who chooses, and of what is thrown in."""
ANYWAY = frozenset(("be", "have", "do", "stay", "move", "retreat", "advance", "loss", "enter", "make", "take_result", "claim"))
"""Senses of verbs that may tell anything beside a deed."""
FAILS = frozenset(("fail", "miss"))
"""Senses of verbs of what does not succeed."""
WALKS, LOSES = frozenset(("move", "retreat", "advance", "enter")), frozenset(("loss", "eliminate"))
"""Senses of verbs that move units, that take their steps."""


def asked_for(row: Sequence[Token]) -> str:
    """The question word that a row of words begins with (what, who, where, when, how_many …); "" if it asks for yes or no, or for nothing."""
    for at, token in enumerate(row):
        if token.text.casefold() in OF_WHOM:
            return "who"
        if token.classes[0] in ("QP", "QD"):
            meanings = token.means.get("QP") or token.means.get("QD") or []
            some = any(kept in (("PRON", "they"), ("NUM", 2)) for each in row[at + 2 : at + 3] for means in each.means.values() for kept in means)
            named = any("AND" in each.classes[:1] for each in row[at + 3 : at + 4]) and bool(unit_of(row[at + 2]))
            many = bool(meanings) and (meanings[0][1] == "how_many" or some or named)  # how many of them, which of them, which of 11ID and 217ID
            if len(row) > at + 1 and row[at + 1].classes[0] in ("SUB", "COMMA", *(() if many else ("OF",))):  # what if …?
                return ""
            word = str(meanings[0][1]) if meanings else ""
            return "how_far" if word == "where" and token.text.casefold() in HOW_FAR else word  # a number of hexes, or where to
        if token.classes[0] not in BEFORE:
            return ""
    return ""


def place_asked(row: Sequence[Token]) -> bool:
    """Whether a row of words asks for a hex: in which hex, which of the hexes, to which hexes."""
    for at, token in enumerate(row):
        if ("QD", "what") in token.means.get("QD", ()) or ("QP", "what") in token.means.get("QP", ()):
            rest = [each for each in row[at + 1 : at + 4] if each.classes[0] not in ("DET", "OF")][:1]
            return any(("NOUN", "hex") in kept for each in rest for kept in each.means.values())
    return False


def fits(word: str, answer: Any) -> bool:
    """Whether a figure is of the kind that a question word asks for."""
    number = isinstance(answer, (int, Fraction)) and not isinstance(answer, bool)
    if word in ("how_many", *NAMED) and word != "why" and isinstance(answer, bool):
        return False
    if answer == "no" and word in ("where", "when", "which_rolls"):
        return True  # where can it go: nowhere, with the reason
    if word in ("who", "where", "when"):
        return not number and answer not in PLAIN
    return not word or word == "why" or answer not in PLAIN


def same_question(row: Sequence[Token], other: Sequence[Token]) -> bool:
    """Whether a line may be taken as another: a question as a question, who, where and when as that, across the rivers and by the units that it names."""
    one, two = _asked(row), _asked(other)
    if denies(row) and not denies(other) and not any(token.classes[0] in APART for token in row[:-1]):
        return False  # loses no steps: not that it loses one; of several clauses one may only tell why
    end = next((at for at, token in enumerate(other) if token.classes[0] == "SEMI"), len(other))
    named = {name for token in other[:end] if (name := unit_of(token))}
    if _fails(row) and not _fails(other):
        return False  # though its roll failed: not whether it may roll
    if one and any(_together(other, name) for name in _supposed(row)):
        return False  # would it be in supply if that moved away: not whether both are
    if "how_many" in one and not named and _points_back(row) and _verbs(other) - _verbs(row):
        return False  # how many VP does that give: not the VP of units that exited
    if _is_free(row) and not _is_free(other):
        return False  # does it enter for free: not whether it enters
    if _is_kept(row) and not _is_kept(other):
        return False  # does the river keep it from going DG: not whether it does
    whether = bool(one) and "yes" not in one and two == {"yes"}  # how many steps has it to lose: not whether it has to
    amount = one == {"yes"} and "how_many" in two and "yes" not in two  # does it lose one: not how many
    if whether or amount or one and not _compels(row) & _compels(other):
        return False  # must it move: not whether it may
    return not (one and not two) and not (one & NAMED and not one & two) and _rivers(row) <= _rivers(other) and _first(row) <= named


def _points_back(row: Sequence[Token]) -> bool:
    """Whether it or that, which was said before, does what a line speaks of."""
    return any(
        ("PRON", "it") in token.means.get("PRON", ()) and before.classes[0] != "P" and (token.classes[0] == "PRON" or after.classes[0] in ("QM", "V", "VI"))
        for before, token, after in zip(row, row[1:], row[2:], strict=False)
    )


def _verbs(row: Sequence[Token]) -> set[str]:
    """What the verbs of a line may mean."""
    return {str(value) for token in row for name in ("V", "VI", "VP") for _, value in token.means.get(name, ())}


def _is_kept(row: Sequence[Token]) -> bool:
    """Whether a line asks what keeps somebody from a deed: keep … from going, evita que quede."""
    verbs = [at for at, token in enumerate(row) if lemmas(token) & HINDERING]
    behind = [(token, then) for at in verbs for token, then in pairwise(row[at + 1 :])]
    return any("FROM" in relations(token) and "VG" in then.means or token.spanish and "SUB" in token.means for token, then in behind)


def _is_free(row: Sequence[Token]) -> bool:
    """Whether a line speaks of what costs nothing."""
    return any(("ADV", "free") in kept for token in row for kept in token.means.values())


def _compels(row: Sequence[Token]) -> set[bool]:
    """Whether a line asks what must be (True), or what may be; both where its words say neither."""
    said = {str(value) for token in row for name in MODAL for _, value in token.means.get(name, ())}
    return {must for must, words in ((True, MUST), (False, MAY)) if said & words} or {True, False}


def _supposed(row: Sequence[Token]) -> set[str]:
    """The units that only a condition names."""
    found: dict[bool, set[str]] = {True: set(), False: set()}
    inside = False
    for token in row:
        inside = ("SUB", "if") in token.means.get("SUB", ()) if token.classes[0] == "SUB" else inside and token.classes[0] != "COMMA"
        if name := unit_of(token):
            found[inside].add(name)
    return found[True] - found[False]


def _together(row: Sequence[Token], name: str) -> bool:
    """Whether a unit is named in one breath with another."""
    joins = [at for at in range(1, len(row) - 1) if row[at].classes[0] == "AND" and unit_of(row[at - 1]) and unit_of(row[at + 1])]
    return any(name in (unit_of(row[at - 1]), unit_of(row[at + 1])) for at in joins)


def _first(row: Sequence[Token]) -> set[str]:
    """The units that a line begins with: who does it."""
    end = next((at for at, token in enumerate(row) if token.classes[0] not in ("UNIT", "AND", "COMMA")), len(row))
    return {name for token in row[:end] if (name := unit_of(token))}


def _asked(row: Sequence[Token]) -> set[str]:
    """What a line asks for, clause by clause: yes, what, who …; nothing without a question mark."""
    if all(token.classes[0] != "QM" and ("ADV", "whether") not in token.means.get("ADV", ()) for token in row):
        return set()  # tell me whether it has to
    return {word for clause in _clauses(row, "COMMA") if (word := asked_for(clause))} or {"yes"}


def _clauses(row: Sequence[Token], *signs: str) -> list[Sequence[Token]]:
    """The row, and what is left of it behind each sign between clauses: colons, semicolons and these."""
    return [row, *(row[at + 1 :] for at, token in enumerate(row) if token.classes[0] in ("SEMI", "COLON", *signs))]


def _rivers(row: Sequence[Token]) -> set[str]:
    return {str(value) for token in row for meanings in token.means.values() for type_, value in meanings if type_ == "RIVER"}


def answers(words: Callable[[str], Sequence[Token]], act: Act, responses: Iterable[Act], ruling: Ruling, units: Collection[str]) -> bool:
    """Whether the ruling answers what was asked in it: each question behind a deed, by the question word of the last; `words`: of a text."""
    asking = [answer for answer in responses if answer.slots.get("question")]
    answer = ruling.computed.get("answer")
    if isinstance(answer, bool):
        answer = ruling.computed["answer"] = PLAIN[not answer]
    if answer is not None and (answer in PLAIN or who_of(answer, units)) and place_asked(words((asking[-1] if asking else act).text)):
        return False  # in which hex does it go DG: not whether, and not who
    if (
        answer is not None
        and asked_for(words((asking[-1] if asking else act).text)) == "who"
        and all(t.classes[0] in ("HEX", "COMMA", "PATH") for t in words(str(answer)))
    ):
        return False  # who decides where it goes: not where
    plainly = bool(asking) or "question" in act.slots and ("ask" not in act.slots or bool(who_of(answer, units)))
    if isinstance(answer, str) and answer not in PLAIN and plainly and _whether(words, (asking[-1] if asking else act).text):
        return False  # does it end up DG: not who does; is a 9 enough: not what it throws
    if asking and "answer" in ruling.computed or not asking and "answer" not in ruling.computed:
        return True
    if not asking and "ask" in act.slots and act.slots["ask"].what == "position":
        return True  # how far is it: a number
    if not asking and "ask" in act.slots and act.slots["ask"].name == "arrives" and answer not in PLAIN:
        return True  # when does it come back: in a turn
    said = asking[-1] if asking else act
    row = words(said.text) if said.text else []
    word = asked_for(row) or ("how_many" if {asked_for(clause) for clause in _clauses(row, "COMMA")} == {"", "how_many"} else "")  # we keep it, how many is it
    every = {found for clause in _clauses(row) if (found := asked_for(clause))}
    ending = _clauses(row, "COMMA")[-1]
    last = asked_for(ending) if ending and ("REL" not in ending[0].means or len(ending) == len(_clauses(row)[-1])) else ""
    if not last and ending:
        last = _begins_as(words, ending[0])
    if last == "who" and answer in PLAIN and len(sides := {each for each in ruling.computed.values() if _is_side(words, each)}) == 1:
        ruling.computed["answer"] = sides.pop()
        return True
    if last in WHOSE and last != word and ruling.computed.get("answer") in PLAIN:  # it is overstacked, who decides: not whether it is
        named = any(token.classes[0] == "W" for token in ending)
        return named and last != "who" and any(fits(last, content) for name, content in ruling.computed.items() if not name.startswith("_"))
    if asking:
        return bool(word) or ruling.verdict == UNDETERMINED  # how many, which: the ruling shows it
    told = {name: content for name, content in ruling.computed.items() if not name.startswith("_")}
    if word == "how_many" and ", " in str(told["answer"]) and who_of(told["answer"], units) is None:
        return any(type(content) is int for content in told.values())  # how many hexes: not which
    if every == {"how_many"} and told["answer"] in PLAIN:
        figures = {content for name, content in told.items() if name != "answer" and type(content) is int}
        if len(figures) == 1:  # how much fatigue do I pay: what it comes to, not whether I do
            ruling.computed["answer"] = figures.pop()
    if not word and (whether := _of_side(words, act, told["answer"])):
        ruling.computed["answer"] = whether
    if word == "how_many" and (names := who_of(told["answer"], units)) is not None:
        ruling.computed["answer"] = len(names)  # how many of them: so many, not who
    return any(fits(word, content) for content in told.values())  # what it needs: the answer, or beside it


def _whether(words: Callable[[str], Sequence[Token]], text: str) -> bool:
    """Whether a text asks for yes or no, and for nothing of which there may be several."""
    row = words(text)
    several = any({"QP", "QD"} & set(token.classes) or ("AND", "or") in token.means.get("AND", ()) for token in row)
    return bool(row) and not several and not any(_begins_as(words, token) for token in row)


def _begins_as(words: Callable[[str], Sequence[Token]], token: Token) -> str:
    """The question word that several words begin with which are one in the hobby: who goes first, qué pasa."""
    first, _, rest = token.text.partition(" ")
    return asked_for(words(first)) if rest else ""


def _is_side(words: Callable[[str], Sequence[Token]], content: Any) -> bool:
    """Whether a figure names one of the sides."""
    row = words(content) if isinstance(content, str) else ()
    return len(row) == 1 and any(type_ == "SIDE" for type_, _ in row[0].means.get("W", ()))


def _of_side(words: Callable[[str], Sequence[Token]], act: Act, answer: Any) -> str:
    """Did the Germans win: yes or no, where the answer is a side; "" if it is none, or none is asked about."""
    side = act.slots.get("side")
    if any({"QP", "QD"} & set(token.classes) for token in words(act.text)):
        return ""  # whose victory is that
    sides = {value for token in words(str(answer)) for type_, value in token.means.get("W", ()) if type_ == "SIDE"}
    return PLAIN[answer != side] if isinstance(side, str) and answer in {side, *sides} else ""


def who_of(answer: Any, units: Collection[str]) -> list[str] | None:
    """The units that an answer names; None if it names anything else."""
    names = [] if answer == "none" else str(answer).split(", ")
    return names if all(name in units for name in names) else None


def check_remarks(remarks: Iterable[str], words: Callable[[str], Sequence[Token]], language: Spoken, situation: Situation, act: Act, asks: bool) -> None:
    """Raise InputError for a remark that may not be left aside beside an act, or beside what is asked of one."""
    means, own, added = language.words.senses, language.frames.words_of(act.kind), added_words(language, situation, act)
    for remark in remarks:
        if not (row := words(remark)):
            continue  # a sign alone
        if any("INSTEAD" in str(value).split("|") for _, value in row[0].means.get("P", ())):
            continue  # rather than go to 2222: what is not done
        units = act.slots.get("units") or ()
        if asks and (whole := whole_of(row)) is not None:  # how many of its five MPs
            if whole not in figures_of((*units, *getattr(act.slots.get("ask"), "about", ())), situation):
                raise InputError("left_aside", said=remark)
            continue
        untrue = any(titled(row[:end], situation, units) is False for end in range(1, 1 + len(row)))  # Complete SNAFU, where it is a partial one
        if (
            untrue
            or strange_place(row, act, situation)
            or happens_first(row, means, situation, units, asks)
            or situation.book.acts[act.kind].fails
            and came_to_nothing(row, means)
            or not asks
            and weighs_in(row, means, own, added, act, situation.known("active"))
        ):
            raise InputError("left_aside", said=remark)
        behind = asks and _is_asked(words(act.text[: max(0, act.text.find(remark))]))
        if asks and (behind or asks_of(row, means, own) or _fought(row, means, units) or _fights_on(row, means, act)):
            raise InputError("not_answered", said=remark)


def added_words(language: Spoken, situation: Situation, act: Act) -> frozenset[str]:
    """Senses of verbs and nouns of what may be added to a deed: who assists, who pays."""
    kinds = situation.book.acts[act.kind].responses if act.kind in situation.book.acts else ()
    return frozenset[str]().union(*(language.frames.words_of(kind) for kind in kinds)) - ANYWAY


def _fought(row: Sequence[Token], means: Mapping[str, Sequence[str]], units: Collection[str]) -> bool:
    """Whether words beside a question say that those of whom it is asked have fought, or fight: that is history, or a deed, and never by the way."""
    verbs = {sense for token in row for lemma in lemmas(token) for sense in list(means.get(lemma, ()))[:1]}
    named = {name for token in row if (name := unit_of(token))}
    return bool(verbs & FIGHTS) and named <= set(units) and not any(token.classes[0] in ("HEX", "NOT") for token in row)


def _fights_on(row: Sequence[Token], means: Mapping[str, Sequence[str]], act: Act) -> bool:
    """Whether words beside a question tell a fight for a hex that it does not know: how many points has it when attacking 1510."""
    fights = any("VG" in token.means and FIGHTS & {sense for lemma in lemmas(token) for sense in means.get(lemma, ())[:1]} for token in row)
    hexes = [str(token.means["HEX"][0][1]) for token in row if token.classes[0] == "HEX"]
    asked = {name: content for name, content in act.slots.items() if name != "passing"}
    return fights and any(repr(name) not in repr(asked) for name in hexes)


def came_to_nothing(row: Sequence[Token], means: Mapping[str, Sequence[str]]) -> bool:
    """Whether words beside a deed that needs a roll say that the roll has failed; of another one than its own they say whose."""
    fell = [token for token in row if FAILS & {sense for kept in token.means.values() for _, word in kept for sense in (word, *means.get(str(word), ()))}]
    return bool(fell) and all(("NOUN", "roll") in token.means["W"] for token in row if "W" in token.classes and token not in fell and not unit_of(token))


def _fails(row: Sequence[Token]) -> bool:
    """Whether a verb says that something fails."""
    return any(value in FAILS for token in row if "W" not in token.classes for kept in token.means.values() for _, value in kept)


def whole_of(row: Sequence[Token]) -> int | None:
    """The number of which a part is asked for: of its five MPs, de sus cinco PM."""
    whole = len(row) == 4 and row[0].classes[0] == "OF" and says(row[1], "DET", "poss") and row[2].classes[0] == "NUM"
    return row[2].value if whole else None


def figures_of(names: Iterable[str], situation: Situation) -> set[int]:
    """The numbers that units and formations show."""
    boxes = (situation.units, *(getattr(situation, group) for group in situation.lists))
    things = [box[name] for name in names for box in boxes if name in box]
    return {value for thing in things for value in dict.values(thing.known_facts()) if type(value) is int}


def strange_place(row: Sequence[Token], act: Act, situation: Situation) -> bool:
    """Whether words beside a deed say that something is in a hex of which nothing is known, and in which it does nothing: that may be where somebody stands."""
    named = {str(token.means["HEX"][0][1]) for one, token in pairwise(row) if token.classes[0] == "HEX" and one.classes[0] == "P" and "IN" in relations(one)}
    if not named:
        return False
    things = [*situation.units.values(), *situation.markers.values()]
    known = {thing.known("at") for thing in things} | {*situation.hexes}
    if named <= known:
        return False
    told = repr([content for name, content in act.slots.items() if name not in ASIDES])
    told += repr([situation.facts, situation.known_box("pending"), [thing.known_facts() for thing in things], situation.history])
    return any(name not in known and name not in told for name in named)


def weighs_in(row: Sequence[Token], means: Mapping[str, Sequence[str]], own: AbstractSet[str], added: AbstractSet[str], act: Act, active: str | None) -> bool:
    """Whether words beside a deed are part of it; `own`: senses of the verbs that it has, `added`: of those of what may be added to it.

    That somebody else chooses than the side that is to act (`active`), a marker that somebody adds, other units that do the same, one that joins in it,
    steps that come off a unit.
    """
    verbs = {sense for token in row for lemma in (*token.means.get("V", ()), *token.means.get("VP", ())) for sense in list(means.get(str(lemma[1]), ()))[:1]}
    said = {each for token in row for kept in token.means.values() for each in kept}
    told = repr({name: content for name, content in act.slots.items() if name not in ASIDES})
    units = [name for token in row if (name := unit_of(token)) and name not in told]
    if verbs & CHOOSES and any(type_ == "SIDE" and value != active for type_, value in said):
        return True
    if {"MARKERKIND", "HEX"} <= {type_ for type_, _ in said} and any(("DET", "indef") in token.means.get("DET", ()) for token in row[:1]):
        return True  # lays a pontoon 2212/2113: that is the deed
    if verbs & ADDS and any(type_ == "MARKER" and str(value[-1]) not in told for type_, value in said):
        return True
    if units and ("NOUN", "step") in said and any(type_ == "NUM" for type_, _ in said):
        return act.kind not in LOSES
    first = next((token for token in row if token.classes[0] not in BEFORE), row[0])  # …, GR2 assists
    joins = bool(verbs & added) and unit_of(first) in units and all(token.classes[0] != "HV" for token in row) and not act.slots.get("question")
    return bool(units) and (bool(verbs & own) and len(units) > 1 or joins)


def happens_first(row: Sequence[Token], means: Mapping[str, Sequence[str]], situation: Situation, units: Iterable[str] = (), asks: bool = False) -> bool:
    """Whether a remark is a question, or a state, figure, move or loss that the position does not know: nothing that may be left aside.

    `row`: its words; `means`: what verbs may mean; `units`: those that act, of whom it is said if it names none.
    """
    classes = [token.classes[0] for token in row]
    if classes[:1] and classes[0] in INVERTED and classes[1:2] in (["UNIT"], ["PRON"]) and not is_spanish(list(row)):
        return True  # is 44GdR finished with it
    known_of = classes[:1] == ["DET"] and ("DET", "indef") not in row[0].means["DET"]  # the intact bridge: spoken of, not claimed
    if not len(situation.hexsides) and _rivers(row) and not known_of:
        return True  # there is a minor river between us: nothing in the position says so
    if _otherwise(row, units, situation, asks) or _counted(row, situation) or _claimed(row):
        return True
    senses = {sense for token in row for lemma in token.means.get("V", []) + token.means.get("VP", []) for sense in means.get(str(lemma[1]), ())}
    named = [situation.units[name] for token in row if (name := unit_of(token)) in situation.units]
    done = [known(situation.history.get, unit.id, ()) for unit in named]
    if not named or any(deeds is None or deeds for deeds in done):  # what nobody knows may have been done
        return False
    hexes = [str(token.means["HEX"][0][1]) for token in row if "HEX" in token.means]
    if hexes and senses & WALKS:
        return not any(unit.known("at") in hexes[-1:] for unit in named) and "HEX" in classes[-2:]
    counted = "NUM" in classes or any(("NOUN", "step") in kept for token in row for kept in token.means.values())
    return bool(senses & LOSES and counted and situation.known_box("pending").get("result"))


def asks_of(row: Sequence[Token], means: Mapping[str, Sequence[str]], own: Collection[str]) -> bool:
    """Whether words that a question leaves aside are part of what it asks; `own`: senses of the verbs that its act has.

    Its deed alone (may it advance, too), or of which kind it is; what a result costs (the Dr2 costs it), a deed on which it hangs
    (when 77R retreats into 2413).
    """
    verbs = [list(means.get(str(token.means[token.classes[0]][0][1]), ())) for token in row if token.classes[0] in DEED]
    said = {sense for senses in verbs for sense in senses[:1]}
    if any(type_ == "RESULT" for token in row for kept in token.means.values() for type_, _ in kept):
        over = _in_past(row) or any(token.classes[0] in ("HV", "HVG") for token in row)
        return bool(said & (LOSES | COSTS)) and not over  # we paid the Ao1 with a step: that is done
    if len(row) == 1:
        return bool(said & (WALKS | LOSES | COSTS | CHOOSES))
    words = [{str(value) for _, value in token.means["W"]} for token in row if token.classes[0] == "W"]
    if (
        not verbs
        and all(token.classes[0] in ("DET", "W") for token in row)
        and any(each & set(own) for each in words)
        and any(each - set(own) for each in words)
    ):
        return True  # can it get a Complete SNAFU
    hangs = bool({str(value) for _, value in row[0].means.get("SUB", ())} & HANGS)
    return hangs and bool(said & (WALKS | LOSES) - set(own)) and any(unit_of(token) for token in row)


def _is_asked(before: Sequence[Token]) -> bool:
    """Whether what stands behind these words is what is asked for: what is the SNAFU modifier."""
    return bool(before) and "QP" in before[0].classes and all(token.classes[0] in ASKED for token in before[1:])


def _claimed(row: Sequence[Token]) -> bool:
    """Whether somebody claims what a ruling has to count: I'm taking the Tiger shift."""
    me = any(set(token.means.get(token.classes[0], ())) & MYSELF for token in row[:2])
    claimed = [token for token in row if any(type_ == "NOUN" and value in CLAIMED for type_, value in token.means.get("W", ()))]
    does = [token for token in row if token.classes[0] in ("V", "VG") and token not in claimed]
    return me and len(does) == 1 and bool(claimed) and not any(token.classes[0] == "NOT" for token in row)


def _otherwise(row: Sequence[Token], units: Iterable[str], situation: Situation, asks: bool) -> bool:
    """Whether a state is said of units that the position does not say of them: being in DG mode, which is then a fact."""
    said = [str(value).partition(":") for token in row for type_, value in token.means.get(token.classes[0], ()) if type_ == "STATUS"]
    if len(said) != 1 or any(token.classes[0] == "NOT" for token in row):
        return False
    name, _, word = said[0]
    named = [id_ for token in row if (id_ := unit_of(token))] or units
    own = [situation.units[id_] for id_ in named if id_ in situation.units]
    state = {"true": True, "false": False}.get(word, word)
    being = asks and not _in_past(row) or row[0].classes[0] in ("BEI", "VG")  # although it is out of command: what nobody knows is weighed where it matters
    return any((now := unit.known(name)) != state and (being or now is not None) for unit in own)


def _in_past(row: Sequence[Token]) -> bool:
    """Whether a verb may be one of the past: which advanced out of command."""
    return any(type_ == "PAST" for token in row for type_, _ in token.means.get("V", ()))


def _counted(row: Sequence[Token], situation: Situation) -> bool:
    """Whether a number is said that no unit of the position has, of nothing that is merely counted: being worth 9, two off 62R, a 7."""
    if any(token.classes[0] in ("HV", "HVG") for token in row):
        return False  # having rolled a modified 9: it is over
    for at, token in enumerate(row):
        if token.classes[0] != "NUM" or not isinstance(token.means["NUM"][0][1], int):
            continue
        dash = any(other.classes[0] == "DASH" for other in row[at + 1 : at + 2])  # a six-step division
        number, behind = token.means["NUM"][0][1], row[at + 1 + dash : at + 2 + dash]
        nouns = [*behind, *row[max(0, at - 1) : at]]  # three hexes, column 10
        if number < 2 or any(other.classes[0] in ("W", "RESULT") or dash and "W" in other.classes for other in nouns):
            continue
        if not any(unit.known(name) == number for unit in situation.units.values() for name in STRENGTHS):
            return True
    return False
