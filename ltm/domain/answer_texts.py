"""The sentences of `!memory`, once per language; a test compares their keys and placeholders."""

from collections.abc import Mapping

from ltm.domain.answer_texts_en import EN
from ltm.domain.answer_texts_zh import ZH
from ltm.domain.consolidation_texts import CONSOLIDATION_TEXTS
from ltm.domain.learning_texts import LEARNING_TEXTS
from ltm.domain.markdown_texts import MARKDOWN_TEXTS

TEXTS: Mapping[str, Mapping[str, str]] = {
    "en_US": {**EN, **MARKDOWN_TEXTS["en_US"], **LEARNING_TEXTS["en_US"], **CONSOLIDATION_TEXTS["en_US"]},
    "zh_Hans": {**ZH, **MARKDOWN_TEXTS["zh_Hans"], **LEARNING_TEXTS["zh_Hans"], **CONSOLIDATION_TEXTS["zh_Hans"]},
}
