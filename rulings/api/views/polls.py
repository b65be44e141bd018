"""Polls of peers for programs; the polled themselves answer by their links."""

from __future__ import annotations

from django.db.models import QuerySet
from django.shortcuts import get_object_or_404
from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response

from core.api.views import BaseViewSet, PrivateMixin
from core.permissions import require
from events.models import Play, Session
from events.selectors.visible import visible_sessions
from rulings.api.serializers import polls as forms
from rulings.case_places import Where
from rulings.models import Poll, PollAnswer
from rulings.selectors.polls import hidden_for, session_polls
from rulings.services import polls
from rulings.services.polls import PollMatter
from scoring.selectors.history import refuse_unplayed


class PollViewSet(PrivateMixin, BaseViewSet):
    tag = "Polls"
    view_act = "ruling.view"
    queryset = Session.objects.none()
    serializer_class = forms.PollSerializer
    summaries = {
        "polls": "Polls of a session with their tallies",
        "open": "Open a poll",
        "poll": "One poll",
        "close": "Close a poll",
        "reopen": "Open a poll again",
        "judge": "Count an answer, or not",
    }

    def visible(self) -> QuerySet[Session]:
        return visible_sessions(self.actor)

    def _session(self, act: str) -> Session:
        session: Session = self.get_object()
        require(self.actor, act, session)
        return session

    def _poll(self, session: Session, poll: int) -> Poll:
        found_poll = get_object_or_404(session_polls(session).prefetch_related("answers__player"), pk=poll)
        if found_poll.board is not None:
            refuse_unplayed(self.actor, session, found_poll.board)
        return found_poll

    def _answer(self, poll: Poll, code: int = 200) -> Response:
        stored_poll = session_polls(poll.session).prefetch_related("answers__player").get(pk=poll.pk)
        return Response(forms.PollSerializer(stored_poll).data, status=code)

    @extend_schema(responses={200: forms.PollSerializer(many=True)})
    def polls(self, request: Request, pk: int) -> Response:
        session = self._session("ruling.view")
        hidden = hidden_for(self.actor, session)
        rows = [poll for poll in session_polls(session).prefetch_related("answers__player") if poll.board not in hidden]
        return Response(forms.PollSerializer(rows, many=True).data)

    @extend_schema(request=forms.OpenPollSerializer, responses={201: forms.PollSerializer})
    def open(self, request: Request, pk: int) -> Response:
        session = self._session("ruling.make")
        sent = self.sent(forms.OpenPollSerializer)
        plays = Play.objects.filter(section__session=session).select_related("section")
        play = get_object_or_404(plays, pk=sent.pop("play"))
        opened = polls.open_poll(actor=self.actor, session=session, where=Where.of(play), matter=PollMatter(**sent))
        return self._answer(opened, 201)

    @extend_schema(responses={200: forms.PollSerializer})
    def poll(self, request: Request, pk: int, poll: int) -> Response:
        return self._answer(self._poll(self._session("ruling.view"), poll))

    @extend_schema(request=None, responses={200: forms.PollSerializer})
    def close(self, request: Request, pk: int, poll: int) -> Response:
        found_poll = self._poll(self._session("ruling.make"), poll)
        return self._answer(polls.close_poll(actor=self.actor, poll=found_poll))

    @extend_schema(request=None, responses={200: forms.PollSerializer})
    def reopen(self, request: Request, pk: int, poll: int) -> Response:
        found_poll = self._poll(self._session("ruling.make"), poll)
        return self._answer(polls.reopen_poll(actor=self.actor, poll=found_poll))

    @extend_schema(request=forms.JudgeSerializer, responses={200: forms.PollSerializer})
    def judge(self, request: Request, pk: int, poll: int, answer: int) -> Response:
        found_poll = self._poll(self._session("ruling.make"), poll)
        poll_answer = get_object_or_404(
            PollAnswer.objects.select_related("poll__session__event__club__federation"), pk=answer, poll=found_poll
        )
        polls.judge(actor=self.actor, answer=poll_answer, **self.sent(forms.JudgeSerializer))
        return self._answer(found_poll)
