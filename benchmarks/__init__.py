"""Measurements of the command as a user runs it: an installed wheel, whole processes, beside the yardstick each target is stated in."""
