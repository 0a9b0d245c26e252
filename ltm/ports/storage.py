"""Small named values: profiles, and what is known about the knowledge base."""

from typing import Protocol


class Storage(Protocol):
    """Bytes by key. A missing key is None; a failure is StoreUnavailable, never None."""

    async def get(self, key: str) -> bytes | None: ...

    async def swap(self, key: str, expected: bytes | None, value: bytes) -> bool:
        """Write `value` if the key still holds `expected` (None: nothing); False if something else is there.

        Of two concurrent swaps from the same value exactly one succeeds."""
        ...

    async def put(self, key: str, value: bytes) -> None: ...

    async def delete(self, key: str) -> None:
        """Remove the key; a missing one is no error."""
        ...

    async def keys(self, prefix: str) -> list[str]:
        """Return every key that begins with these very characters, in the order of their code points.

        Meant for few keys among few: a host may have to list all it has."""
        ...
