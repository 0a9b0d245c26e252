"""The sentences of `!memory`, once per language; a test compares their keys and placeholders."""

from collections.abc import Mapping

_EN: Mapping[str, str] = {
    "summary": "Long-term memory: {isolation}. {total} memories ({superseded} superseded); "
    "conversation profile: {session}; your profile: {speaker}.",
    "isolation_session": "kept per conversation",
    "isolation_bot": "shared by all conversations of this bot",
    "yes": "yes",
    "no": "none yet",
    "help": "!memory profile (p) - what is known about this conversation and you\n"
    "!memory search (s) [--explain] <query> - search memories, and say why each was found\n"
    "!memory list (l, ls) [page] - all memories, newest first\n"
    "!memory forget (f) <id> - delete one memory\n"
    "!memory export - the profiles of this conversation and of you, as JSON\n"
    "!memory health (h) - check that memory works on this server\n"
    "!memory reindex - embed memories anew after the embedding model was changed, and show how far that is",
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
    "list_more": "Next: !memory list {next}",
    "superseded_mark": "superseded",
    "forgotten": "Deleted, and read back that it is gone: {id}",
    "unknown": "There is no subcommand “{word}”.",
    "missing_id": "Which one? Give the id as !memory list shows it: !memory forget <id>",
    "missing_query": "What to search for? !memory search <query>",
    "bad_page": "“{word}” is not a page number. !memory list 1",
    "no_page": "There is no page {number}: the pages are 1 to {pages}.",
    "health": "Memory health: {verdict}",
    "not_found": "No memory with that id exists here; nothing was deleted.",
    "no_knowledge_base": "There is no memory knowledge base yet: create one with the LongTermMemory engine and "
    "attach it to this pipeline.",
    "not_attached": "Memory is not enabled here: attach the memory knowledge base to this pipeline.",
    "not_configured": "Memory is not set up: {reason}.",
    "embedder_unavailable": "The embedding model does not answer: {reason}. Try again later.",
    "store_unavailable": "The storage does not answer: {reason}. Try again later.",
    "corrupt": "{reason}.",
    "failed": "That did not work: {reason}.",
}

_ZH: Mapping[str, str] = {
    "summary": "长期记忆：{isolation}。共 {total} 条记忆（{superseded} 条已被取代）；"
    "会话画像：{session}；你的画像：{speaker}。",
    "isolation_session": "按会话隔离",
    "isolation_bot": "本机器人的所有会话共享",
    "yes": "有",
    "no": "暂无",
    "help": "!memory profile (p) - 查看本会话和你的画像\n"
    "!memory search (s) [--explain] <内容> - 搜索记忆，并可说明为何找到\n"
    "!memory list (l, ls) [页码] - 全部记忆，新的在前\n"
    "!memory forget (f) <id> - 删除一条记忆\n"
    "!memory export - 以 JSON 导出本会话和你的画像\n"
    "!memory health (h) - 检查记忆功能在本服务器上是否正常\n"
    "!memory reindex - 更换嵌入模型后重新嵌入记忆，并显示进度",
    "session_profile": "本会话：",
    "speaker_profile": "你：",
    "label_name": "名字",
    "label_traits": "特征",
    "label_preferences": "偏好",
    "label_notes": "备注",
    "changed": "现在是 {value}；之前是 {former}（至 {until}）",
    "nothing_yet": "暂无",
    "nothing_found": "没有找到相关记忆。",
    "found": "找到 {count} 条，最相关的在前：",
    "by_words_only": "嵌入模型没有响应：只找到了含有相同词语的记忆。",
    "via_index": "已在本进程内比较这里的全部记忆。",
    "via_backend": "只比较了向量数据库给出的最相近的记忆；其余仍在加载，或数量过多。",
    "reindexed": "这里的 {total} 条记忆都已用 {model} 嵌入。",
    "reindexing": "正在用 {model} 重新嵌入：{total} 条中已完成 {done} 条。",
    "reindex_started": "{total} 条记忆中有 {left} 条的向量来自其他模型，现已开始在后台用 {model} 重新嵌入；"
    "完成之前仍可按词语找到它们。再次输入本命令可查看进度。",
    "reindex_stopped": "上次运行中止：{reason}。",
    "list_empty": "这里还没有记忆。",
    "list": "第 {number} / {pages} 页，共 {total} 条，新的在前：",
    "list_more": "下一页：!memory list {next}",
    "superseded_mark": "已被取代",
    "forgotten": "已删除，并已回读确认不存在：{id}",
    "unknown": "没有子命令“{word}”。",
    "missing_id": "要删除哪一条？请给出 !memory list 中的 id：!memory forget <id>",
    "missing_query": "要搜索什么？!memory search <内容>",
    "bad_page": "“{word}”不是页码。!memory list 1",
    "no_page": "没有第 {number} 页：页码为 1 到 {pages}。",
    "health": "记忆健康检查：{verdict}",
    "not_found": "这里没有这个 id 的记忆，未删除任何内容。",
    "no_knowledge_base": "还没有记忆知识库：请用“长期记忆”引擎创建一个，并挂到这条流水线上。",
    "not_attached": "这里没有启用记忆：请把记忆知识库挂到这条流水线上。",
    "not_configured": "记忆功能尚未配置好：{reason}。",
    "embedder_unavailable": "嵌入模型没有响应：{reason}。请稍后再试。",
    "store_unavailable": "存储没有响应：{reason}。请稍后再试。",
    "corrupt": "{reason}。",
    "failed": "操作失败：{reason}。",
}

TEXTS: Mapping[str, Mapping[str, str]] = {"en_US": _EN, "zh_Hans": _ZH}
