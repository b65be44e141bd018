"""Extension points: the mechanism, and the table that documents them."""

from __future__ import annotations

import importlib
import re

import pytest
from django.conf import settings

from core.hooks import Hook

TABLE = settings.BASE_DIR / "docs" / "extension-points.md"


def hooks_in_code() -> set[str]:
    modules = [path.parent.name for path in settings.BASE_DIR.glob("*/hooks.py") if path.parent.name != "core"]
    return {
        f"{app}.hooks.{name}"
        for app in modules
        for name, value in vars(importlib.import_module(f"{app}.hooks")).items()
        if isinstance(value, Hook)
    }


def test_the_table_lists_every_hook_and_no_other() -> None:
    documented = set(re.findall(r"^\| `([\w.]+)` \|", TABLE.read_text(), re.MULTILINE))
    assert documented == hooks_in_code() != set()


def test_each_item_is_called_once_in_the_order_of_adding() -> None:
    hook: Hook = Hook()
    hook.add(str, abs)
    hook.add(str)
    assert hook.call(-3) == ["-3", 3]
    hook.remove(str)
    assert list(hook) == [abs]


def test_what_an_item_raises_reaches_the_caller() -> None:
    hook: Hook = Hook(int)
    with pytest.raises(ValueError, match="invalid literal"):
        hook.call("x")
