"""Codes: only for whoever was asked, where he was asked, once, for a while."""

from collections.abc import Awaitable, Callable
from datetime import timedelta

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ltm.domain.scope import SessionKey
from ltm.errors import NotAllowed
from ltm.services.confirmations import (
    CODE_DIGITS,
    MAX_PENDING,
    MAX_WRONG,
    VALID,
    ActorKey,
    Confirmations,
    Confirmed,
    NotConfirmed,
)
from tests.doubles import FixedClock
from tests.services.memories import GROUP, OTHER_GROUP

ACTORS: list[ActorKey] = [
    *((GROUP, "1"), (GROUP, "2"), (OTHER_GROUP, "1"), (SessionKey(name="group_1001", bot_uuid="bot-2"), "1"))
]
ALICE = ACTORS[0]
FULL_WIDTH = str.maketrans("0123456789", "０１２３４５６７８９")
STEPS = st.one_of(
    st.tuples(st.just("ask"), st.sampled_from(ACTORS), st.integers(1, 400)),
    st.tuples(st.sampled_from(["right", "wrong", "another's"]), st.sampled_from(ACTORS), st.just(0)),
    st.tuples(st.just("wait"), st.just(ALICE), st.integers(1, 400)),
)


def doing(what: str) -> Callable[[], Awaitable[str]]:
    async def action() -> str:
        return f"done: {what}"

    return action


def asked(confirmations: Confirmations[str], actor: ActorKey = ALICE, what: str = "delete") -> str:
    return confirmations.ask(actor, what, doing(what)).code


def wrong(code: str) -> str:
    return f"{(int(code) + 1) % 10**CODE_DIGITS:0{CODE_DIGITS}}"


def what_of(outcome: Confirmed[str] | NotConfirmed) -> str:
    assert isinstance(outcome, Confirmed), outcome
    return outcome.what


@pytest.mark.anyio
async def test_the_code_gives_the_action_that_was_asked_about() -> None:
    confirmations = Confirmations[str](clock=FixedClock())
    outcome = confirmations.confirm(ALICE, asked(confirmations, what="delete 3 memories"))
    assert isinstance(outcome, Confirmed)
    assert outcome.what == "delete 3 memories"
    assert await outcome.action() == "done: delete 3 memories"


@settings(deadline=None, database=None, derandomize=True)
@given(st.lists(STEPS, max_size=60))
def test_a_code_works_for_one_person_in_one_place_once_and_in_time(steps: list[tuple[str, ActorKey, int]]) -> None:
    clock = FixedClock()
    confirmations = Confirmations[str](clock=clock)
    pending: dict[ActorKey, list[object]] = {}  # code, until, wrong tries, what
    last = "000000"
    for number, (kind, actor, seconds) in enumerate(steps):
        if kind == "wait":
            clock.advance(seconds=seconds)
            continue
        known = pending.get(actor)
        is_valid = known is not None and clock.now() < known[1]  # type: ignore[operator]
        if kind == "ask":
            until = clock.now() + timedelta(seconds=seconds)
            done = confirmations.ask(actor, str(number), doing(str(number)), ttl=timedelta(seconds=seconds))
            assert done.until == until
            assert done.replaced == (known[3] if known is not None and is_valid else None)
            assert len(done.code) == CODE_DIGITS
            assert done.code.isdecimal()
            pending = {who: one for who, one in pending.items() if clock.now() < one[1]}  # type: ignore[operator]
            pending[actor], last = [done.code, until, 0, str(number)], done.code
            continue
        own = str(known[0]) if known else last
        typed = {"right": own, "wrong": wrong(own), "another's": last}[kind]
        outcome = confirmations.confirm(actor, typed)
        if known is None:
            assert outcome is NotConfirmed.NOTHING_ASKED
        elif not is_valid:
            assert outcome is NotConfirmed.EXPIRED
            del pending[actor]
        elif typed == known[0]:
            assert what_of(outcome) == known[3]
            del pending[actor]
        else:
            known[2] = int(str(known[2])) + 1
            is_last = known[2] == MAX_WRONG
            assert outcome is (NotConfirmed.CANCELLED if is_last else NotConfirmed.WRONG)
            if is_last:
                del pending[actor]


@pytest.mark.parametrize("other", ACTORS[1:])
def test_nobody_else_and_nowhere_else(other: ActorKey) -> None:
    confirmations = Confirmations[str](clock=FixedClock())
    code = asked(confirmations)
    assert confirmations.confirm(other, code) is NotConfirmed.NOTHING_ASKED
    assert what_of(confirmations.confirm(ALICE, code)) == "delete"


