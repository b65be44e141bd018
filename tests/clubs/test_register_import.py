"""A federation's list is taken in: every row's fate is shown first, and a person decides about other names."""

from __future__ import annotations

import pytest
from django.core.exceptions import ValidationError
from django.core.files.uploadedfile import SimpleUploadedFile
from django.urls import reverse

from clubs.imports.registers import parse_fixed
from clubs.models import HomeClubChange, Player, RegisterImport
from clubs.models.people import Privacy
from clubs.services.erasing import erase_player
from clubs.services.register_imports import confirm_register_import, confirm_same_person, start_register_import
from core import actors
from core.errors import Forbidden
from jobs import services as jobs
from jobs.models import Job


def line(number: str, surname: str, given: str, club: str = "") -> str:
    """As a federation writes it: figures of points stand between the names and the club."""
    return f"{number:<7}M{surname:<18}{given:<9}{'1.00':>9}".ljust(127) + club


def work_off() -> None:
    for job in Job.objects.filter(kind__startswith="register.", state="waiting").order_by("pk"):
        jobs.run(job.pk)


def take_in(cast, text: str, name: str = "list.csv", who: str = "officer") -> RegisterImport:
    upload = SimpleUploadedFile(name, text.encode())
    made = start_register_import(actor=cast.actor(who), federation=cast.nation, upload=upload)
    work_off()
    made.refresh_from_db()
    return made


def write(cast, made: RegisterImport) -> RegisterImport:
    confirm_register_import(actor=cast.actor("officer"), register_import=made)
    work_off()
    made.refresh_from_db()
    return made


def fates(made: RegisterImport) -> list[tuple[int, str]]:
    return list(made.rows.order_by("line").values_list("line", "fate"))


def test_a_line_of_fixed_width_is_read_by_its_columns():
    person = parse_fixed(line("0012345", "OZOLS", "Zanis", "2i345"))
    assert (person.number, person.display_name) == ("0012345", "Zanis Ozols")
    assert (person.club, person.status) == ("2-345", "lapsed")


def test_a_list_of_fixed_width_makes_and_refreshes_people(cast):
    type(cast.harbour).objects.filter(pk=cast.harbour.pk).update(code="2-345")
    known = Player.objects.create(
        display_name="Ilze Ozola",
        federation=cast.nation,
        federation_number="0000002",
        privacy=Privacy.HIDDEN,
        email="ilze@example.org",
    )
    text = f"{line('0000001', 'OZOLS', 'Zanis', '2-345')}\n{line('0000002', 'OZOLA', 'Ilze', '2i345')}\n"
    made = take_in(cast, text, "national.txt")
    assert fates(made) == [(1, "new"), (2, "changed")]
    assert not Player.objects.filter(federation_number="0000001").exists()
    write(cast, made)
    new = Player.objects.get(federation_number="0000001")
    assert (new.display_name, new.home_club, new.registered) == ("Zanis Ozols", cast.harbour, "active")
    known.refresh_from_db()
    assert (known.home_club, known.registered) == (cast.harbour, "lapsed")
    assert (known.display_name, known.privacy, known.email) == ("Ilze Ozola", "hidden", "ilze@example.org")
    assert HomeClubChange.objects.get(player=known).to_club == cast.harbour


def test_another_name_is_confirmed_by_a_person_and_the_shown_name_stays(cast):
    known = Player.objects.create(display_name="Ilze Ozola", federation=cast.nation, federation_number="2")
    made = take_in(cast, "number,name,status\n2,Ilze Berzina,lapsed\n")
    row = made.rows.get()
    assert row.fate == "ask"
    assert "Ilze Ozola" in row.note
    confirm_same_person(actor=cast.actor("officer"), row=row)
    write(cast, made)
    known.refresh_from_db()
    assert (known.display_name, known.other_names, known.registered) == ("Ilze Ozola", "Ilze Berzina", "lapsed")
    assert "berzina" in known.search_key


def test_an_unconfirmed_name_changes_nothing(cast):
    known = Player.objects.create(display_name="Ilze Ozola", federation=cast.nation, federation_number="2")
    made = write(cast, take_in(cast, "number,name,status\n2,Ilze Berzina,lapsed\n"))
    known.refresh_from_db()
    assert known.registered == "active"
    assert fates(made) == [(2, "ask")]


