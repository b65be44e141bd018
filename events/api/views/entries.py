"""Contestants, one's own entry, the partner desk, and people at the desk."""

from __future__ import annotations

from typing import Any

from django.db.models import QuerySet
from django.urls import reverse
from django.utils.translation import gettext as _
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import OpenApiParameter, extend_schema
from rest_framework.exceptions import NotFound
from rest_framework.exceptions import ValidationError as ValidationFailed
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.serializers import CharField

from clubs.api.on_body import OnBodyViewSet
from clubs.models import Club, Player
from core.api.views import BaseViewSet, ListMixin, PrivateMixin, RetrieveMixin
from core.errors import field_error
from core.permissions import may, require
from events.api.filters import ContestantFilter
from events.api.serializers import entries as forms
from events.api.views.events import OnEventViewSet, PrivateOnEventViewSet
from events.models import Contestant, PartnerWish
from events.selectors.entries import open_wishes, player_entry
from events.selectors.events import visible_events
from events.selectors.people import PersonMatch, find_for_desk, pickable_players
from events.selectors.seats import with_people
from events.services import contestants, entries, partners

TAG = "Entries"


def people_sent(actor: Any, club: Club, sent: list[Any]) -> list[Player | str | None]:
    """Ids, visitors' names and null, as the desk of this club may name them."""
    ids = [person for person in sent if isinstance(person, int) and not isinstance(person, bool) and 0 < person < 2**63]
    players = pickable_players(actor=actor, club=club, ids=ids)
    people: list[Player | str | None] = []
    for person in sent:
        if person is None or (isinstance(person, str) and _is_name(person)):
            people.append(person)
        elif isinstance(person, int) and not isinstance(person, bool) and person in players:
            people.append(players[person])
        else:
            sentence = _("You know of no such player: %(one)s. Send an id, null for unknown, or a visitor's name.")
            raise field_error("players", sentence % {"one": person}, "no_player")
    return people


def _is_name(text: str) -> bool:
    """Text that a database keeps, not too long for a name."""
    try:
        return bool(CharField(max_length=120).run_validation(text))
    except ValidationFailed:
        return False


def captain_among(people: list[Any], fields: dict[str, Any]) -> dict[str, Any]:
    """The captain that was asked for, by id."""
    if "captain" not in fields:
        return fields
    captain_id = fields.pop("captain")
    captain = next((person for person in people if isinstance(person, Player) and person.pk == captain_id), None)
    if captain is None:
        raise field_error("captain", _("Choose the captain among the players."), "captain_elsewhere")
    return fields | {"captain": captain}


class EventContestantViewSet(ListMixin, OnEventViewSet):
    tag = TAG
    summaries = {"list": "Who is entered, who waits, who has withdrawn", "create": "Enter somebody at the desk"}
    view_act = "club.view"
    queryset = Contestant.objects.none()
    serializer_class = forms.ContestantSerializer
    filterset_class = ContestantFilter
    ordering_fields = ["entered_at", "seed"]
    ordering = ["entered_at", "pk"]

    def visible(self) -> QuerySet[Contestant]:
        return with_people(Contestant.objects.filter(event=self.event).select_related("event__club__federation"))

    @extend_schema(request=forms.ContestantFieldsSerializer, responses={201: forms.ContestantSerializer})
    def create(self, request: Request, event: int) -> Response:
        require(self.actor, "entry.manage", self.event)
        fields = self.sent(forms.ContestantFieldsSerializer)
        people = people_sent(self.actor, self.event.club, fields.pop("players"))
        fields = captain_among(people, fields)
        contestant = contestants.add_people(actor=self.actor, event=self.event, people=people, **fields)
        return self.answer(contestant, 201, at=reverse("api-contestant-detail", args=[contestant.pk]))


