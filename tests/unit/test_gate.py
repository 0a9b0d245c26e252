"""Nothing secret and nothing too large passes, whichever field it is in."""

import pytest

from ltm.domain import policy
from ltm.domain.episode import EpisodeId, Speaker
from ltm.domain.gate import NewEpisode, checked, require_no_secret
from ltm.errors import InvalidInput, Refused
from tests.doubles import START

SECRET = "ghp_" + "16C7e42F292c6912E7710c838347Ae178B4a"
ID = EpisodeId("00000000-0000-4000-8000-000000000001")


@pytest.mark.parametrize(
    "new",
    [
        NewEpisode(content=f"my token: {SECRET}"),
        NewEpisode(content="a fact", tags=(SECRET,)),
        NewEpisode(content="a fact", subject=SECRET),
        NewEpisode(content="a fact", conversation=SECRET),
        NewEpisode(content="hunter2!x", subject="password"),
    ],
)
def test_a_secret_is_refused_in_every_field_without_being_repeated(new: NewEpisode) -> None:
    with pytest.raises(Refused) as refused:
        checked(new, ID, START)
    assert SECRET not in str(refused.value)
    assert "hunter2" not in str(refused.value)
    assert "secret" in str(refused.value)


def test_a_secret_in_the_words_behind_a_summary_or_in_a_name_is_left_out() -> None:
    new = NewEpisode(content="likes tea", original=f"I like tea, {SECRET}", speaker=Speaker(id="7", name=SECRET))
    episode = checked(new, ID, START)
    assert episode.original == ""
    assert episode.speaker == Speaker(id="7")


def test_original_words_are_kept_where_they_say_more_and_only_so_many() -> None:
    assert checked(NewEpisode(content="Likes tea", original="likes   TEA"), ID, START).original == ""
    long = "I like tea " * 500
    kept = checked(NewEpisode(content="Likes tea", original=long), ID, START).original
    assert long.startswith(kept)
    assert len(kept) == policy.MAX_ORIGINAL_CHARS


def test_limits_say_what_is_too_much_and_what_to_do() -> None:
    for new, said in (
        (NewEpisode(content=" \x00 "), "say what to remember"),
        (NewEpisode(content="\u200b\u2067 \U000e0041"), "say what to remember"),
        (NewEpisode(content="x" * (policy.MAX_CONTENT_CHARS + 1)), "store it in parts"),
        (NewEpisode(content="x", importance=6), "1 to 5"),
        (NewEpisode(content="x", tags=tuple(map(str, range(policy.MAX_TAGS + 1)))), "the limit is"),
        (NewEpisode(content="x", subject="s" * (policy.MAX_SUBJECT_CHARS + 1)), "few words"),
    ):
        with pytest.raises(InvalidInput, match=said):
            checked(new, ID, START)


def test_text_without_a_secret_passes() -> None:
    require_no_secret("I changed my password yesterday", "密码忘了怎么办", "")
