"""Sets of boards for programs: the same acts, and the same seal, as on the pages."""

from __future__ import annotations

import base64
from typing import Any

from django.core.exceptions import ValidationError
from django.db.models import QuerySet
from django.http import Http404
from django.shortcuts import get_object_or_404
from django.urls import reverse
from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response

from clubs.api.on_body import OnBodyViewSet
from clubs.api.serializers.office import JobSerializer
from clubs.models import Club
from core.api.serializers import PlainWords
from core.api.views import BaseViewSet, ListMixin, PrivateMixin
from core.permissions import may, require
from events.api.serializers import boards as forms
from events.api.views.events import OnSessionViewSet
from events.models import BoardSet, Section, Session
from events.selectors.boards import club_board_sets, own_deal_files, visible_sets
from events.selectors.deal_files import visible_deal_file
from events.selectors.seal import Sight, board_set_seals, board_set_sight, current_boards
from events.services.analysis import ask_for_analysis
from events.services.board_use import complete_boards, deal_for_session, use_boards
from events.services.boards import deal_boards, import_boards, redeal
from events.services.deal_files import name_recipient, take_file, withdraw_recipient
from events.services.seals import open_seal, release_boards, withdraw_releases
from events.wording import scoring_error_sentence
from scoring.engine.errors import ScoringError
from scoring.interchange import deals as files

TAG = "Boards"


def sent(request: Request, serializer: type[PlainWords], **context: Any) -> dict[str, Any]:
    form = serializer(data=request.data, context=context)
    form.is_valid(raise_exception=True)
    return dict(form.validated_data)


class ClubBoardSetViewSet(ListMixin, OnBodyViewSet):
    tag = TAG
    summaries = {
        "list": "A club's sets of boards, without their deals",
        "create": "Deal a set of boards",
        "bring": "Import a file of boards",
    }
    view_act = "deal.make"
    queryset = BoardSet.objects.none()
    serializer_class = forms.BoardSetSerializer
    search_fields = ["name", "sections__session__event__name"]
    ordering_fields = ["name", "made_at"]
    ordering = ["-made_at"]
    body: Club

    def visible(self) -> QuerySet[BoardSet]:
        return club_board_sets(self.body).select_related("club")

    def get_serializer(self, *args: Any, **options: Any) -> Any:
        """The seals of all that is answered, at once."""
        board_sets: Any = args[:1] if not options.get("many") else args[0]
        seals = board_set_seals(board_sets)
        options["context"] = {**self.get_serializer_context(), "seals": seals}
        return self.get_serializer_class()(*args, **options)

    @extend_schema(request=forms.DealSerializer, responses={201: forms.BoardSetSerializer})
    def create(self, request: Request, slug: str) -> Response:
        require(self.actor, "deal.make", self.body)
        return self._answer_created(
            deal_boards(actor=self.actor, club=self.body, **sent(request, forms.DealSerializer))
        )

    @extend_schema(request=forms.ImportSerializer, responses={201: forms.BoardSetSerializer})
    def bring(self, request: Request, slug: str) -> Response:
        require(self.actor, "deal.make", self.body)
        fields = sent(request, forms.ImportSerializer)
        return self._answer_created(import_boards(actor=self.actor, club=self.body, data=fields.pop("file"), **fields))

    def _answer_created(self, board_set: BoardSet) -> Response:
        return self.answer(board_set, 201, at=reverse("api-board-set", args=[board_set.pk]))


