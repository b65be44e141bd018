from django.db import migrations, models

import events.models.conditions


class Migration(migrations.Migration):

    dependencies = [
        ('events', '0015_event_announced'),
    ]

    operations = [
        migrations.AlterField(
            model_name='event',
            name='scoring',
            field=models.CharField(choices=events.models.conditions.scoring_choices, default='matchpoints', max_length=20, verbose_name='scoring'),
        ),
        migrations.AlterField(
            model_name='series',
            name='scoring',
            field=models.CharField(choices=events.models.conditions.scoring_choices, default='matchpoints', max_length=20, verbose_name='scoring'),
        ),
    ]
