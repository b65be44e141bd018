"""Events, series and sessions as they are planned."""

from __future__ import annotations

from typing import Any

from django.db.models import QuerySet
from django.shortcuts import get_object_or_404
from django.urls import reverse
from drf_spectacular.utils import extend_schema
from rest_framework.permissions import AllowAny
from rest_framework.request import Request
from rest_framework.response import Response

from clubs.api.on_body import OnBodyViewSet
from clubs.models import Club
from clubs.selectors.visible import visible_clubs
from core.api.views import BaseViewSet, ListMixin, PrivateMixin, RetrieveMixin
from core.permissions import require
from events.api.filters import EventFilter, SeriesFilter
from events.api.serializers import entries as forms
from events.models import Event, Series, Session
from events.selectors.events import visible_events
from events.selectors.visible import visible_sessions
from events.services import events, planning, removing

TAG = "Events"


class ClubEventViewSet(ListMixin, OnBodyViewSet):
    tag = TAG
    summaries = {"list": "A club's events", "create": "Make an event, not yet announced"}
    view_act = "club.view"
    permission_classes = [AllowAny]
    queryset = Event.objects.none()
    serializer_class = forms.EventSerializer
    filterset_class = EventFilter
    search_fields = ["name"]
    ordering_fields = ["made_at", "name"]
    ordering = ["-made_at", "-pk"]
    body: Club

    def visible(self) -> QuerySet[Event]:
        return visible_events(self.actor).filter(club=self.body)

    @extend_schema(request=forms.NewEventSerializer, responses={201: forms.EventSerializer})
    def create(self, request: Request, slug: str) -> Response:
        require(self.actor, "event.manage", self.body)
        serializer = forms.NewEventSerializer(data=request.data, context=self.get_serializer_context())
        serializer.is_valid(raise_exception=True)
        event = events.add_event(actor=self.actor, club=self.body, **serializer.validated_data)
        return self.answer(event, 201, at=reverse("api-event-detail", args=[event.pk]))


class EventViewSet(RetrieveMixin, BaseViewSet):
    tag = TAG
    summaries = {
        "retrieve": "One event with its conditions",
        "partial_update": "Change the conditions",
        "publish": "Announce an event",
        "cancel": "Cancel an event",
        "restore": "Restore a cancelled event",
        "destroy": "Remove an event while nothing was played or paid",
        "bring_back": "Bring a removed event back",
    }
    view_act = "event.view"
    versioned_actions = ("partial_update", "publish", "cancel", "restore", "destroy", "bring_back")
    queryset = Event.objects.none()
    serializer_class = forms.EventSerializer

    def visible(self) -> QuerySet[Event]:
        return visible_events(self.actor)

    def partial_update(self, request: Request, pk: int) -> Response:
        event = self.get_object()
        require(self.actor, "event.manage", event)
        fields = self.read(event, partial=True)
        return self.answer(events.change_event(actor=self.actor, event=event, version=self.version(event), **fields))

    @extend_schema(request=None)
    def publish(self, request: Request, pk: int) -> Response:
        return self._step(events.publish_event)

    @extend_schema(request=forms.CancelSerializer)
    def cancel(self, request: Request, pk: int) -> Response:
        require(self.actor, "event.manage", self.get_object())
        return self._step(events.cancel_event, **self.sent(forms.CancelSerializer))

    @extend_schema(request=None)
    def restore(self, request: Request, pk: int) -> Response:
        return self._step(events.restore_event)

    def destroy(self, request: Request, pk: int) -> Response:
        event = self.get_object()
        removing.remove_event(actor=self.actor, event=event, version=self.version(event))
        return Response(status=204)

    @extend_schema(request=None)
    def bring_back(self, request: Request, pk: int) -> Response:
        return self._step(removing.bring_back_event)

    def _step(self, service: Any, **more: Any) -> Response:
        event = self.get_object()
        return self.answer(service(actor=self.actor, event=event, version=self.version(event), **more))


class ClubSeriesViewSet(ListMixin, OnBodyViewSet):
    tag = TAG
    summaries = {"list": "A club's series", "create": "Make a series"}
    view_act = "club.view"
    permission_classes = [AllowAny]
    queryset = Series.objects.none()
    serializer_class = forms.SeriesSerializer
    filterset_class = SeriesFilter
    search_fields = ["name"]
    ordering_fields = ["weekday", "name"]
    ordering = ["weekday", "starts", "pk"]
    body: Club

    def visible(self) -> QuerySet[Series]:
        return Series.objects.filter(club=self.body).select_related("club__federation")

    def create(self, request: Request, slug: str) -> Response:
        require(self.actor, "event.manage", self.body)
        series = events.add_series(actor=self.actor, club=self.body, **self.read())
        return self.answer(series, 201, at=reverse("api-series-detail", args=[series.pk]))


