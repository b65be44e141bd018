"""What the Director keeps in sight until it ends, and what comes back at the end of play."""

from rulings.laws.evaluator import evaluate
from rulings.laws.library import library
from rulings.laws.phrases import phrases
from rulings.laws.restrictions import End, reminders, restriction_end, restrictions


def ruled(tree: str, **facts: str):
    return evaluate(library(), tree, facts).outcomes


def test_an_insufficient_bid_silences_partner_and_may_restrict_a_lead():
    found = restrictions(ruled("L27", rot="y", acc="n", repl="bid"))
    assert [(one.key, one.ends) for one in found] == [("pass", End.AUCTION), ("lead", End.LEAD_LOST)]
    assert {one.outcome for one in found} == {"L27.B2"}


def test_a_penalty_card_lies_there_until_it_is_gone():
    [lead, card] = restrictions(ruled("L56", acc56="n"))
    assert (lead.key, card.key) == ("lead", "pc")
    assert lead.ends is card.ends is End.CARD_GONE


def test_nothing_stays_where_nothing_was_restricted():
    assert restrictions(ruled("L27", rot="y", acc="n", repl="lowest")) == ()
    picked_up = ruled("L50", pcn="one", size="major", turn="plead", choice="require")
    assert [one.ends for one in restrictions(picked_up)] == [End.THIS_LEAD]


def test_every_restriction_of_the_trees_has_an_end():
    for key, text in phrases():
        if key in ("pass", "lead") and text != "none":
            assert restriction_end(key, text) is not None, text
    assert restriction_end("lead", "none") is None
    assert restriction_end("pc", "none") is None
    assert restriction_end("pc", "major") is End.CARD_GONE


def test_reminders_come_once_each():
    found = reminders(
        ruled("L62", t12="n", both62="n", est="played", exempt="none", won="player", later="some", equity="n")
    )
    assert found == ()
    [found] = reminders(ruled("L14", when14="after", where="elsewhere"))
    assert (found.check, found.tree) == ("64C", "L64")
    twice = (*ruled("L27", rot="y", acc="n", repl="bid"), *ruled("L27", rot="y", acc="n", repl="pass"))
    assert [one.check for one in reminders(twice)] == ["16C2", "72C"]
