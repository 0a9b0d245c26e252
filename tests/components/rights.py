"""Who may do what: each subcommand and tool, for each kind of person, in each kind of place."""

import json
from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass, replace
from typing import Any

from ltm.domain.audit import Change
from ltm.domain.candidate import Candidate
from ltm.domain.episode import Episode, EpisodeId, Kind, Speaker, Status
from ltm.domain.mining import WaitingCandidate
from ltm.domain.scope import Isolation
from ltm.standalone.queries import Place
from tests.components.conftest import Bench, Contents, changed, code_in, command, session_of
from tests.doubles import START

NOTICED = "Sam rows on Sundays"
KAYAK = "the kayak is stored in the blue shed"
ID = EpisodeId("0d4c1f7e-6f0a-4f7e-9a51-3a2b7c9d1e01")
NO_ID = EpisodeId("0d4c1f7e-6f0a-4f7e-9a51-3a2b7c9d1e02")
OWNER = Speaker(id="owner", name="Olga")
SUBJECT = Speaker(id="subject", name="Sam")
ADMINS = ["standalone:admin", "telegram:foreign"]

PEOPLE: Mapping[str, Speaker] = {
    "owner": OWNER,  # said it
    "subject": SUBJECT,  # it is about him
    "member": Speaker(id="member", name="Mia"),
    "namesake": Speaker(id="namesake", name="Olga"),  # has taken the owner's name
    "nobody": Speaker(id=""),  # the platform does not tell who speaks
    "admin": Speaker(id="admin", name="Ada"),
    "foreign": Speaker(id="foreign", name="Finn"),  # the id of an administrator of another platform
    "host-group": Speaker(id="host", name="Hal"),  # privileged by LangBot, which means nothing in a group
    "host-private": Speaker(id="host", name="Hal"),
}


@dataclass(frozen=True, slots=True, kw_only=True)
class Where:
    """The memory was said in `home`; the one who asks is in `here`."""

    isolation: Isolation
    home: str
    here: str

    def place(self, who: Speaker) -> Place:
        return Place(session=self.here, speaker_id=who.id, speaker_name=who.name, bot_uuid="bot-1")

    @property
    def home_of_owner(self) -> Place:
        return replace(self.place(OWNER), session=self.home)

    @property
    def is_group(self) -> bool:
        return self.here.startswith("group_")


PLACES = {
    "group": Where(isolation=Isolation.SESSION, home="group_1", here="group_1"),
    "private": Where(isolation=Isolation.SESSION, home="person_1", here="person_1"),
    "group, one memory per bot": Where(isolation=Isolation.BOT, home="group_1", here="group_1"),
    "another group, one memory per bot": Where(isolation=Isolation.BOT, home="group_1", here="group_2"),
    "private, one memory per bot": Where(isolation=Isolation.BOT, home="group_1", here="person_2"),
}
APART = {
    "another group": Where(isolation=Isolation.SESSION, home="group_1", here="group_2"),
    "private": Where(isolation=Isolation.SESSION, home="group_1", here="person_2"),
}


@dataclass(frozen=True, slots=True, kw_only=True)
class Seen:
    """What one attempt answered, and everything stored before and after it."""

    asker: Speaker
    answer: str
    before: Contents
    after: Contents

    def names(self, prefix: str) -> set[str]:
        return {name for name in changed(self.before, self.after) if name.startswith(prefix)}

    @property
    def memory(self) -> tuple[object, object]:
        """Olga's memory before and after."""
        found = [
            [stored for name, stored in kept.items() if name.endswith(ID) and name.startswith("memory/")]
            for kept in (self.before, self.after)
        ]
        return found[0], found[1]


Test = Callable[[Seen], bool]
Given = Callable[[Bench, Where], Awaitable[str]]
"""Brings something about before the attempt and returns what `{given}` stands for."""


def shows(words: str) -> Test:
    return lambda seen: words in seen.answer


def changes_memory(seen: Seen) -> bool:
    return seen.memory[0] != seen.memory[1]


