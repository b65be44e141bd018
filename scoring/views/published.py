"""What everybody reads of an official score: since when, which periods run, what has changed."""

from __future__ import annotations

from typing import Any

from django.contrib import messages
from django.contrib.auth.views import redirect_to_login
from django.http import Http404, HttpResponse
from django.shortcuts import get_object_or_404, redirect
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from clubs.views.bodies import Request
from core.permissions import may
from core.posted import whole_number
from core.refusals import refusals_as_messages, refusals_on, status_of
from events.models import Session
from events.views.base import session_url
from events.views.room import room_for, room_page
from events.wording import local_moment
from scoring.forms.official import AskForm
from scoring.models import Correction, Publication, Standing
from scoring.selectors.changes import notice_text, number_and_names, ranking_changes, ranking_name, sort_standings
from scoring.selectors.correction_time import too_late_sentence
from scoring.selectors.history import session_plays
from scoring.selectors.official import (
    current_official_score,
    is_changed_since_published,
    missing_sentence,
    missing_when_published,
    session_publications,
)
from scoring.selectors.own_plays import OwnPlay, own_plays
from scoring.selectors.periods import period_ends
from scoring.services import corrections as services
from scoring.views.results_frame import render_beside_results


@require_safe
@room_page
def official(request: Request, session: Session) -> HttpResponse:
    score, publications = current_official_score(session), session_publications(session)
    is_out = score is not None and score.is_published
    context = {
        "official": score,
        "is_out": is_out,
        "is_changed": is_out and is_changed_since_published(session),
        "periods": period_ends(score, request.actor.at) if score and is_out else (),
        "publications": publications if is_out else [],
        "missing": missing_sentence(missing_when_published(publications[0])) if is_out and publications else "",
        "rankings": _rankings(request, session, publications[0]) if is_out and publications else [],
        "own": _own_corrections(request, session),
        "plays_here": _plays_here(request, session),
        "too_late": too_late_sentence(session, request.actor.at),
        "may_publish": may(request.actor, "official.publish", session),
    }
    return render_beside_results(request, session, "scoring/official.html", context)


def _rankings(request: Request, session: Session, publication: Publication) -> list[tuple[str, list[dict[str, Any]]]]:
    """The ranking as it was published, whatever has come in since."""
    who = number_and_names(room_for(request, session))
    rankings: dict[str, list[dict[str, Any]]] = {}
    for standing in sort_standings(Standing.objects.filter(run__publications=publication)):
        number, names = who.get(standing.contestant_id, ("", ""))
        rankings.setdefault(ranking_name(standing.ranking) or _("As published"), []).append(
            {"standing": standing, "number": number, "names": names}
        )
    return list(rankings.items())


def _own_corrections(request: Request, session: Session) -> list[Correction]:
    """What the reader's own contestant has asked for."""
    if request.actor.player is None:
        return []
    corrections = Correction.objects.filter(session=session, contestant__entrants__player=request.actor.player)
    return list(corrections.select_related("play").order_by("-asked_at", "-pk"))


def _plays_here(request: Request, session: Session) -> bool:
    player = request.actor.player
    return player is not None and session.places.filter(contestant__entrants__player=player).exists()


@require_safe
@room_page
def publication(request: Request, session: Session, number: int) -> HttpResponse:
    """One publication beside the one before it: who moved, and why."""
    score = current_official_score(session)
    if score is None or not score.is_published:
        raise Http404
    publications = (
        Publication.objects.filter(session=session).select_related("made_by__player").prefetch_related("runs")
    )
    shown_publication = get_object_or_404(publications, number=number)
    before = publications.filter(number=number - 1).first()
    room = room_for(request, session)
    difference = (
        ranking_changes(actor=request.actor, before=before, after=shown_publication, room=room) if before else None
    )
    notice = (
        notice_text(difference, number=number, when=local_moment(session.club, shown_publication.made_at))
        if difference
        else ""
    )
    context = {
        "official": score,
        "publication": shown_publication,
        "before": before,
        "difference": difference,
        "notice": notice,
        "missing": missing_sentence(missing_when_published(shown_publication)),
    }
    return render_beside_results(request, session, "scoring/publication.html", context)


@require_http_methods(["GET", "HEAD", "POST"])
@room_page
def ask(request: Request, session: Session) -> HttpResponse:
    """For those who have played the board. Without `play` in the address they choose one of theirs."""
    if request.actor.user is None:
        return redirect_to_login(request.get_full_path())
    own = own_plays(request.actor.player, session) if request.actor.player else []
    play_id = request.POST.get("play") or request.GET.get("play", "")
    if not play_id:
        return _render_choice(request, session, own)
    play = get_object_or_404(session_plays(session), pk=whole_number(play_id))
    own_play = next((candidate for candidate in own if candidate.play.pk == play.pk), None)
    if request.method != "POST":
        if own_play is None:
            return _render_choice(request, session, own, error=_("You did not play that board at that table."))
        if too_late_sentence(session, request.actor.at):
            return _render_choice(request, session, own)
        return _render_ask(request, session, own_play, AskForm())
    form = AskForm(request.POST)
    if form.is_valid():
        with refusals_on(form, forbidden=True):
            services.ask_for_correction(actor=request.actor, play=play, **form.cleaned_data)
            messages.success(request, _("The director has your request."))
            return redirect(session_url(session, "session-official"))
    return _render_ask(request, session, own_play, form)


def _render_choice(request: Request, session: Session, own: list[OwnPlay], error: str = "") -> HttpResponse:
    too_late = too_late_sentence(session, request.actor.at)
    context = {"own": [] if too_late else own, "too_late": too_late, "errors": [error] if error else []}
    status = 403 if error else 200
    return render_beside_results(request, session, "scoring/correction_choose.html", context, status=status)


def _render_ask(request: Request, session: Session, own_play: OwnPlay | None, form: AskForm) -> HttpResponse:
    score = current_official_score(session)
    context = {
        "own_play": own_play,
        "form": form,
        "period": period_ends(score, request.actor.at)[0] if score and score.is_published else None,
    }
    return render_beside_results(request, session, "scoring/correction_ask.html", context, status=status_of(form))


@require_POST
@room_page
def take_back(request: Request, session: Session, correction_id: int) -> HttpResponse:
    if request.actor.user is None:
        return redirect_to_login(session_url(session, "session-official"))
    correction = get_object_or_404(Correction, session=session, pk=correction_id)
    with refusals_as_messages(request):
        services.take_back_correction(actor=request.actor, correction=correction)
        messages.success(request, _("Your request is taken back."))
    return redirect(session_url(session, "session-official"))
