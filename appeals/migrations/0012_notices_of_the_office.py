"""Notices about cases become notices of the office, where everything stands that people are told."""

from django.db import migrations


def move(apps, schema_editor):
    Notice = apps.get_model("office", "Notice")
    rows = apps.get_model("appeals", "Notice").objects.select_related("appeal__club").order_by("pk")
    made = (_notice(Notice, row) for row in rows.iterator(chunk_size=500))
    Notice.objects.bulk_create(made, batch_size=500)
    for job in apps.get_model("jobs", "Job").objects.filter(kind="appeals.mail", state="waiting"):
        appeal = int(job.arguments["appeal"])
        job.kind, job.key, job.arguments = "notices.mail", f"appeal:{appeal}", {"kind": "appeal", "id": appeal}
        job.save()


def _notice(Notice, row):
    appeal = row.appeal
    return Notice(
        club_id=appeal.club_id,
        user_id=row.user_id,
        kind=f"appeal.{row.kind}",
        about_kind="appeal",
        about_id=appeal.pk,
        gaps={"case": f"{appeal.year}/{appeal.number}"} | row.gaps,
        path=f"/clubs/{appeal.club.slug}/appeals/{appeal.pk}/",
        until=row.until,
        made_at=row.made_at,
        read_at=row.read_at,
        state=row.state,
        error=row.error,
    )


class Migration(migrations.Migration):
    dependencies = [
        ("appeals", "0011_cases_by_club_and_day"),
        ("office", "0001_notices_and_renewals"),
        ("jobs", "0002_jobs_of_a_club"),
    ]

    operations = [
        migrations.RunPython(move, migrations.RunPython.noop),
        migrations.DeleteModel("Notice"),
    ]
