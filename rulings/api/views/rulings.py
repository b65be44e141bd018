"""Rulings for programs: the same services, the same rights; players get those of their own tables."""

from __future__ import annotations

from typing import Any

from django.shortcuts import get_object_or_404
from django.utils.translation import gettext as _
from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response

from core.errors import field_error
from core.permissions import require
from events.models import Session
from rulings.api.serializers import rulings as forms
from rulings.case_places import Where
from rulings.laws.library import library
from rulings.models import LiveRestriction, Reminder, Ruling
from rulings.selectors.effect import preview_ruling_effect
from rulings.selectors.reach import director_reach
from rulings.selectors.restrictions import due_reminders, owed_scores, table_restrictions
from rulings.selectors.visible import is_of_staff, visible_rulings
from rulings.services import cases, giving, restrictions, trick_transfer
from scoring.api.views.director import DeskViewSet
from scoring.forms.director import find_table

TAG = "Rulings"


class CaseViewSet(DeskViewSet):
    tag = TAG
    view_act = "ruling.list"

    def _case(self, ruling: int) -> Ruling:
        """A ruling to work on."""
        session = self._session()
        case = get_object_or_404(visible_rulings(self.actor, session), pk=ruling)
        require(self.actor, "ruling.make", session)
        director_reach(self.actor, session).require(case.section_id, case.round, case.table, case.board)
        return case

    def _respond(self, case: Ruling, code: int = 200) -> Response:
        staff = is_of_staff(self.actor, case, director_reach(self.actor, case.session))
        serializer = forms.CaseSerializer if staff else forms.RulingSerializer
        return Response(serializer(case).data, status=code)


class RulingViewSet(CaseViewSet):
    """Rulings of a session."""

    serializer_class = forms.RulingSerializer
    summaries = {
        "rulings": "Rulings that you may read",
        "open": "Begin a ruling",
        "ruling": "A ruling",
        "write": "Fill in a draft",
        "answer_question": "Answer the assistant's question, or change an answer",
        "take_back": "Take an answer back",
        "preview": "What the ruling would do to the scores",
        "give": "Give the ruling",
        "count_tricks": "Count the tricks that a ruling transfers in the result of the board",
        "amend": "Amend a ruling that stands",
        "withdraw": "Withdraw a ruling",
    }
    versioned_actions = ("write", "answer_question", "take_back", "give", "count_tricks", "amend", "withdraw")

    @extend_schema(responses={200: forms.RulingSerializer(many=True)})
    def rulings(self, request: Request, pk: int) -> Response:
        rows = visible_rulings(self.actor, self._session()).order_by("-opened_at", "-pk")
        return Response(forms.RulingSerializer(rows, many=True).data)

    @extend_schema(responses={200: forms.CaseSerializer})
    def ruling(self, request: Request, pk: int, ruling: int) -> Response:
        return self._respond(get_object_or_404(visible_rulings(self.actor, self._session()), pk=ruling))

    @extend_schema(request=forms.OpenSerializer, responses={201: forms.CaseSerializer})
    def open(self, request: Request, pk: int) -> Response:
        session, sent = self._session(), self.sent(forms.OpenSerializer)
        require(self.actor, "ruling.make", session)
        tree = sent["tree"]
        if tree and tree not in library().trees:
            raise field_error("tree", _("There is no such irregularity."), "no_tree")
        where = self._where(session, sent)
        case = cases.open_ruling(actor=self.actor, session=session, where=where, tree=tree)
        return self._respond(case, 201)

    def _where(self, session: Session, sent: dict[str, Any]) -> Where:
        if not sent["table"].strip():
            return Where()
        section, table = find_table(session, sent["table"])
        return Where(section, sent["round"], table, sent["board"])

    @extend_schema(request=forms.WriteSerializer, responses={200: forms.CaseSerializer})
    def write(self, request: Request, pk: int, ruling: int) -> Response:
        case, sent = self._case(ruling), self.sent(forms.WriteSerializer)
        if not case.is_draft and set(sent) <= giving.LATER:
            return self._respond(giving.note_down(actor=self.actor, ruling=case, version=self.version(case), **sent))
        return self._respond(giving.write(actor=self.actor, ruling=case, version=self.version(case), **sent))

    @extend_schema(request=forms.AnswerSerializer, responses={200: forms.CaseSerializer})
    def answer_question(self, request: Request, pk: int, ruling: int) -> Response:
        case, sent = self._case(ruling), self.sent(forms.AnswerSerializer)
        return self._respond(cases.answer(actor=self.actor, ruling=case, version=self.version(case), **sent))

    @extend_schema(request=forms.TakeBackAnswerSerializer, responses={200: forms.CaseSerializer})
    def take_back(self, request: Request, pk: int, ruling: int) -> Response:
        case, sent = self._case(ruling), self.sent(forms.TakeBackAnswerSerializer)
        return self._respond(cases.take_back(actor=self.actor, ruling=case, version=self.version(case), **sent))

    @extend_schema(request=forms.WriteSerializer, responses={200: forms.EffectSerializer})
    def preview(self, request: Request, pk: int, ruling: int) -> Response:
        case, sent = self._case(ruling), self.sent(forms.WriteSerializer)
        return Response(forms.EffectSerializer(preview_ruling_effect(case, sent)).data)

    @extend_schema(request=forms.GiveSerializer, responses={200: forms.CaseSerializer})
    def give(self, request: Request, pk: int, ruling: int) -> Response:
        case, sent = self._case(ruling), self.sent(forms.GiveSerializer)
        return self._respond(giving.give(actor=self.actor, ruling=case, version=self.version(case), **sent))

    @extend_schema(request=forms.CountTricksSerializer, responses={200: forms.CaseSerializer})
    def count_tricks(self, request: Request, pk: int, ruling: int) -> Response:
        case, sent = self._case(ruling), self.sent(forms.CountTricksSerializer)
        act = trick_transfer.tricks_are_counted if sent["counted"] else trick_transfer.count_tricks
        return self._respond(act(actor=self.actor, ruling=case, to=sent["to"], version=self.version(case)))

    @extend_schema(request=forms.AmendSerializer, responses={200: forms.CaseSerializer})
    def amend(self, request: Request, pk: int, ruling: int) -> Response:
        case, sent = self._case(ruling), self.sent(forms.AmendSerializer)
        return self._respond(giving.amend(actor=self.actor, ruling=case, version=self.version(case), **sent))

    @extend_schema(request=forms.WithdrawRulingSerializer, responses={200: forms.CaseSerializer})
    def withdraw(self, request: Request, pk: int, ruling: int) -> Response:
        case, sent = self._case(ruling), self.sent(forms.WithdrawRulingSerializer)
        return self._respond(giving.withdraw(actor=self.actor, ruling=case, version=self.version(case), **sent))


