"""Keys to players that mean the person, whichever of the merged records a row names."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from django.db import models
from django.db.models.fields.related_lookups import RelatedExact, RelatedIn
from django.db.models.functions import Coalesce

if TYPE_CHECKING:
    from clubs.models.people import Player


class PlayerKey(models.ForeignKey):  # type: ignore[type-arg]  # takes none at run time
    """A foreign key to `Player`: compared with a player it finds the rows of everybody who was merged into them.

    `player=somebody` and `player__in=people` are the one place where a person's rows are looked for. Who means the very
    record that a row names writes `player__id=`.
    """

    def deconstruct(self) -> Any:
        """In the database it is a foreign key like any other."""
        name, _path, args, kwargs = super().deconstruct()
        return name, "django.db.models.ForeignKey", args, kwargs


class _ComparesPersons:
    def process_rhs(self, compiler: Any, connection: Any) -> tuple[str, Sequence[Any]]:
        sql, params = super().process_rhs(compiler, connection)  # type: ignore[misc]
        operator = "IN" if isinstance(self, RelatedIn) else "="
        records = (
            "(SELECT person.id FROM clubs_player person"  # noqa: S608  (what Django has compiled, with its parameters)
            f" WHERE person.id {operator} {sql} OR person.merged_into_id {operator} {sql})"
        )
        return records, (*params, *params)

    def get_rhs_op(self, connection: Any, rhs: str) -> str:
        return f"IN {rhs}"


@PlayerKey.register_lookup
class SamePerson(_ComparesPersons, RelatedExact):  # type: ignore[misc]
    """The row names this player, or somebody merged into them."""


@PlayerKey.register_lookup
class OneOfThesePersons(_ComparesPersons, RelatedIn):  # type: ignore[misc]
    """The row names one of these players, or somebody merged into one of them."""


class NamesPlayer(models.Model):
    """A row with a `player`: `person_id` is whose it is, whichever of the merged records it names."""

    class Meta:
        abstract = True

    @property
    def person_id(self) -> int | None:
        player: Player | None = self.player  # type: ignore[attr-defined]
        return player.person_id if player else None


def person_users(path: str = "player") -> Coalesce:
    """In a query: the account of that person."""
    return Coalesce(f"{path}__merged_into__user", f"{path}__user")


def person_ids(path: str = "player") -> Coalesce:
    """In a query: the id of the person whom the column `path` names."""
    return Coalesce(f"{path}__merged_into", path)


def any_of_their(rows: models.QuerySet[Any]) -> models.Q:
    """In a query of players: whether one of the rows names the player, or a record that was merged into theirs.

    Asked of the player's records one by one, so that an index of the rows answers.
    """
    from clubs.models.people import Player

    named = models.Exists(rows.filter(player__id=models.OuterRef("pk")))
    merged = Player.objects.filter(named, merged_into=models.OuterRef("pk")).order_by()
    return models.Q(named) | models.Q(models.Exists(merged))
