"""Double dummy and par of a whole set as the job computes and keeps them, against endplay called directly."""

from __future__ import annotations

from random import Random

from bench.measure import Row, Timed, at_most, medians, run_apart, timed

BOARDS, RUNS, LIMIT = 36, 5, 1.5


def run() -> list[Row]:
    ours, bare = map(float, run_apart("bench_double_dummy").split())
    return [at_most(f"double dummy and par of {BOARDS} boards / endplay alone", ours, bare, "s", LIMIT)]


def measure() -> tuple[float, float]:
    """Each run on deals of its own, the same for both: what was solved before would be solved faster again."""
    from scoring.engine.dealing import draw_set

    sets = [draw_set(BOARDS, Random(seed).randrange) for seed in range(RUNS + 1)]
    ours, bare = _by_the_job(sets), _by_endplay(sets)
    ours(), bare()
    return tuple(medians(ours, bare, times=RUNS))  # type: ignore[return-value]


def _by_the_job(sets: list) -> Timed:
    """All that the job does but waiting: read the boards, solve, report, keep."""
    from core import actors
    from events.models import Board, BoardSet
    from events.services.analysis import analyse_set
    from tests.cast import make_cast

    club = make_cast().harbour
    at = actors.system().at
    waiting = []
    for deals in sets:
        board_set = BoardSet.objects.create(club=club, name="Bench", source="dealt", made_at=at)
        Board.objects.bulk_create(
            Board(board_set=board_set, number=number, dealer="N", vulnerable="None", deal=deal.pbn(), made_at=at)
            for number, deal in enumerate(deals, start=1)
        )
        waiting.append(board_set.pk)
    return timed(lambda: analyse_set(waiting.pop(0), lambda done, total: None)())


def _by_endplay(sets: list) -> Timed:
    from endplay.dds import calc_all_tables, par
    from endplay.types import Deal, Player, Vul

    waiting = [[deal.pbn() for deal in deals] for deals in sets]

    def solve() -> None:
        for table in calc_all_tables([Deal(text) for text in waiting.pop(0)]):
            list(par(table, Vul.none, Player.north))

    return timed(solve)


if __name__ == "__main__":
    import django

    django.setup()
    print(*measure())
