from __future__ import annotations

import re

import pytest
from django.core.exceptions import ValidationError

from clubs.models import AuditEntry
from core.actors import Actor, system
from core.errors import Forbidden
from events.models import Section, Session, TableCode
from events.movements.catalogue import MovementRequest, build_movement
from events.movements.model import MovementKind, Unit
from events.movements.storage import pack
from events.selectors.table_codes import SIGNS, find_code
from events.services.tables import give_codes, make_codes, new_code, revoke_code
from tests.cast import Cast
from tests.events.evening import make_session


@pytest.fixture
def session(cast: Cast) -> Session:
    return make_session(cast.harbour, 10)


@pytest.fixture
def section(session: Session) -> Section:
    return session.sections.get()


@pytest.fixture
def director(cast: Cast) -> Actor:
    return cast.actor("director")


def test_every_table_gets_a_code_and_asking_again_adds_none(section: Section, director: Actor) -> None:
    made = make_codes(actor=director, section=section)
    assert [code.table for code in made] == [1, 2, 3, 4, 5]
    assert make_codes(actor=director, section=section) == []
    assert TableCode.objects.count() == 5


def test_codes_are_short_and_hold_no_sign_that_is_mistaken_for_another() -> None:
    codes = {new_code() for _ in range(500)}
    assert len(codes) == 500
    assert not set("01IO") & set(SIGNS)
    assert all(re.fullmatch(r"[2-9A-HJ-NP-Z]{8}", code) for code in codes)


def test_tables_added_later_get_their_codes_and_the_others_keep_theirs(section: Section, director: Actor) -> None:
    before = {code.table: code.code for code in make_codes(actor=director, section=section)}
    bigger = build_movement(MovementRequest(Unit.PAIR, 12, MovementKind.HOWELL))
    Section.objects.update(movement_data=pack(bigger))
    [new] = make_codes(actor=director, section=Section.objects.get())
    assert new.table == 6
    assert {code.table: code.code for code in TableCode.objects.exclude(pk=new.pk)} == before


def test_all_sections_get_their_codes_at_the_start(session: Session) -> None:
    Section.objects.create(
        session=session,
        letter="B",
        movement_data=pack(build_movement(MovementRequest(Unit.PAIR, 4, MovementKind.HOWELL))),
    )
    made = give_codes(session, actor=system())
    assert [(code.section.letter, code.table) for code in made] == [
        *(("A", 1), ("A", 2), ("A", 3), ("A", 4), ("A", 5), ("B", 1), ("B", 2))
    ]


def test_a_code_is_found_however_it_is_typed(section: Section, director: Actor) -> None:
    code = make_codes(actor=director, section=section)[0]
    typed = f" {code.code[:4].lower()}-{code.code[4:]} "
    assert find_code(typed) == code
    assert find_code("") is None
    assert find_code("ABCDEFG2") is None
    assert find_code(f"{code.code}2") is None
    assert find_code("' OR 1=1") is None


def test_a_revoked_code_opens_nothing_and_another_takes_its_place(section: Section, director: Actor) -> None:
    old = make_codes(actor=director, section=section)[2]
    new = revoke_code(actor=director, code=old, reason="card lost")
    assert (new.table, new.code != old.code) == (3, True)
    assert find_code(old.code) is None
    assert find_code(new.code) == new
    with pytest.raises(ValidationError) as refused:
        revoke_code(actor=director, code=old)
    assert refused.value.code == "revoked"


def test_a_finished_session_has_no_open_tables(session: Session, section: Section, director: Actor) -> None:
    code = make_codes(actor=director, section=section)[0]
    Session.objects.update(state="finished")
    assert find_code(code.code) is None
    with pytest.raises(ValidationError):
        revoke_code(actor=director, code=code)
    with pytest.raises(ValidationError):
        make_codes(actor=director, section=Section.objects.get())


def test_the_audit_says_which_tables_and_never_the_codes(section: Section, director: Actor) -> None:
    codes = make_codes(actor=director, section=section)
    revoke_code(actor=director, code=codes[0])
    entries = AuditEntry.objects.filter(act__in=["table.code", "table.revoke"])
    assert entries.count() == 7
    said = " ".join(str([entry.before, entry.after]) for entry in entries)
    assert not any(code.code in said for code in TableCode.objects.all())


@pytest.mark.parametrize("who", ["member", "stranger", "chair", "other_secretary"])
def test_only_the_desk_hands_out_codes(cast: Cast, section: Section, director: Actor, who: str) -> None:
    code = make_codes(actor=director, section=section)[0]
    with pytest.raises(Forbidden):
        make_codes(actor=cast.actor(who), section=section)
    with pytest.raises(Forbidden):
        revoke_code(actor=cast.actor(who), code=code)
