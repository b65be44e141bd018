"""A Swiss pairs evening of nine pairs: every "why" is read, and every sentence of it worked out again."""

from __future__ import annotations

import html
import re
from collections import Counter
from fractions import Fraction

import pytest
from django.test import Client

from events.models import Play, Session
from scoring.engine.imps import imps
from scoring.engine.numbers import Rounding
from scoring.engine.victory import wbf_continuous
from scoring.models import BoardResult, Standing
from tests.cast import Cast
from tests.scoring.test_swiss_pairs import evening, over, url

pytestmark = pytest.mark.django_db
PAIRS, ROUNDS, BOARDS = 9, 3, 3
BYE = Fraction(12)
TWO, FOUR = Rounding(2), Rounding(4)
# North-South's score for what `play_pairs` lets them make: not vulnerable, and vulnerable.
SCORES = {
    "3NT-2 N": (-100, -200),
    "3NT-1 N": (-50, -100),
    "1NT= N": (90, 90),
    "2NT+1 N": (150, 150),
    "3NT= N": (400, 600),
    "3NT+1 N": (430, 630),
    "3NT+2 N": (460, 660),
}
# Law 2, the first nine boards.
NS_VULNERABLE = {2, 4, 5, 7}


def said(figure: Fraction | int) -> str:
    """Four decimals where the fraction does not end."""
    exact = Fraction(figure)
    ends = 10**4 % exact.denominator == 0
    text = str(exact.numerator) if exact.denominator == 1 else FOUR.show(exact)
    return (text.rstrip("0") if ends and "." in text else text).replace("-", "−")


def signed(figure: Fraction | int, shown: str) -> str:
    return f"+{shown}" if figure > 0 else shown.replace("-", "−")


def unit(figure: Fraction | int) -> str:
    return "IMP" if abs(figure) == 1 else "IMPs"


def steps(client: Client, address: str) -> list[str]:
    answer = client.get(address)
    assert answer.status_code == 200, address
    [listed] = re.findall(r'<ol class="steps">(.*?)</ol>', answer.content.decode(), re.S)
    return [html.unescape(one) for one in re.findall(r"<li>(.*?)</li>", listed, re.S)]


class Evening:
    """The evening as a scorer with paper and the tables of the Laws has it."""

    def __init__(self, session: Session) -> None:
        plays = Play.objects.filter(section__session=session).select_related("section")
        self.plays = list(plays.order_by("round", "table", "board"))
        results = BoardResult.objects.current().filter(play__section__session=session)
        self.text = {row.play_id: row.text for row in results}
        self.score = {play.pk: SCORES[self.text[play.pk]][play.board in NS_VULNERABLE] for play in self.plays}
        self.names = {
            place.contestant_id: f"P{place.number} 001 – P{place.number} 002" for place in session.places.all()
        }

    def others(self, play: Play) -> list[int]:
        return [self.score[one.pk] for one in self.plays if one.board == play.board and one.pk != play.pk]

    def swings(self, play: Play, sign: int) -> list[tuple[int, int]]:
        """Each other score, and the IMPs against it for North-South (1) or East-West (-1)."""
        return [(other, sign * imps(self.score[play.pk] - other)) for other in self.others(play)]

    def mean(self, play: Play, sign: int) -> Fraction:
        swings = self.swings(play, sign)
        return Fraction(sum(points for _other, points in swings), len(swings))

    def matches(self, contestant: int) -> dict[int, tuple[int, Fraction]]:
        """For each round the opponents and the exact margin."""
        found: dict[int, tuple[int, Fraction]] = {}
        for play in self.plays:
            for own, other, sign in ((play.north_id, play.east_id, 1), (play.east_id, play.north_id, -1)):
                if own == contestant:
                    net = found.get(play.round, (other, Fraction(0)))[1]
                    found[play.round] = (other, net + self.mean(play, sign))
        return found

    def total(self, contestant: int) -> Fraction:
        matches = self.matches(contestant)
        made = sum((victory_points(net) for _other, net in matches.values()), Fraction(0))
        return made + BYE * (ROUNDS - len(matches))


