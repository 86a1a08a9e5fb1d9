"""What a rulebook's author imports: the class of an act, the decorators that register rules, what rules read and say, and the errors they raise."""

from adjudicator.book.acts import LEGALITY, BookFault, Case, RuleFunction
from adjudicator.book.rulebook import PACKAGE, Rulebook, UnknownRulebook, folders, load, registered
from adjudicator.book.rules import Rule, Stage, Turn, act, act_named, cited, cites, derives, rule, says
from adjudicator.files.places import ENVIRONMENT
from adjudicator.ground.facts import InputError, Missing, both, either, every, known, some
from adjudicator.ground.ruling import (
    ILLEGAL,
    LEGAL,
    UNDETERMINED,
    Finding,
    Findings,
    Ledger,
    LedgerEntry,
    Number,
    Ruling,
    define,
    drawn,
    drm,
    effect,
    forbid,
    kept,
    owes,
    permit,
    record,
    shift,
    term,
    unused,
    value,
    warn,
)
from adjudicator.ground.situation import OFF_MAP, Entity, Hex, Hexside, Marker, Situation, Unit

__all__ = [
    "ENVIRONMENT", "ILLEGAL", "LEGAL", "LEGALITY", "OFF_MAP", "PACKAGE", "UNDETERMINED", "BookFault", "Case", "Entity", "Finding", "Findings", "Hex", "Hexside",
    "InputError", "Ledger", "LedgerEntry", "Marker", "Missing", "Number", "Rule", "RuleFunction", "Rulebook", "Ruling", "Situation", "Stage", "Turn", "Unit",
    "UnknownRulebook", "act", "act_named", "both", "cited", "cites", "define", "derives", "drawn", "drm", "effect", "either", "every", "folders", "forbid",
    "kept", "known", "load", "owes", "permit", "record", "registered", "rule", "says", "shift", "some", "term", "unused", "value", "warn",
]  # fmt: skip
