"""A club's results through the years: by date, event and player."""

from __future__ import annotations

from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpResponse
from django.shortcuts import get_object_or_404, render
from django.views.decorators.http import require_safe

from clubs.models import Club, Player
from clubs.views.bodies import Request, body_page, render_body
from core.paging import UncountedPage, page_of_newest, requested_page
from core.permissions import may
from core.posted import number_in
from core.refusals import status_of
from events.selectors.tables import sees_names
from scoring.forms.results import FindResultsForm
from scoring.selectors.results_lists import (
    events_with_results,
    players_with_results,
    results_of_player,
    sessions_matching,
    sessions_on_day,
    sessions_with_results,
    visible_name,
    with_partners,
    with_winners,
)

PAGE = 20


@require_safe
@body_page("club.view")
def results(request: Request, body: Club) -> HttpResponse:
    """Finished sessions, the newest first; `q` and `day` narrow them, `event` leaves one event's."""
    actor, form = request.actor, FindResultsForm(request.GET or None)
    data = form.cleaned_data if form.is_valid() else {}
    words, day = data.get("q", ""), data.get("day")
    sessions, event = sessions_with_results(actor, body), None
    if request.GET.get("event"):
        event = get_object_or_404(events_with_results(actor, body), pk=number_in(request.GET, "event"))
        sessions = sessions.filter(event=event)
    if day:
        sessions = sessions_on_day(sessions, body, day)
    page = requested_page(sessions_matching(sessions, words), request.GET.get("page"), PAGE)
    players = players_with_results(actor, body, words) if words and page.number == 1 else []
    context = {
        "form": form,
        "page": page,
        "played": with_winners(actor, page.object_list),
        "players": [(player, visible_name(player, open_names=sees_names(actor, body))) for player in players],
        "event": event,
        "is_narrowed": bool(words or day or event),
        "words": words,
        "may_import": may(actor, "import.make", body),
    }
    return render_body(request, body, "scoring/results_list.html", context, status=status_of(form))


@require_safe
@body_page("club.view")
def player(request: Request, body: Club, player_id: int) -> HttpResponse:
    """What somebody has played in this club; strangers see only those who let themselves be named."""
    shown_player = get_object_or_404(Player.objects.select_related("merged_into"), pk=player_id, erased_at=None).person
    open_names = sees_names(request.actor, body) or shown_player.is_same_person(request.actor.player)
    if not open_names and not shown_player.is_named_in_public:
        raise Http404
    page = _page_of_player(request, shown_player, club=body)
    if not page.object_list:
        raise Http404
    context = {
        "player": shown_player,
        "name": visible_name(shown_player, open_names=open_names),
        "page": page,
        "results": with_partners(request.actor, shown_player, page.object_list),
    }
    return render_body(request, body, "scoring/results_player.html", context)


def _page_of_player(request: Request, player: Player, *, club: Club | None = None) -> UncountedPage:
    return page_of_newest(lambda count: results_of_player(player, count, club=club), request.GET.get("page"), PAGE)


@require_safe
@login_required
def own(request: Request) -> HttpResponse:
    """One's own results in every club."""
    me = request.actor.player
    page = _page_of_player(request, me) if me else UncountedPage([], 1, PAGE)
    context = {"page": page, "results": with_partners(request.actor, me, page.object_list) if me else []}
    return render(request, "scoring/results_own.html", context)
