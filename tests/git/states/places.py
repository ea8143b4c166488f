"""States of the work tree and of the place: dirty files, clones, links, several trees."""

from tests.git.states.site import LIMIT, MISSING, SHALLOW, STATE, TREE, Site, Truth, states


def dirty(site: Site) -> Truth:
    site.code(2)
    site.edit("src/code.py", "README.md")
    return Truth(site, 3)


def staged_only(site: Site) -> Truth:
    site.code(2)
    site.edit("src/code.py")
    site.git("add", "src/code.py")
    return Truth(site, 3)


def untracked_only(site: Site) -> Truth:
    site.code(2)
    site.edit("src/new.py")
    return Truth(site, 2)


def announced_only(site: Site) -> Truth:
    """`git add -N` makes a file tracked."""
    site.edit("src/new.py")
    site.git("add", "--intent-to-add", "src/new.py")
    return Truth(site, 1)


def dirty_at_the_limit(site: Site) -> Truth:
    site.code(LIMIT)
    site.edit("src/code.py")
    return Truth(site, LIMIT + 1)


def dirty_lock_file(site: Site) -> Truth:
    site.code(2)
    site.edit("Cargo.lock")
    return Truth(site, 2)


def state_edited_by_hand_with_its_code(site: Site) -> Truth:
    site.code(3)
    site.edit(STATE)
    site.edit("src/code.py")
    return Truth(site, 0)


def state_staged_and_code_dirty(site: Site) -> Truth:
    site.code(3)
    site.edit(STATE)
    site.git("add", STATE)
    site.edit("src/code.py")
    return Truth(site, 0)


def state_edited_and_taken_back(site: Site) -> Truth:
    site.code(2)
    text = site.read(STATE)
    site.edit(STATE)
    site.write(STATE, text)
    return Truth(site, 2)


def files_touched(site: Site) -> Truth:
    site.touch("src/code.py", "README.md")
    return Truth(site, 0)


def stash(site: Site) -> Truth:
    site.code()
    site.edit("src/code.py")
    site.git("stash", "--quiet")
    return Truth(site, 1)


def stash_popped(site: Site) -> Truth:
    site.edit("src/code.py")
    site.git("stash", "--quiet")
    site.code(1, "src/other.py")
    site.git("stash", "pop", "--quiet")
    return Truth(site, 2)


def stashed_state(site: Site) -> Truth:
    site.code(3)
    site.edit(STATE)
    site.git("stash", "--quiet")
    return Truth(site, 3)


def unborn(site: Site) -> Truth:
    new = site.there(site.path.parent / "new")
    site.git("init", "--quiet", str(new.path))
    for path, text in TREE.items():
        new.write(path, text)
    return Truth(new, 0)


def unborn_branch_with_an_old_index(site: Site) -> Truth:
    site.code(3)
    site.git("checkout", "--quiet", "--orphan", "apart")
    return Truth(site, 0)


def first_commit_holds_all(site: Site) -> Truth:
    site.git("checkout", "--quiet", "--orphan", "apart")
    site.commit("all")
    site.code()
    return Truth(site, 1)


def fresh_clone(site: Site) -> Truth:
    site.code(2)
    return Truth(site.clone(), 2)


def fresh_clone_of_a_stale_state(site: Site) -> Truth:
    site.code(3)
    return Truth(site.clone(), 3)


def clone_with_touched_times(site: Site) -> Truth:
    site.code()
    site.state()
    there = site.clone()
    there.touch("src/code.py")
    return Truth(there, 0)


def stale_clone_with_a_touched_state(site: Site) -> Truth:
    site.code(3)
    there = site.clone()
    there.touch(STATE)
    return Truth(there, 3)


def clone_with_other_line_ends(site: Site) -> Truth:
    site.code(2)
    there = site.clone("--config", "core.autocrlf=true")
    there.touch(STATE, "src/code.py", "README.md")
    return Truth(there, 2)


def clone_with_a_filter_and_touched_times(site: Site) -> Truth:
    """Large files are kept elsewhere: only the filter, which is not run, could tell whether one changed."""
    site.git("config", "filter.large.clean", "tr a-z A-Z")
    site.write(".gitattributes", "*.bin filter=large\n")
    site.write("data.bin", "abc\n")
    site.commit("large")
    there = site.clone("--config", "filter.large.clean=tr a-z A-Z", "--config", "filter.large.smudge=tr A-Z a-z")
    there.touch("data.bin", STATE)
    return Truth(there, 1)


