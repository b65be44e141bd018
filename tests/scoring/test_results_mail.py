"""Results by mail: for those who want them, one each, never twice, whatever the mail server says."""

from __future__ import annotations

import re
from smtplib import SMTPRecipientsRefused, SMTPServerDisconnected
from typing import Any

import pytest
from allauth.account.models import EmailAddress
from django.core import mail
from django.core.mail.backends.locmem import EmailBackend
from django.db.models import Q
from django.test import Client
from django.urls import reverse

from clubs.models import Player, User
from clubs.services.erasing import erase_player
from core import actors
from events.models import Event, Play
from events.movements.model import MovementKind
from events.services.sessions import finish_session
from jobs import services as jobs
from jobs.models import Job
from office.models import Notice
from office.selectors.recipients import own_choices
from office.selectors.stop_links import stop_token
from office.services.mail_choices import choose_mail
from scoring.models import Correction, Publication
from scoring.result_input import ResultInput
from scoring.services.corrections import ask_for_correction
from scoring.services.official import publish
from scoring.services.results import set_result
from tests.cast import Cast
from tests.scoring.contest import captain, make_teams, play_round
from tests.scoring.published import Evening

pytestmark = pytest.mark.django_db


def wants(user: User, results: bool = True) -> None:
    EmailAddress.objects.get_or_create(user=user, email=user.email, defaults={"verified": True, "primary": True})
    choose_mail(actor=actors.of_user(user), wanted={"results": results})


def send() -> None:
    Job.objects.filter(state="waiting").update(run_after="2026-01-01T00:00Z")
    jobs.run_due("long")


def states() -> list[str]:
    return list(Notice.objects.exclude(state="in-app").order_by("pk").values_list("state", flat=True))


def test_nobody_is_sent_anything_who_has_not_asked(evening: Evening) -> None:
    EmailAddress.objects.create(user=evening.cast.member, email="member@example.org", verified=True, primary=True)
    wants(evening.cast.secretary)  # did not play
    User.objects.filter(pk=evening.cast.stranger.pk).update(is_demo=True)
    wants(evening.cast.stranger)
    evening.publish()
    assert states() == []
    assert not Job.objects.filter(kind="notices.mail").exists()


def test_an_address_that_is_not_confirmed_gets_nothing(evening: Evening) -> None:
    choose_mail(actor=evening.actor("member"), wanted={"results": True})
    evening.publish()
    assert states() == []


def test_the_session_with_the_own_scorecard(evening: Evening, settings: Any) -> None:
    settings.PUBLIC_URL = "https://tenace.example.org"
    wants(evening.cast.member)
    evening.publish(note="Board 3 to follow")
    send()
    (sent,) = mail.outbox
    assert sent.to == ["member@example.org"]
    assert sent.subject == "Monday pairs: the official score"
    html, kind = sent.alternatives[0]
    assert kind == "text/html"
    play = evening.own[0]
    for text in (sent.body, html):
        assert "Board 3 to follow" in text
        assert f"https://tenace.example.org/clubs/harbour/sessions/{evening.session.pk}/official/" in text
        assert evening.counts(play).text in text
        assert "Stranger Tenace" in text or "Player" in text
    assert re.search(r"Your place: \d=? of 3, with \d+\.\d+%", sent.body)
    assert len(re.findall(r"^\d+\. ", sent.body, re.M)) == len(evening.own)
    assert sent.extra_headers["List-Unsubscribe-Post"] == "List-Unsubscribe=One-Click"
    send()
    assert len(mail.outbox) == 1
    set_result(actor=evening.actor("director", 5), play=play, result=ResultInput.parse("7C= N"), reason="Typing")
    evening.publish(6)
    send()
    assert [one.subject for one in mail.outbox][1:] == ["Monday pairs: corrected score"]
    assert "7C= N" in mail.outbox[1].body


def test_names_of_other_scripts_are_isolated(evening: Evening) -> None:
    """Neither in the plain text nor in HTML do they reorder the numbers of their line."""
    Player.objects.exclude(user=evening.cast.member).update(display_name="משה לוי")
    Event.objects.update(name="ערב חמישי")
    wants(evening.cast.member)
    evening.publish()
    send()
    (sent,) = mail.outbox
    assert sent.subject == "\u2068ערב חמישי\u2069: the official score"
    assert "\u2068משה לוי\u2069" in sent.body
    assert "<bdi>משה לוי</bdi>" in sent.alternatives[0][0]


