"""Draw the screens of docs/pictures again, in a browser on invented people: python -m script._screens [FOLDER]"""

import os
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
FOLDER = ROOT / "docs" / "pictures"


def main(folder: Path) -> int:
    command = [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", "tests/browser/pictures.py"]
    environment = os.environ | {"TENACE_PICTURES": str(folder), "TENACE_REQUIRE_BROWSER": "1"}
    return subprocess.run(command, cwd=ROOT, env=environment, check=False).returncode


if __name__ == "__main__":
    sys.exit(main(Path(sys.argv[1]).resolve() if len(sys.argv) > 1 else FOLDER))
