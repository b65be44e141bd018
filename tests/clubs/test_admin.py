"""The admin: every page opens, every change goes through a service, and only the operator gets in."""

from __future__ import annotations

from datetime import date, timedelta

import pytest
from allauth.account.models import EmailAddress
from allauth.mfa.models import Authenticator
from allauth.usersessions.models import UserSession
from django.contrib import admin
from django.db import connection, transaction
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse
from django.utils import timezone

from clubs.models import (
    ApiToken,
    AuditChain,
    AuditEntry,
    AuditWords,
    Club,
    Federation,
    IdempotencyKey,
    JoinRequest,
    MailServer,
    MemberImport,
    MemberImportRow,
    Membership,
    Player,
    RegulationSetting,
    RoleGrant,
    User,
)
from clubs.services.memberships import add_membership
from clubs.services.players import add_player
from clubs.services.regulations import set_regulation
from clubs.services.roles import grant_role
from clubs.services.tokens import make_token
from core.admin import OfficeAdmin
from core.audit import record
from jobs import services as jobs
from jobs.models import Job, JobState, Pulse
from tests.appeals.rows import APPEALS_ONLY_SHOWN, add_appeal_rows
from tests.cast import Cast, make_user
from tests.clubs.person_rows import PERSONS_ONLY_SHOWN, add_person_rows
from tests.events.rows import ONLY_SHOWN, add_event_rows
from tests.exchange.rows import EXCHANGE_ONLY_SHOWN, add_exchange_rows
from tests.office.rows import OFFICE_ONLY_SHOWN, add_office_rows
from tests.printing.rows import PRINTING_ONLY_SHOWN, add_printing_rows
from tests.rulings.poll_rows import POLLS_ONLY_SHOWN, add_poll_rows
from tests.rulings.rows import RULINGS_ONLY_SHOWN, add_ruling_rows
from tests.scoring.rows import SCORES_ONLY_SHOWN, add_scoring_rows
from tests.standing import made_once

pytestmark = pytest.mark.walk

MODELS = sorted(admin.site._registry, key=lambda model: model._meta.label)
WITHOUT_ADDING = {
    *(ApiToken, AuditChain, AuditEntry, AuditWords, Job, Pulse, EmailAddress, Authenticator, UserSession),
    *(
        IdempotencyKey,
        JoinRequest,
        MailServer,
        MemberImport,
        MemberImportRow,
        *ONLY_SHOWN,
        *SCORES_ONLY_SHOWN,
        *RULINGS_ONLY_SHOWN,
        *POLLS_ONLY_SHOWN,
    ),
    *APPEALS_ONLY_SHOWN,
    *OFFICE_ONLY_SHOWN,
    *EXCHANGE_ONLY_SHOWN,
    *PERSONS_ONLY_SHOWN,
    *PRINTING_ONLY_SHOWN,
}


@pytest.fixture
def filled(cast: Cast) -> Cast:
    """A row of everything."""
    add_first_rows(cast)
    return cast


@made_once
def add_first_rows(cast: Cast) -> None:
    add_rows(cast, 1)


