"""The guard that keeps tests on this machine."""

import socket

import pytest


@pytest.mark.parametrize("host", ["192.0.2.1", "2001:db8::1", "example.com"])
def test_other_machines_are_refused(host: str) -> None:
    with pytest.raises(PermissionError, match=host):
        socket.create_connection((host, 80), timeout=1)


def test_a_connection_without_a_look_up_is_refused() -> None:
    with socket.socket() as client:
        client.settimeout(1)
        for connect in (client.connect, client.connect_ex):
            with pytest.raises(PermissionError):
                connect(("192.0.2.1", 80))


def test_this_machine_is_not() -> None:
    with socket.create_server(("127.0.0.1", 0)) as server:
        socket.create_connection(server.getsockname(), timeout=1).close()
