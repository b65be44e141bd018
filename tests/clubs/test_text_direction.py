"""A Hebrew or Arabic name in an English line is isolated wherever it is read: pages, fragments, mails."""

from __future__ import annotations

import re
from html import unescape
from html.parser import HTMLParser

import pytest
from django.test import Client, override_settings
from django.urls import reverse
from hypothesis import given
from hypothesis import strategies as st

from appeals.selectors.notices import case_notices
from clubs.models import Player
from core.text_direction import END, FIRST_STRONG, RIGHT_TO_LEFT, isolate_html, isolate_text
from events.models import Contestant, Event
from office.services.notices import message_for as notice_mail
from tests.appeals.world import World, make_world
from tests.cast import Cast

ARABIC, HEBREW = "ليلى حداد", "משה ז'בוטינסקי"
TEXT = st.text(alphabet=st.sampled_from("ab 7.-–'\"&;<>#x2" + "משהל" + "ليح" + FIRST_STRONG), max_size=40)


class Occurrences(HTMLParser):
    """Where letters from right to left stand, and whether they are isolated there."""

    NOT_SHOWN = {"script", "style", "textarea"}
    READ_OUT = {"aria-label", "title", "alt", "placeholder", "label", "content"}
    VOID = {"input", "meta", "link", "img", "br", "hr", "wbr", "source"}

    def __init__(self) -> None:
        super().__init__()
        self.open: list[str] = []
        self.found, self.bare = 0, []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        if tag not in self.VOID:
            self.open.append(tag)
        for name, value in attrs:
            if name in self.READ_OUT:
                self.look(value or "", isolated=False)

    def handle_endtag(self, tag: str) -> None:
        if tag in self.open:
            while self.open.pop() != tag:
                pass

    def handle_data(self, data: str) -> None:
        if not self.NOT_SHOWN.intersection(self.open):
            self.look(data, isolated="bdi" in self.open)

    def look(self, text: str, *, isolated: bool) -> None:
        letters = re.compile("[\u0590-\u08ff]")
        self.found += bool(letters.search(text))
        outside = re.sub(f"{FIRST_STRONG}[^{END}]*{END}", "", text)
        if not isolated and letters.search(outside):
            self.bare.append(text.strip())


def occurrences(html: str) -> Occurrences:
    parser = Occurrences()
    parser.feed(html)
    return parser


@given(TEXT)
def test_isolating_adds_only_isolates(text: str) -> None:
    plain = text.replace(FIRST_STRONG, "")
    assert isolate_text(plain).replace(FIRST_STRONG, "").replace(END, "") == plain
    assert isolate_text(isolate_text(plain)) == isolate_text(plain)


@given(TEXT)
def test_nothing_of_the_other_direction_is_left_bare(text: str) -> None:
    said = isolate_text(text.replace(FIRST_STRONG, ""))
    assert not RIGHT_TO_LEFT.search(re.sub(f"{FIRST_STRONG}[^{END}]*{END}", "", said))


def test_a_name_is_one_run_and_what_stands_beside_it_is_not_in_it() -> None:
    assert isolate_text(f"7 {HEBREW} – {ARABIC}, 12.") == (
        f"7 {FIRST_STRONG}{HEBREW}{END} – {FIRST_STRONG}{ARABIC}{END}, 12."
    )


def test_an_escaped_apostrophe_stays_inside_the_name() -> None:
    assert isolate_html("<p>משה ז&#x27;בוטינסקי 7</p>") == "<p><bdi>משה ז&#x27;בוטינסקי</bdi> 7</p>"


def test_where_no_element_can_stand_characters_do() -> None:
    page = '<title>משה</title><option value="משה">משה</option><a title="משה" href="/משה/">x</a><b>משה</b>'
    held = f"{FIRST_STRONG}משה{END}"
    assert isolate_html(page) == (
        f'<title>{held}</title><option value="משה">{held}</option><a title="{held}" href="/משה/">x</a>'
        "<b><bdi>משה</bdi></b>"
    )


@pytest.mark.parametrize(
    "page",
    [
        '<input value="משה">',
        "<textarea>משה</textarea>",
        '<script type="application/json">{"a": "משה"}</script>',
        "<!-- משה -->",
        '<div data-state="{&quot;who&quot;: &quot;משה&quot;}"></div>',
        "<p>Ada &amp; Ben – 7</p>",
    ],
)
def test_what_is_sent_back_or_read_by_scripts_stays_as_it_is(page: str) -> None:
    assert isolate_html(page) == page


