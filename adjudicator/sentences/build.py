"""From a tree of the grammar to clauses (`tree`). Every token of the tree gets its place; `left` are those that got none."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from adjudicator.language.errors import NotUnderstood
from adjudicator.language.folding import fold
from adjudicator.language.syntax import begun
from adjudicator.sentences.apposed import beside
from adjudicator.sentences.clefts import cleft, owned
from adjudicator.sentences.things import DIRECT, NONE, NOR, NOUNS, Things
from adjudicator.sentences.token import Token
from adjudicator.sentences.tree import Chunk, Clause, Nominal, Verb, denied, dislocated, lies, may_do, same_again

INVERTED = frozenset(("MOD", "DO", "HV", "BE"))
"""Verbs that stand before the subject of a question."""
CLAUSES = frozenset(("fin", "inv", "cop", "frag", "bare", "forto", "sfin", "scop"))
GROUPS = frozenset(("vg", "vi", "vp", "bevg", "vgap", "part", "neg"))
OPEN = frozenset(("sent", "text", "text_co", "start", "body", "body_co", "led", "leadn", "sclause", "sbody"))


class Builder(Things):
    """Builds the clauses of one tree."""

    def __init__(self, tokens: Sequence[Token], senses: Mapping[str, list[str]], spanish: bool) -> None:
        super().__init__(tokens, senses, spanish)
        self.gaps: list[Clause] = []
        self.just: Verb | None = None
        self._neither = False

    def text(self, tree: Any) -> list[Clause]:
        """The clauses of a whole text in order."""
        found: list[Clause] = []
        self._open(tree, found, "")
        return found

    def left(self) -> list[int]:
        """Numbers of the tokens that stand nowhere in what was built."""
        return [number for number in range(len(self.tokens)) if number not in self.seen]

    # ---- texts and clauses
    def _open(self, node: Any, found: list[Clause], link: str) -> None:
        name = node[0]
        if name in CLAUSES:
            clause = self._clause(node)
            if self._neither and clause.verb is not None:
                clause.verb.negated, self._neither = True, False  # ni 44GdR ni 95R quedan DG
            clause.link = link
            if clause.verb is not None and (clause.kind == "fin" and not self.spanish or clause.kind == "bare" and may_do(found)):
                led = self.spanish or clause.verb.modal or clause.asked or clause.wh or any(phrase.before for phrase in clause.phrases)
                clause.verb.goes_on = not led or link not in ("", "semi", "colon")  # …: attacks 68Inf in 3010
            found += [clause, *self.gaps]
            self.gaps = []
            return
        if name in ("clink", "lead_in"):
            for child in node[1:]:
                self._see(child)
                self._neither = self._neither or child[0] == "AND" and "NOT" in self.tokens[child[1]].means
            return
        if name not in OPEN:
            clause = Clause("frag")
            self._into(clause, node)
            clause.link = link
            found.append(clause)
            return
        lead: list[Any] = []
        for child in node[1:]:
            if self._is_leaf(child):
                self._see(child)
                if child[0] == "QM":
                    for clause in reversed(found):
                        clause.asked = True
                        if clause.kind != "gap":
                            break
                elif child[0] in ("SEMI", "COLON"):
                    link = {"SEMI": "semi", "COLON": "colon"}[child[0]]
                elif child[0] in ("THEN", "AND"):
                    link = self._value(child)
                continue
            if name in ("led", "leadn") and child is node[1]:
                lead.append(child)
                continue
            count = len(found)
            self._open(child, found, link)
            link = ""
            if lead and len(found) > count:
                self._before(found[count], lead)
                lead = []

    def _before(self, clause: Clause, lead: list[Any]) -> None:
        """What is said before the subject belongs to the clause."""
        first = Clause(clause.kind)
        for node in lead:
            self._into(first, node)
        for phrase in first.phrases:
            phrase.before = True
        clause.phrases[:0] = first.phrases
        clause.adverbs[:0] = first.adverbs
        clause.subs[:0] = first.subs
        clause.wh[:0] = first.wh
        clause.start = min(clause.start, first.start)

    def _clause(self, node: Any) -> Clause:
        clause = Clause({"sfin": "fin", "scop": "cop"}.get(node[0], node[0]))
        for child in node[1:]:
            self._into(clause, child)
        if clause.kind == "inv" and clause.verb is not None:
            led = [child[0] for child in node[1 : next((at for at, child in enumerate(node) if at and self._is_leaf(child) and child[0] in INVERTED), 1)]]
            clause.asked = not set(led) & {*NOUNS, "dist"}  # at the end of the phase I have 46 stacked in 1510: nothing is asked
            words = {(child[0], self._value(child) if child[0] == "BE" else "") for child in node[1:] if self._is_leaf(child)}
            behind = not clause.verb.perfect and ("HV", "") in words or ("BE", "there") in words and clause.verb.lemma != "be" and not clause.verb.passive
            clause.asked &= not (behind and clause.verb.lemma not in ("", "there"))  # and have 18AD support it; it's my phase and I have 16Pz attack
        self._particles(clause)
        denied(clause)
        self._state(clause)
        cleft(clause)
        beside(clause, self.tokens)
        dislocated(clause)
        owned(clause, self.tokens, self.senses)
        clause.wh += [(thing.det[3:], NONE, thing) for thing in clause.things() if thing.det.startswith("wh:")]
        clause.asked = clause.asked or bool(clause.wh)
        return clause

    def _state(self, clause: Clause) -> None:
        """Is reduced: a participle that is the name of a state says how something is, not what is done to it."""
        verb = clause.verb
        if verb is None or not verb.passive or any("BY" in phrase.rels for phrase in clause.phrases):
            return
        for token in self.tokens:
            if (
                verb.start <= token.start < verb.end
                and "VP" in token.means
                and any(type_ in DIRECT - {"ADJ", "ORD"} and not value.startswith("eliminated") for type_, value in token.means.get("W", ()))
            ):
                verb.lemma, verb.senses, verb.passive = "be", ["be"], False
                clause.phrases.append(Chunk(NONE, [Nominal(token.means["W"], token.start, token.end)], token.start, token.end))
                return

    def _particles(self, clause: Clause) -> None:
        """Calls the attack off: a particle that stands apart from its verb; se queda is no form of to be."""
        verb = clause.verb
        if verb is None:
            return
        words = {token.start: token.text.lower() for token in self.tokens}
        if verb.lemma == "be" and any(thing.num is not None and "hex" in thing.nouns() for thing in clause.things()):
            return  # is 16 hexes back: it has not come back
        for adverb in clause.adverbs:
            senses = self.senses.get(f"{verb.lemma} {fold(words.get(adverb[1], ''))}")
            if senses:
                verb.senses = list(senses)
                clause.adverbs = [other for other in clause.adverbs if other is not adverb]
                break
        for particle in verb.particles:
            if f"{verb.lemma} {particle}" in self.senses:
                verb.senses = list(self.senses[f"{verb.lemma} {particle}"])
        forms = [word for start, word in words.items() if verb.start <= start < verb.end]
        for where, there in (("way", any(phrase.rels & {"TO", "VIA"} for phrase in clause.phrases)), ("self", "self" in verb.clitics)):
            for beginning, lemma in begun(where) if verb.lemma == "be" and there else ():
                if lemma in self.senses and any(word.startswith(beginning) for word in forms):
                    verb.lemma, verb.senses = lemma, list(self.senses[lemma])

    # ---- children of a clause
    def _into(self, clause: Clause, node: Any) -> None:
        name = node[0]
        before = clause.verb is None or not clause.verb.lemma
        if self._is_leaf(node):
            self._leaf(clause, node)
        elif name in GROUPS:
            self._group(clause, node)
        elif name in NOUNS:
            things = self.things(node)
            self._add(clause, Chunk(NONE, things, things[0].start, things[-1].end, before))
        elif name in ("pp", "ipp"):
            self._prepositional(clause, node, before)
        elif name == "nor":
            self._see(node[1])
            things = self.things(node[2])
            for thing in things if clause.verb is None or not clause.verb.negated else ():
                thing.det = "no"
            self._add(clause, Chunk(NONE, things, self.tokens[node[1][1]].start, things[-1].end, before))
        elif name in ("notpp", "pps"):
            self._joint(clause, node)
        elif name == "dist":
            self._distributed(clause, node, before)
        elif name == "gapped":
            self._gapped(clause, node)
        elif name in ("qel", "qpre", "qd", "qtail"):
            self._question(clause, node)
        elif name in ("rel", "crel"):
            self._relative(clause, node)
        elif name in ("sub", "sub2", "that", "qsub"):
            self._subordinate(clause, node)
        elif name in ("pcp", "inf"):
            self._nonfinite(clause, node)
        elif name == "strand":
            self._see(node[1])
            self._span(clause, self.tokens[node[1][1]])
            clause.stranded = self._value(node[1])
        else:
            for child in node[1:]:
                self._into(clause, child)

    def _add(self, clause: Clause, phrase: Chunk) -> None:
        clause.phrases.append(phrase)
        self._span(clause, phrase)

    def _span(self, clause: Clause, token: Token | Chunk) -> None:
        clause.start = min(clause.start, token.start)
        clause.end = max(clause.end, token.end)

    def _leaf(self, clause: Clause, node: Any) -> None:
        self._see(node)
        token = self.tokens[node[1]]
        self._span(clause, token)
        class_ = node[0]
        if class_ == "ADV":
            clause.adverbs.append((self._value(node), token.start, token.end))
        elif class_ == "PART":
            clause.adverbs.append((self._value(node), token.start, token.end))
            if clause.verb is not None:
                clause.verb.particles.append(self._value(node))
        elif class_ == "ST":
            self._add(clause, Chunk(NONE, [Nominal(token.means["ST"], token.start, token.end)], token.start, token.end, clause.verb is None))
        elif class_ in ("QP", "QD"):
            clause.wh.append((self._value(node), NONE, None))
        elif class_ in ("V", "VI", "VP", "VG", "MOD", "MODI", "MODF", "DO", "HV", "HVG", "BE", "BEI", "NOT", "CL"):
            self._verbal(clause, node)
        elif class_ in ("UNIT", "HEX", "NUM", "W", "PRON", "ODDS", "STATS", "RULE", "UNK", "DET"):
            thing = self._thing([node])
            self._add(clause, Chunk(NONE, [thing], thing.start, thing.end, clause.verb is None))

    # ---- verbs
    def _group(self, clause: Clause, node: Any) -> None:
        for child in node[1:]:
            if self._is_leaf(child):
                self._see(child)
                self._span(clause, self.tokens[child[1]])
                self._verbal(clause, child)
            else:
                self._group(clause, child)

    def _verbal(self, clause: Clause, node: Any) -> None:
        """One word of a verb group."""
        class_, number = node
        token = self.tokens[number]
        if clause.verb is None:
            clause.verb = Verb(token.start, token.end)
        verb = clause.verb
        verb.end = max(verb.end, token.end)
        value = self._value(node)
        verb.past |= class_ == "DO" and value == "did"
        if class_ == "NOT":
            verb.negated = not verb.negated or token.text.lower() in NOR
        elif class_ in ("MOD", "MODI", "MODF"):
            if value == "just":
                verb.perfect, self.just, value = True, verb, ""  # acaba de atacar
            verb.negated |= value == "fail"
            verb.modal = verb.modal or value
            if class_ == "MOD" and not verb.lemma:
                verb.start = token.start
        elif class_ in ("HV", "HVG"):
            verb.perfect, verb.recent = True, value == "recent"
        elif class_ in ("BE", "BEI"):
            verb.past, value = verb.past or value == "was", value.replace("was", "be")
            if not verb.lemma:
                verb.lemma = value if value == "there" else "be"
                verb.senses = ["be", value] if value in ("become", "get") else [verb.lemma]
        elif class_ in ("V", "VI", "VP", "VG"):
            if class_ == "VI":
                verb.perfect = self.just is verb  # not where the German has 9Mech retreat
            verb.passive |= class_ == "VP" and verb.lemma in ("be", "there")
            verb.progressive |= class_ == "VG" and verb.lemma == "be"
            lemma = str(value)
            hung = token.means[class_][0][0]
            if hung.startswith("WITH:"):
                verb.clitics.append(hung[5:])  # atacarlo
            tenses, end = {type_ for type_, _ in token.means["V"]} if class_ == "V" else set(), token.text[-1:].lower()
            verb.past = verb.past or tenses == {"PAST"} or "PAST" in tenses and fold(end) != end  # apoyó, not apoyo
            if verb.lemma and verb.lemma != "be" and (verb.lemma != "there" or verb.modal):  # it's the combat phase and I want to attack: not turned round
                if verb.senses[:1] != list(self.senses.get(lemma, ()))[:1] and not any(sense.startswith("order:") for sense in verb.senses):
                    raise NotUnderstood("no_place", token.text, token.start, token.end)  # does not retreat and loses: two deeds
                verb.particles.append(f"+{lemma}")
                return
            verb.lemma = lemma
            verb.senses = [
                meaning for type_, name in token.means[class_] for meaning in ([f"order:{name}"] if type_ == "ORDER" else self.senses.get(str(name), ()))
            ]
        elif class_ == "CL":
            verb.clitics.append(value)
        elif class_ in ("PART", "P"):
            verb.particles.append(value)
        elif class_ == "ADV":
            clause.adverbs.append((value, token.start, token.end))

    # ---- phrases
    def _prepositional(self, clause: Clause, node: Any, before: bool) -> None:
        rels: frozenset[str] | None = None
        before_, particle = "", False
        start = self.tokens[self._first(node)].start
        for child in node[1:]:
            if self._is_leaf(child) and child[0] in ("P", "OF", "TO"):
                self._see(child)
                said = frozenset(self._value(child).split("|"))
                if rels is not None and clause.verb is not None and (senses := self.senses.get(f"{clause.verb.lemma} {fold(before_)}")):
                    clause.verb.senses, rels = list(senses), None  # moves in after combat: a particle and a preposition
                rels = said if rels is None or said == {"AGAINST"} or particle else rels | said  # goes in against, sets off for
                particle = "PART" in self.tokens[child[1]].classes
                before_ = self.tokens[child[1]].text
                self._span(clause, self.tokens[child[1]])
            elif self._is_leaf(child) and child[0] in ("ADV", "PART") or self._is_leaf(child) and child[0] == "ST":
                self._leaf(clause, child)
            elif child[0] in NOUNS or self._is_leaf(child):
                things = self.things(child)
                self._add(clause, Chunk(rels or NONE, things, start, things[-1].end, before))
            elif child[0] == "sub":
                self._subordinate(clause, child)
            else:
                count = len(clause.phrases)
                self._into(clause, child)
                for phrase in clause.phrases[count:]:
                    phrase.rels = rels or phrase.rels

    def _joint(self, clause: Clause, node: Any) -> None:
        """Phrases side by side: a 16Pz y a 19Pz; …, not 2-1Rif."""
        count = len(clause.phrases)
        denied = node[0] == "notpp"
        for child in node[1:]:
            if self._is_leaf(child) and child[0] in ("AND", "NOT"):
                self._see(child)
                if self._value(child) == "but_not":
                    denied, count = True, len(clause.phrases)
            else:
                self._into(clause, child)
        new = clause.phrases[count:]
        if node[0] == "pps" and {phrase.things[0].type for phrase in new} >= {"UNIT", "HEX"}:
            raise NotUnderstood("no_place", "", new[-1].start, new[-1].end)  # 47R to 3009 and 52R to 2910 are no pair
        for thing in (thing for phrase in new for thing in phrase.things) if denied else ():
            thing.det = "no"

    def _distributed(self, clause: Clause, node: Any, before: bool) -> None:
        """A from X and B from Y: each thing has places of its own."""
        things: list[Nominal] = []
        for child in node[1:]:
            if self._is_leaf(child):
                self._see(child)
            elif child[0] == "pp":
                inner = Clause("frag")
                self._prepositional(inner, child, before)
                for thing in things[-1:]:
                    thing.own += inner.phrases
                clause.adverbs += inner.adverbs
            else:
                new = self.things(child)
                if things and things[0].own and (things[0].num is not None or things[0].det == "indef"):
                    same_again(new[0], things[0])
                things += new
        self._add(clause, Chunk(NONE, things, things[0].start, max([things[-1].end, *(p.end for p in things[-1].own)]), before))

    def _gapped(self, clause: Clause, node: Any) -> None:
        """…, B over the bridge: the same verb again."""
        for child in node[1:]:
            if self._is_leaf(child):
                self._see(child)
        parts = [child for child in node[1:] if not self._is_leaf(child)]
        rows = [part[1:] for part in parts if part[0] in ("gap1", "gap2")] or [parts]
        for row in rows:
            more = Clause("gap")
            for child in row:
                self._into(more, child)
            if more.phrases and {"step", "loss", "token", "point"} & set(more.phrases[0].things[0].nouns()):
                raise NotUnderstood("no_place", "", more.start, more.end)  # loses a step for the zone: the step loses nothing
            for phrase in more.phrases[:1]:
                phrase.before = True
            more.link = "and"
            self.gaps = [*self.gaps, more]

    def _question(self, clause: Clause, node: Any) -> None:
        rels, word = NONE, ""
        thing: Nominal | None = None
        for child in self._flat(node):
            if self._is_leaf(child):
                self._see(child)
                self._span(clause, self.tokens[child[1]])
                if child[0] in ("P", "OF", "TO"):
                    rels = frozenset(self._value(child).split("|"))
                elif child[0] in ("QP", "QD"):
                    word = word or self._value(child)
            elif child[0] == "ofs":
                for phrase in self._ofs(child):
                    self._add(clause, phrase)
                    thing = thing or phrase.things[0]  # how many of my attackers
            else:
                thing = self.things(child)[0]
        clause.wh.append((word, rels, thing))
        if thing is not None:
            clause.end = max(clause.end, thing.end)

    def _flat(self, node: Any) -> Iterator[Any]:
        for child in node[1:]:
            if not self._is_leaf(child) and child[0] in ("qel", "qd", "qpre"):
                yield from self._flat(child)
            else:
                yield child

    def _relative(self, clause: Clause, node: Any) -> None:
        """A relative clause hangs on the thing before it."""
        inner: Clause | None = None
        lead = ""
        self.relative |= {child[1] for child in node[1:] if child[0] == "REL" and node[1][0] == node[-1][0] == "COMMA"}  # can 16Pz, which has moved, go
        for child in node[1:]:
            if self._is_leaf(child):
                self._see(child)
                if child[0] == "P":
                    lead = self._value(child)
            else:
                inner = self._clause(child) if child[0] in CLAUSES else self._made(child)
        if inner is None:
            return
        inner.asked, inner.link, things = False, lead, clause.things()
        if self._there(clause, inner, self._first(node)):
            clause.subs.append(("while", [inner]))
        elif things and lies(clause, things[-1], inner):
            pass
        elif things:
            things[-1].clauses.append(inner)
        else:
            clause.subs.append(("rel", [inner]))
        clause.start, clause.end = min(clause.start, inner.start), max(clause.end, inner.end)

    def _made(self, node: Any) -> Clause:
        clause = Clause(node[0])
        self._into(clause, node)
        return clause

    def _subordinate(self, clause: Clause, node: Any) -> None:
        word = {"that": "that", "qsub": "asked"}.get(node[0], "")
        found: list[Clause] = []
        wh: list[Any] = []
        for child in node[1:]:
            if self._is_leaf(child):
                self._see(child)
                self._span(clause, self.tokens[child[1]])
                if child[0] == "SUB":
                    word = self._value(child)
                elif child[0] in ("QP", "QD"):
                    wh.append((self._value(child), NONE, None))
            elif child[0] in CLAUSES:
                found.append(self._clause(child))
            elif child[0] in ("sbody", "sclause"):
                self._open(child, found, "")
            elif child[0] == "base":
                wh.append(("what", NONE, self.things(child)[0]))
            elif found:
                self._into(found[-1], child)
            else:
                inner = Clause("frag")
                self._into(inner, child)
                found.append(inner)
        if wh and found:
            found[0].wh += wh
        if word == "while" and found:
            self._there(clause, found[0], self._first(node))
        things = clause.things()
        if (
            word == "that"
            and node[0] in ("sub", "sub2")
            and " " not in self.tokens[self._first(node)].text
            and len(found) == 1
            and things
            and not any(phrase.before for phrase in found[0].phrases)
            and not (clause.verb and "claim" in clause.verb.senses)
        ):
            if not lies(clause, things[-1], found[0]):
                things[-1].clauses.append(found[0])  # the units que salieron
            clause.end = max(clause.end, found[0].end)
            return
        clause.subs.append((word, found))
        for inner in found:
            clause.start, clause.end = min(clause.start, inner.start), max(clause.end, inner.end)

    def _nonfinite(self, clause: Clause, node: Any) -> None:
        """Infinitives and participles: a clause of their own, with what led them in."""
        inner, word = Clause(node[0]), ""
        for child in node[1:]:
            if self._is_leaf(child) and child[0] in ("P", "TO", "OF") and inner.verb is None:
                self._see(child)
                word = self._value(child)
            else:
                self._into(inner, child)
        have = any(child[0] == "BEI" and "HV" in self.tokens[child[1]].means for child in node[1:])  # por haber perdido un paso
        if word and node[0] == "inf" and not have:
            self._particles(inner)
        elif inner.verb is not None and any(child[0] == "VP" for child in node[1:]):
            inner.verb.passive, inner.verb.perfect = not have, have or inner.verb.perfect
        inner.asked = False
        clause.subs += [(word or node[0], [inner]), *(sub for sub in inner.subs if sub[0] == "if")]  # the chance if 44ID leads: a condition of it
        inner.subs = [sub for sub in inner.subs if sub[0] != "if"]
        clause.start, clause.end = min(clause.start, inner.start), max(clause.end, inner.end)
