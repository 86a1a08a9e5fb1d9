"""The abstract syntax of a sentence in short notation, as tests/structure/*.txt write it (docs/sentences.md).

`attack.can?(16Pz | obj 3010 | with 2*air)`: the concept or lemma of the verb with `not`, modal, `past` and `done`; then the phrases in order, each with its
relations (`<` stands before the verb, no relation: subject or object); then adverbs (`+only`), question words (`wh`), clauses that hang on it in `[if: …]`.
A thing is its head with `*n` a number, `:x` what stands with it, `{…}` phrases of its own or behind *of*, `(…)` what it is apposed, `<…>` relative clauses.
"""

from __future__ import annotations

from typing import Any

from adjudicator.sentences.tree import Chunk, Clause, Nominal


def of_clause(clause: Clause) -> str:
    """The notation of a clause."""
    verb = clause.verb
    head = ""
    if verb is not None:
        marks = (
            [name for name in ("passive", "past") if getattr(verb, name)] + ["done"] * verb.perfect + ["not"] * verb.negated + [verb.modal] * bool(verb.modal)
        )
        head = ".".join([verb.senses[0] if verb.senses else verb.lemma or "-", *marks, *sorted(set(verb.clitics))])
    parts = [_phrase(phrase) for phrase in clause.phrases]
    parts += [f"+{word}" for word, _, _ in clause.adverbs]
    parts += [f"wh {word}" for word, _, _ in clause.wh]
    parts += [f"[{word}: {'; '.join(of_clause(inner) for inner in inners)}]" for word, inners in clause.subs]
    return f"{head}{'?' if clause.asked else ''}({' | '.join(parts)})"


def _phrase(phrase: Chunk) -> str:
    rels = "/".join(sorted(rel.lower() for rel in phrase.rels if rel != "none"))
    return f"{'<' if phrase.before else ''}{rels + ' ' if rels else ''}{', '.join(_thing(thing) for thing in phrase.things)}"


def _thing(thing: Nominal) -> str:
    said = f"{thing.det} " if thing.det not in ("", "def", "indef", "poss") and not thing.det.startswith("wh:") else ""
    said += f"{thing.num}*" if thing.num is not None else ""
    said += _value(thing.value)
    said += "".join(f":{_value(means[0][1])}" for means in thing.mods) + (f":{_value(thing.label[1])}" if thing.label is not None else "")
    inner = [_phrase(phrase) for phrase in (*thing.of, *thing.own)]
    said += f"{{{'; '.join(inner)}}}" if inner else ""
    said += f"({', '.join(_thing(other) for other in thing.apposed)})" if thing.apposed else ""
    return said + "".join(f"<{of_clause(one)}>" for one in thing.clauses)


def _value(value: Any) -> str:
    return "-".join(str(part) for part in value) if isinstance(value, (tuple, list)) else str(value)
