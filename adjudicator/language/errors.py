"""What was not understood, said in the player's language: the word, where it stands, what was expected there, near names."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any, NamedTuple

from adjudicator.say.catalogue import catalogue

MAX_EXPECTED = 4
"""So many expectations are named at most."""


LEAST, MARGIN = 0.65, 0.2
"""How much like a word another must be to be offered, and how much less than the nearest it may be."""


class Offer(NamedTuple):
    """A sentence that is understood and near to what was typed, and the words of the line that it leaves away."""

    text: str
    lost: tuple[str, ...] = ()


class NotUnderstood(ValueError):
    """A word or phrase that has no place: the key of the message, the word, its columns, what was expected, near names.

    `near` are the near names by language ("" for any), `nearest` all of them.  They are looked for only when they are read, by `look`:
    that takes longer than all the rest, and many errors are never shown.
    `ways` are two readings of the line (as `adjudicator.play.lines.Line`) between which nothing decides.
    `offers` is what may have been meant, the likeliest first, where somebody looked for it (`adjudicator.play.offers`), `readings` what was tried for it.
    """

    def __init__(self, message_key: str, word: str, start: int, end: int, expected: tuple[str, ...] = (), nearest: tuple[str, ...] = ()) -> None:
        super().__init__(f"{message_key}: {word!r} at column {start + 1}")
        self.message_key = message_key
        self.word = word
        self.start = start
        self.end = end
        self.expected = expected
        self.labels: Mapping[str, Mapping[str, str]] = {}
        self.offers: Sequence[Offer] = ()
        self.readings: Sequence[Any] | None = None
        self.ways: Sequence[Any] = ()
        self.look: Callable[[], Mapping[str, tuple[str, ...]]] | None = None
        self._near: Mapping[str, tuple[str, ...]] = {"": nearest} if nearest else {}

    def again(self) -> NotUnderstood:
        """The same error once more, to be kept, or raised where its text is met again: it holds no frames."""
        other = type(self).__new__(type(self))
        other.args = self.args
        other.__dict__.update(self.__dict__)
        return other

    @property
    def near(self) -> Mapping[str, tuple[str, ...]]:
        """Near names by language."""
        if self.look is not None:
            self._near, self.look = self.look(), None
        return self._near

    @property
    def nearest(self) -> tuple[str, ...]:
        """Near names of all languages, each once."""
        return tuple(dict.fromkeys(name for names in self.near.values() for name in names))


class Sure(NotUnderstood):
    """What must not be read in another way, if this is the likeliest."""


class Ambiguous(NotUnderstood):
    """A name that several units or hexes answer to: `candidates`."""

    def __init__(self, word: str, start: int, end: int, candidates: tuple[str, ...]) -> None:
        super().__init__("ambiguous", word, start, end, (), candidates)
        self.candidates = candidates


def explain(error: NotUnderstood, lang: str) -> str:
    """One clear sentence about the error in English or Spanish; any other language gives English."""
    words = catalogue(lang)
    texts = words["sentences"]
    labels = error.labels.get(words.lang, {})
    nearest = error.near.get(words.lang, error.nearest)
    names = texts["or"].join(_quoted(name, texts) for name in nearest)
    text: str = texts[error.message_key].format(col=error.start + 1, word=error.word[:80], names=names)
    asked = texts["ask"].get(error.expected[0]) if error.message_key == "missing" and error.expected and not error.offers else None
    if asked is not None:
        return f"{text}: {asked}"
    wanted = list(dict.fromkeys(labels[name] for name in error.expected if name in labels))[:MAX_EXPECTED]
    if wanted:
        text += texts["expected"].format(expected=texts["or"].join(wanted))
    if error.offers:
        pass  # one question is enough
    elif nearest and error.message_key != "ambiguous":
        text += texts["nearest"].format(names=names)
    elif error.message_key == "unknown_unit":  # no slip of a name that is known: how a new one comes in
        text += labels.get("NEW", texts["new_unit"]).format(word=error.word[:80])
    return text if text.endswith("?") else text + "."


def question(offers: Sequence[Offer], lang: str) -> list[str]:
    """The lines that ask whether what is offered was meant, in English or Spanish: one offer in one line, several numbered below it; none without an offer."""
    texts = catalogue(lang)["sentences"]

    def told(offer: Offer) -> str:
        lost = texts["and"].join(texts["quote"].format(words) for words in offer.lost)
        return str(texts["lost"].format(words=lost) if lost else "")

    if len(offers) < 2:
        return [str(texts["offer"].format(text=offer.text)) + told(offer) for offer in offers]
    return [str(texts["offers"]), *(f"  {number}  {offer.text}{told(offer)}" for number, offer in enumerate(offers, 1))]


def offer_data(offers: Sequence[Offer]) -> dict[str, Any]:
    """The offers for other programs: `offer` and `left_out` of the first, the same of each of the `others`; empty without an offer."""
    each = [{"offer": offer.text, "left_out": list(offer.lost)} for offer in offers]
    return {**each[0], **({"others": each[1:]} if each[1:] else {})} if each else {}


def underlined(text: str, start: int, end: int, wide: int) -> list[str]:
    """A line with marks under the word to blame, of a long line the part around it; nothing where the whole line is to blame."""
    end = max(end, start + 1)
    if end - start >= len(text.rstrip(" .?!")):
        return []
    first = max(0, min(start - wide // 3, len(text) - wide)) if len(text) > wide else 0
    part = text[first : first + wide]
    return [part, " " * (start - first) + "^" * max(1, min(end, first + wide) - start)]  # what is missing is missing behind the end


def _quoted(name: str, texts: Mapping[str, str]) -> str:
    """A name in quotation marks; where a unit stands is added behind them."""
    word, _, place = name.partition(" @ ")
    return str(texts["quote"]).format(word) + (f" ({place})" if place else "")


def longest(word: str) -> int:
    """No word with more letters looks like this one."""
    return int(2 * len(word) / LEAST) - len(word) + 1


def close_to(word: str, known: Iterable[str], limit: int = 3) -> list[str]:
    """The known words that look like this one, nearest first; none that is much farther off than the nearest."""
    import difflib  # only for an error

    letters = {letter: word.count(letter) for letter in word}
    worth = [other for other in known if 2 * sum([letters.get(letter, 0) for letter in set(other)]) >= LEAST * (len(word) + len(other))]
    hits = difflib.get_close_matches(word, worth, 12, LEAST)
    rated = sorted((_likeness(word, hit, difflib.SequenceMatcher(None, hit, word).ratio()), hit) for hit in hits)
    return [hit for likeness, hit in rated if likeness <= rated[0][0] + MARGIN][:limit]


def _likeness(word: str, hit: str, ratio: float) -> float:
    """How far a word is off: the lower, the nearer."""
    return 0.05 * abs(len(hit) - len(word)) - ratio - (0.05 if hit[:1] == word[:1] else 0) - (0.1 if sorted(hit) == sorted(word) else 0)
