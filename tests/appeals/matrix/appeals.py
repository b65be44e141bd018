"""A case is there for its sides, those who hear it, the club's offices and the federation; not for anybody else."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from appeals.models import Appeal, Case, Concurrence, PoolMember
from appeals.services import bodies, concurring, lodging, requesting
from appeals.services.casebook import draft_case, publish_case
from appeals.services.pool import add_to_pool
from clubs.models import Player
from rulings.models import Ruling
from tests.cast import Cast
from tests.clubs.api.matrix import Action, sends
from tests.clubs.api.matrix import only as api_only
from tests.clubs.api.matrix import signed_in as api_signed_in
from tests.clubs.page import Page, everyone, harbour, north, only, signed_in
from tests.rulings.matrix.rulings import standing
from tests.standing import made_once

Make = Callable[[Cast], dict[str, Any]]
# The member plays North at the table of the ruling.
SEES = ("member", "director", "chair", "secretary", "north_officer", "officer", "operator")
COMPOSES = ("chair", "secretary", "north_officer", "officer", "operator")
DIRECTS = ("director", "operator")
REGISTER = ("director", "chair", "recorder", "secretary", "north_officer", "officer", "operator")
EDITORS = ("chair", "recorder", "secretary", "north_officer", "officer", "operator")
NORTH = ("north_officer", "officer", "operator")
POOL = ("chair", "secretary", *NORTH)


@made_once
def ruled(cast: Cast) -> Ruling:
    """At the member's table."""
    ruling = standing(cast)
    assert ruling.play is not None
    entrant = ruling.play.north.entrants.get(position=1)
    if entrant.player.user_id is None:
        Player.objects.filter(user=cast.member).update(user=None)
        Player.objects.filter(pk=entrant.player_id).update(user=cast.member)
        type(ruling.play).objects.filter(pk=ruling.play_id).update(state="done")
    return ruling


@made_once
def requested(cast: Cast) -> Appeal:
    ruling = ruled(cast)
    found = Appeal.objects.filter(ruling=ruling).first()
    if found is not None:
        return found
    director = cast.actor("director")
    return requesting.request_appeal(actor=director, ruling=ruling, grounds="They ask for it", side="NS")


@made_once
def referred(cast: Cast) -> Appeal:
    appeal = requested(cast)
    director = cast.actor("director")
    if appeal.state == "requested":
        for row in appeal.concurrences.all():
            concurring.witness(actor=director, concurrence=row, agrees=True, reason="They said so")
        lodging.lodge(actor=director, appeal=appeal)
        lodging.refer(actor=director, appeal=appeal)
        bodies.seat(actor=cast.actor("secretary"), appeal=appeal, user=cast.recorder, reason="Well known")
        appeal.refresh_from_db()
    return appeal


def the_case(cast: Cast) -> Case:
    found = Case.objects.filter(club=cast.harbour).first()
    if found is not None:
        return found
    fields = {"subject": "A hesitation", "facts": "A pause", "ruling": "Adjusted", "decision": "It stands"}
    made = draft_case(actor=cast.actor("secretary"), body=cast.harbour, **fields)
    return publish_case(actor=cast.actor("secretary"), case=made)


def north_case(cast: Cast) -> Case:
    found = Case.objects.filter(federation=cast.north).first()
    if found is not None:
        return found
    fields = {"subject": "A hesitation", "facts": "A pause", "ruling": "Adjusted", "decision": "It stands"}
    made = draft_case(actor=cast.actor("north_officer"), body=cast.north, **fields)
    return publish_case(actor=cast.actor("north_officer"), case=made)


def pooled(cast: Cast, body: Any) -> PoolMember:
    found = PoolMember.objects.filter(user=cast.stranger, **{body.kind: body}).first()
    return found or add_to_pool(actor=cast.actor("operator"), body=body, user=cast.stranger)


def at_session(cast: Cast) -> dict[str, Any]:
    return {"slug": "harbour", "session_id": ruled(cast).session_id}


def at_ruling(cast: Cast) -> dict[str, Any]:
    return at_session(cast) | {"ruling_id": ruled(cast).pk}


def at(make: Callable[[Cast], Appeal], **more: Any) -> Make:
    return lambda cast: {"slug": "harbour", "appeal_id": make(cast).pk, **more}


def at_member(cast: Cast) -> dict[str, Any]:
    appeal = referred(cast)
    return {"slug": "harbour", "appeal_id": appeal.pk, "member_id": appeal.adjudicators.members.get().pk}


def at_case(cast: Cast) -> dict[str, Any]:
    return {"slug": "harbour", "year": the_case(cast).year, "number": the_case(cast).number}


def at_north_case(cast: Cast) -> dict[str, Any]:
    return {"slug": "north", "year": north_case(cast).year, "number": north_case(cast).number}


def code_of(cast: Cast) -> dict[str, Any]:
    requested(cast)
    return {"code": Concurrence.objects.order_by("pk")[0].code}


def hidden(*who: str, then: int = 200) -> dict[str, int]:
    """Not there for the others."""
    return everyone(404, anonymous=302) | dict.fromkeys(who, then)


def among(who: tuple[str, ...], see: tuple[str, ...], then: int = 200) -> dict[str, int]:
    """There, but closed to some of those who see it."""
    return hidden(*see, then=403) | dict.fromkeys(who, then)


