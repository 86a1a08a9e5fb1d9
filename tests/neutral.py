"""Words that only say that somebody goes, comes, is put somewhere, or bears something: what is being done shows in the position.

``went`` gives such sentences in both languages, for whoever goes to a hex; a test asks that each gets the ruling of the case that it was made from.
"""

from __future__ import annotations

from collections.abc import Container, Iterator
from typing import Any

from adjudicator.language.model import Act
from tests.conftest import game_of

GOES = {
    "en": (
        "{who} {goes} to {to}",
        "{who} {goes} into {to}",
        "{who} {comes} to {to}",
        "{who} {steps} into {to}",
        "{who} {shifts} to {to}",
        "{who} now {runs} to {to}",
        "{who}: to {to}",
        "I move {who} to {to}",
        "I bring {who} to {to}",
        "I take {who} to {to}",
        "I send {who} to {to}",
        "I shift {who} into {to}",
        "I'm moving {who} to {to}",
        "{who} {is} moved to {to}",
        "{who} {is} brought to {to}",
    ),
    "es": (
        "{who} {va} a {to}",
        "{who} {pasa} a {to}",
        "{who} {se_mueve} a {to}",
        "{who} {viene} a {to}",
        "{who} {se_dirige} a {to}",
        "{who} {sale} hacia {to}",
        "Muevo {who} a {to}",
        "Llevo {who} a {to}",
        "Traigo {who} a {to}",
        "Mando {who} a {to}",
        "Paso {who} a {to}",
        "Voy a llevar {who} a {to}",
    ),
}
"""Going somewhere: a move, unless something else stands open."""
PUT = {
    "en": (
        "I put {who} in {to}",
        "I place {who} in {to}",
        "I'm putting {who} in {to}",
        "{who} {is} put in {to}",
        "{who} {is} placed in {to}",
        "In {to} I place {who}",
        "{to} is where I put {who}",
    ),
    "es": (
        "Pongo {who} en {to}",
        "Coloco {who} en {to}",
        "Dejo {who} en {to}",
        "Sitúo {who} en {to}",
        "En {to} pongo {who}",
        "Voy a poner {who} en {to}",
    ),
}
"""Putting somewhere."""
TAKES = {
    "en": ("{who} {enters} {to}", "{who} {moves} in to {to}", "{who} {occupies} {to}"),
    "es": ("{who} {entra} en {to}", "{who} {se_mete} en {to}", "{who} {ocupa} {to}", "Meto {who} en {to}"),
}
"""Taking a hex."""
BACK = {
    "en": ("{who} {goes} back to {to}", "{who} {runs} back to {to}", "I bring {who} back to {to}", "{who} {returns} to {to}"),
    "es": ("{who} {vuelve} a {to}", "{who} {regresa} a {to}", "Devuelvo {who} a {to}"),
}
"""Going back."""
BEARS = {
    "en": (
        "{who} {takes} the loss",
        "The step comes off {who}",
        "The loss goes to {who}",
        "The loss falls on {who}",
        "I pick {who} for the loss",
        "I put the loss on {who}",
        "My choice for the loss is {who}",
        "{who} {absorbs} the result",
    ),
    "es": (
        "La pérdida va a {who}",
        "La pérdida es para {who}",
        "El paso sale de {who}",
        "Elijo {who} para la pérdida",
        "Pongo la pérdida en {who}",
        "{who} {asume} el resultado",
    ),
}
"""Whose step is lost while a result is carried out."""
LEAVES = {
    "en": ("{who} {goes} off the map at {to}", "I move {who} off the map from {to}", "I send {who} off the map from {to}", "From {to} {who} {leaves} the map"),
    "es": ("{who} {se_va} del mapa por {to}", "Saco {who} del mapa por {to}", "Muevo {who} fuera del mapa desde {to}", "Desde {to} {who} {sale} del mapa"),
}
"""Off the map."""
ROLLS = {
    "en": ("I roll for {who}", "I roll the die for {who}", "I throw for {who}", "{who}: I roll the die", "Die for {who}"),
    "es": ("Tiro por {who}", "Tiro el dado para {who}", "Lanzo por {who}", "{who}: tiro el dado", "Tirada por {who}"),
}
"""A die for somebody."""
VERBS = {
    "goes": ("goes", "go"),
    "comes": ("comes", "come"),
    "steps": ("steps", "step"),
    "shifts": ("shifts", "shift"),
    "runs": ("runs", "run"),
    "is": ("is", "are"),
    "enters": ("enters", "enter"),
    "moves": ("moves", "move"),
    "occupies": ("occupies", "occupy"),
    "takes": ("takes", "take"),
    "absorbs": ("absorbs", "absorb"),
    "leaves": ("leaves", "leave"),
    "asume": ("asume", "asumen"),
    "se_va": ("se va", "se van"),
    "returns": ("returns", "return"),
    "va": ("va", "van"),
    "pasa": ("pasa", "pasan"),
    "se_mueve": ("se mueve", "se mueven"),
    "viene": ("viene", "vienen"),
    "se_dirige": ("se dirige", "se dirigen"),
    "sale": ("sale", "salen"),
    "entra": ("entra", "entran"),
    "se_mete": ("se mete", "se meten"),
    "ocupa": ("ocupa", "ocupan"),
    "vuelve": ("vuelve", "vuelven"),
    "regresa": ("regresa", "regresan"),
    "ends": ("ends", "end"),
    "acaba": ("acaba", "acaban"),
    "va_a_parar": ("va a parar", "van a parar"),
}


def went(manners: list[dict[str, tuple[str, ...]]], who: tuple[str, ...], to: str) -> Iterator[tuple[str, str]]:
    """(language, sentence) of each manner: who goes, is put, comes back to a hex."""
    for language, between in (("en", "and"), ("es", "y")):
        named = ", ".join(who[:-1]) + f" {between} {who[-1]}" if len(who) > 1 else who[0]
        forms = {name: pair[len(who) > 1] for name, pair in VERBS.items()}
        for manner in manners:
            for pattern in manner[language]:
                yield language, pattern.format(who=named, to=to, **forms)


def alone(name: str, case: dict[str, Any], kinds: Container[str]) -> Act | None:
    """The act of a case of a book that is one act of these kinds and nothing else; None if it is more, or another."""
    text = case["declaration"]["en"]
    if ";" in text:
        return None
    parts = game_of(name, case["situation"]).referee.parse(text).parts
    one = parts[0] if len(parts) == 1 else None
    return one if isinstance(one, Act) and one.kind in kinds else None
