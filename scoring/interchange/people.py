"""The people behind the contestants of a file, one by one, with the numbers that a file gives them."""

from collections.abc import Iterator
from dataclasses import dataclass

from scoring.interchange.document import Document

#: What the readers put between the names of a pair.
BETWEEN_NAMES = " – "


@dataclass(frozen=True, slots=True)
class FilePerson:
    """Somebody as a file names them; the number is empty where the file gives none."""

    name: str
    number: str = ""


def names_in(contestant: str) -> list[str]:
    """The names of the players of a pair, or the one name of a player or partnership."""
    return [" ".join(name.split()) for name in contestant.split(BETWEEN_NAMES) if name.strip()]


def people_in(document: Document) -> Iterator[FilePerson]:
    """Everybody whom a file of pairs or of players names, as often as it does. Teams are known by their names alone."""
    if document.matches:
        return
    for contestant in document.people.values():
        for name in names_in(contestant):
            yield FilePerson(name)
