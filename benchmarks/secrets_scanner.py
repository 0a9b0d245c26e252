"""detect-secrets 1.5.0 (Apache-2.0), the scanner of repositories that the gate is measured beside; opens no file."""

from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager

from detect_secrets.core.plugins.util import get_mapping_from_secret_type_to_class
from detect_secrets.core.potential_secret import PotentialSecret
from detect_secrets.core.scan import scan_line
from detect_secrets.plugins.base import BasePlugin
from detect_secrets.plugins.high_entropy_strings import HighEntropyStringsPlugin
from detect_secrets.settings import default_settings


@contextmanager
def scanner() -> Iterator[Callable[[str], bool]]:
    """Give what tells whether a text holds a secret by its default plugins and filters; nothing is verified online.

    `scan_line` also yields every word as a find of the two entropy plugins, for a person to read with its entropy; it
    counts if it is over the plugin's own limit, which is what the command prints as "True".
    """
    with default_settings():
        classes: Mapping[str, type[BasePlugin]] = get_mapping_from_secret_type_to_class()
        plugins = {kind: made() for kind, made in classes.items()}

        def counts(find: PotentialSecret) -> bool:
            plugin = plugins[find.type]
            if not isinstance(plugin, HighEntropyStringsPlugin) or not find.secret_value:
                return True
            return plugin.calculate_shannon_entropy(find.secret_value) > plugin.entropy_limit

        yield lambda text: any(counts(find) for line in text.splitlines() for find in scan_line(line))
