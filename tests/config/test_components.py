"""Components: each is shown and described, escapes what it is given, and has its markup in one place."""

from __future__ import annotations

import re

import pytest
from django.conf import settings
from django.template import engines

from clubs.views.styleguide import all_components
from core.templatetags.components import register

NAMES = sorted([*register.tags, *register.filters])
TEMPLATES = settings.BASE_DIR / "templates"
# Mails cannot use the stylesheet and look like nothing else.
BY_HAND = {"scoring/mail/results.html"}
MARKUP = re.compile(r"card__title|form__actions|page-head|\bclass=\"empty\b|table-scroll")


def render(source: str, **values: object) -> str:
    return " ".join(engines["django"].from_string(source).render(values).split())


@pytest.mark.parametrize("name", NAMES)
def test_a_component_is_shown_on_the_style_guide(name):
    shown = (TEMPLATES / "pages/samples.html").read_text()
    assert re.search(rf"{{% {name}\b|\|{name}\b", shown)
    assert re.search(rf"<code>[\w ]*\b{name}\b[\w ]*</code>", shown)


@pytest.mark.parametrize("name", NAMES)
def test_a_component_is_described(name):
    described = (settings.BASE_DIR / "docs/components.md").read_text()
    assert re.search(rf"`{{% {name}\b|\|{name}\b", described)


def test_the_documents_lead_to_the_components():
    assert "(components.md)" in (settings.BASE_DIR / "docs/README.md").read_text()


def test_the_style_guide_names_every_component_with_its_parameters():
    written = {component.name: component.usage for component in all_components()}
    assert sorted(written) == NAMES
    assert written["submit"] == "{% submit text kind about values… %}"
    assert written["actions"] == "{% actions css %}…{% endactions %}"
    assert written["nothing_here"] == '{% nothing_here title level=2 tag="div" %}…{% endnothing_here %}'
    assert written["badge"] == "{{ text|badge:kind }}"


@pytest.mark.parametrize("path", sorted(TEMPLATES.rglob("*.html")), ids=lambda path: str(path.relative_to(TEMPLATES)))
def test_no_page_writes_the_markup_of_a_component(path):
    name = str(path.relative_to(TEMPLATES))
    if not name.startswith("components/") and name not in BY_HAND:
        assert not MARKUP.findall(path.read_text())


@pytest.mark.parametrize(
    "source",
    [
        "{% card words %}{{ words }}{% endcard %}",
        "{% card_title %}{{ words }}{% endcard_title %}",
        "{% notice 'warn' title=words %}{{ words }}{% endnotice %}",
        "{% error_summary list title=words %}",
        "{% nothing_here words %}{{ words }}{% endnothing_here %}",
        "{% page_head words %}{{ words }}{% endpage_head %}",
        "{% table label=words %}{% columns words words hidden='2' %}{% endtable %}",
        "{% fact words %}{{ words }}{% endfact %}",
        "{{ words|badge:'good' }}",
        "{% submit words name=words about=words %}",
        "{% button_link words '/x/' about=words %}",
        "{% post_button words '/x/' about=words %}",
        "{% form_with_buttons words words back='/x/' back_text=words %}",
        "{% actions %}{{ words }}{% endactions %}",
    ],
)
def test_what_people_wrote_is_escaped(source):
    words = 'Ann <b>& "Bo"</b>'
    page = render(source, words=words, list=[words])
    assert "<b>" not in page
    assert "&lt;b&gt;&amp;" in page


def test_a_link_leads_to_a_page_an_object_or_an_address():
    class Place:
        def get_absolute_url(self) -> str:
            return "/place/"

    assert 'href="/clubs/"' in render('{% button_link "x" "clubs" %}')
    assert 'href="/clubs/harbour/"' in render('{% button_link "x" "club" slug="harbour" %}')
    assert 'href="/place/"' in render('{% button_link "x" place %}', place=Place())
    assert 'href="?page=2"' in render('{% button_link "x" "?page=2" %}')


def test_columns_are_figures_or_only_heard():
    assert render('{% columns "Pair" "Score" "Remove" num="2" hidden="3" %}') == (
        '<thead><tr><th scope="col">Pair</th><th scope="col" class="num">Score</th>'
        '<th scope="col"><span class="visually-hidden">Remove</span></th></tr></thead>'
    )


def test_what_a_page_has_several_of_is_told_apart_by_a_number():
    page = render('{% card "Open" "section" number=12 %}{% endcard %}')
    assert 'aria-labelledby="section-12"' in page
    assert 'id="section-12"' in page


def test_other_parameters_of_a_button_are_attributes():
    assert render('{% submit "Stop" "quiet small" name="act" value=0 data_key="m" disabled=True %}') == (
        '<button class="button button--quiet button--small" type="submit" disabled name="act" value="0" data-key="m">'
        "Stop</button>"
    )


def test_a_form_carries_the_token_of_the_page():
    page = render('{% post_button "Do it" "/x/" %}', csrf_token="secret-of-the-page")
    assert 'value="secret-of-the-page"' in page
    assert 'action="/x/"' in page


def test_nothing_is_said_where_nothing_was_refused():
    assert render("{% error_summary errors %}", errors=[]) == ""
