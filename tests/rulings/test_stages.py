"""A ruling in stages: the assistant goes on from where it stood, and records what was chosen."""

from __future__ import annotations

import pytest
from django.core.exceptions import ValidationError
from django.test import Client

from core.errors import Forbidden
from events.models import Play, Session
from rulings.laws.evaluator import check_fact
from rulings.laws.library import library
from rulings.laws.restrictions import next_stage, restrictions
from rulings.models import LiveRestriction, Ruling
from rulings.selectors.assistant import ruling_assistant
from rulings.selectors.consultations import consultation
from rulings.selectors.words import restriction_words
from rulings.services.cases import answer, continue_ruling, discard
from rulings.services.giving import give, other_rulings_fingerprint
from rulings.templatetags.bidding import card_or_suit
from tests.cast import Cast
from tests.rulings.night import begin, due

pytestmark = pytest.mark.django_db
LEAD_OUT_OF_TURN = {"declside": "n", "spread54": "n", "sawdummy": "n"}


def ruled(cast: Cast, play: Play, tree: str, facts: dict[str, str], **given: str) -> Ruling:
    return give(actor=cast.actor("director"), ruling=begin(cast, play, tree, facts), **given)  # type: ignore[arg-type]


def live(kind: str) -> LiveRestriction:
    return LiveRestriction.objects.select_related("ruling__session__event__club").get(kind=kind, ended_at=None)


def go_on(cast: Cast, kind: str) -> Ruling:
    return continue_ruling(actor=cast.actor("director"), restriction=live(kind))


def asked(ruling: Ruling) -> str:
    step = consultation(ruling).step
    assert step.question is not None
    return step.question.id


def test_a_choice_that_is_awaited_is_gone_on_with_at_its_question(cast: Cast, play: Play) -> None:
    """Law 54: declarer has five choices."""
    first = ruled(cast, play, "L54", LEAD_OUT_OF_TURN | {"choice54": "wait"})
    second = go_on(cast, "opt")
    assert (second.follows, second.play, second.tree) == (first, play, "L54")
    assert asked(second) == "choice54"
    second = answer(actor=cast.actor("director"), ruling=second, question="choice54", answer="refuse")
    second = give(actor=cast.actor("director"), ruling=second)
    assert second.outcome_ids == ["L54.D"]
    assert not LiveRestriction.objects.filter(kind="opt", ended_at=None).exists()
    assert live("pc").ruling == second


def test_the_lead_restriction_of_a_penalty_card_is_chosen_when_it_falls_due(cast: Cast, play: Play) -> None:
    """Law 50D2, after a lead out of turn that was refused."""
    first = begin(cast, play, "L54", LEAD_OUT_OF_TURN | {"choice54": "refuse"})
    who = {"pc": {"seat": "W", "detail": "SK"}}
    give(actor=cast.actor("director"), ruling=first, who=who)
    second = go_on(cast, "lead")
    assert asked(second) == "choice"
    second = answer(actor=cast.actor("director"), ruling=second, question="choice", answer="forbid")
    give(actor=cast.actor("director"), ruling=second)
    assert ["choice", "forbid"] in second.answers
    assert live("lead").text == "suit banned while on lead"
    assert not LiveRestriction.objects.filter(kind="pc", ended_at=None).exists(), "the card was picked up"


def test_left_free_the_card_stays_and_the_choice_comes_again(cast: Cast, play: Play, client: Client) -> None:
    first = begin(cast, play, "L54", LEAD_OUT_OF_TURN | {"choice54": "refuse"})
    give(actor=cast.actor("director"), ruling=first, who={"pc": {"seat": "W", "detail": "SK"}})
    second = go_on(cast, "lead")
    second = answer(actor=cast.actor("director"), ruling=second, question="choice", answer="free")
    client.force_login(cast.director)
    path = f"/clubs/harbour/sessions/{second.session_id}/rulings/{second.pk}/assistant/"
    assert 'value="SK"' in client.get(path).content.decode(), "the card is not typed again"
    give(actor=cast.actor("director"), ruling=second, who={"pc": {"seat": "W", "detail": "SK"}})
    assert (live("pc").ruling, live("pc").detail) == (second, "SK")
    assert asked(go_on(cast, "pc")) == "pcn"


