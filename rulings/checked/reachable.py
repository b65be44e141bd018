"""A score that is assigned is one that could have come about (Law 12C1(b)).

A Director unwinds the board to the irregularity, so that only what is certain is refused: after an irregularity of the
play the contract stands, and after a call that was not legal the calls before it do. Where the ruling rests on other
laws too, such as misinformation, nothing in the auction is certain. What the table had can always be given.
"""

from __future__ import annotations

from dataclasses import dataclass

from django.utils.translation import gettext as _

from core.errors import field_error
from rulings.checked.auctions import check_auction
from rulings.laws import Auction
from rulings.laws.auction import AuctionState
from rulings.laws.paragraphs import is_paragraph, law_number
from rulings.models import Ruling
from scoring.adjusted.awards import results_in
from scoring.engine.contract import Result
from scoring.models import BoardResult
from scoring.models.results import parse_stored_result

#: Adjusting as such, the Director's powers, penalties: they say nothing about when it happened.
NEUTRAL = frozenset({9, 10, 11, 12, 72, 74, *range(81, 94)})
#: Irregularities when the auction was over. Not 41 and 47, by which it may be opened again (Law 21B).
PLAY = frozenset({*range(42, 47), *range(48, 72)})
#: Calls that were not legal, by the trees that rule on them, and the laws that go with them.
CALL_TREES = frozenset({"L27", "L29", "L35", "L36", "L38", "L39"})
CALLS = frozenset({17, 18, 19, 22, 23, *range(25, 40)})


@dataclass(frozen=True)
class Before:
    """What stood when it happened: a contract, or an auction that could have gone on in any way."""

    state: AuctionState | None = None
    contract: Result | None = None

    def allows(self, result: Result) -> bool:
        if self.contract is not None:
            return _same(self.contract, result)
        return self.state is None or self.state.may_end_in(result.contract, result.declarer)


def refuse_unreachable(ruling: Ruling) -> None:
    """Each result that is assigned or weighed, with the field where it stands."""
    before = before_it(ruling)
    if before is None:
        return
    table = _table_result(ruling)
    for field in ("score_ns", "score_ew", "score_normal"):
        for result in results_in(getattr(ruling, field)):
            if not before.allows(result) and not (table is not None and _same(table, result)):
                raise field_error(field, _sentence(before, result), "unreachable")


def before_it(ruling: Ruling) -> Before | None:
    """None where the ruling does not say for certain when it happened."""
    if not ruling.tree or ruling.play is None:
        return None
    laws = {law_number(str(law)) for law in (*ruling.law_refs, _first_law(ruling.tree)) if is_paragraph(str(law))}
    auction = check_auction(ruling)
    if laws & PLAY and laws <= PLAY | NEUTRAL:
        contract = _final_contract(auction) or _table_result(ruling)
        return Before(contract=contract) if contract is not None else None
    if ruling.tree in CALL_TREES and laws <= CALLS | NEUTRAL and auction is not None and len(auction.faults) == 1:
        legal = auction.calls[: auction.faults[0].place]
        return Before(Auction(auction.dealer, legal).state)
    return None


def _first_law(tree: str) -> str:
    """The law that a tree is about: 45 for L45D."""
    return tree[1:3].lstrip("0")


def _final_contract(auction: Auction | None) -> Result | None:
    """The contract that an auction without faults has come to; the tricks are of no account."""
    if auction is None or not auction.is_over or auction.faults:
        return None
    contract = auction.contract
    return Result(contract, auction.declarer, contract.needed) if contract else Result()


def _table_result(ruling: Ruling) -> Result | None:
    result = BoardResult.objects.current().filter(play=ruling.play).first()
    if result is None:
        return None
    return parse_stored_result(result.outcome, result.contract, result.declarer, result.tricks, result.lead)


def _same(first: Result, second: Result) -> bool:
    """The same contract by the same side: an opening lead out of turn can turn declarer into dummy (Law 54A)."""
    if first.contract is None or second.contract is None or first.declarer is None or second.declarer is None:
        return first.contract is None and second.contract is None
    return first.contract == second.contract and first.declarer.side is second.declarer.side


def _sentence(before: Before, result: Result) -> str:
    values = {"result": _words(result)}
    if before.contract is not None:
        sentence = _(
            "%(result)s could not come about: when it happened the contract was %(contract)s. Assign tricks in that"
            " contract (Law 12C1)."
        )
        return sentence % (values | {"contract": _words(before.contract, tricks=False)})
    bid = before.state.bid if before.state else None
    sentence = _(
        "%(result)s cannot come of this auction: before the call that was not legal the last bid was %(bid)s by"
        " %(seat)s. Look at the result, or at the auction (Law 12C1)."
    )
    return sentence % (values | {"bid": bid.call if bid else "–", "seat": bid.seat.value if bid else "–"})


def _words(result: Result, *, tricks: bool = True) -> str:
    if result.contract is None:
        return _("Passed out")
    margin = ("=" if not result.margin else f"{result.margin:+d}") if tricks else ""
    return f"{result.contract}{margin} {result.declarer.value if result.declarer else ''}".strip()
