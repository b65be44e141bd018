"""The administration, door by door: nobody but an operator gets through any of them, and nobody deletes there."""

from __future__ import annotations

import re
from collections.abc import Iterator

import pytest
from django.test import Client
from django.urls import get_resolver, reverse

from clubs.models import Player, User
from tests.cast import Cast, make_user
from tests.clubs.page import PERSONAS
from tests.clubs.test_admin import MODELS, WITHOUT_ADDING, add_first_rows, page
from tests.conftest import LONG
from tests.events.crawl import patterns
from tests.security.forging import Visitor, changes

pytestmark = pytest.mark.walk
# Signing in and out, and the words of its scripts, are for everybody.
OPEN = ("admin/login/", "admin/logout/", "admin/jsi18n/")
# Everybody at every door takes minutes; the two who come closest go through them in an ordinary run.
WHO = [(name, method) for name in [*PERSONAS, "helper"] for method in ("get", "post") if name != "operator"]
CLOSEST = [("officer", "get"), ("helper", "post")]


def doors() -> Iterator[str]:
    [ours] = [pattern for pattern in get_resolver().url_patterns if str(pattern.pattern) == "admin/"]
    for pattern in patterns(ours.url_patterns, "admin/"):
        if pattern.route not in OPEN:
            yield "/" + re.sub(r"<[^>]+>", "1", pattern.route)


def visitor(cast: Cast, name: str) -> Visitor:
    """`helper` is staff as Django has it, and does not run the installation."""
    if name == "helper":
        return Visitor(make_user("helper", is_staff=True))
    return Visitor(None if name == "anonymous" else getattr(cast, name))


@pytest.mark.parametrize(("name", "method"), WHO if LONG else CLOSEST)
def test_no_door_opens_for_others(cast: Cast, name: str, method: str) -> None:
    somebody, opened = visitor(cast, name), []
    everywhere = list(doors())
    assert len(everywhere) > 500
    if somebody.user is not None:
        somebody.client.force_login(somebody.user)
    with changes() as changed:
        for path in everywhere:
            response = getattr(somebody.client, method)(path)
            if response.status_code != 302 or "/login/" not in response.headers["Location"]:
                opened.append((path, response.status_code))
    assert (opened, changed) == ([], [])


def test_nothing_is_added_or_deleted_by_sending_what_no_page_offers(cast: Cast, office: Client) -> None:
    add_first_rows(cast)
    done = []
    for model in MODELS:
        row, before = model._default_manager.order_by("pk").last(), model._default_manager.count()
        refused = {page(model, "add"): model in WITHOUT_ADDING, page(model, "delete", row.pk): model is not Player}
        answers = [(path, office.post(path, {"post": "yes"}).status_code) for path, no in refused.items() if no]
        done += [answer for answer in answers if answer[1] != 403]
        chosen = {"action": "delete_selected", "_selected_action": [row.pk], "post": "yes"}
        office.post(page(model, "changelist"), chosen)
        if model._default_manager.count() != before:
            done.append((page(model, "changelist"), "deleted"))
    assert done == []


@pytest.mark.parametrize("field", ["is_superuser", "is_staff", "password", "user_permissions", "date_joined"])
def test_a_field_that_the_page_of_a_user_does_not_have_changes_nothing(cast: Cast, office: Client, field: str) -> None:
    path = reverse("admin:clubs_user_change", args=[cast.member.pk])
    form = office.get(path).context["adminform"].form
    if field in form.fields:
        pytest.skip("it is on the page, and its service is asked")
    before = User.objects.filter(pk=cast.member.pk).values().get()
    sent = {name: form[name].value() for name in form.fields if form[name].value() not in (None, "")}
    office.post(path, sent | {field: "1"})
    assert User.objects.filter(pk=cast.member.pk).values().get() == before
