"""The secretary's and the federation's office, and what everybody is told."""

from django.urls import path

from office.views import answers, notices, renewals

CLUB_PAGES = [
    ("renewals/", renewals.years, "membership-years"),
    ("renewals/open/", renewals.open_new, "open-membership-year"),
    ("renewals/<int:year_id>/", renewals.year, "membership-year"),
    ("renewals/<int:year_id>/edit/", renewals.edit, "edit-membership-year"),
    ("renewals/<int:year_id>/act/", renewals.act, "membership-year-act"),
    ("renewals/<int:year_id>/letters/", renewals.letters, "renewal-letters"),
    ("renewals/member/<int:renewal_id>/", renewals.renewal, "renewal"),
    ("renewals/payments/<int:payment_id>/take-back/", renewals.take_back, "take-back-payment"),
    ("renewals/payments/<int:payment_id>/receipt/", renewals.receipt, "dues-receipt"),
]
PAGES = [
    ("messages/", notices.group_mails, "group-mails"),
    ("messages/write/", notices.write, "write-group-mail"),
    ("undelivered/", notices.undelivered, "undelivered"),
    ("undelivered/settle/", notices.settle, "settle-undelivered"),
]

urlpatterns = [
    path(f"{kind}s/<slug:slug>/{route}", view, {"kind": kind}, name=f"{kind}-{page}")
    for kind in ("club", "federation")
    for route, view, page in PAGES
]
urlpatterns += [
    path(f"clubs/<slug:slug>/{route}", view, {"kind": "club"}, name=f"club-{page}") for route, view, page in CLUB_PAGES
]
urlpatterns += [
    path(
        f"clubs/<slug:slug>/renewals/<int:year_id>/{what}.csv",
        renewals.export,
        {"kind": "club", "what": what},
        name=f"club-export-{what}",
    )
    for what in ("payments", "renewals")
]
urlpatterns += [
    path("notices/", notices.own, name="notices"),
    path("notices/read/", notices.read, name="read-notices"),
    path("account/mail/", notices.choices, name="mail-wishes"),
    path("mail/stop/<str:token>/", notices.stop, name="mail-stop"),
    path("messages/<int:mail_id>/", notices.group_mail, name="group-mail"),
    path("renew/<str:token>/", answers.answer, name="renewal-answer"),
]
