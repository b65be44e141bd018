"""Printouts: asked for once, made by a worker, kept for those who read the same, made again when they have changed."""

from __future__ import annotations

import io
import zipfile
from datetime import timedelta

import pytest
from django.core import mail
from django.core.exceptions import ValidationError
from django.core.files.storage import default_storage
from django.utils import timezone

from clubs.models.people import Privacy
from clubs.services.erasing import erase_player
from clubs.services.players import change_player
from core import actors
from core.errors import Conflict, Forbidden
from events.models import SealOpening, Session
from jobs import services as jobs
from jobs.models import Job, JobState
from printing import services
from printing.models import Printout
from printing.rendering import PrintingFailed
from printing.selectors import may_read, set_of
from scoring.services.official import publish
from tests.events.evening import make_session
from tests.printing.evenings import print_all, with_deals

pytestmark = pytest.mark.django_db


def ask(cast, name, session, *reports, **more):
    return services.ask_for_printout(
        actor=cast.actor(name), reports=reports or ["ranking"], source=session, language="en", **more
    )


def made(printout):
    print_all()
    return Printout.objects.select_related("job", "club").get(pk=printout.pk)


def test_two_at_the_desk_who_ask_for_the_same_have_one_file(cast, session, quick):
    first = ask(cast, "secretary", session)
    second = ask(cast, "director", session)
    assert first.pk == second.pk
    assert made(first).file
    assert len(quick) == 1


def test_what_has_not_changed_is_not_made_again(cast, session, quick):
    printout = made(ask(cast, "director", session))
    again = made(ask(cast, "director", session))
    assert (again.pk, again.file.name) == (printout.pk, printout.file.name)
    assert len(quick) == 1


def test_what_has_changed_is_made_again_and_the_old_file_goes(cast, session, quick, django_capture_on_commit_callbacks):
    printout = made(ask(cast, "director", session))
    player = session.places.first().contestant.entrants.first().player
    player.display_name = "Somebody Else"
    player.save()
    with django_capture_on_commit_callbacks(execute=True):
        again = made(ask(cast, "director", session))
    assert again.file.name != printout.file.name
    assert not default_storage.exists(printout.file.name)
    assert "Somebody Else" in quick[-1]


def test_what_was_made_for_the_desk_is_not_handed_to_strangers(cast, session, quick):
    hidden = session.places.first().contestant.entrants.first().player
    hidden.privacy = Privacy.HIDDEN
    hidden.save()
    desk = made(ask(cast, "director", session))
    assert hidden.display_name in quick[-1]
    assert not may_read(cast.actor("stranger"), desk)
    stranger = made(ask(cast, "stranger", session))
    assert stranger.pk != desk.pk
    assert hidden.display_name not in quick[-1]
    assert may_read(cast.actor("director"), stranger)


def test_the_desk_may_print_with_names_as_strangers_read_them(cast, session, quick):
    hidden = session.places.first().contestant.entrants.first().player
    hidden.privacy = Privacy.HIDDEN
    hidden.save()
    public = made(ask(cast, "director", session, for_public=True))
    assert public.readers == "public"
    assert hidden.display_name not in quick[-1]
    assert may_read(cast.actor("stranger"), public)


def test_a_player_of_the_session_reads_a_file_of_their_own(cast, session, quick):
    entrant = session.places.first().contestant.entrants.first()
    entrant.player = cast.member.player
    entrant.save()
    printout = ask(cast, "member", session)
    assert printout.readers == f"user:{cast.member.pk}"
    assert not may_read(cast.actor("director"), made(printout))


def test_who_may_not_ask_is_refused(cast, session):
    with pytest.raises(Forbidden):
        ask(cast, "stranger", session, "table-cards")
    with pytest.raises(ValidationError, match="no report called"):
        ask(cast, "director", session, "nonsense")


def test_whoever_lost_the_right_meanwhile_gets_a_sentence(cast, session, quick):
    printout = ask(cast, "director", session, "table-cards")
    cast.director.role_grants.all().delete()
    assert "may no longer read it" in made(printout).why_failed


def test_a_session_without_results_says_so_and_is_not_tried_again(cast, quick):
    empty = make_session(cast.harbour, 6)
    printout = made(ask(cast, "director", empty))
    assert printout.why_failed == "Ranking: left out. No result has come in yet."
    assert printout.job.state == JobState.DONE
    assert quick == []


def test_a_failure_is_said_and_can_be_tried_again(cast, session, quick, monkeypatch):
    def fail(html, *, still_wanted=None):
        raise PrintingFailed("Too much.")

    with monkeypatch.context() as patch:
        patch.setattr(services, "render_pdf", fail)
        printout = made(ask(cast, "director", session))
    assert printout.why_failed == "Too much."
    again = made(ask(cast, "director", session))
    assert again.file
    assert not again.has_failed


def test_a_worker_that_is_killed_in_the_middle_leaves_one_file_or_a_sentence(cast, session, quick):
    printout = ask(cast, "director", session)
    jobs._lease_job(printout.job_id)
    Job.objects.filter(pk=printout.job_id).update(lease_until=timezone.now() - timedelta(minutes=5))
    assert jobs.sweep("long") == 1
    assert made(printout).file
    assert len(quick) == 1


