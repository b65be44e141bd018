"""Who may open which page of imports and exports, and ask for which action of their API."""

from __future__ import annotations

import base64
from typing import Any

from django.core.files.uploadedfile import SimpleUploadedFile

from events.models import Event, Session
from exchange.models import ResultsImport, SessionIdentity, Webhook
from exchange.services.results_imports import start_import
from tests.cast import Cast
from tests.clubs.api.matrix import Action
from tests.clubs.api.matrix import only as api_only
from tests.clubs.page import Page, everyone, harbour, only
from tests.exchange.files import evening

KEEPERS = ("secretary", "director", "north_officer", "officer", "operator")


def made(cast: Cast) -> ResultsImport:
    """An import that waits to be confirmed."""
    row = ResultsImport.objects.filter(club=cast.harbour).first()
    upload = SimpleUploadedFile("evening.xml", evening().encode())
    return row or start_import(actor=cast.actor("secretary"), club=cast.harbour, uploads=[upload])


def with_import(cast: Cast) -> dict[str, Any]:
    return {"slug": "harbour", "import_id": made(cast).pk}


def with_file(cast: Cast) -> dict[str, Any]:
    return with_import(cast) | {"file_id": made(cast).files.get().pk}


def over(cast: Cast) -> Session:
    """A session that is finished."""
    session = Session.objects.filter(host=cast.harbour, state="finished", event__name="Over").first()
    if session is not None:
        return session
    at = cast.actor("secretary").at
    event = Event.objects.create(club=cast.harbour, name="Over", made_at=at, published_at=at)
    return Session.objects.create(event=event, starts_at=at, state="finished")


def with_session(cast: Cast) -> dict[str, Any]:
    return {"slug": "harbour", "session_id": over(cast).pk}


def with_uuid(cast: Cast) -> dict[str, Any]:
    return {"uuid": SessionIdentity.objects.get_or_create(session=over(cast))[0].uuid}


def with_webhook(cast: Cast) -> dict[str, Any]:
    at = cast.actor("secretary").at
    fields = {"club": cast.harbour, "url": "https://bridge.example.org/news", "made_at": at}
    webhook = Webhook.objects.filter(club=cast.harbour).first() or Webhook.objects.create(**fields)
    return {"slug": "harbour", "webhook_id": webhook.pk}


PAGES: dict[str, Page] = {
    "club-webhooks": Page(only(*KEEPERS), harbour),
    "club-stop-webhook": Page(only(*KEEPERS, then=302), with_webhook, "post"),
    "club-try-webhook": Page(only(*KEEPERS, then=302), with_webhook, "post"),
    "session-by-uuid": Page(everyone(302), with_uuid),
    "club-session-export": Page(only(*KEEPERS), lambda cast: with_session(cast) | {"file_kind": "json"}),
    "club-arrive-session": Page(only(*KEEPERS, then=422), harbour, "post"),
    "club-ranking-feed": Page(everyone(200), lambda cast: with_session(cast) | {"format": "json"}),
    "club-embedded-ranking": Page(everyone(200), with_session),
    "club-hands-feed": Page(everyone(404), with_session),
    "club-side-by-side": Page(only(*KEEPERS), with_session),
    "club-calendar-feed": Page(everyone(200), harbour),
    "club-results-feed": Page(everyone(200), harbour),
    "club-results-imports": Page(only(*KEEPERS), harbour),
    "club-results-import": Page(only(*KEEPERS), with_import),
    "club-results-import-names": Page(only(*KEEPERS), with_import),
    "club-results-import-visitors": Page(only(*KEEPERS, then=302), with_import, "post"),
    "club-confirm-results-import": Page(only(*KEEPERS, then=302), with_import, "post"),
    "club-drop-results-import": Page(only(*KEEPERS, then=302), with_import, "post"),
    "club-undo-results-import": Page(only(*KEEPERS, then=302), with_import, "post"),
    "club-results-import-file": Page(only(*KEEPERS), with_file),
    "club-undo-results-file": Page(only(*KEEPERS, then=302), with_file, "post"),
}


def in_api(cast: Cast) -> dict[str, Any]:
    return {"slug": "harbour", "pk": made(cast).pk}


def file_in_api(cast: Cast) -> dict[str, Any]:
    return in_api(cast) | {"file_id": made(cast).files.get().pk}


def another(cast: Cast) -> dict[str, Any]:
    return {"files": [{"name": "b.xml", "content": base64.b64encode(evening("10/11/2026").encode()).decode()}]}


def first_name(cast: Cast) -> dict[str, Any]:
    name = made(cast).names.first()
    assert name is not None
    return {"answers": [{"id": name.pk, "answer": "visitor"}]}


def keepers(then: int = 200) -> dict[str, int]:
    """The others do not even learn that there is such an import."""
    return api_only(*KEEPERS, then=then, others=404)


BASE = "clubs/<slug:slug>/results-imports/"
ONE = f"{BASE}<int:pk>/"
ACTIONS: dict[str, Action] = {
    "GET sessions/<int:pk>/export/": Action(api_only(*KEEPERS), lambda cast: {"pk": over(cast).pk}),
    "POST clubs/<slug:slug>/sessions/import/": Action(api_only(*KEEPERS, then=400), harbour, lambda cast: {}),
    f"GET {BASE}": Action(api_only(*KEEPERS), harbour),
    f"POST {BASE}": Action(api_only(*KEEPERS, then=201), harbour, another),
    f"GET {ONE}": Action(keepers(), in_api),
    f"GET {ONE}files/": Action(keepers(), in_api),
    f"POST {ONE}files/": Action(keepers(), in_api, another),
    f"PUT {ONE}files/<int:file_id>/": Action(keepers(), file_in_api, lambda cast: {"choice": "leave"}),
    f"POST {ONE}files/<int:file_id>/undo/": Action(keepers(400), file_in_api),
    f"GET {ONE}names/": Action(keepers(), in_api),
    f"POST {ONE}names/": Action(keepers(), in_api, first_name),
    f"POST {ONE}confirm/": Action(keepers(), in_api),
    f"POST {ONE}drop/": Action(keepers(), in_api),
    f"POST {ONE}undo/": Action(keepers(400), in_api),
}
