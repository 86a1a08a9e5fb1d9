"""Text cut into words and signs, contractions taken apart: don't is `do` and `n't`."""

from __future__ import annotations

import re
from collections.abc import Iterable

ATOM = re.compile(r"'(?:s|re|ve|ll|d|m)\b|[^\W_]+|->|\S")
ACCENTS = frozenset("áéíóúÁÉÍÓÚ")
QUIET = frozenset('¿¡!"«»')
DENIED = frozenset(("dont", "doesnt", "isnt", "cant", "wont", "didnt", "arent"))
BASES = {"wo": "will", "sha": "shall", "ca": "can"}


def apart(spots: Iterable[re.Match[str]]) -> list[tuple[str, int, int]]:
    """Words with their columns; don't, can't and won't are two each."""
    out: list[tuple[str, int, int]] = []
    for spot in spots:
        word, start, end = spot.group(), spot.start(), spot.end()
        if word == "t" and len(out) > 1 and out[-1][0] == "'" and out[-2][0][1:].endswith("n"):
            del out[-1]
            base, first, last = out.pop()
            if base != "can":
                base, last = base[:-1], last - 1
            out.append((BASES.get(base, base), first, last))
            out.append(("n't", last, end))
        elif word in DENIED:
            out += [(BASES.get(word[:-2], word[:-2]), start, end - 2), ("n't", end - 2, end)]
        elif word == "cannot":
            out += [("can", start, start + 3), ("not", start + 3, end)]
        else:
            out.append((word, start, end))
    return out


def ends(mark: re.Match[str], folded: str) -> bool:
    """Whether a sign of exclamation ends a sentence that another one follows."""
    return mark.group() == "!" and folded[mark.end() : mark.end() + 1] == " " and bool(folded[mark.end() :].strip())


def words_of(folded: str) -> list[str]:
    """The words and signs of a folded phrase."""
    if folded == "n't":
        return [folded]
    if folded.replace(" ", "").isalnum():  # letters and digits alone, as nearly all phrases are
        words = folded.split()
        if DENIED.isdisjoint(words) and "cannot" not in words:
            return words
    return [word for word, _, _ in apart(match for match in ATOM.finditer(folded) if match.group() not in QUIET)]


def typed_bare(typed: str) -> bool:
    """Whether a word is typed without accents."""
    return ACCENTS.isdisjoint(typed)


def spelled_so(spelled: str, typed: str, accented: bool) -> bool:
    """Whether closed words are typed with the accents they have; without any in a line that has none."""
    typed = "".join(typed.lower().split())
    if typed == spelled:
        return True
    bare = ACCENTS.isdisjoint(typed)
    return bare and not ACCENTS.isdisjoint(spelled) and not accented


def glued_to(words: list[tuple[str, int, int]], at: int) -> bool:
    """Whether a number is glued with a dash to a word that is none: 1-1Rif."""
    if at + 2 >= len(words) or not words[at][0].isdigit() or words[at + 1][0] != "-":
        return False
    (_, _, end), (_, begin, after), (name, start, _) = words[at : at + 3]
    return end == begin and after == start and not name.isdigit()
