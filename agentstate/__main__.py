"""`python -m agentstate`."""

import sys

from agentstate.cli.main import main

if __name__ == "__main__":
    sys.exit(main())
