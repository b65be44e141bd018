"""My account, my history: what was played before there was an account is found, claimed and confirmed."""

from __future__ import annotations

import re
from datetime import date

import pytest
from django.core import mail
from django.core.exceptions import ValidationError
from django.urls import reverse

from clubs.models import JoinRequest, MemberInvitation, Membership, Player, PlayerMerge, User
from clubs.models.people import Privacy
from clubs.selectors.joining import perhaps_oneself
from clubs.services.closing import close_account
from clubs.services.erasing import erase_player
from clubs.services.invitations import accept_invitation, ask_by_number, confirm_number, invite_all, invite_member
from clubs.services.joining import ask_to_join, join_to_visitor
from clubs.services.memberships import add_new_member
from clubs.services.merging import unmerge_players
from core import actors
from core.errors import Forbidden
from jobs import services as jobs
from jobs.models import Job
from tests.cast import make_user
from tests.clubs.page import url
from tests.events.evening import enter, make_event, make_players


@pytest.fixture
def newcomer(cast) -> User:
    user = make_user("ilze_ozola")
    Player.objects.filter(user=user).update(display_name="Ilze Ozola", name_key="ilze ozola")
    user.player.refresh_from_db()
    return user


@pytest.fixture
def visitor(cast) -> Player:
    """Ilze last month, before she had an account."""
    player = Player.objects.create(display_name="Ozola, Ilze")
    enter(make_event(cast.harbour, name="Last month"), player, *make_players(1))
    return player


def known_member(cast, name: str = "Ilze Ozola", **person) -> Membership:
    person["display_name"] = name
    actor = cast.actor("secretary")
    return add_new_member(actor=actor, club=cast.harbour, person=person, starts=date(2024, 1, 1))


def send_mails() -> None:
    for job in Job.objects.filter(kind="account.mail", state="waiting").order_by("pk"):
        jobs.run(job.pk)


# --- As a visitor --------------------------------------------------------------------------------------------------
def test_a_visitor_of_last_month_claims_the_evening_and_the_club_confirms_with_one_tap(cast, newcomer, visitor, client):
    client.force_login(newcomer)
    assert "Ozola, Ilze" in client.get(reverse("home")).content.decode()
    client.post(reverse("that-is-me"), {"club": "harbour", "name": "Ozola, Ilze"})
    request = JoinRequest.objects.get()
    client.force_login(cast.secretary)
    assert "It is this visitor" in client.get(url("join-requests")).content.decode()
    client.post(url("join-to-visitor", request_id=request.pk, player_id=visitor.pk))
    visitor.refresh_from_db()
    assert visitor.merged_into == newcomer.player
    assert not Membership.objects.filter(player=newcomer.player).exists()
    unmerge_players(actor=cast.actor("secretary"), merge=PlayerMerge.objects.get())
    visitor.refresh_from_db()
    assert visitor.merged_into is None


def test_only_what_everybody_may_see_is_offered(cast, newcomer, visitor):
    actor = actors.of_user(newcomer)
    assert [one.club for one in perhaps_oneself(actor)] == [cast.harbour]
    Player.objects.filter(pk=visitor.pk).update(privacy=Privacy.INITIALS)
    assert perhaps_oneself(actor) == []


def test_another_name_is_said_in_the_request(cast, newcomer, visitor, as_secretary):
    Player.objects.filter(pk=visitor.pk).update(display_name="Bērziņa, Ilze", name_key="berzina ilze")
    ask_to_join(actor=actors.of_user(newcomer), club=cast.harbour, played_as="Ilze Berzina")
    assert "Bērziņa, Ilze" in as_secretary.get(url("join-requests")).content.decode()


def test_somebody_elses_history_is_not_given_away(cast, newcomer, visitor):
    request = ask_to_join(actor=actors.of_user(newcomer), club=cast.harbour)
    elsewhere = Player.objects.create(display_name="Ilze Ozola")
    with pytest.raises(Forbidden):
        join_to_visitor(actor=cast.actor("secretary"), request=request, visitor=elsewhere)
    with pytest.raises(Forbidden):
        join_to_visitor(actor=cast.actor("other_secretary"), request=request, visitor=visitor)


# --- By number -----------------------------------------------------------------------------------------------------
def check_link() -> str:
    send_mails()
    return re.search(r"/account/number/([^/\s]+)/", mail.outbox[-1].body)[1]


def test_a_number_is_proven_by_the_message_to_the_address_that_the_club_holds(cast, newcomer):
    known = known_member(cast, federation_number="LV-7", email="ilze@old.example")
    actor = actors.of_user(newcomer)
    ask_by_number(actor=actor, federation=cast.nation, number="lv-7")
    signed = check_link()
    assert mail.outbox[-1].to == ["ilze@old.example"]
    with pytest.raises(Forbidden):
        confirm_number(actor=cast.actor("stranger"), signed=signed)
    confirm_number(actor=actor, signed=signed)
    known.player.refresh_from_db()
    assert known.player.user == newcomer
    with pytest.raises(ValidationError, match="used"):
        confirm_number(actor=actors.of_user(User.objects.get(pk=newcomer.pk)), signed=signed)


