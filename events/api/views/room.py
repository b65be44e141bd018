"""The room for programs: the clock, who sits where, the movement, where next; and the tables' codes for the desk."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from django.db.models import QuerySet
from django.shortcuts import get_object_or_404
from django.utils.translation import gettext as _
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import OpenApiParameter, extend_schema
from rest_framework.request import Request
from rest_framework.response import Response

from core.api.conditional import expected_version
from core.api.serializers import PlainWords
from core.api.views import BaseViewSet
from core.errors import field_error
from core.permissions import require
from events.api.serializers import room as forms
from events.api.serializers.desk import ReasonSerializer
from events.api.views.events import OnSessionViewSet
from events.models import SeatClaim, Session, TableCode
from events.movements.present import seating_json
from events.selectors.clock import clock_state
from events.selectors.legs import contestant_legs
from events.selectors.screens import find_parties, section_move
from events.selectors.seats import session_sections
from events.selectors.tables import Room, SectionRoom, sees_names, session_room
from events.selectors.visible import sessions_in_the_room
from events.services import clock as clocks
from events.services.identify import accept_claim, dismiss_claim
from events.services.tables import make_codes, revoke_code
from events.wording import kind_name

TAG = "Room"
ROUND = OpenApiParameter("round", OpenApiTypes.INT, description="Which round; left out: the one being played.")
QUERY = OpenApiParameter("q", OpenApiTypes.STR, required=True, description="A number (5, A5) or letters of a name.")


class RoomViewSet(BaseViewSet):
    """What hangs on the wall: open to everybody who may know of the session."""

    tag = TAG
    view_act = "club.view"
    queryset = Session.objects.none()
    serializer_class = forms.ClockSerializer
    summaries = {
        "clock": "The clock",
        "seating": "Who sits at each table in a round",
        "movement": "The movement, section by section",
        "where_next": "Where a contestant plays",
    }

    def visible(self) -> QuerySet[Session]:
        return sessions_in_the_room(self.actor)

    def _session(self) -> Session:
        session: Session = self.get_object()
        require(self.actor, self.view_act, session.club)
        return session

    def _room(self) -> Room:
        session = self._session()
        return session_room(session, open_names=sees_names(self.actor, session))

    @extend_schema(responses={200: forms.ClockSerializer})
    def clock(self, request: Request, pk: int) -> Response:
        return self.answer(self._session())

    @extend_schema(parameters=[ROUND], responses={200: forms.SeatingSerializer})
    def seating(self, request: Request, pk: int) -> Response:
        room = self._room()
        number = _round(request, room)
        seating = {"round": number, "tables": room.tables(number), "sitting_out": room.sitting_out(number)}
        return Response(forms.SeatingSerializer(seating).data)

    @extend_schema(responses={200: forms.SectionMovementSerializer(many=True)})
    def movement(self, request: Request, pk: int) -> Response:
        movements = [_movement_json(section) for section in self._room().sections]
        return Response(forms.SectionMovementSerializer(movements, many=True).data)

    @extend_schema(parameters=[QUERY], responses={200: forms.WayToSerializer(many=True)})
    def where_next(self, request: Request, pk: int) -> Response:
        room = self._room()
        words = request.query_params.get("q", "").strip()[:80]
        if not words:
            sentence = _("Say whom you look for: a number, or letters of a name, as “q”.")
            raise field_error("q", sentence, "required")
        ways = [
            {"contestant": found_party.party, "rounds": contestant_legs(found_party.section, found_party.party.number)}
            for found_party in find_parties(room, words)
        ]
        return Response(forms.WayToSerializer(ways, many=True).data)


def _round(request: Request, room: Room) -> int:
    text = request.query_params.get("round", "")
    if not text:
        return room.round
    if not text.isdecimal() or len(text) > 3 or not 1 <= int(text) <= max(1, room.rounds):
        sentence = _("There are rounds 1 to %(most)s.") % {"most": max(1, room.rounds)}
        raise field_error("round", sentence, "no_round")
    return int(text)


def _movement_json(section: SectionRoom) -> dict[str, Any]:
    return {
        "section": section.letter,
        "kind": section.movement.kind.value,
        "name": kind_name(section.movement.kind),
        "unit": section.movement.unit.value,
        "planned_rounds": section.rounds,
        "rounds": [_round_json(section, number) for number in range(1, section.certain + 1)],
    }


def _round_json(section: SectionRoom, number: int) -> dict[str, Any]:
    round_ = section.movement.rounds[number - 1]
    move = section_move(section, number)
    tables = [
        seating_json(seating) | {"boards": [section.section.board(board) for board in seating.boards]}
        for seating in round_.seatings
    ]
    return {
        "round": number,
        "sentences": list(move.sentences),
        "regular": not move.is_irregular and not move.is_open,
        "tables": tables,
        "sitting_out": list(round_.sitting_out),
    }


class ClockActViewSet(OnSessionViewSet):
    """The director's hand on the clock."""

    tag = TAG
    serializer_class = forms.ClockSerializer
    versioned_actions = ("lengths", "pause", "resume", "add_time", "call_move", "begin_break", "play_on")
    summaries = {
        "lengths": "Say how long rounds and moves last",
        "restart": "Begin the round's time again",
        "pause": "Stop the clock",
        "resume": "Let it run",
        "add_time": "Add or take away minutes",
        "call_move": "Call the move",
        "begin_break": "Begin a break",
        "play_on": "Go back to the round, with minutes left",
    }

    def visible(self) -> QuerySet[Session]:
        return super().visible().select_related("clock")

    def _change_clock(self, service: Callable[..., Any], *, versioned: bool = True, **more: Any) -> Response:
        session = self.get_object()
        if versioned:
            more["version"] = expected_version(self.request, clock_state(session).version)
        service(actor=self.actor, session=session, **more)
        return self.answer(self.get_object())

    @extend_schema(request=forms.LengthsSerializer)
    def lengths(self, request: Request, pk: int) -> Response:
        self.session()
        return self._change_clock(clocks.set_clock, **self.sent(forms.LengthsSerializer))

    @extend_schema(request=None)
    def restart(self, request: Request, pk: int) -> Response:
        return self._change_clock(clocks.start_clock, versioned=False)

    @extend_schema(request=None)
    def pause(self, request: Request, pk: int) -> Response:
        return self._change_clock(clocks.pause)

    @extend_schema(request=None)
    def resume(self, request: Request, pk: int) -> Response:
        return self._change_clock(clocks.resume)

    @extend_schema(request=forms.MoreMinutesSerializer)
    def add_time(self, request: Request, pk: int) -> Response:
        return self._change_for_minutes(clocks.add_time, forms.MoreMinutesSerializer)

    @extend_schema(request=None)
    def call_move(self, request: Request, pk: int) -> Response:
        return self._change_clock(clocks.call_move)

    @extend_schema(request=forms.MinutesSerializer)
    def begin_break(self, request: Request, pk: int) -> Response:
        return self._change_for_minutes(clocks.begin_break, forms.MinutesSerializer)

    @extend_schema(request=forms.MinutesSerializer)
    def play_on(self, request: Request, pk: int) -> Response:
        return self._change_for_minutes(clocks.play_on, forms.MinutesSerializer)

    def _change_for_minutes(self, service: Callable[..., Any], serializer: type[PlainWords]) -> Response:
        self.session()
        return self._change_clock(service, **self.sent(serializer))


