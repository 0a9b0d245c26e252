"""Where an imported row goes, from the new keys and from the old plugin's user_key."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ltm.domain.import_rows import place
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
