"""Rulings: made by directors, read by the club's officials; players see their own tables only."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from django.utils import timezone

from rulings.case_places import Where
from rulings.models import Opinion, Reminder, Ruling
from rulings.services.cases import answer, open_ruling
from rulings.services.giving import give
from tests.cast import Cast
from tests.clubs.api.matrix import Action, sends
from tests.clubs.api.matrix import only as api_only
from tests.clubs.page import Page, only
from tests.rulings.night import INSUFFICIENT, begin
from tests.scoring.matrix.director import at_session, in_play, plays, the_call
from tests.standing import made_once

Make = Callable[[Cast], dict[str, Any]]
MAKERS = ("director", "north_officer", "officer", "operator")
READERS = (*MAKERS, "scorer", "chair", "appeals_member", "recorder", "secretary")


@made_once
def draft(cast: Cast) -> Ruling:
    """At the end of the assistant's questions."""
    play = plays(in_play(cast))[3]
    found = Ruling.objects.filter(play=play, state="draft").first()
    if found is not None:
        return found
    director = cast.actor("director")
    ruling = open_ruling(actor=director, session=play.section.session, where=Where.of(play), tree="L27")
    for question, said in INSUFFICIENT.items():
        ruling = answer(actor=director, ruling=ruling, question=question, answer=said)
    return ruling


@made_once
def standing(cast: Cast) -> Ruling:
    """Given, with a restriction that holds and a question that is asked later."""
    play = plays(in_play(cast))[3]
    found = Ruling.objects.filter(play=play, state="given").first()
    return found or give(actor=cast.actor("director"), ruling=draft(cast))


@made_once
def with_tricks(cast: Cast) -> Ruling:
    """A revoke that cost a trick."""
    found = Ruling.objects.filter(tree="L64").first()
    facts = {"exempt": "none", "won": "partner", "later": "some", "equity": "n"}
    return found or give(actor=cast.actor("director"), ruling=begin(cast, plays(in_play(cast))[2], "L64", facts))


def opinion(cast: Cast) -> Opinion:
    return Opinion.objects.first() or Opinion.objects.create(
        ruling=draft(cast), asked=cast.director, asked_at=cast.actor("director").at
    )


def at(make: Callable[[Cast], Ruling]) -> Make:
    return lambda cast: at_session(cast) | {"ruling_id": make(cast).pk}


def at_restriction(cast: Cast) -> dict[str, Any]:
    return at_session(cast) | {"restriction_id": standing(cast).restrictions.earliest("pk").pk}


def at_lead_restriction(cast: Cast) -> dict[str, Any]:
    return at_session(cast) | {"restriction_id": standing(cast).restrictions.get(kind="lead").pk}


def at_reminder(cast: Cast) -> dict[str, Any]:
    return at_session(cast) | {"reminder_id": standing(cast).reminders.earliest("pk").pk}


def at_due_reminder(cast: Cast) -> dict[str, Any]:
    where = at_reminder(cast)
    Reminder.objects.filter(pk=where["reminder_id"]).update(due_at=timezone.now())
    return where


def page(where: Make, who: tuple[str, ...] = MAKERS) -> Page:
    return Page(only(*who), where)


def act(where: Make, then: int = 302, **data: str) -> Page:
    return Page(only(*MAKERS, then=then), where, "post", data)


PAGES: dict[str, Page] = {
    "club-session-rulings": page(at_session, READERS),
    "club-ruling-new": page(at_session),
    "club-ruling-open-call": act(at_session, table="1"),
    "club-ruling-call": act(lambda cast: at_session(cast) | {"call_id": the_call(cast).pk}, act="take"),
    "club-ruling-end-restriction": act(at_restriction),
    "club-ruling-continue": act(at_lead_restriction),
    "club-ruling-tricks": act(at(standing), counted="yes"),
    "club-ruling-settle-reminder": act(at_reminder, answer="No"),
    "club-ruling-decide-reminder": act(at_due_reminder),
    "club-ruling-give-opinion": Page(
        only(*MAKERS, then=403) | {"director": 302},
        lambda cast: at_session(cast) | {"opinion_id": opinion(cast).pk},
        "post",
        {"answer": "Yes"},
    ),
    "club-ruling": page(at(standing), READERS),
    "club-ruling-assistant": page(at(draft)),
    "club-ruling-write": page(at(draft)),
    "club-ruling-preview": Page(only(*MAKERS), at(draft), "post", {"score_ns": "60"}),
    "club-ruling-withdraw": act(at(standing), reason="Wrong"),
    "club-ruling-consult": act(at(draft), asked="0"),
}


def on(make: Callable[[Cast], Ruling]) -> Make:
    return lambda cast: {"pk": in_play(cast).pk, "ruling": make(cast).pk}


def on_session(cast: Cast) -> dict[str, Any]:
    return {"pk": in_play(cast).pk}


SESSION = "sessions/<int:pk>/"
RULING = f"{SESSION}rulings/<int:ruling>/"
READS, WRITES = api_only(*READERS), api_only(*MAKERS)
ACTIONS: dict[str, Action] = {
    f"GET {SESSION}rulings/": Action(READS, on_session),
    f"POST {SESSION}rulings/": Action(api_only(*MAKERS, then=201), on_session, sends(table="1", tree="L61")),
    f"GET {RULING}": Action(READS, on(standing)),
    f"PATCH {RULING}": Action(WRITES, on(draft), sends(facts="He bid 1H over 1S.")),
    f"POST {RULING}answer/": Action(WRITES, on(draft), sends(question="repl", answer="lowest")),
    f"POST {RULING}take-back/": Action(WRITES, on(draft), sends()),
    f"POST {RULING}preview/": Action(WRITES, on(draft), sends(score_ns="60")),
    f"POST {RULING}give/": Action(WRITES, on(draft), sends(score_ns="60")),
    f"POST {RULING}count-tricks/": Action(WRITES, on(with_tricks), sends(counted=True)),
    f"POST {RULING}amend/": Action(WRITES, on(standing), sends(reason="New facts", decision="Play on.")),
    f"POST {RULING}withdraw/": Action(WRITES, on(standing), sends(reason="Wrong")),
    f"GET {SESSION}restrictions/": Action(WRITES, on_session),
    f"POST {SESSION}restrictions/<int:restriction>/end/": Action(
        WRITES, lambda cast: on_session(cast) | {"restriction": at_restriction(cast)["restriction_id"]}
    ),
    f"POST {SESSION}restrictions/<int:restriction>/continue/": Action(
        api_only(*MAKERS, then=201),
        lambda cast: on_session(cast) | {"restriction": at_lead_restriction(cast)["restriction_id"]},
    ),
    f"GET {SESSION}reminders/": Action(WRITES, on_session),
    f"POST {SESSION}reminders/<int:reminder>/decide/": Action(
        api_only(*MAKERS, then=201),
        lambda cast: on_session(cast) | {"reminder": at_due_reminder(cast)["reminder_id"]},
    ),
    f"POST {SESSION}reminders/<int:reminder>/settle/": Action(
        WRITES, lambda cast: on_session(cast) | {"reminder": at_reminder(cast)["reminder_id"]}, sends(answer="No")
    ),
}
