"""A number is unique for the federation that issues it: the nearest national one.

Numbers were unique in each region, so that two people may hold the same one. Then the one with an account keeps it,
else the one who is a member today, else the older record; the others' number is set aside as in dispute.
"""

from collections import defaultdict
from datetime import UTC, datetime

import django.db.models.deletion
from django.db import migrations, models
from django.db.models import Q

NATIONAL = "national"


def name_issuers(apps, schema_editor):
    issuers = _issuers(apps.get_model("clubs", "Federation"))
    holders = defaultdict(list)
    Player, Membership = apps.get_model("clubs", "Player"), apps.get_model("clubs", "Membership")
    for player in Player.objects.exclude(federation_number="").only("pk", "user", "federation", "federation_number"):
        issuer = issuers.get(player.federation_id) or issuers.get(_federation_of(Membership, player))
        holders[issuer, player.federation_number].append(player)
    for (issuer, number), players in holders.items():
        first, *others = sorted(players, key=lambda player: _claim(Membership, player))
        aside = [player.pk for player in (others if issuer else players)]
        Player.objects.filter(pk__in=aside).update(disputed_number=number, federation_number="")
        if issuer and first.federation_id != issuer:
            Player.objects.filter(pk=first.pk).update(federation=issuer)
    for federation, issuer in issuers.items():
        if federation != issuer:
            Player.objects.filter(federation=federation).update(federation=issuer)


def _issuers(Federation):
    """By federation: the nearest national one at or above it, else itself."""
    rows = {row.pk: row for row in Federation.objects.all()}
    found = {}
    for row in rows.values():
        line = [int(part) for part in row.path.split("/") if part]
        found[row.pk] = next((pk for pk in reversed(line) if pk in rows and rows[pk].level == NATIONAL), row.pk)
    return found


def _federation_of(Membership, player):
    """Of the club that the player joined last."""
    return Membership.objects.filter(player=player.pk).order_by("-starts").values_list("club__federation", flat=True).first()


def _claim(Membership, player):
    today = datetime.now(UTC).date()
    runs = Membership.objects.filter(Q(ends=None) | Q(ends__gte=today), player=player.pk, status="active")
    return (player.user_id is None, not runs.exists(), player.pk)


class Migration(migrations.Migration):
    dependencies = [("clubs", "0004_joining")]

    operations = [
        migrations.AddField(
            model_name="player",
            name="disputed_number",
            field=models.CharField(blank=True, editable=False, max_length=20, verbose_name="number in dispute"),
        ),
        migrations.AlterField(
            model_name="player",
            name="federation",
            field=models.ForeignKey(
                blank=True,
                help_text="The one that issues the number: the nearest national federation.",
                null=True,
                on_delete=django.db.models.deletion.PROTECT,
                related_name="players",
                to="clubs.federation",
                verbose_name="federation",
            ),
        ),
        migrations.RunPython(name_issuers, migrations.RunPython.noop, elidable=True),
    ]
