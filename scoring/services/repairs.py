"""What the director puts right on results: they sat the other way, the score is on the wrong board."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Sequence
from typing import Any, TypeVar

from django.core.exceptions import ValidationError
from django.utils.translation import gettext as _

from core import transaction
from core.actors import Actor
from core.audit import record
from core.changes import locked
from core.errors import Conflict, field_error
from core.locks import lock_all
from core.permissions import require
from events.models import Play, Section, Session
from scoring.engine.fit import turned_result as rotated
from scoring.engine.law77 import is_possible
from scoring.models import BoardResult
from scoring.models.results import Outcome, ResultSource
from scoring.result_input import ResultInput, validated_score_fields
from scoring.selectors.conditions import board_conditions
from scoring.services.comparison_fields import check_lock_and_rescore
from scoring.services.results import accept_result, current_result, locked_play

T = TypeVar("T")


@transaction.atomic
def turn_results(
    *, actor: Actor, plays: Sequence[Play], reason: str, rotate: bool = False, seen: str | None = None
) -> list[BoardResult]:
    """Give results to the other sides, who sat the wrong way (Law 5B). Turning again takes it back.

    What was typed stays as it was, North's contract is North's: only who sat North-South changes. With `rotate` the
    compass was typed wrong as well, as happens where the board lay the other way: North's contract was East's.
    """
    _lock_as_seen(plays, seen)
    turned_results = []
    for play in sorted(plays, key=lambda play: play.pk):
        require(actor, "session.run", play)
        play = locked_play(play)
        current = current_result(play)
        if current is not None and current.outcome != Outcome.NOT_PLAYED:
            turned_results.append(
                accept_result(
                    actor=actor,
                    play=play,
                    current=current,
                    fields=_rotated(play, current) if rotate else current.score_fields,
                    source=ResultSource.DESK,
                    entry=current.entry,
                    reason=reason.strip() or _("They sat the other way."),
                    turned=not current.turned,
                )
            )
    if not turned_results:
        raise ValidationError(_("There is no result yet that could be turned."), code="no_result")
    return turned_results


def turn_round(
    *, actor: Actor, section: Section, number: int, table: int | None = None, reason: str, rotate: bool = False
) -> list[BoardResult]:
    """Turn all results of a table in a round, or of every table: an arrow switch forgotten, or made too early."""
    plays = Play.objects.filter(section=section, round=number)
    if table is not None:
        plays = plays.filter(table=table)
    return turn_results(actor=actor, plays=list(plays), reason=reason, rotate=rotate)


@transaction.atomic
def other_declarer(*, actor: Actor, play: Play, reason: str, seen: str | None = None) -> BoardResult:
    """Give a contract, and so the score, to the opponents of whoever was typed as declarer."""
    require(actor, "session.run", play)
    _lock_as_seen([play], seen)
    play = locked_play(play)
    current = current_result(play)
    if current is None or current.outcome != Outcome.PLAYED:
        raise ValidationError(_("There is no contract to change."), code="no_result")
    return accept_result(
        actor=actor,
        play=play,
        current=current,
        fields=_rotated(play, current),
        source=ResultSource.DESK,
        entry=current.entry,
        reason=reason.strip() or _("The other side declared."),
        turned=current.turned,
    )


@transaction.atomic
def mark_checked(*, actor: Actor, plays: Sequence[Play]) -> None:
    """Note that odd results were looked at and are right: they are not shown as odd again."""
    _lock_as_seen(plays, seen=None)
    for play in sorted(plays, key=lambda play: play.pk):
        require(actor, "session.run", play)
        play = locked_play(play)
        current = current_result(play)
        if current is not None and current.checked_at is None:
            BoardResult.objects.filter(pk=current.pk).update(checked_at=actor.at)
            check_lock_and_rescore(play.section, at=actor.at)
            record(actor=actor, act="result.check", body=play.club, target=play, after={"version": current.version})


def results_tag(plays: Sequence[Play]) -> str:
    """The versions of some results in one word: whoever saw another one must look again."""
    results = BoardResult.objects.current().filter(play__in=[play.pk for play in plays])
    return ".".join(str(version) for _play, version in sorted(results.values_list("play_id", "version")))


def _lock_as_seen(plays: Sequence[Play], seen: str | None) -> None:
    """Keep results as they were seen until the transaction ends: of two who press one button the second is refused.

    `seen` is what `results_tag` said of them when the page was made; None where nobody has looked.
    """
    lock_all(Play.objects.filter(pk__in=[play.pk for play in plays]))
    if seen is not None and results_tag(plays) != seen:
        raise Conflict(_("These results have changed meanwhile. Look again before you put them right."))


def repairs_tag(session: Session) -> str:
    """What has been put right in a session, in one word: made twice, most repairs undo themselves."""
    versions = session.sections.order_by("pk").values_list("pk", "version")
    turned = BoardResult.objects.current().filter(play__section__session=session, turned=True)
    state = [*versions, *sorted(turned.order_by().values_list("play_id", flat=True))]
    return hashlib.sha256(repr(state).encode()).hexdigest()[:16]


@transaction.atomic
def repair_once(repair: Callable[[], T], *, session: Session, seen: str) -> T:
    """Carry out a repair unless something was put right since `seen`: posted twice it would be undone."""
    session = locked(session)
    if seen and seen != repairs_tag(session):
        raise Conflict(_("Something was put right in this session meanwhile. Look again, then send it once more."))
    return repair()


def _rotated(play: Play, result: BoardResult) -> dict[str, Any]:
    rotated_result = ResultInput.of(rotated(result.result)) if result.result is not None else ResultInput.stored(result)
    if rotated_result.score is not None:
        rotated_result = ResultInput(score=-rotated_result.score)
    return _score_on_play(play, rotated_result, result)


def _score_on_play(play: Play, result_input: ResultInput, result: BoardResult) -> dict[str, Any]:
    """Scored as a result of `play`. A score without its contract cannot be scored anew for another vulnerability."""
    conditions = board_conditions(play.section, play.board)
    if result_input.score is not None and not is_possible(result_input.score, conditions):
        sentence = _(
            "The score %(score)s was typed without its contract, and nobody can have %(there)s on board %(board)s."
            " Type the result of that board instead."
        )
        words = {"score": result.score, "there": result_input.score, "board": play.board}
        raise field_error("result", sentence % words, "bare_score")
    return validated_score_fields(result_input, conditions)


@transaction.atomic
def exchange_results(
    *, actor: Actor, first_play: Play, second_play: Play, reason: str, seen: str | None = None
) -> tuple[BoardResult, BoardResult]:
    """Exchange two boards of a table that were entered under each other's numbers; each is scored anew."""
    require(actor, "session.run", first_play)
    if (first_play.section_id, first_play.round, first_play.table) != (
        second_play.section_id,
        second_play.round,
        second_play.table,
    ) or first_play.pk == second_play.pk:
        sentence = _("Choose two boards that were played at one table in the same round.")
        raise ValidationError(sentence, code="not_one_table")
    _lock_as_seen([first_play, second_play], seen)
    first, second = (locked_play(play) for play in sorted((first_play, second_play), key=lambda play: play.pk))
    first_result, second_result = current_result(first), current_result(second)
    if first_result is None or second_result is None:
        raise ValidationError(_("Both boards need a result."), code="no_result")
    given_reason = _("Entered under the wrong board.") if not reason.strip() else reason.strip()
    return (
        _give_result(actor, first, first_result, second_result, given_reason),
        _give_result(actor, second, second_result, first_result, given_reason),
    )


def _give_result(actor: Actor, play: Play, current: BoardResult, result: BoardResult, reason: str) -> BoardResult:
    """Another play's result, scored anew, in the place of the one that counts."""
    return accept_result(
        actor=actor,
        play=play,
        current=current,
        fields=_score_on_play(play, ResultInput.stored(result), result),
        source=ResultSource.DESK,
        reason=reason,
        turned=result.turned,
    )
