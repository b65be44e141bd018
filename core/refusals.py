"""How a page says what a service refused: on its form, above it, or as a message on the page that follows.

A view does its act and answers inside one of these; where the service refuses, it goes on below:

    with refusals_on(form):
        cancel_event(actor=request.actor, event=event, **form.cleaned_data)
        return redirect(event_url(event))
    return render_event(request, event, "events/event_cancel.html", {"form": form}, status=status_of(form))
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager

from django.contrib import messages
from django.core.exceptions import NON_FIELD_ERRORS, ValidationError
from django.forms import BaseForm
from django.http import HttpRequest

from core.errors import Conflict, Forbidden
from core.forms import add_errors, replace_sent
from core.versioned import Versioned


@contextmanager
def refusals_on(
    form: BaseForm,
    *,
    row: Versioned | None = None,
    seen: Callable[[], object] | None = None,
    conflicts: bool = True,
    forbidden: bool = False,
) -> Iterator[None]:
    """Put what is refused on the form, which keeps what was typed: each sentence at its field, a conflict above it.

    Where somebody was faster, the form carries the version that `row` has now, or what `seen` now gives for its field
    of that name: sent again, it is meant. `conflicts=False` leaves that to whoever shows it above the page, where the
    form may be gone by then; `forbidden` says that a missing right is told on the form too.
    """
    try:
        yield
    except Conflict as conflict:
        if not conflicts:
            raise
        _show_conflict(form, conflict, row, seen)
    except Forbidden as refused:
        if not forbidden:
            raise
        form.add_error(None, ValidationError(str(refused), code="forbidden"))
    except ValidationError as error:
        add_errors(form, error)


def _show_conflict(
    form: BaseForm, conflict: Conflict, row: Versioned | None, seen: Callable[[], object] | None
) -> None:
    current = type(row)._default_manager.get(pk=row.pk) if row else None
    if current is not None and hasattr(form, "show_conflict"):
        form.show_conflict(current, conflict.message)
        return
    form.add_error(None, str(conflict.message))
    if current is not None:
        replace_sent(form, version=current.version)
    if seen is not None:
        replace_sent(form, seen=seen())


@contextmanager
def collect_refusals(*, forbidden: bool = False) -> Iterator[list[str]]:
    """Give the sentences with which the act was refused, for a page that shows them above; none where it was done."""
    sentences: list[str] = []
    try:
        yield sentences
    except Conflict as conflict:
        sentences.append(str(conflict.message))
    except Forbidden as refused:
        if not forbidden:
            raise
        sentences.append(str(refused))
    except ValidationError as error:
        sentences.extend(error.messages)


@contextmanager
def refusals_as_messages(request: HttpRequest) -> Iterator[None]:
    """Tell what is refused on the page that the view redirects to."""
    with collect_refusals() as sentences:
        yield
    for sentence in sentences:
        messages.error(request, sentence)


def status_of(*parts: BaseForm | Sequence[str] | None) -> int:
    """The status of a page with these forms and lists of sentences: 422 where one says what is wrong, 403 where what is
    missing is the right, else 200."""
    forms = [part for part in parts if isinstance(part, BaseForm)]
    if any(form.has_error(NON_FIELD_ERRORS, "forbidden") for form in forms):
        return 403
    wrong = [part.errors if isinstance(part, BaseForm) else part for part in parts]
    return 422 if any(wrong) else 200