class ContestantViewSet(RetrieveMixin, BaseViewSet):
    tag = TAG
    summaries = {
        "retrieve": "One contestant",
        "partial_update": "Replace players, put names right",
        "withdraw": "Withdraw a contestant; the first who waits moves up",
        "promote": "Give a place to one who waits",
    }
    view_act = "club.view"
    versioned_actions = ("partial_update", "withdraw", "promote")
    queryset = Contestant.objects.none()
    serializer_class = forms.ContestantSerializer

    def visible(self) -> QuerySet[Contestant]:
        entered = Contestant.objects.filter(event__in=visible_events(self.actor).values("pk"))
        return with_people(entered.select_related("event__club__federation"))

    @extend_schema(request=forms.ContestantFieldsSerializer, responses={200: forms.ContestantSerializer})
    def partial_update(self, request: Request, pk: int) -> Response:
        contestant = self.get_object()
        require(self.actor, "entry.manage", contestant)
        form = forms.ContestantFieldsSerializer(data=request.data, partial=True)
        form.is_valid(raise_exception=True)
        fields, version = dict(form.validated_data), self.version(contestant)
        sent = fields.pop("players", None)
        people = [entrant.player for entrant in contestant.entrants.all()]
        if sent is not None:
            people = people_sent(self.actor, contestant.club, sent)
        fields = captain_among(people, fields)
        contestants.change_people(actor=self.actor, contestant=contestant, people=people, version=version, **fields)
        return self.answer(self.get_object())

    @extend_schema(request=forms.WithdrawSerializer, responses={200: forms.ContestantSerializer})
    def withdraw(self, request: Request, pk: int) -> Response:
        contestant = self.get_object()
        require(self.actor, "entry.manage", contestant)
        fields, version = self.sent(forms.WithdrawSerializer), self.version(contestant)
        contestants.withdraw_contestant(actor=self.actor, contestant=contestant, version=version, **fields)
        return self.answer(self.get_object())

    @extend_schema(request=None, responses={200: forms.ContestantSerializer})
    def promote(self, request: Request, pk: int) -> Response:
        contestant = self.get_object()
        contestants.promote(actor=self.actor, contestant=contestant, version=self.version(contestant))
        return self.answer(self.get_object())


class EntryViewSet(PrivateOnEventViewSet):
    """One's own entry; members of the club only."""

    tag = TAG
    summaries = {
        "retrieve": "One's own entry",
        "create": "Enter oneself until the deadline",
        "destroy": "Withdraw one's own entry until the deadline",
    }
    queryset = Contestant.objects.none()
    serializer_class = forms.ContestantSerializer

    def retrieve(self, request: Request, event: int) -> Response:
        require(self.actor, "entry.make", self.event)
        return self.answer(self._own())

    @extend_schema(request=forms.EntrySerializer, responses={201: forms.ContestantSerializer})
    def create(self, request: Request, event: int) -> Response:
        require(self.actor, "entry.make", self.event)
        fields = self.sent(forms.EntrySerializer)
        contestant = entries.enter_event(actor=self.actor, event=self.event, **fields)
        return self.answer(contestant, 201, at=reverse("api-contestant-detail", args=[contestant.pk]))

    def destroy(self, request: Request, event: int) -> Response:
        require(self.actor, "entry.make", self.event)
        entries.withdraw_entry(actor=self.actor, contestant=self._own())
        return Response(status=204)

    def _own(self) -> Contestant:
        entry = player_entry(self.event, self.actor.player)
        if entry is None:
            raise NotFound
        entry.event = self.event
        return entry


