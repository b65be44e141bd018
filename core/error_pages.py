"""The last answer, for when everything else has failed."""

from django.http import HttpRequest, HttpResponseServerError
from django.template.loader import render_to_string
from django.utils.translation import gettext as _


def server_error(request: HttpRequest) -> HttpResponseServerError:
    """Needs neither the database nor a context processor; where even the templates fail, a bare sentence."""
    try:
        return HttpResponseServerError(render_to_string("500.html", {"request_id": getattr(request, "id", "")}))
    except Exception:  # the cause is already logged; a second one here must not hide it
        sentence = _("Something went wrong on our side. Wait a moment, then try again.")
        return HttpResponseServerError(sentence, content_type="text/plain; charset=utf-8")
