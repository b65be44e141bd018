"""Files of results on their way into a club's results: looked at, confirmed, recognised, undone."""

from __future__ import annotations

import io
from datetime import date

import pytest
from django.core.exceptions import ValidationError
from openpyxl import Workbook

from clubs.models import AuditEntry
from clubs.services.memberships import add_new_member
from core.errors import Conflict, Forbidden
from events.models import Contestant, Event
from events.services.contestants import add_visitor
from events.services.removing import bring_back_event
from exchange.models import ImportedName, ImportFile, KnownName, ResultsImport
from exchange.models.results_imports import Answer, Choice, Fate, ImportState
from exchange.services.import_names import answer_names, enter_unknown_as_visitors
from exchange.services.import_undoing import undo_file, undo_import
from exchange.services.results_imports import add_files, choose_for_file, confirm_import, drop_import, start_import
from exchange.services.session_json import export_session
from jobs import services as jobs
from jobs.models import Job, JobState
from scoring.selectors.results_lists import sessions_with_results
from tests.cast import Cast
from tests.exchange.files import PAIRS, evening, packed, upload

pytestmark = pytest.mark.django_db


def work() -> None:
    """Everything that waits to be done in the background."""
    for job in Job.objects.filter(state=JobState.WAITING, kind__startswith="results."):
        assert jobs.run(job.pk) == JobState.DONE


def hand_in(cast: Cast, *uploads: object) -> ResultsImport:
    return start_import(actor=cast.actor("secretary"), club=cast.harbour, uploads=uploads)  # type: ignore[arg-type]


def confirm(cast: Cast, results_import: ResultsImport) -> ResultsImport:
    confirm_import(actor=cast.actor("secretary"), results_import=results_import)
    work()
    results_import.refresh_from_db()
    return results_import


def fates(results_import: ResultsImport) -> list[str]:
    return list(results_import.files.filter(is_archive=False).order_by("pk").values_list("fate", flat=True))


def undone(cast: Cast, results_import: ResultsImport) -> ResultsImport:
    undo_import(actor=cast.actor("secretary"), results_import=results_import)
    results_import.refresh_from_db()
    return results_import


# --- Looking ---------------------------------------------------------------------------------------------------------
def test_nothing_is_written_until_somebody_confirms_what_was_shown(cast: Cast) -> None:
    handed_in = hand_in(cast, upload(evening()))
    file = handed_in.files.get()
    assert (handed_in.state, file.fate) == (ImportState.READY, Fate.NEW)
    outline = {name: file.outline[name] for name in ("format", "title", "played_on", "boards", "contestants")}
    assert outline == {
        "format": "usebio",
        "title": "Tuesday game",
        "played_on": "2026-11-03",
        "boards": 2,
        "contestants": 4,
    }
    assert not Event.objects.exists()
    confirm(cast, handed_in)
    file.refresh_from_db()
    assert (handed_in.state, file.fate, file.event.name) == (ImportState.DONE, Fate.IMPORTED, "Tuesday game")
    assert not file.upload


def test_an_archive_is_read_file_by_file_and_what_cannot_be_taken_is_said(cast: Cast) -> None:
    inner = packed({"a.xml": evening()}).read()
    files = {
        "a.xml": evening(),
        "b/b.xml": evening("10/11/2026"),
        "again.xml": evening(),
        "other.xml": evening(score=450),
        "letter.txt": "Dear members,",
        "empty.xml": "",
        "half.xml": evening()[:300],
        "more.zip": inner,
        "__MACOSX/a.xml": "",
        ".hidden": "",
    }
    handed_in = hand_in(cast, packed(files))
    expected = [Fate.NEW, Fate.NEW, Fate.TWICE, Fate.TWICE, Fate.ERROR, Fate.ERROR, Fate.ERROR, Fate.ERROR]
    assert fates(handed_in) == expected
    notes = dict(handed_in.files.values_list("name", "note"))
    assert "archive inside an archive" in notes["more.zip"]
    assert "other scores" in notes["other.xml"]
    assert notes["again.xml"] == "The same results as in “a.xml”."
    assert all(notes[name] for name in ("letter.txt", "empty.xml", "half.xml"))
    confirm(cast, handed_in)
    assert Event.objects.count() == 2


