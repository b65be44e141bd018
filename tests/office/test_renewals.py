"""Membership years: everybody who is a member is asked, once; what is paid runs on to the end of the year."""

from __future__ import annotations

import csv
import io
from datetime import date, timedelta
from decimal import Decimal

import pytest
from django.core import mail
from django.core.exceptions import ValidationError
from django.test import Client
from django.urls import reverse

from clubs.models import AuditEntry, Membership, Player
from clubs.models.people import MembershipKind
from clubs.services.erasing import erase_player
from core.actors import of_user
from core.errors import Conflict, Forbidden
from jobs import services as jobs
from jobs.models import Job
from office.models import DuesPayment, MembershipYear, Notice
from office.selectors.renewal_links import renewal_path, renewal_token
from office.selectors.renewals import RenewalState, totals, year_lines
from office.services.invitations import answer_by_link, invite_by_mail, note_answer, note_letters
from office.services.payments import record_payment, withdraw_payment
from office.services.reminders import remind_due
from office.services.years import change_renewal, change_year, open_year, take_in_members
from tests.cast import Cast
from tests.office.year import FEES, NOVEMBER, YEAR, add_member, make_year, renewal_of, secretary

pytestmark = pytest.mark.django_db
DAY = date(2026, 11, 10)


def send() -> None:
    Job.objects.filter(state="waiting").update(run_after="2026-01-01T00:00Z")
    jobs.run_due("long")


def states(year: MembershipYear, day: date = DAY) -> dict[str, str]:
    return {line.name: line.state.value for line in year_lines(year, day=day)}


def test_everybody_who_is_a_member_stands_in_the_year_at_the_fee_of_their_kind(cast: Cast) -> None:
    add_member(cast, "Young Player", kind=MembershipKind.JUNIOR)
    add_member(cast, "Honoured Player", kind=MembershipKind.HONORARY)
    add_member(cast, "Gone Player", ends=date(2026, 6, 30))
    year = make_year(cast)
    assert {row.player.display_name: row.amount for row in year.renewals.all()} == {
        "Member Tenace": 60,
        "Young Player": 20,
        "Honoured Player": 0,
    }
    assert states(year)["Honoured Player"] == "free"
    assert Membership.objects.get(player__display_name="Honoured Player", starts=date(2027, 1, 1)).ends == year.ends


def test_a_kind_without_a_fee_is_asked_for_before_anything_is_made(cast: Cast) -> None:
    add_member(cast, "Student Player", kind=MembershipKind.STUDENT)
    with pytest.raises(ValidationError, match="Student of bridge") as refused:
        make_year(cast)
    assert list(refused.value.message_dict) == ["fee_student"]
    assert not MembershipYear.objects.exists()


@pytest.mark.parametrize(
    ("wrong", "field"),
    [
        ({"ends": date(2026, 12, 31)}, "ends"),
        ({"currency": "euro"}, "currency"),
        ({"remind_every": 0}, "remind_every"),
        ({"name": ""}, "name"),
    ],
)
def test_what_is_wrong_with_a_year_is_said_at_its_field(cast: Cast, wrong: dict[str, object], field: str) -> None:
    with pytest.raises(ValidationError) as refused:
        make_year(cast, **wrong)
    assert field in refused.value.message_dict


def test_two_years_of_one_name_or_with_common_days_are_refused(cast: Cast) -> None:
    make_year(cast)
    with pytest.raises(ValidationError, match="of this name"):
        make_year(cast)
    with pytest.raises(ValidationError, match="has some of these days"):
        make_year(cast, name="again")


def test_invitations_go_to_those_whom_a_mail_reaches_and_letters_to_the_others(cast: Cast) -> None:
    add_member(cast, "Anna Example")
    add_member(cast, "Paper Example", email="")
    year = make_year(cast)
    found = invite_by_mail(actor=secretary(cast), year=year)
    assert [row.player.display_name for row in found.by_mail] == ["Anna Example"]
    send()
    (sent,) = mail.outbox
    assert sent.to == ["anna@example.org"]
    assert sent.subject == "Renew your membership for 2027"
    for words in ("60.00 EUR", "Account XX00", "31 January 2027", renewal_path(year.pk, found.by_mail[0].player_id)):
        assert words in sent.body
    assert note_letters(actor=secretary(cast), year=year) == 2, "the member of the cast has no confirmed address"
    assert set(states(year).values()) == {"no-answer"}
    with pytest.raises(ValidationError, match="nobody to be invited by mail"):
        invite_by_mail(actor=secretary(cast), year=year)


