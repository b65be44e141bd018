"""What each persona may do through the API: one row an action, on Harbour's objects and those of the north."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from datetime import timedelta
from typing import Any

from django.utils import timezone

from clubs.models import JoinRequest, Membership, Player, RegisterImport, RegisterImportRow, RoleGrant
from clubs.services.merging import merge_players
from core.actors import system
from jobs.models import Job
from tests.cast import Cast
from tests.clubs.page import harbour, north
from tests.events.evening import enter, make_event, make_players

PERSONAS = (
    *("anonymous", "stranger", "member", "director", "scorer", "chair", "appeals_member", "recorder"),
    *("secretary", "other_secretary", "north_officer", "officer", "operator"),
)
NORTH_OFFICE = ("north_officer", "officer", "operator")
HARBOUR_OFFICE = ("secretary", *NORTH_OFFICE)
OFFICIALS = ("director", "scorer", "chair", "appeals_member", "recorder")

Make = Callable[[Cast], Any]


def nothing(cast: Cast) -> dict[str, Any]:
    return {}


@dataclass(frozen=True)
class Action:
    """What each persona is answered, how the address is filled in, and what is sent."""

    expected: dict[str, int]
    where: Make = nothing
    send: Make | None = None


def everyone(status: int) -> dict[str, int]:
    return dict.fromkeys(PERSONAS, status)


def signed_in(status: int) -> dict[str, int]:
    return everyone(status) | {"anonymous": 401}


def only(*who: str, then: int = 200, others: int = 403) -> dict[str, int]:
    return signed_in(others) | dict.fromkeys(who, then)


def seen_by(*who: str, may: tuple[str, ...], then: int = 200) -> dict[str, int]:
    """Not there for the rest; there but closed to those who only see it."""
    return only(*who, then=403, others=404) | dict.fromkeys(may, then)


def regulation(body: Make) -> Make:
    return lambda cast: body(cast) | {"key": "period.appeal"}


def role(body: Make, holder: str) -> Make:
    return lambda cast: body(cast) | {"pk": RoleGrant.objects.get(user=getattr(cast, holder)).pk}


def job(body: Make, **on: str) -> Make:
    return lambda cast: body(cast) | {"pk": Job.objects.get(**on).pk}


def membership(cast: Cast) -> dict[str, Any]:
    return {"pk": cast.membership.pk}


def player(cast: Cast) -> dict[str, Any]:
    return {"pk": cast.member.player.pk}


def join_request(cast: Cast) -> dict[str, Any]:
    """Of a stranger who says that they are a member."""
    fields = {"user": cast.stranger, "club": cast.harbour, "state": "open"}
    asked, _made = JoinRequest.objects.get_or_create(**fields, defaults={"asked_at": timezone.now()})
    return {"slug": "harbour", "pk": asked.pk}


def joined(cast: Cast) -> dict[str, Any]:
    """The member's account was joined to the record."""
    fields = {"user": cast.member, "club": cast.harbour, "state": "joined", "player": cast.member.player}
    JoinRequest.objects.get_or_create(**fields, defaults={"asked_at": timezone.now(), "answered_at": timezone.now()})
    return membership(cast)


def an_unjoined_member(cast: Cast) -> dict[str, Any]:
    found = Membership.objects.filter(club=cast.harbour, player__user=None).first()
    if found is None:
        player = Player.objects.create(display_name="Known Member")
        found = Membership.objects.create(club=cast.harbour, player=player, starts="2020-01-01")
    return {"membership": found.pk}


def own_token(cast: Cast) -> dict[str, Any]:
    return {"pk": cast.secretary.api_tokens.get().pk}


def sends(**fields: Any) -> Make:
    return lambda cast: fields


def new_token(cast: Cast) -> dict[str, Any]:
    month = timezone.now() + timedelta(days=30)
    return {"name": "A spreadsheet", "scopes": ["read"], "expires_at": month.isoformat()}


NEW_MEMBER = sends(new_player={"display_name": "Newly Arrived"}, starts="2026-01-01")
NEW_ROLE = sends(email="stranger@example.org", role="recorder")
HARBOUR_JOB, NORTH_JOB = job(harbour, club__slug="harbour"), job(north, federation__slug="north")
KEEPERS = ("member", *HARBOUR_OFFICE)


