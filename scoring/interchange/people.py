"""The people behind the contestants of a file, one by one, with the numbers that a file gives them."""

from collections.abc import Iterator

from scoring.interchange.document import Document, FilePerson

#: What the readers put between the names of a pair.
BETWEEN_NAMES = " – "


def names_in(contestant: str) -> list[str]:
    """The names of the players of a pair, or the one name of a player or partnership."""
    return [" ".join(name.split()) for name in contestant.split(BETWEEN_NAMES) if name.strip()]


def people_in(document: Document) -> Iterator[FilePerson]:
    """Everybody whom a file of pairs or of players names, as often as it does. Teams are known by their names alone."""
    if document.matches:
        return
    for key, contestant in document.people.items():
        told = document.contestants.get(key)
        by_name = {" ".join(person.name.split()): person for person in told.players} if told else {}
        for name in names_in(contestant):
            yield by_name.get(name, FilePerson(name))
