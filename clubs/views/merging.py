"""Records that may be one person: found, looked at, merged, taken apart again, or noted as two people."""

from __future__ import annotations

from django.contrib import messages
from django.core.paginator import Paginator
from django.http import Http404, HttpResponse
from django.shortcuts import get_object_or_404, redirect
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from clubs.forms.merging import OtherRecordForm, ReasonForm
from clubs.models import Player, PlayerMerge, TwoPeople
from clubs.models.bodies import Body
from clubs.selectors.duplicates import find_duplicates, people_of
from clubs.selectors.merging import merge_preview, merges_for
from clubs.selectors.register import searched
from clubs.services.merging import forget_two_people, merge_players, note_two_people, unmerge_players
from clubs.views.bodies import Request, body_page, render_body
from clubs.views.office import body_url
from core.permissions import may
from core.posted import posted
from core.refusals import refusals_as_messages, refusals_on, status_of

PAGE = 25
MOST_FOUND = 20


@require_safe
@body_page("duplicate.view")
def duplicates(request: Request, body: Body) -> HttpResponse:
    """What looks like one person twice, and what has been merged."""
    merges = Paginator(merges_for(body), PAGE).get_page(request.GET.get("page"))
    context = {"duplicates": find_duplicates(body), "page": merges}
    return render_body(request, body, "clubs/duplicates.html", context)


@require_safe
@body_page("duplicate.view")
def other_record(request: Request, body: Body, player_id: int) -> HttpResponse:
    """The other record of somebody, looked for by name or number."""
    player = get_object_or_404(people_of(body), pk=player_id)
    form = OtherRecordForm(request.GET)
    form.is_valid()
    words = form.cleaned_data.get("q", "")
    found = searched(people_of(body).exclude(pk=player.pk), words)[:MOST_FOUND] if words.strip() else []
    context = {"player": player, "form": form, "words": words, "found": found}
    return render_body(request, body, "clubs/duplicate_other.html", context)


@require_http_methods(["GET", "POST"])
@body_page("duplicate.view")
def merge(request: Request, body: Body, kept_id: int, merged_id: int) -> HttpResponse:
    """Everything that moves, then one tap."""
    kept, merged = _both(body, kept_id, merged_id)
    form = ReasonForm(posted(request))
    if request.method == "POST" and form.is_valid():
        with refusals_on(form):
            made = merge_players(
                actor=request.actor, kept=kept, merged=merged, body=body, reason=form.cleaned_data["reason"]
            )
            messages.success(request, _("Merged: %(name)s is one person now.") % {"name": kept.display_name})
            return redirect(body_url(body, "player-merge", merge_id=made.pk))
    context = {
        "form": form,
        "preview": merge_preview(kept, merged),
        "may_merge": may(request.actor, "player.merge", PlayerMerge(kept=kept, merged=merged)),
        "note": TwoPeople.objects.filter(first__in=(kept, merged), second__in=(kept, merged)).first(),
    }
    return render_body(request, body, "clubs/duplicate_merge.html", context, status=status_of(form))


@require_POST
@body_page("duplicate.view")
def two_people(request: Request, body: Body, kept_id: int, merged_id: int) -> HttpResponse:
    """They are not one; or that note was a mistake."""
    kept, merged = _both(body, kept_id, merged_id)
    with refusals_as_messages(request):
        if request.POST.get("act") == "forget":
            forget_two_people(actor=request.actor, one=kept, other=merged, body=body)
            return redirect(body_url(body, "merge-players", kept_id=kept_id, merged_id=merged_id))
        note_two_people(actor=request.actor, one=kept, other=merged, body=body)
        messages.success(request, _("Noted: they are two people, and are not offered again."))
    return redirect(body_url(body, "duplicates"))


@require_http_methods(["GET", "POST"])
@body_page("duplicate.view")
def merged(request: Request, body: Body, merge_id: int) -> HttpResponse:
    """What was merged, and the way back."""
    made = get_object_or_404(merges_for(body), pk=merge_id)
    form = ReasonForm(posted(request))
    if request.method == "POST" and form.is_valid():
        with refusals_on(form):
            unmerge_players(actor=request.actor, merge=made, reason=form.cleaned_data["reason"])
            messages.success(request, _("Taken back: both records are as they were."))
            return redirect(body_url(body, "player-merge", merge_id=made.pk))
    context = {"form": form, "merge": made, "may_take_back": may(request.actor, "player.unmerge", made)}
    return render_body(request, body, "clubs/player_merge.html", context, status=status_of(form))


def _both(body: Body, kept_id: int, merged_id: int) -> tuple[Player, Player]:
    """Both must be known here; one that nobody here knows is not there."""
    rows = people_of(body).select_related("federation", "user").in_bulk([kept_id, merged_id])
    if len(rows) < 2:
        raise Http404
    return rows[kept_id], rows[merged_id]