def test_a_code_works_once() -> None:
    confirmations = Confirmations[str](clock=FixedClock())
    code = asked(confirmations)
    assert what_of(confirmations.confirm(ALICE, code)) == "delete"
    assert confirmations.confirm(ALICE, code) is NotConfirmed.NOTHING_ASKED


@pytest.mark.parametrize(("seconds", "is_valid"), [(-1, True), (0, False), (1, False)])
def test_a_code_expires(seconds: float, is_valid: bool) -> None:
    clock = FixedClock()
    confirmations = Confirmations[str](clock=clock)
    code = asked(confirmations)
    clock.advance(seconds=VALID.total_seconds() + seconds)
    outcome = confirmations.confirm(ALICE, code)
    assert isinstance(outcome, Confirmed) is is_valid
    assert is_valid or (outcome, confirmations.confirm(ALICE, code)) == (
        NotConfirmed.EXPIRED,
        NotConfirmed.NOTHING_ASKED,
    )


def test_a_new_question_replaces_the_old_one_and_says_so() -> None:
    confirmations = Confirmations[str](clock=FixedClock())
    first = confirmations.ask(ALICE, "first", doing("first"))
    second = confirmations.ask(ALICE, "second", doing("second"))
    assert (first.replaced, second.replaced) == (None, "first")
    if first.code != second.code:
        assert confirmations.confirm(ALICE, first.code) is NotConfirmed.WRONG
    assert what_of(confirmations.confirm(ALICE, second.code)) == "second"


@pytest.mark.parametrize("forms", ["{}", " {}\n", "\u3000{}\u3000", "{0:.3} {0:.99}"])
def test_forms_of_typing(forms: str) -> None:
    for digits in ({}, FULL_WIDTH):
        confirmations = Confirmations[str](clock=FixedClock())
        code = asked(confirmations)
        typed = f" {code[:3]} {code[3:]} " if "{0" in forms else forms.format(code)
        assert what_of(confirmations.confirm(ALICE, typed.translate(digits))) == "delete"


@settings(deadline=None, database=None, derandomize=True)
@given(st.text(alphabet=st.characters(), max_size=20).filter(lambda text: not any(map(str.isdecimal, text))))
def test_what_is_no_code_is_wrong(typed: str) -> None:
    confirmations = Confirmations[str](clock=FixedClock())
    asked(confirmations)
    outcomes = [confirmations.confirm(ALICE, typed) for _ in range(MAX_WRONG + 1)]
    assert outcomes == [
        *[NotConfirmed.WRONG] * (MAX_WRONG - 1),
        NotConfirmed.CANCELLED,
        NotConfirmed.NOTHING_ASKED,
    ]


def test_a_cancelled_question_cannot_be_confirmed_with_its_code() -> None:
    confirmations = Confirmations[str](clock=FixedClock())
    code = asked(confirmations)
    for _ in range(MAX_WRONG):
        confirmations.confirm(ALICE, wrong(code))
    assert confirmations.confirm(ALICE, code) is NotConfirmed.NOTHING_ASKED


def test_what_is_pending_is_bounded_and_the_oldest_goes_however_much_it_is_guessed_at() -> None:
    confirmations = Confirmations[str](clock=FixedClock())
    codes = [asked(confirmations, (GROUP, str(number))) for number in range(MAX_PENDING)]
    confirmations.confirm((GROUP, "0"), wrong(codes[0]))
    codes += [asked(confirmations, (GROUP, str(MAX_PENDING)))]
    outcomes = [confirmations.confirm((GROUP, str(number)), code) for number, code in enumerate(codes)]
    assert [isinstance(outcome, Confirmed) for outcome in outcomes] == [False, *[True] * MAX_PENDING]


def test_whoever_is_not_known_cannot_be_asked() -> None:
    confirmations = Confirmations[str](clock=FixedClock())
    with pytest.raises(NotAllowed):
        asked(confirmations, (GROUP, ""))
    assert confirmations.confirm((GROUP, ""), "000000") is NotConfirmed.NOTHING_ASKED


def test_codes_differ_and_are_not_shown_by_accident() -> None:
    confirmations = Confirmations[str](clock=FixedClock())
    codes = {asked(confirmations, (GROUP, str(number))) for number in range(100)}
    assert len(codes) > 95
    assert not [code for code in codes if f"'{code}'" in repr(vars(confirmations))]
