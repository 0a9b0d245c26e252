"""Where an imported row goes, from the new keys and from the old plugin's user_key; and whether it is there already."""

from collections.abc import Iterable
from dataclasses import replace
from datetime import UTC, datetime

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ltm.domain import policy
from ltm.domain.episode import Episode, EpisodeId, Kind, Link, LinkKind, Speaker
from ltm.domain.import_rows import FileRow, Present, SortedRows, id_here, place, session_here, sorted_rows
from ltm.domain.scope import Isolation, Scope, SessionKey
from ltm.errors import InvalidInput

BOT = "3f0c9b1e-0000-4000-8000-000000000001"


def scope_of(name: str, bot_uuid: str, isolation: Isolation) -> Scope:
    return Scope.of(SessionKey(name=name, bot_uuid=bot_uuid), isolation)


@pytest.mark.parametrize(
    ("user_key", "bot_uuid", "session"),
    [
        (f"bot:{BOT}:group_1001", BOT, "group_1001"),
        (f"{BOT}:group_1001", BOT, "group_1001"),
        (f"{BOT}:person_42", BOT, "person_42"),
        ("group_1001", "", "group_1001"),
        ("person_42", "", "person_42"),
        # Ids may hold colons, and even what looks like a session.
        (f"bot:{BOT}:group_oc:ab:cd", BOT, "group_oc:ab:cd"),
        (f"{BOT}:person_x:group_1", BOT, "person_x:group_1"),
        ("person_x:group_1", "", "person_x:group_1"),
        ("group_person_1", "", "group_person_1"),
        (f"{BOT}:group_a\nb", BOT, "group_a\nb"),
    ],
)
def test_old_user_keys(user_key: str, bot_uuid: str, session: str) -> None:
    found = place(bot_uuid="", session="", user_key=user_key, isolation=Isolation.SESSION)
    assert found == (scope_of(session, bot_uuid, Isolation.SESSION), session)


@given(
    bot_uuid=st.uuids().map(str),
    launcher=st.sampled_from(["group_", "person_"]),
    launcher_id=st.text(max_size=20),
    prefix=st.sampled_from(["", "bot:"]),
)
def test_every_key_the_old_plugin_wrote_comes_apart_again(
    bot_uuid: str, launcher: str, launcher_id: str, prefix: str
) -> None:
    session = launcher + launcher_id
    found = place(bot_uuid="", session="", user_key=f"{prefix}{bot_uuid}:{session}", isolation=Isolation.SESSION)
    assert found == (scope_of(session, bot_uuid, Isolation.SESSION), session)


def test_a_bot_wide_key_has_a_place_only_in_a_base_that_isolates_by_bot() -> None:
    found = place(bot_uuid="", session="", user_key=f"bot:{BOT}", isolation=Isolation.BOT)
    assert found == (scope_of("", BOT, Isolation.BOT), "")
    with pytest.raises(InvalidInput, match="isolates by session"):
        place(bot_uuid="", session="", user_key=f"bot:{BOT}", isolation=Isolation.SESSION)


def test_by_bot_all_sessions_share_a_scope_and_keep_their_names() -> None:
    one = place(bot_uuid=BOT, session="group_1", user_key="", isolation=Isolation.BOT)
    other = place(bot_uuid="", session="", user_key=f"{BOT}:person_2", isolation=Isolation.BOT)
    assert one[0] == other[0] == scope_of("", BOT, Isolation.BOT)
    assert (one[1], other[1]) == ("group_1", "person_2")


def test_explicit_keys_win_over_user_key() -> None:
    found = place(bot_uuid=BOT, session="group_1", user_key="other:group_2", isolation=Isolation.SESSION)
    assert found[0] == scope_of("group_1", BOT, Isolation.SESSION)


