"""Swiss pairs for victory points: what each match gives, and why, on every page that says so."""

from __future__ import annotations

import re
from decimal import Decimal
from fractions import Fraction
from typing import Any

import pytest
from django.db.models import Q
from django.test import Client
from django.urls import reverse

from clubs.models import Player
from events.models import Entrant, Session
from events.services.sessions import call_round, finish_session
from scoring.engine.numbers import Rounding
from scoring.engine.sheet import Outcomes
from scoring.engine.victory import wbf_continuous
from scoring.models import Publication, ScoringRun, Standing
from scoring.models.fields import penalty_units
from scoring.result_input import ResultInput
from scoring.runs.sheets import read_field_sheet
from scoring.selectors.match_totals import _penalty, made_in_match
from scoring.selectors.newest_matches import newest_matches
from scoring.selectors.published_cards import PublishedCards
from scoring.services.adjusting import adjust, penalize
from scoring.services.comparison_fields import session_fields
from scoring.services.draws import draw_round, take_back_draw
from scoring.services.official import publish
from scoring.services.results import set_result
from scoring.services.table_rules import set_rules
from tests.cast import Cast
from tests.scoring.contest import make_swiss_pairs, play_pairs, score, section_of

pytestmark = pytest.mark.django_db
TWO = Rounding(2)


def url(session: Session, page: str, **more: Any) -> str:
    return reverse(f"club-{page}", kwargs={"slug": "harbour", "session_id": session.pk, **more})


def text(client: Client, address: str) -> str:
    answer = client.get(address)
    assert answer.status_code == 200, address
    page = answer.content.decode()
    return re.sub(r"\s+", " ", re.sub(r"<[^>]*>", " ", page[page.index("<main") :]))


def evening(cast: Cast, pairs: int = 9, rounds: int = 3) -> Session:
    """Played to the end, round by round."""
    session, actor = make_swiss_pairs(cast.harbour, pairs, rounds=rounds), cast.actor("director")
    for number in range(1, rounds + 1):
        play_pairs(session, number)
        if number < rounds:
            draw_round(actor=actor, section=section_of(session))
            call_round(actor=actor, session=session)
            session.refresh_from_db()
    return session


def over(cast: Cast, session: Session, reason: str = "") -> Session:
    finish_session(actor=cast.actor("director"), session=session, reason=reason)
    score()
    return Session.objects.select_related("event__club__federation").get(pk=session.pk)


def why_place(client: Client, session: Session, contestant: int) -> str:
    return text(client, url(session, "session-results-why-place", contestant_id=contestant))


def test_each_match_has_its_imps_and_victory_points(cast: Cast) -> None:
    session = evening(cast)
    rows = newest_matches(session)
    assert len(rows) == 3 * 4
    for row in rows:
        assert len(row.boards) == 3
        net, _away = row.net
        assert net == sum(Fraction(board["home"]) for board in row.boards)
        assert row.vps[0] == TWO.show(wbf_continuous(3).points(net))
        assert Fraction(row.vps[0]) + Fraction(row.vps[1]) == 20


def test_the_matches_and_the_bye_add_up_to_each_total(cast: Cast) -> None:
    session = evening(cast)
    made: dict[int, Fraction] = {}
    for row in newest_matches(session):
        for who, vps in zip((row.home_id, row.away_id), row.vps, strict=True):
            made[who] = made.get(who, Fraction(0)) + Fraction(vps)
    for standing in Standing.objects.filter(run__field__session=session):
        bye = 12 if standing.boards == 6 else 0
        assert Fraction(standing.total) == made[standing.contestant_id] + bye


def test_why_a_pair_is_where_it_is_goes_by_its_matches(cast: Cast, client: Client) -> None:
    session = over(cast, evening(cast))
    for standing in Standing.objects.filter(run__field__session=session):
        said = why_place(client, session, standing.contestant_id)
        assert "Scaled" not in said
        assert "sit-out" not in said
        assert said.count("victory points.") >= 3
        assert f"Together: {standing.shown_total} victory points." in said
        assert ("no opponents" in said) == (standing.boards == 6)


def test_the_whole_imp_that_the_scale_is_read_at_is_said(cast: Cast, client: Client) -> None:
    session = over(cast, evening(cast))
    row = next(row for row in newest_matches(session) if row.net[0].denominator > 1 and row.net[0] > 0)
    whole = Rounding(0).show(row.net[0])
    said = why_place(client, session, row.home_id)
    assert f"add up to +{TWO.show(row.net[0])} IMPs, +{whole} to the nearest whole IMP: {row.vps[0]}" in said
    match = text(client, url(session, "session-match", round_number=row.round, home=row.home_id, away=row.away_id))
    assert f"{whole} to the nearest whole IMP" in match


