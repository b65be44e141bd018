"""Travellers and pick-up slips typed at the desk: many lines, each with its own answer."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace

from django.core.exceptions import ValidationError
from django.db import transaction
from django.utils.translation import gettext as _

from clubs.actors import Actor
from clubs.errors import Conflict
from clubs.permissions import require
from events.models import Play
from scoring.models import BoardResult
from scoring.models.results import Outcome
from scoring.said import Said
from scoring.services.results import current_result, set_result

_CARD = re.compile(r"(?:[CDHS♣♦♥♠](?:10|[2-9TJQKA])|(?:10|[2-9TJQKA])[CDHS♣♦♥♠])", re.IGNORECASE)
_PAIR = re.compile(r"#?(\d{1,3})")


@dataclass(frozen=True)
class Line:
    """What somebody typed for a play, and the version of the result that stood there (0: none)."""

    play: Play
    text: str
    seen: int
    # The pair number that was typed with the declarer was looked at: they did sit the other way.
    turned: bool | None = None


@dataclass(frozen=True)
class Answer:
    line: Line
    saved: bool = False
    error: str = ""
    # The pair that declared sits on the other side: ask whether they sat the wrong way.
    wrong_way: bool = False
    # Somebody else has entered another result meanwhile, which the error names.
    stale: bool = False


@dataclass(frozen=True)
class Typed:
    said: Said
    pair: int | None = None


def read_line(text: str) -> Typed:
    """`4SX-1 W`, `4S= N SK` with the lead, `3NT+1 S 12` with the number of the pair that declared."""
    words = text.split()
    pair, lead = None, ""
    while len(words) > 1:
        if pair is None and (found := _PAIR.fullmatch(words[-1])):
            pair = int(found[1])
        elif not lead and _CARD.fullmatch(words[-1]):
            lead = words[-1]
        else:
            break
        words.pop()
    said = Said.parse(" ".join(words))
    return Typed(replace(said, lead=lead) if said.outcome == Outcome.PLAYED else said, pair)


def type_lines(
    *, actor: Actor, lines: Sequence[Line], reason: str, numbers: dict[int, int] | None = None
) -> list[Answer]:
    """Save what is right, answer at its line what is not. `numbers` are the contestants' by their ids.

    A line that says what stands there already is left alone, so that sending a page twice does nothing twice.
    """
    for line in lines:
        require(actor, "session.run", line.play)
    return [_type(actor, line, reason, numbers or {}) for line in lines if line.text.strip()]


def _type(actor: Actor, line: Line, reason: str, numbers: dict[int, int]) -> Answer:
    try:
        typed = read_line(line.text)
        turned = _sat_the_other_way(line.play, typed, numbers)
        current = current_result(line.play)
        if current is not None and _says_so_already(current, typed.said, turned):
            return Answer(line)
        if turned and line.turned is None:
            return Answer(line, error=_wrong_way(typed), wrong_way=True)
        with transaction.atomic():
            set_result(
                actor=actor,
                play=line.play,
                said=typed.said,
                reason=reason,
                seen=line.seen,
                turned=turned if line.turned is None else line.turned,
            )
    except ValidationError as error:
        return Answer(line, error=" ".join(error.messages))
    except Conflict:
        now = current_result(line.play)
        said = _("Somebody else has entered %(result)s meanwhile. Look again, then save.")
        return Answer(line, error=said % {"result": now.text if now else "–"}, stale=True)
    return Answer(line, saved=True)


def _says_so_already(current: BoardResult, said: Said, turned: bool | None) -> bool:
    return turned in (None, current.turned) and Said.of(current.result) == _with_lead(said, current.lead)


def _with_lead(said: Said, lead: str) -> Said:
    return said if said.lead or said.outcome != Outcome.PLAYED else replace(said, lead=lead)


def _sat_the_other_way(play: Play, typed: Typed, numbers: dict[int, int]) -> bool | None:
    """The number with the declarer tells: it belongs to the pair on the other side. None where there is no number."""
    if typed.pair is None or typed.said.outcome != Outcome.PLAYED:
        return None
    ns, ew = numbers.get(play.north_id), numbers.get(play.east_id)
    declared_ns = typed.said.declarer in ("N", "S")
    if typed.pair not in (ns, ew):
        sentence = _("Pair %(pair)s does not play here: %(ns)s and %(ew)s do.")
        raise ValidationError(sentence % {"pair": typed.pair, "ns": ns, "ew": ew}, code="no_pair")
    return typed.pair != (ns if declared_ns else ew)


def _wrong_way(typed: Typed) -> str:
    sentence = _(
        "Pair %(pair)s is to sit on the other side. Tick “sat the other way” if they did, or mend the declarer."
    )
    return sentence % {"pair": typed.pair}
