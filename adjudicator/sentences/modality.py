"""Whether a deed may or must be, said with an adjective, a noun or a verb of its own: *is it compulsory for 16Pz to attack?*, *has 16Pz any way of reaching
3010?*, *do the rules make it retreat?*, *¿tiene la obligación de atacar?*, *¿está en condiciones de mover?*

The rows are put as *must 16Pz attack?*, *can 16Pz reach 3010?*; what is optional or impossible as that, answered the other way round.
"""

from __future__ import annotations

from adjudicator.ground.declaration import GAINSAID
from adjudicator.language.syntax import small
from adjudicator.sentences.leave import PERMITTING, RULES
from adjudicator.sentences.token import VERBAL, Token, in_place, lemmas, says, ties

CAN, MUST = "can", "must"
ADJECTIVES = {
    **dict.fromkeys(small("possible"), (CAN, False)),
    **dict.fromkeys(small("impossible"), (CAN, True)),
    **dict.fromkeys(small("necessary"), (MUST, False)),
    **dict.fromkeys(small("optional"), (MUST, True)),
}
"""Each with what it asks for, and whether the other way round."""
NOUNS = {**dict.fromkeys(small("ways"), CAN), **dict.fromkeys(small("duties"), MUST)}
CAPABLE, POSITIONS, FORCING, MANAGING, HAVING = (small(name) for name in ("capable", "positions", "forcing", "managing", "having"))
BARE, REFUSING, CHOOSING = (small(name) for name in ("bare_questions", "refusing", "choosing_not"))
LIGHT = frozenset(("DET", "OF", "TO", "P", "GEN"))
"""Classes of words that only tie a noun to its deed."""
WHO = frozenset(("UNIT", "PRON", "W", "MARKER", "UNK", "NUM"))
"""Classes of words that name who acts, or point at him."""
DOING = frozenset((*VERBAL, "W"))
"""Classes of words that may be a gerund."""
BREAKS = frozenset(("COMMA", "COLON", "SEMI", "DASH", "THEN"))
NEAR = 9
"""The deed is one of so many words behind."""


def modal(row: list[Token]) -> list[Token]:
    """A question for leave or duty put with can or must; any other row as it is."""
    if row[-1].classes[0] != "QM":
        return row
    if (refused := _refused(row)) is not None:
        return refused
    for at, token in enumerate(row[:-1]):
        word = token.text.casefold()
        begin = next((place + 1 for place in range(at - 1, -1, -1) if row[place].classes[0] in BREAKS), 0)
        head, behind = row[begin:at], row[at + 1 : -1]
        while head and head[0].classes[0] in ("AND", "ADV"):
            head, begin = head[1:], begin + 1
        if any(_asks(one) for one in row[begin:at]) or any(one.classes[0] == "NOT" for one in head):
            continue
        put, contrary = None, False
        if (adjective := ADJECTIVES.get(word) or _verdict(token)) is not None:
            sense, contrary = adjective
            put = _of_adjective(sense, head, behind, token)
        elif word in NOUNS:
            put = _of_noun(NOUNS[word], head, behind, token)
        elif head and says(head[0], "BE", "be") and (word in CAPABLE or word in POSITIONS and any(says(one, "P", "IN") for one in head[1:])):
            put = _of_noun(CAN, head, behind, token)
        elif token.classes[0] in VERBAL and (meant := lemmas(token)) & _VERBS:
            put = _of_verb(meant, head, behind, token)
        if put is not None:
            return [*row[:begin], *put, _gainsaid(row[-1]) if contrary else row[-1]]
    return row


def _gainsaid(mark: Token) -> Token:
    """A question mark behind what is asked the other way round."""
    return Token(mark.text, mark.start, mark.end, {"QM": [("QM", GAINSAID)]})


