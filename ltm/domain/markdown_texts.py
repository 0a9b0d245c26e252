"""The sentences of `!memory export markdown` and `!memory import markdown`, once per language."""

from collections.abc import Mapping

_EN: Mapping[str, str] = {
    "what_markdown": "add {added} memories, change {edited}, archive {archived}, take back {restored}, and make "
    "{profiles} changes to profiles",
    "markdown_nothing": "Nothing to do: everything here is as these lines have it.",
    "markdown_done": "{added} memories added, {edited} changed, {archived} archived, {restored} taken back, {profiles} "
    "changes to profiles; {problems} lines were not taken over.",
    "markdown_more": "… and {count} lines more: python -m ltm import --markdown DIR --dry-run shows all of them",
    "markdown_usage": "What to import? !memory import markdown <text of a file>, as !memory export markdown has it.",
    "markdown_not_shown": "{count} memories more do not fit here: python -m ltm export --markdown DIR writes them all.",
    "markdown_left_out": "{count} memories are left out: they seem to hold a secret, or can no longer be stored.",
    "markdown_written": "{memories} memories written to {files} files in {place}.",
    "markdown_kept_aside": "Kept aside: {name}",
}

_ZH: Mapping[str, str] = {
    "what_markdown": "新增 {added} 条记忆、修改 {edited} 条、归档 {archived} 条、恢复 {restored} 条，"
    "并对画像作 {profiles} 处修改",
    "markdown_nothing": "无需改动：这里的内容与这些行一致。",
    "markdown_done": "新增 {added} 条记忆，修改 {edited} 条，归档 {archived} 条，恢复 {restored} 条，"
    "画像修改 {profiles} 处；{problems} 行未采纳。",
    "markdown_more": "……还有 {count} 行：python -m ltm import --markdown DIR --dry-run 可查看全部",
    "markdown_usage": "要导入什么？!memory import markdown <一个文件的文本>，格式同 !memory export markdown。",
    "markdown_not_shown": "另有 {count} 条记忆这里放不下：python -m ltm export --markdown DIR 可写出全部。",
    "markdown_left_out": "有 {count} 条记忆未导出：其中似乎含有密钥或密码，或已不能再存储。",
    "markdown_written": "已把 {memories} 条记忆写入 {place} 中的 {files} 个文件。",
    "markdown_kept_aside": "原文件已保留：{name}",
}

MARKDOWN_TEXTS: Mapping[str, Mapping[str, str]] = {"en_US": _EN, "zh_Hans": _ZH}
