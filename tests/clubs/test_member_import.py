"""A list of members out of a file: what becomes of each row, and what goes wrong."""

from __future__ import annotations

import io
import tracemalloc
from datetime import date

import pytest
from django.core.exceptions import ValidationError
from django.core.files.uploadedfile import SimpleUploadedFile
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from clubs.imports import columns, reading
from clubs.models import AuditChain, AuditEntry, MemberImport, Membership, Player, RoleGrant
from clubs.services import member_imports
from clubs.services.member_imports import (
    check_file,
    confirm_import,
    drop_import,
    match_columns,
    start_import,
    write_rows,
)
from clubs.services.memberships import add_membership, add_new_member
from core.audit import verify_chain
from jobs import services as jobs
from jobs.models import Job

HEAD = "Name,Number,Federation number,Kind,Status,From,Until,Stationary seat\n"


@pytest.fixture(autouse=True)
def _own_files(settings, tmp_path):
    settings.MEDIA_ROOT = tmp_path


def upload(text: str | bytes, name: str = "members.csv") -> SimpleUploadedFile:
    return SimpleUploadedFile(name, text.encode() if isinstance(text, str) else text)


def checked(cast, text: str | bytes, **matched: int) -> MemberImport:
    actor = cast.actor("secretary")
    made = start_import(actor=actor, club=cast.harbour, upload=upload(text))
    return match_columns(actor=actor, member_import=made, columns=matched or made.columns)


def imported(cast, text: str | bytes) -> MemberImport:
    made = confirm_import(actor=cast.actor("secretary"), member_import=checked(cast, text))
    job = Job.objects.filter(kind="members.import", key=made.key).latest("pk")
    assert jobs.run(job.pk) == "done"
    made.refresh_from_db()
    return made


def fates(made: MemberImport) -> list[tuple[int, str, str]]:
    return list(made.rows.order_by("line").values_list("line", "fate", "note"))


def fate_of(cast, row: str) -> tuple[str, str]:
    return fates(checked(cast, HEAD + row))[0][1:]


def counts(new: int = 0, changed: int = 0, same: int = 0, error: int = 0) -> dict[str, int]:
    return {"new": new, "changed": changed, "same": same, "error": error}


# --- Reading -------------------------------------------------------------------------------------------------------
@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16", "utf-16-le", "utf-16-be"])
@pytest.mark.parametrize("delimiter", [",", ";", "\t"])
def test_encodings_and_delimiters_are_found_out(encoding, delimiter):
    text = f"Name{delimiter}Number\r\nŽanis Bērziņš{delimiter}7\r\n"
    found = reading.outline(upload(text.encode(encoding)))
    assert found == reading.Outline(["Name", "Number"], [["Žanis Bērziņš", "7"]], 1)


@pytest.mark.parametrize("end", ["\n", "\r\n", "\r"])
def test_any_end_of_line_will_do(end):
    assert reading.outline(upload(f'Name,No{end}"Ann, née{end}Smith",1{end}')).sample[0][0].startswith("Ann, née")


def test_a_file_of_an_older_windows_is_read():
    assert reading.outline(upload("Name\nJosé Müller\n".encode("cp1252"))).sample == [["José Müller"]]


@pytest.mark.parametrize(
    ("content", "sentence"),
    [
        (b"Name\nAnn \x81\x8d\x8f\n", "CSV UTF-8"),
        (b"\xff\xfeN\x00a\x00m\x00e\x00\n\x00A", "CSV UTF-8"),
        (b"\xef\xbb\xbfName\n\xff\xff\n", "CSV UTF-8"),
        (b"\n\n", "empty"),
        (b"Name,Number\n", "no rows"),
        (b"Name\n" + b'"' + b"x" * 200_000 + b'"\n', "cannot be read as a row"),
        (b"Name\n" + b"," * 200 + b"x\n", "more than 100 columns"),
        (b"PK\x03\x04 and then nothing", "XLSX|workbook"),
    ],
)
def test_a_file_that_cannot_be_read_says_why(content, sentence):
    with pytest.raises(ValidationError, match=sentence):
        reading.outline(upload(content))


def test_a_million_rows_are_refused_with_a_sentence_before_anything_is_kept(cast, as_secretary):
    page = reverse("club-import-members", kwargs={"slug": "harbour"})
    answer = as_secretary.post(page, {"file": upload(b"Name,No\n" + b"Ann,1\n" * 1_000_000)})
    assert answer.status_code == 422
    assert "more than 50,000 rows" in answer.content.decode()
    assert not MemberImport.objects.exists()


