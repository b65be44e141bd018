"""Names with ø, ł, æ and their like are found as people type them, those already in the records too."""

from django.db import migrations

from core.names import PLAIN_LETTERS, name_key, surname_key

BATCH = 500


def fill(apps, schema_editor):
    players = apps.get_model("clubs", "Player").objects
    batch = []
    for player in players.only("pk", "display_name", "given_name", "family_name").order_by("pk").iterator(BATCH):
        if PLAIN_LETTERS.keys().isdisjoint(player.display_name.casefold()):
            continue
        player.name_key = name_key(player.display_name)
        player.surname_key = surname_key(player.display_name, player.given_name, player.family_name)
        batch.append(player)
        if len(batch) == BATCH:
            players.bulk_update(batch, ["name_key", "surname_key"])
            batch = []
    players.bulk_update(batch, ["name_key", "surname_key"])


class Migration(migrations.Migration):
    dependencies = [("clubs", "0009_idempotency_key")]

    operations = [migrations.RunPython(fill, migrations.RunPython.noop, elidable=True)]
