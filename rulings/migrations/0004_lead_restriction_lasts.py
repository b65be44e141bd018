"""Law 26B: the ban lasts while the offender's partner keeps the lead, and is nothing to ask about after the result."""

from typing import Any

from django.db import migrations, models

ENDS = [
    ("next-turn", "after the next turn"),
    ("auction", "with the auction"),
    ("this-lead", "with this lead"),
    ("lead-lost", "when the partner, once on lead, loses the lead"),
    ("card-gone", "when the card is played or picked up"),
]


def lasts_while_on_lead(apps: Any, schema_editor: Any) -> None:
    apps.get_model("rulings", "LiveRestriction").objects.filter(ends="first-lead").update(ends="lead-lost")
    apps.get_model("rulings", "Reminder").objects.filter(check_code="26B", settled_at=None).delete()


class Migration(migrations.Migration):
    dependencies = [("rulings", "0003_own_damage")]

    operations = [
        migrations.RunPython(lasts_while_on_lead, migrations.RunPython.noop, elidable=True),
        migrations.AlterField(
            model_name="liverestriction",
            name="ends",
            field=models.CharField(choices=ENDS, max_length=12, verbose_name="ends"),
        ),
    ]
