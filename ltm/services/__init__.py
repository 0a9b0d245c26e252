"""The use cases: each asks ports for what it needs and lets the domain decide."""
