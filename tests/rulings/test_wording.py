"""Prose: collected for translators, translated at the edge."""

import ast
import re
import shutil
import string

import pytest
from django.core.management import call_command
from django.test import override_settings
from django.utils.translation import override

from rulings import wording
from rulings.laws.library import library
from rulings.laws.messages import messages
from rulings.laws.model import Note
from rulings.laws.phrases import CHECKS
from rulings.laws.words import SENTENCES


def test_makemessages_gives_all_prose_to_the_translators(tmp_path, monkeypatch):
    if not shutil.which("xgettext"):
        pytest.skip("GNU gettext is not installed")
    folder = tmp_path / "laws"
    (folder / "locale").mkdir(parents=True)
    monkeypatch.chdir(folder)
    monkeypatch.setattr("rulings.management.commands.makemessages.SOURCE", folder / "prose.py")
    with override_settings(LOCALE_PATHS=[]):
        call_command("makemessages", locale=["xx"], verbosity=0)
    found = gettext_ids((folder / "locale" / "xx" / "LC_MESSAGES" / "django.po").read_text("utf-8"))
    assert found == set(messages())
    assert not (folder / "prose.py").exists()


def gettext_ids(text: str) -> set[str]:
    entries = re.findall(r'^msgid ((?:".*"\n)+)', text, flags=re.MULTILINE)
    parts = (re.findall(r'^(".*")$', entry, flags=re.MULTILINE) for entry in entries)
    return {"".join(map(ast.literal_eval, lines)) for lines in parts} - {""}


def test_everything_a_director_reads_is_on_the_list():
    known = set(messages())
    for tree in library().trees.values():
        assert tree.title in known
        assert not tree.first or tree.first in known
        assert {question.text for question in tree.questions} <= known
        assert {outcome.do for outcome in tree.outcomes.values()} <= known
        varied = {variant.text for one in tree.outcomes.values() for variant in one.variants if variant.key == "do"}
        assert varied <= known


def test_what_is_said_at_the_edge():
    outcome = library().outcomes["L27.B2"]
    with override("en"):
        assert wording.spoken_text(outcome, "pass") == (
            "The offender's partner must pass at every turn for the rest of the auction."
        )
        assert wording.spoken_text(outcome, "pc") is None
        assert wording.translated_text(outcome.do) == "The replacement stands."
        assert wording.note_sentence(Note.of("no-fact", text="x")) == "x: write a fact as key=value, such as rot=y."


def test_sentences_name_their_gaps():
    for code, sentence in SENTENCES.items():
        gaps = [name for _, name, _, _ in string.Formatter().parse(sentence) if name is not None]
        assert all(gap.isidentifier() for gap in gaps), code
    assert all(check.text.endswith(("?", ".")) for check in CHECKS.values())
