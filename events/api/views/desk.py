"""The desk of a session for programs: the same acts as on the page."""

from __future__ import annotations

from typing import Any

from django.core.exceptions import ValidationError
from django.shortcuts import get_object_or_404
from django.utils.translation import gettext as _
from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response

from clubs.models import Player
from events.api.serializers import desk as forms
from events.api.views.events import OnSessionViewSet
from events.models import Contestant, Place, Play, Section, Session
from events.selectors.desk import section_views
from events.selectors.people import pickable_players
from events.selectors.seats import session_sections, with_people
from events.services import repairs, seating, sections, sessions

TAG = "Sessions"


class DeskViewSet(OnSessionViewSet):
    """Acts at the desk of one session."""

    tag = TAG
    serializer_class = forms.StateSerializer
    versioned_actions = ("start", "take_back_start", "next_round", "recall_round", "finish", "reopen")
    summaries = {
        "seats": "Who sits where",
        "seat": "Seat a contestant",
        "unseat": "Take a contestant off the seating list",
        "swap": "Let two contestants change places",
        "arrange": "Draw the seats, or seat by seeds",
        "section_list": "The sections and their movements",
        "add_section": "Add a section",
        "movement": "Choose a section's movement",
        "plays": "Every board at every table",
        "start": "Start the session",
        "take_back_start": "Take the start back",
        "next_round": "Call the next round",
        "recall_round": "Go back to the round before",
        "finish": "Finish the session",
        "reopen": "Reopen a finished session",
        "leave": "Take a contestant out of the movement",
        "come_back": "Let a contestant who had left play again",
    }

    def section(self, session: Session, letter: str | None) -> Section | None:
        return get_object_or_404(session.sections, letter=letter) if letter else None

    def the_section(self, session: Session, letter: str | None) -> Section:
        section = self.section(session, letter) or session.sections.order_by("letter").first()
        if section is None:
            raise ValidationError(_("Nobody is seated yet."), code="no_section")
        return section

    def place(self, session: Session, place_id: int) -> Place:
        places = Place.objects.select_related("section", "session__event__club__federation", "contestant")
        return get_object_or_404(places, pk=place_id, session=session)

    @extend_schema(responses={200: forms.SeatSerializer(many=True)})
    def seats(self, request: Request, pk: int) -> Response:
        session = self.session()
        views = section_views(session, with_options=False)
        return Response([forms.SeatSerializer(row).data for view in views for row in view.rows])

    @extend_schema(request=forms.NewSeatSerializer, responses={201: forms.StateSerializer})
    def seat(self, request: Request, pk: int) -> Response:
        session = self.session()
        fields = self.sent(forms.NewSeatSerializer)
        who = self._seat_arguments(session, fields)
        if session.state == "playing":
            repairs.admit_late(actor=self.actor, section=self.the_section(session, fields.get("section")), **who)
        elif "contestant" in who:
            seating.seat(actor=self.actor, session=session, section=self.section(session, fields.get("section")), **who)
        else:
            seating.enter_and_seat(
                actor=self.actor, session=session, section=self.section(session, fields.get("section")), **who
            )
        session.refresh_from_db()
        return self.answer(session, 201)

    def _seat_arguments(self, session: Session, fields: dict[str, Any]) -> dict[str, Any]:
        if "contestant" in fields:
            contestants = with_people(Contestant.objects.filter(event=session.event_id))
            return {"contestant": get_object_or_404(contestants, pk=fields["contestant"])}
        if "players" not in fields:
            raise ValidationError({"players": [_("Say who it is: ids, null for unknown, or visitors' names.")]})
        return {"people": self._people(session, fields["players"]), "name": fields["name"]}

    def _people(self, session: Session, sent: list[Any]) -> list[Player | str | None]:
        ids = [person for person in sent if isinstance(person, int) and not isinstance(person, bool)]
        players = pickable_players(actor=self.actor, club=session.club, ids=ids)
        return [self._person(person, players) for person in sent]

    def _person(self, person: Any, players: dict[int, Player]) -> Player | str | None:
        if person is None or (isinstance(person, str) and person.strip()):
            return person
        if isinstance(person, int) and not isinstance(person, bool) and person in players:
            return players[person]
        raise ValidationError({"players": [_("You know of no such player: %(one)s.") % {"one": person}]})

    def unseat(self, request: Request, pk: int, place: int) -> Response:
        session = self.session()
        seating.unseat(actor=self.actor, place=self.place(session, place))
        return Response(status=204)

    @extend_schema(request=forms.SwapSerializer, responses={200: forms.StateSerializer})
    def swap(self, request: Request, pk: int) -> Response:
        session = self.session()
        fields = self.sent(forms.SwapSerializer)
        first, second = self.place(session, fields["one"]), self.place(session, fields["other"])
        if session.state == "playing":
            repairs.exchange_names(actor=self.actor, first=first, second=second, reason=fields["reason"])
        else:
            seating.swap(actor=self.actor, first=first, second=second)
        return self.answer(session)

    @extend_schema(request=forms.ArrangeSerializer, responses={200: forms.StateSerializer})
    def arrange(self, request: Request, pk: int) -> Response:
        session = self.session()
        fields = self.sent(forms.ArrangeSerializer)
        section = self.the_section(session, fields.get("section"))
        seating.rearrange(actor=self.actor, section=section, how=fields["how"])
        return self.answer(session)

    @extend_schema(responses={200: forms.SectionSerializer(many=True)})
    def section_list(self, request: Request, pk: int) -> Response:
        session = self.session()
        return Response(forms.SectionSerializer(session_sections(session), many=True).data)

    @extend_schema(request=None, responses={201: forms.SectionSerializer})
    def add_section(self, request: Request, pk: int) -> Response:
        session = self.get_object()
        section = sections.add_section(actor=self.actor, session=session)
        return Response(forms.SectionSerializer(section).data, status=201)

    @extend_schema(request=forms.MovementChoiceSerializer, responses={200: forms.SectionSerializer})
    def movement(self, request: Request, pk: int) -> Response:
        session = self.session()
        fields = self.sent(forms.MovementChoiceSerializer)
        section = self.the_section(session, fields.pop("section", None))
        section = sections.choose_movement(actor=self.actor, section=section, **fields)
        return Response(forms.SectionSerializer(section).data)

    @extend_schema(responses={200: forms.PlaySerializer(many=True)})
    def plays(self, request: Request, pk: int) -> Response:
        session = self.session()
        plays = Play.objects.filter(section__session=session).select_related("section")
        return Response(forms.PlaySerializer(plays, many=True).data)

    @extend_schema(request=None)
    def start(self, request: Request, pk: int) -> Response:
        return self._step(sessions.start_session)

    @extend_schema(request=forms.ReasonSerializer)
    def take_back_start(self, request: Request, pk: int) -> Response:
        return self._step(sessions.take_back_start, **self.sent(forms.ReasonSerializer))

    @extend_schema(request=None)
    def next_round(self, request: Request, pk: int) -> Response:
        return self._step(sessions.call_round)

    @extend_schema(request=None)
    def recall_round(self, request: Request, pk: int) -> Response:
        return self._step(sessions.recall_round)

    @extend_schema(request=forms.ReasonSerializer)
    def finish(self, request: Request, pk: int) -> Response:
        return self._step(sessions.finish_session, **self.sent(forms.ReasonSerializer))

    @extend_schema(request=forms.ReasonSerializer)
    def reopen(self, request: Request, pk: int) -> Response:
        return self._step(sessions.reopen_session, **self.sent(forms.ReasonSerializer))

    @extend_schema(request=forms.ReasonSerializer)
    def leave(self, request: Request, pk: int, place: int) -> Response:
        session = self.session()
        fields = self.sent(forms.ReasonSerializer)
        repairs.let_leave(actor=self.actor, place=self.place(session, place), reason=fields["reason"])
        return self.answer(session)

    @extend_schema(request=forms.ReasonSerializer)
    def come_back(self, request: Request, pk: int, place: int) -> Response:
        session = self.session()
        fields = self.sent(forms.ReasonSerializer)
        repairs.let_come_back(actor=self.actor, place=self.place(session, place), reason=fields["reason"])
        return self.answer(session)

    def _step(self, service: Any, **more: Any) -> Response:
        session = self.get_object()
        return self.answer(service(actor=self.actor, session=session, version=self.version(session), **more))
