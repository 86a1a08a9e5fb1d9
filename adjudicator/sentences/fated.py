"""What a result makes of somebody, asked in other words: *who chooses where it goes?*, *whose call is it where it runs?*, *how far must it go?*

They are put as *who decides where it retreats?* and *how many hexes must it retreat?*; a result that stands alone before a question is a sentence of its own.
"""

from __future__ import annotations

from adjudicator.language.syntax import first_verbs, small
from adjudicator.sentences.rows import is_spanish
from adjudicator.sentences.token import VERBAL, Token, in_place, lemmas, says, verb_in_place

THROWING, BEFALLING, STAYING = small("throwing"), small("befalling"), small("staying_together")
HAPPENS = first_verbs("happening")
LONG = 4
"""So many words at most say what is asked so."""
CHOOSING, CHOICES, RETREATING, FLEEING, HOW_FAR, GETTING, WHOSE = (
    small(name) for name in ("choosing", "choices", "retreating", "fleeing", "how_far", "getting_to", "whose_is")
)
DECIDES, RETREATS = (first_verbs(name) for name in ("choosing", "retreating"))
"""The verb of each that the acts know by its own name; whether it is Spanish."""
BREAKS = frozenset(("COMMA", "COLON", "SEMI", "DASH"))
LEADS = frozenset(("AND", "THEN", "P", "OF"))
WHO = frozenset(("UNIT", "PRON", "DET", "W", "AND", "UNK", "CL"))
"""Classes of words that name who has to go, or point at him."""
LIGHT = frozenset(("DO", "BE", "BEI", "CL", "MOD", "TO", "P", "HV", "GEN", "OF", "ADV"))
"""Classes of words that stand around them."""
BESIDE = frozenset(("UNIT", "HEX", "P", "DET", "OF", "AND"))
"""Classes of words that a result may be told with, and nothing is done."""
OF_RESULT = frozenset((("NOUN", "result"), ("NOUN", "attack"), ("NOUN", "combat")))


def fated(row: list[Token]) -> list[Token]:
    """A question who chooses where somebody goes, or how far somebody must go, as one for his retreat; any other row as it is."""
    if row[-1].classes[0] != "QM" or len(row) < 3:
        return row
    begin = next((at + 1 for at in range(len(row) - 2, -1, -1) if row[at].classes[0] in BREAKS), 0)
    begin += row[begin].classes[0] in ("AND", "THEN")
    put = _chosen(row[begin:-1]) or _how_far(row[begin:-1]) or _befallen(row[begin:-1])
    together = None if put else _together(row[:begin], row[begin:-1])
    if together is not None:
        return [*together, row[-1]]
    return [*row[:begin], *put, row[-1]] if put else row


def announced(row: list[Token]) -> list[list[Token]]:
    """DR on 47R: who decides; Dr2, but 26 is in a village: a result that is only told of, and the sentence behind it; else the row alone."""
    cut = next((at for at, token in enumerate(row) if token.classes[0] in BREAKS or says(token, "SUB", "but") or says(token, "AND", "but")), 0)
    told = row[:cut]
    if cut and row[-1].classes[0] == "QM" and row[cut].classes[0] in ("COLON", "DASH") and all(_is_throw(token) for token in told):
        return [row[cut + 1 :]]  # I roll: when does it come back?
    results = [token for token in told if _is_result(token)]
    plain = all(token in results or token.classes[0] in BESIDE or OF_RESULT & set(token.means.get("W", ())) for token in told)
    if len(results) != 1 or not plain or cut + 3 > len(row) or row[-1].classes[0] != "QM":
        return [row]
    rest = row[cut + 1 :]
    while len(rest) > 3 and (says(rest[0], "SUB", "but") or rest[0].classes[0] in ("AND", "THEN")):
        rest = rest[1:]
    related = "REL" in rest[0].means and row[cut].classes[0] == "COMMA" and any(token.classes[0] in BREAKS for token in rest)
    return [row] if related and told[-1].classes[0] != "UNIT" else [told, [*told[-1:], *rest[1:]] if related else rest]  # a D1 on Chor, which has one step


