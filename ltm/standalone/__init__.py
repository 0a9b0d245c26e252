"""The same components without LangBot: embedded Chroma, SQLite and the built-in embedder, or servers by URL."""
