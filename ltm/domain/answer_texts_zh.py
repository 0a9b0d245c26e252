"""The sentences of `!memory` in Chinese."""

from collections.abc import Mapping

ZH: Mapping[str, str] = {
    "summary": "长期记忆：{isolation}。共 {total} 条记忆（{superseded} 条已被取代，{archived} 条已归档）；"
    "会话画像：{session}；你的画像：{speaker}。",
    "summary_turns": "另有 {count} 条对话记录：!memory conversations",
    "isolation_session": "按会话隔离",
    "isolation_bot": "本机器人的所有会话共享",
    "yes": "有",
    "no": "暂无",
    "help": "!memory profile (p) - 查看本会话和你的画像\n"
    "!memory mine - 查看记住了你的哪些内容\n"
    "!memory search (s) [--explain] <内容> - 搜索记忆，并可说明为何找到\n"
    "!memory list (l, ls) [页码] - 记忆列表，新的在前；superseded [页码]、archived [页码] 只看被取代或已归档的\n"
    "!memory conversations [页码] - 查看这里记录的对话（如已开启），新的在前\n"
    "!memory show <id> - 查看一条记忆：谁说的、何时、原话\n"
    "!memory edit <id> <内容>；archive、restore、pin、unpin <id> - 修改、归档、恢复、置顶、取消置顶你的记忆\n"
    "!memory forget (f) <id> - 删除你的一条记忆\n"
    "!memory forget-me - 清除这里所有来自你或关于你的内容\n"
    "!memory off、on - 在这里停止或恢复存储和召回你的内容\n"
    "!memory export (e) [l2 | conversations | markdown] - 以 JSON 导出本会话和你的画像、你的记忆，"
    "或你说过的话和得到的回复；或导出为可编辑的文本\n"
    "!memory candidates [页码]；accept、reject <id> | all - 从聊天中注意到、等你决定的内容\n"
    "!memory confirm <确认码> - 确认执行\n"
    "!memory health (h) - 检查记忆功能在本服务器上是否正常",
    "help_admin": "管理员：\n"
    "!memory delete --speaker <id> | --tag <标签> | --before <日期> | --status <状态> - 删除符合条件的记忆\n"
    "!memory clear - 删除这里的全部记忆和本会话的画像\n"
    "!memory import <json> | markdown <文本> - 把导出的记忆加入这里，或采纳对导出文本的修改\n"
    "!memory pause、resume - 在本会话暂停或恢复存储和召回\n"
    "!memory audit [页码] - 谁在何时改动了什么\n"
    "!memory reindex - 更换嵌入模型后重新嵌入记忆，并显示进度\n"
    "!memory consolidate [preview | run]、undo <整理编号> - 合并说法相同的、归档过时的、处理相互矛盾的记忆；"
    "可先预览，可撤销",
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
    "superseded_mark": "已被取代",
    "archived_mark": "已归档",
    "pinned_mark": "置顶",
    "bot_mark": "机器人",
    "none_superseded": "这里没有被取代的记忆。",
    "none_archived": "这里没有已归档的记忆。",
    "none_conversations": "这里没有记录对话。",
    "list_superseded": "被取代的记忆，第 {number} / {pages} 页，共 {total} 条，新的在前：",
    "list_archived": "已归档的记忆，第 {number} / {pages} 页，共 {total} 条，新的在前：",
    "list_conversations": "对话记录，第 {number} / {pages} 页，共 {total} 条，新的在前：",
    "list_next": "下一页：!memory {command} {next}",
    "shown": "{id}:\n    {content}\n    {status}，重要性 {importance}/5，时间 {at}",
    "shown_pinned": "已置顶：不会为腾出空间而归档",
    "shown_speaker": "说话人：{speaker}",
    "shown_session": "会话：{session}",
    "shown_subject": "关于：{subject}",
    "shown_tags": "标签：{tags}",
    "shown_source": "来源：{source}",
    "shown_original": "原话：{original}",
    "shown_superseded_by": "已被 {superseded_by} 取代",
    "status_active": "有效",
    "status_superseded": "已被取代",
    "status_archived": "已归档",
    "source_agent": "机器人的 remember 工具",
    "source_command": "命令",
    "source_import": "导入",
    "source_capture": "自动记录",
    "source_api": "其他插件",
    "edited": "已修改：{id}",
    "archived": "已归档，不再召回：{id}。用 !memory restore {id} 恢复。",
    "restored": "已恢复，可再次召回：{id}",
    "pinned": "已置顶，不会为腾出空间而归档：{id}",
    "unpinned": "已取消置顶：{id}",
    "mine": "这里保存的你的内容：{total} 条记忆，{profile}。",
    "mine_profile": "以及你的画像（!memory profile）",
    "mine_no_profile": "没有画像",
    "mine_mentions": "另有 {count} 条他人所说的记忆提到了你的名字，属于他们。",
    "mine_more": "……还有 {count} 条：!memory export l2",
    "mine_off": "你在这里已关闭记忆：不会存储或召回你的内容。",
    "confirm": "这将{what}。如要执行，请在 {minutes} 分钟内发送：!memory confirm {code}",
    "final": "执行后无法撤销。",
    "confirm_replaced": "之前请求的操作已不能再确认：{what}。",
    "confirm_missing": "确认码是什么？!memory confirm <确认码>",
    "confirm_none": "这里没有等你确认的操作。确认码 {minutes} 分钟内有效，只能用一次，且只限提出者在同一会话中使用。",
    "confirm_wrong": "确认码不对，未执行任何操作。",
    "confirm_cancelled": "确认码第三次不对，已失效，未执行任何操作。",
    "what_forget_me": "清除这里来自你或关于你的 {total} 条记忆、你的画像及其历史，以及改动记录中与你有关的信息",
    "what_delete": "删除 {total} 条记忆（{conditions}）",
    "what_clear": "删除这里的全部 {total} 条记忆和本会话的画像",
    "what_import": "向这里加入 {new} 条记忆（{duplicates} 条已存在，{rejected} 条无法读取）",
    "forgotten_me": "已清除，并已回读确认没有残留：{memories} 条记忆，{profiles} 份画像。",
    "deleted_many": "已删除，并已回读确认不存在：{total} 条记忆。",
    "cleared": "已删除，并已回读确认没有残留：{memories} 条记忆，{profiles} 份画像。",
    "nothing_to_delete": "这里没有符合条件的记忆：{conditions}。未删除任何内容。",
    "delete_usage": "要删除哪些？!memory delete --speaker <id> | --tag <标签> | --before <日期> | --status <状态>",
    "imported": "已加入 {stored} 条记忆，{duplicates} 条已存在，{rejected} 条无法读取。",
    "import_usage": "要导入什么？!memory import <json>，格式同 !memory export l2。",
    "import_nothing": "没有可加入的内容：{duplicates} 条已存在，{rejected} 条无法读取。",
    "import_row": "第 {number} 行：{reason}",
    "import_rows_more": "……还有 {count} 行",
    "edit_usage": "要修改哪一条、改成什么？!memory edit <id> <内容>",
    "off": "你在这里已关闭记忆：从现在起不会存储或召回你的内容。已存内容会保留，直到你发送 !memory forget-me。",
    "on": "你在这里已开启记忆。",
    "off_already": "你在这里早已关闭记忆。",
    "on_already": "你在这里的记忆本来就是开启的。",
    "paused": "本会话已暂停记忆：不会存储或召回任何内容。用 !memory resume 恢复。",
    "resumed": "本会话已恢复记忆。",
    "paused_already": "本会话早已暂停记忆。",
    "resumed_already": "本会话没有暂停记忆。",
    "state_off": "你在这里已关闭记忆（!memory on 开启）。",
    "state_paused": "本会话已暂停记忆（由管理员用 !memory resume 恢复）。",
    "switched_off": "本机器人的运营者已关闭记忆。仍可清除：!memory forget-me、forget、delete、clear。",
    "no_speaker": "平台没有告知你是谁，因此这里没有属于你的内容。",
    "audit": "这里的改动，第 {number} / {pages} 页，共 {total} 条，新的在前：",
    "audit_empty": "这里还没有改动记录。",
    "by_operator": "运营者",
    "by_memory": "记忆自身",
    "by_nobody": "-",
    "waiting": "有 {count} 条记忆等待入库，在此之前可按词语找到。",
    "not_allowed": "你不能这样做：{reason}。",
    "refused": "未存储：{reason}。",
    "switched": "未执行：{reason}。",
    "forgotten": "已删除，并已回读确认不存在：{id}",
    "unknown": "没有子命令“{word}”。",
    "missing_id": "要哪一条？请给出 !memory list 中的 id：!memory {command} <id>",
    "missing_query": "要搜索什么？!memory search <内容>",
    "bad_page": "“{word}”不是页码：第一页是 1。",
    "no_page": "没有第 {number} 页：页码为 1 到 {pages}。",
    "health": "记忆健康检查：{verdict}",
    "not_found": "这里没有这个 id 的记忆，未做任何改动。",
    "no_knowledge_base": "还没有记忆知识库：请用“长期记忆”引擎创建一个，并挂到这条流水线上。",
    "not_attached": "这里没有启用记忆：请把记忆知识库挂到这条流水线上。",
    "not_configured": "记忆功能尚未配置好：{reason}。",
    "embedder_unavailable": "嵌入模型没有响应：{reason}。请稍后再试。",
    "store_unavailable": "存储没有响应：{reason}。请稍后再试。",
    "corrupt": "{reason}。",
    "failed": "操作失败：{reason}。",
}
