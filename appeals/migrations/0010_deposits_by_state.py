from __future__ import annotations

from django.conf import settings
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("appeals", "0009_deposits_handed_back"),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.RemoveIndex(
            model_name="deposit",
            name="deposit_to_hand_back",
        ),
        migrations.AddIndex(
            model_name="deposit",
            index=models.Index(fields=["state", "handed_back_at"], name="deposit_by_state"),
        ),
    ]
