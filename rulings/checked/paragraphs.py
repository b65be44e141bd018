"""Paragraphs of the Laws that somebody has typed."""

from __future__ import annotations

from collections.abc import Iterable

from django.utils.translation import gettext as _

from core.errors import field_error
from rulings.laws.paragraphs import is_paragraph


def refuse_unknown_paragraphs(laws: Iterable[object]) -> None:
    for law in map(str, laws):
        if not is_paragraph(law):
            sentence = _("There is no paragraph %(law)s in the Laws. Write them like 27B1(a), 16B3.")
            raise field_error("law_refs", sentence % {"law": law}, "no_paragraph")
