"""The parser: rows of word classes to the cheapest trees of `grammars/sentences.lark`.

lark reads the grammar when the language is compiled; what runs is a chart parser (Earley's) over one automaton a rule, in
which the hundreds of expansions of the optional parts have become shared states.  A token may belong to several classes,
the likeliest first: a class further back costs more.  A tree is nested tuples: `(rule, child, ...)`, a token is
`(class, number)`.  Costs are tenths, written in the grammar as `rule.-N`.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from adjudicator.sentences.token import VERBAL

BEST = 8
"""So many trees of a row are kept."""
RANK = 2
"""What each place further back in the list of a word's classes costs."""
MAX_LEADS = 400
"""Of so many sets of classes a parser remembers where they lead; a book's sentences have some 150, which take 4 MB."""
MAX_ITEMS = 30_000
"""A chart with more items than this is given up: the row is parsed with the first classes of its words alone."""
BITS = 9
SPAN = 1 << BITS

Tree = tuple[Any, ...]


def compile_grammar(text: str) -> dict[str, Any]:
    """The tables of a grammar in lark's notation, as plain JSON."""
    from lark.load_grammar import load_grammar

    grammar, _ = load_grammar(text, "sentences", [], False)  # type: ignore[no-untyped-call]
    _terminals, rules, _ = grammar.compile(["start"], "*")
    expansions: dict[str, list[list[str]]] = {}
    costs: dict[str, int] = {}
    inline: dict[str, int] = {}
    for rule in rules:
        name = rule.origin.name
        expansions.setdefault(name, []).append([symbol.name for symbol in rule.expansion])
        costs[name] = -(rule.options.priority or 0)
        inline[name] = 2 if name.startswith("_") else 1 if rule.options.expand1 else 0
    words = sorted({symbol for rows in expansions.values() for row in rows for symbol in row if symbol not in expansions})
    names = sorted(expansions)
    number = {name: len(words) + at for at, name in enumerate(names)}
    number.update({word: at for at, word in enumerate(words)})
    steps: list[dict[int, int]] = []
    of: list[int] = []
    ends: list[int] = []
    starts: list[int] = []
    for at, name in enumerate(names):
        starts.append(_automaton([[number[symbol] for symbol in row] for row in expansions[name]], at, steps, of, ends))
    first = _first(names, words, number, expansions)
    follow = _follow(names, words, number, expansions, first)
    return {
        "words": words,
        "names": names,
        "costs": [costs[name] for name in names],
        "inline": [inline[name] for name in names],
        "starts": starts,
        "first": first,
        "follow": follow,
        "of": of,
        "ends": ends,
        "steps": [sorted(step.items()) for step in steps],
    }


def _automaton(rows: list[list[int]], at: int, steps: list[dict[int, int]], of: list[int], ends: list[int]) -> int:
    """One automaton for all expansions of a rule: a tree of their beginnings, then equal endings put together."""
    tree: list[dict[int, int]] = [{}]
    final = {0: False}
    for row in rows:
        state = 0
        for symbol in row:
            if symbol not in tree[state]:
                tree[state][symbol] = len(tree)
                final[len(tree)] = False
                tree.append({})
            state = tree[state][symbol]
        final[state] = True
    known: dict[tuple[bool, tuple[tuple[int, int], ...]], int] = {}
    place: dict[int, int] = {}
    for state in range(len(tree) - 1, -1, -1):  # a state is made before those behind it
        moved = {symbol: place[to] for symbol, to in tree[state].items()}
        key = (final[state], tuple(sorted(moved.items())))
        if state and key in known:
            place[state] = known[key]
            continue
        place[state] = known[key] = len(steps)
        steps.append(moved)
        of.append(at)
        ends.append(int(final[state]))
    return place[0]


