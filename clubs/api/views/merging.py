"""Duplicates, merges and the way back."""

from __future__ import annotations

from django.db.models import QuerySet
from django.http import Http404
from django.urls import reverse
from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response

from clubs.api.on_body import OnBodyViewSet
from clubs.api.serializers import merging as forms
from clubs.models import Player, PlayerMerge
from clubs.selectors.duplicates import find_duplicates, people_of
from clubs.selectors.merging import merge_preview, merges_for
from clubs.services import merging
from core.api.views import ListMixin, RetrieveMixin
from core.permissions import require

TAG = "Players"


class DuplicateViewSet(OnBodyViewSet):
    tag = TAG
    summaries = {
        "list": "Records that may be one person, with the reasons",
        "preview": "What would move if two records were merged, and what speaks against it",
        "two_people": "Note that two records are two people",
        "forget": "Take that note back",
    }
    view_act = "duplicate.view"
    queryset = Player.objects.none()
    serializer_class = forms.DuplicateSerializer
    pagination_class = None

    @extend_schema(responses={200: forms.DuplicateSerializer(many=True)})
    def list(self, request: Request, slug: str) -> Response:
        require(self.actor, self.view_act, self.body)
        return Response(forms.DuplicateSerializer(find_duplicates(self.body), many=True).data)

    @extend_schema(responses={200: forms.MergePreviewSerializer})
    def preview(self, request: Request, slug: str, kept_id: int, merged_id: int) -> Response:
        pair = pair_known_at(self, {"kept": kept_id, "merged": merged_id})
        return Response(forms.MergePreviewSerializer(merge_preview(*pair)).data)

    @extend_schema(request=forms.PairSerializer, responses={204: None})
    def two_people(self, request: Request, slug: str) -> Response:
        one, other = self._pair()
        merging.note_two_people(actor=self.actor, one=one, other=other, body=self.body)
        return Response(status=204)

    @extend_schema(request=forms.PairSerializer, responses={204: None})
    def forget(self, request: Request, slug: str) -> Response:
        one, other = self._pair()
        merging.forget_two_people(actor=self.actor, one=one, other=other, body=self.body)
        return Response(status=204)

    def _pair(self) -> tuple[Player, Player]:
        return pair_known_at(self, self.sent(forms.PairSerializer))


class PlayerMergeViewSet(ListMixin, RetrieveMixin, OnBodyViewSet):
    tag = TAG
    summaries = {
        "list": "The merges of players here",
        "retrieve": "One merge",
        "create": "Merge two records of one person",
        "take_back": "Take a merge back: both records are as they were",
    }
    view_act = "duplicate.view"
    queryset = PlayerMerge.objects.none()
    serializer_class = forms.MergeSerializer
    ordering_fields = ["made_at"]
    ordering = ["-made_at", "-pk"]

    def visible(self) -> QuerySet[PlayerMerge]:
        return merges_for(self.body)

    @extend_schema(request=forms.NewMergeSerializer, responses={201: forms.MergeSerializer})
    def create(self, request: Request, slug: str) -> Response:
        sent = self.sent(forms.NewMergeSerializer)
        kept, merged = pair_known_at(self, sent)
        made = merging.merge_players(
            actor=self.actor, kept=kept, merged=merged, body=self.body, reason=sent.get("reason", "")
        )
        at = reverse(f"api-{self.kind}-player-merge", args=[slug, made.pk])
        return self.answer(made, 201, at=at)

    @extend_schema(request=forms.TakeMergeBackSerializer)
    def take_back(self, request: Request, slug: str, pk: int) -> Response:
        made = self.get_object()
        merging.unmerge_players(actor=self.actor, merge=made, **self.sent(forms.TakeMergeBackSerializer))
        return self.answer(self.get_object())


def pair_known_at(view: OnBodyViewSet, sent: dict[str, object]) -> tuple[Player, Player]:
    """Both records, if people here know them."""
    require(view.actor, "duplicate.view", view.body)
    rows = people_of(view.body).select_related("federation", "user").in_bulk([sent["kept"], sent["merged"]])
    if len(rows) < 2:
        raise Http404
    return rows[sent["kept"]], rows[sent["merged"]]
