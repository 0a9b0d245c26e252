"""LangBot's API as it behaves when it is slow, wrong or silent."""

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest
from langbot_plugin.entities.io.errors import ActionCallError, ActionCallTimeoutError

from ltm.adapters.langbot.models import LangBotEmbedder
from ltm.adapters.langbot.vectors import LangBotTable
from ltm.errors import EmbedderUnavailable, OutcomeUnknown, StoreUnavailable
from ltm.ports.embedder import Embedder
from ltm.ports.vector_table import Row
from tests.contracts.embedder_contract import EmbedderContract
from tests.fakes import HashEmbedder

pytestmark = pytest.mark.anyio

ROW = Row(
    id="5b0f3c50-0000-5000-8000-000000000000",
    scope="ab" * 32,
    text="{}",
    vector=np.asarray([0, 1, 0], dtype=np.float32),
    importance=2,
    timestamp=0.0,
)


class Models:
    """The host's embedding call, over the embedder of the tests; `spoil` may change what it answers."""

    def __init__(self, spoil: Callable[[list[list[float]]], Any] = lambda vectors: vectors) -> None:
        self._spoil = spoil
        self.batches: list[int] = []

    async def invoke_embedding(self, embedding_model_uuid: str, texts: list[str]) -> list[list[float]]:
        self.batches.append(len(texts))
        embeddings = await HashEmbedder().embed_documents(texts)
        answer: list[list[float]] = self._spoil([(3 * embedding.vector).tolist() for embedding in embeddings])
        return answer


class Vectors:
    """The host's vector calls, answering nothing; a call that `failures` names raises its exceptions first."""

    def __init__(self, **failures: list[Exception]) -> None:
        self._failures = failures
        self.calls: list[tuple[str, Any]] = []

    async def vector_upsert(self, collection_id: str, vectors: Any, ids: Any, metadata: Any, documents: Any) -> None:
        self._called("upsert", ids)

    async def vector_search(self, collection_id: str, query_vector: Any, top_k: int, filters: Any) -> list[Any]:
        self._called("search", filters)
        return []

    async def vector_delete(self, collection_id: str, file_ids: Any = None, filters: Any = None) -> int:
        self._called("delete", filters or file_ids)
        return 0

    async def vector_list(self, collection_id: str, filters: Any, limit: int, offset: int) -> dict[str, Any]:
        self._called("list", filters)
        return {"items": [], "total": 0}

    def _called(self, what: str, argument: Any) -> None:
        self.calls.append((what, argument))
        if self._failures.get(what):
            raise self._failures[what].pop(0)


def table(api: Any) -> LangBotTable:
    return LangBotTable(api, "kb", 3)


class TestLangBotEmbedder(EmbedderContract):
    @pytest.fixture
    async def embedder(self) -> Embedder:
        return LangBotEmbedder(Models(), "model-uuid")


async def test_texts_are_sent_in_batches_a_provider_accepts() -> None:
    models = Models()
    await LangBotEmbedder(models, "m").embed_documents(["text"] * 70)
    assert models.batches == [32, 32, 6]


def _raise(exc: Exception) -> Any:
    raise exc


@pytest.mark.parametrize(
    "spoil",
    [
        lambda vectors: vectors[:-1],
        lambda vectors: [],
        lambda vectors: [vectors[0], vectors[1][:-1]],
        lambda vectors: [vectors[0], [float("nan")] * len(vectors[1])],
        lambda vectors: [vectors[0], [0.0] * len(vectors[1])],
        lambda vectors: [[], []],
        lambda vectors: None,
        lambda vectors: ["a", "b"],
        lambda vectors: _raise(ActionCallError("500 from the provider")),
        lambda vectors: _raise(ActionCallTimeoutError("no answer")),
        lambda vectors: _raise(RuntimeError("Plugin invocation has ended")),
    ],
)
async def test_a_model_that_answers_nonsense_is_unavailable(spoil: Callable[[list[list[float]]], Any]) -> None:
    with pytest.raises(EmbedderUnavailable):
        await LangBotEmbedder(Models(spoil), "m").embed_documents(["one", "two"])


@pytest.mark.parametrize("known", [None, HashEmbedder.dimensions])
async def test_vectors_of_another_length_are_no_answer(known: int | None) -> None:
    spoilt = [False]
    models = Models(lambda vectors: [vector[:-1] for vector in vectors] if spoilt[0] else vectors)
    embedder = LangBotEmbedder(models, "m", known)
    if known is None:
        await embedder.embed_documents(["one"])
    spoilt[0] = True
    with pytest.raises(EmbedderUnavailable, match="as before"):
        await embedder.embed_documents(["one", "two"])
    spoilt[0] = False
    assert len(await embedder.embed_documents(["one", "two"])) == 2


async def test_the_first_call_is_a_write() -> None:
    # Milvus makes a collection of the wrong dimension when it is read first.
    api = Vectors()
    opened = table(api)
    await opened.list_id(ROW.id)
    await opened.search(ROW.scope, ROW.vector, 5)
    assert [what for what, _ in api.calls] == ["upsert", "list", "search"]


async def test_a_read_that_fails_is_tried_again_after_a_write() -> None:
    api = Vectors(search=[ActionCallError("is in state 'released'")])
    assert await table(api).search(ROW.scope, ROW.vector, 5) == []
    assert [what for what, _ in api.calls] == ["upsert", "search", "upsert", "search"]


async def test_a_read_that_fails_twice_is_unavailable() -> None:
    api = Vectors(list=[ActionCallTimeoutError("no answer"), ActionCallTimeoutError("no answer")])
    with pytest.raises(StoreUnavailable):
        await table(api).list_scope(ROW.scope, 0, 5)


async def test_a_write_that_is_refused_was_not_done() -> None:
    api = Vectors()
    opened = table(api)
    await opened.upsert([])
    api._failures["upsert"] = [ActionCallError("dimension")]
    with pytest.raises(StoreUnavailable):
        await opened.upsert([ROW])


@pytest.mark.parametrize("what", ["upsert", "delete_id", "delete_scope"])
async def test_a_write_without_an_answer_may_have_been_done(what: str) -> None:
    api = Vectors()
    opened = table(api)
    await opened.list_id(ROW.id)
    api._failures["upsert" if what == "upsert" else "delete"] = [ActionCallTimeoutError("no answer")]
    calls = {
        "upsert": lambda: opened.upsert([ROW]),
        "delete_id": lambda: opened.delete_id(ROW.id),
        "delete_scope": lambda: opened.delete_scope(ROW.scope),
    }
    with pytest.raises(OutcomeUnknown):
        await calls[what]()


async def test_only_the_two_safe_keys_are_ever_sent_one_at_a_time() -> None:
    api = Vectors()
    opened = table(api)
    await opened.search(ROW.scope, ROW.vector, 5)
    await opened.list_scope(ROW.scope, 0, 5)
    await opened.list_id(ROW.id)
    await opened.delete_id(ROW.id)
    await opened.delete_scope(ROW.scope)
    assert [argument for what, argument in api.calls if what != "upsert"] == [
        {"file_id": ROW.scope},
        {"file_id": ROW.scope},
        {"uuid": ROW.id},
        {"uuid": ROW.id},
        [ROW.scope],
    ]
