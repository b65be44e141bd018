"""What a table's devices ask for and send: plain JSON, for one table, without an account."""

from __future__ import annotations

import hashlib
import json
import threading
import time
import zlib
from collections.abc import Callable, Iterator
from functools import wraps
from typing import Any

from django.core.cache import cache
from django.core.exceptions import ValidationError
from django.core.serializers.json import DjangoJSONEncoder
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.utils.translation import get_language, override
from django.utils.translation import gettext as _
from django.views.decorators.csrf import csrf_exempt
from django.views.decorators.http import require_POST, require_safe

from clubs.middleware import speak_for
from core.actors import Actor, client_address, of_device
from core.conditional import conditional_response, make_etag, not_modified, with_etag
from core.limits import limits_itself
from core.refusals import collect_refusals
from events.models import TableCode
from events.selectors.clock import millis
from events.selectors.table_codes import SHAPE, cleaned_code, find_code, table_device_name
from events.views.code_rate_limit import refuses_guess
from scoring.forms.table import call_reason, read_call, read_claim, read_confirmation
from scoring.models import DirectorCall, ScoreEntry
from scoring.models.director_calls import OPEN_CALLS
from scoring.models.results import EntryState
from scoring.selectors.at_table import static_state, table_state
from scoring.selectors.table_ranking import rankings_at_table
from scoring.selectors.table_rules import rules_for
from scoring.selectors.table_version import TableVersion, table_version
from scoring.selectors.travellers import own_play, traveller_for_table
from scoring.services.director_calls import call_director, take_back_call
from scoring.services.entries import confirm_entry, submit_claim_for_board
from scoring.services.table_rounds import begin_next_round
from scoring.views.limits import asks_too_often, has_sent_too_often, sends_too_often

LONGEST = 100_000
KEPT_SECONDS = 60
MOST = 100
# More than these at once are taken from one table at a time.
A_FEW = 10
LONGEST_PAUSE = 0.05
_MANY = threading.Lock()
Data = dict[str, Any]
TableData = Callable[..., HttpResponse]


def refusal(status: int, sentence: str) -> JsonResponse:
    return JsonResponse({"sentence": sentence}, status=status)


def too_many_requests() -> JsonResponse:
    answer = refusal(429, _("Too many requests. What was typed is kept and sent later."))
    # Django would write a line for each, and whoever sends thousands would fill the log.
    answer._has_been_logged = True  # type: ignore[attr-defined]
    return answer


