"""What is left after a deed: *how many MPs has 46 left if it moves to 1511?*, *after moving there, how many does it keep?*, *¿cuántos PM le sobran tras mover?*

It is put as *if 46 moves to 1511, how many MPs has it left?*, or, of the deed before it, as the second half of that.
"""

from __future__ import annotations

from adjudicator.language.syntax import first_verbs, small
from adjudicator.sentences.token import VERBAL, Token, in_place, lemmas, says, ties, verb_in_place

LEFT, KEEPING = small("leftover"), small("having")
COUNTING = frozenset(("QP", "QD"))
LIGHT = frozenset(("DO", "BE", "BEI", "HV", "PRON", "CL", "DET", "ADV", "MOD", "P", "OF", "AND", "V", "VI", "VP"))
"""Classes of the words that may ask for it, beside whose it is."""
SUPPOSING = ("if", "while", "after")
WHO = frozenset(("UNIT", "AND"))
SHORT = 7
"""So many words at most ask for it alone."""
GOES = first_verbs("going")


def left_over(row: list[Token]) -> list[Token]:
    """A question what is left of something after a deed, put behind that deed; any other row as it is."""
    if row[-1].classes[0] != "QM":
        return row
    lead = next((at + 1 for at in range(len(row) - 2, 0, -1) if row[at].classes[0] in ("COLON", "DASH")), 0)  # 46 moves to 1511: MPs left?
    body = [*row[:lead], *_plainly(row[lead:-1])]
    if lead and body != row[:-1]:
        return [*body, row[-1]]
    many = next((at for at, token in enumerate(body[:-1]) if says(token, "QD", "how_many") and "W" in body[at + 1].means), -1)
    if many < 0:
        return row
    cut = next((at for at in range(many - 1, 0, -1) if body[at].classes[0] == "COMMA"), -1)
    before, main = (body[:cut], body[cut + 1 :]) if cut > 0 else ([], body)
    at = next((place for place, token in enumerate(main) if place and _supposes(token)), len(main))
    main, behind = main[:at], main[at:]
    main, behind = (main, behind) if before or behind or not _asks_left(main) else _arriving(main)
    deed = before or behind
    spent = bool(deed) and _points(main[next((at for at, token in enumerate(main) if says(token, "QD", "how_many")), 0) :][1:2]) and _holds(main)
    if before and behind or before and not _supposes(before[0]) or not (spent or _asks_left(main)):
        return row
    who = [token for token in main if token.classes[0] in WHO]
    rest = [token for token in main if token not in who]
    mute = [token for token in rest if token.classes[0] not in ("P", "ADV") or ties(token) or says(token, "P", "WITH") or says(token, "ADV", "left")]
    if len(mute) < len(rest) or any(token.classes[0] not in LIGHT | COUNTING | {"W"} for token in rest) or sum("W" in token.classes[:1] for token in rest) > 1:
        return row
    if not deed:  # how many air points are left: nobody's
        return [*_asked(main), row[-1]] if not who and any(token.classes[0] in ("PRON", "CL") for token in main) else row
    supposed = _supposed(deed, who)
    return row if supposed is None else [*supposed, Token(",", body[0].start, body[0].start, {"COMMA": [("COMMA", ",")]}), *_asked(main), row[-1]]


def _plainly(body: list[Token]) -> list[Token]:
    """What's left of its MPs, MPs left, ¿qué PM le sobran?: how many MPs has it left."""
    left = any(LEFT & set(token.text.casefold().split()) or lemmas(token) & LEFT for token in body)
    points = [token for token in body if _points([token])]
    what = [token for token in body if says(token, "QP", "what") or says(token, "QD", "what")]
    if not left or len(points) != 1 or len(body) > SHORT or any(says(token, "QD", "how_many") or token.classes[0] in ("UNIT", "HEX") for token in body):
        return body
    if any(token.classes[0] not in LIGHT and token not in (*points, *what) for token in body):
        return body
    return [in_place(body[0], "QD", "how_many"), points[0], in_place(body[0], "HV", "have"), in_place(body[0], "PRON", "it"), in_place(body[0], "VP", "leave")]


def _points(tokens: list[Token]) -> bool:
    return any(("NOUN", "mp") in token.means.get("W", ()) for token in tokens)


def _holds(main: list[Token]) -> bool:
    """Whether somebody has it: behind a deed what is left."""
    return any("HV" in token.means or lemmas(token) & KEEPING for token in main)


def _arriving(main: list[Token]) -> tuple[list[Token], list[Token]]:
    """How many MPs will 46 have left in 1511: if it moves there."""
    at = next((at for at in range(len(main) - 1) if says(main[at], "P", "IN") and main[at + 1].classes[0] == "HEX"), -1)
    if at < 0 or not any(token.classes[0] == "UNIT" for token in main):
        return main, []
    goes = [in_place(main[at], "SUB", "if"), verb_in_place(main[at], "V", GOES), in_place(main[at], "P", "TO"), main[at + 1]]
    return [*main[:at], *main[at + 2 :]], goes


def _asks_left(main: list[Token]) -> bool:
    """Whether words ask for what is left: left, kept, still had."""
    still = any(says(token, "ADV", "still") for token in main) and any("HV" in token.means or lemmas(token) & KEEPING for token in main)
    return still or any(token.text.casefold() in LEFT or lemmas(token) & LEFT for token in main)


def _supposes(token: Token) -> bool:
    """Whether a word begins the deed after which it is: if, once, after, tras."""
    after = token.classes[0] == "P" and any("AFTER" in str(value).split("|") for _, value in token.means.get("P", ()))
    return after or token.classes[0] == "SUB" and says(token, "SUB", *SUPPOSING)


def _supposed(deed: list[Token], who: list[Token]) -> list[Token] | None:
    """If 46 moves there: of whom that is asked, or who is named in it, does it."""
    first, inner = deed[0], deed[1:]
    verb = next((at for at, token in enumerate(inner) if token.classes[0] in VERBAL), -1)
    if verb < 0:
        return None
    doer = [token for token in inner[:verb] if token.classes[0] in WHO]
    light = [token for token in inner[:verb] if token.classes[0] not in (*WHO, "PRON", "CL")]
    if light or doer and who or not (doer or who or first.spanish):
        return None
    means = next((inner[verb].means[name] for name in ("V", "VG", "VI") if name in inner[verb].means), None)
    if means is None:
        return None
    does = Token(inner[verb].text, inner[verb].start, inner[verb].end, {"V": means})
    does.spanish = first.spanish
    return [Token(first.text, first.start, first.end, {"SUB": [("SUB", "if")]}), *(doer or who), does, *inner[verb + 1 :]]


def _asked(main: list[Token]) -> list[Token]:
    """How many MPs has it left."""
    at = next(at for at, token in enumerate(main) if says(token, "QD", "how_many"))
    start = main[at]
    words = (("HV", "have"), ("PRON", "it"), ("VP", "leave"))
    return [in_place(start, "QD", "how_many"), main[at + 1], *(in_place(start, class_, value) for class_, value in words)]