INVITED = (*SEES, "recorder")
PAGES: dict[str, Page] = {
    "club-session-appeals": Page(signed_in(200), at_session),
    "club-appeal-request": Page(hidden("member", "director", "north_officer", "officer", "operator"), at_ruling),
    "club-appeal": Page(hidden(*SEES), at(requested)),
    "club-appeal-act": Page(
        among(("director", "operator"), SEES, 422), at(requested, act="witness"), "post", {"witness-agrees": "yes"}
    ),
    "club-appeal-pack": Page(hidden(*INVITED), at(referred)),
    "club-appeal-body": Page(among(COMPOSES, INVITED), at(referred)),
    "club-appeal-release": Page(among(COMPOSES, INVITED, 302), at_member, "post", {"reason": "Ill"}),
    "club-appeal-decide": Page(hidden(*SEES, then=403), at(requested)),
    "club-appeal-preview": Page(hidden(*SEES, then=403), at(requested), "post"),
    "club-appeal-correct": Page(hidden(*SEES, then=403), at(requested, decision_id=1)),
    "club-appeal-note": Page(among(COMPOSES, SEES), at(requested)),
    "club-appeals": Page(only(*REGISTER), harbour),
    "club-appeals-export": Page(only(*REGISTER), lambda cast: {"slug": "harbour", "format": "csv"}),
    "club-appeals-pool": Page(only(*POOL), harbour),
    "club-appeals-leave-pool": Page(
        only(*POOL, then=302), lambda cast: {"slug": "harbour", "member_id": pooled(cast, cast.harbour).pk}, "post"
    ),
    "federation-appeals": Page(only(*NORTH), north),
    "federation-appeals-export": Page(only(*NORTH), lambda cast: {"slug": "north", "format": "json"}),
    "federation-appeals-pool": Page(only(*NORTH), north),
    "federation-appeals-leave-pool": Page(
        only(*NORTH, then=302), lambda cast: {"slug": "north", "member_id": pooled(cast, cast.north).pk}, "post"
    ),
    "club-casebook": Page(everyone(200), harbour),
    "club-casebook-pdf": Page(everyone(200), lambda cast: {"slug": the_case(cast).club.slug}),
    "club-case": Page(everyone(200), at_case),
    "club-case-new": Page(only(*EDITORS, then=302), harbour, "post"),
    "club-case-edit": Page(only(*EDITORS), at_case),
    "club-case-publish": Page(only(*EDITORS, then=302), at_case, "post"),
    "club-case-comment": Page(
        only(*EDITORS, then=302), at_case, "post", {"commentator": "A. Deuce", "text": "Well decided."}
    ),
    "federation-casebook": Page(everyone(200), north),
    "federation-casebook-pdf": Page(everyone(404), north),
    "federation-case": Page(everyone(200), at_north_case),
    "federation-case-new": Page(only(*NORTH, then=302), north, "post"),
    "federation-case-edit": Page(only(*NORTH), at_north_case),
    "federation-case-publish": Page(only(*NORTH, then=302), at_north_case, "post"),
    "federation-case-comment": Page(
        only(*NORTH, then=302), at_north_case, "post", {"commentator": "A. Deuce", "text": "Well decided."}
    ),
    "appeal-code": Page(everyone(200)),
    "appeal-concur": Page(everyone(200), code_of),
    "my-appeals": Page(signed_in(200)),
    "my-appeals-read": Page(signed_in(302), method="post"),
    "my-appeals-tie": Page(signed_in(422), method="post", data={"player": "Nobody at all", "kind": "family"}),
    "my-appeals-away": Page(
        everyone(404, anonymous=302, stranger=302),
        lambda cast: {"member_id": pooled(cast, cast.harbour).pk},
        "post",
    ),
}


def on_session(cast: Cast) -> dict[str, Any]:
    return {"pk": ruled(cast).session_id}


def on(make: Callable[[Cast], Appeal]) -> Callable[[Cast], dict[str, Any]]:
    return lambda cast: {"pk": make(cast).pk}


def asked(cast: Cast) -> dict[str, Any]:
    return {"ruling": ruled(cast).pk, "grounds": "It was no hesitation", "side": "EW"}


def api_hidden(*who: str, then: int = 200) -> dict[str, int]:
    return api_only(*who, then=then, others=404)


ONE = "appeals/<int:pk>/"
ACTIONS: dict[str, Action] = {
    "GET sessions/<int:pk>/appeals/": Action(api_signed_in(200), on_session),
    "POST sessions/<int:pk>/appeals/": Action(
        api_hidden(*("scorer", "chair", "appeals_member", "recorder", "secretary"), then=400)
        | dict.fromkeys(("member", "director", "north_officer", "officer", "operator"), 201),
        on_session,
        asked,
    ),
    f"GET {ONE}": Action(api_hidden(*SEES), on(requested)),
    f"GET {ONE}acts/": Action(api_hidden(*SEES), on(requested)),
    f"POST {ONE}acts/": Action(
        api_hidden(*SEES, then=403) | dict.fromkeys(("member", "director", "operator"), 200),
        on(requested),
        sends(act="withdraw", answers={"reason": "They say so", "asked_by": "North", "for_whole_side": "on"}),
    ),
    f"POST {ONE}decide/": Action(api_hidden(*SEES, then=403), on(requested), sends(outcomes={}, reasons="So")),
}
