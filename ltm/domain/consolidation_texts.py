"""The sentences of `!memory` about consolidation, once per language."""

from collections.abc import Mapping

_EN: Mapping[str, str] = {
    "consolidate_usage": "!memory consolidate preview shows what would be done, run does it, without either it says "
    "how far it is.",
    "consolidating": "Memories are being consolidated here: {done} of {total} changes done.",
    "consolidating_looks": "Memories here are being compared with each other.",
    "consolidate_again": "Ask again with !memory consolidate to see how far it is.",
    "consolidate_never": "Memories have never been consolidated here.",
    "consolidated_preview": "Preview of {at}: {merged} pairs to merge, {superseded} memories to supersede "
    "({contradictions} because another contradicts them), {archived} to archive, {promoted} observations to count as "
    "facts. Nothing was changed.",
    "consolidated_run": "Run {run} of {at}: {merged} pairs merged, {superseded} memories superseded ({contradictions} "
    "because another contradicts them), {archived} archived, {promoted} observations now count as facts.",
    "consolidated_nothing": "Run of {at}: there was nothing to do.",
    "consolidated_skipped": "{count} changes were left undone: those memories were no longer as planned.",
    "consolidated_undo": "Run {run} was undone at {at}: {restored} memories are as before, {deleted} merged ones "
    "deleted, {left} left alone because they were changed since.",
    "consolidated_stopped": "It ended early: {reason}.",
    "consolidated_broken_off": "It was broken off, for memories here are being erased.",
    "consolidate_do": "!memory consolidate run does it.",
    "consolidate_undo": "!memory undo {run} takes it back.",
    "consolidate_runs": "Runs that are kept, newest first: {runs}",
    "group_merge": "To merge ({count}):",
    "group_duplicate": "To supersede by one that says all of it ({count}):",
    "group_contradiction": "To supersede by one that contradicts it ({count}):",
    "group_archive": "To archive, not said or recalled for long ({count}):",
    "group_promote": "To count as facts ({count}):",
    "group_more": "… and {count} more",
    "source_merge": "a merge of two that said parts of one thing",
    "undo_usage": "Which run? !memory undo <run>",
    "undo_unknown": "No run with that id is kept here.",
    "undo_already": "Run {run} was undone already; nothing was changed.",
}

_ZH: Mapping[str, str] = {
    "consolidate_usage": "!memory consolidate preview 显示将要做什么，run 执行，不带参数则显示进度。",
    "consolidating": "正在整理这里的记忆：{total} 处改动中已完成 {done} 处。",
    "consolidating_looks": "正在相互比较这里的记忆。",
    "consolidate_again": "再次发送 !memory consolidate 查看进度。",
    "consolidate_never": "这里还没有整理过记忆。",
    "consolidated_preview": "{at} 的预览：将合并 {merged} 对，取代 {superseded} 条"
    "（其中 {contradictions} 条与别的记忆矛盾），归档 {archived} 条，{promoted} 条观察将算作事实。未做任何改动。",
    "consolidated_run": "{at} 的整理 {run}：合并 {merged} 对，取代 {superseded} 条"
    "（其中 {contradictions} 条与别的记忆矛盾），归档 {archived} 条，{promoted} 条观察现在算作事实。",
    "consolidated_nothing": "{at} 的整理：没有需要做的。",
    "consolidated_skipped": "{count} 处改动没有做：那些记忆已与计划时不同。",
    "consolidated_undo": "整理 {run} 已于 {at} 撤销：{restored} 条记忆恢复原状，删除合并产生的 {deleted} 条，"
    "{left} 条此后有改动，保持不变。",
    "consolidated_stopped": "提前结束：{reason}。",
    "consolidated_broken_off": "已中断：这里的记忆正在被删除。",
    "consolidate_do": "!memory consolidate run 执行。",
    "consolidate_undo": "!memory undo {run} 撤销。",
    "consolidate_runs": "保留的整理记录，新的在前：{runs}",
    "group_merge": "将合并（{count}）：",
    "group_duplicate": "将被内容更全的记忆取代（{count}）：",
    "group_contradiction": "将被与之矛盾的记忆取代（{count}）：",
    "group_archive": "将归档，久未提起或想起（{count}）：",
    "group_promote": "将算作事实（{count}）：",
    "group_more": "……还有 {count} 条",
    "source_merge": "两条说法部分相同的记忆合并",
    "undo_usage": "撤销哪一次？!memory undo <整理编号>",
    "undo_unknown": "这里没有保留该编号的整理。",
    "undo_already": "整理 {run} 已经撤销过，未做任何改动。",
}

CONSOLIDATION_TEXTS: Mapping[str, Mapping[str, str]] = {"en_US": _EN, "zh_Hans": _ZH}
