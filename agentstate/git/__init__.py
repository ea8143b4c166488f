"""The only door to git: one policy for every call, facts about the repository, and the commit of a tree's own files."""
