"""A session leaves as a file of our own and comes back with the same figures and explanations."""

from __future__ import annotations

import json
from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Any
from uuid import uuid4

from django.core.exceptions import ValidationError
from django.db import IntegrityError
from django.db.models import Field, Model
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from clubs.models import Club, Player
from clubs.models.people import Privacy
from clubs.services.players import make_player
from core import transaction
from core.actors import Actor
from core.audit import Deed, record, record_all
from core.names import name_key
from core.permissions import require
from events.models import Event, Session
from events.models.conditions import CONDITIONS
from events.models.sessions import SessionState
from events.selectors.people import people_here
from events.services.events import make_played_event
from events.services.last_played import note_last_played
from exchange.models import SessionIdentity
from exchange.session_json.reading import BadSessionFile, Data, RowMaker, ids_of, parse_session
from exchange.session_json.tables import SESSION_COLUMNS, TABLES, Table
from exchange.session_json.writing import figures_of, regulations_of, session_data
from scoring.hooks import SessionExport
from scoring.models import ComparisonField
from scoring.services.imports import score_now

Made = dict[str, dict[int, Model]]
COMPARED = ("ranking", "place", "boards", "total", "percent", "shown_total", "shown_percent", "penalty")


@dataclass
class ArrivedSession:
    """A session that came in, and what a person has to look at."""

    session: Session
    remarks: list[str] = field(default_factory=list)


@transaction.atomic
def export_session(*, actor: Actor, session: Session) -> bytes:
    """A finished session with everything that its figures follow from, people by name and number: for its keepers."""
    require(actor, "session.export", session)
    if not session.is_over:
        sentence = _("The session is not over. Finish it first: then everything that belongs to it is there.")
        raise ValidationError(sentence, code="not_over")
    identity, _is_new = SessionIdentity.objects.get_or_create(session=session)
    data = session_data(session, uuid=str(identity.uuid), at=actor.at)
    record(actor=actor, act="session.export", body=session.club, target=session, after={"format": data["format"]})
    return json.dumps(data, ensure_ascii=False, separators=(",", ":")).encode()


SESSION_JSON = SessionExport(
    "json",
    gettext_lazy("The whole session (JSON)"),
    "json",
    "application/json",
    lambda actor, session: export_session(actor=actor, session=session),
)


@transaction.atomic
def import_session(*, actor: Actor, club: Club, data: bytes) -> ArrivedSession:
    """The session as an event of its own, with everything in the file, scored anew and held against its figures."""
    require(actor, "import.make", club)
    read = parse_session(data)
    _refuse_known(read["uuid"])
    try:
        with transaction.atomic():
            arrived = _write(actor, club, read)
    except IntegrityError as error:
        sentence = _("The file contradicts itself: two rows claim the same place, or a row lacks something.")
        raise BadSessionFile(sentence, code="contradiction") from error
    return arrived


def _refuse_known(uuid: Any) -> None:
    here = SessionIdentity.objects.filter(uuid=uuid).select_related("session__event__club").first()
    if here is None:
        return
    if here.session.event.removed_at is None:
        sentence = _("This session is here already: “%(session)s”.")
        raise ValidationError(sentence % {"session": here.session}, code="here_already")
    # The one here was removed: it keeps its place under a name of its own, should it be brought back.
    SessionIdentity.objects.filter(pk=here.pk).update(uuid=uuid4())


def _write(actor: Actor, club: Club, data: Data) -> ArrivedSession:
    event, deeds = _make_event(actor, club, data)
    session = _make_session(event, data)
    made: Made = {"session": {0: session}}
    made["players"] = {row["id"]: _player(actor, club, row) for row in data["players"]}
    maker = RowMaker(made)
    for table in TABLES:
        made[table.name] = _make_rows(maker, table, data[table.name], _given(actor, club, table, event))
    _join_sections(data, made)
    session.save()
    note_last_played(session)
    SessionIdentity.objects.create(session=session, uuid=data["uuid"], arrived_at=actor.at)
    record_all(
        actor=actor, body=club, deeds=[*deeds, Deed("session.import", session, after={"uuid": str(data["uuid"])})]
    )
    _score(session, actor)
    return ArrivedSession(session, list(_remarks(session, data, made)))


def _score(session: Session, actor: Actor) -> None:
    """Score what came in; what is no movement, contract or adjusted score shows itself here."""
    try:
        for section in session.sections.all():
            getattr(section, "movement")  # noqa: B009 (reading it is the check)
        score_now(session=session, at=actor.at)
    except (KeyError, IndexError, TypeError, ValueError, AttributeError, ArithmeticError) as error:
        sentence = _("A movement, a contract or an adjusted score in the file cannot be read: %(problem)s")
        raise BadSessionFile(sentence % {"problem": str(error)[:200]}, code="bad_session_file") from error


