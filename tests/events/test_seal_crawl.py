"""No page, no address of the API and no file shows a sealed deal to anyone who may not see it.

The whole site is walked during play as everybody of the cast, as a stranger, and as a director and a secretary who
play. What is looked for is each sealed hand in every notation, its double dummy and its par.
"""

from __future__ import annotations

import base64
import re
from collections.abc import Iterable
from dataclasses import dataclass
from datetime import timedelta
from html import unescape
from typing import Any

import pytest
from django.test import Client

from clubs.models import Role, User
from clubs.services.roles import grant_role
from clubs.services.tokens import make_token
from core import actors
from events.models import Board, BoardSet, Play, SealOpening, Section, TableCode
from events.selectors.boards import as_deal
from events.services.board_use import use_boards
from events.services.boards import import_boards, redeal
from jobs.models import Job
from rulings.case_places import Where
from rulings.services.cases import open_ruling
from rulings.services.giving import give
from scoring.engine.cards import SUIT_SIGNS
from scoring.engine.deal import PLACE, SUITS
from scoring.interchange import deals as files
from tests.cast import Cast, make_user
from tests.clubs.page import PERSONAS
from tests.events.crawl import Answer, Walk, addresses, patterns
from tests.events.decks import make_set, play, some_boards, take, the_section
from tests.events.evening import make_players, make_session
from tests.pages import without_random_words
from tests.rulings.night import FOUNDED

pytestmark = pytest.mark.walk
OPEN = (1, 2)
PLAYING = ("playing_director", "playing_secretary", "playing_scorer")
TAGS = re.compile(r"<[^>]*>")
R = "[AKQJT2-9]"


@dataclass(frozen=True)
class Needle:
    """One way in which a sealed board could show."""

    board: str
    what: str
    text: str


class Haystack:
    """All that looks like cards, tricks or scores in an answer, found in one pass over its text."""

    def __init__(self, answer: Answer) -> None:
        texts = decoded(answer)
        whole = "\n".join([text.upper() for text in texts] + [plain(text) for text in texts])
        without_keys = [without_random_words(text) for text in texts]
        digits = set(re.findall(r"\d{26,}", whole))
        self.found = {
            "dotted": set(re.findall(rf"{R}*\.{R}*\.{R}*\.{R}*", whole)),
            "lin": set(re.findall(rf"S{R}*H{R}*D{R}*C{R}*", whole)),
            "dup": {run[at : at + 26] for run in digits for at in range(len(run) - 25)},
            "score": set(re.findall(r"\d{8}", whole)),
            "number": set(re.findall(r"\d{20,}", whole)),
        }
        self.runs = {run for text in without_keys for run in re.findall(rf"{R}{{6,}}", text.upper() + plain(text))}

    def among(self, needles: Iterable[Needle]) -> list[Needle]:
        return [needle for needle in needles if self._has(needle)]

    def _has(self, needle: Needle) -> bool:
        if needle.what == "holding":
            return any(needle.text in run for run in self.runs)
        return needle.text in self.found[needle.what]


def of_board(board: Board) -> Iterable[Needle]:
    label = f"{board.board_set.name} {board.number}"
    deal = as_deal(board).deal
    yield Needle(label, "number", str(deal.number))
    for hand in deal.completed():
        yield Needle(label, "dotted", str(hand))
        yield Needle(label, "lin", "".join(suit.value + hand.ranks(suit) for suit in SUITS))
        yield Needle(label, "dup", "".join(f"{PLACE[card] + 1:02d}" for card in hand.cards))
        for suit in SUITS:
            ranks = hand.ranks(suit)
            if len(ranks) >= 6 and set(ranks) & set("AKQJ"):
                yield Needle(label, "holding", ranks)
    if board.double_dummy:
        yield Needle(label, "score", str(board.double_dummy["N"]["NT"]))
        yield Needle(label, "score", str(abs(board.par["score"])))


def plain(text: str) -> str:
    """Only what a reader sees, without the spaces between the cards; a ten is a T."""
    bare = unescape(TAGS.sub(" ", text)).translate(SUIT_SIGNS).replace("10", "T")
    return re.sub(r"[\s—–,]+", "", bare).upper()


def decoded(answer: Answer) -> list[str]:
    """The answer's body, and what is wrapped up in it."""
    text = answer.body.decode("utf-8", errors="replace")
    texts = [text]
    if "json" in answer.kind:
        for value in re.findall(r'"([^"\\]{40,})"', text):
            try:
                texts.append(base64.b64decode(value, validate=True).decode("latin-1"))
            except ValueError:
                continue
    return texts


