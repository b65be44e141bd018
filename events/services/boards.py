"""Making boards: dealt here (Law 6E4) or read from a file, dealt again (Laws 6D, 86A).

No deal is ever written into the audit, into a job or into a log: who may see one is `events.selectors.seal`'s question.
"""

from __future__ import annotations

import secrets
from collections.abc import Iterable, Sequence

from django.core.exceptions import ValidationError
from django.db import transaction
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from clubs.models import Club
from core.actors import Actor
from core.audit import Deed, record, record_all
from core.changes import locked
from core.permissions import require
from events.models import Board, BoardSet
from events.models.boards import BoardSource
from events.selectors.boards import board_ranges, missing_in
from events.selectors.seal import current_boards
from events.services.analysis import ask_for_analysis
from events.services.redealing import refuse_redeal
from events.services.seals import lock_sessions_using
from events.wording import movement_refusal, scoring_sentence
from scoring.engine.deal import Deal
from scoring.engine.dealing import RandBelow, draw_set
from scoring.engine.errors import ScoringError
from scoring.interchange import deals as files
from scoring.interchange.deals import BoardDeal
from scoring.interchange.document import Problem

MOST_BOARDS = 200
LAST_NUMBER = 999
_PATIENCE = 20
_SENTENCES = 10


@transaction.atomic
def deal_boards(
    *,
    actor: Actor,
    club: Club,
    name: str,
    count: int | None = None,
    first: int = 1,
    numbers: Iterable[int] = (),
    randbelow: RandBelow = secrets.randbelow,
) -> BoardSet:
    """So many boards from a number on, or these very numbers; no deal that the club has had before."""
    require(actor, "deal.make", club)
    wanted = sorted(set(numbers)) or _numbers(count or 0, first)
    _check_numbers(wanted)
    dealt = _fresh(club, len(wanted), randbelow)
    boards = [BoardDeal.of(number, deal) for number, deal in zip(wanted, dealt, strict=True)]
    return _make(actor, club, name, BoardSource.DEALT, boards)


@transaction.atomic
def import_boards(*, actor: Actor, club: Club, name: str, data: bytes, file_name: str = "") -> BoardSet:
    """The boards of a PBN, LIN or DUP file, as marked there. A file with a wrong deal is refused as a whole."""
    require(actor, "deal.make", club)
    called = file_name or _("The file")
    if len(data) > files.LIMIT:
        raise ValidationError({"file": _too_large(called)})
    try:
        read = files.parse(data, called)
    except ScoringError as error:
        raise ValidationError({"file": movement_refusal(error)}) from None
    if read.problems:
        raise ValidationError({"file": _sentences(read.problems)})
    boards = sorted(read.boards, key=lambda board: board.number)
    if len(boards) > MOST_BOARDS:
        sentence = _(
            "%(file)s has %(count)s boards; at most %(most)s are taken. Split it into files for one event each."
        )
        raise ValidationError({"file": sentence % {"file": called, "count": len(boards), "most": MOST_BOARDS}})
    return _make(
        actor, club, name or called[:120], BoardSource.IMPORTED, boards, [_remark(one) for one in read.remarks]
    )


@transaction.atomic
def keep_boards(
    *, actor: Actor, club: Club, name: str, boards: Sequence[BoardDeal], deeds: list[Deed] | None = None
) -> BoardSet:
    """The hands that came with the results of a session. With `deeds`, what was done is added there to be recorded."""
    require(actor, "deal.make", club)
    by_number = sorted(boards, key=lambda board: board.number)
    return _make(actor, club, name[:120], BoardSource.IMPORTED, by_number, deeds=deeds)


@transaction.atomic
def add_boards(
    *, actor: Actor, board_set: BoardSet, numbers: Iterable[int], randbelow: RandBelow = secrets.randbelow
) -> BoardSet:
    """Deal boards that a set lacks, because the movement has grown."""
    require(actor, "deal.make", board_set)
    row = locked(board_set)
    wanted = missing_in(row, set(numbers))
    if not wanted:
        return row
    if row.source != BoardSource.DEALT:
        sentence = _("“%(name)s” came from a file: import a file that has the boards %(numbers)s as well.")
        raise ValidationError(sentence % {"name": row.name, "numbers": board_ranges(wanted)})
    _check_numbers([*wanted, *current_boards(row).values_list("number", flat=True)])
    dealt = _fresh(row.club, len(wanted), randbelow)
    _save(actor, row, [BoardDeal.of(number, deal) for number, deal in zip(wanted, dealt, strict=True)])
    _count_version(row)
    record(actor=actor, act="deal.make", body=row.club, target=row, after={"boards": board_ranges(wanted)})
    ask_for_analysis(actor=actor, board_set=row)
    return row


