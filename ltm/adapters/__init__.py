"""The outside world behind the ports."""
