"""A demonstration and test bed: the real LangBot, with this plugin installed."""
