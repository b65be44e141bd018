"""Teams of four: head to head, round robin, and multiple teams with North-South at home.

A match takes two tables with the same boards: at the first the one team sits North-South, at the
second the other. In a multiple-teams movement the two halves are played in different rounds.
"""

from dataclasses import replace

from events.movements.errors import MovementError
from events.movements.howell import circle
from events.movements.model import Movement, MovementKind, Note, Round, Seating, Unit, board_numbers

MOST_TEAMS = 400


def head_to_head(boards: int, rounds: int) -> Movement:
    """Two teams, so many stanzas; in every other stanza one side changes opponents."""
    stanzas = tuple(
        Round(match_tables(1, *((1, 2) if number % 2 else (2, 1)), board_numbers(number, boards)))
        for number in range(1, rounds + 1)
    )
    return Movement(MovementKind.HEAD_TO_HEAD, Unit.TEAM, 2, stanzas, boards, rounds, meetings=rounds)


def match_tables(first_table: int, home: int, away: int, boards: tuple[int, ...]) -> tuple[Seating, Seating]:
    return (
        Seating(first_table, (home, away), boards, shared=True),
        Seating(first_table + 1, (away, home), boards, shared=True),
    )


def round_robin(teams: int, boards: int, rounds: int | None = None) -> Movement:
    """All play all by the circle method, everyone on the same boards; an odd team has a bye."""
    _size(teams, 2, "round robin")
    even = teams + teams % 2
    round_count = even - 1 if rounds is None else rounds
    if round_count > 2 * (even - 1):
        most = 2 * (even - 1)
        raise MovementError(
            "too-many-rounds", rounds=round_count, what="a round robin", number=f"{teams} teams", most=most
        )
    rows = circle(even)
    match_rounds = []
    for number in range(round_count):
        meetings = [(cell.ns + 1, cell.ew + 1) for cell in rows[number % (even - 1)]]
        match_rounds.append(match_round(meetings, teams, board_numbers(number + 1, boards)))
    twice = round_count > even - 1
    return Movement(
        MovementKind.ROUND_ROBIN,
        Unit.TEAM,
        teams,
        tuple(match_rounds),
        boards,
        round_count,
        copies=max(1, teams // 2),
        meetings=2 if twice else 1,
        notes=(Note.of("same-boards"), *((Note.of("double-round"),) if twice else ())),
    )


def match_round(meetings: list[tuple[int, int]], teams: int, boards: tuple[int, ...]) -> Round:
    """Matches on neighbouring tables; whoever meets a number that does not exist has a bye."""
    played = [meeting for meeting in meetings if max(meeting) <= teams]
    out = tuple(min(meeting) for meeting in meetings if max(meeting) > teams)
    seatings = tuple(
        seating
        for index, (home, away) in enumerate(played)
        for seating in match_tables(2 * index + 1, home, away, boards)
    )
    return Round(seatings, out)


def one_match_at_a_time(teams: int, boards: int, rounds: int | None = None) -> Movement:
    """Multiple teams in New England's order: both halves of a match in two rounds running."""
    return multiple_teams(teams, boards, rounds, in_turn=True)


def multiple_teams(teams: int, boards: int, rounds: int | None = None, in_turn: bool = False) -> Movement:
    """Each team's North-South stay at home, East-West visit every other team.

    The East-West pair m tables away comes with board set home + offset(m). Both halves of a match
    see the same boards when offset(m) - offset(-m) = m; nobody sees boards twice when the offsets
    are distinct. An even number of teams cannot have m = half of them like that: that round, when
    asked for, is played last with boards of its own, shared by both tables of each match.
    """
    least = 4 if teams % 2 == 0 else 3
    _size(teams, least, "multiple-teams movement")
    most = teams - 1
    round_count = (most if teams % 2 else most - 1) if rounds is None else rounds
    if round_count > most:
        number = f"{teams} teams"
        raise MovementError("too-many-rounds", rounds=round_count, what="multiple teams", number=number, most=most)
    visits = [_visit(teams, boards, step, offset) for step, offset in _visits(teams, in_turn)]
    sets = teams
    notes = [Note.of("home-table")]
    if in_turn:
        notes.append(Note.of("one-match-at-a-time"))
    if round_count > len(visits):
        visits.append(_opposite(teams, boards))
        sets += teams // 2
        notes.append(Note.of("last-round-shared", half=teams // 2))
    elif teams % 2 == 0:
        notes.append(Note.of("misses-one", rounds=most))
    kind = MovementKind.NEW_ENGLAND if in_turn else MovementKind.AMERICAN_WHIST
    whole = Movement(kind, Unit.TEAM, teams, tuple(visits), boards, sets, notes=tuple(notes))
    return whole.cut(round_count)


def _visits(teams: int, in_turn: bool) -> list[tuple[int, int]]:
    """Steps and board offsets in playing order."""
    offsets = board_offsets(teams)
    if in_turn:
        order = [step for up in range(1, (teams + 1) // 2) for step in (up, teams - up)]
    elif teams % 2:
        order = [2 * number % teams for number in range(1, teams)]
    else:
        order = sorted(offsets)
    return [(step, offsets[step]) for step in order]


def board_offsets(teams: int) -> dict[int, int]:
    """An offset for each step with offset(m) - offset(-m) = m, all distinct.

    Odd: half the step. Even: two steps that add up to the number of teams take the ends of an
    interval; odd lengths are nested around one middle and even lengths around another.
    """
    if teams % 2:
        half = (teams + 1) // 2
        return {step: step * half % teams for step in range(1, teams)}
    offsets = {}
    odd = (teams // 2) // 2
    even_centre = 2 * odd + (teams // 2 - 1) // 2
    for step in range(1, teams // 2):
        low = odd - (step + 1) // 2 if step % 2 else even_centre - step // 2
        offsets[step], offsets[teams - step] = low + step, low
    return offsets


def _visit(teams: int, boards: int, step: int, offset: int) -> Round:
    seatings = tuple(
        Seating(
            home + 1,
            (home + 1, (home + step) % teams + 1),
            board_numbers((home + offset) % teams + 1, boards),
        )
        for home in range(teams)
    )
    return Round(seatings)


def _opposite(teams: int, boards: int) -> Round:
    half = teams // 2
    pairs = [(home, board_numbers(teams + home + 1, boards)) for home in range(half)]
    first = [Seating(home + 1, (home + 1, home + half + 1), numbers, shared=True) for home, numbers in pairs]
    second = [replace(seating, table=seating.table + half, seats=seating.seats[::-1]) for seating in first]
    return Round((*first, *second))


def _size(teams: int, least: int, what: str) -> None:
    if teams < least:
        raise MovementError("too-few", option="teams", number=teams, what=what, least=least)
    if teams > MOST_TEAMS:
        raise MovementError("too-many", option="teams", number=teams, most=MOST_TEAMS)
