"""`python -m agentstate`."""

from agentstate.cli.main import process

if __name__ == "__main__":
    process()