def _first(names: list[str], words: list[str], number: Mapping[str, int], expansions: Mapping[str, list[list[str]]]) -> list[int]:
    """The classes that each rule may begin with, as bits."""
    first = [0] * len(names)
    changed = True
    while changed:
        changed = False
        for at, name in enumerate(names):
            bits = first[at]
            for row in expansions[name]:
                symbol = number[row[0]]
                bits |= 1 << symbol if symbol < len(words) else first[symbol - len(words)]
            changed |= bits != first[at]
            first[at] = bits
    return first


def _follow(names: list[str], words: list[str], number: Mapping[str, int], expansions: Mapping[str, list[list[str]]], first: list[int]) -> list[int]:
    """The classes that may stand behind each rule, as bits; the end is one bit more."""
    follow = [0] * len(names)
    follow[names.index("start")] = 1 << len(words)
    changed = True
    while changed:
        changed = False
        for at, name in enumerate(names):
            for row in expansions[name]:
                for place, symbol in enumerate(row):
                    inner = number[symbol] - len(words)
                    if inner < 0:
                        continue
                    if place + 1 < len(row):
                        after = number[row[place + 1]]
                        bits = 1 << after if after < len(words) else first[after - len(words)]
                    else:
                        bits = follow[at]
                    changed |= (follow[inner] | bits) != follow[inner]
                    follow[inner] |= bits
    return follow


class TooLong(Exception):
    """The chart has grown too large."""


Lead = tuple[int, Sequence[tuple[int, int, int]], Sequence[tuple[int, int]]]
"""Of a state before a token: the rule that may end here (-1: none), the rules it waits for with their first state and the state behind, the words it reads."""


