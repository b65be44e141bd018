"""What people read of appeals and rulings is in words: no codes, no lists as a program writes them, no apostrophes."""

from __future__ import annotations

import csv

import pytest
from django.test import Client
from django.urls import reverse

from appeals.forms.casebook import CaseForm
from appeals.models import Appeal, Case
from appeals.services.casebook import draft_case, edit_case
from clubs.regulations.types import Minutes
from rulings.models import Ruling
from rulings.selectors.figures import ruling_figures
from tests.appeals.world import make_world
from tests.cast import Cast


@pytest.mark.django_db
def test_the_export_of_the_register_leaves_empty_cells_empty(cast: Cast, client: Client) -> None:
    make_world(cast).requested()
    client.force_login(cast.secretary)
    address = reverse("club-appeals-export", kwargs={"slug": "harbour", "format": "csv"})
    text = client.get(address).getvalue().decode("utf-8-sig")
    [row] = csv.DictReader(text.splitlines())
    assert (row["lodged_at"], row["outcome"], row["merit"], row["irregularity"]) == ("", "", "", "")
    assert "'" not in text


@pytest.mark.django_db
def test_the_register_shows_decided_cases_that_name_no_law_and_no_director(cast: Cast, client: Client) -> None:
    appeal = make_world(cast).requested()
    closed = {"state": "closed", "concurring": appeal.needed, "verdict": "stands", "law": "", "director": None}
    moments = dict.fromkeys(("lodged_at", "decided_at", "closed_at"), appeal.requested_at)
    Appeal.objects.filter(pk=appeal.pk).update(**closed, **moments)
    client.force_login(cast.secretary)
    answer = client.get(reverse("club-appeals", kwargs={"slug": "harbour"}))
    assert [bar.label for bar in answer.context["figures"].laws] == ["not named"]
    assert [bar.label for bar in answer.context["figures"].directors] == ["not named"]


@pytest.mark.parametrize(
    ("minutes", "words"),
    [
        (0, "0 minutes"),
        (1, "1 minute"),
        (30, "30 minutes"),
        (60, "1 hour"),
        (90, "1 hour, 30 minutes"),
        (1440, "1 day"),
        (10080, "7 days"),
        (1501, "1 day, 1 hour, 1 minute"),
    ],
)
def test_a_period_reads_in_days_and_hours(minutes: int, words: str) -> None:
    assert Minutes().show(minutes) == words


@pytest.mark.django_db
def test_the_figures_name_outcomes_without_their_codes(cast: Cast) -> None:
    world = make_world(cast)
    Ruling.objects.filter(pk=world.ruling.pk).update(outcome_ids=["L15B.cancel"])
    [bar] = ruling_figures(cast.harbour).by_outcome
    assert "L15B" not in bar.label
    assert bar.label


@pytest.mark.django_db
def test_the_audit_reads_paragraphs_as_people_write_them(cast: Cast, client: Client) -> None:
    made = draft_case(actor=cast.actor("secretary"), body=cast.harbour, subject="Words", law_refs=["91A", "74A2"])
    edit_case(actor=cast.actor("secretary"), case=made, law_refs=["91A"])
    client.force_login(cast.secretary)
    page = client.get(reverse("club-audit", kwargs={"slug": "harbour"})).content.decode()
    assert "91A, 74A2" in page
    assert "[&#x27;91A" not in page


@pytest.mark.django_db
def test_a_conflict_shows_the_other_paragraphs_as_people_write_them(cast: Cast) -> None:
    made = draft_case(actor=cast.actor("secretary"), body=cast.harbour, subject="Words", law_refs=["91A"])
    form = CaseForm({"version": "1", "subject": "Words", "topic": "conduct", "law_refs": "74A2"}, instance=made)
    assert form.is_valid(), form.errors
    form.show_conflict(Case.objects.get(pk=made.pk), "Changed meanwhile")
    assert form.errors["law_refs"] == ["It now says: 91A"]
