"""L1: what is steadily true of a conversation or a speaker, and how it changes.

All functions return a new profile; nothing is changed in place.
"""

from collections.abc import Iterable
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from enum import StrEnum

from ltm.domain import policy
from ltm.errors import InvalidInput, Refused

MAX_FORMER_VALUES = 8
CHANGE_HINT_DAYS = 30


class ProfileScope(StrEnum):
    SESSION = "session"
    SPEAKER = "speaker"


class Field(StrEnum):
    NAME = "name"
    TRAITS = "traits"
    PREFERENCES = "preferences"
    NOTES = "notes"


class Action(StrEnum):
    SET = "set"
    ADD = "add"
    REMOVE = "remove"


@dataclass(frozen=True, slots=True, kw_only=True)
class FormerValue:
    """A value a fact had until `until`, and why it went: `updated` or, where the writer named it, `corrected`."""

    value: str
    until: datetime
    why: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Fact:
    """One trait, preference or name. `key`, where given, names the fact across its values."""

    value: str
    since: datetime
    key: str = ""
    former: tuple[FormerValue, ...] = ()

    def now(self, value: str, at: datetime, why: str) -> "Fact":
        """Return this fact with a new value, the old one kept as the latest of at most eight former ones."""
        former = (FormerValue(value=self.value, until=at, why=why), *self.former)
        return replace(self, value=value, since=at, former=former[:MAX_FORMER_VALUES])

    def changed_since(self, moment: datetime) -> FormerValue | None:
        """Return the value before the present one if the change happened after `moment`."""
        return self.former[0] if self.former and self.former[0].until >= moment else None


@dataclass(frozen=True, slots=True, kw_only=True)
class Profile:
    name: Fact | None = None
    traits: tuple[Fact, ...] = ()
    preferences: tuple[Fact, ...] = ()
    notes: str = ""
    updated_at: datetime | None = None

    @property
    def is_empty(self) -> bool:
        return not (self.name or self.traits or self.preferences or self.notes)

    @property
    def values(self) -> list[str]:
        """Return everything the profile says now, and what facts said before."""
        facts = [fact for fact in (self.name, *self.traits, *self.preferences) if fact]
        former = [former.value for fact in facts for former in fact.former]
        return [*(fact.value for fact in facts), *former, *filter(None, self.notes.splitlines())]


@dataclass(frozen=True, slots=True, kw_only=True)
class Caps:
    """How many facts a list may hold; from the plugin's configuration."""

    traits: int = 20
    preferences: int = 10

    def of(self, field: Field) -> int:
        return self.traits if field is Field.TRAITS else self.preferences


@dataclass(frozen=True, slots=True, kw_only=True)
class Edit:
    """One change asked for. `fact_key` and `previous_value` find the fact whose value changes."""

    field: Field
    action: Action
    value: str
    fact_key: str = ""
    previous_value: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Edited:
    """The profile after an edit. `before` are the values that are no longer there; `changed` is False if it was so."""

    profile: Profile
    before: tuple[str, ...] = ()
    changed: bool = True


def default_scope(field: Field, *, speaker_known: bool) -> ProfileScope:
    """Name, traits and preferences belong to a person where one is known; notes to the conversation."""
    if field is Field.NOTES or not speaker_known:
        return ProfileScope.SESSION
    return ProfileScope.SPEAKER


def edit(profile: Profile, change: Edit, *, at: datetime, caps: Caps) -> Edited:
    """Return the profile with the change made.

    Raises InvalidInput for a value that is empty, too long or not there to remove, and Refused where the
    field is full; nothing is ever cut silently."""
    value = policy.storable(change.value)
    if not value and not (change.action is Action.REMOVE and change.fact_key):
        raise InvalidInput("value is empty: say what to set, add or remove")
    if change.fact_key and change.field in (Field.NAME, Field.NOTES):
        raise InvalidInput(f"fact_key belongs to traits and preferences; {change.field} has no keys")
    previous = policy.storable(change.previous_value)
    change = replace(change, value=value, fact_key=_key(change.fact_key), previous_value=previous)
    match change.field:
        case Field.NAME:
            edited = _edit_name(profile, change, at)
        case Field.NOTES:
            edited = _edit_notes(profile, change)
        case Field.TRAITS | Field.PREFERENCES:
            edited = _edit_facts(profile, change, at, caps.of(change.field))
    return replace(edited, profile=replace(edited.profile, updated_at=at)) if edited.changed else edited


def recent_changes(facts: Iterable[Fact], *, now: datetime) -> list[tuple[Fact, FormerValue]]:
    """Return the facts whose value changed within the last 30 days, each with the value before."""
    since = now - timedelta(days=CHANGE_HINT_DAYS)
    return [(fact, former) for fact in facts if (former := fact.changed_since(since))]


def _key(text: str) -> str:
    key = policy.storable(text).casefold()
    if len(key) > policy.MAX_FACT_KEY_CHARS:
        raise InvalidInput(f"fact_key is longer than {policy.MAX_FACT_KEY_CHARS} characters")
    return key


def _same(one: str, other: str) -> bool:
    return one.strip().casefold() == other.strip().casefold()


