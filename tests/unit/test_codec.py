"""What is written can be read back, whatever it is."""

import base64
from datetime import UTC, datetime

import numpy as np
import orjson
import pytest
from hypothesis import given
from hypothesis import strategies as st

from ltm.adapters.codec import episode_from_text, episode_to_text, profile_from_bytes, profile_to_bytes, unit
from ltm.domain.episode import Episode, EpisodeId, Kind, Link, LinkKind, Source, Speaker, Status
from ltm.domain.profile import Fact, FormerValue, Profile
from ltm.errors import Corrupt
from ltm.ports.embedder import Embedding, Vector
from ltm.ports.episode_store import Record

# A double holds microseconds exactly up to the year 2242.
moments = st.datetimes(datetime(1900, 1, 1), datetime(2240, 1, 1), timezones=st.just(UTC))
ids = st.uuids().map(lambda value: EpisodeId(str(value)))
vectors = st.lists(st.floats(-1, 1, width=32), min_size=2, max_size=64).map(
    lambda numbers: unit(np.asarray([*numbers, 1.0], dtype=np.float32))
)
records = st.builds(
    Record,
    episode=st.builds(
        Episode,
        id=ids,
        content=st.text(),
        at=moments,
        tags=st.lists(st.text()).map(tuple),
        importance=st.integers(1, 5),
        speaker=st.none() | st.builds(Speaker, id=st.text(), name=st.text()),
        session_name=st.text(),
        subject=st.text(),
        source=st.sampled_from(Source),
        status=st.sampled_from(Status),
        superseded_by=st.none() | ids,
        document=st.text(),
        kind=st.sampled_from(Kind),
        fact_key=st.text(),
        event_at=st.none() | moments,
        snapshot=st.booleans(),
        repeat_count=st.integers(0, 10**6),
        entities=st.lists(st.text()).map(tuple),
        links=st.lists(st.builds(Link, kind=st.sampled_from(LinkKind), to=ids, weight=st.floats(0.01, 1))).map(tuple),
    ),
    embedding=st.builds(Embedding, st.text(), vectors),
)
facts = st.builds(
    Fact,
    value=st.text(),
    since=moments,
    key=st.text(),
    former=st.lists(st.builds(FormerValue, value=st.text(), until=moments, why=st.text())).map(tuple),
)
profiles = st.builds(
    Profile,
    name=st.none() | facts,
    traits=st.lists(facts, max_size=4).map(tuple),
    preferences=st.lists(facts, max_size=4).map(tuple),
    notes=st.text(),
    updated_at=st.none() | moments,
)


@given(record=records, scope=st.text())
def test_an_episode_reads_back_as_written(record: Record, scope: str) -> None:
    text = episode_to_text(record, scope)
    stored, written_scope = episode_from_text(text)
    assert written_scope == scope
    assert stored.episode == record.episode
    assert stored.embedding.model == record.embedding.model
    cosine = record.embedding.cosine(stored.embedding)
    assert cosine is not None
    assert cosine > 0.999
    assert "\n" not in text
    assert "\x00" not in text


@given(record=records, query=vectors)
def test_a_stored_vector_gives_the_true_cosine(record: Record, query: Vector) -> None:
    stored, _ = episode_from_text(episode_to_text(record, "scope"))
    exact, kept = record.embedding.vector, stored.embedding.vector
    shorter = min(len(query), len(exact))
    query = unit(query[:shorter])
    assert float(query @ kept[:shorter]) == pytest.approx(float(query @ exact[:shorter]), abs=1e-2)


@given(record=records)
def test_what_was_read_is_written_alike(record: Record) -> None:
    once = episode_to_text(record, "scope")
    again, _ = episode_from_text(once)
    assert episode_to_text(again, "scope") == once


@given(profile=profiles)
def test_a_profile_reads_back_as_written(profile: Profile) -> None:
    assert profile_from_bytes(profile_to_bytes(profile)) == profile


json_values = st.recursive(st.none() | st.booleans() | st.integers(-9, 9) | st.text(), st.lists)
not_objects = (st.binary() | st.text().map(str.encode) | json_values.map(orjson.dumps)).filter(
    lambda raw: not raw.strip().startswith(b"{")
)


@given(raw=not_objects)
def test_anything_else_is_corrupt_and_nothing_else(raw: bytes) -> None:
    for read in (profile_from_bytes, lambda given_: episode_from_text(given_.decode("utf-8", "replace"))):
        with pytest.raises(Corrupt):
            read(raw)


RECORD = Record(
    episode=Episode(id=EpisodeId("1"), content="tea", at=datetime(2025, 1, 1, tzinfo=UTC)),
    embedding=Embedding("m", unit(np.asarray([-1, 3], dtype=np.float32))),
)
CHANGES: dict[str, dict[str, object]] = {
    "another version": {"v": 2},
    "no content": {"content": None},
    "an unknown status": {"status": "forgotten"},
    "a time out of range": {"at": 1e20},
    "a time that is no number": {"at": "nan"},
    "no vector": {"vector": None},
    "a vector that is no base64": {"vector": {"model": "m", "int8": "###"}},
    "tags that are none": {"tags": [1, {}]},
}


@pytest.mark.parametrize("change", CHANGES.values(), ids=CHANGES)
def test_a_damaged_episode_is_corrupt(change: dict[str, object]) -> None:
    whole = orjson.loads(episode_to_text(RECORD, "scope"))
    with pytest.raises(Corrupt):
        episode_from_text(orjson.dumps({**whole, **change}).decode())


def test_keys_of_a_newer_writer_are_passed_over() -> None:
    whole = orjson.loads(episode_to_text(RECORD, "scope"))
    stored, _ = episode_from_text(orjson.dumps({**whole, "mood": "good"}).decode())
    assert stored.episode == RECORD.episode


def test_the_vector_is_eight_bits_a_number() -> None:
    whole = orjson.loads(episode_to_text(RECORD, "scope"))
    raw = np.frombuffer(base64.b64decode(whole["vector"]["int8"]), dtype=np.int8)
    assert raw.tolist() == [-42, 127]


def test_a_zero_vector_stays_zero() -> None:
    assert unit(np.zeros(3, dtype=np.float32)).tolist() == [0, 0, 0]
