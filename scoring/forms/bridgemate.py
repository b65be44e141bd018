"""Files for Bridgemates and from them."""

from __future__ import annotations

from typing import Any

from django import forms
from django.core.exceptions import ValidationError
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from scoring.interchange.bridgemate.tables import COMPUTER_LENGTH

LARGEST = 30_000_000


class ReadFileForm(forms.Form):
    """A `.bws` file that Bridgemate's software keeps."""

    prefix = "read"
    file = forms.FileField(
        label=_("File"),
        help_text=_("The .bws file of this session. It may be read again and again while play goes on."),
        error_messages={"empty": _("This file is empty. Copy it again from the computer with Bridgemate's software.")},
        widget=forms.FileInput(attrs={"accept": ".bws"}),
    )
    with_processed = forms.BooleanField(
        label=_("Also what another program has marked as processed"),
        required=False,
        help_text=_("For an evening that the old program has scored already."),
    )

    with_deals = forms.BooleanField(
        label=_("Also the hands, if this session has no deals"),
        required=False,
        initial=True,
        help_text=_("They are taken when the file has every board, and stay sealed as long as they are played."),
    )
    of_any_day = forms.BooleanField(
        label=_("Take it although the day is another"),
        required=False,
        help_text=_("Only if the clock of that computer is wrong: last week's file looks the same as today's."),
    )

    def __init__(self, *args: Any, **options: Any) -> None:
        super().__init__(*args, **options)
        if not self.is_bound:
            # Offered when a file has been refused for it.
            del self.fields["of_any_day"]

    def clean_file(self) -> Any:
        upload = self.cleaned_data["file"]
        if upload.size > LARGEST:
            sentence = gettext("This file is larger than %(limit)s MB: no Bridgemate file is. Choose the right one.")
            raise ValidationError(sentence % {"limit": LARGEST // 1_000_000}, code="too_large")
        return upload


class TakeFileForm(forms.Form):
    """What is asked for before a file for Bridgemates is made."""

    prefix = "take"
    computer = forms.CharField(
        label=_("Name of the computer"),
        required=False,
        max_length=COMPUTER_LENGTH,
        help_text=_("As Windows has it, with capitals; only if your Bridgemate software asks for it."),
    )
    with_hands = forms.BooleanField(
        label=_("With the deals that you may see"),
        required=False,
        initial=True,
        help_text=_("Sealed boards are never in the file unless you have opened their seal."),
    )
