"""The table of contents of a scope, word for word."""

from collections import Counter

from ltm.domain.contents import IndexCaps, contents
from ltm.domain.episode import Episode, EpisodeId, Kind, Speaker
from tests.doubles import START
from tests.golden.conftest import Golden
from tests.golden.world import ALICE, EPISODES


def test_the_table_reads_like_this(golden: Golden) -> None:
    mei = "Mei is Alice's sister and works at a shipping company in Kiel"
    added = [
        Episode(id=EpisodeId("7"), content="Answer in Chinese", at=START, kind=Kind.RULE, pinned=True, speaker=ALICE),
        Episode(id=EpisodeId("8"), content=mei, at=START, kind=Kind.ENTITY, speaker=Speaker(id="10003")),
    ]
    episodes = [*added, *EPISODES[:3]]
    counts = Counter(episode.kind for episode in episodes) + Counter({Kind.TURN: 340})
    golden("contents.txt", contents(counts, episodes, IndexCaps()))