def _is_throw(token: Token) -> bool:
    """Whether a word says no more than that somebody throws dice."""
    nouns = {("NOUN", "roll"), ("NOUN", "dice")} & set(token.means.get("W", ()))
    return bool(nouns or lemmas(token) & THROWING) or token.classes[0] in ("DET", "PRON")


def _is_result(token: Token) -> bool:
    return any(type_ == "RESULT" for type_, _ in token.means.get("W", ()))


def _chosen(row: list[Token]) -> list[Token]:
    """Who chooses where it goes, whose choice is it where it goes: [] if it asks anything else."""
    end = _chooser(row)
    if not end:
        return []
    rest, where = row[end:], False
    while rest and (rest[0].classes[0] in ("DET", "TO", "P", "REL") or says(rest[0], "QP", "where") or _is_hex(rest[0]) or says(rest[0], "QD", "what")):
        where |= says(rest[0], "QP", "where") or _is_hex(rest[0])
        if rest[0].classes[0] == "DET" and (not where and len(rest) > 1 and not _is_hex(rest[1]) or where):
            break
        rest = rest[1:]
    verb = _verb(rest, FLEEING)
    if not where or verb is None:
        return []
    who = [token for token in rest if token is not verb and token.classes[0] not in LIGHT]
    if not (who or verb.spanish) or any(not WHO & set(token.classes) for token in who):
        return []
    first = row[0]
    asked = Token(first.text, first.start, first.end, {"QP": [("QP", "who")]})
    decides = Token(row[end - 1].text, first.end, row[end - 1].end, {"V": [("VERB", DECIDES[verb.spanish])]})
    whither = Token(row[end].text, row[end].start, row[end].end, {"QP": [("QP", "where")]})
    goes = Token(verb.text, verb.start, verb.end, {"V": [("VERB", RETREATS[verb.spanish])]})
    for token in (asked, decides, whither, goes):
        token.spanish = verb.spanish
    order = [goes, *who] if verb.spanish and (not who or rest.index(verb) < rest.index(who[0])) else [*who, goes]
    return [asked, decides, whither, *order]


def _chooser(row: list[Token]) -> int:
    """Where the words for who chooses end, at the begin of a row; 0 if it does not ask that."""
    at = next((at for at, token in enumerate(row[:7]) if lemmas(token) & CHOOSING or token.text.casefold() in CHOICES), 0)
    head = row[:at]
    asks = any(says(token, "QP", "who") or token.text.casefold() in WHOSE for token in head)
    light = all(says(token, "QP", "who") or token.text.casefold() in WHOSE or token.classes[0] in LIGHT | {"DET"} or lemmas(token) & GETTING for token in head)
    if not at or not asks or not light:
        return 0
    end = at + 1
    while row[at].text.casefold() in CHOICES and end < len(row) and (row[end].classes[0] in ("BE", "OF") or row[end].classes[0] == "PRON" and end < at + 3):
        end += 1
    return end if end < len(row) else 0


def _how_far(row: list[Token]) -> list[Token]:
    """How far must it go, how many hexes must it run, ¿cuánto retrocede?: how many hexes; [] if it asks anything else."""
    if len(row) > 2 and says(row[0], "QD", "how_many") and _is_hex(row[1]):
        row = [row[0], *row[2:]]
    elif not row or row[0].text.casefold() not in HOW_FAR:
        return []
    if any(says(token, "MOD", "can") for token in row):
        return []
    must = any(says(token, "MOD", "must") for token in row)
    verb = _verb(row[1:], RETREATING | (FLEEING if must else frozenset()))
    rest = [token for token in row[1:] if token is not verb and token.classes[0] not in LIGHT]
    if verb is None or not (rest or verb.spanish) or any(not WHO & set(token.classes) for token in rest):
        return []
    first = row[0]
    many = Token(first.text, first.start, first.end, {"QD": [("QD", "how_many")]})
    hexes = Token(first.text, first.start, first.end, {"W": [("NOUN", "hex")]})
    name = "VI" if "VI" in verb.classes else "V"
    goes = Token(verb.text, verb.start, verb.end, {name: [("VERB", RETREATS[verb.spanish])]})
    for token in (many, hexes, goes):
        token.spanish = verb.spanish
    return [many, hexes, *(goes if token is verb else token for token in row[1:])]


