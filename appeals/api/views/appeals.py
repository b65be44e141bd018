"""Appeals for programs: the same acts behind the same gates as on the pages."""

from __future__ import annotations

from django.core.exceptions import ValidationError
from django.db.models import QuerySet
from django.shortcuts import get_object_or_404
from django.utils.translation import gettext as _
from drf_spectacular.utils import extend_schema
from rest_framework.exceptions import NotFound
from rest_framework.request import Request
from rest_framework.response import Response

from appeals.api.serializers import appeals as forms
from appeals.forms import ACT_FORMS
from appeals.models import Appeal
from appeals.selectors.case_page import CasePage
from appeals.selectors.session_page import appeals_in
from appeals.selectors.sight import yet_to_play
from appeals.services.base import RELATED
from appeals.services.deciding import DecisionText
from appeals.services.effects import ScoreChange
from appeals.services.publishing import publish_decision
from appeals.services.requesting import request_appeal
from clubs.models import Player
from core.api.views import BaseViewSet, PrivateMixin
from core.errors import Conflict, Forbidden, field_error
from core.permissions import may, require
from events.models import Session
from events.selectors.visible import visible_sessions
from rulings.selectors.visible import visible_rulings
from scoring.selectors.results_sight import results_sight

TAG = "Appeals"
FORMS = {form.name(): form for form in ACT_FORMS}
SHOWN = ("points", "decisions", "steps")


class SessionAppealViewSet(PrivateMixin, BaseViewSet):
    """The appeals of a session that the caller may see."""

    tag = TAG
    view_act = "appeal.request"
    queryset = Session.objects.none()
    serializer_class = forms.AppealSerializer
    summaries = {"appeals": "Appeals of a session", "ask": "Ask for a review of a ruling"}

    def visible(self) -> QuerySet[Session]:
        return visible_sessions(self.actor)

    @extend_schema(responses={200: forms.AppealSerializer(many=True)})
    def appeals(self, request: Request, pk: int) -> Response:
        session: Session = self.get_object()
        hidden = results_sight(self.actor, session).hidden
        rows = [appeal for appeal in appeals_in(self.actor, session) if appeal.ruling.board not in hidden]
        return Response(forms.AppealSerializer(rows, many=True).data)

    @extend_schema(request=forms.RequestSerializer, responses={201: forms.AppealSerializer})
    def ask(self, request: Request, pk: int) -> Response:
        session: Session = self.get_object()
        # The scope of a token is asked before anything is looked up for it.
        require(self.actor, "appeal.request", session)
        form = forms.RequestSerializer(data=request.data)
        form.is_valid(raise_exception=True)
        sent = dict(form.validated_data)
        ruling = get_object_or_404(visible_rulings(self.actor, session), pk=sent["ruling"])
        appeal = request_appeal(
            actor=self.actor,
            ruling=ruling,
            grounds=sent["grounds"],
            points=[(sent["kind"], sent["grounds"][:500])],
            side=sent["side"],
            asked_by=_player(sent["asked_by"]),
        )
        return Response(forms.AppealSerializer(appeal).data, status=201)


def _player(pk: int | None) -> Player | None:
    player = Player.objects.filter(pk=pk).first() if pk is not None else None
    if pk is not None and player is None:
        raise field_error("asked_by", _("There is no such player."), "unknown")
    return player


class AppealViewSet(PrivateMixin, BaseViewSet):
    """One case. It is not there for those whom it does not concern."""

    tag = TAG
    view_act = "appeal.view"
    queryset = Appeal.objects.none()
    serializer_class = forms.AppealSerializer
    summaries = {
        "appeal": "A case",
        "acts": "What the caller can do with it now",
        "act": "Do one of these acts",
        "decide": "Publish the decision",
    }

    def visible(self) -> QuerySet[Appeal]:
        return Appeal.objects.select_related(*RELATED, "contestant").prefetch_related(*SHOWN)

    def get_object(self) -> Appeal:
        appeal: Appeal = super().get_object()
        if not may(self.actor, "appeal.view", appeal):
            raise NotFound
        if yet_to_play(self.actor, appeal):
            raise Forbidden
        return appeal

    def _answer(self, appeal: Appeal) -> Response:
        return Response(forms.AppealSerializer(self.visible().get(pk=appeal.pk)).data)

    @extend_schema(responses={200: forms.AppealSerializer})
    def appeal(self, request: Request, pk: int) -> Response:
        return self._answer(self.get_object())

    @extend_schema(responses={200: forms.PossibleActSerializer(many=True)})
    def acts(self, request: Request, pk: int) -> Response:
        page = CasePage.of(self.get_object(), self.actor)
        offered = [form(page=page) for form in ACT_FORMS if form.offered(page)]
        rows = [
            {"act": form.name(), "law": form.law, "title": str(form.title), "fields_wanted": list(form.fields)}
            for form in offered
        ]
        return Response(forms.PossibleActSerializer(rows, many=True).data)

    @extend_schema(request=forms.ActSerializer, responses={200: forms.AppealSerializer})
    def act(self, request: Request, pk: int) -> Response:
        appeal = self.get_object()
        sent = self.sent(forms.ActSerializer)
        kind = FORMS.get(sent["act"])
        if kind is None:
            raise NotFound
        page = CasePage.of(appeal, self.actor)
        if self.actor.may_use("event") and kind.is_overtaken(page):
            raise Conflict
        if not self.actor.may_use("event") or not kind.is_available_to(page):
            raise Forbidden
        answers = sent.get("answers") or {}
        form = kind({f"{kind.name()}-{name}": value for name, value in answers.items()}, page=page)
        # What this act asks of others only is left out, as on the page; what it asks of nobody is a mistake.
        if unknown := answers.keys() - form.fields.keys() - kind.base_fields.keys():
            sentence = _("There is no such field. There are: %(fields)s.") % {"fields": ", ".join(form.fields)}
            raise ValidationError({"answers": [f"{', '.join(sorted(unknown))}: {sentence}"]})
        if not form.is_valid():
            raise ValidationError({name: list(errors) for name, errors in form.errors.items()})
        form.run()
        return self._answer(appeal)

    @extend_schema(request=forms.DecideSerializer, responses={200: forms.AppealSerializer})
    def decide(self, request: Request, pk: int) -> Response:
        appeal = self.get_object()
        page = CasePage.of(appeal, self.actor)
        if not self.actor.may_use("event") or not page.decides:
            raise Forbidden
        sent = self.sent(forms.DecideSerializer)
        outcomes = {int(key): value for key, value in sent["outcomes"].items() if key.isdecimal() and len(key) < 18}
        texts = ("reasons", "facts", "dissent", "law_refs", "merit", "merit_together", "heard", "told_ns", "told_ew")
        text = DecisionText(**{name: sent[name] for name in texts})
        scores = ("effect", "score_ns", "score_ew", "cancels_penalties", "own_damage", "score_normal")
        penalties = tuple(dict(penalty) for penalty in sent["penalties"])
        change = ScoreChange(**{name: sent[name] for name in scores}, penalties=penalties)
        publish_decision(
            actor=self.actor, appeal=appeal, outcomes=outcomes, text=text, score_change=change, version=sent["version"]
        )
        return self._answer(appeal)
