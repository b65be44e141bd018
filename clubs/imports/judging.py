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
from clubs.services.memberships import Members, refuse_clash_within
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
class Surroundings:
    """Everything in the records that a batch of rows may be about."""

    issuer: Federation | None = None
    by_number: dict[str, Player] = field(default_factory=dict)
    strangers: set[str] = field(default_factory=set)
    by_name: dict[str, list[Player]] = field(default_factory=dict)
    holder: dict[str, int] = field(default_factory=dict)
    of_player: dict[int, list[Membership]] = field(default_factory=dict)
    whos: dict[str, int] = field(default_factory=dict)
    numbers: dict[str, int] = field(default_factory=dict)
    players: dict[int, int] = field(default_factory=dict)

    def remember(self, row: MemberImportRow, player_id: int | None) -> None:
        """A row further up in the file: whom it was about, by line."""
        self.whos.setdefault(row.who, row.line)
        if row.number:
            self.numbers.setdefault(row.number, row.line)
        if player_id:
            self.players.setdefault(player_id, row.line)


def judge_rows(
    *, actor: Actor, member_import: MemberImport, rows: Sequence[MemberImportRow], fresh: bool = True
) -> list[RowVerdict]:
    """The fate of each row. `fresh` rows are also compared with those further up in the file."""
    club, day = member_import.club, member_import.club.day(member_import.made_at)
    parsed = [_parsed(row) for row in rows]
    around = _surroundings(actor, member_import, [said for said in parsed if isinstance(said, dict)], rows, fresh)
    around.issuer = issuing_federation(club.federation)
    verdicts = [_verdict(row, said, around, club, day) for row, said in zip(rows, parsed, strict=True)]
    _refuse_clashes(club, verdicts)
    return verdicts


def match_row_to_person(row: MemberImportRow) -> None:
    """Note whom the row is about, as far as the file itself tells."""
    said = row.said
    number = said.get("federation_number", "")
    row.number = said.get("number", "")[:20]
    row.who = (f"f:{number}" if number else f"n:{name_key(said['name'])}:{row.number}")[:250]


def _parsed(row: MemberImportRow) -> dict[str, Any] | str:
    try:
        return columns.values(row.said)
    except ValidationError as error:
        return " ".join(error.messages)


def _surroundings(
    actor: Actor,
    member_import: MemberImport,
    parsed: list[dict[str, Any]],
    rows: Sequence[MemberImportRow],
    fresh: bool,
) -> Surroundings:
    club = member_import.club
    around = Surroundings()
    _find_by_number(around, actor, club, {said["federation_number"] for said in parsed if "federation_number" in said})
    keys = {name_key(said["name"]) for said in parsed}
    members = Player.objects.filter(pk__in=Membership.objects.filter(club=club).values("player"))
    for player in members.filter(name_key__in=keys, erased_at=None).select_related("federation"):
        around.by_name.setdefault(player.name_key, []).append(player)
    known = {player.pk for players in around.by_name.values() for player in players}
    known |= {player.pk for player in around.by_number.values()}
    numbers = {said["number"] for said in parsed if "number" in said}
    for membership in Membership.objects.filter(Q(player__in=known) | Q(number__in=numbers), club=club):
        around.of_player.setdefault(membership.player_id, []).append(membership)
        if membership.number:
            around.holder.setdefault(membership.number, membership.player_id)
    if fresh:
        same = Q(who__in={row.who for row in rows}) | Q(number__in={row.number for row in rows if row.number})
        before = member_import.rows.filter(same | Q(player__in=known), line__lt=rows[0].line)
        for row in before.exclude(fate=Fate.ERROR).only("line", "who", "number", "player"):
            around.remember(row, row.player_id)
    return around


def _find_by_number(around: Surroundings, actor: Actor, club: Club, numbers: set[str]) -> None:
    """People with these numbers in the club's federations; those whom this person cannot see stay strangers."""
    held = Player.objects.filter(federation__in=club.federation.line, federation_number__in=numbers)
    seen = {player.federation_number: player for player in visible_players(actor).filter(pk__in=held.values("pk"))}
    around.by_number = seen
    around.strangers = set(held.values_list("federation_number", flat=True)) - set(seen)


def _verdict(
    row: MemberImportRow, said: dict[str, Any] | str, around: Surroundings, club: Club, day: date
) -> RowVerdict:
    verdict = RowVerdict(row)
    try:
        if isinstance(said, str):
            raise ValidationError(said)
        player = _whom(said, around)
        _refuse_repeats(row, player, around)
        _draft_person(verdict, said, player, around.issuer)
        _draft_membership(verdict, said, around, club, day)
        _settle(verdict)
        if player is None and name_key(said["name"]) in around.by_name:
            verdict.note = _("A member of the same name has another federation number.")
    except ValidationError as error:
        verdict.fate, verdict.note = Fate.ERROR, " ".join(error.messages)
    else:
        around.remember(row, verdict.player.pk if verdict.player else None)
    return verdict