class BoardSetViewSet(PrivateMixin, BaseViewSet):
    """One set. A caller who keeps no boards finds it once some of it is open."""

    tag = TAG
    summaries = {
        "retrieve": "A set with its boards, as far as the caller may see them",
        "export": "The boards that the caller may see, as a file",
        "open": "Open the seal: who looks cannot play",
        "release": "Open boards that every table has played to everybody, before their round is over",
        "seal_again": "Seal again what was opened early",
        "recipients": "Who may take the file of a sealed set",
        "name_recipient": "Name somebody who does not play to take the file of a sealed set",
        "withdraw_recipient": "Somebody no longer takes the file",
        "take_file": "Take the file, as the person named: who takes it cannot play",
        "analyse": "Ask for double dummy and par",
        "redeal": "Deal a board again",
    }
    view_act = "deal.make"
    versioned_actions = ("redeal",)
    queryset = BoardSet.objects.none()
    serializer_class = forms.WholeSetSerializer

    def visible(self) -> QuerySet[BoardSet]:
        return visible_sets(self.actor)

    def visible_set(self) -> tuple[BoardSet, Sight]:
        board_set: BoardSet = self.get_object()
        sight = board_set_sight(self.actor, board_set)
        if not sight.seen and not self.keeps(board_set):
            raise Http404
        return board_set, sight

    def keeps(self, board_set: BoardSet) -> bool:
        return may(self.actor, "deal.make", board_set)

    def retrieve(self, request: Request, pk: int) -> Response:
        board_set, sight = self.visible_set()
        context = {
            **self.get_serializer_context(),
            "seals": {board_set.pk: sight.seal},
            "sight": sight,
            "keeps": self.keeps(board_set),
        }
        return Response(forms.WholeSetSerializer(board_set, context=context).data)

    @extend_schema(responses={200: forms.DealFileSerializer})
    def export(self, request: Request, pk: int, notation: str) -> Response:
        board_set, sight = self.visible_set()
        if notation not in files.FORMATS:
            raise Http404
        try:
            deal_file = visible_deal_file(board_set, sight, notation)
        except ScoringError as error:
            raise ValidationError(scoring_error_sentence(error)) from None
        text = base64.b64encode(deal_file.data).decode()
        return Response({"notation": notation, "boards": list(deal_file.boards), "file": text})

    @extend_schema(request=forms.WhySerializer, responses={201: forms.OpeningSerializer})
    def open(self, request: Request, pk: int) -> Response:
        board_set, _sight = self.visible_set()
        require(self.actor, "deal.open", board_set)
        opening = open_seal(actor=self.actor, board_set=board_set, **sent(request, forms.WhySerializer))
        return Response(forms.OpeningSerializer(opening).data, status=201)

    @extend_schema(request=forms.ReleaseSerializer, responses={200: forms.WholeSetSerializer})
    def release(self, request: Request, pk: int) -> Response:
        board_set, _sight = self.visible_set()
        require(self.actor, "deal.make", board_set)
        release_boards(actor=self.actor, board_set=board_set, **sent(request, forms.ReleaseSerializer))
        return self.retrieve(request, pk)

    @extend_schema(request=None, responses={200: forms.WholeSetSerializer})
    def seal_again(self, request: Request, pk: int) -> Response:
        board_set, _sight = self.visible_set()
        require(self.actor, "deal.make", board_set)
        withdraw_releases(actor=self.actor, board_set=board_set)
        return self.retrieve(request, pk)

    @extend_schema(responses={200: forms.RecipientSerializer(many=True)})
    def recipients(self, request: Request, pk: int) -> Response:
        board_set, _sight = self.visible_set()
        require(self.actor, "deal.make", board_set)
        deal_files = board_set.deal_files.filter(withdrawn_at=None).select_related("user__player")
        return Response(forms.RecipientSerializer(deal_files, many=True).data)

    @extend_schema(request=forms.NameRecipientSerializer, responses={201: forms.RecipientSerializer})
    def name_recipient(self, request: Request, pk: int) -> Response:
        board_set, _sight = self.visible_set()
        require(self.actor, "deal.make", board_set)
        deal_file = name_recipient(
            actor=self.actor, board_set=board_set, **sent(request, forms.NameRecipientSerializer)
        )
        return Response(forms.RecipientSerializer(deal_file).data, status=201)

    @extend_schema(responses={204: None})
    def withdraw_recipient(self, request: Request, pk: int, file_id: int) -> Response:
        board_set, _sight = self.visible_set()
        require(self.actor, "deal.make", board_set)
        withdraw_recipient(actor=self.actor, deal_file=get_object_or_404(board_set.deal_files, pk=file_id))
        return Response(status=204)

    @extend_schema(request=None, responses={200: forms.DealFileSerializer})
    def take_file(self, request: Request, pk: int, notation: str) -> Response:
        deal_file = own_deal_files(self.actor).filter(board_set=pk).first()
        if deal_file is None or notation not in files.FORMATS:
            raise Http404
        data = take_file(actor=self.actor, deal_file=deal_file, notation=notation)
        numbers = [board.number for board in current_boards(deal_file.board_set)]
        return Response({"notation": notation, "boards": numbers, "file": base64.b64encode(data).decode()})

    @extend_schema(request=None, responses={202: JobSerializer})
    def analyse(self, request: Request, pk: int) -> Response:
        board_set, _sight = self.visible_set()
        return Response(JobSerializer(ask_for_analysis(actor=self.actor, board_set=board_set)).data, status=202)

    @extend_schema(request=forms.WhySerializer, responses={200: forms.WholeSetSerializer})
    def redeal(self, request: Request, pk: int, number: int) -> Response:
        board_set, _sight = self.visible_set()
        require(self.actor, "deal.make", board_set)
        fields = sent(request, forms.WhySerializer)
        redeal(actor=self.actor, board_set=board_set, number=number, version=self.version(board_set), **fields)
        return self.retrieve(request, pk)


