"""From the noun phrases of a tree to things: which word is the head, and what the others say of it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from adjudicator.language.errors import NotUnderstood
from adjudicator.language.syntax import small
from adjudicator.sentences.apposed import WHO, describes, given, listed, of_named
from adjudicator.sentences.token import Token
from adjudicator.sentences.tree import Chunk, Clause, Nominal, same_again

NOR, WHERE = small("nor"), small("where")
NONE = frozenset(("none",))
NOUNS = frozenset(("things", "mixed", "unp", "wnp", "np", "npc", "hexes", "hnp", "ubase", "base", "core", "path", "npo", "isubj"))
"""Rules of the grammar that are noun phrases."""
ORDERLY = frozenset(("then", "finally", "later", "first", "now", "directly", "also"))
"""Words that may stand between the hexes of a way."""
DIRECT = frozenset(("SIDE", "KIND", "SIZE", "CLASS", "TERRAIN", "FEATURE", "STATUS", "DIRECTION", "WEATHER", "ADJ", "ORD"))
"""Types that modify a noun rather than being one."""

MEASURED = frozenset(("strength", "af", "df", "level", "factor", "allowance", "number"))
"""Nouns that a number behind of or de measures."""


DOERS, FIGURES = frozenset(("UNIT", "SIDE")), frozenset(("RESULT", "NUM", "PATH"))
"""Types of who does something, and of what is never listed with them."""


def unlike(things: Sequence[Nominal]) -> Nominal | None:
    """The first of listed things that begins another clause: loses a step for the o1, 79Mot and 12Pz stay; 1510-1511, nobody becomes DG."""
    if not things or things[0].type not in FIGURES:
        return None  # 16Pz, 371 and 509Tiger
    return next((thing for thing in things if thing.type in DOERS or thing.type == "PRON" and thing.value == "nothing"), None)


class Things:
    """Builds noun phrases; `seen` are the numbers of the tokens that have got a place, `relative` those of relative pronouns between commas."""

    def __init__(self, tokens: Sequence[Token], senses: Mapping[str, list[str]], spanish: bool) -> None:
        self.tokens = tokens
        self.senses = senses
        self.spanish = spanish
        self.seen: set[int] = set()
        self.placed = False
        self.relative: set[int] = set()

    def _into(self, clause: Clause, node: Any) -> None:
        raise NotImplementedError

    def things(self, node: Any) -> list[Nominal]:
        """The things of a noun phrase, one for each that is coordinated."""
        if self._is_leaf(node):
            return [self._thing([node])]
        name = node[0]
        if name == "hnp" and not self._is_leaf(node[-1]) and node[-1][0] == "paren":
            thing = self.things(node[:-1])[0]
            self._parenthesis(thing, node[-1])
            return [thing]
        if name in ("ubase", "base", "hnp", "path", "core"):
            return [self._thing(list(self._leaves(node)))]
        if name in ("unp", "wnp"):
            thing = self.things(node[1])[0]
            for child in node[2:]:
                if child[0] == "ofs":
                    thing.of += self._ofs(child)
                    self._amount(thing)
                elif child[0] == "appos":
                    self._apposed(thing, child)
                elif child[0] == "contact":
                    inner = Clause("fin")
                    for part in child[1:]:
                        self._into(inner, part)
                    thing.clauses.append(inner)
                elif child[0] == "paren":
                    self._parenthesis(thing, child)
            return [of_named(thing)]
        found: list[Nominal] = []
        commas: list[bool] = []
        bare = True
        denied = either = neither = False
        for child in node[1:]:
            if self._is_leaf(child) and child[0] in ("AND", "COMMA", "NOT"):
                self._see(child)
                bare = child[0] == "COMMA"
                either |= child[0] == "AND" and self._value(child) == "or" and self.tokens[child[1]].text.lower() not in NOR
                neither |= child[0] == "AND" and bool(found) and found[0].det == "no" and self._value(child) == "or"
                denied |= child[0] == "NOT" or self._value(child) == "but_not"
                continue
            if self._is_leaf(child) and child[0] in ("THEN", "ADV"):
                self._see(child)
                if self._value(child) not in ORDERLY:
                    raise NotUnderstood("no_place", self.tokens[child[1]].text, self.tokens[child[1]].start, self.tokens[child[1]].end)
                continue
            new = self.things(child)
            if denied or neither:  # neither loss nor option
                for thing in new:
                    thing.det = "no"
            found += new
            commas += [bare] * len(new)
            bare = True
        for thing in found[1:]:  # two steps from 44GdR, one from 62R
            if thing.type in ("NUM", "PRON") and thing.of and found[0].of and found[0].nouns() and (found[0].num is not None or found[0].det == "indef"):
                same_again(thing, found[0])
        for thing in found if either else ():
            thing.det = "or" if thing.type in ("UNIT", "HEX", "PATH", "NUM", "MARKER") else thing.det  # which of them, nobody knows
        if (odd := unlike(found)) is not None:
            raise NotUnderstood("no_place", "", odd.start, odd.end)
        return found if either or neither or denied else listed(found, commas)

    @staticmethod
    def _amount(thing: Nominal) -> None:
        """A strength of 6, una fuerza de 6: the number of what is measured."""
        numbers = [other for phrase in thing.of for other in phrase.things]
        measured = any(noun in MEASURED or noun.startswith("units.") for noun in thing.nouns())
        if measured and len(numbers) == 1 and numbers[0].type == "NUM" and thing.label is None:
            thing.label, thing.of = numbers[0].means[0], []

    def _ofs(self, node: Any) -> list[Chunk]:
        found: list[Chunk] = []
        rels = NONE
        for child in node[1:]:
            if self._is_leaf(child) and child[0] == "OF":
                self._see(child)
                rels = frozenset(self._value(child).split("|"))
            else:
                things = self.things(child)
                found.append(Chunk(rels, things, things[0].start, things[-1].end))
        return found

    def _apposed(self, thing: Nominal, node: Any) -> None:
        inner = Clause("frag")
        for child in node[1:]:
            if self._is_leaf(child) and child[0] == "COMMA":
                self._see(child)
            elif child[0] in NOUNS:
                thing.apposed += self.things(child)
            elif child[0] == "ofs":
                thing.own += self._ofs(child)
            else:
                self._into(inner, child)
        thing.own += inner.phrases
        units, thing.apposed = thing.apposed, []
        if thing.type != "UNIT" and [other.type for other in units] == ["UNIT"] and describes(thing, 1):  # the trucks, 12Trk, go along
            unit = given(units, thing)[0]
            for name in ("means", "type", "value", "mods", "det", "apposed", "num"):
                setattr(thing, name, getattr(unit, name))
            return
        thing.apposed = units
        if thing.type == "UNIT" and len(units) == 1 and units[0].type in WHO and describes(units[0], 1):
            thing.apposed = []
            given([thing], units[0])

    def _parenthesis(self, thing: Nominal, node: Any) -> None:
        """16Pz (6 steps), 16Pz (2218), Krasilov (2603), 16Pz (it is reduced)."""
        inner = Clause("frag")
        for child in node[1:]:
            if self._is_leaf(child) and child[0] in ("LP", "RP"):
                self._see(child)
            else:
                self._into(inner, child)
        thing.clauses += [one for _, inners in inner.subs for one in inners]
        if inner.verb is not None:
            thing.clauses.append(inner)
            return
        for phrase in inner.phrases:
            if phrase.rels != NONE:
                thing.own.append(phrase)
                continue
            for other in phrase.things:
                if other.type == "HEX" and thing.type != "HEX":
                    thing.own.append(Chunk(frozenset(("IN",)), [other], other.start, other.end))
                elif thing.type not in ("UNIT", "UNK") and other.type == "NOUN":
                    thing.own.append(Chunk(frozenset(("WITH",)), [other], other.start, other.end))  # attacks 3010 (roll 3)
                elif not (other.type == "HEX" and other.value == thing.value):
                    thing.apposed.append(other)

    def _leaves(self, node: Any) -> Iterator[Any]:
        for child in node[1:]:
            if self._is_leaf(child):
                yield child
            else:
                yield from self._leaves(child)

    def _thing(self, leaves: list[Any]) -> Nominal:
        """One thing from the words of its phrase: the head is the unit, marker or hex, else the noun that the language puts there."""
        head, owner = self._head(leaves)
        tokens = self.tokens
        first = leaves[0][1]
        behind = next((token for token in tokens[first + 1 :] if not set(token.means) & {"DET", "P", "OF"}), None)
        lone = (
            len(leaves) == 1
            and leaves[0][0] == "W"
            and "UNIT" in (behind.means if behind is not None else ())
            and not {"P", "OF"} & set(tokens[first - 1].means)
        )
        if first and "VG" in tokens[first].means and (lone or behind is not None and head is not None and head[0] in ("UNIT", "HEX")):
            # leaving 12VG, attacking A/9: it is done to them, whoever does it
            raise NotUnderstood("no_place", tokens[first].text, tokens[first].start, tokens[first].end)
        verbal = "V" in tokens[first].means and (leaves[0][0] == "VP" or leaves[0][0] == "W" and tokens[first].means["W"][0][0] == "NOUN")
        if verbal and len(leaves) > 1 and first and head is not None and head[0] == "UNIT" and tokens[first - 1].classes[0] == "HEX":
            raise NotUnderstood("no_place", tokens[first].text, tokens[first].start, tokens[first].end)  # 2611 cost 16Pz 3 MP: a verb between two things
        start, end = tokens[leaves[0][1]].start, tokens[leaves[-1][1]].end
        if head is None:
            thing = Nominal([], start, end)
        elif head[0] == "HEX":
            hexes = [tokens[leaf[1]].means["HEX"][0][1] for leaf in leaves if leaf[0] == "HEX"]
            thing = Nominal([("HEX", hexes[0]) if len(hexes) == 1 else ("PATH", tuple(hexes))], start, end)
        else:
            thing = Nominal(list(tokens[head[1]].means[head[0]]), start, end)
            if head[0] == "VG":
                thing.means += [("DEED", sense) for _, value in thing.means for sense in self.senses.get(str(value), ())]
        for leaf in leaves:
            self._see(leaf)
            if leaf is head or leaf[0] == "HEX" and head is not None and head[0] == "HEX":
                continue
            self._modify(thing, leaf, head, owner)
        return thing

    def _head(self, leaves: list[Any]) -> tuple[Any, int]:
        """The head among the words, and the place of the sign of an owner ('s)."""
        owner = next((at for at, leaf in enumerate(leaves) if leaf[0] == "GEN"), -1)
        row = leaves[owner + 1 :] if owner >= 0 else leaves
        for class_ in ("HEX", "UNIT"):
            found = [leaf for leaf in row if leaf[0] == class_]
            if found:
                return found[-1], owner
        nouns = [leaf for leaf in row if leaf[0] in ("W", "VG", "ST")]
        valued = any(leaf[0] == "STATS" for leaf in row)  # Polish Kres 3-2-4: with its values a word in capitals is a name
        named = [leaf for leaf in row if leaf[0] == "UNK" and (valued or any(char.isdigit() for char in self.tokens[leaf[1]].text))]
        if named and all(self.tokens[leaf[1]].means.get(leaf[0], [("WORD", "")])[0][0] in DIRECT for leaf in nouns):
            return named[-1], owner
        alone = row[0][0] == "DET" and row[-1][0] == "NUM" and self._value(row[0]) == "indef"
        if alone and all(type_ == "ADJ" for leaf in nouns for type_, _ in self.tokens[leaf[1]].means.get(leaf[0], [("WORD", "")])):
            return row[-1], owner  # a measly 4
        if nouns:
            known = [leaf for leaf in nouns if any(type_ not in DIRECT and type_ != "WORD" for type_, _ in self.tokens[leaf[1]].means.get(leaf[0], ()))]
            sure = [leaf for leaf in nouns if self.tokens[leaf[1]].means.get(leaf[0], [("WORD", "")])[0][0] != "WORD"]
            choice = known or sure or nouns
            return choice[0 if self.spanish and len(known) != 1 else -1], owner
        for class_ in ("PRON", "STATS", "ODDS", "RULE", "UNK", "VP", "NUM"):
            found = [leaf for leaf in row if leaf[0] == class_]
            if found:
                return found[-1], owner
        return None, owner

    def _modify(self, thing: Nominal, leaf: Any, head: Any, owner: int) -> None:
        """What another word says of the thing."""
        class_, number = leaf
        token = self.tokens[number]
        means = token.means.get(class_, [])
        if class_ == "DET":
            thing.det = thing.det or self._value(leaf)
            if self._value(leaf) in ("no", "all", "each", "both"):
                thing.det = self._value(leaf)
        elif class_ in ("QD", "QP"):
            thing.det = f"wh:{self._value(leaf)}"
        elif class_ == "NUM":
            behind = head is not None and number > head[1]
            if behind:
                thing.mods += [[thing.label]] if thing.label is not None else []  # 6-6 AR 4
                thing.label = means[0]
            else:
                thing.num = means[0][1]
        elif class_ in ("ODDS", "STATS", "RULE"):
            if thing.label is None:
                thing.label = means[0]
            else:
                thing.mods.append(means)
        elif class_ in ("W", "VP", "VG", "ST", "UNIT"):
            if (
                class_ == "UNIT"
                or owner >= 0
                and head is not None
                and number < head[1]
                and class_ == "W"
                and means[0][0] in ("UNIT", "SIDE", "NOUN")
                and class_ == "UNIT"
            ):
                one = Nominal(list(means), token.start, token.end)
                thing.of.append(Chunk(frozenset(("OF", "FROM", "BY")), [one], token.start, token.end))
            elif class_ == "W" and "V" in token.means and head is not None and head[0] == "UNIT" and number > head[1] and means[0][0] == "NOUN":
                thing.unknown.append((token.start, token.end))  # 3Pz moves: a verb, if anything
                thing.mods.append([("WORD", token.text)])
            elif means and means[0][0] == "WORD" or class_ in ("VP", "VG"):
                thing.unknown.append((token.start, token.end))
                verbs = (
                    []
                    if head is not None and head[0] == "UNIT"
                    else [("NOUN", sense) for _, value in means for sense in self.senses.get(str(value), ())]
                    if class_ in ("VP", "VG")
                    else []
                )
                thing.mods.append([*(("VERB" if class_ in ("VP", "VG") else "WORD", value) for _, value in means), *verbs])
            elif means[:1] and means[0][0] == "ORD" and thing.nouns()[:1] == ["turn"] and thing.label is None and thing.det in ("", "def"):
                thing.label = ("NUM", int(means[0][1]))  # the first turn: turn 1
            else:
                thing.mods.append(list(means))
        elif class_ == "UNK":
            thing.mods.append(list(means))
            thing.unknown.append((token.start, token.end))

    def _there(self, clause: Clause, inner: Clause, first: int) -> bool:
        """To 1511, where 5R is: the clause is said of the hex before it."""
        last = next((thing for thing in reversed(clause.things()) if thing.end < self.tokens[first].start), None)
        words = {token.text.lower() for token in self.tokens[first : first + 2]}
        if not words & WHERE or last is None or last.type != "HEX" or any(thing.type in ("HEX", "PATH") for thing in inner.things()):
            return False
        self.placed = True
        inner.phrases.append(Chunk(frozenset(("IN",)), [Nominal(last.means, last.start, last.end)], last.start, last.end))
        return True

    # ---- leaves
    @staticmethod
    def _is_leaf(node: Any) -> bool:
        return len(node) == 2 and isinstance(node[1], int)

    def _see(self, leaf: Any) -> None:
        self.seen.add(leaf[1])

    def _value(self, leaf: Any) -> Any:
        return self.tokens[leaf[1]].means[leaf[0]][0][1]

    def _first(self, node: Any) -> int:
        while not self._is_leaf(node):
            node = node[1]
        return int(node[1])