def changes(prefix: str) -> Test:
    return lambda seen: bool(seen.names(prefix))


def nothing_changed(seen: Seen) -> bool:
    return not seen.names("")


async def nothing(bench: Bench, where: Where) -> str:
    return ""


async def a_question_to_the_owner(bench: Bench, where: Where) -> str:
    return code_in(await command(bench, where.home_of_owner, "forget-me"))


async def the_owner_is_off(bench: Bench, where: Where) -> str:
    return await command(bench, where.home_of_owner, "off")


async def a_pause(bench: Bench, where: Where) -> str:
    consent = (await bench.application.memory()).consent
    return str(await consent.pause(session_of(where.place(OWNER))))


async def an_entry(bench: Bench, where: Where) -> str:
    scope = (await bench.application.memory()).scope(session_of(where.home_of_owner))
    await bench.application.audit.note(scope, Change.REMEMBERED, by=OWNER.id, episode=episode())
    return ""


async def a_candidate(bench: Bench, where: Where) -> str:
    memory, session = await bench.application.memory(), session_of(where.home_of_owner)
    waiting = WaitingCandidate(
        id=NO_ID,
        entry="1",
        session=session,
        speaker=OWNER,
        at=START,
        candidate=Candidate(kind=Kind.FACT, text=NOTICED, original=NOTICED, subject="Sam"),
        is_ready=False,
    )
    await memory.mining.candidates.add(memory.scope(session), [waiting], (), lambda key: True)
    return waiting.short_id


async def a_run(bench: Bench, where: Where) -> str:
    memory = await bench.application.memory()
    return (await memory.consolidation.run(memory.scope(session_of(where.home_of_owner)))).run_id


def episode(**more: Any) -> Episode:
    said = Episode(id=ID, content=KAYAK, at=START, speaker=OWNER, subject="Sam", about=SUBJECT.id, tags=("boats",))
    return replace(said, **more)


@dataclass(frozen=True, slots=True, kw_only=True)
class Row:
    """`who` has a word for each of PEOPLE: yes; no; here, only where the memory was said.

    Whoever may not is answered with `refusal`, a pattern, and then `otherwise` holds."""

    line: str
    who: str
    done: Test
    refusal: str = ""
    otherwise: Test = nothing_changed
    given: Given = nothing
    memory: Mapping[str, Any] | None = None

    def may(self, name: str, where: Where) -> bool:
        cell = dict(zip(PEOPLE, self.who.split(), strict=True))[name]
        return cell == "yes" or (cell == "here" and where.home == where.here)


NOT_YOURS = "said by somebody else|No memory with that id exists here"
NOT_YOU = "does not tell who you are|who you are is not known|who is speaking is not known"
ADMINS_ONLY = "only administrators may do that"
ROWS = json.dumps([{"content": "the oars are new", "sender_id": "owner"}])

