"""States of branches, merges, picks and rewritten history."""

from tests.git.states.site import STATE, Site, Truth, states


def side(site: Site, number: int = 2, path: str = "src/side.py") -> None:
    """A branch with so many commits of code; main is checked out again."""
    site.branch("side")
    site.code(number, path)
    site.to("main")


def checkout_of_another_branch_and_back(site: Site) -> Truth:
    site.code(2)
    site.branch("other", "HEAD~2")
    site.to("main")
    return Truth(site, 2)


def a_branch_that_is_behind(site: Site) -> Truth:
    site.code(3)
    site.state()
    site.branch("other", "HEAD~1")
    return Truth(site, 3)


def detached(site: Site) -> Truth:
    site.code(3)
    site.git("checkout", "--quiet", "--detach", "HEAD~1")
    return Truth(site, 2)


def tag_checkout(site: Site) -> Truth:
    site.code()
    site.git("tag", "-a", "v1", "--message", "release")
    site.code(3)
    site.git("checkout", "--quiet", "v1")
    return Truth(site, 1)


def amend_of_code(site: Site) -> Truth:
    site.code()
    site.edit("src/code.py")
    site.git("commit", "--quiet", "--amend", "--all", "--no-edit")
    return Truth(site, 1)


def amend_of_state(site: Site) -> Truth:
    site.code(2)
    site.state()
    site.edit(STATE)
    site.git("commit", "--quiet", "--amend", "--all", "--no-edit")
    return Truth(site, 0)


def state_amended_into_code(site: Site) -> Truth:
    site.code(3)
    site.edit(STATE)
    site.git("commit", "--quiet", "--amend", "--all", "--no-edit")
    return Truth(site, 0)


def code_amended_into_a_checkpoint(site: Site) -> Truth:
    """Afterwards nothing tells it from a state that was written with its code."""
    site.state()
    site.edit("src/code.py")
    site.git("commit", "--quiet", "--amend", "--all", "--no-edit")
    return Truth(site, 1, missed=1)


def message_amended(site: Site) -> Truth:
    site.code(2)
    site.git("commit", "--quiet", "--amend", "--message", "better")
    return Truth(site, 2)


def fast_forward_merge(site: Site) -> Truth:
    side(site)
    site.git("merge", "--quiet", "--ff-only", "side")
    return Truth(site, 2)


def merge_after_main_moved(site: Site) -> Truth:
    side(site)
    site.code()
    site.merge("side")
    return Truth(site, 3)


def merge_that_brings_the_state_after_main_moved(site: Site) -> Truth:
    """Main's own commits know nothing of that state and are no sign that it is behind."""
    site.branch("side")
    site.code(2, "src/side.py")
    site.state()
    site.code(1, "src/side.py")
    site.to("main")
    site.code(3)
    site.merge("side")
    return Truth(site, 1)


def main_merged_into_a_feature(site: Site) -> Truth:
    site.branch("feature")
    site.state()
    site.code(1, "src/side.py")
    site.to("main")
    site.code(3)
    site.to("feature")
    site.merge("main")
    return Truth(site, 1)


def main_with_a_newer_state_merged_into_a_feature(site: Site) -> Truth:
    site.branch("feature")
    site.code(3, "src/side.py")
    site.to("main")
    site.state()
    site.to("feature")
    site.merge("main")
    site.code()
    return Truth(site, 1)


def old_branch_merged_after_the_state(site: Site) -> Truth:
    side(site, 4)
    site.state()
    site.merge("side")
    return Truth(site, 0)


def squash_merge(site: Site) -> Truth:
    side(site, 4)
    site.code()
    site.git("merge", "--quiet", "--squash", "side")
    site.git("commit", "--quiet", "--message", "squashed")
    return Truth(site, 2)


def squash_merge_with_the_state(site: Site) -> Truth:
    site.branch("side")
    site.code(2)
    site.state()
    site.code(2)
    site.to("main")
    site.git("merge", "--quiet", "--squash", "side")
    site.git("commit", "--quiet", "--message", "squashed")
    return Truth(site, 0)


