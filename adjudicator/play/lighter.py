"""A refused line without a few words that say nothing, where its words as a whole hint at what it then says.

*Do 112R and 15GR become DG* of *There's a DG in the result: do 112R and 15GR become DG*. Articles, forms of to be, pronouns, *and*, *of*, words of no rulebook
and verbs like *have* and *give* may go; never another preposition, a denial, a number, a thing, a noun of the hobby, or *has* and *have* that make of a deed of
now one of before.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping

from adjudicator.ground.ruling import UNDETERMINED
from adjudicator.language import NotUnderstood
from adjudicator.play.context import TELLING
from adjudicator.play.likely import line_in
from adjudicator.play.lines import Line
from adjudicator.play.referee import worst
from adjudicator.play.standing import denies
from adjudicator.play.trying import Trying
from adjudicator.sentences.chart import VERBAL
from adjudicator.sentences.cuts import Light
from adjudicator.sentences.frames import LIGHT
from adjudicator.sentences.hints import label_of
from adjudicator.sentences.token import Token

MOST, WORDS = 24, 110
"""Shorter sentences that are looked at, and words of those that are read."""
EMPTY = frozenset(("DET", "BE", "BEI", "DO", "PRON", "CL", "OF", "AND", "COMMA", "SEMI"))
"""Classes of words that say nothing by themselves."""
THERE = ("BE", "there")
_light: dict[int, Light] = {}


def light_of(game: Trying) -> Light:
    """What the words of a game's rulebook weigh."""
    language = game.referee.language
    found = _light.get(id(language))
    if found is None:
        found = _light[id(language)] = Light(language.frames)
    return found


def lighter(game: Trying, text: str, fault: NotUnderstood, chances: Mapping[str, float], least: float) -> Line | None:
    """The first such line that is understood as acts that are at least so likely; None if there is none, or nothing is known that comes of it."""
    referee = game.referee
    deeds = referee.language.frames.deeds - LIGHT
    left = WORDS
    for cut in light_of(game).cuts(text, referee.names(), fault, MOST):
        words = [token for lost in cut.lost for token in referee.words(lost)]
        if denies(words) or not all(says_nothing(game, token, deeds) for token in words):
            continue
        if any(THERE in token.means.get("BE", ()) for token in words) and denies(referee.words(cut.text)):
            continue  # there is no attack in H: not a deed left undone
        left -= len(cut.text.split())
        if left < 0:
            return None
        line = line_in(game, cut.text)
        if line is None or chances.get(label_of(line.parts), 0.0) < least:
            continue
        rulings = game.comes_of(line)
        if rulings and worst(rulings) != UNDETERMINED:
            return line
    return None


def says_nothing(game: Trying, token: Token, deeds: Collection[str]) -> bool:
    """Whether a word may go."""
    first = token.classes[0]
    means = [each for kept in token.means.values() for each in kept]
    if first in EMPTY:
        return all(type_ != "PRON" or value != "nothing" for type_, value in means)
    if first in VERBAL:
        senses = game.referee.language.words.senses
        told = {sense for _, lemma in token.means[first][:1] for sense in senses.get(str(lemma), (str(lemma),))[:1]}
        return told <= TELLING and told.isdisjoint(deeds) and all(type_ != "NOUN" for type_, _ in means)
    return first == "W" and {type_ for type_, _ in means} <= {"WORD"}
