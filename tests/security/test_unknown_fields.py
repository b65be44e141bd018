"""Nobody sets what is not asked for by sending it along: columns of the database, in every form and API action."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import pytest
from django import forms
from django.apps import apps
from django.db import connection, transaction
from django.urls import reverse
from rest_framework import serializers

from tests.cast import Cast
from tests.clubs.api.conftest import Api
from tests.clubs.api.test_matrix import MATRIX, address_of, who_may
from tests.clubs.test_matrix import MOST_ABLE, PAGES, set_the_scene
from tests.conftest import LONG
from tests.events.crawl import OURS
from tests.security.forging import CHANGES, NOT_ACTS, SentForm, Visitor, forms_on

pytestmark = pytest.mark.walk
# A word that takes the place of a text, and a number that no row has.
WORD, NUMBER = "zq-slipped-in", "91827364"
WITH_BODY = [action for action, row in MATRIX.items() if row.send and who_may(action)]
PAGES_WITH_FORMS = [name for name, page in PAGES.items() if page.method == "get" and 200 in page.expected.values()]
# What gives rights or money, in an ordinary run; all of the pages with --long.
TELLING = ["club-settings", "club-edit-member", "club-roles", "profile", "club-regulation", "federation-settings"]
# Fields that a form reads although its page does not always show them.
RESULT = {"outcome", "contract", "declarer", "tricks", "lead", "score", "turned", "reason", "note"}
ALSO_READ: dict[str, set[str]] = dict.fromkeys(("club-session-desk", "club-session-desk-live"), RESULT)
ALSO_READ |= {"club-session-play": {"reason"}, "club-entry": {"name"}}
# From which appeal the case is taken; one that does not exist is told as such.
ALSO_READ |= {key: {"appeal"} for key in ("club-casebook", "federation-casebook")}


def subclasses(base: type) -> Iterator[type]:
    for one in base.__subclasses__():
        yield one
        yield from subclasses(one)


def test_every_form_names_its_fields() -> None:
    """A form that takes all columns of a table would take those of tomorrow too."""
    of_models = [one for one in subclasses(forms.BaseModelForm) if one.__module__.startswith(OURS)]
    named = [one for one in of_models if one._meta.model is not None and ".admin" not in one.__module__]
    assert len(named) > 15
    assert [one.__name__ for one in named if one._meta.fields in (None, forms.ALL_FIELDS)] == []


def test_every_serializer_names_its_fields() -> None:
    of_models = [one for one in subclasses(serializers.ModelSerializer) if one.__module__.startswith(OURS)]
    named = [one for one in of_models if hasattr(one, "Meta")]
    assert len(named) > 50
    assert [one.__name__ for one in named if getattr(one.Meta, "fields", "") in ("", serializers.ALL_FIELDS)] == []


# --- The API ----------------------------------------------------------------------------------------------------------
def with_one_more(sent: Any, name: str) -> Iterator[Any]:
    """What is sent, with a field more in each of its objects in turn."""
    if isinstance(sent, dict):
        yield sent | {name: WORD}
        for key, value in sent.items():
            yield from (sent | {key: more} for more in with_one_more(value, name))
    elif isinstance(sent, list):
        for at, value in enumerate(sent):
            yield from ([*sent[:at], more, *sent[at + 1 :]] for more in with_one_more(value, name))


def test_most_actions_read_a_body() -> None:
    assert len(WITH_BODY) > 80


@pytest.mark.parametrize("action", WITH_BODY)
def test_a_field_that_an_action_does_not_have_is_refused_by_name(cast: Cast, action: str) -> None:
    row, name = MATRIX[action], who_may(action)
    assert name is not None
    taken = []
    with transaction.atomic():
        where = row.where(cast)
        sent = row.send(cast) if row.send else {}
        caller = Api(getattr(cast, name))
        if action == "POST tokens/":
            caller.confirm()
        for more in with_one_more(sent, "is_superuser"):
            with transaction.atomic():
                answer = caller.call(action.partition(" ")[0], address_of(action, where), data=more)
                transaction.set_rollback(True)
            if answer.status_code not in (400, 403) or "is_superuser" not in answer.content.decode():
                taken.append((more, answer.status_code, answer.content[:200]))
        transaction.set_rollback(True)
    assert taken == []


# --- Pages ------------------------------------------------------------------------------------------------------------
def columns() -> dict[str, str]:
    """Every column of ours by its names, with a value that would be seen again."""
    found = {}
    for model in apps.get_models():
        if model._meta.app_label in OURS:
            for column in model._meta.concrete_fields:
                kind = column.get_internal_type()
                is_text = kind in ("CharField", "TextField", "SlugField", "EmailField", "JSONField", "URLField")
                found |= dict.fromkeys((column.name, column.attname), WORD if is_text else NUMBER)
    return found | {"is_superuser": "1", "is_staff": "1", "pk": NUMBER}


@contextmanager
def written() -> Iterator[list[tuple[str, str]]]:
    """The statements that change rows in here, and with what."""
    seen: list[tuple[str, str]] = []

    def note(execute: Any, sql: str, params: Any, many: bool, context: dict[str, Any]) -> Any:
        if sql.lstrip()[:6].upper() in CHANGES and not any(name in sql.split("WHERE")[0] for name in NOT_ACTS):
            seen.append((sql, repr(params)))
        return execute(sql, params, many, context)

    with connection.execute_wrapper(note):
        yield seen


def slipped_in(visitor: Visitor, form: SentForm, also: set[str]) -> Iterator[str]:
    """Send the form as it is, and with every column that it does not ask for."""
    more = {name: value for name, value in columns().items() if name not in form.names | form.data.keys() | also}
    done = []
    for data in (form.data, more | form.data):
        with written() as seen:
            visitor.post(form.action, data)
        done.append(seen)
    plain, forged = done
    if [sql for sql, _with in plain] != [sql for sql, _with in forged]:
        new = {sql[:200] for sql, _with in forged} ^ {sql[:200] for sql, _with in plain}
        yield f"POST {form.action} {form.button}: other statements {new}"[:900]
    for sql, values in forged:
        if WORD in values or NUMBER in values:
            yield f"POST {form.action} {form.button}: {sql[:80]} … {values}"[:900]


@pytest.mark.parametrize("name", PAGES_WITH_FORMS if LONG else TELLING)
def test_a_form_sets_nothing_that_it_does_not_ask_for(cast: Cast, name: str) -> None:
    set_the_scene(cast)
    page = PAGES[name]
    who = next((who for who in MOST_ABLE if page.expected[who] == 200), None)
    if who is None:
        pytest.skip("nobody of those who may do much sees it")
    visitor, path = Visitor(getattr(cast, who)), reverse(name, kwargs=page.kwargs(cast))
    found = [
        problem
        for form in forms_on(visitor.get(path), path)
        for problem in slipped_in(visitor, form, ALSO_READ.get(name, set()))
    ]
    assert found == []
