"""What a coding agent is to this project: which instruction file it reads, and what in a repository shows that it is used."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Agent:
    """One coding agent. Paths are relative to the folder that holds the tree.

    `instructions` is the file it reads without being asked; `also_reads` are other files that would reach it as well.
    `marks` are paths whose presence shows that people use this agent here. `front` is what a new instruction file starts with
    (a template below templates/shared/), "" where it needs nothing.
    """

    name: str
    title: str
    instructions: str
    also_reads: tuple[str, ...] = ()
    marks: tuple[str, ...] = ()
    front: str = ""
