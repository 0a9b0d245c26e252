import pytest
from hypothesis import given
from hypothesis import strategies as st

from ltm.domain.embedding_prefixes import NO_PREFIXES, Prefixes, prefixes

REPRESENT = "Represent this sentence for searching relevant passages: "
TASK = "Instruct: Given a web search query, retrieve relevant passages that answer the query"

E5 = Prefixes(query="query: ", document="passage: ")
NOMIC = Prefixes(query="search_query: ", document="search_document: ")


@pytest.mark.parametrize(
    ("name", "expected"),
    [
        ("intfloat/multilingual-e5-small", E5),
        ("intfloat/e5-large-v2", E5),
        (".multilingual-e5-small_linux-x86_64", E5),
        ("multilingual_e5_large", E5),
        ("intfloat/multilingual-e5-large-instruct", Prefixes(query=f"{TASK}\nQuery: ")),
        ("intfloat/e5-mistral-7b-instruct", Prefixes(query=f"{TASK}\nQuery: ")),
        ("BAAI/bge-small-en-v1.5", Prefixes(query=REPRESENT)),
        ("Pro/BAAI/bge-large-en", Prefixes(query=REPRESENT)),
        ("bge-large:335m-en-v1.5-fp16", Prefixes(query=REPRESENT)),
        ("BAAI/bge-base-zh-v1.5", Prefixes(query="为这个句子生成表示以用于检索相关文章：")),
        ("nomic-embed-text:latest", NOMIC),
        ("nomic-ai/nomic-embed-text-v2-moe", NOMIC),
        ("text-embedding-nomic-embed-text-v1.5", NOMIC),
        ("Snowflake/snowflake-arctic-embed-m-v1.5", Prefixes(query=REPRESENT)),
        ("snowflake-arctic-embed:335m", Prefixes(query=REPRESENT)),
        ("snowflake-arctic-embed2:568m", Prefixes(query="query: ")),
        ("Snowflake/snowflake-arctic-embed-l-v2.0", Prefixes(query="query: ")),
        ("mixedbread-ai/mxbai-embed-large-v1", Prefixes(query=REPRESENT)),
        ("Qwen/Qwen3-Embedding-0.6B", Prefixes(query=f"{TASK}\nQuery:")),
        (
            "google/embeddinggemma-300m",
            Prefixes(query="task: search result | query: ", document="title: none | text: "),
        ),
    ],
)
def test_a_family_gets_what_its_model_card_asks_for(name: str, expected: Prefixes) -> None:
    assert prefixes(name) == expected
    assert prefixes(name.upper()) == expected


@pytest.mark.parametrize(
    "name",
    [
        "",
        "BAAI/bge-m3",
        "BAAI/bge-large-zh-noinstruct",
        "BAAI/bge-en-icl",
        "bge-large",
        "thenlper/gte-large-zh",
        "Alibaba-NLP/gte-multilingual-base",
        "jinaai/jina-embeddings-v2-base-zh",
        "jina-embeddings-v3",
        "nvidia/nv-embedqa-e5-v5",
        "BeastyZ/e5-R-mistral-7b",
        "mixedbread-ai/deepset-mxbai-embed-de-large-v1",
        "nomic-ai/nomic-embed-code",
        "Qwen/Qwen3-VL-Embedding-2B",
        "use-multilingual-v3/0.2",
        "text-embedding-3-small",
        "text-embedding-ada-002",
        "text-embedding-v4",
        "small",
    ],
)
def test_other_models_get_their_texts_as_they_are(name: str) -> None:
    assert prefixes(name) == NO_PREFIXES


@given(st.text(max_size=200), st.sampled_from(["intfloat/e5-small", "BAAI/bge-m3", "nomic-embed-text"]))
def test_who_owns_a_model_does_not_matter(owner: str, name: str) -> None:
    assert prefixes(f"{owner}/{name}") == prefixes(name)