class SessionBoardsViewSet(OnSessionViewSet):
    """The boards of a session's sections."""

    tag = TAG
    summaries = {
        "sections": "Which set each section plays",
        "use": "Choose the set that a section plays",
        "deal": "Deal fresh boards for the sections that have none",
        "complete": "Deal the boards that a section's set lacks",
    }
    view_act = "deal.make"
    versioned_actions = ("use",)
    serializer_class = forms.SectionBoardsSerializer

    def section(self, letter: str) -> Section:
        session = self.session()
        sections = session.sections.select_related("session__event__club__federation")
        section: Section = get_object_or_404(sections, letter=letter)
        return section

    @extend_schema(responses={200: forms.SectionBoardsSerializer(many=True)})
    def sections(self, request: Request, pk: int) -> Response:
        session = self.session()
        return self._answer_all(session)

    @extend_schema(request=forms.UseSerializer)
    def use(self, request: Request, pk: int, letter: str) -> Response:
        """The cards of the set must lie on the tables. Where the players shuffle and deal themselves, choose none."""
        section = self.section(letter)
        fields = sent(request, forms.UseSerializer, sets=BoardSet.objects.filter(club=section.club))
        return self.answer(use_boards(actor=self.actor, section=section, version=self.version(section), **fields))

    @extend_schema(request=None, responses={201: forms.SectionBoardsSerializer(many=True)})
    def deal(self, request: Request, pk: int) -> Response:
        """The cards must lie on the tables as they are dealt here: made up by a dealing machine from a file of the set,
        or by hand from its hand record. Where the players shuffle and deal themselves, do not deal here: the results
        need no deals."""
        session = self.get_object()
        deal_for_session(actor=self.actor, session=session)
        return self._answer_all(session, 201)

    @extend_schema(request=None)
    def complete(self, request: Request, pk: int, letter: str) -> Response:
        """These cards, too, must lie on the tables as they are dealt here."""
        section = self.section(letter)
        complete_boards(actor=self.actor, section=section)
        return self.answer(section)

    def _answer_all(self, session: Session, code: int = 200) -> Response:
        sections = session.sections.order_by("letter")
        return Response(forms.SectionBoardsSerializer(sections, many=True).data, status=code)
