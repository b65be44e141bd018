"""Which profile a file's own program follows, by its name."""

from scoring.engine.profiles import (
    ACBL,
    COMPSCORE,
    EBUSCORE,
    EXACT,
    MAGIC,
    PIANOLA,
    PLAIN,
    PROFILES,
    SCOREBRIDGE,
    SCOREBRIDGE_TIES,
    Profile,
)
from scoring.interchange.document import Document

# Part of a name, in small letters without blanks, the more particular first.
_BY_NAME = (
    ("compscore", COMPSCORE),
    ("ebuscore", EBUSCORE),
    ("teamsscorer", EBUSCORE),
    ("scorebridge", SCOREBRIDGE),
    ("brian", PLAIN),
    ("magic", MAGIC),
    ("pianola", PIANOLA),
    ("acbl", ACBL),
)
_ALSO = {SCOREBRIDGE.name: (SCOREBRIDGE_TIES,)}


def usual_profile(program: str) -> Profile:
    """What a program's files follow as far as is known; exact figures for any other."""
    name = "".join(program.lower().split())
    return next((profile for part, profile in _BY_NAME if part in name), EXACT)


def profiles_to_try(document: Document) -> list[Profile]:
    """The usual one of the program that wrote the file, then those that may explain other figures."""
    first = usual_profile(document.origin.program)
    if not document.has_figures:
        return [first]
    return list(dict.fromkeys([first, *_ALSO.get(first.name, ()), *PROFILES.values()]))
