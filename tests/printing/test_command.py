"""`manage.py report`: every report through the same code."""

from __future__ import annotations

import pytest
from django.core.management import CommandError, call_command

from printing.registry import REPORTS
from tests.printing.paper import measure

pytestmark = pytest.mark.django_db


def test_it_names_them(capsys):
    call_command("report", list=True)
    told = capsys.readouterr().out
    assert all(name in told for name in REPORTS)


def test_it_makes_one(session, tmp_path, capsys):
    out = tmp_path / "out.pdf"
    call_command("report", "ranking", session=session.pk, out=str(out))
    assert measure(out.read_bytes()).has("Ranking")
    assert "Ranking · Monday pairs" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (["nonsense", "--out", "x.pdf"], "There is no report called “nonsense”"),
        (["ranking", "--out", "x.pdf"], "Say what it is about: --session."),
        (["ranking", "--session", "987654", "--out", "x.pdf"], "There is no session 987654."),
        (["ranking", "--session", "1"], "Name a report and a file"),
        (["ranking", "membership-list", "--out", "x.pdf"], "about the same thing"),
    ],
)
def test_what_is_wrong_is_said(words, sentence):
    with pytest.raises(CommandError, match=sentence.replace("(", r"\(")):
        call_command("report", *words)