def merge_without_the_content_of_a_branch(site: Site) -> Truth:
    """`-s ours`: the commits are in the history all the same."""
    side(site)
    site.code()
    site.merge("--strategy=ours", "side")
    return Truth(site, 3)


def merge_that_drops_a_newer_state(site: Site) -> Truth:
    """`-s ours` against a branch with a checkpoint: the state that stands is the old one."""
    site.branch("side")
    site.code()
    site.state()
    site.to("main")
    site.code(2)
    site.merge("--strategy=ours", "side")
    return Truth(site, 3)


def octopus_merge(site: Site) -> Truth:
    for name in ("one", "two", "three"):
        site.branch(name, "main")
        site.code(1, f"src/{name}.py")
    site.to("main")
    site.code()
    site.merge("one", "two", "three")
    return Truth(site, 4)


def octopus_merge_that_brings_the_state(site: Site) -> Truth:
    site.branch("one")
    site.code(2, "src/one.py")
    site.branch("two", "main")
    site.state()
    site.code(1, "src/two.py")
    site.to("main")
    site.merge("one", "two")
    return Truth(site, 1)


def both_sides_wrote_the_state(site: Site) -> Truth:
    """The merge that settles it writes the state."""
    site.branch("side")
    site.work("src/side.py", STATE)
    site.to("main")
    site.code(3)
    site.state()
    site.git("merge", "--no-edit", "side", check=False)
    site.edit(STATE)
    site.commit("settled")
    site.code()
    return Truth(site, 1)


def criss_cross_merges(site: Site) -> Truth:
    side(site, 1)
    site.code()
    site.git("tag", "before")
    site.merge("side")
    site.to("side")
    site.merge("before")
    site.code(1, "src/side.py")
    site.to("main")
    site.merge("side")
    return Truth(site, 3)


def unrelated_history_merged(site: Site) -> Truth:
    site.git("checkout", "--quiet", "--orphan", "apart")
    site.git("rm", "--quiet", "-r", "--force", ".")
    site.code(3, "vendor/code.py")
    site.to("main")
    site.code()
    site.merge("--allow-unrelated-histories", "apart")
    return Truth(site, 1)


def cherry_pick_of_code(site: Site) -> Truth:
    side(site)
    site.git("cherry-pick", "main..side")
    return Truth(site, 2)


def cherry_pick_of_state(site: Site) -> Truth:
    site.branch("side")
    site.code(2, "src/side.py")
    site.state()
    site.to("main")
    site.code(3)
    site.git("cherry-pick", "side")
    return Truth(site, 0)


def the_same_state_picked_on_both_sides(site: Site) -> Truth:
    site.branch("side")
    site.state()
    site.code(2, "src/side.py")
    site.to("main")
    site.git("cherry-pick", "side~2")
    site.code()
    site.merge("side")
    return Truth(site, 1)


def rebase_of_state_and_code(site: Site) -> Truth:
    site.branch("feature")
    site.state()
    site.code(2, "src/side.py")
    site.to("main")
    site.code(3)
    site.to("feature")
    site.git("rebase", "--quiet", "main")
    return Truth(site, 2)


def rebase_onto_a_newer_state(site: Site) -> Truth:
    side(site, 2)
    site.state()
    site.to("side")
    site.git("rebase", "--quiet", "main")
    return Truth(site, 2)


def rebase_that_squashes(site: Site) -> Truth:
    site.code()
    for _ in range(2):
        site.edit("src/code.py")
        site.git("commit", "--quiet", "--all", "--fixup", "HEAD")
    site.git("-c", "sequence.editor=true", "rebase", "--quiet", "--interactive", "--autosquash", "HEAD~3")
    return Truth(site, 1)


def interactive_rebase_stopped(site: Site) -> Truth:
    site.state()
    site.code(3)
    site.git("-c", "sequence.editor=sed -i -e 2s/pick/edit/", "rebase", "--quiet", "--interactive", "HEAD~3")
    return Truth(site, 2)


def rebase_stopped_by_a_conflict(site: Site) -> Truth:
    """Of two commits one is through; what is half done counts as one change."""
    site.branch("feature")
    site.work("src/side.py")
    site.work("src/code.py")
    site.to("main")
    site.code()
    site.to("feature")
    site.git("rebase", "--quiet", "main", check=False)
    return Truth(site, 3)


