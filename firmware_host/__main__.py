"""``python -m firmware_host`` is the command line."""

import sys

from firmware_host.daemon.cli import main

sys.exit(main())
