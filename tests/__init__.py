"""The tests.

Where Python is told to write no compiled files beside the sources, they are kept with pytest's own cache: else each of the many processes of
the suite would compile the program, and each run its tests, anew.
"""

import os
import sys

if sys.dont_write_bytecode:
    sys.dont_write_bytecode = False
    sys.pycache_prefix = os.path.join(os.path.dirname(os.path.dirname(os.path.abspath(__file__))), ".pytest_cache", "compiled")
    os.environ.pop("PYTHONDONTWRITEBYTECODE", None)
    os.environ["PYTHONPYCACHEPREFIX"] = sys.pycache_prefix
