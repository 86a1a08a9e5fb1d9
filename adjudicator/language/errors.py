"""What was not understood, said in the player's language: the word, where it stands, what was expected there, near names."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping

MAX_EXPECTED = 4
"""So many expectations are named at most."""


LEAST, MARGIN = 0.65, 0.2
"""How much like a word another must be to be offered, and how much less than the nearest it may be."""


class NotUnderstood(ValueError):
    """A word or phrase that has no place: the key of the message, the word, its columns, what was expected, near names.

    `near` are the near names by language ("" for any), `nearest` all of them.  They are looked for only when they are read, by `look`:
    that takes longer than all the rest, and many errors are never shown.
    """

    def __init__(self, message_key: str, word: str, start: int, end: int, expected: tuple[str, ...] = (), nearest: tuple[str, ...] = ()) -> None:
        super().__init__(f"{message_key}: {word!r} at column {start + 1}")
        self.message_key = message_key
        self.word = word
        self.start = start
        self.end = end
        self.expected = expected
        self.labels: Mapping[str, Mapping[str, str]] = {}
        self.look: Callable[[], Mapping[str, tuple[str, ...]]] | None = None
        self._near: Mapping[str, tuple[str, ...]] = {"": nearest} if nearest else {}

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


class Ambiguous(NotUnderstood):
    """A name that several units or hexes answer to: `candidates`."""

    def __init__(self, word: str, start: int, end: int, candidates: tuple[str, ...]) -> None:
        super().__init__("ambiguous", word, start, end, (), candidates)
        self.candidates = candidates


_MESSAGES = {
    "en": {
        "unknown_word": 'column {col}: "{word}" is not understood',
        "no_place": 'column {col}: "{word}" has no place here',
        "missing": "column {col}: something is missing",
        "ambiguous": 'column {col}: "{word}" may mean {names}',
        "unknown_unit": 'column {col}: there is no unit "{word}"',
        "unknown_hex": 'column {col}: there is no hex "{word}"',
        "no_act": 'column {col}: no act, question or fact in "{word}"',
        "too_long": "the entry is too long",
        "empty": "nothing is said",
        "expected": "; expected {expected}",
        "nearest": "; did you mean {names}?",
        "or": " or ",
        "quote": '"{}"',
    },
    "es": {
        "unknown_word": "columna {col}: «{word}» no se entiende",
        "no_place": "columna {col}: «{word}» no encaja aquí",
        "missing": "columna {col}: falta algo",
        "ambiguous": "columna {col}: «{word}» puede ser {names}",
        "unknown_unit": "columna {col}: no hay ninguna unidad «{word}»",
        "unknown_hex": "columna {col}: no hay ningún hexágono «{word}»",
        "no_act": "columna {col}: no hay acción, pregunta ni hecho en «{word}»",
        "too_long": "la entrada es demasiado larga",
        "empty": "no se dice nada",
        "expected": "; se esperaba {expected}",
        "nearest": "; ¿quería decir {names}?",
        "or": " o ",
        "quote": "«{}»",
    },
}


def explain(error: NotUnderstood, lang: str) -> str:
    """One clear sentence about the error in English or Spanish; any other language gives English."""
    texts = _MESSAGES.get(lang, _MESSAGES["en"])
    labels = error.labels.get(lang if lang in _MESSAGES else "en", {})
    nearest = error.near.get(lang if lang in _MESSAGES else "en", error.nearest)
    names = texts["or"].join(_quoted(name, texts) for name in nearest)
    text = texts[error.message_key].format(col=error.start + 1, word=error.word[:80], names=names)
    wanted = list(dict.fromkeys(labels[name] for name in error.expected if name in labels))[:MAX_EXPECTED]
    if wanted:
        text += texts["expected"].format(expected=texts["or"].join(wanted))
    if nearest and error.message_key != "ambiguous":
        text += texts["nearest"].format(names=names)
    return text if text.endswith("?") else text + "."


def _quoted(name: str, texts: Mapping[str, str]) -> str:
    """A name in quotation marks; where a unit stands is added behind them."""
    word, _, place = name.partition(" @ ")
    return texts["quote"].format(word) + (f" ({place})" if place else "")


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