def test_a_workbook_is_read(cast):
    openpyxl = pytest.importorskip("openpyxl", reason="openpyxl is not installed")
    book = openpyxl.Workbook()
    for row in (["Name", "Number", "From"], ["Ann Example", 12.0, date(2026, 1, 1)], ["=1+1", 13, None]):
        book.active.append(row)
    file = io.BytesIO()
    book.save(file)
    made = checked(cast, file.getvalue())
    assert [fate for _line, fate, _note in fates(made)] == ["new", "error"]
    assert made.rows.get(line=2).said == {"name": "Ann Example", "number": "12", "starts": "2026-01-01"}


def test_without_the_library_a_workbook_is_refused_with_a_sentence(monkeypatch):
    monkeypatch.setitem(__import__("sys").modules, "openpyxl", None)
    with pytest.raises(ValidationError, match="cannot read XLSX"):
        reading.outline(upload(b"PK\x03\x04"))


# --- Columns -------------------------------------------------------------------------------------------------------
@pytest.mark.parametrize(
    ("header", "expected"),
    [
        (["Name", "Member No.", "EBU number"], {"name": 0, "number": 1, "federation_number": 2}),
        (
            ["Vorname", "Nachname", "Mitgliedsnummer", "Seit"],
            {"given_name": 0, "family_name": 1, "number": 2, "starts": 3},
        ),
        (["Prénom", "NOM", "Catégorie"], {"given_name": 0, "family_name": 1, "kind": 2}),
        (["Colour", "Shoe size"], {}),
    ],
)
def test_columns_are_guessed_from_several_spellings(header, expected):
    assert columns.guess_columns(header) == expected


def test_without_a_column_of_names_nothing_is_checked(cast, as_secretary):
    made = start_import(actor=cast.actor("secretary"), club=cast.harbour, upload=upload("Shoe size\n42\n"))
    page = reverse("club-member-import", kwargs={"slug": "harbour", "import_id": made.pk})
    answer = as_secretary.post(page, {})
    assert answer.status_code == 422
    assert "which column holds the name" in answer.content.decode()
    twice = as_secretary.post(page, {"name": "0", "number": "0"})
    assert "already taken" in twice.content.decode()
    assert as_secretary.post(page, {"name": "99"}).status_code == 422


def test_first_and_last_name_make_a_name(cast):
    made = checked(cast, "First name;Surname\nIlze;Ozola\n")
    assert made.rows.get().said == {"name": "Ilze Ozola", "given_name": "Ilze", "family_name": "Ozola"}


# --- Fates ---------------------------------------------------------------------------------------------------------
def test_each_row_has_its_fate_and_nothing_is_written(cast):
    before = (Player.objects.count(), Membership.objects.count(), AuditEntry.objects.count())
    made = checked(
        cast,
        HEAD
        + "Ann New,20,,full,,2026-01-01,,\n"
        + "Member Tenace,7,,honorary,,,,\n"
        + ",21,,,,,,\n"
        + "member TENACE,7,,full,active,2020-01-01,,no\n",
    )
    assert [fate for _line, fate, _note in fates(made)] == ["new", "changed", "error", "error"]
    assert made.counts == counts(new=1, changed=1, error=2)
    assert (Player.objects.count(), Membership.objects.count(), AuditEntry.objects.count()) == before


@pytest.mark.parametrize(
    ("row", "fate", "note"),
    [
        ("Member Tenace,7,,full,active,2020-01-01,,no", "same", ""),
        ("Member Tenace,7,,full,lapsed,,31.12.2026,", "changed", "status, until"),
        ("Ann,,,royal,,,,", "error", "“royal” is not known here"),
        ("Ann,,,,,31.02.2026,,", "error", "is not a day"),
        ("Ann,,,,,2026-02-01,2026-01-01,", "error", "last day lies before the first"),
        ("Ann,,,,,,,perhaps", "error", "neither yes nor no"),
        ("Ann,7,,,,,,", "error", "belongs to another member"),
        (f"{'x' * 130},,,,,,,", "error", "at most 120 characters"),
        ('"=HYPERLINK(""http://evil.example"")",,,,,,,', "error", "looks like a formula"),
        ("Ann,@SUM(A1),,,,,,", "error", "looks like a formula"),
        ("Member Tenace,,,,,2026-01-01,,", "error", "already a member here since"),
        ("Ann,,,,ended,,,", "error", "Write the last day"),
    ],
)
def test_a_rows_fate_comes_with_its_reason(cast, row, fate, note):
    got = fate_of(cast, row)
    assert got[0] == fate
    assert note in got[1]


