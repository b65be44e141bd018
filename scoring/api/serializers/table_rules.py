from __future__ import annotations

from rest_framework import serializers

from core.api.serializers import PlainWords
from scoring.models import ClubTableRules
from scoring.selectors.table_rules import RULES


class ClubTableRulesSerializer(PlainWords, serializers.ModelSerializer[ClubTableRules]):
    """For all tables of the club, unless a director makes an exception for a session."""

    class Meta:
        model = ClubTableRules
        fields = [*sorted(RULES), "version"]
        read_only_fields = ["version"]