def test_a_penalty_says_its_reason_and_a_tie_how_it_was_broken(cast: Cast, client: Client) -> None:
    session = evening(cast)
    type(session.event).objects.filter(pk=session.event_id).update(tie_breaks=["imps", "lot"])
    pair = session.places.get(number=1).contestant
    unit = penalty_units(session.event)[0]
    penalize(
        actor=cast.actor("director"),
        field=session_fields(session)[0],
        contestant=pair,
        amount=Decimal(2),
        unit=unit,
        law="90A",
        reason="Late twice",
    )
    session = over(cast, session)
    assert "Less a penalty of 2 victory points: Late twice" in why_place(client, session, pair.pk)
    run = ScoringRun.objects.get(field__session=session)
    Standing.objects.filter(run=run, contestant=pair).update(tie_break=["imps: 13/3", "lot: 1234"])
    said = why_place(client, session, pair.pk)
    assert "The tie was broken: Net IMPs: 4.3333" in said
    assert "Decided by lot." in said
    assert "lot: 1234" not in text(client, url(session, "session-results"))


def test_boards_are_in_imps_and_matches_in_victory_points(cast: Cast, client: Client) -> None:
    session = over(cast, evening(cast))
    row = next(row for row in newest_matches(session) if row.round == 2)
    card = client.get(url(session, "session-results-card", contestant_id=row.home_id)).content.decode()
    heads = [re.sub(r"<[^>]*>|\s", "", head) for head in re.findall(r'<th scope="col".*?</th>', card, re.S)]
    assert heads.count("IMPs") == 1
    assert "VPs" not in heads
    assert f"{row.vps[0]} VPs" in card
    assert url(session, "session-match", round_number=2, home=row.home_id, away=row.away_id) in card
    assert "VPs" in text(client, url(session, "session-results"))


def test_a_weighted_score_says_what_each_part_gives_to_both_who_have_it_and_who_meet_it(
    cast: Cast, client: Client
) -> None:
    session = make_swiss_pairs(cast.harbour, 8)
    plays = section_of(session).plays.filter(round=1, board=1).select_related("section__session__event__club")
    for play, result in zip(plays.order_by("table"), ("3NT= N", "3NT+1 N", "3NT-1 N", "3NT-1 N"), strict=True):
        set_result(actor=cast.actor("director"), play=play, result=ResultInput.parse(result))
    play, other, *_rest = plays.order_by("table")
    ns = Outcomes.weighted((430, 60), (-50, 40))
    adjust(actor=cast.actor("director"), play=play, kind="weighted", ns=ns, ew=ns, reason="Law 16", law="12C1(c)")
    session = over(cast, session, "The hall closes")
    own = text(client, url(session, "session-results-why-score", play_id=play.pk, side="ns"))
    # 430 against 430, −50 and −50; −50 against the same.
    assert "+430 against each of the others gives 20 IMPs in all, and counts for 60%." in own
    assert "−50 against each of the others gives −10 IMPs in all, and counts for 40%." in own
    assert "the IMPs add up to 8." in own
    met = text(client, url(session, "session-results-why-score", play_id=other.pk, side="ns"))
    assert "Against +430 it gives 0, which counts 0.6 times." in met
    assert "Against −50 it gives 10, which counts 2.4 times." in met
    assert "the IMPs add up to 24." in met


def test_each_side_reads_a_weighted_score_with_its_own_sign(cast: Cast, client: Client) -> None:
    session = make_swiss_pairs(cast.harbour, 8)
    play_pairs(session, 1)
    play = section_of(session).plays.filter(round=1).select_related("section__session__event__club").first()
    assert play is not None
    ns = Outcomes.weighted((110, 60), (-100, 40))
    adjust(actor=cast.actor("director"), play=play, kind="weighted", ns=ns, ew=ns, reason="Law 16", law="12C1(c)")
    session = over(cast, session, "The hall closes")
    found = client.get(reverse("api-session-traveller", kwargs={"pk": session.pk, "number": play.board})).json()
    line = next(line for board in found for line in board["lines"] if line["play"] == play.pk)
    assert line["adjusted"] == line["ns"]["given"] == "60%\xa0+110, 40%\xa0−100"
    assert line["ew"]["given"] == "60%\xa0−110, 40%\xa0+100"
    for side, words in (("ns", "60% +110, 40% −100"), ("ew", "60% −110, 40% +100")):
        address = url(session, "session-results-card", contestant_id=line[side]["who"][0]["contestant"])
        assert words in text(client, address).replace("\xa0", " ")


