"""What cannot be awarded or read, said in one sentence that names the argument and the remedy."""

from points.schemes.words import Note, say


class PointsError(ValueError):
    """A question that cannot be answered. `note` carries the code and figures for translation."""

    def __init__(self, code: str, **params: object) -> None:
        self.note = Note.of(code, **params)
        super().__init__(say(self.note))


class SchemeError(PointsError):
    """A scheme contradicts itself; the sentence names the scheme, the figure and the fault."""