def test_a_worker_that_dies_each_time_ends_with_a_sentence(cast, session, quick):
    printout = ask(cast, "director", session)
    for _attempt in range(3):
        jobs._lease_job(printout.job_id)
        Job.objects.filter(pk=printout.job_id).update(lease_until=timezone.now() - timedelta(minutes=5))
        jobs.sweep("long")
    printout = Printout.objects.select_related("job").get(pk=printout.pk)
    assert printout.has_failed
    assert "worker died" in printout.why_failed


def test_several_as_a_zip_or_as_one_file(cast, session, quick):
    packed = made(ask(cast, "director", session, "ranking", "travellers", "penalties", form="zip"))
    names = zipfile.ZipFile(io.BytesIO(default_storage.open(packed.file.name).read())).namelist()
    assert names == ["01-ranking.pdf", "02-travellers.pdf"]
    assert packed.remark == "Penalties: left out. No penalty was given."
    one = made(ask(cast, "director", session, "ranking", "travellers"))
    assert quick[-1].count("<h1>") == 2
    assert one.pk != packed.pk


def test_by_mail_if_it_is_wanted(cast, session, quick):
    printout = ask(cast, "director", session, by_mail=True)
    print_all()
    print_all()
    (message,) = mail.outbox
    assert message.to == [cast.director.email]
    assert message.attachments[0][0].endswith(".pdf")
    assert Printout.objects.get(pk=printout.pk).mail_to == []


def test_nobody_floods_the_workers(cast, session):
    names = ["ranking", "travellers", "matrix", "scorecards", "hand-records", "hand-records-9", "frequencies"]
    names += ["seating-list", "table-cards", "guide-cards", "movement-grid", "name-cards"]
    for name in names[: services.MOST_AT_ONCE]:
        ask(cast, "director", session, name)
    with pytest.raises(Conflict, match="still being made"):
        ask(cast, "director", session, "board-labels")


def test_old_files_are_thrown_away(cast, session, quick, settings, django_capture_on_commit_callbacks):
    printout = made(ask(cast, "director", session))
    with django_capture_on_commit_callbacks(execute=True):
        assert services.remove_old_printouts(timezone.now()) == 0
        later = timezone.now() + timedelta(days=settings.KEEP_PRINTOUTS_DAYS + 1)
        assert services.remove_old_printouts(later) == 1
    assert not default_storage.exists(printout.file.name)


def test_whoever_is_erased_is_on_no_paper_any_more(cast, session, quick, django_capture_on_commit_callbacks):
    printout = made(ask(cast, "director", session))
    with django_capture_on_commit_callbacks(execute=True):
        erase_player(actor=actors.system(), player=cast.member.player)
    assert not Printout.objects.exists()
    assert not default_storage.exists(printout.file.name)


def test_sheets_say_whether_the_score_is_official(cast, session, quick):
    made(ask(cast, "director", session))
    assert 'data-official="Not official"' in quick[-1]
    publish(actor=actors.of_user(cast.director), session=Session.objects.get(pk=session.pk), reason="")
    made(ask(cast, "director", session))
    assert 'data-official="Official score of' in quick[-1]


def test_a_club_chooses_its_sets_and_nobodys_change_is_lost(cast):
    club, actor = cast.harbour, cast.actor("secretary")
    chosen = {"paper": "Letter", "letters": "serif", "tonight": ["seating-list"], "wall": ["ranking"]}
    services.change_print_settings(actor=actor, club=club, version=1, **chosen)
    assert set_of(club, "tonight") == ["seating-list"]
    with pytest.raises(Conflict):
        services.change_print_settings(actor=actor, club=club, version=1, **chosen)
    with pytest.raises(Forbidden):
        services.change_print_settings(actor=cast.actor("member"), club=club, version=2, **chosen)


def test_a_period_that_is_none_is_refused_at_its_field(cast):
    with pytest.raises(ValidationError) as refused:
        services.ask_for_printout(
            actor=cast.actor("secretary"), reports=["cash-month"], source=cast.harbour, language="en", period="May"
        )
    assert refused.value.message_dict == {"period": ["“May” is no period. Write it like 2026-11."]}


def test_whoever_has_opened_a_seal_has_a_file_of_their_own(cast, session, quick):
    with_deals(session)
    before = ask(cast, "director", session, "hand-records")
    board_set = session.sections.get().board_set
    SealOpening.objects.create(
        board_set=board_set, user=cast.director, opened_at=cast.actor("director").at, reason="So"
    )
    after = ask(cast, "director", session, "hand-records")
    assert before.readers != after.readers == f"user:{cast.director.pk}"


def test_while_it_is_played_results_are_printed_as_strangers_read_them(cast, session, quick):
    Session.objects.filter(pk=session.pk).update(state="playing")
    session.refresh_from_db()
    assert ask(cast, "director", session, "travellers").readers == "public"


def test_a_file_goes_when_what_it_was_made_of_is_gone(cast, session, quick, django_capture_on_commit_callbacks):
    printout = made(ask(cast, "director", session, "ranking"))
    assert printout.file
    with django_capture_on_commit_callbacks(execute=True):
        services._keep_failure(printout.pk, "Nothing is left.")
    printout.refresh_from_db()
    assert (bool(printout.file), printout.failure) == (False, "Nothing is left.")


def test_what_everybody_may_have_goes_when_somebody_is_called_otherwise_in_public(cast, session, quick):
    public = ask(cast, "director", session, for_public=True)
    own = ask(cast, "director", session)
    player = cast.member.player
    change_player(actor=cast.actor("member"), player=player, privacy=Privacy.INITIALS)
    assert list(Printout.objects.values_list("pk", flat=True)) == [own.pk]
    assert public.pk != own.pk
