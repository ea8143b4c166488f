"""The gates that `init` can put up."""

from collections.abc import Mapping

from agentstate.verbs.gates.gate import Gate
from agentstate.verbs.gates.github import GITHUB
from agentstate.verbs.gates.gitlab import GITLAB
from agentstate.verbs.gates.pre_commit import PRE_COMMIT, has_repositories

CI: Mapping[str, Gate] = {"github": GITHUB, "gitlab": GITLAB}
"""Those that a service runs, by the name that `init --ci` takes."""

GATES = (PRE_COMMIT, *CI.values())

__all__ = ["CI", "GATES", "PRE_COMMIT", "Gate", "has_repositories"]
