"""Matches, draws, fields and event totals for programs."""

from __future__ import annotations

from typing import Any

from django.db.models import QuerySet
from django.shortcuts import get_object_or_404
from django.utils.translation import gettext as _
from drf_spectacular.utils import extend_schema
from rest_framework.exceptions import NotFound
from rest_framework.request import Request
from rest_framework.response import Response

from core.api.views import BaseViewSet, PrivateMixin
from core.errors import field_error
from core.permissions import require
from events.api.serializers.desk import ReasonSerializer
from events.models import Contestant, Event, Section, Session
from events.selectors.events import visible_events
from events.selectors.visible import sessions_in_the_room
from scoring.api.serializers import teams as forms
from scoring.api.views.director import DeskViewSet
from scoring.models import MatchTerm
from scoring.selectors.butler import butler_list
from scoring.selectors.draws import propose_draw
from scoring.selectors.event_results import visible_event_results
from scoring.selectors.knockouts import knockout_sheet
from scoring.selectors.matches import MatchView, match_view, session_matches
from scoring.services import draws, knockouts, matches, stages
from scoring.services.grouping import group_sections, section_groups

TAG = "Matches"
# Pairs agree to each board at the table, so that there is nothing to agree to in their matches.
OF_PAIRS_TOO = ("matches", "match")


class MatchViewSet(BaseViewSet):
    """What hangs on the wall; a board that is still in play somewhere is not in it."""

    tag = TAG
    view_act = "club.view"
    queryset = Session.objects.none()
    serializer_class: Any = forms.MatchLineSerializer
    summaries = {"matches": "All matches of a session", "match": "One match", "butler": "Pairs by Butler"}

    def visible(self) -> QuerySet[Session]:
        return sessions_in_the_room(self.actor)

    def _session(self) -> Session:
        session: Session = self.get_object()
        require(self.actor, self.view_act, session.club)
        if not session.event.has_matches or (not session.event.is_for_teams and self.action not in OF_PAIRS_TOO):
            raise NotFound
        return session

    @extend_schema(responses={200: forms.MatchLineSerializer(many=True)})
    def matches(self, request: Request, pk: int) -> Response:
        match_lines = session_matches(self.actor, self._session()).lines
        return Response(forms.MatchLineSerializer(match_lines, many=True).data)

    @extend_schema(responses={200: forms.MatchSerializer})
    def match(self, request: Request, pk: int, round: int, home: int, away: int) -> Response:
        return Response(forms.MatchSerializer(self._match((round, home, away))).data)

    def _match(self, key: tuple[int, int, int]) -> MatchView:
        view = match_view(self.actor, self._session(), key)
        if view is None:
            raise NotFound
        return view

    @extend_schema(responses={200: forms.ButlerSerializer(many=True)})
    def butler(self, request: Request, pk: int) -> Response:
        return Response(forms.ButlerSerializer(butler_list(self.actor, self._session()), many=True).data)


class MatchActViewSet(PrivateMixin, MatchViewSet):
    """Captains agree; the director witnesses, and writes down what counts beside the boards."""

    serializer_class = forms.MatchSerializer
    summaries = {
        "agree": "Agree as a captain",
        "witness": "Write down that a captain agrees",
        "add_term": "Carry-over, penalty or winner",
        "withdraw_term": "Withdraw a carry-over, penalty or winner",
    }

    @extend_schema(request=forms.AgreeSerializer, responses={200: forms.MatchSerializer})
    def agree(self, request: Request, pk: int, round: int, home: int, away: int) -> Response:
        view = self._match((round, home, away))
        matches.agree(actor=self.actor, session=view.session, key=view.line.key, **self.sent(forms.AgreeSerializer))
        return self.match(request, pk, round, home, away)

    @extend_schema(request=forms.WitnessSerializer, responses={200: forms.MatchSerializer})
    def witness(self, request: Request, pk: int, round: int, home: int, away: int) -> Response:
        view = self._match((round, home, away))
        require(self.actor, "match.witness", view.session)
        sent = self.sent(forms.WitnessSerializer)
        team = _team(view, sent.pop("team"))
        matches.witness(actor=self.actor, session=view.session, key=view.line.key, team=team, **sent)
        return self.match(request, pk, round, home, away)

    @extend_schema(request=forms.NewTermSerializer, responses={201: forms.TermSerializer})
    def add_term(self, request: Request, pk: int, round: int, home: int, away: int) -> Response:
        view = self._match((round, home, away))
        require(self.actor, "match.rule", view.session)
        sent = self.sent(forms.NewTermSerializer)
        team = _team(view, sent.pop("team"))
        term = matches.add_term(actor=self.actor, session=view.session, key=view.line.key, team=team, **sent)
        return Response(forms.TermSerializer(term).data, status=201)

    @extend_schema(request=ReasonSerializer, responses={200: forms.TermSerializer})
    def withdraw_term(self, request: Request, pk: int, term: int) -> Response:
        terms = MatchTerm.objects.filter(session=self._session()).select_related("session__event__club__federation")
        match_term = get_object_or_404(terms, pk=term)
        withdrawn = matches.withdraw_term(actor=self.actor, term=match_term, **self.sent(ReasonSerializer))
        return Response(forms.TermSerializer(withdrawn).data)