def add_rows(cast: Cast, start: int) -> None:
    """One more of everything, each with its own relations."""
    operator, now = cast.actor("operator"), timezone.now()
    user = make_user(f"somebody{start}")
    grant_role(actor=operator, user=user, role="scorer", body=cast.hillside)
    player = add_player(actor=operator, club=cast.hillside, display_name=f"Row {start}")
    add_membership(actor=operator, club=cast.hillside, player=player, starts=date(2026, 11, 2))
    # Every round lays it down anew, so that each leaves one more row behind.
    set_regulation(actor=operator, body=cast.hillside, key="period.appeal", value=30 + start)
    make_token(actor=cast.actor("operator"), name=f"Token {start}", scopes=["read"], expires_at=now + timedelta(days=3))
    jobs.ask(kind="test.effect", at=now, club_id=cast.hillside.pk, asked_by_id=user.pk)
    IdempotencyKey.objects.create(user=user, key=f"row {start}", fingerprint="0" * 64, expires_at=now)
    MailServer.objects.get_or_create(defaults={"host": f"row{start}.example.org", "changed_at": now})
    JoinRequest.objects.create(user=user, club=cast.hillside, asked_at=now, answered_by=cast.operator, player=player)
    file = MemberImport.objects.create(club=cast.hillside, file_name=f"row {start}.csv", made_by=user, made_at=now)
    MemberImportRow.objects.create(member_import=file, line=2, fate="error", note=f"Row {start} has no name.")
    with transaction.atomic():
        record(actor=operator, act="club.change", body=cast.hillside, target=cast.hillside, reason=f"Row {start}")
    Pulse.objects.get_or_create(queue="live", defaults={"seen_at": now})
    EmailAddress.objects.create(user=user, email=user.email, verified=True, primary=True)
    Authenticator.objects.create(user=user, type="totp", data={"secret": "TOPSECRETSEED"})
    UserSession.objects.create(user=user, ip="192.0.2.1", session_key=f"key{start}", user_agent="A browser")
    add_person_rows(cast, start, player)
    add_event_rows(cast, start)
    add_scoring_rows(cast, start)
    add_ruling_rows(cast, start)
    add_poll_rows(cast, start)
    add_appeal_rows(cast, start)
    add_office_rows(cast, start)
    add_exchange_rows(cast, start)
    add_printing_rows(cast, start)


def page(model: type, view: str, *args: object) -> str:
    return reverse(f"admin:{model._meta.app_label}_{model._meta.model_name}_{view}", args=args)


def names(model: type) -> str:
    return model._meta.label


# --- Every page opens ---------------------------------------------------------------------------------------------
def test_every_model_of_ours_is_there():
    from django.apps import apps

    ours = {model for label in ("clubs", "jobs") for model in apps.get_app_config(label).get_models()}
    assert ours <= set(admin.site._registry)
    assert all(isinstance(page, OfficeAdmin) for page in admin.site._registry.values())


def test_the_index_opens_and_is_ours(office):
    response = office.get(reverse("admin:index"))
    assert response.status_code == 200
    assert b"Tenace" in response.content
    assert b'href="/"' in response.content


@pytest.mark.parametrize("model", MODELS, ids=names)
def test_the_list_and_its_search_open(model, filled, office):
    assert office.get(page(model, "changelist")).status_code == 200
    found = office.get(page(model, "changelist"), {"q": "row 1"})
    assert found.status_code == 200
    assert admin.site._registry[model].search_fields


@pytest.mark.parametrize("model", MODELS, ids=names)
def test_the_page_of_a_row_opens(model, filled, office):
    row = model._default_manager.order_by("pk").last()
    assert office.get(page(model, "change", row.pk)).status_code == 200


@pytest.mark.parametrize("model", MODELS, ids=names)
def test_the_page_to_add_opens_where_there_is_a_service_for_it(model, filled, office):
    expected = 403 if model in WITHOUT_ADDING else 200
    assert office.get(page(model, "add")).status_code == expected


@pytest.mark.parametrize("model", MODELS, ids=names)
def test_nothing_is_deleted_but_players_who_are_erased(model, filled, office):
    row = model._default_manager.order_by("pk").last()
    response = office.get(page(model, "delete", row.pk))
    assert response.status_code == (200 if model is Player else 403)


@pytest.mark.parametrize("model", MODELS, ids=names)
def test_lists_and_pages_cost_the_same_queries_however_many_rows(model, filled, office):
    def queries() -> list[int]:
        row = model._default_manager.order_by("pk").first()
        counts = []
        for url in (page(model, "changelist"), page(model, "change", row.pk)):
            with CaptureQueriesContext(
                connection,
            ) as caught:
                assert office.get(url).status_code == 200
            counts.append(len(caught))
        return counts

    queries()
    few = queries()
    for start in range(2, 6):
        add_rows(filled, start)
    assert queries() == few


