"""Regulations: which value holds where, who laid it down, and what is no value at all."""

from decimal import Decimal

import pytest
from django.core.exceptions import ValidationError

from clubs.models import AuditEntry, RegulationSetting
from clubs.regulations import CATALOGUE, effective, effective_all
from clubs.regulations.types import Amount, Choice, Minutes, YesNo
from clubs.services.regulations import set_regulation, withdraw_regulation
from core.errors import Forbidden

KEY = "period.appeal"


@pytest.fixture
def lay_down(cast):
    def lay(place, value, key=KEY, **options):
        return set_regulation(actor=cast.actor("officer"), body=getattr(cast, place), key=key, value=value, **options)

    return lay


def held(cast, place, key=KEY):
    found = effective(key=key, body=getattr(cast, place))
    return found.value, found.source


# --- Where a value comes from -------------------------------------------------------------------------------------
def test_the_default_holds_where_nobody_laid_anything_down(cast):
    assert held(cast, "harbour") == (30, None)


def test_a_club_inherits_from_every_federation_above_it(cast, lay_down):
    lay_down("nation", 60)
    assert held(cast, "harbour") == (60, cast.nation)
    lay_down("north", 45)
    assert held(cast, "harbour") == (45, cast.north)
    assert held(cast, "hillside") == (60, cast.nation)


def test_a_clubs_own_value_overrides_what_it_inherits(cast, lay_down):
    lay_down("nation", 60)
    lay_down("harbour", 20)
    assert held(cast, "harbour") == (20, cast.harbour)
    assert held(cast, "nation") == (60, cast.nation)


def test_a_binding_value_is_not_overridden_below(cast, lay_down):
    lay_down("nation", 60, locked=True)
    with pytest.raises(ValidationError, match="Dummyland Federation has made this binding") as refused:
        set_regulation(actor=cast.actor("secretary"), body=cast.harbour, key=KEY, value=20)
    assert refused.value.error_dict["value"][0].code == "binding"


def test_a_binding_value_wins_over_what_a_club_had_laid_down_before(cast, lay_down):
    lay_down("harbour", 20)
    lay_down("nation", 60, locked=True)
    found = effective(key=KEY, body=cast.harbour)
    assert (found.value, found.source, found.binding) == (60, cast.nation, True)
    assert found.own.value == 20


def test_the_clubs_own_value_holds_again_once_it_is_released(cast, lay_down):
    lay_down("harbour", 20)
    lay_down("nation", 60, locked=True)
    lay_down("nation", 60, locked=False)
    assert held(cast, "harbour") == (20, cast.harbour)


def test_whoever_made_it_binding_may_change_it(cast, lay_down):
    lay_down("nation", 60, locked=True)
    lay_down("nation", 90, locked=True)
    assert held(cast, "hillside") == (90, cast.nation)


def test_a_region_may_bind_its_clubs_below_the_nations_open_value(cast, lay_down):
    lay_down("nation", 60)
    lay_down("north", 45, locked=True)
    with pytest.raises(ValidationError, match="North Dummyland has made this binding"):
        lay_down("harbour", 20)
    lay_down("hillside", 20)


def test_a_withdrawn_value_gives_way_to_the_one_above(cast, lay_down):
    lay_down("nation", 60)
    lay_down("harbour", 20)
    withdraw_regulation(actor=cast.actor("secretary"), body=cast.harbour, key=KEY)
    assert held(cast, "harbour") == (60, cast.nation)
    assert AuditEntry.objects.get(act="regulation.withdraw").before["value"] == 20


def test_withdrawing_what_was_never_laid_down_does_nothing(cast):
    withdraw_regulation(actor=cast.actor("secretary"), body=cast.harbour, key=KEY)
    assert not AuditEntry.objects.filter(act="regulation.withdraw").exists()


def test_what_was_laid_down_before_is_kept(cast, lay_down):
    for minutes in (10, 20, 30):
        lay_down("harbour", minutes)
    rows = RegulationSetting.objects.filter(key=KEY).order_by("pk")
    assert [row.value for row in rows] == [10, 20, 30]
    assert [row.superseded_at is None for row in rows] == [False, False, True]


def test_the_same_value_again_leaves_no_trace(cast, lay_down):
    first = lay_down("harbour", 20)
    assert lay_down("harbour", "20") == first
    assert AuditEntry.objects.filter(act="regulation.set").count() == 1


def test_all_regulations_of_a_club_come_with_one_query(cast, lay_down, django_assert_num_queries):
    lay_down("nation", 60)
    lay_down("harbour", "10", key="appeals.deposit")
    cast.harbour.refresh_from_db()
    assert cast.harbour.federation
    with django_assert_num_queries(1):
        found = {one.regulation.key: one for one in effective_all(body=cast.harbour)}
    assert set(found) == set(CATALOGUE)
    assert (found[KEY].source, found["appeals.deposit"].source) == (cast.nation, cast.harbour)


# --- Who may ------------------------------------------------------------------------------------------------------
@pytest.mark.parametrize(
    ("name", "place"),
    [
        ("secretary", "hillside"),
        ("secretary", "north"),
        ("north_officer", "nation"),
        ("north_officer", "hillside"),
        ("director", "harbour"),
        ("member", "harbour"),
    ],
)
def test_others_lay_nothing_down(cast, name, place):
    with pytest.raises(Forbidden):
        set_regulation(actor=cast.actor(name), body=getattr(cast, place), key=KEY, value=20)


# --- Values -------------------------------------------------------------------------------------------------------
@pytest.mark.parametrize(
    ("kind", "value", "kept"),
    [
        (Minutes(), "30", 30),
        (Minutes(), 0, 0),
        (Minutes(), " 45 ", 45),
        (Minutes(), 20160, 20160),
        (Amount(), "12.50", "12.5"),
        (Amount(), 3, "3"),
        (Amount(), Decimal("0.10"), "0.1"),
        (Amount(), 1000, "1000"),
        (Choice((("a", "A"), ("b", "B"))), "b", "b"),
        (YesNo(), True, True),
        (YesNo(), False, False),
    ],
)
def test_good_values_are_kept_in_one_form(kind, value, kept):
    assert kind.clean(value) == kept


@pytest.mark.parametrize(
    ("kind", "value"),
    [
        *((Minutes(), value) for value in ("", "soon", -1, 1.5, True, None, "²", "9" * 5000, 20161, [30], {"a": 1})),
        *((Amount(), value) for value in ("", "much", -1, "NaN", "Infinity", True, None, "1e-999999", 1001, [1])),
        *((Choice((("a", "A"),)), value) for value in ("", "b", None, 1, ["a"], {"a": "A"})),
        *((YesNo(), value) for value in ("", "yes", "true", 1, 0, None, [True])),
    ],
)
def test_bad_values_are_refused_with_a_sentence(kind, value):
    with pytest.raises(ValidationError) as refused:
        kind.clean(value)
    assert refused.value.messages[0].endswith(".")


@pytest.mark.parametrize("key", CATALOGUE)
def test_every_default_is_a_value_of_its_kind(key):
    regulation = CATALOGUE[key]
    assert regulation.kind.clean(regulation.default) == regulation.default
    assert regulation.kind.show(regulation.default)


def test_a_bad_value_is_refused_at_the_field(cast, lay_down):
    with pytest.raises(ValidationError) as refused:
        lay_down("harbour", "a while")
    assert refused.value.message_dict == {"value": ["Write whole minutes from 0 to 20160."]}


def test_a_regulation_that_does_not_exist_is_refused(cast, lay_down):
    with pytest.raises(ValidationError, match="There is no regulation"):
        lay_down("harbour", 1, key="period.tea")
