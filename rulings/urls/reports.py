from django.urls import URLPattern, path

from clubs.urls.bodies import club_pages
from rulings.views import own_record, reports

urlpatterns: list[URLPattern] = [
    path("account/record/", own_record.own, name="own-record"),
    path(
        "federations/<slug:slug>/reports/",
        reports.federation_reports,
        {"kind": "federation"},
        name="federation-reports",
    ),
    *club_pages(
        [
            ("reports/", reports.club_reports, "reports"),
            ("reports/new/", reports.new, "new-report"),
            ("reports/<int:report_id>/", reports.report, "report"),
            ("reports/<int:report_id>/edit/", reports.edit, "edit-report"),
            ("reports/<int:report_id>/act/", reports.report_act, "report-act"),
        ]
    ),
]
