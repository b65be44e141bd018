"""Hold the import rule of docs/architecture.md with import-linter: one way between the apps, nothing in PURE packages.

The contracts are written for the apps that there are, so that they hold while the project grows.
"""

from __future__ import annotations

import sys
import tempfile
from pathlib import Path

LAYERS = ("ops", "appeals", "rulings", "scoring", "events", "clubs", "jobs", "core")
PURE = ("scoring.engine", "scoring.interchange", "events.movements", "events.seating", "rulings.laws")
FRAMEWORKS = ("django", "rest_framework", "celery", "redis")


def exists(module: str, base: Path) -> bool:
    path = base / module.replace(".", "/")
    return (path / "__init__.py").exists() or path.with_suffix(".py").exists()


def children(app: str, base: Path) -> list[str]:
    found = {path.stem for path in (base / app).glob("*.py")} | {
        path.parent.name for path in (base / app).glob("*/__init__.py")
    }
    return sorted(f"{app}.{name}" for name in found - {"__init__", "migrations"})


def impure(base: Path) -> list[str]:
    """Everything of ours that a PURE package may not know."""
    with_pure = {module.split(".")[0] for module in PURE}
    found = []
    for app in LAYERS:
        if exists(app, base):
            found += [child for child in children(app, base) if child not in PURE] if app in with_pure else [app]
    return found


def listed(name: str, values: list[str]) -> str:
    return "\n".join([f"{name} =", *(f"    {value}" for value in values)])


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
    return "\n".join(parts)


def main() -> int:
    from importlinter.cli import lint_imports

    base = Path.cwd()
    sys.path.insert(0, str(base))
    with tempfile.NamedTemporaryFile("w", suffix=".ini") as file:
        file.write(contracts(base))
        file.flush()
        return int(lint_imports(config_filename=file.name, no_cache=True))


if __name__ == "__main__":
    sys.exit(main())
