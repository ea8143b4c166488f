"""The verbs: pure functions from what was read (the tree, facts about git, the time) to a plan or a text."""