def found_in(answer: Answer, needles: Iterable[Needle]) -> list[Needle]:
    return Haystack(answer).among(needles)


# --- The evening -----------------------------------------------------------------------------------------------------
@dataclass(frozen=True)
class Evening:
    cast: Cast
    people: dict[str, User]
    board_set: BoardSet
    sealed: tuple[Needle, ...]
    opened: tuple[Needle, ...]

    def client(self, persona: str) -> Client:
        client = Client(raise_request_exception=False)
        if persona != "anonymous":
            client.force_login(self.people.get(persona) or getattr(self.cast, persona))
        return client


def make_evening(cast: Cast) -> Evening:
    people = {name: make_user(name) for name in (*PLAYING, "opener")}
    for name, role in (
        ("playing_director", Role.DIRECTOR),
        ("playing_secretary", Role.SECRETARY),
        ("playing_scorer", Role.SCORER),
        ("opener", Role.DIRECTOR),
    ):
        grant_role(actor=actors.system(), user=people[name], role=role, body=cast.harbour)
    seated = [people[name].player for name in PLAYING] + [cast.member.player]
    tonight = make_session(cast.harbour, players=[*seated, *make_players(12)])
    board_set = boards_with_a_past(cast)
    take(tonight, board_set)
    for number in OPEN:
        play(tonight, number)
    take(
        make_session(cast.harbour, state="seating", name="Next week"), make_set(cast.harbour, seed=31, name="Next week")
    )
    make_set(cast.harbour, 8, seed=32, name="In the cupboard")
    everything_else(cast, tonight, board_set, people)
    mark_results()
    rows = list(Board.objects.select_related("board_set"))
    faced = [
        board for board in rows if board.board_set == board_set and board.number in OPEN and not board.superseded_at
    ]
    hidden = [board for board in rows if board not in faced]
    return Evening(
        cast,
        people,
        board_set,
        tuple(needle for board in hidden for needle in of_board(board)),
        tuple(needle for board in faced for needle in of_board(board) if needle.what in ("lin", "score")),
    )


def boards_with_a_past(cast: Cast) -> BoardSet:
    """Imported, two boards alike, one dealt again: all of it by the services, so that the audit has it."""
    boards = some_boards(28, seed=77)
    alike = f'[Board "29"]\n[Deal "{boards[6].deal}"]\n'
    data = files.write(boards, "pbn") + alike.encode()
    made = import_boards(actor=cast.actor("secretary"), club=cast.harbour, name="Tonight", data=data)
    redeal(actor=cast.actor("director"), board_set=made, number=9, reason="A card was face up")
    return made


def everything_else(cast: Cast, tonight: Any, board_set: BoardSet, people: dict[str, User]) -> None:
    """Seals opened, before they sat down too; a job that is done, one that failed; a token; a code for a table."""
    now = tonight.starts_at
    for name in (*PLAYING, "opener"):
        SealOpening.objects.create(board_set=board_set, user=people[name], opened_at=now, reason="Misprint")
    section = the_section(tonight)
    use_boards(actor=cast.actor("secretary"), section=section, board_set=section.board_set)
    job = Job.objects.filter(key=board_set.key).latest("pk")
    Job.objects.filter(pk=job.pk).update(state="done", result={"boards": 29, "skipped": []})
    Job.objects.create(
        kind="boards.analyse", queue="long", state="failed", club=cast.harbour, asked_at=now, run_after=now
    )
    TableCode.objects.create(section=section, table=1, code="QUAY7", made_at=now)
    expires = actors.system().at + timedelta(days=30)
    make_token(actor=cast.actor("secretary"), name="Screen", scopes=["read"], expires_at=expires)
    Section.objects.filter(session__event__name="Next week").update(first_board=1)
    ruled_on(cast, Play.objects.filter(section=section, round=1).exclude(board__in=OPEN).order_by("table")[0])


def ruled_on(cast: Cast, play: Play) -> None:
    """A ruling on a board that others have yet to play: its page has room for the hands."""
    director = cast.actor("director")
    case = open_ruling(actor=director, session=play.section.session, where=Where.of(play), tree="L27")
    fields = FOUNDED | {"law_refs": ["27B2"], "decision": "Play on.", "score_ns": "60 3NT= N, 40 3NT-1 N"}
    give(actor=director, ruling=case, auction="1S 1H", **fields)