def pull_with_a_rebase(site: Site) -> Truth:
    there = site.clone()
    there.code(1, "src/side.py")
    site.code(2)
    there.git("pull", "--quiet", "--rebase")
    return Truth(there, 3)


def fetched_and_not_merged(site: Site) -> Truth:
    there = site.clone()
    site.code(3)
    there.git("fetch", "--quiet")
    return Truth(there, 0)


def reset_to_a_rewritten_upstream(site: Site) -> Truth:
    site.code(2)
    there = site.clone()
    site.edit("src/code.py")
    site.git("commit", "--quiet", "--amend", "--all", "--no-edit")
    there.git("fetch", "--quiet")
    there.git("reset", "--quiet", "--hard", "origin/main")
    return Truth(there, 2)


def packed_with_a_commit_graph(site: Site) -> Truth:
    site.code(3)
    site.git("gc", "--quiet")
    site.git("commit-graph", "write", "--reachable", "--changed-paths")
    site.code()
    return Truth(site, 4)


def shallow_1(site: Site) -> Truth:
    site.code(2)
    return Truth(site.clone("--depth=1"), 2, SHALLOW)


def shallow_1_of_a_state_just_written(site: Site) -> Truth:
    """It looks as if everything had been written at once."""
    site.code(2)
    site.state()
    return Truth(site.clone("--depth=1"), 0, SHALLOW)


def shallow_50(site: Site) -> Truth:
    site.code(2)
    site.state()
    site.code(2)
    return Truth(site.clone("--depth=50"), 2)


def shallow_that_ends_at_the_state(site: Site) -> Truth:
    site.code(2)
    return Truth(site.clone("--depth=3"), 2, SHALLOW)


def shallow_that_ends_before_the_state(site: Site) -> Truth:
    site.code(2)
    site.state()
    site.code(2)
    return Truth(site.clone("--depth=4"), 2)


def shallow_that_cuts_a_merged_branch(site: Site) -> Truth:
    """The state is in the clone with all that led to it; the branch that began there is cut off."""
    site.branch("side")
    site.code(3)
    site.to("main")
    site.merge("side")
    return Truth(site.clone("--depth=3"), 3, SHALLOW)


def shallow_and_the_state_written_since(site: Site) -> Truth:
    site.code(3)
    there = site.clone("--depth=1")
    there.state()
    there.code()
    return Truth(there, 1)


def shallow_and_then_deepened(site: Site) -> Truth:
    site.code(2)
    there = site.clone("--depth=1")
    there.git("fetch", "--quiet", "--unshallow")
    return Truth(there, 2)


def partial_clone_without_blobs(site: Site) -> Truth:
    site.code(2)
    site.git("config", "uploadpack.allowFilter", "true")
    return Truth(site.clone("--filter=blob:none"), 2)


def partial_clone_without_trees(site: Site) -> Truth:
    site.code(2)
    site.git("config", "uploadpack.allowFilter", "true")
    return Truth(site.clone("--filter=tree:0"), 2, MISSING)


def clone_of_a_single_branch(site: Site) -> Truth:
    site.branch("side")
    site.code(2)
    site.to("main")
    site.code(3)
    return Truth(site.clone("--single-branch", "--branch", "side"), 2)


def sparse(site: Site) -> Truth:
    site.code(2)
    site.git("sparse-checkout", "set", "--cone", ".agent", "docs")
    return Truth(site, 2)


def sparse_with_a_sparse_index(site: Site) -> Truth:
    site.code(2)
    site.git("sparse-checkout", "set", "--cone", "--sparse-index", ".agent", "docs")
    return Truth(site, 2)


def state_hidden_from_git(site: Site) -> Truth:
    """`--skip-worktree`: git was told that the file is as in HEAD."""
    site.code(3)
    site.git("update-index", "--skip-worktree", STATE)
    site.edit(STATE)
    return Truth(site, 3)


def linked_work_tree(site: Site) -> Truth:
    site.git("worktree", "add", "--quiet", "-b", "side", "../linked")
    there = site.there(site.path.parent / "linked")
    there.code(2)
    site.edit(STATE)
    return Truth(there, 2)


def submodule(site: Site) -> Truth:
    outer = site.there(site.path.parent / "outer")
    site.git("init", "--quiet", str(outer.path))
    outer.git("submodule", "--quiet", "add", str(site.path), "inner")
    outer.commit("outer")
    inner = site.there(outer.path / "inner")
    inner.code(2)
    outer.commit("moved")
    return Truth(inner, 2)


