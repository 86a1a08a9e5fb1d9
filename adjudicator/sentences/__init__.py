"""From a line of plain text to an entry of facts, acts and questions (docs/sentences.md).

    load(book_folder) -> Spoken;  Spoken.parse(text, names) -> Entry

The rooms, each using only those above it: `atoms` text cut into words · `forms` forms of verbs · `packed` a table as one text ·
`lexicon` words files -> table · `general` words that no rulebook uses · `tokens` text -> tokens with all their classes ·
`chart` classes -> trees of `grammars/sentences.lark` · `tree`, `build` tree -> clauses · `frames` phrases -> roles of the acts of
`grammars/acts.yaml` · `facts` clause -> facts · `sort` clauses -> parts
"""

from __future__ import annotations

import os
from collections.abc import Container, Mapping
from typing import Any

from adjudicator.files.fault import Broken
from adjudicator.files.figures import spread
from adjudicator.files.places import grammars_folder
from adjudicator.language.errors import Ambiguous, NotUnderstood, explain
from adjudicator.language.model import Act, Aid, Entry, Names, Stated
from adjudicator.language.syntax import FILE as SYNTAX
from adjudicator.sentences.echo import Echo, compile_echo
from adjudicator.sentences.spoken import Spoken
from adjudicator.sentences.token import VERBAL

__all__ = ["VERBAL", "Act", "Aid", "Ambiguous", "Entry", "Names", "NotUnderstood", "Spoken", "Stated", "compile_language", "explain", "load"]

FILES = ("closed.en.yaml", "closed.es.yaml", "lexicon.en.yaml", "lexicon.es.yaml")
LAST = ("manner.en.yaml", "manner.es.yaml")
"""Words that are read behind those of the rulebook: what else a verb may mean."""
FIGURES, TABLES, PLAIN = "figures.yaml", "tables.yaml", "plain.yaml"
CODE = ("lexicon.py", "packed.py", "forms.py", "frames.py", "chart.py", "atoms.py")
"""Code that settles what a compiled language looks like."""


def compile_language(book: os.PathLike[str] | str) -> dict[str, Any]:
    """The language of a rulebook's folder as plain JSON."""

    from adjudicator.sentences.chart import compile_grammar
    from adjudicator.sentences.lexicon import compile_words

    def read(name: str, within: str = grammars_folder()) -> Any:
        return _document(os.path.join(within, name))

    own = os.fspath(book)
    documents = [read(name) for name in FILES]
    core = dict(read("acts.yaml"))
    acts = dict(core)
    lexicon = read("lexicon.yaml", own)
    documents += [lexicon, *(read(name) for name in LAST)]
    for name in (lexicon.get("unused") or {}).get("ACT", ()):
        del acts[name]
    mine: dict[str, Any] = {}
    for name, data in (lexicon.get("acts") or {}).items():
        mine[name] = _alike({**acts, **mine}, data)
    acts = {**mine, **{name: data for name, data in acts.items() if name not in mine}}  # between two that cost the same, the rulebook's own is meant
    acts = {name: data if name in mine else _alike({**core, **acts}, data) for name, data in acts.items()}
    asks = dict(read("questions.yaml"))
    asks["causes"] = {**asks["causes"], **(lexicon.get("causes") or {})}
    for name in ("fields", "worths", "values"):
        asks[name] = {**asks[name], **(lexicon.get(name) or {})}
    asks["deeds"] = {**asks["deeds"], "own": lexicon.get("deeds") or ""}
    states = dict(read("states.yaml"))
    for about, words in (lexicon.get("states") or {}).items():
        states[about] = {**(states.get(about) or {}), **words} if isinstance(words, dict) else words
    asks["figures"] = spread(read(FIGURES, own), read(TABLES, own)) if os.path.exists(os.path.join(own, FIGURES)) else {}
    plain = read(PLAIN)
    own_kinds = {*asks["figures"], *(verb for data in acts.values() for verb in str((data or {}).get("verbs", "")).split())}
    own_questions = [questions for name, questions in (plain.get("only") or {}).items() if name in own_kinds]
    asks["plain"] = {**plain, "questions": {put: worded for each in (plain["questions"], *own_questions) for put, worded in each.items()}}
    with open(os.path.join(grammars_folder(), "sentences.lark"), encoding="utf-8") as stream:
        grammar = compile_grammar(stream.read())
    return {
        "words": compile_words(documents),
        "grammar": grammar,
        "asks": asks,
        "states": states,
        "frames": [[name, {**data, "weighty": lexicon.get("weighty", "")}] for name, data in acts.items() if data is not None],
    }


_documents: dict[str, tuple[Any, Any]] = {}


def _document(path: str) -> Any:
    """What a file of words holds: all that is built of it in one run reads it once."""
    from adjudicator.files.cache import stamp
    from adjudicator.files.yaml import load_yaml

    try:
        now = stamp(path)
    except (OSError, ValueError):
        return load_yaml(path)  # which says what is wrong with it
    kept = _documents.get(path)
    if kept is None or kept[0] != now:
        kept = _documents[path] = now, load_yaml(path)
    return kept[1]


def _alike(acts: Mapping[str, Any], data: Any) -> Any:
    """An act that is `like` another takes over what it does not say itself; its own roles come first."""
    base = acts[data["like"]] if data and "like" in data else None
    if base is None:
        return data
    own = data.get("roles") or {}
    return {"kind": data["like"], **base, **data, "roles": {**own, **{slot: spec for slot, spec in base["roles"].items() if slot not in own}}}


def sources(own: str) -> list[str]:
    """The files that settle what the language of a rulebook's folder is."""
    folder, here, figures = grammars_folder(), os.path.dirname(__file__), os.path.join(own, FIGURES)
    return [
        *(os.path.join(folder, name) for name in (*FILES, *LAST, "acts.yaml", "questions.yaml", "states.yaml", PLAIN, SYNTAX, "sentences.lark")),
        os.path.join(own, "lexicon.yaml"),
        *([figures, os.path.join(own, TABLES)] if os.path.exists(figures) else []),
        *(os.path.join(here, name) for name in CODE),
    ]


def load(book: os.PathLike[str] | str, kinds: Container[str] = (), remembered: Container[str] = ()) -> Spoken:
    """The language of a rulebook's folder, from the cache as long as none of its files has changed; `kinds`, `remembered`: its acts (`Spoken`)."""

    from adjudicator.files.cache import compiled

    own = os.fspath(book)
    files = sources(own)

    def build() -> dict[str, Any]:
        try:
            return compile_language(book)
        except ValueError as error:  # a slip in the words of the rulebook
            raise Broken(os.path.join(own, "lexicon.yaml"), None, "words", what=str(error)) from None

    spoken = Spoken(compiled(files, build, f"sentences-{os.path.basename(own)}"), kinds, remembered)
    spoken.book = own
    return spoken


def echoes(spoken: Spoken) -> Echo:
    """What says the acts of a language again in canonical words, from the cache as the language itself."""
    from adjudicator.files.cache import compiled

    folder = grammars_folder()
    files = [*(os.path.join(folder, name) for name in FILES), os.path.join(spoken.book, "lexicon.yaml")]

    def build() -> dict[str, Any]:
        return compile_echo(map(_document, files))

    found = compiled([*files, os.path.join(os.path.dirname(__file__), "echo.py")], build, f"echo-{os.path.basename(spoken.book)}")
    return Echo(found["words"], found["irregular"], spoken.frames)
