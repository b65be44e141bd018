"""Every role against every page. A page that is not in the table fails the test."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from datetime import timedelta
from typing import Any

import pytest
from django.db import transaction
from django.urls import URLPattern, URLResolver, get_resolver, reverse

from clubs.models import (
    AuditEntry,
    JoinRequest,
    MemberImport,
    Membership,
    Player,
    PlayerMerge,
    RegisterImport,
    RegisterImportRow,
    RoleGrant,
)
from clubs.services.merging import merge_players
from clubs.services.setup import setup_token
from clubs.services.tokens import make_token
from core import actors
from jobs.models import Job
from tests.appeals.matrix import APPEAL_PAGES
from tests.cast import Cast, make_user
from tests.clubs.page import (
    HARBOUR_OFFICE,
    OFFICIALS,
    PERSONAS,
    Page,
    client_with,
    everyone,
    harbour,
    north,
    only,
    sign_in_everybody,
    signed_in,
)
from tests.conftest import LONG
from tests.events.matrix import EVENT_PAGES
from tests.exchange.matrix import PAGES as EXCHANGE_PAGES
from tests.office.matrix import OFFICE_PAGES
from tests.printing.matrix import PRINTING_PAGES
from tests.rulings.matrix import RULING_PAGES
from tests.scoring.matrix import SCORING_PAGES
from tests.security.forging import Visitor, forge, forms_on
from tests.standing import made_once

pytestmark = pytest.mark.walk


def with_grant(cast: Cast) -> dict[str, Any]:
    return {"slug": "harbour", "grant_id": RoleGrant.objects.get(user=cast.scorer).pk}


def with_north_grant(cast: Cast) -> dict[str, Any]:
    return {"slug": "north", "grant_id": RoleGrant.objects.get(user=cast.north_officer).pk}


def with_job(cast: Cast) -> dict[str, Any]:
    return {"slug": "harbour", "job_id": Job.objects.get(club=cast.harbour).pk}


def with_north_job(cast: Cast) -> dict[str, Any]:
    return {"slug": "north", "job_id": Job.objects.get(federation=cast.north).pk}


def with_key(**body: str) -> Callable[[Cast], dict[str, Any]]:
    return lambda cast: {**body, "key": "period.appeal"}


def with_membership(cast: Cast) -> dict[str, Any]:
    return {"slug": "harbour", "membership_id": cast.membership.pk}


def with_import(cast: Cast) -> dict[str, Any]:
    return {"slug": "harbour", "import_id": MemberImport.objects.get(club=cast.harbour).pk}


def with_join_request(cast: Cast) -> dict[str, Any]:
    return {"slug": "harbour", "request_id": JoinRequest.objects.get(club=cast.harbour).pk}


def with_pair(cast: Cast) -> dict[str, Any]:
    twice = Player.objects.get(display_name="Twice")
    return {"slug": "harbour", "kept_id": cast.membership.player_id, "merged_id": twice.pk}


def with_merge(cast: Cast) -> dict[str, Any]:
    return {"slug": "harbour", "merge_id": PlayerMerge.objects.get().pk}


def in_north(make: Callable[[Cast], dict[str, Any]]) -> Callable[[Cast], dict[str, Any]]:
    """The same under the federation."""
    return lambda cast: make(cast) | {"slug": "north"}


def with_list(cast: Cast) -> dict[str, Any]:
    made = RegisterImport.objects.get_or_create(
        federation=cast.north, file_name="list.csv", state="ready", defaults={"made_at": cast.actor("officer").at}
    )[0]
    return {"slug": "north", "import_id": made.pk}


def with_list_row(cast: Cast) -> dict[str, Any]:
    where = with_list(cast)
    row = RegisterImportRow.objects.get_or_create(register_import_id=where["import_id"], line=2, fate="ask")[0]
    return where | {"row_id": row.pk}


def with_registered(cast: Cast) -> dict[str, Any]:
    Player.objects.filter(pk=cast.membership.player_id).update(federation=cast.nation)
    return with_member(cast)


def with_member(cast: Cast) -> dict[str, Any]:
    return {"slug": "harbour", "player_id": cast.membership.player_id}


NORTH_OFFICE = ("north_officer", "officer", "operator")
PAGES: dict[str, Page] = {
    "home": Page(everyone(200)),
    "clubs": Page(everyone(200)),
    "club": Page(everyone(200), harbour),
    "federation": Page(everyone(200), north),
    "styleguide": Page(everyone(404, operator=200)),
    "health": Page(everyone(503)),
    "media": Page(everyone(404), lambda cast: {"name": "logos/none.png"}),
    "setup": Page(everyone(404), lambda cast: {"token": setup_token()}),
    "set_language": Page(everyone(302), method="post", data={"language": "en"}),
    "club-settings": Page(only(*HARBOUR_OFFICE), harbour),
    "club-members": Page(only(*HARBOUR_OFFICE, *OFFICIALS), harbour),
    "club-member": Page(only(*HARBOUR_OFFICE, *OFFICIALS), with_membership),
    "club-add-member": Page(only(*HARBOUR_OFFICE), harbour),
    "club-export-members": Page(only(*HARBOUR_OFFICE), harbour),
    "club-edit-member": Page(only(*HARBOUR_OFFICE), with_membership),
    "club-renew-member": Page(only(*HARBOUR_OFFICE), with_membership),
    "club-end-member": Page(only(*HARBOUR_OFFICE), with_membership),
    "club-import-members": Page(only(*HARBOUR_OFFICE), harbour),
    "club-member-import": Page(only(*HARBOUR_OFFICE), with_import),
    "club-confirm-import": Page(only(*HARBOUR_OFFICE, then=302), with_import, "post"),
    "club-drop-import": Page(only(*HARBOUR_OFFICE, then=302), with_import, "post"),
    "club-join": Page(signed_in(200), harbour),
    "club-withdraw-join": Page(everyone(302), harbour, "post"),
    "club-join-requests": Page(only(*HARBOUR_OFFICE), harbour),
    "club-join-request": Page(only(*HARBOUR_OFFICE), with_join_request),
    "club-add-newcomer": Page(only(*HARBOUR_OFFICE, then=302), with_join_request, "post"),
    "club-join-to-member": Page(
        only(*HARBOUR_OFFICE, then=302),
        lambda cast: with_join_request(cast) | with_membership(cast),
        "post",
    ),
    "club-join-to-visitor": Page(
        only(*HARBOUR_OFFICE, then=404), lambda cast: with_join_request(cast) | {"player_id": 0}, "post"
    ),
    "club-invitations": Page(only(*HARBOUR_OFFICE), harbour),
    "club-invite": Page(only(*HARBOUR_OFFICE, then=302), harbour, "post", {"how": "mail"}),
    "club-invite-member": Page(only(*HARBOUR_OFFICE, then=404), with_membership, "post"),
    "invitation": Page(everyone(404), lambda cast: {"code": "NONE"}),
    "history": Page(signed_in(200)),
    "that-is-me": Page(everyone(404, anonymous=302), method="post"),
    "number-check": Page(signed_in(200), lambda cast: {"signed": "none"}),
    "own-data": Page(signed_in(200)),
    "privacy": Page(everyone(200)),
    "federation-register": Page(only(*NORTH_OFFICE), north),
    "federation-import-register": Page(only(*NORTH_OFFICE), north),
    "federation-register-import": Page(only(*NORTH_OFFICE), with_list),
    "federation-confirm-register": Page(only(*NORTH_OFFICE, then=302), with_list, "post"),
    "federation-drop-register": Page(only(*NORTH_OFFICE, then=302), with_list, "post"),
    "federation-register-same": Page(only(*NORTH_OFFICE, then=302), with_list_row, "post"),
    "federation-register-person": Page(only(*NORTH_OFFICE), in_north(with_registered)),
    "close-account": Page(everyone(302)),
    "club-remove-member": Page(only(*HARBOUR_OFFICE), with_membership),
    "club-one-time-links": Page(only(*HARBOUR_OFFICE), harbour),
    "club-newcomer-link": Page(only(*HARBOUR_OFFICE), with_join_request, "post"),
    "club-member-link": Page(only(*HARBOUR_OFFICE), with_membership, "post"),
    "server-mail": Page(only("operator")),
    "club-separate-member": Page(only(*HARBOUR_OFFICE), with_membership),
    "club-duplicates": Page(only(*HARBOUR_OFFICE), harbour),
    "club-other-record": Page(only(*HARBOUR_OFFICE), with_member),
    "club-merge-players": Page(only(*HARBOUR_OFFICE), with_pair),
    "club-two-people": Page(only(*HARBOUR_OFFICE, then=302), with_pair, "post"),
    "club-player-merge": Page(only(*HARBOUR_OFFICE), with_merge),
    "federation-duplicates": Page(only(*NORTH_OFFICE), north),
    "federation-other-record": Page(only(*NORTH_OFFICE), in_north(with_member)),
    "federation-merge-players": Page(only(*NORTH_OFFICE), in_north(with_pair)),
    "federation-two-people": Page(only(*NORTH_OFFICE, then=302), in_north(with_pair), "post"),
    "federation-player-merge": Page(only(*NORTH_OFFICE), in_north(with_merge)),
    "club-roles": Page(only(*HARBOUR_OFFICE, *OFFICIALS), harbour),
    "club-second-step": Page(only(*HARBOUR_OFFICE), with_grant),
    "club-revoke": Page(only(*HARBOUR_OFFICE, then=302), with_grant, "post"),
    "club-regulations": Page(everyone(200), harbour),
    "club-regulation": Page(only(*HARBOUR_OFFICE), with_key(slug="harbour")),
    "club-withdraw": Page(only(*HARBOUR_OFFICE, then=302), with_key(slug="harbour"), "post"),
    "club-audit": Page(only(*HARBOUR_OFFICE, "recorder"), harbour),
    "club-check-audit": Page(only(*HARBOUR_OFFICE, "recorder", then=302), harbour, "post"),
    "club-jobs": Page(only(*HARBOUR_OFFICE), harbour),
    "club-retry": Page(only(*HARBOUR_OFFICE, then=302), with_job, "post"),
    "federation-settings": Page(only(*NORTH_OFFICE), north),
    "federation-roles": Page(only(*NORTH_OFFICE), north),
    # Nobody takes their own away.
    "federation-second-step": Page(only("officer", "operator"), with_north_grant),
    "federation-revoke": Page(only(*NORTH_OFFICE, then=302), with_north_grant, "post"),
    "federation-regulations": Page(everyone(200), north),
    "federation-regulation": Page(only(*NORTH_OFFICE), with_key(slug="north")),
    "federation-withdraw": Page(only(*NORTH_OFFICE, then=302), with_key(slug="north"), "post"),
    "federation-audit": Page(only(*NORTH_OFFICE), north),
    "federation-check-audit": Page(only(*NORTH_OFFICE, then=302), north, "post"),
    "federation-jobs": Page(only(*NORTH_OFFICE), north),
    "federation-retry": Page(only(*NORTH_OFFICE, then=302), with_north_job, "post"),
    "job-progress": Page(
        everyone(404) | dict.fromkeys(HARBOUR_OFFICE, 200),
        lambda cast: {"job_id": Job.objects.get(club=cast.harbour).pk},
    ),
    "profile": Page(signed_in(200)),
    "tokens": Page(everyone(302)),  # asks for the password again
    "erase": Page(everyone(302)),
    "token-revoke": Page(
        everyone(404, anonymous=302, secretary=302),
        lambda cast: {"token_id": cast.secretary.api_tokens.get().pk},
        "post",
    ),
}
PAGES |= EVENT_PAGES | OFFICE_PAGES | SCORING_PAGES | RULING_PAGES | APPEAL_PAGES | EXCHANGE_PAGES | PRINTING_PAGES
# allauth's own pages: what strangers need to get in, and what people do with their own account.
ENTRANCE = {
    *("account_login", "account_signup", "account_reset_password", "account_reset_password_done"),
    *("account_email_verification_sent", "account_confirm_email", "account_inactive"),
    *("account_reset_password_from_key", "account_reset_password_from_key_done", "account_logout"),
    *("mfa_authenticate", "mfa_trust", "account_request_login_code", "account_confirm_login_code"),
}
OWN_ACCOUNT = {
    *("account_email", "account_change_password", "account_set_password", "account_reauthenticate"),
    *("mfa_index", "mfa_activate_totp", "mfa_deactivate_totp", "mfa_reauthenticate", "usersessions_list"),
    *("mfa_view_recovery_codes", "mfa_download_recovery_codes", "mfa_generate_recovery_codes"),
}


# Whoever is shown most is asked for the forms of a page.
MOST_ABLE = ("operator", "director", "secretary", "member")
FORGERS = PERSONAS if LONG else ["anonymous", "member", "scorer", "other_secretary"]
# Who may send a form that another page shows them.
SHOWN_ELSEWHERE: set[tuple[str, str]] = {
    # One's own choice of mail, where no tick is a choice too; and the link in a mail, which is the right to it.
    *((persona, page) for persona in PERSONAS for page in ("mail-wishes", "mail-stop"))
}


def named_patterns(patterns: list[Any], namespace: str = "") -> Iterator[str]:
    for pattern in patterns:
        if isinstance(pattern, URLResolver):
            inner = f"{namespace}{pattern.namespace}:" if pattern.namespace else namespace
            yield from named_patterns(pattern.url_patterns, inner)
        elif isinstance(pattern, URLPattern) and not str(pattern.pattern).startswith("api/"):
            yield f"{namespace}{pattern.name}"


def web_pages() -> set[str]:
    """Every named page outside the API and the admin, which have matrices of their own."""
    patterns = [p for p in get_resolver().url_patterns if str(p.pattern) not in ("api/", "admin/")]
    return set(named_patterns(patterns))


@made_once
def set_the_scene(cast: Cast) -> None:
    secretary = cast.actor("secretary")
    now = secretary.at
    make_token(actor=secretary, name="hall screen", scopes=["read"], expires_at=now + timedelta(days=90))
    JoinRequest.objects.create(user=make_user("newcomer"), club=cast.harbour, asked_at=now)
    twice, merged = (Player.objects.create(display_name=name) for name in ("Twice", "Merged"))
    Membership.objects.create(club=cast.harbour, player=twice, starts="2010-01-01", ends="2010-12-31", status="ended")
    merge_players(actor=actors.system(), kept=cast.membership.player, merged=merged, body=cast.harbour)
    MemberImport.objects.create(club=cast.harbour, file_name="members.csv", header=["Name"], made_at=now)
    for body in ({"club": cast.harbour}, {"federation": cast.north}):
        Job.objects.create(kind="test.broken", queue="live", state="failed", asked_at=now, run_after=now, **body)


def answers(cast: Cast, page: Page, name: str) -> dict[str, int]:
    """What each persona gets."""
    keys = sign_in_everybody(cast)
    url = reverse(name, kwargs=page.kwargs(cast))
    return {persona: ask(page, url, keys[persona]) for persona in PERSONAS}


def ask(page: Page, url: str, key: str) -> int:
    """The answer's status; whatever the request did is undone."""
    client = client_with(key, raise_request_exception=False)
    with transaction.atomic():
        status = getattr(client, page.method)(url, page.data).status_code
        transaction.set_rollback(True)
    return status


