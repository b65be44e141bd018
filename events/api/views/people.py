"""Table money, officials, substitutes and line-ups of a session, for programs."""

from __future__ import annotations

from typing import Any

from django.db.models import QuerySet
from django.shortcuts import get_object_or_404
from django.utils.translation import gettext as _
from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response

from clubs.models import Player
from core.api.views import BaseViewSet, PrivateMixin
from core.errors import Forbidden
from core.permissions import may, require
from events.api.serializers import people as forms
from events.models import Entrant, LineUp, Place, Session, SessionOfficial, Substitution, TableMoney
from events.selectors.lineups import SEATS
from events.selectors.money import session_account
from events.selectors.officials import session_officials
from events.selectors.people import pickable_players
from events.selectors.seats import session_places
from events.selectors.substitutes import parts_played, session_substitutions
from events.selectors.visible import visible_sessions
from events.services.entry_checks import refuse
from events.services.lineups import set_line_up
from events.services.money import correct_money, take_money, withdraw_money
from events.services.officials import name_official, put_in_charge, remove_official, set_deputy
from events.services.substitutes import add_substitute, end_substitute, withdraw_substitute


class OfSessionViewSet(PrivateMixin, BaseViewSet):
    """What belongs to one session; the session is what the address names."""

    queryset = Session.objects.none()
    view_act = "session.run"

    def visible(self) -> QuerySet[Session]:
        return visible_sessions(self.actor)

    def session(self, act: str = "session.run") -> Session:
        session: Session = self.get_object()
        require(self.actor, act, session)
        return session

    def known(self, session: Session, ids: list[int], field: str = "player") -> list[Player]:
        """Players that the desk of this club may name; an id that is none of them is refused."""
        found = pickable_players(actor=self.actor, club=session.club, ids=ids)
        for one in ids:
            if one not in found:
                raise refuse(_("You know of no such player: %(one)s.") % {"one": one}, "does_not_exist", field)
        return [found[one] for one in ids]

    def who(self, session: Session, asked: dict[str, Any]) -> Player | str:
        player, visitor = asked.pop("player", None), asked.pop("visitor", "")
        return self.known(session, [player])[0] if player else str(visitor)


class MoneyViewSet(OfSessionViewSet):
    tag = "Table money"
    view_act = "money.view"
    serializer_class = forms.AccountSerializer
    summaries = {
        "account": "Who owes what, who has paid, and the cash box",
        "take": "Take table money",
        "correct": "Put a payment right",
        "withdraw": "Take a payment back",
    }

    @extend_schema(responses={200: forms.AccountSerializer})
    def account(self, request: Request, pk: int) -> Response:
        account = session_account(self.session("money.view"))
        return Response(forms.AccountSerializer({"totals": account.totals, "lines": list(account.lines)}).data)

    @extend_schema(request=forms.TakingSerializer, responses={201: forms.MoneySerializer(many=True)})
    def take(self, request: Request, pk: int) -> Response:
        session = self.session("money.take")
        asked = self.sent(forms.TakingSerializer)
        players = self.known(session, asked.pop("players"), "players")
        taken = take_money(actor=self.actor, session=session, players=players, **asked)
        return Response(forms.MoneySerializer(taken.rows, many=True).data, status=201)

    @extend_schema(request=forms.SettlingSerializer, responses={200: forms.MoneySerializer})
    def correct(self, request: Request, pk: int, money: int) -> Response:
        row = self.money(self.session("money.take"), money)
        made = correct_money(actor=self.actor, money=row, **self.sent(forms.SettlingSerializer))
        return Response(forms.MoneySerializer(made).data)

    @extend_schema(request=None, responses={200: forms.MoneySerializer})
    def withdraw(self, request: Request, pk: int, money: int) -> Response:
        row = self.money(self.session("money.take"), money)
        return Response(forms.MoneySerializer(withdraw_money(actor=self.actor, money=row)).data)

    def money(self, session: Session, money_id: int) -> TableMoney:
        rows = TableMoney.objects.select_related("player", "session__event__club", "taken_by__player")
        return get_object_or_404(rows, pk=money_id, session=session)


class OfficialViewSet(OfSessionViewSet):
    tag = "Officials"
    serializer_class = forms.OfficialSerializer
    summaries = {
        "officials": "Who directs and scores",
        "appoint": "Name a director or scorer",
        "deputy": "Name the deputy of a director who plays",
        "charge": "Put a director in charge",
        "remove": "Take somebody off the list of officials",
    }

    @extend_schema(responses={200: forms.OfficialSerializer(many=True)})
    def officials(self, request: Request, pk: int) -> Response:
        return Response(self.shown(session_officials(self.session()), many=True))

    @extend_schema(request=forms.NewOfficialSerializer, responses={201: forms.OfficialSerializer})
    def appoint(self, request: Request, pk: int) -> Response:
        session = self.session()
        asked = self.sent(forms.NewOfficialSerializer)
        deputy = self.known(session, [asked["deputy"]], "deputy")[0] if asked["deputy"] else None
        who = self.who(session, asked)
        made = name_official(actor=self.actor, session=session, player=who, duty=asked["duty"], deputy=deputy)
        return Response(self.shown(made), status=201)

    @extend_schema(request=forms.DeputySerializer, responses={200: forms.OfficialSerializer})
    def deputy(self, request: Request, pk: int, official: int) -> Response:
        session = self.session()
        row = self.official(session, official)
        asked = self.sent(forms.DeputySerializer)["deputy"]
        deputy = self.known(session, [asked], "deputy")[0] if asked else None
        made = set_deputy(actor=self.actor, official=row, deputy=deputy)
        return Response(self.shown(made))

    @extend_schema(request=None, responses={200: forms.OfficialSerializer})
    def charge(self, request: Request, pk: int, official: int) -> Response:
        made = put_in_charge(actor=self.actor, official=self.official(self.session(), official))
        return Response(self.shown(made))

    @extend_schema(responses={204: None})
    def remove(self, request: Request, pk: int, official: int) -> Response:
        remove_official(actor=self.actor, official=self.official(self.session(), official))
        return Response(status=204)

    def shown(self, rows: Any, **options: Any) -> Any:
        return forms.OfficialSerializer(rows, context={"at": self.actor.at}, **options).data

    def official(self, session: Session, official_id: int) -> SessionOfficial:
        return get_object_or_404(session_officials(session), pk=official_id)