def a_pair(cast: Cast) -> dict[str, Any]:
    twice, _is_new = Player.objects.get_or_create(display_name="Twice")
    Membership.objects.get_or_create(
        club=cast.harbour, player=twice, starts="2010-01-01", ends="2010-12-31", status="ended"
    )
    return {"kept": cast.membership.player_id, "merged": twice.pk}


def a_visitor(cast: Cast) -> Player:
    visitor = Player.objects.create(display_name="Visitor")
    enter(make_event(cast.harbour), visitor, *make_players(1))
    return visitor


def a_merge(cast: Cast) -> dict[str, Any]:
    merged = Player.objects.create(display_name="Merged")
    made = merge_players(actor=system(), kept=cast.membership.player, merged=merged, body=cast.harbour)
    return harbour(cast) | {"pk": made.pk}


def duplicates(body: str, where: Make, office: tuple[str, ...]) -> dict[str, Action]:
    """The same under a club and under a federation."""
    at = f"{body}/<slug:slug>/"
    slug = {"clubs": "harbour", "federations": "north"}[body]
    one = lambda cast: a_merge(cast) | {"slug": slug}  # noqa: E731
    return {
        f"GET {at}duplicates/": Action(only(*office), where),
        f"GET {at}duplicates/<int:kept_id>/<int:merged_id>/": Action(
            only(*office, others=403), lambda cast: where(cast) | {f"{key}_id": pk for key, pk in a_pair(cast).items()}
        ),
        f"POST {at}duplicates/two-people/": Action(only(*office, then=204), where, a_pair),
        f"POST {at}duplicates/two-people/forget/": Action(only(*office, then=204), where, a_pair),
        f"GET {at}player-merges/": Action(only(*office), where),
        f"POST {at}player-merges/": Action(only(*office, then=201), where, a_pair),
        f"GET {at}player-merges/<int:pk>/": Action(only(*office, others=404), one),
        f"POST {at}player-merges/<int:pk>/take-back/": Action(only(*office, others=404), one, sends()),
    }


REQUEST = "clubs/<slug:slug>/join-requests/<int:pk>/"

