"""The director's page of the official score: publish, what is asked and pending, make final."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from django.contrib import messages
from django.core.exceptions import ValidationError
from django.http import HttpResponse
from django.shortcuts import get_object_or_404, redirect
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from clubs.views.bodies import Request
from core.errors import field_error
from core.forms import replace_sent
from core.refusals import collect_refusals, refusals_on, status_of
from events.models import Place, Session
from events.selectors.officials import hidden_boards
from events.selectors.tables import session_room
from events.views.base import render_session, session_page, session_url
from events.wording import local_moment
from scoring.forms.director import find_table
from scoring.forms.official import ContactForm, EnterForm, PublishForm, ToldForm
from scoring.models import ContactNote, Correction, LateDeadline, OfficialScore, Publication
from scoring.models.corrections import UNDECIDED
from scoring.selectors.changes import Difference, changes_since
from scoring.selectors.desk import table_name
from scoring.selectors.history import play_history, refuse_unplayed, session_plays
from scoring.selectors.official import (
    current_official_score,
    finality_obstacles,
    missing_results,
    missing_sentence,
    open_deadlines,
    score_basis,
    seen_tag,
    session_publications,
    visible_corrections,
)
from scoring.selectors.own_plays import play_sides
from scoring.selectors.periods import period_ends
from scoring.services import corrections as asking
from scoring.services import late as telling
from scoring.services import official as services
from scoring.views.base import act_on, place_titles


def render_official(
    request: Request,
    session: Session,
    *,
    errors: Sequence[str] = (),
    publish_form: PublishForm | None = None,
    enter_form: EnterForm | None = None,
    contact_form: ContactForm | None = None,
    **url_arguments: Any,
) -> HttpResponse:
    official, publications = current_official_score(session), session_publications(session)
    missing = missing_results(session)
    hidden = hidden_boards(request.actor, session)
    sections = list(session.sections.only("pk", "letter"))
    corrections: list[dict[str, Any]] = [
        {"correction": correction, "table": table_name(sections, correction.play.section_id, correction.play.table)}
        for correction in visible_corrections(session, hidden)
    ]
    is_out = official is not None and official.is_published
    context = {
        "official": official,
        "is_out": is_out,
        "periods": period_ends(official, request.actor.at) if official and is_out else (),
        "obstacles": _obstacles(request, official),
        "publications": publications,
        "missing": missing_sentence(missing),
        "difference": _preview(request, session, official, publications),
        "form": publish_form or PublishForm(missing=bool(missing), initial={"seen": seen_tag(session, publications)}),
        "corrections": [entry for entry in corrections if entry["correction"].state in UNDECIDED],
        "decided": [entry for entry in corrections if entry["correction"].state not in UNDECIDED],
        "deadlines": _deadlines(session, request),
        "enter_form": enter_form or EnterForm(initial={"round": max(1, session.round)}),
        "contact_form": contact_form or _contact_form(session),
        "contacts": _contacts(session),
        "errors": errors,
    }
    status = status_of(errors, publish_form, enter_form, contact_form)
    return render_session(request, session, "scoring/official_desk.html", context, status=status)


def _obstacles(request: Request, official: OfficialScore | None) -> list[str]:
    return finality_obstacles(official, request.actor.at) if official and official.state == "published" else []


def _preview(
    request: Request, session: Session, official: OfficialScore | None, publications: list[Publication]
) -> Difference | None:
    """What publishing again would change; None where there is nothing to compare or nothing new."""
    if official is None or not official.is_published or not publications:
        return None
    basis = score_basis(session)
    if basis == publications[0].basis:
        return None
    room = session_room(session, open_names=True)
    return changes_since(actor=request.actor, session=session, before=publications[0], basis=basis, room=room)


def _deadlines(session: Session, request: Request) -> list[dict[str, Any]]:
    notes = {note.contestant_id: note for note in ContactNote.objects.filter(contestant__places__session=session)}
    return [
        {
            "deadline": deadline,
            "contact": notes.get(deadline.contestant_id),
            "form": ToldForm(prefix=f"late-{deadline.pk}"),
        }
        for deadline in open_deadlines(session, request.actor.at)
    ]


def _contact_form(session: Session, data: Any = None) -> ContactForm:
    ordered_places = Place.objects.filter(session=session).order_by("section__letter", "number")
    return ContactForm(data, places=ordered_places, titles=place_titles(session))


def _contacts(session: Session) -> list[ContactNote]:
    notes = ContactNote.objects.filter(contestant__places__session=session).select_related("contestant")
    return list(notes.prefetch_related("contestant__entrants__player").order_by("contestant__places__number"))


@require_safe
@session_page("official.publish")
def official(request: Request, session: Session) -> HttpResponse:
    return render_official(request, session)


def _back(session: Session, part: str = "") -> HttpResponse:
    return redirect(session_url(session, "session-official-desk") + (f"#{part}" if part else ""))


@act_on(render_official)
def publish(request: Request, session: Session) -> HttpResponse:
    form = PublishForm(request.POST, missing=bool(missing_results(session)))
    errors: list[str] = []
    if form.is_valid():
        with collect_refusals() as errors, refusals_on(form, conflicts=False):
            data = form.cleaned_data | {"seen": form.cleaned_data["seen"] or None}
            publication = services.publish(actor=request.actor, session=session, **data)
            first = publication.number == 1
            messages.success(request, _("Published: the periods run.") if first else _("Published again."))
            return _back(session)
    if errors:
        # What was typed stays; the page now shows what there is, and publishing again means that.
        replace_sent(form, seen=seen_tag(session, session_publications(session)))
    return render_official(request, session, errors=errors, publish_form=form)


@act_on(render_official)
def take_back(request: Request, session: Session) -> HttpResponse:
    services.take_back(actor=request.actor, session=session, reason=request.POST.get("reason", ""))
    messages.success(request, _("Taken back: no period runs."))
    return _back(session)


@act_on(render_official)
def make_final(request: Request, session: Session) -> HttpResponse:
    services.make_final(actor=request.actor, session=session)
    messages.success(request, _("The score is final."))
    return _back(session)


@act_on(render_official)
def tell(request: Request, session: Session, late_deadline_id: int) -> HttpResponse:
    late_deadline = get_object_or_404(LateDeadline, session=session, pk=late_deadline_id)
    form = ToldForm(request.POST, prefix=f"late-{late_deadline.pk}")
    if not form.is_valid():
        raise ValidationError(list(form.errors["how"]))
    told_deadline = telling.tell_side(actor=request.actor, late_deadline=late_deadline, **form.cleaned_data)
    messages.success(
        request,
        _("Their time runs until %(when)s.")
        % {"when": local_moment(session.club, told_deadline.until or told_deadline.decided_at)},
    )
    return _back(session, "late")


@act_on(render_official)
def contact(request: Request, session: Session) -> HttpResponse:
    form = _contact_form(session, request.POST)
    if not form.is_valid():
        return render_official(request, session, contact_form=form)
    place, text = form.cleaned_data["place"], form.cleaned_data["text"]
    telling.keep_contact(actor=request.actor, session=session, contestant=place.contestant, text=text)
    messages.success(request, _("Saved."))
    return _back(session, "contacts")


@act_on(render_official)
def enter(request: Request, session: Session) -> HttpResponse:
    """A correction that no player asked for, or not in time."""
    form = EnterForm(request.POST)
    if form.is_valid():
        with refusals_on(form):
            correction = _enter(request, session, form.cleaned_data)
            return redirect(session_url(session, "session-correction", correction_id=correction.pk))
    return render_official(request, session, enter_form=form)


def _enter(request: Request, session: Session, data: dict[str, Any]) -> Correction:
    section, table = find_table(session, data["table"])
    where = {"section": section, "table": table, "round": data["round"], "board": data["board"]}
    play = session_plays(session).filter(**where).first()
    if play is None:
        sentence = _("Board %(board)s is not played at table %(table)s in round %(round)s. Look at the numbers.")
        raise field_error("board", sentence % data, "no_play")
    refuse_unplayed(request.actor, session, play.board)
    current = play_history(play).current
    # North-South as they sat: the other pair, where they sat the other way.
    is_first = (data["side"] == "NS") != (current is not None and current.turned)
    side = play_sides(play)[0 if is_first else 1][0]
    return asking.enter_correction(
        actor=request.actor, play=play, contestant=side, claimed=data["claimed"], words=data["words"]
    )
