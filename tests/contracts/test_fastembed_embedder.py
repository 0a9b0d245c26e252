"""The embedder for ONNX models in this process, with a real model: a tiny one."""

import sys
from importlib.util import find_spec
from pathlib import Path

import pytest

from ltm.adapters.fastembed_embedder import FastembedEmbedder
from ltm.domain.embedding_prefixes import NO_PREFIXES, prefixes
from ltm.errors import EmbedderUnavailable
from ltm.ports.embedder import Embedder
from tests.contracts import tiny_onnx
from tests.contracts.embedder_contract import EmbedderContract

needs_fastembed = pytest.mark.skipif(find_spec("fastembed") is None, reason="the optional package fastembed is absent")

PLAIN, PREFIXED = "tests/tiny", "tests/tiny-e5-small"


@pytest.fixture(scope="module")
def files(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The model's files, and its names registered with fastembed."""
    from fastembed import TextEmbedding  # type: ignore[import-not-found, unused-ignore]
    from fastembed.common.model_description import (  # type: ignore[import-not-found, unused-ignore]
        ModelSource,
        PoolingType,
    )

    directory = tmp_path_factory.mktemp("models") / "tiny"
    tiny_onnx.write(directory)
    known = {model["model"] for model in TextEmbedding.list_supported_models()}
    for name in {PLAIN, PREFIXED} - known:
        TextEmbedding.add_custom_model(
            model=name,
            pooling=PoolingType.MEAN,
            normalization=False,
            sources=ModelSource(hf="tests/not-there"),
            dim=tiny_onnx.DIMENSIONS,
        )
    return directory


@needs_fastembed
class TestFastembed(EmbedderContract):
    @pytest.fixture
    async def embedder(self, files: Path) -> Embedder:
        return FastembedEmbedder(PLAIN, files=files, threads=1)


@needs_fastembed
class TestFastembedWithPrefixes(EmbedderContract):
    @pytest.fixture
    async def embedder(self, files: Path) -> Embedder:
        return FastembedEmbedder(PREFIXED, files=files, threads=1)

    async def test_the_model_sees_them(self, files: Path, embedder: Embedder) -> None:
        plain = FastembedEmbedder(PLAIN, files=files, threads=1)
        [document], [query] = await embedder.embed_documents(["tea"]), await embedder.embed_queries(["tea"])
        expected = await plain.embed_documents(["passage: tea", "query: tea"])
        assert [document.vector.tolist(), query.vector.tolist()] == [e.vector.tolist() for e in expected]


@pytest.mark.anyio
@needs_fastembed
async def test_an_unknown_model_is_said() -> None:
    with pytest.raises(EmbedderUnavailable, match="fastembed knows no model nobody/nothing"):
        await FastembedEmbedder("nobody/nothing").embed_query("tea")


@pytest.mark.anyio
@needs_fastembed
async def test_a_model_that_is_not_here_is_said(files: Path, tmp_path: Path) -> None:
    for elsewhere in (
        FastembedEmbedder(PLAIN, files=tmp_path),
        FastembedEmbedder(PLAIN, cache_dir=tmp_path, download=False),
    ):
        with pytest.raises(EmbedderUnavailable, match=f"the model {PLAIN} could not be loaded"):
            await elsewhere.embed_query("tea")


@pytest.mark.anyio
@needs_fastembed
@pytest.mark.parametrize("damaged", ["tokenizer.json", "tokenizer_config.json", "config.json", "onnx/model.onnx"])
@pytest.mark.usefixtures("files")
async def test_damaged_files_are_said(tmp_path: Path, damaged: str) -> None:
    tiny_onnx.write(tmp_path / "tiny")
    (tmp_path / "tiny" / damaged).write_bytes(b"{")
    with pytest.raises(EmbedderUnavailable, match=f"the model {PLAIN} could not be loaded"):
        await FastembedEmbedder(PLAIN, files=tmp_path / "tiny").embed_query("tea")


@pytest.mark.anyio
async def test_a_missing_package_is_said(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "fastembed", None)
    with pytest.raises(EmbedderUnavailable, match="fastembed is not installed"):
        await FastembedEmbedder(PLAIN).embed_query("tea")


@needs_fastembed
def test_prefixes_agree_with_what_fastembed_says_of_its_models() -> None:
    from fastembed import TextEmbedding

    said = {str(m["model"]): str(m["description"]) for m in TextEmbedding.list_supported_models()}
    plain = {name for name, text in said.items() if "queries/documents: not necessary" in text}
    assert plain
    assert {name for name in plain if prefixes(name) != NO_PREFIXES} == set()
    needing = {name for name, text in said.items() if "queries/documents: necessary" in text}
    assert needing
    # Stella's question side is not in fastembed: it is to be used for documents only.
    assert {name for name in needing if prefixes(name) == NO_PREFIXES} <= {"Qdrant/stella-en-400M-v5-doc-onnx"}
