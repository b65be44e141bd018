"""`{{ form }}` anywhere gives the fields of the look."""

from __future__ import annotations

from django import forms


class Entry(forms.Form):
    name = forms.CharField(help_text="As on the score sheet.")
    note = forms.CharField(required=False)
    seat = forms.ChoiceField(choices=[("n", "North"), ("s", "South")], widget=forms.RadioSelect)
    stationary = forms.BooleanField(required=False)
    version = forms.IntegerField(widget=forms.HiddenInput)


def test_a_required_field_says_so_in_words():
    html = str(Entry())
    assert html.count("(required)") == 2


def test_help_is_tied_to_its_control():
    html = str(Entry())
    assert 'id="id_name_helptext"' in html
    assert 'aria-describedby="id_name_helptext"' in html


def test_choices_are_a_group_with_a_legend():
    html = str(Entry())
    assert "<fieldset" in html
    assert "<legend>Seat" in html


def test_errors_stand_at_the_top_as_links_and_at_their_fields():
    html = str(Entry({"name": "", "seat": "n", "version": "1"}))
    assert 'role="alert"' in html
    assert 'href="#id_name"' in html
    assert 'id="id_name_error"' in html
    assert 'aria-invalid="true"' in html
    assert 'aria-describedby="id_name_helptext id_name_error"' in html


def test_an_error_in_a_group_of_choices_leads_to_the_first():
    html = str(Entry({"name": "x", "version": "1"}))
    assert 'href="#id_seat_0"' in html


def test_what_is_wrong_with_a_hidden_field_or_the_whole_form_is_said_too():
    form = Entry({"name": "x", "seat": "n", "version": "x"})
    form.add_error(None, "Somebody else changed this.")
    html = str(form)
    assert "Somebody else changed this." in html
    assert "Version: Enter a whole number." in html


def test_text_is_escaped():
    html = str(Entry({"name": "<b>", "seat": "<b>", "version": "1"}))
    assert "<b>" not in html