def test_a_workbook_is_one_file_and_not_an_archive(cast: Cast) -> None:
    workbook = Workbook()
    workbook.active.append(["a", "b"])
    data = io.BytesIO()
    workbook.save(data)
    handed_in = hand_in(cast, upload(data.getvalue(), "evening.xlsx"), packed({"in.xlsx": data.getvalue()}))
    names = set(handed_in.files.values_list("name", flat=True))
    assert names >= {"evening.xlsx", "in.xlsx"}
    assert not any(name.startswith("xl/") for name in names)
    assert not any("archive" in file.note for file in handed_in.files.all())


def test_a_damaged_archive_leaves_nothing_behind(cast: Cast, settings: object) -> None:
    with pytest.raises(ValidationError, match="damaged"):
        hand_in(cast, upload(evening()), upload(b"PK\x03\x04 and nothing else", "broken.zip"))
    assert not ResultsImport.objects.exists()


def test_an_archive_that_says_to_be_longer_than_anybody_reads_is_not_opened(cast: Cast) -> None:
    data = bytearray(packed({"a.xml": evening()}).read())
    at = data.rfind(b"PK\x05\x06")
    data[at + 10 : at + 12] = b"\xff\xff"
    with pytest.raises(ValidationError, match="5000 files"):
        hand_in(cast, upload(bytes(data), "many.zip"))


def test_an_archive_with_a_second_list_that_is_longer_is_not_opened(cast: Cast) -> None:
    data = packed({"a.xml": evening()}).read()
    at = data.rfind(b"PK\x05\x06")
    with pytest.raises(ValidationError, match="5000 files"):
        hand_in(cast, upload(data[:at] + b"PK\x06\x07" + bytes(16) + data[at:], "longer.zip"))


def test_a_member_does_not_import_and_no_other_club_does(cast: Cast) -> None:
    for persona in ("member", "scorer", "other_secretary"):
        with pytest.raises(Forbidden):
            start_import(actor=cast.actor(persona), club=cast.harbour, uploads=[upload(evening())])
    handed_in = hand_in(cast, upload(evening()))
    for act in (confirm_import, drop_import, undo_import):
        with pytest.raises(Forbidden):
            act(actor=cast.actor("member"), results_import=handed_in)


def test_whoever_lost_the_office_meanwhile_imports_nothing(cast: Cast) -> None:
    handed_in = hand_in(cast, upload(evening()))
    confirm_import(actor=cast.actor("secretary"), results_import=handed_in)
    ResultsImport.objects.update(made_by=cast.member)
    work()
    assert fates(handed_in) == [Fate.ERROR]
    assert not Event.objects.exists()


def test_a_dropped_import_is_forgotten(cast: Cast) -> None:
    handed_in = hand_in(cast, upload(evening()))
    drop_import(actor=cast.actor("secretary"), results_import=handed_in)
    assert ResultsImport.objects.get().state == ImportState.DROPPED
    assert fates(handed_in) == [Fate.LEFT_OUT]
    assert not ImportedName.objects.exists()
    with pytest.raises(ValidationError, match="over"):
        confirm_import(actor=cast.actor("secretary"), results_import=handed_in)


def test_more_files_are_added_before_it_is_confirmed(cast: Cast) -> None:
    handed_in = hand_in(cast, upload(evening()))
    add_files(actor=cast.actor("secretary"), results_import=handed_in, uploads=[upload(evening("10/11/2026"), "b.xml")])
    assert fates(handed_in) == [Fate.NEW, Fate.NEW]
    confirm(cast, handed_in)
    with pytest.raises(ValidationError, match="over"):
        add_files(actor=cast.actor("secretary"), results_import=handed_in, uploads=[upload(evening("17/11/2026"))])