def tree_around_a_submodule(site: Site) -> Truth:
    """What was done inside counts when it is taken over."""
    other = site.there(site.path.parent / "other")
    site.git("init", "--quiet", str(other.path))
    other.code()
    site.git("submodule", "--quiet", "add", str(other.path), "module")
    site.commit("module")
    inner = site.there(site.path / "module")
    inner.code(2)
    return Truth(site, 1)


def submodule_moved_and_staged(site: Site) -> Truth:
    """It is as good as committed: what the next commit takes over."""
    tree_around_a_submodule(site)
    site.git("add", "module")
    return Truth(site, 2)


def nested_tree_outside_view(site: Site) -> Truth:
    site.work("packages/a/.agent/STATE.yaml", "packages/a/code.py")
    site.code(3, "packages/a/code.py")
    site.code(2)
    return Truth(site, 2)


def nested_tree_inside_view(site: Site) -> Truth:
    site.work("packages/a/.agent/STATE.yaml", "packages/a/code.py")
    site.code(2, "packages/a/code.py")
    site.code(3)
    site.code(3, "packages/ab/code.py")
    return Truth(site, 2, folder="packages/a")


def tree_moved_to_another_folder(site: Site) -> Truth:
    site.work("packages/a/.agent/STATE.yaml", "packages/a/code.py")
    site.code(3, "packages/a/code.py")
    site.git("mv", "packages/a", "packages/b")
    site.commit("moved")
    site.code(1, "packages/b/code.py")
    return Truth(site, 1, folder="packages/b")


def embedded_repository(site: Site) -> Truth:
    """Another repository inside, which this one does not track."""
    other = site.there(site.path / "embedded")
    site.git("init", "--quiet", str(other.path))
    other.code(3)
    return Truth(site, 0)


def file_modes_that_do_not_count(site: Site) -> Truth:
    site.git("config", "core.fileMode", "false")
    (site.path / "src/code.py").chmod(0o755)
    return Truth(site, 0)


def commit_of_nothing_but_code_being_made(site: Site) -> Truth:
    site.code(2)
    site.edit("src/code.py")
    site.git("add", "src/code.py")
    site.edit(STATE)
    return Truth(site, 3, staged=True)


def commit_with_the_state_being_made(site: Site) -> Truth:
    site.code(3)
    site.edit(STATE, "src/code.py")
    site.git("add", "--all")
    return Truth(site, 0, staged=True)


def commit_without_the_dirty_code_being_made(site: Site) -> Truth:
    site.code(2)
    site.edit("src/code.py")
    return Truth(site, 2, staged=True)


PLACES = states(
    dirty,
    staged_only,
    untracked_only,
    announced_only,
    dirty_at_the_limit,
    dirty_lock_file,
    state_edited_by_hand_with_its_code,
    state_staged_and_code_dirty,
    state_edited_and_taken_back,
    files_touched,
    stash,
    stash_popped,
    stashed_state,
    unborn,
    unborn_branch_with_an_old_index,
    first_commit_holds_all,
    fresh_clone,
    fresh_clone_of_a_stale_state,
    clone_with_touched_times,
    stale_clone_with_a_touched_state,
    clone_with_other_line_ends,
    clone_with_a_filter_and_touched_times,
    pull_with_a_rebase,
    fetched_and_not_merged,
    reset_to_a_rewritten_upstream,
    packed_with_a_commit_graph,
    shallow_1,
    shallow_1_of_a_state_just_written,
    shallow_50,
    shallow_that_ends_at_the_state,
    shallow_that_ends_before_the_state,
    shallow_that_cuts_a_merged_branch,
    shallow_and_the_state_written_since,
    shallow_and_then_deepened,
    partial_clone_without_blobs,
    partial_clone_without_trees,
    clone_of_a_single_branch,
    sparse,
    sparse_with_a_sparse_index,
    state_hidden_from_git,
    linked_work_tree,
    submodule,
    tree_around_a_submodule,
    submodule_moved_and_staged,
    nested_tree_outside_view,
    nested_tree_inside_view,
    tree_moved_to_another_folder,
    embedded_repository,
    file_modes_that_do_not_count,
    commit_of_nothing_but_code_being_made,
    commit_with_the_state_being_made,
    commit_without_the_dirty_code_being_made,
)
