"""For all tests: asyncio only, no network beyond this machine, and the versions a failure depends on."""

import ipaddress
import socket
from collections.abc import Iterator
from importlib.metadata import PackageNotFoundError, version
from typing import Any

import pytest

_PACKAGES = ("chromadb", "qdrant-client", "langbot-plugin", "langbot", "openai")


def pytest_report_header() -> str:
    return ", ".join(f"{package} {_version(package)}" for package in _PACKAGES)


@pytest.fixture
def anyio_backend() -> str:
    return "asyncio"


@pytest.fixture(scope="session", autouse=True)
def no_network() -> Iterator[None]:
    """Refuse every connection and name look-up that leaves this machine."""
    connect, connect_ex, getaddrinfo = socket.socket.connect, socket.socket.connect_ex, socket.getaddrinfo

    def local_connect(self: socket.socket, address: Any) -> None:
        _require_local(self.family, address)
        connect(self, address)

    def local_connect_ex(self: socket.socket, address: Any) -> int:
        _require_local(self.family, address)
        return connect_ex(self, address)

    def local_getaddrinfo(host: Any, *args: Any, **kwargs: Any) -> Any:
        _require_local(socket.AF_INET, (host,))
        return getaddrinfo(host, *args, **kwargs)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(socket.socket, "connect", local_connect)
        patch.setattr(socket.socket, "connect_ex", local_connect_ex)
        patch.setattr(socket, "getaddrinfo", local_getaddrinfo)
        yield


def _require_local(family: int, address: Any) -> None:
    if family not in (socket.AF_INET, socket.AF_INET6):
        return
    host = address[0].decode() if isinstance(address[0], bytes) else address[0]
    if host in (None, "", "localhost"):
        return
    try:
        is_local = ipaddress.ip_address(host).is_loopback
    except ValueError:
        is_local = False
    if not is_local:
        raise PermissionError(f"tests may not reach {host}")


def _version(package: str) -> str:
    try:
        return version(package)
    except PackageNotFoundError:
        return "absent"
