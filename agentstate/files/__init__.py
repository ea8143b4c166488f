"""The only room that touches the disk: reading, writing, locking and applying a plan, never through a symbolic link."""
