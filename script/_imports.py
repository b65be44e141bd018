"""Hold the import rule of docs/architecture.md with import-linter: one way between the apps, nothing in PURE packages.

The contracts are written for the apps that there are, so that they hold while the project grows.
"""

from __future__ import annotations

import re
import sys
import tempfile
from collections.abc import Sequence
from pathlib import Path

LAYERS = (
    *("ops", "exchange", "points", "appeals", "rulings", "scoring", "events", "office", "clubs", "printing"),
    *("jobs", "core"),
)
PURE = (
    "scoring.engine", "scoring.interchange", "events.movements", "events.seating", "rulings.laws",
    "points.schemes", "points.grading", "points.strata", "points.handicaps",
)  # fmt: skip
#: What answers requests, and what lies below it in every application.
PAGES = ("views", "api", "forms", "admin", "urls", "reports")
BELOW_PAGES = ("models", "selectors", "services", "runs", "adjusted", "checked", "gates")
#: What only services need.
WRITING = ("core.audit.record", "core.changes")
FRAMEWORKS = ("django", "rest_framework", "celery", "redis")


def exists(module: str, base: Path) -> bool:
    path = base / module.replace(".", "/")
    return (path / "__init__.py").exists() or path.with_suffix(".py").exists()


def children(app: str, base: Path) -> list[str]:
    names = {path.stem for path in (base / app).glob("*.py")} | {
        path.parent.name for path in (base / app).glob("*/__init__.py")
    }
    return sorted(f"{app}.{name}" for name in names - {"__init__", "migrations"})


def impure(base: Path) -> list[str]:
    """Everything of ours that a PURE package may not know."""
    with_pure = {module.split(".")[0] for module in PURE}
    modules = []
    for app in LAYERS:
        if exists(app, base):
            modules += [child for child in children(app, base) if child not in PURE] if app in with_pure else [app]
    return modules


def listed(name: str, values: list[str]) -> str:
    return "\n".join([f"{name} =", *(f"    {value}" for value in values)])


def rooms(apps: Sequence[str], base: Path, names: Sequence[str]) -> list[str]:
    """The packages of these names that there are in the applications; the kernel is what others are made with."""
    modules = [f"{app}.{name}" for app in apps for name in names if app != "core"]
    return [module for module in modules if exists(module, base)]


def forbidden(
    key: str, title: str, apps: Sequence[str], base: Path, sources: Sequence[str], targets: Sequence[str]
) -> list[str]:
    """A contract: no direct import from one kind of package to another, in whatever application either is."""
    parts = [f"[importlinter:contract:{key}]", f"name = {title}", "type = forbidden"]
    parts += [listed("source_modules", rooms(apps, base, sources))]
    return [*parts, listed("forbidden_modules", rooms(apps, base, targets)), "allow_indirect_imports = True", ""]


def contracts(base: Path) -> str:
    """The configuration for import-linter."""
    apps = [app for app in LAYERS if exists(app, base)]
    parts = ["[importlinter]", listed("root_packages", apps), "include_external_packages = True"]
    # What a type is called is no dependency: an actor of the kernel has a user of `clubs`.
    parts += ["exclude_type_checking_imports = True", ""]
    parts += ["[importlinter:contract:layers]", "name = Imports between the apps point one way", "type = layers"]
    parts += [listed("layers", [f"({app})" for app in LAYERS])]
    # Everybody may import the PURE packages, wherever they stand.
    everybody = [f"** -> {module}{below}" for module in PURE for below in ("", ".**")]
    parts += [listed("ignore_imports", everybody), "unmatched_ignore_imports_alerting = none", ""]
    if pure := [module for module in PURE if exists(module, base)]:
        parts += ["[importlinter:contract:pure]", "name = PURE packages know neither Django nor the apps"]
        parts += ["type = forbidden", listed("source_modules", pure)]
        parts += [listed("forbidden_modules", [*FRAMEWORKS, *impure(base)]), ""]
    parts += forbidden("selectors", "Selectors never import services", apps, base, ("selectors",), ("services",))
    parts += forbidden("pages", "Nothing below the pages imports them", apps, base, BELOW_PAGES, PAGES)
    parts += ["[importlinter:contract:rules]", "name = Pages hold no rule: they neither lock, write nor record"]
    parts += ["type = forbidden", listed("source_modules", rooms(apps, base, PAGES))]
    parts += [listed("forbidden_modules", list(WRITING)), "allow_indirect_imports = True", ""]
    return "\n".join(parts)


def pages_with_transactions(base: Path) -> list[Path]:
    """Views and the like that import Django's transactions, which import-linter cannot forbid by themselves."""
    folders = [base / module.replace(".", "/") for module in rooms(LAYERS, base, PAGES)]
    files = sorted(path for folder in folders for path in (folder.rglob("*.py") if folder.is_dir() else []))
    return [path for path in files if re.search(r"^from django\.db import .*\btransaction\b", path.read_text(), re.M)]


def main() -> int:
    from importlinter.cli import lint_imports

    base = Path.cwd()
    sys.path.insert(0, str(base))
    with tempfile.NamedTemporaryFile("w", suffix=".ini") as file:
        file.write(contracts(base))
        file.flush()
        status = int(lint_imports(config_filename=file.name, no_cache=True))
    offenders = pages_with_transactions(base)
    for path in offenders:
        print(f"{path.relative_to(base)} opens a transaction: what must hold together is one service.")
    return status or int(bool(offenders))


if __name__ == "__main__":
    sys.exit(main())
