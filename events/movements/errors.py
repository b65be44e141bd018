"""What cannot be done, said in one sentence that names the option and the remedy."""

from events.movements.model import Note
from events.movements.words import say


class MovementError(ValueError):
    """A request that no movement can meet. `note` carries the code and figures for translation."""

    def __init__(self, code: str, **params: object) -> None:
        self.note = Note.of(code, **params)
        super().__init__(say(self.note))
