"""The editor's work: a case is prepared with names replaced, checked, published, commented on."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from django.core.exceptions import ValidationError
from django.db.models import Max
from django.utils.translation import gettext as _

from appeals.anonymous import initials, masterpoints_in, names_left, replace_names
from appeals.models import Appeal, Case, Commentary
from appeals.models.casebook import Topic
from appeals.selectors.case_stages import decided_in, decided_since, newest_number
from appeals.selectors.casebook import seats_at
from appeals.selectors.deadlines import rules_for
from appeals.selectors.decision_words import adjusted_words
from appeals.selectors.pack import hearing_pack
from appeals.selectors.parties import sides_at
from appeals.selectors.sight import sees_cards
from appeals.selectors.together import other_open
from clubs.models import Club, Player
from clubs.models.base import standing_on
from clubs.models.bodies import Body
from clubs.regulations import effective
from core import transaction
from core.actors import Actor, ActorKind
from core.audit import record, values
from core.changes import change, locked, reject_unknown_fields
from core.errors import field_error
from core.locks import lock_row
from core.permissions import require
from events.models import Contestant
from events.selectors.hand_records import SEATS, VULNERABLE
from rulings.checked.paragraphs import refuse_unknown_paragraphs
from rulings.laws import Auction, LawsError
from scoring.engine.cards import Seat
from scoring.engine.deal import Deal
from scoring.engine.errors import ScoringError

WRITTEN = {
    *("subject", "topic", "law_refs", "event", "board", "dealer", "vulnerable", "deal", "auction", "explanations"),
    *("contract", "lead", "facts", "away", "ruling", "statements", "decision", "dissent", "deposit"),
    "masterpoints",
}
#: What a decision fills in.
DECIDED = ("decision", "dissent", "deposit")
AUDITED = ("subject", "topic", "law_refs")
# What a tree of the Laws is about, for the first guess of a topic.
TOPICS = {
    "16": Topic.UI, "73": Topic.TEMPO, "21": Topic.MI, "20": Topic.MI, "75": Topic.MI, "68": Topic.CLAIM,
    "70": Topic.CLAIM, "71": Topic.CLAIM, "64": Topic.REVOKE, "45": Topic.PLAYED_CARD, "46": Topic.PLAYED_CARD,
    "27": Topic.CALL, "29": Topic.CALL, "25": Topic.CALL, "54": Topic.LEAD, "40": Topic.PSYCHE, "87": Topic.BOARD,
    "15": Topic.BOARD, "79": Topic.SCORE, "90": Topic.CONDUCT, "91": Topic.CONDUCT, "92": Topic.PROCEDURE,
}  # fmt: skip


@transaction.atomic
def draft_case(*, actor: Actor, body: Body, appeal: Appeal | None = None, **fields: Any) -> Case:
    """Begin a case; from an appeal it is filled in with names replaced as the regulation says."""
    require(actor, "case.edit", body)
    if appeal is not None:
        _check_source(actor, body, appeal)
    year = appeal.year if appeal is not None else body.day(actor.at).year
    lock_row(body)
    last = Case.objects.filter(year=year, **standing_on(body)).aggregate(last=Max("number"))["last"] or 0
    case = Case(year=year, number=last + 1, appeal=appeal, made_at=actor.at, edited_by=actor.user, **standing_on(body))
    case.topic, case.subject = Topic.UI, _("Untitled")
    if appeal is not None:
        _fill_from(case, appeal)
        if not sees_cards(Actor(kind=ActorKind.USER, at=actor.at), appeal):
            # Somebody, somewhere, has yet to play the board: the editor adds the cards afterwards.
            case.deal = ""
    reject_unknown_fields(fields, WRITTEN)
    for name, value in fields.items():
        setattr(case, name, value)
    _check(case)
    case.save()
    record(actor=actor, act="case.edit", body=body, target=case, after=values(case, AUDITED))
    return case


def _check_source(actor: Actor, body: Body, appeal: Appeal) -> None:
    require(actor, "appeal.view", appeal)
    require(actor, "case.edit", appeal)
    inside = appeal.club == body if isinstance(body, Club) else body.pk in appeal.club.federation.line
    if not inside:
        raise ValidationError(_("This appeal is not one of this body."), code="elsewhere")
    if appeal.decided_at is None or not appeal.verdict:
        raise ValidationError(_("Only a decided appeal becomes a case."), code="undecided")


def _fill_from(case: Case, appeal: Appeal) -> None:
    leading = appeal.heard_with or appeal
    data = leading.hearing.pack if hasattr(leading, "hearing") and leading.hearing.pack else hearing_pack(leading)
    board, ruling = data["board"], data["ruling"]
    case.subject = (ruling["title"] or _("Appeal"))[:150]
    case.law_refs = list(ruling["laws"])
    number = "".join(letter for letter in (case.law_refs or [""])[0][:3] if letter.isdecimal())
    case.topic = TOPICS.get(number, Topic.UI)
    case.event = data["event"]
    case.board, case.dealer = board.get("number"), board.get("dealer", "")
    case.vulnerable, case.deal = board.get("vulnerable", ""), board.get("deal", "")
    case.auction, case.explanations = data["auction"], data["explanations"]
    case.contract = data["table_result"].get("result", "")[:60]
    case.facts, case.away = data["facts"], "\n".join(data["consultation"])
    score = adjusted_words(ruling["score_ns"], ruling["score_ew"])
    penalties = [_("Penalty: %(penalty)s") % {"penalty": words} for words in ruling.get("penalties", ())]
    case.ruling = "\n".join(filter(None, (ruling["decision"], score, *penalties, ruling["reasons"])))
    case.statements = "\n\n".join(_statements(leading, data["statements"]))
    _fill_decision(case, appeal)
    naming = rules_for(appeal.club, appeal.session.event).naming
    case.aliases = aliases_for(appeal, naming)
    _replace_names(case, Case.TEXTS)


def _statements(leading: Appeal, statements: Mapping[str, str]) -> Iterator[str]:
    """What each side said; where both had appealed, what each asked for before it."""
    together = leading.heard_together.order_by("pk")
    for appeal in [leading, *together] if together else []:
        yield _("%(side)s appealed: %(grounds)s") % {"side": appeal.side, "grounds": appeal.grounds}
    yield from (f"{side}: {text}" for side, text in statements.items() if text)


def _fill_decision(case: Case, appeal: Appeal) -> None:
    decided = decided_in(appeal)
    case.decision, case.dissent, case.deposit = decided.text[:6000], decided.dissent[:4000], decided.deposit
    case.decision_number = decided.number


def _replace_names(case: Case, texts: Iterable[str]) -> None:
    players = Player.objects.in_bulk([int(pk) for pk in case.aliases])
    names = {players[int(pk)].display_name: alias for pk, alias in case.aliases.items() if int(pk) in players}
    for name in texts:
        setattr(case, name, replace_names(getattr(case, name), names))


@transaction.atomic
def take_over_decision(*, actor: Actor, case: Case, version: int | None = None) -> Case:
    """Fill in anew what was decided, where a later decision was made after the case was begun."""
    require(actor, "case.edit", case)
    case = locked(case, version=version)
    if case.appeal is None:
        raise ValidationError(_("This case comes from no appeal."), code="no_appeal")
    _fill_decision(case, case.appeal)
    _replace_names(case, DECIDED)
    case.version += 1
    case.save(update_fields=[*DECIDED, "decision_number", "version"])
    record(actor=actor, act="case.edit", body=case.body, target=case, after={"decision_number": case.decision_number})
    return case


def aliases_for(appeal: Appeal, naming: str) -> dict[str, str]:
    """Every player by the seat, also where masterpoints are printed, or by initials; nobody where names are in full."""
    if naming == "full":
        return {}
    seats = seats_at(appeal)
    if naming == "initials":
        players = Player.objects.in_bulk(list(seats))
        return {str(pk): initials(players[pk].display_name) for pk in seats}
    return {str(pk): str(SEATS[Seat(seat)]) if seat else _("a teammate") for pk, seat in seats.items()}


@transaction.atomic
def edit_case(*, actor: Actor, case: Case, version: int | None = None, **fields: Any) -> Case:
    require(actor, "case.edit", case)
    reject_unknown_fields(fields, WRITTEN)
    if case.appeal is not None and fields.get("decision", case.decision) != case.decision:
        # Written by hand, with everything before the editor.
        fields["decision_number"] = newest_number(case.appeal)
    return change(
        actor=actor, act="case.edit", obj=case, body=case.body, fields=fields, version=version, check=_check_edited
    )


def _check_edited(case: Case) -> None:
    _check(case)
    if case.is_published:
        _refuse_names(case)


def _check(case: Case) -> None:
    refuse_unknown_paragraphs(case.law_refs)
    _check_marks(case)
    try:
        masterpoints_in(case.masterpoints)
    except ValueError as error:
        sentence = _("“%(part)s” cannot be read. Write the masterpoints by seat: N 1250, E 80, S 12, W 340.")
        wrong = ValidationError(sentence % {"part": error}, code="bad_masterpoints")
        raise ValidationError({"masterpoints": wrong}) from error
    if case.deal:
        try:
            Deal.parse(case.deal)
        except (ScoringError, ValueError) as error:
            sentence = _("This is no deal of 52 cards. Write it as in PBN: N:AKQ.… ") + str(error)
            raise field_error("deal", sentence, "bad_deal") from error
    if case.auction:
        try:
            Auction.parse(Seat(case.dealer or "N"), case.auction)
        except (LawsError, ScoringError, ValueError) as error:
            sentence = _("This auction cannot be read: %(why)s") % {"why": error}
            raise field_error("auction", sentence, "bad_call") from error


def _check_marks(case: Case) -> None:
    if case.dealer and case.dealer not in {seat.value for seat in Seat}:
        raise field_error("dealer", _("Say who dealt: N, E, S or W."), "bad_dealer")
    if case.vulnerable and case.vulnerable not in VULNERABLE:
        raise field_error("vulnerable", _("Say who was vulnerable: None, NS, EW or All."), "bad_vulnerability")


def hides_names(case: Case) -> bool:
    if case.appeal is None:
        return False
    return bool(effective(key="appeals.naming", body=case.appeal.club).value != "full")


def names_in(case: Case) -> list[str]:
    """Names of players of the case that are left in its texts and its commentaries."""
    if not hides_names(case):
        return []
    assert case.appeal is not None
    texts = [str(getattr(case, name)) for name in Case.TEXTS]
    texts += case.commentaries.filter(withdrawn_at=None).values_list("text", flat=True) if case.pk else []
    return names_left("\n".join(texts), _names(case.appeal))


def _names(appeal: Appeal) -> list[str]:
    """Of the players at the table, and of their teams."""
    names = Player.objects.filter(pk__in=seats_at(appeal)).values_list("display_name", flat=True)
    contestants = [pk for side in sides_at(appeal.ruling).values() for pk in side]
    teams = Contestant.objects.filter(pk__in=contestants).exclude(name="").values_list("name", flat=True)
    return [*names, *teams]


def _refuse_names(case: Case) -> None:
    if names := names_in(case):
        sentence = _("A name is left in the text: %(names)s. Replace it by the seat, then publish.")
        raise ValidationError(sentence % {"names": ", ".join(names)}, code="names")


def _ask_for_masterpoints(case: Case) -> None:
    """Where the regulation names players by them, each of the four seats has its figure."""
    if case.appeal is None or effective(key="appeals.naming", body=case.appeal.club).value != "masterpoints":
        return
    missing = [str(name) for seat, name in SEATS.items() if seat.value not in masterpoints_in(case.masterpoints)]
    if missing:
        sentence = _("Players are named by their masterpoints here: write those of %(seats)s, 0 for none.")
        wrong = ValidationError(sentence % {"seats": ", ".join(missing)}, code="masterpoints")
        raise ValidationError({"masterpoints": wrong})


@transaction.atomic
def publish_case(*, actor: Actor, case: Case, version: int | None = None) -> Case:
    require(actor, "case.edit", case)
    case = locked(case, version=version)
    if case.is_published:
        return case
    missing = [label for name, label in _needed() if not str(getattr(case, name)).strip()]
    if missing:
        raise ValidationError(_("Write this first: %(what)s.") % {"what": ", ".join(missing)}, code="unfinished")
    _refuse_unfinished(case)
    _refuse_overtaken(case)
    _refuse_names(case)
    _ask_for_masterpoints(case)
    case.published_at = actor.at
    case.version += 1
    case.save(update_fields=["published_at", "version"])
    record(actor=actor, act="case.publish", body=case.body, target=case)
    return case


def _refuse_unfinished(case: Case) -> None:
    """A decision can still be corrected or taken further; the other side's appeal may change the same score."""
    if case.appeal is None:
        return
    if case.appeal.is_open:
        sentence = _("Appeal %(case)s is not closed yet: publish it when nothing in it can change any more (Law 93C).")
        raise ValidationError(sentence % {"case": case.appeal}, code="open")
    if (other := other_open(case.appeal)) is not None:
        sentence = _("The other side’s appeal against the same ruling (%(case)s) is open: publish it afterwards.")
        raise ValidationError(sentence % {"case": other}, code="other_open")


