"""What a rulebook's author imports: the class of an act, the decorators that register rules, and the errors they raise."""

from adjudicator.book.acts import LEGALITY, BookFault, Case, RuleFunction
from adjudicator.book.rulebook import PACKAGE, Rulebook, UnknownRulebook, folders, load, registered
from adjudicator.book.rules import Rule, Stage, Turn, act, act_named, cited, cites, derives, rule, says
from adjudicator.files.places import ENVIRONMENT
from adjudicator.ground.facts import InputError, Missing, both, either, every, known, some

__all__ = [
    "ENVIRONMENT", "LEGALITY", "PACKAGE", "BookFault", "Case", "InputError", "Missing", "Rule", "RuleFunction", "Rulebook", "Stage", "Turn",
    "UnknownRulebook", "act", "act_named", "both", "cited", "cites", "derives", "either", "every", "folders", "known", "load", "registered", "rule", "says",
    "some",]  # fmt: skip
