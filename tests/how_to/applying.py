"""Carry out what a how-to says: its files beside the real ones, its changes on top of them, until the test is over."""

from __future__ import annotations

import importlib
import inspect
import re
import subprocess
import sys
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from pathlib import Path
from types import ModuleType

import pytest
from django.conf import settings
from django.urls import clear_url_caches
from rules import rulesets

from core import permissions
from script._untranslated import find_in
from tests.config.test_components import MARKUP

ROOT = Path(settings.BASE_DIR)
BLOCK = re.compile(r"^```(\w+)\n(.*?)^```$", re.MULTILINE | re.DOTALL)
NAME_OF_A_FILE = re.compile(r"`([\w.-]+(?:/[\w.-]+)+\.\w+)`")
#: Whoever includes the addresses of others keeps them: read again, these take them as they now are.
ADDRESSES = ("clubs.urls", "config.urls")


@dataclass(frozen=True)
class ShownFile:
    """A file that a document shows whole, or what it changes in one that is there (`diff`)."""

    path: str
    language: str
    text: str

    @property
    def is_new(self) -> bool:
        return self.language != "diff"

    @property
    def module(self) -> str:
        return self.path.removesuffix(".py").replace("/", ".")

    def whole(self) -> str:
        """The file as it is to be."""
        return self.text if self.is_new else changed((ROOT / self.path).read_text("utf-8"), self.text)


def shown_files(document: Path) -> list[ShownFile]:
    """Every block but commands, with the file that was named last before it."""
    found, before, text = [], 0, document.read_text("utf-8")
    for block in BLOCK.finditer(text):
        if block[1] != "sh":
            [*_others, name] = NAME_OF_A_FILE.findall(text[before : block.start()])
            found.append(ShownFile(name, block[1], block[2]))
        before = block.end()
    return found


def commands(document: Path) -> list[str]:
    """The lines that the document says to type."""
    blocks = BLOCK.findall(document.read_text("utf-8"))
    return [line for language, text in blocks if language == "sh" for line in text.splitlines()]


def changed(text: str, diff: str) -> str:
    """The text with each hunk carried out. What a hunk finds must stand there exactly once, line by line."""
    for hunk in re.split(r"^@@\n", diff, flags=re.MULTILINE):
        lines = [line or " " for line in hunk.splitlines()]
        old = "\n" + "".join(f"{line[1:]}\n" for line in lines if line[0] in " -")
        new = "\n" + "".join(f"{line[1:]}\n" for line in lines if line[0] in " +")
        assert f"\n{text}".count(old) == 1, f"not there, or more than once:{old}"
        text = f"\n{text}".replace(old, new)[1:]
    return text


def write(folder: Path, files: list[ShownFile]) -> None:
    for file in files:
        path = folder / file.path
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(file.whole(), "utf-8")


def assert_in_our_style(files: list[ShownFile], *ignored: str) -> None:
    """What script/lint would say of the new files."""
    for file in files:
        if file.is_new and file.language == "python":
            for check in (["check", *(f"--extend-ignore={rule}" for rule in ignored)], ["format", "--check"]):
                command = [sys.executable, "-m", "ruff", *check, "--stdin-filename", file.path, "-"]
                done = subprocess.run(command, input=file.text, capture_output=True, text=True, cwd=ROOT, check=False)
                assert done.returncode == 0, done.stdout + done.stderr
        if file.language == "html":
            assert [find.text for find in find_in(file.text)] == []
            assert not MARKUP.findall(file.text)


@contextmanager
def carried_out(files: list[ShownFile], folder: Path) -> Iterator[None]:
    """New modules can be imported, and changed ones are as the document wants them."""
    write(folder, files)
    python = [file for file in files if file.path.endswith(".py")]
    with ExitStack() as stack:
        for file in python:
            if file.is_new:
                stack.enter_context(_beside(file.module, folder))
        stack.enter_context(_without_rules_of([file.module for file in python if not file.is_new]))
        for file in python:
            if not file.is_new:
                stack.enter_context(_reread(file.module, file.whole()))
        stack.callback(clear_url_caches)
        for name in ADDRESSES:
            stack.enter_context(_reread(name))
        clear_url_caches()
        yield


@contextmanager
def _beside(name: str, folder: Path) -> Iterator[None]:
    """The package finds this module in the folder too."""
    package = importlib.import_module(name.rpartition(".")[0])
    more = str(folder / name.rpartition(".")[0].replace(".", "/"))
    package.__path__.append(more)
    importlib.invalidate_caches()
    try:
        yield
    finally:
        package.__path__.remove(more)
        sys.modules.pop(name, None)
        vars(package).pop(name.rpartition(".")[2], None)


@contextmanager
def _reread(name: str, source: str = "") -> Iterator[ModuleType]:
    """The module with another text, in place: whoever imported it sees what it now holds."""
    module = importlib.import_module(name)
    kept = dict(vars(module))
    exec(compile(source or Path(str(module.__file__)).read_text("utf-8"), str(module.__file__), "exec"), vars(module))
    try:
        yield module
    finally:
        vars(module).clear()
        vars(module).update(kept)


@contextmanager
def _without_rules_of(names: list[str]) -> Iterator[None]:
    """A set of rules of its own, in which modules that are read again can add theirs again."""
    kept = rulesets.default_rules
    again = [act for name in names for act in getattr(importlib.import_module(name), "RULES", {})]
    rulesets.default_rules = rulesets.RuleSet({act: rule for act, rule in kept.items() if act not in again})
    conflicts = dict(permissions.CONFLICTS)
    for act in again:
        permissions.CONFLICTS.pop(act, None)
    try:
        yield
    finally:
        rulesets.default_rules = kept
        permissions.CONFLICTS.clear()
        permissions.CONFLICTS.update(conflicts)


def run_tests_of(module: ModuleType, request: pytest.FixtureRequest) -> int:
    """Calls each test with the fixtures that it names; says how many there were."""
    tests = [value for name, value in vars(module).items() if name.startswith("test_")]
    for test in tests:
        test(**{name: request.getfixturevalue(name) for name in inspect.signature(test).parameters})
    return len(tests)