def victory_points(net: Fraction) -> Fraction:
    return Fraction(TWO.show(wbf_continuous(BOARDS).points(net)))


def test_every_sentence_of_every_boards_why_is_worked_out_again(cast: Cast, client: Client) -> None:
    session = over(cast, evening(cast, PAIRS, ROUNDS))
    paper, read = Evening(session), 0
    assert len(paper.plays) == ROUNDS * BOARDS * (PAIRS // 2)
    for play in paper.plays:
        for side, sign in (("ns", 1), ("ew", -1)):
            told = steps(client, url(session, "session-results-why-score", play_id=play.pk, side=side))
            first, *against, added, divided = told[: told.index(divided_line(paper, play, sign)) + 1]
            score = paper.score[play.pk]
            assert first.endswith(f"by North scores {signed(score, str(score))} for North-South.")
            assert Counter(against) == Counter(against_lines(paper.swings(play, sign)))
            total = sum(points for _other, points in paper.swings(play, sign))
            assert added == f"Compared with each of 3 other results, the IMPs add up to {said(total)}."
            assert divided == divided_line(paper, play, sign)
            assert told[len(against) + 3 :] == end_lines(paper.mean(play, sign), play.round)
            read += 1
    assert read == 2 * len(paper.plays)


def divided_line(paper: Evening, play: Play, sign: int) -> str:
    mean = paper.mean(play, sign)
    return f"Divided by 3 comparisons: {said(mean)} {unit(mean)}."


def against_lines(swings: list[tuple[int, int]]) -> list[str]:
    lines = []
    for (score, points), times in Counter(swings).items():
        several = f", {times} times" if times > 1 else ""
        lines.append(f"Against {signed(score, str(score))} it gives {said(points)}{several}.")
    return lines


def end_lines(mean: Fraction, number: int) -> list[str]:
    shown = TWO.show(mean)
    if Fraction(shown) == mean:
        return [f"It counts in the match of round {number}."]
    rounded = f"{said(mean)} is shown as {said(Fraction(shown))}."
    return [rounded, f"In the match of round {number} it counts exactly, not rounded."]


def test_every_sentence_of_every_places_why_is_worked_out_again(cast: Cast, client: Client) -> None:
    session = over(cast, evening(cast, PAIRS, ROUNDS))
    paper = Evening(session)
    totals = {contestant: paper.total(contestant) for contestant in paper.names}
    assert len(totals) == PAIRS
    assert Standing.objects.filter(run__field__session=session).count() == PAIRS
    for contestant, total in totals.items():
        told = steps(client, url(session, "session-results-why-place", contestant_id=contestant))
        matches = paper.matches(contestant)
        for number in range(1, ROUNDS + 1):
            assert told[number - 1] == round_line(paper, number, matches.get(number))
        assert told[ROUNDS] == f"Together: {TWO.show(total)} victory points."
        *ties, place = told[ROUNDS + 1 :]
        assert all(line.startswith("The tie was broken: ") for line in ties)
        level = sum(1 for other in totals.values() if other == total)
        assert bool(ties) <= (level > 1), "what is not level is not broken"
        better = sum(1 for other in totals.values() if other > total)
        [found] = re.findall(rf"^That is place (\d+)=? of {PAIRS}\.$", place)
        assert better < int(found) <= better + level


def round_line(paper: Evening, number: int, match: tuple[int, Fraction] | None) -> str:
    if match is None:
        return f"Round {number}: no opponents. The regulations give {TWO.show(BYE)} victory points for that."
    other, net = match
    shown = str(net) if net.denominator == 1 else TWO.show(net)
    made = f"{BOARDS} boards add up to {signed(net, shown)} {unit(net)}"
    if net.denominator > 1:
        whole = Rounding(0).show(net)
        made += f", {signed(int(whole), whole)} to the nearest whole IMP"
    return f"Round {number} against {paper.names[other]}: {made}: {TWO.show(victory_points(net))} victory points."
