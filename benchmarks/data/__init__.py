"""Labelled sets written for this project."""
