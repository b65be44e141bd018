"""What secretaries and officers do on the office pages, and what goes wrong there."""

import io

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.urls import reverse
from PIL import Image

from clubs.models import AuditEntry, Club, RegulationSetting, RoleGrant
from clubs.services.regulations import set_regulation
from jobs import services as jobs
from jobs.models import Job
from tests.clubs.page import url


def details(club: Club, **changes: object) -> dict[str, object]:
    fields = ("name", "slug", "welcome", "venue", "timezone", "colour", "is_listed", "version")
    return {name: getattr(club, name) for name in fields} | changes


def picture(size: tuple[int, int] = (40, 40)) -> SimpleUploadedFile:
    file = io.BytesIO()
    Image.new("RGB", size, "green").save(file, "PNG")
    return SimpleUploadedFile("logo.png", file.getvalue(), "image/png")


def test_a_secretary_changes_the_club_and_it_is_audited(cast, as_secretary):
    answer = as_secretary.post(url("settings"), details(cast.harbour, venue="The Old Customs House"))
    assert answer.status_code == 302
    cast.harbour.refresh_from_db()
    assert (cast.harbour.venue, cast.harbour.version) == ("The Old Customs House", 2)
    entry = AuditEntry.objects.get(act="club.change")
    assert entry.after == {"venue": "The Old Customs House"}
    assert entry.user_id == cast.secretary.pk


def test_of_two_secretaries_the_second_is_told_and_loses_nothing(cast, as_secretary):
    as_secretary.post(url("settings"), details(cast.harbour, venue="First Hall"))
    answer = as_secretary.post(url("settings"), details(cast.harbour, venue="Second Hall"))
    page = answer.content.decode()
    assert answer.status_code == 422
    assert "Somebody else changed this" in page
    assert "It now says: First Hall" in page
    assert 'value="Second Hall"' in page
    again = as_secretary.post(url("settings"), details(cast.harbour, venue="Second Hall", version=2))
    assert again.status_code == 302


def test_bad_details_are_named_and_what_was_typed_stays(cast, as_secretary):
    answer = as_secretary.post(url("settings"), details(cast.harbour, email="not an address", venue="Kept Hall"))
    page = answer.content.decode()
    assert answer.status_code == 422
    assert "valid email address" in page
    assert "Kept Hall" in page


def test_a_logo_is_drawn_anew_under_our_own_name(cast, as_secretary, settings, tmp_path):
    settings.MEDIA_ROOT = tmp_path
    answer = as_secretary.post(url("settings"), details(cast.harbour, logo=picture((900, 300))))
    assert answer.status_code == 302
    cast.harbour.refresh_from_db()
    assert "logo.png" not in cast.harbour.logo.name
    with Image.open(cast.harbour.logo.path) as kept:
        assert max(kept.size) == 512


@pytest.mark.parametrize(
    ("upload", "sentence"),
    [
        (SimpleUploadedFile("logo.png", b"<svg onload=alert(1)>", "image/png"), "not a picture"),
        (SimpleUploadedFile("logo.png", b"x" * 1_200_000, "image/png"), "at most 1 MB"),
    ],
)
def test_a_logo_that_cannot_be_taken_says_why(cast, as_secretary, upload, sentence):
    answer = as_secretary.post(url("settings"), details(cast.harbour, logo=upload))
    assert answer.status_code == 422
    assert sentence in answer.content.decode()


def test_an_upload_over_the_limit_is_refused_before_it_is_read(cast, as_secretary, settings):
    settings.UPLOAD_LIMIT = 1_000_000
    answer = as_secretary.post(url("settings"), details(cast.harbour, logo=SimpleUploadedFile("a", b"x" * 1_100_000)))
    assert answer.status_code == 413
    assert "1 MB" in answer.content.decode()


def test_a_secretary_gives_and_revokes_a_role(cast, as_secretary):
    answer = as_secretary.post(url("roles"), {"user": "STRANGER@example.org", "role": "director"})
    assert answer.status_code == 302
    grant = RoleGrant.objects.get(user=cast.stranger)
    assert (grant.club, grant.granted_by) == (cast.harbour, cast.secretary)
    page = as_secretary.get(url("revoke", grant_id=grant.pk))
    assert "Stranger Tenace" in page.content.decode()
    as_secretary.post(url("revoke", grant_id=grant.pk), {"reason": "moved away"})
    grant.refresh_from_db()
    assert grant.revoked_by == cast.secretary
    assert AuditEntry.objects.get(act="role.revoke").reason == "moved away"


