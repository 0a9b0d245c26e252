"""`python -m ltm`: the memory without LangBot."""

import sys

from ltm.standalone.cli import main

sys.exit(main())