class RestrictionViewSet(CaseViewSet):
    """What holds at the tables, and what is due."""

    view_act = "ruling.make"
    serializer_class = forms.RestrictionSerializer
    summaries = {
        "restrictions": "Restrictions that hold at the tables",
        "end": "A restriction has ended",
        "go_on": "Go on with the next stage of a ruling",
        "reminders": "Questions that are due at the end of a hand",
        "settle": "Settle a question",
        "decide": "Open the ruling that decides a question",
    }

    def _row_in_session(self, model: type[Any], pk: int) -> Any:
        """A restriction or reminder that a ruling of this session has left."""
        rows = model.objects.filter(ruling__session=self._session())
        return get_object_or_404(rows.select_related("ruling__session__event__club__federation"), pk=pk)

    @extend_schema(responses={200: forms.RestrictionSerializer(many=True)})
    def restrictions(self, request: Request, pk: int) -> Response:
        session = self._session()
        rows = [restriction.row for restriction in table_restrictions(session, director_reach(self.actor, session))]
        return Response(forms.RestrictionSerializer(rows, many=True).data)

    @extend_schema(request=None, responses={200: forms.RestrictionSerializer})
    def end(self, request: Request, pk: int, restriction: int) -> Response:
        ended = restrictions.end_restriction(
            actor=self.actor, restriction=self._row_in_session(LiveRestriction, restriction)
        )
        return Response(forms.RestrictionSerializer(ended).data)

    @extend_schema(request=None, responses={201: forms.CaseSerializer})
    def go_on(self, request: Request, pk: int, restriction: int) -> Response:
        live = self._row_in_session(LiveRestriction, restriction)
        return self._respond(cases.continue_ruling(actor=self.actor, restriction=live), 201)

    @extend_schema(responses={200: forms.ReminderSerializer(many=True)})
    def reminders(self, request: Request, pk: int) -> Response:
        session = self._session()
        reach = director_reach(self.actor, session)
        rows = [reminder.row for reminder in (*due_reminders(session, reach), *owed_scores(session, reach))]
        return Response(forms.ReminderSerializer(rows, many=True).data)

    @extend_schema(request=None, responses={201: forms.CaseSerializer})
    def decide(self, request: Request, pk: int, reminder: int) -> Response:
        due_reminder = self._row_in_session(Reminder, reminder)
        return self._respond(cases.decide_reminder(actor=self.actor, reminder=due_reminder), 201)

    @extend_schema(request=forms.SettleReminderSerializer, responses={200: forms.ReminderSerializer})
    def settle(self, request: Request, pk: int, reminder: int) -> Response:
        sent = self.sent(forms.SettleReminderSerializer)
        due_reminder = self._row_in_session(Reminder, reminder)
        return Response(
            forms.ReminderSerializer(restrictions.settle_reminder(actor=self.actor, reminder=due_reminder, **sent)).data
        )
