"""Imports of results for programs: the same acts as on the pages."""

from __future__ import annotations

from django.db.models import QuerySet
from django.shortcuts import get_object_or_404
from django.urls import reverse
from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response

from clubs.api.on_body import OnBodyViewSet
from core.api.views import ListMixin, RetrieveMixin
from core.permissions import require
from exchange.api.serializers import imports as forms
from exchange.models import ImportFile, ResultsImport
from exchange.services.import_names import answer_names
from exchange.services.import_undoing import undo_file, undo_import
from exchange.services.results_imports import add_files, choose_for_file, confirm_import, drop_import, start_import


class ResultsImportViewSet(ListMixin, RetrieveMixin, OnBodyViewSet):
    """Files of other programs on their way into a club's results."""

    tag = "Imports"
    view_act = "import.view"
    queryset = ResultsImport.objects.none()
    serializer_class = forms.ResultsImportSerializer
    ordering_fields = ["made_at"]
    ordering = ["-made_at", "-id"]
    summaries = {
        "list": "Imports of results",
        "retrieve": "One import",
        "create": "Hand in files of results: they are looked at, nothing is written",
        "files": "What the files are and what becomes of them",
        "add": "Hand in more files before it is confirmed",
        "names": "Whom the files name",
        "answer_names": "Say whom names mean",
        "confirm": "Import what was shown",
        "drop": "Forget the files",
        "undo": "Undo an import as a whole",
        "choose": "Say what is to become of a file",
        "undo_file": "Undo what came of one file",
    }

    def visible(self) -> QuerySet[ResultsImport]:
        return ResultsImport.objects.filter(club=self.body.pk).select_related("club__federation")

    def get_object(self) -> ResultsImport:
        row: ResultsImport = super().get_object()
        require(self.actor, self.view_act, self.body)
        return row

    @extend_schema(request=forms.SentResultsSerializer, responses={201: forms.ResultsImportSerializer})
    def create(self, request: Request, slug: str) -> Response:
        require(self.actor, "import.make", self.body)
        uploads = forms.as_uploads(self.sent(forms.SentResultsSerializer))
        started = start_import(actor=self.actor, club=self.body, uploads=uploads)  # type: ignore[arg-type]
        return self.answer(started, 201, at=reverse("api-club-results-import-detail", args=[slug, started.pk]))

    @extend_schema(responses={200: forms.ImportFileSerializer(many=True)})
    def files(self, request: Request, slug: str, pk: int) -> Response:
        files = self.get_object().files.filter(is_archive=False).order_by("pk")
        return Response(forms.ImportFileSerializer(files, many=True).data)

    @extend_schema(request=forms.SentResultsSerializer, responses={200: forms.ResultsImportSerializer})
    def add(self, request: Request, slug: str, pk: int) -> Response:
        current = self.get_object()
        uploads = forms.as_uploads(self.sent(forms.SentResultsSerializer))
        return self.answer(add_files(actor=self.actor, results_import=current, uploads=uploads))

    @extend_schema(responses={200: forms.ImportedNameSerializer(many=True)})
    def names(self, request: Request, slug: str, pk: int) -> Response:
        return Response(forms.ImportedNameSerializer(self.get_object().names.all(), many=True).data)

    @extend_schema(request=forms.NameAnswersSerializer, responses={200: forms.ImportedNameSerializer(many=True)})
    def answer_names(self, request: Request, slug: str, pk: int) -> Response:
        current, sent = self.get_object(), self.sent(forms.NameAnswersSerializer)
        answers = {one["id"]: (one["answer"], one["player"]) for one in sent["answers"]}
        answer_names(actor=self.actor, results_import=current, answers=answers, version=sent["version"])
        return Response(forms.ImportedNameSerializer(current.names.all(), many=True).data)

    @extend_schema(request=None, responses={200: forms.ResultsImportSerializer})
    def confirm(self, request: Request, slug: str, pk: int) -> Response:
        return self.answer(confirm_import(actor=self.actor, results_import=self.get_object()))

    @extend_schema(request=None, responses={200: forms.ResultsImportSerializer})
    def drop(self, request: Request, slug: str, pk: int) -> Response:
        return self.answer(drop_import(actor=self.actor, results_import=self.get_object()))

    @extend_schema(request=None, responses={200: forms.ResultsImportSerializer})
    def undo(self, request: Request, slug: str, pk: int) -> Response:
        return self.answer(undo_import(actor=self.actor, results_import=self.get_object()))

    @extend_schema(request=forms.FileChoiceSerializer, responses={200: forms.ImportFileSerializer})
    def choose(self, request: Request, slug: str, pk: int, file_id: int) -> Response:
        file = self._file(file_id)
        file = choose_for_file(actor=self.actor, file=file, **self.sent(forms.FileChoiceSerializer))
        return Response(forms.ImportFileSerializer(file).data)

    @extend_schema(request=None, responses={200: forms.ImportFileSerializer})
    def undo_file(self, request: Request, slug: str, pk: int, file_id: int) -> Response:
        return Response(forms.ImportFileSerializer(undo_file(actor=self.actor, file=self._file(file_id))).data)

    def _file(self, file_id: int) -> ImportFile:
        rows = ImportFile.objects.select_related("results_import__club__federation", "archive", "event")
        return get_object_or_404(rows, pk=file_id, results_import=self.get_object(), is_archive=False)