def test_the_same_person_twice_in_the_file_is_an_error_further_down(cast, monkeypatch):
    monkeypatch.setattr(member_imports, "BATCH", 2)
    text = HEAD + "Ann,1,,,,,,\nBea,2,F1,,,,,\nCat,3,,,,,,\nB. Ea,4,F1,,,,,\nDot,3,,,,,,\nann,1,,,,,,\n"
    actor = cast.actor("secretary")
    made = start_import(actor=actor, club=cast.harbour, upload=upload(text))
    match_columns(actor=actor, member_import=made, columns=made.columns)
    assert jobs.run(Job.objects.get(kind="members.check").pk) == "done"
    notes = {line: note for line, fate, note in fates(made) if fate == "error"}
    assert set(notes) == {5, 6, 7}
    assert "line 3" in notes[5]
    assert "Line 4 has the same member number" in notes[6]
    assert "line 2" in notes[7]


def test_a_known_person_is_found_by_number_under_another_name(cast):
    known = add_new_member(
        actor=cast.actor("secretary"),
        club=cast.harbour,
        person={"display_name": "Ilze Ozola", "federation_number": "F9"},
        starts=date(2024, 1, 1),
    ).player
    made = imported(cast, HEAD + "Ilze Kalna,,F9,,,,,yes\n")
    known.refresh_from_db()
    assert made.counts == counts(changed=1)
    assert (known.display_name, known.name_key, known.needs_stationary_seat) == ("Ilze Kalna", "ilze kalna", True)
    assert known.version == 2


def test_a_number_of_somebody_unknown_here_is_an_error_that_names_nobody(cast):
    add_new_member(
        actor=cast.actor("other_secretary"),
        club=cast.hillside,
        person={"display_name": "Secret Somebody", "federation_number": "F9", "federation": cast.nation},
        starts=date(2024, 1, 1),
    )
    fate, note = fate_of(cast, "Ann,,F9,,,,,")
    assert fate == "error"
    assert "somebody of another club" in note
    assert "Secret" not in note


def test_two_members_of_one_name_need_a_number(cast):
    for number in ("31", "32"):
        add_new_member(
            actor=cast.actor("secretary"),
            club=cast.harbour,
            person={"display_name": "Jo Twin"},
            starts=date(2024, 1, 1),
            number=number,
        )
    assert fate_of(cast, "Jo Twin,,,,,,,")[0] == "error"
    assert fate_of(cast, "Jo Twin,32,,,,,,")[0] == "same"


# --- Writing -------------------------------------------------------------------------------------------------------
def test_a_confirmed_import_is_written_audited_and_the_file_erased(cast, tmp_path, django_capture_on_commit_callbacks):
    text = HEAD + "Ann New,20,F1,junior,,2026-01-01,2026-12-31,yes\nMember Tenace,7,,honorary,,,,\n,,F3,,,,,\n"
    made = confirm_import(actor=cast.actor("secretary"), member_import=checked(cast, text))
    with django_capture_on_commit_callbacks(execute=True):
        assert jobs.run(Job.objects.get(kind="members.import").pk) == "done"
    made.refresh_from_db()
    assert (made.state, made.counts) == ("done", counts(new=1, changed=1, error=1))
    ann = Membership.objects.get(number="20")
    assert (ann.player.display_name, ann.player.federation_number, ann.kind) == ("Ann New", "F1", "junior")
    assert (ann.starts, ann.ends, ann.player.needs_stationary_seat) == (date(2026, 1, 1), date(2026, 12, 31), True)
    cast.membership.refresh_from_db()
    assert (cast.membership.kind, cast.membership.version) == ("honorary", 2)
    acts = list(AuditEntry.objects.filter(user_id=cast.secretary.pk).order_by("number").values_list("act", flat=True))
    assert acts == ["import.confirm", "player.add", "membership.add", "membership.change"]
    assert verify_chain(AuditChain.objects.get(label=cast.harbour.label)).broken_at is None
    assert [path for path in tmp_path.rglob("*") if path.is_file()] == []
    assert [(row.line, row.said) for row in made.rows.all()] == [(4, {})]


def test_importing_the_same_file_again_changes_nothing(cast):
    text = HEAD + "Ann New,20,F1,junior,,2026-01-01,,yes\nBea Newer,,,,,,,\n"
    imported(cast, text)
    before = (Player.objects.count(), list(Membership.objects.values_list("pk", "version")))
    again = imported(cast, text)
    assert again.counts == counts(same=2)
    assert (Player.objects.count(), list(Membership.objects.values_list("pk", "version"))) == before


