"""What the memory learns by itself, put together as the operator wants it."""

import logging
from collections.abc import Callable, Sequence
from datetime import timedelta

from ltm.config import Capture, PluginConfig
from ltm.domain.scope import Isolation
from ltm.errors import LlmUnavailable
from ltm.ports.clock import Clock
from ltm.ports.extractor import Extractor, Found
from ltm.ports.journal import JournalEntry
from ltm.ports.llm import Llm
from ltm.services.candidates import CandidateService
from ltm.services.capture import CaptureService
from ltm.services.consent import ConsentService
from ltm.services.llm_extraction import LlmExtractor
from ltm.services.mining import MiningService, MiningSettings
from ltm.services.rule_extraction import RuleExtractor
from ltm.services.session_index import SessionIndexService

_log = logging.getLogger(__name__)


class _NoModel:
    """Has turns wait until the model that is to read them is chosen."""

    async def extract(self, entries: Sequence[JournalEntry]) -> list[Found]:
        raise LlmUnavailable("no chat model is chosen to learn with")


def extractor_for(capture: Capture, llm: Llm | None) -> Extractor | None:
    """Return what finds facts in talk, None where nothing is to be found.

    Candidates that people accept are found by the model where there is one, else by rules."""
    match capture:
        case Capture.OFF:
            return None
        case Capture.RULES:
            return RuleExtractor()
        case Capture.LLM if llm is None:
            _log.error("nothing is learnt from talk: capture is llm, and no chat model is chosen for it")
            return _NoModel()
        case _:
            return LlmExtractor(llm) if llm is not None else RuleExtractor()


def mining_of(
    *,
    config: PluginConfig,
    isolation: Isolation,
    capture: CaptureService,
    candidates: CandidateService,
    consent: ConsentService,
    clock: Clock,
    index: SessionIndexService,
    llm: Llm | None,
    is_enabled: Callable[[], bool],
    quiet_s: float,
) -> MiningService:
    """Return what looks through answered turns beside the conversation."""
    return MiningService(
        capture=capture,
        candidates=candidates,
        consent=consent,
        clock=clock,
        isolation=isolation,
        is_enabled=is_enabled,
        settings=MiningSettings(
            every_turns=config.capture_every_turns,
            idle=timedelta(minutes=config.capture_idle_minutes),
            is_reviewed=config.capture is Capture.REVIEW,
        ),
        quiet_s=quiet_s,
        extractor=extractor_for(config.capture, llm),
        index=index.index if config.session_index else None,
    )