def _edit_name(profile: Profile, change: Edit, at: datetime) -> Edited:
    current = profile.name
    if change.action is Action.REMOVE:
        if current is None or not _same(current.value, change.value):
            raise InvalidInput("that is not the stored name; nothing was removed")
        return Edited(profile=replace(profile, name=None), before=(current.value,))
    _check_length("name", change.value, policy.MAX_NAME_CHARS)
    if current is None:
        return Edited(profile=replace(profile, name=Fact(value=change.value, since=at)))
    if current.value == change.value:
        return Edited(profile=profile, changed=False)
    renamed = current.now(change.value, at, _why(change, current))
    return Edited(profile=replace(profile, name=renamed), before=(current.value,))


def _edit_notes(profile: Profile, change: Edit) -> Edited:
    lines = profile.notes.splitlines()
    match change.action:
        case Action.SET:
            notes, before = change.value, (profile.notes,) if profile.notes else ()
        case Action.ADD:
            if _line(change.value) in _line(profile.notes):
                return Edited(profile=profile, changed=False)
            notes, before = "\n".join([*lines, change.value]), ()
        case Action.REMOVE:
            if change.value not in profile.notes:
                raise InvalidInput("that text is not in the notes; nothing was removed")
            # Whole lines first: removing "tea" must not make "team" into "m".
            if _line(change.value) in _line(profile.notes):
                kept = _line(profile.notes).replace(_line(change.value), "\n", 1).splitlines()
            else:
                kept = profile.notes.replace(change.value, "", 1).splitlines()
            notes, before = "\n".join(line for line in kept if line.strip()), (change.value,)
    if len(notes) > policy.MAX_NOTES_CHARS:
        raise Refused(
            f"notes would be {len(notes)} characters long, the limit is {policy.MAX_NOTES_CHARS}; "
            "nothing was changed: shorten them with action=set, or remove a part first"
        )
    return Edited(profile=replace(profile, notes=notes), before=before, changed=notes != profile.notes)


def _line(text: str) -> str:
    return f"\n{text}\n"


def _edit_facts(profile: Profile, change: Edit, at: datetime, cap: int) -> Edited:
    facts = profile.traits if change.field is Field.TRAITS else profile.preferences
    target = _find(facts, change)
    if change.action is Action.REMOVE:
        if target is None:
            raise InvalidInput(f"no such entry in {change.field}; nothing was removed")
        kept = tuple(fact for fact in facts if fact is not target)
        return _with_facts(profile, change.field, kept, before=(target.value,))
    _check_length("value", change.value, policy.MAX_ENTRY_CHARS)
    if target is not None:
        if target.value == change.value and (not change.fact_key or target.key == change.fact_key):
            return Edited(profile=profile, changed=False)
        named = replace(target, key=change.fact_key or target.key)
        updated = named if named.value == change.value else named.now(change.value, at, _why(change, target))
        # A value another entry already holds would otherwise stand twice.
        others = (updated if fact is target else fact for fact in facts)
        kept = tuple(fact for fact in others if fact is updated or not _same(fact.value, change.value))
        return _with_facts(profile, change.field, kept, before=(target.value,) if updated is not named else ())
    fresh = Fact(value=change.value, since=at, key=change.fact_key)
    if change.action is Action.SET and not change.fact_key and not change.previous_value:
        # An entry that is there already stays, with its key and its former values.
        kept = tuple(fact for fact in facts if fact.value == change.value) or (fresh,)
        if kept == facts:
            return Edited(profile=profile, changed=False)
        gone = tuple(fact.value for fact in facts if fact not in kept)
        return _with_facts(profile, change.field, kept, before=gone)
    if len(facts) >= cap:
        raise Refused(
            f"{change.field} is full ({len(facts)} of {cap}); nothing was added: remove an entry first, "
            "or change one with fact_key or previous_value"
        )
    return _with_facts(profile, change.field, (*facts, fresh))


def _find(facts: tuple[Fact, ...], change: Edit) -> Fact | None:
    """Return the fact an edit means: by its key, else by the value said to be replaced, else by its own value."""
    if change.fact_key:
        keyed = next((fact for fact in facts if fact.key == change.fact_key), None)
        if keyed is not None or change.action is Action.REMOVE:
            return keyed
    if change.previous_value:
        replaced = next((fact for fact in facts if _same(fact.value, change.previous_value)), None)
        if replaced is not None:
            return replaced
    if change.action is Action.SET and not change.fact_key and not change.previous_value:
        return None
    return next((fact for fact in facts if _same(fact.value, change.value)), None)


def _with_facts(profile: Profile, field: Field, facts: tuple[Fact, ...], before: tuple[str, ...] = ()) -> Edited:
    if field is Field.TRAITS:
        return Edited(profile=replace(profile, traits=facts), before=before)
    return Edited(profile=replace(profile, preferences=facts), before=before)


def _why(change: Edit, current: Fact) -> str:
    return "corrected" if change.previous_value and _same(change.previous_value, current.value) else "updated"


def _check_length(what: str, value: str, limit: int) -> None:
    if len(value) > limit:
        raise InvalidInput(f"{what} is {len(value)} characters long, the limit is {limit}; nothing was changed")