SUBCOMMAND_POLICY: Mapping[str, Row] = {
    # Looking: what was said here is everybody's to see; what was said elsewhere is its owner's and its subject's.
    #                           owner subject member namesake nobody admin foreign host-group host-private
    "": Row(line="", who="       yes   yes     here   here     here   yes   here    here       yes",
            done=shows("1 memories (")),
    "search": Row(line="search kayak",
                  who="          yes   yes     here   here     here   yes   here    here       yes",
                  done=shows(KAYAK)),
    "list": Row(line="list", who="yes   yes    here   here     here   yes   here    here       yes",
                done=shows(KAYAK)),
    "conversations": Row(line="conversations",
                         who="   yes   yes     here   here     here   yes   here    here       yes",
                         done=shows(KAYAK), memory={"kind": Kind.TURN, "conversation": "one"}),
    "superseded": Row(line="superseded",
                      who="      yes   yes     here   here     here   yes   here    here       yes",
                      done=shows(KAYAK), memory={"status": Status.SUPERSEDED}),
    "archived": Row(line="archived",
                    who="        yes   yes     here   here     here   yes   here    here       yes",
                    done=shows(KAYAK), memory={"status": Status.ARCHIVED}),
    "show": Row(line=f"show {ID}",
                who="            yes   yes     here   here     here   yes   here    here       yes",
                done=shows(KAYAK), refusal="No memory with that id"),
    "health": Row(line="health", who="yes yes  yes    yes      yes    yes   yes     yes        yes",
                  done=shows("Memory health: OK")),
    # Taking away with oneself: one's own only.
    "export": Row(line="export l2",
                  who="          yes   yes     no     no       no     yes   no      no         yes",
                  done=shows(KAYAK)),
    "profile": Row(line="profile",
                   who="         here  no      no     no       no     no    no      no         no",
                   done=shows("Olga Olsen")),
    "mine": Row(line="mine", who="yes  yes     no     no       no     no    no      no         no",
                done=shows(KAYAK)),
    # Changing a memory: those it belongs to, and administrators.
    #                           owner subject member namesake nobody admin foreign host-group host-private
    "forget": Row(line=f"forget {ID}",
                  who="          yes   yes     no     no       no     yes   no      no         yes",
                  done=changes_memory, refusal=NOT_YOURS),
    "edit": Row(line=f"edit {ID} the kayak is sold",
                who="            yes   yes     no     no       no     yes   no      no         yes",
                done=changes_memory, refusal=NOT_YOURS),
    "archive": Row(line=f"archive {ID}",
                   who="         yes   yes     no     no       no     yes   no      no         yes",
                   done=changes_memory, refusal=NOT_YOURS),
    "restore": Row(line=f"restore {ID}",
                   who="         yes   yes     no     no       no     yes   no      no         yes",
                   done=changes_memory, refusal=NOT_YOURS, memory={"status": Status.ARCHIVED}),
    "pin": Row(line=f"pin {ID}",
               who="             yes   yes     no     no       no     yes   no      no         yes",
               done=changes_memory, refusal=NOT_YOURS),
    "unpin": Row(line=f"unpin {ID}",
                 who="           yes   yes     no     no       no     yes   no      no         yes",
                 done=changes_memory, refusal=NOT_YOURS, memory={"pinned": True}),
    # What was noticed in talk: those who said it, and administrators.
    #                           owner subject member namesake nobody admin foreign host-group host-private
    "candidates": Row(line="candidates",
                      who="      yes   no      no     no       no     yes   no      no         yes",
                      done=shows(NOTICED), refusal="waits for your decision", given=a_candidate),
    "accept": Row(line="accept {given}",
                  who="          yes   no      no     no       no     yes   no      no         yes",
                  done=changes("memory/"), refusal="waits for your decision", given=a_candidate),
    "reject": Row(line="reject {given}",
                  who="          yes   no      no     no       no     yes   no      no         yes",
                  done=changes("candidates/"), refusal="waits for your decision", given=a_candidate),
    # What everybody decides for himself and nobody for another: the memory goes with its owner or its subject.
    "forget-me": Row(line="forget-me",
                     who="       yes   yes     no     no       no     no    no      no         no",
                     done=changes_memory),
    "confirm": Row(line="confirm {given}",
                   who="         here  no      no     no       no     no    no      no         no",
                   done=changes_memory, refusal="nothing of yours to confirm", given=a_question_to_the_owner),
    "off": Row(line="off", who=" yes   yes     yes    yes      no     yes   yes     yes        yes",
               done=changes("consent/"), refusal=NOT_YOU),
    "on": Row(line="on", who="   yes   no      no     no       no     no    no      no         no",
              done=changes("consent/"), refusal=f"is on here already|{NOT_YOU}", given=the_owner_is_off),
    # Governing: administrators.
    #                           owner subject member namesake nobody admin foreign host-group host-private
    "delete": Row(line="delete --tag boats",
                  who="          no    no      no     no       no     yes   no      no         yes",
                  done=changes_memory, refusal=ADMINS_ONLY),
    "clear": Row(line="clear", who="no no      no     no       no     yes   no      no         yes",
                 done=changes_memory, refusal=ADMINS_ONLY),
    "import": Row(line=f"import {ROWS}",
                  who="          no    no      no     no       no     yes   no      no         yes",
                  done=changes("memory/"), refusal=ADMINS_ONLY),
    "audit": Row(line="audit", who="no no      no     no       no     yes   no      no         yes",
                 done=shows("owner remembered"), refusal=ADMINS_ONLY, given=an_entry),
    "pause": Row(line="pause", who="no no      no     no       no     yes   no      no         yes",
                 done=changes("consent/"), refusal=ADMINS_ONLY),
    "resume": Row(line="resume", who="no no    no     no       no     yes   no      no         yes",
                  done=changes("consent/"), refusal=ADMINS_ONLY, given=a_pause),
    "reindex": Row(line="reindex",
                   who="         no    no      no     no       no     yes   no      no         yes",
                   done=shows("are embedded with"), refusal=ADMINS_ONLY),
    "consolidate": Row(line="consolidate run",
                       who="     no    no      no     no       no     yes   no      no         yes",
                       done=changes_memory, refusal=ADMINS_ONLY, memory={"kind": Kind.OBSERVATION, "repeat_count": 2}),
    "undo": Row(line="undo {given}",
                who="            no    no      no     no       no     yes   no      no         yes",
                done=changes_memory, refusal=ADMINS_ONLY, given=a_run,
                memory={"kind": Kind.OBSERVATION, "repeat_count": 2}),
}  # fmt: skip


