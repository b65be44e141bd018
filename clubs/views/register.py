"""A federation's register of persons."""

from __future__ import annotations

from django.contrib import messages
from django.core.paginator import Paginator
from django.http import HttpResponse
from django.shortcuts import get_object_or_404, redirect
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_safe

from clubs.forms.register import HomeClubForm, RegisterSearchForm, RegistrationForm
from clubs.models import Federation, Player
from clubs.models.people import Registered
from clubs.selectors.register import home_club_changes, register_of, search_register, with_clubs
from clubs.services.register import change_home_club, change_registration
from clubs.views.bodies import Request, body_page, render_body
from clubs.views.office import body_url
from core.posted import posted
from core.refusals import refusals_on, status_of

PAGE = 50


@require_safe
@body_page("register.view")
def register(request: Request, body: Federation) -> HttpResponse:
    """Everybody, found by parts of a name or number."""
    form = RegisterSearchForm(request.GET)
    form.is_valid()
    registered = form.cleaned_data.get("registered", "")
    people = search_register(body, words=form.cleaned_data.get("q", ""), registered=registered)
    page = Paginator(people.select_related("home_club"), PAGE).get_page(request.GET.get("page"))
    context = {"form": form, "page": page, "entries": with_clubs(list(page.object_list))}
    return render_body(request, body, "clubs/register.html", context)


@require_http_methods(["GET", "POST"])
@body_page("register.view")
def person(request: Request, body: Federation, player_id: int) -> HttpResponse:
    """One person: clubs, home club and where it was before, lapsed or deceased."""
    rows = register_of(body).select_related("federation", "home_club")
    player: Player = get_object_or_404(rows, pk=player_id)
    is_home = request.POST.get("act") == "home"
    home = HomeClubForm(posted(request) if is_home else None, federation=body, initial={"club": player.home_club})
    initial = {"registered": player.registered, "deceased_on": player.deceased_on}
    status = RegistrationForm(posted(request) if not is_home else None, initial=initial)
    sent = home if is_home else status
    if request.method == "POST" and sent.is_valid():
        with refusals_on(sent):
            act = change_home_club if is_home else change_registration
            act(actor=request.actor, federation=body, player=player, **sent.cleaned_data)
            messages.success(request, _("Saved."))
            return redirect(body_url(body, "register-person", player_id=player.pk))
    (entry,) = with_clubs([player])
    context = {
        "entry": entry,
        "home": home,
        "status": status,
        "changes": home_club_changes(player),
        "is_deceased": player.registered == Registered.DECEASED,
    }
    return render_body(request, body, "clubs/register_person.html", context, status=status_of(sent))
