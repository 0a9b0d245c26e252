"""Drive the real LangBot from outside, as its users and its administrators do.

`LangBotHost` starts LangBot and its plugin runtime as they ship on PyPI, in a scratch directory.
Nothing of LangBot is patched: its HTTP API is used for setup, a fake OneBot v11 client chats,
and a fake OpenAI-compatible server answers for the models.
"""

from demo.langbot.api import LangBotApi
from demo.langbot.embedding import embed_text
from demo.langbot.errors import HostError
from demo.langbot.host import LangBotHost
from demo.langbot.model_server import ModelServer, Upstream
from demo.langbot.onebot import OneBotClient, Speaker

__all__ = ["HostError", "LangBotApi", "LangBotHost", "ModelServer", "OneBotClient", "Speaker", "Upstream", "embed_text"]
