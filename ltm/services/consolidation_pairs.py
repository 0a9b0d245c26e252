"""Finding the memories of a scope that lie near each other, without all distances in memory at once."""

import asyncio
from collections.abc import Mapping, Sequence

import numpy as np
from numpy.typing import NDArray

from ltm.domain.columns import Floats
from ltm.domain.consolidation_groups import Group, groups
from ltm.domain.consolidation_planning import Pair, paired
from ltm.domain.episode import Episode, EpisodeId
from ltm.domain.recall import Via
from ltm.domain.scope import Scope
from ltm.ports.scope_view import ScopeView, ViewableEpisodes

BLOCK = 1_000
"""Rows compared with as many others at a time: four megabytes of cosines."""

MAX_PAIRS = 10_000
"""The nearest that are looked at in one go. Where all is alike (an embedder that crowds its vectors, a thousand times
the same sentence) the next run takes up the rest."""

_NEIGHBOURS = 8
"""Of a memory in one block, where more are near than that on average."""

_SEARCHED = 16
"""Neighbours asked for each memory of a scope that is too large for this process."""

_READ_AT_ONCE = 200
"""Rows unpacked between two looks at what else there is to do: some five milliseconds."""

_Ranks = NDArray[np.int64]
_Found = tuple[_Ranks, _Ranks, Floats]


async def near_pairs(store: ViewableEpisodes, scope: Scope, episodes: Sequence[Episode]) -> list[Pair]:
    """Return at most MAX_PAIRS pairs of active memories that may say one thing or contradict each other, each once.

    Raises StoreUnavailable."""
    known = {episode.id: episode for episode in episodes}
    wanted = await asyncio.to_thread(groups, episodes)
    viewed = await store.view(scope, None, 0) if wanted and await store.load(scope) else None
    found: dict[tuple[EpisodeId, EpisodeId], float] = {}
    if viewed is not None and viewed.via is Via.INDEX:
        rows = await _rows(viewed.view, known)
        for group in wanted:
            ids = [episode_id for episode_id in group.ids if episode_id in rows]
            ones, others, cosines = await asyncio.to_thread(_blocks, viewed.view, [rows[each] for each in ids], group)
            for one, other, cosine in zip(ones.tolist(), others.tolist(), cosines.tolist(), strict=True):
                found[ids[one], ids[other]] = cosine
    else:
        found = await _searched(store, scope, wanted)
    return await asyncio.to_thread(_pairs, known, found)


def _pairs(known: Mapping[EpisodeId, Episode], found: Mapping[tuple[EpisodeId, EpisodeId], float]) -> list[Pair]:
    pairs = {frozenset(key): paired(known[key[0]], known[key[1]], cosine) for key, cosine in found.items()}
    return sorted(pairs.values(), key=lambda pair: (-pair.cosine, pair.key))[:MAX_PAIRS]


async def _rows(view: ScopeView, known: Mapping[EpisodeId, Episode]) -> dict[EpisodeId, int]:
    """Return the rows of the memories, as far as the view has vectors for them."""
    rows: dict[EpisodeId, int] = {}
    wanted = np.flatnonzero(view.embedded()).tolist()
    for start in range(0, len(wanted), _READ_AT_ONCE):
        alive = view.columns.alive
        for row in wanted[start : start + _READ_AT_ONCE]:
            if alive[row] and (episode_id := view.episode(row).id) in known:
                rows[episode_id] = row
        await asyncio.sleep(0)
    return rows


def _blocks(view: ScopeView, rows: Sequence[int], group: Group) -> _Found:
    """Return the ranks in `rows` of the nearest pairs at or above the bound, with their cosines."""
    best = _joined([])
    for start in range(0, len(rows), BLOCK):
        ones = view.vectors(rows[start : start + BLOCK])
        for other_start in range(start, len(rows), BLOCK):
            others = ones if other_start == start else view.vectors(rows[other_start : other_start + BLOCK])
            cosines = ones @ others.T
            if other_start == start:
                cosines[np.tril_indices(len(ones))] = -1.0
            at, beside = _near(cosines, group.bound)
            fresh = (at + start, beside + other_start, cosines[at, beside])
            best = _nearest(_joined([best, fresh]))
    return best


def _near(cosines: Floats, bound: float) -> tuple[_Ranks, _Ranks]:
    """Return where the matrix reaches the bound; of each row the best only, where those are too many."""
    near = cosines >= bound
    if int(near.sum()) > _NEIGHBOURS * len(cosines):
        best = np.argpartition(-cosines, _NEIGHBOURS - 1, axis=1)[:, :_NEIGHBOURS]
        among = np.zeros_like(near)
        np.put_along_axis(among, best, True, axis=1)
        near &= among
    at, beside = np.nonzero(near)
    return at, beside


def _nearest(found: _Found) -> _Found:
    ones, others, cosines = found
    if len(cosines) <= MAX_PAIRS:
        return found
    order = np.argsort(-cosines, kind="stable")[:MAX_PAIRS]
    return ones[order], others[order], cosines[order]


def _joined(parts: Sequence[_Found]) -> _Found:
    empty = np.zeros(0, dtype=np.int64)
    return (
        np.concatenate([empty, *(part[0] for part in parts)]),
        np.concatenate([empty, *(part[1] for part in parts)]),
        np.concatenate([np.zeros(0, dtype=np.float32), *(part[2] for part in parts)]),
    )


async def _searched(
    store: ViewableEpisodes, scope: Scope, wanted: Sequence[Group]
) -> dict[tuple[EpisodeId, EpisodeId], float]:
    """Return the pairs that the store's own search finds, memory by memory: slow, and right where memory is short."""
    found: dict[tuple[EpisodeId, EpisodeId], float] = {}
    members: dict[EpisodeId, list[Group]] = {}
    for group in wanted:
        for episode_id in group.ids:
            members.setdefault(episode_id, []).append(group)
    together = {id(group): frozenset(group.ids) for group in wanted}
    for one, of_one in members.items():
        record = await store.get(scope, one)
        if record is None:
            continue
        for near in await store.search(scope, record.embedding, _SEARCHED):
            other = near.episode.id
            if other != one and any(near.cosine >= each.bound and other in together[id(each)] for each in of_one):
                found[one, other] = near.cosine
    return found
