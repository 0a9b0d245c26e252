"""What of a memory is embedded: a fact as it is, a turn of a conversation together with the turn before it."""

from collections.abc import Mapping, Sequence

from ltm.domain.episode import Episode, Kind
from ltm.ports.embedder import Embedder, Embedding

Turns = Mapping[tuple[str, int], str]
"""The contents of the turns of one scope, by conversation and position."""


def turns(episodes: Sequence[Episode]) -> dict[tuple[str, int], str]:
    return {(e.conversation, e.position): e.content for e in episodes if e.kind is Kind.TURN and e.conversation}


async def embedded(embedder: Embedder, episodes: Sequence[Episode], known: Turns) -> list[Embedding]:
    """Return one embedding per episode, in order, asked of the model at once. Raises EmbedderUnavailable.

    A turn is read after the turn before it, where that is `known`: an answer alone ("in May, I think") says little.
    Measured on LoCoMo, where it is worth .03 of recall@10. Who said it is left out: see `texts_to_embed`."""
    return await embedder.embed_documents([_text(episode, known) for episode in episodes])


def _text(episode: Episode, known: Turns) -> str:
    before = known.get((episode.conversation, episode.position - 1)) if episode.kind is Kind.TURN else None
    return episode.content if before is None else f"{before}\n{episode.content}"
