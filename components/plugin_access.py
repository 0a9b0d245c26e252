"""How a component reaches the application and the message being handled."""

from langbot_plugin.api.definition.components.base import BaseComponent

from ltm.adapters.langbot.queries import Query, QueryApi, read_query, require_attached
from ltm.application import Application
from ltm.memory import Memory


def application(component: BaseComponent) -> Application:
    app: Application = component.plugin.application
    return app


def query_api(component: BaseComponent, query_id: int) -> QueryApi:
    api: QueryApi = component.plugin.query_api(query_id)
    return api


async def attached_memory(component: BaseComponent, query_id: int) -> tuple[Query, Memory]:
    """Return the message and the memory of its pipeline. Raises NotAttached if the pipeline has none."""
    app = application(component)
    api = query_api(component, query_id)
    query = await read_query(api, app.clock)
    memory = await app.memory()
    await require_attached(api, query, memory.record.id)
    return query, memory
