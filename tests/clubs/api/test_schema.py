"""The API describes itself, completely and truly."""

import re
from contextlib import redirect_stderr
from io import StringIO

import pytest
import yaml
from django.core.management import call_command
from django.test import Client
from drf_spectacular.generators import SchemaGenerator
from openapi_spec_validator import validate as validate_openapi

from core.api.searching import known_parameters

METHODS = {"get", "post", "put", "patch", "delete"}
SHAPELESS = {
    "Adjustment.east_west",
    "Adjustment.north_south",
    "AuditEntry.before",
    "AuditEntry.after",
    "Board.double_dummy",
    "Board.par",
    "Job.result",
    "MovementNote.params",
    # Everything that is held about somebody, whatever it is; and the cells of a line, as a federation's list has them.
    "OwnData.rows",
    "RegisterImportRow.said",
    "Section.chosen",
    # As far as somebody has typed them; given ones are listed as the session's penalties.
    "Case.penalties",
    "Decision.penalties",
    "Ruling.penalties",
}


@pytest.fixture(scope="module")
def schema():
    out, errors = StringIO(), StringIO()
    with redirect_stderr(errors):
        call_command("spectacular", "--validate", "--fail-on-warn", stdout=out)
    assert "Warning" not in errors.getvalue()
    return yaml.load(out.getvalue(), Loader=getattr(yaml, "CSafeLoader", yaml.SafeLoader))


@pytest.fixture(scope="module")
def operations(schema):
    return [
        (f"{method} {path}", operation)
        for path, methods in schema["paths"].items()
        for method, operation in methods.items()
        if method in METHODS
    ]


def test_the_schema_is_valid_and_made_without_a_warning(schema):
    """The first by a validator of its own, which also holds defaults and examples against what they stand in for."""
    validate_openapi(schema)


def test_every_operation_says_what_it_is_for(operations):
    assert operations
    assert [name for name, operation in operations if not operation.get("summary")] == []
    assert [name for name, operation in operations if len(operation.get("tags", [])) != 1] == []


def test_every_operation_declares_its_refusals(operations):
    for name, operation in operations:
        refusals = {code: answer for code, answer in operation["responses"].items() if code >= "400"}
        assert {"400", "401", "403", "404", "429"} <= refusals.keys(), name
        for answer in refusals.values():
            content = answer["content"]["application/problem+json"]
            assert content["schema"] == {"$ref": "#/components/schemas/Problem"}


def test_what_a_query_may_hold_is_what_the_schema_lists(operations):
    """What is refused is found without the schema; both say the same of every operation."""
    listed = {
        name: sorted(parameter["name"] for parameter in operation.get("parameters", []) if parameter["in"] == "query")
        for name, operation in operations
    }
    generator = SchemaGenerator()
    generator._initialise_endpoints()
    taken = {
        f"{method.lower()} {path}": known_parameters(view, method)
        for path, _regex, method, view in generator._get_paths_and_endpoints()
        if hasattr(view, "action")
    }
    assert taken == listed


def test_what_can_be_stale_says_so(operations):
    guarded = {name for name, operation in operations if "412" in operation["responses"]}
    asked = {
        name
        for name, operation in operations
        if "If-Match" in {parameter["name"] for parameter in operation.get("parameters", [])}
    }
    assert guarded == asked
    assert "patch /api/v1/clubs/{slug}/" in guarded
    assert "post /api/v1/memberships/{id}/end/" in guarded


def test_the_secret_of_a_token_is_in_one_answer_only(schema):
    with_secret = [
        name for name, part in schema["components"]["schemas"].items() if "secret" in part.get("properties", {})
    ]
    assert with_secret == ["MadeToken"]


def test_answers_leave_nothing_free_but_what_has_no_shape_of_its_own(schema):
    """What a generated client would read as a bare dictionary: values of many kinds, under names that are data."""
    free = {
        f"{name}.{where}"
        for name, part in schema["components"]["schemas"].items()
        if not name.endswith("Request")
        for where in _free(part)
    }
    assert free == SHAPELESS


def _free(part, where=""):
    """Paths of what may hold anything."""
    says = part.keys() - {"readOnly", "description", "title"}
    if where and (not says or part.get("additionalProperties") == {}):
        yield where
    for name, inner in part.get("properties", {}).items():
        yield from _free(inner, f"{where}.{name}".lstrip("."))
    for inner in [part["items"]] if "items" in part else part.get("oneOf", []):
        yield from _free(inner, where)


def test_the_schema_is_served(client):
    response = client.get("/api/schema/")
    assert response.status_code == 200
    assert response["Content-Type"].startswith("application/vnd.oai.openapi")
    assert "/api/v1/clubs/" in yaml.safe_load(response.content)["paths"]


def test_the_docs_page_takes_everything_from_here(client: Client):
    page = client.get("/api/docs/")
    addresses = re.findall(r'(?:src|href)="([^"]+)"', page.content.decode())
    assert addresses
    assert all(address.startswith("/") and not address.startswith("//") for address in addresses)
    assert not re.search(r"<script(?![^>]*src)", page.content.decode())
    script = client.get(next(address for address in addresses if "script" in address and "static" not in address))
    assert script["Content-Type"].startswith("application/javascript")


def test_the_docs_page_relaxes_styles_only(client):
    def policy(path):
        words = client.get(path)["Content-Security-Policy"].split(";")
        return {name: values for name, *values in (part.split() for part in words)}

    usual, docs = policy("/api/schema/"), policy("/api/docs/")
    assert docs.pop("style-src") == ["'self'", "'unsafe-inline'"]
    assert docs == {name: values for name, values in usual.items() if name != "style-src"}