def test_in_a_page_from_right_to_left_latin_names_are_isolated() -> None:
    page = '<p class="meta">שלום Ada O&#x27;Neil 7 &amp; משה</p>'
    assert isolate_html(page, page_is_rtl=True) == ('<p class="meta">שלום <bdi>Ada O&#x27;Neil</bdi> 7 &amp; משה</p>')


@pytest.fixture
def world(cast: Cast) -> World:
    """An appeal being heard, and everybody is called in other scripts; so are the club and the event."""
    world = make_world(cast)
    for at, player in enumerate(Player.objects.order_by("pk")):
        Player.objects.filter(pk=player.pk).update(display_name=f"{(ARABIC, HEBREW)[at % 2]}")
    Event.objects.filter(pk=world.session.event_id).update(name="ערב חמישי")
    type(cast.harbour).objects.filter(pk=cast.harbour.pk).update(name="نادي الميناء")
    return world


def pages_of(world: World) -> list[tuple[str, str]]:
    session, play = world.session, world.play
    place = Contestant.objects.filter(places__session=session).order_by("pk")[0]
    here = {"slug": "harbour", "session_id": session.pk}
    event = {"slug": "harbour", "event_id": session.event_id}
    return [
        ("director", reverse("club-session-results", kwargs=here)),
        ("director", reverse("club-session-results-card", kwargs=here | {"contestant_id": place.pk})),
        ("director", reverse("club-session-results-board", kwargs=here | {"number": play.board})),
        ("secretary", reverse("club-entries", kwargs=event)),
        ("secretary", reverse("club-event", kwargs=event)),
        ("director", reverse("club-session-desk", kwargs=here)),
        ("director", reverse("club-session", kwargs=here)),
        ("director", reverse("club-session-seating-list", kwargs=here)),
        ("director", reverse("club-session-officials", kwargs=here)),
        ("director", reverse("club-session-travellers", kwargs=here)),
        ("secretary", reverse("club-members", kwargs={"slug": "harbour"})),
        ("secretary", reverse("club-desk-home", kwargs={"slug": "harbour"})),
        ("secretary", reverse("club-audit", kwargs={"slug": "harbour"})),
        ("director", reverse("club-appeals", kwargs={"slug": "harbour"})),
        ("secretary", reverse("home")),
    ]


@pytest.mark.django_db
def test_every_name_on_the_main_pages_is_isolated(world: World, cast: Cast) -> None:
    appeal = world.heard()
    seen = 0
    for persona, url in [*pages_of(world), ("chair", appeal.get_absolute_url())]:
        client = Client()
        client.force_login(getattr(cast, persona))
        answer = client.get(url)
        assert answer.status_code == 200, url
        found = occurrences(answer.content.decode())
        assert found.bare == [], url
        assert found.found, f"no name of another script stands on {url}"
        seen += found.found
    assert seen > 60


@pytest.mark.django_db
def test_pages_without_such_letters_are_sent_as_they_were_rendered(cast: Cast, client: Client) -> None:
    answer = client.get("/clubs/harbour/")
    assert b"<bdi>" not in answer.content
    assert FIRST_STRONG not in unescape(answer.content.decode())


@pytest.mark.django_db
@override_settings(LANGUAGE_CODE="he", LANGUAGES=[("he", "Hebrew"), ("en", "English")])
def test_the_language_of_a_page_sets_its_direction(cast: Cast, client: Client) -> None:
    answer = client.get("/clubs/harbour/", headers={"accept-language": "he"})
    assert re.search(r'<html lang="he" dir="rtl"', answer.content.decode())


@pytest.mark.django_db
def test_mails_isolate_names_too(world: World, cast: Cast) -> None:
    appeal = world.heard()
    notice = case_notices(appeal).order_by("pk")[0]
    message = notice_mail(notice, "somebody@example.org")
    said = f"{message.subject}\n{message.body}"
    assert FIRST_STRONG in said
    assert not RIGHT_TO_LEFT.search(re.sub(f"{FIRST_STRONG}[^{END}]*{END}", "", said))
