"""The check for words that no translator sees."""

import pytest

from script._untranslated import find_in


def texts(source: str, **options: bool) -> list[str]:
    return [find.text for find in find_in(source, **options)]


@pytest.mark.parametrize(
    "source",
    [
        '<p>{% translate "Hello" %}</p>',
        "<p>{% blocktranslate %}Hello <b>you</b>{% endblocktranslate %}</p>",
        "<p>{% blocktrans count n=n %}one{% plural %}many{% endblocktrans %}</p>",
        "<p>{{ name }} · 12 % &mdash; ♠</p>",
        "<p>Tenace</p>",
        "<td>♠ A Q 10 4</td>",
        "{# Hello #}{% comment %}Hello{% endcomment %}<!-- Hello -->",
        "<script>let hello = 1;</script><style>p { color: red }</style>",
        '<code translate="no">manage.py <b>status</b></code><p>{{ x }}</p>',
        '<table translate="no"><tr><td>A Q</table>',
        '<a href="/hello" class="big{% if x %} bold{% endif %}" data-name="hello">{{ x }}</a>',
        "<p{% if x %} hidden{% endif %}>1</p>",
        '<input type="text" value="hello" name="hello">',
        '{% include "x.html" with kind="wide" %}',
        '{% card _("Members") "members-title" kind="accent" %}{% endcard %}',
        '{% columns _("Name") _("Score") num="2" %}',
        '{% submit _("Save") "primary" name="act" value="keep" about=name %}',
        "{% block stylesheet %}results{% endblock stylesheet %}",
    ],
)
def test_what_is_marked_or_not_shown_passes(source):
    assert texts(source) == []


@pytest.mark.parametrize(
    ("source", "found"),
    [
        ("<p>Hello</p>", "Hello"),
        ("<p>{{ count }} members</p>", "… members"),
        ("<title>Clubs – {% block title %}{% endblock %}</title>", "Clubs – …"),
        ('<img alt="A table" src="x">', 'alt="A table"'),
        ('<a title="More">{{ x }}</a>', 'title="More"'),
        ('<button aria-label="Close {{ x }}">×</button>', 'aria-label="Close …"'),
        ('<input placeholder="Name">', 'placeholder="Name"'),
        ('<input type="submit" value="Save">', 'value="Save"'),
        ('{% include "x.html" with title="Members" %}', 'title="Members"'),
        ('{% card "Members" "members-title" %}{% endcard %}', '"Members"'),
        ('{% columns _("Name") "Score" %}', '"Score"'),
        ('{% notice "warn" title="Careful" %}{% endnotice %}', 'title="Careful"'),
        ('{% submit "Save" "primary" %}', '"Save"'),
        ("<p>Γειά</p>", "Γειά"),
        ("<code>x</code><p>Hello</p>", "Hello"),
    ],
)
def test_what_nobody_can_translate_is_found(source, found):
    assert texts(source) == [found]


def test_the_line_is_named():
    source = "<p>\n{% blocktranslate %}\na\nb\n{% endblocktranslate %}\n</p>\n<p>\n  Hello</p>"
    assert [find.line for find in find_in(source)] == [8]


def test_plain_text_templates_are_read_as_text():
    source = "{% blocktranslate %}Hello{% endblocktranslate %}\nGoodbye <nobody>\n"
    assert [(find.line, find.text) for find in find_in(source, html=False)] == [(2, "Goodbye <nobody>")]
