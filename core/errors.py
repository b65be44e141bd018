"""How a service refuses. Bad input is Django's ValidationError, which names the field and the remedy."""

from typing import Any

from django.core.exceptions import PermissionDenied, ValidationError
from django.utils.translation import gettext_lazy as _

#: Also read by secretaries, who are not sent to themselves.
NOT_ALLOWED = _(
    "Your role does not allow this here. Ask the club's secretary or, if that is you, an officer of the federation."
)


class Forbidden(PermissionDenied):
    """This actor may not do this act on this object."""

    def __init__(self, message: object = None) -> None:
        super().__init__(message or NOT_ALLOWED)


class Conflict(Exception):
    """Somebody else changed the object after this person last saw it; nothing was saved."""

    def __init__(self, message: object = None) -> None:
        self.message = message or _(
            "Somebody else changed this while you were working on it. Nothing was saved: look at what it says now,"
            " then make your change again."
        )
        super().__init__(self.message)


def field_error(field: str, sentence: Any, code: str = "invalid") -> ValidationError:
    """Bad input in one field: what is wrong and how to mend it, with a code for programs."""
    return ValidationError({field: ValidationError(sentence, code=code)})
