"""``adjudicator table``: a session beside a physical game.

Each line is judged at once and, if it is kept, written to the log and to the disk before its answer is shown, so that a crash, Ctrl-C
or a dead battery costs at most the line that had no answer.  A session that is started again reads its log and goes on where it ends.

The rooms, each using only those above it:
`file` the log on the disk · `history` taking back and bringing back · `voice` where answers go · `shorten` abbreviations ·
`show` what stands where · `slip` a ruling to pass on · `replay` reading the log · `recorder` the game and its log ·
`asking` facts that are missing, what is due · `hearing` entries, doubts, dice · `session` lines in, answers out ·
`terminal` keys and completion · `command` the command itself
"""

from adjudicator.table.command import table
from adjudicator.table.file import LogFile
from adjudicator.table.session import Session

__all__ = ["LogFile", "Session", "table"]
