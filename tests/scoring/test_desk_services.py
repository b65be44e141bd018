"""What the director puts right: turned results, rounds as they were played, typed travellers, late boards."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from django.core.exceptions import ValidationError

from clubs.models import AuditEntry
from core.errors import Forbidden
from events.models import Place, Play, Session
from events.services.repairs import met_wrong_opponents, played_wrong_boards, sat_at_wrong_table
from events.services.sessions import call_round, finish_session
from jobs import services as jobs
from jobs.models import Job
from scoring.models import BoardResult
from scoring.result_input import ResultInput
from scoring.services.repairs import mark_checked, other_declarer, turn_results, turn_round
from scoring.services.results import drop_board, postpone_board, restore_board
from scoring.services.typing import TravellerEntry, parse_typed_score, save_lines
from tests.cast import Cast
from tests.events.evening import make_session
from tests.scoring.at_tables import due, say

pytestmark = pytest.mark.django_db


def counts(play: Play) -> BoardResult:
    return BoardResult.objects.current().get(play=play)


def test_a_board_that_lay_the_other_way_changes_sides_and_compass(cast: Cast, session: Session) -> None:
    play = due(session)
    say(play, "4S= E", confirmed=True)
    turn_results(actor=cast.actor("director"), plays=[play], reason="", rotate=True)
    assert (counts(play).text, counts(play).score, counts(play).turned) == ("4S= N", 420, True)


def test_the_other_side_declared(cast: Cast, session: Session) -> None:
    play = due(session)
    say(play, "4S= E", confirmed=True)
    other_declarer(actor=cast.actor("director"), play=play, reason="")
    assert (counts(play).text, counts(play).turned) == ("4S= N", False)
    with pytest.raises(ValidationError, match="no contract"):
        other_declarer(actor=cast.actor("director"), play=due(session, 1), reason="")


def test_a_forgotten_arrow_switch_turns_every_table_of_the_round(cast: Cast, session: Session) -> None:
    plays = list(Play.objects.filter(section__session=session, round=1))
    for play in plays:
        say(play, "4S= N", confirmed=True)
    section = plays[0].section
    made = turn_round(actor=cast.actor("director"), section=section, number=1, table=plays[0].table, reason="")
    assert {result.play.table for result in made} == {plays[0].table}
    turn_round(actor=cast.actor("director"), section=section, number=1, reason="No arrow switch")
    turned = BoardResult.objects.current().filter(turned=True).count()
    assert turned == len(plays) - len(made)
    with pytest.raises(Forbidden):
        turn_round(actor=cast.actor("member"), section=section, number=1, reason="")


def test_an_odd_result_that_was_looked_at_says_so(cast: Cast, session: Session) -> None:
    play = due(session)
    say(play, "7NTXX-9 N", confirmed=True)
    mark_checked(actor=cast.actor("director"), plays=[play])
    assert counts(play).checked_at is not None
    assert AuditEntry.objects.filter(act="result.check").count() == 1
    with pytest.raises(Forbidden):
        mark_checked(actor=cast.actor("member"), plays=[play])


def test_a_postponed_board_stays_due_when_the_round_is_over(cast: Cast, session: Session) -> None:
    late, forgotten = due(session), due(session, 1)
    actor = cast.actor("director")
    postpone_board(actor=actor, play=late, reason="No time")
    call_round(actor=actor, session=session)
    late.refresh_from_db()
    forgotten.refresh_from_db()
    assert (late.state, forgotten.state) == ("due", "done")
    assert say(late, "4S= N", confirmed=True, seen=1).state == "agreed"
    with pytest.raises(ValidationError, match="has a result"):
        postpone_board(actor=actor, play=late, reason="")


def test_a_dropped_board_comes_back(cast: Cast, session: Session) -> None:
    play, actor = due(session), cast.actor("director")
    drop_board(actor=actor, play=play, reason="Fouled")
    assert restore_board(actor=actor, play=play).state == "due"


@pytest.mark.parametrize(
    ("text", "said", "pair"),
    [
        ("4SX-1 W", "4SX-1 W", None),
        ("4s= n hk", "4S= N", None),
        ("3nt+1 s 12", "3NT+1 S", 12),
        ("3nt+1 s #12", "3NT+1 S", 12),
        ("w 3nt-2", "3NT-2 W", None),
        ("4♠= N", "4S= N", None),
    ],
)
def test_lines_are_read_as_directors_write_them(text: str, said: str, pair: int | None) -> None:
    typed = parse_typed_score(text)
    shown = ResultInput.parse(said)
    assert (typed.result.contract, typed.result.declarer, typed.result.tricks) == (
        shown.contract,
        shown.declarer,
        shown.tricks,
    )
    assert typed.pair == pair


def typed(cast: Cast, play: Play, text: str, seen: int = 0, turned: bool | None = None) -> tuple[bool, str]:
    numbers = dict(Place.objects.values_list("contestant_id", "number"))
    answer = save_lines(
        actor=cast.actor("director"),
        lines=[TravellerEntry(play, text, seen, turned)],
        reason="Traveller",
        numbers=numbers,
    )[0]
    return answer.saved, answer.error


def test_good_lines_are_saved_and_bad_ones_answered(cast: Cast, session: Session) -> None:
    good, bad = due(session), due(session, 1)
    lines = [
        TravellerEntry(good, "4S= N", 0),
        TravellerEntry(bad, "4 bananas", 0),
        TravellerEntry(due(session, 2), "", 0),
    ]
    answers = save_lines(actor=cast.actor("director"), lines=lines, reason="")
    assert [(answer.saved, bool(answer.error)) for answer in answers] == [(True, False), (False, True)]
    assert counts(good).score == 420
    assert not BoardResult.objects.filter(play=bad).exists()


def test_a_line_sent_twice_is_saved_once_and_an_old_page_is_told(cast: Cast, session: Session) -> None:
    play = due(session)
    assert typed(cast, play, "4S= N") == (True, "")
    assert typed(cast, play, "4S= N") == (False, "")
    assert BoardResult.objects.count() == 1
    saved, error = typed(cast, play, "4S-1 N", seen=0)
    assert not saved
    assert "4S= N" in error
    assert typed(cast, play, "4S-1 N", seen=1) == (True, "")


def test_the_pair_number_with_the_declarer_tells_who_sat_the_wrong_way(cast: Cast, session: Session) -> None:
    play = due(session)
    east = Place.objects.get(contestant=play.east_id).number
    saved, error = typed(cast, play, f"4S= N {east}")
    assert not saved
    assert "other side" in error
    assert typed(cast, play, "4S= N 99")[1].startswith("Pair 99 does not play here")
    assert typed(cast, play, f"4S= N {east}", turned=True) == (True, "")
    assert counts(play).turned
    assert typed(cast, play, f"4S= N {east}", turned=True) == (False, ""), "sent twice is saved once"


def test_wrong_opponents_keep_what_they_played(cast: Cast, session: Session) -> None:
    one = due(session)
    other = Play.objects.filter(section__session=session, round=1).exclude(table=one.table)[0]
    say(one, "4S= N", confirmed=True)
    done = met_wrong_opponents(
        actor=cast.actor("director"),
        section=one.section,
        number=1,
        table=one.table,
        other_table=other.table,
        reason="Sat at the wrong table",
    )
    was = other.east_id
    one.refresh_from_db()
    assert one.east_id == was
    assert counts(one).score == 420
    assert {"wrong-opponents", "result-stands"} <= {note.code for note in done.changes}
    assert AuditEntry.objects.filter(act="section.repair").count() == 1


def test_two_who_sat_at_each_others_places(cast: Cast, session: Session) -> None:
    play = due(session)
    other = Play.objects.filter(section__session=session, round=1).exclude(table=play.table)[0]
    one_place, other_place = (Place.objects.get(contestant=who) for who in (play.north_id, other.north_id))
    sat_at_wrong_table(
        actor=cast.actor("director"), first=one_place, second=other_place, number=1, reason="Wrong table"
    )
    play.refresh_from_db()
    assert play.north_id == other.north_id


def test_a_table_that_played_other_boards(cast: Cast, session: Session) -> None:
    play = due(session)
    section, actor = play.section, cast.actor("director")
    elsewhere = Play.objects.filter(section=section, round=1).exclude(table=play.table)[0]
    with pytest.raises(ValidationError, match="The boards of this section"):
        played_wrong_boards(actor=actor, section=section, number=1, table=play.table, boards=[99], reason="Oops")
    with pytest.raises(ValidationError, match="Say what happened"):
        played_wrong_boards(actor=actor, section=section, number=1, table=play.table, boards=[1], reason="")
    with pytest.raises(ValidationError, match="has begun"):
        played_wrong_boards(actor=actor, section=section, number=2, table=play.table, boards=[1], reason="Oops")
    boards = sorted(Play.objects.filter(section=section, round=1, table=play.table).values_list("board", flat=True))
    wrong = [elsewhere.board, *boards[1:]]
    done = played_wrong_boards(
        actor=actor, section=section, number=1, table=play.table, boards=wrong, reason="Took the wrong board"
    )
    now = Play.objects.filter(section=section, round=1, table=play.table).values_list("board", flat=True)
    assert sorted(now) == sorted(wrong)
    assert "boards-still-due" in {note.code for note in done.changes}
    with pytest.raises(Forbidden):
        played_wrong_boards(
            actor=cast.actor("member"), section=section, number=1, table=play.table, boards=boards, reason="Mine"
        )


def test_a_score_under_a_board_that_was_not_played_is_not_thrown_away(cast: Cast, session: Session) -> None:
    play = due(session)
    say(play, "NP", confirmed=True)
    boards = Play.objects.filter(section=play.section, round=1).exclude(table=play.table)
    with pytest.raises(ValidationError, match="a score stands"):
        played_wrong_boards(
            actor=cast.actor("director"),
            section=play.section,
            number=1,
            table=play.table,
            boards=[boards[0].board],
            reason="Wrong boards",
        )
    assert BoardResult.objects.count() == 1


def test_after_each_round_there_is_a_copy_where_one_is_wanted(
    cast: Cast, session: Session, settings: Any, tmp_path: Path
) -> None:
    call_round(actor=cast.actor("director"), session=session)
    assert not Job.objects.filter(kind="session.copy").exists()
    settings.ROUND_COPIES = str(tmp_path / "copies")
    session.refresh_from_db()
    call_round(actor=cast.actor("director"), session=session)
    assert Job.objects.get(kind="session.copy").arguments == {"session": session.pk, "round": 2}
    Job.objects.all().delete()
    session.refresh_from_db()
    finish_session(actor=cast.actor("director"), session=session, reason="Power cut")
    assert Job.objects.get(kind="session.copy").arguments == {"session": session.pk, "round": 3}


@pytest.mark.django_db(transaction=True)
def test_the_copy_is_whole_and_only_so_many_are_kept(cast: Cast, settings: Any, tmp_path: Path) -> None:
    session = make_session(cast.harbour, 6)
    settings.ROUND_COPIES, settings.ROUND_COPIES_KEPT = str(tmp_path), 1
    (tmp_path / "tenace-session-1-round-1-20200101-000000.zip").write_bytes(b"old")
    call_round(actor=cast.actor("director"), session=session)
    assert jobs.run_due("long") == 1
    assert Job.objects.get(kind="session.copy").state == "done"
    kept = list(tmp_path.glob("*.zip"))
    assert len(kept) == 1
    assert kept[0].stat().st_size > 1000
