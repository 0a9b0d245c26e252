"""What is written down of changes: all of it, in order, through restarts and failures; and nothing that was said."""

import asyncio
import hashlib
import logging
import random
from collections import Counter
from collections.abc import Sequence

import pytest

from ltm.adapters.in_memory import InMemoryStorage
from ltm.domain.audit import ITSELF, OPERATOR, AuditEntry, Change
from ltm.domain.episode import Episode
from ltm.domain.scope import Scope
from ltm.errors import OutcomeUnknown, StoreUnavailable
from ltm.services.audit import KEY, MAX_NOTE_CHARS, MAX_WAITING, PAGE_SIZE, AuditService, Noted
from ltm.services.audit_segments import MAX_ENTRIES, SEGMENT_ENTRIES, SLOTS
from tests.doubles import START, FixedClock, WatchedStorage
from tests.services.memories import HERE, THERE, episode

pytestmark = pytest.mark.anyio

CANARY = "the parrot is called Nelson"
HEAD = f"audit/{HERE.digest}/head"


class Disk(WatchedStorage):
    """Knows its keys; while `is_down` nothing answers, while `loses_answers` every write is done and then fails."""

    def __init__(self) -> None:
        self.inner = InMemoryStorage()
        super().__init__(self.inner)
        self.values: dict[str, bytes] = {}
        self.sizes: list[int] = []
        self.is_down = self.loses_answers = False

    async def swap(self, key: str, expected: bytes | None, value: bytes) -> bool:
        swapped = await super().swap(key, expected, value)
        if swapped:
            self._wrote(key, value)
        return swapped

    async def put(self, key: str, value: bytes) -> None:
        await super().put(key, value)
        self._wrote(key, value)

    async def delete(self, key: str) -> None:
        await super().delete(key)
        self.values.pop(key, None)

    def _wrote(self, key: str, value: bytes) -> None:
        self.values[key] = value
        self.sizes.append(len(value))
        if self.loses_answers:
            raise StoreUnavailable("the answer was lost (test)")

    async def _called(self, method: str, key: str) -> None:
        await super()._called(method, key)
        if self.is_down:
            raise StoreUnavailable("the plugin storage did not answer (test)")


def service(storage: WatchedStorage) -> AuditService:
    return AuditService(storage=storage, clock=FixedClock())


def slot(number: int) -> str:
    return f"audit/{HERE.digest}/{number % SLOTS}"


async def paged(audit: AuditService, scope: Scope) -> list[AuditEntry]:
    """Return the entries of all pages; on the way it is checked that they fit together."""
    first = await audit.page(scope, 1)
    pages = [first, *[await audit.page(scope, number) for number in range(2, first.pages + 1)]]
    assert all(page.exists and (page.total, page.pages) == (first.total, first.pages) for page in pages)
    assert [len(page.entries) for page in pages[:-1]] == [PAGE_SIZE] * (first.pages - 1)
    assert not (await audit.page(scope, first.pages + 1)).exists
    return [entry for page in pages for entry in page.entries]


async def notes(audit: AuditService, scope: Scope = HERE) -> list[str]:
    return [entry.note for entry in await audit.entries(scope)]


async def fill(audit: AuditService, names: Sequence[str]) -> None:
    await audit.noted_many(HERE, [Noted(change=Change.IMPORTED, by=OPERATOR, note=name) for name in names])


def newest_first(names: Sequence[str]) -> list[str]:
    return list(names[-MAX_ENTRIES:][::-1])


@pytest.mark.parametrize("seed", range(6))
async def test_what_is_noted_can_be_read_newest_first_through_restarts(seed: int) -> None:
    rng, disk = random.Random(seed), Disk()
    audit, noted = service(disk), {HERE: list[str](), THERE: list[str]()}
    for step in range(150):
        scope = rng.choice([HERE, HERE, THERE])
        many = rng.choice([1, 1, 1, 3, 30, SEGMENT_ENTRIES, 130])
        names = [f"{step}.{number}" for number in range(many)]
        if many == 1:
            await audit.note(scope, Change.PINNED, by="1", note=names[0])
        else:
            await audit.noted_many(scope, [Noted(change=Change.PINNED, by="1", note=name) for name in names])
        noted[scope] += names
        if rng.random() < 0.2:
            audit = service(disk)
        if rng.random() < 0.1:
            # The hint of which part is the newest is damaged, lost or from long ago.
            damaged = rng.choice([b"", b"x", b"9" * 5_000, b"0", str(rng.randrange(40)).encode()])
            await disk.inner.put(f"audit/{scope.digest}/head", damaged)
        if step % 10 == 0:
            assert (await audit.page(scope, 1)).entries[0].note == names[-1]
    assert len(noted[HERE]) > 2 * MAX_ENTRIES
    for scope, names in noted.items():
        assert await notes(audit, scope) == newest_first(names)


