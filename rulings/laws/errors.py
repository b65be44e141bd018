"""What cannot be done, said in one sentence that names the argument and the remedy."""

from rulings.laws.model import Note
from rulings.laws.words import say


class LawsError(ValueError):
    """A question that cannot be answered. `note` carries the code and figures for translation."""

    def __init__(self, code: str, **params: object) -> None:
        self.note = Note.of(code, **params)
        super().__init__(say(self.note))


class DataError(LawsError):
    """A data file of this package contradicts itself; the sentence names the file, the line and the fault."""
