"""What only asks whether a deed may be: *16Pz attacks 3010. Is that legal?*, *…, right?*, *… or not?*, *I was wondering whether 16Pz can attack 3010*.

It says nothing of its own, so it makes a question of the sentence that it stands behind, or that hangs on it.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial, reduce
from itertools import pairwise

from adjudicator.ground.declaration import GAINSAID
from adjudicator.language.model import Act, Stated
from adjudicator.language.syntax import small
from adjudicator.sentences.assisted import assisted
from adjudicator.sentences.comparing import much
from adjudicator.sentences.dice import asked_of, comes_to, suffices
from adjudicator.sentences.endings import ended
from adjudicator.sentences.enough import compared, sufficient
from adjudicator.sentences.faring import clause_begins, faring, turned
from adjudicator.sentences.fated import announced, fated, what_if
from adjudicator.sentences.halting import halting
from adjudicator.sentences.lasting import lasting
from adjudicator.sentences.leave import BARRED, BREAKING, CAN, ECHO, OBEYING, PRO_VERBS, RULES, leave_asked
from adjudicator.sentences.leftover import left_over
from adjudicator.sentences.lengths import lengths
from adjudicator.sentences.lying import lying
from adjudicator.sentences.modality import modal
from adjudicator.sentences.once import once
from adjudicator.sentences.outlays import outlaid
from adjudicator.sentences.plainest import plainest
from adjudicator.sentences.together import together
from adjudicator.sentences.token import VERBAL, Token, in_place, lemmas, says
from adjudicator.sentences.totals import fought, totalled
from adjudicator.sentences.tree import Clause
from adjudicator.sentences.unmarking import unmarking

Rewriting = Callable[[list[Token]], list[Token]]
"""Puts a row in another, plainer way."""
FIGURES = frozenset(("odds", "column", "cost", "mp", "result", "modifier", "drm", "vp", "shift", "strength", "allowance"))
"""Nouns of figures that are asked for by themselves."""
COUNTED = frozenset(("mp", "vp", "shift"))
ALONE = frozenset(("odds", "result"))
"""Those that need no question word in a sentence of their own."""
PARTING = frozenset(("COLON", "DASH", "COMMA"))
NAMING = frozenset(("UNIT", "HEX", "PATH", "MARKER", "UNK", "NUM"))
"""Classes of words that name something."""
PASSING = small("passing_to")
ENOUGH, SUFFICE, HAPPENING, SUPPOSING, THROWING, SAYING, LIMITS, GETS, COUNTS, COUNTS_AS = (
    small(name)
    for name in (
        "enough",
        "suffice",
        "happening",
        "supposing",
        "throwing",
        "saying",
        "limits",
        "gets_to",
        "counts",
        "counts_as",
    )
)
STRESSING = small("stressing")
HAD = frozenset(("mp", "movement", "allowance", "strength", "step", "vp", "supply"))
"""Nouns of what one may have enough of."""
REFERRING = frozenset(("PRON", "DET", "CL", "BEI", "ADV"))
"""Classes of words that only point at what was said: that, it, me."""
BREAKS = frozenset(("COMMA", "COLON"))
ANYBODY = ("someone", "nothing", "some", "all")
"""Pronouns of nobody who is spoken of."""
WHO = frozenset(("UNIT", "UNK", "PRON", "DET"))
"""Classes of words that name a unit, or point at one."""
HEAD = 6
"""So many words at most tell who claims something."""


def _again(row: list[Token], rewriting: Rewriting) -> list[Token]:
    return rewriting(row)


def enquired(rows: list[list[Token]]) -> list[list[Token]]:
    """The rows of a text with what only asks put to the deed that it is about."""
    found: list[list[Token]] = []
    wholes = [reduce(_again, WHOLE, row) for row in assisted([*rows[:-1], *map(what_if, rows[-1:])])]
    parts: tuple[Rewriting, ...] = (partial(totalled, fight=fought(rows)), *PART)
    for row in [part for whole in wholes for told in announced(whole) for part in _parted(reduce(_again, parts, told))]:
        if row[-1].classes[0] != "QM":
            silent = says(row[0], "ADV", "whether") or len(row) > 2 and says(row[0], "ADV", "tell") and row[1].classes[0] == "DET"  # tell me the units that
            found.append([*row, Token("?", row[-1].end, row[-1].end, {"QM": [("QM", "?")]})] if silent else row)
            continue
        body, mark = row[:-1], row[-1]
        if found and found[-1][-1].classes[0] != "QM" and len(found[-1]) > 1 and ((whole := _enquires(body)) or leave_asked(body)):
            begin = _claims_at(found[-1])
            claim = _of_claim(found[-1][begin:], body, mark)
            if claim is not None:
                before = [found[-1][: begin - 1]] if begin else []
                found[-1:] = [*before, claim] if claim else [*before, found[-1][begin:], [*body, mark]]
                continue
            if whole:
                found[-1] = [*_may(_reported(_unopened(found[-1])), body), mark]
                continue
        if found and _goes_on(body) and any("V" in token.classes for token in found[-1]) and not {"QM", "NOT"} & {token.classes[0] for token in found[-1]}:
            continue  # the ruling on it says what happens
        if found and comes_to(found[-1], body):
            continue
        if found and suffices(found[-1], body):
            found[-1] = asked_of(found[-1], mark)
            continue
        at = next((at for at in range(len(body) - 1, 0, -1) if body[at].classes[0] in BREAKS), 0)
        if at and (comes_to(body[:at], body[at + 1 :]) or suffices(body[:at], body[at + 1 :])):
            found.append(asked_of(body[:at], mark) if suffices(body[:at], body[at + 1 :]) else body[:at])
            continue
        body = _thrown(body) if found else body
        body = _framed(_sufficing(_announced(body), found[-1] if found else []))
        cut = next((at for at in range(len(body) - 1, 0, -1) if body[at].classes[0] in BREAKS), 0)
        if cut > 1 and (_enquires(body[cut + 1 :]) or _offers(body[:cut], body[cut + 1 :])):
            if claim := _of_claim(body[:cut], body[cut + 1 :], mark):
                found.append(claim)
                continue
            body = _may(_unopened(body[:cut]), body[cut + 1 :])
        while len(body) > 1 and says(body[-1], "ADV", "tag"):
            body = body[:-1]
        found.append([*body, mark])
    return found


def _plainly(row: list[Token]) -> list[Token]:
    """On the very first turn, in the very same hex: a question without words that only stress."""
    if row[-1].classes[0] != "QM" or len(row) < 4:
        return row
    return [token for at, token in enumerate(row) if not (token.text.casefold() in STRESSING and at and row[at - 1].classes[0] == "DET")]


def _pointing(row: list[Token]) -> list[Token]:
    """What does it defend with now, does that cost a column, do I get to attack: the last word before the question mark that hangs in the air, *that* as
    who does it, what one gets to do as what one may."""
    if row[-1].classes[0] != "QM":
        return row
    asks = any({"QP", "QD"} & set(token.classes) for token in row)
    if asks and len(row) > 4 and row[-3].classes[0] == "P" and row[-2].classes[0] == "ADV" and not says(row[-2], "ADV", "here"):
        row = [*row[:-3], row[-2], row[-3], row[-1]]
    found = list(row)
    does = next((at for at, token in enumerate(row[:-3]) if token.classes[0] == "DO" and not token.spanish), len(row))
    for at in range(does + 1, len(row) - 2):
        this, then, next_ = found[at : at + 3]
        if at == does + 1 and this.classes[0] == "DET" and "PRON" in this.means and {"VI", "W"} <= then.means.keys() and "VI" not in next_.means:
            found[at : at + 2] = [Token(each.text, each.start, each.end, {name: each.means[name]}) for each, name in ((this, "PRON"), (then, "VI"))]
        gets, verb = (1, then) if lemmas(this) & GETS else (2, next_) if says(this, "BEI", "get") and "TO" in then.means else (0, this)
        if gets and "VI" in verb.means and verb.classes[0] not in NAMING:
            may = Token(this.text, this.start, found[at + gets - 1].end, {"MOD": [("MOD", "can")]})
            return [*found[:at], may, Token(verb.text, verb.start, verb.end, {"VI": verb.means["VI"]}), *found[at + gets + 1 :]]
    return found


def _counting(row: list[Token]) -> list[Token]:
    """Does it count as a town, ¿cuenta como mecanizado?, is it considered out of supply: whether it is that."""
    asks = row[-1].classes[0] == "QM" and not any({"QP", "QD"} & set(token.classes[:1]) for token in row)
    at = next((at for at, token in enumerate(row) if asks and lemmas(token) & (COUNTS | COUNTS_AS)), -1)
    as_ = next((place for place in range(at + 1, len(row)) if says(row[place], "P", "AS")), -1)
    if at < 0 or as_ < 0 and not lemmas(row[at]) & COUNTS_AS:
        return row
    cut, be = clause_begins(row, at), Token(row[at].text, row[at].start, row[at].end, {"BE": [("BE", "be")]})
    rules = [place for place in range(cut, len(row)) if row[place].text.casefold() in RULES]
    ruled = {*rules, *(place - 1 for place in rules if row[place - 1].classes[0] == "DET"), *(place + 1 for place in rules if row[place + 1].classes[0] == "P")}
    kept = [token for place, token in enumerate(row) if place >= cut and place not in (at, as_, *ruled) and not says(token, "MOD", "will")]
    return [*row[:cut], be, *(token for token in kept if token.classes[0] not in ("DO", "BE", "BEI") and not says(token, "CL", "self"))]


def _becoming(row: list[Token]) -> list[Token]:
    """¿Pasa 46 a estar sin suministro?: whether it is so; behind its verb the unit parts what is one word otherwise."""
    if row[-1].classes[0] != "QM":
        return row
    at = next((at for at, token in enumerate(row[:-3]) if lemmas(token) & PASSING and "V" in token.classes), -1)
    end = next((place for place in range(at + 2, len(row) - 1) if row[place].classes[0] == "BEI"), 0) if at >= 0 else 0
    named = all(token.classes[0] in ("UNIT", "AND", "COMMA", "DET", "PRON") for token in row[at + 1 : end - 1])
    if not end or row[end - 1].classes[0] != "P" or "TO" not in str(row[end - 1].means["P"][0][1]).split("|") or not named:
        return row
    return [*row[:at], in_place(row[at], "BE", "be"), *row[at + 1 : end - 1], *row[end + 1 :]]


def _limited(row: list[Token]) -> list[Token]:
    """Is that stack within the limit, does it respect the stacking limit, does it exceed it: whether it is overstacked, or is not."""
    if row[-1].classes[0] != "QM":
        return row
    at = next((at for at, token in enumerate(row) if token.text.casefold() in LIMITS), 0)
    legal = [token for token in row if not {"V", "VI"} & set(token.classes[:1]) and any(type_ == "VERDICT" for type_, _ in token.means.get("W", ()))]
    if legal and row[0].classes[0] == "BE" and any(("NOUN", "stack") in token.means.get("W", ()) for token in row):  # is that stack all right
        found = [token if token is not legal[0] else _overstacked(token, token) for token in row[:-1]]
        return [*found, row[-1] if ("VERDICT", "illegal") in legal[0].means["W"] else turned(row[-1])]
    if not at:
        return row
    begin = next(place for place in range(at, -1, -1) if not place or row[place - 1].classes[0] != "DET" and not _stacks(row[place - 1]))
    end = at + (3 if row[at + 1].classes[0] == "OF" and _stacks(row[at + 2]) else 1)
    does = next((place for place, token in enumerate(row) if not begin <= place < end and lemmas(token) & (OBEYING | BREAKING)), None)
    within = begin and says(row[begin - 1], "P", "IN") and any(token.classes[0] == "BE" for token in row[:begin])
    if does is None and not within:
        return row
    over = does is not None and bool(lemmas(row[does]) & BREAKING)
    tied = bool(begin) and (does is None or row[begin - 1].classes[0] in ("OF", "P"))  # within it, ¿nos pasamos del límite?
    found = [*row[: begin - tied], _overstacked(row[begin], row[end - 1]), *row[end:-1]]
    if does is not None:
        cut = clause_begins(row, min(does, begin))
        rest = [token for token in found[cut:] if token is not row[does] and token.classes[0] not in ("DO", "CL")]
        found = [*row[:cut], Token(row[does].text, row[does].start, row[does].end, {"BE": [("BE", "be")]}), *rest]
    return [*found, row[-1] if over else turned(row[-1])]


def _overstacked(first: Token, last: Token) -> Token:
    """The word for what is over the limit, in the place of words that say so."""
    return Token(first.text, first.start, last.end, {"W": [("NOUN", "overstacked")]})


def _stacks(token: Token) -> bool:
    """Whether a word is one of stacks: the stacking limit."""
    return "stack" in lemmas(token) or bool({("NOUN", "stack"), ("NOUN", "stacking")} & set(token.means.get("W", ())))


def _parted(row: list[Token]) -> list[list[Token]]:
    """16Pz moves to 3010: cost?; …, which column? What is asked behind a colon, a dash or a comma and names nothing is a question of its own."""
    if row[-1].classes[0] != "QM":
        return [row]
    cut = next((at for at in range(len(row) - 2, 0, -1) if row[at].classes[0] in PARTING), 0)
    if not any({"V", "HEX", "PATH"} & set(token.classes) for token in row[:cut]):
        cut = 0  # a third phase without a path: what happens to it?
    asked = row[cut + 1 :] if cut else row
    if any(NAMING & set(token.classes) for token in asked):
        return [row]
    what = _figure(asked[:-1])
    if cut and len(asked) == 3 and says(asked[0], "QD", "how_many") and _figure(asked[1:2]) == "how_many" and ("NOUN", "mp") in asked[1].means["W"]:
        asked, what = asked[1:], "what"  # …: how many MP? what it costs
        asked[0] = Token(asked[0].text, asked[0].start, asked[0].end, {"V": [("VERB", "cost")], "W": [("NOUN", "cost")]})
    words = {"QP", "QD"} & {name for token in asked for name in token.classes[:1]} and row[cut].classes[0] != "COMMA"
    if what and (cut or asked[0].means["W"][0][1] not in ALONE):
        asked = [Token(what, asked[0].start, asked[0].start, {"QD": [("QD", what)], "QP": [("QP", what)]}), *asked]
    elif not words or not cut:
        return [row]
    named = any(token.classes[0] in NAMING - {"NUM"} for token in row[:cut])
    return [row[:cut], asked] if cut > 1 and named else [asked] if not cut else [row]


def _figure(row: list[Token]) -> str:
    """The question word that nouns which stand alone lack, each the name of a figure: cost? MPs used? Empty if they are anything else."""
    first = [value for type_, value in row[0].means.get("W", ()) if type_ == "NOUN"] if row else []
    if not set(first[:1]) & FIGURES or len(row) > 2 or any({"VP", "V"}.isdisjoint(token.classes) for token in row[1:]):
        return ""
    return "how_many" if first[0] in COUNTED else "what"


def _sufficing(row: list[Token], before: list[Token]) -> list[Token]:
    """Is that enough for it to overrun 24Pz, ¿me llega para reconstruirla? Whether it may be done with what there is, by the one of whom that was said."""
    at = next((at for at, token in enumerate(row[:4]) if token.text.casefold() in ENOUGH), 0)
    if at:  # is that enough
        deed = row[0].classes[0] in ("BE", "MOD", "DO") and all(set(token.classes) & REFERRING for token in row[1:at])
    else:
        at = next((at for at, token in enumerate(row[:3]) if lemmas(token) & SUFFICE), -1)
        deed = at >= 0 and all(set(token.classes) & REFERRING for token in row[:at])
        at += any("PRON" in token.classes for token in row[at + 1 : at + 2])  # ¿basta eso para …?
    if not deed or at + 2 >= len(row):
        return row
    for begin in range(at + 1, min(at + 5, len(row) - 1)):
        if "VI" in row[begin + 1].classes and ("TO" in row[begin].classes or says(row[begin], "P", "FOR")):
            who = [token for token in row[at + 1 : begin] if not says(token, "P", "FOR")]
            start = row[0].start
            units = {token.text: token for token in before if token.classes[0] == "UNIT"}
            me = [] if row[begin].spanish or who else [*units.values()] if len(units) == 1 else [Token("I", start, start, {"PRON": [("PRON", "first")]})]
            return [Token("can", start, row[at].end, {"MOD": [("MOD", "can")]}), *(who or me), *row[begin + 1 :]]
    return row


def _may(row: list[Token], asked: list[Token]) -> list[Token]:
    """What is asked of a deed where it is whether it is legal or forbidden, or can be: never whether it must."""
    begun = any(says(row[0], name, "can", "barred", "whether") for name in ("ADV", "MOD"))
    leave = leave_asked(asked)
    wish = next((at for at, token in enumerate(row[:HEAD]) if says(token, "ADV", "want") or says(token, "MODF", "want")), -1)
    if leave in (CAN, BARRED) and wish > 0 and not any(NAMING & set(token.classes) for token in row[:wish]):  # my opponent wants that; do the rules let him?
        name = "ADV" if says(row[wish], "ADV", "want") else "MODF"
        return [Token(row[wish].text, row[0].start, row[wish].end, {name: [(name, leave)]}), *row[wish + 1 :]]
    return [Token(leave, row[0].start, row[0].start, {"ADV": [("ADV", leave)]}), *row] if leave in (CAN, BARRED) and not begun else row


def _unopened(row: list[Token]) -> list[Token]:
    """If 16Pz attacks 3010, suppose that it does: what it is asked of, without the word that supposes it."""
    if len(row) < 4 or row[0].text.casefold() not in SUPPOSING and not says(row[0], "SUB", "if"):
        return row
    return row[2 if says(row[1], "SUB", "that") else 1 :]


def _goes_on(row: list[Token]) -> bool:
    """What happens? Why? Which rule says so? Nothing but that, or that with when it is: the ruling on the deed tells."""
    rule = len(row) > 1 and says(row[0], "QD", "what") and ("NOUN", "option") in row[1].means.get("W", ())
    if (
        row
        and all(says(token, "QP", "why") for token in row)
        or rule
        and all({"V", "VI", "CL", "ADV", "THEN", "DO", "BE"} & set(one.classes) for one in row[2:])
    ):
        return True
    asks = any(says(token, "QP", "what") for token in row[:1]) and any(lemmas(token) & HAPPENING for token in row)
    return asks and all(says(token, "QP", "what") or lemmas(token) & HAPPENING or {"ADV", "THEN", "CL"} & set(token.classes[:1]) for token in row)


def _is_enough(row: list[Token]) -> bool:
    """Does it have enough MP, ¿le llegan los PM? Whether a row only asks whether what it has suffices."""
    named = [token for token in row if any(type_ == "NOUN" and value in HAD for type_, value in token.means.get("W", ()))]
    suffices = [token for token in row if token not in named and (token.text.casefold() in ENOUGH or lemmas(token) & SUFFICE)]
    rest = [token for token in row if token not in named and token not in suffices]
    return (
        bool(named and suffices)
        and row[0] not in named
        and all({"BE", "DO", "HV", "V", "VI", "CL", "DET", "PRON"} & set(token.classes) and "UNIT" not in token.classes for token in rest)
    )


def _thrown(row: list[Token]) -> list[Token]:
    """What if I roll a 4? ¿Y si saco un 4? ¿Qué pasa con un 4? What happens on that number."""
    numbers = [at for at, token in enumerate(row) if token.classes[0] == "NUM"]
    head = row[: numbers[0]] if len(numbers) == 1 and numbers[0] == len(row) - 1 else []
    supposes = any(says(token, "SUB", "if") or lemmas(token) & HAPPENING or says(token, "P", "OF") and " " in token.text for token in head)
    light = all({"AND", "QP", "SUB", "PRON", "DET"} & set(token.classes) or lemmas(token) & (HAPPENING | THROWING) or token.classes[0] == "P" for token in head)
    if not supposes or not light or any(NAMING & set(token.classes) for token in head) or any(token.classes[0] == "ADV" for token in head):
        return row
    start = head[0].start
    what = [Token("what", start, start, {"QP": [("QP", "what")]}), Token("happens", start, start, {"V": [("VERB", "happen")]})]
    return [*what, Token("on", start, start, {"P": [("P", "IN")]}), Token("a", start, start, {"DET": [("DET", "indef")]}), row[-1]]


def _announced(row: list[Token]) -> list[Token]:
    """Can I do this: 16Pz attacks 3010? What stands before the colon asks, what stands behind it is done."""
    cut = next((at for at, token in enumerate(row) if token.classes[0] == "COLON"), 0)
    head = row[:cut]
    asks = any(says(token, "MOD", "can") for token in head)
    plain = all({"MOD", "PRON", "DET", "DO", "CL", "ADV"} & set(token.classes) or lemmas(token) & PRO_VERBS for token in head)
    return [Token("can", head[0].start, head[-1].end, {"ADV": [("ADV", "can")]}), *row[cut + 1 :]] if asks and plain and len(row) > cut + 2 else row


def _claims_at(row: list[Token]) -> int:
    """Where a clause begins behind a comma that tells what somebody claims: I take my step from 371Inf, he says that …; 0 if none does."""
    for begin in (at + 1 for at, token in enumerate(row) if token.classes[0] == "COMMA"):
        head = row[begin : begin + HEAD]
        says_so = next((at for at, token in enumerate(head) if VERBAL & set(token.classes) and lemmas(token) & SAYING), -1)
        if says_so >= 0 and not any(NAMING & set(token.classes) or token.classes[0] == "COMMA" for token in head[:says_so]):
            return begin
    return 0


def _of_claim(row: list[Token], asked: list[Token], mark: Token) -> list[Token] | None:
    """He says that 16Pz is not in supply; is he right? What he says, asked; None where nobody claims anything, [] where it is not plain what is denied."""
    at = next((at for at, token in enumerate(row[:HEAD]) if VERBAL & set(token.classes) and lemmas(token) & SAYING), -1)
    inner = row[at + 2 if at + 1 < len(row) and says(row[at + 1], "SUB", "that") else at + 1 :]
    if at < 0 or len(inner) < 3 or any(NAMING & set(token.classes) for token in row[:at]):
        return None
    if any(type_ == "VERDICT" for type_, _ in inner[-1].means.get("W", [])):
        return None
    inner = inner[inner[0].classes[0] == "COMMA" :]
    denials = [place for place, token in enumerate(inner) if token.classes[0] == "NOT"]
    if not denials:
        return [*_may(inner, asked), mark]
    hangs = [place for place, token in enumerate(inner[: denials[0]]) if {"SUB", "REL"} & set(token.classes)]
    if len(denials) > 1 or hangs and not any(token.classes[0] == "COMMA" for token in inner[hangs[-1] : denials[0]]):
        return []
    inner = inner[: denials[0]] + inner[denials[0] + 1 :]
    return [*_may(inner, asked), turned(mark)]


def gainsaid(row: list[Token], parts: list[Stated | Act]) -> list[Stated | Act]:
    """The parts of a row, with what its question mark says of the last act: that it is answered the other way round, or whether so much is enough."""
    act = next((part for part in reversed(parts) if isinstance(part, Act)), None)
    if act is not None and says(row[-1], "QM", GAINSAID):
        act.slots[GAINSAID] = True
    if act is not None:
        act.slots.update(compared(row))
    return parts


def _reported(row: list[Token]) -> list[Token]:
    """My opponent says that 16Pz attacking 3010 is illegal; is he right? The deed, and whether it may be or is forbidden."""
    at = next((at for at, token in enumerate(row) if says(token, "SUB", "that")), 0)
    verdict = [value for type_, value in row[-1].means.get("W", ()) if type_ == "VERDICT"]
    if not at or any(NAMING & set(token.classes) for token in row[:at]) or not any(VERBAL & set(token.classes) for token in row[:at]):
        return row
    inner = row[at + 1 :]
    if verdict:
        inner = inner[: -2 if "BE" in inner[-2].classes else -1]
    start, end = row[0].start, row[at].end
    asks = "barred" if "illegal" in verdict else "can"
    return [Token(asks, start, end, {"ADV": [("ADV", asks)]}), *inner] if len(inner) > 2 else row


def _framed(row: list[Token]) -> list[Token]:
    """Is an attack on 3010 by 16Pz legal, would 16Pz attacking 3010 be legal: the deed alone."""
    if len(row) < 5 or row[0].classes[0] not in ("BE", "MOD") or ("VERDICT", "legal") not in row[-1].means.get("W", ()):
        return row
    inner = row[1:-1]
    if row[0].classes[0] == "MOD" and "BEI" not in inner[-1].classes:
        return row
    inner = inner[:-1] if "BEI" in inner[-1].classes else inner
    deed = any({"VG", "W"} & set(token.classes) for token in inner) and any(token.classes[0] in ("UNIT", "HEX") for token in inner)
    return inner if deed and "IN" not in inner[-1].means else row


def _offers(asked: list[Token], row: list[Token]) -> bool:
    """Who decides, the Soviet player or the German: whether a row only names both sides behind a question for one."""
    sides = [token for token in row if any(type_ == "SIDE" for type_, _ in token.means.get("W", ()))]
    rest = [token for token in row if token not in sides and token.classes[0] != "DET" and ("NOUN", "player") not in token.means.get("W", ())]
    who = any(("QP", "who") in token.means.get("QP", ()) or ("SIDE", "side") in token.means.get("W", ()) for token in asked)
    return who and len(sides) == 2 and len(rest) == 1 and says(rest[0], "AND", "or")


def _enquires(row: list[Token]) -> bool:
    """Whether a row of words only asks whether something may be."""
    return _is_enough(row) or leave_asked(row) not in ("", ECHO)


PUTTING = (modal, fated, sufficient, much, outlaid, left_over, _pointing, _limited, lasting, _counting, faring)
"""How a question is put in plainer words, one after the other."""


WHOLE: tuple[Rewriting, ...] = (_plainly, ended, lengths, lying, halting, once, together, unmarking)
"""What puts a sentence plainly before it is parted, in this order."""
PART: tuple[Rewriting, ...] = (modal, left_over, fated, sufficient, much, plainest, outlaid, _pointing, _limited, lasting, _counting, _becoming, faring)
"""What puts each part of it plainly, in this order."""


def in_question(row: list[Token]) -> bool:
    """How many points do 112ID …: whether words end in the midst of who it is asked of."""
    helps = next((at for at in range(len(row) - 1, -1, -1) if row[at].classes[0] in ("DO", "MOD", "HV")), -1)
    asks = any(token.classes[0] in ("QP", "QD") for token in row[:helps])
    return helps > 0 and asks and all(token.classes[0] in ("UNIT", "DET", "COMMA", "AND") for token in row[helps + 1 :])


def halved(clauses: list[Clause]) -> bool:
    """How many points do 112ID | and 71ID bring: whether a question is broken off behind the first of whom it is asked."""
    for first, second in pairwise(clauses):
        does = first.asked and bool(first.wh) and first.verb is not None and first.verb.senses == ["do"] and not first.subs
        led = second.phrases[:1] and second.phrases[0].before and second.phrases[0].things[0].type == "UNIT"
        if does and led and second.verb is not None and first.phrases[-1].things[-1].type == "UNIT":
            return True
    return False
