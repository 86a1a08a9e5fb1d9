"""Chapter 2, 2.1 and 2.2: halves and rounding, fog of war, the tables that are printed on the map."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

from adjudicator.book import Findings, LedgerEntry, Missing, Situation, Unit, cited, define, forbid, permit, rule, term, value
from adjudicator.book.engine import suppose
from adjudicator.kit import all_known, cell, chances_told, entry, number, why_not

from .acts import ChitCase, Cup, PdCase, Question, SetUp
from .acts_combat import AskChances, CallOff, Combat, Inspect, named_attack, trial
from .acts_turn import Dice, OgRoll, ReplacementRoll
from .vocabulary import SETTLEMENTS

HALF = Fraction(1, 2)
HQ_LIMITS = tuple(range(1, 9))
CHART_SHIFTS = (0, -1, -2, -3)


# ---- 2.1 ---------------------------------------------------------------------------------------------------------------
@rule("2.1.1", Combat, "odds")
def modifiers_multiply(attack: Combat) -> Findings:
    """A unit that several things halve is halved by each of them."""
    if attack.forbidden:
        return
    for ledger in ("attack", "defense"):
        entries: list[LedgerEntry] = list(attack.ruling.ledgers.get(ledger) or ())
        for unit in dict.fromkeys(line.group for line in entries if line.group):
            halvings = [line for line in entries if line.group == unit and line.value < 0]
            if len(halvings) > 1:
                yield define("halved_twice", units=[unit], unit=unit, strength=str(attack.part(ledger, unit)))


def halve(case: PdCase, ledger: str, unit: Unit, key: str, **slots: str) -> Findings:
    """Half of what a unit has in a ledger so far is taken off; fractions stay until all are added up (2.1.1, 2.1.2)."""
    now = case.part(ledger, unit.id)
    if now:
        yield term(ledger, -Fraction(now) / 2, key, unit.id, unit=unit.id, **slots)


def rounded(total: Fraction | int) -> Fraction | int:
    """A side's strength with all fractions added and then dropped; what would be nothing counts one half."""
    whole = int(total)
    return whole if whole or total <= 0 else HALF


@rule("2.1.2", Combat, "odds")
def fractions_are_added_first(attack: Combat) -> Findings:
    """All fractions of a side are added before anything is rounded down; a total of nothing counts one half (for a defence see 9.3.2)."""
    if attack.forbidden or "attack" not in attack.ruling.ledgers or attack.open_strengths():
        return
    for ledger in ("attack", "defense"):
        exact = Fraction(attack.total(ledger))
        vanishes = ledger == "defense" and 0 < exact < 1
        final = 0 if vanishes and attack.reading("6.3") == "column" else rounded(exact)
        if final != exact:
            yield term(ledger, final - exact, "rounded_down" if final < exact else "counts_half")
        yield value(f"{ledger}_total", final)


@rule("2.1.2", CallOff)
def announced_attacks_stand(calling: CallOff) -> Findings:
    """With fog of war an announced attack cannot be called off unless it fails to reach 1-2."""
    pending = calling.pending
    if pending.get("result"):
        yield forbid("nothing_announced")
        return
    if not calling.s.option("fog_of_war"):
        yield define("no_fog_of_war")
        return
    if pending.get("act") != "attack":
        yield forbid("nothing_announced")
        return

    ids = tuple(pending.get("attackers") or ()) or tuple(unit.id for unit in calling.attackers)
    thought = suppose(calling, "attack", {"units": ids, "target": calling.target})
    for need in thought.needs:
        if any({"verdict", "odds"} & outcome.keys() for outcome in need.outcomes.values()) or not need.outcomes and thought.verdict == "undetermined":
            raise Missing(need.fact, calling.values_of(need.fact))
    if "9.3.2" in thought.cites and any(number_ == "9.3.2" and finding.effect == "forbids" for number_, finding in thought.findings):
        yield permit("too_weak_to_stand", hex=calling.target, odds=str(thought.computed.get("odds", "")))
    else:
        yield forbid("announced_stands", hex=calling.target, odds=str(thought.computed.get("odds", "")))


@rule("2.1.2", Inspect)
def only_the_top_counter(inspect: Inspect) -> Findings:
    """With fog of war only the top counter of an enemy stack may be seen, except while the odds of an attack are worked out."""
    there = inspect.enemies_at(inspect.target, inspect.side)
    if not inspect.s.option("fog_of_war"):
        yield permit("stacks_are_open", inspect.target)
    elif not there:
        yield permit("nothing_there", inspect.target)
    elif inspect.pending.get("act") == "attack" and inspect.pending.get("hex") == inspect.target:
        yield permit("seen_for_the_odds", inspect.target)
    elif inspect.slots.get("top"):
        yield permit("top_is_seen", inspect.target)
    else:
        yield forbid("stack_hidden", there, inspect.target)