def test_an_insufficient_bid_is_gone_on_with_at_the_lead(cast: Cast, play: Play) -> None:
    """Law 27B2, then 26B."""
    ruled(cast, play, "L27", {"rot": "y", "acc": "n", "repl": "bid"})
    second = go_on(cast, "lead")
    assert (second.tree, asked(second)) == ("L26", "defends")


def test_a_draft_of_the_next_stage_is_taken_up_again(cast: Cast, play: Play) -> None:
    ruled(cast, play, "L27", {"rot": "y", "acc": "n", "repl": "bid"})
    assert go_on(cast, "lead") == go_on(cast, "lead")
    discard(actor=cast.actor("director"), ruling=go_on(cast, "lead"))
    assert live("lead").continued_by is None
    assert Ruling.objects.filter(state="draft").count() == 0


def test_what_has_ended_is_not_gone_on_with(cast: Cast, play: Play) -> None:
    ruled(cast, play, "L27", {"rot": "y", "acc": "n", "repl": "bid"})
    row = live("lead")
    LiveRestriction.objects.update(ended_at=row.began_at)
    with pytest.raises(ValidationError, match="has ended"):
        continue_ruling(actor=cast.actor("director"), restriction=row)


def test_only_directors_go_on(cast: Cast, play: Play) -> None:
    ruled(cast, play, "L27", {"rot": "y", "acc": "n", "repl": "bid"})
    with pytest.raises(Forbidden):
        continue_ruling(actor=cast.actor("scorer"), restriction=live("lead"))


def test_the_page_leads_on_with_one_tap(cast: Cast, play: Play, client: Client) -> None:
    first = ruled(cast, play, "L54", LEAD_OUT_OF_TURN | {"choice54": "wait"})
    client.force_login(cast.director)
    home = f"/clubs/harbour/sessions/{first.session_id}/rulings/"
    assert "It is chosen: go on" in client.get(home).content.decode()
    page = client.post(f"{home}restrictions/{live('opt').pk}/continue/", follow=True)
    text = page.content.decode()
    assert "What does declarer choose?" in text
    assert f"Goes on from ruling {first.pk}" in client.get(f"{home}{Ruling.objects.latest('pk').pk}/").content.decode()


def test_what_a_ruling_goes_on_from_is_no_other_ruling(cast: Cast, play: Play, client: Client) -> None:
    ruled(cast, play, "L54", LEAD_OUT_OF_TURN | {"choice54": "wait"})
    second = go_on(cast, "opt")
    client.force_login(cast.director)
    path = f"/clubs/harbour/sessions/{second.session_id}/rulings/{second.pk}/assistant/"
    assert "There is another ruling on this board" not in client.get(path).content.decode()


def test_what_holds_at_another_table_is_not_under_the_question(cast: Cast, session: Session, client: Client) -> None:
    tables = list(Play.objects.filter(section__session=session, round=1).order_by("table", "board"))
    ruled(cast, due(session), "L27", {"rot": "y", "acc": "n", "repl": "bid"})
    other = next(one for one in tables if one.table != due(session).table)
    draft = begin(cast, other, "L27", {"rot": "y"})
    client.force_login(cast.director)
    path = f"/clubs/harbour/sessions/{session.pk}/rulings/{draft.pk}/assistant/"
    assert "Holds at the tables" not in client.get(path).content.decode()


def test_what_was_chosen_stands_on_the_ruling(cast: Cast, play: Play, client: Client) -> None:
    made = ruled(cast, play, "L54", LEAD_OUT_OF_TURN | {"choice54": "become"})
    client.force_login(cast.director)
    text = client.get(made.get_absolute_url()).content.decode()
    assert "To spread the hand and become dummy" in text.split("What was asked and answered")[0]


def test_a_suit_that_declarer_forbids_is_on_record_and_so_is_none(cast: Cast, play: Play, client: Client) -> None:
    """Law 26B."""
    client.force_login(cast.director)
    for sent, shown, holds in (
        ({"seat_lead": "W", "detail_lead": "hearts"}, f"West {card_or_suit('hearts')}", 1),
        ({"seat_lead": "W", "free_lead": "on"}, "West no suit forbidden", 0),
    ):
        LiveRestriction.objects.all().delete()
        ruling = begin(cast, play, "L26", {"exempt": "n", "comp": "n", "defends": "y", "plead": "y"})
        path = f"/clubs/harbour/sessions/{ruling.session_id}/rulings/{ruling.pk}/"
        assert "Declarer forbids no suit" in client.get(f"{path}assistant/").content.decode()
        data = {"act": "give", "version": ruling.version, "seen": other_rulings_fingerprint(ruling), **sent}
        client.post(f"{path}assistant/", data)
        assert shown in " ".join(client.get(path).content.decode().split())
        assert LiveRestriction.objects.filter(ended_at=None, kind="lead").count() == holds


