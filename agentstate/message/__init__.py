"""The recovery message: fields built from evidence, put under a budget, and sealed in a frame (docs/recovery.md)."""