@rule("2.1.3", Cup)
def chits_at_the_start(cup: ChitCase) -> Findings:
    """At set-up every chit without a turn number goes into the cup, and no other."""
    if cup.s.phase != "setup":
        return
    turns = cup.table("chits")["turn"]
    for chit in cup.chits:
        if chit in turns:
            yield forbid("chit_comes_later", chit=chit, turn=turns[chit])
        else:
            yield permit("chit_into_cup", chit=chit)


@rule("2.1.3", SetUp)
def set_up_before_play(setup: SetUp) -> Findings:
    """Units are placed by the set-up lists before play begins; reinforcements wait on the turn track."""
    phase, turn = setup.s.phase, setup.s.stated("turn")
    if phase is not None and phase != "setup":
        yield forbid("play_has_begun", phase=phase, turn=str(turn))
    for unit in setup.placed:
        if unit.arrives is not None:
            yield forbid("waits_on_the_track", unit, turn=unit.arrives)


# ---- 2.2 ---------------------------------------------------------------------------------------------------------------
@cited("2.2.1")
def base_limit(case: PdCase, side: str) -> int:
    """The number of HQs that the turn track allows a side this turn."""
    return int(case.track(str(case.s.turn), side, HQ_LIMITS))


def ground_names(s: Situation, hex_: str) -> list[str]:
    """The rows of the terrain chart that a hex comes under: its terrain and its settlement; clear ground needs no row."""
    place = s.hex(hex_)
    terrain: str = place.terrain
    rows = [terrain] if terrain != "clear" else []
    return rows + [name for name in place.features if name in SETTLEMENTS]


@cited("2.2.2")
def chart_shift(s: Situation, row: str) -> int:
    """The columns that the terrain chart takes for a row (2.2.2)."""
    return int(number(entry(s, "tec_shift", row, CHART_SHIFTS)))


@rule("2.2.3", Combat, "roll")
def the_die(attack: Combat) -> Findings:
    """One die on the combat results table, which is printed on the map."""
    column = attack.computed("column")
    if column is None:
        return
    die = attack.roll()
    found = result_at(attack.s, str(column), die)
    yield value("table_result", found)
    yield value("result", found, "rolled", die=die, column=column, result=found)


def result_at(s: Situation, column: str, die: int) -> str:
    """An entry of the combat results table; its columns may be written 2:1 or 2-1."""
    tables: dict[str, Any] = s.facts.get("tables") or {}
    crt = tables.get("crt") or {}
    name = column if column in crt or column.replace(":", "-") not in crt else column.replace(":", "-")
    return str(cell(s, "crt", name, str(die)))


@rule("2.2.3", AskChances, "answer")
def chances_of_an_attack(question: Question) -> Findings:
    """The chance of each result of the table."""
    ruling = trial(question, named_attack(question), full=True)
    all_known(question, ruling)
    why_not(question, ruling)
    if ruling.roll is not None:
        yield from chances_told(question, ruling.roll)
    elif ruling.verdict == "legal":
        raise Missing(f"tables.crt.{ruling.computed.get('column', '?')}")
    else:
        yield value("answer", "none")


@rule("2.2.6", ReplacementRoll)
def replacement_table(roll: ReplacementRoll) -> Findings:
    """The table for Polish replacements is printed on the map: a die that has been thrown cannot be read without it."""
    if roll.dice:
        yield define("table_used", points=str(printed(roll, "replacement", roll.dice[0])))


@cited("2.2.7")
def og_groups(case: PdCase, die: int) -> int:
    """How many operational groups a die lets act, by the printed table (2.2.7)."""
    return int(printed(case, "og_roll", die, (0, 1, 2, 3)))


def printed(case: PdCase, table: str, die: int, values: tuple[Any, ...] | None = None) -> Any:
    """The entry of a die in a printed table of one column; Missing if nobody stated it."""
    return entry(case.s, table, str(die), values)


@rule("2.2.7", OgRoll)
def the_table_says(roll: Dice) -> Findings:
    """The number of HQs stands on the table: a die that has been thrown cannot be read without it."""
    if roll.dice:
        yield define("og_number", die=roll.dice[0], count=str(printed(roll, "og_roll", roll.dice[0])))
