"""Two conversations, speakers or scopes share nothing unless they are the same."""

from hypothesis import example, given
from hypothesis import strategies as st

from ltm.domain.scope import Isolation, Scope, SessionKey

# Ids are the platforms': few characters make collisions of joined strings likely, the rest is anything at all.
IDS = st.one_of(
    st.text(alphabet='ab:_/",[]\\', max_size=6),
    st.text(max_size=12),
    st.sampled_from(["", "group_1", "group_1001", "person_42", "你好", "\ud83d", "x" * 100_000]),
)
SESSIONS = st.builds(SessionKey, name=IDS, bot_uuid=IDS)


@given(SESSIONS, SESSIONS)
@example(SessionKey(bot_uuid="a:b", name="c"), SessionKey(bot_uuid="a", name="b:c"))
@example(SessionKey(bot_uuid="a", name="b"), SessionKey(bot_uuid="b", name="a"))
@example(SessionKey(bot_uuid="", name="ab"), SessionKey(bot_uuid="ab", name=""))
@example(SessionKey(bot_uuid="a", name='b", "c'), SessionKey(bot_uuid='a", "b', name="c"))
@example(SessionKey(name="é"), SessionKey(name="e\u0301"))
def test_sessions_share_keys_exactly_if_they_are_the_same(one: SessionKey, other: SessionKey) -> None:
    same = one == other
    assert (one.digest == other.digest) is same
    assert (one.session_profile_key == other.session_profile_key) is same
    assert (one.speaker_profile_key("s") == other.speaker_profile_key("s")) is same
    assert (Scope.of(one, Isolation.SESSION).digest == Scope.of(other, Isolation.SESSION).digest) is same


@given(SESSIONS, IDS, SESSIONS, IDS)
@example(SessionKey(name="a"), "b", SessionKey(name="a"), "b/speaker/b")
def test_speaker_profiles_are_shared_exactly_by_the_same_speaker_of_the_same_session(
    one: SessionKey, one_speaker: str, other: SessionKey, other_speaker: str
) -> None:
    same = (one, one_speaker) == (other, other_speaker)
    assert (one.speaker_profile_key(one_speaker) == other.speaker_profile_key(other_speaker)) is same


@given(SESSIONS, IDS, SESSIONS)
def test_a_speaker_profile_is_never_a_session_profile(one: SessionKey, speaker: str, other: SessionKey) -> None:
    assert one.speaker_profile_key(speaker) != other.session_profile_key


@given(SESSIONS, SESSIONS)
def test_bot_isolation_is_shared_exactly_by_the_sessions_of_one_bot(one: SessionKey, other: SessionKey) -> None:
    scopes = Scope.of(one, Isolation.BOT), Scope.of(other, Isolation.BOT)
    same = one.bot_uuid == other.bot_uuid
    assert (scopes[0] == scopes[1]) is same
    assert (scopes[0].digest == scopes[1].digest) is same


@given(SESSIONS, SESSIONS)
@example(SessionKey(name="", bot_uuid="b"), SessionKey(name="x", bot_uuid="b"))
def test_the_isolation_modes_never_meet(one: SessionKey, other: SessionKey) -> None:
    assert Scope.of(one, Isolation.SESSION).digest != Scope.of(other, Isolation.BOT).digest


@given(SESSIONS, IDS)
def test_keys_are_short_ascii_whatever_the_ids_hold(session: SessionKey, speaker: str) -> None:
    scope = Scope.of(session, Isolation.SESSION)
    assert len(scope.digest) == 64
    assert set(scope.digest) <= set("0123456789abcdef")
    # LangBot 4.10 keeps storage keys in a VARCHAR(255).
    for key in (session.session_profile_key, session.speaker_profile_key(speaker)):
        assert key.isascii()
        assert len(key) <= 200


def test_digests_stay_what_they_are_because_stored_rows_carry_them() -> None:
    session = SessionKey(name="group_1001", bot_uuid="bot-1")
    assert Scope.of(session, Isolation.SESSION).digest == EPISODES_OF_GROUP_1001
    assert Scope.of(session, Isolation.BOT).digest == EPISODES_OF_BOT_1
    assert session.session_profile_key == f"profile/{GROUP_1001}/session"


EPISODES_OF_GROUP_1001 = "3e2b5adf6c37522d30aa214df2aff2709a10af3664ee68fe7cf06c8d64c51850"
EPISODES_OF_BOT_1 = "f6504ba63bdd92da6db799cd9876c1e67a11f7445732100f15e6231dd70d3fb3"
GROUP_1001 = "297c212a7c899f60de33ba2fd76c3f2dff0769124557c6c18b350996812c7b8c"
