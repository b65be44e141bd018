"""What looks wrong in a claim. These are questions and never refusals: the claim may be right all the same."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from django.utils.translation import gettext as _

from events.models import Board, Place, Play, Section
from events.models.plays import PlayState
from scoring.engine.cards import Card, Seat
from scoring.engine.contract import Contract, Result
from scoring.engine.deal import SEATS, Deal
from scoring.engine.fit import is_unlikely
from scoring.models import BoardResult, ScoreEntry, TableRules
from scoring.models.results import Outcome
from scoring.selectors.fouled import board_forms

# Whoever enters a board again and again would learn its cards from the answers (Law 16D).
MOST_ASKED = 2
FEW_RESULTS = 3
# So many leads that nobody can have made, and no fewer than the others: other cards lie on the tables.
IMPOSSIBLE_LEADS = 3
FAR_TRICKS = 4
FAR_POINTS = 600


@dataclass(frozen=True)
class Question:
    code: str
    sentence: str


def opening_leader(declarer: Seat) -> Seat:
    """The player to declarer's left (Law 41A)."""
    return SEATS[(SEATS.index(declarer) + 1) % 4]


def is_impossible_lead(deal: Deal, declarer: Seat, lead: Card) -> bool:
    hand = deal.hand(opening_leader(declarer))
    return hand is not None and lead not in hand.cards


def is_far_from_double_dummy(
    table: Mapping[str, Mapping[str, int]], contract: Contract, declarer: Seat, tricks: int
) -> bool:
    return abs(table[declarer.value][contract.strain.value] - tricks) >= FAR_TRICKS


def is_far_from_field(score: int, others: Collection[int]) -> bool:
    return len(others) >= FEW_RESULTS and min(abs(score - other) for other in others) >= FAR_POINTS


def looks_turned(score: int, others: Collection[int]) -> bool:
    """Everybody else's score is on the other side, and one of them is this one's mirror image."""
    if len(others) < FEW_RESULTS or score == 0:
        return False
    return all(other * score < 0 for other in others) and -score in others


def is_out_of_order(board: int, left: Collection[int]) -> bool:
    """Boards are taken from the lowest number up; the last one may be any of those that are left."""
    return any(other < board for other in left)


def questions_on(
    play: Play, fields: Mapping[str, Any], rules: TableRules, *, pair: int | None = None
) -> list[Question]:
    """What to ask about a claim for a play, given the fields of its score and the pair that, they say, declared."""
    questions: list[Question] = []
    if rules.in_order and is_out_of_order(play.board, _boards_due(play)):
        questions.append(
            Question("order", _("A board with a lower number is not entered yet. Is this the right board?"))
        )
    if pair is not None and is_not_declarers_pair(play, fields["declarer"], pair, contestant_numbers([play])):
        sentence = _("Pair %(pair)s is not to sit there. Look at declarer, and at who sits where.")
        questions.append(Question("pair", sentence % {"pair": pair}))
    if fields["outcome"] == Outcome.NOT_PLAYED or ScoreEntry.objects.filter(play=play).count() >= MOST_ASKED:
        return questions
    return questions + _questions_on_deal(play, fields, rules) + field_questions(fields["score"], _other_scores(play))


def _questions_on_deal(play: Play, fields: Mapping[str, Any], rules: TableRules) -> list[Question]:
    if fields["outcome"] != Outcome.PLAYED:
        return []
    board = _board(play)
    questions = deal_questions(board, fields, check_lead=rules.check_lead) if board is not None else []
    if questions and sections_with_other_cards([play.section]):
        # The deals that are kept here were never put on the tables: nobody is to answer for that.
        questions = []
    if is_unlikely(_result(fields)) and not any(question.code == "tricks" for question in questions):
        questions.append(Question("tricks", _("So few tricks are surprising. Look at the contract and the result.")))
    return questions


def _result(fields: Mapping[str, Any]) -> Result:
    return Result(Contract.parse(fields["contract"]), Seat(fields["declarer"]), fields["tricks"])


