"""Sentences in the reader's language: the template is translated, the figures are filled in after."""

import gettext

import pytest
from django.utils import translation
from django.utils.translation import trans_real

from events.movements import MovementKind, Note, say
from events.wording import kind_name, note_sentence

NOTE = Note.of("near-boards", boards=24, wanted=26)


def test_english_is_what_the_package_says() -> None:
    with translation.override("en"):
        assert note_sentence(NOTE) == say(NOTE) == "24 boards each, 26 were asked for."
        assert kind_name(MovementKind.WEB) == "Web Mitchell"


def test_figures_are_filled_into_the_translation(monkeypatch: pytest.MonkeyPatch) -> None:
    class Other(gettext.NullTranslations):
        def gettext(self, message: str) -> str:
            return "{wanted} gewünscht, {boards} gespielt."

    # The language from before is put back after the patch is gone: it would stay the other one otherwise.
    with translation.override("en"), monkeypatch.context() as patch:
        patch.setattr(trans_real, "translation", lambda language: Other())
        translation.activate("de")
        assert note_sentence(NOTE) == "26 gewünscht, 24 gespielt."