def test_letters_are_printed_for_those_without_mail(cast: Cast, as_secretary: Client) -> None:
    add_member(cast, "Paper Example", email="")
    year = make_year(cast)
    url = reverse("club-renewal-letters", kwargs={"slug": "harbour", "year_id": year.pk})
    answer = as_secretary.get(url)
    assert answer.headers["Content-Type"] == "application/pdf"
    assert answer.content.startswith(b"%PDF")


def test_a_member_answers_by_the_link_without_an_account(cast: Cast, client: Client) -> None:
    anna = add_member(cast, "Anna Example").player
    year = make_year(cast)
    invite_by_mail(actor=secretary(cast), year=year)
    url = renewal_path(year.pk, anna.pk)
    page = client.get(url)
    assert "Open: 60.00 EUR" in page.content.decode()
    assert page.headers["Referrer-Policy"] == "same-origin", "the address is the right to it: no other site is told"
    client.post(url, {"answer": "renews"})
    assert states(year)["Anna Example"] == "renews"
    client.post(url, {"answer": "leaves"})
    assert states(year)["Anna Example"] == "leaves"
    assert client.get("/renew/forged:token/").status_code == 404
    assert AuditEntry.objects.filter(act="renewal.answer").count() == 2


def test_whoever_has_paid_does_not_leave_by_the_link(cast: Cast, client: Client) -> None:
    anna = add_member(cast, "Anna Example").player
    year = make_year(cast)
    record_payment(actor=secretary(cast), renewal=renewal_of("Anna Example"))
    answer = client.post(renewal_path(year.pk, anna.pk), {"answer": "leaves"})
    assert answer.status_code == 422
    assert "paid for already" in answer.content.decode()


def test_a_payment_settles_renews_and_is_receipted(cast: Cast) -> None:
    add_member(cast, "Anna Example", number="31")
    year = make_year(cast)
    payment = record_payment(actor=secretary(cast), renewal=renewal_of("Anna Example"), how="transfer", note="Ref 7")
    assert (payment.amount, payment.receipt, payment.paid_on) == (60, 1, DAY)
    renewed = Membership.objects.get(player__display_name="Anna Example", starts=date(2027, 1, 1))
    assert (renewed.ends, renewed.number) == (date(2027, 12, 31), "31")
    send()
    assert "Receipt number 1" in mail.outbox[0].body
    assert states(year)["Anna Example"] == "paid"
    with pytest.raises(ValidationError, match="open here any more"):
        record_payment(actor=secretary(cast), renewal=renewal_of("Anna Example"))


def test_after_a_part_the_rest_is_open_and_more_than_that_is_refused(cast: Cast) -> None:
    add_member(cast, "Anna Example")
    year = make_year(cast)
    record_payment(actor=secretary(cast), renewal=renewal_of("Anna Example"), amount=Decimal(25))
    assert states(year)["Anna Example"] == "part"
    with pytest.raises(ValidationError, match=r"35\.00 EUR"):
        record_payment(actor=secretary(cast), renewal=renewal_of("Anna Example"), amount=Decimal(36))
    record_payment(actor=secretary(cast), renewal=renewal_of("Anna Example"))
    assert states(year)["Anna Example"] == "paid"


def test_what_is_let_off_is_free(cast: Cast) -> None:
    add_member(cast, "Anna Example")
    year = make_year(cast)
    record_payment(actor=secretary(cast), renewal=renewal_of("Anna Example"), how="free", note="Our cook")
    assert states(year)["Anna Example"] == "free"
    assert not Notice.objects.filter(kind="renewal.receipt").exists()


