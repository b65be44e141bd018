"""Making boards: dealt here (Law 6E4) or read from a file, dealt again (Laws 6D, 86A).

No deal is ever written into the audit, into a job or into a log: who may see one is `events.selectors.seal`'s question.
"""

from __future__ import annotations

import secrets
from collections.abc import Iterable, Sequence

from django.core.exceptions import ValidationError
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from clubs.models import Club
from core import transaction
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
from events.wording import scoring_error_sentence, scoring_sentence
from scoring.engine.deal import Deal
from scoring.engine.dealing import RandBelow, draw_set
from scoring.engine.errors import ScoringError
from scoring.interchange import deals as files
from scoring.interchange.deals import BoardDeal
from scoring.interchange.document import Problem

MOST_BOARDS = 200
LAST_NUMBER = 999
_ATTEMPTS = 20
_MOST_SENTENCES = 10


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
    board_numbers = sorted(set(numbers)) or _number_range(count or 0, first)
    _check_numbers(board_numbers)
    dealt = _unused_deals(club, len(board_numbers), randbelow)
    boards = [BoardDeal.of(number, deal) for number, deal in zip(board_numbers, dealt, strict=True)]
    return _create_board_set(actor, club, name, BoardSource.DEALT, boards)


@transaction.atomic
def import_boards(*, actor: Actor, club: Club, name: str, data: bytes, file_name: str = "") -> BoardSet:
    """The boards of a file of deals, as marked there. A file with a wrong deal is refused as a whole."""
    require(actor, "deal.make", club)
    called = file_name or _("The file")
    if len(data) > files.LIMIT:
        raise ValidationError({"file": _too_large(called)})
    try:
        parsed = files.parse(data, called)
    except ScoringError as error:
        raise ValidationError({"file": scoring_error_sentence(error)}) from None
    if parsed.problems:
        raise ValidationError({"file": _sentences(parsed.problems)})
    boards = sorted(parsed.boards, key=lambda board: board.number)
    if len(boards) > MOST_BOARDS:
        sentence = _(
            "%(file)s has %(count)s boards; at most %(most)s are taken. Split it into files for one event each."
        )
        raise ValidationError({"file": sentence % {"file": called, "count": len(boards), "most": MOST_BOARDS}})
    return _create_board_set(
        actor, club, name or called[:120], BoardSource.IMPORTED, boards, [_remark(remark) for remark in parsed.remarks]
    )


@transaction.atomic
def keep_boards(
    *, actor: Actor, club: Club, name: str, boards: Sequence[BoardDeal], deeds: list[Deed] | None = None
) -> BoardSet:
    """The hands that came with the results of a session. With `deeds`, what was done is added there to be recorded."""
    require(actor, "deal.make", club)
    by_number = sorted(boards, key=lambda board: board.number)
    return _create_board_set(actor, club, name[:120], BoardSource.IMPORTED, by_number, deeds=deeds)


@transaction.atomic
def add_boards(
    *, actor: Actor, board_set: BoardSet, numbers: Iterable[int], randbelow: RandBelow = secrets.randbelow
) -> BoardSet:
    """Deal boards that a set lacks, because the movement has grown."""
    require(actor, "deal.make", board_set)
    board_set = locked(board_set)
    missing = missing_in(board_set, set(numbers))
    if not missing:
        return board_set
    if board_set.source != BoardSource.DEALT:
        sentence = _("“%(name)s” came from a file: import a file that has the boards %(numbers)s as well.")
        raise ValidationError(sentence % {"name": board_set.name, "numbers": board_ranges(missing)})
    _check_numbers([*missing, *current_boards(board_set).values_list("number", flat=True)])
    dealt = _unused_deals(board_set.club, len(missing), randbelow)
    _create_boards(actor, board_set, [BoardDeal.of(number, deal) for number, deal in zip(missing, dealt, strict=True)])
    _count_version(board_set)
    record(actor=actor, act="deal.make", body=board_set.club, target=board_set, after={"boards": board_ranges(missing)})
    ask_for_analysis(actor=actor, board_set=board_set)
    return board_set


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
    board_set = locked(board_set, version=version)
    old = current_boards(board_set).filter(number=number).first()
    if old is None:
        raise ValidationError(_("“%(name)s” has no board %(number)s.") % {"name": board_set.name, "number": number})
    refuse_redeal(board_set, number, reason)
    old.superseded_at, old.reason = actor.at, reason.strip()
    old.save(update_fields=["superseded_at", "reason"])
    new = _successor(old, _unused_deals(board_set.club, 1, randbelow)[0], actor)
    _count_version(board_set)
    record(
        actor=actor,
        act="deal.redeal",
        body=board_set.club,
        target=board_set,
        after={"board": number},
        reason=reason.strip(),
    )
    ask_for_analysis(actor=actor, board_set=board_set)
    return new