def test_confirming_twice_writes_once(cast):
    actor = cast.actor("secretary")
    made = checked(cast, HEAD + "Ann New,20,,,,,,\n")
    for _time in range(2):
        confirm_import(actor=actor, member_import=made)
    assert Job.objects.filter(kind="members.import").count() == 1
    for _time in range(2):
        write_rows(made.pk, lambda done, total: None)()
    confirm_import(actor=actor, member_import=made)
    assert Membership.objects.filter(number="20").count() == 1
    assert AuditEntry.objects.filter(act="import.confirm").count() == 1


def test_what_changed_since_the_preview_is_judged_again(cast):
    made = checked(cast, HEAD + "Ann New,20,,,,,,\nBea Newer,21,,,,,,\n")
    add_membership(
        actor=cast.actor("secretary"),
        club=cast.harbour,
        player=cast.stranger.player,
        starts=date(2024, 1, 1),
        number="20",
    )
    confirm_import(actor=cast.actor("secretary"), member_import=made)
    write_rows(made.pk, lambda done, total: None)()
    made.refresh_from_db()
    assert made.counts == counts(new=1, error=1)
    assert "belongs to another member" in made.rows.get(fate="error").note


def test_who_lost_the_right_meanwhile_writes_nothing(cast):
    made = checked(cast, HEAD + "Ann New,20,,,,,,\n")
    confirm_import(actor=cast.actor("secretary"), member_import=made)
    RoleGrant.objects.filter(user=cast.secretary).delete()
    assert jobs.run(Job.objects.get(kind="members.import").pk) == "waiting"
    assert not Membership.objects.filter(number="20").exists()


def test_a_dropped_import_leaves_nothing_behind(cast, django_capture_on_commit_callbacks, tmp_path):
    made = checked(cast, HEAD + "Ann New,20,,,,,,\n")
    with django_capture_on_commit_callbacks(execute=True):
        drop_import(actor=cast.actor("secretary"), member_import=made)
    made.refresh_from_db()
    assert (made.state, made.sample, made.rows.count()) == ("dropped", [], 0)
    assert [path for path in tmp_path.rglob("*") if path.is_file()] == []
    with pytest.raises(ValidationError, match="past the matching"):
        match_columns(actor=cast.actor("secretary"), member_import=made, columns={"name": 0})


def queries_for(cast, rows: int, start: int) -> tuple[int, int]:
    """How many queries the check and the writing of so many new rows take."""
    lines = "".join(f"Somebody {n},{n},F{n},,,2026-01-01,,\n" for n in range(start, start + rows))
    actor = cast.actor("secretary")
    made = start_import(actor=actor, club=cast.harbour, upload=upload(HEAD + lines))
    made = match_columns(actor=actor, member_import=made, columns=made.columns)
    if made.state == "checking":
        with CaptureQueriesContext(
            connection,
        ) as check:
            check_file(made.pk, lambda done, total: None)()
    else:
        check = []
    confirm_import(actor=actor, member_import=made)
    with CaptureQueriesContext(connection) as write:
        write_rows(made.pk, lambda done, total: None)()
    made.refresh_from_db()
    assert made.counts == counts(new=rows)
    return len(check), len(write)


def test_queries_grow_with_batches_and_not_with_rows(cast, monkeypatch):
    monkeypatch.setattr(member_imports, "BATCH", 50)
    one = queries_for(cast, 60, 1_000)
    fuller = queries_for(cast, 100, 2_000)
    longer = queries_for(cast, 400, 3_000)
    assert fuller == one, "as many batches, fuller ones"
    assert longer[0] <= one[0] + 6 * 14
    assert longer[1] <= one[1] + 6 * 32


@pytest.mark.long
def test_twenty_thousand_members_take_no_more_memory_than_two_thousand(cast):
    peaks = []
    for rows, start in ((2_000, 100_000), (20_000, 200_000)):
        lines = "".join(f"Somebody {n},{n},F{n},,,2026-01-01,,\n" for n in range(start, start + rows))
        actor = cast.actor("secretary")
        made = start_import(actor=actor, club=cast.harbour, upload=upload(HEAD + lines))
        made = match_columns(actor=actor, member_import=made, columns=made.columns)
        reports: list[int] = []
        tracemalloc.start()
        check_file(made.pk, lambda done, total: None)()
        confirm_import(actor=actor, member_import=made)
        write_rows(made.pk, lambda done, total, reports=reports: reports.append(done))()
        peaks.append(tracemalloc.get_traced_memory()[1])
        tracemalloc.stop()
        made.refresh_from_db()
        assert made.counts == counts(new=rows)
        assert reports == list(range(0, rows, member_imports.BATCH)), "progress is said before each batch"
    assert peaks[1] < 1.25 * peaks[0] + 1_000_000
