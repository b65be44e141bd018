"""makemessages, which also reads the prose of the Laws' data files."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from django.core.management.commands import makemessages

from rulings.laws.messages import messages

# Beside the data files, so that translators see where the sentences come from. It is there while the command runs.
SOURCE = Path(__file__).resolve().parents[2] / "laws" / "data" / "prose.py"


@contextmanager
def prose_as_source(path: Path) -> Iterator[None]:
    """The prose as calls of gettext in a file at `path`, for as long as somebody reads it."""
    quoted = (message.replace("\\", "\\\\").replace('"', '\\"') for message in messages())
    path.write_text("".join(f'_("{message}")\n' for message in quoted), "utf-8")
    try:
        yield
    finally:
        path.unlink()


class Command(makemessages.Command):
    def handle(self, *args: Any, **options: Any) -> None:
        with prose_as_source(SOURCE):
            super().handle(*args, **options)
