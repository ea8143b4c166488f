"""Other ways in which people keep the state of an agent's work: read into the tree, and written from it."""
