"""`doctor`: whether hooks, journal and message do their work, and what shows that the memory does not help."""
