"""What devices at a table send, read strictly: nothing that arrives is trusted to be of the right kind."""

from __future__ import annotations

import re
from datetime import UTC, datetime
from typing import Any

from django import forms
from django.conf import settings
from django.core.exceptions import ValidationError
from django.utils import translation
from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from scoring.models import TableRules
from scoring.models.results import Outcome
from scoring.result_input import ResultInput
from scoring.services.entries import Claim

KEY = re.compile(r"[A-Za-z0-9_-]{16,64}")
SIDES = ("NS", "EW", "")
REASONS: dict[str, str | Promise] = {
    "irregularity": gettext_lazy("Something went wrong in the bidding or play"),
    "score": gettext_lazy("We do not agree on the score"),
    "seats": gettext_lazy("Wrong players or seats (Law 5)"),
    "board": gettext_lazy("A board is missing, wrong or fouled"),
    "help": gettext_lazy("Help with this device"),
}


def call_reason(reason: str) -> str:
    return str(REASONS.get(reason, reason))


def reason_code(words: str) -> str:
    """Which of the reasons was chosen, in whatever language; empty where it was written freely."""
    for language, _name in settings.LANGUAGES:
        with translation.override(language):
            for code, sentence in REASONS.items():
                if words == str(sentence):
                    return code
    return ""


def read_claim(sent: Any) -> tuple[int, int, Claim]:
    """Round, board and the claim itself."""
    if not isinstance(sent, dict):
        raise _not_understood()
    result = ResultInput(
        outcome=_text(sent, "outcome", 12) or Outcome.PLAYED,
        contract=_text(sent, "contract", 6),
        declarer=_text(sent, "declarer", 1),
        tricks=_number(sent, "tricks", 99) if sent.get("tricks") is not None else None,
        lead=_text(sent, "lead", 3),
    )
    claim = Claim(
        key=_key(sent, "key"),
        result=result,
        side=_side(sent),
        seen=_number(sent, "seen", 1_000_000),
        typed_at=_moment(sent.get("typed_at")),
        confirmed=sent.get("confirmed") is True,
        sure=sent.get("sure") is True,
        after=_key(sent, "after") if sent.get("after") else "",
        pair=_number(sent, "pair", 999) if sent.get("pair") is not None else None,
    )
    return _number(sent, "round", 999), _number(sent, "board", 9999), claim


def read_confirmation(sent: dict[str, Any]) -> tuple[str, bool, str]:
    """The key of the claim, whether they agree, and which side says so."""
    if not isinstance(sent.get("agrees"), bool):
        raise _not_understood()
    return _key(sent, "confirms"), sent["agrees"], _side(sent)


def read_call(sent: dict[str, Any]) -> tuple[str, str, int | None]:
    act = sent.get("act")
    if act not in ("call", "take-back"):
        raise _not_understood()
    number = _number(sent, "board", 9999) if sent.get("board") is not None else None
    return act, _text(sent, "reason", 200), number


def _not_understood() -> ValidationError:
    return ValidationError(_("This is not understood. Load the page again and type it once more."), code="malformed")


def _key(sent: dict[str, Any], name: str) -> str:
    key = sent.get(name)
    if not isinstance(key, str) or not KEY.fullmatch(key):
        raise _not_understood()
    return key


def _text(sent: dict[str, Any], name: str, longest: int) -> str:
    text = sent.get(name) or ""
    if not isinstance(text, str) or len(text) > longest or "\x00" in text:
        raise _not_understood()
    return text


def _number(sent: dict[str, Any], name: str, most: int) -> int:
    number = sent.get(name, 0)
    if not isinstance(number, int) or isinstance(number, bool) or not 0 <= number <= most:
        raise _not_understood()
    return number


def _side(sent: dict[str, Any]) -> str:
    side = _text(sent, "side", 2)
    if side not in SIDES:
        raise _not_understood()
    return side


def _moment(millis: Any) -> datetime | None:
    """When it was typed, by the device's own clock: worth knowing, never worth a refusal."""
    if not isinstance(millis, int) or isinstance(millis, bool) or not 0 < millis < 10**13:
        return None
    return datetime.fromtimestamp(millis / 1000, UTC)


class BoardForm(forms.Form):
    """A result typed without script: the order of the devices in use, in one form."""

    outcome = forms.ChoiceField(label=gettext_lazy("What happened"), choices=Outcome.choices, initial=Outcome.PLAYED)
    level = forms.TypedChoiceField(
        label=gettext_lazy("Level"),
        choices=[("", "–"), *[(str(level), str(level)) for level in range(1, 8)]],
        required=False,
    )
    strain = forms.ChoiceField(
        label=gettext_lazy("Strain"),
        choices=[("", "–"), ("C", "♣"), ("D", "♦"), ("H", "♥"), ("S", "♠"), ("NT", gettext_lazy("No trump"))],
        required=False,
    )
    risk = forms.ChoiceField(
        label=gettext_lazy("Doubled"),
        choices=[
            ("", gettext_lazy("Not doubled")),
            ("X", gettext_lazy("Doubled")),
            ("XX", gettext_lazy("Redoubled")),
        ],
        required=False,
    )
    declarer = forms.ChoiceField(
        label=gettext_lazy("Declarer"),
        choices=[
            ("", "–"),
            ("N", gettext_lazy("North")),
            ("E", gettext_lazy("East")),
            ("S", gettext_lazy("South")),
            ("W", gettext_lazy("West")),
        ],
        required=False,
    )
    lead = forms.CharField(
        label=gettext_lazy("Lead"), max_length=4, required=False, help_text=gettext_lazy("Such as H7 or SA.")
    )
    tricks = forms.TypedChoiceField(
        label=gettext_lazy("Tricks that declarer took"),
        choices=[("", "–"), *[(str(tricks), str(tricks)) for tricks in range(14)]],
        coerce=int,
        empty_value=None,
        required=False,
    )
    side = forms.ChoiceField(
        label=gettext_lazy("Entered by"),
        choices=[("NS", gettext_lazy("North-South")), ("EW", gettext_lazy("East-West"))],
        initial="NS",
    )

    def __init__(self, *args: Any, rules: TableRules, **options: Any) -> None:
        super().__init__(*args, **options)
        if not rules.lead:
            del self.fields["lead"]
        if not rules.not_played:
            field: Any = self.fields["outcome"]
            field.choices = [choice for choice in Outcome.choices if choice[0] != Outcome.NOT_PLAYED]

    def result_input(self) -> ResultInput:
        data = self.cleaned_data
        if data["outcome"] != Outcome.PLAYED:
            return ResultInput(data["outcome"])
        contract = f"{data['level']}{data['strain']}{data['risk']}"
        return ResultInput(Outcome.PLAYED, contract, data["declarer"], data["tricks"], data.get("lead", ""))

    def field_for(self, name: str, problem: ValidationError) -> str:
        """The contract is three fields here."""
        return "level" if name == "contract" else name
