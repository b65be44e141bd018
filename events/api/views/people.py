"""Table money, officials, substitutes and line-ups of a session, for programs."""

from __future__ import annotations

from typing import Any

from django.shortcuts import get_object_or_404
from django.utils.translation import gettext as _
from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response

from clubs.models import Player
from core.errors import Forbidden, field_error
from core.permissions import may
from events.api.serializers import people as forms
from events.api.views.events import OnSessionViewSet
from events.models import Entrant, LineUp, Place, Session, SessionOfficial, Substitution, TableMoney
from events.selectors.lineups import SEATS
from events.selectors.money import session_account
from events.selectors.officials import session_officials
from events.selectors.people import pickable_players
from events.selectors.seats import session_places
from events.selectors.substitutes import played_shares, session_substitutions
from events.services.lineups import set_line_up
from events.services.money import correct_money, take_money, withdraw_money
from events.services.officials import name_official, put_in_charge, remove_official, set_deputy
from events.services.substitutes import add_substitute, end_substitute, withdraw_substitute


class PeopleViewSet(OnSessionViewSet):
    def nameable_players(self, session: Session, ids: list[int], field: str = "player") -> list[Player]:
        """Players that the desk of this club may name; an id that is none of them is refused."""
        players = pickable_players(actor=self.actor, club=session.club, ids=ids)
        for player_id in ids:
            if player_id not in players:
                raise field_error(
                    field, _("You know of no such player: %(one)s.") % {"one": player_id}, "does_not_exist"
                )
        return [players[player_id] for player_id in ids]

    def sent_person(self, session: Session, fields: dict[str, Any]) -> Player | str:
        player, visitor = fields.pop("player", None), fields.pop("visitor", "")
        return self.nameable_players(session, [player])[0] if player else str(visitor)


class MoneyViewSet(PeopleViewSet):
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
        fields = self.sent(forms.TakingSerializer)
        players = self.nameable_players(session, fields.pop("players"), "players")
        taken = take_money(actor=self.actor, session=session, players=players, **fields)
        return Response(forms.MoneySerializer(taken.payments, many=True).data, status=201)

    @extend_schema(request=forms.SettlingSerializer, responses={200: forms.MoneySerializer})
    def correct(self, request: Request, pk: int, money: int) -> Response:
        payment = self.money(self.session("money.take"), money)
        corrected = correct_money(actor=self.actor, money=payment, **self.sent(forms.SettlingSerializer))
        return Response(forms.MoneySerializer(corrected).data)

    @extend_schema(request=None, responses={200: forms.MoneySerializer})
    def withdraw(self, request: Request, pk: int, money: int) -> Response:
        payment = self.money(self.session("money.take"), money)
        return Response(forms.MoneySerializer(withdraw_money(actor=self.actor, money=payment)).data)

    def money(self, session: Session, money_id: int) -> TableMoney:
        payments = TableMoney.objects.select_related("player", "session__event__club", "taken_by__player")
        return get_object_or_404(payments, pk=money_id, session=session)


class OfficialViewSet(PeopleViewSet):
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
        return Response(self.serialized(session_officials(self.session()), many=True))

    @extend_schema(request=forms.NewOfficialSerializer, responses={201: forms.OfficialSerializer})
    def appoint(self, request: Request, pk: int) -> Response:
        session = self.session()
        fields = self.sent(forms.NewOfficialSerializer)
        deputy = self.nameable_players(session, [fields["deputy"]], "deputy")[0] if fields["deputy"] else None
        person = self.sent_person(session, fields)
        official = name_official(actor=self.actor, session=session, player=person, duty=fields["duty"], deputy=deputy)
        return Response(self.serialized(official), status=201)

    @extend_schema(request=forms.DeputySerializer, responses={200: forms.OfficialSerializer})
    def deputy(self, request: Request, pk: int, official: int) -> Response:
        session = self.session()
        current = self.official(session, official)
        deputy_id = self.sent(forms.DeputySerializer)["deputy"]
        deputy = self.nameable_players(session, [deputy_id], "deputy")[0] if deputy_id else None
        changed = set_deputy(actor=self.actor, official=current, deputy=deputy)
        return Response(self.serialized(changed))

    @extend_schema(request=None, responses={200: forms.OfficialSerializer})
    def charge(self, request: Request, pk: int, official: int) -> Response:
        in_charge = put_in_charge(actor=self.actor, official=self.official(self.session(), official))
        return Response(self.serialized(in_charge))

    @extend_schema(responses={204: None})
    def remove(self, request: Request, pk: int, official: int) -> Response:
        remove_official(actor=self.actor, official=self.official(self.session(), official))
        return Response(status=204)

    def serialized(self, officials: Any, **options: Any) -> Any:
        return forms.OfficialSerializer(officials, context={"at": self.actor.at}, **options).data

    def official(self, session: Session, official_id: int) -> SessionOfficial:
        return get_object_or_404(session_officials(session), pk=official_id)


