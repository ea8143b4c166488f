"""AS341 to AS343: tasks under way at the same time keep out of each other's files, and each lane has a name of its own."""

from collections.abc import Iterator

from agentstate.documents.lanes import Claim, lane_of, shared
from agentstate.rules.documents import at, readable_states
from agentstate.rules.rule import Example, Rule, state_text
from agentstate.rules.wording import quoted
from agentstate.tree import Tree
from agentstate.vocabulary import layout
from agentstate.vocabulary.diagnostics import Finding, Severity
from agentstate.vocabulary.lanes import name_fault, state_path, twin_of
from agentstate.vocabulary.repository import GitFacts, Mingled

_SHOWN = 3
"""How many of the other lanes a message names."""

_COMMIT_LENGTH = 12


def _edited_twice(tree: Tree) -> Iterator[Finding]:
    """One finding in each state but the first that names such a file."""
    for path, claims in shared(tuple(readable_states(tree))).items():
        for claim in claims[1:]:
            others = [other for other in claims if other is not claim]
            message = f"{quoted(path)} is worked on at the same time in {_listed(others)}"
            yield at(claim.document, claim.place, message, "finish with it in one of them first, or take it out of the other's fields")


def _misnamed(tree: Tree, git: GitFacts) -> Iterator[Finding]:
    """Each lane whose name no lane can have in every clone, and each state that says it is another lane's.

    Where case does not count the disk shows one lane of two, and git's index both.
    """
    for index, name in enumerate(tree.lanes):
        fault, twin = name_fault(name), twin_of(name, tree.lanes[:index])
        if fault or twin:
            yield Finding(state_path(name), 1, 1, fault or _one_file(twin, name), _RENAME)
    for index, name in enumerate(git.lanes):
        twin = twin_of(name, git.lanes[:index])
        if twin and not tree.names.isdisjoint((state_path(twin), state_path(name))):
            yield Finding(state_path(name), 1, 1, _one_file(twin, name), _RENAME)
    for document in readable_states(tree):
        stated, lane = document.data.get("lane", ""), lane_of(document)
        if "lane" in document.data and stated != lane:
            what = f"this is the file of the lane {quoted(lane)}" if lane else "this is the file of the default lane, which has no name"
            yield at(document, ("lane",), f"{what}, and says it is of {quoted(str(stated))}", _MIXED)


def _one_file(one: str, other: str) -> str:
    return f"the lanes {quoted(one)} and {quoted(other)} are one file where case does not count"


def _mingled(_tree: Tree, git: GitFacts) -> Iterator[Finding]:
    for one in git.mingled:
        by = f"commit {one.commit[:_COMMIT_LENGTH]} {quoted(one.subject)}"
        hint = f"see `git show -m {one.commit[:_COMMIT_LENGTH]} -- .agent/lanes`, and write each into its own lane"
        yield Finding(one.path, 1, 1, f"{by} merged into this lane what is in none of its versions: it may belong to another lane", hint)


def _listed(claims: list[Claim]) -> str:
    named = [f"{claim.document.source.path}, line {claim.document.position(*claim.place)[0]}," for claim in claims[:_SHOWN]]
    more = [f"{len(claims) - _SHOWN} more"] if len(claims) > _SHOWN else []
    return " and ".join([*named, *more]).removesuffix(",")


_RENAME = "give the file another name, and write it in its field `lane`"
_MIXED = "see in git which lane it is, as a merge may have taken one for another, and write each into its own file"
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
    Rule(
        code="AS342",
        slug="lane-name",
        severity=Severity.ERROR,
        summary="a lane has a name that it cannot have, or says that it is another lane",
        what="Compares the field `lane` with the name of the file, where it is there, and the names of all lanes with each other, on the "
        "disk and in git's index. Two that differ in case alone are one file on Windows and macOS, and names such as `con.yaml` cannot be "
        "written on Windows.",
        why="Git takes a lane that was closed for one that was opened since, where the two files look alike, and merges what another "
        "branch wrote in the one into the other. A clone in which two lanes are one file shows one of them alone.",
        mend="Write each lane into the file of its name: `git log --all -- .agent/lanes` names the commits that have it. To give a lane "
        "another name, change the file's name and the field.",
        bad=Example({_LANE: state_text(lane="web", current_task="write the client", next_action="add the retry loop")}),
        good=Example({_LANE: state_text(lane="api", current_task="write the client", next_action="add the retry loop")}),
        check_git=_misnamed,
    ),
    Rule(
        code="AS343",
        slug="mingled-lane",
        severity=Severity.WARNING,
        summary="a merge put into a lane what may belong to another one",
        what="Looks at HEAD where it is a merge, and with `--base` at every merge since: a lane that only one of its sides has, and that "
        "is as the merge left it, with other contents than on that side and the same `updated_at`. Merges that a squash or a rebase "
        "recorded as commits with one parent are not found.",
        why="Where one branch closed a lane and opened another that looks like it, git takes the one for the other, and merges an edit by "
        "hand of the old lane into the new one without a conflict.",
        mend="Take what is not the lane's out of it, and write it where it belongs: a lane that ended is in its last snapshot "
        "(`agentstate restore --lane NAME`). If it is right as it is, any edit by `agentstate set --lane NAME` says so.",
        bad=Example(
            {_LANE: state_text(lane="api", current_task="write the client", next_action="add the retry loop")},
            git=GitFacts(head="4f2c1d9e0b7a", mingled=(Mingled(_LANE, "4f2c1d9e0b7a", "Merge branch 'retries'"),)),
            shown="the last commit merges two branches, of which one has the lane, with other contents",
        ),
        good=Example(
            {_LANE: state_text(lane="api", current_task="write the client", next_action="add the retry loop")},
            git=GitFacts(head="4f2c1d9e0b7a"),
            shown="the last commit merges two branches, of which one has the lane, as it is now",
        ),
        check_git=_mingled,
        waivable=False,
    ),
)
