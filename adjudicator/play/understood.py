"""What was understood of a line, in canonical words of both languages: facts and act (`understood` of a ruling in JSON).

Each part is told only in words that are read back as just that part, so what is told may be typed again.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, Any

from adjudicator.files.places import LANGUAGES
from adjudicator.ground.declaration import Act, Stated
from adjudicator.ground.facts import InputError, label
from adjudicator.play.grounds import grounded
from adjudicator.play.lines import ASIDES
from adjudicator.say.words import Say

if TYPE_CHECKING:
    from adjudicator.play.lines import Line
    from adjudicator.play.trying import Trying

SHOWN = ("ma", "attack", "defense", "side", "class", "kind", "size", "at")
"""What is told of a counter in one breath; the first not where the third number of a counter is another."""
PLACE = {"en": "at", "es": "en"}
_echoes: dict[int, Any] = {}


def echo_of(spoken: Any) -> Any:
    """What says the acts of a language again, made ready once."""
    echo = _echoes.get(id(spoken))
    if echo is None:
        from adjudicator.sentences import echoes

        echo = _echoes[id(spoken)] = echoes(spoken)
    return echo


def understood(game: Trying, stated: Iterable[tuple[str, Any]], act: Act | None, langs: Iterable[str] = LANGUAGES) -> dict[str, str]:
    """Language -> the facts and the act of a line in canonical words; a language that cannot say all of it so is left out.

    Nothing for a book of the older layer of the language.
    """
    spoken = game.referee.language
    if act is None or not hasattr(spoken, "frames") or not hasattr(spoken, "templates"):
        return {}
    echo = echo_of(spoken)
    names = game.referee.names()
    says = {lang: Say(lang, game.book) for lang in langs}
    facts = [(path, value) for path, value in stated if path not in ("claims", "rolls")]
    found: dict[str, str] = {}
    for lang in says:
        told = [_fact(game, says[lang], path, value) for path, value in facts]
        deed = echo.act(act, lang, lambda text: spoken.parse(text, names), lambda lang, value: says[lang].show(value))
        if deed is not None and all(told):
            found[lang] = "; ".join([*(text for text in told if text), deed])
    return found


def again(game: Trying, line: Line, lang: str) -> str | None:
    """A line in canonical words of one language, None if they do not say just the same."""
    said: list[str] = []
    facts: list[tuple[str, Any]] = []
    for part in line.parts:
        if isinstance(part, Stated):
            facts.append(part)
            continue
        told = understood(game, facts, part, (lang,)).get(lang)
        if told is None:
            return None
        said.append(told.rstrip("."))
        facts = []
    text = "; ".join(said)
    try:
        return text if not facts and _plain(game.line(text).parts) == _plain(line.parts) else None
    except (ValueError, InputError):
        return None


def same_parts(one: Line, other: Line) -> bool:
    """Whether two lines say the same, whatever they tell besides."""
    return _plain(one.parts) == _plain(other.parts)


def _plain(parts: Iterable[Stated | Act]) -> list[tuple[Any, ...]]:
    """What parts say, whatever is told back."""
    return [(part.kind, {name: value for name, value in part.slots.items() if name not in ASIDES}) if isinstance(part, Act) else part for part in parts]


def _fact(game: Trying, say: Say, path: str, value: Any) -> str | None:
    """A fact as it may be typed, in words or by its bracket name; None if neither is read back as this fact."""
    if path.startswith("units[") and isinstance(value, dict):
        return _unit(game, say, path, value)
    place = [f"{path[6:-4]} {PLACE[say.lang]} {value}"] if path.startswith("units[") and path.endswith("].at") else []
    for text in (*place, say.typed(path, label(value)), f"{path} = {label(value)}"):
        try:
            parts = grounded(game.parse(text).parts, game.situation)
            if len(parts) == 1 and isinstance(parts[0], Stated) and _same(parts[0].path, path) and parts[0].value == value:
                return text
        except (ValueError, InputError):
            continue
    return None


def counters(game: Trying, stated: Iterable[tuple[str, Any]], lang: str) -> str:
    """The new counters among facts with all that was said of them, "" where not all of it can be."""
    say = Say(lang, game.book)
    told = [_fact(game, say, path, value) for path, value in stated if path.startswith("units[") and isinstance(value, dict)]
    return "; ".join(text for text in told if text) if all(told) else ""


def _unit(game: Trying, say: Say, path: str, values: dict[str, Any]) -> str | None:
    """A new unit with all that was said of it: 19Pz 3-3 mechanized at 2217; 19Pz has 2 steps."""
    for shown in (SHOWN, SHOWN[1:]):
        head = _counter(game, say, path, {name: value for name, value in values.items() if name in shown})
        rest = [_fact(game, say, f"{path}.{name}", value) for name, value in values.items() if name not in shown] if head else []
        if head and all(rest):
            return "; ".join([head, *(text for text in rest if text)])
    return None


def _counter(game: Trying, say: Say, path: str, values: dict[str, Any]) -> str | None:
    """A new unit with its numbers, whose it is, what it is and where it stands, None if it is not read back so."""
    numbers = [str(values[name]) for name in ("attack", "defense", "ma") if name in values]
    words = [say.show(values[name]) for name in ("side", "class", "kind", "size") if name in values]
    place = [PLACE[say.lang], str(values["at"])] if "at" in values else []
    text = " ".join([path[6:-1], *(["-".join(numbers)] if numbers else []), *words, *place])
    try:
        parts = game.parse(text).parts
        known = {f"{path}.{name}": value for name, value in values.items()}  # by now it is a unit of the position
        return text if parts == (Stated(path, values),) or {part.path: part.value for part in parts if isinstance(part, Stated)} == known else None
    except (ValueError, InputError):
        return None


def _same(one: str, other: str) -> bool:
    """Whether two bracket names are those of one fact: a hexside has no first hex."""
    return one == other or one.startswith("hexsides[") and sorted(one[9:-1].split("/")) == sorted(other[9:-1].split("/"))


def more(typed: str, told: str) -> bool:
    """Whether canonical words name something that the typed line does not: a unit, a hex, a side that had to be found."""
    said = {word.strip(".,;:?!¿¡()\"'").lower() for word in typed.replace("-", " ").replace("+", " ").split()}
    names = {word.strip(".,;:?!¿¡()\"'") for word in told.replace("-", " ").split()}
    return any(name.lower() not in said for name in names if any(char.isdigit() for char in name))