CLUBS = {
    "GET ": Action(everyone(200)),
    "GET clubs/": Action(everyone(200)),
    "POST clubs/": Action(
        only(*NORTH_OFFICE, then=201), send=sends(name="Lighthouse", slug="lighthouse", federation="north")
    ),
    "GET clubs/<slug:slug>/": Action(everyone(200), harbour),
    "PATCH clubs/<slug:slug>/": Action(only(*HARBOUR_OFFICE), harbour, sends(venue="Upstairs")),
    "GET clubs/<slug:slug>/memberships/": Action(only(*HARBOUR_OFFICE, *OFFICIALS), harbour),
    "POST clubs/<slug:slug>/memberships/": Action(only(*HARBOUR_OFFICE, then=201), harbour, NEW_MEMBER),
    "GET clubs/<slug:slug>/join-request/": Action(
        signed_in(404) | {"stranger": 200}, lambda cast: join_request(cast) and harbour(cast)
    ),
    "POST clubs/<slug:slug>/join-request/": Action(
        signed_in(201) | {"member": 400}, harbour, sends(note="I play on Mondays")
    ),
    "DELETE clubs/<slug:slug>/join-request/": Action(
        signed_in(404) | {"stranger": 204}, lambda cast: join_request(cast) and harbour(cast)
    ),
    "GET clubs/<slug:slug>/join-requests/": Action(only(*HARBOUR_OFFICE), harbour),
    f"GET {REQUEST}": Action(only(*HARBOUR_OFFICE, others=404), join_request),
    f"POST {REQUEST}join/": Action(only(*HARBOUR_OFFICE, others=404), join_request, an_unjoined_member),
    f"POST {REQUEST}visitor/": Action(
        only(*HARBOUR_OFFICE, others=404), join_request, lambda cast: {"player": a_visitor(cast).pk}
    ),
    "POST clubs/<slug:slug>/invitations/": Action(only(*HARBOUR_OFFICE, then=201), harbour, sends()),
    f"POST {REQUEST}add/": Action(only(*HARBOUR_OFFICE, others=404), join_request, sends()),
    f"POST {REQUEST}decline/": Action(only(*HARBOUR_OFFICE, others=404), join_request, sends(reason="Unknown")),
    "POST clubs/<slug:slug>/one-time-links/": Action(
        only(*HARBOUR_OFFICE, then=201), harbour, sends(email="member@example.org")
    ),
    "GET clubs/<slug:slug>/roles/": Action(only(*HARBOUR_OFFICE, *OFFICIALS), harbour),
    "POST clubs/<slug:slug>/roles/": Action(only(*HARBOUR_OFFICE, then=201), harbour, NEW_ROLE),
    "GET clubs/<slug:slug>/roles/<int:pk>/": Action(
        only(*HARBOUR_OFFICE, *OFFICIALS, others=404), role(harbour, "scorer")
    ),
    "DELETE clubs/<slug:slug>/roles/<int:pk>/": Action(
        seen_by(*OFFICIALS, may=HARBOUR_OFFICE, then=204), role(harbour, "scorer")
    ),
    "GET clubs/<slug:slug>/regulations/": Action(everyone(200), harbour),
    "GET clubs/<slug:slug>/regulations/<str:key>/": Action(everyone(200), regulation(harbour)),
    "PUT clubs/<slug:slug>/regulations/<str:key>/": Action(only(*HARBOUR_OFFICE), regulation(harbour), sends(value=45)),
    "PATCH clubs/<slug:slug>/regulations/<str:key>/": Action(
        only(*HARBOUR_OFFICE), regulation(harbour), sends(value=45)
    ),
    "DELETE clubs/<slug:slug>/regulations/<str:key>/": Action(only(*HARBOUR_OFFICE, then=204), regulation(harbour)),
    "GET clubs/<slug:slug>/audit/": Action(only(*HARBOUR_OFFICE, "recorder"), harbour),
    "GET clubs/<slug:slug>/jobs/": Action(only(*HARBOUR_OFFICE), harbour),
    "POST clubs/<slug:slug>/jobs/check-audit/": Action(only(*HARBOUR_OFFICE, "recorder", then=202), harbour),
    "GET clubs/<slug:slug>/jobs/<int:pk>/": Action(only(*HARBOUR_OFFICE, others=404), HARBOUR_JOB),
    "POST clubs/<slug:slug>/jobs/<int:pk>/retry/": Action(only(*HARBOUR_OFFICE, others=404), HARBOUR_JOB),
}
FEDERATIONS = {
    "GET federations/": Action(everyone(200)),
    "POST federations/": Action(
        only(*NORTH_OFFICE, then=201), send=sends(name="The Isles", slug="isles", level="region", parent="north")
    ),
    "GET federations/<slug:slug>/": Action(everyone(200), north),
    "PATCH federations/<slug:slug>/": Action(only(*NORTH_OFFICE), north, sends(name="The North")),
    "GET federations/<slug:slug>/roles/": Action(only(*NORTH_OFFICE), north),
    "POST federations/<slug:slug>/roles/": Action(only(*NORTH_OFFICE, then=201), north, NEW_ROLE),
    "GET federations/<slug:slug>/roles/<int:pk>/": Action(
        only(*NORTH_OFFICE, others=404), role(north, "north_officer")
    ),
    "DELETE federations/<slug:slug>/roles/<int:pk>/": Action(
        only(*NORTH_OFFICE, then=204, others=404), role(north, "north_officer")
    ),
    "GET federations/<slug:slug>/regulations/": Action(everyone(200), north),
    "GET federations/<slug:slug>/regulations/<str:key>/": Action(everyone(200), regulation(north)),
    "PUT federations/<slug:slug>/regulations/<str:key>/": Action(
        only(*NORTH_OFFICE), regulation(north), sends(value=45)
    ),
    "PATCH federations/<slug:slug>/regulations/<str:key>/": Action(
        only(*NORTH_OFFICE), regulation(north), sends(value=45)
    ),
    "DELETE federations/<slug:slug>/regulations/<str:key>/": Action(only(*NORTH_OFFICE, then=204), regulation(north)),
    "GET federations/<slug:slug>/audit/": Action(only(*NORTH_OFFICE), north),
    "GET federations/<slug:slug>/jobs/": Action(only(*NORTH_OFFICE), north),
    "POST federations/<slug:slug>/jobs/check-audit/": Action(only(*NORTH_OFFICE, then=202), north),
    "GET federations/<slug:slug>/jobs/<int:pk>/": Action(only(*NORTH_OFFICE, others=404), NORTH_JOB),
    "POST federations/<slug:slug>/jobs/<int:pk>/retry/": Action(only(*NORTH_OFFICE, others=404), NORTH_JOB),
}
PEOPLE = {
    "GET me/": Action(signed_in(200)),
    "GET tokens/": Action(signed_in(200)),
    "POST tokens/": Action(signed_in(201), send=new_token),
    "DELETE tokens/<int:pk>/": Action(only("secretary", then=204, others=404), own_token),
    "GET memberships/<int:pk>/": Action(only(*HARBOUR_OFFICE, *OFFICIALS, others=404), membership),
    "PATCH memberships/<int:pk>/": Action(seen_by(*OFFICIALS, may=HARBOUR_OFFICE), membership, sends(number="8")),
    "POST memberships/<int:pk>/end/": Action(
        seen_by(*OFFICIALS, may=HARBOUR_OFFICE), membership, sends(last_day="2026-06-30")
    ),
    "POST memberships/<int:pk>/separate/": Action(seen_by(*OFFICIALS, may=HARBOUR_OFFICE), joined, sends()),
    "GET players/<int:pk>/": Action(only(*KEEPERS, others=404), player),
    "PATCH players/<int:pk>/": Action(only(*KEEPERS, others=404), player, sends(privacy="initials")),
}


