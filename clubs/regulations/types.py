"""The kinds of value a regulation may have: how each is checked, kept as JSON, shown and asked for."""

from __future__ import annotations

from abc import ABC, abstractmethod
from dataclasses import dataclass, field
from decimal import Decimal, InvalidOperation
from typing import Any

from django import forms
from django.core.exceptions import ValidationError
from django.utils.formats import localize
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

LONGEST_NUMBER = 20


@dataclass(frozen=True)
class RegulationType(ABC):
    """Checks a value typed or sent, and turns it into what is stored."""

    @abstractmethod
    def clean(self, value: Any) -> Any: ...

    def show(self, value: Any) -> str:
        return str(value)

    @abstractmethod
    def form_field(self, **options: Any) -> forms.Field: ...


@dataclass(frozen=True)
class Minutes(RegulationType):
    most: int = 14 * 24 * 60

    def clean(self, value: Any) -> int:
        text = "" if isinstance(value, bool) else str(value).strip()
        if not text.isdecimal() or len(text) > LONGEST_NUMBER or int(text) > self.most:
            sentence = _("Write whole minutes from 0 to %(most)s.")
            raise ValidationError(sentence % {"most": self.most}, code="invalid")
        return int(text)

    def show(self, value: Any) -> str:
        """In days, hours and minutes: a week is not 10080 minutes to anybody."""
        hours, minutes = divmod(int(value), 60)
        days, hours = divmod(hours, 24)
        parts = []
        if days:
            parts.append(ngettext("%(count)s day", "%(count)s days", days) % {"count": localize(days)})
        if hours:
            parts.append(ngettext("%(count)s hour", "%(count)s hours", hours) % {"count": localize(hours)})
        if minutes or not parts:
            parts.append(ngettext("%(count)s minute", "%(count)s minutes", minutes) % {"count": localize(minutes)})
        return ", ".join(parts)

    def form_field(self, **options: Any) -> forms.Field:
        return forms.IntegerField(min_value=0, max_value=self.most, **options)


@dataclass(frozen=True)
class Amount(RegulationType):
    """An exact decimal number, kept as a string, within limits."""

    least: Decimal = Decimal(0)
    most: Decimal = Decimal(1000)
    unit: Any = ""

    def clean(self, value: Any) -> str:
        # Cut short before it is read: 1e-999999 is in every range, and has a million digits.
        text = str(value).strip()
        try:
            number = Decimal(text) if len(text) <= LONGEST_NUMBER and "e" not in text.lower() else None
        except InvalidOperation:
            number = None
        if number is None or not number.is_finite() or not self.least <= number <= self.most:
            sentence = _("Write a number from %(least)s to %(most)s.")
            raise ValidationError(sentence % {"least": self.least, "most": self.most}, code="invalid")
        return format(number.normalize(), "f")

    def show(self, value: Any) -> str:
        return f"{localize(Decimal(value))} {self.unit}".strip()

    def form_field(self, **options: Any) -> forms.Field:
        return forms.DecimalField(min_value=self.least, max_value=self.most, **options)


@dataclass(frozen=True)
class Choice(RegulationType):
    choices: tuple[tuple[str, Any], ...] = field(default=())

    def clean(self, value: Any) -> str:
        if not isinstance(value, str) or value not in dict(self.choices):
            sentence = _("Choose one of: %(choices)s.")
            raise ValidationError(sentence % {"choices": ", ".join(dict(self.choices))}, code="invalid")
        return str(value)

    def show(self, value: Any) -> str:
        return str(dict(self.choices).get(value, value))

    def form_field(self, **options: Any) -> forms.Field:
        return forms.ChoiceField(choices=self.choices, **options)


@dataclass(frozen=True)
class YesNo(RegulationType):
    def clean(self, value: Any) -> bool:
        if not isinstance(value, bool):
            raise ValidationError(_("Answer yes or no."), code="invalid")
        return value

    def show(self, value: Any) -> str:
        return _("Yes") if value else _("No")

    def form_field(self, **options: Any) -> forms.Field:
        return forms.TypedChoiceField(
            choices=[("yes", _("Yes")), ("no", _("No"))], coerce=lambda answer: answer == "yes", **options
        )


@dataclass(frozen=True)
class Regulation:
    """One thing that the Laws leave to regulation."""

    key: str
    section: str
    label: Any
    laws: tuple[str, ...]
    kind: RegulationType
    default: Any
    help: Any = ""
    announced: bool = False  # it stands in the conditions of contest

    @property
    def is_held_from_the_start(self) -> bool:
        """A session keeps it as it was when play began (Laws 78D, 93C3(b)); a later one is for later sessions."""
        is_for_a_session = self.key.startswith(("appeals.", "period."))
        return is_for_a_session and self.key not in ("appeals.naming", "appeals.federation_sees")
