"""docs/how-to/add-a-language.md, carried out: the language can be chosen, and a page speaks it."""

from __future__ import annotations

import ast
import re
import shlex
import shutil
from io import StringIO
from pathlib import Path
from typing import Any

import pytest
from django.core.management import call_command
from django.test import Client
from django.urls import reverse

from rulings.management.commands import makemessages
from tests.cast import Cast
from tests.how_to.applying import ROOT, commands, shown_files
from tests.how_to.documents import HOW_TO

DOCUMENT = HOW_TO / "add-a-language.md"
pytestmark = pytest.mark.skipif(not shutil.which("msgfmt"), reason="GNU gettext is not installed")


def offered_languages() -> list[tuple[str, str]]:
    """LANGUAGES as the document has them."""
    [settings_file] = [file for file in shown_files(DOCUMENT) if file.path == "config/settings.py"]
    for line in ast.parse(settings_file.whole()).body:
        if isinstance(line, ast.Assign) and ast.unparse(line.targets[0]) == "LANGUAGES":
            return eval(ast.unparse(line.value), {"_": str})
    raise AssertionError("no LANGUAGES")


def run(command: str) -> None:
    _python, _manage, *words = shlex.split(command)
    call_command(*words, stdout=StringIO())


def test_the_language_can_be_chosen_and_a_page_speaks_it(
    cast: Cast, client: Client, settings: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    # One template stands for all: reading every file takes long, and tests nothing of ours.
    shutil.copy(ROOT / "templates" / "clubs" / "members.html", tmp_path)
    monkeypatch.setattr(makemessages, "SOURCE", tmp_path / "prose.py")
    monkeypatch.chdir(tmp_path)
    settings.LOCALE_PATHS, settings.LANGUAGES = [tmp_path / "locale"], offered_languages()
    collect, compile_ = commands(DOCUMENT)
    run(collect)
    [catalogue] = re.findall(r"`(locale/\S+\.po)`", DOCUMENT.read_text("utf-8"))
    text = (tmp_path / catalogue).read_text("utf-8")
    [translated] = [file.text for file in shown_files(DOCUMENT) if file.language == "po"]
    original, _line, translation = translated.partition("\n")
    assert f'{original}\nmsgstr ""' in text
    assert "Insufficient bid" in text
    (tmp_path / catalogue).write_text(text.replace(f'{original}\nmsgstr ""\n', translated), "utf-8")
    run(compile_)
    settings.LOCALE_PATHS = [str(tmp_path / "locale")]

    client.force_login(cast.secretary)
    page = reverse("club-members", kwargs={"slug": "harbour"})
    code, name = offered_languages()[-1]
    assert re.search(rf'value="{code}"\s+lang="{code}">{name}</option>', client.get(page).content.decode())
    client.post(reverse("set_language"), {"language": code, "next": page})
    spoken = client.get(page)
    [word] = re.findall(r'msgstr "(.+)"', translation)
    assert f'<h2 id="members-title">{word}</h2>' in spoken.content.decode()
    assert spoken.headers["Content-Language"] == code