@pytest.mark.parametrize(("net", "words"), [(1, "+1 IMP"), (-1, "−1 IMP"), (2, "+2 IMPs"), (0, "0 IMPs")])
def test_one_imp_is_one_imp(cast: Cast, net: int, words: str) -> None:
    read = read_field_sheet(session_fields(make_swiss_pairs(cast.harbour, 8))[0].pk)
    assert made_in_match(read.event.scoring, Fraction(net), 3, 3) == f"3 boards add up to {words}"
    assert _penalty(read, Fraction(1), "Late") == "Less a penalty of 1 victory point: Late"
    assert _penalty(read, Fraction(3, 2), "Late") == "Less a penalty of 1.5 victory points: Late"


def test_a_match_of_pairs_is_named_so_that_the_two_pairs_are_told_apart(cast: Cast, client: Client) -> None:
    session = over(cast, evening(cast))
    row = newest_matches(session)[0]
    page = text(client, url(session, "session-match", round_number=row.round, home=row.home_id, away=row.away_id))
    assert "P1 001 – P1 002 against P2 001 – P2 002" in page


def test_the_card_of_a_pair_with_a_bye_says_so(cast: Cast, client: Client) -> None:
    session = over(cast, evening(cast))
    standing = Standing.objects.filter(run__field__session=session, boards=6)[0]
    card = text(client, url(session, "session-results-card", contestant_id=standing.contestant_id))
    assert "no opponents" in card
    assert "12.00 VPs" in card


def test_a_card_in_imps_is_headed_imps_though_the_ranking_is_hidden(cast: Cast, client: Client) -> None:
    session = make_swiss_pairs(cast.harbour, 8)
    play_pairs(session, 1)
    user = cast.member
    entrant = Entrant.objects.get(contestant__places__session=session, contestant__places__number=1, position=1)
    Entrant.objects.filter(pk=entrant.pk).update(player=Player.objects.get(user=user))
    client.force_login(user)
    page = client.get(url(session, "session-results-card", contestant_id=entrant.contestant_id)).content.decode()
    heads = [re.sub(r"<[^>]*>|\s", "", head) for head in re.findall(r'<th scope="col".*?</th>', page, re.S)]
    assert "%" not in heads
    assert "IMPs" in heads


def test_there_is_a_page_of_all_matches_and_one_of_each(cast: Cast, client: Client) -> None:
    session = over(cast, evening(cast))
    assert url(session, "session-matches") in client.get(url(session, "session-results")).content.decode()
    said = text(client, url(session, "session-matches"))
    assert said.count("bye") >= 3
    assert "Butler" not in said
    row = newest_matches(session)[0]
    page = text(client, url(session, "session-match", round_number=row.round, home=row.home_id, away=row.away_id))
    assert row.vps[0] in page
    assert "Open room" not in page
    assert "captain" not in page.lower()
    assert client.get(url(session, "session-butler")).status_code == 404
    client.force_login(cast.director)
    agreed = client.post(
        url(session, "session-match-agree", round_number=row.round, home=row.home_id, away=row.away_id), {"seen": "x"}
    )
    assert agreed.status_code == 404


def test_a_match_in_play_shows_strangers_nothing_and_the_pairs_what_the_rules_allow(cast: Cast, client: Client) -> None:
    session = make_swiss_pairs(cast.harbour, 8)
    play_pairs(session, 1)
    draw_round(actor=cast.actor("director"), section=section_of(session))
    call_round(actor=cast.actor("director"), session=session)
    session.refresh_from_db()
    plays = section_of(session).plays.filter(round=2).order_by("table", "board")
    for play in plays.filter(table__lte=2):
        set_result(actor=cast.actor("director"), play=play, result=ResultInput.parse("3NT= N"))
    score()
    row = next(row for row in newest_matches(session) if row.round == 2 and row.is_begun)
    address = url(session, "session-match", round_number=2, home=row.home_id, away=row.away_id)
    assert row.vps[0] not in text(client, address)
    entrant = Entrant.objects.get(contestant=row.home_id, position=1)
    Entrant.objects.filter(pk=entrant.pk).update(player=Player.objects.get(user=cast.member))
    client.force_login(cast.member)
    assert row.vps[0] in text(client, address)
    set_rules(actor=cast.actor("director"), section=section_of(session), traveller="nothing")
    assert row.vps[0] not in text(client, address)