async def test_an_entry_comes_back_as_it_was() -> None:
    disk, clock = Disk(), FixedClock()
    clock.advance(seconds=0.123456)
    one, other = episode("tea"), episode("coffee")
    audit = AuditService(storage=disk, clock=clock)
    for change in Change:
        await audit.note(HERE, change, by="用户", episode=one, note="关")
    await audit.note(HERE, Change.ARCHIVED, by=ITSELF, episode=other)
    await audit.note(HERE, Change.SWITCHED, by="\ud800", note="x" * 500)
    switched, archived, *rest = await service(disk).entries(HERE)
    digest = rest[0].digest
    assert rest[::-1] == [
        AuditEntry(at=clock.now(), by="用户", change=change, episode_id=one.id, digest=digest, note="关")
        for change in Change
    ]
    assert (archived.episode_id, archived.by) == (other.id, ITSELF)
    assert archived.digest not in ("", digest)
    assert switched == AuditEntry(at=clock.now(), by="?", change=Change.SWITCHED, note="x" * MAX_NOTE_CHARS)


async def test_only_a_keyed_hash_of_the_content_is_kept(caplog: pytest.LogCaptureFixture) -> None:
    with caplog.at_level(logging.DEBUG):
        disks = [Disk(), Disk()]
        for disk in disks:
            await service(disk).note(HERE, Change.REMEMBERED, by="1", episode=episode(CANARY))
            await service(disk).note(HERE, Change.FORGOTTEN, by="1", episode=episode(CANARY))
    first, second = [[entry.digest for entry in await service(disk).entries(HERE)] for disk in disks]
    assert first[0] == first[1] != second[0] == second[1]
    plain = hashlib.sha256(CANARY.encode()).hexdigest()
    for disk in disks:
        assert len(disk.values[KEY]) == 32
        everything_stored = b"".join(disk.values.values())
        assert not [word for word in (CANARY, "Nelson", plain[:16], "Alice") if word.encode() in everything_stored]
    assert CANARY not in caplog.text


async def test_a_damaged_key_is_made_anew_and_kept_aside(caplog: pytest.LogCaptureFixture) -> None:
    disk = Disk()
    await disk.inner.put(KEY, b"short")
    await service(disk).note(HERE, Change.REMEMBERED, by="1", episode=episode("tea"))
    [aside] = [key for key, value in disk.values.items() if value == b"short"]
    assert aside in caplog.text
    assert len(disk.values[KEY]) == 32


