"""The components that pages are put together from, each with its markup in one place.

What is larger stands in `templates/components/`; what a page may have hundreds of is written here in one piece. Every
component is shown at `/styleguide/` and described in `docs/components.md`.
"""

from __future__ import annotations

from typing import Any

from django import template
from django.template.context import Context
from django.template.loader import render_to_string
from django.urls import reverse
from django.utils.formats import localize
from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString

register = template.Library()
PARTS_OF_AN_ADDRESS = ("/", "#", "?", ".")


def address(to: Any, values: dict[str, Any]) -> str:
    """Where a link leads: the name of a page with its values, an object with a page, or an address as it is."""
    if hasattr(to, "get_absolute_url"):
        return str(to.get_absolute_url())
    if values or (to and not any(part in str(to) for part in PARTS_OF_AN_ADDRESS)):
        return reverse(str(to), kwargs=values)
    return str(to)


def classes(name: str, kinds: str, more: str = "") -> str:
    """`button` of the kinds `quiet small` as `button button--quiet button--small`."""
    return " ".join([name, *(f"{name}--{kind}" for kind in kinds.split()), *more.split()])


def attributes(values: dict[str, Any]) -> SafeString:
    """`data_key="m"` as an attribute `data-key="m"`; True as an attribute without a value, False and None as none."""
    present = {
        name.replace("_", "-"): value for name, value in values.items() if value is not None and value is not False
    }
    bare = format_html_join("", " {}", ((name,) for name, value in present.items() if value is True))
    return bare + format_html_join("", ' {}="{}"', (pair for pair in present.items() if pair[1] is not True))


def numbered(id: str, number: Any) -> str:
    """`section` and 12 as `section-12`, for what a page has several of."""
    return f"{id}-{number}" if id and number != "" else id


def box(tag: str, css: str, heading: str, content: str, attrs: dict[str, Any] | None = None) -> SafeString:
    return format_html('<{0} class="{1}"{2}>{3}{4}</{0}>', tag, css, attributes(attrs or {}), heading, content)


def render(name: str, **values: Any) -> SafeString:
    return SafeString(render_to_string(f"components/{name}.html", values))


# --- Boxes ------------------------------------------------------------------------------------------------------
@register.simple_block_tag
def card(
    content: str,
    title: Any = "",
    id: str = "",
    *,
    number: Any = "",
    label: Any = "",
    level: int = 2,
    kind: str = "",
    gap: str = "",
    css: str = "",
    tag: str = "section",
) -> SafeString:
    """A box with a heading. `gap` is `tight` or `none`, `kind` is `accent`; `label` names a box without a heading."""
    stack = {"": "stack", "tight": "stack stack--tight", "none": ""}[gap]
    attrs = {"aria_labelledby": numbered(id, number) or None, "aria_label": label or None}
    heading = card_title(title, id, number=number, level=level) if title else ""
    return box(tag, classes("card", kind, f"{stack} {css}"), heading, content, attrs)


@register.simple_block_tag
def card_title(content: str, id: str = "", *, number: Any = "", level: int = 2) -> SafeString:
    """The heading of a card, where more than words stands in it."""
    attrs = attributes({"id": numbered(id, number) or None})
    return format_html('<h{0} class="card__title"{1}>{2}</h{0}>', level, attrs, content)


@register.simple_block_tag
def notice(
    content: str,
    kind: str = "",
    *,
    title: Any = "",
    alert: bool = False,
    role: str = "",
    css: str = "",
    tag: str = "div",
) -> SafeString:
    """Something to be seen: `good`, `info`, `warn` or `bad`. An `alert` is gone to; one sentence takes `tag="p"`."""
    attrs = {"role": "alert", "tabindex": "-1", "data_error_summary": True} if alert else {"role": role or None}
    heading = format_html('<p class="notice__title">{}</p>', title) if title else ""
    return box(tag, classes("notice", kind, css), heading, content, attrs)


@register.inclusion_tag("components/error_summary.html")
def error_summary(errors: Any, title: Any = "") -> dict[str, Any]:
    """What was refused, above the page; nothing without errors."""
    return {"errors": errors, "title": title}


@register.simple_block_tag
def nothing_here(content: str, title: Any = "", level: int = 2, *, tag: str = "div") -> SafeString:
    """In place of an empty list: that there is nothing, and what to do next. One sentence takes `tag="p"`."""
    heading = format_html("<h{0}>{1}</h{0}>", level, title) if title else ""
    return box(tag, "empty", heading, content)