def _successor(old: Board, deal: Deal, actor: Actor) -> Board:
    """The same board with another deal, saved."""
    board = Board(
        board_set=old.board_set,
        number=old.number,
        dealer=old.dealer,
        vulnerable=old.vulnerable,
        deal=deal.pbn(),
        made_at=actor.at,
    )
    board.full_clean()
    board.save()
    return board


def _create_board_set(
    actor: Actor,
    club: Club,
    name: str,
    source: str,
    boards: Sequence[BoardDeal],
    remarks: Sequence[dict[str, object]] = (),
    *,
    deeds: list[Deed] | None = None,
) -> BoardSet:
    board_set = BoardSet(
        club=club,
        name=" ".join(name.split()),
        source=source,
        remarks=list(remarks),
        made_at=actor.at,
        made_by=actor.user,
    )
    board_set.full_clean()
    board_set.save()
    _create_boards(actor, board_set, boards)
    after = {"name": board_set.name, "source": source, "boards": board_ranges(board.number for board in boards)}
    deed = Deed("deal.make" if source == BoardSource.DEALT else "deal.import", board_set, after=after)
    if deeds is None:
        record_all(actor=actor, body=club, deeds=[deed])
    else:
        deeds.append(deed)
    ask_for_analysis(actor=actor, board_set=board_set)
    return board_set


def _create_boards(actor: Actor, board_set: BoardSet, boards: Iterable[BoardDeal]) -> None:
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


def _unused_deals(club: Club, count: int, randbelow: RandBelow) -> tuple[Deal, ...]:
    """Deals that the club has never had: a deal from another session may not be played (Law 6D2)."""
    try:
        for _attempt in range(_ATTEMPTS):
            dealt = draw_set(count, randbelow)
            texts = [deal.pbn() for deal in dealt]
            if not Board.objects.filter(board_set__club=club, deal__in=texts).exists():
                return dealt
    except ScoringError as error:
        raise ValidationError(scoring_error_sentence(error)) from None
    raise ValidationError(_("The source of random numbers repeats itself: no board was dealt; check the source."))


def _number_range(count: int, first: int) -> list[int]:
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
    sentences = [_sentence(problem) for problem in problems[:_MOST_SENTENCES]]
    if remaining := len(problems) - len(sentences):
        sentences.append(ngettext("And %(count)s more.", "And %(count)s more.", remaining) % {"count": remaining})
    return sentences


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
        name: scoring_error_sentence(gap)
        if isinstance(gap, ScoringError)
        else gap
        if isinstance(gap, int)
        else str(gap)
        for name, gap in problem.gaps.items()
    }
    return {"board": problem.board, "line": problem.line, "sentence": problem.sentence, "gaps": gaps}


def _too_large(name: str) -> str:
    sentence = _("%(file)s is larger than %(limit)s MB. Export one session at a time.")
    return sentence % {"file": name, "limit": files.LIMIT // 1_000_000}


def _count_version(board_set: BoardSet) -> None:
    board_set.version += 1
    board_set.save(update_fields=["version"])
