"""Build a .lbpkg archive with the SDK's own builder. Standard library only, so that dev.py can use it."""

from __future__ import annotations

import shutil
import subprocess
import tempfile
import zipfile
from collections.abc import Callable, Iterable
from pathlib import Path

BUILD_TIMEOUT_S = 180
LEFT_OUT = ("__pycache__", "*.pyc", ".git", ".DS_Store")
# The earliest time a zip entry can hold: the same content must give the same bytes.
ENTRY_TIME = (1980, 1, 1, 0, 0, 0)

Ignore = Callable[[str, list[str]], Iterable[str]]


class PackageError(RuntimeError):
    """The SDK's builder did not produce an archive."""


def build_package(
    source: Path, out_dir: Path, python: str, *, names: Iterable[str] = (), ignore: Ignore = lambda _d, _n: ()
) -> Path:
    """Build the plugin in `source` into `out_dir/<author>-<name>-<version>.lbpkg`; equal content, equal bytes.

    `names` are the files and directories taken (all by default; absent ones are skipped); symlinks
    are taken as what they point to. `ignore` is called as `shutil.copytree` calls it.
    `python` must have langbot_plugin.
    """
    out_dir.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory(prefix="lbpkg-") as scratch:
        copy, built = Path(scratch, "plugin"), Path(scratch, "built")
        copy.mkdir()
        for entry in sorted({source / name for name in names} or source.iterdir()):
            _copy(entry, copy / entry.name, ignore)
        command = [python, "-m", "langbot_plugin.cli.__init__", "build", "-o", str(built)]
        result = subprocess.run(command, cwd=copy, capture_output=True, text=True, timeout=BUILD_TIMEOUT_S, check=False)
        archives = list(built.glob("*.lbpkg"))
        if result.returncode or len(archives) != 1:
            raise PackageError(f"lbp build of {source} failed:\n{result.stdout}{result.stderr}")
        package = out_dir / archives[0].name
        _rewrite(archives[0], package)
    return package


def _copy(entry: Path, target: Path, ignore: Ignore) -> None:
    default = shutil.ignore_patterns(*LEFT_OUT)

    def left_out(directory: str, entries: list[str]) -> set[str]:
        return {*default(directory, entries), *ignore(directory, entries)}

    if entry.name in left_out(str(entry.parent), [entry.name]):
        return
    if entry.is_dir():
        shutil.copytree(entry, target, ignore=left_out)
    elif entry.exists():
        shutil.copy(entry, target)


def _rewrite(archive: Path, package: Path) -> None:
    """Compress, sort, and give every entry the same time: lbp build stores entries as it meets them."""
    # Written beside the target and moved, so that nobody ever reads half an archive.
    partial = package.with_suffix(".partial")
    with zipfile.ZipFile(archive) as source, zipfile.ZipFile(partial, "w") as target:
        for name in sorted(source.namelist()):
            entry = zipfile.ZipInfo(name, ENTRY_TIME)
            entry.compress_type = zipfile.ZIP_DEFLATED
            entry.external_attr = 0o644 << 16
            target.writestr(entry, source.read(name))
    partial.replace(package)