def _team(view: MatchView, contestant_id: int) -> Contestant:
    if contestant_id not in view.line.key[1:]:
        raise field_error("team", _("Choose one of the two teams."), "other_team")
    return Contestant.objects.get(pk=contestant_id)


class DrawViewSet(DeskViewSet):
    """Rounds of a Swiss from its standings, and which sections are compared together."""

    tag = TAG
    serializer_class = forms.ProposalSerializer
    summaries = {
        "proposal": "What would be drawn now",
        "draw": "Draw the next round",
        "again": "Draw the round again",
        "take_back": "Take the draw back",
        "groups": "Which sections are compared together",
        "set_groups": "Compare sections together or apart",
    }
    versioned_actions = ("set_groups",)

    def _section(self, section: int) -> Section:
        sections = self._session().sections.select_related("session__event__club__federation")
        found_section = get_object_or_404(sections, pk=section)
        if found_section.movement is None:
            raise NotFound
        return found_section

    @extend_schema(responses={200: forms.ProposalSerializer})
    def proposal(self, request: Request, pk: int, section: int) -> Response:
        return Response(forms.ProposalSerializer(propose_draw(self._section(section))).data)

    @extend_schema(request=forms.DrawSerializer, responses={201: forms.RoundDrawSerializer})
    def draw(self, request: Request, pk: int, section: int) -> Response:
        drawn_section = self._section(section)
        drawn = draws.draw_round(
            actor=self.actor, section=drawn_section, **_draw_arguments(self.sent(forms.DrawSerializer))
        )
        return Response(forms.RoundDrawSerializer(drawn).data, status=201)

    @extend_schema(request=forms.DrawSerializer, responses={201: forms.RoundDrawSerializer})
    def again(self, request: Request, pk: int, section: int) -> Response:
        drawn_section = self._section(section)
        drawn = draws.redraw_round(
            actor=self.actor, section=drawn_section, **_draw_arguments(self.sent(forms.DrawSerializer))
        )
        return Response(forms.RoundDrawSerializer(drawn).data, status=201)

    @extend_schema(request=forms.TakeBackSerializer, responses={200: forms.ProposalSerializer})
    def take_back(self, request: Request, pk: int, section: int) -> Response:
        drawn_section = self._section(section)
        draws.take_back_draw(actor=self.actor, section=drawn_section, **self.sent(forms.TakeBackSerializer))
        return self.proposal(request, pk, section)

    @extend_schema(responses={200: forms.GroupsSerializer})
    def groups(self, request: Request, pk: int) -> Response:
        return self._groups(self._session())

    @extend_schema(request=forms.GroupsSerializer, responses={200: forms.GroupsSerializer})
    def set_groups(self, request: Request, pk: int) -> Response:
        session, sent = self._session(), self.sent(forms.GroupsSerializer)
        groups = {group["section"]: group["group"] for group in sent["groups"]}
        group_sections(
            actor=self.actor, session=session, groups=groups, reason=sent["reason"], version=self.version(session)
        )
        return self._groups(session)

    def _groups(self, session: Session) -> Response:
        groups = [{"section": key, "group": number} for key, number in section_groups(session).items()]
        return Response(forms.GroupsSerializer({"groups": groups, "reason": ""}).data)