def with_table_code(*, late: bool = False) -> Callable[[TableData], TableData]:
    """Find the table by its code; the same answer to every wrong one. `late`: also after the session, for a while."""

    def decorate(view: TableData) -> TableData:
        @limits_itself
        @wraps(view)
        def page(request: HttpRequest, code: str, **url_arguments: Any) -> HttpResponse:
            actor = of_device(request, "")
            minute = int(actor.at.timestamp() // 60)
            if request.method == "POST" and has_sent_too_often(cleaned_code(code), minute):
                return too_many_requests()
            table_code = find_code(code, at=actor.at if late else None)
            if table_code is None:
                if refuses_guess(code, client_address(request)):
                    return too_many_requests()
                return refusal(404, _("This code opens no table. Scan the card on the table again."))
            # Only what opens a table is counted by itself: made-up codes would fill the cache.
            is_too_often = sends_too_often if request.method == "POST" else asks_too_often
            if is_too_often(table_code.code, minute):
                return too_many_requests()
            use_club_language(request, table_code)
            return view(request, table_code, **url_arguments)

        return page

    return decorate


def use_club_language(request: HttpRequest, code: TableCode) -> None:
    speak_for(request, language=code.club.language, zone=code.club.timezone)


def json_body(view: TableData) -> TableData:
    """A JSON object from this very site.

    There is no CSRF token, and none is needed: no cookie gives any right here, only the code in the address does, which
    a foreign page does not know. A token would be in the way, because what was typed without a connection is sent
    hours later. That the body is JSON and the page our own is asked for all the same.
    """

    @csrf_exempt
    @require_POST
    @wraps(view)
    def page(request: HttpRequest, code: TableCode, **url_arguments: Any) -> HttpResponse:
        if request.content_type != "application/json":
            return refusal(415, _("Send JSON."))
        if request.headers.get("Sec-Fetch-Site", "same-origin") not in ("same-origin", "none"):
            return refusal(403, _("Send this from the table's own page."))
        if int(request.META.get("CONTENT_LENGTH") or 0) > LONGEST:
            return refusal(413, _("That is too much at once."))
        try:
            body = json.loads(request.body)
        except (ValueError, RecursionError):
            body = None
        if not isinstance(body, dict):
            return refusal(400, _("This is not understood. Load the page again; what was typed is kept."))
        return view(request, code, body=body, **url_arguments)

    return page


def device_actor(request: HttpRequest, code: TableCode, body: Data) -> Actor:
    """The table's device; which phone of several is its own word, kept so that a table can tell its claims apart."""
    phone = "".join(sign for sign in str(body.get("phone", "")) if sign.isalnum())[:24]
    return of_device(request, f"{table_device_name(code)}.{phone}" if phone else table_device_name(code))


@require_safe
def state(request: HttpRequest, code: str) -> HttpResponse:
    """The table now. What a device has already, or another one was just told, costs one statement and nothing more."""
    actor = of_device(request, "")
    basis = state_basis(request, code, actor)
    if not basis:
        return state_by_code(request, code=code)
    if asks_too_often(code, int(actor.at.timestamp() // 60)):
        return too_many_requests()
    now = {"X-Now": str(millis(actor.at))}
    etag = make_etag(str(basis))
    if unchanged := not_modified(request, etag, **now):
        return unchanged
    body = cache.get(cache_key(str(basis)))
    if body is None:
        # As new as its stamp, or newer: the stamp was read first.
        table_code = find_code(code)
        if table_code is None:
            return state_by_code(request, code=code)
        use_club_language(request, table_code)
        static = cache.get(cache_key(basis.static)) or read_static_state(table_code, basis.static)
        body = as_json(table_state(table_code, static))
        cache.set(cache_key(str(basis)), body, KEPT_SECONDS)
    return with_etag(HttpResponse(body, content_type="application/json", headers=now), etag)


def state_basis(request: HttpRequest, code: str, actor: Actor) -> TableVersion | None:
    """None for a code that opens nothing. The minute: what the stamp may have missed is not missed for long."""
    version = table_version(code) if SHAPE.fullmatch(code) else None
    if version is None:
        return None
    own_minute = int(actor.at.timestamp() + zlib.crc32(code.encode()) % 60) // 60
    is_chosen = getattr(request, "language_is_chosen", False)
    conditions = f"{code} {own_minute} {get_language() if is_chosen else ''}"
    return version._replace(static=f"{conditions} {version.static}")


def cache_key(basis: str) -> str:
    return f"table-state:{hashlib.sha256(basis.encode()).hexdigest()}"


def read_static_state(code: TableCode, basis: str) -> Data:
    """The part of the state that no result changes, and all of its words: kept for the table's next results."""
    static = static_state(code)
    cache.set(cache_key(basis), static, KEPT_SECONDS)
    return static


def as_json(state: Data) -> str:
    return json.dumps(state, cls=DjangoJSONEncoder)


@with_table_code(late=True)
def state_by_code(request: HttpRequest, code: TableCode) -> HttpResponse:
    """For a code as somebody typed it, and the refusal for one that opens nothing."""
    answer = HttpResponse(as_json(table_state(code)), content_type="application/json")
    answer["X-Now"] = str(millis(of_device(request, "").at))
    return conditional_response(request, answer)


@require_safe
@with_table_code(late=True)
def board(request: HttpRequest, code: TableCode, number: int) -> HttpResponse:
    """The traveller so far, once the board is played here."""
    play = own_play(code, number)
    if play is None:
        return refusal(404, _("The results of a board are shown when it has been played at this table."))
    actor = of_device(request, table_device_name(code))
    return conditional_response(request, JsonResponse(traveller_for_table(actor, play, rules_for(play.section))))


@require_safe
@with_table_code(late=True)
def ranking(request: HttpRequest, code: TableCode) -> HttpResponse:
    """The standings, as often and as early as the director lets the tables see them."""
    if not table_state(code)["ranking"]:
        return refusal(404, _("The ranking is not shown now."))
    return conditional_response(request, JsonResponse({"rankings": rankings_at_table(code, rules_for(code.section))}))


@with_table_code(late=True)
@json_body
def entries(request: HttpRequest, code: TableCode, body: Data) -> HttpResponse:
    """Claims and confirmations, in the order in which they were made; an answer to each, whatever became of others."""
    sent = body.get("entries")
    if not isinstance(sent, list) or len(sent) > MOST:
        return refusal(400, _("This is not understood. Load the page again; what was typed is kept."))
    actor = device_actor(request, code, body)
    if len(sent) > 1:
        # Taken whole, so that a phone that was without a connection gets through; but each of them counts.
        sends_too_often(code.code, int(actor.at.timestamp() // 60), len(sent) - 1)
    if len(sent) <= A_FEW:
        return JsonResponse({"answers": [_answer(actor, code, message) for message in sent]})
    if not _MANY.acquire(blocking=False):
        return too_many_requests()
    try:
        return JsonResponse({"answers": list(_unhurried_answers(actor, code, sent))})
    finally:
        _MANY.release()


def _unhurried_answers(actor: Actor, code: TableCode, sent: list[Any]) -> Iterator[Data]:
    """With a pause after each, in which other tables write theirs."""
    for message in sent:
        start = time.monotonic()
        yield _answer(actor, code, message)
        time.sleep(min(LONGEST_PAUSE, time.monotonic() - start))


def _answer(actor: Actor, code: TableCode, sent: Any) -> Data:
    key = sent.get("key") if isinstance(sent, dict) else None
    with collect_refusals() as errors:
        if isinstance(sent, dict) and "confirms" in sent:
            return {"key": key, **_answer_confirmation(actor, code, sent)}
        return {"key": key, **_answer_claim(actor, code, sent)}
    return {"key": key, "state": "refused", "sentence": " ".join(errors)}


def _answer_claim(actor: Actor, code: TableCode, sent: Any) -> Data:
    round_number, number, claim = read_claim(sent)
    outcome = submit_claim_for_board(actor=actor, code=code, round_number=round_number, board=number, claim=claim)
    questions = [{"code": question.code, "sentence": question.sentence} for question in outcome.questions]
    return {**_entry_answer(outcome.entry), "questions": questions}


def _answer_confirmation(actor: Actor, code: TableCode, sent: Data) -> Data:
    key, agrees, side = read_confirmation(sent)
    entry = find_entry(code, key)
    return _entry_answer(confirm_entry(actor=actor, entry=entry, agrees=agrees, side=side, code=code))


def find_entry(code: TableCode, key: str) -> ScoreEntry:
    """A claim of the table by its key; refused where there is none."""
    entries = ScoreEntry.objects.filter(key=key, play__section=code.section_id, play__table=code.table)
    entry = entries.select_related("play").first()
    if entry is None:
        raise ValidationError(_("This result is not known here. Type it again."), code="no_entry")
    return entry


def _entry_answer(entry: ScoreEntry) -> Data:
    return {"state": entry.state, "sentence": state_sentence(entry.state)}


def state_sentence(state: str) -> str:
    return {
        EntryState.WAITING: _("The opponents check it."),
        EntryState.AGREED: _("The result is in."),
        EntryState.DISPUTED: _("The director decides on it: both claims are kept."),
        EntryState.SET_ASIDE: _("The director has decided otherwise."),
        EntryState.WITHDRAWN: _("Another result was typed in its place."),
    }[EntryState(state)]


@with_table_code()
@json_body
def call(request: HttpRequest, code: TableCode, body: Data) -> HttpResponse:
    """Call the director, add a reason to the call, or take it back."""
    actor = device_actor(request, code, body)
    with collect_refusals() as errors:
        act, reason, number = read_call(body)
        if act == "take-back":
            take_back(actor, code)
        else:
            make_call(actor, code, reason, number)
        sentence = _("The director is called.") if act == "call" else _("The call is taken back.")
        return JsonResponse({"sentence": sentence})
    return refusal(422, " ".join(errors))


@with_table_code()
@json_body
def next_round(request: HttpRequest, code: TableCode, body: Data) -> HttpResponse:
    """Those who have sat down begin the round themselves, where the rules let tables go on."""
    round_number = body.get("round")
    if not isinstance(round_number, int) or isinstance(round_number, bool):
        return refusal(400, _("This is not understood. Load the page again; what was typed is kept."))
    with collect_refusals() as errors:
        number = begin_next_round(actor=device_actor(request, code, body), code=code, number=round_number)
        return JsonResponse({"round": number})
    return refusal(422, " ".join(errors))


def make_call(actor: Actor, code: TableCode, reason: str, number: int | None) -> DirectorCall:
    if not rules_for(code.section).call:
        raise ValidationError(_("Call the director by voice: raise your hand."), code="no_calls")
    with override(code.club.language):
        # The director reads it, so it is said in the club's language.
        reason_words = call_reason(reason)
    return call_director(
        actor=actor, section=code.section, table=code.table, board=number, reason=reason_words, code=code
    )


def take_back(actor: Actor, code: TableCode) -> None:
    open_calls = DirectorCall.objects.filter(section=code.section_id, table=code.table, state__in=OPEN_CALLS)
    for open_call in open_calls.select_related("section__session__event__club__federation"):
        take_back_call(actor=actor, call=open_call, code=code)
