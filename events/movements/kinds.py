"""Every kind of movement with its traits, in the order in which they are offered.

docs/how-to/add-a-movement.md adds one.
"""

from events.movements import catalogue, mitchell
from events.movements.catalogue import among_teams, even_plan, one_field, two_fields, usual_howell_rounds
from events.movements.howell import hesitation, howell
from events.movements.individual import individual, whist
from events.movements.knockout import bracket
from events.movements.model import MovementKind as Kind
from events.movements.model import Traits, Unit, register
from events.movements.teams import multiple_teams, one_match_at_a_time, round_robin


def _(text: str) -> str:
    """Marks a text for the translators' tools."""
    return text


PAIRS, TEAMS, PLAYERS = (Unit.PAIR,), (Unit.TEAM,), (Unit.PLAYER,)
SKIP, RELAY = two_fields(even_plan(mitchell.skip_plan)), two_fields(even_plan(mitchell.relay_plan))
HESITATION = one_field(hesitation, lambda pairs: (pairs + 1) // 2 + 1)

Kind.MITCHELL = register(
    "mitchell",
    Traits(
        _("Mitchell"), PAIRS, two_fields(catalogue.plain_plan), has_two_fields=True, is_simple=True, aliases=("plain",)
    ),
)
Kind.SKIP = register("skip", Traits(_("skip Mitchell"), PAIRS, SKIP, has_two_fields=True, aliases=("skip-mitchell",)))
Kind.RELAY = register(
    "relay",
    Traits(
        _("share-and-relay Mitchell"),
        PAIRS,
        RELAY,
        has_two_fields=True,
        aliases=("relay-mitchell", "share-and-relay", "share"),
    ),
)
Kind.ROVER = register(
    "rover",
    Traits(_("rover Mitchell"), PAIRS, catalogue.with_rover, has_two_fields=True, aliases=("rover-mitchell", "bump")),
)
Kind.HESITATION = register(
    "hesitation", Traits(_("hesitation Mitchell"), PAIRS, HESITATION, aliases=("hesitation-mitchell",))
)
Kind.WEB = register(
    "web",
    Traits(_("Web Mitchell"), PAIRS, two_fields(catalogue.web_plan), has_two_fields=True, aliases=("web-mitchell",)),
)
Kind.HOWELL = register(
    "howell",
    Traits(_("Howell"), PAIRS, one_field(howell, usual_howell_rounds), aliases=("three-quarter-howell",)),
)
Kind.BAROMETER = register("barometer", Traits(_("barometer"), PAIRS, catalogue.in_either, has_two_fields=True))
Kind.HEAD_TO_HEAD = register(
    "head-to-head", Traits(_("head to head"), TEAMS, catalogue.one_head_to_head, is_one_match=True)
)
Kind.ROUND_ROBIN = register(
    "round-robin", Traits(_("round robin"), TEAMS, among_teams(round_robin), aliases=("roundrobin",))
)
Kind.AMERICAN_WHIST = register(
    "american-whist",
    Traits(
        _("American whist"),
        TEAMS,
        among_teams(multiple_teams),
        is_one_match=True,
        aliases=("multiple-teams", "american"),
    ),
)
Kind.NEW_ENGLAND = register(
    "new-england", Traits(_("New England"), TEAMS, among_teams(one_match_at_a_time), is_one_match=True)
)
Kind.SWISS = register(
    "swiss",
    Traits(
        _("Swiss"),
        (*PAIRS, *TEAMS),
        catalogue.swiss_rehearsal,
        is_drawn=True,
        has_threes=True,
        aliases=("swiss-pairs", "swiss-teams"),
    ),
)
Kind.KNOCKOUT = register(
    "knockout",
    Traits(
        _("knock-out"),
        TEAMS,
        lambda request: bracket(request.contestants, request.three_ways),
        is_knockout=True,
        is_one_match=True,
        has_threes=True,
        aliases=("knock-out",),
    ),
)
Kind.INDIVIDUAL = register(
    "individual", Traits(_("individual"), PLAYERS, one_field(individual, lambda players: min(players, 13)))
)
Kind.WHIST = register("whist", Traits(_("whist tournament"), PLAYERS, one_field(whist, lambda players: players)))