@register.simple_block_tag
def page_head(content: str, title: Any = "", *, id: str = "", level: int = 1) -> SafeString:
    """What a page is called and what it is for."""
    return render("page_head", content=content, title=title, id=id, level=level)


@register.simple_block_tag
def table(
    content: str,
    labelled_by: str = "",
    kind: str = "stack",
    *,
    number: Any = "",
    label: Any = "",
    look: str = "table",
    css: str = "",
) -> SafeString:
    """A table that scrolls sideways where it is too wide; the kind `stack` puts each row into a box on a phone."""
    attrs = attributes({"aria_labelledby": numbered(labelled_by, number) or None, "aria_label": label or None})
    return render("table", content=content, attrs=attrs, css=classes(look, kind, css))


@register.simple_tag
def columns(*headings: Any, num: str = "", hidden: str = "") -> SafeString:
    """The headings of a table's columns. `num="2 3"` sets the second and third to the right, as figures stand;
    `hidden="4"` leaves the fourth to those who hear the page."""
    figures, unseen = set(num.split()), set(hidden.split())
    cells = (
        (
            attributes({"class": "num" if str(place) in figures else None}),
            format_html('<span class="visually-hidden">{}</span>', words) if str(place) in unseen else words,
        )
        for place, words in enumerate(headings, start=1)
    )
    return format_html("<thead><tr>{}</tr></thead>", format_html_join("", '<th scope="col"{}>{}</th>', cells))


@register.simple_block_tag
def fact(content: str, label: Any, *, boxed: bool = False) -> SafeString:
    """A word and what it stands for, in a list of such (`<dl>`); `boxed` where the list sets each in a box."""
    pair = format_html("<dt>{}</dt><dd>{}</dd>", label, content)
    return format_html("<div>{}</div>", pair) if boxed else pair


@register.filter
def badge(text: Any, kind: str = "") -> SafeString:
    """A word about a state: `good`, `info`, `warn`, `bad` or `quiet`; a sentence is `long` besides, and may break."""
    return format_html('<span class="{}">{}</span>', classes("badge", kind), localize(text))


# --- Forms and buttons ------------------------------------------------------------------------------------------
@register.simple_block_tag(takes_context=True)
def post_form(
    context: Context,
    content: str,
    to: Any = "",
    *,
    css: str = "form",
    id: str = "",
    files: bool = False,
    browser_checks: bool = False,
    **values: Any,
) -> SafeString:
    """A form that is sent to this page or to another; `files` may be sent with it."""
    return render(
        "post_form",
        content=content,
        action=address(to, values) if to else "",
        css=css,
        id=id,
        files=files,
        browser_checks=browser_checks or css != "form",
        csrf_token=context.get("csrf_token"),
    )


@register.simple_tag(takes_context=True)
def form_with_buttons(
    context: Context,
    form: Any,
    text: Any,
    kind: str = "primary",
    *,
    back: Any = "",
    back_text: Any = "",
    action: str = "",
    files: bool = False,
    **values: Any,
) -> SafeString:
    """A whole form: its fields, the button that sends it and the way back."""
    return render(
        "form_with_buttons",
        form=form,
        text=text,
        kind=kind,
        back=address(back, values) if back else "",
        back_text=back_text,
        action=action,
        files=files,
        csrf_token=context.get("csrf_token"),
    )


@register.simple_block_tag
def actions(content: str, css: str = "") -> SafeString:
    """The row of buttons below a form."""
    return format_html('<div class="{}">{}</div>', classes("form__actions", "", css), content)


@register.simple_tag
def submit(text: Any, kind: str = "", *, about: Any = "", **values: Any) -> SafeString:
    """A button that sends its form. `about` says to whoever hears the page what it is about."""
    return format_html(
        '<button class="{}" type="submit"{}>{}{}</button>',
        classes("button", kind),
        attributes(values),
        text,
        _about(about),
    )


@register.simple_tag
def button_link(text: Any, to: Any, kind: str = "", *, about: Any = "", **values: Any) -> SafeString:
    """A link that looks like a button."""
    return format_html(
        '<a class="{}" href="{}">{}{}</a>', classes("button", kind), address(to, values), text, _about(about)
    )


@register.simple_tag(takes_context=True)
def post_button(context: Context, text: Any, to: Any, kind: str = "", *, about: Any = "", **values: Any) -> SafeString:
    """One button that does something at once."""
    return render(
        "post_button",
        text=text,
        action=address(to, values),
        kind=kind,
        about=about,
        csrf_token=context.get("csrf_token"),
    )


def _about(words: Any) -> SafeString | str:
    return format_html('<span class="visually-hidden">: {}</span>', localize(words)) if words else ""
