"""What all pages of a case share: finding it, and that it is not there for those whom it does not concern."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import Any

from django.http import Http404, HttpResponse
from django.http.response import HttpResponseBase
from django.urls import reverse
from django.utils.translation import gettext as _

from appeals.models import Appeal
from appeals.selectors.case_page import CasePage
from appeals.selectors.sight import yet_to_play
from appeals.services.base import RELATED
from clubs.models import Club
from clubs.views.bodies import Request, View, body_page, render_body
from core.errors import Forbidden
from core.permissions import may


def find_appeal(request: Request, club: Club, appeal_id: int) -> Appeal:
    """Other clubs and other players do not learn that there is a case."""
    rows = Appeal.objects.select_related(*RELATED, "contestant", "requested_by__player", "director__player")
    appeal = rows.filter(pk=appeal_id, club=club).first()
    if appeal is None or not may(request.actor, "appeal.view", appeal):
        raise Http404
    if yet_to_play(request.actor, appeal):
        raise Forbidden(_("You have yet to play this board: you may read about it afterwards (Law 16D)."))
    return appeal


def appeal_page(view: View) -> View:
    @wraps(view)
    def page(request: Request, body: Club, appeal_id: int, **arguments: Any) -> HttpResponseBase:
        return view(request, find_appeal(request, body, appeal_id), **arguments)

    return body_page("appeal.request")(page)


def appeal_url(appeal: Appeal, page: str = "appeal", **arguments: object) -> str:
    return reverse(f"club-{page}", kwargs={"slug": appeal.club.slug, "appeal_id": appeal.pk, **arguments})


def render_appeal(
    request: Request, page: CasePage, template: str, context: dict[str, Any], status: int = 200
) -> HttpResponse:
    frame = {"page": page, "appeal": page.appeal, "session": page.appeal.session, "ruling": page.appeal.ruling}
    return render_body(request, page.appeal.club, template, frame | context, status=status)


Render = Callable[..., HttpResponse]
