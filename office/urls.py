"""The secretary's and the federation's office, and what everybody is told."""

from django.urls import path

from clubs.urls.bodies import club_pages, federation_pages
from office.views import answers, notices, register, renewals

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
    ("standing/", register.club, "standing"),
]
PAGES = [
    ("messages/", notices.group_mails, "group-mails"),
    ("messages/write/", notices.write, "write-group-mail"),
    ("undelivered/", notices.undelivered, "undelivered"),
    ("undelivered/settle/", notices.settle, "settle-undelivered"),
    ("regulation-history/", register.history, "regulation-history"),
]
FEDERATION_PAGES = [
    ("bodies/", register.register, "bodies"),
    ("bodies/move/", register.region, "move"),
    ("directors/", register.directors, "directors"),
    ("directors/add/", register.add_to_directors, "add-director"),
    ("directors/export/", register.export_directors, "export-directors"),
    ("directors/withdraw/", register.withdraw, "withdraw-director"),
    ("directors/<int:licence_id>/", register.director, "director"),
]

urlpatterns = [*club_pages([*PAGES, *CLUB_PAGES]), *federation_pages([*PAGES, *FEDERATION_PAGES])]
urlpatterns += [
    path(
        f"federations/<slug:slug>/bodies/add-{what}/",
        register.add,
        {"kind": "federation", "what": what},
        name=f"federation-add-{what}",
    )
    for what in ("club", "region")
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
