"""A federation's own desk: its tree, its figures, its directors, and what it has laid down."""

from __future__ import annotations

from typing import Any

from django.contrib import messages
from django.http import HttpResponse
from django.http.response import HttpResponseBase
from django.shortcuts import get_object_or_404, redirect
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from clubs.models import Club, Federation, Player
from clubs.models.bodies import Body
from clubs.selectors.bodies import issuing_federation
from clubs.services.bodies import add_club, add_federation
from clubs.views.bodies import Request, body_page, render_body
from clubs.views.office import body_url
from core.errors import field_error
from core.names import name_key
from core.permissions import may
from core.posted import number_in, posted
from core.refusals import refusals_as_messages, refusals_on, status_of
from core.sheets import csv_answer
from office.forms.register import CloseForm, LicenceForm, MoveForm, NewClubForm, NewLicenceForm, NewRegionForm
from office.models import DirectorLicence
from office.selectors.closures import is_closed
from office.selectors.register import (
    counts_over_time,
    licences_of,
    licences_sheet,
    people_below,
    register_of,
    regulation_history,
)
from office.services.register import (
    add_director,
    change_director,
    close_club,
    move_club,
    move_federation,
    reopen_club,
    withdraw_director,
)


@require_safe
@body_page("federation.tree_view")
def register(request: Request, body: Federation) -> HttpResponse:
    day = body.day(request.actor.at)
    context = {"regions": register_of(body, day), "counts": counts_over_time(body, day)}
    return render_body(request, body, "office/register.html", context)


@require_http_methods(["GET", "HEAD", "POST"])
@body_page("federation.tree_change")
def add(request: Request, body: Federation, what: str) -> HttpResponse:
    """A club, or a region, right below this federation."""
    form_class: Any = NewClubForm if what == "club" else NewRegionForm
    form = form_class(posted(request), above=body)
    if form.is_valid():
        with refusals_on(form):
            if what == "club":
                add_club(actor=request.actor, federation=body, **form.cleaned_data)
            else:
                add_federation(actor=request.actor, parent=body, **form.cleaned_data)
            messages.success(request, _("Added: %(name)s.") % {"name": form.cleaned_data["name"]})
            return redirect(body_url(body, "bodies"))
    context = {"form": form, "what": what}
    return render_body(request, body, "office/register_add.html", context, status=status_of(form))


@require_http_methods(["GET", "HEAD", "POST"])
@body_page("federation.tree_change")
def region(request: Request, body: Federation) -> HttpResponse:
    """Moved to another place in the tree."""
    root = Federation.objects.filter(path__startswith=f"/{body.line[0]}/").exclude(path__startswith=body.path)
    form = MoveForm(posted(request), choices=root.order_by("name"), initial={"version": body.version})
    if form.is_valid():
        with refusals_on(form, row=body):
            to, version = form.cleaned_data["federation"], form.cleaned_data["version"]
            move_federation(actor=request.actor, federation=body, to=to, version=version)
            messages.success(request, _("Moved under %(name)s.") % {"name": to.name})
            return redirect(body_url(to, "bodies"))
    return render_body(request, body, "office/register_move.html", {"form": form}, status=status_of(form))


@require_http_methods(["GET", "HEAD", "POST"])
@body_page("federation.tree_change")
def club(request: Request, body: Club) -> HttpResponse:
    """A club as its federation sees it: moved, closed, opened again."""
    under = Federation.objects.filter(path__startswith=issuing_federation(body.federation).path)
    moving = "federation" in request.POST
    move = MoveForm(
        request.POST if moving else None,
        choices=under.exclude(pk=body.federation_id).order_by("name"),
        initial={"version": body.version},
    )
    close = CloseForm(request.POST if "close" in request.POST else None)
    form = move if moving else close
    if request.method == "POST" and ("reopen" in request.POST or form.is_valid()):
        with refusals_on(form, row=body):
            messages.success(request, _act_on_club(request, body, form))
            return redirect(body_url(body, "standing"))
    context = {"move": move, "close": close, "is_closed": is_closed(body), "body": body}
    return render_body(request, body, "office/club_standing.html", context, status=status_of(move, close))


