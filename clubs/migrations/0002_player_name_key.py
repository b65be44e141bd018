"""Names that are likely the same are found by a key of their own."""

from django.db import migrations

import clubs.models.people
from core.names import name_key

BATCH = 500


def fill(apps, schema_editor):
    players = apps.get_model("clubs", "Player").objects
    batch = []
    for player in players.only("pk", "display_name").order_by("pk").iterator(chunk_size=BATCH):
        player.name_key = name_key(player.display_name)
        batch.append(player)
        if len(batch) == BATCH:
            players.bulk_update(batch, ["name_key"])
            batch = []
    players.bulk_update(batch, ["name_key"])


class Migration(migrations.Migration):
    dependencies = [("clubs", "0001_initial")]

    operations = [
        migrations.AddField(
            model_name="player",
            name="name_key",
            field=clubs.models.people.NameKeyField(db_index=True, default="", editable=False, max_length=200),
        ),
        migrations.RunPython(fill, migrations.RunPython.noop, elidable=True),
    ]