class EventWishViewSet(PrivateOnEventViewSet):
    """Who looks for a partner: for members of the club and its desk."""

    tag = TAG
    summaries = {
        "list": "Who looks for a partner",
        "create": "Look for a partner, or write somebody down at the desk",
        "match": "Bring two together",
    }
    queryset = PartnerWish.objects.none()
    serializer_class = forms.WishSerializer
    pagination_class = None
    filter_backends = []

    def _may_see(self) -> None:
        if not may(self.actor, "entry.manage", self.event):
            require(self.actor, "entry.make", self.event)

    @extend_schema(responses={200: forms.WishSerializer(many=True)})
    def list(self, request: Request, event: int) -> Response:
        self._may_see()
        return Response(self.get_serializer(open_wishes(self.event), many=True).data)

    @extend_schema(request=forms.NewWishSerializer, responses={201: forms.WishSerializer})
    def create(self, request: Request, event: int) -> Response:
        self._may_see()
        fields = self.sent(forms.NewWishSerializer)
        player_id = fields.pop("player", None)
        if player_id is None:
            return self.answer(partners.leave_wish(actor=self.actor, event=self.event, **fields), 201)
        require(self.actor, "entry.manage", self.event)
        (player,) = people_sent(self.actor, self.event.club, [player_id])
        assert isinstance(player, Player)
        return self.answer(partners.add_wish(actor=self.actor, event=self.event, player=player, **fields), 201)

    @extend_schema(request=forms.MatchSerializer, responses={201: forms.ContestantSerializer})
    def match(self, request: Request, event: int) -> Response:
        require(self.actor, "entry.manage", self.event)
        fields = self.sent(forms.MatchSerializer)
        first, second = (self._wish(fields[name], name) for name in ("one", "other"))
        contestant = partners.match_wishes(actor=self.actor, first=first, second=second)
        serializer = forms.ContestantSerializer(contestant, context=self.get_serializer_context())
        return Response(serializer.data, status=201)

    def _wish(self, pk: int, field: str) -> PartnerWish:
        wish = self.event.partner_wishes.filter(pk=pk).select_related("event__club__federation", "player").first()
        if wish is None:
            raise field_error(field, _("Nobody looks under this id."), "no_wish")
        return wish


class WishViewSet(PrivateMixin, BaseViewSet):
    tag = TAG
    summaries = {"accept": "Play with somebody who looks for a partner", "destroy": "Look no longer"}
    versioned_actions = ("accept",)
    queryset = PartnerWish.objects.none()
    serializer_class = forms.WishSerializer

    def visible(self) -> QuerySet[PartnerWish]:
        wishes = PartnerWish.objects.filter(event__in=visible_events(self.actor).values("pk"))
        return wishes.select_related("event__club__federation", "player")

    @extend_schema(request=None, responses={201: forms.ContestantSerializer})
    def accept(self, request: Request, pk: int) -> Response:
        wish = self.get_object()
        require(self.actor, "entry.make", wish)
        contestant = partners.accept_wish(actor=self.actor, wish=wish, version=self.version(wish))
        serializer = forms.ContestantSerializer(contestant, context=self.get_serializer_context())
        return Response(serializer.data, status=201)

    def destroy(self, request: Request, pk: int) -> Response:
        partners.withdraw_wish(actor=self.actor, wish=self.get_object())
        return Response(status=204)


class DeskPeopleViewSet(OnBodyViewSet):
    """People the desk of a club may seat."""

    tag = TAG
    summaries = {"list": "Find people by a few letters or a number", "create": "Make a visitor on the spot"}
    view_act = "session.run"
    queryset = Player.objects.none()
    serializer_class = forms.FoundSerializer
    pagination_class = None
    filter_backends = []
    body: Club

    @extend_schema(
        parameters=[OpenApiParameter("q", OpenApiTypes.STR, description="Letters of the name, or a number.")],
        responses={200: forms.FoundSerializer(many=True)},
    )
    def list(self, request: Request, slug: str) -> Response:
        words = request.query_params.get("q", "")[:100]
        matches = find_for_desk(actor=self.actor, club=self.body, words=words)
        return Response(self.get_serializer(matches, many=True).data)

    @extend_schema(request=forms.VisitorSerializer, responses={201: forms.FoundSerializer})
    def create(self, request: Request, slug: str) -> Response:
        require(self.actor, "session.run", self.body)
        visitor = contestants.add_visitor(actor=self.actor, club=self.body, **self.sent(forms.VisitorSerializer))
        return self.answer(PersonMatch(visitor), 201)
