"""Opening one new SQLite file from several sides at once."""

from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from threading import Barrier

from ltm.adapters import sqlite_storage


def test_a_new_file_can_be_opened_by_several_at_once(tmp_path: Path) -> None:
    sides, files = 4, 50
    for number in range(files):
        path, barrier = tmp_path / f"{number}.sqlite3", Barrier(sides)

        def opened(path: Path = path, barrier: Barrier = barrier) -> None:
            barrier.wait(timeout=30)
            sqlite_storage._open(path).close()

        with ThreadPoolExecutor(sides) as pool:
            for opening in [pool.submit(opened) for _ in range(sides)]:
                opening.result()
