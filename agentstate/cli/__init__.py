"""The command line: options to one call to output. The only room that knows click, the clock, the environment and argv."""
