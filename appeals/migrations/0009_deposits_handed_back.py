from __future__ import annotations

from typing import Any

import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models
from django.db.models import F


def count_as_handed_back(apps: Any, schema_editor: Any) -> None:
    """What was returned before anybody was asked whether it was handed over counts as handed over."""
    deposits = apps.get_model("appeals", "Deposit").objects.using(schema_editor.connection.alias)
    deposits.filter(state="returned").update(handed_back_at=F("settled_at"))


class Migration(migrations.Migration):
    dependencies = [
        ("appeals", "0008_votes_on_points_and_restored_rulings"),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.AddField(
            model_name="deposit",
            name="handed_back_at",
            field=models.DateTimeField(blank=True, null=True, verbose_name="handed back"),
        ),
        migrations.AddField(
            model_name="deposit",
            name="handed_back_by",
            field=models.ForeignKey(
                blank=True,
                null=True,
                on_delete=django.db.models.deletion.SET_NULL,
                related_name="+",
                to=settings.AUTH_USER_MODEL,
                verbose_name="handed back by",
            ),
        ),
        migrations.AddIndex(
            model_name="deposit",
            index=models.Index(
                condition=models.Q(("handed_back_at__isnull", True), ("state", "returned")),
                fields=["appeal"],
                name="deposit_to_hand_back",
            ),
        ),
        migrations.RunPython(count_as_handed_back, migrations.RunPython.noop, elidable=True),
    ]
