"""The official score for programs: publishing, what changed, corrections, later deadlines."""

from __future__ import annotations

from typing import Any

from django.db.models import QuerySet
from django.shortcuts import get_object_or_404
from django.utils.translation import gettext as _
from drf_spectacular.utils import extend_schema
from rest_framework.exceptions import NotFound
from rest_framework.request import Request
from rest_framework.response import Response

from core.api.views import BaseViewSet
from core.errors import field_error
from core.permissions import require
from events.api.serializers.desk import ReasonSerializer
from events.models import Session
from events.selectors.officials import hidden_boards
from events.selectors.tables import sees_names, session_room
from events.selectors.visible import sessions_in_the_room
from scoring.api.serializers import official as forms
from scoring.api.views.director import DeskViewSet
from scoring.models import Correction, LateDeadline, Publication
from scoring.selectors.changes import Difference, ranking_changes
from scoring.selectors.history import session_plays
from scoring.selectors.official import current_official_score, open_deadlines, session_publications, visible_corrections
from scoring.selectors.periods import period_ends
from scoring.services import corrections as asking
from scoring.services import deciding, late
from scoring.services import official as services

TAG = "Official score"


def official_data(session: Session, request: Any) -> dict[str, Any]:
    official = current_official_score(session)
    if official is None or not official.is_published:
        return {"state": None, "available_at": None, "final_at": None, "periods": [], "publications": []}
    return {
        "state": official.state,
        "available_at": official.available_at,
        "final_at": official.final_at,
        "periods": period_ends(official, request.actor.at),
        "publications": session_publications(session),
    }


class OfficialViewSet(BaseViewSet):
    """Open to everybody who may know of the session."""

    tag = TAG
    view_act = "club.view"
    queryset = Session.objects.none()
    serializer_class = forms.OfficialScoreSerializer
    summaries = {
        "official": "Since when the score is official, and which periods run",
        "changes": "What a publication changed",
    }

    def visible(self) -> QuerySet[Session]:
        return sessions_in_the_room(self.actor)

    def _session(self) -> Session:
        session: Session = self.get_object()
        require(self.actor, self.view_act, session.club)
        return session

    @extend_schema(responses={200: forms.OfficialScoreSerializer})
    def official(self, request: Request, pk: int) -> Response:
        return Response(forms.OfficialScoreSerializer(official_data(self._session(), self)).data)

    @extend_schema(responses={200: forms.PublicationChangesSerializer})
    def changes(self, request: Request, pk: int, number: int) -> Response:
        session = self._session()
        official = current_official_score(session)
        if official is None or not official.is_published:
            raise NotFound
        publications = Publication.objects.filter(session=session).prefetch_related("runs")
        after = get_object_or_404(publications, number=number)
        before = publications.filter(number=number - 1).first()
        room = session_room(session, open_names=sees_names(self.actor, session))
        difference = (
            ranking_changes(actor=self.actor, before=before, after=after, room=room) if before else Difference((), ())
        )
        return Response(forms.PublicationChangesSerializer(difference).data)


class PublishViewSet(DeskViewSet):
    tag = TAG
    view_act = "official.publish"
    serializer_class = forms.OfficialScoreSerializer
    summaries = {
        "publish": "Publish the score, or what has changed in it",
        "take_back": "Take back what was published by mistake",
        "make_final": "Make the score final",
    }

    @extend_schema(request=forms.PublishSerializer, responses={201: forms.OfficialScoreSerializer})
    def publish(self, request: Request, pk: int) -> Response:
        session, sent = self._session(), self.sent(forms.PublishSerializer)
        services.publish(actor=self.actor, session=session, **sent)
        return Response(forms.OfficialScoreSerializer(official_data(session, self)).data, status=201)

    @extend_schema(request=ReasonSerializer, responses={200: forms.OfficialScoreSerializer})
    def take_back(self, request: Request, pk: int) -> Response:
        session, sent = self._session(), self.sent(ReasonSerializer)
        services.take_back(actor=self.actor, session=session, **sent)
        return Response(forms.OfficialScoreSerializer(official_data(session, self)).data)

    @extend_schema(request=None, responses={200: forms.OfficialScoreSerializer})
    def make_final(self, request: Request, pk: int) -> Response:
        session = self._session()
        services.make_final(actor=self.actor, session=session)
        return Response(forms.OfficialScoreSerializer(official_data(session, self)).data)


