"""What becomes of each row of a file, worked out for a batch at a time with a fixed number of queries."""

from __future__ import annotations

import copy
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from datetime import date
from typing import Any

from django.core.exceptions import ValidationError
from django.db.models import Q
from django.utils.translation import gettext as _

from clubs.imports import columns
from clubs.models import Club, Federation, MemberImport, MemberImportRow, Membership, Player
from clubs.models.imports import Fate
from clubs.selectors.bodies import issuing_federation
from clubs.selectors.visible import visible_players
from clubs.services.memberships import MembershipIndex, refuse_clash_with
from core.actors import Actor
from core.names import name_key

PERSON = {
    "name": "display_name",
    "given_name": "given_name",
    "family_name": "family_name",
    "email": "email",
    "phone": "phone",
    "federation_number": "federation_number",
    "seat": "needs_stationary_seat",
}
MEMBERSHIP = ("number", "kind", "status", "starts", "ends")


@dataclass
class RowVerdict:
    """A row's fate, and what is to be written for it: the rows as they will be, not yet saved."""

    row: MemberImportRow
    fate: Fate = Fate.SAME
    note: str = ""
    player: Player | None = None
    membership: Membership | None = None
    person_changes: list[str] = field(default_factory=list)
    membership_changes: list[str] = field(default_factory=list)


@dataclass
class ImportRecords:
    """Everything in the records that a batch of rows may be about."""

    issuer: Federation | None = None
    by_number: dict[str, Player] = field(default_factory=dict)
    hidden_numbers: set[str] = field(default_factory=set)
    by_name: dict[str, list[Player]] = field(default_factory=dict)
    members: MembershipIndex = field(default_factory=MembershipIndex)
    line_by_person: dict[str, int] = field(default_factory=dict)
    line_by_number: dict[str, int] = field(default_factory=dict)
    line_by_player: dict[int, int] = field(default_factory=dict)

    def remember(self, row: MemberImportRow, player_id: int | None) -> None:
        """A row further up in the file: whom it was about, by line."""
        self.line_by_person.setdefault(row.who, row.line)
        if row.number:
            self.line_by_number.setdefault(row.number, row.line)
        if player_id:
            self.line_by_player.setdefault(player_id, row.line)


def judge_rows(
    *, actor: Actor, member_import: MemberImport, rows: Sequence[MemberImportRow], fresh: bool = True
) -> list[RowVerdict]:
    """The fate of each row. `fresh` rows are also compared with those further up in the file."""
    club, day = member_import.club, member_import.club.day(member_import.made_at)
    parsed = [_parse_texts(row) for row in rows]
    readable = [values for values in parsed if isinstance(values, dict)]
    records = _load_records(actor, member_import, readable, rows, fresh)
    records.issuer = issuing_federation(club.federation)
    verdicts = [_judge_row(row, values, records, club, day) for row, values in zip(rows, parsed, strict=True)]
    _refuse_clashes(club, verdicts)
    return verdicts


def match_row_to_person(row: MemberImportRow) -> None:
    """Note whom the row is about, as far as the file itself tells."""
    texts = row.said
    number = texts.get("federation_number", "")
    row.number = texts.get("number", "")[:20]
    row.who = (f"f:{number}" if number else f"n:{name_key(texts['name'])}:{row.number}")[:250]


def _parse_texts(row: MemberImportRow) -> dict[str, Any] | str:
    try:
        return columns.parse_values(row.said)
    except ValidationError as error:
        return " ".join(error.messages)


def _load_records(
    actor: Actor,
    member_import: MemberImport,
    parsed: list[dict[str, Any]],
    rows: Sequence[MemberImportRow],
    fresh: bool,
) -> ImportRecords:
    club = member_import.club
    records = ImportRecords()
    federation_numbers = {values["federation_number"] for values in parsed if "federation_number" in values}
    _find_by_number(records, actor, club, federation_numbers)
    keys = {name_key(values["name"]) for values in parsed}
    members = Player.objects.filter(pk__in=Membership.objects.filter(club=club).values("player"))
    for player in members.findable().filter(name_key__in=keys).select_related("federation"):
        records.by_name.setdefault(player.name_key, []).append(player)
    player_ids = {player.pk for players in records.by_name.values() for player in players}
    player_ids |= {player.pk for player in records.by_number.values()}
    numbers = {values["number"] for values in parsed if "number" in values}
    for membership in Membership.objects.filter(Q(player__in=player_ids) | Q(number__in=numbers), club=club):
        records.members.add(membership)
    if fresh:
        same = Q(who__in={row.who for row in rows}) | Q(number__in={row.number for row in rows if row.number})
        earlier = member_import.rows.filter(same | Q(player__in=player_ids), line__lt=rows[0].line)
        for row in earlier.exclude(fate=Fate.ERROR).only("line", "who", "number", "player"):
            records.remember(row, row.player_id)
    return records


def _find_by_number(records: ImportRecords, actor: Actor, club: Club, numbers: set[str]) -> None:
    """People with these numbers in the club's federations; of those whom the actor cannot see, the number alone."""
    numbered = Player.objects.filter(federation__in=club.federation.line, federation_number__in=numbers)
    visible = visible_players(actor).filter(pk__in=numbered.values("pk"))
    records.by_number = {player.federation_number: player for player in visible}
    records.hidden_numbers = set(numbered.values_list("federation_number", flat=True)) - set(records.by_number)