def memory_untouched(seen: Seen) -> bool:
    return not changes_memory(seen)


def owners_profile(seen: Seen) -> bool:
    name = session_of(PLACES["group"].place(OWNER)).speaker_profile_key(OWNER.id)
    private = session_of(PLACES["private"].place(OWNER)).speaker_profile_key(OWNER.id)
    return bool({name, private} & seen.names("profile/"))


def homes_profile(seen: Seen) -> bool:
    names = {session_of(place.home_of_owner).session_profile_key for place in PLACES.values()}
    return bool(names & seen.names("profile/"))


TOOL_POLICY: Mapping[str, Row] = {
    # The host tells tools no privilege: its administrators are anybody to them.
    #                           owner subject member namesake nobody admin foreign host-group host-private
    "recall_memory": Row(line=json.dumps({"query": "kayak"}),
                         who="   yes   yes     yes    yes      yes    yes   yes     yes        yes",
                         done=shows(KAYAK)),
    "forget": Row(line=json.dumps({"episode_id": ID}),
                  who="          yes   yes     no     no       no     yes   no      no         no",
                  done=changes_memory, refusal="said by somebody else|no memory with that id"),
    # Said again: only the owner's own words strengthen what the owner said, and only his correction supersedes it.
    "remember": Row(line=json.dumps({"content": KAYAK, "subject": "Sam"}),
                    who="        yes   no      no     no       no     no    no      no         no",
                    done=changes_memory, refusal="Remembered with id", otherwise=memory_untouched),
    "remember a correction": Row(line=json.dumps({"content": KAYAK.replace("blue", "red"), "tags": ["correction"]}),
                                 who="yes no   no     no       no     no    no      no         no",
                                 done=changes_memory, refusal="Remembered with id", otherwise=memory_untouched),
    "update_profile": Row(line=json.dumps({"field": "name", "action": "set", "value": "Olli", "scope": "speaker"}),
                          who="  here  no      no     no       no     no    no      no         no",
                          done=owners_profile, refusal="^Done|not known here",
                          otherwise=lambda seen: not owners_profile(seen)),
    "update_profile of all": Row(line=json.dumps({"field": "notes", "action": "set", "value": "Tea"}),
                                 who="here here here  here     here   here  here    here       here",
                                 done=homes_profile, refusal="^Done", otherwise=lambda seen: not homes_profile(seen)),
}  # fmt: skip