def _refused(row: list[Token]) -> list[Token] | None:
    """May 16Pz refuse to attack, can it choose not to, ¿puede no atacar? Whether it must, answered the other way round."""
    can = next((at for at, token in enumerate(row) if token.classes[0] == "MOD" and says(token, "MOD", CAN)), -1)
    at = next((at for at, token in enumerate(row[can + 1 : -2], can + 1) if token.classes[0] in ("NOT", "MOD") or token.classes[0] in VERBAL), -1)
    if can < 0 or at < 0 or any(_asks(token) for token in row[:can]):
        return None
    verb, who = row[at], row[can + 1 : at]
    denied = verb.classes[0] == "NOT" and verb.spanish
    if not denied and row[at + 1].classes[0] in ("P", "NOT") and any(token.classes[0] == "NOT" for token in row[at + 1 : at + 3]):
        denied = bool(lemmas(verb) & CHOOSING)  # choose not to attack, optar por no atacar
    refuses = any(words & REFUSING for words in ({lemma, lemma.split()[0]} for lemma in lemmas(verb)))
    if not (denied or says(verb, "MOD", "fail") or refuses):
        return None
    parted = _parted([token for place, token in enumerate(row[at + 1 : -1]) if place > 1 or token.classes[0] != "NOT"], True)
    if parted is None or not who and not verb.spanish or any(not set(token.classes) & (WHO | {"DET"}) for token in who):
        return None
    if who and parted[0]:
        return None
    return [*row[:can], *_deed(MUST, who or parted[0], parted[1], row[can]), _gainsaid(row[-1])]


_VERBS = FORCING | MANAGING | PERMITTING


def _verdict(token: Token) -> tuple[str, bool] | None:
    """What a word for legal or illegal asks for, and whether the other way round."""
    verdict = next((value for type_, value in token.means.get("W", ()) if type_ == "VERDICT"), None)
    return (CAN, verdict == "illegal") if verdict else None


def _asks(token: Token) -> bool:
    """Whether a word is a question word, and no conjunction of Spanish without an accent."""
    return token.classes[0] in ("QP", "QD") and token.text.casefold() not in BARE


def _done(token: Token) -> Token:
    """The deed, as it stands behind can and must."""
    found = Token(token.text, token.start, token.end, {"VI": token.means.get("VI") or token.means["VG"]})
    found.spanish = token.spanish
    return found


def _deed(sense: str, who: list[Token], deed: list[Token], at: Token) -> list[Token]:
    """Can somebody do it."""
    me = [] if at.spanish or who else [Token("I", at.start, at.start, {"PRON": [("PRON", "first")]})]
    return [in_place(at, "MOD", sense), *(who or me), _done(deed[0]), *deed[1:]]


def _that(sense: str, behind: list[Token], at: Token) -> list[Token] | None:
    """Is it possible that 16Pz attacks: what stands behind the word that begins the clause."""
    first = next((place for place, token in enumerate(behind[:2]) if says(token, "SUB", "that", "if")), -1)
    if first < 0 or first and behind[0].classes[0] not in ("OF", "P") or len(behind) < first + 3:
        return None
    return [in_place(at, "ADV", sense), *behind[first + 1 :]]


def _parted(words: list[Token], gerund: bool) -> tuple[list[Token], list[Token]] | None:
    """Who does it and the deed, of the words that begin with what ties them together: for 16Pz to attack, de atacar 3010."""
    verb = next((at for at, token in enumerate(words[:NEAR]) if _verbal(token, gerund)), -1)
    if verb < 0 or any(not (ties(token) or set(token.classes[:1]) & WHO or {"PRON"} & token.means.keys()) for token in words[:verb]):
        return None
    who = [token for token in words[:verb] if not set(token.classes[:1]) & (LIGHT - {"DET"}) and not (token.classes[0] == "DET" and token is words[verb - 1])]
    return (who if any(set(token.classes) & WHO for token in who) else []), words[verb:]


def _verbal(token: Token, gerund: bool) -> bool:
    """Whether a word is the verb of a deed as an infinitive, or as a gerund."""
    return token.classes[0] in VERBAL and "VI" in token.means or gerund and token.classes[0] in DOING and "VG" in token.means