def test_a_job_that_was_killed_goes_on_with_what_is_not_done(cast: Cast, monkeypatch: pytest.MonkeyPatch) -> None:
    from exchange.services import import_writing

    days = [f"{day:02}/11/2026" for day in range(1, 16)]
    handed_in = hand_in(cast, packed({f"{day[:2]}.xml": evening(day) for day in days}))
    work()
    confirm_import(actor=cast.actor("secretary"), results_import=handed_in)
    usual, calls = import_writing.import_results, []

    def killed_at_the_fourth(**given: object) -> object:
        calls.append(given)
        if len(calls) == 4:
            raise RuntimeError("killed")
        return usual(**given)  # type: ignore[arg-type]

    monkeypatch.setattr(import_writing, "import_results", killed_at_the_fourth)
    job = Job.objects.get(kind="results.import")
    assert jobs.run(job.pk) == JobState.WAITING
    assert Event.objects.count() == 3
    Job.objects.filter(pk=job.pk).update(run_after=job.asked_at)
    work()
    assert Event.objects.count() == 15
    assert set(fates(handed_in)) == {Fate.IMPORTED}


# --- Here already ----------------------------------------------------------------------------------------------------
def test_the_same_file_is_recognised_when_it_comes_again(cast: Cast) -> None:
    confirm(cast, hand_in(cast, upload(evening())))
    again = hand_in(cast, upload(evening()), upload(evening(score=450), "corrected.xml"))
    first, second = again.files.order_by("pk")
    assert (first.fate, first.choice) == (Fate.SAME, Choice.LEAVE)
    assert "Tuesday game" in first.note
    assert second.fate == Fate.TWICE
    with pytest.raises(ValidationError, match="No file"):
        confirm_import(actor=cast.actor("secretary"), results_import=again)


def test_corrected_scores_take_the_place_of_the_old_ones_and_undoing_brings_those_back(cast: Cast) -> None:
    confirm(cast, hand_in(cast, upload(evening())))
    old = Event.objects.get()
    again = hand_in(cast, upload(evening(score=450)))
    file = again.files.get()
    assert (file.fate, file.choice) == (Fate.CHANGED, Choice.LEAVE)
    choose_for_file(actor=cast.actor("secretary"), file=file, choice=Choice.REPLACE)
    confirm(cast, again)
    old.refresh_from_db()
    assert old.cancelled_at is not None
    undone(cast, again)
    old.refresh_from_db()
    assert old.cancelled_at is None
    assert [row.event_id for row in sessions_with_results(cast.actor("member"), cast.harbour)] == [old.pk]


def test_the_same_scores_under_other_names_are_noticed(cast: Cast) -> None:
    confirm(cast, hand_in(cast, upload(evening())))
    shouted = tuple((first.upper(), second.upper()) for first, second in PAIRS)
    other = hand_in(cast, upload(evening(pairs=shouted, name="Other program"), "other.xml")).files.get()
    assert other.fate == Fate.SAME
    assert "the very same scores" in other.note
    assert "evening.xml" in other.note


# --- Who -------------------------------------------------------------------------------------------------------------
@pytest.fixture
def known(cast: Cast) -> Cast:
    """Two people of the file are in the records, one of them spelled another way, and one name is borne by two."""
    for name in ("ALDER, Ann", "Bob Birtch", "Eve Elm", "Eve Elm"):
        player = add_visitor(actor=cast.actor("secretary"), club=cast.harbour, display_name=name)
        event = Event.objects.filter(name="Before").first() or Event.objects.create(
            club=cast.harbour, name="Before", made_at=cast.actor("secretary").at
        )
        contestant = Contestant.objects.create(event=event, entered_at=event.made_at)
        contestant.entrants.create(event=event, player=player, position=1)
    return cast


def meant(results_import: ResultsImport) -> dict[str, str]:
    return dict(results_import.names.values_list("name", "answer"))


def test_names_are_matched_and_the_doubtful_ones_wait_for_an_answer(known: Cast) -> None:
    handed_in = hand_in(known, upload(evening()))
    assert meant(handed_in) == {
        "Ann Alder": Answer.PERSON,
        "Bob Birch": Answer.OPEN,
        "Eve Elm": Answer.OPEN,
        **dict.fromkeys(("Cid Cedar", "Dot Dogwood", "Fay Fir", "Gus Gum", "Hal Holly"), Answer.AS_WRITTEN),
    }


