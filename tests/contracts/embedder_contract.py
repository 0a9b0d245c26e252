"""What every Embedder promises. Subclass and give an `embedder`."""

import numpy as np
import pytest

from ltm.ports.embedder import Embedder, Embedding

TEXTS = (
    "Alice drinks green tea.",
    "爱丽丝喝绿茶。",
    "😀🎉",
    "",
    "mixed 中文 and English",
    "word " * 2_000,
    "茶" * 10_000,
)


def _cosine(one: Embedding, other: Embedding) -> float:
    cosine = one.cosine(other)
    assert cosine is not None
    return cosine


@pytest.mark.anyio
class EmbedderContract:
    """Subclasses override `embedder`."""

    @pytest.fixture
    async def embedder(self) -> Embedder:
        raise NotImplementedError

    async def test_the_identity_is_named_and_stable(self, embedder: Embedder) -> None:
        before = embedder.model
        assert before.strip()
        assert (await embedder.embed_query("tea")).model == before
        assert embedder.model == before

    async def test_no_texts_give_no_embeddings(self, embedder: Embedder) -> None:
        assert await embedder.embed_documents([]) == []
        assert await embedder.embed_queries([]) == []

    async def test_questions_together_are_as_one_by_one(self, embedder: Embedder) -> None:
        texts = [*TEXTS, TEXTS[0]]
        together = await embedder.embed_queries(texts)
        assert len(together) == len(texts)
        for text, one in zip(texts, together, strict=True):
            alone = await embedder.embed_query(text)
            assert one.model == alone.model == embedder.model
            assert one.vector.dtype == np.float32
            assert np.linalg.norm(one.vector) == pytest.approx(1.0, abs=1e-4)
            np.testing.assert_allclose(one.vector, alone.vector, atol=1e-4)

    async def test_questions_and_documents_are_of_one_space(self, embedder: Embedder) -> None:
        [document], [query] = await embedder.embed_documents(["tea"]), await embedder.embed_queries(["tea"])
        assert document.model == query.model
        assert document.vector.shape == query.vector.shape

    async def test_every_vector_is_of_unit_length_and_one_shape(self, embedder: Embedder) -> None:
        embeddings = await embedder.embed_documents(TEXTS)
        assert len(embeddings) == len(TEXTS)
        [shape] = {embedding.vector.shape for embedding in embeddings}
        assert len(shape) == 1
        assert shape[0] > 1
        for embedding in embeddings:
            assert embedding.model == embedder.model
            assert embedding.vector.dtype == np.float32
            assert np.isfinite(embedding.vector).all()
            assert np.linalg.norm(embedding.vector) == pytest.approx(1.0, abs=1e-4)

    async def test_the_order_is_kept(self, embedder: Embedder) -> None:
        texts = [f"number {number} of many" for number in range(150)]
        together = await embedder.embed_documents(texts)
        for number in (0, 63, 64, 65, 128, 149):
            [alone] = await embedder.embed_documents([texts[number]])
            cosines = [_cosine(alone, other) for other in together]
            assert int(np.argmax(cosines)) == number
            assert cosines[number] == pytest.approx(1.0, abs=1e-3)

    async def test_the_same_text_gives_the_same_vector(self, embedder: Embedder) -> None:
        for text in TEXTS[:5]:
            one, other = await embedder.embed_query(text), await embedder.embed_query(text)
            np.testing.assert_allclose(one.vector, other.vector, atol=1e-6)

    async def test_different_texts_give_different_vectors(self, embedder: Embedder) -> None:
        embeddings = await embedder.embed_documents(["Alice drinks green tea.", "the train leaves at nine", "明天下雨"])
        for i, one in enumerate(embeddings):
            for other in embeddings[i + 1 :]:
                assert _cosine(one, other) < 0.9

    async def test_a_question_lies_nearest_to_its_document(self, embedder: Embedder) -> None:
        documents = ["Alice drinks green tea.", "the train leaves at nine", "明天下雨"]
        embedded = await embedder.embed_documents(documents)
        for number, text in enumerate(documents):
            query = await embedder.embed_query(text)
            assert int(np.argmax([_cosine(query, document) for document in embedded])) == number

    async def test_inputs_stay_as_they_were(self, embedder: Embedder) -> None:
        texts = ["one", "", "三"]
        await embedder.embed_documents(texts)
        await embedder.embed_queries(texts)
        assert texts == ["one", "", "三"]
