"""The last answer, for when everything else has failed."""

import sys

from django.http import HttpRequest, HttpResponse, HttpResponseServerError, JsonResponse
from django.template.loader import render_to_string
from django.utils.translation import gettext as _

from core.api import problems
from core.database_away import RETRY_SECONDS, is_away


def server_error(request: HttpRequest) -> HttpResponse:
    """Needs neither the database nor a context processor; where even the templates fail, a bare sentence."""
    try:
        if is_away(sys.exception()):
            return database_away(request)
        return HttpResponseServerError(render_to_string("500.html", {"request_id": getattr(request, "id", "")}))
    except Exception:  # the cause is already logged; a second one here must not hide it
        sentence = _("Something went wrong on our side. Wait a moment, then try again.")
        return HttpResponseServerError(sentence, content_type="text/plain; charset=utf-8")


def database_away(request: HttpRequest) -> HttpResponse:
    """Wait, and try again: to people as a page, to programs as a problem, to devices at a table as their sentence."""
    if request.path.startswith("/api/"):
        return problems.as_http(request, problems.DATABASE_AWAY)
    headers = {"Retry-After": str(RETRY_SECONDS)}
    if "text/html" in request.headers.get("Accept", ""):
        return HttpResponse(render_to_string("503.html"), status=503, headers=headers)
    sentence = _("The database does not answer at the moment. What was typed is kept and sent again.")
    return JsonResponse({"sentence": sentence}, status=503, headers=headers)
