import django.db.models.deletion
from django.db import migrations, models
from django.db.models import OuterRef, Subquery


def fill(apps, schema_editor):
    Session, Event = apps.get_model("events", "Session"), apps.get_model("events", "Event")
    club = Event.objects.filter(pk=OuterRef("event_id")).order_by().values("club_id")[:1]
    Session.objects.filter(host=None).update(host=Subquery(club))


class Migration(migrations.Migration):
    dependencies = [("clubs", "0001_initial"), ("events", "0008_matches_of_three")]

    operations = [
        migrations.AddField(
            "session",
            "host",
            models.ForeignKey(
                null=True, blank=True, editable=False, on_delete=django.db.models.deletion.PROTECT, related_name="+", to="clubs.club"
            ),
        ),
        migrations.RunPython(fill, migrations.RunPython.noop),
    ]
