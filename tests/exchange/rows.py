"""One more row of every model of imports and exports, for the tests that walk through the admin."""

from __future__ import annotations

from django.db import models

from events.models import Event, Session
from exchange import models as exchange
from exchange.models import ImportedName, ImportFile, KnownName, ResultsImport, SessionIdentity, Webhook
from tests.cast import Cast

EXCHANGE_ONLY_SHOWN: set[type[models.Model]] = {getattr(exchange, name) for name in exchange.__all__}


def add_exchange_rows(cast: Cast, start: int) -> None:
    at = cast.actor("secretary").at
    handed_in = ResultsImport.objects.create(club=cast.harbour, made_by=cast.secretary, made_at=at)
    ImportFile.objects.create(results_import=handed_in, name=f"{start}.xml")
    ImportedName.objects.create(results_import=handed_in, name="Ann Alder", name_key="alder ann")
    event = Event.objects.create(club=cast.harbour, name="Arrived", made_at=at)
    SessionIdentity.objects.create(session=Session.objects.create(event=event, starts_at=at))
    webhook = Webhook.objects.create(club=cast.harbour, url=f"https://bridge.example.org/{start}", made_at=at)
    webhook.deliveries.create(news="ping", body="{}", made_at=at)
    KnownName.objects.create(club=cast.harbour, name_key=f"alder {start}", said_at=at, player=cast.member.player)
