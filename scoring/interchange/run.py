"""The command `score` without Django: a path and options in, text and an exit code out."""

from pathlib import Path
from typing import NamedTuple

from scoring.engine.errors import ScoringError
from scoring.interchange import sentences
from scoring.interchange.files import LIMIT
from scoring.interchange.report import as_json, as_text
from scoring.interchange.scored import ScoringOptions, score_file

FORMATS = {"text": as_text, "json": as_json}


class CommandOutput(NamedTuple):
    """What to print, and 0; or one sentence, and 2."""

    text: str
    code: int = 0


def run(path: Path, options: ScoringOptions, form: str = "text", limit: int = LIMIT) -> CommandOutput:
    """Never raises: a file can be damaged in more ways than anybody thinks of."""
    try:
        return CommandOutput(FORMATS[form](score_file(path, options, limit)))
    except ScoringError as error:
        return CommandOutput(str(error), 2)
    except (RecursionError, MemoryError):
        return CommandOutput(sentences.TOO_DEEP % {"path": path.name}, 2)
    except Exception as error:
        return CommandOutput(sentences.FAULT % {"path": path.name, "kind": type(error).__name__}, 2)
