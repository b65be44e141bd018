"""Finding one's own history: is this you? And leaving."""

from __future__ import annotations

from allauth.account.decorators import reauthentication_required
from django.contrib import messages
from django.contrib.auth import logout
from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from clubs.forms.history import CloseForm, NumberForm
from clubs.models import Club, MemberInvitation
from clubs.selectors.joining import own_join_requests, perhaps_oneself
from clubs.services.closing import close_account
from clubs.services.invitations import (
    Invitation,
    accept_invitation,
    ask_by_number,
    confirm_number,
    invite_all,
    invite_member,
    open_invitation,
)
from clubs.services.joining import ask_to_join
from clubs.views.account import own_player
from clubs.views.bodies import Request, body_page, render_body
from clubs.views.members import find_membership
from clubs.views.office import body_url
from core.posted import posted
from core.qr import only_reaches_this_machine, qr_svg
from core.refusals import refusals_as_messages, refusals_on, status_of


# --- One's own ------------------------------------------------------------------------------------------------------
@require_http_methods(["GET", "POST"])
@login_required
def history(request: Request) -> HttpResponse:
    """Is this you? Records with one's name, one's federation number, and the clubs that can be asked."""
    own_player(request)
    form = NumberForm(posted(request))
    if request.method == "POST" and form.is_valid():
        with refusals_on(form):
            ask_by_number(actor=request.actor, **form.cleaned_data)
            messages.success(
                request, _("If the records hold an address for this number, a message with a link is on its way there.")
            )
            return redirect("history")
    context = {"form": form, "perhaps": perhaps_oneself(request.actor), "asked": own_join_requests(request.actor)}
    return render(request, "account/history.html", context, status=status_of(form))


@require_POST
@login_required
def that_is_me(request: Request) -> HttpResponse:
    """The club of a record with one's name is asked."""
    name = request.POST.get("name", "")[:120]
    club = get_object_or_404(Club, slug=request.POST.get("club", ""), is_listed=True)
    with refusals_as_messages(request):
        ask_to_join(actor=request.actor, club=club, played_as=name)
        messages.success(request, _("%(club)s has been asked and answers with one tap.") % {"club": club.name})
    return redirect("history")


@never_cache
@require_http_methods(["GET", "POST"])
def invitation(request: Request, code: str) -> HttpResponse:
    """Whoever has been invited by a club, signed in or not yet."""
    row = open_invitation(request.actor, code)
    if row is None:
        return render(request, "account/invitation.html", {"row": None}, status=404)
    if request.method == "POST" and request.actor.user is not None:
        with refusals_as_messages(request):
            member = accept_invitation(actor=request.actor, code=code)
            messages.success(request, _("Welcome, %(name)s: everything you have played is here.") % {"name": member})
            return redirect("own-results")
    return render(request, "account/invitation.html", {"row": row, "path": request.path})


@never_cache
@require_http_methods(["GET", "POST"])
@login_required
def number_check(request: Request, signed: str) -> HttpResponse:
    """From the message that went to the address held for a number; a form, so that opening it alone does nothing."""
    if request.method == "POST":
        with refusals_as_messages(request):
            member = confirm_number(actor=request.actor, signed=signed)
            messages.success(request, _("Welcome, %(name)s: everything you have played is here.") % {"name": member})
            return redirect("own-results")
    return render(request, "account/number_check.html")


@require_http_methods(["GET", "POST"])
@login_required
@reauthentication_required  # type: ignore[untyped-decorator]
def close(request: Request) -> HttpResponse:
    """No sign-in any more; results, memberships and the chosen name stay."""
    form = CloseForm(posted(request))
    if request.method == "POST" and form.is_valid():
        with refusals_on(form):
            close_account(actor=request.actor)
            logout(request)
            messages.success(request, _("Your account is closed. Your results stay under the name you have chosen."))
            return redirect("home")
    return render(request, "account/close.html", {"form": form}, status=status_of(form))


# --- The secretary --------------------------------------------------------------------------------------------------
@require_safe
@body_page("join.answer")
def invitations(request: Request, body: Club) -> HttpResponse:
    """Who is invited, and who has not answered."""
    rows = MemberInvitation.objects.filter(membership__club=body, withdrawn_at=None).select_related(
        "membership__player"
    )
    context = {
        "waiting": [row for row in rows if row.is_open(request.actor.at)],
        "answered": sum(row.used_at is not None for row in rows),
    }
    return render_body(request, body, "clubs/invitations.html", context)


@never_cache
@require_POST
@body_page("join.answer")
def invite(request: Request, body: Club) -> HttpResponse:
    """All members without an account: by mail, or as codes to be printed, which are shown only now."""
    by_mail = request.POST.get("how") == "mail"
    made: list[Invitation] = []
    with refusals_as_messages(request):
        made = invite_all(actor=request.actor, club=body, by_mail=by_mail)
    if by_mail or not made:
        messages.success(request, _("Members invited: %(count)s.") % {"count": len(made)})
        return redirect(body_url(body, "invitations"))
    return _render_codes(request, body, made)


@never_cache
@require_POST
@body_page("join.answer")
def invite_one(request: Request, body: Club, membership_id: int) -> HttpResponse:
    membership = find_membership(body, membership_id)
    if membership.player.user_id is not None:
        raise Http404
    by_mail = request.POST.get("how") == "mail"
    with refusals_as_messages(request):
        made = invite_member(actor=request.actor, membership=membership, by_mail=by_mail)
        if not by_mail:
            return _render_codes(request, body, [made])
        messages.success(request, _("The invitation is on its way to %(to)s.") % {"to": made.row.sent_to})
    return redirect(body_url(body, "member", membership_id=membership_id))


def _render_codes(request: Request, club: Club, made: list[Invitation]) -> HttpResponse:
    cards = [(one.row.membership.player, one.address, qr_svg(one.path, str(one.row.membership.player))) for one in made]
    context = {"cards": cards, "only_here": only_reaches_this_machine()}
    return render_body(request, club, "clubs/invitation_codes.html", context)
