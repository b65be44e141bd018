"""Travellers and pick-up slips typed at the desk: many lines, each with its own answer."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace

from django.core.exceptions import ValidationError
from django.utils.translation import gettext as _

from core import transaction
from core.actors import Actor
from core.errors import Conflict
from core.permissions import require
from events.models import Play
from events.wording import scoring_error_sentence
from scoring.adjusted.storage import unpack
from scoring.engine.errors import NotationError
from scoring.engine.sheet import Award, format_artificial, parse_artificial
from scoring.models import BoardResult, ScoreAdjustment
from scoring.models.results import AdjustmentKind, Outcome
from scoring.result_input import OUTCOME_SIGNS, ResultInput
from scoring.services.adjusting import adjust, withdraw_adjustment
from scoring.services.results import current_result, set_result

_CARD = re.compile(r"(?:[CDHS♣♦♥♠](?:10|[2-9TJQKA])|(?:10|[2-9TJQKA])[CDHS♣♦♥♠])", re.IGNORECASE)
_PAIR = re.compile(r"#?(\d{1,3})")
# Not “AP” or “ALL PASS”.
_ARTIFICIAL = re.compile(r"A(?:V|[-+=−–/\d]|\s*$|\s+[\dA])", re.IGNORECASE)


@dataclass(frozen=True)
class TravellerEntry:
    """What somebody typed for a play, and the version of the result that stood there (0: none)."""

    play: Play
    text: str
    seen: int
    # The pair number that was typed with the declarer was looked at: they did sit the other way.
    turned: bool | None = None
    # The adjusted score that stood there (0: none); None where nobody has looked.
    seen_adjustment: int | None = None


@dataclass(frozen=True)
class TravellerEntryAnswer:
    line: TravellerEntry
    saved: bool = False
    error: str = ""
    # The pair that declared sits on the other side: ask whether they sat the wrong way.
    wrong_way: bool = False
    # Somebody else has entered another result meanwhile, which the error names.
    stale: bool = False


@dataclass(frozen=True)
class TypedScore:
    """A result, or the artificial scores of North-South and East-West."""

    result: ResultInput | None = None
    pair: int | None = None
    awards: tuple[Award, Award] | None = None


def parse_typed_score(text: str) -> TypedScore:
    """All that is typed at the desk: `4SX-1 W`, `4S= N SK` with the lead, `3NT+1 S 12` with the number of the pair that
    declared, `420` or `-50` for North-South, `A+`, `A+/A-`, `P`, `NP`."""
    if _ARTIFICIAL.match(text.strip()):
        try:
            return TypedScore(awards=parse_artificial(text))
        except NotationError as error:
            raise ValidationError(scoring_error_sentence(error), code="bad_result") from error
    words = text.split()
    pair, lead = None, ""
    while len(words) > 1:
        if pair is None and (number := _PAIR.fullmatch(words[-1])):
            pair = int(number[1])
        elif not lead and _CARD.fullmatch(words[-1]):
            lead = words[-1]
        else:
            break
        words.pop()
    result = ResultInput.parse(" ".join(words))
    if result.score is not None and (lead or pair is not None):
        raise ValidationError(_("Write the score alone, or the contract with what belongs to it."), code="bad_result")
    return TypedScore(replace(result, lead=lead) if result.outcome == Outcome.PLAYED else result, pair)


def save_lines(
    *,
    actor: Actor,
    lines: Sequence[TravellerEntry],
    reason: str,
    numbers: dict[int, int] | None = None,
    source: str = "",
) -> list[TravellerEntryAnswer]:
    """Save what is right, answer at its line what is not. `numbers` are the contestants' by their ids.

    A changed result takes `source`, the paper that is typed, where there is no reason; an artificial score is a ruling,
    whose reason the players read, and takes a `reason` of its own.
    A line that says what stands there already is left alone, so that sending a page twice does nothing twice.
    """
    for line in lines:
        require(actor, "session.run", line.play)
    return [_save_line(actor, line, reason.strip(), source, numbers or {}) for line in lines if line.text.strip()]


def _save_line(
    actor: Actor, line: TravellerEntry, reason: str, source: str, numbers: dict[int, int]
) -> TravellerEntryAnswer:
    try:
        typed = parse_typed_score(line.text)
        artificial = artificial_score(line.play)
        if typed.awards is not None:
            return _save_artificial_score(actor, line, typed.awards, artificial, reason)
        assert typed.result is not None
        turned = _sat_the_other_way(line.play, typed, numbers)
        current = current_result(line.play)
        if artificial is None and current is not None and _is_unchanged(current, typed.result, turned):
            return TravellerEntryAnswer(line)
        if turned and line.turned is None:
            return TravellerEntryAnswer(line, error=_wrong_way_sentence(typed), wrong_way=True)
        with transaction.atomic():
            _refuse_unseen(line, artificial)
            if artificial is not None:
                withdraw_adjustment(actor=actor, play=line.play, reason=reason or source)
            if current is None or not _is_unchanged(current, typed.result, turned):
                set_result(
                    actor=actor,
                    play=line.play,
                    result=typed.result,
                    reason=reason or source,
                    seen=line.seen,
                    turned=turned if line.turned is None else line.turned,
                )
    except ValidationError as error:
        return TravellerEntryAnswer(line, error=" ".join(error.messages))
    except Conflict:
        sentence = _("Somebody else has entered %(result)s meanwhile. Look again, then save.")
        return TravellerEntryAnswer(line, error=sentence % {"result": counting_text(line.play) or "–"}, stale=True)
    return TravellerEntryAnswer(line, saved=True)


def _save_artificial_score(
    actor: Actor, line: TravellerEntry, awards: tuple[Award, Award], artificial: ScoreAdjustment | None, reason: str
) -> TravellerEntryAnswer:
    """An artificial score (Law 12C2) in the place of a result."""
    if artificial is not None and artificial_awards(artificial) == awards:
        return TravellerEntryAnswer(line)
    if not reason:
        sentence = _("Write under “Reason” why the board has an artificial score: the players read it.")
        raise ValidationError(sentence, code="required")
    with transaction.atomic():
        _refuse_unseen(line, artificial)
        ns, ew = awards
        kind = AdjustmentKind.ARTIFICIAL
        adjust(actor=actor, play=line.play, kind=kind, ns=ns, ew=ew, reason=reason, law="12C2")
    return TravellerEntryAnswer(line, saved=True)


def _refuse_unseen(line: TravellerEntry, artificial: ScoreAdjustment | None) -> None:
    if line.seen_adjustment is not None and line.seen_adjustment != (artificial.pk if artificial else 0):
        raise Conflict


def artificial_score(play: Play) -> ScoreAdjustment | None:
    """The artificial score that counts for a play; other adjusted scores are not typed in a line."""
    artificial_scores = ScoreAdjustment.objects.current().filter(play=play, kind=AdjustmentKind.ARTIFICIAL)
    return artificial_scores.order_by().first()


def artificial_awards(artificial: ScoreAdjustment) -> tuple[Award, Award]:
    ns, ew = unpack(artificial.north_south), unpack(artificial.east_west)
    assert isinstance(ns, Award)
    assert isinstance(ew, Award)
    return ns, ew


def counting_text(play: Play) -> str:
    """What counts at a play as it is typed; empty where nothing does."""
    artificial = artificial_score(play)
    return typed_text(current_result(play), artificial)


def typed_text(result: BoardResult | None, artificial: ScoreAdjustment | None) -> str:
    if artificial is not None:
        return format_artificial(*artificial_awards(artificial))
    return OUTCOME_SIGNS.get(result.outcome, result.text) if result else ""


def _is_unchanged(current: BoardResult, result: ResultInput, turned: bool | None) -> bool:
    return turned in (None, current.turned) and ResultInput.stored(current) == _with_lead(result, current.lead)


def _with_lead(result: ResultInput, lead: str) -> ResultInput:
    return result if result.lead or not result.contract else replace(result, lead=lead)


def _sat_the_other_way(play: Play, typed: TypedScore, numbers: dict[int, int]) -> bool | None:
    """The number with the declarer tells: it belongs to the pair on the other side. None where there is no number."""
    if typed.pair is None or typed.result is None or typed.result.outcome != Outcome.PLAYED:
        return None
    ns, ew = numbers.get(play.north_id), numbers.get(play.east_id)
    declared_ns = typed.result.declarer in ("N", "S")
    if typed.pair not in (ns, ew):
        sentence = _("Pair %(pair)s does not play here: %(ns)s and %(ew)s do.")
        raise ValidationError(sentence % {"pair": typed.pair, "ns": ns, "ew": ew}, code="no_pair")
    return typed.pair != (ns if declared_ns else ew)


def _wrong_way_sentence(typed: TypedScore) -> str:
    sentence = _(
        "Pair %(pair)s is to sit on the other side. Tick “sat the other way” if they did, or mend the declarer."
    )
    return sentence % {"pair": typed.pair}
