"""The words an embedding model was trained to see before a question or a document.

Left out, they cost models of these families a good part of their recall; before a model of another family, they are
noise. So only families whose model card asks for them are here, and every other model gets its texts as they are.
"""

import re
from dataclasses import dataclass


@dataclass(frozen=True, slots=True, kw_only=True)
class Prefixes:
    """What goes before a question and before a document; empty for most models."""

    query: str = ""
    document: str = ""


NO_PREFIXES = Prefixes()

_TASK = "Given a web search query, retrieve relevant passages that answer the query"
"""The task the instructed models' cards use as their example and were evaluated with."""

_REPRESENT = Prefixes(query="Represent this sentence for searching relevant passages: ")

_FAMILIES: tuple[tuple[str, Prefixes], ...] = (
    (r"\be5-.*instruct", Prefixes(query=f"Instruct: {_TASK}\nQuery: ")),
    (r"\be5-(small|base|large)", Prefixes(query="query: ", document="passage: ")),
    (r"\bbge-(small|base|large).*\bzh\b(?!-noinstruct)", Prefixes(query="为这个句子生成表示以用于检索相关文章：")),
    (r"\bbge-(small|base|large).*\ben\b", _REPRESENT),
    (r"\bnomic-embed-text", Prefixes(query="search_query: ", document="search_document: ")),
    (r"\barctic-embed(2|-.*\bv2)", Prefixes(query="query: ")),
    (r"\barctic-embed", _REPRESENT),
    (r"\bmxbai-embed-large", _REPRESENT),
    (r"\bqwen3-embedding", Prefixes(query=f"Instruct: {_TASK}\nQuery:")),
    (r"\bembeddinggemma", Prefixes(query="task: search result | query: ", document="title: none | text: ")),
)
"""Patterns of names in lower case without their owner; the first that is found counts."""


def prefixes(model_name: str) -> Prefixes:
    """Return what the model's card asks for; nothing for a model that needs nothing or is not known.

    `model_name` is as a hub, a server or Ollama names it: an owner before it and a tag behind it may be there.
    Sources, all model cards on huggingface.co: intfloat/multilingual-e5-large and -instruct, BAAI/bge-large-en-v1.5
    and -zh-v1.5 (table "query instruction for retrieval"), nomic-ai/nomic-embed-text-v1.5 and -v2-moe,
    Snowflake/snowflake-arctic-embed-m-v1.5 and -l-v2.0, mixedbread-ai/mxbai-embed-large-v1,
    Qwen/Qwen3-Embedding-0.6B (no space after "Query:"), google/embeddinggemma-300m. None asked for: BAAI/bge-m3,
    thenlper/gte, jinaai/jina-embeddings-v2, OpenAI's text-embedding, Universal Sentence Encoder. jina-embeddings-v3
    names its task in a request field of its own, which no OpenAI-compatible request has."""
    name = model_name.lower().replace("\\", "/").rstrip("/").rpartition("/")[2].replace("_", "-")
    return next((found for pattern, found in _FAMILIES if re.search(pattern, name)), NO_PREFIXES)