def test_every_page_is_in_the_table():
    strange = web_pages() - set(PAGES) - ENTRANCE - OWN_ACCOUNT
    assert not strange, f"say in the matrix who may open these: {sorted(strange)}"
    assert set(PAGES) <= web_pages(), "the matrix names pages that are not there"


@pytest.mark.parametrize("name", PAGES)
def test_each_role_gets_what_the_table_says_and_sends_no_form_that_it_is_not_shown(cast, name):
    set_the_scene(cast)
    page = PAGES[name]
    assert answers(cast, page, name) == page.expected
    assert list(forged(cast, name)) == []


def forged(cast: Cast, name: str) -> Iterator[str]:
    """Every form of the page, sent by everybody who does not see it there; each may be sent with nonsense in it."""
    page = PAGES[name]
    shown_to = next((who for who in MOST_ABLE if page.expected[who] == 200 and page.method == "get"), None)
    if shown_to is None:
        return
    path = reverse(name, kwargs=page.kwargs(cast))
    shown = forms_on(Visitor(getattr(cast, shown_to)).get(path), path)
    for form in shown:
        if (status := Visitor(getattr(cast, shown_to)).post(form.action, form.data)[0].status_code) >= 500:
            yield f"{shown_to}: POST {form.action} {form.data}: {status}"
    for persona in FORGERS:
        if (persona, name) not in SHOWN_ELSEWHERE:
            user = None if persona == "anonymous" else getattr(cast, persona)
            yield from (f"{persona}: {problem}" for problem in forge(shown, path, Visitor(user)))