class SeriesViewSet(RetrieveMixin, BaseViewSet):
    tag = TAG
    summaries = {
        "retrieve": "One series",
        "partial_update": "Change a series",
        "make": "Make the game of a day; one already made is given back",
    }
    view_act = "club.view"
    versioned_actions = ("partial_update",)
    queryset = Series.objects.none()
    serializer_class = forms.SeriesSerializer

    def visible(self) -> QuerySet[Series]:
        return Series.objects.filter(club__in=visible_clubs(self.actor).values("pk")).select_related("club__federation")

    def partial_update(self, request: Request, pk: int) -> Response:
        series = self.get_object()
        require(self.actor, "event.manage", series)
        fields = self.read(series, partial=True)
        return self.answer(
            events.change_series(actor=self.actor, series=series, version=self.version(series), **fields)
        )

    @extend_schema(request=forms.GameSerializer, responses={201: forms.EventSerializer})
    def make(self, request: Request, pk: int) -> Response:
        series = self.get_object()
        require(self.actor, "session.run", series)
        event = events.make_event_from(actor=self.actor, series=series, **self.sent(forms.GameSerializer))
        shown = forms.EventSerializer(event, context=self.get_serializer_context())
        return Response(shown.data, status=201, headers={"Location": reverse("api-event-detail", args=[event.pk])})


class OnEventViewSet(BaseViewSet):
    """What belongs to one event: the event is not there for whoever may not see it."""

    event: Event

    def initial(self, request: Request, *args: Any, **kwargs: Any) -> None:
        super().initial(request, *args, **kwargs)
        self.event = find_event(self.actor, kwargs["event"])


class OnSessionViewSet(PrivateMixin, BaseViewSet):
    """What belongs to one session; the session is what the address names."""

    queryset = Session.objects.none()
    view_act = "session.run"

    def visible(self) -> QuerySet[Session]:
        return visible_sessions(self.actor)

    def session(self, act: str = "") -> Session:
        """The session, for whoever may do `act` with it (else the view's own act)."""
        session: Session = self.get_object()
        require(self.actor, act or self.view_act, session)
        return session


class EventSessionViewSet(ListMixin, OnEventViewSet):
    tag = TAG
    summaries = {"list": "An event's sessions", "create": "Plan a session"}
    view_act = "club.view"
    queryset = Session.objects.none()
    serializer_class = forms.SessionSerializer
    filter_backends = []

    def visible(self) -> QuerySet[Session]:
        return Session.objects.filter(event=self.event).order_by("number")

    def create(self, request: Request, event: int) -> Response:
        require(self.actor, "event.manage", self.event)
        session = planning.plan_session(actor=self.actor, event=self.event, **self.read())
        return self.answer(session, 201, at=reverse("api-session-detail", args=[session.pk]))


class SessionViewSet(RetrieveMixin, BaseViewSet):
    tag = TAG
    summaries = {
        "retrieve": "One session",
        "partial_update": "Move a session",
        "destroy": "Remove a session with nothing in it",
    }
    view_act = "club.view"
    versioned_actions = ("partial_update",)
    queryset = Session.objects.none()
    serializer_class = forms.SessionSerializer

    def visible(self) -> QuerySet[Session]:
        return visible_sessions(self.actor)

    def partial_update(self, request: Request, pk: int) -> Response:
        session = self.get_object()
        require(self.actor, "event.manage", session)
        moved = {"starts_at": session.starts_at} | self.read(session, partial=True)
        return self.answer(
            planning.move_session(actor=self.actor, session=session, version=self.version(session), **moved)
        )

    def destroy(self, request: Request, pk: int) -> Response:
        planning.remove_session(actor=self.actor, session=self.get_object())
        return Response(status=204)


class PrivateOnEventViewSet(PrivateMixin, OnEventViewSet):
    """What strangers are asked to sign in for."""


def find_event(actor: Any, pk: int) -> Event:
    return get_object_or_404(visible_events(actor), pk=pk)
