"""How somebody stands, told in a phrase of its own: *with 39 gone, can 1Pz advance?*, *eliminada 39, …*, *being out of supply, …*, *can 1Pz, reduced, …?*

It is told in a sentence before the rest, as *39 is gone*: so it is a fact, and 39 has no part in the deed.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial
from itertools import pairwise

from adjudicator.language.syntax import small
from adjudicator.sentences.foregone import HANGING, who_acts
from adjudicator.sentences.stepped import stepped, steps_told
from adjudicator.sentences.terrain_told import grounded
from adjudicator.sentences.token import VERBAL, Token, in_place, lemmas, says, unit_of

EPITHETS = frozenset(("ADJ", "WORD"))
"""Types of words of the general dictionary that a unit may be called by: poor 4GTk."""
LACKED = frozenset(("supply", "comms"))
"""What units may be without: a state of theirs."""
PARTS = frozenset(("COMMA", "COLON", "SEMI", "AND", "THEN", "SUB"))
LACKING, LOSING, HAVING, CUT_OFF, BECOMING = (small(name) for name in ("lacking", "losing", "having", "cut_off", "ending_up"))
DYING = small("dying", "falling_dead")
KILLED, BEING, NO_MORE, NO_LONGER, AWAY = (small(*names) for names in (("killed", "destroyed_so"), ("being",), ("no_more",), ("no_longer",), ("away",)))
GONE = "eliminated:true"
NAMES = frozenset(("UNIT", "AND", "DET"))
LEADS = frozenset(("AND", "THEN"))
MOST = 3
"""So many phrases of how somebody is may stand around one question."""
STOPS = frozenset(("COMMA", "COLON", "SEMI"))
"""What may stand between how somebody is and a question about it."""


def absolute(rows: list[list[Token]], aside: list[tuple[int, int]], sides: Mapping[str, str]) -> list[list[Token]]:
    """The rows, each behind how it says that somebody stands; `aside` gets what it is called by the way; `sides`: of units."""
    found: list[list[Token]] = []
    asking = any(row[-1].classes[0] == "QM" for row in rows)
    for number, whole in enumerate(rows):
        beside = [*reversed(rows[:number]), *rows[number + 1 :]]
        ground, row = grounded(_of_whom(whole, beside) if beside and whole[-1].classes[0] != "QM" else whole)
        found += ground
        row = _lacking(_gone(_plain(_died(row) if asking else row, aside)), asking)
        bare = found[-1] if found and row[-1].classes[0] == "QM" else []
        mere = bare and all(token.classes[0] == "ADV" or _state(token) for token in bare)
        if told := (_stands(bare, row, True, False) if mere else steps_told(bare, row)):
            found[-1] = told  # OoS. Can 39 move? One step gone. Can 39 move?
        for _ in range(MOST):
            told, row = next((way for read in (stepped, _led, partial(_trailed, sides=sides), _apposed) if (way := read(row))[0]), ([], row))
            found += [told] if told else []
        found.append(row)
    return found


def _of_whom(row: list[Token], beside: list[list[Token]]) -> list[Token]:
    """It is reduced, está sin suministro, no tiene suministro: a sentence that names nobody says it of who was spoken of last, or is asked about next."""
    words = [token for token in row if token.classes[0] not in ("ADV", "NOT")]
    rest = [token for token in words if not (token.classes[0] in ("BE", "BEI", "HV") or says(token, "PRON", "it", "they", "both"))]
    is_so = len(rest) == 1 and rest[0] is words[-1] and _state(rest[0]) is not None and not _loses(rest[0])
    is_so = is_so and any(token.classes[0] == "BE" and not says(token, "BE", "become") for token in words) and rest[0].text.casefold() not in KILLED | AWAY
    noun = len(words) > 1 and any(type_ == "NOUN" and value in LACKED for type_, value in words[-1].means.get("W", ()))
    if not (is_so or noun and words[0].spanish and row[0].classes[0] in ("NOT", "V", "HV") and _lacks(row[:-1], True)):
        return row
    for other in beside:
        named = [token for token in other if token.classes[0] == "UNIT"]
        if units := who_acts(other) or (named if len(named) == 1 else []):
            denied = [token for token in row if token.classes[0] == "NOT"] if is_so else row[:-1]
            be = in_place(row[0], "BE", "be")
            return [*units, *([be, *denied] if is_so else denied), words[-1]]
        if named:
            return row
    return row


def _plain(row: list[Token], aside: list[tuple[int, int]]) -> list[Token]:
    """Poor 4GTk is gone: without a word that says nothing of how it stands."""
    for at, token in enumerate(row[:-2]):
        mere = token.classes[0] in ("W", "ADV") and {type_ for kept in token.means.values() for type_, _ in kept} <= EPITHETS
        if mere and row[at + 1].classes[0] == "UNIT" and row[at + 2].classes[0] == "BE":
            aside.append((token.start, token.end))
            return [*row[:at], *row[at + 1 :]]
    return row


def _died(row: list[Token]) -> list[Token]:
    """Cayeron 16Pz y 19Pz, 16Pz fell, before a question: they are destroyed; a step that falls to somebody is another matter."""
    end = next((at for at, token in enumerate(row) if token.classes[0] in ("COMMA", "COLON", "QM", "SEMI")), len(row))
    clause = [token for token in row[:end] if token.classes[0] not in ("HV", "CL", "ADV")]
    verbs = [token for token in clause if lemmas(token) & DYING and {"V", "VP"} & set(token.classes)]
    units = [token for token in clause if token not in verbs]
    over = [
        token
        for token in verbs
        if "VP" in token.classes or not any(token.text.casefold() in (one, f"{one}s") for one in lemmas(token) & DYING) and _past(token)
    ]
    named = any(token.classes[0] == "UNIT" for token in units) and all(token.classes[0] in NAMES for token in units)
    if len(over) != 1 or len(verbs) != 1 or not named or row[end : end + 1] and row[end].classes[0] == "QM":
        return row
    be, gone = in_place(over[0], "BE", "be"), _gone_from(over[0])
    return [*units, be, gone, *row[end:]]


def _past(token: Token) -> bool:
    """Whether a form is one of the past, where the form tells it."""
    return not token.spanish or any(type_ == "PAST" for kept in token.means.values() for type_, _ in kept)


def _gone(row: list[Token]) -> list[Token]:
    """39 is gone: it is destroyed."""
    for at in range(2, len(row)):
        hung = at > 2 and row[at - 3].classes[0] == "SUB"  # is it in supply if 39 is gone?
        ends = at + 1 == len(row) or row[at + 1].classes[0] in ("COMMA", "COLON", "SEMI", "AND", *(("QM",) if hung else ()))
        if ends and row[at].classes[0] == "BE" and row[at - 1].text.casefold() in NO_LONGER and row[at - 2].classes[0] == "UNIT":  # 39 ya no está
            return [*row[: at - 1], row[at], _gone_from(row[at]), *row[at + 1 :]]
        if ends and row[at].text.casefold() in NO_MORE and row[at - 1].classes[0] == "BE" and row[at - 2].classes[0] == "UNIT":
            return [*row[:at], _state(row[at]) or row[at], *row[at + 1 :]]
    return row


def _lacking(row: list[Token], asking: bool) -> list[Token]:
    """47R has lost its supply, lacks supply, is cut off from it: it is out of supply; that it has none is so before a question, else a book may try it."""
    for at, token in enumerate(row):
        noun = next((str(value) for type_, value in token.means.get("W", ()) if type_ == "NOUN" and value in LACKED), "")
        begin = max((place + 1 for place in range(at) if PARTS & set(row[place].classes[:1])), default=0)
        behind = row[at + 1 : at + 2]
        if begin < at and any(type_ == "STATUS" for type_, _ in token.means.get("ST", ())) and (put := _left_so(row[begin:at])):
            return [*row[:begin], *put, *row[at:]]
        if not noun or behind and not PARTS & set(behind[0].classes[:1]):
            continue
        clause = row[begin:at]
        whose = next((place for place, word in enumerate(clause) if word.classes[0] in ("UNIT", "PRON")), -1)
        who, rest = clause[whose : whose + 1], [word for place, word in enumerate(clause) if place != whose and word.classes[0] != "ADV"]
        if whose < 0 or not rest or not _lacks(rest, asking):
            continue
        state = Token(token.text, clause[0].start, token.end, {"ST": [("STATUS", f"{noun}:out")], "W": [("STATUS", f"{noun}:out")]})
        state.spanish = token.spanish
        return [*row[:begin], *_said(who, state), *row[at + 1 :]]
    return row


def _left_so(words: list[Token]) -> list[Token]:
    """47R se ha quedado sin suministro: it is so; [] if the words before a state say anything else."""
    ends = [word for word in words if any(str(value) in BECOMING for name in VERBAL for _, value in word.means.get(name, ()))]
    rest = [word for word in words[1:] if word not in ends and word.classes[0] not in ("CL", "HV", "ADV")]
    if words[0].classes[0] != "UNIT" or len(ends) != 1 or rest or not any(word.classes[0] == "CL" for word in words):
        return []
    be = Token(ends[0].text, ends[0].start, ends[0].end, {"BE": [("BE", "be")]})
    be.spanish = ends[0].spanish
    return [words[0], be]


def _lacks(words: list[Token], asking: bool) -> bool:
    """Whether words say that somebody has no more of something, or none."""
    denied = any(word.classes[0] == "NOT" or says(word, "DET", "no") for word in words)
    helped = any(word.classes[0] != "HV" and set(word.classes) & {*VERBAL} for word in words)
    verbs = [word for word in words if not (helped and word.classes[0] == "HV")]
    lemmas = {str(value) for word in verbs for name in VERBAL for type_, value in word.means.get(name, ()) if type_ in ("VERB", "PAST")}
    over = any(word.classes[0] == "HV" or any(type_ == "PAST" for type_, _ in word.means.get("V", ())) for word in words)
    cut = any(word.text.casefold() in CUT_OFF for word in words) and any(says(word, "P", "FROM") or word.classes[0] == "OF" for word in words)
    light = all(
        word.classes[0] in ("HV", "CL", "DET", "NOT", "P", "OF", "BE") or set(word.classes) & {*VERBAL} or word.text.casefold() in CUT_OFF for word in words
    )
    if any(word.classes[0] in ("MOD", "MODI", "QP", "QD") for word in words) or not light:
        return False
    return (
        cut
        and not denied
        or lemmas.isdisjoint(HAVING)
        and not denied
        and bool(lemmas & LACKING or lemmas & LOSING and over)
        or asking
        and denied
        and bool(lemmas & HAVING)
    )


def _led(row: list[Token]) -> tuple[list[Token], list[Token]]:
    """With 39 gone, …; once 39 is gone, …; eliminada 39, …; being reduced, …; out of supply: …: who is so, and the rest."""
    asks = row[-1].classes[0] == "QM"
    end = next((at for at, token in enumerate(row) if token.classes[0] in (STOPS if asks else ("COMMA",))), 0)
    lead, main = row[:end], row[end + 1 :]
    while lead and lead[0].classes[0] in LEADS:
        lead = lead[1:]
    loose = not end or row[end].classes[0] == "COMMA"
    if told := _stands(lead, main, asks, loose) or asks and _inside(lead, main) if main else []:
        return told, main
    for at in (at for at, token in enumerate(lead) if asks and token.classes[0] == "AND"):  # out of supply and over the stream: …
        for part, other in ((lead[:at], lead[at + 1 :]), (lead[at + 1 :], lead[:at])):
            if part and other and (told := _stands(part, main, True, False) or _inside(part, main)):
                return told, [*other, row[end], *main]
    return [], row


def _inside(lead: list[Token], main: list[Token]) -> list[Token]:
    """With 26 in 1510, estando 26 en 1510: where it stands, beside what others are asked about; [] if a phrase says anything else."""
    words = [token for token in lead[1:] if not _is(token)]
    units = words[:-2]
    leads = bool(lead) and (says(lead[0], "P", "WITH") or lead[0].text.casefold() in BEING)
    others = {unit_of(token) for token in main if token.classes[0] == "UNIT"} - {unit_of(token) for token in units}
    if not leads or not others or not units or words[-1].classes[0] != "HEX" or not all(token.classes[0] in NAMES for token in units):
        return []
    inside = any("IN" in str(value).split("|") for _, value in words[-2].means.get("P", ()))
    return [*units, in_place(words[-2], "BE", "be"), *words[-2:]] if inside and any(token.classes[0] == "UNIT" for token in units) else []


def _trailed(row: list[Token], sides: Mapping[str, str]) -> tuple[list[Token], list[Token]]:
    """Can 39 move now that it is out of supply, being reduced, with 40 gone, with an enemy reduced: who is so, and the rest."""
    for at in range(len(row) - 2, 2, -1) if row[-1].classes[0] == "QM" else ():
        token, behind = row[at], row[at:-1]
        if token.classes[0] == "COMMA" and (behind[1].text.casefold() in KILLED or _loses(behind[1])) and (told := _stands(behind[1:], row[:at], True, False)):
            return told, [*row[:at], row[-1]]  # …, perdida la 39?
        if token.classes[0] == "COMMA" and _state(behind[1]) is not None and not _loses(behind[1]) and behind[1].text.casefold() not in KILLED | AWAY:
            units = who_acts(row[:at])
            if units and (len(behind) == 2 or behind[2].classes[0] == "P"):  # …, OoS in this storm?
                return _said(units, behind[1]), [*row[:at], *behind[2:], row[-1]]
        joins = not any(one.text.casefold() in KILLED | AWAY for one in behind) and not _apart(behind, row[:at], sides)
        if token.classes[0] in STOPS and row[at + 1].classes[0] != "P" or "WITH" in str(token.means.get("P", "")) and joins:
            return [], row
        being = token.text.casefold() in BEING and row[at - 1].classes[0] not in VERBAL  # does it stop being out of supply
        ties = says(token, "SUB", *HANGING) or being or says(token, "P", "WITH", "AFTER")
        if ties and (told := _stands(behind, row[:at], True, False)):
            return told, [*row[: at - (row[at - 1].classes[0] == "COMMA")], row[-1]]
    return [], row


def _apart(behind: list[Token], main: list[Token], sides: Mapping[str, str]) -> bool:
    """Whether nobody joins in who is named behind a question: they are of the other side, or were named in it before."""
    before, now = ({unit_of(token) for token in row if token.classes[0] == "UNIT"} for row in (main, behind))
    camps = {sides.get(name) for name in before - now}
    return bool(now) and (now <= before or bool(camps) and None not in camps and not any(sides.get(name) in {*camps, None} for name in now))


def _stands(lead: list[Token], main: list[Token], asks: bool, loose: bool) -> list[Token]:
    """What some words say of how somebody is, as a sentence of its own; of who acts in the rest if they name nobody. [] if they say anything else.

    `loose`: 39 gone, …: nothing need tie it to a question.
    """
    tied = len(lead) > 1 and (says(lead[0], "P", "WITH", "AFTER") or says(lead[0], "SUB", *HANGING) or lead[0].classes[0] == "P" and _is(lead[1]))
    lead = lead[tied:]
    state = next((token for token in lead if _state(token) is not None and (tied or token.text.casefold() not in AWAY)), None)
    if state is None:
        return []
    words = [token for token in lead if token is not state and token.classes[0] != "ADV"]
    rest = [token for token in words if not _is(token)]
    if _loses(state):
        return _said([token for token in rest if token.classes[0] != "PRON"], state) if _lost(rest, state, asks) else []
    first = lead.index(state) <= sum(token.classes[0] == "ADV" for token in lead)
    if not tied and rest == words and not (first and (state.spanish or asks) or asks and loose):
        return []  # 39 gone, …: nothing ties it to the rest
    nobody = all(token.classes[0] == "PRON" for token in rest) and (asks or len(rest) < len(words))
    units = rest if any(token.classes[0] == "UNIT" for token in rest) else who_acts(main) if nobody else []
    return _said(units, state) if units and all(token.classes[0] in NAMES for token in units) else []


def _is(token: Token) -> bool:
    """Whether a word only says that somebody is so."""
    return token.classes[0] in ("BE", "BEI", "HV", "HVG") or token.text.casefold() in BEING


def _loses(token: Token) -> bool:
    """Losing, lost, perdida: whether a word says that somebody is lost."""
    return any(str(value) in LOSING for name in VERBAL for _, value in token.means.get(name, ()))


def _lost(units: list[Token], verb: Token, asks: bool) -> bool:
    """After losing 39, perdida la 39, we have lost 39: whether it is units that are gone, and no deed now."""
    speakers = [token for token in units if token.classes[0] == "PRON"]
    mine = all(says(token, "PRON", "first") for token in speakers)
    over = "V" not in verb.classes[:1] or any(type_ == "PAST" for type_, _ in verb.means["V"]) and asks and bool(speakers)
    named = [token for token in units if token not in speakers]
    return over and mine and bool(named) and named[-1].classes[0] == "UNIT" and all(token.classes[0] in NAMES for token in named)


def _apposed(row: list[Token]) -> tuple[list[Token], list[Token]]:
    """Can 39, out of supply, move: how it stands, and the rest."""
    commas = [at for at, token in enumerate(row) if token.classes[0] == "COMMA"]
    for begin, end in pairwise(commas):
        before, inner = row[begin - 1], row[begin + 1 : end]
        alone = begin < 2 or row[begin - 2].classes[0] != "AND"
        if row[-1].classes[0] == "QM" and before.classes[0] == "UNIT" and alone and len(inner) == 1 and _state(inner[0]) is not None and begin > 1:
            return _said([before], inner[0]), [*row[:begin], *row[end + 1 :]]
    return [], row


def _state(token: Token) -> Token | None:
    """The word for a state of units; None if it is none."""
    if token.text.casefold() in KILLED | AWAY or _loses(token):
        return _gone_from(token)
    return token if any(type_ == "STATUS" for name in ("W", "ST") for type_, _ in token.means.get(name, ())) else None


def _gone_from(token: Token) -> Token:
    """The word as one for who is destroyed."""
    gone = Token(token.text, token.start, token.end, {"W": [("STATUS", GONE)]})
    gone.spanish = token.spanish
    return gone


def _said(units: list[Token], state: Token) -> list[Token]:
    """They are so."""
    be = Token(state.text, state.start, state.start, {"BE": [("BE", "be")]})
    so = _state(state) or state
    be.spanish = so.spanish = state.spanish
    return [*units, be, so]