@pytest.mark.parametrize(
    ("row", "isolation", "said"),
    [
        ({"session": "1001"}, Isolation.SESSION, "session must look like group_1001 or person_42"),
        ({"user_key": "nonsense"}, Isolation.SESSION, "session must look like"),
        ({}, Isolation.SESSION, "no place: give session and bot_uuid, or user_key; this base isolates by session"),
        ({"bot_uuid": BOT}, Isolation.SESSION, "isolates by session"),
        ({"session": "group_1"}, Isolation.BOT, "no place: give bot_uuid, or user_key; this base isolates by bot"),
        ({"user_key": "group_1"}, Isolation.BOT, "isolates by bot"),
        ({"user_key": "bot:"}, Isolation.BOT, "isolates by bot"),
    ],
)
def test_a_row_without_a_place_is_refused(row: dict[str, str], isolation: Isolation, said: str) -> None:
    with pytest.raises(InvalidInput, match=said):
        place(**{"bot_uuid": "", "session": "", "user_key": "", **row}, isolation=isolation)


@pytest.mark.parametrize(
    ("given_", "isolation", "session"),
    [
        ("group_9", Isolation.SESSION, "group_1"),
        ("nonsense", Isolation.SESSION, "group_1"),
        ("", Isolation.SESSION, "group_1"),
        (None, Isolation.SESSION, "group_1"),
        ("group_9", Isolation.BOT, "group_9"),
        ("", Isolation.BOT, ""),
        (None, Isolation.BOT, "group_1"),
    ],
)
def test_a_row_names_its_session_only_where_sessions_share_their_memories(
    given_: str | None, isolation: Isolation, session: str
) -> None:
    assert session_here(given_, "group_1", isolation) == session


def test_a_session_that_is_none_is_refused() -> None:
    with pytest.raises(InvalidInput, match="session must look like"):
        session_here("nonsense", "group_1", Isolation.BOT)


HERE, THERE = scope_of("group_1", BOT, Isolation.SESSION), scope_of("group_2", BOT, Isolation.SESSION)
AT = datetime(2025, 1, 1, tzinfo=UTC)


@st.composite
def file_rows(draw: st.DrawFn, scope: Scope = HERE) -> FileRow:
    """Make a row of so few words, ids, speakers and times that most meet another like them."""
    conversation = draw(st.sampled_from(["", "", "c"]))
    episode = Episode(
        id=EpisodeId(""),
        content=draw(st.sampled_from(["tea", "Tea", "chess"])),
        at=AT.replace(day=draw(st.integers(1, 2))),
        speaker=draw(st.sampled_from([None, Speaker(id="1"), Speaker(id="2")])),
        kind=Kind.TURN if conversation else Kind.FACT,
        conversation=conversation,
        position=draw(st.integers(0, 1)) if conversation else 0,
    )
    own_ids = ["", "x", "y", "z"]
    row = FileRow(
        number=draw(st.integers(1, 99)),
        episode=episode,
        own_id=draw(st.sampled_from(own_ids)),
        superseded_by=draw(st.sampled_from(own_ids)),
        links=tuple(
            Link(kind=draw(st.sampled_from([LinkKind.PART_OF, LinkKind.CAUSED_BY])), to=EpisodeId(to), weight=0.5)
            for to in draw(st.lists(st.sampled_from([*own_ids, "elsewhere"]), max_size=4))
        ),
        has_time=draw(st.booleans()),
    )
    return replace(row, episode=replace(episode, id=id_here(scope, row)))


@st.composite
def present_episodes(draw: st.DrawFn) -> list[Episode]:
    """Make what a scope holds: memories of its own, of which some have the very ids of the file."""
    rows = draw(st.lists(file_rows(), max_size=3))
    ids = draw(st.permutations(["x", "y", "m", "n"]))
    return [replace(row.episode, id=EpisodeId(own)) for row, own in zip(rows, ids, strict=False)]


def sorted_into(episodes: Iterable[Episode], rows: list[FileRow]) -> SortedRows:
    present = Present(rows)
    for episode in episodes:
        present.note(episode)
    return sorted_rows(rows, present)


