"""What of a memory is embedded."""

from collections.abc import Sequence
from dataclasses import replace

import pytest

from ltm.domain.episode import Episode, EpisodeId, Kind
from ltm.ports.embedder import Embedding
from ltm.services.embedding import embedded, turns
from tests.contracts.episodes import BARE
from tests.fakes import HashEmbedder

pytestmark = pytest.mark.anyio


class WatchedEmbedder(HashEmbedder):
    def __init__(self) -> None:
        self.calls: list[list[str]] = []

    async def embed_documents(self, texts: Sequence[str]) -> list[Embedding]:
        self.calls.append(list(texts))
        return await super().embed_documents(texts)


def turn(content: str, position: int, conversation: str = "one", kind: Kind = Kind.TURN) -> Episode:
    return replace(
        BARE, id=EpisodeId(content), content=content, kind=kind, conversation=conversation, position=position
    )


ASKED, ANSWERED = turn("When is it?", 0), turn("In May, I think.", 1)


async def test_a_fact_is_embedded_as_it_is() -> None:
    fact = turn("Rome is nice", 1, kind=Kind.FACT)
    [found] = await embedded(HashEmbedder(), [fact], turns([ASKED, ANSWERED]))
    [alone] = await HashEmbedder().embed_documents([fact.content])
    assert found.cosine(alone) == pytest.approx(1, abs=1e-6)


async def test_a_turn_is_read_after_the_turn_before() -> None:
    embedder = WatchedEmbedder()
    [found] = await embedded(embedder, [ANSWERED], turns([ASKED, ANSWERED]))
    assert embedder.calls == [["When is it?\nIn May, I think."]]
    assert found.model == embedder.model


@pytest.mark.parametrize("before", [turn("x", 0, "another"), turn("x", 2), turn("x", 0, kind=Kind.FACT), turn("x", -1)])
async def test_only_the_turn_right_before_in_the_same_conversation_is_read_with_it(before: Episode) -> None:
    embedder = WatchedEmbedder()
    await embedded(embedder, [ANSWERED], turns([before, ANSWERED]))
    assert embedder.calls == [[ANSWERED.content]]


async def test_turns_of_no_conversation_have_no_turn_before() -> None:
    loose = [turn("a", 0, ""), turn("b", 1, "")]
    embedder = WatchedEmbedder()
    await embedded(embedder, loose, turns(loose))
    assert embedder.calls == [["a", "b"]]


async def test_many_are_asked_for_at_once_and_come_in_order() -> None:
    episodes = [turn(f"said {position}", position) for position in range(20)]
    episodes[5] = turn("a fact", 5, kind=Kind.FACT)
    embedder, known = WatchedEmbedder(), turns(episodes)
    together = await embedded(embedder, episodes, known)
    assert len(embedder.calls) == 1
    one_by_one = [(await embedded(HashEmbedder(), [episode], known))[0] for episode in episodes]
    for one, other in zip(together, one_by_one, strict=True):
        assert one.cosine(other) == pytest.approx(1, abs=1e-6)


async def test_nothing_gives_nothing() -> None:
    assert await embedded(HashEmbedder(), [], {}) == []
