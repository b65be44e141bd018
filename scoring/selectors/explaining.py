"""Why a figure is what it is: of a total, of a board, for pairs, players and teams, always of the run that is shown."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from events.models.conditions import Form
from scoring.adjusted.words import both_words
from scoring.engine.cards import Side
from scoring.engine.explain import explain_player, explain_score, explain_total
from scoring.engine.individual import players_by_side
from scoring.engine.methods import IMPS
from scoring.engine.results import ScoredStanding as Place
from scoring.engine.session import score_session
from scoring.engine.sheet import Award, Line, Outcomes, Value
from scoring.engine.steps import ExplanationStep
from scoring.models import ScoringRun
from scoring.runs.explanations import explanation_sentences, result_words
from scoring.runs.field_scores import score_field
from scoring.runs.sheet_storage import restore_sheet
from scoring.runs.sheets import FieldSheet, LineOrigin
from scoring.runs.standings import NOT_COMPARED, is_not_compared, place_of_standing
from scoring.runs.team_scores import VPS
from scoring.selectors.match_totals import match_total_steps
from scoring.selectors.result_lines import ResultLine, signed_score
from scoring.selectors.result_names import Who


@dataclass(frozen=True)
class Explanation:
    """`figure` is the one that is asked about; `ruling` what the Director decided, where that is behind it."""

    figure: str
    steps: tuple[str, ...]
    ruling: str = ""
    law: str = ""


def why_total(
    run: ScoringRun, contestant: int, names: dict[int, Who], *, through: int | None = None
) -> Explanation | None:
    """The total and place of a contestant; `through` as it stood after that round."""
    field_sheet = restore_sheet(run, through=through)
    places = _places(run, field_sheet, through)
    place = next((ranked for ranked in places if ranked.contestant == str(contestant)), None)
    if place is None:
        return None
    if field_sheet.event.has_matches:
        return Explanation(VPS.show(place.total), tuple(match_total_steps(field_sheet, place, places, names)))
    session = replace(score_session(field_sheet.sheet, field_sheet.method, field_sheet.profile), standings=places)
    if field_sheet.event.form == Form.INDIVIDUAL:
        explanation = explain_player(session, place.contestant, players_by_side(session))
    else:
        explanation = explain_total(session, place.contestant)
    total = field_sheet.profile.total if field_sheet.method.gives_percentages else field_sheet.profile.imps
    figure = field_sheet.profile.percent.show(place.percent) if place.percent is not None else total.show(place.total)
    if is_not_compared(place, field_sheet.method):
        figure = NOT_COMPARED
    return Explanation(figure, tuple(explanation_sentences(explanation, field_sheet.profile)))


def _places(run: ScoringRun, field_sheet: FieldSheet, through: int | None) -> tuple[Place, ...]:
    """As they stand in the run; worked out again for an earlier round."""
    if through is not None:
        return score_field(field_sheet).places
    return tuple(place_of_standing(standing) for standing in run.standings.all())


def why_board(run: ScoringRun, line: ResultLine, side: str) -> Explanation | None:
    """What one side has on a board, step by step."""
    field_sheet = restore_sheet(run)
    own_score = line.ns if side == Side.NS.value else line.ew
    if not own_score.points:
        return None
    slot = line.slot
    if field_sheet.event.is_for_teams:
        return Explanation(own_score.points, tuple(_match_board(field_sheet, line, side)), slot.reason, slot.law)
    session = score_session(field_sheet.sheet, field_sheet.method, field_sheet.profile)
    at = next(at for (board, at), play in field_sheet.plays.items() if play == line.play and board == line.board)
    played = session.board(line.board).lines[at].line
    explanation = explain_score(session, line.board, played.contestant(Side(side)))
    if field_sheet.event.has_matches:
        steps = [
            *explanation_sentences([step for step in explanation if step.kind != "counted"], field_sheet.profile),
            _in_match(explanation, slot),
        ]
    else:
        steps = explanation_sentences(explanation, field_sheet.profile)
    return Explanation(own_score.points, tuple(steps), _ruling(played, slot), slot.law)


def _in_match(steps: Iterable[ExplanationStep], slot: LineOrigin) -> str:
    """Where a board of a match goes: with all its decimals, whatever is shown of them."""
    counted = next((step.figures["counted"] for step in steps if step.kind == "counted"), None)
    if counted is None:
        return _("It counts in the match of round %(round)s.") % {"round": slot.round}
    sentence = _("In the match of round %(round)s it counts exactly, not rounded.")
    return sentence % {"round": slot.round}


def _ruling(line: Line, slot: LineOrigin) -> str:
    return slot.reason or line.authority


# --- Teams -----------------------------------------------------------------------------------------------------------
def _match_board(field_sheet: FieldSheet, line: ResultLine, side: str) -> Iterator[str]:
    """Both tables, the difference, and what it is worth."""
    own_score = line.ns if side == Side.NS.value else line.ew
    team, other = own_score.contestants[0], (line.ew if own_score is line.ns else line.ns).contestants[0]
    lines = _both_tables(field_sheet, line, {str(team), str(other)})
    for table, table_line in lines:
        yield _("Table %(table)s: %(result)s.") % {"table": table, "result": _line_words(table_line, field_sheet)}
    values = [_value_for_team(str(team), table_line) for _table, table_line in lines]
    if any(isinstance(value, Award) for value in values):
        sentence = _("An artificial score, not compared with the other table (Law 12C2): %(points)s.")
        yield sentence % {"points": own_score.points}
        return
    if len(lines) == 2 and all(isinstance(value, Outcomes) and value.single is not None for value in values):
        swing = sum(_score_for_team(str(team), table_line) for _table, table_line in lines)
        words = ngettext("Together that is %(swing)s point.", "Together that is %(swing)s points.", abs(swing))
        yield words % {"swing": signed_score(swing)}
    else:
        yield _("Each score counts by its weight, against each score of the other table (Law 12C1(c)).")
    yield _((field_sheet.event.scoring_method.match or IMPS).explained) % {"points": own_score.points}


def _both_tables(field_sheet: FieldSheet, line: ResultLine, teams: set[str]) -> list[tuple[int, Line]]:
    lines = []
    board = next(board for board in field_sheet.boards if board.number == line.board)
    for index, table_line in enumerate(board.lines):
        slot = field_sheet.slots[field_sheet.plays[line.board, index]]
        if {table_line.ns, table_line.ew} == teams and slot.round == line.slot.round:
            lines.append((slot.table, table_line))
    return lines


def _line_words(line: Line, field_sheet: FieldSheet) -> str:
    if line.authority or not isinstance(line.ns_value, Outcomes) or line.ns_value.single is None:
        return both_words(line.ns_value, line.ew_value, in_percent=field_sheet.method.gives_percentages)
    score = signed_score(line.ns_value.single)
    if line.result is None:
        return _("%(score)s for North-South") % {"score": score}
    return _("%(result)s, %(score)s for North-South") % {"result": result_words(line.result), "score": score}


def _value_for_team(team: str, line: Line) -> Value | None:
    return line.value(Side.NS if line.ns == team else Side.EW)


def _score_for_team(team: str, line: Line) -> int:
    value = _value_for_team(team, line)
    assert isinstance(value, Outcomes)
    return (value.single or 0) * (1 if line.ns == team else -1)