def _act_on_club(request: Request, club: Club, form: Any) -> str:
    if "reopen" in request.POST:
        reopen_club(actor=request.actor, club=club)
        return _("Open again.")
    if "close" in request.POST:
        close_club(actor=request.actor, club=club, reason=form.cleaned_data["reason"])
        return _("Closed. What was played and paid stays readable.")
    to, version = form.cleaned_data["federation"], form.cleaned_data["version"]
    move_club(actor=request.actor, club=club, to=to, version=version)
    return _("Moved to %(name)s.") % {"name": to.name}


@require_safe
@body_page("licence.view")
def directors(request: Request, body: Federation) -> HttpResponse:
    words, day = request.GET.get("q", "")[:100], body.day(request.actor.at)
    context = {
        "query": words,
        "rows": licences_of(body, words=words),
        "today": day,
        "may_keep": may(request.actor, "licence.keep", body),
    }
    return render_body(request, body, "office/directors.html", context)


@require_safe
@body_page("licence.view")
def export_directors(request: Request, body: Federation) -> HttpResponseBase:
    return csv_answer(licences_sheet(licences_of(body)), f"{body.slug}-{_('directors')}.csv")


@require_http_methods(["GET", "HEAD", "POST"])
@body_page("licence.keep")
def add_to_directors(request: Request, body: Federation) -> HttpResponse:
    form = NewLicenceForm(posted(request), initial={"starts": body.day(request.actor.at)})
    if form.is_valid():
        with refusals_on(form):
            player = _player(body, form.cleaned_data["player"])
            add_director(actor=request.actor, federation=body, player=player, **form.licence())
            messages.success(request, _("In the register: %(name)s.") % {"name": player.display_name})
            return redirect(body_url(body, "directors"))
    return render_body(request, body, "office/director_add.html", {"form": form}, status=status_of(form))


def _player(federation: Federation, words: str) -> Player:
    """Exactly one person of this federation's clubs, by number or whole name."""
    known = people_below(federation)
    numbered = known.filter(federation_number=words.strip())
    found = list(numbered.distinct()[:2]) or list(known.filter(name_key=name_key(words)).distinct()[:2])
    if len(found) != 1:
        sentence = _("Write the federation number, or the whole name of one member of your clubs.")
        raise field_error("player", sentence, "unknown")
    return found[0]


@require_http_methods(["GET", "HEAD", "POST"])
@body_page("licence.keep")
def director(request: Request, body: Federation, licence_id: int) -> HttpResponse:
    form = LicenceForm(posted(request), instance=_licence(body, licence_id))
    stored = _licence(body, licence_id)
    if form.is_valid():
        with refusals_on(form, row=stored):
            change_director(actor=request.actor, licence=stored, version=form.cleaned_data["version"], **form.licence())
            messages.success(request, _("Saved."))
            return redirect(body_url(body, "directors"))
    context = {"form": form, "licence": stored}
    return render_body(request, body, "office/director.html", context, status=status_of(form))


@require_POST
@body_page("licence.keep")
def withdraw(request: Request, body: Federation) -> HttpResponse:
    licence = _licence(body, number_in(request.POST, "licence") or 0)
    with refusals_as_messages(request):
        withdraw_director(actor=request.actor, licence=licence)
        messages.success(request, _("Taken out of the register."))
    return redirect(body_url(body, "directors"))


def _licence(federation: Federation, licence_id: int) -> DirectorLicence:
    rows = DirectorLicence.objects.select_related("player", "federation")
    return get_object_or_404(rows, pk=licence_id, federation=federation, withdrawn_at=None)


@require_safe
@body_page("history.view")
def history(request: Request, body: Body) -> HttpResponse:
    context = {"rows": regulation_history(body), "shows_names": may(request.actor, "regulation.set", body)}
    return render_body(request, body, "office/regulation_history.html", context)