@pytest.mark.parametrize("model", [Club, Federation, Player, User], ids=names)
def test_the_suggestions_of_a_field_open(model, filled, office):
    field = {Club: "club", Federation: "federation", User: "user", Player: "player"}[model]
    owner = "membership" if model is Player else "rolegrant"
    query = {"app_label": "clubs", "model_name": owner, "field_name": field, "term": "e"}
    response = office.get(reverse("admin:autocomplete"), query)
    assert response.status_code == 200
    assert response.json()["results"]


def test_secrets_are_shown_nowhere(filled, office):
    token = ApiToken.objects.last()
    session = UserSession.objects.last()
    shown = b"".join(
        office.get(page(type(row), "change", row.pk)).content
        for row in (token, Authenticator.objects.last(), session, User.objects.last())
    )
    assert token.digest.encode() not in shown
    assert b"TOPSECRETSEED" not in shown
    assert session.session_key.encode() not in shown


# --- Who gets in --------------------------------------------------------------------------------------------------
@pytest.mark.parametrize("name", ["officer", "secretary", "director", "member", "stranger"])
def test_ordinary_roles_do_not_get_in(name, cast, client):
    client.force_login(getattr(cast, name))
    response = client.get(page(Club, "changelist"))
    assert response.status_code == 302
    assert client.get(response.url).status_code == 403


def test_staff_who_do_not_run_the_installation_do_not_get_in(cast, client):
    client.force_login(make_user("helper", is_staff=True))
    response = client.get(reverse("admin:index"))
    assert response.status_code == 302
    assert client.get(response.url).status_code == 403


def test_strangers_are_sent_to_the_ordinary_sign_in(db, client):
    first = client.get(page(Club, "changelist"))
    second = client.get(first.url)
    assert second.url == f"{reverse('account_login')}?next={page(Club, 'changelist')}"


def test_a_password_sent_to_the_admins_own_login_signs_nobody_in(cast, client):
    data = {"username": cast.operator.email, "password": "finesse-the-queen"}
    response = client.post(reverse("admin:login"), data)
    assert response.url.startswith(reverse("account_login"))
    assert "_auth_user_id" not in client.session


def test_the_login_sends_nobody_to_another_site(office):
    response = office.get(reverse("admin:login"), {"next": "https://evil.example/"})
    assert response.url == reverse("admin:index")


def test_an_object_rule_is_asked(filled, office, monkeypatch):
    asked = []

    def may(actor, act, obj=None):
        asked.append((act, obj))
        return act != "club.change"

    monkeypatch.setattr("core.admin.may", may)
    response = office.get(page(Club, "change", filled.harbour.pk))
    assert ("club.change", filled.harbour) in asked
    assert b'name="_save"' not in response.content


# --- Saving goes through the services -----------------------------------------------------------------------------
def fields_of(office: Client, url: str, **changed: object) -> dict[str, object]:
    """What a browser would send from the page as it is, with something typed into it."""
    form = office.get(url).context["adminform"].form
    sent = {name: form[name].value() for name in form.fields}
    sent = {name: value for name, value in sent.items() if value}
    for name, value in list(sent.items()):
        if hasattr(value, "isoformat"):
            sent[name] = value.isoformat()
    return sent | changed


def test_a_change_of_a_club_is_audited(cast, office):
    url = page(Club, "change", cast.harbour.pk)
    response = office.post(url, fields_of(office, url, venue="The Old Mill"))
    assert response.status_code == 302
    cast.harbour.refresh_from_db()
    assert (cast.harbour.venue, cast.harbour.version) == ("The Old Mill", 2)
    entry = AuditEntry.objects.get(act="club.change")
    assert (entry.user_id, entry.acted_as, entry.after) == (cast.operator.pk, "operator", {"venue": "The Old Mill"})


def test_saving_without_a_change_leaves_no_trace(cast, office):
    url = page(Club, "change", cast.harbour.pk)
    office.post(url, fields_of(office, url))
    assert not AuditEntry.objects.filter(act="club.change").exists()


