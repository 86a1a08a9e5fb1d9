"""Makes the general dictionaries `general.en.txt` and `general.es.txt` in grammars/.

    pip download --no-deps spacy-lookups-data==1.0.5 && unzip spacy_lookups_data*.whl
    python benchmarks/make_general.py spacy_lookups_data/data

Taken from the package: lists of lemmas by class. English: WordNet 3.0 (Princeton University; its licence allows use, change and
distribution for any purpose if the notice is kept, which stands in grammars/LICENSE-wordnet.txt). Spanish: the list of the package itself (MIT,
ExplosionAI). The forms are ours: `adjudicator/sentences/forms.py`.  A word that is only a noun is left out: a noun that no
rule knows is asked about, whatever it is.
"""

from __future__ import annotations

import gzip
import json
import re
import sys
from pathlib import Path

from ruamel.yaml import YAML

from adjudicator.language.folding import fold
from adjudicator.sentences.forms import english_plural, english_verb, spanish_adjective, spanish_plural, spanish_verb

ATTACHED = "[áéí].*(me|te|se|nos|os|l[aeo]s?)$|(me|nos|l[aeo]s)$"
"""Finite forms with a pronoun: only those of the game's own verbs are listed."""
HERE = Path(__file__).parent.parent / "grammars"


def lemmas(folder: Path, language: str) -> dict[str, list[str]]:
    """Class -> lemmas, plain words only."""
    data = json.loads(gzip.decompress((folder / f"{language}_lemma_index.json.gz").read_bytes()))
    return {class_: [word for word in words if re.fullmatch(r"[a-záéíóúüñ]{2,18}", word)] for class_, words in data.items()}


def make(folder: Path, language: str) -> None:
    """Write one dictionary."""
    known = lemmas(folder, language)
    irregular = YAML(typ="safe").load(HERE / f"lexicon.{language}.yaml")["irregular"]
    forms: dict[str, dict[str, None]] = {}
    conjugate, plural = (spanish_verb, spanish_plural) if language == "es" else (english_verb, english_plural)
    for verb in known["verb"]:
        if language == "es" and not re.search("[aeií]r$", verb) or verb in ("haber",):
            continue
        for form, class_ in ((form, class_.partition("+")[0]) for form, class_ in conjugate(verb, irregular)):
            if language == "es" and (
                class_ in ("V", "PAST", "VG") and re.search(ATTACHED, form) or re.search("(melo|sel[oa]s?|stei?s|áis|éis|[aeé]se[ns]?|semos)$", form)
            ):
                continue
            forms.setdefault(fold(form), {}).setdefault(f"{'V' if class_ == 'PAST' else class_}:{verb}")
    for adverb in known.get("adv", ()):
        forms.setdefault(fold(adverb), {}).setdefault(f"ADV:{adverb}")
    for adjective in known["adj"]:
        for form in spanish_adjective(adjective) if language == "es" else (adjective,):
            forms.setdefault(fold(form), {}).setdefault(f"ADJ:{adjective}")
    nouns = {fold(form): word for word in known["noun"] for form in (word, plural(word))}
    for form, readings in forms.items():
        if form in nouns:
            readings.setdefault(f"W:{nouns[form]}")
    lines = sorted(f"{form}\t{' '.join(readings)}".encode() for form, readings in forms.items())
    (HERE / f"general.{language}.txt").write_bytes(b"\n".join(lines) + b"\n")


if __name__ == "__main__":
    for each in ("en", "es"):
        make(Path(sys.argv[1]), each)
