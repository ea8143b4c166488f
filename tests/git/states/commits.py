"""States of plain commits: how many, of what, and what became of them."""

from tests.git.states.site import CONFIG, LIMIT, STATE, Site, Truth, states


def state_just_written(site: Site) -> Truth:
    site.code()
    site.state()
    return Truth(site, 0)


def code_only_commits_one_below_the_limit(site: Site) -> Truth:
    site.code(LIMIT - 1)
    return Truth(site, LIMIT - 1)


def code_only_commits_at_the_limit(site: Site) -> Truth:
    site.code(LIMIT)
    return Truth(site, LIMIT)


def code_only_commits_one_above_the_limit(site: Site) -> Truth:
    site.code(LIMIT + 1)
    return Truth(site, LIMIT + 1)


def state_only_commits(site: Site) -> Truth:
    site.state()
    site.state()
    return Truth(site, 0)


def state_and_code_in_one_commit(site: Site) -> Truth:
    site.code(3)
    site.work("src/code.py", STATE)
    return Truth(site, 0)


def code_and_state_in_turn(site: Site) -> Truth:
    for _ in range(2):
        site.code()
        site.state()
    site.code()
    return Truth(site, 1)


def other_notes_of_the_tree_only(site: Site) -> Truth:
    site.code(3, ".agent/TODO.md")
    return Truth(site, 0)


def lock_files_only(site: Site) -> Truth:
    site.code(2, "Cargo.lock")
    site.code(2, "web/package-lock.json")
    return Truth(site, 0)


def ignored_paths_only(site: Site) -> Truth:
    site.write(CONFIG, "freshness:\n  max_commits: 2\n  ignore: [docs/**]\n")
    site.commit("settings")
    site.code(3, "docs/guide.md")
    return Truth(site, 0)


def an_ignored_path_and_code_in_one_commit(site: Site) -> Truth:
    site.work("Cargo.lock", "src/code.py")
    return Truth(site, 1)


def empty_commits(site: Site) -> Truth:
    for _ in range(4):
        site.git("commit", "--quiet", "--allow-empty", "--message", "nothing")
    return Truth(site, 0)


def renamed_folder(site: Site) -> Truth:
    site.git("mv", "src", "lib")
    site.commit("rename")
    return Truth(site, 1)


def code_renamed_to_an_ignored_name(site: Site) -> Truth:
    site.git("mv", "README.md", "README.lock")
    site.commit("rename")
    return Truth(site, 1)


def deleted_code(site: Site) -> Truth:
    site.git("rm", "--quiet", "-r", "src")
    site.commit("less")
    return Truth(site, 1)


def mode_of_code_changed(site: Site) -> Truth:
    (site.path / "src/code.py").chmod(0o755)
    site.commit("executable")
    return Truth(site, 1)


def code_replaced_by_a_link(site: Site) -> Truth:
    (site.path / "src/code.py").unlink()
    (site.path / "src/code.py").symlink_to("other.py")
    site.commit("link")
    return Truth(site, 1)


def names_that_are_hard_to_print(site: Site) -> Truth:
    site.code(1, "\nodd")
    site.code(1, "naïve café.py")
    site.code(1, 'a "quoted"\tname')
    return Truth(site, 3)


def revert_of_code(site: Site) -> Truth:
    site.code()
    site.git("revert", "--no-edit", "HEAD")
    return Truth(site, 2)


def revert_of_state(site: Site) -> Truth:
    """The state is written, if with an older text."""
    site.code(3)
    site.state()
    site.code()
    site.git("revert", "--no-edit", "HEAD~1")
    return Truth(site, 0)


def revert_of_a_merge(site: Site) -> Truth:
    site.branch("side")
    site.code(2)
    site.to("main")
    site.merge("side")
    site.git("revert", "--no-edit", "--mainline", "1", "HEAD")
    return Truth(site, 3)


def state_deleted_and_put_back(site: Site) -> Truth:
    site.git("rm", "--quiet", STATE)
    site.commit("no state")
    site.code(2)
    site.git("checkout", "--quiet", "HEAD~3", "--", STATE)
    site.commit("state again")
    site.code()
    return Truth(site, 1)


def state_taken_out_of_git_and_ignored(site: Site) -> Truth:
    """What is on the disk differs from HEAD, which holds none."""
    site.git("rm", "--quiet", "--cached", STATE)
    site.write(".gitignore", ".agent/\n")
    site.commit("private")
    site.code(3)
    return Truth(site, 0)


def tree_never_committed(site: Site) -> Truth:
    site.git("reset", "--quiet", "HEAD~1")
    site.work("src/code.py")
    return Truth(site, 0)


def tree_ignored_from_the_start(site: Site) -> Truth:
    site.git("reset", "--quiet", "HEAD~1")
    site.write(".gitignore", ".agent/\n")
    site.work("src/code.py", ".gitignore")
    return Truth(site, 0)


def commits_dated_backwards(site: Site) -> Truth:
    """Each a day older than its parent; git's walk through history is led by these dates."""
    for day in range(1, LIMIT + 2):
        site.edit("src/code.py")
        site.git("add", "src/code.py")
        tree, parent = site.git("write-tree").strip(), site.head()
        who = f"A <a@example.org> {10**9 - day * 86400} +0000"
        text = f"tree {tree}\nparent {parent}\nauthor {who}\ncommitter {who}\n\nolder\n"
        site.git("reset", "--quiet", site.git("hash-object", "-t", "commit", "-w", "--stdin", stdin=text).strip())
    return Truth(site, LIMIT + 1)


def gitlink_moved(site: Site) -> Truth:
    """What a commit takes from another repository is code of this one."""
    for number in range(2):
        site.git("update-index", "--add", "--cacheinfo", f"160000,{str(number + 1) * 40},module")
        site.git("commit", "--quiet", "--message", "another version")
    return Truth(site, 2)


COMMITS = states(
    state_just_written,
    code_only_commits_one_below_the_limit,
    code_only_commits_at_the_limit,
    code_only_commits_one_above_the_limit,
    state_only_commits,
    state_and_code_in_one_commit,
    code_and_state_in_turn,
    other_notes_of_the_tree_only,
    lock_files_only,
    ignored_paths_only,
    an_ignored_path_and_code_in_one_commit,
    empty_commits,
    renamed_folder,
    code_renamed_to_an_ignored_name,
    deleted_code,
    mode_of_code_changed,
    code_replaced_by_a_link,
    names_that_are_hard_to_print,
    revert_of_code,
    revert_of_state,
    revert_of_a_merge,
    state_deleted_and_put_back,
    state_taken_out_of_git_and_ignored,
    tree_never_committed,
    tree_ignored_from_the_start,
    commits_dated_backwards,
    gitlink_moved,
)
