"""What every Storage promises. Subclass and give an empty `storage`."""

from asyncio import gather

import pytest

from ltm.ports.storage import Storage

KEYS = ("key", "", "a/b", "a:b", "a", "A", "ключ", "键😀", "with space", "'; DROP TABLE storage; --", "%", "x" * 1_000)
NEAR_KEYS = ("box", "box/", "box/1", "box/10", "box/2", "box0", "Box/1", "bo", "b_x/1", "b%x", "box/\U0010ffff")
PREFIXES = ("", "box/", "box", "box/1", "Box", "b_x", "b%", "%", "_", "a", "A", "к", "键", "\U0010ffff", "nothing", "'")
VALUES = (b"", b"\x00\xff\xfe binary \n", "文".encode(), b"null", bytes(range(256)) * 400)


@pytest.mark.anyio
class StorageContract:
    """Subclasses override `storage`."""

    @pytest.fixture
    async def storage(self) -> Storage:
        raise NotImplementedError

    async def test_a_missing_key_is_none(self, storage: Storage) -> None:
        assert await storage.get("missing") is None

    @pytest.mark.parametrize("value", VALUES, ids=range(len(VALUES)))
    async def test_what_was_put_comes_back(self, storage: Storage, value: bytes) -> None:
        await storage.put("key", value)
        assert await storage.get("key") == value

    async def test_putting_again_replaces(self, storage: Storage) -> None:
        await storage.put("key", b"one")
        await storage.put("key", b"two")
        assert await storage.get("key") == b"two"

    async def test_odd_keys_stay_apart(self, storage: Storage) -> None:
        for number, key in enumerate(KEYS):
            await storage.put(key, str(number).encode())
        for number, key in enumerate(KEYS):
            assert await storage.get(key) == str(number).encode()

    async def test_delete_removes_that_key_only(self, storage: Storage) -> None:
        await storage.put("key", b"gone")
        await storage.put("other", b"kept")
        await storage.delete("key")
        assert await storage.get("key") is None
        assert await storage.get("other") == b"kept"

    async def test_deleting_a_missing_key_is_fine(self, storage: Storage) -> None:
        await storage.delete("missing")
        await storage.delete("missing")
        assert await storage.get("missing") is None

    async def test_no_keys_of_an_empty_storage(self, storage: Storage) -> None:
        assert await storage.keys("") == []
        assert await storage.keys("a") == []

    @pytest.mark.parametrize("prefix", PREFIXES)
    async def test_keys_are_those_that_begin_alike_in_order(self, storage: Storage, prefix: str) -> None:
        for key in (*KEYS, *NEAR_KEYS):
            await storage.put(key, b"value")
        assert await storage.keys(prefix) == sorted(key for key in (*KEYS, *NEAR_KEYS) if key.startswith(prefix))

    async def test_keys_are_of_what_is_there(self, storage: Storage) -> None:
        await storage.put("box/2", b"")
        await storage.put("box/1", b"two")
        await storage.put("box/1", b"one")
        assert await storage.swap("box/3", None, b"three")
        assert await storage.get("box/missing") is None
        assert not await storage.swap("box/4", b"not there", b"four")
        assert await storage.keys("box/") == ["box/1", "box/2", "box/3"]
        await storage.delete("box/2")
        assert await storage.keys("box/") == ["box/1", "box/3"]

    async def test_swap_creates_what_is_expected_to_be_missing(self, storage: Storage) -> None:
        assert await storage.swap("key", None, b"new") is True
        assert await storage.get("key") == b"new"
        assert await storage.swap("key", None, b"newer") is False
        assert await storage.get("key") == b"new"

    async def test_swap_replaces_what_is_expected(self, storage: Storage) -> None:
        await storage.put("key", b"old")
        assert await storage.swap("key", b"old", b"new") is True
        assert await storage.get("key") == b"new"

    @pytest.mark.parametrize("expected", [b"other", b"", None])
    async def test_swap_leaves_what_is_not_expected(self, storage: Storage, expected: bytes | None) -> None:
        await storage.put("key", b"old")
        assert await storage.swap("key", expected, b"new") is False
        assert await storage.get("key") == b"old"

    async def test_swap_does_not_create_what_was_expected_to_be_there(self, storage: Storage) -> None:
        assert await storage.swap("key", b"", b"new") is False
        assert await storage.get("key") is None

    async def test_an_empty_value_is_not_a_missing_one(self, storage: Storage) -> None:
        await storage.put("key", b"")
        assert await storage.swap("key", None, b"new") is False
        assert await storage.swap("key", b"", b"new") is True

    @pytest.mark.parametrize("start", [None, b"start"])
    async def test_exactly_one_of_concurrent_swaps_succeeds(self, storage: Storage, start: bytes | None) -> None:
        for round_ in range(5):
            key = f"key{round_}"
            if start is not None:
                await storage.put(key, start)
            values = [b"one", b"two", b"three"]
            won = await gather(*(storage.swap(key, start, value) for value in values))
            assert sorted(won) == [False, False, True]
            assert await storage.get(key) == values[won.index(True)]
