"""What a service refuses is said on the form, above the page or on the page that follows."""

from __future__ import annotations

from typing import Any

import pytest
from django import forms
from django.contrib.messages import get_messages
from django.contrib.messages.storage.cookie import CookieStorage
from django.core.exceptions import NON_FIELD_ERRORS, ValidationError
from django.http import HttpRequest, QueryDict
from django.test import RequestFactory

from clubs.forms.members import EndForm, MemberForm, RemoveForm
from clubs.models import Membership
from core.errors import Conflict, Forbidden, field_error
from core.refusals import collect_refusals, refusals_as_messages, refusals_on, status_of


class LastDayForm(forms.Form):
    last_day = forms.CharField(required=False)
    reason = forms.CharField(required=False)
    seen = forms.CharField(required=False)

    def field_for(self, name: str, problem: ValidationError) -> str:
        return "last_day" if name == "ends" else name


def sent(text: str = "reason=ill&seen=1") -> LastDayForm:
    form = LastDayForm(QueryDict(text))
    assert form.is_valid()
    return form


def refuse(form: forms.BaseForm, refusal: Exception, **options: Any) -> dict[str, list[str]]:
    with refusals_on(form, **options):
        raise refusal
    return {name: list(messages) for name, messages in form.errors.items()}


def test_what_is_not_refused_leaves_the_form_alone():
    form = sent()
    with refusals_on(form):
        pass
    assert not form.errors
    assert status_of(form) == 200


def test_a_view_answers_from_within():
    def view() -> str:
        with refusals_on(sent()):
            return "done"
        return "refused"

    assert view() == "done"


@pytest.mark.parametrize(
    ("refusal", "shown"),
    [
        (field_error("reason", "Say why."), {"reason": ["Say why."]}),
        (field_error("fee", "Too much."), {NON_FIELD_ERRORS: ["Too much."]}),
        (field_error("ends", "Too late."), {"last_day": ["Too late."]}),
        (ValidationError("Not now."), {NON_FIELD_ERRORS: ["Not now."]}),
        (ValidationError(["Not now.", "Not here."]), {NON_FIELD_ERRORS: ["Not now.", "Not here."]}),
        (
            ValidationError({"reason": ["Say why.", "Say more."], NON_FIELD_ERRORS: "Not now."}),
            {"reason": ["Say why.", "Say more."], NON_FIELD_ERRORS: ["Not now."]},
        ),
        (Conflict("Somebody was faster."), {NON_FIELD_ERRORS: ["Somebody was faster."]}),
    ],
)
def test_each_sentence_stands_at_its_field_or_above_the_form(refusal: Exception, shown: dict[str, list[str]]):
    form = sent()
    assert refuse(form, refusal) == shown
    assert form.data["reason"] == "ill"
    assert status_of(form) == 422


def test_the_code_of_a_problem_stays_with_it():
    form = sent()
    refuse(form, field_error("reason", "Say why.", "no_reason"))
    assert form.has_error("reason", "no_reason")


def test_a_missing_right_is_not_swallowed():
    form = sent()
    with pytest.raises(Forbidden), refusals_on(form):
        raise Forbidden
    with pytest.raises(Forbidden), collect_refusals():
        raise Forbidden
    with pytest.raises(Forbidden), refusals_as_messages(HttpRequest()):
        raise Forbidden
    assert not form.errors


def test_a_missing_right_is_told_on_the_form_where_the_view_says_so():
    form = sent()
    assert refuse(form, Forbidden("Not yours."), forbidden=True) == {NON_FIELD_ERRORS: ["Not yours."]}
    assert status_of(form) == 403


def test_a_missing_right_is_collected_where_the_view_says_so():
    with collect_refusals(forbidden=True) as found:
        raise Forbidden("Not yours.")
    assert found == ["Not yours."]


