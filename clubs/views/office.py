"""The office of a federation or club: its details, roles and regulations."""

from __future__ import annotations

from django.contrib import messages
from django.http import Http404, HttpResponse
from django.shortcuts import get_object_or_404, redirect
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST

from clubs.forms.bodies import BodyForm, ClubForm, FederationForm
from clubs.forms.regulations import RegulationForm
from clubs.forms.roles import GrantForm, RevokeForm
from clubs.models import Club, RoleGrant
from clubs.models.base import standing_on
from clubs.models.bodies import Body
from clubs.regulations import CATALOGUE, SECTIONS, effective, effective_all
from clubs.selectors.roles import grants_with_people, person_name
from clubs.services.bodies import change_club, change_federation
from clubs.services.regulations import set_regulation, withdraw_regulation
from clubs.services.roles import grant_role, revoke_role
from clubs.services.users import drop_second_step
from clubs.views.bodies import Request, body_page, render_body
from core.permissions import may, require
from core.posted import posted
from core.refusals import refusals_as_messages, refusals_on, status_of


def body_url(body: Body, page: str, **arguments: object) -> str:
    return reverse(f"{body.kind}-{page}", kwargs={"slug": body.slug, **arguments})


@require_http_methods(["GET", "POST"])
@body_page(".change")
def settings(request: Request, body: Body) -> HttpResponse:
    form_class = ClubForm if isinstance(body, Club) else FederationForm
    form: BodyForm = form_class(posted(request), request.FILES or None, instance=body)
    if request.method == "POST" and form.is_valid():
        with refusals_on(form, row=body):
            changed = _save_settings(request, form)
            messages.success(request, _("Saved."))
            return redirect(body_url(changed, "settings"))
    stored = type(body)._default_manager.get(pk=body.pk)
    return render_body(request, stored, "clubs/settings.html", {"form": form}, status=status_of(form))


def _save_settings(request: Request, form: BodyForm) -> Body:
    # The form's own instance already carries what was typed; the services are given the row as it is stored.
    stored: Body = type(form.instance)._default_manager.get(pk=form.instance.pk)
    version = form.cleaned_data["version"]
    if isinstance(stored, Club):
        return change_club(actor=request.actor, club=stored, version=version, **form.changes())
    return change_federation(actor=request.actor, federation=stored, version=version, **form.changes())


@require_http_methods(["GET", "POST"])
@body_page("role.view")
def roles(request: Request, body: Body) -> HttpResponse:
    actor = request.actor
    form = GrantForm(posted(request), body=body)
    if request.method == "POST":
        # Whether this very role may be given is the service's question; whether any may is asked before looking
        # anybody up by address.
        require(actor, "role.grant", RoleGrant(role="director", **standing_on(body)))
        if form.is_valid():
            with refusals_on(form):
                grant = grant_role(actor=actor, body=body, **form.cleaned_data)
                messages.success(
                    request, _("%(role)s: %(user)s.") % {"role": grant.get_role_display(), "user": grant.user}
                )
                return redirect(body_url(body, "roles"))
    context = {
        "form": form,
        "grants": grants_with_people(body=body, actor=actor),
        "revoke_page": f"{body.kind}-revoke",
        "second_step_page": f"{body.kind}-second-step",
        "may_grant": may(actor, "role.grant", RoleGrant(role="director", **standing_on(body))),
    }
    return render_body(request, body, "clubs/roles.html", context, status=status_of(form))


@require_http_methods(["GET", "POST"])
@body_page("role.view")
def revoke(request: Request, body: Body, grant_id: int) -> HttpResponse:
    """A page of its own, so that nobody loses a role by a slip of the finger."""
    actor = request.actor
    grant = get_object_or_404(RoleGrant.objects.open().select_related("user__player"), pk=grant_id, **standing_on(body))
    require(actor, "role.revoke", grant)
    form = RevokeForm(posted(request))
    if request.method == "POST" and form.is_valid():
        with refusals_on(form):
            revoke_role(actor=actor, grant=grant, reason=form.cleaned_data["reason"])
            messages.success(request, _("Revoked."))
            return redirect(body_url(body, "roles"))
    context = {"form": form, "grant": grant, "name": person_name(grant.user), "back": body_url(body, "roles")}
    return render_body(request, body, "clubs/revoke.html", context, status=status_of(form))


@require_http_methods(["GET", "POST"])
@body_page("role.view")
def second_step(request: Request, body: Body, grant_id: int) -> HttpResponse:
    """Somebody in office has lost the phone with their codes, and another officer stands before them."""
    grant = get_object_or_404(RoleGrant.objects.open().select_related("user__player"), pk=grant_id, **standing_on(body))
    require(request.actor, "account.second_step", grant.user)
    if request.method == "POST":
        drop_second_step(actor=request.actor, user=grant.user, body=body)
        sentence = _("%(name)s signs in with the password alone now, and sets up a new second step at once.")
        messages.success(request, sentence % {"name": person_name(grant.user)})
        return redirect(body_url(body, "roles"))
    context = {"grant": grant, "name": person_name(grant.user), "back": body_url(body, "roles")}
    return render_body(request, body, "clubs/second_step.html", context)


@require_http_methods(["GET"])
@body_page("regulation.view")
def regulations(request: Request, body: Body) -> HttpResponse:
    rows = effective_all(body=body)
    sections = [(title, [row for row in rows if row.regulation.section == key]) for key, title in SECTIONS.items()]
    may_set = may(request.actor, "regulation.set", body)
    context = {
        "sections": sections,
        "may_set": may_set,
        "regulation_page": f"{body.kind}-regulation",
        "history_url": body_url(body, "regulation-history"),
    }
    return render_body(request, body, "clubs/regulations.html", context)


@require_http_methods(["GET", "POST"])
@body_page("regulation.set")
def regulation(request: Request, body: Body, key: str) -> HttpResponse:
    if key not in CATALOGUE:
        raise Http404
    current = effective(key=key, body=body)
    form = RegulationForm(posted(request), current=current, body=body)
    if request.method == "POST" and form.is_valid():
        with refusals_on(form):
            set_regulation(actor=request.actor, body=body, key=key, **form.cleaned_data)
            messages.success(request, _("Laid down: %(label)s.") % {"label": current.regulation.label})
            if current.regulation.is_held_from_the_start:
                messages.info(request, _("It counts for sessions that begin from now on."))
            return redirect(body_url(body, "regulations"))
    context = {
        "form": form,
        "current": current,
        "open": current.may_be_set_by(body),
        "back": body_url(body, "regulations"),
        "withdraw": body_url(body, "withdraw", key=key),
    }
    return render_body(request, body, "clubs/regulation.html", context, status=status_of(form))


@require_POST
@body_page("regulation.set")
def withdraw(request: Request, body: Body, key: str) -> HttpResponse:
    if key not in CATALOGUE:
        raise Http404
    with refusals_as_messages(request):
        withdraw_regulation(actor=request.actor, body=body, key=key)
        messages.success(request, _("Withdrawn: what is laid down above holds again."))
    return redirect(body_url(body, "regulations"))