def registered(cast: Cast) -> dict[str, Any]:
    Player.objects.filter(pk=cast.membership.player_id).update(federation=cast.nation)
    return {"slug": "dummyland", "pk": cast.membership.player_id}


def nation(cast: Cast) -> dict[str, Any]:
    return {"slug": "dummyland"}


def a_list(cast: Cast) -> dict[str, Any]:
    made = RegisterImport.objects.create(
        federation=cast.nation, file_name="list.csv", state="ready", made_at=timezone.now()
    )
    RegisterImportRow.objects.create(register_import=made, line=2, fate="ask")
    return {"slug": "dummyland", "pk": made.pk}


def its_rows(cast: Cast) -> dict[str, Any]:
    return {"slug": "dummyland", "import_id": a_list(cast)["pk"]}


def its_row(cast: Cast) -> dict[str, Any]:
    where = its_rows(cast)
    return where | {"pk": RegisterImportRow.objects.get(register_import=where["import_id"]).pk}


AT = "federations/<slug:slug>/"
NATION = ("officer", "operator")
REGISTER = {
    "GET me/data/": Action(signed_in(200)),
    f"GET {AT}register/": Action(only(*NATION), nation),
    f"GET {AT}register/<int:pk>/": Action(only(*NATION, others=404), registered),
    f"GET {AT}register/<int:pk>/home-clubs/": Action(only(*NATION, others=404), registered),
    f"POST {AT}register/<int:pk>/home-clubs/": Action(
        only(*NATION, others=404), registered, sends(club="harbour", day="2024-01-01")
    ),
    f"POST {AT}register/<int:pk>/registration/": Action(
        only(*NATION, others=404), registered, sends(registered="lapsed")
    ),
    f"GET {AT}register-imports/": Action(only(*NATION), nation),
    f"POST {AT}register-imports/": Action(
        only(*NATION, then=201), nation, sends(file_name="list.csv", text="number,name\n1,Zanis Ozols\n")
    ),
    f"GET {AT}register-imports/<int:pk>/": Action(only(*NATION, others=404), a_list),
    f"DELETE {AT}register-imports/<int:pk>/": Action(only(*NATION, then=204, others=404), a_list),
    f"POST {AT}register-imports/<int:pk>/confirm/": Action(only(*NATION, others=404), a_list),
    f"GET {AT}register-imports/<int:import_id>/rows/": Action(only(*NATION), its_rows),
    f"POST {AT}register-imports/<int:import_id>/rows/<int:pk>/": Action(only(*NATION, others=404), its_row, sends()),
}
DUPLICATES = duplicates("clubs", harbour, HARBOUR_OFFICE) | duplicates("federations", north, NORTH_OFFICE)
MATRIX: dict[str, Action] = CLUBS | FEDERATIONS | PEOPLE | DUPLICATES | REGISTER
