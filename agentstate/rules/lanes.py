"""AS341: tasks that are under way in one checkout at the same time keep out of each other's files."""

from collections.abc import Iterator

from agentstate.documents.lanes import Claim, shared
from agentstate.rules.documents import at, readable_states
from agentstate.rules.rule import Example, Rule, state_text
from agentstate.rules.wording import quoted
from agentstate.tree import Tree
from agentstate.vocabulary import layout
from agentstate.vocabulary.diagnostics import Finding, Severity

_SHOWN = 3
"""How many of the other lanes a message names."""


def _edited_twice(tree: Tree) -> Iterator[Finding]:
    """One finding in each state but the first that names such a file."""
    for path, claims in shared(tuple(readable_states(tree))).items():
        for claim in claims[1:]:
            others = [other for other in claims if other is not claim]
            message = f"{quoted(path)} is worked on at the same time in {_listed(others)}"
            yield at(claim.document, claim.place, message, "finish with it in one of them first, or take it out of the other's fields")


def _listed(claims: list[Claim]) -> str:
    named = [f"{claim.document.source.path}, line {claim.document.position(*claim.place)[0]}," for claim in claims[:_SHOWN]]
    more = [f"{len(claims) - _SHOWN} more"] if len(claims) > _SHOWN else []
    return " and ".join([*named, *more]).removesuffix(",")


_LANE = ".agent/lanes/api.yaml"


def _lanes(*lines: str) -> Example:
    default = state_text("last_file_edited: src/cache.py", "files_to_load: [src/cache.py, src/keys.py]")
    lane = state_text(*lines, current_task="write the client", next_action="add the retry loop")
    return Example({layout.STATE: default, _LANE: lane, "src/cache.py": "", "src/keys.py": "", "src/client.py": ""})


RULES = (
    Rule(
        code="AS341",
        slug="edited-in-two-lanes",
        severity=Severity.WARNING,
        summary="two tasks under way at the same time work on the same file",
        what="Compares `last_file_edited`, `files_touched` and `files_to_load` of STATE.yaml and of the lanes: a file that one of them "
        "changes (the first two fields) and another names in any of the three. What both only load is nobody's.",
        why="In one checkout there is one copy of each file: whoever writes it second undoes the first, or builds on what is half done.",
        mend="Finish with the file in one lane before the other goes on, or work in a second worktree; and take out what is settled: "
        "`agentstate drop files_touched PATH --lane NAME`.",
        bad=_lanes("files_touched:", "  - src/client.py", "  - src/cache.py"),
        good=_lanes("files_touched:", "  - src/client.py", "files_to_load:", "  - src/keys.py"),
        check=_edited_twice,
    ),
)
