"""Two conversations, speakers or scopes share nothing unless they are the same."""

import unicodedata
from collections.abc import Callable
from itertools import product

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from benchmarks.isolation_ids import AWKWARD
from ltm.domain.scope import Isolation, Scope, SessionKey

# Ids are the platforms': few characters make collisions of joined strings likely, the rest is anything at all.
IDS = st.one_of(
    st.text(alphabet='ab:_/",[]\\', max_size=6),
    st.text(max_size=12),
    st.sampled_from(["", "group_1", "group_1001", "person_42", "你好", "\ud83d", "x" * 100_000]),
)
SESSIONS = st.builds(SessionKey, name=IDS, bot_uuid=IDS)
SCOPES = st.builds(Scope, isolation=st.sampled_from(Isolation), bot_uuid=IDS, session_name=IDS)

CARELESS: dict[str, Callable[[str], str]] = {
    "composed": lambda text: unicodedata.normalize("NFC", text),
    "decomposed": lambda text: unicodedata.normalize("NFD", text),
    "in one width": lambda text: unicodedata.normalize("NFKC", text),
    "lower case": str.lower,
    "folded": str.casefold,
    "trimmed": str.strip,
    "up to a NUL": lambda text: text.partition("\0")[0],
    "on one line": lambda text: " ".join(text.split()),
    "cut": lambda text: text[:255],
    "printable": lambda text: "".join(character for character in text if character.isprintable()),
}
"""What some code does to an id; an id that it changes is another id."""


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


@given(SCOPES, SCOPES)
@example(
    Scope(isolation=Isolation.BOT, bot_uuid="b", session_name=""),
    Scope(isolation=Isolation.SESSION, bot_uuid="b", session_name=""),
)
@example(
    Scope(isolation=Isolation.SESSION, bot_uuid="a", session_name="b:c"),
    Scope(isolation=Isolation.SESSION, bot_uuid="a:b", session_name="c"),
)
def test_scopes_share_a_digest_exactly_if_they_are_the_same(one: Scope, other: Scope) -> None:
    assert (one.digest == other.digest) is (one == other)


@given(SESSIONS, IDS, SESSIONS, IDS)
@example(SessionKey(name="x", bot_uuid="a"), "b", SessionKey(name="y", bot_uuid="a"), "b")
@example(SessionKey(name="x", bot_uuid="a"), "bc", SessionKey(name="x", bot_uuid="ab"), "c")
def test_the_list_of_a_speakers_places_is_shared_by_the_conversations_of_one_bot(
    one: SessionKey, one_speaker: str, other: SessionKey, other_speaker: str
) -> None:
    same = (one.bot_uuid, one_speaker) == (other.bot_uuid, other_speaker)
    assert (one.speaker_places_key(one_speaker) == other.speaker_places_key(other_speaker)) is same


@given(SESSIONS, IDS, SESSIONS, IDS)
def test_keys_of_different_kinds_never_meet(one: SessionKey, speaker: str, other: SessionKey, who: str) -> None:
    kinds = [
        {one.session_profile_key, other.session_profile_key},
        {one.speaker_profile_key(speaker), other.speaker_profile_key(who)},
        {one.speaker_places_key(speaker), other.speaker_places_key(who)},
    ]
    assert len(set.union(*kinds)) == sum(map(len, kinds))


@pytest.mark.parametrize("careless", CARELESS)
@given(IDS)
@example("\u00e9")
@example("e\u0301")
@example("\uff12")
@example(" group_1")
@example("GROUP_1")
@example("\ufb01")
@example("a\0b\nc")
@example("x" * 256)
def test_ids_are_taken_as_they_are(careless: str, given_id: str) -> None:
    other_id = CARELESS[careless](given_id)
    same = other_id == given_id
    one, other = SessionKey(name=given_id, bot_uuid="b"), SessionKey(name=other_id, bot_uuid="b")
    assert (Scope.of(one, Isolation.SESSION).digest == Scope.of(other, Isolation.SESSION).digest) is same
    assert (one.session_profile_key == other.session_profile_key) is same
    one, other = SessionKey(name="g", bot_uuid=given_id), SessionKey(name="g", bot_uuid=other_id)
    for isolation in Isolation:
        assert (Scope.of(one, isolation).digest == Scope.of(other, isolation).digest) is same
    assert (one.speaker_profile_key("s") == other.speaker_profile_key("s")) is same
    assert (one.speaker_profile_key(given_id) == one.speaker_profile_key(other_id)) is same


def test_all_pairs_of_awkward_ids_have_keys_of_their_own() -> None:
    """Every bot with every conversation, and every conversation with every speaker, at once."""
    short = [each for each in AWKWARD if len(each) < 100]
    assert len(set(AWKWARD)) == len(AWKWARD)
    pairs = [SessionKey(bot_uuid=bot, name=name) for bot, name in product(short, short)]
    digests = {Scope.of(pair, Isolation.SESSION).digest for pair in pairs}
    assert len(digests) == len(pairs)
    assert digests.isdisjoint(Scope.of(pair, Isolation.BOT).digest for pair in pairs)
    speakers = {SessionKey(name=name).speaker_profile_key(speaker) for name, speaker in product(AWKWARD, AWKWARD)}
    assert len(speakers) == len(AWKWARD) ** 2


@given(SESSIONS, IDS)
def test_keys_are_short_ascii_whatever_the_ids_hold(session: SessionKey, speaker: str) -> None:
    scope = Scope.of(session, Isolation.SESSION)
    assert len(scope.digest) == 64
    assert set(scope.digest) <= set("0123456789abcdef")
    # LangBot 4.10 keeps storage keys in a VARCHAR(255).
    profiles = (session.session_profile_key, session.speaker_profile_key(speaker))
    for key in (*profiles, session.speaker_places_key(speaker)):
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