def _refuse_repeats(row: MemberImportRow, player: Player | None, around: Surroundings) -> None:
    line = around.whos.get(row.who) or (around.players.get(player.pk) if player else None)
    if line:
        raise ValidationError(_("The same person stands in line %(line)s already.") % {"line": line})
    if line := around.numbers.get(row.number):
        sentence = _("Line %(line)s has the same member number for somebody else.")
        raise ValidationError(sentence % {"line": line})


def _whom(said: dict[str, Any], around: Surroundings) -> Player | None:
    """Who is meant: by federation number, else by name among the club's members. None for somebody new."""
    number = said.get("federation_number", "")
    if number in around.by_number:
        return around.by_number[number]
    if number and number in around.strangers:
        sentence = _("This federation number belongs to somebody of another club. Ask the federation to add them.")
        raise ValidationError(sentence)
    alike = around.by_name.get(name_key(said["name"]), [])
    if number:
        # The name is known under another number: somebody else. Without one, the number was missing so far.
        alike = [player for player in alike if not player.federation_number]
    if "number" in said and len(alike) > 1:
        alike = [player for player in alike if around.holder.get(said["number"]) == player.pk]
    if len(alike) > 1:
        raise ValidationError(_("Several members have this name. Add the federation number or the member number."))
    return alike[0] if alike else None


def _draft_person(verdict: RowVerdict, said: dict[str, Any], player: Player | None, issuer: Federation | None) -> None:
    if player is None:
        verdict.player = Player(federation=issuer)
    elif player.erased_at:
        raise ValidationError(_("This player has been erased and cannot be filled in again."))
    else:
        verdict.player = copy.copy(player)
    for key, name in PERSON.items():
        if key in said and getattr(verdict.player, name) != said[key]:
            setattr(verdict.player, name, said[key])
            verdict.person_changes.append(name)
    verdict.player.clean_fields(exclude={"federation", "user"})


def _draft_membership(verdict: RowVerdict, said: dict[str, Any], around: Surroundings, club: Club, day: date) -> None:
    player = verdict.player
    own = around.of_player.get(player.pk, []) if player and player.pk else []
    found = _which(own, said.get("starts"), day)
    wanted = {name: said[name] for name in MEMBERSHIP if name in said}
    if found is None:
        wanted.setdefault("starts", day)
        verdict.membership = Membership(club=club, **wanted)
        if player and player.pk:
            verdict.membership.player_id = player.pk
    else:
        verdict.membership = copy.copy(found)
        verdict.membership_changes = [name for name, value in wanted.items() if getattr(found, name) != value]
        for name in verdict.membership_changes:
            setattr(verdict.membership, name, wanted[name])


def _which(own: list[Membership], starts: date | None, day: date) -> Membership | None:
    """The membership a row speaks of: the one that begins that day; where it does not say, the one that counts."""
    if starts is not None:
        return next((row for row in own if row.starts == starts), None)
    runs = [row for row in own if row.starts <= day and (row.ends is None or row.ends >= day)]
    return max(runs or own, key=lambda row: row.starts, default=None)


def _settle(verdict: RowVerdict) -> None:
    assert verdict.player is not None
    assert verdict.membership is not None
    if verdict.membership.pk is None:
        verdict.fate = Fate.NEW
    elif verdict.person_changes or verdict.membership_changes:
        verdict.fate = Fate.CHANGED
        names = [_label(verdict.player, name) for name in verdict.person_changes]
        names += [_label(verdict.membership, name) for name in verdict.membership_changes]
        verdict.note = ", ".join(names)


def _label(row: Player | Membership, name: str) -> str:
    return str(row._meta.get_field(name).verbose_name)  # type: ignore[union-attr]


def _refuse_clashes(club: Club, verdicts: Iterable[RowVerdict]) -> None:
    """Overlaps and numbers in use, against the records and against the rows of this batch."""
    touched = [one for one in verdicts if one.fate in (Fate.NEW, Fate.CHANGED)]
    members = Members.near(club, [one.membership for one in touched if one.membership is not None])
    for place, verdict in enumerate(touched, start=1):
        membership = verdict.membership
        assert membership is not None
        somebody_new = membership.player_id is None
        if somebody_new:
            membership.player_id = -place
        try:
            refuse_clash_within(membership, members)
        except ValidationError as error:
            verdict.fate, verdict.note = Fate.ERROR, " ".join(error.messages)
        if somebody_new:
            membership.player_id = None  # type: ignore[assignment]
