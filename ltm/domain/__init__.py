"""Pure rules of memory: no I/O; the standard library, numpy and a stemmer."""