def mark_results() -> None:
    """Tricks and scores that occur nowhere else."""
    for board in Board.objects.all():
        mark = 70_000_000 + board.pk
        board.double_dummy = {seat: dict.fromkeys(("NT", "S", "H", "D", "C"), mark) for seat in "NESW"}
        board.par = {"score": -mark - 1_000_000, "contracts": []}
        board.save(update_fields=["double_dummy", "par"])


@pytest.fixture
def evening(cast: Cast) -> Evening:
    return make_evening(cast)


# --- The walks -------------------------------------------------------------------------------------------------------
def walkers() -> list[Any]:
    """Those who come closest to the cards; with --long everybody, whose pages are much the same."""
    always = ("anonymous", "operator", "playing_director")
    everybody = (*PERSONAS, *PLAYING)
    others = [pytest.param(persona, marks=pytest.mark.long) for persona in everybody if persona not in always]
    return [*always, *others]


@pytest.mark.parametrize("persona", walkers())
def test_nobody_comes_upon_a_sealed_deal(evening: Evening, persona: str) -> None:
    shown: list[tuple[str, Needle]] = []
    walk = Walk(
        evening.client(persona),
        lambda answer: shown.extend((answer.path, needle) for needle in found_in(answer, evening.sealed)),
    )
    walk.go(addresses())
    assert not shown, shown[:5]
    assert len(walk.seen) > 100
    assert walk.client.get("/account/").status_code == (302 if persona == "anonymous" else 200), "signed out on the way"


def test_the_walk_finds_what_it_is_looking_for(evening: Evening) -> None:
    """Somebody who may see them comes upon every board, on the page, in the API and in all three kinds of file."""
    ours = [needle for needle in evening.sealed if needle.board.startswith("Tonight") and needle.what != "number"]
    where: dict[str, set[str]] = {}

    def look(answer: Answer) -> None:
        for needle in found_in(answer, ours):
            where.setdefault(answer.path, set()).add(needle.what)

    Walk(evening.client("opener"), look).go([path for path in addresses() if "board" in path])
    page, api = f"/clubs/harbour/boards/{evening.board_set.pk}/", f"/api/v1/board-sets/{evening.board_set.pk}/"
    assert where[page] >= {"lin", "score", "holding"}
    assert where[api] >= {"dotted", "score"}
    for notation in ("pbn", "lin", "dup"):
        assert f"{page}export/{notation}/" in where
        assert f"{api}export/{notation}/" in where
    assert "dup" in where[f"{page}export/dup/"] & where[f"{api}export/dup/"]


def test_open_boards_are_shown_to_all(evening: Evening) -> None:
    client = evening.client("anonymous")
    found: set[Needle] = set()
    walk = Walk(client, lambda answer: found.update(found_in(answer, evening.opened)))
    walk.go([f"/clubs/harbour/boards/{evening.board_set.pk}/"])
    assert found == set(evening.opened)


def test_the_walk_knows_every_pattern() -> None:
    """Every address of ours is tried; a hole that nothing fits would leave its page out."""
    routes = {pattern.route for pattern in patterns()}
    assert "clubs/<slug:slug>/boards/<int:set_id>/" in routes
    assert "api/v1/board-sets/<int:pk>/" in routes
    assert any(route.startswith("admin/events/board/") for route in routes)


def test_pages_of_boards_are_asked_for_with_boards_that_are_there(evening: Evening) -> None:
    """A hole for which nothing is found is filled with a guess: not where the cards are."""
    sets = {str(pk) for pk in BoardSet.objects.values_list("pk", flat=True)}
    for pattern in patterns():
        if "board-sets/<int:pk>" in pattern.route or "boards/<int:set_id>" in pattern.route:
            tried = {part for address in pattern.addresses() for part in address.split("/")}
            assert tried >= sets, pattern.route


def test_the_admin_does_not_answer_questions_about_cards(evening: Evening) -> None:
    """Which boards have this card: the list would tell, one question after another."""
    client = evening.client("operator")
    for lookup in ("deal__contains", "deal__startswith", "deal", "par__score", "double_dummy__N__NT"):
        answer = client.get("/admin/events/board/", {lookup: "AKQ"})
        assert answer.status_code in (302, 400), lookup
    assert client.get("/admin/events/boardset/", {"boards__deal__contains": "AK"}).status_code in (302, 400)
    found = client.get("/admin/events/board/", {"q": as_deal(evening.board_set.boards.first()).deal.pbn()[2:10]})
    assert b"0 boards" in found.content
