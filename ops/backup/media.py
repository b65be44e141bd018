"""Uploaded files: added one by one, put back as a whole folder that takes the place of the old one."""

from __future__ import annotations

import shutil
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from django.conf import settings

from ops.backup.archive import Reader, Writer

FOLDER = "media"


def root() -> Path:
    return Path(settings.MEDIA_ROOT)


def files() -> list[Path]:
    return sorted(path for path in root().rglob("*") if path.is_file() and not path.is_symlink())


def dump(writer: Writer) -> None:
    for path in files():
        writer.add_file(f"{FOLDER}/{path.relative_to(root()).as_posix()}", path)


@contextmanager
def swap_files(reader: Reader) -> Iterator[None]:
    """The backup's files are in place inside the block, and stay there unless it fails: then the old ones are back."""
    root().parent.mkdir(parents=True, exist_ok=True)
    work = Path(tempfile.mkdtemp(prefix="media-restore-", dir=root().parent))
    try:
        fresh, old = work / "fresh", work / "old"
        _extract(reader, fresh)
        if root().exists():
            root().rename(old)
        fresh.rename(root())
        try:
            yield
        except BaseException:
            root().rename(fresh)
            if old.exists():
                old.rename(root())
            raise
    finally:
        shutil.rmtree(work, ignore_errors=True)


def _extract(reader: Reader, target: Path) -> None:
    target.mkdir(mode=0o750)
    for name in reader.members:
        if name.startswith(f"{FOLDER}/"):
            path = target / name.removeprefix(f"{FOLDER}/")
            reader.extract(name, path)
            path.chmod(settings.FILE_UPLOAD_PERMISSIONS)
