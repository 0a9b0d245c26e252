"""Writes that wait: none is lost, none comes back, and each is done in its turn."""

import pytest

from tests.services.outbox_play import OutboxPlay

pytestmark = pytest.mark.anyio


@pytest.mark.parametrize("first", range(0, 120, 40))
async def test_nothing_promised_is_lost_and_nothing_forgotten_comes_back(first: int) -> None:
    for seed in range(first, first + 40):
        play, steps = OutboxPlay(seed), []
        try:
            for _ in range(30):
                steps.append(await play.step())
                await play.check()
            await play.end()
        except BaseException as exc:
            exc.add_note(f"{seed=} {steps=}")
            raise
