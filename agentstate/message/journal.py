"""Evidence from the journal: what was observed of the agent's tool calls, and what was said in its session."""

from collections.abc import Iterable, Iterator, Mapping
from itertools import zip_longest

from agentstate.journal.values import Command, File, Saying
from agentstate.message.disagreements import NO_FILE
from agentstate.message.fields import BODY, Evidence, Item, Slot
from agentstate.message.recollection import Recollection
from agentstate.message.wording import Wording
from agentstate.tree import Tree
from agentstate.vocabulary.patterns import pattern
from agentstate.vocabulary.values import replace
from agentstate.vocabulary.visible import visible

JOURNAL = ".agent/local/journal.db"
"""Where the journal is, from the root."""

_STEP = pattern(r"(?:#\S+ )?\[~\] (\S.*)")
_WORD = pattern(r"[^\s`'\"()\[\]{},;:!?，。；：（）、“”]+")
_USUAL = {slot.name: slot for slot in BODY}
_LEAST_NAME = 4
"""A name shorter than this stands in too many sentences to tell anything."""


def leading(known: Recollection, tree: Tree, words: Wording) -> Evidence:
    """What comes before the notes: the step that the plan has in progress, the files to hand with those that the notes name, and
    the commands of the notes with how they ended."""
    ended = {command.command: Item(command.command, _run(command, words)) for command in known.commands}
    return {
        "next_action": _next_action(known, tree, words),
        "files": [Item(visible(path, keep="")) for path in files(known, tree)],
        "commands": [ended[text] for text in tree.state.items("commands") if text in ended],
    }


def observed(known: Recollection, tree: Tree, words: Wording) -> Evidence:
    """What comes after the notes, or where they have nothing."""
    return {
        "newest_instruction": _items([known.instruction]),
        "rules": _items(_unrecorded(known.rules, tree)),
        "changed_files": [Item(visible(file.path, keep=""), _change(file, known, words)) for file in known.changed],
        "failed_attempts": _said(known.dead_ends, tree, words, "said_only"),
        "failures": list(_not_again(known, words)),
        "commands": [Item(command.command, _run(command, words)) for command in known.commands],
        "symbols": [Item(f"{visible(found.scope, keep='')}: {found.content}") for found in known.symbols],
        "plan": _items(known.plan.split("\n")),
        "said": _said(known.decisions, tree, words, "confidence_said"),
        **_itself(known, words),
    }


def _itself(known: Recollection, words: Wording) -> Evidence:
    """What is to be said of the journal: what it is and how to ask it, or why it could not be read."""
    if known.problem:
        return {"problems": [Item(JOURNAL, words.say("nothing_read", problem=known.problem))]}
    return {"about": [Item(words.say("about_journal"))], "read_more": [Item(words.say("recall"))]}


def slots(tree: Tree) -> Mapping[str, Slot]:
    """The places of fields that hold more, and lead elsewhere, where there is a journal."""
    limits = tree.settings.recall
    return {
        "files": replace(_USUAL["files"], share=1500, keep=8, firm=True, most=limits.files, more="agentstate recall --files"),
        "commands": replace(_USUAL["commands"], most=limits.commands, more="agentstate recall --commands"),
        "newest_instruction": replace(_USUAL["newest_instruction"], more="agentstate recall --prompt"),
        "symbols": replace(_USUAL["symbols"], most=limits.engrams),
        "said": replace(_USUAL["said"], most=limits.decisions),
        "reasons": replace(_USUAL["reasons"], most=limits.decisions),
    }


def tested(known: Recollection) -> Mapping[str, bool]:
    """The files that were seen to change, and whether a test run has passed since the last change of each that still stands."""
    return {file.path: file.verified and file.path not in known.undone for file in known.changed}


def in_progress(plan: str) -> str:
    """The step of a plan that is marked as in progress; "" where none is."""
    return next((match[1] for line in plan.split("\n") if (match := _STEP.fullmatch(line.strip()))), "")