def test_a_conflict_may_be_left_to_the_page():
    form = sent()
    with collect_refusals() as found, refusals_on(form, conflicts=False):
        raise Conflict("Somebody was faster.")
    assert found == ["Somebody was faster."]
    assert not form.errors

    with collect_refusals() as found, refusals_on(form, conflicts=False):
        raise ValidationError("Not now.")
    assert found == []
    assert form.non_field_errors() == ["Not now."]


def test_other_errors_go_through():
    with pytest.raises(KeyError), refusals_on(sent(), forbidden=True):
        raise KeyError
    with pytest.raises(KeyError), collect_refusals():
        raise KeyError


def test_what_has_been_seen_by_now_is_sent_the_next_time():
    form = sent()
    refuse(form, Conflict(), seen=lambda: 2)
    assert form["seen"].value() == "2"
    assert form["reason"].value() == "ill"


def test_what_has_been_seen_is_asked_for_only_after_a_conflict():
    form = sent()
    refuse(form, ValidationError("Not now."), seen=lambda: pytest.fail("nobody was faster"))
    assert form["seen"].value() == "1"


@pytest.fixture
def membership(cast: Any) -> Membership:
    return Membership.objects.filter(club=cast.harbour).order_by("pk")[0]


def test_a_form_carries_the_version_that_holds_after_a_conflict(membership: Membership):
    Membership.objects.filter(pk=membership.pk).update(version=7)
    form = RemoveForm(QueryDict(f"reason=twice&version={membership.version}"))
    assert form.is_valid()
    refuse(form, Conflict(), row=membership)
    assert form["version"].value() == "7"
    assert form["reason"].value() == "twice"


def test_a_prefixed_form_carries_the_version_under_its_own_name(membership: Membership):
    form = RemoveForm(QueryDict("one-reason=twice&one-version=1&version=1"), prefix="one")
    assert form.is_valid()
    Membership.objects.filter(pk=membership.pk).update(version=7)
    refuse(form, Conflict(), row=membership)
    assert (form["version"].value(), form.data["version"]) == ("7", "1")


def test_a_form_that_knows_the_row_says_what_it_says_now(membership: Membership):
    form = MemberForm(
        QueryDict("number=12&kind=full&status=active&starts=2020-01-01&version=1&person_version=1"), instance=membership
    )
    form.is_valid()
    Membership.objects.filter(pk=membership.pk).update(version=7, number="99")
    shown = refuse(form, Conflict("Somebody was faster."), row=membership)
    assert shown[NON_FIELD_ERRORS] == ["Somebody was faster."]
    assert shown["number"] == ["It now says: 99"]
    assert form["version"].value() == "7"


def test_the_end_of_a_membership_is_refused_at_the_last_day():
    form = EndForm(QueryDict("last_day=2026-01-01&version=1"))
    assert form.is_valid()
    assert refuse(form, field_error("ends", "Before it began.")) == {"last_day": ["Before it began."]}


@pytest.mark.parametrize(
    ("refusal", "sentences"),
    [
        (Conflict("Somebody was faster."), ["Somebody was faster."]),
        (ValidationError(["Not now.", "Not here."]), ["Not now.", "Not here."]),
        (field_error("reason", "Say why."), ["Say why."]),
    ],
)
def test_the_sentences_are_collected_or_told_one_by_one(refusal: Exception, sentences: list[str]):
    with collect_refusals() as found:
        raise refusal
    assert found == sentences

    request = RequestFactory().post("/")
    request._messages = CookieStorage(request)  # type: ignore[attr-defined]
    with refusals_as_messages(request):
        raise refusal
    told = list(get_messages(request))
    assert [message.message for message in told] == sentences
    assert {message.level_tag for message in told} == {"error"}


def test_the_status_follows_forms_and_sentences():
    wrong = sent()
    wrong.add_error("reason", "Say why.")
    assert status_of(sent(), None, LastDayForm(), [], ()) == 200
    assert status_of(sent(), wrong) == 422
    assert status_of(sent(), ["Not now."]) == 422
    assert status_of(None, LastDayForm()) == 200
