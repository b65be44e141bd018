"""A newcomer asks to be joined to a member; the secretary answers."""

from __future__ import annotations

from django.contrib import messages
from django.contrib.auth.views import redirect_to_login
from django.http import HttpResponse
from django.shortcuts import get_object_or_404, redirect
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from clubs.forms.joining import DeclineForm, JoinForm, SeparateForm
from clubs.models import Club, JoinRequest
from clubs.models.joining import JoinState
from clubs.selectors.joining import (
    candidates_for,
    club_visitors,
    latest_join_request,
    open_join_requests,
    with_candidates,
)
from clubs.services.joining import (
    accept_as_new_member,
    ask_to_join,
    decline_join_request,
    join_to_member,
    join_to_visitor,
    separate_from_account,
    withdraw_join_request,
)
from clubs.views.bodies import Request, body_page, render_body
from clubs.views.members import find_membership
from clubs.views.office import body_url
from core.posted import posted
from core.refusals import refusals_as_messages, refusals_on, status_of


# --- The newcomer --------------------------------------------------------------------------------------------------
@require_http_methods(["GET", "POST"])
@body_page("club.view")
def join(request: Request, body: Club) -> HttpResponse:
    """I am a member here."""
    if request.actor.user is None:
        return redirect_to_login(request.get_full_path())
    join_request = latest_join_request(request.actor, body)
    waits = join_request is not None and join_request.state == JoinState.OPEN
    form = JoinForm(posted(request), instance=join_request if waits else None)
    if request.method == "POST" and form.is_valid():
        with refusals_on(form):
            ask_to_join(actor=request.actor, club=body, **form.cleaned_data)
            messages.success(request, _("The club’s secretary has your request."))
            return redirect(body_url(body, "join"))
    is_member = body.pk in request.actor.member_of
    context = {"form": form, "join_request": join_request, "waits": waits, "is_member": is_member}
    return render_body(request, body, "clubs/join.html", context, status=status_of(form))


@require_POST
@body_page("club.view")
def withdraw(request: Request, body: Club) -> HttpResponse:
    if request.actor.user is None:
        return redirect_to_login(body_url(body, "join"))
    join_request = latest_join_request(request.actor, body)
    if join_request is not None:
        withdraw_join_request(actor=request.actor, request=join_request)
        messages.success(request, _("Withdrawn."))
    return redirect(body_url(body, "join"))


# --- The secretary -------------------------------------------------------------------------------------------------
@require_safe
@body_page("join.answer")
def requests(request: Request, body: Club) -> HttpResponse:
    cards = with_candidates(request.actor, body, open_join_requests(body))
    return render_body(request, body, "clubs/join_requests.html", {"cards": cards})


@require_http_methods(["GET", "POST"])
@body_page("join.answer")
def one_request(request: Request, body: Club, request_id: int) -> HttpResponse:
    """Looking for the member by hand, or declining."""
    join_request = find_request(body, request_id)
    form = DeclineForm(posted(request))
    if request.method == "POST" and form.is_valid():
        # One that is answered already has nothing more to ask here.
        with refusals_as_messages(request), refusals_on(form, conflicts=False):
            decline_join_request(actor=request.actor, request=join_request, reason=form.cleaned_data["reason"])
            messages.success(request, _("Declined: the person reads your reason."))
        if not form.errors:
            return redirect(body_url(body, "join-requests"))
    words = request.GET.get("q", "").strip()[:100]
    (card,) = with_candidates(request.actor, body, [join_request])
    candidates = candidates_for(request.actor, body, join_request, words) if words else []
    context = {"form": form, "card": card, "words": words, "candidates": candidates}
    return render_body(request, body, "clubs/join_request.html", context, status=status_of(form))


@require_POST
@body_page("join.answer")
def accept(request: Request, body: Club, request_id: int, membership_id: int) -> HttpResponse:
    join_request, membership = find_request(body, request_id), find_membership(body, membership_id)
    with refusals_as_messages(request):
        member = join_to_member(actor=request.actor, request=join_request, membership=membership)
        sentence = _("Joined: the history of %(name)s is theirs now.")
        messages.success(request, sentence % {"name": member.display_name})
    return redirect(body_url(body, "join-requests"))


@require_POST
@body_page("join.answer")
def accept_visitor(request: Request, body: Club, request_id: int, player_id: int) -> HttpResponse:
    """What the newcomer has played here as a visitor."""
    join_request = find_request(body, request_id)
    visitor = get_object_or_404(club_visitors(body), pk=player_id)
    with refusals_as_messages(request):
        own = join_to_visitor(actor=request.actor, request=join_request, visitor=visitor)
        sentence = _("Joined: what %(name)s played here is theirs now.")
        messages.success(request, sentence % {"name": own.display_name})
    return redirect(body_url(body, "join-requests"))


@require_POST
@body_page("join.answer")
def add(request: Request, body: Club, request_id: int) -> HttpResponse:
    join_request = find_request(body, request_id)
    with refusals_as_messages(request):
        membership = accept_as_new_member(actor=request.actor, request=join_request)
        messages.success(request, _("%(name)s is a member.") % {"name": membership.player.display_name})
    return redirect(body_url(body, "join-requests"))


@require_http_methods(["GET", "POST"])
@body_page("join.answer")
def separate(request: Request, body: Club, membership_id: int) -> HttpResponse:
    """A page of its own: whoever signs in with the account loses this history."""
    membership = find_membership(body, membership_id)
    form, back = SeparateForm(posted(request)), body_url(body, "member", membership_id=membership_id)
    if request.method == "POST" and form.is_valid():
        with refusals_on(form):
            separate_from_account(actor=request.actor, membership=membership, **form.cleaned_data)
            messages.success(request, _("Separated: the member stays, without an account."))
            return redirect(back)
    context = {"form": form, "membership": membership, "back": back}
    return render_body(request, body, "clubs/member_separate.html", context, status=status_of(form))


def find_request(club: Club, request_id: int) -> JoinRequest:
    rows = JoinRequest.objects.select_related("user__player", "club__federation")
    return get_object_or_404(rows, pk=request_id, club=club)
