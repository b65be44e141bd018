"""Results for programs, as open as the pages are; unchanged answers are not sent again."""

from __future__ import annotations

from django.db.models import QuerySet
from django.http import Http404
from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response

from core.api.views import BaseViewSet
from core.permissions import require
from events.models import Session
from events.selectors.visible import sessions_in_the_room
from scoring.api.serializers import results as shapes
from scoring.selectors.explaining import Explanation
from scoring.selectors.shown_results import SessionResults


class ReadResultsViewSet(BaseViewSet):
    """What everybody may read of a session's results now; during play the director decides."""

    tag = "Results"
    view_act = "club.view"
    queryset = Session.objects.none()
    serializer_class = shapes.LiveRankingSerializer
    summaries = {
        "ranking": "The ranking",
        "board": "How a board was played at every table",
        "scorecard": "A contestant’s scorecard",
        "why_place": "Explanation a contestant stands where it does",
        "why_score": "Explanation a side has what it has on a board",
    }

    def visible(self) -> QuerySet[Session]:
        return sessions_in_the_room(self.actor)

    def _session_results(self) -> SessionResults:
        session: Session = self.get_object()
        require(self.actor, self.view_act, session.club)
        return SessionResults(self.actor, session)

    @extend_schema(responses={200: shapes.LiveRankingSerializer})
    def ranking(self, request: Request, pk: int) -> Response:
        results = self._session_results()
        data = {
            "state": results.session.state,
            "round": results.session.round,
            "subject_to_boards": results.pending_board_numbers,
            "fields_ranked": results.rankings(),
        }
        return Response(shapes.LiveRankingSerializer(data).data)

    @extend_schema(responses={200: shapes.ResultBoardSerializer(many=True)})
    def board(self, request: Request, pk: int, number: int) -> Response:
        """One list for each field that has the board; none while the reader may not see it."""
        boards = self._session_results().board(number)
        return Response(shapes.ResultBoardSerializer(boards, many=True).data)

    @extend_schema(responses={200: shapes.ScorecardSerializer})
    def scorecard(self, request: Request, pk: int, contestant: int) -> Response:
        results = self._session_results()
        if contestant not in results.names:
            raise Http404
        lines = results.field_of_contestant(contestant) if results.sight.sees_card(contestant) else None
        card = [line for _board, line in lines.card(contestant)] if lines else []
        return Response(shapes.ScorecardSerializer({"who": results.names[contestant], "lines": card}).data)

    @extend_schema(responses={200: shapes.WhySerializer})
    def why_place(self, request: Request, pk: int, contestant: int) -> Response:
        return self._explained(self._session_results().why_place(contestant))

    @extend_schema(responses={200: shapes.WhySerializer})
    def why_score(self, request: Request, pk: int, play: int, side: str) -> Response:
        line_and_explanation = self._session_results().why_score(play, side)
        return self._explained(line_and_explanation[1] if line_and_explanation else None)

    def _explained(self, why: Explanation | None) -> Response:
        if why is None:
            raise Http404
        return Response(shapes.WhySerializer(why).data)