def test_nobody_learns_whether_a_number_exists(cast, newcomer, client):
    client.force_login(newcomer)
    known_member(cast, federation_number="LV-7", email="ilze@old.example")
    answers = [
        client.post(reverse("history"), {"federation": cast.nation.pk, "number": number}, follow=True).content
        for number in ("LV-7", "LV-8")
    ]
    said = [re.search(rb"If the records hold[^<]*", answer)[0] for answer in answers]
    assert said[0] == said[1]
    assert Job.objects.filter(kind="account.mail").count() == 1


# --- By invitation -------------------------------------------------------------------------------------------------
def test_an_invited_member_signs_in_and_is_the_member_once(cast, newcomer, client):
    membership = known_member(cast)
    made = invite_member(actor=cast.actor("secretary"), membership=membership, by_mail=False)
    assert "Are you Ilze Ozola?" in client.get(made.path).content.decode()
    client.force_login(newcomer)
    client.post(made.path)
    membership.player.refresh_from_db()
    assert membership.player.user == newcomer
    assert client.get(made.path).status_code == 404


def test_the_code_is_kept_nowhere_and_a_new_one_ends_the_old(cast):
    membership = known_member(cast)
    first = invite_member(actor=cast.actor("secretary"), membership=membership, by_mail=False)
    second = invite_member(actor=cast.actor("secretary"), membership=membership, by_mail=False)
    assert first.code not in str(list(MemberInvitation.objects.values()))
    with pytest.raises(ValidationError, match="another one"):
        accept_invitation(actor=cast.actor("stranger"), code=first.code)
    accept_invitation(actor=cast.actor("stranger"), code=second.code)


def test_all_members_with_an_address_are_invited_and_the_others_printed(cast, as_secretary):
    known_member(cast, "Anna One", email="anna@example.org"), known_member(cast, "Beta Two")
    as_secretary.post(url("invite"), {"how": "mail"})
    assert [row.sent_to for row in MemberInvitation.objects.all()] == ["anna@example.org"]
    send_mails()
    assert "Anna One, Harbour Bridge Club invites you" in mail.outbox[-1].body
    page = as_secretary.post(url("invite"), {"how": "print"}).content.decode()
    assert "Beta Two" in page
    assert "/invitation/" in page
    assert "Anna One" in as_secretary.get(url("invitations")).content.decode()


def test_two_accounts_of_one_person_are_refused_until_one_is_closed(cast, newcomer):
    membership = known_member(cast)
    other = make_user("second")
    Player.objects.filter(user=other).delete()
    Player.objects.filter(pk=membership.player_id).update(user=other)
    with pytest.raises(ValidationError, match="account"):
        invite_member(actor=cast.actor("secretary"), membership=membership, by_mail=False)
    close_account(actor=actors.of_user(User.objects.get(pk=other.pk)))
    made = invite_member(actor=cast.actor("secretary"), membership=membership, by_mail=False)
    assert accept_invitation(actor=actors.of_user(newcomer), code=made.code) == membership.player


def test_only_the_clubs_office_invites(cast):
    membership = known_member(cast)
    for name in ("director", "other_secretary", "member"):
        with pytest.raises(Forbidden):
            invite_member(actor=cast.actor(name), membership=membership, by_mail=False)
        with pytest.raises(Forbidden):
            invite_all(actor=cast.actor(name), club=cast.harbour, by_mail=True)


def test_an_erased_members_invitation_names_nobody_and_works_no_more(cast, newcomer):
    membership = known_member(cast, email="ilze@example.org")
    made = invite_member(actor=cast.actor("secretary"), membership=membership, by_mail=True)
    erase_player(actor=actors.system(), player=membership.player)
    made.row.refresh_from_db()
    assert made.row.sent_to == ""
    with pytest.raises(ValidationError):
        accept_invitation(actor=actors.of_user(newcomer), code=made.code)


# --- Leaving -------------------------------------------------------------------------------------------------------
def test_a_closed_account_leaves_results_memberships_and_the_chosen_name(cast):
    player = Player.objects.get(user=cast.member)
    close_account(actor=cast.actor("member"))
    player.refresh_from_db()
    assert (player.user, player.display_name, player.memberships.count()) == (None, "Member Tenace", 1)
    assert not User.objects.filter(pk=cast.member.pk).exists()


def test_the_last_officer_does_not_close_their_account(cast):
    with pytest.raises(ValidationError):
        close_account(actor=cast.actor("officer"))


# --- Whose record it is to give --------------------------------------------------------------------------------------
def test_a_visitor_who_is_known_elsewhere_is_given_to_nobody_by_this_club_alone(cast, newcomer, visitor):
    Membership.objects.create(club=cast.hillside, player=visitor, starts=date(2020, 1, 1))
    asked = ask_to_join(actor=actors.of_user(newcomer, cast.actor("secretary").at), club=cast.harbour)
    with pytest.raises(Forbidden):
        join_to_visitor(actor=cast.actor("secretary"), request=asked, visitor=visitor)


def test_a_former_club_hands_out_nobody_whom_another_club_has(cast):
    former = known_member(cast, "Carl Former", email="carl@example.org")
    Membership.objects.filter(pk=former.pk).update(ends=date(2024, 12, 31), status="ended")
    former.refresh_from_db()
    invite_member(actor=cast.actor("secretary"), membership=former, by_mail=False)
    Membership.objects.create(club=cast.hillside, player=former.player, starts=date(2025, 1, 1))
    with pytest.raises(Forbidden):
        invite_member(actor=cast.actor("secretary"), membership=former, by_mail=False)
