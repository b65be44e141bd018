"""Which column of a file is what, and what its cells say."""

from __future__ import annotations

import re
from datetime import date, datetime
from typing import Any

from django.conf import settings
from django.core.exceptions import ValidationError
from django.utils import translation
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from clubs.models.people import MembershipKind, MembershipStatus
from core.errors import field_error
from core.names import fold
from core.sheets import FORMULA_STARTS

FIELDS = {
    "name": gettext_lazy("Name"),
    "given_name": gettext_lazy("First name"),
    "family_name": gettext_lazy("Last name"),
    "email": gettext_lazy("Email"),
    "phone": gettext_lazy("Telephone"),
    "number": gettext_lazy("Member number"),
    "federation_number": gettext_lazy("Federation number"),
    "kind": gettext_lazy("Kind"),
    "status": gettext_lazy("Status"),
    "starts": gettext_lazy("From"),
    "ends": gettext_lazy("Until"),
    "seat": gettext_lazy("Stationary seat"),
}
SPELLINGS = {
    "name": "name|full name|member|player|display name|vards uzvards|namn|naam|nom complet|nom et prenom",
    "given_name": "first name|firstname|given name|given names|forename|vorname|prenom|vards|voornaam|nombre|fornamn",
    "family_name": "last name|lastname|surname|family name|nachname|familienname|nom|uzvards|achternaam|apellido",
    "email": "email|e mail|mail|email address|e mail address|mail address|e mailadresse|courriel|epasts|e pasts|correo",
    "phone": "phone|telephone|tel|tel no|phone number|telephone number|mobile|mobile phone|mobile number|cell|handy|"
    "telefon|telefonnummer|telefons|talrunis|telefono|telefoon|gsm|portable",
    "number": "number|no|nr|member number|member no|membership number|membership no|member id|mitgliedsnummer|numero|"
    "biedra numurs|lidnummer|club number",
    "federation_number": "federation number|federation no|federation id|fed no|nbo number|nbo|bridge number|ebu number|"
    "ebu|acbl|acbl number|licence|license|licence number|lizenznummer|verbandsnummer|bondsnummer|federacijas numurs",
    "kind": "kind|type|category|membership type|membership|class|art|kategorie|categorie|veids|soort|tipo",
    "status": "status|state|stand|statuss|etat|estado",
    "starts": "from|start|starts|start date|since|joined|join date|member since|eintritt|seit|von|depuis|sakot no",
    "ends": "until|end|ends|end date|expires|expiry|expiry date|valid until|paid until|bis|austritt|jusqu au|lidz",
    "seat": "stationary seat|stationary|needs a stationary seat|needs stationary seat|fixed seat|sitzplatz",
}
YES = {"yes", "y", "1", "true", "x", "needed", "ja", "oui", "si", "on"}
NO = {"no", "n", "0", "false", "not needed", "nein", "non", "ne", "nee", "off"}
DAYS = ("%Y-%m-%d", "%d.%m.%Y", "%d/%m/%Y", "%Y/%m/%d", "%Y.%m.%d", "%d-%m-%Y", "%d.%m.%Y.")
GIVEN = ("given_name", "family_name")
# +371 2000 000: a plus sign that begins no formula.
PHONE = re.compile(r"\+[\d ()/.-]+")
# A dash alone is how some lists write that there is nothing to say.
BLANK = " \t\r\n\xa0—–"
SYNONYMS = {
    "kind": {"ordinary": "full", "regular": "full", "standard": "full", "youth": "junior", "life": "honorary"},
    "status": {"current": "active", "lapsed": "ended", "former": "ended"},
}


def normalized(text: str) -> str:
    """Without case, accents and punctuation."""
    return " ".join(re.findall(r"\w+", fold(text).replace("_", " ")))


def guess_columns(header: list[str]) -> dict[str, int]:
    """The columns whose names are understood; each is taken once, in the order of the fields."""
    heads = [normalized(head) for head in header]
    columns: dict[str, int] = {}
    for field, spellings in SPELLINGS.items():
        names = {normalized(name) for name in (*spellings.split("|"), *_labels_in_all_languages(FIELDS[field]))}
        place = next((n for n, head in enumerate(heads) if head in names and n not in columns.values()), None)
        if place is not None:
            columns[field] = place
    return columns