class SubstituteViewSet(OfSessionViewSet):
    tag = "Substitutes"
    serializer_class = forms.SubstitutionSerializer
    summaries = {
        "substitutes": "Who stands in for whom",
        "add": "Take a substitute",
        "end": "Let the one who was replaced come back",
        "withdraw": "Withdraw a substitution",
        "boards_played": "Who played which boards",
    }

    @extend_schema(responses={200: forms.SubstitutionSerializer(many=True)})
    def substitutes(self, request: Request, pk: int) -> Response:
        return Response(forms.SubstitutionSerializer(session_substitutions(self.session()), many=True).data)

    @extend_schema(request=forms.NewSubstitutionSerializer, responses={201: forms.SubstitutionSerializer})
    def add(self, request: Request, pk: int) -> Response:
        session = self.session()
        asked = self.sent(forms.NewSubstitutionSerializer)
        rows = Place.objects.select_related("section", "session__event__club__federation", "contestant")
        entrant = get_object_or_404(Entrant.objects.select_related("player"), pk=asked.pop("entrant"))
        place = get_object_or_404(rows, session=session, contestant=entrant.contestant_id)
        who = self.who(session, asked)
        made = add_substitute(actor=self.actor, place=place, entrant=entrant, player=who, **asked)
        return Response(forms.SubstitutionSerializer(made).data, status=201)

    @extend_schema(request=forms.LastRoundSerializer, responses={200: forms.SubstitutionSerializer})
    def end(self, request: Request, pk: int, substitution: int) -> Response:
        row = self.substitution(self.session(), substitution)
        made = end_substitute(actor=self.actor, substitution=row, **self.sent(forms.LastRoundSerializer))
        return Response(forms.SubstitutionSerializer(made).data)

    @extend_schema(request=None, responses={200: forms.SubstitutionSerializer})
    def withdraw(self, request: Request, pk: int, substitution: int) -> Response:
        row = self.substitution(self.session(), substitution)
        made = withdraw_substitute(actor=self.actor, substitution=row)
        return Response(forms.SubstitutionSerializer(made).data)

    @extend_schema(responses={200: forms.PartSerializer(many=True)})
    def boards_played(self, request: Request, pk: int) -> Response:
        return Response(forms.PartSerializer(parts_played(self.session()), many=True).data)

    def substitution(self, session: Session, substitution_id: int) -> Substitution:
        return get_object_or_404(session_substitutions(session, withdrawn=True), pk=substitution_id)


class LineUpViewSet(OfSessionViewSet):
    """All teams for the desk, the own one for a captain."""

    tag = "Line-ups"
    serializer_class = forms.LineUpSerializer
    summaries = {"line_ups": "Line-ups of the teams", "give": "Give a line-up"}

    @extend_schema(responses={200: forms.LineUpSerializer(many=True)})
    def line_ups(self, request: Request, pk: int) -> Response:
        places = self.places(self.get_object())
        rows = LineUp.objects.filter(place__in=places).order_by("place__number", "first_round")
        return Response(forms.LineUpSerializer(rows, many=True).data)

    @extend_schema(request=forms.NewLineUpSerializer, responses={200: forms.LineUpSerializer})
    def give(self, request: Request, pk: int) -> Response:
        places = {place.pk: place for place in self.places(self.get_object())}
        asked = self.sent(forms.NewLineUpSerializer)
        place = places.get(asked.pop("place"))
        if place is None:
            raise refuse(_("You give no line-up for such a team."), "does_not_exist", "place")
        team = {entrant.pk: entrant for entrant in place.contestant.entrants.all()}
        for seat in SEATS:
            if asked[seat] not in team:
                raise refuse(_("This is nobody of the team. Choose one of its players."), "elsewhere", seat)
            asked[seat] = team[asked[seat]]
        return Response(forms.LineUpSerializer(set_line_up(actor=self.actor, place=place, **asked)).data)

    def places(self, session: Session) -> list[Place]:
        """The teams whose line-up this person may give."""
        places = list(session_places(session))
        for place in places:
            place.session = session
        own = [place for place in places if may(self.actor, "lineup.set", place)]
        if not own and not may(self.actor, "session.run", session):
            raise Forbidden
        return own
