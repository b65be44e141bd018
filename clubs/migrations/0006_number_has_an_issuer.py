"""Apart from the rows it holds for: PostgreSQL adds no constraint to a table whose rows were changed just now."""

from django.db import migrations, models
from django.db.models import Q


class Migration(migrations.Migration):
    dependencies = [("clubs", "0005_issuing_federation")]

    operations = [
        migrations.AddConstraint(
            model_name="player",
            constraint=models.CheckConstraint(
                condition=Q(federation_number="") | Q(federation__isnull=False), name="player_number_has_an_issuer"
            ),
        ),
    ]
