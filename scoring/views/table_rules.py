"""What devices at the tables ask, check and show: for a whole club, and a section's exceptions."""

from __future__ import annotations

from typing import Any

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import redirect
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from clubs.models import Club
from clubs.views.bodies import Request, body_page, render_body
from clubs.views.office import body_url
from core.permissions import may
from core.posted import number_in
from core.refusals import collect_refusals, refusals_on, status_of
from events.models import Session
from events.views.base import render_session, session_page, session_url
from scoring.forms.director import ClubRulesForm, RulesForm
from scoring.selectors.table_rules import club_rules, rules_for
from scoring.services.table_rules import follow_club_rules, set_club_rules, set_rules
from scoring.views.base import find_section

FORM_METHODS = ["GET", "HEAD", "POST"]


@require_http_methods(FORM_METHODS)
@body_page("event.manage")
def club_rules_page(request: Request, body: Club) -> HttpResponse:
    current = club_rules(body.pk)
    if request.method == "POST":
        form = ClubRulesForm(request.POST, instance=club_rules(body.pk))
        if form.is_valid():
            with refusals_on(form):
                set_club_rules(actor=request.actor, club=body, **form.cleaned_data)
                messages.success(request, _("All tables of the club follow these rules from now on."))
                return redirect(body_url(body, "table-rules"))
    else:
        form = ClubRulesForm(instance=current, initial=_seen(current))
    return render_body(request, body, "scoring/club_rules.html", {"form": form}, status=status_of(form))


@require_http_methods(FORM_METHODS)
@session_page("session.run")
def section_rules_page(request: Request, session: Session, section_id: int) -> HttpResponse:
    """A section's exceptions to the rules of the club."""
    section = find_section(session, section_id)
    current, usual = rules_for(section), club_rules(session.event.club_id)
    form = RulesForm(instance=current, usual=usual, initial=_seen(current))
    errors: list[str] = []
    if request.method == "POST" and request.POST.get("act") == "follow":
        with collect_refusals() as errors:
            follow_club_rules(actor=request.actor, section=section, version=number_in(request.POST, "version"))
            messages.success(request, _("The tables follow the club’s rules from now on."))
            return redirect(session_url(session, "session-rules", section_id=section.pk))
    elif request.method == "POST":
        form = RulesForm(request.POST, instance=rules_for(section), usual=usual)
        if form.is_valid():
            with refusals_on(form):
                set_rules(actor=request.actor, section=section, **form.cleaned_data)
                messages.success(request, _("The tables follow these rules from now on."))
                return redirect(session_url(session, "session-desk"))
    context = {
        "form": form,
        "section": section,
        "exceptions": len(current.exceptions),
        "version": current.version,
        "conflict": " ".join(errors),
        "may_manage": may(request.actor, "event.manage", session),
        "others": session.sections.exclude(pk=section.pk).order_by("letter"),
    }
    return render_session(request, session, "scoring/rules.html", context, status=status_of(form, errors))


def _seen(rules: Any) -> dict[str, Any]:
    return {"version": rules.version if rules.pk else None}
