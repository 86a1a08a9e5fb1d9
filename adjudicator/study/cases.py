"""Files of conformance cases."""

from __future__ import annotations

from typing import Any

from adjudicator.files.fault import Broken
from adjudicator.files.text import STDIN
from adjudicator.files.yaml import load_document


def cases_of(path: str) -> list[Any]:
    """The cases of a file ('-' is standard input); raises Broken if it can't be read or holds no list."""
    data = load_document(path, cached=path != STDIN).data
    if not isinstance(data, list):
        raise Broken(path, None, "no_cases")
    return data