def test_a_club_and_a_federation_are_added(cast, office):
    url = page(Federation, "add")
    sent = {"name": "East", "slug": "east", "level": "region", "parent": cast.nation.pk, "timezone": "Europe/Riga"}
    office.post(url, sent)
    east = Federation.objects.get(slug="east")
    assert east.line == [cast.nation.pk, east.pk]
    sent = {"name": "Pier", "slug": "pier", "federation": east.pk, "timezone": "Europe/Riga", "colour": "plum"}
    office.post(page(Club, "add"), sent)
    assert AuditEntry.objects.filter(act="club.add", target_id=Club.objects.get(slug="pier").pk).exists()


def test_what_the_service_refuses_stands_on_the_form(cast, office):
    url = page(Membership, "add")
    sent = {"player": cast.member.player.pk, "club": cast.harbour.pk, "kind": "full", "status": "active"}
    response = office.post(url, sent | {"starts": "2026-01-01"})
    assert response.status_code == 200
    assert "already a member here since" in response.context["adminform"].form.errors["starts"][0]
    assert Membership.objects.count() == 1


def test_a_slug_in_use_stands_on_the_form(cast, office):
    url = page(Club, "change", cast.harbour.pk)
    response = office.post(url, fields_of(office, url, slug="hillside"))
    assert "slug" in response.context["adminform"].form.errors


def test_a_change_made_from_an_older_page_is_refused_once(cast, office):
    url = page(Club, "change", cast.harbour.pk)
    old = fields_of(office, url, venue="Mine")
    office.post(url, fields_of(office, url, venue="Theirs"))
    response = office.post(url, old)
    assert "Somebody else changed this" in str(response.context["adminform"].form.errors)
    again = response.context["adminform"].form
    assert again["seen_version"].value() == "2"
    assert office.post(url, old | {"seen_version": "2"}).status_code == 302
    cast.harbour.refresh_from_db()
    assert cast.harbour.venue == "Mine"


def test_a_membership_is_added_and_changed(cast, office):
    player = add_player(actor=cast.actor("operator"), club=cast.harbour, display_name="Newly Come")
    sent = {"player": player.pk, "club": cast.harbour.pk, "kind": "junior", "status": "active"}
    assert office.post(page(Membership, "add"), sent | {"starts": "2026-01-01", "number": "12"}).status_code == 302
    membership = Membership.objects.get(player=player)
    url = page(Membership, "change", membership.pk)
    assert office.post(url, fields_of(office, url, kind="full")).status_code == 302
    membership.refresh_from_db()
    assert (membership.kind, membership.number, membership.starts) == ("full", "12", date(2026, 1, 1))


def test_a_player_is_added_and_changed_without_personal_values_in_the_audit(cast, office):
    sent = {"club": cast.harbour.pk, "display_name": "Newly Come", "languages": "en, lv", "privacy": "initials"}
    assert office.post(page(Player, "add"), sent).status_code == 302
    player = Player.objects.get(display_name="Newly Come")
    assert (player.languages, player.federation) == (["en", "lv"], cast.nation)
    url = page(Player, "change", player.pk)
    assert office.post(url, fields_of(office, url, display_name="Other Name")).status_code == 302
    entry = AuditEntry.objects.get(act="player.change")
    assert entry.after == {"display_name": "(personal)"}


def test_a_player_is_erased_after_a_question(cast, office):
    player = cast.member.player
    url = page(Player, "delete", player.pk)
    assert b"Erase this player?" in office.get(url).content
    office.post(url, {"post": "yes"})
    player.refresh_from_db()
    assert player.erased_at
    assert not User.objects.filter(pk=cast.member.pk).exists()
    assert Membership.objects.filter(player=player).exists()


