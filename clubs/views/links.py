"""Handing out one-time links."""

from __future__ import annotations

from django.http import Http404, HttpResponse
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST

from clubs.forms.mail import LinkForm
from clubs.models import Club, User
from clubs.services.links import LinkKind, OneTimeLink, hand_out_link, is_confirmed, link_for_address
from clubs.views.bodies import Request, body_page, render_body
from clubs.views.joining import find_request
from clubs.views.members import find_membership
from core.posted import posted
from core.qr import only_reaches_this_machine, qr_svg
from core.refusals import refusals_on, status_of


@never_cache
@require_http_methods(["GET", "POST"])
@body_page("join.answer")
def links(request: Request, body: Club) -> HttpResponse:
    """For an address that somebody says: the link it needs. It stands on this one answer and nowhere else."""
    form = LinkForm(posted(request))
    if request.method == "POST" and form.is_valid():
        with refusals_on(form):
            link = link_for_address(actor=request.actor, club=body, email=form.cleaned_data["email"])
            return _render_link(request, body, link)
    return render_body(request, body, "clubs/one_time_link.html", {"form": form}, status=status_of(form))


@never_cache
@require_POST
@body_page("join.answer")
def newcomer_link(request: Request, body: Club, request_id: int) -> HttpResponse:
    """To confirm the address of somebody who asks to be joined."""
    return _hand_out(request, body, find_request(body, request_id).user)


@never_cache
@require_POST
@body_page("join.answer")
def member_link(request: Request, body: Club, membership_id: int) -> HttpResponse:
    """To a member's new password, or to confirm the address first."""
    user = find_membership(body, membership_id).player.user
    if user is None:
        raise Http404
    return _hand_out(request, body, user)


def _hand_out(request: Request, club: Club, user: User) -> HttpResponse:
    kind = LinkKind.NEW_PASSWORD if is_confirmed(user) else LinkKind.CONFIRM
    return _render_link(request, club, hand_out_link(actor=request.actor, club=club, user=user, kind=kind))


def _render_link(request: Request, club: Club, link: OneTimeLink) -> HttpResponse:
    code = qr_svg(link.path, _("One-time link"))
    return render_body(
        request,
        club,
        "clubs/one_time_link.html",
        {"link": link, "code": code, "only_here": only_reaches_this_machine()},
    )