async def test_a_note_writes_one_small_value_and_finds_it_with_few_reads() -> None:
    disk = Disk()
    audit = service(disk)
    await fill(audit, [str(number) for number in range(SEGMENT_ENTRIES // 2)])
    disk.calls, disk.sizes = Counter(), []
    audit = service(disk)
    for _ in range(10):
        await audit.note(HERE, Change.EDITED, by="1" * 20, note="n")
    assert disk.calls == {"get": 20, "swap": 10}
    await audit.noted_many(HERE, [Noted(change=Change.EDITED, by="1", note="x" * 64, episode=episode("tea"))] * 40)
    assert disk.calls["swap"] == 10 + 1 + 1  # and the installation's key
    await fill(audit, ["x" * 64] * MAX_ENTRIES)
    assert max(disk.sizes) < 25_000


async def test_what_is_kept_is_bounded_whatever_comes() -> None:
    disk = Disk()
    audit = service(disk)
    for number in range(4):
        await fill(audit, [f"{number}.{entry}" for entry in range(3 * MAX_ENTRIES)])
    assert len(disk.values) == SLOTS + 1
    assert await notes(audit) == [f"3.{entry}" for entry in range(3 * MAX_ENTRIES)][: -MAX_ENTRIES - 1 : -1]


async def test_notes_at_once_and_of_two_processes_all_arrive() -> None:
    disk = Disk()
    one, other = service(disk), service(disk)
    names = [str(number) for number in range(250)]
    await asyncio.gather(*(one.note(HERE, Change.EDITED, by="1", note=name) for name in names))
    assert await notes(other) == newest_first(names)
    for name in names[:30]:
        await asyncio.gather(
            one.note(HERE, Change.EDITED, by="1", note=f"a{name}"),
            other.note(HERE, Change.EDITED, by="1", note=f"b{name}"),
        )
    await asyncio.gather(*(each.note(HERE, Change.EDITED, by="1", note="last") for each in (one, other)))
    expected = Counter([*names, *(f"{process}{name}" for process in "ab" for name in names[:30]), "last", "last"])
    assert Counter(await notes(service(disk))) == expected


@pytest.mark.parametrize("seed", range(4))
@pytest.mark.parametrize("fault", ["is_down", "loses_answers"])
async def test_a_storage_that_fails_fails_no_change_and_loses_and_doubles_nothing(
    seed: int, fault: str, caplog: pytest.LogCaptureFixture
) -> None:
    rng, disk = random.Random(seed), Disk()
    audit, noted, failures, is_waiting = service(disk), {HERE: list[str](), THERE: list[str]()}, 0, False
    with caplog.at_level(logging.INFO):
        for step in range(120):
            setattr(disk, fault, rng.random() < 0.3)
            scope, many = rng.choice([HERE, THERE]), rng.choice([1, 2, 45])
            names = [f"{step}.{number}" for number in range(many)]
            await audit.noted_many(scope, [Noted(change=Change.PINNED, by="1", note=name) for name in names])
            noted[scope] += names
            is_failing = getattr(disk, fault)
            failures += is_failing and not is_waiting
            is_waiting = is_failing
            if fault == "loses_answers" or not is_failing:
                assert (await audit.page(scope, 1)).entries[0].note == names[-1]
        setattr(disk, fault, False)
        await audit.note(THERE, Change.PINNED, by="1", note="last")
        noted[THERE].append("last")
    assert failures > 5
    assert len([record for record in caplog.records if record.levelno >= logging.WARNING]) == failures
    # Written by now: the next process reads all of it.
    for scope, names in noted.items():
        assert await notes(service(disk), scope) == newest_first(names)


async def test_what_waits_is_bounded_and_the_oldest_goes() -> None:
    disk = Disk()
    audit = service(disk)
    await audit.note(HERE, Change.EDITED, by="1", note="before")
    disk.is_down = True
    names = [str(number) for number in range(MAX_WAITING + 30)]
    for name in names:
        await audit.note(HERE, Change.EDITED, by="1", note=name)
    disk.is_down = False
    await audit.note(THERE, Change.EDITED, by="1")
    assert await notes(service(disk)) == newest_first(["before", *names])
    disk.is_down = True
    with pytest.raises(StoreUnavailable):
        await audit.page(HERE, 1)


async def test_without_the_key_an_entry_has_no_hash_and_is_written_all_the_same() -> None:
    disk = Disk()
    disk.broken_keys = {KEY}
    audit = service(disk)
    await audit.note(HERE, Change.REMEMBERED, by="1", episode=episode("tea"))
    disk.broken_keys = set()
    await audit.note(HERE, Change.FORGOTTEN, by="1", episode=episode("tea"))
    assert [bool(entry.digest) for entry in await service(disk).entries(HERE)] == [True, False]


@pytest.mark.parametrize("raw", [b"{broken", b"", b"[]", b'{"v": 2, "number": 0, "entries": []}', b"\xff\x00", b"null"])
@pytest.mark.parametrize("torn", ["newest", "older", "newest and no head"])
async def test_an_unreadable_part_blocks_nothing_and_is_kept_aside(
    raw: bytes, torn: str, caplog: pytest.LogCaptureFixture
) -> None:
    disk = Disk()
    names = [str(number) for number in range(MAX_ENTRIES + 250)]
    await fill(service(disk), names[:900])
    await fill(service(disk), names[900:])
    newest = (len(names) - 1) // SEGMENT_ENTRIES
    damaged = newest - 3 if torn == "older" else newest
    await disk.inner.put(slot(damaged), raw)
    if torn == "newest and no head":
        await disk.inner.delete(HEAD)
    left = [name for name in names if int(name) // SEGMENT_ENTRIES != damaged and newest - int(name) // 100 < SLOTS]
    audit, before = service(disk), disk.writes
    assert await notes(audit) == newest_first(left)
    assert disk.writes == before
    assert caplog.text.count(slot(damaged)) == 1
    more = [f"more {number}" for number in range(MAX_ENTRIES + 150)]
    for name in more[:20]:
        await audit.note(HERE, Change.EDITED, by="1", note=name)
    if torn == "older":
        assert await notes(audit) == newest_first([*left, *more[:20]])
    else:
        assert (await notes(audit))[:21] == [*more[:20][::-1], left[-1]]
    await fill(audit, more[20:170])
    await fill(service(disk), more[170:])
    assert await notes(service(disk)) == newest_first(more)
    assert disk.values[f"audit/{HERE.digest}/unreadable/{damaged % SLOTS}"] == raw


@pytest.mark.parametrize("count", [0, 1, PAGE_SIZE, PAGE_SIZE + 1, 235])
async def test_pages_hold_every_entry_once(count: int) -> None:
    audit = service(Disk())
    await fill(audit, [str(number) for number in range(count)])
    assert tuple(await paged(audit, HERE)) == await audit.entries(HERE)
    assert (await audit.page(HERE, 1)).total == count


async def test_the_audit_of_one_scope_says_nothing_of_another() -> None:
    disk = Disk()
    await service(disk).note(HERE, Change.EDITED, by="1", note="here")
    assert (await service(disk).page(THERE, 1)).total == 0
    assert (await service(disk).page(THERE, 1)).exists
    assert not (await service(disk).page(THERE, 0)).exists


# --- erasing


def by_turns(number: int) -> Noted:
    """By five speakers, on three memories, the middle one of which is by nobody."""
    memories: list[Episode] = [episode("tea"), episode("coffee"), episode("milk")]
    return Noted(change=Change.EDITED, by=str(number % 5), episode=memories[number % 3], note=f"n{number}")


async def test_erasing_takes_the_speaker_and_the_hashes_out_and_leaves_all_else() -> None:
    disk = Disk()
    audit = service(disk)
    for scope in (HERE, THERE):
        await audit.noted_many(scope, [by_turns(number) for number in range(700)])
    before, elsewhere = await audit.entries(HERE), await audit.entries(THERE)
    changed = await audit.erase(HERE, "1", [episode("coffee").id])
    after = await service(disk).entries(HERE)
    assert changed == sum(old != new for old, new in zip(before, after, strict=True)) > 0
    for old, new in zip(before, after, strict=True):
        is_erased = old.episode_id == episode("coffee").id
        assert new == AuditEntry(
            at=old.at,
            change=old.change,
            episode_id=old.episode_id,
            by="" if old.by == "1" else old.by,
            digest="" if is_erased else old.digest,
            note="" if is_erased else old.note,
        )
    assert await service(disk).entries(THERE) == elsewhere
    assert await audit.erase(HERE, "1", [episode("coffee").id]) == 0
    assert await audit.erase(HERE, "", []) == 0
    assert len(await notes(audit)) == 700


async def test_what_waits_is_erased_too() -> None:
    disk = Disk()
    audit = service(disk)
    await audit.noted_many(HERE, [by_turns(number) for number in range(30)])
    disk.loses_answers = True
    await audit.noted_many(HERE, [by_turns(number) for number in range(30, 40)])
    disk.loses_answers = False
    disk.is_down = True
    await audit.noted_many(HERE, [by_turns(number) for number in range(40, 50)])
    disk.is_down = False
    await audit.erase(HERE, "1", [])
    await audit.note(HERE, Change.ERASED, by=ITSELF)
    entries = await service(disk).entries(HERE)
    assert [entry.note for entry in entries[1:]] == [f"n{number}" for number in range(50)][::-1]
    assert Counter(entry.by for entry in entries[1:]) == {"0": 10, "": 10, "2": 10, "3": 10, "4": 10}


async def test_what_cannot_be_read_does_not_outlive_an_erasure() -> None:
    disk = Disk()
    audit = service(disk)
    await fill(audit, ["x"] * 250)
    await disk.inner.put(slot(2), b"{torn, by Alice")
    await audit.note(HERE, Change.EDITED, by="1", note="aside now")
    disk.values[slot(0)] = b"{torn, of Alice"
    await disk.inner.put(slot(0), disk.values[slot(0)])
    for number in range(60):
        await audit.note(HERE, Change.EDITED, by="1", note=str(number))
    assert b"Alice" in b"".join(disk.values.values())
    await audit.erase(HERE, "1001", [])
    assert b"Alice" not in b"".join(disk.values.values())
    assert len(await service(disk).entries(HERE)) == 100 + 61


async def test_an_erasure_that_does_not_hold_is_not_acknowledged() -> None:
    class Forgetful(Disk):
        """Answers that it wrote and keeps what it had."""

        async def swap(self, key: str, expected: bytes | None, value: bytes) -> bool:
            return await super().swap(key, expected, value if expected is None else expected)

    disk = Forgetful()
    audit = service(disk)
    await audit.noted_many(HERE, [by_turns(number) for number in range(10)])
    with pytest.raises(OutcomeUnknown):
        await audit.erase(HERE, "1", [])
    disk.is_down = True
    with pytest.raises(StoreUnavailable):
        await audit.erase(HERE, "1", [])


async def test_times_come_from_the_clock() -> None:
    disk, clock = Disk(), FixedClock()
    audit = AuditService(storage=disk, clock=clock)
    await audit.note(HERE, Change.EDITED, by="1")
    clock.advance(days=-1)
    await audit.note(HERE, Change.EDITED, by="2")
    # In the order they were written, also where the clock goes back.
    assert [(entry.by, (entry.at - START).days) for entry in await audit.entries(HERE)] == [("2", -1), ("1", 0)]
