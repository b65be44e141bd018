"""Handing in files of results, saying what becomes of each, and whom names mean."""

from __future__ import annotations

from typing import Any

from django import forms
from django.core.exceptions import ValidationError
from django.core.files.uploadedfile import UploadedFile
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from clubs.regulations.catalogue import PROFILES
from exchange.models import ImportedName, ImportFile, ResultsImport
from exchange.models.results_imports import Answer, Choice
from exchange.selectors.imports import Candidate
from exchange.services.results_imports import choices_for
from scoring.engine.methods import METHODS, TEAM_METHODS


class FilesInput(forms.ClearableFileInput):
    allow_multiple_selected = True


class FilesField(forms.FileField):
    """One file or many."""

    widget = FilesInput

    def clean(self, data: Any, initial: Any = None) -> Any:
        files = data if isinstance(data, list | tuple) else [data] if data else []
        if not files:
            raise ValidationError(self.error_messages["required"], code="required")
        return [super(FilesField, self).clean(file, initial) for file in files]


class FilesForm(forms.Form):
    files = FilesField(  # type: ignore[assignment]  # the name under which they are sent
        label=gettext_lazy("Files"),
        help_text=gettext_lazy(
            "USEBIO, PBN, CSV and the like, up to 100 at once, or ZIP archives of up to 5,000 files."
        ),
        error_messages={
            "empty": gettext_lazy("“%(name)s” is empty. Leave it out, or choose another file."),
            "required": gettext_lazy("Choose at least one file."),
        },
        widget=FilesInput(attrs={"multiple": True}),
    )

    def uploads(self) -> list[UploadedFile]:
        return list(self.cleaned_data["files"])


class OneFileForm(forms.Form):
    file = forms.FileField(
        label=gettext_lazy("File of the other program"),
        error_messages={"required": gettext_lazy("Choose the file."), "empty": gettext_lazy("This file is empty.")},
    )


class SessionFileForm(forms.Form):
    session = forms.FileField(
        label=gettext_lazy("Session as JSON"),
        help_text=gettext_lazy("As a results page of Tenace gives it, here or in another installation."),
        error_messages={"required": gettext_lazy("Choose the file."), "empty": gettext_lazy("This file is empty.")},
    )

    def field_for(self, name: str, problem: ValidationError) -> str:
        return "session"


class FileForm(forms.Form):
    """What is to become of one file."""

    version = forms.IntegerField(widget=forms.HiddenInput)
    choice = forms.ChoiceField(label=gettext_lazy("What is to become of it"))
    profile = forms.ChoiceField(label=gettext_lazy("Scoring profile"), required=False)
    method = forms.ChoiceField(label=gettext_lazy("Scoring"), required=False)
    day = forms.DateField(
        label=gettext_lazy("Played on"),
        required=False,
        help_text=gettext_lazy("Empty: as the file says."),
        widget=forms.DateInput(attrs={"type": "date"}, format="%Y-%m-%d"),
    )

    def __init__(self, *args: Any, file: ImportFile, **options: Any) -> None:
        super().__init__(*args, **options)
        fitting = dict(PROFILES).get(file.outline.get("profile", ""))
        usual = _("As fits what the file publishes: %(profile)s") % {"profile": fitting} if fitting else _("The club’s")
        self.fields["choice"].choices = [(choice, Choice(choice).label) for choice in choices_for(file)]  # type: ignore[attr-defined]
        self.fields["profile"].choices = [("", usual), *PROFILES]  # type: ignore[attr-defined]
        names = [(name, name) for name in (*METHODS, *TEAM_METHODS)]
        self.fields["method"].choices = [("", _("As the file says")), *names]  # type: ignore[attr-defined]
        self.initial = {
            "version": file.results_import.version,
            "choice": file.choice,
            "profile": file.profile,
            "method": file.method,
            "day": file.outline.get("day", ""),
        }


class NamesForm(forms.Form):
    """A page of names, each with who may be meant."""

    version = forms.IntegerField(widget=forms.HiddenInput)

    def __init__(
        self,
        *args: Any,
        results_import: ResultsImport,
        names: list[ImportedName],
        candidates: dict[int, list[Candidate]],
        **options: Any,
    ) -> None:
        super().__init__(*args, **options)
        self.initial["version"] = results_import.version
        for name in names:
            self.fields[f"name-{name.pk}"] = forms.ChoiceField(
                label=name.name,
                help_text=name.number,
                choices=_choices(name, candidates.get(name.pk, [])),
                initial=_value(name),
            )

    def answers(self) -> dict[int, tuple[str, int | None]]:
        """By the id of the name: the answer, and the player where it is somebody."""
        found: dict[int, tuple[str, int | None]] = {}
        for field, value in self.cleaned_data.items():
            if field.startswith("name-"):
                answer, _colon, player = value.partition(":")
                found[int(field.removeprefix("name-"))] = (answer, int(player) if player else None)
        return found


def _choices(name: ImportedName, candidates: list[Candidate]) -> list[tuple[str, Any]]:
    people = [(f"{Answer.PERSON.value}:{candidate.player.pk}", candidate.label) for candidate in candidates]
    others = [(answer.value, answer.label) for answer in (Answer.VISITOR, Answer.AS_WRITTEN)]
    undecided = [(Answer.OPEN.value, Answer.OPEN.label)] if name.answer == Answer.OPEN else []
    return [*undecided, *people, *others]


def _value(name: ImportedName) -> str:
    return f"{name.answer}:{name.player_id}" if name.answer == Answer.PERSON else name.answer
