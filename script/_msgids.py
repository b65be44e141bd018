"""Write rulings/msgids.py again from the data files of the Laws: python -m script._msgids"""

from pathlib import Path

from rulings.laws.messages import messages

FILE = Path(__file__).resolve().parent.parent / "rulings" / "msgids.py"
HEAD = '''"""The prose of the Laws' data files, marked for translators. Written by script/_msgids.py; do not edit."""
# ruff: noqa: E501
# fmt: off

from django.utils.translation import gettext_noop as _

MSGIDS = (
'''


def text() -> str:
    return HEAD + "".join(f"    _({quoted(message)}),\n" for message in messages()) + ")\n"


def quoted(message: str) -> str:
    return '"' + message.replace("\\", "\\\\").replace('"', '\\"') + '"'


if __name__ == "__main__":
    FILE.write_text(text(), "utf-8")
