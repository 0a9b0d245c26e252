"""Pure rules of memory: no I/O, standard library only."""
