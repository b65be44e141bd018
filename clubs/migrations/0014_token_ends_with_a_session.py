from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('clubs', '0013_token_ends_with_a_sign_in'),
    ]

    operations = [
        migrations.AddField(
            model_name='apitoken',
            name='ends_with',
            field=models.CharField(blank=True, default='', editable=False, max_length=40),
        ),
        migrations.AddField(
            model_name='apitoken',
            name='ends_with_name',
            field=models.CharField(
                blank=True, default='', editable=False, max_length=200, verbose_name='ends with'
            ),
        ),
    ]
