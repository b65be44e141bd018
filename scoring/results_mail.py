"""The mail with the score of a session and the own scorecard."""

from __future__ import annotations

from typing import Any

from django.conf import settings
from django.template.loader import render_to_string
from django.utils import translation
from django.utils.translation import gettext_lazy as _

from office.models import Notice
from office.notice_kinds import Category, Content, NoticeKind, Writer
from office.selectors.stop_links import stop_url
from scoring.models import Publication
from scoring.selectors.published_cards import PublishedCards


def results_writer(publication_id: int) -> Writer:
    """Whatever is the same for everybody is read once."""
    publication = Publication.objects.select_related("session__event__club").get(pk=publication_id)
    cards = PublishedCards(publication)

    def write(notice: Notice) -> Content:
        context = _context(notice, publication, cards)
        subject = KINDS[publication.number > 1].title
        return Content(
            str(subject) % {"event": publication.session.event.name},
            render_to_string("scoring/mail/results.txt", context),
            render_to_string("scoring/mail/results.html", context),
        )

    return write


def _context(notice: Notice, publication: Publication, cards: PublishedCards) -> dict[str, Any]:
    session = publication.session
    player = getattr(notice.user, "player", None)
    return {
        "name": player.display_name if player else "",
        "publication": publication,
        "session": session,
        "event": session.event,
        "club": session.event.club,
        "card": cards.card(notice.gaps["contestant"]),
        "matches": session.event.has_matches,
        "official_url": settings.PUBLIC_URL + notice.path,
        "stop_url": stop_url(notice),
        "language": translation.get_language(),
    }


KINDS = (
    NoticeKind(
        "results",
        Category.RESULTS,
        _("%(event)s: the official score"),
        _("%(club)s has published it, with your scorecard."),
        writer=results_writer,
    ),
    NoticeKind(
        "results.corrected",
        Category.RESULTS,
        _("%(event)s: corrected score"),
        _("%(club)s has published it again, with your scorecard."),
        writer=results_writer,
    ),
)