def test_broken_rows_are_named_and_the_others_are_written(cast):
    text = (
        "Number;Surname;Given names;Home club;Status;Year of birth\n"
        "1;Ozols;Žanis;Harbour Bridge Club;active;1950\n"
        ";Nobody;Known;;;\n"
        "1;Twice;Number;;;\n"
        "3;;;;;\n"
        "4;Strange;Status;;maybe;\n"
        "5;Strange;Year;;;abc\n"
        "6;Un;Known;Nowhere;;\n"
    )
    made = take_in(cast, text)
    notes = dict(made.rows.values_list("line", "note"))
    assert made.counts == {"new": 2, "changed": 0, "same": 0, "ask": 0, "error": 5}
    assert "missing" in notes[3]
    assert "Line 2" in notes[4]
    assert "name" in notes[5]
    assert "maybe" in notes[6]
    assert "abc" in notes[7]
    assert "Nowhere" in notes[8]
    made = write(cast, made)
    assert Player.objects.get(federation=cast.nation, federation_number="1").birth_year == 1950
    assert made.state == "done"
    assert not made.file
    assert [fate for _line, fate in fates(made)] == ["error"] * 5


def test_an_erased_person_stands_in_no_row_of_a_list(cast):
    known = Player.objects.create(display_name="Ilze Ozola", federation=cast.nation, federation_number="2")
    made = take_in(cast, "number,name,status\n2,Ilze Berzina,lapsed\n")
    erase_player(actor=actors.system(), player=known)
    assert "Ilze" not in str(list(made.rows.values()))


@pytest.mark.long
def test_a_list_of_60000_rows_of_which_300_are_broken(cast):
    rows = [f"{'' if at % 200 == 0 else at},Person Number{at},active" for at in range(1, 60_001)]
    made = take_in(cast, "\n".join(["number,name,status", *rows]))
    assert made.counts == {"new": 59_700, "changed": 0, "same": 0, "ask": 0, "error": 300}
    write(cast, made)
    assert Player.objects.filter(federation=cast.nation, federation_number__gt="").count() == 59_700


def test_the_same_list_again_changes_nothing(cast):
    text = "number,name,status\n1,Zanis Ozols,active\n"
    write(cast, take_in(cast, text))
    assert take_in(cast, text).counts["same"] == 1


def test_what_is_confirmed_twice_is_written_once(cast):
    made = take_in(cast, "number,name\n1,Zanis Ozols\n")
    confirm_register_import(actor=cast.actor("officer"), register_import=made)
    write(cast, made)
    assert Player.objects.filter(federation_number="1").count() == 1


def test_a_file_that_is_no_list_is_refused_in_a_sentence(cast):
    with pytest.raises(ValidationError, match="must name the columns"):
        take_in(cast, "colour,size\nred,4\n")


def test_only_the_issuers_officers_take_a_list_in(cast):
    for who in ("secretary", "north_officer", "member"):
        with pytest.raises(Forbidden):
            take_in(cast, "number,name\n1,Zanis Ozols\n", who=who)


def test_a_list_is_taken_in_on_pages(cast, client):
    client.force_login(cast.officer)
    upload = SimpleUploadedFile("list.csv", b"number,name\n1,Zanis Ozols\n")
    client.post(reverse("federation-import-register", args=["dummyland"]), {"file": upload})
    made = RegisterImport.objects.get()
    address = reverse("federation-register-import", args=["dummyland", made.pk])
    assert "At work" in client.get(address).content.decode()
    work_off()
    page = client.get(address).content.decode()
    assert "Zanis Ozols" in page
    assert "Write 1 row" in page
    client.post(reverse("federation-confirm-register", args=["dummyland", made.pk]))
    work_off()
    assert "Imported" in client.get(address).content.decode()
    bad = SimpleUploadedFile("list.csv", b"colour\nred\n")
    refused = client.post(reverse("federation-import-register", args=["dummyland"]), {"file": bad})
    assert refused.status_code == 422