def merge_stopped_by_a_conflict(site: Site) -> Truth:
    side(site, 2, "src/code.py")
    site.code()
    site.git("merge", "--no-edit", "side", check=False)
    return Truth(site, 2)


def merge_not_committed(site: Site) -> Truth:
    """What it brings is uncommitted code, one change however much it is."""
    side(site, 2)
    site.code()
    site.git("merge", "--no-commit", "--no-ff", "side", check=False)
    return Truth(site, 2)


def cherry_pick_stopped_by_a_conflict(site: Site) -> Truth:
    side(site, 1, "src/code.py")
    site.code()
    site.git("cherry-pick", "side", check=False)
    return Truth(site, 2)


def bisect_under_way(site: Site) -> Truth:
    made = [site.head()]
    for _ in range(4):
        site.code()
        made.append(site.head())
    site.git("bisect", "start", made[-1], made[0])
    return Truth(site, made.index(site.head()))


def patches_by_mail(site: Site) -> Truth:
    side(site)
    site.git("am", "--quiet", stdin=site.git("format-patch", "--stdout", "main..side"))
    return Truth(site, 2)


def history_rewritten(site: Site) -> Truth:
    """Every commit since the first has a new id."""
    site.code()
    site.state()
    site.code(2)
    site.git("rebase", "--quiet", "--root", "--force-rebase", "--reset-author-date")
    return Truth(site, 2)


def history_rewritten_by_a_filter(site: Site) -> Truth:
    """One file was taken out of all of it, and with it a commit of code."""
    site.code(1, "secret.py")
    site.code(2)
    stream = site.git("fast-export", "main").replace(" secret.py\n", " .agent/secret\n")
    site.git("fast-import", "--quiet", "--force", stdin=stream)
    site.git("reset", "--quiet", "--hard")
    return Truth(site, 2)


def reset_to_an_older_commit(site: Site) -> Truth:
    site.code(3)
    site.git("reset", "--quiet", "--hard", "HEAD~2")
    return Truth(site, 1)


def reset_that_keeps_the_files(site: Site) -> Truth:
    site.code(3)
    site.git("reset", "--quiet", "--soft", "HEAD~2")
    return Truth(site, 2)


def replaced_and_grafted(site: Site) -> Truth:
    """Neither is cloned, so neither counts."""
    since = site.head()
    site.code(3)
    site.git("replace", "--graft", "HEAD", since)
    info = site.path / ".git/info"
    info.mkdir(exist_ok=True)
    (info / "grafts").write_text(f"{site.git('rev-parse', 'HEAD~1').strip()} {since}\n", encoding="ascii")
    return Truth(site, 3)


BRANCHES = states(
    checkout_of_another_branch_and_back,
    a_branch_that_is_behind,
    detached,
    tag_checkout,
    amend_of_code,
    amend_of_state,
    state_amended_into_code,
    code_amended_into_a_checkpoint,
    message_amended,
    fast_forward_merge,
    merge_after_main_moved,
    merge_that_brings_the_state_after_main_moved,
    main_merged_into_a_feature,
    main_with_a_newer_state_merged_into_a_feature,
    old_branch_merged_after_the_state,
    squash_merge,
    squash_merge_with_the_state,
    merge_without_the_content_of_a_branch,
    merge_that_drops_a_newer_state,
    octopus_merge,
    octopus_merge_that_brings_the_state,
    both_sides_wrote_the_state,
    criss_cross_merges,
    unrelated_history_merged,
    cherry_pick_of_code,
    cherry_pick_of_state,
    the_same_state_picked_on_both_sides,
    rebase_of_state_and_code,
    rebase_onto_a_newer_state,
    rebase_that_squashes,
    interactive_rebase_stopped,
    rebase_stopped_by_a_conflict,
    merge_stopped_by_a_conflict,
    merge_not_committed,
    cherry_pick_stopped_by_a_conflict,
    bisect_under_way,
    patches_by_mail,
    history_rewritten,
    history_rewritten_by_a_filter,
    reset_to_an_older_commit,
    reset_that_keeps_the_files,
    replaced_and_grafted,
)
