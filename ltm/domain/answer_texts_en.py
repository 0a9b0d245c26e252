"""The sentences of `!memory` in English."""

from collections.abc import Mapping

EN: Mapping[str, str] = {
    "summary": "Long-term memory: {isolation}. {total} memories ({superseded} superseded, "
    "{archived} archived); conversation profile: {session}; your profile: {speaker}.",
    "summary_turns": "Besides, {count} turns of conversations: !memory conversations",
    "isolation_session": "kept per conversation",
    "isolation_bot": "shared by all conversations of this bot",
    "yes": "yes",
    "no": "none yet",
    "help": "!memory profile (p) - what is known about this conversation and you\n"
    "!memory mine - what is remembered of you\n"
    "!memory search (s) [--explain] <query> - search memories, and say why each was found\n"
    "!memory list (l, ls) [page] - memories, newest first; superseded [page] and archived [page] - only those\n"
    "!memory conversations [page] - what was said here, where that is recorded, newest first\n"
    "!memory show <id> - one memory: who said it, when, in which words\n"
    "!memory edit <id> <text>; archive, restore, pin, unpin <id> - change a memory of yours\n"
    "!memory forget (f) <id> - delete a memory of yours\n"
    "!memory forget-me - erase everything of and about you here\n"
    "!memory off, on - nothing of you is stored or recalled here, until you turn it on again\n"
    "!memory export (e) [l2 | conversations | markdown] - the profiles of this conversation and of you, your memories, "
    "or what you said and were answered, as JSON; profiles and memories as text to edit\n"
    "!memory candidates [page]; accept, reject <id> | all - what was noticed in talk and waits for you to decide\n"
    "!memory confirm <code> - do what was asked for confirmation\n"
    "!memory health (h) - check that memory works on this server",
    "help_admin": "Administrators:\n"
    "!memory delete --speaker <id> | --tag <tag> | --before <date> | --status <status> - delete all such memories\n"
    "!memory clear - delete all memories here and the profile of this conversation\n"
    "!memory import <json> | markdown <text> - add memories of an export to this place, or take over an edited one\n"
    "!memory pause, resume - store and recall nothing in this conversation\n"
    "!memory audit [page] - who changed what, and when\n"
    "!memory reindex - embed memories anew after the embedding model was changed, and show how far that is\n"
    "!memory consolidate [preview | run], undo <run> - merge what says the same, archive what is stale, settle what "
    "contradicts itself; look first, and take it back",
    "session_profile": "This conversation:",
    "speaker_profile": "You:",
    "label_name": "name",
    "label_traits": "traits",
    "label_preferences": "preferences",
    "label_notes": "notes",
    "changed": "now {value}; previously {former} (until {until})",
    "nothing_yet": "nothing yet",
    "nothing_found": "No memory found.",
    "found": "{count} found, best first:",
    "by_words_only": "The embedding model does not answer: only memories that share words were found.",
    "via_index": "All memories here were compared, in this process.",
    "via_backend": "Only what the vector database found nearest was compared; the rest is being loaded or too much.",
    "reindexed": "All {total} memories here are embedded with {model}.",
    "reindexing": "Embedding anew with {model}: {done} of {total} memories done.",
    "reindex_started": "{left} of {total} memories have a vector of another model. They are now embedded anew with "
    "{model}, in the background; until then they are found by their words. Ask again to see how far it is.",
    "reindex_stopped": "The last run stopped: {reason}.",
    "list_empty": "There are no memories here yet.",
    "list": "Page {number} of {pages}, {total} memories, newest first:",
    "superseded_mark": "superseded",
    "archived_mark": "archived",
    "pinned_mark": "pinned",
    "bot_mark": "the bot",
    "none_superseded": "No memory here is superseded.",
    "none_archived": "No memory here is archived.",
    "none_conversations": "No conversation is recorded here.",
    "list_superseded": "Superseded memories, page {number} of {pages}, {total} in all, newest first:",
    "list_archived": "Archived memories, page {number} of {pages}, {total} in all, newest first:",
    "list_conversations": "What was said here, page {number} of {pages}, {total} turns, newest first:",
    "list_next": "Next: !memory {command} {next}",
    "shown": "{id}:\n    {content}\n    {status}, importance {importance}/5, said {at}",
    "shown_pinned": "pinned: never archived to make room",
    "shown_speaker": "said by {speaker}",
    "shown_session": "in {session}",
    "shown_subject": "about {subject}",
    "shown_tags": "tags: {tags}",
    "shown_source": "came in by {source}",
    "shown_original": "in these words: {original}",
    "shown_superseded_by": "superseded by {superseded_by}",
    "status_active": "active",
    "status_superseded": "superseded",
    "status_archived": "archived",
    "source_agent": "the bot's own remember tool",
    "source_command": "a command",
    "source_import": "an import",
    "source_capture": "automatic capture",
    "source_api": "another plugin",
    "edited": "Reworded: {id}",
    "archived": "Archived, no longer recalled: {id}. !memory restore {id} takes it back.",
    "restored": "Restored, recalled again: {id}",
    "pinned": "Pinned, never archived to make room: {id}",
    "unpinned": "No longer pinned: {id}",
    "mine": "What is kept of you here: {total} memories, {profile}.",
    "mine_profile": "and your profile (!memory profile)",
    "mine_no_profile": "no profile",
    "mine_mentions": "Your name stands in {count} memories that others said; those are theirs.",
    "mine_more": "… and {count} more: !memory export l2",
    "mine_off": "Memory of you is off here: nothing of you is stored or recalled.",
    "confirm": "This will {what}. To do it, send within {minutes} minutes: !memory confirm {code}",
    "final": "It cannot be undone.",
    "confirm_replaced": "What was asked before can no longer be confirmed: {what}.",
    "confirm_missing": "Which code? !memory confirm <code>",
    "confirm_none": "There is nothing of yours to confirm here. Codes are valid for {minutes} minutes, once, for the "
    "person who asked, in the same conversation.",
    "confirm_wrong": "That is not the code. Nothing was done.",
    "confirm_cancelled": "That is not the code, for the third time. It is no longer valid; nothing was done.",
    "what_forget_me": "erase {total} memories said by you or about you here, your profile with its history, and what "
    "the change log knows of you",
    "what_delete": "delete {total} memories ({conditions})",
    "what_clear": "delete all {total} memories here and the profile of this conversation",
    "what_import": "add {new} memories to this place ({duplicates} are there already, {rejected} cannot be read)",
    "forgotten_me": "Erased, and read back that nothing is left: {memories} memories, {profiles} profiles.",
    "deleted_many": "Deleted, and read back that they are gone: {total} memories.",
    "cleared": "Deleted, and read back that nothing is left: {memories} memories, {profiles} profiles.",
    "nothing_to_delete": "No memory here fits: {conditions}. Nothing was deleted.",
    "delete_usage": "Which ones? !memory delete --speaker <id> | --tag <tag> | --before <date> | --status <status>",
    "imported": "{stored} memories added, {duplicates} were there already, {rejected} could not be read.",
    "import_usage": "What to import? !memory import <json>, as !memory export l2 writes it.",
    "import_nothing": "Nothing to add: {duplicates} memories are there already, {rejected} cannot be read.",
    "import_row": "row {number}: {reason}",
    "import_rows_more": "… and {count} more",
    "edit_usage": "Which one, and how? !memory edit <id> <text>",
    "off": "Memory of you is off here: nothing of you is stored or recalled from now on. What is stored stays until "
    "you send !memory forget-me.",
    "on": "Memory of you is on here.",
    "off_already": "Memory of you is off here already.",
    "on_already": "Memory of you is on here already.",
    "paused": "Memory is paused in this conversation: nothing is stored or recalled. !memory resume ends that.",
    "resumed": "Memory is on in this conversation again.",
    "paused_already": "Memory is paused in this conversation already.",
    "resumed_already": "Memory is not paused in this conversation.",
    "state_off": "Memory of you is off here (!memory on).",
    "state_paused": "Memory is paused in this conversation (an administrator's !memory resume).",
    "switched_off": "Memory is switched off by the operator of this bot. Erasing still works: !memory forget-me, "
    "forget, delete, clear.",
    "no_speaker": "The platform does not tell who you are, so nothing can be yours here.",
    "audit": "Changes here, page {number} of {pages}, {total} in all, newest first:",
    "audit_empty": "No change has been written down here yet.",
    "by_operator": "operator",
    "by_memory": "memory itself",
    "by_nobody": "-",
    "waiting": "{count} memories wait to be stored; they are found by their words until then.",
    "not_allowed": "You may not do that: {reason}.",
    "refused": "Not stored: {reason}.",
    "switched": "Nothing was done: {reason}.",
    "forgotten": "Deleted, and read back that it is gone: {id}",
    "unknown": "There is no subcommand “{word}”.",
    "missing_id": "Which one? Give the id as !memory list shows it: !memory {command} <id>",
    "missing_query": "What to search for? !memory search <query>",
    "bad_page": "“{word}” is not a page number: 1 is the first.",
    "no_page": "There is no page {number}: the pages are 1 to {pages}.",
    "health": "Memory health: {verdict}",
    "not_found": "No memory with that id exists here; nothing was changed.",
    "no_knowledge_base": "There is no memory knowledge base yet: create one with the LongTermMemory engine and "
    "attach it to this pipeline.",
    "not_attached": "Memory is not enabled here: attach the memory knowledge base to this pipeline.",
    "not_configured": "Memory is not set up: {reason}.",
    "embedder_unavailable": "The embedding model does not answer: {reason}. Try again later.",
    "store_unavailable": "The storage does not answer: {reason}. Try again later.",
    "corrupt": "{reason}.",
    "failed": "That did not work: {reason}.",
}
