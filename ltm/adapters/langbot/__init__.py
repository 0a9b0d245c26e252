"""LangBot as the outside world: its storage, vectors, models and queries behind our ports."""
