"""What stands around a question or a deed that is complete without it: "Sanity check please: …", "24R sits two hexes from 16Pz. Can 16Pz …?".

A line that is refused is read without such a part, which is told back. It is never a question or a condition. Its numbers, results and denials are
compared with the position and the ruling (`shown`): what nothing bears out leaves the line refused. Its other words nobody weighs; it names no counter that
the position does not have, and around a deed, or within a sentence, only what the position bears out.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from difflib import SequenceMatcher
from functools import cache
from typing import TYPE_CHECKING, Any

from adjudicator.ground.declaration import Act, Stated
from adjudicator.ground.facts import InputError
from adjudicator.ground.ruling import ILLEGAL, LEGAL
from adjudicator.language import Ambiguous, NotUnderstood
from adjudicator.language.folding import fold
from adjudicator.play.answering import added_words
from adjudicator.play.borne import groups_of
from adjudicator.play.counted import counted_with, worked_with
from adjudicator.play.fared import GOING
from adjudicator.play.likely import LONGEST
from adjudicator.play.lines import ASIDES, Line, moved
from adjudicator.play.referee import ASKS
from adjudicator.play.shown import Shown, number_of
from adjudicator.play.standing import meanings, relations, senses_of
from adjudicator.play.understood import PLACE
from adjudicator.say.catalogue import reply
from adjudicator.sentences.account import HARD, LIMITS, STRICT, WEIGHTY
from adjudicator.sentences.frames import LIGHT, STATIVE
from adjudicator.sentences.lexicon import VALUES
from adjudicator.sentences.near import NAMED
from adjudicator.sentences.rows import is_spanish
from adjudicator.sentences.token import unit_of

if TYPE_CHECKING:
    from adjudicator.ground.situation import Situation
    from adjudicator.play.trying import Trying
    from adjudicator.sentences.token import Token

Span = tuple[int, int]
MOST = 4
"""Parts of a line that may be left aside."""
NAMED_BY = frozenset(("UNIT", "HEX", "PATH", "UNK", "NUM"))
"""Classes of words that name what is meant, or how much."""
NAMES = frozenset(("UNIT", "HEX"))
"""Things that may stand in such a part: if the position has them."""
QUESTION = frozenset(("QM", "QP", "QD", "SUB", "REL", "NOT"))
"""Classes of what makes a question, a condition or a denial."""
PASSED = frozenset(("REL", "SUB", "COMMA", "LP", "BE", "ADV", "P", "DET", "W", "PART"))
"""Classes of what may stand between a unit and where it stands."""
HANGING = frozenset(("P", "AND", "THEN", "SUB", "REL", "VG", "VP", "BEI", "LP", "ADV"))
"""Classes of what such a part may begin with inside a sentence."""
POINTS = frozenset((("ADV", "here"), ("PRON", "it"), ("PRON", "they"), ("PRON", "he"), ("DET", "poss")))
"""Meanings of words that stand for what was named before."""
AIMED = frozenset(("AGAINST", "TO", "INTO", "VIA"))
"""Relations of what is aimed at, or where somebody goes."""
COUNTING = frozenset(("NUM", "DET", "PRON", "BE", "AND", "COMMA"))
"""Classes of words that tell no more than a number."""
JOINING = frozenset(("AND", "THEN", "SUB", "REL"))
"""Classes of what another clause begins with."""
ASKING = frozenset(("MOD", "MODF", "DO", "BE", "HV"))
"""Classes of a first word with which a question begins."""
OPENING = frozenset(("REL", "SUB", "THEN", "AND"))
"""Classes of a first word that only ties it to what it stands beside."""
TYING = frozenset(("because", "that", "although", "rel", "so", "but", "and"))
"""What such a word may say: neither a condition nor another time."""
VERBS = frozenset(("V", "VP", "VG", "VI"))
STATING = VERBS | {"BE", "BEI", "HV", "REL"}
"""Classes of what makes a clause."""
WEIGHED = WEIGHTY | STRICT | LIMITS
TELLING = LIGHT | {"give", "get", "show", "total", "count", "add", "cost"}
"""Verbs that tell of a number."""
SPENDING = frozenset(("cost", "loss", "pay", "spend", "use"))
"""Senses of verbs of what is spent."""
SAID = (NAMED | VALUES) - {"VERB", "NOUN", "HEX", "MARKER"}
"""Types of words that state something."""
ALIKE = 0.8
"""How alike a word is to one that it may be a slip of."""
ENDS, MARKS, DASHES = ".!…:;", " .!;:,…–—-()", "–—-"
"""What ends a sentence, and what stands around a part."""
_PIECE = re.compile(r"(?:[^.!?;:,…–—-]|[.!?;:,…–—-](?=\S))+(?:\s*[.!?;:,…–—-]+(?=\s|$))*\s*")


def without_context(game: Trying, text: str, fault: NotUnderstood, played: bool = False) -> Line | None:
    """The line of a text without the parts around it that nothing can be made of; they are told back. None if it cannot be read so.

    ``played``: the fault was found when the line was played, so it has to come to something.
    """
    if isinstance(fault, Ambiguous) or len(text) > LONGEST or "=" in text:
        return None
    return _without_parts(game, text, fault, played, False) or _without_parts(game, text, fault, played, True)


def _without_parts(game: Trying, text: str, fault: NotUnderstood, played: bool, borne: bool) -> Line | None:
    """The line without such parts; ``borne``: without those alone of which the position bears out all."""
    pieces, words = pieces_of(text), game.referee.words(text)
    wider = joined(text, pieces)

    @cache
    def look(span: Span, asked: bool = True) -> Shown | None:
        shown = talk(game, text, span, asked, words)
        return shown if shown is None or shown.mere or not borne else None

    left: dict[Span, Shown] = {}
    added: set[str] = set()
    rest, at = text, fault.start
    for _ in range(MOST):
        whole = [one for one in pieces if not any(one[0] < end and begin < one[1] for begin, end in left)]
        blamed = [one for one in pieces if one[0] <= at < one[1] and one not in left]
        free = [one for one in wider if not any(one[0] < end and begin < one[1] for begin, end in left)]
        told = (span for span in free if span[0] <= at < span[1] and _states(game.referee.words(text[slice(*span)].strip(MARKS))))
        found = next(((span, shown) for span in told if (shown := look(span)) is not None and shown.mere), None)
        found = found or next(((span, shown) for span in blamed if span in whole and (shown := look(span)) is not None), None)
        if found is None:
            found = next(
                ((span, shown) for span in free if (shown := look(span)) is not None and (shown.mere or span[0] <= at < span[1] and shown.placed())), None
            )
        others = (one for one in whole if one not in blamed)  # the fault of one may be told of another
        found = found or _standing(game, text, words, blamed, left) or _bits(game, text, look, [*blamed, *left], left)
        found = found or next(((span, shown) for span in others if (shown := look(span)) is not None and shown.mere), None)
        found = found or _bits(game, text, look, [one for one in pieces if one not in left], left)
        if found is None:
            return None
        span, left[span] = found[0], found[1]
        behind = game.referee.words(text[span[1] :])[:1]
        shut = text[: span[1]].rstrip()[-1:] == "," and not any(token.classes[0] == "AND" for token in behind)
        shut = shut or text[span[1] :].lstrip()[:1] in ("", "?", *ENDS)
        begin = span[0] - (text[: span[0]].rstrip()[-1:] == "," and shut)
        where = named(game, text, span, left[span])  # the rest may speak of it
        added |= set(where.rstrip(".").split()[-1:])
        before = rest[:begin].rstrip(",") if not where else rest[:begin].rstrip(" ,")
        before += "." if where and before[-1:] not in ("", "?", *ENDS) else ""
        rest = before.ljust(span[0]) + where.ljust(span[1] - span[0]) + rest[span[1] :]
        start = len(rest) - len(rest.lstrip())
        try:
            line = _without(game.line(rest.strip()), game.situation)
        except NotUnderstood as error:
            at = start + error.start
            continue
        except InputError:
            return None
        if played and line.acts and not game.comes_of(line):
            at = -1
            continue
        asked = bool(line.acts) and all(asks(game, act) for act in line.acts)
        if any(place in repr(act.slots) for act in line.acts for place in added if place not in text):
            return None  # where it stands was not said, so nothing goes there
        if not asked and without_doer(game, line, left.values()):
            return None
        apart = "".join(" " if any(one <= place < end for one, end in left) else char for place, char in enumerate(text))
        tells_more = any(shown.hexes or any(number_of(token) is not None for token in shown.row) for shown in left.values())
        if not asked and tells_more and not any(token.classes[0] in NAMED_BY for token in game.referee.words(apart)):
            return None  # what is done names nothing: then what was left aside is the deed
        if not asked and any(_passes_over(game, act) for act in line.acts):
            return None
        there = any(("ADV", "here") in meanings(token) for token in game.referee.words(apart))
        if there and any(shown.hexes and not shown.placed() for shown in left.values()):
            return None  # there is what was left aside
        if any("BESIDE" in relations(token) for shown in left.values() for token in shown.row[:1]) and goes_nowhere(game, apart):
            return None  # moves next to 68Inf: there it goes, whichever hex that is
        if not line.acts or not asked and any(look(each, asked) is None for each, shown in left.items() if not shown.stands):
            return None
        open_ = {number for shown in left.values() for number in (shown.open if asked else shown.open + shown.strengths + shown.spent)}
        first = next((act for act in line.acts if not asks(game, act)), None)
        mixed = first is not None and any(asks(game, act) for act in line.acts)
        rulings = game.comes_of(line) if open_ or mixed else ()
        strengths = set() if asked else {number for shown in left.values() for number in shown.strengths}
        if open_ and not (open_ <= worked_with(rulings) and strengths <= counted_with(rulings)):
            return None  # a number that nothing here shows
        if not does_without(game, line, left.values()):
            return None
        forbidden = any(each.verdict == ILLEGAL for each in rulings)
        if forbidden and first is not None and mixed:  # what is told before a question is no deed that is forbidden: then it tells how things stand as well
            at = start + first.start
            continue
        if forbidden and not asked and any(shown.spent for shown in left.values()):
            return None  # what it costs may be what makes it legal
        said = {text[span[0] : span[1]].strip(MARKS): left[span] for span in sorted(left)}
        meant = game.meant(rest.strip(), line)
        return meant and told_back(game, meant, *((text, start) if meant is line else (meant.text, 0)), said)
    return None


def _passes_over(game: Trying, act: Act) -> bool:
    """Whether a deed would only tell back a unit that it has no part for: then it is another deed."""
    weighed = repr({name: content for name, content in act.slots.items() if name not in ASIDES})
    told = [unit_of(token) for said in act.slots.get("passing", ()) for token in game.referee.words(said)]
    return any(name in game.situation.units and repr(name) not in weighed for name in told)


def goes_nowhere(game: Trying, text: str) -> bool:
    """Whether somebody goes in a text that names no hex."""
    row, senses = game.referee.words(text), game.referee.language.words.senses
    verbs = [senses.get(str(lemma[1]), ()) for token in row for lemma in token.means.get(token.classes[0], ())[:1] if token.classes[0] in VERBS]
    return any(GOING & set(each[:1]) for each in verbs) and not any(token.classes[0] == "HEX" for token in row)


def does_without(game: Trying, line: Line, told: Iterable[Shown]) -> bool:
    """Whether a line does nothing that is said not to be done, and nobody of a kind that is said to have no part has one; what hinders nobody does not.

    What is asked may hang on any of it.
    """
    if all(not (shown.undone or shown.absent or shown.harmless) for shown in told):
        return True
    if any(asks(game, act) for act in line.acts):
        return False
    units = game.situation.units
    said = repr([act.slots for act in line.acts])
    for shown in told:
        if any(shown.undone & {act.kind, *act.kind.split("_"), *added_words(game.referee.language, game.situation, act)} for act in line.acts):
            return False  # Ivan does not pay: of an attack that is part of it
        if any(repr(name) in said and unit.known(fact) == value for name, unit in units.items() for fact, value in shown.absent):
            return False
        if shown.harmless and not all(each.verdict == LEGAL for each in game.comes_of(line)):
            return False
    return True


def without_doer(game: Trying, line: Line, told: Iterable[Shown]) -> bool:
    """Whether a deed names nobody, and whoever is named beside it has no part in it: then he does it."""
    if any(token.classes[0] == "UNIT" for token in game.referee.words(line.text)):
        return False
    does = {frame.kind for frame in game.referee.language.frames if any(name == "units" and "subj" in rels for name, _, rels, *_ in frame.roles)}
    return not does.isdisjoint(act.kind for act in line.acts) and any(each.doer and each.doer not in repr([act.slots for act in line.acts]) for each in told)


def asks(game: Trying, act: Act) -> bool | None:
    """Whether an act is a question; None: it only adds to another one."""
    try:
        return bool(game.referee.nature(act) == ASKS)
    except InputError:
        return None


def pieces_of(text: str) -> list[tuple[int, int]]:
    """Where the parts of a text begin and end: what stands between full stops, commas, colons, dashes."""
    return [(found.start(), found.end()) for found in _PIECE.finditer(text) if found[0].strip()]


def joined(text: str, pieces: Sequence[Span]) -> list[Span]:
    """Parts of a sentence taken together, from its beginning on, the longest first: it is cut off, it has no way back."""
    found: list[Span] = []
    begin = 0
    for at, (start, end) in enumerate(pieces):
        if start == pieces[begin][0] or text[:start].rstrip(" ¿¡")[-1:] in ("?", *ENDS):
            begin = at
        elif "?" not in text[start:end] and (text[: pieces[begin][0]] + text[end:]).strip():
            found.append((pieces[begin][0], end))
    return sorted(found, key=lambda span: span[0] - span[1])


def named(game: Trying, text: str, span: tuple[int, int], shown: Shown) -> str:
    """The units that only this part names, where they stand, in as many letters at most: sentences that the rest may lean on."""
    lang = "es" if is_spanish(list(shown.row)) else "en"
    behind = game.referee.words(text[span[1] :])
    hung = any(type_.startswith("WITH:") for token in behind for type_, _ in meanings(token))  # activarla
    if any(unit_of(token) for token in behind) and not hung and not any("CL" in token.classes or POINTS & set(meanings(token)) for token in behind):
        return ""  # it speaks of nobody else
    sole = shown.alone and (shown.mere or len(shown.own) == 1)
    places = {name: game.situation.units[name].known("at") for name in shown.alone} if sole else {}
    place = places[shown.alone[0]] if sole else None
    if shown.gone and shown.alone:
        said = reply(lang, "table", "eliminate_line", unit=shown.alone[0]) + "."
    elif not set(shown.hexes) <= {place} and (len(shown.own) > 1 or place not in shown.hexes):
        return ""  # 2-1Rif looks into 2111: that is what the rest speaks of
    else:
        here = [name for name in shown.alone if places.get(name) == place]
        if shown.told and len(here) != len(shown.alone):
            return ""  # who they are that the rest speaks of
        spots = [at for at, token in enumerate(shown.row) if unit_of(token) in here]
        if not shown.every and any(VERBS & set(token.classes) for token in shown.row[min(spots, default=0) : max(spots, default=0)]):
            here = here[:1]  # II/48 assisted I/48: of him who did it
        said = f"{', '.join(here if shown.told else here[:1])} {PLACE[lang]} {place}." if isinstance(place, str) else ""
    return said if len(said) < span[1] - span[0] and text[: span[0]].rstrip(" ¿¡")[-1:] in ("", "?", *ENDS) else ""


def _without(line: Line, situation: Situation) -> Line:
    """A line without the places of units that are what the position says."""
    known = [f"units[{unit.id}].at" for unit in situation.units.values()]
    kept = [tuple(part for part in parts if not (isinstance(part, Stated) and part.path in known and _is_so(part, situation))) for parts in line.sentences]
    return Line(line.text, tuple(parts for parts in kept if parts), line.said)


def _is_so(part: Stated, situation: Situation) -> bool:
    return bool(situation.units[part.path[6:-4]].known("at") == part.value)


def _standing(game: Trying, text: str, line: Sequence[Token], pieces: Sequence[Span], left: Collection[Span]) -> tuple[Span, Shown] | None:
    """Where a unit is said to stand that stands there: activate 15 down in 1216."""
    language = game.referee.language
    for begin, end in pieces:
        row = game.referee.words(text[begin:end])
        for at, token in enumerate(row):
            stop = next((place for place in range(at + 1, min(at + 6, len(row))) if row[place].classes[0] not in PASSED), 0)
            if not unit_of(token) or stop < at + 2 or row[stop].classes[0] != "HEX" or (begin + token.end, begin + row[stop].end) in left:
                continue
            shown = Shown(game.situation, language.states, language.words.senses, row[at : stop + 1], line)
            plain = all(each.type in ("WORD", "NOUN") for each in row[at + 1 : stop] if each.classes[0] == "W")
            if plain and stop - at in shown.agreed and not shown.wrong:
                shown.mere, shown.stands, shown.alone = True, True, []
                return (begin + token.end, begin + row[stop].end), shown
    return None


def _bits(game: Trying, text: str, look: Callable[[Span], Shown | None], pieces: Sequence[Span], left: Collection[Span]) -> tuple[Span, Shown] | None:
    """What hangs on the end of a piece, or in brackets, and is borne out by the position: … with Polish 44 standing in 1814, … and no German is near."""
    for begin, end in pieces:
        row = game.referee.words(text[begin:end])
        inner = text[:begin].rstrip()[-1:] in (",", *DASHES)  # a clause that the sentence goes on with: …, given its attack of 2?
        for at, token in enumerate(row):
            if not inner if not at else token.classes[0] not in HANGING:
                continue
            joins = next((place for place in range(at, len(row)) if row[place].classes[0] in JOINING), len(row))
            doing = [place - at for place in range(at, joins) if row[place].classes[0] in ("V", "VI", "BEI")]
            closing = text.find(")", begin + token.start, end) + 1 if token.classes[0] == "LP" else 0
            span = (begin + token.start, closing or begin + len(text[begin:end].rstrip(" ?!.,:…")))
            behind = next((other.classes[0] for other in row[at + 1 :] if other.classes[0] != "DET"), "")
            past = relations(token) & AIMED == {"VIA"} and behind == "UNIT"  # drives past 7G
            aimed = token.classes[0] in ("P", "TO") and relations(token) & AIMED and ("IN" not in relations(token) or behind in NAMES) and not past
            if aimed or token.classes[0] == "P" and (behind in ("SUB", "REL") or relations(token) & {"BY", "FOR"} and behind in ("UNIT", "W")):
                continue  # against 5K in 1410: that is what is done to it; what does it defend with now that …; met by 13GdR; for its opportunity fire
            if any(span[0] < other and one < span[1] for one, other in left) or span[0] >= span[1] or (shown := look(span)) is None:
                continue
            own = token.classes[0] == "ADV" or not shown.agreed.issuperset(doing)
            if at and doing and own and text[begin:end].rstrip().endswith("?"):
                continue  # still gets its marker from the e4: what is asked itself
            if shown.mere and (closing or not shown.open):
                narrow = None if closing else _narrowed(row, at, shown, begin, span[1], look)
                return narrow or (span, shown)
    return None


def _narrowed(row: Sequence[Token], at: int, shown: Shown, begin: int, end: int, look: Callable[[Span], Shown | None]) -> tuple[Span, Shown] | None:
    """The part of such a bit that is borne out, where another phrase stands before it: on defence, with one step gone."""
    first = at + min(shown.agreed - {0}, default=0)
    for later in range(first, at, -1):
        if (
            row[later].classes[0] in HANGING
            and any("W" in token.classes[:1] for token in row[at:later])
            and (less := look((begin + row[later].start, end))) is not None
            and less.mere
        ):
            return (begin + row[later].start, end), less
    return None


def talk(game: Trying, text: str, span: Span, asked: bool, line: Sequence[Token]) -> Shown | None:
    """A part of a line that may be left aside, compared with the position; None if it may not.

    A sentence around a question may speak of what the position has, any other part only of what it bears out.
    """
    piece = text[span[0] : span[1]]
    row = game.referee.words(piece.strip(MARKS))
    begins = piece.lstrip().startswith("¿") and row[:1] and row[0].classes[0] != "SUB"  # ¿recibe la 76ID, con AR 3, un marcador?
    begins = begins or row[:1] and row[0].classes[0] in ("DO", "MOD") and text[span[1] :].partition("?")[1] and row[0].means.keys().isdisjoint(("SUB",))
    if "?" in piece or not row or begins or _asks(game, text, span, row):
        return None
    front = row[: next((at for at, token in enumerate(row) if at and "REL" in token.classes), len(row))]  # 16Pz and 17Pz, which shows a 4, attack
    bare = not _states(front) and any(unit_of(token) for token in front) and row[0].classes[0] not in HANGING
    if bare and piece.rstrip()[-1:] == ",":
        return None  # 305ID, one step short, attacks: who does it
    before, end = text[: span[0]].rstrip(" ¿¡")[-1:], piece.rstrip()[-1:]
    whole = before in ("", "?", *ENDS) and (end in ENDS or not text[span[1] :].strip())
    language = game.referee.language
    shown = Shown(game.situation, language.states, language.words.senses, row, line, span[0])
    shown.told = shown.told and (whole or _states(front) and row[0].classes[0] not in HANGING)  # con 1T34, que está en 2010, y 2T34: who does it
    if bare and not shown.borne or all(token.classes[0] in COUNTING for token in row):
        return None  # it is a 4: a number alone may be any other
    states = [
        str(value).partition(":")
        for at, token in enumerate(row)
        if at not in shown.agreed
        for kept in token.means.values()
        for type_, value in kept
        if type_ == "STATUS"
    ]
    units = [*(game.situation.units[name] for name in shown.units), *groups_of(shown)]
    if not asked and _amounts(row, shown) or shown.wrong or not all(any(unit.known(fact) == value for unit in units) for fact, _, value in states):
        return None  # it is out of supply: so the position has to say
    supposed = row[0].classes[0] == "SUB"  # if 24R sits two hexes from it: so it does
    strange = (supposed or not asked and shown.own) and any(at not in shown.agreed and token.type in ("WORD", "UNK") for at, token in enumerate(row))
    strange = (
        strange
        or not asked
        and any(  # and shoos off the screen AA21: nobody knows what is done to it
            token.classes[0] == "V" and at not in shown.agreed and not senses_of(shown, token) and any(unit_of(other) for other in row[at:])
            for at, token in enumerate(row)
        )
    )
    mere = shown.agreed | {0} if supposed or ties(row[0]) else shown.agreed
    told = {
        sense for token in row if token.classes[0] in VERBS for _, value in token.means[token.classes[0]] for sense in language.words.senses.get(str(value), ())
    }
    known = language.frames.deeds | language.frames.nouns
    if not shown.undone <= known:
        return None
    shown.spent = [number for token in row if told & SPENDING and (number := number_of(token)) is not None]
    open_ = [token for at, token in enumerate(row) if at not in shown.agreed]
    nouns = {str(value) for token in open_ for type_, value in token.means.get("W", ()) if type_ == "NOUN"}
    named = not nouns.isdisjoint(language.frames.nouns)
    doing = [token for token in open_ if token.classes[0] in ("V", "VP", "VI") and "W" not in token.classes]
    deed = named and any(senses_of(shown, token) & (LIGHT - STATIVE | language.frames.deeds) for token in doing)  # they launch an attack, it made direct fire
    shown.mere = (
        not deed
        and (shown.tells() or asked and (shown.everybody or shown.borne and shown.told and shown.marked))
        and not strange
        and _all_light(game, row, mere, False, language.frames.deeds)
    )
    announced = "announce" in told and named  # 3Pz has announced an attack: so it attacks
    speaks = whole and asked and not announced and _all_light(game, row, shown.agreed, True)
    return shown if shown.mere or speaks or _all_light(game, row, (), False) else None


def _asks(game: Trying, text: str, span: Span, row: Sequence[Token]) -> bool:
    """Whether a part that begins with which or who, at the end of a question, is what is asked: nothing before it asks."""
    if not text[span[1] :].lstrip().startswith("?") or not {"QP", "QD"} & set(row[0].classes):
        return False
    begin = max(text.rfind(mark, 0, span[0]) for mark in (*ENDS, "?", "¿"))
    before = game.referee.words(text[begin + 1 : span[0]])
    return (
        text[begin : begin + 1] != "¿"
        and not any({"QP", "QD"} & set(token.classes) for token in before)
        and not ASKING & set(before[0].classes if before else ())
    )


def _amounts(row: Sequence[Token], shown: Shown) -> bool:
    """Whether a part beside a deed, without a verb, tells how much the deed takes, which is part of it: first 1 artillery point; and one hex back."""
    if not any(number_of(token) is not None for token in row) or any(token.classes[0] in STATING for token in row) or row[0].classes[0] in ("P", "SUB"):
        return False
    bracketed = any("LP" in token.classes for token in shown.words if token.start == shown.start)  # (22 points): what it has
    return not bracketed and (bool(shown.open) or shown.far and row[0].classes[0] == "AND" and not (shown.own or shown.hexes or shown.marked))


def _states(row: Sequence[Token]) -> bool:
    """Whether words may say something by themselves: they have a verb, or hang on nothing but with."""
    verb = any(token.classes[0] in STATING and "W" not in token.classes for token in row)
    return verb or any(("P", "WITH") in meanings(token) for token in row[:1])


def ties(token: Token) -> bool:
    """Whether a first word only ties a part to what it stands beside: which, since, so that."""
    return "REL" in token.classes or token.classes[0] in OPENING and {str(value) for _, value in token.means[token.classes[0]]} <= TYING


def _all_light(game: Trying, row: Sequence[Token], agreed: Collection[int], speaks: bool, deeds: Collection[str] | None = None) -> bool:
    return all(at in agreed or _is_light(game, row, at, speaks, deeds) for at in range(len(row)))


def _is_light(game: Trying, row: Sequence[Token], at: int, speaks: bool, deeds: Collection[str] | None) -> bool:
    """Whether a word may be left aside; ``speaks``: of things of the position as well; ``deeds``: of anything but these, for the rest of it is so."""
    token = row[at]
    meanings: Sequence[tuple[str, Any]] = [each for kept in token.means.values() for each in kept]
    types = {type_ for type_, _ in meanings}
    if types <= {"WORD", "UNK"}:
        if "UNK" in types and (at or any(char.isdigit() for char in token.text)):
            return False  # a counter that nobody knows
        return not is_slip(game, token)
    if ("ADV", "only") in meanings and row[at + 1 : at + 2] and number_of(row[at + 1]) is not None:
        return True  # only two hexes away
    tied = at and deeds is not None and ties(token)  # …, now that movement is over
    if types & HARD - NAMES or types & SAID and not (speaks or types <= {"NOUN"}) or token.classes[0] in QUESTION and not tied:
        return False
    if types & NAMES:
        return speaks and all(str(value) in game.situation.units for type_, value in meanings if type_ == "UNIT")
    if not speaks and types & NAMED and deeds is None:
        return False
    if token.classes[0] == "P" and number_of(row[at + 1]) is not None if row[at + 1 : at + 2] else False:
        return any(value not in LIMITS for type_, value in meanings if type_ == "P")  # up to 4, which is so
    told = [sense for type_, value in meanings if type_ in ("VERB", "PAST") for sense in game.referee.language.words.senses.get(str(value), ())]
    noun = "W" in token.classes and at and row[at - 1].classes[0] in ("DET", "NUM", "DASH")  # a six-step division
    over = at and row[at - 1].classes[0] == "HV" and not set(told) & set(game.referee.language.states["history"])  # they have left it alone
    if deeds is not None and token.classes[0] in VERBS and not (noun or over) and not TELLING & set(told[:1]) and set(told) & (set(deeds) - TELLING):
        return False
    said = {each for _, value in meanings for each in str(value).split("|")}
    return not said & WEIGHED


def is_slip(game: Trying, token: Token) -> bool:
    """Whether a word looks like one that states something: frsot."""
    near = game.referee.language.nearest(token.text, game.referee.names(), 1, SAID)
    return any(SequenceMatcher(None, fold(token.text), fold(word)).ratio() >= ALIKE for words in near.values() for word in words)


def told_back(game: Trying, line: Line, text: str, start: int, said: Mapping[str, Shown]) -> Line:
    """The line, its question, or else its first deed, told with what was left aside: words that nobody weighed or that agree, distances that are others."""
    alone = [act for act in line.acts if asks(game, act) is not None] or line.acts[-1:]
    last = next((act for act in reversed(alone) if asks(game, act)), alone[0])
    told: dict[str, tuple[Any, ...]] = {
        "passing": tuple(words for words, shown in said.items() if not shown.mere or shown.felt),
        "agreeing": tuple(words for words, shown in said.items() if shown.mere and not shown.seen and not shown.felt),
        "seen": tuple(one for shown in said.values() for one in shown.seen),
    }
    slots = {name: (*last.slots.get(name, ()), *content) for name, content in told.items() if content}
    act = Act(last.kind, {**last.slots, **slots}, last.text, last.start, last.end)
    return Line(text, tuple(tuple(moved(act if part is last else part, start) for part in parts) for parts in line.sentences), line.said)
