"""Every answer of the API in any test is held against the schema that the API publishes of itself."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from functools import cache
from typing import Any
from urllib.parse import urlsplit

from django.http import HttpRequest, HttpResponse
from openapi_schema_validator import OAS31Validator, oas31_format_checker
from referencing import Registry
from referencing.jsonschema import DRAFT202012

from clubs.api.views.pages import published_schema

oas31_format_checker.checks("uri")(lambda text: not isinstance(text, str) or bool(urlsplit(text).scheme))
HERE = "urn:tenace:schema"


class NotAsDocumented(AssertionError):
    """What was answered, and what the schema says of it."""


class DocumentedAnswersMiddleware:
    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        response = self.get_response(request)
        if request.resolver_match and request.resolver_match.route.startswith("api/v1/"):
            check(request, response)
        return response


def check(request: HttpRequest, response: HttpResponse) -> None:
    operation = operations().get((str(request.method).lower(), _shape(request.resolver_match.route)))
    if operation is None:
        # A method that the address does not have: there is no description to break.
        return
    where = f"{request.method} {request.get_full_path()} answered {response.status_code}"
    answer = operation["responses"].get(str(response.status_code))
    if answer is None:
        raise NotAsDocumented(f"{where}, which is not documented: {sorted(operation['responses'])}.")
    content = answer.get("content", {})
    media_type = response.get("Content-Type", "").partition(";")[0]
    if not content and not response.content:
        return
    if media_type not in content:
        raise NotAsDocumented(f"{where} as {media_type!r}; documented: {sorted(content) or 'nothing'}.")
    if media_type.endswith("json"):
        problems = validator(json.dumps(content[media_type]["schema"])).iter_errors(json.loads(response.content))
        said = [f"{'.'.join(map(str, problem.absolute_path))}: {problem.message}" for problem in problems]
        if said:
            raise NotAsDocumented(f"{where}: " + "\n".join(said[:5]))


@cache
def operations() -> dict[tuple[str, str], Any]:
    return {
        (method, _shape(path)): operation
        for path, methods in schema()["paths"].items()
        for method, operation in methods.items()
    }


@cache
def schema() -> dict[str, Any]:
    return json.loads(json.dumps(published_schema(), default=str))


@cache
def validator(part: str) -> OAS31Validator:
    registry = Registry().with_resource(HERE, DRAFT202012.create_resource(schema()))
    shape = json.loads(part.replace('"#/', f'"{HERE}#/'))
    return OAS31Validator(shape, registry=registry, format_checker=oas31_format_checker)


def _shape(address: str) -> str:
    """An address without the names of what varies in it: the schema has other names than the code."""
    return re.sub(r"<[^>]+>|\{[^}]+\}", "{}", address.strip("/"))