def test_a_payment_that_is_taken_back_opens_what_it_settled(cast: Cast) -> None:
    add_member(cast, "Anna Example")
    year = make_year(cast)
    payment = record_payment(actor=secretary(cast), renewal=renewal_of("Anna Example"))
    withdraw_payment(actor=secretary(cast), payment=payment, reason="Somebody else's transfer")
    line = next(line for line in year_lines(year, day=DAY) if line.name == "Anna Example")
    assert (line.open, line.paid) == (60, 0)
    assert not Membership.objects.filter(player__display_name="Anna Example", starts=date(2027, 1, 1)).exists()
    with pytest.raises(ValidationError, match="taken back already"):
        withdraw_payment(actor=secretary(cast), payment=payment)
    assert record_payment(actor=secretary(cast), renewal=renewal_of("Anna Example")).receipt == 2


def test_one_of_a_family_pays_for_all(cast: Cast) -> None:
    for name in ("Anna Family", "Bert Family", "Cleo Family"):
        add_member(cast, name)
    year = make_year(cast)
    anna = change_renewal(actor=secretary(cast), renewal=renewal_of("Anna Family"), fee_kind="family")
    for name in ("Bert Family", "Cleo Family"):
        change_renewal(actor=secretary(cast), renewal=renewal_of(name), fee_kind="family", payer=anna)
    assert states(year)["Bert Family"] == "along"
    with pytest.raises(ValidationError, match="Anna Family pays for this member"):
        record_payment(actor=secretary(cast), renewal=renewal_of("Bert Family"))
    other = renewal_of("Member Tenace")
    with pytest.raises(ValidationError, match="pays for others"):
        change_renewal(actor=secretary(cast), renewal=renewal_of("Anna Family"), fee_kind="family", payer=other)
    record_payment(actor=secretary(cast), renewal=renewal_of("Anna Family"))
    paid = states(year)
    assert {paid[name] for name in ("Anna Family", "Bert Family", "Cleo Family")} == {"paid"}
    assert Membership.objects.filter(starts=date(2027, 1, 1)).count() == 3


def test_whoever_leaves_is_not_kept_by_the_payment_of_another(cast: Cast) -> None:
    for name in ("Anna Family", "Bert Family"):
        add_member(cast, name)
    make_year(cast)
    anna = change_renewal(actor=secretary(cast), renewal=renewal_of("Anna Family"), fee_kind="family")
    bert = change_renewal(actor=secretary(cast), renewal=renewal_of("Bert Family"), fee_kind="family", payer=anna)
    note_answer(actor=secretary(cast), renewal=bert, answer="leaves")
    record_payment(actor=secretary(cast), renewal=renewal_of("Anna Family"))
    bert.refresh_from_db()
    assert (bert.answer, bert.settled_at, bert.renewed_as) == ("leaves", None, None)


def test_families_and_life_members_stay_so_in_the_next_year(cast: Cast) -> None:
    for name in ("Anna Family", "Bert Family", "Eternal Member"):
        add_member(cast, name, ends=None)
    make_year(cast)
    anna = change_renewal(actor=secretary(cast), renewal=renewal_of("Anna Family"), fee_kind="family")
    change_renewal(actor=secretary(cast), renewal=renewal_of("Bert Family"), fee_kind="family", payer=anna)
    change_renewal(actor=secretary(cast), renewal=renewal_of("Eternal Member"), fee_kind="life")
    following = {"starts": date(2028, 1, 1), "ends": date(2028, 12, 31), "pay_until": date(2028, 1, 31)}
    year = open_year(
        actor=secretary(cast, NOVEMBER + timedelta(days=365)),
        club=cast.harbour,
        fees=FEES,
        **(YEAR | {"name": "2028"} | following),
    )
    rows = {row.player.display_name: row for row in year.renewals.select_related("payer__player", "player")}
    assert rows["Anna Family"].amount == 90
    assert rows["Bert Family"].payer == rows["Anna Family"]
    assert states(year)["Eternal Member"] == "free"


def test_a_fee_that_changes_holds_for_those_who_have_not_paid(cast: Cast) -> None:
    add_member(cast, "Anna Example")
    add_member(cast, "Bert Example")
    year = make_year(cast)
    record_payment(actor=secretary(cast), renewal=renewal_of("Anna Example"), amount=Decimal(10))
    change_year(actor=secretary(cast), year=year, fees=FEES | {"full": Decimal(70)})
    assert (renewal_of("Anna Example").amount, renewal_of("Bert Example").amount) == (60, 70)