def test_answers_seat_people_and_are_remembered(known: Cast) -> None:
    handed_in = hand_in(known, upload(evening()))
    bob = handed_in.names.get(name="Bob Birch")
    birtch = ImportedName._meta.get_field("player").remote_field.model.objects.get(display_name="Bob Birtch")
    eve = handed_in.names.get(name="Eve Elm")
    answers = {bob.pk: (Answer.PERSON, birtch.pk), eve.pk: (Answer.VISITOR, None)}
    answer_names(actor=known.actor("secretary"), results_import=handed_in, answers=answers, version=handed_in.version)
    confirm(known, handed_in)
    titles = [contestant.title for contestant in Contestant.objects.filter(event__name="Tuesday game")]
    assert "ALDER, Ann – Bob Birtch" in titles
    assert "Eve Elm – Fay Fir" in titles
    again = hand_in(known, upload(evening("10/11/2026")))
    assert meant(again)["Bob Birch"] == Answer.PERSON
    assert not ImportedName.objects.filter(results_import=handed_in).exists()


def test_everybody_unknown_is_entered_as_a_visitor_once(cast: Cast) -> None:
    handed_in = hand_in(cast, upload(evening()), upload(evening("10/11/2026"), "second.xml"))
    assert enter_unknown_as_visitors(actor=cast.actor("secretary"), results_import=handed_in) == 8
    confirm(cast, handed_in)
    contestants = Contestant.objects.filter(event__name="Tuesday game")
    people = {entrant.player_id for contestant in contestants for entrant in contestant.entrants.all()}
    assert len(people) == 8
    assert not contestants.exclude(name="").exists()


def test_a_name_of_nobody_at_this_club_is_refused(known: Cast) -> None:
    handed_in = hand_in(known, upload(evening()))
    bob = handed_in.names.get(name="Bob Birch")
    membership = add_new_member(
        actor=known.actor("other_secretary"),
        club=known.hillside,
        person={"display_name": "Bob Birch"},
        starts=date(2024, 1, 1),
    )
    with pytest.raises(ValidationError, match="no such person"):
        answer_names(
            actor=known.actor("secretary"),
            results_import=handed_in,
            answers={bob.pk: (Answer.PERSON, membership.player_id)},
            version=handed_in.version,
        )


def test_two_who_answer_at_the_same_time_lose_nothing(known: Cast) -> None:
    handed_in = hand_in(known, upload(evening()))
    bob, eve = handed_in.names.get(name="Bob Birch"), handed_in.names.get(name="Eve Elm")
    seen = handed_in.version
    given = {"actor": known.actor("secretary"), "results_import": handed_in, "version": seen}
    answer_names(**given, answers={bob.pk: (Answer.AS_WRITTEN, None)})
    with pytest.raises(Conflict):
        answer_names(**given, answers={eve.pk: (Answer.AS_WRITTEN, None)})
    assert KnownName.objects.count() == 1


def test_an_erased_person_is_forgotten_in_what_is_remembered(known: Cast) -> None:
    from clubs.models import Player
    from clubs.services.erasing import erase_player

    handed_in = hand_in(known, upload(evening()))
    bob = handed_in.names.get(name="Bob Birch")
    birtch = Player.objects.get(display_name="Bob Birtch")
    answer_names(
        actor=known.actor("secretary"),
        results_import=handed_in,
        answers={bob.pk: (Answer.PERSON, birtch.pk)},
        version=handed_in.version,
    )
    erase_player(actor=known.actor("operator"), player=birtch)
    assert not KnownName.objects.exists()
    bob.refresh_from_db()
    assert (bob.answer, bob.player) == (Answer.AS_WRITTEN, None)


def test_whoever_was_merged_since_plays_under_the_record_that_is_kept(known: Cast) -> None:
    from clubs.models import Player
    from clubs.services.merging import merge_players

    handed_in = hand_in(known, upload(evening()))
    bob = handed_in.names.get(name="Bob Birch")
    birtch, kept = Player.objects.get(display_name="Bob Birtch"), Player.objects.create(display_name="Robert Birtch")
    answer_names(
        actor=known.actor("secretary"),
        results_import=handed_in,
        answers={bob.pk: (Answer.PERSON, birtch.pk)},
        version=handed_in.version,
    )
    merge_players(actor=known.actor("operator"), kept=kept, merged=birtch)
    confirm(known, handed_in)
    seated = Contestant.objects.filter(event__name="Tuesday game").values_list("entrants__player", flat=True)
    assert kept.pk in seated
    assert birtch.pk not in seated