def test_the_last_officer_is_not_erased_and_the_page_says_why(cast, office):
    response = office.post(page(Player, "delete", cast.officer.player.pk), {"post": "yes"}, follow=True)
    assert b"last officer" in response.content
    cast.officer.refresh_from_db()


def test_a_role_is_granted_or_refused_with_a_sentence(cast, office):
    sent = {"user": cast.stranger.pk, "role": "scorer", "club": cast.harbour.pk}
    assert office.post(page(RoleGrant, "add"), sent).status_code == 302
    assert RoleGrant.objects.filter(user=cast.stranger, role="scorer").exists()
    refused = office.post(page(RoleGrant, "add"), sent)
    assert "already has this role" in str(refused.context["adminform"].form.errors)
    neither = office.post(page(RoleGrant, "add"), {"user": cast.stranger.pk, "role": "scorer"})
    assert "either a federation or a club" in str(neither.context["adminform"].form.errors)


def test_a_role_is_revoked_by_an_action_and_the_last_officer_is_not(cast, office):
    grants = RoleGrant.objects.filter(user__in=[cast.scorer, cast.officer])
    sent = {"action": "revoke", "_selected_action": [grant.pk for grant in grants]}
    response = office.post(page(RoleGrant, "changelist"), sent, follow=True)
    assert b"last officer" in response.content
    assert RoleGrant.objects.get(user=cast.scorer).revoked_by == cast.operator
    assert RoleGrant.objects.get(user=cast.officer).revoked_at is None
    assert AuditEntry.objects.filter(act="role.revoke").count() == 1


def test_a_token_is_revoked_by_an_action(filled, office):
    token = ApiToken.objects.last()
    office.post(page(ApiToken, "changelist"), {"action": "revoke", "_selected_action": [token.pk]})
    token.refresh_from_db()
    assert token.revoked_at
    assert AuditEntry.objects.filter(act="token.revoke", target_id=token.pk).exists()


def test_a_failed_job_is_tried_again_by_an_action(filled, office):
    job = Job.objects.last()
    Job.objects.filter(pk=job.pk).update(state=JobState.FAILED, error="It broke.")
    office.post(page(Job, "changelist"), {"action": "retry", "_selected_action": [job.pk]})
    job.refresh_from_db()
    assert job.state == JobState.WAITING
    assert AuditEntry.objects.filter(act="job.retry").exists()


@pytest.mark.parametrize(
    ("key", "typed", "kept"),
    [("period.appeal", "45", 45), ("appeals.same_club_conflict", "yes", True), ("appeals.deposit", "12.50", "12.5")],
)
def test_a_regulation_is_laid_down(cast, office, key, typed, kept):
    sent = {"club": cast.harbour.pk, "key": key, "value": typed}
    assert office.post(page(RegulationSetting, "add"), sent).status_code == 302
    assert RegulationSetting.objects.get(key=key).value == kept


def test_a_bad_value_of_a_regulation_stands_on_the_form(cast, office):
    sent = {"club": cast.harbour.pk, "key": "period.appeal", "value": "a while"}
    response = office.post(page(RegulationSetting, "add"), sent)
    assert "value" in response.context["adminform"].form.errors


def test_a_regulation_is_withdrawn_by_an_action(filled, office):
    setting = RegulationSetting.objects.current().get()
    sent = {"action": "withdraw", "_selected_action": [setting.pk]}
    office.post(page(RegulationSetting, "changelist"), sent)
    setting.refresh_from_db()
    assert setting.superseded_at


def test_a_chain_is_checked_by_an_action(cast, office):
    chain = AuditChain.objects.get(label=cast.harbour.label)
    sent = {"action": "verify", "_selected_action": [chain.pk]}
    assert b"whole" in office.post(page(AuditChain, "changelist"), sent, follow=True).content


