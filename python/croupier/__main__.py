"""``python -m croupier`` is the ``croupier`` command."""

import sys

from croupier_command.start import main

sys.exit(main())