@given(there=present_episodes(), rows=st.lists(file_rows(), max_size=8), data=st.data())
def test_whatever_was_stored_before_it_was_stopped_repeating_an_import_brings_exactly_the_rest(
    there: list[Episode], rows: list[FileRow], data: st.DataObject
) -> None:
    whole = sorted_into(there, rows)
    stored = [episode for episode in whole.new if data.draw(st.booleans())]
    rest = sorted_into([*there, *stored], rows)
    assert [*rest.new] == [episode for episode in whole.new if episode not in stored]
    assert [row.number for row in rest.rejected] == [row.number for row in whole.rejected]


@given(there=present_episodes(), rows=st.lists(file_rows(), max_size=8))
def test_what_is_new_overwrites_nothing_and_points_to_what_is_there(there: list[Episode], rows: list[FileRow]) -> None:
    found = sorted_into(there, rows)
    assert len(found.new) + found.duplicates + len(found.rejected) == len(rows)
    new = {episode.id for episode in found.new}
    assert len(new) == len(found.new)
    assert not new & {episode.id for episode in there}
    assert {episode.superseded_by for episode in found.new} <= {None, *new, *(episode.id for episode in there)}
    assert all(episode.superseded_by != episode.id for episode in found.new)
    for episode in found.new:
        linked = [(link.kind, link.to) for link in episode.links]
        assert {to for _, to in linked} <= {*new, *(other.id for other in there)} - {episode.id}
        assert len(set(linked)) == len(linked)


def test_a_link_leads_to_the_row_that_the_file_says_by_its_id_here() -> None:
    to = [EpisodeId("y"), EpisodeId("x"), EpisodeId("elsewhere"), EpisodeId("")]
    links = tuple(Link(kind=LinkKind.CAUSED_BY, to=one, weight=0.25) for one in to)
    rows = [
        FileRow(number=number, episode=Episode(id=EpisodeId(own), content=own, at=AT), own_id=own, links=links)
        for number, own in enumerate(["x", "y"], start=1)
    ]
    rows = [replace(row, episode=replace(row.episode, id=id_here(HERE, row))) for row in rows]
    one, other = sorted_into([], rows).new
    assert one.links == (Link(kind=LinkKind.CAUSED_BY, to=other.id, weight=0.25),)
    assert other.links == (Link(kind=LinkKind.CAUSED_BY, to=one.id, weight=0.25),)


@given(file_rows(), file_rows())
def test_two_rows_have_one_id_only_if_they_are_the_same_memory(one: FileRow, other: FileRow) -> None:
    same = one.own_id == other.own_id and (bool(one.own_id) or one.key == other.key)
    assert (id_here(HERE, one) == id_here(HERE, other)) is same


@given(file_rows())
def test_an_id_is_the_scopes_and_never_the_files(row: FileRow) -> None:
    assert len({id_here(HERE, row), id_here(THERE, row), row.own_id}) == 3


def test_separators_in_a_text_do_not_make_two_rows_one() -> None:
    row = FileRow(number=1, episode=Episode(id=EpisodeId(""), content='a", "b', at=AT))
    other = replace(row, episode=replace(row.episode, content="a", speaker=Speaker(id='b", "')))
    assert id_here(HERE, row) != id_here(HERE, other)


@given(row=file_rows(), words=st.sampled_from(["tea", " TEA ", "green tea"]))
def test_what_an_earlier_import_brought_is_the_row_only_while_it_says_the_same(row: FileRow, words: str) -> None:
    brought = replace(row.episode, content=words)
    found = sorted_into([brought], [row])
    assert found.new == ()
    same = policy.same_words(words) == policy.same_words(row.episode.content)
    assert (found.duplicates, len(found.rejected)) == ((1, 0) if same else (0, 1))
    if found.rejected:
        assert "forget it first" in found.rejected[0].reason