def files(known: Recollection, tree: Tree) -> tuple[str, ...]:
    """The files to hand: those that the next action speaks of, those that the notes name, then those touched last.

    The notes have half of the places while the journal knows others, so that old notes do not hide the work.
    """
    most = tree.settings.recall.files
    named = (*tree.state.items("files_to_load"), tree.state.text("last_file_edited"))
    noted = dict.fromkeys(path for path in named if path and tree.kinds.get(path) not in NO_FILE)
    first = dict.fromkeys([*_spoken_of(known, tree), *list(noted)[: most // 2]])
    return tuple(dict.fromkeys([*first, *list(known.files)[: max(0, most - len(first))], *noted, *known.files]))


def next_words(tree: Tree, plan: str) -> frozenset[str]:
    """The words of what is to be done next, without the signs around them: among them are paths and symbols."""
    said = " ".join([in_progress(plan), tree.state.text("next_action"), tree.state.text("then")])
    return frozenset(word.rstrip(".").removeprefix("./") for word in _WORD.findall(said))


def _spoken_of(known: Recollection, tree: Tree) -> Iterator[str]:
    """The known files whose path, name or symbol stands in what is to be done next."""
    named = next_words(tree, known.plan)
    holders = {found.scope for found in known.symbols if {found.symbol, found.symbol.rpartition(".")[2]} & named}
    for path in known.files:
        name = path.rpartition("/")[2]
        if path in named or path in holders or (len(name) >= _LEAST_NAME and name in named):
            yield path


def _next_action(known: Recollection, tree: Tree, words: Wording) -> Iterator[Item]:
    step, noted = in_progress(known.plan), tree.state.text("next_action")
    if step and step != noted:
        yield Item(step, words.say("derived"))
        if noted:
            yield Item(noted, words.say("noted_before"))


def _unrecorded(rules: Iterable[str], tree: Tree) -> Iterator[str]:
    """The rules that the state does not hold in the same words, each once, whatever its case and its last sign are."""
    known = {_folded(text) for field in ("constraints", "do_not") for text in tree.state.items(field)}
    for rule in rules:
        if _folded(rule) not in known:
            known.add(_folded(rule))
            yield rule


def _said(sayings: Iterable[Saying], tree: Tree, words: Wording, phrase: str) -> Iterator[Item]:
    """What was said and stands in no decision and no dead end of the notes, marked as what it is."""
    recorded = [entry.text for entry in tree.decisions.entries]
    noted = tree.state.items("failed_attempts")
    for saying in sayings:
        if not any(saying.text in text for text in (*recorded, *noted)):
            yield Item(saying.text, words.say(phrase, confidence=f"{saying.confidence:.1f}"))


def _change(file: File, known: Recollection, words: Wording) -> str:
    if file.path in known.moved:
        return words.say("moved_to", path=visible(known.moved[file.path], keep=""))
    if file.deleted:
        return words.say("edited_deleted")
    if file.path in known.gone:
        return words.say("edited_gone")
    if file.path in known.undone:
        return words.say("edited_undone")
    return words.say("edited_tested" if file.verified else "edited_untested")


def _not_again(known: Recollection, words: Wording) -> Iterator[Item]:
    """What failed and what was refused by turns, so that where room is short neither hides the other."""
    failed = (Item(command.command, _failure(command, words)) for command in known.failures)
    refused = (Item(text, words.say("refused")) for text in known.refused)
    yield from (item for pair in zip_longest(failed, refused) for item in pair if item)


def _failure(command: Command, words: Wording) -> str:
    times = words.say("failed_times", count=command.failures) if command.failures > 1 else ""
    rerun = words.say("rerun") if command.ok is None else ""
    return words.say("comma").join(filter(None, [_ended(command, words), times, rerun, _place(command, words)]))


def _ended(command: Command, words: Wording) -> str:
    """How a failed run ended; where its status is 0, it was the output that told."""
    if command.exit_code is None:
        return words.say("failed_unknown")
    status = words.say("exit", code=command.exit_code)
    return status if command.exit_code else words.say("comma").join([status, words.say("output_failed")])


def _run(command: Command, words: Wording) -> str:
    times = words.say("run_times", count=command.runs) if command.runs > 1 else ""
    return words.say("comma").join(filter(None, [_exit(command, words), times, _place(command, words)]))


def _exit(command: Command, words: Wording) -> str:
    if command.exit_code is not None:
        return words.say("exit", code=command.exit_code)
    return words.say("output_passed" if command.ok and command.tests else "exit_unknown")


def _place(command: Command, words: Wording) -> str:
    return words.say("in_folder", folder=visible(command.cwd, keep="")) if command.cwd not in {"", "."} else ""


def _items(texts: Iterable[str]) -> list[Item]:
    return [Item(text) for text in texts if text.strip()]


def _folded(text: str) -> str:
    return " ".join(text.casefold().split()).rstrip(".!。！")
