"""What the office holds about a person: for their own download, and before two records are merged."""

from __future__ import annotations

from django.utils.translation import gettext as _

from clubs.hooks import DataPart, HistoryPart
from clubs.models import Player
from office.models import DirectorLicence, DuesPayment, MailChoice, Notice, Renewal
from office.selectors.notice_words import notice_texts


def own_data(player: Player) -> list[DataPart]:
    renewals = Renewal.objects.filter(player=player).select_related("year__club").order_by("pk")
    payments = DuesPayment.objects.filter(renewal__player=player).select_related("club").order_by("pk")
    licences = DirectorLicence.objects.filter(player=player).select_related("federation").order_by("pk")
    return [
        DataPart(
            _("Membership fees"),
            [{"club": row.club, "year": row.year.name, "amount": row.amount, "answer": row.answer} for row in renewals],
        ),
        DataPart(
            _("Payments of fees"),
            [{"club": row.club, "day": row.paid_on, "amount": row.amount, "note": row.note} for row in payments],
        ),
        DataPart(
            _("Directors’ register"),
            [
                {"federation": row.federation, "grade": row.grade, "from": row.starts, "to": row.ends}
                for row in licences
            ],
        ),
        DataPart(_("Notices"), _notices(player)),
        DataPart(_("What you want by mail"), _choices(player)),
    ]


def history_parts(player: Player) -> list[HistoryPart]:
    """Fees and grades of this record: they are found under whoever is kept."""
    renewals = Renewal.objects.filter(player=player).select_related("year__club").order_by("pk")
    licences = DirectorLicence.objects.filter(player=player).order_by("pk")
    return [
        HistoryPart(_("Membership fees"), len(renewals), tuple(f"{row.club} · {row.year.name}" for row in renewals)),
        HistoryPart(_("Grades as a director"), len(licences), tuple(row.grade for row in licences)),
    ]


def _notices(player: Player) -> list[dict[str, object]]:
    rows = Notice.objects.filter(player=player) | Notice.objects.filter(user=player.person.user_id or 0)
    return [{"day": row.made_at, "text": " ".join(notice_texts(row))} for row in rows.order_by("pk")]


def _choices(player: Player) -> list[dict[str, object]]:
    rows = MailChoice.objects.filter(player=player) | MailChoice.objects.filter(user=player.person.user_id or 0)
    return [
        {"day": row.made_at, "about": row.get_category_display(), "wanted": row.wanted} for row in rows.order_by("pk")
    ]