@pytest.mark.parametrize("name", sorted(OWN_ACCOUNT))
def test_strangers_are_asked_to_sign_in_before_account_pages(db, client, name):
    response = client.get(reverse(name))
    assert response.status_code == 302
    assert "/account/login/" in response.headers["Location"]


WITH_KEYS = {
    "account_confirm_email": {"key": "none"},
    "account_reset_password_from_key": {"uidb36": "1", "key": "none"},
}


@pytest.mark.parametrize("name", sorted(n for n in web_pages() if n in ENTRANCE | OWN_ACCOUNT))
def test_account_pages_are_the_same_for_every_role(cast, name):
    """They are about oneself: no role gets more of them than another, and none of them breaks."""
    page = Page({}, lambda cast: WITH_KEYS.get(name, {}))
    got = {status for persona, status in answers(cast, page, name).items() if persona != "anonymous"}
    assert len(got) == 1, got
    assert got <= {200, 302, 404, 405}


def test_a_refused_page_leaves_no_trace_in_the_audit(cast, client):
    before = AuditEntry.objects.count()
    client.force_login(cast.member)
    assert client.post(reverse("club-roles", kwargs={"slug": "harbour"}), {}).status_code == 403
    assert AuditEntry.objects.count() == before


def test_an_unlisted_club_is_not_there_for_outsiders(cast):
    type(cast.harbour).objects.filter(pk=cast.harbour.pk).update(is_listed=False)
    outsiders = {"anonymous", "stranger", "other_secretary"}
    for name in ("club", "club-regulations", "club-roles"):
        page = Page({}, harbour)
        assert {persona for persona, status in answers(cast, page, name).items() if status == 404} == outsiders