def test_a_refused_address_keeps_nobody_waiting(evening: Evening, monkeypatch: pytest.MonkeyPatch) -> None:
    wants(evening.cast.member)
    wants(evening.cast.stranger)
    deliver = EmailBackend.send_messages

    def bounce(self: Any, messages: Any) -> int:
        if messages[0].to == ["member@example.org"]:
            raise SMTPRecipientsRefused({"member@example.org": (550, b"No such user")})
        return deliver(self, messages)

    monkeypatch.setattr(EmailBackend, "send_messages", bounce)
    evening.publish()
    send()
    assert {row.user.email: row.state for row in Notice.objects.exclude(state="in-app")} == {
        "member@example.org": "failed",
        "stranger@example.org": "sent",
    }
    assert Job.objects.get(kind="notices.mail").outcome == "1 mail sent. 1 was refused."


def test_a_server_that_dies_is_asked_again_but_no_mail_goes_twice(
    evening: Evening, monkeypatch: pytest.MonkeyPatch
) -> None:
    wants(evening.cast.member)
    wants(evening.cast.stranger)
    deliver = EmailBackend.send_messages

    def die(self: Any, messages: Any) -> int:
        raise SMTPServerDisconnected("gone")

    monkeypatch.setattr(EmailBackend, "send_messages", die)
    evening.publish()
    send()
    assert sorted(states()) == ["sending", "waiting"], "the first may have gone out: it is not sent again"
    monkeypatch.setattr(EmailBackend, "send_messages", deliver)
    send()
    assert sorted(states()) == ["sending", "sent"]
    assert len(mail.outbox) == 1


def test_who_stops_in_between_gets_nothing(evening: Evening) -> None:
    wants(evening.cast.member)
    evening.publish()
    wants(evening.cast.member, results=False)
    send()
    assert states() == ["skipped"]
    assert mail.outbox == []


def test_the_link_in_the_mail_stops_them_without_signing_in(evening: Evening, client: Client) -> None:
    wants(evening.cast.member)
    url = reverse("mail-stop", kwargs={"token": stop_token(category="results", user_id=evening.cast.member.pk)})
    assert b"No more such mails?" in client.get(url).content
    assert own_choices(evening.cast.member)["results"]
    strict = Client(enforce_csrf_checks=True)
    assert strict.post(url, {"List-Unsubscribe": "One-Click"}).status_code == 200
    assert not own_choices(evening.cast.member)["results"]
    assert client.get(reverse("mail-stop", kwargs={"token": "forged:token"})).status_code == 404


def test_whoever_played_reads_that_the_score_is_out(evening: Evening, client: Client) -> None:
    evening.publish()
    client.force_login(evening.cast.member)
    page = client.get(reverse("notices")).content.decode()
    assert "Monday pairs: the official score" in page
    assert f"/clubs/harbour/sessions/{evening.session.pk}/official/" in page
    client.force_login(evening.cast.secretary)
    assert "Monday pairs" not in client.get(reverse("notices")).content.decode()


def test_an_erased_player_is_forgotten_here_too(evening: Evening) -> None:
    wants(evening.cast.member)
    evening.publish()
    ask_for_correction(actor=evening.actor("member", 1), play=evening.own[0], claimed="P", words="I was tired")
    erase_player(actor=evening.actor("member", 2), player=evening.cast.member.player)
    assert Correction.objects.get().words == ""
    assert not Notice.objects.filter(user=evening.cast.member).exists()
    assert Publication.objects.exists()


def test_a_team_is_sent_its_matches(cast: Cast) -> None:
    session = make_teams(cast.harbour, 4, kind=MovementKind.ROUND_ROBIN, rounds=3)
    best = session.places.get(contestant__name="Team 1").contestant
    wants(captain(best))
    play_round(session, 1)
    finish_session(actor=cast.actor("director"), session=session, reason="Time")
    publish(actor=cast.actor("director"), session=session, reason="Two rounds were not played")
    send()
    (sent,) = mail.outbox
    play = Play.objects.filter(Q(north=best) | Q(east=best), section__session=session, round=1)[0]
    opponents = play.east if play.north_id == best.pk else play.north
    assert re.search(rf"^1\. {opponents.name} · \d+ · \d+\.\d+$", sent.body, re.M)
    assert re.search(r"Your place: 1=? of 4, with \d+\.\d+", sent.body)
    assert opponents.name in sent.alternatives[0][0]
