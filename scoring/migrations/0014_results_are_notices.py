"""Results by mail become notices of the office, and the wish for them a choice of mail."""

from django.db import migrations

KEPT = {"waiting": "waiting", "sending": "sending", "sent": "sent", "failed": "failed", "skipped": "skipped"}


def move(apps, schema_editor):
    MailChoice, Notice = apps.get_model("office", "MailChoice"), apps.get_model("office", "Notice")
    MailChoice.objects.bulk_create(
        MailChoice(user_id=wish.user_id, category="results", wanted=wish.results, made_at=wish.changed_at)
        for wish in apps.get_model("scoring", "MailWish").objects.order_by("pk")
    )
    mails = apps.get_model("scoring", "ResultsMail").objects.order_by("pk")
    rows = mails.select_related("publication__session__event__club")
    Notice.objects.bulk_create((_notice(Notice, mail) for mail in rows.iterator(chunk_size=500)), batch_size=500)
    for job in apps.get_model("jobs", "Job").objects.filter(kind="results.mail", state="waiting"):
        publication = int(job.arguments["publication"])
        job.kind, job.key = "notices.mail", f"publication:{publication}"
        job.arguments = {"kind": "publication", "id": publication}
        job.save()


def _notice(Notice, mail):
    publication = mail.publication
    event = publication.session.event
    return Notice(
        club_id=event.club_id,
        user_id=mail.user_id,
        kind="results" if publication.number == 1 else "results.corrected",
        about_kind="publication",
        about_id=publication.pk,
        gaps={"event": event.name, "club": event.club.name, "contestant": mail.contestant_id},
        path=f"/clubs/{event.club.slug}/sessions/{publication.session_id}/official/",
        made_at=publication.made_at,
        # What was mailed long ago is no news.
        read_at=mail.changed_at,
        state=KEPT[mail.state],
        error=mail.error,
    )


class Migration(migrations.Migration):
    dependencies = [
        ("scoring", "0013_comparison_field"),
        ("office", "0001_notices_and_renewals"),
        ("jobs", "0002_jobs_of_a_club"),
    ]

    operations = [
        migrations.RunPython(move, migrations.RunPython.noop),
        migrations.DeleteModel("MailWish"),
        migrations.DeleteModel("ResultsMail"),
    ]