PREMATURE = {"kind57": "before", "both57": "n", "dum57": "n"}


@pytest.mark.parametrize(
    ("choice", "named", "shown", "held"),
    [
        ("high", "", "West", "The offender's partner must play the highest card held of the suit led, if able."),
        ("low", "", "West", "The offender's partner must play the lowest card held of the suit led, if able."),
        ("suit", "hearts", f"West {card_or_suit('hearts')}", "The offender's partner must play ♥, if able."),
        ("ban", "hearts", f"West {card_or_suit('hearts')}", "The offender's partner may not play ♥ to this trick."),
    ],
)
def test_what_declarer_chooses_after_a_premature_play_is_on_record_and_asked_about(
    cast: Cast, play: Play, client: Client, choice: str, named: str, shown: str, held: str
) -> None:
    """Law 57A: one of four; then whether the partner can do exactly that (57B)."""
    ruled(cast, play, "L57", PREMATURE | {"choice57": "wait"})
    second = go_on(cast, "opt")
    assert asked(second) == "choice57"
    second = answer(actor=cast.actor("director"), ruling=second, question="choice57", answer=choice)
    assert asked(second) == "comply"
    client.force_login(cast.director)
    path = f"/clubs/harbour/sessions/{second.session_id}/rulings/{second.pk}/"
    label = library().trees["L57"].by_id["choice57"].label(choice)
    question = client.get(f"{path}assistant/").content.decode().split('id="question"')[0]
    assert label in question, "what was chosen stands above the question whether it can be done"
    second = answer(actor=cast.actor("director"), ruling=second, question="comply", answer="y")
    end = client.get(f"{path}assistant/").content.decode()
    assert ('name="detail_play"' in end) == bool(named), "a suit is named for two of the four"
    data = {"act": "give", "version": second.version, "seen": other_rulings_fingerprint(second), "seat_play": "W"}
    client.post(f"{path}assistant/", data | ({"detail_play": named} if named else {}))
    page = " ".join(client.get(path).content.decode().split())
    assert label in page.split("What was asked and answered")[0]
    assert any(shown in part.split("</dd>")[0] for part in page.split("Play restriction</dt>")[1:])
    row = live("play")
    assert (row.seat, row.detail, row.ends) == ("W", named, "this-trick")
    assert restriction_words(row.kind, row.text, row.detail) == held
    assert {one.kind for one in LiveRestriction.objects.filter(ended_at=None)} == {"play", "lead", "pc"}


def test_a_partner_who_cannot_do_it_is_held_to_nothing_and_the_choice_is_on_record(cast: Cast, play: Play) -> None:
    """Law 57B."""
    made = ruled(cast, play, "L57", PREMATURE | {"choice57": "high", "comply": "n"})
    assert made.outcome_ids == ["L57.B"]
    assert [one.label for one in ruling_assistant(made).chosen] == ["The highest card of the suit led"]
    assert not LiveRestriction.objects.filter(kind="play").exists()


@pytest.mark.parametrize(
    ("tree", "facts", "question"),
    [
        ("L57", PREMATURE | {"choice57": "wait"}, "choice57"),
        ("L57", PREMATURE | {"comply": "open"}, "choice57"),
        ("L31", {"at": "rho", "rho": "wait"}, "rho"),
        ("L31", {"at": "partner", "comp": "later"}, "comp"),
        ("L50", {"pcn": "one", "size": "major", "turn": "plead", "choice": "wait"}, "choice"),
    ],
)
def test_what_was_left_open_is_asked_again(
    cast: Cast, play: Play, tree: str, facts: dict[str, str], question: str
) -> None:
    ruled(cast, play, tree, facts)
    assert asked(go_on(cast, "opt")) == question


def test_every_next_stage_begins_with_answers_that_its_tree_takes() -> None:
    for outcome in library().outcomes.values():
        for one in restrictions([outcome]):
            stage = next_stage(one.key, one.text)
            for name, said in (stage[1] if stage else {}).items():
                check_fact(library(), stage[0], name, said)  # type: ignore[index]