def test_reminders_follow_the_rule_of_the_year(cast: Cast) -> None:
    add_member(cast, "Anna Example")
    add_member(cast, "Bert Example")
    year = make_year(cast)
    invite_by_mail(actor=secretary(cast), year=year)
    note_answer(actor=secretary(cast), renewal=renewal_of("Bert Example"), answer="leaves")
    days = {day: remind_due(NOVEMBER + timedelta(days=day)) for day in range(140)}
    told = {date(2026, 11, 10) + timedelta(days=day): count for day, count in days.items() if count}
    # A week before the last of January, then every fortnight, three in all; who leaves is left in peace.
    assert told == {date(2027, 1, 24): 1, date(2027, 2, 14): 1, date(2027, 2, 28): 1}
    assert renewal_of("Anna Example").reminders == 3
    assert remind_due(NOVEMBER + timedelta(days=75)) == 0


def test_whoever_joins_later_is_taken_in(cast: Cast) -> None:
    year = make_year(cast)
    add_member(cast, "Late Example")
    assert [row.player.display_name for row in take_in_members(actor=secretary(cast), year=year)] == ["Late Example"]
    assert take_in_members(actor=secretary(cast), year=year) == []


def test_the_figures_of_a_year_add_up(cast: Cast) -> None:
    for name in ("Anna Example", "Bert Example", "Cleo Example"):
        add_member(cast, name)
    year = make_year(cast)
    record_payment(actor=secretary(cast), renewal=renewal_of("Anna Example"))
    note_answer(actor=secretary(cast), renewal=renewal_of("Bert Example"), answer="leaves")
    figures = totals(year_lines(year, day=DAY), "EUR")
    assert (figures.asked, figures.received, figures.open) == (180, 60, 120)
    assert figures.count(RenewalState.LEAVES) == 1
    assert figures.people == 4


def test_the_bookkeeper_gets_every_receipt(cast: Cast, as_secretary: Client) -> None:
    add_member(cast, "=Anna Example", number="31")
    year = make_year(cast)
    payment = record_payment(actor=secretary(cast), renewal=renewal_of("=Anna Example"), how="transfer")
    withdraw_payment(actor=secretary(cast), payment=payment)
    url = reverse("club-export-payments", kwargs={"slug": "harbour", "year_id": year.pk})
    text = b"".join(as_secretary.get(url)).decode("utf-8-sig")  # type: ignore[call-overload]
    _heads, line = csv.reader(io.StringIO(text))
    assert line[:5] == ["1", "2026-11-10", "2026-11-10", "'=Anna Example", "31"]
    assert line[7:10] == ["Bank transfer", "60.00", "EUR"]
    assert line[11] == "2026-11-10"


def test_two_secretaries_do_not_note_one_payment_twice(cast: Cast) -> None:
    add_member(cast, "Anna Example")
    make_year(cast)
    seen = renewal_of("Anna Example")
    record_payment(actor=secretary(cast), renewal=seen, amount=Decimal(20))
    with pytest.raises(Conflict):
        record_payment(actor=secretary(cast), renewal=seen, version=seen.version)
    assert DuesPayment.objects.count() == 1


def test_nobody_else_keeps_the_books(cast: Cast) -> None:
    year = make_year(cast)
    for name in ("member", "director", "other_secretary"):
        with pytest.raises(Forbidden):
            record_payment(actor=cast.actor(name), renewal=year.renewals.get())
        with pytest.raises(Forbidden):
            invite_by_mail(actor=cast.actor(name), year=year)


def test_somebody_erased_is_asked_nothing_more_and_the_books_stay(cast: Cast) -> None:
    year = make_year(cast)
    renewal = year.renewals.get()
    record_payment(actor=secretary(cast), renewal=renewal, note="By hand of the brother")
    erase_player(actor=of_user(cast.member), player=Player.objects.get(user=cast.member))
    assert (DuesPayment.objects.get().amount, DuesPayment.objects.get().note) == (60, "")
    token = renewal_token(year.pk, renewal.player_id)
    assert answer_by_link(token=token, answer="leaves", at=NOVEMBER) is None