def _of_adjective(sense: str, head: list[Token], behind: list[Token], at: Token) -> list[Token] | None:
    if not head or head[0].classes[0] not in ("BE", "MOD"):
        return None
    subject = [token for token in head[1:] if token.classes[0] != "BEI" and not (token.classes[0] == "ADV" and ties(token)) and not says(token, "PRON", "it")]
    if not subject:
        if (whole := _that(sense, behind, at)) is not None:
            return whole
        parted = _parted(behind, False) if behind and (behind[0].classes[0] in ("VI", "TO", "P", "OF") or "VI" in behind[0].means) else None
        return _deed(sense, *parted, at) if parted else None
    verb = next((place for place, token in enumerate(subject) if "VG" in token.means and token.classes[0] in DOING), -1)
    if verb < 0 or subject[0].spanish:
        return None
    if subject[-1].classes[0] == "DET" and len(behind) == 1 and "W" in behind[0].means:  # a legal move
        subject, behind = subject[:-1], []
    tied = not behind or says(behind[0], "P", "FOR", "TO")
    named = [token for token in (*subject[:verb], *behind[1:]) if token.classes[0] != "GEN"]
    if not tied or any(VERBAL & set(token.classes[:1]) for token in behind) or any(token.classes[0] not in WHO | {"DET"} for token in named):
        return None
    return _deed(sense, named, subject[verb:], at)


def _of_noun(sense: str, head: list[Token], behind: list[Token], at: Token) -> list[Token] | None:
    has = next((place for place, token in enumerate(head[:2]) if token.classes[0] in ("BE", "HV") or lemmas(token) & HAVING or "HV" in token.means), -1)
    does = has < 0 and len(head) > 1 and head[0].classes[0] == "DO"
    if does:  # does 16Pz have any way of attacking
        has = next((place for place, token in enumerate(head) if place and (lemmas(token) & HAVING or "HV" in token.means)), -1)
    rest = head[1:has] + head[has + 1 :] if does else head[has + 1 :] if has <= 0 else [*head[:has], *head[has + 1 :]]
    if has < 0 and any(token.classes[0] != "DET" for token in head) or does and has < 0:
        return None
    while rest and (rest[-1].classes[0] in ("DET", "P", "NOT", "OF") or "PRON" in rest[-1].means and "DET" in rest[-1].means):
        rest = rest[:-1]
    who = [token for token in rest if not (token.classes[0] in ("P", "ADV") and ties(token))]
    if any(not set(token.classes) & (WHO | {"DET"}) or "VG" in token.means for token in who):
        return None
    if (whole := _that(sense, behind, at)) is not None and not who:
        return whole
    if not behind or behind[0].classes[0] not in ("OF", "TO", "P") and (who or not at.spanish):
        return None
    parted = _parted(behind, not behind[0].spanish)
    if parted is None or who and parted[0]:
        return None
    return _deed(sense, who or parted[0], parted[1], at)


def _of_verb(lemmas: set[str], head: list[Token], behind: list[Token], at: Token) -> list[Token] | None:
    """Do the rules make 16Pz retreat, ¿obligan las reglas a 16Pz a atacar?, ¿le dejan a 16Pz atacar?, ¿llega 16Pz a atacar?"""
    ruled = any(token.text.casefold() in RULES or says(token, "PRON", "some", "nothing") for token in (*head, *behind[:4]))
    if lemmas & MANAGING and at.spanish and not head:
        to = next((place for place, token in enumerate(behind[:-1]) if _to(token) and "VI" in behind[place + 1].means), -1)
        if to < 0 or any(not set(token.classes[:1]) & (WHO | {"DET"}) for token in behind[:to]):
            return None
        return _deed(CAN, behind[:to], behind[to + 1 :], at)
    clitic = at.spanish and any(token.classes[0] == "CL" for token in head)
    if not (lemmas & FORCING and ruled or lemmas & PERMITTING and clitic):
        return None
    if any(token.classes[0] not in ("CL", "DO", "DET", "W", "PRON", "MOD") for token in head):
        return None
    if not at.spanish and (not head or head[0].classes[0] not in ("DO", "MOD")):
        return None
    skip = next((place + 1 for place, token in enumerate(behind[:3]) if token.text.casefold() in RULES or says(token, "PRON", "some")), 0)
    parted = _parted(behind[skip:], False)
    return _deed(MUST if lemmas & FORCING else CAN, *parted, at) if parted else None


def _to(token: Token) -> bool:
    """Whether a word is the preposition of where one goes."""
    return any("TO" in str(value).split("|") for _, value in token.means.get("P", ()))
