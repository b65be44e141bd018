"""The file of another program beside the session as it was scored here. Nothing of it is kept."""

from __future__ import annotations

from django.http import HttpResponse
from django.views.decorators.http import require_http_methods

from clubs.views.bodies import Request
from core.posted import posted
from core.refusals import status_of
from events.models import Session
from events.views.base import session_page
from events.wording import scoring_error_sentence
from exchange.forms.imports import OneFileForm
from exchange.selectors.side_by_side import compare_with_file
from scoring.engine.errors import ScoringError
from scoring.views.results_frame import render_beside_results


@require_http_methods(["GET", "POST"])
@session_page("import.make")
def side_by_side(request: Request, session: Session) -> HttpResponse:
    form, compared = OneFileForm(posted(request), request.FILES or None), None
    if request.method == "POST" and form.is_valid():
        upload = form.cleaned_data["file"]
        try:
            compared = compare_with_file(request.actor, session, upload.read(), upload.name or "")
        except ScoringError as error:
            form.add_error("file", scoring_error_sentence(error))
    context = {"form": form, "compared": compared}
    return render_beside_results(request, session, "exchange/side_by_side.html", context, status=status_of(form))
