"""What is done at the desk. Each act ends on the desk again: redirected when it is done, with a sentence when not."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import Any

from django import forms
from django.contrib import messages
from django.core.exceptions import ValidationError
from django.http import HttpResponse
from django.http.response import HttpResponseBase
from django.shortcuts import get_object_or_404, redirect
from django.utils.http import urlencode
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST

from clubs.views.bodies import Request
from core.posted import number_in, whole_numbers
from core.refusals import collect_refusals
from events.forms.desk import FirstBoardForm, MovementForm, ReasonForm, SectionForm, SwapForm, UnknownForm
from events.models import Place, Section, Session
from events.models.conditions import Form
from events.models.contestants import WishState
from events.models.sessions import SessionState
from events.selectors.seats import with_people
from events.services import played_games, repairs, seating, sections, sessions
from events.services.partners import withdraw_wish
from events.views.base import session_page, session_url
from events.views.desk import render_desk
from events.views.name_fields import people_from_fields, read_names
from events.wording import note_sentence

Act = Callable[..., Any]


def desk_act(act: Act) -> Callable[..., HttpResponseBase]:
    """A posted act on a session; whatever it returns as text is told to the person."""

    @require_POST
    @session_page("session.run")
    @wraps(act)
    def view(request: Request, session: Session, **kwargs: Any) -> HttpResponse:
        with collect_refusals() as errors:
            answer = act(request, session, **kwargs)
            if isinstance(answer, HttpResponse):
                return answer
            if answer:
                messages.success(request, answer)
            return redirect(session_url(session))
        # The row may have been changed in memory before it was refused: show it as it is stored.
        session.refresh_from_db()
        return render_desk(request, session, errors=errors)

    return view


def valid_fields(form: forms.Form) -> dict[str, Any]:
    """What the form says, or a refusal with its messages."""
    if not form.is_valid():
        raise ValidationError([message for field_errors in form.errors.values() for message in field_errors])
    return form.cleaned_data


def _section(request: Request, session: Session) -> Section | None:
    section_id = number_in(request.POST, "section")
    return None if section_id is None else get_object_or_404(session.sections, pk=section_id)


def _the_section(request: Request, session: Session) -> Section:
    return _section(request, session) or session.sections.order_by("letter")[0]


def find_place(session: Session, place_id: int) -> Place:
    places = Place.objects.select_related("section", "session__event__club__federation", "contestant")
    return get_object_or_404(places, pk=place_id, session=session)


@desk_act
def seat(request: Request, session: Session) -> HttpResponse | str:
    """Names from the fields, or an entry that has arrived."""
    entry = number_in(request.POST, "contestant")
    if entry is not None:
        contestant = get_object_or_404(with_people(session.event.contestants.all()), pk=entry)
        return _seat(request, session, contestant=contestant)
    size = max(session.event.size, int(request.POST.get("fields", "0")[:2] or 0))
    fields = read_names(request, session.club, size)
    team_name = request.POST.get("name", "")[:80]
    with collect_refusals() as errors:
        people = people_from_fields(fields)
        if session.event.form == Form.PAIRS and len(people) == 1 and people[0] is not None:
            wish = seating.write_down_single(actor=request.actor, session=session, person=people[0])
            return _("%(who)s waits for a partner.") % {"who": wish.player}
        return _seat(request, session, people=people, name=team_name)
    session.refresh_from_db()
    return render_desk(request, session, errors=errors, name_fields=fields, team_name=team_name)


def _seat(request: Request, session: Session, **who: Any) -> str:
    if session.state == SessionState.PLAYING:
        admitted = repairs.admit_late(actor=request.actor, section=_the_section(request, session), **who)
        place = admitted.place
        sentence = _("%(who)s plays as number %(number)s.") % {"who": place.contestant, "number": place.number}
        return " ".join([sentence, *(note_sentence(note) for note in admitted.changes)])
    section = _section(request, session)
    if "contestant" in who:
        seating.seat(actor=request.actor, session=session, section=section, **who)
    else:
        seating.enter_and_seat(actor=request.actor, session=session, section=section, **who)
    return ""


@desk_act
def singles(request: Request, session: Session) -> str:
    """Two who came alone play together, or one of them goes home."""
    wish_id = number_in(request.POST, "gone")
    waiting = session.event.partner_wishes.filter(state=WishState.OPEN).select_related("event__club", "player")
    if wish_id is not None:
        wish = get_object_or_404(waiting, pk=wish_id)
        withdraw_wish(actor=request.actor, wish=wish)
        return _("%(who)s no longer waits for a partner.") % {"who": wish.player}
    pair = list(waiting.filter(pk__in=whole_numbers(request.POST.getlist("wish"))))
    if len(pair) != 2:
        raise ValidationError(_("Tick two who wait for a partner, and only two."), code="not_two")
    contestant = seating.pair_singles(actor=request.actor, session=session, first=pair[0], second=pair[1])
    return _("%(who)s play together.") % {"who": contestant}


@desk_act
def seat_everybody(request: Request, session: Session) -> None:
    """All entries at once, for a club where everybody has entered beforehand."""
    seating.seat_entered(actor=request.actor, session=session)


@desk_act
def unknown(request: Request, session: Session) -> None:
    fields = valid_fields(UnknownForm(request.POST))
    seating.seat_unknown(
        actor=request.actor, session=session, count=fields["count"], section=_section(request, session)
    )


@desk_act
def unseat(request: Request, session: Session, place_id: int) -> str:
    place = find_place(session, place_id)
    seating.unseat(actor=request.actor, place=place)
    return _("%(who)s is off the seating list.") % {"who": place.contestant}


@desk_act
def swap(request: Request, session: Session) -> str:
    first, second = valid_fields(SwapForm(request.POST, session=session))["place"]
    if session.state == SessionState.PLAYING:
        repairs.exchange_names(
            actor=request.actor, first=first, second=second, reason=valid_fields(ReasonForm(request.POST))["reason"]
        )
    else:
        seating.swap(actor=request.actor, first=first, second=second)
    return _("They have changed places.")


@desk_act
def arrange(request: Request, session: Session) -> str:
    how = "seed" if request.POST.get("how") == "seed" else "draw"
    seating.rearrange(actor=request.actor, section=_the_section(request, session), how=how)
    return _("Seated by their seeds.") if how == "seed" else _("The places have been drawn.")


@desk_act
def movement(request: Request, session: Session) -> None:
    choice: dict[str, Any] = {}
    if not request.POST.get("follow"):
        form = MovementForm(request.POST, form=session.event.form)
        valid_fields(form)
        choice = form.choice()
    sections.choose_movement(actor=request.actor, section=_the_section(request, session), **choice)


@desk_act
def first_board(request: Request, session: Session) -> None:
    number = valid_fields(FirstBoardForm(request.POST))["number"]
    sections.set_first_board(actor=request.actor, section=_the_section(request, session), number=number)


@desk_act
def add_section(request: Request, session: Session) -> str:
    section = sections.add_section(actor=request.actor, session=session)
    return _("Section %(letter)s is there.") % {"letter": section.letter}


@desk_act
def remove_section(request: Request, session: Session) -> None:
    sections.remove_section(actor=request.actor, section=_the_section(request, session))


@desk_act
def to_section(request: Request, session: Session, place_id: int) -> None:
    section = valid_fields(SectionForm(request.POST, session=session))["section"]
    seating.move_to_section(actor=request.actor, place=find_place(session, place_id), section=section)


def _version(request: Request) -> int | None:
    return number_in(request.POST, "version")


def _reason(request: Request) -> str:
    return str(valid_fields(ReasonForm(request.POST))["reason"])


@desk_act
def open_seating(request: Request, session: Session) -> None:
    sessions.begin_seating(actor=request.actor, session=session, version=_version(request))


@desk_act
def start(request: Request, session: Session) -> str:
    sessions.start_session(actor=request.actor, session=session, version=_version(request))
    return _("Round 1 has begun. Have a good game.")


@desk_act
def enter_played(request: Request, session: Session) -> HttpResponse:
    """On to the first traveller, its first line ready to be typed in."""
    session = played_games.enter_as_played(actor=request.actor, session=session, version=_version(request))
    section = session.sections.order_by("letter")[0]
    where = urlencode({"section": section.letter, "board": str(section.first_board)})
    return redirect(f"{session_url(session, 'session-travellers')}?{where}")


@desk_act
def take_back_played(request: Request, session: Session) -> str:
    reason = _reason(request)
    played_games.back_to_names(actor=request.actor, session=session, reason=reason, version=_version(request))
    return _("Back to seating.")


@desk_act
def take_back_start(request: Request, session: Session) -> str:
    sessions.take_back_start(actor=request.actor, session=session, reason=_reason(request), version=_version(request))
    return _("Back to seating.")


@desk_act
def next_round(request: Request, session: Session) -> str:
    session = sessions.call_round(actor=request.actor, session=session, version=_version(request))
    return _("Round %(round)s has begun.") % {"round": session.round}


@desk_act
def recall_round(request: Request, session: Session) -> str:
    session = sessions.recall_round(actor=request.actor, session=session, version=_version(request))
    return _("Round %(round)s goes on.") % {"round": session.round}


@desk_act
def finish(request: Request, session: Session) -> str:
    sessions.finish_session(actor=request.actor, session=session, reason=_reason(request), version=_version(request))
    return _("The session is finished.")


@desk_act
def reopen(request: Request, session: Session) -> str:
    sessions.reopen_session(actor=request.actor, session=session, reason=_reason(request), version=_version(request))
    return _("The session goes on.")