class SubstituteViewSet(PeopleViewSet):
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
        fields = self.sent(forms.NewSubstitutionSerializer)
        places = Place.objects.select_related("section", "session__event__club__federation", "contestant")
        entrant = get_object_or_404(Entrant.objects.select_related("player"), pk=fields.pop("entrant"))
        place = get_object_or_404(places, session=session, contestant=entrant.contestant_id)
        person = self.sent_person(session, fields)
        substitution = add_substitute(actor=self.actor, place=place, entrant=entrant, player=person, **fields)
        return Response(forms.SubstitutionSerializer(substitution).data, status=201)

    @extend_schema(request=forms.LastRoundSerializer, responses={200: forms.SubstitutionSerializer})
    def end(self, request: Request, pk: int, substitution: int) -> Response:
        current = self.substitution(self.session(), substitution)
        ended = end_substitute(actor=self.actor, substitution=current, **self.sent(forms.LastRoundSerializer))
        return Response(forms.SubstitutionSerializer(ended).data)

    @extend_schema(request=None, responses={200: forms.SubstitutionSerializer})
    def withdraw(self, request: Request, pk: int, substitution: int) -> Response:
        current = self.substitution(self.session(), substitution)
        withdrawn = withdraw_substitute(actor=self.actor, substitution=current)
        return Response(forms.SubstitutionSerializer(withdrawn).data)

    @extend_schema(responses={200: forms.PartSerializer(many=True)})
    def boards_played(self, request: Request, pk: int) -> Response:
        return Response(forms.PartSerializer(played_shares(self.session()), many=True).data)

    def substitution(self, session: Session, substitution_id: int) -> Substitution:
        return get_object_or_404(session_substitutions(session, withdrawn=True), pk=substitution_id)


class LineUpViewSet(PeopleViewSet):
    """All teams for the desk, the own one for a captain."""

    tag = "Line-ups"
    serializer_class = forms.LineUpSerializer
    summaries = {"line_ups": "Line-ups of the teams", "give": "Give a line-up"}

    @extend_schema(responses={200: forms.LineUpSerializer(many=True)})
    def line_ups(self, request: Request, pk: int) -> Response:
        places = self.places(self.get_object())
        line_ups = LineUp.objects.filter(place__in=places).order_by("place__number", "first_round")
        return Response(forms.LineUpSerializer(line_ups, many=True).data)

    @extend_schema(request=forms.NewLineUpSerializer, responses={200: forms.LineUpSerializer})
    def give(self, request: Request, pk: int) -> Response:
        places = {place.pk: place for place in self.places(self.get_object())}
        fields = self.sent(forms.NewLineUpSerializer)
        place = places.get(fields.pop("place"))
        if place is None:
            raise field_error("place", _("You give no line-up for such a team."), "does_not_exist")
        team = {entrant.pk: entrant for entrant in place.contestant.entrants.all()}
        for seat in SEATS:
            if fields[seat] not in team:
                raise field_error(seat, _("This is nobody of the team. Choose one of its players."), "elsewhere")
            fields[seat] = team[fields[seat]]
        return Response(forms.LineUpSerializer(set_line_up(actor=self.actor, place=place, **fields)).data)

    def places(self, session: Session) -> list[Place]:
        """The teams whose line-up this person may give."""
        places = list(session_places(session))
        for place in places:
            place.session = session
        own = [place for place in places if may(self.actor, "lineup.set", place)]
        if not own and not may(self.actor, "session.run", session):
            raise Forbidden
        return own
