from django.db import migrations, models
from django.db.models import F, Q


class Migration(migrations.Migration):
    """A field will one day span sessions and clubs: its name says what it is for. Its rows stay as they are."""

    dependencies = [("scoring", "0012_knockout_in_threes")]

    operations = [
        migrations.RemoveConstraint("field", "field_scored_what_there_is"),
        migrations.RemoveIndex("field", "field_behind"),
        migrations.RenameModel("Field", "ComparisonField"),
        migrations.RenameField("comparisonfield", "scored", "scored_revision"),
        migrations.AddIndex(
            "comparisonfield",
            models.Index(fields=["session"], condition=~Q(scored_revision=F("revision")), name="field_behind"),
        ),
        migrations.AddConstraint(
            "comparisonfield",
            models.CheckConstraint(condition=Q(scored_revision__lte=F("revision")), name="field_scored_what_there_is"),
        ),
    ]
