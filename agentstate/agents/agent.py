"""What a coding agent is to this project: which instruction file it reads, and what in a repository shows that it is used."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Agent:
    """One coding agent. Paths are relative to the folder that holds the tree.

    `instructions` is the file it reads without being asked; `also_reads` are other files that would reach it as well.
    `marks` are paths whose presence shows that people use this agent here. A missing instruction file is made only for an agent that
    would not be reached by AGENTS.md: with an import of it where `imports_shared` says that the agent follows one, or below what
    `front` names (a template in templates/shared/).
    """

    name: str
    title: str
    instructions: str
    also_reads: tuple[str, ...] = ()
    marks: tuple[str, ...] = ()
    imports_shared: bool = False
    front: str = ""