class TableCodeViewSet(OnSessionViewSet):
    """Codes of a session's tables: only for the desk, because a code opens the table's page."""

    tag = TAG
    serializer_class = forms.TableCodeSerializer
    summaries = {
        "codes": "The codes of the tables",
        "add_codes": "Give every table a code",
        "revoke": "Revoke a table's code and make a new one",
        "claims": "Where a table says that somebody else sits there",
        "accept": "The table is right",
        "dismiss": "The list is right",
    }

    @extend_schema(responses={200: forms.TableCodeSerializer(many=True)})
    def codes(self, request: Request, pk: int) -> Response:
        return self._list_codes(self.session())

    @extend_schema(request=None, responses={201: forms.TableCodeSerializer(many=True)})
    def add_codes(self, request: Request, pk: int) -> Response:
        session = self.session()
        for section in session_sections(session):
            make_codes(actor=self.actor, section=section)
        return self._list_codes(session, 201)

    def _list_codes(self, session: Session, code: int = 200) -> Response:
        codes = TableCode.objects.filter(section__session=session, revoked_at=None).select_related("section")
        listed = codes.order_by("section__letter", "table")
        return Response(forms.TableCodeSerializer(listed, many=True).data, status=code)

    @extend_schema(request=ReasonSerializer, responses={201: forms.TableCodeSerializer})
    def revoke(self, request: Request, pk: int, code: int) -> Response:
        session = self.session()
        codes = TableCode.objects.select_related("section__session__event__club__federation")
        table_code = get_object_or_404(codes, section__session=session, pk=code)
        new_code = revoke_code(actor=self.actor, code=table_code, **self.sent(ReasonSerializer))
        return Response(forms.TableCodeSerializer(new_code).data, status=201)

    @extend_schema(responses={200: forms.SeatClaimSerializer(many=True)})
    def claims(self, request: Request, pk: int) -> Response:
        claims = self._claims(self.session()).filter(settled_at=None)
        return Response(forms.SeatClaimSerializer(claims, many=True).data)

    @extend_schema(request=None, responses={200: forms.SeatClaimSerializer})
    def accept(self, request: Request, pk: int, claim: int) -> Response:
        return self._settle(accept_claim, claim)

    @extend_schema(request=None, responses={200: forms.SeatClaimSerializer})
    def dismiss(self, request: Request, pk: int, claim: int) -> Response:
        return self._settle(dismiss_claim, claim)

    def _settle(self, service: Callable[..., SeatClaim], claim: int) -> Response:
        seat_claim = get_object_or_404(self._claims(self.session()), pk=claim)
        service(actor=self.actor, claim=seat_claim)
        settled = self._claims(seat_claim.section.session).get(pk=claim)
        return Response(forms.SeatClaimSerializer(settled).data)

    def _claims(self, session: Session) -> QuerySet[SeatClaim]:
        claims = SeatClaim.objects.filter(section__session=session)
        return claims.select_related("section__session__event__club__federation", "entrant__player", "player")