def _draw_arguments(sent: dict[str, Any]) -> dict[str, Any]:
    matches = sent.pop("matches")
    return sent | {"matches": None if matches is None else [tuple(match) for match in matches]}


class EventResultsViewSet(BaseViewSet):
    tag = TAG
    view_act = "event.view"
    queryset = Event.objects.none()
    serializer_class: Any = forms.EventResultsSerializer
    summaries = {"results": "An event over its sessions", "sheet": "The draw sheet of a knock-out"}

    def visible(self) -> QuerySet[Event]:
        return visible_events(self.actor).select_related("club__federation")

    def _event(self) -> Event:
        event: Event = self.get_object()
        require(self.actor, self.view_act, event)
        return event

    @extend_schema(responses={200: forms.EventResultsSerializer})
    def results(self, request: Request, pk: int) -> Response:
        return Response(forms.EventResultsSerializer(visible_event_results(self.actor, self._event())).data)

    @extend_schema(responses={200: forms.SheetSerializer})
    def sheet(self, request: Request, pk: int) -> Response:
        return self._sheet(self._event())

    def _sheet(self, event: Event) -> Response:
        draw_sheet = knockout_sheet(event, self.actor)
        if draw_sheet is None:
            raise NotFound
        return Response(forms.SheetSerializer(draw_sheet).data)


class EventActViewSet(PrivateMixin, EventResultsViewSet):
    serializer_class = forms.SheetSerializer
    summaries = {
        "qualify": "Seat those who qualify for the next stage",
        "take_back_stage": "Take the qualifying back",
        "draw_sheet": "Make the draw sheet",
        "seat_next": "Seat the winners in the next round",
        "say_winner": "Who goes on from a match that was level or not played",
        "take_back_round": "Take the round seated last back",
    }

    @extend_schema(request=forms.QualifySerializer, responses={200: forms.EventResultsSerializer})
    def qualify(self, request: Request, pk: int) -> Response:
        event = self._event()
        require(self.actor, "event.manage", event)
        sent = self.sent(forms.QualifySerializer)
        session = get_object_or_404(event.sessions.all(), pk=sent.pop("session"))
        session.event = event
        stages.qualify_for(actor=self.actor, session=session, **sent)
        return self.results(request, pk)

    @extend_schema(request=forms.TakeBackSerializer, responses={200: forms.EventResultsSerializer})
    def take_back_stage(self, request: Request, pk: int, session: int) -> Response:
        event = self._event()
        require(self.actor, "event.manage", event)
        stage_session = get_object_or_404(event.sessions.all(), pk=session)
        stage_session.event = event
        reason = self.sent(forms.TakeBackSerializer)["reason"]
        stages.take_back_qualifying(actor=self.actor, session=stage_session, reason=reason)
        return self.results(request, pk)

    @extend_schema(request=None, responses={200: forms.SheetSerializer})
    def draw_sheet(self, request: Request, pk: int) -> Response:
        event = self._event()
        knockouts.draw_knockout(actor=self.actor, event=event)
        return self._sheet(event)

    @extend_schema(request=None, responses={200: forms.SheetSerializer})
    def seat_next(self, request: Request, pk: int) -> Response:
        event = self._event()
        knockouts.seat_next(actor=self.actor, event=event)
        return self._sheet(event)

    @extend_schema(request=forms.WinnerSerializer, responses={200: forms.SheetSerializer})
    def say_winner(self, request: Request, pk: int) -> Response:
        event = self._event()
        require(self.actor, "match.rule", event)
        sent = self.sent(forms.WinnerSerializer)
        knockouts.declare_winner(actor=self.actor, event=event, number=sent.pop("match"), **sent)
        return self._sheet(event)

    @extend_schema(request=forms.TakeBackSerializer, responses={204: None})
    def take_back_round(self, request: Request, pk: int) -> Response:
        event = self._event()
        require(self.actor, "session.run", event)
        reason = self.sent(forms.TakeBackSerializer)["reason"]
        knockouts.take_back_round(actor=self.actor, event=event, reason=reason)
        return Response(status=204)
