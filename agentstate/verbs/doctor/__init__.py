"""`doctor`: whether hooks, notes, journal and message do their work, and what shows that the memory does not help."""