@pytest.mark.parametrize(("ranking", "seen"), [("never", False), ("end", False), ("round", True), ("live", True)])
def test_what_a_match_gave_is_shown_with_the_ranking_on_every_page(
    cast: Cast, client: Client, ranking: str, seen: bool
) -> None:
    """Whoever may not see the ranking could add it up from the matches."""
    session, actor = make_swiss_pairs(cast.harbour, 9), cast.actor("director")
    play_pairs(session, 1)
    draw_round(actor=actor, section=section_of(session))
    call_round(actor=actor, session=session)
    session.refresh_from_db()
    set_rules(actor=actor, section=section_of(session), ranking=ranking)
    row = next(row for row in newest_matches(session) if row.round == 1 and row.vps[0] != "10.00")
    pages = {
        "matches": url(session, "session-matches"),
        "match": url(session, "session-match", round_number=1, home=row.home_id, away=row.away_id),
        "card": url(session, "session-results-card", contestant_id=row.home_id),
        "program": reverse("api-session-matches", kwargs={"pk": session.pk}),
    }
    found = {name: row.vps[0] in client.get(address).content.decode() for name, address in pages.items()}
    assert found == dict.fromkeys(pages, seen)
    bye = next(
        place for place in session.places.all() if place.number in section_of(session).movement.rounds[0].sitting_out
    )
    card = text(client, url(session, "session-results-card", contestant_id=bye.contestant_id))
    assert ("12.00 VPs" in card) == seen
    assert ("12.00" in text(client, pages["matches"])) == seen
    assert ("shown with the ranking" in text(client, pages["matches"])) != seen
    # The pair itself has its own match, by the rules for its own boards.
    entrant = Entrant.objects.get(contestant=row.home_id, position=1)
    Entrant.objects.filter(pk=entrant.pk).update(player=Player.objects.get(user=cast.member))
    client.force_login(cast.member)
    assert row.vps[0] in text(client, pages["card"])


def test_a_pair_that_needs_a_stationary_seat_keeps_its_table_and_else_the_draw_says_so(
    cast: Cast, client: Client
) -> None:
    session, actor = make_swiss_pairs(cast.harbour, 9, rounds=4), cast.actor("director")
    needy = session.places.get(number=4)
    player = Player.objects.get(user=cast.member)
    Player.objects.filter(pk=player.pk).update(needs_stationary_seat=True)
    Entrant.objects.filter(contestant=needy.contestant_id, position=1).update(player=player)
    client.force_login(cast.director)
    where = url(session, "session-draw-round", section_id=section_of(session).pk)
    for number in (1, 2, 3):
        play_pairs(session, number)
        assert "needs a stationary seat" not in text(client, where)
        draw_round(actor=actor, section=section_of(session))
        if number < 3:
            call_round(actor=actor, session=session)
            session.refresh_from_db()
    seats = {
        (play.table, play.north_id == needy.contestant_id)
        for play in section_of(session).plays.filter(Q(north=needy.contestant_id) | Q(east=needy.contestant_id))
    }
    assert len(seats) == 1
    # By hand at another table: the page of the draw says so.
    drawn = section_of(session).movement.rounds[3]
    matches = [seating.seats for seating in drawn.seatings]
    take_back_draw(actor=actor, section=section_of(session), reason="Another order")
    draw_round(actor=actor, section=section_of(session), matches=[*matches[1:], matches[0]])
    moved = [*matches[1:], matches[0]]
    table = next(at for at, match in enumerate(moved, 1) if 4 in match)
    assert f"needs a stationary seat, but number 4 moves to table {table}" in text(client, where)


def test_a_program_reads_the_matches_of_pairs(cast: Cast, client: Client) -> None:
    session = over(cast, evening(cast))
    found = client.get(reverse("api-session-matches", kwargs={"pk": session.pk})).json()
    assert len(found) == 12
    assert found[0]["home_vps"] == newest_matches(session)[0].vps[0]
    number, home, away = newest_matches(session)[0].key
    one = client.get(
        reverse("api-session-match", kwargs={"pk": session.pk, "round": number, "home": home, "away": away})
    )
    assert len(one.json()["boards"]) == 3
    assert client.get(reverse("api-session-butler", kwargs={"pk": session.pk})).status_code == 404


def test_the_mail_has_the_matches_with_their_victory_points(cast: Cast) -> None:
    session = over(cast, evening(cast))
    publish(actor=cast.actor("director"), session=session)
    row = newest_matches(session)[0]
    card = PublishedCards(Publication.objects.get()).card(row.home_id)
    assert [line.percent for line in card.lines if line.title == "1"] == [row.vps[0]]
    assert all("/" not in line.points for line in card.lines)
