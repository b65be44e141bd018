"""Everybody who is in the records already is found by the register's search."""

from django.db import migrations

from core.names import fold, name_key

BATCH = 2000


def fill(apps, schema_editor):
    Player = apps.get_model("clubs", "Player")
    batch = []
    for player in Player.objects.filter(erased_at=None).only("display_name", "federation_number").iterator(BATCH):
        player.search_key = f"{name_key(player.display_name)} {fold(player.federation_number)}".strip()[:400]
        batch.append(player)
        if len(batch) == BATCH:
            Player.objects.bulk_update(batch, ["search_key"])
            batch = []
    Player.objects.bulk_update(batch, ["search_key"])


class Migration(migrations.Migration):

    dependencies = [("clubs", "0015_persons_and_merges")]

    operations = [migrations.RunPython(fill, migrations.RunPython.noop, elidable=True)]
