"""What each persona may do with the office through the API."""

from __future__ import annotations

from typing import Any

from office.models import Closure, DirectorLicence, DuesPayment, MembershipYear, Notice, Renewal
from office.services.register import close_club
from tests.cast import Cast
from tests.clubs.api.matrix import HARBOUR_OFFICE, NORTH_OFFICE, Action, Make, only, sends, signed_in
from tests.clubs.page import harbour, north
from tests.office.year import NOVEMBER, add_member, make_year, paid_year

CLUB = "clubs/<slug:slug>/"
YEAR = f"{CLUB}membership-years/<int:pk>/"
RENEWAL = f"{CLUB}renewals/<int:pk>/"
NEW_YEAR = {
    "name": "2031",
    "starts": "2031-01-01",
    "ends": "2031-12-31",
    "currency": "EUR",
    "pay_until": "2031-01-31",
    "fees": {"full": "60.00"},
}


def year(cast: Cast) -> dict[str, Any]:
    paid_year(cast)
    return {"slug": "harbour", "pk": MembershipYear.objects.get(club=cast.harbour).pk}


def open_renewal(cast: Cast) -> dict[str, Any]:
    """Of a member who has paid nothing and whom a mail reaches."""
    if not MembershipYear.objects.exists():
        add_member(cast, "Anna Example")
        make_year(cast)
    return {"slug": "harbour", "pk": Renewal.objects.get(player__display_name="Anna Example").pk}


def open_year(cast: Cast) -> dict[str, Any]:
    open_renewal(cast)
    return {"slug": "harbour", "pk": MembershipYear.objects.get(club=cast.harbour).pk}


def payment(cast: Cast) -> dict[str, Any]:
    paid_year(cast)
    return {"slug": "harbour", "pk": DuesPayment.objects.get(club=cast.harbour).pk}


def undelivered(body: Make) -> Make:
    def make(cast: Cast) -> dict[str, Any]:
        where = body(cast)
        on = {"club": cast.harbour} if where["slug"] == "harbour" else {"federation": cast.north}
        thing = {"kind": "group_mail", "about_kind": "group_mail", "about_id": 1}
        said = {"gaps": {"subject": "Party", "body": "Harbour"}, "state": "failed", "made_at": NOVEMBER}
        notice, _made = Notice.objects.get_or_create(user=cast.member, **thing, **on, defaults=said)
        return where | {"pk": notice.pk}

    return make


def licence(cast: Cast) -> dict[str, Any]:
    fields = {"grade": "Club director", "starts": NOVEMBER.date()}
    made, _made = DirectorLicence.objects.get_or_create(
        federation=cast.north, player=cast.director.player, defaults=fields
    )
    return {"slug": "north", "pk": made.pk}


def new_licence(cast: Cast) -> dict[str, Any]:
    return {"player": cast.membership.player_id, "grade": "Club director", "starts": "2026-11-10"}


def closed(cast: Cast) -> dict[str, Any]:
    if not Closure.objects.exists():
        close_club(actor=cast.actor("officer"), club=cast.harbour)
        type(cast.harbour).objects.filter(pk=cast.harbour.pk).update(is_listed=True)
    return {"slug": "harbour"}


DIRECTORS = "federations/<slug:slug>/directors/"
MESSAGE = sends(group="members", subject="Party", text="On Friday.")
OFFICE_ACTIONS: dict[str, Action] = {
    f"GET {CLUB}membership-years/": Action(only(*HARBOUR_OFFICE), harbour),
    f"POST {CLUB}membership-years/": Action(only(*HARBOUR_OFFICE, then=201), harbour, sends(**NEW_YEAR)),
    f"GET {YEAR}": Action(only(*HARBOUR_OFFICE, others=404), year),
    f"PATCH {YEAR}": Action(only(*HARBOUR_OFFICE, others=404), year, sends(fees={"full": "70.00"})),
    f"GET {YEAR}renewals/": Action(only(*HARBOUR_OFFICE, others=404), year),
    f"POST {YEAR}invite/": Action(only(*HARBOUR_OFFICE, others=404), open_year),
    f"POST {YEAR}letters/": Action(only(*HARBOUR_OFFICE, others=404), open_year),
    f"POST {YEAR}members/": Action(only(*HARBOUR_OFFICE, others=404), year),
    f"GET {RENEWAL}": Action(only(*HARBOUR_OFFICE, others=404), open_renewal),
    f"PATCH {RENEWAL}": Action(only(*HARBOUR_OFFICE, others=404), open_renewal, sends(fee_kind="family")),
    f"POST {RENEWAL}answer/": Action(only(*HARBOUR_OFFICE, others=404), open_renewal, sends(answer="renews")),
    f"POST {RENEWAL}payments/": Action(
        only(*HARBOUR_OFFICE, then=201, others=404), open_renewal, sends(how="cash", paid_on="2026-11-10")
    ),
    f"GET {CLUB}dues-payments/": Action(only(*HARBOUR_OFFICE), harbour),
    f"POST {CLUB}dues-payments/<int:pk>/withdraw/": Action(only(*HARBOUR_OFFICE, others=404), payment, sends()),
    f"GET {DIRECTORS}": Action(only("secretary", *NORTH_OFFICE), north),
    f"POST {DIRECTORS}": Action(only(*NORTH_OFFICE, then=201), north, new_licence),
    f"GET {DIRECTORS}<int:pk>/": Action(only("secretary", *NORTH_OFFICE, others=404), licence),
    f"PATCH {DIRECTORS}<int:pk>/": Action(
        only(*NORTH_OFFICE, others=404) | {"secretary": 403}, licence, sends(grade="National director")
    ),
    f"DELETE {DIRECTORS}<int:pk>/": Action(only(*NORTH_OFFICE, then=204, others=404) | {"secretary": 403}, licence),
    "GET federations/<slug:slug>/counts/": Action(only(*NORTH_OFFICE), north),
    "POST federations/<slug:slug>/move/": Action(only("officer", "operator"), north, sends(to="south")),
    f"POST {CLUB}move/": Action(only("officer", "operator"), harbour, sends(to="south")),
    f"POST {CLUB}close/": Action(only(*NORTH_OFFICE), harbour, sends(reason="Sold")),
    f"POST {CLUB}reopen/": Action(only(*NORTH_OFFICE), closed),
    "GET me/notices/": Action(signed_in(200)),
    "POST me/notices/read/": Action(signed_in(204)),
    "GET me/mail/": Action(signed_in(200)),
    "PATCH me/mail/": Action(signed_in(200), send=sends(wanted={"results": True})),
}
for kind, body, office in (("clubs", harbour, HARBOUR_OFFICE), ("federations", north, NORTH_OFFICE)):
    on = f"{kind}/<slug:slug>/"
    OFFICE_ACTIONS |= {
        f"GET {on}mail-groups/": Action(only(*office), body),
        f"GET {on}messages/": Action(only(*office), body),
        f"POST {on}messages/": Action(only(*office, then=201), body, MESSAGE),
        f"GET {on}undelivered/": Action(only(*office), body),
        f"POST {on}undelivered/<int:pk>/settle/": Action(only(*office, others=404), undelivered(body)),
        f"POST {on}undelivered/<int:pk>/again/": Action(only(*office, others=404), undelivered(body)),
    }