def deal_questions(board: Board, fields: Mapping[str, Any], *, check_lead: bool = True) -> list[Question]:
    """Yes or no, and nothing of the cards."""
    declarer, questions = Seat(fields["declarer"]), []
    deal = Deal.parse(board.deal, partial=True)
    if check_lead and fields["lead"] and is_impossible_lead(deal, declarer, Card.parse(fields["lead"])):
        sentence = _("The leader cannot have led that card. Look at the lead, declarer and the number of the board.")
        questions.append(Question("lead", sentence))
    table, contract = board.double_dummy, Contract.parse(fields["contract"])
    if table and is_far_from_double_dummy(table, contract, declarer, fields["tricks"]):
        sentence = _("So many tricks are surprising. Look at the result, declarer and the number of the board.")
        questions.append(Question("tricks", sentence))
    return questions


def sections_with_other_cards(sections: Iterable[Section]) -> list[Section]:
    """The sections whose tables play other cards than those of their set, as the leads tell."""
    with_boards = [candidate for candidate in sections if candidate.board_set_id is not None]
    if not with_boards:
        return []
    leads = BoardResult.objects.current().filter(play__section__in=with_boards).exclude(lead="")
    leads_made = list(leads.values_list("play__section_id", "play__board", "declarer", "lead"))
    if len(leads_made) < IMPOSSIBLE_LEADS:
        return []
    boards = Board.objects.current().filter(board_set__in={section.board_set_id for section in with_boards})
    deals = {(key, number): deal for key, number, deal in boards.values_list("board_set_id", "number", "deal")}
    wrong: Counter[int] = Counter()
    right: Counter[int] = Counter()
    sets = {section.pk: section.board_set_id for section in with_boards}
    for section, board, declarer, lead in leads_made:
        deal = deals.get((sets[section] or 0, board))
        if deal is not None:
            is_wrong = is_impossible_lead(Deal.parse(deal, partial=True), Seat(declarer), Card.parse(lead))
            (wrong if is_wrong else right)[section] += 1
    return [section for section in with_boards if IMPOSSIBLE_LEADS <= wrong[section.pk] >= right[section.pk]]


def field_questions(score: int, others: Sequence[int]) -> list[Question]:
    if looks_turned(score, others):
        return [Question("turned", _("At the other tables the other side has the score. Look at declarer again."))]
    if is_far_from_field(score, others):
        return [Question("field", _("The score is far from those of the other tables. Look at it again."))]
    return []


def contestant_numbers(plays: Iterable[Play]) -> dict[int, int]:
    """The numbers of those who play, by their contestants."""
    listed_plays = list(plays)
    ids = {pk for play in listed_plays for pk in play.contestant_ids}
    places = Place.objects.filter(contestant__in=ids, section__in={play.section_id for play in listed_plays})
    return dict(places.values_list("contestant_id", "number"))


def is_not_declarers_pair(play: Play, declarer: str, pair: int, numbers: Mapping[int, int]) -> bool:
    """The pair that declared is not the one that is to sit on declarer's side."""
    seated = play.north_id if declarer in ("N", "S") else play.east_id
    return bool(declarer) and play.south_id is None and numbers.get(seated) != pair


def _boards_due(play: Play) -> list[int]:
    due_plays = Play.objects.filter(section=play.section_id, table=play.table, round=play.round, state=PlayState.DUE)
    return list(due_plays.values_list("board", flat=True))


def _board(play: Play) -> Board | None:
    if play.section.board_set_id is None:
        return None
    boards = Board.objects.current().filter(board_set=play.section.board_set_id, number=play.board)
    return boards.first()


def _other_scores(play: Play) -> list[int]:
    """The scores of the other tables on the same cards, in every section of the session that plays the same boards."""
    same = Play.objects.filter(
        section__session=play.section.session_id, section__board_set=play.section.board_set_id, board=play.board
    )
    results = BoardResult.objects.current().filter(play__in=same.exclude(pk=play.pk), score__isnull=False)
    forms = board_forms(Section.objects.filter(session=play.section.session_id), [play.board])
    own_group = forms.group(play)
    return [
        result.score
        for result in results.select_related("play")
        if result.score is not None and forms.group(result.play) == own_group
    ]