@transaction.atomic
def redeal(
    *,
    actor: Actor,
    board_set: BoardSet,
    number: int,
    reason: str,
    version: int | None = None,
    randbelow: RandBelow = secrets.randbelow,
) -> Board:
    """Deal a board again, for a reason, while no table has played it (Laws 6D, 86A)."""
    require(actor, "deal.make", board_set)
    lock_sessions_using(board_set)
    row = locked(board_set, version=version)
    old = current_boards(row).filter(number=number).first()
    if old is None:
        raise ValidationError(_("“%(name)s” has no board %(number)s.") % {"name": row.name, "number": number})
    refuse_redeal(row, number, reason)
    old.superseded_at, old.reason = actor.at, reason.strip()
    old.save(update_fields=["superseded_at", "reason"])
    deal = _fresh(row.club, 1, randbelow)[0]
    new = Board(
        board_set=row,
        number=number,
        dealer=old.dealer,
        vulnerable=old.vulnerable,
        deal=deal.pbn(),
        made_at=actor.at,
    )
    new.full_clean()
    new.save()
    _count_version(row)
    record(
        actor=actor,
        act="deal.redeal",
        body=row.club,
        target=row,
        after={"board": number},
        reason=reason.strip(),
    )
    ask_for_analysis(actor=actor, board_set=row)
    return new


def _make(
    actor: Actor,
    club: Club,
    name: str,
    source: str,
    boards: Sequence[BoardDeal],
    remarks: Sequence[dict[str, object]] = (),
    *,
    deeds: list[Deed] | None = None,
) -> BoardSet:
    row = BoardSet(
        club=club,
        name=" ".join(name.split()),
        source=source,
        remarks=list(remarks),
        made_at=actor.at,
        made_by=actor.user,
    )
    row.full_clean()
    row.save()
    _save(actor, row, boards)
    after = {"name": row.name, "source": source, "boards": board_ranges(board.number for board in boards)}
    deed = Deed("deal.make" if source == BoardSource.DEALT else "deal.import", row, after=after)
    if deeds is None:
        record_all(actor=actor, body=club, deeds=[deed])
    else:
        deeds.append(deed)
    ask_for_analysis(actor=actor, board_set=row)
    return row


def _save(actor: Actor, board_set: BoardSet, boards: Iterable[BoardDeal]) -> None:
    Board.objects.bulk_create(
        Board(
            board_set=board_set,
            number=board.number,
            dealer=board.dealer.value,
            vulnerable=board.vulnerability.value,
            deal=board.deal.pbn(),
            made_at=actor.at,
        )
        for board in boards
    )


def _fresh(club: Club, count: int, randbelow: RandBelow) -> tuple[Deal, ...]:
    """Deals that the club has never had: a deal from another session may not be played (Law 6D2)."""
    try:
        for _attempt in range(_PATIENCE):
            dealt = draw_set(count, randbelow)
            texts = [deal.pbn() for deal in dealt]
            if not Board.objects.filter(board_set__club=club, deal__in=texts).exists():
                return dealt
    except ScoringError as error:
        raise ValidationError(movement_refusal(error)) from None
    raise ValidationError(_("The source of random numbers repeats itself: no board was dealt; check the source."))


def _numbers(count: int, first: int) -> list[int]:
    if count < 1:
        raise ValidationError({"count": _("Say how many boards to deal: at least one.")})
    if count > MOST_BOARDS:
        raise ValidationError({"count": _too_many()})
    if first < 1:
        raise ValidationError({"first": _("Boards are numbered from 1: write 1 or more.")})
    return list(range(first, first + count))


def _check_numbers(numbers: Sequence[int]) -> None:
    if len(numbers) > MOST_BOARDS:
        raise ValidationError({"count": _too_many()})
    if max(numbers) > LAST_NUMBER:
        sentence = _("The last board would be %(number)s; boards go up to %(last)s. Begin with a lower number.")
        raise ValidationError({"first": sentence % {"number": max(numbers), "last": LAST_NUMBER}})


def _too_many() -> str:
    return _("A set has at most %(most)s boards. Ask for fewer.") % {"most": MOST_BOARDS}


def _sentences(problems: Sequence[Problem]) -> list[str]:
    """What is wrong with a file, board by board; a hopeless file is not listed to its end."""
    shown = [_sentence(problem) for problem in problems[:_SENTENCES]]
    if left := len(problems) - len(shown):
        shown.append(ngettext("And %(count)s more.", "And %(count)s more.", left) % {"count": left})
    return shown


def _sentence(problem: Problem) -> str:
    where = {"board": problem.board, "line": problem.line, "what": scoring_sentence(problem.sentence, problem.gaps)}
    if problem.board is None:
        return _("Line %(line)s: %(what)s") % where if problem.line else str(where["what"])
    if problem.line is None:
        return _("Board %(board)s: %(what)s") % where
    return _("Board %(board)s (line %(line)s): %(what)s") % where


def _remark(problem: Problem) -> dict[str, object]:
    """Kept as a sentence with its gaps, so that everybody reads it in their own language."""
    gaps = {
        name: movement_refusal(gap) if isinstance(gap, ScoringError) else gap if isinstance(gap, int) else str(gap)
        for name, gap in problem.gaps.items()
    }
    return {"board": problem.board, "line": problem.line, "sentence": problem.sentence, "gaps": gaps}


def _too_large(name: str) -> str:
    sentence = _("%(file)s is larger than %(limit)s MB. Export one session at a time.")
    return sentence % {"file": name, "limit": files.LIMIT // 1_000_000}


def _count_version(row: BoardSet) -> None:
    row.version += 1
    row.save(update_fields=["version"])
