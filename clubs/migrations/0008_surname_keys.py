"""By what a list sorted by surname is sorted, for those who are in the records already."""

from django.db import migrations

from core.names import surname_key

BATCH = 500


def fill(apps, schema_editor):
    players = apps.get_model("clubs", "Player").objects
    batch = []
    for player in players.only("pk", "display_name").order_by("pk").iterator(chunk_size=BATCH):
        player.surname_key = surname_key(player.display_name)
        batch.append(player)
        if len(batch) == BATCH:
            players.bulk_update(batch, ["surname_key"])
            batch = []
    players.bulk_update(batch, ["surname_key"])


class Migration(migrations.Migration):
    dependencies = [("clubs", "0007_contact_and_mail")]

    operations = [migrations.RunPython(fill, migrations.RunPython.noop, elidable=True)]