@pytest.mark.parametrize(
    ("data", "sentence"),
    [
        ({"user": "nobody@example.org", "role": "director"}, "Nobody has an account with this address"),
        ({"user": "scorer@example.org", "role": "scorer"}, "already has this role here"),
        ({"user": "stranger@example.org", "role": "officer"}, "Select a valid choice"),
        ({"user": "stranger@example.org", "role": "scorer", "ends_at": "2001-01-01"}, "ends before it begins"),
    ],
)
def test_a_role_that_cannot_be_given_says_why(cast, as_secretary, data, sentence):
    answer = as_secretary.post(url("roles"), data)
    assert answer.status_code == 422
    assert sentence in answer.content.decode()
    assert data["user"] in answer.content.decode()


def test_a_role_of_another_club_cannot_be_revoked_through_ones_own(cast, as_secretary):
    grant = RoleGrant.objects.get(user=cast.other_secretary)
    assert as_secretary.post(url("revoke", grant_id=grant.pk)).status_code == 404


def test_a_regulation_is_laid_down_shown_with_its_source_and_withdrawn(cast, as_secretary):
    set_regulation(actor=cast.actor("officer"), body=cast.nation, key="period.appeal", value=20)
    assert "Dummyland Federation" in as_secretary.get(url("regulations")).content.decode()
    as_secretary.post(url("regulation", key="period.appeal"), {"value": "45"})
    assert "45 minutes" in as_secretary.get(url("regulations")).content.decode()
    as_secretary.post(url("withdraw", key="period.appeal"))
    assert "20 minutes" in as_secretary.get(url("regulations")).content.decode()
    assert RegulationSetting.objects.filter(club=cast.harbour, superseded_at__isnull=False).exists()


def test_a_binding_regulation_cannot_be_overridden(cast, as_secretary):
    set_regulation(actor=cast.actor("officer"), body=cast.nation, key="period.appeal", value=20, locked=True)
    assert "made it binding" in as_secretary.get(url("regulation", key="period.appeal")).content.decode()
    answer = as_secretary.post(url("regulation", key="period.appeal"), {"value": "45"})
    assert answer.status_code == 422


def test_an_unknown_regulation_is_not_there(cast, as_secretary):
    assert as_secretary.get(url("regulation", key="period.tea")).status_code == 404


def test_the_audit_page_reads_in_words_and_can_be_filtered(cast, as_secretary):
    as_secretary.post(url("settings"), details(cast.harbour, venue="The Old Customs House"))
    page = as_secretary.get(url("audit")).content.decode()
    assert "Secretary Tenace" in page
    assert "The Old Customs House" in page
    assert "Member Tenace" in page, "people are named, not numbered"
    filtered = as_secretary.get(url("audit"), {"act": "club.change", "who": "secretary t"}).content.decode()
    assert "Role granted" not in filtered.split("<tbody>")[1]
    empty = as_secretary.get(url("audit"), {"until": "2001-01-01"}).content.decode()
    assert "Nothing found" in empty


def test_the_chain_is_checked_in_the_background(cast, as_secretary):
    as_secretary.post(url("check-audit"))
    job = Job.objects.get(kind="audit.verify")
    assert jobs.run(job.pk) == "done"
    assert "Whole:" in as_secretary.get(url("audit")).content.decode()
    assert "Whole:" in as_secretary.get(reverse("job-progress", kwargs={"job_id": job.pk})).content.decode()


def test_failed_work_is_listed_and_tried_again(cast, as_secretary):
    job = jobs.ask(kind="test.broken", at=cast.actor("secretary").at, club_id=cast.harbour.pk)
    Job.objects.filter(pk=job.pk).update(state="failed", error="ValueError: no such thing")
    assert "no such thing" in as_secretary.get(url("jobs")).content.decode()
    as_secretary.post(url("retry", job_id=job.pk))
    job.refresh_from_db()
    assert (job.state, job.attempts) == ("waiting", 0)
    assert AuditEntry.objects.filter(act="job.retry").exists()


def test_work_that_has_not_failed_is_not_said_to_be_tried_again(cast, as_secretary):
    job = jobs.ask(kind="test.effect", at=cast.actor("secretary").at, club_id=cast.harbour.pk)
    as_secretary.post(url("retry", job_id=job.pk))
    assert not AuditEntry.objects.filter(act="job.retry").exists()