class Parser:
    """Parses rows of classes by the tables of `compile_grammar`."""

    def __init__(self, tables: Mapping[str, Any]) -> None:
        self.words: dict[str, int] = {word: at for at, word in enumerate(tables["words"])}
        self.names: list[str] = tables["names"]
        self.costs: list[int] = tables["costs"]
        self.inline: list[int] = tables["inline"]
        self.follow: list[int] = tables["follow"]
        self.of: list[int] = tables["of"]
        self.ends: list[int] = tables["ends"]
        count = len(self.words)
        self.end = 1 << count
        self.starts: dict[str, int] = dict(zip(self.names, tables["starts"], strict=True))
        self.reads: list[dict[int, int]] = []
        self.calls: list[list[tuple[int, int, int, int]]] = []  # rule, first classes, its first state, state behind it
        for step in tables["steps"]:
            self.reads.append({symbol: to for symbol, to in step if symbol < count})
            self.calls.append(
                [(symbol - count, tables["first"][symbol - count], tables["starts"][symbol - count], to) for symbol, to in step if symbol >= count]
            )
        self.reached = 0
        self.leads: dict[tuple[int, tuple[int, ...] | None], dict[int, Lead]] = {}

    def _lead(self, state: int, mask: int, options: tuple[int, ...] | None) -> Lead:
        """Where a state leads to before a token of these classes (None: at the end); `mask`: what may follow, as bits."""
        rule = self.of[state] if self.ends[state] and self.follow[self.of[state]] & mask else -1
        if options is None:
            return rule, (), ()
        step = self.reads[state]
        calls = [(rule, begin, to) for rule, first, begin, to in self.calls[state] if first & mask]
        return rule, calls, [(step[word] << BITS, -1 - word) for word in options if word in step]

    def parse(self, row: Sequence[Sequence[str]]) -> list[tuple[int, Tree]]:
        """Up to three cheapest trees of a row of classes with their costs, the cheapest first; none if the row is no sentence.

        `reached` then is the number of the first token that could not follow.
        """
        if len(row) >= SPAN:
            return []
        classes = [[self.words[name] for name in options if name in self.words] for options in row]
        try:
            return self._parse(classes, row)
        except TooLong:
            try:
                return self._parse([options[:1] for options in classes], row)
            except TooLong:
                return []

    def after(self, row: Sequence[Sequence[str]]) -> frozenset[str]:
        """The classes of words that may stand behind the beginning of a sentence; none if nothing begins so."""
        if len(row) + 1 >= SPAN:
            return frozenset()
        classes = [[self.words[name] for name in options if name in self.words] for options in row]
        try:
            sets, _ = self._chart([*classes, []], [*(sum(1 << word for word in options) for options in classes), -1, -1])
        except TooLong:
            return frozenset()
        spelled = {at: name for name, at in self.words.items()}
        return frozenset(spelled[word] for key in sets[len(row)] for word in self.reads[key // SPAN])

    def longest(self, row: Sequence[Sequence[str]], rule: str) -> tuple[Tree, int] | None:
        """The cheapest tree of the longest beginning of a row that is this rule, and how many tokens it has; None if it begins with none."""
        classes = [[self.words[name] for name in options if name in self.words] for options in row]
        try:
            sets, done = self._chart(classes, [*(self.end | sum(1 << word for word in options) for options in classes), self.end], rule)
        except TooLong:
            return None
        root = self.names.index(rule) * SPAN
        length = next((at for at in range(len(done) - 1, 0, -1) if root in done[at]), 0)
        if not length:
            return None
        cheapest = _Cheapest(self, sets, done, classes, row)
        return cheapest.tree(cheapest.whole(root, length)[0][2]), length

    def _parse(self, row: list[list[int]], names: Sequence[Sequence[str]]) -> list[tuple[int, Tree]]:
        count = len(row)
        sets, done = self._chart(row, [sum(1 << word for word in options) for options in row] + [self.end])
        root = self.names.index("start") * SPAN
        if len(done) <= count or root not in done[count]:
            return []
        cheapest = _Cheapest(self, sets, done, row, names)
        try:
            return [(cost, cheapest.tree(found)) for cost, _, found in cheapest.whole(root, count)]
        except RecursionError:  # combine combine combine …: clauses within clauses, deeper than anyone talks
            return []

    def _chart(self, row: list[list[int]], masks: list[int], root: str = "start") -> tuple[list[dict[int, list[Any]]], list[dict[int, list[int]]]]:
        """The states at each place, and the rules that end there, up to the first place that nothing leads to; `masks` are the classes that may follow."""
        count = len(row)
        start = self.starts[root] * SPAN
        sets: list[dict[int, list[Any]]] = [{} for _ in range(count + 1)]
        sets[0][start] = []
        waits: list[dict[int, list[tuple[int, int]]]] = []
        done: list[dict[int, list[int]]] = []  # per position: rule and origin -> states at its end
        if len(self.leads) > MAX_LEADS:
            self.leads.clear()
        items = 0
        self.reached = 0
        for at in range(count + 1):
            here = sets[at]
            if not here:
                return sets, done
            self.reached = at
            wait: dict[int, list[tuple[int, int]]] = {}
            ended: dict[int, list[int]] = {}
            waits.append(wait)
            done.append(ended)
            mask = masks[at]
            options = tuple(row[at]) if at < count else None
            leads = self.leads.setdefault((mask, options), {})
            agenda = list(here)
            for key in agenda:
                state, origin = key >> BITS, key & SPAN - 1
                lead = leads.get(state)
                if lead is None:
                    lead = leads[state] = self._lead(state, mask, options)
                rule, calls, reads = lead
                if rule >= 0:
                    whole = rule << BITS | origin
                    if whole in ended:
                        ended[whole].append(key)
                    else:
                        ended[whole] = [key]
                        for before, to in waits[origin].get(rule, ()):
                            new = to << BITS | before & SPAN - 1
                            known = here.get(new)
                            if known is None:
                                here[new] = [(origin, before, whole)]
                                agenda.append(new)
                            else:
                                known.append((origin, before, whole))
                for rule, begin, to in calls:
                    waiting = wait.get(rule)
                    if waiting is None:
                        wait[rule] = [(key, to)]
                        new = begin << BITS | at
                        if new not in here:
                            here[new] = []
                            agenda.append(new)
                    else:
                        waiting.append((key, to))
                for step, word in reads:
                    behind = sets[at + 1]
                    new = step | origin
                    if new in behind:
                        behind[new].append((at, key, word))
                    else:
                        behind[new] = [(at, key, word)]
            items += len(agenda)
            if items > MAX_ITEMS:
                raise TooLong
        return sets, done


class _Cheapest:
    """Takes the cheapest trees out of a chart."""

    def __init__(
        self, parser: Parser, sets: list[dict[int, list[Any]]], done: list[dict[int, list[int]]], row: list[list[int]], names: Sequence[Sequence[str]]
    ) -> None:
        self.parser, self.sets, self.done = parser, sets, done
        verbal = {parser.words[name] for name in VERBAL if name in parser.words}
        self.ranks = [_ranks(options, verbal) for options in row]
        self.spelled = {at: word for word, at in parser.words.items()}
        self.wholes: dict[tuple[int, int], list[tuple[int, int, Any]]] = {}
        self.rows: dict[tuple[int, int], list[tuple[int, int, Any]]] = {}
        self.trees: dict[int, Tree] = {}
        self.serial = 0

    def whole(self, key: int, at: int) -> list[tuple[int, int, Any]]:
        """The cheapest trees of one rule from its origin to `at`."""
        found = self.wholes.get((key, at))
        if found is None:
            self.wholes[key, at] = []  # a rule that holds only itself adds nothing
            rule = key // SPAN
            cost = self.parser.costs[rule]
            states = self.done[at][key]
            if len(states) == 1:
                rows = self.row(states[0], at)
            else:
                rows = sorted([entry for state in states for entry in self.row(state, at)])
            found = self.wholes[key, at] = [(entry[0] + cost, entry[1], (rule, entry[2])) for entry in rows[:BEST]]
        return found

    def row(self, key: int, at: int) -> list[tuple[int, int, Any]]:
        """The cheapest beginnings of a rule up to `at`: cost, serial number, (beginning, child)."""
        found = self.rows.get((key, at))
        if found is not None:
            return found
        links = self.sets[at][key]
        if not links:
            return [(0, 0, None)]
        entries: list[tuple[int, int, Any]] = []
        for origin, before, child in links:
            lefts = self.row(before, origin)
            if child < 0:
                wholes: list[tuple[int, int, Any]] = [(self.ranks[origin][-1 - child], 0, (self.spelled[-1 - child], origin))]
            else:
                wholes = self.whole(child, at)
            serial = self.serial
            for place, (cost, _, left) in enumerate(lefts, 1):
                for more, _, tree in wholes[: BEST // place] if place > 1 else wholes:  # both are in order: no pair behind so many cheaper ones is kept
                    serial += 1
                    entries.append((cost + more, serial, (left, tree)))
            self.serial = serial
        entries.sort()  # no two have the same serial number
        found = self.rows[key, at] = entries[:BEST]
        return found

    def tree(self, node: Any) -> Tree:
        """A tree as tuples: helpers of the grammar dissolved."""
        if isinstance(node[0], str):
            return node  # type: ignore[no-any-return]
        found = self.trees.get(id(node))
        if found is None:
            children = self._children(node[1])
            found = children[0] if self.parser.inline[node[0]] and len(children) == 1 else (self.parser.names[node[0]], *children)
            self.trees[id(node)] = found  # the chart keeps the node
        return found

    def _children(self, row: Any) -> list[Tree]:
        found: list[Tree] = []
        while row is not None:
            row, child = row
            if not isinstance(child[0], str) and self.parser.inline[child[0]] == 2:
                found += reversed(self._children(child[1]))
            else:
                found.append(self.tree(child))
        found.reverse()
        return found


def _ranks(options: list[int], verbal: set[int]) -> dict[int, int]:
    """What each class of a word costs; the forms of a verb are one place, for the grammar tells them apart."""
    found: dict[int, int] = {}
    place, forms = 0, -1
    for word in options:
        if word in verbal and forms >= 0:
            found[word] = forms
            continue
        found[word] = place
        if word in verbal:
            forms = place
        place += RANK
    return found
