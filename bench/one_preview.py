"""Time the preview of a weighted score against one rescore: `python -m bench.one_preview TABLES TIMES`.

It fills an empty database, and prints the two medians in seconds as JSON.
"""

import json
import random
import sys

import django

django.setup()

from django.utils import timezone  # noqa: E402

from bench.measure import medians, timed  # noqa: E402
from events.models import Play, Session  # noqa: E402
from scoring.engine.boards import Conditions  # noqa: E402
from scoring.engine.sheet import Outcomes  # noqa: E402
from scoring.models import BoardResult, ComparisonField  # noqa: E402
from scoring.result_input import ResultInput, validated_score_fields  # noqa: E402
from scoring.runs.field_scores import score_field  # noqa: E402
from scoring.runs.sheets import read_field_sheet  # noqa: E402
from scoring.selectors.preview import preview  # noqa: E402
from scoring.services.comparison_fields import session_fields  # noqa: E402
from scoring.services.runs import write_run  # noqa: E402
from tests.cast import make_cast  # noqa: E402
from tests.events.evening import make_session  # noqa: E402

RESULTS = ("4S= N", "4S-1 N", "3NT+1 S", "2H+1 E", "5DX-2 W", "P", "1NT= W", "4HX+1 E")


def fill(tables: int) -> tuple[ComparisonField, Play]:
    """A Mitchell in which every board has been played at every table."""
    from events.movements.model import MovementKind

    session: Session = make_session(make_cast().harbour, 2 * tables, kind=MovementKind.MITCHELL)
    plays = list(Play.objects.filter(section__session=session))
    chance = random.Random(1927)
    at = timezone.now()
    BoardResult.objects.bulk_create(
        BoardResult(
            play=play,
            version=1,
            source="desk",
            made_at=at,
            **validated_score_fields(ResultInput.parse(chance.choice(RESULTS)), Conditions.of(play.board)),
        )
        for play in plays
    )
    Play.objects.filter(section__session=session).update(state="done")
    [field] = session_fields(session)
    ComparisonField.objects.filter(pk=field.pk).update(revision=1)
    rescore(field)
    return field, plays[len(plays) // 2]


def rescore(field: ComparisonField) -> None:
    """What the job does: read, score, write the run."""
    ComparisonField.objects.filter(pk=field.pk).update(scored_revision=0)
    sheet = read_field_sheet(field.pk)
    write_run(field_sheet=sheet, field_score=score_field(sheet), at=timezone.now())


def main(tables: int, times: int) -> None:
    field, play = fill(tables)
    outcomes = Outcomes.weighted((420, "60%"), (-50, "40%"))
    result = preview(play=play, ns=outcomes, ew=outcomes)
    assert result is not None
    assert len(result.here) == 2
    ours, peer = medians(
        timed(lambda: preview(play=play, ns=outcomes, ew=outcomes)), timed(lambda: rescore(field)), times=times
    )
    plays = Play.objects.count()
    sys.stdout.write(json.dumps({"preview": ours, "rescore": peer, "plays": plays}))


if __name__ == "__main__":
    main(int(sys.argv[1]), int(sys.argv[2]))
