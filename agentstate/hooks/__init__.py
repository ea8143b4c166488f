"""From what an agent hands to a hook to one event, without reading a file, a clock or the environment."""