# --- Undone ----------------------------------------------------------------------------------------------------------
def test_an_import_is_undone_as_a_whole_and_can_come_again(cast: Cast) -> None:
    done = confirm(cast, hand_in(cast, upload(evening()), upload(evening("10/11/2026"), "second.xml")))
    assert undone(cast, done).state == ImportState.UNDONE
    assert not Event.objects.filter(removed_at=None).exists()
    assert not sessions_with_results(cast.actor("member"), cast.harbour)
    assert AuditEntry.objects.filter(act="import.undo").count() == 1
    assert hand_in(cast, upload(evening())).files.get().fate == Fate.NEW


def test_one_file_is_undone_and_its_event_can_be_brought_back(cast: Cast) -> None:
    done = confirm(cast, hand_in(cast, upload(evening()), upload(evening("10/11/2026"), "second.xml")))
    file = undo_file(actor=cast.actor("secretary"), file=done.files.get(name="second.xml"))
    assert file.fate == Fate.UNDONE
    done.refresh_from_db()
    assert (done.state, Event.objects.filter(removed_at=None).count()) == (ImportState.DONE, 1)
    bring_back_event(actor=cast.actor("secretary"), event=file.event)
    assert len(sessions_with_results(cast.actor("member"), cast.harbour)) == 2


def test_once_somebody_has_acted_on_it_nothing_of_it_is_undone(cast: Cast) -> None:
    from scoring.services.official import publish

    done = confirm(cast, hand_in(cast, upload(evening()), upload(evening("10/11/2026"), "second.xml")))
    session = done.files.get(name="second.xml").event.sessions.get()
    publish(actor=cast.actor("secretary"), session=session)
    with pytest.raises(ValidationError, match="official score"):
        undone(cast, done)
    assert Event.objects.filter(removed_at=None).count() == 2
    undo_file(actor=cast.actor("secretary"), file=done.files.get(name="evening.xml"))
    assert Event.objects.filter(removed_at=None).count() == 1


def test_a_session_that_was_only_taken_along_can_be_undone(cast: Cast) -> None:
    done = confirm(cast, hand_in(cast, upload(evening())))
    export_session(actor=cast.actor("secretary"), session=done.files.get().event.sessions.get())
    assert undone(cast, done).state == ImportState.UNDONE


def test_a_long_import_is_undone_in_the_background(cast: Cast) -> None:
    days = [f"{day:02}/11/2026" for day in range(1, 15)]
    handed_in = hand_in(cast, packed({f"{day[:2]}.xml": evening(day) for day in days}))
    work()
    done = confirm(cast, handed_in)
    assert undone(cast, done).state == ImportState.DONE
    work()
    done.refresh_from_db()
    assert done.state == ImportState.UNDONE
    assert not Event.objects.filter(removed_at=None).exists()


def test_nothing_is_undone_before_it_is_written(cast: Cast) -> None:
    handed_in = hand_in(cast, upload(evening()))
    with pytest.raises(ValidationError, match="nothing to undo"):
        undone(cast, handed_in)


# --- Figures ---------------------------------------------------------------------------------------------------------
def test_the_profile_that_gives_the_published_figures_is_chosen_and_can_be_overridden(cast: Cast) -> None:
    from tests.scoring.golden import path

    if not path("brian-no-neuberg.xml").exists():
        pytest.skip("the golden sessions are not here")
    handed_in = hand_in(cast, upload(path("brian-no-neuberg.xml").read_bytes(), "brian.xml"))
    file = handed_in.files.get()
    assert file.outline["profile"] == "plain"
    assert not file.problems
    choose_for_file(actor=cast.actor("secretary"), file=file, choice=Choice.TAKE, profile="exact")
    file = ImportFile.objects.get()
    assert file.fate == Fate.NEW
    assert file.problems
    confirm(cast, handed_in)
    assert Event.objects.get().profile == "exact"
