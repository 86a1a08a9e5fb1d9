"""What a line of text becomes, and what is said where it becomes nothing; `adjudicator.sentences` is what reads it.

`folding` comparable text · `model` what comes out · `errors` what was not understood · `names` what a player may call units, markers and hexes ·
`words` the notation of words files
"""

from adjudicator.language.errors import Ambiguous, NotUnderstood, explain
from adjudicator.language.model import Act, Aid, Entry, Names, Stated

__all__ = ["Act", "Aid", "Ambiguous", "Entry", "Names", "NotUnderstood", "Stated", "explain"]