def check_columns(columns: dict[str, int]) -> None:
    if "name" not in columns and "family_name" not in columns:
        sentence = _("Say which column holds the name: without it nobody can be entered.")
        raise field_error("name", sentence, "no_name")
    fields: dict[int, str] = {}
    for field, place in columns.items():
        if place in fields:
            sentence = _("This column is already taken for “%(other)s”. Choose another.")
            raise ValidationError({field: sentence % {"other": FIELDS[fields[place]]}})
        fields[place] = field


def row_texts(columns: dict[str, int], cells: list[str]) -> dict[str, str]:
    """What a row says in each matched column; an empty cell says nothing."""
    texts = {field: cells[place].strip(BLANK) for field, place in columns.items() if place < len(cells)}
    name = texts.pop("name", "") or " ".join((texts.get("given_name", ""), texts.get("family_name", ""))).strip()
    texts = {field: " ".join(text.split()) if field in GIVEN else text for field, text in texts.items() if text}
    return {"name": " ".join(name.split()), **texts}


def parse_values(texts: dict[str, str]) -> dict[str, Any]:
    """The texts as values of the models' fields, or a sentence that says what is wrong."""
    for field, text in texts.items():
        if text.startswith(FORMULA_STARTS) and not (field == "phone" and PHONE.fullmatch(text)):
            sentence = _("“%(text)s” looks like a formula. Write the value itself.")
            raise ValidationError(sentence % {"text": text[:40]}, code="formula")
    if not texts["name"]:
        raise ValidationError(_("The name is missing."), code="no_name")
    texts = {field: _without_apostrophe(text) for field, text in texts.items()}
    readers = {"kind": _choice, "status": _choice, "starts": _day, "ends": _day, "seat": _yes_or_no}
    return {field: readers[field](field, text) if field in readers else text for field, text in texts.items()}


def _without_apostrophe(text: str) -> str:
    """Without the apostrophe that our own export puts before what a program would take for a formula."""
    return text[1:] if text.startswith("'") and text[1:].startswith(FORMULA_STARTS) else text


def _choice(field: str, text: str) -> str:
    choices: Any = MembershipKind if field == "kind" else MembershipStatus
    word = normalized(text)
    for value, label in choices.choices:
        if word in {value, *(normalized(name) for name in _labels_in_all_languages(label))}:
            return str(value)
    if word in SYNONYMS[field]:
        return SYNONYMS[field][word]
    labels = ", ".join(str(label) for label in choices.labels)
    sentence = _("“%(text)s” is not known here. Write one of: %(known)s.")
    raise ValidationError(sentence % {"text": text[:40], "known": labels}, code="unknown")


def _day(field: str, text: str) -> date:
    for pattern in DAYS:
        try:
            return datetime.strptime(text.split("T")[0].removesuffix(" 00:00:00"), pattern).date()  # noqa: DTZ007
        except ValueError:
            continue
    sentence = _("“%(text)s” is not a day. Write it like 2026-11-30 or 30.11.2026.")
    raise ValidationError(sentence % {"text": text[:40]}, code="no_day")


def _yes_or_no(field: str, text: str) -> bool:
    word = normalized(text) or text
    if word in YES or word in {normalized(name) for name in _labels_in_all_languages(gettext_lazy("yes"))}:
        return True
    if word in NO or word in {normalized(name) for name in _labels_in_all_languages(gettext_lazy("no"))}:
        return False
    raise ValidationError(_("“%(text)s” is neither yes nor no.") % {"text": text[:40]}, code="no_answer")


def _labels_in_all_languages(label: Any) -> list[str]:
    """A label in every language we speak: a file may come from any of our pages."""
    labels = []
    for code, _name in settings.LANGUAGES:
        with translation.override(code):
            labels.append(str(label))
    return labels
