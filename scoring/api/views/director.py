"""The director's acts for programs. A director who plays does not get the boards that are still to be played."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from django.core.exceptions import ValidationError
from django.db.models import Prefetch, QuerySet
from django.shortcuts import get_object_or_404
from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response

from core.api.views import BaseViewSet, PrivateMixin
from core.permissions import require
from events.api.serializers.desk import ReasonSerializer
from events.models import Place, Play, Session
from events.selectors.officials import hidden_boards
from events.selectors.table_rounds import last_begun_round
from events.selectors.tables import session_room
from events.selectors.visible import visible_sessions
from scoring.api.serializers import director as forms
from scoring.forms.director import AdjustmentForm, find_table
from scoring.models import BoardForms, BoardResult, DirectorCall, Penalty, ScoreAdjustment, ScoreEntry
from scoring.result_input import ResultInput
from scoring.selectors.conditions import board_conditions
from scoring.selectors.desk import UNDECIDED, visible_calls
from scoring.selectors.history import refuse_unplayed, session_plays
from scoring.selectors.standings import session_standings
from scoring.services import adjusting, director_calls, fouled, repairs, results
from scoring.services.comparison_fields import field_of_place
from scoring.services.entries import settle_entry

TAG = "Director"


class DeskViewSet(PrivateMixin, BaseViewSet):
    tag = TAG
    view_act = "session.run"
    queryset = Session.objects.none()

    def visible(self) -> QuerySet[Session]:
        return visible_sessions(self.actor)

    def _session(self) -> Session:
        session: Session = self.get_object()
        require(self.actor, self.view_act, session)
        return session

    def _play(self, play: int) -> Play:
        session = self._session()
        found_play = get_object_or_404(session_plays(session), pk=play)
        refuse_unplayed(self.actor, session, found_play.board)
        return found_play


def with_results(plays: QuerySet[Play]) -> QuerySet[Play]:
    current: Any = Prefetch("results", BoardResult.objects.current())
    adjusted: Any = Prefetch("adjustments", ScoreAdjustment.objects.current())
    return plays.prefetch_related(current, adjusted)


class ResultViewSet(DeskViewSet):
    """What counts for each board at each table."""

    serializer_class = forms.PlayResultSerializer
    summaries = {
        "results": "Results of the rounds that have begun",
        "set_result": "Enter or change a result",
        "turn": "They sat the other way",
        "drop": "Not to be played at this table",
        "postpone": "To be played later",
        "restore": "To be played after all",
        "adjust": "Give an adjusted score",
        "unadjust": "Withdraw the adjusted score",
        "standings": "The standings as they are now",
    }

    @extend_schema(responses={200: forms.PlayResultSerializer(many=True)})
    def results(self, request: Request, pk: int) -> Response:
        session = self._session()
        hidden = hidden_boards(self.actor, session)
        plays = session_plays(session).filter(round__lte=last_begun_round(session)).exclude(board__in=hidden)
        # Without the movement, which is large and would come with every row.
        plays = plays.defer("section__movement_data").order_by("section__letter", "round", "table", "board")
        with_current = with_results(plays)
        return Response(forms.PlayResultSerializer(with_current, many=True).data)

    def _answer(self, play: Play) -> Response:
        play_with_results = with_results(Play.objects.filter(pk=play.pk).select_related("section")).get()
        return Response(forms.PlayResultSerializer(play_with_results).data)

    @extend_schema(request=forms.SetResultSerializer, responses={200: forms.PlayResultSerializer})
    def set_result(self, request: Request, pk: int, play: int) -> Response:
        changed_play, sent = self._play(play), self.sent(forms.SetResultSerializer)
        result, lead = ResultInput.parse(sent.pop("result")), sent.pop("lead")
        if lead:
            result = ResultInput(result.outcome, result.contract, result.declarer, result.tricks, lead)
        results.set_result(actor=self.actor, play=changed_play, result=result, **sent)
        return self._answer(changed_play)

    @extend_schema(request=forms.TurnSerializer, responses={200: forms.PlayResultSerializer})
    def turn(self, request: Request, pk: int, play: int) -> Response:
        turned_play, sent = self._play(play), self.sent(forms.TurnSerializer)
        seen = sent.pop("seen")
        repairs.turn_results(actor=self.actor, plays=[turned_play], seen=None if seen is None else str(seen), **sent)
        return self._answer(turned_play)

    @extend_schema(request=ReasonSerializer, responses={200: forms.PlayResultSerializer})
    def drop(self, request: Request, pk: int, play: int) -> Response:
        return self._step(results.drop_board, play)

    @extend_schema(request=ReasonSerializer, responses={200: forms.PlayResultSerializer})
    def postpone(self, request: Request, pk: int, play: int) -> Response:
        return self._step(results.postpone_board, play)

    @extend_schema(request=ReasonSerializer, responses={200: forms.PlayResultSerializer})
    def restore(self, request: Request, pk: int, play: int) -> Response:
        return self._step(results.restore_board, play)

    def _step(self, service: Callable[..., Play], play: int) -> Response:
        changed_play = self._play(play)
        service(actor=self.actor, play=changed_play, **self.sent(ReasonSerializer))
        return self._answer(changed_play)

    @extend_schema(request=forms.GiveAdjustmentSerializer, responses={200: forms.PlayResultSerializer})
    def adjust(self, request: Request, pk: int, play: int) -> Response:
        adjusted_play = self._play(play)
        form = AdjustmentForm(
            self.sent(forms.GiveAdjustmentSerializer),
            conditions=board_conditions(adjusted_play.section, adjusted_play.board),
        )
        if not form.is_valid():
            raise ValidationError(
                {name: [str(message) for message in field_errors] for name, field_errors in form.errors.items()}
            )
        adjusting.adjust(actor=self.actor, play=adjusted_play, kind=form.kind, **form.cleaned_data)
        return self._answer(adjusted_play)

    @extend_schema(request=ReasonSerializer, responses={200: forms.PlayResultSerializer})
    def unadjust(self, request: Request, pk: int, play: int) -> Response:
        adjusted_play = self._play(play)
        adjusting.withdraw_adjustment(actor=self.actor, play=adjusted_play, **self.sent(ReasonSerializer))
        return self._answer(adjusted_play)

    @extend_schema(responses={200: forms.RankingSerializer(many=True)})
    def standings(self, request: Request, pk: int) -> Response:
        session = self._session()
        rankings = [
            {"ranking": name, "behind": field_standings.field.is_behind, "places": places}
            for field_standings in session_standings(session, session_room(session, open_names=True))
            for name, places in field_standings.rankings
        ]
        return Response(forms.RankingSerializer(rankings, many=True).data)


class BoardFormsViewSet(DeskViewSet):
    """Fouled boards: which tables had which cards (Law 87)."""

    serializer_class = forms.BoardFormsSerializer
    summaries = {
        "board_forms": "Boards on whose forms a director has decided",
        "tell_apart": "Say which tables had which form of a board",
    }

    @extend_schema(responses={200: forms.BoardFormsSerializer(many=True)})
    def board_forms(self, request: Request, pk: int) -> Response:
        session = self._session()
        decided = BoardForms.objects.current().filter(section__session=session).select_related("section")
        decided = decided.exclude(board__in=hidden_boards(self.actor, session))
        return Response(forms.BoardFormsSerializer(decided.order_by("section__letter", "board"), many=True).data)

    @extend_schema(request=forms.NewBoardFormsSerializer, responses={201: forms.BoardFormsSerializer})
    def tell_apart(self, request: Request, pk: int) -> Response:
        session, sent = self._session(), self.sent(forms.NewBoardFormsSerializer)
        sections = session.sections.select_related("session__event__club__federation")
        section = get_object_or_404(sections, letter=sent.pop("section").upper())
        refuse_unplayed(self.actor, session, sent["board"])
        slots = {(slot["round"], slot["table"]): slot["form"] for slot in sent.pop("forms")}
        board_forms = fouled.set_forms(actor=self.actor, section=section, forms=slots, **sent)
        return Response(forms.BoardFormsSerializer(board_forms).data, status=201)


class ClaimViewSet(DeskViewSet):
    """Claims that wait for the opponents or for the director."""

    serializer_class = forms.EntrySerializer
    summaries = {"entries": "Claims that nobody has decided on", "settle": "Take a claim, or set it aside"}

    def _entries(self, session: Session) -> QuerySet[ScoreEntry]:
        session_entries = ScoreEntry.objects.filter(play__section__session=session)
        return session_entries.select_related("play__section__session__event__club__federation")

    @extend_schema(responses={200: forms.EntrySerializer(many=True)})
    def entries(self, request: Request, pk: int) -> Response:
        session = self._session()
        undecided = self._entries(session).filter(state__in=UNDECIDED)
        undecided = undecided.exclude(play__board__in=hidden_boards(self.actor, session))
        return Response(forms.EntrySerializer(undecided.order_by("pk"), many=True).data)

    @extend_schema(request=forms.SettleSerializer, responses={200: forms.EntrySerializer})
    def settle(self, request: Request, pk: int, entry: int) -> Response:
        session = self._session()
        claimed = get_object_or_404(self._entries(session), pk=entry)
        refuse_unplayed(self.actor, session, claimed.play.board)
        settled = settle_entry(actor=self.actor, entry=claimed, **self.sent(forms.SettleSerializer))
        return Response(forms.EntrySerializer(settled).data)


class CallViewSet(DeskViewSet):
    """Calls for the director, the longest waiting first."""

    serializer_class = forms.CallSerializer
    summaries = {
        "calls": "Calls that are open",
        "make_call": "Call the director to a table",
        "take": "I go, or take it over",
        "close": "Close a call",
    }
    versioned_actions = ("take", "close")

    @extend_schema(responses={200: forms.CallSerializer(many=True)})
    def calls(self, request: Request, pk: int) -> Response:
        session = self._session()
        open_calls = visible_calls(session, hidden_boards(self.actor, session))
        return Response(forms.CallSerializer(open_calls, many=True).data)

    @extend_schema(request=forms.NewCallSerializer, responses={201: forms.CallSerializer})
    def make_call(self, request: Request, pk: int) -> Response:
        session, sent = self._session(), self.sent(forms.NewCallSerializer)
        section, table = find_table(session, sent.pop("table"))
        call = director_calls.call_director(actor=self.actor, section=section, table=table, code=None, **sent)
        return Response(forms.CallSerializer(call).data, status=201)

    def _call(self, call: int) -> DirectorCall:
        session_calls = DirectorCall.objects.filter(section__session=self._session())
        return get_object_or_404(session_calls.select_related("section__session__event__club__federation"), pk=call)

    @extend_schema(request=None, responses={200: forms.CallSerializer})
    def take(self, request: Request, pk: int, call: int) -> Response:
        open_call = self._call(call)
        taken_call = director_calls.take_call(actor=self.actor, call=open_call, version=self.version(open_call))
        return Response(forms.CallSerializer(taken_call).data)

    @extend_schema(request=forms.NoteSerializer, responses={200: forms.CallSerializer})
    def close(self, request: Request, pk: int, call: int) -> Response:
        open_call = self._call(call)
        sent = self.sent(forms.NoteSerializer)
        closed_call = director_calls.close_call(
            actor=self.actor, call=open_call, version=self.version(open_call), **sent
        )
        return Response(forms.CallSerializer(closed_call).data)


class PenaltyViewSet(DeskViewSet):
    """Penalties of Laws 90 and 91."""

    serializer_class = forms.PenaltySerializer
    summaries = {
        "penalties": "Penalties of a session",
        "give": "Give a penalty",
        "withdraw": "Withdraw a penalty",
    }

    @extend_schema(responses={200: forms.PenaltySerializer(many=True)})
    def penalties(self, request: Request, pk: int) -> Response:
        session_penalties = Penalty.objects.filter(field__session=self._session()).order_by("made_at", "pk")
        return Response(forms.PenaltySerializer(session_penalties, many=True).data)

    @extend_schema(request=forms.NewPenaltySerializer, responses={201: forms.PenaltySerializer})
    def give(self, request: Request, pk: int) -> Response:
        session, sent = self._session(), self.sent(forms.NewPenaltySerializer)
        places = Place.objects.filter(session=session).select_related("contestant")
        place = get_object_or_404(places, contestant=sent.pop("contestant"))
        field = field_of_place(session, place)
        penalty = adjusting.penalize(actor=self.actor, field=field, contestant=place.contestant, **sent)
        return Response(forms.PenaltySerializer(penalty).data, status=201)

    @extend_schema(request=ReasonSerializer, responses={200: forms.PenaltySerializer})
    def withdraw(self, request: Request, pk: int, penalty: int) -> Response:
        session_penalties = Penalty.objects.filter(field__session=self._session())
        given_penalty = get_object_or_404(
            session_penalties.select_related("field__session__event__club__federation"), pk=penalty
        )
        withdrawn = adjusting.withdraw_penalty(actor=self.actor, penalty=given_penalty, **self.sent(ReasonSerializer))
        return Response(forms.PenaltySerializer(withdrawn).data)
