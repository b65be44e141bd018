"""docs/settings.md lists exactly the variables that config/settings.py reads."""

import re
from pathlib import Path

BASE = Path(__file__).resolve().parent.parent.parent


def test_every_variable_is_in_the_table_and_no_other():
    read = set(re.findall(r"env\.\w+\(\s*\"([A-Z_]+)\"", (BASE / "config/settings.py").read_text()))
    told = set(re.findall(r"^\| `([A-Z_]+)` \|", (BASE / "docs/settings.md").read_text(), flags=re.MULTILINE))
    assert read
    assert told == read
