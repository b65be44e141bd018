"""Tricks that rulings transfer and results have yet to count, with what each side's result would be."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from dataclasses import dataclass, replace

from django.utils.translation import ngettext

from events.models import Session
from rulings import hooks
from rulings.models import Ruling
from rulings.models.rulings import STANDING, SideChoice
from rulings.selectors.reach import Reach
from rulings.selectors.restrictions import rules_there
from scoring.engine.cards import Seat, Side
from scoring.engine.contract import Result
from scoring.models import BoardResult
from scoring.models.results import Outcome

SIDES = tuple(side for side in SideChoice if side != SideChoice.BOTH)


@dataclass(frozen=True)
class TransferOption:
    """The tricks go to `side`: `words` says so, `result` is what the board then is; empty before the result is in."""

    side: str
    words: str
    result: str


@dataclass(frozen=True)
class TrickTransfer:
    ruling: Ruling
    tricks: int
    law: str
    # As the table has it; empty before the result is in.
    result: str
    options: tuple[TransferOption, ...]


def pending_transfers(session: Session, reach: Reach) -> list[TrickTransfer]:
    """Those of boards whose result is in, at tables where this person may rule."""
    rows = Ruling.objects.filter(session=session, state__in=STANDING, tricks__gt=0, tricks_counted_at=None)
    rows = rows.select_related("session__event__club", "section", "play").order_by("given_at", "pk")
    there = [ruling for ruling in rows if rules_there(reach, ruling)]
    held_back = why_tricks_wait(there)
    transfers = [plan_trick_transfer(ruling, ruling.tricks) for ruling in there if ruling.pk not in held_back]
    return [transfer for transfer in transfers if transfer.result]


def plan_trick_transfer(ruling: Ruling, tricks: int) -> TrickTransfer:
    """What transferring so many tricks comes to; one option where the side is known."""
    played = played_result(ruling)
    law = str(ruling.law_refs[0]) if ruling.law_refs else ""
    return TrickTransfer(ruling, tricks, law, played.text if played else "", tuple(_options(ruling, tricks)))


def _options(ruling: Ruling, tricks: int) -> Iterator[TransferOption]:
    played = played_result(ruling)
    for side in SIDES:
        if ruling.tricks_to not in ("", side) or ruling.offending == side:
            continue
        after = result_with(played, tricks, side) if played else None
        if played is None or after is not None:
            yield TransferOption(side, _words(side, tricks), str(after or ""))


def _words(side: str, tricks: int) -> str:
    sentence = ngettext("one trick to %(side)s", "%(tricks)s tricks to %(side)s", tricks)
    return sentence % {"tricks": tricks, "side": SideChoice(side).label}


def played_result(ruling: Ruling) -> BoardResult | None:
    """The result of the board at the table, where a contract was played."""
    if ruling.play is None:
        return None
    result = BoardResult.objects.current().filter(play=ruling.play).first()
    return result if result is not None and result.outcome == Outcome.PLAYED else None


def result_before_tricks(ruling: Ruling) -> BoardResult | None:
    """What the table had before the ruling transferred tricks; None where it has changed no result."""
    counted = ruling.tricks_result
    if counted is None:
        return None
    return BoardResult.objects.filter(play=counted.play_id, version=counted.version - 1).first()


def table_result(ruling: Ruling) -> BoardResult | None:
    """What the table had, without the tricks that the ruling transferred; what counts now, where it changed nothing."""
    if result_with_tricks(ruling) is not None:
        return result_before_tricks(ruling)
    if ruling.play_id is None:
        return None
    return BoardResult.objects.current().filter(play=ruling.play_id).first()


def result_with_tricks(ruling: Ruling) -> BoardResult | None:
    """The result that the ruling made of the table's; None where it changed none, or the desk has changed it since."""
    counted = ruling.tricks_result
    return counted if counted is not None and counted.superseded_at is None else None


def result_with(result: BoardResult, tricks: int, to: str) -> Result | None:
    """The result once the tricks have gone to a side; None where there are not so many to take."""
    contract_result = result.result
    if contract_result is None or contract_result.tricks is None:
        return None
    gained = tricks if Seat(result.declarer).side is Side(to) else -tricks
    tricks = contract_result.tricks + gained
    return replace(contract_result, tricks=tricks) if 0 <= tricks <= 13 else None


def why_tricks_wait(rulings: Collection[Ruling]) -> dict[int, str]:
    """By the ids of rulings whose tricks are not to be counted: why, in a sentence."""
    ids = [ruling.pk for ruling in rulings]
    return {ruling: why for source in hooks.tricks_held_back for ruling, why in source(ids).items()} if ids else {}


def is_uncounted(ruling: Ruling) -> bool:
    """Whether the ruling stands and the result does not have its tricks."""
    return ruling.stands and ruling.tricks > 0 and ruling.tricks_counted_at is None


def is_open(ruling: Ruling) -> bool:
    """Whether its tricks have yet to be counted, and can be."""
    return is_uncounted(ruling) and not why_tricks_wait([ruling])