def _refuse_overtaken(case: Case) -> None:
    """What is published is what counts in the end."""
    if (later := decided_since(case)) is not None:
        why = _("Decided since it was written: %(stage)s, %(outcome)s. Fill in the decision anew, then publish it.")
        gaps = {"stage": later.get_stage_display(), "outcome": later.get_verdict_display()}
        raise ValidationError(why % gaps, code="overtaken")


def _needed() -> Iterable[tuple[str, str]]:
    return (("subject", _("subject")), ("facts", _("facts")), ("ruling", _("ruling")), ("decision", _("decision")))


@transaction.atomic
def unpublish_case(*, actor: Actor, case: Case, reason: str) -> Case:
    """Taken out of the book; its number and address stay reserved for it."""
    require(actor, "case.edit", case)
    if not reason.strip():
        raise field_error("reason", _("Say why."), "required")
    case = locked(case)
    case.published_at = None
    case.version += 1
    case.save(update_fields=["published_at", "version"])
    record(actor=actor, act="case.unpublish", body=case.body, target=case, reason=reason.strip())
    return case


def _refuse_names_in(case: Case, text: str) -> None:
    """A commentator is named; the players of the case are not."""
    if not hides_names(case):
        return
    assert case.appeal is not None
    if names := names_left(text, _names(case.appeal)):
        sentence = _("A player of the case is named: %(names)s. Write the seat instead.")
        raise field_error("text", sentence % {"names": ", ".join(names)}, "names")


@transaction.atomic
def comment(*, actor: Actor, case: Case, commentator: str, text: str) -> Commentary:
    require(actor, "case.edit", case)
    for name, value in (("commentator", commentator), ("text", text)):
        if not value.strip():
            raise field_error(name, _("Write this, please."), "required")
    _refuse_names_in(case, text)
    commentary = Commentary.objects.create(
        case=case,
        commentator=commentator.strip()[:120],
        text=text.strip()[:4000],
        added_at=actor.at,
        added_by=actor.user,
    )
    record(actor=actor, act="case.comment", body=case.body, target=case, after={"commentary": commentary.pk})
    return commentary


@transaction.atomic
def take_comment_back(*, actor: Actor, commentary: Commentary) -> Commentary:
    require(actor, "case.edit", commentary.case)
    commentary = lock_row(commentary)
    if commentary.withdrawn_at is None:
        commentary.withdrawn_at = actor.at
        commentary.save(update_fields=["withdrawn_at"])
        record(
            actor=actor,
            act="case.uncomment",
            body=commentary.case.body,
            target=commentary.case,
            after={"commentary": commentary.pk},
        )
    return commentary