# --- Accounts -----------------------------------------------------------------------------------------------------
def test_an_account_is_made_with_its_player_and_a_confirmed_address(cast, office):
    sent = {"email": "new@example.org", "display_name": "New Somebody"}
    secret = {"password1": "quite-a-long-one", "password2": "quite-a-long-one"}
    assert office.post(page(User, "add"), sent | secret).status_code == 302
    user = User.objects.get(email="new@example.org")
    assert user.check_password("quite-a-long-one")
    assert user.player.display_name == "New Somebody"
    assert EmailAddress.objects.get(user=user).verified
    assert AuditEntry.objects.get(act="user.add").after["email"] == "(personal)"


@pytest.mark.parametrize(("first", "second"), [("short", "short"), ("quite-a-long-one", "another-long-one")])
def test_a_poor_password_is_refused(cast, office, first, second):
    sent = {"email": "new@example.org", "display_name": "New", "password1": first, "password2": second}
    response = office.post(page(User, "add"), sent)
    assert "password2" in response.context["adminform"].form.errors


def test_an_address_in_use_is_refused(cast, office):
    sent = {"email": "MEMBER@example.org", "display_name": "New"}
    secret = {"password1": "quite-a-long-one", "password2": "quite-a-long-one"}
    response = office.post(page(User, "add"), sent | secret)
    assert "already has an account" in str(response.context["adminform"].form.errors["email"])


def test_an_account_is_stopped_and_its_session_ends(cast, office):
    theirs = Client()
    theirs.force_login(cast.member)
    url = page(User, "change", cast.member.pk)
    sent = fields_of(office, url)
    sent.pop("is_active")
    assert office.post(url, sent).status_code == 302
    cast.member.refresh_from_db()
    assert not cast.member.is_active
    assert AuditEntry.objects.get(act="user.change").after == {"is_active": False}
    assert theirs.get(reverse("profile")).wsgi_request.user.is_anonymous


def test_operators_do_not_lock_themselves_out(cast, office):
    url = page(User, "change", cast.operator.pk)
    sent = fields_of(office, url)
    sent.pop("is_superuser")
    response = office.post(url, sent)
    assert "cannot take this away from yourself" in str(response.context["adminform"].form.errors)
    cast.operator.refresh_from_db()
    assert cast.operator.is_superuser


def test_the_account_of_the_last_officer_is_not_stopped(cast, office):
    sent = {"action": "stop", "_selected_action": [cast.officer.pk, cast.member.pk]}
    response = office.post(page(User, "changelist"), sent, follow=True)
    assert b"last officer" in response.content
    assert User.objects.get(pk=cast.officer.pk).is_active
    assert not User.objects.get(pk=cast.member.pk).is_active


def test_a_new_password_is_set_and_audited_without_it(cast, office):
    url = reverse("admin:auth_user_password_change", args=[cast.member.pk])
    assert office.get(url).status_code == 200
    office.post(url, {"password1": "quite-a-long-one", "password2": "quite-a-long-one", "usable_password": "true"})
    cast.member.refresh_from_db()
    assert cast.member.check_password("quite-a-long-one")
    assert AuditEntry.objects.get(act="user.password").after == {"password": "(personal)"}


def test_a_lost_second_step_is_taken_away(filled, office):
    user = User.objects.get(email="somebody1@example.org")
    sent = {"action": "forget_second_step", "_selected_action": [user.pk]}
    office.post(page(User, "changelist"), sent)
    assert not Authenticator.objects.filter(user=user).exists()
    assert AuditEntry.objects.filter(act="user.second_step").count() == 1


def test_a_session_is_ended_by_an_action(filled, office):
    session = UserSession.objects.get(session_key="key1")
    office.post(page(UserSession, "changelist"), {"action": "end", "_selected_action": [session.pk]})
    assert not UserSession.objects.filter(pk=session.pk).exists()
    assert AuditEntry.objects.filter(act="user.sign_out").exists()


def test_the_history_of_a_row_is_its_audit(cast, office):
    response = office.get(page(Club, "history", cast.harbour.pk))
    assert response.url == f"{page(AuditEntry, 'changelist')}?target_kind=club&target_id={cast.harbour.pk}"
    assert office.get(response.url).status_code == 200
