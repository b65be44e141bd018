"""A federation's register of persons, its list on the way into it, and what is held about oneself."""

from __future__ import annotations

from typing import Any

from django.core.files.base import ContentFile
from django.db.models import QuerySet
from django.urls import reverse
from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response

from clubs.api.on_body import OnBodyViewSet
from clubs.api.serializers import register as forms
from clubs.models import Federation, Player, RegisterImport, RegisterImportRow
from clubs.selectors.own_data import own_data, plain_value
from clubs.selectors.register import home_club_changes, register_of
from clubs.services import register, register_imports
from core.api.views import BaseViewSet, ListMixin, PrivateMixin, RetrieveMixin
from core.permissions import require

TAG = "Register"


class RegisterViewSet(ListMixin, RetrieveMixin, OnBodyViewSet):
    tag = TAG
    summaries = {
        "list": "The federation's people; `search` finds names in any order and without accents, or a number",
        "retrieve": "One person of the register",
        "home_clubs": "The home clubs of one person, the latest first",
        "home_club": "Change the home club from a day on",
        "registration": "Active, lapsed or deceased",
    }
    view_act = "register.view"
    queryset = Player.objects.none()
    serializer_class = forms.RegisteredPersonSerializer
    search_fields = ["search_key"]
    ordering_fields = ["display_name", "federation_number"]
    ordering = ["display_name", "pk"]
    body: Federation

    def visible(self) -> QuerySet[Player]:
        return register_of(self.body).select_related("home_club")

    @extend_schema(responses={200: forms.HomeClubChangeSerializer(many=True)})
    def home_clubs(self, request: Request, slug: str, pk: int) -> Response:
        require(self.actor, self.view_act, self.body)
        return Response(forms.HomeClubChangeSerializer(home_club_changes(self.get_object()), many=True).data)

    @extend_schema(request=forms.HomeClubSerializer)
    def home_club(self, request: Request, slug: str, pk: int) -> Response:
        sent = self.sent(forms.HomeClubSerializer)
        register.change_home_club(actor=self.actor, federation=self.body, player=self.get_object(), **sent)
        return self.answer(self.get_object())

    @extend_schema(request=forms.RegistrationSerializer)
    def registration(self, request: Request, slug: str, pk: int) -> Response:
        sent = self.sent(forms.RegistrationSerializer)
        register.change_registration(actor=self.actor, federation=self.body, player=self.get_object(), **sent)
        return self.answer(self.get_object())


class RegisterImportViewSet(ListMixin, RetrieveMixin, OnBodyViewSet):
    tag = TAG
    summaries = {
        "list": "The lists that were taken in",
        "create": "Send a list: a job works out the fate of every row, and nothing is written yet",
        "retrieve": "How a list stands",
        "confirm": "Write what the rows say",
        "destroy": "Drop a list: nothing of it is written",
    }
    view_act = "register.keep"
    queryset = RegisterImport.objects.none()
    serializer_class = forms.RegisterImportSerializer
    ordering_fields = ["made_at"]
    ordering = ["-made_at", "-pk"]
    body: Federation

    def visible(self) -> QuerySet[RegisterImport]:
        return RegisterImport.objects.filter(federation=self.body).select_related("federation")

    @extend_schema(request=forms.NewRegisterImportSerializer, responses={201: forms.RegisterImportSerializer})
    def create(self, request: Request, slug: str) -> Response:
        sent = self.sent(forms.NewRegisterImportSerializer)
        upload = ContentFile(sent["text"].encode(), name=sent["file_name"])
        made = register_imports.start_register_import(actor=self.actor, federation=self.body, upload=upload)
        return self.answer(made, 201, at=reverse("api-federation-register-import", args=[slug, made.pk]))

    @extend_schema(request=None)
    def confirm(self, request: Request, slug: str, pk: int) -> Response:
        register_imports.confirm_register_import(actor=self.actor, register_import=self.get_object())
        return self.answer(self.get_object())

    def destroy(self, request: Request, slug: str, pk: int) -> Response:
        register_imports.drop_register_import(actor=self.actor, register_import=self.get_object())
        return Response(status=204)


class RegisterImportRowViewSet(ListMixin, OnBodyViewSet):
    tag = TAG
    summaries = {
        "list": "The rows of a list with their fates",
        "same_person": "Say of a row with another name whether it is the same person",
    }
    view_act = "register.keep"
    queryset = RegisterImportRow.objects.none()
    serializer_class = forms.RegisterImportRowSerializer
    ordering_fields = ["line"]
    ordering = ["line"]
    body: Federation

    def visible(self) -> QuerySet[RegisterImportRow]:
        rows = RegisterImportRow.objects.filter(
            register_import=self.kwargs["import_id"], register_import__federation=self.body
        )
        return rows.select_related("register_import__federation")

    @extend_schema(request=forms.SamePersonSerializer)
    def same_person(self, request: Request, slug: str, import_id: int, pk: int) -> Response:
        row, is_same = self.get_object(), self.sent(forms.SamePersonSerializer)["is_same_person"]
        return self.answer(register_imports.confirm_same_person(actor=self.actor, row=row, is_same=is_same))


class OwnDataViewSet(PrivateMixin, BaseViewSet):
    """For people only: no token reads everything about its owner at once."""

    tag = "Account"
    summaries = {"list": "Everything held about oneself"}
    view_act = "token.make"
    queryset = Player.objects.none()
    serializer_class = forms.OwnDataSerializer
    filter_backends = []
    pagination_class = None

    @extend_schema(responses={200: forms.OwnDataSerializer(many=True)})
    def list(self, request: Request) -> Response:
        require(self.actor, self.view_act, None)
        player = self.actor.player
        parts = own_data(player) if player is not None else []
        rows = [{"name": part.name, "rows": [_plain_row(row) for row in part.rows]} for part in parts]
        return Response(rows)


def _plain_row(row: dict[str, Any]) -> dict[str, Any]:
    return {name: plain_value(value) for name, value in row.items()}
