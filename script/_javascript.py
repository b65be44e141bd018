"""Check (`check`) or test (`test`) the browser scripts with Node, where Node is; without it, say so and end well.

The application needs no Node. TypeScript, Biome and a store for the tests are pinned in `package.json`, and each
pins what it needs itself.
"""

from __future__ import annotations

import fcntl
import hashlib
import shutil
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
PACKAGES = ROOT / "node_modules"
COMMANDS = {
    "check": (
        ("node_modules/.bin/tsc",),
        ("node_modules/.bin/tsc", "--project", "tsconfig.scripts.json"),
        ("node_modules/.bin/biome", "lint", "--error-on-warnings"),
    ),
    "test": (("node", "--test", "tests/javascript/"),),
}


def why_not() -> str:
    """Why the scripts cannot be checked on this machine; empty where they can. Installs the packages they need."""
    if not shutil.which("node") or not shutil.which("npm"):
        return "Node.js is not installed"
    with (ROOT / "package.json").open("rb") as package_file:
        fcntl.flock(package_file, fcntl.LOCK_EX)
        return _install(hashlib.sha256(package_file.read()).hexdigest())


def _install(digest: str) -> str:
    installed = PACKAGES / ".installed"
    if installed.is_file() and installed.read_text() == digest:
        return ""
    process = subprocess.run(["npm", "install"], cwd=ROOT, capture_output=True, text=True, check=False, timeout=300)
    if process.returncode:
        return f"npm could not install what package.json asks for:\n{process.stderr.strip()}"
    installed.write_text(digest)
    return ""


def main(arguments: list[str]) -> int:
    if len(arguments) != 1 or arguments[0] not in COMMANDS:
        print(f"Say one of: {', '.join(COMMANDS)}.")
        return 2
    if reason := why_not():
        print(f"Not checked: {reason}.")
        return 0
    return max(subprocess.run(command, cwd=ROOT, check=False).returncode for command in COMMANDS[arguments[0]])


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