def _together(lead: list[Token], row: list[Token]) -> list[Token] | None:
    """Must they stay together when they retreat, al retirarse, ¿tienen que ir juntas?: must they retreat together; None if it asks anything else."""
    at = next((at for at, token in enumerate(row) if says(token, "ADV", "together") or says(token, "PART", "together")), 0)
    must = next((place for place, token in enumerate(row) if says(token, "MOD", "must")), -1)
    verb = next((place for place in range(max(must, 0), at) if lemmas(row[place]) & STAYING and "VI" in row[place].means), 0)
    if not at or must < 0 or not verb:
        return None
    behind = next((place for place in range(at + 1, len(row)) if {"SUB", "P"} & row[place].means.keys() and not says(row[place], "P", "OF", "FROM")), len(row))
    hung = row[behind:] or lead[:-1]
    does = [token for token in hung if lemmas(token) & RETREATING and set(token.classes) & {*VERBAL}]
    others = [token for token in hung if token not in does and token.classes[0] not in (*LIGHT, "QP", "SUB", "PRON", "HEX", "COMMA")]
    if len(does) != 1 or others or row[behind:] and lead:
        return None
    goes = Token(row[verb].text, row[verb].start, row[verb].end, {"VI": [("VERB", RETREATS[row[verb].spanish])]})
    goes.spanish = row[verb].spanish
    return [*row[:verb], goes, *row[verb + 1 : behind]]


def _befallen(row: list[Token]) -> list[Token]:
    """What's left of it, ¿qué queda de ella?: what happens to it; [] if it asks anything else."""
    end = next((end for end in range(min(LONG, len(row) - 1), 0, -1) if " ".join(token.text.casefold() for token in row[:end]) in BEFALLING), 0)
    who = row[end:]
    named = [token for token in who if token.classes[0] == "UNIT"]
    if not end or any(token.classes[0] not in ("UNIT", "PRON", "DET", "AND") for token in who):
        return []
    first, last, spanish = row[0], row[end - 1], who[0].spanish or is_spanish(row)
    asks = Token(first.text, first.start, first.start, {"QP": [("QP", "what")]})
    happens = Token(first.text, first.start, last.end, {"V": [("VERB", HAPPENS[spanish])]})
    to = Token("to", last.end, last.end, {"P": [("P", "TO")], "TO": [("TO", "TO")]})
    him = Token(first.text, first.start, first.start, {"CL": [("CL", "him")]})
    for token in (asks, happens, to, him):
        token.spanish = spanish
    if spanish:
        return [asks, him, happens, *([to, *who] if named else [])]
    return [asks, happens, to, *who]


def _verb(row: list[Token], meant: frozenset[str]) -> Token | None:
    """The only verb of some words, if it is one of these."""
    verbs = [token for token in row if set(token.classes[:1]) & {"V", "VI", "VG", "VP"}]
    return verbs[0] if len(verbs) == 1 and lemmas(verbs[0]) & meant else None


def _is_hex(token: Token) -> bool:
    return ("NOUN", "hex") in token.means.get("W", ())


def what_if(row: list[Token]) -> list[Token]:
    """What if 17Pz attacks 3010, ¿y si 17Pz ataca 3010?: what happens if it does; what comes of a throw is asked otherwise."""
    at = 1 if row[0].classes[0] in ("AND", "THEN") else 0
    leads = len(row) > 3 and says(row[at], "SUB", "if") and (at or " " in row[at].text)
    if not leads or row[-1].classes[0] != "QM" or any(lemmas(token) & THROWING or token.classes[0] in ("COMMA", "COLON") for token in row):
        return row
    return [in_place(row[0], "QP", "what"), verb_in_place(row[at], "V", HAPPENS), in_place(row[at], "SUB", "if"), *row[at + 1 :]]