def _judge_row(
    row: MemberImportRow, values: dict[str, Any] | str, records: ImportRecords, club: Club, day: date
) -> RowVerdict:
    verdict = RowVerdict(row)
    try:
        if isinstance(values, str):
            raise ValidationError(values)
        player = _find_player(values, records)
        _refuse_repeats(row, player, records)
        _draft_person(verdict, values, player, records.issuer)
        _draft_membership(verdict, values, records, club, day)
        _set_fate(verdict)
        if player is None and name_key(values["name"]) in records.by_name:
            verdict.note = _("A member of the same name has another federation number.")
    except ValidationError as error:
        verdict.fate, verdict.note = Fate.ERROR, " ".join(error.messages)
    else:
        records.remember(row, verdict.player.pk if verdict.player else None)
    return verdict


def _refuse_repeats(row: MemberImportRow, player: Player | None, records: ImportRecords) -> None:
    line = records.line_by_person.get(row.who) or (records.line_by_player.get(player.pk) if player else None)
    if line:
        raise ValidationError(_("The same person stands in line %(line)s already.") % {"line": line})
    if line := records.line_by_number.get(row.number):
        sentence = _("Line %(line)s has the same member number for somebody else.")
        raise ValidationError(sentence % {"line": line})


def _find_player(values: dict[str, Any], records: ImportRecords) -> Player | None:
    """Who is meant: by federation number, else by name among the club's members. None for somebody new."""
    number = values.get("federation_number", "")
    if number in records.by_number:
        return records.by_number[number]
    if number and number in records.hidden_numbers:
        sentence = _("This federation number belongs to somebody of another club. Ask the federation to add them.")
        raise ValidationError(sentence)
    namesakes = records.by_name.get(name_key(values["name"]), [])
    if number:
        # The name is known under another number: somebody else. Without one, the number was missing so far.
        namesakes = [player for player in namesakes if not player.federation_number]
    if "number" in values and len(namesakes) > 1:
        holder = records.members.player_by_number.get(values["number"])
        namesakes = [player for player in namesakes if player.pk == holder]
    if len(namesakes) > 1:
        raise ValidationError(_("Several members have this name. Add the federation number or the member number."))
    return namesakes[0] if namesakes else None


def _draft_person(
    verdict: RowVerdict, values: dict[str, Any], player: Player | None, issuer: Federation | None
) -> None:
    if player is None:
        verdict.player = Player(federation=issuer)
    elif player.erased_at:
        raise ValidationError(_("This player has been erased and cannot be filled in again."))
    else:
        verdict.player = copy.copy(player)
    for key, name in PERSON.items():
        if key in values and getattr(verdict.player, name) != values[key]:
            setattr(verdict.player, name, values[key])
            verdict.person_changes.append(name)
    verdict.player.clean_fields(exclude={"federation", "user"})


def _draft_membership(
    verdict: RowVerdict, values: dict[str, Any], records: ImportRecords, club: Club, day: date
) -> None:
    player = verdict.player
    memberships = records.members.by_player.get(player.pk, []) if player and player.pk else []
    current = _find_membership(memberships, values.get("starts"), day)
    fields = {name: values[name] for name in MEMBERSHIP if name in values}
    if current is None:
        fields.setdefault("starts", day)
        verdict.membership = Membership(club=club, **fields)
        if player and player.pk:
            verdict.membership.player_id = player.pk
    else:
        verdict.membership = copy.copy(current)
        verdict.membership_changes = [name for name, value in fields.items() if getattr(current, name) != value]
        for name in verdict.membership_changes:
            setattr(verdict.membership, name, fields[name])


def _find_membership(memberships: list[Membership], starts: date | None, day: date) -> Membership | None:
    """The membership a row speaks of: the one that begins that day; where it does not say, the one that counts."""
    if starts is not None:
        return next((membership for membership in memberships if membership.starts == starts), None)
    begun = [membership for membership in memberships if membership.starts <= day]
    running = [membership for membership in begun if membership.ends is None or membership.ends >= day]
    return max(running or memberships, key=lambda membership: membership.starts, default=None)


def _set_fate(verdict: RowVerdict) -> None:
    assert verdict.player is not None
    assert verdict.membership is not None
    if verdict.membership.pk is None:
        verdict.fate = Fate.NEW
    elif verdict.person_changes or verdict.membership_changes:
        verdict.fate = Fate.CHANGED
        names = [_label(verdict.player, name) for name in verdict.person_changes]
        names += [_label(verdict.membership, name) for name in verdict.membership_changes]
        verdict.note = ", ".join(names)


def _label(record: Player | Membership, name: str) -> str:
    return str(record._meta.get_field(name).verbose_name)  # type: ignore[union-attr]


def _refuse_clashes(club: Club, verdicts: Iterable[RowVerdict]) -> None:
    """Overlaps and numbers in use, against the records and against the rows of this batch."""
    to_write = [verdict for verdict in verdicts if verdict.fate in (Fate.NEW, Fate.CHANGED)]
    members = MembershipIndex.near(club, [verdict.membership for verdict in to_write if verdict.membership is not None])
    for place, verdict in enumerate(to_write, start=1):
        membership = verdict.membership
        assert membership is not None
        somebody_new = membership.player_id is None
        if somebody_new:
            membership.player_id = -place
        try:
            refuse_clash_with(membership, members)
        except ValidationError as error:
            verdict.fate, verdict.note = Fate.ERROR, " ".join(error.messages)
        if somebody_new:
            membership.player_id = None  # type: ignore[assignment]
