"""agentstate: the `.agent/` tree that lets a coding agent pick up its work after it lost its memory."""

__version__ = "0.1.0"