class AskViewSet(DeskViewSet):
    """For those who played the board."""

    tag = TAG
    view_act = "correction.ask"
    serializer_class = forms.CorrectionSerializer
    summaries = {"ask": "Ask for a correction", "take_back": "Take a request back"}
    versioned_actions = ("take_back",)

    def visible(self) -> QuerySet[Session]:
        return sessions_in_the_room(self.actor)

    @extend_schema(request=forms.AskCorrectionSerializer, responses={201: forms.CorrectionSerializer})
    def ask(self, request: Request, pk: int) -> Response:
        session, sent = self._session(), self.sent(forms.AskCorrectionSerializer)
        play = session_plays(session).filter(pk=sent.pop("play")).first()
        if play is None:
            sentence = _("There is no such play in this session.")
            raise field_error("play", sentence, "no_play")
        correction = asking.ask_for_correction(actor=self.actor, play=play, **sent)
        return Response(forms.CorrectionSerializer(correction).data, status=201)

    @extend_schema(request=None, responses={200: forms.CorrectionSerializer})
    def take_back(self, request: Request, pk: int, correction: int) -> Response:
        asked = get_object_or_404(Correction.objects.filter(session=self._session()), pk=correction)
        taken_back = asking.take_back_correction(actor=self.actor, correction=asked, version=self.version(asked))
        return Response(forms.CorrectionSerializer(taken_back).data)


class CorrectionViewSet(DeskViewSet):
    """A director who plays does not get those about boards still to be played."""

    tag = TAG
    view_act = "correction.decide"
    serializer_class = forms.CorrectionSerializer
    summaries = {
        "corrections": "Requests for corrections",
        "enter": "Enter a correction that no player asked for",
        "decide": "Accept a correction, lower one side, or refuse it",
        "approve": "The organizer’s approval (Law 79C2)",
        "deadlines": "Sides with a time of their own for an appeal",
        "tell": "A side has been told: its time runs",
    }
    versioned_actions = ("decide", "approve")

    def _visible_corrections(self, session: Session) -> QuerySet[Correction]:
        return visible_corrections(session, hidden_boards(self.actor, session))

    @extend_schema(responses={200: forms.CorrectionSerializer(many=True)})
    def corrections(self, request: Request, pk: int) -> Response:
        visible = self._visible_corrections(self._session()).order_by("asked_at", "pk")
        return Response(forms.CorrectionSerializer(visible, many=True).data)

    @extend_schema(request=forms.EnterCorrectionSerializer, responses={201: forms.CorrectionSerializer})
    def enter(self, request: Request, pk: int) -> Response:
        sent = self.sent(forms.EnterCorrectionSerializer)
        correction = asking.enter_correction(actor=self.actor, play=self._play(sent.pop("play")), **sent)
        return Response(forms.CorrectionSerializer(correction).data, status=201)

    @extend_schema(request=forms.DecideCorrectionSerializer, responses={200: forms.CorrectionSerializer})
    def decide(self, request: Request, pk: int, correction: int) -> Response:
        asked = get_object_or_404(self._visible_corrections(self._session()), pk=correction)
        sent = self.sent(forms.DecideCorrectionSerializer)
        common = {"reason": sent["reason"], "told_ids": sent["told"]}
        common |= {"actor": self.actor, "correction": asked, "version": self.version(asked)}
        if sent["verdict"] == "refuse":
            decided = deciding.refuse_correction(**common)
        elif sent["verdict"] == "lower":
            decided = deciding.lower_one_side(side=sent["side"], to=sent["to"], **common)
        else:
            decided = deciding.accept_correction(found=sent["found"], beyond_doubt=sent["beyond_doubt"], **common)
        return Response(forms.CorrectionSerializer(decided).data)

    @extend_schema(request=forms.ApproveCorrectionSerializer, responses={200: forms.CorrectionSerializer})
    def approve(self, request: Request, pk: int, correction: int) -> Response:
        session = self._session()
        asked = get_object_or_404(self._visible_corrections(session), pk=correction)
        sent = self.sent(forms.ApproveCorrectionSerializer)
        decided = deciding.approve_correction(actor=self.actor, correction=asked, version=self.version(asked), **sent)
        return Response(forms.CorrectionSerializer(decided).data)

    @extend_schema(responses={200: forms.LateDeadlineSerializer(many=True)})
    def deadlines(self, request: Request, pk: int) -> Response:
        late_deadlines = open_deadlines(self._session(), self.actor.at)
        return Response(forms.LateDeadlineSerializer(late_deadlines, many=True).data)

    @extend_schema(request=forms.TellSideSerializer, responses={200: forms.LateDeadlineSerializer})
    def tell(self, request: Request, pk: int, late_deadline: int) -> Response:
        untold = get_object_or_404(LateDeadline.objects.filter(session=self._session()), pk=late_deadline)
        told_deadline = late.tell_side(actor=self.actor, late_deadline=untold, **self.sent(forms.TellSideSerializer))
        return Response(forms.LateDeadlineSerializer(told_deadline).data)