def _make_event(actor: Actor, club: Club, data: Data) -> tuple[Event, list[Deed]]:
    if unknown := data["event"].keys() - set(CONDITIONS):
        sentence = _("“event” has no column “%(column)s”.")
        raise BadSessionFile(sentence % {"column": sorted(unknown)[0]}, code="bad_session_file")
    conditions = dict(data["event"])
    for name in CONDITIONS:
        if name in conditions:
            conditions[name] = _read(Event, name, conditions[name])
    return make_played_event(actor=actor, club=club, **(conditions | {"takes_entries": False, "sessions_planned": 1}))


def _make_session(event: Event, data: Data) -> Session:
    columns = {name: _read(Session, name, data["session"].get(name)) for name in SESSION_COLUMNS}
    session = Session(event=event, number=1, state=SessionState.FINISHED, **columns)
    session.clean_fields(exclude={"event", "host"})
    session.save()
    return session


def _read(model: type[Model], name: str, value: Any) -> Any:
    column = model._meta.get_field(name)
    assert isinstance(column, Field)
    return column.to_python(value)


def _player(actor: Actor, club: Club, row: Data) -> Player:
    """Somebody with the same number, or the only one here with the name; else a visitor, named as they let themselves
    be."""
    line = club.federation.line
    if number := row["federation_number"].strip():
        found = Player.objects.findable().filter(federation__in=line, federation_number=number).first()
        if found is not None and name_key(found.display_name) == name_key(row["display_name"]):
            return found
    same = list(people_here(club).filter(name_key=name_key(row["display_name"]))[:2])
    if len(same) == 1:
        return same[0]
    privacy = row["privacy"] if row["privacy"] in Privacy.values else Privacy.HIDDEN
    names = {name: row[name][:80] for name in ("given_name", "family_name")}
    fields = {"display_name": row["display_name"][:120], "privacy": privacy, "federation": club.federation} | names
    return make_player(actor=actor, body=club, **fields)


def _given(actor: Actor, club: Club, table: Table, event: Event) -> Data:
    """What a row has here and not from the file."""
    names = {field.name for field in table.model._meta.concrete_fields}
    given: Data = {"club": club, "event": event}
    return {name: value for name, value in given.items() if name in names}


def _make_rows(maker: RowMaker, table: Table, rows: list[Data], given: Data) -> dict[int, Model]:
    made = {row["id"]: maker.make(table, row, **given) for row in rows}
    for row in made.values():
        if hasattr(row, "key") and table.name == "entries":
            row.key = uuid4().hex
        if table.name == "draws":
            contestants = maker.made["contestants"]
            row.standings, row.matches = _drawn(contestants, row.standings), ids_of(contestants, row.matches)  # type: ignore[attr-defined]
    table.model._default_manager.bulk_create(made.values())
    return made


def _drawn(contestants: dict[int, Model], standings: Any) -> Any:
    """Each contestant with its score; the score is no id."""
    return [[ids_of(contestants, pair[0]), *pair[1:]] for pair in standings if isinstance(pair, list) and pair]


def _join_sections(data: Data, made: Made) -> None:
    for row in data["fields"]:
        comparison_field = made["fields"][row["id"]]
        assert isinstance(comparison_field, ComparisonField)
        sections = row.get("sections")
        if not isinstance(sections, list) or not set(sections) <= made["sections"].keys():
            sentence = _("“fields”, row %(row)s: “sections” names a section that is not there.")
            raise BadSessionFile(sentence % {"row": row["id"]}, code="bad_session_file")
        comparison_field.sections.set([made["sections"][ident].pk for ident in sections])


def _remarks(session: Session, data: Data, made: Made) -> Iterable[str]:
    """Where what is calculated here is not what the file says, and why that may be."""
    if regulations_of(session.event) != data["regulations"]:
        yield _("Fouled boards, or boards of several sessions, are compared in another way here.")
    here = {
        (figures["field"], standing["contestant"]): standing
        for figures in figures_of(session)
        for standing in figures["standings"]
    }
    for figures in data["figures"]:
        for standing in figures.get("standings", []):
            yield from _difference(standing, figures, here, made)


def _difference(standing: Data, figures: Data, here: dict[Any, Data], made: Made) -> Iterable[str]:
    comparison_field = made["fields"].get(figures.get("field", 0))
    contestant = made["contestants"].get(standing.get("contestant", 0))
    if comparison_field is None or contestant is None:
        yield _("The figures of the file name a contestant that is not there.")
        return
    own = here.get((comparison_field.pk, contestant.pk), {})
    if any(own.get(name) != standing.get(name) for name in COMPARED):
        sentence = _("%(contestant)s: %(there)s in the file, %(here)s as calculated here.")
        words = {"there": _figure(standing), "here": _figure(own)}
        yield sentence % {"contestant": contestant, **words}


def _figure(standing: Data) -> str:
    return " ".join(str(standing.get(name, "")) for name in ("place", "shown_total", "shown_percent")).strip() or "—"
