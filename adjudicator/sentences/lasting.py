"""Whether a state lasts or has ended: *does it remain out of supply?*, *does it stop being reduced?*, *47R: still reduced?*, *¿continúa sin suministro?*,
*has it lost its ZOC?*

It is what is asked with *is it out of supply?*; of what has ended the same, answered the other way round.
"""

from __future__ import annotations

from adjudicator.ground.declaration import GAINSAID
from adjudicator.language.syntax import first_verbs, small
from adjudicator.sentences.rows import is_spanish
from adjudicator.sentences.token import VERBAL, Token, lemmas, says, ties

LASTING, ENDING, ENDED, MORE, KEEPING, LOSING, BECOMING = (
    small(name) for name in ("lasting", "ending", "no_longer", "any_more", "keeping", "losing", "ending_up")
)
HAVING = small("having")
HAS = first_verbs("having")
HELD = frozenset(("zoc",))
"""Nouns of what one has as long as one does not lose it."""
WHO = frozenset(("UNIT", "PRON", "DET", "W", "UNK", "MARKER"))
TIED = frozenset(("TO", "OF", "P", "BEI", "CL", "ADV", "DO", "HV", "BE"))
"""Classes of words that only tie a state to whose it is."""
BREAKS = frozenset(("COMMA", "COLON", "SEMI", "DASH", "THEN", "SUB"))
OPEN = frozenset(("QP", "QD", "MOD", "REL", "MODI", "MODF"))
"""Classes of words beside which something else is asked."""


def lasting(row: list[Token]) -> list[Token]:
    """A question whether a state goes on put as whether it is so; any other row as it is."""
    if row[-1].classes[0] != "QM" or len(row) < 4:
        return row
    body, mark = _without_more(row[:-1]), row[-1]
    if (kept := _kept(body, mark)) is not None:
        return kept
    state = next((at for at in range(len(body) - 1, 0, -1) if _is_state(body[at])), 0)
    begin = max((at + 1 for at in range(state) if body[at].classes[0] in BREAKS), default=0)
    if not state:
        return row
    if begin == state or begin and all(says(token, "ADV", "still") for token in body[begin:state]):  # 47R: still reduced
        named = body[: begin - 1]
        plain = bool(named) and all(token.classes[0] in ("UNIT", "DET", "AND") for token in named) and body[begin - 1].classes[0] != "SUB"
        return [_be(named[0]), *named, *body[state:], mark] if plain else row
    clause = body[begin:state]
    if any(OPEN & set(token.classes[:1]) for token in clause):
        return row
    ended = next((token for token in clause if token.classes[0] == "NOT" and token.text.casefold() in ENDED), None)
    verb = next((token for token in clause if lemmas(token) & (LASTING | ENDING) and token.classes[0] in (*VERBAL, "BE")), None)
    ends = ended is not None or verb is not None and bool(lemmas(verb) & ENDING)
    being = any(token.classes[0] in ("BEI", "BE") and token is not verb for token in clause)
    if verb is None and (ended is None or not being) or verb is not None and ends and ended is None and not being:
        return [*body, mark] if len(body) < len(row) - 1 else row
    who = [token for token in clause if token not in (ended, verb) and not TIED & set(token.classes[:1])]
    if any(token.classes[0] in ("P", "ADV") and not ties(token) for token in clause):
        return row
    if not who and begin and all(token.classes[0] in ("UNIT", "DET", "AND") for token in body[: begin - 1]):  # 47R: does it stay reduced
        begin, who = 0, body[: begin - 1]
    if not who or any(not WHO & set(token.classes) or token.classes[0] == "NOT" for token in who):
        return row
    turned = Token(mark.text, mark.start, mark.end, {"QM": [("QM", GAINSAID)]}) if ends else mark
    return [*body[:begin], _be(clause[0]), *who, *body[state:], turned]


def _kept(body: list[Token], mark: Token) -> list[Token] | None:
    """Does it keep its ZOC, has it lost it, ¿se queda sin ZOC? Whether it has one, or has none; None if nothing of the kind is asked."""
    at = next((at for at, token in enumerate(body) if any(type_ == "NOUN" and value in HELD for type_, value in token.means.get("W", ()))), 0)
    begin = max((place + 1 for place in range(at) if body[place].classes[0] in BREAKS), default=0)
    clause = body[begin:at]
    ended = next((token for token in clause if token.classes[0] == "NOT" and token.text.casefold() in ENDED), None)
    meant = KEEPING | LOSING if ended is None else KEEPING | HAVING
    verb = next((token for token in clause if lemmas(token) & meant and set(token.classes) & {*VERBAL}), None)
    without = next((token for token in clause if says(token, "P", "WITHOUT")), None)
    left = without is not None and any(token.classes[0] == "BE" or lemmas(token) & BECOMING for token in clause)
    denied = any(token.classes[0] == "NOT" and token is not ended for token in clause)
    led = next((token for token in reversed(body[begin:at]) if token.classes[0] != "DET"), None)
    because = led is not None and led.classes[0] == "P" and led is not without  # does it lose a step for the zone
    if not at or denied or because or any(OPEN & set(token.classes[:1]) for token in clause) or not (left if without is not None else verb):
        return None
    whose = [token for token in body[at - 1 : at] if token.classes[0] == "DET"]
    who = [token for token in clause if token not in (verb, without, ended, *whose) and not TIED & set(token.classes[:1]) and not lemmas(token) & BECOMING]
    if any(not WHO & set(token.classes) for token in who) or not who and not body[at].spanish:
        return None
    spanish = body[at].spanish or is_spanish(body)
    has = Token(body[at].text, clause[0].start, clause[0].start, {"V" if spanish else "VI": [("VERB", HAS[spanish])]})
    has.spanish = spanish
    does = Token(body[at].text, clause[0].start, clause[0].start, {"DO": [("DO", "do")]})
    lost = without is not None or ended is not None or verb is not None and bool(lemmas(verb) & LOSING)
    turned = Token(mark.text, mark.start, mark.end, {"QM": [("QM", GAINSAID)]}) if lost else mark
    return [*body[:begin], *([has, *who] if spanish else [does, *who, has]), *body[at:], turned]


def _be(at: Token) -> Token:
    """Is, in the place of another word."""
    found = Token(at.text, at.start, at.start, {"BE": [("BE", "be")]})
    found.spanish = at.spanish
    return found


def _without_more(body: list[Token]) -> list[Token]:
    """Is it reduced any more: the same without any more."""
    return body[:-2] if " ".join(token.text.casefold() for token in body[-2:]) in MORE else body


def _is_state(token: Token) -> bool:
    """Whether a word says a state of units."""
    return token.classes[0] == "ST" or any(type_ == "STATUS" for kept in token.means.values() for type_, _ in kept)
